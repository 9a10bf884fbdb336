// The cost of the guards (token or session, rate limit, admission, ETag), of an Idempotency-Key, the gain of a second process, and the
// p99 at half of the capacity.
import { randomUUID } from 'node:crypto'
import type { Environment, Running } from './environment.ts'
import {
  type Bench,
  type Measurement,
  measureAlternately,
  measureLoad,
  median,
  requestsPerSecond,
} from './measure.ts'

export const guardBenches: Bench[] = [
  { name: 'guards', run: guards },
  { name: 'door', run: door },
  { name: 'key', run: key },
  { name: 'processes', run: processes },
  { name: 'latency', run: latency },
]

const PATH = '/api/v2/admin/suggestions?includes=forums,users'

const list = ({ url, token }: Running) => ({
  url: `${url}${PATH}`,
  headers: { authorization: `Bearer ${token}` },
})

async function guards(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000)
  const ours = await environment.service(database)
  const bare = await environment.unguardedServer(database, ours.url)
  const rates = await measureAlternately(
    () => requestsPerSecond(list(ours)),
    () => requestsPerSecond(list(bare)),
  )
  await environment.stop(ours)
  await environment.stop(bare)
  return [
    {
      name: 'list compared with the list without guards',
      ...rates,
      goal: '≥ 0.85',
      unit: 'requests/s',
    },
  ]
}

/** The smallest request, so that finding the caller weighs most. */
async function door(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000)
  await environment.earshot(['plan', 'set', 'unlimited'], { DATABASE_URL: database })
  const server = await environment.service(database)
  const cookie = await signIn(environment, server, database)
  const url = `${server.url}/api/v2/admin/importance_responses`
  const authorization = `Bearer ${server.token}`
  const rates = await measureAlternately(
    () => requestsPerSecond({ url, headers: { cookie } }),
    () => requestsPerSecond({ url, headers: { authorization } }),
  )
  await environment.stop(server)
  return [
    {
      name: 'a request with a session compared with a token',
      ...rates,
      goal: '≥ 0.95',
      unit: 'requests/s',
    },
  ]
}

/** Returns the cookie. */
async function signIn(
  environment: Environment,
  { url }: Running,
  database: string,
): Promise<string> {
  const email = `${randomUUID()}@bench.test`
  const made = await environment.earshot(
    ['people', 'create', '--email', email, '--role', 'viewer', '--json'],
    { DATABASE_URL: database },
  )
  const [, code = ''] = String(JSON.parse(made).link).split('#')
  const { headers } = await fetch(`${url}/admin/welcome`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ code, email, name: 'Bench', password: randomUUID() }),
  })
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

const MOST_BODIES = 20_000

async function key(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'write')
  const server = await environment.service(database)
  const create = (headers: Record<string, string>) => ({
    url: `${server.url}/api/v2/admin/labels`,
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    bodies: Array.from({ length: MOST_BODIES }, () => JSON.stringify({ name: randomUUID() })),
  })
  const rates = await measureAlternately(
    () => requestsPerSecond({ ...create({}), hasKeys: true }),
    () => requestsPerSecond(create({})),
  )
  await environment.stop(server)
  return [
    {
      name: 'create with an Idempotency-Key compared with none',
      ...rates,
      goal: '',
      unit: 'requests/s',
    },
  ]
}

async function processes(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000)
  const [one, other] = [
    await environment.service(database, { EARSHOT_NODES: '2' }),
    await environment.service(database, { EARSHOT_NODES: '2' }),
  ]
  const both = async () => {
    const rates = await Promise.all(
      [one, other].map((server) => requestsPerSecond({ ...list(server), connections: 8 })),
    )
    return rates.reduce((sum, rate) => sum + rate)
  }
  const rates = await measureAlternately(both, () => requestsPerSecond(list(one)))
  await environment.stop(one)
  await environment.stop(other)
  return [
    { name: 'two processes compared with one, two cores', ...rates, goal: '', unit: 'requests/s' },
  ]
}

const ROUNDS = 5

async function latency(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000)
  const ours = await environment.service(database)
  const capacity = await requestsPerSecond(list(ours)).then(() => requestsPerSecond(list(ours)))
  const rate = Math.round(capacity / 2)
  const seen: { p99: number; p50: number }[] = []
  for (let i = 0; i < ROUNDS; i++)
    seen.push(await measureLoad({ ...list(ours), overallRate: rate }))
  await environment.stop(ours)
  const p99 = median(seen.map((one) => one.p99))
  const p50 = median(seen.map((one) => one.p50))
  return [
    {
      name: `p99 beside the median at ${rate} requests/s, half of what is possible`,
      ours: p99,
      baseline: p50,
      ratio: p99 / p50,
      goal: '',
      unit: 'ms',
    },
  ]
}
