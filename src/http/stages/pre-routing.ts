// Rejections before routing, and the log line of every request.
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { formatValue } from '../../core/values.ts'

import { hasBody } from '../body/request-body.ts'

import { createSpreader } from '../limits/spread-work.ts'
import type { Guards } from '../operation.ts'
import { errorBody, sendError } from '../responses/errors.ts'
import { commonHeaders } from '../responses/secure-headers.ts'
import { newRequestState } from './request-state.ts'
import type { RouteTable } from './route-table.ts'
import { getRoutePattern, getTraceId } from './telemetry.ts'

/** Of the request line and all headers together: the longest path or query, and as much again for the rest. */
export const MAX_HEADER_BYTES = 40_960

const MAX_QUERY_BYTES = 16_384

export function refuseLongQueries(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    const start = url.indexOf('?')
    const length = start < 0 ? 0 : url.length - start - 1
    if (length > MAX_QUERY_BYTES)
      throw new ApiError(
        'malformed',
        `Query string: too long (${length} bytes). Maximum: ${MAX_QUERY_BYTES} bytes.`,
      )
  })
}

/** A proxy and we could take different ones of two. */
export function findHostProblem({ headers, rawHeaders, httpVersion }: IncomingMessage) {
  if (headers.host === undefined)
    return httpVersion === '1.1' ? 'Host: required. Send the header.' : undefined
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host')
  return hosts.length > 1 ? 'Host: sent more than once. Send it once.' : undefined
}

/** Compressed bodies are not supported; reading one as plain text would misread it. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ method, headers }, reply) => {
    const encoding = headers['content-encoding'] ?? ''
    if (/^[\s,]*(identity[\s,]*)*$/i.test(encoding) || !hasBody(headers) || method === 'GET') return
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

// Uses the client's id when it is valid.
export function resolveRequestId({
  headers,
}: {
  headers: Record<string, string | string[] | undefined>
}): string {
  const id = headers['x-request-id']
  return typeof id === 'string' && /^[\w.:-]{1,128}$/.test(id) ? id : randomUUID()
}

export function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { redactPath }: RouteTable,
): void {
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
      client_id: request.state.identity?.clientId,
      trace_id: getTraceId(request),
    },
    'request',
  )
}

// The router rejects an invalid path before any hook runs.
export const handleRoutingErrors =
  (context: Context, { authenticate, limiter }: Guards, routes: RouteTable) =>
  async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(commonHeaders(context.reader.baseUrl)).header('x-request-id', request.id)
    request.state = newRequestState()
    const rejection = await authenticate(request)
      .then(() => limiter.take(request))
      .then(
        () => error,
        (reason) => reason,
      )
    await limiter.settle(request, reply)
    sendError(rejection, request, reply)
    logRequest(request, reply, routes)
  }

const PARSER_ERRORS: Record<string, { status: number; message?: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: `Request line and headers: too large. Maximum: ${MAX_HEADER_BYTES} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408 },
}

// Requests that node:http cannot parse get the usual error body and a log line too.
export const handleParserErrors = (context: Context, log: FastifyBaseLogger) => {
  // node:http finds all timeouts of a second at once.
  const spread = createSpreader()
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') respond(error.code, socket)
    else if (!context.uploads.sockets.has(socket))
      spread(() => {
        respond(error.code, socket)
        // A silent client does not close its half of the connection.
        socket.destroySoon()
      })
  }

  function respond(code: string | undefined, socket: Socket): void {
    if (code === 'ECONNRESET' || !socket.writable) return
    const { status, message } = PARSER_ERRORS[code ?? ''] ?? { status: 400 }
    const reason = STATUS_CODES[status]
    const id = randomUUID()
    const body = errorBody({ status, error: 'malformed', message: message ?? `${reason}.` }, id)
    const headers = Object.entries(commonHeaders(context.reader.baseUrl)).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    const ip = socket.remoteAddress
    socket.end(
      `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${id}\r\n${headers.join('')}` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
    context.metrics?.countUnparsedRequest(status)
    // Only the code: the error itself contains the bytes of the request.
    log.info({ request_id: id, status, reason: code, ip }, 'request')
  }
}
