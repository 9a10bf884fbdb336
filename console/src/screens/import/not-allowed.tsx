import { Lock } from 'lucide-react'
import { useSession } from '../../api/session.ts'
import { EmptyState } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'

export function NotAllowed() {
  const { role } = useSession()
  return (
    <EmptyState
      level={1}
      icon={Lock}
      title={t('import.not_allowed')}
      hint={t('import.not_allowed_hint', {
        role: t(`shell.role.${role}`),
        needed: t('shell.role.admin'),
      })}
    />
  )
}
