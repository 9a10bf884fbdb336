// Single sign-on: which providers are configured, and whether they work. Owners add, change and remove them.
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { changeSettings, type Provider, settingsQuery } from '../../api/installation-settings.ts'
import { useHasRole } from '../../api/session.ts'
import { installationQuery } from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { EmptyState, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { formatAge, formatNumber, formatTime, t } from '../../core/i18n.ts'
import { Facts, Named, Part, RowMenu, SectionBody } from './parts.tsx'
import { ProviderDialog, toBody } from './provider-dialog.tsx'
import { FixedNote, isFixed } from './setting-parts.tsx'
import { useChange } from './use-change.ts'

/** Where the provider sends people back to, which its own settings must contain. */
const redirectUri = (slug: string) => `${location.origin}/admin/oidc/${slug}/callback`

const Age = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatTime(time)} className="whitespace-nowrap">
    {formatAge(time)}
  </time>
)

type Asked = { about: 'new' } | { about: 'edit' | 'remove'; provider: Provider }

const ProviderMenu = ({
  name,
  provider,
  onAsk,
}: {
  name: string
  provider: Provider | undefined
  onAsk: (asked: Asked) => void
}) =>
  provider && (
    <RowMenu
      name={name}
      actions={[
        {
          id: 'edit',
          label: t('settings.sso.change'),
          icon: Pencil,
          onAction: () => onAsk({ about: 'edit', provider }),
        },
        {
          id: 'remove',
          label: t('settings.sso.remove'),
          icon: Trash2,
          isDangerous: true,
          onAction: () => onAsk({ about: 'remove', provider }),
        },
      ]}
    />
  )

function Question({
  asked,
  providers,
  onClose,
}: {
  asked: Asked
  providers: Provider[]
  onClose: () => void
}) {
  const { tryTo } = useChange('settings', 'installation')
  if (asked.about === 'new')
    return <ProviderDialog provider={null} others={providers} onClose={onClose} />
  const { provider } = asked
  const others = providers.filter(({ slug }) => slug !== provider.slug)
  if (asked.about === 'edit')
    return <ProviderDialog provider={provider} others={others} onClose={onClose} />
  return (
    <Confirm
      title={t('settings.sso.remove_of', { name: provider.name })}
      isOpen
      onClose={onClose}
      isDangerous
      confirmLabel={t('settings.sso.remove')}
      onConfirm={() => {
        tryTo(
          () => changeSettings({ sign_in_providers: others.map(toBody) }),
          t('settings.sso.removed', { name: provider.name }),
        )
        onClose()
      }}
    >
      {t('settings.sso.remove_hint', { name: provider.name })}
    </Confirm>
  )
}

export default function SignIn() {
  const installation = useQuery(installationQuery)
  const isOwner = useHasRole('owner')
  const setting = useQuery({ ...settingsQuery, enabled: isOwner }).data?.sign_in_providers
  const isEditable = setting !== undefined && !isFixed(setting)
  const [asked, setAsked] = useState<Asked>()
  const find = (slug: string) => setting?.value.find((provider) => provider.slug === slug)
  return (
    <SectionBody
      title={t('settings.sso')}
      hint={t('settings.sso.hint')}
      actions={
        isEditable && (
          <Button look="primary" icon={Plus} onPress={() => setAsked({ about: 'new' })}>
            {t('settings.sso.add')}
          </Button>
        )
      }
    >
      {setting && <FixedNote setting={setting} />}
      {asked && setting && (
        <Question asked={asked} providers={setting.value} onClose={() => setAsked(undefined)} />
      )}
      <Loaded query={installation}>
        {({ sign_in: { providers, mail } }) => (
          <>
            {providers.length === 0 ? (
              <EmptyState
                icon={Fingerprint}
                title={t('settings.sso.empty')}
                hint={t(isEditable ? 'settings.sso.empty_hint' : 'settings.sso.empty_admin')}
              />
            ) : (
              <Table
                label={t('settings.sso')}
                rows={providers}
                keyOf={({ slug }) => slug}
                {...(isEditable && {
                  actions: ({ slug, name }: { slug: string; name: string }) => (
                    <ProviderMenu name={name} provider={find(slug)} onAsk={setAsked} />
                  ),
                })}
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
