// What was sent, and what the receiver answered.
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import {
  type Delivery,
  deliveryQuery,
  isEnabled,
  sendAgain,
  type Webhook,
} from '../../../api/webhooks.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Loaded } from '../../../components/states.tsx'
import { formatNumber, formatTime, t } from '../../../core/i18n.ts'
import { Facts } from '../parts.tsx'
import { useChange } from '../use-change.ts'
import { DeliveryBadge } from './state.tsx'
import { eventText, resultText } from './words.ts'

export function DeliveryDialog({
  id,
  webhook,
  onShow,
  onClose,
}: {
  id: number
  webhook: Webhook
  /** Another one. */
  onShow: (id: number) => void
  onClose: () => void
}) {
  const delivery = useQuery(deliveryQuery(id))
  const { tryTo } = useChange('webhook_deliveries', 'webhooks')
  const again = () => tryTo(async () => onShow((await sendAgain(id)).id))
  return (
    <Dialog
      title={delivery.data ? eventText(delivery.data.event) : t('settings.webhooks.delivery')}
      isOpen
      onClose={onClose}
      width="large"
      actions={
        <>
          {isEnabled(webhook) && !delivery.error && (
            // Pending instead of gone, so that the focus stays in the dialog.
            <Button
              icon={RotateCcw}
              isPending={delivery.data === undefined || isBeingSent(delivery.data)}
              onPress={again}
            >
              {t('settings.webhooks.again')}
            </Button>
          )}
          <Button look="primary" onPress={onClose}>
            {t('shell.close')}
          </Button>
        </>
      }
    >
      <Loaded query={delivery}>{(data) => <Details delivery={data} />}</Loaded>
    </Dialog>
  )
}

/** One that failed can be sent before its next attempt is due. */
const isBeingSent = ({ state, attempts }: Delivery) => state === 'waiting' && attempts === 0

const Details = ({ delivery }: { delivery: Delivery }) => {
  const { attempts, duration_ms, next_attempt_at, last_attempt_at } = delivery
  const result = resultText(delivery)
  const facts: [string, React.ReactNode][] = [
    [
      t('settings.jobs.state'),
      <span key="state" role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <DeliveryBadge delivery={delivery} />
        {result}
      </span>,
    ],
    [t('settings.webhooks.time'), formatTime(delivery.occurred_at)],
    [t('settings.jobs.attempts'), formatNumber(attempts)],
  ]
  if (next_attempt_at)
    facts.push([t('settings.webhooks.next_attempt'), formatTime(next_attempt_at)])
  if (duration_ms !== null)
    facts.push([
      t('settings.webhooks.duration'),
      t('settings.webhooks.milliseconds', { shown: formatNumber(duration_ms) }),
    ])
  return (
    <div className="space-y-5">
      <Facts facts={facts} />
      <Message
        name="request"
        headers={delivery.request_headers}
        body={delivery.request_body}
        isThere={last_attempt_at !== null}
      />
      {delivery.http_status !== null && (
        <Message
          name="response"
          headers={delivery.response_headers}
          body={delivery.response_body}
          isThere
          isCut={delivery.is_response_cut}
        />
      )}
    </div>
  )
}

function Message({
  name,
  headers,
  body,
  isThere,
  isCut = false,
}: {
  name: 'request' | 'response'
  headers: Record<string, unknown> | null | undefined
  body: string | null | undefined
  isThere: boolean
  isCut?: boolean
}) {
  const lines = Object.entries(headers ?? {}).map(([header, value]) => `${header}: ${value}`)
  return (
    <section className="space-y-2">
      <h3 className="text-sm font-semibold">
        {t(name === 'request' ? 'settings.webhooks.request' : 'settings.webhooks.response')}
      </h3>
      {lines.length > 0 && (
        <Text label={t(`settings.webhooks.headers.${name}`)} text={lines.join('\n')} />
      )}
      {body ? (
        <Text label={t(`settings.webhooks.body.${name}`)} text={readable(body)} />
      ) : (
        <p className="text-sm text-muted">
          {t(isThere ? 'settings.webhooks.no_body' : 'settings.webhooks.not_sent')}
        </p>
      )}
      {isCut && <p className="text-sm text-muted">{t('settings.webhooks.cut')}</p>}
    </section>
  )
}

/** JSON with line breaks, anything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Scrolled with the arrow keys where it is long, so it can be focused. */
const Text = ({ label, text }: { label: string; text: string }) => (
  <section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    tabIndex={0}
    aria-label={label}
    dir="ltr"
    translate="no"
    className="max-h-72 overflow-y-auto rounded border border-border bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap"
  >
    {text}
  </section>
)
