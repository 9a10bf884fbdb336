// The roles of staff. They are declared beside the resources, which say what each role may do.
import { ROLES, type Role } from '../resources/access.ts'

export { ROLES, type Role }

/** What a single sign-on token of an end user can do to roles: nothing, or give and take them up to this one. */
export const ROLE_CLAIMS = ['ignore', 'admin', 'owner'] as const
export type RoleClaims = (typeof ROLE_CLAIMS)[number]

export const isRole = (text: unknown): text is Role => ROLES.includes(text as Role)

/** Whether the first role may do everything that the second may. */
export const includesRole = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed)
