// Limits attempts to sign in, by account and by network, with growing delays. Counted in the database, for all processes.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

type Allowance = {
  /** Failures without a delay. */
  free: number
  maxDelaySeconds: number
}

// A network can be an office with many people.
const BY_ACCOUNT: Allowance = { free: 5, maxDelaySeconds: 900 }
const BY_NETWORK: Allowance = { free: 30, maxDelaySeconds: 900 }

/** Failures are forgotten when there was none for so long. */
const FORGET_HOURS = 24

export type Attempt = { account: string; network: string }

/** Bounded: anyone can send anything as an address. */
export const accountKey = (address: string) =>
  `account ${address.trim().toLowerCase().slice(0, 255)}`

const keysOf = ({ account, network }: Attempt) => [
  { key: accountKey(account), ...BY_ACCOUNT },
  { key: `network ${network}`, ...BY_NETWORK },
]

/**
 * Counts the attempt as failed before it is checked, so that concurrent ones do not pass together. Returns the seconds to
 * wait when it is not allowed.
 */
export async function beginAttempt(db: Db, attempt: Attempt): Promise<number> {
  const keys = JSON.stringify(keysOf(attempt))
  const isOld = sql`a.updated_at < now() - ${FORGET_HOURS} * interval '1 hour'`
  const { rows } = await sql<{ seconds: number; count: number }>`
    with keys as materialized (
      select * from jsonb_to_recordset(${keys}::jsonb) as (key text, free integer, "maxDelaySeconds" integer)),
    counted as (
      insert into sign_in_attempts as a (key, failures, blocked_until) select key, 1, now() from keys order by key
      on conflict (key) do update set updated_at = now(), failures = case when ${isOld} then 1 else a.failures + 1 end,
        blocked_until = now() + case when ${isOld} then 0 else (
          select case when a.failures + 1 < free then 0 else least("maxDelaySeconds", 2 ^ least(20, a.failures + 1 - free)) end
          from keys where keys.key = a.key) end * interval '1 second'
      where a.blocked_until <= now()
      returning key)
    select ceil(coalesce(max(extract(epoch from coalesce(blocked_until, now()) - now())), 0))::float8 as seconds, count(*)
    from keys left join sign_in_attempts using (key) where key not in (select key from counted)`.execute(
    db,
  )
  // A row that another attempt has just inserted is not visible yet; it is blocked for at least a second.
  const { seconds = 0, count = 0 } = rows[0] ?? {}
  return count > 0 ? Math.max(1, seconds) : 0
}

/** The attempt succeeded: the account starts again, and the network gets its one back. */
export async function forgetAttempt(db: Db, attempt: Attempt): Promise<void> {
  const [account, network] = keysOf(attempt).map(({ key }) => key)
  await sql`delete from sign_in_attempts where key = ${account}`.execute(db)
  await sql`
    update sign_in_attempts set failures = greatest(0, failures - 1), blocked_until = now()
    where key = ${network}`.execute(db)
}

export const deleteOldAttempts = (db: Db) =>
  sql`delete from sign_in_attempts where updated_at < now() - ${FORGET_HOURS} * interval '1 hour'`.execute(
    db,
  )
