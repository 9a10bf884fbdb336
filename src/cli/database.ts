// The database that a command works on: the one that DATABASE_URL names, or the embedded one, running or not.
import type pg from 'pg'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { type EmbeddedServer, startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'

export type Connected = { connection: pg.ClientConfig; embedded: EmbeddedServer | null }

export async function connect(config: Config, log: (message: string) => void): Promise<Connected> {
  if (config.databaseUrl === null) {
    const embedded = await startEmbedded(config.dataDir, log)
    return { connection: embedded.connection, embedded }
  }
  return { connection: { connectionString: config.databaseUrl }, embedded: null }
}

/** Lends an open, migrated database and closes it, and stops the embedded server if it was started for this. */
export async function withDatabase<T>(
  config: Config,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const { connection, embedded } = await connect(config, () => {})
  try {
    await migrate(connection)
    const database = openDatabase(connection, () => {})
    try {
      return await use(database)
    } finally {
      await database.close()
    }
  } finally {
    await embedded?.stop()
  }
}
