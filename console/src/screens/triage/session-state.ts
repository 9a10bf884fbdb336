// What triage knows of a session: which suggestions are done, which come next, and what a suggestion looks like meanwhile.
import type { SuggestionAction } from '../../api/suggestion-actions.ts'
import type { Item, Values } from '../../api/triage.ts'

export type TriageAction = {
  key: number
  suggestion: { id: number; title: string; forum: number }
  request: SuggestionAction
  before: Partial<Values>
  after: Partial<Values>
  state: 'sending' | 'done' | 'failed' | 'undoing' | 'undone'
  /** Why it failed. */
  reason?: string
  /** The bulk action, once it is written. */
  writtenId?: number
}

export type Session = {
  actions: readonly TriageAction[]
  /** In the order in which they were shown. */
  visited: readonly number[]
  skipped: ReadonlySet<number>
}

const SETTLING: readonly string[] = ['approve', 'spam', 'delete', 'merge']

/** Whether the suggestion leaves the queue by it. One that others are merged into stays. */
export const isSettling = ({
  request,
  suggestion,
}: Pick<TriageAction, 'request' | 'suggestion'>): boolean =>
  SETTLING.includes(request.action) && request.links?.suggestion !== suggestion.id

export const isInForce = ({ state }: TriageAction): boolean =>
  state === 'sending' || state === 'done'

export const isSettled = ({ actions }: Session, id: number): boolean =>
  actions.some((one) => one.suggestion.id === id && isSettling(one) && isInForce(one))

/** Those that are merged, spam or deleted by now. */
export const goneIds = ({ actions }: Session): number[] =>
  actions
    .filter((one) => isSettling(one) && isInForce(one) && one.request.action !== 'approve')
    .map(({ suggestion }) => suggestion.id)

export const isSaving = ({ state }: TriageAction): boolean =>
  state === 'sending' || state === 'undoing'

/** The values of the service, with what is still being written. */
export function withPending(item: Item, { actions }: Session): Item {
  const values = { ...item.values }
  for (const action of actions) {
    if (action.suggestion.id !== item.suggestion.id) continue
    if (action.state === 'sending') Object.assign(values, action.after)
    if (action.state === 'undoing') Object.assign(values, action.before)
  }
  return { ...item, values }
}

/** The latest action that is in force. */
export const findUndoable = ({ actions }: Session): TriageAction | undefined =>
  actions.findLast(isInForce)

/** After the current one: those that were shown and left open, then the queue. */
export function findNext(session: Session, waiting: number[], current: number): number | undefined {
  const isOpen = (id: number) => !session.skipped.has(id) && !isSettled(session, id)
  const later = session.visited.slice(session.visited.indexOf(current) + 1)
  return later.find(isOpen) ?? waiting.find((id) => id !== current && isOpen(id))
}

export function findPrevious(
  { visited }: Session,
  current: number | undefined,
): number | undefined {
  const index = current === undefined ? -1 : visited.indexOf(current)
  return visited[index === -1 ? visited.length - 1 : index - 1]
}
