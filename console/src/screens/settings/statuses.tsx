// Statuses of suggestions: their colours, their order, and which of them close a suggestion.
import type { Status } from '@earshot/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleDot, Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { statusesQuery } from '../../api/options.ts'
import { statusCountsQuery } from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmName } from '../../components/confirm-name.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox, Select, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { SortableList } from '../../components/sortable-list.tsx'
import { EmptyState, Loaded } from '../../components/states.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { ColorField, isColor } from './color-field.tsx'
import { Badge, RowMenu, SectionBody } from './parts.tsx'
import { useChange } from './use-change.ts'

type Asked = { status: Status | null; about: 'edit' | 'delete' }

export default function Statuses() {
  const statuses = useQuery(statusesQuery)
  const counts = useQuery(statusCountsQuery).data
  const queryClient = useQueryClient()
  const { tryTo } = useChange('statuses')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const create = () => setAsked({ status: null, about: 'edit' })

  const order = (all: Status[]) => (ids: number[]) => {
    const send = (next: number[]) => () => api.put('/statuses/positions', { body: { ids: next } })
    // Shown before it is stored.
    queryClient.setQueryData(
      statusesQuery.queryKey,
      ids.flatMap((id) => all.find((one) => one.id === id) ?? []),
    )
    tryTo(send(ids), t('settings.ordered'), send(all.map(({ id }) => id)))
  }
  return (
    <SectionBody
      title={t('settings.statuses')}
      hint={t('settings.statuses.hint')}
      actions={
        <Button look="primary" icon={Plus} onPress={create}>
          {t('settings.statuses.new')}
        </Button>
      }
    >
      <Loaded query={statuses}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={CircleDot}
              title={t('settings.statuses.empty')}
              hint={t('settings.statuses.empty_hint')}
            >
              <Button onPress={create}>{t('settings.statuses.new')}</Button>
            </EmptyState>
          ) : (
            <>
              <p className="text-xs text-muted">{t('grid.columns.hint')}</p>
              <SortableList
                label={t('settings.statuses')}
                items={all}
                nameOf={({ name }) => name}
                onOrder={order(all)}
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
                        {
                          ...{ id: 'edit', label: t('settings.edit'), icon: Pencil },
                          onAction: () => setAsked({ status, about: 'edit' }),
                        },
                        ...(status.is_default
                          ? []
                          : [
                              {
                                ...{
                                  id: 'default',
                                  label: t('settings.make_default'),
                                  icon: Star,
                                },
                                onAction: () =>
                                  tryTo(
                                    () =>
                                      api.put('/statuses/{id}', {
                                        path: { id: status.id },
                                        body: { is_default: true },
                                      }),
                                    t('settings.saved', { name: status.name }),
                                  ),
                              },
                            ]),
                        {
                          ...{ id: 'delete', label: t('settings.delete'), icon: Trash2 },
                          isDangerous: true,
                          onAction: () => setAsked({ status, about: 'delete' }),
                        },
                      ]}
                    />
                  </>
                )}
              </SortableList>
            </>
          )
        }
      </Loaded>
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
        <DeleteStatus
          status={asked.status}
          count={counts?.get(asked.status.id) ?? 0}
          onClose={close}
        />
      )}
    </SectionBody>
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
  const { run } = useChange('statuses')
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
  const save = async () => {
    const body = { ...values, name: values.name.trim() }
    await run(
      () =>
        status
          ? api.put('/statuses/{id}', { path: { id: status.id }, body })
          : api.post('/statuses', { body: { ...body, position: nextPosition } }),
      t(status ? 'settings.saved' : 'settings.created', { name: body.name }),
    )
    onClose()
  }
  const isOtherKind = status !== null && values.is_open !== status.is_open
  return (
    <Dialog
      title={status ? t('settings.statuses.edit') : t('settings.statuses.new')}
      isOpen
      onClose={onClose}
    >
      <Form
        submitLabel={status ? t('shell.save') : t('settings.create')}
        onSubmit={save}
        onCancel={onClose}
        isDirty={isDirty}
        isIncomplete={values.name.trim() === '' || !isColor(values.hex_color)}
      >
        <TextField
          label={t('settings.name')}
          name="name"
          value={values.name}
          onChange={(name) => set({ name })}
          maxLength={255}
          isRequired
          autoFocus
        />
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
            {t(
              values.is_open ? 'settings.statuses.reopens_hint' : 'settings.statuses.closes_hint',
              { count },
            )}
          </p>
        )}
        <Checkbox
          label={t('settings.statuses.allow_comments')}
          isSelected={values.allow_comments}
          onChange={(allow_comments) => set({ allow_comments })}
        />
      </Form>
    </Dialog>
  )
}

function DeleteStatus({
  status: { id, name },
  count,
  onClose,
}: {
  status: Status
  count: number
  onClose: () => void
}) {
  const { run } = useChange('statuses')
  return (
    <ConfirmName
      title={t('settings.statuses.delete', { name })}
      name={name}
      confirmLabel={t('settings.delete')}
      onClose={onClose}
      onConfirm={async () => {
        await run(
          () => api.delete('/statuses/{id}', { path: { id } }),
          t('settings.deleted', { name }),
        )
        onClose()
      }}
    >
      <p>{t('settings.statuses.delete_hint', { count, shown: formatNumber(count) })}</p>
    </ConfirmName>
  )
}
