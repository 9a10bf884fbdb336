// The headers of a download: its name, whether the client has it already, and which part is asked for.
import type { IncomingHttpHeaders } from 'node:http'
import type { Part } from '../store/store.ts'

/** RFC 6266: a plain name for old clients, the real one for all others. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeExtendedValue(name)}`
}

const encodeExtendedValue = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Of a representation that never changes; `lastModified` in whole seconds, as HTTP has them. */
export type Version = { etag: string; lastModified: Date }

/** Whether the client's copy is this one, so that 304 is the answer. */
export function isNotModified(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Version,
): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  return Date.parse(headers['if-modified-since'] ?? '') >= lastModified.getTime()
}

/** The part that is asked for; undefined for the whole, null for one that lies beyond the end. */
export function parseRange(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  size: number,
  { etag, lastModified }: Version,
): Part | null | undefined {
  if (range === undefined) return undefined
  const isCurrentVersion =
    ifRange === undefined ||
    ifRange === etag ||
    Date.parse(String(ifRange)) === lastModified.getTime()
  // Several parts at once, other units and nonsense are answered with the whole, as HTTP allows.
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range.replace(/\s/g, '')) ?? []
  if (!isCurrentVersion || first === undefined || last === undefined || first + last === '')
    return undefined
  if (first === '') return Number(last) === 0 || size === 0 ? null : lastBytes(size, Number(last))
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < Number(first)) return undefined
  return Number(first) >= size ? null : { start: Number(first), end }
}

const lastBytes = (size: number, bytes: number): Part => ({
  start: Math.max(0, size - bytes),
  end: size - 1,
})
