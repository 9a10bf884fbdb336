// An API operation, declared once for both the router and the OpenAPI document.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type TObject, type TOptional, type TProperties, Type } from 'typebox'
import { ApiError } from '../api-error.ts'
import type { Context } from '../context.ts'
import { refuseUnknown } from '../read/list-request.ts'
import type { Resource } from '../resources/resource.ts'
import type { Admission } from './admission.ts'
import { authorize, requireCaller } from './authenticate.ts'
import { type Call, createCall } from './call.ts'
import { computeEtag, matchIfNoneMatch, refuseIfMatch, withIfMatch } from './etag.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { excludeBodyTime, refund } from './rate-limit.ts'

/** The prefix of the operations. */
export const ADMIN_PATH = '/api/v2/admin'

/** The full path of an operation. */
export const operationPath = ({ path }: Pick<Operation, 'path'>) =>
  path.startsWith('/api/') ? path : `${ADMIN_PATH}${path}`

export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to /api/v2/admin, unless it starts with /api. */
  path: string
  summary: string
  /** Effects and limits that the summary does not name. */
  description?: string
  body?: TObject
  /** Query parameters of its own, other than those of its kind, as in OpenAPI. */
  query?: Record<string, QueryParameter>
  /** In bytes, where it differs from the default. */
  bodyLimit?: number
  /** Media types accepted besides JSON and forms, each with the function that converts it to the declared body. */
  extraMediaTypes?: Record<string, (body: Buffer, contentType: string) => unknown>
  /** The body is a multipart form with one file, which the operation streams itself. */
  takesFile?: true
  handle(call: Call): Promise<string>
} & (RecordOperation | CustomOperation)

type QueryParameter = {
  description: string
  required?: boolean
  example?: string
  schema: object
}

type RecordOperation = {
  resource: Resource
  /** The collection's key in the response, where the path uses an alias. */
  key?: string
  answer: 'list' | 'records' | 'created' | 'found_or_created' | 'removed'
}

/** The response is not an envelope of records and has its own schema. */
type CustomOperation = {
  tag: string
  answer: Record<string, unknown>
  /** 200 by default. */
  status?: number
}

/** Whether the operation writes the record whose id is in the path. */
export const isRecordWrite = (operation: Operation): operation is Operation & RecordOperation =>
  operation.method !== 'GET' && 'resource' in operation && operation.path.includes('/:id')

/** For an operation without input. */
export const EmptyBody = Type.Object({})

/** The id of another record, or null to clear it. */
export const ClearableId = Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]))
export const EmailAddress = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^\\S+@\\S+$',
  description: 'E-mail address, for example ann@example.com.',
})
export const Id = Type.Integer({ minimum: 0 })
export const Time = Type.String({ format: 'date-time' })
export const Position = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))
export const ClearableText = Type.Optional(
  Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()]),
)
export const Flag = Type.Optional(Type.Boolean())
export const ShortText = Type.String({ maxLength: 255 })
export const LongText = Type.String({ minLength: 1, maxLength: 100_000 })
export const PlainMimeType = Type.Optional(Type.Enum(['text/plain']))
export const AttachmentTokens = Type.Optional(Type.Array(Type.String(), { maxItems: 100 }))

