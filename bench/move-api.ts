// A whole account that another Earshot reads by API, loads and compares, each step beside the others and beside `backup` and `restore` of the
// same account. BENCH_MOVE_SUGGESTIONS, BENCH_MOVE_PEOPLE and BENCH_MOVE_VOTES are the sizes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EARSHOT, type Environment, type Running, residentMegabytes } from './environment.ts'
import type { Bench, Measurement } from './measure.ts'
import { fillAccount } from './move-account.ts'
import { postgresSeconds, processSeconds } from './processor-time.ts'

export const moveApiBenches: Bench[] = [{ name: 'move-api', run: moveApi }]

const SIZES = {
  suggestions: Number(process.env.BENCH_MOVE_SUGGESTIONS ?? 2_000),
  people: Number(process.env.BENCH_MOVE_PEOPLE ?? 20_000),
}
const VOTES = Number(process.env.BENCH_MOVE_VOTES ?? 100_000)
const VOTES_A_SECOND = 20_000
const SAMPLE_MS = 1000

async function moveApi(environment: Environment): Promise<Measurement[]> {
  const source = await environment.emptyDatabase('move_source')
  const target = await environment.emptyDatabase('move_target')
  const folder = await mkdtemp(join(process.env.EARSHOT_BENCH_DATA ?? tmpdir(), 'move-api-'))
  await fillAccount(source, SIZES, VOTES)
  // The copies for reports of an account that is in use exist already.
  const server = await environment.service(source, {}, ['--no-jobs'])
  const move = await watchMove(server, target, join(folder, 'form'))
  await environment.stop(server)
  const archive = join(folder, 'backup.tar.gz')
  const backup = await seconds(() =>
    environment.earshot(['backup', archive, '--json'], { DATABASE_URL: source }),
  )
  const restored = await environment.emptyDatabase('move_restored', false)
  const restore = await seconds(() =>
    environment.earshot(['restore', archive, '--json'], { DATABASE_URL: restored }),
  )
  await rm(folder, { recursive: true })
  return describe(move, { backup, restore })
}

function describe(
  { phases, samples, total }: Move,
  { backup, restore }: { backup: number; restore: number },
): Measurement[] {
  const { reading, loading, comparing } = phases
  const name = `${VOTES.toLocaleString('en')} votes`
  const [read, loaded] = [VOTES / reading, VOTES / loading]
  const row = (text: string, [ours, baseline]: [number, number], unit: string, goal = '') => ({
    name: text,
    ours,
    baseline,
    ratio: ours / baseline,
    goal,
    unit,
  })
  const thirds = (text: string, of: (sample: Sample) => number) => {
    const third = Math.ceil(samples.length / 3)
    const peak = (some: Sample[]) => Math.max(...some.map(of))
    return row(
      `memory of ${text} in the last third of the reading, compared with the first`,
      [peak(samples.slice(-third)), peak(samples.slice(0, third))],
      'MB',
      '≤ 1.2',
    )
  }
  const microseconds = (of: (sample: Sample) => number) => {
    const [first, last] = [samples[0] as Sample, samples.at(-1) as Sample]
    return ((of(last) - of(first)) / (last.votes - first.votes)) * 1e6
  }
  return [
    row(`${name} read by API, compared with loading them`, [read, loaded], 'votes/s'),
    row(`${name} loaded, compared with the target`, [loaded, VOTES_A_SECOND], 'votes/s', '≥ 1'),
    row('comparing them, compared with loading them', [comparing, loading], 's', '≤ 0.5'),
    row('the whole move, compared with a backup', [total, backup], 's'),
    row('the whole move, compared with a restore', [total, restore], 's'),
    row(
      'processor time of the reader for a vote, compared with the source and PostgreSQL',
      [
        microseconds(({ readerSeconds }) => readerSeconds),
        microseconds(({ sourceSeconds }) => sourceSeconds),
      ],
      'µs',
    ),
    thirds('the reader', ({ reader }) => reader),
    thirds('the source', ({ source }) => source),
  ]
}

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return (performance.now() - begun) / 1000
}

type Sample = {
  /** Megabytes. */
  reader: number
  source: number
  votes: number
  /** Processor time in seconds. */
  readerSeconds: number
  sourceSeconds: number
}

type Move = {
  /** Of the votes, in seconds. */
  phases: { reading: number; loading: number; comparing: number }
  /** While the votes were read. */
  samples: Sample[]
  total: number
}

/** Runs the command, and looks at it from outside: at the state of its folder, at its database and at its memory. */
async function watchMove(server: Running, target: string, folder: string): Promise<Move> {
  const client = new pg.Client(target)
  await client.connect()
  const begun = performance.now()
  const args = ['move-in', 'uservoice', '--from', server.url, '--token', server.token]
  const child = spawn(EARSHOT, [...args, '--folder', folder, '--yes', '--json'], {
    env: { ...process.env, DATABASE_URL: target },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(([code]) => ({ code, at: performance.now() }))
  const said = collect(child)
  const read = new Span(VOTES)
  const loaded = new Span(VOTES)
  const samples: Sample[] = []
  while (child.exitCode === null && child.signalCode === null) {
    await Promise.race([sleep(SAMPLE_MS), ended])
    const reader = await residentMegabytes({ process: child }).catch(() => Number.NaN)
    if (Number.isNaN(reader)) continue
    if (!read.isOver) {
      const votes = await countRead(folder)
      read.note(votes)
      if (votes > 0)
        samples.push({
          reader,
          source: await residentMegabytes(server),
          votes,
          readerSeconds: await processSeconds(child.pid),
          sourceSeconds:
            (await processSeconds(server.process.pid)) + (await postgresSeconds(target)),
        })
    } else if (!loaded.isOver) loaded.note(await countLoaded(client))
  }
  await client.end()
  const { code, at } = await ended
  if (code !== 0) throw new Error(`The move ended with ${code}: ${await said}`)
  return {
    phases: {
      reading: read.seconds,
      loading: loaded.seconds,
      comparing: (at - loaded.endedAt) / 1000,
    },
    samples,
    total: (at - begun) / 1000,
  }
}

/** Its progress goes on to standard error, with the load of the machine. */
async function collect({ stdout, stderr }: ChildProcess): Promise<string> {
  if (stderr)
    createInterface({ input: stderr }).on('line', (line) => {
      console.error(`${line} (${new Date().toISOString()}, load ${loadavg()[0]?.toFixed(1)})`)
    })
  let text = ''
  for await (const chunk of stdout ?? []) text += chunk
  return text
}

/** From the first to the last record that is seen, for all of them. */
class Span {
  readonly #total: number
  #first: { at: number; count: number } | undefined
  #last: { at: number; count: number } | undefined

  constructor(total: number) {
    this.#total = total
  }

  note(count: number): void {
    if (count === 0 || count === this.#last?.count) return
    this.#last = { at: performance.now(), count }
    this.#first ??= this.#last
  }

  get isOver(): boolean {
    return this.#last !== undefined && this.#last.count >= this.#total
  }

  get endedAt(): number {
    return this.#last?.at ?? Number.NaN
  }

  get seconds(): number {
    if (!this.#first || !this.#last || this.#first === this.#last)
      throw new Error('There are too few votes to be measured.')
    const counted = this.#last.count - this.#first.count
    return ((this.#last.at - this.#first.at) / 1000 / counted) * this.#total
  }
}

async function countRead(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'state.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text).collections?.supporters?.read ?? 0
}

async function countLoaded(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select coalesce(sum(count), 0) as count from record_counts where collection = 'supporters'`,
  )
  return Number(rows[0]?.count)
}
