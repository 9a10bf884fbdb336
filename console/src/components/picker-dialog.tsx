// Type to find an option, Enter to choose it. With several choices it stays open until Escape.
import { Check } from 'lucide-react'
import { useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Input,
  ListBox,
  ListBoxItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { t } from '../core/i18n.ts'
import { EnterPicksFirst } from './enter-picks-first.tsx'
import { type Option, OptionText } from './fields.tsx'

export type PickerDialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  options: Option[]
  /** The options that are chosen. */
  selected: string[]
  onPick: (id: string) => void
  /** Stays open, and choosing a chosen option removes it. */
  isMultiple?: boolean
}

export const PickerDialog = ({ isOpen, onClose, ...picker }: PickerDialogProps) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={(open) => !open && onClose()}
    isDismissable
    className="fixed inset-0 z-40 flex items-start justify-center bg-[#0b0d11]/50 p-4 sm:pt-[12vh]"
  >
    <Modal className="w-full max-w-[440px] rounded border border-border bg-raised">
      <Dialog aria-label={picker.title} className="outline-none">
        <Picker onClose={onClose} {...picker} />
      </Dialog>
    </Modal>
  </ModalOverlay>
)

function Picker({
  title,
  options,
  selected,
  onPick,
  onClose,
  isMultiple = false,
}: Omit<PickerDialogProps, 'isOpen'>) {
  const [text, setText] = useState('')
  const { contains } = useFilter({ sensitivity: 'base' })
  const matches = options.filter(({ label }) => contains(label, text))
  const pick = (id: string) => {
    onPick(id)
    if (isMultiple) setText('')
    else onClose()
  }
  return (
    <>
      <EnterPicksFirst onPick={() => text !== '' && matches[0] && pick(matches[0].id)}>
        <Autocomplete inputValue={text} onInputChange={setText}>
          <SearchField aria-label={title} autoFocus>
            <Input
              placeholder={title}
              className="h-11 w-full rounded-t border-b border-border bg-transparent px-4 text-base outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
            />
          </SearchField>
          <ListBox
            aria-label={title}
            items={matches}
            // Choices show by their mark: the list has no selection of its own, which arrow keys would change.
            selectionMode="none"
            onAction={(id) => pick(String(id))}
            dependencies={[selected]}
            className="max-h-[50vh] overflow-y-auto p-2 outline-none"
            renderEmptyState={() => <p className="p-3 text-muted">{t('shell.nothing_found')}</p>}
          >
            {(option) => <PickerItem option={option} isChosen={selected.includes(option.id)} />}
          </ListBox>
        </Autocomplete>
      </EnterPicksFirst>
      {isMultiple && (
        <p className="border-t border-border px-4 py-2 text-xs text-muted">
          <kbd>↵</kbd> {t('triage.picker.toggle')} <kbd className="ms-2">Esc</kbd>{' '}
          {t('triage.picker.close')}
        </p>
      )}
    </>
  )
}

const PickerItem = ({ option, isChosen }: { option: Option; isChosen: boolean }) => (
  <ListBoxItem
    id={option.id}
    textValue={option.label}
    className="flex cursor-default items-center gap-2 rounded px-2 py-1.5 outline-none focused:bg-hover"
  >
    <span className="grid size-4 shrink-0 place-items-center">
      {isChosen && <Check size={14} aria-label={t('triage.picker.chosen')} />}
    </span>
    <OptionText {...option} />
  </ListBoxItem>
)
