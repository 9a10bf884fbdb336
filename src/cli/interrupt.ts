// Commands that clean up before a signal ends them.
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const CLEAN_UP_MS = 5000

/**
 * Runs work that stops when its signal is aborted. The first Ctrl-C (or SIGTERM, SIGHUP) aborts it, and the process
 * ends by the same signal after the clean-up. A second one, or a clean-up that takes too long, ends it at once.
 */
export async function runInterruptibly<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let received: NodeJS.Signals | undefined
  const interrupt = (signal: NodeJS.Signals) => {
    const exit = () => process.exit(128 + constants.signals[signal])
    if (received !== undefined) exit()
    received = signal
    controller.abort()
    setTimeout(exit, CLEAN_UP_MS).unref()
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  try {
    return await run(controller.signal)
  } catch (error) {
    if (received !== undefined) {
      console.error('Interrupted.')
      process.off(received, interrupt)
      process.kill(process.pid, received)
    }
    throw error
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}
