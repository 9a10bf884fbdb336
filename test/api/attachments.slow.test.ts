// Uploads and links of files. A rejected upload leaves no record and no file.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MAX_FILE_BYTES } from '../../src/http/body/upload-meter.ts'
import { diskStore } from '../../src/store/disk.ts'
import type { Store } from '../../src/store/store.ts'
import { onCleanup } from '../support/cleanup.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aForum, aSuggestion } from '../support/factories.ts'
import { BASE_URL, type Sent, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'
import {
  FORM,
  filePart,
  form,
  lineTo,
  send,
  storedKeys,
  uploaded,
  uploadHead,
} from '../support/uploads.ts'

let at: TestService
let observed: ObservedStore
let forum: number
const log: string[] = []

beforeAll(async () => {
  observed = await observedStore()
  at = await startTestService(log, { store: observed.store })
  await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  forum = await aForum(at.db, 'Mobile')
})

type ObservedStore = { store: Store; running(): number }

/** A store on disk that knows how many files are being written. */
async function observedStore(): Promise<ObservedStore> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-observed-'))
  onCleanup(() => rm(directory, { recursive: true }))
  const disk = diskStore(directory)
  let running = 0
  const put: Store['put'] = async (key, bytes) => {
    running += 1
    await disk.put(key, bytes).finally(() => {
      running -= 1
    })
  }
  return { store: { ...disk, put }, running: () => running }
}

const records = async () => (await at.get('/attachments')).body.pagination.total_records as number
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** Runs the callback and checks that it adds no record and no file. */
async function leavingNothing(run: () => Promise<void>) {
  const before = [await records(), await storedKeys(at.store)]
  await run()
  expect([await records(), await storedKeys(at.store)]).toEqual(before)
  expect(await at.store.sweepUnfinished(new Date(Date.now() + 60_000))).toBe(0)
}

const faults = () => log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
afterEach(() => {
  expect(faults()).toEqual([])
  log.length = 0
})

describe('an upload repeated with its Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'upload-1' }

  test('returns the stored response and leaves one record and one file', async () => {
    const body = form(filePart('the same', 'a.txt'))
    const first = await send(at, body, { headers })
    expect(first.status).toBe(201)
    const { id } = first.body.attachments[0]
    expect(first.headers.etag).toBe((await at.get(`/attachments/${id}`)).headers.etag)
    await leavingNothing(async () => {
      const again = await send(at, body, { headers })
      expect([again.status, again.text]).toEqual([201, first.text])
      expect(again.headers['idempotency-replayed']).toBe('true')
      expect(again.headers.etag).toBe(first.headers.etag)
      const other = await send(at, form(filePart('another', 'a.txt')), { headers })
      expect(other.status).toBe(409)
    })
  })
})

