// Invitations to staff. The link proves that its holder was invited; the role and the address are those of the record.
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { formatValue } from '../../core/values.ts'
import type { Db, Tx } from '../../db/db.ts'
import { invitations } from '../../resources/invitations.ts'
import { type Origin, recordAudit } from '../../write/core/audit.ts'
import { findOrCreateUser } from '../../write/core/people.ts'
import { deleteRecord, lockRecord } from '../../write/core/records.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { includesRole, type Role } from '../roles.ts'
import { createCode, findCode, useCode } from '../sign-in/one-time-codes.ts'
import { addInvitationMail } from '../sign-in/outgoing-mails.ts'
import { setPassword } from '../sign-in/passwords.ts'
import {
  buildOrigin,
  finishSignIn,
  type RequestSource,
  type SignInResult,
} from '../sign-in/sign-in.ts'
import { endAccessOf } from './sessions.ts'
import { findRole, setRoleOf } from './staff.ts'

const LIFETIME_DAYS = 7

/** Not accepted and not expired, and the person who invited may still do so. A command has no creator. */
const IS_OPEN = sql`i.accepted_at is null and i.expires_at > now() and (i.created_by_id is null or exists (
  select from permissions p join users u on u.id = p.user_id
  where u.id = i.created_by_id and p.role = 'owner' and p.disabled_at is null and u.allowed_state = 'allowed'))`

const hasAddress = (email: string): RawBuilder<boolean> =>
  sql`lower(email_address) = lower(${email} collate "und-x-icu")`

export type NewInvitation = { email: string; role: Role; isMailed: boolean }

/** `code` is not stored: only this call returns it. */
export async function createInvitation(
  tx: Tx,
  origin: Origin,
  { email, role, isMailed }: NewInvitation,
): Promise<{ id: number; code: string }> {
  await sql`select pg_advisory_xact_lock(hashtext('invitation ' || lower(${email} collate "und-x-icu")))`.execute(
    tx,
  )
  await requireInvitable(tx, email, role)
  const { rows } = await sql<{ id: number }>`
    insert into invitations (email, role, created_by_id, expires_at)
    values (${email}, ${role}, ${origin.userId ?? null}, now() + ${LIFETIME_DAYS} * interval '1 day')
    returning id`.execute(tx)
  const id = rows[0]?.id as number
  await recordAudit(tx, origin, {
    action: 'invitation_created',
    subject: { type: 'invitations', id },
    after: { role },
  })
  if (isMailed) await addInvitationMail(tx, { id, email, inviter: origin.userId ?? null })
  return { id, code: await createInvitationCode(tx, id) }
}

/** Ends earlier links. The person who sends it again answers for it from now on. */
export async function resendInvitation(
  tx: Tx,
  origin: Origin,
  id: number,
  isMailed: boolean,
): Promise<string> {
  const { email, role, accepted_at } = await lockRecord<{
    email: string
    role: Role
    accepted_at: Date | null
  }>(tx, invitations, id)
  if (accepted_at !== null) throw new ApiError('conflict', `Invitation ${id} was accepted already.`)
  await sql`
    delete from one_time_codes where purpose = 'invitation' and details = jsonb_build_object('invitation', ${id}::bigint)`.execute(
    tx,
  )
  await sql`
    update invitations set expires_at = now() + ${LIFETIME_DAYS} * interval '1 day', updated_at = now(),
      created_by_id = ${origin.userId ?? null}
    where id = ${id}`.execute(tx)
  await recordAudit(tx, origin, {
    action: 'invitation_created',
    subject: { type: 'invitations', id },
    after: { role },
  })
  if (isMailed) await addInvitationMail(tx, { id, email, inviter: origin.userId ?? null })
  return createInvitationCode(tx, id)
}

export const createInvitationCode = (tx: Tx, id: number): Promise<string> =>
  createCode(tx, 'invitation', { details: { invitation: id } })

