// Imports of people and accounts from a CSV file, by the command and by the API.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { checkFile } from '../../src/imports/check-file.ts'
import type { FileProblem } from '../../src/imports/file-problems.ts'
import { importFile } from '../../src/imports/import-file.ts'
import { openInputFile } from '../../src/imports/input-file.ts'
import { importNextBatch } from '../../src/imports/queue.ts'
import { startService } from '../../src/service.ts'
import { eraseUser } from '../../src/write/erasure.ts'
import { commandOn } from '../support/command.ts'
import { aCustomField, aUser } from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { BASE_URL, startTestService } from '../support/service.ts'

const at = await startTestService()
const { db, connection, store, call, get, post, shown } = at
const earshot = commandOn(connection)
const folder = await mkdtemp(join(tmpdir(), 'earshot-import-'))
afterAll(() => rm(folder, { recursive: true }))

await aCustomField(db, 'external_users', 'cf_admin', 'boolean')
await aCustomField(db, 'external_accounts', 'cf_seats', 'number')

beforeEach(async () => {
  for (const table of ['imports', 'external_users', 'external_accounts'])
    await sql`delete from ${sql.table(table)}`.execute(db)
})

async function aFile(...lines: (string | Buffer)[]): Promise<string> {
  const file = join(folder, `${Math.random()}.csv`)
  const ends = lines.map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\r\n')]))
  await writeFile(file, Buffer.concat(ends))
  return file
}

async function problemsOf(...lines: (string | Buffer)[]) {
  const all: FileProblem[] = []
  const file = await openInputFile(await aFile(...lines))
  for await (const problems of checkFile(db, file).problems) all.push(...problems)
  await file.close()
  return all.map(({ kind, line, column }) => [kind, line, column])
}

const count = async (path: string) => (await get(path)).body.pagination.total_records

const PLAIN = 'external_user.external_id,external_user.email_address'

const FULL = [
  '\ufeffexternal_user.external_id,external_user.email_address,external_user.name,external_user.created_timestamp',
  'external_user.ip,external_user.type,external_user.cf_admin,account.external_id,account.name,account.plan',
  'account.mrr,account.ltv,account.created_timestamp,account.cf_seats',
].join()

describe('the options of a column', () => {
  const HEADER =
    'external_user.external_id,external_user.email_address,account.external_id,account.plan,account.mrr,account.created_timestamp'

  test('--format says how numbers and dates are written, --value what stands for a value', async () => {
    const file = await aFile(
      HEADER,
      'o1,o1@options.test,opt1,Gold,"8.366",03.04.2025',
      'o2,o2@options.test,opt2,none,"1.200",05.06.2025',
    )
    const { code, stderr } = await earshot(
      'import',
      file,
      '--format',
      'account.mrr=decimal_comma',
      '--format',
      'account.created_timestamp=mdy',
      '--value',
      'account.plan:Gold=premium',
      '--value',
      'account.plan:none=',
    )
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(await shown('/external_accounts?external_id=opt1')).toMatchObject({
      plan: 'premium',
      mrr: 8366,
      external_created_at: '2025-03-04T00:00:00Z',
    })
    expect(await shown('/external_accounts?external_id=opt2')).toMatchObject({
      plan: null,
      mrr: 1200,
    })
  })

  test('refuses formats and values that it does not understand', async () => {
    const file = await aFile(PLAIN, 'o1,o1@options.test')
    const wrong = await earshot('import', file, '--format', 'external_user.name=roman')
    expect(wrong.code).not.toBe(0)
    expect(wrong.stderr).toContain('use one of decimal_point, decimal_comma')
    const incomplete = await earshot('import', file, '--value', 'gold=premium')
    expect(incomplete.code).not.toBe(0)
    expect(incomplete.stderr).toContain('should be COLUMN:VALUE=OTHER')
  })

  test('a workbook is read by its name', async () => {
    const workbook = new URL('../support/fixtures/customers.xlsx', import.meta.url).pathname
    const { code, stdout, stderr } = await earshot(
      'import',
      workbook,
      '--map',
      'E-Mail=external_user.email_address',
      '--map',
      'Name=external_user.name',
      '--map',
      'Firma=',
      '--map',
      'MRR=',
      '--map',
      'LTV=',
      '--map',
      'Kunde seit=',
      '--map',
      'Angelegt am=',
    )
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toContain('Imported 2 rows')
    expect(await shown('/users?email_address=ann@sheet.example')).toMatchObject({
      name: 'Änne Groß',
    })
  })
})

