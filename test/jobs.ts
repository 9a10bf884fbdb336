// Background jobs of a test service, which starts no worker of its own.
import { Logger, runOnce } from 'graphile-worker'
import { type TaskTable, tasks } from '../src/jobs/tasks.ts'
import type { TestService } from './service.ts'

/** Runs all jobs that are due, also those that they add. Throws when one fails. */
export async function runJobs(
  at: Pick<TestService, 'db' | 'store' | 'service' | 'reader' | 'database' | 'mail'>,
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
