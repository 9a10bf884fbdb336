// Reading from a replica: data can be slightly old, but each client reads its own writes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient, issueToken } from '../../src/auth/clients/api-clients.ts'
import { type Service, startService } from '../../src/service.ts'
import { diskStore } from '../../src/store/disk.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { BASE_URL } from '../support/service.ts'
import { primaryAndStandby } from '../support/standby.ts'

const { primary, standby } = await primaryAndStandby()
const proxy = await startFaultProxy(standby.connection)
const primaryProxy = await startFaultProxy(primary.connection)
const directory = await mkdtemp(join(tmpdir(), 'earshot-files-'))
const store = diskStore(directory)
let service: Service
let writer: string
let stranger: string
const services: Service[] = []
const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })

const aToken = () =>
  service.database.db.transaction().execute(async (tx) => {
    const { id } = await createClient(tx, {
      name: 'test',
      isTrusted: true,
      isReadOnly: false,
      tokenLifetimeSeconds: null,
      requestsPerMinute: null,
    })
    return (await issueToken(tx, id)).token
  })

beforeAll(async () => {
  service = await start({ hosts: [proxy.connection], maxLagMs: 4000 })
  await sql`update account_plan set plan = 'unlimited'`.execute(service.database.db)
  writer = await aToken()
  stranger = await aToken()
})
afterAll(async () => {
  for (const one of services) await one.close()
  await proxy.close()
  await primaryProxy.close()
  await rm(directory, { recursive: true, force: true })
})

async function start(replica: Parameters<typeof startService>[3]['replica'], nodes = 1) {
  const one = await startService(primaryProxy.connection, BASE_URL, log, { store, replica, nodes })
  services.push(one)
  return one
}

const read = async (token: string, at = service) => {
  const answer = await at.app.inject({
    url: '/api/v2/admin/labels?per_page=100&sort=-id',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().labels.map(({ name }: { name: string }) => name) as string[]
}
let labels = 0
const write = async (at = service) => {
  const name = `label ${++labels}`
  const { statusCode, body } = await at.app.inject({
    method: 'POST',
    url: '/api/v2/admin/labels',
    headers: { authorization: `Bearer ${writer}` },
    payload: { name },
  })
  expect(statusCode, body).toBe(201)
  return name
}
const pause = async () => {
  await standby.query('select pg_wal_replay_pause()')
  const state = async () =>
    (await standby.query('select pg_get_wal_replay_pause_state() as state'))[0]?.state
  while ((await state()) !== 'paused') await sleep(10)
}
const resume = () => standby.query('select pg_wal_replay_resume()')
/** Another client sees nothing new while replay is paused: it reads from the replica. */
const untilReadFrom = async (at = service) => {
  await expect
    .poll(
      async () => {
        const before = await read(stranger, at)
        await pause()
        await sleep(50)
        const name = await write(at)
        const after = await read(stranger, at)
        await resume()
        return !before.includes(name) && !after.includes(name)
      },
      { interval: 300 },
    )
    .toBe(true)
}

afterEach(async () => {
  await proxy.set('none')
  await resume()
})

test('other clients read from the replica, and the writer reads its own write', async () => {
  await untilReadFrom()
  await pause()
  for (let i = 0; i < 5; i++) {
    const name = await write()
    expect(await read(writer)).toContain(name)
    expect(await read(stranger)).not.toContain(name)
  }
  await resume()
  const newest = `label ${labels}`
  await expect.poll(() => read(stranger)).toContain(newest)
})

test('a client that alternates writes and reads misses nothing', async () => {
  for (let i = 0; i < 60; i++) {
    const name = await write()
    expect(await read(writer)).toContain(name)
    if (i % 10 === 0) await sleep(200)
  }
})

test('when recording a write fails, all clients read from the primary for a moment', async () => {
  await untilReadFrom()
  await pause()
  primaryProxy.cutAfter(/client_wrote/)
  const name = await write()
  expect(await read(writer)).toContain(name)
  expect(await read(stranger)).toContain(name)
  await resume()
  await untilReadFrom()
})

test('a new process reads from the primary until the replica has caught up', async () => {
  await pause()
  const name = await write()
  const other = await start({ hosts: [proxy.connection] })
  await sleep(1000)
  expect(await read(writer, other)).toContain(name)
  expect(await read(stranger, other)).toContain(name)
  await resume()
  await untilReadFrom(other)
})

test('a replica that is too far behind is not used', async () => {
  await untilReadFrom()
  await pause()
  const name = await write()
  expect(await read(stranger)).not.toContain(name)
  await expect.poll(() => read(stranger)).toContain(name)
  await resume()
  await untilReadFrom()
})

describe('when the replica is unavailable', () => {
  const readAllTheTime = async (milliseconds: number) => {
    const slowest = []
    const until = performance.now() + milliseconds
    while (performance.now() < until) {
      const began = performance.now()
      await Promise.all([read(stranger), read(writer)])
      slowest.push(performance.now() - began)
      await sleep(10)
    }
    return Math.max(...slowest)
  }

  test('because packets are dropped, reads go to the primary', async () => {
    await untilReadFrom()
    const reading = readAllTheTime(2500)
    await sleep(200)
    await proxy.set('black hole')
    expect(await reading).toBeLessThan(2000)
    const name = await write()
    expect(await read(stranger)).toContain(name)
    await proxy.set('none')
    await untilReadFrom()
  })

  test('because it was killed, reads go to the primary and return when it is back', async () => {
    await untilReadFrom()
    const reading = readAllTheTime(2000)
    await sleep(200)
    await standby.kill()
    expect(await reading).toBeLessThan(2000)
    const name = await write()
    expect(await read(stranger)).toContain(name)
    await standby.startAgain()
    await untilReadFrom()
  })
})

test('other processes learn of writes', async () => {
  const places = { hosts: [standby.connection] }
  const one = await start(places, 2)
  const two = await start(places, 2)
  await untilReadFrom(two)
  await sleep(500)
  await pause()
  await primary.query(`insert into labels (name, full_name) values ('silent', 'silent')`)
  expect(await read(writer, two)).not.toContain('silent')
  const name = await write(one)
  // A notification takes a moment.
  await expect.poll(() => read(writer, two), { interval: 10 }).toContain(name)
  expect(await read(stranger, two)).not.toContain(name)
})

test('metrics show whether the replica is used and its lag', async () => {
  const measured = await startService(primary.connection, BASE_URL, log, {
    store,
    metrics: { token: null },
    replica: { hosts: [standby.connection], maxLagMs: 3000 },
  })
  services.push(measured)
  const figure = async (name: string) => {
    const { body = '' } = (await measured.opsServer?.inject('/metrics')) ?? {}
    const value = new RegExp(`^earshot_replica_${name} (\\S+)$`, 'm').exec(body)?.[1]
    return value === undefined ? undefined : Number(value)
  }
  await expect.poll(() => figure('up')).toBe(1)
  expect(await figure('lag_seconds')).toBeLessThan(3)
  await pause()
  await write()
  await expect.poll(() => figure('lag_seconds')).toBeGreaterThan(3)
  expect(await figure('up')).toBe(0)
  await resume()
  await expect.poll(() => figure('up')).toBe(1)
  await standby.kill()
  await expect.poll(() => figure('up')).toBe(0)
  expect(await figure('lag_seconds')).toBeUndefined()
  await standby.startAgain()
})
