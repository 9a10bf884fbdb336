// Stored files by their unguessable key.
import type { Queries } from '../db/db.ts'

export type File = {
  id: number
  key: string
  name: string
  contentType: string
  size: number
  isSafeImage: boolean
  thumbnail: 'pending' | 'made' | 'none'
  createdAt: Date
}

export async function findFile(pool: Queries, key: string): Promise<File | undefined> {
  const { rows } = await pool.query({
    name: 'file_by_key',
    text: `select id, file_key as key, file_name as name, content_type as "contentType", size_in_bytes as size,
        is_safe_image as "isSafeImage", thumbnail, created_at as "createdAt"
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
