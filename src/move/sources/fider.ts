// Fider: its backup is a ZIP with a JSON array for each table, and the files below `blobs`.
import { addVotes, type FileOfAccount, type FileSourceOptions, writeForm } from './file-source.ts'
import { DAMAGED, type FormWriter, MAX_LABELS, NO_ROLES } from './form-writer.ts'
import { readJsonArray } from './json-array.ts'
import { SourceError } from './source-client.ts'
import {
  idOf,
  isRecord,
  numberKeyOf as keyOf,
  markdownOf,
  type SourceRecord,
  textOf as text,
  wholeOf as whole,
} from './values.ts'
import { withZip, type ZipArchive } from './zip-archive.ts'

export const FIDER = 'fider'

/** What tells a backup of Fider from other archives. */
export const FIDER_FILES = ['tenants.json', 'posts.json', 'users.json', 'post_votes.json']

type Status = { key: string; name: string; isOpen: boolean }

/** By number. An open post has none: Fider shows nothing for it either. */
const STATUSES: Record<number, Status> = {
  1: { key: 'started', name: 'Started', isOpen: true },
  2: { key: 'completed', name: 'Completed', isOpen: false },
  3: { key: 'declined', name: 'Declined', isOpen: false },
  4: { key: 'planned', name: 'Planned', isOpen: true },
  5: { key: 'duplicate', name: 'Duplicate', isOpen: false },
}
const OPEN = 0
const DUPLICATE = 5
const DELETED = 6
const COLLABORATOR = 2
const BLOCKED = 3
const ACTIVE_SUBSCRIBER = 1
/** Of the channels of a notification: on the web is 1. */
const BY_MAIL = 2
const FORUM = 'tenant'

type Context = {
  zip: ZipArchive
  form: FormWriter
  staff: Set<string>
  /** The post that a duplicate is one of. */
  originals: Map<string, string>
}

/** Writes the form and returns its folder. */
export const readFider = (options: FileSourceOptions): Promise<string> =>
  withSite(options, (zip, tenant, account) =>
    writeForm(options, { source: FIDER, account }, (form) =>
      readAll({ zip, form, staff: new Set(), originals: new Map() }, tenant),
    ),
  )

export const identifyFider = (options: FileOfAccount): Promise<string> =>
  withSite(options, async (_zip, _tenant, account) => account)

function withSite<T>(
  { from, account }: FileOfAccount,
  use: (zip: ZipArchive, tenant: SourceRecord, account: string) => Promise<T>,
): Promise<T> {
  return withZip(from, async (zip) => {
    for (const name of FIDER_FILES)
      if (!zip.has(name)) throw new SourceError(`${from} is no backup of Fider: it has no ${name}.`)
    const tenant = await findTenant(zip)
    return use(zip, tenant, account ?? text(tenant.cname) ?? text(tenant.subdomain) ?? 'default')
  })
}

async function findTenant(zip: ZipArchive): Promise<SourceRecord> {
  for await (const { value } of readJsonArray(zip.read('tenants.json'), 'tenants.json'))
    if (isRecord(value)) return value
  throw new SourceError('tenants.json has no site.')
}

async function readAll(context: Context, tenant: SourceRecord): Promise<void> {
  const { form, zip } = context
  form.add('forums', {
    key: FORUM,
    name: text(tenant.name) ?? 'Ideas',
    welcome_message: text(tenant.welcome_message),
    ...(text(tenant.welcome_message) && { welcome_message_mime_type: 'text/markdown' }),
    prompt: text(tenant.invitation),
    is_private: tenant.is_private === true,
    created_at: text(tenant.created_at),
  })
  await readUsers(context)
  await readTags(context)
  await readPosts(context)
  await readComments(context)
  await readAttachments(context)
  await readVotes(context)
  form.leaveOut(
    'settings',
    undefined,
    'sign-in providers, notifications, API keys, webhooks and the look of the site are not part of a move.',
  )
  if (zip.has('reactions.json'))
    form.leaveOut('comments', undefined, 'reactions to comments have no place here.')
}

