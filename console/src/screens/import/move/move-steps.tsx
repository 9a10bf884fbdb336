// The steps of a move after the account is connected.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookOpen, Download, Play, RefreshCw, Square, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ProgressBar } from 'react-aria-components'
import {
  deleteMoveFolder,
  lookOf,
  type Move,
  type MoveReport,
  moveQuery,
  moveReportQuery,
  progressOf,
  readMove,
  reportPageOf,
  runMove,
  stopMove,
  undoMove,
  undoneOf,
} from '../../../api/moves.ts'
import { Button, buttonClass } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { FoldedSection, Section } from '../../../components/record/section.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { ErrorState, SkeletonLines } from '../../../components/states.tsx'
import { Table } from '../../../components/table.tsx'
import { formatNumber, formatTime, t } from '../../../core/i18n.ts'
import { Connect } from './connect.tsx'
import { MapStep } from './map-step.tsx'
import { Notice } from './notice.tsx'
import { kindText, type StepProps, TaskButton, useAct } from './parts.tsx'
import type { Phase } from './phases.ts'
import { KINDS } from './sources.ts'
import { TryStep } from './try-step.tsx'
import { useOpenMove } from './use-open-move.ts'

const STEPS: Record<Phase, (props: StepProps) => ReactNode> = {
  looking: Working,
  look_failed: LookFailed,
  looked: Looked,
  reading: Working,
  read_ended: ReadEnded,
  mapping: MapStep,
  trying: Working,
  tried: TryStep,
  running: Working,
  run_ended: RunEnded,
  completed: Completed,
  undoing: Working,
  undo_ended: UndoEnded,
  undone: Undone,
}

export function MoveSteps({ move, phase }: StepProps & { phase: Phase }) {
  const Step = STEPS[phase]
  return <Step move={move} />
}

const inOrder = <T,>(values: Record<string, T>): [string, T][] =>
  Object.entries(values).sort(([one], [other]) => KINDS.indexOf(one) - KINDS.indexOf(other))

