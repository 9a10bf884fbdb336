// Single sign-on: which providers are configured, and whether they work. The settings themselves are on the server.
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { installationQuery } from '../../api/settings.ts'
import { EmptyState, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { formatAge, formatNumber, formatTime, t } from '../../core/i18n.ts'
import { Facts, Named, Part, SectionBody } from './parts.tsx'

/** Where the provider sends people back to, which its own settings must contain. */
const redirectUri = (slug: string) => `${location.origin}/admin/oidc/${slug}/callback`

const Age = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatTime(time)} className="whitespace-nowrap">
    {formatAge(time)}
  </time>
)

export default function SignIn() {
  const installation = useQuery(installationQuery)
  return (
    <SectionBody title={t('settings.sso')} hint={t('settings.sso.hint')}>
      <Loaded query={installation}>
        {({ sign_in: { providers, mail } }) => (
          <>
            {providers.length === 0 ? (
              <EmptyState
                icon={Fingerprint}
                title={t('settings.sso.empty')}
                hint={t('settings.sso.empty_hint')}
              />
            ) : (
              <Table
                label={t('settings.sso')}
                rows={providers}
                keyOf={({ slug }) => slug}
                columns={[
                  {
                    id: 'name',
                    label: t('settings.sso.provider'),
                    render: ({ name, issuer, slug }) => (
                      <Named name={name}>
                        {issuer}
                        <span className="block">
                          {t('settings.sso.redirect')}: {redirectUri(slug)}
                        </span>
                      </Named>
                    ),
                  },
                  {
                    id: 'people',
                    label: t('settings.sso.people'),
                    align: 'end',
                    isShort: true,
                    render: ({ people_count }) => formatNumber(people_count),
                  },
                  {
                    id: 'used',
                    label: t('settings.sso.last_used'),
                    isShort: true,
                    render: ({ last_used_at }) =>
                      last_used_at ? <Age time={last_used_at} /> : t('settings.never'),
                  },
                  {
                    id: 'failed',
                    label: t('settings.sso.last_failure'),
                    render: ({ last_failure, last_used_at }) =>
                      last_failure ? (
                        // A provider that was used since then works again.
                        <span
                          className={last_failure.at > (last_used_at ?? '') ? 'text-danger' : ''}
                        >
                          {t(`settings.sso.reason.${last_failure.reason}`)} ·{' '}
                          <Age time={last_failure.at} />
                        </span>
                      ) : (
                        t('settings.none')
                      ),
                  },
                ]}
              />
            )}
            <Part title={t('settings.sso.other')}>
              <Facts
                facts={[
                  [t('settings.sso.passwords'), t('settings.sso.always')],
                  [
                    t('settings.sso.mail'),
                    mail ? t('settings.sso.mail_on') : t('settings.sso.mail_off'),
                  ],
                ]}
              />
            </Part>
          </>
        )}
      </Loaded>
    </SectionBody>
  )
}
