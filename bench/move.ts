// Votes of a move: how fast the loader is, compared with a bare COPY of the same votes, and whether its memory grows with them.
// BENCH_MOVE_SUGGESTIONS, BENCH_MOVE_PEOPLE and BENCH_MOVE_VOTES are the sizes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Environment } from './environment.ts'
import { type Bench, type Measurement, median } from './measure.ts'
import type { LoadedVotes } from './move-load.ts'

export const moveBenches: Bench[] = [{ name: 'move', run: move }]

const SUGGESTIONS = Number(process.env.BENCH_MOVE_SUGGESTIONS ?? 10_000)
const PEOPLE = Number(process.env.BENCH_MOVE_PEOPLE ?? 100_000)
const VOTES = Number(process.env.BENCH_MOVE_VOTES ?? 1_000_000)
/** Before the measured ones: a tenth, for the memory. */
const FEWER = Math.ceil(VOTES / 10)
const ROUNDS = 3
const VOTES_A_SECOND = 20_000
const MAX_MEGABYTES = 100
/** No sample record has a higher id. */
const FIRST_ID = 1_000_000_000

async function move(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'move')
  const folder = await mkdtemp(join(tmpdir(), 'earshot-bench-move-'))
  const people = await writeForm(join(folder, 'people'), { forums, users, suggestions })
  const few = await writeForm(join(folder, 'few'), { supporters: () => votes(0, FEWER) })
  const all = await writeForm(join(folder, 'all'), { supporters: () => votes(FEWER, VOTES) })
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

type Kinds = Record<string, () => Iterable<object>>

async function writeForm(folder: string, kinds: Kinds): Promise<string> {
  await mkdir(folder)
  // Forms of one account are one move, so the second one refers to the people of the first.
  const manifest = {
    form: 1,
    source: 'bench',
    account: 'https://ideas.example.com',
    created_at: '2026-01-31T12:00:00Z',
    counts: {},
  }
  await writeFile(join(folder, 'move.json'), JSON.stringify(manifest))
  for (const [kind, records] of Object.entries(kinds))
    await pipeline(
      Readable.from(lines(records())),
      createWriteStream(join(folder, `${kind}.ndjson`)),
    )
  return folder
}

const LINES_AT_ONCE = 1000

function* lines(records: Iterable<object>): Generator<string> {
  let some: string[] = []
  for (const record of records) {
    some.push(`${JSON.stringify(record)}\n`)
    if (some.length < LINES_AT_ONCE) continue
    yield some.join('')
    some = []
  }
  yield some.join('')
}

const at = (i: number) =>
  new Date(Date.UTC(2020, 0, 1) + ((i * 7919) % 150_000_000) * 1000).toISOString()

function* forums(): Generator<object> {
  yield { key: '1', name: 'A forum that moves' }
}

function* users(): Generator<object> {
  for (let i = 0; i < PEOPLE; i++)
    yield {
      key: String(i),
      id: FIRST_ID + i,
      email_address: `person-${i}@move.example.com`,
      name: `Person ${i}`,
      created_at: at(i),
    }
}

function* suggestions(): Generator<object> {
  for (let i = 0; i < SUGGESTIONS; i++)
    yield {
      key: String(i),
      id: FIRST_ID + i,
      title: `Suggestion ${i} that moves`,
      body: 'It is described in a sentence or two.',
      forum: '1',
      author: String(i % PEOPLE),
      created_at: at(i),
    }
}

/** In the order of their ids, as a source has them. A person votes for a suggestion once. */
function* votes(from: number, count: number): Generator<object> {
  for (let i = from; i < from + count; i++) {
    const person = i % PEOPLE
    const suggestion = (person * 7919 + Math.floor(i / PEOPLE)) % SUGGESTIONS
    yield {
      suggestion: String(suggestion),
      user: String(person),
      id: FIRST_ID + i,
      created_at: at(i),
    }
  }
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

/** Processor time of all processes of the server. It depends less than the clock on what else the machine does. */
async function postgresSeconds(database: string): Promise<number> {
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query<{ path: string }>(
    `select current_setting('data_directory') as path`,
  )
  await client.end()
  const pids = await readFile(join(rows[0]?.path ?? '', 'postmaster.pid'), 'utf8')
  const postmaster = pids.split('\n')[0] as string
  const ticksOf = async (process: string): Promise<number> => {
    const stat = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [own, ofEnded] = [
      Number(fields[11]) + Number(fields[12]),
      Number(fields[13]) + Number(fields[14]),
    ]
    if (process === postmaster) return own + ofEnded
    return fields[1] === postmaster ? own : 0
  }
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const ticks = await Promise.all(processes.map(ticksOf))
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND
}

const TICKS_A_SECOND = 100
