// `earshot migrate`: the newest schema, without serving.
import { readConfig } from '../config.ts'
import { migrate as applyMigrations } from '../db/migrate.ts'
import type { Command } from './command.ts'
import { withConnection } from './database.ts'

export const migrate: Command = {
  summary: 'bring the database to the newest schema',
  help: `usage: earshot migrate [--json]

Applies the migrations that are pending and names them. Safe to run while the service runs, and twice. Where there is no
embedded database yet, it makes one.

  --json    print {"applied": [names]}`,
  options: { json: { type: 'boolean' } },
  async run({ json }) {
    const applied = await withConnection(readConfig(), applyMigrations, 'make')
    if (json) console.log(JSON.stringify({ applied }))
    else console.log(applied.length === 0 ? 'Nothing to apply.' : `Applied ${applied.join(', ')}.`)
  },
}
