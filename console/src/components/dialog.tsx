import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '../core/i18n.ts'
import { Button, IconButton } from './button.tsx'

const WIDTHS = { small: 'max-w-[440px]', medium: 'max-w-[640px]', large: 'max-w-[960px]' }

export type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  width?: keyof typeof WIDTHS
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
  /** The buttons at the end. */
  actions?: ReactNode
}

export const Dialog = ({
  title,
  isOpen,
  onClose,
  width = 'small',
  role = 'dialog',
  children,
  actions,
}: DialogProps) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={(open) => !open && onClose()}
    isDismissable
    className="fixed inset-0 z-40 flex items-start justify-center overflow-y-auto bg-[#0b0d11]/50 p-4 sm:pt-[10vh]"
  >
    <Modal className={`w-full ${WIDTHS[width]} rounded border border-border bg-raised`}>
      <AriaDialog role={role} className="outline-none">
        <header className="flex items-center gap-2 border-b border-border py-2 pe-2 ps-4">
          <Heading slot="title" className="min-w-0 flex-1 text-base font-semibold">
            {title}
          </Heading>
          <IconButton icon={X} label={t('shell.close')} onPress={onClose} />
        </header>
        <div className="p-4">{children}</div>
        {actions && (
          <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-4 py-3">
            {actions}
          </footer>
        )}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)

export type ConfirmProps = Omit<DialogProps, 'actions' | 'role'> & {
  confirmLabel: string
  isDangerous?: boolean
  isPending?: boolean
  onConfirm: () => void
}

/** Names what will happen and asks once. */
export const Confirm = ({
  confirmLabel,
  isDangerous = false,
  isPending = false,
  onConfirm,
  ...dialog
}: ConfirmProps) => (
  <Dialog
    {...dialog}
    role="alertdialog"
    actions={
      <>
        <Button onPress={dialog.onClose}>{t('shell.cancel')}</Button>
        <Button
          look={isDangerous ? 'danger' : 'primary'}
          isPending={isPending}
          onPress={onConfirm}
          autoFocus
        >
          {confirmLabel}
        </Button>
      </>
    }
  />
)
