// Quackback: the export of a workspace is a ZIP with `manifest.json` and a CSV file for each kind. Its API has what the ZIP lacks.
import { stat } from 'node:fs/promises'
import { KeySet } from '../key-set.ts'
import { type CsvRow, flagOf, readCsv } from './csv-table.ts'
import { type FileOfAccount, type FileSourceOptions, writeForm } from './file-source.ts'
import { type FormWriter, MAX_LABELS, type Person } from './form-writer.ts'
import { readHistory } from './quackback-history.ts'
import { SourceError } from './source-client.ts'
import {
  colorOf,
  digestOf,
  markdownOf,
  numberOf,
  recordOf,
  textOf as text,
  wholeOf as whole,
} from './values.ts'
import { withZip, type ZipArchive } from './zip-archive.ts'

export const QUACKBACK = 'quackback'

/** What tells an export of Quackback from other archives. */
export const QUACKBACK_FILES = ['manifest.json', 'posts.csv']

const FILES = {
  boards: ['boards.csv'],
  statuses: ['statuses.csv'],
  tags: ['tags.csv'],
  users: ['users.csv'],
  companies: ['companies.csv'],
  posts: ['posts.csv'],
  comments: ['post_comments.csv', 'comments.csv'],
  votes: ['post_votes.csv', 'votes.csv'],
  changelog: ['changelog.csv'],
}
type File = keyof typeof FILES

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

/** Records that posts refer to by name. */
type Names = Map<string, string>

type Context = {
  zip: ZipArchive
  form: FormWriter
  /** The entry of each file. */
  entries: Map<File, string>
  boards: Names
  statuses: Names
  tags: Names
  slugs: Names
  /** By post: how many votes it says it has, less those in the file. */
  votes: Map<string, number>
  posts: string[]
  /** People by the name that the API shows. Null where several have it. */
  people: Map<string, string | null>
}

export const readQuackback = (options: FileSourceOptions): Promise<string> =>
  withWorkspace(options, (zip, entries, account) =>
    writeForm(options, { source: QUACKBACK, account }, (form) =>
      readAll(options, {
        zip,
        form,
        entries,
        boards: new Map(),
        statuses: new Map(),
        tags: new Map(),
        slugs: new Map(),
        votes: new Map(),
        posts: [],
        people: new Map(),
      }),
    ),
  )

export const identifyQuackback = (options: FileOfAccount): Promise<string> =>
  withWorkspace(options, async (_zip, _entries, account) => account)

function withWorkspace<T>(
  { from, account }: FileOfAccount,
  use: (zip: ZipArchive, entries: Map<File, string>, account: string) => Promise<T>,
): Promise<T> {
  return withZip(from, async (zip) => {
    const entries = findEntries(zip)
    if (!zip.names.some((name) => baseName(name) === 'manifest.json') || !entries.has('posts'))
      throw new SourceError(
        `${from} is no export of Quackback: it has no ${QUACKBACK_FILES.join(' and ')}.`,
      )
    return use(zip, entries, account ?? (await accountOf(zip)) ?? 'workspace')
  })
}

const baseName = (name: string) => name.split('/').at(-1) ?? name

function findEntries(zip: ZipArchive): Map<File, string> {
  const entries = new Map<File, string>()
  for (const [file, names] of Object.entries(FILES)) {
    const entry = zip.names.find((name) => names.includes(baseName(name)))
    if (entry !== undefined) entries.set(file as File, entry)
  }
  return entries
}

