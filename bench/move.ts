// Votes of a move: how fast the loader is, compared with a bare COPY of the same votes, and whether its memory grows with them.
// BENCH_MOVE_SUGGESTIONS, BENCH_MOVE_PEOPLE and BENCH_MOVE_VOTES are the sizes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Environment } from './environment.ts'
import { type Bench, type Measurement, median } from './measure.ts'
import {
  FIRST_ID,
  forums,
  type MoveSizes,
  suggestions,
  users,
  votes,
  writeForm,
} from './move-form.ts'
import type { LoadedVotes } from './move-load.ts'
import { postgresSeconds } from './processor-time.ts'

export const moveBenches: Bench[] = [{ name: 'move', run: move }]

const SUGGESTIONS = Number(process.env.BENCH_MOVE_SUGGESTIONS ?? 10_000)
const PEOPLE = Number(process.env.BENCH_MOVE_PEOPLE ?? 100_000)
const VOTES = Number(process.env.BENCH_MOVE_VOTES ?? 1_000_000)
/** Before the measured ones: a tenth, for the memory. */
const FEWER = Math.ceil(VOTES / 10)
const ROUNDS = 3
const VOTES_A_SECOND = 20_000
const MAX_MEGABYTES = 100
const SIZES: MoveSizes = { suggestions: SUGGESTIONS, people: PEOPLE }

async function move(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'move')
  const folder = await mkdtemp(join(tmpdir(), 'earshot-bench-move-'))
  const people = await writeForm(join(folder, 'people'), {
    forums,
    users: () => users(SIZES),
    suggestions: () => suggestions(SIZES),
  })
  const few = await writeForm(join(folder, 'few'), { supporters: () => votes(SIZES, 0, FEWER) })
  const all = await writeForm(join(folder, 'all'), { supporters: () => votes(SIZES, FEWER, VOTES) })
  await environment.earshot(['move-in', 'folder', people, '--yes', '--json'], {
    DATABASE_URL: database,
  })
  const small = await loadVotes(database, few)
  const before = await postgresSeconds(database)
  const large = await loadVotes(database, all)
  const between = await postgresSeconds(database)
  const bare = await bareCopies(database, join(folder, 'votes'))
  const after = await postgresSeconds(database)
  const microseconds = (seconds: number, rows: number) => (seconds / rows) * 1e6
  const ours = microseconds(between - before, large.created)
  const baseline = microseconds(after - between, large.created * (ROUNDS + 1))
  await rm(folder, { recursive: true })
  const rate = large.created / large.loadSeconds
  const name = `${VOTES.toLocaleString('en')} votes of a move`
  return [
    {
      name: `${name}, compared with a bare COPY`,
      ours: rate,
      baseline: bare,
      ratio: rate / bare,
      goal: '≥ 0.2',
      unit: 'votes/s',
    },
    {
      name: `${name}, compared with the target`,
      ours: rate,
      baseline: VOTES_A_SECOND,
      ratio: rate / VOTES_A_SECOND,
      goal: '≥ 1',
      unit: 'votes/s',
    },
    {
      name: 'processor time of PostgreSQL for one, loaded and compared',
      ours,
      baseline,
      ratio: ours / baseline,
      goal: '',
      unit: 'µs',
    },
    {
      name: 'comparing them afterwards, compared with loading them',
      ours: large.verifySeconds,
      baseline: large.loadSeconds,
      ratio: large.verifySeconds / large.loadSeconds,
      goal: '≤ 0.5',
      unit: 's',
    },
    {
      name: 'memory that they add to that of a tenth',
      ours: large.peakMegabytes - small.peakMegabytes,
      baseline: MAX_MEGABYTES,
      ratio: (large.peakMegabytes - small.peakMegabytes) / MAX_MEGABYTES,
      goal: '≤ 1',
      unit: 'MB',
    },
  ]
}

async function loadVotes(database: string, folder: string): Promise<LoadedVotes> {
  const child = fork(join(import.meta.dirname, 'move-load.ts'), {
    env: { ...process.env, DATABASE_URL: database, BENCH_FORM: folder },
    execArgv: ['--max-semi-space-size=16'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [loaded] = (await once(child, 'message')) as [LoadedVotes]
  await once(child, 'exit')
  return loaded
}

/** The same rows in the same order, into a table with the same indexes and without triggers and foreign keys. */
async function bareCopies(database: string, file: string): Promise<number> {
  const client = new pg.Client(database)
  client.on('error', () => {})
  await client.connect()
  await client.query(
    'drop table if exists bare_supporters; create table bare_supporters (like supporters including all)',
  )
  await pipeline(
    client.query(
      copyTo(
        `copy (select * from supporters where id >= ${FIRST_ID + FEWER} order by suggestion_id, user_id) to stdout`,
      ),
    ),
    createWriteStream(file),
  )
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await client.query('truncate bare_supporters')
    const begun = performance.now()
    const copied = client.query(copyFrom('copy bare_supporters from stdin'))
    await pipeline(createReadStream(file), copied)
    rates.push(copied.rowCount / ((performance.now() - begun) / 1000))
  }
  await client.query('drop table bare_supporters')
  await client.end()
  return median(rates)
}
