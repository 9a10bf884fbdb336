// What an event costs the transaction that writes it, and what a notification in that transaction would cost.
import pg from 'pg'
import type { Environment } from './environment.ts'
import { type Bench, type Measurement, measureAlternately } from './measure.ts'

export const eventBenches: Bench[] = [{ name: 'events', run: events }]

const SUGGESTIONS = 1000
const CONNECTIONS = 16
const MILLISECONDS = 1500

const ROW = `insert into labels (name, full_name) values ('x', 'x')`
const ORIGIN = `set local earshot.origin = '1 db9fd2dc-8570-4381-bac8-41c639a642dd'`
const WRITE = `begin; ${ORIGIN}; ${ROW}; commit`
const WRITE_AND_NOTIFY = `begin; ${ORIGIN}; ${ROW}; select pg_notify('events', ''); commit`

async function events(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(SUGGESTIONS, 'events')
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client(database))
  for (const client of clients) await client.connect()
  const [one] = clients as [pg.Client]
  const bytes: Record<string, number> = {}
  const run = (statement: string, hasEvents: boolean) => async () => {
    await one.query(
      `alter table labels ${hasEvents ? 'enable' : 'disable'} trigger "95_record_events_on_insert"`,
    )
    const before = (await one.query('select pg_current_wal_insert_lsn() as lsn')).rows[0].lsn
    const start = performance.now()
    let count = 0
    const repeat = async (client: pg.Client) => {
      for (; performance.now() < start + MILLISECONDS; count++) await client.query(statement)
    }
    await Promise.all(clients.map(repeat))
    const seconds = (performance.now() - start) / 1000
    const { rows } = await one.query(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes',
      [before],
    )
    bytes[String(hasEvents)] = rows[0].bytes / count
    return count / seconds
  }
  const withEvents = await measureAlternately(run(WRITE, true), run(WRITE, false))
  const size = { ours: bytes.true ?? 0, baseline: bytes.false ?? 0 }
  const notifying = await measureAlternately(run(WRITE_AND_NOTIFY, true), run(WRITE, true))
  for (const client of clients) await client.end()
  return [
    { name: 'a small write with its event', ...withEvents, goal: '', unit: 'writes/s' },
    { name: 'WAL of it', ...size, ratio: size.ours / size.baseline, goal: '', unit: 'bytes' },
    { name: 'the same with a notification', ...notifying, goal: '', unit: 'writes/s' },
  ]
}