/** The rows of a table. A row that is no object is left out. A table that older versions do not have is empty. */
async function* rowsOf({ zip, form }: Context, table: string): AsyncGenerator<SourceRecord> {
  const name = `${table}.json`
  if (!zip.has(name)) return
  let line = 0
  for await (const { value, isDamaged } of form.rows(readJsonArray(zip.read(name), name))) {
    line++
    if (!isRecord(value)) {
      form.leaveOut(
        table,
        `row ${line}`,
        value === undefined ? 'the row is too long.' : 'it is no row.',
      )
      continue
    }
    if (isDamaged) form.leaveOut(table, `row ${line}`, DAMAGED)
    yield value
  }
}

async function readUsers(context: Context): Promise<void> {
  const { form, staff } = context
  const settings = await readSettings(context)
  for await (const row of rowsOf(context, 'users')) {
    const key = keyOf(row.id)
    const hasMail = text(row.email_supressed_at) === undefined
    const { status, comment } = settings.get(key ?? '') ?? {}
    form.add('users', {
      key,
      id: idOf(row.id),
      email_address: form.address(key, row.email),
      name: text(row.name),
      is_blocked: whole(row.status) === BLOCKED,
      status_notifications: hasMail && status !== false,
      comment_notifications: hasMail && comment !== false,
      created_at: text(row.created_at),
    })
    if (key !== undefined && (whole(row.role) ?? 1) >= COLLABORATOR) {
      staff.add(key)
      form.leaveOut('users', key, NO_ROLES)
    }
  }
}

type Wanted = { status?: boolean; comment?: boolean }

/** Who wants no mails about statuses and comments. */
async function readSettings(context: Context): Promise<Map<string, Wanted>> {
  const settings = new Map<string, Wanted>()
  for await (const { user_id, key, value } of rowsOf(context, 'user_settings')) {
    const person = keyOf(user_id)
    const isWanted = ((whole(value) ?? BY_MAIL) & BY_MAIL) !== 0
    if (person === undefined || isWanted) continue
    const known = settings.get(person) ?? {}
    if (key === 'event_notification_change_status')
      settings.set(person, { ...known, status: false })
    if (key === 'event_notification_new_comment') settings.set(person, { ...known, comment: false })
  }
  return settings
}

async function readTags(context: Context): Promise<void> {
  const { form } = context
  let hasColors = false
  for await (const row of rowsOf(context, 'tags')) {
    hasColors ||= text(row.color) !== undefined
    form.add('labels', {
      key: keyOf(row.id),
      id: idOf(row.id),
      name: text(row.name),
      created_at: text(row.created_at),
    })
  }
  if (hasColors) form.leaveOut('labels', undefined, 'labels have no colors.')
}

async function readLabels(context: Context): Promise<Map<string, string[]>> {
  const labels = new Map<string, string[]>()
  for await (const { post_id, tag_id } of rowsOf(context, 'post_tags')) {
    const [post, tag] = [keyOf(post_id), keyOf(tag_id)]
    if (post === undefined || tag === undefined) continue
    const known = labels.get(post)
    if (known) known.push(tag)
    else labels.set(post, [tag])
  }
  return labels
}

async function readPosts(context: Context): Promise<void> {
  const { form, originals } = context
  const labels = await readLabels(context)
  for await (const row of rowsOf(context, 'posts')) {
    const key = keyOf(row.id)
    const number = whole(row.status) ?? OPEN
    const original = number === DUPLICATE ? keyOf(row.original_id) : undefined
    if (key !== undefined && original !== undefined && original !== key)
      originals.set(key, original)
    const status = original === undefined ? statusOf(context, number) : undefined
    const tags = labels.get(key ?? '')
    if (tags && tags.length > MAX_LABELS)
      form.leaveOut('suggestions', key, `it has ${tags.length} tags. ${MAX_LABELS} come.`)
    const isWritten = form.add('suggestions', {
      key,
      // Links have the number, not the id.
      id: idOf(row.number),
      title: text(row.title),
      ...bodyOf(context, row.description),
      state: number === DELETED ? 'deleted' : row.is_approved === false ? 'new' : 'published',
      forum: FORUM,
      status,
      labels: tags?.slice(0, MAX_LABELS),
      author: keyOf(row.user_id),
      closed_at: status === undefined ? undefined : text(row.response_date),
      created_at: text(row.created_at),
    })
    if (isWritten) addResponse(context, row, status)
  }
  form.addMerges(originals)
}

