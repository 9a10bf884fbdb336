// The typed client against a running service, partly through a proxy that fails.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createEndUserClient } from '../../client/src/end-users.ts'
import {
  BadRequest,
  Conflict,
  createClient,
  EarshotError,
  Forbidden,
  NetworkError,
  NotFound,
  PreconditionFailed,
  ServerError,
  TooManyRequests,
  Unauthorized,
  type UploadProgress,
  ValidationError,
} from '../../client/src/index.ts'
import { packClient } from '../../scripts/release/pack.ts'
import {
  aMoveFolder,
  bodiesOfOperations,
  endMoves,
  FILE,
  pathParameters,
  recordLeft,
  recordsToTry,
  requiredQuery,
} from '../support/bodies-of-operations.ts'
import { hasBrowser, openPage, startBrowser } from '../support/browser.ts'
import { onCleanup } from '../support/cleanup.ts'
import { dereference } from '../support/dereference.ts'
import { aPortal } from '../support/end-users.ts'
import { SOON } from '../support/event-stream.ts'
import { aCustomField, aForum, aSuggestion, idsOf } from '../support/factories.ts'
import { type HttpProxy, startHttpProxy } from '../support/http-proxy.ts'
import { startTestService, type TestService } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

let at: TestService
let address: string
let proxy: HttpProxy
/** Added to the clock of the rate limit. */
let clockOffset = 0

beforeAll(async () => {
  at = await startTestService(undefined, { now: () => Date.now() + clockOffset })
  address = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  proxy = await startHttpProxy(address)
})

const direct = (options: object = {}) =>
  createClient({ baseUrl: address, token: at.token, ...options })
const proxied = (options: object = {}) =>
  createClient({ baseUrl: proxy.url, token: at.token, ...options })

/** The requests that the proxy saw while this ran. */
async function requestsDuring(act: () => Promise<unknown>) {
  const before = proxy.passed.length
  await act()
  return proxy.passed.slice(before)
}

/** What the promise rejects with. */
const rejection = async (promise: Promise<unknown>): Promise<EarshotError> => {
  const outcome = await promise.then(
    () => undefined,
    (error) => error,
  )
  expect(outcome).toBeInstanceOf(Error)
  return outcome
}

describe('the types', () => {
  test('are those of docs/openapi.json', async () => {
    const { stdout } = await run(process.execPath, [join(ROOT, 'scripts/client-types.ts')], {
      maxBuffer: 10_000_000,
    })
    // `npm run client-types` updates the file.
    expect(stdout === (await readFile(join(ROOT, 'client/src/api-types.ts'), 'utf8'))).toBe(true)
  })

  test('of end users are those of docs/openapi-end-users.json', async () => {
    const script = join(ROOT, 'scripts/client-types.ts')
    const { stdout } = await run(process.execPath, [script, '--end-users'])
    const committed = await readFile(join(ROOT, 'client/src/end-user-types.ts'), 'utf8')
    expect(stdout === committed).toBe(true)
  })

  test('name a record of every collection', async () => {
    const { components } = JSON.parse(await readFile(join(ROOT, 'docs/openapi.json'), 'utf8'))
    const text = await readFile(join(ROOT, 'client/src/api-types.ts'), 'utf8')
    const [, records = ''] = /export interface Records \{\n([^}]*)\}/.exec(text) ?? []
    const named = [...records.matchAll(/^ {2}(\w+): (\w+)$/gm)]
    const { properties } = components.schemas.side_loaded
    const collections = Object.values<Json>(properties).map(({ items }) =>
      items.$ref.split('/').at(-1),
    )
    expect(named.map(([, name]) => name).sort()).toEqual([...new Set(collections)].sort())
    for (const [, , type] of named) expect(text).toContain(`export interface ${type} {`)
  })
})

describe('the client of end users', () => {
  test('reads as a stranger, and writes as a person, with an idempotency key', async () => {
    const portal = await aPortal(at)
    const forum = await aForum(at.db, 'For end users')
    const token = portal.sign(portal.somebody())
    const person = createEndUserClient({ baseUrl: proxy.url, token })
    const requests = await requestsDuring(async () => {
      for (const title of ['One', 'Two', 'Three'])
        await person.post('/forums/{forum}/ideas', {
          path: { forum },
          body: { suggestion: { title } },
        })
    })
    expect(requests.every(({ headers }) => headers['idempotency-key'] !== undefined)).toBe(true)
    const stranger = createEndUserClient({ baseUrl: address })
    const titles: string[] = []
    for await (const { title } of stranger.records('/forums/{forum}/ideas', {
      path: { forum },
      query: { sort: 'new', per_page: 1 },
    }))
      titles.push(title)
    expect(titles).toEqual(['Three', 'Two', 'One'])
    const found: number[] = []
    for await (const { id } of stranger.records('/ideas', { query: { q: 'one', per_page: 1 } }))
      found.push(id)
    expect(found).toHaveLength(1)
    expect(await rejection(stranger.get('/me'))).toBeInstanceOf(Unauthorized)
    expect((await person.get('/me')).ideas_count).toBe(3)
    const none = stranger.get('/ideas/{id}', { path: { id: 99_999_999 } })
    expect(await rejection(none)).toBeInstanceOf(NotFound)
  })
})

