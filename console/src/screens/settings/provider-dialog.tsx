// An OpenID provider: added, changed, and checked before it is saved.
import { useState } from 'react'
import {
  changeSettings,
  type Provider,
  type ProviderBody,
  testProvider,
} from '../../api/installation-settings.ts'
import { ROLES, type Role } from '../../api/session.ts'
import { Select, TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Secret } from '../../components/secret.tsx'
import { t } from '../../core/i18n.ts'
import { TryButton } from './setting-parts.tsx'
import { useChange } from './use-change.ts'

const NOBODY = 'nobody'

/** What the service makes of the name, for the redirect URI. */
const slugOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/-$/, '')

/** As it is sent; the secret stays as it is stored. */
export const toBody = (provider: Provider): ProviderBody => ({
  name: provider.name,
  issuer: provider.issuer,
  client_id: provider.client_id,
  token_endpoint_auth_method: provider.token_endpoint_auth_method,
  scopes: provider.scopes,
  groups_claim: provider.groups_claim,
  roles: provider.roles,
  allow_new: provider.allow_new,
  email_domains: provider.email_domains,
})

/** "group = role", one per line. */
const toLines = (roles: Record<string, string>) =>
  Object.entries(roles)
    .map(([group, role]) => `${group} = ${role}`)
    .join('\n')

const fromLines = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const at = line.lastIndexOf('=')
        return [line.slice(0, at).trim(), line.slice(at + 1).trim() as Role]
      }),
  )

const isRoleLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .every((line) => ROLES.some((role) => new RegExp(`^.+=\\s*${role}\\s*$`).test(line)))

export function ProviderDialog({
  provider,
  others,
  onClose,
}: {
  provider: Provider | null
  /** The providers that stay as they are. */
  others: Provider[]
  onClose: () => void
}) {
  const { run } = useChange('settings', 'installation')
  const [name, setName] = useState(provider?.name ?? '')
  const [issuer, setIssuer] = useState(provider?.issuer ?? '')
  const [clientId, setClientId] = useState(provider?.client_id ?? '')
  const [secret, setSecret] = useState('')
  const [allowNew, setAllowNew] = useState<string>(provider?.allow_new ?? NOBODY)
  const [domains, setDomains] = useState(provider?.email_domains.join(', ') ?? '')
  const [claim, setClaim] = useState(provider?.groups_claim ?? '')
  const [roles, setRoles] = useState(toLines(provider?.roles ?? {}))
  const emailDomains = domains.split(/[\s,]+/).filter((domain) => domain !== '')
  const body: ProviderBody = {
    ...(provider && toBody(provider)),
    name: name.trim(),
    issuer: issuer.trim(),
    client_id: clientId.trim(),
    ...(secret !== '' && { client_secret: secret }),
    allow_new: allowNew === NOBODY ? null : (allowNew as Role),
    email_domains: emailDomains,
    groups_claim: claim.trim() === '' ? null : claim.trim(),
    roles: fromLines(roles),
  }
  const isIncomplete =
    [body.name, body.issuer, body.client_id].includes('') ||
    (secret === '' && !provider) ||
    !isRoleLines(roles)
  return (
    <FormDialog
      title={provider ? t('settings.sso.edit', { name: provider.name }) : t('settings.sso.add')}
      onClose={onClose}
      width="medium"
      submitLabel={provider ? t('shell.save') : t('settings.sso.add')}
      isIncomplete={isIncomplete}
      onSubmit={async () => {
        await run(
          () => changeSettings({ sign_in_providers: [...others.map(toBody), body] }),
          t('settings.sso.saved', { name: body.name }),
        )
        onClose()
      }}
    >
      <TextField
        label={t('settings.name')}
        description={t('settings.sso.name_hint')}
        name="name"
        value={name}
        onChange={setName}
        maxLength={40}
        isRequired
        autoFocus
      />
      {slugOf(name) !== '' && (
        <Secret
          label={t('settings.sso.redirect')}
          value={`${location.origin}/admin/oidc/${slugOf(name)}/callback`}
        />
      )}
      <TextField
        label={t('settings.sso.issuer')}
        description={t('settings.sso.issuer_hint')}
        name="issuer"
        type="url"
        value={issuer}
        onChange={setIssuer}
        placeholder="https://login.example.com"
        maxLength={500}
        isRequired
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('settings.sso.client_id')}
          name="client_id"
          autoComplete="off"
          value={clientId}
          onChange={setClientId}
          maxLength={500}
          isRequired
        />
        <TextField
          label={t('settings.sso.client_secret')}
          description={provider ? t('settings.sso.secret_stays') : t('settings.secret_hint')}
          name="client_secret"
          type="password"
          autoComplete="new-password"
          value={secret}
          onChange={setSecret}
          maxLength={2000}
        />
      </div>
      <div>
        <Select
          label={t('settings.sso.allow_new')}
          value={allowNew}
          options={[
            { id: NOBODY, label: t('settings.sso.nobody') },
            ...ROLES.map((id) => ({ id, label: t(`shell.role.${id}`) })),
          ]}
          onChange={setAllowNew}
        />
        <p className="mt-1 text-sm text-muted">{t('settings.sso.allow_new_hint')}</p>
      </div>
      <TextField
        label={t('settings.sso.domains')}
        description={t('settings.sso.domains_hint')}
        name="email_domains"
        value={domains}
        onChange={setDomains}
        placeholder="example.com"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('settings.sso.claim')}
          description={t('settings.sso.claim_hint')}
          name="groups_claim"
          value={claim}
          onChange={setClaim}
          placeholder="groups"
          maxLength={200}
        />
        <TextField
          label={t('settings.sso.roles')}
          description={t('settings.sso.roles_hint')}
          name="roles"
          rows={3}
          value={roles}
          onChange={setRoles}
          placeholder="product-team = admin"
        />
      </div>
      <TryButton
        label={t('settings.sso.test')}
        isDisabled={isIncomplete}
        attempt={async () =>
          t('settings.sso.tested', { issuer: (await testProvider(body)).issuer })
        }
      />
    </FormDialog>
  )
}