async function requireInvitable(tx: Tx, email: string, role: Role): Promise<void> {
  const { rows } = await sql<{ role: Role | null; isRefused: boolean }>`
    select p.role, p.disabled_at is not null or u.allowed_state <> 'allowed' as "isRefused"
    from users u left join permissions p on p.user_id = u.id where ${hasAddress(email)}`.execute(tx)
  const person = rows[0]
  if (person?.isRefused)
    throw new ApiError(
      'conflict',
      `email: ${formatValue(email)} is disabled or blocked. Enable this person first.`,
    )
  if (person?.role && includesRole(person.role, role))
    throw new ApiError(
      'conflict',
      `email: ${formatValue(email)} has the role ${person.role} already.`,
    )
  const { rows: open } = await sql<{ id: number }>`
    select id from invitations i where lower(email) = lower(${email} collate "und-x-icu") and ${IS_OPEN}`.execute(
    tx,
  )
  if (open[0])
    throw new ApiError(
      'conflict',
      `email: ${formatValue(email)} has invitation ${open[0].id} already. Delete it to invite again.`,
    )
}

/** Its links end with it. */
export async function revokeInvitation(tx: Tx, origin: Origin, id: number): Promise<void> {
  const { role } = await lockRecord<{ role: Role }>(tx, invitations, id)
  await deleteRecord(tx, invitations, id)
  await recordAudit(tx, origin, {
    action: 'invitation_revoked',
    subject: { type: 'invitations', id },
    before: { role },
  })
}

export type ListedInvitation = {
  id: number
  email: string
  role: Role
  state: 'open' | 'accepted' | 'expired'
  created_at: Date
  expires_at: Date
}

export async function listInvitations(db: Db): Promise<ListedInvitation[]> {
  const { rows } = await sql<ListedInvitation>`
    select id, email, role, created_at, expires_at,
      case when accepted_at is not null then 'accepted' when ${IS_OPEN} then 'open' else 'expired' end as state
    from invitations i order by id`.execute(db)
  return rows
}

export type Invited = {
  email: string
  role: Role
  name: string
  /** Whether the person can sign in already. The link then only gives the role. */
  hasWayIn: boolean
}

type OpenInvitation = Invited & { id: number; inviter: string | null }

export async function findOpenInvitation(db: Db, id: unknown): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    select i.id, i.email, i.role, coalesce(u.name, '') as name, nullif(c.name, '') as inviter,
      exists (select from passwords where user_id = u.id) or exists (select from passkeys where user_id = u.id)
        or exists (select from oidc_identities where user_id = u.id) as "hasWayIn"
    from invitations i left join users u on lower(u.email_address) = lower(i.email)
      left join permissions p on p.user_id = u.id left join users c on c.id = i.created_by_id
    where i.id = ${typeof id === 'number' ? id : null} and ${IS_OPEN} and p.disabled_at is null
      and coalesce(u.allowed_state, 'allowed') = 'allowed'
    for update of i`.execute(db)
  return rows[0]
}

/** Undefined when the code is unknown, or its invitation is accepted, revoked or expired. */
export async function findInvited(db: Db, code: string): Promise<Invited | undefined> {
  const found = await findCode(db, 'invitation', code)
  return found && findOpenInvitation(db, found.details.invitation)
}

export type Acceptance = { code: string; name?: string; password?: string }

/** Gives the role, never a lower one. Signs in only a person who had no other way to. */
export const acceptInvitation = (
  db: Db,
  { code, name = '', password }: Acceptance,
  source: RequestSource,
): Promise<SignInResult | { type: 'accepted' }> =>
  inTransaction(db, async (tx) => {
    const used = await useCode(tx, 'invitation', code)
    const invitation = used && (await findOpenInvitation(tx, used.details.invitation))
    if (!invitation) return { type: 'refused' } as const
    const { id, email, role, hasWayIn } = invitation
    const { id: userId } = await findOrCreateUser(tx, email, name)
    const before = await findRole(tx, userId)
    if (before === null || !includesRole(before, role))
      await setRoleOf(tx, buildOrigin(source, userId), userId, role)
    await sql`
      update invitations set accepted_at = now(), updated_at = now(), user_id = ${userId} where id = ${id}`.execute(
      tx,
    )
    await recordAudit(tx, buildOrigin(source, userId), {
      action: 'invitation_accepted',
      subject: { type: 'invitations', id },
      before: { role: before },
      after: { role: await findRole(tx, userId) },
    })
    if (hasWayIn || password === undefined) return { type: 'accepted' } as const
    await sql`update users set name = ${name} where id = ${userId}`.execute(tx)
    await setPassword(tx, userId, password)
    await endAccessOf(tx, userId)
    return finishSignIn(tx, source, { userId, method: 'link', hasSecondFactor: false })
  })