describe('an upload', () => {
  test('returns its record, which a read returns too, with its token', async () => {
    const bytes = randomBytes(100_000)
    const { status, body } = await send(at, form(filePart(bytes, 'crash log.bin', 'image/png')))
    expect(status).toBe(201)
    const [record] = body.attachments
    expect(record).toMatchObject({
      file_name: 'crash log.bin',
      content_type: 'application/octet-stream',
      size_in_bytes: 100_000,
      url: expect.stringMatching(/\/files\/[0-9a-f]{40}\?expires=\d{10}&signature=[0-9a-f]{64}$/),
      thumb_url: record.url.replace('?', '/thumbnail?'),
      token: expect.stringMatching(/^[\w-]{24}$/),
      links: { suggestion: null, note: null },
    })
    expect(body.links['attachments.suggestion']).toEqual({ type: 'suggestions' })
    expect(await at.shown(`/attachments/${record.id}`)).toEqual(record)
    expect((await at.get('/attachments')).body.attachments[0]).toEqual(record)
  })

  test('stores every byte, and their checksum in the row', async () => {
    const bytes = randomBytes(300_001)
    const { id, url } = await uploaded(at, bytes)
    const { rows } = await sql<{ crc32: number; file_key: string }>`
      select crc32, file_key from attachments where id = ${id}`.execute(at.db)
    expect(rows[0]?.crc32).toBe(crc32(bytes))
    expect(new URL(url).pathname).toBe(`/files/${rows[0]?.file_key}`)
    const chunks: Buffer[] = []
    for await (const chunk of (await at.store.read(rows[0]?.file_key as string)) ?? [])
      chunks.push(chunk)
    expect(sha256(Buffer.concat(chunks))).toBe(sha256(bytes))
  })

  test('of 0 bytes creates a file', async () => {
    const { id, size_in_bytes } = await uploaded(at, '', 'empty.txt')
    expect(size_in_bytes).toBe(0)
    const { rows } = await sql<{ crc32: number }>`
      select crc32 from attachments where id = ${id}`.execute(at.db)
    expect(rows[0]?.crc32).toBe(0)
  })

  test('can contain text that looks like a boundary', async () => {
    const bytes = '\r\n--fenc\r\n--other--\r\n\r\n-- fence\r\n'
    expect((await uploaded(at, bytes)).size_in_bytes).toBe(bytes.length)
  })

  test('of 50,000,000 bytes is accepted; one more byte is 413 and leaves nothing', async () => {
    const most = Buffer.alloc(MAX_FILE_BYTES, 'x')
    expect(MAX_FILE_BYTES).toBe(50_000_000)
    const { id, size_in_bytes } = await uploaded(at, most)
    expect(size_in_bytes).toBe(50_000_000)
    await leavingNothing(async () => {
      const { status, body } = await send(at, form(filePart(Buffer.alloc(MAX_FILE_BYTES + 1, 'x'))))
      expect(status).toBe(413)
      expect(body).toMatchObject({
        error: 'too_large',
        message: 'file: too large. Maximum: 50000000 bytes.',
      })
    })
    expect((await at.delete(`/attachments/${id}`)).status).toBe(200)
  })

  test('with a Content-Length over the limit is rejected before its body is read', async () => {
    await leavingNothing(async () => {
      const { socket, received } = await lineTo(at)
      socket.write(uploadHead(at.token, 'Content-Length: 60000000'))
      await expect.poll(received).toContain('HTTP/1.1 413')
      socket.destroy()
    })
  })

  test('without a Content-Length is rejected when it exceeds the limit', async () => {
    await leavingNothing(async () => {
      const { socket, received } = await lineTo(at)
      socket.write(uploadHead(at.token, 'Transfer-Encoding: chunked'))
      const whole = form(filePart(Buffer.alloc(MAX_FILE_BYTES + 200_000, 'x')))
      socket.write(`${whole.length.toString(16)}\r\n`)
      socket.write(whole)
      socket.write('\r\n0\r\n\r\n')
      await expect.poll(received).toContain('HTTP/1.1 413')
      // The connection still works.
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      await expect.poll(received).toContain('alive')
    })
  })

  test.each([
    ['no token', null, 401],
    ['an unknown token', 'nobody', 401],
  ])('with %s is rejected before its body is read', async (_, token, status) => {
    const { socket, received } = await lineTo(at)
    socket.write(uploadHead(String(token), 'Content-Length: 40000000'))
    await expect.poll(received).toContain(`HTTP/1.1 ${status}`)
    socket.destroy()
  })

  test('of a read-only client is rejected', async () => {
    const { token } = await at.aClient({ isReadOnly: true })
    await leavingNothing(async () => {
      expect((await send(at, form(filePart('x')), { token })).status).toBe(403)
    })
  })

  test('whose client disconnects leaves nothing and is not a server error', async () => {
    await leavingNothing(async () => {
      const { socket } = await lineTo(at)
      socket.write(uploadHead(at.token, 'Content-Length: 1000000'))
      socket.write(form(filePart(Buffer.alloc(500_000))).subarray(0, 400_000))
      await expect.poll(observed.running).toBe(1)
      socket.destroy()
      await expect.poll(observed.running).toBe(0)
    })
  })

  test('whose record cannot be created leaves no file', async () => {
    await sql`create function refuse_one() returns trigger language plpgsql as $$ begin
      raise unique_violation; end $$`.execute(at.db)
    await sql`create trigger refuse_one before insert on attachments for each row
      when (new.file_name = 'rejected.bin') execute function refuse_one()`.execute(at.db)
    await leavingNothing(async () => {
      expect((await send(at, form(filePart('x', 'rejected.bin')))).status).toBe(409)
    })
  })
})

