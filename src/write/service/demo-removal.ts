// Removes demonstration data in batches. A suggestion goes with everything that belongs to it, also with what people added to it. Every
// other demo record goes unless something else refers to it, so that records of the account's own keep what they use.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { lockPeople, lockPeopleAndSuggestions, selectPeople } from '../core/locks.ts'
import { deleteCustomField } from '../custom-fields.ts'
import { unmergeSuggestions } from '../merges.ts'
import { deleteSegment } from '../segments.ts'

const SUGGESTIONS_PER_BATCH = 250
const PEOPLE_PER_BATCH = 500

/** Returns whether all is removed. */
export async function removeDemoBatch(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select from demo_data where state = 'removing' for update`.execute(tx)
  if (!rows[0]) return true
  // Whether something is used is asked of up to forty tables. Planning every order of them takes longer than the removal.
  await sql`set local join_collapse_limit = 1`.execute(tx)
  for (const remove of [removeSuggestions, removePeople, removeUnused])
    if ((await remove(tx)) > 0) return false
  await sql`delete from demo_ranges`.execute(tx)
  await sql`delete from demo_data`.execute(tx)
  return true
}

/** Whether the record `r` of the collection was loaded. */
const isDemo = (collection: string, id = sql`r.id`) => sql`exists (
  select from demo_ranges where collection = ${collection} and ${id} between first_id and last_id)`

async function findDemoIds(tx: Tx, collection: string, rest: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${sql.table(collection)} r where ${isDemo(collection)} ${rest}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function removeSuggestions(tx: Tx): Promise<number> {
  // Merged ones first, because they refer to the others.
  const ids = await findDemoIds(
    tx,
    'suggestions',
    sql`order by parent_suggestion_id is null, id limit ${SUGGESTIONS_PER_BATCH}`,
  )
  if (ids.length === 0) return 0
  await unmergeOwn(tx, ids)
  await lockPeopleAndSuggestions(
    tx,
    selectPeople(() => sql`suggestion_id = any(${ids})`),
    sql`select unnest(${ids}::bigint[])`,
  )
  const keys = await listForeignKeys(tx)
  await deleteDependents(tx, keys, {
    table: 'suggestions',
    ids: sql`select unnest(${ids}::bigint[])`,
  })
  await sql`delete from suggestions where id = any(${ids})`.execute(tx)
  return ids.length
}

/** A merge of a demo suggestion with one of the account's own is undone, which gives each its supporters back. */
async function unmergeOwn(tx: Tx, ids: number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select r.id from suggestions r
    where (r.id = any(${ids}) or r.parent_suggestion_id = any(${ids}))
      and ${isDemo('suggestions')} <> ${isDemo('suggestions', sql`r.parent_suggestion_id`)}
      and r.parent_suggestion_id is not null
    order by r.id`.execute(tx)
  if (rows.length === 0) return
  const owner = await sql<{ id: number }>`
    select id from users where is_owner order by id limit 1`.execute(tx)
  await unmergeSuggestions(
    tx,
    owner.rows[0]?.id as number,
    rows.map(({ id }) => id),
  )
}

type ForeignKey = { child: string; column: string; parent: string; action: string; hasId: boolean }

const CASCADES = 'c'
const SETS_NULL = 'n'

