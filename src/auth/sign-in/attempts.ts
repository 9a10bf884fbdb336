// Limits attempts to sign in with growing delays, counted in the database for all processes. An account is counted for each
// network, so that strangers elsewhere do not delay its owner.
import { sql } from 'kysely'
import { widerNetworks } from '../../core/networks.ts'
import type { Db } from '../../db/db.ts'
import { forgetDeviceAttempts, takeDeviceAttempt } from './devices.ts'

type Allowance = {
  /** The failure from which on there is a delay. */
  free: number
  maxDelaySeconds: number
}
type Allowances = { byPair: Allowance; byNetwork: Allowance; byAccount: Allowance }

/** What is attempted. Each is counted apart: asking for links, for example, does not delay passwords. */
export type AttemptPurpose = 'password' | 'link' | 'passkey' | 'email' | 'email_code'

// A network can be an office with many people. The bound of an account over all networks is for guesses of a botnet.
const allow = (maxDelaySeconds: number, byAccount: number): Allowances => ({
  byPair: { free: 5, maxDelaySeconds },
  byNetwork: { free: 30, maxDelaySeconds },
  byAccount: { free: byAccount, maxDelaySeconds },
})
const ALLOWANCES: Record<AttemptPurpose, Allowances> = {
  password: allow(900, 100),
  // Shorter than a link is valid: a person whose mail is not repeated has a valid link.
  link: allow(600, 20),
  passkey: allow(900, 100),
  // Mails to end users of the portal. A delay is not longer than a mail is valid, here too.
  email: { ...allow(600, 20), byNetwork: { free: 60, maxDelaySeconds: 600 } },
  // Six digits can be guessed. A person who is delayed can still open the link of the mail.
  email_code: {
    byPair: { free: 10, maxDelaySeconds: 3600 },
    byNetwork: { free: 60, maxDelaySeconds: 900 },
    byAccount: { free: 20, maxDelaySeconds: 3600 },
  },
}

/** Failures are forgotten when there was none for so long. */
const FORGET_HOURS = 24

export type Attempt = {
  /** Default: password. */
  purpose?: AttemptPurpose
  account: string
  /** Without one, the account is counted by itself: only people who proved something can attempt it. */
  network?: string
  /** The hash of the cookie of a browser in which somebody signed in before. */
  device?: Buffer | undefined
}

type Counted = Allowance & { key: string; isPair: boolean }

/** Bounded: anyone can send anything as an address. */
const accountKey = (purpose: AttemptPurpose, address: string) =>
  `${purpose} account ${address.trim().toLowerCase().slice(0, 255).toWellFormed()}`

function keysOf({ purpose = 'password', account, network }: Attempt): Counted[] {
  const { byPair, byNetwork, byAccount } = ALLOWANCES[purpose]
  const key = accountKey(purpose, account)
  if (network === undefined) return [{ key, isPair: true, ...byPair }]
  // Each wider network of an IPv6 subscriber has twice as many.
  const byNetworks = [network, ...widerNetworks(network)].flatMap((name, i) => [
    { key: `${key} from ${name}`, isPair: true, ...multiply(byPair, 2 ** i) },
    { key: `${purpose} network ${name}`, isPair: false, ...multiply(byNetwork, 2 ** i) },
  ])
  return [{ key, isPair: false, ...byAccount }, ...byNetworks]
}

const multiply = ({ free, maxDelaySeconds }: Allowance, by: number): Allowance => ({
  free: free * by,
  maxDelaySeconds,
})

/**
 * Counts the attempt as failed before it is checked, so that concurrent ones do not pass together. Returns the seconds to
 * wait when it is not allowed; then nothing is counted.
 */
export async function beginAttempt(db: Db, attempt: Attempt): Promise<number> {
  const keys = JSON.stringify(keysOf(attempt))
  const isOld = sql`a.updated_at < now() - ${FORGET_HOURS} * interval '1 hour'`
  const { rows } = await sql<{ seconds: number; count: number }>`
    with keys as materialized (
      select * from jsonb_to_recordset(${keys}::jsonb) as (key text, free integer, "maxDelaySeconds" integer)),
    locked as materialized (
      select key, blocked_until from sign_in_attempts where key in (select key from keys) order by key for update),
    counted as (
      insert into sign_in_attempts as a (key, failures, blocked_until)
      select key, 1, '-infinity'::timestamptz from keys
      where not exists (select from locked where blocked_until > now()) order by key
      on conflict (key) do update set updated_at = now(), failures = case when ${isOld} then 1 else a.failures + 1 end,
        blocked_until = case when ${isOld} then '-infinity'::timestamptz else (
          select case when a.failures + 1 < free then '-infinity'::timestamptz
            else now() + least("maxDelaySeconds", 2 ^ least(20, a.failures + 1 - free)) * interval '1 second' end
          from keys where keys.key = a.key) end
      where a.blocked_until <= now()
      returning key)
    select coalesce(max(ceil(extract(epoch from blocked_until - now()))) filter (where blocked_until > now()), 0)::float8
      as seconds, (select count(*) from keys where key not in (select key from counted)) as count
    from locked`.execute(db)
  // A row that others inserted meanwhile is not locked; when it is blocked, it is for at least a second.
  const { seconds = 0, count = 0 } = rows[0] ?? {}
  return count > 0 ? Math.max(1, seconds) : 0
}

export type JudgedAttempt = Attempt & {
  /** To wait; 0 when it is allowed. */
  seconds: number
  /** The person signed in with this browser before. */
  isKnown: boolean
}

/** As `beginAttempt`, except that strangers cannot delay a browser in which the person signed in before. */
export async function judgeAttempt(db: Db, attempt: Attempt): Promise<JudgedAttempt> {
  const isKnown = await takeDeviceAttempt(db, attempt.account, attempt.device)
  return { ...attempt, isKnown, seconds: isKnown ? 0 : await beginAttempt(db, attempt) }
}

/** The attempt succeeded: the account starts again in this network, and the other counts get their one back. */
export async function forgetAttempt(
  db: Db,
  attempt: Attempt & { isKnown?: boolean },
): Promise<void> {
  if (attempt.isKnown) return withdrawAttempt(db, attempt)
  const pairs = keysOf(attempt).filter(({ isPair }) => isPair)
  await sql`delete from sign_in_attempts where key = any(${pairs.map(({ key }) => key)})`.execute(
    db,
  )
  await withdrawAttempt(db, attempt)
}

/** The attempt was allowed and then not made. */
export async function withdrawAttempt(
  db: Db,
  attempt: Attempt & { isKnown?: boolean },
): Promise<void> {
  if (attempt.isKnown && attempt.device)
    await forgetDeviceAttempts(db, attempt.account, attempt.device)
  else
    await sql`
      update sign_in_attempts set failures = greatest(0, failures - 1), blocked_until = '-infinity'::timestamptz
      where key in (select key from sign_in_attempts where key = any(${keysOf(attempt).map(({ key }) => key)})
        order by key for update)`.execute(db)
}

/** Of a person who is erased. */
export async function deleteAttemptsOf(db: Db, address: string): Promise<void> {
  for (const purpose of Object.keys(ALLOWANCES) as AttemptPurpose[]) {
    const key = accountKey(purpose, address)
    await sql`
      delete from sign_in_attempts where key = ${key} or starts_with(key, ${`${key} from `})`.execute(
      db,
    )
  }
}

export const deleteOldAttempts = (db: Db) =>
  sql`delete from sign_in_attempts where updated_at < now() - ${FORGET_HOURS} * interval '1 hour'`.execute(
    db,
  )
