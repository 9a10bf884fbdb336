// Rate limit counters per minute, shared by all processes.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { executePrepared } from '../../db/driver.ts'

/** Returns the new count, or undefined when the limit is reached. */
export async function incrementWithinLimit(
  db: Db,
  key: string,
  minute: number,
  limit: number,
): Promise<number | undefined> {
  const { rows } = await executePrepared(
    db,
    sql<{ count: number }>`
    insert into rate_limit_counts (minute, key, count) values (${minute}, ${key}, 1)
    on conflict (minute, key) do update set count = rate_limit_counts.count + 1 where rate_limit_counts.count < ${limit}
    returning count`,
  )
  return rows[0]?.count
}

/** Adds a cost, or refunds it when negative. Returns the new count. */
export async function addToCount(
  db: Db,
  key: string,
  minute: number,
  cost: number,
): Promise<number> {
  const { rows } = await executePrepared(
    db,
    sql<{ count: number }>`
    insert into rate_limit_counts (minute, key, count) values (${minute}, ${key}, greatest(0, ${cost}::bigint))
    on conflict (minute, key) do update set count = greatest(0, rate_limit_counts.count + ${cost}::bigint)
    returning count`,
  )
  return rows[0]?.count ?? 0
}

/** Adds what one process counted alone. In the order of keys, in which others add theirs. */
export const addCounts = (db: Db, counts: [key: string, count: number][], minute: number) =>
  sql`
    insert into rate_limit_counts (minute, key, count)
    select ${minute}, key, count
    from unnest(${counts.map(([key]) => key)}::text[], ${counts.map(([, count]) => count)}::bigint[]) added (key, count)
    order by key
    on conflict (minute, key) do update set count = rate_limit_counts.count + excluded.count`.execute(
    db,
  )

export const deleteOldCounts = (db: Db, before: number) =>
  executePrepared(db, sql`delete from rate_limit_counts where minute < ${before}`)
