// Ids of records by the keys that other systems know, and those keys by id.
import { sql } from 'kysely'
import type { Db, Queries } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'

/** In the order of the external ids, without those that do not exist. */
export async function findIdsByExternalId(
  db: Db,
  { name }: Resource,
  externalIds: string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...new Set(externalIds)]}::text[]) with ordinality asked (external_id, place)
    join ${sql.table(name)} using (external_id) order by place`.execute(db)
  return rows.map(({ id }) => id)
}

/** The values of a column that identifies records, by id. */
export async function findKeysOf(
  pool: Queries,
  { table, key }: { table: string; key: string },
  ids: unknown[],
): Promise<Map<number, string>> {
  const { rows } = await pool.query<{ id: number; key: string }>(
    `select id, ${key} as key from ${table} where id = any($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [Number(row.id), row.key]))
}