describe('every operation of the OpenAPI document', () => {
  test('succeeds through the client, with an idempotency key where it takes one', async () => {
    const own = await startTestService(undefined, { moves: { directory: await aMoveFolder() } })
    const through = await startHttpProxy(
      await own.service.app.listen({ port: 0, host: '127.0.0.1' }),
    )
    const document: Json = dereference(
      (await own.get('/api/v2/openapi.json', { token: null })).body,
    )
    const ids = await recordsToTry(
      own,
      document.tags.map(({ name }: Json) => name),
    )
    const credentials = await own.aClient()
    const client = createClient({ baseUrl: through.url, token: own.token }) as Json
    const operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, operation]) => ({ method, path, operation })),
    )
    const isDelete = ({ method }: { method: string }) => Number(method === 'delete')
    /** `events` follows them. */
    const isStream = ({ operation }: Json) =>
      Object.values<Json>(operation.responses).some(({ content }) => content?.['text/event-stream'])
    expect(operations.length).toBeGreaterThan(250)
    // Deletions last: other operations need the records.
    for (const { method, path, operation } of operations
      .filter((one) => !isStream(one))
      .sort((a, b) => isDelete(a) - isDelete(b))) {
      const METHOD = method.toUpperCase()
      const name = `${METHOD} ${path}`
      const [tag] = operation.tags
      if (method === 'delete') ids[tag] = await recordLeft(own, tag)
      const known = pathParameters(ids, ids[tag])
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one as string)
      const file = new FormData()
      file.append('file', new Blob([FILE.content]), FILE.name)
      const isFile = operation.requestBody?.content['multipart/form-data'] !== undefined
      await endMoves(own)
      const { status, data } = await client.request(METHOD, path.replace('/api/v2/admin', ''), {
        path: Object.fromEntries(names.map((one) => [one, known[one]])),
        query: Object.fromEntries(new URLSearchParams(requiredQuery(operation))),
        body: isFile ? file : bodiesOfOperations(ids, credentials)[name],
      })
      expect(Object.keys(operation.responses), name).toContain(String(status))
      expect(status, name).toBeLessThan(300)
      if (path !== '/api/v2/oauth/revoke') expect(Object.keys(data), name).not.toEqual([])
      const declares = operation.parameters?.some(({ name }: Json) => name === 'Idempotency-Key')
      const sent = through.passed.at(-1)?.headers['idempotency-key']
      expect(sent !== undefined, name).toBe(declares === true)
    }
  })
})

test('lists are joined with commas, and custom fields are parameters of their own', async () => {
  await aCustomField(at.db, 'external_users', 'cf_a', 'string')
  const client = proxied({ baseUrl: `${proxy.url}/` })
  const seen = await requestsDuring(async () => {
    await client.get('/users', {
      query: { includes: ['external_users', 'teams'], custom_fields: { cf_a: 'b' }, q: 'a&b' },
    })
    await rejection(client.get('/labels/{id}', { path: { id: [999_998, 999_999] } }))
  })
  expect(seen.map(({ url }) => url)).toEqual([
    '/api/v2/admin/users?includes=external_users,teams&cf_a=b&q=a%26b',
    '/api/v2/admin/labels/999998,999999',
  ])
})

