// Revenue that one change of accounts owes to very many suggestions (migrations/0014_later.sql), added by and by.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'

const BATCH_SIZE = 2000

export async function addPendingRevenue(tx: Tx): Promise<'again' | undefined> {
  // In a statement of its own: one that waits for a row must see what those before it made of it.
  const { rows } = await sql<{ id: number }>`
    select id from suggestions
    where id = any(array(select distinct suggestion_id from pending_revenue order by 1 limit ${BATCH_SIZE}))
    order by id for no key update`.execute(tx)
  if (rows.length === 0) return undefined
  await sql`
    with owed as (
      delete from pending_revenue where suggestion_id = any(${rows.map(({ id }) => id)}::bigint[])
      returning suggestion_id, revenue
    )
    update suggestions s set supporter_revenue = supporter_revenue + o.revenue, updated_at = now()
    from (select suggestion_id, sum(revenue) as revenue from owed group by 1 having sum(revenue) <> 0) o
    where s.id = o.suggestion_id`.execute(tx)
  return 'again'
}
