// The columns of the audit log.

import type { AuditRow } from '../../api/audit-log.ts'
import type { Column } from '../../components/grid/column.ts'
import { formatTime, type NamesOf, t, textOfValue } from '../../core/i18n.ts'

export const AUDIT_ACTIONS: readonly NamesOf<'settings.audit.did'>[] = [
  'signed_in',
  'sign_in_failed',
  'confirmation_failed',
  'signed_out',
  'session_ended',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_created',
  'link_created',
  'identity_linked',
  'identity_unlinked',
  'person_created',
  'role_changed',
  'person_disabled',
  'person_enabled',
  'person_removed',
  'invitation_created',
  'invitation_revoked',
  'invitation_accepted',
  'settings_changed',
  'client_created',
  'client_changed',
  'client_rotated',
  'client_revoked',
  'token_issued',
  'token_revoked',
  'data_exported',
  'data_imported',
  'import_undone',
  'person_exported',
  'person_erased',
  'person_blocked',
  'backup_created',
  'backup_restored',
  'job_retried',
  'demo_data_loaded',
  'demo_data_removed',
]

export const actionText = (action: string): string =>
  textOfValue(`settings.audit.did.${action}`, action)

export const subjectText = ({ subject_type, subject_id }: AuditRow): string =>
  [subject_type?.replaceAll('_', ' '), subject_id].filter((part) => part != null).join(' ')

/** What is different now, in one line. */
function changeText({ before, after }: AuditRow): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const shown = (value: unknown) =>
    value === undefined || value === null
      ? '–'
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  const was = before as Record<string, unknown> | null
  const is = after as Record<string, unknown> | null
  return names
    .filter((name) => shown(was?.[name]) !== shown(is?.[name]))
    .map((name) =>
      was ? `${name}: ${shown(was[name])} → ${shown(is?.[name])}` : `${name}: ${shown(is?.[name])}`,
    )
    .join(', ')
}

const Cut = ({ children }: { children: string }) => <span className="truncate">{children}</span>

/** Words of the API. */
const CutCode = ({ children }: { children: string }) => (
  <span translate="no" className="truncate">
    {children}
  </span>
)

export const auditColumns = (): Column<AuditRow>[] => {
  const group = t('settings.audit')
  return [
    {
      id: 'time',
      label: t('settings.audit.time'),
      group,
      width: 170,
      sort: 'created_at',
      csv: 'created_at',
      render: (entry) => formatTime(entry.created_at),
    },
    {
      id: 'action',
      label: t('settings.audit.action'),
      group,
      width: 180,
      csv: 'action',
      render: (entry) => <Cut>{actionText(entry.action)}</Cut>,
    },
    {
      id: 'person',
      label: t('settings.audit.person'),
      group,
      width: 160,
      csv: 'links.user.email_address',
      render: (entry) => <Cut>{entry.person ?? t('settings.audit.nobody')}</Cut>,
    },
    {
      id: 'subject',
      label: t('settings.audit.subject'),
      group,
      width: 140,
      csv: 'subject_type',
      render: (entry) => <CutCode>{subjectText(entry)}</CutCode>,
    },
    {
      id: 'change',
      label: t('settings.audit.change'),
      group,
      width: 300,
      csv: 'after',
      render: (entry) => <CutCode>{changeText(entry)}</CutCode>,
    },
    {
      id: 'address',
      label: t('settings.audit.address'),
      group,
      width: 130,
      csv: 'address',
      render: (entry) => <Cut>{entry.address ?? ''}</Cut>,
    },
  ]
}
