// /readyz, the metrics and the log when writes fail while reads still work.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'

const METRICS_TOKEN = 'metrics-of-write-warnings'
const FULL = 'Writes fail: the disk of the database is full.'

test('a full disk is a warning of /readyz and a metric for a minute', async () => {
  let clock = Date.now()
  const at = await startTestService(undefined, {
    now: () => clock,
    metrics: { token: METRICS_TOKEN },
  })
  const readyz = async () => {
    const { status, body } = await at.get('//readyz')
    return { status, body }
  }
  const isWritable = async () => {
    const { text } = await at.get('//metrics', { token: METRICS_TOKEN })
    return /^earshot_database_writable (\d)$/m.exec(text)?.[1]
  }
  expect(await readyz()).toEqual({ status: 200, body: { status: 'ready' } })
  expect(await isWritable()).toBe('1')
  // As PostgreSQL reports it when a table cannot grow.
  await sql`create function refuse_space() returns trigger language plpgsql as $$
    begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
    at.db,
  )
  await sql`create trigger refuse_space before insert on labels execute function refuse_space()`.execute(
    at.db,
  )
  expect((await at.post('/labels', { name: 'No room' })).status).toBe(503)
  expect((await at.get('/labels')).status).toBe(200)
  expect(await readyz()).toEqual({ status: 200, body: { status: 'ready', warning: FULL } })
  expect(await isWritable()).toBe('0')
  // An error of one write says nothing of the others.
  await sql`drop trigger refuse_space on labels`.execute(at.db)
  clock += 61_000
  expect((await at.post('/labels', { name: 'x'.repeat(100_000) })).status).toBe(422)
  expect(await readyz()).toEqual({ status: 200, body: { status: 'ready' } })
  expect(await isWritable()).toBe('1')
})
