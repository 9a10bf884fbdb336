// Errors: invalid requests, internal errors and an unavailable database.
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Service, startService } from '../../src/service.ts'
import { dereference } from '../support/dereference.ts'
import { countWaiting } from '../support/factories.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { type Answer, BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { inDatabase } from '../support/template-database.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const JSON_TYPE = { 'content-type': 'application/json' }

let at: TestService
const log: string[] = []

beforeAll(async () => {
  at = await startTestService(log)
})

const expectError = ({ status, headers, body }: Answer, expected: number, code: string) => {
  expect(status).toBe(expected)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const members = Object.keys(body).filter((name) => name !== 'errors')
  expect(members).toEqual(['message', 'error', 'request_id'])
  expect(body.error).toBe(code)
  expect(body.message).toMatch(/^\S.*\.$/s)
  expect(body.request_id).toBe(headers['x-request-id'])
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-content-type-options']).toBe('nosniff')
}

describe('the body of an error', () => {
  test('has exactly message, error, errors and request_id, in this order', async () => {
    const { status, text } = await at.post('/suggestions', { title: 'x', links: { forum: 'a' } })
    expect(status).toBe(422)
    const { request_id } = JSON.parse(text)
    expect(text).toBe(
      JSON.stringify({
        message: 'links.forum: "a" is not an integer.',
        error: 'invalid',
        errors: { links: { forum: 'int' } },
        request_id,
      }),
    )
  })

  test('names every invalid field, and the message describes the first', async () => {
    const { body } = await at.post('/forums', { is_open: 'perhaps', is_public: 2 })
    expect(body.errors).toEqual({ name: 'required', is_open: 'bool', is_public: 'bool' })
    expect(body.message).toBe('name: required.')
  })

  test('is an RFC 9457 problem when the client accepts one, with the same members', async () => {
    const accept = { accept: 'application/problem+json, application/json;q=0.5' }
    const { status, headers, body } = await at.post('/labels', {}, { headers: accept })
    expect(status).toBe(422)
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'name: required.',
      message: 'name: required.',
      error: 'invalid',
      errors: { name: 'required' },
      request_id: headers['x-request-id'],
    })
    const missing = await at.get('/nowhere', { headers: accept })
    expect(missing.body).toMatchObject({ status: 404, title: 'Not Found', error: 'not_found' })
  })

  test.each(['text/html', 'application/xml', '*/*', 'image/png'])(
    'is JSON when the client accepts %s',
    async (accept) => {
      expectError(await at.get('/nowhere', { headers: { accept } }), 404, 'not_found')
    },
  )
})

describe('the message of a pattern error says what is expected:', () => {
  const name = 'Pattern'
  test.each<[string, string, object, string]>([
    [
      'POST',
      '/users/find_or_create',
      { email: 'x' },
      'E-mail address, for example ann@example.com',
    ],
    ['PUT', '/subdomains/1', { key: '-' }, 'At most 63 letters, digits and hyphens'],
    ['PUT', '/subdomains/1', { cname: 'x' }, 'Host name, for example feedback.example.com'],
    ['POST', '/statuses', { name, hex_color: 'red' }, 'Hexadecimal color, for example #1a2b3c'],
    ['POST', '/custom_fields', { name, key: '-' }, 'Letters A to Z, digits and _'],
    ['POST', '/segments', { name, key: '-' }, 'Letters A to Z, digits and _'],
    ['POST', '/segmented_values', { name, key: '-' }, 'Letters A to Z, digits and _'],
    ['PUT', '/permissions/1', { tickets: 'A' }, 'Lowercase letters a to z and _'],
    ['POST', '/features/1/link_jira_issue', { url: 'x' }, 'URL that starts with https://'],
  ])('%s %s %j', async (method, path, sent, words) => {
    const { status, body } = await at.call(method, path, { body: sent })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject({ [Object.keys(sent).at(-1) as string]: 'pattern' })
    expect(body.message).toContain(`is invalid. Expected: ${words}`)
    expect(body.message).not.toMatch(/[\\^$]/)
  })

  test('every pattern in a request body has a description', async () => {
    const { body } = await at.get('/api/v2/openapi.json')
    const undescribed: unknown[] = []
    let patterns = 0
    const visit = (schema: unknown, path: string) => {
      if (typeof schema !== 'object' || schema === null) return
      const { pattern, description } = schema as Record<string, unknown>
      if (typeof pattern === 'string') patterns += 1
      if (typeof pattern === 'string' && typeof description !== 'string') undescribed.push(path)
      for (const [name, inner] of Object.entries(schema)) visit(inner, `${path}.${name}`)
    }
    for (const [path, operations] of Object.entries(dereference(body).paths as object))
      for (const [method, operation] of Object.entries(operations as object))
        visit(operation.requestBody, `${method} ${path}`)
    expect(patterns).toBeGreaterThan(20)
    expect(undescribed).toEqual([])
  })
})

