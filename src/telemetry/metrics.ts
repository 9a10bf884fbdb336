// Metrics for Prometheus. Labels have few values: methods, route patterns, statuses, task names.
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Backlog, MAX_COUNTED } from '../read/queues.ts'

export type Metrics = {
  /** Returns the function to call when the request has ended. */
  startRequest(method: string, route: string): (status: number, seconds: number) => void
  recordTask(task: string, seconds: number, hasFailed: boolean): void
  /** An attempt to deliver an event to a webhook, or an event that was skipped. */
  recordDelivery(outcome: string): void
  /** A mail that was received, or what became of it. */
  recordIncomingMail(outcome: string): void
  /** For a request that could not be parsed: its method and route are unknown. */
  countUnparsedRequest(status: number): void
  text(): Promise<string>
  contentType: string
}

type Pool = { totalCount: number; idleCount: number; waitingCount: number }

/** Read at every scrape. */
export type Sources = {
  pools: Record<string, Pool>
  isDatabaseUp(): boolean
  areWritesStored(): boolean
  processes(): { serving: number; working: number }
  backlog(): Promise<Backlog>
  replica: (() => { isReadFrom: boolean; lagSeconds: number | undefined }) | null
  streams(): StreamCounts
  /** In seconds since 1970, 0 without one; null where no backups are scheduled. */
  lastBackup: (() => Promise<number>) | null
}

/** Of event streams: how many are open, and totals since the start. */
export type StreamCounts = { open: number; delivered: number; resets: number }

const BACKLOG_TIMEOUT_MS = 1000
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const TASK_BUCKETS = [0.01, 0.1, 1, 10, 60]

// Gauges of the library with the suffix of a counter; each is the sum of one that has no suffix.
const MISNAMED_GAUGES = ['handles', 'requests', 'resources'].map(
  (name) => `nodejs_active_${name}_total`,
)

// One for the process, also with several services in it.
let processRegistry: Registry | undefined

export function startMetrics(sources: Sources): Metrics {
  const registry = new Registry()
  const requests = createRequestMetrics(registry)
  const tasks = createTaskMetrics(registry)
  const deliveries = createDeliveryMetrics(registry)
  exposePools(registry, sources.pools)
  exposeDatabase(registry, sources)
  exposeProcesses(registry, sources.processes)
  exposeStreams(registry, sources.streams)
  if (sources.replica) exposeReplica(registry, sources.replica)
  if (sources.lastBackup) exposeLastBackup(registry, sources.lastBackup)
  const readBacklog = createBacklogMetrics(registry, sources.backlog)
  if (processRegistry === undefined) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
    for (const name of MISNAMED_GAUGES) processRegistry.removeSingleMetric(name)
  }
  const shared = processRegistry
  return {
    ...requests,
    ...tasks,
    ...deliveries,
    contentType: registry.contentType,
    async text() {
      await readBacklog()
      return `${await registry.metrics()}\n${await shared.metrics()}`
    },
  }
}

function createRequestMetrics(
  registry: Registry,
): Pick<Metrics, 'startRequest' | 'countUnparsedRequest'> {
  const registers = [registry]
  const total = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, from their first byte to the last byte of the response',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests in progress; uploads are POST /api/v2/admin/attachments',
    labelNames: ['method', 'route'],
    registers,
  })
  const rejections = new Counter({
    name: 'earshot_rate_limit_refusals_total',
    help: 'Requests rejected with 429',
    registers,
  })
  return {
    startRequest(method, route) {
      const labels = { method, route }
      inFlight.inc(labels)
      return (status, seconds) => {
        inFlight.dec(labels)
        duration.observe(labels, seconds)
        total.inc({ method, route, status })
        if (status === 429) rejections.inc()
      }
    },
    countUnparsedRequest: (status) => total.inc({ method: 'none', route: 'none', status }),
  }
}

function createTaskMetrics(registry: Registry): Pick<Metrics, 'recordTask'> {
  const duration = new Histogram({
    name: 'earshot_task_duration_seconds',
    help: 'Duration of each run of a background task, also of runs that fail',
    labelNames: ['task'],
    buckets: TASK_BUCKETS,
    registers: [registry],
  })
  const failures = new Counter({
    name: 'earshot_task_failures_total',
    help: 'Runs of a background task that failed and will be retried',
    labelNames: ['task'],
    registers: [registry],
  })
  return {
    recordTask(task, seconds, hasFailed) {
      duration.observe({ task }, seconds)
      failures.inc({ task }, hasFailed ? 1 : 0)
    },
  }
}