describe('a form', () => {
  const field = { disposition: 'form-data; name="comment"', bytes: 'hello' }
  test.each([
    ['without parts', form(), 422, { file: 'required' }],
    ['with another part', form(field), 422, { file: 'required' }],
    ['with a field alone', form(field, field), 422, { file: 'required' }],
    ['with very many fields', form(...Array(50).fill(field)), 422, { file: 'too_many' }],
    [
      'with a file in another field',
      form({ disposition: 'form-data; name="image"; filename="a"', bytes: 'x' }),
      422,
      { file: 'required' },
    ],
    ['with two files', form(filePart('x'), filePart('y')), 422, { file: 'too_many' }],
    [
      'with an unnamed part',
      form({ disposition: 'form-data', bytes: 'x' }),
      422,
      { file: 'required' },
    ],
    [
      'with a part that is not form data',
      form({ disposition: 'attachment; filename="a"', bytes: 'x' }),
      422,
      { file: 'required' },
    ],
  ])('%s is rejected and leaves nothing', async (_, body, status, errors) => {
    await leavingNothing(async () => {
      const answer = await send(at, body)
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({
        error: 'invalid',
        errors,
        message: expect.stringMatching(/file/),
      })
    })
  })

  test.each([
    ['first', form(field, filePart('x'))],
    ['last', form(filePart('x'), field)],
    ['on both sides', form(field, filePart('x'), field, field)],
  ])('can have other fields %s', async (_, body) => {
    const answer = await send(at, body)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.attachments[0]).toMatchObject({ size_in_bytes: 1 })
  })

  test.each([
    ['without a boundary', 'multipart/form-data'],
    ['with an empty boundary', 'multipart/form-data; boundary='],
  ])('%s is malformed', async (_, type) => {
    await leavingNothing(async () => {
      const headers = { 'content-type': type }
      const { status, body } = await send(at, form(filePart('x')), { headers })
      expect(status).toBe(400)
      expect(body.message).toMatch(/boundary/)
    })
  })

  test.each([
    ['in its first line', 3],
    ['in the headers of its part', 40],
    ['in its file', 5000],
    ['in its last boundary', -8],
  ])('that ends %s is malformed and leaves nothing', async (_, end) => {
    await leavingNothing(async () => {
      const whole = form(filePart(Buffer.alloc(10_000, 'x')))
      const { status, body } = await send(at, whole.subarray(0, end))
      expect(status).toBe(400)
      expect(body).toMatchObject({
        error: 'malformed',
        message: expect.stringMatching(/multipart/),
      })
    })
  })

  test('with damaged bytes is accepted or rejected, and never crashes the service', async () => {
    const whole = form(filePart('some bytes', 'a.txt', 'text/plain'), filePart('more', 'b.txt'))
    const place = fc.nat({ max: whole.length })
    const damage = fc.array(fc.tuple(place, fc.uint8Array({ maxLength: 8 })), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(damage, place, fc.boolean(), async (changes, end, isCut) => {
        const body = Buffer.from(whole)
        for (const [from, bytes] of changes) body.set(bytes.subarray(0, body.length - from), from)
        const { status } = await send(at, isCut ? body.subarray(0, end) : body)
        expect([201, 400, 422]).toContain(status)
      }),
      { numRuns: EXHAUSTIVE ? 200 : 70 },
    )
  })

  test('can have a preamble and an epilogue', async () => {
    const body = Buffer.concat([
      Buffer.from('This is a form.\r\n'),
      form(filePart('x')),
      Buffer.from('And that was it.'),
    ])
    expect((await send(at, body)).body.attachments[0].size_in_bytes).toBe(1)
  })

  test.each(['application/json', 'application/x-www-form-urlencoded', 'text/xml', 'multipart', ''])(
    'is required: %s is rejected',
    async (type) => {
      await leavingNothing(async () => {
        const headers = { 'content-type': type }
        const { status, body } = await send(at, 'file=x', { headers })
        expect(status).toBe(415)
        expect(body.message).toMatch(/multipart\/form-data/)
      })
    },
  )
})

