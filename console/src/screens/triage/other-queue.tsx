// Comments, what guests wrote and what readers reported, one after the other, with the keys of triage.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ban, Check, Inbox, SkipForward, Trash2, Undo2, UserX } from 'lucide-react'
import { useRef, useState } from 'react'
import { Toolbar } from 'react-aria-components'
import { useRefreshOnChange } from '../../api/live-updates.ts'
import { otherCountKey } from '../../api/new-suggestions.ts'
import {
  COLLECTIONS,
  type ContentReport,
  decide,
  type WaitingItem,
  type WaitingVerb,
  waitingKey,
  waitingQuery,
} from '../../api/other-contributions.ts'
import { setBlocked } from '../../api/people.ts'
import { undoLatest } from '../../api/recent-changes.ts'
import { useSession } from '../../api/session.ts'
import { Confirm } from '../../components/dialog.tsx'
import { RichText } from '../../components/record/rich-text.tsx'
import { reportFailure } from '../../components/report-failure.ts'
import { EmptyState, ErrorState, SkeletonLines } from '../../components/states.tsx'
import { notifyDone, undoLast } from '../../components/undo.ts'
import { formatAge, formatTime, t } from '../../core/i18n.ts'
import { useShortcut } from '../../core/shortcuts.ts'
import { ActionButton } from './action-bar.tsx'

const REFRESH_MS = 2_000

/** Those that are settled here are hidden before the service confirms it. */
function useWaiting() {
  const queryClient = useQueryClient()
  const query = useQuery(waitingQuery)
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: waitingKey }),
      queryClient.invalidateQueries({ queryKey: otherCountKey }),
    ])
  }
  useRefreshOnChange('comments', () => void refresh(), REFRESH_MS)
  useRefreshOnChange('guest_contributions', () => void refresh(), REFRESH_MS)
  useRefreshOnChange('content_reports', () => void refresh(), REFRESH_MS)
  const open = query.data?.filter(({ key }) => !settled.has(key)) ?? []
  const items = [
    ...open.filter(({ key }) => !skipped.includes(key)),
    ...skipped.flatMap((key) => open.find((item) => item.key === key) ?? []),
  ]
  const put = (key: string, isSettled: boolean) =>
    setSettled((before) => {
      const after = new Set(before)
      if (isSettled) after.add(key)
      else after.delete(key)
      return after
    })
  return {
    query,
    items,
    refresh,
    settle: (key: string) => put(key, true),
    reopen: (key: string) => put(key, false),
    /** It comes again after the others. */
    skip: (key: string) => setSkipped([...skipped.filter((one) => one !== key), key]),
  }
}

export function OtherQueue() {
  const { query, items, ...queue } = useWaiting()
  const session = useSession()
  const [current] = items
  const lastWrite = useRef<Promise<unknown>>(Promise.resolve())
  useShortcut('u', { label: 'shell.undo', group: 'triage' }, () => undoLast())

  /** Shown at once; what fails comes back. One write after the other, so that undo follows the order of the keys. */
  const settle = async (
    item: WaitingItem,
    message: string,
    write: () => Promise<unknown>,
    undo: () => Promise<unknown>,
  ) => {
    queue.settle(item.key)
    const written = lastWrite.current.then(write)
    lastWrite.current = written.catch(() => {})
    try {
      await written
      notifyDone(message, async () => {
        await undo()
        queue.reopen(item.key)
        await queue.refresh()
      })
    } catch (error) {
      queue.reopen(item.key)
      reportFailure(error)
    }
    await queue.refresh()
  }
  const act = (item: WaitingItem, verb: WaitingVerb) =>
    void settle(
      item,
      t(`triage.others.done.${item.kind === 'report' && verb === 'approve' ? 'keep' : verb}`),
      () => decide(item, verb),
      () => undoLatest(session.user.id, COLLECTIONS[item.kind], [item.id]),
    )
  const block = (item: WaitingItem, author: number) =>
    void settle(
      item,
      t('triage.others.done.block', { name: item.author?.name || item.author?.email || '' }),
      () => setBlocked(author, true, true),
      () => setBlocked(author, false),
    )

  if (query.error && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <div className="max-w-[760px] flex-1 p-6">
        <SkeletonLines lines={8} />
      </div>
    )
  if (!current)
    return (
      <EmptyState
        icon={Inbox}
        title={t('triage.others.empty')}
        hint={t('triage.others.empty_hint')}
      />
    )
  return (
    <Item
      key={current.key}
      item={current}
      count={items.length}
      onAct={(verb) => act(current, verb)}
      onBlock={(author) => block(current, author)}
      onSkip={() => queue.skip(current.key)}
    />
  )
}

type ItemProps = {
  item: WaitingItem
  count: number
  onAct: (verb: WaitingVerb) => void
  onBlock: (author: number) => void
  onSkip: () => void
}

type Asked = 'spam' | 'delete' | 'block'

