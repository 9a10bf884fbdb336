// One webhook: how it is set up, whether it works, and its deliveries.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, CircleAlert, Pencil, SearchX, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { forumsQuery, statusesQuery } from '../../../api/options.ts'
import { isEnabled, type Webhook, webhooksQuery } from '../../../api/webhooks.ts'
import { Button } from '../../../components/button.tsx'
import { PageTitle } from '../../../components/page-title.tsx'
import { Secret } from '../../../components/secret.tsx'
import { EmptyState, Loaded } from '../../../components/states.tsx'
import { formatList, formatNumber, formatTime, t, textOfValue } from '../../../core/i18n.ts'
import { Facts, RowMenu, SectionBody } from '../parts.tsx'
import { type Asked, furtherActions, Question, useShow, useSwitch, useTest } from './actions.tsx'
import { Deliveries } from './deliveries.tsx'
import { State } from './state.tsx'
import { eventText, formatText } from './words.ts'

export function WebhookPage({ id }: { id: number }) {
  const webhooks = useQuery(webhooksQuery)
  return (
    <Loaded query={webhooks}>
      {(all) => {
        const webhook = all.find((one) => one.id === id)
        return webhook ? <Page webhook={webhook} /> : <Missing />
      }}
    </Loaded>
  )
}

const Back = () => (
  <Link
    to="/settings/$section"
    params={{ section: 'webhooks' }}
    className="inline-flex items-center gap-1 text-sm text-muted hover:text-text"
  >
    <ChevronLeft size={16} aria-hidden />
    {t('settings.webhooks')}
  </Link>
)

const Missing = () => (
  <EmptyState
    level={1}
    icon={SearchX}
    title={t('shell.not_found')}
    hint={t('settings.webhooks.missing')}
  >
    <Back />
  </EmptyState>
)

function Page({ webhook }: { webhook: Webhook }) {
  const [asked, setAsked] = useState<Asked>()
  const test = useTest()
  const show = useShow()
  const switchState = useSwitch()
  return (
    <SectionBody
      above={<Back />}
      title={webhook.name}
      hint={webhook.url}
      actions={
        <>
          <Button icon={Send} isDisabled={!isEnabled(webhook)} onPress={() => test(webhook)}>
            {t('settings.webhooks.test')}
          </Button>
          <Button icon={Pencil} onPress={() => setAsked({ about: 'edit', webhook })}>
            {t('settings.edit')}
          </Button>
          <RowMenu
            name={webhook.name}
            actions={furtherActions(webhook, setAsked, switchState).filter(
              (action) => action.id !== 'edit',
            )}
          />
        </>
      }
    >
      <PageTitle name={webhook.name} />
      <Trouble webhook={webhook} onEnable={() => switchState(webhook)} />
      <SetUp webhook={webhook} />
      <Deliveries webhook={webhook} />
      {asked && <Question asked={asked} onAsk={setAsked} onDeleted={() => show({})} />}
    </SectionBody>
  )
}

/** What keeps events from arriving, and what to do. */
function Trouble({ webhook, onEnable }: { webhook: Webhook; onEnable: () => void }) {
  const isOff = !isEnabled(webhook)
  if (!isOff && webhook.failing_since === null) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded border border-warning p-3 text-sm"
    >
      <CircleAlert size={16} aria-hidden className="shrink-0 text-warning" />
      <p className="min-w-0 flex-1 basis-60">
        {isOff
          ? textOfValue(`settings.webhooks.off.${webhook.disabled_reason}`, '')
          : t('settings.webhooks.failing')}
      </p>
      {isOff && <Button onPress={onEnable}>{t('settings.sso.enable')}</Button>}
    </div>
  )
}

type Fact = [label: string, value: ReactNode]

function SetUp({ webhook }: { webhook: Webhook }) {
  const { data: forums = [] } = useQuery(forumsQuery)
  const { data: statuses = [] } = useQuery(statusesQuery)
  const { format, events, links, min_supporters, signature, public_key } = webhook
  const oldSecretEnds = webhook.previous_secret_expires_at
  const namesOf = (ids: number[], records: { id: number; name: string }[]) =>
    formatList(ids.map((id) => records.find((one) => one.id === id)?.name ?? `#${id}`))
  const facts: (Fact | false)[] = [
    [t('settings.jobs.state'), <State key="state" webhook={webhook} />],
    [
      t('settings.webhooks.format'),
      format === 'service_hook'
        ? `${formatText(format)}, ${webhook.data_format.toUpperCase()}`
        : formatText(format),
    ],
    [t('settings.webhooks.events'), <Events key="events" events={events} />],
    links.forums.length > 0 && [t('settings.webhooks.forums'), namesOf(links.forums, forums)],
    links.statuses.length > 0 && [
      t('settings.webhooks.statuses'),
      namesOf(links.statuses, statuses),
    ],
    min_supporters !== null && [
      t('settings.webhooks.min_supporters'),
      formatNumber(min_supporters),
    ],
    format === 'standard' && [
      t('settings.webhooks.signature'),
      textOfValue(`settings.webhooks.signature.${signature}`, signature),
    ],
    oldSecretEnds !== null && [
      t('settings.webhooks.old_secret'),
      t('settings.webhooks.until', { time: formatTime(oldSecretEnds) }),
    ],
  ]
  return (
    <>
      <Facts facts={facts.filter((fact) => fact !== false)} />
      {public_key && <Secret label={t('settings.webhooks.public_key')} value={public_key} />}
    </>
  )
}

const MAX_NAMED = 6

/** Their names, unless they are many. */
const Events = ({ events }: { events: string[] }) =>
  events.length <= MAX_NAMED ? (
    formatList(events.map(eventText))
  ) : (
    <details>
      <summary className="w-fit cursor-default">
        {t('settings.webhooks.events_count', { count: events.length })}
      </summary>
      <span className="text-muted">{formatList(events.map(eventText))}</span>
    </details>
  )