describe('a retry', () => {
  test('runs a write once when its response was lost', async () => {
    const forum = await aForum(at.db, 'Lost')
    proxy.faults.push('lose response', 'cut', { status: 503 }, { status: 502 })
    const seen = await requestsDuring(async () => {
      const { suggestions } = await proxied().post('/suggestions', {
        body: { title: 'Once', links: { forum } },
      })
      expect(suggestions[0]).toMatchObject({ title: 'Once' })
    })
    expect(seen.map(({ status }) => status)).toEqual([undefined, undefined, 503, 502, 201])
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect((await at.get(`/suggestions?forum=${forum}`)).body.suggestions).toHaveLength(1)
  })

  test('has another key for every call', async () => {
    const seen = await requestsDuring(async () => {
      for (const name of ['a', 'b']) await proxied().post('/labels', { body: { name } })
    })
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  })

  test('keeps If-Match: the stored response is not a conflict with itself', async () => {
    const { id } = await at.made('/labels', { name: 'matched' })
    const client = proxied()
    const { etag } = await client.request('GET', '/labels/{id}', { path: { id } })
    proxy.faults.push('lose response')
    const { labels } = await client.put('/labels/{id}', {
      path: { id },
      body: { name: 'rematched' },
      headers: { 'If-Match': etag as string },
    })
    expect(labels[0]?.name).toBe('rematched')
  })

  test('reads again after a timeout', async () => {
    proxy.faults.push('hang')
    const seen = await requestsDuring(() => proxied({ timeoutMs: 500 }).get('/labels'))
    const statuses = seen.map(({ status }) => status)
    expect(statuses[0]).toBeUndefined()
    // On a busy machine the second attempt can be too slow as well.
    expect(statuses.at(-1)).toBe(200)
  })

  test('waits for the first attempt when that is still running', async () => {
    proxy.faults.push('cut', { status: 409, headers: { 'retry-after': '1' } })
    const seen = await requestsDuring(() =>
      proxied().post('/labels', { body: { name: 'still running' } }),
    )
    expect(seen.map(({ status }) => status)).toEqual([undefined, 409, 201])
  })

  test('waits for Retry-After, as a duration, a Unix time and a date', async () => {
    const inOneSecond = Math.floor(Date.now() / 1000) + 2
    for (const value of ['1', String(inOneSecond), new Date(inOneSecond * 1000).toUTCString()]) {
      const startedAt = Date.now()
      proxy.faults.push({ status: 503, headers: { 'retry-after': value } })
      await proxied().get('/labels')
      if (value === '1') expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1000)
    }
    expect(Date.now()).toBeGreaterThanOrEqual(inOneSecond * 1000)
  })

  test('ends after maxRetries, and before a wait that is longer than maxWaitMs', async () => {
    proxy.faults.push(...Array(3).fill({ status: 503 }))
    const seen = await requestsDuring(async () => {
      expect(await rejection(proxied({ maxRetries: 2 }).get('/labels'))).toBeInstanceOf(ServerError)
    })
    expect(seen).toHaveLength(3)
    proxy.faults.push({ status: 503, headers: { 'retry-after': '60' } })
    const startedAt = Date.now()
    const error = await rejection(proxied({ maxWaitMs: 5000 }).get('/labels'))
    expect(error).toMatchObject({ status: 503, retryAfter: 60 })
    expect(Date.now() - startedAt).toBeLessThan(5000)
  })

  test('does not happen for other errors, nor for a token request without a response', async () => {
    proxy.faults.push({ status: 500 }, 'cut')
    const seen = await requestsDuring(async () => {
      await rejection(proxied().get('/labels'))
      const body = { grant_type: 'client_credentials' } as const
      await rejection(proxied().post('/api/v2/oauth/token', { body }))
    })
    expect(seen).toHaveLength(2)
  })

  test('stops at once when it is aborted', async () => {
    proxy.faults.push({ status: 503, headers: { 'retry-after': '60' } })
    const stop = new AbortController()
    const startedAt = Date.now()
    const spied = async (...sent: Parameters<typeof fetch>) => {
      const response = await fetch(...sent)
      // After the response, while the client waits.
      setTimeout(() => stop.abort(new Error('Stopped')), 50)
      return response
    }
    const client = proxied({ fetch: spied })
    const error = await rejection(client.get('/labels', { signal: stop.signal }))
    expect(error.message).toBe('Stopped')
    expect(Date.now() - startedAt).toBeLessThan(5000)
  })
})

describe('the rate limit', () => {
  /** The server's minute ends in two seconds. */
  const nearTheEnd = () => {
    clockOffset = 0
    clockOffset = 58_000 - (Date.now() % 60_000)
  }

  test('is shared by concurrent calls, which wait for the next minute', async () => {
    const { token } = await at.aClient({ requestsPerMinute: 3 })
    nearTheEnd()
    const waits: number[] = []
    const client = proxied({
      token,
      cache: false,
      onRateLimit: ({ waitMs, limit }: { waitMs: number; limit: number }) => {
        expect(limit).toBe(3)
        waits.push(waitMs)
      },
    })
    await client.get('/labels')
    const seen = await requestsDuring(() =>
      Promise.all(
        ['/labels', '/forums', '/statuses', '/teams'].map((path) => client.get(path as '/labels')),
      ),
    )
    // Two in this minute and two in the next one: no request was refused.
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(waits.length).toBeGreaterThanOrEqual(2)
    for (const waitMs of waits) expect(waitMs).toBeLessThanOrEqual(3000)
  })

  test('that another process used up is waited for after a 429', async () => {
    const { token } = await at.aClient({ requestsPerMinute: 1 })
    nearTheEnd()
    await at.get('/labels', { token })
    const seen = await requestsDuring(() =>
      proxied({ token }).post('/labels', { body: { name: 'waited' } }),
    )
    expect(seen.map(({ status }) => status)).toEqual([429, 201])
  })

  test('is an error without a request when the wait is too long', async () => {
    const { token } = await at.aClient({ requestsPerMinute: 1 })
    clockOffset = 30_000 - (Date.now() % 60_000)
    const client = proxied({ token, maxWaitMs: 1000 })
    await client.get('/labels')
    const seen = await requestsDuring(async () => {
      const error = await rejection(client.get('/labels'))
      expect(error).toBeInstanceOf(TooManyRequests)
      expect(error).toMatchObject({ status: 429, code: 'rate_limited', requestId: null })
      expect(error.retryAfter).toBeGreaterThan(20)
      expect(error.message).toMatch(/^The rate limit is used up. Retry in \d+ seconds/)
    })
    expect(seen).toEqual([])
    // The wait itself can be stopped.
    const stop = new AbortController()
    const patient = proxied({
      token,
      onRateLimit: () => setTimeout(() => stop.abort(new Error('Stopped')), 20),
    })
    expect((await rejection(patient.get('/labels', { signal: stop.signal }))).message).toBe(
      'Stopped',
    )
  })
})

