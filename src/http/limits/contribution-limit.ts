// What a person and a network can add on the portal per hour. Counted like requests: in memory, or in the database while several
// processes serve it.
import { ApiError } from '../../core/api-error.ts'
import { widerNetworks } from '../../core/networks.ts'
import type { Settings } from '../../settings/declarations.ts'
import type { Counter } from './rate-counter.ts'

const HOUR_MS = 3_600_000
const MINUTES = 60

/** A network can be an office with many people. Each wider network of an IPv6 subscriber has twice as much. */
const PEOPLE_PER_NETWORK = 5

export type CountedContribution = {
  kind: 'suggestion' | 'comment' | 'vote' | 'content_report' | 'file'
  /** Null for a guest. */
  userId: number | null
  /** Of `clientNetwork`; null for a mail, which has none. */
  network: string | null
}

const LIMITS = {
  suggestion: 'suggestions_per_hour',
  comment: 'comments_per_hour',
  vote: 'votes_per_hour',
  content_report: 'content_reports_per_hour',
  file: 'files_per_hour',
} as const satisfies Record<CountedContribution['kind'], keyof Settings>

type Options = { counter: Counter; now(): number; settings(): Settings }

/** Test mails and checks of DNS records, of one person. */
const TRIALS_PER_HOUR = 30

/** Throws 429 over the limit. The counter must not delete old counts. */
export function createTrialLimit({ counter, now }: Omit<Options, 'settings'>) {
  return async (kind: 'test_mail' | 'dns_check', userId: number): Promise<void> => {
    const end = endOfHour(now())
    if (!(await counter.take(`${kind} user ${userId}`, TRIALS_PER_HOUR, end)))
      throw limitExceeded(kind.replace('_', ' '), TRIALS_PER_HOUR, remainingMs(end, now()))
  }
}

/** In minutes, as the counter has it. */
const endOfHour = (now: number) => (Math.floor(now / HOUR_MS) + 1) * MINUTES
const remainingMs = (end: number, now: number) => Math.ceil((end * HOUR_MS) / MINUTES - now)

/**
 * The counter must not delete old counts. The hour is counted under its last minute, so that the counts of past hours are
 * deleted with those of past minutes.
 */
export function createContributionLimit({ counter, now, settings }: Options) {
  /** Counts it, or throws 429; then nothing is counted. */
  return async ({ kind, userId, network }: CountedContribution): Promise<void> => {
    const limit = settings()[LIMITS[kind]]
    const end = endOfHour(now())
    const names = network === null ? [] : [network, ...widerNetworks(network)]
    const networks = names.map((name, i) => ({
      key: `${kind} network ${name}`,
      limit: limit * PEOPLE_PER_NETWORK * 2 ** i,
    }))
    const person = userId === null ? [] : [{ key: `${kind} user ${userId}`, limit }]
    const taken: string[] = []
    for (const { key, limit: most } of [...person, ...networks]) {
      if (await counter.take(key, most, end)) taken.push(key)
      else {
        for (const earlier of taken) await counter.add(earlier, -1, end)
        throw limitExceeded(kind, most, remainingMs(end, now()))
      }
    }
  }
}

function limitExceeded(kind: string, limit: number, remainingMs: number): ApiError {
  const minutes = Math.max(1, Math.ceil(remainingMs / 60_000))
  const nouns = kind === 'content_report' ? 'reports' : `${kind}s`
  return new ApiError(
    'rate_limited',
    `At most ${limit} ${nouns} per hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  )
}
