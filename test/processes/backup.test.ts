// Backup and restore.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import {
  copyFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { packArchive, verifyArchive } from '../../src/backup/archive.ts'
import { dumpBackup } from '../../src/backup/dump.ts'
import { createEncrypter, decrypt } from '../../src/backup/encryption.ts'
import type { Entry } from '../../src/backup/tar.ts'
import { migrate } from '../../src/db/migrate.ts'
import { allMigrations } from '../../src/db/migrations.ts'
import { writeFileAtomically } from '../../src/files/atomic-file.ts'
import { tasks } from '../../src/jobs/tasks.ts'
import { allResources } from '../../src/resources/index.ts'
import { type Service, startService } from '../../src/service.ts'
import { diskStore } from '../../src/store/disk.ts'
import type { Store } from '../../src/store/store.ts'
import { commandOn, startCommand } from '../support/command.ts'
import { fillEmptyTables, fillTables } from '../support/factories.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { BASE_URL, type Shown, startTestService, type TestService } from '../support/service.ts'
import { inDatabase, TEMPLATE } from '../support/template-database.ts'
import { storedKeys, uploaded } from '../support/uploads.ts'

const server: pg.ClientConfig = JSON.parse(inject('connection'))
const SILENT = pino({ level: 'silent' })
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let root: string
let at: TestService
let file: string
let attachment: Shown

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'earshot-backup-'))
  at = await startTestService(undefined, { store: diskStore(join(root, 'data', 'files')) })
  const demo = await earshot()('demo', '--suggestions', '150', '--users', '40', '--accounts', '8')
  if (demo.code !== 0) throw new Error(demo.stderr)
  attachment = await uploaded(at, PNG, 'dot.png')
  const { id: suggestion } = await at.shown('/suggestions?per_page=1')
  await at.put(`/suggestions/${suggestion}`, { attachment_tokens: attachment.token })
  await at.put(`/suggestions/${suggestion}`, {
    title: 'Tabs\tnew\nlines, back\\slashes and \\N are text',
  })
  const filters = { column: 'user.name', operator: 'is_set' }
  await at.made('/segments', { name: 'With a name', filters })
  file = join(root, 'whole.tar.gz')
  const made = await earshot()('backup', file, '--json')
  if (made.code !== 0) throw new Error(made.stderr)
})
afterAll(() => rm(root, { recursive: true }))

/** Runs commands on the database of the service, or on another database with its own files. */
const earshot = (connection = at.connection, data = 'data') =>
  commandOn(connection, { EARSHOT_DATA: join(root, data) })

/** What a command printed is shown where it fails. */
const SUCCESS = { code: 0, stderr: expect.any(String) }

const databases: string[] = []
afterAll(async () => {
  for (const name of databases) await administer(`drop database ${name} with (force)`)
})

/** A database without a schema, and the directory of its files. */
const emptyDatabase = () => newDatabase('')

/** One with the newest schema, in which nothing was set up. A restore fills it as it is, and need not make the schema, which takes seconds. */
const unusedDatabase = () => newDatabase(`template ${TEMPLATE} strategy file_copy`)

async function newDatabase(
  options: string,
): Promise<{ connection: pg.ClientConfig; data: string }> {
  const name = `earshot_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} ${options}`)
  databases.push(name)
  return { connection: inDatabase(server, name), data: name }
}

