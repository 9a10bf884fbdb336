// The rate limit: limits, costs, headers and errors. The tests control the clock.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { updateClient } from '../../src/auth/clients/api-clients.ts'
import { generateCredential } from '../../src/auth/credentials.ts'
import { setPlan } from '../../src/write/service/plan.ts'
import { commandOn } from '../support/command.ts'
import { countWaiting } from '../support/factories.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { FORM, filePart, form, send } from '../support/uploads.ts'

const START = Date.UTC(2026, 0, 31, 9, 30)
const MINUTE = 60_000
const epochOf = (time: number) => (Math.floor(time / MINUTE) + 1) * 60

let at: TestService
let time = START
let port: number

beforeAll(async () => {
  at = await startTestService(undefined, {
    now: () => time,
    settings: { requests_per_address: 60 },
  })
  await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (at.service.app.server.address() as AddressInfo).port
})

/** Every test has its own minute. */
const nextMinute = () => {
  time = (Math.floor(time / MINUTE) + 1) * MINUTE
}

const limitedTo = async (requestsPerMinute: number, retryAfter: 'epoch' | 'delta' = 'epoch') => {
  nextMinute()
  return at.aClient({ requestsPerMinute, retryAfter })
}

const shown = ({ status, headers }: Answer) => ({
  status,
  limit: headers['x-rate-limit-limit'],
  remaining: headers['x-rate-limit-remaining'],
  cost: headers['x-rate-limit-cost'],
})
const remainingOf = ({ headers }: Answer) => Number(headers['x-rate-limit-remaining'])

/** Sends from another address, by default without a token. */
const from = async (remoteAddress: string, headers: Record<string, string> = {}) => {
  const url = '/api/v2/admin/statuses'
  const answer = await at.service.app.inject({ url, remoteAddress, headers })
  const body = answer.json()
  return { status: answer.statusCode, headers: answer.headers, body } as Answer
}
const withToken = (remoteAddress: string, token: string) =>
  from(remoteAddress, { authorization: `Bearer ${token}` })
const times = <T>(count: number, act: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, act))

/** Sends on a new connection and returns everything received. */
async function exchanged(...parts: (string | Buffer | (() => unknown))[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const closed = once(socket, 'close')
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  for (const part of parts) {
    if (typeof part === 'function') await part()
    else socket.write(part)
    await sleep(30)
  }
  await Promise.race([closed, sleep(3000)])
  socket.destroy()
  return answer
}

/** Blocks the request in the database while the callback runs. */
async function during(
  meanwhile: () => void,
  ask: () => Promise<Answer>,
  table = 'labels',
): Promise<Answer> {
  const blocker = new pg.Client(at.connection)
  await blocker.connect()
  await blocker.query(`begin; lock table ${table}`)
  const asking = ask()
  await expect.poll(() => countWaiting(at.db)).toBe(1)
  meanwhile()
  await blocker.query('rollback')
  await blocker.end()
  return asking
}

describe('each request counts against the limit of the minute', () => {
  test('and the headers state the remaining requests', async () => {
    const { token } = await limitedTo(5)
    const answers = []
    for (let i = 0; i < 3; i++) answers.push(await at.get('/statuses', { token }))
    expect(answers.map(shown)).toEqual(
      ['4', '3', '2'].map((remaining) => ({ status: 200, limit: '5', remaining, cost: '1' })),
    )
  })

  test.each([
    ['GET', '/statuses', 200],
    ['HEAD', '/statuses', 200],
    ['OPTIONS', '/statuses', 405],
    ['POST', '/labels', 422],
    ['GET', '/nowhere', 404],
    ['GET', '/suggestions/%zz', 400],
  ])('%s %s (%i) costs 1', async (method, path, status) => {
    const { token } = await limitedTo(5)
    const answer = await at.call(method, path, { token })
    expect(shown(answer)).toEqual({ status, limit: '5', remaining: '4', cost: '1' })
  })

  test('together for two tokens of a client, separately for two clients', async () => {
    const one = await limitedTo(5)
    const other = await at.aClient({ requestsPerMinute: 5 })
    const credentials = { client_id: one.key, client_secret: one.secret }
    const grant = { grant_type: 'client_credentials', ...credentials }
    const { body } = await at.post('/api/v2/oauth/token', grant, { token: null })
    await at.get('/statuses', { token: one.token })
    expect(remainingOf(await at.get('/statuses', { token: body.access_token }))).toBe(3)
    expect(remainingOf(await at.get('/statuses', { token: other.token }))).toBe(4)
  })

  test('until the last millisecond of the minute, then the count restarts', async () => {
    const { token } = await limitedTo(2)
    time += 59_999
    const last = await at.get('/statuses', { token })
    expect(remainingOf(last)).toBe(1)
    expect(Number(last.headers['x-rate-limit-reset'])).toBe((time + 1) / 1000)
    time += 1
    const first = await at.get('/statuses', { token })
    expect(remainingOf(first)).toBe(1)
    expect(Number(first.headers['x-rate-limit-reset'])).toBe(time / 1000 + 60)
  })

  test('also for concurrent requests', async () => {
    const { token } = await limitedTo(40)
    const answers = await times(100, () => at.get('/statuses', { token }))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60)
  })
})

