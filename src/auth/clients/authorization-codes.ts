// Codes with which an application gets a token of the person who allowed it (RFC 6749, 4.1, with PKCE, RFC 7636).
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { Origin } from '../../write/core/audit.ts'
import { generateCredential, hashCredential, hashesAreEqual } from '../credentials.ts'
import type { ForumLimits } from '../identity.ts'
import {
  type Audience,
  type IssuedToken,
  issueToken,
  issueTokenToEndUser,
  revokeByHash,
} from './api-clients.ts'

const LIFETIME_SECONDS = 60
/** A replay is noticed for so long. */
const KEPT_HOURS = 24

export type NewCode = {
  clientId: number
  userId: number
  redirectUri: string
  /** Null without PKCE, which only a client with a secret may leave out. */
  codeChallenge: string | null
  scopes: string[] | null
  forums?: ForumLimits
}

export async function createAuthorizationCode(
  tx: Tx,
  { clientId, userId, redirectUri, codeChallenge, scopes, forums }: NewCode,
): Promise<string> {
  const code = generateCredential('code')
  await sql`
    insert into authorization_codes (hash, api_client_id, user_id, redirect_uri, code_challenge, scopes, allow_forums, deny_forums, expires_at)
    values (${hashCredential(code)}, ${clientId}, ${userId}, ${redirectUri}, ${codeChallenge}, ${scopes}::text[],
      ${forums?.allowForums ?? null}, ${forums?.denyForums ?? []}, now() + ${LIFETIME_SECONDS} * interval '1 second')`.execute(
    tx,
  )
  return code
}

export type CodeExchange = {
  clientId: number
  code: string
  redirectUri: string
  codeVerifier: string | undefined
}

type StoredCode = {
  user_id: number
  code_challenge: string | null
  scopes: string[] | null
  audience: Audience
  allow_forums: number[] | null
  deny_forums: number[]
  token_hash: Buffer | null
  is_valid: boolean
}

/** Undefined when anything about it is wrong; the code is then used up. Of two uses, the second also ends what the first got. */
export async function exchangeCode(
  tx: Tx,
  { clientId, code, redirectUri, codeVerifier }: CodeExchange,
  origin: Origin,
): Promise<IssuedToken | undefined> {
  const codeHash = hashCredential(code)
  const { rows } = await sql<StoredCode>`
    select c.user_id, code_challenge, c.scopes, a.audience, allow_forums::float8[] as allow_forums,
      deny_forums::float8[] as deny_forums, token_hash,
      c.expires_at > now() and redirect_uri = ${redirectUri}
        and (code_challenge is not null or a.secret_hash is not null)
        and case a.audience when 'admin'
          then exists (select from permissions p where p.user_id = c.user_id and disabled_at is null)
          else exists (select from users u where u.id = c.user_id and u.allowed_state = 'allowed') end as is_valid
    from authorization_codes c join api_clients a on a.id = c.api_client_id
    where hash = ${codeHash} and api_client_id = ${clientId} for update of c`.execute(tx)
  const stored = rows[0]
  if (!stored) return undefined
  const { user_id, scopes, token_hash, is_valid } = stored
  if (token_hash) {
    await revokeByHash(tx, token_hash, clientId, origin)
    return undefined
  }
  // A thief of the code gets one attempt, not many.
  if (!is_valid || !isVerifierOf(codeVerifier, stored.code_challenge)) {
    await sql`delete from authorization_codes where hash = ${codeHash}`.execute(tx)
    return undefined
  }
  const issued =
    stored.audience === 'end_users'
      ? await issueTokenToEndUser(tx, clientId, user_id, {
          allowForums: stored.allow_forums,
          denyForums: stored.deny_forums,
        })
      : await issueToken(tx, clientId, user_id, {
          scopes,
          grant: 'authorization_code',
          origin: { ...origin, userId: user_id },
        })
  await sql`
    update authorization_codes set token_hash = ${hashCredential(issued.token)} where hash = ${codeHash}`.execute(
    tx,
  )
  return issued
}

/** A verifier without a challenge is refused too: somebody removed the challenge on its way. */
const isVerifierOf = (verifier: string | undefined, challenge: string | null): boolean =>
  verifier === undefined || challenge === null
    ? verifier === undefined && challenge === null
    : hashesAreEqual(hash('sha256', verifier, 'buffer'), Buffer.from(challenge, 'base64url'))

/** Those of which a replay is not noticed any more. */
export const deleteOldCodes = (tx: Tx) =>
  sql`delete from authorization_codes where expires_at <= now() - ${KEPT_HOURS} * interval '1 hour'`.execute(
    tx,
  )
