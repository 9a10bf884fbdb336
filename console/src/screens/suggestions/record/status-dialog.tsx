// Changes the status, with an answer to the people who asked.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statusesQuery } from '../../../api/options.ts'
import { deleteStatusUpdate, updateStatus } from '../../../api/suggestion-writes.ts'
import { notificationPreviewQuery, updateSuggestion } from '../../../api/suggestions.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { Checkbox, Select, TextField } from '../../../components/fields.tsx'
import { Form } from '../../../components/form.tsx'
import { useDraft } from '../../../components/record/use-draft.ts'
import { notifyDone } from '../../../components/undo.ts'
import { formatNumber, t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'
import { NotificationPreview } from './notification-preview.tsx'

export function StatusDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('record.set_status')} isOpen={isOpen} onClose={onClose} width="medium">
      <StatusForm onClose={onClose} />
    </Dialog>
  )
}

const NONE = 'none'

function StatusForm({ onClose }: { onClose: () => void }) {
  const { id, data, refresh } = useRecord()
  const { suggestion } = data
  const before = suggestion.links.status
  const { data: statuses = [] } = useQuery(statusesQuery)
  const { data: preview } = useQuery(notificationPreviewQuery(id))
  const count = preview?.count ?? suggestion.supporters_count
  const [status, setStatus] = useState(before === null ? NONE : String(before))
  const [body, setBody] = useDraft(`status ${id}`)
  const [isNotifying, setNotifying] = useState(false)
  const isUnchanged = status === (before === null ? NONE : String(before)) && body.trim() === ''

  const submit = async () => {
    const update = await updateStatus({
      ...(body.trim() !== '' && { body: body.trim() }),
      notify_supporters: isNotifying,
      links: { suggestion: id, status: status === NONE ? null : Number(status) },
    })
    setBody('')
    onClose()
    refresh()
    notifyDone(t(isNotifying ? 'record.status_set_notified' : 'record.status_set'), async () => {
      if (update !== undefined) await deleteStatusUpdate(update)
      await updateSuggestion(id, { links: { status: before } }, '*')
      refresh()
    })
  }
  return (
    <Form
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={t(isNotifying ? 'record.save_and_notify' : 'shell.save')}
      isIncomplete={isUnchanged}
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
      <TextField
        name="body"
        label={t('record.answer')}
        description={t('record.answer_hint')}
        rows={6}
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
          isDisabled={count === 0}
        />
        {isNotifying && <NotificationPreview />}
      </div>
    </Form>
  )
}
