// POST /api/v2/oauth/token and /revoke, in all encodings that live clients use: forms with & or ;, JSON, the query
// string, and HTTP Basic for the key and secret.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  findClient,
  type IssuedToken,
  issueToken,
  type RequestingClient,
  revokeToken,
} from '../../auth/clients/api-clients.ts'
import { exchangeCode } from '../../auth/clients/authorization-codes.ts'
import { grantByPassword } from '../../auth/clients/password-grant.ts'
import { grantByRefreshToken } from '../../auth/clients/refresh-grant.ts'
import {
  includesScope,
  intersectScopes,
  isScope,
  type Scopes,
  sortScopes,
} from '../../auth/scopes.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { isInNetworks } from '../../core/networks.ts'
import { formatValue, scalarText } from '../../core/values.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { parseSemicolonForm } from '../body/form-body.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { sourceOf } from './sign-in.ts'
import { parseBearerToken } from './stages/authenticate.ts'

export const GRANT_TYPES = [
  'client_credentials',
  'password',
  'authorization_code',
  'refresh_token',
] as const

type GrantType = (typeof GRANT_TYPES)[number]

type Parameters = Record<string, string | undefined>

type TokenRequest = { request: FastifyRequest; reply: FastifyReply; parameters: Parameters }

export function oauthRoutes(
  app: FastifyInstance,
  { db, forgetIdentities }: Context,
  hashing: PasswordHashing,
): void {
  const form = 'application/x-www-form-urlencoded'
  app.removeContentTypeParser(form)
  app.addContentTypeParser(form, { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) =>
    parseSemicolonForm(body),
  )

  /** A secret that is sent must be right. Who must send one differs. */
  const identifyClient = async (
    { request, parameters }: TokenRequest,
    secretOf: 'every client' | 'confidential clients' | 'no client',
  ): Promise<RequestingClient> => {
    const { client_id: key, client_secret: secret } = parameters
    const needsSecret = secretOf === 'every client'
    if (key === undefined || (needsSecret && secret === undefined))
      throw oauthError(
        'invalid_client',
        `client_id${needsSecret ? ', client_secret' : ''}: required. Send the key${needsSecret ? ' and the secret' : ''} of an API client.`,
      )
    const client = await findClient(db, key, secret ?? null)
    if (!client) throw unknownClient()
    if (secretOf === 'confidential clients' && !client.isPublic && secret === undefined)
      throw oauthError(
        'invalid_client',
        'client_secret: required, because this API client has one. An application that cannot keep a secret needs a public API client.',
      )
    if (!isInNetworks(request.ip, client.networks))
      throw oauthError(
        'unauthorized_client',
        `This API client cannot be used from the address ${request.ip}.`,
      )
    return client
  }

  const grants: Record<GrantType, (asked: TokenRequest) => Promise<IssuedToken>> = {
    async client_credentials(asked) {
      const client = await identifyClient(asked, 'every client')
      refuseEndUserClient(client, 'client_credentials')
      const scopes = readScopes(asked.parameters.scope, client.scopes)
      return inTransaction(db, (tx) => issueToken(tx, client.id, null, { scopes }))
    },

    async password(asked) {
      const { request, reply, parameters } = asked
      const client = await identifyClient(asked, 'no client')
      refuseEndUserClient(client, 'password')
      if (!client.isTrusted || !client.allowsPasswordGrant)
        throw oauthError(
          'unauthorized_client',
          'This API client does not allow the grant type password.',
        )
      const scopes = readScopes(parameters.scope, client.scopes)
      const email = parameters.username ?? parameters.email
      const password = readPassword(request)
      if (email === undefined || password === undefined)
        throw oauthError(
          'invalid_request',
          'username, password: required. Send them in the body of the request.',
        )
      const result = await grantByPassword(
        db,
        { clientId: client.id, email, password, scopes },
        sourceOf(request),
        (isKnown, check) => hashing.run(request, check, isKnown),
      )
      if (result.type === 'issued') return result.token
      if (result.type === 'blocked') {
        reply.header('retry-after', String(result.seconds))
        throw new ApiError('rate_limited', 'Too many attempts. Retry later.')
      }
      request.log.warn({ event: 'sign_in_failed', address: request.ip }, 'sign-in failed')
      throw oauthError('invalid_grant', 'username, password: wrong, or not allowed for this grant.')
    },

    async authorization_code(asked) {
      const { request, parameters } = asked
      const client = await identifyClient(asked, 'confidential clients')
      if (client.redirectUris.length === 0)
        throw oauthError(
          'unauthorized_client',
          'This API client does not allow the grant type authorization_code: it has no redirect URI.',
        )
      const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = parameters
      const needsVerifier = client.isPublic || client.audience === 'admin'
      if (
        code === undefined ||
        redirectUri === undefined ||
        (needsVerifier && codeVerifier === undefined)
      )
        throw oauthError(
          'invalid_request',
          `code, redirect_uri${needsVerifier ? ', code_verifier' : ''}: required.`,
        )
      const exchange = { clientId: client.id, code, redirectUri, codeVerifier }
      const origin = { clientId: client.id, address: request.ip, requestId: request.id }
      const issued = await inTransaction(db, (tx) => exchangeCode(tx, exchange, origin))
      if (issued) return issued
      // A replay has revoked the token of the first use.
      forgetIdentities()
      throw oauthError(
        'invalid_grant',
        'code: unknown, expired or used, or redirect_uri or code_verifier is not the one of the code. Ask the person again.',
      )
    },

    async refresh_token(asked) {
      const { request, parameters } = asked
      const client = await identifyClient(asked, 'confidential clients')
      const { refresh_token: refreshToken, scope } = parameters
      if (refreshToken === undefined)
        throw oauthError('invalid_request', 'refresh_token: required.')
      const origin = { clientId: client.id, address: request.ip, requestId: request.id }
      const narrow = (scopes: Scopes) =>
        client.audience === 'end_users'
          ? null
          : (readScopes(scope, intersectScopes(scopes, client.scopes)) ?? (scopes && [...scopes]))
      const result = await inTransaction(db, (tx) =>
        grantByRefreshToken(tx, { clientId: client.id, refreshToken, narrow }, origin),
      )
      if (result.type === 'issued') return result.token
      if (result.type === 'reused') {
        forgetIdentities()
        request.log.warn({ event: 'token_reused', client: client.id }, 'refresh token reused')
      }
      throw oauthError(
        'invalid_grant',
        'refresh_token: unknown, expired, used or revoked. Ask the person again.',
      )
    },
  }

  app.post('/token', async (request, reply) => {
    const parameters = readParameters(request)
    const { grant_type: type } = parameters
    const allowed = `Allowed: ${GRANT_TYPES.join(', ')}.`
    if (type === undefined) throw oauthError('invalid_request', `grant_type: required. ${allowed}`)
    const grant = GRANT_TYPES.find((name) => name === type)
    if (!grant)
      throw oauthError(
        'unsupported_grant_type',
        `grant_type: ${formatValue(type)} is not allowed. ${allowed}`,
      )
    const { token, expiresInSeconds, scopes, refreshToken } = await grants[grant]({
      request,
      reply,
      parameters,
    })
    reply.type('application/json; charset=utf-8')
    return JSON.stringify({
      access_token: token,
      token_type: 'bearer',
      ...(expiresInSeconds !== null && { expires_in: expiresInSeconds }),
      ...(refreshToken !== null && { refresh_token: refreshToken }),
      ...(scopes !== null && { scope: scopes.join(' ') }),
    })
  })

  app.post('/revoke', async (request, reply) => {
    const parameters = readParameters(request)
    const token = parameters.token ?? parseBearerToken(request.headers.authorization)
    if (token === undefined)
      throw oauthError(
        'invalid_request',
        'token: required. Send the access token or refresh token to revoke.',
      )
    const { client_id: key, client_secret: secret } = parameters
    const client =
      key === undefined || secret === undefined ? null : await findClient(db, key, secret)
    if (client === undefined) throw unknownClient()
    const clientId = client?.id ?? null
    const origin = { clientId, address: request.ip, requestId: request.id }
    await inTransaction(db, (tx) => revokeToken(tx, token, clientId, origin))
    forgetIdentities()
    reply.type('application/json; charset=utf-8')
    // The same response for an unknown token, so that clients cannot probe for tokens (RFC 7009).
    return '{}'
  })
}

