// The kinds of CSV file that can be imported, each known by the names of its columns.
import { exportColumns } from '../files/export.ts'
import { external_accounts } from '../resources/external_accounts.ts'
import { external_users } from '../resources/external_users.ts'
import { users } from '../resources/users.ts'
import {
  body,
  boolean,
  type CellParser,
  comment,
  email,
  id,
  integer,
  labels,
  money,
  oneOf,
  type ParsedCell,
  SUGGESTION_STATES,
  shortText,
  state,
  text,
  time,
  title,
  votes,
} from './cells.ts'
import type { CustomFieldOwner } from './custom-values.ts'
import type { FormatKind } from './formats.ts'
import type { ImportedCollection } from './rows.ts'

/** A value belongs to the record of the row, or to the account that the row names besides. */
export type Target = 'record' | 'account'
export type Column = {
  target: Target
  member: string
  parse: CellParser
  /** Several columns can have this name: the member is a list. */
  isRepeated?: boolean
  /** Numbers and dates are read by the format of the column. */
  kind?: FormatKind
  /** The values that it can have, where they are few. */
  choices?: readonly string[]
  /** Several values in one cell: each of them is mapped, and read with the others. */
  parseList?: (values: string[]) => ParsedCell
}

/** What a file holds: people and accounts, or suggestions. */
export type ImportType = 'users' | 'suggestions'

export type Layout = {
  /** What a row creates or changes. */
  collection: ImportedCollection
  columns: Map<string, Column>
  /** Columns of an export that cannot be imported, such as ids and figures. */
  ignored: Set<string>
  /** Of each group a row needs at least one value. */
  required: string[][]
  /** A row without this value is left out. */
  skippedWithout?: string
  /** The column that a row needs when it has another value of an account. */
  accountId?: string
  /** The members that are the ids of rows without ids. */
  otherIds?: { target: Target; member: string }[]
  /** Columns that belong together: without the second the first cannot be understood. */
  needs?: [column: string, other: string]
  /** The custom fields that it can have, by the prefix of their columns. */
  customFields: { prefix: string; objectType: CustomFieldOwner; target: Target }[]
  /** Written by `earshot export`: new custom fields are created. */
  isExport: boolean
}

/** Of the parsers that depend on a format. */
const KINDS = new Map<CellParser, FormatKind>([
  [money, 'number'],
  [time, 'date'],
])

const columnsOf = (
  target: Target,
  members: Record<string, [string, CellParser]>,
): [string, Column][] =>
  Object.entries(members).map(([name, [member, parse]]) => {
    const kind = KINDS.get(parse)
    return [name, { target, member, parse, ...(kind && { kind }) }]
  })

const EXTERNAL_ID = 'external_user.external_id'
export const EMAIL = 'external_user.email_address'
const USER_ID = 'user.id'
const ACCOUNT_ID = 'account.external_id'

const people: Layout = {
  collection: 'external_users',
  columns: new Map([
    ...columnsOf('record', {
      [USER_ID]: ['user_id', id],
      [EXTERNAL_ID]: ['external_id', shortText],
      [EMAIL]: ['email', email],
      'external_user.name': ['name', text],
      'external_user.created_timestamp': ['external_created_at', time],
      'external_user.ip': ['ip', text],
      'external_user.type': ['type', text],
    }),
    ...columnsOf('account', {
      [ACCOUNT_ID]: ['external_id', shortText],
      'account.name': ['name', text],
      'account.plan': ['plan', text],
      'account.mrr': ['mrr', money],
      'account.ltv': ['ltv', money],
      'account.created_timestamp': ['external_created_at', time],
    }),
  ]),
  ignored: new Set(),
  required: [[EXTERNAL_ID], [EMAIL, USER_ID]],
  accountId: ACCOUNT_ID,
  customFields: [
    { prefix: 'external_user.', objectType: 'external_users', target: 'record' },
    { prefix: 'account.', objectType: 'external_accounts', target: 'account' },
  ],
  isExport: false,
}

export const peopleColumns = [...people.columns.keys()]

/** A file of another system, whose columns are mapped: it need not have ids. */
const mappedPeople: Layout = {
  ...people,
  required: [
    [EMAIL, USER_ID],
    [EXTERNAL_ID, EMAIL],
  ],
  otherIds: [
    { target: 'record', member: 'email' },
    { target: 'account', member: 'name' },
  ],
}

