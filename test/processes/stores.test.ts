// One test suite for every kind of store.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { startS3Server } from '../support/s3-server.ts'

const SOURCES = join(import.meta.dirname, '../../src')
const run = promisify(execFile)
const MEGABYTE = 1_000_000
const dataDir = mkdtempSync(join(tmpdir(), 'earshot-files-'))
afterAll(() => rm(dataDir, { recursive: true }))
const s3 = await startS3Server()

const disk = openStore(readConfig({ EARSHOT_DATA: dataDir }))
const bucket = openStore(readConfig({ EARSHOT_DATA: dataDir, FILES_URL: s3.url }))

const places: [string, Store, string][] = [
  ['a directory', disk, join(dataDir, 'files', '.unfinished')],
  ['a bucket', bucket, s3.uploads],
]

const aKey = () => randomBytes(32).toString('hex')
const stored = async (store: Store, bytes: Buffer | string, key = aKey()) => {
  await store.put(key, Readable.from([Buffer.from(bytes)]))
  return key
}
const bytesOf = async (store: Store, key: string, part?: { start: number; end: number }) => {
  const found = await store.read(key, part)
  return found && (await buffer(found))
}
const listed = async (store: Store) => {
  const files = []
  for await (const file of store.list()) files.push(file)
  return files
}

/** Produces bytes only on demand. */
function source(size: number, onPiece: (made: number) => void = () => {}): Readable {
  let made = 0
  return new Readable({
    read() {
      onPiece(made)
      const piece = Buffer.alloc(Math.min(65_536, size - made), made % 251)
      made += piece.length
      this.push(piece.length > 0 ? piece : null)
    },
  })
}

const bytesUnder = (directory: string): number =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

