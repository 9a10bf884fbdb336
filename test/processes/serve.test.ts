// `earshot serve` as real processes: started, stopped, killed and restarted.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { describeEmbedded, startEmbedded } from '../../src/db/embedded.ts'
import { type Account, canRead } from '../../src/db/embedded-account.ts'
import { baseEnvironment, databaseUrl, MAIN, NODE_OPTIONS, runCommand } from '../support/command.ts'
import { storedToken } from '../support/processes.ts'
import { TEST_KEY } from '../support/service.ts'
import { shortTmpdir } from '../support/short-tmpdir.ts'
import { FORM, filePart, form } from '../support/uploads.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = join(ROOT, 'src', 'cli', 'main.ts')
const NODE = [process.execPath, ...NODE_OPTIONS]
const processes: ChildProcess[] = []

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(shortTmpdir, 'earshot-serve-'))
  await chmod(root, 0o755)
})
// Processes of a failed test must not affect the next ones.
afterEach(async () => {
  for (const child of processes.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  while ((await serversBelow(root)).length > 0) await sleep(20)
})
afterAll(() => rm(root, { recursive: true }))

type Running = {
  process: ChildProcess
  output: () => string
  exited: Promise<number | string>
}

const environment = (env: Record<string, string>) => ({
  ...baseEnvironment(),
  PORT: '0',
  // One database, several data directories.
  ...('DATABASE_URL' in env && { EARSHOT_SECRET_KEY: TEST_KEY }),
  ...env,
})

function start(args: string[], env: Record<string, string>, account?: Account): Running {
  const [node = '', ...options] = NODE
  const child = spawn(node, [...options, ...args], {
    // Its own process group, as in a terminal.
    detached: true,
    env: environment(env),
    ...account,
  })
  processes.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      output += data
    })
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal)
  return { process: child, output: () => output, exited }
}

