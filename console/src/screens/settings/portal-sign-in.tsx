// How end users get into the portal: the keys of single sign-on tokens, why a token is refused, and how long they stay.
import type { SsoKey } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { Ban, TicketCheck } from 'lucide-react'
import { useState } from 'react'
import { checkSsoToken, createSsoKey, revokeSsoKey, ssoKeysQuery } from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmName } from '../../components/confirm-name.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Secret } from '../../components/secret.tsx'
import { Table } from '../../components/table.tsx'
import { formatAge, formatTime, t } from '../../core/i18n.ts'
import { ListSection } from './list-section.tsx'
import { Badge, Named, RowMenu } from './parts.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useChange } from './use-change.ts'
import { VisitorSettings } from './visitor-settings.tsx'

type Asked =
  | { about: 'create' | 'check' }
  | { about: 'revoke'; key: SsoKey }
  | { about: 'created'; name: string; secret: string }

export default function PortalSignIn() {
  const keys = useQuery(ssoKeysQuery)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <ListSection
      area="sso_keys"
      icon={TicketCheck}
      query={keys}
      onCreate={() => setAsked({ about: 'create' })}
      below={<VisitorSettings />}
      dialogs={
        <>
          {asked?.about === 'create' && (
            <NewKeyDialog
              onClose={close}
              onCreated={(name, secret) => setAsked({ about: 'created', name, secret })}
            />
          )}
          {asked?.about === 'check' && <CheckDialog onClose={close} />}
          {asked?.about === 'revoke' && <RevokeDialog ssoKey={asked.key} onClose={close} />}
          {asked?.about === 'created' && (
            <CreatedDialog name={asked.name} secret={asked.secret} onClose={close} />
          )}
        </>
      }
    >
      {(all) => (
        <>
          <Table
            label={t('settings.sso_keys')}
            // Those that are revoked stay in the list, at its end.
            rows={all.toSorted((a, b) => Number(isRevoked(a)) - Number(isRevoked(b)))}
            keyOf={({ id }) => id}
            isMuted={isRevoked}
            columns={[
              {
                id: 'name',
                label: t('settings.name'),
                render: (key) => (
                  <Named
                    name={key.name}
                    badges={
                      isRevoked(key) && <Badge tone="danger">{t('settings.clients.revoked')}</Badge>
                    }
                  />
                ),
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
            actions={(key) =>
              !isRevoked(key) && (
                <RowMenu
                  name={key.name}
                  actions={[
                    {
                      id: 'revoke',
                      label: t('settings.clients.revoke'),
                      icon: Ban,
                      isDangerous: true,
                      onAction: () => setAsked({ about: 'revoke', key }),
                    },
                  ]}
                />
              )
            }
          />
          <Button onPress={() => setAsked({ about: 'check' })}>
            {t('settings.sso_keys.check')}
          </Button>
        </>
      )}
    </ListSection>
  )
}

const isRevoked = ({ revoked_at }: SsoKey) => revoked_at !== null

function NewKeyDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (name: string, secret: string) => void
}) {
  const { run } = useChange('sso_keys')
  const [name, setName] = useState('')
  return (
    <Dialog title={t('settings.sso_keys.new')} isOpen onClose={onClose}>
      <Form
        submitLabel={t('settings.create')}
        onCancel={onClose}
        isDirty={name !== ''}
        isIncomplete={name.trim() === ''}
        onSubmit={async () => {
          const made = await run(() => createSsoKey(name.trim()))
          onCreated(name.trim(), made?.key ?? '')
        }}
      >
        <TextField
          label={t('settings.name')}
          description={t('settings.sso_keys.name_hint')}
          name="name"
          value={name}
          onChange={setName}
          maxLength={200}
          isRequired
          autoFocus
        />
      </Form>
    </Dialog>
  )
}

const CreatedDialog = ({
  name,
  secret,
  onClose,
}: {
  name: string
  secret: string
  onClose: () => void
}) => (
  <SecretDialog title={t('settings.clients.key_of', { name })} onClose={onClose}>
    <Secret label={t('settings.clients.key')} value={secret} />
    <p className="text-sm">{t('settings.sso_keys.use_hint')}</p>
  </SecretDialog>
)

function RevokeDialog({
  ssoKey: { id, name, last_used_at },
  onClose,
}: {
  ssoKey: SsoKey
  onClose: () => void
}) {
  const { run } = useChange('sso_keys')
  return (
    <ConfirmName
      title={t('settings.clients.revoke_of', { name })}
      name={name}
      confirmLabel={t('settings.clients.revoke')}
      onClose={onClose}
      onConfirm={async () => {
        await run(() => revokeSsoKey(id), t('settings.clients.was_revoked', { name }))
        onClose()
      }}
    >
      <p>{t('settings.sso_keys.revoke_hint')}</p>
      <p>
        {last_used_at
          ? t('settings.clients.revoke_used', { age: formatAge(last_used_at) })
          : t('settings.clients.revoke_unused')}
      </p>
    </ConfirmName>
  )
}

type Check = Awaited<ReturnType<typeof checkSsoToken>>

function CheckDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState('')
  const [check, setCheck] = useState<Check>()
  return (
    <Dialog title={t('settings.sso_keys.check')} isOpen onClose={onClose} width="medium">
      <Form
        submitLabel={t('settings.sso_keys.check_now')}
        onCancel={onClose}
        isIncomplete={token.trim() === ''}
        onSubmit={async () => setCheck(await checkSsoToken(token))}
      >
        <TextField
          rows={5}
          label={t('settings.sso_keys.token')}
          description={t('settings.sso_keys.token_hint')}
          name="token"
          value={token}
          onChange={(text) => {
            setToken(text)
            setCheck(undefined)
          }}
          autoFocus
        />
        <div role="status">{check && <CheckResult check={check} />}</div>
      </Form>
    </Dialog>
  )
}

function CheckResult({ check: { is_accepted, message, person } }: { check: Check }) {
  if (!is_accepted || !person)
    return (
      <p className="text-sm text-danger">
        {t('settings.sso_keys.refused')} {message}
      </p>
    )
  const facts = [
    [t('settings.sso_keys.person'), [person.name, person.email].filter(Boolean).join(', ')],
    ['guid', person.guid],
    [t('settings.sso_keys.account'), person.account],
    [t('settings.clients.expires'), person.expires_at && formatTime(person.expires_at)],
  ] as const
  return (
    <div className="space-y-2 text-sm">
      <p className="text-success">{t('settings.sso_keys.accepted')}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}
