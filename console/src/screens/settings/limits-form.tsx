// The limits that owners set.
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
import { useChange } from './use-change.ts'

const NAMES = [
  'requests_per_address',
  'connections_per_address',
  'uploads_at_once',
  'uploads_at_once_per_client',
  'streams_at_once',
  'mails_per_minute',
  'mail_delay_seconds',
  'digest_hour',
] as const

const GIGABYTE = 1e9
/** More than any client can do: a limit only in name. */
const UNLIMITED = 1_000_000_000

export function LimitsForm() {
  const settings = useQuery(settingsQuery)
  return (
    <Part title={t('settings.limits.set')} hint={t('settings.limits.set_hint')}>
      <Loaded query={settings}>
        {(data) => <Fields key={JSON.stringify(data)} settings={data} />}
      </Loaded>
    </Part>
  )
}

function Fields({ settings }: { settings: InstallationSettings }) {
  const { run } = useChange('settings', 'installation', 'api_clients')
  const { plan, files_quota_bytes: quota, digest_time_zone: zone } = settings
  const [planName, setPlan] = useState(plan.value)
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(NAMES.map((name) => [name, String(settings[name].value)])),
  )
  const storedQuota = quota.value === null ? '' : String(quota.value / GIGABYTE)
  const [gigabytes, setGigabytes] = useState(storedQuota)
  const [zoneName, setZone] = useState(zone.value)
  const change: SettingsChange = {
    ...(planName !== plan.value && { plan: planName }),
    ...Object.fromEntries(
      NAMES.filter((name) => texts[name] !== String(settings[name].value)).map((name) => [
        name,
        texts[name] === '' ? null : Number(texts[name]),
      ]),
    ),
    ...(zoneName !== zone.value && { digest_time_zone: zoneName === '' ? null : zoneName }),
    ...(gigabytes !== storedQuota && {
      files_quota_bytes:
        gigabytes === '' ? null : Math.round(Number(gigabytes.replace(',', '.')) * GIGABYTE),
    }),
  }
  const isDirty = Object.keys(change).length > 0
  const isNumeric =
    NAMES.every((name) => /^\d*$/.test(texts[name] ?? '')) &&
    /^(\d+([.,]\d{1,3})?)?$/.test(gigabytes)
  return (
    <Form
      submitLabel={t('shell.save')}
      isDirty={isDirty}
      isIncomplete={!isDirty || !isNumeric}
      onSubmit={() => run(() => changeSettings(change), t('settings.limits.saved'))}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('settings.limits.plan')}
          value={planName}
          options={plan.allowed.map(({ name, requests_per_minute }) => ({
            id: name,
            label: name,
            hint:
              requests_per_minute >= UNLIMITED
                ? t('settings.limits.unlimited')
                : t('settings.limits.per_minute', { limit: formatNumber(requests_per_minute) }),
          }))}
          onChange={setPlan}
        />
        <div className="space-y-2">
          <TextField
            label={t('settings.limits.quota')}
            description={t('settings.limits.quota_hint')}
            name="files_quota_bytes"
            inputMode="decimal"
            value={gigabytes}
            onChange={setGigabytes}
            isDisabled={isFixed(quota)}
          />
          <FixedNote setting={quota} />
        </div>
        {NAMES.map((name) => (
          <div key={name} className="space-y-2">
            <TextField
              label={t(`settings.limits.of.${name}`)}
              description={t('settings.limits.default', {
                limit: formatNumber(settings[name].default),
              })}
              name={name}
              inputMode="numeric"
              value={texts[name] ?? ''}
              onChange={(text) => setTexts({ ...texts, [name]: text })}
              maxLength={7}
              isDisabled={isFixed(settings[name])}
            />
            <FixedNote setting={settings[name]} />
          </div>
        ))}
        <div className="space-y-2">
          <TextField
            label={t('settings.limits.digest_time_zone')}
            description={t('settings.limits.digest_time_zone_hint')}
            name="digest_time_zone"
            value={zoneName}
            onChange={setZone}
            maxLength={100}
            isDisabled={isFixed(zone)}
          />
          <FixedNote setting={zone} />
        </div>
      </div>
    </Form>
  )
}
