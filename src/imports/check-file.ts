// Checks a file as a whole, also by the database, before anything is written.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Db } from '../db/db.ts'
import type { PeopleGuard, Person } from '../write/core/people.ts'
import type { NewField } from './custom-values.ts'
import { type FileProblem, problem } from './file-problems.ts'
import type { InputFile } from './input-file.ts'
import { type Batch, type ImportOptions, readBatches, textSource } from './read-batches.ts'
import type { ImportedCollection, ImportRow, RejectedRow, SuggestionRow } from './rows.ts'
import { findUnknownNames } from './suggestions.ts'
import { type ReportedValue, ReportedValues } from './value-lists.ts'

/** What a file without problems holds. */
export type CheckedFile = {
  collection: ImportedCollection
  rows: number
  /** Rows that cannot be imported and are no mistake, such as accounts without an external id. */
  skipped: number
  newFields: NewField[]
  /** Values that are imported as others. */
  mappedValues: ReportedValue[]
}

/** The problems of each part of the file, and after the last of them what the file holds. Nothing is written. */
export type FileCheck = {
  problems: AsyncIterable<FileProblem[]>
  /** Whether the file can be imported: rows with a problem can be left out, a wrong header cannot. */
  isReadable(): boolean
  result(): CheckedFile
}

export function checkFile(db: Db, file: InputFile, options: ImportOptions = {}): FileCheck {
  const reading = readBatches(db, file.read, options)
  let rows = 0
  let skipped = 0
  let isReadable = true
  const reported = new ReportedValues()
  async function* check(): AsyncGenerator<FileProblem[]> {
    for await (const batch of reading.batches) {
      const { valid, problems, isWhole } = await checkBatch(db, batch, options)
      rows += valid.length
      reportValues(reported, batch, valid, reading)
      skipped += batch.skipped
      isReadable &&= isWhole
      yield problems
    }
  }
  return {
    problems: check(),
    isReadable: () => isReadable,
    result: () => ({ rows, skipped, ...reading.summary(), mappedValues: reported.result() }),
  }
}

function reportValues(
  reported: ReportedValues,
  { cells }: Batch,
  rows: ImportRow[],
  reading: Pick<ReturnType<typeof readBatches>, 'summary'>,
): void {
  const { header, columns, known } = reading.summary()
  if (!header) return
  const imported = rows.flatMap(({ line = 0 }) => [cells.get(line) ?? []])
  reported.add(imported, { header, columns, known })
}

type CheckedBatch = {
  valid: ImportRow[]
  rejected: RejectedRow[]
  problems: FileProblem[]
  /** Whether every problem is one of a row, not of the file. */
  isWhole: boolean
}

/** What only the database knows is asked here. */
export async function checkBatch(
  db: Db,
  { rows, problems: found, cells, header }: Batch,
  options: ImportOptions,
): Promise<CheckedBatch> {
  const wrong = [
    ...(await findUnknownRecords(db, rows, options)),
    ...(options.guard ? await findRefusedRows(db, rows, options.guard) : []),
  ]
  // The column as the file names it.
  const nameOf = (field: string) => header?.names[header.fields.indexOf(field)] ?? field
  const problems = [
    ...found,
    ...wrong.map((one) => ({ ...one, column: one.column && nameOf(one.column) })),
  ]
  const byLine = Map.groupBy(problems, ({ line }) => line)
  const rejected: RejectedRow[] = []
  let isWhole = true
  for (const [line, inRow] of byLine) {
    const row = line === null ? undefined : cells.get(line)
    if (row === undefined) isWhole = false
    else
      rejected.push({
        line: line as number,
        cells: row,
        problems: inRow.map(({ column, value, kind, message }) => ({
          column,
          value,
          message: `${kind}: ${message}`,
        })),
      })
  }
  const valid = rejected.length === 0 ? rows : rows.filter(({ line = null }) => !byLine.has(line))
  return { valid, rejected, problems, isWhole }
}

const MAX_REPORTED_PROBLEMS = 1000

/** A file that was sent whole, ready to be queued. */
export type SentFile = {
  batches: ImportRow[][]
  newFields: NewField[]
  mappedValues: ReportedValue[]
  columns: string[]
  rejected: RejectedRow[]
  problemsCount: number
}

/** Throws when anything is wrong with the file, unless its invalid rows are to be left out. */
export async function checkSentFile(
  db: Db,
  csv: string,
  options: ImportOptions = {},
): Promise<SentFile> {
  const batches: ImportRow[][] = []
  const problems: FileProblem[] = []
  const rejected: RejectedRow[] = []
  let isReadable = true
  const reported = new ReportedValues()
  const reading = readBatches(db, textSource(csv), options)
  for await (const batch of reading.batches) {
    const checked = await checkBatch(db, batch, options)
    // Not as arguments of one call: there can be too many.
    for (const found of checked.problems) problems.push(found)
    for (const row of checked.rejected) rejected.push(row)
    isReadable &&= checked.isWhole
    reportValues(reported, batch, checked.valid, reading)
    if (checked.valid.length > 0) batches.push(checked.valid)
  }
  if (problems.length === 0 || (options.skipsInvalid && isReadable)) {
    const { newFields, header } = reading.summary()
    const columns = header?.names ?? []
    const mappedValues = reported.result()
    return { batches, newFields, mappedValues, columns, rejected, problemsCount: problems.length }
  }
  const listed = problems
    .slice(0, MAX_REPORTED_PROBLEMS)
    .map(({ line, column, kind, message }) => ({
      ...(line !== null && { row: String(line) }),
      ...(column !== null && { column }),
      problem: `${kind}: ${message}`,
    }))
  throw new ApiError('invalid', `csv has ${countProblems(problems.length)}; nothing is imported.`, {
    csv: listed,
  })
}

