// `earshot backup`: everything in one file.
import { access, stat } from 'node:fs/promises'
import pg from 'pg'
import { writeArchive } from '../backup/archive.ts'
import { dumpBackup } from '../backup/dump.ts'
import type { Manifest } from '../backup/manifest.ts'
import { readConfig } from '../config.ts'
import { openStore } from '../store/store.ts'
import { type Command, CommandError, jsonOption } from './command.ts'
import { withConnection } from './database.ts'
import { requireWritable } from './paths.ts'
import { showProgress } from './progress.ts'

export const backup: Command = {
  summary: 'write the database and the uploaded files to one file',
  description: `Writes the whole database and the uploaded files to FILE, in the state of one moment, while the service keeps running.
FILE is a gzipped tar archive that only you can read. It holds personal data.

Not in the backup: files in a bucket, which needs its own backup, the settings, and the token in the data directory.`,
  arguments: [
    { name: 'FILE', description: 'The new file. An existing file is never overwritten.' },
  ],
  options: jsonOption('{"file", "bytes", "seconds", "rows", "files"}'),
  examples: [['earshot backup /backups/earshot.tar.gz', 'Back up a running service.']],
  async run({ json }, [path = '']) {
    if (await isThere(path)) throw new CommandError(`${path} exists already; choose another name.`)
    await requireWritable(path)
    const config = readConfig()
    const store = config.bucket === null ? openStore(config) : null
    const started = Date.now()
    const manifest = await withConnection(config, (connection) => made(connection, path, store))
    const { size } = await stat(path)
    const report = {
      file: path,
      bytes: size,
      seconds: Math.round((Date.now() - started) / 100) / 10,
      rows: countRows(manifest),
      files: manifest.files,
    }
    console.log(json ? JSON.stringify(report) : told(report))
  },
}

async function made(
  connection: pg.ClientConfig,
  path: string,
  store: Parameters<typeof dumpBackup>[1],
): Promise<Manifest> {
  const client = new pg.Client({ ...connection, application_name: 'earshot backup' })
  // Told by the query that it breaks.
  client.on('error', () => {})
  await client.connect()
  try {
    let manifest: Manifest | undefined
    const keep = (made: Manifest) => {
      manifest = made
    }
    await writeArchive(path, dumpBackup(client, store, showProgress(), keep))
    return manifest as unknown as Manifest
  } finally {
    await client.end()
  }
}

export const countRows = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

type Report = {
  file: string
  bytes: number
  seconds: number
  rows: number
  files: Manifest['files']
}

function told({ file, bytes, seconds, rows, files }: Report): string {
  const about = files ? `${files.count} files` : 'no files, because they live in a bucket'
  const lost = (files?.missing ?? []).map((key) => `\nAn attachment lacks its file: ${key}`)
  const megabytes = (bytes / 1e6).toFixed(1)
  return `${file}: ${rows} rows and ${about}, ${megabytes} MB, in ${seconds} s${lost.join('')}`
}