function createDeliveryMetrics(
  registry: Registry,
): Pick<Metrics, 'recordDelivery' | 'recordIncomingMail'> {
  const total = new Counter({
    name: 'earshot_webhook_deliveries_total',
    help: 'Attempts to deliver events to webhooks: delivered, retried, failed for good, gone (410); and skipped events',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const mails = new Counter({
    name: 'earshot_incoming_mails_total',
    help: 'Mails that came back: received, repeated or rejected, then accepted, refused, dropped or bounced',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return {
    recordDelivery: (outcome) => total.inc({ outcome }),
    recordIncomingMail: (outcome) => mails.inc({ outcome }),
  }
}

function exposePools(registry: Registry, pools: Sources['pools']): void {
  new Gauge({
    name: 'earshot_db_connections',
    help: 'Database connections that are open, those of them that are idle, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'open' }, totalCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
}

function exposeProcesses(registry: Registry, counts: Sources['processes']): void {
  new Gauge({
    name: 'earshot_processes',
    help: 'Processes of this database, as this one counts them: those that serve, and those that run jobs only',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      const { serving, working } = counts()
      this.set({ role: 'serve' }, serving)
      this.set({ role: 'work' }, working)
    },
  })
}

function exposeDatabase(
  registry: Registry,
  { isDatabaseUp, areWritesStored }: Pick<Sources, 'isDatabaseUp' | 'areWritesStored'>,
): void {
  new Gauge({
    name: 'earshot_database_writable',
    help: '1 while writes are stored; 0 while they fail or wait, for example for a lost standby',
    registers: [registry],
    collect() {
      this.set(isDatabaseUp() && areWritesStored() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'earshot_database_up',
    help: '1 while the database is available and accepts writes',
    registers: [registry],
    collect() {
      this.set(isDatabaseUp() ? 1 : 0)
    },
  })
}

function exposeStreams(registry: Registry, counts: Sources['streams']): void {
  const registers = [registry]
  new Gauge({
    name: 'earshot_event_streams',
    help: 'Open streams of events',
    registers,
    collect() {
      this.set(counts().open)
    },
  })
  new Counter({
    name: 'earshot_events_delivered_total',
    help: 'Events sent, counted once for each stream',
    registers,
    collect() {
      this.reset()
      this.inc(counts().delivered)
    },
  })
  new Counter({
    name: 'earshot_event_resets_total',
    help: 'Streams whose client had to read everything again',
    registers,
    collect() {
      this.reset()
      this.inc(counts().resets)
    },
  })
}

function exposeReplica(registry: Registry, state: NonNullable<Sources['replica']>): void {
  new Gauge({
    name: 'earshot_replica_up',
    help: '1 while reads go to the replica',
    registers: [registry],
    collect() {
      this.set(state().isReadFrom ? 1 : 0)
    },
  })
  new Gauge({
    name: 'earshot_replica_lag_seconds',
    help: 'How far the replica is behind; absent while it is unavailable',
    registers: [registry],
    collect() {
      this.remove()
      const { lagSeconds } = state()
      if (lagSeconds !== undefined) this.set(lagSeconds)
    },
  })
}

function exposeLastBackup(
  registry: Registry,
  lastBackup: NonNullable<Sources['lastBackup']>,
): void {
  new Gauge({
    name: 'earshot_last_backup_timestamp_seconds',
    help: 'When the newest backup in BACKUP_URL was made, in seconds since 1970; 0 without one',
    registers: [registry],
    async collect() {
      this.set(await lastBackup())
    },
  })
}

/** Returns a function that reads the backlog. While the database is unavailable, the other metrics can still be read. */
function createBacklogMetrics(
  registry: Registry,
  backlog: Sources['backlog'],
): () => Promise<void> {
  const registers = [registry]
  const queues = new Gauge({
    name: 'earshot_queue_length',
    help: `Background work that waits; counted up to ${MAX_COUNTED}`,
    labelNames: ['queue'],
    registers,
  })
  const jobs = new Gauge({
    name: 'earshot_jobs',
    help: `Background jobs in the queue, by state: ready, running, scheduled or failed; counted up to ${MAX_COUNTED}`,
    labelNames: ['task', 'state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'earshot_job_oldest_seconds',
    help: 'How long the oldest background job that is ready has waited',
    labelNames: ['task'],
    registers,
  })
  const stored = new Gauge({
    name: 'earshot_stored_bytes',
    help: 'Size of all uploaded files',
    registers,
  })
  // Frequent scrapes must not pile up queries while the database hangs.
  let pending: Promise<Backlog | undefined> | undefined
  const query = () =>
    backlog()
      .catch(() => undefined)
      .finally(() => {
        pending = undefined
      })
  return async () => {
    pending ??= query()
    const timeout = new AbortController()
    const result = await Promise.race([
      pending,
      sleep(BACKLOG_TIMEOUT_MS, undefined, { signal: timeout.signal, ref: false }).catch(
        () => undefined,
      ),
    ])
    timeout.abort()
    for (const gauge of [queues, jobs, oldest]) gauge.reset()
    if (!result) return
    stored.set(result.storedBytes)
    for (const [queue, length] of Object.entries(result.queues)) queues.set({ queue }, length)
    for (const { task, state, count, oldest_seconds } of result.jobs) {
      jobs.set({ task, state }, count)
      if (state === 'ready') oldest.set({ task }, oldest_seconds)
    }
  }
}
