// Members of segments, and the figures of segments for each suggestion and feature. They are computed in full when a
// segment is created or changed. Later a job updates only records that changed since (`stale_records`), in batches.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { addJob } from '../../db/enqueue.ts'
import {
  type CustomFields,
  compileExpression,
  customFieldsIn,
  isRelative,
  type Refuse,
  readExpression,
  type SegmentExpression,
} from '../../resources/segment-expression.ts'
import { inTransaction } from '../core/transaction.ts'

type Segment = { id: number; filters: SegmentExpression }

// Only one transaction computes at a time: concurrent ones would overwrite each other's results.
const LOCK_KEY = `hashtext('segments')`
const MAX_WAIT_SECONDS = 5

/** A load of demonstration data can hold the lock for minutes. A request then gets 503. */
export async function lockSegments(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(`${MAX_WAIT_SECONDS}s`)}`.execute(tx)
  await sql`select pg_advisory_xact_lock(${sql.raw(LOCK_KEY)})`.execute(tx)
  await sql`set local lock_timeout to default`.execute(tx)
}

/** For a transaction that takes it before all other locks, and so can wait. */
export const WAIT_FOR_SEGMENTS = `select pg_advisory_xact_lock(${LOCK_KEY})`

async function tryLockSegments(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.raw(LOCK_KEY)}) as is_locked`.execute(tx)
  return rows[0]?.is_locked === true
}

/** The existing custom fields among those in the expression. */
async function findCustomFields(tx: Tx, expression: SegmentExpression): Promise<CustomFields> {
  const names = customFieldsIn(expression)
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; id: number; field_type: string }>`
    select object_type || '.' || key as name, id, field_type from custom_fields
    where object_type || '.' || key = any(${names})`.execute(tx)
  return new Map(rows.map(({ name, ...field }) => [name, field]))
}

/** A condition on rows of `users`. */
async function buildCondition(
  tx: Tx,
  expression: SegmentExpression,
  toError?: Refuse,
): Promise<RawBuilder<boolean>> {
  const fields = await findCustomFields(tx, expression)
  const { sql: text, values } = compileExpression(expression, fields, toError)
  const parts = text.split('?').map((part) => sql.raw(part))
  return sql<boolean>`(${sql.join(parts, sql`${JSON.stringify(values)}::jsonb`)})`
}

/** Computes members and figures in full. */
export async function computeSegment(
  tx: Tx,
  { id, filters }: Segment,
  toError?: Refuse,
): Promise<void> {
  await updateMembers(tx, id, await buildCondition(tx, filters, toError))
  await updateFigures(tx, 'suggestions', [id])
  await updateFigures(tx, 'features', [id])
  // Without statistics the planner takes the new segment for empty and chooses slow plans.
  await sql`analyze segment_members, segment_figures`.execute(tx)
  // Concurrent writes are not visible yet, so the job checks the segment again.
  await sql`insert into stale_records values ('segments', ${id})`.execute(tx)
}

/**
 * Updates members and figures for all records that changed since the last run, in batches of bounded size. Each batch commits
 * and what it leaves is in `stale_records`, so a run that ends early loses nothing. A run over `maxMs` continues in another job.
 */
export async function refreshFigures(
  db: Db | Tx,
  { maxMs = Number.POSITIVE_INFINITY, isContinued = false } = {},
): Promise<void> {
  const end = performance.now() + maxMs
  // Once per minute: a continuation that began with them again could never come to the others.
  if (!isContinued) await inTransaction(db, queueRelativeSegments)
  while (await inTransaction(db, refreshBatch)) {
    if (performance.now() < end) continue
    await sql`select ${addJob(CONTINUATION)}`.execute(db)
    return
  }
}

/** Has the key of the scheduled job, so only one of them waits. */
const CONTINUATION = {
  task: 'refresh_figures',
  payload: { continues: 1 },
  subject: sql`'refresh_figures'`,
} as const

