// Whether a webhook gets its events, and why not; whether a delivery arrived.
import {
  type Delivery,
  type DeliveryState,
  isEnabled,
  type Webhook,
} from '../../../api/webhooks.ts'
import { formatTime, t, textOfValue } from '../../../core/i18n.ts'
import { Badge } from '../parts.tsx'

export const State = ({ webhook }: { webhook: Webhook }) => (
  <div>
    <StateBadge webhook={webhook} />
    <StateReason webhook={webhook} />
  </div>
)

const StateBadge = ({ webhook }: { webhook: Webhook }) => {
  if (!isEnabled(webhook))
    return (
      <Badge tone={webhook.disabled_reason === 'by_hand' ? 'neutral' : 'danger'}>
        {t('settings.webhooks.state.disabled')}
      </Badge>
    )
  return webhook.failing_since ? (
    <Badge tone="warning">{t('settings.webhooks.state.failing')}</Badge>
  ) : (
    <Badge tone="success">{t('settings.webhooks.state.enabled')}</Badge>
  )
}

const StateReason = ({ webhook: { disabled_reason, failing_since } }: { webhook: Webhook }) => (
  <span className="block text-xs text-muted">
    {disabled_reason && (
      <span className="block">
        {textOfValue(`settings.webhooks.reason.${disabled_reason}`, disabled_reason)}
      </span>
    )}
    {failing_since &&
      t(disabled_reason ? 'settings.webhooks.failing_since' : 'settings.webhooks.since', {
        time: formatTime(failing_since),
      })}
  </span>
)

const TONES = {
  waiting: 'neutral',
  delivered: 'success',
  failed: 'danger',
  skipped: 'neutral',
} as const satisfies Record<DeliveryState, string>

export const DeliveryBadge = ({
  delivery: { state, attempts },
}: {
  delivery: Pick<Delivery, 'state' | 'attempts'>
}) =>
  state === 'waiting' && attempts > 0 ? (
    <Badge tone="warning">{t('settings.webhooks.delivery.retrying')}</Badge>
  ) : (
    <Badge tone={TONES[state as DeliveryState]}>
      {textOfValue(`settings.webhooks.delivery.${state}`, state)}
    </Badge>
  )
