// Background jobs of a test service, which starts no worker of its own.
import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import { type TaskTable, tasks } from '../../src/jobs/tasks.ts'
import type { TestService } from './service.ts'

/** A job that has no attempt left. Its error has several lines, as errors of the queue do. */
export const aFailedJob = (
  db: TestService['db'],
  error = 'The bucket does not answer.',
  task = 'remove_files',
): Promise<number> =>
  // At once: a worker could run it before it has failed.
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.add_job(${task}, '{"secret": "payload"}'::json, job_key => ${error})`.execute(
      tx,
    )
    const id = Number(rows[0]?.id)
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${`${error}\n    at remove (files.ts:1)`}
      where id = ${id}`.execute(tx)
    return id
  })

/** Runs all jobs that are due, also those that they add. Throws when one fails. */
export async function runJobs(
  at: Pick<
    TestService,
    'db' | 'owner' | 'store' | 'service' | 'reader' | 'readKeys' | 'mail' | 'settings' | 'backups'
  >,
): Promise<void> {
  const errors: unknown[] = []
  const runTask = (run: TaskTable[keyof TaskTable]) => async (payload: unknown) => {
    await run(at, payload as never).catch((error) => {
      errors.push(error)
      throw error
    })
  }
  await runOnce({
    pgPool: at.service.database.pools.jobs,
    logger: new Logger(() => () => {}),
    noHandleSignals: true,
    taskList: Object.fromEntries(Object.entries(tasks).map(([name, run]) => [name, runTask(run)])),
    // Waits until the end of each job is stored.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  if (errors.length > 0) throw errors[0]
}

/** Runs the next job of a task without taking it from the queue, so that what follows it can be looked at. A job can run twice. */
export async function runFirstJob(
  at: Parameters<typeof runJobs>[0],
  task: keyof TaskTable,
): Promise<void> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task} order by j.id limit 1`.execute(at.db)
  if (!rows[0]) throw new Error(`No job of ${task} is queued.`)
  await tasks[task](at, rows[0].payload as never)
}