describe('a valid file', () => {
  test('creates people and accounts with all their values', async () => {
    const file = await aFile(
      FULL,
      'u1,zoe@acme.test,"Zoë ""Z"", Öz",2024-05-01 10:30:00,10.0.0.1,buyer,true,acme,Acme,gold,1200.50,9000,2020-02-29T00:00:00+02:00,12',
      '',
      'u2,yan@acme.test,,,,,,acme,,,,,,',
    )
    const { code, stdout, stderr } = await earshot('import', file)
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Imported 2 rows, 2 external users\.\nTo undo it within 24 hours: earshot import --undo \d+\n$/,
      ),
      stderr: 'rows: 100 %\n',
    })
    const { body } = await get('/external_users?sort=external_id&includes=external_accounts,users')
    const [zoe, yan] = body.external_users
    const [acme] = body.external_accounts
    expect(zoe).toMatchObject({
      external_id: 'u1',
      email: 'zoe@acme.test',
      name: 'Zoë "Z", Öz',
      external_created_at: '2024-05-01T10:30:00Z',
      ip: '10.0.0.1',
      type: 'buyer',
      cf_admin: true,
      links: { external_account: acme.id },
    })
    expect(yan).toMatchObject({ name: null, cf_admin: null, links: { external_account: acme.id } })
    expect(acme).toMatchObject({
      external_id: 'acme',
      name: 'Acme',
      plan: 'gold',
      mrr: 1200.5,
      ltv: 9000,
      external_created_at: '2020-02-28T22:00:00Z',
      cf_seats: 12,
    })
    const [owner] = (await get('/users?internal_user=true')).body.users
    expect(await shown('/imports')).toMatchObject({
      type: 'users',
      state: 'completed',
      total_rows: 2,
      processed_rows: 2,
      imported_records: 2,
      import_started_at: expect.any(String),
      import_completed_at: expect.any(String),
      links: { user: owner.id },
    })
  })

  test('updates existing records; an empty cell changes nothing, and the last of two rows wins', async () => {
    const header = `${PLAIN},external_user.name`
    await earshot('import', await aFile(header, 'u1,zoe@acme.test,Zoë', 'u2,yan@acme.test,Yan'))
    const file = await aFile(header, 'u1,zoe@acme.test,', 'u2,yan@acme.test,A', 'u2,y@x.test,B')
    const { stdout } = await earshot('import', file, '--json')
    expect(JSON.parse(stdout)).toEqual({ rows: 3, records: 2, import: expect.any(Number) })
    const { body } = await get('/external_users?sort=external_id')
    expect(body.external_users).toMatchObject([{ name: 'Zoë' }, { name: 'B', email: 'y@x.test' }])
  })

  test('can name users by their ids instead of their addresses', async () => {
    const ann = await aUser(db, 'ann@ids.test')
    await earshot('import', await aFile('user.id,external_user.external_id', `${ann},u-ann`))
    expect((await shown('/external_users')).links.user).toBe(ann)
  })

  test('is only checked by a dry run', async () => {
    const people = await count('/users')
    const file = await aFile(PLAIN, 'u1,dry@acme.test')
    const { code, stdout, stderr } = await earshot('import', file, '--dry-run')
    expect([code, stdout, stderr]).toEqual([0, '1 row, no problems.\n', ''])
    const counts = [await count('/external_users'), await count('/imports'), await count('/users')]
    expect(counts).toEqual([0, 0, people])
  })

  test('without rows imports nothing', async () => {
    const { stdout } = await earshot('import', await aFile(PLAIN), '--json')
    expect(JSON.parse(stdout)).toMatchObject({ rows: 0, records: 0 })
  })
})

