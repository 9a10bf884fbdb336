// An operation of the API, declared once: the router serves it and the OpenAPI document describes it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TObject, type TOptional, type TProperties, Type } from 'typebox'
import type { Identity } from '../read/identity.ts'
import { parseIncludes } from '../read/list-request.ts'
import type { Resource } from '../resources/resource.ts'
import { authorize, type Tokens } from './authenticate.ts'
import { nestedQuery } from './form-body.ts'

/** Where the operations are served. */
export const ADMIN = '/api/v2/admin'

/** The whole path of an operation. */
export const pathOf = ({ path }: Pick<Operation, 'path'>) =>
  path.startsWith('/api/') ? path : `${ADMIN}${path}`

export type Call<Input = unknown> = {
  request: FastifyRequest
  reply: FastifyReply
  identity: Identity
  query: Record<string, unknown>
  /** Path parameters. */
  params: Record<string, string>
  /** `Prefer: handling=strict`: what is unknown is refused instead of ignored. */
  isStrict: boolean
  includes: string[]
  input: Input
}

export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api/v2/admin, unless it begins with /api. */
  path: string
  summary: string
  body?: TObject
  /** In bytes, where it is not that of all. */
  bodyLimit?: number
  /** Media types that it alone takes besides JSON and forms, and how such a body is the one declared. */
  alsoTakes?: Record<string, (body: Buffer) => unknown>
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

function callOf(request: FastifyRequest, reply: FastifyReply, identity: Identity): Call {
  const query = request.query as Record<string, unknown>
  const sent = isPlainObject(request.body) ? request.body.includes : undefined
  const isStrict = /\bhandling\s*=\s*"?strict\b/i.test(String(request.headers.prefer ?? ''))
  return {
    request,
    reply,
    identity,
    query,
    params: request.params as Record<string, string>,
    isStrict,
    includes: parseIncludes(sent ?? query.includes, isStrict),
    input: undefined,
  }
}

/** Query and body are both read; the body wins, member by member. */
export function sentInput({ request, query }: Call): unknown {
  const sent = request.body
  if (sent !== undefined && sent !== null && !isPlainObject(sent)) return sent
  const input: Record<string, unknown> = nestedQuery(query)
  for (const [name, value] of Object.entries(sent ?? {})) {
    const asked = input[name]
    input[name] = isPlainObject(asked) && isPlainObject(value) ? { ...asked, ...value } : value
  }
  return input
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of an operation that takes no body. */
export const Nothing = Type.Object({})

/** An id of another record, where the client may also send null to clear it. */
export const ClearableId = Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]))
export const EmailAddress = Type.String({ minLength: 1, maxLength: 255, pattern: '^\\S+@\\S+$' })
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

const identities = new WeakMap<FastifyRequest, Identity>()

/** Puts the operation behind its guard. */
export function serve(app: FastifyInstance, operation: Operation, tokens: Tokens): void {
  const parsers = Object.entries(operation.alsoTakes ?? {})
  if (parsers.length === 0) serveRoute(app, operation, tokens)
  else
    app.register(async (alone) => {
      for (const [type, parse] of parsers) parseWhole(alone, type, parse)
      serveRoute(alone, operation, tokens)
    })
}

/** Reads bodies of this type to their end before they are looked at. */
export const parseWhole = (app: FastifyInstance, type: string, parse: (body: Buffer) => unknown) =>
  app.addContentTypeParser(type, { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) =>
    parse(body),
  )

function serveRoute(app: FastifyInstance, operation: Operation, tokens: Tokens): void {
  const { method, answer, bodyLimit, handle } = operation
  app.route({
    method,
    url: pathOf(operation),
    ...(bodyLimit !== undefined && { bodyLimit }),
    // Before the body is read: who may not write cannot make us read either.
    onRequest: async (request) => {
      const identity = await tokens.identify(request)
      authorize(identity, request.method)
      identities.set(request, identity)
    },
    handler: async (request, reply) => {
      // A handler may say another status, as one that found what it was asked to create.
      if (answer === 'created') reply.code(201)
      if ('status' in operation) reply.code(operation.status ?? 200)
      const body = await handle(callOf(request, reply, identities.get(request) as Identity))
      // As bytes: node:http encodes text that is not plain Latin several times slower.
      return reply.type('application/json; charset=utf-8').send(Buffer.from(body))
    },
  })
}
