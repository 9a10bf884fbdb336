// Which source a file, a folder or a database is, by its files, columns and tables.
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { MANIFEST } from '../form.ts'
import { ASTUTO } from './astuto.ts'
import { columnName, readHeader } from './csv-table.ts'
import { FIDER, FIDER_FILES } from './fider.ts'
import { LOGCHIMP } from './logchimp.ts'
import { withSourceDatabase } from './postgres.ts'
import { QUACKBACK, QUACKBACK_FILES } from './quackback.ts'
import { SourceError } from './source-client.ts'
import { layoutOf, USERVOICE_EXPORT } from './uservoice-export.ts'
import { withZip } from './zip-archive.ts'

/** The source that reads it, or null and what it seems to be. */
export type Detected = {
  source: string | null
  description: string
  /** An import of files reads it. */
  isForImport?: true
}

/** The source that is the form itself. */
export const FORM_SOURCE = 'folder'

const ZIP = Buffer.from('PK')
const MAX_SHOWN = 5

export async function detectSource(
  path: string,
  options: { encoding?: string | undefined; signal: AbortSignal },
): Promise<Detected> {
  if (/^postgres(ql)?:\/\//.test(path)) return detectDatabase(path, options.signal)
  const info = await stat(path).catch(() => undefined)
  if (!info) throw new SourceError(`There is no ${path}.`)
  if (info.isDirectory()) return detectFolder(path, options.encoding)
  if (!info.isFile()) throw new SourceError(`${path} is neither a file nor a folder.`)
  return (await startsWithZip(path)) ? detectZip(path) : detectCsv(path, options.encoding)
}

async function startsWithZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0)
    return buffer.equals(ZIP)
  } finally {
    await file.close()
  }
}

const unknown = (description: string): Detected => ({ source: null, description })

const forImport = (description: string): Detected => ({
  ...unknown(description),
  isForImport: true,
})

async function detectZip(path: string): Promise<Detected> {
  const names = new Set(await withZip(path, async (zip) => zip.names.map((name) => basename(name))))
  const hasAll = (files: string[]) => files.every((name) => names.has(name))
  if (names.has(MANIFEST))
    return { source: FORM_SOURCE, description: 'the form of a move in a ZIP file' }
  if (hasAll(FIDER_FILES)) return { source: FIDER, description: 'a backup of Fider' }
  if (hasAll(QUACKBACK_FILES))
    return { source: QUACKBACK, description: 'an export of a workspace of Quackback' }
  if (names.has('workbook.xml'))
    return unknown('an Excel workbook. Save its sheets as CSV (UTF-8) files')
  if ([...names].some((name) => name.toLowerCase().endsWith('.csv')))
    return unknown('a ZIP file with CSV files. Unpack it, and give the CSV files')
  return unknown(`a ZIP file with ${[...names].slice(0, MAX_SHOWN).join(', ').slice(0, 200)}`)
}

async function detectFolder(path: string, encoding: string | undefined): Promise<Detected> {
  const names = await readdir(path)
  if (names.includes(MANIFEST)) return { source: FORM_SOURCE, description: 'the form of a move' }
  const hasAll = (files: string[]) => files.every((name) => names.includes(name))
  if (hasAll(FIDER_FILES)) return unknown('an unpacked backup of Fider. Give the ZIP file itself')
  if (hasAll(QUACKBACK_FILES))
    return unknown('an unpacked export of Quackback. Give the ZIP file itself')
  let found = unknown('a folder without files that are known')
  for (const name of names.filter((one) => /\.(csv|tsv|txt)$/i.test(one)).sort()) {
    const detected = await detectCsv(join(path, name), encoding)
    if (detected.source !== null) return detected
    if (detected.isForImport) found = detected
  }
  return found
}

/** Columns of files that are known, and that lack what an account has. */
const POOR_FILES: [columns: string[], description: string][] = [
  [
    ['number', 'title', 'responded_by', 'original_number'],
    'the CSV of Fider, which has neither addresses nor votes. Take the backup: Site Settings, Export, backup.zip',
  ],
]

/** Of each group, what a list of ideas of any tool has. */
const IDEAS = [
  ['title', 'post title', 'idea title', 'subject'],
  ['board', 'board name', 'status', 'voters', 'votes', 'vote count', 'upvotes', 'score'],
  [
    'author email',
    'author',
    'author name',
    'voters',
    'voter emails',
    'created by',
    'submitter email',
  ],
]

async function detectCsv(path: string, encoding: string | undefined): Promise<Detected> {
  const header = await readHeader(path, encoding)
  const layout = layoutOf(header, basename(path))
  if (layout !== undefined)
    return {
      source: USERVOICE_EXPORT,
      description: `a file of UserVoice (${layout === 'full' ? 'full export' : layout})`,
    }
  const columns = new Set(header.map(columnName))
  const poor = POOR_FILES.find(([names]) => names.every((name) => columns.has(columnName(name))))
  if (poor) return unknown(poor[1])
  if (IDEAS.every((any) => any.some((name) => columns.has(columnName(name)))))
    return forImport('a CSV file of ideas, as Canny and others write it')
  const shown = header.slice(0, MAX_SHOWN).join(', ').slice(0, 200)
  return header.length > 1
    ? forImport(`a CSV file with the columns ${shown}`)
    : unknown('neither a ZIP file nor a CSV file with several columns')
}

const detectDatabase = (address: string, signal: AbortSignal): Promise<Detected> =>
  withSourceDatabase({ from: address, signal }, async (database) => {
    const hasAll = async (tables: string[]) => {
      for (const table of tables) if (!(await database.hasTable(table))) return false
      return true
    }
    if (await hasAll(['posts', 'boards', 'post_statuses', 'likes']))
      return { source: ASTUTO, description: 'a database of Astuto' }
    if (await hasAll(['posts', 'boards', 'votes', 'roadmaps']))
      return { source: LOGCHIMP, description: 'a database of LogChimp' }
    return unknown('a database without tables that are known')
  })
