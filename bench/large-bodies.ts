// The longest time that GET /healthz waits while the largest bodies are sent one after the other.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment, Running } from './environment.ts'
import type { Bench, Measurement } from './measure.ts'

export const largeBodyBenches: Bench[] = [{ name: 'large-bodies', run: largeBodies }]

const MIB = 1024 * 1024
const CALLS = 3
const LIMIT_MS = 50

type Body = { name: string; path: string; body: Buffer; type?: string }

const fill = (start: string, one: string, end: string, bytes = 10 * MIB) =>
  Buffer.from(
    start + one.repeat(Math.floor((bytes - start.length - end.length) / one.length)) + end,
  )

const people = (fields: number) =>
  Array.from({ length: 1_000 }, (_, i) => ({
    external_id: `large-${i}`,
    email: `large-${i}@example.com`,
    account: { external_id: `large-${i % 50}`, name: 'Large', mrr: 1 },
    ...Object.fromEntries(
      Array.from({ length: fields }, (_, j) => [`cf_large_${j}`, 'a value of 28 characters ...']),
    ),
  }))

const csv = () =>
  [
    'external_user.external_id,external_user.email_address,external_user.name',
    ...Array.from({ length: 100_000 }, (_, i) => `c-${i},c-${i}@example.com,${'n'.repeat(170)}`),
  ].join('\n')

const bodies = (): Body[] => [
  {
    name: '1,000 people with 20 custom fields',
    path: '/external_users/import',
    body: Buffer.from(JSON.stringify({ users: people(20) })),
  },
  {
    name: '1,000 people with 190 custom fields',
    path: '/external_users/import',
    body: Buffer.from(JSON.stringify({ users: people(190) })),
  },
  {
    name: '3.5 million objects',
    path: '/bulk_identify',
    body: fill('{"identities":[', '{},', '{}]}'),
  },
  { name: '10 MiB of brackets', path: '/bulk_identify', body: fill('{"identities":', '[', '') },
  {
    name: '10 MiB of an escaped form',
    path: '/bulk_identify',
    body: fill('identities=', '%41', ''),
    type: 'application/x-www-form-urlencoded',
  },
  { name: 'a CSV file of 20 MiB', path: '/imports', body: Buffer.from(csv()), type: 'text/csv' },
]

async function largeBodies(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(1_000, 'large_bodies')
  const server = await environment.service(database)
  const measured: Measurement[] = []
  for (const one of bodies()) {
    await send(server, one)
    const ours = await longestWait(server, one)
    const name = `longest wait during ${one.name}`
    const ratio = ours / LIMIT_MS
    measured.push({ name, ours, baseline: LIMIT_MS, ratio, goal: '≤ 1', unit: 'ms' })
  }
  await environment.stop(server)
  return measured
}

async function longestWait(server: Running, body: Body): Promise<number> {
  let isOver = false
  let longest = 0
  const waiting = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await (await fetch(`${server.url}/healthz`)).text()
      longest = Math.max(longest, performance.now() - begun)
      await sleep(2)
    }
  })()
  for (let i = 0; i < CALLS; i += 1) await send(server, body)
  isOver = true
  await waiting
  return longest
}

async function send({ url, token }: Running, { path, body, type }: Body): Promise<void> {
  const answer = await fetch(`${url}/api/v2/admin${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type ?? 'application/json',
    },
    body: new Uint8Array(body),
  })
  await answer.text()
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`)
}
