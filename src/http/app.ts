// Builds the HTTP application: parsers, guards and routes.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../core/api-error.ts'
import { comments } from '../resources/comments.ts'
import { allResources } from '../resources/index.ts'
import { suggestions } from '../resources/suggestions.ts'
import { apiClientOperations } from './auth/api-clients.ts'
import { authorizationRoutes, oauthMetadataRoutes } from './auth/authorization.ts'
import { invitationOperations } from './auth/invitations.ts'
import { oauthRoutes } from './auth/oauth.ts'
import { oidcRoutes } from './auth/oidc.ts'
import { oidcProviderOperations } from './auth/oidc-providers.ts'
import { passkeyRoutes } from './auth/passkeys.ts'
import { createPasswordHashing } from './auth/password-hashing.ts'
import { permissionOperations } from './auth/permissions.ts'
import { profileRoutes } from './auth/profile.ts'
import { roleOperations } from './auth/roles.ts'
import { sessionOperations } from './auth/sessions.ts'
import { signInRoutes } from './auth/sign-in.ts'
import { signInLinkRoutes } from './auth/sign-in-link.ts'
import { ssoKeyOperations } from './auth/sso-keys.ts'
import { staffOperations } from './auth/staff.ts'
import { welcomeRoutes } from './auth/welcome.ts'
import {
  acceptCommonTypes,
  ignoreTypeOfEmptyBodies,
  refuseUnstorableText,
} from './body/request-body.ts'
import { allowOtherSites, answerPreflights } from './end-users/cross-origin.ts'
import { endUserOperations } from './end-users/operations.ts'
import { serveEndUserOperation } from './end-users/serve.ts'
import { endUsersDocument } from './openapi/end-users.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { addCommonStages, type Guards, serveOperation } from './operation.ts'
import type { Operation } from './operation-declaration.ts'
import { redirectHosts } from './portal/hosts.ts'
import { pictureRoutes } from './portal/pictures.ts'
import { portalRoutes } from './portal/routes.ts'
import { listOperation, resourceOperations } from './resource-routes.ts'
import { MAX_PATH_SEGMENT, sendError } from './responses/errors.ts'
import { commonHeaders } from './responses/secure-headers.ts'
import { announcementOperations } from './routes/announcements.ts'
import { attachmentOperations } from './routes/attachments.ts'
import { bulkActionOperations } from './routes/bulk-actions.ts'
import { categoryOperations } from './routes/categories.ts'
import { commentOperations } from './routes/comments.ts'
import { consoleRoutes } from './routes/console.ts'
import { contentReportOperations } from './routes/content-reports.ts'
import { customFieldOperations } from './routes/custom-fields.ts'
import { demoDataOperations } from './routes/demo-data.ts'
import { docsRoutes } from './routes/docs.ts'
import { eventOperations } from './routes/events.ts'
import { externalAccountOperations } from './routes/external-accounts.ts'
import { externalUserOperations } from './routes/external-users.ts'
import { featureOperations } from './routes/features.ts'
import { feedbackRecordOperations } from './routes/feedback-records.ts'
import { fileRoutes } from './routes/files.ts'
import { forumInvitationOperations } from './routes/forum-invitations.ts'
import { forumOperations } from './routes/forums.ts'
import { guestContributionOperations } from './routes/guest-contributions.ts'
import { healthRoutes } from './routes/health.ts'
import { identifyOperations } from './routes/identify.ts'
import { importanceScoreOperations } from './routes/importance-scores.ts'
import { importOperations } from './routes/imports.ts'
import { incomingMailRoutes } from './routes/incoming-mail.ts'
import { installationOperations } from './routes/installation.ts'
import { jobOperations } from './routes/jobs.ts'
import { labelOperations } from './routes/labels.ts'
import { mailPreviewRoutes } from './routes/mail-previews.ts'
import { mailingOperations } from './routes/mailings.ts'
import { mergeOperations } from './routes/merges.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { moveOperations } from './routes/moves.ts'
import { neighborOperations } from './routes/neighbors.ts'
import { noteOperations } from './routes/notes.ts'
import { notificationSettingOperations } from './routes/notification-settings.ts'
import { npsRatingOperations } from './routes/nps-ratings.ts'

