// Overload: no client takes all capacity, the queue is bounded, and excess calls are rejected at once.
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { DATABASE_TIMEOUTS } from '../../src/db/timeouts.ts'
import { CAPACITY, createAdmission } from '../../src/http/limits/admission.ts'
import { PATIENT } from '../support/patience.ts'
import { type Answer, startTestService } from '../support/service.ts'

/** A task that ends when the test calls `end`. */
function createTask() {
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { run: () => ended, end: () => end() }
}

describe('admission', () => {
  const small = { maxRunning: 3, maxPerClient: 2, maxWaiting: 2, maxWaitMs: 50 }

  test('admits another client while one client is at its maximum', async () => {
    const admission = createAdmission(small)
    const ones = [createTask(), createTask(), createTask()]
    const entered: string[] = []
    const calls = ones.map(({ run }, i) =>
      admission.run(1, () => {
        entered.push(`one ${i}`)
        return run()
      }),
    )
    const other = createTask()
    const otherCall = admission.run(2, () => {
      entered.push('other')
      return other.run()
    })
    await sleep(0)
    expect(entered).toEqual(['one 0', 'one 1', 'other'])
    ones[0]?.end()
    await sleep(0)
    expect(entered).toEqual(['one 0', 'one 1', 'other', 'one 2'])
    for (const { end } of [...ones, other]) end()
    await Promise.all([...calls, otherCall])
  })

  test('rejects a call at once when the queue is full, and a queued call after the maximum wait', async () => {
    const admission = createAdmission(small)
    const first = [createTask(), createTask()]
    const calls = first.map(({ run }) => admission.run(1, run))
    const waiting = [1, 2].map(() => admission.run(1, async () => 'in'))
    let hasSettled = false
    const settled = Promise.allSettled(waiting).finally(() => {
      hasSettled = true
    })
    await expect(admission.run(1, async () => 'in')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(hasSettled).toBe(false)
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    for (const { end } of first) end()
    await Promise.all(calls)
    await expect(admission.run(1, async () => 'in')).resolves.toBe('in')
  })

  test('a failed call frees its place', async () => {
    const admission = createAdmission(small)
    for (let i = 0; i < 10; i++)
      await expect(admission.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(admission.run(1, async () => 'in')).resolves.toBe('in')
  })

  test('never exceeds its limits, and every queued call runs', async () => {
    const calls = fc.array(fc.record({ client: fc.nat(3), ms: fc.nat(3) }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(calls, async (all) => {
        const admission = createAdmission({
          maxRunning: 5,
          maxPerClient: 2,
          maxWaiting: 40,
          maxWaitMs: 5000,
        })
        const inside = [0, 0, 0, 0]
        await Promise.all(
          all.map(({ client, ms }) =>
            admission.run(client, async () => {
              inside[client] = (inside[client] ?? 0) + 1
              expect(inside[client]).toBeLessThanOrEqual(2)
              expect(inside.reduce((sum, n) => sum + n)).toBeLessThanOrEqual(5)
              await sleep(ms)
              inside[client] = (inside[client] ?? 0) - 1
            }),
          ),
        )
        expect(inside).toEqual([0, 0, 0, 0])
      }),
      { numRuns: 25 },
    )
  })
})

describe('a client that floods the service', async () => {
  const at = await startTestService()

  test('is rejected beyond its share, while another client is served', async () => {
    const other = await at.aClient()
    // Every read of labels now waits.
    const blocker = await at.service.database.readPool.connect()
    await blocker.query('begin')
    await blocker.query('lock table labels in access exclusive mode')
    const flood = Array.from({ length: 400 }, () => at.get('/labels'))
    const rejected = await Promise.race(flood.map((one) => one.then((answer) => answer)))
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([503, '1'])
    // While the table is locked.
    expect((await at.get('/forums', { token: other.token })).status).toBe(200)
    await blocker.query('commit')
    blocker.release()
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(
      CAPACITY.maxPerClient,
    )
    expect((await at.get('/labels')).status).toBe(200)
    const { rows } = await sql`select 1`.execute(at.db)
    expect(rows).toHaveLength(1)
  })
})

describe('clients whose statements take every database connection', async () => {
  const at = await startTestService(undefined, {
    metrics: { token: null },
    databaseTimeouts: { ...PATIENT, connect: DATABASE_TIMEOUTS.connect },
  })
  const clients = [await at.aClient(), await at.aClient()]
  const { pools, readPool } = at.service.database

  /** Two clients send calls that wait for this table, until all connections are taken. */
  async function exhaustConnections(
    table: string,
    send: (token: string, i: number) => Promise<Answer>,
  ) {
    const blocker = new pg.Client(at.connection)
    await blocker.connect()
    await blocker.query(`begin; lock table ${table} in access exclusive mode`)
    const calls = clients.flatMap(({ token }) =>
      Array.from({ length: CAPACITY.maxPerClient }, (_, i) => send(token, i)),
    )
    const release = () => blocker.query('rollback').then(() => blocker.end())
    return { calls, release }
  }
  const expectOverloaded = ({ status, headers, body }: Answer) => {
    expect([status, headers['retry-after'], body.error]).toEqual([503, '1', 'unavailable'])
    expect(body.message).toBe('Overloaded. Retry after 1 second.')
  }

  test('leave the service ready; a call that waits too long gets 503 Overloaded', async () => {
    const { calls, release } = await exhaustConnections('suggestions', (token) =>
      at.get('/suggestions', { token }),
    )
    await expect.poll(() => readPool.waitingCount).toBeGreaterThan(0)
    const ready = await at.get('//readyz')
    const metrics = await at.service.opsServer?.inject('/metrics')
    const rejected = await Promise.race(calls)
    await release()
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }])
    expect(metrics?.body).toMatch(/^earshot_database_up 1$/m)
    expect(metrics?.body).toMatch(/^earshot_queue_length\{queue="import_batches"\} 0$/m)
    expectOverloaded(rejected)
    const answers = await Promise.all(calls)
    for (const answer of answers) if (answer.status !== 200) expectOverloaded(answer)
    expect(answers.map(({ status }) => status)).toContain(200)
  })

  test('a write without a connection is not applied, and the error says so', async () => {
    const { calls, release } = await exhaustConnections('labels', (token, i) =>
      at.post('/labels', { name: `Crowded ${i}` }, { token }),
    )
    await expect.poll(() => pools.write.waitingCount).toBeGreaterThan(0)
    const rejected = await Promise.race(calls)
    await release()
    expectOverloaded(rejected)
    const answers = await Promise.all(calls)
    const created = answers.filter(({ status }) => status === 201)
    for (const answer of answers) if (!created.includes(answer)) expectOverloaded(answer)
    const { rows } = await sql`select from labels where name like 'Crowded%'`.execute(at.db)
    expect(rows).toHaveLength(created.length)
  })

  test('a committed write whose response cannot be read is reported as possibly applied', async () => {
    await at.get('/labels')
    const taken = await Promise.all(Array.from({ length: 10 }, () => readPool.connect()))
    const answer = await at.post('/labels', { name: 'Done' })
    for (const one of taken) one.release()
    expect(answer.status).toBe(503)
    expect(answer.body.message).toContain('may or may not have been applied')
    const { rows } = await sql`select from labels where name = 'Done'`.execute(at.db)
    expect(rows).toHaveLength(1)
  })
})
