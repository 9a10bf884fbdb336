// The cache of what was read.

import { Unauthorized } from '@earshot/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { SIGN_IN_PATH } from './ended-session.ts'
import { queryKeys } from './query-keys.ts'

export const createQueryClient = () => {
  /** Without a session from the beginning there is nothing to keep: sign in, then come back. */
  const signInFirst = (error: Error) => {
    if (!(error instanceof Unauthorized) || client.getQueryData(queryKeys.single('sessions')))
      return
    const here = location.pathname + location.search
    location.assign(`${SIGN_IN_PATH}?return_to=${encodeURIComponent(here)}`)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: signInFirst }),
    defaultOptions: {
      queries: {
        // Live updates tell what changed. This is for what they missed.
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        // The client retries.
        retry: false,
        refetchOnWindowFocus: true,
        // Without a connection, say so instead of waiting.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
