// LogChimp: its PostgreSQL database. Boards are forums, and roadmaps are statuses.
import {
  addressOf,
  colorOf,
  type FileForm,
  type FileSourceOptions,
  openFileForm,
  text,
  whole,
} from './file-form.ts'
import { type SourceDatabase, withSourceDatabase } from './postgres.ts'
import { SourceError } from './source-client.ts'

export const LOGCHIMP = 'logchimp'

const NO_BOARD = 'no board'
/** Roadmaps have no member that says so. */
const CLOSED = /complete|declin|closed|shipped|released|done|reject|won.?t|duplicate/i

type Context = { database: SourceDatabase; form: FileForm }

export function readLogchimp(options: FileSourceOptions): Promise<string> {
  const { from, folderOf, signal } = options
  return withSourceDatabase(from, signal, async (database) => {
    for (const table of ['posts', 'boards', 'votes', 'roadmaps', 'users'])
      if (!(await database.hasTable(table)))
        throw new SourceError(
          `${database.name} is no database of LogChimp: it has no table ${table}.`,
        )
    const account = options.account ?? database.name
    const path = folderOf(account)
    const form = await openFileForm({ path, source: LOGCHIMP, account, signal })
    try {
      await readAll({ database, form })
      await form.finish()
      return path
    } finally {
      await form.close()
    }
  })
}

async function readAll(context: Context): Promise<void> {
  const { database, form } = context
  for await (const row of database.rows('boards', { order: 't."createdAt", t."boardId"' }))
    await form.add('forums', {
      key: text(row.boardId),
      name: text(row.name),
      created_at: text(row.createdAt),
    })
  for await (const row of database.rows('roadmaps', { order: 't.index, t.id' }))
    await form.add('statuses', {
      key: text(row.id),
      name: text(row.name),
      is_open: !CLOSED.test(String(row.name)),
      hex_color: colorOf(row.color),
      position: whole(row.index),
      created_at: text(row.created_at),
    })
  await readUsers(context)
  await readPosts(context)
  await readComments(context)
  for await (const row of database.rows('votes', { order: 't."createdAt", t."voteId"' }))
    await form.add('supporters', {
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

async function readUsers({ database, form }: Context): Promise<void> {
  const order = 't."createdAt", t."userId"'
  for await (const row of database.rows('users', { order, without: ['password'] })) {
    const key = text(row.userId)
    const note = (reason: string) => form.leaveOut('users', key, reason)
    await form.add('users', {
      key,
      email_address: addressOf(row.email, note),
      name: text(row.name) ?? text(row.username),
      email_confirmed: row.isVerified === true,
      is_blocked: row.isBlocked === true,
      created_at: text(row.createdAt),
    })
    if (text(row.notes) !== undefined) note('notes about people have no place here.')
    if (row.isOwner === true) note('roles are not part of a move. Invite the person to the team.')
  }
}

async function readPosts({ database, form }: Context): Promise<void> {
  let hasDefault = false
  for await (const row of database.rows('posts', { order: 't."createdAt", t."postId"' })) {
    const board = text(row.boardId)
    if (board === undefined && !hasDefault) {
      hasDefault = true
      await form.add('forums', { key: NO_BOARD, name: 'Feedback' })
    }
    const body = text(row.contentMarkdown)
    await form.add('suggestions', {
      key: text(row.postId),
      title: text(row.title),
      ...(body !== undefined && { body, body_mime_type: 'text/markdown' }),
      forum: board ?? NO_BOARD,
      status: text(row.roadmap_id),
      author: text(row.userId),
      created_at: text(row.createdAt),
    })
  }
}

/** An activity says who wrote a comment, and of which post. */
async function readComments({ database, form }: Context): Promise<void> {
  for (const table of ['posts_comments', 'posts_activity'])
    if (!(await database.hasTable(table))) return
  const about = new Map<string, { post: string | undefined; author: string | undefined }>()
  for await (const row of database.rows('posts_activity', {
    where: 't.posts_comments_id is not null',
    order: 't.created_at',
  }))
    about.set(String(row.posts_comments_id), {
      post: text(row.post_id),
      author: text(row.author_id),
    })
  for await (const row of database.rows('posts_comments', { order: 't.created_at, t.id' })) {
    const key = text(row.id)
    const { post, author } = about.get(String(key)) ?? {}
    const common = {
      key,
      body: text(row.body),
      body_mime_type: 'text/markdown',
      suggestion: post,
      author,
      created_at: text(row.created_at),
    }
    if (row.is_internal === true) await form.add('notes', common)
    else
      await form.add('comments', {
        ...common,
        state: row.is_spam === true ? 'spam' : 'approved',
        reply_to: text(row.parent_id),
      })
  }
}
