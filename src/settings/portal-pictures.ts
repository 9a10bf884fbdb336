// The logo and the icon of the portal: uploaded files that a setting names.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { formatValue } from '../core/values.ts'
import type { Db, Queries, Tx } from '../db/db.ts'
import type { PictureSetting } from './declarations.ts'

export const MAX_PICTURE_BYTES: Record<PictureSetting, number> = {
  portal_logo: 500_000,
  portal_logo_dark: 500_000,
  portal_icon: 100_000,
}

export const PICTURE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/svg+xml',
]
const SVG = 'image/svg+xml'

type Upload = { contentType: string; size: number; isSafeImage: boolean }

/** Throws unless the upload can be this picture. */
export async function requirePicture(
  db: Db,
  name: PictureSetting,
  id: number | null,
): Promise<void> {
  if (id === null) return
  const { rows } = await sql<Upload>`
    select content_type as "contentType", size_in_bytes as size, is_safe_image as "isSafeImage"
    from attachments where id = ${id}`.execute(db)
  const [file] = rows
  if (!file)
    throw new ApiError('invalid', `${name}: no attachment has the id ${id}.`, {
      [name]: 'not_found',
    })
  // A picture that is also a page is not safe; an SVG is served so that nothing in it runs.
  const isPicture =
    PICTURE_TYPES.includes(file.contentType) && (file.isSafeImage || file.contentType === SVG)
  if (!isPicture)
    throw new ApiError(
      'invalid',
      `${name}: ${formatValue(file.contentType)} is not allowed. Allowed: PNG, JPEG, WebP, AVIF and SVG.`,
      { [name]: 'invalid' },
    )
  const max = MAX_PICTURE_BYTES[name]
  if (file.size > max)
    throw new ApiError(
      'invalid',
      `${name}: ${file.size} bytes are too many. Maximum: ${max} bytes.`,
      { [name]: 'invalid' },
    )
}

/** The upload stays as long as the setting has it; a setting that is removed takes its row with it. */
export async function usePicture(tx: Tx, name: PictureSetting, id: number | null): Promise<void> {
  if (id === null) return
  await sql`
    insert into portal_pictures (setting_name, attachment_id) values (${name}, ${id})
    on conflict (setting_name) do update set attachment_id = excluded.attachment_id`.execute(tx)
}

export type PortalPicture = { key: string; contentType: string; size: number; createdAt: Date }

export async function findPortalPicture(
  pool: Queries,
  id: number,
): Promise<PortalPicture | undefined> {
  const { rows } = await pool.query<PortalPicture>(
    `select file_key as key, content_type as "contentType", size_in_bytes as size, created_at as "createdAt"
      from attachments where id = $1`,
    [id],
  )
  return rows[0]
}
