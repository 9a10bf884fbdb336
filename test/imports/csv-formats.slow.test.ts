// CSV files of other programs and of our own exports, from files, pipes and standard input.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { csvLine, removeFormulaGuard } from '../../src/files/csv.ts'
import { exportCollection } from '../../src/files/export.ts'
import { checkFile } from '../../src/imports/check-file.ts'
import type { CsvOptions } from '../../src/imports/csv-text.ts'
import type { FileProblem } from '../../src/imports/file-problems.ts'
import { importFile } from '../../src/imports/import-file.ts'
import { openInputFile } from '../../src/imports/input-file.ts'
import { readRows } from '../../src/imports/read-csv.ts'
import { allResources } from '../../src/resources/index.ts'
import { commandOn, startCommand } from '../support/command.ts'
import { aCustomField, anAccount, anExternalUser, aUser } from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'

const at = await startTestService()
const { db, connection, get, post, shown } = at
const earshot = commandOn(connection)
const folder = await mkdtemp(join(tmpdir(), 'earshot-csv-'))
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  for (const table of ['imports', 'external_users', 'external_accounts', 'custom_fields'])
    await sql`delete from ${sql.table(table)}`.execute(db)
})

const count = async (path: string) => (await get(path)).body.pagination.total_records

const PLAIN = 'external_user.external_id,external_user.email_address'

/** Imports a file without problems; otherwise returns them. */
async function importBytes(bytes: Buffer | string, options: CsvOptions = {}, target = db) {
  const file = await openInputFile(Readable.from([Buffer.from(bytes)]))
  const check = checkFile(target, file, options)
  const problems: FileProblem[] = []
  for await (const some of check.problems) problems.push(...some)
  if (problems.length === 0) await importFile(target, file, check.result(), options)
  await file.close()
  return problems.map(({ line, message }) => `${line}: ${message}`)
}

describe('CSV of other programs', () => {
  const names = async () => {
    const { body } = await get('/external_users?sort=external_id')
    return body.external_users.map(({ name }: { name: string }) => name)
  }
  const NAME = 'Zoë; Öz, "Z"'
  const lines = (separator: string) =>
    [
      ['external_user.external_id', 'external_user.email_address', 'external_user.name'],
      ['u1', 'zoe@csv.test', `"${NAME.replaceAll('"', '""')}"`],
    ]
      .map((cells) => `${cells.join(separator)}\r\n`)
      .join('')

  test.each([
    ['commas', lines(',')],
    ['semicolons', lines(';')],
    ['tabs', lines('\t')],
    ['a first line sep=|', `sep=|\r\n${lines('|')}`],
    ['a quoted first line sep=;', `"sep=;"\n${lines(';')}`],
    ['blank lines before the header', `\r\n\r\n${lines(';')}`],
    ['carriage returns', lines(',').replaceAll('\r\n', '\r')],
  ])('with %s is read', async (_, text) => {
    expect(await importBytes(text)).toEqual([])
    expect(await names()).toEqual([NAME])
  })

  test('is read with the delimiter that is named', async () => {
    expect(await importBytes(lines('|'), { delimiter: '|' })).toEqual([])
    expect(await names()).toEqual([NAME])
  })

  const utf16 = Buffer.from(`\ufeff${lines(';')}`, 'utf16le')
  test.each<[string, Buffer, CsvOptions]>([
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${lines(';')}`), {}],
    ['UTF-16LE with a byte order mark', utf16, {}],
    ['UTF-16BE with a byte order mark', Buffer.from(utf16).swap16(), {}],
    ['UTF-16LE that is named', utf16.subarray(2), { encoding: 'utf-16le' }],
    ['Windows-1252 that is named', Buffer.from(lines(';'), 'latin1'), { encoding: 'latin1' }],
  ])('in %s is read', async (_, bytes, options) => {
    expect(await importBytes(bytes, options)).toEqual([])
    expect(await names()).toEqual([NAME])
  })

  test.each<[string, Buffer, RegExp]>([
    [
      'Windows-1252',
      Buffer.from(lines(';'), 'latin1'),
      /^2: it is not UTF-8: it looks like Windows-1252\. Save it as UTF-8, or name its encoding: --encoding windows-1252/,
    ],
    [
      'UTF-16 without a byte order mark',
      utf16.subarray(2),
      /^null: .*it looks like UTF-16.*--encoding utf-16le/,
    ],
    ['a workbook', Buffer.from('PK\x03\x04…'), /^null: it is an Excel workbook/],
  ])('in %s is rejected with what to do', async (_, bytes, message) => {
    const problems = await importBytes(bytes)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(message)
  })

  test('that stops being UTF-8 far into the file is rejected with the line', async () => {
    const rows = Array.from({ length: 9000 }, (_, i) => `u${i},u${i}@csv.test,Zoë\n`)
    const end = Buffer.from('u,u@x.test,Zo\xeb\n', 'latin1')
    const problems = await importBytes(
      Buffer.concat([Buffer.from(lines(',') + rows.join('')), end]),
    )
    expect(problems).toEqual([expect.stringMatching(/^9003: it is not UTF-8/)])
  })

  test('has its problems on the lines that an editor shows', async () => {
    const text = [
      'sep=;',
      '',
      'external_user.external_id;external_user.email_address;external_user.name',
      'u1;a@b.test;"two\r\nlines"',
      '',
      'u2;nobody;"three\n\nlines"',
      'u3;nobody;x',
    ].join('\r\n')
    const expected = 'it should be an e-mail address'
    expect(await importBytes(text)).toEqual([`7: ${expected}`, `10: ${expected}`])
    expect(await importBytes(`${text}\r\nu4;"a@b.test;x\r\n\r\n`)).toContainEqual(
      '11: a quote that begins in this row does not end',
    )
    expect(await importBytes('external_user.external_id\nu1"x\n')).toContainEqual(
      expect.stringMatching(/^2: a cell without quotes/),
    )
  })

  test.each([
    ['__proto__,constructor,toString\n1,2,3', 'there is no such column', 5],
    [`${'x,'.repeat(1000)}x\n`, 'it has 1001 columns; at most 1000 are allowed', 1],
    [
      `${PLAIN},${Array.from({ length: 201 }, (_, i) => `account.cf_${i}`)}`,
      'it has 201 columns of custom fields; at most 200 are allowed',
      202,
    ],
  ])('with unusable columns is rejected: %.30s', async (text, message, problems) => {
    const all = await importBytes(text)
    expect(all).toContain(`1: ${message}`)
    expect(all).toHaveLength(problems)
  })
})

