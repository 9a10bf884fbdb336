// Publishes an announcement now or at a time, after saying whom it concerns.
import { useState } from 'react'
import {
  type LoadedAnnouncement,
  publishAnnouncement,
  scheduleAnnouncement,
} from '../../api/announcements.ts'
import { undoLatest } from '../../api/recent-changes.ts'
import { useSession } from '../../api/session.ts'
import { TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Segments } from '../../components/segments.tsx'
import { notifyDone } from '../../components/undo.ts'
import { formatTime, t } from '../../core/i18n.ts'
import { fromLocalTime, toLocalTime } from '../../core/local-time.ts'
import { Recipients } from './announcement-form.tsx'

const HOUR_MS = 3_600_000

/** The next full hour but one. */
const soon = () => new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS).toISOString()

export function PublishDialog({
  data: { announcement, etag },
  onClose,
  onDone,
}: {
  data: LoadedAnnouncement
  onClose: () => void
  onDone: () => void
}) {
  const { id, title, publish_at, notify_supporters: isNotified, links } = announcement
  const { user } = useSession()
  const [when, setWhen] = useState<'now' | 'later'>(publish_at === null ? 'now' : 'later')
  const [text, setText] = useState(() => toLocalTime(publish_at ?? soon()))
  const [openedAt] = useState(() => Date.now())
  const time = fromLocalTime(text)
  const isPast = time !== undefined && Date.parse(time) <= openedAt
  const isWrong = when === 'later' && (time === undefined || isPast)
  const run = async () => {
    const isLater = when === 'later' && time !== undefined
    if (isLater) await scheduleAnnouncement(id, etag, time)
    else await publishAnnouncement(id, etag)
    onClose()
    onDone()
    const message = isLater
      ? t('announcements.was_scheduled', { time: formatTime(time) })
      : t('announcements.was_published')
    notifyDone(message, async () => {
      await undoLatest(user.id, 'announcements', [id])
      onDone()
    })
  }
  return (
    <FormDialog
      title={t('announcements.publish_title')}
      width="medium"
      onClose={onClose}
      onSubmit={run}
      submitLabel={t(when === 'now' ? 'announcements.publish_now' : 'announcements.schedule')}
      isIncomplete={isWrong}
    >
      <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
        {title}
      </p>
      <Segments
        label={t('announcements.when')}
        options={[
          { id: 'now', label: t('announcements.now') },
          { id: 'later', label: t('announcements.later') },
        ]}
        value={when}
        onChange={setWhen}
      />
      {when === 'later' && (
        <TextField
          label={t('announcements.time')}
          name="publish_at"
          type="datetime-local"
          value={text}
          onChange={setText}
          isInvalid={isPast}
          description={t(isPast ? 'announcements.time_past' : 'announcements.time_zone', {
            zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          })}
        />
      )}
      <div className="space-y-1 rounded border border-border bg-sunken p-3 text-sm">
        <p>
          {t(
            links.forums.length === 0 ? 'announcements.seen_by_all' : 'announcements.seen_by_some',
            {
              count: links.forums.length,
            },
          )}
        </p>
        {isNotified ? (
          <Recipients id={id} />
        ) : (
          <p className="text-muted">{t('announcements.nobody_told')}</p>
        )}
      </div>
    </FormDialog>
  )
}
