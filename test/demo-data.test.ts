// Demonstration data through the API: loaded and removed by jobs, and nothing else is touched.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../src/db/db.ts'
import { migrate } from '../src/db/migrate.ts'
import { loadDemoData, removeDemoData } from '../src/jobs/demo-data.ts'
import { onCleanup } from './cleanup.ts'
import { insert } from './factories.ts'
import { runJobs } from './jobs.ts'
import { findWrongFigures } from './recount.ts'
import { startTestService, type TestService } from './service.ts'
import { aPerson, aSession, bySession } from './staff.ts'
import { inDatabase } from './template-database.ts'

const load = async (at: TestService) => {
  expect((await at.call('POST', '/demo_data')).status).toBe(202)
  await runJobs(at)
}
const remove = async (at: TestService) => {
  expect((await at.delete('/demo_data')).status).toBe(202)
  await runJobs(at)
}
const stateOf = async (at: TestService) => (await at.get('/demo_data')).body

/** The ids of every record that an account has, without what only ever grows. */
async function allIds({ db }: TestService): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c join pg_attribute a on attrelid = c.oid and attname = 'id'
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('deletions', 'audit_entries', 'events', 'record_counts', 'suggestion_counts', 'supporter_counts')
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

test('is loaded, and removed without a trace', async () => {
  const at = await startTestService()
  const before = await allIds(at)
  expect(await stateOf(at)).toMatchObject({ state: 'none', can_load: true, counts: {} })

  const answer = await at.call('POST', '/demo_data')
  expect(answer.body).toMatchObject({ state: 'loading', can_load: false })
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
  for (const name of ['users', 'external_users', 'external_accounts', 'comments', 'forums']) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}`.execute(at.db)
    // The owner and the forum of a new account.
    const own = { users: 1, forums: 1 }[name] ?? 0
    expect(loaded.counts[name], name).toBe((rows[0]?.count ?? 0) - own)
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

test('what people added to demo suggestions goes, what they made of their own stays', async () => {
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
    ...{ body: 'Please', links: { suggestion: first.id, user: voter.id } },
  })
  const own = await at.made('/suggestions', { title: 'Mine', links: { forum } })
  const supported = await at.made('/suggestions', { title: 'Supported', links: { forum } })
  const merged = await at.made('/suggestions', { title: 'Merged', links: { forum } })
  await at.post('/labels/attach', { links: { label: child.id, suggestion: own.id } })
  await at.made('/supporters', { links: { suggestion: supported.id, user: voter.id } })
  await at.made('/comments', {
    ...{ body: 'By a demo person', links: { suggestion: own.id, created_by: author.id } },
  })
  const moved = await at.post('/suggestions/merge', {
    ...{ links: { from_suggestion: [merged.id], to_suggestion: second.id } },
  })
  expect(moved.status, moved.text).toBe(200)
  const { id: mine } = await at.made('/users/find_or_create', { email: 'mine@example.com' })
  await insert(at.db, 'external_users', {
    ...{ external_id: 'mine', user_id: mine, external_account_id: accounts[0].id },
  })
  expect((await stateOf(at)).added).toMatchObject({ comments: 1, notes: 1, feedback_records: 1 })
  expect(await findWrongFigures(at.db)).toEqual([])

  await remove(at)
  expect(await stateOf(at)).toMatchObject({ state: 'none', reason: null })
  const { rows } = await sql<{ title: string }>`select title from suggestions order by id`.execute(
    at.db,
  )
  expect(rows.map(({ title }) => title)).toEqual(['Mine', 'Supported', 'Merged'])
  expect((await at.get('/notes')).body.notes).toEqual([])
  expect((await at.get(`/forums/${forum}`)).status).toBe(200)
  expect((await at.get(`/labels/${child.id}`)).body.labels[0].full_name).toBe(child.full_name)
  expect((await at.get('/labels')).body.pagination.total_records).toBe(2)
  expect((await at.shown(`/suggestions/${supported.id}`)).supporters_count).toBe(1)
  expect((await at.get(`/users/${voter.id}`)).status).toBe(200)
  expect((await at.get(`/external_accounts/${accounts[0].id}`)).status).toBe(200)
  expect((await at.shown(`/suggestions/${merged.id}`)).links.parent_suggestion).toBe(null)
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

test('is for owners only', async () => {
  const at = await startTestService()
  const admin = bySession(await aSession(at, (await aPerson(at, 'admin')).id))
  for (const method of ['GET', 'POST', 'DELETE'])
    expect((await at.call(method, '/demo_data', admin)).status).toBe(403)
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

test('two calls at the same time load it once', async () => {
  const at = await startTestService()
  const answers = await Promise.all([1, 2, 3].map(() => at.call('POST', '/demo_data')))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  await runJobs(at)
  expect((await at.get('/suggestions')).body.pagination.total_records).toBe(300)
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
  await loadDemoData({ db: database.db, database })
  const count = async () =>
    (await sql<{ count: number }>`select count(*) as count from suggestions`.execute(database.db))
      .rows[0]?.count
  expect(await count()).toBe(300)
  await sql`update demo_data set state = 'removing'`.execute(database.db)
  await removeDemoData({ db: database.db, database })
  expect((await sql`select reason from demo_data`.execute(database.db)).rows).toEqual([])
  expect(await count()).toBe(0)
  expect(await findWrongFigures(database.db)).toEqual([])
})