async function administer(statement: string): Promise<void> {
  await query(server, statement)
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any statement
async function query(connection: pg.ClientConfig, statement: string): Promise<any[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const SCHEMA = `
  select string_agg(line, E'\n' order by line) as text from (
    select pg_get_indexdef(indexrelid) as line from pg_index where indrelid::regclass::text !~ '^pg_'
    union all select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
  ) lines`

async function withService<T>(
  connection: pg.ClientConfig,
  data: string,
  use: (service: Service, store: Store) => Promise<T>,
): Promise<T> {
  const store = diskStore(join(root, data, 'files'))
  const service = await startService(connection, BASE_URL, SILENT, { store })
  try {
    return await use(service, store)
  } finally {
    await service.close()
  }
}

const get = async (service: Service, url: string) => {
  const headers = { authorization: `Bearer ${at.token}` }
  const answer = await service.app.inject({ method: 'GET', url, headers })
  expect(answer.statusCode, `${url}: ${answer.body.slice(0, 200)}`).toBe(200)
  return answer
}

/** Every record of every collection, as the API returns it. */
async function everything(service: Service): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const { name } of allResources) {
    const records: unknown[] = []
    for (let next: string | undefined = `?per_page=100&sort=id`; next !== undefined; ) {
      const { body } = await get(service, `/api/v2/admin/${name}${next}`)
      const page = JSON.parse(body)
      records.push(...page[name])
      next = page.pagination.cursor && `?per_page=100&cursor=${page.pagination.cursor}`
    }
    all[name] = (records as { action?: string; last_used_at?: string }[])
      .filter(({ action = '' }) => !/^backup_/.test(action))
      // Reading is a use.
      .map(({ last_used_at: _, ...record }) => record)
  }
  return all
}

