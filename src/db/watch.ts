// Whether the database is there and takes writes, asked all the time on a connection of its own: a long statement or a
// full pool does not hide the answer. When it is not, it is looked for until it is found.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { acceptsWrites, openFirstMatching } from './hosts.ts'
import type { Probe, State } from './probe.ts'

// Together less than two seconds, in which whoever waits for an answer learns that there will be none.
const EVERY_MS = 250
const ANSWER_MS = 500
const CONNECT_MS = 800
const RETRY_MS = 200
// A server that has no room for one more connection is not away.
const TOO_MANY_CONNECTIONS = '53300'

export type WatchOptions = {
  /** Where it is now. */
  connection: pg.ClientConfig
  /** Where it may be; asked whenever it went away. */
  hosts(): Promise<pg.ClientConfig[]>
  lost(reason: Error): void
  /** It is looked for in vain, for a reason that was not told since it was lost. */
  missed(reason: Error): void
  found(connection: pg.ClientConfig, address: string): void
  /** Told what the server says, and when it was asked, where somebody wants to know its position. */
  heard?: ((state: State, askedAt: number) => void) | undefined
}

export type Watch = { close(): Promise<void> }

export function watchDatabase({
  connection,
  hosts,
  lost,
  missed,
  found,
  heard,
}: WatchOptions): Watch {
  const closing = new AbortController()
  const { signal } = closing
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {})
  const open = (places: pg.ClientConfig[]) =>
    openFirstMatching(places, {
      patienceMs: CONNECT_MS,
      isWanted: acceptsWrites,
      asksPosition: heard !== undefined,
    })
  let probe: Probe | undefined
  let current = connection

  const ask = async () => {
    const askedAt = performance.now()
    const state = await probe?.ask(ANSWER_MS).catch(() => undefined)
    if (state?.isReadOnly) throw new Error(`${probe?.address} takes no writes any more`)
    if (state) return heard?.(state, askedAt)
    probe?.close()
    // One that does not answer may have lost only this connection: the second time it is a new one.
    probe = await open([current]).catch((error: Error & { code?: string }) => {
      if (error.code === TOO_MANY_CONNECTIONS) return undefined
      throw error
    })
  }
  const search = async (reason: Error) => {
    const told = new Set([wordsOf(reason)])
    while (!signal.aborted) {
      try {
        return await open(await hosts())
      } catch (error) {
        const words = wordsOf(error as Error)
        if (!told.has(words) && !signal.aborted) missed(error as Error)
        told.add(words)
        await pause(RETRY_MS)
      }
    }
    return undefined
  }
  const run = async () => {
    while (!signal.aborted) {
      try {
        await ask()
      } catch (error) {
        if (signal.aborted) break
        probe?.close()
        lost(error as Error)
        probe = await search(error as Error)
        if (probe) {
          current = probe.connection
          found(current, probe.address)
        }
      }
      await pause(EVERY_MS)
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

const wordsOf = ({ code, message }: Error & { code?: string }) => `${code} ${message}`
