// A running service: database, listener, HTTP. Started by `earshot serve`, by tests and by the bench alike.
import type { Server } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Context, UploadLimits } from './context.ts'
import { type AttachedDatabase, attachDatabase, type ReplicaHosts } from './db/attach.ts'
import { type Database, observeQueries, openDatabase, type Queries } from './db/db.ts'
import { migrate, pendingMigrations } from './db/migrate.ts'
import { VERSION } from './db/version.ts'
import { CAPACITY, createAdmission } from './http/admission.ts'
import { buildApp } from './http/app.ts'
import { createTokenCache } from './http/authenticate.ts'
import { buildOpsServer } from './http/ops-server.ts'
import { createMemoryCounter, createSharedCounter } from './http/rate-counter.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { observeTasks } from './jobs/observe-tasks.ts'
import { tasks } from './jobs/tasks.ts'
import { startJobs } from './jobs/timer.ts'
import { redactErrors } from './log.ts'
import type { Metrics } from './metrics.ts'
import { readBacklog } from './read/queues.ts'
import type { Store } from './store/store.ts'
import { startTracing, type TracingOptions } from './tracing.ts'
import { TOKENS_CHANNEL } from './write/api_clients.ts'
import { JOBS_CHANNEL } from './write/job-notifications.ts'
import { seedDatabase } from './write/seed.ts'

export type Service = {
  app: FastifyInstance
  /** Metrics and health by themselves; null unless metrics are wanted. */
  opsServer: FastifyInstance | null
  database: Database
  /** The public address, where it is known only once the port is. */
  setAddress(baseUrl: string): void
  /** Not ready from now on, so that a balancer sends nothing more; what comes is still served. */
  drain(): void
  /** How many requests are not answered to their end. */
  requestsInFlight(): number
  close(): Promise<void>
}

type ServiceOptions = {
  store: Store
  uploads?: Partial<UploadLimits>
  downloads?: Context['downloads']
  /** Asked where the database may be whenever it went away. */
  reconnect?: () => Promise<pg.ClientConfig[]>
  replica?: ReplicaHosts | undefined
  /** Whether this process does what happens later. */
  hasJobs?: boolean
  /** How many processes serve this database; more than one count requests together. */
  nodes?: number
  /** How many proxies stand in front. */
  proxies?: number
  /** In a minute, for whoever has no valid token. */
  requestsPerAddress?: number
  /** Without it nothing is measured. The token is what the main port wants; null: it has no metrics. */
  metrics?: { token: string | null } | undefined
  /** Without it nothing is traced. */
  traces?: TracingOptions | undefined
  now?: () => number
}

export { VERSION }

/** Ten minutes for the whole of an upload, as long as something comes. */
const UPLOADS: UploadLimits = {
  quotaBytes: null,
  concurrency: { inAll: 32, byClient: 8 },
  timeouts: { totalMs: 600_000, idleMs: 30_000 },
}

export async function startService(
  connection: pg.ClientConfig,
  baseUrl: string,
  givenLog: FastifyBaseLogger,
  options: ServiceOptions,
): Promise<Service> {
  const log = redactErrors(givenLog)
  const { reconnect = async () => [connection], hasJobs = false, nodes = 1 } = options
  await migrate(connection)
  const tracing = options.traces ? await startTracing(options.traces, VERSION) : null
  const database = openDatabase(
    connection,
    (error) => log.warn({ err: error }, 'database connection lost'),
    tracing?.statement,
  )
  const told = (queries: Queries) =>
    tracing ? observeQueries(queries, tracing.statement) : queries
  await database.db.transaction().execute(seedDatabase)

  const attached = attachDatabase(
    database,
    connection,
    reconnect,
    { replica: options.replica, nodes },
    log,
  )
  const listener = attached.listen(TOKENS_CHANNEL, () => tokens.invalidate())
  const context: Context = {
    db: database.db,
    reader: { pool: told(database.readPool), baseUrl },
    readerOf: (clientId) => ({ ...context.reader, pool: told(attached.queriesFor(clientId)) }),
    noteWrite: attached.noteWrite,
    store: options.store,
    uploads: { ...UPLOADS, ...options.uploads },
    downloads: options.downloads ?? 'proxied',
    isListening: listener.isListening,
    readiness: async () => (isDraining ? 'The service is stopping.' : readiness(database)),
    metrics: options.metrics ? await metricsOf(database, attached) : null,
    tracing,
  }
  let isDraining = false
  const tokens = createTokenCache(context)
  const limiter = createRateLimiter({
    tokens,
    counter: nodes > 1 ? createSharedCounter(database.quickDb) : createMemoryCounter(),
    now: options.now ?? Date.now,
    requestsPerAddress: options.requestsPerAddress ?? 60,
  })
  const app = await buildApp(
    context,
    {
      tokens,
      limiter,
      admission: createAdmission(CAPACITY),
      proxies: options.proxies ?? 0,
      metricsToken: options.metrics?.token ?? null,
    },
    log,
  )
  await app.ready()
  const underWay = countRequests(app.server)
  const sideDoor = options.metrics ? buildOpsServer(context, options.metrics.token, log) : null
  const jobs = hasJobs ? startJobs(context, log, observeTasks(tasks, context)) : undefined
  const queue = jobs && attached.listen(JOBS_CHANNEL, jobs.wake)
  return {
    app,
    opsServer: sideDoor,
    database,
    setAddress: (address) => {
      context.reader.baseUrl = address
    },
    drain: () => {
      isDraining = true
    },
    requestsInFlight: underWay,
    close: async () => {
      await app.close()
      await sideDoor?.close()
      await queue?.close()
      await jobs?.close()
      await attached.close()
      await database.close()
      await tracing?.close()
    },
  }
}

function countRequests(server: Server): () => number {
  let count = 0
  server.on('request', (_, response) => {
    count += 1
    response.once('close', () => {
      count -= 1
    })
  })
  return () => count
}

// Its package is loaded only where somebody may read what it measures.
async function metricsOf(
  { pools, isAway }: Database,
  { replica }: AttachedDatabase,
): Promise<Metrics> {
  const { startMetrics } = await import('./metrics.ts')
  return startMetrics({
    pools,
    isDatabaseUp: () => !isAway(),
    backlog: () => readBacklog(pools.quick),
    replica,
  })
}

// By a connection that no client can hold: who is busy is ready all the same.
async function readiness({ pools }: Database): Promise<string | null> {
  try {
    const pending = await pendingMigrations(pools.quick)
    return pending.length === 0 ? null : `Migrations are pending: ${pending.join(', ')}.`
  } catch {
    return 'The database does not answer.'
  }
}
