// For what cannot be undone: says what happens, and asks for the name.
import { type ReactNode, useState } from 'react'
import { t } from '../core/i18n.ts'
import { Dialog } from './dialog.tsx'
import { TextField } from './fields.tsx'
import { Form } from './form.tsx'

export type ConfirmNameProps = {
  title: string
  /** What has to be typed. */
  name: string
  confirmLabel: string
  onClose: () => void
  /** Rejects with the API's error, which is then shown. */
  onConfirm: () => Promise<unknown>
  children: ReactNode
}

export function ConfirmName({
  title,
  name,
  confirmLabel,
  onClose,
  onConfirm,
  children,
}: ConfirmNameProps) {
  const [typed, setTyped] = useState('')
  return (
    <Dialog title={title} isOpen onClose={onClose} role="alertdialog">
      <Form
        submitLabel={confirmLabel}
        isDangerous
        isIncomplete={typed.trim() !== name.trim()}
        onCancel={onClose}
        onSubmit={onConfirm}
      >
        <div className="space-y-2 text-sm [overflow-wrap:anywhere]">{children}</div>
        <TextField
          label={t('shell.type_name', { name })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoFocus
        />
      </Form>
    </Dialog>
  )
}
