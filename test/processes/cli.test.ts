// The commands as real processes on their own data directory.
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeEmbedded, type EmbeddedServer, startEmbedded } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { allMigrations } from '../../src/db/migrations.ts'
import { baseEnvironment, databaseUrl, MAIN, NODE_OPTIONS, runCommand } from '../support/command.ts'
import type { Result } from '../support/command-runner.ts'
import { verifyDkim } from '../support/dkim.ts'
import { startDnsServer } from '../support/dns-server.ts'
import { startMailServer } from '../support/mail-server.ts'
import { shortTmpdir } from '../support/short-tmpdir.ts'

const REPOSITORY = join(import.meta.dirname, '../..')

let root: string
let dataDir: string
let server: EmbeddedServer

/** A database with the schema, in which nothing was set up. Copies are made faster than schemas. */
const UNUSED = 'unused'

// Stands in for the server of a running service, so that commands join it. The last tests run without it.
beforeAll(async () => {
  root = await mkdtemp(join(shortTmpdir, 'earshot-cli-'))
  await chmod(root, 0o755)
  dataDir = join(root, 'data')
  server = await startEmbedded(dataDir, () => {})
  await one(['migrate'])
  await anotherDatabase(UNUSED, server.owner.database)
})
afterAll(async () => {
  await server.stop()
  await rm(root, { recursive: true })
})

/** Runs commands one after the other in a process that is loaded. A command can begin with its DATABASE_URL, as in a shell. */
async function each(commands: string[][], more: Record<string, string> = {}): Promise<Result[]> {
  const results: Result[] = []
  for (const args of commands) {
    const env = { ...environment(), ...more }
    const [, DATABASE_URL] = /^DATABASE_URL=(.*)/.exec(args[0] ?? '') ?? []
    if (DATABASE_URL === undefined) results.push(await runCommand({ args, env }))
    else results.push(await runCommand({ args: args.slice(1), env: { ...env, DATABASE_URL } }))
  }
  return results
}

const one = async (args: string[], env?: Record<string, string>) =>
  (await each([args], env))[0] as Result

/** In a process of its own. */
const earshot = (args: string[], env: Record<string, string> = {}) => run([MAIN, ...args], env)

const run = (args: string[], env: Record<string, string>) =>
  execute(process.execPath, [...NODE_OPTIONS, ...args], env)

function execute(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Result> {
  return new Promise((resolve) => {
    const options = {
      env: { ...environment(), ...env },
      timeout: 120_000,
      maxBuffer: 10 * 1024 ** 2,
    }
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0
      resolve({ code, stdout, stderr })
    })
  })
}

const environment = () => ({
  ...baseEnvironment(),
  EARSHOT_DATA: dataDir,
  PORT: '1',
  LOG_LEVEL: 'warn',
})

const parsed = ({ code, stdout, stderr }: Result) => {
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return JSON.parse(stdout)
}
const json = async (args: string[], env?: Record<string, string>) =>
  parsed(await one([...args, '--json'], env))

/** An error message on standard error, without a stack trace. */
const expectError = (exit: number, { code, stdout, stderr }: Result, message: RegExp) => {
  expect(stderr).toMatch(message)
  expect(stderr).not.toMatch(/^\s+at |node_modules|node:internal/m)
  expect(stdout).not.toContain('earshot_token_')
  expect(code).toBe(exit)
}
const expectFailure = (result: Result, message: RegExp) => expectError(1, result, message)
const expectWrongUse = (result: Result, message: RegExp) => {
  expectError(2, result, message)
  expect(result.stdout).toBe('')
}

async function expectWrongUses(uses: [string[], RegExp][]): Promise<void> {
  const results = await each(uses.map(([args]) => args))
  for (const [i, result] of results.entries()) expectWrongUse(result, uses[i]?.[1] as RegExp)
}

const COMMANDS = [
  'serve',
  'work',
  'jobs',
  'migrate',
  'people',
  'clients',
  'sso-keys',
  'mail',
  'audit',
  'plan',
  'language',
  'api',
  'demo',
  'export',
  'import',
  'move-in',
  'move-out',
  'files',
  'secret-key',
  'backup',
  'restore',
  'doctor',
  'openapi',
  'completion',
  'help',
]

describe('help', () => {
  test('lists every command and the exit codes, and every command has help of at most 100 characters in a line', async () => {
    const asked = [['--help'], ['-h'], ['help'], []]
    const results = await each([...asked, ...COMMANDS.map((command) => [command, '--help'])])
    const overviews = results.splice(0, asked.length)
    const [overview] = overviews
    expect(overview).toMatchObject({ code: 0, stderr: '' })
    for (const other of overviews) expect(other).toEqual(overview)
    expect(overview?.stdout).toMatch(/^Exit codes:\n {2}0 {2}.*\n {2}1 {2}.*\n {2}2 {2}Wrong use/m)
    for (const [i, command] of COMMANDS.entries()) {
      expect(overview?.stdout).toContain(`  ${command}`)
      expect(results[i]).toMatchObject({ code: 0, stderr: '' })
      expect(results[i]?.stdout).toContain(`Usage: earshot ${command}`)
      const lines = String(results[i]?.stdout).split('\n')
      for (const line of lines.filter((one) => !/earshot .*\S/.test(one)))
        expect(line.length).toBeLessThanOrEqual(100)
    }
    expect(overview?.stdout.match(/^ {2}[a-z][a-z-]* {2}/gm)).toHaveLength(COMMANDS.length)
  })

  test('of one command is the same in both ways, and describes options with defaults', async () => {
    const [first, second, subcommand, version] = await each([
      ['help', 'clients'],
      ['clients', '--help'],
      ['help', 'clients', 'rotate'],
      ['--version'],
    ])
    expect(first).toEqual(second)
    expect(first?.stdout).toContain('earshot clients rotate ID')
    expect(subcommand?.stdout).toMatch(/^ {2}--overlap DURATION {2}.*Default: 24h\.$/ms)
    expect(subcommand?.stdout).toContain('Examples:\n  earshot clients rotate 3\n')
    const ours = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8'))
    expect(version).toEqual({ code: 0, stdout: `${ours.version}\n`, stderr: '' })
  })

  test('as Markdown is docs/cli.md', async () => {
    const { stdout } = await one(['help', '--markdown'])
    // `npm run cli-docs` writes it.
    expect(await readFile(join(REPOSITORY, 'docs', 'cli.md'), 'utf8')).toBe(stdout)
  })
})

