// How many uploads are under way at once, in this process and by one API client.
import { ApiError } from '../api-error.ts'
import type { UploadLimits } from '../context.ts'

export type Slots = {
  /** Refuses who comes too many; else what they do has a place until it has ended. */
  hold<T>(client: number, run: () => Promise<T>): Promise<T>
}

export function uploadSlots({ total, perClient }: UploadLimits['concurrency']): Slots {
  const held = new Map<number, number>()
  let all = 0
  return {
    async hold(client, run) {
      const own = held.get(client) ?? 0
      if (all >= total) throw busy(`${total} uploads are under way`)
      if (own >= perClient) throw busy(`This API client has ${perClient} uploads under way`)
      all += 1
      held.set(client, own + 1)
      try {
        return await run()
      } finally {
        all -= 1
        const left = (held.get(client) ?? 1) - 1
        if (left === 0) held.delete(client)
        else held.set(client, left)
      }
    },
  }
}

const busy = (words: string) =>
  new ApiError('unavailable', `${words}, which is as many as there may be; try again in a moment.`)