describe.each(places)('%s', (_, store, unfinished) => {
  test('stores a file, returns its size, and removes it', async () => {
    const bytes = randomBytes(200_000)
    const key = await stored(store, bytes)
    expect(bytes.equals((await bytesOf(store, key)) as Buffer)).toBe(true)
    expect(await store.size(key)).toBe(200_000)
    await store.remove(key)
    expect(await store.read(key)).toBeUndefined()
    expect(await store.size(key)).toBeUndefined()
    await store.remove(key)
  })

  test('stores an empty file and a derived one', async () => {
    const key = await stored(store, '')
    await stored(store, 'small', `${key}.webp`)
    expect(await store.size(key)).toBe(0)
    expect(await bytesOf(store, key)).toEqual(Buffer.alloc(0))
    expect(await bytesOf(store, `${key}.webp`)).toEqual(Buffer.from('small'))
  })

  test('replaces a file under the same key', async () => {
    const key = await stored(store, 'before')
    await stored(store, 'after', key)
    expect(String(await bytesOf(store, key))).toBe('after')
  })

  test.each([
    [0, 1, '01'],
    [2, 4, '234'],
    [9, 9, '9'],
    [5, 100, '56789'],
  ])('reads the bytes from %i to %i, both included', async (start, end, part) => {
    const key = await stored(store, '0123456789')
    expect(String(await bytesOf(store, key, { start, end }))).toBe(part)
  })

  test.each([5 * 1024 * 1024 - 1, 5 * 1024 * 1024, 5 * 1024 * 1024 + 1, 10 * 1024 * 1024])(
    'stores %i bytes unchanged',
    async (size) => {
      const key = aKey()
      await store.put(key, source(size))
      const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
      expect(hash((await bytesOf(store, key)) as Buffer)).toBe(hash(await buffer(source(size))))
      await store.remove(key)
    },
  )

  test('applies backpressure: of 20 MB at most two parts are in memory', async () => {
    const key = aKey()
    const ahead: number[] = []
    await store.put(
      key,
      source(20 * MEGABYTE, (made) => ahead.push(made - bytesUnder(unfinished))),
    )
    expect(await store.size(key)).toBe(20 * MEGABYTE)
    expect(ahead.length).toBeGreaterThan(300)
    expect(Math.max(...ahead)).toBeLessThan(11 * MEGABYTE)
    await store.remove(key)
  })

  test.each([1_000, 12 * MEGABYTE])(
    'stores nothing of a source that fails after %i bytes, and reports why',
    async (size) => {
      const key = aKey()
      const failing = source(20 * MEGABYTE, (made) => {
        if (made >= size) failing.destroy(new Error('the sender went away'))
      })
      await expect(store.put(key, failing)).rejects.toThrow('the sender went away')
      expect(await store.size(key)).toBeUndefined()
      expect(await readdir(unfinished)).toEqual([])
    },
  )

  test.each([0, 12 * MEGABYTE])(
    'stores nothing of a source that is aborted after %i bytes',
    async (size) => {
      const key = aKey()
      const abandoned = source(20 * MEGABYTE, (made) => {
        if (made >= size) abandoned.destroy()
      })
      await expect(store.put(key, abandoned)).rejects.toMatchObject({
        code: 'ERR_STREAM_PREMATURE_CLOSE',
      })
      expect(await store.size(key)).toBeUndefined()
      expect(await readdir(unfinished)).toEqual([])
    },
  )

  test('treats a destroyed source as aborted', async () => {
    const key = aKey()
    const gone = source(1_000)
    gone.destroy()
    await expect(store.put(key, gone)).rejects.toThrow()
    expect(await store.size(key)).toBeUndefined()
  })

  test('keeps the earlier file when its replacement fails', async () => {
    const key = await stored(store, 'before')
    const failing = source(20 * MEGABYTE, (made) => {
      if (made > 6 * MEGABYTE) failing.destroy(new Error('no more'))
    })
    await expect(store.put(key, failing)).rejects.toThrow('no more')
    expect(String(await bytesOf(store, key))).toBe('before')
  })

  test('lists every complete file with its size and time', async () => {
    const began = Date.now()
    const keys = [await stored(store, 'one'), await stored(store, 'three'), `${aKey()}.webp`]
    await stored(store, 'seven!!', keys[2])
    const files = new Map((await listed(store)).map((file) => [file.key, file]))
    expect(keys.map((key) => files.get(key)?.size)).toEqual([3, 5, 7])
    for (const key of keys) {
      const { modifiedAt } = files.get(key) ?? {}
      expect(Math.abs(Number(modifiedAt) - began)).toBeLessThan(20_000)
    }
  })

  test.each([
    '',
    '..',
    '../escape',
    '/etc/passwd',
    'ab',
    'a'.repeat(31),
    'a'.repeat(65),
    'A'.repeat(32),
    `${'a'.repeat(32)}/../../x`,
    `${'a'.repeat(32)}.`,
    `${'a'.repeat(32)}..`,
    `${'a'.repeat(32)}./x`,
    `${'a'.repeat(32)}.web p`,
    `${'a'.repeat(32)}\n`,
    `../${'a'.repeat(32)}`,
    `.unfinished/${'a'.repeat(32)}`,
    `${'a'.repeat(32)}\u0000`,
  ])('refuses the key %j', async (key) => {
    await expect(store.put(key, Readable.from(['x']))).rejects.toThrow('is not a file key')
    await expect(store.read(key)).rejects.toThrow('is not a file key')
    await expect(store.size(key)).rejects.toThrow('is not a file key')
    await expect(store.remove(key)).rejects.toThrow('is not a file key')
  })

  test('passes its check, which leaves nothing behind', async () => {
    const before = await listed(store)
    expect(await store.check()).toMatchObject({ ok: true })
    expect(await listed(store)).toEqual(before)
    expect(await readdir(unfinished)).toEqual([])
  })
})

