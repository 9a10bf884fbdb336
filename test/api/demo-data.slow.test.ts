// Demonstration data through the API: loaded and removed by jobs, and nothing else is touched.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/db/db.ts'
import { migrate } from '../../src/db/migrate.ts'
import { loadDemoData, removeDemoData } from '../../src/jobs/demo-data.ts'
import { onCleanup } from '../support/cleanup.ts'
import { commandOn } from '../support/command.ts'
import { insert } from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'
import { inDatabase } from '../support/template-database.ts'

const load = async (at: TestService) => {
  expect((await at.call('POST', '/demo_data')).status).toBe(202)
  await runJobs(at)
}
const remove = async (at: TestService) => {
  expect((await at.delete('/demo_data')).status).toBe(202)
  await runJobs(at)
}
let shared: Promise<TestService> | undefined
/** The service of tests that leave nothing behind, or need the data only. */
const sharedService = () => {
  shared ??= startTestService()
  return shared
}

const stateOf = async (at: TestService) => (await at.get('/demo_data')).body

/** The ids of every record that an account has, without what only ever grows. */
async function allIds({ db }: TestService): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c join pg_attribute a on attrelid = c.oid and attname = 'id'
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('deletions', 'audit_entries', 'events', 'record_counts', 'suggestion_counts', 'supporter_counts',
        'label_set_counts', 'segment_set_counts', 'time_counts', 'time_blocks')
      and attidentity <> '' order by 1`.execute(db)
  const ids: Record<string, string> = {}
  for (const { name } of rows) {
    const listed = await sql<{ ids: string }>`
      select coalesce(string_agg(id::text, ' ' order by id), '') as ids from ${sql.table(name)}`.execute(
      db,
    )
    ids[name] = listed.rows[0]?.ids ?? ''
  }
  return ids
}

test('is for owners only', async () => {
  const at = await sharedService()
  const admin = bySession(await aSession(at, (await aPerson(at, 'admin')).id))
  for (const method of ['GET', 'POST', 'DELETE'])
    expect((await at.call(method, '/demo_data', admin)).status).toBe(403)
})

test('is loaded once by calls at the same time, and removed without a trace', async () => {
  const at = await sharedService()
  const { rows: people } = await sql<{
    count: number
  }>`select count(*) as count from users`.execute(at.db)
  const before = await allIds(at)
  expect(await stateOf(at)).toMatchObject({ state: 'none', can_load: true, counts: {} })

  const answers = await Promise.all([1, 2, 3].map(() => at.call('POST', '/demo_data')))
  for (const { status, body } of answers)
    expect([status, body]).toMatchObject([202, { state: 'loading', can_load: false }])
  // A second call changes nothing, and neither removal nor another load is possible meanwhile.
  expect((await at.call('POST', '/demo_data')).body.state).toBe('loading')
  const early = await at.delete('/demo_data')
  expect([early.status, early.body.message]).toEqual([
    409,
    'Demo data: it is being loaded. Remove it when it is loaded.',
  ])
  await runJobs(at)
  const loaded = await stateOf(at)
  expect(loaded).toMatchObject({ state: 'loaded', reason: null, can_load: false })
  const { pagination } = (await at.get('/suggestions')).body
  expect(pagination.total_records).toBe(300)
  const counted = [
    'users',
    'external_users',
    'external_accounts',
    'comments',
    'forums',
    'announcements',
    'features',
    'feature_statuses',
    'product_areas',
    'segments',
    'segmented_values',
    'feedback_records',
    'internal_statuses',
    'internal_status_updates',
    'notes',
    'status_updates',
    'nps_ratings',
  ]
  for (const name of counted) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}`.execute(at.db)
    // People before, and the forum of a new account.
    const own = { users: people[0]?.count ?? 0, forums: 1 }[name] ?? 0
    expect(loaded.counts[name], name).toBe((rows[0]?.count ?? 0) - own)
    expect(loaded.counts[name], name).toBeGreaterThan(2)
  }
  expect(await findWrongFigures(at.db)).toEqual([])
  expect((await at.call('POST', '/demo_data')).body.state).toBe('loaded')
  await runJobs(at)
  expect((await at.get('/suggestions')).body.pagination.total_records).toBe(300)

  expect((await at.delete('/demo_data')).body.state).toBe('removing')
  const again = await at.call('POST', '/demo_data')
  expect([again.status, again.body.message]).toEqual([
    409,
    'Demo data: it is being removed. Wait until it is gone, then load it again.',
  ])
  await runJobs(at)
  expect(await stateOf(at)).toMatchObject({ state: 'none', reason: null, created_at: null })
  expect(await allIds(at)).toEqual(before)
  expect(await findWrongFigures(at.db)).toEqual([])

  const actions = (await at.get('/audit_entries?sort=-id&per_page=2')).body.audit_entries
  expect(actions.map(({ action }: { action: string }) => action)).toEqual([
    'demo_data_removed',
    'demo_data_loaded',
  ])
  await load(at)
  expect(await stateOf(at)).toMatchObject({ state: 'loaded' })
})

