// Load beyond capacity: no client takes everything, nothing queues without end, and what is refused is refused at once.
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { CAPACITY, createAdmission } from '../src/http/admission.ts'
import { type Answer, startTestService } from './service.ts'

/** Something that ends when it is told to. */
function held() {
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { run: () => ended, end: () => end() }
}

describe('the door', () => {
  const small = { maxRunning: 3, maxPerClient: 2, maxWaiting: 2, maxWaitMs: 50 }

  test('lets another client in while one has all that it may have', async () => {
    const door = createAdmission(small)
    const ones = [held(), held(), held()]
    const entered: string[] = []
    const calls = ones.map(({ run }, i) =>
      door.run(1, () => {
        entered.push(`one ${i}`)
        return run()
      }),
    )
    const other = held()
    const otherCall = door.run(2, () => {
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

  test('refuses who would be one too many at once, and who waited too long', async () => {
    const door = createAdmission(small)
    const first = [held(), held()]
    const calls = first.map(({ run }) => door.run(1, run))
    const waiting = [1, 2].map(() => door.run(1, async () => 'in'))
    let isOver = false
    const settled = Promise.allSettled(waiting).finally(() => {
      isOver = true
    })
    await expect(door.run(1, async () => 'in')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(isOver).toBe(false)
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    for (const { end } of first) end()
    await Promise.all(calls)
    await expect(door.run(1, async () => 'in')).resolves.toBe('in')
  })

  test('whatever fails gives its place back', async () => {
    const door = createAdmission(small)
    for (let i = 0; i < 10; i++)
      await expect(door.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(door.run(1, async () => 'in')).resolves.toBe('in')
  })

  test('never has more inside than it may, and everybody who waits comes in', async () => {
    const comers = fc.array(fc.record({ client: fc.nat(3), ms: fc.nat(3) }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(comers, async (all) => {
        const door = createAdmission({
          maxRunning: 5,
          maxPerClient: 2,
          maxWaiting: 40,
          maxWaitMs: 5000,
        })
        const inside = [0, 0, 0, 0]
        await Promise.all(
          all.map(({ client, ms }) =>
            door.run(client, async () => {
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

describe('a client that asks for more than there is', async () => {
  const at = await startTestService()

  test('is refused beyond its share, and another is served all the while', async () => {
    const other = await at.aClient()
    // Whoever reads labels waits here.
    const blocker = await at.service.database.readPool.connect()
    await blocker.query('begin')
    await blocker.query('lock table labels in access exclusive mode')
    const flood = Array.from({ length: 400 }, () => at.get('/labels'))
    const refused = await Promise.race(flood.map((one) => one.then((answer) => answer)))
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
    const begun = performance.now()
    const served = await at.get('/forums', { token: other.token })
    expect(served.status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(1500)
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

describe('clients whose statements take every connection there is', async () => {
  const at = await startTestService(undefined, { metrics: { token: null } })
  const clients = [await at.aClient(), await at.aClient()]
  const { pools, readPool } = at.service.database

  /** Two clients do all that they may while this table is held, until all connections are taken. */
  async function crowded(table: string, ask: (token: string, i: number) => Promise<Answer>) {
    const blocker = new pg.Client(at.connection)
    await blocker.connect()
    await blocker.query(`begin; lock table ${table} in access exclusive mode`)
    const asked = clients.flatMap(({ token }) =>
      Array.from({ length: CAPACITY.maxPerClient }, (_, i) => ask(token, i)),
    )
    const isOver = () => blocker.query('rollback').then(() => blocker.end())
    return { asked, isOver }
  }
  const expectOverloaded = ({ status, headers, body }: Answer) => {
    expect([status, headers['retry-after'], body.error]).toEqual([503, '1', 'unavailable'])
    expect(body.message).toBe('More is asked of the service than it can do; try again in a moment.')
  }

  test('leave it ready, with its database up; who waits too long is told that it is too much', async () => {
    const { asked, isOver } = await crowded('suggestions', (token) =>
      at.get('/suggestions', { token }),
    )
    await expect.poll(() => readPool.waitingCount).toBeGreaterThan(0)
    const ready = await at.get('//readyz')
    const metrics = await at.service.opsServer?.inject('/metrics')
    const refused = await Promise.race(asked)
    await isOver()
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }])
    expect(metrics?.body).toMatch(/^earshot_database_up 1$/m)
    expect(metrics?.body).toMatch(/^earshot_queue_length\{queue="import_batches"\} 0$/m)
    expectOverloaded(refused)
    const answers = await Promise.all(asked)
    for (const answer of answers) if (answer.status !== 200) expectOverloaded(answer)
    expect(answers.map(({ status }) => status)).toContain(200)
  })

  test('leave nothing undecided: a write that got none of them was not done', async () => {
    const { asked, isOver } = await crowded('labels', (token, i) =>
      at.post('/labels', { name: `Crowded ${i}` }, { token }),
    )
    await expect.poll(() => pools.write.waitingCount).toBeGreaterThan(0)
    const refused = await Promise.race(asked)
    await isOver()
    expectOverloaded(refused)
    const answers = await Promise.all(asked)
    const done = answers.filter(({ status }) => status === 201)
    for (const answer of answers) if (!done.includes(answer)) expectOverloaded(answer)
    const { rows } = await sql`select from labels where name like 'Crowded%'`.execute(at.db)
    expect(rows).toHaveLength(done.length)
  })

  test('do not hide that a write was done whose answer could not be read', async () => {
    await at.get('/labels')
    const taken = await Promise.all(Array.from({ length: 10 }, () => readPool.connect()))
    const answer = await at.post('/labels', { name: 'Done' })
    for (const one of taken) one.release()
    expect(answer.status).toBe(503)
    expect(answer.body.message).toContain('may or may not have been done')
    const { rows } = await sql`select from labels where name = 'Done'`.execute(at.db)
    expect(rows).toHaveLength(1)
  })
})
