// Proof of work for guests: their browser computes for a second before something is accepted. Checking it is one hash.
import { sql } from 'kysely'
import { type Challenge, isSolved } from '../../core/proof-of-work.ts'
import type { ReadKeys } from '../../core/secret-keys.ts'
import type { Db } from '../../db/db.ts'
import { hashCredential } from '../credentials.ts'
import { type FormPurpose, isSignedFor, signFor } from './form-token.ts'

const LIFETIME_SECONDS = 3600

/** `token` is sent back with the answer. `seed` and `bits` are what the browser works on. */
export type IssuedChallenge = Challenge & { token: string }

export async function issueChallenge(
  readKeys: ReadKeys,
  purpose: FormPurpose,
  bits: number,
  now = Date.now(),
): Promise<IssuedChallenge> {
  const [key] = await readKeys()
  const random = crypto.getRandomValues(Buffer.alloc(9)).toString('base64url')
  const text = `${Math.floor(now / 1000) + LIFETIME_SECONDS}.${bits}.${random}`
  // Nobody can work on a challenge before it is issued, because the seed is its signature.
  const seed = signFor(key, 'challenge', purpose, text)
  return { seed, bits, token: `${text}.${seed}` }
}

export type WorkProblem = 'invalid' | 'expired' | 'unsolved' | 'used'

/** Null when the answer is right; then the challenge cannot be used again. */
export async function checkProofOfWork(
  db: Db,
  readKeys: ReadKeys,
  { token, answer }: { token: unknown; answer: unknown },
  { now = Date.now(), ...purpose }: FormPurpose & { now?: number },
): Promise<WorkProblem | null> {
  const [, text, expires, bits, seed] =
    /^((\d{1,12})\.(\d{1,2})\.[\w-]{12})\.([\w-]{22})$/.exec(
      typeof token === 'string' ? token : '',
    ) ?? []
  if (text === undefined || seed === undefined) return 'invalid'
  const given = /^\d{1,16}$/.test(String(answer)) ? Number(answer) : -1
  if (!isSolved({ seed, bits: Number(bits) }, given)) return 'unsolved'
  if (!(await isSignedFor(readKeys, 'challenge', purpose, { text, signature: seed })))
    return 'invalid'
  if (Number(expires) * 1000 < now) return 'expired'
  // Last: only solved challenges make rows.
  return (await takeOnce(db, seed, Number(expires))) ? null : 'used'
}

/** False when it was taken before. Until it expires, in seconds since 1970. */
export async function takeOnce(db: Db, text: string, expires: number): Promise<boolean> {
  const { rows } = await sql`
    insert into used_challenges (hash, expires_at) values (${hashCredential(text)}, to_timestamp(${expires}))
    on conflict do nothing returning hash`.execute(db)
  return rows.length > 0
}

export const deleteOldChallenges = (db: Db) =>
  sql`delete from used_challenges where expires_at <= now()`.execute(db)