test('gives every screen something to show, up to yesterday', async () => {
  const at = await sharedService()
  if ((await stateOf(at)).state !== 'loaded') await load(at)
  const total = async (path: string) => (await at.get(path)).body.pagination.total_records
  const statuses = (await at.get('/feature_statuses')).body.feature_statuses
  for (const { id, name } of statuses)
    expect(await total(`/features?feature_status=${id}`), name).toBeGreaterThan(1)
  const areas = (await at.get('/product_areas')).body.product_areas
  for (const { id, name } of areas)
    expect(await total(`/features?product_area=${id}`), name).toBeGreaterThan(0)
  const features = (await at.get('/features?per_page=100')).body.features
  expect(features).toHaveLength(20)
  for (const { name, suggestions_count } of features)
    expect(suggestions_count, name).toBeGreaterThan(0)

  const { segments } = (await at.get('/segments')).body
  expect(segments).toHaveLength(4)
  const listed = segments.map(({ id }: { id: number }) => id).join()
  const { counts } = (await at.get(`/segments/counts?segment=${listed}`)).body
  for (const { id, name } of segments) {
    expect(await total(`/users?segment=${id}`), name).toBeGreaterThan(0)
    const { users_count } = counts.find((one: { id: number }) => one.id === id) ?? {}
    expect(users_count, name).toBe(await total(`/users?segment=${id}`))
  }

  const since = new Date(Date.now() - 30 * 86_400_000).toISOString()
  for (const name of [
    'suggestions',
    'comments',
    'status_updates',
    'notes',
    'supporters',
    'nps_ratings',
    'feedback_records',
    'internal_status_updates',
  ])
    expect(await total(`/${name}?created_after=${since}`), name).toBeGreaterThan(0)
})

test('a command loads it, removes it, and says when there is none', async () => {
  const at = await startTestService()
  const run = commandOn(at.connection)
  const before = await allIds(at)
  expect((await run('demo', '--suggestions', '30', '--users', '20', '--accounts', '4')).code).toBe(
    0,
  )
  expect((await at.get('/features')).body.pagination.total_records).toBeGreaterThan(5)
  const answers = []
  for (const options of [[], [], ['--json']]) {
    const { code, stdout } = await run('demo', '--remove', ...options)
    answers.push([code, stdout.trim()])
  }
  expect(answers).toEqual([
    [0, 'The demonstration data is removed.'],
    [0, 'There is no demonstration data.'],
    [0, '{"removed":false}'],
  ])
  expect(await allIds(at)).toEqual(before)
})

