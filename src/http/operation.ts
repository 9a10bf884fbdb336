// An operation of the API, declared once: the router serves it and the OpenAPI document describes it.
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

/** Where the operations are served. */
export const ADMIN_PATH = '/api/v2/admin'

/** The whole path of an operation. */
export const operationPath = ({ path }: Pick<Operation, 'path'>) =>
  path.startsWith('/api/') ? path : `${ADMIN_PATH}${path}`

export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api/v2/admin, unless it begins with /api. */
  path: string
  summary: string
  body?: TObject
  /** In bytes, where it is not that of all. */
  bodyLimit?: number
  /** Media types that it alone takes besides JSON and forms, and how such a body is the one declared. */
  extraMediaTypes?: Record<string, (body: Buffer, contentType: string) => unknown>
  /** The body is a form with one file, which the operation reads by itself as it comes. */
  takesFile?: true
  handle(call: Call): Promise<string>
} & (AboutRecords | AboutSomethingElse)

type AboutRecords = {
  resource: Resource
  /** The collection's key in the answer, where the path uses an older name. */
  key?: string
  answer: 'list' | 'records' | 'created' | 'found_or_created' | 'removed'
}

/** An answer without records or envelope, described by a schema of its own. */
type AboutSomethingElse = {
  tag: string
  answer: Record<string, unknown>
  /** 200 unless told. */
  status?: number
}

/** A write of the record whose id is in the path. */
export const isRecordWrite = (operation: Operation): operation is Operation & AboutRecords =>
  operation.method !== 'GET' && 'resource' in operation && operation.path.includes('/:id')

/** Of an operation that takes no body. */
export const EmptyBody = Type.Object({})

/** An id of another record, where the client may also send null to clear it. */
export const ClearableId = Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]))
export const EmailAddress = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^\\S+@\\S+$',
  description: 'An e-mail address such as ann@example.com.',
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

/** The body of a record with custom fields: `cf_…` members, or `custom_fields` with or without the prefix. */
export const withCustomFields = <P extends TProperties>(properties: P) =>
  Type.Object(
    { ...properties, ...customFields },
    { patternProperties: { '^cf_[0-9A-Za-z_]+$': CustomValue } },
  ) as unknown as TObject<P & typeof customFields & CustomFieldMembers>

/** Puts the operation behind its guard. */
export function serveOperation(
  app: FastifyInstance,
  operation: Operation,
  context: Context,
  admission: Admission,
): void {
  const parsers = Object.entries(operation.extraMediaTypes ?? {})
  if (operation.takesFile)
    app.register(async (alone) => {
      leaveBodyUnread(alone)
      serveRoute(alone, operation, context, admission)
    })
  else if (parsers.length === 0) serveRoute(app, operation, context, admission)
  else
    app.register(async (alone) => {
      for (const [type, parse] of parsers) parseBuffered(alone, type, parse)
      refuseOtherTypes(alone, Object.keys(operation.extraMediaTypes ?? {}))
      serveRoute(alone, operation, context, admission)
    })
}

/** Reads bodies of this type to their end before they are looked at. */
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

/** Bodies stay unread, for the operation to read. */
function leaveBodyUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('preHandler', async (request) => excludeBodyTime(request))
}

function refuseOtherThanForm({ headers }: FastifyRequest): void {
  if (/^\s*multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')) return
  throw new ApiError(
    'unsupported_media_type',
    'The body should be multipart/form-data with one part, called file.',
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
    // Before the body is read: who may not write cannot make us read either.
    onRequest: async (request) => {
      authorize(requireCaller(request), request.method)
      if (method !== 'GET' && !isRecordWrite(operation)) refuseIfMatch(request)
      if (takesFile) refuseOtherThanForm(request)
    },
    handler: async (request, reply) => {
      // A handler may say another status, as one that found what it was asked to create.
      if (answer === 'created') reply.code(201)
      if ('status' in operation) reply.code(operation.status ?? 200)
      const call = createCall(request, reply, requireCaller(request), context)
      if (call.isStrict) refuseUnknownTo(operation, call)
      const { clientId } = call.identity
      const answered = takesFile
        ? handle(call)
        : admission.hold(clientId, () => runOperation(operation, call))
      // Failed or not: it may have been written before it failed.
      const text = await (method === 'GET'
        ? answered
        : answered.finally(() => context.noteWrite(clientId)))
      // As bytes, once: text that is not plain Latin is slow to encode, and node:http does it in pieces.
      const body = Buffer.from(text)
      if (method === 'GET') {
        const tag = String(reply.getHeader('etag') ?? computeEtag(body))
        reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
        const seen = matchIfNoneMatch(request, tag)
        if (seen === 'named') refund(request)
        if (seen) return reply.code(304).send()
      }
      return reply.type('application/json; charset=utf-8').send(body)
    },
  })
}

/** A list knows its parameters by itself: custom fields are among them. */
function refuseUnknownTo({ answer, body }: Operation, { request, query }: Call): void {
  if (answer === 'list') return
  const named = Object.keys(query).map((name) => name.split('.', 1)[0] as string)
  const sent = request.body
  const members = typeof sent === 'object' && sent && !Array.isArray(sent) ? Object.keys(sent) : []
  const { properties = {}, patternProperties = {} } = (body ?? {}) as {
    properties?: object
    patternProperties?: object
  }
  const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern))
  const others = [...named, ...(body ? members : [])].filter(
    (name) => !patterns.some((pattern) => pattern.test(name)),
  )
  refuseUnknown(others, ['includes', ...Object.keys(properties)])
}

/** What is sent again after a deletion finds nothing more to delete, and needs no key. */
function runOperation(operation: Operation, call: Call): Promise<string> {
  const { method, handle } = operation
  const run = (within: Call) =>
    isRecordWrite(operation) ? withIfMatch(within, operation.resource, handle) : handle(within)
  return method === 'POST' || method === 'PUT'
    ? withIdempotencyKey(call, call.request.body, run)
    : run(call)
}
