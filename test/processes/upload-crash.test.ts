// Rows and files stay consistent when the service is killed: real processes, real uploads, kill -9 at random times.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { filesWithoutRecord, sweepLeftovers } from '../../src/jobs/files.ts'
import { diskStore } from '../../src/store/disk.ts'
import { baseEnvironment, databaseUrl, MAIN, NODE_OPTIONS } from '../support/command.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { startTestService } from '../support/service.ts'
import { FORM, filePart, form, storedKeys } from '../support/uploads.ts'

const ROUNDS = EXHAUSTIVE ? 5 : 2
/** When no kill hits an upload, which is seldom. */
const MAX_ROUNDS = 15
const AT_ONCE = 6

const dataDir = await mkdtemp(join(tmpdir(), 'earshot-crash-'))
const store = diskStore(join(dataDir, 'files'))
const at = await startTestService(undefined, { store })
const files = { db: at.db, store }
let child: ChildProcess | undefined

afterAll(async () => {
  child?.kill('SIGKILL')
  await rm(dataDir, { recursive: true })
})

async function serve(): Promise<string> {
  child = spawn(process.execPath, [...NODE_OPTIONS, MAIN, 'serve'], {
    env: {
      ...baseEnvironment(),
      PORT: '0',
      EARSHOT_DATA: dataDir,
      DATABASE_URL: databaseUrl(at.connection),
    },
  })
  let output = ''
  child.stdout?.on('data', (data) => {
    output += data
  })
  await expect.poll(() => output).toMatch(/Ctrl-C stops it/)
  return /^ {2}Portal +(\S+)\/ /m.exec(output)?.[1] as string
}

/** Uploads files one by one until the service is gone; returns the hashes of the acknowledged ones. */
async function uploadUntilKilled(address: string, answered: number[]): Promise<void> {
  for (;;) {
    const bytes = randomBytes(Math.floor(Math.random() * 1_500_000))
    try {
      const { status } = await fetch(`${address}/api/v2/admin/attachments`, {
        method: 'POST',
        headers: { ...FORM, authorization: `Bearer ${at.token}` },
        body: new Uint8Array(form(filePart(bytes))),
      })
      if (status === 201) answered.push(checksumOf([bytes]))
    } catch {
      return
    }
  }
}

const checksumOf = (chunks: Buffer[]) => crc32(Buffer.concat(chunks))

async function rowsWithFiles() {
  const { rows } = await sql<{ file_key: string; crc32: number; size_in_bytes: number }>`
    select file_key, crc32, size_in_bytes from attachments`.execute(at.db)
  for (const { file_key, crc32, size_in_bytes } of rows) {
    const chunks: Buffer[] = []
    for await (const chunk of (await store.read(file_key)) ?? []) chunks.push(chunk)
    expect(Buffer.concat(chunks).length).toBe(size_in_bytes)
    expect(checksumOf(chunks)).toBe(crc32)
  }
  return rows
}

/** The database can still be running statements of the killed service. */
async function statementsOfService() {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and state <> 'idle'`.execute(at.db)
  return rows.length
}

test('after kill -9 during uploads every row has its file, and files without a row are swept', async () => {
  const answered: number[] = []
  let orphans = 0
  let unfinished = 0
  const hasHit = () => orphans + unfinished > 0
  for (let round = 0; round < ROUNDS || (!hasHit() && round < MAX_ROUNDS); round++) {
    const address = await serve()
    const clients = Array.from({ length: AT_ONCE }, () => uploadUntilKilled(address, answered))
    const before = answered.length
    await expect.poll(() => answered.length).toBeGreaterThan(before)
    await sleep(Math.random() * 400)
    child?.kill('SIGKILL')
    await Promise.all([once(child as ChildProcess, 'exit'), ...clients])
    await expect.poll(statementsOfService).toBe(0)
    const rows = await rowsWithFiles()
    for (const checksum of answered) expect(rows.map(({ crc32 }) => crc32)).toContain(checksum)

    const inAMinute = new Date(Date.now() + 60_000)
    for await (const _ of filesWithoutRecord(files, inAMinute)) orphans += 1
    unfinished += (await sweepLeftovers(files, inAMinute)).unfinished
    expect(await storedKeys(store)).toEqual(rows.map(({ file_key }) => file_key).sort())
    expect(await store.sweepUnfinished(inAMinute)).toBe(0)
  }
  expect(answered.length).toBeGreaterThan(0)
  // Otherwise no kill hit an upload, and the test proved nothing.
  expect(hasHit()).toBe(true)
})
