// The queue is empty: what was done in this session, and what else there is.
import { CheckCheck, Inbox } from 'lucide-react'
import { useNewCount, useOtherCount } from '../../api/new-suggestions.ts'
import type { SuggestionAction } from '../../api/suggestion-actions.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { forgetSkipped } from './session.ts'
import { isInForce, type Session } from './session-state.ts'
import type { Triage } from './use-triage.ts'
import { VERBS } from './verbs.ts'

export function AllDone({ triage }: { triage: Triage }) {
  const { session, search, queue } = triage
  const left = useNewCount(search.forum) ?? 0
  const others = useOtherCount() ?? 0
  const counts = countActions(session)
  const skipped = queue.skippedCount
  const arrived = left - skipped
  const hasActions = counts.length > 0
  return (
    <EmptyState
      icon={hasActions ? CheckCheck : Inbox}
      title={t(hasActions ? 'triage.all_done' : 'triage.empty')}
      hint={t(hasActions ? 'triage.all_done_hint' : 'triage.empty_hint')}
    >
      {hasActions && (
        <ul aria-label={t('triage.session')} className="w-full space-y-1 pb-2">
          {counts.map(([action, count]) => (
            <li key={action} className="tabular-nums">
              {t(VERBS[action].counted, { count })}
            </li>
          ))}
        </ul>
      )}
      {skipped > 0 && (
        <Button look="primary" onPress={forgetSkipped}>
          {t('triage.show_skipped', { count: skipped })}
        </Button>
      )}
      {arrived > 0 && !queue.isFetching && (
        <Button look="primary" onPress={() => void queue.refetch()}>
          {t('triage.show_arrived', { count: arrived })}
        </Button>
      )}
      {others > 0 && (
        <Button look="primary" onPress={() => triage.change({ show: 'others' })}>
          {t('triage.show_others', { count: others })}
        </Button>
      )}
      {search.forum !== undefined && (
        <Button onPress={() => triage.change({ forum: undefined })}>
          {t('triage.all_forums')}
        </Button>
      )}
      {hasActions && (
        <Button keys="u" onPress={() => triage.undo()}>
          {t('triage.undo_last')}
        </Button>
      )}
    </EmptyState>
  )
}

/** Attaching and removing a label is one line. */
function countActions({ actions }: Session): [SuggestionAction['action'], number][] {
  const counts = new Map<SuggestionAction['action'], number>()
  for (const { request } of actions.filter(isInForce)) {
    const action = request.action === 'unlabel' ? 'label' : request.action
    counts.set(action, (counts.get(action) ?? 0) + 1)
  }
  return [...counts]
}