describe('the request id', () => {
  const idFor = async (sent: string) =>
    (await at.get('/statuses', { headers: { 'x-request-id': sent } })).headers['x-request-id']

  test.each(['abc-123', 'a.b:c_d', 'X'.repeat(128), '7'])('%s is used', async (id) => {
    expect(await idFor(id)).toBe(id)
  })

  test.each(['', 'two words', 'X'.repeat(129), '<script>', '{"a":1}', 'naïve', "a'b", 'a,b'])(
    '%j is replaced by ours',
    async (id) => {
      expect(await idFor(id)).toMatch(UUID)
    },
  )

  test('is in the response header, in the error and in the log', async () => {
    const { headers, body } = await at.get('/nowhere', {
      headers: { 'x-request-id': 'find-me-in-the-log' },
    })
    expect(headers['x-request-id']).toBe('find-me-in-the-log')
    expect(body.request_id).toBe('find-me-in-the-log')
    const lines = log.map((line) => JSON.parse(line))
    expect(lines.filter((line) => line.request_id === 'find-me-in-the-log')).toEqual([
      expect.objectContaining({ method: 'GET', path: '/api/v2/admin/…', status: 404 }),
    ])
  })

  test('differs for every request', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => at.get('/statuses')))
    expect(new Set(ids.map(({ headers }) => headers['x-request-id'])).size).toBe(20)
  })
})

describe('a path', () => {
  test.each([
    '/nowhere',
    '/suggestions/1/supporters',
    '/api/v2',
    '/api/v2/forums',
    '/api/v2/openapi_json',
    '/api/v1/oauth/token',
    '//nowhere',
    '//..%2f..%2fetc%2fpasswd',
    '//docs/../../package.json',
    '//docs/package.json',
    '//docs/..%2findex.html',
    '/suggestions/%00',
    '/suggestions/%F0%9F%98%80',
    '/suggestions/1;drop',
    '/suggestions/-1',
    '/suggestions/1.5',
    '/suggestions/99999999999999999999',
  ])('%s is 404', async (path) => {
    expectError(await at.get(path), 404, 'not_found')
  })

  test('with 3,000 digits is 404', async () => {
    expectError(await at.get(`/suggestions/${'9'.repeat(3000)}`), 404, 'not_found')
  })

  test.each(['/suggestions/%zz', '//%', '//%E0%A4%A', '//forums/%ff%fe'])(
    '%s is not percent-encoded rightly',
    async (path) => {
      expectError(await at.get(path), 400, 'malformed')
      expectError(await at.get(path, { token: null }), 400, 'malformed')
    },
  )

  test('with a trailing slash is the same path', async () => {
    expect((await at.get('/suggestions/')).status).toBe(200)
  })

  test('is 404 also without a token, and reveals nothing about existing records', async () => {
    const there = await at.get('/suggestions/1', { token: null })
    const notThere = await at.get('/suggestions/999999', { token: null })
    expect(there.status).toBe(401)
    expect({ ...there.body, request_id: 0 }).toEqual({ ...notThere.body, request_id: 0 })
  })
})

