// Backups of the schedule: in a directory or a bucket, one for all processes, verified, and removed by age.
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyArchive } from '../../src/backup/archive.ts'
import { isBackupName } from '../../src/backup/scheduled.ts'
import { type FilesLocation, parseFilesUrl } from '../../src/config.ts'
import { openStoreAt } from '../../src/store/open-store.ts'
import { onCleanup } from '../support/cleanup.ts'
import { commandOn } from '../support/command.ts'
import { processesOn } from '../support/processes.ts'
import { startS3Server } from '../support/s3-server.ts'
import { startTestService } from '../support/service.ts'

const at = await startTestService()
const root = await mkdtemp(join(tmpdir(), 'earshot-scheduled-'))
onCleanup(() => rm(root, { recursive: true, force: true }))
const { rows } = await sql<{ key_suffix: string }>`select key_suffix from file_store`.execute(at.db)
const suffix = rows[0]?.key_suffix as string

let count = 0
async function newDirectory() {
  const directory = join(root, `backups-${++count}`)
  await mkdir(directory)
  return { directory, env: { BACKUP_URL: pathToFileURL(directory).href } }
}

const backupsIn = async (directory: string) =>
  (await readdir(directory)).filter(isBackupName).sort()
const named = (time: string, own = suffix) => `earshot-${own}-${time.replace('Z', '.000Z')}.tar.gz`

test('a backup without a file name goes to BACKUP_URL, and removes what is no longer kept', async () => {
  const { directory, env } = await newDirectory()
  const others = [named('20200101T030000Z', 'abcdef01'), 'notes.txt']
  const old = [
    // A day with two, a week with two, and older weeks.
    '20240110T030000Z',
    '20240110T150000Z',
    '20240109T030000Z',
    '20240108T030000Z',
    '20240107T030000Z',
    '20231231T030000Z',
    '20231220T030000Z',
  ].map((time) => named(time))
  for (const name of [...old, ...others]) await writeFile(join(directory, name), 'old')
  const keep = { BACKUP_KEEP_DAYS: '3', BACKUP_KEEP_WEEKS: '4' }
  const command = commandOn(at.connection, { ...env, ...keep })
  const { code, stdout, stderr } = await command('backup', '--json')
  expect(stderr.replaceAll(/^(Tables|Files): \d+ %\n/gm, '')).toBe('')
  expect(code).toBe(0)
  const { file, bytes, removed } = JSON.parse(stdout)
  const left = await readdir(directory)
  // The new one is of another day and week. Of the days two remain, and of the weeks three: that of the 10th, of the 7th and of 2023.
  expect(removed.sort()).toEqual([old[0], old[3], old[6]].sort())
  expect(left.sort()).toEqual(
    ['.unfinished', file, ...others, old[1], old[2], old[4], old[5]].sort(),
  )
  const path = join(directory, file)
  expect((await stat(path)).size).toBe(bytes)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await verifyArchive({ path, decryption: null })).tables.length).toBeGreaterThan(20)
  const { stdout: findings } = await command('doctor', '--json')
  const finding = JSON.parse(findings).find(({ name }: { name: string }) => name === 'backups')
  expect(finding).toMatchObject({
    ok: true,
    text: expect.stringMatching(`^5 of this database, the newest ${file}, 0\\.\\d hours old$`),
  })
})

test('doctor reports a backup that is too old, and a place that cannot be written', async () => {
  const { directory, env } = await newDirectory()
  await writeFile(join(directory, named('20240110T030000Z')), 'old')
  const check = async (more: Record<string, string>) => {
    const { stdout } = await commandOn(at.connection, more)('doctor', '--json')
    return JSON.parse(stdout).find(({ name }: { name: string }) => name === 'backups')
  }
  expect(await check(env)).toMatchObject({ ok: false, text: expect.stringContaining('jobs list') })
  const file = join(root, 'a-file')
  await writeFile(file, '')
  expect(await check({ BACKUP_URL: pathToFileURL(file).href })).toMatchObject({ ok: false })
  expect(await check({})).toEqual({
    name: 'backups',
    ok: true,
    text: 'not scheduled: BACKUP_URL is not set',
  })
})

