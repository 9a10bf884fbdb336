// Since when events are complete. A reader from before must read everything again.
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'

// A copy of a database counts its transactions anew.
const SERVER = sql`(
  select system_identifier || '-' || d.oid from pg_control_system(), pg_database d where datname = current_database())`

/** At every start: a database that was copied from another server has the events of that server. */
export async function openEventHistory(tx: Tx): Promise<void> {
  const { rows } = await sql`
    update event_history set server = ${SERVER}, complete_from = pg_current_xact_id()
    where server <> ${SERVER} returning server`.execute(tx)
  if (!rows[0]) return
  await sql`delete from events`.execute(tx)
  await sql`update event_consumers set xid = pg_current_xact_id(), id = 0`.execute(tx)
}

const KEPT_HOURS = 24
const MAX_KEPT = 1_000_000

/** Deletes old events, of whole transactions. What a consumer has not read is kept longer, but not more than the million. */
export async function deleteOldEvents(tx: Tx): Promise<void> {
  await sql`
    with kept as materialized (
      -- In the order of the index: only what is deleted is read.
      select greatest(
        least(
          coalesce(
            (select xid from events where created_at >= now() - ${KEPT_HOURS} * interval '1 hour' order by xid, id limit 1),
            pg_snapshot_xmin(pg_current_snapshot())),
          (select xid from event_consumers order by xid limit 1)),
        (select xid from events order by xid desc, id desc offset ${MAX_KEPT - 1} limit 1)
      ) as first_xid
    ), gone as (
      delete from events using kept where xid < first_xid returning xid
    )
    update event_history set complete_from = last.after
    from (select (xid::text::bigint + 1)::text::xid8 as after from gone order by xid desc limit 1) last`.execute(
    tx,
  )
}
