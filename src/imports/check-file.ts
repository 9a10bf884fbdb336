// Checks a file as a whole, also by the database, before anything is written.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Db } from '../db/db.ts'
import type { NewField } from './custom-values.ts'
import { type FileProblem, problem } from './file-problems.ts'
import type { InputFile } from './input-file.ts'
import { type Batch, encodeInSlices, type ImportOptions, readBatches } from './read-batches.ts'
import type { ImportedCollection, ImportRow, RejectedRow } from './rows.ts'
import { findUnknownNames } from './suggestions.ts'

/** What a file without problems holds. */
export type CheckedFile = {
  collection: ImportedCollection
  rows: number
  /** Rows that cannot be imported and are no mistake, such as accounts without an external id. */
  skipped: number
  newFields: NewField[]
}

/** The problems of each part of the file, and after the last of them what the file holds. Nothing is written. */
export type FileCheck = {
  problems: AsyncIterable<FileProblem[]>
  /** Whether the file can be imported: rows with a problem can be left out, a wrong header cannot. */
  isReadable(): boolean
  result(): CheckedFile
}

export function checkFile(db: Db, file: InputFile, options: ImportOptions = {}): FileCheck {
  const reading = readBatches(db, file.read(), options)
  let rows = 0
  let skipped = 0
  let isReadable = true
  async function* check(): AsyncGenerator<FileProblem[]> {
    for await (const batch of reading.batches) {
      const { valid, problems, isWhole } = await checkBatch(db, batch, options)
      rows += valid.length
      skipped += batch.skipped
      isReadable &&= isWhole
      yield problems
    }
  }
  return {
    problems: check(),
    isReadable: () => isReadable,
    result: () => ({ rows, skipped, ...reading.summary() }),
  }
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
  const unknown = await findUnknownRecords(db, rows, options)
  // The column as the file names it.
  const nameOf = (field: string) => header?.names[header.fields.indexOf(field)] ?? field
  const problems = [
    ...found,
    ...unknown.map((one) => ({ ...one, column: one.column && nameOf(one.column) })),
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
  const reading = readBatches(db, encodeInSlices(csv), options)
  for await (const batch of reading.batches) {
    const checked = await checkBatch(db, batch, options)
    // Not as arguments of one call: there can be too many.
    for (const found of checked.problems) problems.push(found)
    for (const row of checked.rejected) rejected.push(row)
    isReadable &&= checked.isWhole
    if (checked.valid.length > 0) batches.push(checked.valid)
  }
  if (problems.length === 0 || (options.skipsInvalid && isReadable)) {
    const { newFields, header } = reading.summary()
    const columns = header?.names ?? []
    return { batches, newFields, columns, rejected, problemsCount: problems.length }
  }
  const reported = problems
    .slice(0, MAX_REPORTED_PROBLEMS)
    .map(({ line, column, kind, message }) => ({
      ...(line !== null && { row: String(line) }),
      ...(column !== null && { column }),
      problem: `${kind}: ${message}`,
    }))
  throw new ApiError('invalid', `csv has ${countProblems(problems.length)}; nothing is imported.`, {
    csv: reported,
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