test('a bucket gets encrypted backups; a failed one removes nothing', async () => {
  const s3 = await startS3Server()
  const { generateIdentity, identityToRecipient } = await import('age-encryption')
  const identity = await generateIdentity()
  const env = {
    BACKUP_URL: s3.url,
    BACKUP_RECIPIENTS: await identityToRecipient(identity),
    BACKUP_KEEP_DAYS: '1',
    BACKUP_KEEP_WEEKS: '0',
  }
  const store = openStoreAt(parseFilesUrl(s3.url) as FilesLocation, {
    isKey: isBackupName,
    isSpread: false,
  })
  const names = async () => {
    const keys: string[] = []
    for await (const { key } of store.list()) keys.push(key)
    return keys.sort()
  }
  const command = commandOn(at.connection, env)
  const first = JSON.parse((await command('backup', '--json')).stdout)
  expect(first.file).toMatch(/\.tar\.gz\.age$/)
  expect(await names()).toEqual([first.file])
  const bytes = await store.read(first.file)
  const path = join(root, first.file)
  await writeFile(path, bytes ?? [])
  const manifest = await verifyArchive({ path, decryption: { identities: [identity] } })
  expect(manifest.tables.length).toBeGreaterThan(20)

  s3.refuse(({ method }) => method === 'PUT' || method === 'POST')
  const failed = await command('backup')
  expect(failed.code).toBe(1)
  expect(await names()).toEqual([first.file])
  s3.refuse(() => false)
  const second = JSON.parse((await command('backup', '--json')).stdout)
  // Of the same day, so only the newer one is kept.
  expect(second.removed).toEqual([first.file])
  expect(await names()).toEqual([second.file])
})

test('of several processes one makes the backup, and all show its age', async () => {
  const { directory, env } = await newDirectory()
  const start = await processesOn(at.connection)
  const metrics = { METRICS_PORT: '0', METRICS_TOKEN: 'sixteen-or-longer' }
  const processes = await Promise.all([
    start(['serve'], { ...env, ...metrics, BACKUP_SCHEDULE: '15 2 * * *' }),
    start(['work'], { ...env, BACKUP_SCHEDULE: '15 2 * * *' }),
    // Without a place for backups it leaves the job to the others.
    start(['work']),
  ])
  const [{ address }] = processes
  const scheduled = async () =>
    (
      await sql`select from graphile_worker._private_known_crontabs where identifier = 'make_backup'`.execute(
        at.db,
      )
    ).rows.length
  await expect.poll(scheduled).toBe(1)
  const lastBackup = async () => {
    const headers = { authorization: `Bearer ${metrics.METRICS_TOKEN}` }
    const text = await (await fetch(`${address}/metrics`, { headers })).text()
    return Number(/^earshot_last_backup_timestamp_seconds (\S+)$/m.exec(text)?.[1])
  }
  const startedAt = Math.floor(Date.now() / 1000)
  await sql`select graphile_worker.add_job('make_backup', '{}'::json, job_key => 'make_backup', flags => array['make_backup'])`.execute(
    at.db,
  )
  const jobs = async () =>
    (
      await sql`select from graphile_worker.jobs where task_identifier = 'make_backup'`.execute(
        at.db,
      )
    ).rows.length
  await expect.poll(jobs).toBe(0)
  expect(await backupsIn(directory)).toHaveLength(1)
  expect(await lastBackup()).toBeGreaterThanOrEqual(startedAt)
  for (const { child } of processes) child.kill('SIGTERM')
  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0, 0])
})

test('without a file name and BACKUP_URL the command says what is missing', async () => {
  const { code, stderr } = await commandOn(at.connection)('backup')
  expect(code).toBe(2)
  expect(stderr).toContain('FILE is missing, and BACKUP_URL is not set.')
})
