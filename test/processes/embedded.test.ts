// The embedded server: started, joined, killed and restarted by real processes.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeEmbedded, type EmbeddedServer } from '../../src/db/embedded.ts'
import { findBinaries } from '../../src/db/embedded-binaries.ts'
import { openCluster } from '../../src/db/embedded-cluster.ts'
import { readServerRecord, type ServerRecord, spawnServer } from '../../src/db/embedded-server.ts'
import { migrate } from '../../src/db/migrate.ts'
import { baseEnvironment, runCommand } from '../support/command.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { shortTmpdir } from '../support/short-tmpdir.ts'

type Connection = EmbeddedServer['connection']

const PARENT = `
  import { startEmbedded } from '${new URL('../../src/db/embedded.ts', import.meta.url)}'
  process.stdin.on('end', () => process.exit())
  const server = await startEmbedded(process.argv[1], () => {})
  server.exited.then(() => console.log('exited'))
  console.log(JSON.stringify(server))
  process.stdin.once('data', async () => {
    await server.stop()
    process.exit()
  })
`

const isRoot = process.getuid?.() === 0

let prepared: string
let root: string
let dataDir: string
let processes: ChildProcess[] = []

beforeAll(async () => {
  prepared = await mkdtemp(join(shortTmpdir, 'earshot-test-'))
  await chmod(prepared, 0o755)
  dataDir = join(prepared, 'data')
  await (await start()).stop()
})

afterAll(() => rm(prepared, { recursive: true }))

beforeEach(async () => {
  processes = []
  root = await mkdtemp(join(shortTmpdir, 'earshot-test-'))
  await chmod(root, 0o755)
  dataDir = join(root, 'data')
})

afterEach(async () => {
  const { cluster, pid } = await describeEmbedded(dataDir).catch(() => ({ cluster: root, pid: 0 }))
  for (const child of processes) await kill(child)
  if (pid) await expectGone(pid)
  for (const path of [cluster, root]) if (existsSync(path)) await rm(path, { recursive: true })
})

test('data survives a restart', async () => {
  await givenData()
  const first = await start()
  expect(first.owned).toBe(true)
  await run(first.owner, "create table notes as select 'Größe' as word")
  await first.stop()
  expect((await describeEmbedded(dataDir)).running).toBe(false)

  const second = await start()
  expect(second.owned).toBe(true)
  expect(await run(second.owner, 'select word from notes')).toEqual([{ word: 'Größe' }])
})

test('the server uses UTF-8, knows letters beyond ASCII and listens on no network', async () => {
  await givenData()
  const { owner } = await start()
  await run(owner, 'create extension pg_trgm')
  const [row] = await run(
    owner,
    `select current_setting('server_encoding') as encoding, lower('ÄЖ') as lower,
      cardinality(show_trgm('жук')) as trigrams, current_setting('listen_addresses') as network`,
  )
  expect(row).toEqual({ encoding: 'UTF8', lower: 'äж', trigrams: 4, network: '' })
})

test('the server ends with a killed parent, and the next start has every commit', async () => {
  await givenData()
  const first = await start()
  await run(first.owner, 'create table notes as select 1 as number')
  const { pid } = await describeEmbedded(dataDir)
  await kill(first.process)

  const second = await start()
  expect(second.owned).toBe(true)
  expect(await run(second.owner, 'select number from notes')).toEqual([{ number: 1 }])
  expect((await describeEmbedded(dataDir)).pid).not.toBe(pid)
})

test('no server is left after its parent was killed', async () => {
  await givenData()
  const { process: parent } = await start()
  const { pid } = await describeEmbedded(dataDir)
  expect(isAlive(pid)).toBe(true)
  await kill(parent)
  await expectGone(pid)
  expect((await describeEmbedded(dataDir)).running).toBe(false)
})

test('the parent notices that its server was killed, and the next start recovers', async () => {
  await givenData()
  const first = await start()
  await run(first.owner, 'create table notes as select 1 as number')
  const { pid = 0 } = await describeEmbedded(dataDir)
  process.kill(pid, 'SIGKILL')
  expect(await first.nextLine()).toBe('exited')
  await kill(first.process)

  const second = await start()
  expect(await run(second.owner, 'select number from notes')).toEqual([{ number: 1 }])
})

