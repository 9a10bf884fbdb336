// The mail server: set, tried out, or removed.
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import {
  changeSettings,
  type InstallationSettings,
  type MailBody,
  settingsQuery,
  testMail,
} from '../../api/installation-settings.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Select, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { lazyPart } from '../../components/lazy-part.ts'
import { Loaded, SkeletonLines } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { SectionBody } from './parts.tsx'
import { FixedNote, isFixed, TryButton } from './setting-parts.tsx'
import { useChange } from './use-change.ts'

// With the preview of mails.
const MailParts = lazyPart(() => import('./mail/mail-parts.tsx'))

const TLS = ['starttls', 'always', 'none'] as const
type Tls = (typeof TLS)[number]
const PORTS: Record<Tls, string> = { starttls: '587', always: '465', none: '25' }

export default function Mail() {
  const settings = useQuery(settingsQuery)
  return (
    <SectionBody title={t('settings.mail')} hint={t('settings.mail.hint')}>
      <Loaded query={settings}>
        {(all) => (
          <>
            <MailForm key={JSON.stringify(all.mail)} mail={all.mail} />
            <Suspense fallback={<SkeletonLines lines={4} />}>
              <MailParts settings={all} />
            </Suspense>
          </>
        )}
      </Loaded>
    </SectionBody>
  )
}

function MailForm({ mail }: { mail: InstallationSettings['mail'] }) {
  const { run, tryTo } = useChange('settings', 'installation')
  const { value: stored } = mail
  const [host, setHost] = useState(stored?.host ?? '')
  const [port, setPort] = useState(String(stored?.port ?? PORTS.starttls))
  const [tls, setTls] = useState<Tls>(stored?.tls ?? 'starttls')
  const [user, setUser] = useState(stored?.user ?? '')
  const [password, setPassword] = useState('')
  const [from, setFrom] = useState(stored?.from ?? '')
  const [isAsked, setAsked] = useState(false)
  const isReadOnly = isFixed(mail)
  const body: MailBody = {
    host: host.trim(),
    port: Number(port),
    tls,
    user: user.trim() === '' ? null : user.trim(),
    from: from.trim(),
    ...(password !== '' && { password }),
  }
  const isIncomplete = body.host === '' || body.from === '' || !/^[1-9]\d{0,4}$/.test(port)
  const chooseTls = (next: Tls) => {
    // The usual port follows, unless somebody typed another one.
    if (port === PORTS[tls] || port === '') setPort(PORTS[next])
    setTls(next)
  }
  return (
    <div className="max-w-[560px] space-y-5">
      <FixedNote setting={mail} />
      <Form
        submitLabel={t('shell.save')}
        isIncomplete={isIncomplete || isReadOnly}
        onSubmit={() => run(() => changeSettings({ mail: body }), t('settings.mail.saved'))}
      >
        <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
          <TextField
            label={t('settings.mail.host')}
            name="mail.host"
            value={host}
            onChange={setHost}
            placeholder="mail.example.com"
            maxLength={255}
            isRequired
            isDisabled={isReadOnly}
          />
          <TextField
            label={t('settings.mail.port')}
            name="mail.port"
            inputMode="numeric"
            value={port}
            onChange={setPort}
            maxLength={5}
            isRequired
            isDisabled={isReadOnly}
          />
        </div>
        <Select
          label={t('settings.mail.tls')}
          value={tls}
          options={TLS.map((id) => ({ id, label: t(`settings.mail.tls.${id}`) }))}
          onChange={(id) => chooseTls(id as Tls)}
          isDisabled={isReadOnly}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('settings.mail.user')}
            description={t('settings.mail.user_hint')}
            name="mail.user"
            autoComplete="off"
            value={user}
            onChange={setUser}
            maxLength={255}
            isDisabled={isReadOnly}
          />
          <TextField
            label={t('settings.mail.password')}
            description={
              stored?.has_password ? t('settings.mail.password_stays') : t('settings.secret_hint')
            }
            name="mail.password"
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            maxLength={1000}
            isDisabled={isReadOnly}
          />
        </div>
        <TextField
          label={t('settings.mail.from')}
          description={t('settings.mail.from_hint')}
          name="mail.from"
          value={from}
          onChange={setFrom}
          placeholder={t('settings.mail.from_example')}
          maxLength={255}
          isRequired
          isDisabled={isReadOnly}
        />
        {!isReadOnly && (
          <TryButton
            label={t('settings.mail.test')}
            isDisabled={isIncomplete}
            attempt={async () => t('settings.mail.tested', { email: await testMail(body) })}
          />
        )}
      </Form>
      {stored && !isReadOnly && (
        <Button look="quiet" onPress={() => setAsked(true)}>
          {t('settings.mail.remove')}
        </Button>
      )}
      <Confirm
        title={t('settings.mail.remove')}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        isDangerous
        confirmLabel={t('settings.mail.remove')}
        onConfirm={() => {
          tryTo(() => changeSettings({ mail: null }), t('settings.mail.removed'))
          setAsked(false)
        }}
      >
        {t('settings.mail.remove_hint')}
      </Confirm>
    </div>
  )
}
