// Deliveries of webhooks: made of events, taken one after the other, and what became of each.
import { sql } from 'kysely'
import { addWebhookMails } from '../../auth/sign-in/outgoing-mails.ts'
import type { Db, Queries, Tx } from '../../db/db.ts'
import { SERVICE_HOOK_EVENTS, type WebhookFormat } from '../../resources/webhooks.ts'
import { beginToFollow, followEvents, skipWaiting, WEBHOOK_CONSUMER } from '../webhooks.ts'

/** Events of one transaction that makes deliveries. */
const PAGE = 1000

export type WebhookWork = {
  /** Whether a webhook is enabled. */
  isFollowed: boolean
  /** Whether there are events to read, or the consumer is still to be made. */
  hasEvents: boolean
  /** The webhooks with something to send now. */
  due: number[]
}

/** What there is to do. Without an enabled webhook, one look into a small table. */
export async function findWebhookWork(db: Db): Promise<WebhookWork> {
  const { rows } = await sql<WebhookWork>`
    select count(*) > 0 as "isFollowed",
      count(*) > 0 and coalesce((
        select exists (select from events e where (e.xid, e.id) > (c.xid, c.id))
        from event_consumers c where c.name = ${WEBHOOK_CONSUMER}), true) as "hasEvents",
      coalesce(array_agg(w.id order by w.id) filter (where is_due), '{}')::float8[] as due
    from webhooks w join webhook_states s on s.webhook_id = w.id
      cross join lateral (
        select (s.paused_until is null or s.paused_until <= now()) and exists (
          select from webhook_deliveries d
          where d.webhook_id = w.id and d.state = 'waiting' and d.next_attempt_at <= now()) as is_due) d
    where w.state = 'enabled'`.execute(db)
  return rows[0] as WebhookWork
}

const ALIASES = JSON.stringify(
  Object.entries(SERVICE_HOOK_EVENTS).flatMap(([name, types]) =>
    types.map((type) => ({ name, type })),
  ),
)

export type QueuedEvents = { events: number; deliveries: number }

/**
 * Adds a delivery for each new event and webhook, and notes how far it has read. Of several processes one does it. Reads no further than
 * the oldest running transaction (read/events.ts). Returns undefined while another process does it.
 */
export async function queueDeliveries(tx: Tx): Promise<QueuedEvents | undefined> {
  const { rows: locked } = await sql<{ xid: string; id: number }>`
    select xid::text, id from event_consumers where name = ${WEBHOOK_CONSUMER} for update skip locked`.execute(
    tx,
  )
  const [position] = locked
  if (!position) {
    await beginToFollow(tx)
    return undefined
  }
  const { rows } = await sql<QueuedEvents>`
    with page as materialized (
      select *, collection || '.' || action as type from events
      where (xid, id) > (${position.xid}::text::xid8, ${position.id}::bigint)
        and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid, id limit ${PAGE}
    ), added as (
      insert into webhook_deliveries (webhook_id, event, collection, record_id, suggestion_id, occurred_at, next_attempt_at)
      select w.id, n.name, e.collection, e.record_id, e.suggestion_id, e.created_at, clock_timestamp()
      from page e
        cross join webhooks w
        join webhook_states t on t.webhook_id = w.id
        cross join lateral unnest(w.events) n (name)
        left join suggestions s on s.id = e.suggestion_id
        left join suggestion_figures f on f.id = s.id
      where w.state = 'enabled' and e.created_at >= t.enabled_at
        and (n.name = e.type or e.record_id is not null and (n.name, e.type) in (
          select a.name, a.type from jsonb_to_recordset(${ALIASES}::jsonb) a (name text, type text)))
        and (not w.has_forums
          or case when e.collection = 'forums' then e.record_id else s.forum_id end is null
          or exists (
            select from webhook_forums l
            where l.webhook_id = w.id and l.forum_id = case when e.collection = 'forums' then e.record_id else s.forum_id end))
        and (w.min_supporters is null or s.id is null or f.supporters_count >= w.min_supporters)
        and (not w.has_statuses or s.id is null
          or exists (select from webhook_statuses l where l.webhook_id = w.id and l.status_id = s.status_id))
      order by e.xid, e.id, w.id
      returning 1
    ), moved as (
      update event_consumers c set xid = last.xid, id = last.id
      from (select xid, id from page order by xid desc, id desc limit 1) last where c.name = ${WEBHOOK_CONSUMER}
    )
    select (select count(*) from page)::int as events, (select count(*) from added)::int as deliveries`.execute(
    tx,
  )
  return rows[0]
}

export const isPageFull = ({ events }: QueuedEvents) => events === PAGE

/** The class of the advisory locks of webhooks in delivery. */
const LOCK_CLASS = 7325_1005

/** One process at a time delivers to an address, as long as its session lasts. */
export async function lockEndpoint(session: Queries, webhook: number): Promise<boolean> {
  const { rows } = await session.query('select pg_try_advisory_lock($1, $2) as is_locked', [
    LOCK_CLASS,
    lockOf(webhook),
  ])
  return rows[0].is_locked
}

