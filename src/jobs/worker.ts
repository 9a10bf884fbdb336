// Runs background jobs until it is closed, as one worker of graphile-worker after another: each lasts as long as its
// session with the database. The session holds a lock, so other processes see at once when a worker is gone and take over
// its jobs.
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Job,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import type { Context } from '../context.ts'
import { PermanentFailure } from '../core/permanent-failure.ts'
import type { Database } from '../db/db.ts'
import { endJob, holdWorkerLock, takeOverJobs } from '../write/background/workers.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { addMissingJobs } from '../write/service/missing-jobs.ts'
import { observeTask } from './observe-tasks.ts'
import { schedule, type TaskContext, tasks } from './tasks.ts'
import { startWebhookDelivery, type WebhookDelivery } from './webhooks.ts'

export type Log = {
  debug(message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export type Worker = {
  /** Starts no other job, and waits for those in progress. */
  close(): Promise<void>
  /** There may be events for webhooks. */
  noteEvents(): void
  /** A webhook was changed, or has something to send. */
  noteWebhooks(): void
}

export type WorkerOptions = {
  context: TaskContext & Pick<Context, 'metrics' | 'tracing' | 'outgoing'>
  /** Its pool of jobs is for their state; the jobs themselves use `context.db`. */
  database: Pick<Database, 'pools'>
  log: Log
}

const CONCURRENT_JOBS = 3
// For jobs that wait for their time. New ones are announced.
const POLL_INTERVAL_MS = 2000
const TAKE_OVER_INTERVAL_MS = 2000
const RETRY_MS = 500

export function startWorker(options: WorkerOptions): Worker {
  const closing = new AbortController()
  const { signal } = closing
  let webhooks: WebhookDelivery | undefined
  const onSession = (delivery: WebhookDelivery | undefined) => {
    webhooks = delivery
  }
  const work = async () => {
    // Reported once, not at every attempt.
    let reported = ''
    while (!signal.aborted) {
      await runSession(options, signal, onSession).then(
        () => {
          reported = ''
        },
        (err: Error) => {
          if (err.message !== reported) options.log.warn({ err }, 'background jobs wait')
          reported = err.message
        },
      )
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
  const working = work()
  return {
    close: async () => {
      closing.abort()
      await working
    },
    noteEvents: () => webhooks?.wake(),
    noteWebhooks: () => webhooks?.wakeAlways(),
  }
}

/** Ends with the session, or when the signal is aborted. */
async function runSession(
  options: WorkerOptions,
  signal: AbortSignal,
  onSession: (webhooks: WebhookDelivery | undefined) => void,
): Promise<void> {
  const { context, log } = options
  const pool = options.database.pools.jobs
  const session = await pool.connect()
  try {
    await inTransaction(context.db, addMissingJobs)
    const isLost = new Promise<void>((resolve) => session.once('end', resolve))
    const isClosing = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
    })
    const runner = await startRunner(options, session)
    let reported = ''
    const webhooks = startWebhookDelivery(context, session, (err) => {
      const message = String(err)
      if (message !== reported) log.warn({ err }, 'webhooks wait')
      reported = message
    })
    onSession(webhooks)
    const takingOver = setInterval(
      () => void takeOverJobs(pool).catch(() => {}),
      TAKE_OVER_INTERVAL_MS,
    )
    await Promise.race([isLost, isClosing, runner.promise.catch(() => {})])
    clearInterval(takingOver)
    onSession(undefined)
    await webhooks.close()
    // Already stopped when the queue could not store the end of a job.
    await runner.stop().catch(() => {})
  } finally {
    // Closes the connection, and so releases the lock.
    session.release(true)
  }
}

async function startRunner(
  { database, context, log }: WorkerOptions,
  session: pg.PoolClient,
): Promise<Runner> {
  const pool = database.pools.jobs
  const running = new Map<string, string>()
  const events: WorkerEvents = new EventEmitter()
  const isAlive = new Promise((resolve, reject) => {
    events.once('pool:create', ({ workerPool }) => {
      holdWorkerLock(session, workerPool.id).then(resolve, reject)
    })
  })
  isAlive.catch(() => {})
  // One look at a time, so that the next one knows what this one has found.
  let looking = Promise.resolve()
  let endLook = () => {}
  events.on('job:start', ({ job }) => {
    running.set(job.id, job.task_identifier)
    endLook()
  })
  events.on('worker:getJob:empty', () => endLook())
  events.on('worker:getJob:error', () => endLook())
  events.on('job:complete', ({ job, error }) => {
    running.delete(job.id)
    // A process that ends before it retries the job once.
    if (error instanceof PermanentFailure) void endJob(pool, job, error).catch(() => {})
  })
  events.on('job:error', ({ job, error }) => logFailure(log, job, error))
  return run({
    pgPool: pool,
    events,
    logger: new Logger(() => (_, message) => log.debug(`graphile-worker: ${message}`)),
    noHandleSignals: true,
    concurrency: CONCURRENT_JOBS,
    pollInterval: POLL_INTERVAL_MS,
    taskList: observedTasks(context),
    parsedCronItems: parseCronItems(
      scheduleOf(context).map(({ task, match, backfillMs }) => ({
        task,
        match,
        options: { jobKey: task, backfillPeriod: backfillMs },
      })),
    ),
    // Before its lock is held, the worker would be taken for gone.
    forbiddenFlags: async () => {
      await isAlive
      const before = looking
      const { promise, resolve } = Promise.withResolvers<void>()
      looking = promise
      await before
      endLook = resolve
      return [...new Set(running.values())]
    },
    // The end of a job is awaited when the worker stops, and a failure to store it stops the worker.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
}

/** A backup that was missed is made at the next start within this time. */
const BACKUP_BACKFILL_MS = 12 * 3_600_000

const scheduleOf = ({ backups }: WorkerOptions['context']): typeof schedule =>
  backups
    ? [
        ...schedule,
        { task: 'make_backup', match: backups.schedule, backfillMs: BACKUP_BACKFILL_MS },
      ]
    : schedule

/** A process without a place for backups or moves leaves them to others. */
const isLeftToOthers = (name: string, { backups, moves }: WorkerOptions['context']): boolean =>
  (name === 'make_backup' && !backups) || (name === 'work_on_move' && !moves)

const observedTasks = (context: WorkerOptions['context']): TaskList =>
  Object.fromEntries(
    Object.entries(tasks)
      .filter(([name]) => !isLeftToOthers(name, context))
      .map(([name, runTask]) => [
        name,
        async (payload: unknown) => {
          await observeTask(name, context, () => runTask(context, payload as never))
        },
      ]),
  )

function logFailure(log: Log, job: Job, err: unknown): void {
  const { id, task_identifier: task, attempts, max_attempts } = job
  const details = { err, task, job: Number(id), attempt: attempts }
  const isLast = attempts >= max_attempts || err instanceof PermanentFailure
  log.error(details, `job failed; ${isLast ? 'its attempts are used up' : 'it will be retried'}`)
}
