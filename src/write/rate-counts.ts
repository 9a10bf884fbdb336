// What several processes have counted together in a minute.
import { sql } from 'kysely'
import { type Db, prepared } from '../db/db.ts'

/** Counts one more, unless the limit is reached; how many there are with it. */
export async function incrementWithinLimit(
  db: Db,
  key: string,
  minute: number,
  limit: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`${prepared}
    insert into rate_counts (minute, key, count) values (${minute}, ${key}, 1)
    on conflict (minute, key) do update set count = rate_counts.count + 1 where rate_counts.count < ${limit}
    returning count`.execute(db)
  return rows[0]?.count
}

/** Adds what a request cost besides, or takes it back; how many there are then. */
export async function addToCount(
  db: Db,
  key: string,
  minute: number,
  cost: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`${prepared}
    insert into rate_counts (minute, key, count) values (${minute}, ${key}, greatest(0, ${cost}::bigint))
    on conflict (minute, key) do update set count = greatest(0, rate_counts.count + ${cost}::bigint)
    returning count`.execute(db)
  return rows[0]?.count ?? 0
}

export const deleteOldCounts = (db: Db, before: number) =>
  sql`${prepared} delete from rate_counts where minute < ${before}`.execute(db)
