// An account with very many votes, in sets and without triggers and indexes: ten million take minutes, and the loader of moves several times
// as long.
import pg from 'pg'
import { dropForeignKeys, dropIndexes } from '../src/db/bulk-load.ts'
import { FIRST_ID, type MoveSizes } from './move-form.ts'

// Not suggestions_search: the index of words looks up each suggestion in it.
const TABLES = ['users', 'users_search', 'suggestions', 'supporters']

/** Of a database without records. */
export async function fillAccount(
  database: string,
  { suggestions, people }: MoveSizes,
  votes: number,
): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '256MB'; begin`)
  await client.query(`insert into forums (name) values ('A forum that moves')`)
  await client.query('set local session_replication_role = replica')
  const keys = await dropForeignKeys(client, TABLES)
  const indexes = await dropIndexes(client, TABLES)
  await client.query(
    `insert into users (id, email_address, name, created_at)
     select $1 + i, 'person-' || i || '@move.example.com', 'Person ' || i, ${AT} from generate_series(0, $2::bigint - 1) i`,
    [FIRST_ID, people],
  )
  await client.query(
    `insert into suggestions (id, title, body, forum_id, created_by_id, created_at)
     select $1 + i, 'Suggestion ' || i || ' that moves', 'It is described in a sentence or two.', (select id from forums), $1 + i % $2, ${AT}
     from generate_series(0, $3::bigint - 1) i`,
    [FIRST_ID, people, suggestions],
  )
  await client.query(
    `insert into supporters (id, suggestion_id, user_id, created_at)
     select $1 + i, $1 + (i % $2 * 7919 + i / $2) % $3, $1 + i % $2, ${AT}
     from generate_series(0, $4::bigint - 1) i`,
    [FIRST_ID, people, suggestions, votes],
  )
  for (const statement of COUNTS) await client.query(statement)
  for (const statement of [...indexes, ...keys]) await client.query(statement)
  await client.query('commit')
  await client.query('vacuum (analyze)')
  await client.end()
}

/** The times of the form (move-form.ts). */
const AT = `timestamptz '2020-01-01Z' + i * 7919 % 150000000 * interval '1 second'`

/** What triggers keep for people without accounts and ratings whose last vote is longer ago than a month. */
const COUNTS = [
  'insert into user_figures (id) select id from users',
  'insert into suggestion_figures (id) select id from suggestions',
  // The tables of words are empty and have no index now: a nested loop would compare each row with all that are written.
  'set local enable_nestloop = off',
  'select fill_search_words()',
  'set local enable_nestloop = on',
  `update user_figures u set supported_suggestions_count = n
   from (select user_id, count(*) as n from supporters group by 1) s where u.id = user_id`,
  `update suggestion_figures f set supporters_count = n, votes_count = n, first_support_at = first, last_support_at = last,
     last_engagement_at = last
   from (select suggestion_id, count(*) as n, min(created_at) as first, max(created_at) as last from supporters group by 1) s
   where f.id = suggestion_id`,
  `update forums set suggestions_count = n, open_suggestions_count = n from (select count(*) as n from suggestions) s`,
  `insert into supporter_counts (forum_id, count) select forums.id, count(*) from forums, supporters group by 1`,
  `insert into suggestion_counts (forum_id, category_id, status_id, state, is_closed, is_merged, count)
   select forum_id, null, null, state, false, false, count(*) from suggestions group by forum_id, state`,
  ...['users', 'suggestions', 'supporters'].map(
    (table) =>
      `insert into record_counts (collection, count) select '${table}', count(*) from ${table}`,
  ),
  ...['suggestions', 'supporters'].flatMap((table) => [
    `insert into time_counts (relation, day, created, updated)
     select '${table}', (created_at at time zone 'UTC')::date, count(*), 0 from ${table} group by 2`,
    `insert into time_blocks (relation, block, lowest) select '${table}', id / 1000, min(created_at) from ${table} group by 2`,
  ]),
  `insert into time_counts (relation, day, created, updated)
   select 'supporters', (updated_at at time zone 'UTC')::date, 0, count(*) from supporters group by 2`,
  `insert into time_blocks (relation, block, lowest)
   select 'suggestion_figures', id / 1000, min(updated_at) from suggestion_figures group by 2`,
  ...['users', 'suggestions', 'supporters'].map(
    (table) =>
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
  ),
  `select copy_suggestions_again('2020-01-01Z'), copy_people_again('2020-01-01Z')`,
]
