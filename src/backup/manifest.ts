// What a backup says of itself.

export type Manifest = {
  format: 1
  made_at: string
  /** The migrations that made its tables. */
  schema: string[]
  tables: ArchivedTable[]
  /** Where each sequence stands; null for one that never gave a number. */
  sequences: Record<string, number | null>
  /** Null where they live in a bucket, which has backups of its own. */
  files: FileSummary | null
}

export type ArchivedTable = {
  name: string
  columns: string[]
  rows: number
  /** Its name in the archive, where that is another. */
  archived_as?: string
  /** Columns that are in a table of figures today, which has the same ids. */
  figures?: { table: string; columns: string[] }
}

export type FileSummary = {
  count: number
  bytes: number
  /** Attachments that were deleted while the backup was made, before their files were reached. */
  deleted_meanwhile: number[]
  /** Names of files that their attachments lack. */
  missing: string[]
}

export const MANIFEST = 'manifest.json'
export const CHECKSUM = 'sha256'

/** In each directory below it the rows of one table, as COPY writes them, in numbered parts. */
export const ROWS = 'database/'
export const FILES = 'files/'
