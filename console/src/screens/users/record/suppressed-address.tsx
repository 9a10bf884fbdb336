// That mails to a person do not arrive, and how they get mails again.
import { MailWarning } from 'lucide-react'
import { mailAgain } from '../../../api/people.ts'
import { useHasRole, useSession } from '../../../api/session.ts'
import { Button } from '../../../components/button.tsx'
import { nameOf } from '../../../components/person.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { notify } from '../../../components/toasts.tsx'
import { formatTime, t, textOfValue } from '../../../core/i18n.ts'
import { mayActOn } from '../acting.ts'
import { usePerson } from './context.ts'

export function SuppressedAddress() {
  const { user, refresh } = usePerson()
  const session = useSession()
  const isAdmin = useHasRole('admin')
  const { email_suppressed_at: since, email_suppressed_reason: reason } = user
  if (!since) return null
  const allow = async () => {
    try {
      await mailAgain(user.id)
      notify({ message: t('people.mailed_again', { name: nameOf(user) }), tone: 'success' })
      await refresh()
    } catch (error) {
      reportFailure(error)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border border-border bg-sunken p-3 text-sm">
      <MailWarning aria-hidden className="size-4 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 basis-60">
        {t('people.suppressed', { since: formatTime(since) })}{' '}
        {textOfValue(`people.suppressed.${reason}`, reason ?? '')}
      </p>
      {isAdmin && mayActOn(session, user) && (
        <Button onPress={() => void allow()}>{t('people.mail_again')}</Button>
      )}
    </div>
  )
}