describe('a directory', () => {
  test('is private to its owner', async () => {
    const key = await stored(disk, 'private')
    const modeOf = async (...path: string[]) =>
      ((await stat(join(dataDir, 'files', ...path))).mode & 0o777).toString(8)
    expect(await modeOf()).toBe('700')
    expect(await modeOf(key.slice(0, 2))).toBe('700')
    expect(await modeOf(key.slice(0, 2), key)).toBe('600')
  })

  test('sweeps old leftovers of interrupted uploads, and nothing else', async () => {
    const key = await stored(disk, 'whole')
    const unfinished = join(dataDir, 'files', '.unfinished')
    for (const [name, minutes] of [
      ['old', 90],
      ['older', 600],
      ['recent', 5],
    ] as const) {
      await writeFile(join(unfinished, name), 'part')
      const at = new Date(Date.now() - minutes * 60_000)
      await utimes(join(unfinished, name), at, at)
    }
    expect(await disk.sweepUnfinished(new Date(Date.now() - 3_600_000))).toBe(2)
    expect(await readdir(unfinished)).toEqual(['recent'])
    expect(await bytesOf(disk, key)).toEqual(Buffer.from('whole'))
    await rm(join(unfinished, 'recent'))
  })

  test('lists no foreign files', async () => {
    await writeFile(join(dataDir, 'files', 'README'), 'x')
    await mkdir(join(dataDir, 'files', 'ff'), { recursive: true })
    await writeFile(join(dataDir, 'files', 'ff', 'note.txt'), 'x')
    const keys = (await listed(disk)).map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((key) => !/^[0-9a-f]{64}/.test(key))).toEqual([])
  })

  test('that does not exist yet is empty', async () => {
    const fresh = openStore(readConfig({ EARSHOT_DATA: join(dataDir, 'fresh') }))
    expect(await listed(fresh)).toEqual([])
    expect(await fresh.sweepUnfinished(new Date())).toBe(0)
    expect(await fresh.size(aKey())).toBeUndefined()
  })

  test('reports its free space', async () => {
    const { text, freeBytes } = await disk.check()
    expect(text).toContain(join(dataDir, 'files'))
    expect(freeBytes).toBeGreaterThan(0)
  })

  test('that is not writable is unavailable and reports why', async () => {
    await writeFile(join(dataDir, 'taken'), 'a file where a directory should be')
    const broken = openStore(readConfig({ EARSHOT_DATA: join(dataDir, 'taken') }))
    await expect(broken.put(aKey(), source(10))).rejects.toMatchObject({
      kind: 'unavailable',
      cause: { code: 'ENOTDIR' },
    })
    expect(await broken.check()).toMatchObject({
      ok: false,
      text: expect.stringContaining('ENOTDIR'),
      freeBytes: null,
    })
  })

  test('that is full stores nothing of the file', async () => {
    const full = join(dataDir, 'full')
    const program = `
      import { diskStore } from ${JSON.stringify(join(SOURCES, 'store/disk.ts'))}
      import { Readable } from 'node:stream'
      const bytes = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(100_000)))
      const error = await diskStore(${JSON.stringify(full)}).put('${aKey()}', bytes).catch((e) => e)
      console.log(error.kind, error.cause.code, bytes.destroyed)`
    // A limit on the file size replaces a full disk.
    const limited = `ulimit -f 1000; exec "$0" --input-type=module -e "$1"`
    const { stdout } = await run('sh', ['-c', limited, process.execPath, program])
    expect(stdout).toBe('unavailable EFBIG true\n')
    expect(bytesUnder(full)).toBe(0)
  })
})

// Mounting a full file system needs root.
test.runIf(process.getuid?.() === 0)(
  'a full disk is named to the client and to the operator',
  async (context) => {
    const small = join(dataDir, 'small')
    await mkdir(small)
    const mount = run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', small])
    if (
      await mount.then(
        () => false,
        () => true,
      )
    )
      return context.skip()
    try {
      const store = openStore(readConfig({ EARSHOT_DATA: small }))
      const error = await store.put(aKey(), source(5 * MEGABYTE)).catch((thrown) => thrown)
      expect(error).toMatchObject({
        kind: 'unavailable',
        code: 'unavailable',
        message: "The server's disk is full. Retry after space was freed.",
        cause: { code: 'ENOSPC' },
      })
      expect(bytesUnder(small)).toBe(0)
    } finally {
      await run('umount', [small])
    }
  },
)

