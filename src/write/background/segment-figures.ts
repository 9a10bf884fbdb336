// Members of segments, and the figures of segments for each suggestion and feature. They are computed in full when a
// segment is created or changed. Later a job updates only records that changed since (`stale_records`).
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import {
  type CustomFields,
  compileExpression,
  customFieldsIn,
  isRelative,
  type Refuse,
  readExpression,
  type SegmentExpression,
} from '../../resources/segment-expression.ts'

type Segment = { id: number; filters: SegmentExpression }

// Only one transaction computes at a time: concurrent ones would overwrite each other's results.
export const lockSegments = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('segments'))`.execute(tx)

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

/** Updates members and figures for all records that changed since the last run. */
export async function refreshFigures(tx: Tx): Promise<void> {
  await lockSegments(tx)
  const stale = await takeStaleRecords(tx)
  const segments = await listSegments(tx)
  const changedUsers = new Set<number>()
  for (const { id, filters } of segments) {
    const isFull = stale.segments.includes(id) || isRelative(filters)
    const condition = await buildCondition(tx, filters)
    const changed = await updateMembers(tx, id, condition, isFull ? undefined : stale.users)
    for (const user of changed) changedUsers.add(user)
  }
  const all = segments.map(({ id }) => id)
  const staleSegments = all.filter((id) => stale.segments.includes(id))
  if (staleSegments.length > 0) {
    await updateFigures(tx, 'suggestions', staleSegments)
    await updateFigures(tx, 'features', staleSegments)
  }
  const suggestions = await addSupportedSuggestions(
    tx,
    [...changedUsers, ...stale.users],
    stale.suggestions,
  )
  await updateFigures(tx, 'suggestions', all, suggestions)
  const features = await addLinkedFeatures(tx, suggestions, stale.features)
  if (features.length > 0) await sql`select count_features(${features})`.execute(tx)
  await updateFigures(tx, 'features', all, features)
}

type StaleRecords = {
  users: number[]
  suggestions: number[]
  features: number[]
  segments: number[]
}

/** Deletes and returns all stale records, without duplicates. */
async function takeStaleRecords(tx: Tx): Promise<StaleRecords> {
  // The driver leaves the numbers of arrays as text.
  const { rows } = await sql<Record<keyof StaleRecords, string[]>>`
    with taken as (
      delete from stale_records returning collection, record_id
    ), stale as materialized (
      select distinct collection, record_id from taken
    )
    select
      array(
        select record_id from stale where collection = 'users'
        union
        select e.user_id from stale join external_users e on e.external_account_id = record_id
        where collection = 'external_accounts'
      ) as users,
      array(select record_id from stale where collection = 'suggestions') as suggestions,
      array(select record_id from stale where collection = 'features') as features,
      array(select record_id from stale where collection = 'segments') as segments`.execute(tx)
  const { users = [], suggestions = [], features = [], segments = [] } = rows[0] ?? {}
  return {
    users: users.map(Number),
    suggestions: suggestions.map(Number),
    features: features.map(Number),
    segments: segments.map(Number),
  }
}

async function listSegments(tx: Tx): Promise<Segment[]> {
  const { rows } = await sql<Segment>`select id, filters from segments order by id`.execute(tx)
  return rows.map(({ id, filters }) => ({ id, filters: readExpression(filters, Error) }))
}

/** Checks all users, or only those in `among`. Returns the users that joined or left. */
async function updateMembers(
  tx: Tx,
  segment: number,
  condition: RawBuilder<boolean>,
  among?: number[],
): Promise<number[]> {
  if (among?.length === 0) return []
  const people = among
    ? sql`unnest(${among}::bigint[]) ids (id) join users on users.id = ids.id`
    : sql`users`
  // Both parts evaluate the condition per user: comparing a list of matching users with the members can be quadratic.
  const { rows } = await sql<{ user_id: number }>`
    with removed as (
      delete from segment_members m using ${people}
      where m.segment_id = ${segment} and m.user_id = users.id and not ${condition}
      returning user_id
    ), added as (
      insert into segment_members (segment_id, user_id)
      select ${segment}, users.id from ${people}
      where ${condition}
      on conflict do nothing returning user_id
    )
    select user_id from removed union all select user_id from added`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Supporters of the records of a collection. `join` restricts the records by id. */
const SUPPORT_QUERIES = {
  suggestions: (join: JoinRecords) => sql`
    select suggestion_id as record_id, user_id from supporters ${join('suggestion_id')}`,
  features: (join: JoinRecords) => sql`
    select distinct feature_id as record_id, user_id
    from suggestion_features ${join('feature_id')} join supporters using (suggestion_id)`,
}
type JoinRecords = (column: string) => RawBuilder<unknown>

/** For all records of the collection, or only those in `among`. Each user and each account counts once. */
async function updateFigures(
  tx: Tx,
  collection: keyof typeof SUPPORT_QUERIES,
  segments: number[],
  among?: number[],
): Promise<void> {
  if (segments.length === 0 || among?.length === 0) return
  const ids = sql`${among}::bigint[]`
  await sql`
    delete from segment_figures where collection = ${collection} and segment_id = any(${segments})
      ${among ? sql`and record_id = any(${ids})` : sql``}`.execute(tx)
  const join: JoinRecords = (column) =>
    among ? sql`join unnest(${ids}) ids (id) on ids.id = ${sql.ref(column)}` : sql``
  await sql`
    with people as materialized (
      select m.segment_id, record_id, s.user_id
      from (${SUPPORT_QUERIES[collection](join)}) s join segment_members m on m.user_id = s.user_id
      where m.segment_id = any(${segments})
    ), accounts as (
      select distinct segment_id, record_id, external_account_id
      from people join external_users using (user_id) where external_account_id is not null
    )
    insert into segment_figures (collection, record_id, segment_id, users_count, accounts_count, revenue)
    select ${collection}, record_id, segment_id, sum(users), sum(accounts), sum(revenue)
    from (
      select segment_id, record_id, 1 as users, 0 as accounts, 0 as revenue from people
      union all
      select segment_id, record_id, 0, 1, coalesce(mrr, 0)
      from accounts join external_accounts a on a.id = external_account_id
    ) counted
    group by record_id, segment_id`.execute(tx)
}

async function addSupportedSuggestions(
  tx: Tx,
  users: number[],
  others: number[],
): Promise<number[]> {
  if (users.length === 0) return others
  const { rows } = await sql<{ id: number }>`
    select distinct suggestion_id as id from supporters where user_id = any(${users}::bigint[])`.execute(
    tx,
  )
  return [...new Set([...rows.map(({ id }) => id), ...others])]
}

async function addLinkedFeatures(
  tx: Tx,
  suggestions: number[],
  others: number[],
): Promise<number[]> {
  if (suggestions.length === 0) return others
  const { rows } = await sql<{ id: number }>`
    select distinct feature_id as id from suggestion_features where suggestion_id = any(${suggestions}::bigint[])`.execute(
    tx,
  )
  return [...new Set([...rows.map(({ id }) => id), ...others])]
}
