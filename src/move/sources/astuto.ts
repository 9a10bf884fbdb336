// Astuto: its PostgreSQL database.
import { KeySet } from '../key-set.ts'
import { addVotes, type FileSourceOptions, writeForm } from './file-source.ts'
import { type FormWriter, NO_ROLES } from './form-writer.ts'
import { type RowOptions, type SourceDatabase, withSourceDatabase } from './postgres.ts'
import { SourceError } from './source-client.ts'
import {
  colorOf,
  idOf,
  isClosedName,
  numberKeyOf as keyOf,
  markdownOf,
  type SourceRecord,
  textOf as text,
  wholeOf as whole,
} from './values.ts'

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

type Context = {
  database: SourceDatabase
  form: FormWriter
  /** The rows of this account. */
  rowsOf(table: string, options?: RowOptions): AsyncGenerator<SourceRecord>
  staff: Set<string>
}

export function readAstuto(options: FileSourceOptions): Promise<string> {
  return withSourceDatabase(options, async (database) => {
    for (const table of ['posts', 'boards', 'post_statuses', 'likes'])
      if (!(await database.hasTable(table)))
        throw new SourceError(
          `${database.name} is no database of Astuto: it has no table ${table}.`,
        )
    const tenant = await findTenant(database, options.account)
    const name = tenant ? text(tenant.subdomain) : options.account
    const account = name === undefined ? database.name : `${database.name}/${name}`
    // Older versions have one account and no such column.
    const only = tenant ? { where: 't.tenant_id = $1', values: [tenant.id] } : {}
    return writeForm(options, { source: ASTUTO, account }, (form) => {
      const rowsOf = (table: string, options: RowOptions = {}) =>
        form.rows(database.rows(table, { ...only, order: 't.id', ...options }))
      return readAll({ database, form, rowsOf, staff: new Set() })
    })
  })
}

/** Several accounts can share a database. */
async function findTenant(
  database: SourceDatabase,
  account: string | undefined,
): Promise<SourceRecord | undefined> {
  if (!(await database.hasTable('tenants'))) return undefined
  const tenants: SourceRecord[] = []
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

async function readAll(context: Context): Promise<void> {
  const { form, rowsOf } = context
  for await (const row of rowsOf('boards'))
    form.add('forums', {
      ...named(row),
      welcome_message: text(row.description),
      ...(text(row.description) && { welcome_message_mime_type: 'text/markdown' }),
    })
  for await (const row of rowsOf('post_statuses'))
    form.add('statuses', {
      ...named(row),
      is_open: !isClosedName(row.name),
      hex_color: colorOf(row.color),
      position: whole(row.order),
    })
  await readUsers(context)
  for await (const row of rowsOf('posts'))
    form.add('suggestions', {
      key: keyOf(row.id),
      id: idOf(row.id),
      title: text(row.title),
      ...markdownOf(row.description),
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

const named = (row: SourceRecord) => ({
  key: keyOf(row.id),
  id: idOf(row.id),
  name: text(row.name),
  created_at: text(row.created_at),
})

async function readUsers({ form, rowsOf, staff }: Context): Promise<void> {
  for await (const row of rowsOf('users', { without: SECRETS })) {
    const key = keyOf(row.id)
    const isWanted = row.notifications_enabled !== false
    form.add('users', {
      key,
      id: idOf(row.id),
      email_address: form.address(key, row.email),
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
      form.leaveOut('users', key, NO_ROLES)
    }
  }
}

/** An update of the team is a status update; other comments stay comments. Parents have lower ids than the comments below them. */
async function readComments({ form, rowsOf, staff }: Context): Promise<void> {
  const updates = new KeySet()
  for await (const row of rowsOf('comments')) {
    const [key, parent, author] = [keyOf(row.id), keyOf(row.parent_id), keyOf(row.user_id)]
    const common = {
      ...markdownOf(row.body),
      suggestion: keyOf(row.post_id),
      author,
      created_at: text(row.created_at),
    }
    if (row.is_post_update === true) {
      updates.add(String(key))
      form.add('status_updates', { key: `comment ${key}`, ...common })
      continue
    }
    form.add('comments', {
      key,
      id: idOf(row.id),
      ...common,
      reply_to: parent !== undefined && updates.has(parent) ? undefined : parent,
      is_admin_comment: author !== undefined && staff.has(author),
    })
  }
}

/** The changes of a post in their order: each has the status of the one before. */
async function readStatusChanges({ database, form, rowsOf }: Context): Promise<void> {
  if (!(await database.hasTable('post_status_changes'))) return
  let [post, before]: (string | undefined)[] = []
  const order = 't.post_id, t.created_at, t.id'
  for await (const row of rowsOf('post_status_changes', { order })) {
    if (keyOf(row.post_id) !== post) before = undefined
    post = keyOf(row.post_id)
    const status = keyOf(row.post_status_id)
    form.add('status_updates', {
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

async function readVotes({ database, form, rowsOf }: Context): Promise<void> {
  const hasFollowers = await database.hasTable('follows')
  async function* followers() {
    if (hasFollowers) yield* rowsOf('follows')
  }
  await addVotes(form, rowsOf('likes'), followers)
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
