// POST /api/v2/oauth/token and /revoke, in every encoding that live clients use: a form with & or ;, JSON, the
// query string, and HTTP Basic for the key and secret.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../api-error.ts'
import type { Context } from '../../context.ts'
import { scalarText } from '../../values.ts'
import { authenticateClient, issueToken, revokeToken } from '../../write/api_clients.ts'
import type { TokenCache } from '../authenticate.ts'
import { parseSemicolonForm } from '../form-body.ts'

export function oauthRoutes(app: FastifyInstance, { db }: Context, tokens: TokenCache): void {
  const form = 'application/x-www-form-urlencoded'
  app.removeContentTypeParser(form)
  app.addContentTypeParser(form, { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) =>
    parseSemicolonForm(body),
  )

  app.post('/token', async (request, reply) => {
    const sent = readParameters(request)
    if (sent.grant_type === undefined) {
      throw oauthError(
        'invalid_request',
        'grant_type is required; it should be client_credentials.',
      )
    }
    if (sent.grant_type !== 'client_credentials') {
      throw oauthError(
        'unsupported_grant_type',
        `grant_type ${JSON.stringify(sent.grant_type)} is not served; use client_credentials.`,
      )
    }
    const { client_id: key, client_secret: secret } = sent
    if (key === undefined || secret === undefined) {
      throw oauthError(
        'invalid_client',
        'client_id and client_secret are required: the key and the secret of an API client.',
      )
    }
    const { token, expiresInSeconds } = await db.transaction().execute(async (tx) => {
      const client = await authenticateClient(tx, key, secret)
      if (client === undefined)
        throw oauthError('invalid_client', 'No API client has this client_id and client_secret.')
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
    const sent = readParameters(request)
    const token = sent.token ?? bearer(request)
    if (token === undefined)
      throw oauthError('invalid_request', 'token is required: the token to revoke.')
    await db.transaction().execute(async (tx) => {
      const { client_id: key, client_secret: secret } = sent
      if (key === undefined || secret === undefined) return revokeToken(tx, token)
      const client = await authenticateClient(tx, key, secret)
      if (client === undefined)
        throw oauthError('invalid_client', 'No API client has this client_id and client_secret.')
      return revokeToken(tx, token, client)
    })
    tokens.invalidate()
    reply.type('application/json; charset=utf-8')
    // The same for a token that was unknown: nobody learns which tokens exist (RFC 7009).
    return '{}'
  })
}

function readParameters(request: FastifyRequest): Record<string, string | undefined> {
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
  const sent = { ...(request.query as object), ...body, ...basicCredentials(request) }
  const texts = Object.entries(sent).map(([name, value]) => [
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

const bearer = ({ headers }: FastifyRequest) =>
  /^\s*bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]

const oauthError = (
  code: 'invalid_client' | 'invalid_request' | 'unsupported_grant_type',
  message: string,
) =>
  new ApiError(code === 'invalid_client' ? 'unauthorized' : 'malformed', message, undefined, code)
