// Who may use a collection: the scope that a token needs and the role that a person needs. auth/policy.ts applies it.

/** The roles of staff, from the least to the most powerful. */
export const ROLES = ['viewer', 'contributor', 'admin', 'owner'] as const

export type Role = (typeof ROLES)[number]

/** The areas of the API, one per pair of scopes. */
export const AREAS = ['feedback', 'people', 'files', 'settings'] as const

export type Area = (typeof AREAS)[number]

/** The areas that a caller may read; null for all. */
export type Areas = ReadonlySet<Area> | null

export const isReadable = (areas: Areas, area: Area): boolean => areas === null || areas.has(area)

/**
 * The least powerful role that may do it, and the one that may do it to records that the person created. For a list: who gets
 * all records, and who gets their own.
 */
export type Rule = Role | OwnRule | CreateRule | ScopeRule
/** What the operation returns belongs to another area too: both must be readable. */
type ScopeRule = { role: Role; alsoReads: Area }
/** Roles below `unlimited` set only these members of a new record. */
type CreateRule = { role: Role; unlimited: Role; members: readonly string[] }
type OwnRule = { others: Role; own: Role; members?: readonly string[] }

export type Access = {
  scope: Area
  read: Role
  write: Role
  /** By method and path below the collection, where it differs. */
  except: Record<string, Rule>
}

/** Unless it says otherwise, viewers read and admins write. */
export type DeclaredAccess = Pick<Access, 'scope'> & Partial<Access>

export const withDefaultRoles = (access: DeclaredAccess): Access => ({
  read: 'viewer',
  write: 'admin',
  except: {},
  ...access,
})

/** Contributors change what they created, or only these members of it. */
export const own = (members?: readonly string[]): OwnRule => ({
  others: 'admin',
  own: 'contributor',
  ...(members && { members }),
})

/** Contributors create records with these members only, admins with all: what a role may not change it may not set. */
export const creating = (members: readonly string[]): CreateRule => ({
  role: 'contributor',
  unlimited: 'admin',
  members,
})
