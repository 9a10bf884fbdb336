// `earshot migrate`: the newest schema, without serving.
import type pg from 'pg'
import { readConfig } from '../config.ts'
import { migrate as applyMigrations, unknownMigrations } from '../db/migrate.ts'
import type { Command } from './command.ts'
import { newerSchemaMessage, withClient, withConnection } from './database.ts'

export const migrate: Command = {
  summary: 'bring the database to the newest schema',
  help: `usage: earshot migrate [--json]

Applies the migrations that are pending and names them. Safe to run while the service runs, and twice. Where there is no
embedded database yet, it makes one.

  --json    print {"applied": [names], "unknown": [names of a newer Earshot]}`,
  options: { json: { type: 'boolean' } },
  async run({ json }) {
    const bringUp = async (connection: pg.ClientConfig) => ({
      applied: await applyMigrations(connection),
      unknown: await withClient(connection, unknownMigrations),
    })
    const { applied, unknown } = await withConnection(readConfig(), bringUp, 'make')
    const words = applied.length === 0 ? 'Nothing to apply.' : `Applied ${applied.join(', ')}.`
    if (json) console.log(JSON.stringify({ applied, unknown }))
    else console.log(unknown.length === 0 ? words : `${words} ${newerSchemaMessage(unknown)}`)
  },
}
