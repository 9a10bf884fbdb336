// Filters by custom field: `cf_seats=10..20`, `cf_persona=buyer,user`, `external_accounts.cf_region=north`. They use the
// values and the index of the sorts by custom field.

import { ApiError } from '../core/api-error.ts'
import { parseBoolean, parseTime } from '../core/values.ts'
import type { Queries } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'
import { parseFilterValues } from './filter-values.ts'
import type { Condition, CustomFieldRequest } from './list-plan.ts'
import {
  anySql,
  EXPECTED_NUMBERS,
  type Place,
  parseNumber,
  parseRange,
  type Range,
  rangesSql,
  refuseManyRanges,
} from './ranges.ts'

type Field = { id: number; field_type: string }

const NAME = /^(?:(\w+)\.)?(cf_\w+)$/

/** The custom field that a sort or a parameter names; undefined when this list has none. */
export function parseCustomFieldName(
  { customFields }: Resource,
  name: string,
): Omit<CustomFieldRequest, 'input'> | undefined {
  const [, objectType, key] = NAME.exec(name) ?? []
  const objectTypes = customFields.filter((type) => objectType === undefined || type === objectType)
  return key && objectTypes.length > 0 ? { key, objectTypes } : undefined
}

/** Values of fields of type `text` are not indexed. */
export async function findIndexedField(
  pool: Queries,
  { key, objectTypes }: Omit<CustomFieldRequest, 'input'>,
): Promise<Field | undefined> {
  const { rows } = await pool.query<Field>({
    name: 'indexed_custom_field',
    text: `select id::int8, field_type from custom_fields
      where key = $1 and object_type = any($2::text[]) and field_type <> 'text'
      order by array_position($2::text[], object_type) limit 1`,
    values: [key, objectTypes],
  })
  return rows[0]
}

/** Compiles the condition by the type of the field. */
export async function customFieldCondition(
  pool: Queries,
  { name }: Resource,
  filter: string,
  asked: CustomFieldRequest,
): Promise<Condition> {
  const field = await findIndexedField(pool, asked)
  if (!field) {
    throw new ApiError(
      'malformed',
      `${filter}: no custom field with this key can be used as a filter. Fields of type "text" cannot.`,
      { [filter]: 'in' },
    )
  }
  const values: unknown[] = [field.id]
  const place = (value: unknown) => values.push(value) - 1
  const tests = parseFilterValues(filter, asked.input).map((text) =>
    parseTest(filter, field.field_type, text),
  )
  refuseManyRanges(filter, tests.filter(isRange))
  const holding = tests.filter(({ isExcluded }) => !isExcluded)
  const excluded = tests.filter(({ isExcluded }) => isExcluded)
  const among = (some: ValueTest[]) => `id in (
    select record_id from custom_values where collection = '${name}' and field_id = (? ->> 0)::bigint
      and (${testsSql(some, place)}))`
  const conditions = [
    ...(holding.length > 0 ? [among(holding)] : []),
    ...(excluded.length > 0 ? [`not ${among(excluded)}`] : []),
  ]
  return {
    filter,
    sql: conditions.join(' and ') || 'true',
    reads: 'id',
    value: JSON.stringify(values),
  }
}

/** A value, or an inclusive range. Values of all types except strings are stored as numbers. */
type ValueTest = { isExcluded: boolean } & ({ text: string } | Range)

function parseTest(filter: string, type: string, asked: string): ValueTest {
  if (asked.includes('\0')) throw invalidValue(filter, asked, 'text without NUL characters')
  // The minus sign of a number is its sign, not an exclusion.
  const isExcluded = type !== 'number' && asked.startsWith('-')
  const text = isExcluded ? asked.slice(1) : asked
  if (type === 'string') return { isExcluded, text }
  const range = parseRange(text, (end) => toNumber(type, end))
  if (!range) throw invalidValue(filter, asked, EXPECTED[type] as string)
  return { isExcluded, ...range }
}

const EXPECTED: Record<string, string> = {
  number: EXPECTED_NUMBERS,
  boolean: 'true or false',
  timestamp: 'a time such as 2026-01-31T00:00:00Z, or a range such as 2026-01-01..2026-01-31',
}

/** The number stored in `custom_values`; NaN when the text is invalid. */
function toNumber(type: string, text: string): number {
  if (type === 'boolean') return Number(parseBoolean(text) ?? Number.NaN)
  if (type === 'timestamp') return Number(parseTime(text) ?? Number.NaN) / 1000
  return parseNumber(text)
}

const isRange = <T extends ValueTest>(test: T): test is T & Range => 'from' in test

function testsSql(tests: ValueTest[], place: Place): string {
  const texts = tests.flatMap((test) => ('text' in test ? test.text : []))
  return [
    ...(texts.length > 0 ? [`string_value = ${anySql(texts, 'text', place)}`] : []),
    ...rangesSql('number_value', 'float8', tests.filter(isRange), place),
  ].join(' or ')
}

const invalidValue = (filter: string, value: string, right: string) =>
  new ApiError(
    'malformed',
    `${filter}: ${JSON.stringify(value.slice(0, 100))} is invalid. Expected ${right}.`,
    {
      [filter]: 'in',
    },
  )
