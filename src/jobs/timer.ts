// The timer for what happens later: all tasks in turn, at the start and then again and again, in the background.

import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { inTransaction } from '../write/transaction.ts'
import { tasks as allTasks, type Task } from './tasks.ts'

const EVERY_MS = 20_000

export type Log = { error(details: object, message: string): void }

export type Jobs = {
  /** There is something to do: all tasks in turn, now. */
  wake(): void
  /** Begins no other task, and waits for the one under way. */
  close(): Promise<void>
}

export function startJobs(
  context: Pick<Context, 'db' | 'store'>,
  log: Log,
  tasks = allTasks,
  everyMs = EVERY_MS,
): Jobs {
  let isClosing = false
  let isAwaited = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void>

  const runAll = async () => {
    do {
      isAwaited = false
      for (const task of tasks) {
        if (isClosing) return
        const said = await runTask(context, task).catch((err: unknown) =>
          log.error({ err, task: task.name }, 'task failed; it will be tried again'),
        )
        if (said === 'again') isAwaited = true
      }
    } while (isAwaited)
    if (!isClosing) timer = setTimeout(begin, everyMs)
  }
  const begin = () => {
    timer = undefined
    round = runAll()
  }
  begin()
  return {
    wake: () => {
      isAwaited = true
      if (timer === undefined) return
      clearTimeout(timer)
      begin()
    },
    close: async () => {
      isClosing = true
      clearTimeout(timer)
      await round
    },
  }
}

/** Of several processes one does it; the others find that it is being done. What the task said. */
export function runTask(context: Pick<Context, 'db' | 'store'>, task: Task): Promise<unknown> {
  if ('work' in task) return task.work(context)
  return inTransaction(context.db, async (tx) => {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${`task ${task.name}`})) as is_ours`.execute(tx)
    return rows[0]?.is_ours ? task.run(tx) : undefined
  })
}
