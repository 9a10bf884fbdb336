// Headers of a download: file name, conditional requests and byte ranges.
import type { IncomingHttpHeaders } from 'node:http'
import type { Part } from '../../store/store.ts'

/** RFC 6266: an ASCII name for old clients, the full name for all others. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${type}; filename="${plain}"; filename*=UTF-8''${encodeExtendedValue(name)}`
}

const encodeExtendedValue = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The version of a file that never changes. HTTP dates have whole seconds, so `lastModified` does too. */
export type Version = { etag: string; lastModified: Date }

/** Whether the client already has this version, so that the response is 304. */
export function isNotModified(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Version,
): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  return Date.parse(headers['if-modified-since'] ?? '') >= lastModified.getTime()
}

/** The requested range; undefined for the whole file, null when the range is not satisfiable. */
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
  // HTTP allows the whole file as the response to several ranges, other units and invalid ranges.
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