export const CustomValue = Type.Union([
  Type.String({ maxLength: 10_000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
])
const customFields = { custom_fields: Type.Optional(Type.Record(Type.String(), CustomValue)) }
type CustomFieldMembers = Record<`cf_${string}`, TOptional<typeof CustomValue>>

/** A body with custom fields: as `cf_…` members, or in `custom_fields` with or without the prefix. */
export const withCustomFields = <P extends TProperties>(properties: P) =>
  Type.Object(
    { ...properties, ...customFields },
    { patternProperties: { '^cf_[0-9A-Za-z_]+$': CustomValue } },
  ) as unknown as TObject<P & typeof customFields & CustomFieldMembers>

/** Adds the route of the operation. */
export function serveOperation(
  app: FastifyInstance,
  operation: Operation,
  context: Context,
  admission: Admission,
): void {
  const parsers = Object.entries(operation.extraMediaTypes ?? {})
  if (operation.takesFile)
    app.register(async (scope) => {
      leaveBodyUnread(scope)
      serveRoute(scope, operation, context, admission)
    })
  else if (parsers.length === 0) serveRoute(app, operation, context, admission)
  else
    app.register(async (scope) => {
      for (const [type, parse] of parsers) parseBuffered(scope, type, parse)
      refuseOtherTypes(scope, Object.keys(operation.extraMediaTypes ?? {}))
      serveRoute(scope, operation, context, admission)
    })
}

/** Buffers bodies of this type, then parses them. */
export const parseBuffered = (
  app: FastifyInstance,
  type: string,
  parse: (body: Buffer, contentType: string) => unknown,
) =>
  app.addContentTypeParser(
    type,
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => parse(body, headers['content-type'] ?? ''),
  )

/** Names the types that only this operation takes, which the common message does not. */
function refuseOtherTypes(app: FastifyInstance, types: string[]): void {
  const allowed = [...types, 'application/json', 'application/x-www-form-urlencoded'].join(', ')
  app.addContentTypeParser('*', (_request, _body, done) =>
    done(new ApiError('unsupported_media_type', `Unsupported content type. Allowed: ${allowed}.`)),
  )
}

/** Leaves the body to the operation, which streams it. */
function leaveBodyUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('preHandler', async (request) => excludeBodyTime(request))
}

function requireMultipart({ headers }: FastifyRequest): void {
  if (/^\s*multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')) return
  throw new ApiError(
    'unsupported_media_type',
    'Content-Type: not supported. Allowed: multipart/form-data with one part named file.',
  )
}

function serveRoute(
  app: FastifyInstance,
  operation: Operation,
  context: Context,
  admission: Admission,
): void {
  const { method, answer, bodyLimit, takesFile, handle } = operation
  app.route({
    method,
    url: operationPath(operation),
    ...(bodyLimit !== undefined && { bodyLimit }),
    // Before the body is read, so that an unauthorized client cannot send one.
    onRequest: async (request) => {
      authorize(requireCaller(request), request.method)
      if (method !== 'GET' && !isRecordWrite(operation)) refuseIfMatch(request)
      if (takesFile) requireMultipart(request)
    },
    handler: async (request, reply) => {
      // The handler can set another status, for example 200 for a record that already exists.
      if (answer === 'created') reply.code(201)
      if ('status' in operation) reply.code(operation.status ?? 200)
      const call = createCall(request, reply, requireCaller(request), context)
      if (call.isStrict) refuseUnknownParameters(operation, call)
      const { clientId } = call.identity
      const response = takesFile
        ? handle(call)
        : admission.run(clientId, () => runOperation(operation, call))
      // Also after a failure: the write can have been committed before.
      const text = await (method === 'GET'
        ? response
        : response.finally(() => context.noteWrite(clientId)))
      // Encoded once: node:http would encode non-Latin text in slow chunks.
      const body = Buffer.from(text)
      if (method === 'GET') {
        const tag = String(reply.getHeader('etag') ?? computeEtag(body))
        reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
        const match = matchIfNoneMatch(request, tag)
        if (match === 'named') refund(request)
        if (match) return reply.code(304).send()
      }
      return reply.type('application/json; charset=utf-8').send(body)
    },
  })
}

/** Lists check their own parameters, because custom fields are among them. */
function refuseUnknownParameters(operation: Operation, { request, query }: Call): void {
  const { answer, body, query: own = {} } = operation
  if (answer === 'list') return
  const parameters = Object.keys(query).map((name) => name.split('.', 1)[0] as string)
  const input = request.body
  const members =
    typeof input === 'object' && input && !Array.isArray(input) ? Object.keys(input) : []
  const { properties = {}, patternProperties = {} } = (body ?? {}) as {
    properties?: object
    patternProperties?: object
  }
  const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern))
  const undeclared = (names: string[]) =>
    names.filter((name) => !patterns.some((pattern) => pattern.test(name)))
  const known = ['includes', ...Object.keys(properties)]
  // Only the query has `fields`.
  const more = [...('resource' in operation ? ['fields'] : []), ...Object.keys(own)]
  refuseUnknown(undeclared(parameters), [...more, ...known])
  if (body) refuseUnknown(undeclared(members), known)
}

/** A repeated DELETE finds nothing to delete, so it needs no idempotency key. */
function runOperation(operation: Operation, call: Call): Promise<string> {
  const { method, handle } = operation
  const run = (inner: Call) =>
    isRecordWrite(operation) ? withIfMatch(inner, operation.resource, handle) : handle(inner)
  return method === 'POST' || method === 'PUT'
    ? withIdempotencyKey(call, call.request.body, run)
    : run(call)
}
