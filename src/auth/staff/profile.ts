// What a person sees of their own ways to sign in.

import type { Queries } from '../../db/db.ts'
import type { GrantType } from '../clients/token-grants.ts'
import { IDLE_DAYS } from '../credentials.ts'
import type { Role } from '../roles.ts'

export type Profile = {
  name: string
  email: string
  role: Role
  hasPassword: boolean
  requiresSecondFactor: boolean
  /** When the authenticator app was added. */
  secondFactorSince: Date | null
  recoveryCodesLeft: number
  passkeys: ProfilePasskey[]
  sessions: ProfileSession[]
  /** Accounts of OpenID providers. */
  accounts: ProfileAccount[]
  grants: ProfileGrant[]
}

export type ProfileAccount = { issuer: string; createdAt: Date; lastUsedAt: Date }

/** What the person allowed an application. */
export type ProfileGrant = {
  id: number
  clientId: number
  name: string
  type: GrantType
  scopes: string[] | null
  createdAt: Date
  lastUsedAt: Date | null
}

export type ProfilePasskey = {
  id: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export type ProfileSession = {
  id: number
  method: string
  hasSecondFactor: boolean
  needsSecondFactor: boolean
  address: string | null
  userAgent: string | null
  createdAt: Date
  lastUsedAt: Date
  /** Whether the person has proved who they are a moment ago. */
  isConfirmed: boolean
}

/** Changes of how a person signs in need a proof that is not older. */
export const CONFIRMED_MINUTES = 10

/** More than a person looks through. */
const MAX_GRANTS = 200

const PERSON = `select u.name, u.email_address as email, p.role, r.requires_second_factor as "requiresSecondFactor",
    exists (select from passwords where user_id = u.id) as "hasPassword",
    (select created_at from totp_secrets where user_id = u.id) as "secondFactorSince",
    (select count(*) from recovery_codes where user_id = u.id and used_at is null)::int as "recoveryCodesLeft"
  from users u join permissions p on p.user_id = u.id join role_settings r on r.role = p.role where u.id = $1`

const PASSKEYS = `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
  from passkeys where user_id = $1 order by id`

const SESSIONS = `select id, method, has_second_factor as "hasSecondFactor", needs_second_factor as "needsSecondFactor",
    address, user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt",
    confirmed_at > now() - interval '${CONFIRMED_MINUTES} minutes' as "isConfirmed"
  from sessions where user_id = $1 and expires_at > now() and last_used_at > now() - interval '${IDLE_DAYS} days'
  order by last_used_at desc, id desc`

const ACCOUNTS = `select issuer, created_at as "createdAt", last_used_at as "lastUsedAt"
  from oidc_identities where user_id = $1 order by created_at, issuer`

const GRANTS = `select g.id, c.id as "clientId", c.name, g.grant_type as type, g.scopes, g.created_at as "createdAt", g.last_used_at as "lastUsedAt"
  from token_grants g join api_clients c on c.id = g.api_client_id
  where g.user_id = $1 and (g.expires_at is null or g.expires_at > now())
    and c.revoked_at is null and (c.expires_at is null or c.expires_at > now())
  order by coalesce(g.last_used_at, g.created_at) desc, g.id desc limit ${MAX_GRANTS}`

/** Undefined for a person who is not staff any more. */
export async function readProfile(queries: Queries, userId: number): Promise<Profile | undefined> {
  const [person, passkeys, sessions, accounts, grants] = await Promise.all([
    queries.query<Omit<Profile, 'passkeys' | 'sessions' | 'accounts' | 'grants'>>(PERSON, [userId]),
    queries.query<ProfilePasskey>(PASSKEYS, [userId]),
    queries.query<ProfileSession>(SESSIONS, [userId]),
    queries.query<ProfileAccount>(ACCOUNTS, [userId]),
    queries.query<ProfileGrant>(GRANTS, [userId]),
  ])
  return (
    person.rows[0] && {
      ...person.rows[0],
      passkeys: passkeys.rows,
      sessions: sessions.rows,
      accounts: accounts.rows,
      grants: grants.rows,
    }
  )
}

/** Of one person, the ones used last first; at most a few hundred. */
export const listGrants = async (queries: Queries, userId: number): Promise<ProfileGrant[]> =>
  (await queries.query<ProfileGrant>(GRANTS, [userId])).rows

export type NameAndAddress = Pick<Profile, 'name' | 'email'>

/** For the pages that show who is signed in. */
export async function findNameAndAddress(
  queries: Queries,
  userId: number,
): Promise<NameAndAddress | undefined> {
  const { rows } = await queries.query<NameAndAddress>({
    name: 'name_and_address',
    text: 'select name, email_address as email from users where id = $1',
    values: [userId],
  })
  return rows[0]
}

/**
 * Whether the person must first prove the factor that they have: a password alone would otherwise be enough to add another.
 * A link of an owner is for people who lost theirs.
 */
export const mustProveFactor = (
  { secondFactorSince, passkeys }: Profile,
  { needsSecondFactor, method }: ProfileSession,
): boolean =>
  needsSecondFactor && method !== 'link' && (secondFactorSince !== null || passkeys.length > 0)
