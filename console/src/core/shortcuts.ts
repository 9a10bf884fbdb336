// Keyboard shortcuts: a component registers its keys while it is mounted, and the help lists what is registered.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type MessageId, t } from './i18n.ts'

export type ShortcutGroup = 'anywhere' | 'list' | 'record' | 'triage'
/** `keys` is one key (`j`, `Enter`, `?`), `1–9` for any of these digits, or `mod+k`, where `mod` is ⌘ or Ctrl. */
export type Shortcut = {
  keys: string
  label: MessageId
  group: ShortcutGroup
  run: (key: string) => void
}

/** Any of the digits. */
export const DIGITS = '1–9'

let registered: readonly Shortcut[] = []
let effective: readonly Shortcut[] = []
const subscribers = new Set<() => void>()
function change(next: readonly Shortcut[]): void {
  registered = next
  // A key of the screen goes before one of the shell, then the one that was registered last.
  const isOfShell = ({ group }: Shortcut) => group === 'anywhere'
  const ordered = [...next.filter(isOfShell), ...next.filter((one) => !isOfShell(one))]
  effective = [...new Map(ordered.map((shortcut) => [shortcut.keys, shortcut])).values()]
  for (const notify of subscribers) notify()
}

/** What the keys do now. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (notify) => {
      subscribers.add(notify)
      return () => subscribers.delete(notify)
    },
    () => effective,
  )

export type ShortcutOptions = Pick<Shortcut, 'label' | 'group'> & { isEnabled?: boolean }

export function useShortcut(
  keys: string,
  { label, group, isEnabled = true }: ShortcutOptions,
  run: (key: string) => void,
): void {
  const onRun = useEffectEvent(run)
  useEffect(() => {
    if (!isEnabled) return
    const shortcut: Shortcut = { keys, label, group, run: (key) => onRun(key) }
    change([...registered, shortcut])
    return () => change(registered.filter((one) => one !== shortcut))
  }, [keys, label, group, isEnabled])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'))

/** Keys belong to the element that is typed in, and to an open dialog or menu. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  isTyping(event.target) ||
  (event.target instanceof Element &&
    event.target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null)

export function listenForShortcuts(): () => void {
  const onKey = (event: KeyboardEvent) => {
    // Some keyboards write `#` with AltGr, which Windows reports as Ctrl and Alt.
    const isAltGraph = event.getModifierState('AltGraph')
    const modified = !isAltGraph && (event.metaKey || event.ctrlKey)
    const keys = modified ? `mod+${event.key.toLowerCase()}` : event.key
    if ((event.altKey && !isAltGraph) || (!modified && isTaken(event))) return
    const shortcut =
      effective.find((one) => one.keys === keys) ??
      effective.find((one) => one.keys === DIGITS && /^[1-9]$/.test(keys))
    // Enter and space press the focused button or link.
    const presses = keys === 'Enter' || keys === ' '
    if (presses && event.target instanceof Element && event.target.closest('a, button')) return
    if (!shortcut) return
    event.preventDefault()
    shortcut.run(event.key)
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The key as people read it. */
export const shownKeys = (keys: string): string =>
  keys
    .replace('mod+', isMac ? '⌘' : `${t('shell.ctrl')} `)
    .replace('Enter', '↵')
    .replace('ArrowDown', '↓')
    .replace('ArrowUp', '↑')
    .replace(/(^| )([a-z])$/, (_, space, letter) => space + letter.toUpperCase())

export const labelOf = ({ label }: Shortcut): string => t(label)
