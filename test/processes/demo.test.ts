// Demonstration data, loaded on every path through the loader, with all figures recomputed.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/db/db.ts'
import { migrate } from '../../src/db/migrate.ts'
import { loadDemo, type Progress } from '../../src/demo/demo.ts'
import { WAIT_FOR_SEGMENTS } from '../../src/write/background/segment-figures.ts'
import { createSegment } from '../../src/write/segments.ts'
import { requireNoDemoJob } from '../../src/write/service/demo-data.ts'
import { seedDatabase } from '../../src/write/service/seed.ts'
import { findWrongFigures } from '../support/recount.ts'
import { inDatabase, TEMPLATE } from '../support/template-database.ts'

const TINY = { suggestions: 100, users: 50, accounts: 10 }
const SMALL = { suggestions: 2000, users: 300, accounts: 40 }
// Enough rows that the loader drops the indexes of suggestions and of external users.
const LARGE = { suggestions: 5000, users: 6000, accounts: 200 }
/** Enough for the indexes of suggestions. */
const WIDE = { suggestions: 5000, users: 50, accounts: 10 }
const PLAIN_ROLE = 'earshot_plain'

const server: pg.ClientConfig = JSON.parse(inject('connection'))

const loaded = await create(`template ${TEMPLATE} strategy file_copy`)
const firstLoad = await load(inDatabase(server, loaded), SMALL)
const twice = await createDatabase(loaded)
await load(twice.connection, SMALL)
const once = await open(inDatabase(server, loaded))
const large = await createDatabase()
const indexesBefore = await indexes(large)
await load(large.connection, LARGE)
const plain = await createPlainDatabase()
await load(plain.connection, { ...LARGE, users: 300 })

