// Every network fault against every kind of request: the response, its delay, and the final contents of the database. The table is published in docs/resilience.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../../src/service.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { BASE_URL, startTestService } from '../support/service.ts'
import { FORM, filePart, form, storedKeys } from '../support/uploads.ts'

type Sent = {
  method?: 'POST'
  url: string
  headers?: Record<string, string>
  payload?: string | Buffer
}

type Kind = {
  /** A request that stores this name, if anything. */
  send(name: string): Sent
  /** Without a fault. */
  well: number
  /** The message after which the connection breaks. No statement of the service itself matches. */
  breaksAfter?: RegExp
  /** How many rows have the name. */
  left?: (name: string) => Promise<number>
  needsNoDatabase?: true
}

const at = await startTestService()
const proxy = await startFaultProxy(at.connection)
const client = await at.aClient()
let service: Service
const lines: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  service = await startService(proxy.connection, BASE_URL, log, {
    store: at.store,
    settings: { requests_per_address: 1_000_000 },
  })
})
afterEach(() => proxy.set('none'))
afterAll(async () => {
  await service.close()
  await proxy.close()
})

const count = async (text: ReturnType<typeof sql<{ count: number }>>) =>
  (await text.execute(at.db)).rows[0]?.count as number
const labels = (name: string) =>
  count(sql<{ count: number }>`select count(*) from labels where name = ${name}`)
const json = (url: string, body: object, headers = {}): Sent => ({
  method: 'POST',
  url: `/api/v2/admin/${url}`,
  payload: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})

// The name of a statement that was used before. The watch reads `transaction_read_only` every 250 ms.
const PREPARED_READ = /\bread_[0-9a-f]{32}/
const COMMIT = /\bcommit\b/

const KINDS: Record<string, Kind> = {
  'a list': {
    send: () => ({ url: '/api/v2/admin/suggestions?includes=users' }),
    well: 200,
    breaksAfter: PREPARED_READ,
  },
  'a record': {
    send: () => ({ url: '/api/v2/admin/statuses/1' }),
    well: 200,
    breaksAfter: PREPARED_READ,
  },
  create: {
    send: (name) => json('labels', { name }),
    well: 201,
    breaksAfter: COMMIT,
    left: labels,
  },
  'create with a key': {
    send: (name) => json('labels', { name }, { 'idempotency-key': name }),
    well: 201,
    breaksAfter: COMMIT,
    left: labels,
  },
  'import of a file': {
    send: (name) =>
      json('imports', {
        csv: `external_user.external_id,external_user.email_address\n${name},${name}@example.com\n`,
      }),
    well: 201,
    breaksAfter: COMMIT,
    left: (name) =>
      count(sql<{ count: number }>`
        select count(*) from import_batches where people::text like ${`%${name}%`}`),
  },
  'bulk identify': {
    send: (name) => json('bulk_identify', { identities: [{ email: `${name}@example.com` }] }),
    well: 202,
    breaksAfter: /identify_jobs/,
    left: (name) =>
      count(sql<{ count: number }>`
        select count(*) from identify_jobs where identities::text like ${`%${name}%`}`),
  },
  upload: {
    send: (name) => ({
      method: 'POST',
      url: '/api/v2/admin/attachments',
      headers: FORM,
      payload: form(filePart(name, `${name}.txt`)),
    }),
    well: 201,
    breaksAfter: COMMIT,
    left: (name) =>
      count(sql<{ count: number }>`
        select count(*) from attachments where file_name = ${`${name}.txt`}`),
  },
  'a token': {
    send: () => ({
      method: 'POST',
      url: '/api/v2/oauth/token',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: client.key,
        client_secret: client.secret,
      }),
    }),
    well: 200,
    breaksAfter: COMMIT,
  },
  '/readyz': { send: () => ({ url: '/readyz' }), well: 200, breaksAfter: /migrations/ },
  '/healthz': {
    send: () => ({ url: '/healthz' }),
    well: 200,
    needsNoDatabase: true,
  },
  '/docs': { send: () => ({ url: '/docs' }), well: 200, needsNoDatabase: true },
}

const kinds = Object.entries(KINDS)

type Outcome = { status: number; milliseconds: number; headers: object; text: string }

const TICK_MS = 10
let ownTime = 0
/**
 * The milliseconds in which this process, with the service in it, could run. Where the machine stalls, a tick comes late and
 * counts as two: that is no delay of the service.
 */
const ownNow = () => ownTime

beforeAll(() => {
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    ownTime += Math.min(now - last, 2 * TICK_MS)
    last = now
  }, TICK_MS)
  return () => clearInterval(timer)
})

async function ask(sent: Sent): Promise<Outcome> {
  const began = ownNow()
  const { method = 'GET', headers, ...rest } = sent
  const answer = await service.app.inject({
    method,
    headers: { authorization: `Bearer ${at.token}`, ...headers },
    ...rest,
  })
  return {
    status: answer.statusCode,
    milliseconds: ownNow() - began,
    headers: answer.headers,
    text: answer.body,
  }
}

