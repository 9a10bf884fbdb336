// Single sign-on tokens: what the customer's own application says about a person, signed with a key that both know. JWT with
// HS256, in the claims of the hosted product or of Canny, Featurebase and Quackback.
import type { KeyObject } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { isEmailAddress } from '../../core/values.ts'
import { type AesKey, decryptAesToken } from './aes-token.ts'
import type { ClaimedRoles, RoleClaim } from './sso-roles.ts'

export type SsoKey = {
  id: number
  name: string
  secret: string
  /** Of the secret: the library converts a key object once. */
  key: KeyObject
}

export type SsoPerson = {
  keyId: number
  /** The id of the person in the customer's application. */
  guid: string
  email: string
  /** Null: the token has none. */
  name: string | null
  locale: string | null
  /** Addresses elsewhere, http or https. */
  avatarUrl: string | null
  profileUrl: string | null
  /** Whether the application has verified that the address is the person's. */
  isTrusted: boolean
  /** The roles that the token wants to give or take. */
  claimedRoles: ClaimedRoles
  /** Forums that the person is limited to; null for all. */
  allowForums: number[] | null
  denyForums: number[]
  /** Of a person who is new. */
  statusNotifications: boolean | null
  commentNotifications: boolean | null
  account: SsoAccount | null
  /** The id of the token, where it must be used once only. */
  jti: string | null
  expiresAt: Date | null
}

/** The company of the person, and what it pays per month. */
export type SsoAccount = { externalId: string; name: string | null; mrr: number | null }

export type Refusal = { code: RefusalCode; message: string }

export type RefusalCode =
  | 'too_long'
  | 'malformed'
  | 'algorithm'
  | 'signature'
  | 'expired'
  | 'future'
  | 'lifetime'
  | 'claims'
  | 'no_keys'

export type SsoRules = {
  keys: SsoKey[]
  now: Date
  /** A token that is valid for longer is refused. */
  maxLifetimeSeconds: number
  /** The subdomain at the hosted product, which the old AES tokens contain in their key; null: they are refused. */
  aesSubdomain: string | null
}

const MAX_TOKEN = 8192
const CLOCK_SKEW_SECONDS = 60
const MAX_GUID = 255
const MAX_NAME = 200
const MAX_URL = 2000
const MAX_FORUMS = 100
const MAX_JTI = 255

/** The person whom the token is about, or why it is refused. */
export async function readSsoToken(
  token: string,
  rules: SsoRules,
): Promise<SsoPerson | { refusal: Refusal }> {
  if (token.length > MAX_TOKEN)
    return refuse('too_long', `The token has ${token.length} characters, at most ${MAX_TOKEN}.`)
  if (rules.keys.length === 0)
    return refuse('no_keys', 'There is no key for single sign-on. Create one in the settings.')
  const signed = token.includes('.') ? await verifyJwt(token, rules) : decryptAes(token, rules)
  if ('refusal' in signed) return signed
  return readClaims(signed, rules)
}

type Signed = { keyId: number; claims: JWTPayload; isAuthentic: boolean }

const refuse = (code: RefusalCode, message: string): { refusal: Refusal } => ({
  refusal: { code, message },
})

async function verifyJwt(token: string, { keys, now }: SsoRules) {
  for (const { id, key } of keys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: now,
      })
      return { keyId: id, claims: payload, isAuthentic: true }
    } catch (error) {
      // Another key can be the right one.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return refuseJwt(error)
    }
  }
  return refuse(
    'signature',
    `No key has made this signature. ${keys.length === 1 ? 'The key is' : 'The keys are'} ${keys.map(({ name }) => name).join(', ')}.`,
  )
}

function refuseJwt(error: unknown) {
  if (error instanceof errors.JWTExpired)
    return refuse('expired', 'The token has expired (exp). Make a new one at each sign-in.')
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return refuse('algorithm', 'The algorithm of the token (alg) must be HS256.')
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf')
    return refuse('future', 'The token is not valid yet (nbf). Is the clock of its maker right?')
  if (error instanceof errors.JWTClaimValidationFailed)
    return refuse('claims', `${error.claim}: must be a time in seconds since 1970.`)
  if (error instanceof errors.JOSEError)
    return refuse('malformed', 'This is not a JSON Web Token: three parts separated by dots.')
  throw error
}

function decryptAes(token: string, { keys, aesSubdomain }: SsoRules) {
  if (aesSubdomain === null)
    return refuse(
      'malformed',
      'This is not a JSON Web Token: three parts separated by dots. Encrypted tokens of the old kind are not allowed.',
    )
  const candidates: AesKey[] = keys.map(({ id, secret }) => ({ id, secret }))
  const read = decryptAesToken(token, candidates, aesSubdomain)
  return read
    ? { keyId: read.keyId, claims: read.claims, isAuthentic: false }
    : refuse('signature', 'No key can decrypt this token.')
}

