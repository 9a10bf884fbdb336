// The mails about the last status update, while they are sent and when they were stopped.
import type { StatusUpdate } from '@earshot/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mailingOfQuery, stopMailing } from '../../../api/mailings.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { useHasRole } from '../../../api/session.ts'
import { MailingProgress, StopMailing } from '../../../components/mailing-progress.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { notify } from '../../../components/toasts.tsx'
import { formatNumber, t, textOfValue } from '../../../core/i18n.ts'

export default function MailProgress({
  update: { id, links },
  children,
}: {
  update: StatusUpdate
  /** What is shown when all are sent. */
  children: ReactNode
}) {
  const { data: mailing } = useQuery(mailingOfQuery(id))
  const queryClient = useQueryClient()
  const canStop = useHasRole('admin')
  if (!mailing || mailing.state === 'sent') return children
  const stop = async () => {
    try {
      await stopMailing(mailing.id)
      notify({ message: t('mailings.stopped'), tone: 'success' })
    } catch (error) {
      reportFailure(error)
    }
    await queryClient.invalidateQueries({ queryKey: queryKeys.collection('mailings') })
  }
  const { state, stopped_reason, sent_count, recipients_count } = mailing
  return state === 'sending' ? (
    <div className="mt-3 flex flex-wrap items-center gap-3 text-muted">
      <MailingProgress
        mailing={mailing}
        concerned={links.suggestion === null ? undefined : { suggestion: links.suggestion }}
      />
      {canStop && <StopMailing mailing={mailing} onStop={stop} />}
    </div>
  ) : (
    <p className="mt-2 text-xs text-muted">
      {textOfValue(`mailings.reason.${stopped_reason}`, '')}{' '}
      {t('mailings.sent_of', {
        sent: formatNumber(sent_count),
        total: formatNumber(recipients_count),
      })}
    </p>
  )
}
