// Response headers, the request log, and invalid or slow connections.
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService } from '../../src/service.ts'
import { countWaiting } from '../support/factories.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { uploaded } from '../support/uploads.ts'

let at: TestService
let port: number
let suggestion: number
const log: string[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  at = await startTestService(log, { metrics: { token: null } })
  const forum = (await at.get('/forums')).body.forums[0].id
  const made = await at.post('/suggestions', { title: 'Dark mode', links: { forum } })
  suggestion = made.body.suggestions[0].id
  await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (at.service.app.server.address() as AddressInfo).port
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** Opens a connection, sends the text and keeps the connection open. `ended` resolves with everything received. */
function open(text: string, to = port) {
  const socket = connect(to, '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => {})
  socket.write(text)
  // A write to a connection that the service has just closed is an error, and not the end.
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
  return { socket, ended, sofar: () => answer }
}

const parsed = (answer: string) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

describe('every response', () => {
  const expectSecure = (headers: Record<string, string | undefined>, referrer = 'no-referrer') => {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': referrer,
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    })
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers.server).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
  const JSON_TYPE = 'application/json; charset=utf-8'
  const HTML_TYPE = 'text/html; charset=utf-8'

  test.each([
    ['GET', '/suggestions', 200, JSON_TYPE],
    ['GET', '/suggestions?per_page=0', 400, JSON_TYPE],
    ['GET', '/suggestions/999999', 404, JSON_TYPE],
    ['POST', '/suggestions', 422, JSON_TYPE],
    ['DELETE', '/suggestions', 405, JSON_TYPE],
    ['GET', '/nowhere', 404, JSON_TYPE],
    ['GET', '/api/nowhere', 404, JSON_TYPE],
    ['GET', '/api/v2/openapi.json', 200, JSON_TYPE],
    ['POST', '/api/v2/oauth/token', 400, JSON_TYPE],
    ['POST', '/api/v2/oauth/revoke?token=x', 200, JSON_TYPE],
    ['GET', '/suggestions/%zz', 400, JSON_TYPE],
    ['GET', '//healthz', 200, JSON_TYPE],
    ['GET', '//readyz', 200, JSON_TYPE],
    ['GET', '//', 200, HTML_TYPE],
    ['GET', '//forums/1', 200, HTML_TYPE],
    ['GET', '//forums/999999', 404, HTML_TYPE],
    ['GET', '//suggestions/1', 301, undefined],
    ['GET', '//admin/sign-in', 200, HTML_TYPE],
    ['POST', '//admin/sign-in', 401, HTML_TYPE],
    ['GET', '//docs', 200, HTML_TYPE],
    ['GET', '//docs/docs.js', 200, 'text/javascript; charset=utf-8'],
    ['GET', '//docs/docs.css', 200, 'text/css; charset=utf-8'],
    ['GET', '//icon.svg', 200, 'image/svg+xml'],
    ['GET', '//avatars/1', 200, 'image/svg+xml'],
    ['GET', '//nowhere', 404, JSON_TYPE],
  ])(
    'to %s %s (%i) has the security headers and its content type',
    async (method, path, status, type) => {
      const target = path.replace('suggestions/1', `suggestions/${suggestion}`)
      const answer = await at.call(method, target)
      expect(answer.status).toBe(status)
      const hasForms = type === HTML_TYPE && path !== '//docs'
      expectSecure(answer.headers, hasForms ? 'same-origin' : undefined)
      expect(answer.headers['content-type']).toBe(type)
      // A client can cache a GET response and revalidate it.
      const caching = method === 'GET' && status === 200 ? 'private, no-cache' : 'no-store'
      if (!path.startsWith('//') && !path.endsWith('.json'))
        expect(answer.headers['cache-control']).toBe(caching)
    },
  )

  test('without a token has the security headers too, and is not cacheable', async () => {
    const { status, headers } = await at.get('/suggestions', { token: null })
    expect(status).toBe(401)
    expectSecure(headers)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('to input that is not HTTP is JSON with the security headers', async () => {
    const { status, headers, body } = parsed(await open('GARBAGE\r\n\r\n').ended)
    expect(status).toBe(400)
    expectSecure(headers)
    expect(headers['content-type']).toBe(JSON_TYPE)
    expect(headers['cache-control']).toBe('no-store')
    expect(JSON.parse(body).request_id).toBe(headers['x-request-id'])
  })

  test('of a page allows its own scripts only, and of the API nothing at all', async () => {
    const page = (await at.get('//')).headers['content-security-policy']
    expect(page).toMatch(/default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[^']+';/)
    expect(page).not.toContain('unsafe')
    const api = (await at.get('/statuses')).headers['content-security-policy']
    expect(api).toBe("default-src 'none'; frame-ancestors 'none'")
  })
})

describe('Strict-Transport-Security', () => {
  const HEADER = 'strict-transport-security'
  const pages = [
    ['GET', '/suggestions'],
    ['GET', '/nowhere'],
    ['GET', '/suggestions/%zz'],
    ['POST', '/api/v2/oauth/token'],
    ['GET', '//'],
    ['GET', '//docs'],
    ['GET', '//avatars/1'],
    ['GET', '//files/none'],
    ['GET', '//healthz'],
  ] as const

  test('is on every response when the public address is https', async () => {
    const { service, call } = await startTestService(undefined, { metrics: { token: null } })
    service.setAddress('https://feedback.example.test')
    for (const [method, path] of pages)
      expect((await call(method, path)).headers[HEADER], path).toBe('max-age=31536000')
    expect((await service.opsServer?.inject('/metrics'))?.headers[HEADER]).toBe('max-age=31536000')
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { port: own } = service.app.server.address() as AddressInfo
    expect(parsed(await open('GARBAGE\r\n\r\n', own).ended).headers[HEADER]).toBeDefined()
  })

  test('is absent when it is http', async () => {
    for (const [method, path] of pages)
      expect((await at.call(method, path)).headers[HEADER], path).toBeUndefined()
  })
})

describe('the log', () => {
  const linesOf = (id: string) =>
    log.map((line) => JSON.parse(line)).filter((line) => line.request_id === id)

  test.each([
    ['GET', '/suggestions?q=private+words', '/api/v2/admin/suggestions', 200],
    ['POST', '/labels?name=private', '/api/v2/admin/labels', 201],
    ['GET', '/suggestions/1,23?private', '/api/v2/admin/suggestions/1,23', 200],
    ['GET', '/nowhere?private', '/api/v2/admin/…', 404],
    ['GET', '/suggestions/%zz?private', '/api/v2/admin/suggestions/…', 400],
    ['GET', '//?private', '/', 200],
    ['PUT', '/users?private', '/api/v2/admin/users', 405],
  ])('has one line for %s %s, without the query', async (method, path, logged, status) => {
    const id = `log-${method}-${path.length}`
    await at.call(method, path, { headers: { 'x-request-id': id } })
    const lines = linesOf(id)
    expect(log.join()).not.toContain('reqId')
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'request',
        method,
        path: logged,
        status,
        request_id: id,
        milliseconds: expect.any(Number),
      }),
    ])
    expect(JSON.stringify(lines)).not.toContain('private')
  })

  test('has only literal segments and ids of a path, and no secrets', async () => {
    const { url } = await uploaded(at, 'a secret', 'a.txt')
    const key = new URL(url).pathname.split('/').at(-1) as string
    const secrets = [key, at.token, 'anna@example.com', 'anna%40example.com']
    const paths = [
      `//files/${key}`,
      `//files/${key}/x`,
      `//files/${key}/thumbnail`,
      `///files/${key}`,
      `/suggestions&access_token=${at.token}`,
      `/suggestions/${at.token}`,
      `/${at.token}`,
      `//${key}`,
      `/users/anna@example.com`,
      `/users/anna%40example.com/x`,
      `//files/${key}%`,
      `/suggestions/1;${key}`,
      `/suggestions/1,${key}`,
      `//http://${key}@host/${key}`,
    ]
    const before = log.length
    for (const path of paths)
      for (const method of ['GET', 'OPTIONS', 'POST', 'DELETE']) await at.call(method, path)
    const lines = log.slice(before)
    expect(lines).toHaveLength(paths.length * 4)
    for (const secret of secrets) expect(lines.join()).not.toContain(secret)
    expect(lines.join()).toContain('"path":"/files/…/thumbnail"')
  })

  test('is one JSON line for any path', async () => {
    const before = log.length
    await at.get('/%0a{"level":60}%22%1b[31m', { headers: { 'x-request-id': 'injected' } })
    expect(log.slice(before)).toHaveLength(1)
    expect(log[before]?.trimEnd()).not.toContain('\n')
    expect(log[before]).not.toContain('\u001b')
    expect(linesOf('injected')).toHaveLength(1)
  })
})

