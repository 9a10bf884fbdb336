// Who looks at the portal, or calls the API of end users.

export type Visitor = {
  /** Null: not signed in. */
  userId: number | null
  /** By a session of staff. A session of an end user carries no role. */
  isStaff: boolean
  /** The forums that a single sign-on token names; null for all. */
  allowForums: number[] | null
  denyForums: number[]
}

export const ANONYMOUS: Visitor = {
  userId: null,
  isStaff: false,
  allowForums: null,
  denyForums: [],
}
