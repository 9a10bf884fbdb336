// What commands such as "Set status" are about: the selected suggestions, or the open one.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { SuggestionAction } from '../api/suggestion-actions.ts'

export type TargetAction = Omit<SuggestionAction, 'ids' | 'query'>

export type CommandTarget = {
  /** A selection goes before the open record. */
  kind: 'selection' | 'record'
  count: number
  run: (action: TargetAction) => void
}

let targets: readonly CommandTarget[] = []
const subscribers = new Set<() => void>()

function change(next: readonly CommandTarget[]): void {
  targets = next
  for (const notify of subscribers) notify()
}

/** Nothing is offered while `count` is zero. */
export function useCommandTarget({ kind, count, run }: CommandTarget): void {
  const onRun = useEffectEvent(run)
  useEffect(() => {
    if (count === 0) return
    const target: CommandTarget = { kind, count, run: (action) => onRun(action) }
    change([...targets, target])
    return () => change(targets.filter((one) => one !== target))
  }, [kind, count])
}

export const useCurrentTarget = (): CommandTarget | undefined => {
  const all = useSyncExternalStore(
    (notify) => {
      subscribers.add(notify)
      return () => subscribers.delete(notify)
    },
    () => targets,
  )
  return all.findLast(({ kind }) => kind === 'selection') ?? all.at(-1)
}
