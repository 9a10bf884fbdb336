// The operator's commands, as real processes on a data directory of their own.
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeEmbedded, type EmbeddedServer, startEmbedded } from '../src/db/embedded.ts'
import { allMigrations, migrate } from '../src/db/migrate.ts'

type Result = { code: number; stdout: string; stderr: string }

const MAIN = join(import.meta.dirname, '..', 'src', 'cli', 'main.ts')

let root: string
let dataDir: string
let server: EmbeddedServer

// The server that a running service would have, so that commands join it; the last tests run alone.
beforeAll(async () => {
  root = await mkdtemp('/tmp/earshot-cli-')
  await chmod(root, 0o755)
  dataDir = join(root, 'data')
  server = await startEmbedded(dataDir, () => {})
  await earshot(['migrate'])
})
afterAll(async () => {
  await server.stop()
  await rm(root, { recursive: true })
})

// Runs several commands one after the other in one process, which loads the program once. As in a shell, a
// command may begin with a variable of its own.
const EACH = `
  const [main, ...commands] = JSON.parse(process.env.COMMANDS)
  const results = []
  const say = process.stdout.write.bind(process.stdout)
  for (const [i, args] of commands.entries()) {
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr']) process[name].write = (text) => (said[name] += text, true)
    const [name, value] = /^(DATABASE_URL)=(.*)/.exec(args[0])?.slice(1) ?? []
    if (name) process.env[name] = value
    process.argv.splice(2, Infinity, ...args.slice(name ? 1 : 0))
    process.exitCode = 0
    await import(main + '?' + i).catch((error) => (process.exitCode = 1, said.stderr += error.stack))
    results.push({ code: process.exitCode, ...said })
  }
  process.exitCode = 0
  say(JSON.stringify(results))
`

async function each(commands: string[][], env: Record<string, string> = {}): Promise<Result[]> {
  const COMMANDS = JSON.stringify([pathToFileURL(MAIN).href, ...commands])
  const { stdout } = await run(['--input-type=module', '-e', EACH, 'earshot'], { ...env, COMMANDS })
  return JSON.parse(stdout)
}

const earshot = (args: string[], env: Record<string, string> = {}) => run([MAIN, ...args], env)

function run(args: string[], env: Record<string, string>): Promise<Result> {
  const { PATH = '', HOME = '' } = process.env
  const own = { PATH, HOME, EARSHOT_DATA: dataDir, PORT: '1', LOG_LEVEL: 'warn' }
  return new Promise((resolve) => {
    const options = { env: { ...own, ...env }, timeout: 120_000, maxBuffer: 10 * 1024 ** 2 }
    const node = ['--disable-warning=ExperimentalWarning', ...args]
    execFile(process.execPath, node, options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0
      resolve({ code, stdout, stderr })
    })
  })
}

const parsed = ({ code, stdout, stderr }: Result) => {
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return JSON.parse(stdout)
}
const json = async (args: string[], env?: Record<string, string>) =>
  parsed(await earshot([...args, '--json'], env))

/** A mistake is told in a sentence or two, never by a stack. */
const expectMistake = ({ code, stdout, stderr }: Result, words: RegExp, exit = 1) => {
  expect(stderr).toMatch(words)
  expect(stderr).not.toMatch(/^\s+at |node_modules|node:internal/m)
  expect(stdout).not.toContain('earshot_token_')
  expect(code).toBe(exit)
}

