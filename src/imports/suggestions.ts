// Suggestions from a file, with their authors, labels, votes and comments. The database does the rest
// (src/db/functions/imports.sql).
import { sql } from 'kysely'
import { invalidInput, type Problem } from '../core/api-error.ts'
import { mapInSlices, stringifyInSlices } from '../core/slices.ts'
import { formatValue } from '../core/values.ts'
import type { Db, Tx } from '../db/db.ts'
import type { CustomInput } from '../write/core/custom-values.ts'
import { coerceImportedValues, toJsonArray } from './custom-values.ts'

/** What is absent of a suggestion that exists stays as it is. */
export type ImportedSuggestion = {
  /** Its id in the system that it comes from. */
  external_id?: string
  title: string
  body?: string
  /** A name or an id; without it the default forum. */
  forum?: string
  category?: string
  status?: string
  labels?: string[]
  user_email?: string
  user_name?: string
  /** How often the author votes, or the addresses of the people who vote. */
  votes?: number | string[]
  comments?: { email?: string; body: string }[]
  created_at?: string
  values?: CustomInput[]
}

/** Of rows with the same id the last one wins. Returns how many suggestions were created or changed. */
export async function importSuggestions(
  tx: Tx,
  actor: number,
  imported: ImportedSuggestion[],
  createsMissing: boolean,
): Promise<number> {
  const problems: Problem[] = []
  const customFields = await coerceImportedValues(
    tx,
    actor,
    'suggestions',
    imported.map(({ values = [] }, i) => ({ values, path: ['suggestions', i] })),
    problems,
  )
  if (problems.length > 0) throw invalidInput(problems)
  const positions = new Map<string | number, number>()
  for (const [i, { external_id = i }] of imported.entries()) {
    positions.delete(external_id)
    positions.set(external_id, i)
  }
  const rows = [...positions.values()]
  const sent = await mapInSlices(rows, (i) => {
    const { values: _, ...members } = imported[i] as ImportedSuggestion
    return { ...members, custom_fields: customFields[i] }
  })
  const { rows: results } = await sql<{ place: number; problem: UnknownName | null }>`
    select place, problem from import_suggestions(${toJsonArray(await stringifyInSlices(sent))}, ${actor}, ${createsMissing})`.execute(
    tx,
  )
  for (const { place, problem } of results) {
    if (problem === null) continue
    const i = rows[place - 1] as number
    const path = ['suggestions', i, problem]
    problems.push({ path, code: 'not_found', message: describeUnknown(problem, imported[i]) })
  }
  if (problems.length > 0) throw invalidInput(problems)
  return results.length
}

const NAMES = ['forum', 'category', 'status', 'labels'] as const
type UnknownName = (typeof NAMES)[number]

const SINGULAR = { forum: 'forum', category: 'category', status: 'status', labels: 'label' }

const describeUnknown = (name: UnknownName, row: ImportedSuggestion | undefined) => {
  const value = row?.[name]
  return value === undefined
    ? `${name}: required, because no forum is the default.`
    : `${name}: no ${SINGULAR[name]} has the name ${formatValue(String(value))}.`
}

type FileRow = ImportedSuggestion & { line?: number }

/** A name in a row that no record has. */
export type UnknownRecord = { line: number | null; column: string; value: string; message: string }

/** The forums, categories, statuses and labels that do not exist, unless they are to be created. */
export async function findUnknownNames(
  db: Db,
  rows: FileRow[],
  createsMissing: boolean,
): Promise<UnknownRecord[]> {
  const sent = await stringifyInSlices(
    rows.map(({ external_id, forum, category, status, labels }) => ({
      external_id,
      forum,
      category,
      status,
      labels,
    })),
  )
  const { rows: unknown } = await sql<{ place: number; name: UnknownName; value: string | null }>`
    select place, name, value from find_unknown_names(${toJsonArray(sent)}, ${createsMissing})
    order by place`.execute(db)
  return unknown.map(({ place, name, value }) => ({
    line: rows[place - 1]?.line ?? null,
    column: name,
    value: value ?? '',
    message:
      value === null
        ? 'it is required, because no forum is the default'
        : `no ${SINGULAR[name]} has this name`,
  }))
}
