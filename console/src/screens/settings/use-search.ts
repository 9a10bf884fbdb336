import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { SettingsSearch } from './search.ts'

/** The address of the section, and how to change it. */
export function useSettingsSearch() {
  const search = useSearch({ strict: false }) as SettingsSearch
  const { section = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const change = (changed: SettingsSearch, replace = false) =>
    void navigate({
      to: '/settings/$section',
      params: { section },
      search: Object.fromEntries(
        Object.entries({ ...search, ...changed }).filter(([, value]) => value),
      ),
      replace,
    })
  return { search, change }
}
