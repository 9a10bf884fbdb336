// Bulk identify: calls are queued and applied by a job. Data of unknown people stays pending until they act.
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../../src/jobs/tasks.ts'
import { startService } from '../../src/service.ts'
import { aSuggestion, aSupporter, aUser } from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { BASE_URL, type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService
let forum: number
let suggestion: number

beforeAll(async () => {
  at = await startTestService()
  forum = (await at.made('/forums', { name: 'Mobile' })).id
  suggestion = (await at.made('/suggestions', { title: 'Dark mode', links: { forum } })).id
})

let next = 0
let name: string
let email: string

beforeEach(() => {
  next += 1
  name = `p${next}`
  email = `${name}@acme.test`
})

type Person = Record<string, unknown>

const apply = async () => {
  await runJobs(at)
  await tasks.recheck_identities(at, {})
  await runJobs(at)
}
const queue = async (...identities: Person[]) => {
  const answer = await at.post('/bulk_identify', { identities })
  expect(answer.body).toEqual({ status: 'queued' })
  expect(answer.status).toBe(202)
  return answer.headers.location as string
}
const identify = async (...identities: Person[]) => {
  const job = await queue(...identities)
  await apply()
  expect((await at.get(job)).body).toMatchObject({ status: 'done', reason: null })
  return job
}
const externalUsers = async (id: string): Promise<Shown[]> =>
  (await at.get(`/external_users?external_id=${id}`)).body.external_users
const account = async (id: string): Promise<Shown | undefined> =>
  (await at.get(`/external_accounts?external_id=${id}`)).body.external_accounts[0]
const createKnownUser = async () => {
  const user = await aUser(at.db, email)
  await aSupporter(at.db, suggestion, user)
  return user
}
const countRows = async (table: string) =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(at.db)).rows[0]
      ?.n,
  )
const expectExactFigures = async () => expect(await findWrongFigures(at.db)).toEqual([])

