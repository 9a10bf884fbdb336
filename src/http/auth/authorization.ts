// The page on which people allow an application to act as them, and the description of our OAuth endpoints.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findClient, type RequestingClient } from '../../auth/clients/api-clients.ts'
import { createAuthorizationCode } from '../../auth/clients/authorization-codes.ts'
import type { ForumLimits, Identity } from '../../auth/identity.ts'
import { intersectScopes, SCOPES } from '../../auth/scopes.ts'
import { findNameAndAddress } from '../../auth/staff/profile.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { scalarText } from '../../core/values.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { renderFor } from '../pages/reading.ts'
import { consentHeaders, PAGE_HEADERS } from '../responses/secure-headers.ts'
import { GRANT_TYPES, oauthError, readScopes } from './oauth.ts'
import { consentPage, endUserConsentPage, refusedRequestPage } from './pages/consent.ts'
import { SIGN_IN_PATH, signInAddress } from './pages/sign-in.ts'
import { refuseOtherSites } from './sign-in.ts'
import { findVisitor } from './visitors.ts'

const AUTHORIZE_PATH = '/api/v2/oauth/authorize'
/** Below the same prefix. Clients of the wire use the second name. */
const PAGE_PATHS = ['/authorize', '/auth']
const METADATA_PATH = '/.well-known/oauth-authorization-server'
const MAX_FORM_BYTES = 16_384
/** Where end users sign in. */
const PORTAL_SIGN_IN_PATH = '/sign-in'

/** The parameters of a request, in the order in which they are repeated. */
const NAMES = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const

type Asked = Partial<Record<(typeof NAMES)[number] | 'decision', string>>

type Application = {
  asked: Asked
  client: RequestingClient
  redirectUri: string
}

export function authorizationRoutes(app: FastifyInstance, context: Context): void {
  const { db, reader } = context

  const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const application = await findApplication(request.query)
    if (!application) return refuse(reply)
    const { client, redirectUri, asked } = application
    const grant = readGrant(application)
    if (grant instanceof ApiError) return sendBack(reply, application, errorOf(grant))
    if (client.audience === 'end_users') return showEndUserPage(request, reply, application)
    const identity = request.state.identity
    if (!identity?.session) return askToSignIn(reply, asked)
    if (identity.needsSecondFactor) return reply.redirect('/admin/profile', 302)
    const person = await findNameAndAddress(reader.pool, identity.userId)
    if (!person) return askToSignIn(reply, asked)
    const scopes = intersectScopes(grant.scopes, client.scopes)
    const { isReadOnly, name } = client
    return reply
      .headers(consentHeaders(redirectUri))
      .type('text/html; charset=utf-8')
      .send(
        renderFor(
          request,
          consentPage({
            action: AUTHORIZE_PATH,
            fields: repeated(asked),
            name,
            redirectUri,
            person,
            role: identity.role,
            scopes,
            isReadOnly,
          }),
        ),
      )
  }
  for (const path of PAGE_PATHS) app.get(path, showPage)

  /** The session of the portal counts, and no session of the team. */
  const showEndUserPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { client, redirectUri, asked }: Application,
  ) => {
    const visitor = await findVisitor(context, request)
    const person = visitor && (await findNameAndAddress(reader.pool, visitor.userId))
    if (!person) return askToSignIn(reply, asked, PORTAL_SIGN_IN_PATH)
    const { name } = client
    const fields = repeated(asked)
    const consent = { action: AUTHORIZE_PATH, fields, name, redirectUri, person }
    return reply
      .headers(consentHeaders(redirectUri))
      .type('text/html; charset=utf-8')
      .send(renderFor(request, endUserConsentPage(consent)))
  }

  app.post('/authorize', { bodyLimit: MAX_FORM_BYTES }, async (request, reply) => {
    refuseOtherSites(request, reader.baseUrl)
    const application = await findApplication(request.body)
    if (!application) return refuse(reply)
    const { client, redirectUri, asked } = application
    const grant = readGrant(application)
    if (grant instanceof ApiError) return sendBack(reply, application, errorOf(grant))
    const isForEndUsers = client.audience === 'end_users'
    const person = isForEndUsers
      ? await findVisitor(context, request)
      : staffOf(request.state.identity)
    if (!person)
      return askToSignIn(reply, asked, isForEndUsers ? PORTAL_SIGN_IN_PATH : SIGN_IN_PATH)
    if (asked.decision !== 'allow')
      return sendBack(reply, application, {
        error: 'access_denied',
        error_description: 'The person did not allow it.',
      })
    const { userId, allowForums, denyForums } = person
    const forums = { allowForums, denyForums }
    const code = await inTransaction(db, (tx) =>
      createAuthorizationCode(tx, { clientId: client.id, userId, redirectUri, forums, ...grant }),
    )
    request.log.info({ event: 'application_allowed', client: client.id }, 'application allowed')
    return sendBack(reply, application, { code })
  })

  /** Undefined unless the application is known and has registered the address, so that we redirect to no other. */
  async function findApplication(input: unknown): Promise<Application | undefined> {
    const asked = readTexts(input)
    const { client_id: key, redirect_uri: redirectUri } = asked
    if (key === undefined || redirectUri === undefined) return undefined
    const client = await findClient(db, key, null)
    return client?.redirectUris.includes(redirectUri) ? { asked, client, redirectUri } : undefined
  }

  /** With the issuer, so that an application notices when it talks to another one (RFC 9207). */
  function sendBack(
    reply: FastifyReply,
    { redirectUri, asked: { state } }: Application,
    answer: Record<string, string>,
  ): FastifyReply {
    const target = new URL(redirectUri)
    const parameters = { ...answer, ...(state !== undefined && { state }), iss: reader.baseUrl }
    for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
    return reply.redirect(target.href, 303)
  }
}

