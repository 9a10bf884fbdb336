// Which mails the person gets: the digest, mentions, and failures.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasMail } from '../../api/installation-settings.ts'
import {
  changeNotificationSettings,
  DIGESTS,
  type Digest,
  type NotificationSettings,
  notificationSettingsQuery,
} from '../../api/notification-settings.ts'
import { forumsQuery } from '../../api/options.ts'
import { useHasRole } from '../../api/session.ts'
import { Checkbox, ComboBox, Select } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Loaded } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { ChosenRecords } from './chosen-records.tsx'
import { SectionBody } from './parts.tsx'
import { useChange } from './use-change.ts'

export default function Notifications() {
  const settings = useQuery(notificationSettingsQuery)
  const hasMail = useHasMail()
  return (
    <SectionBody title={t('settings.notifications')} hint={t('settings.notifications.hint')}>
      {!hasMail && (
        <p className="rounded border border-border bg-sunken p-3 text-sm">
          {t('settings.notifications.no_mail')}
        </p>
      )}
      <Loaded query={settings}>
        {(data) => <NotificationsForm key={JSON.stringify(data)} settings={data} />}
      </Loaded>
    </SectionBody>
  )
}

const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** With the one that is stored, which the browser may not know. */
const timeZones = (stored: string) =>
  [...new Set(['UTC', stored, ownTimeZone(), ...Intl.supportedValuesOf('timeZone')])].map((id) => ({
    id,
    label: id.replaceAll('_', ' '),
  }))

function NotificationsForm({ settings }: { settings: NotificationSettings }) {
  const { run } = useChange('notification_settings')
  const forumsOf = useQuery(forumsQuery).data ?? []
  const isAdmin = useHasRole('admin')
  const [digest, setDigest] = useState<Digest>(settings.digest)
  // Nobody has chosen it before.
  const [timeZone, setTimeZone] = useState(
    settings.digest === 'never' && settings.time_zone === 'UTC'
      ? ownTimeZone()
      : settings.time_zone,
  )
  const [forums, setForums] = useState(settings.forums)
  const [mentions, setMentions] = useState(settings.mentions)
  const [failures, setFailures] = useState(settings.failures)
  const isDirty =
    digest !== settings.digest ||
    (digest !== 'never' && timeZone !== settings.time_zone) ||
    String(forums) !== String(settings.forums) ||
    mentions !== settings.mentions ||
    failures !== settings.failures
  return (
    <div className="max-w-[560px]">
      <Form
        submitLabel={t('shell.save')}
        isDirty={isDirty}
        isIncomplete={!isDirty}
        onSubmit={() =>
          run(
            () =>
              changeNotificationSettings({
                digest,
                forums,
                mentions,
                failures,
                ...(digest !== 'never' && { time_zone: timeZone }),
              }),
            t('settings.notifications.saved'),
          )
        }
      >
        <div>
          <Select
            label={t('settings.notifications.digest')}
            value={digest}
            options={DIGESTS.map((id) => ({ id, label: t(`settings.notifications.digest.${id}`) }))}
            onChange={(id) => setDigest(id as Digest)}
          />
          <p className="mt-1 text-sm text-pretty text-muted">
            {t('settings.notifications.digest_hint')}
          </p>
        </div>
        {digest !== 'never' && (
          <>
            <ComboBox
              label={t('settings.notifications.time_zone')}
              value={timeZone}
              options={timeZones(settings.time_zone)}
              onChange={setTimeZone}
            />
            <ChosenRecords
              label={t('settings.notifications.forums')}
              addLabel={t('settings.notifications.add_forum')}
              empty={t('settings.notifications.all_forums')}
              records={forumsOf}
              ids={forums}
              onChange={setForums}
            />
          </>
        )}
        <Checkbox
          label={t('settings.notifications.mentions')}
          isSelected={mentions}
          onChange={setMentions}
        />
        {isAdmin && (
          <Checkbox
            label={t('settings.notifications.failures')}
            isSelected={failures}
            onChange={setFailures}
          />
        )}
      </Form>
    </div>
  )
}
