// Reads the form line by line, in bounded memory. A line that does not fit is a problem with its file and line, and is left out.
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Compile } from 'typebox/compile'
import { isStorableText, parseTime } from '../core/values.ts'
import {
  FORM_VERSION,
  type FormRecord,
  fileOf,
  KINDS,
  type Kind,
  MANIFEST,
  MAX_ID,
  MAX_LINE_BYTES,
  MAX_TEXT,
  type Manifest,
  ManifestSchema,
  SCHEMAS,
} from './form.ts'
import { canShowPictures, cutText, lengthWith, markOf, type ShownPicture } from './text-pictures.ts'
import { toOurText } from './texts.ts'

/** Says what is wrong with the folder as a whole. */
export class FormError extends Error {}

export type Problem = {
  kind: Kind
  line: number
  key: string | null
  message: string
  /** Whether the record is left out. Otherwise it comes, with another value. */
  isLeftOut: boolean
}

/** A line of the form as it will be stored: times in one format, texts in ours. */
export type Line<K extends Kind = Kind> = {
  line: number
  key: string
  /** Of the record as the source wrote it. Empty without a key. */
  digest: string
  record: FormRecord<K>
  /** The record here that a mapping says it is. */
  here?: number
  /** What its text shows, where the text has marks (text-pictures.ts). */
  pictures?: ShownPicture[]
  /** The addresses of those that are not here. */
  missing?: string[]
}

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024
const manifestCheck = Compile(ManifestSchema)

export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST)
  const info = await stat(path).catch(() => undefined)
  if (!info?.isFile())
    throw new FormError(`${folder} has no file ${MANIFEST}, so it is not the form of a move.`)
  if (info.size > MAX_MANIFEST_BYTES)
    throw new FormError(`${path} has ${info.size} bytes; at most ${MAX_MANIFEST_BYTES} are read.`)
  return parseManifest(await readFile(path), path)
}

/** `path` is for messages. */
export function parseManifest(bytes: Buffer, path: string): Manifest {
  const parsed = parseJson(bytes)
  if (parsed === undefined) throw new FormError(`${path} is not JSON in UTF-8.`)
  const version = (parsed as { form?: unknown } | null)?.form
  if (version !== FORM_VERSION)
    throw new FormError(
      `${path}: form is ${JSON.stringify(version)}, and this version reads form ${FORM_VERSION}.`,
    )
  if (!manifestCheck.Check(parsed))
    throw new FormError(`${path}: ${describe(manifestCheck.Errors(parsed))}`)
  if (parseTime(parsed.created_at) === undefined)
    throw new FormError(`${path}: created_at is not a time such as 2026-01-31T12:00:00Z.`)
  return parsed
}

/** How many lines each file may still have, by their bytes, for a progress. */
export async function measureForm(folder: string): Promise<Map<Kind, number>> {
  const sizes = new Map<Kind, number>()
  for (const kind of KINDS) {
    const info = await stat(join(folder, fileOf(kind))).catch(() => undefined)
    sizes.set(kind, info?.isFile() ? info.size : 0)
  }
  return sizes
}

export type Batch<K extends Kind> = {
  lines: Line<K>[]
  problems: Problem[]
  bytes: number
  /** Lines that do not come because of what people mapped. */
  leftOutByMapping: number
}

const noBatch = <K extends Kind>(): Batch<K> => ({
  lines: [],
  problems: [],
  bytes: 0,
  leftOutByMapping: 0,
})

/** Changes a line. False when it does not come. */
export type LineMapping = { apply(kind: Kind, line: Line): boolean }

export type ReadForm = {
  size: number
  manifest: Pick<Manifest, 'created_at'>
  /** What the records become, where that is more than what the form says. */
  mapped?: LineMapping | undefined
}

const MAX_BATCH_BYTES = 8 * 1024 * 1024

/** The records of a file in batches. A file that is absent has none. */
export async function* readBatches<K extends Kind>(
  folder: string,
  kind: K,
  { size, manifest, mapped }: ReadForm,
): AsyncGenerator<Batch<K>> {
  const read = lineReader(kind, manifest)
  let batch = noBatch<K>()
  for await (const lines of readLines(join(folder, fileOf(kind))))
    for (const { number, bytes, length } of lines) {
      const line = read(number, bytes, batch.problems)
      if (line && mapped?.apply(kind, line) === false) batch.leftOutByMapping++
      else if (line) batch.lines.push(line)
      batch.bytes += length
      const { lines: good, problems } = batch
      if (good.length < size && batch.bytes < MAX_BATCH_BYTES && problems.length < size) continue
      yield batch
      batch = noBatch<K>()
    }
  yield batch
}

type RawLine = { number: number; bytes: Buffer | null; length: number }

const NEWLINE = 0x0a
const BRACE = 0x7b

/** The lines of a file without empty ones, those of a piece at a time. The bytes of one that is too long are null. */
async function* readLines(path: string): AsyncGenerator<RawLine[]> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) return
  let parts: Buffer[] = []
  let length = 0
  let number = 1
  const takeInto = (lines: RawLine[]) => {
    const [first, second] = parts
    const bytes =
      length > MAX_LINE_BYTES ? null : first && !second ? first : Buffer.concat(parts, length)
    if (bytes === null || !isBlank(bytes)) lines.push({ number, bytes, length })
    parts = []
    length = 0
    number++
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const piece = chunk as Buffer
    const lines: RawLine[] = []
    for (let start = 0, end = 0; end !== -1; start = end + 1) {
      end = piece.indexOf(NEWLINE, start)
      const part = piece.subarray(start, end === -1 ? undefined : end)
      length += part.length
      if (length <= MAX_LINE_BYTES) parts.push(part)
      else parts = []
      if (end !== -1) takeInto(lines)
    }
    yield lines
  }
  if (length === 0) return
  const last: RawLine[] = []
  takeInto(last)
  yield last
}

