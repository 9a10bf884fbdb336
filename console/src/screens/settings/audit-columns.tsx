// The columns of the audit log.

import type { AuditRow } from '../../api/audit-log.ts'
import type { Column } from '../../components/grid/column.ts'
import { formatNumber, formatTime, type NamesOf, t, textOfValue } from '../../core/i18n.ts'

export const AUDIT_ACTIONS: readonly NamesOf<'settings.audit.did'>[] = [
  'signed_in',
  'sign_in_failed',
  'confirmation_failed',
  'signed_out',
  'session_ended',
  'password_changed',
  'profile_changed',
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
  'sso_key_created',
  'sso_key_revoked',
  'provider_created',
  'provider_changed',
  'provider_deleted',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_secret_rotated',
  'token_issued',
  'token_revoked',
  'token_reused',
  'data_exported',
  'data_imported',
  'import_undone',
  'person_exported',
  'person_erased',
  'person_blocked',
  'person_changed',
  'person_merged',
  'account_changed',
  'backup_created',
  'backup_restored',
  'job_retried',
  'job_deleted',
  'announcement_scheduled',
  'announcement_published',
  'announcement_unpublished',
  'announcement_deleted',
  'mailing_stopped',
  'move_looked',
  'move_stopped',
  'move_deleted',
  'demo_data_loaded',
  'demo_data_removed',
]

export const actionText = (action: string): string =>
  textOfValue(`settings.audit.did.${action}`, action)

const typeText = (type: string): string =>
  textOfValue(`settings.audit.type.${type}`, type.replaceAll('_', ' '))

/** What the entry is about: its kind and its name. */
export const subjectText = ({ subject_type, subject_id, subject_name }: AuditRow): string =>
  subject_type === null
    ? ''
    : subject_name
      ? `${typeText(subject_type)}: ${subject_name}`
      : [typeText(subject_type), subject_id && `#${subject_id}`].filter(Boolean).join(' ')

const SECTIONS: Record<string, string> = {
  forums: 'forums',
  categories: 'categories',
  labels: 'labels',
  statuses: 'statuses',
  custom_fields: 'fields',
  permissions: 'people',
  invitations: 'people',
  sessions: 'people',
  api_clients: 'api-clients',
  oidc_providers: 'sign-in',
  webhooks: 'webhooks',
  settings: 'general',
}

/** Where the record is in the console; undefined where it has no place. */
export function subjectPath({ subject_type: type, subject_id: id }: AuditRow): string | undefined {
  if (type === 'users' || type === 'segments' || type === 'announcements') return `/${type}/${id}`
  if (type === 'imports') return `/import/${id}`
  const section = type === null ? undefined : SECTIONS[type]
  return section && `/settings/${section}`
}

type Change = { name: string; before?: string; after?: string }

const memberText = (name: string): string =>
  textOfValue(`settings.audit.member.${name}`, name.replace(/_id$/, '').replaceAll('_', ' '))

/** A value in words. */
function valueText(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return t('settings.audit.nothing')
  if (typeof value === 'boolean') return t(value ? 'settings.audit.yes' : 'settings.audit.no')
  if (name === 'role') return textOfValue(`shell.role.${value}`, String(value))
  if (typeof value === 'number') return name.endsWith('_id') ? `#${value}` : formatNumber(value)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? formatTime(value) : value
  if (Array.isArray(value)) return value.map((item) => valueText('', item)).join(', ')
  return Object.entries(value)
    .map(([inner, item]) => `${memberText(inner)} ${valueText(inner, item)}`)
    .join(', ')
}

/** What says nothing to people. */
const TECHNICAL = ['id', 'created_at', 'updated_at', 'created_by_id', 'updated_by_id']

/** What is different now, member by member. */
export function changesOf({ before, after }: AuditRow): Change[] {
  const was = before as Record<string, unknown> | null
  const is = after as Record<string, unknown> | null
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])]
  return (
    names
      .filter((name) => !TECHNICAL.includes(name))
      .filter((name) => JSON.stringify(was?.[name]) !== JSON.stringify(is?.[name]))
      // Of a new or deleted record, what it does not have says nothing.
      .filter((name) => (was && is) || (was ?? is)?.[name] != null)
      .map((name) => ({
        name: memberText(name),
        ...(was && { before: valueText(name, was[name]) }),
        ...(is && { after: valueText(name, is[name]) }),
      }))
  )
}

/** The same in one line. */
const changeText = (entry: AuditRow): string =>
  changesOf(entry)
    .map(({ name, before, after }) =>
      before !== undefined && after !== undefined
        ? `${name}: ${before} → ${after}`
        : `${name}: ${after ?? before}`,
    )
    .join(' · ')

const Cut = ({ children }: { children: string }) => <span className="truncate">{children}</span>

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
      width: 220,
      csv: 'subject_type',
      render: (entry) => <Cut>{subjectText(entry)}</Cut>,
    },
    {
      id: 'change',
      label: t('settings.audit.change'),
      group,
      width: 300,
      csv: 'after',
      render: (entry) => <Cut>{changeText(entry)}</Cut>,
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