/** Every row of every table as text, without the state of the schema, the file store, events and processes, which are the target's own. */
async function everyRow(connection: pg.ClientConfig): Promise<Record<string, string[]>> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows: tables } = await client.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not in ('migrations', 'installed_functions', 'file_store', 'events', 'event_history', 'event_consumers', 'processes')
     order by relname`,
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables)
    rows[name] = (await client.query(`select t::text as row from ${name} t order by 1`)).rows
      .map(({ row }) => row)
      .filter((row) => !/,backup_(created|restored),|^\(\d+,sessions,\d+\)$/.test(row))
  await client.end()
  // A restore ends them.
  const ENDED = [
    'sessions',
    'end_user_sessions',
    'one_time_codes',
    'email_sign_ins',
    'authorization_codes',
  ]
  for (const name of ENDED) delete rows[name]
  return rows
}

describe('a backup', () => {
  test('contains every row of every table, and ends with a count and the path on standard error', async () => {
    const full = await startTestService()
    await fillTables(full.db, { rows: 30 })
    await fillEmptyTables(full.db)
    const archive = join(root, `${randomBytes(6).toString('hex')}.tar.gz`)
    const made = await earshot(full.connection)('backup', archive)
    expect([made.code, made.stdout]).toEqual([0, ''])
    expect(made.stderr).toMatch(/\nBacked up [\d,]+ rows and \d+ files? to .*\.tar\.gz \(.*\)\n$/)
    const { connection, data } = await unusedDatabase()
    const before = await everyRow(full.connection)
    expect(await earshot(connection, data)('restore', archive)).toMatchObject(SUCCESS)
    const restored = await everyRow(connection)
    expect(Object.keys(restored)).toEqual(Object.keys(before))
    for (const [table, rows] of Object.entries(before)) expect(restored[table], table).toEqual(rows)
    const empty = Object.keys(before).filter((table) => before[table]?.length === 0)
    expect(empty).toEqual([])
  })

  test('restored into an empty database by its owner, who is no superuser, gives the same account, with new ids and its own key suffix', async () => {
    const { connection, data } = await emptyDatabase()
    const owner = `owner_${randomBytes(4).toString('hex')}`
    await administer(`create role ${owner} login password '${owner}'`)
    await administer(`alter database ${data} owner to ${owner}`)
    const asOwner = { ...connection, user: owner, password: owner }
    const restored = await earshot(asOwner, data)('restore', file, '--json')
    expect(restored.stderr).not.toMatch(/error/i)
    expect(restored.code).toBe(0)
    expect(JSON.parse(restored.stdout)).toMatchObject({ file, files: 1 })
    expect(await query(connection, SCHEMA)).toEqual(await query(at.connection, SCHEMA))
    const before = await everything(at.service)
    await withService(connection, data, async (service) => {
      expect(before.suggestions?.length).toBe(150)
      expect(before.attachments?.length).toBe(1)
      expect(await everything(service)).toEqual(before)
      expect(await findWrongFigures(service.database.db)).toEqual([])
      const { rawPayload } = await get(service, attachment.url.slice(BASE_URL.length))
      expect(rawPayload.equals(PNG)).toBe(true)

      // New records have higher ids than the old ones.
      const last = await at.shown('/suggestions?sort=-id&per_page=1')
      const made = await service.app.inject({
        method: 'POST',
        url: '/api/v2/admin/suggestions',
        headers: { authorization: `Bearer ${at.token}` },
        payload: { title: 'After', links: { forum: last.links.forum } },
      })
      expect(made.statusCode).toBe(201)
      expect(made.json().suggestions[0].id).toBeGreaterThan(last.id)
      expect(await findWrongFigures(service.database.db)).toEqual([])
    })
    const suffix = 'select key_suffix from file_store'
    expect(await query(connection, suffix)).not.toEqual(await query(at.connection, suffix))
    await administer(`alter database ${data} owner to current_user`)
    await query(connection, `reassign owned by ${owner} to current_user`)
    await administer(`drop role ${owner}`)
  })

  test('is readable by its owner only, and a tar file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const { stdout } = await promisify(execFile)('tar', ['-tzf', file])
    const names = stdout.trim().split('\n')
    expect(names).toContain('database/suggestions/000000.copy')
    expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(1)
    expect(names.slice(-2)).toEqual(['manifest.json', 'sha256'])
  })

  test('made while others write is one consistent snapshot', async () => {
    const busy = join(root, 'busy.tar.gz')
    const suggestions = (await at.get('/suggestions?per_page=20')).body.suggestions
    let isDone = false
    let writes = 0
    const writer = async (who: number) => {
      while (!isDone) {
        const { id, links } = suggestions[writes % suggestions.length]
        const user_email = `writer-${who}-${writes}@example.test`
        await at.made('/supporters', { user_email, links: { suggestion: id } })
        await at.made('/suggestions', { title: `During ${writes}`, links: { forum: links.forum } })
        writes += 1
      }
    }
    const writers = [writer(1), writer(2), writer(3)]
    await expect.poll(() => writes).toBeGreaterThan(3)
    const made = await earshot()('backup', busy)
    isDone = true
    await Promise.all(writers)
    expect(made.code).toBe(0)
    const { connection, data } = await unusedDatabase()
    await earshot(connection, data)('restore', busy)
    await withService(connection, data, async (service) => {
      expect(await findWrongFigures(service.database.db)).toEqual([])
      const { pagination } = (await get(service, '/api/v2/admin/suggestions')).json()
      expect(pagination.total_records).toBeGreaterThanOrEqual(150)
      expect(pagination.total_records).toBeLessThanOrEqual(150 + writes)
    })
  })

  test('knows the number of rows when the server says it late', async () => {
    const proxy = await startFaultProxy(at.connection)
    onTestFinished(() => proxy.close())
    await proxy.set({ lateText: 'COPY ' })
    const client = new pg.Client(proxy.connection)
    await client.connect()
    let tables: { name: string; rows: number }[] = []
    const entries = dumpBackup(
      client,
      null,
      () => {},
      (manifest) => {
        tables = manifest.tables
      },
    )
    for await (const _ of entries);
    await client.end()
    const counts = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
    const [there] = await query(
      at.connection,
      `select (select count(*) from suggestions)::int as suggestions,
         (select count(*) from supporters)::int as supporters`,
    )
    expect(there.suggestions).toBeGreaterThanOrEqual(150)
    expect(counts).toMatchObject(there)
  })

  test('records the time of its snapshot, not of its end', async () => {
    let since: Date | undefined
    async function* interrupted(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
      for await (const entry of entries) {
        yield entry
        since ??= (await query(at.connection, 'select now()'))[0].now
      }
    }
    const client = new pg.Client(at.connection)
    await client.connect()
    let made = ''
    const entries = dumpBackup(
      client,
      null,
      () => {},
      ({ made_at }) => {
        made = made_at
      },
    )
    await writeFileAtomically(join(root, 'moment.tar.gz'), packArchive(interrupted(entries)))
    await client.end()
    expect(made).toMatch(/^\d{4}-.*Z$/)
    expect(Date.parse(made)).toBeLessThanOrEqual(since?.getTime() as number)
  })

  test('of an older schema is migrated to the newest', async () => {
    const old = await emptyDatabase()
    const all = allMigrations
    await migrate(old.connection, { only: all.slice(0, -1) })
    const older = join(root, 'older.tar.gz')
    expect(await earshot(old.connection, old.data)('backup', older)).toMatchObject(SUCCESS)
    const { connection, data } = await emptyDatabase()
    expect(await earshot(connection, data)('restore', older)).toMatchObject(SUCCESS)
    const applied = await query(connection, 'select name from migrations order by name')
    expect(applied.map(({ name }) => name)).toEqual(all)
    const refused = await earshot(connection, data)('restore', older)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('newer schema') })
  })

  test('leaves out attachments that are deleted while it is made', async () => {
    const doomed = await uploaded(at, 'to be deleted', 'doomed.txt')
    const lost = await uploaded(at, 'to be lost', 'lost.txt')
    const keys = await at.db
      .selectFrom('attachments' as never)
      .select(['id', 'file_key'] as never[])
      .execute()
    const key = (keys as { id: number; file_key: string }[]).find(({ id }) => id === lost.id)
    await at.store.remove(key?.file_key as string)
    // The backup holds the row already when the attachment and its file are deleted.
    async function* interrupted(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
      for await (const entry of entries) {
        yield entry
        if (!entry.name.startsWith('database/users/')) continue
        expect((await at.delete(`/attachments/${doomed.id}`)).status).toBe(200)
        await tasks.remove_files(at, {})
      }
    }
    const path = join(root, 'shrinking.tar.gz')
    const client = new pg.Client(at.connection)
    await client.connect()
    const quiet = () => {}
    const entries = dumpBackup(client, at.store, quiet, ({ files }) => {
      expect(files).toMatchObject({
        count: 1,
        deleted_meanwhile: [doomed.id],
        missing: [key?.file_key],
      })
    })
    await writeFileAtomically(path, packArchive(interrupted(entries)))
    await client.end()
    expect.assertions(7)
    const { connection, data } = await unusedDatabase()
    expect(await earshot(connection, data)('restore', path)).toMatchObject(SUCCESS)
    await withService(connection, data, async (service, store) => {
      const { attachments } = JSON.parse((await get(service, '/api/v2/admin/attachments')).body)
      expect(attachments.map(({ id }: Shown) => id).sort()).toEqual([attachment.id, lost.id].sort())
      expect(await findWrongFigures(service.database.db)).toEqual([])
      expect(await storedKeys(store)).toHaveLength(1)
    })
    await at.delete(`/attachments/${lost.id}`)
  })
})

describe('an encrypted backup', async () => {
  const { generateIdentity, identityToRecipient } = await import('age-encryption')
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  let sealed: string
  let identityFile: string

  beforeAll(async () => {
    sealed = join(root, 'sealed.tar.gz.age')
    identityFile = join(root, 'identity')
    await writeFile(identityFile, `# created by age-keygen\n${identity}\n`)
    const { code, stderr } = await earshot()('backup', sealed, '--recipient', recipient)
    if (code !== 0) throw new Error(stderr)
  })

  const restoreInto = async (
    { connection, data }: Awaited<ReturnType<typeof newDatabase>>,
    ...args: string[]
  ) => ({ connection, ...(await earshot(connection, data)('restore', ...args)) })
  const restoreAnywhere = async (...args: string[]) => restoreInto(await emptyDatabase(), ...args)

  test('reveals neither its contents nor the names of its tables', async () => {
    const bytes = await readFile(sealed)
    const plain = gunzipSync(await readFile(file))
    expect(plain.includes('With a name')).toBe(true)
    expect(() => gunzipSync(bytes)).toThrow()
    for (const text of ['With a name', 'database/suggestions', 'manifest.json'])
      expect(bytes.includes(text)).toBe(false)
  })

  test('is restored with its key', async () => {
    const target = await unusedDatabase()
    const { code, connection } = await restoreInto(target, sealed, '--identity-file', identityFile)
    expect(code).toBe(0)
    expect(await query(connection, 'select name from segments')).toContainEqual({
      name: 'With a name',
    })
  })

  test('is restored with its passphrase, and its queued work is done there; a wrong one gets a clear answer', async () => {
    const identities = [{ id: 'queued', email: 'queued@jobs.test' }]
    const { location } = (await at.post('/bulk_identify', { identities })).headers
    const csv = 'external_id,email\nsent,sent@jobs.test'
    const [sent] = (await at.post('/imports', { csv })).body.imports
    const picture = await uploaded(at, PNG, 'queued.png')
    const [right, wrong] = [join(root, 'passphrase'), join(root, 'wrong-passphrase')]
    await writeFile(right, 'correct horse battery staple\n')
    await writeFile(wrong, 'correct horse battery stable\n')
    const path = join(root, 'passphrase.tar.gz.age')
    expect(await earshot()('backup', path, '--passphrase-file', right)).toMatchObject(SUCCESS)
    await runJobs(at)
    const refused = await restoreAnywhere(path, '--passphrase-file', wrong)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`${path}: The passphrase is wrong`)
    expect(await query(refused.connection, `select to_regclass('migrations') as name`)).toEqual([
      { name: null },
    ])
    const { connection, data } = await unusedDatabase()
    const restored = await restoreInto({ connection, data }, path, '--passphrase-file', right)
    expect(restored).toMatchObject(SUCCESS)
    const store = diskStore(join(root, data, 'files'))
    const service = await startService(connection, BASE_URL, SILENT, { store, hasJobs: true })
    const states = async () =>
      (
        await service.database.readPool.query(
          `select (select state from identify_jobs where id = $1) as call, (select state from imports where id = $2) as import,
             (select thumbnail from attachments where id = $3) as thumbnail`,
          [Number(location?.split('/').at(-1)), sent.id, picture.id],
        )
      ).rows[0]
    await expect.poll(states).toEqual({ call: 'done', import: 'completed', thumbnail: 'made' })
    await service.close()
  })

  describe('with a passphrase', async () => {
    const { Decrypter, Encrypter } = await import('age-encryption')
    const passphrase = 'correct horse battery staple'
    const open = async (bytes: Uint8Array) =>
      (await buffer(decrypt(asChunks(bytes), { passphrase }))).toString()
    async function* asChunks(bytes: Uint8Array) {
      yield Buffer.from(bytes)
    }

    test('is opened by the tools of age, and leaves the service free while its key is derived', async () => {
      let turns = 0
      let isSealed = false
      const count = () => {
        turns += 1
        if (!isSealed) setImmediate(count)
      }
      setImmediate(count)
      const encrypt = await createEncrypter({ passphrase })
      const bytes = await buffer(encrypt(asChunks(Buffer.from('rows of tables'))))
      isSealed = true
      // A key that is derived on the main thread leaves none.
      expect(turns).toBeGreaterThan(200)
      const decrypter = new Decrypter()
      decrypter.addPassphrase(passphrase)
      expect(await decrypter.decrypt(bytes, 'text')).toBe('rows of tables')
    })

    test('by the tools of age is opened, and one for somebody else is not', async () => {
      const seal = (secret: string) => {
        const encrypter = new Encrypter()
        encrypter.setPassphrase(secret)
        encrypter.setScryptWorkFactor(10)
        return encrypter.encrypt('rows of tables')
      }
      expect(await open(await seal(passphrase))).toBe('rows of tables')
      await expect(open(await seal('another passphrase'))).rejects.toThrow(/passphrase is wrong/)
      await expect(open(await readFile(sealed))).rejects.toThrow(/encrypted for a key/)
    })

    test.each([
      ['-> scrypt AAAAAAAAAAAAAAAAAAAAAA 30', /work factor 30 is too high/],
      ['-> scrypt AAAAAAAAAAAAAAAAAAAAAA 018', /malformed/],
      ['-> scrypt AAAA 18', /malformed/],
    ])('whose header is %s is refused before anything is derived', async (stanza, reason) => {
      const header = ['age-encryption.org/v1', stanza, 'A'.repeat(43), `--- ${'A'.repeat(43)}`, '']
      const opened = open(Buffer.from(header.join('\n')))
      await expect(opened).rejects.toMatchObject({
        cause: { message: expect.stringMatching(reason) },
      })
    })
  })

  test.each([
    ['without a key', () => [sealed], /is encrypted: use --passphrase-file or --identity-file/],
    [
      'with a key for a plain backup',
      () => [file, '--identity-file', identityFile],
      /is not encrypted: leave out/,
    ],
  ])('is refused %s', async (_, args, message) => {
    const [path = '', ...options] = args()
    const { code, stderr } = await restoreAnywhere(path, ...options)
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
  })

  test('with another key, altered or truncated is refused, and nothing is restored', async () => {
    const other = join(root, 'other-identity')
    await writeFile(other, await generateIdentity())
    const foreign = await restoreAnywhere(sealed, '--identity-file', other)
    expect(foreign.stderr).toContain('None of the keys opens it')
    const bytes = await readFile(sealed)
    const altered = Buffer.from(bytes)
    altered.writeUInt8(altered.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    // A whole number of pieces is missing, so that only the mark of the last one shows it.
    const header = bytes.indexOf('\n---')
    const truncated = bytes.subarray(0, bytes.indexOf('\n', header + 1) + 1 + 16 + 65_552)
    expect(truncated.length).toBeLessThan(bytes.length)
    for (const [name, content] of Object.entries({ altered, truncated })) {
      const path = join(root, `${name}.age`)
      await writeFile(path, content)
      const { code, stderr } = await restoreAnywhere(path, '--identity-file', identityFile)
      expect([name, code]).toEqual([name, 1])
      expect(stderr).toContain('is not a backup, or is damaged')
    }
  })

  test.each([
    [['--recipient', 'age1nonsense'], /is not a recipient of age/],
    [['--recipient', recipient, '--passphrase-file', 'x'], /exclude each other/],
    [['--passphrase-file', '/nowhere/passphrase'], /There is no file \/nowhere\/passphrase/],
  ])('is not made with %j', async (options, message) => {
    const path = join(root, 'refused.age')
    const { code, stderr } = await earshot()('backup', path, ...options)
    expect(code).not.toBe(0)
    expect(stderr).toMatch(message)
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })
})