/** Who of the team may allow an application. */
const staffOf = (identity: Identity | undefined): ({ userId: number } & ForumLimits) | undefined =>
  identity !== undefined && identity.session !== null && !identity.needsSecondFactor
    ? { userId: identity.userId, allowForums: null, denyForums: [] }
    : undefined

type Grant = { codeChallenge: string | null; scopes: string[] | null }

function readGrant({ asked, client }: Application): Grant | ApiError {
  const { response_type, code_challenge: codeChallenge = '', code_challenge_method } = asked
  if (response_type !== 'code')
    return oauthError('unsupported_response_type', 'response_type: must be code.')
  const isForEndUsers = client.audience === 'end_users'
  // The hosted product lets applications with a secret leave PKCE out.
  if (isForEndUsers && !client.isPublic && codeChallenge === '' && !code_challenge_method)
    return { codeChallenge: null, scopes: null }
  if (!client.isTrusted && !isForEndUsers)
    return oauthError('unauthorized_client', 'This API client is not trusted.')
  if (!/^[\w-]{43}$/.test(codeChallenge) || code_challenge_method !== 'S256')
    return oauthError('invalid_request', 'code_challenge: required, with the method S256.')
  // What an end user may do has no scopes.
  if (isForEndUsers) return { codeChallenge, scopes: null }
  try {
    return { codeChallenge, scopes: readScopes(asked.scope, client.scopes) }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const errorOf = ({ code, message }: ApiError) => ({
  error: code,
  // RFC 6749 allows neither quotes nor backslashes.
  error_description: message.replaceAll(/["\\]|[^\x20-\x7e]/g, ''),
})

function readTexts(input: unknown): Asked {
  const given = (input ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    [...NAMES, 'decision'].flatMap((name) => {
      const text = scalarText(given[name])
      return text === undefined || text === '' ? [] : [[name, text]]
    }),
  )
}

const repeated = (asked: Asked): [string, string][] =>
  NAMES.flatMap((name): [string, string][] => {
    const value = asked[name]
    return value === undefined ? [] : [[name, value]]
  })

/** Signing in leads back to the page. */
const askToSignIn = (reply: FastifyReply, asked: Asked, page = SIGN_IN_PATH) => {
  const path = `${AUTHORIZE_PATH}?${new URLSearchParams(repeated(asked))}`
  return reply.redirect(signInAddress(path, page), 303)
}

const refuse = (reply: FastifyReply) =>
  reply
    .code(400)
    .headers(PAGE_HEADERS)
    .type('text/html; charset=utf-8')
    .send(renderFor(reply.request, refusedRequestPage()))

/** RFC 8414. */
export function oauthMetadataRoutes(app: FastifyInstance, { reader }: Context): void {
  app.get(METADATA_PATH, async (_: FastifyRequest, reply) => {
    const { baseUrl } = reader
    reply.type('application/json; charset=utf-8')
    return JSON.stringify({
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}${AUTHORIZE_PATH}`,
      token_endpoint: `${baseUrl}/api/v2/oauth/token`,
      revocation_endpoint: `${baseUrl}/api/v2/oauth/revoke`,
      scopes_supported: SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: GRANT_TYPES,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${baseUrl}/docs`,
    })
  })
}
