// A running service: database, notifications, HTTP, background jobs. Started by the commands, the tests and the benchmarks.
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { TOKENS_CHANNEL } from './auth/clients/api-clients.ts'
import { type KeySource, prepareSecretKey } from './auth/secret-key.ts'
import {
  combineProviders,
  PROVIDERS_CHANNEL,
  readStoredProviders,
} from './auth/sign-in/oidc-providers.ts'
import type { OidcSettings } from './auth/sign-in/oidc-settings.ts'
import { outgoingOf, type Provider } from './auth/sign-in/provider.ts'
import { createLastBackup } from './backup/last-backup.ts'
import type { BackupTarget } from './backup/scheduled.ts'
import type { Context, MailListening, UploadLimits } from './context.ts'
import type { Signing } from './core/dkim.ts'
import { redactErrors } from './core/log.ts'
import type { Mailer } from './core/mailer.ts'
import { createOutgoing, type Outgoing, type OutgoingOptions } from './core/outgoing.ts'
import { deriveKey } from './core/secret-keys.ts'
import { VERSION } from './core/version.ts'
import { type AttachedDatabase, attachDatabase, type ReplicaHosts } from './db/attach.ts'
import {
  countConnections,
  type Database,
  observeQueries,
  openDatabase,
  type Queries,
} from './db/db.ts'
import {
  changedMessage,
  changedMigrations,
  type MigrationStep,
  migrate,
  pendingMigrations,
} from './db/migrate.ts'
import { type PoolerWatch, watchPooler } from './db/pooler.ts'
import { SchemaError } from './db/schema-error.ts'
import type { DatabaseTimeouts } from './db/timeouts.ts'
import { buildApp } from './http/app.ts'
import { createAuthentication } from './http/auth/stages/authenticate.ts'
import { createUseNotes } from './http/auth/stages/last-use.ts'
import { createTokenCache } from './http/auth/stages/token-cache.ts'
import { createEventStreams, STREAM_LIMITS, type StreamLimits } from './http/event-streams.ts'
import { CAPACITY, type Capacity, createAdmission } from './http/limits/admission.ts'
import { limitConnections } from './http/limits/connections.ts'
import { createContributionLimit, createTrialLimit } from './http/limits/contribution-limit.ts'
import { createRateCounter } from './http/limits/rate-counter.ts'
import { toMinute } from './http/limits/rate-headers.ts'
import { createRateLimiter } from './http/limits/rate-limit.ts'
import { buildOpsServer } from './http/ops-server.ts'
import type { Worker } from './jobs/worker.ts'
import { findBudgetProblem, readConnectionBudget } from './read/connections.ts'
import { createFeed } from './read/event-feed.ts'
import { readBacklog } from './read/queues.ts'
import { type PortalTranslations, readPortalTranslations } from './read/translatable-strings.ts'
import type { FixedSettings, Settings } from './settings/declarations.ts'
import { readSigning } from './settings/dkim-keys.ts'
import { moveProviders } from './settings/move-providers.ts'
import { readSettings, SETTINGS_CHANNEL } from './settings/stored.ts'
import type { MailListener } from './smtp/listener.ts'
import type { Store } from './store/store.ts'
import type { Metrics, Sources } from './telemetry/metrics.ts'
import { startTracing, type TracingOptions } from './telemetry/tracing.ts'
import { createAnnouncer, EVENTS_CHANNEL } from './write/service/event-announcer.ts'
import { openEventHistory } from './write/service/event-history.ts'
import { createPresence, PRESENCE_CHANNEL } from './write/service/presence.ts'
import { findWriteError, joinProcesses, PROCESSES_CHANNEL } from './write/service/processes.ts'
import { seedDatabase } from './write/service/seed.ts'
import { WEBHOOKS_CHANNEL } from './write/webhooks.ts'

