// Passkeys (WebAuthn): adding, removing and signing in with one. They prove possession and a PIN or fingerprint, so that they
// count for two factors.
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db, Tx } from '../../db/db.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import {
  confirmSession,
  endAccessOf,
  renewSession,
  type StartedSession,
} from '../staff/sessions.ts'
import { beginAttempt, forgetAttempt } from './attempts.ts'
import type { Confirmation } from './confirm-password.ts'
import { createCode, useCode } from './one-time-codes.ts'
import type { Actor } from './second-factor-setup.ts'
import {
  buildOrigin,
  finishSignIn,
  type RequestSource,
  refuse,
  type SignInResult,
} from './sign-in.ts'
import { setNameAndAddress } from './welcome.ts'

/** For whom passkeys are made: the domain and the origin of the public address. */
export type RelyingParty = { id: string; origin: string }

/** Undefined where browsers refuse passkeys: an address that is not secure, or has no name. */
export function relyingPartyOf(baseUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(baseUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const hasName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return hasName && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : undefined
}

// A quarter of the modules of the service, and many installations have no passkeys.
const loadWebAuthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257]

const TIMEOUT_MS = 300_000
const MAX_NAME = 100
/** More than a person has devices. */
const MAX_PASSKEYS = 50

// What authenticators keep to find the person. It says nothing about them.
const handleOf = (userId: number) => Buffer.from(`earshot-user-${userId}`)

export async function beginRegistration(
  db: Db,
  party: RelyingParty,
  userId: number,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { rows } = await sql<{ name: string; email: string; credentials: string[] }>`
    select name, email_address as email,
      array(select encode(credential_id, 'base64') from passkeys where user_id = u.id) as credentials
    from users u where id = ${userId}`.execute(db)
  const { name = '', email = '', credentials = [] } = rows[0] ?? {}
  if (credentials.length >= MAX_PASSKEYS)
    throw new ApiError('conflict', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: 'Earshot',
    rpID: party.id,
    userID: Uint8Array.from(handleOf(userId)),
    userName: email,
    userDisplayName: name,
    challenge: await createCode(db, 'passkey', { userId }),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: credentials.map((id) => ({
      id: Buffer.from(id, 'base64').toString('base64url'),
    })),
  })
}

/** For a sign-in, or for a signed-in person who proves again who they are. */
export async function beginAssertion(
  db: Db,
  party: RelyingParty,
  userId: number | null = null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await createCode(db, 'passkey', { userId }),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  })
}

type NewPasskey = { credential: WebAuthnCredential; isBackedUp: boolean }

/** What the browser answered, before anything of it was checked. */
export type PasskeyResponse = unknown

/** Uses the challenge up, also when the answer is wrong. `userId` is whom it was made for; null for a sign-in. */
async function useChallenge(
  db: Db,
  response: PasskeyResponse,
  userId: number | null,
): Promise<string | undefined> {
  const challenge = readChallenge(response)
  if (challenge === undefined) return undefined
  const used = await useCode(db, 'passkey', Buffer.from(challenge, 'base64url').toString())
  return used && used.userId === userId ? challenge : undefined
}

