// Repeated calls with the same Idempotency-Key return the stored response and do not run again.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { eraseUser } from '../../src/write/erasure.ts'
import { deleteExpiredResponses } from '../../src/write/service/idempotent-responses.ts'
import { aForum, aUser, countWaiting } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService
let forum: number

beforeAll(async () => {
  at = await startTestService()
  forum = await aForum(at.db, 'Ideas')
})

const keyed = (key: string, more: object = {}) => ({ headers: { 'idempotency-key': key, ...more } })
const count = async (path: string) => (await at.get(path)).body.pagination.total_records

test('a repeated create returns the first response, and there is one suggestion', async () => {
  const key = randomUUID()
  const body = { title: 'Once', links: { forum } }
  const first = await at.post('/suggestions?includes=forums', body, keyed(key))
  const again = await at.post('/suggestions?includes=forums', body, keyed(key))
  expect(first.status).toBe(201)
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  expect([again.status, again.text]).toEqual([201, first.text])
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.headers.etag).toBe(first.headers.etag)
  expect(await count('/suggestions?q=Once')).toBe(1)
  // The response built within the transaction equals a later read.
  const { id } = first.body.suggestions[0]
  const read = await at.get(`/suggestions/${id}?includes=forums`)
  expect([read.text, read.headers.etag]).toEqual([first.text, first.headers.etag])
  expect(await findWrongFigures(at.db)).toEqual([])
})

test('the response is the first one, also after the record changed', async () => {
  const key = randomUUID()
  const body = { title: 'Before', links: { forum } }
  const { id } = (await at.post('/suggestions', body, keyed(key))).body.suggestions[0]
  await at.put(`/suggestions/${id}`, { title: 'After' })
  const again = await at.post('/suggestions', body, keyed(key))
  expect(again.body.suggestions[0].title).toBe('Before')
})

describe('every type of write is replayed:', () => {
  test('an update', async () => {
    const label = await at.made('/labels', { name: 'Kept' })
    const key = randomUUID()
    const first = await at.put(`/labels/${label.id}`, { name: 'Renamed' }, keyed(key))
    await at.put(`/labels/${label.id}`, { name: 'Later' })
    const again = await at.put(`/labels/${label.id}`, { name: 'Renamed' }, keyed(key))
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.etag).toBe(first.headers.etag)
    expect(first.headers.etag).toMatch(/^"/)
    // The ETag is the one of the stored response, not of the current record.
    const late = { headers: { 'if-match': String(again.headers.etag) } }
    expect((await at.put(`/labels/${label.id}`, { name: 'Lost' }, late)).status).toBe(412)
    expect((await at.shown(`/labels/${label.id}`)).name).toBe('Later')
  })

  test('an import, with its response', async () => {
    const key = randomUUID()
    const users = [{ external_id: 'k1', email: 'k1@a.test', account: { external_id: 'k' } }]
    const first = await at.post('/external_users/import', { users }, keyed(key))
    const again = await at.post('/external_users/import', { users }, keyed(key))
    expect([first.status, again.text]).toEqual([200, first.text])
  })

  test('a queued job, with its Location', async () => {
    const key = randomUUID()
    const identities = [{ email: 'queued@a.test' }]
    const first = await at.post('/bulk_identify', { identities }, keyed(key))
    const again = await at.post('/bulk_identify', { identities }, keyed(key))
    expect([first.status, again.status]).toEqual([202, 202])
    expect(again.headers.location).toBe(first.headers.location)
    expect(first.headers.location).toMatch(/bulk_identify\/\d+$/)
    const { rows } = await sql`select from identify_jobs`.execute(at.db)
    expect(rows).toHaveLength(1)
  })

  test('a find-or-create, with its status 201', async () => {
    const key = randomUUID()
    const body = { email: 'found@a.test' }
    expect((await at.post('/users/find_or_create', body, keyed(key))).status).toBe(201)
    expect((await at.post('/users/find_or_create', body, keyed(key))).status).toBe(201)
    expect((await at.post('/users/find_or_create', body)).status).toBe(200)
  })
})

