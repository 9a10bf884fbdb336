// Writes an account of Earshot in the form of a move, so that it leaves as easily as others come.
import { createWriteStream } from 'node:fs'
import { appendFile, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { Store } from '../store/store.ts'
import { FORM_VERSION, fileOf, KINDS, type Kind, MANIFEST, type Manifest } from './form.ts'
import { KeySet } from './key-set.ts'
import { picturesOf } from './pictures.ts'
import { FormError, type Line, readBatches } from './reader.ts'
import { KINDS_WITH_PICTURES, ownersOf, pictureKey } from './text-pictures.ts'

const PAGE_SIZE = 5000

const named = (column: string, as: string) => `'${as}', t.${column}::text`
const same = (...columns: string[]) => columns.map((name) => `'${name}', t.${name}`).join(', ')

/** The members of each kind as SQL of the table `t`. The key of a record is its id. */
const MEMBERS: Record<KindWithId, { table: string; members: string; where?: string }> = {
  custom_fields: {
    table: 'custom_fields',
    members: `'field', t.key, ${same('object_type', 'field_type', 'name', 'created_at')}`,
    where: `t.object_type <> 'features'`,
  },
  forums: {
    table: 'forums',
    members: `'is_private', t.see_tier <> 'everyone', ${same('name', 'welcome_message', 'welcome_message_mime_type', 'prompt', 'example', 'is_open', 'category_required', 'created_at')}`,
  },
  categories: {
    table: 'categories',
    members: `${named('forum_id', 'forum')}, ${same('name', 'position', 'created_at')}`,
  },
  // Parents first: a label can have been moved below a newer one.
  labels: {
    table: 'labels',
    members: `${named('parent_id', 'parent')}, ${same('name', 'created_at')}`,
  },
  statuses: {
    table: 'statuses',
    members: same('name', 'is_open', 'hex_color', 'position', 'allow_comments', 'created_at'),
  },
  users: {
    table: 'users',
    members: `'is_blocked', t.allowed_state = 'blocked', ${same('email_address', 'name', 'guid', 'email_confirmed', 'job_title', 'language', 'country', 'region', 'city', 'last_ip', 'last_login', 'picture_url', 'profile_url', 'status_notifications', 'comment_notifications', 'announcement_notifications', 'hides_support', 'created_at')}`,
  },
  external_accounts: {
    table: 'external_accounts',
    members: same(
      'external_id',
      'name',
      'plan',
      'mrr',
      'ltv',
      'external_created_at',
      'custom_fields',
      'created_at',
    ),
  },
  external_users: {
    table: 'external_users',
    members: `${named('user_id', 'user')}, ${named('external_account_id', 'external_account')}, ${same('external_id', 'email', 'name', 'type', 'ip', 'external_created_at', 'last_seen_at', 'seen_days', 'custom_fields', 'created_at')}`,
  },
  suggestions: {
    table: 'suggestions',
    members: `${named('forum_id', 'forum')}, ${named('category_id', 'category')}, ${named('status_id', 'status')},
      ${named('created_by_id', 'author')}, ${named('owner_id', 'owner')},
      'labels', (select jsonb_agg(l.label_id::text order by l.label_id) from suggestion_labels l where l.suggestion_id = t.id),
      'body_mime_type', nullif(t.body_mime_type, ''),
      ${same('title', 'body', 'state', 'channel', 'approved_at', 'closed_at', 'custom_fields', 'creator_user_agent', 'creator_referrer', 'created_at')}`,
  },
  merges: {
    table: 'suggestions',
    members: `'from', t.id::text, 'to', t.parent_suggestion_id::text`,
    where: 't.parent_suggestion_id is not null',
  },
  comments: {
    table: 'comments',
    members: `${named('suggestion_id', 'suggestion')}, ${named('created_by_id', 'author')}, ${named('reply_to_id', 'reply_to')},
      ${same('body', 'body_mime_type', 'state', 'channel', 'is_admin_comment', 'created_at')}`,
  },
  notes: {
    table: 'notes',
    members: `${named('suggestion_id', 'suggestion')}, ${named('created_by_id', 'author')}, ${named('parent_id', 'parent')},
      ${same('body', 'body_mime_type', 'created_at')}`,
  },
  status_updates: {
    table: 'status_updates',
    members: `${named('suggestion_id', 'suggestion')}, ${named('user_id', 'author')}, ${named('new_status_id', 'status')},
      ${named('old_status_id', 'old_status')}, ${same('body', 'body_mime_type', 'created_at')}`,
  },
  feedback_records: {
    table: 'feedback_records',
    members: `${named('suggestion_id', 'suggestion')}, ${named('user_id', 'user')}, ${named('created_by_id', 'author')},
      'is_deleted', t.state = 'deleted',
      ${same('body', 'body_mime_type', 'channel', 'severity', 'source_url', 'source_guid', 'source_type', 'source_title', 'prompt', 'referrer', 'created_at')}`,
  },
  announcements: {
    table: 'announcements',
    members: `${named('created_by_id', 'author')},
      'suggestions', (select jsonb_agg(l.suggestion_id::text order by l.suggestion_id) from announcement_suggestions l where l.announcement_id = t.id),
      'forums', (select jsonb_agg(l.forum_id::text order by l.forum_id) from announcement_forums l where l.announcement_id = t.id),
      ${same('title', 'body', 'body_mime_type', 'types', 'published_at', 'created_at')}`,
  },
  attachments: {
    table: 'attachments',
    members: `'file', 'files/' || t.id, ${named('suggestion_id', 'suggestion')}, ${named('note_id', 'note')},
      ${named('comment_id', 'comment')}, 'address', case when t.is_safe_image then '/files/' || t.file_key end, ${same('file_name', 'created_at')}`,
    where: 'num_nonnulls(t.suggestion_id, t.note_id, t.comment_id) > 0',
  },
  supporters: {
    table: 'supporters',
    members: `${named('suggestion_id', 'suggestion')}, ${named('user_id', 'user')}, 'votes', t.votes_count,
      ${same('is_subscribed', 'channel', 'created_at')}`,
  },
}

/** They have no id of their own. */
type KindWithId = Exclude<Kind, 'followers'>

const WITHOUT_KEY: Kind[] = ['merges', 'supporters']

export type WriteContext = {
  db: Db
  store: Store
  folder: string
  /** Names the installation, so that a second run continues the move. */
  account: string
  signal: AbortSignal
  progress(kind: Kind, written: number): void
}

/** `move.json` comes last: without it the folder is not a form. */
export async function writeForm(context: WriteContext): Promise<Manifest> {
  const { db, folder, account } = context
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new FormError(`${folder} is not empty. The form is written into a new folder.`)
  const manifest: Manifest = {
    form: FORM_VERSION,
    source: 'earshot',
    account,
    created_at: new Date().toISOString(),
    counts: {},
    left_out: [],
  }
  // Everything as it is at one moment.
  await db.transaction().execute(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local timezone = 'UTC'`.execute(tx)
    for (const kind of KINDS) manifest.counts[kind] = await writeKind(tx, context, kind)
    await copyFiles(tx, context, manifest)
    await writePictures(tx, context, manifest)
  })
  const temporary = join(folder, `${MANIFEST}.part`)
  await writeFile(temporary, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, join(folder, MANIFEST))
  return manifest
}

async function writeKind(tx: Tx, { folder, signal, progress }: WriteContext, kind: Kind) {
  let count = 0
  async function* pages(): AsyncGenerator<string> {
    for await (const page of kind === 'followers' ? readFollowers(tx) : readPages(tx, kind)) {
      count += page.length
      progress(kind, count)
      yield page.map((line) => `${line}\n`).join('')
    }
  }
  const file = createWriteStream(join(folder, fileOf(kind)), { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.from(pages()), file, { signal })
  return count
}

async function* readPages(tx: Tx, kind: KindWithId): AsyncGenerator<string[]> {
  const { table, members, where = 'true' } = MEMBERS[kind]
  const key = WITHOUT_KEY.includes(kind) ? '' : `'key', t.id::text, `
  const id = kind === 'merges' ? '' : `'id', t.id, `
  // Labels come as a tree: few, so at once.
  const order = kind === 'labels' ? 't.level, t.id' : 't.id'
  for (let after = 0; ; ) {
    const { rows: read } = await sql`
      select t.id, jsonb_strip_nulls(jsonb_build_object(${sql.raw(key + id + members)}))::text as line
      from ${sql.table(table)} t where t.id > ${after} and ${sql.raw(where)}
      order by ${sql.raw(order)} limit ${kind === 'labels' ? null : PAGE_SIZE}`.execute(tx)
    const rows = read as { id: number; line: string }[]
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (kind === 'labels' || rows.length < PAGE_SIZE) return
    after = (rows.at(-1) as { id: number }).id
  }
}

async function* readFollowers(tx: Tx): AsyncGenerator<string[]> {
  for (let after = { suggestion_id: 0, user_id: 0 }; ; ) {
    const { rows } = await sql<typeof after>`
      select suggestion_id, user_id from suggestion_followers
      where (suggestion_id, user_id) > (${after.suggestion_id}, ${after.user_id})
      order by suggestion_id, user_id limit ${PAGE_SIZE}`.execute(tx)
    if (rows.length > 0)
      yield rows.map(({ suggestion_id, user_id }) =>
        JSON.stringify({ suggestion: String(suggestion_id), user: String(user_id) }),
      )
    if (rows.length < PAGE_SIZE) return
    after = rows.at(-1) as typeof after
  }
}

type FileToCopy = { id: number; file_key: string }

async function copyFiles(tx: Tx, context: WriteContext, manifest: Manifest): Promise<void> {
  const { folder } = context
  await mkdir(join(folder, 'files'), { mode: 0o700 })
  for (let after = 0; ; ) {
    const { rows } = await sql<FileToCopy>`
      select id, file_key from attachments
      where id > ${after} and num_nonnulls(suggestion_id, note_id, comment_id) > 0 order by id limit ${PAGE_SIZE}`.execute(
      tx,
    )
    for (const file of rows)
      if (!(await copyFile(context, file)))
        manifest.left_out?.push({
          kind: 'attachments',
          key: String(file.id),
          reason: 'the file is gone.',
        })
    if (rows.length < PAGE_SIZE) return
    after = (rows.at(-1) as FileToCopy).id
  }
}

/** False when it is gone. */
async function copyFile(
  { store, folder, signal }: WriteContext,
  { id, file_key }: FileToCopy,
): Promise<boolean> {
  const bytes = await store.read(file_key)
  if (bytes === undefined) return false
  const path = join(folder, 'files', String(id))
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }), { signal })
  return true
}

/** The pictures that texts show and that are files of other records, or of none that the form has: each text has its own line for them. */
async function writePictures(tx: Tx, context: WriteContext, manifest: Manifest): Promise<void> {
  const { folder, signal } = context
  const reading = { size: PAGE_SIZE, manifest }
  const known = new KeySet()
  for await (const { lines } of readBatches(folder, 'attachments', reading))
    for (const line of lines) for (const picture of picturesOf(line)) known.add(picture)
  for (const kind of KINDS_WITH_PICTURES)
    for await (const { lines } of readBatches(folder, kind, reading)) {
      signal.throwIfAborted()
      const shown = (lines as Line[]).flatMap((line) => shownBy(kind, line, known))
      if (shown.length === 0) continue
      const files = await findPictures(
        tx,
        shown.map(({ address }) => address),
      )
      for (const { address, ...members } of shown) {
        const file = files.get(address)
        if (!file) continue
        const isCopied = await stat(join(folder, 'files', String(file.id))).catch(() => undefined)
        if (!isCopied && !(await copyFile(context, file))) continue
        const { id, file_name } = file
        const line = { ...members, file: `files/${id}`, file_name, address }
        await appendFile(join(folder, fileOf('attachments')), `${JSON.stringify(line)}\n`)
        manifest.counts.attachments = (manifest.counts.attachments ?? 0) + 1
      }
    }
}

type Shown = { key: string; address: string; [owner: string]: unknown }

function shownBy(kind: Kind, line: Line, known: KeySet): Shown[] {
  const owners = ownersOf(kind, line)
  return (line.pictures ?? []).flatMap(({ address }): Shown[] => {
    const [name = '', ...others] = owners.map((owner) => pictureKey(owner, address))
    if (others.some((other) => known.has(other)) || !known.add(name)) return []
    const [{ member, key }] = owners as [(typeof owners)[number]]
    return [{ key: name, address, [member]: key, created_at: created(line) }]
  })
}

const created = ({ record }: Line) => (record as { created_at?: string | null }).created_at

async function findPictures(tx: Tx, addresses: string[]) {
  const { rows } = await sql<FileToCopy & { address: string; file_name: string }>`
    select id, file_key, file_name, '/files/' || file_key as address from attachments
    where is_safe_image and file_key in (select substr(shown, 8) from unnest(${addresses}::text[]) shown)`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.address, row]))
}
