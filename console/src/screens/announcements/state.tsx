// What state an announcement is in, in words.
import type { Announcement } from '@earshot/client'
import { formatTime, t, textOfValue } from '../../core/i18n.ts'

const TONES: Record<string, string> = {
  draft: 'text-muted border-border',
  scheduled: 'text-accent border-accent',
  published: 'text-success border-success',
}

export const AnnouncementState = ({ state }: { state: string }) => (
  <span
    className={`inline-flex h-5 items-center rounded-sm border px-1.5 text-xs whitespace-nowrap ${TONES[state] ?? ''}`}
  >
    {textOfValue(`announcements.state.${state}`, state)}
  </span>
)

/** When it was published, or will be; empty for a draft. */
export const dateOf = ({ published_at, publish_at }: Announcement): string | null =>
  published_at ?? publish_at

/** "Published on …". */
export function describeState({ published_at, publish_at }: Announcement): string {
  if (published_at !== null)
    return t('announcements.published_at', { time: formatTime(published_at) })
  if (publish_at !== null) return t('announcements.scheduled_at', { time: formatTime(publish_at) })
  return t('announcements.draft_hint')
}

export const TypeBadge = ({ type }: { type: string }) => (
  <span className="inline-flex h-5 items-center rounded-sm bg-hover px-1.5 text-xs font-medium whitespace-nowrap">
    {textOfValue(`announcements.type.${type}`, type)}
  </span>
)
