// The deliveries of a webhook, the newest first, read again while they are shown.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Inbox, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import {
  canRepeat,
  DELIVERY_STATES,
  type DeliveryState,
  deliveriesQuery,
  isDue,
  isEnabled,
  type ListedDelivery,
  sendAgain,
  type Webhook,
} from '../../../api/webhooks.ts'
import { Button } from '../../../components/button.tsx'
import { ShowMore } from '../../../components/show-more.tsx'
import { EmptyState, Loaded } from '../../../components/states.tsx'
import { Table } from '../../../components/table.tsx'
import { t } from '../../../core/i18n.ts'
import { Age, Named, Part } from '../parts.tsx'
import type { SettingsSearch } from '../search.ts'
import { StateFilter } from '../state-filter.tsx'
import { useChange } from '../use-change.ts'
import { useSettingsSearch } from '../use-search.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { RangeDialog } from './range-dialog.tsx'
import { DeliveryBadge } from './state.tsx'
import { eventText, resultText } from './words.ts'

const stateOf = (text: string | undefined): DeliveryState | undefined =>
  DELIVERY_STATES.find((state) => state === text)

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { search, change } = useSettingsSearch()
  const state = stateOf(search.state)
  const deliveries = useInfiniteQuery(deliveriesQuery(webhook.id, state))
  const [isRangeAsked, setRangeAsked] = useState(false)
  const { tryTo } = useChange('webhook_deliveries', 'webhooks')
  const again = ({ id }: ListedDelivery) =>
    tryTo(() => sendAgain(id), t('settings.webhooks.sent_again'))
  return (
    <Part
      title={t('settings.webhooks.deliveries')}
      hint={t('settings.webhooks.deliveries_hint')}
      actions={
        <>
          <StateFilter
            states={DELIVERY_STATES.map((id) => ({
              id,
              label: t(`settings.webhooks.delivery.${id}`),
            }))}
          />
          <Button
            icon={RotateCcw}
            isDisabled={!isEnabled(webhook)}
            onPress={() => setRangeAsked(true)}
          >
            {t('settings.webhooks.again_range')}
          </Button>
        </>
      }
    >
      <Loaded query={deliveries}>
        {({ pages }) => {
          const all = pages.flatMap(({ webhook_deliveries }) => webhook_deliveries)
          return all.length === 0 ? (
            <EmptyState
              icon={Inbox}
              title={t(state ? 'settings.no_match' : 'settings.webhooks.no_delivery')}
              {...(!state && { hint: t('settings.webhooks.no_delivery_hint') })}
            />
          ) : (
            <>
              <DeliveryTable
                deliveries={all}
                canRepeat={(delivery) => canRepeat(webhook, delivery)}
                onAgain={again}
              />
              {deliveries.hasNextPage && <ShowMore query={deliveries} />}
            </>
          )
        }}
      </Loaded>
      {search.delivery !== undefined && (
        <DeliveryDialog
          id={Number(search.delivery)}
          webhook={webhook}
          onShow={(id) => change({ delivery: String(id) }, true)}
          onClose={() => change({ delivery: '' })}
        />
      )}
      {isRangeAsked && <RangeDialog webhook={webhook} onClose={() => setRangeAsked(false)} />}
    </Part>
  )
}

const DeliveryTable = ({
  deliveries,
  canRepeat,
  onAgain,
}: {
  deliveries: ListedDelivery[]
  canRepeat: (delivery: ListedDelivery) => boolean
  onAgain: (delivery: ListedDelivery) => void
}) => (
  <Table
    label={t('settings.webhooks.deliveries')}
    rows={deliveries}
    keyOf={({ id }) => id}
    columns={[
      {
        id: 'event',
        label: t('settings.webhooks.what'),
        render: (delivery) => (
          <Named
            name={
              <Link
                to="/settings/$section"
                params={{ section: 'webhooks' }}
                search={(before: SettingsSearch) => ({ ...before, delivery: String(delivery.id) })}
                className="hover:underline"
              >
                {eventText(delivery.event)}
              </Link>
            }
          >
            {resultText(delivery)}
          </Named>
        ),
      },
      {
        id: 'state',
        label: t('settings.jobs.state'),
        isShort: true,
        render: (delivery) => <DeliveryBadge delivery={delivery} />,
      },
      {
        id: 'time',
        label: t('settings.webhooks.time'),
        isShort: true,
        render: ({ created_at }) => <Age time={created_at} />,
      },
      {
        id: 'attempts',
        label: t('settings.jobs.attempts'),
        align: 'end',
        isShort: true,
        render: ({ attempts }) => attempts,
      },
      {
        id: 'next',
        label: t('settings.webhooks.next_attempt'),
        isShort: true,
        render: ({ next_attempt_at }) =>
          next_attempt_at ? <NextAttempt time={next_attempt_at} /> : '–',
      },
    ]}
    actions={(delivery) =>
      canRepeat(delivery) && (
        <Button
          icon={RotateCcw}
          look="quiet"
          onPress={() => onAgain(delivery)}
          aria-label={t('settings.webhooks.again_of', {
            event: eventText(delivery.event),
            id: delivery.id,
          })}
        >
          {t('settings.webhooks.again')}
        </Button>
      )
    }
  />
)

/** One that is due waits for a free place only. */
const NextAttempt = ({ time }: { time: string }) =>
  isDue(time) ? t('settings.webhooks.now') : <Age time={time} />
