// Webhooks: addresses that get a request for each event. Their secrets are encrypted, and shown once.
import { sql } from 'kysely'
import { readEncryptionKey } from '../auth/encrypted-secrets.ts'
import { ApiError, invalidInput, notFound, type Problem } from '../core/api-error.ts'
import { encryptSecret, type ReadKeys } from '../core/secret-keys.ts'
import {
  createWebhookPrivateKey,
  createWebhookSecret,
  isWebhookSecret,
  webhookPublicKeyOf,
} from '../core/webhook-signatures.ts'
import type { Tx } from '../db/db.ts'
import { type Areas, isReadable } from '../resources/access.ts'
import { findResource } from '../resources/index.ts'
import {
  SERVICE_HOOK_EVENTS,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  type WebhookFormat,
  webhooks,
} from '../resources/webhooks.ts'
import { type Origin, recordAudit } from './core/audit.ts'
import { missingLink } from './core/records.ts'

/** Each is delivered on its own, so that none waits for another. */
export const MAX_WEBHOOKS = 50
/** Of one call. */
export const MAX_REPLAYED = 10_000

/** Every process looks which webhooks there are. */
export const WEBHOOKS_CHANNEL = 'webhooks_changed'
export const WEBHOOK_CONSUMER = 'webhooks'

type WebhookFields = {
  name: string
  url: string
  state: 'enabled' | 'disabled'
  format: WebhookFormat
  events: string[]
  min_supporters: number | null
  signature: 'hmac' | 'ed25519'
  data_format: 'json' | 'xml'
  signature_encoding: 'hex' | 'base64'
}

export type WebhookInput = {
  [Member in keyof WebhookFields]?: WebhookFields[Member] | undefined
} & {
  links?: { forums?: number[] | undefined; statuses?: number[] | undefined } | undefined
}

export type WebhookWriter = {
  actor: number
  origin: Origin
  /** What the caller may read: the webhook sends nothing else. */
  areas: Areas
  readKeys: ReadKeys
  /** Throws for an address that the service must not reach. */
  checkUrl(url: string): unknown
}

type Row = WebhookFields & {
  id: number
  disabled_reason: string | null
  has_forums: boolean
  has_statuses: boolean
}

const DEFAULTS: Omit<WebhookFields, 'name' | 'url' | 'events'> = {
  state: 'enabled',
  format: 'standard',
  min_supporters: null,
  signature: 'hmac',
  data_format: 'json',
  signature_encoding: 'hex',
}

const subject = (id: number) => ({ type: webhooks.name, id })

export async function createWebhook(
  tx: Tx,
  writer: WebhookWriter,
  input: WebhookInput & { url: string; events: string[]; secret?: string | undefined },
): Promise<{ id: number; secret: string | null }> {
  const { links = {}, secret: given, ...members } = input
  const fields: WebhookFields = {
    ...DEFAULTS,
    name: new URL(checkAddress(writer, input.url)).host,
    ...omitUndefined(members),
    url: input.url,
    events: [...new Set(input.events)],
  }
  checkEvents(fields, writer.areas)
  if (fields.signature === 'ed25519') requireStandard(fields.format)
  // Two at once must not pass the limit together.
  await sql`lock table webhooks in share row exclusive mode`.execute(tx)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from webhooks`.execute(tx)
  if ((counted[0]?.count ?? 0) >= MAX_WEBHOOKS)
    throw new ApiError(
      'conflict',
      `There are ${MAX_WEBHOOKS} webhooks. Delete one that is not used any more.`,
    )
  const { rows } = await sql<{ id: number }>`
    insert into webhooks (name, url, state, disabled_reason, format, events, has_forums, has_statuses, min_supporters,
      signature, data_format, signature_encoding, areas, created_by_id, updated_by_id)
    values (${fields.name}, ${fields.url}, ${fields.state}, ${fields.state === 'enabled' ? null : 'by_hand'},
      ${fields.format}, ${fields.events}, ${isLimit(links.forums)}, ${isLimit(links.statuses)},
      ${fields.min_supporters}, ${fields.signature}, ${fields.data_format}, ${fields.signature_encoding},
      ${toList(writer.areas)}::text[], ${writer.actor}, ${writer.actor})
    returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  await sql`insert into webhook_states (webhook_id) values (${id})`.execute(tx)
  await setLinks(tx, id, links)
  const secret = await storeSecret(tx, writer.readKeys, { id, ...fields }, given)
  await recordAudit(tx, writer.origin, {
    action: 'webhook_created',
    subject: subject(id),
    after: { ...fields, ...links },
  })
  await followEvents(tx)
  return { id, secret }
}

