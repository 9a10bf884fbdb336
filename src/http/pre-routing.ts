// The edges of HTTP: what is refused before any route is asked, and the one line that is logged for every request.
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
import { findCaller } from './authenticate.ts'
import { errorBody, sendError } from './errors.ts'
import { nestedPathHint } from './nested-path-hint.ts'
import type { Limiter } from './rate-limit.ts'
import { API_HEADERS } from './secure-headers.ts'
import { routeOf, traceIdOf } from './telemetry.ts'
import { isUploading } from './upload-timeouts.ts'

/** Every part of a path that a route spells out. */
const words = new Set<string>()

export function answerUnknownPaths(app: FastifyInstance): void {
  const routes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url })
    for (const part of url.split('/')) if (!/[:*]/.test(part)) words.add(part)
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = new Set(routes.filter(({ url }) => isAt(url, path)).map(({ method }) => method))
    if (allowed.size === 0)
      throw new ApiError('not_found', `There is nothing at this path.${nestedPathHint(path)}`)
    const methods = [...allowed].join(', ')
    reply.header('allow', methods)
    throw new ApiError(
      'method_not_allowed',
      `${request.method} is not possible here; ${methods} is.`,
    )
  })
}

/** Bodies that are compressed or otherwise coded: none is read, so none may be taken for what it is not. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ method, headers }, reply) => {
    const coding = headers['content-encoding'] ?? ''
    const hasBody =
      Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined
    if (/^[\s,]*(identity[\s,]*)*$/i.test(coding) || !hasBody || method === 'GET') return
    reply.header('accept-encoding', 'identity')
    throw new ApiError(
      'unsupported_media_type',
      `The header Content-Encoding says ${JSON.stringify(coding.slice(0, 100))}; the body should be sent as it is, without it.`,
    )
  })
}

/** Nothing but `100-continue` can be expected of us; node:http would say so by itself, in a form of its own. */
export function refuseExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', app.routing)
  app.addHook('onRequest', async ({ headers: { expect = '100-continue' } }) => {
    if (/(^|\W)100-continue($|\W)/i.test(expect)) return
    throw new ApiError('expectation_failed', 'The header Expect can only say 100-continue.')
  })
}

/** Whether the path is one of the route's; a segment with a colon stands for any. */
function isAt(route: string, path: string): boolean {
  const segments = path.replace(/\/$/, '').split('/')
  const parts = route.replace(/\/$/, '').split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]))
  )
}

// The client's own id when it is a sane one.
export function resolveRequestId({
  headers,
}: {
  headers: Record<string, string | string[] | undefined>
}): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
}

export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, ip } = request
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10
  request.log.info(
    {
      method,
      route: routeOf(request),
      path: redactPath(request.url),
      status: reply.statusCode,
      milliseconds,
      ip,
      client_id: findCaller(request)?.clientId,
      trace_id: traceIdOf(request),
    },
    'request',
  )
}

/** The path with its words and ids; whatever else stands in it may be personal or secret, as is the address of a file. */
const redactPath = (url: string) =>
  (url.split('?', 1)[0] ?? '')
    .split('/')
    .map((part) => (words.has(part) || /^\d{1,16}(,\d{1,16})*$/.test(part) ? part : '…'))
    .join('/')

// A path that the router cannot read never reaches the hooks.
export const handleRoutingErrors =
  (limiter: Limiter) =>
  async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(API_HEADERS).header('x-request-id', request.id)
    const refusal = await limiter.admit(request).then(
      () => error,
      (reason) => reason,
    )
    await limiter.settle(request, reply)
    sendError(refusal, request, reply)
    logRequest(request, reply)
  }

// What node:http itself cannot read gets an answer too, in the same form, and its line in the log.
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
    const guards = Object.entries(API_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`)
    const ip = socket.remoteAddress
    socket.end(
      `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\n${guards.join('')}` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
    metrics?.countUnparsedRequest(status)
    // By its code: the error itself has the bytes that were sent.
    log.info({ request_id: id, status, reason: error.code, ip }, 'request')
  }
