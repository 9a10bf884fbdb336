// Whom the person who is signed in may block, export and erase. The service has the same rule (src/auth/acting.ts).
import { ROLES, type Role } from '../../api/session.ts'

type Roles = { is_owner?: boolean; permissions?: object | null }

/** The role in this console; customers have none. */
export function roleOf({ is_owner, permissions }: Roles): Role | undefined {
  if (is_owner) return 'owner'
  if (!permissions) return undefined
  const { license_type, settings, suggestions } = permissions as Record<string, string>
  if (license_type !== 'contributor') return settings === 'manage_account' ? 'owner' : 'admin'
  return suggestions === 'contribute' || suggestions === 'manage' ? 'contributor' : 'viewer'
}

export function mayActOn(
  { user: self, role }: { user: { id: number }; role: Role },
  person: Roles & { id: number },
): boolean {
  const theirs = roleOf(person)
  if (theirs === undefined || role === 'owner' || person.id === self.id) return true
  return ROLES.indexOf(role) > ROLES.indexOf(theirs)
}

/** Only owners write in the name of other staff. */
export const mayWriteAs = (
  { user: self, role }: { user: { id: number }; role: Role },
  person: Roles & { id: number },
): boolean => roleOf(person) === undefined || role === 'owner' || person.id === self.id