/** For each rule, a query for the records that break it. */
const RULES: Record<string, string> = {
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
    select from suggestions join suggestion_figures using (id)
    where updated_at < created_at or updated_at < greatest(last_engagement_at, closed_at, approved_at)
      or updated_at >= date_trunc('day', $1::timestamptz) or length(title) > 140
      or body_mime_type <> case body when '' then '' else 'text/plain' end`,
  'times of activity of accounts': `
    select from external_account_figures a where last_active_at is distinct from (
      select max(act.created_at) from external_users e join (
        select user_id, created_at from supporters
        union all
        select created_by_id, created_at from comments where state in ('approved', 'published')
      ) act on act.user_id = e.user_id where e.external_account_id = a.id)`,
  'people before what they do': `
    select from supporters p join users u on u.id = p.user_id join suggestions s on s.id = p.suggestion_id
    where p.created_at < s.created_at or p.created_at < u.created_at`,
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

describe.each(Object.entries(databases))('after %s', (_, { connection, client, now }) => {
  test('every figure is exact', async () => {
    const database = openDatabase(connection, () => {})
    try {
      expect(await findWrongFigures(database.db)).toEqual([])
    } finally {
      await database.close()
    }
  })

  test.each(Object.entries(RULES))('%s are correct', async (_, query) => {
    const values = query.includes('$1') ? [now] : []
    expect((await client.query(query, values)).rowCount).toBe(0)
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

test('a second load reuses the forums, labels, features, segments and others of the first', async () => {
  const reused = [
    'forums',
    'categories',
    'labels',
    'teams',
    'custom_fields',
    'internal_statuses',
    'feature_statuses',
    'product_areas',
    'features',
    'segments',
    'segmented_values',
  ]
  for (const table of reused) {
    expect(await count(once.client, table), table).toBeGreaterThan(0)
    expect(await count(twice.client, table)).toBe(await count(once.client, table))
  }
})

test('the same amounts create the same records', async () => {
  const read = async ({ client }: TestDatabase) => {
    const records = await client.query(
      `select id, title, body, state, status_id, supporters_count, created_by_id, created_at, updated_at
       from suggestions join suggestion_figures using (id) where id <= 2000 order by id`,
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
      (select max(supporters_count) from suggestion_figures) > 50 as popular,
      (select count(*) from suggestions where closed_at is not null) > 100 as closed,
      (select sum(recent_engagement) from suggestion_figures) > 50 as recent,
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

test('every status and product area has features, and every feature has suggestions that fit', async () => {
  const { rows } = await once.client.query(`
    select (select count(*) from features) as features, (select count(*) from product_areas) as areas,
      (select count(distinct product_area_id) from features) as used_areas,
      (select count(*) from feature_statuses) as statuses,
      (select count(distinct feature_status_id) from features) as used_statuses,
      (select min(suggestions_count) from features) > 2 as are_linked,
      (select max(suggestions_count) from features) < 100 as are_bounded,
      (select bool_and(f.updated_at between f.created_at and date_trunc('day', now()) and length(description) > 20) from features f) as are_plausible`)
  expect(rows[0]).toEqual({
    features: 26,
    areas: 6,
    used_areas: 6,
    statuses: 4,
    used_statuses: 4,
    are_linked: true,
    are_bounded: true,
    are_plausible: true,
  })
  const billing = await once.client.query<{ title: string }>(
    `select title from suggestions s join suggestion_features l on l.suggestion_id = s.id
     join features f on f.id = feature_id where name = 'Pay by more methods'`,
  )
  for (const { title } of billing.rows) expect(title).toMatch(/ (payments|currencies)( |$)/)
})

test('segments have members, but not everybody', async () => {
  const { rows } = await once.client.query(`
    select name, (select count(*) from segment_members where segment_id = s.id) as members,
      (select count(*) from segmented_values where segment_id = s.id) as values,
      (select count(*) from segment_figures where segment_id = s.id) as figures
    from segments s order by id`)
  expect(rows).toHaveLength(4)
  for (const { name, members, values, figures } of rows) {
    expect(members, name).toBeGreaterThan(3)
    expect(members, name).toBeLessThan(200)
    expect([values, figures > 0], name).toEqual([6, true])
  }
})

test('all dropped indexes and keys are recreated', async () => {
  expect(await indexes(large)).toEqual(indexesBefore)
  expect(await indexes(plain)).toEqual(indexesBefore)
})

test('a failed load leaves nothing behind', async () => {
  const database = await createDatabase()
  const failing = loadDemo(database.connection, { ...LARGE, users: 300 }, (step) => {
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
  const failing = loadDemo(database.connection, SMALL, (step) => {
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

describe('beside others, a load waits for them and they for it, in one order', () => {
  test('the refresh of segments, which reads what the load locks', async () => {
    const { connection, client } = await createDatabase()
    await client.query('begin')
    await client.query(WAIT_FOR_SEGMENTS)
    const loading = loadBeside(connection, WIDE, stopAfterPeople)
    await untilLoadWaits(connection)
    await client.query('select count(*) from supporters join external_users using (user_id)')
    await client.query('commit')
    // With all locks on tables. The test of a failed load takes it further.
    await expect(loading).rejects.toThrow('stopped')
  })

  test('copies for reports, which read what the load locks', async () => {
    const { connection, client } = await createDatabase()
    await client.query('update report_progress set suggestions_until = now(), people_until = now()')
    await client.query('begin')
    await client.query('select from report_progress for update')
    const loading = loadBeside(connection, WIDE)
    await untilLoadWaits(connection, loading)
    await client.query('select count(*) from supporters join external_users using (user_id)')
    await client.query('commit')
    expect(await loading).toMatchObject({ suggestions: WIDE.suggestions })
  })

  test('a writer that locks the tables in another order', async () => {
    const { connection, client } = await createDatabase()
    await client.query('begin')
    await client.query('lock table supporters in row exclusive mode')
    const loading = loadBeside(connection, WIDE)
    // It leaves tables alone that are in use.
    await untilLoadWaits(connection, loading)
    await client.query('lock table suggestions, forums in row exclusive mode')
    await client.query('commit')
    expect(await loading).toMatchObject({ suggestions: WIDE.suggestions })
  })

  test('a writer that locks labels and then forums', async () => {
    const { connection, client } = await createDatabase()
    await loadBeside(connection, TINY)
    await client.query('begin')
    await client.query('select from labels order by id for no key update')
    const loading = loadBeside(connection, TINY)
    await untilLoadWaits(connection)
    await client.query('select from forums order by id for no key update')
    await client.query('commit')
    expect(await loading).toMatchObject({ suggestions: TINY.suggestions })
  })

  test('a role that must disable triggers takes all locks at once', async () => {
    const { connection, client } = plain
    await client.query('begin')
    await client.query('lock table supporters in row exclusive mode')
    const loading = loadBeside(connection, TINY)
    await untilLoadWaits(connection)
    await client.query('lock table user_figures, users in row exclusive mode')
    await client.query('commit')
    expect(await loading).toMatchObject({ suggestions: TINY.suggestions })
  })

  const stopAfterPeople: Progress = (step, done) => {
    if (step === 'People' && done === 1) throw new Error('stopped')
  }

  function loadBeside(
    connection: pg.ClientConfig,
    amounts: typeof SMALL,
    progress: Progress = () => {},
  ) {
    const around = { mayLoad: requireNoDemoJob, makeSegment: createSegment }
    const loading = loadDemo(connection, amounts, progress, around)
    // A failure is reported where the result is awaited.
    loading.catch(() => {})
    return loading
  }

  /** Or until the load that need not wait has ended. */
  async function untilLoadWaits(
    { database = '' }: pg.ClientConfig,
    loading: Promise<unknown> = new Promise(() => {}),
  ): Promise<void> {
    let hasEnded = false
    const end = () => {
      hasEnded = true
    }
    loading.then(end, end)
    const observer = new pg.Client(inDatabase(server, database))
    await observer.connect()
    const countWaiting = async () => {
      const { rowCount } = await observer.query(
        `select from pg_stat_activity where datname = current_database()
         and application_name = 'earshot demo' and wait_event_type = 'Lock'`,
      )
      return rowCount
    }
    const isOver = async () => hasEnded || (await countWaiting()) === 1
    try {
      // A load without triggers asks for its locks again and again, each time for 300 ms.
      await expect.poll(isOver, { timeout: 60_000, interval: 20 }).toBe(true)
    } finally {
      await observer.end()
    }
  }
})

type TestDatabase = { connection: pg.ClientConfig; client: pg.Client; now: Date }

async function createDatabase(template = TEMPLATE): Promise<TestDatabase> {
  return open(inDatabase(server, await create(`template ${template} strategy file_copy`)))
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
  connection: pg.ClientConfig,
  amounts: typeof SMALL,
): Promise<Record<string, number>> {
  const database = openDatabase(connection, () => {})
  await database.db.transaction().execute(seedDatabase)
  await database.close()
  return loadDemo(connection, amounts, () => {}, { makeSegment: createSegment })
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
