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
import { ASTUTO_TABLES } from '../support/sources/astuto.ts'
import { DATABASE_PASSWORD, startDatabase } from '../support/sources/database.ts'
import { LOGCHIMP_TABLES } from '../support/sources/logchimp.ts'

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

const ASTUTO_ROWS = (name: string) => `
  insert into tenants values (1, '${name}', 'default', 'en', null, '2024-01-01', '2024-01-01', 0);
  insert into users (id, email, encrypted_password, created_at, updated_at, role, full_name, status, tenant_id, confirmed_at,
      notifications_enabled)
    values (1, 'owner@${name}.test', 'hash-of-a-password', '2024-01-01', '2024-01-01', 3, 'Owner', 0, 1, '2024-01-01', true),
      (2, 'ann@${name}.test', 'hash-of-a-password', '2024-01-02', '2024-01-02', 0, 'Ann', 0, 1, null, false),
      (3, 'bad@${name}.test', 'hash-of-a-password', '2024-01-03', '2024-01-03', 0, 'Bad', 1, 1, null, true);
  insert into boards values (1, 'Board ${name}', 'About **it**', '2024-01-01', '2024-01-01', 0, 1, 'board');
  insert into post_statuses values (1, 'Planned ${name}', '#0096ff', '2024-01-01', '2024-01-01', 0, true, 1),
    (2, 'Completed ${name}', '#6ac47c', '2024-01-01', '2024-01-01', 1, true, 1);
  insert into posts values (1, 'Dark mode ${name}', 'As *this*', 1, 2, 2, '2024-02-01 12:30:00.123456', '2024-02-01', 1, 'dark', 0),
    (2, 'Anonymous ${name}', null, 1, null, null, '2024-02-02', '2024-02-02', 1, 'anonymous', 1);
  insert into likes values (1, 1, 1, '2024-02-03', '2024-02-03', 1), (2, 2, 1, '2024-02-04', '2024-02-04', 1);
  insert into follows values (1, 2, 1, '2024-02-03', '2024-02-03', 1), (2, 3, 1, '2024-02-03', '2024-02-03', 1);
  insert into comments values (1, 'First', 2, 1, null, '2024-02-05', '2024-02-05', false, 1),
    (2, 'Answer', 1, 1, 1, '2024-02-06', '2024-02-06', false, 1),
    (3, 'It is done', 1, 1, null, '2024-02-07', '2024-02-07', true, 1);
  insert into post_status_changes values (1, 1, 1, 1, '2024-02-06', '2024-02-06', 1), (2, 1, 1, 2, '2024-02-07', '2024-02-07', 1);
  insert into active_storage_attachments values (1, 'attachments', 'Post', 1, 1, '2024-02-01');`

test('Astuto comes with its history, and a second time what is new', async () => {
  const name = `astuto${randomBytes(4).toString('hex')}`
  const source = await startDatabase(at.connection, ASTUTO_TABLES + ASTUTO_ROWS(name))
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

const LOGCHIMP_ROWS = (name: string) => `
  insert into users select ('00000000-0000-0000-0000-00000000000' || i)::uuid, 'Person ' || i, 'p' || i || '@${name}.test', 'hash',
    'p' || i, null, true, i = 1, i = 3, case when i = 2 then 'Calls often' end, '2024-01-01 00:00+02' from generate_series(1, 3) i;
  insert into boards values ('00000000-0000-0000-0000-00000000000b', 'Board ${name}', 'board', 'ff0000');
  insert into roadmaps values ('00000000-0000-0000-0000-00000000000c', 'Done ${name}', 'done', 1, '00ff00');
  insert into posts values
    ('00000000-0000-0000-0000-0000000000a1', 'Dark mode ${name}', 'dark', 'x', 'As *this*', '00000000-0000-0000-0000-000000000001',
      '2024-02-01 12:30+02', now(), '00000000-0000-0000-0000-00000000000b', '00000000-0000-0000-0000-00000000000c'),
    ('00000000-0000-0000-0000-0000000000a2', 'Without a board ${name}', 'without', 'y', null, '00000000-0000-0000-0000-000000000002',
      '2024-02-02', now(), null, null);`

test('LogChimp comes with posts that have no board', async () => {
  const name = `logchimp${randomBytes(4).toString('hex')}`
  const source = await startDatabase(at.connection, LOGCHIMP_TABLES + LOGCHIMP_ROWS(name))
  const { code, report } = await moveIn('logchimp', source.url)
  expect(report).toMatchObject({ verified: true, problems: [], source: 'logchimp' })
  expect(code).toBe(0)
  expect(JSON.stringify(report.left_out_by_source)).toContain('notes about people')
  const { links } = await ideaNamed(`Without a board ${name}`)
  expect(await at.shown(`/forums/${links.forum}`)).toMatchObject({ name: 'Feedback' })

  const found = await earshot('move-in', 'detect', source.url)
  expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining('LogChimp') })
  expect(found.stdout).not.toContain(DATABASE_PASSWORD)
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
