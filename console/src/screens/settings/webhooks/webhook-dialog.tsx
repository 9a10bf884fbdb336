// Adds a webhook, or changes one.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { forumsQuery, statusesQuery } from '../../../api/options.ts'
import {
  createWebhook,
  DATA_FORMATS,
  type DataFormat,
  ENCODINGS,
  type Encoding,
  FORMATS,
  type Format,
  isChat,
  SIGNATURES,
  type Signature,
  updateWebhook,
  type Webhook,
} from '../../../api/webhooks.ts'
import { Select, TextField } from '../../../components/fields.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { notify } from '../../../components/toasts.tsx'
import { t } from '../../../core/i18n.ts'
import { ChosenRecords } from '../chosen-records.tsx'
import { Explained } from '../setting-parts.tsx'
import { useChange } from '../use-change.ts'
import { EventChoice, ServiceHookEventChoice } from './event-choice.tsx'

/** What the form holds. */
const toDraft = (webhook: Webhook | null) => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  format: (webhook?.format ?? 'standard') as Format,
  // Each of the two has its own, so that trying the other format loses nothing.
  events: webhook && webhook.format !== 'service_hook' ? webhook.events : ['suggestions.created'],
  hookEvents: webhook?.format === 'service_hook' ? webhook.events : ['new_suggestion'],
  forums: webhook?.links.forums ?? [],
  statuses: webhook?.links.statuses ?? [],
  minSupporters: String(webhook?.min_supporters ?? ''),
  signature: (webhook?.signature ?? 'hmac') as Signature,
  dataFormat: (webhook?.data_format ?? 'json') as DataFormat,
  encoding: (webhook?.signature_encoding ?? 'hex') as Encoding,
})
type Draft = ReturnType<typeof toDraft>

const toBody = (draft: Draft) => ({
  // The service takes the host of the address as the name.
  ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
  url: draft.url.trim(),
  format: draft.format,
  events: draft.format === 'service_hook' ? draft.hookEvents : draft.events,
  min_supporters: draft.minSupporters === '' ? null : Number(draft.minSupporters),
  links: { forums: draft.forums, statuses: draft.statuses },
  ...(draft.format === 'service_hook' && {
    data_format: draft.dataFormat,
    signature_encoding: draft.encoding,
  }),
})

export function WebhookDialog({
  webhook,
  onClose,
  onCreated,
}: {
  webhook: Webhook | null
  onClose: () => void
  /** With its secret, for formats whose receivers need it. */
  onCreated: (webhook: Webhook) => void
}) {
  const { run } = useChange('webhooks')
  const [draft, setDraft] = useState(() => toDraft(webhook))
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const body = toBody(draft)
  const save = async () => {
    if (webhook) {
      const { name = webhook.name } = body
      await run(() => updateWebhook(webhook.id, body), t('settings.saved', { name }))
      return onClose()
    }
    // The kind of the signature stays what it is at first.
    const isSigned = draft.format === 'standard'
    const made = await run(() =>
      createWebhook({ ...body, ...(isSigned && { signature: draft.signature }) }),
    )
    if (isChat(draft.format)) {
      notify({ message: t('settings.created', { name: made.name }), tone: 'success' })
      onClose()
    } else onCreated(made)
  }
  return (
    <FormDialog
      title={t(webhook ? 'settings.webhooks.edit' : 'settings.webhooks.new')}
      width="medium"
      onClose={onClose}
      onSubmit={save}
      submitLabel={t(webhook ? 'shell.save' : 'settings.webhooks.new')}
      isDirty={JSON.stringify(draft) !== JSON.stringify(toDraft(webhook))}
      isIncomplete={
        body.url === '' || body.events.length === 0 || !/^\d*$/.test(draft.minSupporters)
      }
    >
      <Explained hint={t(`settings.webhooks.format_hint.${draft.format}`)}>
        <Select
          label={t('settings.webhooks.format')}
          value={draft.format}
          options={FORMATS.map((id) => ({ id, label: t(`settings.webhooks.format.${id}`) }))}
          onChange={(id) => set({ format: id as Format })}
          // Only this format has pairs of keys.
          isDisabled={webhook?.signature === 'ed25519'}
        />
      </Explained>
      <TextField
        label={t('settings.webhooks.url')}
        description={t('settings.webhooks.url_hint')}
        name="url"
        type="url"
        inputMode="url"
        value={draft.url}
        onChange={(url) => set({ url })}
        placeholder={PLACEHOLDERS[draft.format]}
        maxLength={2000}
        isRequired
        autoFocus
      />
      <TextField
        label={t('settings.name')}
        description={t('settings.webhooks.name_hint')}
        name="name"
        value={draft.name}
        onChange={(name) => set({ name })}
        maxLength={200}
        placeholder={hostOf(draft.url)}
      />
      {draft.format === 'service_hook' ? (
        <ServiceHookEventChoice
          events={draft.hookEvents}
          onChange={(hookEvents) => set({ hookEvents })}
        />
      ) : (
        <EventChoice events={draft.events} onChange={(events) => set({ events })} />
      )}
      <Limits draft={draft} set={set} />
      <Signing draft={draft} set={set} isNew={webhook === null} />
    </FormDialog>
  )
}

