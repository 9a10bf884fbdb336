// A store that cannot be used is not the client's fault, and the client can retry.
import { ApiError } from '../core/api-error.ts'
import { DISK_FULL_MESSAGE, isDiskFull } from '../core/disk-full.ts'

/** The message is for the client; the cause is for the log and for commands. */
export const storeUnavailable = (cause: unknown) =>
  Object.assign(
    new ApiError(
      'unavailable',
      isDiskFull(cause) ? DISK_FULL_MESSAGE : 'File storage is unavailable; retry later.',
    ),
    { cause },
  )

/** Why a store could not be used, for the operator; undefined for every other error. */
export const describeStoreError = (error: unknown): string | undefined =>
  error instanceof ApiError && error.kind === 'unavailable' && error.cause instanceof Error
    ? `${error.message} ${error.cause.message}`
    : undefined
