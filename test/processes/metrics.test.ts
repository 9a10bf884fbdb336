// Metrics for Prometheus, and access to them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { startService } from '../../src/service.ts'
import { baseEnvironment, databaseUrl, MAIN, NODE_OPTIONS } from '../support/command.ts'
import { insert } from '../support/factories.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { uploaded } from '../support/uploads.ts'

const TOKEN = 'a-secret-for-prometheus'

let at: TestService
const log: string[] = []

beforeAll(async () => {
  at = await startTestService(log, { metrics: { token: TOKEN } })
})

const scraped = async (service = at) => {
  const answer = await service.get('//metrics', { token: TOKEN })
  expect(answer.status).toBe(200)
  return answer
}

/** The value of a series; undefined when there is none. */
function figureIn(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

const SUGGESTIONS = 'method="GET",route="/api/v2/admin/suggestions"'

describe('the metrics', () => {
  test('count requests by method, pattern and status, and time them', async () => {
    const before = (await scraped()).text
    const counted = (text: string, status: number) =>
      figureIn(text, `http_requests_total{${SUGGESTIONS},status="${status}"}`) ?? 0
    await at.get('/suggestions')
    await at.get('/suggestions')
    await at.get('/suggestions?per_page=0')
    const { text, headers } = await scraped()
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(counted(text, 200) - counted(before, 200)).toBe(2)
    expect(counted(text, 400) - counted(before, 400)).toBe(1)
    const timed = (some: string) =>
      figureIn(some, `http_request_duration_seconds_count{${SUGGESTIONS}}`) ?? 0
    expect(timed(text) - timed(before)).toBe(3)
  })

  test('never contain a path, a query, a token or an address', async () => {
    await at.get('/suggestions/987654?q=very-personal')
    await at.get('//nowhere/secret-987654')
    await at.get('/suggestions', { token: 'earshot_token_wrong' })
    const { text } = await scraped()
    expect(text).toContain('route="none"')
    expect(text).not.toMatch(/987654|very-personal|earshot_token|127\.0\.0\.1/)
    expect(text).not.toContain(at.token)
    expect(text).not.toContain(TOKEN)
    expect(log.join()).not.toContain(TOKEN)
  })

  test('count requests in progress, also when the client disconnects', async () => {
    await at.service.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = at.service.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /api/v2/admin/suggestions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${at.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    const POSTS = 'http_requests_in_flight{method="POST",route="/api/v2/admin/suggestions"}'
    await expect.poll(async () => figureIn((await scraped()).text, POSTS)).toBe(1)
    socket.destroy()
    await once(socket, 'close')
    await expect.poll(async () => figureIn((await scraped()).text, POSTS)).toBe(0)
  })

  test('count requests that the rate limit rejects', async () => {
    const { token } = await at.aClient({ requestsPerMinute: 1 })
    const statuses: number[] = []
    // A new minute can start in between.
    for (let i = 0; i < 4; i++) statuses.push((await at.get('/forums', { token })).status)
    const refused = statuses.filter((status) => status === 429).length
    expect(refused).toBeGreaterThan(0)
    const { text } = await scraped()
    expect(figureIn(text, 'earshot_rate_limit_refusals_total')).toBe(refused)
  })

  test('show connections, queues and stored bytes', async () => {
    await uploaded(at, 'twelve bytes', 'a.txt')
    await insert(at.db, 'identify_jobs', { identities: '[]' })
    await insert(at.db, 'identify_jobs', { identities: '[]' })
    const { text } = await scraped()
    expect(figureIn(text, 'earshot_database_up')).toBe(1)
    expect(figureIn(text, 'earshot_stored_bytes')).toBe(12)
    expect(figureIn(text, 'earshot_queue_length{queue="identify_jobs"}')).toBe(2)
    expect(figureIn(text, 'earshot_jobs{task="remove_files",state="ready"}')).toBeUndefined()
    for (const queue of ['import_batches', 'pending_revenue', 'thumbnails', 'removed_files'])
      expect(figureIn(text, `earshot_queue_length{queue="${queue}"}`), queue).toBe(0)
    expect(figureIn(text, 'earshot_db_connections{pool="read",state="open"}')).toBeGreaterThan(0)
    for (const state of ['open', 'idle', 'waiting'])
      expect(figureIn(text, `earshot_db_connections{pool="write",state="${state}"}`)).toBeDefined()
  })

  test('show tasks: runs, durations and failures', async () => {
    const busy = await startTestService(undefined, { metrics: { token: TOKEN }, hasJobs: true })
    const read = async (name: string) => figureIn((await scraped(busy)).text, name)
    const figure = (name: string, task: string) => read(`earshot_task_${name}{task="${task}"}`)
    const identities = [{ email: 'ann@acme.test' }]
    expect((await busy.post('/bulk_identify', { identities })).status).toBe(202)
    await expect.poll(() => figure('duration_seconds_count', 'apply_identities')).toBe(1)
    expect(await figure('duration_seconds_sum', 'apply_identities')).toBeGreaterThan(0)
    expect(await figure('failures_total', 'apply_identities')).toBe(0)
    await sql`alter table removed_files rename to away`.execute(busy.db)
    await sql`select graphile_worker.add_job('remove_files', max_attempts => 1)`.execute(busy.db)
    await expect.poll(() => figure('failures_total', 'remove_files')).toBe(1)
    expect(await figure('failures_total', 'apply_identities')).toBe(0)
    await sql`alter table away rename to removed_files`.execute(busy.db)
    await expect.poll(() => read('earshot_jobs{task="remove_files",state="failed"}')).toBe(1)
    await sql`
      select graphile_worker.add_job('of_another_build', run_at => now() - interval '5 minutes')`.execute(
      busy.db,
    )
    expect(await read('earshot_jobs{task="of_another_build",state="ready"}')).toBe(1)
    const waited = await read('earshot_job_oldest_seconds{task="of_another_build"}')
    expect(waited).toBeGreaterThanOrEqual(300)
  })

  test('describe the process', async () => {
    const { text } = await scraped()
    expect(figureIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(figureIn(text, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined()
    expect(text).toContain('nodejs_gc_duration_seconds')
  })
})

describe('the names and help texts follow the conventions of Prometheus', () => {
  // The rules of `promtool check metrics`.
  const OTHER_UNITS =
    /_(ms|us|ns|milliseconds|microseconds|nanoseconds|minutes|hours|days|kb|mb|gb|kilobytes|megabytes|kibibytes|mebibytes|gigabytes|percent)(_|$)/
  const ABBREVIATIONS = /_(s|sec|secs|b|pct)(_|$)/
  type Metric = { name: string; type: string; help: string; labels: Set<string> }

  const metricsIn = (text: string): Metric[] => {
    const helps = new Map(
      [...text.matchAll(/^# HELP (\S+) ?(.*)$/gm)].map(([, name, help]) => [name, help]),
    )
    return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
      name,
      type,
      help: helps.get(name) ?? '',
      labels: new Set(
        [...text.matchAll(new RegExp(`^${name}\\{([^}]*)\\}`, 'gm'))].flatMap(([, labels = '']) =>
          [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label as string),
        ),
      ),
    }))
  }
  const problemsOf = ({ name, type, help, labels }: Metric): string[] =>
    [
      help === '' && 'no help',
      !/^[a-z][a-z0-9_]*$/.test(name) && 'not snake_case',
      type === 'counter' && !name.endsWith('_total') && 'a counter without _total',
      type !== 'counter' && name.endsWith('_total') && '_total without a counter',
      /_(bucket|count|sum|info_total)$/.test(name) && 'a reserved suffix',
      new RegExp(`_(${type}|counter|gauge|histogram|summary)(_|$)`).test(name) && 'its type',
      OTHER_UNITS.test(name) && 'not a base unit',
      ABBREVIATIONS.test(name) && 'an abbreviated unit',
      type !== 'histogram' && labels.has('le') && 'a label of histograms',
      labels.has('quantile') && type !== 'summary' && 'a label of summaries',
      [...labels].some((label) => !/^[a-z][a-z0-9_]*$/.test(label)) && 'a label not in snake_case',
      // Only ours: the library writes sentences.
      /^(earshot|http)_/.test(name) && /\.$/.test(help) && 'help with a period',
    ].filter((problem) => problem !== false)

  test('in the whole output', async () => {
    await at.get('/forums')
    const metrics = metricsIn((await scraped()).text)
    expect(metrics.length).toBeGreaterThan(30)
    expect(metrics.map(({ name }) => name)).toEqual([...new Set(metrics.map(({ name }) => name))])
    const broken = metrics.flatMap((metric) =>
      problemsOf(metric).map((problem) => `${metric.name}: ${problem}`),
    )
    expect(broken).toEqual([])
  })

  test('and the rules notice each kind of mistake', () => {
    const text = [
      '# TYPE a counter\na 1',
      '# HELP b_total Help\n# TYPE b_total gauge\nb_total 1',
      '# HELP c_milliseconds Help\n# TYPE c_milliseconds gauge\nc_milliseconds{badLabel="x"} 1',
      '# HELP earshot_d_gauge Help.\n# TYPE earshot_d_gauge gauge\nearshot_d_gauge{le="1"} 1',
    ].join('\n')
    expect(metricsIn(text).map(problemsOf)).toEqual([
      ['no help', 'a counter without _total'],
      ['_total without a counter'],
      ['not a base unit', 'a label not in snake_case'],
      ['its type', 'a label of histograms', 'help with a period'],
    ])
  })
})

describe('access to the metrics:', () => {
  test.each([
    ['no token', null],
    ['an API token', undefined],
    ['another token', 'a-secret-for-prometheus-not'],
  ])('the main port rejects %s', async (_, token) => {
    const answer = await at.get('//metrics', token === undefined ? {} : { token })
    expect(answer.status).toBe(401)
    expect(answer.text).not.toContain('http_requests_total')
  })

  test('without METRICS_TOKEN only the metrics port serves them', async () => {
    const other = await startTestService(undefined, { metrics: { token: null } })
    expect((await other.get('//metrics')).status).toBe(404)
    const aside = other.service.opsServer
    const metrics = await aside?.inject('/metrics')
    expect(metrics?.statusCode).toBe(200)
    expect(figureIn(metrics?.body ?? '', 'earshot_database_up')).toBe(1)
    expect((await aside?.inject('/readyz'))?.statusCode).toBe(200)
    expect((await aside?.inject('/healthz'))?.statusCode).toBe(200)
    const nothing = await aside?.inject('/api/v2/admin/suggestions')
    expect(nothing?.statusCode).toBe(404)
    expect(nothing?.json().error).toBe('not_found')
  })

  test('the metrics port requires METRICS_TOKEN where it is set', async () => {
    const aside = at.service.opsServer
    expect((await aside?.inject('/metrics'))?.statusCode).toBe(401)
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect((await aside?.inject({ url: '/metrics', headers }))?.statusCode).toBe(200)
  })

  test('a service without metrics has no metrics port', async () => {
    const plain = await startTestService()
    expect(plain.service.opsServer).toBeNull()
    expect((await plain.get('//metrics')).status).toBe(404)
  })
})

test('while the database is unavailable the other metrics can be read', async () => {
  const server: pg.ClientConfig = JSON.parse(inject('connection'))
  const admin = new pg.Client(server)
  await admin.connect()
  const name = `earshot_away_${process.pid}`
  await admin.query(`create database ${name} template earshot_template`)
  const connection = { ...at.connection, database: name }
  const service = await startService(connection, BASE_URL, pino({ level: 'silent' }), {
    store: at.store,
    metrics: { token: null },
  })
  try {
    const up = async () => {
      const answer = await service.opsServer?.inject('/metrics')
      expect(answer?.statusCode).toBe(200)
      expect(answer?.body).toContain('process_resident_memory_bytes')
      return figureIn(answer?.body ?? '', 'earshot_database_up')
    }
    expect(await up()).toBe(1)
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
    await expect.poll(up).toBe(0)
    const began = performance.now()
    await Promise.all([up(), up(), up()])
    expect(performance.now() - began).toBeLessThan(10_000)
  } finally {
    await service.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})

test('without a replica they name none', async () => {
  expect((await scraped()).text).not.toContain('earshot_replica')
})

test('a worker serves metrics and health on the metrics port', async () => {
  const port = await freePort()
  const env = {
    ...baseEnvironment(),
    DATABASE_URL: databaseUrl(at.connection),
    METRICS_PORT: String(port),
  }
  const worker = spawn(process.execPath, [...NODE_OPTIONS, MAIN, 'work'], { env, stdio: 'ignore' })
  try {
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        (answer) => answer.text(),
        () => '',
      )
    await expect.poll(() => ask('/readyz')).toBe('{"status":"ready"}')
    expect(figureIn(await ask('/metrics'), 'earshot_database_up')).toBe(1)
  } finally {
    worker.kill()
    await once(worker, 'exit')
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
