// What somebody wrote on the portal before they sign in. Who has its token finds it again on the page that they come back to, on
// any device.
import { sql } from 'kysely'
import { generateCredential, hashCredential, isCredential } from '../auth/credentials.ts'
import type { Db, Tx } from '../db/db.ts'

export const DRAFT_HOURS = 24
/** Of one network. The oldest ones go first. */
const MAX_DRAFTS = 50

/** The fields of a form by name, which the caller has checked. */
export type Draft = Record<string, string>

// An arbitrary class of advisory locks.
const DRAFT_LOCK = 7325_1053

/** Returns the token. */
export async function saveDraft(tx: Tx, fields: Draft, network: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(${DRAFT_LOCK}, hashtext(${network}))`.execute(tx)
  await sql`
    delete from portal_drafts where token_hash in (
      select token_hash from portal_drafts where network = ${network}
      order by expires_at desc offset ${MAX_DRAFTS - 1})`.execute(tx)
  const token = generateCredential('code')
  await sql`
    insert into portal_drafts (token_hash, fields, network, expires_at)
    values (${hashCredential(token)}, ${JSON.stringify(fields)}::jsonb, ${network},
      now() + ${DRAFT_HOURS} * interval '1 hour')`.execute(tx)
  return token
}

/** Undefined when it has expired or was sent. */
export async function findDraft(db: Db, token: string | undefined): Promise<Draft | undefined> {
  if (token === undefined || !isCredential('code', token)) return undefined
  const { rows } = await sql<{ fields: Draft }>`
    select fields from portal_drafts
    where token_hash = ${hashCredential(token)} and expires_at > now()`.execute(db)
  return rows[0]?.fields
}

export async function deleteDraft(db: Db, token: string | undefined): Promise<void> {
  if (token === undefined || !isCredential('code', token)) return
  await sql`delete from portal_drafts where token_hash = ${hashCredential(token)}`.execute(db)
}

export const deleteExpiredDrafts = (tx: Tx) =>
  sql`delete from portal_drafts where expires_at <= now()`.execute(tx)
