// The state of the demonstration data.
import type { Reader } from './answer.ts'

/** What people can add to a demo suggestion; the times of loaded records are before the day of the load. */
const ADDED = ['comments', 'notes', 'supporters', 'feedback_records']

export async function renderDemoData({ pool }: Reader): Promise<string> {
  const time = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  const added = ADDED.map(
    (name) => `'${name}', (
      select count(*) from ${name} r where r.created_at >= demo_data.created_at and exists (
        select from demo_ranges where collection = 'suggestions' and r.suggestion_id between first_id and last_id))`,
  )
  const { rows } = await pool.query<{ answer: string }>(
    `select json_build_object(
       'state', coalesce(state, 'none'), 'reason', reason,
       'can_load', (state is null or state = 'failed') and not exists (select from demo_ranges)
         and not exists (select from suggestions) and not exists (select from external_users),
       'counts', coalesce(loaded, '{}'),
       'added', case when state in ('loaded', 'failed') then json_build_object(${added.join(', ')}) else '{}' end,
       'created_at', ${time('created_at')}, 'updated_at', ${time('updated_at')})::text as answer
     from (select) nothing left join demo_data on true`,
  )
  return (rows[0] as { answer: string }).answer
}
