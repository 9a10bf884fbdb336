// Demonstration data, loaded on every path through the loader, with all figures recomputed.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../src/db/db.ts'
import { migrate } from '../src/db/migrate.ts'
import { loadDemo } from '../src/demo/demo.ts'
import { seedDatabase } from '../src/write/seed.ts'
import { inDatabase, TEMPLATE } from './template-database.ts'

const SMALL = { suggestions: 2000, users: 300, accounts: 40 }
// Enough rows that the loader drops the indexes of suggestions and of external users.
const LARGE = { suggestions: 5000, users: 6000, accounts: 200 }
const PLAIN_ROLE = 'earshot_plain'

const server: pg.ClientConfig = JSON.parse(inject('connection'))

const twice = await createDatabase()
const firstLoad = await load(twice, SMALL)
await load(twice, SMALL)
const once = await createDatabase()
await load(once, SMALL)
const large = await createDatabase()
const indexesBefore = await indexes(large)
await load(large, LARGE)
const plain = await createPlainDatabase()
await load(plain, { ...LARGE, users: 300 })

/** For each figure, a query for the records with a wrong value. */
const FIGURES: Record<string, string> = {
  'comments, notes and requests of suggestions': `
    select from suggestions s where (comments_count, notes_count, requests_count) is distinct from (
      (select count(*) from comments where suggestion_id = s.id and state in ('approved', 'published')),
      (select count(*) from notes where suggestion_id = s.id), 0)`,
  'supporters of suggestions': `
    select from suggestions s,
      lateral (
        select count(*) as supporters, coalesce(sum(votes_count), 0) as votes, min(created_at) as first,
          max(created_at) as last
        from supporters where suggestion_id = s.id
      ) counted
    where (supporters_count, votes_count, first_support_at, last_support_at)
      is distinct from (supporters, votes, first, last)`,
  'accounts of suggestions': `
    select from suggestions s,
      lateral (
        select count(distinct p.id) as supporters, count(distinct a.id) as accounts
        from supporters p join external_users e using (user_id)
        join external_accounts a on a.id = e.external_account_id where p.suggestion_id = s.id
      ) counted,
      lateral (
        select coalesce(sum(mrr), 0) as revenue from external_accounts where id in (
          select external_account_id from external_users join supporters using (user_id)
          where suggestion_id = s.id)
      ) summed
    where (account_supporters_count, supporting_accounts_count, supporter_revenue)
      is distinct from (supporters, accounts, revenue)`,
  'satisfaction of suggestions': `
    select from suggestions s,
      lateral (
        select coalesce(round(avg(rating), 2), 0) as mean, count(*) filter (where rating <= 6) as detractors,
          count(*) filter (where rating in (7, 8)) as neutrals, count(*) filter (where rating >= 9) as promoters
        from supporters p join users u on u.id = p.user_id join nps_ratings r on r.id = u.current_nps_rating_id
        where p.suggestion_id = s.id
      ) counted
    where (supporter_satisfaction_score, satisfaction_detractor_count, satisfaction_neutral_count,
      satisfaction_promoter_count) is distinct from (mean, detractors, neutrals, promoters)`,
  'engagement of suggestions': `
    select from suggestions s,
      lateral (
        select max(created_at) as last, count(*) filter (where created_at >= (select cutoff from engagement_window)) as recent
        from (
          select created_at from supporters where suggestion_id = s.id
          union all
          select created_at from comments where suggestion_id = s.id and state in ('approved', 'published')
        ) engagement
      ) counted
    where (last_engagement_at, recent_engagement) is distinct from (last, recent)`,
  'status and closing of suggestions': `
    select from suggestions s left join statuses t on t.id = status_id
      left join status_updates u on u.id = last_status_update_id
    where (closed_at is not null) <> coalesce(not t.is_open, false) or u.new_status_id is distinct from status_id
      or last_status_update_id is distinct from (select max(id) from status_updates where suggestion_id = s.id)
      or (state = 'approved') <> (approved_at is not null)`,
  'places and parents of suggestions': `
    select from suggestions s left join categories c on c.id = category_id
      left join suggestions p on p.id = s.parent_suggestion_id
    where c.forum_id <> s.forum_id or p.forum_id <> s.forum_id or p.parent_suggestion_id is not null`,
  'times and texts of suggestions': `
    select from suggestions
    where updated_at < created_at or updated_at < greatest(last_engagement_at, closed_at, approved_at)
      or updated_at >= date_trunc('day', $1::timestamptz) or length(title) > 140
      or body_mime_type <> case body when '' then '' else 'text/plain' end`,
  'comments of supporters': `
    select from supporters p where comments_count <> (
      select count(*) from comments c where c.suggestion_id = p.suggestion_id and c.created_by_id = p.user_id
        and state in ('approved', 'published'))`,
  'people before what they do': `
    select from supporters p join users u on u.id = p.user_id join suggestions s on s.id = p.suggestion_id
    where p.created_at < s.created_at or p.created_at < u.created_at`,
  'supported suggestions of users': `
    select from users where supported_suggestions_count <> (select count(*) from supporters where user_id = users.id)`,
  'ratings of users': `
    select from users u,
      lateral (select array_agg(r order by id desc) as ratings from nps_ratings r where user_id = u.id) given
    where (satisfaction_score, current_nps_rating_id, previous_nps_rating_id) is distinct from
        (ratings[1].rating, ratings[1].id, ratings[2].id)
      or ratings[1].previous_rating is distinct from ratings[2].rating`,
  'members of teams': `
    select from teams where members_count <> (select count(*) from team_members where team_id = teams.id)`,
  'figures of accounts': `
    select from external_accounts a,
      lateral (
        select count(distinct u.id) as users, count(distinct suggestion_id) as ideas
        from external_users e join users u on u.id = e.user_id left join supporters s on s.user_id = u.id
        where external_account_id = a.id
      ) counted,
      lateral (
        select round(100.0 * (count(*) filter (where satisfaction_score >= 9)
          - count(*) filter (where satisfaction_score <= 6)) / nullif(count(satisfaction_score), 0), 2) as nps
        from users where id in (select user_id from external_users where external_account_id = a.id)
      ) rated
    where (users_count, supported_ideas_count, a.nps) is distinct from (users, ideas, rated.nps)`,
  'suggestions of forums': `
    select from forums f where (suggestions_count, open_suggestions_count, categories_count) is distinct from (
      (select count(*) from suggestions where forum_id = f.id and is_visible),
      (select count(*) from suggestions where forum_id = f.id and is_open),
      (select count(*) from categories where forum_id = f.id))`,
  'suggestions of categories': `
    select from categories c where (suggestions_count, open_suggestions_count) is distinct from (
      (select count(*) from suggestions where category_id = c.id and is_visible),
      (select count(*) from suggestions where category_id = c.id and is_open))`,
  'suggestions of labels': `
    select from labels l where open_suggestions_count <> (
      select count(*) from suggestion_labels join suggestions s on s.id = suggestion_id
      where label_id = l.id and is_open)`,
  'paths of labels': `
    select from labels l left join labels p on p.id = l.parent_id
    where l.full_name <> coalesce(p.name || ' / ', '') || l.name or l.level <> (p.id is not null)::int`,
  'supporters by accounts': `
    with expected as (
      select suggestion_id, external_account_id, count(distinct user_id)::int
      from supporters join external_users using (user_id) where external_account_id is not null group by 1, 2
    )
    (table suggestion_accounts except all table expected) union all (table expected except all table suggestion_accounts)`,
  'words that are searched': `
    (select id, suggestion_words(title, body)::text from suggestions
      except select id, words::text from suggestions_search)
    union all
    (select id, normalize_text(name || ' ' || email_address) from users except select id, words from users_search)
    union all
    (select id, account_words(name, external_id) from external_accounts
      except select id, words from external_accounts_search)`,
  'custom values': `
    with expected as (
      select v.* from unnest(array['users', 'external_users', 'external_accounts']) collection,
        compute_custom_values(collection, case collection
          when 'users' then array(select id from users)
          when 'external_users' then array(select id from external_users)
          else array(select id from external_accounts) end) v
    )
    (table custom_values except all table expected) union all (table expected except all table custom_values)`,
}

