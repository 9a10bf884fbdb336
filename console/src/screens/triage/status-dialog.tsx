// A status with an answer to the supporters.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statusesQuery } from '../../api/options.ts'
import type { SuggestionAction } from '../../api/suggestion-actions.ts'
import type { Item } from '../../api/triage.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox, Select, TextField } from '../../components/fields.tsx'
import { t } from '../../core/i18n.ts'

export type StatusDialogProps = {
  item: Item
  isOpen: boolean
  onClose: () => void
  onSave: (
    status: number | null,
    answer: Pick<SuggestionAction, 'body' | 'notify_supporters'>,
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
  const save = () => {
    const answer = body.trim()
    onClose()
    onSave(status === null || status === NONE ? null : Number(status), {
      ...(answer && { body: answer }),
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
        if (status !== null) save()
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
      <TextField
        label={t('triage.answer')}
        description={t('triage.answer_hint')}
        rows={5}
        value={body}
        onChange={setBody}
        maxLength={10_000}
      />
      <Checkbox
        label={t('triage.notify', { count: supporters })}
        isSelected={isNotifying}
        isDisabled={supporters === 0}
        onChange={setNotifying}
      />
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>{t('shell.cancel')}</Button>
        <Button look="primary" type="submit" keys="mod+Enter" isDisabled={status === null}>
          {t('shell.save')}
        </Button>
      </div>
    </form>
  )
}
