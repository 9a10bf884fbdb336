// The API of end users compared with the Admin API: a list with equal fields, and a vote.
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Environment, Running } from './environment.ts'
import { type Bench, type Measurement, measureAlternately, requestsPerSecond } from './measure.ts'

export const endUserBenches: Bench[] = [{ name: 'end-users', run: endUsers }]

const SIZE = 100_000
const HTTP_ROUND = 4000
const ROUNDS = 10
const PEOPLE = 1000

type Vote = { suggestion: number; user: number }

async function endUsers(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(SIZE, 'end_users')
  const server = await environment.service(database, {
    REQUESTS_PER_ADDRESS: '1000000',
    VOTES_PER_HOUR: '100000',
  })
  const pool = new pg.Pool({ connectionString: database, max: 4 })
  pool.on('error', () => {})
  const forum = await largestForum(pool)
  const tokens = await tokensOf(environment, pool, database)
  const [person] = tokens.values()
  const measured = [
    await list(server, forum, 'a stranger', undefined),
    await list(server, forum, 'a person', person as string),
    await vote(server, pool, tokens),
  ]
  await pool.end()
  await environment.stop(server)
  return measured
}

async function largestForum(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query('select id from forums order by suggestions_count desc limit 1')
  return Number(rows[0].id)
}

/** Tokens of an application, by person. */
async function tokensOf(
  environment: Environment,
  pool: pg.Pool,
  database: string,
): Promise<Map<number, string>> {
  const made = await environment.earshot(
    ['clients', 'create', '--name', 'app', '--end-users', '--public', '--json'],
    { DATABASE_URL: database },
  )
  const { rows } = await pool.query(
    `select u.id from users u where u.allowed_state = 'allowed' and not exists (select from permissions p where p.user_id = u.id)
      order by md5(u.id::text) limit $1`,
    [PEOPLE],
  )
  const tokens = new Map(
    rows.map(({ id }) => [Number(id), `earshot_token_${randomBytes(32).toString('base64url')}`]),
  )
  const hashes = [...tokens.values()].map((token) => createHash('sha256').update(token).digest())
  await pool.query(
    `insert into tokens (hash, api_client_id, user_id, is_personal)
      select hash, $1, person, true from unnest($2::bytea[], $3::bigint[]) made (hash, person)`,
    [JSON.parse(made).id, hashes, [...tokens.keys()]],
  )
  return tokens
}

const FIELDS = 'title,supporters_count,comments_count,created_at,portal_url'

async function list(
  { url, token }: Running,
  forum: number,
  who: string,
  person: string | undefined,
): Promise<Measurement> {
  const rates = await measureAlternately(
    () =>
      requestsPerSecond({
        url: `${url}/api/end_users/forums/${forum}/ideas?fields=${FIELDS}`,
        headers: person === undefined ? {} : { authorization: `Bearer ${person}` },
      }),
    () =>
      requestsPerSecond({
        url: `${url}/api/v2/admin/suggestions?forum=${forum}&state=approved,published,-merged&sort=-supporters_count&total=false&fields=${FIELDS}`,
        headers: { authorization: `Bearer ${token}` },
      }),
  )
  return { name: `list of ideas, ${who}`, ...rates, goal: '≥ 0.9', unit: 'requests/s' }
}

async function vote(
  { url, token }: Running,
  pool: pg.Pool,
  tokens: Map<number, string>,
): Promise<Measurement> {
  const { rows } = await pool.query<Vote>(
    `select s.id::float8 as suggestion, p.id::float8 as user
      from unnest($1::bigint[]) p (id) cross join lateral (
        select id from suggestions where is_open and id % 1000 = p.id % 1000 and not exists (
          select from supporters v where v.user_id = p.id and v.suggestion_id = suggestions.id)
        limit ${(2 * ROUNDS * HTTP_ROUND) / PEOPLE + 20}) s
      order by md5(s.id || ' ' || p.id)`,
    [[...tokens.keys()]],
  )
  const some = () => rows.splice(0, HTTP_ROUND)
  const rates = await measureAlternately(
    () =>
      requestsPerSecond({
        url,
        method: 'POST',
        requests: some().map(({ suggestion, user }) => ({
          path: `/api/end_users/ideas/${suggestion}/vote`,
          token: tokens.get(user) as string,
        })),
      }),
    () =>
      requestsPerSecond({
        url: `${url}/api/v2/admin/supporters`,
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        bodies: some().map(({ suggestion, user }) =>
          JSON.stringify({ links: { suggestion, user } }),
        ),
      }),
  )
  return { name: 'vote of an end user', ...rates, goal: '≥ 0.9', unit: 'votes/s' }
}