describe('restoring', () => {
  test.each<[string, (path: string) => Promise<void>]>([
    ['a file that was cut short', async (path) => truncate(path, (await stat(path)).size - 5000)],
    ['a file without its last bytes', async (path) => truncate(path, (await stat(path)).size - 9)],
    ['an empty file', (path) => truncate(path, 0)],
    ['a file with other bytes in the middle', (path) => overwrite(path, 0.5)],
    ['a file with other bytes at its beginning', (path) => overwrite(path, 0)],
  ])('%s changes nothing', async (_, damage) => {
    const damaged = join(root, `damaged-${randomBytes(4).toString('hex')}.tar.gz`)
    await copyFile(file, damaged)
    await damage(damaged)
    const { connection, data } = await emptyDatabase()
    const { code, stderr } = await earshot(connection, data)('restore', damaged)
    expect(code).toBe(1)
    expect(stderr).toMatch(/is not a backup, or is damaged/)
    const tables = `select from pg_class where relnamespace = 'public'::regnamespace`
    expect(await query(connection, tables)).toEqual([])
    expect(await readdir(join(root, data)).catch(() => [])).toEqual([])
  })

  test('a file that does not exist is an error', async () => {
    const { connection, data } = await emptyDatabase()
    const { code, stderr } = await earshot(connection, data)('restore', join(root, 'absent'))
    expect(code).toBe(1)
    expect(stderr).toMatch(/There is no file .*absent\./)
  })

  test('over existing data is refused without --replace, and keeps which records are demonstration data', async () => {
    const { connection, data } = await unusedDatabase()
    const run = earshot(connection, data)
    await run('demo', '--suggestions', '10', '--users', '10', '--accounts', '2')
    const titles = 'select title from suggestions order by id'
    const before = await query(connection, titles)
    expect(before).toHaveLength(10)
    const refused = await run('restore', file)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') })
    expect(await query(connection, titles)).toEqual(before)
    const history = 'select complete_from::text::int as xid from event_history'
    const [{ xid }] = (await query(connection, history)) as [{ xid: number }]
    const replaced = await run('restore', file, '--replace')
    expect(replaced.code).toBe(0)
    // Who followed the records from before must read all of them again.
    const [after] = (await query(connection, history)) as [{ xid: number }]
    expect(after.xid).toBeGreaterThan(xid)
    const events = `select from events where xid < (select complete_from from event_history)`
    expect(await query(connection, events)).toEqual([])
    expect(await query(connection, titles)).toHaveLength(150)
    const marks = 'select count(*)::int as n from file_store'
    expect(await query(connection, marks)).toEqual([{ n: 1 }])

    expect((await run('demo', '--remove')).stdout).toMatch(/is removed/)
    for (const table of ['suggestions', 'external_users', 'external_accounts', 'features']) {
      const [{ count }] = await query(connection, `select count(*) as count from ${table}`)
      expect([table, count]).toEqual([table, 0])
    }
    // The segment that is not of the demonstration data.
    expect(await query(connection, 'select name from segments')).toEqual([{ name: 'With a name' }])
    await withService(connection, data, async (service) => {
      const demo = JSON.parse((await get(service, '/api/v2/admin/demo_data')).body)
      expect(demo).toMatchObject({ state: 'none', counts: {} })
    })
  })

  test('under a running service is refused', async () => {
    const { code, stderr } = await earshot()('restore', file, '--replace')
    expect(code).toBe(1)
    expect(stderr).toMatch(/A service uses this database; stop it first/)
  })
})

