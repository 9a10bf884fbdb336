// Signing in on the portal with a token of the customer's own application.
import { sql } from 'kysely'
import type { ReadKeys } from '../../core/secret-keys.ts'
import type { Db, Tx } from '../../db/db.ts'
import { executePrepared } from '../../db/driver.ts'
import { isLanguage } from '../../texts/texts.ts'
import { lockUsers } from '../../write/core/locks.ts'
import { findOrCreateUser } from '../../write/core/people.ts'
import { inOneStatement, inTransaction } from '../../write/core/transaction.ts'
import { generateCredential, hashCredential } from '../credentials.ts'
import type { RoleClaims } from '../roles.ts'
import { confirmAddress, type OnConfirmed } from './confirmed-address.ts'
import {
  MAX_SESSIONS,
  type NewEndUserSession,
  sessionValues,
  startEndUserSession,
} from './sessions.ts'
import { noteKeyUse, readSsoKeys } from './sso-keys.ts'
import { applyRoleClaims } from './sso-roles.ts'
import { type Refusal, readSsoToken, type SsoPerson } from './sso-token.ts'

/** As at the hosted product, where a token without an end gives a session of a day. */
const DAY_SECONDS = 86_400

export type SsoSettings = {
  maxLifetimeSeconds: number
  /** Null: the old encrypted tokens are refused. */
  aesSubdomain: string | null
}

export type SsoRefusal = {
  code: Refusal['code'] | 'used' | 'blocked' | 'staff' | 'other_person'
  message: string
}

export type SsoSignIn = SsoSettings & {
  /** What a token may do to roles of the team. */
  roleClaims: RoleClaims
  /** A session ends then, however long the token is valid. */
  sessionDays: number
  address: string | null
  userAgent: string | null
  requestId: string | null
  /** When the token proves the address that the person has here. */
  confirms: OnConfirmed
}

const refuse = (code: SsoRefusal['code'], message: string): { refusal: SsoRefusal } => ({
  refusal: { code, message },
})

const USED = refuse(
  'used',
  'A token with this jti was used before. Make a new one at each sign-in.',
)

/** What the token says, or why it is refused. Changes nothing. */
export async function checkSsoToken(
  db: Db,
  readKeys: ReadKeys,
  token: string,
  settings: SsoSettings,
): Promise<SsoPerson | { refusal: SsoRefusal }> {
  const read = await readToken(db, readKeys, token, settings)
  if ('refusal' in read) return read
  if (read.jti !== null && (await isUsed(db, read))) return USED
  const found = await findPerson(db, read)
  return 'refusal' in found ? found : read
}

async function readToken(db: Db, readKeys: ReadKeys, token: string, settings: SsoSettings) {
  const { maxLifetimeSeconds, aesSubdomain } = settings
  const keys = await readSsoKeys(db, readKeys)
  return readSsoToken(token, { keys, now: new Date(), maxLifetimeSeconds, aesSubdomain })
}

/** Returns the credential of a new session. */
export async function signInWithSsoToken(
  db: Db,
  readKeys: ReadKeys,
  token: string,
  settings: SsoSignIn,
): Promise<{ credential: string } | { refusal: SsoRefusal }> {
  const { address, userAgent, requestId, roleClaims, sessionDays, confirms } = settings
  const person = await readToken(db, readKeys, token, settings)
  if ('refusal' in person) return person
  const found = await findPerson(db, person)
  if ('refusal' in found) return found
  const session = {
    ssoKeyId: person.keyId,
    allowForums: person.allowForums,
    denyForums: person.denyForums,
    lifetimeSeconds: Math.min(lifetimeOf(person), sessionDays * DAY_SECONDS),
    address,
    userAgent,
  }
  const startSession = async (on: Db, userId: number) => ({
    credential: await startEndUserSession(on, { userId, method: 'sso', ...session }),
  })
  const { userId: knownId } = found
  if (person.jti === null && !person.isTrusted) {
    // Most sign-ins: nothing but the session is stored.
    if (knownId !== null && found.isCurrent)
      return inOneStatement(db, () => startSession(db, knownId))
    const credential =
      knownId === null ? await inOneStatement(db, () => signInNew(db, person, session)) : null
    if (credential !== null) return { credential }
  }
  return inTransaction(db, async (tx) => {
    if (person.jti !== null && !(await markUsed(tx, person))) return USED
    const userId = await storePerson(tx, person, found)
    // The application says that it has verified the address.
    if (person.isTrusted && (await confirmAddress(tx, userId, person.email))) {
      await confirms(tx, { userId, email: person.email })
      const { keyId, claimedRoles: claims } = person
      const origin = { userId, address, requestId }
      await applyRoleClaims(tx, origin, { userId, keyId, claims }, roleClaims)
    }
    return startSession(tx, userId)
  })
}

export type SsoBearer = Pick<SsoPerson, 'keyId' | 'allowForums' | 'denyForums' | 'expiresAt'> & {
  userId: number
}

