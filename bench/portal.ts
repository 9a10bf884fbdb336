// The page of a forum compared with a bare server that sends the same bytes, and with lists of the API.
import { brotliCompressSync } from 'node:zlib'
import pg from 'pg'
import type { Environment, Running } from './environment.ts'
import { type Bench, type Measurement, measureAlternately, requestsPerSecond } from './measure.ts'

export const portalBenches: Bench[] = [{ name: 'portal', run: portal }]

const SIZES = [10_000, 1_000_000]

async function portal(environment: Environment): Promise<Measurement[]> {
  const measured: Measurement[] = []
  for (const size of SIZES) measured.push(...(await measure(environment, size)))
  return measured
}

async function measure(environment: Environment, size: number): Promise<Measurement[]> {
  const database = await environment.database(size)
  const server = await environment.service(database, { REQUESTS_PER_ADDRESS: '1000000' })
  const forum = await largestForum(database)
  const path = `${server.url}/forums/${forum}`
  const bare = await environment.barePageServer(database, path, forum)
  const measured = [
    await budget(path, size),
    await against(`page of a forum, ${size} suggestions, against the bare server`, '≥ 0.6', path, {
      url: bare.url,
    }),
    await against(
      `page of a forum, ${size} suggestions, against the list of the API`,
      '≥ 0.67',
      path,
      {
        url: `${server.url}/api/end_users/forums/${forum}/ideas?per_page=25&sort=top`,
      },
    ),
    await against(
      `page of a forum, ${size} suggestions, against the admin list`,
      '',
      path,
      adminList(server, forum),
    ),
  ]
  await environment.stop(bare)
  await environment.stop(server)
  return measured
}

const adminList = ({ url, token }: Running, forum: number) => ({
  url: `${url}/api/v2/admin/suggestions?forum=${forum}&state=approved,published,-merged&sort=-supporters_count&total=false&per_page=25`,
  headers: { authorization: `Bearer ${token}` },
})

async function against(
  name: string,
  goal: string,
  path: string,
  other: Parameters<typeof requestsPerSecond>[0],
): Promise<Measurement> {
  const rates = await measureAlternately(
    () => requestsPerSecond({ url: path }),
    () => requestsPerSecond(other),
  )
  return { name, ...rates, goal, unit: 'requests/s' }
}

async function budget(path: string, size: number): Promise<Measurement> {
  const bytes = brotliCompressSync(await (await fetch(path)).text()).length / 1000
  return {
    name: `bytes of the page, ${size} suggestions, compared with 20 kB`,
    ours: bytes,
    baseline: 20,
    ratio: bytes / 20,
    goal: '≤ 1',
    unit: 'kB',
  }
}

async function largestForum(database: string): Promise<number> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query(
    'select id from forums order by suggestions_count desc limit 1',
  )
  await client.end()
  return Number(rows[0].id)
}
