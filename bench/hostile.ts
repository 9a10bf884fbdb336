// What clients and people notice while strangers and other clients send what is expensive, guess passwords, or hold
// connections: the longest wait, and errors. Strangers come from many addresses of 127.0.0.0/8, which Linux has.
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
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
  const people = await createPeople(environment, database)
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
  const waits = [
    ...(await measureLockOut(server, people)),
    ...(await measureStarvation(server, people)),
    await measureIdleConnections(server),
  ]
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
    ...waits,
  ]
}

const PASSWORD = 'wickedly blue otters'
const PEOPLE = 10

async function createPeople(environment: Environment, database: string): Promise<string[]> {
  // Kept data has the people of earlier runs.
  const emails = Array.from({ length: PEOPLE }, (_, i) => `person-${Date.now()}-${i}@bench.test`)
  for (const email of emails)
    await environment.earshot(
      [
        'people',
        'create',
        '--email',
        email,
        '--name',
        email,
        '--role',
        'viewer',
        '--password-stdin',
      ],
      { DATABASE_URL: database },
      PASSWORD,
    )
  return emails
}

type Entry = { status: number; milliseconds: number; device: string }

/** Sends the form of the sign-in page from this address. */
function signIn(
  { url }: Running,
  from: string,
  email: string,
  { password = PASSWORD, device = '' } = {},
): Promise<Entry> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/admin/sign-in`,
      { method: 'POST', localAddress: from, agent: NO_REUSE, headers: { ...FORM, cookie: device } },
      (answer) => {
        answer.resume().once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            milliseconds: performance.now() - begun,
            device: answer.headers['set-cookie']?.[1]?.split(';')[0] ?? '',
          }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(new URLSearchParams({ email, password }).toString())
  })
}

// An agent reuses connections whatever their address.
const NO_REUSE = new Agent({ keepAlive: false })

const summarize = (name: string, entries: Entry[], alone: number): Measurement[] => {
  const longest = Math.max(...entries.map(({ milliseconds }) => milliseconds))
  const refused = entries.filter(({ status }) => status !== 303).length
  return [
    {
      name: `longest ${name}`,
      ours: longest,
      baseline: alone,
      ratio: longest,
      goal: '≤ 1000',
      unit: 'ms',
    },
    {
      name: `refused: ${name}, of ${entries.length}`,
      ours: refused,
      baseline: 0,
      ratio: refused,
      goal: '≤ 0',
      unit: '',
    },
  ]
}

/** Runs these strangers without end while `measure` runs. */
async function during<T>(
  strangers: ((i: number) => Promise<Entry>)[],
  measure: () => Promise<T>,
): Promise<T> {
  let isOver = false
  const statuses = new Map<number, number>()
  const attacks = strangers.map(async (attack) => {
    for (let i = 0; !isOver; i++) {
      const status = await attack(i).then(
        (entry) => entry.status,
        () => 0,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  try {
    return await measure()
  } finally {
    isOver = true
    await Promise.all(attacks)
    console.error(`statuses of the strangers: ${JSON.stringify([...statuses])}`)
  }
}

/** Strangers of eight networks guess the password of a person, who signs in elsewhere and in a known browser beside them. */
async function measureLockOut(server: Running, [email = '']: string[]): Promise<Measurement[]> {
  const { device, milliseconds } = await signIn(server, '127.0.1.1', email)
  const strangers = Array.from({ length: 8 }, (_, n) => async (i: number) => {
    const entry = await signIn(server, `127.0.2.${n + 1}`, email, { password: `guess ${i}` })
    if (entry.status === 429) await sleep(100)
    return entry
  })
  return during(strangers, async () => {
    const elsewhere: Entry[] = []
    const known: Entry[] = []
    let cookie = device
    for (let i = 0; i < 10; i++) {
      await sleep(1000)
      elsewhere.push(await signIn(server, '127.0.1.2', email))
      const entry = await signIn(server, '127.0.2.1', email, { device: cookie })
      cookie = entry.device
      known.push(entry)
    }
    return [
      ...summarize('sign-in elsewhere while strangers guess', elsewhere, milliseconds),
      ...summarize('sign-in of a known browser beside them', known, milliseconds),
    ]
  })
}

/** 120 addresses send wrong passwords, while people sign in from other addresses. */
async function measureStarvation(server: Running, people: string[]): Promise<Measurement[]> {
  const [email = '', ...others] = people
  const { device, milliseconds } = await signIn(server, '127.0.3.1', email)
  const strangers = Array.from(
    { length: 120 },
    (_, n) => (i: number) =>
      signIn(server, `127.0.4.${n + 1}`, `nobody-${n}-${i}@bench.test`, { password: 'a guess' }),
  )
  return during(strangers, async () => {
    const entered: Entry[] = []
    const known: Entry[] = []
    let cookie = device
    for (const [i, other] of others.entries()) {
      await sleep(500)
      entered.push(await signIn(server, `127.0.5.${i + 1}`, other))
      const entry = await signIn(server, '127.0.3.1', email, { device: cookie })
      cookie = entry.device
      known.push(entry)
    }
    return [
      ...summarize('first sign-in while 120 addresses guess', entered, milliseconds),
      ...summarize('sign-in of a known browser meanwhile', known, milliseconds),
    ]
  })
}

/** 3,000 connections of 60 addresses, half of them idle and half with a part of a request, until all are closed. */
async function measureIdleConnections(server: Running): Promise<Measurement> {
  const alone = await longestRead(server, 50)
  const { port } = new URL(server.url)
  let open = 0
  let closed = 0
  const hold = (n: number): Socket => {
    const localAddress = `127.0.6.${(n % 60) + 1}`
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    socket.once('connect', () => {
      open += 1
      if (n % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost: earshot\r\nX-Slow:')
    })
    socket.resume().once('close', () => {
      closed += 1
    })
    return socket
  }
  const sockets = Array.from({ length: 3000 }, (_, n) => hold(n))
  const end = performance.now() + 2 * SECONDS * 1000
  let longest = 0
  while (closed < sockets.length && performance.now() < end)
    longest = Math.max(longest, await longestRead(server, 5))
  console.error(`idle connections: ${open} were open, ${closed} were closed`)
  for (const socket of sockets) socket.destroy()
  return {
    name: 'longest read while 3,000 idle connections open and close',
    ours: longest,
    baseline: alone,
    ratio: longest,
    goal: '≤ 1000',
    unit: 'ms',
  }
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