import { presenceOperations } from './routes/presence.ts'
import { recentChangeOperations } from './routes/recent-changes.ts'
import { reportOperations } from './routes/reports.ts'
import { savedReplyOperations } from './routes/saved-replies.ts'
import { segmentedValueOperations, segmentOperations } from './routes/segments.ts'
import { settingOperations } from './routes/settings.ts'
import { similarSuggestionOperations } from './routes/similar-suggestions.ts'
import { statusUpdateOperations } from './routes/status-updates.ts'
import { statusOperations } from './routes/statuses.ts'
import { subdomainOperations } from './routes/subdomains.ts'
import { suggestionPreviewOperations } from './routes/suggestion-previews.ts'
import { suggestionOperations } from './routes/suggestions.ts'
import { supporterMessageOperations } from './routes/supporter-messages.ts'
import { supporterOperations } from './routes/supporters.ts'
import { teamOperations } from './routes/teams.ts'
import { translatableStringOperations } from './routes/translatable-strings.ts'
import { unpublishedOperations } from './routes/unpublished-collections.ts'
import { userOperations } from './routes/users.ts'
import { viewOperations } from './routes/views.ts'
import { webhookOperations } from './routes/webhooks.ts'
import {
  findHostProblem,
  handleParserErrors,
  handleRoutingErrors,
  logRequest,
  MAX_HEADER_BYTES,
  refuseEncodedBodies,
  refuseExpectations,
  refuseLongQueries,
  resolveRequestId,
} from './stages/pre-routing.ts'
import { createRouteTable, type RouteTable } from './stages/route-table.ts'

/** All operations that require a token, for the router and the OpenAPI document. */
export function allOperations(): Operation[] {
  const operations = declaredOperations()
  return [...operations, ...roleOperations(operations)]
}

const declaredOperations = (): Operation[] => [
  ...userOperations(),
  ...subdomainOperations(),
  ...translatableStringOperations(),
  ...allResources.flatMap(resourceOperations),
  ...neighborOperations(),
  ...suggestionPreviewOperations(),
  ...mergeOperations(),
  ...bulkActionOperations(),
  ...mailingOperations(),
  ...moveOperations(),
  ...suggestionOperations(),
  ...forumOperations(),
  ...attachmentOperations(),
  ...importOperations(),
  ...labelOperations(),
  ...categoryOperations(),
  ...commentOperations(),
  ...contentReportOperations(),
  ...guestContributionOperations(),
  ...noteOperations(),
  ...statusUpdateOperations(),
  ...announcementOperations(),
  ...supporterOperations(),
  ...supporterMessageOperations(),
  ...feedbackRecordOperations(),
  ...npsRatingOperations(),
  ...importanceScoreOperations(),
  ...statusOperations(),
  ...customFieldOperations(),
  ...externalUserOperations(),
  ...externalAccountOperations(),
  ...identifyOperations(),
  ...teamOperations(),
  ...permissionOperations(),
  ...apiClientOperations(),
  ...sessionOperations(),
  ...ssoKeyOperations(),
  ...webhookOperations(),
  ...oidcProviderOperations(),
  ...staffOperations(),
  ...jobOperations(),
  ...notificationSettingOperations(),
  ...installationOperations(),
  ...settingOperations(),
  ...forumInvitationOperations(),
  ...invitationOperations(),
  ...viewOperations(),
  ...savedReplyOperations(),
  ...eventOperations(),
  ...presenceOperations(),
  ...unpublishedOperations(),
  ...featureOperations(),
  ...similarSuggestionOperations(),
  ...recentChangeOperations(),
  ...reportOperations(),
  ...demoDataOperations(),
  ...segmentOperations(),
  ...segmentedValueOperations(),
  // Some live clients use these paths.
  listOperation(suggestions, '/api/v2/suggestions'),
  listOperation(comments, '/api/v2/comments'),
]

