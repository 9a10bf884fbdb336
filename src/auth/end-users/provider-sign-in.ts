// Signing in on the portal with an account of an OpenID provider. Nothing here leads to a role.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { findOrCreateUser } from '../../write/core/people.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import type { ProvenIdentity } from '../sign-in/provider.ts'
import { confirmAddress, type OnConfirmed } from './confirmed-address.ts'
import { startEndUserSession } from './sessions.ts'

export type EndUserRefusal =
  /** The account is unknown here, and its address is not verified. */
  | 'unverified'
  /** The person with this address signs in with another account of the same provider. */
  | 'other_account'
  | 'blocked'

export type EndUserSource = {
  address: string
  userAgent: string | null
  requestId: string
  /** How long the session can last. */
  sessionDays: number
  /** Runs in the transaction, when the provider has verified the address that the person has here. */
  confirms: OnConfirmed
}

/** Returns the credential of a new session. */
export const signInEndUser = (
  db: Db,
  account: ProvenIdentity,
  provider: { slug: string },
  { address, userAgent, requestId, sessionDays, confirms }: EndUserSource,
): Promise<{ credential: string } | { refusal: EndUserRefusal }> =>
  inTransaction(db, async (tx) => {
    const found = await findPerson(tx, account)
    if ('refusal' in found) return found
    const { userId, isStaff } = found
    const link = await connect(tx, account, userId)
    if (link === 'taken') return { refusal: 'other_account' }
    // Somebody else could write in the name of a person of the team: it must be possible to find out.
    if (link === 'new' && isStaff)
      await recordAudit(
        tx,
        { userId, address, requestId },
        {
          action: 'identity_linked',
          subject: { type: 'users', id: userId },
          after: { issuer: account.issuer, portal: true },
        },
      )
    const { email, isEmailVerified } = account
    if (email !== null && isEmailVerified && (await confirmAddress(tx, userId, email)))
      await confirms(tx, { userId, email })
    const credential = await startEndUserSession(tx, {
      userId,
      method: provider.slug,
      ssoKeyId: null,
      allowForums: null,
      denyForums: [],
      lifetimeSeconds: sessionDays * 86_400,
      address,
      userAgent,
    })
    return { credential }
  })

type Found = { userId: number; isStaff: boolean }

/** By the account, else by its verified address; a person who does not exist is created. */
async function findPerson(
  tx: Tx,
  account: ProvenIdentity,
): Promise<Found | { refusal: EndUserRefusal }> {
  const { email, isEmailVerified, name } = account
  const known = await findLinked(tx, account)
  // Anyone who can type an address at the provider would be the person who has it.
  if (known === undefined && (email === null || !isEmailVerified)) return { refusal: 'unverified' }
  const userId = known ?? (await findOrCreateUser(tx, email as string, name)).id
  // Two accounts with one address can sign in at once: the second one finds what the first one linked.
  const { rows } = await sql<{ isAllowed: boolean; isStaff: boolean }>`
    select allowed_state = 'allowed' as "isAllowed",
      exists (select from permissions where user_id = u.id) as "isStaff"
    from users u where id = ${userId} for update`.execute(tx)
  const [person] = rows
  if (!person?.isAllowed) return { refusal: 'blocked' }
  if (known === undefined && (await hasOtherAccount(tx, account, userId)))
    return { refusal: 'other_account' }
  return { userId, isStaff: person.isStaff }
}

/** An account that staff connected is the same person here, without the role. */
async function findLinked(
  tx: Tx,
  { issuer, subject }: ProvenIdentity,
): Promise<number | undefined> {
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from (
      select user_id, 1 as rank from end_user_identities where issuer = ${issuer} and subject = ${subject}
      union all
      select user_id, 2 from oidc_identities where issuer = ${issuer} and subject = ${subject}) linked
    order by rank limit 1`.execute(tx)
  return rows[0]?.userId
}

/** The provider gave the address to another account: people leave, and addresses are used again. */
async function hasOtherAccount(
  tx: Tx,
  { issuer, subject }: ProvenIdentity,
  userId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from end_user_identities where user_id = ${userId} and issuer = ${issuer} and subject <> ${subject}
    union all
    select from oidc_identities where user_id = ${userId} and issuer = ${issuer} and subject <> ${subject}
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Taken: it belongs to another person meanwhile. */
async function connect(
  tx: Tx,
  { issuer, subject }: ProvenIdentity,
  userId: number,
): Promise<'new' | 'known' | 'taken'> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into end_user_identities as i (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
    on conflict (issuer, subject) do update set last_used_at = now() where i.user_id = excluded.user_id
    returning last_used_at = created_at as "isNew"`.execute(tx)
  if (!rows[0]) return 'taken'
  return rows[0].isNew ? 'new' : 'known'
}