test('what we write as CSV is read back unchanged, whatever the texts are', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 8 })
  const formula = fc.stringMatching(/^'{0,2}[=+@\t\r-][ab"',\n]{0,3}$/)
  const row = fc.array(fc.oneof(text, formula), { minLength: 2, maxLength: 4 })
  const check = fc.asyncProperty(row, async (cells) => {
    const header = ['a', 'b']
    const rows: string[][] = []
    for await (const read of readRows([Buffer.from(csvLine(header) + csvLine(cells))]))
      rows.push(read.cells.map(removeFormulaGuard))
    expect(rows).toEqual([header, cells])
  })
  await fc.assert(check, { numRuns: 500 })
})

describe('an input that can be read only once', () => {
  const temporaryFiles = async () =>
    (await readdir(tmpdir())).filter((name) => /^earshot-import-[0-9a-f]{16}$/.test(name))

  test.each(['-', '/dev/stdin'])('is imported from %s', async (path) => {
    const child = startCommand(connection, ['import', path], ['pipe', 'ignore', 'ignore'])
    child.stdin?.end(`${PLAIN}\nu1,a@once.test\n`)
    expect((await once(child, 'exit'))[0]).toBe(0)
    expect(await count('/external_users')).toBe(1)
    expect(await temporaryFiles()).toEqual([])
  })

  test('is imported from a named pipe, with --delimiter and --encoding', async () => {
    const pipe = join(folder, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const text = `${PLAIN},external_user.name\nu1,zoe@once.test,Zoë\n`.replaceAll(',', '|')
    const [{ stdout, stderr }] = await Promise.all([
      earshot('import', pipe, '--delimiter', '|', '--encoding', 'latin1'),
      writeFile(pipe, Buffer.from(text, 'latin1')),
    ])
    expect(stdout).toMatch(/^Imported 1 row, 1 external user\.\n/)
    expect(stderr).toBe('rows: 100 %\n')
    expect((await shown('/external_users')).name).toBe('Zoë')
  })

  test('has a size limit and leaves no temporary file', async () => {
    const source = Readable.from([Buffer.alloc(60), Buffer.alloc(60)])
    await expect(openInputFile(source, { maxSpooledBytes: 100 })).rejects.toThrow(/is larger than/)
    expect(source.destroyed).toBe(true)
    expect(await temporaryFiles()).toEqual([])
  })

  test.each([
    [['--delimiter', ';;'], /--delimiter ";;" should be one character, or comma, semicolon or tab/],
    [['--encoding', 'klingon'], /--encoding "klingon" is unknown/],
  ])('with %j is rejected', async (options, message) => {
    expect((await earshot('import', '-', ...options)).stderr).toMatch(message)
  })
})

describe('an export', () => {
  const exportCsv = async ({ service }: TestService, name: string) => {
    const resource = allResources.find((one) => one.name === name)
    const reader = { pool: service.database.readPool, baseUrl: BASE_URL, areas: null }
    let text = ''
    for await (const page of exportCollection(reader, resource as never, 'csv', false))
      text += page.text
    return text
  }

  /** The rows by column, without the columns that are not imported, in the order of their keys. */
  async function readTable(text: string, omitted: string[], key: string) {
    const rows: Record<string, string>[] = []
    let header: string[] | undefined
    for await (const { cells } of readRows([Buffer.from(text)])) {
      if (header === undefined) header = cells
      else rows.push(Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])))
    }
    for (const row of rows) for (const name of omitted) delete row[name]
    return rows.sort((a, b) => ((a[key] ?? '') < (b[key] ?? '') ? -1 : 1))
  }

  const ALWAYS_OMITTED = ['id', 'created_at', 'updated_at']
  const OMITTED = {
    users: [
      'avatar_url',
      'is_admin',
      'is_owner',
      'permissions',
      'traits',
      'links.external_users',
      'links.teams',
    ],
    external_accounts: ['last_active_at'],
    external_users: ['links.user', 'links.external_account'],
  }
  const KEYS = {
    users: 'email_address',
    external_accounts: 'external_id',
    external_users: 'external_id',
  }
  const COLLECTIONS = ['users', 'external_accounts', 'external_users'] as const

  async function fillSource({ db }: TestService) {
    await aCustomField(db, 'external_users', 'cf_persona', 'string')
    await aCustomField(db, 'external_users', 'cf_code', 'string')
    await aCustomField(db, 'external_accounts', 'cf_seats', 'number')
    await aCustomField(db, 'external_accounts', 'cf_trial', 'boolean')
    await aCustomField(db, 'external_accounts', 'cf_renewal', 'timestamp')
    const acme = await anAccount(db, 'acme', {
      name: '=1+1',
      plan: "'-gold",
      mrr: -5.5,
      ltv: 9000,
      external_created_at: '2020-02-28T22:00:00Z',
      custom_fields: { cf_seats: 12, cf_trial: true, cf_renewal: '2027-01-31T00:00:00Z' },
    })
    await anAccount(db, 'bolt', { name: 'Bolt, "Söhne"', custom_fields: { cf_seats: 0.5 } })
    const ann = await aUser(db, 'Ann@trip.test', {
      name: '  Ann; "A"',
      guid: 'g-1',
      job_title: '-CTO',
      city: 'Bergen',
      email_confirmed: true,
      allowed_state: 'blocked',
      status_notifications: false,
      last_login: '2026-05-01T10:30:00Z',
    })
    const ben = await aUser(db, 'ben@trip.test', { name: 'Ben\nB.' })
    await anExternalUser(db, ann, 'u1', {
      email: 'other@trip.test',
      name: '@ann',
      type: 'buyer',
      ip: '10.0.0.1',
      external_account_id: acme,
      seen_days: 4,
      last_seen_at: '2026-01-01T00:00:00Z',
      custom_fields: { cf_persona: 'true', cf_code: '007' },
    })
    await anExternalUser(db, ben, 'u2', { custom_fields: { cf_persona: 'buyer' } })
  }

  test('of people and accounts is the same after it was imported into an empty database', async () => {
    const source = await startTestService()
    const target = await startTestService()
    await fillSource(source)
    for (const name of COLLECTIONS)
      expect(await importBytes(await exportCsv(source, name), {}, target.db), name).toEqual([])
    for (const name of COLLECTIONS) {
      const omitted = [...ALWAYS_OMITTED, ...OMITTED[name]]
      const rows = await readTable(await exportCsv(source, name), omitted, KEYS[name])
      expect(rows.length).toBeGreaterThanOrEqual(2)
      expect(await readTable(await exportCsv(target, name), omitted, KEYS[name]), name).toEqual(
        rows,
      )
    }
    const { rows: types } = await sql<{ key: string; field_type: string }>`
      select key, field_type from custom_fields order by key`.execute(target.db)
    expect(types.map(({ key, field_type }) => `${key} ${field_type}`)).toEqual([
      'cf_code string',
      'cf_persona string',
      'cf_renewal timestamp',
      'cf_seats number',
      'cf_trial boolean',
    ])
  })

  test('changes nothing when it is imported where it comes from', async () => {
    const source = await startTestService()
    await fillSource(source)
    for (const name of COLLECTIONS) {
      const before = await exportCsv(source, name)
      expect(await importBytes(before, {}, source.db)).toEqual([])
      expect(await exportCsv(source, name)).toBe(before)
    }
  })

  test('of external users alone creates their users and accounts', async () => {
    const source = await startTestService()
    await fillSource(source)
    expect(await importBytes(await exportCsv(source, 'external_users'))).toEqual([])
    const { body } = await get('/external_users?sort=external_id&includes=users,external_accounts')
    expect(body.users).toMatchObject([
      { email_address: 'Ann@trip.test' },
      { email_address: 'ben@trip.test' },
    ])
    expect(body.external_accounts).toMatchObject([{ external_id: 'acme' }])
  })

  test('of accounts is imported without those that have no external id', async () => {
    const source = await startTestService()
    await anAccount(source.db, null, { name: 'Private' })
    await anAccount(source.db, 'acme', { name: 'Acme' })
    const file = join(folder, 'accounts.csv')
    await writeFile(file, await exportCsv(source, 'external_accounts'))
    const { code, stdout } = await earshot('import', file)
    expect(code).toBe(0)
    expect(stdout).toContain(
      'Imported 1 row, 1 external account. Left out 1 without an external_id.',
    )
    expect(await count('/external_accounts')).toBe(1)
  })

  test('of accounts can be sent to the API', async () => {
    const csv = 'id,external_id,name,plan,mrr,cf_tier\n7,acme,Acme,gold,12.5,1\n8,bolt,Bolt,,,2'
    expect((await post('/imports', { csv })).status).toBe(201)
    await runJobs(at)
    expect(await shown('/imports')).toMatchObject({ state: 'completed', imported_records: 2 })
    expect(await shown('/external_accounts?external_id=acme')).toMatchObject({
      name: 'Acme',
      plan: 'gold',
      mrr: 12.5,
      cf_tier: 1,
    })
  })

  test('with ids of accounts but without their external ids is rejected', async () => {
    expect(await importBytes('external_id,email,links.external_account\nu1,a@b.test,5')).toEqual([
      '1: links.external_account is an id of another database; export the file again',
    ])
  })
})

