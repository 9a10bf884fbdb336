// Notifications of other processes, on a connection that can be cut at any time.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type Listener, listen } from '../../src/db/listen.ts'
import { PATIENT } from '../support/patience.ts'

const server: pg.ClientConfig = JSON.parse(inject('connection'))

let other: pg.Client
let channel: string
let heard: number
let listener: Listener | undefined

beforeAll(async () => {
  other = new pg.Client(server)
  await other.connect()
})
afterAll(() => other.end())

beforeEach(() => {
  channel = `test_${randomBytes(6).toString('hex')}`
  heard = 0
})
afterEach(async () => {
  await listener?.close()
  listener = undefined
})

const named = () => ({ ...server, application_name: channel })
const begin = (connection: () => Promise<pg.ClientConfig> = async () => named()) => {
  listener = listen(connection, PATIENT, {
    [channel]: () => {
      heard += 1
    },
  })
  return listener
}
const untilListening = (one: Listener) => expect.poll(one.isListening, { interval: 5 }).toBe(true)
const announce = () => other.query('select pg_notify($1, $2)', [channel, ''])
const connections = async () =>
  (await other.query('select pid from pg_stat_activity where application_name = $1', [channel]))
    .rowCount
const cut = () =>
  other.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [channel],
  )

test('receives every notification of its channel only', async () => {
  await untilListening(begin())
  const before = heard
  await announce()
  await announce()
  await other.query(`select pg_notify('${channel}_else', '')`)
  await expect.poll(() => heard - before, { interval: 5 }).toBe(2)
  await sleep(50)
  expect(heard - before).toBe(2)
})

test('reconnects after a cut, and reports that notifications may have been missed', async () => {
  const one = begin()
  await untilListening(one)
  for (let i = 0; i < 3; i++) {
    const before = heard
    await cut()
    await expect.poll(() => heard, { interval: 5 }).toBe(before + 1)
    expect(one.isListening()).toBe(true)
    await announce()
    await expect.poll(() => heard, { interval: 5 }).toBe(before + 2)
  }
  await expect.poll(connections).toBe(1)
})

test('reports that it does not listen while the database is unavailable', async () => {
  let isAway = false
  let asked = 0
  const one = begin(async () => {
    asked += 1
    if (isAway) throw new Error('away')
    return named()
  })
  await untilListening(one)
  isAway = true
  await cut()
  await expect.poll(one.isListening, { interval: 5 }).toBe(false)
  const before = heard
  await expect.poll(() => asked).toBeGreaterThan(3)
  expect(one.isListening()).toBe(false)
  expect(await connections()).toBe(0)
  isAway = false
  await untilListening(one)
  expect(heard).toBe(before + 1)
})

test('reconnects to the current server', async () => {
  let asked = 0
  const nowhere = { host: '127.0.0.1', port: 1 }
  const one = begin(async () => {
    asked += 1
    return asked < 3 ? nowhere : named()
  })
  expect(one.isListening()).toBe(false)
  await expect.poll(one.isListening, { interval: 5 }).toBe(true)
  expect(asked).toBe(3)
})

test('closing ends the connection and opens no other', async () => {
  const one = begin()
  await untilListening(one)
  await one.close()
  listener = undefined
  await expect.poll(connections).toBe(0)
  await sleep(300)
  expect(await connections()).toBe(0)
})

test.each([0, 1, 5, 20, 60, 250])(
  'closing %i ms after a cut leaves no connection',
  async (milliseconds) => {
    const one = begin()
    await untilListening(one)
    await cut()
    await sleep(milliseconds)
    await one.close()
    listener = undefined
    await sleep(300)
    await expect.poll(connections).toBe(0)
  },
)

test('closing without a connection does not hang', async () => {
  await begin().close()
  await expect.poll(connections).toBe(0)
  const away = begin(async () => {
    throw new Error('away')
  })
  await sleep(50)
  await away.close()
  listener = undefined
})
