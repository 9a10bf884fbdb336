// Forms of the portal: a signed token says when the form was rendered and for whom, so that programs can neither post at once
// nor use one token for everything. A field that people do not see catches programs that fill in everything.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey, type ReadKeys } from '../../core/secret-keys.ts'

/** Hidden from people. Named like a field that programs fill in. */
export const HONEYPOT_FIELD = 'website'

export const isHoneypotFilled = (input: Record<string, unknown>): boolean =>
  input[HONEYPOT_FIELD] !== undefined && input[HONEYPOT_FIELD] !== ''

/** What a token or challenge is for. */
export type FormPurpose = {
  /** Such as `suggest 12`: a token of one form does not open another. */
  form: string
  /** The session, or the cookie of a visitor without one. */
  binding: string
}

const MIN_SECONDS = 2
export const MAX_SECONDS = 24 * 3600
const SIGNATURE_BYTES = 16

/** Of the text, for the purpose. In base64url. */
export function signFor(
  key: { bytes: Buffer },
  kind: 'form' | 'challenge',
  { form, binding }: FormPurpose,
  text: string,
): string {
  const derived = deriveKey(key.bytes, `portal ${kind}`)
  return createHmac('sha256', derived.bytes)
    .update(JSON.stringify([form, binding, text]))
    .digest()
    .subarray(0, SIGNATURE_BYTES)
    .toString('base64url')
}

/** With any of the keys: a rotated key verifies what it signed. Compares in constant time. */
export async function isSignedFor(
  readKeys: ReadKeys,
  kind: 'form' | 'challenge',
  purpose: FormPurpose,
  { text, signature }: { text: string; signature: string },
): Promise<boolean> {
  const sent = Buffer.from(signature, 'base64url')
  if (sent.length !== SIGNATURE_BYTES) return false
  return (await readKeys()).some((key) =>
    timingSafeEqual(Buffer.from(signFor(key, kind, purpose, text), 'base64url'), sent),
  )
}

/** When the form is rendered. `now` in milliseconds. */
export async function issueFormToken(
  readKeys: ReadKeys,
  purpose: FormPurpose,
  now = Date.now(),
): Promise<string> {
  const [key] = await readKeys()
  const text = `${Math.floor(now / 1000)}.${randomBytes(6).toString('base64url')}`
  return `${text}.${signFor(key, 'form', purpose, text)}`
}

/** `too_fast`: quicker than a person writes. `expired`: the form must be rendered again. */
export type FormProblem = 'invalid' | 'too_fast' | 'expired'

/** Null when the form may be used. */
export async function checkFormToken(
  readKeys: ReadKeys,
  token: unknown,
  purpose: FormPurpose,
  now = Date.now(),
): Promise<FormProblem | null> {
  const [, text, issued, signature] =
    /^((\d{1,12})\.[\w-]{8})\.([\w-]{22})$/.exec(typeof token === 'string' ? token : '') ?? []
  if (text === undefined || signature === undefined) return 'invalid'
  if (!(await isSignedFor(readKeys, 'form', purpose, { text, signature }))) return 'invalid'
  const seconds = now / 1000 - Number(issued)
  if (seconds > MAX_SECONDS) return 'expired'
  return seconds < MIN_SECONDS ? 'too_fast' : null
}
