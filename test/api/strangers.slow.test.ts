// What anyone can cause without a token is bounded.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
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
  test.each(['/', '/healthz', '/readyz', '/avatars/1', '/files/none', '/docs', '/unknown'])(
    'with requests to %s',
    async (path) => {
      const at = await startTestService(undefined, { requestsPerAddress: 1 })
      const get = (url: string, remoteAddress = '192.0.2.1') =>
        at.service.app.inject({ url, remoteAddress })
      const statuses = []
      for (let i = 0; i < 20; i++) statuses.push((await get(path)).statusCode)
      expect(statuses).not.toContain(429)
      const rejected = await get(path)
      expect(rejected.statusCode).toBe(429)
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(Date.now() / 1000)
      // Other addresses and the API have counts of their own.
      expect((await get(path, '192.0.2.2')).statusCode).not.toBe(429)
      expect((await get('/api/v2/admin/users')).statusCode).toBe(401)
    },
  )
})

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

test('an address has a limited number of connections', async () => {
  const limited = await listening(await startTestService(undefined, { connectionsPerAddress: 3 }))
  const open = async () => {
    const socket = connect(limited, '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => {})
    return socket
  }
  const isServed = async (socket: Socket) => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: earshot\r\n\r\n')
    return Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ])
  }
  const sockets = await Promise.all([open(), open(), open()])
  expect(await Promise.all(sockets.map(isServed))).toEqual([true, true, true])
  expect(await isServed(await open())).toBe(false)
  sockets[0]?.destroy()
  await sleep(100)
  expect(await isServed(await open())).toBe(true)
  for (const socket of sockets) socket.destroy()
})
