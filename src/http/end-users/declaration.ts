// An operation of the API of end users, declared once for the router and its OpenAPI document. Bodies are bare arrays and
// objects, as clients of the hosted product expect.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import type { EndUserCaller } from '../../auth/end-users/caller.ts'
import { type ForumAccess, readForumAccess } from '../../auth/end-users/forum-access.ts'
import { ANONYMOUS } from '../../auth/end-users/visitor.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Resource } from '../../resources/resource.ts'
import type { QueryParameter } from '../operation-declaration.ts'
import { type BareCall, prefersStrict, stripBrackets } from '../stages/call.ts'

/** The prefix of the operations. */
export const END_USERS_PATH = '/api/end_users'

export type EndUserCall = BareCall & {
  /** Undefined: somebody who is not signed in. */
  caller: EndUserCaller | undefined
  /** Whether it reads from the primary. A replica can be behind. */
  isPrimary: boolean
}

/** An array or one object of records, or an answer with a schema of its own. */
export type EndUserAnswer =
  | { arrayOf: Resource; members?: TObject }
  | { objectOf: Resource; members?: TObject }
  | { schema: TSchema }

export type EndUserOperation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to /api/end_users. */
  path: string
  summary: string
  description?: string
  tag: string
  /**
   * `person`: somebody who is signed in. `themselves`: the same, but no application that they allowed, since it could take their
   * account from them.
   */
  needs?: 'person' | 'themselves'
  body?: TObject
  /** A multipart form with one file, which the operation streams. */
  takesFile?: true
  query?: Record<string, QueryParameter>
  /** Whether the answer has pages. */
  hasPages?: true
  answer: EndUserAnswer
  /** 200 by default. */
  status?: number
  /** Whether sessions or people end with it. */
  changesIdentities?: true
  handle(call: EndUserCall): Promise<string>
}

export function createEndUserCall(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): EndUserCall {
  const caller = request.state.endUser
  const userId = caller?.userId ?? null
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const reader = isRead ? context.readerFor(replicaKeyOf(caller)) : context.reader
  return {
    request,
    reply,
    caller,
    isPrimary: reader.pool === context.reader.pool,
    query: stripBrackets(request.query as Record<string, unknown>),
    params: request.params as Record<string, string>,
    isStrict: prefersStrict(request),
    context: {
      ...context,
      reader: { ...reader, areas: null, caller: userId },
      ...(!isRead && userId !== null && { db: context.dbOf({ userId, requestId: request.id }) }),
    },
  }
}

/** Whose writes a replica must have. API clients have positive ids, and somebody unknown writes nothing. */
export const replicaKeyOf = (caller: EndUserCaller | undefined) => -(caller?.userId ?? 0)

/** What the caller may do in every forum. */
export const readAccess = ({ context, caller }: EndUserCall): Promise<ForumAccess> =>
  readForumAccess(context, caller ?? ANONYMOUS)

/** The id of the person who calls. */
export function personOf({ caller }: EndUserCall): number {
  if (!caller) throw signInNeeded()
  return caller.userId
}

export const signInNeeded = () =>
  new ApiError(
    'unauthorized',
    'Sign in first. Send the header Authorization: Bearer <token> with a token of an end user.',
  )
