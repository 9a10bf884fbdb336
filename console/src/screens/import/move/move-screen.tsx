// Moves a whole account in: connect, look, map, try, bring, compare. The service does the work, so the page can be closed at any step.
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Check, Circle } from 'lucide-react'
import { filesOf, isRunning, type Move, moveQuery, movesQuery } from '../../../api/moves.ts'
import { buttonClass } from '../../../components/button.tsx'
import { PageTitle } from '../../../components/page-title.tsx'
import { ErrorState, SkeletonLines } from '../../../components/states.tsx'
import { formatBytes } from '../../../core/format-bytes.ts'
import { t } from '../../../core/i18n.ts'
import { Connect } from './connect.tsx'
import { EarlierMoves } from './earlier-moves.tsx'
import { MoveSteps } from './move-steps.tsx'
import { phaseOf, type StepName, stepOf } from './phases.ts'
import { sourceName } from './sources.ts'
import { useOpenMove } from './use-open-move.ts'

export default function MoveScreen() {
  const { open } = useSearch({ strict: false }) as { open?: string | number }
  const id = Number(open)
  return (
    <div className="mx-auto w-full max-w-[960px] space-y-6 p-4 md:p-6">
      <PageTitle name={t('import.move')} />
      <div className="space-y-1">
        <Link
          to="/import"
          className="inline-flex items-center gap-1 text-sm text-muted hover:text-text"
        >
          <ArrowLeft size={14} aria-hidden className="rtl:rotate-180" />
          {t('shell.import')}
        </Link>
        <h1 className="text-xl font-semibold">{t('import.move')}</h1>
      </div>
      {Number.isSafeInteger(id) && id > 0 ? <Opened key={id} id={id} /> : <Begin />}
    </div>
  )
}

/** One that runs is what somebody who comes back looks for. */
function Begin() {
  const query = useQuery(movesQuery)
  const open = useOpenMove()
  if (query.isPending) return <SkeletonLines lines={8} />
  if (!query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const running = query.data.find(isRunning)
  if (running) return <Shown move={running} />
  return (
    <>
      <Steps current="connect" />
      <Connect onStarted={({ id }) => open(id)} />
      <EarlierMoves moves={query.data} />
    </>
  )
}

function Opened({ id }: { id: number }) {
  const query = useQuery(moveQuery(id))
  if (query.isPending) return <SkeletonLines lines={8} />
  if (!query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <Shown move={query.data} />
}

function Shown({ move }: { move: Move }) {
  const phase = phaseOf(move)
  return (
    <>
      <Steps current={stepOf(phase)} isDone={phase === 'completed'} />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span dir="ltr" className="font-medium [overflow-wrap:anywhere]">
          {move.account}
        </span>
        <span className="min-w-0 text-muted [overflow-wrap:anywhere]">
          {[
            sourceName(move),
            ...(filesOf(move) ?? []).map(
              ({ name, size_in_bytes }) => `${name} (${formatBytes(size_in_bytes)})`,
            ),
          ].join(', ')}
        </span>
        {!isRunning(move) && (
          <Link to="/import/$id" params={{ id: 'move' }} className={buttonClass()}>
            {t('import.move.another')}
          </Link>
        )}
      </p>
      <MoveSteps move={move} phase={phase} />
    </>
  )
}

const STEPS: StepName[] = ['connect', 'look', 'map', 'try', 'run', 'verify']

function Steps({ current, isDone = false }: { current: StepName; isDone?: boolean }) {
  const place = STEPS.indexOf(current)
  return (
    <ol
      aria-label={t('import.move.steps')}
      className="grid grid-cols-6 gap-2 text-sm max-md:grid-cols-3 max-md:text-xs"
    >
      {STEPS.map((name, i) => {
        const isOver = i < place || isDone
        const Icon = isOver ? Check : Circle
        return (
          <li
            key={name}
            {...(i === place && { 'aria-current': 'step' as const })}
            className={`flex min-w-0 items-center gap-1.5 border-t-2 pt-2 max-md:flex-col max-md:items-start ${i <= place ? 'border-accent' : 'border-border text-muted'} ${i === place ? 'font-semibold' : ''}`}
          >
            <Icon size={14} aria-hidden className={`shrink-0 ${isOver ? 'text-accent' : ''}`} />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {t(`import.move.step.${name}`)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