export async function unlockEndpoint(session: Queries, webhook: number): Promise<void> {
  await session.query('select pg_advisory_unlock($1, $2)', [LOCK_CLASS, lockOf(webhook)])
}

/** Keys of locks have 32 bits. */
const lockOf = (webhook: number) => webhook % 2 ** 31

export type DueDelivery = {
  id: number
  messageId: string
  webhookId: number
  event: string
  collection: string
  recordId: number | null
  suggestionId: number | null
  occurredAt: Date
  attempts: number
  requestBody: string | null
  url: string
  format: WebhookFormat
  dataFormat: string
  signatureEncoding: string
  areas: string[] | null
  /** Whether the person who saved the webhook is still an admin or owner. */
  mayRead: boolean
  language: string | null
  /** The newest first. */
  secrets: { id: number; encrypted: string }[]
}

/** The next one to send, with what the webhook is now; undefined when there is none, or the webhook sends nothing. */
export async function findDueDelivery(db: Db, webhook: number): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`
    select d.id, d.message_id::text as "messageId", d.webhook_id as "webhookId", d.event, d.collection,
      d.record_id as "recordId", d.suggestion_id as "suggestionId", d.occurred_at as "occurredAt", d.attempts,
      d.request_body as "requestBody", w.url, w.format, w.data_format as "dataFormat",
      w.signature_encoding as "signatureEncoding", w.areas, u.language,
      exists (
        select from permissions p where p.user_id = w.updated_by_id and p.disabled_at is null
          and p.role in ('admin', 'owner')) as "mayRead",
      coalesce((
        select json_agg(json_build_object('id', k.id, 'encrypted', encode(k.encrypted_secret, 'hex')) order by k.id desc)
        from webhook_secrets k
        where k.webhook_id = w.id and k.encrypted_secret is not null and (k.expires_at is null or k.expires_at > now())
      ), '[]') as secrets
    from webhooks w
      join webhook_states s on s.webhook_id = w.id
      left join users u on u.id = w.updated_by_id
      cross join lateral (
        select * from webhook_deliveries
        where webhook_id = w.id and state = 'waiting' and next_attempt_at <= now()
        order by next_attempt_at, id limit 1) d
    where w.id = ${webhook} and w.state = 'enabled' and (s.paused_until is null or s.paused_until <= now())`.execute(
    db,
  )
  return rows[0]
}

/** Seconds between an attempt and the one before: ten attempts in three days. */
const DELAYS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
const MAX_RETRY_AFTER_SECONDS = 86_400
/** So many failures in a row and the address gets a rest: what waits for it would fail too. */
const FAILURES_BEFORE_PAUSE = 5
const MAX_PAUSE_SECONDS = 600
const MAX_ASKED_PAUSE_SECONDS = 3600
/** After its last attempt a delivery takes the webhook with it, when nothing arrived for so long. */
const FAILING_DAYS = 3

export type Attempt = {
  url: string
  /** The body is null where there was none yet. */
  request: { headers: Record<string, string>; body: string | null }
  response?: {
    status: number
    headers: Record<string, string>
    body: string
    isCut: boolean
  }
  /** Null when it arrived. */
  error: string | null
  durationMs: number
  retryAfterSeconds: number | null
}

export type Outcome = 'delivered' | 'retried' | 'failed' | 'gone'

/** Stores the result of an attempt, and what follows from it for the webhook. */
export async function recordAttempt(
  tx: Tx,
  delivery: Pick<
    DueDelivery,
    'id' | 'webhookId' | 'attempts' | 'format' | 'event' | 'recordId' | 'suggestionId'
  >,
  attempt: Attempt,
  hasMail: boolean,
): Promise<Outcome> {
  const outcome = outcomeOf(delivery.attempts, attempt)
  await storeAttempt(tx, delivery, attempt, outcome)
  if (delivery.format === 'service_hook') await logServiceHook(tx, delivery, attempt)
  if (outcome === 'delivered') {
    await sql`
      update webhook_states set last_delivered_at = now(), failing_since = null, failures = 0, paused_until = null
      where webhook_id = ${delivery.webhookId}`.execute(tx)
    return outcome
  }
  const { rows } = await sql<{ isHopeless: boolean }>`
    update webhook_states set failing_since = coalesce(failing_since, now()), failures = failures + 1,
      paused_until = now() + interval '1 second' * greatest(
        ${Math.min(attempt.retryAfterSeconds ?? 0, MAX_ASKED_PAUSE_SECONDS)},
        case when failures + 1 >= ${FAILURES_BEFORE_PAUSE}
          then least(${MAX_PAUSE_SECONDS}, 5 * 2 ^ least(failures + 1 - ${FAILURES_BEFORE_PAUSE}, 10)) else 0 end)
    where webhook_id = ${delivery.webhookId}
    returning failing_since <= now() - ${FAILING_DAYS} * interval '1 day' as "isHopeless"`.execute(
    tx,
  )
  if (outcome === 'gone') await disable(tx, delivery.webhookId, 'gone', hasMail)
  else if (outcome === 'failed' && rows[0]?.isHopeless)
    await disable(tx, delivery.webhookId, 'failing', hasMail)
  return outcome
}

