// The figures of a segment that suggestions and features show as columns.
import type { SegmentedValue } from '@earshot/client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import {
  createSegmentedValue,
  deleteSegmentedValue,
  SEGMENTED_VALUE_TYPES,
  type SegmentedValueType,
  segmentedValuesOfQuery,
} from '../../api/segments.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Select, TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { NothingHere, RecordList } from '../../components/record/record-list.tsx'
import { Section } from '../../components/record/section.tsx'
import { reportFailure } from '../../components/report-failure.ts'
import { notify } from '../../components/toasts.tsx'
import { t, textOfValue } from '../../core/i18n.ts'

export function SegmentedValues({ segment, isEditable }: { segment: number; isEditable: boolean }) {
  const queryClient = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<SegmentedValue | undefined>()
  const query = segmentedValuesOfQuery(segment)
  const count = useInfiniteQuery(query).data?.pages[0]?.pagination.total_records
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.collection('segmented_values') })
  const remove = async (value: SegmentedValue) => {
    try {
      await deleteSegmentedValue(value)
      notify({ message: t('segments.value_deleted', { name: value.name }), tone: 'success' })
    } catch (error) {
      reportFailure(error)
    }
    setRemoved(undefined)
    await refresh()
  }
  return (
    <Section
      title={t('segments.used')}
      count={count}
      actions={
        isEditable && (
          <Button look="quiet" icon={Plus} onPress={() => setAdding(true)}>
            {t('segments.add_value')}
          </Button>
        )
      }
    >
      <p className="pb-1 text-sm text-muted">{t('segments.used_hint')}</p>
      <RecordList
        label={t('segments.used')}
        query={query}
        items={(pages) => pages.flatMap((page) => page.segmented_values)}
        keyOf={({ id }) => id}
        empty={<NothingHere>{t('segments.not_used')}</NothingHere>}
      >
        {(value) => (
          <div className="flex min-h-9 items-center gap-3 py-1 text-sm">
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block [overflow-wrap:anywhere]">
                {value.name}
              </span>
              <code className="block text-xs text-muted [overflow-wrap:anywhere]">
                cv_{value.key}
              </code>
            </span>
            <span className="shrink-0 text-xs text-muted">
              {textOfValue(`segments.shown_on.${value.object_type}`, value.object_type)}
            </span>
            {isEditable && (
              <IconButton
                icon={Trash2}
                label={t('segments.delete_value', { name: value.name })}
                onPress={() => setRemoved(value)}
              />
            )}
          </div>
        )}
      </RecordList>
      {isAdding && (
        <NewValue segment={segment} onClose={() => setAdding(false)} onCreated={refresh} />
      )}
      {removed && (
        <Confirm
          title={t('segments.delete_value', { name: removed.name })}
          isOpen
          onClose={() => setRemoved(undefined)}
          confirmLabel={t('segments.delete')}
          isDangerous
          onConfirm={() => void remove(removed)}
        >
          {t('segments.delete_value_hint', {
            key: `cv_${removed.key}`,
            where: textOfValue(`segments.shown_on.${removed.object_type}`, removed.object_type),
          })}
        </Confirm>
      )}
    </Section>
  )
}

function NewValue({
  segment,
  onClose,
  onCreated,
}: {
  segment: number
  onClose: () => void
  onCreated: () => Promise<void>
}) {
  const [name, setName] = useState('')
  const [type, setType] = useState<SegmentedValueType>('users_count')
  const [where, setWhere] = useState<'suggestions' | 'features'>('suggestions')
  const create = async () => {
    await createSegmentedValue(segment, {
      name: name.trim(),
      column_type: type,
      object_type: where,
    })
    await onCreated()
    onClose()
  }
  return (
    <FormDialog
      title={t('segments.add_value')}
      onClose={onClose}
      submitLabel={t('segments.add_value')}
      onSubmit={create}
      isIncomplete={name.trim() === ''}
    >
      <TextField
        label={t('segments.value_name')}
        name="name"
        maxLength={128}
        value={name}
        onChange={setName}
        autoFocus
      />
      <Select
        label={t('segments.figure')}
        options={SEGMENTED_VALUE_TYPES.map((id) => ({ id, label: t(`segments.figure.${id}`) }))}
        value={type}
        onChange={(id) => setType(id as SegmentedValueType)}
      />
      <Select
        label={t('segments.where_shown')}
        options={(['suggestions', 'features'] as const).map((id) => ({
          id,
          label: t(`segments.shown_on.${id}`),
        }))}
        value={where}
        onChange={(id) => setWhere(id === 'features' ? 'features' : 'suggestions')}
      />
    </FormDialog>
  )
}
