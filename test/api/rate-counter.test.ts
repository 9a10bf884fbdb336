// The rate counters of one process and of several processes, compared with a simple model.
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { DATABASE_TIMEOUTS } from '../../src/db/timeouts.ts'
import {
  type Counter,
  createMemoryCounter,
  createRateCounter,
  createSharedCounter,
  type RateKey,
} from '../../src/http/limits/rate-counter.ts'
import { startTestService, type TestService } from '../support/service.ts'

const keys = fc.constantFrom<RateKey>(1, 2, '192.0.2.1', '20010db800010002/64')
const step = fc.oneof(
  fc.record({ act: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    act: fc.constant('take' as const),
    key: keys,
    limit: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({ act: fc.constant('add' as const), key: keys, cost: fc.integer({ min: -3, max: 9 }) }),
)

/** The model: stores every minute forever. */
function model() {
  const counts: Record<string, number> = {}
  const used = (key: RateKey, minute: number) => counts[`${minute} ${key}`] ?? 0
  const set = (key: RateKey, minute: number, count: number) => {
    counts[`${minute} ${key}`] = Math.max(0, count)
  }
  return { used, set }
}

async function follows(
  counter: Counter,
  steps: (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
  begin: number,
) {
  const { used, set } = model()
  let minute = begin
  for (const one of steps) {
    if (one.act === 'wait') {
      minute += one.minutes
      continue
    }
    const { key } = one
    if (one.act === 'add') {
      await counter.add(key, one.cost, minute)
      set(key, minute, used(key, minute) + one.cost)
    } else {
      const isLeft = used(key, minute) < one.limit
      expect(await counter.take(key, one.limit, minute)).toBe(isLeft)
      if (isLeft) set(key, minute, used(key, minute) + 1)
    }
    expect(counter.getUsed(key, minute)).toBe(used(key, minute))
  }
}

describe('the counter of one process', () => {
  test('equals the model for any sequence of takes, charges and refunds', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 200 }), (steps) =>
        follows(createMemoryCounter(), steps, 0),
      ),
      { numRuns: 300 },
    ))

  test('forgets a past minute', async () => {
    const counter = createMemoryCounter()
    await counter.take(1, 10, 5)
    await counter.take(1, 10, 6)
    expect(counter.getUsed(1, 5)).toBe(0)
    expect(counter.getUsed(1, 6)).toBe(1)
  })

  test('is exact for 100,000 addresses, and shared by all further ones', async () => {
    const counter = createMemoryCounter()
    for (let i = 0; i < 100_000; i++) await counter.take(`network ${i}`, 60, 1)
    expect(counter.getUsed('network 99999', 1)).toBe(1)
    let passed = 0
    for (let i = 100_000; i < 1_000_000; i++)
      if (await counter.take(`network ${i}`, 60, 1)) passed += 1
    expect(passed).toBe(60)
    expect(counter.getUsed('network 999999', 1)).toBe(60)
    expect(await counter.take('network 7', 60, 1)).toBe(true)
    // Clients never share it.
    expect(await counter.take(7, 60, 1)).toBe(true)
    expect(counter.getUsed(7, 1)).toBe(1)
    expect(await counter.take('network 1000000', 60, 2)).toBe(true)
  })
})

describe('the counter of several processes', () => {
  let at: TestService
  // Each run uses later minutes than the run before, because old minutes are deleted.
  let begin = 1_000

  beforeAll(async () => {
    at = await startTestService(undefined, { databaseTimeouts: DATABASE_TIMEOUTS })
  })

  const together = () => createSharedCounter(at.service.database.quickDb)

  test('equals the model too', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), (steps) => {
        begin += 1_000
        return follows(together(), steps, begin)
      }),
      { numRuns: 30 },
    ))

  test('is shared and exact under concurrency', async () => {
    const counters = Array.from({ length: 5 }, together)
    const taken = await Promise.all(
      Array.from({ length: 300 }, (_, i) => (counters[i % 5] as Counter).take(1, 100, 200_000)),
    )
    expect(taken.filter(Boolean)).toHaveLength(100)
  })

  test('sends no statement for a key that has reached its limit', async () => {
    const [one, other] = [together(), together()]
    for (let i = 0; i < 3; i++) await one.take(9, 3, 200_010)
    expect(await other.take(9, 3, 200_010)).toBe(false)
    await holding(async () => {
      const startedAt = performance.now()
      expect(await one.take(9, 3, 200_010)).toBe(false)
      expect(await other.take(9, 3, 200_010)).toBe(false)
      expect(performance.now() - startedAt).toBeLessThan(900)
    })
  })

  test('counts per process while the database is down', async () => {
    const counter = together()
    await counter.take(8, 4, 200_020)
    await holding(async () => {
      const startedAt = performance.now()
      const taken = await Promise.all(Array.from({ length: 4 }, () => counter.take(8, 4, 200_020)))
      expect(taken).toEqual([true, true, true, false])
      expect(performance.now() - startedAt).toBeLessThan(2000)
    })
  })

  test('takes over what a process counted alone, and ends the minute that it began together', async () => {
    let isAlone = true
    const joined = together()
    const counter = createRateCounter(at.service.database.quickDb, () => isAlone)
    const minute = 250_000
    await sql`delete from rate_limit_counts where minute = ${minute}`.execute(at.db)
    for (let i = 0; i < 3; i++) expect(await counter.take(5, 10, minute)).toBe(true)
    await counter.take('192.0.2.9', 10, minute)
    // A process that joins does not know them yet.
    expect(await joined.take(5, 10, minute)).toBe(true)
    isAlone = false
    const taken = await Promise.all([1, 2].map(() => counter.take(5, 10, minute)))
    expect(taken).toEqual([true, true])
    expect(counter.getUsed(5, minute)).toBe(6)
    expect(await joined.readUsed([5, '192.0.2.9'], minute)).toEqual([6, 1])
    isAlone = true
    await counter.take(5, 10, minute)
    expect(await joined.readUsed([5], minute)).toEqual([7])
    await counter.take(5, 10, minute + 1)
    expect(await joined.readUsed([5], minute + 1)).toEqual([0])
    expect(counter.getUsed(5, minute + 1)).toBe(1)
  })

  test('keeps only the last two minutes', async () => {
    const counter = together()
    for (const minute of [300_001, 300_002, 300_003, 300_004]) await counter.take(1, 10, minute)
    const minutes = async () => {
      const { rows } = await sql<{ minute: number }>`
        select minute from rate_limit_counts order by minute`.execute(at.db)
      return rows.map(({ minute }) => minute)
    }
    await expect.poll(minutes).toEqual([300_003, 300_004])
  })

  test('updates rows in place, so that the index does not grow', async () => {
    const counter = together()
    for (let i = 0; i < 2000; i++) await counter.take(5, 10_000, 400_000)
    const { rows } = await sql<{ size: number }>`
      select pg_relation_size('rate_limit_counts_pkey') + pg_relation_size('rate_limit_counts') as size`.execute(
      at.db,
    )
    expect(rows[0]?.size).toBeLessThan(200_000)
  })

  /** Locks the counts for everyone else. */
  async function holding(act: () => Promise<void>): Promise<void> {
    const blocker = new pg.Client(at.connection)
    await blocker.connect()
    await blocker.query('begin; lock table rate_limit_counts')
    await act()
    await blocker.query('rollback')
    await blocker.end()
  }
})
