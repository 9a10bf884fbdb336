// Secrets of webhooks and what they sign: Standard Webhooks 1.0.0 (standardwebhooks.com), and the older form of service hooks.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

const SECRET = 'whsec_'
const PRIVATE_KEY = 'whsk_'
const PUBLIC_KEY = 'whpk_'
const SECRET_BYTES = 32

/** Of 24 to 64 bytes. */
const SECRET_PATTERN = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

export const isWebhookSecret = (text: string) => SECRET_PATTERN.test(text)

export const createWebhookSecret = () => SECRET + randomBytes(SECRET_BYTES).toString('base64')

/** The seed, from which both keys are computed. */
export function createWebhookPrivateKey(): string {
  const { d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return PRIVATE_KEY + Buffer.from(d, 'base64url').toString('base64')
}

export function webhookPublicKeyOf(privateKey: string): string {
  const { x = '' } = createPublicKey(readPrivateKey(privateKey)).export({ format: 'jwk' })
  return PUBLIC_KEY + Buffer.from(x, 'base64url').toString('base64')
}

// What precedes the seed in PKCS #8 (RFC 8410).
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const readPrivateKey = (privateKey: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(privateKey.slice(PRIVATE_KEY.length), 'base64')]),
    format: 'der',
    type: 'pkcs8',
  })

/** The value of `webhook-signature`: one signature for each secret. */
export function signWebhook(
  secrets: string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const signed = Buffer.from(`${id}.${timestamp}.${body}`)
  return secrets
    .map((secret) =>
      secret.startsWith(PRIVATE_KEY)
        ? `v1a,${sign(null, signed, readPrivateKey(secret)).toString('base64')}`
        : `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`,
    )
    .join(' ')
}

/** A text of another form was given for a service hook, and is a key as it is. */
const keyOf = (secret: string) =>
  isWebhookSecret(secret) ? Buffer.from(secret.slice(SECRET.length), 'base64') : secret

/** The field `signature` of a service hook: the text of the secret is the key. */
export const signServiceHook = (secret: string, data: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(data).digest(encoding)
