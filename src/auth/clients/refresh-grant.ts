// A new access token for a refresh token (RFC 6749, 6).
import type { Tx } from '../../db/db.ts'
import type { Origin } from '../../write/core/audit.ts'
import { type IssuedToken, issueAccessToken } from './api-clients.ts'
import { type RefreshResult, useRefreshToken } from './token-grants.ts'

export type RefreshRequest = {
  clientId: number
  refreshToken: string
  /** Narrows the access token; throws for a scope that the grant does not have. */
  narrow(scopes: string[] | null): string[] | null
}

export type Refreshed =
  | { type: 'issued'; token: IssuedToken }
  | Exclude<RefreshResult, { type: 'refreshed' }>

export async function grantByRefreshToken(
  tx: Tx,
  { clientId, refreshToken, narrow }: RefreshRequest,
  origin: Origin,
): Promise<Refreshed> {
  const result = await useRefreshToken(tx, refreshToken, clientId, origin)
  if (result.type !== 'refreshed') return result
  const scopes = narrow(result.scopes)
  const token = await issueAccessToken(tx, clientId, { scopes, grantId: result.grantId })
  return { type: 'issued', token: { ...token, refreshToken: result.refreshToken } }
}
