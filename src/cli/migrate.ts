// `earshot migrate`: pending migrations, without starting the service.
import { readConfig } from '../config.ts'
import { migrate as applyMigrations, unknownMigrations } from '../db/migrate.ts'
import { type Command, jsonOption } from './command.ts'
import { newerSchemaMessage, type Roles, withClient, withConnection } from './database.ts'

export const migrate: Command = {
  summary: 'apply pending migrations to the database',
  description: `Applies the pending migrations and prints their names. It is safe to run it twice and while the service runs. Without
DATABASE_URL it creates the embedded database if there is none.`,
  options: jsonOption('{"applied": [names], "unknown": [names of a newer version]}'),
  examples: [['earshot migrate', 'Apply pending migrations.']],
  async run({ json }) {
    const migrateAndCheck = async ({ connection, owner }: Roles) => ({
      applied: await applyMigrations(owner, { servedBy: connection }),
      unknown: await withClient(connection, unknownMigrations),
    })
    const { applied, unknown } = await withConnection(readConfig(), migrateAndCheck, 'make')
    const message = applied.length === 0 ? 'Nothing to apply.' : `Applied ${applied.join(', ')}.`
    if (json) console.log(JSON.stringify({ applied, unknown }))
    else console.log(unknown.length === 0 ? message : `${message} ${newerSchemaMessage(unknown)}`)
  },
}