export async function updateWebhook(
  tx: Tx,
  writer: WebhookWriter,
  id: number,
  { links = {}, ...input }: WebhookInput,
): Promise<void> {
  const before = await lockWebhook(tx, id)
  const changes = omitUndefined(input)
  const fields: WebhookFields = { ...pickFields(before), ...changes }
  fields.events = [...new Set(fields.events)]
  if (fields.url !== before.url) checkAddress(writer, fields.url)
  // Who saves it sends it: with fewer rights than before, it sends less.
  checkEvents(fields, writer.areas)
  if (before.signature === 'ed25519') requireStandard(fields.format)
  const isEnabled = fields.state === 'enabled'
  await sql`
    update webhooks set name = ${fields.name}, url = ${fields.url}, state = ${fields.state},
      disabled_reason = ${isEnabled ? null : (before.disabled_reason ?? 'by_hand')}, format = ${fields.format},
      events = ${fields.events}, min_supporters = ${fields.min_supporters}, data_format = ${fields.data_format},
      has_forums = ${links.forums ? isLimit(links.forums) : before.has_forums},
      has_statuses = ${links.statuses ? isLimit(links.statuses) : before.has_statuses},
      signature_encoding = ${fields.signature_encoding}, areas = ${toList(writer.areas)}::text[],
      updated_by_id = ${writer.actor}, updated_at = now()
    where id = ${id}`.execute(tx)
  await setLinks(tx, id, links)
  if (isEnabled && before.state === 'disabled') await restart(tx, id)
  if (!isEnabled) await skipWaiting(tx, id)
  // What waits is written again, in the new form.
  if (fields.format !== before.format || fields.data_format !== before.data_format)
    await sql`
      update webhook_deliveries set request_body = null where webhook_id = ${id} and state = 'waiting'`.execute(
      tx,
    )
  await recordAudit(tx, writer.origin, {
    action: 'webhook_changed',
    subject: subject(id),
    before: Object.fromEntries(
      Object.keys(changes).map((name) => [name, before[name as keyof Row]]),
    ),
    after: { ...changes, ...links },
  })
  await followEvents(tx)
}

export async function deleteWebhook(tx: Tx, origin: Origin, id: number): Promise<void> {
  const before = await lockWebhook(tx, id)
  await sql`delete from webhooks where id = ${id}`.execute(tx)
  await recordAudit(tx, origin, {
    action: 'webhook_deleted',
    subject: subject(id),
    before: pickFields(before),
  })
  await followEvents(tx)
}

/** The secrets before sign too until the overlap ends. */
export async function rotateWebhookSecret(
  tx: Tx,
  { origin, readKeys }: Pick<WebhookWriter, 'origin' | 'readKeys'>,
  id: number,
  { overlapSeconds, secret: given }: { overlapSeconds: number; secret?: string | undefined },
): Promise<string | null> {
  const webhook = await lockWebhook(tx, id)
  // The receiver has to try each of them.
  await sql`
    delete from webhook_secrets where webhook_id = ${id} and (expires_at is not null or ${overlapSeconds === 0})`.execute(
    tx,
  )
  await sql`
    update webhook_secrets set expires_at = now() + ${overlapSeconds} * interval '1 second'
    where webhook_id = ${id}`.execute(tx)
  const secret = await storeSecret(tx, readKeys, webhook, given)
  await sql`update webhooks set updated_at = now() where id = ${id}`.execute(tx)
  await recordAudit(tx, origin, {
    action: 'webhook_secret_rotated',
    subject: subject(id),
    after: { overlap_seconds: overlapSeconds },
  })
  return secret
}

