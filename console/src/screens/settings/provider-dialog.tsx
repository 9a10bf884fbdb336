// An OpenID provider: added, changed, and checked before it is saved.
import type { OidcProvider } from '@earshot/client'
import { useState } from 'react'
import {
  type AvailableTo,
  checkProvider,
  createProvider,
  type NewProvider,
  updateProvider,
} from '../../api/oidc-providers.ts'
import { ROLES, type Role } from '../../api/session.ts'
import { Select, TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Secret } from '../../components/secret.tsx'
import { t } from '../../core/i18n.ts'
import { checkText } from './provider-check.tsx'
import { hasPlaceholder, isPreset, PRESET_NAMES, PRESETS, type Preset } from './provider-presets.ts'
import { Explained, TryButton } from './setting-parts.tsx'
import { useChange } from './use-change.ts'

const NOBODY = 'nobody'
const OTHER = 'other'

export const AUDIENCES = ['staff', 'end_users', 'both'] as const satisfies AvailableTo[]

/** What the service makes of the name, for the redirect addresses. */
const slugOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/-$/, '')

/** "group = role", one per line. */
const toLines = (roles: Record<string, unknown>) =>
  Object.entries(roles)
    .map(([group, role]) => `${group} = ${role}`)
    .join('\n')

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

const fromLines = (text: string) =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const at = line.lastIndexOf('=')
      return [line.slice(0, at).trim(), line.slice(at + 1).trim() as Role]
    }),
  )

const isRoleLines = (text: string) =>
  linesOf(text).every((line) => ROLES.some((role) => new RegExp(`^.+=\\s*${role}\\s*$`).test(line)))

/** What the form holds, as text. */
const toDraft = (provider: OidcProvider | null) => ({
  name: provider?.name ?? '',
  availableTo: (provider?.available_to ?? 'staff') as AvailableTo,
  issuer: provider?.issuer ?? '',
  clientId: provider?.client_id ?? '',
  secret: '',
  scopes: provider?.scopes ?? '',
  allowNew: provider?.allow_new ?? NOBODY,
  domains: provider?.email_domains.join(', ') ?? '',
  claim: provider?.groups_claim ?? '',
  roles: toLines(provider?.roles ?? {}),
})
type Draft = ReturnType<typeof toDraft>

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

const toBody = (draft: Draft) => ({
  name: draft.name.trim(),
  available_to: draft.availableTo,
  issuer: draft.issuer.trim(),
  client_id: draft.clientId.trim(),
  ...(draft.secret !== '' && { client_secret: draft.secret }),
  scopes: orNull(draft.scopes),
  allow_new: draft.allowNew === NOBODY ? null : (draft.allowNew as Role),
  email_domains: draft.domains.split(/[\s,]+/).filter((domain) => domain !== ''),
  groups_claim: orNull(draft.claim),
  roles: fromLines(draft.roles),
})

