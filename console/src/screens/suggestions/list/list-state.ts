// The address of the list, and the ways to change it.
import { useNavigate } from '@tanstack/react-router'
import type { Filters, SuggestionsSearch } from '../search.ts'
import { BUILT_IN } from '../views/views.ts'

export type ListState = {
  go: (search: SuggestionsSearch, replace?: boolean) => void
  change: (change: Partial<SuggestionsSearch>, replace?: boolean) => void
  /** While a person types, every letter is not a step of the back button. */
  filter: (change: Filters, isTyping?: boolean) => void
  clear: () => void
}

export function useListState(search: SuggestionsSearch): ListState {
  const navigate = useNavigate()
  const go = (next: SuggestionsSearch, replace = false) =>
    void navigate({ to: '/suggestions', search: present(next), replace })
  const change = (changed: Partial<SuggestionsSearch>, replace?: boolean) =>
    go({ ...search, ...changed }, replace)
  return {
    go,
    change,
    filter: (filters, isTyping = false) =>
      change({ ...filters, ...viewAfter(search, filters) }, isTyping && search.q !== undefined),
    clear: () => go({ ...kept(search), view: 'all' }),
  }
}

/** A built-in view is its state: with another state it is another view, or none. */
function viewAfter({ view }: SuggestionsSearch, change: Filters): { view?: string } {
  if (!('state' in change) || !isBuiltIn(view)) return {}
  const state = change.state ?? 'all'
  return { view: isBuiltIn(state) ? state : undefined }
}

const isBuiltIn = (view: string | undefined): boolean =>
  (BUILT_IN as readonly (string | undefined)[]).includes(view)

const kept = ({ sort, columns, open }: SuggestionsSearch): SuggestionsSearch => ({
  sort: sort === 'relevance' ? undefined : sort,
  columns,
  open,
})

const present = (search: SuggestionsSearch): SuggestionsSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
