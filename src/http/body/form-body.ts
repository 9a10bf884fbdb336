// Parses JSON, and forms whose dotted names nest (`links.forum`, `users.0.account.name`).
import { isUtf8 } from 'node:buffer'
import { ApiError } from '../../core/api-error.ts'
import { Slices } from '../../core/slices.ts'
import { isHighSurrogate } from '../../core/values.ts'
import { invalidJson, parseLargeJson } from './large-json.ts'

const MAX_FIELDS = 10_000
const MAX_DEPTH = 5

/** In bytes. A smaller body is parsed at once, in at most ten milliseconds. */
const MAX_SMALL_BODY = 65_536

export function parseJson(body: Buffer): unknown {
  const text = decodeUtf8(body)
  if (text.trim() === '') return undefined
  if (body.length > MAX_SMALL_BODY) return parseLargeJson(text)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalidJson((cause as Error).message)
  }
}

export const parseForm = (body: Buffer) =>
  body.length > MAX_SMALL_BODY
    ? parseNestedInSlices(decodeUtf8(body))
    : parseNested(decodeUtf8(body))

/** For the token endpoint: some clients separate pairs with `;`, also after the last one. */
export const parseSemicolonForm = (body: Buffer) =>
  parseNested(decodeUtf8(body).replaceAll(';', '&'))

/** The query of a URL, nested like a form. */
export const parseNestedQuery = (url: string) => parseNested(/\?(.*)/s.exec(url)?.[1] ?? '')

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new ApiError('malformed', 'Request body: invalid UTF-8.')
  }
}

/** The values of a repeated name. A list takes all of them, a member with one value the last. */
class RepeatedValues extends Array<string> {
  // What `map` and `filter` make of them are plain arrays.
  static override get [Symbol.species]() {
    return Array
  }
}

/** For a member with one value. */
export const takeLastValue = (value: unknown): unknown =>
  value instanceof RepeatedValues ? value.at(-1) : value

/** A blank field is present with the value undefined. */
type FormNode = Map<string, string | RepeatedValues | FormNode | undefined>

function parseNested(text: string): Record<string, unknown> {
  const root: FormNode = new Map()
  const pairs = text.split('&').filter((pair) => pair !== '')
  refuseManyFields(pairs.length)
  for (const pair of pairs) {
    const { path, value } = splitPair(pair)
    setAtPath(root, path, percentDecode(value))
  }
  return toPlainData(root) as Record<string, unknown>
}

/** The same in slices. */
async function parseNestedInSlices(text: string): Promise<Record<string, unknown>> {
  const root: FormNode = new Map()
  const slices = new Slices()
  let fields = 0
  for (let start = 0; start < text.length; start += 1) {
    if (start % PIECE_LENGTH === 0 && slices.isOver()) await slices.rest()
    if (text.charCodeAt(start) === AMPERSAND) continue
    const next = text.indexOf('&', start)
    const end = next < 0 ? text.length : next
    fields += 1
    refuseManyFields(fields)
    const { path, value } = splitPair(text.slice(start, end))
    setAtPath(root, path, await percentDecodeInSlices(value, slices))
    if (slices.isOver()) await slices.rest()
    start = end
  }
  return toPlainData(root) as Record<string, unknown>
}

function refuseManyFields(fields: number): void {
  if (fields > MAX_FIELDS)
    throw new ApiError('malformed', `Form: too many fields. Maximum: ${MAX_FIELDS}.`)
}

function splitPair(pair: string): { path: string[]; value: string } {
  const equals = pair.indexOf('=')
  const name = equals < 0 ? pair : pair.slice(0, equals)
  const path = parsePath(name)
  if (path.length > MAX_DEPTH)
    throw new ApiError(
      'malformed',
      `${name.slice(0, 100)}: nested too deeply. Maximum: ${MAX_DEPTH} levels.`,
    )
  return { path, value: equals < 0 ? '' : pair.slice(equals + 1) }
}

/**
 * Decodes each part separately, so that an invalid part keeps its position. Some clients write an array as `ids[]`. Of a
 * name that is nested too deeply, some parts are enough.
 */
const parsePath = (name: string) =>
  name
    .replace(/(\[|%5b)(\]|%5d)$/i, '')
    .split('.', MAX_DEPTH + 1)
    .flatMap((part) => percentDecode(part).split('.', MAX_DEPTH + 1))

// A lone surrogate, which validation rejects.
const INVALID_TEXT = '\ud800'

const AMPERSAND = 0x26
const PERCENT = 0x25

/** Leaves a `%` without two hexadecimal digits as it is. */
function percentDecode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  return spaced.includes('%') ? toText(decodeBytes(spaced)) : spaced
}

const PIECE_LENGTH = 65_536

async function percentDecodeInSlices(text: string, slices: Slices): Promise<string> {
  if (text.length <= PIECE_LENGTH) return percentDecode(text)
  const pieces: Buffer[] = []
  for (let start = 0; start < text.length; ) {
    const end = start + PIECE_LENGTH
    // An escape that begins at the end of a piece belongs to the next one, and so does half a character.
    const percent = text.slice(end - 2, end).indexOf('%')
    const next = percent < 0 ? end : end - 2 + percent
    const piece = text.slice(start, isHighSurrogate(text, next - 1) ? next - 1 : next)
    pieces.push(decodeBytes(piece.replaceAll('+', ' ')))
    start += piece.length
    if (slices.isOver()) await slices.rest()
  }
  return toText(Buffer.concat(pieces))
}

const toText = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString() : INVALID_TEXT)

// Not decodeURIComponent, which throws on invalid UTF-8: many exceptions would block the event loop.
function decodeBytes(text: string): Buffer {
  const bytes = Buffer.from(text)
  let length = 0
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] as number
    const high = byte === PERCENT ? hexDigit(bytes[i + 1]) : -1
    const low = high < 0 ? -1 : hexDigit(bytes[i + 2])
    bytes[length] = low < 0 ? byte : high * 16 + low
    length += 1
    if (low >= 0) i += 2
  }
  return bytes.subarray(0, length)
}

/** The value of an ASCII digit; -1 for any other byte. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function setAtPath(root: FormNode, path: string[], value: string): void {
  let node = root
  for (const part of path.slice(0, -1)) {
    const current = node.get(part)
    const inner: FormNode = current instanceof Map ? current : new Map()
    if (inner !== current) node.set(part, inner)
    node = inner
  }
  const name = path.at(-1) ?? ''
  const current = node.get(name)
  if (value.trim() === '') node.set(name, current)
  else if (current === undefined || current instanceof Map) node.set(name, value)
  else if (current instanceof RepeatedValues) current.push(value)
  else node.set(name, RepeatedValues.of(current, value) as RepeatedValues)
}

function toPlainData(value: string | RepeatedValues | FormNode | undefined): unknown {
  if (!(value instanceof Map)) return value
  const keys = [...value.keys()]
  const members = keys.map((key) => toPlainData(value.get(key)))
  const isList = keys.length > 0 && keys.every((key) => /^\d{1,6}$/.test(key))
  if (isList)
    return keys
      .map((key, i) => [Number(key), members[i]] as const)
      .sort(([a], [b]) => a - b)
      .map(([, member]) => member)
  // Not an assignment: a field can be named __proto__.
  const object: Record<string, unknown> = {}
  for (const [i, key] of keys.entries()) {
    Object.defineProperty(object, key, {
      value: members[i],
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return object
}