/** The name of the workspace, where the manifest has one. */
async function accountOf(zip: ZipArchive): Promise<string | undefined> {
  const name = zip.names.find((one) => baseName(one) === 'manifest.json') ?? ''
  if (zip.sizeOf(name) > MAX_MANIFEST_BYTES) throw new SourceError(`${name} is too large.`)
  const pieces: Buffer[] = []
  for await (const piece of zip.read(name)) pieces.push(piece)
  let manifest: unknown
  try {
    manifest = JSON.parse(
      Buffer.concat(pieces)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
  } catch {
    throw new SourceError(`${name} is not JSON.`)
  }
  const { workspace } = recordOf(manifest)
  const { slug, name: called, id } = recordOf(workspace)
  return (text(workspace) ?? text(slug) ?? text(called) ?? text(id))?.slice(0, 200)
}

async function readAll(options: FileSourceOptions, context: Context): Promise<void> {
  await readBoards(context)
  await readStatuses(context)
  await readTags(context)
  await readUsers(context)
  await readCompanies(context)
  await readPosts(context)
  await readComments(context)
  await readVotes(context)
  await readChangelog(context)
  const merged = await completeByApi(options, context)
  noteMissingVotes(context, merged)
  noteTheRest(context, options.client !== undefined)
}

async function* rowsOf({ zip, entries, form }: Context, file: File): AsyncGenerator<CsvRow> {
  const name = entries.get(file)
  if (name === undefined) return
  yield* form.rows(readCsv({ chunks: zip.read(name), name, hasGuards: true }))
}

async function readBoards(context: Context): Promise<void> {
  const { form, boards } = context
  for await (const row of rowsOf(context, 'boards')) {
    const key = row.get('id')
    const isWritten = form.add('forums', {
      key,
      name: row.get('name'),
      ...(row.get('description') && { welcome_message: row.get('description') }),
      created_at: row.get('created_at'),
    })
    if (isWritten && key !== undefined) boards.set(row.get('slug') ?? key, key)
  }
}

async function readStatuses(context: Context): Promise<void> {
  const { form, statuses, slugs } = context
  for await (const row of rowsOf(context, 'statuses')) {
    const [key, name] = [row.get('id'), row.get('name')]
    const isWritten = form.add('statuses', {
      key,
      name,
      is_open: (row.get('category') ?? 'active') === 'active',
      hex_color: colorOf(row.get('color')),
      position: whole(row.get('position')),
    })
    if (!isWritten || key === undefined || name === undefined) continue
    statuses.set(name, key)
    slugs.set(row.get('slug') ?? name, key)
  }
}

async function readTags(context: Context): Promise<void> {
  const { form, tags } = context
  let hasMore = false
  for await (const row of rowsOf(context, 'tags')) {
    const [key, name] = [row.get('id'), row.get('name')]
    hasMore ||= row.get('color') !== undefined || row.get('description') !== undefined
    const isWritten = form.add('labels', { key, name })
    if (isWritten && key !== undefined && name !== undefined) tags.set(name, key)
  }
  if (hasMore) form.leaveOut('labels', undefined, 'labels have no colors and descriptions.')
}

function meet({ form, people }: Context, person: Person): string | undefined {
  const key = form.person(person)
  const { name } = person
  if (name === undefined || key === undefined) return key
  const known = people.get(name)
  people.set(name, known === undefined || known === key ? key : null)
  return key
}

async function readUsers(context: Context): Promise<void> {
  const { form } = context
  const nameless = new KeySet()
  let inSegments = 0
  for await (const row of rowsOf(context, 'users')) {
    const [email, name] = [row.get('email'), row.get('name')]
    if (row.get('segments') !== undefined) inSegments++
    if (email === undefined && (name === undefined || !nameless.add(name.trim()))) {
      form.skip(
        'users',
        `row ${row.line}`,
        name === undefined
          ? 'the person has neither an address nor a name.'
          : 'another person without an address has the same name. They are one here.',
      )
      continue
    }
    meet(context, {
      email,
      name,
      email_confirmed: email !== undefined && flagOf(row.get('verified')),
      last_login: row.get('last_seen_at'),
      created_at: row.get('joined_at'),
    })
  }
  if (inSegments > 0)
    form.leaveOut('users', undefined, `${inSegments} people are in segments, which do not come.`)
}

async function readCompanies(context: Context): Promise<void> {
  const { form } = context
  let hasPeople = false
  for await (const row of rowsOf(context, 'companies')) {
    const name = row.get('name')
    const externalId = row.get('external_id') ?? row.get('domain')
    hasPeople ||= (numberOf(row.get('people_count')) ?? 0) > 0
    const key = digestOf(externalId ?? `name ${name}`)
    if (form.has('external_accounts', key)) {
      form.skip('external_accounts', `row ${row.line}`, 'another company has the same id or name.')
      continue
    }
    form.add('external_accounts', {
      key,
      external_id: externalId,
      name,
      plan: row.get('plan'),
      mrr: numberOf(row.get('monthly_spend')),
      external_created_at: row.get('created_at'),
      created_at: row.get('created_at'),
    })
  }
  if (hasPeople)
    form.leaveOut(
      'external_accounts',
      undefined,
      'the export does not say which people belong to a company.',
    )
}

/** The record that a post names, written when the export does not list it. */
function named(
  { form }: Context,
  kind: 'forums' | 'statuses' | 'labels',
  known: Names,
  name: string,
): string {
  const key = known.get(name)
  if (key !== undefined) return key
  const made = digestOf(`${kind} ${name}`)
  known.set(name, made)
  form.add(kind, { key: made, name })
  return made
}

/** Names are joined by commas, and can have commas themselves. */
function splitTags(list: string, tags: Names): string[] {
  const parts = list.split(',').slice(0, 2 * MAX_LABELS)
  const names: string[] = []
  for (let at = 0; at < parts.length; ) {
    let end = parts.length
    while (end > at + 1 && !tags.has(parts.slice(at, end).join(',').trim())) end--
    const name = parts.slice(at, end).join(',').trim()
    if (name !== '') names.push(name)
    at = end
  }
  return [...new Set(names)]
}

async function readPosts(context: Context): Promise<void> {
  const { form, boards, statuses, tags, votes, posts } = context
  for await (const row of rowsOf(context, 'posts')) {
    const key = row.get('id')
    const labels = splitTags(row.get('tags') ?? '', tags).map((name) =>
      named(context, 'labels', tags, name),
    )
    if (labels.length > MAX_LABELS)
      form.leaveOut('suggestions', key, `it has ${labels.length} labels. ${MAX_LABELS} come.`)
    const status = row.get('status')
    const isWritten = form.add('suggestions', {
      key,
      title: row.get('title'),
      ...bodyOf(row),
      forum: named(context, 'forums', boards, row.get('board') ?? 'Feedback'),
      status: status && named(context, 'statuses', statuses, status),
      labels: labels.length === 0 ? undefined : labels.slice(0, MAX_LABELS),
      author: meet(context, { email: row.get('author_email'), name: row.get('author_name') }),
      created_at: row.get('created_at'),
    })
    const count = numberOf(row.get('vote_count'))
    if (!isWritten || key === undefined) continue
    posts.push(key)
    if (count !== undefined) votes.set(key, count)
  }
}

const bodyOf = (row: CsvRow) => markdownOf(row.get('content'))

const STATES: Record<string, string> = {
  approved: 'approved',
  published: 'approved',
  pending: 'new',
  spam: 'spam',
  rejected: 'deleted',
  deleted: 'deleted',
}

/** Private comments are notes. */
async function readComments(context: Context): Promise<void> {
  const { form } = context
  const notes = new KeySet()
  for await (const row of rowsOf(context, 'comments')) {
    const [key, parent] = [row.get('id'), row.get('parent_id')]
    const author =
      meet(context, { email: row.get('author_email'), name: row.get('author_name') }) ??
      (key && addNobody(context, `comment ${key}`, row))
    const common = {
      key,
      ...bodyOf(row),
      suggestion: row.get('post_id'),
      author,
      created_at: row.get('created_at'),
    }
    const isReplyToNote = parent !== undefined && notes.has(parent)
    if (flagOf(row.get('is_private'))) {
      if (key !== undefined) notes.add(key)
      form.add('notes', { ...common, parent: isReplyToNote ? parent : undefined })
      continue
    }
    const state = row.get('moderation_state') ?? 'approved'
    if (STATES[state] === undefined)
      form.leaveOut(
        'comments',
        key,
        `moderation state ${JSON.stringify(state.slice(0, 50))} is none of ours. It comes for approval.`,
      )
    form.add('comments', {
      ...common,
      state: STATES[state] ?? 'new',
      reply_to: isReplyToNote ? undefined : parent,
      is_admin_comment: flagOf(row.get('is_team_member')),
    })
  }
}

/** A person of whom the export has nothing: each is one of their own, so that votes keep their number. */
function addNobody({ form }: Context, name: string, row: CsvRow): string {
  const key = digestOf(name)
  form.add('users', { key, created_at: row.get('created_at') })
  return key
}

async function readVotes(context: Context): Promise<void> {
  const { form, votes } = context
  for await (const row of rowsOf(context, 'votes')) {
    const [id, post] = [row.get('id'), row.get('post_id')]
    const user =
      form.person({ email: row.get('voter_email') }) ??
      (id && addNobody(context, `vote ${id}`, row))
    if (form.has('supporters', `${post} ${user}`)) {
      form.skip('supporters', id, 'the person has voted for the post already.')
      continue
    }
    const isWritten = form.add('supporters', {
      suggestion: post,
      user,
      created_at: row.get('created_at'),
    })
    if (isWritten && post !== undefined) votes.set(post, (votes.get(post) ?? 0) - 1)
  }
}

/** Merges and the changes of statuses. Returns which posts are merged into which. */
async function completeByApi(
  { client, from, isLook, signal, progress }: FileSourceOptions,
  { form, posts, statuses, slugs, people }: Context,
): Promise<Map<string, string>> {
  if (client === undefined || isLook) return new Map()
  const { size, mtimeMs } = await stat(from)
  const fingerprint = `${client.origin} ${size} ${mtimeMs}`
  const options = { client, form, posts, fingerprint, signal, progress }
  const { merged, changes } = await readHistory(options)
  form.addMerges(merged)
  for (const { id, post, metadata, actorName, createdAt } of changes) {
    const { fromName, toName, toSlug } = recordOf(metadata)
    const status = slugs.get(String(toSlug)) ?? statuses.get(String(toName))
    if (status === undefined)
      form.skip('status_updates', id, `its status ${JSON.stringify(toName)} is not in the export.`)
    else
      form.add('status_updates', {
        key: text(id),
        suggestion: post,
        author: people.get(String(actorName)) ?? undefined,
        status,
        old_status: statuses.get(String(fromName)),
        created_at: text(createdAt),
      })
  }
  return merged
}

/** A post that others were merged into counts their votes too. */
function noteMissingVotes({ form, votes }: Context, merged: Map<string, string>): void {
  const targets = new Set(merged.values())
  for (const [post, missing] of votes)
    if (missing > 0 && !targets.has(post))
      form.leaveOut('supporters', post, `${missing} of its votes are not in the export.`)
}

async function readChangelog(context: Context): Promise<void> {
  for await (const row of rowsOf(context, 'changelog'))
    context.form.add('announcements', {
      key: row.get('id'),
      title: row.get('title'),
      ...bodyOf(row),
      published_at: row.get('published_at'),
      created_at: row.get('created_at'),
    })
}

function noteTheRest({ form, zip, entries }: Context, hasApi: boolean): void {
  const used = new Set(entries.values())
  for (const name of zip.names)
    if (name.endsWith('.csv') && !used.has(name))
      form.leaveOut('files', name.slice(0, 200), 'a move has no place for it.')
  form.leaveOut(
    'suggestions',
    undefined,
    hasApi
      ? 'neither the export nor the API has files.'
      : 'the export has no merges, no official answers, no history of statuses and no files. Its API has merges and the history.',
  )
}
