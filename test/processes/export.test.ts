// Exports of whole collections, while the service runs.
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { csvLine } from '../../src/files/csv.ts'
import { exportCollection } from '../../src/files/export.ts'
import { allResources } from '../../src/resources/index.ts'
import { commandOn, startCommand } from '../support/command.ts'
import {
  aCustomField,
  anAccount,
  aSuggestion,
  aWorld,
  fillTables,
  idsOf,
  insert,
  walk,
} from '../support/factories.ts'
import { BASE_URL, type Shown, startTestService } from '../support/service.ts'

const { db, connection, get } = await startTestService()
const folder = await mkdtemp(join(tmpdir(), 'earshot-export-'))
afterAll(() => rm(folder, { recursive: true }))

const world = await aWorld(db)
await aCustomField(db, 'external_accounts', 'cf_region', 'string')
await aCustomField(db, 'external_accounts', 'cf_seats', 'number')

const earshot = commandOn(connection)

async function exported(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await earshot('export', ...args)
  expect(stderr).toMatch(/^Exported [\d,]+ [\w ]+ to standard output\n$/)
  expect(code).toBe(0)
  return stdout
}

const linesOf = (text: string, end: string) => {
  expect(text === '' || text.endsWith(end)).toBe(true)
  return text.split(end).slice(0, -1)
}
const records = (text: string): Shown[] => linesOf(text, '\n').map((line) => JSON.parse(line))

/** All records of a list, as a client that follows its pages reads them. */
const listed = async (name: string): Promise<Shown[]> =>
  (await walk(get, `/${name}?sort=id&per_page=100`)).flatMap(({ body }) => body[name])

/** An independent reader of RFC 4180. */
function cells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** Rows as objects, by the names of the header. */
function table(text: string): Record<string, string>[] {
  const [header = [], ...rows] = cells(text)
  for (const row of rows) expect(row).toHaveLength(header.length)
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] as string])))
}

describe('ndjson', () => {
  test('has each record on a line, as the API returns it', async () => {
    expect(records(await exported('suggestions', '--format', 'ndjson'))).toEqual(
      await listed('suggestions'),
    )
    expect(records(await exported('accounts', '--format', 'ndjson'))).toEqual(
      await listed('external_accounts'),
    )
  })

  test('contains each record of many pages exactly once', async () => {
    await sql`insert into labels (name, full_name) select n, n from (
      select 'label ' || i as n from generate_series(1, 2500) i) l`.execute(db)
    const ids = idsOf(records(await exported('labels', '--format', 'ndjson')))
    expect(ids).toEqual(idsOf(await listed('labels')))
    expect(ids).toHaveLength(2501)
  })

  test('of an empty collection is empty, and older names of collections work', async () => {
    expect(await exported('requests', '--format', 'ndjson')).toBe('')
  })
})

