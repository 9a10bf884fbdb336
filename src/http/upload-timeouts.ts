// Timeouts of uploads. All other requests have the server's requestTimeout.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../api-error.ts'
import type { UploadLimits } from '../context.ts'

export type UploadTimeouts = UploadLimits['timeouts']

// After a rejection the rest of the body is read and discarded this long, so that the client can read the response.
const DISCARD_MS = 30_000

const uploadingSockets = new WeakSet<Socket>()

/** Whether an upload is running on the connection, so that the server's requestTimeout does not apply. */
export const isUploading = (socket: Socket) => uploadingSockets.has(socket)

type UploadTimer = {
  /** Restarts the idle timeout, when data arrives. */
  restartIdle(): void
  /** Stops the idle timeout while the server itself is busy. */
  pauseIdle(): void
  end(): void
}

export function startUploadTimeouts(
  request: IncomingMessage,
  { totalMs, idleMs }: UploadTimeouts,
  refuse: (reason: ApiError) => void,
): UploadTimer {
  const { socket } = request
  uploadingSockets.add(socket)
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
  return {
    restartIdle: () => {
      clearTimeout(idle)
      if (!hasEnded) idle = setTimeout(expireIdle, idleMs)
    },
    pauseIdle: () => clearTimeout(idle),
    end: () => {
      hasEnded = true
      clearTimeout(total)
      clearTimeout(idle)
      uploadingSockets.delete(socket)
      if (!request.complete) destroyLater(request)
    },
  }
}

function destroyLater(request: IncomingMessage): void {
  const timer = setTimeout(() => request.destroy(), DISCARD_MS).unref()
  request.once('close', () => clearTimeout(timer))
}
