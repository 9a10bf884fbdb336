// Values of custom fields, as clients send them → as the fields' types have them.
import { type RawBuilder, sql } from 'kysely'
import { ApiError, type FieldErrors } from '../api-error.ts'
import type { Db } from '../db/db.ts'
import { parseBoolean, parseTime } from '../values.ts'

export type CustomValue = string | number | boolean | null
export type FieldType = 'boolean' | 'timestamp' | 'string' | 'text' | 'number'

/** A body that may carry them: as `cf_…` members, or in `custom_fields` with or without the prefix. */
export type WithCustomFields = {
  custom_fields?: Record<string, CustomValue> | undefined
  [member: `cf_${string}`]: CustomValue | undefined
}

/** One value that was sent, and where in the body it stands. */
export type CustomInput = { key: string; value: CustomValue; path: [string] | [string, string] }

/** The body's own members win over those in `custom_fields`. */
export function readCustomValues({
  custom_fields = {},
  ...members
}: WithCustomFields): CustomInput[] {
  const given = new Map<string, CustomInput>()
  for (const [name, value] of Object.entries(custom_fields)) {
    if (value === undefined) continue
    const key = name.startsWith('cf_') ? name : `cf_${name}`
    given.set(key, { key, value, path: ['custom_fields', name] })
  }
  for (const [key, value] of Object.entries(members)) {
    if (key.startsWith('cf_') && value !== undefined) given.set(key, { key, value, path: [key] })
  }
  return [...given.values()]
}

/** What is left of a body without them. */
export const omitCustomFields = <T extends WithCustomFields>(body: T) =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => name !== 'custom_fields' && !name.startsWith('cf_')),
  ) as Omit<T, 'custom_fields' | `cf_${string}`>

/** The values by the keys of fields that exist, null for one to be cleared; refused where one does not fit. */
export async function coerceValues(
  db: Db,
  objectType: string,
  given: CustomInput[],
): Promise<Record<string, CustomValue>> {
  if (given.length === 0) return {}
  const keys = given.map(({ key }) => key)
  const types = await lockFieldTypes(db, objectType, keys)
  const values: Record<string, CustomValue> = {}
  for (const { key, value, path } of given) {
    const type = types.get(key)
    if (type === undefined) {
      throw buildError(path, 'not_found', `names no custom field of ${objectType}`)
    }
    const fitted = coerceValue(type, value)
    if ('code' in fitted) throw buildError(path, fitted.code, fitted.message)
    values[key] = fitted.value
  }
  return values
}

/** The column `custom_fields` of a new record. */
export const buildNewValues = (values: Record<string, CustomValue>): RawBuilder<unknown> =>
  sql`jsonb_strip_nulls(${JSON.stringify(values)}::jsonb)`

/** The column of a record that has some already. */
export const buildMergedValues = (values: Record<string, CustomValue>): RawBuilder<unknown> =>
  sql`jsonb_strip_nulls(custom_fields || ${JSON.stringify(values)}::jsonb)`

/** The fields keep their keys until the transaction ends. */
export async function lockFieldTypes(
  db: Db,
  objectType: string,
  keys: string[],
): Promise<Map<string, FieldType>> {
  const { rows } = await sql<{ key: string; field_type: FieldType }>`
    select key, field_type from custom_fields
    where object_type = ${objectType} and key = any(${keys}) order by id for key share`.execute(db)
  return new Map(rows.map(({ key, field_type }) => [key, field_type]))
}

type CoercedValue = { value: CustomValue } | { code: string; message: string }

export const MAX_VALUE_LENGTH = { string: 128, text: 10_000 }

/** The value in the type of its field, read from text where it came as text; null clears. */
export function coerceValue(type: FieldType, input: CustomValue): CoercedValue {
  if (input === null || input === '') return { value: null }
  const shown = JSON.stringify(input).slice(0, 100)
  switch (type) {
    case 'boolean': {
      const value = parseBoolean(input)
      if (value !== undefined) return { value }
      return { code: 'bool', message: `${shown} should be true or false` }
    }
    case 'number': {
      const value = typeof input === 'string' && NUMBER.test(input) ? Number(input) : input
      if (typeof value === 'number' && Number.isFinite(value)) return { value }
      return { code: 'float', message: `${shown} should be a number` }
    }
    case 'timestamp': {
      const value = parseTime(input)
      // Without a fraction, as all times leave us.
      if (value) return { value: `${value.toISOString().slice(0, 19)}Z` }
      return { code: 'time', message: `${shown} should be a time such as 2026-01-31T00:00:00Z` }
    }
    default: {
      const value = String(input)
      const length = [...value].length
      if (length <= MAX_VALUE_LENGTH[type]) return { value }
      const allowed = `at most ${MAX_VALUE_LENGTH[type]} are allowed`
      return { code: 'max_runes', message: `has ${length} characters; ${allowed}` }
    }
  }
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

function buildError([member, inner]: CustomInput['path'], code: string, message: string): ApiError {
  const errors: FieldErrors = { [member]: inner === undefined ? code : { [inner]: code } }
  const name = inner === undefined ? member : `${member}.${inner}`
  return new ApiError('invalid', `${name.slice(0, 200)} ${message}.`, errors)
}