describe('an invalid HTTP request', () => {
  const token = () => `Authorization: Bearer ${at.token}\r\n`

  test.each([
    ['nonsense', 'hello\r\n\r\n'],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['an unknown method', 'BREW /coffee HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    ['a line feed in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\nc\r\n\r\n'],
    ['a length that is not a number', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: a\r\n\r\n'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'a length and chunks, as smugglers send',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ])('%s is 400 in JSON, and the connection closes', async (_, text) => {
    const { status, headers, body } = parsed(await open(text).ended)
    expect(status).toBe(400)
    expect(headers.connection).toBe('close')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(JSON.parse(body))).toEqual(['message', 'error', 'request_id'])
    expect(JSON.parse(body).error).toBe('malformed')
  })

  test('with too large headers is 431', async () => {
    const text = `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(50_000)}\r\n\r\n`
    const { status, headers, body } = parsed(await open(text).ended)
    expect(status).toBe(431)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(body).message).toBe(
      'Request line and headers: too large. Maximum: 40960 bytes.',
    )
  })

  test('is logged without its content, and counted', async () => {
    const counted = async (status: number) => {
      const text = (await at.service.opsServer?.inject('/metrics'))?.body ?? ''
      const series = `http_requests_total{method="none",route="none",status="${status}"} `
      return Number(text.split(series)[1]?.split('\n', 1)[0] ?? 0)
    }
    const before = { broken: await counted(400), large: await counted(431) }
    const broken = parsed(await open('GARBAGE private\r\n\r\n').ended)
    const large = parsed(
      await open(`GET /private HTTP/1.1\r\nA: private${'a'.repeat(50_000)}\r\n\r\n`).ended,
    )
    for (const { status, headers } of [broken, large]) {
      const lines = log.filter((line) => line.includes(String(headers['x-request-id'])))
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({
          level: 30,
          msg: 'request',
          status,
          ip: '127.0.0.1',
          reason: expect.stringMatching(/^HPE_/),
        }),
      ])
      expect(lines.join()).not.toContain('private')
    }
    expect(await counted(400)).toBe(before.broken + 1)
    expect(await counted(431)).toBe(before.large + 1)
  })

  test('with an unsupported Expect header is 417 with the usual error body', async () => {
    const { status, headers, body } = parsed(
      await open(
        `GET /api/v2/admin/labels HTTP/1.1\r\nHost: x\r\n${token()}Expect: a miracle\r\nConnection: close\r\n\r\n`,
      ).ended,
    )
    expect(status).toBe(417)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(JSON.parse(body)).toMatchObject({
      error: 'expectation_failed',
      request_id: headers['x-request-id'],
    })
    const continued = open(
      `POST /api/v2/admin/labels HTTP/1.1\r\nHost: x\r\n${token()}Content-Type: application/json\r\n` +
        'Expect: 100-continue\r\nConnection: close\r\nContent-Length: 15\r\n\r\n{"name":"Hmmm"}',
    )
    expect(await continued.ended).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  })

  test('with an invalid body after valid headers gets the usual error body', async () => {
    const { status, body } = parsed(
      await open(
        `POST /api/v2/admin/labels HTTP/1.1\r\nHost: x\r\n${token()}Content-Type: application/json\r\n` +
          'Transfer-Encoding: chunked\r\n\r\nnot-a-chunk\r\n',
      ).ended,
    )
    expect(status).toBe(400)
    expect(Object.keys(JSON.parse(body))[0]).toBe('message')
  })

  test('that disconnects in the middle of a body is harmless', async () => {
    const { socket } = open(
      `POST /api/v2/admin/labels HTTP/1.1\r\nHost: x\r\n${token()}Content-Type: application/json\r\n` +
        'Content-Length: 100\r\n\r\n{"name":',
    )
    await sleep(50)
    socket.destroy()
    await sleep(50)
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    const faults = log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
    expect(faults.map(({ err }) => err.message)).toEqual([])
  })
})

