// Webhooks of several processes: kill -9 loses no event and repeats only what was on its way, and nothing is delivered twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { type Process, processesOn } from '../support/processes.ts'
import { type Received, startReceiver } from '../support/receivers.ts'
import { startTestService } from '../support/service.ts'

const ROUNDS = EXHAUSTIVE ? 200 : 1
const EVENTS_PER_ROUND = 25

const at = await startTestService()
const start = await processesOn(at.connection)
const NETWORKS = { OUTGOING_NETWORKS: '127.0.0.0/8', EARSHOT_NODES: '2' }
const { id: forum } = await at.made('/forums', { name: 'Hooked' })
/** Runs after the first test. */
let worker: Process | undefined

const suggest = async (title: string): Promise<number> =>
  (await at.made('/suggestions', { title, links: { forum } })).id
const recordOf = ({ body }: Received): number => JSON.parse(body).data.id
const waiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from webhook_deliveries where state = 'waiting')::int as count`.execute(
    at.db,
  )
  return rows[0]?.count
}

test('kill -9 at any point loses nothing, and repeats only what was on its way', {
  timeout: 180_000 + ROUNDS * 40_000,
}, async () => {
  const receivers = [await startReceiver(), await startReceiver()]
  const hooks = await Promise.all(
    receivers.map(({ url }) => at.made('/webhooks', { url, events: ['suggestions.created'] })),
  )
  const ids: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { child, ended } = await start(['work'], NETWORKS)
    const before = receivers.map(({ received }) => received.length)
    const writing = (async () => {
      for (let i = 0; i < EVENTS_PER_ROUND; i++) ids.push(await suggest(`Wish ${round}.${i}`))
    })()
    while (receivers.every(({ received }, i) => received.length === before[i])) await sleep(1)
    await sleep(Math.random() * 150)
    child.kill('SIGKILL')
    await ended
    await writing
  }
  worker = await start(['work'], NETWORKS)
  for (const { received } of receivers) {
    await expect
      .poll(() => new Set(received.map(recordOf)).size, { timeout: 120_000, interval: 50 })
      .toBe(ids.length)
  }
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
  for (const { received } of receivers) {
    const messages = new Set(received.map(({ headers }) => headers['webhook-id']))
    expect(messages.size).toBe(ids.length)
    // One request at a time is on its way to an address.
    expect(received.length - ids.length).toBeLessThanOrEqual(ROUNDS)
  }
  for (const { id } of hooks) await at.delete(`/webhooks/${id}`)
})

test('two processes deliver each event once, in order', { timeout: 180_000 }, async () => {
  const receiver = await startReceiver()
  const hook = await at.made('/webhooks', { url: receiver.url, events: ['suggestions.created'] })
  if (!worker || worker.child.exitCode !== null) worker = await start(['work'], NETWORKS)
  const workers = [worker, await start(['work'], NETWORKS)]
  const ids: number[] = []
  for (let i = 0; i < 40; i++) ids.push(await suggest(`Once ${i}`))
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(ids.length)
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
  expect(receiver.received.map(recordOf)).toEqual(ids)
  for (const { child, ended } of workers) {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
  await at.delete(`/webhooks/${hook.id}`)
})
