// Stored files by their unguessable key.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Queries } from '../db/db.ts'
import { FORUMS_OF_FILE, IS_PUBLIC_FILE } from '../resources/attachments.ts'

export type File = {
  id: number
  key: string
  name: string
  contentType: string
  size: number
  isSafeImage: boolean
  thumbnail: 'pending' | 'made' | 'none'
  createdAt: Date
  isPublic: boolean
  /** Where the portal shows it. */
  forums: number[]
}

export async function findFile(pool: Queries, key: string): Promise<File | undefined> {
  const { rows } = await pool.query({
    name: 'file_by_key',
    text: `select id, file_key as key, file_name as name, content_type as "contentType", size_in_bytes as size,
        is_safe_image as "isSafeImage", thumbnail, created_at as "createdAt", ${IS_PUBLIC_FILE} as "isPublic",
        ${FORUMS_OF_FILE}::float8[] as forums
      from attachments where file_key = $1`,
    values: [key],
  })
  return rows[0]
}

export type RecordedFile = Pick<File, 'id' | 'key' | 'size'>

const BATCH_SIZE = 1000

/** Every file that an attachment refers to, in batches. Also of a database with an older schema, for its backup. */
export async function* listRecordedFiles(pool: Queries): AsyncGenerator<RecordedFile[]> {
  for (let last = 0; ; ) {
    const { rows } = await pool.query<RecordedFile>(
      `select id, file_key as key, size_in_bytes as size from attachments where id > $1 order by id limit $2`,
      [last, BATCH_SIZE],
    )
    yield rows
    if (rows.length < BATCH_SIZE) return
    last = (rows.at(-1) as RecordedFile).id
  }
}

/** Files at both ends of the table, at most `limit` of each: a moved store lacks the oldest, a broken one the newest. */
export async function sampleRecordedFiles(pool: Queries, limit: number): Promise<RecordedFile[]> {
  const columns = 'id, file_key as key, size_in_bytes as size'
  const { rows } = await pool.query<RecordedFile>(
    `(select ${columns} from attachments order by id limit $1)
      union (select ${columns} from attachments order by id desc limit $1)`,
    [limit],
  )
  return rows
}

/** `sha256` is that of a file of an earlier build; else empty. */
type Checksum = { crc32: number | null; sha256: string }

/** Checksums by key, of the files that have an attachment. */
export async function findChecksums(pool: Queries, keys: string[]): Promise<Map<string, Checksum>> {
  const { rows } = await pool.query<Checksum & { key: string }>(
    'select file_key as key, crc32, sha256 from attachments where file_key = any($1)',
    [keys],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/** Not guessable. The suffix marks files that belong to this database. */
export async function generateFileKey(db: Db): Promise<string> {
  const { rows } = await sql<{ key_suffix: string }>`select key_suffix from file_store`.execute(db)
  return `${randomBytes(16).toString('hex')}${rows[0]?.key_suffix}`
}

/** Files of deleted records, which are still in the store. */
export async function listRemovedFiles(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ file_key: string }>`
    select file_key from removed_files limit ${limit}`.execute(db)
  return rows.map(({ file_key }) => file_key)
}

/** The keys that belong to this database and to no attachment. */
export async function findOrphanedFiles(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) key
    where key like '%' || (select key_suffix from file_store)
      and not exists (select from attachments where file_key = key)`.execute(db)
  return rows.map(({ key }) => key)
}

/** The key of an image without a thumbnail. Undefined when the attachment has one, or was deleted. */
export async function findPendingThumbnail(db: Db, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ file_key: string }>`
    select file_key from attachments where id = ${id} and thumbnail = 'pending'`.execute(db)
  return rows[0]?.file_key
}