describe('a slow request costs 1 more for each whole second after the first', () => {
  test.each([
    [0.9, 1],
    [1, 1],
    [1.999, 1],
    [2, 2],
    [3.5, 3],
    [31, 31],
  ])('%d seconds cost %i', async (seconds, cost) => {
    const { token } = await limitedTo(100)
    const slow = await during(
      () => {
        time += seconds * 1000
      },
      () => at.get('/labels', { token }),
    )
    expect(shown(slow)).toMatchObject({ cost: String(cost), remaining: String(100 - cost) })
    expect(remainingOf(await at.get('/statuses', { token }))).toBe(100 - cost - 1)
  })

  test('charged to the minute in which it ends', async () => {
    const { token } = await limitedTo(100)
    time += 58_000
    const slow = await during(
      () => {
        time += 5000
      },
      () => at.get('/labels', { token }),
    )
    expect(shown(slow)).toMatchObject({ cost: '5', remaining: '96' })
    expect(Number(slow.headers['x-rate-limit-reset'])).toBe(epochOf(time))
    expect(remainingOf(await at.get('/statuses', { token }))).toBe(95)
  })

  test('and can exceed the limit, which the headers state', async () => {
    const { token } = await limitedTo(3)
    const slow = await during(
      () => {
        time += 9000
      },
      () => at.get('/labels', { token }),
    )
    expect(shown(slow)).toEqual({ status: 200, limit: '3', remaining: '0', cost: '9' })
    expect(Number(slow.headers['retry-after'])).toBe(epochOf(time))
    expect((await at.get('/statuses', { token })).status).toBe(429)
  })

  const later = () => {
    time += 20_000
  }
  const head = (token: string, path: string, type: string, length: number) =>
    `POST /api/v2/admin${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`

  test('but waiting for the body costs nothing', async () => {
    const { token } = await limitedTo(100)
    const body = '{"name":"Slowly"}'
    const start = head(token, '/labels', 'application/json', body.length)
    const answer = await exchanged(start, body.slice(0, 5), later, body.slice(5))
    expect(answer).toContain('HTTP/1.1 201')
    expect(answer).toContain('X-Rate-Limit-Cost: 1\r\n')
  })

  test('and waiting for a file costs nothing', async () => {
    const { token } = await limitedTo(100)
    const body = form(filePart('some bytes'))
    const start = head(token, '/attachments', FORM['content-type'], body.length)
    const answer = await exchanged(start, body.subarray(0, 90), later, body.subarray(90))
    expect(answer).toContain('HTTP/1.1 201')
    expect(answer).toContain('X-Rate-Limit-Cost: 1\r\n')
  })

  test('and work after the file was received is charged', async () => {
    const { token } = await limitedTo(100)
    const upload = () => send(at, form(filePart('some bytes')), { token })
    expect(shown(await during(later, upload, 'attachments'))).toMatchObject({
      status: 201,
      cost: '20',
    })
  })

  test('and the Content-Length of a GET does not stop the clock', async () => {
    const { token } = await limitedTo(100)
    const slow = await during(later, () =>
      at.call('GET', '/labels', { token, headers: { 'content-length': '1' }, body: 'x' }),
    )
    expect(shown(slow)).toMatchObject({ status: 200, cost: '20' })
  })
})

