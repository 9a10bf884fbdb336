// Writes the records of a source into the folder of a form: makes them fit, and notes what does not come.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isEmailAddress, parseTime } from '../../core/values.ts'
import { fieldKey } from '../../write/core/custom-values.ts'
import { fileOf, KINDS, type Kind, MAX_FILE_BYTES, SCHEMAS } from '../form.ts'
import { KeySet } from '../key-set.ts'
import type { FormFolder, LeftOut } from './form-folder.ts'
import type { SourceClient } from './source-client.ts'
import { fitToSchema } from './uservoice-records.ts'
import { digestOf, isRecord, type SourceRecord, textOf } from './values.ts'

export type FieldOwner = 'external_users' | 'external_accounts' | 'suggestions'

type Field = { object_type: FieldOwner; field: string; name: string; type: string }

/** A file of a record. */
export type FileOf = {
  url: string
  /** Of the record that has it. */
  owner: string
  suggestion?: string
  comment?: string
  note?: string
  created_at?: unknown
  name?: string | undefined
}

/** A comment, or a note if only the team can read it. */
export type Remark = SourceRecord & {
  key: string | undefined
  isNote: boolean
  /** What it answers. It has to be of the same kind. */
  parent: string | undefined
  isByTeam: boolean
  state?: string
}

export type Person = {
  email?: string | undefined
  name?: string | undefined
} & SourceRecord

export type ExternalUsers = {
  user: string
  /** That the product gave the person. Otherwise one is made from the prefix. */
  external_id: string | undefined
  prefix: string
  accounts: (string | undefined)[]
  members: SourceRecord
  custom_fields: SourceRecord | undefined
}

const FIELDS = 'fields'
/** The loader takes values of 10,000 characters. */
const MAX_FIELD_VALUE = 10_000
const MAX_FILES = 100
const MAX_ADDRESS = 4096
/** Of a suggestion. */
export const MAX_LABELS = 100
/** Of announcements. */
export const ENTRY_TYPES = ['new', 'improved', 'fixed']

export const DAMAGED = 'it has bytes that are not UTF-8. They are replaced by \uFFFD.'
const NO_PARENT =
  'it answers what is not here, or what not the same people can read. It comes without that.'
export const NO_ROLES = 'roles are not part of a move. Invite the person to the team.'

/** The members of each kind that are times: sources write them in several ways. */
const TIMES = Object.fromEntries(
  KINDS.map((kind) => [
    kind,
    Object.entries(SCHEMAS[kind].properties)
      .filter(([, schema]) => JSON.stringify(schema).includes('"date-time"'))
      .map(([name]) => name),
  ]),
) as Record<Kind, string[]>

/** Lines are written together. */
const MAX_PENDING_LENGTH = 8 * 1024 * 1024

type WriterOptions = {
  folder: FormFolder
  signal: AbortSignal
  /** Fetches files that the source has by address. */
  client?: SourceClient
  /** A list that changes while it is read shows some records twice: the first one counts. Of files the loader names them. */
  isPaged: boolean
}

export class FormWriter {
  readonly folder: FormFolder
  readonly #signal: AbortSignal
  readonly #client: SourceClient | undefined
  readonly #isPaged: boolean
  readonly #known = new Map<string, KeySet>()
  readonly #leftOut = new Map<Kind, number>()

  constructor({ folder, signal, client, isPaged }: WriterOptions) {
    this.folder = folder
    this.#signal = signal
    this.#client = client
    this.#isPaged = isPaged
  }

  /** What an earlier run has written is known. */
  async open(): Promise<void> {
    for (const kind of KINDS) {
      const path = join(this.folder.path, fileOf(kind))
      if (!(await stat(path).catch(() => undefined))?.isFile()) continue
      const lines = createInterface({
        input: createReadStream(path),
        crlfDelay: Number.POSITIVE_INFINITY,
      })
      for await (const line of lines) this.#isNew(kind, identityOf(kind, JSON.parse(line)))
    }
    for (const field of await this.folder.read<Field>(FIELDS)) this.#isNew(FIELDS, nameField(field))
    for (const one of await this.folder.read<LeftOut>('left_out'))
      this.#isNew('left_out', JSON.stringify(one))
  }

  has(kind: Kind, key: string): boolean {
    return this.#known.get(kind)?.has(key) === true
  }

