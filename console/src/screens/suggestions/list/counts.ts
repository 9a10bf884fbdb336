// How many suggestions each choice of a filter would show: counters of the service, so they cost nothing.
import { useQuery } from '@tanstack/react-query'
import { choiceCountsQuery } from '../../../api/suggestions.ts'
import type { Option } from '../../../components/fields.tsx'
import { formatNumber } from '../../../core/i18n.ts'
import type { Filters } from '../../../core/list-search.ts'

const COUNTED: readonly string[] = [
  'state',
  'status',
  'status_none',
  'forum',
  'category',
  'category_none',
  'uncategorized_in_forum',
]
const LISTS: Record<string, 'forums' | 'categories' | 'statuses'> = {
  forum: 'forums',
  category: 'categories',
  status: 'statuses',
}

/** The options with the counts of the list without this filter, where the other filters have counters. */
export function useCountedOptions(name: string, options: Option[], filters: Filters): Option[] {
  const others = Object.entries(filters).filter(([other]) => other !== name)
  const { data: counts } = useQuery({
    ...choiceCountsQuery(others as [string, string][]),
    enabled:
      (name === 'state' || name in LISTS) && others.every(([other]) => COUNTED.includes(other)),
  })
  if (!counts) return options
  const { open, closed, merged, states } = counts
  const list = LISTS[name]
  const byId = new Map<string, number>(
    list === undefined
      ? [
          ...states.map(({ state, count }): [string, number] => [state, count]),
          ...Object.entries({ open, closed, merged }),
        ]
      : counts[list].map(({ id, count }): [string, number] => [String(id), count]),
  )
  return options.map((option) => ({ ...option, hint: formatNumber(byId.get(option.id) ?? 0) }))
}
