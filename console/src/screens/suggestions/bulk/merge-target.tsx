// The suggestion that others are merged into.
import { useState } from 'react'
import { ComboBox } from '../../../components/fields.tsx'
import { useMatches } from '../../../components/named-records.ts'
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
  const { records } = useMatches('suggestions', text, {
    query: { state: '-deleted,-spam,-merged' },
  })
  return (
    <ComboBox
      label={t('suggestions.bulk.suggestion_field')}
      description={t('suggestions.bulk.suggestion_hint')}
      options={records
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
