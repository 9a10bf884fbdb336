// What happened to the suggestion: a write that failed, what was done in this session, or what others did.
import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Item } from '../../api/triage.ts'
import { Button } from '../../components/button.tsx'
import { t } from '../../core/i18n.ts'
import { isInForce, isSettling, type TriageAction } from './session-state.ts'
import type { Triage } from './use-triage.ts'
import { isHandledElsewhere, VERBS } from './verbs.ts'

export function ItemNotices({ item, triage }: { item: Item; triage: Triage }) {
  const own = triage.session.actions.filter((one) => one.suggestion.id === item.suggestion.id)
  const settled = own.find((one) => isSettling(one) && isInForce(one))
  return (
    <>
      {own
        .filter(({ state }) => state === 'failed')
        .map((action) => (
          <Failed key={action.key} action={action} triage={triage} />
        ))}
      {settled ? (
        <Notice>
          <p className="min-w-0 flex-1">{t(VERBS[settled.request.action].done)}</p>
          <Button onPress={() => triage.undo(settled)}>{t('shell.undo')}</Button>
        </Notice>
      ) : (
        isHandledElsewhere(item) && (
          <Notice>
            <p className="min-w-0 flex-1">{t('triage.handled_elsewhere')}</p>
          </Notice>
        )
      )}
    </>
  )
}

const Failed = ({ action, triage }: { action: TriageAction; triage: Triage }) => (
  <div
    role="alert"
    className="flex flex-wrap items-center gap-2 rounded border border-danger px-3 py-2 text-sm"
  >
    <CircleAlert size={16} aria-hidden className="shrink-0 text-danger" />
    <p className="min-w-0 flex-1 break-words">
      {t(VERBS[action.request.action].failed, {
        title: action.suggestion.title,
        reason: action.reason,
      })}
    </p>
    <Button onPress={() => triage.retry(action)}>{t('shell.retry')}</Button>
    <Button look="quiet" onPress={() => triage.forget(action)}>
      {t('triage.dismiss')}
    </Button>
  </div>
)

const Notice = ({ children }: { children: ReactNode }) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-2 rounded border border-border bg-sunken px-3 py-2 text-sm"
  >
    <Info size={16} aria-hidden className="shrink-0 text-muted" />
    {children}
  </div>
)
