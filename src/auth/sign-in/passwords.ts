// Passwords: which ones are accepted, and how they are stored.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { SOURCE_EXTENSION } from '../../core/source-files.ts'
import type { Db } from '../../db/db.ts'
import { type Sentence, t } from '../../texts/texts.ts'

export const MIN_PASSWORD = 12
const MAX_PASSWORD = 128

// argon2id; memory in KiB. The hash names them, so that they can change.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of 0 to 4. From 3 on, a password withstands offline guessing of a slow hash. */
const MIN_SCORE = 3

// The same characters can be typed in several ways.
const normalize = (password: string) => password.normalize('NFKC')

/**
 * What is wrong with a new password, for people; undefined when it is accepted. `about` are texts that others know: the name,
 * the address of the person and that of the service.
 */
export async function findPasswordProblem(
  password: string,
  about: string[],
): Promise<Sentence | undefined> {
  const { length } = [...normalize(password)]
  if (length < MIN_PASSWORD)
    return t`The password has ${length} characters. It must have at least ${MIN_PASSWORD}.`
  if (length > MAX_PASSWORD)
    return t`The password has ${length} characters. It can have at most ${MAX_PASSWORD}.`
  return (await estimateScore(normalize(password), about)) < MIN_SCORE ? GUESSABLE : undefined
}

const PRODUCT = 'Earshot'

const GUESSABLE = t`The password is too easy to guess: it contains a common password, a pattern, or words about you. Use several words that do not belong together.`

/** In a thread that ends afterwards: the dictionaries are large, and an estimate takes up to a second of CPU. */
async function estimateScore(password: string, about: string[]): Promise<number> {
  const worker = new Worker(new URL(`./password-estimate${SOURCE_EXTENSION}`, import.meta.url), {
    workerData: { password, about: [...about, PRODUCT] },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  try {
    const [score] = await once(worker, 'message')
    return score
  } finally {
    await worker.terminate()
  }
}

export async function setPassword(db: Db, userId: number, password: string): Promise<void> {
  const hashed = await hash(normalize(password), PARAMETERS)
  await sql`
    insert into passwords (user_id, hash) values (${userId}, ${hashed})
    on conflict (user_id) do update set hash = excluded.hash, updated_at = now()`.execute(db)
}

/** Takes the same time for a person without a password. */
export async function isRightPassword(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const { length } = password
  const isPossible = length > 0 && length <= 4 * MAX_PASSWORD
  const isRight = await verify(stored ?? UNKNOWN, isPossible ? normalize(password) : '-')
  return isRight && isPossible && stored !== null && stored !== undefined
}

// Of a random text that was not kept.
const UNKNOWN =
  '$argon2id$v=19$m=19456,t=2,p=1$7ygNalD65xjRdp5+2wGEqw$2NVdEPgSEHkpf9DmJyza6Q6gK8ny2Ut4lST7RM2kl4E'