async function serve(dataDir: string, env: Record<string, string> = {}, main = MAIN) {
  const running = start([main, 'serve'], { EARSHOT_DATA: dataDir, ...env })
  const end = running.exited.then((code) => {
    throw new Error(`serve ended with ${code}:\n${running.output()}`)
  })
  const line = (name: string) => new RegExp(`^  ${name} +(\\S+)`, 'm').exec(running.output())?.[1]
  const ready = expect.poll(running.output).toMatch(/Ctrl-C stops it/)
  await Promise.race([ready, end])
  const address = (line('Portal') as string).replace(/\/$/, '')
  const token = await storedToken(running.output())
  const getOnce = async (path: string, bearer = token) => {
    const answer = await fetch(`${address}${path}`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return { status: answer.status, body: (await answer.json()) as any }
  }
  /** As clients do: 503 says that a busy machine had no connection to the database in time. */
  const unlessBusy = async <T extends { status: number }>(send: () => Promise<T>) => {
    let answer: T | undefined
    const isServed = async () => {
      answer = await send()
      return answer.status !== 503
    }
    await expect.poll(isServed).toBe(true)
    return answer as T
  }
  const get = (path: string, bearer?: string) => unlessBusy(() => getOnce(path, bearer))
  const post = (path: string, body: object) =>
    unlessBusy(() =>
      fetch(`${address}/api/v2/admin${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  return { ...running, address, docs: line('API docs') as string, token, get, getOnce, post }
}

const curlLine = (output: string) => /^ *(curl .*)$/m.exec(output)?.[1] as string
/** A start of the service that fails, or any command of another user: in a process of its own. */
const ended = async (args: string[], env: Record<string, string>, account?: Account) => {
  const running = start([MAIN, ...args], env, account)
  return { code: await running.exited, output: running.output() }
}
/** A command that is loaded already. */
const command = async (args: string[], env: Record<string, string>) => {
  const { code, stdout, stderr } = await runCommand({ args, env: environment(env) })
  return { code, output: stdout + stderr }
}
const titles = async ({ get }: { get(path: string): Promise<{ body: unknown }> }) => {
  const { body } = await get('/api/v2/admin/suggestions')
  return (body as { suggestions: { title: string }[] }).suggestions.map(({ title }) => title)
}

/** The PostgreSQL processes whose working directory is below this one. */
async function serversBelow(directory: string): Promise<string[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-axo', 'command='])
    return stdout.split('\n').filter((line) => line.includes(`-D ${directory}/`))
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return places.filter((place) => place.startsWith(`${directory}/`))
}

describe('on an empty directory', () => {
  let dataDir: string
  let firstToken: string

  beforeAll(() => {
    dataDir = join(root, 'data')
  })

  test('starts with sample records and a token, and Ctrl-C stops everything', async () => {
    await rm(dataDir, { recursive: true, force: true })
    const first = await serve(dataDir, {}, SOURCES)
    firstToken = first.token
    expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(first.token).toMatch(/^earshot_token_[\w-]{43}$/)
    expect(first.docs).toBe(`${first.address}/docs`)
    expect((await fetch(first.docs)).status).toBe(200)

    const { stdout } = await promisify(execFile)('sh', ['-c', `${curlLine(first.output())} -sS`])
    expect(JSON.parse(stdout)).toMatchObject({ suggestions: [], forums: [], users: [] })
    const [forums, statuses, me] = await Promise.all([
      first.get('/api/v2/admin/forums'),
      first.get('/api/v2/admin/statuses?sort=position'),
      first.get('/api/v2/admin/users/current'),
    ])
    expect(forums.body.forums).toHaveLength(1)
    expect(statuses.body.statuses.map(({ name }: { name: string }) => name)).toEqual([
      'under review',
      'planned',
      'started',
      'completed',
      'declined',
    ])
    expect(me.body.users[0].is_owner).toBe(true)
    expect((await stat(join(dataDir, 'token'))).mode & 0o077).toBe(0)

    const forum = forums.body.forums[0].id
    const made = await first.post('/suggestions', { title: 'Remember me', links: { forum } })
    expect(made.status).toBe(201)
    expect(await serversBelow(dataDir)).not.toEqual([])
    process.kill(-(first.process.pid as number), 'SIGINT')
    expect(await first.exited).toBe(0)
    expect(await serversBelow(dataDir)).toEqual([])
    expect((await describeEmbedded(dataDir)).running).toBe(false)
  })

  test('a second start has the data and the token, commands run beside it, SIGTERM stops it', async () => {
    const second = await serve(dataDir)
    expect(second.token).toBe(firstToken)
    const { body } = await second.get('/api/v2/admin/suggestions')
    expect(body.suggestions).toMatchObject([{ title: 'Remember me' }])
    expect(body.suggestions[0].portal_url).toContain(`${second.address}/`)
    expect((await fetch(body.suggestions[0].portal_url)).status).toBe(200)

    const made = await command(['clients', 'create', '--name', 'beside', '--json'], {
      EARSHOT_DATA: dataDir,
    })
    expect(made.code).toBe(0)
    const { id, token } = JSON.parse(made.output)
    expect((await second.get('/api/v2/admin/statuses', token)).status).toBe(200)
    const revoked = await command(['clients', 'revoke', String(id)], { EARSHOT_DATA: dataDir })
    expect(revoked.code).toBe(0)
    await expect
      .poll(async () => (await second.get('/api/v2/admin/statuses', token)).status)
      .toBe(401)
    expect((await second.get('/api/v2/admin/statuses')).status).toBe(200)

    second.process.kill('SIGTERM')
    expect(await second.exited).toBe(0)
    expect(await serversBelow(dataDir)).toEqual([])
    const warnings = second.output().match(/"level":[456]0.*/g) ?? []
    expect(warnings.filter((line) => !line.includes('runs as root'))).toEqual([])
  })

  test('after kill -9 the next start recovers every acknowledged write', async () => {
    const killed = await serve(dataDir)
    const before = await titles(killed)
    const forum = (await killed.get('/api/v2/admin/forums')).body.forums[0].id
    const made = await killed.post('/suggestions', { title: 'Just in time', links: { forum } })
    expect(made.status).toBe(201)
    killed.process.kill('SIGKILL')
    await killed.exited
    const next = await serve(dataDir)
    expect(next.token).toBe(firstToken)
    expect(await titles(next)).toEqual(['Just in time', ...before])

    // The database can be killed too, as by an out-of-memory killer.
    const { pid } = await describeEmbedded(dataDir)
    process.kill(pid as number, 'SIGKILL')
    const statuses: number[] = []
    const isAnother = async () => {
      statuses.push((await next.getOnce('/api/v2/admin/statuses')).status)
      const now = await describeEmbedded(dataDir)
      return now.running && now.pid !== pid
    }
    await expect.poll(isAnother).toBe(true)
    expect((await next.get('/api/v2/admin/statuses')).status).toBe(200)
    expect(statuses.filter((one) => one !== 200 && one !== 503)).toEqual([])
    expect(await titles(next)).toEqual(['Just in time', ...before])
    next.process.kill('SIGTERM')
    expect(await next.exited).toBe(0)
    await expect.poll(() => serversBelow(dataDir)).toEqual([])
  })

  test('a broken connection is one short line in the log', async () => {
    const running = await serve(dataDir)
    await Promise.all(Array.from({ length: 8 }, () => running.get('/api/v2/admin/suggestions')))
    const client = new pg.Client((await startEmbedded(dataDir, () => {})).connection)
    await client.connect()
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earshot'`,
    )
    await client.end()
    const lost = () =>
      running
        .output()
        .split('\n')
        .filter((line) => /connection lost/.test(line))
    await expect.poll(lost).not.toEqual([])
    const [line = ''] = lost()
    // The server names the reason; connections that Earshot then closes itself are not logged.
    expect(line).toMatch(/"code":"57P01"|Connection terminated/)
    expect(line.length).toBeLessThan(1500)
    expect(line).not.toMatch(/secretKey|select/)
    running.process.kill('SIGTERM')
    expect(await running.exited).toBe(0)
  })

  test('a busy port is reported, and no process is left', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const PORT = String((taken.address() as AddressInfo).port)
    const { code, output } = await ended(['serve'], { EARSHOT_DATA: dataDir, PORT })
    taken.close()
    expect(code).toBe(1)
    expect(output).toBe(
      `earshot serve: PORT is ${PORT}, but port ${PORT} on 127.0.0.1 is in use. Stop the process that uses it, or set PORT to another port.\n`,
    )
    expect(await serversBelow(dataDir)).toEqual([])
  })

  test('a start that fails late stops everything that it started', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, output } = await ended(['serve'], {
      EARSHOT_DATA: dataDir,
      MAIL_REPLY_DOMAIN: 'reply.example.com',
      MAIL_LISTEN: `smtp://127.0.0.1:${port}`,
    })
    taken.close()
    expect(code).toBe(1)
    expect(output).toContain(`MAIL_LISTEN: nothing can listen at 127.0.0.1:${port} (EADDRINUSE).`)
    expect(output).not.toMatch(/database (un)?available/)
    expect(await serversBelow(dataDir)).toEqual([])
  })
})