/** An event that says nothing, delivered like any other. Returns the id of the delivery. */
export async function testWebhook(tx: Tx, id: number): Promise<number> {
  await requireEnabled(tx, id)
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (webhook_id, event, collection, record_id)
    values (${id}, ${TEST_EVENT}, ${webhooks.name}, ${id}) returning id`.execute(tx)
  await sendNow(tx, id)
  return (rows[0] as { id: number }).id
}

export type Replayed = ({ from: string; to: string } | { deliveries: number[] }) & {
  /** Only messages that no delivery has brought, or is about to. */
  onlyUndelivered: boolean
}

/** Each message once more, with its id, in the old order. Returns how many there are. */
export async function replayDeliveries(tx: Tx, id: number, which: Replayed): Promise<number> {
  await requireEnabled(tx, id)
  const range =
    'deliveries' in which
      ? sql`d.id = any(${which.deliveries}::bigint[])`
      : sql`d.replay_of_id is null and d.occurred_at >= ${which.from}::timestamptz and d.occurred_at < ${which.to}::timestamptz`
  const missing = which.onlyUndelivered
    ? sql`and not exists (
        select from webhook_deliveries a
        where a.webhook_id = ${id} and a.message_id = d.message_id and a.state in ('delivered', 'waiting'))`
    : sql``
  const replayed = sql`
    select d.id from webhook_deliveries d where d.webhook_id = ${id} and d.state <> 'waiting' and ${range} ${missing}
    order by d.id limit ${MAX_REPLAYED + 1}`
  if ('deliveries' in which) await requireDeliveries(tx, id, which.deliveries)
  const count = await insertReplays(tx, replayed)
  if (count > MAX_REPLAYED)
    throw new ApiError(
      'invalid',
      `from, to: more than ${MAX_REPLAYED} deliveries. Choose a shorter time.`,
      { from: 'too_many' },
    )
  await sendNow(tx, id)
  return count
}

/** One that waits for its next attempt is sent now. Returns the id of the delivery that is sent. */
export async function replayDelivery(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ webhook_id: number }>`
    select webhook_id from webhook_deliveries where id = ${id}`.execute(tx)
  const [delivery] = rows
  if (!delivery) throw notFound({ singular: 'webhook delivery' }, id)
  await requireEnabled(tx, delivery.webhook_id)
  const { rows: hurried } = await sql<{ id: number }>`
    update webhook_deliveries set next_attempt_at = least(next_attempt_at, now()), updated_at = now()
    where id = ${id} and state = 'waiting' returning id`.execute(tx)
  await sendNow(tx, delivery.webhook_id)
  if (hurried[0]) return id
  await insertReplays(tx, sql`select ${id}::bigint as id`)
  const { rows: made } = await sql<{ id: number }>`
    select max(id) as id from webhook_deliveries where replay_of_id = ${id}`.execute(tx)
  return (made[0] as { id: number }).id
}

async function insertReplays(tx: Tx, ids: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with replayed as (${ids}), added as (
      insert into webhook_deliveries
        (message_id, webhook_id, replay_of_id, event, collection, record_id, suggestion_id, occurred_at, request_body)
      select d.message_id, d.webhook_id, d.id, d.event, d.collection, d.record_id, d.suggestion_id, d.occurred_at,
        d.request_body
      from webhook_deliveries d join replayed using (id) order by d.id
      returning 1
    )
    select count(*)::int as count from added`.execute(tx)
  return rows[0]?.count ?? 0
}

