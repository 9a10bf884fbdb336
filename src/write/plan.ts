// The plan of the account: how many requests each client may send in a minute, unless it has a number of its own.
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Tx } from '../db/db.ts'
import { announceTokenChange } from './api_clients.ts'

export async function setPlan(tx: Tx, name: string): Promise<void> {
  const { rows } = await sql`
    update account_plan set plan = name from plans where name = ${name} returning name`.execute(tx)
  if (!rows[0]) throw new ApiError('invalid', await describeUnknownPlan(tx, name), { plan: 'in' })
  await announceTokenChange(tx)
}

async function describeUnknownPlan(tx: Tx, name: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from plans order by requests_per_minute`.execute(tx)
  const names = rows.map((plan) => plan.name).join(', ')
  return `There is no plan ${JSON.stringify(name)}; it is one of ${names}.`
}
