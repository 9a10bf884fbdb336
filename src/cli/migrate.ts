// `earshot migrate`: pending migrations, without starting the service.
import { readConfig } from '../config.ts'
import { type MigrationStep, unknownMigrations } from '../db/migrate.ts'
import { type Command, jsonOption } from './command.ts'
import {
  type Connected,
  newerSchemaMessage,
  upgradeDatabase,
  withClient,
  withConnection,
} from './database.ts'

export const migrate: Command = {
  summary: 'apply pending migrations to the database',
  description: `Applies the pending migrations and prints what each does and how long it took. All are applied, or none. It is safe to run it twice
and while the service runs. Without DATABASE_URL it creates the embedded database if there is none.`,
  options: jsonOption(
    '{"applied": [names], "steps": [{"name", "description", "seconds"}], "unknown": [names of a newer version]}',
  ),
  examples: [['earshot migrate', 'Apply pending migrations.']],
  async run({ json }) {
    const steps: object[] = []
    const report = (step: MigrationStep) => {
      if (step.state === 'postponed') steps.length = 0
      if (step.state === 'applied') {
        const { name, description, seconds } = step
        steps.push({ name, description, seconds })
      }
      if (!json) process.stdout.write(describeStep(step))
    }
    const migrateAndCheck = async (connected: Connected) => {
      const { connection, applied } = await upgradeDatabase(connected, report)
      return { applied, unknown: await withClient(connection, unknownMigrations) }
    }
    const { applied, unknown } = await withConnection(readConfig(), migrateAndCheck, 'make')
    const message = applied.length === 0 ? 'Nothing to apply.' : `Applied ${applied.join(', ')}.`
    if (json) console.log(JSON.stringify({ applied, steps, unknown }))
    else console.log(unknown.length === 0 ? message : `${message} ${newerSchemaMessage(unknown)}`)
  },
}

/** The start of a line before the work, and its end after it: a long migration is seen while it runs. */
function describeStep(step: MigrationStep): string {
  if (step.state === 'started') return `${step.name}: ${step.description} `
  if (step.state === 'applied') return `(${step.seconds.toFixed(2)} s)\n`
  return '\nA table is busy. Nothing is applied yet; trying again.\n'
}
