// Writes an account of Earshot in the form of a move, so that it leaves as easily as others come.
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { Store } from '../store/store.ts'
import { FORM_VERSION, fileOf, KINDS, type Kind, MANIFEST, type Manifest } from './form.ts'
import { FormError } from './reader.ts'

const PAGE_SIZE = 5000

const named = (column: string, as: string) => `'${as}', t.${column}::text`
const same = (...columns: string[]) => columns.map((name) => `'${name}', t.${name}`).join(', ')

/** The members of each kind as SQL of the table `t`. The key of a record is its id. */
const MEMBERS: Record<Kind, { table: string; members: string; where?: string }> = {
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
      ${named('comment_id', 'comment')}, ${same('file_name', 'created_at')}`,
    where: 'num_nonnulls(t.suggestion_id, t.note_id, t.comment_id) > 0',
  },
  supporters: {
    table: 'supporters',
    members: `${named('suggestion_id', 'suggestion')}, ${named('user_id', 'user')}, 'votes', t.votes_count,
      ${same('is_subscribed', 'channel', 'created_at')}`,
  },
}

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
  })
  const temporary = join(folder, `${MANIFEST}.part`)
  await writeFile(temporary, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, join(folder, MANIFEST))
  return manifest
}

async function writeKind(tx: Tx, { folder, signal, progress }: WriteContext, kind: Kind) {
  let count = 0
  async function* pages(): AsyncGenerator<string> {
    for await (const page of readPages(tx, kind)) {
      count += page.length
      progress(kind, count)
      yield page.map((line) => `${line}\n`).join('')
    }
  }
  const file = createWriteStream(join(folder, fileOf(kind)), { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.from(pages()), file, { signal })
  return count
}

async function* readPages(tx: Tx, kind: Kind): AsyncGenerator<string[]> {
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

type FileToCopy = { id: number; file_key: string }

async function copyFiles(
  tx: Tx,
  { store, folder, signal }: WriteContext,
  manifest: Manifest,
): Promise<void> {
  await mkdir(join(folder, 'files'), { mode: 0o700 })
  for (let after = 0; ; ) {
    const { rows } = await sql<FileToCopy>`
      select id, file_key from attachments
      where id > ${after} and num_nonnulls(suggestion_id, note_id, comment_id) > 0 order by id limit ${PAGE_SIZE}`.execute(
      tx,
    )
    for (const { id, file_key } of rows) {
      const bytes = await store.read(file_key)
      if (bytes === undefined)
        manifest.left_out?.push({
          kind: 'attachments',
          key: String(id),
          reason: 'the file is gone.',
        })
      else
        await pipeline(
          bytes,
          createWriteStream(join(folder, 'files', String(id)), { mode: 0o600 }),
          {
            signal,
          },
        )
    }
    if (rows.length < PAGE_SIZE) return
    after = (rows.at(-1) as FileToCopy).id
  }
}