function readChallenge(response: PasskeyResponse): string | undefined {
  try {
    const { clientDataJSON } = (response as { response: { clientDataJSON: string } }).response
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

async function verifyNewPasskey(
  db: Db,
  party: RelyingParty,
  userId: number,
  response: PasskeyResponse,
): Promise<NewPasskey> {
  const expectedChallenge = await useChallenge(db, response, userId)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    // Nothing matches no challenge.
    expectedChallenge: (challenge) => challenge === expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!verified?.verified) throw new ApiError('invalid', 'The passkey was not accepted. Try again.')
  const { credential, credentialBackedUp } = verified.registrationInfo
  return { credential, isBackedUp: credentialBackedUp }
}

async function insertPasskey(
  tx: Tx,
  { userId, source }: Pick<Actor, 'userId' | 'source'>,
  name: string,
  { credential, isBackedUp }: NewPasskey,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into passkeys (user_id, name, credential_id, public_key, sign_count, transports, is_backed_up)
    values (${userId}, ${name}, ${Buffer.from(credential.id, 'base64url')}, ${Buffer.from(credential.publicKey)},
      ${credential.counter}, ${credential.transports ?? []}::text[], ${isBackedUp})
    on conflict (credential_id) do nothing returning id`.execute(tx)
  if (!rows[0]) throw new ApiError('conflict', 'This passkey was added already.')
  await recordAudit(tx, buildOrigin(source, userId), {
    action: 'passkey_added',
    subject: { type: 'passkeys', id: rows[0].id },
    after: { name },
  })
}

const nameOf = (name: string) => name.trim().slice(0, MAX_NAME) || 'Passkey'

/** The person proved two factors just now, so that their session is renewed. */
export async function addPasskey(
  db: Db,
  party: RelyingParty,
  { userId, sessionId, source }: Actor,
  { name, response }: { name: string; response: PasskeyResponse },
): Promise<StartedSession> {
  const passkey = await verifyNewPasskey(db, party, userId, response)
  return inTransaction(db, async (tx) => {
    await insertPasskey(tx, { userId, source }, nameOf(name), passkey)
    return renewSession(tx, sessionId, source, true)
  })
}

export type PasskeyWelcome = {
  userId: number
  code: string
  name: string
  email: string
  response: PasskeyResponse
}

/** Signs in with a one-time link and adds a passkey, instead of setting a password. */
export async function welcomeWithPasskey(
  db: Db,
  party: RelyingParty,
  { userId, code, name, email, response }: PasskeyWelcome,
  source: RequestSource,
): Promise<SignInResult> {
  const passkey = await verifyNewPasskey(db, party, userId, response)
  return inTransaction(db, async (tx) => {
    const used = await useCode(tx, 'welcome', code)
    if (used?.userId !== userId) return { type: 'refused' }
    await setNameAndAddress(tx, userId, name, email)
    await insertPasskey(tx, { userId, source }, 'First passkey', passkey)
    await endAccessOf(tx, userId)
    return finishSignIn(tx, source, { userId, method: 'passkey', hasSecondFactor: true })
  })
}

type StoredPasskey = { id: number; userId: number; publicKey: Buffer; signCount: number }

/** Only of people who may sign in. */
async function findPasskey(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  const { rows } = await sql<StoredPasskey>`
    select k.id, k.user_id as "userId", k.public_key as "publicKey", k.sign_count as "signCount"
    from passkeys k join permissions p on p.user_id = k.user_id and p.disabled_at is null
      join users u on u.id = k.user_id and u.allowed_state = 'allowed'
    where k.credential_id = ${Buffer.from(credentialId, 'base64url')}`.execute(db)
  return rows[0]
}

/**
 * The same answer for a passkey that is unknown, was removed, or belongs to a person who may not sign in. `userId` is the
 * signed-in person; null for a sign-in.
 */
async function provePasskey<Result>(
  db: Db,
  party: RelyingParty,
  {
    response,
    userId,
    source,
  }: { response: PasskeyResponse; userId: number | null; source: RequestSource },
  then: (tx: Tx, userId: number) => Promise<Result>,
): Promise<Result | Exclude<SignInResult, { type: 'signed_in' | 'code_needed' }>> {
  const { id } = (response ?? {}) as { id?: unknown }
  const credentialId = typeof id === 'string' ? id : ''
  const attempt = {
    purpose: 'passkey' as const,
    account: credentialId,
    network: source.network,
  }
  const seconds = await beginAttempt(db, attempt)
  if (seconds > 0) return { type: 'blocked', seconds }
  const expectedChallenge = await useChallenge(db, response, userId)
  const found = await findPasskey(db, credentialId)
  const passkey = userId === null || found?.userId === userId ? found : undefined
  const newCount =
    passkey && expectedChallenge !== undefined
      ? await verifyPasskey(
          party,
          passkey,
          response as AuthenticationResponseJSON,
          expectedChallenge,
        )
      : undefined
  if (passkey && newCount !== undefined) {
    const result = await inTransaction(db, async (tx) =>
      (await noteUse(tx, passkey.id, newCount)) ? then(tx, passkey.userId) : undefined,
    )
    if (result !== undefined) {
      await forgetAttempt(db, attempt)
      return result
    }
  }
  await refuse(db, source, found?.userId ?? null, 'passkey')
  return { type: 'refused' }
}

export const signInWithPasskey = (
  db: Db,
  party: RelyingParty,
  response: PasskeyResponse,
  source: RequestSource,
): Promise<SignInResult> =>
  provePasskey(db, party, { response, userId: null, source }, (tx, userId) =>
    finishSignIn(tx, source, { userId, method: 'passkey', hasSecondFactor: true }),
  )

/** A signed-in person proves with a passkey of theirs who they are. */
export const confirmWithPasskey = (
  db: Db,
  party: RelyingParty,
  { userId, sessionId, source }: Actor,
  response: PasskeyResponse,
): Promise<Confirmation> =>
  provePasskey(db, party, { response, userId, source }, async (tx): Promise<Confirmation> => {
    await confirmSession(tx, sessionId)
    return { type: 'confirmed' }
  })

/** The new sign count; undefined when the answer is wrong, or the count says that the passkey was copied. */
async function verifyPasskey(
  party: RelyingParty,
  { userId, publicKey, signCount }: StoredPasskey,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } =
    (await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: response.id, publicKey: Uint8Array.from(publicKey), counter: signCount },
      requireUserVerification: true,
    }).catch(() => undefined)) ?? {}
  const isOfPerson = response.response?.userHandle === handleOf(userId).toString('base64url')
  return verified && isOfPerson ? authenticationInfo?.newCounter : undefined
}

/** Of two concurrent uses with the same count, one is refused. Authenticators that do not count always send 0. */
async function noteUse(tx: Tx, id: number, newCount: number): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set sign_count = ${newCount}, last_used_at = now()
    where id = ${id} and (sign_count < ${newCount} or (sign_count = 0 and ${newCount} = 0)) returning id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Other sessions that passkeys began end, because the device may be lost. The last way to sign in stays. */
export async function removePasskey(
  tx: Tx,
  { userId, sessionId, source }: Actor,
  id: number,
): Promise<void> {
  const { rows: all } = await sql<{ id: number; name: string }>`
    select id, name from passkeys where user_id = ${userId} order by id for update`.execute(tx)
  const passkey = all.find((one) => one.id === id)
  if (!passkey) return
  const { rows: others } = await sql`
    select from passwords where user_id = ${userId} union all
    select from oidc_identities where user_id = ${userId} limit 1`.execute(tx)
  if (all.length === 1 && others.length === 0)
    throw new ApiError(
      'conflict',
      'This passkey is your only way to sign in. Set a password or add another passkey first.',
    )
  await sql`delete from passkeys where id = ${id}`.execute(tx)
  await sql`
    delete from sessions where user_id = ${userId} and method = 'passkey' and id <> ${sessionId}`.execute(
    tx,
  )
  await recordAudit(tx, buildOrigin(source, userId), {
    action: 'passkey_removed',
    subject: { type: 'passkeys', id },
    before: { name: passkey.name },
  })
}
