// Who calls the API of end users.
import type { Visitor } from './visitor.ts'

/** How the caller proved who they are. */
export type CallerProof =
  /** The session of the portal, in the cookie. */
  | 'session'
  /** A token that the person allowed an application. */
  | 'application'
  /** A single sign-on token of the customer's own application. */
  | 'token'
  /** The session of a member of the team. */
  | 'staff'

export type EndUserCaller = Visitor & {
  userId: number
  proof: CallerProof
  /** Of the portal; null for the other ways. */
  sessionId: number | null
}
