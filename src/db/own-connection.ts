// A connection outside of the pools, whose statements have no time limit.
import pg from 'pg'
import { type Db, transactionOn } from './db.ts'

export async function withOwnConnection<T>(
  connection: pg.ClientConfig,
  use: (db: Db) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  // The query in progress reports the error.
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(transactionOn(client))
  } finally {
    await client.end()
  }
}
