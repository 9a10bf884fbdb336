// A value outside of React, so that a change renders only the rows that read it differently.
import { useSyncExternalStore } from 'react'

export type Store<T> = {
  get: () => T
  set: (next: T) => void
  subscribe: (notify: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const subscribers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const notify of subscribers) notify()
    },
    subscribe(notify) {
      subscribers.add(notify)
      return () => subscribers.delete(notify)
    },
  }
}

/** Renders again when the selected part is another one. */
export const useStore = <T, S>(store: Store<T>, select: (value: T) => S): S =>
  useSyncExternalStore(store.subscribe, () => select(store.get()))