describe('wrong use', () => {
  test('of an unknown command shows the overview on standard error', async () => {
    const names = ['frobnicate', 'constructor', 'toString', '__proto__', '', '--frob']
    for (const [i, result] of (await each(names.map((name) => [name]))).entries()) {
      expectWrongUse(result, new RegExp(`^earshot: unknown command "${names[i]}"\\.\n`))
      expect(result.stderr).toContain('Usage: earshot COMMAND')
    }
  })

  test('suggests the closest command, subcommand, option or method', async () => {
    await expectWrongUses([
      [['exprot'], /^earshot: unknown command "exprot"\. Did you mean "export"\?$/m],
      [['migrat'], /Did you mean "migrate"\?/],
      [['help', 'clinets'], /unknown command "clinets"\. Did you mean "clients"\?/],
      [
        ['clients', 'crate'],
        /^earshot clients: unknown subcommand "crate"\. Did you mean "create"\?/,
      ],
      [['help', 'clients', 'crate'], /Did you mean "create"\?/],
      [['clients', 'create', '--nmae', 'x'], /unknown option "--nmae"\. Did you mean "--name"\?/],
      [['plan', '--hlep'], /unknown option "--hlep"\. Did you mean "--help"\?/],
      [['api', 'GTE', '/users'], /METHOD: unknown value "GTE"\. Did you mean "GET"\?/],
      [['clients', 'toString'], /unknown subcommand "toString"\. Allowed: create, list, /],
    ])
  })

  test('of options and arguments names what is wrong and shows the usage', async () => {
    await expectWrongUses([
      [
        ['migrate', '--fast'],
        /^earshot migrate: unknown option "--fast"\. Allowed: --json\.\nUsage: earshot migrate \[--json\]$/m,
      ],
      [['work', '--fast'], /unknown option "--fast"\. Allowed: --log\./],
      [['serve', '--port', '80'], /unknown option "--port"\. Allowed: --quiet, --no-jobs, --log\./],
      [['serve', '-q'], /unknown option "-q"/],
      [['migrate', '--json=yes'], /--json takes no value\./],
      [['demo', '--users'], /--users needs a value\./],
      [['clients', 'create', '--name', '--json'], /--name needs a value\./],
      [['demo', '--users', '-5'], /--users: "-5" is not a whole number from 0 to 999999999\./],
      [['demo', '--users', '9'], /--users: 9 is too small\. The minimum is 10\./],
      [['clients', 'create', '--name', 'x', '--limit=-5'], /--limit: "-5" is not a whole number/],
      [
        ['export', 'users', '--output', '/nowhere/a', '--output', '/nowhere/b'],
        /--output was given twice\./,
      ],
      [['migrate', '--json', '--json'], /--json was given twice\./],
      [
        ['export', 'users', '--format', 'xml'],
        /--format: unknown value "xml"\. Allowed: csv, ndjson\./,
      ],
      [['serve', 'extra'], /unexpected argument "extra"\.\nUsage: earshot serve/],
      ...['work', 'migrate', 'openapi', 'doctor', 'demo'].map((name): [string[], RegExp] => [
        [name, 'extra'],
        /unexpected argument "extra"/,
      ]),
      [['export'], /COLLECTION is missing\./],
      [['backup'], /FILE is missing, and BACKUP_URL is not set\./],
      [['files'], /subcommand is missing\. Allowed: check, move\./],
      [['files', 'check', 'extra'], /unexpected argument "extra"/],
      [['plan', 'set', 'growth', 'extra'], /unexpected argument "extra"/],
      [['completion', 'tcsh'], /SHELL: unknown value "tcsh"\. Allowed: bash, zsh, fish\./],
      [['help', 'export', 'x'], /export has no subcommands\./],
    ])
  })

  test('has the same exit code through bin/earshot', async () => {
    const stamp = await readFile(join(REPOSITORY, 'node_modules/.earshot-installed'), 'utf8').catch(
      () => '',
    )
    const lock = await execute('sh', ['-c', `cksum < ${join(REPOSITORY, 'package-lock.json')}`])
    // Otherwise bin/earshot would install dependencies under this test.
    if (stamp.trim() !== lock.stdout.trim()) return
    const program = join(REPOSITORY, 'bin', 'earshot')
    expectWrongUse(await execute(program, ['plan', 'sit']), /Did you mean "set"\?/)
    expect((await execute(program, ['--version'])).code).toBe(0)
    expectFailure(await execute(program, ['plan', 'set', 'huge']), /"huge" is not allowed/)
  })
})

