// The console is a client of the public API, with the session cookie of the person.
import { createClient, type OptionsOf, Unauthorized } from '@earshot/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'

export const api = createClient({ baseUrl: location.origin })

/** What a write sends. */
export type RequestBody<M extends 'POST' | 'PUT', P extends string> =
  OptionsOf<M, P> extends { body?: infer B } ? NonNullable<B> : never

/** The session ended: sign in, then come back. */
function signInAgain(error: Error): void {
  if (!(error instanceof Unauthorized)) return
  const here = location.pathname + location.search
  location.assign(`/admin/sign-in?return_to=${encodeURIComponent(here)}`)
}

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: signInAgain }),
    defaultOptions: {
      queries: {
        // Live updates tell what changed. This is for what they missed.
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        // The client retries.
        retry: false,
        refetchOnWindowFocus: true,
      },
      mutations: { onError: signInAgain },
    },
  })
