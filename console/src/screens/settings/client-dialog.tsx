// Creates an API client, or changes what it is limited to.
import type { ApiClient } from '@earshot/client'
import { useState } from 'react'
import { createApiClient, type Scope, updateApiClient } from '../../api/settings.ts'
import { Checkbox, Select, TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { t } from '../../core/i18n.ts'
import { toLines } from './to-lines.ts'
import { useChange } from './use-change.ts'

const AREAS = ['feedback', 'people', 'files', 'settings'] as const
const ACCESS = ['read', 'write'] as const
const AUDIENCES = ['admin', 'end_users'] as const
type Audience = (typeof AUDIENCES)[number]

export type Credentials = { name: string; key: string | null; secret: string }

export function ClientDialog({
  client,
  onClose,
  onCreated,
}: {
  client: ApiClient | null
  onClose: () => void
  onCreated: (credentials: Credentials) => void
}) {
  const { run } = useChange('api_clients')
  const [name, setName] = useState(client?.name ?? '')
  const [audience, setAudience] = useState<Audience>((client?.audience ?? 'admin') as Audience)
  const isForEndUsers = audience === 'end_users'
  const [isLimited, setLimited] = useState(client ? client.scopes !== null : true)
  const [scopes, setScopes] = useState((client?.scopes ?? ['feedback:read']) as Scope[])
  const [isTrusted, setTrusted] = useState(true)
  const [isReadOnly, setReadOnly] = useState(false)
  const [isPublic, setPublic] = useState(client?.is_public ?? false)
  const [limit, setLimit] = useState(String(client?.requests_per_minute ?? ''))
  const [redirects, setRedirects] = useState((client?.redirect_uris ?? []).join('\n'))
  const [expires, setExpires] = useState(client?.expires_at?.slice(0, 10) ?? '')
  const [isDirty, setDirty] = useState(false)
  const save = async () => {
    const body = {
      name: name.trim(),
      // Scopes are areas of the Admin API.
      scopes: isLimited && !isForEndUsers ? scopes : null,
      redirect_uris: toLines(redirects),
      requests_per_minute: limit === '' ? null : Number(limit),
      // The whole day still counts.
      expires_at: expires === '' ? null : `${expires}T23:59:59Z`,
    }
    if (client) {
      // A new secret makes a client confidential again: that is what rotating is for.
      const change = { ...body, ...(isPublic && !client.is_public && { is_public: true }) }
      await run(() => updateApiClient(client.id, change), t('settings.saved', { name: body.name }))
      return onClose()
    }
    const made = await run(() =>
      createApiClient({
        ...body,
        audience,
        ...(!isForEndUsers && { is_trusted: isTrusted, is_read_only: isReadOnly }),
        is_public: isPublic,
      }),
    )
    onCreated({ name: body.name, key: made?.key ?? '', secret: made?.secret ?? '' })
  }
  return (
    <FormDialog
      title={client ? t('settings.clients.edit') : t('settings.clients.new')}
      onClose={onClose}
      submitLabel={client ? t('shell.save') : t('settings.create')}
      onSubmit={save}
      isDirty={isDirty}
      isIncomplete={
        name.trim() === '' ||
        (isLimited && !isForEndUsers && scopes.length === 0) ||
        !/^\d*$/.test(limit)
      }
    >
      <TextField
        label={t('settings.name')}
        description={t('settings.clients.name_hint')}
        name="name"
        value={name}
        onChange={(text) => {
          setName(text)
          setDirty(true)
        }}
        maxLength={200}
        isRequired
        autoFocus
      />
      <div className="space-y-2">
        <Select
          label={t('settings.clients.audience')}
          options={AUDIENCES.map((id) => ({ id, label: t(`settings.clients.audience.${id}`) }))}
          value={audience}
          onChange={(id) => setAudience(id as Audience)}
          isDisabled={client !== null}
        />
        {isForEndUsers && (
          <p className="text-sm text-muted">{t('settings.clients.audience_hint')}</p>
        )}
      </div>
      {!isForEndUsers && (
        <div className="space-y-2">
          <Checkbox
            label={t('settings.clients.limited')}
            isSelected={isLimited}
            onChange={setLimited}
          />
          {isLimited && <ScopeChoice scopes={scopes} onChange={setScopes} />}
        </div>
      )}
      {!client && !isForEndUsers && (
        <div className="space-y-2">
          <Checkbox
            label={t('settings.clients.trusted')}
            isSelected={isTrusted}
            onChange={setTrusted}
          />
          <Checkbox
            label={t('settings.clients.only_reads')}
            isSelected={isReadOnly}
            onChange={setReadOnly}
          />
        </div>
      )}
      <div>
        <Checkbox
          label={t('settings.clients.public')}
          isSelected={isPublic}
          isDisabled={client?.is_public === true}
          onChange={(isOn) => {
            setPublic(isOn)
            setDirty(true)
          }}
        />
        <p className="ms-6 mt-1 text-sm text-muted">
          {t(
            client === null
              ? 'settings.clients.public_hint'
              : client.is_public
                ? 'settings.clients.public_now'
                : 'settings.clients.public_change',
          )}
        </p>
      </div>
      <TextField
        label={t('settings.clients.redirects')}
        description={t('settings.clients.redirects_hint')}
        name="redirect_uris"
        value={redirects}
        onChange={(text) => {
          setRedirects(text)
          setDirty(true)
        }}
        rows={2}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('settings.clients.limit')}
          description={t('settings.clients.limit_hint')}
          name="requests_per_minute"
          inputMode="numeric"
          value={limit}
          onChange={setLimit}
          maxLength={9}
        />
        <TextField
          label={t('settings.clients.expires')}
          description={t('settings.clients.expires_hint')}
          name="expires_at"
          type="date"
          value={expires}
          onChange={setExpires}
        />
      </div>
    </FormDialog>
  )
}

const ScopeChoice = ({
  scopes,
  onChange,
}: {
  scopes: Scope[]
  onChange: (scopes: Scope[]) => void
}) => (
  <fieldset className="ms-6 grid grid-cols-[auto_auto_auto] justify-start gap-x-6 gap-y-2 text-sm">
    <legend className="sr-only">{t('settings.clients.scopes')}</legend>
    {AREAS.map((area) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of this grid
      <div
        key={area}
        role="group"
        aria-label={t(`settings.clients.area.${area}`)}
        className="col-span-3 grid grid-cols-subgrid"
      >
        <span aria-hidden>{t(`settings.clients.area.${area}`)}</span>
        {ACCESS.map((access) => {
          const scope = `${area}:${access}` as const
          // What can be written can be read.
          const isImplied = access === 'read' && scopes.includes(`${area}:write`)
          return (
            <Checkbox
              key={access}
              label={t(`settings.clients.access.${access}`)}
              isSelected={isImplied || scopes.includes(scope)}
              isDisabled={isImplied}
              onChange={(isOn) =>
                onChange(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            />
          )
        })}
      </div>
    ))}
  </fieldset>
)
