import type { LucideIcon } from 'lucide-react'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  Header,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components'
import { shownKeys } from '../core/shortcuts.ts'

export type MenuAction = {
  id: string
  label: string
  icon?: LucideIcon
  keys?: string
  isDangerous?: boolean
  isDisabled?: boolean
  isSelected?: boolean
  onAction: () => void
}
export type MenuGroup = { title?: string; actions: MenuAction[] }

/** A button (the child) that opens a menu of actions. */
export const Menu = ({
  label,
  groups,
  children,
}: {
  label: string
  groups: MenuGroup[]
  children: ReactNode
}) => (
  <MenuTrigger>
    {children}
    <Popover className="min-w-52 rounded border border-border bg-raised">
      <AriaMenu aria-label={label} className="max-h-[70vh] overflow-y-auto p-1 outline-none">
        {groups.map(({ title, actions }, group) => (
          <MenuSection
            key={title ?? group}
            aria-label={title ?? label}
            className="not-first:mt-1 not-first:border-t not-first:border-border not-first:pt-1"
          >
            {title && <Header className="px-2 py-1 text-xs text-muted">{title}</Header>}
            {actions.map((action) => (
              <Item key={action.id} {...action} />
            ))}
          </MenuSection>
        ))}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
)

const Item = ({
  id,
  label,
  icon: Icon,
  keys,
  isDangerous,
  isDisabled,
  isSelected,
  onAction,
}: MenuAction) => (
  <AriaMenuItem
    id={id}
    textValue={label}
    isDisabled={isDisabled}
    onAction={onAction}
    className={`flex cursor-default items-center gap-2 rounded px-2 py-1.5 text-sm outline-none focused:bg-hover disabled:opacity-50 ${isDangerous ? 'text-danger' : ''}`}
  >
    {Icon && <Icon size={16} aria-hidden />}
    <span className="min-w-0 flex-1 truncate">{label}</span>
    {isSelected && <Check size={14} aria-hidden />}
    {keys && <kbd aria-hidden>{shownKeys(keys)}</kbd>}
  </AriaMenuItem>
)
