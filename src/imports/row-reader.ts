// The rows under a header → records to import, or what is wrong with them.
import { removeFormulaGuard } from '../files/csv.ts'
import type { FieldType } from '../write/core/custom-values.ts'
import { customValue, inferFieldType, type ParsedCell } from './cells.ts'
import type { CustomFieldKey, NewField } from './custom-values.ts'
import { type FileProblem, problem } from './file-problems.ts'
import { customFieldsIn, type Header } from './header.ts'
import {
  type Column,
  type Layout,
  PROBLEM_COLUMNS,
  peopleColumns,
  suggestionColumns,
} from './layouts.ts'
import type { FileRow, ImportRow } from './rows.ts'

/** Of one record: as many as an import accepts. */
const MAX_CUSTOM_FIELDS = 200

/** The types of the custom fields that exist, by the names of their columns. */
export type FieldTypes = Map<string, FieldType>

export type RowReader = {
  /** Undefined for a row with problems. */
  read(row: FileRow, problems: FileProblem[]): ImportRow | 'skipped' | undefined
  /** The custom fields to create before the rows that were read are imported. */
  newFields(): NewField[]
}

/** Problems of the header are added to `problems`. */
export function createRowReader(
  header: Header,
  types: FieldTypes,
  problems: FileProblem[],
): RowReader {
  const { fields, layout } = header
  const missing = missingFields(header, types)
  problems.push(...headerProblems(header, types, missing))
  const columns = fields.map((name) =>
    name === null ? undefined : findColumn(name, layout, types, missing),
  )
  return {
    read: (row, problems) => readRow(row, header, columns, problems),
    newFields: () =>
      [...missing.values()].flatMap(({ field, inferred }) => {
        const type = inferred.type()
        return type === undefined ? [] : [{ ...field, type }]
      }),
  }
}

type MissingField = { field: CustomFieldKey; inferred: ReturnType<typeof inferFieldType> }

/** The custom fields that an export brings and the database does not have yet. */
function missingFields(header: Header, types: FieldTypes): Map<string, MissingField> {
  if (!header.createsFields) return new Map()
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
  { line, cells }: FileRow,
  { names, fields, layout, hasGuards }: Header,
  columns: (Column | undefined)[],
  problems: FileProblem[],
): ImportRow | 'skipped' | undefined {
  if (cells.length !== names.length) {
    const message = `it has ${cells.length} cells, and the header has ${names.length}`
    problems.push(problem('file not valid', message, { line }))
    return undefined
  }
  const isEmpty = (field: string) => !cells[fields.indexOf(field)]?.trim()
  if (layout.skippedWithout !== undefined && isEmpty(layout.skippedWithout)) return 'skipped'
  const readCell = (cell: string) => {
    if (layout.isExport) return removeFormulaGuard(cell)
    return hasGuards ? removeFormulaGuard(cell).trim() : cell.trim()
  }
  const before = problems.length
  const targets: { record: Members; account: Members } = { record: {}, account: {} }
  for (const [i, column] of columns.entries()) {
    const cell = cells[i] as string
    // An empty cell changes nothing, as if the file did not have the column.
    if (column === undefined || cell.trim() === '') continue
    const parsed = parseCell(readCell(cell), column)
    if ('value' in parsed) {
      setMember(targets[column.target], column, parsed.value)
    } else {
      const place = { line, column: names[i] as string, value: cell }
      problems.push(problem('value of wrong type', `it should be ${parsed.expected}`, place))
    }
  }
  const hasAccount = Object.keys(targets.account).length > 0
  const nameOf = (field: string) => names[fields.indexOf(field)] ?? field
  addIds(targets, layout)
  const needsAccountId = hasAccount && targets.account.external_id === undefined
  for (const { field, message } of missingValues({ fields, layout }, isEmpty, needsAccountId))
    problems.push(problem('required value missing', message, { line, column: nameOf(field) }))
  if (problems.length > before) return undefined
  const { record, account } = targets
  const { collection } = layout
  return { line, collection, ...record, ...(hasAccount && { account }) } as ImportRow
}

