// The team's answer: the last status update, and those before it.
import type { StatusUpdate, User } from '@earshot/client'
import { Suspense } from 'react'
import { useStatusesById } from '../../../api/options.ts'
import { statusUpdatesQuery } from '../../../api/suggestions.ts'
import { Swatch } from '../../../components/fields.tsx'
import { lazyPart } from '../../../components/lazy-part.ts'
import { Avatar, nameOf } from '../../../components/person.tsx'
import { NothingHere, RecordList } from '../../../components/record/record-list.tsx'
import { RichText } from '../../../components/record/rich-text.tsx'
import { FoldedSection, Section } from '../../../components/record/section.tsx'
import { formatAge, formatNumber, formatTime, loadTexts, t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'

const MailProgress = lazyPart(async () => {
  const [part] = await Promise.all([import('./mail-progress.tsx'), loadTexts('mailings')])
  return part
})

export function Answer() {
  const { id, data } = useRecord()
  const { statusUpdate, users } = data
  if (!statusUpdate) return null
  return (
    <Section title={t('record.answer')}>
      <div className="rounded border border-border bg-sunken p-3">
        <Update update={statusUpdate} users={users} isLast />
      </div>
      <FoldedSection title={t('record.answer_history')}>
        <RecordList
          label={t('record.answer_history')}
          query={statusUpdatesQuery(id)}
          items={(pages) =>
            pages.flatMap((page) =>
              page.status_updates.map((update) => ({ update, users: page.users ?? [] })),
            )
          }
          keyOf={({ update }) => update.id}
          empty={<NothingHere>{t('record.none')}</NothingHere>}
        >
          {(item) => (
            <div className="py-3">
              <Update {...item} />
            </div>
          )}
        </RecordList>
      </FoldedSection>
    </Section>
  )
}

function Update({
  update,
  users,
  isLast = false,
}: {
  update: StatusUpdate
  users: User[]
  /** Its mails may still be sent. */
  isLast?: boolean
}) {
  const statuses = useStatusesById()
  const { new_status, user } = update.links
  const status = new_status === null ? undefined : statuses.get(new_status)
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Avatar id={user ?? undefined} size={20} />
        <span className="font-medium">{nameOf(users.find(({ id }) => id === user))}</span>
        <span className="flex items-center gap-1.5">
          <Swatch color={status?.hex_color} />
          {status?.name ?? t('record.no_status')}
        </span>
        <time
          dateTime={update.created_at}
          title={formatTime(update.created_at)}
          className="text-muted"
        >
          {formatAge(update.created_at)}
        </time>
      </p>
      {update.body ? (
        <RichText text={update.body} mimeType={update.body_mime_type} people={users} />
      ) : (
        <p className="text-sm text-muted">{t('record.no_answer_text')}</p>
      )}
      {update.supporters_notified &&
        (isLast ? (
          <Suspense fallback={<Notified {...update} />}>
            <MailProgress update={update}>
              <Notified {...update} />
            </MailProgress>
          </Suspense>
        ) : (
          <Notified {...update} />
        ))}
    </>
  )
}

const Notified = ({ mail_sent_count: count }: StatusUpdate) => (
  <p className="mt-2 text-xs text-muted">
    {t('record.notified', { count, shown: formatNumber(count) })}
  </p>
)
