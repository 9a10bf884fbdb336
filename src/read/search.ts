// Lists that are searched by `q`. The searched text is in a narrow table of its own, and page and total share the ids
// that match.
import type { Filter, Resource } from '../resources/resource.ts'
import type { ListPlan } from './list-plan.ts'
import type { Use } from './parameters.ts'

export const MAX_CHARACTERS = 200
export const MAX_WORDS = 12

/** How many records are looked through in the order of the list, where the statistics do not say how common the words are. */
const DEFAULT_WALKED = 1_500

/** The most records whose words are read, whatever the statistics say. */
const MAX_WALKED = 10_000

/** The records to look through, as a multiple of those that should be enough. */
const SLACK = 3

/** The same with other filters, which leave an unknown part of the matches. */
const SLACK_WITH_FILTERS = 30

/** Reading the words of a record takes as long as finding this many matches by the index. */
const COST_OF_WORDS = 2

/** Looking up a match takes as long as this many records of the list's index. */
const COST_OF_LOOKUP = 10

/** The most records of the list's index that are compared with the matches. */
const MAX_COMPARED = 50_000

/** How many matches are ranked, the newest first. The others follow them. */
const MAX_RANKED = 10_000

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** What is wrong with the text of a search; undefined for a good one. */
export function findSearchProblem(text: string): string | undefined {
  const length = [...text].length
  if (length > MAX_CHARACTERS)
    return `too long (${length} characters). Maximum: ${MAX_CHARACTERS} characters.`
  const words = new Set(text.toLowerCase().match(WORD))
  if (words.size > MAX_WORDS)
    return `too many words (${words.size}). Maximum: ${MAX_WORDS} different words.`
}

/** What somebody typed on a page, as far as it can be searched: its first words. */
export function searchableText(typed: string): string {
  const text = [...typed.trim()].slice(0, MAX_CHARACTERS).join('')
  const words = new Set<string>()
  for (const { 0: word, index } of text.matchAll(WORD))
    if (words.add(word.toLowerCase()).size > MAX_WORDS) return text.slice(0, index).trim()
  return text.trim()
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
  index: { table: string; condition: string; estimate: string | undefined }
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
      ? {
          table: index.table,
          condition: index.sql.replaceAll('?', text),
          estimate: index.estimate.replaceAll('?', text),
        }
      : { table, condition, estimate: undefined },
    rank: rank?.replaceAll('?', text),
  }
}

/** Whether the values do not matter for the best plan: without conditions, and for a search that always uses its index. */
export const hasOnePlan = ({ filters }: Resource, conditions: ListPlan['conditions']) =>
  conditions.every(({ filter }) => filters[filter]?.index !== undefined)

/** Whether the page is taken from the matches in their order, by id or by rank. */
export const isOrderOfMatches = ({ by }: ListPlan['order']) =>
  'relevance' in by || ('column' in by && by.column === 'id')

/** The list in its order without conditions, up to a limit, and the conditions beside the search. */
export type Walk = { rows: (limit: number) => string; from: string; otherConditions: string[] }

/**
 * The CTEs of the matching ids, and of the page where it is found without looking up every match. The words of the first
 * records fill a page of very common words, whose matches are only counted; the statistics tell which words are so common.
 * For others, the first records of the list are compared with the matches. The limits choose between ways to the same page.
 */
