// The one place where refusals and faults become answers.
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type FieldErrors, type Kind } from '../api-error.ts'
import { TOO_MUCH } from './admission.ts'
import { mayHaveWritten } from './call.ts'
import { errorPage, prefersPage } from './pages/error.ts'
import { PAGE_HEADERS } from './secure-headers.ts'

const STATUSES: Record<Kind, number> = {
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

export type Refusal = {
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
  const refusal = isGone(request) ? GONE : refusalOf(error, request)
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer realm="earshot"')
  if (refusal.status === 503) reply.header('retry-after', '1')
  if (refusal.status === 408) reply.header('connection', 'close')
  if (prefersPage(request))
    return reply
      .code(refusal.status)
      .headers(PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send(errorPage(refusal.status, refusal.message, request.id))
  const isProblem = String(request.headers.accept ?? '').includes('application/problem+json')
  return reply
    .code(refusal.status)
    .type(isProblem ? 'application/problem+json' : 'application/json; charset=utf-8')
    .send(isProblem ? problem(refusal, request.id) : errorBody(refusal, request.id))
}

// A client that hangs up while it sends is nobody's fault of ours, and nobody reads the answer.
const isGone = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete
const GONE = { status: 400, error: 'malformed', message: 'The request ended before its body did.' }

// `message` first, because one live client looks at the first member.
export function errorBody({ message, error, errors }: Refusal, requestId: string): string {
  return JSON.stringify({ message, error, errors, request_id: requestId })
}

function problem({ status, message, error, errors }: Refusal, requestId: string): string {
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

function refusalOf(error: FastifyError | Error, request: FastifyRequest): Refusal {
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
  const refusal = code === '57014' ? TOO_LONG : (FRAMEWORK[code] ?? CONFLICTS[code])
  if (refusal) return refusal
  const isTooMuch = isWithoutRoom(code, error.message)
  if (isTooMuch || isUnusable(code, error.message)) {
    const untouched = isTooMuch ? TOO_MUCH : NO_ANSWER
    return {
      status: 503,
      error: 'unavailable',
      message: mayHaveWritten(request, error) ? UNCERTAIN : untouched,
    }
  }
  return { status: 500, error: 'internal', message: 'Something went wrong on our side.' }
}

const NO_ANSWER = 'The database does not answer; try again in a moment.'
const UNCERTAIN =
  'The call broke off before its end, and may or may not have been done; send it again with its Idempotency-Key or, ' +
  'if it had none, look first.'

const tooLarge = (limit = 1_048_576): Refusal => ({
  status: 413,
  error: 'too_large',
  message: `The body is too large; at most ${limit / 1_048_576} MiB is accepted.`,
})

const FRAMEWORK: Record<string, Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    error: 'unsupported_media_type',
    message: 'The body should be application/json or application/x-www-form-urlencoded.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    error: 'malformed',
    message: 'The body is not as long as Content-Length says.',
  },
  FST_ERR_BAD_URL: {
    status: 400,
    error: 'malformed',
    message: 'The path is not a valid URL path.',
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    status: 404,
    error: 'not_found',
    message: 'There is nothing at this path.',
  },
}

// A statement that was ended took nothing with it.
const TOO_LONG: Refusal = {
  status: 503,
  error: 'unavailable',
  message:
    'It took longer than a call may take, and nothing was done; ask for less at once, or try again later.',
}

// What another call did between our look and our write.
const CONFLICTS: Record<string, Refusal> = {
  23503: {
    status: 409,
    error: 'conflict',
    message: 'Something else still refers to this, or what it refers to was deleted just now.',
  },
  23505: {
    status: 409,
    error: 'conflict',
    message: 'There is one like this already; it may have been made just now.',
  },
}

// All connections of a pool were taken for longer than one waits, or the server has no room for another.
const isWithoutRoom = (code: string, message: string) =>
  code === '53300' || message.startsWith('timeout exceeded when trying to connect')

// The codes of a connection that fails or is ended, of a server that starts, stops or takes no writes, that knows our
// user, password or database no more, or whose memory or disk is full or fails, and of the driver.
function isUnusable(code: string, message: string): boolean {
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
      code,
    ) ||
    /^(08\w{3}|25006|28\w{3}|3D000|53\w{3}|57P0\d|58\w{3})$/.test(code) ||
    // A database that lets nobody in at the moment.
    (code === '55000' && message.includes('not currently accepting connections')) ||
    /^(Connection terminated|Query read timeout|Client (has encountered|was closed))/.test(message)
  )
}
