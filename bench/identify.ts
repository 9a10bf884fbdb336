// POST /bulk_identify compared with POST /external_users/import: rows accepted, rows applied, and the effect on readers.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Environment, Running } from './environment.ts'
import { type Bench, type Measurement, measureAlternately, requestsPerSecond } from './measure.ts'

export const identifyBenches: Bench[] = [{ name: 'identify', run: identify }]

const ROWS = 1000
const CALLS = 20

let calls = 0

/** Nine of ten are new; one of ten was in the first call. */
const people = () => {
  const call = calls++
  return Array.from({ length: ROWS }, (_, i) => {
    const known = i % 10 === 0 ? 0 : call
    return {
      external_id: `passing-${process.pid}-${known}-${i}`,
      email: `passing-${process.pid}-${known}-${i}@example.com`,
      name: `Person ${i}, ${call}`,
      account: { external_id: `passing-account-${i % 200}`, name: `Account ${i % 200}`, mrr: i },
    }
  })
}

async function identify(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000, 'identify')
  const server = await environment.service(database)
  const client = new pg.Client(database)
  client.on('error', () => {})
  await client.connect()
  await post(server, '/external_users/import')
  const imported = () => rowsPerSecond(() => sent(server, '/external_users/import'))
  const accepted = await measureAlternately(
    () => rowsPerSecond(() => sent(server, '/bulk_identify')),
    imported,
  )
  await untilApplied(client)
  const applied = await measureAlternately(
    () => rowsPerSecond(() => sent(server, '/bulk_identify').then(() => untilApplied(client))),
    imported,
  )
  const beside = await readsBeside(server, client)
  await client.end()
  await environment.stop(server)
  return [
    { name: 'people identified compared with imported', ...accepted, goal: '≥ 5', unit: 'rows/s' },
    { name: 'people identified and applied', ...applied, goal: '≥ 5', unit: 'rows/s' },
    beside,
  ]
}

async function rowsPerSecond(run: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await run()
  return (CALLS * ROWS) / ((performance.now() - begun) / 1000)
}

async function sent(server: Running, path: string): Promise<void> {
  for (let i = 0; i < CALLS; i++) await post(server, path)
}

/** Reads while identities are accepted and applied. */
async function readsBeside(server: Running, client: pg.Client): Promise<Measurement> {
  const reads = () =>
    requestsPerSecond({
      url: `${server.url}/api/v2/admin/suggestions?includes=forums,users`,
      headers: { authorization: `Bearer ${server.token}` },
    })
  const readsMeanwhile = async () => {
    let isOver = false
    const sending = (async () => {
      while (!isOver) await post(server, '/bulk_identify').then(() => untilApplied(client))
    })()
    const rate = await reads()
    isOver = true
    await sending
    return rate
  }
  const rates = await measureAlternately(readsMeanwhile, reads)
  return { name: 'reads while people are identified', ...rates, goal: '≥ 0.5', unit: 'requests/s' }
}

async function untilApplied(client: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `select from identify_jobs where state = 'queued' limit 1`,
    )
    if (rowCount === 0) return
    await sleep(5)
  }
}

async function post({ url, token }: Running, path: string): Promise<void> {
  const answer = await fetch(`${url}/api/v2/admin${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ [path === '/bulk_identify' ? 'identities' : 'users']: people() }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
}