describe('the cache', () => {
  test('sends the ETag and returns the cached body on 304', async () => {
    const client = proxied()
    const { id } = await at.made('/labels', { name: 'cached' })
    const read = () => client.request('GET', '/labels/{id}', { path: { id } })
    const seen = await requestsDuring(async () => {
      const first = await read()
      first.data.labels.length = 0
      const second = await read()
      expect(second).toMatchObject({ status: 200, isCached: true, etag: first.etag })
      expect(second.data.labels[0]?.name).toBe('cached')
      await at.put(`/labels/${id}`, { name: 'recached' })
      const third = await read()
      expect(third).toMatchObject({ status: 200, isCached: false })
      expect(third.data.labels[0]?.name).toBe('recached')
    })
    expect(seen.map(({ status }) => status)).toEqual([200, 304, 200])
  })

  test('is bounded, can be cleared and can be off', async () => {
    const statuses = async (client: ReturnType<typeof proxied>, paths: string[]) =>
      (
        await requestsDuring(async () => {
          for (const path of paths) await client.get(path as '/labels')
        })
      ).map(({ status }) => status)
    const [a, b, c] = ['/labels', '/forums', '/statuses'] as const
    const two = proxied({ cache: { maxEntries: 2 } })
    // The second read of `a` keeps it; `c` replaces `b`.
    expect(await statuses(two, [a, b, a, c, a, b])).toEqual([200, 200, 304, 200, 304, 200])
    two.clearCache()
    expect(await statuses(two, [a])).toEqual([200])
    expect(await statuses(proxied({ cache: { maxBytes: 100 } }), [a, a])).toEqual([200, 200])
    expect(await statuses(proxied({ cache: false }), [a, a])).toEqual([200, 200])
  })

  test('leaves an If-None-Match of the caller alone', async () => {
    const client = direct()
    const { etag } = await client.request('GET', '/forums')
    const headers = { 'if-none-match': etag as string }
    expect(await client.request('GET', '/forums', { headers })).toMatchObject({
      status: 304,
      data: undefined,
    })
  })
})

describe('iteration', () => {
  let forum: number
  let made: number[]

  beforeAll(async () => {
    forum = await aForum(at.db, 'Walked')
    made = []
    for (let i = 0; i < 7; i++) made.push(await aSuggestion(at.db, forum, `Walked ${i}`))
  })

  test('yields every record once, although records change meanwhile', async () => {
    const query = { forum, per_page: 2, sort: 'id' } as const
    const met: number[] = []
    let late = 0
    const seen = await requestsDuring(async () => {
      for await (const { id } of proxied().records('/suggestions', { query })) {
        met.push(id)
        if (met.length === 3) {
          // One that was met, so that pages by number would skip one, and a new one at the end.
          await at.call('DELETE', `/suggestions/${made[0]}`)
          late = await aSuggestion(at.db, forum, 'Late')
        }
      }
    })
    expect(met).toEqual([...made, late])
    expect(seen).toHaveLength(4)
    expect(seen.every(({ url }) => url.includes('per_page=2'))).toBe(true)
  })

  test('yields the bodies of pages, and stops early without another request', async () => {
    const query = { forum, per_page: 3, sort: 'id' } as const
    const sizes: number[] = []
    for await (const { suggestions } of direct().pages('/suggestions', { query }))
      sizes.push(suggestions.length)
    expect(sizes).toEqual([3, 3, 2])
    const seen = await requestsDuring(async () => {
      for await (const { id } of proxied().records('/suggestions', { query })) if (id) break
    })
    expect(seen).toHaveLength(1)
  })

  test.each([true, false])(
    'walks by page number where there is no cursor, total=%s',
    async (total) => {
      const query = { forum, per_page: 3, q: 'walked', sort: 'relevance', total } as const
      const met: number[] = []
      for await (const { id } of direct().records('/suggestions', { query })) met.push(id)
      expect(met.sort((a, b) => a - b)).toEqual(made)
    },
  )

  test('ends with an error when the server repeats a cursor', async () => {
    const body = JSON.stringify({ labels: [{ id: 1 }], links: {}, pagination: { cursor: 'same' } })
    proxy.faults.push({ status: 200, body }, { status: 200, body })
    const error = await rejection(
      (async () => {
        for await (const { id } of proxied().records('/labels')) expect(id).toBe(1)
      })(),
    )
    expect(error).toMatchObject({ code: 'repeated_cursor' })
  })

  test('is the same for a collection under another name', async () => {
    const listed = (await at.get('/requests?per_page=100')).body.requests
    const met: number[] = []
    for await (const { id } of direct().records('/requests')) met.push(id)
    expect(met).toEqual(idsOf(listed))
  })
})

