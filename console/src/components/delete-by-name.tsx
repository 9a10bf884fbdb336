import { type ReactNode, useState } from 'react'
import { t } from '../core/i18n.ts'
import { Dialog } from './dialog.tsx'
import { TextField } from './fields.tsx'
import { Form } from './form.tsx'

/** For what cannot be undone: says what will happen, and asks for the name. */
export function DeleteByName({
  name,
  isReady = true,
  onDelete,
  onClose,
  children,
}: {
  name: string
  /** False while what will happen is not known yet. */
  isReady?: boolean
  onDelete: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}) {
  const [text, setText] = useState('')
  return (
    <Dialog
      title={t('shell.delete_title', { name })}
      isOpen
      onClose={onClose}
      role="alertdialog"
      width="medium"
    >
      <Form
        submitLabel={t('shell.delete')}
        onSubmit={onDelete}
        onCancel={onClose}
        isDangerous
        isIncomplete={!isReady || text.trim() !== name.trim()}
      >
        {children}
        <TextField
          label={t('shell.delete_type_name', { name })}
          value={text}
          onChange={setText}
          autoFocus
          autoComplete="off"
        />
      </Form>
    </Dialog>
  )
}
