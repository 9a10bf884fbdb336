// A running service: database, notifications, HTTP, background jobs. Started by the commands, the tests and the benchmarks.
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
import type { Worker } from './jobs/worker.ts'
import { redactErrors } from './log.ts'
import type { Metrics } from './metrics.ts'
import { readBacklog } from './read/queues.ts'
import type { Store } from './store/store.ts'
import { startTracing, type TracingOptions } from './tracing.ts'
import { TOKENS_CHANNEL } from './write/api_clients.ts'
import { seedDatabase } from './write/seed.ts'

export type Service = {
  app: FastifyInstance
  /** Metrics and health on a port of their own; null unless metrics are configured. */
  opsServer: FastifyInstance | null
  database: Database
  /** Sets the public address when it depends on the port. */
  setAddress(baseUrl: string): void
  /** Makes the service not ready, so that load balancers stop sending requests. It still serves. */
  drain(): void
  /** How many responses are not complete. */
  requestsInFlight(): number
  close(): Promise<void>
}

type ServiceOptions = {
  store: Store
  uploads?: Partial<UploadLimits>
  downloads?: Context['downloads']
  /** Called when the database is unavailable: the hosts to try. */
  reconnect?: () => Promise<pg.ClientConfig[]>
  replica?: ReplicaHosts | undefined
  /** Whether this process runs background jobs. */
  hasJobs?: boolean
  /** How many processes serve this database; with more than one they share rate limits. */
  nodes?: number
  /** How many proxies are in front. */
  proxies?: number
  /** Requests per minute of an address without a valid token. */
  requestsPerAddress?: number
  /** The token for `/metrics` on the main port; null: only the metrics port serves them. */
  metrics?: { token: string | null } | undefined
  traces?: TracingOptions | undefined
  now?: () => number
}

const DEFAULT_UPLOAD_LIMITS: UploadLimits = {
  quotaBytes: null,
  concurrency: { total: 32, perClient: 8 },
  timeouts: { totalMs: 600_000, idleMs: 30_000 },
}

export async function startService(
  connection: pg.ClientConfig,
  baseUrl: string,
  logger: FastifyBaseLogger,
  options: ServiceOptions,
): Promise<Service> {
  const log = redactErrors(logger)
  const { reconnect = async () => [connection], hasJobs = false, nodes = 1 } = options
  await migrate(connection)
  const tracing = options.traces ? await startTracing(options.traces, VERSION) : null
  const database = openDatabase(
    connection,
    (error) => log.warn({ err: error }, 'database connection lost'),
    tracing?.recordStatement,
  )
  const traced = (queries: Queries) =>
    tracing ? observeQueries(queries, tracing.recordStatement) : queries
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
    reader: { pool: traced(database.readPool), baseUrl },
    readerFor: (clientId) => ({ ...context.reader, pool: traced(attached.queriesFor(clientId)) }),
    noteWrite: attached.noteWrite,
    store: options.store,
    uploads: { ...DEFAULT_UPLOAD_LIMITS, ...options.uploads },
    downloads: options.downloads ?? 'proxied',
    isListening: listener.isListening,
    readiness: async () =>
      isDraining ? 'The service is stopping.' : findReadinessProblem(database),
    metrics: options.metrics ? await createMetrics(database, attached) : null,
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
  const requestsInFlight = countRequests(app.server)
  const opsServer = options.metrics ? buildOpsServer(context, options.metrics.token, log) : null
  const worker = hasJobs ? await createWorker(context, database, log) : undefined
  return {
    app,
    opsServer,
    database,
    setAddress: (address) => {
      context.reader.baseUrl = address
    },
    drain: () => {
      isDraining = true
    },
    requestsInFlight,
    close: async () => {
      await app.close()
      await opsServer?.close()
      await worker?.close()
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

// Loads the package only where jobs run.
async function createWorker(
  context: Context,
  { pools }: Database,
  log: FastifyBaseLogger,
): Promise<Worker> {
  const { startWorker } = await import('./jobs/worker.ts')
  return startWorker({ context, pool: pools.jobs, log })
}

// Loads the package only where metrics are configured.
async function createMetrics(
  { pools, isUnavailable }: Database,
  { replica }: AttachedDatabase,
): Promise<Metrics> {
  const { startMetrics } = await import('./metrics.ts')
  return startMetrics({
    pools,
    isDatabaseUp: () => !isUnavailable(),
    backlog: () => readBacklog(pools.quick),
    replica,
  })
}

// On a connection that clients cannot occupy: a busy service is still ready.
async function findReadinessProblem({ pools }: Database): Promise<string | null> {
  try {
    const pending = await pendingMigrations(pools.quick)
    return pending.length === 0 ? null : `Migrations are pending: ${pending.join(', ')}.`
  } catch {
    return 'The database does not answer.'
  }
}
