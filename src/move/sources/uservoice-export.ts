// UserVoice by files: the full export, which has a row for each idea and voter, the CSV of the console, and the files of comments, notes and
// people beside them. Which file is which is seen by its columns.
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readDate } from '../../imports/formats.ts'
import { KeySet } from '../key-set.ts'
import { type CsvRow, columnName, readCsv, readHeader } from './csv-table.ts'
import { type FileOfAccount, type FileSourceOptions, writeForm } from './file-source.ts'
import { type FormWriter, MAX_LABELS } from './form-writer.ts'
import { SourceError } from './source-client.ts'
import { digestOf, idOf, isClosedName, numberOf } from './values.ts'

export const USERVOICE_EXPORT = 'uservoice-export'

type Layout = 'users' | 'full' | 'console' | 'comments' | 'notes'

const REMARKS = {
  columns: [
    ['suggestionId', 'id'],
    ['text', 'body'],
  ],
  used: ['suggestionId', 'id', 'text', 'body', 'userEmail', 'userName', 'createdAt'],
}

/** In the order in which they are read. */
const LAYOUTS: Record<Layout, { columns: string[][]; used: string[] }> = {
  users: { columns: [['email'], ['name'], ['createdAt']], used: ['email', 'name', 'createdAt'] },
  full: {
    columns: [['ideaId'], ['ideaTitle']],
    used: [
      'ideaId',
      'ideaTitle',
      'ideaDescription',
      'ideaCreatorEmailAddress',
      'ideaCreatorName',
      'forumName',
      'categoryName',
      'labels',
      'publicStatusName',
      'moderationState',
      'votersCount',
      'createdTimestamp',
      'publicStatusUpdateMessage',
      'publicStatusUpdatedTimestamp',
      'publicStatusCreatorEmailAddress',
      'userEmailAddress',
      'userName',
      'linkedIdeaCreationDate',
    ],
  },
  console: {
    columns: [['suggestion.id'], ['suggestion.title']],
    used: [
      'suggestion.id',
      'suggestion.title',
      'suggestion.body',
      'suggestion.body_mime_type',
      'suggestion.forum.name',
      'suggestion.forum.id',
      'suggestion.category.name',
      'suggestion.category.id',
      'suggestion.status.name',
      'suggestion.status.id',
      'suggestion.labels.name',
      'suggestion.labels.id',
      'suggestion.parent.id',
      'suggestion.created_timestamp',
      'suggestion.created_user_agent',
      'suggestion.created_referrer',
      // Known by the id.
      'suggestion.portal_url',
      'suggestion.admin_url',
    ],
  },
  comments: REMARKS,
  notes: REMARKS,
}

/** The layout of a file by its header and name. Notes and comments have the same columns. */
export function layoutOf(header: string[], name: string): Layout | undefined {
  const names = new Set(header.map(columnName))
  const hasAll = ({ columns }: { columns: string[][] }) =>
    columns.every((any) => any.some((column) => names.has(columnName(column))))
  if (hasAll(LAYOUTS.full)) return 'full'
  if (hasAll(LAYOUTS.console)) return 'console'
  if (hasAll(LAYOUTS.comments)) return /note/i.test(name) ? 'notes' : 'comments'
  return hasAll(LAYOUTS.users) ? 'users' : undefined
}

type Context = {
  form: FormWriter
  /** Ideas that were met already. */
  ideas: KeySet
  /** By idea: how many voters it says it has, less those in the file. */
  voters: Map<string, number>
  parents: Map<string, string>
}

export async function identifyUservoiceExport(options: FileOfAccount): Promise<string> {
  await findFiles(options)
  return accountOf(options)
}

/** The files do not say whose they are. */
const accountOf = ({ account }: FileOfAccount) => account ?? 'export'

export async function readUservoiceExport(options: FileSourceOptions): Promise<string> {
  const { encoding } = options
  const files = await findFiles(options)
  const target = { source: USERVOICE_EXPORT, account: accountOf(options) }
  return writeForm(options, target, async (form) => {
    const context: Context = {
      form,
      ideas: new KeySet(),
      voters: new Map(),
      parents: new Map(),
    }
    for (const layout of Object.keys(LAYOUTS) as Layout[])
      for (const file of files.filter((one) => one.layout === layout))
        await readFile(context, file, encoding)
    for (const [key, parent] of context.parents) form.add('merges', { from: key, to: parent })
    for (const [key, missing] of context.voters)
      if (missing > 0)
        form.leaveOut('supporters', key, `${missing} of its voters are not in the file.`)
  })
}

type SourceFile = { path: string; layout: Layout; header: string[] }