describe('help', () => {
  test('names every command, and every command explains itself', async () => {
    const commands = [
      'serve',
      'migrate',
      'clients',
      'plan',
      'demo',
      'export',
      'import',
      'files',
      'backup',
      'restore',
      'doctor',
      'openapi',
      'coverage',
    ]
    const asked = [['--help'], ['-h'], ['help'], []]
    const answers = await each([...asked, ...commands.map((command) => [command, '--help'])])
    const overviews = answers.splice(0, asked.length)
    const [overview] = overviews
    expect(overview).toMatchObject({ code: 0, stderr: '' })
    for (const other of overviews) expect(other).toEqual(overview)
    for (const [i, command] of commands.entries()) {
      expect(overview?.stdout).toContain(`  ${command}`)
      expect(answers[i]).toMatchObject({ code: 0, stderr: '' })
      expect(answers[i]?.stdout).toContain(`usage: earshot ${command}`)
    }
  })

  test('follows a command that is not known, with exit code 2', async () => {
    expectMistake(await earshot(['frobnicate']), /earshot frobnicate is not known/, 2)
    const names = ['constructor', 'toString', '__proto__', '']
    for (const [i, answer] of (await each(names.map((name) => [name]))).entries()) {
      expectMistake(answer, new RegExp(`earshot ${names[i]} is not known`), 2)
      expect(answer.stdout).toContain('usage: earshot <command>')
    }
  })

  test('of one command is asked for in two ways, and the version in one', async () => {
    const [first, second, nothing, version] = await each([
      ['help', 'clients'],
      ['clients', '--help'],
      ['help', 'nothing'],
      ['--version'],
    ])
    expect(first).toEqual(second)
    expectMistake(nothing as Result, /earshot nothing is not known/, 2)
    const ours = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'))
    expect(version).toEqual({ code: 0, stdout: `${ours.version}\n`, stderr: '' })
  })

  test('options and words that a command does not take are told', async () => {
    const mistakes: [string[], RegExp][] = [
      [['migrate', '--fast'], /^earshot migrate: --fast is not known; the options are --json\.$/m],
      [['work', '--fast'], /--fast is not known; the options are --log\./],
      [
        ['serve', '--port', '80'],
        /--port is not known; the options are --quiet, --no-jobs, --log\./,
      ],
      [['serve', '-q'], /-q is not known/],
      [['migrate', '--json=yes'], /--json takes no value\./],
      [['demo', '--users'], /--users needs a value\./],
      [['clients', 'create', '--name', '--json'], /--name needs a value\./],
      [['demo', '--users', '-5'], /--users "-5" should be a whole number from 0 to 999999999\./],
      [['clients', 'create', '--name', 'x', '--limit=-5'], /--limit "-5" should be a whole number/],
      [['serve', 'extra'], /"extra" is a word too many\.\nusage: earshot serve/],
      ...['work', 'migrate', 'coverage', 'openapi', 'doctor', 'demo'].map(
        (name): [string[], RegExp] => [[name, 'extra'], /"extra" is a word too many/],
      ),
      [['files'], /files needs a word after it: check/],
      [['files', 'check', 'extra'], /"extra" is a word too many/],
      [['plan', 'set', 'growth', 'extra'], /"extra" is a word too many/],
    ]
    const answers = await each(mistakes.map(([args]) => args))
    for (const [i, answer] of answers.entries()) expectMistake(answer, mistakes[i]?.[1] as RegExp)
  })
})

