// What anyone can cause without a token is bounded.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSpreader } from '../../src/http/limits/spread-work.ts'
import { startTestService, type TestService } from '../support/service.ts'

const listening = async (at: TestService) => {
  await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  return (at.service.app.server.address() as AddressInfo).port
}

let port: number

beforeAll(async () => {
  port = await listening(await startTestService())
})

/** Sends the head of a request but not its body, and returns the first line of the response. */
async function sendHead(method: string, path: string, length: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: earshot\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`,
  )
  const answer = await Promise.race([once(socket, 'data'), sleep(2000)])
  socket.destroy()
  return answer ? (String(answer[0]).split('\r\n', 1)[0] as string) : 'no response'
}

describe('a response does not wait for the body', () => {
  test.each([
    ['POST', '/unknown', 404],
    ['POST', '/api/v2/admin/unknown', 404],
    ['PATCH', '/api/v2/admin/suggestions', 405],
    ['POST', '/forums/1', 405],
    ['POST', '/api/v2/admin/suggestions', 401],
  ])('of %s %s: %i', async (method, path, status) => {
    expect(await sendHead(method, path, 900_000)).toContain(` ${status} `)
  })

  test.each(['/admin/sign-in', '/api/v2/oauth/token'])(
    'of %s that is larger than 4 KiB',
    async (path) => {
      expect(await sendHead('POST', path, 4097)).toContain(' 413 ')
      expect(await sendHead('POST', path, 4096)).toBe('no response')
    },
  )
})

describe('the pages of an address are limited', () => {
  const PATHS = ['/', '/healthz', '/readyz', '/avatars/1', '/files/none', '/docs', '/unknown']
  // A new minute would begin a new count.
  const now = Date.now()
  let at: TestService

  beforeAll(async () => {
    at = await startTestService(undefined, {
      settings: { requests_per_address: 1 },
      now: () => now,
    })
  })

  test.each(PATHS)('with requests to %s', async (path) => {
    const own = anAddress()
    const get = (url: string, remoteAddress = own) => at.service.app.inject({ url, remoteAddress })
    const statuses = []
    for (let i = 0; i < 20; i++) statuses.push((await get(path)).statusCode)
    expect(statuses).not.toContain(429)
    const rejected = await get(path)
    expect(rejected.statusCode).toBe(429)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(now / 1000)
    // Other addresses and the API have counts of their own.
    expect((await get(path, anAddress())).statusCode).not.toBe(429)
    expect((await get('/api/v2/admin/users')).statusCode).toBe(401)
  })
})

let addresses = 0
const anAddress = () => `192.0.2.${++addresses}`

test('readiness asks the database at most once a second', async () => {
  const { service } = await startTestService()
  let queries = 0
  service.database.pools.quick.on('acquire', () => {
    queries += 1
  })
  const ask = () => service.app.inject({ url: '/readyz' })
  await ask()
  const ofOne = queries
  expect(ofOne).toBeGreaterThan(0)
  const answers = await Promise.all(Array.from({ length: 50 }, ask))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
  expect(queries).toBe(ofOne)
  await sleep(1100)
  await ask()
  expect(queries).toBe(2 * ofOne)
})

async function open(to: number): Promise<Socket> {
  const socket = connect(to, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  return socket
}

async function isServed(socket: Socket): Promise<boolean> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: earshot\r\n\r\n')
  return Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ])
}

test('an address has a limited number of connections without a request, and the oldest ones are closed', async () => {
  const used = await open(port)
  expect(await isServed(used)).toBe(true)
  const closed: number[] = []
  const sockets: Socket[] = []
  for (let i = 0; i < 70; i++) {
    const socket = await open(port)
    // A slow one is as silent as an idle one.
    if (i % 2 === 0) socket.write('GET /healthz HTTP/1.1\r\n')
    socket.once('close', () => closed.push(i))
    sockets.push(socket)
  }
  // Each new connection closes the oldest one that has been silent for a moment.
  await expect
    .poll(async () => {
      sockets.push(await open(port))
      return closed.toSorted((a, b) => a - b).slice(0, 6)
    })
    .toEqual([0, 1, 2, 3, 4, 5])
  expect(await isServed(sockets.at(-1) as Socket)).toBe(true)
  expect(await isServed(used)).toBe(true)
  for (const socket of [used, ...sockets]) socket.destroy()
})

test('a client that opens many connections together keeps them', async () => {
  const sockets: Socket[] = []
  for (let i = 0; i < 80; i++) sockets.push(await open(port))
  expect(await Promise.all(sockets.map(isServed))).toEqual(sockets.map(() => true))
  for (const socket of sockets) socket.destroy()
})

test('work that comes at once leaves room for other work', async () => {
  const spread = createSpreader()
  let turns = 0
  let isDone = false
  const countTurns = () => {
    turns += 1
    if (!isDone) setImmediate(countTurns)
  }
  const order: number[] = []
  const end = new Promise<void>((resolve) => {
    for (let i = 0; i < 20; i++)
      spread(() => {
        order.push(i)
        const until = performance.now() + 2
        while (performance.now() < until);
        if (i === 19) resolve()
      })
  })
  countTurns()
  await end
  isDone = true
  expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i))
  expect(turns).toBeGreaterThan(5)
})

test('an address has a limited number of connections', async () => {
  const limited = await listening(
    await startTestService(undefined, { settings: { connections_per_address: 3 } }),
  )
  const sockets = await Promise.all([open(limited), open(limited), open(limited)])
  expect(await Promise.all(sockets.map(isServed))).toEqual([true, true, true])
  expect(await isServed(await open(limited))).toBe(false)
  sockets[0]?.destroy()
  await sleep(100)
  expect(await isServed(await open(limited))).toBe(true)
  for (const socket of sockets) socket.destroy()
})
