// A running service: database, listener, HTTP. Started by `earshot serve`, by tests and by the bench alike.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Context } from './context.ts'
import { type Database, openDatabase } from './db/db.ts'
import { listen } from './db/listen.ts'
import { migrate, pendingMigrations } from './db/migrate.ts'
import { buildApp } from './http/app.ts'
import { cachedTokens } from './http/authenticate.ts'
import { startJobs } from './jobs/timer.ts'
import { TOKENS_CHANGED } from './write/api_clients.ts'
import { makeFirstRecords } from './write/first-records.ts'
import { WORK_QUEUED } from './write/work.ts'

export type Service = {
  app: FastifyInstance
  database: Database
  /** The public address, where it is known only once the port is. */
  setAddress(baseUrl: string): void
  close(): Promise<void>
}

type Options = {
  /** Asked where the database is whenever its connection was lost. */
  reconnect?: () => Promise<pg.ClientConfig>
  /** Whether this process does what happens later. */
  hasJobs?: boolean
}

export async function startService(
  connection: pg.ClientConfig,
  baseUrl: string,
  log: FastifyBaseLogger,
  { reconnect = async () => connection, hasJobs = false }: Options = {},
): Promise<Service> {
  await migrate(connection)
  const database = openDatabase(connection, (error) =>
    log.warn({ err: error }, 'database connection lost'),
  )
  await database.db.transaction().execute(makeFirstRecords)

  const found = async () => {
    const next = await reconnect()
    database.follow(next)
    return next
  }
  const listener = listen(found, TOKENS_CHANGED, () => tokens.forget())
  const context: Context = {
    db: database.db,
    reader: { pool: database.readPool, baseUrl },
    isListening: listener.isListening,
    readiness: () => readiness(database),
  }
  const tokens = cachedTokens(context)
  const app = await buildApp(context, tokens, log)
  await app.ready()
  const jobs = hasJobs ? startJobs(context, log) : undefined
  const queue = jobs && listen(found, WORK_QUEUED, jobs.wake)
  return {
    app,
    database,
    setAddress: (address) => {
      context.reader.baseUrl = address
    },
    close: async () => {
      await app.close()
      await queue?.close()
      await jobs?.close()
      await listener.close()
      await database.close()
    },
  }
}

async function readiness({ readPool }: Database): Promise<string | null> {
  try {
    const pending = await pendingMigrations(readPool)
    return pending.length === 0 ? null : `Migrations are pending: ${pending.join(', ')}.`
  } catch {
    return 'The database does not answer.'
  }
}
