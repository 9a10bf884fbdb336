// Who is in a segment, and what its people are to each suggestion and feature. Computed wholly when a segment is made
// or changed, and after that by a task, which looks only at what changed since (`stale_records`).
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import {
  type CustomFields,
  compileExpression,
  customFieldsIn,
  type Expression,
  isRelative,
  type Refuse,
  readExpression,
} from '../segment-expression.ts'

type Segment = { id: number; filters: Expression }

// One transaction computes at a time: two would undo each other's work.
export const lockSegments = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('segments'))`.execute(tx)

/** The custom fields that exist among those that the expression asks for. */
async function findCustomFields(tx: Tx, expression: Expression): Promise<CustomFields> {
  const names = customFieldsIn(expression)
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; id: number; field_type: string }>`
    select object_type || '.' || key as name, id, field_type from custom_fields
    where object_type || '.' || key = any(${names})`.execute(tx)
  return new Map(rows.map(({ name, ...field }) => [name, field]))
}

/** The condition on a row of `users`. */
async function buildCondition(
  tx: Tx,
  expression: Expression,
  refuse?: Refuse,
): Promise<RawBuilder<boolean>> {
  const fields = await findCustomFields(tx, expression)
  const { sql: text, values } = compileExpression(expression, fields, refuse)
  const parts = text.split('?').map((part) => sql.raw(part))
  return sql<boolean>`(${sql.join(parts, sql`${JSON.stringify(values)}::jsonb`)})`
}

/** A segment's people and figures, from nothing. */
export async function computeSegment(
  tx: Tx,
  { id, filters }: Segment,
  refuse?: Refuse,
): Promise<void> {
  await updateMembers(tx, id, await buildCondition(tx, filters, refuse))
  await updateFigures(tx, 'suggestions', [id])
  await updateFigures(tx, 'features', [id])
  // A segment that the planner has not heard of seems to hold nobody, which makes for bad plans.
  await sql`analyze segment_members, segment_figures`.execute(tx)
  // What others write at this moment is not seen yet; the task looks once more.
  await sql`insert into stale_records values ('segments', ${id})`.execute(tx)
}

/** Brings up to date what anything that changed since the last time bears on. */
export async function refreshFigures(tx: Tx): Promise<void> {
  await lockSegments(tx)
  const stale = await takeStaleRecords(tx)
  const segments = await listSegments(tx)
  const people = new Set<number>()
  for (const { id, filters } of segments) {
    const isWhole = stale.segments.includes(id) || isRelative(filters)
    const condition = await buildCondition(tx, filters)
    const changed = await updateMembers(tx, id, condition, isWhole ? undefined : stale.users)
    for (const user of changed) people.add(user)
  }
  const all = segments.map(({ id }) => id)
  const again = all.filter((id) => stale.segments.includes(id))
  if (again.length > 0) {
    await updateFigures(tx, 'suggestions', again)
    await updateFigures(tx, 'features', again)
  }
  const suggestions = await addSupportedSuggestions(
    tx,
    [...people, ...stale.users],
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

/** What was noted, each once; it is noted no longer. */
async function takeStaleRecords(tx: Tx): Promise<StaleRecords> {
  const { rows } = await sql<StaleRecords>`
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
  const { users, suggestions, features, segments } = rows[0] as StaleRecords
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

/** Of all people, or of these; those who came or left. */
async function updateMembers(
  tx: Tx,
  segment: number,
  condition: RawBuilder<boolean>,
  among?: number[],
): Promise<number[]> {
  if (among?.length === 0) return []
  const people = among
    ? sql`unnest(${among}::bigint[]) these (id) join users on users.id = these.id`
    : sql`users`
  // Both ask each person anew: a list of all who belong, compared with the members, could take the square of the time.
  const { rows } = await sql<{ user_id: number }>`
    with gone as (
      delete from segment_members m using ${people}
      where m.segment_id = ${segment} and m.user_id = users.id and not ${condition}
      returning user_id
    ), added as (
      insert into segment_members (segment_id, user_id)
      select ${segment}, users.id from ${people}
      where ${condition}
      on conflict do nothing returning user_id
    )
    select user_id from gone union all select user_id from added`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Who supports which record of the collection; `these` joins the records that are asked for by their ids. */
const SUPPORT_QUERIES = {
  suggestions: (these: JoinRecords) => sql`
    select suggestion_id as record_id, user_id from supporters ${these('suggestion_id')}`,
  features: (these: JoinRecords) => sql`
    select distinct feature_id as record_id, user_id
    from suggestion_features ${these('feature_id')} join supporters using (suggestion_id)`,
}
type JoinRecords = (column: string) => RawBuilder<unknown>

/** Of all records of the collection, or of these. Each person and each account counts once. */
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
  const these: JoinRecords = (column) =>
    among ? sql`join unnest(${ids}) these (id) on these.id = ${sql.ref(column)}` : sql``
  await sql`
    with people as materialized (
      select m.segment_id, record_id, s.user_id
      from (${SUPPORT_QUERIES[collection](these)}) s join segment_members m on m.user_id = s.user_id
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
    ) each_once
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
