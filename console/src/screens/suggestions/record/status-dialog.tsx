// Changes the status, with an answer to the people who asked.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasMail } from '../../../api/installation-settings.ts'
import { statusesQuery } from '../../../api/options.ts'
import { MARKDOWN } from '../../../api/suggestion-writes.ts'
import { notificationPreviewQuery } from '../../../api/suggestions.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { Editor } from '../../../components/editor/index.tsx'
import { Checkbox, Select } from '../../../components/fields.tsx'
import { Form } from '../../../components/form.tsx'
import { NoMailHint } from '../../../components/no-mail.tsx'
import { useDraft } from '../../../components/record/use-draft.ts'
import { formatNumber, t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'
import { MailPreview } from './mail-preview.tsx'
import { NotificationPreview } from './notification-preview.tsx'
import { useAction } from './use-action.ts'

export function StatusDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('record.set_status')} isOpen={isOpen} onClose={onClose} width="medium">
      <StatusForm onClose={onClose} />
    </Dialog>
  )
}

const NONE = 'none'

function StatusForm({ onClose }: { onClose: () => void }) {
  const { id, data } = useRecord()
  const act = useAction()
  const { suggestion } = data
  const before = suggestion.links.status
  const { data: statuses = [] } = useQuery(statusesQuery)
  const { data: preview } = useQuery(notificationPreviewQuery(id))
  const count = preview?.count ?? suggestion.supporters_count
  const [status, setStatus] = useState(before === null ? NONE : String(before))
  const [body, setBody] = useDraft(`status ${id}`)
  const hasMail = useHasMail()
  const [isNotifying, setNotifying] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isUnchanged = status === (before === null ? NONE : String(before)) && body.trim() === ''

  const submit = async () => {
    await act(
      {
        action: 'status',
        ...(body.trim() !== '' && { body: body.trim(), body_mime_type: MARKDOWN }),
        notify_supporters: isNotifying,
        links: { status: status === NONE ? null : Number(status) },
      },
      t(isNotifying ? 'record.status_set_notified' : 'record.status_set'),
    )
    setBody('')
    onClose()
  }
  return (
    <Form
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={t(isNotifying ? 'record.save_and_notify' : 'shell.save')}
      isIncomplete={isUnchanged || isBusy}
    >
      <Select
        label={t('record.status')}
        options={[
          { id: NONE, label: t('record.no_status') },
          ...statuses.map(({ id: one, name, hex_color }) => ({
            id: String(one),
            label: name,
            color: hex_color,
          })),
        ]}
        value={status}
        onChange={setStatus}
      />
      <Editor
        name="body"
        label={t('record.answer')}
        hint={t('record.answer_hint')}
        rows={6}
        hasReplies
        onBusy={setBusy}
        value={body}
        onChange={setBody}
        maxLength={100_000}
        autoFocus
      />
      <div className="space-y-2">
        <Checkbox
          label={t('record.notify', { count, shown: formatNumber(count) })}
          isSelected={isNotifying}
          onChange={setNotifying}
          isDisabled={count === 0 || !hasMail}
        />
        {isNotifying && (
          <>
            <NotificationPreview />
            <MailPreview body={body} status={status === NONE ? null : Number(status)} />
          </>
        )}
        <NoMailHint />
      </div>
    </Form>
  )
}