describe('a method', () => {
  test.each([
    ['DELETE', '/suggestions', ['GET', 'HEAD', 'POST']],
    ['PATCH', '/suggestions/1', ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['POST', '/suggestions/1', ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['PUT', '/users', ['GET', 'HEAD']],
    ['POST', '/users/current', ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['OPTIONS', '/suggestions', ['GET', 'HEAD', 'POST']],
    ['PROPFIND', '/labels', ['GET', 'HEAD', 'POST']],
    ['TRACE', '/labels', ['GET', 'HEAD', 'POST']],
    ['GET', '/api/v2/oauth/revoke', ['POST']],
    ['POST', '/api/v2/openapi.json', ['GET', 'HEAD']],
    ['POST', '//', ['GET', 'HEAD']],
    ['DELETE', '//admin/sign-in', ['GET', 'HEAD', 'POST']],
    ['PUT', '//forums/1/suggestions/1/', ['GET', 'HEAD']],
  ])('%s %s is 405, and Allow lists the allowed methods', async (method, path, allowed) => {
    const answer = await at.call(method, path)
    expectError(answer, 405, 'method_not_allowed')
    expect(answer.headers.allow?.split(', ').sort()).toEqual(allowed)
    expect(answer.body.message).toBe(`Method not allowed. Allowed: ${answer.headers.allow}.`)
  })

  test('HEAD responds like GET, without the body', async () => {
    const got = await at.get('/statuses')
    const { status, headers, text } = await at.call('HEAD', '/statuses')
    expect(status).toBe(200)
    expect(text).toBe('')
    expect(headers['content-type']).toBe(got.headers['content-type'])
    expect(headers['content-length']).toBe(got.headers['content-length'])
    expect((await at.call('HEAD', '/statuses', { token: null })).status).toBe(401)
    expect((await at.call('HEAD', '/statuses/999999')).status).toBe(404)
  })
})

describe('a body', () => {
  const send = (body: string | Buffer, headers: Record<string, string>) =>
    at.call('POST', '/labels', { body, headers })

  test('of 1 MiB is accepted; one more byte is 413', async () => {
    const wrapped = (size: number) => JSON.stringify({ name: 'x'.repeat(size - 11) })
    expect(wrapped(1_048_576)).toHaveLength(1_048_576)
    expect((await send(wrapped(1_048_576), JSON_TYPE)).body.errors).toEqual({ name: 'max_runes' })
    expectError(await send(wrapped(1_048_577), JSON_TYPE), 413, 'too_large')
  })

  test('without a Content-Length is measured while it arrives', async () => {
    const chunks = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(65_536, ' ')))
    const { statusCode, headers } = await at.service.app.inject({
      method: 'POST',
      url: '/api/v2/admin/labels',
      headers: {
        authorization: `Bearer ${at.token}`,
        ...JSON_TYPE,
        'transfer-encoding': 'chunked',
      },
      payload: chunks,
    })
    expect(statusCode).toBe(413)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test.each([
    ['text/plain', 'name=x'],
    ['application/xml', '<name>x</name>'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/jsonp', '{}'],
    ['nonsense', '{}'],
    ['', '{"name":"x"}'],
  ])('of the type %j is rejected', async (type, body) => {
    const answer = await send(body, type === '' ? {} : { 'content-type': type })
    expectError(answer, 415, 'unsupported_media_type')
    expect(answer.body.message).toContain('application/json')
  })

  test.each([
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
  ])('of the type %s is read as JSON', async (type) => {
    expect((await send('{"name":"Typed"}', { 'content-type': type })).status).toBe(201)
  })

  test.each(['{', '{"name":"x"', "{'name':'x'}", '{"name":"x"}}', '{"name":undefined}', 'NaN'])(
    'of malformed JSON (%s) is 400',
    async (body) => {
      const answer = await send(body, JSON_TYPE)
      expectError(answer, 400, 'malformed')
      expect(answer.body.message).toContain('JSON')
    },
  )

  test.each([
    ['JSON', JSON_TYPE, '{"name":"', '"}'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'name=', ''],
  ])('of %s with bytes that are not UTF-8 is 400', async (_, headers, before, after) => {
    const bytes = Buffer.concat([
      Buffer.from(before),
      Buffer.from([0x66, 0xfc, 0x72]),
      Buffer.from(after),
    ])
    const answer = await send(bytes, headers)
    expectError(answer, 400, 'malformed')
    expect(answer.body.message).toContain('UTF-8')
  })

  test.each(['[]', '[1]', '"text"', '1', 'true', '[{"name":"x"}]'])(
    'that is %s instead of an object is rejected',
    async (body) => {
      const { status, body: error } = await send(body, JSON_TYPE)
      expect(status).toBe(422)
      expect(error.message).toContain('object')
      // The body as a whole is invalid, so there are no `errors`.
      expect(Object.keys(error)).toEqual(['message', 'error', 'request_id'])
    },
  )

  test.each([
    ['POST', '/labels', JSON_TYPE],
    ['DELETE', '/external_users/bulk_delete', JSON_TYPE],
    ['POST', '/api/v2/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['POST', '/attachments', { 'content-type': 'multipart/form-data; boundary=x' }],
  ])('of %s %s that is compressed is rejected', async (method, path, type) => {
    for (const coding of ['gzip', 'identity, br', 'Deflate', 'nonsense']) {
      const headers = { ...type, 'content-encoding': coding }
      const answer = await at.call(method, path, { body: gzipSync('{"name":"x"}'), headers })
      expectError(answer, 415, 'unsupported_media_type')
      expect(answer.body.message).toContain(`Content-Encoding: "${coding}" is not supported.`)
      expect(answer.headers['accept-encoding']).toBe('identity')
    }
  })

  test('with the encoding identity is read; without a body the header is ignored', async () => {
    for (const coding of ['identity', 'IDENTITY', '']) {
      const headers = { ...JSON_TYPE, 'content-encoding': coding }
      expect((await send('{"name":"Plain"}', headers)).status).toBe(201)
    }
    const headers = { 'content-encoding': 'gzip' }
    expect((await at.call('POST', '/labels?name=None', { headers })).status).toBe(201)
    expect((await at.get('/labels', { headers })).status).toBe(200)
  })

  test('shorter than its Content-Length is 400', async () => {
    const answer = await at.call('POST', '/labels', {
      body: '{"name":"x"}',
      headers: { ...JSON_TYPE, 'content-length': '100' },
    })
    expectError(answer, 400, 'malformed')
  })
})

// Regression tests: these values once reached the database unchecked.
describe('a value that PostgreSQL cannot store', () => {
  test.each([
    '/suggestions?q=%00',
    '/users?email_address=a%00b',
    '/users?q=%00',
    '/labels?q=a%00',
    '/suggestions?updated_after=0000-01-01T00:00:00Z',
    '/suggestions?updated_after=0001-01-01T00:00:00%2B14:00',
    '/suggestions?created_before=9999-12-31T23:59:59-12:00',
    '/suggestions?sort=cf_%00',
    '/suggestions?cursor=%00',
    '/suggestions?state=%00',
    '/tickets?page=10000000000&per_page=100',
  ])('in %s is rejected or harmless', async (path) => {
    const { status, body } = await at.get(path)
    expect([200, 400]).toContain(status)
    if (status === 400) expect(body.error).toBe('malformed')
  })

  test.each([
    { created_at: '0000-01-01T00:00:00Z' },
    { created_at: '0001-01-01T00:00:00+14:00' },
    { created_at: '9999-12-31T23:59:59-12:00' },
    { user_email: 'a\u0000b@example.com' },
    { links: { forum: Number.MAX_SAFE_INTEGER } },
    { links: { forum: '99999999999999999999' } },
  ])('in %j is named in the error', async (more) => {
    const { status, body } = await at.post('/suggestions', {
      title: 'x',
      links: { forum: 1 },
      ...more,
    })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(Object.keys(more))
  })
})

describe('concurrent writes', () => {
  test('leave one default forum and cause no internal error', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        at.post('/forums', { name: `Default ${i}`, is_default: true }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    const { body } = await at.get('/forums?per_page=100')
    expect(body.forums.filter((forum: { is_default: boolean }) => forum.is_default)).toHaveLength(1)
  })

  test('that refer to a record that is being deleted get 409', async () => {
    const area = await at.made('/product_areas', { name: 'Doomed' })
    const client = new pg.Client(at.connection)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin')
    await client.query('delete from product_areas where id = $1', [area.id])
    const links = { product_area: area.id }
    const created = at.post('/features', { name: 'Late', links })
    // The check has passed, and the insert waits for the delete.
    await expect.poll(() => countWaiting(at.db)).toBe(1)
    await client.query('commit')
    expectError(await created, 409, 'conflict')
    expect((await at.get('/features')).body.features).toEqual([])
    expect((await at.post('/features', { name: 'Later', links })).status).toBe(422)
  })

  test('for one new person create one user', async () => {
    const forum = (await at.get('/forums')).body.forums[0].id
    const answers = await Promise.all(
      ['new@example.com', 'New@Example.com', 'NEW@example.com', 'new@example.com'].map((address) =>
        at.post('/suggestions', { title: 'x', user_email: address, links: { forum } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const authors = answers.map(({ body }) => body.suggestions[0].links.created_by)
    expect(new Set(authors).size).toBe(1)
  })
})

describe('an internal error', () => {
  let broken: TestService
  const faults: string[] = []

  beforeAll(async () => {
    broken = await startTestService(faults)
    await sql`alter table labels rename column full_name to renamed_secretly`.execute(broken.db)
  })

  test.each([
    ['GET', '/labels', undefined],
    ['GET', '/labels/1', undefined],
    ['POST', '/labels', { name: 'x' }],
  ])('%s %s is 500, hides the cause and logs it', async (method, path, body) => {
    const id = `fault-of-${method}-${path.length}`
    const answer = await broken.call(method, path, { body, headers: { 'x-request-id': id } })
    expect(answer.text).toBe(
      `{"message":"Internal error. Report the request id to the operator.","error":"internal","request_id":"${id}"}`,
    )
    expect(answer.status).toBe(500)
    expect(answer.headers['retry-after']).toBeUndefined()
    expect(JSON.stringify(answer.headers)).not.toMatch(/label.*name|renamed|column/)
    const lines = faults.map((line) => JSON.parse(line)).filter((line) => line.request_id === id)
    expect(lines.map(({ level }) => level).sort()).toEqual([30, 50])
    const { err, msg } = lines.find(({ level }) => level === 50)
    expect(msg).toBe('request failed')
    expect(err.message).toContain('full_name')
    expect(err.stack).toBeDefined()
  })

  test('does not affect other requests', async () => {
    expect((await broken.get('/suggestions')).status).toBe(200)
    expect((await broken.get('/users/current')).status).toBe(200)
  })
})

describe('while the database is down', () => {
  let road: FaultProxy
  let service: Service
  const lines: string[] = []

  beforeAll(async () => {
    road = await startFaultProxy(at.connection)
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    service = await startService(road.connection, BASE_URL, logger, { store: at.store })
  })
  afterAll(async () => {
    await road.set('none')
    await service.close()
    await road.close()
  })

  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    service.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${at.token}`, 'x-request-id': 'away' },
      ...(payload && { payload }),
    })
  const get = (url: string) => ask('GET', url)

  // Cached for a second.
  const readiness = async () => (await get('/readyz')).statusCode

  test('requests get 503 with Retry-After, and the service recovers by itself', async () => {
    expect((await get('/api/v2/admin/statuses')).statusCode).toBe(200)
    await road.set('refused')
    const grant = { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' }
    const answers = [
      await get('/api/v2/admin/statuses'),
      await get('/api/v2/admin/statuses/1'),
      await ask('POST', '/api/v2/admin/labels', { name: 'x' }),
      await ask('POST', '/api/v2/oauth/token', grant),
      await ask('POST', '/api/v2/oauth/revoke', { token: 'x' }),
    ]
    for (const { statusCode, headers, json } of answers) {
      expect(statusCode).toBe(503)
      expect(headers['retry-after']).toBe('1')
      expect(json()).toEqual({
        message: 'The database is not available. Retry after 1 second.',
        error: 'unavailable',
        request_id: 'away',
      })
    }
    expect((await get('/')).statusCode).toBe(503)
    expect((await get('/healthz')).statusCode).toBe(200)
    await expect.poll(readiness).toBe(503)
    expect((await get('/docs')).statusCode).toBe(200)

    await road.set('none')
    await expect.poll(async () => (await get('/api/v2/admin/statuses')).statusCode).toBe(200)
    await expect.poll(readiness).toBe(200)
    expect((await ask('POST', '/api/v2/admin/labels', { name: 'Back' })).statusCode).toBe(201)
    expect(lines.some((line) => line.includes('"request_id":"away"'))).toBe(true)
  })

  test('a running request gets 503 too', async () => {
    const blocker = new pg.Client(at.connection)
    await blocker.connect()
    await blocker.query('begin; lock table labels')
    const writing = ask('POST', '/api/v2/admin/labels', { name: 'Never' })
    const reading = get('/api/v2/admin/labels')
    try {
      await expect.poll(() => countWaiting(at.db)).toBe(2)
      await road.set('refused')
      expect((await writing).statusCode).toBe(503)
      expect((await reading).statusCode).toBe(503)
    } finally {
      await blocker.end()
    }
    await road.set('none')
    await expect.poll(readiness).toBe(200)
  })

  test('a database that accepts no connections counts as down', async () => {
    // The service of the other tests uses the same database and must be ready again before they continue.
    const otherReadiness = async () => (await at.get('//readyz')).status
    const { rows } = await sql<{ name: string }>`
      select current_database() as name`.execute(at.db)
    const server = new pg.Client(inDatabase(at.connection, 'postgres'))
    await server.connect()
    const name = pg.escapeIdentifier(rows[0]?.name as string)
    await server.query(`alter database ${name} allow_connections false`)
    await server.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [rows[0]?.name],
    )
    try {
      for (let i = 0; i < 3; i++) {
        expect((await get('/api/v2/admin/statuses')).statusCode).toBe(503)
        await expect.poll(readiness).toBe(503)
      }
      await expect.poll(otherReadiness).toBe(503)
    } finally {
      await server.query(`alter database ${name} allow_connections true`)
      await server.end()
    }
    await expect.poll(async () => (await get('/api/v2/admin/statuses')).statusCode).toBe(200)
    await expect.poll(otherReadiness).toBe(200)
  })
})

describe('a database that is up but not usable', () => {
  test.each([
    ['a full disk', '53100'],
    ['no memory', '53200'],
    ['a failing disk', '58030'],
    ['another password', '28P01'],
    ['another name', '3D000'],
  ])('because it has %s: 503 with Retry-After, and the log has the code', async (_, code) => {
    await sql`create function fail() returns trigger language plpgsql as
      ${sql.raw(`$$ begin raise exception 'so it is' using errcode = '${code}'; end $$`)}`.execute(
      at.db,
    )
    await sql`create trigger fail before insert on labels execute function fail()`.execute(at.db)
    const id = `unusable-${code}`
    const answer = await at.post('/labels', { name: 'x' }, { headers: { 'x-request-id': id } })
    await sql`drop function fail cascade`.execute(at.db)
    expectError(answer, 503, 'unavailable')
    expect(answer.headers['retry-after']).toBe('1')
    if (code === '53100') expect(answer.body.message).toContain("The server's disk is full. ")
    const faults = log.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
    expect(faults.find((line) => line.request_id === id)?.err).toMatchObject({ code })
  })

  test('because the role has no login or no connections left: nothing is applied, and the error says so', async () => {
    const role = `limited_${process.pid}`
    const server = new pg.Client(at.connection)
    await server.connect()
    await server.query(
      `create role ${role} login password '${role}'; grant ${pg.escapeIdentifier(server.user ?? '')} to ${role}`,
    )
    const { host, port, database } = server
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const connection = { ...at.connection, host, port, database, user: role, password: role }
    const service = await startService(connection, BASE_URL, logger, { store: at.store })
    const ask = (method: 'GET' | 'POST') =>
      service.app.inject({
        method,
        url: '/api/v2/admin/labels',
        headers: { authorization: `Bearer ${at.token}` },
        ...(method === 'POST' && { payload: { name: 'Limited' } }),
      })
    const { pools } = service.database
    // Selected by the last statement, so that the listener keeps its connection.
    const endConnections = async (pool: 'write' | 'read', last: string) => {
      await server.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and query ~ $2',
        [role, last],
      )
      await expect.poll(() => pools[pool].totalCount).toBe(0)
    }
    try {
      expect((await ask('GET')).statusCode).toBe(200)
      await server.query(`alter role ${role} connection limit 0`)
      // The last use of the client is noted after the request.
      await endConnections('write', '^commit|last_used_at')
      const full = await ask('POST')
      expect([full.statusCode, full.headers['retry-after']]).toEqual([503, '1'])
      expect(full.json().message).toMatch(/^Overloaded\. /)
      await server.query(`alter role ${role} nologin`)
      const shut = await ask('POST')
      expect([shut.statusCode, shut.headers['retry-after']]).toEqual([503, '1'])
      expect(shut.json().message).toMatch(/^The database is not available\. /)
      expect(lines.some((line) => line.includes('"code":"28000"'))).toBe(true)
      await endConnections('read', 'from tokens|labels')
      expect((await ask('GET')).statusCode).toBe(503)
    } finally {
      await service.close()
      await server.query(`drop role ${role}`)
      await server.end()
    }
  })
})

test('a cancelled statement changes nothing, and the client gets 503', async () => {
  const label = await at.made('/labels', { name: 'Held' })
  await sql`create function take_long() returns trigger language plpgsql as
    $$ begin perform pg_sleep(5); return new; end $$`.execute(at.db)
  await sql`create trigger take_long before update on labels for each row execute function take_long()`.execute(
    at.db,
  )
  const cancelled = at.put(`/labels/${label.id}`, { name: 'Late' })
  await expect
    .poll(async () => {
      const { rows } = await sql<{ ended: boolean }>`
        select pg_cancel_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`.execute(at.db)
      return rows.length
    })
    .toBe(1)
  expectError(await cancelled, 503, 'unavailable')
  await sql`drop function take_long cascade`.execute(at.db)
  expect((await at.shown(`/labels/${label.id}`)).name).toBe('Held')
  log.length = 0
})