describe('a file name', () => {
  const LONG = 'n'.repeat(1000)
  test.each([
    ['filename="report.pdf"', 'report.pdf'],
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="C:\\\\Users\\\\ann\\\\plan.doc"', 'plan.doc'],
    ['filename="/"', 'file'],
    ['filename=".."', 'file'],
    ['filename=""', 'file'],
    ['filename="   "', 'file'],
    ['x="y"', 'file'],
    ['filename=".gitignore"', '.gitignore'],
    ['filename="a\0b.txt"', 'ab.txt'],
    ['filename="a\tb\x7f\x1b[31m.txt"', 'ab[31m.txt'],
    ['filename="a\\"b\\".txt"', 'a"b".txt'],
    ["filename*=UTF-8''a%22b%27.txt", `a"b'.txt`],
    ['filename="\u202egnp.exe"', 'gnp.exe'],
    ["filename*=UTF-8''%E2%80%AEgnp%E2%81%A6.exe", 'gnp.exe'],
    ["filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt", 'naïve €.txt'],
    ['filename="plain.txt"; filename*=UTF-8\'\'r%C3%A9al.txt', 'plain.txt'],
    ['filename="Zoë 🎉.png"', 'Zoë 🎉.png'],
    [`filename="${LONG}.jpeg"`, `${'n'.repeat(250)}.jpeg`],
    [`filename="${LONG}"`, 'n'.repeat(255)],
    [`filename="a.${LONG}"`, `a.${'n'.repeat(253)}`],
    ["filename*=UTF-8''a%00b.txt", 'ab.txt'],
    ["filename*=UTF-8''%ff%fe", expect.stringMatching(/^.+$/)],
  ])('sent as %j is stored as %j', async (sent, stored) => {
    const { status, body } = await send(
      at,
      form({ disposition: `form-data; name="file"; ${sent}`, bytes: 'x' }),
    )
    expect(body.attachments?.[0].file_name, body.message).toEqual(stored)
    expect(status).toBe(201)
  })

  test('with a line break is rejected', async () => {
    await leavingNothing(async () => {
      const disposition = `form-data; name="file"; filename*=UTF-8''a%0D%0ASet-Cookie:%20b`
      expect((await send(at, form({ disposition, bytes: 'x' }))).status).toBe(422)
    })
  })
})