async function requireDeliveries(tx: Tx, id: number, deliveries: number[]): Promise<void> {
  const { rows } = await sql<{ id: number; state: string | null }>`
    select sent.id, d.state from unnest(${deliveries}::bigint[]) sent (id)
    left join webhook_deliveries d on d.id = sent.id and d.webhook_id = ${id}
    where d.id is null or d.state = 'waiting' limit 1`.execute(tx)
  const [wrong] = rows
  if (!wrong) return
  const problem = wrong.state === null ? 'is not one of this webhook' : 'still waits to be sent'
  throw new ApiError('invalid', `deliveries: delivery ${wrong.id} ${problem}.`, {
    deliveries: 'in',
  })
}

async function lockWebhook(tx: Tx, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select id, name, url, state, disabled_reason, format, events, min_supporters, signature, data_format,
      signature_encoding, has_forums, has_statuses
    from webhooks where id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw notFound(webhooks, id)
  return rows[0]
}

async function requireEnabled(tx: Tx, id: number): Promise<void> {
  const { state } = await lockWebhook(tx, id)
  if (state !== 'enabled')
    throw new ApiError('conflict', `Webhook ${id} is disabled. Set its state to enabled first.`)
}

/** Only what happens from now on is sent. */
const restart = (tx: Tx, id: number) =>
  sql`
    update webhook_states set enabled_at = now(), failing_since = null, failures = 0, paused_until = null
    where webhook_id = ${id}`.execute(tx)

/** It can be replayed. */
export const skipWaiting = (tx: Tx, id: number) =>
  sql`
    update webhook_deliveries set state = 'skipped', next_attempt_at = null, updated_at = now(),
      error = coalesce(error, 'The webhook was disabled.')
    where webhook_id = ${id} and state = 'waiting'`.execute(tx)

/** While a webhook is enabled, events are kept until they were read for it. */
export async function followEvents(tx: Tx): Promise<void> {
  await beginToFollow(tx)
  await sql`
    delete from event_consumers where name = ${WEBHOOK_CONSUMER} and not ${IS_FOLLOWED}`.execute(tx)
  await announceDeliveries(tx)
}

const IS_FOLLOWED = sql`exists (select from webhooks where state = 'enabled')`

/** From this transaction on. A restored backup has webhooks, and no positions of the other server. */
export const beginToFollow = (tx: Tx) =>
  sql`
    insert into event_consumers (name, xid, id)
    select ${WEBHOOK_CONSUMER}, pg_current_xact_id(), 0
    where ${IS_FOLLOWED} and not exists (select from event_consumers where name = ${WEBHOOK_CONSUMER})
    on conflict do nothing`.execute(tx)

/** Somebody asked for it, so the rest of an address that failed is over. */
async function sendNow(tx: Tx, id: number): Promise<void> {
  await sql`
    update webhook_states set paused_until = null where webhook_id = ${id} and paused_until is not null`.execute(
    tx,
  )
  await announceDeliveries(tx)
}

/** Rare: unlike events, a notification in the transaction costs nothing here. */
const announceDeliveries = (tx: Tx) => sql`select pg_notify(${WEBHOOKS_CHANNEL}, '')`.execute(tx)

function checkAddress({ checkUrl }: WebhookWriter, url: string): string {
  try {
    checkUrl(url)
    return url
  } catch (error) {
    throw new ApiError('invalid', `url: ${(error as Error).message}`, { url: 'invalid' })
  }
}

function checkEvents({ format, events }: WebhookFields, areas: Areas): void {
  const known = format === 'service_hook' ? Object.keys(SERVICE_HOOK_EVENTS) : WEBHOOK_EVENTS
  const problems = events.flatMap((event, i): Problem[] => {
    const path = ['events', i]
    if (!known.includes(event)) {
      const right =
        format === 'service_hook'
          ? `Those of this format are ${known.join(', ')}.`
          : 'A collection and what happens to its records, such as suggestions.created, comments.updated or users.deleted.'
      const message = `events: ${JSON.stringify(event.slice(0, 100))} is no event. ${right}`
      return [{ path, code: 'in', message }]
    }
    const collections = (SERVICE_HOOK_EVENTS[event] ?? [event]).map((name) => name.split('.')[0])
    // The older form has people in every record.
    const needed = format === 'service_hook' ? (['people', 'feedback'] as const) : []
    const isHidden = [
      ...needed,
      ...collections.flatMap((name) => findResource(name ?? '')?.access.scope ?? []),
    ].some((area) => !isReadable(areas, area))
    return isHidden
      ? [
          {
            path,
            code: 'forbidden',
            message: `events: the token may not read what ${event} sends.`,
          },
        ]
      : []
  })
  if (problems.length > 0) throw invalidInput(problems)
}

