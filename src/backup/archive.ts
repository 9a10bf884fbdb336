// The file of a backup: a gzipped tar. Its last entry is the hash of all others, so that a truncated or altered file
// is detected before anything is done with it.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { type Decryption, decrypt, EncryptionError, isEncrypted } from './encryption.ts'
import { CHECKSUM, MANIFEST, type Manifest } from './manifest.ts'
import { type Entry, packTar, unpackTar } from './tar.ts'

/** The bytes of the file. */
export function packArchive(entries: AsyncIterable<Entry>): AsyncIterable<Buffer> {
  // A higher level makes it a little smaller and takes three times as long.
  const gzip = createGzip({ level: 1 })
  const source = Readable.from(packTar(withChecksum(entries)), { objectMode: false })
  source.on('error', (error) => gzip.destroy(error))
  gzip.on('close', () => source.destroy())
  // A source that fails at once does so before the archive is read; the reader gets the error then.
  gzip.on('error', () => {})
  return source.pipe(gzip)
}

/** A file, and what opens it; null for one that is not encrypted. */
export type ArchiveFile = { path: string; decryption: Decryption | null }

export async function* readArchive({ path, decryption }: ArchiveFile): AsyncGenerator<Entry> {
  const file = createReadStream(path)
  const source = decryption ? Readable.from(decrypt(file, decryption)) : file
  const gunzip = createGunzip()
  source.on('error', (error: Error) => gunzip.destroy(error))
  yield* unpackTar(source.pipe(gunzip))
}

/** Reads the file to its end and returns its manifest. Throws when it is incomplete or altered. */
export async function verifyArchive(archive: ArchiveFile): Promise<Manifest> {
  const { path } = archive
  await requireMatchingOption(archive)
  const hash = createHash('sha256')
  let manifest = ''
  let checksum = ''
  try {
    for await (const entry of readArchive(archive)) {
      if (entry.name === CHECKSUM) checksum = await readText(entry)
      else if (entry.name === MANIFEST) manifest = await readText(withHash(entry, hash))
      else for await (const _ of withHash(entry, hash).bytes);
    }
  } catch (cause) {
    if (cause instanceof EncryptionError) throw new Error(`${path}: ${cause.message}`, { cause })
    throw new Error(`${path} is not a backup, or is damaged: ${(cause as Error).message}.`, {
      cause,
    })
  }
  if (checksum !== hash.digest('hex'))
    throw new Error(`${path} is not a backup, or is damaged: its checksum does not match.`)
  return JSON.parse(manifest)
}

/** A plain file in place of an encrypted one was not made by the holder of the passphrase. */
async function requireMatchingOption({ path, decryption }: ArchiveFile): Promise<void> {
  const needsKey = await isEncrypted(path)
  if (needsKey && decryption === null)
    throw new Error(`${path} is encrypted: use --passphrase-file or --identity-file.`)
  if (!needsKey && decryption !== null)
    throw new Error(
      `${path} is not encrypted: leave out --passphrase-file and --identity-file if that is right.`,
    )
}

export const textEntry = (name: string, text: string): Entry => {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, bytes: [bytes] }
}

async function* withChecksum(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  for await (const entry of entries) yield withHash(entry, hash)
  yield textEntry(CHECKSUM, hash.digest('hex'))
}

function withHash({ name, size, bytes }: Entry, hash: Hash): Entry {
  async function* read() {
    hash.update(`${name} ${size}\n`)
    for await (const chunk of bytes) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { name, size, bytes: read() }
}

async function readText({ bytes }: Entry): Promise<string> {
  let text = ''
  for await (const chunk of bytes) text += chunk.toString()
  return text
}