describe('over the limit, requests get 429', () => {
  test('with the usual error body that says when to retry', async () => {
    const { token } = await limitedTo(2)
    time += 37_500
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await at.get('/statuses', { token }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429])
    const [, second, third] = answers as [Answer, Answer, Answer]
    expect(second.headers['retry-after']).toBeUndefined()
    const end = new Date(epochOf(time) * 1000).toISOString().replace('.000', '')
    expect(third.body).toEqual({
      message: `Rate limit exceeded: 2 requests per minute. Retry after 23 seconds, at ${end}.`,
      error: 'rate_limited',
      request_id: third.headers['x-request-id'],
    })
    expect(shown(third)).toEqual({ status: 429, limit: '2', remaining: '0', cost: '0' })
  })

  test('with Retry-After as the epoch second of the next minute', async () => {
    const { token } = await limitedTo(1)
    time += 37_500
    await at.get('/statuses', { token })
    const { headers } = await at.get('/statuses', { token })
    expect(headers['retry-after']).toBe(String(epochOf(time)))
    expect(headers['x-rate-limit-reset']).toBe(String(epochOf(time)))
    time = Number(headers['retry-after']) * 1000
    expect((await at.get('/statuses', { token })).status).toBe(200)
  })

  test('with Retry-After in seconds, for a client configured so', async () => {
    const { token } = await limitedTo(1, 'delta')
    time += 37_500
    await at.get('/statuses', { token })
    expect((await at.get('/statuses', { token })).headers['retry-after']).toBe('23')
    time += 22_499
    expect((await at.get('/statuses', { token })).headers['retry-after']).toBe('1')
  })

  test('as an RFC 9457 problem when the client accepts one', async () => {
    const { token } = await limitedTo(1)
    await at.get('/statuses', { token })
    const accept = { accept: 'application/problem+json' }
    const { body, headers } = await at.get('/statuses', { token, headers: accept })
    expect(headers['content-type']).toContain('application/problem+json')
    expect(body).toMatchObject({ status: 429, title: 'Too Many Requests', error: 'rate_limited' })
  })

  test('before the body is read', async () => {
    const { token } = await limitedTo(1)
    await at.get('/statuses', { token })
    const answer = await exchanged(
      `POST /api/v2/admin/labels HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
    )
    expect(answer).toContain('HTTP/1.1 429')
  })

  test('without a database query', async () => {
    const { token } = await limitedTo(1)
    await at.get('/statuses', { token })
    const lookups = await countLookups(async () => {
      const answers = await times(20, () => at.get('/statuses', { token }))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
    })
    expect(lookups).toBe(0)
  })
})

describe('a request whose token look-up ends in the next minute', () => {
  /** Starts the calls, whose look-ups wait, then lets the minute pass and the look-ups end. */
  async function acrossTheMinute<T>(
    { connection, db }: TestService,
    start: () => Promise<T>,
    meanwhile: () => unknown = () => {},
  ): Promise<T> {
    const holder = new pg.Client(connection)
    await holder.connect()
    await holder.query('begin; lock table tokens in access exclusive mode')
    const started = start()
    await expect.poll(() => countWaiting(db)).toBe(1)
    nextMinute()
    await meanwhile()
    await holder.query('rollback')
    await holder.end()
    return started
  }

  test('counts in the minute in which it is admitted', async () => {
    const { token } = await limitedTo(3)
    const first = await acrossTheMinute(at, () => at.get('/statuses', { token }))
    expect(shown(first)).toEqual({ status: 200, limit: '3', remaining: '2', cost: '1' })
    expect(remainingOf(await at.get('/statuses', { token }))).toBe(1)
    expect(remainingOf(await at.get('/statuses', { token }))).toBe(0)
    expect((await at.get('/statuses', { token })).status).toBe(429)
  })

  test('does not reset the counts of that minute', async () => {
    const [slow, other] = [await limitedTo(5), await at.aClient({ requestsPerMinute: 2 })]
    const lookUpOther = () => countLookups(() => at.get('/statuses', { token: other.token }))
    await expect.poll(lookUpOther).toBe(0)
    const answer = await acrossTheMinute(
      at,
      () => at.get('/statuses', { token: slow.token }),
      () => times(2, () => at.get('/statuses', { token: other.token })),
    )
    expect(answer.status).toBe(200)
    expect((await at.get('/statuses', { token: other.token })).status).toBe(429)
  })

  test('does not reset the count of unknown tokens of that minute', async () => {
    nextMinute()
    const strict = await startTestService(undefined, {
      now: () => time,
      settings: { requests_per_address: 1 },
    })
    const guess = () => strict.get('/statuses', { token: generateCredential('token') })
    let guesses: Promise<Answer[]> | undefined
    const answer = await acrossTheMinute(
      strict,
      () => strict.get('/statuses'),
      () => {
        guesses = times(10, guess)
      },
    )
    expect(answer.status).toBe(200)
    await guesses
    expect((await guess()).body.message).toMatch(/10 unknown tokens per minute/)
  })
})

/** Counts the connections taken from the read pool. */
async function countLookups(act: () => Promise<unknown>): Promise<number> {
  let count = 0
  const counted = () => {
    count += 1
  }
  at.service.database.readPool.on('acquire', counted)
  await act()
  at.service.database.readPool.off('acquire', counted)
  return count
}

describe('every response below /api has the headers', () => {
  const HEADERS = {
    'x-rate-limit-limit': expect.stringMatching(/^\d+$/),
    'x-rate-limit-remaining': expect.stringMatching(/^\d+$/),
    'x-rate-limit-reset': expect.stringMatching(/^\d{10}$/),
    'x-rate-limit-cost': expect.stringMatching(/^\d+$/),
    'ratelimit-policy': expect.stringMatching(/^"(client|address)";q=\d+;w=60$/),
    ratelimit: expect.stringMatching(/^"(client|address)";r=\d+;t=\d+$/),
  }
  const JSON_TYPE = { 'content-type': 'application/json' }

  test.each([
    ['a list', 'GET', '/statuses', 200, {}],
    ['a HEAD request', 'HEAD', '/statuses', 200, {}],
    ['a bad parameter', 'GET', '/suggestions?per_page=0', 400, {}],
    ['an invalid path', 'GET', '/suggestions/%zz', 400, {}],
    ['malformed JSON', 'POST', '/labels', 400, { headers: JSON_TYPE, body: '{' }],
    ['no token', 'GET', '/statuses', 401, { token: null }],
    ['an unknown token', 'GET', '/statuses', 401, { token: 'nobodys' }],
    ['a missing record', 'GET', '/suggestions/999999', 404, {}],
    ['an unknown path', 'GET', '/api/nowhere', 404, {}],
    ['a very long path', 'GET', `/suggestions/${'9'.repeat(3000)}`, 404, {}],
    ['another method', 'PATCH', '/labels', 405, {}],
    ['a large body', 'POST', '/labels', 413, { headers: JSON_TYPE, body: ' '.repeat(1_048_577) }],
    ['another type', 'POST', '/labels', 415, { headers: { 'content-type': 'a/b' }, body: 'x' }],
    ['an invalid body', 'POST', '/labels', 422, { body: {} }],
    ['a token request', 'POST', '/api/v2/oauth/token', 400, { token: null }],
  ])('about %s: %s %s (%i)', async (_, method, path, status, sent) => {
    nextMinute()
    const answer = await at.call(method, path, sent)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(HEADERS)
    expect(Number(answer.headers['x-rate-limit-reset'])).toBe(epochOf(time))
  })

  test('for a client that is untrusted, read-only or revoked', async () => {
    const untrusted = await at.aClient({ isTrusted: false, requestsPerMinute: 7 })
    const readOnly = await at.aClient({ isReadOnly: true, requestsPerMinute: 7 })
    const rejected = [
      await at.get('/statuses', { token: untrusted.token }),
      await at.post('/labels', { name: 'x' }, { token: readOnly.token }),
    ]
    for (const answer of rejected)
      expect(shown(answer)).toEqual({ status: 403, limit: '7', remaining: '6', cost: '1' })
    await at.post('/api/v2/oauth/revoke', { token: untrusted.token }, { token: null })
    const revoked = await at.get('/statuses', { token: untrusted.token })
    expect(shown(revoked)).toMatchObject({ status: 401, limit: '60' })
  })

  test('after an internal error', async () => {
    const broken = await startTestService()
    await sql`alter table labels rename column full_name to another`.execute(broken.db)
    const fault = await broken.get('/labels')
    expect(fault).toMatchObject({ status: 500, headers: HEADERS })
  })

  test.each([1, 2])('while the database is down, with %i processes', async (nodes) => {
    const offline = await startTestService(undefined, { nodes })
    expect((await offline.get('/statuses')).status).toBe(200)
    offline.service.database.disconnect()
    const startedAt = performance.now()
    expect(await offline.get('/statuses')).toMatchObject({ status: 503, headers: HEADERS })
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  test('without the Host header that HTTP/1.1 requires', async () => {
    nextMinute()
    const answer = await exchanged('GET /api/v2/admin/statuses HTTP/1.1\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('\r\nX-Rate-Limit-Limit: 60\r\n')
  })

  test('on the wire in the exact case of the specification', async () => {
    const { token } = await limitedTo(1)
    time += 10_500
    const request =
      'GET /api/v2/admin/statuses HTTP/1.1\r\nHost: x\r\nConnection: close\r\n' +
      `Authorization: Bearer ${token}\r\n\r\n`
    const first = await exchanged(request)
    const reset = epochOf(time)
    for (const line of [
      'X-Rate-Limit-Limit: 1',
      'X-Rate-Limit-Remaining: 0',
      `X-Rate-Limit-Reset: ${reset}`,
      'X-Rate-Limit-Cost: 1',
      'RateLimit-Policy: "client";q=1;w=60',
      'RateLimit: "client";r=0;t=50',
    ])
      expect(first).toContain(`\r\n${line}\r\n`)
    expect(first).not.toMatch(/retry-after/i)
    const second = await exchanged(request)
    expect(second).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n/)
    expect(second).toContain(`\r\nRetry-After: ${reset}\r\n`)
    expect(second).toContain(`\r\nX-Rate-Limit-Reset: ${reset}\r\n`)
  })

  test('for every spelling of the path', async () => {
    nextMinute()
    const token = `Authorization: Bearer ${at.token}\r\nHost: x\r\nConnection: close\r\n\r\n`
    const spelled = await exchanged(`GET /%61pi/v2/admin/statuses HTTP/1.1\r\n${token}`)
    const whole = await exchanged(`GET http://x/api/v2/admin/statuses HTTP/1.1\r\n${token}`)
    for (const answer of [spelled, whole]) {
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(answer).toContain('\r\nX-Rate-Limit-Limit: 1000000000\r\n')
    }
  })

  test.each([
    'http://x/api/v2/admin/nothing',
    'HTTP://x:80/api/v2/admin/nothing',
    'http://x/api?nothing',
    '/%61p%69/v2/admin/nothing',
  ])('also %s, which does not exist', async (target) => {
    nextMinute()
    const answer = await exchanged(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).toContain('\r\nX-Rate-Limit-Limit: 60\r\n')
  })

  test.each([
    '//',
    '//healthz',
    '//readyz',
    '//docs',
    '//api/v2/openapi.json',
    '//avatars/1',
    '//files/none',
    '//nowhere',
  ])('but not %s, which is outside /api', async (path) => {
    const { headers } = await at.get(path, { token: null })
    expect(Object.keys(headers).filter((name) => /rate-?limit/.test(name))).toEqual([])
  })
})

