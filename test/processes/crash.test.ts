// kill -9 of a service, a worker or the database, at random times during mixed writes.
// Afterwards every acknowledged write exists exactly once, every count equals its rows, and every person named in a write
// exists. CRASH_ROUNDS sets the number of rounds.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/db.ts'
import { describeEmbedded, startEmbedded } from '../../src/db/embedded.ts'
import { baseEnvironment, MAIN, NODE_OPTIONS, runCommand } from '../support/command.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { ask } from '../support/processes.ts'
import { findWrongFigures } from '../support/recount.ts'
import { shortTmpdir } from '../support/short-tmpdir.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? (EXHAUSTIVE ? 12 : 3))
const WRITERS = 6
/** Between two calls of a writer. */
const PAUSE_MS = EXHAUSTIVE ? 5 : 25
/** A service, the other one, the worker and the database. The services are alike. */
const VICTIMS = EXHAUSTIVE || ROUNDS > 3 ? [0, 1, 2, 3] : [0, 2, 3]

type Running = { child: ChildProcess; address: string; said(): string }
const PARTS = [['serve', '--no-jobs'], ['serve', '--no-jobs'], ['work']]
const running: Running[] = []
const dataDir = await mkdtemp(join(shortTmpdir, 'earshot-crash-'))
await chmod(dataDir, 0o755)

afterAll(async () => {
  for (const { child } of running) await kill(child)
  // The database ends shortly after its last process.
  while ((await describeEmbedded(dataDir)).running) await sleep(50)
  await rm(dataDir, { recursive: true, force: true })
})

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function startPart(i: number): Promise<void> {
  const env = { ...baseEnvironment(), PORT: '0', EARSHOT_DATA: dataDir, EARSHOT_NODES: '2' }
  const args = [...NODE_OPTIONS, MAIN, ...(PARTS[i] as string[])]
  for (;;) {
    const child = spawn(process.execPath, args, { env: { ...env, LOG_LEVEL: 'warn' } })
    let output = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    child.stderr.on('data', (data) => {
      output += data
    })
    running[i] = { child, address: '', said: () => output }
    const isUp = () => /Ctrl-C stops it/.test(output)
    while (!isUp() && child.exitCode === null && child.signalCode === null) await sleep(20)
    if (isUp()) {
      const address = /^ {2}Portal +(\S+)\/ /m.exec(output)?.[1] ?? ''
      running[i] = { child, address, said: () => output }
      return
    }
    // The start can fail while the database is down; a supervisor restarts the process.
    await sleep(100)
  }
}

/** No client is rate limited. */
async function unlimited(): Promise<void> {
  const env = { ...baseEnvironment(), EARSHOT_DATA: dataDir }
  expect(await runCommand({ args: ['plan', 'set', 'unlimited'], env })).toMatchObject({ code: 0 })
}

const addresses = () => running.map(({ address }) => address).filter((address) => address !== '')
const chosen = <T>(among: T[]) => among[Math.floor(Math.random() * among.length)] as T

