// The path of a request to the API of end users. The stages are those of the Admin API (http/operation.ts), with an end user, or
// nobody, as the caller.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { clientNetwork } from '../../core/networks.ts'
import { refuseUnknown } from '../../read/list-request.ts'
import { leaveBodyUnread, requireMultipart } from '../body/request-body.ts'
import { type Guards, sendText } from '../operation.ts'
import { warnOfIgnored } from '../resource-routes.ts'
import { refuseIfMatch } from '../stages/etag.ts'
import { withIdempotencyKey } from '../stages/idempotency.ts'
import {
  createEndUserCall,
  END_USERS_PATH,
  type EndUserCall,
  type EndUserOperation,
  replicaKeyOf,
  signInNeeded,
} from './declaration.ts'

/** A suggestion has at most 10,000 characters. */
const MAX_BODY_BYTES = 131_072

export function serveEndUserOperation(
  app: FastifyInstance,
  operation: EndUserOperation,
  context: Context,
  guards: Guards,
): void {
  if (operation.takesFile)
    app.register(async (scope) => {
      leaveBodyUnread(scope)
      addRoute(scope, operation, context, guards)
    })
  else addRoute(app, operation, context, guards)
}

function addRoute(
  app: FastifyInstance,
  operation: EndUserOperation,
  context: Context,
  { admission }: Guards,
): void {
  const { method, path, status = 200, changesIdentities, takesFile } = operation
  app.route({
    method,
    url: `${END_USERS_PATH}${path}`,
    bodyLimit: MAX_BODY_BYTES,
    onRequest: async (request) => {
      requireCaller(request, operation)
      requireAudience(request, context)
      if (method !== 'GET') refuseIfMatch(request)
      if (takesFile) requireMultipart(request)
    },
    handler: async (request, reply) => {
      const call = createEndUserCall(request, reply, context)
      checkParameters(operation, call)
      reply.code(status)
      request.state.hasBegun = true
      const { caller } = call
      const slot = caller ? `person ${caller.userId}` : clientNetwork(request.ip)
      // Uploads have slots of their own, and their idempotency key covers the file.
      const response = takesFile
        ? operation.handle(call)
        : admission.run(slot, () => runOnce(operation, call))
      const noteWrite = () => {
        if (changesIdentities) context.forgetIdentities()
        return context.noteWrite(replicaKeyOf(caller))
      }
      const text = await (method === 'GET' ? response : response.finally(noteWrite))
      return sendText(request, reply, text)
    },
  })
}

function requireCaller({ state }: FastifyRequest, { needs }: EndUserOperation): void {
  const { endUser, hasInvalidToken, tokenRefusal } = state
  if (hasInvalidToken)
    throw new ApiError(
      'unauthorized',
      `Invalid token: unknown, expired or revoked, or not a token of an end user${tokenRefusal === undefined ? '' : ` (${tokenRefusal})`}.`,
    )
  if (needs === undefined) return
  if (!endUser) throw signInNeeded()
  if (needs === 'themselves' && endUser.proof === 'application')
    throw new ApiError(
      'forbidden',
      'An application may not do this in the name of a person. They do it on the portal.',
    )
}

/** What has no forum, such as statuses and announcements, is for the same people as the pages. */
function requireAudience({ state: { endUser } }: FastifyRequest, { settings }: Context): void {
  const { portal_audience: audience } = settings
  if (audience === 'everyone' || endUser?.isStaff) return
  if (!endUser) throw signInNeeded()
  if (audience === 'staff') throw new ApiError('forbidden', 'This portal is for the team only.')
}

/** A misspelt filter would otherwise look as if it had matched everything. */
function checkParameters(operation: EndUserOperation, { query, reply, isStrict }: EndUserCall) {
  const known = Object.keys(operation.query ?? {})
  if (isStrict) refuseUnknown(Object.keys(query), known)
  else if (operation.method === 'GET')
    warnOfIgnored(
      reply,
      Object.keys(query).filter((name) => !known.includes(name)),
    )
}

/** A repeated DELETE finds nothing to delete, so it needs no idempotency key. */
const runOnce = (operation: EndUserOperation, call: EndUserCall): Promise<string> =>
  call.caller && (operation.method === 'POST' || operation.method === 'PUT')
    ? withIdempotencyKey(call, call.request.body, operation.handle, {
        owner: { userId: call.caller.userId },
      })
    : operation.handle(call)