describe('colour', () => {
  const BOLD = '\u001b[1m'
  const RED = '\u001b[31m'

  test('is on in a terminal, unless NO_COLOR is set', async (context) => {
    if ((await execute('script', ['--version'])).code !== 0) return context.skip()
    const onTerminal = (env: Record<string, string>) => {
      const command = `"${process.execPath}" "${MAIN}" plan`
      return execute('script', ['-qec', command, '/dev/null'], { TERM: 'xterm', ...env })
    }
    expect((await onTerminal({})).stdout).toContain(`${BOLD}PLAN`)
    const plain = await onTerminal({ NO_COLOR: '1' })
    expect(plain.stdout).toContain('PLAN')
    expect(plain.stdout).not.toContain('\u001b')
  })

  test('is off without a terminal, unless FORCE_COLOR is set', async () => {
    const plain = await earshot(['plan'])
    const forced = await one(['plan'], { FORCE_COLOR: '1' })
    const refused = await one(['exprot'], { FORCE_COLOR: '1' })
    expect(plain.stdout).not.toContain('\u001b')
    expect(forced.stdout).toContain(`${BOLD}PLAN`)
    expect(refused.stderr).toContain(`${RED}earshot:`)
    expect(refused.stderr).toContain(`${BOLD}Commands:`)
  })
})

describe('completion', () => {
  /** The offers for each line, in one shell. */
  const complete = async (script: string, lines: string[][]) => {
    const call = `complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _earshot; printf '%s\\n' "\${COMPREPLY[@]}"; echo --; }`
    const calls = lines.map((words) => ['complete_line', 'earshot', ...words.map(quote)].join(' '))
    const { stdout } = await execute('bash', [
      '-c',
      [`source ${script}`, call, ...calls].join('\n'),
    ])
    return stdout
      .split('\n--\n')
      .slice(0, -1)
      .map((offers) => offers.trim().split('\n'))
  }
  const quote = (word: string) => `'${word}'`

  test('in bash offers commands, subcommands, options, values and files', async () => {
    const script = join(root, 'completion.bash')
    await writeFile(script, (await one(['completion', 'bash'])).stdout)
    expect(await execute('bash', ['-n', script])).toEqual({ code: 0, stdout: '', stderr: '' })
    const offers: [string[], string[]][] = [
      [['cli'], ['clients']],
      [[''], [...COMMANDS, '--help', '--version']],
      [['clients', 'ro'], ['rotate']],
      [['clients', 'rotate', '--ov'], ['--overlap']],
      [['clients', 'rotate', '--overlap', ''], ['']],
      [
        ['export', 'users', '--format', ''],
        ['csv', 'ndjson'],
      ],
      [['restore', `${root}/completion`], [script]],
      [['completion', 'z'], ['zsh']],
    ]
    expect(
      await complete(
        script,
        offers.map(([words]) => words),
      ),
    ).toEqual(offers.map(([, offered]) => offered))
  })

  test('in zsh and fish is accepted by the shell', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { code, stdout, stderr } = await one(['completion', shell])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain('rotate')
      const script = join(root, `completion.${shell}`)
      await writeFile(script, stdout)
      const isThere = (await execute('sh', ['-c', `command -v ${shell}`])).code === 0
      if (isThere)
        expect(await execute(shell, ['-n', script])).toMatchObject({ code: 0, stderr: '' })
    }
  })
})

