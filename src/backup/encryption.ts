// Encrypted backups: files of the age format (age-encryption.org), which its own tools decrypt too. Every 64 KiB are
// authenticated, and the last piece says that it is the last.
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { passphraseIdentity, passphraseRecipient } from './passphrase.ts'

/** Who can read a new backup: the person with the passphrase, or the holder of a key. */
export type Encryption = { passphrase: string } | { recipients: string[] }

/** What opens a backup. */
export type Decryption = { passphrase: string } | { identities: string[] }

/** The backup was not opened; the message says why. */
export class EncryptionError extends Error {}

const MAGIC = Buffer.from('age-encryption.org/v1')

// Loaded only where a backup is encrypted.
const loadAge = () => import('age-encryption')

/** Throws for a malformed recipient. */
export async function createEncrypter(encryption: Encryption) {
  const { Encrypter, Stanza } = await loadAge()
  const encrypter = new Encrypter()
  const createStanza = (args: string[], body: Uint8Array) => new Stanza(args, body)
  if ('passphrase' in encryption)
    encrypter.addRecipient(passphraseRecipient(encryption.passphrase, createStanza))
  else for (const recipient of encryption.recipients) addRecipient(encrypter, recipient)
  return async function* encrypt(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const stream = await encrypter.encrypt(toWeb(chunks))
    for await (const chunk of Readable.fromWeb(stream as WebStream)) yield chunk
  }
}

function addRecipient(encrypter: { addRecipient(text: string): void }, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch (cause) {
    throw new Error(
      `${JSON.stringify(recipient)} is not a recipient of age. It should be a public key such as age1….`,
      { cause },
    )
  }
}

export async function isEncrypted(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
  return buffer.subarray(0, bytesRead).equals(MAGIC)
}

export async function* decrypt(
  chunks: AsyncIterable<Buffer>,
  decryption: Decryption,
): AsyncGenerator<Buffer> {
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  if ('passphrase' in decryption) decrypter.addIdentity(passphraseIdentity(decryption.passphrase))
  else for (const identity of decryption.identities) decrypter.addIdentity(identity)
  const stream = await decrypter.decrypt(toWeb(chunks)).catch((cause) => {
    throw new EncryptionError(
      'passphrase' in decryption
        ? 'The passphrase is wrong, or the backup was encrypted for a key.'
        : 'None of the keys opens it, or it was encrypted with a passphrase.',
      { cause },
    )
  })
  for await (const chunk of Readable.fromWeb(stream as WebStream)) yield chunk
}

const toWeb = (chunks: AsyncIterable<Buffer>) =>
  Readable.toWeb(Readable.from(chunks, { objectMode: false })) as ReadableStream<Uint8Array>
