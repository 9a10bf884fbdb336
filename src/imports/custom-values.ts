// Custom values of imported records, and rows as a parameter of the SQL functions. A field that does not exist can be created,
// with the type of its first value.
import { sql } from 'kysely'
import type { Path, Problem } from '../core/api-error.ts'
import { inSlices, mapInSlices } from '../core/slices.ts'
import { joinPath } from '../core/values.ts'
import type { Tx } from '../db/db.ts'
import { auditCreatedFields, type CreatedField } from '../write/core/audit.ts'
import {
  type CustomInput,
  type CustomValue,
  coerceValue,
  type FieldType,
  lockFieldTypes,
  MAX_VALUE_LENGTH,
} from '../write/core/custom-values.ts'

/** Values by key, of the types of their fields. */
export type CustomValues = Record<string, CustomValue>

/** The collections that an import gives custom fields. */
export type CustomFieldOwner = 'external_users' | 'external_accounts' | 'suggestions'

/** A custom field by its key. */
export type CustomFieldKey = { objectType: CustomFieldOwner; key: string }

/** A custom field to create. */
export type NewField = CustomFieldKey & { type: FieldType }

/** Rows in JSON as a parameter of the functions in src/db/functions/imports.sql. */
export const toJsonArray = (rows: string) => sql`array(select jsonb_array_elements(${rows}::jsonb))`

/** The custom values of a row, and the path of the row in the input. */
export type RowValues = { values: CustomInput[]; path: Path }

type CoerceOptions = {
  actor: number
  objectType: CustomFieldOwner
  rows: RowValues[]
  /** By default fields that do not exist are created. */
  createsFields?: boolean
  /** Invalid values are added. */
  problems: Problem[]
}

const MAX_FIELDS_PER_ROW = 200
const MAX_NEW_FIELDS = 200

/** The values of each row by key. */
export async function coerceImportedValues(
  tx: Tx,
  { rows, createsFields = true, ...options }: CoerceOptions,
): Promise<CustomValues[]> {
  const { problems, objectType } = options
  if (rows.every(({ values }) => values.length === 0)) return rows.map(() => ({}))
  const validRows = createsFields
    ? await mapInSlices(rows, (row) => ({ ...row, values: filterValidKeys(row, problems) }))
    : rows
  const types = createsFields
    ? await resolveFieldTypes(tx, { ...options, rows: validRows })
    : await lockFieldTypes(tx, objectType, [...(await collectKeys(rows))])
  return mapInSlices(validRows, ({ values, path }) => {
    const coercedValues: CustomValues = {}
    for (const { key, value, path: inner } of values) {
      const report = (code: string, message: string) =>
        problems.push(buildProblem([...path, ...inner], code, message))
      const type = types.get(key)
      if (type === undefined) {
        // Otherwise no row has a value for this key, so no field was created.
        if (!createsFields) report('not_found', `no custom field of ${objectType} has this key.`)
        continue
      }
      const coerced = coerceValue(type, value)
      if ('code' in coerced) report(coerced.code, coerced.message)
      else coercedValues[key] = coerced.value
    }
    return coercedValues
  })
}

async function collectKeys(rows: RowValues[]): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const { values } of inSlices(rows)) for (const { key } of values) keys.add(key)
  return keys
}

function filterValidKeys({ values, path }: RowValues, problems: Problem[]): CustomInput[] {
  if (values.length > MAX_FIELDS_PER_ROW) {
    const message = `${values.length} custom fields are too many. Allowed: at most ${MAX_FIELDS_PER_ROW}.`
    problems.push(buildProblem([...path, 'custom_fields'], 'max_length', message))
    return []
  }
  const hasValidKey = ({ key }: CustomInput) => /^cf_[0-9A-Za-z_]{1,125}$/.test(key)
  for (const value of values) {
    if (hasValidKey(value)) continue
    const message =
      'not a valid key. Allowed: cf_ and then letters, digits and _, at most 128 characters in total.'
    problems.push(buildProblem([...path, ...value.path], 'pattern', message))
  }
  return values.filter(hasValidKey)
}

async function resolveFieldTypes(
  tx: Tx,
  { actor, objectType, rows, problems }: CoerceOptions,
): Promise<Map<string, FieldType>> {
  const types = await lockFieldTypes(tx, objectType, [...(await collectKeys(rows))])
  const missing = new Map<string, FieldType>()
  for await (const { values, path } of inSlices(rows)) {
    for (const { key, value, path: inner } of values) {
      if (types.has(key) || value === null || value === '') continue
      if (!missing.has(key) && missing.size === MAX_NEW_FIELDS) {
        const message = `too many new custom fields. Allowed: at most ${MAX_NEW_FIELDS} in one call.`
        problems.push(buildProblem([...path, ...inner], 'max', message))
        return types
      }
      missing.set(key, chooseFieldType(value, missing.get(key)))
    }
  }
  if (missing.size === 0) return types
  const createdKeys = [...missing.keys()]
  const { rows: created } = await sql<CreatedField>`
    insert into custom_fields (key, name, field_type, object_type, created_by_id, updated_by_id)
    select key, replace(substr(key, 4), '_', ' '), field_type, ${objectType}, ${actor}::bigint, ${actor}::bigint
    from unnest(${createdKeys}::text[], ${[...missing.values()]}::text[]) f (key, field_type) order by key
    on conflict (object_type, key) do nothing
    returning id, key, name, field_type, object_type`.execute(tx)
  await auditCreatedFields(tx, actor, created)
  // Another call can have created one of them with another type.
  return new Map([...types, ...(await lockFieldTypes(tx, objectType, createdKeys))])
}

/** The first value decides. A later text that is too long for a string turns the field into a text. */
function chooseFieldType(value: CustomValue, earlier?: FieldType): FieldType {
  if (earlier === undefined && typeof value === 'number') return 'number'
  if (earlier === undefined && typeof value === 'boolean') return 'boolean'
  if (earlier !== undefined && earlier !== 'string') return earlier
  return [...String(value)].length > MAX_VALUE_LENGTH.string ? 'text' : 'string'
}

const buildProblem = (path: Path, code: string, message: string): Problem => ({
  path,
  code,
  message: `${joinPath(path)}: ${message}`,
})
