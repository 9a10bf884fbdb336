// LogChimp: its PostgreSQL database. Boards are forums, and roadmaps are statuses.
import { type FileSourceOptions, writeForm } from './file-source.ts'
import { type FormWriter, NO_ROLES } from './form-writer.ts'
import { type RowOptions, type SourceDatabase, withSourceDatabase } from './postgres.ts'
import { SourceError } from './source-client.ts'
import {
  colorOf,
  isClosedName,
  markdownOf,
  type SourceRecord,
  textOf as text,
  wholeOf as whole,
} from './values.ts'

export const LOGCHIMP = 'logchimp'

const NO_BOARD = 'no board'

// Its lists leave such a board out, but show its posts to everyone.
const NOT_DISPLAYED =
  'the board is not displayed, but everyone could read its posts. Its forum is public; make it private if only the team should see it.'

type Context = {
  database: SourceDatabase
  form: FormWriter
  rowsOf(table: string, options: RowOptions): AsyncGenerator<SourceRecord>
  staff: Set<string>
}

export function readLogchimp(options: FileSourceOptions): Promise<string> {
  return withSourceDatabase(options, async (database) => {
    for (const table of ['posts', 'boards', 'votes', 'roadmaps', 'users'])
      if (!(await database.hasTable(table)))
        throw new SourceError(
          `${database.name} is no database of LogChimp: it has no table ${table}.`,
        )
    const account = options.account ?? database.name
    return writeForm(options, { source: LOGCHIMP, account }, (form) => {
      const rowsOf = (table: string, options: RowOptions) =>
        form.rows(database.rows(table, options))
      return readAll({ database, form, rowsOf, staff: new Set() })
    })
  })
}

async function readAll(context: Context): Promise<void> {
  const { form, rowsOf } = context
  for await (const row of rowsOf('boards', { order: 't."createdAt", t."boardId"' })) {
    const key = text(row.boardId)
    form.add('forums', {
      key,
      name: text(row.name),
      created_at: text(row.createdAt),
    })
    if (row.display === false) form.leaveOut('forums', key, NOT_DISPLAYED)
  }
  for await (const row of rowsOf('roadmaps', { order: 't.index, t.id' }))
    form.add('statuses', {
      key: text(row.id),
      name: text(row.name),
      is_open: !isClosedName(row.name),
      hex_color: colorOf(row.color),
      position: whole(row.index),
      created_at: text(row.created_at),
    })
  await readUsers(context)
  await readPosts(context)
  await readComments(context)
  for await (const row of rowsOf('votes', { order: 't."createdAt", t."voteId"' }))
    form.add('supporters', {
      suggestion: text(row.postId),
      user: text(row.userId),
      created_at: text(row.createdAt),
    })
  form.leaveOut(
    'settings',
    undefined,
    'roles, the colors of boards and the look of the site are not part of a move.',
  )
}

async function readUsers({ form, rowsOf, staff }: Context): Promise<void> {
  const order = 't."createdAt", t."userId"'
  for await (const row of rowsOf('users', { order, without: ['password'] })) {
    const key = text(row.userId)
    const note = (reason: string) => form.leaveOut('users', key, reason)
    form.add('users', {
      key,
      email_address: form.address(key, row.email),
      name: text(row.name) ?? text(row.username),
      email_confirmed: row.isVerified === true,
      is_blocked: row.isBlocked === true,
      created_at: text(row.createdAt),
    })
    if (text(row.notes) !== undefined) note('notes about people have no place here.')
    if (row.isOwner !== true || key === undefined) continue
    staff.add(key)
    note(NO_ROLES)
  }
}

async function readPosts({ form, rowsOf }: Context): Promise<void> {
  let hasDefault = false
  for await (const row of rowsOf('posts', { order: 't."createdAt", t."postId"' })) {
    const board = text(row.boardId)
    if (board === undefined && !hasDefault) {
      hasDefault = true
      form.add('forums', { key: NO_BOARD, name: 'Feedback' })
    }
    form.add('suggestions', {
      key: text(row.postId),
      title: text(row.title),
      ...markdownOf(row.contentMarkdown),
      forum: board ?? NO_BOARD,
      status: text(row.roadmap_id),
      author: text(row.userId),
      created_at: text(row.createdAt),
    })
  }
}

/** An activity says who wrote a comment, and of which post. */
async function readComments({ database, form, rowsOf, staff }: Context): Promise<void> {
  for (const table of ['posts_comments', 'posts_activity'])
    if (!(await database.hasTable(table))) return
  const about = new Map<string, { post: string | undefined; author: string | undefined }>()
  for await (const row of rowsOf('posts_activity', {
    where: 't.posts_comments_id is not null',
    order: 't.created_at',
  }))
    about.set(String(row.posts_comments_id), {
      post: text(row.post_id),
      author: text(row.author_id),
    })
  for await (const row of rowsOf('posts_comments', { order: 't.created_at, t.id' })) {
    const key = text(row.id)
    const { post, author } = about.get(String(key)) ?? {}
    form.addRemark({
      key,
      isNote: row.is_internal === true,
      parent: text(row.parent_id),
      ...markdownOf(row.body),
      suggestion: post,
      author,
      isByTeam: author !== undefined && staff.has(author),
      state: row.is_spam === true ? 'spam' : 'approved',
      created_at: text(row.created_at),
    })
  }
}
