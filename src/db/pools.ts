// Connection pools to one server, which can be lost together: what is under way ends at once, and nothing new is tried
// until the server is found again.
import { sql } from 'kysely'
import pg from 'pg'

export type Pools = {
  open(settings: pg.PoolConfig): pg.Pool
  /** The server is away: breaks every connection, and refuses to make others. */
  lose(): void
  isAway(): boolean
  /** The server is here. */
  follow(connection: pg.ClientConfig): void
  close(): Promise<void>
}

const GOODBYE_MS = 2000

const KEPT = '/* kept */'

/** Begins a statement that is sent often: each connection reads and plans it once, which takes as long as running it. */
export const prepared = sql.raw(KEPT)

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `kept_${names.size}`
  names.set(text, name)
  return name
}

class KeepingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver has a dozen forms of this call; all but one pass through
  override query(...[text, values, ...rest]: any[]): any {
    const isKept = typeof text === 'string' && text.startsWith(KEPT)
    const query = super.query as (...given: unknown[]) => unknown
    return isKept
      ? query.call(this, { name: nameOf(text), text, values }, ...rest)
      : query.call(this, text, values, ...rest)
  }
}

export function createPools(connection: pg.ClientConfig, log: (error: Error) => void): Pools {
  const pools: pg.Pool[] = []
  const clients = new Set<pg.Client>()
  let isAway = false
  let isClosing = false

  class Client extends KeepingClient {
    // biome-ignore lint/suspicious/noExplicitAny: with a callback or without, as in the driver
    override connect(...[callback]: any[]): any {
      if (isAway) return callback ? process.nextTick(callback, away()) : Promise.reject(away())
      clients.add(this)
      this.once('end', () => clients.delete(this))
      return super.connect(callback)
    }
  }

  const lose = () => {
    isAway = true
    for (const client of clients) client.connection.stream.destroy()
  }
  return {
    open(settings) {
      const pool = new pg.Pool({
        ...connection,
        application_name: 'earshot',
        connectionTimeoutMillis: 2000,
        idleTimeoutMillis: 60_000,
        keepAlive: true,
        ...settings,
        Client,
      })
      // An idle connection that breaks is replaced when next needed. At the end the server may be faster than our goodbye.
      pool.on('error', (error) => isAway || isClosing || log(error))
      // One that breaks while lent out tells its query; without a listener it would end the process as well.
      pool.on('connect', (client) => client.on('error', () => {}))
      pools.push(pool)
      return pool
    },
    lose,
    isAway: () => isAway,
    follow(next) {
      for (const pool of pools) Object.assign(pool.options, next)
      isAway = false
    },
    close: async () => {
      isClosing = true
      // Who does not say goodbye is not waited for.
      const timer = setTimeout(lose, GOODBYE_MS)
      await Promise.all(pools.map((pool) => pool.end()))
      clearTimeout(timer)
    },
  }
}

// The code is SQL's own for a connection that failed.
const away = () => Object.assign(new Error('The database is away.'), { code: '08006' })
