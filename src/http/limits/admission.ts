// Limits concurrent calls, in total and per client, so that no client takes all database connections. Excess calls wait
// in a bounded queue for a bounded time, then are rejected.
import { ApiError } from '../../core/api-error.ts'
import { RETRY_LATER } from '../responses/retry-after.ts'
import type { RateKey } from './rate-counter.ts'

export type Capacity = {
  /** Slightly more than there are database connections. */
  maxRunning: number
  /** Less than there are database connections. */
  maxPerClient: number
  maxWaiting: number
  maxWaitMs: number
}

export const CAPACITY: Capacity = {
  maxRunning: 24,
  maxPerClient: 8,
  maxWaiting: 200,
  maxWaitMs: 5000,
}

export type Admission = {
  /** Runs the call as soon as there is capacity; rejects it after the maximum wait. */
  run<T>(client: RateKey, run: () => Promise<T>): Promise<T>
}

type QueuedCall = { client: RateKey; start(): void }

export function createAdmission({
  maxRunning,
  maxPerClient,
  maxWaiting,
  maxWaitMs,
}: Capacity): Admission {
  const running = new Map<RateKey, number>()
  // In order of arrival. A call whose client is at its maximum does not block the calls behind it.
  const queue = new Set<QueuedCall>()
  let total = 0

  const canStart = (client: RateKey) =>
    total < maxRunning && (running.get(client) ?? 0) < maxPerClient
  const start = (client: RateKey) => {
    total += 1
    running.set(client, (running.get(client) ?? 0) + 1)
  }
  const finish = (client: RateKey) => {
    total -= 1
    const left = (running.get(client) ?? 1) - 1
    if (left === 0) running.delete(client)
    else running.set(client, left)
    for (const next of queue) {
      if (!canStart(next.client)) continue
      queue.delete(next)
      next.start()
      return
    }
  }
  const enqueue = (client: RateKey) =>
    new Promise<void>((resolve, reject) => {
      const queued: QueuedCall = {
        client,
        start: () => {
          clearTimeout(timer)
          start(client)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        queue.delete(queued)
        reject(overloaded())
      }, maxWaitMs)
      queue.add(queued)
    })

  return {
    async run(client, run) {
      if (canStart(client)) start(client)
      else if (queue.size >= maxWaiting) throw overloaded()
      else await enqueue(client)
      try {
        return await run()
      } finally {
        finish(client)
      }
    },
  }
}

export const OVERLOADED_MESSAGE = `Overloaded. ${RETRY_LATER}`

const overloaded = () => new ApiError('unavailable', OVERLOADED_MESSAGE)