describe('the OpenAPI document', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
  type Json = any
  const document = async () => (await at.get('/api/v2/openapi.json', { token: null })).body as Json
  const isAboutLimits = (name: string) => /rate-?limit/i.test(name)

  test('describes 429 for every operation, and the headers of every response', async () => {
    const { paths, components } = await document()
    const names = Object.keys(components.headers).filter(isAboutLimits)
    const operations = Object.values<Json>(paths).flatMap((item) => Object.values<Json>(item))
    expect(operations.length).toBeGreaterThan(100)
    for (const { operationId, responses } of operations) {
      expect(Object.keys(responses), operationId).toContain('429')
      for (const response of Object.values<Json>(responses)) {
        const { headers } = components.responses[response.$ref?.split('/').at(-1)] ?? response
        expect(Object.keys(headers ?? {}), operationId).toEqual(expect.arrayContaining(names))
      }
    }
    expect(Object.keys(components.responses.error_429.headers)).toContain('Retry-After')
  })

  test('describes exactly the headers that are sent', async () => {
    nextMinute()
    const { components } = await document()
    const known = Object.keys(components.headers).filter(isAboutLimits)
    const { headers } = await at.get('/statuses')
    expect(Object.keys(headers).filter(isAboutLimits).sort()).toEqual(
      known.map((name) => name.toLowerCase()).sort(),
    )
  })
})

