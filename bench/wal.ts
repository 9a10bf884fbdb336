// Bytes of write-ahead log per vote among a million suggestions, or as many as EARSHOT_BENCH_SUGGESTIONS says: just after a
// checkpoint, when every page that is touched is logged whole, and later.
import pg from 'pg'
import type { Environment, Running } from './environment.ts'
import type { Bench, Measurement } from './measure.ts'

export const walBenches: Bench[] = [{ name: 'vote-wal', run: voteWal }]

const SUGGESTIONS = Number(process.env.EARSHOT_BENCH_SUGGESTIONS ?? 1_000_000)
/** Kilobytes after a checkpoint and later. */
const GOALS = SUGGESTIONS >= 1_000_000 ? ['≤ 60', '≤ 30'] : ['≤ 75', '≤ 20']
const AFTER_CHECKPOINT = 2000
const LATER = 4000
const CONNECTIONS = 8

async function voteWal(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(SUGGESTIONS, 'votes')
  const server = await environment.service(database)
  const client = new pg.Client(database)
  await client.connect()
  const pairs = await randomPairs(client, AFTER_CHECKPOINT + LATER)
  await client.query('checkpoint')
  const first = await bytesPerVote(client, server, pairs.splice(0, AFTER_CHECKPOINT))
  const later = await bytesPerVote(client, server, pairs)
  const { rows } = await client.query(
    'select pg_database_size(current_database()) / 1e9 as gigabytes',
  )
  const gigabytes = Number(rows[0].gigabytes)
  const megabytes = await megabytesPerMillionVotes(client)
  await client.end()
  await environment.stop(server)
  const measurement = (name: string, ours: number, goal: string, unit: string): Measurement => ({
    name,
    ours,
    baseline: 1,
    ratio: ours,
    goal,
    unit,
  })
  return [
    measurement('WAL of a vote after a checkpoint', first / 1000, GOALS[0] ?? '', 'kB'),
    measurement('WAL of a vote later', later / 1000, GOALS[1] ?? '', 'kB'),
    measurement('all of it on disk', gigabytes, '', 'GB'),
    measurement('a million votes on disk', megabytes, '', 'MB'),
  ]
}

/** Supporters with their accounts, and the activity entry of each. */
async function megabytesPerMillionVotes(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`
    select (pg_total_relation_size('supporters') + pg_total_relation_size('suggestion_accounts'))
        / greatest(1, (select count(*) from supporters))::float8
      + pg_total_relation_size('suggestion_activity_entries')
        / greatest(1, (select count(*) from suggestion_activity_entries))::float8 as bytes`)
  return rows[0].bytes
}

async function bytesPerVote(
  client: pg.Client,
  server: Running,
  pairs: [number, number][],
): Promise<number> {
  const position = async () =>
    (await client.query('select pg_current_wal_insert_lsn() as lsn')).rows[0].lsn as string
  const count = pairs.length
  const before = await position()
  await Promise.all(Array.from({ length: CONNECTIONS }, () => vote(server, pairs)))
  const { rows } = await client.query(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes',
    [before],
  )
  return rows[0].bytes / count
}

async function vote({ url, token }: Running, pairs: [number, number][]): Promise<void> {
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [suggestion, user] = pair
    const answer = await fetch(`${url}/api/v2/admin/supporters`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ links: { suggestion, user } }),
    })
    if (!answer.ok) throw new Error(`POST /supporters answered ${answer.status}.`)
    await answer.arrayBuffer()
  }
}

async function randomPairs(client: pg.Client, count: number): Promise<[number, number][]> {
  const { rows } = await client.query(
    `select 1 + floor(random() * (select max(id) from suggestions))::int as suggestion,
       1 + floor(random() * (select max(id) from users))::int as user
     from generate_series(1, $1)`,
    [count],
  )
  return rows.map(({ suggestion, user }) => [suggestion, user])
}
