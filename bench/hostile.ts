// What a client notices while strangers and other clients send what is expensive: its longest read, and server errors.
import type { Environment, Running } from './environment.ts'
import type { Bench, Measurement } from './measure.ts'

export const hostileBenches: Bench[] = [{ name: 'hostile', run: hostile }]

const SECONDS = 15
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const FIELDS = Array.from({ length: 45_000 }, (_, i) => `a.b.c.d${i}=1`).join('&')
const WORDS = [...'abcdefghijkl'].join(' ')
const IDS = Array.from({ length: 1000 }, (_, i) => i + 1).join(',')

type Attack = { connections: number; send(server: Running): Promise<Response> }

const byToken = ({ url, token }: Running, path: string) =>
  fetch(`${url}/api/v2/admin${path}`, { headers: { authorization: `Bearer ${token}` } })
const byStranger = ({ url }: Running, path: string) => fetch(`${url}${path}`)
const form = ({ url }: Running, path: string) =>
  fetch(`${url}${path}`, { method: 'POST', headers: FORM, body: FIELDS })

const ATTACKS: Attack[] = [
  { connections: 4, send: (server) => form(server, '/unknown') },
  { connections: 4, send: (server) => form(server, '/admin/sign-in') },
  { connections: 8, send: (server) => byToken(server, `/suggestions?q=${WORDS}`) },
  { connections: 8, send: (server) => byToken(server, `/suggestions?label=${IDS}&status=${IDS}`) },
  { connections: 8, send: (server) => byStranger(server, '/') },
  { connections: 8, send: (server) => byStranger(server, '/readyz') },
]

async function hostile(environment: Environment): Promise<Measurement[]> {
  const database = await environment.database(10_000)
  const server = await environment.service(database)
  const { token } = JSON.parse(
    await environment.earshot(['clients', 'create', '--name', 'reader', '--json'], {
      DATABASE_URL: database,
    }),
  )
  const reader = { ...server, token }
  const alone = await longestRead(reader, 50)
  const end = performance.now() + SECONDS * 1000
  const statuses = new Map<number, number>()
  const attacks = ATTACKS.flatMap(({ connections, send }) =>
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        // A server that answers before it has read the body can close the connection.
        const status = await send(server).then(drain, () => 0)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  let longest = 0
  while (performance.now() < end) longest = Math.max(longest, await longestRead(reader, 5))
  await Promise.all(attacks)
  await environment.stop(server)
  console.error(`statuses of the attacks: ${JSON.stringify([...statuses])}`)
  const errors = [...statuses].filter(([status]) => status >= 500 && status !== 503)
  const count = errors.reduce((sum, [, n]) => sum + n, 0)
  return [
    {
      name: 'longest read of another client under attack',
      ours: longest,
      baseline: alone,
      ratio: longest,
      goal: '≤ 1000',
      unit: 'ms',
    },
    {
      name: 'server errors under attack',
      ours: count,
      baseline: 0,
      ratio: count,
      goal: '≤ 0',
      unit: '',
    },
  ]
}

async function longestRead(reader: Running, reads: number): Promise<number> {
  let longest = 0
  for (let i = 0; i < reads; i++) {
    const begun = performance.now()
    const status = await byToken(reader, '/suggestions?includes=forums,users').then(drain)
    if (status !== 200) throw new Error(`A read answered ${status}.`)
    longest = Math.max(longest, performance.now() - begun)
  }
  return longest
}

async function drain(answer: Response): Promise<number> {
  await answer.arrayBuffer()
  return answer.status
}
