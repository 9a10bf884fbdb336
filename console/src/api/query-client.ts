// The cache of what was read.
import { Unauthorized } from '@earshot/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'

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
