// API clients: programs that use the API, their secrets and what they are limited to.
import type { ApiClient } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { Ban, KeyRound, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { apiClientsQuery, revokeApiClient, rotateApiClient } from '../../api/settings.ts'
import { ConfirmName } from '../../components/confirm-name.tsx'
import { Secret } from '../../components/secret.tsx'
import { Table } from '../../components/table.tsx'
import { formatAge, formatTime, t } from '../../core/i18n.ts'
import { ClientDialog, type Credentials } from './client-dialog.tsx'
import { editAction, ListSection } from './list-section.tsx'
import { Badge, Named, RowMenu } from './parts.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useChange } from './use-change.ts'

type Asked =
  | { about: 'create' }
  | { about: 'edit' | 'rotate' | 'revoke'; client: ApiClient }
  | { about: 'secret'; credentials: Credentials }

export default function ApiClients() {
  const clients = useQuery(apiClientsQuery)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const showSecret = (credentials: Credentials) => setAsked({ about: 'secret', credentials })
  const { run } = useChange('api_clients')
  const rotate = async ({ id, name }: ApiClient, overlap: number) => {
    const secret = await run(() => rotateApiClient(id, overlap))
    showSecret({ name, key: null, secret })
  }
  return (
    <ListSection
      area="clients"
      icon={KeyRound}
      query={clients}
      onCreate={() => setAsked({ about: 'create' })}
      dialogs={
        <>
          {asked?.about === 'create' && (
            <ClientDialog client={null} onClose={close} onCreated={showSecret} />
          )}
          {asked?.about === 'edit' && (
            <ClientDialog client={asked.client} onClose={close} onCreated={showSecret} />
          )}
          {asked?.about === 'rotate' && (
            <RotateDialog
              name={asked.client.name}
              hint={t('settings.clients.rotate_hint')}
              onClose={close}
              onRotate={(overlap) => rotate(asked.client, overlap)}
            />
          )}
          {asked?.about === 'revoke' && <RevokeDialog client={asked.client} onClose={close} />}
          {asked?.about === 'secret' && (
            <CredentialsDialog credentials={asked.credentials} onClose={close} />
          )}
        </>
      }
    >
      {(all) => (
        <ClientTable
          // Those that are revoked stay in the list, at its end.
          clients={all.toSorted((a, b) => Number(isRevoked(a)) - Number(isRevoked(b)))}
          onAsk={setAsked}
        />
      )}
    </ListSection>
  )
}

const isRevoked = ({ revoked_at }: ApiClient) => revoked_at !== null

const ClientTable = ({
  clients,
  onAsk,
}: {
  clients: ApiClient[]
  onAsk: (asked: Asked) => void
}) => (
  <Table
    label={t('settings.clients')}
    rows={clients}
    keyOf={({ id }) => id}
    isMuted={isRevoked}
    columns={[
      {
        id: 'name',
        label: t('settings.name'),
        render: (client) => (
          <Named name={client.name} badges={<ClientBadges client={client} />}>
            <code>{client.key_hint}…</code>
          </Named>
        ),
      },
      {
        id: 'scopes',
        label: t('settings.clients.scopes'),
        render: ({ scopes, audience }) =>
          audience === 'end_users'
            ? '–'
            : scopes === null
              ? t('settings.clients.all_scopes')
              : scopes.join(', '),
      },
      {
        id: 'used',
        label: t('settings.clients.last_used'),
        isShort: true,
        render: ({ last_used_at }) =>
          last_used_at ? formatAge(last_used_at) : t('settings.never'),
      },
      {
        id: 'created',
        label: t('settings.created_at'),
        isShort: true,
        render: ({ created_at }) => formatAge(created_at),
      },
    ]}
    actions={(client) =>
      !isRevoked(client) && (
        <RowMenu
          name={client.name}
          actions={[
            editAction(() => onAsk({ about: 'edit', client })),
            {
              id: 'rotate',
              label: t('settings.clients.rotate'),
              icon: RefreshCw,
              onAction: () => onAsk({ about: 'rotate', client }),
            },
            {
              id: 'revoke',
              label: t('settings.clients.revoke'),
              icon: Ban,
              isDangerous: true,
              onAction: () => onAsk({ about: 'revoke', client }),
            },
          ]}
        />
      )
    }
  />
)

const isPast = (time: string | null) => time !== null && Date.parse(time) < Date.now()

const ClientBadges = ({ client }: { client: ApiClient }) => (
  <>
    {isRevoked(client) && <Badge tone="danger">{t('settings.clients.revoked')}</Badge>}
    {!isRevoked(client) && isPast(client.expires_at) && (
      <Badge tone="warning">{t('settings.expired')}</Badge>
    )}
    {client.audience === 'end_users' && <Badge>{t('settings.clients.end_users')}</Badge>}
    {!client.is_trusted && <Badge>{t('settings.clients.untrusted')}</Badge>}
    {client.is_read_only && <Badge>{t('settings.clients.read_only')}</Badge>}
    {client.previous_secret_expires_at && !isPast(client.previous_secret_expires_at) && (
      <Badge>
        {t('settings.clients.rotating', { time: formatTime(client.previous_secret_expires_at) })}
      </Badge>
    )}
  </>
)

function RevokeDialog({
  client: { id, name, last_used_at },
  onClose,
}: {
  client: ApiClient
  onClose: () => void
}) {
  const { run } = useChange('api_clients')
  return (
    <ConfirmName
      title={t('settings.clients.revoke_of', { name })}
      name={name}
      confirmLabel={t('settings.clients.revoke')}
      onClose={onClose}
      onConfirm={async () => {
        await run(() => revokeApiClient(id), t('settings.clients.was_revoked', { name }))
        onClose()
      }}
    >
      <p>{t('settings.clients.revoke_hint')}</p>
      <p>
        {last_used_at
          ? t('settings.clients.revoke_used', { age: formatAge(last_used_at) })
          : t('settings.clients.revoke_unused')}
      </p>
    </ConfirmName>
  )
}

const CredentialsDialog = ({
  credentials: { name, key, secret },
  onClose,
}: {
  credentials: Credentials
  onClose: () => void
}) => (
  <SecretDialog
    title={t(secret === '' ? 'settings.clients.key_of' : 'settings.clients.secret_of', { name })}
    isOnce={secret !== ''}
    onClose={onClose}
  >
    {key !== null && <Secret label={t('settings.clients.key')} value={key} />}
    {secret !== '' && <Secret label={t('settings.clients.secret')} value={secret} />}
  </SecretDialog>
)
