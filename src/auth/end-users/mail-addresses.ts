// Addresses on which mails come back. A signed local part says whose reply or bounce it is, so that nobody else's can be sent in.
// Digits and lower case only: mail programs and servers change the case.
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { deriveKey, type ReadKeys } from '../../core/secret-keys.ts'

/** What a mail was about, for replies to it. */
export type ReplyPlace = { userId: number; suggestionId: number; commentId: number | null }

export type MailAddress =
  | ({ kind: 'reply' } & ReplyPlace)
  /** The digest is of the address that the mail was sent to. The person can have another one by now. */
  | { kind: 'bounce'; userId: number; addressDigest: string }

/** `domain` is where mails are received; null: nowhere. */
export type MailSite = { readKeys: ReadKeys; domain: string | null }

/** Mails are answered late, but not after so long. */
const MAX_DAYS = 400
const DAY_MS = 86_400_000
const SIGNATURE_BYTES = 12
const DIGEST_LENGTH = 12

// 24 digits: with three ids of 10 digits the local part has 64 characters.
const sign = (key: { bytes: Buffer }, text: string): Buffer =>
  createHmac('sha256', deriveKey(key.bytes, 'incoming mail').bytes)
    .update(text)
    .digest()
    .subarray(0, SIGNATURE_BYTES)

const digestOf = (email: string) =>
  hash('sha256', email.toLowerCase(), 'hex').slice(0, DIGEST_LENGTH)

/** Whether the bounced mail was sent to this address. */
export const isBounceOf = (addressDigest: string, email: string) =>
  addressDigest === digestOf(email)

async function addressOf(
  { readKeys, domain }: MailSite,
  parts: (string | number)[],
  now: number,
): Promise<string> {
  const [key] = await readKeys()
  const day = Math.floor(now / DAY_MS)
  const text = [...parts, day]
    .map((part) => (typeof part === 'number' ? part.toString(36) : part))
    .join('.')
  return `${text}.${sign(key, text).toString('hex')}@${domain}`
}

/** `now` in milliseconds. */
export const replyAddress = (
  site: MailSite,
  { userId, suggestionId, commentId }: ReplyPlace,
  now = Date.now(),
): Promise<string> => addressOf(site, ['r', userId, suggestionId, commentId ?? 0], now)

export const bounceAddress = (
  site: MailSite,
  { userId, email }: { userId: number; email: string },
  now = Date.now(),
): Promise<string> => addressOf(site, ['b', userId, digestOf(email)], now)

/** Undefined for every address that is not valid any more, or never was. */
export async function readMailAddress(
  { readKeys, domain }: MailSite,
  address: string,
  now = Date.now(),
): Promise<MailAddress | undefined> {
  const lower = address.toLowerCase()
  const at = lower.lastIndexOf('@')
  if (domain === null || lower.slice(at + 1) !== domain) return undefined
  const [, text, kind, day, signature] =
    /^((r(?:\.[\da-z]{1,10}){3}|b\.[\da-z]{1,10}\.[\da-f]{12})\.([\da-z]{1,5}))\.([\da-f]{24})$/.exec(
      lower.slice(0, at),
    ) ?? []
  if (text === undefined || kind === undefined || day === undefined || signature === undefined)
    return undefined
  const sent = Buffer.from(signature, 'hex')
  const keys = await readKeys()
  if (!keys.some((key) => timingSafeEqual(sign(key, text), sent))) return undefined
  if (now / DAY_MS - Number.parseInt(day, 36) > MAX_DAYS) return undefined
  const [letter, user = '', second = '', third = ''] = kind.split('.')
  const userId = Number.parseInt(user, 36)
  return letter === 'b'
    ? { kind: 'bounce', userId, addressDigest: second }
    : {
        kind: 'reply',
        userId,
        suggestionId: Number.parseInt(second, 36),
        commentId: Number.parseInt(third, 36) || null,
      }
}
