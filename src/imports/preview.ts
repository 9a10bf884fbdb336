// What an import of a file would do: its columns, its rows and every problem. Nothing is written.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { checkBatch } from './check-file.ts'
import type { FileColumn } from './columns.ts'
import { type ImportField, listFields } from './fields.ts'
import { type FileProblem, problem } from './file-problems.ts'
import { type ColumnFormat, convert } from './formats.ts'
import type { Header } from './header.ts'
import { layoutOf } from './layouts.ts'
import { type ImportOptions, readBatches, textSource } from './read-batches.ts'
import { type FileWarning, RepeatedRows } from './repeated-rows.ts'
import type { FileRow, ImportRow } from './rows.ts'
import { type ListedValue, type ValueList, ValueLists } from './value-lists.ts'

const MAX_ROWS = 50
const MAX_PROBLEM_ROWS = 200
const MAX_PROBLEMS = 1000
const MAX_WARNINGS = 200
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
    type: string | null
    format: ColumnFormat | null
    format_source: string | null
    formats: { format: ColumnFormat; values: number; samples: Conversion[] }[]
    values: ListedValue[]
    values_count: number
    choices: string[]
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
  account_creates: number
  account_updates: number
  repeated_rows: number
  warnings: FileWarning[]
  warnings_count: number
}

/** What a format makes of a value; null when it cannot read it. */
type Conversion = { value: string; converted: string | null }

export async function previewImport(
  db: Db,
  csv: string,
  options: ImportOptions,
): Promise<ImportPreview> {
  const { type = 'users', mapping = {} } = options
  const reading = readBatches(db, textSource(csv), { ...options, isPreview: true })
  const rows: FileRow[] = []
  const problemRows: FileRow[] = []
  const problems: FileProblem[] = []
  const samples: string[][] = []
  const counter = new RecordCounter(db)
  const repeatedRows = new RepeatedRows()
  const lists = new ValueLists(db, options.createsMissing ?? false)
  const warnings: FileWarning[] = []
  let warningsCount = 0
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
    const { header, columns, known } = reading.summary()
    if (header === undefined) continue
    const suggestions = batch.rows.filter((row) => row.collection === 'suggestions')
    await lists.add(batch.cells.values(), suggestions, batch.problems, { header, columns, known })
    const found = repeatedRows.add(checked.valid)
    warningsCount += found.length
    for (const one of found.slice(0, MAX_WARNINGS - warnings.length))
      warnings.push({ ...one, column: one.column && nameOf(header, one.column) })
  }
  const { header, delimiter, customFields, columns, known } = reading.summary()
  const names = header?.names ?? []
  for (const { name, column, values } of columns)
    for (const value of column ? values.unused() : []) {
      warningsCount += 1
      if (warnings.length < MAX_WARNINGS)
        warnings.push(problem('value not in file', NOT_IN_FILE, { column: name, value }))
    }
  const valueLists: ValueList[] = []
  if (header)
    for (const i of columns.keys()) valueLists.push(await lists.of(i, { header, columns, known }))
  return {
    type,
    delimiter,
    columns: names.map((name, index) => {
      const field = header?.fields[index] ?? null
      const isGuess = field !== null && field !== name && mapping[name]?.field === undefined
      return {
        name,
        index,
        field,
        guess: isGuess,
        samples: samples[index] ?? [],
        ...describeFormat(columns[index]),
        ...(valueLists[index] ?? { values: [], values_count: 0, choices: [] }),
      }
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
    repeated_rows: repeatedRows.repeated,
    warnings,
    warnings_count: warningsCount,
  }
}

const NOT_IN_FILE = 'the mapping has this value, and no cell'

/** The column as the file names it. */
const nameOf = ({ names, fields }: Header, field: string) => names[fields.indexOf(field)] ?? field

function describeFormat(column: FileColumn | undefined) {
  const { format, formatSource, formats = [], detected, newField } = column ?? {}
  return {
    type: newField?.type ?? null,
    format: format ?? null,
    format_source: formatSource ?? null,
    formats: formats.map((one) => ({
      format: one,
      values: detected?.readable.get(one) ?? 0,
      samples: (detected?.examples ?? []).map((value) => ({
        value: shorten(value),
        converted: convert(value, one),
      })),
    })),
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
  #keys = { records: new Set<string>(), accounts: new Set<string>() }
  #counts = { creates: 0, updates: 0, account_creates: 0, account_updates: 0 }

  constructor(db: Db) {
    this.#db = db
  }

  async add(rows: ImportRow[]): Promise<void> {
    const collection = rows[0]?.collection ?? 'external_users'
    const keys = rows.flatMap((row) =>
      row.collection === 'users' ? row.email.toLowerCase() : (row.external_id ?? []),
    )
    const accounts = rows.flatMap((row) =>
      'account' in row && row.account?.external_id ? row.account.external_id : [],
    )
    const records = await this.#countNew('records', collection, keys)
    this.#counts.creates += rows.length - keys.length + records.creates
    this.#counts.updates += records.updates
    const named = await this.#countNew('accounts', 'external_accounts', accounts)
    this.#counts.account_creates += named.creates
    this.#counts.account_updates += named.updates
  }

  /** Of keys that were not counted before. */
  async #countNew(
    counted: 'records' | 'accounts',
    collection: keyof typeof EXISTING,
    keys: string[],
  ): Promise<{ creates: number; updates: number }> {
    const seen = this.#keys[counted]
    const added = [...new Set(keys)].filter((key) => !seen.has(key))
    for (const key of added) seen.add(key)
    if (added.length === 0) return { creates: 0, updates: 0 }
    const updates = await countExisting(this.#db, collection, added)
    return { creates: added.length - updates, updates }
  }

  result = () => this.#counts
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