let named = 0
const aName = () => `n${process.pid}x${++named}`

const isReady = async () => (await ask({ url: '/readyz' })).status === 200
const untilReady = () => expect.poll(isReady, { interval: 20 }).toBe(true)

type Fault = {
  begin(): Promise<void>
  isHarmless?: true
}

const FAULTS: Record<string, Fault> = {
  refused: { begin: () => proxy.set('refused') },
  'black hole': { begin: () => proxy.set('black hole') },
  'answers 5 s late': { begin: () => proxy.set({ delayMs: 5000 }) },
  'a byte every 50 ms': { begin: () => proxy.set({ msPerByte: 50 }) },
  'answers 200 ms late': { begin: () => proxy.set({ delayMs: 200 }), isHarmless: true },
  'back again': { begin: () => proxy.set('none'), isHarmless: true },
}
const CUT = 'cut before the answer'

/** The table: the response to each kind of request during a fault. */
const expected = (isHarmless = false) =>
  Object.fromEntries(
    kinds.map(([name, { well, needsNoDatabase }]) => [
      name,
      isHarmless || needsNoDatabase ? well : 503,
    ]),
  )

// Times are real: a machine that stalls during a test is not a fault of the service.
const AGAIN = { retry: 2 }

const SOON_MS = 2000
const LATE_MS = 10_000

type Cell = { of: string; kind: Kind; name: string; outcome: Outcome }

async function cell([of, kind]: [string, Kind]): Promise<Cell> {
  const name = aName()
  return { of, kind, name, outcome: await ask(kind.send(name)) }
}

function expectRow(cells: Cell[], isHarmless = false): void {
  const statuses = cells.map(({ of, outcome }) => [of, outcome.status])
  const asked = Object.keys(Object.fromEntries(statuses))
  const row = Object.entries(expected(isHarmless)).filter(([of]) => asked.includes(of))
  expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(row))
  const limit = isHarmless ? LATE_MS : SOON_MS
  const late = cells.filter(({ outcome }) => outcome.milliseconds > limit)
  expect(late.map(({ of, outcome }) => [of, outcome.milliseconds])).toEqual([])
  for (const { of, outcome } of cells)
    if (outcome.status === 503 && of !== '/readyz')
      expect(outcome.headers, of).toMatchObject({ 'retry-after': '1' })
}

async function expectNothingLostOrDoubled(cells: Cell[]): Promise<void> {
  for (const { of, kind, name, outcome } of cells) {
    if (!kind.left) continue
    const left = await kind.left(name)
    if (outcome.status === 503) expect(left, of).toBeLessThanOrEqual(1)
    else expect(left, of).toBe(1)
    if (of !== 'create with a key') continue
    expect((await ask(kind.send(name))).status).toBe(201)
    expect(await labels(name)).toBe(1)
  }
  const { rows } = await sql<{ file_key: string }>`select file_key from attachments`.execute(at.db)
  const stored = await storedKeys(at.store)
  expect(rows.filter(({ file_key }) => !stored.includes(file_key))).toEqual([])
}

describe.each(Object.entries(FAULTS))('the database %s', (_, { begin, isHarmless }) => {
  test('answers in time, and loses and duplicates nothing', AGAIN, async () => {
    const cells: Cell[] = []
    await untilReady()
    await begin()
    // Readiness is cached for a second.
    cells.push(...(await Promise.all(kinds.filter(([of]) => of !== '/readyz').map(cell))))
    expectRow(cells, isHarmless)
    await sleep(1000)
    const later = await Promise.all(kinds.map(cell))
    expectRow(later, isHarmless)
    cells.push(...later)

    await proxy.set('none')
    const began = ownNow()
    await untilReady()
    expect(ownNow() - began).toBeLessThan(10_000)
    await expectNothingLostOrDoubled(cells)
  })
})

describe(`a connection that is ${CUT}`, () => {
  const cells: Cell[] = []

  test.each(kinds)('%s', AGAIN, async (of, kind) => {
    await untilReady()
    // The first use of a token is noted, and a statement is prepared at its second use.
    for (let i = 0; i < 2; i++) expectRow([await cell([of, kind])], true)
    if (of === '/readyz') await sleep(1000)
    if (kind.breaksAfter) proxy.cutAfter(kind.breaksAfter)
    else proxy.cut()
    const done = await cell([of, kind])
    cells.push(done)
    expect(done.outcome.status, done.outcome.text).toBe(expected()[of])
    expect(done.outcome.milliseconds).toBeLessThan(SOON_MS)
    if (!kind.left) return
    // It succeeded, but the client cannot know.
    expect(await kind.left(done.name)).toBe(1)
    expect(done.outcome.text).toContain('may or may not have been applied')
    expect(done.outcome.headers).toMatchObject({ 'retry-after': '1' })
  })

  test('loses and duplicates nothing', () => expectNothingLostOrDoubled(cells))
})

