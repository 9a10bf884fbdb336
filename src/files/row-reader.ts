// The rows under a header → records to import, or what is wrong with them.
import type { FieldType } from '../write/core/custom-values.ts'
import type { ImportRow } from '../write/imports.ts'
import { customValue, inferFieldType, type ParsedCell } from './cells.ts'
import { removeFormulaGuard } from './csv.ts'
import { InvalidFileError } from './csv-text.ts'
import {
  type Column,
  type CustomFieldOwner,
  detectLayout,
  type Layout,
  peopleColumns,
} from './layouts.ts'
import { type FileProblem, problem } from './problems.ts'
import type { Row } from './read-csv.ts'

const MAX_COLUMNS = 1000
const MAX_NAME_LENGTH = 255
/** Of one record: as many as an import accepts. */
const MAX_CUSTOM_FIELDS = 200

export type Header = { line: number; names: string[]; layout: Layout }

export function readHeader({ line, cells }: Row): Header {
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
  return { line, names, layout: detectLayout(names) }
}

export type CustomField = { objectType: CustomFieldOwner; key: string }

/** The custom fields that the header names, by the names of their columns. */
export function customFieldsIn({ names, layout }: Header): Map<string, CustomField> {
  const fields = new Map<string, CustomField>()
  for (const { prefix, objectType } of layout.customFields)
    for (const name of names)
      if (name.startsWith(`${prefix}cf_`))
        fields.set(name, { objectType, key: name.slice(prefix.length) })
  return fields
}

/** The types of the custom fields that exist, by the names of their columns. */
export type FieldTypes = Map<string, FieldType>
export type NewField = CustomField & { type: FieldType }

export type RowReader = {
  /** Undefined for a row with problems. */
  read(row: Row, problems: FileProblem[]): ImportRow | 'skipped' | undefined
  /** The custom fields to create before the rows that were read are imported. */
  newFields(): NewField[]
}

/** Problems of the header are added to `problems`. */
export function createRowReader(
  header: Header,
  types: FieldTypes,
  problems: FileProblem[],
): RowReader {
  const { names, layout } = header
  const missing = missingFields(header, types)
  problems.push(...headerProblems(header, types, missing))
  const columns = names.map((name) => findColumn(name, layout, types, missing))
  return {
    read: (row, problems) => readRow(row, header, columns, problems),
    newFields: () =>
      [...missing.values()].flatMap(({ field, inferred }) => {
        const type = inferred.type()
        return type === undefined ? [] : [{ ...field, type }]
      }),
  }
}

type MissingField = { field: CustomField; inferred: ReturnType<typeof inferFieldType> }

/** The custom fields that an export brings and the database does not have yet. */
function missingFields(header: Header, types: FieldTypes): Map<string, MissingField> {
  if (!header.layout.isExport) return new Map()
  const missing = [...customFieldsIn(header)].filter(
    ([name, { key }]) => !types.has(name) && /^cf_[0-9A-Za-z_]{1,125}$/.test(key),
  )
  return new Map(missing.map(([name, field]) => [name, { field, inferred: inferFieldType() }]))
}

function findColumn(
  name: string,
  layout: Layout,
  types: FieldTypes,
  missing: Map<string, MissingField>,
): Column | undefined {
  const standard = layout.columns.get(name)
  if (standard) return standard
  const owner = layout.customFields.find(({ prefix }) => name.startsWith(`${prefix}cf_`))
  if (!owner) return undefined
  const { target, prefix } = owner
  const type = types.get(name)
  const added = missing.get(name)
  if (type !== undefined)
    return { target, member: name.slice(prefix.length), parse: customValue(type) }
  return added && { target, member: added.field.key, parse: collectValue(added.inferred) }
}

/** Stays text until the whole column has shown which type it is. */
const collectValue =
  (inferred: MissingField['inferred']) =>
  (cell: string): ParsedCell => {
    const parsed = customValue('text')(cell)
    if ('value' in parsed) inferred.add(cell)
    return parsed
  }

type Members = Record<string, unknown>

