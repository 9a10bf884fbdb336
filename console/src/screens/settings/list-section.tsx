// What the sections share that list the records of a collection: create one, edit it, delete it, order them.
import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type LucideIcon, Pencil, Plus, Star, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { orderRecords } from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmName, type ConfirmNameProps } from '../../components/confirm-name.tsx'
import type { DialogProps } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import type { MenuAction } from '../../components/menu.tsx'
import { SortableList, type SortableListProps } from '../../components/sortable-list.tsx'
import { EmptyState, Loaded } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { SectionBody } from './parts.tsx'
import { useChange } from './use-change.ts'

/** The texts are `settings.AREA` and `settings.AREA.…`. */
type Area =
  | 'forums'
  | 'categories'
  | 'labels'
  | 'statuses'
  | 'fields'
  | 'clients'
  | 'sso_keys'
  | 'feature_statuses'
  | 'product_areas'
  | 'teams'
  | 'replies'
  | 'webhooks'

export function ListSection<T>({
  area,
  icon,
  query,
  emptyTitle = t(`settings.${area}.empty`),
  onCreate,
  above,
  below,
  dialogs,
  children,
}: {
  area: Area
  icon: LucideIcon
  query: UseQueryResult<T[]>
  emptyTitle?: string
  onCreate: () => void
  above?: ReactNode
  below?: ReactNode
  dialogs: ReactNode
  /** Not called when there is none. */
  children: (all: T[]) => ReactNode
}) {
  const newLabel = t(`settings.${area}.new`)
  return (
    <SectionBody
      title={t(`settings.${area}`)}
      hint={t(`settings.${area}.hint`)}
      actions={
        <Button look="primary" icon={Plus} onPress={onCreate}>
          {newLabel}
        </Button>
      }
    >
      {above}
      <Loaded query={query}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={icon} title={emptyTitle} hint={t(`settings.${area}.empty_hint`)}>
              <Button onPress={onCreate}>{newLabel}</Button>
            </EmptyState>
          ) : (
            children(all)
          )
        }
      </Loaded>
      {below}
      {dialogs}
    </SectionBody>
  )
}

export const editAction = (onAction: () => void): MenuAction => ({
  id: 'edit',
  label: t('settings.edit'),
  icon: Pencil,
  onAction,
})

export const defaultAction = (onAction: () => void): MenuAction => ({
  id: 'default',
  label: t('settings.make_default'),
  icon: Star,
  onAction,
})

export const deleteAction = (onAction: () => void): MenuAction => ({
  id: 'delete',
  label: t('settings.delete'),
  icon: Trash2,
  isDangerous: true,
  onAction,
})

type Records = {
  area: Exclude<Area, 'clients' | 'sso_keys'>
  /** What is read again afterwards. */
  collections: string[]
  name: string
}

/** Creates a record, or changes one. Its first field is the name. */
export function RecordDialog({
  area,
  collections,
  isNew,
  name,
  onName,
  nameMember = 'name',
  maxName = 255,
  isDirty,
  isIncomplete = false,
  write,
  children,
  ...dialog
}: Records &
  Pick<DialogProps, 'onClose' | 'width'> & {
    isNew: boolean
    onName: (name: string) => void
    /** The API's member. */
    nameMember?: string
    maxName?: number
    isDirty: boolean
    isIncomplete?: boolean
    /** Gets the name as it is stored. */
    write: (name: string) => Promise<unknown>
    children?: ReactNode
  }) {
  const { run } = useChange(...collections)
  const stored = name.trim()
  const save = async () => {
    const message = t(isNew ? 'settings.created' : 'settings.saved', { name: stored })
    await run(() => write(stored), message)
    dialog.onClose()
  }
  return (
    <FormDialog
      title={t(`settings.${area}.${isNew ? 'new' : 'edit'}`)}
      {...dialog}
      submitLabel={t(isNew ? 'settings.create' : 'shell.save')}
      onSubmit={save}
      isDirty={isDirty}
      isIncomplete={isIncomplete || stored === ''}
    >
      <TextField
        label={t('settings.name')}
        name={nameMember}
        value={name}
        onChange={onName}
        maxLength={maxName}
        isRequired
        autoFocus
      />
      {children}
    </FormDialog>
  )
}

/** The children say what happens to other records. */
export function DeleteRecord({
  area,
  collections,
  name,
  title = name,
  remove,
  ...dialog
}: Records &
  Pick<ConfirmNameProps, 'query' | 'onClose' | 'children'> & {
    /** The name in the title, where it is longer. */
    title?: string
    remove: () => Promise<unknown>
  }) {
  const { run } = useChange(...collections)
  return (
    <ConfirmName
      title={t(`settings.${area}.delete`, { name: title })}
      name={name}
      confirmLabel={t('settings.delete')}
      onConfirm={async () => {
        await run(remove, t('settings.deleted', { name }))
        dialog.onClose()
      }}
      {...dialog}
    />
  )
}

/** Records in an order that people choose, which is shown at once and stored. */
export function OrderedRecords<T extends { id: number; name: string }>({
  collection,
  queryKey,
  items,
  ...list
}: Pick<SortableListProps<T>, 'items' | 'children' | 'dependencies'> & {
  collection: 'statuses' | 'categories' | 'feature_statuses'
  queryKey: QueryKey
}) {
  const queryClient = useQueryClient()
  const { tryTo } = useChange(collection)
  const send = (ids: number[]) => () => orderRecords(collection, ids)
  const order = (ids: number[]) => {
    queryClient.setQueryData(
      queryKey,
      ids.flatMap((id) => items.find((one) => one.id === id) ?? []),
    )
    tryTo(send(ids), t('settings.ordered'), send(items.map(({ id }) => id)))
  }
  return (
    <>
      <p className="text-xs text-muted">{t('grid.columns.hint')}</p>
      <SortableList
        label={t(`settings.${collection}`)}
        items={items}
        nameOf={({ name }) => name}
        onOrder={order}
        {...list}
      />
    </>
  )
}