const PLACEHOLDERS: Record<Format, string> = {
  standard: 'https://example.com/webhooks',
  service_hook: 'https://example.com/service-hook',
  slack: 'https://hooks.slack.com/services/…',
  teams: 'https://…/workflows/…',
  discord: 'https://discord.com/api/webhooks/…',
}

type PartProps = { draft: Draft; set: (changes: Partial<Draft>) => void }

/** Which of these events are sent. */
function Limits({ draft, set }: PartProps) {
  const { data: forums = [] } = useQuery(forumsQuery)
  const { data: statuses = [] } = useQuery(statusesQuery)
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-semibold">{t('settings.webhooks.limits')}</legend>
      <p className="text-sm text-muted">{t('settings.webhooks.limits_hint')}</p>
      <ChosenRecords
        label={t('settings.webhooks.forums')}
        addLabel={t('settings.webhooks.add_forum')}
        empty={t('settings.webhooks.every_forum')}
        records={forums}
        ids={draft.forums}
        onChange={(ids) => set({ forums: ids })}
      />
      <ChosenRecords
        label={t('settings.webhooks.statuses')}
        addLabel={t('settings.webhooks.add_status')}
        empty={t('settings.webhooks.every_status')}
        records={statuses}
        ids={draft.statuses}
        onChange={(ids) => set({ statuses: ids })}
      />
      <TextField
        label={t('settings.webhooks.min_supporters')}
        description={t('settings.webhooks.min_supporters_hint')}
        name="min_supporters"
        inputMode="numeric"
        value={draft.minSupporters}
        onChange={(minSupporters) => set({ minSupporters })}
        maxLength={9}
      />
    </fieldset>
  )
}

/** How the receiver knows that a request is ours. Chat services cannot check it. */
function Signing({ draft, set, isNew }: PartProps & { isNew: boolean }) {
  if (isChat(draft.format)) return null
  if (draft.format === 'standard')
    return (
      <Explained
        hint={t(
          isNew
            ? `settings.webhooks.signature_hint.${draft.signature}`
            : 'settings.webhooks.signature_stays',
        )}
      >
        <Select
          label={t('settings.webhooks.signature')}
          value={draft.signature}
          options={SIGNATURES.map((id) => ({ id, label: t(`settings.webhooks.signature.${id}`) }))}
          onChange={(id) => set({ signature: id as Signature })}
          isDisabled={!isNew}
        />
      </Explained>
    )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('settings.webhooks.data_format')}
        value={draft.dataFormat}
        options={DATA_FORMATS.map((id) => ({ id, label: id.toUpperCase() }))}
        onChange={(id) => set({ dataFormat: id as DataFormat })}
      />
      <Select
        label={t('settings.webhooks.encoding')}
        value={draft.encoding}
        options={ENCODINGS.map((id) => ({ id, label: t(`settings.webhooks.encoding.${id}`) }))}
        onChange={(id) => set({ encoding: id as Encoding })}
      />
    </div>
  )
}

/** What the name will be without one. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? ''
