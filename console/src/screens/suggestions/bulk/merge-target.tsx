// The suggestion that others are merged into.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { ComboBox } from '../../../components/fields.tsx'
import { t } from '../../../core/i18n.ts'

export function MergeTarget({
  excluded,
  value,
  onChange,
}: {
  excluded: number[]
  value: string | null
  onChange: (id: string) => void
}) {
  const [text, setText] = useState('')
  const q = text.trim()
  const { data = [] } = useQuery({
    queryKey: ['suggestions', 'matches', 'merge', q],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { suggestions } = await api.get('/suggestions', {
        query: {
          ...(q !== '' && { q, sort: 'relevance' }),
          ...{ state: '-deleted,-spam,-merged', per_page: 20, total: false },
          fields: ['title', 'supporters_count'],
        },
        signal,
      })
      return suggestions
    },
  })
  return (
    <ComboBox
      label={t('suggestions.bulk.suggestion_field')}
      description={t('suggestions.bulk.suggestion_hint')}
      options={data
        .filter(({ id }) => !excluded.includes(id))
        .map(({ id, title, supporters_count }) => ({
          id: String(id),
          label: title,
          hint: t('suggestions.bulk.supporters', { count: supporters_count }),
        }))}
      value={value}
      onChange={onChange}
      onInput={setText}
      autoFocus
    />
  )
}