const parseCell = (cell: string, { parse }: Column): ParsedCell =>
  cell.includes('\0') ? { expected: 'text without NUL characters' } : parse(cell)

/** In a row without an id another value is the id. */
function addIds(targets: { record: Members; account: Members }, { otherIds = [] }: Layout): void {
  for (const { target, member } of otherIds) {
    const value = targets[target][member]
    // An id is shorter than a name can be.
    if (typeof value === 'string') targets[target].external_id ??= [...value].slice(0, 255).join('')
  }
}

function setMember(members: Members, { member, isRepeated }: Column, value: unknown): void {
  if (isRepeated) {
    members[member] ??= []
    ;(members[member] as unknown[]).push(value)
    return
  }
  if (!member.startsWith('cf_')) {
    members[member] = value
    return
  }
  members.values ??= []
  ;(members.values as unknown[]).push({ key: member, value, path: [member] })
}

function headerProblems(
  { line, names, fields, layout, isMapped }: Header,
  types: FieldTypes,
  missing: Map<string, MissingField>,
): FileProblem[] {
  const problems: FileProblem[] = []
  const present = new Set<string>()
  let advice = layout.collection === 'suggestions' ? SUGGESTION_COLUMNS : COLUMNS
  for (const [i, field] of fields.entries()) {
    if (field === null) continue
    const column = names[i] as string
    const isKnown =
      layout.columns.has(field) ||
      layout.ignored.has(field) ||
      types.has(field) ||
      missing.has(field) ||
      PROBLEM_COLUMNS.includes(field) ||
      (layout.collection === 'users' && field.startsWith('cf_'))
    if (present.has(field) && !layout.columns.get(field)?.isRepeated) {
      const message = column === field ? 'the column exists twice' : `two columns are ${field}`
      problems.push(problem('file not valid', message, { line, column }))
    } else if (!isKnown) {
      const isCustom = /^((external_user|account)\.)?cf_/.test(field)
      const message = isCustom ? NO_FIELD : advice
      problems.push(problem('column not recognized', message, { line, column }))
      // The list is long, and a file of another kind has many unknown columns.
      if (!isCustom) advice = 'there is no such column'
    }
    present.add(field)
  }
  const addMissing = (column: string, message: string) =>
    problems.push(problem('required column missing', message, { line, column }))
  const alone = isMapped ? 'it is required' : NO_ID
  for (const [first = '', ...others] of layout.required)
    if (![first, ...others].some((column) => present.has(column)))
      addMissing(first, others.length === 0 ? alone : `it or ${others.join(' or ')} is required`)
  for (const { prefix } of layout.customFields) {
    const count = fields.filter((name) => name?.startsWith(`${prefix}cf_`)).length
    if (count > MAX_CUSTOM_FIELDS)
      problems.push(problem('file not valid', tooManyFields(count), { line }))
  }
  const [column, other] = layout.needs ?? []
  const isNeeded = isMapped ? names.includes(column ?? '') : present.has(column ?? '')
  if (column && other && isNeeded && !present.has(other))
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
const SUGGESTION_COLUMNS = `the columns are ${suggestionColumns.join(', ')}, and cf_… for custom fields; or map the column`

function missingValues(
  { fields, layout: { required, accountId } }: Pick<Header, 'fields' | 'layout'>,
  isEmpty: (field: string) => boolean,
  needsAccountId: boolean,
): { field: string; message: string }[] {
  const missing: { field: string; message: string }[] = []
  for (const group of required) {
    // A column that is missing is a problem of the header.
    const hasColumn = group.some((column) => fields.includes(column))
    const [field = '', ...others] = group
    if (hasColumn && group.every(isEmpty))
      missing.push({
        field,
        message: `${['it', ...others].join(' or ')} is required`,
      })
  }
  if (needsAccountId && accountId !== undefined && isEmpty(accountId))
    missing.push({
      field: accountId,
      message: 'it is required when the row has other values of an account',
    })
  return missing
}
