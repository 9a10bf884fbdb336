// Reports tasks to metrics and traces.
import type { Context } from '../context.ts'
import type { Task } from './tasks.ts'

export const observeTasks = (
  tasks: Task[],
  observers: Pick<Context, 'metrics' | 'tracing'>,
): Task[] =>
  tasks.map((task) =>
    'work' in task
      ? { ...task, work: (files) => observeTask(task.name, observers, () => task.work(files)) }
      : { ...task, run: (tx) => observeTask(task.name, observers, () => task.run(tx)) },
  )

async function observeTask<T>(
  name: string,
  { metrics, tracing }: Pick<Context, 'metrics' | 'tracing'>,
  run: () => Promise<T>,
): Promise<T> {
  const span = tracing?.startSpan(`task ${name}`, 'task')
  const startedAt = performance.now()
  const report = (hasFailed: boolean) => {
    metrics?.recordTask(name, (performance.now() - startedAt) / 1000, hasFailed)
    span?.end({ 'earshot.task': name }, hasFailed)
  }
  try {
    const result = await (span ? span.run(run) : run())
    report(false)
    return result
  } catch (error) {
    report(true)
    throw error
  }
}