describe('clients', () => {
  test('are created, listed and revoked', async () => {
    const name = 'Nightly “sync” & co'
    const created = await json(['clients', 'create', '--name', name])
    expect(created).toEqual({
      id: expect.any(Number),
      name,
      key: expect.stringMatching(/^earshot_key_[\w-]{43}$/),
      secret: expect.stringMatching(/^earshot_secret_[\w-]{43}$/),
      token: expect.stringMatching(/^earshot_token_[\w-]{43}$/),
    })
    const list = ['clients', 'list', '--json']
    const [before, revoked, after] = (
      await each([list, ['clients', 'revoke', String(created.id), '--json'], list])
    ).map(parsed)
    const own = (all: { id: number }[]) => all.find(({ id }) => id === created.id)
    expect(own(before)).toMatchObject({
      name,
      is_trusted: true,
      is_read_only: false,
      token_lifetime_seconds: null,
      requests_per_minute: null,
      tokens_count: 1,
      revoked_at: null,
    })
    for (const secret of [created.key, created.secret, created.token])
      expect(JSON.stringify(before)).not.toContain(secret)
    expect(revoked).toEqual({ revoked: created.id })
    expect(own(after)).toMatchObject({ revoked_at: expect.any(String) })
  })

  test('are listed in a table with a header, with times in UTC', async () => {
    const create = ['clients', 'create', '--name']
    const [readOnly, brief, plain, list, text] = await each([
      [...create, 'a\u001b[31m', '--read-only', '--limit', '50', '--json'],
      [...create, 'b', '--lifetime', '30d', '--json'],
      [...create, 'c', '--untrusted', '--lifetime', '90s', '--retry-after', 'delta'],
      ['clients', 'list', '--json'],
      ['clients', 'list'],
    ])
    const find = (created: Result | undefined) =>
      parsed(list as Result).find(
        (client: { id: number }) => client.id === parsed(created as Result).id,
      )
    expect(find(readOnly)).toMatchObject({
      is_trusted: true,
      is_read_only: true,
      requests_per_minute: 50,
      retry_after: 'epoch',
    })
    expect(find(brief).token_lifetime_seconds).toBe(2_592_000)
    expect(plain?.stdout).toMatch(/^Id {6}\d+\nKey {5}\S+\nSecret {2}\S+\nToken {3}\S+\n$/)
    const [header = '', ...lines] = String(text?.stdout).split('\n')
    expect(header).toMatch(
      /^ *ID {2}NAME +KEY +ACCESS +NETWORKS {2}TOKENS {2}LIFETIME +LIMIT +RETRY-AFTER {2}CREATED +LAST USE {2}STATUS$/,
    )
    const column = (name: string, line: string) =>
      line.slice(header.indexOf(name)).split('  ', 1)[0]
    const line = lines.find((one) => column('NAME', one) === 'c') as string
    expect(column('ACCESS', line)).toBe('none')
    expect(column('LIFETIME', line)).toBe('90s')
    expect(column('LIMIT', line)).toBe('plan')
    expect(column('RETRY-AFTER', line)).toBe('delta')
    expect(column('CREATED', line)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
    expect(column('STATUS', line)).toBe('active')
    expect(text?.stdout).toMatch(/ a \[31m .* read +any +1 .* 50\/min/)
    expect(text?.stdout).toMatch(/ b .* read, write +any +1 {2}30d /)
    expect(text?.stdout).not.toContain('\u001b')
  })

  test('can get another rate limit', async () => {
    const { id } = await json(['clients', 'create', '--name', 'limited'])
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

  test('get new tokens and secrets, which are printed once', async () => {
    const { id, secret, token } = await json([
      'clients',
      'create',
      '--name',
      'rotated',
      '--lifetime',
      '1h',
    ])
    const list = ['clients', 'list', '--json']
    const [issued, issuedText, rotated, during, rotatedText, ended, after] = await each([
      ['clients', 'token', String(id), '--json'],
      ['clients', 'token', String(id)],
      ['clients', 'rotate', String(id), '--json'],
      list,
      ['clients', 'rotate', String(id), '--overlap', '7d'],
      ['clients', 'rotate', String(id), '--overlap', '0', '--revoke-tokens'],
      list,
    ])
    const own = (listed: Result | undefined) =>
      parsed(listed as Result).find((client: { id: number }) => client.id === id)
    expect(parsed(issued as Result)).toEqual({
      id,
      token: expect.stringMatching(/^earshot_token_[\w-]{43}$/),
      expires_in: 3600,
    })
    expect(parsed(issued as Result).token).not.toBe(token)
    expect(issuedText?.stdout).toMatch(/^Id {6}\d+\nToken {3}earshot_token_\S+\n$/)
    const { previous_secret_expires_at: until, ...rest } = parsed(rotated as Result)
    expect(rest).toEqual({
      id,
      secret: expect.stringMatching(/^earshot_secret_[\w-]{43}$/),
      revoked_tokens: 0,
    })
    expect(rest.secret).not.toBe(secret)
    const hours = (Date.parse(until) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.5)
    expect(hours).toBeLessThan(24.5)
    expect(own(during)).toMatchObject({ tokens_count: 3, previous_secret_expires_at: until })
    expect(rotatedText?.stdout).toMatch(/\nThe old secret is valid until .* UTC\.\n$/)
    expect(ended?.stdout).toMatch(/\nThe old secret is no longer valid\.\nRevoked 3 tokens\.\n$/)
    expect(own(after)).toMatchObject({ tokens_count: 0, previous_secret_expires_at: null })
  })

  test('that are revoked are listed as revoked and cannot be changed', async () => {
    const { id } = await json(['clients', 'create', '--name', 'gone'])
    const revoke = ['clients', 'revoke', String(id)]
    const [before, first, second, list, after, ...refused] = await each([
      ['clients', 'list'],
      revoke,
      revoke,
      ['clients', 'list', '--json'],
      ['clients', 'list'],
      ['clients', 'set', String(id), '--limit', '5'],
      ['clients', 'token', String(id)],
      ['clients', 'rotate', String(id)],
    ])
    const line = (listed: Result | undefined) =>
      listed?.stdout.split('\n').find((one) => one.includes('  gone  '))
    expect(line(before)).toMatch(/UTC {2}never {5}active$/)
    expect(first?.stdout).toBe(`Client ${id} and its tokens are revoked.\n`)
    expect(second).toMatchObject({
      code: 0,
      stdout: `Client ${id} and its tokens were already revoked.\n`,
    })
    expect(line(after)).toMatch(/UTC {2}never {5}revoked \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
    expect(parsed(list as Result).find((one: { id: number }) => one.id === id)).toMatchObject({
      tokens_count: 0,
      requests_per_minute: null,
    })
    for (const result of refused)
      expectFailure(result, new RegExp(`Client ${id} is revoked\\. Nothing was changed\\.`))
  })

  test('are not created or changed by wrong use', async () => {
    const create = ['clients', 'create', '--name', 'by mistake']
    await expectWrongUses([
      [['clients', 'create'], /--name is required/],
      [['clients', 'create', '--name', '  '], /--name is blank/],
      [[...create, '--lifetime', 'soon'], /--lifetime: "soon" is not a duration\. .*30d/],
      [[...create, '--lifetime', '0d'], /--lifetime: "0d"/],
      [[...create, '--lifetime', '-5d'], /--lifetime/],
      [[...create, '--limit', 'many'], /--limit: "many".*whole number/],
      [
        [...create, '--retry-after', 'soon'],
        /--retry-after: unknown value "soon"\. Allowed: epoch, delta/,
      ],
      [
        ['clients', 'set', '1'],
        /Nothing to change\. Options: --public, --scope, .*--limit, --retry-after, --query-token\./,
      ],
      [['clients', 'set', '--limit', '5'], /ID is missing/],
      [['clients', 'revoke'], /ID is missing/],
      [['clients', 'revoke', 'x'], /ID: "x" is not the id of a client/],
      [['clients', 'rotate', '1', '--overlap', 'long'], /--overlap: "long" is not a duration/],
      [
        ['clients', 'set', '1', '--name', 'x'],
        /unknown option "--name"\. Allowed: --public, --scope, /,
      ],
      [['clients', 'list', '--limit', '5'], /unknown option "--limit"/],
      [['clients', 'list', '5'], /unexpected argument "5"/],
      [['clients'], /subcommand is missing\. Allowed: create, list, set, token, rotate, revoke\./],
      [['clients', 'destroy'], /unknown subcommand "destroy"/],
    ])
    const [listed, ...unknown] = await each([
      ['clients', 'list'],
      ['clients', 'set', '999999', '--limit', '5'],
      ['clients', 'token', '999999'],
      ['clients', 'rotate', '999999'],
      ['clients', 'revoke', '999999'],
    ])
    expect(listed?.stdout).not.toContain('by mistake')
    for (const result of unknown) expectFailure(result, /No API client has the id 999999\./)
  })
})

describe('the plan', () => {
  test('of a new account is growth, and can be changed', async () => {
    const DATABASE_URL = await anotherDatabase('planned', UNUSED)
    const set = ['plan', 'set', 'starter', '--json']
    const commands = [['plan'], set, ['plan', '--json']]
    const [table, changed, listed] = await each(commands, { DATABASE_URL })
    expect(table?.stdout).toBe(
      [
        'PLAN       REQUESTS PER MINUTE  CURRENT',
        'starter                    120',
        'growth                     600  yes',
        'scale                    3,000',
        'unlimited        1,000,000,000',
        '',
      ].join('\n'),
    )
    expect(parsed(listed as Result)).toEqual(parsed(changed as Result))
    expect(parsed(listed as Result)[0]).toEqual({
      name: 'starter',
      requests_per_minute: 120,
      is_current: true,
    })
  })

  test('is not changed by mistake', async () => {
    await expectWrongUses([
      [['plan', 'set'], /NAME is missing/],
      [['plan', 'starter'], /unknown subcommand "starter"\. Allowed: set\./],
    ])
    const [unknown, table] = await each([['plan', 'set', 'huge'], ['plan']])
    expectFailure(
      unknown as Result,
      /plan: "huge" is not allowed. Allowed: starter, growth, scale, unlimited/,
    )
    expect(table?.stdout).toMatch(/^growth .* yes$/m)
  })
})

describe('mail', () => {
  test('keys are created, published, activated and removed; the DNS is checked; a test mail is signed', async () => {
    const mails = await startMailServer('')
    const { server: DNS_SERVERS, zone } = await startDnsServer()
    const env = {
      DATABASE_URL: await anotherDatabase('signing', UNUSED),
      SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls=false`,
      MAIL_FROM: 'Acme <a@acme.test>',
      DNS_SERVERS,
    }
    const [noKey, notSigned] = await each(
      [
        ['mail', 'activate-key', 'one'],
        ['mail', 'test', 'ann@acme.test'],
      ],
      env,
    )
    expectFailure(noKey as Result, /No DKIM key has the selector "one"\. Keys: none/)
    expect(notSigned?.stdout).toBe('Sent to ann@acme.test, not signed.\n')
    const key = await json(['mail', 'create-key', '--selector', 'one'], env)
    expect(key).toMatchObject({ domain: 'acme.test', selector: 'one', state: 'new' })
    expect(JSON.stringify(key)).not.toContain('PRIVATE')
    const [refused, printed, wrong] = await each(
      [
        ['mail', 'activate-key', 'one'],
        ['mail', 'create-key', '--selector', 'two', '--domain', 'acme.test'],
        ['mail', 'create-key', '--domain', 'evil.test'],
      ],
      env,
    )
    expectFailure(refused as Result, /one\._domainkey\.acme\.test has no record\. .*--force/)
    expect(printed?.stdout).toMatch(/^Name {4}two\._domainkey\.acme\.test\nType {4}TXT\n/)
    expect(printed?.stdout).toContain('earshot mail activate-key two')
    expectFailure(wrong as Result, /domain: "evil\.test" does not fit the sender/)
    zone.txt = { [key.record.name]: [key.record.value], 'acme.test': ['v=spf1 mx -all'] }
    const active = await json(['mail', 'activate-key', 'one'], env)
    expect(active.map(({ state }: { state: string }) => state)).toEqual(['new', 'active'])

    expect(await json(['mail', 'test', 'ann@acme.test'], env)).toEqual({
      sent_to: 'ann@acme.test',
      signed_by: 'one._domainkey.acme.test',
    })
    const publicKey = key.record.value.replace(/^.*p=/, '')
    expect(verifyDkim(mails.received.at(-1)?.body ?? '', publicKey)?.isSignatureValid).toBe(true)

    const [check, plain, doctor] = await each(
      [['mail', 'check'], ['doctor'], ['doctor', '--dns']],
      env,
    )
    expect(check?.code).toBe(1)
    expect(check?.stdout).toMatch(/^SPF {4}ok +acme\.test has one SPF record/m)
    expect(check?.stdout).toMatch(/^DKIM {3}missing +two\._domainkey\.acme\.test has no record/m)
    expect(check?.stdout).toContain('_dmarc.acme.test. IN TXT "v=DMARC1; p=quarantine"')
    expect(plain).toMatchObject({ code: 0 })
    expect(plain?.stdout).not.toContain('DMARC')
    expect(doctor?.code).toBe(1)
    expect(doctor?.stdout).toMatch(/^ok {2}SPF /m)
    expect(doctor?.stdout).toMatch(/^NO {2}DMARC .*Right: _dmarc\.acme\.test\. IN TXT/m)
    zone.txt['_dmarc.acme.test'] = ['v=DMARC1; p=reject']
    await json(['mail', 'remove-key', 'two'], env)
    const [right, list] = await each(
      [
        ['mail', 'check'],
        ['mail', 'keys'],
      ],
      env,
    )
    expect(right).toMatchObject({ code: 0, stderr: '' })
    expect(list?.stdout).toMatch(/^one +acme\.test +active/m)
  })

  test('wrong uses are refused', async () => {
    await expectWrongUses([
      [['mail'], /subcommand is missing/],
      [['mail', 'test', 'nobody'], /ADDRESS: "nobody" is not an e-mail address/],
    ])
    const [check, create] = await each([
      ['mail', 'check'],
      ['mail', 'create-key'],
    ])
    for (const result of [check, create])
      expectFailure(result as Result, /mail: not configured\. Set a mail server first/)
  })
})

describe('migrate, openapi and doctor', () => {
  test('migrate applies migrations once and names them', async () => {
    const [first, second, third] = await each(
      [['migrate', '--json'], ['migrate', '--json'], ['migrate']],
      { DATABASE_URL: await anotherDatabase('migrated') },
    )
    expect(parsed(first as Result).applied[0]).toMatch(/^0001_.*\.sql$/)
    expect(parsed(first as Result).steps).toEqual([
      { name: 'schema', description: 'A new schema', seconds: expect.any(Number) },
    ])
    expect(parsed(second as Result)).toEqual({ applied: [], steps: [], unknown: [] })
    expect(third?.stdout).toBe('Nothing to apply.\n')
  })

  test('doctor reports what is healthy, as text and as JSON', async () => {
    const [, text, findings] = await each([['migrate'], ['doctor'], ['doctor', '--json']])
    expect(text).toMatchObject({ code: 0, stderr: '' })
    expect(text?.stdout).not.toMatch(/^NO /m)
    expect(text?.stdout).toContain(dataDir)
    expect(text?.stdout).toMatch(/ok {2}PostgreSQL\s+\d+/)
    expect(text?.stdout).toMatch(/ok {2}migrations\s+current/)
    expect(text?.stdout).toMatch(/ok {2}mail\s+not set: end users cannot sign in by e-mail/)
    expect(parsed(findings as Result).every(({ ok }: { ok: boolean }) => ok)).toBe(true)
  })

  test('doctor reports a database that is away, without its password; openapi needs no database', async () => {
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

describe('failures', () => {
  test('every command reports all wrong environment variables at once, with exit code 2', async () => {
    const commands = [['serve'], ['migrate'], ['clients', 'list'], ['doctor']]
    for (const result of await each(commands, { PORT: 'eighty', LOG_LEVEL: 'loud' })) {
      expectWrongUse(result, /PORT is "eighty"; it should be/)
      expectWrongUse(result, /LOG_LEVEL is "loud"; it should be one of/)
    }
  })

  test('a database that is away is named, without a stack trace and without the password', async () => {
    const { host, password } = server.superuser
    const urls: [string, RegExp][] = [
      ['postgres://ann:s3cret@127.0.0.1:1/x', /127\.0\.0\.1:1/],
      ['postgres://ann:s3cret@nowhere.invalid/x', /nowhere\.invalid/],
      ['postgres:///x?user=earshot&host=/nowhere', /\/nowhere/],
      [`postgres:///nope?user=earshot&password=${password}&host=${host}`, /"nope" does not exist/],
      [`postgres:///postgres?user=bob&password=s3cret&host=${host}`, /user "bob"/],
    ]
    const commands = [['clients', 'list'], ['serve']]
    const results = await each(
      urls.flatMap(([url]) => commands.map((args) => [`DATABASE_URL=${url}`, ...args])),
    )
    for (const [i, result] of results.entries()) {
      expectFailure(result, urls[Math.floor(i / 2)]?.[1] as RegExp)
      expect(result.stderr).toContain('DATABASE_URL')
      expect(result.stderr).not.toContain('s3cret')
    }
  })

  test('a data directory that is a file is rejected', async () => {
    const file = join(root, 'file')
    await writeFile(file, '')
    const commands = [['clients', 'list'], ['serve'], ['migrate']]
    for (const result of await each(commands, { EARSHOT_DATA: file }))
      expectWrongUse(result, new RegExp(`EARSHOT_DATA is ${file}, which is a file`))
  })

  /** Commands that neither create a database nor change its schema. */
  const commandsOnExistingData = async () => {
    const csv = join(root, 'people.csv')
    await writeFile(csv, 'external_user.external_id,external_user.email_address\n')
    return [
      ['clients', 'list'],
      ['clients', 'create', '--name', 'astray'],
      ['clients', 'set', '1', '--limit', '5'],
      ['clients', 'token', '1'],
      ['clients', 'rotate', '1'],
      ['clients', 'revoke', '1'],
      ['plan'],
      ['plan', 'set', 'scale'],
      ['export', 'users'],
      ['import', csv],
      ['files', 'check', '--sweep'],
    ]
  }

  test('commands that need existing data create no database', async () => {
    const empty = join(root, 'empty')
    await mkdir(empty)
    const commands = [
      ...(await commandsOnExistingData()),
      ['backup', join(root, 'astray.tar.gz')],
      ['work'],
    ]
    for (const EARSHOT_DATA of [empty, join(root, 'mistyped')]) {
      const results = await each([...commands, ['doctor']], { EARSHOT_DATA })
      const doctor = results.pop()
      const message = `There is no database in ${EARSHOT_DATA}. Set EARSHOT_DATA or DATABASE_URL as`
      for (const result of results) expectFailure(result, new RegExp(message))
      expect(doctor).toMatchObject({ code: 1, stderr: '' })
      expect(doctor?.stdout).toContain(`NO  PostgreSQL       ${message}`)
    }
    expect(await readdir(root)).not.toContain('mistyped')
    expect(await readdir(root)).not.toContain('astray.tar.gz')
    expect(await readdir(empty)).not.toContain('postgres')
  })

  test('commands that need existing data report an old schema and leave it unchanged', async () => {
    const DATABASE_URL = await anotherDatabase('behind')
    const applied = `select to_regclass('migrations')::text as name`
    const commands = await commandsOnExistingData()
    for (const result of await each(commands, { DATABASE_URL }))
      expectFailure(result, /The database .*\/behind is empty\. .*earshot migrate/)
    expect(await runSql(DATABASE_URL, applied)).toEqual([{ name: null }])

    await migrate({ connectionString: DATABASE_URL }, { only: allMigrations.slice(0, -1) })
    const newest = String(allMigrations.at(-1))
    for (const result of await each(commands, { DATABASE_URL }))
      expectFailure(result, new RegExp(`lacks ${newest}, functions\\. .*earshot migrate.*applies`))
    const names = await runSql(DATABASE_URL, 'select name from migrations order by name')
    expect(names).toEqual(allMigrations.slice(0, -1).map((name) => ({ name })))
  })

  test('a database user without privileges gets a message that names the grants', async () => {
    const url = await anotherDatabase('foreign_one')
    await runSql(url, `create role stranger login password 's3cret'`)
    const DATABASE_URL = as('stranger', url)
    const [migrated, served, doctor] = await each([['migrate'], ['serve'], ['doctor']], {
      DATABASE_URL,
    })
    const message = /permission denied for database foreign_one.*alter database … owner to …/s
    for (const result of [migrated, served]) expectFailure(result as Result, message)
    expect(doctor?.stdout).toMatch(/NO {2}permissions +stranger cannot create .*alter database/)

    await runSql(url, 'grant create on database foreign_one to stranger')
    expectFailure(
      await one(['migrate'], { DATABASE_URL }),
      /permission denied for schema public.*alter database … owner to …/s,
    )
    await runSql(url, 'grant create on schema public to stranger')
    const [again, looked] = await each([['migrate'], ['doctor']], { DATABASE_URL })
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(looked?.stdout).not.toContain('permissions')

    // A role that owns nothing can use an up-to-date schema.
    await runSql(url, `create role reader login password 's3cret'`)
    await runSql(url, 'grant select on all tables in schema public to reader')
    const reader = as('reader', url)
    const [listed, nothing, refused] = await each(
      [['clients', 'list'], ['migrate'], ['clients', 'create', '--name', 'x']],
      { DATABASE_URL: reader },
    )
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    expect(nothing?.stdout).toBe('Nothing to apply.\n')
    expectFailure(refused as Result, /permission denied for/)
  })

  test('one role owns the schema, and another one serves', async () => {
    const url = await anotherDatabase('two_roles')
    await runSql(
      url,
      `create role keeper login password 's3cret'; create role clerk login password 's3cret';
       grant clerk to keeper; alter database two_roles owner to keeper`,
    )
    const DATABASE_URL = as('clerk', url)
    const both = { DATABASE_URL, DATABASE_OWNER_URL: as('keeper', url) }
    expectFailure(await one(['migrate'], { DATABASE_URL }), /DATABASE_OWNER_URL names the owner/)
    const [migrated, doctor] = await each([['migrate'], ['doctor']], both)
    expect(migrated).toMatchObject({ code: 0, stderr: '' })
    expect(doctor?.stdout).toMatch(/ok +roles +clerk serves, keeper owns the schema/)

    const archive = join(root, 'two-roles.tar.gz')
    const demo = ['demo', '--suggestions', '20', '--users', '10']
    expect(await one(demo, both)).toMatchObject({ code: 0 })
    const served = await each(
      [
        ['backup', archive],
        ['plan', 'set', 'scale'],
        ['jobs', 'list'],
      ],
      {
        DATABASE_URL,
      },
    )
    expect(served.map(({ code }) => code)).toEqual([0, 0, 0])
    const refused = [
      'alter table audit_entries disable trigger all',
      'drop table audit_entries',
      'create or replace function refuse_change() returns trigger language plpgsql as $$begin end$$',
    ]
    for (const statement of refused)
      await expect(runSql(DATABASE_URL, statement)).rejects.toThrow(
        /must be owner|permission denied/,
      )
    expect(await one(['restore', '--replace', archive], both)).toMatchObject({ code: 0 })
    expect(await one(['plan'], { DATABASE_URL })).toMatchObject({ code: 0 })
  })

  // Only root can mount a small file system.
  test.runIf(process.getuid?.() === 0)('a full disk is reported', async (context) => {
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
      expect(doctor?.stdout).toMatch(/NO {2}files space +No space left on device: /)
      expectFailure(first as Result, /No space left on device.*EARSHOT_DATA/s)
      expect(first?.stderr).not.toContain('/etc/passwd')
    } finally {
      await promisify(execFile)('umount', [small])
    }
  })

  test('missing files, missing directories and directories in place of files are named', async () => {
    const failures: [string[], RegExp][] = [
      [['backup', '/nowhere/x'], /^earshot backup: There is no directory \/nowhere\.$/m],
      [['backup', root], /exists already/],
      [['restore', '/nowhere'], /^earshot restore: There is no file \/nowhere\.$/m],
      [['restore', root], /is a directory; it should be a file/],
      [['export', 'users', '--output', '/nowhere/x'], /There is no directory \/nowhere\.$/m],
      [['import', '/nowhere/x'], /There is no file \/nowhere\/x\.$/m],
    ]
    const results = await each(failures.map(([args]) => args))
    for (const [i, result] of results.entries()) expectFailure(result, failures[i]?.[1] as RegExp)
  })

  test('unexpected errors are one line, with the stack trace only on request', async () => {
    const DATABASE_URL = await anotherDatabase('broken', UNUSED)
    await runSql(DATABASE_URL, 'alter table plans rename column name to title')
    const plain = await earshot(['plan'], { DATABASE_URL })
    expectFailure(
      plain,
      /^earshot plan: Unexpected error: .*"name".* \(run with --debug for .*\)\n$/,
    )
    for (const result of [
      await one(['plan', '--debug'], { DATABASE_URL }),
      await one(['plan'], { DATABASE_URL, EARSHOT_DEBUG: '1' }),
    ]) {
      expect(result.code).toBe(1)
      expect(result.stderr).toMatch(/^ {4}at /m)
    }
  })

  test('a reader that closes the pipe ends a command quietly', async () => {
    const pipe = `"${process.execPath}" "${MAIN}" openapi | head -c 10; echo " \${PIPESTATUS[0]}"`
    const { stdout, stderr } = await execute('bash', ['-c', pipe])
    expect({ stdout, stderr }).toEqual({ stdout: '{\n  "opena 0\n', stderr: '' })
  })

  test('a full disk behind standard output is reported in one line', async () => {
    for (const command of ['openapi', 'export users']) {
      const result = await execute('bash', [
        '-c',
        `"${process.execPath}" "${MAIN}" ${command} > /dev/full`,
      ])
      expectFailure(
        result,
        /^earshot: No space left on device: standard output\. Free space and try again\.\n$/,
      )
    }
  })

  test('files without permission are reported', async (context) => {
    if (process.getuid?.() === 0) return context.skip()
    expectFailure(
      await earshot(['export', 'users', '--output', '/etc/shadow']),
      /\/etc\/shadow may not be written/,
    )
  })

  test('the service and its metrics need different ports', async () => {
    const result = await earshot(['serve'], { PORT: '4103', METRICS_PORT: '4103' })
    expectWrongUse(
      result,
      /PORT and METRICS_PORT are both 4103; set METRICS_PORT to another port\./,
    )
  })
})

describe('without a running server', () => {
  beforeAll(() => server.stop())

  test('a command starts the database, reads existing data, and stops it again', async () => {
    const { name } = await json(['clients', 'create', '--name', 'alone'])
    expect(name).toBe('alone')
    expect((await describeEmbedded(dataDir)).running).toBe(false)
    const all = await json(['clients', 'list'])
    expect(all.map((client: { name: string }) => client.name)).toContain('alone')
    expect(all.length).toBeGreaterThan(3)
  })

  test('several commands at once share the database', async () => {
    const names = ['one', 'two', 'three', 'four']
    const results = await Promise.all(
      names.map((name) => earshot(['clients', 'create', '--name', name, '--json'])),
    )
    expect(results.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, '']))
    const all = (await json(['clients', 'list'])).map((client: { name: string }) => client.name)
    expect(all).toEqual(expect.arrayContaining(names))
  })
})

async function runSql(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** The same database, with a role that has this password. */
function as(role: string, url: string): string {
  const other = new URL(url)
  other.searchParams.set('user', role)
  other.searchParams.set('password', 's3cret')
  return other.href
}

async function anotherDatabase(name: string, template = 'template0'): Promise<string> {
  const client = new pg.Client(server.superuser)
  await client.connect()
  await client.query(`create database ${name} template ${template} strategy file_copy`)
  await client.end()
  return databaseUrl({ ...server.superuser, database: name })
}
