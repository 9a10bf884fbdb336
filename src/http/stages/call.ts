// One call of an operation: the caller, the input and the context it runs in.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../../auth/identity.ts'
import { readableAreas } from '../../auth/scopes.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../core/api-error.ts'
import { parseId } from '../../core/values.ts'
import type { Tx, WriteOrigin } from '../../db/db.ts'
import { readerInTransaction } from '../../read/answer.ts'
import { parseFields, refuseUndefinedNames, type Selections } from '../../read/field-selection.ts'
import { parseIncludes } from '../../read/list-request.ts'
import { requireFields } from '../../read/readable.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Origin } from '../../write/core/audit.ts'
import { QUERY_TOKEN } from '../auth/stages/authenticate.ts'
import { parseNestedQuery } from '../body/form-body.ts'

/** What every call has. */
export type BareCall = {
  request: FastifyRequest
  reply: FastifyReply
  query: Record<string, unknown>
  /** Path parameters. */
  params: Record<string, string>
  /** `Prefer: handling=strict`: reject unknown parameters instead of ignoring them. */
  isStrict: boolean
  /** Within a transaction, `db` and `reader` are bound to it. */
  context: Context
}

export type Call = BareCall & {
  identity: Identity
  includes: string[]
}

export function createCall(
  request: FastifyRequest,
  reply: FastifyReply,
  identity: Identity,
  context: Context,
): Call {
  const { [QUERY_TOKEN]: _, ...parameters } = request.query as Record<string, unknown>
  const query = stripBrackets(parameters)
  const bodyIncludes = isPlainObject(request.body) ? request.body.includes : undefined
  const areas = readableAreas(identity.scopes)
  const isStrict = prefersStrict(request)
  return {
    request,
    reply,
    identity,
    query,
    params: request.params as Record<string, string>,
    isStrict,
    includes: parseIncludes(bodyIncludes ?? query.includes, isStrict),
    context:
      request.method === 'GET' || request.method === 'HEAD'
        ? { ...context, reader: { ...context.readerFor(identity.clientId), areas } }
        : {
            ...context,
            reader: { ...context.reader, areas },
            db: context.dbOf({ userId: identity.userId, requestId: request.id }),
          },
  }
}

export const prefersStrict = ({ headers }: FastifyRequest): boolean =>
  /\bhandling\s*=\s*"?strict\b/i.test(String(headers.prefer ?? ''))

// Many libraries write an array as `state[]=new&state[]=approved`.
export function stripBrackets(query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(query)
  if (!names.some((name) => name.endsWith('[]'))) return query
  return Object.fromEntries(names.map((name) => [name.replace(/\[\]$/, ''), query[name]]))
}

/** Whether a request that failed with this error may have written to the database. */
export const mayHaveWritten = (request: FastifyRequest, error: Error & { isUnwritten?: boolean }) =>
  request.state.hasBegun &&
  request.method !== 'GET' &&
  request.method !== 'HEAD' &&
  error.isUnwritten !== true

/** The same call within a transaction: it writes and reads there. */
export const withTransaction = <C extends BareCall>(call: C, tx: Tx): C => ({
  ...call,
  context: { ...call.context, db: tx, reader: readerInTransaction(call.context.reader, tx) },
})

/** Who acts, for the audit log. */
export const originOf = ({ identity, request }: Call): Origin & WriteOrigin => ({
  userId: identity.userId,
  clientId: identity.session === null ? identity.clientId : null,
  address: request.ip,
  requestId: request.id,
})

/** The record id in the path. */
export function parsePathId(resource: Resource, { id = '' }: Record<string, string>): number {
  const parsed = parseId(id.trim())
  if (parsed === undefined) throw notFound(resource, id)
  return parsed
}

/** The members of the records in the response. A write calls it first, so that an unknown name prevents the write. */
export async function readFields(
  { query, isStrict, context: { reader } }: Call,
  resource: Resource,
  includes: string[],
): Promise<Selections> {
  const selections = parseFields(resource, query, includes, isStrict)
  requireFields(reader.areas, selections)
  await refuseUndefinedNames(reader.pool, selections)
  return selections
}

/** Merges query and body. The body wins, member by member. */
export function mergeInput({ request }: Pick<BareCall, 'request'>): unknown {
  const body = request.body ?? {}
  return isPlainObject(body) ? mergeMembers(parseNestedQuery(request.url), body) : body
}

/** A blank form field does not replace a query value. */
function mergeMembers(query: Members, body: Members): Members {
  const winning = Object.entries(body).flatMap(([name, value]) => {
    const other = Object.hasOwn(query, name) ? query[name] : undefined
    if (value === undefined && other !== undefined) return []
    const isNested = isPlainObject(other) && isPlainObject(value)
    return [[name, isNested ? mergeMembers(other, value) : value]]
  })
  return { ...query, ...Object.fromEntries(winning) }
}

type Members = Record<string, unknown>

const isPlainObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
