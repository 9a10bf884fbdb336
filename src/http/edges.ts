// The edges of HTTP: what is refused before any route is asked, and the one line that is logged for every request.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import { callerIfAny } from './authenticate.ts'
import { elsewhere } from './elsewhere.ts'
import { errorBody, sendError } from './errors.ts'
import { hasLonger } from './patience.ts'
import type { Limiter } from './rate-limit.ts'
import { API_HEADERS } from './secure-headers.ts'
import { routeOf, traceIdOf } from './telemetry.ts'

export function refuseUnknownPaths(app: FastifyInstance): void {
  const routes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url })
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = new Set(routes.filter(({ url }) => isAt(url, path)).map(({ method }) => method))
    if (allowed.size === 0)
      throw new ApiError('not_found', `There is nothing at this path.${elsewhere(path)}`)
    const methods = [...allowed].join(', ')
    reply.header('allow', methods)
    throw new ApiError(
      'method_not_allowed',
      `${request.method} is not possible here; ${methods} is.`,
    )
  })
}

/** Bodies that are compressed or otherwise coded: none is read, so none may be taken for what it is not. */
export function refuseCodedBodies(app: FastifyInstance): void {
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
export function requestId({
  headers,
}: {
  headers: Record<string, string | string[] | undefined>
}): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
}

export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, ip, id } = request
  const route = routeOf(request)
  // Without the query, which may hold what is secret, as does the address of a file.
  const path = route.startsWith('/files/') ? route : request.url.split('?', 1)[0]
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10
  request.log.info(
    {
      request_id: id,
      method,
      route,
      path,
      status: reply.statusCode,
      milliseconds,
      ip,
      client_id: callerIfAny(request)?.clientId,
      trace_id: traceIdOf(request),
    },
    'request',
  )
}

// A path that the router cannot read never reaches the hooks.
export const refuseBeforeRouting =
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

// What node:http itself cannot read gets an answer too, in the same form.
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasLonger(socket)) return
  const [status, reason] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request']
  const id = randomUUID()
  const body = errorBody({ status: Number(status), error: 'malformed', message: `${reason}.` }, id)
  const guards = Object.entries(API_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\n${guards.join('')}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
