// Members of the team on the portal and in the API of end users.
import type { FastifyRequest } from 'fastify'
import type { EndUserCaller } from '../../auth/end-users/caller.ts'
import { ANONYMOUS } from '../../auth/end-users/visitor.ts'
import type { Identity } from '../../auth/identity.ts'
import { type Preview, readPreview } from '../pages/reading.ts'

/** The person with a role whose session it is. */
export const staffOf = (identity: Identity | undefined): Identity | undefined =>
  identity?.session && identity.role !== null && !identity.needsSecondFactor ? identity : undefined

/** Seen as a visitor they have no role, so that every door decides as for that visitor. Undefined: somebody who is not signed in. */
export function staffCaller(
  request: FastifyRequest,
  { userId }: Identity,
): EndUserCaller | undefined {
  const preview = readPreview(request)
  return preview === 'public'
    ? undefined
    : { ...ANONYMOUS, userId, isStaff: preview === null, proof: 'staff', sessionId: null }
}

/** As whom a member of the team looks at the portal; null for everybody else. */
export const previewOf = (request: FastifyRequest): Preview =>
  staffOf(request.state.identity) ? readPreview(request) : null
