// A real PgBouncer between the service and PostgreSQL. Set PGBOUNCER to the path of another one than that of the system.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { revokeClient } from '../../src/auth/clients/api-clients.ts'
import { onCleanup } from '../support/cleanup.ts'
import { commandOn, databaseUrl } from '../support/command.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { ask, type Process, processesOn } from '../support/processes.ts'
import { startTestService } from '../support/service.ts'
import { asServingRole } from '../support/template-database.ts'

const PROGRAM = process.env.PGBOUNCER ?? 'pgbouncer'

function readVersion(): number[] | null {
  try {
    const [, major, minor] =
      /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(PROGRAM, ['-V'], { encoding: 'utf8' })) ?? []
    return [Number(major), Number(minor)]
  } catch {
    return null
  }
}

const version = EXHAUSTIVE ? readVersion() : null
const name = version
  ? `PgBouncer ${version.join('.')}`
  : EXHAUSTIVE
    ? 'skipped: no pgbouncer here'
    : 'run by bin/test --nightly'
const canFollow = version !== null && version[0] === 1 && (version[1] as number) >= 21

describe.skipIf(version === null)(name, async () => {
  if (version === null) return
  const at = await startTestService()
  const direct = asServingRole(at.connection)
  const start = await processesOn(direct)
  const owner = { DATABASE_OWNER_URL: databaseUrl(at.connection) }
  const doctor = (env: Record<string, string>) =>
    commandOn(direct, { ...owner, ...env })('doctor', '--json')

  test('DATABASE_URL through transaction mode is refused with the reason', async () => {
    const { url } = await startPooler(direct, { pool_mode: 'transaction' })
    const reason =
      /DATABASE_URL leads to a connection pooler that .*\. Set it to the address of PostgreSQL itself, and DATABASE_POOL_URL to that of the pooler\./
    await expect(start(['serve'], { DATABASE_URL: url, ...owner })).rejects.toThrow(reason)
    const { code, stdout } = await doctor({ DATABASE_URL: url })
    expect(code).toBe(1)
    const findings: { name: string; ok: boolean; text: string }[] = JSON.parse(stdout)
    expect(findings.find((finding) => finding.name === 'PostgreSQL')).toMatchObject({
      ok: false,
      text: expect.stringMatching(reason),
    })
  })

  test('a pooler that does not follow prepared statements is refused', async () => {
    const { url } = await startPooler(direct, {
      pool_mode: 'transaction',
      ...(canFollow ? { max_prepared_statements: '0' } : { ignore_startup_parameters: 'options' }),
    })
    const reason = /does not follow prepared statements; PgBouncer 1\.21 or newer with/
    await expect(start(['serve'], { DATABASE_POOL_URL: url, ...owner })).rejects.toThrow(reason)
    const { code, stdout } = await doctor({ DATABASE_POOL_URL: url })
    expect(code).toBe(1)
    expect(stdout).toMatch(reason)
  })

  describe.skipIf(!canFollow)('from version 1.21 on', () => {
    const settings = {
      pool_mode: 'transaction',
      // Few of both, so that sessions and statements change all the time.
      default_pool_size: '3',
      max_prepared_statements: '4',
    }

    test('requests of every kind go through it, with few sessions', async () => {
      const { url } = await startPooler(direct, settings)
      const server = await start(['serve'], { DATABASE_POOL_URL: url, METRICS_PORT: '0', ...owner })
      const call = (method: string, path: string, body?: unknown) =>
        ask({ address: server.address, token: at.token }, method, path, { body })
      const forum = await at.made('/forums', { name: 'Pooled' })
      const lists = ['', '?sort=-votes_count', '?includes=forums,users', '?per_page=3', '?q=idea']
      const statuses = await inParallel(160, async (i) => {
        const title = `Idea ${i}`
        const made = await call('POST', '/suggestions', { title, links: { forum: forum.id } })
        if (made?.status !== 201) return [made?.status]
        const [{ id }] = JSON.parse(made.text).suggestions
        const answers = await Promise.all([
          call('GET', `/suggestions/${id}`),
          call('GET', `/suggestions${lists[i % lists.length]}`),
          call('PUT', `/suggestions/${id}`, { body: `Text ${i}` }),
          call('POST', '/supporters', {
            user_email: `p${i % 7}@a.test`,
            links: { suggestion: id },
          }),
          call('POST', '/labels', { name: `Label ${i}` }),
        ])
        return answers.map((answer) => answer?.status)
      })
      const counts: Record<string, number> = {}
      for (const status of statuses.flat()) counts[`${status}`] = (counts[`${status}`] ?? 0) + 1
      expect(counts).toEqual({ 200: 480, 201: 320 })
      await identifies(call)
      await revokes(server)
      const { stdout } = await doctor({ DATABASE_POOL_URL: url })
      expect(stdout).toContain('transaction mode, prepared statements work')
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    })

    type Call = (method: string, path: string, body?: unknown) => ReturnType<typeof ask>

    /** Jobs run in sessions of their own. */
    async function identifies(call: Call): Promise<void> {
      const identities = [{ email: 'identified@a.test' }]
      expect((await call('POST', '/bulk_identify', { identities }))?.status).toBe(202)
      const countQueued = async () => {
        const { rows } = await sql`select from identify_jobs where state = 'queued'`.execute(at.db)
        return rows.length
      }
      await expect.poll(countQueued).toBe(0)
    }

    /** The notification arrives by a session of its own. */
    async function revokes(server: Process): Promise<void> {
      const { id, token } = await at.aClient()
      const status = async () =>
        (await ask({ address: server.address, token }, 'GET', '/forums'))?.status
      expect(await status()).toBe(200)
      await at.db.transaction().execute((tx) => revokeClient(tx, id))
      await expect.poll(status).toBe(401)
    }

    test('a pooler that is away makes the service not ready until it is back', async () => {
      const pooler = await startPooler(direct, settings)
      const server = await start(['serve'], { DATABASE_POOL_URL: pooler.url, ...owner })
      const readiness = async () => (await fetch(`${server.address}/readyz`)).status
      await expect.poll(readiness).toBe(200)
      await pooler.stop()
      await expect.poll(readiness).toBe(503)
      expect(
        (await ask({ address: server.address, token: at.token }, 'GET', '/forums'))?.status,
      ).toBe(503)
      await pooler.start()
      await expect.poll(readiness).toBe(200)
      expect(
        (await ask({ address: server.address, token: at.token }, 'GET', '/forums'))?.status,
      ).toBe(200)
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    })
  })
})

