// Moving in from the databases of other services, whose tables are those of their schemas.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { diskStore } from '../../src/store/disk.ts'
import { commandOn } from '../support/command.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService } from '../support/service.ts'
import { DATABASE_PASSWORD, startDatabase } from '../support/sources/database.ts'
import { ASTUTO, LOGCHIMP } from '../support/sources/databases.ts'

const folder = await mkdtemp(join(tmpdir(), 'earshot-databases-'))
afterAll(() => rm(folder, { recursive: true }))
const at = await startTestService(undefined, { store: diskStore(join(folder, 'files')) })
const earshot = commandOn(at.connection, { EARSHOT_DATA: folder })

async function moveIn(source: string, url: string, ...args: string[]) {
  const line = ['move-in', source, '--from', url, '--json', '--yes', ...args]
  const { code, stdout, stderr } = await earshot(...line)
  expect(stdout, stderr).not.toBe('')
  expect(stdout + stderr).not.toContain(DATABASE_PASSWORD)
  return { code, report: JSON.parse(stdout) }
}

const ideaNamed = async (title: string): Promise<Shown> => {
  const { body } = await at.get('/suggestions?per_page=100&sort=-id')
  const idea = body.suggestions.find((one: Shown) => one.title === title)
  expect(idea, title).toBeDefined()
  return idea
}

const listOf = async (path: string, collection: string): Promise<Shown[]> =>
  (await at.get(path)).body[collection]

test('Astuto comes with its history, and a second time what is new', async () => {
  const name = `astuto${randomBytes(4).toString('hex')}`
  const source = await startDatabase(at.connection, ASTUTO(name))
  const { code, report } = await moveIn('astuto', source.url)
  expect(report).toMatchObject({ verified: true, problems: [], source: 'astuto' })
  expect(code).toBe(0)
  expect(report.account).toContain(`${source.name}/default`)
  expect(await findWrongFigures(at.db)).toEqual([])
  const reasons = report.left_out_by_source.map(({ reason }: { reason: string }) => reason)
  expect(reasons).toEqual(
    expect.arrayContaining([
      'roles are not part of a move. Invite the person to the team.',
      '1 files are not in the database. They stay where they are.',
    ]),
  )
  for (const file of await readdir(join(folder, 'moves'), { recursive: true })) {
    const text = await readFile(join(folder, 'moves', file), 'utf8').catch(() => '')
    expect(text).not.toContain(DATABASE_PASSWORD)
    expect(text).not.toContain('hash-of-a-password')
  }

  const idea = await ideaNamed(`Dark mode ${name}`)
  expect(idea).toMatchObject({
    body: 'As *this*',
    supporters_count: 2,
    comments_count: 2,
    created_at: '2024-02-01T12:30:00Z',
  })
  expect(report.kinds.followers).toMatchObject({ created: 1 })
  const { rows: followers } = await sql`
    select u.email_address from suggestion_followers f join users u on u.id = f.user_id where f.suggestion_id = ${idea.id}`.execute(
    at.db,
  )
  expect(followers).toEqual([{ email_address: `bad@${name}.test` }])
  const planned = `Planned ${name}`
  const completed = `Completed ${name}`
  const statuses = await listOf('/statuses?per_page=100', 'statuses')
  const nameOf = (id: number) => statuses.find((status) => status.id === id)?.name
  expect(nameOf(idea.links.status)).toBe(completed)
  const updates = await listOf(
    `/status_updates?suggestion=${idea.id}&sort=created_at`,
    'status_updates',
  )
  expect(
    updates.map(({ body, links }) => [body, nameOf(links.old_status), nameOf(links.new_status)]),
  ).toEqual(
    expect.arrayContaining([
      [expect.anything(), undefined, undefined],
      [null, undefined, planned],
      [null, planned, completed],
    ]),
  )
  const comments = await listOf(`/comments?suggestion=${idea.id}&sort=id`, 'comments')
  const [first, answer] = comments
  expect(first).toMatchObject({ body: 'First', is_admin_comment: false })
  expect(answer).toMatchObject({ is_admin_comment: true, links: { reply_to: first?.id } })

  await source.run(`
    insert into likes values (3, 3, 1, now(), now(), 1);
    update posts set title = 'Renamed ${name}' where id = 2`)
  const second = await moveIn('astuto', source.url)
  expect(second.report).toMatchObject({
    move: report.move,
    verified: true,
    kinds: { suggestions: { created: 0, changed: 1, unchanged: 1 }, supporters: { created: 1 } },
  })

  await source.run(`insert into tenants values (2, 'Other', 'other', 'en', null, now(), now(), 0)`)
  const several = await earshot('move-in', 'astuto', '--from', source.url)
  expect(several).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Choose one with --account: default, other'),
  })
})

test('LogChimp comes with posts that have no board', async () => {
  const name = `logchimp${randomBytes(4).toString('hex')}`
  const source = await startDatabase(at.connection, LOGCHIMP(name))
  const { code, report } = await moveIn('logchimp', source.url)
  expect(report).toMatchObject({ verified: true, problems: [], source: 'logchimp' })
  expect(code).toBe(0)
  const leftOut = JSON.stringify(report.left_out_by_source)
  expect(leftOut).toContain('notes about people')
  expect(leftOut).toContain('the board is not displayed, but everyone could read its posts')
  const { links } = await ideaNamed(`Without a board ${name}`)
  expect(await at.shown(`/forums/${links.forum}`)).toMatchObject({ name: 'Feedback' })

  const found = await earshot('move-in', 'detect', source.url)
  expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining('LogChimp') })
  expect(found.stdout).not.toContain(DATABASE_PASSWORD)
})

test('a row that is larger than memory should hold ends the move', async () => {
  const name = `logchimp${randomBytes(4).toString('hex')}`
  const source = await startDatabase(at.connection, LOGCHIMP(name))
  await source.run(`update posts set "contentMarkdown" = repeat('x', 65 * 1024 * 1024)`)
  const { code, stderr } = await earshot('move-in', 'logchimp', '--from', source.url, '--yes')
  expect(code).toBe(1)
  expect(stderr).toContain('cannot be read: one of its rows has more than 64 MB.')
})

test('a database that is none of theirs, or cannot be reached, is refused without its password', async () => {
  const empty = await startDatabase(at.connection, 'create table posts (id integer)')
  const refused: [string, string, string][] = [
    ['astuto', empty.url, 'is no database of Astuto: it has no table boards'],
    ['logchimp', empty.url, 'is no database of LogChimp: it has no table boards'],
    ['astuto', `postgres://user:${DATABASE_PASSWORD}@127.0.0.1:1/x`, 'cannot be read'],
    ['astuto', `mysql://user:${DATABASE_PASSWORD}@127.0.0.1/x`, '--from should be an address'],
    ['astuto', `postgres://user:${DATABASE_PASSWORD}@127.0.0.1:port/x`, '--from is no address'],
  ]
  for (const [source, url, message] of refused) {
    const { code, stdout, stderr } = await earshot('move-in', source, '--from', url, '--yes')
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stdout + stderr).not.toContain(DATABASE_PASSWORD)
  }
})
