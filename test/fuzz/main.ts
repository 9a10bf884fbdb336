// npm run fuzz [-- --requests N --seed S]: random requests of every operation to a service on an embedded PostgreSQL. Ends
// with failure on a server error, a slow response, a response without the error shape, or memory that keeps growing.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Environment, residentMegabytes } from '../../bench/environment.ts'
import { median } from '../../bench/measure.ts'
import { fuzz } from './run.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '8' },
  },
})
const requests = Number(values.requests)
const seed = Number(values.seed)
const concurrency = Number(values.concurrency)

const SAMPLES = 300
/** From the second to the last third of the run. */
const MAX_GROWTH = 1.1
const MAX_GROWTH_MB = 16
const MIN_REQUESTS_TO_JUDGE_MEMORY = 20_000

const environment = new Environment()
let isFailed = true
try {
  const database = await environment.database(300, `fuzz_${seed}`)
  const server = await environment.service(database)
  const document = JSON.parse(
    await readFile(join(import.meta.dirname, '..', '..', 'docs', 'openapi.json'), 'utf8'),
  )
  const watcher = new pg.Client(database)
  // On failure the server stops first.
  watcher.on('error', () => {})
  await watcher.connect()
  const memory = { service: [] as number[], database: [] as number[] }
  const sample = async () => {
    memory.service.push(await residentMegabytes(server))
    memory.database.push(await backendMegabytes(watcher))
  }
  let sampling = Promise.resolve()
  const every = Math.max(1, Math.floor(requests / SAMPLES))
  console.log(`seed ${seed}, ${requests} requests`)
  const begun = performance.now()
  const { failures, statuses } = await fuzz(server, document, {
    seed,
    requests,
    concurrency,
    onProgress: (done) => {
      if (done % every === 0) sampling = sampling.then(sample)
      if (done % (every * 30) === 0) console.log(`${done} responses`)
    },
  })
  await sampling
  await watcher.end()
  const seconds = (performance.now() - begun) / 1000
  for (const { index, problem, curl } of failures)
    console.log(`\nrequest ${index} of seed ${seed} ${problem}\n${curl}`)
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
  console.log(`\n${requests} responses in ${seconds.toFixed(0)} s. ${counts.join(', ')}`)
  const growing = Object.entries(memory).filter(([name, samples]) => isGrowing(name, samples))
  // A short run is warm-up from beginning to end.
  const isLeaking = requests >= MIN_REQUESTS_TO_JUDGE_MEMORY && growing.length > 0
  isFailed = failures.length > 0 || isLeaking
  console.log(`${failures.length} failures`)
} finally {
  await environment.close()
}
process.exitCode = isFailed ? 1 : 0

function isGrowing(name: string, samples: number[]): boolean {
  const third = Math.floor(samples.length / 3)
  const [first, second, last] = [0, 1, 2].map((i) =>
    median(samples.slice(i * third, (i + 1) * third)),
  ) as [number, number, number]
  const growth = last > second * MAX_GROWTH && last > second + MAX_GROWTH_MB
  const shown = [first, second, last].map((mb) => `${mb.toFixed(0)} MB`).join(', ')
  console.log(`memory of the ${name} by thirds of the run: ${shown}${growth ? ' (growing)' : ''}`)
  return growth
}

/** The private memory of the backends of the database: shared buffers are not a leak. */
async function backendMegabytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const sizes = await Promise.all(
    rows.map(async ({ pid }) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
