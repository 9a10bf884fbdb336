// Choose the suggestion to merge into: a similar one, or search.
import type { Suggestion } from '@earshot/client'
import { useState } from 'react'
import { Autocomplete, ListBox, ListBoxItem } from 'react-aria-components'
import { useForumsById, useStatusesById } from '../../api/options.ts'
import { SearchField, Swatch } from '../../components/fields.tsx'
import { t } from '../../core/i18n.ts'
import { useCandidates } from './use-candidates.ts'

export function TargetPicker({
  sources,
  excludedIds,
  onPick,
}: {
  sources: number[]
  excludedIds: number[]
  onPick: (id: number) => void
}) {
  const [text, setText] = useState('')
  const { candidates, isFetching } = useCandidates(sources, text, excludedIds)
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField label={t('merge.search')} value={text} onChange={setText} autoFocus />
      <p className="mt-4 mb-1 text-xs text-muted">
        {t(text.trim() === '' ? 'merge.similar' : 'merge.found')}
      </p>
      <ListBox
        aria-label={t('merge.candidates')}
        items={candidates}
        onAction={(id) => onPick(Number(id))}
        className="max-h-[45vh] min-h-24 overflow-y-auto outline-none"
        renderEmptyState={() => (
          <p className="py-3 text-sm text-muted">
            {isFetching ? t('shell.loading') : t('merge.none')}
          </p>
        )}
      >
        {(suggestion) => <Candidate suggestion={suggestion} />}
      </ListBox>
    </Autocomplete>
  )
}

function Candidate({ suggestion }: { suggestion: Suggestion }) {
  const { id, title, links, supporters_count } = suggestion
  const status = useStatusesById().get(links.status ?? 0)
  const forum = useForumsById().get(links.forum)
  return (
    <ListBoxItem
      id={id}
      textValue={title}
      className="cursor-default rounded px-2 py-1.5 outline-none focused:bg-hover"
    >
      <span className="block text-sm break-words" dir="auto">
        {title}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <Swatch color={status?.hex_color} />
          {status?.name ?? t('triage.no_status')}
        </span>
        <span>{t('triage.supporters', { count: supporters_count })}</span>
        <span>{forum?.name}</span>
        <span>#{id}</span>
      </span>
    </ListBoxItem>
  )
}
