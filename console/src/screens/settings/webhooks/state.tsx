// Whether a webhook gets its events, and why not; whether a delivery arrived.
import { type Delivery, type DeliveryState, isEnabled, type Webhook } from '../../../api/webhooks.ts'
import { around, t, textOfValue } from '../../../core/i18n.ts'
import { Age, Badge } from '../parts.tsx'

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

function StateReason({ webhook: { disabled_reason, failing_since } }: { webhook: Webhook }) {
  const [before, after] = around('settings.webhooks.failing_since', 'age')
  return (
    <span className="block text-xs text-muted">
      {disabled_reason && textOfValue(`settings.webhooks.reason.${disabled_reason}`, disabled_reason)}
      {failing_since && (
        <span className="block">
          {before}
          <Age time={failing_since} />
          {after}
        </span>
      )}
    </span>
  )
}

const TONES = {
  waiting: 'neutral',
  delivered: 'success',
  failed: 'danger',
  skipped: 'neutral',
} as const satisfies Record<DeliveryState, string>

export const DeliveryBadge = ({ state }: Pick<Delivery, 'state'>) => (
  <Badge tone={TONES[state as DeliveryState]}>
    {textOfValue(`settings.webhooks.delivery.${state}`, state)}
  </Badge>
)
