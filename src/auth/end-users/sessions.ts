// Sessions of end users on the portal. They carry no role, whatever the person may do elsewhere.
import { sql } from 'kysely'
import type { Db, Queries, Tx } from '../../db/db.ts'
import { executePrepared } from '../../db/driver.ts'
import {
  END_USER_SESSION_LIMITS,
  type EndUserSessionLimits,
  generateCredential,
  hashCredential,
  isCredential,
} from '../credentials.ts'

/** The oldest ones end. */
export const MAX_SESSIONS = 20
const MAX_USER_AGENT = 300

/** The settings of the installation. */
export const sessionLimitsOf = (settings: {
  portal_session_days: number
  portal_session_idle_days: number
}): EndUserSessionLimits => ({
  maxDays: settings.portal_session_days,
  idleDays: settings.portal_session_idle_days,
})

/** The last use is noted with this precision. */
const USE_MINUTES = 30

export type NewEndUserSession = {
  userId: number
  /** sso, email, or the name of an OpenID provider. */
  method: string
  ssoKeyId: number | null
  allowForums: number[] | null
  denyForums: number[]
  lifetimeSeconds: number
  address: string | null
  userAgent: string | null
}

/** Returns the credential of the cookie. */
export async function startEndUserSession(
  db: Db,
  { userId, method, ...session }: NewEndUserSession,
): Promise<string> {
  const credential = generateCredential('visitor')
  const { hash, ssoKeyId, allowForums, denyForums, address, userAgent, lifetimeSeconds } =
    sessionValues(session, credential)
  await executePrepared(
    db,
    sql`select start_end_user_session(${userId}, ${hash}, ${method}, ${ssoKeyId}, ${allowForums}, ${denyForums}, ${address},
      ${userAgent}, ${lifetimeSeconds}, ${MAX_SESSIONS})`,
  )
  return credential
}

/** What the functions of src/db/functions/sso-sign-in.sql store of a session. */
export const sessionValues = (
  { userAgent, ...session }: Omit<NewEndUserSession, 'userId' | 'method'>,
  credential: string,
) => ({
  ...session,
  hash: hashCredential(credential),
  userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
})

/** Somebody who is signed in on the portal. */
export type EndUser = {
  sessionId: number
  userId: number
  name: string
  /** Null: as the browser asks. */
  language: string | null
  /** Forums that the person is limited to; null for all. */
  allowForums: number[] | null
  denyForums: number[]
}

/** Undefined when the session is unknown or has ended, and when the person is blocked. Notes that it is used. */
export async function findEndUser(
  db: Db,
  credential: string,
  { maxDays, idleDays }: EndUserSessionLimits = END_USER_SESSION_LIMITS,
): Promise<EndUser | undefined> {
  if (!isCredential('visitor', credential)) return undefined
  const statement = sql<EndUser & { isNoted: boolean }>`
    select s.id as "sessionId", s.user_id as "userId", u.name, u.language, s.allow_forums::float8[] as "allowForums",
      s.deny_forums::float8[] as "denyForums",
      s.last_used_at > now() - ${USE_MINUTES} * interval '1 minute' as "isNoted"
    from end_user_sessions s join users u on u.id = s.user_id and u.allowed_state = 'allowed'
    where s.hash = ${hashCredential(credential)} and s.expires_at > now()
      and s.created_at > now() - ${maxDays} * interval '1 day'
      and s.last_used_at > now() - ${idleDays} * interval '1 day'`
  const { rows } = await executePrepared(db, statement)
  const [found] = rows
  if (!found) return undefined
  const { isNoted, ...endUser } = found
  if (!isNoted)
    await sql`update end_user_sessions set last_used_at = now() where id = ${endUser.sessionId}`
      .execute(db)
      // A page can be read while nothing can be written.
      .catch(() => {})
  return endUser
}

export const endEndUserSession = (db: Db, credential: string) =>
  sql`delete from end_user_sessions where hash = ${hashCredential(credential)}`.execute(db)

export type ListedEndUserSession = {
  id: number
  method: string
  address: string | null
  userAgent: string | null
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

/** For the person: the last used first. */
export async function listEndUserSessions(
  db: Db,
  userId: number,
  { maxDays, idleDays }: EndUserSessionLimits = END_USER_SESSION_LIMITS,
): Promise<ListedEndUserSession[]> {
  const { rows } = await sql<ListedEndUserSession>`
    select id, method, address, user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt",
      expires_at as "expiresAt"
    from end_user_sessions
    where user_id = ${userId} and expires_at > now() and created_at > now() - ${maxDays} * interval '1 day'
      and last_used_at > now() - ${idleDays} * interval '1 day'
    order by last_used_at desc, id desc limit ${MAX_SESSIONS}`.execute(db)
  return rows
}

/** All of the person, one of them, or all but one. Returns how many there were. */
export async function endEndUserSessions(
  db: Db,
  userId: number,
  which: { id?: number; except?: number | null } = {},
): Promise<number> {
  const { id = null, except = null } = which
  const { rows } = await sql`
    delete from end_user_sessions
    where user_id = ${userId} and id = coalesce(${id}, id) and id is distinct from ${except} returning id`.execute(
    db,
  )
  return rows.length
}

/** Applications that act for the person on the portal. */
export type AllowedApplication = {
  id: number
  name: string
  created_at: Date
  last_used_at: Date | null
}

export async function listApplicationsOfEndUser(
  queries: Queries,
  userId: number,
): Promise<AllowedApplication[]> {
  const { rows } = await queries.query<AllowedApplication>(
    `select g.id, a.name, g.created_at, g.last_used_at
      from token_grants g join api_clients a on a.id = g.api_client_id and a.audience = 'end_users'
      where g.user_id = $1 and g.expires_at > now() and a.revoked_at is null order by g.id desc`,
    [userId],
  )
  return rows
}

/** With its tokens. False when the person has no such application. */
export async function endApplicationOfEndUser(
  tx: Tx,
  userId: number,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`
    delete from token_grants g using api_clients a
    where g.id = ${id} and g.user_id = ${userId} and a.id = g.api_client_id and a.audience = 'end_users'
    returning g.id`.execute(tx)
  return rows.length > 0
}

export async function deleteEndedEndUserSessions(tx: Tx): Promise<void> {
  await sql`delete from end_user_sessions where expires_at <= now()`.execute(tx)
  await sql`delete from used_sso_tokens where expires_at <= now()`.execute(tx)
}