  /** False for a record that does not come. */
  add(kind: Kind, record: SourceRecord): boolean {
    const identity = identityOf(kind, record)
    if (this.#isPaged && this.has(kind, identity)) return true
    const fitting = fitToSchema(kind, record, {
      changed: (reason) => this.leaveOut(kind, identity, reason),
    })
    for (const name of TIMES[kind]) {
      const time = parseTime(fitting[name])
      if (time) fitting[name] = time.toISOString()
    }
    const { required = [] } = SCHEMAS[kind] as unknown as { required?: string[] }
    const missing = required.find((name) => (fitting[name] ?? '') === '')
    if (missing !== undefined)
      return this.skip(kind, identity, `it has no ${missing.replaceAll('_', ' ')}.`)
    this.#isNew(kind, identity)
    this.folder.add(kind, fitting)
    return true
  }

  /** A record of the source does not come. */
  skip(kind: Kind, key: unknown, reason: string): false {
    this.#leftOut.set(kind, (this.#leftOut.get(kind) ?? 0) + 1)
    this.leaveOut(kind, textOf(key), reason)
    return false
  }

  /** For the report: something of a record, or of all records of a kind, does not come, or comes with another value. Each is said once. */
  leaveOut(kind: string, key: string | undefined, reason: string): void {
    const one = { kind, ...(key && { key: key.slice(0, 200) }), reason }
    if (this.#isNew('left_out', JSON.stringify(one))) this.folder.leaveOut(one)
  }

  /** The address of a person, if it is one. */
  address(key: string | undefined, value: unknown): string | undefined {
    const address = textOf(value)?.trim()
    if (address === undefined || isEmailAddress(address)) return address
    this.leaveOut('users', key, 'the e-mail address is none. The person comes without it.')
    return undefined
  }

  /** A person whom another record names, as far as they are known. */
  addUser(key: string, email: unknown, members: SourceRecord): string {
    if (!this.has('users', key))
      this.add('users', { key, email_address: this.address(key, email), ...members })
    return key
  }

  /**
   * The key of a person whom the source names by address or name only, written when they are seen first. Undefined for nobody. The key is a
   * digest, because keys are kept as long as the move is.
   */
  person({ email, name, ...more }: Person): string | undefined {
    const address = email?.trim()
    const isAddress = address !== undefined && isEmailAddress(address)
    const called = name?.trim() || (isAddress ? undefined : address || undefined)
    if (!isAddress && called === undefined) return undefined
    const key = digestOf(isAddress ? address.toLowerCase() : `name ${called}`)
    return this.addUser(key, address, { name: called, ...more })
  }

  /** One external user for each account: here a person has one account in each system. */
  addExternalUsers({
    user,
    external_id,
    prefix,
    accounts,
    members,
    custom_fields,
  }: ExternalUsers): void {
    const known = [...new Set(accounts.filter((account) => account !== undefined))]
    if (external_id === undefined && known.length === 0 && custom_fields === undefined) return
    const own = external_id ?? `${prefix}-${user}`
    for (const [i, account] of (known.length === 0 ? [undefined] : known).entries())
      this.add('external_users', {
        key: i === 0 ? user : `${user}-${account}`,
        external_id: i === 0 ? own : `${own}-${account}`,
        user,
        external_account: account,
        ...members,
        custom_fields: i === 0 ? custom_fields : undefined,
      })
  }

  /** Who voted too follows by the vote. */
  addFollower(suggestion: string | undefined, user: string | undefined): boolean {
    const follower = { suggestion, user }
    if (this.has('supporters', identityOf('supporters', follower))) return true
    return this.add('followers', follower)
  }

  /** The labels of tags that have names only. */
  addLabels(tags: unknown[]): string[] {
    const names = tags
      .map((tag) => textOf(isRecord(tag) ? tag.name : tag)?.trim())
      .filter((name) => name !== undefined)
      .slice(0, MAX_LABELS)
    for (const name of names) this.add('labels', { key: name.toLowerCase(), name })
    return [...new Set(names.map((name) => name.toLowerCase()))]
  }

  /** By suggestion: the one that it was merged into. */
  addMerges(originals: Map<string, string>): void {
    for (const [from, to] of originals) this.add('merges', { from, to: rootOf(originals, to) })
  }

  addRemark({ isNote, parent, isByTeam, state, ...members }: Remark): boolean {
    const kind = isNote ? 'notes' : 'comments'
    const answered = parent !== undefined && this.has(kind, parent) ? parent : undefined
    if (parent !== answered) this.leaveOut(kind, members.key, NO_PARENT)
    return this.add(
      kind,
      isNote
        ? { ...members, parent: answered }
        : { ...members, reply_to: answered, is_admin_comment: isByTeam, state },
    )
  }

  /** Records that were collected beside the form, in the order of time. */
  async readByTime(file: string, time: string): Promise<SourceRecord[]> {
    const records = await this.folder.read<SourceRecord>(file)
    const compare = (one: unknown, other: unknown) => String(one).localeCompare(String(other), 'en')
    return records.sort(
      (one, other) => compare(one[time], other[time]) || compare(one.id, other.id),
    )
  }

  /** The values of custom fields, whose definitions come at the end: their types depend on all values. */
  customFields(
    owner: FieldOwner,
    values: [name: unknown, value: unknown][],
  ): SourceRecord | undefined {
    const members: [string, unknown][] = []
    for (const [label, raw] of values) {
      const name = textOf(label)
      const value = scalarOf(raw)
      if (name === undefined || value === undefined) continue
      const field = {
        object_type: owner,
        field: fieldKey(name),
        name: name.slice(0, 255).toWellFormed(),
        type: typeof value,
      }
      if (this.#isNew(FIELDS, nameField(field))) this.folder.add(FIELDS, field)
      members.push([field.field, value])
    }
    return members.length === 0 ? undefined : Object.fromEntries(members)
  }

  async writeFields(): Promise<void> {
    const fields = new Map<string, Field>()
    for (const field of await this.folder.read<Field>(FIELDS)) {
      const key = `${field.object_type}-${field.field}`
      const known = fields.get(key)
      fields.set(key, known && known.type !== field.type ? { ...known, type: 'string' } : field)
    }
    for (const [key, { object_type, field, name, type }] of fields)
      this.add('custom_fields', {
        key,
        object_type,
        field,
        name,
        field_type: type === 'string' ? 'text' : type,
      })
  }

  /** Fetches the files of a record, except those that an earlier run has. */
  async attach(owner: string, files: FileOf[]): Promise<void> {
    if (files.length > MAX_FILES)
      this.leaveOut('attachments', owner, `there are ${files.length}. The first ${MAX_FILES} come.`)
    for (const file of files.slice(0, MAX_FILES)) await this.#attachOne(file)
  }

  async #attachOne({ url, owner, name, ...of }: FileOf): Promise<void> {
    const digest = createHash('sha256').update(url).digest('hex').slice(0, 24)
    const key = `${owner}-${digest}`
    if (this.has('attachments', key)) return
    if ((await this.folder.sizeOfFile(digest)) === undefined) {
      const bytes = (await this.#client?.download(url, MAX_FILE_BYTES)) ?? 'it cannot be fetched.'
      if (typeof bytes === 'string') return this.leaveOut('attachments', key, bytes)
      await this.folder.storeFile(digest, [bytes])
    }
    const file_name = name ?? fileNameOf(url)
    // A text can show it too.
    const address = url.length > MAX_ADDRESS ? undefined : url
    this.add('attachments', { key, file: `files/${digest}`, file_name, ...of, address })
  }

  /** The rows of a file or a table. What was written goes to the disk on the way. */
  async *rows<T>(rows: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const row of rows) {
      this.#signal.throwIfAborted()
      yield row
      if (this.folder.pendingLength >= MAX_PENDING_LENGTH) await this.folder.commit()
    }
  }

  /** Of a source that is read at once: what was read equals what it has. */
  countAll(): void {
    for (const kind of KINDS) {
      const left_out = this.#leftOut.get(kind) ?? 0
      const read = this.folder.countOf(kind) + left_out
      Object.assign(this.folder.progressOf(kind), { read, left_out, before: read, after: read })
    }
  }

  #isNew(set: string, key: string): boolean {
    const known = this.#known.get(set) ?? new KeySet()
    this.#known.set(set, known)
    return known.add(key)
  }
}

const identityOf = (kind: Kind, { key, from, suggestion, user }: SourceRecord): string =>
  kind === 'supporters' || kind === 'followers'
    ? [suggestion, user].filter((part) => part !== undefined).join(' ')
    : String((kind === 'merges' ? from : key) ?? '')

/** A duplicate of a duplicate belongs to the first. Those in a circle stay where they are. */
function rootOf(originals: Map<string, string>, key: string): string {
  let root = key
  for (let steps = 0; steps < originals.size; steps++) {
    const next = originals.get(root)
    if (next === undefined) return root
    root = next
  }
  return key
}

const nameField = ({ object_type, field, type }: Field) => `${object_type} ${field} ${type}`

function fileNameOf(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last).replaceAll(/[/\\]/g, '_').slice(0, 255) || 'file'
  } catch {
    return last.slice(0, 255)
  }
}

/** Values of several are one text, and a choice is its name. */
function scalarOf(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string') return value.trim() === '' ? undefined : shorten(value)
  if (Array.isArray(value))
    return textOf(
      value
        .map((one) => scalarOf(one))
        .filter((one) => one !== undefined)
        .join(', ')
        .slice(0, MAX_FIELD_VALUE),
    )
  if (!isRecord(value)) return undefined
  return scalarOf(value.name ?? value.label ?? value.value)
}

const shorten = (value: string) =>
  [...value.slice(0, 2 * MAX_FIELD_VALUE)].slice(0, MAX_FIELD_VALUE).join('')
