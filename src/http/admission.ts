// How many calls are done at once. One client never holds all connections to the database; what comes beyond capacity
// waits a moment, a few at most, and is refused rather than queued without end.
import { ApiError } from '../api-error.ts'

export type Capacity = {
  /** Calls done at once, somewhat more than there are connections. */
  inAll: number
  /** Of one client: less than there are connections. */
  byClient: number
  waiting: number
  patienceMs: number
}

export const CAPACITY: Capacity = { inAll: 24, byClient: 8, waiting: 200, patienceMs: 5000 }

export type Admission = {
  /** Does it as soon as there is room; refuses what would wait too long. */
  hold<T>(client: number, run: () => Promise<T>): Promise<T>
}

type Waiting = { client: number; enter(): void }

export function createAdmission({ inAll, byClient, waiting, patienceMs }: Capacity): Admission {
  const running = new Map<number, number>()
  // In the order in which they came; who may not enter yet is passed by.
  const queue = new Set<Waiting>()
  let all = 0

  const mayEnter = (client: number) => all < inAll && (running.get(client) ?? 0) < byClient
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
      }, patienceMs)
      queue.add(place)
    })

  return {
    async hold(client, run) {
      if (mayEnter(client)) enter(client)
      else if (queue.size >= waiting) throw overloaded()
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