export type Service = {
  app: FastifyInstance
  /** Metrics and health on a port of their own; null unless metrics are configured. */
  opsServer: FastifyInstance | null
  database: Database
  /** Where mails are received; null: nowhere, or at a Unix socket. */
  mailPort: number | null
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
  /** Where and when background jobs make backups. */
  backups?: (BackupTarget & { schedule: string }) | undefined
  /** Where background jobs read accounts that move in. */
  moves?: { directory: string; minFreeBytes?: number } | undefined
  /** Without it nobody can set up or use an authenticator app. */
  secretKey?: KeySource
  /** What the environment decides; owners set the rest. */
  settings?: FixedSettings
  /** Where requests to addresses go that others choose; public addresses only without it. */
  outgoing?: OutgoingOptions
  /** The DNS servers that records of mail are read from, with ports; those of the system without it. */
  dnsServers?: readonly string[]
  /** How replies and bounces are received. `listening` only where clients call this process. */
  incomingMail?:
    | { domain: string; hookSecret: string | null; listening: MailListening | null }
    | undefined
  uploadTimeouts?: UploadLimits['timeouts']
  downloads?: Context['downloads']
  streams?: Partial<Omit<StreamLimits, 'total'>>
  /** The owner of the schema, if another role serves. */
  owner?: () => pg.ClientConfig
  /** How long somebody has a record open without repeating it. */
  presenceMs?: number
  /** Called when the database is unavailable: the hosts to try. */
  reconnect?: () => Promise<pg.ClientConfig[]>
  replica?: ReplicaHosts | undefined
  /** Requests go through it; all else goes to the server itself. */
  pooler?: pg.ClientConfig | undefined
  databaseTimeouts?: DatabaseTimeouts
  /** Whether this process runs background jobs. */
  hasJobs?: boolean
  /** Whether clients call this process; otherwise it runs jobs only. */
  isServing?: boolean
  /** The least number of processes that serve this database, also while fewer are counted. */
  nodes?: number
  /** How many proxies are in front. */
  proxies?: number
  /** How many calls run and wait at the same time. */
  capacity?: Partial<Capacity>
  /** The token for `/metrics` on the main port; null: only the metrics port serves them. */
  metrics?: { token: string | null } | undefined
  traces?: TracingOptions | undefined
  now?: () => number
}

const FILE_KEY_REFRESH_MS = 10_000

/** How long an open connection can still bring a request while the service stops. */
const SILENT_MS = 2000

/** What a move leaves to the database and to files. */
const MIN_FREE_BYTES = 1e9

const UPLOAD_TIMEOUTS = { totalMs: 600_000, idleMs: 30_000 }