describe('a bucket', () => {
  const served = { contentType: 'image/png', disposition: 'inline; filename="a b.png"' }

  test('presigns a URL that anyone can read for a while, with the requested content type', async () => {
    const key = await stored(bucket, 'for everyone')
    const answer = await fetch((await bucket.presignUrl?.(key, served)) ?? '')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('for everyone')
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="a b.png"')
  })

  test('rejects a presigned URL that was changed', async () => {
    const [mine, other] = [await stored(bucket, 'mine'), await stored(bucket, 'not mine')]
    const address = (await bucket.presignUrl?.(mine, served)) ?? ''
    expect((await fetch(address.replace(mine, other))).status).toBe(403)
    expect(address).toContain('X-Amz-Expires=600')
  })

  test('stores everything below its prefix', async () => {
    const key = await stored(bucket, 'here')
    const address = (await bucket.presignUrl?.(key, served)) ?? ''
    expect(new URL(address).pathname).toBe(`/earshot-files/some/where/${key}`)
    const elsewhere = openStore(readConfig({ FILES_URL: s3.url.replace('some/where', 'other') }))
    expect(await listed(elsewhere)).toEqual([])
  })

  test('lists more than one page', async () => {
    const many = openStore(readConfig({ FILES_URL: s3.url.replace('some/where', 'many') }))
    const keys = Array.from({ length: 10 }, aKey)
    for (const key of keys) await stored(many, 'x', key)
    expect((await listed(many)).map(({ key }) => key).sort()).toEqual(keys.sort())
  })

  test('stores no part of a file whose last request was rejected', async () => {
    s3.refuse(({ method, url }) => method === 'POST' && /uploadId/.test(url ?? ''))
    const key = aKey()
    const refused = bucket.put(key, source(6 * MEGABYTE)).finally(() => s3.refuse(() => false))
    await expect(refused).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await readdir(s3.uploads)).toEqual([])
    expect(await bucket.size(key)).toBeUndefined()
  })

  test('sweeps old uploads that never ended', async () => {
    // Aborting fails, as when the process is killed.
    s3.refuse(({ method }) => method === 'DELETE')
    for (let i = 0; i < 5; i += 1) {
      const failing = source(9 * MEGABYTE, (made) => {
        if (made > 6 * MEGABYTE) failing.destroy(new Error('gone'))
      })
      await expect(bucket.put(aKey(), failing)).rejects.toThrow('gone')
    }
    s3.refuse(() => false)
    expect(await readdir(s3.uploads)).toHaveLength(5)
    expect(await bucket.sweepUnfinished(new Date(Date.now() - 3_600_000))).toBe(0)
    expect(await readdir(s3.uploads)).toHaveLength(5)
    expect(await bucket.sweepUnfinished(new Date(Date.now() + 1_000))).toBe(5)
    expect(await readdir(s3.uploads)).toEqual([])
  })

  test.each([
    [
      'a wrong secret',
      s3.url.replace(':S3RVER@', ':not%2Fit%2Bsecret@'),
      /the secret is wrong \(SignatureDoesNotMatch/,
    ],
    [
      'an unknown key',
      s3.url.replace('S3RVER:', 'NOBODY:'),
      /the server does not know the key \(InvalidAccessKeyId/,
    ],
    [
      'no such bucket',
      s3.url.replace('/earshot-files', '/elsewhere'),
      /it does not exist at http:\S+ \(NoSuchBucket/,
    ],
    [
      'no server',
      's3://KEY:s3cret@localhost:1/bucket?tls=false',
      /nothing listens at http:\/\/localhost:1 .*ECONNREFUSED/,
    ],
    [
      'an unknown host',
      's3://KEY:s3cret@nowhere.invalid/bucket',
      /the host name of https:\/\/nowhere\.invalid cannot be resolved/,
    ],
    [
      'a server without TLS',
      s3.url.replace('?tls=false', ''),
      /TLS to https:\S+ failed; .*tls=false/,
    ],
  ])('with %s names the cause and not the secret', async (_, url, reason) => {
    const broken = openStore(readConfig({ FILES_URL: url }))
    const { ok, text } = await broken.check()
    expect(ok).toBe(false)
    expect(text).toMatch(/^The bucket \S+ cannot be used: /)
    expect(text).toMatch(reason)
    const error = await broken.put(aKey(), source(10)).catch((thrown) => thrown)
    expect(error).toMatchObject({
      kind: 'unavailable',
      message: 'File storage is unavailable; retry later.',
    })
    expect(String(error.cause)).toMatch(reason)
    await expect(broken.read(aKey())).rejects.toMatchObject({ kind: 'unavailable' })
    for (const shown of [text, error.stack, error.cause.stack, JSON.stringify(error)])
      expect(shown).not.toMatch(/not.{1,3}it.{1,3}secret|s3cret/)
  })

  test.each([
    [403, 'AccessDenied', /access denied; the key must be allowed to read, write, list and delete/],
    [400, 'AuthorizationHeaderMalformed', /it is not in the region us-east-1; set region=/],
    [507, 'XMinioStorageFull', /the disk of its server is full/],
  ])('whose server answers %i %s names the cause', async (status, code, reason) => {
    const server = createServer((request, response) => {
      request.resume()
      const body = `<Error><Code>${code}</Code><Message>No.</Message></Error>`
      response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const url = `s3://KEY:s3cret@127.0.0.1:${port}/bucket?tls=false`
    const { ok, text } = await openStore(readConfig({ FILES_URL: url })).check()
    server.closeAllConnections()
    server.close()
    expect(ok).toBe(false)
    expect(text).toMatch(reason)
  })
})