async function killDatabase(): Promise<void> {
  const { pid } = await describeEmbedded(dataDir)
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

/** Acknowledged writes, and writes with an unknown result. */
const acknowledged = {
  plain: new Set<string>(),
  keyed: new Set<string>(),
  imported: new Set<string>(),
  identified: new Set<string>(),
  votes: new Set<string>(),
}
const tried = { plain: new Set<string>(), keyed: new Set<string>() }

test(
  'no acknowledged write is lost or duplicated',
  async () => {
    // The first one creates the database.
    await startPart(0)
    await Promise.all([startPart(1), startPart(2)])
    const token = (await readFile(join(dataDir, 'token'), 'utf8')).trim()
    await unlimited()
    const to = (method: string, path: string, body: unknown, headers = {}) => {
      const address = chosen(addresses())
      return address === undefined
        ? Promise.resolve(undefined)
        : ask({ address, token }, method, path, { body, headers })
    }
    const untilAnswered = async (method: string, path: string, body: unknown, headers = {}) => {
      for (;;) {
        const answer = await to(method, path, body, headers)
        if (answer !== undefined && answer.status < 500 && answer.status !== 409) return answer
        await sleep(50)
      }
    }
    const forums = await untilAnswered('GET', '/forums', undefined)
    const forum = JSON.parse(forums.text).forums[0].id
    const loved = JSON.parse(
      (await untilAnswered('POST', '/suggestions', { title: 'Loved', links: { forum } })).text,
    ).suggestions[0].id

    let isOver = false
    const writes = [
      async () => {
        const title = `plain ${randomUUID()}`
        tried.plain.add(title)
        const answer = await to('POST', '/suggestions', { title, links: { forum } })
        if (answer?.status === 201) acknowledged.plain.add(title)
      },
      async () => {
        const title = `keyed ${randomUUID()}`
        tried.keyed.add(title)
        const key = { 'idempotency-key': title }
        const body = { title, links: { forum } }
        expect((await untilAnswered('POST', '/suggestions', body, key)).status).toBe(201)
        acknowledged.keyed.add(title)
      },
      async () => {
        const ids = Array.from({ length: 5 }, () => randomUUID())
        const users = ids.map((id) => ({
          external_id: id,
          email: `${id}@a.test`,
          account: { external_id: `account-${id[0]}`, mrr: Math.floor(Math.random() * 100) },
        }))
        const answer = await to('POST', '/external_users/import', { users })
        if (answer?.status === 200) for (const id of ids) acknowledged.imported.add(id)
      },
      async () => {
        const ids = Array.from({ length: 20 }, () => randomUUID())
        const identities = ids.map((id) => ({ id, email: `${id}@b.test` }))
        const answer = await to('POST', '/bulk_identify', { identities })
        if (answer?.status === 202) for (const id of ids) acknowledged.identified.add(id)
      },
      async () => {
        const email = `${randomUUID()}@c.test`
        const made = await to('POST', '/users/find_or_create', { email })
        if (made?.status !== 201) return
        const user = JSON.parse(made.text).users[0].id
        const answer = await to('POST', '/supporters', { links: { suggestion: loved, user } })
        if (answer?.status === 201) acknowledged.votes.add(email)
      },
    ]
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!isOver) await chosen(writes)().then(() => sleep(PAUSE_MS))
    })

    for (let round = 0; round < ROUNDS; round++) {
      await sleep(200 + Math.random() * 600)
      const victim = VICTIMS[round % VICTIMS.length] as number
      if (victim === 3) await killDatabase()
      else {
        const part = running[victim] as Running
        running[victim] = { ...part, address: '' }
        await kill(part.child)
        await startPart(victim)
      }
    }
    await untilAnswered('GET', '/forums', undefined)
    isOver = true
    await Promise.all(writers)

    const { connection, stop } = await startEmbedded(dataDir, () => {})
    const database = openDatabase(connection, () => {})
    const { db } = database
    const queued = async () => {
      const { rows } = await sql`select from identify_jobs where state = 'queued'`.execute(db)
      return rows.length
    }
    const end = Date.now() + 60_000
    while (Date.now() < end && (await queued().catch(() => 1)) > 0) await sleep(200)
    const [, , worker] = running
    expect(await queued(), `${worker?.child.exitCode} ${worker?.said().slice(-5000)}`).toBe(0)
    const titles = async (kind: string) => {
      const { rows } = await sql<{ title: string }>`
      select title from suggestions where title like ${`${kind} %`}`.execute(db)
      return rows.map(({ title }) => title)
    }
    const plain = await titles('plain')
    expect(new Set(plain).size).toBe(plain.length)
    expect(missing(acknowledged.plain, plain)).toEqual([])
    expect(missing(plain, tried.plain)).toEqual([])
    const keyed = await titles('keyed')
    expect(keyed.sort()).toEqual([...acknowledged.keyed].sort())
    expect(missing(tried.keyed, keyed)).toEqual([])
    const { rows: people } = await sql<{ external_id: string }>`
    select external_id from external_users union all select external_id from pending_identities`.execute(
      db,
    )
    const known = people.map(({ external_id }) => external_id)
    expect(new Set(known).size).toBe(known.length)
    expect(missing(acknowledged.imported, known)).toEqual([])
    expect(missing(acknowledged.identified, known)).toEqual([])
    const { rows: votes } = await sql<{ email: string }>`
    select email_address as email from supporters s join users u on u.id = s.user_id
    where suggestion_id = ${loved}`.execute(db)
    const voters = votes.map(({ email }) => email)
    expect(new Set(voters).size).toBe(voters.length)
    expect(missing(acknowledged.votes, voters)).toEqual([])
    expect(await findWrongFigures(db)).toEqual([])
    for (const kind of Object.values(acknowledged)) expect(kind.size).toBeGreaterThan(0)
    console.info(
      `${ROUNDS} rounds: ${Object.entries(acknowledged)
        .map(([kind, all]) => `${all.size} ${kind}`)
        .join(', ')}`,
    )
    await database.close()
    await stop()
  },
  600_000 + ROUNDS * 10_000,
)

const missing = (wanted: Iterable<string>, among: Iterable<string>) => {
  const found = new Set(among)
  return [...wanted].filter((one) => !found.has(one))
}
