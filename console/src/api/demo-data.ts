// Demonstration data: its state, and how it is loaded and removed.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from './client.ts'
import { queryKeys } from './query-keys.ts'
import { useHasRole } from './session.ts'

const KEY = queryKeys.single('demo_data')
const POLL_MS = 1_000

const demoDataQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => api.get('/demo_data', { signal }),
  refetchInterval: ({ state: { data } }) => (isChanging(data?.state) ? POLL_MS : false),
})

const isChanging = (state: string | undefined) => state === 'loading' || state === 'removing'

/** Undefined for people who may not know of it, and while it is read. `onRemoved` is called when a removal has ended. */
export function useDemoData(onRemoved?: () => void) {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...demoDataQuery, enabled: useHasRole('owner') })
  const last = useRef<string>(undefined)
  useEffect(() => {
    const before = last.current
    last.current = data?.state
    if (!isChanging(before) || isChanging(data?.state)) return
    // Nothing tells of loaded records one by one.
    void queryClient.invalidateQueries()
    if (before === 'removing' && data?.state === 'none') onRemoved?.()
  }, [data?.state, queryClient, onRemoved])
  return data
}

export function useDemoChange(method: 'post' | 'delete') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => (method === 'post' ? api.post('/demo_data') : api.delete('/demo_data')),
    onSuccess: (data) => queryClient.setQueryData(KEY, data),
  })
}
