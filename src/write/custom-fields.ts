// Definitions of custom fields. Records store the values in their `custom_fields` column under the field's key. Triggers
// maintain the sort index, which uses the field's id.
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { formatValue } from '../core/values.ts'
import type { Tx } from '../db/db.ts'
import { custom_fields } from '../resources/custom_fields.ts'
import { lockAccounts, lockPeople, lockSuggestions } from './core/locks.ts'
import { createRecord, deleteRecord, lockRecord, updateRecord } from './core/records.ts'
import { MAX_CHOICE_LENGTH, MAX_CHOICES, MAX_FORM_FIELDS } from './portal-form.ts'

/** What the form of the portal asks. */
export type FormMembers = {
  /** Null: the form does not ask for it. */
  portal_position?: number | null
  portal_required?: boolean
  portal_public?: boolean
  portal_choices?: string[]
}
export type CustomField = FormMembers & {
  name: string
  key: string
  field_type: string
  object_type: string
}

export async function createCustomField(
  tx: Tx,
  actor: number,
  field: CustomField,
): Promise<number> {
  await rejectDuplicateKey(tx, field)
  await checkFormMembers(tx, field, field)
  return createRecord(tx, custom_fields, actor, withTrimmedChoices(field))
}

/** A new key is applied to the stored values. */
export async function updateCustomField(
  tx: Tx,
  actor: number,
  id: number,
  changes: FormMembers & { name?: string; key?: string },
): Promise<void> {
  await serializeRewrites(tx)
  const before = await lockRecord<CustomField>(tx, custom_fields, id)
  const { key = before.key } = changes
  await checkFormMembers(tx, before, changes, id)
  const written = withTrimmedChoices(changes)
  if (key === before.key) return updateRecord(tx, custom_fields, { id, actor }, written)
  await rejectDuplicateKey(tx, { ...before, key })
  await updateRecord(tx, custom_fields, { id, actor }, written)
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
  const tables = [object_type, ...(object_type === 'suggestions' ? ['guest_contributions'] : [])]
  for (const table of tables)
    await sql`
      update ${sql.table(table)} set custom_fields = ${values}
      where jsonb_exists(custom_fields, ${key})`.execute(tx)
}

const withTrimmedChoices = <T extends FormMembers>(members: T): T =>
  members.portal_choices === undefined
    ? members
    : { ...members, portal_choices: members.portal_choices.map((choice) => choice.trim()) }

/** Only suggestions have a form, and only texts have choices. */
async function checkFormMembers(
  tx: Tx,
  { object_type, field_type }: Pick<CustomField, 'object_type' | 'field_type'>,
  { portal_position = null, portal_choices = [] }: FormMembers,
  id = 0,
): Promise<void> {
  const refuse = (member: string, code: string, message: string) => {
    throw new ApiError('invalid', `${member}: ${message}`, { [member]: code })
  }
  if (portal_choices.length > 0) {
    const choices = portal_choices.map((choice) => choice.trim())
    if (field_type !== 'string' && field_type !== 'text')
      refuse('portal_choices', 'in', `a field of the type ${field_type} has no choices.`)
    if (choices.some((choice) => choice === '' || /[\r\n]/.test(choice)))
      refuse('portal_choices', 'line', 'a choice is empty or has several lines.')
    if (choices.some((choice) => [...choice].length > MAX_CHOICE_LENGTH))
      refuse('portal_choices', 'max_runes', `at most ${MAX_CHOICE_LENGTH} characters each.`)
    if (new Set(choices).size < choices.length || choices.length > MAX_CHOICES)
      refuse('portal_choices', 'unique', `at most ${MAX_CHOICES} choices, each once.`)
  }
  if (portal_position === null) return
  if (object_type !== 'suggestions')
    refuse('portal_position', 'in', 'the form of the portal only asks for fields of suggestions.')
  await serializeRewrites(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from custom_fields
    where object_type = 'suggestions' and portal_position is not null and id <> ${id}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= MAX_FORM_FIELDS)
    refuse('portal_position', 'max', `the form asks for ${MAX_FORM_FIELDS} fields already.`)
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
