// A file of people and accounts, or of suggestions: checked as a whole before anything is written, then imported batch by
// batch.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { inSlices, splitText } from '../core/slices.ts'
import { formatValue } from '../core/values.ts'
import type { Db } from '../db/db.ts'
import { lockFieldTypes } from '../write/core/custom-values.ts'
import { inTransaction } from '../write/core/transaction.ts'
import type { CsvOptions } from './csv-text.ts'
import type { KnownCustomField } from './fields.ts'
import { type FileProblem, invalidProblem, problem } from './file-problems.ts'
import {
  beginImport,
  completeImport,
  createMissingFields,
  type ImportedCollection,
  type ImportRow,
  importBatch,
  type RejectedRow,
} from './imports.ts'
import type { InputFile } from './input-file.ts'
import { type Row, readRows } from './read-csv.ts'
import {
  createRowReader,
  customFieldsIn,
  type FieldTypes,
  type Header,
  type Mapping,
  type NewField,
  type ReadOptions,
  type RowReader,
  readHeader,
} from './row-reader.ts'
import { findUnknownNames } from './suggestions.ts'

const BATCH_SIZE = 1000
/** Votes and comments of one batch, above which it ends early. */
const MAX_BATCH_RECORDS = 2000
const MAX_ROWS = 100_000

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>

export type ImportOptions = CsvOptions &
  ReadOptions & {
    /** Rows with a problem are left out, and the others imported. */
    skipsInvalid?: boolean | undefined
  }

/** The rows of one part of the file that can be imported, and what is wrong with the others. */
export type Batch = {
  rows: ImportRow[]
  skipped: number
  problems: FileProblem[]
  /** All rows of the part as they are in the file, by line. */
  cells: Map<number, string[]>
  header: Header | undefined
}

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
export type ReadImport = {
  batches: ImportRow[][]
  newFields: NewField[]
  columns: string[]
  rejected: RejectedRow[]
  problemsCount: number
}

