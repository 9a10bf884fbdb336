// Files of an account that a client sends. A folder for each upload: `upload-ID.part` while it arrives, `upload-ID` when a move has it, with the
// files and, once they are read, the form. The database says which upload a move has; the others are deleted.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DISK_FULL_MESSAGE, isDiskFull } from '../core/disk-full.ts'
import { isStorableText } from '../core/values.ts'
import type { MoveUpload } from '../write/moves.ts'
import { FormError } from './reader.ts'
import { detectSource } from './sources/detect.ts'
import { FILE_SOURCES } from './sources/file-sources.ts'
import type { FormOwner } from './sources/form-zip.ts'
import { SourceError } from './sources/source-client.ts'
import { findLackOfSpace, type SpacePlace } from './space.ts'

/** How much arrives between two looks at the disk. */
const SPACE_CHECK_BYTES = 16 * 1024 ** 2
const MAX_NAME_BYTES = 200
/** An upload into whose files nothing was written for so long is abandoned. */
const ABANDONED_MS = 3_600_000
const MAX_ACCOUNT = 500
const FILES = 'files'
const FORM = 'form'

/** The disk of the service, not the client. */
export class NoSpace extends Error {}

/** The files are of no account that a move can bring. */
export class UnknownFiles extends Error {
  /** Whether an import of files reads them. */
  readonly isForImport: boolean

  constructor(message: string, isForImport: boolean) {
    super(message)
    this.isForImport = isForImport
  }
}

/** Of FILE_SOURCES. */
type Reader = MoveUpload['reader']

export type StoredUpload = Pick<MoveUpload, 'reader' | 'files'> & FormOwner

export type OpenUpload = {
  id: string
  /** Rejects with NoSpace before the disk is full. */
  store(fileName: string, bytes: Readable): Promise<void>
  /** What the files are. Rejects with UnknownFiles, SourceError or FormError. */
  identify(given: {
    source: Reader | undefined
    account: string | undefined
    encoding: string | undefined
    signal: AbortSignal
  }): Promise<StoredUpload>
  /** At the end of the transaction that gives the upload to a move. */
  keep(): Promise<void>
  discard(): Promise<void>
}

