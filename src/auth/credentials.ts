// Keys, secrets, tokens, sessions, devices and one-time codes: random, recognisable by a prefix, stored only as a hash.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A session that is not used for so long has ended. */
export const IDLE_DAYS = 14

/** How long an end user stays signed in on the portal. Limits apply to sessions that exist too. */
export type EndUserSessionLimits = {
  /** Since the sign-in. */
  maxDays: number
  /** Without use. */
  idleDays: number
}
export const END_USER_SESSION_LIMITS: EndUserSessionLimits = { maxDays: 90, idleDays: 30 }

export type CredentialType = 'key' | 'secret' | 'token' | 'session' | 'visitor' | 'code' | 'device'

export const generateCredential = (type: CredentialType) =>
  `earshot_${type}_${randomBytes(32).toString('base64url')}`

/** Whether the text has the form of an issued credential of this type. */
export const isCredential = (type: CredentialType, text: string) =>
  text.startsWith(`earshot_${type}_`) && /^[\w-]{43}$/.test(text.slice(`earshot_${type}_`.length))

/**
 * A refresh token: a part that all refresh tokens of a grant share, and one of its own. With the first part an old token is
 * recognised, without keeping every one that was used.
 */
export type RefreshToken = { family: string; token: string }

export const generateRefreshToken = (
  family: string = randomBytes(32).toString('base64url'),
): RefreshToken => ({
  family,
  token: `earshot_refresh_${family}${randomBytes(32).toString('base64url')}`,
})

/** Undefined for a text that does not have the form of one. */
export function parseRefreshToken(token: string): RefreshToken | undefined {
  const [, family] = /^earshot_refresh_([\w-]{43})[\w-]{43}$/.exec(token) ?? []
  return family === undefined ? undefined : { family, token }
}

/** Unguessable, and stored as it is: everybody who can read the invitation sees it. */
export const generateInvitationCode = () => randomBytes(18).toString('base64url')

export const hashCredential = (credential: string): Buffer => hash('sha256', credential, 'buffer')

/** Compares in constant time. */
export const hashesAreEqual = (a: Buffer, b: Buffer) =>
  a.length === b.length && timingSafeEqual(a, b)