describe('clients', () => {
  test('are created, listed and revoked', async () => {
    const name = 'Nightly “sync” & co'
    const made = await json(['clients', 'create', '--name', name])
    expect(made).toEqual({
      id: expect.any(Number),
      name,
      key: expect.stringMatching(/^earshot_key_[\w-]{43}$/),
      secret: expect.stringMatching(/^earshot_secret_[\w-]{43}$/),
      token: expect.stringMatching(/^earshot_token_[\w-]{43}$/),
    })
    const list = ['clients', 'list', '--json']
    const [before, revoked, after] = (
      await each([list, ['clients', 'revoke', String(made.id), '--json'], list])
    ).map(parsed)
    const own = (all: { id: number }[]) => all.find(({ id }) => id === made.id)
    expect(own(before)).toMatchObject({
      name,
      is_trusted: true,
      is_read_only: false,
      token_lifetime_seconds: null,
      requests_per_minute: null,
      tokens_count: 1,
      revoked_at: null,
    })
    for (const secret of [made.key, made.secret, made.token])
      expect(JSON.stringify(before)).not.toContain(secret)
    expect(revoked).toEqual({ revoked: made.id })
    expect(own(after)).toMatchObject({ revoked_at: expect.any(String) })
  })

  test('are what the options say', async () => {
    const create = ['clients', 'create', '--name']
    const [quiet, brief, plain, list, text] = await each([
      [...create, 'a', '--untrusted', '--read-only', '--limit', '50', '--json'],
      [...create, 'b', '--lifetime', '30d', '--json'],
      [...create, 'c', '--lifetime', '90s', '--retry-after', 'delta'],
      ['clients', 'list', '--json'],
      ['clients', 'list'],
    ])
    const one = (made: Result | undefined) =>
      parsed(list as Result).find(
        (client: { id: number }) => client.id === parsed(made as Result).id,
      )
    expect(one(quiet)).toMatchObject({
      is_trusted: false,
      is_read_only: true,
      requests_per_minute: 50,
      retry_after: 'epoch',
    })
    expect(one(brief).token_lifetime_seconds).toBe(2_592_000)
    expect(plain?.stdout).toMatch(/^Id {6}\d+\nKey {5}\S+\nSecret {2}\S+\nToken {3}\S+\n$/)
    expect(text?.stdout).toContain('untrusted, read-only, 50 requests a minute')
    expect(text?.stdout).toContain('tokens live 90 s, waits by seconds')
  })

  test('may send more or less later, and hear of it in another form', async () => {
    const { id } = await json(['clients', 'create', '--name', 'paced'])
    const set = ['clients', 'set', String(id)]
    const list = ['clients', 'list', '--json']
    const [, first, second, , third] = await each([
      [...set, '--limit', '50', '--retry-after', 'delta'],
      list,
      [...set, '--retry-after', 'epoch', '--json'],
      [...set, '--limit', '0'],
      list,
    ])
    const own = (listed: Result | undefined) =>
      parsed(listed as Result).find((client: { id: number }) => client.id === id)
    expect(own(first)).toMatchObject({ requests_per_minute: 50, retry_after: 'delta' })
    expect(parsed(second as Result)).toEqual({ changed: id })
    expect(own(third)).toMatchObject({ requests_per_minute: null, retry_after: 'epoch' })
  })

  test('that are revoked are shown so, and are not changed', async () => {
    const { id } = await json(['clients', 'create', '--name', 'gone'])
    const ended = ['clients', 'revoke', String(id)]
    const [before, first, second, list, after, set] = await each([
      ['clients', 'list'],
      ended,
      ended,
      ['clients', 'list', '--json'],
      ['clients', 'list'],
      ['clients', 'set', String(id), '--limit', '5'],
    ])
    const line = (listed: Result | undefined) =>
      listed?.stdout.split('\n').find((one) => one.includes('  gone  '))
    expect(line(before)).toMatch(/trusted {2}1 token$/)
    expect(first?.stdout).toBe(`Client ${id} and its tokens are revoked.\n`)
    expect(second).toMatchObject({
      code: 0,
      stdout: `Client ${id} and its tokens were revoked already.\n`,
    })
    expect(line(after)).toMatch(/trusted {2}revoked$/)
    expect(parsed(list as Result).find((one: { id: number }) => one.id === id)).toMatchObject({
      tokens_count: 0,
      requests_per_minute: null,
    })
    expectMistake(set as Result, new RegExp(`Client ${id} is revoked, and nothing was changed`))
  })

  test('are not made by mistake', async () => {
    const create = ['clients', 'create', '--name', 'by mistake']
    const mistakes: [string[], RegExp][] = [
      [['clients', 'create'], /--name is required/],
      [['clients', 'create', '--name', '  '], /--name is required/],
      [[...create, '--lifetime', 'soon'], /--lifetime "soon".*30d/],
      [[...create, '--lifetime', '0d'], /--lifetime "0d"/],
      [[...create, '--lifetime', '-5d'], /--lifetime/],
      [[...create, '--limit', 'many'], /--limit "many".*whole number/],
      [[...create, '--retry-after', 'soon'], /--retry-after "soon".*delta or epoch/],
      [['clients', 'set', '1'], /--limit, --retry-after/],
      [['clients', 'set', '--limit', '5'], /id of a client/],
      [['clients', 'set', '999999', '--limit', '5'], /No API client has the id 999999/],
      [['clients', 'revoke'], /id of a client/],
      [['clients', 'revoke', 'x'], /id of a client/],
      [['clients', 'revoke', '999999'], /No API client has the id 999999/],
      [['clients', 'set', '1', '--name', 'x'], /--name is not known to clients set; .*--limit/],
      [['clients', 'list', '--limit', '5'], /--limit is not known to clients list/],
      [['clients', 'list', '5'], /clients list takes no word such as "5"/],
      [['clients'], /clients needs a word after it: create, list, set or revoke/],
      [['clients', 'destroy'], /clients destroy is not known/],
      [['clients', 'toString'], /clients toString is not known/],
    ]
    const answers = await each([...mistakes.map(([args]) => args), ['clients', 'list']])
    expect(answers.pop()?.stdout).not.toContain('by mistake')
    for (const [i, answer] of answers.entries()) expectMistake(answer, mistakes[i]?.[1] as RegExp)
  })
})

