// Custom values of many records at once. A field that is not there yet is made, of the type that its first value has.
import { sql } from 'kysely'
import type { Path, Problem } from '../api-error.ts'
import type { Tx } from '../db/db.ts'
import {
  type CustomInput,
  type CustomValue,
  coerceValue,
  type FieldType,
  lockFieldTypes,
  MAX_VALUE_LENGTH,
} from './custom-values.ts'

export type ImportedRow = { values: CustomInput[]; path: Path }

const MAX_FIELDS_PER_ROW = 200
const MAX_NEW_FIELDS = 200

/** The values of each row by the keys of their fields. What does not fit is added to the problems. */
export async function coerceImportedValues(
  tx: Tx,
  actor: number,
  objectType: 'external_users' | 'external_accounts',
  rows: ImportedRow[],
  problems: Problem[],
): Promise<Record<string, CustomValue>[]> {
  if (rows.every(({ values }) => values.length === 0)) return rows.map(() => ({}))
  const nameable = rows.map((row) => ({ ...row, values: filterValidKeys(row, problems) }))
  const types = await resolveFieldTypes(tx, actor, objectType, nameable, problems)
  return nameable.map(({ values, path }) => {
    const fitting: Record<string, CustomValue> = {}
    for (const { key, value, path: inner } of values) {
      const type = types.get(key)
      // A field that nobody has and nobody gives a value needs none.
      if (type === undefined) continue
      const fitted = coerceValue(type, value)
      if ('code' in fitted)
        problems.push(buildProblem([...path, ...inner], fitted.code, fitted.message))
      else fitting[key] = fitted.value
    }
    return fitting
  })
}

/** Those whose names a custom field can have. */
function filterValidKeys({ values, path }: ImportedRow, problems: Problem[]): CustomInput[] {
  if (values.length > MAX_FIELDS_PER_ROW) {
    const message = `has ${values.length} custom fields; at most ${MAX_FIELDS_PER_ROW} are allowed`
    problems.push(buildProblem([...path, 'custom_fields'], 'max_length', message))
    return []
  }
  const isNameable = ({ key }: CustomInput) => /^cf_[0-9A-Za-z_]{1,125}$/.test(key)
  for (const value of values) {
    if (isNameable(value)) continue
    const message =
      'is no name of a custom field: letters, digits and _ after cf_, 128 characters at most'
    problems.push(buildProblem([...path, ...value.path], 'pattern', message))
  }
  return values.filter(isNameable)
}

async function resolveFieldTypes(
  tx: Tx,
  actor: number,
  objectType: string,
  rows: ImportedRow[],
  problems: Problem[],
): Promise<Map<string, FieldType>> {
  const keys = [...new Set(rows.flatMap(({ values }) => values.map(({ key }) => key)))]
  const types = await lockFieldTypes(tx, objectType, keys)
  const missing = new Map<string, FieldType>()
  for (const { values, path } of rows) {
    for (const { key, value, path: inner } of values) {
      if (types.has(key) || value === null || value === '') continue
      if (!missing.has(key) && missing.size === MAX_NEW_FIELDS) {
        const message = `would be a new custom field; at most ${MAX_NEW_FIELDS} can be made at once`
        problems.push(buildProblem([...path, ...inner], 'max', message))
        return types
      }
      missing.set(key, inferFieldType(value, missing.get(key)))
    }
  }
  if (missing.size === 0) return types
  const made = [...missing.keys()]
  await sql`
    insert into custom_fields (key, name, field_type, object_type, created_by_id, updated_by_id)
    select key, replace(substr(key, 4), '_', ' '), field_type, ${objectType}, ${actor}::bigint, ${actor}::bigint
    from unnest(${made}::text[], ${[...missing.values()]}::text[]) f (key, field_type) order by key
    on conflict (object_type, key) do nothing`.execute(tx)
  // Another call may have made one of them, of another type.
  return new Map([...types, ...(await lockFieldTypes(tx, objectType, made))])
}

/** The first value decides; a text that is too long for a string makes it a text. */
function inferFieldType(value: CustomValue, earlier?: FieldType): FieldType {
  if (earlier === undefined && typeof value === 'number') return 'number'
  if (earlier === undefined && typeof value === 'boolean') return 'boolean'
  if (earlier !== undefined && earlier !== 'string') return earlier
  return [...String(value)].length > MAX_VALUE_LENGTH.string ? 'text' : 'string'
}

const buildProblem = (path: Path, code: string, message: string): Problem => ({
  path,
  code,
  message: `${path.join('.').slice(0, 200)} ${message}.`,
})
