// A status with an answer to the supporters.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasMail } from '../../api/installation-settings.ts'
import { statusesQuery } from '../../api/options.ts'
import type { SuggestionAction } from '../../api/suggestion-actions.ts'
import { MARKDOWN } from '../../api/suggestion-writes.ts'
import type { Item } from '../../api/triage.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Editor } from '../../components/editor/index.tsx'
import { Checkbox, Select } from '../../components/fields.tsx'
import { NoMailHint } from '../../components/no-mail.tsx'
import { t } from '../../core/i18n.ts'

export type StatusDialogProps = {
  item: Item
  isOpen: boolean
  onClose: () => void
  onSave: (
    status: number | null,
    answer: Pick<SuggestionAction, 'body' | 'body_mime_type' | 'notify_supporters'>,
  ) => void
}

const NONE = 'none'

export const StatusDialog = (props: StatusDialogProps) => (
  <Dialog title={t('triage.status')} isOpen={props.isOpen} onClose={props.onClose}>
    <StatusForm {...props} />
  </Dialog>
)

function StatusForm({ item, onClose, onSave }: StatusDialogProps) {
  const { data: statuses = [] } = useQuery(statusesQuery)
  const [status, setStatus] = useState(item.values.status?.toString() ?? null)
  const [body, setBody] = useState('')
  const [isBusy, setBusy] = useState(false)
  const hasMail = useHasMail()
  const [isNotifying, setNotifying] = useState(false)
  const { supporters_count: supporters } = item.suggestion
  const options = [
    { id: NONE, label: t('triage.no_status') },
    ...statuses.map(({ id, name, hex_color }) => ({
      id: String(id),
      label: name,
      color: hex_color,
    })),
  ]
  const isReady = status !== null && !isBusy
  const save = () => {
    const answer = body.trim()
    onClose()
    onSave(status === null || status === NONE ? null : Number(status), {
      ...(answer && { body: answer, body_mime_type: MARKDOWN }),
      ...(isNotifying && { notify_supporters: true }),
    })
  }
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        event.stopPropagation()
        if (isReady) save()
      }}
    >
      <Select
        label={t('triage.status')}
        options={options}
        value={status}
        onChange={setStatus}
        placeholder={t('triage.choose_status')}
        autoFocus
      />
      <Editor
        label={t('triage.answer')}
        hint={t('triage.answer_hint')}
        hasReplies
        rows={5}
        onBusy={setBusy}
        value={body}
        onChange={setBody}
        maxLength={10_000}
      />
      <Checkbox
        label={t('triage.notify', { count: supporters })}
        isSelected={isNotifying}
        isDisabled={supporters === 0 || !hasMail}
        onChange={setNotifying}
      />
      <NoMailHint />
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>{t('shell.cancel')}</Button>
        <Button look="primary" type="submit" keys="mod+Enter" isDisabled={!isReady}>
          {t('shell.save')}
        </Button>
      </div>
    </form>
  )
}