describe('there is no charge for', () => {
  test('a 304 response', async () => {
    const { token } = await limitedTo(5)
    const { headers } = await at.get('/statuses', { token })
    const seen = { 'if-none-match': headers.etag as string }
    const answer = await at.get('/statuses', { token, headers: seen })
    expect(shown(answer)).toEqual({ status: 304, limit: '5', remaining: '4', cost: '0' })
    expect(remainingOf(await at.get('/statuses', { token }))).toBe(3)
  })

  test('but there is for If-None-Match: *, which needs no known version', async () => {
    const { token } = await limitedTo(5)
    const answer = await at.get('/statuses', { token, headers: { 'if-none-match': '*' } })
    expect(shown(answer)).toEqual({ status: 304, limit: '5', remaining: '4', cost: '1' })
  })

  test('but there is for its extra seconds', async () => {
    const { token } = await limitedTo(5)
    const { headers } = await at.get('/labels', { token })
    const seen = { 'if-none-match': headers.etag as string }
    const answer = await during(
      () => {
        time += 3400
      },
      () => at.get('/labels', { token, headers: seen }),
    )
    expect(shown(answer)).toEqual({ status: 304, limit: '5', remaining: '2', cost: '2' })
    expect(remainingOf(await at.get('/statuses', { token }))).toBe(1)
  })

  test('a response replayed by its Idempotency-Key', async () => {
    const { token } = await limitedTo(5)
    const send = () =>
      at.post('/labels', { name: 'Once' }, { token, headers: { 'idempotency-key': 'a' } })
    expect(shown(await send())).toMatchObject({ status: 201, remaining: '4', cost: '1' })
    expect(shown(await send())).toMatchObject({ status: 201, remaining: '4', cost: '0' })
  })

  test('a 304 that ends in the next minute, which gets no refund', async () => {
    const { token } = await limitedTo(5)
    const { headers } = await at.get('/labels', { token })
    const seen = { 'if-none-match': headers.etag as string }
    time += 59_000
    const answer = await during(
      () => {
        time += 1500
      },
      () => at.get('/labels', { token, headers: seen }),
    )
    expect(shown(answer)).toEqual({ status: 304, limit: '5', remaining: '5', cost: '0' })
    expect(remainingOf(await at.get('/statuses', { token }))).toBe(4)
  })
})

