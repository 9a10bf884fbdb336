// Accounts of OpenID providers that belong to people here, and what follows when a person signed in with one.
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Tx } from '../../db/db.ts'
import { type Origin, recordAudit } from '../../write/core/audit.ts'
import type { Role } from '../roles.ts'
import { findRole, isLastOwner, setRoleOf } from '../staff/staff.ts'
import { addConnectedMail } from './outgoing-mails.ts'

export type ProviderAccount = {
  issuer: string
  subject: string
  /** As people know the provider. */
  provider: string
  /** Whether the person gets a notice by mail when the account is new to them. */
  isMailed: boolean
}

/** What a sign-in changes, once the person has proved everything that is asked of them. */
export type SignInAccount = ProviderAccount & {
  /** The role of the groups; null: it stays. */
  groupRole: Role | null
  /** The role of a person without one. */
  newRole: Role | null
}

/** Connects the account and applies the role of its groups. False when it belongs to another person meanwhile. */
export async function applySignInAccount(
  tx: Tx,
  origin: Origin,
  userId: number,
  account: SignInAccount,
): Promise<boolean> {
  if (!(await connectAccount(tx, origin, userId, account))) return false
  const before = await findRole(tx, userId)
  const after = account.groupRole ?? before ?? account.newRole
  if (after === null) return false
  // The groups decide at every sign-in, but the account keeps its last owner.
  if (after !== before && !(await isLastOwner(tx, userId)))
    await setRoleOf(tx, origin, userId, after)
  return true
}

/** False when it belongs to another person, or the person has another account of the provider. */
export async function connectAccount(
  tx: Tx,
  origin: Origin,
  userId: number,
  { issuer, subject, provider, isMailed }: ProviderAccount,
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into oidc_identities as i (issuer, subject, user_id)
    select ${issuer}, ${subject}, ${userId}
    where not exists (
      select from oidc_identities where issuer = ${issuer} and user_id = ${userId} and subject <> ${subject})
    on conflict (issuer, subject) do update set last_used_at = now() where i.user_id = excluded.user_id
    returning last_used_at = created_at as "isNew"`.execute(tx)
  if (!rows[0]) return false
  if (!rows[0].isNew) return true
  await recordAudit(tx, origin, {
    action: 'identity_linked',
    subject: { type: 'users', id: userId },
    after: { issuer },
  })
  if (isMailed) await addConnectedMail(tx, userId, provider)
  return true
}

/** The last way to sign in stays. Other sessions that the provider began end. */
export async function disconnectAccount(
  tx: Tx,
  origin: Origin,
  { userId, sessionId }: { userId: number; sessionId: number },
  { issuer, methods }: { issuer: string; methods: string[] },
): Promise<void> {
  await sql`select from users where id = ${userId} for update`.execute(tx)
  const { rows: others } = await sql`
    select from passwords where user_id = ${userId} union all
    select from passkeys where user_id = ${userId} union all
    select from oidc_identities where user_id = ${userId} and issuer <> ${issuer} limit 1`.execute(
    tx,
  )
  if (others.length === 0)
    throw new ApiError(
      'conflict',
      'This account is your only way to sign in. Set a password or add a passkey first.',
    )
  const { rows } = await sql`
    delete from oidc_identities where user_id = ${userId} and issuer = ${issuer} returning issuer`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`
    delete from sessions where user_id = ${userId} and method = any(${methods}) and id <> ${sessionId}`.execute(
    tx,
  )
  await recordAudit(tx, origin, {
    action: 'identity_unlinked',
    subject: { type: 'users', id: userId },
    before: { issuers: [issuer] },
  })
}

/** The next sign-in with a provider is by the verified address again. Returns how many accounts were linked. */
export async function unlinkProviders(tx: Tx, origin: Origin, userId: number): Promise<number> {
  const { rows } = await sql<{ issuer: string }>`
    with of_portal as (delete from end_user_identities where user_id = ${userId} returning issuer),
      of_staff as (delete from oidc_identities where user_id = ${userId} returning issuer)
    select issuer from of_staff union all select issuer from of_portal`.execute(tx)
  if (rows.length > 0)
    await recordAudit(tx, origin, {
      action: 'identity_unlinked',
      subject: { type: 'users', id: userId },
      before: { issuers: rows.map(({ issuer }) => issuer) },
    })
  return rows.length
}
