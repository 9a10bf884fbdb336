// Background jobs: they exist exactly when their cause does, are retried, survive every process, and can be watched.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { queueIdentities } from '../../src/imports/bulk-identify.ts'
import { schedule, tasks } from '../../src/jobs/tasks.ts'
import * as queue from '../../src/read/jobs.ts'
import { startService } from '../../src/service.ts'
import type { Store } from '../../src/store/store.ts'
import { commandOn } from '../support/command.ts'
import { aUser } from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { BASE_URL, startTestService } from '../support/service.ts'
import { uploaded } from '../support/uploads.ts'

const at = await startTestService()

const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c0ffee' } })
  .png()
  .toBuffer()

/** Another process of the same service, with jobs, until the end of the test. */
async function startWorker({ store = at.store, lines = [] as string[] } = {}) {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const service = await startService(at.connection, BASE_URL, log, { hasJobs: true, store })
  let isClosed = false
  const close = async () => {
    if (!isClosed) await service.close()
    isClosed = true
  }
  onTestFinished(close)
  return { ...service, close }
}

const listJobs = () => queue.listJobs(at.service.database.readPool, 100)
const identify = async (name: string) => {
  const identities = [{ email: `${name}@jobs.test` }]
  return (await at.post('/bulk_identify', { identities })).headers.location as string
}
const statusOf = async (location: string) => (await at.get(location)).body.status
const thumbnailOf = async (id: number) =>
  (
    await sql<{ thumbnail: string }>`select thumbnail from attachments where id = ${id}`.execute(
      at.db,
    )
  ).rows[0]?.thumbnail

/** The store, but with this method. */
const storeWith = (store: Store, method: Partial<Store>): Store =>
  Object.assign(Object.create(store), method)

test('a job exists if and only if its transaction commits', async () => {
  const abandoned = at.db.transaction().execute(async (tx) => {
    await queueIdentities(tx, [])
    throw new Error('abandoned')
  })
  await expect(abandoned).rejects.toThrow('abandoned')
  expect(await listJobs()).toEqual([])
  const location = await identify('committed')
  expect(await listJobs()).toMatchObject([
    {
      task: 'apply_identities',
      subject: `bulk_identify ${location.split('/').at(-1)}`,
      state: 'ready',
      attempts: 0,
      max_attempts: 25,
      last_error: null,
      next_run_at: expect.any(Date),
    },
  ])
  await runJobs(at)
  expect(await statusOf(location)).toBe('done')
  expect(await listJobs()).toEqual([])
})

test('a job that fails is retried after a delay, and its error is kept meanwhile', async () => {
  let failures = 1
  const store = storeWith(at.store, {
    read: async (...args) => {
      if (failures-- > 0) throw new Error('The bucket is away.')
      return at.store.read(...args)
    },
  })
  const lines: string[] = []
  const { id } = await uploaded(at, png, 'a.png')
  await startWorker({ store, lines })
  const job = async () => (await listJobs()).find(({ task }) => task === 'make_thumbnail')
  await expect
    .poll(job, { interval: 20 })
    .toMatchObject({ state: 'scheduled', attempts: 1, last_error: 'The bucket is away.' })
  expect(await thumbnailOf(id)).toBe('pending')
  expect((await at.call('GET', '//readyz')).status).toBe(200)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      msg: 'job failed; it will be retried',
      task: 'make_thumbnail',
      attempt: 1,
      err: { message: 'The bucket is away.' },
    },
  ])
  await expect.poll(() => thumbnailOf(id)).toBe('made')
})

