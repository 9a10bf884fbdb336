// Definitions of custom fields. Records store the values in their `custom_fields` column under the field's key. Triggers
// maintain the sort index, which uses the field's id.
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { formatValue } from '../core/values.ts'
import type { Tx } from '../db/db.ts'
import { custom_fields } from '../resources/custom_fields.ts'
import { lockAccounts, lockPeople, lockSuggestions } from './core/locks.ts'
import { createRecord, deleteRecord, lockRecord, updateRecord } from './core/records.ts'

export type CustomField = { name: string; key: string; field_type: string; object_type: string }

export async function createCustomField(
  tx: Tx,
  actor: number,
  field: CustomField,
): Promise<number> {
  await rejectDuplicateKey(tx, field)
  return createRecord(tx, custom_fields, actor, field)
}

/** A new key is applied to the stored values. */
export async function updateCustomField(
  tx: Tx,
  actor: number,
  id: number,
  changes: { name?: string; key?: string },
): Promise<void> {
  await serializeRewrites(tx)
  const before = await lockRecord<CustomField>(tx, custom_fields, id)
  const { key = before.key } = changes
  if (key === before.key) return updateRecord(tx, custom_fields, { id, actor }, changes)
  await rejectDuplicateKey(tx, { ...before, key })
  await updateRecord(tx, custom_fields, { id, actor }, changes)
  await rewriteValues(
    tx,
    before,
    sql`custom_fields - ${before.key}::text
      || jsonb_build_object(${key}::text, custom_fields -> ${before.key}::text)`,
  )
}

export async function deleteCustomField(tx: Tx, id: number): Promise<void> {
  await serializeRewrites(tx)
  const before = await lockRecord<CustomField>(tx, custom_fields, id)
  await deleteRecord(tx, custom_fields, id)
  await rewriteValues(tx, before, sql`custom_fields - ${before.key}::text`)
}

// Rewriting values indexes the other fields of the records too, which locks their definitions.
const serializeRewrites = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('custom_fields'))`.execute(tx)

// Call it after the definition is written: that write waits for transactions that are writing values of the field. It
// does not change `updated_at`, because the external user that was updated last represents its user.
async function rewriteValues(
  tx: Tx,
  { object_type, key }: CustomField,
  values: RawBuilder<unknown>,
): Promise<void> {
  const affected = sql`from ${sql.table(object_type)} where jsonb_exists(custom_fields, ${key})`
  if (object_type === 'suggestions') await lockSuggestions(tx, sql`select id ${affected}`)
  if (object_type === 'external_accounts') await lockAccounts(tx, sql`select id ${affected}`)
  if (object_type === 'external_users') await lockPeople(tx, sql`select user_id ${affected}`)
  await sql`
    update ${sql.table(object_type)} set custom_fields = ${values}
    where jsonb_exists(custom_fields, ${key})`.execute(tx)
}

async function rejectDuplicateKey(
  tx: Tx,
  { object_type, key }: Pick<CustomField, 'object_type' | 'key'>,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from custom_fields where object_type = ${object_type} and key = ${key}`.execute(tx)
  if (!rows[0]) return
  throw new ApiError(
    'invalid',
    `key: custom field ${rows[0].id} of ${object_type} already has the key ${formatValue(key)}. Choose another key.`,
    { key: 'unique' },
  )
}
