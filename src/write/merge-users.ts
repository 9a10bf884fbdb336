// Merges two users who are the same person: everything of one becomes that of the other, in one transaction.
import { sql } from 'kysely'
import { announceTokenChange } from '../auth/clients/api-clients.ts'
import { endEndUserSessions } from '../auth/end-users/sessions.ts'
import { findRole } from '../auth/staff/staff.ts'
import { ApiError, invalidInput } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { users } from '../resources/users.ts'
import { type Origin, recordAudit } from './core/audit.ts'
import {
  lockAccountsOf,
  lockSuggestions,
  lockUsers,
  PERSON_COLUMNS,
  selectSuggestions,
  unionAll,
} from './core/locks.ts'
import { requireLinkedRecords } from './core/records.ts'

/** Ways in and what is computed: they are not moved, and go with the user. */
const NOT_MOVED = [
  'actors',
  'api_clients',
  'authorization_codes',
  'daily_digests',
  'end_user_responses',
  'end_user_sessions',
  'notification_reads',
  'oidc_identities',
  'one_time_codes',
  // Of the address that goes.
  'mail_failures',
  'passkeys',
  'passwords',
  'permissions',
  'portal_previews',
  'recovery_codes',
  'segment_members',
  'sessions',
  'sign_in_devices',
  'staff_notification_forums',
  'staff_notifications',
  'token_grants',
  'tokens',
  'totp_secrets',
  'user_figures',
]

/** Two columns of which a user can have each pair once. The record of the user who stays wins. */
const ONCE = [
  ['supporters', 'suggestion_id'],
  ['importance_scores', 'suggestion_id'],
  ['team_members', 'team_id'],
  ['suggestion_followers', 'suggestion_id'],
  ['merge_followers', 'merge_id'],
  ['note_mentions', 'note_id'],
  ['duplicate_supporters', 'suggestion_id'],
  ['hidden_supporters', 'suggestion_id'],
  ['content_reports', 'suggestion_id'],
  ['content_reports', 'comment_id'],
  ['outgoing_mails', 'mailing_id'],
  ['outgoing_mails', 'digest_until'],
] as const

/** `from` is deleted. */
export async function mergeUsers(
  tx: Tx,
  origin: Origin,
  links: { from_user: number; to_user: number },
): Promise<number> {
  const { from_user: from, to_user: to } = links
  if (from === to) throw refusal('from_user', `user ${from} cannot be merged into itself`)
  await requireLinkedRecords(tx, users, links, { from_user: users.name, to_user: users.name })
  if ((await findRole(tx, from)) !== null)
    throw new ApiError(
      'conflict',
      `User ${from} has a role. Merge the other user into them, or remove the role first.`,
    )
  const both = [from, to]
  await lockUsers(tx, sql`select unnest(${both}::bigint[])`)
  // The delete needs this lock. Upgrading to it later could deadlock with transactions that refer to the user.
  const { rows } = await sql`
    select from users where id = any(${both}::bigint[]) order by id for update`.execute(tx)
  if (rows.length < 2) throw refusal('from_user', `no user has the id ${from}`, 'not_found')
  await lockFiguresOf(tx, both)
  // Of two that are one, the one who stays wins.
  await sql`
    update move_records set is_own = false where kind = 'followers' and record_id = ${from} and exists (
      select from suggestion_followers f
      where f.user_id = ${to} and f.suggestion_id = split_part(source_key, ' ', 1)::bigint)`.execute(
    tx,
  )
  for (const [collection, column] of ONCE)
    await dropDuplicates(tx, collection, column, { from, to })
  await dropMovedDuplicates(tx, { from, to })
  for (const reference of await findReferences(tx)) await move(tx, reference, { from, to })
  // A later run of a move finds the person who stays, and undoing it leaves them.
  await sql`
    update move_records set record_id = ${to}, is_own = false where kind = 'users' and record_id = ${from}`.execute(
    tx,
  )
  await sql`
    update move_records set record_id = ${to} where kind = 'followers' and record_id = ${from}`.execute(
    tx,
  )
  await sql`
    update users u set
      name = case when u.name = '' then f.name else u.name end,
      job_title = coalesce(u.job_title, f.job_title),
      last_login = greatest(u.last_login, f.last_login),
      picture_url = coalesce(u.picture_url, f.picture_url),
      profile_url = coalesce(u.profile_url, f.profile_url),
      hides_support = u.hides_support or f.hides_support
    from users f where u.id = ${to} and f.id = ${from}`.execute(tx)
  await sql`delete from tokens where user_id = ${from}`.execute(tx)
  // Both sign in again: what the one person sees and may do is now that of both.
  for (const person of both) await endEndUserSessions(tx, person)
  await sql`delete from users where id = ${from}`.execute(tx)
  await recordAudit(tx, origin, {
    action: 'person_merged',
    subject: { type: users.name, id: to },
    after: { merged_user: from },
  })
  await announceTokenChange(tx)
  return to
}

