// Checks continuously, on a separate connection, that the database is available and accepts writes. A long statement or a
// full pool does not affect the check. When the database is lost, searches until it is found.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { acceptsWrites, openFirstMatching } from './hosts.ts'
import type { Probe, State } from './probe.ts'
import type { DatabaseTimeouts } from './timeouts.ts'

const INTERVAL_MS = 250
const RETRY_MS = 200
// A server without a free connection is available.
const TOO_MANY_CONNECTIONS = '53300'

export type WatchOptions = {
  /** The current server. */
  connection: pg.ClientConfig
  timeouts: DatabaseTimeouts
  /** The servers to search when the database is lost. */
  hosts(): Promise<pg.ClientConfig[]>
  onLost(reason: Error): void
  /** Called once for each distinct reason during a search. */
  onSearchFailed(reason: Error): void
  onFound(connection: pg.ClientConfig, address: string): void
  /** Receives each state and the time of the request. The position is read only with this callback. */
  onState?: ((state: State, askedAt: number) => void) | undefined
}

export type Watch = { close(): Promise<void> }

export function watchDatabase({
  connection,
  timeouts,
  hosts,
  onLost,
  onSearchFailed,
  onFound,
  onState,
}: WatchOptions): Watch {
  const closing = new AbortController()
  const { signal } = closing
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {})
  const open = (candidates: pg.ClientConfig[]) =>
    openFirstMatching(candidates, {
      timeoutMs: timeouts.probeConnect,
      matches: acceptsWrites,
      withPosition: onState !== undefined,
    })
  let probe: Probe | undefined
  let current = connection

  const check = async () => {
    const askedAt = performance.now()
    const state = await probe?.readState(timeouts.probe).catch(() => undefined)
    if (state?.isReadOnly) throw new Error(`${probe?.address} no longer accepts writes`)
    if (state) return onState?.(state, askedAt)
    probe?.close()
    // Only this connection may be lost: try a new one before reporting.
    probe = await open([current]).catch((error: Error & { code?: string }) => {
      if (error.code === TOO_MANY_CONNECTIONS) return undefined
      throw error
    })
  }
  const search = async (reason: Error) => {
    const reported = new Set([describeError(reason)])
    while (!signal.aborted) {
      try {
        return await open(await hosts())
      } catch (error) {
        const text = describeError(error as Error)
        if (!reported.has(text) && !signal.aborted) onSearchFailed(error as Error)
        reported.add(text)
        await pause(RETRY_MS)
      }
    }
    return undefined
  }
  const run = async () => {
    while (!signal.aborted) {
      try {
        await check()
      } catch (error) {
        if (signal.aborted) break
        probe?.close()
        onLost(error as Error)
        probe = await search(error as Error)
        if (probe) {
          current = probe.connection
          onFound(current, probe.address)
        }
      }
      await pause(INTERVAL_MS)
    }
    probe?.close()
  }
  const running = run()
  return {
    close: async () => {
      closing.abort()
      await running
    },
  }
}

const describeError = ({ code, message }: Error & { code?: string }) => `${code} ${message}`