/** For each foreign key, a query for the rows that reference a missing record. */
const FOREIGN_KEYS = `
  select conrelid::regclass || '.' || a.attname as key, format(
    'select from %s t where %I is not null and not exists (select from %s r where r.%I = t.%I)',
    conrelid::regclass, a.attname, confrelid::regclass, r.attname, a.attname) as broken
  from pg_constraint join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
    join pg_attribute r on r.attrelid = confrelid and r.attnum = confkey[1]
  where contype = 'f' and connamespace = 'public'::regnamespace`

const databases = {
  'two small loads': twice,
  'a large load': large,
  'a load by a plain role': plain,
}

describe.each(Object.entries(databases))('after %s', (_, { client, now }) => {
  test.each(Object.entries(FIGURES))('%s are correct', async (_, query) => {
    const values = query.includes('$1') ? [now] : []
    expect((await client.query(query, values)).rowCount).toBe(0)
  })

  test('every collection is counted', async () => {
    const { rows } = await client.query(
      'select collection, sum(count)::bigint as counted from record_counts group by collection',
    )
    expect(rows.length).toBeGreaterThan(12)
    for (const { collection, counted } of rows) {
      expect([collection, counted]).toEqual([collection, await count(client, collection)])
    }
  })

  test('every foreign key references a record', async () => {
    const { rows } = await client.query<{ key: string; broken: string }>(FOREIGN_KEYS)
    expect(rows.length).toBeGreaterThan(40)
    for (const { key, broken } of rows) {
      expect([key, (await client.query(broken)).rowCount]).toEqual([key, 0])
    }
  })

  test('tables are vacuumed', async () => {
    const { rows } = await client.query(
      `select relallvisible > 0 as is_vacuumed from pg_class where relname in ('suggestions', 'supporters', 'users')`,
    )
    expect(rows).toEqual(Array(3).fill({ is_vacuumed: true }))
  })
})

