// Attachments: a file is uploaded, then linked to a record by its token.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import { generateInvitationCode } from '../credentials.ts'
import type { Db, Tx } from '../db/db.ts'
import { notifyJobs } from './job-notifications.ts'

export type NewFile = {
  fileKey: string
  fileName: string
  contentType: string
  size: number
  sha256: string
  isSafeImage: boolean
  /** Whether a thumbnail is to be made. */
  isPicture: boolean
}

/** Under which nobody can guess the file, and this database knows it for its own. */
export async function generateFileKey(db: Db): Promise<string> {
  const { rows } = await sql<{ key_suffix: string }>`select key_suffix from file_store`.execute(db)
  return `${randomBytes(16).toString('hex')}${rows[0]?.key_suffix}`
}

/** For a file that the store holds already. */
export async function createAttachment(
  tx: Tx,
  file: NewFile,
  quotaBytes: number | null,
): Promise<number> {
  await enforceQuota(tx, file.size, quotaBytes)
  const { rows } = await sql<{ id: number }>`
    insert into attachments (file_name, content_type, size_in_bytes, file_key, token, sha256, is_safe_image, thumbnail)
    values (${file.fileName}, ${file.contentType}, ${file.size}, ${file.fileKey}, ${generateInvitationCode()}, ${file.sha256},
      ${file.isSafeImage}, ${file.isPicture ? 'pending' : 'none'})
    returning id, ${file.isPicture ? notifyJobs : null}`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** Of several that come at once each counts those before it. */
export async function enforceQuota(
  db: Db,
  bytes: number,
  quotaBytes: number | null,
): Promise<void> {
  if (quotaBytes === null) return
  const { rows } = await sql<{ total_bytes: number }>`
    select total_bytes from file_store for no key update`.execute(db)
  if ((rows[0]?.total_bytes ?? 0) + bytes <= quotaBytes) return
  throw new ApiError(
    'too_large',
    `There is no room for this file: all files together may have ${quotaBytes} bytes, and that quota is reached.`,
  )
}

/** Linking twice changes nothing; linking elsewhere moves it. */
export async function linkAttachments(
  tx: Tx,
  tokens: string[] = [],
  to: { suggestion: number } | { note: number },
): Promise<void> {
  const unknown = await findUnknownToken(tx, tokens)
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
export async function findUnknownToken(db: Db, tokens: string[]): Promise<ApiError | undefined> {
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
