// What is entered for customers from any screen: a new suggestion, or votes and feedback. The shell shows the dialog.
import { useSyncExternalStore } from 'react'

/** A person who exists, or one whom the service creates with the first record of theirs. */
export type Customer = { id: number; label: string } | { email: string; name: string }

export type Labelled = { id: number; label: string }

export type Capture =
  | { kind: 'suggestion'; customer?: Customer; forum?: number }
  | {
      kind: 'support'
      /** Those that are not given are asked for. */
      suggestions?: Labelled[]
      people?: Labelled[]
      customer?: Customer
      /** Only people of this account are offered. */
      account?: Labelled
      /** What they said. */
      text?: string
      /** After it was saved. */
      onSaved?: () => void
    }

/** How many votes are added at once. */
export const MAX_SUPPORT = 100

let current: Capture | undefined
const subscribers = new Set<() => void>()

function set(next: Capture | undefined): void {
  current = next
  for (const notify of subscribers) notify()
}

export const openCapture = (capture: Capture): void => set(capture)
export const closeCapture = (): void => set(undefined)

export const useCapture = (): Capture | undefined =>
  useSyncExternalStore(
    (notify) => {
      subscribers.add(notify)
      return () => subscribers.delete(notify)
    },
    () => current,
  )