describe('an invalid file', () => {
  test('has each problem reported with its line and column', async () => {
    const wrong = 'value of wrong type'
    expect(await problemsOf('external_user.name,external_user.cf_nope,Shoe size', 'x,y,z')).toEqual(
      [
        ['column not recognized', 1, 'external_user.cf_nope'],
        ['column not recognized', 1, 'Shoe size'],
        ['required column missing', 1, 'external_user.external_id'],
        ['required column missing', 1, 'external_user.email_address'],
      ],
    )
    expect(
      await problemsOf(
        `${PLAIN},external_user.created_timestamp,account.mrr,account.external_id,account.cf_seats,user.id`,
        ',,,,,,',
        'u1,nobody,yesterday,many,a,several,0x',
        'u2,a@b.test,2024-02-30,1,,,',
        `u3,${'x'.repeat(300)}@b.test,,,,,`,
        'u4,,,,,,987654321',
      ),
    ).toEqual([
      ['required value missing', 2, 'external_user.external_id'],
      ['required value missing', 2, 'external_user.email_address'],
      [wrong, 3, 'external_user.email_address'],
      [wrong, 3, 'external_user.created_timestamp'],
      [wrong, 3, 'account.mrr'],
      [wrong, 3, 'account.cf_seats'],
      [wrong, 3, 'user.id'],
      [wrong, 4, 'external_user.created_timestamp'],
      ['required value missing', 4, 'account.external_id'],
      [wrong, 5, 'external_user.email_address'],
      [wrong, 6, 'user.id'],
    ])
  })

  test('has all its problems reported at once, with the columns that are allowed', async () => {
    const strange = ['id', 'created_at', 'Shoe size', 'external_user.cf_nope']
    const file = await aFile(
      `${PLAIN},${strange.join()}`,
      'u1,nobody,1,2,3,4',
      ',a@b.test,1,2,3,4',
      'u3,c@b.test',
    )
    const { code, stderr } = await earshot('import', file)
    expect(code).toBe(1)
    for (const column of strange)
      expect(stderr).toContain(`line 1, ${column}: column not recognized: `)
    expect(stderr).toContain('line 2, external_user.email_address: value of wrong type')
    expect(stderr).toContain('line 3, external_user.external_id: required value missing')
    expect(stderr).toContain('line 4: file not valid: it has 2 cells')
    expect(stderr).toContain('7 problems; nothing was imported.')
    expect(stderr.split('the columns are')).toHaveLength(2)
  })

  test('without a required column has that reported once, beside its other problems', async () => {
    expect(await problemsOf('account.external_id,account.mrr', 'a1,5', 'a2,much')).toEqual([
      ['required column missing', 1, 'external_user.external_id'],
      ['required column missing', 1, 'external_user.email_address'],
      ['value of wrong type', 3, 'account.mrr'],
    ])
  })

  test.each<[string, (string | Buffer)[], (number | null)[]]>([
    ['empty', [], [null]],
    ['not UTF-8', [PLAIN, Buffer.from([0x75, 0xff, 0xfe])], [2]],
    ['a quote that does not end', [PLAIN, 'u1,"a@b.test'], [2]],
    ['too many cells', [PLAIN, 'u1,a@b.test', 'u1,a@b.test,x', 'u2'], [3, 4]],
    ['a column twice', [`${PLAIN},external_user.external_id`], [1]],
  ])('%s is not valid', async (_, lines, rows) => {
    expect((await problemsOf(...lines)).map(([kind, row]) => [kind, row])).toEqual(
      rows.map((row) => ['file not valid', row]),
    )
  })

  test('has at most 100,000 rows', async () => {
    const rows = Array.from({ length: 100_001 }, (_, i) => `u${i},u${i}@x.test`)
    expect(await problemsOf(PLAIN, rows.join('\n'))).toEqual([['file not valid', 100_002, null]])
  })

  test('imports nothing, prints the first problems, and writes all to --errors', async () => {
    const rows = Array.from({ length: 1500 }, (_, i) => `u${i},${i % 2 ? '' : `u${i}@x.test`}`)
    const errors = join(folder, 'errors.csv')
    const file = await aFile(PLAIN, ...rows, '=cmd,-nobody')
    const { code, stdout, stderr } = await earshot('import', file, '--errors', errors)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      'line 3, external_user.email_address: required value missing: the e-mail address is missing\n',
    )
    expect(stderr).toContain('751 problems; nothing was imported. The first 20 are above; all are')
    const lines = (await readFile(errors, 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(752)
    expect(lines[0]).toBe('line,column,problem,value')
    expect(lines.at(-1)).toBe(
      "1502,external_user.email_address,value of wrong type: it should be an e-mail address,'-nobody",
    )
    expect([await count('/external_users'), await count('/imports')]).toEqual([0, 0])
  })

  test.each([
    [['import'], /FILE is missing\./, 2],
    [['import', 'a.csv', '--undo', '1'], /--undo takes no FILE\./, 2],
    [['import', '--undo', 'last'], /"last" is not a whole number/, 2],
    [['import', '--undo', '999999'], /999999/, 1],
    [
      ['import', 'a.csv', 'b.csv'],
      /unexpected argument "b\.csv"\.\nUsage: earshot import \[FILE\]/,
      2,
    ],
    [['import', '/nowhere/users.csv'], /There is no file \/nowhere\/users\.csv\./, 1],
    [['import', '/tmp'], /\/tmp is a directory; it should be a file/, 1],
    [
      ['import', import.meta.filename, '--errors', '/nowhere/x'],
      /There is no directory \/nowhere\./,
      1,
    ],
  ])('%j is rejected in one sentence', async (args, words, exit) => {
    const { code, stderr } = await earshot(...args)
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(code).toBe(exit)
  })
})

test('a full disk of the database is reported in one sentence', async () => {
  await sql`
    create function fail_disk_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger full_disk before insert on imports execute function fail_disk_full()`.execute(
    db,
  )
  const { code, stderr } = await earshot('import', await aFile(PLAIN, 'u1,a@b.test'))
  await sql`drop function fail_disk_full cascade`.execute(db)
  expect([code, stderr]).toEqual([
    1,
    'earshot import: No space left on device: the database. Free space and try again.\n',
  ])
})

test('an interrupted import is resumed and imports no row twice', async () => {
  const rows = Array.from({ length: 2500 }, (_, i) => `u${i},u${i}@resumed.test`)
  const file = await aFile(PLAIN, ...rows)
  const input = await openInputFile(file)
  const stop = (processed: number) => {
    if (processed === 1000) throw new Error('power cut')
  }
  const checked = { rows: 2500, newFields: [], mappedValues: [] }
  const interrupted = importFile(db, input, checked, { progress: stop })
  await expect(interrupted).rejects.toThrow('power cut')
  await input.close()
  const begun = await shown('/imports')
  expect(begun).toMatchObject({ state: 'processing', processed_rows: 1000, imported_records: 1000 })
  expect(await count('/external_users')).toBe(1000)

  const { stdout } = await earshot('import', file)
  expect(stdout).toContain(
    'Imported 2500 rows, 2500 external users, resuming an earlier import of the file.',
  )
  expect(await shown(`/imports/${begun.id}`)).toMatchObject({
    state: 'completed',
    processed_rows: 2500,
    imported_records: 2500,
    import_started_at: begun.import_started_at,
  })
  expect([await count('/external_users'), await count('/imports')]).toEqual([2500, 1])
})

test('of two imports of the same file at once, the second one fails or has nothing to do', async () => {
  const file = await aFile(PLAIN, 'u1,a@b.test')
  const input = await openInputFile(file)
  const both = [1, 2].map(() => importFile(db, input, { rows: 1, newFields: [], mappedValues: [] }))
  const refusals = (await Promise.allSettled(both)).filter(({ status }) => status === 'rejected')
  await input.close()
  expect(refusals.length).toBeLessThan(2)
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      reason: { message: expect.stringMatching(/^Another process/) },
    })
  expect(await count('/external_users')).toBe(1)
})

