// The console is a client of the public API, with the session cookie of the person.
import { createClient, type OptionsOf, type PathOf } from '@earshot/client'
import { observedFetch } from './connection.ts'
import { reportEndedSession } from './ended-session.ts'

export const api = createClient({
  baseUrl: location.origin,
  async fetch(input, init) {
    const response = await observedFetch(input, init)
    if (response.status === 401) reportEndedSession()
    return response
  },
})

/** What a write sends. */
export type RequestBody<M extends 'POST' | 'PUT', P extends PathOf<M>> =
  OptionsOf<M, P> extends { body?: infer B } ? NonNullable<B> : never
