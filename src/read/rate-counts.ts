// Requests per minute that the rate limit has counted, in all processes.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export async function readCounts(
  db: Db,
  keys: string[],
  minute: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select key, count from rate_limit_counts where minute = ${minute} and key = any(${keys}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ key, count }) => [key, count]))
}
