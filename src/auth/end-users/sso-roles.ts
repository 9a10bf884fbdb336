// The claims `admin` and `owner` of a single sign-on token. They are ignored unless a setting allows them; then the person gets or
// loses a role of the team. The session that the token begins carries none all the same.
import type { Tx } from '../../db/db.ts'
import type { Origin } from '../../write/core/audit.ts'
import type { Role, RoleClaims } from '../roles.ts'
import { findRole, isLastOwner, removeRoleOf, setRoleOf } from '../staff/staff.ts'

export type RoleClaim = 'accept' | 'deny' | null
export type ClaimedRoles = { admin: RoleClaim; owner: RoleClaim }

/** `sso_key` of the audit entry says which key has signed it. The account keeps its last owner. */
export async function applyRoleClaims(
  tx: Tx,
  origin: Origin,
  { userId, keyId, claims }: { userId: number; keyId: number; claims: ClaimedRoles },
  allowed: RoleClaims,
): Promise<void> {
  if (allowed === 'ignore' || (claims.admin === null && claims.owner === null)) return
  const before = await findRole(tx, userId)
  const after = roleAfter(before, claims, allowed)
  if (after === before || (await isLastOwner(tx, userId))) return
  const cause = { ...origin, cause: { sso_key: keyId } }
  if (after === null) await removeRoleOf(tx, cause, userId)
  else await setRoleOf(tx, cause, userId, after)
}

/** Other roles than admin and owner are none of a token's business. Of claims that contradict each other, `deny` wins. */
function roleAfter(
  before: Role | null,
  { admin, owner }: ClaimedRoles,
  allowed: RoleClaims,
): Role | null {
  const isOwner = before === 'owner'
  if (isOwner && allowed !== 'owner') return before
  if (admin === 'deny' && (before === 'admin' || isOwner)) return null
  if (admin === 'deny') return before
  if (owner === 'deny' && isOwner) return 'admin'
  if (owner === 'accept' && allowed === 'owner') return 'owner'
  if (isOwner) return before
  return admin === 'accept' || owner === 'accept' ? 'admin' : before
}
