// Erases a user in one transaction: deletes their records and their email address, and keeps their texts without an
// author.
import { sql } from 'kysely'
import { announceTokenChange } from '../auth/clients/api-clients.ts'
import { deleteEmailSignInsOf } from '../auth/end-users/email-sign-in.ts'
import { deleteAttemptsOf } from '../auth/sign-in/attempts.ts'
import { findRole, keepOwner, lockOwners } from '../auth/staff/staff.ts'
import { ApiError } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { deleteIdentities } from '../imports/bulk-identify.ts'
import { eraseFromImports } from '../imports/erasure.ts'
import { PLACEHOLDER_AUTHOR, users } from '../resources/users.ts'
import { type Origin, recordAudit } from './core/audit.ts'
import {
  lockAccountsOf,
  lockSuggestions,
  lockUsers,
  PERSON_COLUMNS,
  selectSuggestions,
  unionAll,
} from './core/locks.ts'
import { findOrCreateUser } from './core/people.ts'
import { lockRecord } from './core/records.ts'
import { deleteOrphanedAccounts } from './external-accounts.ts'
import { deleteGuestContributionsOf } from './guest-contributions.ts'
import { redactResponsesAbout } from './service/idempotent-responses.ts'

export async function eraseUser(tx: Tx, origin: Origin, id: number): Promise<void> {
  await replaceOwner(tx, id)
  // The delete needs this lock. Upgrading to it later could deadlock with transactions that refer to the user.
  const people = sql`select id from users where id = ${id} or lower(email_address) = ${PLACEHOLDER_AUTHOR.email}`
  await lockUsers(tx, people)
  await sql`select from users where id in (${people}) order by id for update`.execute(tx)
  const person = await lockRecord<{ email_address: string }>(tx, users, id)
  if (person.email_address === PLACEHOLDER_AUTHOR.email)
    throw new ApiError(
      'conflict',
      `User ${id}: the placeholder for erased authors cannot be erased.`,
    )
  await lockFiguresOf(tx, id)
  await eraseFromImports(tx, id, person.email_address, PLACEHOLDER_AUTHOR.email)
  await deleteMoveReportsAbout(tx, id, person.email_address)
  // The key can be an address, and says where the person came from.
  await sql`
    delete from move_records where kind in ('users', 'followers') and record_id = ${id}`.execute(tx)
  await deleteOwnRecords(tx, id)
  await removeEmailAddress(tx, person.email_address)
  await deleteIdentities(tx, person.email_address)
  await sql`delete from recent_changes where collection = ${users.name} and record_id = ${id}`.execute(
    tx,
  )
  await redactResponsesAbout(tx, person.email_address)
  await anonymizeContent(tx, id)
  // Foreign keys clear or delete every other reference.
  await sql`delete from users where id = ${id}`.execute(tx)
  await recordAudit(tx, origin, { action: 'person_erased', subject: { type: users.name, id } })
  await announceTokenChange(tx)
}

/** Tokens of clients act as another owner from now on. Throws when there is none. */
async function replaceOwner(tx: Tx, id: number): Promise<void> {
  if ((await findRole(tx, id)) !== 'owner') return
  await lockOwners(tx)
  await sql`delete from permissions where user_id = ${id}`.execute(tx)
  await keepOwner(tx)
}

/** The deletions and updates below are many statements, and the triggers of each lock accounts and suggestions. */
async function lockFiguresOf(tx: Tx, id: number): Promise<void> {
  await lockAccountsOf(tx, [id])
  await lockSuggestions(
    tx,
    unionAll([
      selectSuggestions((collection) => sql`${sql.ref(PERSON_COLUMNS[collection])} = ${id}`),
      sql`select suggestion_id from importance_scores where user_id = ${id}`,
      sql`select id from suggestions where created_by_id = ${id} or captured_by_id = ${id} or owner_id = ${id}`,
    ]),
  )
}