export async function openUpload(place: SpacePlace): Promise<OpenUpload> {
  const id = randomUUID()
  const kept = pathOf(place.directory, id)
  const folder = `${kept}.part`
  const files = join(folder, FILES)
  const stored = new Map<string, number>()
  let isKept = false
  await mkdir(files, { recursive: true, mode: 0o700 })
  return {
    id,
    async store(fileName, bytes) {
      const name = distinct(fileName, stored)
      stored.set(name, 0)
      const count = async function* (chunks: AsyncIterable<Buffer>) {
        let unchecked = SPACE_CHECK_BYTES
        for await (const chunk of chunks) {
          unchecked += chunk.length
          if (unchecked >= SPACE_CHECK_BYTES) {
            unchecked = 0
            await requireSpace(place, SPACE_CHECK_BYTES)
          }
          stored.set(name, (stored.get(name) ?? 0) + chunk.length)
          yield chunk
        }
      }
      const options = { flags: 'wx', mode: 0o600, flush: true }
      await pipeline(bytes, count, createWriteStream(join(files, name), options)).catch((error) => {
        throw isDiskFull(error) ? new NoSpace(DISK_FULL_MESSAGE) : error
      })
    },
    identify: ({ source, account, encoding, signal }) =>
      withoutPaths(place.directory, async () => {
        const from = await fromOf(files)
        const reader = source ?? (await detect(from, stored.size, { encoding, signal }))
        const known = FILE_SOURCES[reader]
        if (!known) throw new SourceError(`${reader} is not read from files.`)
        const owner = await known.identify({ from, account, encoding })
        for (const name of [owner.source, owner.account])
          if (name.length > MAX_ACCOUNT || !isStorableText(name))
            throw new SourceError('the name of the account is too long or has NUL.')
        return {
          reader: reader as Reader,
          source: owner.source,
          account: owner.account,
          files: [...stored].map(([name, size_in_bytes]) => ({ name, size_in_bytes })),
        }
      }),
    async keep() {
      // The transaction can run again.
      if (!isKept) await rename(folder, kept)
      isKept = true
    },
    async discard() {
      // What became of the transaction is not known then: `findUnusedUploads` sees it.
      if (!isKept) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function detect(
  from: string,
  count: number,
  options: { encoding: string | undefined; signal: AbortSignal },
): Promise<string> {
  const { source, description, isForImport = false } = await detectSource(from, options)
  if (source !== null) return source
  const what = count > 1 ? 'None of them is known' : `It is ${description}`
  const advice = isForImport
    ? 'An import of files brings suggestions, people and accounts from any CSV file.'
    : 'A move reads a backup of Fider (ZIP), an export of a workspace of Quackback (ZIP), CSV files of UserVoice, and a folder of `earshot move-out` as a ZIP.'
  throw new UnknownFiles(`${what}. ${advice}`, isForImport)
}

/** What a source is read from: the file, or the folder of several. */
async function fromOf(files: string): Promise<string> {
  const [first, ...others] = await readdir(files)
  return first === undefined || others.length > 0 ? files : join(files, first)
}

export type UploadFolder = {
  from: string
  /** Where its form is written. */
  form: string
}

export async function findUpload(
  directory: string,
  { id }: Pick<MoveUpload, 'id'>,
): Promise<UploadFolder> {
  const folder = pathOf(directory, id)
  const files = join(folder, FILES)
  if (!(await stat(files).catch(() => undefined))?.isDirectory())
    throw new SourceError(
      'The uploaded files are not at this machine. Upload them again. Processes on several machines need one data directory.',
    )
  return { from: await fromOf(files), form: join(folder, FORM) }
}

/** The folders of uploads that no move has. The caller keeps moves from getting others meanwhile. */
export async function findUnusedUploads(directory: string, keptIds: string[]): Promise<string[]> {
  const kept = keptIds.map((id) => pathOf(directory, id))
  const unused: string[] = []
  for (const name of await readdir(directory).catch(() => [])) {
    if (!/^upload-[0-9a-f-]{36}(\.part)?$/.test(name)) continue
    const path = join(directory, name)
    const isUsed = name.endsWith('.part') ? await isArriving(path) : kept.includes(path)
    if (!isUsed) unused.push(path)
  }
  return unused
}

async function isArriving(path: string): Promise<boolean> {
  const files = join(path, FILES)
  const names = await readdir(files).catch(() => [])
  const times = [path, ...names.map((name) => join(files, name))].map(async (one) => {
    const info = await stat(one).catch(() => undefined)
    return info?.mtimeMs ?? 0
  })
  return Math.max(...(await Promise.all(times))) > Date.now() - ABANDONED_MS
}

const pathOf = (directory: string, id: string) => join(directory, `upload-${id}`)

async function requireSpace(place: SpacePlace, bytes: number): Promise<void> {
  const lack = await findLackOfSpace(place, bytes)
  if (lack !== undefined) throw new NoSpace(lack)
}

/** A name that every disk takes, and that no other file has. The end stays: it says what a file is. */
function distinct(fileName: string, others: Map<string, number>): string {
  const known = new Set([...others.keys()].map((other) => other.toLowerCase()))
  const name = fileName.replace(/[^\p{L}\p{N}._ -]/gu, '_')
  const shorten = (text: string) => {
    let kept = text
    while (Buffer.byteLength(kept) > MAX_NAME_BYTES) kept = [...kept].slice(1).join('')
    return kept
  }
  let next = shorten(name)
  for (let i = 2; known.has(next.toLowerCase()); i++) next = `${i}-${shorten(name)}`
  return next
}

/** Messages name files. Where they are stored is nothing for people. */
export async function withoutPaths<T>(directory: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof FormError)) throw error
    const pattern = new RegExp(
      `${quote(directory)}${quote(sep)}(?:upload-[0-9a-f-]{36}(?:\\.part)?|\\d+-\\d+)(?:${quote(sep)}(?:${FILES}|${FORM})(?=${quote(sep)}))?${quote(sep)}?`,
      'g',
    )
    error.message = error.message.replaceAll(pattern, '')
    throw error
  }
}

const quote = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