export const countProblems = (count: number) => (count === 1 ? '1 problem' : `${count} problems`)

/** Users, forums, categories, statuses and labels that the rows name and that do not exist. */
async function findUnknownRecords(
  db: Db,
  rows: ImportRow[],
  { createsMissing = false }: ImportOptions,
): Promise<FileProblem[]> {
  const suggestions = rows.filter((row) => row.collection === 'suggestions')
  if (suggestions.length === 0) return findUnknownUsers(db, rows)
  const unknown = await findUnknownNames(db, suggestions, createsMissing)
  return unknown.map(({ line, column, value, message }) =>
    problem(value === '' ? 'required value missing' : 'record not found', message, {
      line,
      column,
      value,
    }),
  )
}

async function findUnknownUsers(db: Db, imported: ImportRow[]): Promise<FileProblem[]> {
  const named = imported.flatMap((row) =>
    'user_id' in row && row.user_id ? [{ line: row.line ?? null, id: row.user_id }] : [],
  )
  if (named.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${named.map(({ id }) => id)}::bigint[])`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  return named
    .filter(({ id }) => !known.has(id))
    .map(({ line, id }) =>
      problem('value of wrong type', 'it should be the id of a user', {
        line,
        column: 'user.id',
        value: String(id),
      }),
    )
}

/** Rows that would change staff, or write in their name, without the right to. */
async function findRefusedRows(
  db: Db,
  rows: ImportRow[],
  guard: PeopleGuard,
): Promise<FileProblem[]> {
  const changes = rows.flatMap((row) => (row.collection === 'users' ? [row] : []))
  const texts = rows.flatMap((row) =>
    row.collection === 'suggestions'
      ? peopleIn(row).map((named) => ({ ...named, line: row.line ?? null }))
      : [],
  )
  const refusedAuthors = await guard(
    db,
    'writes as',
    texts.map(({ person }) => person),
  )
  const refusedPeople = await guard(
    db,
    'acts on',
    changes.map(({ email }) => ({ email })),
  )
  const changed = refusedPeople.length === 0 ? [] : await findChanged(db, changes)
  return [
    ...texts.flatMap(({ person, column, line }) => {
      const found = refusedAuthors.find((refused) => isSame(refused, person))
      const value = 'id' in person ? String(person.id) : person.email
      return found ? [problem('not allowed', found.reason, { line, column, value })] : []
    }),
    ...changes.flatMap(({ email, line = null }) => {
      const found = refusedPeople.find((refused) => isSame(refused, { email }))
      if (!found || !changed.includes(found.id)) return []
      return [problem('not allowed', found.reason, { line, column: 'email_address', value: email })]
    }),
  ]
}

const isSame = (refused: { id: number; email: string }, person: Person) =>
  'id' in person
    ? refused.id === person.id
    : refused.email.toLowerCase() === person.email.toLowerCase()

/** The people in whose name a row writes, and where it names them. */
function peopleIn(row: SuggestionRow): { person: Person; column: string }[] {
  const { user, user_email, votes, comments = [], status_update } = row
  const addresses: [string, (string | undefined)[]][] = [
    ['user_email', user === undefined ? [user_email] : []],
    ['votes', Array.isArray(votes) ? votes : votes ? [user_email] : []],
    ['comments', comments.map(({ email }) => email)],
    ['status_update', [status_update?.user_email]],
  ]
  return [
    ...(user === undefined ? [] : [{ person: { id: user }, column: 'user' }]),
    ...addresses.flatMap(([column, emails]) =>
      emails.flatMap((email) => (email === undefined ? [] : [{ person: { email }, column }])),
    ),
  ]
}

/** Sign-ins set these, and an import does not change them of staff (import_users). */
const SET_BY_SIGN_INS = ['last_login', 'last_ip']

/** The ids of the people whom rows of users would change. */
async function findChanged(db: Db, people: { email: string }[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from jsonb_array_elements(${JSON.stringify(people)}::jsonb) p
      join users u on lower(u.email_address) = lower((p ->> 'email') collate "und-x-icu")
      join permissions on permissions.user_id = u.id,
      jsonb_populate_record(u, p - 'email') n
    where to_jsonb(n) - ${SET_BY_SIGN_INS}::text[] <> to_jsonb(u) - ${SET_BY_SIGN_INS}::text[]`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
