// The suggestions that an announcement is about, and the forums whose people see it.
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { forumsQuery } from '../../api/options.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { useNamedOptions } from '../../components/named-records.ts'
import { Picker } from '../../components/picker.tsx'
import { NothingHere } from '../../components/record/record-list.tsx'
import { Section } from '../../components/record/section.tsx'
import { RecordPicker } from '../../components/record-picker.tsx'
import { SuggestionLink } from '../../components/suggestion-item.tsx'
import { t } from '../../core/i18n.ts'

const MAX_LINKS = 100

type Links = { value: number[]; onChange: (ids: number[]) => void }

export function SuggestionsField({ value, onChange }: Links) {
  const named = useNamedOptions('suggestions', value.map(String))
  const titleOf = (id: number) => named.find((one) => one.id === String(id))?.label ?? `#${id}`
  return (
    <Section
      title={t('announcements.suggestions')}
      count={value.length}
      actions={
        <RecordPicker
          collection="suggestions"
          label={t('record.find_suggestion')}
          exclude={value}
          onPick={(id) => onChange([...value, id])}
        >
          <Button icon={Plus} isDisabled={value.length >= MAX_LINKS}>
            {t('announcements.link_suggestion')}
          </Button>
        </RecordPicker>
      }
    >
      {value.length === 0 ? (
        <NothingHere>{t('announcements.no_suggestions')}</NothingHere>
      ) : (
        <ul aria-label={t('announcements.suggestions')} className="divide-y divide-border">
          {value.map((id) => (
            <li key={id} className="flex min-h-9 items-center gap-2 py-1 text-sm">
              <SuggestionLink id={id} title={titleOf(id)} />
              <IconButton
                icon={X}
                label={t('record.unlink_one', { title: titleOf(id) })}
                onPress={() => onChange(value.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="pt-1 text-sm text-muted">{t('announcements.suggestions_hint')}</p>
    </Section>
  )
}

export function ForumsField({ value, onChange }: Links) {
  const { data: forums = [] } = useQuery(forumsQuery)
  const options = forums.map(({ id, name }) => ({ id: String(id), label: name }))
  const names = value.map((id) => forums.find((one) => one.id === id)?.name ?? `#${id}`)
  return (
    <Section
      title={t('announcements.audience')}
      actions={
        <Picker
          label={t('announcements.forums')}
          options={options}
          value={value.map(String)}
          onChange={(ids) => onChange(ids.map(Number).toSorted((a, b) => a - b))}
          isMultiple
        >
          <Button>{t('announcements.choose_forums')}</Button>
        </Picker>
      }
    >
      <p dir="auto" className="text-sm [overflow-wrap:anywhere]">
        {value.length === 0
          ? t('announcements.everybody')
          : t('announcements.only_forums', { names: names.join(', ') })}
      </p>
    </Section>
  )
}