test('a process that reuses the id of a killed server does not block the next start', async () => {
  await givenData()
  const first = await start()
  const { cluster, pid = 0 } = await describeEmbedded(dataDir)
  process.kill(pid, 'SIGKILL')
  await first.nextLine()
  await kill(first.process)
  const { uid, gid } = await stat(cluster)
  const stranger = spawn('sleep', ['60'], { uid, gid })
  processes.push(stranger)
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const note = await readFile(join(cluster, name), 'utf8')
    await writeFile(join(cluster, name), note.replace(/^\d+/, String(stranger.pid)))
  }

  expect((await describeEmbedded(dataDir)).running).toBe(false)
  expect((await start()).owned).toBe(true)
})

// As from another container, where the process id of the server means nothing.
test('a start waits for a server in another container while its socket is open', async () => {
  await givenData()
  const owner = await start()
  const { cluster, pid = 0 } = await describeEmbedded(dataDir)
  const notePath = join(cluster, 'postmaster.pid')
  const note = await readFile(notePath, 'utf8')
  await writeFile(notePath, note.replace(/^\d+/, '999999999'))
  process.kill(pid, 'SIGSTOP')
  const second = start()
  await sleep(1000)
  const meanwhile = await describeEmbedded(dataDir)
  process.kill(pid, 'SIGCONT')
  expect(await second).toMatchObject({ owned: false, connection: owner.connection })
  expect(meanwhile.running).toBe(true)
  // A second server would have logged this.
  const log = await readFile(join(cluster, 'server.log'), 'utf8')
  expect(log).not.toMatch(/lock file|shared memory block/)
  await writeFile(notePath, note)
})

