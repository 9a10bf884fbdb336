// Runs all tasks in turn in the background: at the start, at an interval, and when there is work.

import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { inTransaction } from '../write/transaction.ts'
import { tasks as allTasks, type Task } from './tasks.ts'

const INTERVAL_MS = 20_000

export type Log = { error(details: object, message: string): void }

export type Jobs = {
  /** Runs all tasks now. */
  wake(): void
  /** Starts no other task, and waits for the one in progress. */
  close(): Promise<void>
}

export function startJobs(
  context: Pick<Context, 'db' | 'store'>,
  log: Log,
  tasks = allTasks,
  everyMs = INTERVAL_MS,
): Jobs {
  let isClosing = false
  let hasMoreWork = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void>

  const runAll = async () => {
    do {
      hasMoreWork = false
      for (const task of tasks) {
        if (isClosing) return
        const result = await runTask(context, task).catch((err: unknown) =>
          log.error({ err, task: task.name }, 'task failed; it will be retried'),
        )
        if (result === 'again') hasMoreWork = true
      }
    } while (hasMoreWork)
    if (!isClosing) timer = setTimeout(start, everyMs)
  }
  const start = () => {
    timer = undefined
    round = runAll()
  }
  start()
  return {
    wake: () => {
      hasMoreWork = true
      if (timer === undefined) return
      clearTimeout(timer)
      start()
    },
    close: async () => {
      isClosing = true
      clearTimeout(timer)
      await round
    },
  }
}

/** A lock ensures that one process runs it at a time; the others skip it. Returns the result of the task. */
export function runTask(context: Pick<Context, 'db' | 'store'>, task: Task): Promise<unknown> {
  if ('work' in task) return task.work(context)
  return inTransaction(context.db, async (tx) => {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${`task ${task.name}`})) as is_ours`.execute(tx)
    return rows[0]?.is_ours ? task.run(tx) : undefined
  })
}
