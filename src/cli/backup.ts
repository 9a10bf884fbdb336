// `earshot backup`: everything in one file.
import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { packArchive } from '../backup/archive.ts'
import { dumpBackup } from '../backup/dump.ts'
import { createEncrypter } from '../backup/encryption.ts'
import type { Manifest } from '../backup/manifest.ts'
import { makeBackup } from '../backup/scheduled.ts'
import { readConfig } from '../config.ts'
import { writeFileAtomically, writeToStream } from '../files/atomic-file.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { encryptionOptions, readEncryption } from './backup-encryption.ts'
import { openBackups } from './backup-target.ts'
import { type Command, CommandError, jsonOption, UsageError, type Values } from './command.ts'
import { recordCommand, withClient, withConnection } from './database.ts'
import { runInterruptibly } from './interrupt.ts'
import { requireWritable, STANDARD_STREAM } from './paths.ts'
import { showProgress } from './progress.ts'

export const backup: Command = {
  summary: 'write the database and the uploaded files to one file',
  description: `Writes the whole database and the uploaded files to FILE, in the state of one moment, while the service keeps running.
FILE is a gzipped tar archive that only you can read. It holds personal data. With a passphrase or a recipient it is a file of the age
format (age-encryption.org), which reveals nothing but its size.

Not in the backup: files in a bucket, which needs its own backup, the settings, and the token and the secret key in the data
directory. Store the secret key elsewhere: what it encrypts cannot be read without it.

Without FILE it makes the backup that BACKUP_SCHEDULE makes: to BACKUP_URL, encrypted as BACKUP_RECIPIENTS or BACKUP_PASSPHRASE_FILE
says, read back and compared. Then it removes old backups, as BACKUP_KEEP_DAYS and BACKUP_KEEP_WEEKS say.`,
  arguments: [
    {
      name: 'FILE',
      isOptional: true,
      description:
        'The new file, which appears when it is complete. An existing file is never overwritten. - is standard output. ' +
        'Without FILE, the backup is one of those in BACKUP_URL.',
    },
  ],
  options: {
    ...encryptionOptions,
    ...jsonOption('{"file", "bytes", "seconds", "rows", "files"}'),
  },
  examples: [
    ['earshot backup /backups/earshot.tar.gz', 'Back up a running service.'],
    [
      'earshot backup --passphrase-file /etc/earshot/backup-passphrase /backups/earshot.tar.gz.age',
      'Write an encrypted backup.',
    ],
  ],
  async run(values, [path = '']) {
    const { json } = values
    if (path === '') return backUpToTarget(values)
    const isStandard = path === STANDARD_STREAM
    if (!isStandard) await requireNewFile(path)
    const encryption = await readEncryption(values)
    const encrypt = encryption ? await createEncrypter(encryption) : (chunks: Chunks) => chunks
    const config = readConfig()
    const store = config.bucket === null ? openStore(config) : null
    const started = Date.now()
    const { manifest, bytes } = await runInterruptibly((signal) =>
      withConnection(config, async ({ connection }) => {
        const written = await writeBackup(connection, { path, store, encrypt }, signal)
        await recordCommand(connection, {
          action: 'backup_created',
          after: { rows: countRows(written.manifest) },
        })
        return written
      }),
    )
    const report = {
      file: path,
      bytes,
      seconds: Math.round((Date.now() - started) / 100) / 10,
      rows: countRows(manifest),
      files: manifest.files,
    }
    if (!json) console.error(summarize(report))
    else if (isStandard) console.error(JSON.stringify(report))
    else console.log(JSON.stringify(report))
  },
}

/** A device such as /dev/null is no backup that could be overwritten. */
async function requireNewFile(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined)
  if (existing?.isFile() || existing?.isDirectory())
    throw new CommandError(`${path} exists already; choose another name.`)
  await requireWritable(path)
}

async function backUpToTarget(values: Values): Promise<void> {
  const config = readConfig()
  const target = await openBackups(config)
  if (!target) throw new UsageError('FILE is missing, and BACKUP_URL is not set.')
  if (values.recipient !== undefined || values['passphrase-file'] !== undefined)
    throw new UsageError(
      'Without FILE, BACKUP_RECIPIENTS or BACKUP_PASSPHRASE_FILE says how the backup is encrypted.',
    )
  const started = Date.now()
  const made = await runInterruptibly((signal) =>
    withConnection(config, async ({ connection }) => {
      const backup = await makeBackup(connection, target, { signal, progress: showProgress() })
      await recordCommand(connection, {
        action: 'backup_created',
        after: { rows: countRows(backup.manifest) },
      })
      return backup
    }),
  )
  const report = {
    file: made.key,
    bytes: made.size,
    seconds: Math.round((Date.now() - started) / 100) / 10,
    rows: countRows(made.manifest),
    files: made.manifest.files,
  }
  if (values.json) return console.log(JSON.stringify({ ...report, removed: made.removed }))
  for (const key of made.removed) console.log(`Removed ${key}`)
  console.log(summarize(report))
}

type Chunks = AsyncIterable<Buffer>
type Target = { path: string; store: Store | null; encrypt: (chunks: Chunks) => Chunks }

function writeBackup(
  connection: pg.ClientConfig,
  { path, store, encrypt }: Target,
  signal: AbortSignal,
): Promise<{ manifest: Manifest; bytes: number }> {
  return withClient(connection, async (client) => {
    let manifest: Manifest | undefined
    const entries = dumpBackup(client, store, showProgress(), (written) => {
      manifest = written
    })
    const archive = countBytes(encrypt(packArchive(entries)))
    if (path !== STANDARD_STREAM) await writeFileAtomically(path, archive.chunks, signal)
    else if (!(await writeToStream(process.stdout, archive.chunks, signal)))
      throw new Error('Standard output was closed before the backup was complete.')
    return { manifest: manifest as unknown as Manifest, bytes: archive.count() }
  })
}

function countBytes(source: AsyncIterable<Buffer>) {
  let count = 0
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      count += chunk.length
      yield chunk
    }
  }
  return { chunks: pass(), count: () => count }
}

export const countRows = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)

type Report = {
  file: string
  bytes: number
  seconds: number
  rows: number
  files: Manifest['files']
}

function summarize({ file, bytes, seconds, rows, files }: Report): string {
  const count = (n: number, noun: string) =>
    `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`
  const stored = files ? count(files.count, 'file') : 'no files, because they are in a bucket'
  const missing = (files?.missing ?? []).map((key) => `Attachment without its file: ${key}\n`)
  const target = file === STANDARD_STREAM ? 'standard output' : file
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  return `${missing.join('')}Backed up ${count(rows, 'row')} and ${stored} to ${target} (${size}, ${seconds} s)`
}
