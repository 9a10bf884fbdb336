// Load beyond capacity: no client takes everything, nothing queues without end, and what is refused is refused at once.
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { admission, CAPACITY } from '../src/http/admission.ts'
import { startTestService } from './service.ts'

/** Something that ends when it is told to. */
function held() {
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { run: () => ended, end: () => end() }
}

describe('the door', () => {
  const small = { inAll: 3, byClient: 2, waiting: 2, patienceMs: 50 }

  test('lets another client in while one has all that it may have', async () => {
    const door = admission(small)
    const ones = [held(), held(), held()]
    const entered: string[] = []
    const calls = ones.map(({ run }, i) =>
      door.hold(1, () => {
        entered.push(`one ${i}`)
        return run()
      }),
    )
    const other = held()
    const otherCall = door.hold(2, () => {
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
    const door = admission(small)
    const first = [held(), held()]
    const calls = first.map(({ run }) => door.hold(1, run))
    const waiting = [1, 2].map(() => door.hold(1, async () => 'in'))
    let isOver = false
    const settled = Promise.allSettled(waiting).finally(() => {
      isOver = true
    })
    await expect(door.hold(1, async () => 'in')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(isOver).toBe(false)
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    for (const { end } of first) end()
    await Promise.all(calls)
    await expect(door.hold(1, async () => 'in')).resolves.toBe('in')
  })

  test('whatever fails gives its place back', async () => {
    const door = admission(small)
    for (let i = 0; i < 10; i++)
      await expect(door.hold(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(door.hold(1, async () => 'in')).resolves.toBe('in')
  })

  test('never has more inside than it may, and everybody who waits comes in', async () => {
    const comers = fc.array(fc.record({ client: fc.nat(3), ms: fc.nat(3) }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(comers, async (all) => {
        const door = admission({ inAll: 5, byClient: 2, waiting: 40, patienceMs: 5000 })
        const inside = [0, 0, 0, 0]
        await Promise.all(
          all.map(({ client, ms }) =>
            door.hold(client, async () => {
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
      CAPACITY.byClient,
    )
    expect((await at.get('/labels')).status).toBe(200)
    const { rows } = await sql`select 1`.execute(at.db)
    expect(rows).toHaveLength(1)
  })
})
