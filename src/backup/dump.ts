// All that a database holds, as it was at one moment, while others go on writing.
import { type Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Queries } from '../db/db.ts'
import { listRecordedFiles } from '../read/file.ts'
import { isKey } from '../store/keys.ts'
import type { Store } from '../store/store.ts'
import { thumbnailKey } from '../write/thumbnails.ts'
import { textEntry } from './archive.ts'
import { FILES, type FileSummary, MANIFEST, type Manifest, ROWS } from './manifest.ts'
import {
  listMigrations,
  listSequences,
  listTables,
  SESSION_SETTINGS,
  type Table,
} from './tables.ts'
import type { Entry } from './tar.ts'

export type Progress = (step: string, done: number, total: number) => void

const PART_BYTES = 4_000_000
const NEWLINE = 10

/** The entries of a backup, the manifest last; `done` is told what it says. Without a store, files are left out. */
export async function* dumpBackup(
  client: Client,
  store: Store | null,
  progress: Progress,
  done: (manifest: Manifest) => void,
): AsyncGenerator<Entry> {
  await client.query(SESSION_SETTINGS)
  await client.query('begin isolation level repeatable read, read only')
  // The moment that it is of: whoever follows what changed since begins there.
  const { rows } = await client.query<{ now: Date }>('select now()')
  const made_at = (rows[0] as { now: Date }).now.toISOString()
  const schema = await listMigrations(client)
  if (schema === null) throw new Error('The database is empty: there is nothing to back up.')
  const tables: Manifest['tables'] = []
  const all = await listTables(client)
  for (const table of all) {
    progress('Tables', tables.length, all.length)
    tables.push({ ...table, rows: yield* rowsOf(client, table) })
  }
  progress('Tables', all.length, all.length)
  const sequences = await listSequences(client)
  const files = store && (yield* filesOf(client, store, progress))
  const manifest: Manifest = { format: 1, made_at, schema, tables, sequences, files }
  yield textEntry(MANIFEST, JSON.stringify(manifest))
  done(manifest)
}

/** In parts that end with a row, so that each can be loaded by itself. */
async function* rowsOf(client: Client, table: Table): AsyncGenerator<Entry, number> {
  const columns = table.columns.map(escapeIdentifier).join(', ')
  const stream = client.query(copyTo(`copy ${escapeIdentifier(table.name)} (${columns}) to stdout`))
  let parts = 0
  let held: Buffer[] = []
  let size = 0
  const part = (bytes: Buffer[]): Entry => ({
    name: `${ROWS}${table.name}/${String(parts++).padStart(6, '0')}.copy`,
    size: bytes.reduce((sum, { length }) => sum + length, 0),
    bytes,
  })
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (size + chunk.length < PART_BYTES || end === 0) {
      held.push(chunk)
      size += chunk.length
      continue
    }
    yield part([...held, chunk.subarray(0, end)])
    held = [chunk.subarray(end)]
    size = chunk.length - end
  }
  if (size > 0) yield part(held)
  return stream.rowCount
}

async function* filesOf(
  client: Client,
  store: Store,
  progress: Progress,
): AsyncGenerator<Entry, FileSummary> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from attachments')
  const inside: FileSummary = { count: 0, bytes: 0, deleted_meanwhile: [], missing: [] }
  const absent: { id: number; key: string }[] = []
  let done = 0
  for await (const some of listRecordedFiles(client as Queries)) {
    for (const { id, key } of some) {
      progress('Files', done++, rows[0]?.n ?? 0)
      const file = isKey(key) ? await entryOf(store, key) : undefined
      const thumbnail = file && (await entryOf(store, thumbnailKey(key)))
      if (!file) absent.push({ id, key })
      for (const entry of [file, thumbnail]) {
        if (!entry) continue
        inside.count += 1
        inside.bytes += entry.size
        yield entry
      }
    }
  }
  progress('Files', done, done)
  // Out of the snapshot: whether somebody deleted them since, or they are lost.
  await client.query('commit')
  const { rows: present } = await client.query<{ id: number }>(
    'select id from attachments where id = any($1)',
    [absent.map(({ id }) => id)],
  )
  const there = new Set(present.map(({ id }) => Number(id)))
  for (const { id, key } of absent)
    if (there.has(Number(id))) inside.missing.push(key)
    else inside.deleted_meanwhile.push(Number(id))
  return inside
}

async function entryOf(store: Store, key: string): Promise<Entry | undefined> {
  const size = await store.size(key)
  const bytes = size === undefined ? undefined : await store.read(key)
  return bytes && { name: `${FILES}${key}`, size: size as number, bytes }
}
