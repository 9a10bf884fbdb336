// A store that cannot be used is no fault of whoever asks, and may be well again in a moment.
import { ApiError } from '../api-error.ts'

/** The client learns that it may try again; the cause is for the log. */
export const storeUnavailable = (cause: unknown) =>
  Object.assign(
    new ApiError('unavailable', 'The place where files are kept cannot be used; try again later.'),
    { cause },
  )
