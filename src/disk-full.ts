// One text for a full disk, wherever it is noticed: at the start, in PostgreSQL, in an upload, in a command.

/** For clients of the API. */
export const DISK_FULL_MESSAGE = "The server's disk is full; retry after space was freed."

/** For the operator. */
export const describeDiskFull = (place: string) =>
  `The server's disk is full; free space in ${place}.`

/** ENOSPC and EDQUOT are the file system's codes, 53100 is PostgreSQL's, the text is that of its programs. */
const CODES = ['ENOSPC', 'EDQUOT', '53100']
const TEXT = /No space left on device|Disk quota exceeded/
const MAX_DEPTH = 5

export function isDiskFull(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false
  const { code, message, cause } = error as Error & { code?: unknown }
  return CODES.includes(String(code)) || TEXT.test(message) || isDiskFull(cause, depth + 1)
}