async function findFiles({ from, encoding }: FileOfAccount): Promise<SourceFile[]> {
  const info = await stat(from).catch(() => undefined)
  if (!info) throw new SourceError(`There is no ${from}.`)
  const paths = info.isDirectory()
    ? (await readdir(from))
        .filter((name) => /\.(csv|tsv|txt)$/i.test(name))
        .sort()
        .map((name) => join(from, name))
    : [from]
  const files: SourceFile[] = []
  for (const path of paths) {
    const header = await readHeader(path, encoding)
    const layout = layoutOf(header, basename(path))
    if (layout === undefined)
      throw new SourceError(
        `${path} has columns that no file of UserVoice has: ${header.slice(0, 5).join(', ').slice(0, 200)}.`,
      )
    files.push({ path, layout, header })
  }
  if (!files.some(({ layout }) => layout === 'full' || layout === 'console'))
    throw new SourceError(
      `${from} has no ideas: a CSV file with the columns ideaId and ideaTitle, or suggestion.id and suggestion.title.`,
    )
  return files
}

const READERS: Record<Layout, (context: Context, row: CsvRow) => void> = {
  users: readPerson,
  full: readIdeaAndVoter,
  console: readConsoleRow,
  comments: (context, row) => readRemark(context, row, 'comments'),
  notes: (context, row) => readRemark(context, row, 'notes'),
}

async function readFile(
  context: Context,
  { path, layout, header }: SourceFile,
  encoding: string | undefined,
): Promise<void> {
  const used = new Set(LAYOUTS[layout].used.map(columnName))
  const others = header.filter((name) => name.trim() !== '' && !used.has(columnName(name)))
  if (others.length > 0)
    context.form.leaveOut(
      'columns',
      basename(path).slice(0, 200),
      `these have no place here: ${others.join(', ')}`.slice(0, 290),
    )
  if (layout === 'console')
    context.form.leaveOut(
      'suggestions',
      undefined,
      'the CSV of the console has neither authors nor voters. Take the full export, or the API.',
    )
  const rows = readCsv({ chunks: createReadStream(path), name: path, encoding })
  for await (const row of context.form.rows(rows)) READERS[layout](context, row)
}

function readPerson({ form }: Context, row: CsvRow): void {
  const [email, name] = [row.get('email'), row.get('name')]
  const key = form.person({ email, name, created_at: timeOf(row.get('createdAt')) })
  if (key === undefined)
    form.skip('users', `row ${row.line}`, 'the person has neither an address nor a name.')
}

function readIdeaAndVoter(context: Context, row: CsvRow): void {
  const { form, ideas, voters } = context
  const key = row.get('ideaId')?.trim()
  if (key === undefined) return void form.skip('suggestions', `row ${row.line}`, 'it has no id.')
  if (ideas.add(key)) {
    writeIdea(context, row, key)
    const count = numberOf(row.get('votersCount'))
    if (count !== undefined) voters.set(key, count)
  }
  const email = row.get('userEmailAddress')
  const user = form.person({ email, name: email && row.get('userName') })
  if (user === undefined || form.has('supporters', `${key} ${user}`)) return
  voters.set(key, (voters.get(key) ?? 0) - 1)
  form.add('supporters', {
    suggestion: key,
    user,
    created_at: timeOf(row.get('linkedIdeaCreationDate')),
  })
}

function writeIdea(context: Context, row: CsvRow, key: string): void {
  const { form } = context
  const forum = named(context, 'forums', { name: row.get('forumName') ?? 'Feedback' })
  const status = statusOf(context, row.get('publicStatusName'))
  const isWritten = form.add('suggestions', {
    key,
    id: idOf(key),
    title: row.get('ideaTitle'),
    ...bodyOf(row.get('ideaDescription')),
    state: stateOf(context, key, row.get('moderationState')),
    forum,
    category: categoryOf(context, forum, row.get('categoryName')),
    status,
    labels: labelsOf(context, key, splitLabels(row.get('labels'))),
    author: form.person({
      email: row.get('ideaCreatorEmailAddress'),
      name: row.get('ideaCreatorName'),
    }),
    closed_at: timeOf(row.get('publicStatusUpdatedTimestamp')),
    created_at: timeOf(row.get('createdTimestamp')),
  })
  const message = row.get('publicStatusUpdateMessage')
  const updated = timeOf(row.get('publicStatusUpdatedTimestamp'))
  // A status can be set without words.
  const isUpdate = message !== undefined || (status !== undefined && updated !== undefined)
  if (!isWritten || !isUpdate) return
  form.add('status_updates', {
    key,
    suggestion: key,
    ...bodyOf(message),
    status,
    author: form.person({ email: row.get('publicStatusCreatorEmailAddress') }),
    created_at: updated,
  })
}

