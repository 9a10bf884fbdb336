// Connections outside of those of the service, whose statements have no time limit.
import pg from 'pg'
import { type Db, databaseOn } from './db.ts'

/** Of a move: its own, and two that load votes. */
export const OWN_CONNECTIONS = 3

export async function withOwnPool<T>(
  connection: pg.ClientConfig,
  use: (db: Db) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ ...connection, max: OWN_CONNECTIONS })
  // The query in progress reports the error.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    return await use(databaseOn(pool))
  } finally {
    await pool.end()
  }
}