describe('a call to bulk_identify', () => {
  test("is queued, returns the job's address, and is applied by the job", async () => {
    const job = await queue({ email, id: name })
    expect(job).toMatch(/^\/api\/v2\/admin\/bulk_identify\/\d+$/)
    const queued = await at.get(job)
    expect(queued.status).toBe(200)
    expect(queued.body).toEqual({
      id: Number(job.split('/').at(-1)),
      status: 'queued',
      reason: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      done_at: null,
    })
    await apply()
    expect((await at.get(job)).body).toMatchObject({
      status: 'done',
      done_at: expect.stringMatching(/Z$/),
    })
  })

  test.each(['999999999', 'x', '-1', '1e3'])('returns 404 for job %s', async (job) => {
    expect((await at.get(`/bulk_identify/${job}`)).status).toBe(404)
  })

  test('can be a form', async () => {
    await createKnownUser()
    const form = {
      'identities.0.email': email,
      'identities.0.id': name,
      'identities.0.created_at': '1483232400',
      'identities.0.account.id': `${name}-co`,
      'identities.0.account.monthly_rate': '10.5',
    }
    const { status } = await at.call('POST', '/bulk_identify', {
      body: String(new URLSearchParams(form)),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(202)
    await apply()
    expect((await externalUsers(name))[0]?.external_created_at).toBe('2017-01-01T01:00:00Z')
    expect((await account(`${name}-co`))?.mrr).toBe(10.5)
  })

  test('accepts 1,000 identities of maximum length', async () => {
    const text = (i: number) => `${i}`.padEnd(255, 'ä')
    const people = Array.from({ length: 1000 }, (_, i) => ({
      email: `${name}-${i}@acme.test`,
      id: text(i),
      name: text(i),
      account: { id: text(i), name: text(i), plan: text(i) },
    }))
    await identify(...people)
  })

  test('accepts texts as long as an import does, in any script', async () => {
    await createKnownUser()
    // Four bytes each, and too varied to be compressed.
    const points = Array.from({ length: 600 }, (_, i) => 0x20000 + ((i * 7919) % 40_000))
    const long = String.fromCodePoint(...points)
    const of = { id: `${name}-co`, name: long, plan: long }
    await identify({ email, id: name, name: long, type: long, account: of })
    await apply()
    expect((await externalUsers(name))[0]).toMatchObject({ name: long, type: long })
    expect(await account(`${name}-co`)).toMatchObject({ name: long, plan: long })
  })

  test('needs only an address, which becomes the id', async () => {
    const user = await createKnownUser()
    await identify({ email })
    const [made] = await externalUsers(email)
    expect(made).toMatchObject({ email, links: { user, external_account: null } })
  })

  test('ignores custom fields', async () => {
    await createKnownUser()
    await identify({ email, id: name, cf_persona: 'buyer', account: { id: 'cf-co', cf_size: 7 } })
    expect((await externalUsers(name))[0]).not.toHaveProperty('cf_persona')
    expect((await at.get('/custom_fields')).body.custom_fields).toEqual([])
  })
})

describe('known people and accounts', () => {
  test('are created and updated as by an import', async () => {
    const user = await createKnownUser()
    const identity = { email: email.toUpperCase(), id: name, name: 'Ann', created_at: 1483232400 }
    const company = { id: `${name}-co`, name: 'Acme', monthly_rate: 10.5, ltv: 1000, plan: 'Gold' }
    await identify({ ...identity, type: 'admin', account: { ...company, created_at: 1451606400 } })
    const made = await account(company.id)
    expect(made).toMatchObject({
      name: 'Acme',
      mrr: 10.5,
      ltv: 1000,
      plan: 'Gold',
      users_count: 1,
      external_created_at: '2016-01-01T00:00:00Z',
    })
    const [person] = await externalUsers(name)
    expect(person).toMatchObject({
      email: email.toUpperCase(),
      name: 'Ann',
      type: 'admin',
      external_created_at: '2017-01-01T01:00:00Z',
      links: { user, external_account: made?.id },
    })
    // An absent member stays, null clears, and a new address does not change the user.
    const other = `new-${email}`
    const changed = { email: other, id: name, name: null, account: { id: company.id, plan: null } }
    await identify(changed)
    expect((await externalUsers(name))[0]).toMatchObject({
      id: person?.id,
      email: other,
      name: null,
      type: 'admin',
      links: { user, external_account: made?.id },
    })
    expect(await account(company.id)).toMatchObject({ id: made?.id, plan: null, mrr: 10.5 })
    await identify({ email: other, id: name, account: null })
    expect((await externalUsers(name))[0]?.links.external_account).toBeNull()
    await expectExactFigures()
  })

  test('update the revenue of suggestions', async () => {
    const user = await aUser(at.db, email)
    const supported = await aSuggestion(at.db, forum, 'Dark mode')
    await aSupporter(at.db, supported, user)
    const revenue = async () => (await at.shown(`/suggestions/${supported}`)).supporter_revenue
    const rate = (monthly_rate: number) => ({
      email,
      id: name,
      account: { id: name, monthly_rate },
    })
    await identify(rate(100))
    expect(await revenue()).toBe(100)
    await identify(rate(250))
    expect(await revenue()).toBe(250)
    await expectExactFigures()
  })

  test('include external ids of people who never acted', async () => {
    await aUser(at.db, email)
    await sql`
      insert into external_users (external_id, user_id) select ${name}, id from users where email_address = ${email}`.execute(
      at.db,
    )
    await identify({ email: `else-${email}`, id: name, name: 'Ann' })
    expect((await externalUsers(name))[0]).toMatchObject({ name: 'Ann', email: `else-${email}` })
  })

  test('include accounts, also when sent with an unknown person', async () => {
    await createKnownUser()
    await identify({ email, id: name, account: { id: name, monthly_rate: 10 } })
    await identify({
      email: `x-${email}`,
      id: `x-${name}`,
      account: { id: name, monthly_rate: 20 },
    })
    expect(await account(name)).toMatchObject({ mrr: 20, users_count: 1 })
    expect(await externalUsers(`x-${name}`)).toEqual([])
  })

  test('have one private account when the account has no id, deleted when they leave it', async () => {
    await createKnownUser()
    const identifyAccount = (more: object) => identify({ email, id: name, account: more })
    await identifyAccount({ plan: null })
    expect((await externalUsers(name))[0]?.links.external_account).toBeNull()
    await identifyAccount({ name: 'Mine', monthly_rate: 5 })
    const mine = (await externalUsers(name))[0]?.links.external_account
    expect(await at.shown(`/external_accounts/${mine}`)).toMatchObject({
      external_id: null,
      mrr: 5,
    })
    await identifyAccount({ monthly_rate: 6 })
    expect((await externalUsers(name))[0]?.links.external_account).toBe(mine)
    expect(await at.shown(`/external_accounts/${mine}`)).toMatchObject({ name: 'Mine', mrr: 6 })
    await identifyAccount({ id: `${name}-co` })
    expect((await at.get(`/external_accounts/${mine}`)).status).toBe(404)
    await expectExactFigures()
  })

  test('do not change when the call is repeated', async () => {
    await createKnownUser()
    const people = [
      { email, id: name, name: 'Ann', account: { id: name, monthly_rate: 7 } },
      { email: `x-${email}`, id: `x-${name}`, account: { id: `x-${name}` } },
      { email, id: `private-${name}`, account: { plan: 'Gold' } },
    ]
    const state = async () => [
      (await at.get('/external_users?per_page=100')).body,
      (await at.get('/external_accounts?per_page=100')).body,
      (
        await sql`select external_id, email, identity from pending_identities order by 1`.execute(
          at.db,
        )
      ).rows,
      (await sql`select * from external_users order by id`.execute(at.db)).rows,
      (await sql`select * from external_accounts order by id`.execute(at.db)).rows,
    ]
    await identify(...people)
    const before = await state()
    await identify(...people)
    expect(await state()).toEqual(before)
  })
})

describe('unknown people', () => {
  const buildIdentity = () => ({
    email,
    id: name,
    name: 'Ann',
    account: { id: `${name}-co`, name: 'Acme', monthly_rate: 100 },
  })

  test('are not visible', async () => {
    const before = await Promise.all(
      ['users', 'external_users', 'external_accounts'].map(countRows),
    )
    await identify(buildIdentity())
    const after = await Promise.all(['users', 'external_users', 'external_accounts'].map(countRows))
    expect(after).toEqual(before)
    await expectExactFigures()
  })

  test('stay pending while they only have a user', async () => {
    await at.made('/users/find_or_create', { email })
    await identify(buildIdentity())
    expect(await externalUsers(name)).toEqual([])
  })

  const acts: Record<string, () => Promise<Shown>> = {
    suggestion: () => at.made('/suggestions', { title: 'x', user_email: email, links: { forum } }),
    support: () => at.made('/supporters', { user_email: email, links: { suggestion } }),
    comment: () => at.made('/comments', { body: 'x', user_email: email, links: { suggestion } }),
    feedback: () => at.made('/feedback_records', { body: 'x', user_email: email }),
    'feedback about a suggestion': () =>
      at.made('/feedback_records', { body: 'x', user_email: email, links: { suggestion } }),
  }
  test.each(Object.keys(acts))('are promoted by a %s, in the same transaction', async (act) => {
    await identify(buildIdentity(), { email: email.toUpperCase(), id: `also-${name}` })
    await acts[act]?.()
    const [person] = await externalUsers(name)
    const company = await account(`${name}-co`)
    expect(person).toMatchObject({ name: 'Ann', links: { external_account: company?.id } })
    expect(company).toMatchObject({ name: 'Acme', mrr: 100, users_count: 1 })
    const user = await at.shown(`/users/${person?.links.user}`)
    expect(user.email_address).toBe(email)
    expect(await externalUsers(`also-${name}`)).toHaveLength(1)
    await expectExactFigures()
    // Later calls treat them as known.
    await identify({ email, id: `third-${name}` })
    expect(await externalUsers(`third-${name}`)).toHaveLength(1)
  })

  test("add their account's revenue when promoted", async () => {
    const supported = await aSuggestion(at.db, forum, 'Dark mode')
    await identify(buildIdentity())
    await at.made('/supporters', { user_email: email, links: { suggestion: supported } })
    expect(await at.shown(`/suggestions/${supported}`)).toMatchObject({
      supporter_revenue: 100,
      supporting_accounts_count: 1,
      account_supporters_count: 1,
    })
    await expectExactFigures()
  })

  test('are not promoted by a rejected call', async () => {
    await identify(buildIdentity())
    const { status } = await at.post('/supporters', {
      user_email: email,
      links: { suggestion: 999_999_999 },
    })
    expect(status).toBe(422)
    expect(await externalUsers(name)).toEqual([])
  })

  test('are promoted with the merged data of all calls', async () => {
    const co = { id: `${name}-co` }
    await identify({
      email,
      id: name,
      name: 'Old',
      type: 'admin',
      account: { ...co, plan: 'Gold' },
    })
    await identify(
      { email, id: name, name: 'Newer' },
      { email: `b-${email}`, id: `b-${name}`, account: { ...co, monthly_rate: 1 } },
      { email: `b-${email}`, id: `b-${name}`, account: { ...co, monthly_rate: 2 } },
      { email, id: name, name: 'Newest' },
    )
    await acts.support?.()
    expect((await externalUsers(name))[0]).toMatchObject({ name: 'Newest', type: 'admin' })
    expect(await account(co.id)).toMatchObject({ plan: 'Gold', mrr: 2, users_count: 1 })
  })

  test('do not overwrite newer data of an account', async () => {
    await identify(buildIdentity())
    const other = `b-${email}`
    await at.made('/supporters', { user_email: other, links: { suggestion } })
    const newer = { ...buildIdentity().account, monthly_rate: 300 }
    await identify({ email: other, id: `b-${name}`, account: newer })
    await acts.support?.()
    expect(await account(`${name}-co`)).toMatchObject({ mrr: 300, users_count: 2 })
    await expectExactFigures()
  })

  test('update a private account and its suggestions when promoted', async () => {
    const user = await createKnownUser()
    await identify({ email, id: name, account: { monthly_rate: 10 } })
    // The state after a job that ran concurrently with the act.
    await sql`
      insert into pending_identities values (${name}, ${email}, ${JSON.stringify({
        external_id: name,
        email,
        account: { mrr: 25 },
      })}, 0)`.execute(at.db)
    await at.made('/comments', { body: 'x', links: { suggestion, created_by: user } })
    const id = (await externalUsers(name))[0]?.links.external_account
    expect(await at.shown(`/external_accounts/${id}`)).toMatchObject({ mrr: 25 })
    await expectExactFigures()
  })

  test('are dropped when an import has newer data', async () => {
    await identify(buildIdentity())
    const sent = { external_id: name, email, name: 'Imported' }
    expect((await at.post('/external_users/import', { users: [sent] })).status).toBe(200)
    await acts.support?.()
    expect((await externalUsers(name))[0]).toMatchObject({ name: 'Imported' })
  })

  test('are dropped when erased, also from queued jobs', async () => {
    const user = await at.made('/users/find_or_create', { email })
    await identify(buildIdentity())
    await queue({ email: email.toUpperCase(), id: name }, { email: `b-${email}`, id: `b-${name}` })
    expect((await at.delete(`/users/${user.id}`)).status).toBe(200)
    await apply()
    const { rows } = await sql<{ external_id: string }>`
      select external_id from pending_identities where external_id in (${name}, ${`b-${name}`})`.execute(
      at.db,
    )
    expect(rows).toEqual([{ external_id: `b-${name}` }])
  })

  test('are checked again when they acted during the job', async () => {
    const job = await identify(buildIdentity())
    const user = await aUser(at.db, email)
    // Simulates an act that started before the job was committed.
    const promotes = (is: string) =>
      sql`alter table feedback_records ${sql.raw(is)} trigger "60_promote_active_people"`
    await at.db.transaction().execute(async (tx) => {
      await promotes('disable').execute(tx)
      await sql`insert into feedback_records (body, user_id) values ('x', ${user})`.execute(tx)
      await promotes('enable').execute(tx)
    })
    await apply()
    expect(await externalUsers(name)).toEqual([])
    const id = Number(job.split('/').at(-1))
    await sql`
      update identify_jobs set done_at = now() - interval '3 minutes' where id = ${id}`.execute(
      at.db,
    )
    await apply()
    expect(await externalUsers(name)).toHaveLength(1)
    const { rows } = await sql`select identities from identify_jobs where id = ${id}`.execute(at.db)
    expect(rows).toEqual([{ identities: null }])
    await expectExactFigures()
  })
})

describe('identify jobs', () => {
  test('are applied in order', async () => {
    await createKnownUser()
    for (const label of ['first', 'second', 'third']) await queue({ email, id: name, name: label })
    await apply()
    expect((await externalUsers(name))[0]?.name).toBe('third')
  })

  test('that fail have a reason and do not block others', async () => {
    await createKnownUser()
    const { rows } = await sql<{ id: number }>`
      insert into identify_jobs (identities)
      values (${JSON.stringify([
        { external_id: `half-${name}`, email },
        { external_id: `bad-${name}`, email, external_created_at: 'never' },
      ])}::jsonb) returning id`.execute(at.db)
    await identify({ email, id: name })
    expect((await at.get(`/bulk_identify/${rows[0]?.id}`)).body).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('never'),
      done_at: expect.any(String),
    })
    expect(await externalUsers(`half-${name}`)).toEqual([])
    expect(await externalUsers(name)).toHaveLength(1)
  })

  test('survive their process and are applied by the next one', async () => {
    await createKnownUser()
    const job = await queue({ email, id: name })
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const again = await startService(at.connection, BASE_URL, log, {
      hasJobs: true,
      store: at.store,
    })
    const status = async (path: string) => (await at.get(path)).body.status
    await expect.poll(() => status(job)).toBe('done')
    expect(await externalUsers(name)).toHaveLength(1)
    // Another process queued this one: the notification arrives long before the timer.
    const began = Date.now()
    const next = await queue({ email, id: `next-${name}` })
    await expect.poll(() => status(next), { interval: 10 }).toBe('done')
    expect(Date.now() - began).toBeLessThan(15_000)
    await again.close()
    expect(lines).toEqual([])
  })

  test('lose no data when people act concurrently', async () => {
    const people = Array.from({ length: 60 }, (_, i) => `${name}-${i}@acme.test`)
    const identities = people.map((address, i) => ({
      email: address,
      id: address,
      account: { id: `${name}-${i % 5}`, monthly_rate: 10 },
    }))
    const votes = people.map((user_email) =>
      at.post('/supporters', { user_email, links: { suggestion } }),
    )
    await Promise.all([queue(...identities).then(apply), ...votes])
    await sql`update identify_jobs set done_at = now() - interval '3 minutes'`.execute(at.db)
    await apply()
    for (const vote of votes) expect((await vote).status).toBe(201)
    for (const address of people) expect(await externalUsers(address)).toHaveLength(1)
    await expectExactFigures()
  })

  // After a crash the server has lost its statistics, and autovacuum can take long to collect them again.
  test('read few rows of large tables without statistics', async () => {
    const at = await startTestService()
    for (const table of ['users', 'pending_identities', 'external_users']) {
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(at.db)
    }
    await sql`insert into users (email_address) select i || '@acme.test' from generate_series(1, 15000) i`.execute(
      at.db,
    )
    await sql`
      insert into external_users (external_id, email, user_id)
      select id, email_address, id from users limit 15000`.execute(at.db)
    await sql`
      insert into pending_identities (external_id, email, identity, identify_job_id)
      select 'p' || i, 'p' || i || '@acme.test', '{}', i / 20 from generate_series(1, 40000) i`.execute(
      at.db,
    )
    const identities = Array.from({ length: 20 }, (_, i) => ({
      external_id: `new ${i}`,
      email: i % 2 ? `new${i}@acme.test` : `${1 + i}@acme.test`,
    }))
    const read = await at.db.transaction().execute(async (tx) => {
      await sql`select identify(0, ${JSON.stringify(identities)}::jsonb)`.execute(tx)
      const { rows } = await sql<{ rows: number }>`
        select sum(seq_tup_read + idx_tup_fetch) as rows from pg_stat_xact_user_tables`.execute(tx)
      return Number(rows[0]?.rows)
    })
    expect(read).toBeLessThan(500)
  })

  test('that are done are all checked again', async () => {
    const jobs = 50
    await sql`
      insert into identify_jobs (identities, state, done_at)
      select '[]', 'done', now() - interval '3 minutes' from generate_series(1, ${sql.lit(jobs)})`.execute(
      at.db,
    )
    await apply()
    const { rows } = await sql`
      select from identify_jobs where state = 'done' and identities is not null and done_at < now() - interval '2 minutes'`.execute(
      at.db,
    )
    expect(rows).toHaveLength(0)
  })

  test('are deleted after a week', async () => {
    const job = await identify({ email, id: name })
    await sql`
      update identify_jobs set done_at = now() - interval '8 days' where id = ${Number(job.split('/').at(-1))}`.execute(
      at.db,
    )
    await apply()
    expect((await at.get(job)).status).toBe(404)
  })
})

