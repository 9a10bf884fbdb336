// What the stages of a request know about it. Each stage adds its part, and the stages after it read it.
import type { FastifyInstance } from 'fastify'
import type { Identity } from '../../auth/identity.ts'
import type { Span } from '../../telemetry/tracing.ts'
import type { Charge } from '../limits/rate-charge.ts'

export type Permit = {
  /** What the caller may change of the record; null for everything. */
  members: readonly string[] | null
  /** Of a list: whose records it has; null for those of everybody. */
  recordsOf: number | null
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
  /** From `limitRate`; undefined for requests that are not counted. */
  charge: Charge | undefined
  /** From `authorize`. */
  permit: Permit
  /** Whether the operation has begun, so that it may have written. */
  hasBegun: boolean
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
  findIdentityAgain: async () => undefined,
  charge: undefined,
  permit: { members: [], recordsOf: null },
  hasBegun: false,
})

/** Add this before all other hooks. */
export function addRequestState(app: FastifyInstance): void {
  app.decorateRequest('state')
  app.addHook('onRequest', (request, _, done) => {
    request.state = newRequestState()
    done()
  })
}