/** Supporters first: their triggers read the user's other records. */
async function deleteOwnRecords(tx: Tx, id: number): Promise<void> {
  for (const collection of [
    'supporters',
    'content_reports',
    'importance_scores',
    'nps_ratings',
    'permissions',
    'portal_previews',
    'views',
    'tokens',
  ])
    await sql`delete from ${sql.table(collection)} where user_id = ${id}`.execute(tx)
  const { rows } = await sql<{ accounts: string[] | null }>`
    with own as (delete from external_users where user_id = ${id} returning external_account_id)
    select array_agg(external_account_id) as accounts from own where external_account_id is not null`.execute(
    tx,
  )
  // An account without an external id belongs to one user only.
  await deleteOrphanedAccounts(tx, (rows[0]?.accounts ?? []).map(Number))
}

async function removeEmailAddress(tx: Tx, address: string): Promise<void> {
  const matches = (column: string) =>
    sql`lower(${sql.ref(column)}) = lower(${address} collate "und-x-icu")`
  for (const collection of ['forum_invitations', 'invitations', 'outgoing_mails'])
    await sql`delete from ${sql.table(collection)} where ${matches('email')}`.execute(tx)
  await sql`
    update bulk_actions set query = null, updated_at = now()
    where position(lower(${address}) in lower(query)) > 0`.execute(tx)
  // What still waits is rendered again.
  await sql`
    update webhook_deliveries set request_body = null, response_body = null, updated_at = now()
    where position(lower(${address}) in lower(coalesce(request_body, '') || coalesce(response_body, ''))) > 0`.execute(
    tx,
  )
  await deleteGuestContributionsOf(tx, address)
  await deleteAttemptsOf(tx, address)
  await deleteEmailSignInsOf(tx, address)
  for (const [collection, column] of [
    ['forum_invitations', 'reply_to'],
    ['permissions', 'reply_to'],
    ['status_updates', 'notification_email_address'],
    ['supporter_messages', 'notification_email_address'],
  ] as const) {
    await sql`
      update ${sql.table(collection)} set ${sql.ref(column)} = null, updated_at = now() where ${matches(column)}`.execute(
      tx,
    )
  }
}

/** A report has values of records that differ. It was read long ago, and another run makes another. */
async function deleteMoveReportsAbout(tx: Tx, id: number, address: string): Promise<void> {
  await sql`
    delete from move_reports r where strpos(r.report::text, ${address}) > 0
      or exists (
        select from jsonb_array_elements(r.report->'differences') d
        join move_records m on m.move_id = r.move_id and m.kind = d->>'kind' and m.source_key = d->>'key'
        where m.kind = 'users' and m.record_id = ${id})`.execute(tx)
}

async function anonymizeContent(tx: Tx, id: number): Promise<void> {
  await sql`
    update suggestions set created_by_id = null, creator_user_agent = null, creator_referrer = null,
      creator_browser = null, creator_browser_version = null, creator_os = null
    where created_by_id = ${id}`.execute(tx)
  await sql`
    update feedback_records set user_id = null, referrer = null, updated_at = now()
    where user_id = ${id}`.execute(tx)
  const { rows } = await sql`select from comments where created_by_id = ${id} limit 1`.execute(tx)
  if (rows[0]) {
    const placeholder = await findOrCreateUser(
      tx,
      PLACEHOLDER_AUTHOR.email,
      PLACEHOLDER_AUTHOR.name,
    )
    await sql`
      update comments set created_by_id = ${placeholder.id}, updated_at = now() where created_by_id = ${id}`.execute(
      tx,
    )
  }
  // A supporter that they entered for another user becomes that user's own entry.
  for (const collection of ['supporters', 'duplicate_supporters', 'hidden_supporters']) {
    await sql`
      update ${sql.table(collection)} set
        created_by_id = nullif(created_by_id, ${id}), updated_by_id = nullif(updated_by_id, ${id}), updated_at = now()
      where created_by_id = ${id} or updated_by_id = ${id}`.execute(tx)
  }
}
