import { type FetchQueryOptions, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ListDeclaration } from './declaration.ts'

const HOVER_MS = 120

/** Reads the record that the pointer rests on, so that it opens at once. */
export function usePrefetch(query: ListDeclaration<never>['recordQuery']): (id: number) => void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (id) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void queryClient.prefetchQuery(query(id) as FetchQueryOptions),
      HOVER_MS,
    )
  }
}
