// The current suggestion and what can be done with it.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SuggestionAction } from '../../api/suggestion-actions.ts'
import type { Item, Values } from '../../api/triage.ts'
import { notify } from '../../components/toasts.tsx'
import { undoLast } from '../../components/undo.ts'
import { t } from '../../core/i18n.ts'
import type { TriageSearch } from '../suggestions/search.ts'
import { usePrefetch, useQueue } from './queue.ts'
import { rememberLabel } from './recent-labels.ts'
import {
  currentSession,
  forget,
  markVisited,
  perform,
  skip,
  undo,
  useTriageSession,
} from './session.ts'
import {
  findNext,
  findPrevious,
  findUndoable,
  isSettled,
  isSettling,
  type TriageAction,
} from './session-state.ts'
import { VERBS } from './verbs.ts'

type Request = Omit<SuggestionAction, 'query'>

export function useTriage() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const search = useSearch({ from: '/triage' })
  const session = useTriageSession()
  const queue = useQueue(search, session)
  const asked = search.suggestion === undefined ? undefined : Number(search.suggestion)
  const current = asked ?? queue.waiting[0]
  usePrefetch(queue.waiting, current)

  const change = (changes: TriageSearch) =>
    void navigate({
      to: '/triage',
      search: (before: TriageSearch) => ({ ...before, ...changes }),
      replace: true,
    })
  const show = (id: number | undefined) => change({ suggestion: id?.toString() })

  useEffect(() => {
    if (current === undefined) return
    markVisited(current)
    // A reload shows the same suggestion.
    if (asked === undefined)
      void navigate({
        to: '/triage',
        search: (before: TriageSearch) => ({ ...before, suggestion: String(current) }),
        replace: true,
      })
  }, [current, asked, navigate])

  const advance = () => {
    if (current !== undefined) show(findNext(currentSession(), queue.waiting, current))
  }
  const reportFailure = (action: TriageAction, reason: string) => {
    const { id, title } = action.suggestion
    const undoFailed = action.state === 'done'
    notify({
      message: t(undoFailed ? 'triage.undo_failed' : VERBS[action.request.action].failed, {
        title,
        reason,
      }),
      tone: 'danger',
      action: { label: t('triage.show'), run: () => show(id) },
    })
  }

  const act = ({ suggestion, values }: Item, request: Request, after: Partial<Values>) => {
    const { id, title, links } = suggestion
    // A key can come twice before the next suggestion shows.
    if (isSettled(currentSession(), id)) return
    const names = Object.keys(after) as (keyof Values)[]
    const action = perform(
      queryClient,
      {
        suggestion: { id, title, forum: links.forum },
        request: { ids: [id], ...request },
        before: Object.fromEntries(names.map((name) => [name, values[name]])),
        after,
      },
      reportFailure,
    )
    if (isSettling(action)) advance()
  }

  return {
    search,
    session,
    queue,
    current,
    change,
    show,
    act,
    toggleLabel(item: Item, label: number) {
      const { labels } = item.values
      const has = labels.includes(label)
      if (!has) rememberLabel(label)
      act(
        item,
        { action: has ? 'unlabel' : 'label', links: { label } },
        { labels: has ? labels.filter((id) => id !== label) : [...labels, label] },
      )
    },
    skip() {
      if (current === undefined) return
      skip(current)
      advance()
    },
    goBack() {
      const previous = findPrevious(session, current)
      if (previous !== undefined) show(previous)
    },
    undo(action = findUndoable(session)) {
      if (!action) return undoLast()
      undo(queryClient, action, reportFailure)
      show(action.suggestion.id)
    },
    retry(action: TriageAction) {
      forget(action)
      const again = perform(queryClient, action, reportFailure)
      if (isSettling(again)) advance()
    },
    forget,
  }
}

export type Triage = ReturnType<typeof useTriage>