function statusOf({ form }: Context, number: number): string | undefined {
  const status = STATUSES[number]
  if (!status) return undefined
  if (!form.has('statuses', status.key))
    form.add('statuses', { key: status.key, name: status.name, is_open: status.isOpen })
  return status.key
}

/** The official answer. Fider keeps the last one only. */
function addResponse(context: Context, row: SourceRecord, status?: string): void {
  const { form } = context
  const body = bodyOf(context, row.response)
  if (body.body === undefined && (status === undefined || text(row.response_date) === undefined))
    return
  form.add('status_updates', {
    key: keyOf(row.id),
    suggestion: keyOf(row.id),
    ...body,
    status,
    author: keyOf(row.response_user_id),
    created_at: text(row.response_date),
  })
}

const IMAGE = /!\[[^\]\n]*\]\(fider-image:([^)\s]+)\)/g

const addressOf = (key: string) => `fider-image:${key}`

/** Pictures inside a text come as files. Of one that is no picture, or gone, the text has the name. */
const bodyOf = ({ zip }: Context, value: unknown) =>
  markdownOf(
    text(value)?.replace(IMAGE, (_, key: string) =>
      PICTURE_NAME.test(key) && zip.has(`blobs/${key}`)
        ? `![${nameOf(key)}](${addressOf(key)})`
        : `*${nameOf(key)}*`,
    ),
  )

const PICTURE_NAME = /\.(png|jpe?g|gif|webp|avif)$/i

/** `attachments/`, 64 random characters, and the name. */
const nameOf = (key: string) =>
  (key.split('/').at(-1) ?? '').replace(/^[0-9A-Za-z]{16,}-/, '') || 'file'

async function readComments(context: Context): Promise<void> {
  const { form, staff } = context
  for await (const row of rowsOf(context, 'comments')) {
    const author = keyOf(row.user_id)
    form.add('comments', {
      key: keyOf(row.id),
      id: idOf(row.id),
      ...bodyOf(context, row.content),
      state:
        text(row.deleted_at) !== undefined
          ? 'deleted'
          : row.is_approved === false
            ? 'new'
            : 'approved',
      suggestion: keyOf(row.post_id),
      author,
      is_admin_comment: author !== undefined && staff.has(author),
      created_at: text(row.created_at),
    })
  }
}

async function readAttachments(context: Context): Promise<void> {
  const { form, zip } = context
  let used = 0
  for await (const row of rowsOf(context, 'attachments')) {
    const [id, key] = [idOf(row.id), text(row.attachment_bkey)]
    const blob = `blobs/${key}`
    if (id === undefined || key === undefined || !zip.has(blob)) {
      form.skip('attachments', row.id, 'the file is not in the backup.')
      continue
    }
    used++
    const problem = await form.folder.storeFile(String(id), zip.read(blob))
    if (problem !== undefined) form.skip('attachments', id, problem)
    else
      form.add('attachments', {
        key: String(id),
        id,
        file: `files/${id}`,
        file_name: nameOf(key),
        address: addressOf(key),
        ...(keyOf(row.comment_id) === undefined
          ? { suggestion: keyOf(row.post_id) }
          : { comment: keyOf(row.comment_id) }),
      })
  }
  const others = zip.names.filter((name) => name.startsWith('blobs/')).length - used
  if (others > 0)
    form.leaveOut(
      'files',
      undefined,
      `${others} files, such as pictures of people and the logo, belong to no post or comment.`,
    )
}

async function readVotes(context: Context): Promise<void> {
  async function* followers() {
    for await (const row of rowsOf(context, 'post_subscribers'))
      if (whole(row.status) === ACTIVE_SUBSCRIBER) yield row
  }
  await addVotes(context.form, rowsOf(context, 'post_votes'), followers)
}
