// Reports the runs of tasks to metrics and traces.
import type { Context } from '../context.ts'

type Observers = Pick<Context, 'metrics' | 'tracing'>

export async function observeTask<T>(
  name: string,
  { metrics, tracing }: Observers,
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
