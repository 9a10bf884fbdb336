// A backup of the first schema holds the same data under some other names of tables and columns. Figures are in the rows
// of their records.
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

/** The figures that were columns of the record. */
const FIGURES: Record<string, { table: string; columns: string[] }> = {
  users: { table: 'user_figures', columns: ['updated_at', 'supported_suggestions_count'] },
  external_accounts: {
    table: 'external_account_figures',
    columns: [
      'updated_at',
      'last_active_at',
      'users_count',
      'requests_count',
      'supported_ideas_count',
      'nps_raters_count',
      'nps_promoters_count',
      'nps_detractors_count',
    ],
  },
  suggestions: {
    table: 'suggestion_figures',
    columns: [
      'updated_at',
      'inappropriate_flags_count',
      'comments_count',
      'notes_count',
      'requests_count',
      'votes_count',
      'supporters_count',
      'supporting_accounts_count',
      'account_supporters_count',
      'satisfaction_detractor_count',
      'satisfaction_neutral_count',
      'satisfaction_promoter_count',
      'satisfaction_total',
      'recent_engagement',
      'importance_low_count',
      'importance_medium_count',
      'importance_high_count',
      'internal_flags_count',
      'all_internal_flags_count',
      'merge_candidates_count',
      'jira_link_count',
      'vsts_link_count',
      'first_support_at',
      'last_support_at',
      'last_engagement_at',
      'last_internal_flag_at',
      'supporter_revenue',
      'importance_total_value',
    ],
  },
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
    const figures = FIGURES[name]
    return { ...table, name, columns, archived_as: table.name, ...(figures && { figures }) }
  })
  return { ...manifest, schema: SAME_SCHEMA, tables: tables.sort(byName) }
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
