// What a role may do with a collection, in one word, from the operations of the service.
import { hasRole, type Role } from '../../api/session.ts'
import type { Roles } from '../../api/settings.ts'
import type { MessageId } from '../../core/i18n.ts'

export type Access = 'none' | 'own' | 'read' | 'add' | 'some' | 'all'

/** The collections that people ask about. The reference lists all of them. */
export const GROUPS = [
  {
    title: 'settings.group.feedback',
    collections: [
      ...(['suggestions', 'comments', 'notes', 'supporters', 'feedback_records'] as const),
      ...(['status_updates', 'categories', 'labels', 'features', 'views'] as const),
    ],
  },
  {
    title: 'settings.group.people',
    collections: ['users', 'external_accounts', 'segments', 'imports'] as const,
  },
  {
    title: 'settings.group.setup',
    collections: ['forums', 'statuses', 'custom_fields', 'teams', 'jobs', 'installation'] as const,
  },
  {
    title: 'settings.group.access',
    collections: ['staff', 'invitations', 'api_clients', 'sessions', 'audit_entries'] as const,
  },
] satisfies { title: MessageId; collections: readonly string[] }[]

export function accessOf(operations: Roles['operations'], collection: string, role: Role): Access {
  const about = operations.filter(({ path }) => path.split('/')[4] === collection)
  const isAllowed = ({ role: needed }: { role: Role }) => hasRole(role, needed)
  const writes = about.filter(({ method }) => method !== 'GET')
  const reads = about.filter(({ method }) => method === 'GET')
  const canWrite = writes.filter(isAllowed)
  if (writes.length > 0 && canWrite.length === writes.length) return 'all'
  const canChangeOwn = writes.some(
    ({ own_role, role: needed }) =>
      own_role !== null && hasRole(role, own_role) && !hasRole(role, needed),
  )
  if (canWrite.length > 0) return canChangeOwn ? 'some' : 'add'
  if (canChangeOwn) return 'own'
  return reads.some(isAllowed) ? 'read' : 'none'
}
