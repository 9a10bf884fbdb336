// Astuto: its PostgreSQL database.

import { KeySet } from '../key-set.ts'
import {
  addressOf,
  colorOf,
  type FileForm,
  type FileSourceOptions,
  idOf,
  type Loose,
  openFileForm,
  text,
  whole,
} from './file-form.ts'
import { type RowOptions, type SourceDatabase, withSourceDatabase } from './postgres.ts'
import { SourceError } from './source-client.ts'

export const ASTUTO = 'astuto'

const SECRETS = [
  'encrypted_password',
  'reset_password_token',
  'confirmation_token',
  'unconfirmed_email',
  'oauth_token',
]
/** Of users: an owner, an administrator or a moderator is above a user. */
const FIRST_STAFF_ROLE = 1
/** Of users. 0 is active; the others are blocked or deleted. */
const ACTIVE = 0
/** Of posts. */
const APPROVAL = ['published', 'new', 'deleted']
/** Statuses have no member that says so. */
const CLOSED = /complete|declin|closed|shipped|released|done|reject|won.?t|duplicate/i

type Context = {
  database: SourceDatabase
  form: FileForm
  /** Of this account only. Older versions have one account and no such column. */
  only: RowOptions
  staff: Set<string>
}

export function readAstuto(options: FileSourceOptions): Promise<string> {
  const { from, folderOf, signal } = options
  return withSourceDatabase(from, signal, async (database) => {
    for (const table of ['posts', 'boards', 'post_statuses', 'likes'])
      if (!(await database.hasTable(table)))
        throw new SourceError(
          `${database.name} is no database of Astuto: it has no table ${table}.`,
        )
    const tenant = await findTenant(database, options.account)
    const account = tenant ? `${database.name}/${text(tenant.subdomain)}` : database.name
    const path = folderOf(account)
    const form = await openFileForm({ path, source: ASTUTO, account, signal })
    try {
      const only = tenant ? { where: 't.tenant_id = $1', values: [tenant.id] } : {}
      await readAll({ database, form, only, staff: new Set() })
      await form.finish()
      return path
    } finally {
      await form.close()
    }
  })
}

/** Several accounts can share a database. */
async function findTenant(
  database: SourceDatabase,
  account: string | undefined,
): Promise<Loose | undefined> {
  if (!(await database.hasTable('tenants'))) return undefined
  const tenants: Loose[] = []
  for await (const tenant of database.rows('tenants')) tenants.push(tenant)
  const named = tenants.filter(({ subdomain }) => account === undefined || subdomain === account)
  const [first, ...others] = named
  if (first === undefined)
    throw new SourceError(
      account === undefined
        ? 'the database has no account.'
        : `the database has no account ${JSON.stringify(account)}. It has: ${tenants
            .slice(0, 20)
            .map(({ subdomain }) => subdomain)
            .join(', ')}.`,
    )
  if (others.length > 0)
    throw new SourceError(
      `the database has ${named.length} accounts. Choose one with --account: ${named
        .slice(0, 20)
        .map(({ subdomain }) => subdomain)
        .join(', ')}.`,
    )
  return first
}

const keyOf = (value: unknown): string | undefined => text(whole(value))

async function readAll(context: Context): Promise<void> {
  const { database, form, only } = context
  const rowsOf = (table: string) => database.rows(table, { ...only, order: 't.id' })
  for await (const row of rowsOf('boards'))
    await form.add('forums', {
      ...named(row),
      welcome_message: text(row.description),
      ...(text(row.description) && { welcome_message_mime_type: 'text/markdown' }),
    })
  for await (const row of rowsOf('post_statuses'))
    await form.add('statuses', {
      ...named(row),
      is_open: !CLOSED.test(String(row.name)),
      hex_color: colorOf(row.color),
      position: whole(row.order),
    })
  await readUsers(context)
  for await (const row of rowsOf('posts'))
    await form.add('suggestions', {
      key: keyOf(row.id),
      id: idOf(row.id),
      title: text(row.title),
      ...bodyOf(row.description),
      state: APPROVAL[whole(row.approval_status) ?? 0] ?? 'new',
      forum: keyOf(row.board_id),
      status: keyOf(row.post_status_id),
      author: keyOf(row.user_id),
      created_at: text(row.created_at),
    })
  await readComments(context)
  await readStatusChanges(context)
  await readVotes(context)
  await noteFiles(context)
}

