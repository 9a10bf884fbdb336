// Prepared statements take memory of PostgreSQL in every connection, so their number is bounded.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

const SHAPES = 1_000
/** Twice the memory of the prepared statements that a connection keeps. */
const MAX_BYTES_PER_CONNECTION = 64_000_000

let at: TestService

beforeAll(async () => {
  at = await startTestService()
  await sql`grant select on pg_backend_memory_contexts to public`.execute(at.db)
  await sql`grant execute on function pg_get_backend_memory_contexts to public`.execute(at.db)
})

type Prepared = { count: number; characters: number; bytes: number }

/** Of every connection for reads. */
async function findPrepared(): Promise<Prepared[]> {
  const { readPool } = at.service.database
  const clients = await Promise.all(
    Array.from({ length: readPool.totalCount }, () => readPool.connect()),
  )
  const found = await Promise.all(
    clients.map((client) =>
      client.query<Prepared>(`select count(*)::int, coalesce(sum(length(statement)), 0)::int as characters,
        (select sum(total_bytes) from pg_backend_memory_contexts)::int8 as bytes
        from pg_prepared_statements where statement not like '%pg_prepared_statements%'`),
    ),
  )
  for (const client of clients) client.release()
  return found.map(({ rows }) => rows[0] as Prepared)
}

/** Combinations of the members of a user: each is a statement of its own. */
const members =
  'name,guid,created_at,state,is_admin,is_owner,job_title,country,city,last_login'.split(',')
const shapes = Array.from({ length: SHAPES }, (_, i) => {
  const chosen = members.filter((_, bit) => (i >> bit) & 1)
  return `/users?includes=external_users,teams&fields=${['id', ...chosen]}`
})

/** Eight at a time, so that there are several connections. */
async function ask(paths: string[]): Promise<void> {
  for (let i = 0; i < paths.length; i += 8) {
    const answers = await Promise.all(paths.slice(i, i + 8).map((path) => at.get(path)))
    for (const { status, text } of answers) expect(status, text).toBe(200)
  }
}

const COMMON = '/suggestions?sort=-supporters_count&includes=forums,users'

const isPrepared = async (of: string) => {
  const { rows } = await at.service.database.readPool.query<{ count: number }>(
    'select count(*)::int from pg_prepared_statements where statement like $1',
    [`%${of}%`],
  )
  return (rows[0]?.count ?? 0) > 0
}

test('of shapes that are asked once, none is prepared', async () => {
  await ask(Array(20).fill(COMMON))
  const before = await findPrepared()
  await ask(shapes)
  const after = await findPrepared()
  expect(after.length).toBeGreaterThan(1)
  expect(Math.max(...after.map(({ count }) => count))).toBeLessThan(
    Math.max(...before.map(({ count }) => count)) + 10,
  )
  expect(await isPrepared('page_of_suggestions')).toBe(true)
})

test('of shapes that are asked again and again, the last ones are prepared', async () => {
  await ask(shapes)
  await ask(shapes)
  const found = await findPrepared()
  for (const { count, characters, bytes } of found) {
    expect(count).toBeGreaterThan(10)
    expect(characters).toBeLessThan(330_000)
    expect(bytes).toBeLessThan(MAX_BYTES_PER_CONNECTION)
  }
  // The common one is prepared again as soon as it is used.
  await ask(Array(20).fill(COMMON))
  expect(await isPrepared('page_of_suggestions')).toBe(true)
  // What was deallocated can be asked for again.
  await ask(shapes.slice(0, 50))
})

test('the order of included collections makes no difference', async () => {
  const [one, other] = await Promise.all(
    ['forums,users,labels', 'labels,users,forums'].map((names) =>
      at.get(`/suggestions?includes=${names}`),
    ),
  )
  expect(one?.text).toBe(other?.text)
})
