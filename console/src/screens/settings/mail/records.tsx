// The keys that sign mails, with the records to publish, and what the DNS says.
import { useQuery } from '@tanstack/react-query'
import { FileKey } from 'lucide-react'
import { useState } from 'react'
import {
  activateDkimKey,
  checkMailRecords,
  createDkimKey,
  type DkimKey,
  type DnsFinding,
  dkimKeysQuery,
  type MailCheck,
  removeDkimKey,
} from '../../../api/mail-settings.ts'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { Secret } from '../../../components/secret.tsx'
import { EmptyState, Loaded } from '../../../components/states.tsx'
import { t } from '../../../core/i18n.ts'
import { Age, Badge, Named, Part, RowMenu } from '../parts.tsx'
import { useChange } from '../use-change.ts'

const STATE_TONES = { active: 'success', new: 'warning', retired: 'neutral' } as const

export function MailRecords() {
  const keys = useQuery(dkimKeysQuery)
  const { tryTo } = useChange('settings')
  const [isBusy, setBusy] = useState(false)
  const create = () => {
    setBusy(true)
    tryTo(() => createDkimKey().finally(() => setBusy(false)), t('settings.mail.key_created'))
  }
  return (
    <>
      <Part
        title={t('settings.mail.keys')}
        hint={t('settings.mail.keys_hint')}
        actions={
          <Button isPending={isBusy} onPress={create}>
            {t('settings.mail.new_key')}
          </Button>
        }
      >
        <Loaded query={keys}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon={FileKey} title={t('settings.mail.no_key')}>
                {t('settings.mail.no_key_hint')}
              </EmptyState>
            ) : (
              <ul className="divide-y divide-border border-y border-border">
                {all.map((key) => (
                  <KeyItem key={key.id} dkimKey={key} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Part>
      <RecordCheck />
    </>
  )
}

function KeyItem({ dkimKey: { id, selector, state, record, ...key } }: { dkimKey: DkimKey }) {
  const { run, tryTo } = useChange('settings')
  const [refusal, setRefusal] = useState<string>()
  const [isRemoving, setRemoving] = useState(false)
  const activate = (force: boolean) =>
    run(() => activateDkimKey(id, force), t('settings.mail.key_activated'))
  const tryToActivate = () =>
    activate(false).catch((error: { status?: number; message: string }) =>
      // The record is not published: the person decides.
      error.status === 409 ? setRefusal(error.message) : reportFailure(error),
    )
  return (
    <li className="space-y-3 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Named
            name={selector}
            badges={
              <Badge tone={STATE_TONES[state]}>{t(`settings.mail.key_state.${state}`)}</Badge>
            }
          >
            {key.domain} · {t('settings.mail.key_since')}{' '}
            <Age time={key.activated_at ?? key.created_at} />
          </Named>
        </div>
        {state !== 'active' && (
          <Button onPress={() => void tryToActivate()}>{t('settings.mail.activate_key')}</Button>
        )}
        <RowMenu
          name={selector}
          actions={[
            {
              id: 'remove',
              label: t('settings.mail.remove_key'),
              onAction: () => setRemoving(true),
              isDangerous: true,
            },
          ]}
        />
      </div>
      {state === 'retired' ? (
        <p className="text-sm text-muted">{t('settings.mail.retired_hint')}</p>
      ) : (
        <div className="space-y-2">
          <Secret label={t('settings.mail.record_name')} value={record.name} />
          <Secret label={t('settings.mail.record_value')} value={record.value} />
        </div>
      )}
      <Confirm
        title={t('settings.mail.activate_anyway')}
        isOpen={refusal !== undefined}
        onClose={() => setRefusal(undefined)}
        confirmLabel={t('settings.mail.activate_anyway')}
        onConfirm={() => {
          setRefusal(undefined)
          tryTo(() => activateDkimKey(id, true), t('settings.mail.key_activated'))
        }}
      >
        {refusal}
      </Confirm>
      <Confirm
        title={t('settings.mail.remove_key')}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        isDangerous
        confirmLabel={t('settings.mail.remove_key')}
        onConfirm={() => {
          setRemoving(false)
          tryTo(() => removeDkimKey(id), t('settings.mail.key_removed'))
        }}
      >
        {t(
          state === 'active' ? 'settings.mail.remove_active_hint' : 'settings.mail.remove_hint_key',
        )}
      </Confirm>
    </li>
  )
}

const FINDING_TONES = {
  ok: 'success',
  warning: 'warning',
  missing: 'danger',
  wrong: 'danger',
  unknown: 'neutral',
} as const

function RecordCheck() {
  const [check, setCheck] = useState<MailCheck>()
  const [isBusy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      setCheck(await checkMailRecords())
    } catch (error) {
      reportFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Part
      title={t('settings.mail.dns')}
      hint={t('settings.mail.dns_hint')}
      actions={
        <Button isPending={isBusy} onPress={() => void ask()}>
          {t('settings.mail.check_dns')}
        </Button>
      }
    >
      <div role="status">
        {check && (
          <ul className="divide-y divide-border border-y border-border">
            {check.findings.map((finding) => (
              <Finding key={`${finding.check} ${finding.name}`} finding={finding} />
            ))}
          </ul>
        )}
      </div>
    </Part>
  )
}

const Finding = ({
  finding: { check, state, message, found, record },
}: {
  finding: DnsFinding
}) => (
  <li className="space-y-2 py-3 text-sm">
    <p className="flex flex-wrap items-center gap-2">
      <span className="font-medium uppercase">{check}</span>
      <Badge tone={FINDING_TONES[state]}>{t(`settings.mail.dns_state.${state}`)}</Badge>
    </p>
    <p className="[overflow-wrap:anywhere]">{message}</p>
    {found.map((text) => (
      <code key={text} className="block text-xs break-all text-muted">
        {text}
      </code>
    ))}
    {/* That of a key is above. */}
    {record && check !== 'dkim' && (
      <div className="space-y-2">
        <Secret label={t('settings.mail.record_name')} value={record.name} />
        <Secret label={t('settings.mail.right_value')} value={record.value} />
      </div>
    )}
  </li>
)
