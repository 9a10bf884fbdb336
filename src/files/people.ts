// The columns of a file of people and their accounts, and each row as an import takes it.

import { parseId, parseTime } from '../values.ts'
import { coerceValue, type FieldType } from '../write/custom-values.ts'
import { type ImportedUser, MAX_TEXT_LENGTH } from '../write/external-users.ts'
import { InvalidFileError, type Row } from './read-csv.ts'

export type ProblemKind =
  | 'file not valid'
  | 'required column missing'
  | 'required value missing'
  | 'value of wrong type'
  | 'column not recognized'

/** What is wrong, and where: in the row and column, in a whole column, or in the file. */
export type FileProblem = {
  kind: ProblemKind
  row: number | null
  column: string | null
  message: string
  value: string
}

/** The custom fields that there are, by the names of their columns. */
export type CustomFields = Map<string, FieldType>

export type Person = { row: number; user: ImportedUser }

type Value = string | number | boolean | null
/** What a cell says, or what it should have been. */
type Reading = (cell: string) => { value: Value } | { right: string }

const LONGEST_SHORT_TEXT = 255
const MOST_MONEY = 99_999_999_999.99

const textOf =
  (longest: number): Reading =>
  (cell) =>
    [...cell].length <= longest ? { value: cell } : { right: `at most ${longest} characters` }

const text = textOf(MAX_TEXT_LENGTH)
const shortText = textOf(LONGEST_SHORT_TEXT)

const email: Reading = (cell) =>
  /^\S+@\S+$/.test(cell) ? shortText(cell) : { right: 'an e-mail address' }

const id: Reading = (cell) => {
  const value = parseId(cell)
  return value === undefined ? { right: 'an id, a whole number' } : { value }
}

const time: Reading = (cell) => {
  const value = parseTime(cell)
  return value
    ? { value: value.toISOString() }
    : { right: 'a time such as 2026-01-31T00:00:00Z or 2026-01-31 00:00:00, which is UTC' }
}

const money: Reading = (cell) =>
  /^-?\d+(\.\d+)?$/.test(cell) && Math.abs(Number(cell)) <= MOST_MONEY
    ? { value: Number(cell) }
    : { right: `a number such as 1200.50, ${MOST_MONEY} at most` }

type Column = { of: 'user' | 'account'; member: string; read: Reading }

const ofUser = (member: string, read: Reading): Column => ({ of: 'user', member, read })
const ofAccount = (member: string, read: Reading): Column => ({ of: 'account', member, read })

const EXTERNAL_ID = 'external_user.external_id'
const EMAIL = 'external_user.email_address'
const USER_ID = 'user.id'
const ACCOUNT_ID = 'account.external_id'

const standard: Record<string, Column> = {
  [USER_ID]: ofUser('user_id', id),
  [EXTERNAL_ID]: ofUser('external_id', shortText),
  [EMAIL]: ofUser('email', email),
  'external_user.name': ofUser('name', text),
  'external_user.created_timestamp': ofUser('external_created_at', time),
  'external_user.ip': ofUser('ip', text),
  'external_user.type': ofUser('type', text),
  [ACCOUNT_ID]: ofAccount('external_id', shortText),
  'account.name': ofAccount('name', text),
  'account.plan': ofAccount('plan', text),
  'account.mrr': ofAccount('mrr', money),
  'account.ltv': ofAccount('ltv', money),
  'account.created_timestamp': ofAccount('external_created_at', time),
}

export const standardColumns = Object.keys(standard)

/** Reads the rows under a header; what is wrong with the header is added to the problems. */
export function createPeopleReader(
  header: string[],
  fields: CustomFields,
  problems: FileProblem[],
): (row: Row, problems: FileProblem[]) => Person | undefined {
  const names = header.map((name) => name.trim())
  problems.push(...headerProblems(names, fields))
  const columns = names.map((name) => standard[name] ?? customColumn(name, fields))
  return (row, problems) => {
    const before = problems.length
    if (row.cells.length !== names.length) {
      const message = `it has ${row.cells.length} cells, and the header has ${names.length}`
      problems.push(problem('file not valid', message, { row: row.number }))
      return undefined
    }
    const user: Record<string, unknown> = {}
    const account: Record<string, unknown> = {}
    for (const [i, column] of columns.entries()) {
      const cell = row.cells[i] as string
      // An empty cell says nothing, so that a file without a column and one that has it empty do the same.
      if (column === undefined || cell.trim() === '') continue
      const read = isText(cell)
        ? column.read(cell.trim())
        : { right: 'text without NUL characters' }
      if ('right' in read) {
        const place = { row: row.number, column: names[i] as string, value: cell }
        problems.push(problem('value of wrong type', `it should be ${read.right}`, place))
      } else {
        put(column.of === 'user' ? user : account, column.member, read.value)
      }
    }
    problems.push(...missingValues(row, names, user, account))
    if (problems.length > before) return undefined
    const told = Object.keys(account).length > 0 ? { account } : {}
    return { row: row.number, user: { ...user, ...told } as ImportedUser }
  }
}

