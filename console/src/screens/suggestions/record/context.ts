// What the parts of a suggestion's record share.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { isOfRecord, queryKeys } from '../../../api/query-keys.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { type LoadedSuggestion, loadSuggestion, suggestionQuery } from '../../../api/suggestions.ts'
import { type Save, useVersionedSave } from '../../../components/record/versioned.ts'
import { type SuggestionProperties, useSuggestionProperties } from './suggestion-properties.ts'

export type Permissions = {
  /** Everything an admin does: status, moderation, labels, owner, merging. */
  isAdmin: boolean
  /** Comments, notes, supporters, feedback. */
  canContribute: boolean
  /** Title, body and category: of an admin, or of the contributor who created the suggestion. */
  canEditText: boolean
  userId: number
}

export type RecordContextValue = {
  id: number
  data: LoadedSuggestion
  properties: SuggestionProperties
  can: Permissions
  save: Save<LoadedSuggestion>
  saving: string[]
  /** After a write that is not a save of a property. */
  refresh: () => void
}

const Context = createContext<RecordContextValue | undefined>(undefined)
export const RecordContext = Context.Provider

export function useRecord(): RecordContextValue {
  const value = use(Context)
  if (!value) throw new Error('useRecord: outside of a record.')
  return value
}

export function useSuggestionRecord(id: number) {
  const queryClient = useQueryClient()
  const { user, role } = useSession()
  const query = useQuery(suggestionQuery(id))
  const properties = useSuggestionProperties(id)
  const refresh = () => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => isOfRecord(queryKey, 'suggestions', id),
    })
  }
  const { save, saving, conflict } = useVersionedSave<LoadedSuggestion>({
    queryKey: suggestionQuery(id).queryKey,
    load: () => loadSuggestion(id),
    properties: properties.all,
    onSaved: () =>
      void queryClient.invalidateQueries({
        queryKey: queryKeys.belonging('suggestion_activity_entries', 'suggestions', id),
      }),
  })
  const { data } = query
  const isAdmin = hasRole(role, 'admin')
  const canContribute = hasRole(role, 'contributor')
  const can: Permissions = {
    isAdmin,
    canContribute,
    canEditText: isAdmin || (canContribute && data?.suggestion.links.created_by === user.id),
    userId: user.id,
  }
  return { query, conflict, value: data && { id, data, properties, can, save, saving, refresh } }
}
