// `earshot plan`: the rate limit of API clients without a limit of their own.
import { sql } from 'kysely'
import { readConfig } from '../config.ts'
import type { Database } from '../db/db.ts'
import { COMMAND, recordAudit } from '../write/core/audit.ts'
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
          await database.db.transaction().execute(async (tx) => {
            await setPlan(tx, name)
            await recordAudit(tx, COMMAND, { action: 'settings_changed', after: { plan: name } })
          })
          await show(database, values)
        }),
    },
  },
}

type Plan = { name: string; requests_per_minute: number; is_current: boolean }

async function show({ db }: Database, { json }: Values): Promise<void> {
  const { rows } = await sql<Plan>`
    select name, requests_per_minute, name = plan as is_current
    from plans, account_plan order by requests_per_minute`.execute(db)
  if (json) return console.log(JSON.stringify(rows))
  console.log(
    renderTable(
      ['PLAN', 'REQUESTS PER MINUTE', 'CURRENT'],
      rows.map((row) => [row.name, row.requests_per_minute, row.is_current ? 'yes' : '']),
    ),
  )
}
