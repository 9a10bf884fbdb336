// The contents of a database and its files, in one snapshot, while others write.
import { type Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Queries } from '../db/db.ts'
import { listRecordedFiles } from '../read/file.ts'
import { isKey } from '../store/keys.ts'
import type { Store } from '../store/store.ts'
import { thumbnailKey } from '../write/background/thumbnails.ts'
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

export type Progress = (step: string, processed: number, total: number) => void

const PART_BYTES = 4_000_000
const NEWLINE = 10

/** The entries of a backup. The manifest is last, and passed to `onManifest`. Without a store, files are left out. */
export async function* dumpBackup(
  client: Client,
  store: Store | null,
  progress: Progress,
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<Entry> {
  await client.query(SESSION_SETTINGS)
  await client.query('begin isolation level repeatable read, read only')
  // The time of the snapshot: a client that follows changes continues from there.
  const { rows } = await client.query<{ now: Date }>('select now()')
  const made_at = (rows[0] as { now: Date }).now.toISOString()
  const schema = await listMigrations(client)
  if (schema === null) throw new Error('The database is empty: there is nothing to back up.')
  const tables: Manifest['tables'] = []
  const all = await listTables(client)
  for (const table of all) {
    progress('Tables', tables.length, all.length)
    tables.push({ ...table, rows: yield* dumpRows(client, table) })
  }
  progress('Tables', all.length, all.length)
  const sequences = await listSequences(client)
  const files = store && (yield* dumpFiles(client, store, progress))
  const manifest: Manifest = { format: 1, made_at, schema, tables, sequences, files }
  yield textEntry(MANIFEST, JSON.stringify(manifest))
  onManifest(manifest)
}

/** Each part ends with a row, so that it can be loaded separately. */
async function* dumpRows(client: Client, table: Table): AsyncGenerator<Entry, number> {
  const columns = table.columns.map(escapeIdentifier).join(', ')
  const stream = client.query(copyTo(`copy ${escapeIdentifier(table.name)} (${columns}) to stdout`))
  let parts = 0
  let pending: Buffer[] = []
  let size = 0
  const createPart = (bytes: Buffer[]): Entry => ({
    name: `${ROWS}${table.name}/${String(parts++).padStart(6, '0')}.copy`,
    size: bytes.reduce((sum, { length }) => sum + length, 0),
    bytes,
  })
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (size + chunk.length < PART_BYTES || end === 0) {
      pending.push(chunk)
      size += chunk.length
      continue
    }
    yield createPart([...pending, chunk.subarray(0, end)])
    pending = [chunk.subarray(end)]
    size = chunk.length - end
  }
  if (size > 0) yield createPart(pending)
  // The stream can end before the message with the number of rows arrives. It comes before the answer to this.
  await client.query('select')
  return stream.rowCount
}

async function* dumpFiles(
  client: Client,
  store: Store,
  progress: Progress,
): AsyncGenerator<Entry, FileSummary> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from attachments')
  const summary: FileSummary = { count: 0, bytes: 0, deleted_meanwhile: [], missing: [] }
  const missing: { id: number; key: string }[] = []
  let processed = 0
  for await (const page of listRecordedFiles(client as Queries)) {
    for (const { id, key } of page) {
      progress('Files', processed++, rows[0]?.n ?? 0)
      const file = isKey(key) ? await openEntry(store, key) : undefined
      const thumbnail = file && (await openEntry(store, thumbnailKey(key)))
      if (!file) missing.push({ id, key })
      for (const entry of [file, thumbnail]) {
        if (!entry) continue
        summary.count += 1
        summary.bytes += entry.size
        yield entry
      }
    }
  }
  progress('Files', processed, processed)
  // Outside the snapshot: an attachment without a file was deleted meanwhile, or its file is lost.
  await client.query('commit')
  const { rows: present } = await client.query<{ id: number }>(
    'select id from attachments where id = any($1)',
    [missing.map(({ id }) => id)],
  )
  const existing = new Set(present.map(({ id }) => Number(id)))
  for (const { id, key } of missing)
    if (existing.has(Number(id))) summary.missing.push(key)
    else summary.deleted_meanwhile.push(Number(id))
  return summary
}

async function openEntry(store: Store, key: string): Promise<Entry | undefined> {
  const size = await store.size(key)
  const bytes = size === undefined ? undefined : await store.read(key)
  return bytes && { name: `${FILES}${key}`, size: size as number, bytes }
}
