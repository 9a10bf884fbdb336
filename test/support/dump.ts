// Every row of a database, to see what a command changed.
import { sql } from 'kysely'
import type { Db } from '../../src/db/db.ts'

/** Logs and queues, and counters in parts, which findWrongFigures compares. */
const NOT_COMPARED = [
  'audit_entries',
  'deletions',
  'event_consumers',
  'event_history',
  'events',
  'installed_functions',
  'label_set_counts',
  'moves',
  'processes',
  'record_counts',
  'removed_files',
  'report_changes',
  'report_person_changes',
  'stale_records',
  'suggestion_counts',
  'supporter_counts',
  'time_blocks',
  'time_counts',
  'tokens',
]

export async function dump(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all(${NOT_COMPARED}) order by 1`.execute(db)
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'updated_at' - 'last_active_at' - 'last_used_at')::text as row
      from ${sql.table(name)} t order by 1`.execute(db)
    all[name] = rows.map(({ row }) => row)
  }
  return all
}
