// How far the mails of a mailing are, and a button that stops them.
import { useQuery } from '@tanstack/react-query'
import { CircleStop } from 'lucide-react'
import { useState } from 'react'
import { ProgressBar } from 'react-aria-components'
import { type Concerned, concernedQuery, type Mailing } from '../api/mailings.ts'
import { formatNumber, t } from '../core/i18n.ts'
import { Button } from './button.tsx'
import { Confirm } from './dialog.tsx'

/** Mails are added while others are sent: until then, it is the number of people concerned. */
function useTotal({ state, recipients_count }: Mailing, of: Concerned | undefined): number {
  const { data = 0 } = useQuery({
    ...concernedQuery(of ?? { suggestion: 0 }),
    enabled: of !== undefined && state === 'sending',
  })
  return state === 'sending' ? Math.max(recipients_count, data) : recipients_count
}

export function MailingProgress({
  mailing,
  concerned,
}: {
  mailing: Mailing
  concerned: Concerned | undefined
}) {
  const { state, sent_count, skipped_count, failed_count } = mailing
  const total = useTotal(mailing, concerned)
  const done = sent_count + skipped_count + failed_count
  return (
    <ProgressBar
      aria-label={t('mailings.progress')}
      value={Math.min(done, total)}
      maxValue={Math.max(1, total)}
      valueLabel={sentText(sent_count, total)}
      className="block min-w-36"
    >
      {({ percentage = 0 }) => (
        <>
          <span className="block text-xs whitespace-nowrap tabular-nums">
            {sentText(sent_count, total)}
          </span>
          {state === 'sending' && (
            <span className="mt-1 block h-1 overflow-hidden rounded bg-hover">
              <span className="block h-full bg-accent" style={{ width: `${percentage}%` }} />
            </span>
          )}
        </>
      )}
    </ProgressBar>
  )
}

const sentText = (sent: number, total: number) =>
  t('mailings.sent_of', { sent: formatNumber(sent), total: formatNumber(total) })

/** Asks first: a mailing that was stopped does not continue. */
export function StopMailing({ mailing, onStop }: { mailing: Mailing; onStop: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button
        icon={CircleStop}
        onPress={() => setAsked(true)}
        aria-label={t('mailings.stop_of', { id: mailing.id })}
      >
        {t('mailings.stop')}
      </Button>
      <Confirm
        title={t('mailings.stop_title')}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        isDangerous
        confirmLabel={t('mailings.stop')}
        onConfirm={() => {
          setAsked(false)
          onStop()
        }}
      >
        {t('mailings.stop_hint', { sent: formatNumber(mailing.sent_count) })}
      </Confirm>
    </>
  )
}
