// People of the team whose name begins like what was typed after an @. The text field keeps the focus.
import { type KeyboardEvent, useId, useState } from 'react'
import { t } from '../../core/i18n.ts'
import { type Option, OptionText } from '../fields.tsx'
import { useMatches } from '../named-records.ts'
import type { typedMention } from './edit-text.ts'

const SHOWN = 6

export type Typed = NonNullable<ReturnType<typeof typedMention>>

export function useMentionList(
  typed: Typed | undefined,
  onPick: (typed: Typed, person: Option) => void,
) {
  const [closedAt, setClosedAt] = useState<number>()
  const [selected, setSelected] = useState({ name: '', index: 0 })
  const listId = useId()
  const isWanted = typed !== undefined && closedAt !== typed.from
  const { options } = useMatches('users', typed?.name ?? '', {
    query: { internal_user: true },
    isEnabled: isWanted,
  })
  const shown = isWanted ? options.slice(0, SHOWN) : []
  const index = selected.name === typed?.name ? Math.min(selected.index, shown.length - 1) : 0
  const isOpen = shown.length > 0
  const optionId = (at: number) => `${listId}-${at}`
  const pick = (person: Option | undefined) => {
    if (typed && person) onPick(typed, person)
  }
  const move = (by: number) =>
    setSelected({ name: typed?.name ?? '', index: (index + by + shown.length) % shown.length })
  /** True when the key was for the list. */
  function onKey(event: KeyboardEvent): boolean {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(shown[index])
    else if (event.key === 'Escape') setClosedAt(typed?.from)
    else return false
    return true
  }
  const list = isOpen ? (
    <div
      role="listbox"
      id={listId}
      aria-label={t('editor.people')}
      className="absolute start-0 top-full z-10 mt-1 w-72 max-w-full rounded border border-border bg-raised p-1"
    >
      {shown.map((person, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus and names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the text field
        <div
          key={person.id}
          id={optionId(at)}
          role="option"
          aria-selected={at === index}
          // The text field must not lose the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(person)}
          className={`flex cursor-default items-center gap-2 rounded px-2 py-1 text-sm ${at === index ? 'bg-hover' : ''}`}
        >
          <OptionText {...person} />
        </div>
      ))}
    </div>
  ) : null
  const field = isOpen
    ? ({
        'aria-controls': listId,
        'aria-activedescendant': optionId(index),
        'aria-autocomplete': 'list',
      } as const)
    : {}
  return { list, field, onKey }
}
