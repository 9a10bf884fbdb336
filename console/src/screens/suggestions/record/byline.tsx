import type { ReactNode } from 'react'
import { Avatar, type Named, PersonLink } from '../../../components/person.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { formatAge, formatTime, t } from '../../../core/i18n.ts'

type BylineProps = {
  author: Named | undefined
  time: string
  isEdited?: boolean
  isStaff?: boolean
  state?: string
  /** Actions at the end. */
  children?: ReactNode
}

/** Who wrote something, and when. */
export const Byline = ({
  author,
  time,
  isEdited = false,
  isStaff = false,
  state,
  children,
}: BylineProps) => (
  <div className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm">
    <Avatar id={author?.id} />
    <span dir="auto" className="min-w-0 font-medium [overflow-wrap:anywhere]">
      <PersonLink user={author} />
    </span>
    {isStaff && <span className="text-xs text-muted">{t('record.staff')}</span>}
    <time dateTime={time} title={formatTime(time)} className="text-xs text-muted">
      {formatAge(time)}
    </time>
    {isEdited && <span className="text-xs text-muted">{t('record.edited')}</span>}
    {state && <StateBadge state={state} />}
    <span className="flex-1" />
    {children}
  </div>
)
