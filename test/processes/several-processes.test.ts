// Several processes are one service: some serve, some run background jobs, and any can stop.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { issueToken, revokeClient } from '../../src/auth/clients/api-clients.ts'
import { setDisabled } from '../../src/auth/staff/staff.ts'
import { countWaiting } from '../support/factories.ts'
import { ask, type Process, processesOn } from '../support/processes.ts'
import { startTestService } from '../support/service.ts'
import { aPerson } from '../support/staff.ts'
import { inDatabase } from '../support/template-database.ts'

const at = await startTestService()
const start = await processesOn(at.connection)
const name = `${at.connection.database}_empty`
const startThere = await processesOn(inDatabase(at.connection, name))
const nodes = { EARSHOT_NODES: '2' }

const running: Partial<Record<'server' | 'worker', Process>> = {}
const hasEnded = ({ child }: Process) => child.exitCode !== null || child.signalCode !== null
/** Without jobs; several tests use the same one. */
async function aServer(): Promise<Process> {
  if (!running.server || hasEnded(running.server))
    running.server = await start(['serve', '--no-jobs'], nodes)
  return running.server
}
/** The one that the test before left. */
async function aWorker(): Promise<Process> {
  if (!running.worker || hasEnded(running.worker)) running.worker = await start(['work'], nodes)
  return running.worker
}

const queued = async () => {
  const { rows } = await sql`select from identify_jobs where state = 'queued'`.execute(at.db)
  return rows.length
}
const identities = (name: string) =>
  Array.from({ length: 200 }, (_, i) => ({ email: `${name}-${i}@a.test` }))

test('with --no-jobs the worker runs background jobs', async () => {
  const server = await aServer()
  const answer = await ask({ address: server.address, token: at.token }, 'POST', '/bulk_identify', {
    body: {
      identities: identities('later'),
    },
  })
  expect(answer?.status).toBe(202)
  await sleep(1000)
  expect(await queued()).toBe(1)
  await aWorker()
  await expect.poll(queued).toBe(0)
})

test('another worker finishes the job of a killed one, once', async () => {
  await sql`
    insert into identify_jobs (identities)
    select jsonb_agg(jsonb_build_object('external_id', n || '-' || i, 'email', n || '-' || i || '@b.test'))
    from generate_series(1, 40) n, generate_series(1, 500) i group by n`.execute(at.db)
  const killed = await aWorker()
  // Its start adds the job of these calls.
  running.worker = await start(['work'], nodes)
  await expect.poll(queued, { interval: 5 }).toBeLessThan(40)
  killed.child.kill('SIGKILL')
  await expect.poll(queued).toBe(0)
  const { rows } = await sql<{ failed: number; kept: number }>`
    select (select count(*)::int from identify_jobs where state = 'failed') as failed,
      (select count(*)::int from pending_identities where email like '%@b.test') as kept`.execute(
    at.db,
  )
  expect(rows[0]).toEqual({ failed: 0, kept: 20_000 })
})

test('another worker takes over the job that a killed one was running', async () => {
  const jobs = async () =>
    (
      await sql<{ locked_by: string | null; attempts: number }>`
        select locked_by, attempts from graphile_worker.jobs where task_identifier = 'apply_identities'`.execute(
        at.db,
      )
    ).rows
  const running = (attempts: number) => [{ locked_by: expect.any(String), attempts }]
  // No id of a call is the id of a job.
  await sql`select setval('identify_jobs_id_seq', 1000000 + nextval('identify_jobs_id_seq'))`.execute(
    at.db,
  )
  const countWorkers = async () =>
    (
      await sql`
        select from pg_locks where locktype = 'advisory' and classid = 73251003 and granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        at.db,
      )
    ).rows.length
  const first = await aWorker()
  // The killed worker of the test before may have left a job behind.
  await expect.poll(jobs).toEqual([])
  running.worker = await at.db.transaction().execute(async (tx) => {
    // The job waits for this lock.
    await sql`select pg_advisory_xact_lock(hashtext('identities'))`.execute(tx)
    await at.post('/bulk_identify', { identities: identities('taken-over') })
    await expect.poll(jobs).toEqual(running(1))
    const other = await start(['work'], nodes)
    // Its start has ended: it adds the jobs that are missing, and this one is not.
    await expect.poll(countWorkers, { timeout: 30_000 }).toBe(2)
    const [held] = await jobs()
    expect(await jobs()).toEqual(running(1))
    first.child.kill('SIGKILL')
    const isTakenOver = async () =>
      (await jobs()).some(({ locked_by }) => locked_by !== null && locked_by !== held?.locked_by)
    await expect.poll(isTakenOver, { timeout: 30_000 }).toBe(true)
    return other
  })
  await expect.poll(jobs, { timeout: 30_000 }).toEqual([])
  expect(await queued()).toBe(0)
  running.worker.child.kill('SIGTERM')
  expect(await running.worker.ended).toBe(0)
})

test('tokens that are revoked, or whose person is disabled or loses the role, are rejected by all', async () => {
  const { address, child, ended } = await aServer()
  // The service of the test is the other one.
  const statuses = async (token: string) => [
    (await ask({ address, token }, 'GET', '/forums'))?.status,
    (await at.get('/forums', { token })).status,
  ]
  const revoked = await at.aClient()
  const { id } = await at.aClient()
  const tokenOf = (person: number) =>
    at.db.transaction().execute(async (tx) => (await issueToken(tx, id, person)).token)
  const disabled = await aPerson(at, 'viewer')
  const removed = await aPerson(at, 'viewer')
  const tokens = [revoked.token, await tokenOf(disabled.id), await tokenOf(removed.id)] as const
  for (const token of tokens) expect(await statuses(token)).toEqual([200, 200])
  await at.db.transaction().execute((tx) => revokeClient(tx, revoked.id))
  await at.db.transaction().execute((tx) => setDisabled(tx, {}, disabled.id, true))
  await sql`delete from permissions where user_id = ${removed.id}`.execute(at.db)
  await expect.poll(() => statuses(tokens[0])).toEqual([401, 401])
  await expect.poll(() => statuses(tokens[1])).toEqual([401, 401])
  await expect.poll(() => statuses(tokens[2])).toEqual([403, 403])
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

/** Renames a label whose row is locked, so that the call waits until the lock is released. */
async function whileHeld(address: string, name: string, act: () => Promise<void>) {
  const label = await at.made('/labels', { name: `Held against ${name}` })
  const slow = await at.db.transaction().execute(async (tx) => {
    await sql`select from labels where id = ${label.id} for update`.execute(tx)
    const call = ask({ address, token: at.token }, 'PUT', `/labels/${label.id}`, { body: { name } })
    await expect.poll(() => countWaiting(at.db)).toBe(1)
    await act()
    return { call }
  })
  return { label, slow: slow.call }
}

/** A connection that stays open. `received` is all that came. */
async function openConnection(address: string) {
  const { port } = new URL(address)
  const socket = connect(Number(port), '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  const get = (path: string) =>
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: earshot\r\nAuthorization: Bearer ${at.token}\r\n\r\n`,
    )
  return { get, closed, received: () => received }
}

/** New connections are refused once the drain is over. */
async function isRefused(address: string): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    const isOpen = await once(socket, 'connect').catch(() => undefined)
    socket.destroy()
    if (!isOpen) return
    await sleep(20)
  }
}