export async function startService(
  connection: pg.ClientConfig,
  baseUrl: string,
  logger: FastifyBaseLogger,
  options: ServiceOptions,
): Promise<Service> {
  const log = redactErrors(logger)
  const {
    reconnect = async () => [connection],
    hasJobs = false,
    nodes = 1,
    isServing = true,
  } = options
  const { now = Date.now, settings: fixedSettings = {} } = options
  const capacity = { ...CAPACITY, ...options.capacity }
  const { owner = () => database.connection } = options
  const report = reportTo(log)
  await migrate(options.owner?.() ?? connection, { servedBy: connection, report })
  const failures = createWriteFailures(now)
  // Closed in the opposite order, also when the start fails: a database that is still watched would be started again.
  await using opened = new AsyncDisposableStack()
  const tracing = options.traces ? await startTracing(options.traces, VERSION) : null
  opened.defer(() => tracing?.close())
  const database = openDatabase(
    connection,
    (error) => log.warn({ err: error }, 'database connection lost'),
    {
      onStatement: tracing?.recordStatement,
      onWriteError: (error) => failures.note(error),
      timeouts: options.databaseTimeouts,
      pooler: options.pooler,
    },
  )
  opened.defer(() => database.close())
  const traced = (queries: Queries) =>
    tracing ? observeQueries(queries, tracing.recordStatement) : queries
  const changed = await changedMigrations(database.readPool)
  if (changed.length > 0) log.warn(changedMessage(changed))
  await database.db.transaction().execute(seedDatabase)
  await database.db.transaction().execute(openEventHistory)
  const readKeys = options.secretKey
    ? await prepareSecretKey(database.db, options.secretKey, (message) => log.warn(message))
    : refuseWithoutKey
  const warn = (message: string) => log.warn(message)
  await moveProviders(database.db, readKeys, warn)
  const readFileKey = async () =>
    options.secretKey ? deriveKey((await readKeys())[0].bytes, 'files').bytes : randomBytes(32)

  const attached = attachDatabase(database, {
    connection,
    hosts: reconnect,
    replica: options.replica,
    log,
  })
  opened.defer(() => attached.close())
  const processes = await joinProcesses(database.pools.heartbeat, {
    isServing,
    connections: countConnections({ hasJobs, hasReplica: options.replica !== undefined }),
    onWriteProblem: (problem) =>
      problem === null ? log.info('writes are stored again') : log.error(problem),
  })
  opened.defer(() => processes.close())
  const counted = () => {
    const { serving, working } = processes.counts()
    return { serving: Math.max(serving, nodes), working }
  }
  const isAlone = () => {
    const { serving, working } = counted()
    return serving + working === 1
  }
  const forgetIdentities = () => {
    tokens.invalidate()
    streams.recheck()
  }
  const feed = createFeed(traced(database.readPool))
  let worker: Worker | undefined
  const noteEvents = () => {
    feed.wake()
    worker?.noteEvents()
  }
  const announcer = createAnnouncer(database.quickDb, { isAlone, wake: noteEvents })
  const presence = createPresence(database.quickDb, {
    isAlone,
    onChange: (place, users) => streams.tellPresence(place, users),
    ...(options.presenceMs && { periodMs: options.presenceMs }),
  })
  const findSettings = async () => {
    const { values } = await readSettings(database.db, fixedSettings, readKeys, warn)
    const stored = await readStoredProviders(database.db, readKeys, warn)
    const translations = await readPortalTranslations(database.readPool)
    return {
      values,
      providers: combineProviders(values.sign_in_providers, stored),
      translations,
      signing: values.mail && (await readSigning(database.db, readKeys, warn)),
    }
  }
  const { values: settings, providers, translations, signing } = await findSettings()
  const streamLimits = { ...STREAM_LIMITS, ...options.streams }
  const streams = createEventStreams(feed, () => listener.isListening(), {
    ...streamLimits,
    total: () => context.settings.streams_at_once,
  })
  const isServingAlone = () => counted().serving <= 1
  const counter = createRateCounter(database.quickDb, isServingAlone)
  const hourlyCounter = createRateCounter(database.quickDb, isServingAlone, {
    deletesOldCounts: false,
  })
  const countContribution = createContributionLimit({
    counter: hourlyCounter,
    now,
    settings: () => context.settings,
  })
  const findWriteProblem = () => processes.writeProblem() ?? failures.find()
  const pooler = options.pooler && watchPooler(options.pooler, database.timeouts)
  opened.defer(() => pooler?.close())
  const readinessProblem = cacheBriefly(() => findReadinessProblem(database, pooler))
  const closing = new AbortController()
  const outgoing = createOutgoing(options.outgoing ?? { networks: [] })
  const context: Context = {
    db: database.db,
    dbOf: database.dbOf,
    reader: { pool: traced(database.readPool), baseUrl, fileKey: await readFileKey(), areas: null },
    readerFor: (clientId) => {
      const queries = attached.queriesFor(clientId)
      return queries === database.readPool
        ? context.reader
        : { ...context.reader, pool: traced(queries) }
    },
    noteWrite: (clientId) => {
      announcer.announce()
      return attached.noteWrite(clientId)
    },
    owner,
    store: options.store,
    backups: options.backups
      ? { ...options.backups, connection: () => database.connection, signal: closing.signal }
      : null,
    moves: options.moves
      ? {
          minFreeBytes: MIN_FREE_BYTES,
          ...options.moves,
          connection: () => database.connection,
          signal: closing.signal,
        }
      : null,
    readKeys,
    settings,
    fixedSettings,
    translations,
    tiers: { kept: undefined },
    reloadSettings: () => reloadSettings(),
    uploads: { sockets: new Set(), timeouts: options.uploadTimeouts ?? UPLOAD_TIMEOUTS },
    downloads: options.downloads ?? 'proxied',
    isListening: () => listener.isListening(),
    presence,
    forgetIdentities,
    readiness: async () => ({
      problem: isStopping ? 'The service is stopping.' : await readinessProblem(),
      warning: findWriteProblem(),
    }),
    isStopping: () => isStopping,
    metrics: options.metrics
      ? await createMetrics(database, attached, {
          streams: streams.counts,
          processes: counted,
          areWritesStored: () => findWriteProblem() === null,
          lastBackup: options.backups
            ? createLastBackup(options.backups.store, database.pools.quick)
            : null,
        })
      : null,
    tracing,
    providers: await createProviders(providers, [], outgoing),
    mail: await openMailer(settings, signing),
    incomingMail: options.incomingMail
      ? {
          domain: options.incomingMail.domain,
          hookSecret: options.incomingMail.hookSecret,
          note: (outcome, details = {}) => {
            context.metrics?.recordIncomingMail(outcome)
            log.info({ ...details, outcome }, 'incoming mail')
          },
        }
      : null,
    outgoing,
    dnsServers: options.dnsServers ?? [],
    limits: {
      isBehindProxy: (options.proxies ?? 0) > 0,
      concurrentRequests: { total: capacity.maxRunning, perClient: capacity.maxPerClient },
      eventStreams: { perPerson: streamLimits.perPerson, open: () => streams.counts().open },
      countRequests: (clients) => counter.readUsed(clients, toMinute(now())),
      countContribution,
      countTrial: createTrialLimit({ counter: hourlyCounter, now }),
    },
  }
  // Requests that are still served can leave it work, and its jobs send mails.
  opened.defer(async () => {
    await worker?.close()
    context.mail?.close()
  })
  let isReloadAsked = false
  let reloading = Promise.resolve()
  /** One at a time, and once more when something changed meanwhile. */
  const reloadSettings = () => {
    if (isReloadAsked) return reloading
    isReloadAsked = true
    reloading = reloading
      .then(async () => {
        isReloadAsked = false
        await applySettings(context, await findSettings())
      })
      // After a reconnection they are read again.
      .catch((error) => log.error({ err: error }, 'settings not readable'))
    return reloading
  }
  const tokens = createTokenCache(context)
  // Last of what it calls: a connection can be there at once.
  const listener = attached.listen({
    [TOKENS_CHANNEL]: forgetIdentities,
    [EVENTS_CHANNEL]: noteEvents,
    [WEBHOOKS_CHANNEL]: () => worker?.noteWebhooks(),
    [PRESENCE_CHANNEL]: (payload) => presence.receive(payload),
    [SETTINGS_CHANNEL]: () => void reloadSettings(),
    [PROVIDERS_CHANNEL]: () => void reloadSettings(),
    [PROCESSES_CHANNEL]: (from) => processes.recount(from),
  })
  // What changed since they were read.
  await reloadSettings()
  // A rotated key signs addresses of files from then on, also for processes that run.
  const fileKeyTimer = options.secretKey && setInterval(refreshFileKey, FILE_KEY_REFRESH_MS).unref()
  opened.defer(() => clearInterval(fileKeyTimer))
  function refreshFileKey() {
    readFileKey().then(
      (key) => {
        context.reader.fileKey = key
      },
      (error) => log.error({ err: error }, 'secret key not readable'),
    )
  }
  let isStopping = false
  const limiter = createRateLimiter({
    counter,
    now,
    requestsPerAddress: () => context.settings.requests_per_address,
  })
  const opsServer = options.metrics ? buildOpsServer(context, options.metrics.token, log) : null
  opened.defer(async () => opsServer?.close())
  const app = await buildApp(
    context,
    {
      authenticate: createAuthentication({
        tokens,
        limiter,
        context,
        noteUse: createUseNotes(database.db, now, log),
      }),
      limiter,
      admission: createAdmission(capacity),
      streams,
      proxies: options.proxies ?? 0,
      metricsToken: options.metrics?.token ?? null,
    },
    log,
  )
  let mailListener: MailListener | null = null
  opened.defer(async () => {
    // Connections that balancers opened in advance can still bring a request; nothing else would close them.
    const silentTimer = setInterval(requests.closeSilent, SILENT_MS)
    await Promise.all([app.close(), mailListener?.close()])
    clearInterval(silentTimer)
  })
  const requests = trackRequests(app.server)
  // They keep requests open.
  opened.defer(() => {
    closing.abort()
    presence.close()
    streams.close()
    feed.close()
  })
  await app.ready()
  if (!options.proxies)
    limitConnections(app.server, () => context.settings.connections_per_address, log)
  await warnOfConnections(database, log)
  const listening = isServing ? (options.incomingMail?.listening ?? null) : null
  if (listening) mailListener = await startMailListener(context, listening, log)
  worker = hasJobs ? await createWorker(context, database, log) : undefined
  const running = opened.move()
  return {
    app,
    opsServer,
    database,
    mailPort: mailListener?.port ?? null,
    setAddress: (address) => {
      context.reader.baseUrl = address
    },
    drain: () => {
      isStopping = true
    },
    requestsInFlight: requests.inFlight,
    close: () => {
      isStopping = true
      return running.disposeAsync()
    },
  }
}

