// A list in an order that people choose: drag a handle, or press Enter on it and move with the arrow keys.
import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { DropIndicator, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import { t } from '../core/i18n.ts'
import { IconButton } from './button.tsx'

export type SortableListProps<T extends { id: number }> = {
  label: string
  items: T[]
  nameOf: (item: T) => string
  /** All ids in their new order. */
  onOrder: (ids: number[]) => void
  children: (item: T) => ReactNode
  /** What the content depends on besides the item. */
  dependencies?: unknown[]
}

export function SortableList<T extends { id: number }>({
  label,
  items,
  nameOf,
  onOrder,
  children,
  dependencies = [],
}: SortableListProps<T>) {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      items.filter(({ id }) => keys.has(id)).map((item) => ({ 'text/plain': nameOf(item) })),
    renderDropIndicator: (target) => (
      <DropIndicator
        target={target}
        className="outline-2 outline-transparent drop-target:outline-accent"
      />
    ),
    onReorder: ({ keys, target }) => {
      const ids = items.map(({ id }) => id)
      const taken = ids.filter((id) => keys.has(id))
      const left = ids.filter((id) => !keys.has(id))
      const at = left.indexOf(Number(target.key))
      left.splice(target.dropPosition === 'before' ? at : at + 1, 0, ...taken)
      onOrder(left)
    },
  })
  return (
    <GridList
      aria-label={label}
      items={items}
      dependencies={dependencies}
      dragAndDropHooks={dragAndDropHooks}
      className="border-y border-border outline-none"
    >
      {(item) => (
        <GridListItem
          id={item.id}
          textValue={nameOf(item)}
          className="flex min-h-10 items-center gap-1 border-b border-border text-sm outline-none last:border-b-0 focused:bg-hover data-[dragging]:opacity-50"
        >
          <IconButton
            slot="drag"
            icon={GripVertical}
            label={t('grid.columns.move', { name: nameOf(item) })}
          />
          {children(item)}
        </GridListItem>
      )}
    </GridList>
  )
}
