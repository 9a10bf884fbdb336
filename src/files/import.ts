// A file of people and accounts: checked as a whole before anything is written, then imported batch by batch.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Db } from '../db/db.ts'
import { inSlices, splitText } from '../slices.ts'
import { lockFieldTypes } from '../write/core/custom-values.ts'
import { inTransaction } from '../write/core/transaction.ts'
import {
  beginImport,
  completeImport,
  createMissingFields,
  type ImportedCollection,
  type ImportRow,
  importBatch,
} from '../write/imports.ts'
import type { CsvOptions } from './csv-text.ts'
import type { InputFile } from './input-file.ts'
import { type FileProblem, invalidProblem, problem } from './problems.ts'
import { type Row, readRows } from './read-csv.ts'
import {
  createRowReader,
  customFieldsIn,
  type FieldTypes,
  type Header,
  type NewField,
  type RowReader,
  readHeader,
} from './row-reader.ts'

const BATCH_SIZE = 1000
const MAX_ROWS = 100_000

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>

/** The rows of one part of the file that can be imported, and what is wrong with the others. */
type Batch = { rows: ImportRow[]; skipped: number; problems: FileProblem[] }

/** What a file without problems holds. */
export type CheckedFile = {
  collection: ImportedCollection
  rows: number
  /** Rows that cannot be imported and are no mistake, such as accounts without an external id. */
  skipped: number
  newFields: NewField[]
}

/** The problems of each part of the file, and after the last of them what the file holds. Nothing is written. */
export type FileCheck = { problems: AsyncIterable<FileProblem[]>; result(): CheckedFile }

export function checkFile(db: Db, file: InputFile, options: CsvOptions = {}): FileCheck {
  const reading = readBatches(db, file.read(), options)
  let rows = 0
  let skipped = 0
  async function* check(): AsyncGenerator<FileProblem[]> {
    for await (const batch of reading.batches) {
      rows += batch.rows.length
      skipped += batch.skipped
      yield [...batch.problems, ...(await unknownUsers(db, batch.rows))]
    }
  }
  return { problems: check(), result: () => ({ rows, skipped, ...reading.summary() }) }
}

const MAX_REPORTED_PROBLEMS = 1000

/** The batches of a file that was sent whole, and the custom fields it needs. Throws when anything is wrong with it. */
export async function readImport(
  db: Db,
  csv: string,
): Promise<{ batches: ImportRow[][]; newFields: NewField[] }> {
  const batches: ImportRow[][] = []
  const problems: FileProblem[] = []
  const reading = readBatches(db, encodeInSlices(csv), {})
  for await (const batch of reading.batches) {
    // Not as arguments of one call: there can be too many.
    for (const found of batch.problems) problems.push(found)
    for (const found of await unknownUsers(db, batch.rows)) problems.push(found)
    batches.push(batch.rows)
  }
  if (problems.length === 0) return { batches, newFields: reading.summary().newFields }
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
async function* encodeInSlices(csv: string): AsyncGenerator<Buffer> {
  for await (const piece of inSlices(splitText(csv))) yield Buffer.from(piece)
}

export const countProblems = (count: number) => (count === 1 ? '1 problem' : `${count} problems`)

/** Imports a file that was checked. Continues an import of the same file that was interrupted. */
export async function importFile(
  db: Db,
  file: InputFile,
  { rows: totalRows, newFields }: Pick<CheckedFile, 'rows' | 'newFields'>,
  progress: (processed: number, total: number) => void,
  options: CsvOptions = {},
  signal?: AbortSignal,
): Promise<{ rows: number; records: number; isResumed: boolean }> {
  const hash = await hashFile(file)
  const begun = await inTransaction(db, async (tx) => {
    const current = await beginImport(tx, hash, totalRows)
    await createMissingFields(tx, current.user_id, newFields)
    return current
  })
  let processed = 0
  for await (const { rows, problems } of readBatches(db, file.read(), options).batches) {
    signal?.throwIfAborted()
    if (problems.length > 0) throw new Error('The file changed while it was imported.')
    const from = processed
    processed += rows.length
    if (processed <= begun.processed_rows) continue
    await inTransaction(db, (tx) => importBatch(tx, { ...begun, processed_rows: from }, rows))
    progress(processed, totalRows)
  }
  const records = await inTransaction(db, (tx) => completeImport(tx, begun))
  return { rows: processed, records, isResumed: begun.processed_rows > 0 }
}

type Reading = {
  /** The same batches each time, so that an interrupted import knows where to continue. */
  batches: AsyncIterable<Batch>
  /** What the batches hold, known after the last of them. */
  summary(): Pick<CheckedFile, 'collection' | 'newFields'>
}

function readBatches(db: Db, chunks: Chunks, options: CsvOptions): Reading {
  let header: Header | undefined
  let reader: RowReader | undefined
  async function* read(): AsyncGenerator<Batch> {
    let batch = emptyBatch()
    let count = 0
    try {
      for await (const row of readRows(chunks, options)) {
        if (reader === undefined) {
          header = readHeader(row)
          reader = createRowReader(header, await findFieldTypes(db, header), batch.problems)
          continue
        }
        if (++count > MAX_ROWS) {
          batch.problems.push(tooManyRows(row))
          break
        }
        addRow(batch, reader, row)
        if (count % BATCH_SIZE !== 0) continue
        yield batch
        batch = emptyBatch()
      }
      if (reader === undefined) batch.problems.push(problem('file not valid', 'it has no header'))
    } catch (error) {
      batch.problems.push(invalidProblem(error))
    }
    if (batch.rows.length > 0 || batch.skipped > 0 || batch.problems.length > 0) yield batch
  }
  const summary = () => ({
    collection: header?.layout.collection ?? 'external_users',
    newFields: reader?.newFields() ?? [],
  })
  return { batches: read(), summary }
}

const emptyBatch = (): Batch => ({ rows: [], skipped: 0, problems: [] })

function addRow(batch: Batch, reader: RowReader, row: Row): void {
  const record = reader.read(row, batch.problems)
  if (record === 'skipped') batch.skipped += 1
  else if (record) batch.rows.push(record)
}

const tooManyRows = ({ line }: Row) =>
  problem('file not valid', `it has more than ${MAX_ROWS} rows; split it`, { line })

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

async function unknownUsers(db: Db, imported: ImportRow[]): Promise<FileProblem[]> {
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

async function hashFile(file: InputFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of file.read()) hash.update(bytes)
  return hash.digest('hex')
}
