// The account's plan: the default rate limit of each API client, in requests per minute.
import { sql } from 'kysely'
import { announceTokenChange } from '../../auth/clients/api-clients.ts'
import { ApiError } from '../../core/api-error.ts'
import { formatValue } from '../../core/values.ts'
import type { Tx } from '../../db/db.ts'
import { listPlans } from '../../read/plans.ts'

export async function setPlan(tx: Tx, name: string): Promise<void> {
  const { rows } = await sql`
    update account_plan set plan = name from plans where name = ${name} returning name`.execute(tx)
  if (!rows[0]) throw new ApiError('invalid', await describeUnknownPlan(tx, name), { plan: 'in' })
  await announceTokenChange(tx)
}

async function describeUnknownPlan(tx: Tx, name: string): Promise<string> {
  const names = (await listPlans(tx)).map((plan) => plan.name).join(', ')
  return `plan: ${formatValue(name)} is not allowed. Allowed: ${names}.`
}
