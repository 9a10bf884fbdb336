// The folder that a source writes the form into, page by page. `state.json` says how far it is, so that a read that was killed continues at
// its page, and a later one asks for what changed.
import {
  appendFile,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import {
  FORM_VERSION,
  fileOf,
  KINDS,
  type Kind,
  MANIFEST,
  MAX_FILE_BYTES,
  type Manifest,
} from '../form.ts'
import { SourceError } from './source-client.ts'

/** The move that a form was loaded by. An id alone is not enough: another database has the same ones. */
export type MoveMark = { id: number; created_at: string }

/** How far a collection of the source is read. */
export type Progress = {
  cursor: string | null
  /** How the source is asked, which a cursor depends on. */
  form: number
  /** All of its pages are written. */
  is_read: boolean
  /** And the source has counted them again. */
  is_done: boolean
  /** Records of the source: those that were written and those that were left out. */
  read: number
  left_out: number
  /** What the source said before and after. Null where it says nothing. */
  before: number | null
  after: number | null
}

type FileState = { bytes: number; lines: number }

type State = {
  version: 1
  source: string
  account: string
  /** By the clock of the source. The next read asks for what changed since. */
  started_at: string | null
  /** This read asks for what changed since. Null: for everything. */
  since: string | null
  /** The move that has what came before. */
  base: MoveMark | null
  /** Set when the form is loaded. `id` 0: it did not equal the source, so the next read asks for everything. */
  loaded: MoveMark | null
  files: Record<string, FileState>
  collections: Record<string, Progress>
}

/** Two would write into each other's files. */
export class FolderInUse extends SourceError {}

export type LeftOut = NonNullable<Manifest['left_out']>[number]

const STATE = 'state.json'
const LOCK = 'lock'
const LEFT_OUT = 'left_out'
/** Of collections that are read by filters: they stay for later reads. */
const KEPT_FILES = ['weighted', 'shown']
/** The manifest is read at once. */
const MAX_LEFT_OUT = 5000
const MAX_REASON = 300
/** A record becomes visible when its transaction ends, and clocks differ. */
const OVERLAP_MS = 5 * 60_000
const PRIVATE = { mode: 0o600 }

const nameOf = (file: string) =>
  (KINDS as string[]).includes(file) ? fileOf(file as Kind) : `${file}.lines`

const noProgress = (): Progress => ({
  cursor: null,
  form: 0,
  is_read: false,
  is_done: false,
  read: 0,
  left_out: 0,
  before: null,
  after: null,
})

export class FormFolder {
  readonly path: string
  readonly #state: State
  #pending = new Map<string, string[]>()
  #pendingLength = 0

  constructor(path: string, state: State) {
    this.path = path
    this.#state = state
  }

  get since(): string | null {
    return this.#state.since
  }

  /** How much the next `commit` writes. */
  get pendingLength(): number {
    return this.#pendingLength
  }

  /** How many lines a file has. */
  countOf(file: string): number {
    return this.#fileState(file).lines + (this.#pending.get(file)?.length ?? 0)
  }

  start(nowMs: number): void {
    this.#state.started_at ??= new Date(nowMs - OVERLAP_MS).toISOString()
  }

  progressOf(collection: string): Progress {
    const known = this.#state.collections[collection]
    if (known) return known
    const begun = noProgress()
    this.#state.collections[collection] = begun
    return begun
  }

  /** Written by the next `commit`. */
  add(file: string, record: object | number | string): void {
    const lines = this.#pending.get(file) ?? []
    const line = `${JSON.stringify(record)}\n`
    lines.push(line)
    this.#pending.set(file, lines)
    this.#pendingLength += line.length
  }

  /** For the report. Only the first ones are listed. */
  leaveOut({ kind, key, reason }: LeftOut): void {
    const listed = this.countOf(LEFT_OUT)
    if (listed === MAX_LEFT_OUT - 1)
      this.add(LEFT_OUT, { kind, reason: `and more: the first ${MAX_LEFT_OUT - 1} are listed.` })
    else if (listed < MAX_LEFT_OUT)
      this.add(LEFT_OUT, { kind, ...(key && { key }), reason: reason.slice(0, MAX_REASON) })
  }

  /** Lines first: what the state does not know is cut off when the next run begins. */
  async commit(): Promise<void> {
    for (const [file, lines] of this.#pending) {
      const text = lines.join('')
      await appendFile(join(this.path, nameOf(file)), text, PRIVATE)
      const state = this.#fileState(file)
      state.bytes += Buffer.byteLength(text)
      state.lines += lines.length
    }
    this.#pending = new Map()
    this.#pendingLength = 0
    await writeState(this.path, this.#state)
  }

  /** Forgets what was read of a collection. */
  async restart(collection: string, files: readonly string[]): Promise<void> {
    const { before } = this.progressOf(collection)
    this.#state.collections[collection] = { ...noProgress(), before }
    for (const file of files) {
      await rm(join(this.path, nameOf(file)), { force: true })
      delete this.#state.files[file]
    }
    await this.commit()
  }

  /** The values of a small file. */
  async read<T>(file: string): Promise<T[]> {
    const text = await readFile(join(this.path, nameOf(file)), 'utf8').catch(() => '')
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T)
  }

  /** Of a file of an attachment that is stored. */
  async sizeOfFile(name: string): Promise<number | undefined> {
    const info = await stat(join(this.path, 'files', name)).catch(() => undefined)
    return info?.isFile() ? info.size : undefined
  }

  /** Stores a file of an attachment. In words why it does not come. */
  async storeFile(
    name: string,
    chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  ): Promise<string | undefined> {
    const path = join(this.path, 'files', name)
    const file = await open(`${path}.part`, 'w', 0o600)
    let size = 0
    try {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > MAX_FILE_BYTES) break
        await file.write(chunk)
      }
    } finally {
      await file.close()
      if (size > MAX_FILE_BYTES) await rm(`${path}.part`, { force: true })
    }
    if (size > MAX_FILE_BYTES) return `the file has more than ${MAX_FILE_BYTES} bytes.`
    await rename(`${path}.part`, path)
    return undefined
  }

  /** The same file under another name too. */
  async shareFile(name: string, other: string): Promise<void> {
    const path = join(this.path, 'files', other)
    const original = join(this.path, 'files', name)
    await rm(path, { force: true })
    await link(original, path).catch(() => copyFile(original, path))
  }

  /** The same lines in another order. */
  async reorder(file: string, records: object[]): Promise<void> {
    const path = join(this.path, nameOf(file))
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
    await writeFile(`${path}.part`, text, PRIVATE)
    await rename(`${path}.part`, path)
  }

  /** With `move.json` the folder is a form. */
  async finish(nowMs: number): Promise<Manifest> {
    const { source, account, files, collections } = this.#state
    const totals: NonNullable<Manifest['totals']> = {}
    for (const [collection, { read, left_out, before, after }] of Object.entries(collections))
      if (before !== null && after !== null)
        totals[collection] = { source: atLeast(read, before, after), left_out }
    const manifest: Manifest = {
      form: FORM_VERSION,
      source,
      account,
      created_at: new Date(nowMs).toISOString(),
      counts: Object.fromEntries(KINDS.map((kind) => [kind, files[kind]?.lines ?? 0])),
      totals,
      left_out: await this.read<LeftOut>(LEFT_OUT),
    }
    const path = join(this.path, MANIFEST)
    await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`, PRIVATE)
    await rename(`${path}.part`, path)
    return manifest
  }

  async close(): Promise<void> {
    await rm(join(this.path, LOCK), { force: true })
  }

  #fileState(file: string): FileState {
    const known = this.#state.files[file]
    if (known) return known
    const begun = { bytes: 0, lines: 0 }
    this.#state.files[file] = begun
    return begun
  }
}

/** Of a source that is in use, records come and go meanwhile. Fewer than both before and after are too few. */
const atLeast = (read: number, before: number, after: number) =>
  Math.max(read, Math.min(before, after))

export type FolderOptions = {
  path: string
  source: string
  account: string
  /** What an earlier run brought into this database. */
  base: MoveMark | null
}

/** Continues the read that the folder has, or begins the next one. */
export async function openFormFolder(options: FolderOptions): Promise<FormFolder> {
  const { path, source, account, base } = options
  await mkdir(join(path, 'files'), { recursive: true, mode: 0o700 })
  await lock(path)
  const known = await readState(path)
  if (known === undefined && (await hasOtherFiles(path)))
    throw await unlocked(
      path,
      `${path} has other files. A source is read into a folder of its own.`,
    )
  if (known && (known.source !== source || known.account !== account))
    throw await unlocked(path, `${path} is of ${known.account}. Choose another with --folder.`)
  const state = known && (await isContinued(path, known, base)) ? known : next(options, known)
  if (state !== known) await clear(path, state)
  await cutFiles(path, state)
  await writeState(path, state)
  return new FormFolder(path, state)
}

/** Notes that the form is loaded, so that the next read asks for what changed. */
export async function noteLoaded(path: string, move: MoveMark, isVerified: boolean): Promise<void> {
  const state = await readState(path)
  if (state)
    await writeState(path, { ...state, loaded: isVerified ? move : { id: 0, created_at: '' } })
}

const isSame = (one: MoveMark | null, other: MoveMark | null) =>
  one !== null && other !== null && one.id === other.id && one.created_at === other.created_at

/** Whether the read goes on: it is not loaded yet, and what it leaves out is in the database. */
async function isContinued(path: string, state: State, base: MoveMark | null): Promise<boolean> {
  if (state.loaded !== null) return false
  if (state.since !== null && !isSame(state.base, base)) return false
  for (const [file, { bytes }] of Object.entries(state.files)) {
    const info = await stat(join(path, nameOf(file))).catch(() => undefined)
    if ((info?.size ?? 0) < bytes) return false
  }
  return true
}

function next({ source, account, base }: FolderOptions, known: State | undefined): State {
  const isChangesOnly = known !== undefined && isSame(known.loaded, base)
  const kept = Object.entries(known?.files ?? {}).filter(
    ([file]) => isChangesOnly && KEPT_FILES.includes(file),
  )
  return {
    version: 1,
    source,
    account,
    started_at: null,
    since: isChangesOnly ? known.started_at : null,
    base: isChangesOnly ? base : null,
    loaded: null,
    files: Object.fromEntries(kept),
    collections: {},
  }
}

/** Files of attachments stay: they are not asked for again. */
async function clear(path: string, state: State): Promise<void> {
  await rm(join(path, MANIFEST), { force: true })
  for (const name of await readdir(path))
    if (/\.(ndjson|lines|part)$/.test(name) && !isKept(name, state))
      await rm(join(path, name), { force: true })
}

/** Removes the lines of a page that the state does not know. */
async function cutFiles(path: string, { files }: State): Promise<void> {
  const known = new Map(Object.entries(files).map(([file, { bytes }]) => [nameOf(file), bytes]))
  for (const name of await readdir(path)) {
    if (!/\.(ndjson|lines)$/.test(name)) continue
    const bytes = known.get(name) ?? 0
    if ((await stat(join(path, name))).size > bytes) await truncate(join(path, name), bytes)
  }
}

const isKept = (name: string, { files }: State) =>
  Object.keys(files).some((file) => nameOf(file) === name)

const OWN_FILES = ['files', LOCK, STATE, `${STATE}.part`]

const hasOtherFiles = async (path: string) =>
  (await readdir(path)).some((name) => !OWN_FILES.includes(name))

async function readState(path: string): Promise<State | undefined> {
  const text = await readFile(join(path, STATE), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const state = JSON.parse(text) as State
    if (state.version === 1) return state
  } catch {
    // Said below.
  }
  throw await unlocked(
    path,
    `${join(path, STATE)} is damaged or of another version. Choose another folder with --folder.`,
  )
}

async function writeState(path: string, state: State): Promise<void> {
  const file = join(path, STATE)
  await writeFile(`${file}.part`, JSON.stringify(state), PRIVATE)
  await rename(`${file}.part`, file)
}

/** Two commands would write into each other's files. The lock of one that was killed does not count. */
async function lock(path: string): Promise<void> {
  const file = join(path, LOCK)
  for (let attempt = 1; ; attempt++) {
    try {
      const handle = await open(file, 'wx', 0o600)
      await handle.writeFile(String(process.pid))
      await handle.close()
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const owner = Number(await readFile(file, 'utf8').catch(() => ''))
      if (attempt > 1 || (owner !== process.pid && isRunning(owner)))
        throw new FolderInUse(
          `Another command reads into ${path} (process ${owner}). If there is none, delete ${file}.`,
        )
      await rm(file, { force: true })
    }
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function unlocked(path: string, message: string): Promise<SourceError> {
  await rm(join(path, LOCK), { force: true })
  return new SourceError(message)
}
