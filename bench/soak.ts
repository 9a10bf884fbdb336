// Ten minutes (SOAK_MINUTES) of reads and writes at 80 % of the capacity: memory stays flat, nothing fails.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Environment, type Running, residentMegabytes } from './environment.ts'
import { type Bench, type Measurement, median } from './measure.ts'

export const soakBenches: Bench[] = [{ name: 'soak', run: soak }]

const MINUTES = Number(process.env.SOAK_MINUTES ?? 10)
const PARTS = 6
const TOKEN = 'metrics-token-of-the-soak'

async function soak(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'soak')
  const server = await environment.service(database, { METRICS_TOKEN: TOKEN })
  const forum = JSON.parse(await (await send(server, 'GET', '/forums')).text()).forums[0].id
  const one = () => calls(server, forum)
  const capacity = await callsPerSecond(one, 5, 16)
  const rate = 0.8 * capacity
  const memory: number[] = []
  const heap: number[] = []
  const failed = new Map<number, number>()
  let all = 0
  const begun = performance.now()
  const end = begun + MINUTES * 60_000
  const watching = (async () => {
    while (performance.now() < end) {
      memory.push(await residentMegabytes(server))
      heap.push(await heapMegabytes(server))
      await sleep(2000)
    }
  })()
  const pending = new Set<Promise<void>>()
  while (performance.now() < end) {
    while (all < ((performance.now() - begun) / 1000) * rate && pending.size < 100) {
      all += 1
      const call = one()
        .then((status) => {
          if (status >= 300 && status !== 429) failed.set(status, (failed.get(status) ?? 0) + 1)
        })
        .finally(() => pending.delete(call))
      pending.add(call)
    }
    await sleep(5)
  }
  await Promise.all([...pending, watching])
  await environment.stop(server)
  if (failed.size > 0) throw new Error(`Answers: ${JSON.stringify([...failed])} of ${all}.`)
  // The first part is warm-up.
  const part = Math.floor(memory.length / PARTS)
  // The minimum, just after garbage collection, is the memory in use.
  const kept = (some: number[]) => Math.min(...some)
  const [early, late] = [kept(heap.slice(part, 2 * part)), kept(heap.slice(-part))]
  const [before, after] = [median(memory.slice(part, 2 * part)), median(memory.slice(-part))]
  const done = all / ((performance.now() - begun) / 1000)
  return [
    {
      name: `memory in use at the end of ${MINUTES} minutes beside its beginning`,
      ours: late,
      baseline: early,
      ratio: late / early,
      goal: '≤ 1.2',
      unit: 'MB',
    },
    {
      name: 'memory of the process at the end compared with the beginning',
      ours: after,
      baseline: before,
      ratio: after / before,
      goal: '≤ 1.2',
      unit: 'MB',
    },
    {
      name: 'successful calls compared with the capacity',
      ours: done,
      baseline: capacity,
      ratio: done / capacity,
      goal: '≥ 0.75',
      unit: 'calls/s',
    },
  ]
}

async function heapMegabytes({ url }: Running): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const [, bytes] = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(await answer.text()) ?? []
  return Number(bytes) / 1e6
}

/** Seven reads and three writes of ten. */
async function calls(server: Running, forum: number): Promise<number> {
  const dice = Math.random()
  const answer =
    dice < 0.4
      ? await send(server, 'GET', '/suggestions?includes=forums,users')
      : dice < 0.6
        ? await send(server, 'GET', '/users?sort=-created_at&includes=external_users')
        : dice < 0.7
          ? await send(server, 'GET', `/forums/${forum}`)
          : dice < 0.9
            ? await send(server, 'POST', '/suggestions', { title: randomUUID(), links: { forum } })
            : await send(server, 'POST', '/users/find_or_create', {
                email: `${randomUUID()}@a.test`,
              })
  await answer.arrayBuffer()
  return answer.status
}

async function callsPerSecond(one: () => Promise<number>, seconds: number, atOnce: number) {
  const begun = performance.now()
  let done = 0
  const caller = async () => {
    while (performance.now() - begun < seconds * 1000) {
      await one()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return done / ((performance.now() - begun) / 1000)
}

const send = ({ url, token }: Running, method: string, path: string, body?: object) =>
  fetch(`${url}/api/v2/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
