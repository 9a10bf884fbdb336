// Writes records of a source into the folder of the form: makes them fit, leaves out what it has already, and notes what does not come.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isEmailAddress } from '../../core/values.ts'
import { fileOf, KINDS, type Kind, MAX_FILE_BYTES, SCHEMAS } from '../form.ts'
import { KeySet } from '../key-set.ts'
import type { FormFolder, LeftOut } from './form-folder.ts'
import type { SourceClient } from './source-client.ts'
import { fitToSchema } from './uservoice-records.ts'

export type ApiRecord = Record<string, unknown>

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
  name?: string
}

export type ExternalUsers = {
  user: string
  /** That the product gave the person. Otherwise one is made from the prefix. */
  external_id: string | undefined
  prefix: string
  accounts: (string | undefined)[]
  members: ApiRecord
  custom_fields: ApiRecord | undefined
}

const FIELDS = 'fields'
const MAX_FIELD_KEY = 100
/** The loader takes values of 10,000 characters. */
const MAX_FIELD_VALUE = 10_000

export class FormWriter {
  readonly folder: FormFolder
  readonly #client: SourceClient
  readonly #known = new Map<string, KeySet>()

  constructor(folder: FormFolder, client: SourceClient) {
    this.folder = folder
    this.#client = client
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

  /** How many lines the kind has. */
  countOf(kind: Kind): number {
    return this.#known.get(kind)?.size ?? 0
  }

  /** False for a record that does not come. A list that changes while it is read shows some records twice: the first one counts. */
  add(kind: Kind, record: ApiRecord): boolean {
    const identity = identityOf(kind, record)
    if (this.has(kind, identity)) return true
    const fitting = fitToSchema(kind, record, {
      changed: (reason) => this.leaveOut(kind, identity, reason),
    })
    const { required = [] } = SCHEMAS[kind] as unknown as { required?: string[] }
    const missing = required.find((name) => (fitting[name] ?? '') === '')
    if (missing !== undefined) {
      this.leaveOut(kind, identity, `it has no ${missing.replaceAll('_', ' ')}.`)
      return false
    }
    this.#isNew(kind, identity)
    this.folder.add(kind, fitting)
    return true
  }

  /** Something does not come, or comes with another value. Each is said once. */
  leaveOut(kind: Kind, key: string | undefined, reason: string): void {
    const one = { kind, ...(key !== undefined && { key: key.slice(0, 100) }), reason }
    if (this.#isNew('left_out', JSON.stringify(one))) this.folder.leaveOut(one)
  }

  /** The address of a person, if it is one. */
  address(key: string, value: unknown): string | undefined {
    const address = textOf(value)?.trim()
    if (address === undefined || isEmailAddress(address)) return address
    this.leaveOut('users', key, 'the e-mail address is none. The person comes without it.')
    return undefined
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

  /** The values of custom fields, whose definitions come at the end: their types depend on all values. */
  customFields(
    owner: FieldOwner,
    values: [name: unknown, value: unknown][],
  ): ApiRecord | undefined {
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

  /** Fetches a file, unless an earlier run has it. */
  async attach({ url, owner, name, ...of }: FileOf): Promise<void> {
    const digest = createHash('sha256').update(url).digest('hex').slice(0, 24)
    const key = `${owner}-${digest}`
    if (this.has('attachments', key)) return
    const path = join(this.folder.path, 'files', digest)
    if (!(await stat(path).catch(() => undefined))?.isFile()) {
      const bytes = await this.#client.download(url, MAX_FILE_BYTES)
      if (typeof bytes === 'string') return this.leaveOut('attachments', key, bytes)
      await writeFile(`${path}.part`, bytes, { mode: 0o600 })
      await rename(`${path}.part`, path)
    }
    const file_name = name ?? fileNameOf(url)
    this.add('attachments', { key, file: `files/${digest}`, file_name, ...of })
  }

  #isNew(set: string, key: string): boolean {
    const known = this.#known.get(set) ?? new KeySet()
    this.#known.set(set, known)
    return known.add(key)
  }
}

const identityOf = (kind: Kind, record: ApiRecord): string =>
  kind === 'supporters'
    ? `${record.suggestion} ${record.user}`
    : String(kind === 'merges' ? record.from : record.key)

const nameField = ({ object_type, field, type }: Field) => `${object_type} ${field} ${type}`

/** Names without letters of ASCII have a digest. */
function fieldKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^0-9a-z]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const short = words === '' ? createHash('sha256').update(name).digest('hex').slice(0, 12) : words
  return `cf_${short}`.slice(0, MAX_FIELD_KEY)
}

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

export const isRecord = (value: unknown): value is ApiRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object, or an empty one in its place. */
export const recordOf = (value: unknown): ApiRecord => (isRecord(value) ? value : {})

export const recordsOf = (value: unknown): ApiRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : typeof value === 'string' && value.trim() !== ''
      ? value
      : undefined

export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
