// The names of what suggestions link to.
import type { Category, Forum, Label, Status } from '@earshot/client'
import { useMemo } from 'react'
import {
  useCategoriesById,
  useForumsById,
  useLabelsById,
  useStatusesById,
} from '../../../api/options.ts'

export type Names = {
  forums: ReadonlyMap<number, Forum>
  categories: ReadonlyMap<number, Category>
  statuses: ReadonlyMap<number, Status>
  labels: ReadonlyMap<number, Label>
}

export function useNames(): Names {
  const forums = useForumsById()
  const categories = useCategoriesById()
  const statuses = useStatusesById()
  const labels = useLabelsById()
  return useMemo(
    () => ({ forums, categories, statuses, labels }),
    [forums, categories, statuses, labels],
  )
}
