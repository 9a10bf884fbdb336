// While the largest bodies are read, other requests are answered. The bounds are far above what was measured
// (docs/decisions/0026-large-bodies.md): they tell slices from seconds, on any machine.
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { runJobs } from '../support/jobs.ts'
import { type Sent, startTestService, type TestService } from '../support/service.ts'

const MIB = 1024 * 1024
const MAX_DELAY_MS = 500
const MAX_HOSTILE_DELAY_MS = 200
/** How often each hostile body is sent. */
const ROUNDS = EXHAUSTIVE ? 2 : 1

let at: TestService

beforeAll(async () => {
  at = await startTestService()
})

/** The longest computation in milliseconds in which nothing else could run. Processor time of this thread: other work does not count. */
async function longestDelay(run: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  const tick = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(tick, 1)
  await run()
  await setTimeout(5)
  clearInterval(timer)
  tick()
  return longest
}

const post = (path: string, body: string | Buffer, type = 'application/json') => {
  const sent: Sent = { body, headers: { 'content-type': type } }
  return at.call('POST', path, sent)
}

const fill = (start: string, one: string, end: string, bytes: number) =>
  Buffer.from(
    start + one.repeat(Math.floor((bytes - start.length - end.length) / one.length)) + end,
  )

const people = (count: number, fields: number, value: string) =>
  Array.from({ length: count }, (_, i) => ({
    external_id: `large-${i}`,
    email: `large-${i}@example.com`,
    account: { external_id: `large-${i % 50}`, name: 'Large', mrr: 1 },
    ...Object.fromEntries(Array.from({ length: fields }, (_, j) => [`cf_large_${j}`, value])),
  }))

describe('hostile bodies', () => {
  const cases: [string, string, Buffer, number, string?][] = [
    ['many objects', '/external_users/import', fill('{"users":[', '{},', '{}]}', 10 * MIB), 400],
    ['many numbers', '/external_users/import', fill('{"users":[', '1,', '1]}', 10 * MIB), 400],
    [
      'many members',
      '/bulk_identify',
      fill('{"identities":[{"a":0', ',"b":1', '}]}', 10 * MIB),
      400,
    ],
    ['deep nesting', '/bulk_identify', fill('{"identities":', '[', '', 10 * MIB), 400],
    ['deep objects', '/bulk_identify', fill('{"identities":', '{"a":', '', 10 * MIB), 400],
    ['a long text', '/bulk_identify', fill('{"identities":"', '\\u00e4', '"}', 10 * MIB), 422],
    ['many members of the body', '/bulk_identify', fill('{"a":0', ',"b":1', '}', 10 * MIB), 400],
    [
      'an unfinished list',
      '/external_users/import',
      fill('{"users":[', '{"a":"b"},', '', 10 * MIB),
      400,
    ],
    ['a body of 1 MiB', '/labels', fill('{"name":[', '[],', '[]]}', MIB), 400],
    [
      'an escaped form',
      '/bulk_identify',
      fill('identities=', '%41', '', 10 * MIB),
      422,
      'application/x-www-form-urlencoded',
    ],
    [
      'separators',
      '/bulk_identify',
      fill('', '&', '', 10 * MIB),
      422,
      'application/x-www-form-urlencoded',
    ],
  ]
  test.each(cases)(
    '%s',
    async (_, path, body, expected, type) => {
      let status = 0
      const delay = await longestDelay(async () => {
        for (let i = 0; i < ROUNDS; i += 1) status = (await post(path, body, type)).status
      })
      expect(status).toBe(expected)
      expect(delay).toBeLessThan(MAX_HOSTILE_DELAY_MS)
    },
    60_000,
  )
})

describe('valid bodies', () => {
  test('are read and answered without a change of characters that need two code units', async () => {
    // Of different lengths, so that pieces end at every position within a character.
    const users = Array.from({ length: 1_000 }, (_, i) => ({
      external_id: `pair-${i}`,
      email: `pair-${i}@example.com`,
      name: `${'x'.repeat(i % 7)}${'\u{1F600}'.repeat(200)}`,
      cf_pair: '\u{1F600}'.repeat(100),
    }))
    const { status, body } = await at.post('/external_users/import', { users })
    expect(status).toBe(200)
    const shown = body.external_users as { name: string; cf_pair: string }[]
    expect(shown.map(({ name, cf_pair }) => ({ name, cf_pair }))).toEqual(
      users.map(({ name, cf_pair }) => ({ name, cf_pair })),
    )
  })

  test('of CSV keep such characters too', async () => {
    const name = (i: number) => `${'x'.repeat(i % 7)}${'\u{1F600}'.repeat(200)}`
    const rows = Array.from(
      { length: 1_000 },
      (_, i) => `csv-pair-${i},csv-pair-${i}@example.com,${name(i)}`,
    )
    const header = 'external_user.external_id,external_user.email_address,external_user.name'
    const { status } = await post('/imports', [header, ...rows].join('\n'), 'text/csv')
    expect(status).toBe(201)
    await runJobs(at)
    const { rows: stored } = await sql<{ name: string }>`
      select name from external_users where external_id like 'csv-pair-%' order by substr(external_id, 10)::integer`.execute(
      at.db,
    )
    expect(stored.map((row) => row.name)).toEqual(rows.map((_, i) => name(i)))
  })

  test('an import of 1,000 people with 190 custom fields each', async () => {
    const body = Buffer.from(
      JSON.stringify({ users: people(1_000, 190, 'a value of 28 characters ...') }),
    )
    expect(body.length).toBeGreaterThan(8 * MIB)
    const delay = await longestDelay(async () => {
      expect((await post('/external_users/import', body)).status).toBe(200)
    })
    expect(delay).toBeLessThan(MAX_DELAY_MS)
  })

  test('an import in which all values are invalid', async () => {
    const rows = people(1_000, 190, 'x').map(({ email: _, ...person }) => ({
      ...person,
      email: 'x',
      seen_days: 'x',
    }))
    const delay = await longestDelay(async () => {
      expect(
        (await post('/external_users/import', Buffer.from(JSON.stringify({ users: rows })))).status,
      ).toBe(422)
    })
    expect(delay).toBeLessThan(MAX_DELAY_MS)
  })

  test('1,000 people to identify', async () => {
    const identities = Array.from({ length: 1_000 }, (_, i) => ({
      email: `identified-${i}@example.com`,
      name: 'n'.repeat(600),
      type: 't'.repeat(600),
      account: { id: `a-${i}`, name: 'n'.repeat(600), plan: 'p'.repeat(600) },
    }))
    const delay = await longestDelay(async () => {
      expect(
        (await post('/bulk_identify', Buffer.from(JSON.stringify({ identities })))).status,
      ).toBe(202)
    })
    expect(delay).toBeLessThan(MAX_DELAY_MS)
  })

  test.each(['text/csv', 'application/json'])('a CSV file of 20 MiB as %s', async (type) => {
    const header = 'external_user.external_id,external_user.email_address,external_user.name'
    const rows = Array.from(
      { length: 100_000 },
      (_, i) => `csv-${i},csv-${i}@example.com,${'n'.repeat(170)}`,
    )
    const csv = [header, ...rows].join('\n')
    const body = Buffer.from(type === 'text/csv' ? csv : JSON.stringify({ csv }))
    expect(body.length).toBeGreaterThan(18 * MIB)
    const delay = await longestDelay(async () => {
      expect((await post('/imports', body, type)).status).toBe(201)
    })
    expect(delay).toBeLessThan(MAX_DELAY_MS)
  })
})
