// Does once for the whole load what triggers do for other writers.

import type { Client } from 'pg'
import type { Rows } from './copy.ts'
import type { People } from './people.ts'
import type { Tally } from './scene.ts'
import type { Plan } from './suggestions.ts'

const UNCOUNTED = [
  'suggestion_labels',
  'suggestion_features',
  'suggestion_accounts',
  'suggestion_figures',
  'external_account_figures',
]

export async function countAdded(client: Client, copied: Rows[], tally: Tally): Promise<void> {
  for (const { table, count } of copied) {
    if (UNCOUNTED.includes(table) || count === 0) continue
    await client.query('insert into record_counts (collection, count) values ($1, $2)', [
      table,
      count,
    ])
  }
  // In the order in which the triggers lock them.
  await addCounts(client, 'labels', '', tally.labels)
  for (const table of ['forums', 'categories'] as const) {
    await addCounts(client, table, 'suggestions_count = suggestions_count + visible,', tally[table])
  }
}

/** Adds the new suggestions to the counts by combination. */
export async function countCombinations(client: Client, { firstId, count }: Plan): Promise<void> {
  await client.query(
    `insert into suggestion_counts (forum_id, category_id, status_id, state, is_closed, is_merged, count)
     select forum_id, category_id, status_id, state, closed_at is not null, parent_suggestion_id is not null, count(*)
     from suggestions where id between $1 and $2 group by 1, 2, 3, 4, 5, 6`,
    [firstId, firstId + count - 1],
  )
}

/** Adds the new suggestions to the counts by labels. */
export async function countLabelSets(client: Client, { firstId, count }: Plan): Promise<void> {
  await client.query(
    `insert into label_set_counts (labels, count)
     select labels, count(*) from (
       select array_agg(label_id order by label_id) as labels from suggestion_labels
       where suggestion_id between $1 and $2 group by suggestion_id
     ) labelled group by labels`,
    [firstId, firstId + count - 1],
  )
}

/** Adds their supporters to the counts by forum. */
export async function countForumSupporters(
  client: Client,
  { firstId, count }: Plan,
): Promise<void> {
  await client.query(
    `insert into supporter_counts (forum_id, count)
     select forum_id, sum(supporters_count) from suggestions join suggestion_figures using (id)
     where id between $1 and $2 group by 1 having sum(supporters_count) <> 0`,
    [firstId, firstId + count - 1],
  )
}

/** Adds the times of the new suggestions and of their supporters. */
export async function countTimes(client: Client, { firstId, count }: Plan): Promise<void> {
  const added = [
    { relation: 'suggestions', column: 'created_at', counts: 'created', key: 'id' },
    { relation: 'suggestion_figures', column: 'updated_at', counts: undefined, key: 'id' },
    { relation: 'supporters', column: 'created_at', counts: 'created', key: 'suggestion_id' },
    { relation: 'supporters', column: 'updated_at', counts: 'updated', key: 'suggestion_id' },
  ]
  for (const { relation, column, counts, key } of added) {
    const rows = `${relation} where ${key} between $1 and $2`
    const values = [firstId, firstId + count - 1]
    await client.query(
      `insert into time_blocks (relation, block, lowest)
       select '${relation}', id / 1000, min(${column}) from ${rows} group by 2`,
      values,
    )
    if (counts === undefined) continue
    await client.query(
      `insert into time_counts (relation, day, created, updated)
       select '${relation}', (${column} at time zone 'UTC')::date,
         ${counts === 'created' ? 'count(*), 0' : '0, count(*)'}
       from ${rows} group by 2`,
      values,
    )
  }
}

/** Links users to their ratings, which are loaded after the users. */
export async function linkRatings(client: Client, { firstId, count }: People): Promise<void> {
  await client.query(
    `update users set current_nps_rating_id = ratings[1], previous_nps_rating_id = ratings[2]
     from (
       select user_id, array_agg(id order by id desc) as ratings from nps_ratings
       where user_id between $1 and $2 group by user_id
     ) given where users.id = user_id`,
    [firstId, firstId + count - 1],
  )
}

/** Links suggestions to their status updates, which are loaded after the suggestions. */
export async function linkStatusUpdates(client: Client, { firstId, count }: Plan): Promise<void> {
  await client.query(
    `update suggestions set last_status_update_id = last, last_internal_status_update_id = last_internal
     from (
       select suggestion_id, max(id) as last, max(internal_id) as last_internal
       from (
         select suggestion_id, id, null::bigint as internal_id from status_updates
         union all select suggestion_id, null, id from internal_status_updates
       ) one where suggestion_id between $1 and $2 group by suggestion_id
     ) made where suggestions.id = suggestion_id`,
    [firstId, firstId + count - 1],
  )
}

// Locks rows in the order of ids, as the triggers do.
async function addCounts(
  client: Client,
  table: string,
  visible: string,
  counts: Tally['forums'],
): Promise<void> {
  const added = [...counts].map(([id, count]) => ({ id, ...count }))
  await client.query(
    `with added as (
       select * from jsonb_to_recordset($1::jsonb) as (id bigint, visible int, open int)
     ), locked as (
       select t.id, visible, open from ${table} t join added using (id) order by t.id for no key update of t
     )
     update ${table} t set ${visible} open_suggestions_count = open_suggestions_count + open, updated_at = now()
     from locked where t.id = locked.id`,
    [JSON.stringify(added)],
  )
}
