// `earshot plan`: how many requests a minute each API client may send.
import { sql } from 'kysely'
import { readConfig } from '../config.ts'
import type { Database } from '../db/db.ts'
import { setPlan } from '../write/plan.ts'
import { type Command, UsageError, type Values } from './command.ts'
import { withDatabase } from './database.ts'

export const plan: Command = {
  summary: 'tell or set how many requests a minute clients may send',
  help: `usage: earshot plan [--json]
       earshot plan set NAME [--json]

Tells the account's plan and all that there are, or sets another, which takes effect at once, also in a service that
is running. A client with a number of its own (earshot clients create --limit N) keeps it.

  --json    print JSON`,
  options: { json: { type: 'boolean' } },
  words: 2,
  async run(values, [action, name]) {
    if (action !== undefined && action !== 'set')
      throw new UsageError(`plan ${action} is not known; it is plan, or plan set NAME.`)
    if (action === 'set' && !name)
      throw new UsageError('plan set needs the name of a plan, as plan shows them.')
    await withDatabase(readConfig(), async (database) => {
      if (name !== undefined) await database.db.transaction().execute((tx) => setPlan(tx, name))
      await show(database, values)
    })
  },
}

type Plan = { name: string; requests_per_minute: number; is_current: boolean }

async function show({ db }: Database, { json }: Values): Promise<void> {
  const { rows } = await sql<Plan>`
    select name, requests_per_minute, name = plan as is_current
    from plans, account_plan order by requests_per_minute`.execute(db)
  if (json) console.log(JSON.stringify(rows))
  else for (const row of rows) console.log(described(row))
}

const described = ({ name, requests_per_minute, is_current }: Plan) =>
  `${is_current ? '*' : ' '} ${name.padEnd(10)} ${requests_per_minute.toLocaleString('en')} requests a minute`
