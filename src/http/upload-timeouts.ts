// How long an upload may take. Every other request has the seconds of the server's own requestTimeout.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../api-error.ts'
import type { UploadLimits } from '../context.ts'

export type UploadTimeouts = UploadLimits['timeouts']

// What still comes after a refusal is thrown away for so long, so that the client reads the answer.
const LEAVING_MS = 30_000

const uploading = new WeakSet<Socket>()

/** Whether the server's requestTimeout is not meant for this connection now. */
export const isUploading = (socket: Socket) => uploading.has(socket)

type Waiting = {
  heard(): void
  /** It is not the client that we wait for. */
  pause(): void
  end(): void
}

export function startUploadTimeouts(
  request: IncomingMessage,
  { totalMs, idleMs }: UploadTimeouts,
  refuse: (reason: ApiError) => void,
): Waiting {
  const { socket } = request
  uploading.add(socket)
  const slow = (words: string) => () => refuse(new ApiError('timeout', words))
  const total = setTimeout(slow(`The upload took longer than ${totalMs / 1000} seconds.`), totalMs)
  const silence = slow(`Nothing came for ${idleMs / 1000} seconds; the upload was given up.`)
  let idle = setTimeout(silence, idleMs)
  let isOver = false
  return {
    heard: () => {
      clearTimeout(idle)
      if (!isOver) idle = setTimeout(silence, idleMs)
    },
    pause: () => clearTimeout(idle),
    end: () => {
      isOver = true
      clearTimeout(total)
      clearTimeout(idle)
      uploading.delete(socket)
      if (!request.complete) leaveSoon(request)
    },
  }
}

function leaveSoon(request: IncomingMessage): void {
  const leaving = setTimeout(() => request.destroy(), LEAVING_MS).unref()
  request.once('close', () => clearTimeout(leaving))
}