function readClaims({ keyId, claims, isAuthentic }: Signed, rules: SsoRules) {
  const end = readEnd(claims)
  if (end === undefined)
    return refuse('claims', 'expires: must be a time in UTC such as 2030-12-31 23:59:59.')
  const problem = checkTimes(claims, end, rules, isAuthentic)
  if (problem) return problem
  const guid = idIn(claims, ['guid', 'userId', 'id', 'sub'])
  if (guid === undefined)
    return refuse(
      'claims',
      `guid: required, the id of the person in your application, a text of 1 to ${MAX_GUID} characters.`,
    )
  const { email } = claims
  if (typeof email !== 'string' || !isEmailAddress(email))
    return refuse('claims', 'email: required, an e-mail address.')
  if (guid.toLowerCase() === email.toLowerCase())
    return refuse('claims', 'guid: must not be the e-mail address, which can change.')
  const [allowed, denied] = [forumsIn(claims.allow_forums), forumsIn(claims.deny_forums)]
  if (allowed === undefined || denied === undefined) {
    const name = allowed === undefined ? 'allow_forums' : 'deny_forums'
    return refuse('claims', `${name}: must be a list of at most ${MAX_FORUMS} ids of forums.`)
  }
  return {
    keyId,
    guid,
    email,
    name: textIn(claims, ['display_name', 'name'], MAX_NAME),
    locale: textIn(claims, ['locale'], 20),
    avatarUrl: urlIn(claims, ['avatar_url', 'avatarURL', 'avatarUrl', 'profilePicture']),
    profileUrl: urlIn(claims, ['url']),
    // An encrypted token without a signature proves less.
    isTrusted: isAuthentic && claims.trusted === true,
    claimedRoles: isAuthentic ? rolesIn(claims) : { admin: null, owner: null },
    allowForums: allowed,
    denyForums: denied ?? [],
    statusNotifications: booleanIn(claims.updates),
    commentNotifications: booleanIn(claims.comment_updates),
    account: accountIn(claims),
    jti: textIn(claims, ['jti'], MAX_JTI),
    expiresAt: end,
  } satisfies SsoPerson
}

/** Null without one; undefined when it is not a time. */
function readEnd({ exp, expires }: JWTPayload): Date | null | undefined {
  if (typeof exp === 'number') return new Date(exp * 1000)
  if (expires === undefined || expires === null) return null
  const [, day, time] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?: ?(?:UTC|GMT|Z))?$/.exec(String(expires)) ?? []
  const end = new Date(`${day}T${time}Z`)
  return Number.isNaN(end.getTime()) ? undefined : end
}

function checkTimes(claims: JWTPayload, end: Date | null, rules: SsoRules, isAuthentic: boolean) {
  const { now, maxLifetimeSeconds } = rules
  const skew = CLOCK_SKEW_SECONDS * 1000
  const begin = typeof claims.iat === 'number' ? new Date(claims.iat * 1000) : now
  if (end === null && !isAuthentic)
    return refuse('claims', 'expires: required in an encrypted token.')
  if (end !== null && end.getTime() + skew <= now.getTime())
    return refuse('expired', 'The token has expired (expires). Make a new one at each sign-in.')
  if (begin.getTime() - skew > now.getTime())
    return refuse('future', 'The token is of the future (iat). Is the clock of its maker right?')
  const last = end ?? new Date(begin.getTime() + maxLifetimeSeconds * 1000)
  if (last.getTime() + skew <= now.getTime())
    return refuse(
      'expired',
      `The token has no end (exp) and is older than ${maxLifetimeSeconds} seconds (iat).`,
    )
  if (last.getTime() - now.getTime() > maxLifetimeSeconds * 1000 + skew)
    return refuse(
      'lifetime',
      `The token is valid for longer than ${maxLifetimeSeconds} seconds. Make a new one at each sign-in.`,
    )
  return undefined
}

function idIn(claims: JWTPayload, names: string[]): string | undefined {
  const value = names.map((name) => claims[name]).find((one) => one !== undefined && one !== null)
  const id = Number.isSafeInteger(value) ? String(value) : value
  return typeof id === 'string' && id.trim() !== '' && id.length <= MAX_GUID && !hasControl(id)
    ? id
    : undefined
}

function textIn(claims: JWTPayload, names: string[], maxLength: number): string | null {
  const value = names.map((name) => claims[name]).find((one) => typeof one === 'string')
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.length > maxLength || hasControl(text) ? null : text
}

const hasControl = (text: string) => /\p{Cc}/u.test(text)

const booleanIn = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** Pages can link to it: no other scheme, such as javascript. */
function urlIn(claims: JWTPayload, names: string[]): string | null {
  const url = URL.parse(textIn(claims, names, MAX_URL) ?? '')
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

const rolesIn = ({ admin, owner }: JWTPayload): ClaimedRoles => ({
  admin: roleClaimIn(admin),
  owner: roleClaimIn(owner),
})

const roleClaimIn = (value: unknown): RoleClaim =>
  value === 'accept' || value === 'deny' ? value : null

/** Null without them; undefined when they are no list of ids. */
function forumsIn(value: unknown): number[] | null | undefined {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length > MAX_FORUMS) return undefined
  const ids = value.map((id) => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id))
  return ids.every((id) => Number.isSafeInteger(id) && id > 0) ? (ids as number[]) : undefined
}

/** The first of the companies that Canny and Featurebase send. */
function accountIn({ companies, company }: JWTPayload): SsoAccount | null {
  const [first = company] = Array.isArray(companies) ? companies : []
  if (typeof first !== 'object' || first === null) return null
  const fields = first as JWTPayload
  const externalId = idIn(fields, ['companyId', 'id'])
  if (externalId === undefined) return null
  const { monthlySpend } = fields
  return {
    externalId,
    name: textIn(fields, ['name'], MAX_NAME),
    mrr:
      typeof monthlySpend === 'number' && Number.isFinite(monthlySpend) && monthlySpend >= 0
        ? monthlySpend
        : null,
  }
}
