// Bodies as text → plain data: JSON, or a form whose dotted names nest (`links.forum`, `users.0.account.name`).
import { isUtf8 } from 'node:buffer'
import { ApiError } from '../api-error.ts'

const MAX_FIELDS = 50_000
const MAX_DEPTH = 6

export function parseJson(body: Buffer): unknown {
  const text = decodeUtf8(body)
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('malformed', `The body is not valid JSON: ${(cause as Error).message}.`)
  }
}

export const parseForm = (body: Buffer) => parseNested(decodeUtf8(body))

/** The token endpoint's forms: some clients separate pairs by `;`, even after the last one. */
export const parseSemicolonForm = (body: Buffer) =>
  parseNested(decodeUtf8(body).replaceAll(';', '&'))

/** The query of an address, which nests as a form does. */
export const parseNestedQuery = (url: string) => parseNested(/\?(.*)/s.exec(url)?.[1] ?? '')

export function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new ApiError('malformed', 'The body is not valid UTF-8.')
  }
}

/** The values of names that came more than once. */
const repeatedValues = new WeakSet<object>()

/** What a form says where one value belongs: of a name that came more than once, the last. */
export const takeLastValue = (value: unknown): unknown =>
  Array.isArray(value) && repeatedValues.has(value) ? value.at(-1) : value

/** A blank value is undefined: the name was there, and nothing was said. */
type FormNode = Map<string, string | string[] | FormNode | undefined>

function parseNested(text: string): Record<string, unknown> {
  const root: FormNode = new Map()
  const pairs = text.split('&').filter((pair) => pair !== '')
  if (pairs.length > MAX_FIELDS)
    throw new ApiError('malformed', `The form has more than ${MAX_FIELDS} fields.`)
  for (const pair of pairs) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? []
    const path = parsePath(name)
    if (path.length > MAX_DEPTH) {
      throw new ApiError('malformed', `The form field ${name.slice(0, 100)} is nested too deep.`)
    }
    setAtPath(root, path, percentDecode(value))
  }
  return toPlainData(root) as Record<string, unknown>
}

/** Each part by itself, so that one which is not text does not hide where it stands. Some write a list as `ids[]`. */
const parsePath = (name: string) =>
  name
    .replace(/(\[|%5b)(\]|%5d)$/i, '')
    .split('.')
    .flatMap((part) => percentDecode(part).split('.'))

// Half a character, which is refused wherever a text is read.
const INVALID_TEXT = '\ud800'

/** A `%` that begins no byte stands for itself. */
function percentDecode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  // Byte by byte: decodeURIComponent throws on what is not UTF-8, and a form full of it would hold up everybody.
  const letters = Buffer.from(spaced)
    .toString('latin1')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const bytes = Buffer.from(letters, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : INVALID_TEXT
}

function setAtPath(branch: FormNode, [head = '', ...rest]: string[], value: string): void {
  const known = branch.get(head)
  if (rest.length > 0) {
    const next: FormNode = known instanceof Map ? known : new Map()
    branch.set(head, next)
    setAtPath(next, rest, value)
  } else if (value.trim() === '') {
    branch.set(head, known)
  } else if (known === undefined || known instanceof Map) {
    branch.set(head, value)
  } else if (Array.isArray(known)) {
    known.push(value)
  } else {
    const values = [known, value]
    repeatedValues.add(values)
    branch.set(head, values)
  }
}

function toPlainData(value: string | string[] | FormNode | undefined): unknown {
  if (!(value instanceof Map)) return value
  const keys = [...value.keys()]
  const members = keys.map((key) => toPlainData(value.get(key)))
  const isList = keys.length > 0 && keys.every((key) => /^\d{1,6}$/.test(key))
  if (isList)
    return keys
      .map((key, i) => [Number(key), members[i]] as const)
      .sort(([a], [b]) => a - b)
      .map(([, member]) => member)
  // defineProperty and not assignment: a field called __proto__ is a field like any other.
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