/** What the condition of a relative segment matches changes with time. */
async function queueRelativeSegments(tx: Tx): Promise<void> {
  const relative = (await listSegments(tx)).filter(({ filters }) => isRelative(filters))
  if (relative.length === 0) return
  await sql`
    insert into stale_records (collection, record_id)
    select 'segment_members', id from unnest(${relative.map(({ id }) => id)}::bigint[]) id
    where not exists (
      select from stale_records s where s.collection = 'segment_members' and s.record_id = id)`.execute(
    tx,
  )
}

const BATCH = { users: 2000, suggestions: 2000, features: 10 }
/** Records of a whole collection are read in the order of ids, which is cheaper than one by one. */
const RANGE = { users: 20_000, suggestions: 5000, features: 10 }

/**
 * In the order in which one makes another stale: a segment its members, a user the supported suggestions, a suggestion its
 * features. Each returns whether it did anything.
 */
const STEPS: ((tx: Tx) => Promise<boolean>)[] = [
  queueWholeSegments,
  queueUsersOfAccounts,
  refreshUsers,
  refreshAllMembers,
  refreshSuggestions,
  (tx) => refreshAllFigures(tx, 'suggestions'),
  refreshFeatures,
  (tx) => refreshAllFigures(tx, 'features'),
]

/** Returns whether there can be more. */
async function refreshBatch(tx: Tx): Promise<boolean> {
  if (!(await tryLockSegments(tx))) return false
  // A batch is small, but by old statistics the planner can take a table for small too and read it whole.
  await sql`set local enable_seqscan = off`.execute(tx)
  for (const step of STEPS) if (await step(tx)) return true
  return false
}

type StaleCollection = 'users' | 'external_accounts' | 'suggestions' | 'features' | 'segments'

/** Deletes and returns the oldest stale records of the collection, without duplicates. */
async function takeStaleRecords(
  tx: Tx,
  collection: StaleCollection,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ record_id: number }>`
    with taken as (
      delete from stale_records where ctid = any(array(
        select ctid from stale_records where collection = ${collection} limit ${limit}))
      returning record_id
    )
    select distinct record_id from taken`.execute(tx)
  return rows.map(({ record_id }) => record_id)
}