/** Its tokens are those of people who allow the application. */
function refuseEndUserClient({ audience }: RequestingClient, grantType: string): void {
  if (audience === 'end_users')
    throw oauthError(
      'unauthorized_client',
      `This API client is for end users and does not allow the grant type ${grantType}. Use authorization_code.`,
    )
}

/** Null: all scopes of the client. */
export function readScopes(text: string | undefined, ofClient: Scopes): string[] | null {
  const names = text?.split(/\s+/).filter(Boolean) ?? []
  if (names.length === 0) return null
  for (const name of names)
    if (!isScope(name) || !includesScope(ofClient, name))
      throw oauthError(
        'invalid_scope',
        `scope: ${formatValue(name)} ${isScope(name) ? 'is not a scope of this API client' : 'does not exist'}.`,
      )
  return sortScopes(names)
}

function readParameters(request: FastifyRequest): Parameters {
  const body = bodyOf(request)
  const input = { ...(request.query as object), ...body, ...basicCredentials(request) }
  const texts = Object.entries(input).map(([name, value]) => [
    name,
    scalarText(value)?.trim() || undefined,
  ])
  return Object.fromEntries(texts)
}

/** Spaces belong to a password. A query string is logged by proxies, so it is not accepted there. */
const readPassword = (request: FastifyRequest): string | undefined =>
  scalarText(bodyOf(request).password) || undefined

const bodyOf = ({ body }: FastifyRequest): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}

function basicCredentials({ headers }: FastifyRequest): Record<string, string> {
  const [, encoded] = /^\s*basic\s+(\S+)\s*$/i.exec(headers.authorization ?? '') ?? []
  if (!encoded) return {}
  const [key = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return { client_id: key, client_secret: secret.join(':') }
}

/** The codes of RFC 6749. */
export type OAuthCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

export const oauthError = (code: OAuthCode, message: string) =>
  new ApiError(code === 'invalid_client' ? 'unauthorized' : 'malformed', message, undefined, code)

const unknownClient = () =>
  oauthError('invalid_client', 'client_id, client_secret: no API client matches.')
