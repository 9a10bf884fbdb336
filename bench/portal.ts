// The page of a forum compared with a bare server that sends the same bytes, with lists of the API, and in a browser with the
// same page as a static file.
import { brotliCompressSync } from 'node:zlib'
import pg from 'pg'
import { startBrowser } from '../test/support/browser.ts'
import { runCleanups } from '../test/support/cleanup.ts'
import { paint, requestTime, startStaticCopy } from '../test/support/page-budget.ts'
import type { Environment, Running } from './environment.ts'
import {
  type Bench,
  type Measurement,
  measureAlternately,
  median,
  requestsPerSecond,
} from './measure.ts'

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
    await serverTime(server, {
      page: `/forums/${forum}`,
      list: `/forums/${forum}/ideas?per_page=25&sort=top`,
      name: `server time of the page, ${size} suggestions, against the list of the API`,
    }),
    // What is trending in all forums, which no process keeps.
    await serverTime(server, {
      page: '/',
      list: `/forums/${forum}/ideas?per_page=18&sort=hot`,
      name: `server time of the home page, ${size} suggestions, against a list of the API`,
    }),
    ...(await inBrowser(path, size)),
  ]
  await environment.stop(bare)
  await environment.stop(server)
  return measured
}

const TIMED = 100

/** One request after another: what a visitor waits for, without others. */
async function serverTime(
  { url }: Running,
  { page, list, name }: { page: string; list: string; name: string },
): Promise<Measurement> {
  const medianOf = async (path: string) => {
    const times: number[] = []
    for (let i = 0; i < TIMED; i++) times.push(await requestTime(`${url}${path}`))
    return median(times)
  }
  const times = await measureAlternately(
    () => medianOf(page),
    () => medianOf(`/api/end_users${list}`),
  )
  return { name, ...times, goal: '≤ 1.5', unit: 'ms' }
}

const PAINTED = 5

async function inBrowser(url: string, size: number): Promise<Measurement[]> {
  const browser = await startBrowser()
  const { origin, pathname } = new URL((await fetch(url)).url)
  const copy = await startStaticCopy(origin, pathname)
  const shifts: number[] = []
  const medianOf = async (address: string) => {
    const times: number[] = []
    for (let i = 0; i < PAINTED; i++) {
      const { largest, shift } = await paint(browser, address)
      times.push(largest)
      shifts.push(shift)
    }
    return median(times)
  }
  const paints = await measureAlternately(
    () => medianOf(`${origin}${pathname}`),
    () => medianOf(copy),
  )
  await runCleanups()
  const largestShift = Math.max(...shifts)
  return [
    {
      name: `largest paint, ${size} suggestions, against the static file`,
      ...paints,
      goal: '≤ 1.2',
      unit: 'ms',
    },
    {
      name: `layout shift, ${size} suggestions`,
      ours: largestShift,
      baseline: 0,
      ratio: largestShift,
      goal: '≤ 0',
      unit: '',
    },
  ]
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
