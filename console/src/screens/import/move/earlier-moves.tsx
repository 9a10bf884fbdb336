import { Link } from '@tanstack/react-router'
import { Cloud } from 'lucide-react'
import type { Move } from '../../../api/moves.ts'
import { NothingHere } from '../../../components/record/record-list.tsx'
import { Section } from '../../../components/record/section.tsx'
import { formatAge, formatTime, t } from '../../../core/i18n.ts'
import { type Phase, phaseOf } from './phases.ts'
import { sourceName } from './sources.ts'

export const EarlierMoves = ({ moves }: { moves: Move[] }) => (
  <Section title={t('import.move.earlier')}>
    {moves.length === 0 ? (
      <NothingHere>{t('import.move.none_yet')}</NothingHere>
    ) : (
      <ul
        aria-label={t('import.move.earlier')}
        className="divide-y divide-border rounded border border-border"
      >
        {moves.map((move) => (
          <li key={move.id}>
            <Item move={move} />
          </li>
        ))}
      </ul>
    )}
  </Section>
)

const Item = ({ move }: { move: Move }) => (
  <Link
    to="/import/$id"
    params={{ id: 'move' }}
    search={{ open: move.id } as never}
    className="flex items-center gap-3 px-3 py-2 text-sm hover:bg-hover"
  >
    <Cloud size={16} aria-hidden className="shrink-0 text-muted" />
    <span className="min-w-0 flex-1">
      <span dir="ltr" className="block truncate font-medium">
        {move.account}
      </span>
      <span className="block text-muted">
        {sourceName(move)},{' '}
        <time dateTime={move.updated_at} title={formatTime(move.updated_at)}>
          {formatAge(move.updated_at)}
        </time>
      </span>
    </span>
    <PhaseBadge phase={phaseOf(move)} />
  </Link>
)

const TONES: Partial<Record<Phase, string>> = {
  completed: 'text-success border-success',
  look_failed: 'text-danger border-danger',
  run_ended: 'text-warning border-warning',
  undo_ended: 'text-warning border-warning',
}

const PhaseBadge = ({ phase }: { phase: Phase }) => (
  <span
    className={`inline-flex h-5 items-center rounded-sm border px-1.5 text-xs whitespace-nowrap ${TONES[phase] ?? 'border-border text-muted'}`}
  >
    {t(`import.move.phase.${phase}`)}
  </span>
)
