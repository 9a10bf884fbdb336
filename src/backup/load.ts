// A backup into a database whose tables are those of the backup. All of it or nothing.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Client, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { disableTriggers, dropForeignKeys, dropIndexes } from '../db/bulk-load.ts'
import type { Store } from '../store/store.ts'
import { type ArchiveFile, readArchive } from './archive.ts'
import type { Progress } from './dump.ts'
import { FILES, type Manifest, ROWS } from './manifest.ts'
import { listTables, SESSION_SETTINGS } from './tables.ts'
import type { Entry } from './tar.ts'

type Target = { client: Client; store: Store }

export async function loadBackup(
  target: Target,
  archive: ArchiveFile,
  manifest: Manifest,
  progress: Progress,
): Promise<void> {
  const { client } = target
  await client.query(SESSION_SETTINGS)
  await client.query(`set maintenance_work_mem = '256MB'`)
  await refuseOtherTables(client, manifest)
  const placed: string[] = []
  try {
    await client.query('begin')
    const tables = tablesOf(manifest).map(({ name }) => escapeIdentifier(name))
    const { rows } = await client.query('select key_suffix from file_store')
    const triggers = await disableTriggers(client, tables)
    const references = await dropForeignKeys(client, tables)
    const indexes = await dropIndexes(client, tables)
    await client.query(`truncate ${tables.join(', ')}`)
    await fill(target, { archive, manifest }, placed, progress)
    // Files that this database leaves behind are swept by its own mark, never by that of where the backup was made.
    await client.query('update file_store set key_suffix = $1', [rows[0].key_suffix])
    await setSequences(client, manifest)
    const back = [...indexes, ...references, ...triggers]
    for (const [i, statement] of back.entries()) {
      progress('Indexes', i, back.length)
      await client.query(statement)
    }
    progress('Indexes', back.length, back.length)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    for (const key of placed) await target.store.remove(key).catch(() => {})
    throw error
  }
  await client.query('analyze')
}

/** A session, link, code or grant that has ended since the backup must not begin again. */
export async function endRestoredSessions(client: Client): Promise<void> {
  await client.query(
    `delete from sessions; delete from end_user_sessions; delete from one_time_codes; delete from email_sign_ins; delete from authorization_codes;
     delete from token_grants where family_hash is not null`,
  )
}

/** Who followed the records from before reads all of them again. */
export async function forgetEvents(client: Client): Promise<void> {
  await client.query(
    'delete from events; delete from event_consumers; update event_history set complete_from = pg_current_xact_id()',
  )
}

/** After the migrations, because triggers count what is deleted. */
export async function deleteAttachmentsWithoutFiles(
  client: Client,
  { files }: Manifest,
): Promise<void> {
  const ids = files?.deleted_meanwhile ?? []
  if (ids.length > 0) await client.query('delete from attachments where id = any($1)', [ids])
}

/** The tables that the backup fills. */
const tablesOf = ({ tables }: Manifest) =>
  tables.flatMap(({ name, columns, figures }) => {
    if (!figures) return [{ name, columns }]
    const own = columns.filter((column) => !figures.columns.includes(column))
    return [
      { name, columns: own },
      { name: figures.table, columns: ['id', ...figures.columns] },
    ]
  })

async function refuseOtherTables(client: Client, manifest: Manifest): Promise<void> {
  const shape = (some: { name: string; columns: string[] }[]) =>
    JSON.stringify(some.map(({ name, columns }) => [name, ...[...columns].sort()].join(' ')).sort())
  if (shape(await listTables(client)) !== shape(tablesOf(manifest)))
    throw new Error(
      'The tables of the database are not those of the backup; restore into an empty one.',
    )
}

async function fill(
  { client, store }: Target,
  { archive, manifest: { tables, files } }: { archive: ArchiveFile; manifest: Manifest },
  placed: string[],
  progress: Progress,
): Promise<void> {
  const counts = new Map<string, number>()
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  for await (const entry of readArchive(archive)) {
    const table = tables.find(({ name, archived_as = name }) =>
      entry.name.startsWith(`${ROWS}${archived_as}/`),
    )
    if (table) {
      const rows = await copyRows(client, table, entry)
      counts.set(table.name, (counts.get(table.name) ?? 0) + rows)
      done += rows
      progress('Rows', done, total)
    } else if (entry.name.startsWith(FILES)) {
      const key = entry.name.slice(FILES.length)
      // One that is there already is the same: names are random and files never change.
      if ((await store.size(key)) === entry.size) continue
      await store.put(key, Readable.from(entry.bytes))
      placed.push(key)
      progress('Files', placed.length, files?.count ?? 0)
    }
  }
  for (const { name, rows } of tables)
    if (rows !== (counts.get(name) ?? 0))
      throw new Error(`The table ${name} got ${counts.get(name) ?? 0} rows and not ${rows}.`)
}

type LoadedTable = Manifest['tables'][number]

const listNames = (columns: string[]) => columns.map(escapeIdentifier).join(', ')

async function copyRows(client: Client, table: LoadedTable, entry: Entry): Promise<number> {
  if (table.figures) return copyWithFigures(client, table, table.figures, entry)
  const { name, columns } = table
  return copyInto(client, `${escapeIdentifier(name)} (${listNames(columns)})`, 'freeze true', entry)
}

async function copyInto(
  client: Client,
  target: string,
  options: string,
  { bytes }: Entry,
): Promise<number> {
  const copy = client.query(copyFrom(`copy ${target} from stdin (${options})`))
  await pipeline(Readable.from(bytes), copy)
  return copy.rowCount
}

/** Rows that contain their figures are copied into a temporary table and divided. */
async function copyWithFigures(
  client: Client,
  { name, columns }: LoadedTable,
  figures: NonNullable<LoadedTable['figures']>,
  entry: Entry,
): Promise<number> {
  const own = listNames(columns.filter((column) => !figures.columns.includes(column)))
  const moved = listNames(['id', ...figures.columns])
  const [table, figuresTable] = [escapeIdentifier(name), escapeIdentifier(figures.table)]
  await client.query(`create temp table whole_rows on commit drop as
    select ${listNames(columns)} from ${table} join ${figuresTable} using (id) with no data`)
  const rows = await copyInto(client, `whole_rows (${listNames(columns)})`, 'freeze false', entry)
  await client.query(`insert into ${table} (${own}) select ${own} from whole_rows`)
  await client.query(`insert into ${figuresTable} (${moved}) select ${moved} from whole_rows`)
  await client.query('drop table whole_rows')
  return rows
}

async function setSequences(client: Client, { sequences }: Manifest): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval(format($1, $2::text)::regclass, $3, $4)', [
      'public.%I',
      name,
      last ?? 1,
      last !== null,
    ])
}
