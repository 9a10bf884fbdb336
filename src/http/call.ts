// One call of an operation: who asks what, and where it is done.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Tx } from '../db/db.ts'
import { readerWithin } from '../read/answer.ts'
import type { Identity } from '../read/identity.ts'
import { parseIncludes } from '../read/list-request.ts'
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

export function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  identity: Identity,
  context: Context,
): Call {
  const query = request.query as Record<string, unknown>
  const sent = isPlainObject(request.body) ? request.body.includes : undefined
  begun.add(request)
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
        ? { ...context, reader: context.readerOf(identity.clientId) }
        : context,
  }
}

const begun = new WeakSet<FastifyRequest>()

/** Whether something may have been written for the request when it fails. */
export const mayHaveWritten = (request: FastifyRequest) =>
  begun.has(request) && request.method !== 'GET' && request.method !== 'HEAD'

/** The same call as a part of a transaction: what it writes and what it answers with. */
export const callWithin = (call: Call, tx: Tx): Call => ({
  ...call,
  context: { ...call.context, db: tx, reader: readerWithin(call.context.reader, tx) },
})

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
