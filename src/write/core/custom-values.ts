// Reads values of custom fields from a request and converts them to the types of their fields.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { ApiError, type FieldErrors } from '../../core/api-error.ts'
import { formatValue, joinPath, parseBoolean, parseTime } from '../../core/values.ts'
import type { Db } from '../../db/db.ts'

export type CustomValue = string | number | boolean | null
export type FieldType = 'boolean' | 'timestamp' | 'string' | 'text' | 'number'

const MAX_FIELD_KEY = 100

/** What a key leaves out of a name without saying less: accents, spaces and most punctuation. */
const SILENT = /[\p{M}\s_\-.,:;/()[\]'"?!&]+/gu
const DIGEST_LENGTH = 12

/** The key of a field that has this name elsewhere. What a key cannot say is a digest in it, so that `C++` and `C#` are two fields. */
export function fieldKey(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase()
  const words = plain.replace(/[^0-9a-z]+/g, '_').replace(/^_+|_+$/g, '')
  const key = `cf_${words}`
  const isWhole = words !== '' && /^[0-9a-z]*$/.test(plain.replace(SILENT, ''))
  if (isWhole && key.length <= MAX_FIELD_KEY) return key
  const digest = createHash('sha256').update(plain).digest('hex').slice(0, DIGEST_LENGTH)
  return `${key.slice(0, MAX_FIELD_KEY - DIGEST_LENGTH - 1).replace(/_$/, '')}_${digest}`
}

/** A body can have values as `cf_…` members or in `custom_fields`, there with or without the prefix. */
export type WithCustomFields = {
  custom_fields?: Record<string, CustomValue> | undefined
  [member: `cf_${string}`]: CustomValue | undefined
}

/** A value from a request and its path in the body. */
export type CustomInput = { key: string; value: CustomValue; path: [string] | [string, string] }

/** `cf_…` members override those in `custom_fields`. */
export function readCustomValues({
  custom_fields = {},
  ...members
}: WithCustomFields): CustomInput[] {
  const inputs = new Map<string, CustomInput>()
  for (const [name, value] of Object.entries(custom_fields)) {
    if (value === undefined) continue
    const key = name.startsWith('cf_') ? name : `cf_${name}`
    inputs.set(key, { key, value, path: ['custom_fields', name] })
  }
  for (const [key, value] of Object.entries(members)) {
    if (key.startsWith('cf_') && value !== undefined) inputs.set(key, { key, value, path: [key] })
  }
  return [...inputs.values()]
}

export const omitCustomFields = <T extends WithCustomFields>(body: T) =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => name !== 'custom_fields' && !name.startsWith('cf_')),
  ) as Omit<T, 'custom_fields' | `cf_${string}`>

/** Values by key; null clears a value. Throws when a field does not exist or a value does not match its type. */
export async function coerceValues(
  db: Db,
  objectType: string,
  inputs: CustomInput[],
): Promise<Record<string, CustomValue>> {
  if (inputs.length === 0) return {}
  const keys = inputs.map(({ key }) => key)
  const types = await lockFieldTypes(db, objectType, keys)
  const values: Record<string, CustomValue> = {}
  for (const { key, value, path } of inputs) {
    const type = types.get(key)
    if (type === undefined) {
      throw buildError(path, 'not_found', `no custom field of ${objectType} has this key.`)
    }
    const coerced = coerceValue(type, value)
    if ('code' in coerced) throw buildError(path, coerced.code, coerced.message)
    values[key] = coerced.value
  }
  return values
}

/** The column `custom_fields` of a new record. */
export const buildNewValues = (values: Record<string, CustomValue>): RawBuilder<unknown> =>
  sql`jsonb_strip_nulls(${JSON.stringify(values)}::jsonb)`

/** The column `custom_fields` of an existing record. */
export const buildMergedValues = (values: Record<string, CustomValue>): RawBuilder<unknown> =>
  sql`jsonb_strip_nulls(custom_fields || ${JSON.stringify(values)}::jsonb)`

/** The lock prevents a change of keys until the transaction ends. */
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

/** Forms send text, so text is converted to the field's type. An empty text clears the value, like null. */
export function coerceValue(type: FieldType, input: CustomValue): CoercedValue {
  if (input === null || input === '') return { value: null }
  const quoted = formatValue(input)
  switch (type) {
    case 'boolean': {
      const value = parseBoolean(input)
      if (value !== undefined) return { value }
      return { code: 'bool', message: `${quoted} is not a boolean. Allowed: true, false.` }
    }
    case 'number': {
      const value = typeof input === 'string' && NUMBER.test(input) ? Number(input) : input
      if (typeof value === 'number' && Number.isFinite(value)) return { value }
      return { code: 'float', message: `${quoted} is not a number.` }
    }
    case 'timestamp': {
      const value = parseTime(input)
      // Responses show times without fractions of a second.
      if (value) return { value: `${value.toISOString().slice(0, 19)}Z` }
      return { code: 'time', message: `${quoted} is not a time. Example: 2026-01-31T00:00:00Z.` }
    }
    default: {
      const value = String(input)
      const length = [...value].length
      if (length <= MAX_VALUE_LENGTH[type]) return { value }
      const message = `${length} characters are too many. Allowed: at most ${MAX_VALUE_LENGTH[type]}.`
      return { code: 'max_runes', message }
    }
  }
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

function buildError(path: CustomInput['path'], code: string, message: string): ApiError {
  const [member, inner] = path
  const errors: FieldErrors = { [member]: inner === undefined ? code : { [inner]: code } }
  return new ApiError('invalid', `${joinPath(path)}: ${message}`, errors)
}
