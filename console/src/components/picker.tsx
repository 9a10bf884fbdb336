// Chooses one or several of many in a popover: type to filter, arrows to move, Enter to choose.
import { Check, Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  type Selection,
  useFilter,
} from 'react-aria-components'
import { t } from '../core/i18n.ts'
import { type Option, OptionText } from './fields.tsx'

export type PickerProps = {
  label: string
  options: Option[]
  /** The ids of what is chosen. */
  value: string[]
  onChange: (ids: string[]) => void
  isMultiple?: boolean
  /** For options that the service finds. Without it they are filtered here. */
  onSearch?: (text: string) => void
  /** What an empty list says. */
  empty?: string
  /** Offers to create what was typed, where nothing has exactly that name. */
  onCreate?: (name: string) => void
  createLabel?: (name: string) => string
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** The button that opens it. */
  children: ReactNode
}

export function Picker({ children, isOpen, onOpenChange, ...list }: PickerProps) {
  const [isOwnOpen, setOwnOpen] = useState(false)
  const open = isOpen ?? isOwnOpen
  const setOpen = onOpenChange ?? setOwnOpen
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      {children}
      <Popover
        placement="bottom start"
        className="w-72 max-w-[calc(100vw-16px)] rounded border border-border bg-raised"
      >
        <Dialog aria-label={list.label} className="outline-none">
          <PickerList {...list} onDone={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** The same at an element that is no button, such as a cell. */
export const AnchoredPicker = ({
  anchor,
  isOpen,
  onOpenChange,
  ...list
}: Omit<PickerProps, 'children' | 'isOpen' | 'onOpenChange'> & {
  anchor: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) => (
  <Popover
    triggerRef={anchor}
    isOpen={isOpen}
    onOpenChange={onOpenChange}
    placement="bottom start"
    className="w-72 max-w-[calc(100vw-16px)] rounded border border-border bg-raised"
  >
    <Dialog aria-label={list.label} className="outline-none">
      <PickerList {...list} onDone={() => onOpenChange(false)} />
    </Dialog>
  </Popover>
)

const CREATE = '+'

function PickerList({
  label,
  options,
  value,
  onChange,
  isMultiple = false,
  onSearch,
  empty = t('shell.nothing_found'),
  onCreate,
  createLabel = (name) => name,
  onDone,
}: Omit<PickerProps, 'children'> & { onDone: () => void }) {
  const [text, setText] = useState('')
  const { contains } = useFilter({ sensitivity: 'base' })
  const name = text.trim()
  const shown = onSearch ? options : options.filter((one) => contains(one.label, name))
  const canCreate =
    onCreate &&
    name !== '' &&
    !options.some((one) => one.label.toLowerCase() === name.toLowerCase())
  const items: Option[] = canCreate ? [...shown, { id: CREATE, label: createLabel(name) }] : shown
  const choose = (selection: Selection) => {
    if (selection === 'all') return
    const ids = [...selection].map(String)
    if (ids.includes(CREATE)) {
      onCreate?.(name)
      setText('')
      if (!isMultiple) onDone()
      return
    }
    // The one that is chosen already.
    if (!isMultiple && ids.length === 0) return onDone()
    // What is chosen but filtered out stays chosen.
    const hidden = isMultiple ? value.filter((id) => !items.some((one) => one.id === id)) : []
    onChange([...new Set([...hidden, ...ids])])
    if (!isMultiple) onDone()
  }
  return (
    <Autocomplete
      inputValue={text}
      onInputChange={(next) => {
        setText(next)
        onSearch?.(next)
      }}
    >
      <SearchField aria-label={label} autoFocus className="border-b border-border">
        <Input
          placeholder={label}
          className="h-9 w-full bg-transparent px-3 text-sm outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
        />
      </SearchField>
      <ListBox
        aria-label={label}
        items={items}
        dependencies={[value]}
        // It closes the popover, and would remove all choices first.
        escapeKeyBehavior="none"
        selectionMode={isMultiple ? 'multiple' : 'single'}
        selectedKeys={value}
        onSelectionChange={choose}
        className="max-h-72 overflow-y-auto p-1 outline-none"
        renderEmptyState={() => <p className="p-2 text-sm text-muted">{empty}</p>}
      >
        {(option) => (
          <ListBoxItem
            id={option.id}
            textValue={option.label}
            className="flex cursor-default items-center gap-2 rounded px-2 py-1 text-sm outline-none focused:bg-hover"
          >
            {({ isSelected }) => (
              <>
                {option.id === CREATE && <Plus size={14} aria-hidden />}
                <OptionText {...option} />
                {isSelected && <Check size={14} aria-hidden />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  )
}
