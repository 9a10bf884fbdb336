// One message for a full disk, wherever it is noticed.

const OUT_OF_SPACE = ['ENOSPC', 'EDQUOT']
/** PostgreSQL's code for disk_full. */
const DATABASE_OUT_OF_SPACE = '53100'

export const diskFullMessage = (place: string) =>
  `No space left on device: ${place}; free space and try again.`

/** Rethrows the error of a write to `place`, with the common message when the disk is full. */
export function rethrowDiskFull(error: unknown, place: string): never {
  const { code = '' } = error as NodeJS.ErrnoException
  if (OUT_OF_SPACE.includes(code)) throw new Error(diskFullMessage(place), { cause: error })
  throw error
}

/** The common message where PostgreSQL, or a file operation that names no place, ran out of space. */
export function describeDiskFull(error: unknown): string | null {
  const { code = '', cause } = error as { code?: string; cause?: { code?: string } }
  const codes = [code, cause?.code ?? '']
  if (codes.includes(DATABASE_OUT_OF_SPACE)) return diskFullMessage('the database')
  return OUT_OF_SPACE.includes(code)
    ? diskFullMessage((error as { path?: string }).path ?? 'a file')
    : null
}