describe('rejects, with row and field, and queues nothing:', () => {
  const one = { email: 'ann@acme.test' }
  const bad: [string, unknown, object][] = [
    ['nothing', {}, { identities: 'required' }],
    ['none', { identities: [] }, { identities: 'min_length' }],
    ['no list', { identities: { email: 'a@b' } }, { identities: 'array' }],
    ['1,001 rows', { identities: Array(1001).fill(one) }, { identities: 'max_length' }],
    ['a row that is text', { identities: [one, 'x'] }, { identities: [null, 'object'] }],
    ['a row that is nothing', { identities: [null] }, { identities: ['object'] }],
    ['no address', { identities: [{ id: '1' }] }, { identities: [{ email: 'required' }] }],
    ['an empty address', { identities: [{ email: ' ' }] }, { identities: [{ email: 'blank' }] }],
    [
      'an address without @',
      { identities: [{ email: 'a' }] },
      { identities: [{ email: 'pattern' }] },
    ],
    ['a long id', row({ id: 'x'.repeat(10_000) }), fault({ id: 'max_runes' })],
    ['NUL', row({ name: 'a\0b' }), fault({ name: 'utf8' })],
    ['a name that is a list', row({ name: ['x'] }), fault({ name: 'string' })],
    ['a time as text', row({ created_at: 'yesterday' }), fault({ created_at: 'int' })],
    [
      'a time of an import',
      row({ created_at: '2017-01-01T00:00:00Z' }),
      fault({ created_at: 'int' }),
    ],
    ['a time in milliseconds', row({ created_at: 1.5e12 }), fault({ created_at: 'max' })],
    ['an account that is text', row({ account: 'acme' }), fault({ account: 'object' })],
    [
      'a rate as text',
      row({ account: { monthly_rate: 'much' } }),
      fault({ account: { monthly_rate: 'float' } }),
    ],
    ['a rate beyond all', row({ account: { ltv: 1e15 } }), fault({ account: { ltv: 'max' } })],
  ]
  function row(more: object) {
    return { identities: [one, { ...one, ...more }] }
  }
  function fault(errors: object) {
    return { identities: [null, errors] }
  }

  test.each(bad)('%s', async (_, body, errors) => {
    const before = await countRows('identify_jobs')
    const answer = await at.post('/bulk_identify', body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual(errors)
    expect(await countRows('identify_jobs')).toBe(before)
  })

  test('rejects a read-only client', async () => {
    const { token } = await at.aClient({ isReadOnly: true })
    expect((await at.post('/bulk_identify', { identities: [one] }, { token })).status).toBe(403)
  })
})
