// Which pages of other sites may call the service from a browser (CORS). Never with cookies: a page sends a token, or reads what
// everybody reads.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isEndUserRequest, isTokenRequest } from '../limits/rate-limit.ts'

/** What a script of the page may read of a response, besides what every page reads. */
const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'Location',
  'X-Next-Cursor',
  'X-Total-Count',
  'X-Request-Id',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
].join(', ')

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  // A wildcard would not cover Authorization.
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer, X-Request-Id',
  'access-control-max-age': '7200',
}

/** Every site calls the API of end users. Tokens are for the sites of known apps. */
export function allowOtherSites(
  request: FastifyRequest,
  reply: FastifyReply,
  appOrigins: readonly string[],
): void {
  if (isEndUserRequest(request)) {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED_HEADERS,
    })
    return
  }
  if (!isTokenRequest(request)) return
  const { origin } = request.headers
  reply.header('vary', 'Origin')
  if (origin !== undefined && appOrigins.includes(origin))
    reply.header('access-control-allow-origin', origin)
}

/** A browser asks before it sends a token or JSON. */
export function answerPreflights(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers } = request
    const isPreflight =
      method === 'OPTIONS' &&
      headers.origin !== undefined &&
      headers['access-control-request-method'] !== undefined
    if (isPreflight && reply.hasHeader('access-control-allow-origin'))
      return reply.headers(PREFLIGHT_HEADERS).code(204).send()
  })
}
