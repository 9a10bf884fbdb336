// Encryption of secrets that must stay readable, with keys that are not in the database: AES-256-GCM. A ciphertext names its
// key, and only the place for which it was made (a table and a row) opens it.
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'

export type SecretKey = {
  /** Tells keys apart; says nothing about the key. */
  id: string
  bytes: Buffer
}

/** The keys as they are now. The first one encrypts, the others only decrypt. Never empty. */
export type ReadKeys = () => Promise<[SecretKey, ...SecretKey[]]>

const PREFIX = 'earshot_encryption_'
const KEY_BYTES = 32
const VERSION = 1
const ID_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + ID_BYTES + NONCE_BYTES + TAG_BYTES
const MAX_KEYS = 10

export const SECRET_KEY_FORM = `${PREFIX} and 43 letters, digits, - or _`

export const generateSecretKey = (): string => PREFIX + randomBytes(KEY_BYTES).toString('base64url')

/** Keys separated by commas or white space. Undefined when one is malformed, or there is none. */
export function parseSecretKeys(text: string): [SecretKey, ...SecretKey[]] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length > MAX_KEYS) return undefined
  const keys: SecretKey[] = []
  for (const word of words) {
    const bytes = Buffer.from(word.slice(PREFIX.length), 'base64url')
    if (!word.startsWith(PREFIX) || !/^[\w-]{43}$/.test(word.slice(PREFIX.length))) return undefined
    keys.push(createSecretKey(bytes))
  }
  const [first, ...others] = keys
  return first && [first, ...others]
}

export const formatSecretKey = ({ bytes }: SecretKey): string =>
  PREFIX + bytes.toString('base64url')

const createSecretKey = (bytes: Buffer): SecretKey => ({
  id: hash('sha256', Buffer.concat([Buffer.from('id of '), bytes]), 'hex').slice(0, 2 * ID_BYTES),
  bytes,
})

/** A key for one purpose, from which the others cannot be computed. */
export const deriveKey = (secret: Buffer | string, purpose: string): SecretKey =>
  createSecretKey(
    Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `earshot ${purpose}`, KEY_BYTES)),
  )

/** `place` is where the ciphertext is stored, such as `totp_secrets 7`. */
export function encryptSecret(key: SecretKey, secret: Uint8Array, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce)
  cipher.setAAD(Buffer.from(place))
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
  const id = Buffer.from(key.id, 'hex')
  return Buffer.concat([Buffer.of(VERSION), id, nonce, cipher.getAuthTag(), encrypted])
}

/** Throws when no key is the right one, and when the ciphertext was altered or belongs to another place. */
export function decryptSecret(keys: SecretKey[], ciphertext: Buffer, place: string): Buffer {
  const key = keys.find(({ id }) => id === keyIdOf(ciphertext))
  if (!key || ciphertext[0] !== VERSION || ciphertext.length < HEADER_BYTES)
    throw new Error(`The secret in ${place} is encrypted with key ${keyIdOf(ciphertext)}.`)
  const nonceAt = 1 + ID_BYTES
  const tagAt = nonceAt + NONCE_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, ciphertext.subarray(nonceAt, tagAt))
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(ciphertext.subarray(tagAt, HEADER_BYTES))
  return Buffer.concat([decipher.update(ciphertext.subarray(HEADER_BYTES)), decipher.final()])
}

const keyIdOf = (ciphertext: Buffer): string => ciphertext.toString('hex', 1, 1 + ID_BYTES)
