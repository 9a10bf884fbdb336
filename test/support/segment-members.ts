// Which users match the filters of each segment, by SQL that shares nothing with the service's own.
import { sql } from 'kysely'
import { parseTime } from '../../src/core/values.ts'
import type { Tx } from '../../src/db/db.ts'
import { countOf, membersOf, normalized, npsOf, ratingOf, type Sql } from './source-rows.ts'

type Filter = { operator: string; expressions: Filter[] } | Condition
type Condition = {
  column: string
  operator: string
  operand?: { val: string | string[] }
  unit?: string
}
type ValueType = 'text' | 'address' | 'number' | 'boolean' | 'time'
type Column = { value: Sql; type: ValueType; isOf: 'user' | 'external user' | 'account' }

const ofUser = (type: ValueType, value: Sql): Column => ({ type, value, isOf: 'user' })
const ofExternalUser = (type: ValueType, value: Sql): Column => ({
  type,
  value,
  isOf: 'external user',
})
const ofAccount = (type: ValueType, value: Sql): Column => ({ type, value, isOf: 'account' })

const RATING = ratingOf(sql`u.id`)
const COLUMNS: Record<string, Column> = {
  'user.name': ofUser('text', sql`u.name`),
  'user.email': ofUser('address', sql`u.email_address`),
  'user.job_title': ofUser('text', sql`u.job_title`),
  'user.country': ofUser('text', sql`u.country`),
  'user.region': ofUser('text', sql`u.region`),
  'user.city': ofUser('text', sql`u.city`),
  'user.satisfaction_score': ofUser('number', RATING),
  'user.satisfaction_group': ofUser(
    'text',
    sql`(case when ${RATING} between 0 and 6 then 'detractor' when ${RATING} between 7 and 8 then 'neutral'
      when ${RATING} between 9 and 10 then 'promoter' end)`,
  ),
  'user.last_login': ofUser('time', sql`u.last_login`),
  'user.created_at': ofUser('time', sql`u.created_at`),
  'user.external_id': ofExternalUser('text', sql`e.external_id`),
  'user.type': ofExternalUser('text', sql`e.type`),
  'user.seen_days': ofExternalUser('number', sql`e.seen_days`),
  'user.last_seen_at': ofExternalUser('time', sql`e.last_seen_at`),
  'account.external_id': ofAccount('text', sql`a.external_id`),
  'account.name': ofAccount('text', sql`a.name`),
  'account.plan': ofAccount('text', sql`a.plan`),
  'account.mrr': ofAccount('number', sql`a.mrr`),
  'account.ltv': ofAccount('number', sql`a.ltv`),
  'account.nps': ofAccount('number', npsOf(sql`a.id`)),
  'account.users_count': ofAccount('number', countOf(membersOf(sql`a.id`))),
  'account.created_at': ofAccount('time', sql`coalesce(a.external_created_at, a.created_at)`),
}

const CUSTOM_TYPES: Record<string, [ValueType, cast: string]> = {
  string: ['text', 'text'],
  text: ['text', 'text'],
  number: ['number', 'float8'],
  boolean: ['boolean', 'boolean'],
  timestamp: ['time', 'timestamptz'],
}

const NEGATIONS: Record<string, string> = {
  is_not: 'is',
  does_not_contain: 'contains',
  is_not_set: 'is_set',
}

const COMPARISONS: Record<string, string> = {
  is: '=',
  greater_than: '>',
  after: '>',
  less_than: '<',
  before: '<',
  at_least: '>=',
  at_most: '<=',
}

/** Rows of segment_id and user_id. */
export async function membersQuery(tx: Tx): Promise<Sql> {
  const { rows: segments } = await sql<{ id: number; filters: Filter }>`
    select id, filters from segments`.execute(tx)
  const { rows: fields } = await sql<{ object_type: string; key: string; field_type: string }>`
    select object_type, key, field_type from custom_fields
    where object_type in ('external_users', 'external_accounts')`.execute(tx)
  const columns = { ...COLUMNS, ...Object.fromEntries(fields.map(customColumn)) }
  const queries = segments.map(
    ({ id, filters }) => sql`
      select ${id}::bigint as segment_id, u.id as user_id from users u where ${matches(filters, columns)}`,
  )
  return sql.join(
    [sql`select null::bigint as segment_id, null::bigint as user_id where false`, ...queries],
    sql` union all `,
  )
}

function customColumn(field: { object_type: string; key: string; field_type: string }) {
  const { object_type, key, field_type } = field
  const [type, cast] = CUSTOM_TYPES[field_type] as [ValueType, string]
  const value = (owner: string) =>
    sql`(${sql.ref(owner)}.custom_fields ->> ${key}::text)::${sql.raw(cast)}`
  const column =
    object_type === 'external_users'
      ? ofExternalUser(type, value('e'))
      : ofAccount(type, value('a'))
  return [`${object_type}.${key}`, column] as const
}

function matches(filter: Filter, columns: Record<string, Column>): Sql {
  if ('column' in filter) return matchesCondition(filter, columns)
  const { operator = 'and', expressions = [] } = filter
  if (expressions.length === 0) return sql`true`
  const inner = expressions.map((one) => matches(one, columns))
  return sql`(${sql.join(inner, operator === 'or' ? sql` or ` : sql` and `)})`
}

function matchesCondition(condition: Condition, columns: Record<string, Column>): Sql {
  const negated = NEGATIONS[condition.operator]
  if (negated) return sql`not ${matchesCondition({ ...condition, operator: negated }, columns)}`
  const column = columns[condition.column]
  // The custom field was deleted.
  if (!column) return sql`false`
  const holds = compareValue(column, condition)
  if (column.isOf === 'user') return sql`coalesce(${holds}, false)`
  const account =
    column.isOf === 'account'
      ? sql`join external_accounts a on a.id = e.external_account_id`
      : sql``
  return sql`exists (select from external_users e ${account} where e.user_id = u.id and ${holds})`
}

function compareValue(
  { value, type }: Pick<Column, 'value' | 'type'>,
  { operator, operand, unit }: Condition,
): Sql {
  const isText = type === 'text' || type === 'address'
  if (operator === 'is_set') return isText ? sql`length(${value}) > 0` : sql`${value} is not null`
  const values = [operand?.val ?? []].flat()
  if (operator === 'in')
    return sql`(${sql.join(
      values.map((val) => compareValue({ value, type }, { ...equals, operand: { val } })),
      sql` or `,
    )})`
  const val = values.join(',')
  if (isText) return compareText(type, value, operator, val)
  return sql`${value} ${sql.raw(COMPARISONS[operator] as string)} ${operandOf(type, val, unit)}`
}

const equals = { column: '', operator: 'is' }

function compareText(type: ValueType, value: Sql, operator: string, val: string): Sql {
  const text = sql`${val}::text`
  if (operator === 'contains') return sql`position(${normalized(text)} in ${normalized(value)}) > 0`
  if (operator === 'starts_with')
    return sql`left(${normalized(value)}, length(${normalized(text)})) = ${normalized(text)}`
  return type === 'address'
    ? sql`lower(${value}) = lower(${text} collate "und-x-icu")`
    : sql`${value} = ${text}`
}

function operandOf(type: ValueType, val: string, unit?: string): Sql {
  if (unit) return sql`now() - ${`${val} ${unit}`}::text::interval`
  if (type === 'time') return sql`${parseTime(val)?.toISOString()}::timestamptz`
  return type === 'boolean' ? sql`${val}::text::boolean` : sql`${val}::text::numeric`
}
