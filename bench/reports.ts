// Every report among a million suggestions, over a month, a year and everything, compared with the first page of suggestions.
import pg from 'pg'
import { REPORTS } from '../src/read/reports.ts'
import type { Environment } from './environment.ts'
import { type Bench, compareRequests, type Measurement } from './measure.ts'

export const reportBenches: Bench[] = [{ name: 'reports', run: reports }]

const SUGGESTIONS = 1_000_000
const BASELINE = '/suggestions'

async function reports(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(SUGGESTIONS)
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query(`
    select (max(created_at) - interval '1 month')::date::text as month_ago,
      (max(created_at) - interval '1 year')::date::text as year_ago,
      min(created_at)::date::text as first_day, max(created_at)::date::text as last_day
    from suggestions`)
  const { rows: segments } = await client.query(
    'select segment_id from segment_members group by 1 order by count(*) desc limit 1',
  )
  await client.end()
  const { month_ago, year_ago, first_day, last_day } = rows[0]
  const server = await environment.service(database)
  const measured: Measurement[] = []
  for (const name of REPORTS) {
    const report = (from: string, more = '') =>
      `/reports/${name}?from=${from}&to=${last_day}${more}`
    const paths = [report(month_ago), report(year_ago), report(first_day)]
    for (const { segment_id } of segments) paths.push(report(year_ago, `&segment=${segment_id}`))
    for (const path of paths) measured.push(await compareRequests(server, path, BASELINE, ''))
  }
  await environment.stop(server)
  return measured
}
