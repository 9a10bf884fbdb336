// Attachments: an upload is linked to a record by its token.
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Db, Tx } from '../db/db.ts'

/** Linking twice changes nothing; linking elsewhere moves it. */
export async function linkAttachments(
  tx: Tx,
  tokens: string[] = [],
  to: { suggestion: number } | { note: number },
): Promise<void> {
  const unknown = await unknownToken(tx, tokens)
  if (unknown) throw unknown
  const suggestion = 'suggestion' in to ? to.suggestion : null
  const note = 'note' in to ? to.note : null
  await sql`
    update attachments set suggestion_id = ${suggestion}, note_id = ${note}, updated_at = now()
    where token = any(${tokens})
      and (suggestion_id, note_id) is distinct from (${suggestion}::bigint, ${note}::bigint)`.execute(
    tx,
  )
}

/** One unknown token refuses the whole call. */
export async function unknownToken(db: Db, tokens: string[]): Promise<ApiError | undefined> {
  if (tokens.length === 0) return undefined
  const { rows } = await sql<{ token: string }>`
    select sent as token from unnest(${tokens}::text[]) sent
    where not exists (select from attachments where token = sent) limit 1`.execute(db)
  if (!rows[0]) return undefined
  const shown = JSON.stringify(rows[0].token.slice(0, 100))
  return new ApiError(
    'invalid',
    `attachment_tokens holds ${shown}, which is no token of an upload.`,
    {
      attachment_tokens: 'not_found',
    },
  )
}
