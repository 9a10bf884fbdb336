// `earshot restore`: what a backup holds, into an empty database.
import type pg from 'pg'
import { verifyArchive } from '../backup/archive.ts'
import { translateManifest } from '../backup/first-schema.ts'
import { deleteAttachmentsWithoutFiles, loadBackup } from '../backup/load.ts'
import type { Manifest } from '../backup/manifest.ts'
import { hasData, listMigrations } from '../backup/tables.ts'
import { type Config, readConfig } from '../config.ts'
import { refuseFirstSchema } from '../db/first-schema.ts'
import { allMigrations, migrate } from '../db/migrate.ts'
import { openStore } from '../store/store.ts'
import { countRows, requireOneFile } from './backup.ts'
import { type Command, UsageError } from './command.ts'
import { withClient, withConnection } from './database.ts'
import { requireReadable } from './paths.ts'
import { showProgress } from './progress.ts'

export const restore: Command = {
  summary: 'bring back everything from such a file',
  help: `usage: earshot restore FILE [--replace] [--json]

Reads FILE, which earshot backup made, to its end and checks it before anything is changed. Then all of it is loaded or
nothing, and the schema is brought to the newest. Stop the service first. Tokens work again; files come back to where
FILES_URL or EARSHOT_DATA says.

  --replace   remove what the database holds; without it only an empty one is taken
  --json      print {"file", "made_at", "seconds", "rows", "files"}`,
  options: { replace: { type: 'boolean' }, json: { type: 'boolean' } },
  words: 1,
  async run({ replace, json }, positionals) {
    const path = requireOneFile('restore', positionals)
    await requireReadable(path)
    const config = readConfig()
    const started = Date.now()
    const manifest = translateManifest(await verifyArchive(path))
    const bringBack = async (connection: pg.ClientConfig) => {
      await prepare(connection, manifest, replace === true)
      await loaded(connection, config, path, manifest)
      await migrate(connection)
      await withClient(connection, (client) => deleteAttachmentsWithoutFiles(client, manifest))
    }
    await withConnection(config, bringBack, 'make')
    const report = {
      file: path,
      made_at: manifest.made_at,
      seconds: Math.round((Date.now() - started) / 100) / 10,
      rows: countRows(manifest),
      files: manifest.files?.count ?? null,
    }
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
    throw new UsageError(`The backup is of a newer Earshot, which has ${unknown.join(', ')}.`)
  await withClient(connection, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'earshot'`,
    )
    if (rows[0].n > 0) throw new UsageError('A service uses this database; stop it first.')
    const applied = await listMigrations(client)
    if (applied === null) return
    refuseFirstSchema(applied)
    if (!mayReplace && (await hasData(client)))
      throw new UsageError('The database holds data; restore into an empty one, or with --replace.')
    const newer = applied.filter((name) => !schema.includes(name))
    if (newer.length > 0)
      throw new UsageError(
        `The database has a newer schema than the backup (${newer.join(', ')}); restore into one in which nothing was ever set up.`,
      )
  })
  await migrate(connection, schema)
}

const loaded = (connection: pg.ClientConfig, config: Config, path: string, manifest: Manifest) =>
  withClient(connection, (client) =>
    loadBackup({ client, store: openStore(config) }, path, manifest, showProgress()),
  )
