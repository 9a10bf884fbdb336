// Thumbnails of attachments. A background job renders each.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { Expression, Job } from '../../db/enqueue.ts'

/** The thumbnail's key in the store. */
export const thumbnailKey = (fileKey: string) => `${fileKey}.webp`

export const thumbnailJob = (attachment: Expression): Job => ({
  task: 'make_thumbnail',
  payload: { attachment },
  subject: sql`'attachment ' || ${attachment}`,
})

/** False when the attachment was deleted meanwhile. */
export async function recordThumbnail(
  db: Db,
  id: number,
  state: 'made' | 'none',
): Promise<boolean> {
  const { rows } = await sql`
    update attachments set thumbnail = ${state} where id = ${id} returning 1`.execute(db)
  return rows.length > 0
}