describe('a file that is sent to the API', () => {
  const importAll = async () => {
    await runJobs(at)
  }

  test('is queued, then imported batch by batch', async () => {
    const rows = Array.from({ length: 1500 }, (_, i) => `u${i},u${i}@sent.test`)
    const csv = [`\ufeff${PLAIN}`, ...rows].join('\n')
    const { status, body } = await post('/imports', { type: 'users', csv })
    expect(status).toBe(201)
    const [queued] = body.imports
    expect(queued).toMatchObject({ state: 'queued', total_rows: 1500, processed_rows: 0 })
    expect(await count('/external_users')).toBe(0)
    await db.transaction().execute((tx) => importNextBatch(tx, queued.id, 0))
    expect(await shown(`/imports/${queued.id}`)).toMatchObject({
      state: 'processing',
      processed_rows: 1000,
      import_started_at: expect.any(String),
      import_completed_at: null,
    })
    await importAll()
    expect(await shown(`/imports/${queued.id}`)).toMatchObject({
      state: 'completed',
      processed_rows: 1500,
      imported_records: 1500,
      import_completed_at: expect.any(String),
    })
    expect(await count('/external_users')).toBe(1500)
  })

  test('is rejected with all its problems, and nothing is queued', async () => {
    const { status, body } = await post('/imports', { csv: `${PLAIN}\nu1,nobody\n,a@b.test` })
    expect(status).toBe(422)
    expect(body.message).toBe('csv has 2 problems; nothing is imported.')
    expect(body.errors.csv).toEqual([
      {
        row: '2',
        column: 'external_user.email_address',
        problem: 'value of wrong type: it should be an e-mail address',
      },
      {
        row: '3',
        column: 'external_user.external_id',
        problem: 'required value missing: it is required',
      },
    ])
    expect((await post('/imports', {})).body.errors).toEqual({ csv: 'required' })
    expect((await post('/imports', { csv: PLAIN, type: 'x' })).body.errors).toEqual({ type: 'in' })
    expect(await count('/imports')).toBe(0)
  })

  test('does not import a person who was erased while it was queued', async () => {
    const erased = await aUser(db, 'ada@sent.test')
    await post('/imports', { csv: `${PLAIN}\nu1,Ada@sent.test\nu2,ben@sent.test` })
    await db.transaction().execute((tx) => eraseUser(tx, {}, erased))
    await importAll()
    expect(await count('/external_users')).toBe(1)
    expect(await shown('/imports')).toMatchObject({ state: 'completed', imported_records: 1 })
  })

  test('can be the body itself, which other operations reject', async () => {
    const body = `\ufeff${PLAIN}\r\nu1,ada@sent.test\r\n`
    const headers = { 'content-type': 'text/csv; charset=utf-8' }
    const { status, body: answer } = await call('POST', '/imports', { body, headers })
    expect(status).toBe(201)
    expect(answer.imports).toMatchObject([{ state: 'queued', total_rows: 1 }])
    await importAll()
    expect(await count('/external_users')).toBe(1)
    const wrong = await call('POST', '/imports', { body: `${PLAIN}\nu1,nobody`, headers })
    expect(wrong.body.errors.csv).toMatchObject([{ row: '2' }])
    const binary = await call('POST', '/imports', { body: Buffer.from([0x75, 0xff]), headers })
    expect(binary.status).toBe(400)
    expect(binary.body.message).toMatch(/Line 1: it is not UTF-8: it looks like Windows-1252/)
    expect((await call('POST', '/labels', { body: 'name\nx', headers })).status).toBe(415)
  })

  test('is read in the charset of its content type, with any delimiter', async () => {
    const text = `${PLAIN},external_user.name\nu1,zoe@sent.test,Zoë\n`.replaceAll(',', ';')
    const body = Buffer.from(text, 'latin1')
    const headers = { 'content-type': 'text/csv; charset=iso-8859-1' }
    expect((await call('POST', '/imports', { body, headers })).status).toBe(201)
    await importAll()
    expect((await shown('/external_users')).name).toBe('Zoë')
    const unknown = { 'content-type': 'text/csv; charset=klingon' }
    expect(await call('POST', '/imports', { body, headers: unknown })).toMatchObject({
      status: 415,
      body: { message: 'charset klingon is unknown; send text/csv in UTF-8.' },
    })
  })

  test.each(['text/plain', 'application/vnd.ms-excel', 'multipart/form-data; boundary=x'])(
    'is rejected as %s, with the content types that are allowed',
    async (type) => {
      const headers = { 'content-type': type }
      const { status, body } = await call('POST', '/imports', { body: PLAIN, headers })
      expect(status).toBe(415)
      expect(body).toMatchObject({
        error: 'unsupported_media_type',
        message:
          'Unsupported content type. Allowed: text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/json, application/x-www-form-urlencoded.',
      })
    },
  )

  test('that is an export does not import an external user of an erased person', async () => {
    const erased = await aUser(db, 'eve@sent.test')
    const header = 'external_id,email,links.user.email_address'
    await post('/imports', { csv: `${header}\nu1,x@sent.test,Eve@sent.test\nu2,y@sent.test,` })
    await db.transaction().execute((tx) => eraseUser(tx, {}, erased))
    await importAll()
    const { body } = await get('/external_users')
    expect(body.external_users).toMatchObject([{ external_id: 'u2' }])
  })

  test('is imported without waiting for the timer', async () => {
    const worker = await startService(connection, BASE_URL, pino({ level: 'silent' }), {
      hasJobs: true,
      store,
    })
    // Its first run, which would find the file by chance, is over.
    await sleep(500)
    await post('/imports', { csv: `${PLAIN}\nu1,ada@sent.test` })
    const state = async () => (await shown('/imports')).state
    await expect.poll(state).toBe('completed')
    await worker.close()
  })

  test('without rows is completed at once', async () => {
    const { body } = await post('/imports', { csv: PLAIN })
    expect(body.imports).toMatchObject([{ state: 'completed', total_rows: 0 }])
  })

  test('that cannot be imported any more fails, and the others continue', async () => {
    const gone = await aUser(db, 'gone@sent.test')
    const header = 'user.id,external_user.external_id'
    const failing = (await post('/imports', { csv: `${header}\n\n${gone},u1` })).body.imports[0]
    const next = (await post('/imports', { csv: `${PLAIN}\nu2,a@sent.test` })).body.imports[0]
    await sql`delete from users where id = ${gone}`.execute(db)
    await importAll()
    expect(await shown(`/imports/${failing.id}`)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^Row 3: .*user/),
    })
    expect(await shown(`/imports/${next.id}`)).toMatchObject({ state: 'completed' })
    expect(await count('/external_users')).toBe(1)
  })
})
