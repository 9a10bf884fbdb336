// kill -9 of a move by API at random requests and while it loads: the next run continues, and the result is the same as without it.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { diskStore } from '../../src/store/disk.ts'
import { commandOn, startCommand } from '../support/command.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService } from '../support/service.ts'
import { startSourceProxy } from '../support/source-proxy.ts'
import { uploaded } from '../support/uploads.ts'

const JOURNEYS = EXHAUSTIVE ? 20 : 1
const ASKING = EXHAUSTIVE ? 3 : 2
const LOADING = EXHAUSTIVE ? 2 : 1

const folder = await mkdtemp(join(tmpdir(), 'earshot-uservoice-crash-'))
afterAll(() => rm(folder, { recursive: true }))
const data = (name: string) => join(folder, name)
const startAt = (name: string) =>
  startTestService(undefined, { store: diskStore(join(data(name), 'files')) })
const from = await startAt('from')
const to = await startAt('to')
const environment = { EARSHOT_DATA: data('to') }
const earshot = commandOn(to.connection, environment)
const client = await from.aClient({ isReadOnly: true, requestsPerMinute: 1_000_000 })

let requests = 0
let onRequest = () => {}
const target = await from.service.app.listen({ port: 0, host: '127.0.0.1' })
const proxy = await startSourceProxy(target, () => {
  requests++
  onRequest()
  return undefined
})

const form = join(folder, 'form')
const moveIn = [
  'move-in',
  'uservoice',
  '--from',
  proxy,
  '--key',
  client.key,
  '--secret',
  client.secret,
  '--folder',
  form,
  '--yes',
  '--json',
]

async function fillSource(): Promise<void> {
  const demo = await commandOn(from.connection, { EARSHOT_DATA: data('from') })(
    'demo',
    '--suggestions',
    '60',
    '--users',
    '130',
    '--accounts',
    '8',
  )
  expect(demo.code, demo.stderr).toBe(0)
  const { rows } = await sql<{ id: number }>`
    select id from suggestions where is_visible and parent_suggestion_id is null order by id limit 5`.execute(
    from.db,
  )
  for (const { id } of rows) {
    const { token } = await uploaded(from, `File of ${id}`, `${id}.txt`)
    await from.put(`/suggestions/${id}`, { attachment_tokens: [token] })
  }
  const [one, two] = rows.map(({ id }) => id)
  const links = { from_suggestion: two, to_suggestion: one }
  expect((await from.post('/suggestions/merge', { links })).status).toBe(200)
}

const TABLES = ['users', 'suggestions', 'supporters', 'comments', 'notes', 'status_updates']

/** Without what each attempt makes anew. */
async function contents(db: Db): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of TABLES) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'updated_at' - 'last_active_at')::text as row from ${sql.table(table)} t order by id`.execute(
      db,
    )
    all[table] = rows.map(({ row }) => row)
  }
  const { rows } = await sql<{ file_name: string; crc32: number }>`
    select file_name, crc32 from attachments order by 1`.execute(db)
  all.attachments = rows.map(({ file_name, crc32 }) => `${file_name} ${crc32}`)
  return all
}

async function run(...args: string[]) {
  const { code, stdout, stderr } = await earshot(...args)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

/** Kills the command at one of its requests. */
async function killedAsking(all: number): Promise<void> {
  const last = requests + 1 + Math.floor(Math.random() * all)
  const isReached = new Promise<void>((resolve) => {
    onRequest = () => {
      if (requests >= last) resolve()
    }
  })
  await kill(() => isReached)
}

/** Kills the command when the account is read, after a random time of the length that it needs. */
async function killedLoading(duration: number): Promise<void> {
  await kill(async (isOver) => {
    while (!isOver() && !existsSync(join(form, 'move.json'))) await sleep(5)
    if (!isOver()) await sleep(Math.random() * duration)
  })
}

async function kill(when: (isOver: () => boolean) => Promise<void>): Promise<void> {
  const child = startCommand(to.connection, moveIn, undefined, environment)
  const ended = once(child, 'exit')
  await Promise.race([ended, when(() => child.exitCode !== null || child.signalCode !== null)])
  child.kill('SIGKILL')
  await ended
  onRequest = () => {}
}

test('a killed move by API continues', {
  timeout: EXHAUSTIVE ? 1_800_000 : 240_000,
}, async () => {
  await fillSource()
  const start = performance.now()
  const { move, verified, problems } = await run(...moveIn)
  const duration = performance.now() - start
  expect({ verified, problems }).toEqual({ verified: true, problems: [] })
  const all = requests
  const expected = await contents(to.db)
  expect(expected.attachments?.length).toBe(5)
  await run('move-in', 'undo', String(move), '--json')
  for (let journey = 0; journey < JOURNEYS; journey++) {
    await rm(form, { recursive: true })
    for (let asking = 0; asking < ASKING; asking++) await killedAsking(all)
    for (let loading = 0; loading < LOADING; loading++) await killedLoading(duration)
    const again = await run(...moveIn)
    expect(again).toMatchObject({ verified: true, problems: [], differences: [] })
    expect(await contents(to.db)).toEqual(expected)
    expect(await findWrongFigures(to.db)).toEqual([])
    await run('move-in', 'undo', String(again.move), '--json')
  }
})
