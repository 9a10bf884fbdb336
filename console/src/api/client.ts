// The console is a client of the public API, with the session cookie of the person.
import { createClient, type OptionsOf, type PathOf } from '@earshot/client'

export const api = createClient({ baseUrl: location.origin })

/** What a write sends. */
export type RequestBody<M extends 'POST' | 'PUT', P extends PathOf<M>> =
  OptionsOf<M, P> extends { body?: infer B } ? NonNullable<B> : never
