// A sample of the account as it would look here. It was loaded and taken back.
import { useQuery } from '@tanstack/react-query'
import { Download, MessageSquare, Pencil, Play, ThumbsUp } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  discardTrial,
  type MoveTrial,
  moveTrialQuery,
  runMove,
  trialPageOf,
} from '../../../api/moves.ts'
import { Button, buttonClass } from '../../../components/button.tsx'
import { Swatch } from '../../../components/fields.tsx'
import { RichText } from '../../../components/record/rich-text.tsx'
import { FoldedSection, Section } from '../../../components/record/section.tsx'
import { ErrorState, SkeletonLines } from '../../../components/states.tsx'
import { formatBytes } from '../../../core/format-bytes.ts'
import { formatNumber, formatTime, t } from '../../../core/i18n.ts'
import { Notice } from './notice.tsx'
import { kindText, type StepProps, TaskButton, useAct } from './parts.tsx'

type Tried = MoveTrial['suggestions'][number]

export function TryStep({ move }: StepProps) {
  const query = useQuery(moveTrialQuery(move))
  const { actOrReport, isPending } = useAct()
  return (
    <div className="space-y-6">
      <p className="max-w-[80ch] text-sm text-muted">{t('import.move.tried_hint')}</p>
      {query.isPending ? (
        <SkeletonLines lines={8} />
      ) : query.data ? (
        <Shown trial={query.data} />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <a href={trialPageOf(move)} download className={buttonClass()}>
          <Download size={16} aria-hidden />
          {t('import.move.trial_page')}
        </a>
        <Button
          icon={Pencil}
          isPending={isPending}
          onPress={() => actOrReport(() => discardTrial(move.id))}
        >
          {t('import.move.discard')}
        </Button>
        <TaskButton
          move={move}
          label={t('import.move.run')}
          icon={Play}
          task={runMove}
          isPrimary
          isDisabled={isPending}
        />
      </div>
    </div>
  )
}

function Shown({ trial }: { trial: MoveTrial }) {
  const { suggestions, problems, verified } = trial
  return (
    <>
      <Notice tone={verified ? 'success' : 'danger'}>
        {t(verified ? 'import.move.trial_verified' : 'import.move.trial_differs')}
      </Notice>
      {problems.length > 0 && (
        <FoldedSection title={t('import.move.left_out')} count={problems.length}>
          <ul className="space-y-1 text-sm">
            {problems.map(({ file, line, message }) => (
              <li key={`${file} ${line} ${message}`} className="[overflow-wrap:anywhere]">
                <span className="font-medium">{kindText(file.replace('.ndjson', ''))}:</span>{' '}
                {message}
              </li>
            ))}
          </ul>
        </FoldedSection>
      )}
      <Section title={t('import.move.tried')} count={suggestions.length}>
        <ul className="space-y-3" aria-label={t('import.move.tried')}>
          {suggestions.map((one, i) => (
            // Two can have the same title, and the list never changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <li key={i} className="rounded border border-border p-3">
              <Suggestion one={one} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

const Fact = ({ children, isNew = false }: { children: ReactNode; isNew?: boolean }) => (
  <span className="inline-flex min-h-5 max-w-full items-center gap-1 rounded-sm border border-border px-1.5 text-xs">
    {children}
    {isNew && <span className="text-muted">{t('import.move.new')}</span>}
  </span>
)

function Suggestion({ one }: { one: Tried }) {
  const { forum, status, category, labels, custom_fields } = one
  const fields = Object.entries(custom_fields as Record<string, unknown>)
  const files = (one.files ?? []).map(
    ({ name, size_in_bytes }) => `${name} (${formatBytes(size_in_bytes)})`,
  )
  const remarks = one.status_updates.length + one.comments.length + one.notes.length
  return (
    <article className="space-y-2 text-sm">
      <h3 dir="auto" className="font-medium [overflow-wrap:anywhere]">
        {one.title}
      </h3>
      <p className="flex flex-wrap items-center gap-1.5">
        <span className="inline-flex items-center gap-1 text-xs text-muted tabular-nums">
          <ThumbsUp size={12} aria-hidden />
          {t('import.move.tried_votes', { count: one.votes, shown: formatNumber(one.votes) })}
        </span>
        <span className="inline-flex items-center gap-1 text-xs text-muted tabular-nums">
          <MessageSquare size={12} aria-hidden />
          {t('import.move.tried_comments', {
            count: one.comments_count,
            shown: formatNumber(one.comments_count),
          })}
        </span>
        <Fact isNew={forum.is_new}>{forum.name}</Fact>
        {category && <Fact>{category}</Fact>}
        {status && (
          <Fact isNew={status.is_new}>
            <Swatch color={status.hex_color} />
            {status.name}
          </Fact>
        )}
        {labels.map((label) => (
          <Fact key={label}>{label}</Fact>
        ))}
      </p>
      <By author={one.author} time={one.created_at} />
      {one.body !== '' && <RichText text={one.body} mimeType={one.body_mime_type} />}
      {fields.length > 0 && (
        <p className="text-xs text-muted [overflow-wrap:anywhere]">
          {fields.map(([key, value]) => `${key}: ${String(value)}`).join(' · ')}
        </p>
      )}
      {remarks > 0 && (
        <FoldedSection title={t('import.move.tried_said')} count={remarks}>
          <Said title={kindText('status_updates')} all={one.status_updates} />
          <Said title={kindText('comments')} all={one.comments} />
          <Said title={kindText('notes')} all={one.notes} />
        </FoldedSection>
      )}
      <Listed title={kindText('attachments')} all={files} />
      <Listed title={kindText('merges')} all={one.merged ?? []} />
    </article>
  )
}

const Listed = ({ title, all }: { title: string; all: string[] }) =>
  all.length === 0 ? null : (
    <p className="text-xs text-muted [overflow-wrap:anywhere]">
      {title}: {all.join(' · ')}
    </p>
  )

const By = ({ author, time, more }: { author: string | null; time: string; more?: string }) => (
  <p className="text-xs text-muted [overflow-wrap:anywhere]">
    {[author ?? t('import.move.nobody'), formatTime(time), more].filter(Boolean).join(' · ')}
  </p>
)

type Remark = {
  author: string | null
  body: string | null
  body_mime_type: string
  created_at: string
  status?: string | null
}

const Said = ({ title, all }: { title: string; all: Remark[] }) =>
  all.length === 0 ? null : (
    <section className="mb-3 space-y-2">
      <h4 className="text-xs font-semibold text-muted">{title}</h4>
      {all.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
        <div key={i} className="border-s-2 border-border ps-3">
          <By author={one.author} time={one.created_at} {...(one.status && { more: one.status })} />
          {one.body && <RichText text={one.body} mimeType={one.body_mime_type} />}
        </div>
      ))}
    </section>
  )
