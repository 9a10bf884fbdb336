// The language of the search, and those that the database server knows.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** All languages that the server has stems for. `simple` has none. */
export async function listSearchLanguages(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select cfgname::text as name from pg_ts_config where cfgnamespace = 'pg_catalog'::regnamespace order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

export type SearchLanguage = { language: string; isIndexed: boolean }

export async function findSearchLanguage(db: Db): Promise<SearchLanguage | undefined> {
  const { rows } = await sql<SearchLanguage>`
    select language, reindex_up_to is null as "isIndexed" from search_language`.execute(db)
  return rows[0]
}