function Item({ item, count, onAct, onBlock, onSkip }: ItemProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>()
  const { suggestion, author } = item
  const session = useSession()
  const authorId = author?.id ?? null
  const canBlock = authorId !== null && authorId !== session.user.id
  const approveLabel = item.kind === 'report' ? 'triage.others.keep' : 'triage.approve'
  useShortcut('a', { label: approveLabel, group: 'triage' }, () => onAct('approve'))
  useShortcut('!', { label: 'triage.spam', group: 'triage' }, () => setAsked('spam'))
  useShortcut('#', { label: 'triage.delete', group: 'triage' }, () => setAsked('delete'))
  useShortcut('b', { label: 'triage.others.block', group: 'triage', isEnabled: canBlock }, () =>
    setAsked('block'),
  )
  useShortcut('n', { label: 'triage.skip', group: 'triage' }, onSkip)
  useShortcut('j', { label: 'triage.skip', group: 'triage' }, onSkip)
  useShortcut(
    'o',
    { label: 'triage.open', group: 'triage', isEnabled: suggestion !== undefined },
    () => navigate({ to: '/suggestions/$id', params: { id: String(suggestion?.id) } }),
  )
  const confirm = () => {
    const verb = asked
    setAsked(undefined)
    if (verb === 'block') onBlock(authorId as number)
    else if (verb) onAct(verb)
  }
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <article aria-labelledby="waiting-title" className="max-w-[760px] space-y-4 p-4 md:p-6">
          <div>
            <p className="mb-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
              <span>{kindOf(item)}</span>
              <span aria-hidden>·</span>
              <time dateTime={item.createdAt} title={formatTime(item.createdAt)}>
                {formatAge(item.createdAt)}
              </time>
              <span aria-hidden>·</span>
              <span className="tabular-nums">{t('triage.left', { count })}</span>
            </p>
            <h2
              id="waiting-title"
              className="text-xl leading-snug font-semibold break-words"
              dir="auto"
            >
              {item.title ?? t('triage.others.about', { title: suggestion?.title ?? '' })}
            </h2>
          </div>
          {author && (
            <p className="rounded border border-border bg-sunken px-3 py-2 text-sm break-words">
              <span className="sr-only">{t('triage.author')}: </span>
              <span className="font-medium" dir="auto">
                {author.name || author.email}
              </span>{' '}
              <span className="text-muted">{author.email}</span>
              {item.kind === 'guest' && (
                <span className="text-muted"> · {t('triage.others.unconfirmed')}</span>
              )}
            </p>
          )}
          <div className="text-lg leading-relaxed">
            {item.text.body ? (
              <RichText text={item.text.body} mimeType={item.text.mimeType} />
            ) : (
              <p className="text-muted">{t('triage.no_body')}</p>
            )}
          </div>
          {item.reports.length > 0 && <Reports reports={item.reports} />}
          {suggestion && (
            <Link
              to="/suggestions/$id"
              params={{ id: String(suggestion.id) }}
              className="inline-block text-sm text-accent hover:underline"
            >
              {t('triage.open')}
            </Link>
          )}
        </article>
      </div>
      <Toolbar
        aria-label={t('triage.actions')}
        className="grid shrink-0 grid-cols-3 gap-1 border-t border-border bg-surface p-2 md:flex md:flex-wrap md:px-4"
      >
        <ActionButton
          icon={Check}
          keys="a"
          label={t(approveLabel)}
          isPrimary
          onPress={() => onAct('approve')}
        />
        <ActionButton
          icon={Ban}
          keys="!"
          label={t('triage.spam')}
          onPress={() => setAsked('spam')}
        />
        <ActionButton
          icon={Trash2}
          keys="#"
          label={t('triage.delete')}
          onPress={() => setAsked('delete')}
        />
        <ActionButton
          icon={UserX}
          keys="b"
          label={t('triage.others.block')}
          isDisabled={!canBlock}
          onPress={() => setAsked('block')}
        />
        <span className="flex-1 max-md:hidden" />
        <ActionButton
          icon={Undo2}
          keys="u"
          label={t('shell.undo')}
          isShort
          onPress={() => undoLast()}
        />
        <ActionButton
          icon={SkipForward}
          keys="n"
          label={t('triage.skip')}
          isShort
          onPress={onSkip}
        />
      </Toolbar>
      {asked && (
        <Confirm
          title={t(`triage.others.confirm.${asked}`)}
          isOpen
          onClose={() => setAsked(undefined)}
          confirmLabel={t(asked === 'block' ? 'triage.others.block' : `triage.${asked}`)}
          isDangerous
          onConfirm={confirm}
        >
          <p className="text-muted">
            {asked === 'block'
              ? t('triage.others.confirm.block_hint', { name: author?.name || author?.email || '' })
              : t('triage.others.confirm.hint')}
          </p>
        </Confirm>
      )}
    </>
  )
}

function kindOf({ kind, thing, guestKind }: WaitingItem): string {
  if (kind === 'comment') return t('triage.others.kind.comment')
  if (kind === 'report')
    return t(
      thing === 'comment'
        ? 'triage.others.kind.reported_comment'
        : 'triage.others.kind.reported_suggestion',
    )
  if (guestKind === 'vote') return t('triage.others.kind.guest_vote')
  return t(
    guestKind === 'comment'
      ? 'triage.others.kind.guest_comment'
      : 'triage.others.kind.guest_suggestion',
  )
}

const REASONS = {
  spam: 'triage.others.reason.spam',
  abuse: 'triage.others.reason.abuse',
  personal_data: 'triage.others.reason.personal_data',
  off_topic: 'triage.others.reason.off_topic',
} as const

const Reports = ({ reports }: { reports: ContentReport[] }) => (
  <section aria-label={t('triage.others.reports', { count: reports.length })}>
    <h3 className="mb-1 text-sm text-muted">
      {t('triage.others.reports', { count: reports.length })}
    </h3>
    <ul className="space-y-1 text-sm">
      {reports.map(({ id, reason, body }) => (
        <li key={id} className="break-words" dir="auto">
          <span className="font-medium">
            {t(REASONS[reason as keyof typeof REASONS] ?? 'triage.others.reason.other')}
          </span>
          {body && `: ${body}`}
        </li>
      ))}
    </ul>
  </section>
)
