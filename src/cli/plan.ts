// `earshot plan`: the rate limit of API clients without a limit of their own.
import { readConfig } from '../config.ts'
import type { Database } from '../db/db.ts'
import { listPlans } from '../read/plans.ts'
import { COMMAND } from '../write/core/audit.ts'
import { setPlan } from '../write/service/plan.ts'
import { type Command, jsonOption, type Values } from './command.ts'
import { withDatabase } from './database.ts'
import { renderTable } from './table.ts'

const json = jsonOption('a list of {"name", "requests_per_minute", "is_current"}')

export const plan: Command = {
  summary: 'show or set the rate limit of API clients',
  description: `Lists the plans. The current one limits the requests per minute of each API client, except clients with a limit of their
own (\`earshot clients create --limit N\`).`,
  options: json,
  examples: [['earshot plan', 'List the plans.']],
  run: (values) => withDatabase(readConfig(), (database) => show(database, values)),
  subcommands: {
    set: {
      summary: 'set the current plan',
      description: 'A running service applies the new plan at once.',
      arguments: [{ name: 'NAME', description: 'A plan that `earshot plan` lists.' }],
      options: json,
      examples: [['earshot plan set scale', 'Set the plan "scale".']],
      run: (values, [name = '']) =>
        withDatabase(readConfig(), async (database) => {
          await database.db.transaction().execute((tx) => setPlan(tx, COMMAND, name))
          await show(database, values)
        }),
    },
  },
}

async function show({ db }: Database, { json }: Values): Promise<void> {
  const plans = await listPlans(db)
  if (json) return console.log(JSON.stringify(plans))
  console.log(
    renderTable(
      ['PLAN', 'REQUESTS PER MINUTE', 'CURRENT'],
      plans.map((one) => [one.name, one.requests_per_minute, one.is_current ? 'yes' : '']),
    ),
  )
}
