// The Retry-After of requests that can succeed a moment later.

export const RETRY_AFTER_SECONDS = 1

/** The last sentence of the error message. */
export const RETRY_LATER = `Retry after ${RETRY_AFTER_SECONDS} second.`
