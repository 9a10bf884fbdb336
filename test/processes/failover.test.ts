// The primary dies while clients write, the standby is promoted, and the service continues there.
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { parseHosts } from '../../src/db/hosts.ts'
import { commandOn, databaseUrl } from '../support/command.ts'
import { type Process, processesOn, storedToken } from '../support/processes.ts'
import { primaryAndStandby, type Server } from '../support/standby.ts'

const { primary, standby } = await primaryAndStandby()
const start = await processesOn(primary.connection)
// The standby comes first: using the first host would fail.
const url = `postgres:///earshot?${new URLSearchParams({
  host: [standby, primary].map(({ connection }) => connection.host).join(','),
  port: '5432',
  target_session_attrs: 'read-write',
  user: String(primary.connection.user),
  password: String(primary.connection.password),
})}`
let serving: Process
let token: string

beforeAll(async () => {
  serving = await start(['serve'], { DATABASE_URL: url })
  token = await storedToken(serving.output())
  await primary.query(`update account_plan set plan = 'unlimited'`)
  // From now on a commit waits for the standby.
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
})

const write = async (name: string): Promise<number> => {
  const answer = await fetch(`${serving.address}/api/v2/admin/labels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  await answer.text()
  return answer.status
}

test('doctor names the host that accepts writes', async () => {
  const { stdout } = await commandOn(primary.connection, { DATABASE_URL: url })('doctor')
  expect(stdout).toMatch(
    new RegExp(`ok {2}PostgreSQL .* answers at ${primary.connection.host}:5432/earshot\n`),
  )
})

test('doctor checks that the replica is a standby', async () => {
  const replica = (server: Server) => ({ DATABASE_REPLICA_URL: databaseUrl(server.connection) })
  const right = await commandOn(primary.connection, replica(standby))('doctor')
  expect(right.stdout).toMatch(/ok {2}replica .* answers/)
  const wrong = await commandOn(primary.connection, replica(primary))('doctor')
  expect(wrong.stdout).toMatch(/NO {2}replica .* is not a standby/)
  expect(wrong.code).toBe(1)
})

test('a standby alone is rejected', async () => {
  const { code, stderr } = await commandOn(standby.connection)('clients', 'list')
  expect(code).toBe(1)
  expect(stderr).toContain('is a standby')
})

test('while commits wait for a lost standby, /readyz warns, reads work, and no further session is held', async () => {
  const readyz = async () => {
    const answer = await fetch(`${serving.address}/readyz`)
    return { status: answer.status, body: await answer.json() }
  }
  const ready = { status: 200, body: { status: 'ready' } }
  await expect.poll(readyz, { timeout: 30_000 }).toEqual(ready)
  await standby.kill()
  const warned = {
    status: 200,
    body: { status: 'ready', warning: expect.stringContaining('Writes wait') },
  }
  await expect.poll(readyz, { timeout: 60_000 }).toEqual(warned)
  const read = await fetch(`${serving.address}/api/v2/admin/labels`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(read.status).toBe(200)
  const held = await primary.query(`select from pg_stat_activity
    where wait_event = 'SyncRep' and query like '%insert into processes%'`)
  expect(held).toHaveLength(1)
  await expect.poll(serving.output).toContain('Writes wait: the database does not confirm them')
  await standby.startAgain()
  await expect.poll(readyz, { timeout: 60_000 }).toEqual(ready)
  expect(await write('after the standby came back')).toBe(201)
})

test('every acknowledged write survives, and writes continue after the promotion', async () => {
  const written: { name: string; status: number; at: number }[] = []
  let isOver = false
  const keepWriting = async (writer: number) => {
    for (let i = 0; !isOver; i++) {
      const name = `w${writer}-${i}`
      const status = await write(name)
      written.push({ name, status, at: performance.now() })
      if (status !== 201) await sleep(50)
    }
  }
  const writers = [1, 2, 3, 4].map(keepWriting)
  await sleep(1000)
  await primary.kill()
  await sleep(500)
  const promoted = performance.now()
  await standby.query('select pg_promote()')
  const isBack = () => written.some(({ status, at }) => status === 201 && at > promoted)
  await expect.poll(isBack, { interval: 20 }).toBe(true)
  expect(performance.now() - promoted).toBeLessThan(20_000)
  await sleep(500)
  isOver = true
  await Promise.all(writers)

  const statuses = new Set(written.map(({ status }) => status))
  expect([...statuses].sort()).toEqual([201, 503])
  const rows = await standby.query('select name, count(*)::int as count from labels group by name')
  const counts = new Map(rows.map(({ name, count }) => [name, count]))
  const lost = written.filter(({ name, status }) => status === 201 && counts.get(name) !== 1)
  expect(lost).toEqual([])
  expect([...counts.values()].filter((count) => count !== 1)).toEqual([])
  expect(serving.output()).toContain('database unavailable')
})

test('commands use the new primary', async () => {
  const command = commandOn(primary.connection, { DATABASE_URL: url })
  const { stdout } = await command('doctor')
  expect(stdout).toContain(`answers at ${standby.connection.host}:5432/earshot`)
  expect((await command('migrate')).code).toBe(0)
})

test.each([
  [
    'postgres://u:p@a:1,b:2/db?sslmode=require',
    ['u:p@a:1/db?sslmode=require', 'u:p@b:2/db?sslmode=require'],
  ],
  ['postgres://u@[::1]:5,[::2]/db', ['u@[::1]:5/db', 'u@[::2]/db']],
  ['postgres:///db?host=a,b&port=5', ['a:5/db', 'b:5/db']],
  ['postgres:///db?host=a,/run/x&port=5,6', ['a:5/db', 'localhost:6/db?host=%2Frun%2Fx']],
  ['postgres://a:1,b:99999/db', []],
  ['postgres://a,b/db?target_session_attrs=standby', []],
])('%s names these hosts', (address, hosts) => {
  expect(parseHosts(address)).toEqual(
    hosts.map((one) => ({ connectionString: `postgres://${one}` })),
  )
})
