// Votes compared with their bare inserts, and the cost of suggestions with many supporters.
import pg from 'pg'
import type { Environment, Running } from './environment.ts'
import { type Bench, type Measurement, measureAlternately, requestsPerSecond } from './measure.ts'

export const supportBenches: Bench[] = [
  { name: 'vote', run: vote },
  { name: 'popular', run: popular },
  { name: 'merge', run: merge },
]

const MANY = 100_000
/** More than one round can send, over HTTP and without it. */
const HTTP_ROUND = 4000
const A_ROUND = 10_000

/**
 * POST /supporters, with figures and activity entry, and the statement that it sends, without HTTP: compared with two inserts into
 * tables without triggers. Then eight connections that vote for one suggestion, compared with eight that vote for different ones.
 */
async function vote(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(20_000, 'vote')
  const server = await environment.service(database)
  const pool = new pg.Pool({ connectionString: database, max: 10 })
  pool.on('error', () => {})
  await copyBare(pool, 'supporters', 'bare_supporters')
  await copyBare(pool, 'suggestion_activity_entries', 'bare_entries')
  const pairs = await freePairs(pool)
  const some = (count = A_ROUND) => pairs.splice(0, count)
  const overHttp = await measureAlternately(
    () =>
      requestsPerSecond({
        ...post(server, '/supporters'),
        bodies: some(HTTP_ROUND).map(([suggestion, user]) =>
          JSON.stringify({ links: { suggestion, user } }),
        ),
      }),
    () => writesPerSecond(some(), WRITERS, (pair) => pool.query(twoInserts(pair))),
  )
  const alone = await measureAlternately(
    () => writesPerSecond(some(), WRITERS, (pair) => pool.query(oneVote(pair))),
    () => writesPerSecond(some(), WRITERS, (pair) => pool.query(twoInserts(pair))),
  )
  const hot = await measureAlternately(
    async () => writesPerSecond(await forOne(pool), VOTERS, (pair) => pool.query(oneVote(pair))),
    () => writesPerSecond(some(), VOTERS, (pair) => pool.query(oneVote(pair))),
  )
  await pool.end()
  await environment.stop(server)
  const unit = 'votes/s'
  return [
    { name: 'one vote', ...overHttp, goal: '≥ 0.2', unit },
    { name: 'one vote, without HTTP', ...alone, goal: '≥ 0.35', unit },
    { name: 'eight people vote for one suggestion', ...hot, goal: '', unit },
  ]
}

const WRITERS = 16
const VOTERS = 8

/** A new suggestion, and everybody to vote for it. */
async function forOne(pool: pg.Pool): Promise<Pair[]> {
  const { rows } = await pool.query(`
    with created as (
      insert into suggestions (title, forum_id) select 'Wanted by all', min(id) from forums returning id
    )
    select created.id as suggestion, users.id as user from created, users order by md5(users.id::text)`)
  return rows.map(({ suggestion, user }) => [Number(suggestion), Number(user)])
}

