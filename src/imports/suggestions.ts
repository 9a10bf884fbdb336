// Suggestions with their authors, labels, votes, comments and status updates. The database does the rest
// (src/db/functions/imports.sql).
import { sql } from 'kysely'
import { invalidInput, type Path, type Problem } from '../core/api-error.ts'
import { mapInSlices, stringifyInSlices } from '../core/slices.ts'
import { formatValue } from '../core/values.ts'
import type { Db, Tx } from '../db/db.ts'
import { coerceImportedValues, toJsonArray } from './custom-values.ts'
import { CREATED_FIELDS, type CreatedField } from './known-names.ts'
import type { NameOrId, SuggestionRow } from './rows.ts'

/** In the order in which problems are reported. */
const MEMBERS = [
  'user',
  'forum',
  'status',
  'category',
  'category_of_forum',
  'attachment_tokens',
  'labels',
] as const

/** A record that a row names and that does not exist; without a value the default forum, which no forum is. */
export type UnknownRecord = {
  member: (typeof MEMBERS)[number]
  value: NameOrId | null
  /** Of the row. A category of another forum is a `category_of_forum`. */
  forum_id: number | null
}

/** Where the rows come from decides what is created for them and how their problems are reported. */
export type SuggestionSource = {
  /** What is created when no record has the name. Statuses never are. */
  creates: readonly CreatedField[]
  /** Custom fields that do not exist are created. */
  createsFields: boolean
  pathOf(row: number): Path
  describe(unknown: UnknownRecord, row: number): Problem | Promise<Problem>
  /** Those that were found before. */
  problems?: Problem[]
}

/** Of rows with the same external id the last one wins. Throws one error for all problems. Returns the ids. */
export async function importSuggestions(
  tx: Tx,
  actor: number,
  imported: SuggestionRow[],
  { creates, createsFields, pathOf, describe, problems = [] }: SuggestionSource,
): Promise<number[]> {
  const customFields = await coerceImportedValues(tx, {
    actor,
    objectType: 'suggestions',
    rows: imported.map(({ values = [] }, i) => ({ values, path: pathOf(i) })),
    createsFields,
    problems,
  })
  const positions = new Map<string | number, number>()
  for (const [i, { external_id = i }] of imported.entries()) {
    positions.delete(external_id)
    positions.set(external_id, i)
  }
  const rows = [...positions.values()]
  const sent = await stringifyInSlices(
    await mapInSlices(rows, (i) => {
      const { values: _, creates: __, ...members } = imported[i] as SuggestionRow
      return { ...members, custom_fields: customFields[i] }
    }),
  )
  const named = CREATED_FIELDS.filter((field) => imported.some((row) => row.creates?.[field]))
  // A call that fails anyway takes no locks. Where only some names are created, the others have to exist.
  const isChecked = problems.length > 0 || named.some((field) => !creates.includes(field))
  const unknown = isChecked ? (await selectUnknown(tx, sent, creates)).rows : []
  const missing = withoutCreated(
    unknown,
    rows.map((i) => imported[i] as SuggestionRow),
  )
  const { rows: results } =
    problems.length > 0 || missing.length > 0
      ? { rows: missing }
      : await sql<Result>`
          select place, id, unknown as member, value, forum_id
          from import_suggestions(${toJsonArray(sent)}, ${actor}, ${[...creates, ...named]}::text[])`.execute(
          tx,
        )
  for (const unknown of sortUnknown(results)) {
    problems.push(await describe(unknown, rows[unknown.place - 1] as number))
  }
  if (problems.length > 0) throw invalidInput(problems)
  return results.flatMap(({ id }) => id ?? [])
}

/** What the database returns for a row: its id, or a record that does not exist. */
type Result = { place: number } & ({ id: number; member: null } | ({ id: null } & UnknownRecord))

const selectUnknown = (db: Db, sent: string, creates: readonly string[]) =>
  sql<Result>`
    select place, null::bigint as id, member, value, forum_id
    from find_unknown_records(${toJsonArray(sent)}, ${creates}::text[])`.execute(db)

/** What is unknown and not created with its row, and the categories that a forum will not have when it is created. */
function withoutCreated(unknown: Result[], rows: SuggestionRow[]): Result[] {
  const isCreated = ({ creates }: SuggestionRow, member: string, value: NameOrId | null) =>
    creates?.[member as CreatedField]?.some(
      (name) => name.toLowerCase() === String(value).toLowerCase(),
    ) ?? false
  return unknown.flatMap((one): Result[] => {
    const row = rows[one.place - 1]
    if (one.member === null || !row || !isCreated(row, one.member, one.value)) return [one]
    const { category } = row
    if (one.member !== 'forum' || category === undefined) return []
    return isCreated(row, 'category', category)
      ? []
      : [{ ...one, id: null, member: 'category', value: category }]
  })
}

const sortUnknown = (results: Result[]) =>
  results
    .filter((result) => result.member !== null)
    .sort((a, b) => a.place - b.place || MEMBERS.indexOf(a.member) - MEMBERS.indexOf(b.member))

/** Rows of a file. */
export const fileSource = (createsMissing: boolean): SuggestionSource => ({
  creates: createdNames(createsMissing),
  createsFields: true,
  pathOf: (row) => ['suggestions', row],
  describe: ({ member, value }, row) => ({
    path: ['suggestions', row, member],
    code: 'not_found',
    message:
      value === null
        ? `${member}: required, because no forum is the default.`
        : `${member}: no ${singularOf(member)} has the name ${formatValue(value)}.`,
  }),
})

const createdNames = (createsMissing: boolean): SuggestionSource['creates'] =>
  createsMissing ? CREATED_FIELDS : []

const singularOf = (member: UnknownRecord['member']) => (member === 'labels' ? 'label' : member)

/** A name in a row of a file that no record has. */
type UnknownName = { line: number | null; column: string; value: string; message: string }

/** The forums, categories, statuses and labels that do not exist, unless they are to be created, all or by their rows. */
export async function findUnknownNames(
  db: Db,
  rows: (SuggestionRow & { line?: number })[],
  createsMissing: boolean,
): Promise<UnknownName[]> {
  const sent = await stringifyInSlices(
    rows.map(({ external_id, forum, category, status, labels }) => ({
      external_id,
      forum,
      category,
      status,
      labels,
    })),
  )
  const { rows: unknown } = await selectUnknown(db, sent, createdNames(createsMissing))
  return sortUnknown(withoutCreated(unknown, rows)).map(({ place, member, value }) => ({
    line: rows[place - 1]?.line ?? null,
    column: member,
    value: String(value ?? ''),
    message:
      value === null
        ? 'it is required, because no forum is the default'
        : `no ${singularOf(member)} has this name`,
  }))
}
