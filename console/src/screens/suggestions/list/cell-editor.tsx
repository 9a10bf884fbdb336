// Edits one cell of the grid. It saves as the record does: over the version that was read, and a conflict asks.
import { useRef, useState } from 'react'
import type { Option } from '../../../components/fields.tsx'
import type { CellEditorProps } from '../../../components/list/declaration.ts'
import { useMatches } from '../../../components/named-records.ts'
import { AnchoredPicker } from '../../../components/picker.tsx'
import { ConflictDialog } from '../../../components/record/conflict-dialog.tsx'
import { t } from '../../../core/i18n.ts'
import { type RecordContextValue, useSuggestionRecord } from '../record/context.ts'
import { type Names, useNames } from './names.ts'

const NONE = 'none'
const LINKS = ['status', 'forum', 'category', 'owner', 'labels'] as const
type LinkName = (typeof LINKS)[number]

export default function CellEditor({ id, column, anchor, onSaved, onClose }: CellEditorProps) {
  const { conflict, value: record } = useSuggestionRecord(id)
  const names = useNames()
  const [isOpen, setOpen] = useState(true)
  const [search, setSearch] = useState('')
  const writes = useRef(0)
  const people = useMatches('users', search.trim(), {
    query: { internal_user: true },
    isEnabled: column === 'owner',
  })
  const link = LINKS.find((name) => name === column)
  if (!record || !link) return null
  const { links } = record.data.suggestion
  const chosen = link === 'labels' ? (links.labels ?? []) : [links[link]]
  // What is still being written stays here when the list of choices is closed: a conflict asks.
  const close = (next: boolean) => {
    setOpen(next)
    if (!next && writes.current === 0) onClose()
  }
  const change = async (ids: string[]) => {
    writes.current += 1
    const isSaved = await saveLink(record, link, ids)
    writes.current -= 1
    if (!isSaved) return
    onSaved()
    if (link !== 'labels') onClose()
  }
  return (
    <>
      <AnchoredPicker
        anchor={anchor}
        isOpen={isOpen && conflict === undefined}
        onOpenChange={close}
        label={record.properties[link].label}
        options={
          link === 'owner'
            ? ownerOptions(people.options, search)
            : optionsOf(link, names, links.forum)
        }
        value={chosen.map((one) => (one === null ? NONE : String(one)))}
        onChange={(ids) => void change(ids)}
        isMultiple={link === 'labels'}
        {...(link === 'owner' && { onSearch: setSearch, empty: people.empty })}
      />
      <ConflictDialog conflict={conflict} />
    </>
  )
}

function saveLink(
  { properties, save }: RecordContextValue,
  link: LinkName,
  ids: string[],
): Promise<boolean> {
  if (link === 'labels')
    return save(
      properties.labels,
      ids.map(Number).sort((a, b) => a - b),
    )
  const [id = NONE] = ids
  if (link === 'forum') return save(properties.forum, Number(id))
  return save(properties[link], id === NONE ? null : Number(id))
}

const ownerOptions = (people: Option[], search: string): Option[] =>
  search.trim() === '' ? [{ id: NONE, label: t('record.nobody') }, ...people] : people

function optionsOf(link: Exclude<LinkName, 'owner'>, names: Names, forum: number): Option[] {
  const none = { id: NONE, label: t('record.none') }
  if (link === 'status')
    return [
      none,
      ...[...names.statuses.values()].map(({ id, name, hex_color }) => ({
        id: String(id),
        label: name,
        color: hex_color,
      })),
    ]
  if (link === 'labels')
    return [...names.labels.values()].map(({ id, full_name }) => ({
      id: String(id),
      label: full_name,
    }))
  if (link === 'forum')
    return [...names.forums.values()].map(({ id, name }) => ({ id: String(id), label: name }))
  return [
    none,
    ...[...names.categories.values()]
      .filter(({ links }) => links.forum === forum)
      .map(({ id, name }) => ({ id: String(id), label: name })),
  ]
}