describe('the plan', () => {
  test('of a new account is growth, and can be another', async () => {
    const DATABASE_URL = await anotherDatabase('planned')
    const set = ['plan', 'set', 'starter', '--json']
    const commands = [['migrate'], ['plan'], set, ['plan', '--json']]
    const [, words, done, told] = await each(commands, { DATABASE_URL })
    expect(words?.stdout).toBe(
      '  starter    120 requests a minute\n* growth     600 requests a minute\n' +
        '  scale      3,000 requests a minute\n  unlimited  1,000,000,000 requests a minute\n',
    )
    expect(parsed(told as Result)).toEqual(parsed(done as Result))
    expect(parsed(told as Result)[0]).toEqual({
      name: 'starter',
      requests_per_minute: 120,
      is_current: true,
    })
  })

  test('is not set by mistake', async () => {
    const mistakes: [string[], RegExp][] = [
      [['plan', 'set'], /name of a plan/],
      [['plan', 'set', 'huge'], /no plan "huge"; it is one of starter, growth, scale, unlimited/],
      [['plan', 'starter'], /plan starter is not known/],
    ]
    const answers = await each([...mistakes.map(([args]) => args), ['plan']])
    expect(answers.pop()?.stdout).toContain('* growth')
    for (const [i, answer] of answers.entries()) expectMistake(answer, mistakes[i]?.[1] as RegExp)
  })
})

describe('migrate, openapi and doctor', () => {
  test('migrate applies once and says so', async () => {
    const [first, second, third] = await each(
      [['migrate', '--json'], ['migrate', '--json'], ['migrate']],
      { DATABASE_URL: await anotherDatabase('migrated') },
    )
    expect(parsed(first as Result).applied[0]).toMatch(/^0001_.*\.sql$/)
    expect(parsed(second as Result)).toEqual({ applied: [], unknown: [] })
    expect(third?.stdout).toBe('Nothing to apply.\n')
  })

  test('doctor tells what answers, in words and in JSON', async () => {
    const [, words, findings] = await each([['migrate'], ['doctor'], ['doctor', '--json']])
    expect(words).toMatchObject({ code: 0, stderr: '' })
    expect(words?.stdout).not.toMatch(/^NO /m)
    expect(words?.stdout).toContain(dataDir)
    expect(words?.stdout).toMatch(/ok {2}PostgreSQL\s+\d+/)
    expect(words?.stdout).toMatch(/ok {2}migrations\s+current/)
    expect(parsed(findings as Result).every(({ ok }: { ok: boolean }) => ok)).toBe(true)
  })

  test('doctor tells what does not answer, without the password; openapi needs no database', async () => {
    const [doctor, openapi] = await each([['doctor'], ['openapi']], {
      DATABASE_URL: 'postgres://ann:s3cret@127.0.0.1:1/earshot',
    })
    expect(doctor?.code).toBe(1)
    expect(doctor?.stdout).toMatch(/NO {2}PostgreSQL\s+does not answer/)
    expect(doctor?.stdout).toContain('127.0.0.1:1/earshot')
    expect(doctor?.stdout).not.toContain('s3cret')
    expect(parsed(openapi as Result).openapi).toMatch(/^3\.1/)
  })
})

