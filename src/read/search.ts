// Lists that are searched by `q`. The searched text is in a narrow table of its own, and page and total share the ids
// that match. A search never walks the list itself.
import type { Filter, Resource } from '../resources/resource.ts'
import type { ListPlan } from './list-plan.ts'
import type { Use } from './parameters.ts'

export const MAX_CHARACTERS = 200
export const MAX_WORDS = 12

/** How many records a page without a total looks through in their order before it uses the index of words. */
const MAX_WALKED = 1_500

/** How many matches are ranked, the newest first. The others follow them. */
const MAX_RANKED = 10_000

/** What is wrong with the text of a search; undefined for a good one. */
export function findSearchProblem(text: string): string | undefined {
  const length = [...text].length
  if (length > MAX_CHARACTERS)
    return `too long (${length} characters). Maximum: ${MAX_CHARACTERS} characters.`
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu))
  if (words.size > MAX_WORDS)
    return `too many words (${words.size}). Maximum: ${MAX_WORDS} different words.`
}

/** The filter that ranks its matches, and so allows sort=relevance. */
export const findRankedSearch = ({ filters }: Resource): [string, Filter] | undefined =>
  Object.entries(filters).find(([, { rank }]) => rank !== undefined)

/** A search in its own table. `matches` is the SQL of the matching ids. */
export type Search = {
  /** The index of its condition in the plan. */
  position: number
  table: string
  condition: string
  index: { table: string; condition: string }
  rank: string | undefined
}

export const MATCHES = 'matches'

export function findSearch(
  { filters }: Resource,
  { conditions }: ListPlan,
  use: Use<ListPlan>,
): Search | undefined {
  const position = conditions.findIndex(({ filter }) => filters[filter]?.table !== undefined)
  const { table, sql = '', rank, index } = filters[conditions[position]?.filter ?? ''] ?? {}
  if (table === undefined) return undefined
  const text = use('text', (plan) => plan.conditions[position]?.value)
  const condition = sql.replaceAll('?', text)
  return {
    position,
    table,
    condition,
    index: index
      ? { table: index.table, condition: index.sql.replaceAll('?', text) }
      : { table, condition },
    rank: rank?.replaceAll('?', text),
  }
}

/** Whether the values do not matter for the best plan: without conditions, and for a search that always uses its index. */
export const hasOnePlan = ({ filters }: Resource, conditions: ListPlan['conditions']) =>
  conditions.every(({ filter }) => filters[filter]?.index !== undefined)

/** Whether the page is taken from the matches in their order, by id or by rank. */
export const isOrderOfMatches = ({ by }: ListPlan['order']) =>
  'relevance' in by || ('column' in by && by.column === 'id')

/**
 * The CTEs of the matching ids. The newest records show soon whether a word is common. If it is, they are the page, and
 * its many matches are only counted; if not, the index has few.
 */
export function matchesSql(search: Search, plan: ListPlan, use: Use<ListPlan>): string {
  const { table, condition, index } = search
  const indexed = `select id from ${index.table} where ${index.condition}`
  if (!isWalked(plan)) return `${MATCHES} as materialized (${indexed}),`
  const { direction } = plan.order
  const size = plan.limit + 1
  const beyond = plan.after ? `id ${direction === 'asc' ? '>' : '<'} ${afterId(use)}` : 'true'
  const walked = `select * from ${table} where ${beyond} order by id ${direction} limit ${MAX_WALKED}`
  return `
walked as materialized (select id from (${walked}) as ${table} where ${condition} limit ${size}),
indexed as materialized (${indexed} and ${beyond} and (select count(*) from walked) < ${size}),
${MATCHES} as materialized (
  select id from walked where (select count(*) from walked) = ${size}
  union all select id from indexed),`
}

/** The number of matches, where the search is the only condition. */
export function countMatchesSql({ index }: Search, plan: ListPlan): string {
  if (!isWalked(plan)) return `(select count(*) from ${MATCHES})`
  return `case when (select count(*) from walked) <= ${plan.limit} then (select count(*) from indexed)
    else (select count(*) from ${index.table} where ${index.condition}) end`
}

// Other conditions could leave nothing of the walked records. With a total and a position, the total is of all matches.
const isWalked = ({ isCounted, order, offset, after, conditions }: ListPlan) =>
  'column' in order.by &&
  isOrderOfMatches(order) &&
  offset === 0 &&
  conditions.length === 1 &&
  !(isCounted && after)

/** The page in the order of the matches. The lateral join looks up one record after the other until the page is full. */
export function matchesInOrderSql(
  search: Search,
  plan: ListPlan,
  { from, otherConditions }: { from: string; otherConditions: string[] },
  use: Use<ListPlan>,
): string {
  const { order, after } = plan
  const conditions = ['id = m.id', ...otherConditions].join(' and ')
  const isAfter = order.direction === 'asc' ? '>' : '<'
  const matches =
    'relevance' in order.by
      ? rankedSql(search)
      : `select id, id as sort_value from ${MATCHES} ${after ? `where id ${isAfter} ${afterId(use)}` : ''}`
  const byValue = (of: string) =>
    `order by ${of}sort_value ${order.direction} nulls last, ${of}id ${order.direction}`
  return `select m.id, m.sort_value from (${matches} ${byValue('')}) m
    cross join lateral (select from ${from} where ${conditions} offset 0) found
    ${byValue('m.')}`
}

const rankedSql = ({ table, rank }: Search) => `
  select id, sort_value from (
    select id, ${rank} as sort_value from ${table}
    where id = any(array(select id from ${MATCHES} order by id desc limit ${MAX_RANKED}))
    union all (select id, null from ${MATCHES} order by id desc offset ${MAX_RANKED})
  ) ranked`

const afterId = (use: Use<ListPlan>) => use('bigint', afterIdValue)
const afterIdValue = ({ after }: ListPlan) => after?.id
