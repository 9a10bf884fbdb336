// The database of a product that an account is moved from.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { onCleanup } from '../cleanup.ts'
import { databaseUrl } from '../command.ts'
import { inDatabase } from '../template-database.ts'

export type Rows = Record<string, Record<string, unknown>[]>

async function runSql(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Not asked for by the server of the tests. */
export const DATABASE_PASSWORD = 'not-for-any-log'

/** A database of its own, with the tables of the product. */
export async function startDatabase(server: pg.ClientConfig, statements: string) {
  const name = `source_${randomBytes(6).toString('hex')}`
  await runSql(server, (client) => client.query(`create database ${name}`))
  onCleanup(() => runSql(server, (client) => client.query(`drop database ${name} with (force)`)))
  const connection = inDatabase(server, name)
  const run = (more: string) => runSql(connection, (client) => client.query(more))
  await run(statements)
  /** Columns that a row does not have get their default. */
  const insert = (tables: Rows) =>
    runSql(connection, async (client) => {
      for (const [table, rows] of Object.entries(tables)) {
        const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
        const columns = names.map((one) => pg.escapeIdentifier(one)).join(', ')
        if (names.length > 0)
          await client.query(
            `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
            [JSON.stringify(rows)],
          )
      }
    })
  const url = databaseUrl({ password: DATABASE_PASSWORD, ...connection })
  return { name, connection, url, run, insert }
}