/** The parsed lines of its log. */
const loggedBy = ({ output }: Process) =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

test('on SIGTERM a process is not ready, drains, finishes requests, closes their connections, logs it and exits', async () => {
  const server = await start(['serve'], {
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '3',
    METRICS_PORT: '0',
  })
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  )
  const texts = () => loggedBy(server).map(({ msg }) => msg)
  const { port } = new URL(server.address)
  expect(texts()).toContain(`Earshot ${version} listens at http://127.0.0.1:${port}`)
  expect(
    texts().filter((text) => /^metrics at http:\/\/127\.0\.0\.1:\d+\/metrics$/.test(text)),
  ).toHaveLength(1)

  const ready = async () => (await fetch(`${server.address}/readyz`)).status
  const from = { address: server.address, token: at.token }
  // A newer schema changes nothing.
  await sql`insert into migrations (name) values ('9999_of_the_next_version.sql')`.execute(at.db)
  try {
    expect(await ready()).toBe(200)
    const body = { name: `Still ${server.child.pid}` }
    expect((await ask(from, 'POST', '/labels', { body }))?.status).toBe(201)
  } finally {
    await sql`delete from migrations where name like '9999%'`.execute(at.db)
  }

  const [draining, silent] = [
    await openConnection(server.address),
    await openConnection(server.address),
  ]
  draining.get('/api/v2/admin/forums')
  await expect.poll(draining.received).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: keep-alive\r\n/is)
  const { label, slow } = await whileHeld(server.address, 'Let go', async () => {
    server.child.kill('SIGTERM')
    await expect.poll(ready, { timeout: 2500, interval: 20 }).toBe(503)
    expect((await ask(from, 'GET', '/forums'))?.status).toBe(200)
    draining.get('/api/v2/admin/labels')
    await draining.closed
    const last = await openConnection(server.address)
    await isRefused(server.address)
    // After the drain.
    last.get('/api/v2/admin/forums')
    await last.closed
    expect(last.received()).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is)
  })
  expect(draining.received().match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
  expect(draining.received()).toMatch(/\r\nconnection: close\r\n/i)
  expect((await slow)?.status).toBe(200)
  expect((await at.shown(`/labels/${label.id}`)).name).toBe('Let go')
  // A connection without a request does not delay the end.
  await silent.closed
  expect(await server.ended).toBe(0)
  expect(texts()).toContain('stopped')
  expect(loggedBy(server).find(({ msg }) => msg === 'stopping')).toMatchObject({
    level: 30,
    signal: 'SIGTERM',
    drain_seconds: 3,
    closing_seconds: 10,
  })
})

test.concurrent('a process that cannot finish its requests logs how many', async () => {
  const server = await start(['serve'], { LOG_LEVEL: 'info' })
  const { slow } = await whileHeld(server.address, 'Too late', async () => {
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(1)
  })
  expect(await slow).toBeUndefined()
  const said = loggedBy(server)
  expect(said.map(({ msg }) => msg)).not.toContain('stopped')
  expect(said.at(-1)).toMatchObject({
    level: 40,
    msg: 'stopped before every request was finished',
    requests: 1,
  })
})

// At the same time: the process of the other one waits for ten seconds.
test.concurrent('several starts migrate an empty database once', async () => {
  await sql`create database ${sql.id(name)}`.execute(at.db)
  const servers = await Promise.all([1, 2].map(() => startThere(['serve', '--no-jobs'], nodes)))
  for (const { address } of servers) expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const client = new pg.Client(inDatabase(at.connection, name))
  await client.connect()
  const { rows } = await client.query('select count(*)::int as n from users where is_owner')
  expect(rows).toEqual([{ n: 1 }])
  await client.end()
  for (const { child } of servers) child.kill('SIGTERM')
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0])
  await sql`drop database ${sql.id(name)} with (force)`.execute(at.db)
})