export function ProviderDialog({
  provider,
  onClose,
}: {
  provider: OidcProvider | null
  onClose: () => void
}) {
  const { run } = useChange('oidc_providers', 'installation')
  const [draft, setDraft] = useState(() => toDraft(provider))
  const [preset, setPreset] = useState<string>(OTHER)
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const body = toBody(draft)
  const isClientIncomplete =
    [body.issuer, body.client_id].includes('') ||
    hasPlaceholder(body.issuer) ||
    (draft.secret === '' && !provider)
  const choose = (id: string) => {
    const names = Object.values(PRESETS).map(({ name }) => name as string)
    setPreset(id)
    if (!isPreset(id)) return
    const { name, issuer } = PRESETS[id]
    // A name of one's own stays.
    const isOwn = draft.name.trim() !== '' && !names.includes(draft.name)
    set({ issuer, ...(!isOwn && { name }) })
  }
  return (
    <FormDialog
      title={provider ? t('settings.sso.edit', { name: provider.name }) : t('settings.sso.add')}
      onClose={onClose}
      width="medium"
      submitLabel={provider ? t('shell.save') : t('settings.sso.add')}
      isDirty={JSON.stringify(draft) !== JSON.stringify(toDraft(provider))}
      isIncomplete={body.name === '' || isClientIncomplete || !isRoleLines(draft.roles)}
      onSubmit={async () => {
        await run(
          () =>
            provider ? updateProvider(provider.id, body) : createProvider(body as NewProvider),
          t('settings.sso.saved', { name: body.name }),
        )
        onClose()
      }}
    >
      {!provider && (
        <Explained hint={isPreset(preset) && t(`settings.sso.preset_hint.${preset}`)}>
          <Select
            label={t('settings.sso.preset')}
            value={preset}
            options={[
              ...(Object.keys(PRESETS) as Preset[]).map((id) => ({ id, label: PRESET_NAMES[id] })),
              { id: OTHER, label: t('settings.sso.preset_other') },
            ]}
            onChange={choose}
          />
        </Explained>
      )}
      <TextField
        label={t('settings.name')}
        description={t('settings.sso.name_hint')}
        name="name"
        value={draft.name}
        onChange={(name) => set({ name })}
        maxLength={40}
        isRequired
        autoFocus
      />
      <Explained hint={t(`settings.sso.for_hint.${draft.availableTo}`)}>
        <Select
          label={t('settings.sso.for')}
          value={draft.availableTo}
          options={AUDIENCES.map((id) => ({ id, label: t(`settings.sso.for.${id}`) }))}
          onChange={(id) => set({ availableTo: id as AvailableTo })}
        />
      </Explained>
      <Redirects
        slug={provider?.slug ?? slugOf(draft.name)}
        availableTo={draft.availableTo}
        provider={provider}
      />
      <TextField
        label={t('settings.sso.issuer')}
        description={t('settings.sso.issuer_hint')}
        name="issuer"
        type="url"
        value={draft.issuer}
        onChange={(issuer) => set({ issuer })}
        placeholder="https://login.example.com"
        maxLength={500}
        isRequired
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('settings.sso.client_id')}
          name="client_id"
          autoComplete="off"
          value={draft.clientId}
          onChange={(clientId) => set({ clientId })}
          maxLength={500}
          isRequired
        />
        <TextField
          label={t('settings.sso.client_secret')}
          description={provider ? t('settings.sso.secret_stays') : t('settings.secret_hint')}
          name="client_secret"
          type="password"
          autoComplete="new-password"
          value={draft.secret}
          onChange={(secret) => set({ secret })}
          maxLength={2000}
        />
      </div>
      <TextField
        label={t('settings.sso.scopes')}
        description={t('settings.sso.scopes_hint')}
        name="scopes"
        value={draft.scopes}
        onChange={(scopes) => set({ scopes })}
        placeholder="openid email profile"
        maxLength={500}
      />
      {draft.availableTo !== 'end_users' && <TeamFields draft={draft} set={set} />}
      <TryButton
        label={t('settings.sso.test')}
        isDisabled={isClientIncomplete}
        attempt={async () => {
          const { issuer, client_id, client_secret } = body
          return checkText(
            await checkProvider({
              issuer,
              client_id,
              ...(client_secret !== undefined && { client_secret }),
              ...(provider && { id: provider.id }),
            }),
          )
        }}
      />
    </FormDialog>
  )
}

/** The addresses that are registered at the provider. The service knows its public one; until then this one is the best guess. */
export const Redirects = ({
  slug,
  availableTo,
  provider,
}: {
  slug: string
  availableTo: AvailableTo
  provider: OidcProvider | null | undefined
}) =>
  slug !== '' && (
    <>
      {availableTo !== 'end_users' && (
        <Secret
          label={t('settings.sso.redirect_staff')}
          value={provider?.staff_redirect_uri ?? `${location.origin}/admin/oidc/${slug}/callback`}
        />
      )}
      {availableTo !== 'staff' && (
        <Secret
          label={t('settings.sso.redirect_end_users')}
          value={
            provider?.end_user_redirect_uri ?? `${location.origin}/sign-in/with/${slug}/callback`
          }
        />
      )}
    </>
  )

/** Who becomes what in the team. End users never get a role. */
const TeamFields = ({ draft, set }: { draft: Draft; set: (changes: Partial<Draft>) => void }) => (
  <fieldset className="space-y-4">
    <legend className="text-sm font-semibold">{t('settings.sso.team_part')}</legend>
    <Explained hint={t('settings.sso.allow_new_hint')}>
      <Select
        label={t('settings.sso.allow_new')}
        value={draft.allowNew}
        options={[
          { id: NOBODY, label: t('settings.sso.nobody') },
          ...ROLES.map((id) => ({ id, label: t(`shell.role.${id}`) })),
        ]}
        onChange={(allowNew) => set({ allowNew })}
      />
    </Explained>
    <TextField
      label={t('settings.sso.domains')}
      description={t('settings.sso.domains_hint')}
      name="email_domains"
      value={draft.domains}
      onChange={(domains) => set({ domains })}
      placeholder="example.com"
    />
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t('settings.sso.claim')}
        description={t('settings.sso.claim_hint')}
        name="groups_claim"
        value={draft.claim}
        onChange={(claim) => set({ claim })}
        placeholder="groups"
        maxLength={200}
      />
      <TextField
        label={t('settings.sso.roles')}
        description={t('settings.sso.roles_hint')}
        name="roles"
        rows={3}
        value={draft.roles}
        onChange={(roles) => set({ roles })}
        placeholder="product-team = admin"
      />
    </div>
  </fieldset>
)