test('an unreadable lock file is reported at once, not treated as another server', async () => {
  await givenData()
  await mkdir(join(dataDir, 'postgres', 'postmaster.pid'))
  await expect(start()).rejects.toThrow(/did not start[\s\S]*could not read lock file/)
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a start that %s interrupts removes the incomplete database',
  async (signal) => {
    const interrupted = spawnParent()
    await expect.poll(() => readdir(dataDir).catch(() => []), { interval: 5 }).not.toEqual([])
    interrupted.kill(signal)
    expect((await once(interrupted, 'exit'))[1]).toBe(signal)
    expect(await readdir(dataDir)).toEqual([])
  },
)

test('a parent killed while it creates the database does not block the next start, which removes its leftovers, but not the files of a running one', async () => {
  const killed = spawnParent()
  const names = () => readdir(dataDir).catch(() => [])
  await expect.poll(names, { interval: 5 }).not.toEqual([])
  const [left = ''] = await names()
  await kill(killed)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  const [, , namespace] = left.replace('making-', '').split('-')
  // Directories of a running process, and of one in another container.
  const running = `making-cluster-${process.pid}-${namespace}-1`
  const invisible = 'making-cluster-1-elsewhere-1'
  for (const name of [running, invisible]) await mkdir(join(dataDir, name))
  expect((await start()).owned).toBe(true)
  expect((await names()).sort()).toEqual([running, invisible, 'postgres'].sort())
  expect(left).toMatch(new RegExp(`^making-cluster-${killed.pid}-`))
})

// Each start on an unused directory creates a database.
test.each([
  ['an unused', EXHAUSTIVE ? 4 : 2],
  ['a used', 4],
])(
  'of several starts on %s directory one owns the server and all connect to it',
  async (kind, count) => {
    if (kind === 'a used') await givenData()
    const servers = await Promise.all(Array.from({ length: count }, start))
    expect(servers.filter((server) => server.owned)).toHaveLength(1)
    for (const { connection } of servers) {
      expect(await run(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    }
    expect(await readdir(dataDir)).toEqual(['postgres'])
  },
)

test('a process that joined does not stop the server', async () => {
  await givenData()
  const owner = await start()
  const joiner = await start()
  expect(joiner.owned).toBe(false)
  expect(joiner.connection).toEqual(owner.connection)
  await joiner.stop()
  expect(await run(owner.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a copy of a running data directory gets its own server', async () => {
  await givenData()
  const original = await start()
  await run(original.superuser, 'checkpoint')
  const place = dataDir
  dataDir = join(root, 'copy')
  await copy(place, dataDir)
  const second = await start()
  expect(second.owned).toBe(true)
  expect(second.connection.host).not.toBe(original.connection.host)
  await second.stop()
  dataDir = place
})

test('the server stops while clients run statements', async () => {
  await givenData()
  const { connection, stop } = await start()
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  const work = client.query('select pg_sleep(60)').catch((error: Error) => error)
  await expect.poll(() => run(connection, BUSY)).toEqual([{ count: 1 }])
  const before = Date.now()
  await stop()
  expect(Date.now() - before).toBeLessThan(30_000)
  expect(await work).toBeInstanceOf(Error)
})

test('a data directory with a long path has its socket in a short private directory', async () => {
  dataDir = join(root, 'deep'.repeat(15), 'deeper'.repeat(10))
  await givenData()
  const owner = await start()
  expect(owner.connection.host).toMatch(/^\/tmp\/earshot-\w+$/)
  expect((await stat(owner.connection.host)).mode & 0o777).toBe(0o700)
  expect((await start()).connection).toEqual(owner.connection)
  expect(await run(owner.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await owner.stop()
  expect(existsSync(owner.connection.host)).toBe(false)
})

test.skipIf(!isRoot)(
  'root puts the database elsewhere if its user cannot enter the data directory (needs root)',
  async () => {
    await mkdir(dataDir, { mode: 0o700 })
    const first = await start()
    await run(first.owner, 'create table notes as select 1 as number')
    await first.stop()
    const cluster = await realpath(join(dataDir, 'postgres'))
    expect(cluster).toMatch(/^\/var\/(lib|tmp)\/earshot\/cluster-\w+$/)

    const second = await start()
    expect(await run(second.owner, 'select number from notes')).toEqual([{ number: 1 }])
    expect(await realpath(join(dataDir, 'postgres'))).toBe(cluster)
    await second.stop()
    await rm(cluster, { recursive: true })
    await expect(start()).rejects.toThrow('remove the link to start with an empty database')
  },
)

// Mounting a full file system needs root.
test.skipIf(!isRoot)(
  'a full disk is reported with the same message in every step of a start',
  async (context) => {
    const mounted = join(root, 'small')
    await mkdir(mounted)
    const mount = spawn('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=755', 'none', mounted])
    if ((await once(mount, 'exit'))[0] !== 0) return context.skip()
    try {
      dataDir = join(mounted, 'data')
      await expect(start()).rejects.toThrow(`No space left on device: ${dataDir}.`)
      expect(await readdir(dataDir)).toEqual([])
      await once(spawn('mount', ['-o', 'remount,size=100m', mounted]), 'exit')
      await (await start()).stop()
      await once(spawn('dd', ['if=/dev/zero', `of=${join(mounted, 'filler')}`]), 'exit')
      const cluster = await realpath(join(dataDir, 'postgres'))
      await expect(start()).rejects.toThrow(`No space left on device: ${cluster}.`)
    } finally {
      await once(spawn('umount', ['-l', mounted]), 'exit')
      dataDir = join(root, 'data')
    }
  },
)

test('the service has a role with a password and few rights', async () => {
  await givenSchema()
  const { connection, owner, superuser } = await start()
  const [role] = await run(
    connection,
    `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
      pg_get_userbyid(datdba) as owner
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  expect(role).toEqual({
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
    rolbypassrls: false,
    owner: 'earshot_owner',
  })
  const refused = [
    'alter table audit_entries disable trigger all',
    'set session_replication_role = replica',
    'set role earshot_owner',
    'truncate audit_entries',
    'delete from audit_entries',
    'update migrations set name = name',
    'drop table suggestions',
    'create table notes ()',
  ]
  for (const statement of refused)
    await expect(run(connection, statement)).rejects.toThrow(/permission denied|must be owner/)
  // What it may not set itself, a function of the owner sets for its own insert only.
  const moved = `select add_moved_votes(array[(1, 1, 1, 1, true, 'import', now()), (2, 1, 2, 1, true, 'import', now())]::moved_vote[])`
  await expect(run(connection, moved)).rejects.toThrow('a person who votes does not exist')
  await run(connection, 'delete from suggestions')
  await expect(run(connection, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission/)
  await expect(run(connection, `select pg_read_file('PG_VERSION')`)).rejects.toThrow(/permission/)
  for (const { user } of [connection, owner, superuser]) {
    const guessed = { ...connection, user, password: 'guessed' }
    await expect(run(guessed, 'select')).rejects.toThrow(`authentication failed for user "${user}"`)
  }
  await expect(run({ ...connection, user: 'earshot' }, 'select')).rejects.toThrow('authentication')
})

test('only its owner can read the secret and list the data directory', async () => {
  await givenData()
  await chmod(dataDir, 0o755)
  await start()
  const { mode, uid } = await stat(join(dataDir, 'postgres', 'earshot.secret'))
  expect(mode & 0o777).toBe(0o600)
  // The user of PostgreSQL passes through a directory of root.
  const isPassed = (await stat(dataDir)).uid !== uid
  expect((await stat(dataDir)).mode & 0o777).toBe(isPassed ? 0o711 : 0o700)
})

test('a data directory of an earlier build gets passwords and keeps its data', async () => {
  await withoutPasswords(async (earlier) => {
    expect(await migrate(earlier)).toContain('functions')
    await run(earlier, `insert into labels (name, full_name) values ('Kept', 'Kept')`)
    await run(
      earlier,
      'create sequence numbers; create schema extra; create view extra.v as select 1',
    )
    // Commands of this build join the server as the earlier build does.
    const joined = await start()
    expect(joined).toMatchObject({ owned: false, connection: earlier })
    await kill(joined.process)
  })

  // Only the upgrade of the schema changes the roles.
  await (await start()).stop()
  await withoutPasswords(async (earlier) => {
    expect(await run(earlier, 'select name from labels')).toEqual([{ name: 'Kept' }])
  })
  await upgrade()
  const { connection, owner, superuser } = await start()
  expect(await run(connection, 'select name from labels')).toEqual([{ name: 'Kept' }])
  await expect(run({ ...superuser, password: '' }, 'select')).rejects.toThrow()
  const others = `select relname from pg_class c
    where pg_get_userbyid(relowner) <> current_user and relnamespace = any('{public,extra}'::regnamespace[])
      and relkind in ('r', 'p', 'v', 'S', 'c')
    union all select proname from pg_proc p
    where pg_get_userbyid(proowner) <> current_user and pronamespace = any('{public}'::regnamespace[])
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`
  expect(await run(owner, others)).toEqual([])
  // What an upgrade does: functions, types and text search configurations are dropped and created again.
  await run(owner, 'delete from installed_functions')
  expect(await migrate(owner)).toEqual(['functions'])
  await run(owner, 'drop text search configuration public.earshot_german cascade')
})

test('a refused or failed upgrade changes nothing, so that the earlier build still works', async () => {
  await withoutPasswords((earlier) =>
    run(earlier, `create table migrations as select '0001_schema.sql' as name`),
  )
  await chmod(dataDir, 0o755)
  const before = await describeAccess()
  for (const args of [['doctor'], ['serve'], ['migrate'], ['clients', 'list']]) {
    const { code, stdout, stderr } = await command(...args)
    expect(code).toBe(1)
    expect(stdout + stderr).toContain('An earlier build of Earshot made this database')
    expect(await describeAccess(), args[0]).toEqual(before)
  }
  await withoutPasswords((earlier) => run(earlier, 'drop table migrations; create table users ()'))
  for (const args of [['serve'], ['migrate']]) {
    expect((await command(...args)).stderr).toContain('Migration 0001_people.sql failed.')
    expect(await describeAccess(), args[0]).toEqual(before)
  }
  await withoutPasswords(async (earlier) => {
    const roles = `select rolname, rolpassword from pg_authid where rolname like 'earshot%'`
    expect(await run(earlier, roles)).toEqual([{ rolname: 'earshot', rolpassword: null }])
  })
})

test('a data directory whose service owned everything gets an owner and keeps its data', async () => {
  await givenSchema()
  const { connection, owner, superuser, stop } = await start()
  await run(owner, `insert into labels (name, full_name) values ('Kept', 'Kept')`)
  await run(superuser, 'alter database earshot owner to earshot_service')
  await run(superuser, 'reassign owned by earshot_owner to earshot_service')
  await run(superuser, 'drop owned by earshot_owner')
  await run(superuser, 'drop role earshot_owner')
  await stop()

  const before = await start()
  expect(before.owner).toEqual(connection)
  await before.stop()
  await upgrade()
  const later = await start()
  expect(later.owner).toEqual(owner)
  expect(await run(later.connection, 'select name from labels')).toEqual([{ name: 'Kept' }])
  await expect(run(later.connection, 'drop table labels')).rejects.toThrow('must be owner')
  await expect(run(later.connection, 'delete from audit_entries')).rejects.toThrow('permission')
  await run(later.connection, `select graphile_worker.add_job('remove_files')`)
})

test('a lost secret is replaced at the next start', async () => {
  await givenData()
  const first = await start()
  await run(first.owner, 'create table notes as select 1 as number')
  await first.stop()
  await rm(join(dataDir, 'postgres', 'earshot.secret'))
  const lost = await describeAccess()
  expect((await command('doctor')).stdout).toMatch(/NO .*roles or passwords.* not set up/)
  expect(await describeAccess()).toEqual(lost)
  const second = await start()
  expect(second.connection.password).not.toBe(first.connection.password)
  expect(await run(second.owner, 'select number from notes')).toEqual([{ number: 1 }])
})

test('the error names a data directory that cannot be created', async () => {
  await writeFile(join(root, 'file'), '')
  dataDir = join(root, 'file', 'data')
  await expect(start()).rejects.toThrow(`The data directory ${dataDir} cannot be written`)
})

const BUSY = "select count(*)::int from pg_stat_activity where query = 'select pg_sleep(60)'"

/** A copy of a prepared data directory, because creating one is slow. */
async function givenData(name = 'data'): Promise<void> {
  await mkdir(join(dataDir, '..'), { recursive: true })
  await copy(join(prepared, name), dataDir)
}

/** The same, with the schema. */
async function givenSchema(): Promise<void> {
  if (existsSync(join(prepared, 'schema'))) return givenData('schema')
  await givenData()
  const { connection, owner, stop } = await start()
  await migrate(owner, { servedBy: connection })
  await stop()
  await copy(dataDir, join(prepared, 'schema'))
}

async function copy(from: string, to: string): Promise<void> {
  await once(spawn('cp', ['-a', from, to]), 'exit')
}

const command = (...args: string[]) =>
  runCommand({ args, env: { ...baseEnvironment(), EARSHOT_DATA: dataDir, PORT: '0' } })

async function upgrade(): Promise<void> {
  const { code, stderr } = await command('migrate')
  if (code !== 0) throw new Error(stderr)
}

/** What decides who can connect and use the files. */
async function describeAccess(): Promise<object> {
  const cluster = join(dataDir, 'postgres')
  return {
    mode: (await stat(dataDir)).mode,
    files: await readdir(dataDir),
    rules: await readFile(join(cluster, 'pg_hba.conf'), 'utf8'),
    settings: await readFile(join(cluster, 'postgresql.conf'), 'utf8'),
    changed: await readFile(join(cluster, 'postgresql.auto.conf'), 'utf8'),
    secrets: (await readdir(cluster)).filter((name) => name.startsWith('earshot')),
  }
}

/** A running server as an earlier build left it: its superuser alone, without a password. */
async function withoutPasswords(use: (connection: Connection) => Promise<unknown>): Promise<void> {
  const isNew = !existsSync(dataDir)
  if (isNew && existsSync(join(prepared, 'earlier'))) await givenData('earlier')
  const cluster = await openCluster(dataDir, () => {})
  if (isNew && !existsSync(join(prepared, 'earlier')))
    await copy(dataDir, join(prepared, 'earlier'))
  if (isNew) await writeFile(join(cluster.path, 'pg_hba.conf'), 'local all all trust\n')
  const server = await spawnServer(
    cluster,
    await findBinaries(cluster.account, () => {}),
    undefined,
  )
  const isReady = async () => (await readServerRecord(cluster.path))?.status
  await expect.poll(isReady).toBe('ready')
  const { socketDir: host, port } = (await readServerRecord(cluster.path)) as ServerRecord
  const connection = { host, port, user: 'earshot', database: 'earshot' }
  try {
    const administration = { ...connection, database: 'postgres' }
    if (isNew) await run(administration, 'create database earshot template template0')
    await use(connection)
  } finally {
    await server.stop()
  }
}

type Started = {
  owned: boolean
  connection: Connection
  owner: Connection
  superuser: Connection
  process: ChildProcess
  nextLine(): Promise<string>
  stop(): Promise<void>
}

async function start(): Promise<Started> {
  const child = spawnParent()
  const errors: string[] = []
  child.stderr?.on('data', (text) => errors.push(String(text)))
  const exit = once(child, 'close').then(() => ({ done: true as const, value: undefined }))
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[
    Symbol.asyncIterator
  ]()
  const { value } = await Promise.race([lines.next(), exit])
  if (!value) {
    await exit
    throw new Error(errors.join(''))
  }
  return {
    ...JSON.parse(value),
    process: child,
    nextLine: async () => (await lines.next()).value,
    async stop() {
      child.stdin?.write('stop')
      await exit
    },
  }
}

function spawnParent(): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PARENT, dataDir])
  processes.push(child)
  return child
}

async function run(connection: Connection, text: string): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function expectGone(pid: number | undefined): Promise<void> {
  await expect.poll(() => isAlive(pid), { interval: 20 }).toBe(false)
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}
