// Memory of PostgreSQL after a load of reads: of its own (private) to each connection of the service, and shared by all of them.
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Environment, Running } from './environment.ts'
import { type Bench, type Measurement, requestsPerSecond } from './measure.ts'

export const postgresMemoryBenches: Bench[] = [{ name: 'postgres-memory', run: postgresMemory }]

const SUGGESTIONS = 1_000_000

/** Lists of all kinds: each is a statement of its own, of which every connection keeps the plan. */
const PATHS = [
  '/suggestions?includes=forums,users',
  '/suggestions?sort=-supporters_count&includes=labels,statuses,categories',
  '/suggestions?sort=-supporter_revenue&state=approved',
  '/suggestions?q=export',
  '/suggestions/1?includes=users,labels',
  '/supporters?includes=users,suggestions',
  '/comments?includes=users',
  '/users?sort=-supported_suggestions_count',
  '/external_users',
  '/external_accounts?sort=-mrr',
  '/feedback_records',
  '/notes',
  '/labels',
  '/forums',
  '/suggestion_activity_entries',
]

async function postgresMemory(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(SUGGESTIONS)
  const server = await environment.service(database)
  for (const path of PATHS) await requestsPerSecond(ask(server, path))
  const client = new pg.Client(database)
  await client.connect()
  const connections = await readMemory(
    client,
    `datname = current_database() and application_name like 'earshot%'`,
  )
  const all = await readMemory(client, 'true')
  const buffers = await readSharedBuffers(client)
  await client.end()
  await environment.stop(server)
  const own = sum(connections.map(({ own }) => own))
  const row = (name: string, ours: number, baseline: number, goal: string): Measurement => ({
    name,
    ours,
    baseline,
    ratio: ours / baseline,
    goal,
    unit: 'MB',
  })
  return [
    row(
      `private memory of ${connections.length} connections, compared with 16 MB for each`,
      own,
      connections.length * 16,
      '≤ 1',
    ),
    row(
      'shared memory in use, compared with shared_buffers',
      sum(all.map(({ shared }) => shared)),
      buffers,
      '',
    ),
  ]
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

const ask = ({ url, token }: Running, path: string) => ({
  url: `${url}/api/v2/admin${path}`,
  headers: { authorization: `Bearer ${token}` },
})

/** Megabytes of each process: its own, and its part of what several have mapped. */
async function readMemory(client: pg.Client, condition: string) {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where ${condition}`,
  )
  return Promise.all(
    rows.map(async ({ pid }) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
      const megabytes = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1024
      return { own: megabytes('Pss_Anon'), shared: megabytes('Pss_Shmem') }
    }),
  )
}

async function readSharedBuffers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ megabytes: number }>(
    `select pg_size_bytes(current_setting('shared_buffers')) / 1048576.0::float8 as megabytes`,
  )
  return rows[0]?.megabytes as number
}
