// Limits concurrent uploads, of this process and of each API client or person.

import { ApiError } from '../../core/api-error.ts'
import { RETRY_LATER } from '../responses/retry-after.ts'

export type UploadSlots = {
  /** Runs the upload, or rejects it when too many are in progress. */
  run<T>(
    client: number,
    limits: { total: number; perClient: number },
    run: () => Promise<T>,
  ): Promise<T>
}

export function createUploadSlots(client = 'one API client'): UploadSlots {
  const running = new Map<number, number>()
  let all = 0
  return {
    async run(id, { total, perClient }, run) {
      const ofClient = running.get(id) ?? 0
      if (all >= total) throw tooManyUploads(total, 'this server')
      if (ofClient >= perClient) throw tooManyUploads(perClient, client)
      all += 1
      running.set(id, ofClient + 1)
      try {
        return await run()
      } finally {
        all -= 1
        const left = (running.get(id) ?? 1) - 1
        if (left === 0) running.delete(id)
        else running.set(id, left)
      }
    },
  }
}

const tooManyUploads = (limit: number, scope: string) =>
  new ApiError(
    'unavailable',
    `Too many concurrent uploads. Maximum for ${scope}: ${limit}. ${RETRY_LATER}`,
  )
