// One message for a full disk, wherever it is noticed.
import { statfs } from 'node:fs/promises'

const NO_SPACE = 'No space left on device'
const OUT_OF_SPACE = ['ENOSPC', 'EDQUOT']
/** PostgreSQL's code for disk_full. */
const DATABASE_OUT_OF_SPACE = '53100'

export const diskFullMessage = (place: string) => `${NO_SPACE}: ${place}; free space and try again.`

/** Rethrows the error of a write to `place`, with the common message when the disk is full. */
export function rethrowDiskFull(error: unknown, place: string): never {
  const { code = '' } = error as NodeJS.ErrnoException
  if (OUT_OF_SPACE.includes(code)) throw new Error(diskFullMessage(place), { cause: error })
  throw error
}

/** The common message where PostgreSQL, or a file operation that names no place, ran out of space. */
export function describeDiskFull(error: unknown): string | null {
  const { code = '', path, message = '', cause } = error as NodeJS.ErrnoException
  if (message.startsWith(NO_SPACE)) return message
  const codes = [code, (cause as { code?: string } | undefined)?.code ?? '']
  if (OUT_OF_SPACE.includes(code)) return diskFullMessage(path ?? 'a file')
  // The message of an embedded server that did not start quotes its log.
  const didNotStart = message.startsWith('PostgreSQL did not start') && message.includes(NO_SPACE)
  return didNotStart || codes.includes(DATABASE_OUT_OF_SPACE)
    ? diskFullMessage('the database')
    : null
}

/** PostgreSQL stops when it cannot add a segment of this size to its log. */
const WAL_SEGMENT_BYTES = 16 * 1024 ** 2

/** The common message where a server with its data in this directory went away because the disk is full. */
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