describe('csv', () => {
  test('has a column for each link and each custom field', async () => {
    await sql`update external_accounts set custom_fields = '{"cf_region": "EU, north", "cf_seats": 12}'
      where id = ${world.acme}`.execute(db)
    const text = await exported('accounts')
    const [acme, bolt] = table(text)
    expect(acme).toMatchObject({
      id: String(world.acme),
      external_id: 'acme',
      mrr: '1200',
      ltv: '',
      cf_region: 'EU, north',
      cf_seats: '12',
    })
    expect(bolt).toMatchObject({ name: 'Bolt & Söhne', cf_region: '', cf_seats: '' })
    const suggestions = table(await exported('suggestions', '--format', 'csv'))
    expect(suggestions.map((row) => row['links.forum'])).toEqual(
      [world.mobile, world.mobile, world.desktop, world.desktop].map(String),
    )
    expect(suggestions[0]?.['links.labels']).toBe(String(world.urgent))
  })

  test('joins lists by commas and writes objects as JSON and URLs in full', async () => {
    const more = await insert(db, 'labels', { name: 'later', full_name: 'later' })
    await sql`insert into suggestion_labels values (${world.dark}, ${more})`.execute(db)
    const [dark] = table(await exported('suggestions'))
    expect(dark?.['links.labels']).toBe(`${world.urgent},${more}`)
    const [ann] = table(await exported('users')).filter(({ id }) => id === String(world.ann))
    expect(ann?.avatar_url).toBe(`${BASE_URL}/avatars/${world.ann}`)
    const [shown] = (await listed('users')).filter(({ id }) => id === world.ann)
    expect(JSON.parse(ann?.traits || 'null')).toEqual(shown?.traits)
  })

  test('quotes cells and ends lines as RFC 4180 requires', async () => {
    const title = 'Say "hi", then\nleave'
    const id = await aSuggestion(db, world.mobile, title)
    const text = await exported('suggestions')
    expect(text).toContain('"Say ""hi"", then\nleave"')
    const row = table(text).find((one) => one.id === String(id))
    expect(row?.title).toBe(title)
  })

  test('of an empty collection is the header only', async () => {
    const [header, ...rows] = cells(await exported('nps_ratings'))
    expect(header).toEqual(expect.arrayContaining(['id', 'rating', 'links.user']))
    expect(rows).toEqual([])
  })

  test('guards against formulas, except with --raw', async () => {
    const formulas = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\tx',
      '=HYPERLINK("http://x","y")',
      '＝1+1',
      '＠x',
    ]
    for (const [i, name] of formulas.entries()) await anAccount(db, `formula-${i}`, { name })
    // Where a semicolon separates cells, a formula begins after it.
    await anAccount(db, 'formula-x', { name: 'a;=1+1;b;-2' })
    await anAccount(db, 'formula-debt', { name: 'a=b', mrr: -5 })
    const names = (text: string) =>
      table(text)
        .filter(({ external_id }) => external_id?.startsWith('formula-'))
        .map(({ name }) => name)
    const safe = await exported('accounts')
    expect(names(safe)).toEqual([...formulas.map((name) => `'${name}`), "a;'=1+1;b;'-2", 'a=b'])
    expect(names(await exported('accounts', '--raw'))).toEqual([...formulas, 'a;=1+1;b;-2', 'a=b'])
    expect(table(safe).find(({ external_id }) => external_id === 'formula-debt')?.mrr).toBe('-5')
  })

  test('distinguishes null from empty text, and lists of words from other lists', () => {
    expect(csvLine([null, '', undefined, false, 0])).toBe(',"",,false,0\r\n')
    expect(csvLine([[], ['a', 'b'], ['a,b'], [{ a: 1 }], [null]])).toBe(
      `"","a,b","[""a,b""]","[{""a"":1}]",[null]\r\n`,
    )
    expect(csvLine([['=1', 'b'], '\r'])).toBe(`"'=1,b","'\r"\r\n`)
  })
})

