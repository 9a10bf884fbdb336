// Builds the HTTP application: parsers, guards and routes.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Context } from '../context.ts'
import { allResources } from '../resources/index.ts'
import { suggestions } from '../resources/suggestions.ts'
import type { Admission } from './admission.ts'
import type { TokenCache } from './authenticate.ts'
import { sendError } from './errors.ts'
import { parseForm, parseJson } from './form-body.ts'
import { openApiDocument } from './openapi.ts'
import { type Operation, parseBuffered, serveOperation } from './operation.ts'
import {
  answerUnknownPaths,
  handleParserErrors,
  handleRoutingErrors,
  logRequest,
  refuseEncodedBodies,
  refuseExpectations,
  resolveRequestId,
} from './pre-routing.ts'
import { applyRateLimit, type Limiter } from './rate-limit.ts'
import { listOperation, resourceOperations } from './resource-routes.ts'
import { RETRY_LATER } from './retry-after.ts'
import { administrationOperations } from './routes/administration.ts'
import { attachmentOperations } from './routes/attachments.ts'
import { categoryOperations } from './routes/categories.ts'
import { commentOperations } from './routes/comments.ts'
import { customFieldOperations } from './routes/custom-fields.ts'
import { docsRoutes } from './routes/docs.ts'
import { externalOperations } from './routes/external.ts'
import { featureOperations } from './routes/features.ts'
import { fileRoutes } from './routes/files.ts'
import { forumOperations } from './routes/forums.ts'
import { healthRoutes } from './routes/health.ts'
import { identifyOperations } from './routes/identify.ts'
import { importOperations } from './routes/imports.ts'
import { labelOperations } from './routes/labels.ts'
import { mergeOperations } from './routes/merges.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { pageRoutes } from './routes/pages.ts'
import { segmentedValueOperations, segmentOperations } from './routes/segments.ts'
import { similarSuggestionOperations } from './routes/similar-suggestions.ts'
import { statusUpdateOperations } from './routes/status-updates.ts'
import { statusOperations } from './routes/statuses.ts'
import { subdomainOperations } from './routes/subdomains.ts'
import { suggestionOperations } from './routes/suggestions.ts'
import { supporterOperations } from './routes/supporters.ts'
import { translatableStringOperations } from './routes/translatable-strings.ts'
import { unpublishedOperations } from './routes/unpublished-collections.ts'
import { userOperations } from './routes/users.ts'
import { API_HEADERS } from './secure-headers.ts'
import { instrumentRequests } from './telemetry.ts'

/** All operations that require a token, for the router and the OpenAPI document. */
export const allOperations = (): Operation[] => [
  ...userOperations(),
  ...subdomainOperations(),
  ...translatableStringOperations(),
  ...allResources.flatMap(resourceOperations),
  ...mergeOperations(),
  ...suggestionOperations(),
  ...forumOperations(),
  ...attachmentOperations(),
  ...importOperations(),
  ...labelOperations(),
  ...categoryOperations(),
  ...commentOperations(),
  ...statusUpdateOperations(),
  ...supporterOperations(),
  ...statusOperations(),
  ...customFieldOperations(),
  ...externalOperations(),
  ...identifyOperations(),
  ...administrationOperations(),
  ...unpublishedOperations(),
  ...featureOperations(),
  ...similarSuggestionOperations(),
  ...segmentOperations(),
  ...segmentedValueOperations(),
  // Some live clients list suggestions under this path.
  listOperation(suggestions, '/api/v2/suggestions'),
]

export type Guards = {
  tokens: TokenCache
  limiter: Limiter
  admission: Admission
  /** The number of trusted proxies, each of which appends to X-Forwarded-For. */
  proxies: number
  /** The bearer token required to read /metrics on this port; null disables it. */
  metricsToken: string | null
}

export async function buildApp(
  context: Context,
  { tokens, limiter, admission, proxies, metricsToken }: Guards,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: resolveRequestId,
    trustProxy: proxies > 0 && ((_: string, hop: number) => hop < proxies),
    bodyLimit: 1_048_576,
    // A slow or silent client loses its connection. It never holds a database connection.
    requestTimeout: 30_000,
    connectionTimeout: 120_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // The hook in addGuards responds while closing, with the usual error body.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    frameworkErrors: handleRoutingErrors(limiter),
    clientErrorHandler: handleParserErrors(context, log),
  })
  parseBodies(app)
  instrumentRequests(app, context)
  addGuards(app, limiter)
  const operations = allOperations()
  app.register(async (admin) => {
    for (const operation of operations) serveOperation(admin, operation, context, admission)
  })
  app.register(async (oauth) => oauthRoutes(oauth, context, tokens), { prefix: '/api/v2/oauth' })
  app.register(async (docs) => docsRoutes(docs, openApiDocument(operations)))
  app.register(async (health) => healthRoutes(health, context))
  if (metricsToken !== null)
    app.register(async (metrics) => metricsRoutes(metrics, context, metricsToken))
  app.register(async (pages) => pageRoutes(pages, context, tokens))
  app.register(async (files) => fileRoutes(files, context))
  return app
}

function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  parseBuffered(app, 'application/json', parseJson)
  parseBuffered(app, 'application/x-www-form-urlencoded', parseForm)
}

function addGuards(app: FastifyInstance, limiter: Limiter): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(API_HEADERS).header('x-request-id', request.id)
  })
  applyRateLimit(app, limiter)
  refuseEncodedBodies(app)
  refuseExpectations(app)
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      reply.header('connection', 'close')
      throw new ApiError('malformed', 'Host: required. Send the header.')
    }
    if (isClosing) throw new ApiError('unavailable', `The server is shutting down. ${RETRY_LATER}`)
  })
  // Closes the connections of running requests, so that keep-alive does not delay the shutdown.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
  app.setErrorHandler(sendError)
  answerUnknownPaths(app)
}