test('a job without attempts left is listed as failed until it is retried', async () => {
  const earshot = commandOn(at.connection)
  const locations = [await identify('one'), await identify('two')]
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), max_attempts => 1) from graphile_worker.jobs`.execute(
    at.db,
  )
  await sql`alter table identify_jobs rename column identities to away`.execute(at.db)
  await expect(runJobs(at)).rejects.toThrow('does not exist')
  await runJobs(at)
  await sql`alter table identify_jobs rename column away to identities`.execute(at.db)
  await runJobs(at)

  const { stdout: table } = await earshot('jobs', 'list')
  expect(table).toMatch(/^ *ID +TASK +SUBJECT +STATE +ATTEMPTS +NEXT RUN +LAST ERROR$/m)
  expect(table.trim().split('\n').slice(1)).toEqual(
    locations.map((location) =>
      expect.stringMatching(
        new RegExp(
          `apply_identities +bulk_identify ${location.split('/').at(-1)} +failed +1 of 1 +column .* does not exist$`,
        ),
      ),
    ),
  )
  expect((await earshot('doctor')).stdout).toMatch(/NO +jobs +2 failed; `earshot jobs list`/)
  const [first, second] = await listJobs()
  expect(first).toMatchObject({ state: 'failed', next_run_at: null })
  expect(await earshot('jobs', 'retry', String(second?.id))).toMatchObject({
    code: 0,
    stdout: `Job ${second?.id} runs again soon.\n`,
  })
  await runJobs(at)
  // In the order of the calls, though the first has no job that runs.
  expect(await Promise.all(locations.map(statusOf))).toEqual(['done', 'done'])
  const all = await earshot('jobs', 'retry', '--failed', '--json')
  expect(JSON.parse(all.stdout)).toEqual({ retried: [first?.id] })
  await runJobs(at)
  expect(await listJobs()).toEqual([])
  expect(await earshot('jobs', 'retry', '99')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no job 99.'),
  })
  expect((await earshot('jobs', 'retry')).code).toBe(2)
})

test('every task runs without work, and every periodic one exists', async () => {
  const nothing = { identify_job: 0, import: 0, processed_rows: 0, attachment: 0 }
  for (const run of Object.values(tasks)) await run(at, nothing as never)
  for (const { task } of schedule) expect(tasks).toHaveProperty(task)
})

test('a service with jobs runs them, closes cleanly, and one without runs none', async () => {
  await at.post('/segments', { name: 'Everybody' })
  const user = await aUser(at.db, 'somebody@jobs.test')
  await sleep(300)
  const members = async () =>
    (await sql`select from segment_members where user_id = ${user}`.execute(at.db)).rows.length
  expect(await members()).toBe(0)
  const lines: string[] = []
  const { close } = await startWorker({ lines })
  await expect.poll(members).toBe(1)
  await close()
  expect(lines).toEqual([])
  expect(await listJobs()).toEqual([])
})

test('a long import lets other jobs run, stops with its process and is resumed', async () => {
  const rows = Array.from({ length: 4000 }, (_, i) => `u${i},u${i}@import.test`)
  const csv = ['external_id,email', ...rows].join('\n')
  const { id } = (await at.post('/imports', { csv })).body.imports[0]
  const state = () => at.shown(`/imports/${id}`)
  const closing = await at.db.transaction().execute(async (tx) => {
    // The import waits at its third batch.
    await sql`select from import_batches where position = 3 for update`.execute(tx)
    const { close } = await startWorker()
    await expect.poll(async () => (await state()).processed_rows).toBe(2000)
    const location = await identify('beside')
    await expect.poll(() => statusOf(location)).toBe('done')
    return { closed: close() }
  })
  await closing.closed
  expect(await state()).toMatchObject({ state: 'processing', processed_rows: 3000 })
  await startWorker()
  await expect.poll(async () => (await state()).state).toBe('completed')
  expect(await state()).toMatchObject({ processed_rows: 4000, imported_records: 4000 })
})

test('a worker that loses its connections goes on, and its job is finished once', async () => {
  const administrator = new pg.Client({ ...at.connection, application_name: 'administrator' })
  await administrator.connect()
  const rendering = Promise.withResolvers<void>()
  let reads = 0
  const store = storeWith(at.store, {
    read: async (...args) => {
      if (++reads === 1) await rendering.promise
      return at.store.read(...args)
    },
  })
  const { id } = await uploaded(at, png, 'a.png')
  await startWorker({ store })
  await expect.poll(() => reads).toBe(1)
  await administrator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'earshot'`,
  )
  rendering.resolve()
  await expect.poll(() => thumbnailOf(id)).toBe('made')
  await expect.poll(() => listJobs()).toEqual([])
  const location = await identify('afterwards')
  await expect.poll(() => statusOf(location)).toBe('done')
  await administrator.end()
})

// Last: the work that it makes due is not all done at its end.
test('periodic work runs once for all processes', async () => {
  await startWorker().then(({ close }) => close())
  // As if the processes had been down when it was due.
  await sql`
    update graphile_worker._private_known_crontabs set last_execution = now() - interval '2 hours'`.execute(
    at.db,
  )
  let sweeps = 0
  const store = storeWith(at.store, {
    list: () => {
      sweeps += 1
      return at.store.list()
    },
  })
  await Promise.all([1, 2, 3].map(() => startWorker({ store })))
  await expect.poll(() => sweeps).toBe(1)
  await sleep(500)
  expect(sweeps).toBe(1)
})
