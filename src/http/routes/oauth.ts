// POST /api/v2/oauth/token and /revoke, in all encodings that live clients use: forms with & or ;, JSON, the query
// string, and HTTP Basic for the key and secret.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../api-error.ts'
import type { Context } from '../../context.ts'
import { formatValue, scalarText } from '../../values.ts'
import { authenticateClient, issueToken, revokeToken } from '../../write/api_clients.ts'
import { parseBearerToken, type TokenCache } from '../authenticate.ts'
import { parseSemicolonForm } from '../form-body.ts'

export function oauthRoutes(app: FastifyInstance, { db }: Context, tokens: TokenCache): void {
  const form = 'application/x-www-form-urlencoded'
  app.removeContentTypeParser(form)
  app.addContentTypeParser(form, { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) =>
    parseSemicolonForm(body),
  )

  app.post('/token', async (request, reply) => {
    const parameters = readParameters(request)
    if (parameters.grant_type === undefined) {
      throw oauthError('invalid_request', 'grant_type: required. Allowed: client_credentials.')
    }
    if (parameters.grant_type !== 'client_credentials') {
      throw oauthError(
        'unsupported_grant_type',
        `grant_type: ${formatValue(parameters.grant_type)} is not allowed. Allowed: client_credentials.`,
      )
    }
    const { client_id: key, client_secret: secret } = parameters
    if (key === undefined || secret === undefined) {
      throw oauthError(
        'invalid_client',
        'client_id, client_secret: required. Send the key and the secret of an API client.',
      )
    }
    const { token, expiresInSeconds } = await db.transaction().execute(async (tx) => {
      const client = await authenticateClient(tx, key, secret)
      if (client === undefined)
        throw oauthError('invalid_client', 'client_id, client_secret: no API client matches.')
      return issueToken(tx, client)
    })
    reply.type('application/json; charset=utf-8')
    return JSON.stringify({
      access_token: token,
      token_type: 'bearer',
      ...(expiresInSeconds !== null && { expires_in: expiresInSeconds }),
    })
  })

  app.post('/revoke', async (request, reply) => {
    const parameters = readParameters(request)
    const token = parameters.token ?? parseBearerToken(request.headers.authorization)
    if (token === undefined)
      throw oauthError('invalid_request', 'token: required. Send the token to revoke.')
    await db.transaction().execute(async (tx) => {
      const { client_id: key, client_secret: secret } = parameters
      if (key === undefined || secret === undefined) return revokeToken(tx, token)
      const client = await authenticateClient(tx, key, secret)
      if (client === undefined)
        throw oauthError('invalid_client', 'client_id, client_secret: no API client matches.')
      return revokeToken(tx, token, client)
    })
    tokens.invalidate()
    reply.type('application/json; charset=utf-8')
    // The same response for an unknown token, so that clients cannot probe for tokens (RFC 7009).
    return '{}'
  })
}

function readParameters(request: FastifyRequest): Record<string, string | undefined> {
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
  const input = { ...(request.query as object), ...body, ...basicCredentials(request) }
  const texts = Object.entries(input).map(([name, value]) => [
    name,
    scalarText(value)?.trim() || undefined,
  ])
  return Object.fromEntries(texts)
}

function basicCredentials({ headers }: FastifyRequest): Record<string, string> {
  const [, encoded] = /^\s*basic\s+(\S+)\s*$/i.exec(headers.authorization ?? '') ?? []
  if (!encoded) return {}
  const [key = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return { client_id: key, client_secret: secret.join(':') }
}

const oauthError = (
  code: 'invalid_client' | 'invalid_request' | 'unsupported_grant_type',
  message: string,
) =>
  new ApiError(code === 'invalid_client' ? 'unauthorized' : 'malformed', message, undefined, code)
