// Attachments: an upload is linked to a record by its token.
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Tx } from '../db/db.ts'

/** An unknown token refuses the whole call; linking twice changes nothing; linking elsewhere moves it. */
export async function linkAttachments(
  tx: Tx,
  tokens: string[] = [],
  to: { suggestion: number } | { note: number },
): Promise<void> {
  if (tokens.length === 0) return
  const suggestion = 'suggestion' in to ? to.suggestion : null
  const note = 'note' in to ? to.note : null
  const { rows } = await sql<{ token: string }>`
    with known as (select id, token from attachments where token = any(${tokens}) order by id for no key update),
    linked as (
      update attachments a set suggestion_id = ${suggestion}, note_id = ${note}, updated_at = now()
      from known where a.id = known.id
        and (a.suggestion_id, a.note_id) is distinct from (${suggestion}::bigint, ${note}::bigint)
    )
    select token from known`.execute(tx)
  const known = rows.map(({ token }) => token)
  const unknown = tokens.find((token) => !known.includes(token))
  if (unknown !== undefined) {
    throw new ApiError(
      'invalid',
      `attachment_tokens holds ${JSON.stringify(unknown.slice(0, 100))}, which is no token of an upload.`,
      {
        attachment_tokens: 'not_found',
      },
    )
  }
}
