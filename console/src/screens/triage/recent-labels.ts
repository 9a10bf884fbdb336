// The labels that the person used last, in this browser.
import { useSyncExternalStore } from 'react'

const STORED = 'earshot.recent-labels'
const MAX_RECENT = 8

const subscribers = new Set<() => void>()
let recent: readonly number[] = read()

function read(): number[] {
  const ids = (localStorage.getItem(STORED) ?? '').split(',').map(Number)
  return ids.filter((id) => Number.isInteger(id) && id > 0)
}

export function rememberLabel(id: number): void {
  recent = [id, ...recent.filter((one) => one !== id)].slice(0, MAX_RECENT)
  localStorage.setItem(STORED, recent.join())
  for (const notify of subscribers) notify()
}

export const useRecentLabels = (): readonly number[] =>
  useSyncExternalStore(
    (notify) => {
      subscribers.add(notify)
      return () => subscribers.delete(notify)
    },
    () => recent,
  )