describe('dangerous content', () => {
  const SCRIPT = '<script>alert(1)</script>'
  test.each([
    ['an image with HTML in it', `GIF89a/*${SCRIPT}*/=1;`, 'cat.gif', 'image/gif'],
    [
      'an SVG with a script',
      `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`,
      'a.svg',
      'image/svg+xml',
    ],
    ['an HTML page with an image type', `<!doctype html>${SCRIPT}`, 'a.png', 'image/png'],
    ['text with an image type', 'no image', 'a.png', 'image/png'],
  ])('%s is stored and never served inline', async (_, bytes, name, type) => {
    const { url, content_type } = await uploaded(at, bytes, name, type)
    if (!bytes.startsWith('GIF')) expect(content_type).not.toMatch(/^image\/(png|gif)/)
    const { status, headers } = await at.get(url.replace('http://feedback.example.test', '/'))
    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  test('a zip bomb is stored and never unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    expect((await uploaded(at, bomb, 'bomb.gz')).size_in_bytes).toBe(bomb.length)
  })
})

describe('a token', () => {
  let suggestion: number
  beforeAll(async () => {
    suggestion = await aSuggestion(at.db, forum, 'Dark mode')
  })
  const linked = async (id: number) => (await at.shown(`/attachments/${id}`)).links

  test.each([
    ['PUT', () => `/suggestions/${suggestion}`, {}],
    ['POST', () => '/suggestions', { title: 'Light mode', links: { forum: 0 } }],
    [
      'POST',
      () => '/suggestions/import',
      { title: 'Grey mode', user_email: 'ann@acme.test', links: { forum: 0 } },
    ],
    ['POST', () => '/notes', { body: 'See', links: { suggestion: 0 } }],
  ])(
    'links an upload with %s %s, as text, array or form',
    async (method, path, body: { links?: object }) => {
      const links = {
        ...(body.links && 'forum' in body.links && { forum }),
        ...(body.links && 'suggestion' in body.links && { suggestion }),
      }
      const sent = { ...body, ...(body.links && { links }) }
      const files = await Promise.all(
        [1, 2, 3, 4].map((n) => uploaded(at, `file ${n}`, `${n}.txt`)),
      )
      const [a, b, c, d] = files as [
        (typeof files)[0],
        (typeof files)[0],
        (typeof files)[0],
        (typeof files)[0],
      ]
      const flat = Object.entries(links).map(([name, id]) => [`links.${name}`, String(id)])
      const { links: _, ...plain } = sent as { links?: object } & Record<string, string>
      const asForm = new URLSearchParams({
        ...plain,
        ...Object.fromEntries(flat),
        attachment_tokens: d.token,
      })
      const ways = [
        { body: { ...sent, attachment_tokens: `${a.token},${b.token}` } },
        { body: { ...sent, attachment_tokens: [c.token] } },
        {
          body: asForm.toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
      ]
      const ids: number[] = []
      for (const way of ways) {
        const answer = await at.call(method, path(), way)
        expect(answer.status, answer.text).toBeLessThan(300)
        ids.push((answer.body.suggestions ?? answer.body.notes)[0].id)
      }
      const kind = path() === '/notes' ? 'note' : 'suggestion'
      expect(await linked(a.id)).toMatchObject({ [kind]: ids[0] })
      expect(await linked(b.id)).toMatchObject({ [kind]: ids[0] })
      expect(await linked(c.id)).toMatchObject({ [kind]: ids[1] })
      expect(await linked(d.id)).toMatchObject({ [kind]: ids[2] })

      const free = await uploaded(at, 'free', 'free.txt')
      const rejected = await at.call(method, path(), {
        body: { ...sent, attachment_tokens: [free.token, 'nope'] },
      })
      expect(rejected.status).toBe(422)
      expect(rejected.body.errors).toEqual({ attachment_tokens: 'not_found' })
      expect(await linked(free.id)).toMatchObject({ suggestion: null, note: null })
    },
  )

  test('moves the file when it is linked to another record', async () => {
    const { id, token, url } = await uploaded(at, 'moved', 'moved.txt')
    await at.put(`/suggestions/${suggestion}`, { attachment_tokens: token })
    const note = await at.made('/notes', {
      body: 'See',
      attachment_tokens: token,
      links: { suggestion },
    })
    expect(await linked(id)).toMatchObject({ suggestion: null, note: note.id })
    expect((await at.shown(`/attachments/${id}`)).url).toBe(url)
  })
})

test('deleting an attachment returns its record, and its URL is 404 at once', async () => {
  const record = await uploaded(at, 'gone', 'gone.txt')
  const path = record.url.replace('http://feedback.example.test', '/')
  expect((await at.get(path)).text).toBe('gone')
  const { status, body } = await at.delete(`/attachments/${record.id}`)
  expect(status).toBe(200)
  expect(body.attachments).toEqual([record])
  expect((await at.get(path)).status).toBe(404)
  expect((await at.get(path.replace('?', '/thumbnail?'))).status).toBe(404)
  expect((await at.delete(`/attachments/${record.id}`)).status).toBe(404)
})

describe('the address of a file', () => {
  const pathOf = (url: string) => url.replace(BASE_URL, '/')
  const plain = (url: string) => pathOf(url).replace(/\?.*/, '')
  const open = (path: string, sent: Sent = {}) => at.get(path, { token: null, ...sent })

  async function attached(where: { forum?: object; state?: string; toNote?: boolean }) {
    const forum = await at.made('/forums', { name: 'Files', ...where.forum })
    const { id } = await at.made('/suggestions', {
      title: 'With a file',
      links: { forum: forum.id },
    })
    if (where.state)
      await sql`update suggestions set state = ${where.state} where id = ${id}`.execute(at.db)
    const { id: file, token } = await uploaded(at, 'the content', 'a.txt')
    const change = { attachment_tokens: token }
    if (where.toNote) await at.made('/notes', { ...change, body: 'See', links: { suggestion: id } })
    else await at.put(`/suggestions/${id}`, change)
    return at.shown(`/attachments/${file}`)
  }

  test('that the portal shows is plain, and cached for a year', async () => {
    const { url, thumb_url } = await attached({ forum: { is_public: true }, state: 'published' })
    expect(url).toMatch(/\/files\/[0-9a-f]{40}$/)
    expect(thumb_url).toBe(`${url}/thumbnail`)
    const { status, text, headers } = await open(pathOf(url))
    expect({ status, text }).toEqual({ status: 200, text: 'the content' })
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable')
  })

  test.each([
    ['of a private forum', { forum: { is_public: false }, state: 'published' }],
    ['of a suggestion that is not approved', { forum: { is_public: true }, state: 'new' }],
    ['of a note', { forum: { is_public: true }, state: 'published', toNote: true }],
  ])('%s is signed, and nothing else opens it', async (_, where) => {
    const { id, url, thumb_url } = await attached(where)
    const signed = await open(pathOf(url))
    expect(signed.text).toBe('the content')
    expect(signed.headers['cache-control']).toMatch(/^private, max-age=\d{5,6}$/)
    expect((await open(pathOf(thumb_url))).status).toBe(200)
    const unknown = await open(`//files/${'0'.repeat(40)}`)
    const other = await attached(where)
    const foreign = pathOf(url).replace(/\?.*/, new URL(other.url).search)
    const longer = pathOf(url).replace(/expires=\d+/, 'expires=9999999999')
    for (const path of [plain(url), plain(thumb_url), foreign, longer]) {
      const refused = await open(path)
      expect(refused.status).toBe(404)
      expect(refused.body.message).toContain('its address has expired')
      expect(refused.body.message).toBe(unknown.body.message)
    }
    // The same address for a day, so that an ETag stays valid.
    expect((await at.shown(`/attachments/${id}`)).url).toBe(url)
    const listed = await at.get(`/attachments?fields[attachments]=url&ids=${id}`)
    expect(listed.text).toContain(url)
  })

  test('ends with the next day', async () => {
    const { url } = await attached({ forum: { is_public: false } })
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const expires = Number(new URL(url).searchParams.get('expires')) * 1000
    expect(new Date(expires).toISOString()).toMatch(/T00:00:00.000Z$/)
    vi.setSystemTime(expires - 5000)
    expect((await open(pathOf(url))).headers['cache-control']).toBe('private, max-age=5')
    vi.setSystemTime(expires)
    expect((await open(pathOf(url))).status).toBe(404)
  })

  test('that is plain opens with a session of staff, and is not cached', async () => {
    const { url } = await attached({ forum: { is_public: false } })
    const { id } = await aPerson(at, 'viewer')
    const opened = await at.get(plain(url), bySession(await aSession(at, id)))
    expect(opened.text).toBe('the content')
    expect(opened.headers['cache-control']).toBe('private, no-store')
  })
})

describe('many uploads', () => {
  let narrow: TestService
  let observed: ObservedStore
  beforeAll(async () => {
    observed = await observedStore()
    narrow = await startTestService(undefined, {
      store: observed.store,
      settings: {
        uploads_at_once: 3,
        uploads_at_once_per_client: 2,
        files_quota_bytes: 100_000,
      },
    })
    await narrow.service.app.listen({ port: 0, host: '127.0.0.1' })
  })
  /** Starts an upload that has its slot, and whose last bytes are missing. */
  const startUpload = async (token: string) => {
    const line = await lineTo(narrow)
    const before = observed.running()
    const whole = form(filePart('held '.repeat(20)))
    line.socket.write(uploadHead(token, `Content-Length: ${whole.length}`))
    line.socket.write(whole.subarray(0, -50))
    await expect.poll(observed.running).toBe(before + 1)
    return { ...line, finish: () => line.socket.write(whole.subarray(-50)) }
  }

  test('are limited in total and per client; excess uploads get 503', async () => {
    const other = (await narrow.aClient()).token
    const held = [await startUpload(narrow.token), await startUpload(narrow.token)]
    const rejected = await send(narrow, form(filePart('x')))
    expect(rejected.status).toBe(503)
    expect(rejected.headers['retry-after']).toBe('1')
    expect(rejected.body.message).toMatch(
      /^Too many concurrent uploads\. Maximum for one API client: 2\./,
    )
    expect((await send(narrow, form(filePart('x')), { token: other })).status).toBe(201)

    held.push(await startUpload(other))
    const full = await send(narrow, form(filePart('x')), { token: other })
    expect(full.status).toBe(503)
    expect(full.body.message).toMatch(/^Too many concurrent uploads\. Maximum for this server: 3\./)
    for (const { finish, received } of held) {
      finish()
      await expect.poll(received).toContain('HTTP/1.1 201')
    }
    expect((await send(narrow, form(filePart('x')))).status).toBe(201)
    for (const { socket } of held) socket.destroy()
  })

  test('that disconnect or are rejected free their slot', async () => {
    for (let i = 0; i < 5; i++) {
      const { socket } = await startUpload(narrow.token)
      socket.destroy()
      await expect.poll(observed.running).toBe(0)
      expect((await send(narrow, form())).status).toBe(422)
    }
    const isTaken = async () => (await send(narrow, form(filePart('x')))).status
    await expect.poll(isTaken).toBe(201)
  })

  test('a repeated upload returns the stored response, also when the quota is reached', async () => {
    const body = form(filePart(Buffer.alloc(90_000)))
    const headers = { 'idempotency-key': 'nearly-full' }
    const first = await send(narrow, body, { headers })
    expect(first.status, first.text).toBe(201)
    const before = await storedKeys(narrow.store)
    const again = await send(narrow, body, { headers })
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(await storedKeys(narrow.store)).toEqual(before)
    const another = await send(narrow, body, { headers: { 'idempotency-key': 'another' } })
    expect(another.status).toBe(413)
    await narrow.delete(`/attachments/${first.body.attachments[0].id}`)
  })

  test('over the quota are rejected before their body is read', async () => {
    const { socket, received } = await lineTo(narrow)
    socket.write(uploadHead(narrow.token, 'Content-Length: 400000'))
    await expect.poll(received).toContain('HTTP/1.1 413')
    expect(received()).toContain('quota is reached')
    socket.destroy()
  })

  test('never exceed the quota, also when they are concurrent', async () => {
    const before = await storedKeys(narrow.store)
    const answers = [1, 2].map((n) => send(narrow, form(filePart(Buffer.alloc(60_000, `${n}`)))))
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 413])
    expect(await storedKeys(narrow.store)).toHaveLength(before.length + 1)
    const { status, body } = await send(narrow, form(filePart(Buffer.alloc(50_000))))
    expect(status).toBe(413)
    expect(body.message).toMatch(/quota is reached. .*at most 100000 bytes/)
    const [{ id }] = (await narrow.get('/attachments')).body.attachments
    await narrow.delete(`/attachments/${id}`)
    expect((await send(narrow, form(filePart(Buffer.alloc(50_000))))).status).toBe(201)
  })

  test('the stored sum equals the sum of the rows', async () => {
    const { rows } = await sql<{ stored: number; counted: number }>`
      select total_bytes as stored, (select sum(size_in_bytes) from attachments) as counted from file_store`.execute(
      narrow.db,
    )
    expect(rows[0]?.stored).toBe(Number(rows[0]?.counted))
  })
})

