// API clients: their settings, credentials and limits.
import { type Static, Type } from 'typebox'
import {
  type ClientSettings,
  createClient,
  revokeClient,
  rotateSecret,
  updateClient,
} from '../../auth/clients/api-clients.ts'
import { isRedirectUri } from '../../auth/clients/redirect-uri.ts'
import { SCOPES, sortScopes } from '../../auth/scopes.ts'
import { invalidInput } from '../../core/api-error.ts'
import { parseNetwork } from '../../core/networks.ts'
import { formatTime, formatValue, parseTime } from '../../core/values.ts'
import { listLimitedClients } from '../../read/installation.ts'
import { api_clients } from '../../resources/api_clients.ts'
import { EmptyBody, Flag, optionalEnum, Time } from '../body/body-schemas.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { integer, listOf, object, text, time } from '../responses/answer-schemas.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const MAX_ITEMS = 100
const MAX_OVERLAP_SECONDS = 30 * 86_400
const DEFAULT_OVERLAP_SECONDS = 86_400
const MAX_INTEGER = 2_147_483_647

const Name = Type.String({ minLength: 1, maxLength: 200 })
const clearable = <T extends Parameters<typeof Type.Optional>[0]>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }))

const settings = {
  scopes: clearable(
    Type.Array(Type.Enum(SCOPES), { minItems: 1, maxItems: MAX_ITEMS }),
    'What its tokens are limited to; null for all.',
  ),
  networks: clearable(
    Type.Array(Type.String({ maxLength: 50 }), { minItems: 1, maxItems: MAX_ITEMS }),
    'Networks that it can be used from, such as 10.0.0.0/8; null for all.',
  ),
  redirect_uris: Type.Optional(
    Type.Array(Type.String({ maxLength: 500 }), {
      maxItems: MAX_ITEMS,
      description: 'Where an application has people sent back to.',
    }),
  ),
  expires_at: clearable(Time, 'When the client and its tokens expire; null for never.'),
  requests_per_minute: clearable(
    Type.Integer({ minimum: 1, maximum: MAX_INTEGER }),
    'Null for the limit of the plan.',
  ),
  retry_after: optionalEnum('epoch', 'delta'),
  allows_query_token: Flag,
  allows_password_grant: Flag,
}

const NewBody = Type.Object({
  name: Name,
  audience: Type.Optional(
    Type.Enum(['admin', 'end_users'], {
      description:
        'Whose API its tokens open: the Admin API, or /api/end_users in the name of end users. Default: admin.',
    }),
  ),
  is_trusted: Flag,
  is_read_only: Flag,
  is_public: Type.Optional(
    Type.Boolean({ description: 'Without a secret, for an application that cannot keep one.' }),
  ),
  token_lifetime_seconds: clearable(
    Type.Integer({ minimum: 1, maximum: MAX_INTEGER }),
    'Null: its tokens are valid until they are revoked, and those of people for an hour.',
  ),
  ...settings,
})
const ChangedBody = Type.Object({
  name: Type.Optional(Name),
  is_public: Type.Optional(
    Type.Boolean({ description: 'True removes the secret. A new secret makes it false.' }),
  ),
  ...settings,
})

const MAX_LISTED = 100
const MINUTE_MS = 60_000