/** A stale segment: everyone can be a member now, and every figure can be wrong. */
async function queueWholeSegments(tx: Tx): Promise<boolean> {
  const ids = await takeStaleRecords(tx, 'segments', BATCH.users)
  if (ids.length === 0) return false
  const parts = ['segment_members', 'segment_suggestions', 'segment_features']
  await sql`
    delete from stale_records where collection = any(${parts}) and record_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await sql`
    insert into stale_records (collection, record_id)
    select part, segments.id from segments, unnest(${parts}::text[]) part where segments.id = any(${ids}::bigint[])`.execute(
    tx,
  )
  return true
}

async function queueUsersOfAccounts(tx: Tx): Promise<boolean> {
  const accounts = await takeStaleRecords(tx, 'external_accounts', BATCH.users)
  if (accounts.length === 0) return false
  await sql`
    insert into stale_records (collection, record_id)
    select distinct 'users', user_id from external_users where external_account_id = any(${accounts}::bigint[])`.execute(
    tx,
  )
  return true
}

async function refreshUsers(tx: Tx): Promise<boolean> {
  const users = await takeStaleRecords(tx, 'users', BATCH.users)
  if (users.length === 0) return false
  const among = sql`users.id = any(${users}::bigint[])`
  for (const { id, filters } of await listSegments(tx))
    await updateMembers(tx, id, await buildCondition(tx, filters), among)
  // Also of people who stay members: their accounts or revenue can have changed.
  await queueSupportedSuggestions(tx, users)
  return true
}

async function queueSupportedSuggestions(tx: Tx, users: number[]): Promise<void> {
  if (users.length === 0) return
  await sql`
    insert into stale_records (collection, record_id)
    select distinct 'suggestions', suggestion_id from supporters where user_id = any(${users}::bigint[])`.execute(
    tx,
  )
}

async function refreshSuggestions(tx: Tx): Promise<boolean> {
  const suggestions = await takeStaleRecords(tx, 'suggestions', BATCH.suggestions)
  if (suggestions.length === 0) return false
  const segments = await listSegments(tx)
  await updateFigures(
    tx,
    'suggestions',
    segments.map(({ id }) => id),
    suggestions,
  )
  await sql`
    insert into stale_records (collection, record_id)
    select distinct 'features', feature_id from suggestion_features where suggestion_id = any(${suggestions}::bigint[])`.execute(
    tx,
  )
  return true
}

async function refreshFeatures(tx: Tx): Promise<boolean> {
  const features = await takeStaleRecords(tx, 'features', BATCH.features)
  if (features.length === 0) return false
  await sql`select count_features(${features})`.execute(tx)
  const segments = await listSegments(tx)
  await updateFigures(
    tx,
    'features',
    segments.map(({ id }) => id),
    features,
  )
  return true
}

type WholeCollection = 'users' | 'suggestions' | 'features'
type Range = { segments: number[]; after: number; upTo: number }

/** The next range of ids for the whole segments that are furthest behind. Undefined when there are none. */
async function takeRange(
  tx: Tx,
  part: string,
  collection: WholeCollection,
): Promise<Range | undefined> {
  await sql`
    delete from stale_records where collection = ${part} and record_id not in (select id from segments)`.execute(
    tx,
  )
  const { rows } = await sql<{ segment: number; after: number }>`
    select distinct record_id as segment, position as after from stale_records
    where collection = ${part}
      and position = (select min(position) from stale_records where collection = ${part})`.execute(
    tx,
  )
  if (!rows[0]) return undefined
  const { after } = rows[0]
  const next = await sql<{ id: number }>`
    select id from ${sql.table(collection)} where id > ${after}
    order by id offset ${RANGE[collection] - 1} limit 1`.execute(tx)
  const upTo = next.rows[0]?.id
  const reached = sql`collection = ${part} and position = ${after}`
  await (upTo === undefined
    ? sql`delete from stale_records where ${reached}`
    : sql`update stale_records set position = ${upTo} where ${reached}`
  ).execute(tx)
  return {
    segments: rows.map(({ segment }) => segment),
    after,
    upTo: upTo ?? Number.MAX_SAFE_INTEGER,
  }
}

async function refreshAllMembers(tx: Tx): Promise<boolean> {
  const range = await takeRange(tx, 'segment_members', 'users')
  if (!range) return false
  const among = sql`users.id > ${range.after} and users.id <= ${range.upTo}`
  for (const { id, filters } of await listSegments(tx)) {
    if (!range.segments.includes(id)) continue
    const changed = await updateMembers(tx, id, await buildCondition(tx, filters), among)
    if (!(await isFullRefreshAhead(tx, id))) await queueSupportedSuggestions(tx, changed)
  }
  return true
}

async function isFullRefreshAhead(tx: Tx, segment: number): Promise<boolean> {
  const { rows } = await sql`
    select from stale_records
    where collection = 'segment_suggestions' and record_id = ${segment} and position = 0 limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

async function refreshAllFigures(tx: Tx, collection: 'suggestions' | 'features'): Promise<boolean> {
  const range = await takeRange(tx, `segment_${collection}`, collection)
  if (!range) return false
  await updateFigures(tx, collection, range.segments, range)
  return true
}

async function listSegments(tx: Tx): Promise<Segment[]> {
  const { rows } = await sql<Segment>`select id, filters from segments order by id`.execute(tx)
  return rows.map(({ id, filters }) => ({ id, filters: readExpression(filters, Error) }))
}

/** Checks all users, or only those that match `among`. Returns the users that joined or left. */
async function updateMembers(
  tx: Tx,
  segment: number,
  condition: RawBuilder<boolean>,
  among: RawBuilder<unknown> = sql`true`,
): Promise<number[]> {
  // Both parts evaluate the condition per user: comparing a list of matching users with the members can be quadratic.
  const { rows } = await sql<{ user_id: number }>`
    with removed as (
      delete from segment_members m using users
      where m.segment_id = ${segment} and m.user_id = users.id and ${among} and not ${condition}
      returning user_id
    ), added as (
      insert into segment_members (segment_id, user_id)
      select ${segment}, users.id from users
      where ${among} and ${condition}
      on conflict do nothing returning user_id
    )
    select user_id from removed union all select user_id from added`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Supporters of the records of a collection. Those of a feature can support several of its suggestions. */
const SUPPORT = {
  suggestions: { record: 'suggestion_id', distinct: '', from: 'supporters' },
  features: {
    record: 'feature_id',
    distinct: 'distinct',
    from: 'suggestion_features join supporters using (suggestion_id)',
  },
}

/** For all records of the collection, or only those in `among`. Each user and each account counts once. */
async function updateFigures(
  tx: Tx,
  collection: keyof typeof SUPPORT,
  segments: number[],
  among?: number[] | Pick<Range, 'after' | 'upTo'>,
): Promise<void> {
  if (segments.length === 0 || (Array.isArray(among) && among.length === 0)) return
  const matches = (column: string) => {
    if (!among) return sql`true`
    return Array.isArray(among)
      ? sql`${sql.ref(column)} = any(${among}::bigint[])`
      : sql`${sql.ref(column)} > ${among.after} and ${sql.ref(column)} <= ${among.upTo}`
  }
  const { record, distinct, from } = SUPPORT[collection]
  // Figures that stay as they are, which most do, are not written. Each is looked up, whatever the statistics say.
  await sql`
    delete from segment_figures f where collection = ${collection} and segment_id = any(${segments})
      and ${matches('record_id')} and not exists (
        select from ${sql.raw(from)} where ${sql.ref(record)} = f.record_id and exists (
          select from segment_members m where m.user_id = supporters.user_id and m.segment_id = f.segment_id offset 0)
        offset 0)`.execute(tx)
  const supporters = sql`
    select ${sql.raw(distinct)} ${sql.ref(record)} as record_id, user_id from ${sql.raw(from)} where ${matches(record)}`
  const ofSupporter = sql`
    select segment_id from segment_members where user_id = s.user_id and segment_id = any(${segments})`
  // For some records each supporter is looked up, also where the statistics are older than the members of a new segment.
  const members = among ? sql`lateral (${ofSupporter} offset 0)` : sql`lateral (${ofSupporter})`
  await sql`
    with people as materialized (
      select m.segment_id, record_id, s.user_id from (${supporters}) s, ${members} m
    ), accounts as (
      select distinct segment_id, record_id, external_account_id
      from people join external_users using (user_id) where external_account_id is not null
    )
    insert into segment_figures (collection, record_id, segment_id, users_count, accounts_count, revenue)
    select * from (
      select ${collection}::text as collection, record_id, segment_id, sum(users) as users, sum(accounts) as accounts,
        sum(revenue) as revenue
      from (
        select segment_id, record_id, 1 as users, 0 as accounts, 0 as revenue from people
        union all
        select segment_id, record_id, 0, 1, coalesce(mrr, 0)
        from accounts join external_accounts a on a.id = external_account_id
      ) counted
      group by record_id, segment_id
    ) c where not exists (
      select from segment_figures f
      where f.collection = c.collection and f.record_id = c.record_id and f.segment_id = c.segment_id
        and (f.users_count, f.accounts_count, f.revenue) = (users, accounts, c.revenue)
      offset 0)
    on conflict (collection, record_id, segment_id) do update
      set users_count = excluded.users_count, accounts_count = excluded.accounts_count, revenue = excluded.revenue`.execute(
    tx,
  )
}
