// Timeouts of uploads. All other requests have the server's requestTimeout.
import type { IncomingMessage } from 'node:http'
import type { UploadLimits } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'

export type UploadTiming = Pick<UploadLimits, 'timeouts' | 'sockets'>

// After a rejection the rest of the body is read and discarded this long, so that the client can read the response.
const DISCARD_MS = 30_000

type UploadTimer = {
  /** Restarts the idle timeout, when data arrives. */
  restartIdle(): void
  /** Stops the idle timeout while the server itself is busy. */
  pauseIdle(): void
  end(): void
}

export function startUploadTimeouts(
  request: IncomingMessage,
  { timeouts: { totalMs, idleMs }, sockets }: UploadTiming,
  refuse: (reason: ApiError) => void,
): UploadTimer {
  const { socket } = request
  sockets.add(socket)
  const expire = (problem: string) => () => refuse(new ApiError('timeout', problem))
  const total = setTimeout(
    expire(`Upload timed out: incomplete after ${totalMs / 1000} seconds. Retry the upload.`),
    totalMs,
  )
  const expireIdle = expire(
    `Upload timed out: no data for ${idleMs / 1000} seconds. Retry the upload.`,
  )
  let idle = setTimeout(expireIdle, idleMs)
  let hasEnded = false
  let isPaused = false
  return {
    restartIdle: () => {
      if (hasEnded) return
      if (isPaused) idle = setTimeout(expireIdle, idleMs)
      else idle.refresh()
      isPaused = false
    },
    pauseIdle: () => {
      clearTimeout(idle)
      isPaused = true
    },
    end: () => {
      hasEnded = true
      clearTimeout(total)
      clearTimeout(idle)
      sockets.delete(socket)
      if (!request.complete) destroyLater(request)
    },
  }
}

function destroyLater(request: IncomingMessage): void {
  const timer = setTimeout(() => request.destroy(), DISCARD_MS).unref()
  request.once('close', () => clearTimeout(timer))
}
