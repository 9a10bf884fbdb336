// POST /suggestions compared with the bare insert of the same row, through one connection pool, without HTTP.
import pg from 'pg'
import type { Environment } from './environment.ts'
import { type Bench, type Measurement, measureAlternately, requestsPerSecond } from './measure.ts'

export const createBenches: Bench[] = [{ name: 'create', run: create }]

const TITLE = 'Let me choose the order of columns'
const BODY = 'When I open the list I always look for the newest one first.'

async function create(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'write')
  const server = await environment.service(database)
  const pool = new pg.Pool({ connectionString: database, max: 10 })
  const { rows } = await pool.query(
    'select (select min(id) from forums) as forum, (select id from users where is_owner) as owner',
  )
  const { forum, owner } = rows[0]
  const rates = await measureAlternately(
    () =>
      requestsPerSecond({
        url: `${server.url}/api/v2/admin/suggestions`,
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: TITLE, body: BODY, links: { forum: Number(forum) } }),
      }),
    () => insertsPerSecond(pool, forum, owner),
  )
  await pool.end()
  await environment.stop(server)
  return [{ name: 'create a suggestion', ...rates, goal: '≥ 0.5', unit: 'rows/s' }]
}

async function insertsPerSecond(pool: pg.Pool, forum: number, owner: number): Promise<number> {
  const insert = {
    name: 'insert',
    text: `insert into suggestions (title, body, body_mime_type, forum_id, created_by_id, approved_at)
      values ($1, $2, 'text/plain', $3, $4, now()) returning id`,
    values: [TITLE, BODY, forum, owner],
  }
  const begun = performance.now()
  let inserted = 0
  const writer = async () => {
    while (performance.now() - begun < 2000) {
      await pool.query(insert)
      inserted += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, writer))
  return inserted / ((performance.now() - begun) / 1000)
}
