// Keys, secrets and tokens: random, recognisable by a prefix, stored only as a hash.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export const generateCredential = (type: 'key' | 'secret' | 'token') =>
  `earshot_${type}_${randomBytes(32).toString('base64url')}`

/** Whether the text has the form of an issued token. */
export const isToken = (text: string) => /^earshot_token_[\w-]{43}$/.test(text)

/** Unguessable, and stored as it is: everybody who can read the invitation sees it. */
export const generateInvitationCode = () => randomBytes(18).toString('base64url')

export const hashCredential = (credential: string): Buffer => hash('sha256', credential, 'buffer')

/** Compares in constant time. */
export const hashesAreEqual = (a: Buffer, b: Buffer) =>
  a.length === b.length && timingSafeEqual(a, b)
