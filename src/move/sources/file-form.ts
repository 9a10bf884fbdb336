// The form that a file or a database becomes. It is read at once and again each time, so that there is nothing to continue: the loader
// skips what did not change.
import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isEmailAddress, parseTime } from '../../core/values.ts'
import { KINDS, type Kind, MAX_FILE_BYTES, type Manifest, SCHEMAS } from '../form.ts'
import { KeySet } from '../key-set.ts'
import { type FormFolder, openFormFolder } from './form-folder.ts'
import { fitToSchema } from './uservoice-records.ts'

export type Loose = Record<string, unknown>

/** Lines are written together. */
const MAX_PENDING = 2000
const MAX_PENDING_LENGTH = 8 * 1024 * 1024

/** The members of each kind that are times: sources write them in several ways. */
const TIMES = Object.fromEntries(
  KINDS.map((kind) => [
    kind,
    Object.entries(SCHEMAS[kind].properties)
      .filter(([, schema]) => JSON.stringify(schema).includes('"date-time"'))
      .map(([name]) => name),
  ]),
) as Record<Kind, string[]>

export class FileForm {
  readonly #folder: FormFolder
  readonly #signal: AbortSignal
  #pending = 0
  #pendingLength = 0
  readonly #people = new KeySet()

  constructor(folder: FormFolder, signal: AbortSignal) {
    this.#folder = folder
    this.#signal = signal
  }

  /**
   * Writes a record whose values are made to fit. One without a required member is left out, and the report says why. False then.
   */
  async add(kind: Kind, record: Loose): Promise<boolean> {
    const key = keyText(record.key ?? record.from ?? record.suggestion)
    const progress = this.#folder.progressOf(kind)
    progress.read++
    const members = fitToSchema(kind, record, {
      changed: (reason) => this.leaveOut(kind, key, reason),
    })
    for (const name of TIMES[kind]) {
      const time = parseTime(members[name])
      if (time) members[name] = time.toISOString()
    }
    const { required = [] } = SCHEMAS[kind] as unknown as { required?: string[] }
    const missing = required.find((name) => members[name] === undefined || members[name] === '')
    if (missing !== undefined) {
      progress.left_out++
      this.leaveOut(kind, key, `it has no ${missing.replaceAll('_', ' ')}.`)
      return false
    }
    this.#folder.add(kind, members)
    this.#pendingLength += lengthOf(members)
    if (++this.#pending >= MAX_PENDING || this.#pendingLength >= MAX_PENDING_LENGTH)
      await this.#flush()
    return true
  }

  /** A record of the source that does not come at all. */
  skip(kind: Kind, key: unknown, reason: string): void {
    const progress = this.#folder.progressOf(kind)
    progress.read++
    progress.left_out++
    this.leaveOut(kind, keyText(key), reason)
  }

  /** For the report: what of a record, or of all records of a kind, does not come. */
  leaveOut(kind: string, key: string | undefined, reason: string): void {
    this.#folder.leaveOut({ kind, ...(key !== undefined && { key }), reason })
  }

  /**
   * The key of a person whom the source names by address or name only, written when they are seen first. Undefined for nobody. The key is a
   * digest, because keys are kept as long as the move is.
   */
  async person({ email, name, ...more }: Person): Promise<string | undefined> {
    const address = email?.trim()
    const isAddress = address !== undefined && isEmailAddress(address)
    const called = name?.trim() || (isAddress ? undefined : address || undefined)
    if (!isAddress && called === undefined) return undefined
    const key = digestOf(isAddress ? address.toLowerCase() : `name ${called}`)
    if (!this.#people.add(key)) return key
    if (address && !isAddress) this.leaveOut('users', key, NO_ADDRESS)
    await this.add('users', {
      key,
      ...(isAddress && { email_address: address }),
      name: called,
      ...more,
    })
    return key
  }

  /** Stores the bytes of a file under its number. In words why it does not come. */
  async store(name: string, chunks: AsyncIterable<Buffer>): Promise<string | undefined> {
    const path = join(this.#folder.path, 'files', name)
    const file = await open(`${path}.part`, 'w', 0o600)
    let size = 0
    try {
      for await (const chunk of chunks) {
        this.#signal.throwIfAborted()
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

  async #flush(): Promise<void> {
    this.#signal.throwIfAborted()
    await this.#folder.commit()
    this.#pending = 0
    this.#pendingLength = 0
  }

  /** What was read equals what the source has, because nothing was asked for in parts. */
  async finish(): Promise<Manifest> {
    for (const kind of KINDS) {
      const progress = this.#folder.progressOf(kind)
      progress.before = progress.read
      progress.after = progress.read
    }
    await this.#flush()
    return this.#folder.finish(Date.now())
  }

  close(): Promise<void> {
    return this.#folder.close()
  }
}

const NO_ADDRESS = 'the e-mail address is none. The person comes without it.'

export type Person = { email?: string | undefined; name?: string | undefined } & Loose

const keyText = (key: unknown): string | undefined =>
  key === undefined || key === null ? undefined : String(key).slice(0, 200)

const lengthOf = ({ body }: Loose) => (typeof body === 'string' ? body.length : 0)

/** A key for what the source knows by its name only. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

export type FormOptions = {
  path: string
  source: string
  account: string
  signal: AbortSignal
}

/** Begins a form. What an earlier run wrote into the folder is replaced. */
export async function openFileForm({
  path,
  source,
  account,
  signal,
}: FormOptions): Promise<FileForm> {
  const folder = await openFormFolder({ path, source, account, base: null })
  for (const kind of KINDS) await folder.restart(kind, [kind])
  await folder.restart('left_out', ['left_out'])
  return new FileForm(folder, signal)
}

export type FileSourceOptions = {
  /** The file, the folder or the address. */
  from: string
  /** The folder of the form, which depends on the account. */
  folderOf(account: string): string
  /** Names the account where the source does not. */
  account?: string | undefined
  /** Of CSV. Detected where absent. */
  encoding?: string | undefined
  signal: AbortSignal
}

/** Values of rows: a number or a text, or undefined for nothing. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : typeof value === 'string' && value.trim() !== ''
      ? value
      : undefined

export function whole(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

/** An id to keep. */
export function idOf(value: unknown): number | undefined {
  const id = whole(value)
  return id !== undefined && id > 0 ? id : undefined
}

/** `#12ab34` from that or from `12ab34`. */
export function colorOf(value: unknown): string | undefined {
  const [, color] = /^#?([0-9A-Fa-f]{6})$/.exec(String(value ?? '').trim()) ?? []
  return color === undefined ? undefined : `#${color}`
}

/** An address that can be stored; a value that is none is noted. */
export function addressOf(value: unknown, note: (reason: string) => void): string | undefined {
  const address = text(value)?.trim()
  if (address === undefined || isEmailAddress(address)) return address
  note(NO_ADDRESS)
  return undefined
}
