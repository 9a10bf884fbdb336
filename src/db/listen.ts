// A connection that receives the notifications of other processes and reconnects automatically.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseTimeouts } from './timeouts.ts'

const RETRY_MS = 200
// Detects a connection whose other end disappeared silently.
const HEARTBEAT_MS = 10_000

export type Listener = {
  /** False while disconnected: caches can be stale then. */
  isListening(): boolean
  /** Drops the connection without waiting for the server. */
  cut(): void
  close(): Promise<void>
}

/** What to call by channel: with every payload, and without one after each reconnection, because some may have been missed. */
export type Channels = Record<string, (payload?: string) => void>

export function listen(
  connection: () => Promise<pg.ClientConfig>,
  timeouts: DatabaseTimeouts,
  channels: Channels,
): Listener {
  let client: pg.Client | undefined
  let isClosed = false

  const reconnect = async () => {
    while (!isClosed && !client) {
      try {
        client = await connect()
      } catch {
        await sleep(RETRY_MS)
      }
    }
    // Outside of the repetition: a mistake in one of them must not open another connection.
    if (client) for (const onNotification of Object.values(channels)) onNotification()
  }
  const connect = async () => {
    const next = new pg.Client({
      application_name: 'earshot',
      ...(await connection()),
      connectionTimeoutMillis: timeouts.connect,
      query_timeout: 5000,
      keepAlive: true,
    })
    // `end` follows every error and is handled below.
    next.on('error', () => {})
    let hasEnded = false
    next.once('end', () => {
      hasEnded = true
    })
    await next.connect()
    next.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload))
    const statements = Object.keys(channels).map((name) => `listen ${pg.escapeIdentifier(name)}`)
    await next.query(statements.join('; ')).catch(async (error) => {
      await next.end()
      throw error
    })
    if (hasEnded) throw new Error('The connection ended immediately.')
    const heartbeat = setInterval(() => {
      next.query('select 1').catch(() => next.end().catch(() => {}))
    }, HEARTBEAT_MS).unref()
    next.once('end', () => {
      clearInterval(heartbeat)
      client = undefined
      if (!isClosed) connecting = reconnect()
    })
    return next
  }
  let connecting = reconnect()
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
