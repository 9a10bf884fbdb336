// Adds revenue to suggestions in the background when a change of accounts concerns too many of them at once
// (src/db/functions/revenue.sql).
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { addJob } from '../../db/enqueue.ts'

const BATCH_SIZE = 2000

export async function addPendingRevenue(tx: Tx): Promise<void> {
  // A separate statement: after waiting for a lock, the update must see the committed values.
  const { rows } = await sql<{ id: number }>`
    select id from suggestion_figures
    where id = any(array(select distinct suggestion_id from pending_revenue order by 1 limit ${BATCH_SIZE}))
    order by id for no key update`.execute(tx)
  if (rows.length === 0) return
  await sql`
    with pending as (
      delete from pending_revenue where suggestion_id = any(${rows.map(({ id }) => id)}::bigint[])
      returning suggestion_id, revenue
    )
    update suggestion_figures s set supporter_revenue = supporter_revenue + p.revenue, updated_at = now()
    from (select suggestion_id, sum(revenue) as revenue from pending group by 1 having sum(revenue) <> 0) p
    where s.id = p.suggestion_id`.execute(tx)
  if (rows.length === BATCH_SIZE)
    await sql`select ${addJob({ task: 'add_pending_revenue', payload: {} })}`.execute(tx)
}