describe('a slow client', () => {
  const busyConnections = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(
      at.db,
    )
    return rows[0]?.count
  }

  test('has seconds, not minutes, to send its headers and body', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = at.service.app.server
    expect(headersTimeout).toBeGreaterThan(0)
    expect(headersTimeout).toBeLessThanOrEqual(10_000)
    expect(requestTimeout).toBeGreaterThan(0)
    expect(requestTimeout).toBeLessThanOrEqual(30_000)
    expect(keepAliveTimeout).toBeGreaterThan(0)
  })

  test('has at most minutes to read the response', () => {
    expect(at.service.app.server.timeout).toBeGreaterThan(0)
    expect(at.service.app.server.timeout).toBeLessThanOrEqual(300_000)
  })

  test('is disconnected, and holds no database connection before that', async () => {
    const { server } = at.service.app
    const { headersTimeout, requestTimeout } = server
    server.headersTimeout = 300
    server.requestTimeout = 600
    const head = `POST /api/v2/admin/labels HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${at.token}\r\n`
    const whole = `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n`
    const kinds = {
      silent: '',
      'half a line': 'GET /api',
      'half the headers': head,
      'no body': whole,
      'half a body': `${whole}{"name":"x"`,
    }
    const clients = Object.entries(kinds).flatMap(([kind, text]) =>
      Array.from({ length: 20 }, () => ({ kind, ...open(text) })),
    )
    const dripping = open(whole)
    const drip = setInterval(() => dripping.socket.write(' '), 100)
    await sleep(150)
    await expect.poll(busyConnections).toBe(0)
    const { readPool } = at.service.database
    await expect.poll(() => readPool.totalCount - readPool.idleCount).toBe(0)
    const began = performance.now()
    const { status } = await fetch(`http://127.0.0.1:${port}/api/v2/admin/statuses`, {
      headers: { authorization: `Bearer ${at.token}` },
    })
    expect(status).toBe(200)
    expect(performance.now() - began).toBeLessThan(4000)

    const patience = sleep(5000).then(() => 'still open')
    for (const { kind, ended } of [...clients, { kind: 'dripping', ...dripping }]) {
      const answer = await Promise.race([ended, patience])
      expect(answer, kind).not.toBe('still open')
      if (answer !== '') {
        expect(parsed(answer).status, kind).toBe(408)
        expect(Object.keys(JSON.parse(parsed(answer).body))[0]).toBe('message')
      }
    }
    clearInterval(drip)
    server.headersTimeout = headersTimeout
    server.requestTimeout = requestTimeout
    const { body } = await at.get('/labels?per_page=100')
    expect(body.labels.map(({ name }: { name: string }) => name)).not.toContain('x')
  })
})