test('a backup never overwrites a file', async () => {
  const before = (await stat(file)).mtimeMs
  const { code, stderr } = await earshot()('backup', file)
  expect(code).toBe(1)
  expect(stderr).toMatch(/exists already; choose another name/)
  expect((await stat(file)).mtimeMs).toBe(before)
})

test('a backup to - goes to standard output', async () => {
  const streamed = join(root, 'streamed.tar.gz')
  const child = startCommand(at.connection, ['backup', '-'], ['ignore', 'pipe', 'pipe'])
  let stderr = ''
  child.stderr?.on('data', (text) => {
    stderr += text
  })
  const exited = once(child, 'close')
  await pipeline(child.stdout as Readable, createWriteStream(streamed))
  expect((await exited)[0]).toBe(0)
  expect(stderr).toMatch(/\nBacked up [\d,]+ rows and \d+ files? to standard output \(.*\)\n$/)
  const { schema } = await verifyArchive({ path: streamed, decryption: null })
  expect(schema).toEqual(allMigrations)
})

test('a full disk is reported in one sentence', async () => {
  const { code, stderr } = await earshot()('backup', '/dev/full')
  expect(code).toBe(1)
  expect(stderr).toContain('No space left on device: /dev/full. Free space and try again.')
  expect(stderr).not.toMatch(/^\s+at /m)
})

