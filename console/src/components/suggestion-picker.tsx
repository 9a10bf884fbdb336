// Finds a suggestion by its text.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { suggestionMatchesQuery } from '../api/suggestions.ts'
import { t } from '../core/i18n.ts'
import { useDebounced } from '../core/use-debounced.ts'
import { Picker } from './picker.tsx'

const DEBOUNCE_MS = 200
const MAX_TEXT = 200

export function SuggestionPicker({
  exclude,
  onPick,
  children,
}: {
  exclude: number[]
  onPick: (id: number) => void
  /** The button that opens it. */
  children: ReactNode
}) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim().slice(0, MAX_TEXT), DEBOUNCE_MS)
  const { data = [], isFetching } = useQuery({
    ...suggestionMatchesQuery(q),
    placeholderData: keepPreviousData,
  })
  return (
    <Picker
      label={t('record.find_suggestion')}
      options={data
        .filter(({ id }) => !exclude.includes(id))
        .map(({ id, title }) => ({ id: String(id), label: title, hint: `#${id}` }))}
      value={[]}
      onChange={([id]) => id !== undefined && onPick(Number(id))}
      onSearch={setText}
      isSearching={isFetching}
    >
      {children}
    </Picker>
  )
}
