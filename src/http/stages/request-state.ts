// What the stages of a request know about it. Each stage adds its part, and the stages after it read it.
import type { FastifyInstance } from 'fastify'
import type { EndUserCaller } from '../../auth/end-users/caller.ts'
import type { EndUser } from '../../auth/end-users/sessions.ts'
import type { Identity } from '../../auth/identity.ts'
import type { Span } from '../../telemetry/tracing.ts'
import type { Charge } from '../limits/rate-charge.ts'
import type { Preview } from '../portal/preview.ts'

export type Permit = {
  /** What the caller may set of the record; null for everything. */
  members: readonly string[] | null
  /** Of a list: whose records it has; null for those of everybody. */
  recordsOf: number | null
  /** Whose private records the caller sees, besides shared ones; null for those of everybody. */
  privateOf: number | null
}

export type RequestState = {
  /** From `trace`; undefined when tracing is off. */
  span: Span | undefined
  /** From `trace`: the request is answered. Called for a stream when it begins, because how long it lasts says nothing. */
  endTrace: () => void
  /** From `authenticate`; undefined without a valid token or session. */
  identity: Identity | undefined
  /** From `authenticate`: who the credential of the request belongs to now. */
  findIdentityAgain: () => Promise<Identity | undefined>
  /** Of a page of the portal: the end user who is signed in. */
  visitor: EndUser | undefined
  /** From `authenticate`, of a request to the API of end users; undefined for somebody unknown. */
  endUser: EndUserCaller | undefined
  /** From `authenticate`, of such a request: it has a bearer token that is not valid. */
  hasInvalidToken: boolean
  /** From `authenticate`: the code that says why a single sign-on token is refused. */
  tokenRefusal: string | undefined
  /** Of a page of the portal: the look that an owner tries out. */
  preview: Preview | undefined
  /** From `limitRate`; undefined for requests that are not counted. */
  charge: Charge | undefined
  /** From `authorize`. */
  permit: Permit
  /** Whether the operation has begun, so that it may have written. */
  hasBegun: boolean
  /** What the installation is called, for pages. */
  siteName: string
}

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState
  }
}

export const newRequestState = (): RequestState => ({
  span: undefined,
  endTrace: () => {},
  identity: undefined,
  visitor: undefined,
  preview: undefined,
  endUser: undefined,
  hasInvalidToken: false,
  tokenRefusal: undefined,
  findIdentityAgain: async () => undefined,
  charge: undefined,
  permit: { members: [], recordsOf: 0, privateOf: 0 },
  hasBegun: false,
  siteName: 'Earshot',
})

/** Add this before all other hooks. */
export function addRequestState(app: FastifyInstance): void {
  app.decorateRequest('state')
  app.addHook('onRequest', (request, _, done) => {
    request.state = newRequestState()
    done()
  })
}