/**
 * Accepts the token as the bearer token of a request, which begins no session. One with a `jti` can be repeated so until it
 * ends, but it signs nobody in any more; and one that signed somebody in is refused here.
 */
export async function acceptSsoBearer(
  db: Db,
  readKeys: ReadKeys,
  token: string,
  settings: SsoSettings,
): Promise<SsoBearer | { refusal: SsoRefusal }> {
  const person = await readToken(db, readKeys, token, settings)
  if ('refusal' in person) return person
  return inTransaction(db, async (tx) => {
    if (person.jti !== null && !(await markBearer(tx, person, token)))
      return refuse('used', 'A token with this jti was used before.')
    const found = await findPerson(tx, person)
    if ('refusal' in found) return found
    const userId = await storePerson(tx, person, found)
    await noteKeyUse(person.keyId).execute(tx)
    const { keyId, allowForums, denyForums, expiresAt } = person
    return { userId, keyId, allowForums, denyForums, expiresAt }
  })
}

/** Whether the person of an accepted token is still allowed, and its key valid. */
export async function isBearerValid(db: Db, { userId, keyId }: SsoBearer): Promise<boolean> {
  const { rows } = await sql`
    select from users u where u.id = ${userId} and u.allowed_state = 'allowed'
      and exists (select from sso_keys k where k.id = ${keyId} and k.revoked_at is null)`.execute(
    db,
  )
  return rows.length > 0
}

/** At least a day, however short the token is valid. */
const lifetimeOf = ({ expiresAt }: SsoPerson) =>
  Math.max(
    DAY_SECONDS,
    expiresAt === null ? 0 : Math.round((expiresAt.getTime() - Date.now()) / 1000),
  )

const hashToken = ({ keyId, jti }: SsoPerson) => hashCredential(`${keyId} ${jti}`)

async function isUsed(db: Db, person: SsoPerson): Promise<boolean> {
  const { rows } = await sql`select from used_sso_tokens where hash = ${hashToken(person)}`.execute(
    db,
  )
  return rows.length > 0
}

/** As long as the token could be used again, with the skew of clocks. */
const endOfUse = ({ expiresAt }: SsoPerson) =>
  new Date((expiresAt?.getTime() ?? Date.now() + DAY_SECONDS * 1000) + 5 * 60_000)