export const apiClientOperations = (): Operation[] => [
  declareOperation({
    method: 'GET',
    path: '/api_clients/limits',
    summary: 'List the rate limits of API clients and their use',
    description: `The use is that of the current minute. The ${MAX_LISTED} clients that were used last.`,
    tag: api_clients.name,
    answer: object({
      resets_at: time,
      limits: listOf(
        object({ id: integer, name: text, limit: integer, used: integer, remaining: integer }),
      ),
    }),
    async handle({ context: { reader, limits } }) {
      const clients = await listLimitedClients(reader.pool, MAX_LISTED)
      const counts = await limits.countRequests(clients.map(({ id }) => id))
      return {
        resets_at: formatTime(new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS)),
        limits: clients.map(({ id, name, requests_per_minute: limit }, i) => {
          const used = counts[i] ?? 0
          return { id, name, limit, used, remaining: Math.max(0, limit - used) }
        }),
      }
    },
  }),
  ...writeOperations(api_clients, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create an API client',
      description:
        'The key and the secret are in this response only. A public client has no secret.',
      body: NewBody,
      answer: 'created',
      answersSecret: true,
      async run(tx, { origin, input }) {
        const { is_trusted = true, is_read_only = false, is_public = false } = input
        const { token_lifetime_seconds = null, audience = 'admin' } = input
        const { id, key, secret } = await createClient(
          tx,
          {
            ...readSettings(input),
            name: input.name,
            requestsPerMinute: input.requests_per_minute ?? null,
            isTrusted: is_trusted,
            isReadOnly: is_read_only,
            isPublic: is_public,
            audience,
            tokenLifetimeSeconds: token_lifetime_seconds,
          },
          origin,
        )
        return { id, secrets: { key, ...(secret !== null && { secret }) } }
      },
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update an API client',
      description: 'Tokens that exist are limited too.',
      body: ChangedBody,
      answer: 'records',
      run: (tx, { id, origin, input }) =>
        updateClient(
          tx,
          id,
          {
            ...readSettings(input),
            ...(input.is_public !== undefined && { isPublic: input.is_public }),
          },
          origin,
        ),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/rotate',
      summary: 'Replace the secret of an API client',
      description:
        'The new secret is in this response only. Tokens stay valid. A public client gets a secret, and is public no longer.',
      body: Type.Object({
        overlap_seconds: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: MAX_OVERLAP_SECONDS,
            description: `How long the old secret stays valid. Default: ${DEFAULT_OVERLAP_SECONDS}, a day.`,
          }),
        ),
      }),
      answer: 'records',
      answersSecret: true,
      async run(tx, { id, origin, input: { overlap_seconds = DEFAULT_OVERLAP_SECONDS } }) {
        const { secret } = await rotateSecret(tx, id, overlap_seconds, origin)
        return { id, secrets: { secret } }
      },
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Revoke an API client',
      description: 'Its tokens stop at once, for good. The client stays in the list.',
      body: EmptyBody,
      answer: 'records',
      async run(tx, { id, origin }) {
        await revokeClient(tx, id, origin)
        return id
      },
    }),
  ]),
]

function readSettings(input: Static<typeof ChangedBody>): Partial<ClientSettings> {
  const { name, scopes, networks, redirect_uris, expires_at, requests_per_minute } = input
  const { retry_after, allows_query_token, allows_password_grant } = input
  return {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes: sortScopes(scopes) }),
    ...(networks !== undefined && { networks: networks?.map(readNetwork) ?? null }),
    ...(redirect_uris !== undefined && { redirectUris: redirect_uris.map(readRedirectUri) }),
    ...(expires_at !== undefined && { expiresAt: parseTime(expires_at) ?? null }),
    ...(requests_per_minute !== undefined && { requestsPerMinute: requests_per_minute }),
    ...(retry_after !== undefined && { retryAfter: retry_after }),
    ...(allows_query_token !== undefined && { allowsQueryToken: allows_query_token }),
    ...(allows_password_grant !== undefined && { allowsPasswordGrant: allows_password_grant }),
  }
}

function readNetwork(text: string, i: number): string {
  const network = parseNetwork(text)
  if (network) return network
  const path = ['networks', i]
  const right = 'Send the first address and a length, such as 10.0.0.0/8.'
  const message = `networks: ${formatValue(text)} is not a network. ${right}`
  throw invalidInput([{ path, code: 'format', message }])
}

function readRedirectUri(text: string, i: number): string {
  if (isRedirectUri(text)) return text
  const path = ['redirect_uris', i]
  const right = 'Send an https URL without a fragment, http on localhost, or an app scheme.'
  const message = `redirect_uris: ${formatValue(text)} is not allowed. ${right}`
  throw invalidInput([{ path, code: 'format', message }])
}