function Working({ move }: StepProps) {
  const { actOrReport, isPending } = useAct()
  const rows = inOrder(progressOf(move))
  const step = t(`import.move.doing.${(move.step ?? 'waiting') as 'waiting'}`)
  return (
    <Section
      title={step}
      actions={
        <Button
          icon={Square}
          isPending={isPending}
          onPress={() => actOrReport(() => stopMove(move.id))}
        >
          {t('import.move.stop')}
        </Button>
      }
    >
      <div className="space-y-4">
        {move.reason && <Notice tone="warning">{move.reason}</Notice>}
        <p className="max-w-[80ch] text-sm text-muted">{t('import.move.can_close')}</p>
        {rows.length === 0 ? (
          <ProgressBar aria-label={step} isIndeterminate className="block">
            <span className="block h-1 overflow-hidden rounded bg-hover">
              <span className="block h-full w-1/3 animate-pulse bg-accent" />
            </span>
          </ProgressBar>
        ) : (
          <ul aria-label={step} className="space-y-3">
            {rows.map(([kind, { done, total }]) => (
              <li key={kind}>
                <KindProgress label={kindText(kind)} done={done} total={total} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

/** Where the source does not say how many there are, only the number grows. */
const KindProgress = ({
  label,
  done,
  total,
}: {
  label: string
  done: number
  total: number | null
}) =>
  total === null ? (
    <KindLine label={label} count={formatNumber(done)} />
  ) : (
    <ProgressBar aria-label={label} value={done} maxValue={Math.max(1, total)} className="block">
      {({ percentage = 0 }) => (
        <>
          <KindLine
            label={label}
            count={t('import.move.of', { done: formatNumber(done), total: formatNumber(total) })}
          />
          <span className="block h-1 overflow-hidden rounded bg-hover">
            <span className="block h-full bg-accent" style={{ width: `${percentage}%` }} />
          </span>
        </>
      )}
    </ProgressBar>
  )

const KindLine = ({ label, count }: { label: string; count: string }) => (
  <span className="mb-1 flex items-baseline justify-between gap-4 text-sm">
    <span>{label}</span>
    <span className="text-xs text-muted tabular-nums">{count}</span>
  </span>
)

function LookFailed({ move }: StepProps) {
  const open = useOpenMove()
  const queryClient = useQueryClient()
  const onStarted = (started: Move) => {
    queryClient.setQueryData(moveQuery(started.id).queryKey, started)
    open(started.id)
  }
  return (
    <div className="space-y-6">
      {move.reason ? (
        <Notice tone="danger">{move.reason}</Notice>
      ) : (
        <p className="text-sm text-muted">{t('import.move.look_stopped')}</p>
      )}
      <Connect key={move.id} known={move} onStarted={onStarted} />
      {move.state !== 'new' && (
        <div className="flex justify-end">
          <UndoButton move={move} />
        </div>
      )}
    </div>
  )
}

function Looked({ move }: StepProps) {
  const isBrought = move.state !== 'new'
  const { counts, others, left_out: missing = [] } = lookOf(move) ?? { counts: {}, others: {} }
  const rows = inOrder(counts).filter(([, count]) => count !== 0)
  const left = Object.entries(others)
  const isEmpty = rows.length === 0
  return (
    <div className="space-y-6">
      <Section title={t('import.move.will_come')}>
        {isEmpty ? (
          <p className="text-sm text-muted">{t('import.move.empty')}</p>
        ) : (
          <Counts label={t('import.move.will_come')} rows={rows} />
        )}
      </Section>
      {missing.length > 0 && (
        <Section title={t('import.move.will_not_come')}>
          <ul
            aria-label={t('import.move.will_not_come')}
            className="max-w-[80ch] space-y-1 text-sm"
          >
            {missing.map(({ kind, reason }) => (
              <li key={`${kind} ${reason}`}>
                <span className="inline-block text-muted first-letter:uppercase">
                  {kindText(kind)}:
                </span>{' '}
                {reason}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {left.length > 0 && (
        <Section title={t('import.move.will_not_come')}>
          <p className="mb-2 max-w-[80ch] text-sm text-muted">
            {t('import.move.will_not_come_hint')}
          </p>
          <Counts label={t('import.move.will_not_come')} rows={left} />
        </Section>
      )}
      <ul className="list-disc space-y-1 ps-5 text-sm text-muted">
        <li>{t('import.move.promise.silent')}</li>
        <li>{t('import.move.promise.unchanged')}</li>
        <li>{t('import.move.promise.as_is')}</li>
        <li>{t('import.move.promise.undo')}</li>
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        {move.state !== 'new' && <UndoButton move={move} />}
        <TaskButton
          move={move}
          label={t(isBrought ? 'import.move.repeat' : 'import.move.run_as_is')}
          icon={Play}
          task={runMove}
          isPrimary={isBrought}
          isDisabled={isEmpty}
        />
        {!isBrought && (
          <TaskButton
            move={move}
            label={t('import.move.read')}
            icon={BookOpen}
            task={readMove}
            isPrimary
            isDisabled={isEmpty}
          />
        )}
      </div>
    </div>
  )
}

const Counts = ({ label, rows }: { label: string; rows: [string, number | null][] }) => (
  <div className="max-w-[560px]">
    <Table
      label={label}
      keyOf={([kind]) => kind}
      rows={rows}
      columns={[
        { id: 'kind', label: t('import.move.kind'), render: ([kind]) => kindText(kind) },
        {
          id: 'count',
          label: t('import.move.records'),
          align: 'end',
          render: ([, count]) => (count === null ? t('import.move.unknown') : formatNumber(count)),
        },
      ]}
    />
  </div>
)

function ReadEnded({ move }: StepProps) {
  return (
    <div className="space-y-6">
      {move.task_state === 'failed' && move.reason ? (
        <Notice tone="danger">{move.reason}</Notice>
      ) : (
        <Notice tone="warning">{t('import.move.read_stopped')}</Notice>
      )}
      <p className="max-w-[80ch] text-sm text-muted">{t('import.move.read_stopped_hint')}</p>
      <div className="flex justify-end">
        <TaskButton
          move={move}
          label={t('import.move.continue')}
          icon={Play}
          task={readMove}
          isPrimary
        />
      </div>
    </div>
  )
}

function RunEnded({ move }: StepProps) {
  return (
    <div className="space-y-6">
      {move.task_state === 'failed' && move.reason ? (
        <Notice tone="danger">{move.reason}</Notice>
      ) : (
        <Notice tone="warning">{t('import.move.stopped')}</Notice>
      )}
      <p className="max-w-[80ch] text-sm text-muted">{t('import.move.stopped_hint')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        {move.state !== 'new' && <UndoButton move={move} />}
        <TaskButton
          move={move}
          label={t('import.move.continue')}
          icon={Play}
          task={runMove}
          isPrimary
        />
      </div>
    </div>
  )
}

function UndoButton({ move }: StepProps) {
  const { act, isPending } = useAct()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button icon={Undo2} onPress={() => setAsking(true)}>
        {t('import.move.undo')}
      </Button>
      <Confirm
        title={t('import.move.undo')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={t('import.move.undo_confirm')}
        isDangerous
        isPending={isPending}
        onConfirm={() =>
          void act(() => undoMove(move.id)).then(() => setAsking(false), reportFailure)
        }
      >
        <ul className="list-disc space-y-1 ps-5 text-sm">
          <li>{t('import.move.undo_removed')}</li>
          <li>{t('import.move.undo_kept')}</li>
        </ul>
      </Confirm>
    </>
  )
}

function Completed({ move }: StepProps) {
  const { actOrReport, isPending } = useAct()
  return (
    <div className="space-y-6">
      {move.has_report ? (
        <Result move={move} />
      ) : (
        <p className="text-sm text-muted">{t('import.move.by_command')}</p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {move.has_folder && (
          <Button
            icon={Trash2}
            isPending={isPending}
            onPress={() => actOrReport(() => deleteMoveFolder(move.id))}
          >
            {t('import.move.delete_folder')}
          </Button>
        )}
        <UndoButton move={move} />
        <TaskButton move={move} label={t('import.move.repeat')} icon={RefreshCw} task={runMove} />
      </div>
      {move.has_folder && (
        <p className="max-w-[80ch] text-sm text-muted">{t('import.move.folder_hint')}</p>
      )}
    </div>
  )
}

function Result({ move }: StepProps) {
  const query = useQuery(moveReportQuery(move))
  return (
    <>
      {move.verified ? (
        <Notice tone="success">{t('import.move.verified')}</Notice>
      ) : (
        <Notice tone="danger">{t('import.move.not_verified')}</Notice>
      )}
      {query.isPending ? (
        <SkeletonLines lines={6} />
      ) : query.data ? (
        <ReportTables report={query.data} />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      <p>
        <a href={reportPageOf(move)} download className={buttonClass()}>
          <Download size={16} aria-hidden />
          {t('import.move.report')}
        </a>
      </p>
      {move.task_ended_at && (
        <p className="text-sm text-muted">
          {t('import.move.ended', { time: formatTime(move.task_ended_at) })}
        </p>
      )}
    </>
  )
}

type KindCounts = Record<'created' | 'changed' | 'unchanged' | 'matched' | 'left_out', number>
const COLUMNS = ['created', 'changed', 'unchanged', 'matched', 'left_out'] as const
const MAX_SHOWN = 20

function ReportTables({ report }: { report: MoveReport }) {
  const kinds = inOrder(report.kinds as Record<string, KindCounts>).filter(([, counts]) =>
    Object.values(counts).some((count) => count > 0),
  )
  const differing = [
    ...report.checks
      .filter(({ isEqual }) => !isEqual)
      .map(({ name, expected, found }) => ({
        what: name.replaceAll('_', ' '),
        there: formatNumber(expected),
        here: formatNumber(found),
      })),
    ...report.differences.map(({ kind, key, field, expected, found }) => ({
      what: `${kindText(kind)} ${key}: ${field}`,
      there: expected.slice(0, 200),
      here: found.slice(0, 200),
    })),
  ]
  const bySource = report.left_out_by_source.map(({ kind, key, reason }) => ({
    isWhole: key === undefined,
    about: [kindText(kind), key].filter(Boolean).join(' '),
    message: reason,
  }))
  const mapped = report.mapped_values ?? []
  const dead = report.dead_links ?? { count: 0, listed: [] }
  // Whole kinds first: only the first notes are shown.
  const notes = [
    ...bySource.filter(({ isWhole }) => isWhole),
    ...report.problems.map(({ file, key, message }) => ({
      about: [kindText(file.replace('.ndjson', '')), key].filter(Boolean).join(' '),
      message,
    })),
    ...bySource.filter(({ isWhole }) => !isWhole),
  ]
  return (
    <>
      <Section title={t('import.move.brought')}>
        <Table
          label={t('import.move.brought')}
          keyOf={([kind]) => kind}
          rows={kinds}
          columns={[
            { id: 'kind', label: t('import.move.kind'), render: ([kind]) => kindText(kind) },
            ...COLUMNS.map((name) => ({
              id: name,
              label: t(`import.move.count.${name}`),
              align: 'end' as const,
              render: ([, counts]: [string, KindCounts]) => formatNumber(counts[name]),
            })),
          ]}
        />
        <p className="mt-2 text-sm text-muted">
          {t('import.move.sampled', {
            count: report.sampled,
            shown: formatNumber(report.sampled),
          })}
        </p>
      </Section>
      {differing.length > 0 && (
        <Section title={t('import.move.differences')} count={differing.length}>
          <Table
            label={t('import.move.differences')}
            keyOf={({ what, there }) => `${what} ${there}`}
            rows={differing.slice(0, MAX_SHOWN)}
            columns={[
              { id: 'what', label: t('import.move.what'), render: ({ what }) => what },
              { id: 'there', label: t('import.move.there'), render: ({ there }) => there },
              { id: 'here', label: t('import.move.here'), render: ({ here }) => here },
            ]}
          />
          {differing.length > MAX_SHOWN && <MoreInReport />}
        </Section>
      )}
      {dead.count > 0 && (
        <FoldedSection title={t('import.move.dead_links')} count={dead.count}>
          <ul aria-label={t('import.move.dead_links')} className="space-y-1 text-sm">
            {dead.listed.slice(0, MAX_SHOWN).map(({ kind, key, address }) => (
              <li key={`${kind} ${key} ${address}`} className="[overflow-wrap:anywhere]">
                <span className="text-muted">
                  {kindText(kind)} {key}:
                </span>{' '}
                {address}
              </li>
            ))}
          </ul>
          {dead.count > MAX_SHOWN && <MoreInReport />}
        </FoldedSection>
      )}
      {mapped.length > 0 && (
        <FoldedSection title={t('import.move.mapped')} count={mapped.length}>
          <ul aria-label={t('import.move.mapped')} className="space-y-1 text-sm">
            {mapped.map(({ kind, value, to }) => (
              <li key={`${kind} ${value}`} className="[overflow-wrap:anywhere]">
                <span className="text-muted">{kindText(kind)}:</span> {value} →{' '}
                {to ?? t('import.move.mapped_left_out')}
              </li>
            ))}
          </ul>
        </FoldedSection>
      )}
      {notes.length > 0 && (
        <Section title={t('import.move.left_out')} count={notes.length}>
          <ul aria-label={t('import.move.left_out')} className="space-y-1 text-sm">
            {notes.slice(0, MAX_SHOWN).map(({ about, message }) => (
              <li key={`${about} ${message}`} className="[overflow-wrap:anywhere]">
                <span className="font-medium">{about}:</span> {message}
              </li>
            ))}
          </ul>
          {notes.length > MAX_SHOWN && <MoreInReport />}
        </Section>
      )}
    </>
  )
}

const MoreInReport = () => (
  <p className="mt-2 text-sm text-muted">{t('import.move.more_in_report')}</p>
)

function UndoEnded({ move }: StepProps) {
  return (
    <div className="space-y-6">
      <Notice tone="warning">{move.reason ?? t('import.move.undo_stopped')}</Notice>
      <div className="flex justify-end">
        <UndoButton move={move} />
      </div>
    </div>
  )
}

function Undone({ move }: StepProps) {
  const undone = undoneOf(move)
  return (
    <Notice tone="success">
      {undone
        ? t('import.move.undone', {
            removed: formatNumber(undone.removed),
            count: undone.kept,
            kept: formatNumber(undone.kept),
          })
        : t('import.move.phase.undone')}
    </Notice>
  )
}