describe('shutdown', () => {
  test('finishes running requests, rejects new ones, and then closes everything', async () => {
    const service = await startService(at.connection, BASE_URL, pino({ level: 'silent' }), {
      store: at.store,
    })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const own = (service.app.server.address() as AddressInfo).port
    const blocker = new pg.Client(at.connection)
    await blocker.connect()
    await blocker.query('begin; lock table labels')
    const headers = { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' }
    const writing = fetch(`http://127.0.0.1:${own}/api/v2/admin/labels`, {
      method: 'POST',
      headers,
      body: '{"name":"Under way"}',
    })
    await expect.poll(() => countWaiting(at.db)).toBe(1)
    const late = open('GET /api/v2/admin/statuses HTTP/1.1\r\n', own)
    await sleep(50)

    let isClosed = false
    const closing = service.close().then(() => {
      isClosed = true
    })
    await sleep(100)
    expect(isClosed).toBe(false)
    await expect(fetch(`http://127.0.0.1:${own}/healthz`)).rejects.toThrow()
    late.socket.write(`Host: x\r\nAuthorization: Bearer ${at.token}\r\n\r\n`)
    const { status, headers: lateHeaders, body } = parsed(await late.ended)
    expect([200, 503]).toContain(status)
    expect(lateHeaders['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(JSON.parse(body))[0]).toBe(status === 200 ? 'statuses' : 'message')

    await blocker.query('rollback')
    await blocker.end()
    const written = await writing
    expect(written.status).toBe(201)
    // A connection left open would delay the shutdown.
    expect(written.headers.get('connection')).toBe('close')
    expect(((await written.json()) as { labels: unknown[] }).labels).toHaveLength(1)
    await closing
    const { body: all } = await at.get('/labels?per_page=100')
    expect(all.labels.map(({ name }: { name: string }) => name)).toContain('Under way')
  })

  test('leaves no database connection open', async () => {
    const count = async () =>
      (
        await sql<{ count: number }>`select count(*) from pg_stat_activity
          where datname = current_database()`.execute(at.db)
      ).rows[0]?.count as number
    const service = await startService(at.connection, BASE_URL, pino({ level: 'silent' }), {
      store: at.store,
    })
    await service.app.inject('/readyz')
    const open = await count()
    await service.close()
    await expect.poll(count).toBeLessThanOrEqual(open - 3)
  })
})
