// Rejections before routing, unknown paths, and the log line of every request.
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Context } from '../context.ts'
import { formatValue } from '../values.ts'
import { findCaller } from './authenticate.ts'
import { errorBody, PATH_NOT_FOUND, sendError } from './errors.ts'
import { nestedPathHint } from './nested-path-hint.ts'
import type { Limiter } from './rate-limit.ts'
import { API_HEADERS } from './secure-headers.ts'
import { getRoutePattern, getTraceId } from './telemetry.ts'
import { isUploading } from './upload-timeouts.ts'

/** The literal path segments of all routes. */
const routeWords = new Set<string>()

export function answerUnknownPaths(app: FastifyInstance): void {
  const routes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.push({ method: name, url })
    for (const part of url.split('/')) if (!/[:*]/.test(part)) routeWords.add(part)
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = new Set(
      routes.filter(({ url }) => matchesRoute(url, path)).map(({ method }) => method),
    )
    if (allowed.size === 0)
      throw new ApiError('not_found', `${PATH_NOT_FOUND}${nestedPathHint(path)}`)
    const methods = [...allowed].join(', ')
    reply.header('allow', methods)
    throw new ApiError('method_not_allowed', `Method not allowed. Allowed: ${methods}.`)
  })
}

/** Compressed bodies are not supported; reading one as plain text would misread it. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ method, headers }, reply) => {
    const encoding = headers['content-encoding'] ?? ''
    const hasBody =
      Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined
    if (/^[\s,]*(identity[\s,]*)*$/i.test(encoding) || !hasBody || method === 'GET') return
    reply.header('accept-encoding', 'identity')
    throw new ApiError(
      'unsupported_media_type',
      `Content-Encoding: ${formatValue(encoding)} is not supported. Send the body without encoding.`,
    )
  })
}

/** Accepts only `Expect: 100-continue`, with the usual error body instead of that of node:http. */
export function refuseExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', app.routing)
  app.addHook('onRequest', async ({ headers: { expect = '100-continue' } }) => {
    if (/(^|\W)100-continue($|\W)/i.test(expect)) return
    throw new ApiError(
      'expectation_failed',
      `Expect: ${formatValue(expect)} is not allowed. Allowed: 100-continue.`,
    )
  })
}

/** A segment that starts with a colon matches any text. */
function matchesRoute(route: string, path: string): boolean {
  const segments = path.replace(/\/$/, '').split('/')
  const parts = route.replace(/\/$/, '').split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]))
  )
}

// Uses the client's id when it is valid.
export function resolveRequestId({
  headers,
}: {
  headers: Record<string, string | string[] | undefined>
}): string {
  const id = headers['x-request-id']
  return typeof id === 'string' && /^[\w.:-]{1,128}$/.test(id) ? id : randomUUID()
}

export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, ip } = request
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10
  request.log.info(
    {
      method,
      route: getRoutePattern(request),
      path: redactPath(request.url),
      status: reply.statusCode,
      milliseconds,
      ip,
      client_id: findCaller(request)?.clientId,
      trace_id: getTraceId(request),
    },
    'request',
  )
}

/** Keeps literal segments and ids of the path. Other segments can be personal or secret, such as file keys. */
const redactPath = (url: string) =>
  (url.split('?', 1)[0] ?? '')
    .split('/')
    .map((part) => (routeWords.has(part) || /^\d{1,16}(,\d{1,16})*$/.test(part) ? part : '…'))
    .join('/')

// The router rejects an invalid path before any hook runs.
export const handleRoutingErrors =
  (limiter: Limiter) =>
  async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(API_HEADERS).header('x-request-id', request.id)
    const rejection = await limiter.admit(request).then(
      () => error,
      (reason) => reason,
    )
    await limiter.settle(request, reply)
    sendError(rejection, request, reply)
    logRequest(request, reply)
  }

// Requests that node:http cannot parse get the usual error body and a log line too.
export const handleParserErrors =
  ({ metrics }: Pick<Context, 'metrics'>, log: FastifyBaseLogger) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? 431
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? 408
          : 400
    const reason = STATUS_CODES[status]
    const id = randomUUID()
    const body = errorBody({ status, error: 'malformed', message: `${reason}.` }, id)
    const headers = Object.entries(API_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`)
    const ip = socket.remoteAddress
    socket.end(
      `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\n${headers.join('')}` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
    metrics?.countUnparsedRequest(status)
    // Only the code: the error itself contains the bytes of the request.
    log.info({ request_id: id, status, reason: error.code, ip }, 'request')
  }
