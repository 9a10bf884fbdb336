// The audit log: who did what, from where. An entry is written in the transaction of the change, and never changed.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'

export const AUDIT_ACTIONS = [
  'signed_in',
  'sign_in_failed',
  'confirmation_failed',
  'signed_out',
  'session_ended',
  'password_changed',
  'profile_changed',
  'passkey_added',
  'passkey_removed',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_created',
  'link_created',
  'identity_linked',
  'identity_unlinked',
  'person_created',
  'role_changed',
  'person_disabled',
  'person_enabled',
  'person_removed',
  'invitation_created',
  'invitation_revoked',
  'invitation_accepted',
  'settings_changed',
  'client_created',
  'client_changed',
  'client_rotated',
  'client_revoked',
  'sso_key_created',
  'sso_key_revoked',
  'provider_created',
  'provider_changed',
  'provider_deleted',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_secret_rotated',
  'token_issued',
  'token_revoked',
  'token_reused',
  'data_exported',
  'data_imported',
  'import_undone',
  'person_exported',
  'person_erased',
  'person_blocked',
  'person_changed',
  'person_merged',
  'account_changed',
  'backup_created',
  'backup_restored',
  'job_retried',
  'job_deleted',
  'announcement_scheduled',
  'announcement_published',
  'announcement_unpublished',
  'announcement_deleted',
  'mailing_stopped',
  'move_looked',
  'move_mapped',
  'move_stopped',
  'move_deleted',
  'demo_data_loaded',
  'demo_data_removed',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Who acts, and from where. A command has neither person nor client, and no address. */
export type Origin = {
  userId?: number | null
  clientId?: number | null
  address?: string | null
  requestId?: string | null
  /** What has caused the change besides, such as the key of a token. The entry has it within `after`. */
  cause?: Record<string, unknown>
}

/** The operator, by a command on the machine. */
export const COMMAND: Origin = { requestId: 'command' }

export type AuditEntry = {
  action: AuditAction
  subject?: { type: string; id: number | null }
  /** What changed. Never a secret, also not hashed. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

export async function recordAudit(
  db: Db,
  { userId = null, clientId = null, address = null, requestId = null, cause }: Origin,
  { action, subject, before, ...entry }: AuditEntry,
): Promise<void> {
  const after = cause ? { ...entry.after, ...cause } : entry.after
  await sql`
    insert into audit_entries (action, user_id, api_client_id, subject_type, subject_id, before, after, address, request_id)
    values (${action}, ${userId}, ${clientId}, ${subject?.type ?? null}, ${subject?.id ?? null},
      ${before ? JSON.stringify(before) : null}::jsonb, ${after ? JSON.stringify(after) : null}::jsonb,
      ${address}, ${requestId})`.execute(db)
}

export type CreatedField = {
  id: number
  key: string
  name: string
  field_type: string
  object_type: string
}

/** Custom fields that an import made, one entry each. */
export async function auditCreatedFields(
  tx: Tx,
  userId: number | null,
  fields: CreatedField[],
): Promise<void> {
  if (fields.length === 0) return
  await sql`
    insert into audit_entries (action, user_id, subject_type, subject_id, after)
    select 'settings_changed', ${userId}::bigint, 'custom_fields', (f->>'id')::bigint, f - 'id' || '{"by": "import"}'
    from jsonb_array_elements(${JSON.stringify(fields)}::jsonb) f`.execute(tx)
}

/** Columns whose values are not repeated in the log: they can hold credentials of other services, or say nothing. */
const WITHHELD = ['settings']
const UNIMPORTANT = ['updated_at']

/** Runs a write of a setting and records which columns of the record it changed. */
export async function withSettingAudit<T extends number | number[] | { id: number } | undefined>(
  tx: Tx,
  origin: Origin,
  { table, id }: { table: string; id: number },
  run: () => Promise<T>,
): Promise<T> {
  const before = await findRow(tx, table, id)
  const outcome = await run()
  const subjectId = findFirstId(outcome) ?? id
  const after = await findRow(tx, table, subjectId)
  const names = Object.keys({ ...before, ...after }).filter(
    (name) =>
      !UNIMPORTANT.includes(name) &&
      JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  const pick = (row: Columns | undefined) =>
    row &&
    Object.fromEntries(names.map((name) => [name, WITHHELD.includes(name) ? '…' : row[name]]))
  const change = { before: pick(before), after: pick(after) }
  await recordAudit(tx, origin, {
    action: 'settings_changed',
    subject: { type: table, id: subjectId },
    ...(change.before && { before: change.before }),
    ...(change.after && { after: change.after }),
  })
  return outcome
}

const findFirstId = (outcome: number | number[] | { id: number } | undefined) =>
  Array.isArray(outcome) ? outcome[0] : typeof outcome === 'object' ? outcome.id : outcome

/** A record by the names of its columns. */
type Columns = Record<string, unknown>

async function findRow(tx: Tx, table: string, id: number): Promise<Columns | undefined> {
  const { rows } = await sql<{ row: Columns }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where id = ${id}`.execute(tx)
  return rows[0]?.row
}