describe('the limit depends on the plan', () => {
  const limitOf = async (token: string) =>
    (await at.get('/statuses', { token })).headers['x-rate-limit-limit']
  const planned = (name: string) => at.db.transaction().execute((tx) => setPlan(tx, {}, name))

  test.each([
    ['starter', '120'],
    ['growth', '600'],
    ['scale', '3000'],
    ['unlimited', '1000000000'],
  ])('%s has %s requests per minute, with immediate effect', async (name, limit) => {
    await planned(name)
    await expect.poll(() => limitOf(at.token)).toBe(limit)
  })

  test('unless the client has its own limit, which changes with immediate effect', async () => {
    const { id, token } = await limitedTo(7)
    expect(await limitOf(token)).toBe('7')
    const change = (requestsPerMinute: number | null) =>
      at.db.transaction().execute((tx) => updateClient(tx, id, { requestsPerMinute }))
    await change(9)
    await expect.poll(() => limitOf(token)).toBe('9')
    await change(null)
    await expect.poll(() => limitOf(token)).toBe('1000000000')
  })

  test.each(['1000000000', '-1', '1.5', 'many'])('and rejects the limit %s', async (limit) => {
    const earshot = commandOn(at.connection)
    const { code, stderr } = await earshot('clients', 'create', '--name', 'x', `--limit=${limit}`)
    expect(code).not.toBe(0)
    expect(stderr).toContain(
      `--limit: ${JSON.stringify(limit)} is not a whole number from 0 to 999999999.`,
    )
  })

  test('and a rejected client continues when its limit is raised', async () => {
    const { id, token } = await limitedTo(2)
    const answers = await times(5, () => at.get('/statuses', { token }))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    await at.db.transaction().execute((tx) => updateClient(tx, id, { requestsPerMinute: 4 }))
    await expect.poll(() => limitOf(token)).toBe('4')
    const { rows } = await sql`select from api_clients where id = ${id}`.execute(at.db)
    expect(rows).toHaveLength(1)
    expect((await at.get('/statuses', { token })).status).toBe(200)
    expect((await at.get('/statuses', { token })).status).toBe(429)
  })
})