/** As src/write/supporters.ts sends it. */
const oneVote = ([suggestion, user]: Pair) => ({
  name: 'one vote',
  text: `select id, is_new as "isNew" from add_supporter($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
  values: [`${user} bench`, user, user, null, '', suggestion, 'vote', 'api', true, 1, null],
})

const twoInserts = (pair: Pair) => ({
  name: 'two inserts',
  text: `with added as (
      insert into bare_supporters (suggestion_id, user_id) values ($1, $2) returning suggestion_id, user_id)
    insert into bare_entries (kind, suggestion_id, user_id, created_by_id)
    select 'supporter_added', suggestion_id, user_id, user_id from added`,
  values: pair,
})

/** A copy of a table with its indexes and foreign keys, without triggers. */
async function copyBare(pool: pg.Pool, table: string, bare: string): Promise<void> {
  await pool.query(
    `drop table if exists ${bare}; create table ${bare} (like ${table} including all)`,
  )
  const { rows } = await pool.query(
    `select pg_get_constraintdef(oid) as key from pg_constraint where contype = 'f' and conrelid = $1::regclass`,
    [table],
  )
  for (const { key } of rows) await pool.query(`alter table ${bare} add ${key}`)
}

type Pair = [suggestion: number, user: number]

/** Random pairs of user and suggestion without a vote. */
async function freePairs(pool: pg.Pool): Promise<Pair[]> {
  const { rows } = await pool.query(`
    select s.id as suggestion, u.id as user
    from suggestions s cross join lateral (
      select id from users where id % 100 = s.id % 100 and not exists (
        select from supporters p where p.suggestion_id = s.id and p.user_id = users.id)
      limit 20
    ) u
    where s.parent_suggestion_id is null order by md5(s.id || ' ' || u.id)`)
  return rows.map(({ suggestion, user }) => [Number(suggestion), Number(user)])
}

/** For two seconds, or until every pair is written. */
async function writesPerSecond(
  pairs: Pair[],
  writers: number,
  write: (pair: Pair) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now()
  let done = 0
  const writer = async () => {
    while (performance.now() - begun < 2000) {
      const pair = pairs[done]
      if (pair === undefined) return
      done += 1
      await write(pair)
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return done / ((performance.now() - begun) / 1000)
}

/** A suggestion with 100,000 supporters compared with one with 100. */
async function popular(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'popular')
  const pool = new pg.Pool({ connectionString: database })
  await crowd(pool)
  const [loved, liked] = await withSupporters(pool, [MANY, 100])
  const server = await environment.service(database)
  const page = async (suggestion: number, isDeep: boolean): Promise<string> => {
    const path = `/supporters?suggestion=${suggestion}&per_page=20&includes=users`
    if (!isDeep) return path
    const answer = await fetch(`${server.url}/api/v2/admin${path}`, { headers: bearer(server) })
    const { pagination } = (await answer.json()) as { pagination: { cursor: string } }
    return `${path}&cursor=${pagination.cursor}`
  }
  const measured: Measurement[] = []
  for (const [name, isDeep] of [
    ['first page of 100,000 supporters (counted)', false],
    ['next page of 100,000 supporters', true],
  ] as const) {
    const [ofLoved, ofLiked] = [await page(loved, isDeep), await page(liked, isDeep)]
    const rates = await measureAlternately(
      () => requestsPerSecond(get(server, ofLoved)),
      () => requestsPerSecond(get(server, ofLiked)),
    )
    measured.push({ name, ...rates, goal: isDeep ? '≥ 0.8' : '', unit: 'requests/s' })
  }
  const update = (suggestion: number) =>
    requestsPerSecond({
      ...post(server, '/status_updates'),
      body: JSON.stringify({ body: 'Under way', notify_supporters: true, links: { suggestion } }),
    })
  const updates = await measureAlternately(
    () => update(loved),
    () => update(liked),
  )
  const name = 'status update, 100,000 supporters'
  measured.push({ name, ...updates, goal: '≥ 0.8', unit: 'updates/s' })
  await pool.end()
  await environment.stop(server)
  return measured
}

/** Merging two suggestions with 50,000 supporters each, compared with moving the bare rows. */
async function merge(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'merge')
  const pool = new pg.Pool({ connectionString: database })
  await crowd(pool)
  const [from, to] = await withSupporters(pool, [MANY / 2, MANY / 2])
  const server = await environment.service(database)
  const call = async (path: string, body?: object) => {
    const begun = performance.now()
    const answer = await fetch(`${server.url}/api/v2/admin/suggestions/${path}`, {
      method: 'POST',
      headers: { ...bearer(server), 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (performance.now() - begun) / 1000
  }
  await copyBare(pool, 'supporters', 'bare_supporters')
  const bare = async () => {
    await pool.query('truncate bare_supporters')
    await pool.query(
      'insert into bare_supporters select * from supporters where suggestion_id = $1',
      [from],
    )
    const begun = performance.now()
    await pool.query('update bare_supporters set suggestion_id = $2 where suggestion_id = $1', [
      from,
      to,
    ])
    return (performance.now() - begun) / 1000
  }
  const merging = { ours: [] as number[], baseline: [] as number[] }
  const undoing: number[] = []
  for (let i = 0; i < 3; i++) {
    merging.baseline.push(await bare())
    merging.ours.push(await call('merge', { links: { from_suggestion: from, to_suggestion: to } }))
    undoing.push(await call(`${from}/unmerge`))
  }
  await pool.end()
  await environment.stop(server)
  const baseline = Math.min(...merging.baseline)
  const row = (name: string, seconds: number[]) => {
    const ours = Math.min(...seconds)
    return { name, ours, baseline, ratio: ours / baseline, goal: '', unit: 's' }
  }
  return [row('merge of 2 × 50,000 supporters', merging.ours), row('undoing it', undoing)]
}

/** Enough users for 100,000 supporters; half of them belong to an account. */
async function crowd(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into users (name, email_address)
     select 'Somebody', 'somebody.' || i || '@example.com' from generate_series(1, $1) i
     on conflict do nothing`,
    [MANY + 1000],
  )
  await pool.query(
    `insert into external_users (external_id, user_id, external_account_id)
     select 'crowd-' || u.id, u.id, (select min(id) from external_accounts) + u.id % 100
     from users u where name = 'Somebody' and u.id % 2 = 0 on conflict do nothing`,
  )
}

/** New suggestions with this many supporters each; consecutive ones share a fifth. */
async function withSupporters(pool: pg.Pool, counts: number[]): Promise<[number, number]> {
  const ids: number[] = []
  for (const [place, count] of counts.entries()) {
    const { rows } = await pool.query(
      `insert into suggestions (title, forum_id) select 'Loved by many', min(id) from forums returning id`,
    )
    const id = Number(rows[0].id)
    await pool.query(
      `insert into supporters (suggestion_id, user_id)
       select $1, id from users where name = 'Somebody' order by id offset $3 limit $2`,
      [id, count, count >= MANY ? 0 : Math.floor(place * count * 0.8)],
    )
    ids.push(id)
  }
  await pool.query('vacuum analyze supporters')
  return ids as [number, number]
}

const bearer = ({ token }: Running) => ({ authorization: `Bearer ${token}` })

const get = (server: Running, path: string) => ({
  url: `${server.url}/api/v2/admin${path}`,
  headers: bearer(server),
})

const post = (server: Running, path: string) => ({
  url: `${server.url}/api/v2/admin${path}`,
  method: 'POST',
  headers: { ...bearer(server), 'content-type': 'application/json' },
})
