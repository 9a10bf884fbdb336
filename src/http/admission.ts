// How many calls are done at once. One client never holds all connections to the database; what comes beyond capacity
// waits a moment, a few at most, and is refused rather than queued without end.
import { ApiError } from '../api-error.ts'

export type Capacity = {
  /** Calls done at once, somewhat more than there are connections. */
  maxRunning: number
  /** Of one client: less than there are connections. */
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
  /** Does it as soon as there is room; refuses what would wait too long. */
  run<T>(client: number, run: () => Promise<T>): Promise<T>
}

type Waiting = { client: number; enter(): void }

export function createAdmission({
  maxRunning,
  maxPerClient,
  maxWaiting,
  maxWaitMs,
}: Capacity): Admission {
  const running = new Map<number, number>()
  // In the order in which they came; who may not enter yet is passed by.
  const queue = new Set<Waiting>()
  let all = 0

  const mayEnter = (client: number) => all < maxRunning && (running.get(client) ?? 0) < maxPerClient
  const enter = (client: number) => {
    all += 1
    running.set(client, (running.get(client) ?? 0) + 1)
  }
  const leave = (client: number) => {
    all -= 1
    const left = (running.get(client) ?? 1) - 1
    if (left === 0) running.delete(client)
    else running.set(client, left)
    for (const next of queue) {
      if (!mayEnter(next.client)) continue
      queue.delete(next)
      next.enter()
      return
    }
  }
  const waitFor = (client: number) =>
    new Promise<void>((resolve, reject) => {
      const place: Waiting = {
        client,
        enter: () => {
          clearTimeout(timer)
          enter(client)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        queue.delete(place)
        reject(overloaded())
      }, maxWaitMs)
      queue.add(place)
    })

  return {
    async run(client, run) {
      if (mayEnter(client)) enter(client)
      else if (queue.size >= maxWaiting) throw overloaded()
      else await waitFor(client)
      try {
        return await run()
      } finally {
        leave(client)
      }
    },
  }
}

export const OVERLOADED_MESSAGE =
  'More is asked of the service than it can do; try again in a moment.'

const overloaded = () => new ApiError('unavailable', OVERLOADED_MESSAGE)