export function matchesSql(
  search: Search,
  plan: ListPlan,
  { rows, from, otherConditions }: Walk,
  use: Use<ListPlan>,
): string {
  const { table, condition, index } = search
  const hasWalked = isWalked(search, plan)
  const indexed = `select id from ${index.table} where ${index.condition}`
  if (!hasWalked && !isCompared(plan)) return `${MATCHES} as materialized (${indexed}),`
  const end = endOfPage(plan, use)
  const first = (max: number, limit: string) =>
    `(select * from (${rows(max)}) list limit (${limit})) w`
  const found =
    otherConditions.length > 0
      ? `cross join lateral (select from ${from} where ${['id = w.id', ...otherConditions].join(' and ')} offset 0) found`
      : ''
  const walked = `
walked as materialized (
  select w.id, w.sort_value from ${first(MAX_WALKED, walkLimit(search, plan, end))}
  cross join lateral (select from ${table} where id = w.id and ${condition} offset 0) matching
  ${found} limit ${end}),`
  // The function around the condition makes PostgreSQL hash the matches and keep the order of the list.
  const compared = () => `
compared as materialized (
  select w.id, w.sort_value
  from ${first(MAX_COMPARED, `select least(${COST_OF_LOOKUP} * count(*), ${MAX_COMPARED}) from ${MATCHES}`)} ${found}
  where coalesce(w.id in (select id from ${MATCHES}), false) limit ${end}),`
  return `${hasWalked ? walked : ''}
${MATCHES} as materialized (${indexed} ${hasWalked ? `and not ${isFull('walked', end)}` : ''}),
${isCompared(plan) ? compared() : ''}`
}

function walkLimit({ index }: Search, { conditions }: ListPlan, end: string): string {
  if (index.estimate === undefined) return String(DEFAULT_WALKED)
  const slack = conditions.length > 1 ? SLACK_WITH_FILTERS : SLACK
  return `select case when ${COST_OF_WORDS} * enough < matches then least(${slack} * enough, ${MAX_WALKED}) else 0 end::bigint
    from (select matches, ${end} * records / nullif(matches, 0) as enough from ${index.estimate}) estimated`
}

const endOfPage = ({ limit, offset }: ListPlan, use: Use<ListPlan>) =>
  offset > 0 ? use('bigint', endValue) : String(limit + 1)

const isFull = (cte: string, end: string) => `(select count(*) = ${end} from ${cte})`

/** The page as the CTEs found it, or else `page`, from all matches and with its limit. */
export function pageOfMatchesSql(
  search: Search,
  plan: ListPlan,
  { page, orderBy, limit }: { page: string; orderBy: string; limit: string },
  use: Use<ListPlan>,
): string {
  const ctes = [
    ...(isWalked(search, plan) ? ['walked'] : []),
    ...(isCompared(plan) ? ['compared'] : []),
  ]
  if (ctes.length === 0) return page
  const end = endOfPage(plan, use)
  const pages = ctes.map(
    (cte) =>
      `(select id, sort_value from ${cte} where ${isFull(cte, end)} order by ${orderBy} ${limit})`,
  )
  const isNone = ctes.map((cte) => `not ${isFull(cte, end)}`).join(' and ')
  return `${pages.join(' union all ')} union all select * from (${page}) looked_up where ${isNone}`
}

/** The number of matches, where the search is the only condition. */
export function countMatchesSql(search: Search, plan: ListPlan, use: Use<ListPlan>): string {
  const matches = `(select count(*) from ${MATCHES})`
  if (!isWalked(search, plan)) return matches
  const { index } = search
  return `case when ${isFull('walked', endOfPage(plan, use))}
    then (select count(*) from ${index.table} where ${index.condition}) else ${matches} end`
}

// Beside other conditions the total needs all matches. These conditions are columns, which are cheap to look up.
function isWalked(
  { index, position }: Search,
  { order, conditions, isCounted }: ListPlan,
): boolean {
  if (!hasIndex(order)) return false
  if (index.estimate === undefined) return isOrderOfMatches(order) && conditions.length === 1
  if (conditions.length === 1) return true
  return !isCounted && conditions.every(({ counted }, i) => i === position || counted !== undefined)
}

/** Matches in the order of their ids need no comparison. */
const isCompared = ({ order }: ListPlan) => hasIndex(order) && !isOrderOfMatches(order)

const hasIndex = ({ by }: ListPlan['order']) => !('relevance' in by || 'figure' in by)

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
/** The number of records up to the end of the page, and one more. */
export const endValue = ({ offset, limit }: ListPlan) => offset + limit + 1
