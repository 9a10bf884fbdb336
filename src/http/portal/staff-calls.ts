// Members of the team act on the portal by the operations of the Admin API: with the same rules, audit entries and undo.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../../auth/identity.ts'
import type { Context } from '../../context.ts'
import { ApiError, notFound } from '../../core/api-error.ts'
import { answerRecordsOrNone } from '../../read/answer.ts'
import type { Resource } from '../../resources/resource.ts'
import { lockRecord } from '../../write/core/records.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import type { ShownRecord } from '../../write/recent-changes.ts'
import { staffOf } from '../auth/staff-caller.ts'
import { createAuthorization, requireMembers } from '../auth/stages/authorize.ts'
import { replicaKeyOf } from '../end-users/declaration.ts'
import { ADMIN_PATH, type Operation } from '../operation-declaration.ts'
import { type Call, createCall, withTransaction } from '../stages/call.ts'

export type StaffCall = {
  method: Operation['method']
  /** As it is declared, relative to /api/v2/admin. */
  path: string
  id?: number
  query?: Record<string, string>
  body?: object
  /** What the person saw of the record. Where it is something else by now, nothing is written. */
  seen?: Seen
}

export type Seen = {
  resource: Resource
  id: number
  version: string
  versionOf(record: ShownRecord): string
}

export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Calls operations in the name of the member of the team who sent the request. */
export type StaffCalls = <T>(exchange: Exchange, asked: StaffCall) => Promise<T>

export function createStaffCalls(context: Context, operations: Operation[]): StaffCalls {
  const byPath = new Map(
    operations.map((operation) => [`${operation.method} ${operation.path}`, operation]),
  )
  return async ({ request, reply }, asked) => {
    const operation = byPath.get(`${asked.method} ${asked.path}`)
    if (!operation || 'stream' in operation)
      throw new Error(`There is no operation ${asked.method} ${asked.path}.`)
    const identity = requireStaff(request)
    const inner = requestOf(request, asked)
    const permit = await createAuthorization(operation, context)(identity, inner)
    inner.state.permit = permit
    const call = createCall(inner, reply, identity, context)
    requireMembers(permit, operation, call)
    const isRead = operation.method === 'GET'
    if (!isRead) request.state.hasBegun = true
    try {
      const text = await unlessChanged(call, asked.seen, operation.handle)
      await operation.afterCommit?.(context)
      return JSON.parse(text)
    } finally {
      if (!isRead) {
        if (operation.deed === 'acts on') context.forgetIdentities()
        // The console and the portal ask under different names.
        await context.noteWrite(identity.clientId)
        await context.noteWrite(replicaKeyOf(request.state.endUser))
      }
      // They describe the record. What follows is a page.
      reply.code(200).removeHeader('etag').removeHeader('link')
    }
  }
}

export function requireStaff(request: FastifyRequest): Identity {
  const identity = staffOf(request.state.identity)
  if (!identity) throw new ApiError('forbidden', 'Only members of the team may do this.')
  return identity
}

/** The same request with another input. */
function requestOf(request: FastifyRequest, asked: StaffCall): FastifyRequest {
  const { method, path, id, query = {}, body = {} } = asked
  const replaced = {
    method,
    url: `${ADMIN_PATH}${path}`,
    params: id === undefined ? {} : { id: String(id) },
    query,
    body,
    state: { ...request.state },
  }
  const properties = Object.entries(replaced).map(([name, value]) => [name, { value }])
  return Object.create(request, Object.fromEntries(properties))
}

/** Compares the record under its lock, as If-Match does, but only what the person decided by: a new vote is no conflict. */
const unlessChanged = (
  call: Call,
  seen: Seen | undefined,
  run: (call: Call) => Promise<string>,
): Promise<string> =>
  seen === undefined
    ? run(call)
    : inTransaction(call.context.db, async (tx) => {
        const inner = withTransaction(call, tx)
        const { resource, id, version, versionOf } = seen
        await lockRecord(tx, resource, id)
        const record = await readRecord(inner.context, resource, id)
        if (versionOf(record) !== version)
          throw new ApiError('changed', `The ${resource.singular} was changed meanwhile.`)
        return run(inner)
      })

/** A record as the Admin API has it. */
export async function readRecord(
  { reader }: Pick<Context, 'reader'>,
  resource: Resource,
  id: number,
): Promise<ShownRecord> {
  const body = await answerRecordsOrNone(reader, resource, [id])
  const record = JSON.parse(body)[resource.name][0]
  if (!record) throw notFound(resource, id)
  return record
}
