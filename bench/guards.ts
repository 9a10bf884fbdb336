// The cost of the guards (token, rate limit, admission, ETag), of an Idempotency-Key, the gain of a second process, and the
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
      ...{ name: `p99 beside the median at ${rate} requests/s, half of what is possible` },
      ...{ ours: p99, baseline: p50, ratio: p99 / p50, goal: '', unit: 'ms' },
    },
  ]
}
