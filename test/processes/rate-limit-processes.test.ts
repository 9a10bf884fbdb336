// Three real processes on one database share one rate limit.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseEnvironment, commandOn, databaseUrl, MAIN, NODE_OPTIONS } from '../support/command.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { startTestService, type TestService } from '../support/service.ts'

const NODES = 3
const LIMIT = EXHAUSTIVE ? 4_000 : 800
const REQUESTS = 2.5 * LIMIT
const AT_ONCE = 48

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
const children: ChildProcess[] = []
let at: TestService
let dataDir: string
let addresses: string[]

beforeAll(async () => {
  at = await startTestService()
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-nodes-'))
  addresses = await Promise.all(Array.from({ length: NODES }, serve))
  // While a process is slow to answer its first requests, it counts on its own.
  await flood(at.token, 4 * AT_ONCE)
})

afterAll(async () => {
  agent.destroy()
  for (const child of children) {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  await rm(dataDir, { recursive: true })
})

async function serve(): Promise<string> {
  const child = spawn(process.execPath, [...NODE_OPTIONS, MAIN, 'serve'], {
    env: {
      ...baseEnvironment(),
      PORT: '0',
      LOG_LEVEL: 'silent',
      EARSHOT_DATA: dataDir,
      DATABASE_URL: databaseUrl(at.connection),
    },
  })
  children.push(child)
  let output = ''
  for await (const data of child.stdout) {
    output += data
    const [, address] = /^ {2}Console +(\S+)\/admin [\s\S]*Ctrl-C stops it/m.exec(output) ?? []
    if (address) return address
  }
  throw new Error(`serve ended:\n${output}`)
}

type Outcome = { status: number | undefined; limit: unknown; remaining: number; reset: unknown }

async function ask(address: string, token: string): Promise<Outcome> {
  const request = get(`${address}/api/v2/admin/statuses?per_page=1`, {
    agent,
    headers: { authorization: `Bearer ${token}` },
  })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  const { headers, statusCode } = answer
  return {
    status: statusCode,
    limit: headers['x-rate-limit-limit'],
    remaining: Number(headers['x-rate-limit-remaining']),
    reset: headers['x-rate-limit-reset'],
  }
}

/** Sends all requests with bounded concurrency, round-robin to the processes. */
async function flood(token: string, requests: number): Promise<Outcome[]> {
  const answers: Outcome[] = []
  let sent = 0
  const sendOn = async () => {
    while (sent < requests) {
      const address = addresses[sent++ % NODES] as string
      answers.push(await ask(address, token))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
  return answers
}

/** Retries when a slow machine does not finish within one minute. */
async function floodInOneMinute(): Promise<Outcome[]> {
  const over = Date.now() % 60_000
  if (over > (EXHAUSTIVE ? 35_000 : 50_000)) await sleep(60_000 - over)
  const { token } = await at.aClient({ requestsPerMinute: LIMIT })
  const answers = await flood(token, REQUESTS)
  const minutes = new Set(answers.map(({ reset }) => reset))
  return minutes.size === 1 ? answers : floodInOneMinute()
}

test(`of ${REQUESTS} requests to three processes in a minute, exactly ${LIMIT} pass`, async () => {
  const answers = await floodInOneMinute()
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect({ passed: count(200), limited: count(429) }).toEqual({
    passed: LIMIT,
    limited: REQUESTS - LIMIT,
  })
  expect(new Set(answers.map(({ limit }) => limit))).toEqual(new Set([String(LIMIT)]))
  expect(Math.min(...answers.map(({ remaining }) => remaining))).toBe(0)
})

test('a changed plan or client takes effect in all processes', async () => {
  const earshot = commandOn(at.connection)
  const { token } = await at.aClient()
  const limits = async () =>
    new Set((await Promise.all(addresses.map((each) => ask(each, token)))).map((o) => o.limit))
  expect(await limits()).toEqual(new Set(['1000000000']))
  expect((await earshot('plan', 'set', 'scale')).code).toBe(0)
  await expect.poll(limits).toEqual(new Set(['3000']))
  const { stdout } = await earshot('clients', 'list', '--json')
  const { id } = JSON.parse(stdout).at(-1)
  expect((await earshot('clients', 'set', String(id), '--limit', '77')).code).toBe(0)
  await expect.poll(limits).toEqual(new Set(['77']))
})
