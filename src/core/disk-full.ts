// One message for a full disk, wherever it is noticed: at the start, in PostgreSQL, in an upload, in a command.
import { statfs } from 'node:fs/promises'

/** For clients of the API. */
export const DISK_FULL_MESSAGE = "The server's disk is full. Retry after space was freed."

/** For the operator. */
export const diskFullMessage = (place: string) =>
  `No space left on device: ${place}. Free space and try again.`

/** The file system's codes, PostgreSQL's code, and the text that PostgreSQL's programs print. */
const CODES = ['ENOSPC', 'EDQUOT', '53100']
const TEXT = /No space left on device|Disk quota exceeded/
const MAX_DEPTH = 5

export function isDiskFull(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false
  const { code, message, cause } = error as Error & { code?: unknown }
  return CODES.includes(String(code)) || TEXT.test(message) || isDiskFull(cause, depth + 1)
}

/** Rethrows the error of a write to `place`, with the common message when the disk is full. */
export function rethrowDiskFull(error: unknown, place: string): never {
  throw isDiskFull(error) ? new Error(diskFullMessage(place), { cause: error }) : error
}

/** The operator's message of an error that no code gave a place; null when the disk is not full. */
export function describeDiskFull(error: unknown): string | null {
  if (!isDiskFull(error)) return null
  const { message, path, code = '' } = error as NodeJS.ErrnoException
  if (message.startsWith('No space left on device: ')) return message
  if (code.startsWith('E')) return diskFullMessage(path ?? 'a file')
  const { cause } = error as Error
  return cause instanceof Error && isDiskFull(cause)
    ? describeDiskFull(cause)
    : diskFullMessage('the database')
}

/** PostgreSQL stops when it cannot add a segment of this size to its log. */
const WAL_SEGMENT_BYTES = 16 * 1024 ** 2

/** Rethrows the error of a lost server, with the common message when the disk of its data directory is full. */
export async function rethrowLostServer(error: unknown, directory: string): Promise<never> {
  const { code = '', message } = error as Error & { code?: string }
  const isLost = /^(57P0\d|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/.test(code)
  if (isLost || message.startsWith('Connection terminated')) {
    const free = await statfs(directory).catch(() => undefined)
    if (free && free.bavail * free.bsize < WAL_SEGMENT_BYTES)
      throw new Error(diskFullMessage(directory), { cause: error })
  }
  throw error
}
