// Plans of reports on large tables: a report of a few days reads the rows of those days, whatever came before and after.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLANNER_SETTINGS } from '../../src/db/db.ts'
import { parseReportRequest } from '../../src/read/report-request.ts'
import { REPORTS, reportStatement } from '../../src/read/reports.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { withoutIndexes } from '../support/without-indexes.ts'

const SUGGESTIONS = 60_000
const PEOPLE = 30_000
const DAYS = 3_000
/** Of ten days there are 200 suggestions; each has up to four votes, and so on. */
const MAX_READ = 3_000
const LARGE_TABLES = [
  'suggestions',
  'suggestion_figures',
  'suggestion_accounts',
  'suggestion_labels',
  'users',
  'external_users',
  'external_accounts',
  'supporters',
  'status_updates',
  'comments',
  'nps_ratings',
  'segment_members',
  'segment_figures',
  'reported_suggestions',
  'reported_people',
]

let at: TestService
let reader: pg.Client

beforeAll(async () => {
  at = await startTestService()
  await withoutIndexes(at.db, LARGE_TABLES, async (db) => {
    const run = (text: string) => sql.raw(text).execute(db)
    const day = (i: string) =>
      `timestamptz '2018-01-01Z' + ${i} * interval '${(86_400 * DAYS) / SUGGESTIONS} seconds'`
    // Without triggers, which would take most of the time.
    await run('set session_replication_role = replica')
    await run(`insert into forums (name) select 'Forum ' || i from generate_series(1, 3) i`)
    await run(`insert into users (id, email_address, current_nps_rating_id)
      select 1000 + i, i || '@example.test', i from generate_series(1, ${PEOPLE}) i`)
    await run(`insert into external_accounts (id, name, mrr)
      select i, 'Account ' || i, i * 7919 % 10000 from generate_series(1, ${PEOPLE / 2}) i`)
    await run(`insert into external_users (external_id, user_id, external_account_id)
      select i, 1000 + i, 1 + i % ${PEOPLE / 2} from generate_series(1, ${PEOPLE}) i`)
    await run(`insert into segments (id, key, name) values (1, 'few', 'Few'), (2, 'many', 'Many')`)
    await run(`insert into segment_members (segment_id, user_id)
      select 1, 1000 + i * 60 from generate_series(1, ${PEOPLE / 60}) i
      union all select 2, 1000 + i * 2 from generate_series(1, ${PEOPLE / 2}) i`)
    await run(`insert into suggestions (id, forum_id, title, created_by_id, created_at, closed_at)
      select i, 1 + i % 3, 'Wish ' || i, 1001 + i * 31 % ${PEOPLE}, ${day('i')},
        case when i % 3 = 0 then ${day('i')} + interval '5 days' end
      from generate_series(1, ${SUGGESTIONS}) i`)
    await run(`insert into suggestion_figures (id) select id from suggestions`)
    await run(`insert into status_updates (suggestion_id, forum_id, created_at)
      select id, forum_id, created_at + n * interval '3 days' from suggestions, generate_series(1, 2) n where id % 2 = 0`)
    await run(`insert into supporters (suggestion_id, user_id, created_at, created_by_id, updated_by_id)
      select id, 1001 + (id * 17 + n * 1009) % ${PEOPLE}, created_at + n * interval '1 day', 1001, 1001
      from suggestions, generate_series(1, 3) n on conflict do nothing`)
    await run(`insert into suggestion_accounts (suggestion_id, external_account_id, supporters_count)
      select suggestion_id, external_account_id, count(*) from supporters join external_users using (user_id) group by 1, 2`)
    await run(`insert into segment_figures (collection, segment_id, record_id, users_count, accounts_count, revenue)
      select 'suggestions', segment_id, suggestion_id, count(*), count(*), sum(mrr) from segment_members
      join supporters using (user_id) join external_users using (user_id)
      join external_accounts a on a.id = external_account_id group by 2, 3`)
    await run(`insert into comments (suggestion_id, created_by_id, body, created_at)
      select id, 1001 + id * 13 % ${PEOPLE}, 'Comment', created_at from suggestions`)
    await run(
      `insert into labels (id, name, full_name) select i, 'L' || i, 'L' || i from generate_series(1, 30) i`,
    )
    await run(
      `insert into suggestion_labels (suggestion_id, label_id) select id, 1 + id % 30 from suggestions`,
    )
    await run(`insert into nps_ratings (id, user_id, rating, created_at)
      select i, 1000 + i, i % 11, ${day('i * 2')} from generate_series(1, ${PEOPLE}) i`)
    await run('set session_replication_role = default')
  })
  await at.db.connection().execute(async (db) => {
    const run = (text: string) => sql.raw(text).execute(db)
    await run(`vacuum (analyze) ${LARGE_TABLES.join(', ')}, labels`)
    await run('select copy_suggestions_for_reports(1000000), copy_people_for_reports()')
    await run('vacuum (analyze) reported_suggestions, reported_people, report_progress')
  })
  reader = new pg.Client({ ...at.connection, options: `${PLANNER_SETTINGS} -c timezone=UTC` })
  await reader.connect()
})

afterAll(() => reader.end())

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const readBy = (node: Plan) =>
  node['Actual Loops'] *
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0))

async function explain(name: (typeof REPORTS)[number], query: Record<string, string>) {
  const plan = { ...parseReportRequest(query), limit: 20 }
  const { text, values } = reportStatement(name, plan)
  const { rows } = await reader.query(`explain (analyze, timing off, format json) ${text}`, values)
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(
    (node) => LARGE_TABLES.includes(node['Relation Name'] ?? '') && node['Actual Loops'] > 0,
  )
}

const RANGES = {
  'in the middle': { from: '2022-03-01', to: '2022-03-10' },
  'at the end': { from: '2026-03-01', to: '2026-03-10' },
}

describe.each(REPORTS)('%s', (name) => {
  describe.each(Object.entries(RANGES))('%s', (_, range) => {
    test.each<Record<string, string>>([
      {},
      { time_zone: 'America/New_York', interval: 'day' },
      { forum: '2' },
      { segment: '1' },
      { segment: '1', forum: '2' },
    ])('with %o reads the range', async (filters) => {
      const scans = await explain(name, { ...range, ...filters })
      expect(scans.length).toBeGreaterThan(0)
      for (const scan of scans) {
        expect(scan['Node Type'], JSON.stringify(scan)).not.toBe('Seq Scan')
        expect(readBy(scan), JSON.stringify(scan)).toBeLessThan(MAX_READ)
      }
    })

    test('with a segment of half of all people reads them once at most', async () => {
      for (const scan of await explain(name, { ...range, segment: '2' })) {
        const isOfPeople = /segment_members|external_|users/.test(scan['Relation Name'] ?? '')
        expect(readBy(scan), JSON.stringify(scan)).toBeLessThan(
          isOfPeople ? 1.1 * PEOPLE : MAX_READ,
        )
      }
    })
  })
})
