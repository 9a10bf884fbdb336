// One connection that hears what other processes announce, and reconnects by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type Listener = {
  /** False while the connection is away: what is cached may be stale then. */
  isListening(): boolean
  close(): Promise<void>
}

/** Calls back for every announcement, and once after each reconnection, because something may have been missed. */
export function listen(
  connection: () => Promise<pg.ClientConfig>,
  channel: string,
  heard: () => void,
): Listener {
  let client: pg.Client | undefined
  let isClosed = false

  const connectAgain = async () => {
    while (!isClosed) {
      const next = new pg.Client({
        ...(await connection().catch(() => ({}))),
        connectionTimeoutMillis: 2000,
      })
      try {
        await next.connect()
        next.on('notification', heard)
        next.once('error', () => {})
        next.once('end', () => {
          client = undefined
          void connectAgain()
        })
        await next.query(`listen ${pg.escapeIdentifier(channel)}`)
        client = next
        heard()
        return
      } catch {
        next.removeAllListeners('end')
        await next.end().catch(() => {})
        await sleep(200)
      }
    }
  }
  const connected = connectAgain()

  return {
    isListening: () => client !== undefined,
    close: async () => {
      isClosed = true
      await connected
      client?.removeAllListeners('end')
      await client?.end()
    },
  }
}
