// Browsers get errors outside /api as pages; programs get them as JSON, with the same status and headers.
import { once } from 'node:events'
import { type AddressInfo, connect, type Server } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { startService } from '../../src/service.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { type Answer, BASE_URL, startTestService, type TestService } from '../support/service.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

let at: TestService

beforeAll(async () => {
  at = await startTestService()
})

const ask = (path: string, accept: string | undefined, method = 'GET') =>
  at.call(method, `/${path}`, {
    token: null,
    headers: { 'x-request-id': 'asked-here', ...(accept !== undefined && { accept }) },
  })

function expectPage({ status, headers, text }: Answer, expected: number, title: string): void {
  expect(status).toBe(expected)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-request-id']).toBe('asked-here')
  expect(headers['content-security-policy']).toContain("default-src 'none'; ")
  expect(text).toMatch(/^<!doctype html>/)
  expect(text).toMatch(new RegExp(`<h1( class="es-title")?>${title}</h1>`))
  expect(text).toContain(`<title>${title} · Earshot</title>`)
  // What does not exist needs no report.
  if (expected !== 404) expect(text).toContain('asked-here')
  expect(text).toContain('href="/"')
}

function expectJson({ status, headers, body }: Answer, expected: number, error: string): void {
  expect(status).toBe(expected)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(body).toMatchObject({ error, request_id: 'asked-here' })
}

describe('an address that does not exist', () => {
  test.each([BROWSER, 'text/html', 'TEXT/HTML;q=0.9, */*;q=0.1', 'text/*, application/json;q=0.5'])(
    'is a page for Accept %j',
    async (accept) => {
      expectPage(await ask('/nowhere', accept), 404, 'Page not found')
    },
  )

  test.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'text/html, application/json',
    'text/html;q=0.5, */*',
    'text/html;q=0',
    'image/avif,image/webp,*/*;q=0.8',
    ';;,q=',
  ])('is JSON for Accept %j', async (accept) => {
    expectJson(await ask('/nowhere', accept), 404, 'not_found')
  })

  test('is a problem for a client that asks for one', async () => {
    const { headers } = await ask('/nowhere', 'application/problem+json')
    expect(headers['content-type']).toContain('application/problem+json')
  })

  test.each(['/api', '/api/nowhere', '/api/v2/admin/suggestions/999999', '/%61pi/nowhere'])(
    'is JSON at %s, for a browser too',
    async (path) => {
      const { headers } = await ask(path, BROWSER)
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    },
  )

  test.each(['/forums/999999', '/suggestions/999999', '/forums/1/suggestions/999999'])(
    'has a page of the portal where a record is missing: %s',
    async (path) => {
      const { status, headers, text } = await ask(path, BROWSER)
      expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
      expect(headers['x-request-id']).toBe('asked-here')
      expect(text).toContain('<title>Page not found · Earshot</title>')
      expect(text).toContain('class="es-header"')
    },
  )

  test('is a page as well when the path cannot be read, without what was sent', async () => {
    expectPage(await ask('/%zz', BROWSER), 400, 'Bad Request')
    const { text } = await ask('/<script>alert(1)</script>', BROWSER)
    expect(text).not.toContain('<script>')
  })
})

test('a method that is not allowed is a page that keeps Allow', async () => {
  const page = await ask('/docs', BROWSER, 'DELETE')
  expectPage(page, 405, 'Method not allowed')
  expect(page.headers.allow).toBe('GET, HEAD')
  const json = await ask('/docs', '*/*', 'DELETE')
  expectJson(json, 405, 'method_not_allowed')
  expect(json.headers.allow).toBe('GET, HEAD')
})

test('a fault is a page that says nothing of its cause', async () => {
  await sql`alter table announcements rename column title to renamed_secretly`.execute(at.db)
  const page = await ask('/updates', BROWSER)
  const json = await ask('/updates', '*/*')
  await sql`alter table announcements rename column renamed_secretly to title`.execute(at.db)
  expectPage(page, 500, 'Something went wrong')
  expect(page.text).not.toMatch(/column|renamed|announcements/)
  expectJson(json, 500, 'internal')
})

describe('while the service cannot answer', () => {
  let proxy: FaultProxy
  let service: Awaited<ReturnType<typeof startService>>

  beforeAll(async () => {
    proxy = await startFaultProxy(at.connection)
    service = await startService(proxy.connection, BASE_URL, pino({ level: 'silent' }), {
      store: at.store,
    })
    return async () => {
      await proxy.set('none')
      await service.close()
      await proxy.close()
    }
  })

  const get = async (url: string, accept: string): Promise<Answer> => {
    const { statusCode, headers, body } = await service.app.inject({
      url,
      headers: { accept, 'x-request-id': 'asked-here' },
    })
    const isJson = String(headers['content-type']).includes('json')
    return {
      status: statusCode,
      headers: headers as Answer['headers'],
      text: body,
      body: isJson ? JSON.parse(body) : body,
    }
  }

  test('a database that is away is a page with Retry-After', async () => {
    await proxy.set('refused')
    const page = await get('/', BROWSER)
    expectPage(page, 503, 'Temporarily unavailable')
    expect(page.headers['retry-after']).toBe('1')
    const json = await get('/', '*/*')
    expectJson(json, 503, 'unavailable')
    expect(json.headers['retry-after']).toBe('1')
    const api = await get('/api/v2/admin/forums', BROWSER)
    expect(api.headers['content-type']).toBe('application/json; charset=utf-8')
    await proxy.set('none')
    await expect.poll(async () => (await get('/', BROWSER)).status).toBe(200)
  })
})

test('while the service stops, a browser on an open connection gets a page', async () => {
  const { service } = await startTestService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  // The first half of a request keeps the connection open until the service answers the whole.
  socket.write(`GET /nowhere HTTP/1.1\r\nHost: localhost\r\nAccept: ${BROWSER}\r\n`)
  const received = socket.toArray()
  await expect.poll(() => connectionsOf(service.app.server)).toBe(1)
  const closing = service.app.close()
  await expect.poll(() => service.app.server.listening).toBe(false)
  socket.write('\r\n')
  const text = Buffer.concat(await received).toString()
  await closing
  expect(text).toMatch(/^HTTP\/1\.1 404 /)
  expect(text).toMatch(/\r\nconnection: close\r\n/i)
  expect(text).toMatch(/<h1[^>]*>Page not found<\/h1>/)
})

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
