import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { suggestionQuery } from '../../../api/suggestions.ts'

const HOVER_MS = 120

/** Reads the suggestion that the pointer rests on, so that it opens at once. */
export function usePrefetch(): (id: number) => void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (id) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void queryClient.prefetchQuery(suggestionQuery(id)), HOVER_MS)
  }
}
