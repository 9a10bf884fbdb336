// A backup of the first schema holds the same rows under some other names of tables and columns.
import { isFirstSchema, isLastOfFirstSchema } from '../db/first-schema.ts'
import type { Manifest } from './manifest.ts'

/** The migrations that made the tables of the first schema anew. Later ones are applied to the restored rows. */
const SAME_SCHEMA = [
  '0001_people.sql',
  '0002_suggestions.sql',
  '0003_features_and_segments.sql',
  '0004_service.sql',
  '0005_portal.sql',
]

const RENAMED_TABLES: Record<string, string> = {
  engagement_clock: 'engagement_window',
  external_accounts_words: 'external_accounts_search',
  kept_answers: 'idempotent_responses',
  parked_supporters: 'duplicate_supporters',
  rate_counts: 'rate_limit_counts',
  suggestions_words: 'suggestions_search',
  users_words: 'users_search',
}

/** By the name that the table has now. */
const RENAMED_COLUMNS: Record<string, Record<string, string>> = {
  account_plan: { is_the_only: 'is_singleton' },
  comments: { state_before: 'previous_state' },
  engagement_window: { is_only: 'is_singleton' },
  file_store: { is_only: 'is_singleton' },
  import_batches: { place: 'position' },
  suggestions: { state_before: 'previous_state' },
}

/** The manifest in the names of the schema of today. */
export function translateManifest(manifest: Manifest): Manifest {
  if (!isFirstSchema(manifest.schema)) return manifest
  if (!isLastOfFirstSchema(manifest.schema))
    throw new Error(
      'The backup has an unfinished first schema. Restore it with the last build of that schema, ' +
        'which brings it up to date, and back it up again.',
    )
  const tables = manifest.tables.map((table) => {
    const name = RENAMED_TABLES[table.name] ?? table.name
    const renamed = RENAMED_COLUMNS[name] ?? {}
    const columns = table.columns.map((column) => renamed[column] ?? column)
    return { ...table, name, columns, archived_as: table.name }
  })
  return { ...manifest, schema: SAME_SCHEMA, tables: tables.sort(byName) }
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