test('a second load adds as much as the first', async () => {
  expect(firstLoad).toMatchObject({ suggestions: 2000, users: 300, external_accounts: 40 })
  expect(await count(twice.client, 'suggestions')).toBe(4000)
  expect(await count(twice.client, 'users')).toBe(601)
  expect(await count(twice.client, 'external_accounts')).toBe(80)
})

test('a second load reuses the forums, labels, teams and custom fields of the first', async () => {
  for (const table of ['forums', 'categories', 'labels', 'teams', 'custom_fields']) {
    expect(await count(twice.client, table)).toBe(await count(once.client, table))
  }
})

test('the same amounts create the same records', async () => {
  const read = async ({ client }: TestDatabase) => {
    const records = await client.query(
      `select id, title, body, state, status_id, supporters_count, created_by_id, created_at, updated_at
       from suggestions where id <= 2000 order by id`,
    )
    const people = await client.query(
      'select name, email_address from users where id <= 301 order by id',
    )
    return [records.rows, people.rows]
  }
  expect(await read(once)).toEqual(await read(twice))
})

test('records are varied', async () => {
  const { rows } = await twice.client.query(`
    select (select count(distinct title) from suggestions) > 3900 as titles,
      (select count(distinct state) from suggestions) as states,
      (select count(*) from suggestions where parent_suggestion_id is not null) > 5 as merged,
      (select max(supporters_count) from suggestions) > 50 as popular,
      (select count(*) from suggestions where closed_at is not null) > 100 as closed,
      (select sum(recent_engagement) from suggestions) > 50 as recent,
      (select count(*) from users where allowed_state = 'blocked') > 0 as blocked`)
  expect(rows[0]).toEqual({
    titles: true,
    states: 5,
    merged: true,
    popular: true,
    closed: true,
    recent: true,
    blocked: true,
  })
})

test('all dropped indexes and keys are recreated', async () => {
  expect(await indexes(large)).toEqual(indexesBefore)
  expect(await indexes(plain)).toEqual(indexesBefore)
})

test('a failed load leaves nothing behind', async () => {
  const database = await createDatabase()
  const failing = loadDemo(database, { ...LARGE, users: 300 }, (step) => {
    if (step === 'Indexes') throw new Error('stopped')
  })
  await expect(failing).rejects.toThrow('stopped')
  expect(await indexes(database)).toEqual(indexesBefore)
  for (const table of ['suggestions', 'supporters', 'users', 'forums', 'record_counts']) {
    expect(await count(database.client, table)).toBe(0)
  }
})

test('a load that loses its connection fails and leaves nothing behind', async () => {
  const database = await createDatabase()
  let terminated: Promise<unknown> | undefined
  const failing = loadDemo(database, SMALL, (step) => {
    if (step === 'Suggestions')
      terminated ??= database.client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'earshot demo'`,
      )
  })
  await expect(failing).rejects.toThrow(/terminat|EPIPE|ECONNRESET|connection error/)
  await terminated
  expect(await count(database.client, 'suggestions')).toBe(0)
})

type TestDatabase = { connection: pg.ClientConfig; client: pg.Client; now: Date }

async function createDatabase(): Promise<TestDatabase> {
  return open(inDatabase(server, await create(`template ${TEMPLATE}`)))
}

/** A database whose owner cannot disable triggers. */
async function createPlainDatabase(): Promise<TestDatabase> {
  await administer(
    `do $$ begin create role ${PLAIN_ROLE}; exception when duplicate_object then null; end $$`,
  )
  const name = await create(`owner ${PLAIN_ROLE}`)
  const connection = { ...inDatabase(server, name), options: `-c role=${PLAIN_ROLE}` }
  await migrate(connection)
  return open(connection)
}

async function create(options: string): Promise<string> {
  const name = `earshot_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} ${options}`)
  afterAll(() => administer(`drop database ${name} with (force)`))
  return name
}

async function open(connection: pg.ClientConfig): Promise<TestDatabase> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ now: Date }>('select now()')
  return { connection, client, now: (rows[0] as { now: Date }).now }
}

async function load(
  { connection }: TestDatabase,
  amounts: typeof SMALL,
): Promise<Record<string, number>> {
  const database = openDatabase(connection, () => {})
  await database.db.transaction().execute(seedDatabase)
  await database.close()
  return loadDemo({ connection }, amounts, () => {})
}

async function count(client: pg.Client, table: string): Promise<number> {
  return (await client.query(`select count(*) from ${table}`)).rows[0].count
}

async function indexes({ client }: TestDatabase): Promise<unknown[]> {
  const { rows } = await client.query(`
    select indexdef as definition from pg_indexes where schemaname = 'public'
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace order by definition`)
  return rows
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(statement)
  await client.end()
}