const named = (row: Loose) => ({
  key: keyOf(row.id),
  id: idOf(row.id),
  name: text(row.name),
  created_at: text(row.created_at),
})

const bodyOf = (value: unknown) => {
  const body = text(value)
  return body === undefined ? {} : { body, body_mime_type: 'text/markdown' }
}

async function readUsers({ database, form, only, staff }: Context): Promise<void> {
  for await (const row of database.rows('users', { ...only, order: 't.id', without: SECRETS })) {
    const key = keyOf(row.id)
    const note = (reason: string) => form.leaveOut('users', key, reason)
    const isWanted = row.notifications_enabled !== false
    await form.add('users', {
      key,
      id: idOf(row.id),
      email_address: addressOf(row.email, note),
      name: text(row.full_name),
      email_confirmed: text(row.confirmed_at) !== undefined,
      is_blocked: (whole(row.status) ?? ACTIVE) !== ACTIVE,
      status_notifications: isWanted,
      comment_notifications: isWanted,
      last_login: text(row.current_sign_in_at) ?? text(row.last_sign_in_at),
      created_at: text(row.created_at),
    })
    if (key !== undefined && (whole(row.role) ?? 0) >= FIRST_STAFF_ROLE) {
      staff.add(key)
      note('roles are not part of a move. Invite the person to the team.')
    }
  }
}

/** An update of the team is a status update; other comments stay comments. Parents have lower ids than the comments below them. */
async function readComments({ database, form, only, staff }: Context): Promise<void> {
  const updates = new KeySet()
  for await (const row of database.rows('comments', { ...only, order: 't.id' })) {
    const [key, parent, author] = [keyOf(row.id), keyOf(row.parent_id), keyOf(row.user_id)]
    const common = {
      ...bodyOf(row.body),
      suggestion: keyOf(row.post_id),
      author,
      created_at: text(row.created_at),
    }
    if (row.is_post_update === true) {
      updates.add(String(key))
      await form.add('status_updates', { key: `comment ${key}`, ...common })
      continue
    }
    await form.add('comments', {
      key,
      id: idOf(row.id),
      ...common,
      reply_to: parent !== undefined && updates.has(parent) ? undefined : parent,
      is_admin_comment: author !== undefined && staff.has(author),
    })
  }
}

/** The changes of a post in their order: each has the status of the one before. */
async function readStatusChanges({ database, form, only }: Context): Promise<void> {
  if (!(await database.hasTable('post_status_changes'))) return
  let [post, before]: (string | undefined)[] = []
  const order = 't.post_id, t.created_at, t.id'
  for await (const row of database.rows('post_status_changes', { ...only, order })) {
    if (keyOf(row.post_id) !== post) before = undefined
    post = keyOf(row.post_id)
    const status = keyOf(row.post_status_id)
    await form.add('status_updates', {
      key: `change ${keyOf(row.id)}`,
      suggestion: post,
      author: keyOf(row.user_id),
      status,
      old_status: before,
      created_at: text(row.created_at),
    })
    before = status
  }
}

async function readVotes({ database, form, only }: Context): Promise<void> {
  const followed = new KeySet()
  const hasFollows = await database.hasTable('follows')
  if (hasFollows)
    for await (const { post_id, user_id } of database.rows('follows', { ...only, order: 't.id' }))
      followed.add(`${post_id} ${user_id}`)
  let matched = 0
  for await (const row of database.rows('likes', { ...only, order: 't.id' })) {
    const isSubscribed = followed.has(`${row.post_id} ${row.user_id}`)
    if (isSubscribed) matched++
    await form.add('supporters', {
      suggestion: keyOf(row.post_id),
      user: keyOf(row.user_id),
      is_subscribed: isSubscribed,
      created_at: text(row.created_at),
    })
  }
  if (followed.size > matched)
    form.leaveOut(
      'supporters',
      undefined,
      `${followed.size - matched} people follow a post that they did not vote for. There is no place for that.`,
    )
}

async function noteFiles({ database, form }: Context): Promise<void> {
  if (!(await database.hasTable('active_storage_attachments'))) return
  let files = 0
  for await (const _ of database.rows('active_storage_attachments')) files++
  if (files > 0)
    form.leaveOut(
      'attachments',
      undefined,
      `${files} files are not in the database. They stay where they are.`,
    )
}
