// Directories that are filled aside and then renamed. An interrupt removes its own at once; those of a killed process are
// removed by the next start, which leaves the directory of a process that still fills it alone.
import { hash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const TOUCH_MS = 2000
/** For the directory of a process that cannot be seen from here, as in another container. */
const ABANDONED_AFTER_MS = 60_000
// A child of a killed process can still be writing for a moment.
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }

/**
 * Creates a directory and calls `fill` with it. The directory is removed if that fails or a signal arrives; the signal
 * then ends the process as usual. `fill` renames the directory, or returns its path to the caller who does.
 */
export async function fillAside(
  parent: string,
  prefix: string,
  fill: (path: string, signal: AbortSignal) => Promise<void>,
): Promise<string> {
  await removeAbandoned(parent, prefix)
  const name = [`${prefix}${process.pid}`, namespaceId(), randomBytes(6).toString('hex')].join('-')
  const path = join(parent, name)
  const interrupted = new AbortController()
  let received: NodeJS.Signals | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    received = signal
    interrupted.abort()
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  const touch = setInterval(() => void touchDirectory(path), TOUCH_MS).unref()
  try {
    await mkdir(path, { mode: 0o700 })
    await fill(path, interrupted.signal)
    if (received !== undefined) throw new Error(`Interrupted by ${received}`)
    return path
  } catch (error) {
    await rm(path, REMOVAL)
    throw error
  } finally {
    clearInterval(touch)
    for (const signal of SIGNALS) process.off(signal, onSignal)
    // Without a listener of the caller the signal ends the process, as it would have.
    if (received !== undefined && process.listenerCount(received) === 0)
      process.kill(process.pid, received)
  }
}

/** Removes the directories of processes that have ended. */
export async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const path = join(parent, name)
    if (await isAbandoned(path, name.slice(prefix.length))) await rm(path, REMOVAL)
  }
}

async function isAbandoned(path: string, suffix: string): Promise<boolean> {
  const [pid = '', namespace] = suffix.split('-')
  if (namespace === namespaceId() && !isRunning(Number(pid))) return true
  const info = await stat(path).catch(() => undefined)
  return info !== undefined && Date.now() - info.ctimeMs > ABANDONED_AFTER_MS
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function touchDirectory(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch(() => {})
}

/** Identifies the processes whose ids can be compared with ours: this machine since its boot, this container. */
function namespaceId(): string {
  const parts = [hostname(), tryRead(() => readlinkSync('/proc/self/ns/pid'))]
  const bootId = tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  return hash('sha256', [...parts, bootId].join('\n')).slice(0, 8)
}

function tryRead(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
