// Parses JSON, and forms whose dotted names nest (`links.forum`, `users.0.account.name`).
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
    throw new ApiError('malformed', `Request body: invalid JSON. ${(cause as Error).message}.`)
  }
}

export const parseForm = (body: Buffer) => parseNested(decodeUtf8(body))

/** For the token endpoint: some clients separate pairs with `;`, also after the last one. */
export const parseSemicolonForm = (body: Buffer) =>
  parseNested(decodeUtf8(body).replaceAll(';', '&'))

/** The query of a URL, nested like a form. */
export const parseNestedQuery = (url: string) => parseNested(/\?(.*)/s.exec(url)?.[1] ?? '')

export function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new ApiError('malformed', 'Request body: invalid UTF-8.')
  }
}

/** The arrays made from repeated names. */
const repeatedValues = new WeakSet<object>()

/** For a member with one value: the last value of a repeated name. */
export const takeLastValue = (value: unknown): unknown =>
  Array.isArray(value) && repeatedValues.has(value) ? value.at(-1) : value

/** A blank field is present with the value undefined. */
type FormNode = Map<string, string | string[] | FormNode | undefined>

function parseNested(text: string): Record<string, unknown> {
  const root: FormNode = new Map()
  const pairs = text.split('&').filter((pair) => pair !== '')
  if (pairs.length > MAX_FIELDS)
    throw new ApiError('malformed', `Form: too many fields. Maximum: ${MAX_FIELDS}.`)
  for (const pair of pairs) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? []
    const path = parsePath(name)
    if (path.length > MAX_DEPTH) {
      throw new ApiError(
        'malformed',
        `${name.slice(0, 100)}: nested too deeply. Maximum: ${MAX_DEPTH} levels.`,
      )
    }
    setAtPath(root, path, percentDecode(value))
  }
  return toPlainData(root) as Record<string, unknown>
}

/** Decodes each part separately, so that an invalid part keeps its position. Some clients write an array as `ids[]`. */
const parsePath = (name: string) =>
  name
    .replace(/(\[|%5b)(\]|%5d)$/i, '')
    .split('.')
    .flatMap((part) => percentDecode(part).split('.'))

// A lone surrogate, which validation rejects.
const INVALID_TEXT = '\ud800'

/** Leaves a `%` without two hexadecimal digits as it is. */
function percentDecode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  // Not decodeURIComponent: it throws on invalid UTF-8, and many exceptions would block the event loop.
  const decoded = Buffer.from(spaced)
    .toString('latin1')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const bytes = Buffer.from(decoded, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : INVALID_TEXT
}

function setAtPath(node: FormNode, [head = '', ...rest]: string[], value: string): void {
  const current = node.get(head)
  if (rest.length > 0) {
    const next: FormNode = current instanceof Map ? current : new Map()
    node.set(head, next)
    setAtPath(next, rest, value)
  } else if (value.trim() === '') {
    node.set(head, current)
  } else if (current === undefined || current instanceof Map) {
    node.set(head, value)
  } else if (Array.isArray(current)) {
    current.push(value)
  } else {
    const values = [current, value]
    repeatedValues.add(values)
    node.set(head, values)
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