const isText = (cell: string) => !cell.includes('\0')

function put(of: Record<string, unknown>, member: string, value: Value): void {
  if (!member.startsWith('cf_')) {
    of[member] = value
    return
  }
  of.values ??= []
  ;(of.values as unknown[]).push({ key: member, value, path: [member] })
}

function customColumn(name: string, fields: CustomFields): Column | undefined {
  const type = fields.get(name)
  if (type === undefined) return undefined
  const [of, member] = name.split('.') as [string, string]
  return {
    of: of === 'account' ? 'account' : 'user',
    member,
    read: (cell) => {
      const fitted = coerceValue(type, cell)
      return 'value' in fitted ? fitted : { right: RIGHT[type] }
    },
  }
}

const RIGHT: Record<FieldType, string> = {
  boolean: 'true or false',
  timestamp: 'a time such as 2026-01-31T00:00:00Z',
  number: 'a number',
  string: 'at most 128 characters',
  text: 'at most 10000 characters',
}

function headerProblems(names: string[], fields: CustomFields): FileProblem[] {
  const problems: FileProblem[] = []
  let advice = COLUMNS
  for (const [i, column] of names.entries()) {
    const place = { row: 1, column }
    if (names.indexOf(column) < i) {
      problems.push(problem('file not valid', 'the column is there twice', place))
    } else if (!Object.hasOwn(standard, column) && !fields.has(column)) {
      const isCustom = /^(external_user|account)\.cf_/.test(column)
      problems.push(problem('column not recognized', isCustom ? NO_FIELD : advice, place))
      // Told once: a file of another kind has many such columns.
      if (!isCustom) advice = 'there is no such column'
    }
  }
  const missing = (column: string, message: string) =>
    problems.push(problem('required column missing', message, { row: 1, column }))
  if (!names.includes(EXTERNAL_ID))
    missing(EXTERNAL_ID, 'without ids of your own, put addresses there')
  if (!names.includes(EMAIL) && !names.includes(USER_ID))
    missing(EMAIL, `it or ${USER_ID} has to be there`)
  return problems
}

const NO_FIELD = 'there is no such custom field; create it first'
const COLUMNS = `the columns are ${standardColumns.join(', ')}, and external_user.cf_… and account.cf_… for custom fields`

function missingValues(
  row: Row,
  names: string[],
  user: Record<string, unknown>,
  account: Record<string, unknown>,
): FileProblem[] {
  const problems: FileProblem[] = []
  // A cell that holds something wrong was told already, and so was a column that is not there.
  const isEmpty = (column: string) => !row.cells[names.indexOf(column)]?.trim()
  const hasAny = (...columns: string[]) => columns.some((column) => names.includes(column))
  const missing = (column: string, message: string) =>
    problems.push(problem('required value missing', message, { row: row.number, column }))
  if (hasAny(EXTERNAL_ID) && user.external_id === undefined && isEmpty(EXTERNAL_ID))
    missing(EXTERNAL_ID, 'it is required')
  if (hasAny(EMAIL, USER_ID) && isEmpty(EMAIL) && isEmpty(USER_ID))
    missing(EMAIL, `it or ${USER_ID} is required`)
  if (Object.keys(account).length > 0 && isEmpty(ACCOUNT_ID))
    missing(ACCOUNT_ID, 'it is required where anything is said of the account')
  return problems
}

export const problem = (
  kind: ProblemKind,
  message: string,
  place: Partial<Pick<FileProblem, 'row' | 'column' | 'value'>> = {},
): FileProblem => ({ kind, message, row: null, column: null, value: '', ...place })

export const invalidProblem = (error: unknown): FileProblem => {
  if (!(error instanceof InvalidFileError)) throw error
  return problem('file not valid', error.message, { row: error.row })
}