/** What an upgrade does, and how long each step took. */
export const reportTo = (log: FastifyBaseLogger) => (step: MigrationStep) => {
  if (step.state === 'postponed')
    return log.warn('a table is busy; the schema is unchanged and the upgrade is repeated')
  const { name: migration, description } = step
  if (step.state === 'started') return log.info({ migration, description }, 'migration started')
  return log.info({ migration, seconds: step.seconds }, 'migration done')
}

/** Counted when a process starts, because the one more is the one too many. */
async function warnOfConnections({ pools }: Database, log: FastifyBaseLogger): Promise<void> {
  const problem = findBudgetProblem(await readConnectionBudget(pools.quick))
  if (problem !== null) log.warn(problem)
}

const FAILURE_SHOWN_MS = 60_000

/** Errors of clients' writes that concern all writes, remembered for a minute. */
function createWriteFailures(now: () => number) {
  let latest: { text: string; at: number } | undefined
  return {
    note(error: unknown) {
      const text = findWriteError((error as { code?: string }).code)
      if (text !== null) latest = { text, at: now() }
    },
    find: () => (latest && now() - latest.at < FAILURE_SHOWN_MS ? latest.text : null),
  }
}

async function refuseWithoutKey(): Promise<never> {
  throw new Error('The service was started without a secret key.')
}

