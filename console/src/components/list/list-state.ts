// The address of the list, and the ways to change it.
import { useNavigate } from '@tanstack/react-router'
import { type Filters, type ListSearch, viewAfter } from '../../core/list-search.ts'
import type { ListDeclaration } from './declaration.ts'

export type ListState = {
  go: (search: ListSearch, replace?: boolean) => void
  change: (change: Partial<ListSearch>, replace?: boolean) => void
  /** While a person types, every letter is not a step of the back button. */
  filter: (change: Filters, isTyping?: boolean) => void
  clear: () => void
}

export function useListState<T extends { id: number }>(
  { path, address: { builtInViews } }: ListDeclaration<T>,
  search: ListSearch,
): ListState {
  const navigate = useNavigate()
  const go = (next: ListSearch, replace = false) =>
    void navigate({ to: path, search: present(next), replace })
  const change = (changed: Partial<ListSearch>, replace?: boolean) =>
    go({ ...search, ...changed }, replace)
  return {
    go,
    change,
    filter: (filters, isTyping = false) =>
      change(
        { ...filters, ...viewAfter(builtInViews, search, filters) },
        isTyping && search.q !== undefined,
      ),
    clear: () => go({ ...kept(search), view: 'all' }),
  }
}

const kept = ({ sort, columns, open, in: inGroup, group, closed }: ListSearch): ListSearch => ({
  sort: sort === 'relevance' ? undefined : sort,
  columns,
  open,
  in: inGroup,
  group,
  closed,
})

const present = (search: ListSearch): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
