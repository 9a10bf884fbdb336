// What a person sees of their own ways to sign in.

import type { Queries } from '../../db/db.ts'
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
}

const PERSON = `select u.name, u.email_address as email, p.role, r.requires_second_factor as "requiresSecondFactor",
    exists (select from passwords where user_id = u.id) as "hasPassword",
    (select created_at from totp_secrets where user_id = u.id) as "secondFactorSince",
    (select count(*) from recovery_codes where user_id = u.id and used_at is null)::int as "recoveryCodesLeft"
  from users u join permissions p on p.user_id = u.id join role_settings r on r.role = p.role where u.id = $1`

const PASSKEYS = `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
  from passkeys where user_id = $1 order by id`

const SESSIONS = `select id, method, has_second_factor as "hasSecondFactor", needs_second_factor as "needsSecondFactor",
    address, user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt"
  from sessions where user_id = $1 and expires_at > now() and last_used_at > now() - interval '${IDLE_DAYS} days'
  order by last_used_at desc, id desc`

/** Undefined for a person who is not staff any more. */
export async function readProfile(queries: Queries, userId: number): Promise<Profile | undefined> {
  const [person, passkeys, sessions] = await Promise.all([
    queries.query<Omit<Profile, 'passkeys' | 'sessions'>>(PERSON, [userId]),
    queries.query<ProfilePasskey>(PASSKEYS, [userId]),
    queries.query<ProfileSession>(SESSIONS, [userId]),
  ])
  return person.rows[0] && { ...person.rows[0], passkeys: passkeys.rows, sessions: sessions.rows }
}

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
