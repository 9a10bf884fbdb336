// Choose and order the columns of a grid: drag, or move with the keyboard.
import { GripVertical, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { DropIndicator, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import { t } from '../../core/i18n.ts'
import { Button, IconButton } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { SearchField } from '../fields.tsx'
import type { ShownColumn } from './column-sizes.ts'
import type { Layout } from './use-layout.ts'

/** The part of a layout that is chosen here, for rows of any type. */
type Choice = Pick<Layout<never>, 'defaults' | 'shown' | 'setShown'> & {
  all: readonly { id: string; label: string; group: string }[]
}

export default function ColumnsDialog({
  layout,
  isOpen,
  onClose,
}: {
  layout: Choice
  isOpen: boolean
  onClose: () => void
}) {
  return (
    <Dialog
      title={t('grid.columns')}
      isOpen={isOpen}
      onClose={onClose}
      width="medium"
      actions={
        <>
          <Button
            look="quiet"
            onPress={() => layout.setShown(layout.defaults.map((id) => ({ id })))}
          >
            {t('grid.columns.reset')}
          </Button>
          <Button look="primary" onPress={onClose}>
            {t('grid.columns.done')}
          </Button>
        </>
      }
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <ShownColumns layout={layout} />
        <OtherColumns layout={layout} />
      </div>
    </Dialog>
  )
}

function ShownColumns({ layout }: { layout: Choice }) {
  const { all, shown, setShown } = layout
  const [pinned, ...movable] = shown
  const labelOf = (id: string) => all.find((column) => column.id === id)?.label ?? id
  const save = (next: ShownColumn[]) => setShown(pinned ? [pinned, ...next] : next)
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': labelOf(String(key)) })),
    renderDropIndicator: (target) => (
      <DropIndicator
        target={target}
        className="outline-2 outline-transparent drop-target:outline-accent"
      />
    ),
    onReorder: ({ keys, target }) => {
      const taken = movable.filter(({ id }) => keys.has(id))
      const left = movable.filter(({ id }) => !keys.has(id))
      const at = left.findIndex(({ id }) => id === target.key)
      left.splice(target.dropPosition === 'before' ? at : at + 1, 0, ...taken)
      save(left)
    },
  })
  return (
    <section className="min-w-0">
      <h3 className="mb-1 text-sm font-semibold">{t('grid.columns.shown')}</h3>
      <p className="mb-2 text-xs text-muted">{t('grid.columns.hint')}</p>
      <p className="flex h-8 items-center px-2 text-sm text-muted">
        {pinned && labelOf(pinned.id)}
      </p>
      <GridList
        aria-label={t('grid.columns.shown')}
        items={movable.map(({ id }) => ({ id, label: labelOf(id) }))}
        dragAndDropHooks={dragAndDropHooks}
        className="max-h-[46vh] overflow-y-auto outline-none"
      >
        {({ id, label }) => (
          <GridListItem
            id={id}
            textValue={label}
            className="flex h-8 items-center gap-1 rounded text-sm outline-none focused:bg-hover"
          >
            <IconButton
              slot="drag"
              icon={GripVertical}
              label={t('grid.columns.move', { name: label })}
            />
            <span className="min-w-0 flex-1 truncate">{label}</span>
            <IconButton
              icon={X}
              label={t('grid.columns.hide', { name: label })}
              onPress={() => save(movable.filter((one) => one.id !== id))}
            />
          </GridListItem>
        )}
      </GridList>
    </section>
  )
}

function OtherColumns({ layout }: { layout: Choice }) {
  const { all, shown, setShown } = layout
  const [query, setQuery] = useState('')
  const hidden = all.filter(
    ({ id, label }) =>
      !shown.some((one) => one.id === id) &&
      label.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase()),
  )
  const groups = [...new Set(hidden.map(({ group }) => group))]
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-sm font-semibold">{t('grid.columns.hidden')}</h3>
      <SearchField label={t('grid.columns.search')} value={query} onChange={setQuery} />
      <div className="mt-2 max-h-[46vh] overflow-y-auto">
        {hidden.length === 0 && <p className="p-2 text-sm text-muted">{t('grid.columns.none')}</p>}
        {groups.map((group) => (
          <div key={group}>
            <h4 className="px-2 py-1 text-xs text-muted">{group}</h4>
            <ul>
              {hidden
                .filter((column) => column.group === group)
                .map(({ id, label }) => (
                  <li key={id} className="flex h-8 items-center gap-1 ps-2 text-sm">
                    <span className="min-w-0 flex-1 truncate">{label}</span>
                    <IconButton
                      icon={Plus}
                      label={t('grid.columns.show', { name: label })}
                      onPress={() => setShown([...shown, { id }])}
                    />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
