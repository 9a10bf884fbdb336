// The queue of thumbnails. A process claims a thumbnail and holds no lock while it creates it.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** The thumbnail's key in the store. */
export const thumbnailKey = (fileKey: string) => `${fileKey}.webp`

export type ClaimedThumbnail = { id: number; file_key: string }

/** The next unclaimed thumbnail. A claim expires after two minutes. */
export async function claimThumbnail(db: Db): Promise<ClaimedThumbnail | undefined> {
  const { rows } = await sql<ClaimedThumbnail>`
    update attachments set thumbnail_claimed_at = now()
    where id = (
      select id from attachments
      where thumbnail = 'pending'
        and (thumbnail_claimed_at is null or thumbnail_claimed_at < now() - interval '2 minutes')
      order by id limit 1 for update skip locked
    )
    returning id, file_key`.execute(db)
  return rows[0]
}

/** False when the attachment was deleted meanwhile. */
export async function recordThumbnail(
  db: Db,
  id: number,
  state: 'made' | 'none',
): Promise<boolean> {
  const { rows } = await sql`
    update attachments set thumbnail = ${state}, thumbnail_claimed_at = null where id = ${id} returning 1`.execute(
    db,
  )
  return rows.length > 0
}