describe('the command', () => {
  test('writes a file that only its owner can read, and shows progress', async () => {
    const file = join(folder, 'forums.csv')
    const { code, stdout, stderr } = await earshot('export', 'forums', '--output', file)
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toBe(`forums: 100 %\nExported 3 forums to ${file}\n`)
    expect(await readFile(file, 'utf8')).toBe(await exported('forums'))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('writes to standard output when the file is -', async () => {
    expect(await exported('forums', '--output', '-')).toBe(await exported('forums'))
    expect(await readdir('.')).not.toContain('-')
  })

  test('replaces a file, keeps its mode, and follows a symbolic link', async () => {
    const file = join(folder, 'old.csv')
    const link = join(folder, 'link.csv')
    await writeFile(file, 'old')
    await chmod(file, 0o640)
    await symlink(file, link)
    expect((await earshot('export', 'forums', '--output', link)).code).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(await exported('forums'))
    expect((await stat(file)).mode & 0o777).toBe(0o640)
  })

  test('continues when the reader of standard error goes away', async () => {
    const file = join(folder, 'unread.csv')
    const stdio: ('ignore' | 'pipe')[] = ['ignore', 'ignore', 'pipe']
    const child = startCommand(connection, ['export', 'labels', '--output', file], stdio)
    child.stderr?.destroy()
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(await exported('labels'))
  })

  test('reports a full disk in one sentence', async () => {
    const { code, stderr } = await earshot('export', 'forums', '--output', '/dev/full')
    expect(code).toBe(1)
    expect(stderr).toContain('No space left on device: /dev/full. Free space and try again.')
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  describe('that is stopped', () => {
    /** Stops an export while it waits for a lock. */
    async function stopExport(file: string, signal: NodeJS.Signals) {
      const client = new pg.Client(connection)
      await client.connect()
      await client.query('begin; lock table labels in access exclusive mode')
      const child = startCommand(connection, ['export', 'labels', '--output', file])
      const hasTemporary = async () => (await temporaryFiles(file)).length
      await expect.poll(hasTemporary, { timeout: 60_000 }).toBe(1)
      child.kill(signal)
      const exited = once(child, 'exit')
      if (signal === 'SIGKILL') await exited
      await client.query('commit')
      await client.end()
      return (await exited)[1]
    }

    const temporaryFiles = async (file: string) =>
      (await readdir(folder)).filter((name) => join(folder, name).startsWith(`${file}.`))

    test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
      'by %s leaves the old file and no temporary one',
      async (signal) => {
        const file = join(folder, `${signal}.csv`)
        await writeFile(file, 'old')
        expect(await stopExport(file, signal)).toBe(signal)
        expect(await readFile(file, 'utf8')).toBe('old')
        expect(await temporaryFiles(file)).toEqual([])
      },
    )

    test('by SIGKILL leaves a temporary file, which the next run removes', async () => {
      const file = join(folder, 'killed.csv')
      const ofOther = `${file}.00000000-1.partial`
      await stopExport(file, 'SIGKILL')
      expect(await temporaryFiles(file)).toHaveLength(1)
      await writeFile(ofOther, '')
      expect((await earshot('export', 'labels', '--output', file)).code).toBe(0)
      expect(await readFile(file, 'utf8')).toBe(await exported('labels'))
      // Of another host, where its process may still run.
      expect(await temporaryFiles(file)).toEqual(['killed.csv.00000000-1.partial'])
    })
  })

  test.each([
    [['export'], /COLLECTION is missing\./, 2],
    [['export', 'people'], /COLLECTION is people; it should be one of/, 2],
    [
      ['export', 'all'],
      /should be one of .*\. earshot move-out FOLDER writes the whole account\./s,
      2,
    ],
    [['export', 'users', 'forums'], /unexpected argument "forums"/, 2],
    [['export', 'users', '--output', '/tmp'], /\/tmp is a directory; it should be a file/, 1],
    [
      ['export', 'users', '--format', 'xml'],
      /--format: unknown value "xml"\. Allowed: csv, ndjson/,
      2,
    ],
    [['export', 'users', '--output', '/nowhere/users.csv'], /There is no directory \/nowhere\./, 1],
  ])('%j is rejected in one sentence', async (args, words, exit) => {
    const { code, stdout, stderr } = await earshot(...args)
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect([code, stdout]).toEqual([exit, ''])
  })
})

test('every collection can be exported', async () => {
  const full = await startTestService()
  await fillTables(full.db, { rows: 3 })
  const reader = { pool: full.service.database.readPool, baseUrl: BASE_URL, areas: null }
  for (const resource of allResources) {
    for (const format of ['csv', 'ndjson'] as const) {
      for await (const page of exportCollection(reader, resource, format, false)) {
        const { text, exported, total } = page
        expect([exported, exported > 0], resource.name).toEqual([total, true])
        if (format === 'csv') expect(table(text)).toHaveLength(exported)
      }
    }
  }
})

test('the help of export names the command for a whole account', async () => {
  const { code, stdout } = await earshot('export', '--help')
  expect([code, stdout]).toEqual([0, expect.stringContaining('earshot move-out')])
})