describe('a key identifies one call', () => {
  test('another body, path, query or method is rejected', async () => {
    const key = randomUUID()
    const body = { name: 'Mine' }
    const first = await at.post('/labels', body, keyed(key))
    const { id } = first.body.labels[0]
    for (const [method, path, sent] of [
      ['POST', '/labels', { name: 'Other' }],
      ['POST', '/labels?includes=users', body],
      ['POST', '/forums', body],
      ['PUT', `/labels/${id}`, body],
    ] as const) {
      const answer = await at.call(method, path, { body: sent, ...keyed(key) })
      expect([answer.status, answer.body.error], path).toEqual([409, 'conflict'])
      expect(answer.body.message).toContain(key)
    }
    expect(await count('/labels?q=Other')).toBe(0)
  })

  test('in any order of the object members', async () => {
    const key = randomUUID()
    const sent = (body: string) =>
      at.call('POST', '/suggestions', {
        body,
        headers: { 'idempotency-key': key, 'content-type': 'application/json' },
      })
    const first = await sent(
      `{"title":"Unordered","body":"x","links":{"forum":${forum},"labels":[]}}`,
    )
    expect(first.status).toBe(201)
    const again = await sent(
      `{"links":{"labels":[],"forum":${forum}},"body":"x","title":"Unordered"}`,
    )
    expect([again.status, again.text]).toEqual([201, first.text])
    const other = await sent(
      `{"links":{"labels":[],"forum":${forum}},"title":"x","body":"Unordered"}`,
    )
    expect(other.status).toBe(409)
  })

  test('but the order of an array matters', async () => {
    const key = randomUUID()
    const ids = [1, 2].map(() => at.made('/suggestions', { title: 'Ranked', links: { forum } }))
    const [a, b] = (await Promise.all(ids)).map(({ id }) => id)
    expect((await at.put('/suggestions/list_priority', { ids: [a, b] }, keyed(key))).status).toBe(
      200,
    )
    expect((await at.put('/suggestions/list_priority', { ids: [b, a] }, keyed(key))).status).toBe(
      409,
    )
  })

  test('up to the last item of a long list', async () => {
    const key = randomUUID()
    const people = Array.from({ length: 45 }, (_, i) => ({ email: `long-${i}@example.com` }))
    const send = (users: object[]) => at.post('/external_users/import', { users }, keyed(key))
    const first = await send(people)
    expect(first.status).toBe(200)
    expect((await send(people)).text).toBe(first.text)
    expect((await send(people.slice(0, 44))).status).toBe(409)
    expect((await send([...people.slice(0, 44), { email: 'other@example.com' }])).status).toBe(409)
  })

  test('of one client; another client can use the same key', async () => {
    const key = randomUUID()
    const other = await at.aClient()
    await at.post('/labels', { name: 'Of one' }, keyed(key))
    const { status } = await at.post(
      '/labels',
      { name: 'Of the other' },
      { ...keyed(key), token: other.token },
    )
    expect(status).toBe(201)
  })

  test('of one client; a running call of another client does not block it', async () => {
    const key = randomUUID()
    const other = await at.aClient()
    const holder = new pg.Client(at.connection)
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('begin')
    await holder.query('select from forums where id = $1 for update', [forum])
    const held = at.post('/suggestions', { title: 'Held', links: { forum } }, keyed(key))
    await expect.poll(() => countWaiting(at.db)).toBe(1)
    expect((await at.post('/labels', { name: 'Held' }, keyed(key))).status).toBe(409)
    const sent = { ...keyed(key), token: other.token }
    expect((await at.post('/labels', { name: 'Not held' }, sent)).status).toBe(201)
    await holder.query('rollback')
    expect((await held).status).toBe(201)
  })

  test.each([
    ['', 400],
    [' ', 400],
    ['x'.repeat(255), 201],
    ['x'.repeat(256), 400],
    ['ä', 400],
  ])('with 1 to 255 printable characters: %j gets %i', async (key, expected) => {
    const { status } = await at.post('/labels', { name: randomUUID() }, keyed(key))
    expect(status).toBe(expected)
  })

  test('for 24 hours; after that the key is free', async () => {
    const key = randomUUID()
    const body = { title: 'Daily', links: { forum } }
    await at.post('/suggestions', body, keyed(key))
    const age = (hours: number) =>
      sql`update idempotent_responses set created_at = now() - ${hours} * interval '1 hour' where key = ${key}`.execute(
        at.db,
      )
    await age(23)
    await at.db.transaction().execute(deleteExpiredResponses)
    await at.post('/suggestions', body, keyed(key))
    expect(await count('/suggestions?q=Daily')).toBe(1)
    await age(25)
    await at.post('/suggestions', body, keyed(key))
    expect(await count('/suggestions?q=Daily')).toBe(2)
    await age(25)
    await at.db.transaction().execute(deleteExpiredResponses)
    const { rows } = await sql`select from idempotent_responses where key = ${key}`.execute(at.db)
    expect(rows).toEqual([])
  })
})

test('a rejected call does not use up its key', async () => {
  const key = randomUUID()
  const wrong = await at.post('/suggestions', { title: '', links: { forum } }, keyed(key))
  expect(wrong.status).toBe(422)
  const right = await at.post('/suggestions', { title: 'Right', links: { forum } }, keyed(key))
  expect(right.status).toBe(201)
})

