// The file of a backup: a gzipped tar. Its last entry is the hash of all others, so that what is cut short or altered
// is found out before anything is done with it.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { CHECKSUM, MANIFEST, type Manifest } from './manifest.ts'
import { type Entry, packTar, unpackTar } from './tar.ts'

/** The whole file or none: it is written aside, made durable, then named. */
export async function writeArchive(path: string, entries: AsyncIterable<Entry>): Promise<void> {
  const aside = `${path}.unfinished`
  const file = await open(aside, 'w', 0o600)
  try {
    await pipeline(
      Readable.from(packTar(withChecksum(entries))),
      // More effort makes it a little smaller and takes three times as long.
      createGzip({ level: 1 }),
      file.createWriteStream({ flush: true }),
    )
    await rename(aside, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(aside, { force: true })
    throw error
  }
}

export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const file = createReadStream(path)
  const gunzip = createGunzip()
  file.on('error', (error) => gunzip.destroy(error))
  yield* unpackTar(file.pipe(gunzip))
}

/** Reads it to its end; what it says of itself, if it is whole and as it was written. */
export async function verifyArchive(path: string): Promise<Manifest> {
  const hash = createHash('sha256')
  let manifest = ''
  let checksum = ''
  try {
    for await (const entry of readArchive(path)) {
      if (entry.name === CHECKSUM) checksum = await textOf(entry)
      else if (entry.name === MANIFEST) manifest = await textOf(hashed(entry, hash))
      else for await (const _ of hashed(entry, hash).bytes);
    }
  } catch (cause) {
    throw new Error(`${path} is no backup, or is damaged: ${(cause as Error).message}.`, { cause })
  }
  if (checksum !== hash.digest('hex'))
    throw new Error(`${path} is no backup, or is damaged: its hash is not what it should be.`)
  return JSON.parse(manifest)
}

export const textEntry = (name: string, text: string): Entry => {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, bytes: [bytes] }
}

async function* withChecksum(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  for await (const entry of entries) yield hashed(entry, hash)
  yield textEntry(CHECKSUM, hash.digest('hex'))
}

function hashed({ name, size, bytes }: Entry, hash: Hash): Entry {
  async function* passing() {
    hash.update(`${name} ${size}\n`)
    for await (const chunk of bytes) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { name, size, bytes: passing() }
}

async function textOf({ bytes }: Entry): Promise<string> {
  let text = ''
  for await (const chunk of bytes) text += chunk.toString()
  return text
}
