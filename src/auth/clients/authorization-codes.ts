// Codes with which an application gets a token of the person who allowed it (RFC 6749, 4.1, with PKCE, RFC 7636).
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { Origin } from '../../write/core/audit.ts'
import { generateCredential, hashCredential, hashesAreEqual } from '../credentials.ts'
import { type IssuedToken, issueToken, revokeByHash } from './api-clients.ts'

const LIFETIME_SECONDS = 60
/** A replay is noticed for so long. */
const KEPT_HOURS = 24

export type NewCode = {
  clientId: number
  userId: number
  redirectUri: string
  codeChallenge: string
  scopes: string[] | null
}

export async function createAuthorizationCode(
  tx: Tx,
  { clientId, userId, redirectUri, codeChallenge, scopes }: NewCode,
): Promise<string> {
  const code = generateCredential('code')
  await sql`
    insert into authorization_codes (hash, api_client_id, user_id, redirect_uri, code_challenge, scopes, expires_at)
    values (${hashCredential(code)}, ${clientId}, ${userId}, ${redirectUri}, ${codeChallenge}, ${scopes}::text[],
      now() + ${LIFETIME_SECONDS} * interval '1 second')`.execute(tx)
  return code
}

export type CodeExchange = {
  clientId: number
  code: string
  redirectUri: string
  codeVerifier: string
}

type StoredCode = {
  user_id: number
  code_challenge: string
  scopes: string[] | null
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
    select c.user_id, code_challenge, scopes, token_hash,
      expires_at > now() and redirect_uri = ${redirectUri}
        and exists (select from permissions p where p.user_id = c.user_id and disabled_at is null) as is_valid
    from authorization_codes c where hash = ${codeHash} and api_client_id = ${clientId} for update`.execute(
    tx,
  )
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
  const issued = await issueToken(tx, clientId, user_id, {
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

const isVerifierOf = (verifier: string, challenge: string): boolean =>
  hashesAreEqual(hash('sha256', verifier, 'buffer'), Buffer.from(challenge, 'base64url'))

/** Those of which a replay is not noticed any more. */
export const deleteOldCodes = (tx: Tx) =>
  sql`delete from authorization_codes where expires_at <= now() - ${KEPT_HOURS} * interval '1 hour'`.execute(
    tx,
  )