const isBlank = (bytes: Buffer) => bytes[0] !== BRACE && bytes.toString('latin1').trim() === ''

const checks = new Map(KINDS.map((kind) => [kind, Compile(SCHEMAS[kind])]))

type Loose = Record<string, unknown>
type Members = Record<string, { format?: string; anyOf?: { format?: string }[] }>

/** Reads one line of a kind. Undefined for one that is left out, and the problems say why. */
function lineReader<K extends Kind>(kind: K, { created_at }: ReadForm['manifest']) {
  const check = checks.get(kind)
  const properties = SCHEMAS[kind].properties as Members
  const times = Object.keys(properties).filter((name) => isTime(properties[name]))
  const latest = (parseTime(created_at) as Date).getTime() + DAY_MS
  return (line: number, bytes: Buffer | null, problems: Problem[]): Line<K> | undefined => {
    let key: string | null = null
    const leaveOut = (message: string) => {
      problems.push({ kind, line, key, message, isLeftOut: true })
      return undefined
    }
    const change = (message: string) =>
      problems.push({ kind, line, key, message, isLeftOut: false })
    if (bytes === null) return leaveOut(`the line has more than ${MAX_LINE_BYTES} bytes.`)
    if (!isUtf8(bytes)) return leaveOut('the line is not UTF-8.')
    const record = parseJson(bytes) as Loose | undefined
    if (record === undefined) return leaveOut('the line is not JSON.')
    if (typeof record?.key === 'string') key = record.key.slice(0, 200)
    if (!check?.Check(record)) return leaveOut(describe(check?.Errors(record) ?? []))
    const unstorable = Object.keys(record).find((name) => !isStorable(record[name]))
    if (unstorable !== undefined)
      return leaveOut(`${unstorable} has a character that cannot be stored.`)
    for (const name of times) {
      const value = record[name]
      if (typeof value !== 'string') continue
      const time = parseTime(value)
      if (time === undefined)
        return leaveOut(
          `${name} ${JSON.stringify(value)} is not a time such as 2026-01-31T12:00:00Z.`,
        )
      const isFuture = time.getTime() > latest && name !== 'external_created_at'
      if (isFuture) change(`${name} ${value} is in the future. The time of the form replaces it.`)
      record[name] = isFuture ? created_at : time.toISOString()
    }
    if (typeof record.id === 'number' && record.id > MAX_ID) {
      change(`id ${record.id} is too high to be kept. The record gets another.`)
      delete record.id
    }
    const pictures = convertTexts(kind, record, change)
    return {
      line,
      key: key ?? '',
      digest: key === null ? '' : hash('sha256', bytes, 'base64'),
      record: record as FormRecord<K>,
      ...(pictures.length > 0 && { pictures }),
    }
  }
}

const DAY_MS = 24 * 3600 * 1000

const isTime = (schema: Members[string] | undefined) =>
  schema?.format === 'date-time' || schema?.anyOf?.some(({ format }) => format === 'date-time')

const isStorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? isStorableText(value)
    : value === null || typeof value !== 'object' || Object.values(value).every(isStorable)

const MAX_TITLE = 255

/** Every text becomes plain or Markdown, and fits. Returns the pictures of the body, of which it has marks. */
function convertTexts(kind: Kind, record: Loose, change: (message: string) => void) {
  const pictures: ShownPicture[] = []
  for (const name of ['body', 'welcome_message']) {
    const text = record[name]
    if (typeof text !== 'string') continue
    const type = `${name}_mime_type`
    const ours = toOurText(
      text,
      (record[type] as string | undefined) ?? 'text/plain',
      canShowPictures(kind) ? (picture) => markOf(pictures.push(picture) - 1) : undefined,
    )
    record[name] = shorten(ours.text, MAX_TEXT, name, { change, pictures })
    record[type] = ours.mimeType
  }
  if (kind === 'suggestions')
    record.title = shorten(record.title as string, MAX_TITLE, 'title', { change, pictures: [] })
  return pictures
}

function shorten(
  text: string,
  max: number,
  name: string,
  { change, pictures }: { change: (message: string) => void; pictures: ShownPicture[] },
): string {
  const length = pictures.length === 0 ? text.length : lengthWith(text, pictures)
  if (length <= max) return text
  change(`${name} has ${length} characters. It is shortened to ${max}.`)
  const end = pictures.length === 0 ? text.slice(0, max - 1) : cutText(text, pictures, max - 1)
  return `${end.isWellFormed() ? end : end.slice(0, -1)}…`
}

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined
  const text = bytes.toString('utf8')
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

type SchemaError = { instancePath: string; message: string; params?: object }

/** The first things that are wrong, in words. */
const describe = (errors: Iterable<SchemaError>): string =>
  [...new Set([...errors].map(describeOne))].slice(0, 3).join('; ')

function describeOne({ instancePath, message, params }: SchemaError): string {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const names = Object.values(params ?? {}).flat()
  const about = names.every((one) => typeof one === 'string') ? ` (${names.join(', ')})` : ''
  return `${path === '' ? 'the record' : path} ${message}${about.length > 3 ? about.slice(0, 200) : ''}`
}
