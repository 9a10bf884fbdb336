// The rows under a header → records to import, or what is wrong with them.
import type { ParsedCell } from './cells.ts'
import { type FieldTypes, type FileColumn, formatProblems, missingFields } from './columns.ts'
import { type FileProblem, problem } from './file-problems.ts'
import type { ColumnFormat } from './formats.ts'
import { cleanCell, type Header } from './header.ts'
import {
  type Column,
  EMAIL,
  type Layout,
  PROBLEM_COLUMNS,
  peopleColumns,
  suggestionColumns,
} from './layouts.ts'
import type { FileRow, ImportRow } from './rows.ts'

/** Of one record: as many as an import accepts. */
const MAX_CUSTOM_FIELDS = 200

export type RowReader = {
  /** Undefined for a row with problems. */
  read(row: FileRow, problems: FileProblem[]): ImportRow | 'skipped' | undefined
}

/** Problems of the header are added to `problems`. */
export function createRowReader(
  header: Header,
  types: FieldTypes,
  columns: FileColumn[],
  problems: FileProblem[],
): RowReader {
  problems.push(...headerProblems(header, types), ...formatProblems(columns, header.line))
  const reading = { header, columns, spellings: new FirstSpellings() }
  return { read: (row, problems) => readRow(row, reading, problems) }
}

type Members = Record<string, unknown>

type Reading = { header: Header; columns: FileColumn[]; spellings: FirstSpellings }

function readRow(
  { line, cells }: FileRow,
  { header, columns, spellings }: Reading,
  problems: FileProblem[],
): ImportRow | 'skipped' | undefined {
  const { names, fields, layout } = header
  if (cells.length !== names.length) {
    const message = `it has ${cells.length} cells, and the header has ${names.length}`
    problems.push(problem('file not valid', message, { line }))
    return undefined
  }
  const isEmpty = (field: string) => !cells[fields.indexOf(field)]?.trim()
  if (layout.skippedWithout !== undefined && isEmpty(layout.skippedWithout)) return 'skipped'
  const before = problems.length
  const targets: { record: Members; account: Members } = { record: {}, account: {} }
  for (const [i, read] of columns.entries()) {
    const { column, formatSource } = read
    const cell = cells[i] as string
    // An empty cell changes nothing, as if the file did not have the column. A format that is not clear is a problem of the column.
    if (column === undefined || cell.trim() === '' || formatSource === 'unclear') continue
    const { values } = read
    const mapped = values.valuesIn(cleanCell(cell, header)).map((value) => values.map(value).to)
    if (mapped.every((value) => value.trim() === '')) continue
    const parsed = parseCell(mapped, column, read.format)
    if ('value' in parsed) {
      setMember(targets[column.target], column, parsed.value)
      addCreated(targets.record, column, mapped.filter(values.creates))
    } else {
      const place = { line, column: names[i] as string, value: cell }
      problems.push(problem('value of wrong type', `it should be ${parsed.expected}`, place))
    }
  }
  const hasAccount = Object.keys(targets.account).length > 0
  const nameOf = (field: string) => names[fields.indexOf(field)] ?? field
  addIds(targets, layout, spellings)
  const needsAccountId = hasAccount && targets.account.external_id === undefined
  for (const { field, message } of missingValues({ fields, layout }, isEmpty, needsAccountId))
    problems.push(problem('required value missing', message, { line, column: nameOf(field) }))
  if (problems.length > before) return undefined
  const { record, account } = targets
  const { collection } = layout
  return { line, collection, ...record, ...(hasAccount && { account }) } as ImportRow
}

function parseCell(
  values: string[],
  { parse, parseList }: Column,
  format: ColumnFormat | undefined,
): ParsedCell {
  if (values.some((value) => value.includes('\0')))
    return { expected: 'text without NUL characters' }
  return parseList ? parseList(values) : parse(values[0] as string, format)
}

/** The names that are created with the row. */
function addCreated(record: Members, { member }: Column, names: string[]): void {
  if (names.length > 0) record.creates = { ...(record.creates as object), [member]: names }
}

/** Addresses and names that differ in case are those of one person or account: as the first row writes them. */
class FirstSpellings {
  #spellings = new Map<string, string>()

  of(target: string, value: string): string {
    const key = `${target} ${value.toLowerCase()}`
    const first = this.#spellings.get(key)
    if (first === undefined) this.#spellings.set(key, value)
    return first ?? value
  }
}

/** In a row without an id another value is the id. */
function addIds(
  targets: { record: Members; account: Members },
  { otherIds = [] }: Layout,
  spellings: FirstSpellings,
): void {
  for (const { target, member } of otherIds) {
    const value = targets[target][member]
    if (typeof value !== 'string' || targets[target].external_id !== undefined) continue
    // An id is shorter than a name can be.
    targets[target].external_id = spellings.of(target, [...value].slice(0, 255).join(''))
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

function headerProblems(header: Header, types: FieldTypes): FileProblem[] {
  const { line, names, fields, layout, isMapped } = header
  const missing = missingFields(header, types)
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
  for (const [first = '', ...others] of withoutOverlaps(
    layout.required.filter((group) => !group.some((column) => present.has(column))),
  ))
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
  // A column that is missing is a problem of the header.
  const empty = required.filter(
    (group) => group.some((column) => fields.includes(column)) && group.every(isEmpty),
  )
  const missing = withoutOverlaps(empty).map((group) => {
    const [field = '', ...others] = group
    const other = others.filter((column) => fields.includes(column))
    const isAddress = field === EMAIL && other.length === 0
    const message = isAddress ? NO_ADDRESS : `${['it', ...others].join(' or ')} is required`
    return { field, message }
  })
  if (needsAccountId && accountId !== undefined && isEmpty(accountId))
    missing.push({
      field: accountId,
      message: 'it is required when the row has other values of an account',
    })
  return missing
}

/** What is missing is reported once, also when two rules ask for it. */
const withoutOverlaps = (groups: string[][]): string[][] =>
  groups.filter(
    (group, i) =>
      !groups.slice(0, i).some((earlier) => earlier.some((column) => group.includes(column))),
  )

const NO_ADDRESS = 'the e-mail address is missing'
