// Every maintenance command beside a service that writes all the time, and with its jobs. None of them fails, and no request
// gets an error of the server.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '../../src/jobs/tasks.ts'
import { diskStore } from '../../src/store/disk.ts'
import { onCleanup } from '../support/cleanup.ts'
import { commandOn } from '../support/command.ts'
import type { Result } from '../support/command-runner.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { uploaded } from '../support/uploads.ts'

const SUGGESTIONS = EXHAUSTIVE ? 50_000 : 300
const WRITERS = 2
const PEOPLE = 20

let at: TestService
let data: string
let earshot: (...args: string[]) => Promise<Result>
const failures: string[] = []
const responses = { count: 0 }
const busy = new AbortController()
let working: Promise<unknown>[] = []

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'earshot-maintenance-'))
  onCleanup(() => rm(data, { recursive: true }))
  at = await startTestService(undefined, { store: diskStore(join(data, 'files')) })
  earshot = commandOn(at.connection, { EARSHOT_DATA: data })
  await uploaded(at, 'one')
  const forum = (await at.made('/forums', { name: 'Busy' })).id
  working = [...Array.from({ length: WRITERS }, (_, writer) => write(writer, forum)), refresh()]
})

afterAll(async () => {
  busy.abort()
  await Promise.all(working)
})

const choose = (count: number) => Math.floor(Math.random() * count)
const anAddress = () => `busy${choose(PEOPLE)}@busy.test`

async function write(writer: number, forum: number): Promise<void> {
  const mine: number[] = []
  const send = async (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: object) => {
    const answer = await at.call(method, path, { ...(body && { body }) })
    responses.count++
    if (answer.status >= 500) failures.push(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  for (let n = 0; !busy.signal.aborted; n++) {
    const made = await send('POST', '/suggestions', {
      title: `Busy ${writer} ${n}`,
      links: { forum },
    })
    mine.push(...(made.suggestions ?? []).map(({ id }: { id: number }) => id))
    const suggestion = mine[choose(mine.length)]
    if (suggestion === undefined) continue
    const links = { suggestion }
    await send('POST', '/supporters', { user_email: anAddress(), links })
    await send('POST', '/comments', { body: 'Yes', links })
    const account = { external_id: `account ${choose(5)}`, mrr_cents: choose(10_000) }
    const user = { external_id: `${choose(PEOPLE)}`, email: anAddress(), account }
    await send('POST', '/external_users/import', { users: [user] })
    await send('PUT', `/suggestions/${suggestion}`, { title: `Changed ${n}` })
    await send('PUT', `/forums/${forum}`, { name: `Busy ${n}` })
    await send('GET', '/suggestions?per_page=5&includes=users,forums')
    if (n % 5 === 4) await send('DELETE', `/suggestions/${suggestion}`)
  }
}

/** What runs every minute, all the time. */
async function refresh(): Promise<void> {
  while (!busy.signal.aborted)
    for (const task of ['refresh_figures', 'age_engagement', 'recheck_identities'] as const)
      await tasks[task](at, {}).catch((error) => failures.push(`${task}: ${error}`))
}

async function run(...args: string[]): Promise<string> {
  const before = responses.count
  const { code, stdout, stderr } = await earshot(...args)
  expect(code, `${args.join(' ')}: ${stderr}`).toBe(0)
  // The service did answer meanwhile, or does so now.
  await expect.poll(() => responses.count, { timeout: 60_000 }).toBeGreaterThan(before)
  return stdout
}

test.each<[string, string[]]>([
  [
    'a load into an almost empty account',
    ['demo', '--suggestions', `${SUGGESTIONS}`, '--users', '300'],
  ],
  ['a second load', ['demo', '--suggestions', '300', '--users', '50', '--accounts', '5']],
  ['an export', ['export', 'suggestions', '--output', 'OUT/suggestions.csv']],
  ['an import', ['import', 'IN/people.csv']],
  ['a backup', ['backup', 'OUT/backup.tar']],
  ['a check of files', ['files', 'check']],
  ['a new language of the search', ['language', 'set', 'german']],
  ['a migration', ['migrate']],
  ['the list of jobs', ['jobs', 'list']],
  ['the removal of the demonstration data', ['demo', '--remove']],
])('%s', async (_, args) => {
  await writeFile(
    join(data, 'people.csv'),
    `external_user.external_id,external_user.email_address,account.external_id,account.mrr\n${Array.from({ length: 500 }, (_, n) => `${n},busy${n}@busy.test,account ${n % 5},${n}`).join('\n')}\n`,
  )
  await run(...args.map((arg) => arg.replace(/^(IN|OUT)\//, `${data}/`)))
  expect(failures).toEqual([])
})

test('the figures are exact afterwards', async () => {
  await run('language', 'set', 'english')
  busy.abort()
  await Promise.all(working)
  await runJobs(at)
  expect(failures).toEqual([])
  expect(await findWrongFigures(at.db)).toEqual([])
})
