// The questions that an action asks first: which labels, which category, which status.
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, labelsQuery } from '../../api/options.ts'
import type { Item } from '../../api/triage.ts'
import { PickerDialog } from '../../components/picker-dialog.tsx'
import { t } from '../../core/i18n.ts'
import { useRecentLabels } from './recent-labels.ts'

type PickerProps<T> = {
  item: Item
  isOpen: boolean
  onClose: () => void
  onPick: (picked: T) => void
}

/** The labels that were used last come first. */
export function LabelPicker({ item, onPick, ...dialog }: PickerProps<number>) {
  const { data: labels = [] } = useQuery(labelsQuery)
  const recent = useRecentLabels()
  const rank = (id: number) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return (
    <PickerDialog
      {...dialog}
      title={t('triage.choose_labels')}
      isMultiple
      options={labels
        .toSorted((a, b) => rank(a.id) - rank(b.id))
        .map(({ id, full_name }) => ({ id: String(id), label: full_name }))}
      selected={item.values.labels.map(String)}
      onPick={(id) => onPick(Number(id))}
    />
  )
}

const NONE = 'none'

export function CategoryPicker({ item, onPick, ...dialog }: PickerProps<number | null>) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const ofForum = categories.filter(({ links }) => links.forum === item.suggestion.links.forum)
  return (
    <PickerDialog
      {...dialog}
      title={t('triage.choose_category')}
      options={[
        ...ofForum.map(({ id, name }) => ({ id: String(id), label: name })),
        { id: NONE, label: t('triage.no_category') },
      ]}
      selected={[item.values.category?.toString() ?? NONE]}
      onPick={(id) => onPick(id === NONE ? null : Number(id))}
    />
  )
}
