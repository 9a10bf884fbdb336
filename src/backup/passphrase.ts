// A passphrase as what age-encryption encrypts for and decrypts with: the scrypt stanza of the age format. The library derives the
// key on the main thread, where a service that makes a backup would answer nobody for seconds; Node.js does it in another.
import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Identity, Recipient, Stanza } from 'age-encryption'

/** Of new backups, as in age: 2^18 rounds with 256 MB of memory. */
const WORK_FACTOR = 18
/** A file names its own. More than this is refused, as in age-encryption. */
const MAX_WORK_FACTOR = 20
const BLOCK_SIZE = 8
const KEY_BYTES = 32
const TAG_BYTES = 16
const CIPHER = 'chacha20-poly1305'
/** The key is used once. */
const NONCE = Buffer.alloc(12)
const BODY_BYTES = 16 + TAG_BYTES

type Derive = (
  passphrase: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer>

const derive: Derive = promisify(scrypt)

export const passphraseRecipient = (
  passphrase: string,
  createStanza: (args: string[], body: Uint8Array) => Stanza,
): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(16)
    const key = await deriveKey(passphrase, salt, WORK_FACTOR)
    const cipher = createCipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES })
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
    const encoded = salt.toString('base64').replaceAll('=', '')
    return [createStanza(['scrypt', encoded, `${WORK_FACTOR}`], body)]
  },
})

export const passphraseIdentity = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const stanza = stanzas.find(({ args }) => args[0] === 'scrypt')
    if (!stanza) return null
    if (stanzas.length > 1) throw new Error('A passphrase must be the only way to open a file.')
    const { salt, workFactor } = parseArguments(stanza.args)
    if (stanza.body.length !== BODY_BYTES) throw new Error('The scrypt stanza is malformed.')
    const key = await deriveKey(passphrase, salt, workFactor)
    return decryptFileKey(key, stanza.body)
  },
})

function parseArguments([, salt = '', workFactor = '', ...more]: string[]) {
  if (!/^[A-Za-z0-9+/]{22}$/.test(salt) || !/^[1-9]\d?$/.test(workFactor) || more.length > 0)
    throw new Error('The scrypt stanza is malformed.')
  if (Number(workFactor) > MAX_WORK_FACTOR)
    throw new Error(`The work factor ${workFactor} is too high. Maximum: ${MAX_WORK_FACTOR}.`)
  return { salt: Buffer.from(salt, 'base64'), workFactor: Number(workFactor) }
}

function deriveKey(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const N = 2 ** workFactor
  const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  const maxmem = 2 * 128 * N * BLOCK_SIZE
  return derive(passphrase, labelled, KEY_BYTES, { N, r: BLOCK_SIZE, p: 1, maxmem })
}

/** Null for another passphrase. */
function decryptFileKey(key: Buffer, body: Uint8Array): Uint8Array | null {
  const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(body.subarray(-TAG_BYTES))
  const fileKey = decipher.update(body.subarray(0, -TAG_BYTES))
  try {
    decipher.final()
    return fileKey
  } catch {
    return null
  }
}
