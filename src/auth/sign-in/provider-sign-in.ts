// Signing in with an account of an OpenID provider.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { findOrCreateUser } from '../../write/core/people.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { includesRole, type Role } from '../roles.ts'
import { findRole } from '../staff/staff.ts'
import { createCode } from './one-time-codes.ts'
import type { ProvenIdentity } from './provider.ts'
import { applySignInAccount, type SignInAccount } from './provider-accounts.ts'
import { hasSecondFactor } from './second-factor.ts'
import {
  buildOrigin,
  finishSignIn,
  type RequestSource,
  refuse,
  type SignInResult,
} from './sign-in.ts'

export type ProviderRules = {
  name: string
  /** The method of the session. */
  slug: string
  /** Domains in which a verified address is enough to become a person of the staff. */
  emailDomains: string[]
  /** Whether people get a notice when an account is connected to them. */
  hasMail: boolean
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
  /** A person of the staff has this address, and has not connected the account. */
  | 'not_connected'

export type ProviderSignIn = SignInResult | { type: 'not_allowed'; refusal: Refusal }

/** Until the second factor is proved nothing changes: the code of the second step carries what will. */
export const signInWithProvider = (
  db: Db,
  account: ProvenIdentity,
  rules: ProviderRules,
  source: RequestSource,
): Promise<ProviderSignIn> =>
  inTransaction(db, async (tx) => {
    const groupRole = mostPowerful(account.groups.flatMap((group) => rules.roles.get(group) ?? []))
    const mayCreate = (groupRole ?? rules.newRole) !== null
    const found = await findUserOfAccount(tx, account, rules, mayCreate)
    const notAllowed = async (refusal: Refusal, userId: number | null) => {
      await refuse(tx, source, userId, refusal)
      return { type: 'not_allowed', refusal } as const
    }
    if ('refusal' in found) return notAllowed(found.refusal, found.userId)
    const { userId } = found
    if (await isDisabled(tx, userId)) return notAllowed('disabled', userId)
    const role = await findRole(tx, userId)
    if ((groupRole ?? role ?? rules.newRole) === null) return notAllowed('no_role', userId)
    const signInAccount: SignInAccount = {
      issuer: account.issuer,
      subject: account.subject,
      provider: rules.name,
      isMailed: rules.hasMail && role !== null,
      groupRole,
      newRole: rules.newRole,
    }
    if (!account.hasSecondFactor && (await hasSecondFactor(tx, userId))) {
      const continuation = await createCode(tx, 'second_factor', {
        userId,
        details: { method: rules.slug, account: signInAccount },
      })
      return { type: 'code_needed', continuation } as const
    }
    if (!(await applySignInAccount(tx, buildOrigin(source, userId), userId, signInAccount)))
      return notAllowed('other_account', userId)
    return finishSignIn(tx, source, {
      userId,
      method: rules.slug,
      hasSecondFactor: account.hasSecondFactor,
      // The provider may have remembered the browser: that is a sign-in, but no proof of who sits at it.
      confirmedAt: account.authenticatedAt ?? NEVER,
    })
  })

const NEVER = new Date(0)

const mostPowerful = (roles: Role[]): Role | null =>
  roles.reduce<Role | null>(
    (best, role) => (best !== null && includesRole(best, role) ? best : role),
    null,
  )

/** By the account, else by its verified address. */
async function findUserOfAccount(
  tx: Tx,
  { issuer, subject, email, isEmailVerified, name }: ProvenIdentity,
  { emailDomains }: ProviderRules,
  mayCreate: boolean,
): Promise<{ userId: number } | { refusal: Refusal; userId: number | null }> {
  const { rows: linked } = await sql<{ userId: number }>`
    select user_id as "userId" from oidc_identities where issuer = ${issuer} and subject = ${subject}`.execute(
    tx,
  )
  if (linked[0]) return linked[0]
  // Anyone who can type an address at the provider would get the account of its owner.
  if (email === null || !isEmailVerified) return { refusal: 'unverified', userId: null }
  const { rows } = await sql<{ userId: number; isTaken: boolean; isStaff: boolean }>`
    select id as "userId", exists (select from oidc_identities where user_id = u.id and issuer = ${issuer}) as "isTaken",
      exists (select from permissions where user_id = u.id) as "isStaff"
    from users u where lower(email_address) = lower(${email} collate "und-x-icu") for update`.execute(
    tx,
  )
  const person = rows[0]
  // The provider gave the address to another account: people leave, and addresses are used again.
  if (person?.isTaken) return { refusal: 'other_account', userId: person.userId }
  // A provider decides about addresses of its own domains only: it could otherwise give itself any account of the staff.
  if (person?.isStaff && !emailDomains.includes(domainOf(email)))
    return { refusal: 'not_connected', userId: person.userId }
  if (person) return { userId: person.userId }
  if (!mayCreate) return { refusal: 'no_role', userId: null }
  return { userId: (await findOrCreateUser(tx, email, name)).id }
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

async function isDisabled(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from users u left join permissions p on p.user_id = u.id
    where u.id = ${userId} and (u.allowed_state <> 'allowed' or p.disabled_at is not null)`.execute(
    tx,
  )
  return rows.length > 0
}