test('what people added to demo suggestions goes, what they made of their own stays, with what it uses', async () => {
  const at = await startTestService()
  await load(at)
  const demo = (await at.get('/suggestions?state=published&per_page=3')).body.suggestions
  const [first, second] = demo
  const users = (await at.get('/users?per_page=20&sort=-id')).body.users
  const [voter, author] = users
  const forum = first.links.forum
  const labels = (await at.get('/labels?per_page=100')).body.labels
  const child = labels.find(({ level }: { level: number }) => level === 1)
  const accounts = (await at.get('/external_accounts?per_page=1')).body.external_accounts

  await at.made('/notes', { body: 'Mine', links: { suggestion: first.id } })
  await at.made('/comments', { body: 'Mine too', links: { suggestion: first.id } })
  await at.made('/feedback_records', {
    body: 'Please',
    links: { suggestion: first.id, user: voter.id },
  })
  const own = await at.made('/suggestions', { title: 'Mine', links: { forum } })
  const supported = await at.made('/suggestions', { title: 'Supported', links: { forum } })
  const merged = await at.made('/suggestions', { title: 'Merged', links: { forum } })
  await at.post('/labels/attach', { links: { label: child.id, suggestion: own.id } })
  await at.made('/supporters', { links: { suggestion: supported.id, user: voter.id } })
  await at.made('/comments', {
    body: 'By a demo person',
    links: { suggestion: own.id, created_by: author.id },
  })
  const moved = await at.post('/suggestions/merge', {
    links: { from_suggestion: [merged.id], to_suggestion: second.id },
  })
  expect(moved.status, moved.text).toBe(200)
  const { id: mine } = await at.made('/users/find_or_create', { email: 'mine@example.com' })
  await insert(at.db, 'external_users', {
    external_id: 'mine',
    user_id: mine,
    external_account_id: accounts[0].id,
  })
  expect((await stateOf(at)).added).toMatchObject({ comments: 1, notes: 1, feedback_records: 1 })
  expect(await findWrongFigures(at.db)).toEqual([])

  const firstOf = async (name: string) => (await at.get(`/${name}?per_page=1`)).body[name][0]
  const [area, status, internal, segment, feature] = await Promise.all(
    ['product_areas', 'feature_statuses', 'internal_statuses', 'segments', 'features'].map(firstOf),
  )
  const featured = await at.made('/suggestions', { title: 'Featured', links: { forum } })
  const ownFeature = await at.made('/features', {
    name: 'My feature',
    links: { product_area: area.id, feature_status: status.id },
  })
  await at.post('/suggestions/link_to_feature', {
    links: { suggestion: featured.id, feature: feature.id },
  })
  await at.made('/internal_status_updates', {
    links: { suggestion: featured.id, new_internal_status: internal.id },
  })
  await at.made('/segmented_values', {
    name: 'Mine',
    column_type: 'users_count',
    links: { segment: segment.id },
  })
  const named = await at.made('/segments', {
    name: 'Named',
    filters: { column: 'user.name', operator: 'is_set' },
  })

  await remove(at)
  expect(await stateOf(at)).toMatchObject({ state: 'none', reason: null })
  const { rows } = await sql<{ title: string }>`select title from suggestions order by id`.execute(
    at.db,
  )
  expect(rows.map(({ title }) => title)).toEqual(['Mine', 'Supported', 'Merged', 'Featured'])
  expect((await at.get('/notes')).body.notes).toEqual([])
  expect((await at.get(`/forums/${forum}`)).status).toBe(200)
  expect((await at.get(`/labels/${child.id}`)).body.labels[0].full_name).toBe(child.full_name)
  expect((await at.get('/labels')).body.pagination.total_records).toBe(2)
  expect((await at.shown(`/suggestions/${supported.id}`)).supporters_count).toBe(1)
  expect((await at.get(`/users/${voter.id}`)).status).toBe(200)
  expect((await at.get(`/external_accounts/${accounts[0].id}`)).status).toBe(200)
  expect((await at.shown(`/suggestions/${merged.id}`)).links.parent_suggestion).toBe(null)

  // Features, segments and statuses that own records use.
  const ids = async (name: string) =>
    (await at.get(`/${name}?sort=id`)).body[name].map(({ id }: { id: number }) => id)
  const kept = (await at.shown(`/features/${feature.id}`)).links
  const sorted = (...list: (number | null)[]) =>
    [...new Set(list)].filter((id) => id !== null).sort((a, b) => Number(a) - Number(b))
  expect(await ids('features')).toEqual([feature.id, ownFeature.id])
  expect(await ids('product_areas')).toEqual(sorted(area.id, kept.product_area))
  expect(await ids('feature_statuses')).toEqual(sorted(status.id, kept.feature_status))
  expect(await ids('internal_statuses')).toEqual([internal.id])
  expect(await ids('segments')).toEqual([segment.id, named.id])
  // Six of each segment, and the own one.
  expect(await ids('segmented_values')).toHaveLength(13)
  expect(await at.shown(`/features/${feature.id}`)).toMatchObject({
    suggestions_count: 1,
    links: { suggestions: [featured.id] },
  })
  expect(await at.shown(`/features/${ownFeature.id}`)).toMatchObject({
    links: { product_area: area.id, feature_status: status.id },
  })
  expect(await findWrongFigures(at.db)).toEqual([])
})

test('is refused in an account with records of its own', async () => {
  const at = await startTestService()
  const forum = (await at.get('/forums')).body.forums[0].id
  const { id } = await at.made('/suggestions', { title: 'Mine', links: { forum } })
  const refused = await at.call('POST', '/demo_data')
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Demo data: the account has suggestions or external users of its own. It can be loaded only into an empty account.',
  ])
  expect(await stateOf(at)).toMatchObject({ state: 'none', can_load: false })
  expect((await at.delete('/demo_data')).body.state).toBe('none')
  expect((await at.get(`/suggestions/${id}`)).status).toBe(200)
})

test('a failed load says why, and can be tried again', async () => {
  const at = await startTestService()
  await sql`alter table tickets rename to tickets_elsewhere`.execute(at.db)
  await load(at)
  expect(await stateOf(at)).toMatchObject({ reason: expect.stringContaining('tickets') })
  await sql`alter table tickets_elsewhere rename to tickets`.execute(at.db)
  expect(await stateOf(at)).toMatchObject({ state: 'failed', can_load: true })
  await load(at)
  expect(await stateOf(at)).toMatchObject({ state: 'loaded', reason: null })
})

test('needs no privileges but those of the owner of the database', async () => {
  const server: pg.ClientConfig = JSON.parse(inject('connection'))
  const role = `earshot_${randomBytes(4).toString('hex')}`
  const administer = async (statement: string) => {
    const client = new pg.Client(server)
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`create role ${role}`)
  await administer(`create database ${role} owner ${role}`)
  onCleanup(async () => {
    await administer(`drop database ${role} with (force)`)
    await administer(`drop role ${role}`)
  })
  const connection = { ...inDatabase(server, role), options: `-c role=${role}` }
  await migrate(connection)
  const database = openDatabase(connection, () => {})
  onCleanup(() => database.close())
  await sql`insert into demo_data (state) values ('loading')`.execute(database.db)
  await loadDemoData({ db: database.db, owner: () => connection })
  const count = async () =>
    (await sql<{ count: number }>`select count(*) as count from suggestions`.execute(database.db))
      .rows[0]?.count
  expect(await count()).toBe(300)
  await sql`update demo_data set state = 'removing'`.execute(database.db)
  await removeDemoData(database)
  expect((await sql`select reason from demo_data`.execute(database.db)).rows).toEqual([])
  expect(await count()).toBe(0)
  expect(await findWrongFigures(database.db)).toEqual([])
})
