// One call of an operation: who asks what, and where it is done.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Tx } from '../db/db.ts'
import { notFound, readerInTransaction } from '../read/answer.ts'
import type { Identity } from '../read/identity.ts'
import { parseIncludes } from '../read/list-request.ts'
import type { Resource } from '../resources/resource.ts'
import { parseId } from '../values.ts'
import { nestedQuery } from './form-body.ts'

export type Call = {
  request: FastifyRequest
  reply: FastifyReply
  identity: Identity
  query: Record<string, unknown>
  /** Path parameters. */
  params: Record<string, string>
  /** `Prefer: handling=strict`: what is unknown is refused instead of ignored. */
  isStrict: boolean
  includes: string[]
  /** What the service has. Where a call must be one with something else, its transaction stands for the database. */
  context: Context
}

export function createCall(
  request: FastifyRequest,
  reply: FastifyReply,
  identity: Identity,
  context: Context,
): Call {
  const query = withoutBrackets(request.query as Record<string, unknown>)
  const sent = isPlainObject(request.body) ? request.body.includes : undefined
  startedRequests.add(request)
  const isStrict = /\bhandling\s*=\s*"?strict\b/i.test(String(request.headers.prefer ?? ''))
  return {
    request,
    reply,
    identity,
    query,
    params: request.params as Record<string, string>,
    isStrict,
    includes: parseIncludes(sent ?? query.includes, isStrict),
    context:
      request.method === 'GET' || request.method === 'HEAD'
        ? { ...context, reader: context.readerFor(identity.clientId) }
        : context,
  }
}

// Many libraries write a list as `state[]=new&state[]=approved`.
function withoutBrackets(query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(query)
  if (!names.some((name) => name.endsWith('[]'))) return query
  return Object.fromEntries(names.map((name) => [name.replace(/\[\]$/, ''), query[name]]))
}

const startedRequests = new WeakSet<FastifyRequest>()

/** Whether something may have been written for the request when it fails so. */
export const mayHaveWritten = (request: FastifyRequest, error: Error & { isUnwritten?: boolean }) =>
  startedRequests.has(request) &&
  request.method !== 'GET' &&
  request.method !== 'HEAD' &&
  error.isUnwritten !== true

/** The same call as a part of a transaction: what it writes and what it answers with. */
export const withTransaction = (call: Call, tx: Tx): Call => ({
  ...call,
  context: { ...call.context, db: tx, reader: readerInTransaction(call.context.reader, tx) },
})

/** The one id in the path. */
export function parsePathId(resource: Resource, { id = '' }: Record<string, string>): number {
  const parsed = parseId(id.trim())
  if (parsed === undefined) throw notFound(resource, id)
  return parsed
}

/** Query and body are both read; the body wins, member by member. */
export function mergeInput({ request }: Call): unknown {
  const sent = request.body ?? {}
  return isPlainObject(sent) ? merged(nestedQuery(request.url), sent) : sent
}

/** What a form leaves blank does not win. */
function merged(asked: Members, sent: Members): Members {
  const winning = Object.entries(sent).flatMap(([name, value]) => {
    const below = Object.hasOwn(asked, name) ? asked[name] : undefined
    if (value === undefined && below !== undefined) return []
    return [[name, isPlainObject(below) && isPlainObject(value) ? merged(below, value) : value]]
  })
  return { ...asked, ...Object.fromEntries(winning) }
}

type Members = Record<string, unknown>

const isPlainObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
