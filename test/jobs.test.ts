// Background jobs: the timer, its tasks, and that no work is done twice or half.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../src/db/db.ts'
import { type Task, tasks } from '../src/jobs/tasks.ts'
import { runTask, startJobs } from '../src/jobs/timer.ts'
import { startService } from '../src/service.ts'
import { aUser } from './factories.ts'
import { BASE_URL, startTestService, type TestService } from './service.ts'

let at: TestService

beforeAll(async () => {
  at = await startTestService()
})

const quiet = { error: () => {} }

/** A task that counts its runs. */
const counting = (name: string, ran: string[]): Task => ({
  name,
  run: async () => {
    ran.push(name)
  },
})

describe('the timer', () => {
  test('runs every task at the start, in turn, and at an interval', async () => {
    const ran: string[] = []
    const jobs = startJobs(at, quiet, [counting('a', ran), counting('b', ran)], 20)
    await expect.poll(() => ran.length).toBeGreaterThanOrEqual(6)
    await jobs.close()
    expect(ran.slice(0, 6)).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
    const last = ran.length
    await sleep(100)
    expect(ran).toHaveLength(last)
  })

  test('starts again at once for a task with more work', async () => {
    const ran: string[] = []
    const busy: Task = {
      name: 'busy',
      run: async () => (ran.push('busy') < 5 ? 'again' : undefined),
    }
    const jobs = startJobs(at, quiet, [busy, counting('other', ran)], 60_000)
    await expect.poll(() => ran).toEqual(['busy', 'other', 'busy', 'other', 'busy', 'other'])
    await jobs.close()
  })

  test('wakes on request, also during a round', async () => {
    const ran: string[] = []
    const jobs = startJobs(at, quiet, [counting('a', ran)], 60_000)
    jobs.wake()
    await expect.poll(() => ran.length).toBe(2)
    await sleep(50)
    expect(ran).toHaveLength(2)
    jobs.wake()
    await expect.poll(() => ran.length).toBe(3)
    await jobs.close()
    jobs.wake()
    await sleep(50)
    expect(ran).toHaveLength(3)
  })

  test('logs a failure, rolls it back, and retries', async () => {
    const logged: { task: string; err: Error }[] = []
    const log = { error: (details: object) => void logged.push(details as (typeof logged)[0]) }
    const ran: string[] = []
    const failing: Task = {
      name: 'failing',
      run: async (tx) => {
        await sql`insert into labels (name, full_name) values ('half done', 'half done')`.execute(
          tx,
        )
        throw new Error('no luck')
      },
    }
    const jobs = startJobs(at, log, [failing, counting('after', ran)], 20)
    await expect.poll(() => logged.length).toBeGreaterThanOrEqual(2)
    await jobs.close()
    expect(logged[0]).toMatchObject({ task: 'failing', err: { message: 'no luck' } })
    expect(ran.length).toBeGreaterThanOrEqual(1)
    expect((await at.get('/labels?q=half')).body.labels).toEqual([])
  })

  test('closes when the current task has ended, and starts no other', async () => {
    const ran: string[] = []
    let isInside = false
    const slow: Task = {
      name: 'slow',
      run: async (tx) => {
        isInside = true
        await sql`select pg_sleep(0.3)`.execute(tx)
        ran.push('slow')
      },
    }
    const jobs = startJobs(at, quiet, [slow, counting('next', ran)], 20)
    await expect.poll(() => isInside).toBe(true)
    await jobs.close()
    expect(ran).toEqual(['slow'])
    await sleep(100)
    expect(ran).toEqual(['slow'])
  })

  test('keeps running while the database is unavailable', async () => {
    const away = {
      db: { transaction: () => ({ execute: () => Promise.reject(new Error('away')) }) },
    }
    let failures = 0
    const jobs = startJobs(
      away as never,
      { error: () => void failures++ },
      [counting('never', [])],
      5,
    )
    await expect.poll(() => failures).toBeGreaterThan(2)
    await jobs.close()
  })
})

test('two processes run a task once, and the other does not wait', async () => {
  const ran: string[] = []
  let leave: () => void = () => {}
  const held: Task = {
    name: 'held',
    run: async () => {
      ran.push('first')
      await new Promise<void>((resolve) => {
        leave = resolve
      })
    },
  }
  const first = runTask(at, held)
  await expect.poll(() => ran.length).toBe(1)
  await runTask(at, { name: 'held', run: async () => ran.push('second') })
  await runTask(at, { name: 'other', run: async () => ran.push('other') })
  expect(ran).toEqual(['first', 'other'])
  leave()
  await first
  await runTask(at, { name: 'held', run: async () => ran.push('third') })
  expect(ran).toEqual(['first', 'other', 'third'])
})

test('every task has a unique name, and runs without work', async () => {
  expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length)
  for (const task of tasks) await runTask(at, task)
})

test('a task is retried after a deadlock', async () => {
  let attempts = 0
  await runTask(at, {
    name: 'unlucky',
    run: async (tx: Tx) => {
      attempts += 1
      if (attempts < 3) {
        await sql`do $$ begin raise exception 'unlucky' using errcode = '40P01'; end $$`.execute(tx)
      }
    },
  })
  expect(attempts).toBe(3)
})

test('a service with jobs runs them and closes cleanly', async () => {
  await at.post('/segments', { name: 'Everybody' })
  const user = await aUser(at.db, 'somebody@jobs.test')
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const service = await startService(at.connection, BASE_URL, log, {
    hasJobs: true,
    store: at.store,
  })
  const members = async () =>
    (await sql`select from segment_members where user_id = ${user}`.execute(at.db)).rows.length
  await expect.poll(members).toBe(1)
  await service.close()
  expect(lines).toEqual([])
})

test('a service without jobs runs none', async () => {
  const user = await aUser(at.db, 'waiting@jobs.test')
  const service = await startService(at.connection, BASE_URL, pino({ level: 'silent' }), {
    store: at.store,
  })
  await sleep(300)
  await service.close()
  const { rows } = await sql`select from segment_members where user_id = ${user}`.execute(at.db)
  expect(rows).toEqual([])
})
