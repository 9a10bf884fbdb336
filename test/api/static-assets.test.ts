// Static assets are compressed, cached and revalidated, over real HTTP.
import { get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { chooseCoding } from '../../src/http/responses/static-asset.ts'
import { startTestService } from '../support/service.ts'

const REVALIDATED = 'public, max-age=0, must-revalidate'

let port: number

beforeAll(async () => {
  const { service } = await startTestService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
})

type Received = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }

const fetchBytes = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Received>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers, method }, async (response) => {
      const chunks = await response.toArray()
      resolve({
        status: response.statusCode,
        headers: response.headers,
        body: Buffer.concat(chunks),
      })
    }).on('error', reject)
  })

describe.each(['/docs', '/docs/docs.js', '/docs/docs.css', '/icon.svg', '/api/v2/openapi.json'])(
  '%s',
  (path) => {
    test('is the same text plain, by brotli and by gzip', async () => {
      const plain = await fetchBytes(path)
      expect(plain.status).toBe(200)
      expect(plain.headers['content-encoding']).toBeUndefined()
      const brotli = await fetchBytes(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
      expect(brotli.headers['content-encoding']).toBe('br')
      expect(plain.body.equals(brotliDecompressSync(brotli.body))).toBe(true)
      const zipped = await fetchBytes(path, { 'accept-encoding': 'gzip' })
      expect(zipped.headers['content-encoding']).toBe('gzip')
      expect(plain.body.equals(gunzipSync(zipped.body))).toBe(true)
      for (const { headers, body } of [plain, brotli, zipped]) {
        expect(headers['content-length']).toBe(String(body.length))
        expect(headers.vary).toBe('accept-encoding')
        expect(headers['cache-control']).toBe(REVALIDATED)
        expect(headers['content-type']).toBe(plain.headers['content-type'])
      }
      expect(plain.body.length).toBeGreaterThan(0)
      const tags = [plain, brotli, zipped].map(({ headers }) => headers.etag)
      expect(new Set(tags).size).toBe(3)
    })

    test.each(['identity', 'gzip', 'br'])('is 304 for the tag of its %s form', async (coding) => {
      const asked = { 'accept-encoding': coding }
      const { etag = '' } = (await fetchBytes(path, asked)).headers
      expect(etag).toMatch(/^"[\w-]+"$/)
      const again = await fetchBytes(path, { ...asked, 'if-none-match': etag })
      expect(again.status).toBe(304)
      expect(again.body).toHaveLength(0)
      expect(again.headers).toMatchObject({
        etag,
        vary: 'accept-encoding',
        'cache-control': REVALIDATED,
      })
      expect((await fetchBytes(path, { ...asked, 'if-none-match': '"other"' })).status).toBe(200)
    })

    test('has the same headers for HEAD, without a body', async () => {
      const asked = { 'accept-encoding': 'br' }
      const { headers } = await fetchBytes(path, asked)
      const head = await fetchBytes(path, asked, 'HEAD')
      expect(head.status).toBe(200)
      expect(head.body).toHaveLength(0)
      for (const name of ['etag', 'content-length', 'content-encoding', 'content-type'])
        expect(head.headers[name]).toBe(headers[name])
    })
  },
)

test('the reference stays small on the wire', async () => {
  const { body } = await fetchBytes('/docs', { 'accept-encoding': 'br' })
  expect(body.length).toBeLessThan(70_000)
})

test('an asset is immutable under the version that the page names, and under no other', async () => {
  const page = String((await fetchBytes('/docs')).body)
  const addresses = [...page.matchAll(/"(\/docs\/[^"]+\?v=[^"]+)"/g)].map(
    ([, address]) => address as string,
  )
  expect(addresses).toHaveLength(2)
  for (const address of addresses) {
    const { status, headers } = await fetchBytes(address)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await fetchBytes(`${address}x`)).headers['cache-control']).toBe(REVALIDATED)
  }
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['deflate, zstd', 'identity'],
  ['gzip;q=0', 'identity'],
  [';;,,=', 'identity'],
])('Accept-Encoding %j chooses %s', (header, coding) => {
  expect(chooseCoding(header)).toBe(coding)
})
