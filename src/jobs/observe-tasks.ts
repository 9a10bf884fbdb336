// Tasks that metrics and traces are told of.
import type { Context } from '../context.ts'
import type { Task } from './tasks.ts'

export const observeTasks = (
  tasks: Task[],
  watchers: Pick<Context, 'metrics' | 'tracing'>,
): Task[] =>
  tasks.map((task) =>
    'work' in task
      ? { ...task, work: (files) => observeTask(task.name, watchers, () => task.work(files)) }
      : { ...task, run: (tx) => observeTask(task.name, watchers, () => task.run(tx)) },
  )

async function observeTask<T>(
  name: string,
  { metrics, tracing }: Pick<Context, 'metrics' | 'tracing'>,
  run: () => Promise<T>,
): Promise<T> {
  const span = tracing?.begin(`task ${name}`, 'task')
  const began = performance.now()
  const ended = (hasFailed: boolean) => {
    metrics?.taskEnded(name, (performance.now() - began) / 1000, hasFailed)
    span?.end({ 'earshot.task': name }, hasFailed)
  }
  try {
    const said = await (span ? span.within(run) : run())
    ended(false)
    return said
  } catch (error) {
    ended(true)
    throw error
  }
}
