import { useHasMail } from '../api/installation-settings.ts'
import { t } from '../core/i18n.ts'

/** Says before a status is saved that nobody would be notified. */
export function NoMailHint() {
  return useHasMail() ? null : (
    <p className="rounded border border-border bg-sunken p-3 text-sm">{t('shell.no_mail')}</p>
  )
}
