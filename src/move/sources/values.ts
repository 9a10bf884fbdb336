// Values of sources: each is read as far as it is one, and undefined otherwise.
import { createHash } from 'node:crypto'

/** A record, row or object of a source. */
export type SourceRecord = Record<string, unknown>

export const isRecord = (value: unknown): value is SourceRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object, or an empty one in its place. */
export const recordOf = (value: unknown): SourceRecord => (isRecord(value) ? value : {})

export const recordsOf = (value: unknown): SourceRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : typeof value === 'string' && value.trim() !== ''
      ? value
      : undefined

export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function wholeOf(value: unknown): number | undefined {
  const number = numberOf(value)
  return Number.isSafeInteger(number) ? number : undefined
}

/** An id to keep. */
export function idOf(value: unknown): number | undefined {
  const id = wholeOf(value)
  return id !== undefined && id > 0 ? id : undefined
}

/** The key of a row whose id is a number. */
export const numberKeyOf = (value: unknown): string | undefined => textOf(wholeOf(value))

/** A key for what the source knows by its name only. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** `#12ab34` from that or from `12ab34`. */
export function colorOf(value: unknown): string | undefined {
  const [, color] = /^#?([0-9A-Fa-f]{6})$/.exec(String(value ?? '').trim()) ?? []
  return color === undefined ? undefined : `#${color}`
}

/** The members of a text in Markdown. */
export function markdownOf(value: unknown): { body?: string; body_mime_type?: string } {
  const body = textOf(value)
  return body === undefined ? {} : { body, body_mime_type: 'text/markdown' }
}

const CLOSED = /complete|declin|closed|shipped|released|done|reject|won.?t|duplicate/i

/** Whether a status is closed, where only its name says so. */
export const isClosedName = (name: unknown): boolean => CLOSED.test(String(name))
