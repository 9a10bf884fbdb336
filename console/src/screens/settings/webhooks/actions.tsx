// What can be done with a webhook, from the list and from its page.
import { useNavigate } from '@tanstack/react-router'
import { CirclePlay, CircleSlash, ListChecks, RefreshCw, Send } from 'lucide-react'
import {
  deleteWebhook,
  isChat,
  isEnabled,
  rotateSecret,
  sendTestEvent,
  updateWebhook,
  type Webhook,
} from '../../../api/webhooks.ts'
import type { MenuAction } from '../../../components/menu.tsx'
import { Secret } from '../../../components/secret.tsx'
import { t } from '../../../core/i18n.ts'
import { DeleteRecord, deleteAction, editAction } from '../list-section.tsx'
import { RotateDialog } from '../rotate-dialog.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { useChange } from '../use-change.ts'
import { WebhookDialog } from './webhook-dialog.tsx'

export type Asked =
  | { about: 'create' }
  | { about: 'edit' | 'rotate' | 'delete' | 'secret'; webhook: Webhook }

export type Ask = (asked: Asked | undefined) => void

/** To a webhook, or to one of its deliveries. */
export function useShow() {
  const navigate = useNavigate()
  return (search: { open?: string; delivery?: string }) =>
    void navigate({ to: '/settings/$section', params: { section: 'webhooks' }, search })
}

/** Enables and disables, with undo. */
export function useSwitch() {
  const { tryTo } = useChange('webhooks')
  return (webhook: Webhook) => {
    const { id, name } = webhook
    const set = (state: 'enabled' | 'disabled') => () => updateWebhook(id, { state })
    const isOn = isEnabled(webhook)
    tryTo(
      set(isOn ? 'disabled' : 'enabled'),
      t(isOn ? 'settings.webhooks.was_disabled' : 'settings.webhooks.was_enabled', { name }),
      set(isOn ? 'enabled' : 'disabled'),
    )
  }
}

/** Sends it and shows what came of it. */
export function useTest() {
  const { tryTo } = useChange('webhook_deliveries')
  const show = useShow()
  return ({ id }: Webhook) =>
    tryTo(async () => {
      const { id: delivery } = await sendTestEvent(id)
      show({ open: String(id), delivery: String(delivery) })
    })
}

export function useWebhookActions(onAsk: Ask): (webhook: Webhook) => MenuAction[] {
  const show = useShow()
  const test = useTest()
  const switchState = useSwitch()
  return (webhook) => [
    {
      id: 'deliveries',
      label: t('settings.webhooks.deliveries'),
      icon: ListChecks,
      onAction: () => show({ open: String(webhook.id) }),
    },
    {
      id: 'test',
      label: t('settings.webhooks.test'),
      icon: Send,
      isDisabled: !isEnabled(webhook),
      onAction: () => test(webhook),
    },
    ...furtherActions(webhook, onAsk, switchState),
  ]
}

/** Those of the menu on its page. */
export function furtherActions(
  webhook: Webhook,
  onAsk: Ask,
  switchState: (webhook: Webhook) => void,
): MenuAction[] {
  const isOn = isEnabled(webhook)
  return [
    editAction(() => onAsk({ about: 'edit', webhook })),
    ...(!isChat(webhook.format)
      ? [
          {
            id: 'rotate',
            label: t('settings.clients.rotate'),
            icon: RefreshCw,
            onAction: () => onAsk({ about: 'rotate', webhook }),
          },
        ]
      : []),
    {
      id: 'switch',
      label: t(isOn ? 'settings.sso.disable' : 'settings.sso.enable'),
      icon: isOn ? CircleSlash : CirclePlay,
      onAction: () => switchState(webhook),
    },
    deleteAction(() => onAsk({ about: 'delete', webhook })),
  ]
}

export function Question({
  asked,
  onAsk,
  onDeleted,
}: {
  asked: Asked
  onAsk: Ask
  onDeleted?: () => void
}) {
  const { run } = useChange('webhooks')
  const close = () => onAsk(undefined)
  const showSecret = (webhook: Webhook) => onAsk({ about: 'secret', webhook })
  if (asked.about === 'create')
    return <WebhookDialog webhook={null} onClose={close} onCreated={showSecret} />
  const { webhook } = asked
  const { id, name } = webhook
  if (asked.about === 'edit')
    return <WebhookDialog webhook={webhook} onClose={close} onCreated={showSecret} />
  if (asked.about === 'rotate')
    return (
      <RotateDialog
        name={name}
        hint={t('settings.webhooks.rotate_hint')}
        onClose={close}
        onRotate={async (overlap) => showSecret(await run(() => rotateSecret(id, overlap)))}
      />
    )
  if (asked.about === 'delete')
    return (
      <DeleteRecord
        area="webhooks"
        collections={['webhooks']}
        name={name}
        remove={async () => {
          await deleteWebhook(id)
          onDeleted?.()
        }}
        onClose={close}
      >
        <p>{t('settings.webhooks.delete_hint')}</p>
      </DeleteRecord>
    )
  return <Shown webhook={webhook} onClose={close} />
}

/** The secret, once; or the public key of a pair, whose private key stays with the service. */
const Shown = ({
  webhook: { name, secret, public_key, format },
  onClose,
}: {
  webhook: Webhook
  onClose: () => void
}) => (
  <SecretDialog
    title={t(secret ? 'settings.clients.secret_of' : 'settings.webhooks.public_key_of', { name })}
    isOnce={secret !== null}
    onClose={onClose}
  >
    {secret ? (
      <Secret label={t('settings.clients.secret')} value={secret} />
    ) : (
      <Secret label={t('settings.webhooks.public_key')} value={public_key ?? ''} />
    )}
    <p className="text-sm">
      {t(
        secret
          ? format === 'standard'
            ? 'settings.webhooks.use_secret'
            : 'settings.webhooks.use_hook_secret'
          : 'settings.webhooks.use_public_key',
      )}
    </p>
  </SecretDialog>
)
