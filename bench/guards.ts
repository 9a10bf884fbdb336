// What stands before every answer (token, rate limit, admission, tag), what a key costs a write, what a second process
// brings, and how long the slowest wait when half of what is possible is asked for.
import { randomUUID } from 'node:crypto'
import type { Running, World } from './environment.ts'
import {
  type Bench,
  type Measurement,
  measureAlternately,
  measureLoad,
  median,
  requestsPerSecond,
} from './measure.ts'

export const doorBenches: Bench[] = [
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

async function door(world: World): Promise<Measurement[]> {
  const database = await world.database(10_000)
  const ours = await world.service(database)
  const bare = await world.unguardedServer(database, ours.url)
  const rates = await measureAlternately(
    () => requestsPerSecond(list(ours)),
    () => requestsPerSecond(list(bare)),
  )
  await world.stop(ours)
  await world.stop(bare)
  return [
    { name: 'list beside one that is not guarded', ...rates, goal: '≥ 0.85', unit: 'requests/s' },
  ]
}

const MOST_BODIES = 20_000

async function key(world: World): Promise<Measurement[]> {
  const database = await world.database(10_000, 'write')
  const server = await world.service(database)
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
  await world.stop(server)
  return [
    {
      name: 'create with an Idempotency-Key beside without',
      ...rates,
      goal: '',
      unit: 'requests/s',
    },
  ]
}

async function processes(world: World): Promise<Measurement[]> {
  const database = await world.database(10_000)
  const [one, other] = [
    await world.service(database, { EARSHOT_NODES: '2' }),
    await world.service(database, { EARSHOT_NODES: '2' }),
  ]
  const both = async () => {
    const rates = await Promise.all(
      [one, other].map((server) => requestsPerSecond({ ...list(server), connections: 8 })),
    )
    return rates.reduce((sum, rate) => sum + rate)
  }
  const rates = await measureAlternately(both, () => requestsPerSecond(list(one)))
  await world.stop(one)
  await world.stop(other)
  return [{ name: 'two processes beside one, two cores', ...rates, goal: '', unit: 'requests/s' }]
}

const ROUNDS = 5

async function latency(world: World): Promise<Measurement[]> {
  const database = await world.database(10_000)
  const ours = await world.service(database)
  const capacity = await requestsPerSecond(list(ours)).then(() => requestsPerSecond(list(ours)))
  const rate = Math.round(capacity / 2)
  const seen: { p99: number; p50: number }[] = []
  for (let i = 0; i < ROUNDS; i++)
    seen.push(await measureLoad({ ...list(ours), overallRate: rate }))
  await world.stop(ours)
  const p99 = median(seen.map((one) => one.p99))
  const p50 = median(seen.map((one) => one.p50))
  return [
    {
      ...{ name: `p99 beside the median at ${rate} requests/s, half of what is possible` },
      ...{ ours: p99, limit: p50, ratio: p99 / p50, goal: '', unit: 'ms' },
    },
  ]
}
