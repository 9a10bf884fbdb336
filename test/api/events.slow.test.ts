// GET /events: what changes reaches everybody who may know of it, once and in order.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { issueToken } from '../../src/auth/clients/api-clients.ts'
import type { Role } from '../../src/auth/roles.ts'
import { allOperations } from '../../src/http/app.ts'
import { openApiDocument } from '../../src/http/openapi/openapi.ts'
import { allResources } from '../../src/resources/index.ts'
import { deleteOldEvents, openEventHistory } from '../../src/write/service/event-history.ts'
import {
  aFile,
  aMoveFolder,
  bodiesOfOperations,
  endMoves,
  fillPath,
  recordLeft,
  recordsToTry,
} from '../support/bodies-of-operations.ts'
import { onCleanup } from '../support/cleanup.ts'
import { openStream, SOON, type TestStream, untilChange } from '../support/event-stream.ts'
import { aUser } from '../support/factories.ts'
import { ask, processesOn } from '../support/processes.ts'
import { type Sent, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'
import { startServer } from '../support/template-database.ts'

let server: pg.ClientConfig
let at: TestService
let address: string
let forum: number
const opened: TestStream[] = []

beforeAll(async () => {
  // Long transactions of other test files would delay its events.
  const { connection, stop } = await startServer()
  onCleanup(stop)
  server = connection
  at = await startTestService(
    undefined,
    {
      streams: { heartbeatMs: 300, stallMs: 1000, perPerson: 4 },
      settings: { streams_at_once: 8 },
      metrics: { token: 'secret' },
    },
    server,
  )
  address = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  forum = (await at.shown('/forums')).id
})

const openStreams = async () => {
  const { text } = await at.get('//metrics', { token: 'secret' })
  return Number(/^earshot_event_streams (\d+)$/m.exec(text)?.[1])
}

afterEach(async () => {
  for (const stream of opened.splice(0)) stream.close()
  await expect.poll(openStreams, SOON).toBe(0)
})

const open = async (sent: Sent = { token: at.token }, lastId?: string, path?: string) => {
  const stream = await openStream(address, sent, lastId, path)
  opened.push(stream)
  return stream
}
/** A new stream, without what was written just before it. */
const follow = async (sent?: Sent) => {
  const stream = await open(sent)
  if (stream.status === 200) {
    await changesUntilNow(stream)
    stream.messages.length = 0
  }
  return stream
}
const aSuggestion = async (title = 'Dark mode') =>
  (await at.made('/suggestions', { title, links: { forum } })).id

/** Everything until a change that is made now, without it. */
async function changesUntilNow(stream: TestStream) {
  const { id } = await at.made('/labels', { name: `Until now ${Math.random()}` })
  await untilChange(stream, { collection: 'labels', id })
  return stream
    .changes()
    .filter(({ collection, id: other }) => collection !== 'labels' || other !== id)
}

test('a stream has the headers of one, and heartbeats', async () => {
  const stream = await follow()
  expect(stream.status).toBe(200)
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(stream.headers['content-encoding']).toBeUndefined()
  await expect.poll(stream.comments, SOON).toBeGreaterThan(2)
  expect(stream.messages).toEqual([])
  expect((await at.call('HEAD', '/events')).headers['content-type']).toMatch(/^text\/event-stream/)
})

test('a change says what, who and by which request', async () => {
  const { id: user } = await aPerson(at, 'contributor')
  const cookie = await aSession(at, user)
  const stream = await follow()
  const made = await at.post(
    '/suggestions',
    { title: 'By a person', links: { forum } },
    bySession(cookie, { headers: { 'x-request-id': 'the-request' } }),
  )
  const [{ id }] = made.body.suggestions
  expect(await untilChange(stream, { collection: 'suggestions', id })).toEqual({
    collection: 'suggestions',
    id,
    action: 'created',
    suggestion: id,
    user,
    request_id: 'the-request',
    at: expect.any(String),
  })
  const [message] = stream.messages
  expect(message).toMatchObject({ event: 'change', id: expect.stringMatching(/\S/) })
  expect(message?.data.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Math.abs(Date.parse(message?.data.at ?? '') - Date.now())).toBeLessThan(60_000)
})

test('a vote is one change, with its suggestion', async () => {
  const suggestion = await aSuggestion()
  const user = await aUser(at.db, 'voter@a.test')
  const stream = await follow()
  const { id } = await at.made('/supporters', { links: { suggestion, user } })
  expect(await changesUntilNow(stream)).toMatchObject([
    { collection: 'supporters', id, action: 'created', suggestion },
  ])
})

test('labels of a suggestion are a change of the suggestion', async () => {
  const suggestion = await aSuggestion()
  const label = (await at.made('/labels', { name: 'Attached' })).id
  const stream = await follow()
  await at.post('/labels/attach', { links: { suggestion, label } })
  expect(await changesUntilNow(stream)).toMatchObject([
    { collection: 'suggestions', id: suggestion, action: 'updated', suggestion },
  ])
})

test('a change of very many records is one event without an id', async () => {
  const stream = await follow()
  const insert = (count: number) =>
    sql`insert into labels (name, full_name) select 'n', 'n' from generate_series(1, ${count}::int)`.execute(
      at.db,
    )
  await insert(100)
  await expect.poll(() => stream.changes().length, SOON).toBe(100)
  await insert(101)
  await untilChange(stream, { collection: 'labels', id: null, action: 'created' })
  await sleep(100)
  expect(stream.changes()).toHaveLength(101)
})

describe('collections', () => {
  const WITHOUT_EVENTS: Record<string, string> = {
    audit_entries: 'written beside changes that have events, and by every failed sign-in',
    deletions: 'written beside a deletion, which has an event',
    moves: 'its progress changes every second, and what it brings has events',
    recent_changes: 'written beside a change, which has an event',
    service_hook_logs: 'a log of deliveries, which events cause',
    webhook_deliveries: 'made of events',
    suggestion_activity_entries: 'written beside a change of the suggestion, which has an event',
  }

  const LINKS = [
    'issue_links',
    'suggestion_features',
    'suggestion_labels',
    'suggestion_links',
    'team_members',
  ]

  /** Reads a number that changes with every record and link that has events. A use of a client is no change. */
  const contentsOf = async ({ connection }: TestService) => {
    const names = allResources.map(({ name }) => name).filter((name) => !(name in WITHOUT_EVENTS))
    const sums = [...names, ...LINKS].map(
      (name) =>
        `(select sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)) from ${name} t)`,
    )
    const client = new pg.Client(connection)
    await client.connect()
    onTestFinished(() => client.end())
    // Planned once.
    const statement = {
      name: 'contents',
      text: `select array_to_string(array[${sums}], ' ') as sum`,
    }
    return async () => (await client.query<{ sum: string }>(statement)).rows[0]?.sum
  }

  test('all have events, or a reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select tgrelid::regclass::text as name from pg_trigger
      where tgname like '90_record_events_on_%' or tgname = '40_count_new_supporters'
      group by 1 having count(*) filter (where tgname like '%_on_insert' or tgname = '40_count_new_supporters') = 1
        and count(*) filter (where tgname like '%_on_delete') = 1`.execute(at.db)
    const watched = new Set(rows.map(({ name }) => name))
    const names = allResources.map(({ name }) => name)
    expect(names.filter((name) => !watched.has(name) && !(name in WITHOUT_EVENTS))).toEqual([])
    expect(Object.keys(WITHOUT_EVENTS).filter((name) => watched.has(name))).toEqual([])
  })

  test('every write causes an event of its collection, with its request', async () => {
    const moves = { directory: await aMoveFolder() }
    const there = await startTestService(undefined, { streams: { perPerson: 1 }, moves }, server)
    const url = await there.service.app.listen({ port: 0, host: '127.0.0.1' })
    // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
    const document: any = openApiDocument(allOperations())
    const ids = await recordsToTry(
      there,
      document.tags.map(({ name }: { name: string }) => name).filter((n: string) => n !== 'events'),
    )
    const client = await there.aClient()
    type Documented = { tags: string[]; requestBody?: { content: object } }
    const operations = Object.entries<Record<string, Documented>>(document.paths)
      .filter(([path]) => path.startsWith('/api/v2/admin'))
      .flatMap(([path, item]) =>
        ['post', 'put', 'delete'].flatMap((method) =>
          item[method]
            ? [
                {
                  method: method.toUpperCase(),
                  path,
                  tag: item[method].tags[0],
                  isFile: 'multipart/form-data' in (item[method].requestBody?.content ?? {}),
                },
              ]
            : [],
        ),
      )
      .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
    const stream = await openStream(url, { token: there.token })
    let bodies = bodiesOfOperations(ids, client)
    const failed: string[] = []
    const changing = new Map<string, string>()
    const contents = await contentsOf(there)
    let before = await contents()
    for (const [i, { method, path, tag = '', isFile }] of operations.entries()) {
      const name = `${method} ${path}`
      const id = method === 'DELETE' ? await recordLeft(there, tag) : ids[tag]
      if (method === 'DELETE') bodies = bodiesOfOperations({ ...ids, [tag]: id as number }, client)
      const sent: Sent = isFile ? aFile() : { body: bodies[name] ?? {} }
      if (tag === 'moves') {
        await endMoves(there)
        before = await contents()
      }
      const { status, text } = await there.call(method, fillPath(path, ids, id), {
        ...sent,
        headers: { ...sent.headers, 'x-request-id': `r-${i}` },
      })
      if (status >= 300) failed.push(`${name}: ${status} ${text}`)
      const after = await contents()
      if (after !== before) changing.set(`r-${i}`, name)
      before = after
    }
    const last = await there.made('/labels', { name: 'The last' })
    await untilChange(stream, { collection: 'labels', id: last.id })
    stream.close()
    expect(failed).toEqual([])
    expect(changing.size).toBeGreaterThan(100)
    for (const { request_id } of stream.changes()) changing.delete(request_id ?? '')
    expect([...changing.values()]).toEqual([])
  }, 240_000)
})

describe('continuing', () => {
  test('a client that comes back gets what it missed, once and in order', async () => {
    const first = await follow()
    const ids = [await aSuggestion(), await aSuggestion()]
    await untilChange(first, { id: ids[1] as number })
    first.close()
    for (let i = 0; i < 5; i++) ids.push(await aSuggestion())
    const second = await open(undefined, first.lastId())
    ids.push(await aSuggestion())
    await untilChange(second, { id: ids.at(-1) as number })
    const seen = [...first.changes(), ...second.changes()]
    expect(seen.map(({ id }) => id)).toEqual(ids)
    expect(second.messages.every(({ event }) => event === 'change')).toBe(true)
  })

  test('also from the middle, with the parameter', async () => {
    const first = await follow()
    const ids = [await aSuggestion(), await aSuggestion(), await aSuggestion()]
    await untilChange(first, { id: ids[2] as number })
    const middle = first.messages[0]?.id ?? ''
    const second = await open(undefined, undefined, `/events?last_event_id=${middle}`)
    await untilChange(second, { id: ids[2] as number })
    expect(second.changes().map(({ id }) => id)).toEqual(ids.slice(1))
  })

  test('a client without any event continues from when it began', async () => {
    const first = await open()
    await expect.poll(first.lastId, SOON).not.toBe('')
    first.close()
    await expect.poll(openStreams, SOON).toBe(0)
    const id = await aSuggestion()
    const second = await open(undefined, first.lastId())
    await untilChange(second, { collection: 'suggestions', id })
    expect(second.messages.every(({ event }) => event === 'change')).toBe(true)
  })

  test('more than the process keeps comes from the database', async () => {
    const first = await follow()
    await expect.poll(first.lastId, SOON).not.toBe('')
    const begin = first.lastId()
    await sql`
      insert into events (collection, action, record_id)
      select 'labels', 'updated', n from generate_series(1, 12345) n`.execute(at.db)
    await expect.poll(() => first.changes().length, SOON).toBe(12_345)
    const second = await open(undefined, begin)
    await expect.poll(() => second.changes().length, SOON).toBe(12_345)
    const id = await aSuggestion()
    await untilChange(second, { collection: 'suggestions', id })
    const numbers = second.changes().map((change) => change.id)
    expect(numbers).toEqual([...Array.from({ length: 12_345 }, (_, i) => i + 1), id])
  })

  test.each(['nonsense', '1-1-00000001-5-5'])('%s is outside the history', async (lastId) => {
    const stream = await open(undefined, lastId)
    await expect.poll(() => stream.messages[0], SOON).toMatchObject({ event: 'reset', data: {} })
    const id = await aSuggestion()
    await untilChange(stream, { collection: 'suggestions', id })
    // Its position is of use again.
    const next = await open(undefined, stream.lastId())
    const other = await aSuggestion()
    await untilChange(next, { collection: 'suggestions', id: other })
    expect(next.messages).toHaveLength(1)
  })

  test('a position of the future is outside the history', async () => {
    const stream = await follow()
    await expect.poll(stream.lastId, SOON).not.toBe('')
    const other = await open(undefined, stream.lastId().replace(/\d+-\d+$/, '999999999999-1'))
    await expect.poll(() => other.messages[0]?.event, SOON).toBe('reset')
  })

  test('old events are deleted, and a client from then is reset', async () => {
    const first = await follow()
    const old = await aSuggestion()
    await untilChange(first, { id: old })
    const [position] = first.messages.map(({ id }) => id)
    await aSuggestion()
    await sql`update events set created_at = now() - interval '25 hours'`.execute(at.db)
    const recent = await aSuggestion()
    await untilChange(first, { id: recent })
    const kept = first.lastId()
    first.close()
    await expect.poll(openStreams, SOON).toBe(0)
    await at.db.transaction().execute(deleteOldEvents)
    const { rows } = await sql<{ record_id: number }>`select record_id from events`.execute(at.db)
    expect(rows).toEqual([{ record_id: recent }])
    const late = await open(undefined, position)
    await expect.poll(() => late.messages[0]?.event, SOON).toBe('reset')
    const early = await open(undefined, kept)
    const next = await aSuggestion()
    await untilChange(early, { id: next })
    expect(early.messages).toHaveLength(1)
  })

  test('a deletion of nothing that an open stream misses does not disturb it', async () => {
    const stream = await follow()
    await untilChange(stream, { id: await aSuggestion() })
    await sql`update events set created_at = now() - interval '25 hours'`.execute(at.db)
    await at.db.transaction().execute(deleteOldEvents)
    await untilChange(stream, { id: await aSuggestion() })
    expect(stream.messages.map(({ event }) => event)).toEqual(['change', 'change'])
  })

  test('on a copy of the database the history begins anew', async () => {
    const stream = await follow()
    await untilChange(stream, { id: await aSuggestion() })
    await sql`update event_history set server = '7-7'`.execute(at.db)
    await at.db.transaction().execute(openEventHistory)
    await expect.poll(() => stream.messages.at(-1)?.event, SOON).toBe('reset')
    const { rows } = await sql`select from events`.execute(at.db)
    expect(rows).toEqual([])
    const id = await aSuggestion()
    await untilChange(stream, { id })
  })
})

describe('transactions', () => {
  const aConnection = async () => {
    const client = new pg.Client(at.connection)
    await client.connect()
    return client
  }
  const insertLabel = `insert into labels (name, full_name) values ('x', 'x') returning id`

  test('one that commits later, with earlier numbers, is not missed', async () => {
    const [slow, quick] = [await aConnection(), await aConnection()]
    const stream = await follow()
    await slow.query('begin')
    const early = (await slow.query(insertLabel)).rows[0].id
    await quick.query('begin')
    const late = (await quick.query(insertLabel)).rows[0].id
    await quick.query('commit')
    // The later one waits, so that nobody can be past the earlier one.
    const position = stream.lastId()
    await sleep(1500)
    expect(stream.changes()).toEqual([])
    const resumed = await open(undefined, position)
    await slow.query('commit')
    for (const each of [stream, resumed]) {
      await untilChange(each, { id: late })
      expect(each.changes().map(({ id }) => id)).toEqual([early, late])
    }
    await slow.end()
    await quick.end()
  })

  test('one that fails delays, and leaves nothing', async () => {
    const slow = await aConnection()
    const stream = await follow()
    await slow.query('begin')
    await slow.query(insertLabel)
    const id = await aSuggestion()
    await slow.query('rollback')
    await untilChange(stream, { id })
    expect(stream.changes()).toHaveLength(1)
    await slow.end()
  })
})

describe('permissions', () => {
  const sessionOf = async (role: Role) => {
    const person = await aPerson(at, role)
    return { ...person, sent: bySession(await aSession(at, person.id)) }
  }
  const withScopes = async (...scopes: string[]) => {
    const client = await at.aClient()
    await sql`update api_clients set scopes = ${scopes} where id = ${client.id}`.execute(at.db)
    return { id: client.id, token: client.token }
  }

  test('each role gets what it may read', async () => {
    const [viewer, admin, owner] = [
      await sessionOf('viewer'),
      await sessionOf('admin'),
      await sessionOf('owner'),
    ]
    const streams = [await follow(viewer.sent), await follow(admin.sent), await follow(owner.sent)]
    const person = await aPerson(at, 'viewer')
    await aSession(at, person.id)
    await at.aClient()
    const id = await aSuggestion()
    const seen: string[][] = []
    for (const stream of streams) {
      await untilChange(stream, { collection: 'suggestions', id })
      const names = stream.changes().map(({ collection }) => collection)
      // `follow` makes labels.
      seen.push([...new Set(names)].filter((name) => name !== 'labels').sort())
    }
    expect(seen).toEqual([
      ['suggestions', 'users'],
      ['permissions', 'suggestions', 'users'],
      ['api_clients', 'permissions', 'sessions', 'suggestions', 'users'],
    ])
  })

  test('a token gets what its scopes cover', async () => {
    const stream = await follow({ token: (await withScopes('feedback:read')).token })
    await at.made('/forums', { name: 'A setting' })
    const id = await aSuggestion()
    await untilChange(stream, { collection: 'suggestions', id })
    expect(stream.changes().map(({ collection }) => collection)).toEqual(['suggestions'])
    expect((await follow({ token: (await withScopes('people:read')).token })).status).toBe(403)
  })

  test('people get the changes of their own sessions', async () => {
    const viewer = await sessionOf('viewer')
    const stream = await follow(viewer.sent)
    await aSession(at, (await aPerson(at, 'viewer')).id)
    await aSession(at, viewer.id)
    const [session] = await ownSessions(viewer.id)
    await untilChange(stream, { collection: 'sessions', id: session as number, action: 'created' })
    const sessions = stream.changes().filter(({ collection }) => collection === 'sessions')
    expect(sessions.map(({ id }) => id)).toEqual([session])
  })
  const ownSessions = async (user: number) =>
    (
      await sql<{ id: number }>`
        select id from sessions where user_id = ${user} order by id desc`.execute(at.db)
    ).rows.map(({ id }) => id)

  test('without a credential, or before the second factor, there is none', async () => {
    expect((await follow({ token: null })).status).toBe(401)
    const { id, sent } = await sessionOf('admin')
    await sql`update sessions set needs_second_factor = true where user_id = ${id}`.execute(at.db)
    expect((await follow(sent)).status).toBe(403)
  })

  /** Nothing that is written after it is sent. */
  const expectEnded = async (stream: TestStream) => {
    const suggestion = await aSuggestion()
    await expect.poll(stream.hasEnded, SOON).toBe(true)
    expect(stream.changes().filter(({ id }) => id === suggestion)).toEqual([])
  }

  test('a stream ends with its session', async () => {
    const { id, sent } = await sessionOf('viewer')
    const stream = await follow(sent)
    const [session] = await ownSessions(id)
    await at.delete(`/sessions/${session}`)
    await expectEnded(stream)
  })

  test('a stream ends with its token', async () => {
    const client = await at.aClient()
    const stream = await follow({ token: client.token })
    await at.delete(`/api_clients/${client.id}`)
    await expectEnded(stream)
  })

  test('a private view is announced to its person, and to all when it is shared', async () => {
    const [one, other] = [await sessionOf('contributor'), await sessionOf('owner')]
    const [own, others] = [await follow(one.sent), await follow(other.sent)]
    const made = await at.post('/views', { name: 'Mine', kind: 'suggestions' }, one.sent)
    const { id } = made.body.views[0]
    await untilChange(own, { collection: 'views', id, action: 'created' })
    await at.put(`/views/${id}`, { name: 'Still mine' }, one.sent)
    const views = (await changesUntilNow(others)).filter(({ collection }) => collection === 'views')
    expect(views).toEqual([])
    await at.put(`/views/${id}/share`, {}, one.sent)
    await untilChange(others, { collection: 'views', id, action: 'updated' })
  })

  test('a stream ends when its token expires', async () => {
    const client = await at.aClient()
    await sql`
      update tokens set expires_at = now() + interval '1 second' where api_client_id = ${client.id}`.execute(
      at.db,
    )
    const stream = await open({ token: client.token })
    expect(stream.status).toBe(200)
    await expect.poll(stream.hasEnded, SOON).toBe(true)
  })

  test('a stream ends when the person is disabled or gets another role', async () => {
    const [one, other] = [await sessionOf('admin'), await aPerson(at, 'admin')]
    const client = await at.aClient()
    const { token } = await at.db.transaction().execute((tx) => issueToken(tx, client.id, other.id))
    const streams = [await follow(one.sent), await follow({ token })]
    const unchanged = await follow((await sessionOf('admin')).sent)
    await at.put(`/staff/${one.id}`, { is_disabled: true })
    await expectEnded(streams[0] as TestStream)
    await at.put(`/staff/${other.id}`, { role: 'viewer' })
    await expectEnded(streams[1] as TestStream)
    expect(unchanged.hasEnded()).toBe(false)
    await untilChange(unchanged, { collection: 'suggestions', id: await aSuggestion() })
    expect((await follow({ token })).status).toBe(401)
  })
})

describe('bounds', () => {
  test('of one person, and of the process', async () => {
    for (let i = 0; i < 4; i++) expect((await open()).status).toBe(200)
    const tooMany = await open()
    expect(tooMany.status).toBe(429)
    await expect.poll(tooMany.text, SOON).toContain('"too_many_streams"')
    const { token } = await at.aClient()
    for (let i = 0; i < 4; i++) expect((await open({ token })).status).toBe(200)
    const refused = await open({ token: (await at.aClient()).token })
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBeDefined()
    opened.at(0)?.close()
    await expect.poll(async () => (await open()).status, SOON).toBe(200)
  })

  test('streams hold no admission and no connection of the database', async () => {
    for (let i = 0; i < 4; i++) await open()
    const { token } = await at.aClient()
    for (let i = 0; i < 4; i++) await open({ token })
    await expect.poll(() => Object.values(at.service.database.pools).every(isIdle), SOON).toBe(true)
    const answers = await Promise.all(Array.from({ length: 30 }, () => at.get('/forums')))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })
  const isIdle = ({ totalCount, idleCount }: pg.Pool) => totalCount === idleCount

  test('a client that takes nothing is closed, and gets the rest when it comes back', async () => {
    const stream = await follow()
    await expect.poll(stream.lastId, SOON).not.toBe('')
    stream.pause()
    // More than the buffers between the service and the client hold.
    const count = 20_000
    await sql`
      insert into events (collection, action, record_id, request_id)
      select 'labels', 'updated', n, repeat('x', 1000) from generate_series(1, ${count}::int) n`.execute(
      at.db,
    )
    await expect.poll(openStreams, SOON).toBe(0)
    stream.resume()
    await expect.poll(stream.hasEnded, SOON).toBe(true)
    const rest = await open(undefined, stream.lastId())
    await expect
      .poll(() => stream.changes().length + rest.changes().length, { ...SOON, timeout: 60_000 })
      .toBe(count)
    expect(stream.changes().length).toBeLessThan(count)
    const ids = [...stream.changes(), ...rest.changes()].map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: count }, (_, i) => i + 1))
  }, 120_000)

  test('metrics count streams, events and resets', async () => {
    const read = async (name: string) => {
      const { text } = await at.get('//metrics', { token: 'secret' })
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
    }
    const [delivered, resets] = [
      await read('earshot_events_delivered_total'),
      await read('earshot_event_resets_total'),
    ]
    const stream = await open(undefined, 'nonsense')
    await untilChange(stream, { id: await aSuggestion() })
    expect(await openStreams()).toBe(1)
    expect(await read('earshot_events_delivered_total')).toBeGreaterThan(delivered)
    expect(await read('earshot_event_resets_total')).toBe(resets + 1)
  })

  test('a stop does not wait for streams', async () => {
    const there = await startTestService(undefined, {}, server)
    const url = await there.service.app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await openStream(url, { token: there.token })
    await there.service.app.close()
    await expect.poll(stream.hasEnded, SOON).toBe(true)
  })
})

describe('three processes of one service', () => {
  test('a client of one that is killed gets everything from another, once', async () => {
    const start = await processesOn(at.connection)
    const nodes = { EARSHOT_NODES: '3' }
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(() => start(['serve', '--no-jobs'], nodes)),
    )
    if (!one || !two || !three) throw new Error('not started')
    const made: number[] = []
    let isWriting = true
    const write = async () => {
      while (isWriting) {
        const title = `Number ${made.length}`
        const answer = await ask(
          { address: two.address, token: at.token },
          'POST',
          '/suggestions',
          {
            body: {
              title,
              links: { forum },
            },
          },
        )
        made.push(JSON.parse(answer?.text ?? '').suggestions[0].id)
      }
    }
    const first = await openStream(one.address, { token: at.token })
    await expect.poll(first.lastId, SOON).not.toBe('')
    const writing = write()
    await expect.poll(() => first.changes().length, SOON).toBeGreaterThan(10)
    one.child.kill('SIGKILL')
    await one.ended
    await expect.poll(first.hasEnded, SOON).toBe(true)
    const missedFrom = made.length
    await expect.poll(() => made.length, SOON).toBeGreaterThan(missedFrom + 5)
    const second = await openStream(three.address, { token: at.token }, first.lastId())
    await expect.poll(() => second.changes().length, SOON).toBeGreaterThan(10)
    isWriting = false
    await writing
    await untilChange(second, { id: made.at(-1) as number })
    const isMade = new Set<number | null>(made)
    const seen = [...first.changes(), ...second.changes()].map(({ id }) => id)
    expect(seen.filter((id) => isMade.has(id))).toEqual(made)
    // A graceful stop ends the stream.
    three.child.kill('SIGTERM')
    expect(await three.ended).toBe(0)
    expect(second.hasEnded()).toBe(true)
    two.child.kill('SIGTERM')
    expect(await two.ended).toBe(0)
  }, 120_000)
})
