// What changed, in an order in which nothing is missed. Transactions do not commit in the order of their numbers, so a
// reader stops before the oldest one that is still running: of all before it, none can write any more. A long transaction
// delays the events of later ones, and loses none.
import type { Queries } from '../db/db.ts'

/** Where a reader is: it has everything up to this event. */
export type Position = { xid: number; id: number }

export type Event = Position & {
  collection: string
  action: 'created' | 'updated' | 'deleted'
  /** Null: very many records of the collection changed. */
  recordId: number | null
  suggestionId: number | null
  /** The only person who may know of it, besides those who may know of all. */
  ownerId: number | null
  userId: number | null
  requestId: string | null
  at: string
}

export type EventPage = {
  /** In another history a position means nothing. */
  history: string
  /** Events of earlier transactions are deleted. */
  completeFrom: number
  /** Events of this transaction and later ones cannot be read yet. */
  horizon: number
  /** Whether there are such events. */
  isDelayed: boolean
  events: Event[]
}

export const comparePositions = (a: Position, b: Position) => a.xid - b.xid || a.id - b.id

// A server that was promoted can lack the last transactions of the old one, and uses their numbers again.
const HISTORY = `server || '-' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`

const PAGE = `
  with snapshot as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as horizon)
  select ${HISTORY} as history, complete_from::text::bigint as complete_from, horizon::text::bigint as horizon,
    exists (select from events where xid >= horizon) as is_delayed,
    coalesce((
      select json_agg(json_build_object('xid', xid::text::bigint, 'id', id, 'collection', collection, 'action', action,
        'recordId', record_id, 'suggestionId', suggestion_id, 'ownerId', owner_id, 'userId', user_id,
        'requestId', request_id, 'at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by xid, id)
      from (
        select * from events where (xid, id) > ($1::text::xid8, $2::bigint) and xid < horizon
        order by xid, id limit $3
      ) page
    ), '[]') as events
  from event_history, snapshot`

/** The events after this position, oldest first. */
export async function readEvents(
  pool: Queries,
  { xid, id }: Position,
  limit: number,
): Promise<EventPage> {
  const { rows } = await pool.query({
    name: 'events',
    text: PAGE,
    values: [String(xid), id, limit],
  })
  const { history, complete_from, horizon, is_delayed, events } = rows[0]
  return { history, completeFrom: complete_from, horizon, isDelayed: is_delayed, events }
}
