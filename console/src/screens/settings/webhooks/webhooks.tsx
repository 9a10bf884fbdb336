// Webhooks: programs and channels that get events, and whether they do. `open` in the address is one of them with its deliveries.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { isEnabled, type Webhook, webhooksQuery } from '../../../api/webhooks.ts'
import { PageTitle } from '../../../components/page-title.tsx'
import { Table } from '../../../components/table.tsx'
import { t } from '../../../core/i18n.ts'
import { ListSection } from '../list-section.tsx'
import { Age, Named, RowMenu } from '../parts.tsx'
import { useSettingsSearch } from '../use-search.ts'
import { type Ask, type Asked, Question, useWebhookActions } from './actions.tsx'
import { State } from './state.tsx'
import { WebhookPage } from './webhook-page.tsx'
import { formatText } from './words.ts'

export default function Webhooks() {
  const { search } = useSettingsSearch()
  return search.open === undefined ? <List /> : <WebhookPage id={Number(search.open)} />
}

function List() {
  const webhooks = useQuery(webhooksQuery)
  const [asked, setAsked] = useState<Asked>()
  return (
    <ListSection
      area="webhooks"
      icon={WebhookIcon}
      query={webhooks}
      onCreate={() => setAsked({ about: 'create' })}
      dialogs={
        <>
          <PageTitle name={t('settings.webhooks')} />
          {asked && <Question asked={asked} onAsk={setAsked} />}
        </>
      }
    >
      {(all) => <WebhookTable webhooks={all} onAsk={setAsked} />}
    </ListSection>
  )
}

function WebhookTable({ webhooks, onAsk }: { webhooks: Webhook[]; onAsk: Ask }) {
  const actionsOf = useWebhookActions(onAsk)
  return (
    <Table
      label={t('settings.webhooks')}
      rows={webhooks}
      keyOf={({ id }) => id}
      isMuted={(webhook) => !isEnabled(webhook)}
      columns={[
        {
          id: 'name',
          label: t('settings.webhooks.webhook'),
          render: ({ id, name, url }) => (
            <Named
              name={
                <Link
                  to="/settings/$section"
                  params={{ section: 'webhooks' }}
                  search={{ open: String(id) }}
                  className="hover:underline"
                >
                  {name}
                </Link>
              }
            >
              {url}
            </Named>
          ),
        },
        {
          id: 'sends',
          label: t('settings.webhooks.sends'),
          render: ({ format, events }) => (
            <>
              <span className="block">{formatText(format)}</span>
              <span className="block text-xs text-muted">
                {t('settings.webhooks.events_count', { count: events.length })}
              </span>
            </>
          ),
        },
        {
          id: 'state',
          label: t('settings.jobs.state'),
          render: (webhook) => <State webhook={webhook} />,
        },
        {
          id: 'delivered',
          label: t('settings.webhooks.last_delivered'),
          isShort: true,
          render: ({ last_delivered_at }) =>
            last_delivered_at ? <Age time={last_delivered_at} /> : t('settings.never'),
        },
      ]}
      actions={(webhook) => <RowMenu name={webhook.name} actions={actionsOf(webhook)} />}
    />
  )
}
