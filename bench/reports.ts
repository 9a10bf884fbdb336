// Every report among a million suggestions, over a month, a year and everything, compared with the first page of suggestions.
// Then what the copies for reports cost: storage, and the log of a new suggestion and of a change.
import pg from 'pg'
import { REPORTS } from '../src/read/reports.ts'
import type { Environment } from './environment.ts'
import { type Bench, compareRequests, type Measurement } from './measure.ts'

export const reportBenches: Bench[] = [{ name: 'reports', run: reports }]

const SUGGESTIONS = 1_000_000
const BASELINE = '/suggestions'
/** Of a report of a year without a segment. */
const MAX_MS = 300

async function reports(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(SUGGESTIONS)
  const client = new pg.Client(database)
  await client.connect()
  await copyAll(client)
  const { rows } = await client.query(`
    select (max(created_at) - interval '1 month')::date::text as month_ago,
      (max(created_at) - interval '1 year')::date::text as year_ago,
      min(created_at)::date::text as first_day, max(created_at)::date::text as last_day
    from suggestions`)
  const { rows: segments } = await client.query(
    'select segment_id from segment_members group by 1 order by count(*) desc limit 1',
  )
  const { month_ago, year_ago, first_day, last_day } = rows[0]
  const server = await environment.service(database)
  const measured: Measurement[] = []
  for (const name of REPORTS) {
    const report = (from: string, more = '') =>
      `/reports/${name}?from=${from}&to=${last_day}${more}`
    const year = await compareRequests(server, report(year_ago), BASELINE, '')
    measured.push(year, {
      ...year,
      name: `${name} of a year against ${MAX_MS} ms`,
      baseline: MAX_MS,
      ratio: year.ours / MAX_MS,
      goal: '≤ 1',
    })
    const paths = [
      report(month_ago),
      report(first_day),
      report(year_ago, '&interval=day&time_zone=Asia/Kathmandu'),
    ]
    for (const { segment_id } of segments) paths.push(report(year_ago, `&segment=${segment_id}`))
    for (const path of paths) measured.push(await compareRequests(server, path, BASELINE, ''))
  }
  await environment.stop(server)
  measured.push(...(await costs(client)))
  await client.end()
  return measured
}

/** Data of an earlier build has no copies yet. */
async function copyAll(client: pg.Client): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const { rows } = await client.query(
      'select copy_suggestions_for_reports(100000) or copy_people_for_reports() as has_more',
    )
    hasMore = rows[0].has_more
  }
  await client.query(
    'vacuum (analyze) reported_suggestions, reported_people, report_progress, report_changes, report_person_changes',
  )
}

const SAMPLE = 100

/** In transactions that are rolled back. The baseline does the same without the triggers for reports. */
async function costs(client: pg.Client): Promise<Measurement[]> {
  const { rows } = await client.query(
    `select pg_total_relation_size('reported_suggestions') / 1e6 as megabytes`,
  )
  const megabytes = Number(rows[0].megabytes)
  const insert = `insert into suggestions (title, forum_id) select 'Wish', min(id) from forums`
  const change = `update suggestions set closed_at = coalesce(closed_at + interval '1 s', now()) where id = (
    select id from suggestions where id >= (select floor(random() * max(id)) from suggestions)
      and created_at < now() - interval '30 days' order by id limit 1)`
  return [
    {
      name: 'copies of a million',
      ours: megabytes,
      baseline: 1,
      ratio: megabytes,
      goal: '',
      unit: 'MB',
    },
    await compareLogs(client, 'WAL of a new suggestion', insert),
    await compareLogs(client, 'WAL of a change of an old suggestion', change),
  ]
}

async function compareLogs(client: pg.Client, name: string, text: string): Promise<Measurement> {
  const { rows } = await client.query(`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as statement from pg_trigger
    where tgname like '80_note_report_change%'`)
  const bytes = async (settings: string[]) => {
    await client.query('begin')
    for (const statement of settings) await client.query(statement)
    const { rows: before } = await client.query('select pg_current_wal_insert_lsn() as lsn')
    for (let i = 0; i < SAMPLE; i++) await client.query(text)
    const { rows: after } = await client.query(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes',
      [before[0].lsn],
    )
    await client.query('rollback')
    return after[0].bytes / SAMPLE
  }
  // The first run after a checkpoint logs whole pages.
  await bytes([])
  const baseline = await bytes(rows.map(({ statement }) => statement))
  const ours = await bytes([])
  return { name, ours, baseline, ratio: ours / baseline, goal: '', unit: 'bytes' }
}
