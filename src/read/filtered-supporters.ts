// The supporters that a list's filters by people and accounts select: one condition for all these filters together, the
// figures of these supporters for a row, and all rows with a figure, to sort by it. The figures of one segment are stored.
import type { SupporterFigure } from '../resources/resource.ts'
import type { Condition } from './list-plan.ts'
import type { Fill } from './totals.ts'

export type FilteredSupporters = {
  /** The places of their conditions in the plan. */
  positions: number[]
  /** The supported suggestions; undefined where the only condition says it itself. */
  condition: string | undefined
  /** Of the suggestion with this id: an SQL expression. */
  figureOf: (figure: SupporterFigure, id: string) => string
  /** A query of `record_id` and `value`, for all suggestions with such a supporter. */
  rows: (figure: SupporterFigure) => string
  /** Whether `rows` reads an index in the order of the values. */
  isStored: boolean
}

export function findFilteredSupporters(
  conditions: Condition[],
  fill: Fill,
): FilteredSupporters | undefined {
  const positions = conditions.flatMap(({ supporters }, i) => (supporters ? [i] : []))
  if (positions.length === 0) return undefined
  const [first = 0, ...others] = positions
  const { filter, value } = conditions[first] as Condition
  if (others.length === 0 && filter === 'segment' && Array.isArray(value) && value.length === 1)
    return storedFigures(positions, `(${fill('?', first)})[1]`)
  const asked = (kind: 'user' | 'account') =>
    conditions.flatMap(({ supporters }, i) => {
      const sql = (supporters as Record<string, string> | undefined)?.[kind]
      return sql === undefined ? [] : [fill(sql, i)]
    })
  const { count, accounts } = countingSql(asked('user'), asked('account'))
  const figureSql = {
    supporters: (of?: string) => count(of),
    accounts: (of?: string) => accounts('count(*)', of),
    revenue: (of?: string) => accounts('coalesce(sum(a.mrr), 0)', of),
  }
  return {
    positions,
    condition:
      others.length > 0 ? `id in (select record_id from (${count()}) filtered)` : undefined,
    figureOf: (figure, id) => `coalesce((select value from (${figureSql[figure](id)}) figure), 0)`,
    // A supporter without an account has no row in the counts of accounts.
    rows: (figure) =>
      figure === 'supporters' || asked('account').length > 0
        ? figureSql[figure]()
        : `select s.record_id, coalesce(f.value, 0) as value from (${count()}) s
          left join (${figureSql[figure]()}) f using (record_id)`,
    isStored: false,
  }
}

const STORED_COLUMNS = { supporters: 'users_count', accounts: 'accounts_count', revenue: 'revenue' }

function storedFigures(positions: number[], segment: string): FilteredSupporters {
  const from = `from segment_figures f where f.collection = 'suggestions' and f.segment_id = ${segment}`
  return {
    positions,
    condition: undefined,
    figureOf: (figure, id) =>
      `coalesce((select f.${STORED_COLUMNS[figure]} ${from} and f.record_id = ${id}), 0)`,
    rows: (figure) => `select f.record_id, f.${STORED_COLUMNS[figure]} as value ${from}`,
    isStored: true,
  }
}

/** Counts of all suggestions, or of one. Everybody and every account counts once. */
function countingSql(user: string[], account: string[]) {
  const of = (column: string, id: string | undefined) =>
    id === undefined ? [] : [`${column} = ${id}`]
  const where = (conditions: string[]) =>
    conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const isInAccount =
    account.length > 0
      ? [
          `s.user_id in (
            select e.user_id from external_accounts a join external_users e on e.external_account_id = a.id
            where ${account.join(' and ')})`,
        ]
      : []
  return {
    count: (id?: string) => `
      select s.suggestion_id as record_id, count(*) as value from supporters s
      ${where([...user, ...isInAccount, ...of('s.suggestion_id', id)])} group by s.suggestion_id`,
    accounts: (aggregate: string, id?: string) =>
      user.length === 0
        ? `select s.suggestion_id as record_id, ${aggregate} as value
          from suggestion_accounts s join external_accounts a on a.id = s.external_account_id
          ${where([...account, ...of('s.suggestion_id', id)])} group by s.suggestion_id`
        : `select s.suggestion_id as record_id, ${aggregate} as value
          from (
            select distinct s.suggestion_id, e.external_account_id
            from supporters s join external_users e on e.user_id = s.user_id
            ${where([...user, ...of('s.suggestion_id', id)])}
          ) s join external_accounts a on a.id = s.external_account_id
          ${where(account)} group by s.suggestion_id`,
  }
}