async function listForeignKeys(tx: Tx): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select child.relname::text as child, attname::text as column, confdeltype::text as action,
      -- A row of figures has the id of its record, and some refer to it instead.
      case parent.relname when 'suggestion_figures' then 'suggestions' when 'user_figures' then 'users' when 'actors' then 'users'
        when 'external_account_figures' then 'external_accounts' else parent.relname::text end as parent,
      exists (select from pg_attribute where attrelid = conrelid and attname = 'id') as "hasId"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace
    -- The triggers of supporters read the other records of the suggestion.
    order by child.relname = 'supporters' desc, child.relname, attname`.execute(tx)
  return rows
}

/** Deletes the rows that refer to these, and those that refer to them, unless the foreign key does it. */
async function deleteDependents(
  tx: Tx,
  keys: ForeignKey[],
  { table, ids, path = [table] }: { table: string; ids: RawBuilder<unknown>; path?: string[] },
): Promise<void> {
  for (const { child, column, parent, action, hasId } of keys) {
    if (parent !== table || action === CASCADES || action === SETS_NULL) continue
    const refers = sql`${sql.ref(column)} in (${ids})`
    if (path.includes(child)) {
      await sql`update ${sql.table(child)} set ${sql.ref(column)} = null where ${refers}`.execute(
        tx,
      )
      continue
    }
    if (hasId) {
      const dependents = sql`select id from ${sql.table(child)} where ${refers}`
      await deleteDependents(tx, keys, { table: child, ids: dependents, path: [...path, child] })
    }
    await sql`delete from ${sql.table(child)} where ${refers}`.execute(tx)
  }
}

/** External users and ratings; the users themselves can be in use. */
async function removePeople(tx: Tx): Promise<number> {
  for (const collection of ['external_users', 'nps_ratings']) {
    const ids = await findDemoIds(tx, collection, sql`order by id limit ${PEOPLE_PER_BATCH}`)
    if (ids.length === 0) continue
    const own = sql`from ${sql.table(collection)} where id = any(${ids})`
    await lockPeople(tx, sql`select user_id ${own}`)
    await sql`delete ${own}`.execute(tx)
    return ids.length
  }
  return 0
}

/** Rows that exist because of a record, and say nothing about its use. */
const BYPRODUCTS: Record<string, string[]> = {
  users: ['user_figures', 'actors', 'segment_members', 'team_members'],
  external_accounts: ['external_account_figures'],
  announcements: [
    'announcement_suggestions',
    'announcement_forums',
    'merge_announcements',
    'picture_uses',
  ],
  segments: ['segment_members', 'segment_figures', 'segmented_values'],
  forums: ['staff_notification_forums'],
}

/** Where a foreign key that sets null is a use too. */
const USED_BY_NAME = ['users', 'feature_statuses', 'product_areas', 'internal_statuses']

/** In an order in which each refers only to those after it. */
const REMOVED_IF_UNUSED = [
  'announcements',
  'segments',
  'features',
  'feature_statuses',
  'product_areas',
  'internal_statuses',
  'tickets',
  'categories',
  'forums',
  'labels',
  'external_accounts',
  'custom_fields',
  'users',
  'teams',
]

/** What goes together with more than its own row. */
const REMOVERS: Record<string, (tx: Tx, id: number) => Promise<void>> = {
  custom_fields: deleteCustomField,
  segments: deleteSegment,
}

async function removeUnused(tx: Tx): Promise<number> {
  const keys = await listForeignKeys(tx)
  for (const collection of REMOVED_IF_UNUSED) {
    const unused = sql`and ${isUnused(keys, collection)} order by id limit ${PEOPLE_PER_BATCH}`
    const ids = await findDemoIds(tx, collection, unused)
    if (ids.length === 0) continue
    const removeOne = REMOVERS[collection]
    if (removeOne) for (const id of ids) await removeOne(tx, id)
    else await sql`delete from ${sql.table(collection)} where id = any(${ids})`.execute(tx)
    return ids.length
  }
  return 0
}

/** Whether nothing refers to the record `r`. Who changed a record last is no use of that person. */
function isUnused(keys: ForeignKey[], collection: string): RawBuilder<unknown> {
  const uses = keys.filter(
    ({ parent, child, column, action }) =>
      parent === collection &&
      column !== 'updated_by_id' &&
      !BYPRODUCTS[collection]?.includes(child) &&
      (action !== SETS_NULL || USED_BY_NAME.includes(collection)),
  )
  const conditions = uses.map(
    ({ child, column }) =>
      sql`not exists (select from ${sql.table(child)} c where ${sql.ref(`c.${column}`)} = r.id)`,
  )
  if (collection === 'custom_fields')
    conditions.push(
      sql`not exists (select from custom_values where field_id = r.id)`,
      sql`not exists (select from segments where position(r.key in filters::text) > 0)`,
    )
  if (collection === 'segments')
    conditions.push(
      sql`not exists (select from segmented_values v where v.segment_id = r.id and not ${isDemo('segmented_values', sql`v.id`)})`,
    )
  return sql.join([sql`true`, ...conditions], sql` and `)
}
