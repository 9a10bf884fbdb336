// The whole service on one page: parsers, guards, routes.
import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Context } from '../context.ts'
import type { Identity } from '../read/identity.ts'
import { allResources } from '../resources/index.ts'
import { authorize, type Tokens } from './authenticate.ts'
import { errorBody, sendError } from './errors.ts'
import { parseForm, parseJson } from './form-body.ts'
import { openApiDocument } from './openapi.ts'
import { callOf, type Operation } from './operation.ts'
import { resourceOperations } from './resource-routes.ts'
import { categoryOperations } from './routes/categories.ts'
import { docsRoutes } from './routes/docs.ts'
import { forumOperations } from './routes/forums.ts'
import { healthRoutes } from './routes/health.ts'
import { labelOperations } from './routes/labels.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { pageRoutes } from './routes/pages.ts'
import { suggestionOperations } from './routes/suggestions.ts'
import { userOperations } from './routes/users.ts'
import { API_HEADERS } from './secure-headers.ts'

export const ADMIN = '/api/v2/admin'

/** Every operation below /api/v2/admin; the router and the OpenAPI document are made from this list. */
export const operationsOf = (context: Context): Operation[] => [
  ...userOperations(context),
  ...allResources.flatMap((resource) => resourceOperations(context, resource)),
  ...suggestionOperations(context),
  ...forumOperations(context),
  ...labelOperations(context),
  ...categoryOperations(context),
]

export async function buildApp(
  context: Context,
  tokens: Tokens,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: 1_048_576,
    // A client that is slow to send, or silent, loses its connection; it never holds anything of the database.
    requestTimeout: 30_000,
    connectionTimeout: 120_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // While closing, answers come from the hook below, in the form that all errors have.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    frameworkErrors: refuseBeforeRouting,
    clientErrorHandler: refuseBrokenRequest,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => parseJson(body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => parseForm(body),
  )

  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  // What is under way when closing begins ends with its connection, which would keep us waiting otherwise.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(API_HEADERS).header('x-request-id', request.id)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      reply.header('connection', 'close')
      throw new ApiError('malformed', 'The header Host is missing.')
    }
    if (isClosing)
      throw new ApiError('unavailable', 'The service is stopping; try again in a moment.')
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
  app.setErrorHandler(sendError)
  refuseUnknownPaths(app)

  const operations = operationsOf(context)
  app.register(
    async (admin) => {
      for (const operation of operations) serve(admin, operation, tokens)
    },
    { prefix: ADMIN },
  )
  app.register(async (oauth) => oauthRoutes(oauth, context, tokens), { prefix: '/api/v2/oauth' })
  app.register(async (docs) => docsRoutes(docs, openApiDocument(operations)))
  app.register(async (health) => healthRoutes(health, context))
  app.register(async (pages) => pageRoutes(pages, context, tokens))
  return app
}

const identities = new WeakMap<FastifyRequest, Identity>()

function serve(admin: FastifyInstance, operation: Operation, tokens: Tokens): void {
  const { method, path, answer, handle } = operation
  admin.route({
    method,
    url: path,
    // Before the body is read: who may not write cannot make us read either.
    onRequest: async (request) => {
      const identity = await tokens.identify(request)
      authorize(identity, request.method)
      identities.set(request, identity)
    },
    handler: async (request, reply) => {
      const body = await handle(callOf(request, reply, identities.get(request) as Identity))
      return reply
        .code(answer === 'created' ? 201 : 200)
        .type('application/json; charset=utf-8')
        .send(body)
    },
  })
}

function refuseUnknownPaths(app: FastifyInstance): void {
  const routes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url })
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = new Set(routes.filter(({ url }) => isAt(url, path)).map(({ method }) => method))
    if (allowed.size === 0) throw new ApiError('not_found', 'There is nothing at this path.')
    const methods = [...allowed].join(', ')
    reply.header('allow', methods)
    throw new ApiError(
      'method_not_allowed',
      `${request.method} is not possible here; ${methods} is.`,
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
function requestId({
  headers,
}: {
  headers: Record<string, string | string[] | undefined>
}): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
}

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, ip, id } = request
  // Without the query, which may hold what is secret.
  const path = request.url.split('?', 1)[0]
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10
  request.log.info(
    { request_id: id, method, path, status: reply.statusCode, milliseconds, ip },
    'request',
  )
}

// A path that the router cannot read never reaches the hooks.
function refuseBeforeRouting(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(API_HEADERS).header('x-request-id', request.id)
  sendError(error, request, reply)
  logRequest(request, reply)
}

// What node:http itself cannot read gets an answer too, in the same form.
function refuseBrokenRequest(
  error: Error & { code?: string },
  socket: import('node:net').Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
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
