// Triage: one new suggestion after the other, with the keyboard, and likewise everything else that waits.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useHasRole, useSession } from '../../api/session.ts'
import { type Item, itemQuery, similarQuery } from '../../api/triage.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { DIGITS, useShortcut } from '../../core/shortcuts.ts'
import { ActionBar } from './action-bar.tsx'
import { AllDone } from './all-done.tsx'
import { OtherQueue } from './other-queue.tsx'
import { Questions } from './questions.tsx'
import { Queues } from './queues.tsx'
import { goneIds, withPending } from './session-state.ts'
import { SimilarList } from './similar-list.tsx'
import { TriageHeader } from './triage-header.tsx'
import { TriageItem } from './triage-item.tsx'
import { type Triage, useTriage } from './use-triage.ts'
import { DIRECT, isHandledElsewhere, type Question } from './verbs.ts'

export default function TriageScreen() {
  return useHasRole('admin') ? <TriageQueue /> : <NotAllowed />
}

function NotAllowed() {
  const { role } = useSession()
  return (
    <>
      <PageTitle name={t('shell.triage')} />
      <h1 className="sr-only">{t('shell.triage')}</h1>
      <EmptyState
        icon={Lock}
        title={t('triage.not_allowed')}
        hint={t('triage.not_allowed_hint', {
          role: t(`shell.role.${role}`),
          needed: t('shell.role.admin'),
        })}
      >
        <Link to="/suggestions" search={{ state: 'new' }} className="text-accent hover:underline">
          {t('triage.see_new')}
        </Link>
      </EmptyState>
    </>
  )
}

function TriageQueue() {
  const { show } = useSearch({ from: '/triage' })
  return show === 'others' ? (
    <div className="flex h-full flex-col">
      <PageTitle name={t('shell.triage')} />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border px-4 py-2">
        <h1 className="text-xl font-semibold max-md:sr-only">{t('shell.triage')}</h1>
        <Queues />
      </header>
      <OtherQueue />
    </div>
  ) : (
    <SuggestionQueue />
  )
}

function SuggestionQueue() {
  const triage = useTriage()
  const { current, queue } = triage
  useShortcut('u', { label: 'shell.undo', group: 'triage' }, () => triage.undo())
  useShortcut('k', { label: 'triage.back', group: 'triage' }, triage.goBack)
  return (
    <div className="flex h-full flex-col">
      <PageTitle name={t('shell.triage')} />
      <TriageHeader triage={triage} />
      {current !== undefined ? (
        <Current id={current} triage={triage} />
      ) : queue.error ? (
        <ErrorState error={queue.error} onRetry={() => void queue.refetch()} />
      ) : queue.isExhausted && !queue.isPending ? (
        <AllDone triage={triage} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

const Loading = () => (
  <div className="max-w-[760px] flex-1 p-6">
    <SkeletonLines lines={8} />
  </div>
)

function Current({ id, triage }: { id: number; triage: Triage }) {
  const { data, error, refetch } = useQuery(itemQuery(id))
  useShortcut('n', { label: 'triage.skip', group: 'triage' }, triage.skip)
  useShortcut('j', { label: 'triage.skip', group: 'triage' }, triage.skip)
  if (error && !data)
    return (
      <div className="flex-1">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <Loading />
  return <Workplace item={withPending(data, triage.session)} triage={triage} />
}

function Workplace({ item, triage }: { item: Item; triage: Triage }) {
  const navigate = useNavigate()
  const { suggestion } = item
  const similar = useQuery(similarQuery(suggestion.id))
  const gone = goneIds(triage.session)
  const candidates = similar.data?.filter(({ id }) => !gone.includes(id))
  const [question, setQuestion] = useState<Question>()
  const [pick, setPick] = useState({ suggestion: 0, similar: undefined as number | undefined })
  const picked = pick.suggestion === suggestion.id ? pick.similar : undefined
  const setPicked = (similar: number | undefined) => setPick({ suggestion: suggestion.id, similar })
  const canAct = !isHandledElsewhere(item)

  const open = () =>
    void navigate({ to: '/suggestions/$id', params: { id: String(suggestion.id) } })
  const direct = ({ action, after }: (typeof DIRECT)[number]) =>
    action === 'approve' ? triage.act(item, { action }, after) : setQuestion(action)
  const merge = (target: number | undefined) => {
    setPicked(target)
    setQuestion('merge')
  }

  const [approve, spam, remove] = DIRECT as [
    (typeof DIRECT)[0],
    (typeof DIRECT)[0],
    (typeof DIRECT)[0],
  ]
  useShortcut('a', { label: 'triage.approve', group: 'triage', isEnabled: canAct }, () =>
    direct(approve),
  )
  useShortcut('!', { label: 'triage.spam', group: 'triage', isEnabled: canAct }, () => direct(spam))
  useShortcut('#', { label: 'triage.delete', group: 'triage', isEnabled: canAct }, () =>
    direct(remove),
  )
  useShortcut('l', { label: 'triage.label', group: 'triage', isEnabled: canAct }, () =>
    setQuestion('label'),
  )
  useShortcut('c', { label: 'triage.category', group: 'triage', isEnabled: canAct }, () =>
    setQuestion('category'),
  )
  useShortcut('e', { label: 'triage.status', group: 'triage', isEnabled: canAct }, () =>
    setQuestion('status'),
  )
  useShortcut('m', { label: 'triage.merge', group: 'triage', isEnabled: canAct }, () =>
    setQuestion('merge'),
  )
  useShortcut('o', { label: 'triage.open', group: 'triage' }, open)
  useShortcut(
    DIGITS,
    {
      label: 'triage.pick',
      group: 'triage',
      isEnabled: candidates !== undefined && candidates.length > 0,
    },
    (key) => setPicked(candidates?.[Number(key) - 1]?.id),
  )
  useShortcut(
    'Enter',
    { label: 'triage.merge_picked', group: 'triage', isEnabled: canAct && picked !== undefined },
    () => setQuestion('merge'),
  )

  return (
    <>
      <p role="status" className="sr-only">
        {suggestion.title}
      </p>
      <div className="grid min-h-0 flex-1 overflow-y-auto lg:grid-cols-[minmax(0,1fr)_380px] lg:overflow-hidden">
        <div className="min-w-0 lg:overflow-y-auto">
          <TriageItem item={item} triage={triage} onAsk={setQuestion} />
        </div>
        <aside className="min-w-0 border-border max-lg:border-t lg:overflow-y-auto lg:border-s">
          <SimilarList
            suggestion={suggestion}
            similar={candidates}
            error={similar.error}
            onRetry={() => void similar.refetch()}
            picked={picked}
            onPick={setPicked}
            onMerge={merge}
            canMerge={canAct}
          />
        </aside>
      </div>
      <ActionBar
        onDirect={direct}
        onAsk={setQuestion}
        onSkip={triage.skip}
        onBack={triage.goBack}
        onUndo={() => triage.undo()}
        isDisabled={!canAct}
      />
      <Questions
        item={item}
        triage={triage}
        question={question}
        mergeTarget={picked}
        onClose={() => setQuestion(undefined)}
      />
    </>
  )
}
