// Who has a record open, said to one process and told by all.
import { expect, onTestFinished, test } from 'vitest'
import { openStream, SOON, type TestStream } from '../support/event-stream.ts'
import { processesOn } from '../support/processes.ts'
import { type Sent, startTestService } from '../support/service.ts'
import { aPerson, aSession } from '../support/staff.ts'

const at = await startTestService(undefined, { nodes: 2 })
const here = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
at.service.setAddress(here)
const start = await processesOn(at.connection)
const there = (await start(['serve', '--no-jobs'], { EARSHOT_NODES: '2' })).address

const ann = await aPerson(at, 'viewer')
const ben = await aPerson(at, 'admin')
const cookies = new Map<object, string>()
for (const person of [ann, ben]) cookies.set(person, await aSession(at, person.id))

const by = (person: object, address: string): Sent => ({
  headers: { cookie: cookies.get(person) ?? '', origin: address },
})

const say = async (address: string, person: object, visit: object) => {
  const { headers } = by(person, address)
  const response = await fetch(`${address}/api/v2/admin/presence`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ tab: 'one', collection: 'suggestions', ...visit }),
  })
  const body = (await response.json()) as { presence: { users: number[] } }
  return { status: response.status, body }
}
const follow = async (address: string, person: object): Promise<TestStream> => {
  const stream = await openStream(address, by(person, address))
  onTestFinished(() => stream.close())
  expect(stream.status).toBe(200)
  return stream
}
/** The people who have the record open, by the last message about it. */
const told = (stream: TestStream, id: number) =>
  stream.messages
    .filter(({ event, data }) => event === 'presence' && data.id === id)
    .map(({ data }) => (data as unknown as { users: number[] }).users)
    .at(-1)

test('people at different processes see each other come, move on and leave', async () => {
  const ofAnn = await follow(here, ann)
  expect(await say(here, ann, { id: 7 })).toMatchObject({
    status: 200,
    body: { presence: { collection: 'suggestions', id: 7, users: [ann.id] } },
  })
  // The other process knows it as soon as the notification has arrived.
  await expect
    .poll(async () => (await say(there, ben, { id: 7 })).body.presence.users, SOON)
    .toEqual([ann.id, ben.id])
  await expect.poll(() => told(ofAnn, 7), SOON).toEqual([ann.id, ben.id])
  await say(there, ben, { id: 8 })
  await expect.poll(() => told(ofAnn, 7), SOON).toEqual([ann.id])
  await say(there, ben, { id: 7 })
  await expect.poll(() => told(ofAnn, 7), SOON).toEqual([ann.id, ben.id])
  // What is closed late does not close what was opened since.
  await say(there, ben, { id: 8, is_open: false })
  await say(there, ben, { id: 7, is_open: false })
  await expect.poll(() => told(ofAnn, 7), SOON).toEqual([ann.id])
  // Nobody gets messages about records that they have not open.
  expect(told(ofAnn, 8)).toBeUndefined()
})

test('somebody who disappears is forgotten, and the others get to know it', async () => {
  const brief = await startTestService(undefined, { presenceMs: 1000 })
  const address = await brief.service.app.listen({ port: 0, host: '127.0.0.1' })
  brief.service.setAddress(address)
  const [gone, stays] = [await aPerson(brief, 'viewer'), await aPerson(brief, 'viewer')]
  for (const person of [gone, stays]) cookies.set(person, await aSession(brief, person.id))
  const stream = await follow(address, stays)
  expect((await say(address, gone, { id: 9 })).body.presence.users).toEqual([gone.id])
  await expect
    .poll(async () => (await say(address, stays, { id: 9 })).body.presence.users, SOON)
    .toEqual([stays.id])
  await expect.poll(() => told(stream, 9), SOON).toEqual([stays.id])
})

test('a person has ten tabs, and a client none', async () => {
  for (let i = 1; i <= 11; i++) await say(here, ann, { tab: `tab-${i}`, id: 100 + i })
  expect((await say(here, ben, { id: 101 })).body.presence.users).toEqual([ben.id])
  expect((await say(here, ben, { id: 111 })).body.presence.users).toEqual([ann.id, ben.id])
  const client = await at.put('/presence', { tab: 'one', collection: 'suggestions', id: 7 })
  expect(client.body.presence.users).toEqual([])
  expect((await say(here, ben, { id: 7 })).body.presence.users).toEqual([ben.id])
  const wrong = { tab: 'one', collection: 'api_clients', id: 7 }
  expect((await at.put('/presence', wrong)).status).toBe(422)
  expect((await say(here, ann, { tab: 'x'.repeat(65), id: 7 })).status).toBe(422)
})
