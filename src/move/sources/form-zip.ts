// The form of a move in a ZIP file. It is unpacked, because the loader reads a folder.
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FILE_PATH, fileOf, KINDS, MANIFEST } from '../form.ts'
import { parseManifest } from '../reader.ts'
import type { FileOfAccount, FileSourceOptions } from './file-source.ts'
import { SourceError } from './source-client.ts'
import { withZip, type ZipArchive } from './zip-archive.ts'

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024
const FILES = 'files'

export type FormOwner = { source: string; account: string }

/** What the form itself says. */
export const identifyForm = ({ from }: FileOfAccount): Promise<FormOwner> =>
  withZip(from, (zip) => readOwner(zip, from))

export function readZippedForm({ from, folderOf, signal }: FileSourceOptions): Promise<string> {
  return withZip(from, async (zip) => {
    const { account } = await readOwner(zip, from)
    const path = folderOf(account)
    await rm(path, { recursive: true, force: true })
    await mkdir(join(path, FILES), { recursive: true, mode: 0o700 })
    const place = placeOf(zip, from)
    // The manifest comes last: with it the folder is a form.
    const names = zip.names
      .filter((name) => name.startsWith(place) && isOfForm(name.slice(place.length)))
      .sort((one, other) => Number(one.endsWith(MANIFEST)) - Number(other.endsWith(MANIFEST)))
    for (const name of names) {
      signal.throwIfAborted()
      const file = createWriteStream(join(path, name.slice(place.length)), {
        flags: 'wx',
        mode: 0o600,
      })
      await pipeline(Readable.from(zip.read(name)), file, { signal })
    }
    return path
  })
}

async function readOwner(zip: ZipArchive, from: string): Promise<FormOwner> {
  const name = `${placeOf(zip, from)}${MANIFEST}`
  if (zip.sizeOf(name) > MAX_MANIFEST_BYTES) throw new SourceError(`${name} is too large.`)
  const pieces: Buffer[] = []
  for await (const piece of zip.read(name)) pieces.push(piece)
  return parseManifest(Buffer.concat(pieces), name)
}

/** Who packs a folder has it in front of the names. Of several forms the outermost is read. */
function placeOf(zip: ZipArchive, from: string): string {
  const [found] = zip.names
    .filter((name) => name === MANIFEST || name.endsWith(`/${MANIFEST}`))
    .sort((one, other) => one.length - other.length)
  if (found === undefined)
    throw new SourceError(`${from} has no file ${MANIFEST}, so it is not the form of a move.`)
  return found.slice(0, -MANIFEST.length)
}

/** Nothing else is unpacked. */
const isOfForm = (name: string): boolean =>
  name === MANIFEST || KINDS.some((kind) => fileOf(kind) === name) || FILE_PATH.test(name)
