// One connection that hears what other processes announce, and reconnects by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const RETRY_MS = 200
// A connection whose other end is gone without a word is found out by asking.
const HEARTBEAT_MS = 10_000

export type Listener = {
  /** False while the connection is away: what is cached may be stale then. */
  isListening(): boolean
  /** The database is away: the connection is given up without waiting for a word from the other end. */
  cut(): void
  close(): Promise<void>
}

/**
 * Calls back with every announcement, and with nothing after each reconnection, because something may have been missed.
 */
export function listen(
  connection: () => Promise<pg.ClientConfig>,
  channel: string,
  heard: (payload?: string) => void,
): Listener {
  let client: pg.Client | undefined
  let isClosed = false

  const connectAgain = async () => {
    while (!isClosed) {
      try {
        client = await connected()
        heard()
        return
      } catch {
        await sleep(RETRY_MS)
      }
    }
  }
  const connected = async () => {
    const next = new pg.Client({
      application_name: 'earshot',
      ...(await connection()),
      connectionTimeoutMillis: 2000,
      query_timeout: 5000,
      keepAlive: true,
    })
    // Told by `end`, which follows every error.
    next.on('error', () => {})
    let hasEnded = false
    next.once('end', () => {
      hasEnded = true
    })
    await next.connect()
    next.on('notification', ({ payload = '' }) => heard(payload))
    await next.query(`listen ${pg.escapeIdentifier(channel)}`).catch(async (error) => {
      await next.end()
      throw error
    })
    if (hasEnded) throw new Error('The connection ended as soon as it was made.')
    const heartbeat = setInterval(() => {
      next.query('select 1').catch(() => next.end().catch(() => {}))
    }, HEARTBEAT_MS).unref()
    next.once('end', () => {
      clearInterval(heartbeat)
      client = undefined
      if (!isClosed) connecting = connectAgain()
    })
    return next
  }
  let connecting = connectAgain()
  const cut = () => void client?.connection.stream.destroy()

  return {
    isListening: () => client !== undefined,
    cut,
    close: async () => {
      isClosed = true
      await connecting
      cut()
    },
  }
}