/** False when another use came first: a sign-in, or another token with this `jti`. */
async function markBearer(tx: Tx, person: SsoPerson, token: string): Promise<boolean> {
  const bearer = hashCredential(token)
  const { rows } = await sql`
    insert into used_sso_tokens as u (hash, expires_at, bearer_hash)
    values (${hashToken(person)}, ${endOfUse(person)}, ${bearer})
    on conflict (hash) do update set expires_at = greatest(u.expires_at, excluded.expires_at)
      where u.bearer_hash = excluded.bearer_hash
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Of two concurrent uses, one returns false. */
async function markUsed(tx: Tx, person: SsoPerson): Promise<boolean> {
  const end = endOfUse(person)
  const { rows } = await sql`
    insert into used_sso_tokens (hash, expires_at) values (${hashToken(person)}, ${end})
    on conflict (hash) do nothing returning 1`.execute(tx)
  return rows.length > 0
}

type FoundPerson = {
  id: number
  guid: string | null
  isAllowed: boolean
  isStaff: boolean
  hasGuid: boolean
  isCurrent: boolean
}

/** `isCurrent`: what the token says about them is stored already. */
type Known = { userId: number | null; isCurrent: boolean }

/** The user whom the token is about; null: nobody yet. */
async function findPerson(db: Db, person: SsoPerson): Promise<Known | { refusal: SsoRefusal }> {
  const { guid, email, isTrusted } = person
  const statement = sql<FoundPerson>`
    select u.id, u.guid, u.allowed_state = 'allowed' as "isAllowed",
      exists (select from permissions p where p.user_id = u.id) as "isStaff",
      u.id is not distinct from by_guid.id as "hasGuid",
      coalesce(${isCurrent(person)}, false) as "isCurrent"
    from (select coalesce(
        (select user_id from external_users where external_id = ${guid}),
        (select id from users where guid = ${guid} order by id limit 1)) as id) by_guid
      join users u on u.id = by_guid.id
        or (by_guid.id is null and lower(u.email_address) = lower(${email} collate "und-x-icu"))`
  const { rows } = await executePrepared(db, statement)
  const [found] = rows
  if (!found) return { userId: null, isCurrent: false }
  if (!found.isAllowed) return refuse('blocked', 'The person is blocked.')
  if (found.isStaff && !isTrusted)
    return refuse(
      'staff',
      'The address belongs to a member of the team. Such a token needs the claim trusted: true, which says that your application verified the address.',
    )
  // Anyone who could register with this address in the application would be this person here.
  if (!found.hasGuid && found.guid !== null && !isTrusted)
    return refuse(
      'other_person',
      'The address belongs to a person with another guid. Send the guid of that person, or the claim trusted: true, which says that your application verified the address.',
    )
  return { userId: found.id, isCurrent: found.isCurrent }
}

/** Most sign-ins are of people about whom the application says nothing new: then nothing is written. */
const isCurrent = ({ guid, email, name, avatarUrl, profileUrl, locale, account }: SsoPerson) => sql`
  u.guid = ${guid} and u.name = coalesce(${name}::text, u.name)
  and u.picture_url is not distinct from coalesce(${avatarUrl}::text, u.picture_url)
  and u.profile_url is not distinct from coalesce(${profileUrl}::text, u.profile_url)
  and coalesce(u.language = ${languageOf(locale)}::text, ${languageOf(locale)}::text is null)
  and exists (
    select from external_users e left join external_accounts a on a.id = e.external_account_id
    where e.external_id = ${guid} and e.user_id = u.id and e.email = ${email} and coalesce(e.name = ${name}::text, ${name}::text is null)
      and (${account?.externalId ?? null}::text is null or (
        a.external_id = ${account?.externalId ?? null}::text
        and coalesce(a.name = ${account?.name ?? null}::text, ${account?.name ?? null}::text is null)
        and coalesce(a.mrr = ${account?.mrr ?? null}::numeric, ${account?.mrr ?? null}::numeric is null))))`

/** The address of a person who exists stays: a token does not change whose account it is. */
async function storePerson(tx: Tx, person: SsoPerson, known: Known): Promise<number> {
  if (known.isCurrent && known.userId !== null) return known.userId
  const { id: userId, isNew } =
    known.userId === null
      ? await findOrCreateUser(tx, person.email, person.name ?? '')
      : { id: known.userId, isNew: false }
  // Nobody else can hold somebody who was created here.
  if (!isNew) await lockUsers(tx, sql`select ${userId}::bigint`)
  const { guid, name, avatarUrl, profileUrl, language, status, comments } = detailsOf(person, isNew)
  await executePrepared(
    tx,
    sql`select store_sso_details(${userId}, ${guid}, ${name}, ${avatarUrl}, ${profileUrl}, ${language}, ${status}, ${comments})`,
  )
  const { externalUser, accounts } = importedRows(person)
  const row = { ...externalUser, user_id: userId }
  await executePrepared(
    tx,
    sql`select from import_external_users(${[JSON.stringify(row)]}::jsonb[], ${accounts}::jsonb[])`,
  )
  return userId
}

/** As one statement: applications bring very many people. Null when there is somebody with this address by now. */
async function signInNew(
  db: Db,
  person: SsoPerson,
  session: Omit<NewEndUserSession, 'userId' | 'method'>,
): Promise<string | null> {
  const credential = generateCredential('visitor')
  const { guid, name, avatarUrl, profileUrl, language, status, comments } = detailsOf(person, true)
  const { externalUser, accounts } = importedRows(person)
  const { hash, ssoKeyId, allowForums, denyForums, address, userAgent, lifetimeSeconds } =
    sessionValues(session, credential)
  const { rows } = await executePrepared(
    db,
    sql<{ isNew: boolean }>`
      select sign_in_new_person(${person.email}, ${guid}, ${name}, ${avatarUrl}, ${profileUrl}, ${language}, ${status}, ${comments},
        ${[JSON.stringify(externalUser)]}::jsonb[], ${accounts}::jsonb[], ${hash}, ${ssoKeyId}, ${allowForums}, ${denyForums},
        ${address}, ${userAgent}, ${lifetimeSeconds}, ${MAX_SESSIONS}) as "isNew"`,
  )
  return rows[0]?.isNew ? credential : null
}

/** For the import of external users. */
function importedRows({ guid, email, name, account }: SsoPerson) {
  const externalUser = {
    external_id: guid,
    email,
    ...(name !== null && { name }),
    ...(account && { account: { external_id: account.externalId } }),
  }
  const accounts = account
    ? [
        {
          external_id: account.externalId,
          ...(account.name !== null && { name: account.name }),
          ...(account.mrr !== null && { mrr: account.mrr }),
        },
      ]
    : []
  return { externalUser, accounts: accounts.map((one) => JSON.stringify(one)) }
}

/** Null for a language that we do not have. */
function languageOf(locale: string | null): string | null {
  const language = locale?.split(/[-_]/)[0]?.toLowerCase()
  return isLanguage(language) ? language : null
}

/** What the token says of the person. Notifications only of a new one: others have chosen. */
const detailsOf = (
  {
    guid,
    name,
    avatarUrl,
    profileUrl,
    locale,
    statusNotifications,
    commentNotifications,
  }: SsoPerson,
  isNew: boolean,
) => ({
  guid,
  name,
  avatarUrl,
  profileUrl,
  language: languageOf(locale),
  status: isNew ? statusNotifications : null,
  comments: isNew ? commentNotifications : null,
})
