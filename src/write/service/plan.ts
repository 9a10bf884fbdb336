// The account's plan: the default rate limit of each API client, in requests per minute.
import { sql } from 'kysely'
import { announceTokenChange } from '../../auth/clients/api-clients.ts'
import { ApiError } from '../../core/api-error.ts'
import { formatValue } from '../../core/values.ts'
import type { Tx } from '../../db/db.ts'
import { listPlans } from '../../read/plans.ts'
import { type Origin, recordAudit } from '../core/audit.ts'

export async function setPlan(tx: Tx, origin: Origin, name: string): Promise<void> {
  const before = (await listPlans(tx)).find((plan) => plan.is_current)?.name
  const { rows } = await sql`
    update account_plan set plan = name from plans where name = ${name} returning name`.execute(tx)
  if (!rows[0]) throw new ApiError('invalid', await describeUnknownPlan(tx, name), { plan: 'in' })
  if (before === name) return
  await announceTokenChange(tx)
  await recordAudit(tx, origin, {
    action: 'settings_changed',
    subject: { type: 'settings', id: null },
    before: { plan: before },
    after: { plan: name },
  })
}

async function describeUnknownPlan(tx: Tx, name: string): Promise<string> {
  const names = (await listPlans(tx)).map((plan) => plan.name).join(', ')
  return `plan: ${formatValue(name)} is not allowed. Allowed: ${names}.`
}