describe('a file that is sent to the API is refused clearly', () => {
  const send = (csv: string) => post('/imports', { csv })

  test.each([
    [`${PLAIN},__proto__`, '__proto__', 'column not recognized: the columns are '],
    [`${PLAIN},constructor`, 'constructor', 'column not recognized: the columns are '],
    [
      `${PLAIN},external_user.cf___proto__`,
      'external_user.cf___proto__',
      'column not recognized: there is no such custom field',
    ],
    [
      `${PLAIN}${','.repeat(300_000)}`,
      undefined,
      'file not valid: it has 300002 columns; at most 1000 are allowed',
    ],
    [
      `${PLAIN},${'x'.repeat(256)}`,
      undefined,
      'file not valid: the name of column 3 has 256 characters; at most 255 are allowed',
    ],
  ])('header %.70s', async (header, column, message) => {
    const { status, body } = await send(`${header}\nu1,ann@example.com,x\n`)
    expect(status).toBe(422)
    expect(body.errors.csv[0].column).toBe(column)
    expect(body.errors.csv[0].problem).toContain(message)
  })

  test('with 190,000 problems', async () => {
    const names = Array.from({ length: 190 }, (_, i) => `cf_wrong_${i}`)
    for (const key of names) await aCustomField(db, 'external_users', key, 'number')
    const header = `${PLAIN},${names.map((name) => `external_user.${name}`)}`
    const row = `u1,ann@example.com,${names.map(() => 'x')}\n`
    const { status, body } = await send(`${header}\n${row.repeat(1_000)}`)
    expect(status).toBe(422)
    expect(body.message).toBe('csv has 190000 problems; nothing is imported.')
    expect(body.errors.csv).toHaveLength(1_000)
  })
})
