// For what cannot be undone: says what happens, and asks for the name.
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { t } from '../core/i18n.ts'
import { Dialog, type DialogProps } from './dialog.tsx'
import { TextField } from './fields.tsx'
import { Form } from './form.tsx'
import { Loaded } from './states.tsx'

export type ConfirmNameProps = Pick<DialogProps, 'title' | 'width' | 'onClose'> & {
  /** What has to be typed. */
  name: string
  isCaseIgnored?: boolean
  /** What happens is only known with these data. */
  query?: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  confirmLabel: string
  /** Rejects with the API's error, which is then shown. */
  onConfirm: () => Promise<unknown>
  children: ReactNode
}

export function ConfirmName({
  name,
  isCaseIgnored = false,
  query,
  confirmLabel,
  onConfirm,
  children,
  ...dialog
}: ConfirmNameProps) {
  const [typed, setTyped] = useState('')
  const plain = (text: string) => (isCaseIgnored ? text.toLowerCase() : text).trim()
  const form = (
    <Form
      submitLabel={confirmLabel}
      isDangerous
      isIncomplete={plain(typed) !== plain(name)}
      onCancel={dialog.onClose}
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
  )
  return (
    <Dialog {...dialog} isOpen role="alertdialog">
      {query ? <Loaded query={query}>{() => form}</Loaded> : form}
    </Dialog>
  )
}
