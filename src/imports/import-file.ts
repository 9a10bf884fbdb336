// Imports a file for a command, batch by batch, after it was checked.
import { createHash } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { type CheckedFile, checkBatch } from './check-file.ts'
import type { InputFile } from './input-file.ts'
import {
  type AfterBatch,
  beginImport,
  completeImport,
  createMissingFields,
  importBatch,
} from './progress.ts'
import { type ImportOptions, readBatches } from './read-batches.ts'
import type { RejectedRow } from './rows.ts'

export type FileImportOptions = ImportOptions & {
  progress?: (processed: number, total: number) => void
  signal?: AbortSignal
  afterBatch?: AfterBatch
  fileName?: string | undefined
}

/** Imports a file that was checked. Continues an import of the same file that was interrupted. */
export async function importFile(
  db: Db,
  file: InputFile,
  {
    rows: totalRows,
    newFields,
    mappedValues,
  }: Pick<CheckedFile, 'rows' | 'newFields' | 'mappedValues'>,
  { progress, signal, afterBatch, fileName, ...options }: FileImportOptions = {},
): Promise<{ id: number; rows: number; records: number; isResumed: boolean }> {
  const { type = 'users', createsMissing = false, skipsInvalid = false } = options
  const hash = await hashFile(file, options)
  const begun = await inTransaction(db, async (tx) => {
    const current = await beginImport(tx, {
      hash,
      type,
      totalRows,
      createsMissing,
      mappedValues,
      fileName: fileName ?? null,
    })
    await createMissingFields(tx, current, newFields)
    return current
  })
  let processed = 0
  // Rows that were left out are stored with the next batch, so that a resumed import stores them once.
  let rejected: RejectedRow[] = []
  const reading = readBatches(db, file.read, options)
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
    await inTransaction(db, async (tx) => {
      await importBatch(tx, current, rows, leftOut())
      await afterBatch?.(tx)
    })
    rejected = []
    progress?.(processed, totalRows)
  }
  const records = await inTransaction(db, (tx) => completeImport(tx, begun, leftOut()))
  return { id: begun.id, rows: processed, records, isResumed: begun.processed_rows > 0 }
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
