// Every filter of two large lists among a million suggestions, and deep pages, compared with the unfiltered first page of
// the same list. One client, so that a ratio is the ratio of the work.
import pg from 'pg'
import type { Resource } from '../src/resources/resource.ts'
import { suggestions } from '../src/resources/suggestions.ts'
import { supporters } from '../src/resources/supporters.ts'
import type { Environment, Running } from './environment.ts'
import { type Bench, compareRequests, type Measurement } from './measure.ts'

export const filterBenches: Bench[] = [{ name: 'filters', run: filters }]

const SUGGESTIONS = 1_000_000
const SHOWN = 10
const ORDERS = ['-id', '-supporters_count', '-supporter_revenue']

const LABELS = ['/suggestions?label=1', '/suggestions?label=1,2']

/** The slowest of all, labels, time ranges of half of the records, which are the slowest to count, and the deepest page. */
async function filters(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(SUGGESTIONS, 'votes')
  const server = await environment.service(database)
  const client = new pg.Client(database)
  await client.connect()
  const values = await exampleValues(client)
  const halves = await queriesOfHalves(client)
  await client.end()
  const queries = [
    ...Object.keys(suggestions.filters).flatMap((name) => queriesOf('suggestions', name, values)),
    ...Object.keys(supporters.filters).flatMap((name) => queriesOf('supporters', name, values)),
    ...ORDERS.map(
      (sort) => `/suggestions?state=approved&forum=1&status=${values.status}&label=1&sort=${sort}`,
    ),
  ]
  const measured: Measurement[] = []
  for (const query of queries) measured.push(await compareWithPage(server, query, '≤ 20'))
  const halved: Measurement[] = []
  for (const query of [...LABELS, ...halves])
    halved.push(await compareWithPage(server, query, '≤ 10'))
  const deepest = await compareWithPage(server, '/suggestions?page=50000', '≤ 50')
  await environment.stop(server)
  const slowest = measured.sort((a, b) => b.ratio - a.ratio).slice(0, SHOWN)
  return [...slowest, ...halved, deepest]
}

function queriesOf(list: string, filter: string, values: Record<string, string>): string[] {
  const { takes, among = [] } = { suggestions, supporters }[list as 'suggestions'].filters[
    filter
  ] as (typeof suggestions.filters)[string]
  const query = (value: string) => `/${list}?${filter}=${encodeURIComponent(value)}`
  switch (takes) {
    case 'flag':
      return ['true', 'false'].map(query)
    case 'words':
      return [...among, ...(among.length > 0 ? ['-deleted,-spam'] : [])].map(query)
    case 'time':
      return [values.early, values.late].map((value) => query(value as string))
    case 'search':
      return ['export', 'dark mode', 'a'].map(query)
    case 'ids':
      return [query(values[filter] ?? '1'), query(`${values[filter] ?? '1'},2`)]
    default:
      return []
  }
}

async function exampleValues(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query(`
    select (select status_id from suggestions where status_id is not null limit 1)::text as status,
      (select category_id from suggestions where category_id is not null limit 1)::text as category,
      (percentile_disc(0.02) within group (order by created_at))::text as early,
      (percentile_disc(0.98) within group (order by created_at))::text as late
    from suggestions where id % 100 = 0`)
  const { early, late, ...ids } = rows[0]
  return { ...ids, early: new Date(early).toISOString(), late: new Date(late).toISOString() }
}

/** Before or from the median time of each column. */
async function queriesOfHalves(client: pg.Client): Promise<string[]> {
  const queries: string[] = []
  for (const { name, figuresTable, filters } of [suggestions, supporters] as Resource[]) {
    for (const [filter, { bound, reads }] of Object.entries(filters)) {
      // Other names of the creation time.
      if (bound === undefined || filter.startsWith('period_')) continue
      const table = reads === 'figures' ? figuresTable : name
      const { rows } = await client.query(
        `select percentile_disc(0.5) within group (order by ${bound.column}) as middle from ${table}`,
      )
      queries.push(`/${name}?${filter}=${rows[0].middle.toISOString()}`)
    }
  }
  return queries
}

const compareWithPage = (server: Running, query: string, goal: string): Promise<Measurement> =>
  compareRequests(server, query, query.split('?')[0] as string, goal)