describe('an upload', () => {
  const bytes = new Uint8Array(3_000_000).map((_, i) => i % 251)

  async function stored(
    upload: ReturnType<typeof createClient>['upload'],
    ...sent: Parameters<typeof upload>
  ) {
    const { attachments } = await upload(...sent)
    const [attachment] = attachments
    const { pathname, search } = new URL(attachment?.url ?? '')
    const file = new Uint8Array(await (await fetch(address + pathname + search)).arrayBuffer())
    return { attachment, file }
  }

  test('reports progress and stores the bytes', async () => {
    const progress: UploadProgress[] = []
    const { attachment, file } = await stored(direct().upload, bytes, {
      fileName: 'a "b".bin',
      onProgress: (one) => progress.push(one),
    })
    expect(attachment).toMatchObject({ size_in_bytes: bytes.length })
    expect(Buffer.compare(file, bytes)).toBe(0)
    expect(progress.length).toBeGreaterThan(5)
    expect(progress.at(-1)).toEqual({ loaded: bytes.length, total: bytes.length })
    const loaded = progress.map((one) => one.loaded)
    expect(loaded).toEqual([...loaded].sort((a, b) => a - b))
  })

  test('takes a File, and a stream of unknown length', async () => {
    const named = await stored(direct().upload, new File(['hello'], 'steps.txt'))
    expect(named.attachment).toMatchObject({ file_name: 'steps.txt', size_in_bytes: 5 })
    async function* parts() {
      yield Buffer.from('hel')
      yield Buffer.from('lo')
    }
    const progress: UploadProgress[] = []
    const streamed = await stored(direct().upload, parts(), {
      onProgress: (one) => progress.push(one),
    })
    expect(Buffer.from(streamed.file).toString()).toBe('hello')
    expect(progress).toEqual([
      { loaded: 3, total: undefined },
      { loaded: 5, total: undefined },
    ])
  })

  test('is retried with the same key when the file can be read again', async () => {
    const before = (await at.get('/attachments')).body.pagination.total_records
    proxy.faults.push('lose response')
    const seen = await requestsDuring(() =>
      proxied().upload(new Blob(['hello']), { fileName: 'once' }),
    )
    expect(seen.map(({ status }) => status)).toEqual([undefined, 201])
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect((await at.get('/attachments')).body.pagination.total_records).toBe(before + 1)
    async function* parts() {
      yield Buffer.from('hello')
    }
    proxy.faults.push('cut')
    const streamed = await requestsDuring(async () => {
      expect(await rejection(proxied().upload(parts()))).toBeInstanceOf(NetworkError)
    })
    expect(streamed).toHaveLength(1)
  })

  test('that is refused throws the error of the server', async () => {
    expect(await rejection(direct({ token: 'unknown' }).upload(bytes))).toBeInstanceOf(Unauthorized)
    const tooLarge = await rejection(direct().upload(new Uint8Array(50_000_001)))
    expect(tooLarge).toMatchObject({ status: 413, code: 'too_large' })
    expect(tooLarge.message).toBe('file: too large. Maximum: 50000000 bytes.')
  })

  test('stops when it is aborted', async () => {
    const stop = new AbortController()
    const loaded: number[] = []
    const error = await rejection(
      direct().upload(bytes, {
        signal: stop.signal,
        onProgress: (one) => {
          loaded.push(one.loaded)
          stop.abort(new Error('Stopped'))
        },
      }),
    )
    expect(error.message).toBe('Stopped')
    expect(loaded[0]).toBeLessThan(bytes.length)
  })
})

