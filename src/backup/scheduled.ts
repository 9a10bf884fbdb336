// Backups that are made without anybody asking: named by their time, verified after writing, and removed by age. Which
// backups there are is what the store lists: a backup that was lost there is lost.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import pg from 'pg'
import type { Queries } from '../db/db.ts'
import type { Store } from '../store/store.ts'
import { packArchive } from './archive.ts'
import { dumpBackup, type Progress } from './dump.ts'
import { createEncrypter, type Encryption } from './encryption.ts'
import type { Manifest } from './manifest.ts'

/** How many of the last days and weeks with a backup keep their newest one. */
export type Retention = { days: number; weeks: number }

export type BackupTarget = {
  /** A store of backups, apart from that of uploaded files. */
  store: Store
  /** Uploaded files that belong to the backup; null where they are in a bucket. */
  files: Store | null
  encryption: Encryption | null
  keep: Retention
}

export type BackupFile = { key: string; size: number; madeAt: Date }

export type MadeBackup = BackupFile & { manifest: Manifest; removed: string[] }

const NAME = /^earshot-([0-9a-f]+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z\.tar\.gz(\.age)?$/
/** Unfinished uploads of processes that were killed. */
const LEFTOVER_AGE_MS = 24 * 3_600_000

/** What a store of backups accepts as a name. */
export const isBackupName = (name: string) => NAME.test(name)

/** Writes a backup, reads it back, and only then removes backups that are no longer kept. */
export async function makeBackup(
  connection: pg.ClientConfig,
  { store, files, encryption, keep }: BackupTarget,
  { signal, progress = () => {} }: { signal?: AbortSignal; progress?: Progress } = {},
): Promise<MadeBackup> {
  const encrypt = encryption ? await createEncrypter(encryption) : (chunks: Chunks) => chunks
  const client = new pg.Client({
    ...connection,
    application_name: 'earshot command',
    keepAlive: true,
  })
  // The query in progress reports the error.
  client.on('error', () => {})
  const cut = () => client.connection.stream.destroy()
  await client.connect()
  signal?.addEventListener('abort', cut, { once: true })
  try {
    signal?.throwIfAborted()
    const suffix = await readSuffix(client)
    const madeAt = new Date()
    const key = nameOf(suffix, madeAt, encryption !== null)
    let manifest: Manifest | undefined
    const entries = dumpBackup(client, files, progress, (written) => {
      manifest = written
    })
    const written = hashBytes(encrypt(packArchive(entries)))
    await store.put(key, Readable.from(written.chunks, { objectMode: false }))
    const size = await verify(store, key, written.digest())
    const removed = await removeExpired(store, suffix, keep)
    await store.sweepUnfinished(new Date(Date.now() - LEFTOVER_AGE_MS))
    return { key, size, madeAt, manifest: manifest as unknown as Manifest, removed }
  } finally {
    signal?.removeEventListener('abort', cut)
    await client.end().catch(() => {})
  }
}

/** Of this database, the newest first. */
export async function listBackups(store: Store, queries: Queries): Promise<BackupFile[]> {
  return listOf(store, await readSuffix(queries))
}

async function listOf(store: Store, suffix: string): Promise<BackupFile[]> {
  const backups: BackupFile[] = []
  for await (const { key, size } of store.list()) {
    const [, own, year, month, day, hour, minute, second] = NAME.exec(key) ?? []
    if (own !== suffix) continue
    backups.push({
      key,
      size,
      madeAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`),
    })
  }
  return backups.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

/** Those that retention does not keep, of backups with the newest first. The newest one is always kept. */
export function findExpired<B extends { madeAt: Date }>(
  backups: B[],
  { days, weeks }: Retention,
): B[] {
  const [newest] = backups
  const kept = new Set(newest ? [newest] : [])
  for (const [count, periodOf] of [[days, dayOf] as const, [weeks, weekOf] as const]) {
    const periods = new Map<number, B>()
    for (const backup of backups) {
      const period = periodOf(backup.madeAt)
      if (!periods.has(period)) periods.set(period, backup)
    }
    for (const backup of [...periods.values()].slice(0, count)) kept.add(backup)
  }
  return backups.filter((backup) => !kept.has(backup))
}

const DAY_MS = 86_400_000
const dayOf = (time: Date) => Math.floor(time.getTime() / DAY_MS)
/** From Monday: the first day of the epoch was a Thursday. */
const weekOf = (time: Date) => Math.floor((dayOf(time) + 3) / 7)

async function removeExpired(store: Store, suffix: string, keep: Retention): Promise<string[]> {
  const expired = findExpired(await listOf(store, suffix), keep)
  for (const { key } of expired) await store.remove(key)
  return expired.map(({ key }) => key)
}

/** Backups of several databases can be in one place: each removes its own only. */
async function readSuffix(queries: Queries): Promise<string> {
  const { rows } = await queries.query<{ key_suffix: string }>('select key_suffix from file_store')
  return (rows[0] as { key_suffix: string }).key_suffix
}

function nameOf(suffix: string, time: Date, isEncrypted: boolean): string {
  const at = time.toISOString().replaceAll(/[-:]/g, '')
  return `earshot-${suffix}-${at}.tar.gz${isEncrypted ? '.age' : ''}`
}

type Chunks = AsyncIterable<Buffer>

function hashBytes(source: Chunks) {
  const hash = createHash('sha256')
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { chunks: pass(), digest: () => hash.digest('hex') }
}

/** Reads the backup back and returns its size. One that differs from what was written is removed. */
async function verify(store: Store, key: string, digest: string): Promise<number> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of (await store.read(key)) ?? []) {
    hash.update(chunk)
    size += chunk.length
  }
  if (hash.digest('hex') === digest) return size
  await store.remove(key)
  throw new Error(`The backup ${key} differs from what was written, and was removed.`)
}
