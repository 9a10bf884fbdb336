// Downloads of uploaded files and thumbnails, and the file sweep.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { get as httpGet } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { sweepFiles, sweepLeftovers } from '../../src/jobs/files.ts'
import { startService } from '../../src/service.ts'
import { diskStore } from '../../src/store/disk.ts'
import { openStore } from '../../src/store/open-store.ts'
import { onCleanup } from '../support/cleanup.ts'
import { commandOn } from '../support/command.ts'
import { aForum, aSuggestion } from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { startS3Server } from '../support/s3-server.ts'
import { BASE_URL, type Shown, startTestService, type TestService } from '../support/service.ts'
import { storedKeys, uploaded } from '../support/uploads.ts'

let at: TestService
let png: Buffer
const log: string[] = []

beforeAll(async () => {
  at = await startTestService(log)
  png = await picture(400, 300).png().toBuffer()
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0ffee' } })
const pathOf = (address: string) => address.replace(BASE_URL, '/')
const keyOf = ({ url }: Shown) => new URL(url).pathname.split('/').at(-1) as string
const read = (record: Shown, headers: Record<string, string> = {}, method = 'GET') =>
  at.call(method, pathOf(record.url), { headers, token: null })
/** At most two days, because the address ends. */
const SIGNED_CACHING = /^private, max-age=(8[6-9]|9\d|1[0-6]\d|17[0-2])\d{3}$/
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const allThumbnails = (files: TestService = at) => runJobs(files)
const allSwept = async () => {
  await sweepFiles(at)
  await runJobs(at)
}
/** Slightly more than 7 days later. */
const age = (id: number) =>
  sql`update attachments set updated_at = now() - interval '7 days 1 second' where id = ${id}`.execute(
    at.db,
  )

describe('a file', () => {
  const TEXT = 'one two three\n'.repeat(100)
  let file: Shown
  let etag: string
  beforeAll(async () => {
    file = await uploaded(at, TEXT, 'Größe \\"1\\".txt')
    etag = `"${keyOf(file)}"`
  })

  test('is served without a token, with its name and with headers that disable scripts', async () => {
    const { status, headers, text } = await read(file)
    expect(status).toBe(200)
    expect(text).toBe(TEXT)
    expect(headers).toMatchObject({
      'content-length': String(TEXT.length),
      'content-type': expect.stringMatching(/^text\/plain/),
      'content-disposition': `attachment; filename="Gr__e _1_.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.txt`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': expect.stringMatching(SIGNED_CACHING),
      'accept-ranges': 'bytes',
      etag,
      'last-modified': expect.stringMatching(/ GMT$/),
    })
    expect(Date.parse(headers['last-modified'] as string)).toBe(Date.parse(file.created_at))
  })

  test('responds to HEAD with the same headers and no body', async () => {
    const whole = await read(file)
    const { status, headers, text } = await read(file, {}, 'HEAD')
    expect(status).toBe(200)
    expect(text).toBe('')
    const same = ['content-length', 'content-type', 'content-disposition', 'etag', 'last-modified']
    for (const name of same) expect(headers[name], name).toBe(whole.headers[name])
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=1390-', 1390, 1399],
    ['bytes=-5', 1395, 1399],
    ['bytes=1390-9999', 1390, 1399],
    ['bytes=-9999', 0, 1399],
    ['bytes = 3 - 4', 3, 4],
  ])('serves Range: %s', async (range, start, end) => {
    const { status, headers, text } = await read(file, { range })
    expect(status).toBe(206)
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/1400`)
    expect(headers['content-length']).toBe(String(end - start + 1))
    expect(text).toBe(TEXT.slice(start, end + 1))
  })

  test.each(['bytes=1400-', 'bytes=5000-6000', 'bytes=-0'])(
    'answers Range: %s with 416 and its length',
    async (range) => {
      const { status, headers, body } = await read(file, { range })
      expect(status).toBe(416)
      expect(headers['content-range']).toBe('bytes */1400')
      expect(headers['cache-control']).toBe('no-store')
      expect(body.error).toBe('range')
    },
  )

  test.each(['bytes=0-1,5-6', 'lines=1-2', 'bytes=', 'bytes=-', 'bytes=9-3', 'bytes=a-b'])(
    'responds to the unsupported Range: %s with the whole file',
    async (range) => {
      const { status, text } = await read(file, { range })
      expect(status).toBe(200)
      expect(text).toHaveLength(1400)
    },
  )

  test('is 304 for a client that has it', async () => {
    const modified = (await read(file)).headers['last-modified'] as string
    const earlier = new Date(Date.parse(modified) - 1000).toUTCString()
    const status = async (headers: Record<string, string>) => (await read(file, headers)).status
    expect(await status({ 'if-none-match': etag })).toBe(304)
    expect(await status({ 'if-none-match': `"x", W/${etag}` })).toBe(304)
    expect(await status({ 'if-none-match': '*' })).toBe(304)
    expect(await status({ 'if-none-match': '"x"' })).toBe(200)
    expect(await status({ 'if-modified-since': modified })).toBe(304)
    expect(await status({ 'if-modified-since': earlier })).toBe(200)
    expect(await status({ 'if-modified-since': 'nonsense' })).toBe(200)
    expect(await status({ 'if-none-match': '"x"', 'if-modified-since': modified })).toBe(200)
    const { text, headers } = await read(file, { 'if-none-match': etag })
    expect(text).toBe('')
    expect(headers.etag).toBe(etag)
  })

  test('serves a range only for the version in If-Range', async () => {
    const modified = (await read(file)).headers['last-modified'] as string
    const range = 'bytes=0-9'
    const status = async (ifRange: string) =>
      (await read(file, { range, 'if-range': ifRange })).status
    expect(await status(etag)).toBe(206)
    expect(await status(modified)).toBe(206)
    expect(await status(`W/${etag}`)).toBe(200)
    expect(await status('"another"')).toBe(200)
    expect(await status('Mon, 05 Jan 2026 00:00:00 GMT')).toBe(200)
  })

  test('of 0 bytes is served, and has no valid range', async () => {
    const empty = await uploaded(at, '', 'empty.txt')
    const { status, headers, text } = await read(empty)
    expect([status, headers['content-length'], text]).toEqual([200, '0', ''])
    expect((await read(empty, { range: 'bytes=0-' })).status).toBe(416)
    expect((await read(empty, { range: 'bytes=-1' })).status).toBe(416)
  })

  test.each(['x', '..%2f..%2fetc%2fpasswd', '%00', '0'.repeat(40), `${'a'.repeat(32)}.webp`])(
    'is 404 under %s',
    async (key) => {
      expect((await at.get(`//files/${key}`)).status).toBe(404)
      expect((await at.get(`//files/${key}/thumbnail`)).status).toBe(404)
    },
  )

  test('missing from the store is 404 and logged as an error', async () => {
    const lost = await uploaded(at, 'lost')
    await at.store.remove(keyOf(lost))
    log.length = 0
    expect((await read(lost)).status).toBe(404)
    expect((await read(lost, {}, 'HEAD')).status).toBe(404)
    const faults = log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
    expect(faults).toMatchObject([{ attachment: lost.id }, { attachment: lost.id }])
    expect(log.join()).not.toContain(keyOf(lost))
  })

  test('that the disk cannot read is 503, and the log has the reason without the path', async () => {
    const root = await mkdtemp(join(tmpdir(), 'earshot-broken-'))
    const lines: string[] = []
    const own = await startTestService(lines, { store: diskStore(root) })
    const record = await uploaded(own, 'kept')
    const key = keyOf(record)
    const path = join(root, key.slice(0, 2), key)
    await rm(path)
    await symlink(path, path)
    const { status } = await own.call('GET', pathOf(record.url), { token: null })
    await rm(root, { recursive: true })
    expect(status).toBe(503)
    const [fault] = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
    expect(fault.err.cause).toMatchObject({ code: 'ELOOP', syscall: 'open' })
    expect(JSON.stringify(fault)).not.toContain(key)
  })

  test.each([
    ['png', 'inline'],
    ['jpeg', 'inline'],
    ['gif', 'inline'],
    ['webp', 'inline'],
    ['avif', 'inline'],
    ['tiff', 'attachment'],
  ] as const)('that is a real %s is served with disposition %s', async (kind, disposition) => {
    const bytes = await picture(30, 20).toFormat(kind).toBuffer()
    const { headers } = await read(await uploaded(at, bytes, 'picture'))
    expect(headers['content-type']).toBe(`image/${kind}`)
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition};`))
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg'],
    ['an HTML page', '<!doctype html><p>', 'a.html'],
    ['XML', '<?xml version="1.0"?><a/>', 'a.xml'],
    ['a PDF', '%PDF-1.7\n', 'a.pdf'],
  ])('that is %s is never served inline', async (_, bytes, name) => {
    const { headers } = await read(await uploaded(at, bytes, name, 'image/png'))
    expect(headers['content-disposition']).toMatch(/^attachment;/)
  })

  test('is served byte by byte on a real socket with keep-alive', async () => {
    const bytes = randomBytes(3_000_000)
    const large = await uploaded(at, bytes)
    if (!at.service.app.server.listening)
      await at.service.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = at.service.app.server.address() as AddressInfo
    const got = await new Promise<Buffer>((resolve, reject) => {
      httpGet(
        { port, path: pathOf(large.url).slice(1), headers: { range: 'bytes=1000000-1999999' } },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk) => chunks.push(chunk))
          answer.on('end', () => resolve(Buffer.concat(chunks)))
        },
      ).on('error', reject)
    })
    expect(got.equals(bytes.subarray(1_000_000, 2_000_000))).toBe(true)
  })
})

describe('a thumbnail', () => {
  const thumbnail = async (record: Shown) => {
    const answer = await at.service.app.inject(pathOf(record.thumb_url).slice(1))
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }
  const state = async ({ id }: Shown) =>
    (
      await sql<{ thumbnail: string }>`
        select thumbnail from attachments where id = ${id}`.execute(at.db)
    ).rows[0]?.thumbnail

  test('is an icon with a short cache time first, then a small image', async () => {
    const record = await uploaded(at, png, 'picture.png')
    expect(await state(record)).toBe('pending')
    const first = await thumbnail(record)
    expect(first.status).toBe(200)
    expect(first.headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect(first.headers['cache-control']).toBe('private, max-age=2')
    expect(first.headers['content-security-policy']).toContain('sandbox')

    await allThumbnails()
    expect(await state(record)).toBe('made')
    const made = await thumbnail(record)
    expect(made.headers['content-type']).toBe('image/webp')
    expect(made.headers['cache-control']).toMatch(SIGNED_CACHING)
    const again = await at.get(pathOf(record.thumb_url), {
      headers: { 'if-none-match': made.headers.etag as string },
    })
    expect(again.status).toBe(304)
    const { width, height, format } = await sharp(made.bytes).metadata()
    expect({ width, height, format }).toEqual({ width: 240, height: 180, format: 'webp' })
    expect((await at.shown(`/attachments/${record.id}`)).updated_at).toBe(record.updated_at)
  })

  test.each(['jpeg', 'gif', 'webp', 'avif', 'tiff'] as const)(
    'is created from %s',
    async (kind) => {
      const record = await uploaded(at, await picture(300, 300).toFormat(kind).toBuffer(), 'x')
      await allThumbnails()
      expect((await sharp((await thumbnail(record)).bytes).metadata()).format).toBe('webp')
    },
  )

  test.each([
    ['of a truncated image', () => png.subarray(0, 60)],
    ['of 50,000 × 50,000 pixels', () => hugeHeader(png)],
  ])('%s stays an icon', async (_, bytes) => {
    const record = await uploaded(at, bytes(), 'broken.png')
    await allThumbnails()
    expect(await state(record)).toBe('none')
    const { status, headers } = await thumbnail(record)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect(headers['cache-control']).toBe('private, max-age=86400')
  })

  test('of 100,000 frames decodes only one', async () => {
    const record = await uploaded(at, manyFrames(100_000), 'many.gif')
    const began = performance.now()
    await allThumbnails()
    expect(performance.now() - began).toBeLessThan(15_000)
    expect((await thumbnail(record)).status).toBe(200)
  })

  test('of a file that is not an image is an icon, and no job runs', async () => {
    const record = await uploaded(at, 'words', 'words.txt')
    expect(await state(record)).toBe('none')
    expect((await thumbnail(record)).headers['content-type']).toMatch(/^image\/svg\+xml/)
  })

  test('is created soon after the upload by a service that runs jobs', async () => {
    const service = await startService(at.connection, BASE_URL, pino({ level: 'silent' }), {
      hasJobs: true,
      store: at.store,
    })
    const record = await uploaded(at, png, 'picture.png')
    await expect.poll(() => state(record)).toBe('made')
    await at.delete(`/attachments/${record.id}`)
    const left = async () =>
      (await storedKeys(at.store)).filter((key) => key.startsWith(keyOf(record)))
    await expect.poll(left).toEqual([])
    await service.close()
  })
})

describe('in a bucket', () => {
  let proxied: TestService
  let presigned: TestService
  beforeAll(async () => {
    const { url } = await startS3Server()
    const store = openStore(readConfig({ FILES_URL: url }))
    proxied = await startTestService(undefined, { store })
    presigned = await startTestService(undefined, { store, downloads: 'presigned' })
  })

  test('files are uploaded, read, read in ranges, thumbnailed and deleted like on disk', async () => {
    const record = await uploaded(proxied, png, 'picture.png')
    const answer = await proxied.service.app.inject(pathOf(record.url).slice(1))
    expect(sha256(answer.rawPayload)).toBe(sha256(png))
    const part = await proxied.get(pathOf(record.url), { headers: { range: 'bytes=1-3' } })
    expect([part.status, part.text]).toEqual([206, 'PNG'])
    await allThumbnails(proxied)
    const { headers } = await proxied.get(pathOf(record.thumb_url))
    expect(headers['content-type']).toBe('image/webp')
    await proxied.delete(`/attachments/${record.id}`)
    await runJobs(proxied)
    expect(
      (await storedKeys(proxied.store)).filter((key) => key.startsWith(keyOf(record))),
    ).toEqual([])
  })

  test('a download can redirect to the bucket, with the same name and type', async () => {
    const record = await uploaded(presigned, 'some words', 'naïve.txt')
    const { status, headers } = await presigned.get(pathOf(record.url), { token: null })
    expect(status).toBe(302)
    expect(headers['cache-control']).toBe('no-store')
    // stores.test.ts opens the URL itself; the test server cannot verify a signature over these characters.
    const { pathname, searchParams } = new URL(headers.location as string)
    expect(pathname.endsWith(keyOf(record))).toBe(true)
    expect(searchParams.get('response-content-type')).toMatch(/^text\/plain/)
    expect(searchParams.get('response-content-disposition')).toBe(
      `attachment; filename="na_ve.txt"; filename*=UTF-8''na%C3%AFve.txt`,
    )
    expect((await presigned.get(pathOf(record.thumb_url))).status).toBe(200)
  })
})

describe('the sweep', () => {
  const isStored = async (record: Shown) => (await at.store.size(keyOf(record))) !== undefined

  test('removes the file and thumbnail of a deleted record, however it was deleted', async () => {
    const [one, other] = [await uploaded(at, png, 'a.png'), await uploaded(at, png, 'b.png')]
    await allThumbnails()
    expect(await storedKeys(at.store)).toContain(`${keyOf(one)}.webp`)
    await at.delete(`/attachments/${one.id}`)
    await sql`delete from attachments where id = ${other.id}`.execute(at.db)
    expect(await isStored(one)).toBe(true)
    await allSwept()
    const left = await storedKeys(at.store)
    for (const record of [one, other])
      expect(left.filter((key) => key.startsWith(keyOf(record)))).toEqual([])
    expect((await sql`select from removed_files`.execute(at.db)).rows).toEqual([])
  })

  test('removes uploads that are unlinked for 7 days, and no others', async () => {
    const suggestion = await aSuggestion(at.db, await aForum(at.db, 'Mobile'), 'Dark mode')
    const [old, linked, noted, young] = (await Promise.all(
      ['old', 'linked', 'noted', 'young'].map((text) => uploaded(at, text)),
    )) as [Shown, Shown, Shown, Shown]
    await at.put(`/suggestions/${suggestion}`, { attachment_tokens: linked.token })
    const note = await at.made('/notes', {
      body: 'See',
      attachment_tokens: noted.token,
      links: { suggestion },
    })
    for (const { id } of [old, linked, noted]) await age(id)
    await allSwept()
    const left = async () => {
      const all = [old, linked, noted, young]
      const stored = await Promise.all(all.map(isStored))
      const known = await Promise.all(all.map(({ id }) => at.get(`/attachments/${id}`)))
      expect(known.map(({ status }) => status === 200)).toEqual(stored)
      return stored
    }
    expect(await left()).toEqual([false, true, true, true])

    // The files of a deleted note can be linked again for 7 days; a deleted suggestion can be restored.
    await at.delete(`/notes/${note.id}`)
    await at.put(`/suggestions/${suggestion}/delete`, {})
    await allSwept()
    expect(await left()).toEqual([false, true, true, true])
    await age(noted.id)
    await allSwept()
    expect(await left()).toEqual([false, true, false, true])
  })

  test('removes old files without a record, and scans once an hour', async () => {
    const known = await uploaded(at, 'known')
    const { rows } = await sql<{ key_suffix: string }>`select key_suffix from file_store`.execute(
      at.db,
    )
    const orphan = `${'a'.repeat(32)}${rows[0]?.key_suffix}`
    const foreign = `${'b'.repeat(32)}00000000`
    for (const key of [orphan, `${orphan}.webp`, foreign])
      await at.store.put(key, Readable.from(['x']))
    const anHourAgo = new Date(Date.now() - 3_600_000)
    expect(await sweepLeftovers(at, anHourAgo)).toEqual({ files: 0, unfinished: 0 })
    const inAMinute = new Date(Date.now() + 60_000)
    expect(await sweepLeftovers(at, inAMinute)).toEqual({ files: 2, unfinished: 0 })
    const left = await storedKeys(at.store)
    expect(left).not.toContain(orphan)
    expect(left).not.toContain(`${orphan}.webp`)
    expect(left).toContain(keyOf(known))
    // A file of another database that uses the same store.
    expect(left).toContain(foreign)
    await at.store.remove(foreign)
  })
})

describe('earshot files check', () => {
  test('reports differences, and removes files without a record', async () => {
    const data = await mkdtemp(join(tmpdir(), 'earshot-check-'))
    onCleanup(() => rm(data, { recursive: true }))
    const store = diskStore(`${data}/files`)
    const own = await startTestService(undefined, { store })
    const earshot = commandOn(own.connection, { EARSHOT_DATA: data })
    const [fine, lost, cut, changed] = (await Promise.all(
      ['fine', 'lost', 'cut', 'changed'].map((text) => uploaded(own, text)),
    )) as [Shown, Shown, Shown, Shown]
    // As an earlier build stored them.
    for (const { id, text } of [
      { id: fine.id, text: 'fine' },
      { id: cut.id, text: 'cut' },
    ])
      await sql`update attachments set crc32 = null, sha256 = ${sha256(text)} where id = ${id}`.execute(
        own.db,
      )
    const check = async (...args: string[]) => {
      const { code, stdout } = await earshot('files', 'check', '--json', ...args)
      return { code, report: JSON.parse(stdout) }
    }
    expect(await check('--hash')).toEqual({
      code: 0,
      report: {
        records: 4,
        missing: [],
        wrong_size: [],
        wrong_hash: [],
        without_record: [],
        swept: 0,
      },
    })
    await store.remove(keyOf(lost))
    await store.put(keyOf(cut), Readable.from(['c']))
    await store.put(keyOf(changed), Readable.from(['CHANGED']))
    const orphan = `${'a'.repeat(32)}${keyOf(fine).slice(32)}`
    await store.put(orphan, Readable.from(['x']))
    const named = (record: Shown) => [`${record.id} ${keyOf(record)}`]
    expect(await check()).toMatchObject({
      code: 1,
      report: { missing: named(lost), wrong_size: named(cut), wrong_hash: [], without_record: [] },
    })
    const hashed = await check('--hash', '--older-than', '0', '--sweep')
    expect(hashed.report).toMatchObject({
      wrong_hash: named(changed),
      without_record: [orphan],
      swept: 1,
    })
    expect(await store.size(orphan)).toBeUndefined()
    await store.put(keyOf(fine), Readable.from(['FINE']))
    expect((await check('--hash')).report.wrong_hash.sort()).toEqual(
      [named(fine), named(changed)].flat().sort(),
    )
    const { stdout } = await earshot('files', 'check')
    expect(stdout).toContain(`attachment without its file: ${named(lost)}`)
    expect((await earshot('files', 'tidy')).code).toBe(2)

    const doctor = JSON.parse((await earshot('doctor', '--json')).stdout)
    expect(doctor.find(({ name }: { name: string }) => name === 'files')).toMatchObject({
      ok: true,
      text: expect.stringMatching(/^Files are in .*files\.$/),
    })
  })
})

/** A PNG whose header claims a huge size, without any pixels. */
function hugeHeader(small: Buffer): Buffer {
  const bytes = Buffer.from(small)
  bytes.writeUInt32BE(50_000, 16)
  bytes.writeUInt32BE(50_000, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

/** A GIF that repeats one pixel. */
function manyFrames(count: number): Buffer {
  const head = Buffer.from('474946383961010001008000000000 00ffffff'.replaceAll(' ', ''), 'hex')
  const frame = Buffer.from(
    '21f90400010000002c00000000010001000002024401 00'.replaceAll(' ', ''),
    'hex',
  )
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame), Buffer.from(';')])
}
