// Processes of one database count themselves: they come, go and are killed, and share rate limits while there are several.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandOn } from '../support/command.ts'
import { ask, type Process, processesOn } from '../support/processes.ts'
import { startTestService } from '../support/service.ts'

const METRICS_TOKEN = 'metrics-of-process-count'

// The service of the test counts as a worker: one more in every count.
const at = await startTestService(undefined, { isServing: false })
const start = await processesOn(at.connection)

const serve = () => start(['serve', '--no-jobs'], { METRICS_TOKEN })

const database = sql.id(String(at.connection.database))
const limitConnections = (limit: number) =>
  sql`alter database ${database} connection limit ${sql.lit(limit)}`.execute(at.db)

/** Runs during all tests. */
let first: Process

beforeAll(async () => {
  await limitConnections(60)
  first = await serve()
  await limitConnections(-1)
})

afterAll(async () => {
  await stop(first)
  expect((await sql`select from processes where is_serving`.execute(at.db)).rows).toEqual([])
})

/** How many processes this one counts. */
async function countedBy({ address }: Process): Promise<Record<string, number>> {
  const answer = await fetch(`${address}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const found = (await answer.text()).matchAll(/^earshot_processes\{role="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, role, count]) => [role, Number(count)]))
}

const stop = async ({ child, ended }: Process) => {
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

/** The statuses of requests that are sent one after the other, and the minutes in which they were counted. */
async function send(addresses: string[], token: string, count: number) {
  const answers = []
  for (let i = 0; i < count; i++) {
    const address = addresses[i % addresses.length] as string
    const answer = await ask({ address, token }, 'GET', '/statuses?per_page=1')
    answers.push({ status: answer?.status, minute: answer?.headers.get('x-rate-limit-reset') })
  }
  return answers
}

const passed = (answers: { status: number | undefined }[]) =>
  answers.filter(({ status }) => status === 200).length

/** Repeats what must happen within one clock minute. */
async function inOneMinute(run: () => Promise<Awaited<ReturnType<typeof send>>>) {
  for (;;) {
    const answers = await run()
    if (new Set(answers.map(({ minute }) => minute)).size === 1) return answers
  }
}

test('a killed process is counted for some seconds only; one that joins shares the limits of the current minute until it leaves', {
  timeout: 240_000,
}, async () => {
  expect(await countedBy(first)).toEqual({ serve: 1, work: 1 })
  const worker = await start(['work'])
  await expect.poll(() => countedBy(first), { timeout: 30_000 }).toEqual({ serve: 1, work: 2 })
  const { stdout } = await commandOn(at.connection)('doctor')
  // 27 of each process without jobs, 32 of the one with jobs, 3 of a move.
  expect(stdout).toMatch(/^ok {2}processes +3 running, together up to 89 of \d+ database conn/m)
  worker.child.kill('SIGKILL')
  await worker.ended
  // Its row lasts for some seconds, and so long no process counts less than before.
  await expect.poll(() => countedBy(first), { timeout: 60_000 }).toEqual({ serve: 1, work: 1 })
  const answers = await inOneMinute(async () => {
    const { token } = await at.aClient({ requestsPerMinute: 20 })
    const alone = await send([first.address], token, 12)
    const second = await serve()
    await expect.poll(() => countedBy(first), { timeout: 30_000 }).toEqual({ serve: 2, work: 1 })
    const together = await send([second.address, first.address], token, 20)
    await stop(second)
    await expect.poll(() => countedBy(first), { timeout: 60_000 }).toEqual({ serve: 1, work: 1 })
    // The minute ends as it was counted.
    return [...alone, ...together, ...(await send([first.address], token, 3))]
  })
  expect(passed(answers)).toBe(20)
})

test('serve and doctor warn when the database accepts fewer connections than the processes open', async () => {
  // It started alone, with the same limit.
  expect(first.output()).not.toContain('database connections')
  await limitConnections(60)
  const second = await serve()
  const warning =
    '3 processes open up to 84 database connections, and the database accepts 60. ' +
    'Raise max_connections or the limit of the role, or run fewer processes.'
  expect(second.output()).toContain(warning)
  const { stdout, code } = await commandOn(at.connection)('doctor')
  expect(stdout).toContain(`NO  processes        ${warning}`)
  expect(code).toBe(1)
  await stop(second)
})