async function inParallel<T>(count: number, run: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      while (next < count) results.push(await run(next++))
    }),
  )
  return results
}

/** On a port of this machine, in front of the server and the role of `connection`. */
async function startPooler(connection: pg.ClientConfig, settings: Record<string, string>) {
  const { host = '', port = 5432, database, user, password } = connection
  const directory = await mkdtemp(join(tmpdir(), 'earshot-pgbouncer-'))
  const listenPort = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: `${listenPort}`,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }).map(([key, value]) => `${key} = ${value}`)
  await writeFile(
    file,
    `[databases]
pooled = host=${host} port=${port} dbname=${database} user=${user} password=${password} connect_query='set jit = off; set random_page_cost = 1.1; set statement_timeout = 30000'
[pgbouncer]
${lines.join('\n')}
`,
    { mode: 0o644 },
  )
  // It refuses to run as root, and only the user of the server reaches its socket.
  const { uid, gid } = await stat(host)
  await execFileSync('chown', ['-R', `${uid}:${gid}`, directory])
  let child: ChildProcess
  const pooler = {
    url: `postgres://${user}@127.0.0.1:${listenPort}/pooled`,
    async start() {
      child = spawn(PROGRAM, [file], { uid, gid, stdio: 'ignore' })
      await expect.poll(() => isOpen(listenPort)).toBe(true)
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
  onCleanup(async () => {
    await pooler.stop()
    await rm(directory, { recursive: true, force: true })
  })
  await pooler.start()
  return pooler
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const opened = await once(socket, 'connect').catch(() => undefined)
  socket.destroy()
  return opened !== undefined
}
