// Keys, secrets and tokens: random, recognisable by a prefix, kept only as a hash.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export const generateCredential = (kind: 'key' | 'secret' | 'token') =>
  `earshot_${kind}_${randomBytes(32).toString('base64url')}`

/** Whether it may be one that was issued; what looks otherwise never was. */
export const isToken = (text: string) => /^earshot_token_[\w-]{43}$/.test(text)

/** Of an invitation: nobody can guess it, and whoever may read the record sees it. */
export const generateInvitationCode = () => randomBytes(18).toString('base64url')

export const hashCredential = (credential: string): Buffer => hash('sha256', credential, 'buffer')

export const hashesAreEqual = (a: Buffer, b: Buffer) =>
  a.length === b.length && timingSafeEqual(a, b)
