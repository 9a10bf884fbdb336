// Attachments: a file is uploaded, then linked to a record by its token.
import { sql } from 'kysely'
import { shownFiles } from '#markdown'
import { generateInvitationCode } from '../auth/credentials.ts'
import { ApiError, invalidInput } from '../core/api-error.ts'
import { MARKDOWN } from '../core/formatted-text.ts'
import { formatValue } from '../core/values.ts'
import type { Db, Tx } from '../db/db.ts'
import { addJob } from '../db/enqueue.ts'
import { thumbnailJob } from './background/thumbnails.ts'

export type NewFile = {
  fileKey: string
  fileName: string
  contentType: string
  size: number
  crc32: number
  isSafeImage: boolean
  /** A background job creates a thumbnail. */
  isPicture: boolean
  /** The person of the portal who uploaded it; absent for uploads of the team. */
  createdBy?: number
}

/** The file must already be in the store. */
export async function createAttachment(
  tx: Tx,
  file: NewFile,
  quotaBytes: number | null,
): Promise<number> {
  await enforceQuota(tx, file.size, quotaBytes)
  const { rows } = await sql<{ id: number }>`
    insert into attachments (file_name, content_type, size_in_bytes, file_key, token, crc32, is_safe_image, thumbnail, created_by_id)
    values (${file.fileName}, ${file.contentType}, ${file.size}, ${file.fileKey}, ${generateInvitationCode()}, ${file.crc32},
      ${file.isSafeImage}, ${file.isPicture ? 'pending' : 'none'}, ${file.createdBy ?? null})
    returning id, ${file.isPicture ? addJob(thumbnailJob(sql.ref('id'))) : null}`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** The row lock makes concurrent uploads count each other. */
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
    `file: the storage quota is reached. All files together can have at most ${quotaBytes} bytes.`,
  )
}

/** Idempotent. An attachment that is linked to another record moves. */
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
    update attachments set suggestion_id = ${suggestion}, note_id = ${note}, comment_id = null, updated_at = now()
    where token = any(${tokens}) and (suggestion_id, note_id, comment_id)
      is distinct from (${suggestion}::bigint, ${note}::bigint, null::bigint)`.execute(tx)
}

/** What a person adds to one text. */
export const MAX_OWN_FILES = 10
export const MAX_OWN_FILE_BYTES = 10_000_000

/** By the bytes of the file. What others download must not run on their computers. */
export const OWN_FILE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
  'text/plain',
  'text/csv',
]

/**
 * Makes these the files of a text of the portal, beside those that the team added. They are uploads of its author that belong to
 * nothing else. Others that the author added before are no longer part of it, and are deleted after a while.
 */
export async function setOwnFiles(
  tx: Tx,
  author: number,
  attachmentIds: number[],
  to: { suggestion: number } | { comment: number },
): Promise<void> {
  const suggestion = 'suggestion' in to ? to.suggestion : null
  const comment = 'comment' in to ? to.comment : null
  const belongs =
    suggestion === null ? sql`comment_id = ${comment}` : sql`suggestion_id = ${suggestion}`
  await sql`
    update attachments set suggestion_id = null, comment_id = null, updated_at = now()
    where ${belongs} and created_by_id = ${author} and not id = any(${attachmentIds}::bigint[])`.execute(
    tx,
  )
  if (attachmentIds.length === 0) return
  const { rows } = await sql<{ id: number }>`
    update attachments set suggestion_id = ${suggestion}, comment_id = ${comment}, updated_at = now()
    where id = any(${attachmentIds}::bigint[]) and created_by_id = ${author} and note_id is null
      and (${belongs} or (suggestion_id is null and comment_id is null))
    returning id`.execute(tx)
  const linked = new Set(rows.map(({ id }) => id))
  const missing = attachmentIds.find((id) => !linked.has(id))
  if (missing === undefined) return
  throw invalidInput([
    {
      path: ['attachment_ids'],
      code: 'not_found',
      message: `attachment_ids: you have no upload ${missing} that belongs to no other text.`,
    },
  ])
}

type Text = { body?: string | undefined; body_mime_type?: string | undefined }

const keysIn = ({ body, body_mime_type }: Text): string[] =>
  body === undefined || body_mime_type !== MARKDOWN
    ? []
    : shownFiles(body).map((path) => path.replace('/files/', ''))

/**
 * Keeps the pictures of a Markdown text, so that its readers see them. One that belongs to no record yet is linked to the suggestion
 * or note; one that other texts show too is noted as used.
 */
export async function linkPictures(
  tx: Tx,
  text: Text,
  to: { suggestion: number } | { note: number },
): Promise<void> {
  const keys = keysIn(text)
  if (keys.length === 0) return
  const suggestion = 'suggestion' in to ? to.suggestion : null
  await sql`
    update attachments set suggestion_id = ${suggestion}, note_id = ${'note' in to ? to.note : null}, updated_at = now()
    where file_key = any(${keys}) and suggestion_id is null and note_id is null and comment_id is null
      and not exists (select from picture_uses where attachment_id = attachments.id)`.execute(tx)
  // Staff read the files of notes wherever they belong.
  if (suggestion !== null)
    await usePictures(tx, text, { column: 'suggestion_id', ids: [suggestion] })
}

type Use = {
  column:
    | 'suggestion_id'
    | 'feature_id'
    | 'feedback_record_id'
    | 'saved_reply_id'
    | 'announcement_id'
  ids: number[]
}

/** Notes that the text of these records shows its pictures. They stay as long as one of the records. */
export async function usePictures(tx: Tx, text: Text, { column, ids }: Use): Promise<void> {
  const keys = keysIn(text)
  if (keys.length === 0 || ids.length === 0) return
  const isOwn = column === 'suggestion_id' ? sql`a.suggestion_id = one.id` : sql`false`
  await sql`
    with used as (
      insert into picture_uses (attachment_id, ${sql.ref(column)})
      select a.id, one.id from attachments a, unnest(${ids}::bigint[]) one (id)
      where a.file_key = any(${keys}) and (${isOwn}) is not true
      on conflict do nothing returning attachment_id
    )
    update attachments set updated_at = now() where id in (select attachment_id from used)`.execute(
    tx,
  )
}

/** Undefined when an upload exists for every token. */
export async function findUnknownToken(db: Db, tokens: string[]): Promise<ApiError | undefined> {
  if (tokens.length === 0) return undefined
  const { rows } = await sql<{ token: string }>`
    select sent as token from unnest(${tokens}::text[]) sent
    where not exists (select from attachments where token = sent) limit 1`.execute(db)
  if (!rows[0]) return undefined
  const message = `attachment_tokens: no upload has the token ${formatValue(rows[0].token)}.`
  return new ApiError('invalid', message, { attachment_tokens: 'not_found' })
}