type Pair = { from: number; to: number }

/** The statements below are many, and the triggers of each lock accounts and suggestions. */
async function lockFiguresOf(tx: Tx, people: number[]): Promise<void> {
  const isOne = (column: string) => sql`${sql.ref(column)} = any(${people}::bigint[])`
  await lockAccountsOf(tx, people)
  await lockSuggestions(
    tx,
    unionAll([
      selectSuggestions((collection) => isOne(PERSON_COLUMNS[collection])),
      sql`select suggestion_id from importance_scores where ${isOne('user_id')}`,
      sql`select id from suggestions
        where ${isOne('created_by_id')} or ${isOne('captured_by_id')} or ${isOne('owner_id')}`,
    ]),
  )
}

const dropDuplicates = (tx: Tx, collection: string, column: string, { from, to }: Pair) =>
  sql`
    delete from ${sql.table(collection)} d using ${sql.table(collection)} k
    where d.user_id = ${from} and k.user_id = ${to} and d.${sql.ref(column)} = k.${sql.ref(column)}`.execute(
    tx,
  )

/** Undoing a merge of suggestions moves a supporter back: it would meet the parked one of the other user. */
const dropMovedDuplicates = (tx: Tx, { from, to }: Pair) =>
  sql`
    delete from duplicate_supporters d using merge_moves m, supporters s
    where d.user_id = ${from} and m.merge_id = d.merge_id and m.collection = 'supporters'
      and s.id = m.record_id and s.user_id = ${to}`.execute(tx)

type Reference = { table: string; columns: string[]; hasUpdatedAt: boolean }

/** Columns that refer to a user without a foreign key. */
const WITHOUT_KEY = [
  ['supporters', 'user_id'],
  ['suggestion_activity_entries', 'user_id'],
  ['duplicate_supporters', 'created_by_id'],
  ['duplicate_supporters', 'updated_by_id'],
  ['hidden_supporters', 'created_by_id'],
  ['hidden_supporters', 'updated_by_id'],
]

/** Every column that refers to a user. New ones follow by themselves. */
async function findReferences(tx: Tx): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    with columns (owner, name) as (
      select c.conrelid::regclass::text, a.attname::text
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid in ('users'::regclass, 'actors'::regclass)
      union
      select w ->> 0, w ->> 1 from jsonb_array_elements(${JSON.stringify(WITHOUT_KEY)}::jsonb) w
    )
    select owner::text as table, array_agg(name) as columns,
      exists (select from pg_attribute where attrelid = owner and attname = 'updated_at') as "hasUpdatedAt"
    from (select owner::regclass as owner, name from columns) c
    where owner::text <> all(${NOT_MOVED})
    group by owner
    order by array_position(${MOVED_FIRST}::text[], owner::text), 1`.execute(tx)
  return rows
}

/** Triggers of accounts read supporters, and those of supporters comments: this order changes each figure once. */
const MOVED_FIRST = ['external_users', 'nps_ratings', 'supporters', 'comments', 'feedback_records']

async function move(tx: Tx, reference: Reference, { from, to }: Pair): Promise<void> {
  const { table, columns, hasUpdatedAt } = reference
  const names = columns.map((column) => sql.ref(column))
  const assignments = names.map(
    (name) => sql`${name} = case when ${name} = ${from} then ${to}::bigint else ${name} end`,
  )
  await sql`
    update ${sql.table(table)} set ${sql.join([...assignments, ...(hasUpdatedAt ? [sql`updated_at = now()`] : [])])}
    where ${sql.join(
      names.map((name) => sql`${name} = ${from}`),
      sql` or `,
    )}`.execute(tx)
}

const refusal = (link: string, problem: string, code = 'in') =>
  invalidInput([{ path: ['links', link], code, message: `links.${link}: ${problem}.` }])
