import { sql } from 'kysely'
import type { Db } from '../../src/db/db.ts'

/** Building an index is several times faster than filling it row by row. Unique indexes stay. */
export async function withoutIndexes(
  pool: Db,
  tables: string[],
  fill: (db: Db) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any(${tables}::regclass[]) and not indisunique`.execute(pool)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(pool)
  await pool.connection().execute(fill)
  await Promise.all([0, 1].map(() => pool.connection().execute(buildIndexes)))

  async function buildIndexes(builder: Db) {
    await sql`set maintenance_work_mem = '128MB'`.execute(builder)
    await sql`set max_parallel_maintenance_workers = 0`.execute(builder)
    for (let next = rows.pop(); next; next = rows.pop())
      await sql.raw(next.definition).execute(builder)
  }
}
