// `earshot restore`: what a backup holds, into an empty database.
import type pg from 'pg'
import { findKeyProblem } from '../auth/secret-key.ts'
import { type ArchiveFile, verifyArchive } from '../backup/archive.ts'
import { translateManifest } from '../backup/first-schema.ts'
import {
  deleteAttachmentsWithoutFiles,
  endRestoredSessions,
  forgetEvents,
  loadBackup,
} from '../backup/load.ts'
import type { Manifest } from '../backup/manifest.ts'
import { hasData, isServiceRunning, listMigrations } from '../backup/tables.ts'
import { type Config, readConfig } from '../config.ts'
import { refuseFirstSchema } from '../db/first-schema.ts'
import { migrate } from '../db/migrate.ts'
import { allMigrations } from '../db/migrations.ts'
import { openStore } from '../store/open-store.ts'
import { countRows } from './backup.ts'
import { decryptionOptions, readDecryption } from './backup-encryption.ts'
import { type Command, CommandError, jsonOption } from './command.ts'
import {
  type Connected,
  recordCommand,
  withClient,
  withConnection,
  withDatabase,
} from './database.ts'
import { requireReadable } from './paths.ts'
import { showProgress } from './progress.ts'
import { findKeySource } from './secret-key-source.ts'

export const restore: Command = {
  summary: 'restore a backup into an empty database',
  description: `Reads FILE, written by \`earshot backup\`, to its end and verifies it before it changes anything. Then it loads all of it
or nothing and applies newer migrations. Stop the service first. Tokens of the backup work again. Files are restored to
FILES_URL or EARSHOT_DATA.

The key that encrypts secrets in the database (\`earshot secret-key\`) is not in a backup: a restored database needs the key that
it had. The command warns when the configured key is another.`,
  arguments: [{ name: 'FILE', description: 'The backup.' }],
  options: {
    replace: {
      type: 'boolean',
      description: 'Delete what the database holds. Without it, the database must be empty.',
    },
    ...decryptionOptions,
    ...jsonOption('{"file", "made_at", "seconds", "rows", "files"}'),
  },
  examples: [
    ['earshot restore /backups/earshot.tar.gz', 'Restore into an empty database.'],
    [
      'earshot restore --passphrase-file /etc/earshot/backup-passphrase /backups/earshot.tar.gz.age',
      'Restore an encrypted backup.',
    ],
    ['earshot restore --replace /backups/earshot.tar.gz', 'Restore over existing data.'],
  ],
  async run(values, [path = '']) {
    const { replace, json } = values
    await requireReadable(path)
    const config = readConfig()
    const started = Date.now()
    const archive = { path, decryption: await readDecryption(values) }
    const manifest = translateManifest(await verifyArchive(archive))
    const bringBack = async ({ connection, owner }: Connected) => {
      await prepare(owner, manifest, replace === true)
      await loaded(owner, config, archive, manifest)
      await migrate(owner, { servedBy: connection })
      await withClient(owner, async (client) => {
        await deleteAttachmentsWithoutFiles(client, manifest)
        await endRestoredSessions(client)
        await forgetEvents(client)
      })
      await recordCommand(connection, {
        action: 'backup_restored',
        after: { made_at: manifest.made_at, rows: countRows(manifest) },
      })
    }
    await withConnection(config, bringBack, 'make')
    const report = {
      file: path,
      made_at: manifest.made_at,
      seconds: Math.round((Date.now() - started) / 100) / 10,
      rows: countRows(manifest),
      files: manifest.files?.count ?? null,
    }
    await checkKey(config)
    const about = report.files === null ? 'no files' : `${report.files} files`
    console.log(
      json
        ? JSON.stringify(report)
        : `Restored ${report.rows} rows and ${about} of ${report.made_at} in ${report.seconds} s.`,
    )
  },
}

/** Refuses what must not be overwritten, then makes the tables that the backup was made of. */
async function prepare(
  connection: pg.ClientConfig,
  { schema }: Manifest,
  mayReplace: boolean,
): Promise<void> {
  const unknown = schema.filter((name) => !allMigrations.includes(name))
  if (unknown.length > 0)
    throw new CommandError(`The backup is of a newer Earshot, which has ${unknown.join(', ')}.`)
  await withClient(connection, async (client) => {
    if (await isServiceRunning(client))
      throw new CommandError('A service uses this database; stop it first.')
    const applied = await listMigrations(client)
    if (applied === null) return
    refuseFirstSchema(applied)
    if (!mayReplace && (await hasData(client)))
      throw new CommandError(
        'The database holds data; restore into an empty one, or with --replace.',
      )
    const newer = applied.filter((name) => !schema.includes(name))
    if (newer.length > 0)
      throw new CommandError(
        `The database has a newer schema than the backup (${newer.join(', ')}); restore into one in which nothing was ever set up.`,
      )
  })
  await migrate(connection, { only: schema })
}

const loaded = (
  connection: pg.ClientConfig,
  config: Config,
  archive: ArchiveFile,
  manifest: Manifest,
) =>
  withClient(connection, (client) =>
    loadBackup({ client, store: openStore(config) }, archive, manifest, showProgress()),
  )

/** The data are restored all the same: the operator can bring the key afterwards. */
async function checkKey(config: Config): Promise<void> {
  const problem = await withDatabase(config, ({ db }) => findKeyProblem(db, findKeySource(config)))
  if (problem !== null) console.error(problem)
}
