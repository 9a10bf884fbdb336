import type { Suggestion } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { candidatesQuery } from '../../api/merges.ts'

/** What the sources can be merged into. */
export function useCandidates(sources: number[], text: string, excludedIds: number[]) {
  const [first = 0] = sources
  const { data = [], isFetching } = useQuery(candidatesQuery(first, text.trim()))
  const isOffered = ({ id }: Suggestion) => !sources.includes(id) && !excludedIds.includes(id)
  return { candidates: data.filter(isOffered), isFetching }
}