test('a body that is nested too deeply is rejected and is not a server error', async () => {
  const body = `{"name":"Deep","more":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  const headers = { 'idempotency-key': randomUUID(), 'content-type': 'application/json' }
  const answer = await at.call('POST', '/labels', { body, headers })
  expect([answer.status, answer.body.error]).toEqual([400, 'malformed'])
})

test('concurrent calls with one key run once; the others get 409', async () => {
  const key = randomUUID()
  const body = { title: 'Rush', links: { forum } }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => at.post('/suggestions', body, keyed(key))),
  )
  const waiting = answers.filter(({ status }) => status === 409)
  for (const { headers, body } of waiting) {
    expect(headers['retry-after']).toBe('1')
    expect(body.message).toContain('in progress')
  }
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
  expect(answers.length - waiting.length).toBe(
    answers.filter(({ status }) => status === 201).length,
  )
  expect(await count('/suggestions?q=Rush')).toBe(1)
})

test('the write and its stored response are atomic: a later failure leaves neither', async () => {
  await sql`
    create function refuse_answers() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '53100'; end $$`.execute(at.db)
  await sql`create trigger refuse before insert on idempotent_responses execute function refuse_answers()`.execute(
    at.db,
  )
  const key = randomUUID()
  const body = { title: 'Half', links: { forum } }
  expect((await at.post('/suggestions', body, keyed(key))).status).toBeGreaterThanOrEqual(500)
  expect(await count('/suggestions?q=Half')).toBe(0)
  await sql`drop function refuse_answers cascade`.execute(at.db)
  expect((await at.post('/suggestions', body, keyed(key))).status).toBe(201)
  expect(await count('/suggestions?q=Half')).toBe(1)
})

test('a response with data of an erased user is not replayed, and the call does not run again', async () => {
  const key = randomUUID()
  const body = { email: 'Forget@a.test', name: 'Fay' }
  const { id } = (await at.post('/users/find_or_create', body, keyed(key))).body.users[0]
  await at.db.transaction().execute((tx) => eraseUser(tx, {}, id))
  const again = await at.post('/users/find_or_create', body, keyed(key))
  expect(again.status).toBe(409)
  expect(again.text).not.toContain('Fay')
  const { rows } =
    await sql`select from idempotent_responses where body ilike '%forget@a.test%'`.execute(at.db)
  expect(rows).toEqual([])
})

test('a response with an address that only contains the erased address is replayed', async () => {
  const called = async (email: string) => {
    const key = randomUUID()
    const sent = () => at.post('/users/find_or_create', { email }, keyed(key))
    return { sent, first: await sent() }
  }
  const gone = await called('n@b.test')
  const others = []
  for (const email of ['an@b.test', 'a.n@b.test', 'a+n@b.test', 'a-n@b.test', 'n@b.test.example'])
    others.push(await called(email))
  const noted = []
  for (const body of [
    'Ask\nn@b.test',
    'Ask "N@b.test".',
    'Of n@b.test.',
    '<n@b.test>',
    'n@b.test\nn',
  ])
    noted.push({ sent: { title: 'Asked', body, links: { forum } }, key: randomUUID() })
  for (const { sent, key } of noted) await at.post('/suggestions', sent, keyed(key))
  await at.delete(`/users/${gone.first.body.users[0].id}`)
  expect((await gone.sent()).status).toBe(409)
  for (const { sent, key } of noted)
    expect((await at.post('/suggestions', sent, keyed(key))).status, sent.body).toBe(409)
  for (const { first, sent } of others) {
    const again = await sent()
    expect([again.status, again.text]).toEqual([201, first.text])
  }
})

test('erasing a user removes stored responses with any of their addresses', async () => {
  for (const email of [`o'b.r*e+$^|{1}@b.test`, 'Zoë{1}?@b.test']) {
    const key = randomUUID()
    const sent = () => at.post('/users/find_or_create', { email }, keyed(key))
    const { id } = (await sent()).body.users[0]
    expect((await at.delete(`/users/${id}`)).status).toBe(200)
    expect((await sent()).status, email).toBe(409)
  }
})

test('GET and DELETE ignore the key and store nothing', async () => {
  const user = await aUser(at.db, 'plain@a.test')
  const label = await at.made('/labels', { name: 'Gone' })
  const key = randomUUID()
  expect((await at.get(`/users/${user}`, keyed(key))).status).toBe(200)
  expect((await at.delete(`/labels/${label.id}`, keyed(key))).status).toBe(200)
  expect((await at.delete(`/labels/${label.id}`, keyed(key))).status).toBe(404)
  const { rows } = await sql`select from idempotent_responses where key = ${key}`.execute(at.db)
  expect(rows).toEqual([])
})