export type AppOptions = Guards & {
  /** The number of trusted proxies, each of which appends to X-Forwarded-For. */
  proxies: number
  /** The bearer token required to read /metrics on this port; null disables it. */
  metricsToken: string | null
}

export async function buildApp(
  context: Context,
  { proxies, metricsToken, ...guards }: AppOptions,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const routes = createRouteTable()
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: resolveRequestId,
    trustProxy: proxies > 0 && ((_: string, hop: number) => hop < proxies),
    // Of everything but operations: anyone can send it.
    bodyLimit: 4096,
    // A slow or silent client loses its connection. It never holds a database connection.
    requestTimeout: 30_000,
    connectionTimeout: 120_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    // The last requests on open connections are answered, and their connections closed.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PATH_SEGMENT },
    frameworkErrors: handleRoutingErrors(context, guards, routes),
    clientErrorHandler: handleParserErrors(context, log),
  })
  app.decorate('errorPages', { ofPortal: null })
  acceptCommonTypes(app)
  addCommonHooks(app, context, guards, routes)
  const operations = allOperations()
  app.register(async (admin) => {
    for (const operation of operations) serveOperation(admin, operation, context, guards)
  })
  const ofEndUsers = endUserOperations()
  app.register(async (endUsers) => {
    for (const operation of ofEndUsers) serveEndUserOperation(endUsers, operation, context, guards)
  })
  const hashing = createPasswordHashing()
  app.register(
    async (oauth) => {
      refuseUnstorableText(oauth)
      oauthRoutes(oauth, context, hashing)
      authorizationRoutes(oauth, context)
    },
    { prefix: '/api/v2/oauth' },
  )
  app.register(async (metadata) => oauthMetadataRoutes(metadata, context))
  app.register(async (docs) =>
    docsRoutes(
      docs,
      () => openApiDocument(operations),
      () => endUsersDocument(ofEndUsers),
    ),
  )
  app.register(async (health) => healthRoutes(health, context))
  if (metricsToken !== null)
    app.register(async (metrics) => metricsRoutes(metrics, context, metricsToken))
  app.register(async (pages) => {
    refuseUnstorableText(pages)
    pages.register(async (scope) => portalRoutes(scope, context, operations))
    pages.register(async (scope) => mailPreviewRoutes(scope, context))
    pages.register(async (scope) => consoleRoutes(scope))
    pages.register(async (scope) => signInRoutes(scope, context, hashing))
    pages.register(async (scope) => profileRoutes(scope, context, hashing))
    pages.register(async (scope) => passkeyRoutes(scope, context))
    pages.register(async (scope) => welcomeRoutes(scope, context, hashing))
    pages.register(async (scope) => signInLinkRoutes(scope, context))
    pages.register(async (scope) => oidcRoutes(scope, context))
  })
  app.register(async (hook) => incomingMailRoutes(hook, context))
  app.register(async (files) => fileRoutes(files, context))
  app.register(async (pictures) => pictureRoutes(pictures, context))
  return app
}

function addCommonHooks(
  app: FastifyInstance,
  context: Context,
  guards: Guards,
  routes: RouteTable,
): void {
  app.addHook('preClose', async () => guards.streams.close())
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(context.reader.baseUrl)).header('x-request-id', request.id)
    allowOtherSites(request, reply, context.settings.app_origins)
  })
  addCommonStages(app, context, guards)
  answerPreflights(app)
  refuseLongQueries(app)
  refuseEncodedBodies(app)
  ignoreTypeOfEmptyBodies(app)
  refuseExpectations(app)
  app.addHook('onRequest', async (request, reply) => {
    request.state.siteName = context.settings.installation_name
    const problem = findHostProblem(request.raw)
    if (problem) {
      reply.header('connection', 'close')
      throw new ApiError('malformed', problem)
    }
  })
  redirectHosts(app, context)
  // From the first moment of stopping, so that clients and balancers leave, and keep-alive does not delay the end.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (context.isStopping()) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply, routes))
  app.setErrorHandler(sendError)
  routes.watch(app)
}