// As with systemd: the service has its own user, and the operator is root.
describe.runIf(process.getuid?.() === 0)('in a directory of another user', () => {
  const DAEMON = 1
  const aDirectory = async (name: string) => {
    const directory = join(root, name)
    await mkdir(directory, { mode: 0o700 })
    await chown(directory, DAEMON, DAEMON)
    return directory
  }
  /** Files that belong to other users. */
  const foreignBelow = async (directory: string) => {
    const names = await readdir(directory, { recursive: true })
    const owners = await Promise.all(names.map((name) => lstat(join(directory, name))))
    return names.filter((_, i) => owners[i]?.uid !== DAEMON || owners[i]?.gid !== DAEMON)
  }
  let first: string
  let second: string

  beforeAll(async () => {
    first = await aDirectory('first')
    second = await aDirectory('second')
  })

  test('files that root creates belong to that user', async () => {
    const running = await serve(first)
    const answer = await fetch(`${running.address}/api/v2/admin/attachments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${running.token}`, ...FORM },
      body: new Uint8Array(form(filePart('kept'))),
    })
    expect(answer.status).toBe(201)
    const file = join(root, 'first.tar.gz')
    expect((await command(['backup', file], { EARSHOT_DATA: first })).code).toBe(0)
    running.process.kill('SIGTERM')
    expect(await running.exited).toBe(0)
    expect(await readdir(first)).toEqual(expect.arrayContaining(['postgres', 'files', 'token']))
    expect(await foreignBelow(first)).toEqual([])

    expect((await command(['restore', file], { EARSHOT_DATA: second })).code).toBe(0)
    const names = await readdir(join(second, 'files'), { recursive: true })
    expect(names.filter((name) => /^[0-9a-f]{2}.[0-9a-f]{32}/.test(name))).toHaveLength(1)
    expect(await foreignBelow(second)).toEqual([])
  })

  test('doctor reports a file that the user cannot use, and the command to fix it', async () => {
    const files = join(second, 'files')
    const directory = (await readdir(files)).find((name) => name.length === 2) as string
    const [key = ''] = await readdir(join(files, directory))
    for (const path of [join(files, directory, key), join(files, directory), files]) {
      await chown(path, 0, 0)
      const { code, output } = await command(['doctor'], { EARSHOT_DATA: second })
      expect(code).toBe(1)
      expect(output).toContain(`NO  files            ${path} belongs to the user with id 0`)
      const [, fix = ''] = /To fix it: (chown .*)/.exec(output) ?? []
      await promisify(execFile)('sh', ['-c', fix])
      expect((await command(['doctor'], { EARSHOT_DATA: second })).code).toBe(0)
    }
    expect(await foreignBelow(second)).toEqual([])
  })
})

