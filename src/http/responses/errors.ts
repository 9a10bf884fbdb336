// Maps every error to an HTTP response.
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { PageError } from '../../../portal/pages/error.ts'
import { ApiError, type ErrorKind, type FieldErrors } from '../../core/api-error.ts'
import { DISK_FULL_MESSAGE, isDiskFull } from '../../core/disk-full.ts'
import { translate } from '../../texts/texts.ts'
import { isConflict } from '../../write/core/transaction.ts'
import { OVERLOADED_MESSAGE } from '../limits/admission.ts'
import { errorPage, isApi, isConsole, prefersPage, textsOf } from '../pages/error.ts'
import { readLanguage, renderFor } from '../pages/reading.ts'
import { mayHaveWritten } from '../stages/call.ts'
import { RETRY_AFTER_SECONDS, RETRY_LATER } from './retry-after.ts'
import { PAGE_HEADERS } from './secure-headers.ts'

export const STATUSES: Record<ErrorKind, number> = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  changed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range: 416,
  expectation_failed: 417,
  invalid: 422,
  rate_limited: 429,
  unavailable: 503,
}

/** Errors at addresses of the portal look like it, once it is there. */
export type ErrorPages = {
  ofPortal: ((reply: FastifyReply, error: PageError) => Promise<FastifyReply>) | null
}

declare module 'fastify' {
  interface FastifyInstance {
    errorPages: ErrorPages
  }
}

export const PATH_NOT_FOUND = 'Path not found.'

export type ErrorResponse = {
  status: number
  error: string
  message: string
  errors?: FieldErrors | undefined
}

export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const response = { ...(isAborted(request) ? ABORTED : errorResponse(error, request)) }
  if (response.status >= 500) request.log.error({ err: error }, 'request failed')
  if (response.status === 401) reply.header('www-authenticate', 'Bearer realm="earshot"')
  if (response.status === 503) reply.header('retry-after', String(RETRY_AFTER_SECONDS))
  if (response.status === 408) reply.header('connection', 'close')
  // The API speaks English. What answers its pages is shown to a person.
  if (!isApi(request.url)) response.message = translate(response.message, readLanguage(request))
  const isPage = prefersPage(request)
  const { ofPortal } = request.server.errorPages ?? {}
  if (isPage && ofPortal && !isConsole(request.url)) {
    const { status, message } = response
    return ofPortal(reply.code(status), {
      ...textsOf(status, message),
      status,
      requestId: request.id,
    })
  }
  if (isPage)
    return reply
      .code(response.status)
      .headers(PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send(renderFor(request, errorPage(response.status, response.message, request.id)))
  const isProblem = String(request.headers.accept ?? '').includes('application/problem+json')
  return reply
    .code(response.status)
    .type(isProblem ? 'application/problem+json' : 'application/json; charset=utf-8')
    .send(isProblem ? problemBody(response, request.id) : errorBody(response, request.id))
}

// A client that disconnects while it sends is not a server error, and nobody reads the response.
const isAborted = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete
const ABORTED = {
  status: 400,
  error: 'malformed',
  message: 'Request body: incomplete. The connection was closed.',
}

// `message` first, because one live client looks at the first member.
export function errorBody({ message, error, errors }: ErrorResponse, requestId: string): string {
  return JSON.stringify({ message, error, errors, request_id: requestId })
}

function problemBody({ status, message, error, errors }: ErrorResponse, requestId: string): string {
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: message,
    message,
    error,
    errors,
    request_id: requestId,
  })
}

function errorResponse(error: FastifyError | Error, request: FastifyRequest): ErrorResponse {
  if (error instanceof ApiError) {
    return {
      status: STATUSES[error.kind],
      error: error.code,
      message: error.message,
      errors: error.errors,
    }
  }
  const code = (error as { code?: string }).code ?? ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request.routeOptions.bodyLimit)
  const known = code === '57014' ? STATEMENT_TIMEOUT : (FRAMEWORK[code] ?? CONFLICTS[code])
  if (known) return known
  if (isConflict(error)) return TOO_MANY_CONFLICTS
  if (isDiskFull(error)) return { status: 503, error: 'unavailable', message: DISK_FULL_MESSAGE }
  const isOverloaded = isOutOfConnections(code, error.message)
  if (isOverloaded || isDatabaseUnavailable(code, error.message)) {
    const message = isOverloaded ? OVERLOADED_MESSAGE : DATABASE_UNAVAILABLE
    return {
      status: 503,
      error: 'unavailable',
      message: mayHaveWritten(request, error) ? OUTCOME_UNKNOWN : message,
    }
  }
  return {
    status: 500,
    error: 'internal',
    message: 'Internal error. Report the request id to the operator.',
  }
}

const DATABASE_UNAVAILABLE = `The database is not available. ${RETRY_LATER}`
const OUTCOME_UNKNOWN =
  'The request was interrupted and may or may not have been applied. Retry it with the same Idempotency-Key. ' +
  'Without a key, first check whether it was applied.'

const tooLarge = (limit: number): ErrorResponse => ({
  status: 413,
  error: 'too_large',
  message: `Request body: too large. Maximum: ${
    limit < 1_048_576 ? `${limit / 1024} KiB` : `${limit / 1_048_576} MiB`
  }.`,
})

/** Enough for 1,000 ids of 16 digits with encoded commas. */
export const MAX_PATH_SEGMENT = 20_000

const FRAMEWORK: Record<string, ErrorResponse> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    error: 'unsupported_media_type',
    message:
      'Content-Type: not supported. Allowed: application/json, application/x-www-form-urlencoded.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    error: 'malformed',
    message: 'Request body: length differs from Content-Length.',
  },
  FST_ERR_BAD_URL: {
    status: 400,
    error: 'malformed',
    message: 'Path: invalid URL encoding.',
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    status: 400,
    error: 'malformed',
    message: `Path: a segment is too long. Maximum: ${MAX_PATH_SEGMENT} characters, or 1000 ids.`,
  },
}

// A cancelled statement changes nothing.
const STATEMENT_TIMEOUT: ErrorResponse = {
  status: 503,
  error: 'unavailable',
  message:
    'The request exceeded the time limit and changed nothing. Request less data, or retry later.',
}

// Every attempt was rolled back, so nothing changed.
const TOO_MANY_CONFLICTS: ErrorResponse = {
  status: 503,
  error: 'unavailable',
  message: `Overloaded by concurrent writes. Nothing was changed. ${RETRY_LATER}`,
}

// A concurrent call changed the data between a check and the write.
const CONFLICTS: Record<string, ErrorResponse> = {
  23503: {
    status: 409,
    error: 'conflict',
    message:
      'Conflict: another record still refers to this record, or a record that it refers to was deleted.',
  },
  23505: {
    status: 409,
    error: 'conflict',
    message: 'Conflict: a record with the same key already exists.',
  },
}

// The pool had no free connection in time, or PostgreSQL accepts no more connections.
const isOutOfConnections = (code: string, message: string) =>
  code === '53300' || message.startsWith('timeout exceeded when trying to connect')

// Failed or closed connections, a server that starts, stops or is read-only, rejected credentials, a missing database,
// exhausted memory or disk, and errors of the driver.
function isDatabaseUnavailable(code: string, message: string): boolean {
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
      code,
    ) ||
    /^(08\w{3}|25006|28\w{3}|3D000|53\w{3}|57P0\d|58\w{3})$/.test(code) ||
    // The database temporarily accepts no connections.
    (code === '55000' && message.includes('not currently accepting connections')) ||
    /^(Connection terminated|Query read timeout|Client (has encountered|was closed))/.test(message)
  )
}