describe('a download', () => {
  test('is a list as a CSV file, read while it arrives', async () => {
    await at.made('/labels', { name: 'Größe, "quoted" x' })
    const query = { fields: ['id', 'full_name'], sort: '-id' } as const
    const { text } = await at.get('/labels?fields=id,full_name&sort=-id&format=csv')
    const file = await direct().download('/labels', { query })
    expect(file).toMatchObject({ fileName: 'labels.csv', contentType: 'text/csv; charset=utf-8' })
    const decoder = new TextDecoder()
    let read = ''
    for await (const chunk of file) read += decoder.decode(chunk, { stream: true })
    expect(read).toContain('"Größe, ""quoted"" x"')
    expect(read).toBe(text.replace('\ufeff', ''))
    const again = await direct().download('/labels', { query })
    expect(new TextDecoder().decode(await again.bytes())).toBe(read)
  })

  test('is retried until it begins, and refused with the error of the API', async () => {
    proxy.faults.push({ status: 503, headers: { 'retry-after': '0' } })
    expect(await (await proxied().download('/labels')).text()).toMatch(/\S/)
    const wrong = { query: { sort: 'colour' as 'id' } }
    expect(await rejection(direct().download('/labels', wrong))).toBeInstanceOf(BadRequest)
    expect(await rejection(direct({ token: 'unknown' }).download('/labels'))).toBeInstanceOf(
      Unauthorized,
    )
  })

  test('of a file has its name, and does not send the token', async () => {
    const { attachments } = await direct().upload(new Blob(['hello']), { fileName: 'grüße.txt' })
    const { pathname, search } = new URL(attachments[0]?.url ?? '')
    const [seen] = await requestsDuring(async () => {
      const file = await proxied().downloadFile(pathname + search)
      expect(file.fileName).toBe('grüße.txt')
      expect(await file.text()).toBe('hello')
    })
    expect(seen?.url).toBe(pathname + search)
    expect(seen?.headers.authorization).toBeUndefined()
  })
})

describe('events', () => {
  test('are changes as they happen, and continue after a lost connection', async () => {
    const asked: Headers[] = []
    const states: boolean[] = []
    let cut = () => {}
    const lossy: typeof fetch = (url, init) => {
      const connection = new AbortController()
      cut = () => connection.abort()
      asked.push(new Headers(init?.headers))
      const signal = AbortSignal.any([connection.signal, init?.signal as AbortSignal])
      return fetch(url, { ...init, signal })
    }
    const stop = new AbortController()
    const events = direct({ fetch: lossy }).events({
      signal: stop.signal,
      onConnection: (isOpen) => states.push(isOpen),
    })
    // Files of other tests get their thumbnails meanwhile, and a stream can begin with what was written just before it.
    const before: number = (await at.made('/labels', { name: 'before' })).id
    const nextLabel = async (of: typeof events) => {
      for (;;) {
        const { value } = await of.next()
        if (value?.type !== 'change') return value
        if (value.change.collection === 'labels' && (value.change.id ?? 0) > before) return value
      }
    }
    const first = nextLabel(events)
    await vi.waitFor(() => expect(states).toEqual([true]), SOON)
    const one = await at.made('/labels', { name: 'followed' })
    const value = await first
    expect(value).toMatchObject({
      type: 'change',
      change: { collection: 'labels', id: one.id, action: 'created' },
    })
    const second = nextLabel(events)
    cut()
    const two = await at.made('/labels', { name: 'made while the connection was lost' })
    expect(await second).toMatchObject({ change: { id: two.id, action: 'created' } })
    expect(asked.map((headers) => headers.get('last-event-id'))).toEqual([null, value?.id])
    expect(states).toEqual([true, false, true])
    const end = events.next()
    stop.abort()
    expect(await end).toEqual({ done: true, value: undefined })
    // Another program that knows the first event gets those after it.
    const resumed = direct().events({ lastEventId: value?.id })
    expect(await nextLabel(resumed)).toMatchObject({ change: { id: two.id } })
    await resumed.return()
  })

  test('end with the error of the API when they are refused', async () => {
    const events = direct({ token: 'unknown' }).events()
    expect(await rejection(events.next())).toBeInstanceOf(Unauthorized)
  })
})

