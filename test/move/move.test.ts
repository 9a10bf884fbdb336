// Whole accounts by the form of a move: round trip, second runs, undo, and forms with mistakes.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { diskStore } from '../../src/store/disk.ts'
import { commandOn } from '../support/command.ts'
import { dump } from '../support/dump.ts'
import { aUser, insert } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService } from '../support/service.ts'
import { uploaded } from '../support/uploads.ts'

const folder = await mkdtemp(join(tmpdir(), 'earshot-moves-'))
afterAll(() => rm(folder, { recursive: true }))

const startAt = async (name: string) => {
  const data = join(folder, name)
  const at = await startTestService(undefined, { store: diskStore(join(data, 'files')) })
  return { at, earshot: commandOn(at.connection, { EARSHOT_DATA: data }) }
}
const from = await startAt('from')
const to = await startAt('to')

type Lines = Record<string, object[]>
let forms = 0

/** Writes a form of the account, a new one by default. */
async function formOf(kinds: Lines, account = `account ${Math.random()}`): Promise<string> {
  const path = join(folder, `form-${forms++}`)
  await mkdir(path)
  const counts = Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, all.length]))
  const manifest = { form: 1, source: 'test', account, created_at: '2026-01-31T12:00:00Z', counts }
  await writeFile(join(path, 'move.json'), JSON.stringify(manifest))
  for (const [kind, all] of Object.entries(kinds))
    await writeFile(
      join(path, `${kind}.ndjson`),
      all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'),
    )
  return path
}

async function moveIn(path: string, ...args: string[]) {
  const { code, stdout, stderr } = await to.earshot('move-in', 'folder', path, '--json', ...args)
  expect(stdout, stderr).not.toBe('')
  return { code, report: JSON.parse(stdout) }
}