describe('what is wrong around', () => {
  test('wrong configuration is told by every command, all of it at once', async () => {
    const commands = [['serve'], ['migrate'], ['clients', 'list'], ['doctor']]
    for (const answer of await each(commands, { PORT: 'eighty', LOG_LEVEL: 'loud' })) {
      expectMistake(answer, /PORT is "eighty"; it should be/)
      expectMistake(answer, /LOG_LEVEL is "loud"; it should be one of/)
    }
  })

  test('a database that does not answer is named, without a stack and without the password', async () => {
    const { host } = server.connection
    const urls: [string, RegExp][] = [
      ['postgres://ann:s3cret@127.0.0.1:1/x', /127\.0\.0\.1:1/],
      ['postgres://ann:s3cret@nowhere.invalid/x', /nowhere\.invalid/],
      ['postgres:///x?user=earshot&host=/nowhere', /\/nowhere/],
      [`postgres:///nope?user=earshot&host=${host}`, /"nope" does not exist/],
      [`postgres:///postgres?user=bob&host=${host}`, /"bob" does not exist/],
    ]
    const commands = [['clients', 'list'], ['serve']]
    const answers = await each(
      urls.flatMap(([url]) => commands.map((args) => [`DATABASE_URL=${url}`, ...args])),
    )
    for (const [i, answer] of answers.entries()) {
      expectMistake(answer, urls[Math.floor(i / 2)]?.[1] as RegExp)
      expect(answer.stderr).toContain('DATABASE_URL')
      expect(answer.stderr).not.toContain('s3cret')
    }
  })

  test('a data directory that is a file is said to be one', async () => {
    const file = join(root, 'file')
    await writeFile(file, '')
    const commands = [['clients', 'list'], ['serve'], ['migrate']]
    for (const answer of await each(commands, { EARSHOT_DATA: file }))
      expectMistake(answer, new RegExp(`EARSHOT_DATA is ${file}, which is a file`))
  })

  /** What must neither make a database nor change its tables. */
  const onlyLooking = async () => {
    const csv = join(root, 'people.csv')
    await writeFile(csv, 'external_user.external_id,external_user.email_address\n')
    return [
      ['clients', 'list'],
      ['clients', 'create', '--name', 'astray'],
      ['clients', 'set', '1', '--limit', '5'],
      ['clients', 'revoke', '1'],
      ['plan'],
      ['plan', 'set', 'scale'],
      ['export', 'users'],
      ['import', csv],
      ['files', 'check', '--sweep'],
    ]
  }

  test('where there is no database, none is made by those who only look', async () => {
    const there = join(root, 'there')
    await mkdir(there)
    const commands = [...(await onlyLooking()), ['backup', join(root, 'astray.tar.gz')], ['work']]
    for (const EARSHOT_DATA of [there, join(root, 'mistyped')]) {
      const answers = await each([...commands, ['doctor']], { EARSHOT_DATA })
      const doctor = answers.pop()
      const words = `There is no database in ${EARSHOT_DATA}. Set EARSHOT_DATA or DATABASE_URL as`
      for (const answer of answers) expectMistake(answer, new RegExp(words))
      expect(doctor).toMatchObject({ code: 1, stderr: '' })
      expect(doctor?.stdout).toContain(`NO  PostgreSQL       ${words}`)
    }
    expect(await readdir(root)).not.toContain('mistyped')
    expect(await readdir(root)).not.toContain('astray.tar.gz')
    expect(await readdir(there)).not.toContain('postgres')
  })

  test('a schema that is behind is told, and changed only by those who are to', async () => {
    const DATABASE_URL = await anotherDatabase('behind')
    const applied = `select to_regclass('migrations')::text as kept`
    const commands = await onlyLooking()
    for (const answer of await each(commands, { DATABASE_URL }))
      expectMistake(answer, /The database .*\/behind is empty\. .*earshot migrate/)
    expect(await asked(DATABASE_URL, applied)).toEqual([{ kept: null }])

    await migrate({ connectionString: DATABASE_URL }, allMigrations.slice(0, -1))
    const newest = String(allMigrations.at(-1))
    for (const answer of await each(commands, { DATABASE_URL }))
      expectMistake(
        answer,
        new RegExp(`lacks the migrations ${newest}\\. .*earshot migrate.*applies`),
      )
    const names = await asked(DATABASE_URL, 'select name from migrations order by name')
    expect(names).toEqual(allMigrations.slice(0, -1).map((name) => ({ name })))
  })

  test('a user who may not make tables is told what to grant', async () => {
    const url = await anotherDatabase('foreign_one')
    await asked(url, 'create role stranger login')
    const DATABASE_URL = url.replace('user=earshot', 'user=stranger')
    const [migrated, served, doctor] = await each([['migrate'], ['serve'], ['doctor']], {
      DATABASE_URL,
    })
    const words = /permission denied for schema public.*alter database … owner to …/s
    for (const answer of [migrated, served]) expectMistake(answer as Result, words)
    expect(doctor?.stdout).toMatch(/NO {2}permissions +stranger cannot create .*alter database/)

    await asked(url, 'grant create on schema public to stranger')
    expectMistake(
      await earshot(['migrate'], { DATABASE_URL }),
      /permission denied to create extension.*alter database … owner to …/s,
    )
    await asked(url, 'grant create on database foreign_one to stranger')
    const [again, looked] = await each([['migrate'], ['doctor']], { DATABASE_URL })
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(looked?.stdout).not.toContain('permissions')

    // Who owns nothing may still use what others made, once nothing is to be made.
    await asked(url, 'create role reader login')
    await asked(url, 'grant select on all tables in schema public to reader')
    const reader = url.replace('user=earshot', 'user=reader')
    const [listed, nothing, refused] = await each(
      [['clients', 'list'], ['migrate'], ['clients', 'create', '--name', 'x']],
      { DATABASE_URL: reader },
    )
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    expect(nothing?.stdout).toBe('Nothing to apply.\n')
    expectMistake(refused as Result, /permission denied for/)
  })

  // A file system of its own that is nearly full needs root.
  test.runIf(process.getuid?.() === 0)('a disk that is nearly full is told', async (context) => {
    const small = join(root, 'small')
    await mkdir(small)
    const mount = promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'none', small])
    if (
      await mount.then(
        () => false,
        () => true,
      )
    )
      return context.skip()
    try {
      await chmod(small, 0o755)
      const [doctor, first] = await each([['doctor'], ['migrate']], { EARSHOT_DATA: small })
      expect(doctor?.stdout).toMatch(/NO {2}files space +The server's disk is full; free space in /)
      expectMistake(first as Result, /The server's disk is full; free space in .*EARSHOT_DATA/)
      expect(first?.stderr).not.toContain('/etc/passwd')
    } finally {
      await promisify(execFile)('umount', [small])
    }
  })

  test('files and directories that are not there, or are the other, are told plainly', async () => {
    const mistakes: [string[], RegExp][] = [
      [['backup', '/nowhere/x'], /^earshot backup: There is no directory \/nowhere\.$/m],
      [['backup', root], /exists already/],
      [['restore', '/nowhere'], /^earshot restore: There is no file \/nowhere\.$/m],
      [['restore', root], /is a directory; it should be a file/],
      [['export', 'users', '--output', '/nowhere/x'], /There is no directory \/nowhere\.$/m],
      [['import', '/nowhere/x'], /There is no file \/nowhere\/x\.$/m],
    ]
    const answers = await each(mistakes.map(([args]) => args))
    for (const [i, answer] of answers.entries()) expectMistake(answer, mistakes[i]?.[1] as RegExp)
  })

  test('a port cannot be for the service and for its metrics', async () => {
    const answer = await earshot(['serve'], { PORT: '4103', METRICS_PORT: '4103' })
    expectMistake(answer, /PORT and METRICS_PORT are both 4103; set METRICS_PORT to another port\./)
  })
})

describe('alone, without a server that runs', () => {
  beforeAll(() => server.stop())

  test('a command starts the database, finds what there was, and leaves nothing running', async () => {
    const { name } = await json(['clients', 'create', '--name', 'alone'])
    expect(name).toBe('alone')
    expect((await describeEmbedded(dataDir)).running).toBe(false)
    const all = await json(['clients', 'list'])
    expect(all.map((client: { name: string }) => client.name)).toContain('alone')
    expect(all.length).toBeGreaterThan(3)
  })

  test('several commands at once do not take the database from each other', async () => {
    const names = ['one', 'two', 'three', 'four']
    const answers = await Promise.all(
      names.map((name) => earshot(['clients', 'create', '--name', name, '--json'])),
    )
    expect(answers.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, '']))
    const all = (await json(['clients', 'list'])).map((client: { name: string }) => client.name)
    expect(all).toEqual(expect.arrayContaining(names))
  })
})

async function asked(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function anotherDatabase(name: string): Promise<string> {
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query(`create database ${name} template template0`)
  await client.end()
  const { host, user } = server.connection
  return `postgres:///${name}?user=${user}&host=${encodeURIComponent(host)}`
}