describe('requests without a valid token', () => {
  test('are counted by address, 60 per minute', async () => {
    nextMinute()
    const first = await from('192.0.2.1')
    expect(shown(first)).toEqual({ status: 401, limit: '60', remaining: '59', cost: '1' })
    const answers = await times(70, () => from('192.0.2.1', { authorization: 'Bearer guessed' }))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(59)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11)
    const { body, headers } = await at.service.app
      .inject({ url: '/api/v2/admin/labels', remoteAddress: '192.0.2.1' })
      .then((answer) => ({ body: answer.json(), headers: answer.headers }))
    expect(body.message).toMatch(
      /^Rate limit exceeded: 60 requests per minute without a valid token\. /,
    )
    expect(headers['retry-after']).toBe(String(epochOf(time)))
    expect((await from('192.0.2.2')).status).toBe(401)
    nextMinute()
    expect((await from('192.0.2.1')).status).toBe(401)
  })

  test('count separately from requests with a token', async () => {
    nextMinute()
    const known = { authorization: `Bearer ${at.token}` }
    await from('192.0.2.3', known)
    await times(70, () => from('192.0.2.3'))
    expect((await from('192.0.2.3')).status).toBe(429)
    expect((await from('192.0.2.3', known)).status).toBe(200)
  })

  test('look up at most 600 unknown tokens in the database', async () => {
    const known = await limitedTo(100)
    expect((await withToken('192.0.2.4', known.token)).status).toBe(200)
    const unknown = await at.aClient()
    const lookups = await countLookups(async () => {
      for (let i = 0; i < 300; i++) await withToken('192.0.2.4', generateCredential('token'))
      await times(500, () => withToken('192.0.2.4', generateCredential('token')))
    })
    expect(lookups).toBe(600)
    const rejected = await withToken('192.0.2.4', unknown.token)
    expect(shown(rejected)).toEqual({ status: 429, limit: '60', remaining: '0', cost: '0' })
    expect(rejected.body.message).toMatch(/^Rate limit exceeded: 600 unknown tokens per minute\. /)
    expect((await withToken('192.0.2.4', known.token)).status).toBe(200)
    expect((await withToken('192.0.2.9', unknown.token)).status).toBe(200)
    nextMinute()
    expect((await withToken('192.0.2.4', unknown.token)).status).toBe(200)
  })

  test('look up the same token once', async () => {
    nextMinute()
    const guess = generateCredential('token')
    const lookups = await countLookups(async () => {
      for (let i = 0; i < 20; i++) await withToken('192.0.2.10', guess)
      await withToken('192.0.2.11', guess)
    })
    expect(lookups).toBe(1)
    expect(remainingOf(await withToken('192.0.2.10', guess))).toBe(39)
  })

  test.each([
    ['another prefix', generateCredential('secret')],
    ['another length', `${generateCredential('token')}A`],
    ['another alphabet', generateCredential('token').replace(/.$/, '+')],
  ])('look up nothing for malformed tokens: %s', async (_, sent) => {
    nextMinute()
    const lookups = await countLookups(async () => {
      expect(shown(await withToken('192.0.2.12', sent))).toMatchObject({
        status: 401,
        remaining: '59',
      })
    })
    expect(lookups).toBe(0)
  })

  test('do not affect a client that is not cached yet', async () => {
    const { token } = await limitedTo(100)
    await times(70, () => from('192.0.2.13'))
    await times(70, () => from('192.0.2.13', { authorization: 'Bearer guessed' }))
    expect((await from('192.0.2.13')).status).toBe(429)
    expect(shown(await withToken('192.0.2.13', token))).toMatchObject({ status: 200, limit: '100' })
  })

  test('do not affect token requests', async () => {
    const { key, secret } = await limitedTo(100)
    await times(70, () => from('192.0.2.14'))
    const payload = { grant_type: 'client_credentials', client_id: key, client_secret: secret }
    const answer = await at.service.app.inject({
      method: 'POST',
      url: '/api/v2/oauth/token',
      remoteAddress: '192.0.2.14',
      payload,
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['x-rate-limit-remaining']).toBe('59')
  })

  test('do not include first requests of valid clients', async () => {
    const small = await startTestService(undefined, { settings: { requests_per_address: 1 } })
    for (let i = 0; i < 15; i++) {
      const { token } = await small.aClient()
      expect((await small.get('/statuses', { token })).status).toBe(200)
    }
  })

  test('do not include requests whose lookup failed', async () => {
    const offline = await startTestService(undefined, { settings: { requests_per_address: 1 } })
    offline.service.database.disconnect()
    for (let i = 0; i < 15; i++) expect((await offline.get('/statuses')).status).toBe(503)
  })

  test('do not affect a cached client, also after tokens changed', async () => {
    const { token } = await limitedTo(100)
    const bearer = { authorization: `Bearer ${token}` }
    expect((await from('192.0.2.5', bearer)).status).toBe(200)
    await times(70, () => from('192.0.2.5'))
    await at.post('/api/v2/oauth/revoke', { token: 'anything' }, { token: null })
    await sleep(100)
    expect(shown(await from('192.0.2.5', bearer))).toMatchObject({ status: 200, limit: '100' })
  })

  test('do not include concurrent first requests of a client', async () => {
    const { token } = await limitedTo(300)
    const answers = await times(200, () => from('192.0.2.6', { authorization: `Bearer ${token}` }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(remainingOf(await from('192.0.2.6'))).toBe(59)
  })

  test('count on the token endpoint too, whatever they contain', async () => {
    nextMinute()
    const ask = () =>
      at.service.app.inject({
        method: 'POST',
        url: '/api/v2/oauth/token',
        remoteAddress: '192.0.2.7',
        headers: { authorization: `Bearer ${at.token}` },
        payload: { grant_type: 'client_credentials', client_id: 'a', client_secret: 'guess' },
      })
    const answers = await times(65, ask)
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(60)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5)
  })

  test('with a revoked token count by address too', async () => {
    const { token } = await limitedTo(100)
    const bearer = { authorization: `Bearer ${token}` }
    expect(shown(await from('192.0.2.8', bearer))).toMatchObject({ limit: '100', remaining: '99' })
    await at.post('/api/v2/oauth/revoke', { token }, { token: null })
    expect(shown(await from('192.0.2.8', bearer))).toEqual({
      status: 401,
      limit: '60',
      remaining: '59',
      cost: '1',
    })
  })
})

describe('an address', () => {
  const left = async (address: string, headers?: Record<string, string>) =>
    remainingOf(await from(address, headers))

  test('is the one of the connection, whatever X-Forwarded-For says', async () => {
    nextMinute()
    expect(await left('198.51.100.1', { 'x-forwarded-for': '203.0.113.1' })).toBe(59)
    expect(await left('198.51.100.1', { 'x-forwarded-for': '203.0.113.2' })).toBe(58)
    expect(await left('198.51.100.1', { forwarded: 'for=203.0.113.3' })).toBe(57)
    expect(await left('203.0.113.1')).toBe(59)
  })

  test('of IPv6 counts as its /64', async () => {
    nextMinute()
    expect(await left('2001:db8:1:2::1')).toBe(59)
    expect(await left('2001:db8:1:2:ffff:1:2:3')).toBe(58)
    expect(await left('2001:0db8:0001:0002::9')).toBe(57)
    expect(await left('2001:db8:1:3::1')).toBe(59)
    expect(await left('fe80::1%eth0')).toBe(59)
    expect(await left('fe80::2')).toBe(58)
  })

  test('of IPv4 equals its IPv4-mapped IPv6 form', async () => {
    nextMinute()
    expect(await left('198.51.100.2')).toBe(59)
    expect(await left('::ffff:198.51.100.2')).toBe(58)
    expect(await left('::ffff:198.51.100.3')).toBe(59)
  })

  test('behind one proxy is the last entry of X-Forwarded-For', async () => {
    const behind = await startTestService(undefined, {
      proxies: 1,
      settings: { requests_per_address: 60 },
    })
    const left = async (forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded }
      const answer = await behind.service.app.inject({ url: '/api/v2/admin/statuses', headers })
      return Number(answer.headers['x-rate-limit-remaining'])
    }
    // Repeats when a clock minute ends in between.
    await expect
      .poll(
        async () => [
          await left('203.0.113.9'),
          await left('203.0.113.10'),
          await left('1.1.1.1, 203.0.113.9'),
          await left('2.2.2.2, 203.0.113.9'),
          await left('not an address'),
          await left('neither is this'),
          await left('203.0.113.9:5555'),
          await left('[203.0.113.9]'),
          await left('[2001:db8::1]:443'),
          await left('[2001:db8::2]'),
          await left('2001:db8::3'),
        ],
        { timeout: 61_000, interval: 60_000 },
      )
      .toEqual([59, 59, 58, 57, 59, 58, 56, 55, 59, 58, 57])
  })
})
