// What the person did in triage since the page was loaded. Each action shows at once, is written in order, and can be undone.
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { describeError } from '../../api/errors.ts'
import { adjustNewCount } from '../../api/new-suggestions.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { runAction, undoAction } from '../../api/suggestion-actions.ts'
import { itemQuery, type Values } from '../../api/triage.ts'
import { isSettling, type Session, type TriageAction } from './session-state.ts'
import { enqueueWrite } from './write-queue.ts'

let session: Session = { actions: [], visited: [], skipped: new Set() }
const subscribers = new Set<() => void>()

function change(next: Partial<Session>): void {
  session = { ...session, ...next }
  for (const notify of subscribers) notify()
}

export const useTriageSession = (): Session =>
  useSyncExternalStore(
    (notify) => {
      subscribers.add(notify)
      return () => subscribers.delete(notify)
    },
    () => session,
  )

/** The session now, for what follows a change at once. */
export const currentSession = (): Session => session

export function markVisited(id: number): void {
  if (!session.visited.includes(id)) change({ visited: [...session.visited, id] })
}

export const skip = (id: number): void => change({ skipped: new Set([...session.skipped, id]) })
export const forgetSkipped = (): void => change({ skipped: new Set() })

const find = (key: number) => session.actions.find((one) => one.key === key) as TriageAction

function update(key: number, changes: Partial<TriageAction>): TriageAction {
  change({
    actions: session.actions.map((one) => (one.key === key ? { ...one, ...changes } : one)),
  })
  return find(key)
}

/** What is known about the suggestion is up to date at once; the live update of the change comes later. */
function store(queryClient: QueryClient, id: number, values: Partial<Values>): void {
  queryClient.setQueryData(
    itemQuery(id).queryKey,
    (item) => item && { ...item, values: { ...item.values, ...values } },
  )
}

function count(queryClient: QueryClient, action: TriageAction, by: 1 | -1): void {
  if (isSettling(action)) adjustNewCount(queryClient, action.suggestion.forum, by)
}

export type NewAction = Pick<TriageAction, 'suggestion' | 'request' | 'before' | 'after'>
export type OnFailure = (action: TriageAction, reason: string) => void

let lastKey = 0

export function perform(
  queryClient: QueryClient,
  action: NewAction,
  onFailure: OnFailure,
): TriageAction {
  lastKey += 1
  const added: TriageAction = { ...action, key: lastKey, state: 'sending' }
  change({ actions: [...session.actions, added] })
  count(queryClient, added, -1)
  enqueueWrite(() => write(queryClient, added, onFailure))
  return added
}

async function write(
  queryClient: QueryClient,
  { key, request, suggestion, after }: TriageAction,
  onFailure: OnFailure,
): Promise<void> {
  try {
    const { id } = await runAction(request)
    // It can be undone while it is being written.
    update(key, { writtenId: id, ...(find(key).state === 'sending' && { state: 'done' }) })
    store(queryClient, suggestion.id, after)
  } catch (error) {
    if (find(key).state === 'undoing') {
      update(key, { state: 'undone' })
      return
    }
    const { message: reason } = describeError(error)
    const failed = update(key, { state: 'failed', reason })
    count(queryClient, failed, 1)
    onFailure(failed, reason)
  }
}

export function undo(queryClient: QueryClient, { key }: TriageAction, onFailure: OnFailure): void {
  const undone = update(key, { state: 'undoing' })
  count(queryClient, undone, 1)
  enqueueWrite(() => writeUndo(queryClient, key, onFailure))
}

async function writeUndo(
  queryClient: QueryClient,
  key: number,
  onFailure: OnFailure,
): Promise<void> {
  const { writtenId, suggestion, before } = find(key)
  // It failed, so there is nothing to undo.
  if (writtenId === undefined) return
  try {
    await undoAction(writtenId)
    update(key, { state: 'undone' })
    store(queryClient, suggestion.id, before)
  } catch (error) {
    const kept = update(key, { state: 'done' })
    count(queryClient, kept, -1)
    onFailure(kept, describeError(error).message)
    void queryClient.invalidateQueries({
      queryKey: queryKeys.belonging('suggestions', 'suggestions', suggestion.id),
    })
  }
}

/** What failed is sent again as a new action. */
export function forget({ key }: TriageAction): void {
  change({ actions: session.actions.filter((one) => one.key !== key) })
}
