// Connection pools to one server that can be disconnected together: queries in progress fail at once, and no connection is
// opened until the server is available again.
import pg from 'pg'
import { BoundedClient } from './bounded-client.ts'
import type { DatabaseTimeouts } from './timeouts.ts'

export type Pools = {
  /** With `through`, connections always go to that address. */
  open(settings: pg.PoolConfig, through?: pg.ClientConfig): pg.Pool
  /** Breaks every connection and opens no others. */
  disconnect(): void
  isUnavailable(): boolean
  /** Opens connections again, to this server. */
  reconnect(connection: pg.ClientConfig): void
  close(): Promise<void>
}

const CLOSE_TIMEOUT_MS = 2000

export function createPools(
  connection: pg.ClientConfig,
  timeouts: DatabaseTimeouts,
  log: (error: Error) => void,
): Pools {
  const pools: pg.Pool[] = []
  const movingPools: pg.Pool[] = []
  const clients = new Set<pg.Client>()
  let isUnavailable = false
  let isClosing = false

  class Client extends BoundedClient {
    // biome-ignore lint/suspicious/noExplicitAny: with a callback or without, as in the driver
    override connect(...[callback]: any[]): any {
      if (isUnavailable)
        return callback
          ? process.nextTick(callback, unavailableError())
          : Promise.reject(unavailableError())
      clients.add(this)
      this.once('end', () => clients.delete(this))
      return super.connect(callback)
    }
  }

  const disconnect = () => {
    isUnavailable = true
    for (const client of clients) client.connection.stream.destroy()
  }
  return {
    open(settings, through) {
      const pool = new pg.Pool({
        ...(through ?? connection),
        application_name: 'earshot',
        connectionTimeoutMillis: timeouts.connect,
        idleTimeoutMillis: 60_000,
        keepAlive: true,
        ...settings,
        Client,
      })
      // The pool replaces an idle connection that breaks. While closing, the server can be the first to disconnect.
      pool.on('error', (error) => isUnavailable || isClosing || log(error))
      // A connection that breaks in use fails its query; without a listener it would also end the process.
      pool.on('connect', (client) => client.on('error', () => {}))
      pools.push(pool)
      if (!through) movingPools.push(pool)
      return pool
    },
    disconnect,
    isUnavailable: () => isUnavailable,
    reconnect(next) {
      for (const pool of movingPools) Object.assign(pool.options, next)
      isUnavailable = false
    },
    close: async () => {
      isClosing = true
      // Does not wait for a server that hangs.
      const timer = setTimeout(disconnect, CLOSE_TIMEOUT_MS)
      await Promise.all(pools.map((pool) => pool.end()))
      clearTimeout(timer)
    },
  }
}

// SQLSTATE connection_failure.
const unavailableError = () =>
  Object.assign(new Error('The database is unavailable.'), { code: '08006' })