describe('an error', () => {
  test('has a class for each status, with the request id and the text of the API', async () => {
    const client = direct()
    const { id } = await at.made('/labels', { name: 'erring' })
    const readOnly = direct({ token: (await at.aClient({ isReadOnly: true })).token })
    const reused = { headers: { 'idempotency-key': 'used-twice' } }
    await client.post('/labels', { body: { name: 'first' }, ...reused })
    const calls: [typeof EarshotError, number, string, () => Promise<unknown>][] = [
      [BadRequest, 400, 'malformed', () => client.get('/labels', { query: { page: -1 } })],
      [Unauthorized, 401, 'unauthorized', () => direct({ token: 'unknown' }).get('/labels')],
      [Forbidden, 403, 'forbidden', () => readOnly.post('/labels', { body: { name: 'x' } })],
      [NotFound, 404, 'not_found', () => client.get('/labels/{id}', { path: { id: 999_999 } })],
      [
        Conflict,
        409,
        'conflict',
        () => client.post('/labels', { body: { name: 'other' }, ...reused }),
      ],
      [
        ...([PreconditionFailed, 412, 'changed'] as const),
        () =>
          client.put('/labels/{id}', {
            path: { id },
            body: { name: 'y' },
            headers: { 'if-match': '"old"' },
          }),
      ],
      [ValidationError, 422, 'invalid', () => client.post('/labels', { body: { name: '' } })],
    ]
    for (const [type, status, code, call] of calls) {
      const error = await rejection(call())
      expect(error).toBeInstanceOf(type)
      expect(error).toBeInstanceOf(EarshotError)
      expect(error).toMatchObject({
        name: type.name === 'EarshotError' ? '' : error.constructor.name,
      })
      expect(error).toMatchObject({ status, code, message: expect.stringMatching(/\S/) })
      expect(error.requestId).toBe((error.body as { request_id: string }).request_id)
    }
  })

  test('names invalid fields', async () => {
    const error = await rejection(direct().post('/suggestions', { body: { title: '' } as never }))
    expect(error.fieldErrors).toEqual({ title: 'blank', 'links.forum': 'required' })
    const rows = [
      { email: 'ann@example.com', external_id: 'a' },
      { email: 'x', external_id: 'b' },
    ]
    const imported = await rejection(
      direct().post('/external_users/import', { body: { users: rows } }),
    )
    expect(Object.keys(imported.fieldErrors)).toEqual(['users.1.email'])
  })

  test('of another status, of a proxy and of a lost connection', async () => {
    proxy.faults.push(
      { status: 418, headers: { 'x-request-id': 'tea' }, body: '<h1>Teapot</h1>' },
      { status: 500, body: '<h1>Oops</h1>' },
      { status: 200, body: '<h1>Welcome</h1>' },
    )
    expect(await rejection(proxied().get('/labels'))).toMatchObject({
      status: 418,
      code: 'http_418',
      requestId: 'tea',
      body: '<h1>Teapot</h1>',
      message: 'GET /labels: the server answered with status 418.',
    })
    expect(await rejection(proxied().get('/labels'))).toBeInstanceOf(ServerError)
    expect(await rejection(proxied().get('/labels'))).toMatchObject({
      code: 'not_json',
      message: 'GET /labels: the response is not JSON. Check the base URL.',
    })
    proxy.faults.push('cut')
    const error = await rejection(proxied({ maxRetries: 0 }).get('/labels'))
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ status: 0, code: 'network', requestId: null })
    expect(error.message).toMatch(/^GET \/labels: no response\. \S/)
  })

  test('never contains the token', async () => {
    const secret = 'very-secret-token'
    const failing = [
      () => direct({ token: secret }).get('/labels'),
      () => proxied({ token: secret, maxRetries: 0 }).get('/labels'),
      () => direct({ token: secret }).upload(new Blob(['x'])),
    ]
    for (const call of failing) {
      proxy.faults.splice(0, 1, 'cut')
      const error = await rejection(call())
      expect(
        JSON.stringify([error, error.message, error.stack, String(error.cause)]),
      ).not.toContain(secret)
    }
    expect(() => createClient({ token: `${secret}\n` })).toThrow(
      new TypeError('token: must be printable ASCII characters without spaces.'),
    )
    expect(() => createClient({ baseUrl: `http://ann:${secret}@127.0.0.1` })).toThrow(
      /^(?!.*secret).*baseUrl: must be/,
    )
  })

  test('of a missing path parameter comes before the request', async () => {
    for (const id of [undefined, '', '..'])
      await expect(
        direct().get('/labels/{id}', { path: { id } } as { path: { id: string } }),
      ).rejects.toThrow(new TypeError('path.id: required for /labels/{id}.'))
  })
})

/** The client as npm publishes it, in the node_modules of a new folder. */
async function install(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-client-'))
  onCleanup(() => rm(folder, { recursive: true }))
  const archive = await packClient(ROOT, folder)
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: folder })
  return folder
}

/** With the types of Node.js, and otherwise with what npm installed. */
async function compile(folder: string, file: string): Promise<void> {
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2024',
    skipLibCheck: false,
    lib: ['es2024', 'dom'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    outDir: join(folder, 'built'),
    rootDir: folder,
  }
  const config = join(folder, 'tsconfig.json')
  await writeFile(config, JSON.stringify({ compilerOptions, include: [file] }))
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config])
}