describe('the watch', AGAIN, () => {
  const isSaid = (words: string) => lines.some((line) => line.includes(words))

  test('does not mistake a blocked process for a lost database', async () => {
    lines.length = 0
    // Blocks the event loop, so that the watch cannot run.
    for (let i = 0; i < 3; i++) {
      const until = performance.now() + 900
      while (performance.now() < until);
      await new Promise(setImmediate)
    }
    await sleep(300)
    expect(isSaid('database unavailable')).toBe(false)
    expect((await ask({ url: '/readyz' })).status).toBe(200)
  })

  test('does not mistake a long statement or a full pool for a lost database', async () => {
    lines.length = 0
    const { readPool } = service.database
    const long = Array.from({ length: 10 }, () => readPool.query('select pg_sleep(2.5)'))
    await Promise.all(long)
    expect(isSaid('database unavailable')).toBe(false)
  })

  test('continues when only its own connection is cut', async () => {
    lines.length = 0
    proxy.cut()
    await sleep(1000)
    expect(isSaid('database unavailable')).toBe(false)
    expect((await ask({ url: '/readyz' })).status).toBe(200)
  })

  test('logs each reason for a failed search once', async () => {
    await untilReady()
    lines.length = 0
    const reasons = () =>
      lines
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg.includes('unavailable'))
        .map(({ err }) => err.code ?? err.message)
    await proxy.set('refused')
    await expect.poll(reasons).toEqual(['ECONNREFUSED'])
    await proxy.set('black hole')
    await expect.poll(reasons).toEqual(['ECONNREFUSED', 'no answer within 800 ms'])
    await proxy.set('refused')
    await sleep(1500)
    expect(new Set(reasons()).size).toBe(reasons().length)
    await proxy.set('none')
    await untilReady()
  })

  test('treats a read-only server as unavailable until it accepts writes again', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(at.db)
    const name = sql.ref(rows[0]?.name as string)
    const admin = at.db.connection()
    await admin.execute(async (db) => {
      await sql`alter database ${name} set default_transaction_read_only = on`.execute(db)
      lines.length = 0
      proxy.cut()
      await expect.poll(() => isSaid('database unavailable')).toBe(true)
      expect(isSaid('is read-only')).toBe(true)
      await sleep(700)
      expect((await ask(json('labels', { name: 'x' }))).status).toBe(503)
      expect(isSaid('database available')).toBe(false)
      await sql`alter database ${name} reset default_transaction_read_only`.execute(db)
    })
    await untilReady()
  })
})

test(
  'requests do not pile up while packets are dropped, and connections stay few',
  AGAIN,
  async () => {
    await untilReady()
    await proxy.set('black hole')
    const asked = []
    const began = performance.now()
    while (performance.now() - began < 3000) {
      asked.push(ask({ url: '/api/v2/admin/statuses' }))
      await sleep(5)
    }
    const { pools } = service.database
    for (const pool of Object.values(pools)) expect(pool.waitingCount).toBe(0)
    const countOpen = () =>
      Object.values(pools).reduce((all, { totalCount }) => all + totalCount, 0)
    const stopped = ownNow()
    await expect.poll(countOpen, { interval: 20 }).toBe(0)
    expect(ownNow() - stopped).toBeLessThan(SOON_MS)
    const outcomes = await Promise.all(asked)
    expect(outcomes.every(({ status }) => status === 503 || status === 200)).toBe(true)
    expect(Math.max(...outcomes.map(({ milliseconds }) => milliseconds))).toBeLessThan(SOON_MS)
    await proxy.set('none')
    await untilReady()
  },
)

test('can be stopped at once and 3 seconds after packets are dropped', async () => {
  await untilReady()
  const quiet = pino({ level: 'silent' })
  const startOther = () =>
    startService(proxy.connection, BASE_URL, quiet, { store: at.store, hasJobs: true })
  const first = await startOther()
  const second = await startOther()
  await proxy.set('black hole')
  const stop = async (other: Service, milliseconds: number) => {
    await sleep(milliseconds)
    const began = ownNow()
    await other.close()
    return ownNow() - began
  }
  for (const duration of await Promise.all([stop(first, 0), stop(second, 3000)]))
    expect(duration).toBeLessThan(15_000)
  await proxy.set('none')
  await untilReady()
})

test('the table in the documentation matches the tests', () => {
  const document = readFileSync(join(import.meta.dirname, '../..', 'docs', 'resilience.md'), 'utf8')
  expect(document).toContain(table())
})

function table(): string {
  const rows = [
    ...Object.entries(FAULTS).map(
      ([name, { isHarmless }]) => [name, expected(isHarmless)] as const,
    ),
    [CUT, expected()] as const,
  ]
  const line = (texts: unknown[]) => `| ${texts.join(' | ')} |`
  return [
    line(['', ...rows.map(([name]) => name)]),
    line(['---', ...rows.map(() => '---')]),
    ...kinds.map(([of]) => line([of, ...rows.map(([, row]) => row[of])])),
  ].join('\n')
}
