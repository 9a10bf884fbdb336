// The operations outside the Admin API: tokens.
import type { Json } from './json.ts'
import { rateLimitHeadersOf } from './openapi-rate-limit.ts'

export function oauthPaths(): Record<string, Json> {
  const parameterBody = (names: Record<string, Json>, required: string[]) => {
    const schema = { type: 'object', properties: names, required }
    return {
      required: true,
      content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
    }
  }
  const text = { type: 'string' }
  const errors = {
    400: { $ref: '#/components/responses/error_400' },
    401: { $ref: '#/components/responses/error_401' },
    429: { $ref: '#/components/responses/error_429' },
  }
  return {
    '/api/v2/oauth/token': {
      post: {
        operationId: 'post_oauth_token',
        summary: 'Create an access token for an API client',
        tags: ['oauth'],
        security: [],
        requestBody: parameterBody(
          {
            grant_type: {
              enum: ['client_credentials', 'password', 'authorization_code', 'refresh_token'],
            },
            client_id: text,
            client_secret: text,
            scope: { ...text, description: 'Names with spaces between them, to limit the token.' },
            username: { ...text, description: 'password: the e-mail address of the person.' },
            password: text,
            code: { ...text, description: 'authorization_code: the code that the person allowed.' },
            redirect_uri: text,
            code_verifier: text,
            refresh_token: {
              ...text,
              description: 'refresh_token: the one of the last response. It works once.',
            },
          },
          ['grant_type'],
        ),
        responses: {
          200: {
            description: 'Access token',
            headers: rateLimitHeadersOf(200),
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['access_token', 'token_type'],
                  properties: {
                    access_token: text,
                    token_type: { const: 'bearer' },
                    expires_in: { type: 'integer', description: 'In seconds. Absent: never.' },
                    refresh_token: {
                      ...text,
                      description: 'For tokens of people: gets the next access token.',
                    },
                    scope: { ...text, description: 'When the token is limited.' },
                  },
                },
              },
            },
          },
          ...errors,
        },
      },
    },
    '/api/v2/oauth/revoke': {
      post: {
        operationId: 'post_oauth_revoke',
        summary: 'Revoke an access token or refresh token',
        tags: ['oauth'],
        security: [],
        requestBody: parameterBody({ token: text, client_id: text, client_secret: text }, [
          'token',
        ]),
        responses: {
          200: { description: 'The token is revoked', headers: rateLimitHeadersOf(200) },
          ...errors,
        },
      },
    },
  }
}