function readRow(
  { line, cells }: Row,
  { names, layout }: Header,
  columns: (Column | undefined)[],
  problems: FileProblem[],
): ImportRow | 'skipped' | undefined {
  if (cells.length !== names.length) {
    const message = `it has ${cells.length} cells, and the header has ${names.length}`
    problems.push(problem('file not valid', message, { line }))
    return undefined
  }
  const isEmpty = (column: string) => !cells[names.indexOf(column)]?.trim()
  if (layout.skippedWithout !== undefined && isEmpty(layout.skippedWithout)) return 'skipped'
  const before = problems.length
  const targets: { record: Members; account: Members } = { record: {}, account: {} }
  for (const [i, column] of columns.entries()) {
    const cell = cells[i] as string
    // An empty cell changes nothing, as if the file did not have the column.
    if (column === undefined || cell.trim() === '') continue
    const parsed = parseCell(layout.isExport ? removeFormulaGuard(cell) : cell.trim(), column)
    if ('value' in parsed) {
      setMember(targets[column.target], column.member, parsed.value)
    } else {
      const place = { line, column: names[i] as string, value: cell }
      problems.push(problem('value of wrong type', `it should be ${parsed.expected}`, place))
    }
  }
  const hasAccount = Object.keys(targets.account).length > 0
  problems.push(...missingValues(line, names, layout, isEmpty, hasAccount))
  if (problems.length > before) return undefined
  const { record, account } = targets
  const { collection } = layout
  return { line, collection, ...record, ...(hasAccount && { account }) } as ImportRow
}

const parseCell = (cell: string, { parse }: Column): ParsedCell =>
  cell.includes('\0') ? { expected: 'text without NUL characters' } : parse(cell)

function setMember(members: Members, member: string, value: unknown): void {
  if (!member.startsWith('cf_')) {
    members[member] = value
    return
  }
  members.values ??= []
  ;(members.values as unknown[]).push({ key: member, value, path: [member] })
}

function headerProblems(
  { line, names, layout }: Header,
  types: FieldTypes,
  missing: Map<string, MissingField>,
): FileProblem[] {
  const problems: FileProblem[] = []
  const present = new Set<string>()
  let advice = COLUMNS
  for (const column of names) {
    const isKnown =
      layout.columns.has(column) ||
      layout.ignored.has(column) ||
      types.has(column) ||
      missing.has(column) ||
      (layout.collection === 'users' && column.startsWith('cf_'))
    if (present.has(column)) {
      problems.push(problem('file not valid', 'the column exists twice', { line, column }))
    } else if (!isKnown) {
      const isCustom = /^((external_user|account)\.)?cf_/.test(column)
      const message = isCustom ? NO_FIELD : advice
      problems.push(problem('column not recognized', message, { line, column }))
      // The list is long, and a file of another kind has many unknown columns.
      if (!isCustom) advice = 'there is no such column'
    }
    present.add(column)
  }
  const addMissing = (column: string, message: string) =>
    problems.push(problem('required column missing', message, { line, column }))
  for (const [first = '', ...others] of layout.required)
    if (![first, ...others].some((column) => present.has(column)))
      addMissing(first, others.length === 0 ? NO_ID : `it or ${others.join(' or ')} is required`)
  for (const { prefix } of layout.customFields) {
    const count = names.filter((name) => name.startsWith(`${prefix}cf_`)).length
    if (count > MAX_CUSTOM_FIELDS)
      problems.push(problem('file not valid', tooManyFields(count), { line }))
  }
  const [column, other] = layout.needs ?? []
  if (column && other && present.has(column) && !present.has(other))
    addMissing(other, `${column} is an id of another database; export the file again`)
  return problems
}

const tooManyFields = (count: number) =>
  `it has ${count} columns of custom fields; at most ${MAX_CUSTOM_FIELDS} are allowed`
const NO_ID = 'it is required; if you have no ids of your own, use the e-mail addresses'
const NO_FIELD = 'there is no such custom field; create it first'
const COLUMNS =
  `the columns are ${peopleColumns.join(', ')}, and external_user.cf_… and account.cf_… for custom fields; ` +
  'or those of an export of users, external_users or external_accounts'

function missingValues(
  line: number,
  names: string[],
  { required, accountId }: Layout,
  isEmpty: (column: string) => boolean,
  hasAccount: boolean,
): FileProblem[] {
  const problems: FileProblem[] = []
  const add = (column: string, message: string) =>
    problems.push(problem('required value missing', message, { line, column }))
  for (const group of required) {
    // A column that is missing is a problem of the header.
    const hasColumn = group.some((column) => names.includes(column))
    const [first = '', ...others] = group
    if (hasColumn && group.every(isEmpty))
      add(
        first,
        others.length === 0 ? 'it is required' : `it or ${others.join(' or ')} is required`,
      )
  }
  if (hasAccount && accountId !== undefined && isEmpty(accountId))
    add(accountId, 'it is required when the row has other values of an account')
  return problems
}
