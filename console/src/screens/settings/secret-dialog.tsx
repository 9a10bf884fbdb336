// A secret that is shown once, after it was made.
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { t } from '../../core/i18n.ts'

export const SecretDialog = ({
  title,
  isOnce = true,
  onClose,
  children,
}: {
  title: string
  /** Whether to say that it is not shown again. */
  isOnce?: boolean
  onClose: () => void
  children: ReactNode
}) => (
  <Dialog
    title={title}
    isOpen
    onClose={onClose}
    width="medium"
    actions={
      <Button look="primary" onPress={onClose}>
        {t('settings.clients.stored')}
      </Button>
    }
  >
    <div className="space-y-4">
      {isOnce && <p className="text-sm text-warning">{t('settings.clients.secret_hint')}</p>}
      {children}
    </div>
  </Dialog>
)