describe('a slow upload', () => {
  const startWith = async (uploadTimeouts: { totalMs: number; idleMs: number }) => {
    const started = await startTestService(undefined, { uploadTimeouts })
    await started.service.app.listen({ port: 0, host: '127.0.0.1' })
    started.service.app.server.requestTimeout = 500
    started.service.app.server.headersTimeout = 400
    return started
  }
  let slow: TestService
  beforeAll(async () => {
    slow = await startWith({ totalMs: 3000, idleMs: 700 })
  })
  const whole = form(filePart(Buffer.alloc(20_000, 'x')))
  const head = (at = slow) => uploadHead(at.token, `Content-Length: ${whole.length}`)
  const statusOf = (received: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1])

  test('has a longer timeout while data arrives; the next request on the connection does not', async () => {
    const patient = await startWith({ totalMs: 120_000, idleMs: 60_000 })
    const { socket, received, ended } = await lineTo(patient)
    socket.write(head(patient))
    for (let i = 0; i < 9; i++) {
      socket.write(whole.subarray(i * 2000, (i + 1) * 2000))
      await sleep(250)
    }
    socket.write(whole.subarray(18_000))
    await expect.poll(() => statusOf(received())).toBe(201)
    const answered = received().length
    socket.write(
      `POST /api/v2/admin/labels HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${patient.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":',
    )
    const drip = setInterval(() => socket.write(' '), 100)
    expect(statusOf((await ended).slice(answered))).toBe(408)
    clearInterval(drip)
  })

  test('times out when no data arrives, and leaves nothing', async () => {
    const { socket, ended } = await lineTo(slow)
    const before = await storedKeys(slow.store)
    socket.write(head())
    socket.write(whole.subarray(0, 5000))
    const received = await ended
    expect(statusOf(received)).toBe(408)
    expect(JSON.parse(received.split('\r\n\r\n')[1] as string)).toMatchObject({
      error: 'timeout',
      message: 'Upload timed out: no data for 0.7 seconds. Retry the upload.',
    })
    expect(await storedKeys(slow.store)).toEqual(before)
    expect(await slow.store.sweepUnfinished(new Date(Date.now() + 60_000))).toBe(0)
  })

  test('times out at the total limit even while data arrives', async () => {
    const { socket, ended } = await lineTo(slow)
    socket.write(head())
    socket.write(whole.subarray(0, 200))
    const drip = setInterval(() => socket.write('x'), 100)
    const received = await ended
    clearInterval(drip)
    expect(statusOf(received)).toBe(408)
    expect(received).toMatch(/Upload timed out: incomplete after 3 seconds/)
  })
})

test('an upload to a slow store is stored completely', async () => {
  const disk = at.store
  const slowly = async function* (bytes: AsyncIterable<Buffer>) {
    for await (const chunk of bytes) {
      await sleep(3)
      yield chunk
    }
  }
  const store: Store = {
    ...disk,
    put: (key, bytes) => disk.put(key, Readable.from(slowly(bytes))),
  }
  const lazy = await startTestService(undefined, { store })
  await lazy.service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = lazy.service.app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/api/v2/admin/attachments`, {
    method: 'POST',
    headers: { ...FORM, authorization: `Bearer ${lazy.token}` },
    body: new Uint8Array(form(filePart(Buffer.alloc(5_000_000, 'x')))),
  })
  expect(answer.status).toBe(201)
})

test('a record whose response cannot be read keeps its file', async () => {
  const unread = await startTestService()
  const rename = (from: string, to: string) =>
    sql`alter table attachments rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(unread.db)
  await rename('updated_at', 'hidden')
  expect((await send(unread, form(filePart('kept')))).status).toBe(500)
  await rename('hidden', 'updated_at')
  const { url } = await unread.shown('/attachments')
  expect((await unread.get(url.replace(BASE_URL, '/'))).text).toBe('kept')
})

describe('when the file store fails', () => {
  test('an upload is 503, and reads still work', async () => {
    const lines: string[] = []
    const directory = await mkdtemp(join(tmpdir(), 'earshot-broken-'))
    onCleanup(() => rm(directory, { recursive: true }))
    const notADirectory = join(directory, 'files')
    await writeFile(notADirectory, '')
    const broken = await startTestService(lines, { store: diskStore(notADirectory) })
    const { status, headers, body } = await send(broken, form(filePart('x')))
    expect(status).toBe(503)
    expect(body).toMatchObject({
      error: 'unavailable',
      message: 'File storage is unavailable; retry later.',
    })
    expect(headers['retry-after']).toBe('1')
    expect(lines.join()).toContain('ENOTDIR')
    expect((await broken.get('/attachments')).body.attachments).toEqual([])
    const large = await send(broken, form(filePart(Buffer.alloc(5_000_000))))
    expect(large.status).toBe(503)
  })
})

test('the OpenAPI document describes a form with one file', async () => {
  const { body } = await at.get('/api/v2/openapi.json')
  const { requestBody } = body.paths['/api/v2/admin/attachments'].post
  expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data'])
  expect(requestBody.content['multipart/form-data'].schema).toMatchObject({
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' } },
  })
})