function trackRequests(server: Server) {
  /** How many responses of each connection are not complete. */
  const connections = new Map<Socket, number>()
  const add = (socket: Socket, change: number) => {
    const count = connections.get(socket)
    if (count !== undefined) connections.set(socket, count + change)
  }
  server.on('connection', (socket) => {
    connections.set(socket, 0)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    add(socket, 1)
    response.once('close', () => add(socket, -1))
  })
  return {
    inFlight: () => [...connections.values()].reduce((sum, count) => sum + count, 0),
    closeSilent() {
      for (const [socket, count] of connections) if (count === 0) socket.destroy()
    },
  }
}

// Loads the package only where mails are received.
async function startMailListener(
  { incomingMail, db, readKeys }: Context,
  listening: MailListening,
  log: FastifyBaseLogger,
): Promise<MailListener | null> {
  if (!incomingMail) return null
  const listener = await import('./smtp/listener.ts')
  return listener.startMailListener({ db, readKeys, incomingMail }, listening, log)
}

// Loads the package only where jobs run.
async function createWorker(
  context: Context,
  database: Database,
  log: FastifyBaseLogger,
): Promise<Worker> {
  const { startWorker } = await import('./jobs/worker.ts')
  return startWorker({ context, database, log })
}

// Loads the package only where metrics are configured.
async function createMetrics(
  { pools, isUnavailable }: Database,
  { replica }: AttachedDatabase,
  sources: Pick<Sources, 'streams' | 'processes' | 'areWritesStored' | 'lastBackup'>,
): Promise<Metrics> {
  const { startMetrics } = await import('./telemetry/metrics.ts')
  return startMetrics({
    pools,
    isDatabaseUp: () => !isUnavailable(),
    backlog: () => readBacklog(pools.quick),
    replica,
    ...sources,
  })
}

/** The objects that are made of settings are kept where nothing changed, with what they know. */
async function applySettings(
  context: Context,
  {
    values,
    providers,
    translations,
    signing,
  }: {
    values: Settings
    providers: OidcSettings[]
    translations: PortalTranslations
    signing: Signing | null
  },
): Promise<void> {
  const isSameMail =
    isDeepStrictEqual(context.settings.mail, values.mail) &&
    isDeepStrictEqual(context.mail?.signing ?? null, signing)
  if (!isSameMail) {
    const mail = await openMailer(values, signing)
    context.mail?.close()
    context.mail = mail
  }
  context.providers = await createProviders(providers, context.providers, context.outgoing)
  context.settings = values
  context.reader.hasPublicFiles = values.portal_audience === 'everyone'
  context.translations = translations
}

// Loads the package only where providers are configured. None is asked before somebody signs in.
async function createProviders(
  all: OidcSettings[],
  current: Provider[],
  outgoing: Outgoing,
): Promise<Provider[]> {
  if (all.length === 0) return []
  const { createProvider } = await import('./auth/sign-in/oidc.ts')
  return all.map(
    (settings) =>
      current.find((provider) => isDeepStrictEqual(provider.settings, settings)) ??
      createProvider(settings, outgoingOf(settings, outgoing)),
  )
}

// Loads the package only where mail is configured.
async function openMailer({ mail }: Settings, signing: Signing | null): Promise<Mailer | null> {
  if (mail === null) return null
  const { createMailer } = await import('./core/mailer.ts')
  return createMailer(mail, signing, { keepsConnections: true })
}

const READINESS_CACHE_MS = 1000

/** Anyone can ask for it, so the database is asked at most once a second. */
function cacheBriefly<T>(find: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined
  let expiresAt = 0
  return () => {
    if (latest === undefined || performance.now() >= expiresAt) {
      latest = find()
      expiresAt = performance.now() + READINESS_CACHE_MS
    }
    return latest
  }
}

// On a connection that clients cannot occupy: a busy service is still ready.
async function findReadinessProblem(
  { pools }: Database,
  pooler: PoolerWatch | undefined,
): Promise<string | null> {
  try {
    const pending = await pendingMigrations(pools.quick)
    if (pending.length > 0) return `Migrations are pending: ${pending.join(', ')}.`
    return !pooler || (await pooler.answers()) ? null : 'The connection pooler does not answer.'
  } catch (error) {
    return error instanceof SchemaError
      ? error.message
      : 'The database does not answer, or does not accept writes.'
  }
}
