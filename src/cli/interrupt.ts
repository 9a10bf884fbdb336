// Commands that clean up before a signal ends them.

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs work that stops when its signal is aborted. The first Ctrl-C (or SIGTERM, SIGHUP) aborts it, and the process
 * ends by the same signal after the clean-up; a second one ends the process at once.
 */
export async function runInterruptibly<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let received: NodeJS.Signals | undefined
  const interrupt = (signal: NodeJS.Signals) => {
    if (received !== undefined) process.exit(1)
    received = signal
    controller.abort()
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  try {
    return await run(controller.signal)
  } catch (error) {
    if (received !== undefined) {
      process.off(received, interrupt)
      console.error('Interrupted.')
      process.kill(process.pid, received)
    }
    throw error
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}
