// What applies to everybody who signs in on the portal: how long, what tokens may do, and which sites have apps of their own.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeSettings,
  type InstallationSettings,
  type SettingsChange,
  settingsQuery,
} from '../../api/installation-settings.ts'
import { Select, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Loaded } from '../../components/states.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { Part } from './parts.tsx'
import { FixedNote, isFixed } from './setting-parts.tsx'
import { toLines } from './to-lines.ts'
import { useChange } from './use-change.ts'

const DAYS = ['portal_session_days', 'portal_session_idle_days'] as const
const ROLE_CLAIMS = ['ignore', 'admin', 'owner'] as const

export function VisitorSettings() {
  const settings = useQuery(settingsQuery)
  return (
    <Part title={t('settings.visitors')} hint={t('settings.visitors.hint')}>
      <Loaded query={settings}>
        {(data) => <Fields key={JSON.stringify(data)} settings={data} />}
      </Loaded>
    </Part>
  )
}

function Fields({ settings }: { settings: InstallationSettings }) {
  const { run } = useChange('settings')
  const { sso_role_claims, app_origins } = settings
  const [days, setDays] = useState(() =>
    Object.fromEntries(DAYS.map((name) => [name, String(settings[name].value)])),
  )
  const [claims, setClaims] = useState(sso_role_claims.value)
  const storedOrigins = app_origins.value.join('\n')
  const [origins, setOrigins] = useState(storedOrigins)
  const change: SettingsChange = {
    ...Object.fromEntries(
      DAYS.filter((name) => days[name] !== String(settings[name].value)).map((name) => [
        name,
        days[name] === '' ? null : Number(days[name]),
      ]),
    ),
    ...(claims !== sso_role_claims.value && { sso_role_claims: claims }),
    ...(origins !== storedOrigins && { app_origins: toLines(origins) }),
  }
  const isDirty = Object.keys(change).length > 0
  const isNumeric = DAYS.every((name) => /^\d*$/.test(days[name] ?? ''))
  return (
    <div className="max-w-[760px]">
      <Form
        submitLabel={t('shell.save')}
        isDirty={isDirty}
        isIncomplete={!isDirty || !isNumeric}
        onSubmit={() => run(() => changeSettings(change), t('settings.visitors.saved'))}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {DAYS.map((name) => (
            <div key={name} className="space-y-2">
              <TextField
                label={t(`settings.visitors.${name}`)}
                description={t('settings.limits.default', {
                  limit: formatNumber(settings[name].default),
                })}
                name={name}
                inputMode="numeric"
                value={days[name] ?? ''}
                onChange={(text) => setDays({ ...days, [name]: text })}
                maxLength={3}
                isDisabled={isFixed(settings[name])}
              />
              <FixedNote setting={settings[name]} />
            </div>
          ))}
        </div>
        <div className="space-y-2">
          <Select
            label={t('settings.visitors.role_claims')}
            options={ROLE_CLAIMS.map((id) => ({
              id,
              label: t(`settings.visitors.role_claims.${id}`),
            }))}
            value={claims}
            onChange={(id) => setClaims(id as typeof claims)}
            isDisabled={isFixed(sso_role_claims)}
          />
          {claims !== 'ignore' && (
            <p className="text-sm text-warning">{t('settings.visitors.role_claims_hint')}</p>
          )}
          <FixedNote setting={sso_role_claims} />
        </div>
        <div className="space-y-2">
          <TextField
            label={t('settings.visitors.app_origins')}
            description={t('settings.visitors.app_origins_hint')}
            name="app_origins"
            value={origins}
            onChange={setOrigins}
            rows={3}
            isDisabled={isFixed(app_origins)}
          />
          <FixedNote setting={app_origins} />
        </div>
      </Form>
    </div>
  )
}
