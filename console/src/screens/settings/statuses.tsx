// Statuses of suggestions: their colours, their order, and which of them close a suggestion.
import type { Status } from '@earshot/client'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { CircleDot } from 'lucide-react'
import { useState } from 'react'
import { statusesQuery } from '../../api/options.ts'
import { createStatus, deleteStatus, statusCountsQuery, updateStatus } from '../../api/settings.ts'
import { Checkbox, Select } from '../../components/fields.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { ColorField, isColor } from './color-field.tsx'
import {
  DeleteRecord,
  defaultAction,
  deleteAction,
  editAction,
  ListSection,
  OrderedRecords,
  RecordDialog,
} from './list-section.tsx'
import { Badge, RowMenu } from './parts.tsx'
import { useChange } from './use-change.ts'

type Asked = { status: Status | null; about: 'edit' | 'delete' }

export default function Statuses() {
  const statuses = useQuery(statusesQuery)
  const counted = useQuery(statusCountsQuery)
  const counts = counted.data
  const { tryTo } = useChange('statuses')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <ListSection
      area="statuses"
      icon={CircleDot}
      query={statuses}
      onCreate={() => setAsked({ status: null, about: 'edit' })}
      dialogs={
        <>
          {asked?.about === 'edit' && (
            <StatusDialog
              status={asked.status}
              count={asked.status ? (counts?.get(asked.status.id) ?? 0) : 0}
              nextPosition={(statuses.data ?? []).reduce(
                (max, one) => Math.max(max, one.position + 1),
                0,
              )}
              onClose={close}
            />
          )}
          {asked?.about === 'delete' && asked.status && (
            <DeleteStatus status={asked.status} counted={counted} onClose={close} />
          )}
        </>
      }
    >
      {(all) => (
        <OrderedRecords
          collection="statuses"
          queryKey={statusesQuery.queryKey}
          items={all}
          dependencies={[counts]}
        >
          {(status) => (
            <>
              <span
                aria-hidden
                className="me-1 size-3 shrink-0 rounded-full"
                style={{ background: status.hex_color }}
              />
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 py-1">
                <span dir="auto" className="font-medium [overflow-wrap:anywhere]">
                  {status.name}
                </span>
                <Badge>
                  {t(status.is_open ? 'settings.statuses.open' : 'settings.statuses.closed')}
                </Badge>
                {status.is_default && <Badge>{t('settings.default')}</Badge>}
              </span>
              <span className="text-xs text-muted tabular-nums">
                {counts && t('settings.suggestions', { count: counts.get(status.id) ?? 0 })}
              </span>
              <RowMenu
                name={status.name}
                actions={[
                  editAction(() => setAsked({ status, about: 'edit' })),
                  ...(status.is_default
                    ? []
                    : [
                        defaultAction(() =>
                          tryTo(
                            () => updateStatus(status.id, { is_default: true }),
                            t('settings.saved', { name: status.name }),
                          ),
                        ),
                      ]),
                  deleteAction(() => setAsked({ status, about: 'delete' })),
                ]}
              />
            </>
          )}
        </OrderedRecords>
      )}
    </ListSection>
  )
}

function StatusDialog({
  status,
  count,
  nextPosition,
  onClose,
}: {
  status: Status | null
  count: number
  nextPosition: number
  onClose: () => void
}) {
  const [values, setValues] = useState({
    name: status?.name ?? '',
    hex_color: status?.hex_color ?? '#2f6fde',
    is_open: status?.is_open ?? true,
    allow_comments: status?.allow_comments ?? true,
  })
  const [isDirty, setDirty] = useState(false)
  const set = (change: Partial<typeof values>) => {
    setValues({ ...values, ...change })
    setDirty(true)
  }
  const write = (name: string) => {
    const body = { ...values, name }
    return status
      ? updateStatus(status.id, body)
      : createStatus({ ...body, position: nextPosition })
  }
  const isOtherKind = status !== null && values.is_open !== status.is_open
  return (
    <RecordDialog
      area="statuses"
      collections={['statuses']}
      isNew={status === null}
      name={values.name}
      onName={(name) => set({ name })}
      isDirty={isDirty}
      isIncomplete={!isColor(values.hex_color)}
      write={write}
      onClose={onClose}
    >
      <ColorField
        label={t('settings.statuses.color')}
        name="hex_color"
        value={values.hex_color}
        onChange={(hex_color) => set({ hex_color })}
      />
      <Select
        label={t('settings.statuses.kind')}
        value={values.is_open ? 'open' : 'closed'}
        options={[
          { id: 'open', label: t('settings.statuses.open_kind') },
          { id: 'closed', label: t('settings.statuses.closed_kind') },
        ]}
        onChange={(kind) => set({ is_open: kind === 'open' })}
      />
      {isOtherKind && count > 0 && (
        <p className="text-sm text-warning">
          {t(values.is_open ? 'settings.statuses.reopens_hint' : 'settings.statuses.closes_hint', {
            count,
          })}
        </p>
      )}
      <Checkbox
        label={t('settings.statuses.allow_comments')}
        isSelected={values.allow_comments}
        onChange={(allow_comments) => set({ allow_comments })}
      />
    </RecordDialog>
  )
}

function DeleteStatus({
  status: { id, name },
  counted,
  onClose,
}: {
  status: Status
  counted: UseQueryResult<ReadonlyMap<number | null, number>>
  onClose: () => void
}) {
  const count = counted.data?.get(id) ?? 0
  return (
    <DeleteRecord
      area="statuses"
      collections={['statuses']}
      name={name}
      query={counted}
      remove={() => deleteStatus(id)}
      onClose={onClose}
    >
      <p>{t('settings.statuses.delete_hint', { count, shown: formatNumber(count) })}</p>
    </DeleteRecord>
  )
}