function readConsoleRow(context: Context, row: CsvRow): void {
  const { form, ideas, parents } = context
  const get = (column: string) => row.get(`suggestion.${column}`)
  const key = get('id')?.trim()
  if (key === undefined) return void form.skip('suggestions', `row ${row.line}`, 'it has no id.')
  const parent = get('parent.id')?.trim()
  if (parent !== undefined) parents.set(key, parent)
  if (!ideas.add(key)) return
  const forum = named(context, 'forums', {
    name: get('forum.name') ?? 'Feedback',
    id: get('forum.id'),
  })
  const ids = get('labels.id')?.split(',') ?? []
  form.add('suggestions', {
    key,
    id: idOf(key),
    title: get('title'),
    ...bodyOf(get('body'), get('body_mime_type')),
    forum,
    category: categoryOf(context, forum, get('category.name'), get('category.id')),
    status: statusOf(context, get('status.name'), get('status.id')),
    labels: labelsOf(context, key, splitLabels(get('labels.name')), ids),
    creator_user_agent: get('created_user_agent'),
    creator_referrer: get('created_referrer'),
    created_at: timeOf(get('created_timestamp')),
  })
}

function readRemark({ form }: Context, row: CsvRow, kind: 'comments' | 'notes'): void {
  const named = row.get('suggestionId')
  const suggestion = (named ?? row.get('id'))?.trim()
  const id = named === undefined ? undefined : row.get('id')?.trim()
  const [email, name, created] = [row.get('userEmail'), row.get('userName'), row.get('createdAt')]
  const body = row.get('text') ?? row.get('body')
  form.add(kind, {
    key: id ?? digestOf([suggestion, email ?? name, created, body].join('\n')),
    id: idOf(id),
    ...bodyOf(body),
    suggestion,
    author: form.person({ email, name }),
    created_at: timeOf(created),
  })
}

/** A record that is known by its name, and by its id where the file has one. */
function named(
  { form }: Context,
  kind: 'forums' | 'statuses' | 'labels' | 'categories',
  { name, id, ...more }: Named,
): string {
  const called = name.trim()
  const key = id?.trim() || digestOf([kind, more.forum ?? '', called].join('\n'))
  if (!form.has(kind, key)) form.add(kind, { key, id: idOf(id), name: called, ...more })
  return key
}

type Named = { name: string; id?: string | undefined; forum?: string; is_open?: boolean }

const categoryOf = (context: Context, forum: string, name?: string, id?: string) =>
  name === undefined ? undefined : named(context, 'categories', { name, id, forum })

const statusOf = (context: Context, name?: string, id?: string) =>
  name === undefined
    ? undefined
    : named(context, 'statuses', { name, id, is_open: !isClosedName(name) })

function labelsOf(
  context: Context,
  key: string,
  names: string[],
  ids: string[] = [],
): string[] | undefined {
  if (names.length > MAX_LABELS)
    context.form.leaveOut('suggestions', key, `it has ${names.length} labels. ${MAX_LABELS} come.`)
  const labels = names
    .slice(0, MAX_LABELS)
    .map((name, at) =>
      named(context, 'labels', { name, id: ids.length === names.length ? ids[at] : undefined }),
    )
  return labels.length === 0 ? undefined : [...new Set(labels)]
}

/** A JSON array, or names with commas between them. */
function splitLabels(list: string | undefined): string[] {
  const trimmed = list?.trim() ?? ''
  let names: unknown = trimmed.split(',')
  if (trimmed.startsWith('['))
    try {
      names = JSON.parse(trimmed)
    } catch {
      // Commas, then.
    }
  return (Array.isArray(names) ? names : [])
    .map((name) => String(name).trim())
    .filter((name) => name !== '')
}

const STATES: Record<string, string> = {
  approved: 'published',
  published: 'published',
  visible: 'published',
  closed: 'published',
  new: 'new',
  pending: 'new',
  unapproved: 'new',
  spam: 'spam',
  deleted: 'deleted',
  rejected: 'deleted',
}

function stateOf({ form }: Context, key: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const state = STATES[value.trim().toLowerCase()]
  if (state === undefined)
    form.leaveOut(
      'suggestions',
      key,
      `moderation state ${JSON.stringify(value.slice(0, 50))} is none of ours. It comes for approval.`,
    )
  return state ?? 'new'
}

/** With the year first, as `2024-05-01 12:30:00 UTC`. What cannot be read is named in the report. */
const timeOf = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : (readDate(value, 'ymd')?.toISOString() ?? value)

const HTML = /<\/?(p|br|a|ul|ol|li|div|span|strong|em|b|i|h[1-6]|blockquote|code|pre|img)\b[^>]*>/i
const MIME_TYPES = ['text/plain', 'text/markdown', 'text/html']

function bodyOf(body: string | undefined, type?: string) {
  if (body === undefined) return {}
  const known = type !== undefined && MIME_TYPES.includes(type.trim())
  return {
    body,
    body_mime_type: known ? type.trim() : HTML.test(body) ? 'text/html' : 'text/plain',
  }
}
