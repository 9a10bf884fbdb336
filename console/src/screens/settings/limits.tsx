// What clients may use, and how much of it they use now.
import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../api/session.ts'
import {
  type ClientLimit,
  clientLimitsQuery,
  type Installation,
  installationQuery,
} from '../../api/settings.ts'
import { Meter } from '../../components/meter.tsx'
import { NothingHere } from '../../components/record/record-list.tsx'
import { Loaded } from '../../components/states.tsx'
import { formatBytes } from '../../core/format-bytes.ts'
import { formatNumber, t } from '../../core/i18n.ts'
import { LimitsForm } from './limits-form.tsx'
import { Facts, Part, SectionBody } from './parts.tsx'

export default function Limits() {
  const installation = useQuery(installationQuery)
  const isOwner = useHasRole('owner')
  return (
    <SectionBody title={t('settings.limits')} hint={t('settings.limits.hint')}>
      {isOwner && <ClientLimits />}
      {isOwner && <LimitsForm />}
      <Loaded query={installation}>{(data) => <ServiceLimits installation={data} />}</Loaded>
    </SectionBody>
  )
}

function ClientLimits() {
  const limits = useQuery(clientLimitsQuery)
  return (
    <Part title={t('settings.limits.clients')} hint={t('settings.limits.clients_hint')}>
      <Loaded query={limits}>
        {({ limits: clients }) =>
          clients.length === 0 ? (
            <NothingHere>{t('settings.limits.no_clients')}</NothingHere>
          ) : (
            <ul aria-label={t('settings.limits.clients')} className="space-y-3">
              {clients.map((client) => (
                <li key={client.id}>
                  <ClientMeter client={client} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Part>
  )
}

/** More than any client can do: a limit only in name. */
const UNLIMITED = 1_000_000_000

const ClientMeter = ({ client: { name, limit, used, remaining } }: { client: ClientLimit }) =>
  limit >= UNLIMITED ? (
    <p className="flex items-baseline justify-between gap-4 text-sm">
      {name}
      <span className="text-end text-xs text-muted tabular-nums">
        {t('settings.limits.no_limit', { used: formatNumber(used) })}
      </span>
    </p>
  ) : (
    <Meter
      label={name}
      used={used}
      limit={limit}
      text={t('settings.limits.of_requests', {
        used: formatNumber(used),
        limit: formatNumber(limit),
        left: formatNumber(remaining),
      })}
    />
  )

function ServiceLimits({ installation }: { installation: Installation }) {
  const { files, limits, plan } = installation
  const { concurrent_requests, concurrent_uploads, event_streams } = limits
  const used = (open: number, total: number) =>
    t('settings.limits.used_of', { used: formatNumber(open), limit: formatNumber(total) })
  return (
    <>
      <Part title={t('settings.limits.use')}>
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {files.quota_bytes !== null && (
            <Meter
              label={t('settings.limits.files')}
              used={files.bytes}
              limit={files.quota_bytes}
              text={t('settings.limits.used_of', {
                used: formatBytes(files.bytes),
                limit: formatBytes(files.quota_bytes),
              })}
            />
          )}
          <Meter
            label={t('settings.limits.streams')}
            used={event_streams.open}
            limit={event_streams.total}
            text={used(event_streams.open, event_streams.total)}
          />
          <Meter
            label={t('settings.limits.uploads')}
            used={concurrent_uploads.open}
            limit={concurrent_uploads.total}
            text={used(concurrent_uploads.open, concurrent_uploads.total)}
          />
        </div>
      </Part>
      <Part title={t('settings.limits.fixed')} hint={t('settings.limits.fixed_hint')}>
        <Facts
          facts={[
            [
              t('settings.limits.plan'),
              plan.requests_per_minute >= UNLIMITED
                ? t('settings.limits.plan_unlimited', { name: plan.name })
                : t('settings.limits.plan_value', {
                    name: plan.name,
                    limit: formatNumber(plan.requests_per_minute),
                  }),
            ],
            [
              t('settings.limits.address'),
              t('settings.limits.per_minute', { limit: formatNumber(limits.requests_per_address) }),
            ],
            [
              t('settings.limits.connections'),
              limits.connections_per_address === null
                ? t('settings.limits.by_proxy')
                : formatNumber(limits.connections_per_address),
            ],
            [
              t('settings.limits.concurrent'),
              t('settings.limits.total_and_client', {
                total: formatNumber(concurrent_requests.total),
                client: formatNumber(concurrent_requests.per_client),
              }),
            ],
            [t('settings.limits.streams_per_person'), formatNumber(event_streams.per_person)],
            [
              t('settings.limits.files'),
              files.quota_bytes === null
                ? t('settings.limits.no_quota', { used: formatBytes(files.bytes) })
                : formatBytes(files.quota_bytes),
            ],
          ]}
        />
      </Part>
    </>
  )
}