function requireStandard(format: WebhookFormat): void {
  if (format === 'standard') return
  throw new ApiError(
    'invalid',
    `signature: ed25519 is for the format standard. For ${format} use hmac.`,
    { signature: 'in' },
  )
}

async function setLinks(
  tx: Tx,
  id: number,
  { forums, statuses }: NonNullable<WebhookInput['links']>,
): Promise<void> {
  for (const [table, column, collection, targets] of [
    ['webhook_forums', 'forum_id', 'forums', forums],
    ['webhook_statuses', 'status_id', 'statuses', statuses],
  ] as const) {
    if (targets === undefined) continue
    const { rows } = await sql<{ id: number }>`
      select sent.id from unnest(${targets}::bigint[]) sent (id)
      where not exists (select from ${sql.table(collection)} t where t.id = sent.id) limit 1`.execute(
      tx,
    )
    if (rows[0]) throw invalidInput([missingLink(collection, collection, rows[0].id)])
    await sql`
      with removed as (
        delete from ${sql.table(table)} where webhook_id = ${id} and ${sql.ref(column)} <> all(${targets}::bigint[])
      )
      insert into ${sql.table(table)} (webhook_id, ${sql.ref(column)})
      select ${id}, target from unnest(${targets}::bigint[]) target on conflict do nothing`.execute(
      tx,
    )
  }
}

const MIN_SECRET_LENGTH = 16

/** Returns what is shown once: null for a key pair, whose private key stays here. */
async function storeSecret(
  tx: Tx,
  readKeys: ReadKeys,
  webhook: { id: number; signature: string; format: WebhookFormat },
  given: string | undefined,
): Promise<string | null> {
  if (given !== undefined) checkSecret(webhook, given)
  const isPair = webhook.signature === 'ed25519'
  const secret = given ?? (isPair ? createWebhookPrivateKey() : createWebhookSecret())
  const encryptionKey = await readEncryptionKey(tx, readKeys)
  const { rows } = await sql<{ id: number }>`
    insert into webhook_secrets (webhook_id) values (${webhook.id}) returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  const encrypted = encryptSecret(encryptionKey, Buffer.from(secret), `webhook_secrets ${id}`)
  await sql`update webhook_secrets set encrypted_secret = ${encrypted} where id = ${id}`.execute(tx)
  if (!isPair) return secret
  await sql`update webhooks set public_key = ${webhookPublicKeyOf(secret)} where id = ${webhook.id}`.execute(
    tx,
  )
  return null
}

function checkSecret({ signature, format }: { signature: string; format: string }, secret: string) {
  const refuse = (message: string) => {
    throw new ApiError('invalid', `secret: ${message}`, { secret: 'invalid' })
  }
  if (signature === 'ed25519') refuse('a key pair is made by the service. Leave it out.')
  if (format === 'standard' && !isWebhookSecret(secret))
    refuse('must be whsec_ and 24 to 64 random bytes in base64. Leave it out to get a new one.')
  if (secret.length < MIN_SECRET_LENGTH)
    refuse(`must have at least ${MIN_SECRET_LENGTH} characters.`)
}

const isLimit = (ids: number[] | undefined) => (ids?.length ?? 0) > 0

const toList = (areas: Areas) => (areas === null ? null : [...areas])

const pickFields = ({
  id: _,
  disabled_reason: __,
  has_forums: ___,
  has_statuses: ____,
  ...fields
}: Row): WebhookFields => fields

const omitUndefined = <T extends object>(
  members: T,
): { [Member in keyof T]?: Exclude<T[Member], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