async function undone(move: number) {
  const { code, stdout, stderr } = await to.earshot('move-in', 'undo', String(move), '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

describe('a whole account', () => {
  const path = join(folder, 'acme')
  let before: Record<string, string[]>

  beforeAll(async () => {
    const demo = await from.earshot(
      'demo',
      '--suggestions',
      '60',
      '--users',
      '40',
      '--accounts',
      '8',
    )
    expect(demo.code, demo.stderr).toBe(0)
    const { at } = from
    const { rows } = await sql<{ id: number }>`
      select id from suggestions where is_visible and parent_suggestion_id is null order by id`.execute(
      at.db,
    )
    const [one, two, three] = rows.map(({ id }) => id)
    const file = await uploaded(at, 'What we mean', 'idea.txt')
    await at.put(`/suggestions/${one}`, { attachment_tokens: [file.token] })
    const comment = await at.made('/comments', { body: 'First', links: { suggestion: one } })
    await at.made('/comments', { body: 'Second', links: { suggestion: one, reply_to: comment.id } })
    const links = { from_suggestion: two, to_suggestion: one }
    expect((await at.post('/suggestions/merge', { links })).status).toBeLessThan(300)
    await at.made('/labels', { name: 'Parent of three' })
    await at.made('/announcements', {
      title: 'Shipped',
      body: '**Now**',
      body_mime_type: 'text/markdown',
      links: { suggestions: [three] },
    })
    const { id: partners } = await at.made('/forums', { name: 'Partners', is_public: false })
    await at.made('/announcements', { title: 'For partners', links: { forums: [partners] } })
    await sql`
      update users set announcement_notifications = false, hides_support = true
      where id = (select max(id) from users)`.execute(at.db)
    await sql`
      insert into suggestion_followers (suggestion_id, user_id)
      select ${three}::bigint, u.id from users u
      where not exists (select from supporters s where s.user_id = u.id and s.suggestion_id = ${three}::bigint)`.execute(
      at.db,
    )
    before = await dump(to.at.db)
    const out = await from.earshot('move-out', path, '--json')
    expect(out.code, out.stderr).toBe(0)
    expect(JSON.parse(out.stdout).counts).toMatchObject({ suggestions: 60, attachments: 1 })
  })

  test('is the same on the other side, with its ids, figures and files', async () => {
    const plan = await moveIn(path)
    expect(plan).toMatchObject({ code: 0, report: { problems: [], plan: { suggestions: 60 } } })
    expect(await dump(to.at.db)).toEqual(before)

    const page = join(folder, 'report.html')
    const { code, report } = await moveIn(path, '--yes', '--report', page)
    expect(report).toMatchObject({ verified: true, problems: [], differences: [] })
    expect(code).toBe(0)
    expect(await readFile(page, 'utf8')).toContain('Verified')
    expect(await findWrongFigures(to.at.db)).toEqual([])

    const figures = (db: Db) =>
      sql`
      select s.id, s.title, s.body, s.state, s.created_at, s.parent_suggestion_id, s.closed_at, f.name as forum,
        t.name as status, u.email_address, g.votes_count, g.supporters_count, g.comments_count, g.notes_count,
        g.requests_count, g.supporting_accounts_count, g.supporter_revenue, g.first_support_at, g.last_support_at,
        array(select l.full_name from suggestion_labels j join labels l on l.id = label_id
          where suggestion_id = s.id order by 1) as labels,
        array(select a.file_name || a.crc32 from attachments a where a.suggestion_id = s.id) as files,
        array(select row(c.id, c.body, c.reply_to_id) from comments c where c.suggestion_id = s.id order by id)::text as comments
      from suggestions s join suggestion_figures g using (id) join forums f on f.id = forum_id
      left join statuses t on t.id = status_id left join users u on u.id = s.created_by_id order by s.id`.execute(
        db,
      )
    expect((await figures(to.at.db)).rows).toEqual((await figures(from.at.db)).rows)
    const followers = (db: Db) =>
      sql`select * from suggestion_followers order by suggestion_id, user_id`.execute(db)
    expect((await followers(from.at.db)).rows).not.toEqual([])
    expect((await followers(to.at.db)).rows).toEqual((await followers(from.at.db)).rows)
    const revenue = (db: Db) =>
      sql`
      select a.external_id, a.name, a.mrr, a.custom_fields, f.users_count, f.supported_ideas_count
      from external_accounts a join external_account_figures f using (id) order by 1`.execute(db)
    expect((await revenue(to.at.db)).rows).toEqual((await revenue(from.at.db)).rows)
    const wishes = (db: Db) =>
      sql`
      select (select jsonb_agg(array[a.title, f.name]) from announcement_forums l join announcements a on a.id = l.announcement_id
          join forums f on f.id = l.forum_id) as limits,
        (select jsonb_agg(email_address order by id) from users where announcement_notifications = false and hides_support) as people`.execute(
        db,
      )
    const [expected] = (await wishes(from.at.db)).rows
    expect(expected).toEqual({
      limits: [['For partners', 'Partners']],
      people: [expect.any(String)],
    })
    expect((await wishes(to.at.db)).rows).toEqual([expected])
    const { rows: events } = await sql`select from outgoing_mails`.execute(to.at.db)
    expect(events).toEqual([])
  })

  test('changes nothing when it comes again, and new records get new ids', async () => {
    const loaded = await dump(to.at.db)
    const { report } = await moveIn(path, '--yes')
    expect(report.verified).toBe(true)
    for (const counts of Object.values(report.kinds))
      expect(counts).toMatchObject({ created: 0, changed: 0 })
    expect(await dump(to.at.db)).toEqual(loaded)
    await to.at.made('/labels', { name: `After ${Math.random()}` })
  })

  test('is removed completely when it is undone', async () => {
    await sql`delete from labels where name like 'After %'`.execute(to.at.db)
    const { rows } = await sql<{ id: number }>`select max(id) as id from moves`.execute(to.at.db)
    const { kept } = await undone(rows[0]?.id as number)
    expect(kept).toBe(0)
    expect(await dump(to.at.db)).toEqual(before)
    expect(await findWrongFigures(to.at.db)).toEqual([])
  })
})

/** A small account; every call has its own names. */
function smallAccount() {
  const name = Math.random().toString(36).slice(2)
  return {
    name,
    kinds: {
      forums: [{ key: 'f', name: `Forum ${name}` }],
      users: [
        { key: 'ann', email_address: `ann@${name}.test`, name: 'Ann' },
        { key: 'ben', email_address: `ben@${name}.test` },
        { key: 'nobody', name: 'Without address' },
      ],
      suggestions: [
        {
          key: 's1',
          title: `First ${name}`,
          body: '<p>See <a href="https://example.com/a">this</a></p><ul><li>one</li><li><b>two</b></li></ul>',
          body_mime_type: 'text/html',
          forum: 'f',
          author: 'ann',
          created_at: '2024-05-01T10:00:00Z',
        },
        { key: 's2', title: `Second ${name}`, forum: 'f' },
      ],
      supporters: [
        { suggestion: 's1', user: 'ann', votes: 3, created_at: '2024-05-02T10:00:00Z' },
        { suggestion: 's1', user: 'nobody' },
      ],
    },
  }
}

const suggestionsOf = async (name: string) =>
  (await to.at.get(`/suggestions?q=${name}&sort=id`)).body.suggestions

describe('a form', () => {
  test('brings HTML as Markdown, people without an address, and the dates and weights of votes', async () => {
    const { name, kinds } = smallAccount()
    const { code, report } = await moveIn(await formOf(kinds), '--yes')
    expect(code).toBe(0)
    expect(report).toMatchObject({ verified: true, problems: [] })
    const [first] = await suggestionsOf(name)
    expect(first).toMatchObject({
      body: 'See [this](https://example.com/a)\n\n- one\n- **two**',
      body_mime_type: 'text/markdown',
      supporters_count: 2,
      votes_count: 4,
      created_at: '2024-05-01T10:00:00Z',
    })
    const { supporters, users } = (
      await to.at.get(`/supporters?suggestion=${first.id}&includes=users&sort=id`)
    ).body
    expect(supporters[0]).toMatchObject({ created_at: '2024-05-02T10:00:00Z' })
    expect(users.map((one: { email_address: string }) => one.email_address)).toContainEqual(
      expect.stringMatching(/^moved-[0-9a-f]{32}@no-address\.invalid$/),
    )
  })

  test('says in Markdown what HTML says', async () => {
    const said: [html: string, markdown: string][] = [
      ['<p><code>a ` b</code> <code>`x`</code></p>', '``a ` b`` `` `x` ``'],
      ['<pre>a\n\n\n```\nb  \n```\n</pre>', '````\na\n\n\n```\nb  \n```\n````'],
      [
        '<ul><li><p>one</p><ul><li>two</li></ul><p>after</p></li><li><pre>a\n\nb</pre></li></ul>',
        '- one\n  - two\n\n  after\n- ```\n  a\n\n  b\n  ```',
      ],
      ['<ol><li>a</li></ol><ol><li>b</li></ol>', '1. a\n\n1) b'],
      ['<table><tr><td><p>a</p><p>b</p></td><td>c<br>d</td></tr></table>', 'a b | c d'],
      ['<a href="https://x.test/"><div>a</div><div>b</div></a>', '[a b](https://x.test/)'],
      ['<p>a<b>«x»</b>b <b>Note:</b>this</p>', 'a«**x**»b **Note**:this'],
      ['<p><b>a</b><strong>b</strong><code>x</code><code>y</code></p>', '**ab**`xy`'],
      ['<p>Wow!<a href="https://x.test/">x</a></p>', 'Wow\\![x](https://x.test/)'],
      ['<p>2*<b>3</b>*4 [<i>x</i>](y)</p>', '2\\***3**\\*4 \\[*x*\\](y)'],
    ]
    const { name, kinds } = smallAccount()
    const suggestions = said.map(([body], i) => ({
      key: `s${i}`,
      title: `${i} ${name}`,
      forum: 'f',
      body,
      body_mime_type: 'text/html',
    }))
    const { report } = await moveIn(
      await formOf({ ...kinds, suggestions, supporters: [] }),
      '--yes',
    )
    expect(report).toMatchObject({ verified: true, problems: [] })
    const bodies = (await suggestionsOf(name)).map(({ body }: { body: string }) => body)
    expect(bodies).toEqual(said.map(([, markdown]) => markdown))
  })

  test('with mistakes: each has its file and line, and the rest comes', async () => {
    const { name, kinds } = smallAccount()
    const path = await formOf({
      ...kinds,
      users: [
        ...kinds.users,
        { key: 'ann', email_address: `again@${name}.test` },
        { key: 'twin', email_address: `ANN@${name}.test` },
        { key: 'wrong', email_address: 'no address' },
      ],
      suggestions: [
        ...kinds.suggestions,
        { key: 's3', title: 'No forum', forum: 'missing' },
        { key: 's4', title: 'Zero\u0000', forum: 'f' },
        { key: 's5', title: 'Unknown member', forum: 'f', colour: 'red' },
        {
          key: 's6',
          title: `Future ${name}`,
          forum: 'f',
          created_at: '2999-01-01T00:00:00Z',
          author: 'missing',
        },
        { key: 's7', title: 'Bad time', forum: 'f', created_at: '2024-02-31' },
        '{"key": "s8"' as unknown as object,
        { key: 's9', title: `Long ${name}`, forum: 'f', body: 'many words '.repeat(10_000) },
        { key: 's10', title: `High id ${name}`, forum: 'f', id: Number.MAX_SAFE_INTEGER },
      ],
      supporters: [
        ...kinds.supporters,
        { suggestion: 's1', user: 'twin' },
        { suggestion: 's3', user: 'ben' },
      ],
      merges: [
        { from: 's2', to: 's1' },
        { from: 's1', to: 's1' },
      ],
    })
    const plan = await moveIn(path)
    const { report } = await moveIn(path, '--yes')
    const lines = report.problems.map(
      ({ file, line, left_out }: Record<string, unknown>) => `${file}:${line} ${left_out}`,
    )
    expect(lines.sort()).toEqual(
      [
        'users.ndjson:4 true',
        'users.ndjson:5 false',
        'users.ndjson:6 true',
        'suggestions.ndjson:3 true',
        'suggestions.ndjson:4 true',
        'suggestions.ndjson:5 true',
        'suggestions.ndjson:6 false',
        'suggestions.ndjson:7 true',
        'suggestions.ndjson:8 true',
        'suggestions.ndjson:9 false',
        'suggestions.ndjson:10 false',
        'supporters.ndjson:4 true',
        'merges.ndjson:2 true',
      ].sort(),
    )
    expect(plan.report.problems_count).toBeGreaterThan(9)
    expect(report.verified).toBe(true)
    expect((await suggestionsOf(name)).length).toBe(5)
    const twice = await moveIn(path, '--yes')
    for (const counts of Object.values(twice.report.kinds))
      expect(counts).toMatchObject({ created: 0, changed: 0 })
  })

  test('keeps an announcement for the people of its forums', async () => {
    const { name, kinds } = smallAccount()
    const account = `announcements of ${name}`
    const published_at = '2024-05-01T10:00:00Z'
    const forums = [
      { key: 'open', name: `Open ${name}` },
      { key: 'p', name: `Partners ${name}`, is_private: true },
    ]
    const announced = (limit: string[]) => ({
      forums: [...kinds.forums, ...forums],
      announcements: [
        { key: 'all', title: `All ${name}`, published_at },
        { key: 'some', title: `Some ${name}`, published_at, forums: limit },
        { key: 'lost', title: `Lost ${name}`, published_at, forums: ['gone'] },
      ],
    })
    const strangersSee = async () => {
      const { body } = await to.at.call('GET', '/api/end_users/updates', { token: null })
      return body
        .map(({ title }: { title: string }) => title)
        .filter((one: string) => one?.endsWith(name))
    }
    const limits = async () =>
      (
        await sql<{ title: string; forum: string }>`
          select a.title, f.name as forum from announcements a join announcement_forums l on l.announcement_id = a.id
          join forums f on f.id = l.forum_id where a.title like ${`% ${name}`}`.execute(to.at.db)
      ).rows
    const { report } = await moveIn(await formOf(announced(['p', 'gone']), account), '--yes')
    expect(report).toMatchObject({
      verified: true,
      kinds: { announcements: { created: 2, left_out: 1 } },
    })
    expect(report.problems).toMatchObject([{ key: 'lost', left_out: true }])
    expect(await strangersSee()).toEqual([`All ${name}`])
    expect(await limits()).toEqual([{ title: `Some ${name}`, forum: `Partners ${name}` }])

    await moveIn(await formOf(announced(['open']), account), '--yes')
    expect((await strangersSee()).sort()).toEqual([`All ${name}`, `Some ${name}`])
    expect(await limits()).toEqual([{ title: `Some ${name}`, forum: `Open ${name}` }])

    // One that a mailing refers to stays, and so does its limit.
    await sql`
      insert into mailings (announcement_id) select id from announcements where title = ${`Some ${name}`}`.execute(
      to.at.db,
    )
    expect((await undone(report.move)).kept).toBeGreaterThan(0)
    expect(await limits()).toEqual([{ title: `Some ${name}`, forum: `Open ${name}` }])
    await sql`delete from announcements where title = ${`Some ${name}`}`.execute(to.at.db)
    await sql`delete from forums where name = ${`Open ${name}`}`.execute(to.at.db)
  })

  test('leaves out an announcement whose forums are left out', async () => {
    const { name, kinds } = smallAccount()
    const map = join(folder, `${name}.json`)
    await writeFile(map, JSON.stringify({ forums: { [`Partners ${name}`]: null } }))
    const path = await formOf({
      forums: [...kinds.forums, { key: 'p', name: `Partners ${name}`, is_private: true }],
      announcements: [
        { key: 'some', title: `Some ${name}`, published_at: '2024-05-01T10:00:00Z', forums: ['p'] },
      ],
    })
    const { report } = await moveIn(path, '--map', map, '--yes')
    expect(report).toMatchObject({
      verified: true,
      left_out_by_mapping: { announcements: 1 },
      kinds: { announcements: { created: 0 } },
    })
  })

  test('sends no mail to people who want none, there or here', async () => {
    const { name, kinds } = smallAccount()
    const account = `wishes of ${name}`
    const email_address = `ann@${name}.test`
    const ann = { key: 'ann', email_address, name: 'Ann' }
    const bob = { key: 'bob', email_address: `bob@${name}.test`, name: 'Bob' }
    const wishes = async (address: string) => {
      const { rows } = await sql`
        select status_notifications, comment_notifications, announcement_notifications, hides_support
        from users where email_address = ${address}`.execute(to.at.db)
      return Object.values(rows[0] as object)
    }
    const form = (members: object) =>
      formOf(
        {
          ...kinds,
          users: [
            { ...ann, announcement_notifications: false, hides_support: true, ...members },
            { ...bob, ...members },
            { key: 'nobody', name: 'Without address' },
          ],
        },
        account,
      )
    await moveIn(await form({}), '--yes')
    expect(await wishes(email_address)).toEqual([true, true, false, true])
    const { id } = (await to.at.get(`/users?email_address=${bob.email_address}`)).body.users[0]
    await to.at.put(`/users/${id}`, { status_notifications: false })
    const wanted = {
      status_notifications: true,
      comment_notifications: false,
      announcement_notifications: true,
      hides_support: false,
    }
    expect((await moveIn(await form(wanted), '--yes')).report.verified).toBe(true)
    expect(await wishes(email_address)).toEqual([true, false, false, true])
    expect(await wishes(bob.email_address)).toEqual([false, false, true, false])
  })

  /** What goes wrong without anybody knowing: these columns of new rows, until the function is called that is returned. */
  async function spoil(changes: Record<string, string>) {
    const { db } = to.at
    for (const [table, change] of Object.entries(changes)) {
      const name = `spoil_${table}`
      await sql`
        create function ${sql.ref(name)}() returns trigger language plpgsql as ${sql.lit(`begin ${change}; end`)}`.execute(
        db,
      )
      await sql`
        create trigger "00_spoil" before insert on ${sql.table(table)} for each row execute function ${sql.ref(name)}()`.execute(
        db,
      )
    }
    return async () => {
      for (const table of Object.keys(changes))
        await sql`drop function ${sql.ref(`spoil_${table}`)} cascade`.execute(db)
    }
  }

  const comparedAccount = () => {
    const { name, kinds } = smallAccount()
    const [first, second] = kinds.suggestions as [object, object]
    return {
      name,
      kinds: {
        ...kinds,
        users: kinds.users.map((one) =>
          one.key === 'ann' ? { ...one, status_notifications: false } : one,
        ),
        labels: [
          { key: 'l', name: `Label ${name}` },
          { key: 'm', name: `Other ${name}` },
        ],
        statuses: [{ key: 'planned', name: `Planned ${name}` }],
        custom_fields: [
          {
            key: 'size',
            object_type: 'suggestions',
            field: `cf_${name}`,
            name: `Size ${name}`,
            field_type: 'number',
          },
        ],
        external_accounts: [
          { key: 'acme', external_id: name, name: 'Acme', mrr: 120.5 },
          { key: 'beta', external_id: `${name}2`, name: 'Beta', mrr: 7 },
        ],
        suggestions: [
          { ...first, status: 'planned', labels: ['l', 'm'], custom_fields: { [`cf_${name}`]: 3 } },
          { ...second, status: 'planned', author: 'ben' },
        ],
        comments: [
          { key: 'c', suggestion: 's1', author: 'ann', body: 'Why' },
          { key: 'a', suggestion: 's1', author: 'ben', body: 'So', reply_to: 'c' },
        ],
        status_updates: [{ key: 'u', suggestion: 's1', status: 'planned', body: 'Soon' }],
      },
    }
  }

  test('that loses statuses, labels, links, authors, values and revenue is not verified: each loss is a difference', async () => {
    const { kinds } = comparedAccount()
    const path = await formOf(kinds)
    const repair = await spoil({
      suggestions: `
        new.status_id := null;
        new.custom_fields := '{}';
        if new.title like 'Second%' then
          new.created_by_id := null;
          new.forum_id := (select min(id) from forums);
        end if;
        return new`,
      suggestion_labels:
        'if new.label_id = (select max(id) from labels) then return null; end if; return new',
      comments:
        'new.reply_to_id := null; new.created_by_id := (select min(id) from users); return new',
      status_updates: 'new.new_status_id := null; return new',
      users: 'new.status_notifications := true; return new',
      // Right in total.
      external_accounts: 'new.mrr := 127.5 - new.mrr; return new',
    })
    const { code, report } = await moveIn(path, '--yes')
    await repair()
    expect([code, report.verified]).toEqual([1, false])
    const differences: Record<string, unknown>[] = [
      { kind: 'suggestions', key: 's1', field: 'status', found: 'none' },
      { kind: 'suggestions', key: 's2', field: 'status', found: 'none' },
      { kind: 'suggestions', key: 's1', field: 'labels', found: 'none' },
      { kind: 'suggestions', key: 's2', field: 'author', found: 'none' },
      {
        kind: 'suggestions',
        key: 's2',
        field: 'forum',
        found: expect.stringMatching(/^id \d+$/),
      },
      {
        kind: 'suggestions',
        key: 's1',
        field: expect.stringMatching(/^custom_fields\.cf_/),
        expected: '3',
        found: '',
      },
      { kind: 'comments', key: 'a', field: 'reply_to', found: 'none' },
      { kind: 'comments', key: 'c', field: 'author' },
      { kind: 'comments', key: 'a', field: 'author' },
      { kind: 'status_updates', key: 'u', field: 'status', found: 'none' },
      { kind: 'users', key: 'ann', field: 'status_notifications', expected: 'false' },
      { kind: 'external_accounts', key: 'acme', field: 'mrr', expected: '120.50', found: '7.00' },
      { kind: 'external_accounts', key: 'beta', field: 'mrr', expected: '7.00', found: '120.50' },
    ]
    expect(report.differences).toHaveLength(differences.length)
    expect(report.differences).toEqual(
      expect.arrayContaining(differences.map((one) => expect.objectContaining(one))),
    )
    await undone(report.move)
    const again = await moveIn(path, '--yes')
    expect(again.report).toMatchObject({ verified: true, differences: [] })
    await undone(again.report.move)
  })

  test('that brings votes with other weights and times is not verified', async () => {
    const { kinds } = comparedAccount()
    const path = await formOf(kinds)
    // In place of the function that adds the votes of a batch.
    await sql`alter function add_moved_votes(moved_vote[]) rename to add_moved_votes_rightly`.execute(
      to.at.db,
    )
    await sql`
      create function add_moved_votes(votes moved_vote[]) returns boolean language sql security definer as ${sql.lit(`
        select add_moved_votes_rightly(array_agg((v.id, v.suggestion_id, v.user_id, 1, v.is_subscribed, v.channel,
          '2020-01-01'::timestamptz)::moved_vote)) from unnest(votes) v`)}`.execute(to.at.db)
    const wrong = await moveIn(path, '--yes')
    await sql`drop function add_moved_votes(moved_vote[])`.execute(to.at.db)
    await sql`alter function add_moved_votes_rightly(moved_vote[]) rename to add_moved_votes`.execute(
      to.at.db,
    )
    expect([wrong.code, wrong.report.verified]).toEqual([1, false])
    const key = 's1 ann'
    expect(wrong.report.differences).toMatchObject([
      { kind: 'supporters', key, field: 'votes', expected: '3', found: '1' },
      { kind: 'supporters', key, field: 'created_at' },
    ])
    await undone(wrong.report.move)
  })

  test('that came, and that people worked with since, is verified', async () => {
    const { name, kinds } = comparedAccount()
    const path = await formOf(kinds)
    const { report } = await moveIn(path, '--yes')
    const [first] = await suggestionsOf(name)
    const links = { suggestion: first.id, status: 1 }
    expect((await to.at.post('/status_updates', { links })).status).toBe(201)
    await to.at.put(`/suggestions/${first.id}`, { links: { labels: [] } })
    const { rows } = await sql<{ id: number }>`
      select id from external_accounts where external_id = ${name}`.execute(to.at.db)
    await to.at.put(`/external_accounts/${rows[0]?.id}`, { mrr: 1 })
    expect((await moveIn(path, '--yes')).report).toMatchObject({
      move: report.move,
      verified: true,
      differences: [],
    })
  })

  test('lists links that lead nowhere here, with pictures and files that did not come', async () => {
    const { name, kinds } = smallAccount()
    const source = `https://${name}.source.test`
    const id = 10 ** 9 + Math.floor(Math.random() * 10 ** 12)
    const [first, second] = kinds.suggestions as [object, object]
    const linked = `See [it](${source}/suggestions/${id}-first), [help](${source}/knowledgebase/articles/7-help).
      Gone: <${source}/forums/999999999999/suggestions/${id}>, not ${source}.example.test/x or https://other.test/y.
      [A file](/files/0123456789abcdef0123) and [a page](/suggestions/${id}).`
    const path = await formOf(
      {
        ...kinds,
        suggestions: [
          { ...first, id },
          { ...second, body: linked, body_mime_type: 'text/markdown' },
        ],
        comments: [
          { key: 'c', suggestion: 's1', author: 'ann', body: `${source}/a/picture.png` },
          {
            key: 'p',
            suggestion: 's1',
            author: 'ann',
            body: `![x](https://pictures.test/x.png) ![y](${source}/y.png)`,
            body_mime_type: 'text/markdown',
          },
        ],
        attachments: [{ key: 'gone', file: 'files/gone', file_name: 'gone.txt', suggestion: 's1' }],
      },
      source,
    )
    const page = join(folder, `${name}.html`)
    const { code, report } = await moveIn(path, '--yes', '--report', page)
    expect([code, report.verified]).toEqual([0, true])
    const dead = [
      ['suggestions', 's2', '/files/0123456789abcdef0123'],
      ['suggestions', 's2', `${source}/knowledgebase/articles/7-help`],
      ['suggestions', 's2', `${source}/forums/999999999999/suggestions/${id}`],
      ['comments', 'c', `${source}/a/picture.png`],
      ['comments', 'p', 'https://pictures.test/x.png'],
      ['comments', 'p', `${source}/y.png`],
      ['attachments', 'gone', 'files/gone'],
    ]
    expect(report.dead_links).toEqual({
      count: dead.length,
      listed: dead.map(([kind, key, address]) => ({ kind, key, address })),
    })
    expect(await readFile(page, 'utf8')).toContain('Links that lead nowhere here')
    await undone(report.move)
  })

  test('is tried with its files and merges, and nothing of them is left', async () => {
    const name = `Tried ${Math.random()}`
    const path = await formOf({
      forums: [{ key: 'f', name }],
      users: [{ key: 'u' }, { key: 'w' }],
      suggestions: ['one', 'two', 'three'].map((key) => ({
        key,
        title: `${name} ${key}`,
        forum: 'f',
      })),
      merges: [{ from: 'two', to: 'one' }],
      comments: [{ key: 'c', suggestion: 'two', author: 'u', body: 'Said of two' }],
      notes: [{ key: 'n', suggestion: 'one', body: 'Noted' }],
      attachments: [
        { key: 'a', file: 'files/a', file_name: 'plan.txt', suggestion: 'one' },
        { key: 'b', file: 'files/b', file_name: 'drawing.png', comment: 'c' },
        { key: 'm', file: 'files/a', file_name: 'minutes.txt', note: 'n' },
        { key: 'x', file: 'files/gone', file_name: 'gone.txt', suggestion: 'three' },
      ],
      supporters: ['one', 'two'].map((suggestion) => ({
        suggestion,
        user: suggestion === 'one' ? 'u' : 'w',
      })),
    })
    await mkdir(join(path, 'files'))
    await writeFile(join(path, 'files', 'a'), 'A plan')
    await writeFile(join(path, 'files', 'b'), 'A drawing')
    // What a trial left whose process was killed.
    await mkdir(join(path, 'trial'))
    await writeFile(join(path, 'trial', 'users.ndjson'), 'left')
    const stored = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from attachments`.execute(
        to.at.db,
      )
      const files = await readdir(join(folder, 'to', 'files'), { recursive: true })
      return [rows[0]?.n, files.sort(), (await readdir(path)).sort()]
    }
    const [rows, files] = await stored()

    const page = join(folder, 'tried.html')
    const { code, report } = await moveIn(path, '--try', page)
    expect([code, report.verified]).toEqual([0, true])
    expect(report.counts).toMatchObject({
      suggestions: 3,
      merges: 1,
      attachments: 3,
      supporters: 2,
    })
    const one = report.suggestions.find(({ title }: Shown) => title === `${name} one`)
    expect(report.suggestions).toHaveLength(2)
    expect(one).toMatchObject({ merged: [`${name} two`], votes: 2, comments_count: 1 })
    expect(one.comments[0].body).toBe('Said of two')
    expect(one.files).toEqual([
      { name: 'plan.txt', size_in_bytes: 6 },
      { name: 'drawing.png', size_in_bytes: 9 },
      { name: 'minutes.txt', size_in_bytes: 6 },
    ])
    expect(report.problems).toMatchObject([
      { file: 'attachments.ndjson', message: 'the file files/gone is not there.' },
    ])
    const shown = await readFile(page, 'utf8')
    for (const text of ['drawing.png (9 bytes)', `${name} two`]) expect(shown).toContain(text)
    const [rowsLater, filesLater, names] = await stored()
    expect([rowsLater, filesLater]).toEqual([rows, files])
    expect(names).not.toContain('trial')

    // A run removes it too.
    await mkdir(join(path, 'trial'))
    const { report: brought } = await moveIn(path, '--yes')
    expect([brought.verified, (await readdir(path)).includes('trial')]).toEqual([true, false])
    await undone(brought.move)
  })

  test('with a file that is not there comes without it, and brings it later', async () => {
    const { name, kinds } = smallAccount()
    const path = await formOf({
      ...kinds,
      attachments: [
        { key: 'a1', file: 'files/here.txt', file_name: 'here.txt', suggestion: 's1' },
        { key: 'a2', file: 'files/gone.txt', file_name: 'gone.txt', suggestion: 's1' },
      ],
    })
    await mkdir(join(path, 'files'))
    await writeFile(join(path, 'files', 'here.txt'), 'Here')
    const { code, report } = await moveIn(path, '--yes')
    expect(report).toMatchObject({
      verified: true,
      kinds: { attachments: { created: 1, left_out: 1 } },
      problems: [{ file: 'attachments.ndjson', line: 2, left_out: true }],
    })
    expect(code).toBe(0)
    await writeFile(join(path, 'files', 'gone.txt'), 'Found again')
    const later = await moveIn(path, '--yes')
    expect(later.report).toMatchObject({
      verified: true,
      kinds: { attachments: { created: 1, unchanged: 1, left_out: 0 } },
      problems: [],
    })
    const [{ id }] = await suggestionsOf(name)
    const { attachments } = (await to.at.get(`/attachments?suggestion=${id}`)).body
    expect(attachments.length).toBe(2)
  })

  test('brings only what changed in a second run, and leaves what people here deleted', async () => {
    const { name, kinds } = smallAccount()
    const account = `account of ${name}`
    await moveIn(await formOf(kinds, account), '--yes')
    const [first, second] = await suggestionsOf(name)
    await sql`delete from suggestions where id = ${second.id}`.execute(to.at.db)
    const { report } = await moveIn(
      await formOf(
        {
          suggestions: [
            { ...(kinds.suggestions[0] as object), title: `Renamed ${name}` },
            { ...(kinds.suggestions[1] as object), title: `Deleted ${name}` },
          ],
          comments: [{ key: 'c1', suggestion: 's1', author: 'ben', body: 'New' }],
          supporters: [
            { suggestion: 's1', user: 'ann', votes: 5, created_at: '2024-05-02T10:00:00Z' },
            { suggestion: 's1', user: 'ben' },
            { suggestion: 's2', user: 'ben' },
          ],
        },
        account,
      ),
      '--yes',
    )
    expect(report).toMatchObject({
      verified: true,
      kinds: {
        suggestions: { created: 0, changed: 1, unchanged: 1 },
        comments: { created: 1 },
        supporters: { created: 1, changed: 1, left_out: 1 },
      },
    })
    expect(await suggestionsOf(name)).toMatchObject([
      { id: first.id, title: `Renamed ${name}`, votes_count: 7, comments_count: 1 },
    ])
    expect(await findWrongFigures(to.at.db)).toEqual([])
  })

  test('brings votes with scattered ids and keys of any characters, follows them, and takes them back', async () => {
    const { name, kinds } = smallAccount()
    const account = `votes of ${name}`
    const keys = ['tab\there', '\\N', '\\.', 'back\\slash\\', 'line\nbreak', '"ü, {1}"']
    const users = keys.map((key, i) => ({ key, email_address: `voter-${i}@${name}.test` }))
    const base = 10 ** 9 + Math.floor(Math.random() * 10 ** 12)
    const votes = (weight: number) =>
      keys.flatMap((user, i) =>
        ['s1', 's2'].map((suggestion, j) => ({
          suggestion,
          user,
          votes: weight,
          id: base + 2 * i + j,
        })),
      )
    const first = await moveIn(
      await formOf({ ...kinds, users: [...kinds.users, ...users], supporters: votes(1) }, account),
      '--yes',
    )
    expect(first.report).toMatchObject({
      verified: true,
      problems: [],
      kinds: { supporters: { created: 12 } },
    })
    const kept = () =>
      sql<{ id: number; votes: number }>`
        select id, votes_count as votes from supporters
        where id between ${base} and ${base + 11} order by id`.execute(to.at.db)
    expect((await kept()).rows).toEqual(votes(1).map(({ id }) => ({ id, votes: 1 })))

    // A vote that somebody gave here is not the one of the source.
    const { rows } = await sql<{ suggestion: number; user: number }>`
      delete from supporters where id = ${base} returning suggestion_id as suggestion, user_id as user`.execute(
      to.at.db,
    )
    await to.at.made('/supporters', { links: rows[0] })
    const second = await moveIn(await formOf({ supporters: votes(2) }, account), '--yes')
    expect(second.report).toMatchObject({
      verified: true,
      kinds: { supporters: { created: 0, changed: 11, unchanged: 1 } },
    })
    expect((await kept()).rows).toEqual(
      votes(2)
        .slice(1)
        .map(({ id }) => ({ id, votes: 2 })),
    )
    expect(await findWrongFigures(to.at.db)).toEqual([])

    await undone(first.report.move)
    expect(await suggestionsOf(name)).toMatchObject([{ id: rows[0]?.suggestion, votes_count: 11 }])
    expect(await findWrongFigures(to.at.db)).toEqual([])
  })

  test('brings votes in the plain way where the owner of the schema may not set triggers aside', async () => {
    const { db } = to.at
    const role = `owner_${Math.random().toString(36).slice(2)}`
    const run = (statement: string) => sql.raw(statement).execute(db)
    await run(`create role ${role}; grant select on all tables in schema public to ${role}`)
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db)
    await run(`alter function add_moved_votes owner to ${role}`)
    try {
      const people = Array.from({ length: 20 }, (_, i) => ({ key: `u${i}` }))
      const { code, report } = await moveIn(
        await formOf({
          forums: [{ key: 'f', name: role }],
          users: people,
          suggestions: ['a', 'b'].map((key) => ({ key, title: `${role} ${key}`, forum: 'f' })),
          supporters: people.flatMap(({ key: user }) =>
            ['a', 'b'].map((suggestion) => ({
              suggestion,
              user,
              created_at: '2020-02-03T04:05:06Z',
            })),
          ),
        }),
        '--yes',
      )
      expect([code, report.verified, report.kinds.supporters.created]).toEqual([0, true, 40])
      expect(await findWrongFigures(db)).toEqual([])
      await undone(report.move)
    } finally {
      await run(`alter function add_moved_votes owner to "${rows[0]?.name}"`)
      await run(`drop owned by ${role}; drop role ${role}`)
    }
  })

  test('with addresses and names that others have since: each stays as it was, in words', async () => {
    const { name, kinds } = smallAccount()
    const account = `account of ${name}`
    const address = (person: string) => `${person}@${name}.test`
    const people = (addresses: Record<string, string>) =>
      Object.entries(addresses).map(([key, person]) => ({ key, email_address: address(person) }))
    const accounts = [
      { key: 'a1', external_id: `a1 ${name}`, mrr: 10 },
      { key: 'a2', external_id: `a2 ${name}`, mrr: 20 },
    ]
    const first = {
      ...kinds,
      labels: [{ key: 'l', name: `Ours ${name}` }],
      users: people({ ann: 'ann', ben: 'ben', cem: 'cem', nobody: 'nobody' }),
      external_accounts: accounts,
    }
    await moveIn(await formOf(first, account), '--yes')
    await to.at.made('/labels', { name: `Theirs ${name}` })
    const { code, report } = await moveIn(
      await formOf(
        {
          labels: [{ key: 'l', name: `THEIRS ${name}` }],
          // Ann wants the address of Ben, Ben and Cem the same new one, and Dan has what was that of Ben.
          users: people({ ann: 'ben', ben: 'ben2', cem: 'ben2', nobody: 'ann', dan: 'ben' }),
          external_accounts: [
            { ...accounts[0], external_id: `a2 ${name}`, mrr: 30 },
            accounts[1] as object,
          ],
        },
        account,
      ),
      '--yes',
    )
    const lines = report.problems.map(
      ({ file, line, left_out, message }: Record<string, unknown>) =>
        `${file}:${line} ${left_out} ${/has the same (\w+)/.exec(String(message))?.[1]}`,
    )
    expect(lines.sort()).toEqual([
      'external_accounts.ndjson:1 false external_id',
      'labels.ndjson:1 false name',
      'users.ndjson:1 false email_address',
      'users.ndjson:3 false email_address',
      'users.ndjson:4 false email_address',
    ])
    expect(report).toMatchObject({
      verified: true,
      kinds: { users: { created: 1, changed: 1, unchanged: 3 } },
    })
    expect(code).toBe(0)
    const { rows } = await sql<{ source_key: string; email_address: string }>`
      select source_key, email_address from move_records join users on users.id = record_id
      where move_id = ${report.move} and kind = 'users' order by 1`.execute(to.at.db)
    expect(rows).toEqual([
      { source_key: 'ann', email_address: address('ann') },
      { source_key: 'ben', email_address: address('ben2') },
      { source_key: 'cem', email_address: address('cem') },
      { source_key: 'dan', email_address: address('ben') },
      { source_key: 'nobody', email_address: address('nobody') },
    ])
  })

  test('brings who follows without a vote, leaves what people decide since, and takes it back', async () => {
    const { name, kinds } = smallAccount()
    const account = `followers of ${name}`
    const users = [
      ...kinds.users,
      ...['cem', 'dan', 'eva', 'fay'].map((key) => ({
        key,
        email_address: `${key}@${name}.test`,
      })),
    ]
    const followers = [
      { suggestion: 's1', user: 'ann' },
      { suggestion: 's1', user: 'cem' },
      { suggestion: 's1', user: 'dan' },
      { suggestion: 's1', user: 'eva' },
      { suggestion: 's2', user: 'eva' },
      { suggestion: 's2', user: 'fay' },
      { suggestion: 's1', user: 'none' },
    ]
    const merges = [{ from: 's2', to: 's1' }]
    const form = await formOf({ ...kinds, users, merges, followers }, account)
    const { code, report } = await moveIn(form, '--yes')
    expect(report).toMatchObject({
      verified: true,
      // Ann has a vote. Eva follows the merged suggestion too, which is one here.
      kinds: { followers: { created: 4, matched: 2, left_out: 1 } },
      problems: [{ file: 'followers.ndjson', line: 7, left_out: true }],
    })
    expect(code).toBe(0)
    const [first] = await suggestionsOf(name)
    const following = async () => {
      const { rows } = await sql<{ name: string }>`
        select split_part(email_address, '@', 1) as name from suggestion_followers f join users u on u.id = f.user_id
        where suggestion_id = ${first.id} order by 1`.execute(to.at.db)
      return rows.map((row) => row.name)
    }
    expect(await following()).toEqual(['cem', 'dan', 'eva', 'fay'])
    const preview = await to.at.get(`/suggestions/${first.id}/notification_preview`)
    expect(preview.body.notification_preview.people_count).toBeGreaterThanOrEqual(4)

    const person = async (key: string) => {
      const { body } = await to.at.get(`/users?email_address=${key}@${name}.test`)
      return body.users[0].id as number
    }
    // Cem stops to follow, Dan votes, and Fay becomes one with somebody else.
    await sql`delete from suggestion_followers where user_id = ${await person('cem')}`.execute(
      to.at.db,
    )
    await to.at.made('/supporters', {
      links: { suggestion: first.id, user: await person('dan') },
    })
    const links = {
      from_user: await person('fay'),
      to_user: await aUser(to.at.db, `z@${name}.test`),
    }
    expect((await to.at.post('/users/merge', { links })).status).toBeLessThan(300)
    const again = await moveIn(form, '--yes')
    expect(again.report).toMatchObject({
      verified: true,
      kinds: { followers: { created: 0, matched: 0, unchanged: 6, left_out: 1 } },
    })
    expect(await following()).toEqual(['eva', 'z'])
    // Dan's vote keeps the suggestion with what the move gave it.
    await undone(report.move)
    expect(await following()).toEqual(['eva', 'z'])
  })

  test('takes followers to the suggestion that theirs is merged into later, and back', async () => {
    const { name, kinds } = smallAccount()
    const account = `merged followers of ${name}`
    const followers = [{ suggestion: 's2', user: 'ben' }]
    await moveIn(await formOf({ ...kinds, followers }, account), '--yes')
    const merges = [{ from: 's2', to: 's1' }]
    const merged = await formOf({ ...kinds, followers, merges }, account)
    const { report } = await moveIn(merged, '--yes')
    expect(report).toMatchObject({
      verified: true,
      kinds: { merges: { created: 1 }, followers: { unchanged: 1 } },
    })
    const [first] = await suggestionsOf(name)
    const { rows } = await sql`
      select from suggestion_followers where suggestion_id = ${first.id}`.execute(to.at.db)
    expect(rows).toHaveLength(1)
    expect(await undone(report.move)).toMatchObject({ kept: 0 })
    expect(await suggestionsOf(name)).toEqual([])
  })

  test('keeps a suggestion that somebody here follows', async () => {
    const { name, kinds } = smallAccount()
    const followers = ['ben', 'ann'].map((user) => ({ suggestion: 's2', user }))
    const { report } = await moveIn(await formOf({ ...kinds, followers }), '--yes')
    const [, second] = await suggestionsOf(name)
    const id = await aUser(to.at.db, `follows@${name}.test`)
    await sql`insert into suggestion_followers values (${second.id}, ${id})`.execute(to.at.db)
    await undone(report.move)
    expect(await suggestionsOf(name)).toMatchObject([{ id: second.id }])
    const { rows } =
      await sql`select from suggestion_followers where suggestion_id = ${second.id}`.execute(
        to.at.db,
      )
    expect(rows).toHaveLength(3)
  })

  test('keeps a suggestion on which somebody here wrote, with everything that came to it', async () => {
    const { name, kinds } = smallAccount()
    const comments = ['s1', 's2'].map((suggestion) => ({
      key: `c-${suggestion}`,
      body: 'That came',
      suggestion,
      author: 'ben',
    }))
    const { report } = await moveIn(await formOf({ ...kinds, comments }), '--yes')
    const [first, second] = await suggestionsOf(name)
    await to.at.made('/comments', { body: 'Written here', links: { suggestion: first.id } })
    await undone(report.move)
    expect(await suggestionsOf(name)).toMatchObject([{ id: first.id, supporters_count: 2 }])
    const { body } = await to.at.get(`/comments?suggestion=${first.id}&sort=id`)
    expect(body.comments.map((one: Shown) => one.body)).toEqual(['That came', 'Written here'])
    expect((await to.at.get(`/suggestions/${second.id}`)).status).toBe(404)
  })

  test('leaves what was there as it was, also when it is undone', async () => {
    const { name, kinds } = smallAccount()
    const ann = await insert(to.at.db, 'users', {
      email_address: `Ann@${name}.test`,
      name: 'Known',
    })
    const { report } = await moveIn(await formOf(kinds), '--yes')
    expect(report.kinds.users).toMatchObject({ created: 2, matched: 1 })
    const moves = JSON.parse((await to.earshot('move-in', 'list', '--json')).stdout)
    expect(moves).toContainEqual(
      // A forum, two people, two suggestions and two votes.
      expect.objectContaining({ id: report.move, source: 'test', state: 'completed', records: 7 }),
    )
    const [first, second] = await suggestionsOf(name)
    expect(first.links.created_by).toBe(ann)
    // Somebody votes here, so the suggestion stays with what the move gave it.
    const owner = await sql<{ id: number }>`select id from users where is_owner`.execute(to.at.db)
    await to.at.made('/supporters', { links: { suggestion: first.id, user: owner.rows[0]?.id } })
    const { removed, kept } = await undone(report.move)
    expect(removed).toBeGreaterThan(0)
    expect(kept).toBeGreaterThan(0)
    expect(await suggestionsOf(name)).toMatchObject([{ id: first.id, supporters_count: 3 }])
    expect((await to.at.get(`/suggestions/${second.id}`)).status).toBe(404)
    expect(await to.at.shown(`/users/${ann}`)).toMatchObject({ name: 'Known' })
    expect(await findWrongFigures(to.at.db)).toEqual([])
  })

  test('gives the first records of an account that nobody used the ids of the source', async () => {
    const { at, earshot } = await startAt('unused')
    const bring = async (path: string) => {
      const { code, stderr } = await earshot('move-in', 'folder', path, '--json', '--yes')
      expect(code, stderr).toBe(0)
    }
    const idOf = async (collection: string, name: string) =>
      (await at.get(`/${collection}`)).body[collection].find((one: Shown) => one.name === name).id
    const forum = await idOf('forums', 'General')
    // What refers to a record keeps its id.
    await at.made('/webhooks', {
      url: 'https://example.test/hook',
      events: ['suggestions.created'],
      links: { statuses: [await idOf('statuses', 'started')] },
    })
    const started = await idOf('statuses', 'started')
    const kinds = (ids: [forum: number, planned: number, started: number]) => ({
      forums: [{ key: 'f', id: ids[0], name: 'General' }],
      statuses: [
        { key: 'p', id: ids[1], name: 'planned' },
        { key: 's', id: ids[2], name: 'started' },
      ],
      suggestions: [{ key: `${ids[0]}`, title: 'Dark mode', forum: 'f', status: 'p' }],
    })
    await bring(await formOf(kinds([900, 770, 780])))
    expect(await idOf('forums', 'General')).toBe(900)
    expect(await idOf('statuses', 'planned')).toBe(770)
    expect(await idOf('statuses', 'started')).toBe(started)
    expect(await at.shown('/suggestions')).toMatchObject({ links: { forum: 900, status: 770 } })
    expect((await at.get(`//forums/900-general`, { token: null })).status).toBe(200)
    expect((await at.get(`/forums/${forum}`)).status).toBe(404)
    expect(await findWrongFigures(at.db)).toEqual([])

    await bring(await formOf(kinds([901, 771, 781])))
    expect(await idOf('forums', 'General')).toBe(900)
    expect(await idOf('statuses', 'planned')).toBe(770)
  })

  test('that is none is refused in words', async () => {
    const empty = join(folder, `empty-${forms++}`)
    await mkdir(empty)
    const without = await to.earshot('move-in', 'folder', empty)
    expect(without).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no file move.json'),
    })
    await writeFile(join(empty, 'move.json'), '{"form": 9}')
    const newer = await to.earshot('move-in', 'folder', empty)
    expect(newer.stderr).toContain('this version reads form 1')
    expect((await to.earshot('move-in', 'undo', '99999')).stderr).toContain(
      'There is no move 99999',
    )
    expect((await to.earshot('move-out', folder)).stderr).toContain('is not empty')
  })

  test('loses the key of a person who is erased, and follows people who are merged', async () => {
    const { name, kinds } = smallAccount()
    const { report } = await moveIn(await formOf(kinds), '--yes')
    const { rows } = await sql<{ source_key: string; record_id: number }>`
      select source_key, record_id from move_records where move_id = ${report.move} and kind = 'users'`.execute(
      to.at.db,
    )
    const idOf = (key: string) => rows.find((row) => row.source_key === key)?.record_id as number
    const stays = await aUser(to.at.db, `stays@${name}.test`)
    await to.at.post('/users/merge', { links: { from_user: idOf('ben'), to_user: stays } })
    await to.at.delete(`/users/${idOf('nobody')}`)
    const { rows: after } = await sql`
      select source_key, record_id, is_own from move_records
      where move_id = ${report.move} and kind = 'users' and source_key <> 'ann' order by 1`.execute(
      to.at.db,
    )
    expect(after).toEqual([{ source_key: 'ben', record_id: stays, is_own: false }])
  })
})
