// The plans: each limits the requests per minute of API clients without a limit of their own.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export type Plan = { name: string; requests_per_minute: number; is_current: boolean }

export async function listPlans(db: Db): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select name, requests_per_minute, name = plan as is_current
    from plans, account_plan order by requests_per_minute`.execute(db)
  return rows
}
