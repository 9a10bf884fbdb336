// Addresses of files that are not public: signed with HMAC-SHA-256, and valid until the end of the next day (UTC), so that
// responses and their ETags stay the same for a day. SQL signs, because it renders the records; PostgreSQL has SHA-256 only.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Site, Use } from './parameters.ts'

const DAY_SECONDS = 86_400
const BLOCK_BYTES = 64
const INNER = 0x36
const OUTER = 0x5c

// Of RFC 2104. Null: addresses are not signed.
const padValue =
  (byte: number) =>
  (_: unknown, { fileKey }: Site): Buffer | null => {
    if (fileKey === undefined) return null
    const pad = Buffer.alloc(BLOCK_BYTES, byte)
    for (const [i, keyByte] of fileKey.entries()) pad[i] = keyByte ^ byte
    return pad
  }
const innerPadValue = padValue(INNER)
const outerPadValue = padValue(OUTER)

const hasPublicFilesValue = (_: unknown, { hasPublicFiles = true }: Site) => hasPublicFiles

const expiresValue = () => String((Math.floor(Date.now() / 1000 / DAY_SECONDS) + 2) * DAY_SECONDS)

/** SQL of the query string that an address gets unless `isPublic` is true. */
export function signatureSql<T>(isPublic: string, use: Use<T>): string {
  const [inner, outer] = [use('bytea', innerPadValue), use('bytea', outerPadValue)]
  const expires = use('text', expiresValue)
  const signature = `sha256(${outer} || sha256(${inner} || convert_to(file_key || ' ' || ${expires}, 'UTF8')))`
  const hasPublicFiles = use('boolean', hasPublicFilesValue)
  return `case when ${inner} is null or ${hasPublicFiles} and (${isPublic}) then ''
    else '?expires=' || ${expires} || '&signature=' || encode(${signature}, 'hex') end`
}

/** How many seconds the address is still valid; 0 when it has expired or is not ours. */
export function remainingSeconds(
  { fileKey }: Pick<Site, 'fileKey'>,
  key: string,
  { expires, signature }: { expires?: unknown; signature?: unknown },
): number {
  if (fileKey === undefined || typeof expires !== 'string' || typeof signature !== 'string')
    return 0
  if (!/^\d{1,11}$/.test(expires) || !/^[0-9a-f]{64}$/.test(signature)) return 0
  const right = createHmac('sha256', fileKey).update(`${key} ${expires}`).digest()
  if (!timingSafeEqual(right, Buffer.from(signature, 'hex'))) return 0
  return Math.max(0, Number(expires) - Math.floor(Date.now() / 1000))
}
