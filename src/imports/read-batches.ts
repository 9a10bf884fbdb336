// A file → batches of rows to import, with what is wrong with the others as far as the file itself shows it.

import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { inSlices, splitText } from '../core/slices.ts'
import { formatValue } from '../core/values.ts'
import type { Db } from '../db/db.ts'
import { lockFieldTypes } from '../write/core/custom-values.ts'
import type { PeopleGuard } from '../write/core/people.ts'
import { type ColumnSurvey, type FieldTypes, type FileColumn, surveyColumns } from './columns.ts'
import { type CsvOptions, InvalidFileError } from './csv-text.ts'
import type { NewField } from './custom-values.ts'
import type { KnownCustomField } from './fields.ts'
import { type FileProblem, invalidProblem, problem } from './file-problems.ts'
import {
  customFieldsIn,
  type Header,
  type Mapping,
  type ReadOptions,
  readHeader,
} from './header.ts'
import { type KnownNames, loadNames } from './known-names.ts'
import { readRows } from './read-csv.ts'
import { createRowReader, type RowReader } from './row-reader.ts'
import type { FileRow, ImportedCollection, ImportRow } from './rows.ts'

const BATCH_SIZE = 1000
/** Votes and comments of one batch, above which it ends early. */
const MAX_BATCH_RECORDS = 2000
const MAX_ROWS = 100_000

/** A file from its beginning, each time it is called. */
export type FileSource = () => AsyncIterable<Buffer> | Iterable<Buffer>

export type ImportOptions = CsvOptions &
  ReadOptions & {
    /** Rows with a problem are left out, and the others imported. */
    skipsInvalid?: boolean | undefined
    /** Whom the importer may change, and in whose name they may write. Without it everybody: the operator may. */
    guard?: PeopleGuard | undefined
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

type Reading = {
  /** The same batches each time, so that an interrupted import knows where to continue. */
  batches: AsyncIterable<Batch>
  /** What the batches hold, known after the last of them. */
  summary(): {
    collection: ImportedCollection
    newFields: NewField[]
    header: Header | undefined
    columns: FileColumn[]
    known: Map<string, KnownNames>
    delimiter: string | null
    customFields: KnownCustomField[]
  }
}

/** Reads the file twice: how a column writes its numbers and dates is known only from all of its values. */
export function readBatches(db: Db, source: FileSource, options: ImportOptions): Reading {
  let opened: OpenedFile | undefined
  let reader: RowReader | undefined
  let delimiter: string | null = null
  async function* read(): AsyncGenerator<Batch> {
    let batch = emptyBatch()
    let count = 0
    let records = 0
    const onFormat = (format: { delimiter: string }) => {
      delimiter = format.delimiter
    }
    try {
      opened = await openFile(db, source, options)
      for await (const row of readRows(source(), options, onFormat)) {
        if (reader === undefined) {
          const { header, types, columns } = opened as OpenedFile
          batch.header = header
          reader = createRowReader(header, types, columns, batch.problems)
          continue
        }
        if (++count > MAX_ROWS) {
          batch.problems.push(tooManyRows(row))
          break
        }
        records += addRow(batch, reader, row)
        if (batch.cells.size < BATCH_SIZE && records < MAX_BATCH_RECORDS) continue
        yield batch
        batch = emptyBatch(opened?.header)
        records = 0
      }
      if (reader === undefined) batch.problems.push(problem('file not valid', 'it has no header'))
    } catch (error) {
      batch.problems.push(invalidProblem(error))
    }
    if (batch.cells.size > 0 || batch.problems.length > 0) yield batch
  }
  const summary = () => ({
    collection: opened?.header.layout.collection ?? 'external_users',
    newFields: opened?.columns.flatMap(({ newField }) => newField ?? []) ?? [],
    header: opened?.header,
    columns: opened?.columns ?? [],
    known: opened?.known ?? new Map(),
    delimiter,
    customFields: opened?.customFields ?? [],
  })
  return { batches: read(), summary }
}

type OpenedFile = {
  header: Header
  known: Map<string, KnownNames>
  types: FieldTypes
  columns: FileColumn[]
  customFields: KnownCustomField[]
}

/** What the header says, and what all rows say about its columns. Undefined without a header. */
async function openFile(
  db: Db,
  source: FileSource,
  options: ImportOptions,
): Promise<OpenedFile | undefined> {
  let delimiter = ','
  let file: (Omit<OpenedFile, 'columns'> & { survey: ColumnSurvey }) | undefined
  let count = 0
  const onFormat = (format: { delimiter: string }) => {
    delimiter = format.delimiter
  }
  try {
    for await (const row of readRows(source(), options, onFormat)) {
      if (file === undefined) {
        const customFields = await listCustomFields(db)
        const header = readHeader(row, options, customFields)
        refuseUnknownFields(header, options.mapping)
        const types = await findFieldTypes(db, header)
        const isPlain = header.layout.isExport && delimiter === ','
        const isNamed = header.layout.collection === 'suggestions'
        const known = await loadNames(db, isNamed ? header.fields : [])
        const survey = surveyColumns(header, { types, isPlain, known, reading: options })
        file = { header, types, customFields, known, survey }
        if (!file.survey.isNeeded) break
      } else {
        if (++count > MAX_ROWS) break
        file.survey.add(row.cells)
      }
    }
  } catch (error) {
    // The rows before it count. It is reported when the rows are read.
    if (!(error instanceof InvalidFileError) || file === undefined) throw error
  }
  if (file === undefined) return undefined
  const { survey, ...rest } = file
  return { ...rest, columns: survey.columns() }
}

const emptyBatch = (header?: Header): Batch => ({
  rows: [],
  skipped: 0,
  problems: [],
  cells: new Map(),
  header,
})

/** Returns how many votes and comments the row has. */
function addRow(batch: Batch, reader: RowReader, row: FileRow): number {
  batch.cells.set(row.line, row.cells)
  const record = reader.read(row, batch.problems)
  if (record === 'skipped') batch.skipped += 1
  else if (record) batch.rows.push(record)
  if (typeof record !== 'object' || record.collection !== 'suggestions') return 0
  const { votes, comments = [] } = record
  return comments.length + (Array.isArray(votes) ? votes.length : 0)
}

const tooManyRows = ({ line }: FileRow) =>
  problem('file not valid', `it has more than ${MAX_ROWS} rows; split it`, { line })

function refuseUnknownFields({ names, fields, layout }: Header, mapping: Mapping = {}): void {
  for (const [i, field] of fields.entries()) {
    const name = names[i] as string
    if (field === null || layout.columns.has(field)) continue
    if (!Object.hasOwn(mapping, name) || mapping[name]?.field === undefined) continue
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

/** A file in memory, in pieces: other requests run while it is parsed. */
export const textSource = (csv: string): FileSource =>
  async function* encodeInSlices() {
    for await (const piece of inSlices(splitText(csv))) yield Buffer.from(piece)
  }
