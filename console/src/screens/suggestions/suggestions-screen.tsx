import { Navigate, useSearch } from '@tanstack/react-router'
import { SuggestionList } from './list/suggestion-list.tsx'
import { builtInSearch } from './views/views.ts'

export default function SuggestionsScreen() {
  const search = useSearch({ from: '/suggestions' })
  return Object.keys(search).length === 0 ? (
    <Navigate to="/suggestions" search={builtInSearch('open')} replace />
  ) : (
    <SuggestionList search={search} />
  )
}
