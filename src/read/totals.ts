// Totals from counters.
import type { Resource } from '../resources/resource.ts'
import type { Condition } from './list-plan.ts'

/** Replaces `?` by the value of the condition at this position. */
export type Fill = (sql: string, position: number) => string

/** All records of the list. */
export const countRecordsSql = ({ name, only }: Resource) =>
  only === null
    ? `(select coalesce(sum(count), 0) from record_counts where collection = '${name}')::bigint`
    : `(select count(*) from ${name} where ${only})`

/** Undefined unless all conditions ask for columns of the same counted rows. */
export function sumCountsSql(conditions: Condition[], fill: Fill): string | undefined {
  const from = conditions[0]?.counted?.from
  if (from === undefined || conditions.some(({ counted }) => counted?.from !== from))
    return undefined
  const where = conditions.map(({ counted }, i) => `(${fill(counted?.sql ?? '', i)})`)
  return `(select coalesce(sum(count), 0) from ${from} where ${where.join(' and ')})::bigint`
}
