// The roles of staff, from the least to the most powerful.

export const ROLES = ['viewer', 'contributor', 'admin', 'owner'] as const

export type Role = (typeof ROLES)[number]

export const isRole = (text: unknown): text is Role => ROLES.includes(text as Role)

/** Whether the first role may do everything that the second may. */
export const includesRole = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed)