describe('the published package', () => {
  let folder: string

  beforeAll(async () => {
    folder = await install()
  })

  test('runs the example of its README, which has no type error', async () => {
    const readme = await readFile(join(folder, 'node_modules/@earshot/client/README.md'), 'utf8')
    const example = /```ts example\n([\s\S]*?)```/.exec(readme)?.[1] as string
    await writeFile(join(folder, 'example.ts'), example)
    await compile(folder, 'example.ts')
    const { stdout } = await run(process.execPath, [join(folder, 'example.ts')], {
      env: { ...process.env, EARSHOT_URL: address, EARSHOT_TOKEN: at.token },
    })
    const lines = stdout.trim().split('\n')
    expect(lines.slice(0, 3).every((line) => /^\d+ supporters: .+ \(.+\)$/.test(line))).toBe(true)
    expect(lines[3]).toBe("{ title: 'blank' }")
    expect(lines.at(-1)).toMatch(/^\d+ Export as PDF$/)
    const { suggestions } = (await at.get('/suggestions?q=export+pdf&per_page=1')).body
    expect(suggestions[0].links.status_update).not.toBeNull()
  })

  // A program in each of the two kinds of modules, compiled, and run as JavaScript.
  test.each([
    ['ESM', 'program.mts', "import { createClient, NotFound } from '@earshot/client'"],
    [
      'CommonJS',
      'program.cts',
      "import earshot = require('@earshot/client')\nconst { createClient, NotFound } = earshot",
    ],
  ])('compiles and runs as %s', async (_, file, importing) => {
    const program = `${importing}
async function main(): Promise<void> {
  const client = createClient({ baseUrl: process.env.EARSHOT_URL ?? '', token: process.env.EARSHOT_TOKEN ?? '' })
  const { labels } = await client.get('/labels', { query: { per_page: 1, sort: '-id' } })
  const missing = await client.get('/labels/{id}', { path: { id: 999999 } }).catch((error: unknown) => error)
  const csv = await (await client.download('/labels', { query: { fields: 'id' } })).text()
  console.log(JSON.stringify([labels.length, missing instanceof NotFound, csv.slice(0, 2)]))
}
void main()
`
    await writeFile(join(folder, file), program)
    await compile(folder, file)
    const built = join(folder, 'built', file.replace('ts', 'js'))
    const { stdout } = await run(process.execPath, [built], {
      env: { ...process.env, EARSHOT_URL: address, EARSHOT_TOKEN: at.token },
    })
    expect(JSON.parse(stdout)).toEqual([1, true, 'id'])
  })

  test('names in engines the versions of Node.js that can require an ES module', async () => {
    const manifest = await readFile(join(ROOT, 'client/package.json'), 'utf8')
    // https://nodejs.org/api/modules.html#loading-ecmascript-modules-using-require
    expect(JSON.parse(manifest).engines.node).toBe('^20.19.0 || >=22.12.0')
  })

  describe.skipIf(!hasBrowser)('in a browser', () => {
    test('reads, uploads with progress, and reports errors', async () => {
      const { page, errors, hosts } = await openPage(await startBrowser(), 1280, 'light')
      const modules = join(folder, 'node_modules')
      const imports = {
        '@earshot/client': '/modules/@earshot/client/dist/index.js',
      }
      await page.route('**/modules/**', async (route) =>
        route.fulfill({
          path: join(modules, new URL(route.request().url()).pathname.replace('/modules/', '')),
          contentType: 'text/javascript',
        }),
      )
      await page.route('**/client-test', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><title>Test</title><script type="importmap">${JSON.stringify({ imports })}</script>`,
        }),
      )
      await page.goto(`${address}/client-test`)
      const outcome = (await page.evaluate(`(async () => {
        const { createClient, NotFound } = await import('@earshot/client')
        const earshot = createClient({ token: ${JSON.stringify(at.token)} })
        const { labels } = await earshot.get('/labels', { query: { per_page: 1 } })
        const again = await earshot.request('GET', '/labels', { query: { per_page: 1 } })
        const progress = []
        const file = new File([new Uint8Array(3_000_000)], 'large.bin')
        const { attachments } = await earshot.upload(file, { onProgress: (one) => progress.push(one) })
        const stop = new AbortController()
        const stopped = await earshot.upload(file, {
          signal: stop.signal,
          onProgress: () => stop.abort(new Error('Stopped')),
        }).catch(({ message }) => message)
        const error = await earshot.get('/labels/{id}', { path: { id: 999999 } }).catch((error) => error)
        const refused = await createClient({ token: 'unknown' }).upload(file).catch((error) => error)
        return {
          labels: labels.length, isCached: again.isCached, progress, stopped,
          size: attachments[0].size_in_bytes, name: attachments[0].file_name,
          isNotFound: error instanceof NotFound, requestId: error.requestId, refused: refused.status,
        }
      })()`)) as Json
      expect(outcome).toMatchObject({
        labels: 1,
        isCached: true,
        size: 3_000_000,
        name: 'large.bin',
        stopped: 'Stopped',
        isNotFound: true,
        refused: 401,
      })
      expect(outcome.requestId).toMatch(/\S/)
      expect(outcome.progress.at(-1)).toEqual({ loaded: 3_000_000, total: 3_000_000 })
      expect([...hosts]).toEqual([new URL(address).host])
      // The browser itself logs responses with an error status.
      expect(errors.filter((text) => !text.includes('status of 40'))).toEqual([])
    })
  })

  test('contains what it needs and nothing else', async () => {
    const { files, dependencies } = JSON.parse(
      await readFile(join(folder, 'node_modules/@earshot/client/package.json'), 'utf8'),
    )
    expect(files).toEqual(['dist'])
    expect(dependencies).toBeUndefined()
  })
})