/** Throws when anything is wrong with the file, unless its invalid rows are to be left out. */
export async function readImport(
  db: Db,
  csv: string,
  options: ImportOptions = {},
): Promise<ReadImport> {
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

/** A file in memory, in pieces: other requests run while it is parsed. */
export async function* encodeInSlices(csv: string): AsyncGenerator<Buffer> {
  for await (const piece of inSlices(splitText(csv))) yield Buffer.from(piece)
}

export const countProblems = (count: number) => (count === 1 ? '1 problem' : `${count} problems`)

/** Imports a file that was checked. Continues an import of the same file that was interrupted. */
export async function importFile(
  db: Db,
  file: InputFile,
  { rows: totalRows, newFields }: Pick<CheckedFile, 'rows' | 'newFields'>,
  progress: (processed: number, total: number) => void,
  options: ImportOptions = {},
  signal?: AbortSignal,
): Promise<{ id: number; rows: number; records: number; isResumed: boolean }> {
  const { type = 'users', createsMissing = false, skipsInvalid = false } = options
  const hash = await hashFile(file, options)
  const begun = await inTransaction(db, async (tx) => {
    const current = await beginImport(tx, { hash, type, totalRows, createsMissing })
    await createMissingFields(tx, current, newFields)
    return current
  })
  let processed = 0
  // Rows that were left out are stored with the next batch, so that a resumed import stores them once.
  let rejected: RejectedRow[] = []
  const reading = readBatches(db, file.read(), options)
  const leftOut = () => ({ columns: reading.summary().header?.names ?? [], rejected })
  for await (const batch of reading.batches) {
    signal?.throwIfAborted()
    if (batch.problems.length > 0 && !skipsInvalid)
      throw new Error('The file changed while it was imported.')
    const checked = skipsInvalid ? await checkBatch(db, batch, options) : null
    const rows = checked?.valid ?? batch.rows
    const from = processed
    processed += rows.length
    if (rows.length > 0 && processed <= begun.processed_rows) rejected = []
    else for (const row of checked?.rejected ?? []) rejected.push(row)
    if (processed <= begun.processed_rows) continue
    const current = { ...begun, processed_rows: from }
    await inTransaction(db, (tx) => importBatch(tx, current, rows, leftOut()))
    rejected = []
    progress(processed, totalRows)
  }
  const records = await inTransaction(db, (tx) => completeImport(tx, begun, leftOut()))
  return { id: begun.id, rows: processed, records, isResumed: begun.processed_rows > 0 }
}

type Reading = {
  /** The same batches each time, so that an interrupted import knows where to continue. */
  batches: AsyncIterable<Batch>
  /** What the batches hold, known after the last of them. */
  summary(): Pick<CheckedFile, 'collection' | 'newFields'> & {
    header: Header | undefined
    delimiter: string | null
    customFields: KnownCustomField[]
  }
}

export function readBatches(db: Db, chunks: Chunks, options: ImportOptions): Reading {
  let header: Header | undefined
  let reader: RowReader | undefined
  let delimiter: string | null = null
  let customFields: KnownCustomField[] = []
  async function* read(): AsyncGenerator<Batch> {
    let batch = emptyBatch()
    let count = 0
    let records = 0
    const onFormat = (format: { delimiter: string }) => {
      delimiter = format.delimiter
    }
    try {
      for await (const row of readRows(chunks, options, onFormat)) {
        if (reader === undefined) {
          customFields = await listCustomFields(db)
          header = readHeader(row, options, customFields)
          batch.header = header
          refuseUnknownFields(header, options.mapping)
          reader = createRowReader(header, await findFieldTypes(db, header), batch.problems)
          continue
        }
        if (++count > MAX_ROWS) {
          batch.problems.push(tooManyRows(row))
          break
        }
        records += addRow(batch, reader, row)
        if (batch.cells.size < BATCH_SIZE && records < MAX_BATCH_RECORDS) continue
        yield batch
        batch = emptyBatch(header)
        records = 0
      }
      if (reader === undefined) batch.problems.push(problem('file not valid', 'it has no header'))
    } catch (error) {
      batch.problems.push(invalidProblem(error))
    }
    if (batch.cells.size > 0 || batch.problems.length > 0) yield batch
  }
  const summary = () => ({
    collection: header?.layout.collection ?? 'external_users',
    newFields: reader?.newFields() ?? [],
    header,
    delimiter,
    customFields,
  })
  return { batches: read(), summary }
}

const emptyBatch = (header?: Header): Batch => ({
  rows: [],
  skipped: 0,
  problems: [],
  cells: new Map(),
  header,
})

/** Returns how many votes and comments the row has. */
function addRow(batch: Batch, reader: RowReader, row: Row): number {
  batch.cells.set(row.line, row.cells)
  const record = reader.read(row, batch.problems)
  if (record === 'skipped') batch.skipped += 1
  else if (record) batch.rows.push(record)
  if (typeof record !== 'object' || record.collection !== 'suggestions') return 0
  const { votes, comments = [] } = record
  return comments.length + (Array.isArray(votes) ? votes.length : 0)
}

const tooManyRows = ({ line }: Row) =>
  problem('file not valid', `it has more than ${MAX_ROWS} rows; split it`, { line })

function refuseUnknownFields({ names, fields, layout }: Header, mapping: Mapping = {}): void {
  for (const [i, field] of fields.entries()) {
    const name = names[i] as string
    if (field === null || !Object.hasOwn(mapping, name) || layout.columns.has(field)) continue
    if (layout.customFields.some(({ prefix }) => field.startsWith(`${prefix}cf_`))) continue
    const allowed = [...layout.columns.keys()].join(', ')
    const message = `mapping.${name}: unknown field ${formatValue(field)}. Allowed: ${allowed}, and custom fields.`
    throw new ApiError('invalid', message, { mapping: { [name]: 'in' } })
  }
}

const MAX_CUSTOM_FIELDS = 1000

async function listCustomFields(db: Db): Promise<KnownCustomField[]> {
  const { rows } = await sql<KnownCustomField>`
    select object_type as "objectType", key, name from custom_fields
    where object_type in ('external_users', 'external_accounts', 'suggestions')
    order by id limit ${MAX_CUSTOM_FIELDS}`.execute(db)
  return rows
}

async function findFieldTypes(db: Db, header: Header): Promise<FieldTypes> {
  const types: FieldTypes = new Map()
  const fields = [...customFieldsIn(header)]
  for (const { objectType } of header.layout.customFields) {
    const owned = fields.filter(([, field]) => field.objectType === objectType)
    const keys = owned.map(([, { key }]) => key)
    const known = await lockFieldTypes(db, objectType, keys)
    for (const [name, { key }] of owned) {
      const type = known.get(key)
      if (type !== undefined) types.set(name, type)
    }
  }
  return types
}

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

/** The same file, imported in another way, is another import. */
async function hashFile(
  file: InputFile,
  { type = 'users', mapping, createsMissing = false, skipsInvalid = false }: ImportOptions,
): Promise<string> {
  const hash = createHash('sha256')
  if (type !== 'users' || mapping !== undefined || createsMissing || skipsInvalid)
    hash.update(JSON.stringify({ type, mapping, createsMissing, skipsInvalid }))
  for await (const bytes of file.read()) hash.update(bytes)
  return hash.digest('hex')
}