const suggestions: Layout = {
  collection: 'suggestions',
  columns: new Map<string, Column>([
    ...columnsOf('record', {
      external_id: ['external_id', shortText],
      title: ['title', title],
      body: ['body', body],
      forum: ['forum', shortText],
      category: ['category', shortText],
      status: ['status', shortText],
    }),
    ['state', { target: 'record', member: 'state', parse: state, choices: SUGGESTION_STATES }],
    [
      'labels',
      { target: 'record', member: 'labels', parse: (cell) => labels([cell]), parseList: labels },
    ],
    ...columnsOf('record', {
      user_email: ['user_email', email],
      user_name: ['user_name', shortText],
      votes: ['votes', votes],
      created_at: ['created_at', time],
    }),
    ['comment', { target: 'record', member: 'comments', parse: comment, isRepeated: true }],
  ]),
  ignored: new Set(),
  required: [['title']],
  customFields: [{ prefix: '', objectType: 'suggestions', target: 'record' }],
  isExport: false,
}

export const suggestionColumns = [...suggestions.columns.keys()]

/** What a file of rows that were left out has besides its columns. They are ignored, so that it can be imported as it is. */
export const PROBLEM_COLUMNS = ['import.line', 'import.problem']

const USER_EMAIL = 'links.user.email_address'
const LINKED_ACCOUNT_ID = 'links.external_account.external_id'

const exportedExternalUsers: Layout = {
  collection: 'external_users',
  columns: new Map([
    ...columnsOf('record', {
      external_id: ['external_id', shortText],
      email: ['email', email],
      name: ['name', text],
      type: ['type', text],
      ip: ['ip', text],
      external_created_at: ['external_created_at', time],
      last_seen_at: ['last_seen_at', time],
      seen_days: ['seen_days', integer],
      [USER_EMAIL]: ['user_email', email],
    }),
    ...columnsOf('account', { [LINKED_ACCOUNT_ID]: ['external_id', shortText] }),
  ]),
  ignored: new Set(exportColumns(external_users)),
  required: [['external_id'], ['email', USER_EMAIL]],
  needs: ['links.external_account', LINKED_ACCOUNT_ID],
  customFields: [{ prefix: '', objectType: 'external_users', target: 'record' }],
  isExport: true,
}

const exportedAccounts: Layout = {
  collection: 'external_accounts',
  columns: new Map(
    columnsOf('record', {
      external_id: ['external_id', shortText],
      name: ['name', text],
      plan: ['plan', text],
      mrr: ['mrr', money],
      ltv: ['ltv', money],
      external_created_at: ['external_created_at', time],
    }),
  ),
  ignored: new Set(exportColumns(external_accounts)),
  required: [['external_id']],
  skippedWithout: 'external_id',
  customFields: [{ prefix: '', objectType: 'external_accounts', target: 'record' }],
  isExport: true,
}

const exportedUsers: Layout = {
  collection: 'users',
  columns: new Map(
    columnsOf('record', {
      email_address: ['email', email],
      name: ['name', text],
      guid: ['guid', text],
      email_confirmed: ['email_confirmed', boolean],
      job_title: ['job_title', text],
      last_ip: ['last_ip', text],
      last_login: ['last_login', time],
      country: ['country', text],
      region: ['region', text],
      city: ['city', text],
      allowed_state: ['allowed_state', oneOf('allowed', 'blocked')],
      status_notifications: ['status_notifications', boolean],
      comment_notifications: ['comment_notifications', boolean],
    }),
  ),
  ignored: new Set(exportColumns(users)),
  required: [['email_address']],
  customFields: [],
  isExport: true,
}

/** The layout of a file whose columns are mapped to these fields. */
export function layoutOf(type: ImportType, fields: string[]): Layout {
  if (type === 'suggestions') return suggestions
  const layout = detectLayout(fields)
  return layout === people ? mappedPeople : layout
}

/** The layout of a file that is mapped by guess: an export only if it is one as a whole. */
export function layoutToGuess(type: ImportType, names: string[]): Layout {
  const layout = layoutOf(type, names)
  const isKnown = (name: string) =>
    layout.columns.has(name) || layout.ignored.has(name) || name.startsWith('cf_')
  return layout.isExport && !names.every(isKnown) ? mappedPeople : layout
}

/** The layout that a header belongs to. A file of any other kind is read, and refused, as one of people. */
export function detectLayout(names: string[]): Layout {
  const has = (...columns: string[]) => columns.some((column) => names.includes(column))
  if (names.some((name) => /^(external_user|account|user)\./.test(name))) return people
  if (has('email_address')) return exportedUsers
  if (!has('external_id')) return people
  if (has('email', 'links.user', USER_EMAIL)) return exportedExternalUsers
  return has('plan', 'mrr', 'ltv', 'users_count') ? exportedAccounts : people
}
