// Signing in with an account of an OpenID provider.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { findOrCreateUser } from '../../write/core/people.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { includesRole, type Role } from '../roles.ts'
import { findRole, isLastOwner, setRoleOf } from '../staff/staff.ts'
import type { ProvenIdentity } from './oidc.ts'
import { createCode } from './one-time-codes.ts'
import { hasSecondFactor } from './second-factor.ts'
import {
  buildOrigin,
  finishSignIn,
  type RequestSource,
  refuse,
  type SignInResult,
} from './sign-in.ts'

export type ProviderRules = {
  /** The method of the session. */
  slug: string
  roles: Map<string, Role>
  /** The role of a person without one; null: they are refused. */
  newRole: Role | null
}

export type Refusal =
  /** The account is unknown here, and its address is not verified. */
  | 'unverified'
  | 'no_role'
  | 'disabled'
  /** The person with this address signs in with another account of the same provider. */
  | 'other_account'

export type ProviderSignIn = SignInResult | { type: 'not_allowed'; refusal: Refusal }

export const signInWithProvider = (
  db: Db,
  account: ProvenIdentity,
  rules: ProviderRules,
  source: RequestSource,
): Promise<ProviderSignIn> =>
  inTransaction(db, async (tx) => {
    const role = mostPowerful(account.groups.flatMap((group) => rules.roles.get(group) ?? []))
    const found = await findUserOfAccount(tx, account, (role ?? rules.newRole) !== null)
    const notAllowed = async (refusal: Refusal, userId: number | null) => {
      await refuse(tx, source, userId, refusal)
      return { type: 'not_allowed', refusal } as const
    }
    if ('refusal' in found) return notAllowed(found.refusal, null)
    const { userId } = found
    if (await isDisabled(tx, userId)) return notAllowed('disabled', userId)
    const before = await findRole(tx, userId)
    const after = role ?? before ?? rules.newRole
    if (after === null) return notAllowed('no_role', userId)
    await link(tx, account, userId, source)
    // The groups decide at every sign-in, but the account keeps its last owner.
    if (after !== before && !(await isLastOwner(tx, userId)))
      await setRoleOf(tx, buildOrigin(source, userId), userId, after)
    if (account.hasSecondFactor)
      return finishSignIn(tx, source, { userId, method: rules.slug, hasSecondFactor: true })
    if (!(await hasSecondFactor(tx, userId)))
      return finishSignIn(tx, source, { userId, method: rules.slug, hasSecondFactor: false })
    const continuation = await createCode(tx, 'second_factor', {
      userId,
      details: { method: rules.slug, email: await emailOf(tx, userId) },
    })
    return { type: 'code_needed', continuation } as const
  })

const mostPowerful = (roles: Role[]): Role | null =>
  roles.reduce<Role | null>(
    (best, role) => (best !== null && includesRole(best, role) ? best : role),
    null,
  )

/** By the account, else by its verified address. */
async function findUserOfAccount(
  tx: Tx,
  { issuer, subject, email, isEmailVerified, name }: ProvenIdentity,
  mayCreate: boolean,
): Promise<{ userId: number } | { refusal: Refusal }> {
  const { rows: linked } = await sql<{ userId: number }>`
    select user_id as "userId" from oidc_identities where issuer = ${issuer} and subject = ${subject}`.execute(
    tx,
  )
  if (linked[0]) return linked[0]
  // Anyone who can type an address at the provider would get the account of its owner.
  if (email === null || !isEmailVerified) return { refusal: 'unverified' }
  const { rows } = await sql<{ userId: number; isTaken: boolean }>`
    select id as "userId", exists (select from oidc_identities where user_id = u.id and issuer = ${issuer}) as "isTaken"
    from users u where lower(email_address) = lower(${email} collate "und-x-icu") for update`.execute(
    tx,
  )
  const person = rows[0]
  // The provider gave the address to another account: people leave, and addresses are used again.
  if (person?.isTaken) return { refusal: 'other_account' }
  if (person) return { userId: person.userId }
  if (!mayCreate) return { refusal: 'no_role' }
  return { userId: (await findOrCreateUser(tx, email, name)).id }
}

async function isDisabled(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from users u left join permissions p on p.user_id = u.id
    where u.id = ${userId} and (u.allowed_state <> 'allowed' or p.disabled_at is not null)`.execute(
    tx,
  )
  return rows.length > 0
}

async function link(
  tx: Tx,
  { issuer, subject }: ProvenIdentity,
  userId: number,
  source: RequestSource,
): Promise<void> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into oidc_identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
    on conflict (issuer, subject) do update set last_used_at = now()
    returning last_used_at = created_at as "isNew"`.execute(tx)
  if (!rows[0]?.isNew) return
  await recordAudit(tx, buildOrigin(source, userId), {
    action: 'identity_linked',
    subject: { type: 'users', id: userId },
    after: { issuer },
  })
}

async function emailOf(tx: Tx, userId: number): Promise<string> {
  const { rows } = await sql<{ email_address: string }>`
    select email_address from users where id = ${userId}`.execute(tx)
  return rows[0]?.email_address ?? ''
}

/** The next sign-in with a provider is by the verified address again. Returns how many accounts were linked. */
export async function unlinkProviders(
  tx: Tx,
  origin: Parameters<typeof recordAudit>[1],
  userId: number,
): Promise<number> {
  const { rows } = await sql<{ issuer: string }>`
    delete from oidc_identities where user_id = ${userId} returning issuer`.execute(tx)
  if (rows.length > 0)
    await recordAudit(tx, origin, {
      action: 'identity_unlinked',
      subject: { type: 'users', id: userId },
      before: { issuers: rows.map(({ issuer }) => issuer) },
    })
  return rows.length
}