function outcomeOf(attempts: number, { error, response }: Attempt): Outcome {
  if (error === null) return 'delivered'
  if (response?.status === 410) return 'gone'
  return attempts < DELAYS.length ? 'retried' : 'failed'
}

async function storeAttempt(
  tx: Tx,
  { id, attempts }: Pick<DueDelivery, 'id' | 'attempts'>,
  { request, response, error, durationMs, retryAfterSeconds }: Attempt,
  outcome: Outcome,
): Promise<void> {
  const state = outcome === 'retried' ? 'waiting' : outcome === 'delivered' ? 'delivered' : 'failed'
  const asked = Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS)
  // Up to a tenth later, so that receivers that were away do not get everything at once.
  const delay = Math.max((DELAYS[attempts] ?? 0) * (1 + Math.random() / 10), asked)
  // A webhook that was disabled meanwhile has skipped it, unless it arrived.
  await sql`
    update webhook_deliveries set attempts = attempts + 1, last_attempt_at = now(), updated_at = now(),
      state = case when state = 'skipped' and ${state} <> 'delivered' then state else ${state} end,
      next_attempt_at = case when state = 'waiting' and ${state} = 'waiting'
        then now() + ${delay} * interval '1 second' end,
      http_status = ${response?.status ?? null}::int, request_headers = ${JSON.stringify(request.headers)}::jsonb,
      request_body = coalesce(${request.body}::text, request_body), response_headers = ${response ? JSON.stringify(response.headers) : null}::jsonb,
      response_body = ${response?.body ?? null}::text, is_response_cut = ${response?.isCut ?? false},
      duration_ms = ${durationMs}, error = ${error}::text
    where id = ${id}`.execute(tx)
}

/** The log that the hosted product has of its hooks. */
async function logServiceHook(
  tx: Tx,
  { event, recordId, suggestionId }: Pick<DueDelivery, 'event' | 'recordId' | 'suggestionId'>,
  { url, response, error }: Attempt,
): Promise<void> {
  await sql`
    insert into service_hook_logs (url, event, object_id, http_status, exception)
    values (${url}, ${event}, ${event === 'suggestion_votes_update' ? suggestionId : recordId},
      ${response?.status ?? null}, ${response ? null : error})`.execute(tx)
}

/** A delivery that nobody may get, or that says nothing. */
export const skipDelivery = (db: Db, id: number, reason: string) =>
  sql`
    update webhook_deliveries set state = 'skipped', next_attempt_at = null, error = ${reason}, updated_at = now()
    where id = ${id} and state = 'waiting'`.execute(db)

async function disable(
  tx: Tx,
  id: number,
  reason: 'gone' | 'failing',
  hasMail: boolean,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update webhooks set state = 'disabled', disabled_reason = ${reason}, updated_at = now()
    where id = ${id} and state = 'enabled' returning id`.execute(tx)
  if (!rows[0]) return
  await skipWaiting(tx, id)
  await followEvents(tx)
  if (hasMail) await addWebhookMails(tx, id)
}

const KEPT_DAYS = 30
const MAX_KEPT = 100_000
const BATCH = 10_000

/** Old deliveries and entries of the log, more than are kept, and secrets that sign no more. Returns whether there may be more. */
export async function deleteOldDeliveries(tx: Tx): Promise<boolean> {
  await sql`delete from webhook_secrets where expires_at < now()`.execute(tx)
  await sql`
    update webhook_deliveries d set state = 'skipped', next_attempt_at = null, updated_at = now(),
      error = 'More than 100,000 deliveries waited.'
    from webhooks w, lateral (
      select id from webhook_deliveries where webhook_id = w.id and state = 'waiting'
      order by next_attempt_at desc, id desc offset ${MAX_KEPT}) old
    where d.id = old.id`.execute(tx)
  const { rows } = await sql<{ deliveries: number; logged: number }>`
    with gone as (
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries
        where state <> 'waiting' and (created_at < now() - ${KEPT_DAYS} * interval '1 day'
          or id <= (select id from webhook_deliveries order by id desc offset ${MAX_KEPT} limit 1))
        order by id limit ${BATCH})
      returning 1
    ), gone_entries as (
      delete from service_hook_logs where id in (
        select id from service_hook_logs
        where created_at < now() - ${KEPT_DAYS} * interval '1 day'
          or id <= (select id from service_hook_logs order by id desc offset ${MAX_KEPT} limit 1)
        order by id limit ${BATCH})
      returning 1
    )
    select (select count(*) from gone)::int as deliveries, (select count(*) from gone_entries)::int as logged`.execute(
    tx,
  )
  const { deliveries = 0, logged = 0 } = rows[0] ?? {}
  return Math.max(deliveries, logged) === BATCH
}
