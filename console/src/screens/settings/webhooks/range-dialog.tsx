// Sends the events of a time range again, for a receiver that lost some.
import { useState } from 'react'
import { sendRangeAgain, type Webhook } from '../../../api/webhooks.ts'
import { Checkbox, TextField } from '../../../components/fields.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { notify } from '../../../components/toasts.tsx'
import { formatNumber, t } from '../../../core/i18n.ts'
import { fromLocalTime, toLocalTime } from '../../../core/local-time.ts'
import { useChange } from '../use-change.ts'

const DAY_MS = 86_400_000

export function RangeDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { run } = useChange('webhook_deliveries', 'webhooks')
  const [now] = useState(() => Date.now())
  const [from, setFrom] = useState(() => toLocalTime(new Date(now - DAY_MS).toISOString()))
  // The minute that has begun belongs to it.
  const [to, setTo] = useState(() => toLocalTime(new Date(now + 60_000).toISOString()))
  // A chat would show everything that arrived once more.
  const [isOnlyMissing, setOnlyMissing] = useState(true)
  const range = { from: fromLocalTime(from) ?? '', to: fromLocalTime(to) ?? '' }
  const isWrong = range.from === '' || range.to === '' || range.from >= range.to
  const send = async () => {
    const count = await run(() =>
      sendRangeAgain(webhook.id, { ...range, only_undelivered: isOnlyMissing }),
    )
    notify({
      message: t('settings.webhooks.range_sent', { count, shown: formatNumber(count) }),
      tone: 'success',
    })
    onClose()
  }
  return (
    <FormDialog
      title={t('settings.webhooks.range_title')}
      onClose={onClose}
      onSubmit={send}
      submitLabel={t('settings.webhooks.again')}
      isIncomplete={isWrong}
    >
      <p className="text-sm">{t('settings.webhooks.range_hint', { name: webhook.name })}</p>
      <TextField
        label={t('settings.audit.created_after')}
        name="from"
        type="datetime-local"
        value={from}
        onChange={setFrom}
        autoFocus
      />
      <TextField
        label={t('settings.audit.created_before')}
        description={t('settings.webhooks.time_zone', {
          zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        })}
        name="to"
        type="datetime-local"
        value={to}
        onChange={setTo}
      />
      <Checkbox
        label={t('settings.webhooks.only_undelivered')}
        isSelected={isOnlyMissing}
        onChange={setOnlyMissing}
      />
    </FormDialog>
  )
}
