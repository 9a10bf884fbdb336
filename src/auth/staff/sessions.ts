// Sessions of people who signed in. The cookie holds a random value; the table holds its hash.
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db, Tx } from '../../db/db.ts'
import { type Origin, recordAudit } from '../../write/core/audit.ts'
import { endGrantsOf } from '../clients/token-grants.ts'
import { generateCredential, hashCredential } from '../credentials.ts'

const MAX_SESSION_DAYS = 90
/** The oldest ones end. */
const MAX_SESSIONS = 50
const MAX_USER_AGENT = 300

export type NewSession = {
  userId: number
  /** password, passkey, link, or the name of an OpenID provider. */
  method: string
  /** Whether a second factor was proved, or one that counts for two. */
  hasSecondFactor: boolean
  address: string | null
  userAgent: string | null
  /** When the person last proved who they are; now by default. */
  confirmedAt?: Date
}

export type StartedSession = { id: number; credential: string; needsSecondFactor: boolean }

export async function startSession(tx: Tx, session: NewSession): Promise<StartedSession> {
  const { userId, method, hasSecondFactor, address, userAgent, confirmedAt = null } = session
  const credential = generateCredential('session')
  await createClientOf(tx, userId)
  const { rows } = await sql<{ id: number; needs_second_factor: boolean }>`
    insert into sessions (hash, user_id, method, has_second_factor, needs_second_factor, address, user_agent, confirmed_at,
      expires_at)
    select ${hashCredential(credential)}, ${userId}, ${method}, ${hasSecondFactor},
      requires_second_factor and not ${hasSecondFactor}, ${address}, ${userAgent?.slice(0, MAX_USER_AGENT) ?? null},
      coalesce(${confirmedAt}::timestamptz, now()), now() + ${MAX_SESSION_DAYS} * interval '1 day'
    from permissions p join role_settings r on r.role = p.role where p.user_id = ${userId}
    returning id, needs_second_factor`.execute(tx)
  const started = rows[0]
  if (!started) throw new Error('A person without a role cannot have a session.')
  await sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId} order by id desc offset ${MAX_SESSIONS})`.execute(
    tx,
  )
  await sql`
    update users set last_login = now(), last_ip = ${address} where id = ${userId}`.execute(tx)
  return { id: started.id, credential, needsSecondFactor: started.needs_second_factor }
}

/** Limits, idempotency keys and read-your-writes are kept per client. Nobody knows the key and the secret of this one. */
const createClientOf = (tx: Tx, userId: number) =>
  sql`
  insert into api_clients (name, key_hint, key_hash, secret_hash, retry_after, person_id)
  select 'Sessions', '', ${hashCredential(generateCredential('key'))}, ${hashCredential(generateCredential('secret'))},
    'delta', ${userId}
  where not exists (select from api_clients where person_id = ${userId})
  on conflict (person_id) do nothing`.execute(tx)

/** Returns the person whose session it was. */
export async function endSession(
  db: Db,
  session: { credential: string } | { id: number },
): Promise<{ id: number; userId: number } | undefined> {
  const matches =
    'id' in session ? sql`id = ${session.id}` : sql`hash = ${hashCredential(session.credential)}`
  const { rows } = await sql<{ id: number; userId: number }>`
    delete from sessions where ${matches} returning id, user_id as "userId"`.execute(db)
  return rows[0]
}

/** Ends the sessions of the person, except one, and everything that they allowed applications. */
export async function endAccessOf(tx: Tx, userId: number, exceptSession = 0): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and id <> ${exceptSession}`.execute(tx)
  await endGrantsOf(tx, userId)
}

/** Replaces the session by a new one, because the person may do more than before, or proved who they are again. */
export async function renewSession(
  tx: Tx,
  id: number,
  from: Pick<NewSession, 'address' | 'userAgent'>,
  hasSecondFactor?: boolean,
): Promise<StartedSession> {
  const { rows } = await sql<
    Pick<NewSession, 'userId' | 'method' | 'hasSecondFactor'> & { confirmedAt: Date }
  >`
    delete from sessions where id = ${id}
    returning user_id as "userId", method, has_second_factor as "hasSecondFactor", confirmed_at as "confirmedAt"`.execute(
    tx,
  )
  if (!rows[0]) throw new ApiError('unauthorized', 'The session has ended. Sign in again.')
  const { userId, method, confirmedAt } = rows[0]
  return startSession(tx, {
    userId,
    method,
    address: from.address,
    userAgent: from.userAgent,
    confirmedAt,
    hasSecondFactor: hasSecondFactor ?? rows[0].hasSecondFactor,
  })
}

/** Ends sessions from elsewhere than their own browser: one of the person's, one of anybody's, or all of the person but one. */
export async function endSessions(
  tx: Tx,
  origin: Origin,
  which: { id: number; userId?: number } | { userId: number; except: number },
): Promise<number> {
  const matches =
    'except' in which
      ? sql`user_id = ${which.userId} and id <> ${which.except}`
      : sql`id = ${which.id} and user_id = coalesce(${which.userId ?? null}, user_id)`
  const { rows } = await sql<{ id: number; userId: number }>`
    delete from sessions where ${matches} returning id, user_id as "userId"`.execute(tx)
  for (const { id, userId } of rows)
    await recordAudit(tx, origin, {
      action: 'session_ended',
      subject: { type: 'sessions', id },
      before: { user_id: userId },
    })
  return rows.length
}

/** The person has proved again who they are. */
export const confirmSession = (db: Db, id: number) =>
  sql`update sessions set confirmed_at = now() where id = ${id}`.execute(db)

/** Notes that the session is in use, so that it does not end. */
export const touchSession = (db: Db, id: number) =>
  sql`update sessions set last_used_at = now(), updated_at = now() where id = ${id}`.execute(db)