describe('with DATABASE_URL', async () => {
  let url: string
  let name: string
  const { connectionString, ...parts }: pg.ClientConfig = JSON.parse(inject('connection'))

  beforeAll(async () => {
    name = `earshot_serve_${process.pid}`
    await administer(`create database ${name} template template0`)
    if (connectionString) {
      const given = new URL(connectionString)
      given.pathname = `/${name}`
      url = given.href
    } else {
      url = databaseUrl({ ...parts, database: name })
    }
  })
  afterAll(() => administer(`drop database if exists ${name} with (force)`))

  const administer = async (statement: string) => {
    const client = new pg.Client(connectionString ? { connectionString } : parts)
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  test('works the same, without an embedded database', async () => {
    const dataDir = join(root, 'elsewhere')
    const running = await serve(dataDir, { DATABASE_URL: url })
    const { stdout } = await promisify(execFile)('sh', ['-c', `${curlLine(running.output())} -sS`])
    expect(JSON.parse(stdout).pagination.total_records).toBe(0)
    expect(await serversBelow(dataDir)).toEqual([])
    expect(await readdir(dataDir)).not.toContain('postgres')

    const listed = await command(['clients', 'list', '--json'], {
      EARSHOT_DATA: dataDir,
      DATABASE_URL: url,
    })
    expect(JSON.parse(listed.output)).toHaveLength(1)
    running.process.kill('SIGTERM')
    expect(await running.exited).toBe(0)
  })

  const clients = async () => {
    const { output } = await command(['clients', 'list', '--json'], { DATABASE_URL: url })
    return JSON.parse(output)
  }

  test('a token that cannot be stored stops the start with a reason, and creates no client', async () => {
    const before = await clients()
    const file = join(root, 'a-file')
    await writeFile(file, '')
    const EARSHOT_DATA = join(file, 'data')
    const { code, output } = await ended(['serve'], { EARSHOT_DATA, DATABASE_URL: url })
    expect(code).toBe(1)
    expect(output).toContain(`earshot serve: The first token cannot be stored in`)
    expect(output).toMatch(/\(ENOTDIR\)\. .*EARSHOT_DATA.*--quiet\.$/m)
    expect(await clients()).toEqual(before)
  })

  const isRoot = process.getuid?.() === 0
  // Only the owner of the socket and root can use it.
  const { uid, gid } = parts.host?.startsWith('/') ? await stat(parts.host) : { uid: 1, gid: 1 }
  const other = { uid, gid }
  const reads = await Promise.all([MAIN, process.execPath].map((path) => canRead(path, other)))

  test.runIf(!isRoot || reads.every(Boolean))(
    'an unwritable directory is not reported as a port',
    async () => {
      const EARSHOT_DATA = await mkdtemp(join(root, 'not-ours-'))
      await chmod(EARSHOT_DATA, 0o555)
      const env = { EARSHOT_DATA, DATABASE_URL: url }
      const { code, output } = await ended(['serve'], env, isRoot ? other : undefined)
      expect(code).toBe(1)
      expect(output).toMatch(/^earshot serve: The first token cannot be stored in .*EACCES/m)
      expect(output).not.toMatch(/PORT is/)
    },
  )

  test.runIf(isRoot)('root is warned, in the log and beside it; others are not', async () => {
    const quiet = async (account?: Account) => {
      const EARSHOT_DATA = await mkdtemp(join(root, 'quiet-'))
      if (account) await chown(EARSHOT_DATA, account.uid, account.gid)
      return start([MAIN, 'serve', '--quiet'], { EARSHOT_DATA, DATABASE_URL: url }, account)
    }
    const running = await quiet()
    await expect.poll(running.output).toMatch(/"level":40[^\n]*runs as root/)
    expect(running.output()).toMatch(
      /^earshot: Earshot runs as root.*Start it as the user who owns/m,
    )
    running.process.kill('SIGTERM')
    expect(await running.exited).toBe(0)
    if (!reads.every(Boolean)) return
    const ordinary = await quiet(other)
    await expect.poll(ordinary.output).toContain('listens at')
    ordinary.process.kill('SIGTERM')
    expect(await ordinary.exited).toBe(0)
    expect(ordinary.output()).not.toContain('root')
  })

  test('processes stay ready while their checkout is replaced; a newer schema is reported', async () => {
    const checkout = await mkdtemp(join(root, 'checkout-'))
    for (const part of ['src', 'markdown', 'portal', 'migrations', 'package.json'])
      await cp(join(ROOT, part), join(checkout, part), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
    const env = { EARSHOT_DATA: join(root, 'elsewhere'), DATABASE_URL: url }
    const main = join(checkout, 'src', 'cli', 'main.ts')
    const old = await serve(join(root, 'elsewhere'), env, main)
    await writeFile(join(checkout, 'migrations', '9999_later.sql'), 'create table later ();')
    const later = 'create function later() returns int language sql return 1;'
    await writeFile(join(checkout, 'src', 'db', 'functions', 'later.sql'), later)
    expect((await fetch(`${old.address}/readyz`)).status).toBe(200)
    const search = () => old.get('/api/v2/admin/users?q=example')
    expect((await search()).status).toBe(200)
    expect(await start([main, 'migrate'], env).exited).toBe(0)
    expect((await fetch(`${old.address}/readyz`)).status).toBe(200)
    expect((await search()).status).toBe(200)
    old.process.kill('SIGTERM')
    expect(await old.exited).toBe(0)
    expect(old.output()).not.toContain('9999_later.sql')

    const next = await serve(join(root, 'elsewhere'), env)
    await expect.poll(next.output).toMatch(/"level":40.*newer Earshot.*9999_later\.sql/)
    next.process.kill('SIGTERM')
    expect(await next.exited).toBe(0)
    const { code, output } = await command(['migrate'], env)
    expect(code).toBe(0)
    expect(output).toMatch(/^Nothing to apply\. .*newer Earshot.*9999_later\.sql/)
    const doctor = await command(['doctor'], env)
    expect(doctor.output).toMatch(/migrations +.*newer Earshot.*9999_later\.sql/)
  })

  test('a data directory used with another database gets a token that works here', async () => {
    const running = await serve(join(root, 'data'), { DATABASE_URL: url })
    expect((await running.get('/api/v2/admin/statuses')).status).toBe(200)
    running.process.kill('SIGTERM')
    expect(await running.exited).toBe(0)
  })
})

describe('a port or host that cannot be used', () => {
  const occupied = async (use: (port: string) => Promise<void>) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    await use(String((server.address() as AddressInfo).port))
    server.close()
  }
  const failed = async (env: Record<string, string>) => {
    const EARSHOT_DATA = join(root, 'never-created')
    const { code, output } = await ended(['serve'], { EARSHOT_DATA, ...env })
    expect(code).toBe(1)
    // One line, and no data directory.
    expect(output).toMatch(/^earshot serve: [^\n]*\n$/)
    expect(existsSync(EARSHOT_DATA)).toBe(false)
    return output
  }

  test('a busy PORT is reported before a database is created', () =>
    occupied(async (PORT) => {
      expect(await failed({ PORT })).toContain(
        `PORT is ${PORT}, but port ${PORT} on 127.0.0.1 is in use.`,
      )
    }))

  test('a busy METRICS_PORT is reported before a database is created', () =>
    occupied(async (METRICS_PORT) => {
      expect(await failed({ METRICS_PORT })).toContain(`METRICS_PORT is ${METRICS_PORT}, but port`)
    }))

  test.each([
    ['an address of another machine', '192.0.2.1', 'this machine has no such address'],
    ['a name that does not exist', 'nowhere.invalid', 'this name cannot be resolved'],
  ])('HOST with %s is reported with its value', async (_, HOST, reason) => {
    expect(await failed({ HOST })).toContain(`HOST is ${HOST}, but ${reason}. Set HOST to`)
  })
})

describe('the log and the banner', () => {
  const dataDir = () => join(root, 'data')
  const ESCAPE = '\u001b'
  const request = async (address: string, token: string) => {
    await fetch(`${address}/api/v2/admin/suggestions?q=very-secret`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await fetch(`${address}/api/v2/admin/forums?token=very-secret`, {
      headers: { authorization: 'Bearer earshot_token_very-secret' },
    })
  }

  test('without a terminal the banner is plain, names each address, and the log is JSON', async () => {
    const running = await serve(dataDir(), { METRICS_PORT: '0' })
    const { address } = running
    const banner = running.output()
    expect(banner).toContain(`  Portal     ${address}/ `)
    expect(banner).toMatch(/^ {2}Portal +\S+ +pages for your users$/m)
    expect(banner).toMatch(/^ {2}API +\S+\/api\/v2\/admin +Admin API v2, needs the token$/m)
    expect(banner).toMatch(/^ {2}API docs +\S+\/docs +reference, with requests to try$/m)
    expect(banner).toMatch(/^ {2}Metrics +http:\/\/127\.0\.0\.1:\d+\/metrics +for Prometheus$/m)
    expect(banner).not.toContain(ESCAPE)
    expect(banner).not.toContain(running.token)
    expect(banner).toContain(`  Token      in the file ${join(dataDir(), 'token')}\n`)
    // Neither does a log get the link with which the owner sets a password.
    const linkFile = join(dataDir(), 'welcome-link')
    expect(banner).toContain(`  Welcome    in the file ${linkFile}\n`)
    expect(banner).not.toContain('earshot_code')
    expect(await readFile(linkFile, 'utf8')).toMatch(
      new RegExp(`^${address}/admin/welcome#earshot_code_[\\w-]{43}\n$`),
    )
    expect((await stat(linkFile)).mode & 0o777).toBe(0o600)
    expect((await fetch(`${address}/`)).headers.get('content-type')).toContain('text/html')
    await request(address, running.token)
    const lines = () =>
      running
        .output()
        .split('\n')
        .filter((line) => line.includes('"request"'))
    await expect.poll(() => lines().length).toBeGreaterThan(2)
    expect(JSON.parse(lines()[1] ?? '')).toMatchObject({ method: 'GET', status: 200, client_id: 1 })
    running.process.kill('SIGTERM')
    expect(await running.exited).toBe(0)
  })

  test('--log pretty writes one short line for each request, without secrets', async () => {
    const running = start([MAIN, 'serve', '--log', 'pretty'], { EARSHOT_DATA: dataDir() })
    await expect.poll(running.output).toMatch(/Ctrl-C stops it/)
    const [, address = ''] = /Portal +(\S+)\/ /.exec(running.output()) ?? []
    const token = await storedToken(running.output())
    const banner = running.output()
    await request(address, token)
    const log = () => running.output().slice(banner.length).trim().split('\n')
    await expect.poll(() => log().length).toBe(2)
    expect(log()[0]).toMatch(
      /^\d\d:\d\d:\d\dZ GET {4}200 \/api\/v2\/admin\/suggestions [\d.]+ ms client \d+$/,
    )
    expect(log()[1]).toMatch(/^\S+ GET {4}401 \/api\/v2\/admin\/forums [\d.]+ ms 127\.0\.0\.1$/)
    expect(running.output()).not.toMatch(/secret|earshot_token/)
    expect(running.output()).toMatch(/^\S+Z INFO {2}Earshot \S+ listens at http:/m)
    expect(running.output()).not.toMatch(/[{}]|pid|hostname/)
    expect(running.output()).not.toContain(ESCAPE)
    running.process.kill('SIGTERM')
    expect(await running.exited).toBe(0)
    expect(running.output()).toMatch(/INFO {2}stopping signal=SIGTERM drain_seconds=0/)
  })

  test.runIf(existsSync('/usr/bin/script')).each([
    ['coloured', {}, true],
    ['plain with NO_COLOR', { NO_COLOR: '1' }, false],
  ])('on a terminal both are for people: %s', async (_, env, hasColor) => {
    const words = [...NODE, MAIN, 'serve'].map((word) => `'${word}'`).join(' ')
    const child = spawn('script', ['-qfec', words, '/dev/null'], {
      env: {
        ...baseEnvironment(),
        PORT: '0',
        EARSHOT_DATA: dataDir(),
        TERM: 'xterm',
        SHELL: '/bin/sh',
        ...env,
      },
    })
    processes.push(child)
    let output = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    await expect.poll(() => output).toMatch(/Ctrl-C stops it/)
    const [, address = ''] = /(http:\S+)\/docs/.exec(output) ?? []
    const token = (await readFile(join(dataDir(), 'token'), 'utf8')).trim()
    expect(output).toContain(` ${token}\r\n`)
    const link = (await readFile(join(dataDir(), 'welcome-link'), 'utf8')).trim()
    expect(output).toContain(` ${link}\r\n`)
    expect(curlLine(output)).toContain(`Bearer ${token}`)
    await fetch(`${address}/api/v2/admin/forums`)
    await expect.poll(() => output).toMatch(/GET .*401.* \/api\/v2\/admin\/forums /)
    expect(output.includes(`${ESCAPE}[33m401`)).toBe(hasColor)
    expect(output.includes(ESCAPE)).toBe(hasColor)
    expect(output).not.toContain('"level"')
    const [server = ''] = (await serversBelow(dataDir())).slice(0, 1)
    expect(server).not.toBe('')
    // Ctrl-C, as a terminal sends it.
    child.stdin.write('\u0003')
    await once(child, 'exit')
    expect(await serversBelow(dataDir())).toEqual([])
  })

  test('--log accepts json and pretty only', async () => {
    const { code, output } = await ended(['serve', '--log', 'loud'], {})
    expect(code).toBe(2)
    expect(output).toContain('--log: unknown value "loud". Allowed: json, pretty.')
  })
})

test('--quiet prints no address and no token, and creates none', async () => {
  const dataDir = join(root, 'data')
  const before = await readFile(join(dataDir, 'token'), 'utf8')
  const quiet = start([MAIN, 'serve', '--quiet'], { EARSHOT_DATA: dataDir })
  await expect.poll(quiet.output).toContain('listens at')
  await sleep(200)
  expect(quiet.output()).not.toMatch(/earshot_token|Portal/)
  quiet.process.kill('SIGTERM')
  expect(await quiet.exited).toBe(0)
  expect(await readFile(join(dataDir, 'token'), 'utf8')).toBe(before)
})

describe('when another command started the database', () => {
  const OWNER = `
    import { startEmbedded } from '${new URL('../../src/db/embedded.ts', import.meta.url)}'
    const server = await startEmbedded(process.argv[1], () => {})
    console.log('started')
    process.on('SIGTERM', async () => { await server.stop(); process.exit() })
    setInterval(() => {}, 1000)
  `

  // With a long path the socket is in another directory, which is new at every start.
  test.each([
    ['a short', 'data'],
    ['a long', `data-${'x'.repeat(100)}`],
  ])('and ends with %s path, the service goes on with its own', async (_, name) => {
    const dataDir = join(root, name)
    if (name !== 'data') await rename(join(root, 'data'), dataDir)
    const owner = start(['--input-type=module', '-e', OWNER, dataDir], {})
    await expect.poll(owner.output).toBe('started\n')
    const running = await serve(dataDir)
    const status = async () => (await running.get('/api/v2/admin/statuses')).status
    expect(await status()).toBe(200)
    owner.process.kill('SIGTERM')
    await owner.exited
    await sleep(100)
    await expect.poll(status).toBe(200)
    const made = await running.post('/labels', { name: 'Afterwards' })
    expect(made.status).toBe(201)
    running.process.kill('SIGTERM')
    expect(await running.exited).toBe(0)
    await expect.poll(() => serversBelow(dataDir)).toEqual([])
  })
})
