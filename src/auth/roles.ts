// The roles of staff. They are declared beside the resources, which say what each role may do.
import { ROLES, type Role } from '../resources/access.ts'

export { ROLES, type Role }

export const isRole = (text: unknown): text is Role => ROLES.includes(text as Role)

/** Whether the first role may do everything that the second may. */
export const includesRole = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed)
