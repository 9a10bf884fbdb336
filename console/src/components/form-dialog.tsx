// A dialog with a form: title, fields, errors, submit and cancel, and a question before changes are lost by a wrong key.
import { useState } from 'react'
import { Dialog, type DialogProps } from './dialog.tsx'
import { ConfirmDiscard, Form, type FormProps } from './form.tsx'

export type FormDialogProps = Pick<DialogProps, 'title' | 'width' | 'role' | 'onClose'> &
  Omit<FormProps, 'onCancel' | 'isInAddress'>

export function FormDialog({ title, width, role, onClose, ...form }: FormDialogProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Dialog
        title={title}
        isOpen
        onClose={() => (form.isDirty ? setAsked(true) : onClose())}
        {...(width && { width })}
        {...(role && { role })}
      >
        <Form {...form} onCancel={onClose} />
      </Dialog>
      <ConfirmDiscard isOpen={isAsked} onClose={() => setAsked(false)} onConfirm={onClose} />
    </>
  )
}
