// What an import of a file would do: its columns, its rows and every problem. Nothing is written.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { checkBatch } from './check-file.ts'
import { type ImportField, listFields } from './fields.ts'
import type { FileProblem } from './file-problems.ts'
import { layoutOf } from './layouts.ts'
import { encodeInSlices, type ImportOptions, readBatches } from './read-batches.ts'
import type { FileRow, ImportRow } from './rows.ts'

const MAX_ROWS = 50
const MAX_PROBLEM_ROWS = 200
const MAX_PROBLEMS = 1000
const MAX_SAMPLES = 3
/** Of a cell in the preview, in characters. */
const MAX_CELL_LENGTH = 1000

export type ImportPreview = {
  type: string
  delimiter: string | null
  columns: {
    name: string
    index: number
    field: string | null
    guess: boolean
    samples: string[]
  }[]
  fields: ImportField[]
  total_rows: number
  valid_rows: number
  rows: FileRow[]
  problem_rows: FileRow[]
  problems: FileProblem[]
  problems_count: number
  can_skip_invalid: boolean
  creates: number
  updates: number
}

export async function previewImport(
  db: Db,
  csv: string,
  options: ImportOptions,
): Promise<ImportPreview> {
  const { type = 'users', mapping = {} } = options
  const reading = readBatches(db, encodeInSlices(csv), { ...options, isPreview: true })
  const rows: FileRow[] = []
  const problemRows: FileRow[] = []
  const problems: FileProblem[] = []
  const samples: string[][] = []
  const counter = new RecordCounter(db)
  let total = 0
  let valid = 0
  let problemsCount = 0
  let canSkip = true
  for await (const batch of reading.batches) {
    total += batch.cells.size
    for (const [line, cells] of batch.cells) {
      if (rows.length < MAX_ROWS) rows.push({ line, cells: cells.map(shorten) })
      addSamples(samples, cells)
    }
    const checked = await checkBatch(db, batch, options)
    problemsCount += checked.problems.length
    canSkip &&= checked.isWhole
    valid += checked.valid.length
    for (const found of checked.problems.slice(0, MAX_PROBLEMS - problems.length))
      problems.push({ ...found, value: shorten(found.value) })
    for (const { line, cells } of checked.rejected.slice(0, MAX_PROBLEM_ROWS - problemRows.length))
      problemRows.push({ line, cells: cells.map(shorten) })
    await counter.add(checked.valid)
  }
  const { header, delimiter, customFields } = reading.summary()
  const names = header?.names ?? []
  return {
    type,
    delimiter,
    columns: names.map((name, index) => {
      const field = header?.fields[index] ?? null
      const isGuess = field !== null && field !== name && !Object.hasOwn(mapping, name)
      return { name, index, field, guess: isGuess, samples: samples[index] ?? [] }
    }),
    fields: listFields(header?.layout ?? layoutOf(type, []), customFields),
    total_rows: total,
    valid_rows: valid,
    rows,
    problem_rows: problemRows,
    problems,
    problems_count: problemsCount,
    can_skip_invalid: canSkip,
    ...counter.result(),
  }
}

const shorten = (cell: string): string =>
  cell.length <= MAX_CELL_LENGTH ? cell : `${[...cell].slice(0, MAX_CELL_LENGTH - 1).join('')}…`

/** The first different values of each column. */
function addSamples(samples: string[][], cells: string[]): void {
  for (const [i, cell] of cells.entries()) {
    samples[i] ??= []
    const own = samples[i]
    if (own.length === MAX_SAMPLES || cell.trim() === '') continue
    const sample = shorten(cell)
    if (!own.includes(sample)) own.push(sample)
  }
}

/** Counts the records that an import would create, and those that exist already. */
class RecordCounter {
  #db: Db
  #keys = new Set<string>()
  #creates = 0
  #updates = 0

  constructor(db: Db) {
    this.#db = db
  }

  async add(rows: ImportRow[]): Promise<void> {
    const collection = rows[0]?.collection ?? 'external_users'
    const keys: string[] = []
    for (const row of rows) {
      const key = row.collection === 'users' ? row.email.toLowerCase() : row.external_id
      if (key === undefined) this.#creates += 1
      else if (!this.#keys.has(key)) {
        this.#keys.add(key)
        keys.push(key)
      }
    }
    if (keys.length === 0) return
    const existing = await countExisting(this.#db, collection, keys)
    this.#updates += existing
    this.#creates += keys.length - existing
  }

  result = () => ({ creates: this.#creates, updates: this.#updates })
}

const EXISTING = {
  users: (keys: string[]) => sql<{ count: number }>`
    select count(*) from unnest(${keys}::text[]) key
    where exists (select from users where lower(email_address) = lower(key collate "und-x-icu"))`,
  external_users: (keys: string[]) => sql<{ count: number }>`
    select count(*) from external_users where external_id = any(${keys}::text[])`,
  external_accounts: (keys: string[]) => sql<{ count: number }>`
    select count(*) from external_accounts where external_id = any(${keys}::text[])`,
  suggestions: (keys: string[]) => sql<{ count: number }>`
    select count(*) from suggestion_external_ids where external_id = any(${keys}::text[])`,
}

async function countExisting(
  db: Db,
  collection: keyof typeof EXISTING,
  keys: string[],
): Promise<number> {
  const { rows } = await EXISTING[collection](keys).execute(db)
  return rows[0]?.count ?? 0
}
