// What a call throws. A call that was stopped throws the reason of its AbortSignal instead.

export type ErrorDetails = {
  /** 0 when there was no response. */
  status: number
  /** Stable error code of the API, for example `invalid`. */
  code: string
  /** Identifies the request in the server's log. Null when there was no response. */
  requestId: string | null
  /** The body of the response: an object, or text when it is not JSON. */
  body?: unknown
  /** When to retry, from the time of the response on. */
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** Code by field, for example `{ title: 'blank', 'links.forum': 'required' }`. */
export type FieldErrors = Record<string, string>

export class EarshotError extends Error {
  override name = 'EarshotError'
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  readonly body: unknown
  /** Empty unless the API names fields. */
  readonly fieldErrors: FieldErrors
  /** Seconds to wait before a retry, where the API states them. */
  readonly retryAfter: number | null

  constructor(message: string, details: ErrorDetails) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.body = details.body ?? null
    this.fieldErrors = flatten((details.body as { errors?: unknown } | undefined)?.errors)
    this.retryAfter =
      details.retryAfterMs === undefined ? null : Math.ceil(details.retryAfterMs / 1000)
  }
}

/** 400: the query, the path or the syntax of the body is invalid. */
export class BadRequest extends EarshotError {
  override name = 'BadRequest'
}
/** 422: a member of the body is invalid; see `fieldErrors`. */
export class ValidationError extends EarshotError {
  override name = 'ValidationError'
}
/** 401: the token or the session is missing, expired or revoked. */
export class Unauthorized extends EarshotError {
  override name = 'Unauthorized'
}
/** 403: the caller lacks the permission. */
export class Forbidden extends EarshotError {
  override name = 'Forbidden'
}
/** 404: there is no such record. */
export class NotFound extends EarshotError {
  override name = 'NotFound'
}
/** 409: another request changed or holds the record. */
export class Conflict extends EarshotError {
  override name = 'Conflict'
}
/** 412: the record is not the version in `If-Match`. */
export class PreconditionFailed extends EarshotError {
  override name = 'PreconditionFailed'
}
/** 429: the rate limit is used up, and `maxWaitMs` or `maxRetries` do not allow to wait. */
export class TooManyRequests extends EarshotError {
  override name = 'TooManyRequests'
}
/** 5xx. */
export class ServerError extends EarshotError {
  override name = 'ServerError'
}
/** There was no response: no connection, a lost connection, or a timeout. */
export class NetworkError extends EarshotError {
  override name = 'NetworkError'
}

const BY_STATUS: Record<number, typeof EarshotError> = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: PreconditionFailed,
  422: ValidationError,
  429: TooManyRequests,
}

/** The class of an error with this status. */
export const errorClass = (status: number): typeof EarshotError =>
  BY_STATUS[status] ?? (status >= 500 ? ServerError : EarshotError)

function flatten(errors: unknown, prefix = ''): FieldErrors {
  if (typeof errors !== 'object' || errors === null) return {}
  const flat: FieldErrors = {}
  for (const [name, value] of Object.entries(errors)) {
    if (typeof value === 'string') flat[prefix + name] = value
    else Object.assign(flat, flatten(value, `${prefix}${name}.`))
  }
  return flat
}