test('a backup that is interrupted leaves no file', async () => {
  const path = join(root, 'interrupted.tar.gz')
  const filesBeside = async () =>
    (await readdir(root)).filter((name) => name.startsWith('interrupted'))
  const client = new pg.Client(at.connection)
  await client.connect()
  await client.query('begin; lock table suggestions in access exclusive mode')
  const child = startCommand(at.connection, ['backup', path])
  await expect.poll(filesBeside, { timeout: 60_000 }).toHaveLength(1)
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  await client.query('commit')
  await client.end()
  expect((await exited)[1]).toBe('SIGINT')
  expect(await filesBeside()).toEqual([])
})

test('an empty database has nothing to back up, and no file is left', async () => {
  const { connection, data } = await emptyDatabase()
  const path = join(root, 'nothing.tar.gz')
  const { code, stderr } = await earshot(connection, data)('backup', path)
  expect(code).toBe(1)
  expect(stderr).toMatch(/nothing to back up/)
  expect((await readdir(root)).filter((name) => name.startsWith('nothing'))).toEqual([])
})

test.each([
  ['backup', []],
  ['restore', []],
  ['backup', ['a', 'b']],
])('earshot %s %j asks for one file', async (command, args) => {
  const { code, stderr } = await earshot()(command, ...args)
  expect(code).toBe(2)
  expect(stderr).toMatch(/FILE is missing|unexpected argument "b"/)
})

async function overwrite(path: string, share: number): Promise<void> {
  const { size } = await stat(path)
  const handle = await open(path, 'r+')
  await handle.write(randomBytes(64), 0, 64, Math.floor(size * share))
  await handle.close()
}
