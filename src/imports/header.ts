// The header of a file: which field each of its columns is.
import { removeFormulaGuard } from '../files/csv.ts'
import { InvalidFileError } from './csv-text.ts'
import type { CustomFieldKey } from './custom-values.ts'
import { guessFields, type KnownCustomField } from './fields.ts'
import type { ColumnFormat } from './formats.ts'
import {
  detectLayout,
  type ImportType,
  type Layout,
  layoutOf,
  layoutToGuess,
  PROBLEM_COLUMNS,
} from './layouts.ts'
import type { FileRow } from './rows.ts'

const MAX_COLUMNS = 1000
const MAX_NAME_LENGTH = 255
/** How the columns of a file are to be read. */
export type ReadOptions = {
  type?: ImportType | undefined
  /** How columns are read, by their names. */
  mapping?: Mapping | undefined
  /** Custom fields that do not exist are created, as are forums, categories and labels. */
  createsMissing?: boolean | undefined
  /** Columns that nobody knows are left out. */
  isPreview?: boolean | undefined
}

/** What a client maps a value to: a name, the id of a record, nothing, or a record to create. */
export type MappedTo = string | number | null | { create: string }

/** What a client says of a column. The rest is guessed or detected. */
export type ColumnMapping = {
  /** Null leaves the column out. */
  field?: string | null
  format?: ColumnFormat
  /** What stands for values of the file; null is an empty cell. */
  values?: Record<string, MappedTo>
}

export type Mapping = Record<string, ColumnMapping>

/** As clients send it: the field alone, or more. */
export type SentMapping = Record<string, string | null | ColumnMapping>

export const readMapping = (sent: SentMapping | undefined): Mapping | undefined =>
  sent &&
  Object.fromEntries(
    Object.entries(sent).map(([name, one]) => [
      name,
      typeof one === 'object' && one !== null ? one : { field: one },
    ]),
  )

export type Header = {
  line: number
  names: string[]
  /** The field of each column; null for one that is left out. */
  fields: (string | null)[]
  /** What the mapping says of each column. */
  mappings: ColumnMapping[]
  layout: Layout
  /** The columns are not expected to have the names of fields. */
  isMapped: boolean
  createsFields: boolean
  /** We wrote the file, and put a `'` before what looks like a formula. */
  hasGuards: boolean
}

export function readHeader(
  { line, cells }: FileRow,
  options: ReadOptions = {},
  custom: KnownCustomField[] = [],
): Header {
  if (cells.length > MAX_COLUMNS)
    throw new InvalidFileError(
      `it has ${cells.length} columns; at most ${MAX_COLUMNS} are allowed`,
      line,
    )
  const names = cells.map((name) => name.trim())
  const long = names.findIndex((name) => name.length > MAX_NAME_LENGTH)
  if (long >= 0)
    throw new InvalidFileError(
      `the name of column ${long + 1} has ${names[long]?.length} characters; at most ${MAX_NAME_LENGTH} are allowed`,
      line,
    )
  const resolved = resolveFields(names, options, custom)
  const hasGuards =
    resolved.layout.isExport || PROBLEM_COLUMNS.every((column) => names.includes(column))
  const { mapping = {} } = options
  const mappings = names.map((name) => (Object.hasOwn(mapping, name) && mapping[name]) || {})
  return { line, names, mappings, ...resolved, hasGuards }
}

/** A file of people without a mapping has the exact names of fields. In any other, names are guessed. */
function resolveFields(
  names: string[],
  { type = 'users', mapping, createsMissing = false, isPreview = false }: ReadOptions,
  custom: KnownCustomField[],
): Omit<Header, 'line' | 'names' | 'mappings' | 'hasGuards'> {
  const isMapped = type === 'suggestions' || mapping !== undefined || isPreview
  if (!isMapped) {
    const layout = detectLayout(names)
    return { fields: names, layout, isMapped, createsFields: layout.isExport || createsMissing }
  }
  const mapped = names.map((name) =>
    mapping !== undefined && Object.hasOwn(mapping, name) ? mapping[name]?.field : undefined,
  )
  const chosen = mapped.filter((field) => typeof field === 'string')
  const layout = chosen.length > 0 ? layoutOf(type, chosen) : layoutToGuess(type, names)
  // A field that the mapping names is not guessed for another column.
  const left = names.map((name, i) =>
    mapped[i] === undefined && !chosen.includes(name) ? name : '',
  )
  const guesses = guessFields(left, layout, custom).map((field) =>
    field !== null && chosen.includes(field) && !layout.columns.get(field)?.isRepeated
      ? null
      : field,
  )
  const isLeftOut = (name: string) => isPreview || PROBLEM_COLUMNS.includes(name)
  const fields = names.map((name, i) => {
    const field = mapped[i]
    if (field !== undefined) return field
    return guesses[i] ?? (isLeftOut(name) || layout.ignored.has(name) ? null : name)
  })
  return { fields, layout, isMapped, createsFields: layout.isExport || createsMissing }
}

/** The custom fields that the header names, by the names of their fields. */
export function customFieldsIn({ fields, layout }: Header): Map<string, CustomFieldKey> {
  const found = new Map<string, CustomFieldKey>()
  for (const { prefix, objectType } of layout.customFields)
    for (const name of fields)
      if (name?.startsWith(`${prefix}cf_`))
        found.set(name, { objectType, key: name.slice(prefix.length) })
  return found
}

/** A cell without spaces around it, and without the `'` that we put before what looks like a formula. */
export const cleanCell = (cell: string, { layout, hasGuards }: Header): string => {
  if (layout.isExport) return removeFormulaGuard(cell)
  return hasGuards ? removeFormulaGuard(cell).trim() : cell.trim()
}
