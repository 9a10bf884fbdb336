// What Prometheus reads. Labels are of small sets only: methods, patterns of routes, statuses, names of tasks.
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Backlog, MAX_COUNTED } from './read/queues.ts'

export type Metrics = {
  /** Call what it returns when the request has ended. */
  requestBegan(method: string, route: string): (status: number, seconds: number) => void
  taskEnded(task: string, seconds: number, hasFailed: boolean): void
  /** A request that could not be read, so that nobody knows its method or route. */
  requestUnread(status: number): void
  text(): Promise<string>
  contentType: string
}

type Pool = { totalCount: number; idleCount: number; waitingCount: number }

/** Asked when somebody reads the metrics. */
export type Sources = {
  pools: Record<string, Pool>
  isDatabaseUp(): boolean
  backlog(): Promise<Backlog>
  replica: (() => { isReadFrom: boolean; lagSeconds: number | undefined }) | null
}

const PATIENCE_MS = 1000
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const TASK_SECONDS = [0.01, 0.1, 1, 10, 60]

// Of the whole process, however many services it runs.
let ofProcess: Registry | undefined

export function startMetrics(sources: Sources): Metrics {
  const registry = new Registry()
  const requests = requestMetrics(registry)
  const tasks = taskMetrics(registry)
  watchPools(registry, sources.pools)
  watchDatabase(registry, sources.isDatabaseUp)
  if (sources.replica) watchReplica(registry, sources.replica)
  const ask = backlogMetrics(registry, sources.backlog)
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  const shared = ofProcess
  return {
    ...requests,
    ...tasks,
    contentType: registry.contentType,
    async text() {
      await ask()
      return `${await registry.metrics()}\n${await shared.metrics()}`
    },
  }
}

function requestMetrics(registry: Registry): Pick<Metrics, 'requestBegan' | 'requestUnread'> {
  const registers = [registry]
  const total = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, from their first byte to the last of the answer.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests under way. Uploads are those of POST /api/v2/admin/attachments.',
    labelNames: ['method', 'route'],
    registers,
  })
  const refusals = new Counter({
    name: 'earshot_rate_limit_refusals_total',
    help: 'Requests refused with 429.',
    registers,
  })
  return {
    requestBegan(method, route) {
      const labels = { method, route }
      inFlight.inc(labels)
      return (status, seconds) => {
        inFlight.dec(labels)
        duration.observe(labels, seconds)
        total.inc({ method, route, status })
        if (status === 429) refusals.inc()
      }
    },
    requestUnread: (status) => total.inc({ method: 'none', route: 'none', status }),
  }
}

function taskMetrics(registry: Registry): Pick<Metrics, 'taskEnded'> {
  const duration = new Histogram({
    name: 'earshot_task_duration_seconds',
    help: 'How long each run of a task took, whether or not there was anything to do.',
    labelNames: ['task'],
    buckets: TASK_SECONDS,
    registers: [registry],
  })
  const failures = new Counter({
    name: 'earshot_task_failures_total',
    help: 'Runs of a task that failed; they are tried again.',
    labelNames: ['task'],
    registers: [registry],
  })
  return {
    taskEnded(task, seconds, hasFailed) {
      duration.observe({ task }, seconds)
      failures.inc({ task }, hasFailed ? 1 : 0)
    },
  }
}

function watchPools(registry: Registry, pools: Sources['pools']): void {
  new Gauge({
    name: 'earshot_db_connections',
    help: 'Connections to the database: open ones, idle ones among them, and requests that wait for one.',
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

function watchDatabase(registry: Registry, isUp: Sources['isDatabaseUp']): void {
  new Gauge({
    name: 'earshot_database_up',
    help: '1 while the database is there and takes writes.',
    registers: [registry],
    collect() {
      this.set(isUp() ? 1 : 0)
    },
  })
}

function watchReplica(registry: Registry, state: NonNullable<Sources['replica']>): void {
  new Gauge({
    name: 'earshot_replica_up',
    help: '1 while the replica is read from.',
    registers: [registry],
    collect() {
      this.set(state().isReadFrom ? 1 : 0)
    },
  })
  new Gauge({
    name: 'earshot_replica_lag_seconds',
    help: 'How far the replica is behind; absent while it is away.',
    registers: [registry],
    collect() {
      this.remove()
      const { lagSeconds } = state()
      if (lagSeconds !== undefined) this.set(lagSeconds)
    },
  })
}

/** What it returns asks the database once. While that is away, all other metrics can be read. */
function backlogMetrics(registry: Registry, backlog: Sources['backlog']): () => Promise<void> {
  const registers = [registry]
  const queues = new Gauge({
    name: 'earshot_queue_length',
    help: `What waits to be done later; ${MAX_COUNTED} stands for that many or more.`,
    labelNames: ['queue'],
    registers,
  })
  const stored = new Gauge({
    name: 'earshot_stored_bytes',
    help: 'Bytes of all uploaded files.',
    registers,
  })
  // Whoever reads often while the database hangs must not fill its queue of waiting requests.
  let underWay: Promise<Backlog | undefined> | undefined
  const ask = () =>
    backlog()
      .catch(() => undefined)
      .finally(() => {
        underWay = undefined
      })
  return async () => {
    underWay ??= ask()
    const patience = new AbortController()
    const found = await Promise.race([
      underWay,
      sleep(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }).catch(() => undefined),
    ])
    patience.abort()
    queues.reset()
    if (!found) return
    stored.set(found.storedBytes)
    for (const [queue, length] of Object.entries(found.queues)) queues.set({ queue }, length)
  }
}
