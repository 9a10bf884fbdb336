// Links of mails that end them. A signed token says whose mails and which ones, so that nobody needs to sign in.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, type ReadKeys } from '../../core/secret-keys.ts'

export const SUBSCRIBED_KINDS = [
  'all',
  'status',
  'comments',
  'announcements',
  'digest',
  'team_digest',
  'team_failures',
] as const

export type SubscribedKind = (typeof SUBSCRIBED_KINDS)[number]

/** All mails, those of a kind, those that come once a day, those of a kind to a member of the team, or those about one suggestion. */
export type Subscription = { userId: number } & (
  | { kind: SubscribedKind }
  | { kind: 'suggestion'; suggestionId: number }
)

/** Mails are read late, but not after so long. */
const MAX_DAYS = 400
const SIGNATURE_BYTES = 16
const DAY_MS = 86_400_000

const sign = (key: { bytes: Buffer }, text: string): Buffer =>
  createHmac('sha256', deriveKey(key.bytes, 'portal unsubscribe').bytes)
    .update(text)
    .digest()
    .subarray(0, SIGNATURE_BYTES)

/** For the header List-Unsubscribe and the text of a mail. `now` in milliseconds. */
export async function unsubscribeAddress(
  { baseUrl, readKeys }: { baseUrl: string; readKeys: ReadKeys },
  subscription: Subscription,
  now = Date.now(),
): Promise<string> {
  const [key] = await readKeys()
  const { kind, userId } = subscription
  const suggestion = kind === 'suggestion' ? subscription.suggestionId : 0
  const text = [kind, userId, suggestion, Math.floor(now / DAY_MS)].join('.')
  return `${baseUrl}/unsubscribe/${text}.${sign(key, text).toString('base64url')}`
}

/** Undefined for every token that is not valid any more, or never was. */
export async function readUnsubscribeToken(
  readKeys: ReadKeys,
  token: string,
  now = Date.now(),
): Promise<Subscription | undefined> {
  const [, text, kind, user, suggestion, day, signature] =
    /^(([a-z_]{1,20})\.(\d{1,15})\.(\d{1,15})\.(\d{1,6}))\.([\w-]{22})$/.exec(token) ?? []
  if (text === undefined || signature === undefined) return undefined
  const sent = Buffer.from(signature, 'base64url')
  const keys = await readKeys()
  if (!keys.some((key) => timingSafeEqual(sign(key, text), sent))) return undefined
  if (now / DAY_MS - Number(day) > MAX_DAYS) return undefined
  const userId = Number(user)
  if (kind === 'suggestion') return { kind, userId, suggestionId: Number(suggestion) }
  const known = SUBSCRIBED_KINDS.find((one) => one === kind)
  return known && { kind: known, userId }
}
