// Moving in from files of other services: each archive is built as the service writes it.
import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { diskStore } from '../../src/store/disk.ts'
import { commandOn } from '../support/command.ts'
import { csvOf } from '../support/csv.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService } from '../support/service.ts'
import { fider, type Row, tablesOf } from '../support/sources/fider-backup.ts'
import { QUACKBACK_KEY, startQuackback } from '../support/sources/quackback.ts'
import { iso, workspace } from '../support/sources/quackback-export.ts'
import { PICTURE } from '../support/sources/server.ts'
import { type ZipEntry, zipOf } from '../support/zip.ts'

const folder = await mkdtemp(join(tmpdir(), 'earshot-sources-'))
afterAll(() => rm(folder, { recursive: true }))

const at = await startTestService(undefined, { store: diskStore(join(folder, 'files')) })
const earshot = commandOn(at.connection, { EARSHOT_DATA: folder })

const CANNY_CSV = new URL('../support/fixtures/canny.csv', import.meta.url)

const fresh = () => randomBytes(4).toString('hex')

async function save(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, `${fresh()}-${name}`)
  await writeFile(path, content)
  return path
}

async function moveIn(source: string, from: string, ...args: string[]) {
  const line = ['move-in', source, '--from', from, '--json', ...args]
  const { code, stdout, stderr } = await earshot(...line)
  expect(stdout, stderr).not.toBe('')
  return { code, report: JSON.parse(stdout) }
}

/** The message of a command that ends without anything being loaded. */
async function refusal(source: string, from: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await earshot('move-in', source, '--from', from, ...args)
  expect(code, stdout).toBe(1)
  return stderr
}

const listOf = async (path: string, collection: string): Promise<Shown[]> => {
  const { status, body, text } = await at.get(path)
  expect(status, text).toBe(200)
  return body[collection]
}

const ideaNamed = async (title: string): Promise<Shown | undefined> =>
  (await listOf('/suggestions?per_page=100&sort=-id', 'suggestions')).find(
    (one) => one.title === title,
  )

const reasonsOf = (report: { left_out_by_source: { key?: string; reason: string }[] }) =>
  report.left_out_by_source.map(({ key, reason }) => [key, reason].filter(Boolean).join(': '))

describe('Fider', () => {
  test('comes with votes, answers, merges, labels and files, a second time what changed, and goes', async () => {
    const site = `site${fresh()}`
    const account = fider(site)
    const { base, tables } = account
    const backup = await save('backup.zip', zipOf(tablesOf(account)))
    const id = (post: number) => base + 200 + post

    const plan = await moveIn('fider', backup)
    expect(plan).toMatchObject({
      code: 0,
      report: {
        source: 'fider',
        account: site,
        problems: [],
        plan: { suggestions: 9, users: 12, supporters: 6, merges: 2, attachments: 2, comments: 3 },
      },
    })
    expect((await at.get(`/suggestions/${id(0)}`)).status).toBe(404)

    const page = join(folder, `${site}.html`)
    const { code, report } = await moveIn('fider', backup, '--yes', '--report', page)
    expect(report).toMatchObject({ verified: true, problems: [], differences: [] })
    expect(code).toBe(0)
    expect(await readFile(page, 'utf8')).toContain('Verified')
    expect(JSON.stringify(report)).not.toContain('secret-of-the-api')
    expect(await findWrongFigures(at.db)).toEqual([])
    const reasons = reasonsOf(report)
    for (const reason of [
      `${base}: roles are not part of a move. Invite the person to the team.`,
      `${base + 2}: the file is not in the backup.`,
      `${base + 4}: it has no author.`,
      'labels have no colors.',
    ])
      expect(reasons).toContain(reason)

    const idea = await at.shown(`/suggestions/${id(0)}?includes=statuses,labels,users`)
    expect(idea).toMatchObject({
      id: id(0),
      title: `Idea 0 of ${site}`,
      state: 'published',
      // 5 and 6, and those of both duplicates: 6 again, 8 and 9.
      supporters_count: 4,
      created_at: '2024-01-02T10:30:00Z',
    })
    expect(idea.body).toMatch(/\*plan\.txt\* !\[screen\.png\]\(\/files\/[0-9a-z]+\)$/)
    const labels = await listOf(`/labels/${idea.links.labels.join(',')}`, 'labels')
    expect(labels.map(({ name }) => name)).toEqual([`Tag of ${site}`])
    const author = await at.shown(`/users/${idea.links.created_by}`)
    expect(author.email_address).toBe(`person5@${site}.test`)

    for (const [post, name] of [
      [1, 'planned'],
      [2, 'started'],
      [3, 'completed'],
      [4, 'declined'],
    ] as const) {
      const one = await at.shown(`/suggestions/${id(post)}`)
      const status = await at.shown(`/statuses/${one.links.status}`)
      // Those that are there are used as they are.
      expect([status.name.toLowerCase(), status.is_open]).toEqual([name, post < 3])
      const updates = await listOf(`/status_updates?suggestion=${id(post)}`, 'status_updates')
      expect(updates).toMatchObject([{ body: `About ${post}`, created_at: '2024-01-20T10:30:00Z' }])
    }
    for (const post of [5, 8]) {
      const one = await at.shown(`/suggestions/${id(post)}`)
      expect(one.links.parent_suggestion).toBe(id(0))
    }
    expect(report.kinds.followers).toMatchObject({ created: 1, left_out: 0 })
    const { rows: followers } = await sql`
      select f.suggestion_id, u.email_address from suggestion_followers f join users u on u.id = f.user_id
      where f.suggestion_id between ${base + 200} and ${base + 300}`.execute(at.db)
    expect(followers).toEqual([{ suggestion_id: id(1), email_address: `person7@${site}.test` }])
    expect(await at.shown(`/suggestions/${id(6)}`)).toMatchObject({ state: 'deleted' })
    expect(await at.shown(`/suggestions/${id(7)}`)).toMatchObject({
      title: String(base),
      state: 'new',
    })
    const comments = await listOf(`/comments?suggestion=${id(0)}&sort=id`, 'comments')
    expect(comments.map(({ body, is_admin_comment }) => [body, is_admin_comment])).toEqual(
      expect.arrayContaining([
        ['From the team', true],
        ['From a person', false],
      ]),
    )
    const files = await listOf(`/attachments?suggestion=${id(0)}&sort=id`, 'attachments')
    expect(files).toMatchObject([
      { file_name: 'plan.txt', size_in_bytes: 12 },
      { file_name: 'screen.png', size_in_bytes: PICTURE.length },
    ])
    const supporters = await listOf(`/supporters?suggestion=${id(0)}`, 'supporters')
    const people = await Promise.all(
      supporters.map(async ({ links, is_subscribed }) => {
        const { email_address } = await at.shown(`/users/${links.user}`)
        return [email_address, is_subscribed]
      }),
    )
    expect(people.toSorted()).toEqual([
      [`person5@${site}.test`, true],
      [`person6@${site}.test`, false],
      [`person8@${site}.test`, false],
      [`person9@${site}.test`, false],
    ])

    tables.posts?.push({ ...tables.posts[1], id: base + 150, number: id(50), title: 'Since then' })
    Object.assign(tables.posts?.[2] as Row, { title: 'Renamed since then' })
    const newer = await save('backup.zip', zipOf(tablesOf(account)))
    const second = await moveIn('fider', newer, '--yes')
    expect(second.report).toMatchObject({
      move: report.move,
      verified: true,
      kinds: {
        suggestions: { created: 1, changed: 1, unchanged: 8 },
        users: { created: 0, changed: 0 },
        comments: { created: 0, changed: 0 },
      },
    })
    expect(await at.shown(`/suggestions/${id(2)}`)).toMatchObject({ title: 'Renamed since then' })

    const undone = await earshot('move-in', 'undo', String(report.move), '--json')
    expect(undone.code, undone.stderr).toBe(0)
    expect((await at.get(`/suggestions/${id(0)}`)).status).toBe(404)
  })

  test('shortens texts, replaces bytes that are no text, and bounds times', async () => {
    const site = `odd${fresh()}`
    const account = fider(site)
    const { base, tables } = account
    const [first, second, third] = tables.posts as [Row, Row, Row]
    first.description = 'a long text '.repeat(900_000)
    second.created_at = '2999-01-01T00:00:00Z'
    third.created_at = 'yesterday'
    const entries = tablesOf(account).map((entry) =>
      entry.name === 'posts.json'
        ? {
            ...entry,
            content: Buffer.from(
              Buffer.from(String(entry.content))
                .toString('latin1')
                .replace(`Idea 3 of ${site}`, `Idea \xff of ${site}`),
              'latin1',
            ),
          }
        : entry,
    )
    const { report } = await moveIn('fider', await save('b.zip', zipOf(entries)), '--yes')
    expect(report).toMatchObject({ verified: true })
    const reasons = [
      ...reasonsOf(report),
      ...report.problems.map(({ message }: { message: string }) => message),
    ].join('\n')
    expect(reasons).toContain('is shortened to')
    expect(reasons).toContain('created_at "yesterday" is no time.')
    expect(reasons).toContain('row 4: it has bytes that are not UTF-8.')
    expect(reasons).toContain('is in the future')
    const { body } = await at.shown(`/suggestions/${base + 200}`)
    expect(body.length).toBeLessThanOrEqual(100_000)
    expect(await at.shown(`/suggestions/${base + 203}`)).toMatchObject({
      title: `Idea \uFFFD of ${site}`,
    })
  })
})

describe('archives that are wrong', () => {
  const account = fider(`wrong${fresh()}`)
  const entries = tablesOf(account)
  const changed = (name: string, change: Partial<ZipEntry>) =>
    zipOf(entries.map((entry) => (entry.name === name ? { ...entry, ...change } : entry)))

  test.each<[string, () => Buffer, string]>([
    ['is no archive', () => Buffer.from('no archive at all'), 'is no ZIP file'],
    ['is cut off', () => zipOf(entries).subarray(0, 2000), 'is no ZIP file'],
    [
      'has a name outside',
      () => zipOf([...entries, { name: '../../evil', content: 'x' }]),
      'invalid relative path',
    ],
    [
      'has an absolute name',
      () => zipOf([...entries, { name: '/etc/evil', content: 'x' }]),
      'absolute path',
    ],
    [
      'has an entry twice',
      () => zipOf([...entries, { name: 'posts.json', content: '[]' }]),
      'is there twice',
    ],
    [
      'has an entry that is too large',
      () => changed('posts.json', { content: Buffer.alloc(1000), size: 100 * 1024 ** 2 }),
      'times as large as it is packed',
    ],
    [
      'has more than it says',
      () => changed('posts.json', { content: Buffer.alloc(10_000_000, 0x20), size: 1000 }),
      'posts.json is damaged',
    ],
    [
      'has a table that is cut off',
      () => changed('posts.json', { content: '[{"id":1,"title":"x"}' }),
      'posts.json is cut off',
    ],
    ['has a table that is none', () => changed('posts.json', { content: '{}' }), 'no JSON array'],
    [
      'has a table that is not JSON',
      () => changed('posts.json', { content: '[{"id":}]' }),
      'posts.json is not JSON',
    ],
    [
      'is of another service',
      () => zipOf([{ name: 'notes.txt', content: 'hello' }]),
      'is no backup of Fider',
    ],
  ])('one that %s is refused', async (_, build, message) => {
    expect(await refusal('fider', await save('bad.zip', build()), '--yes')).toContain(message)
  })

  test('a file that is not there is refused', async () => {
    expect(await refusal('fider', join(folder, 'absent.zip'))).toContain('absent.zip')
  })
})

describe('Quackback', () => {
  test('comes with people, companies, votes, threads, notes and news, and a second time what is new', async () => {
    const name = `qb${fresh()}`
    const { code, report } = await moveIn(
      'quackback',
      await save('workspace.zip', workspace(name)),
      '--yes',
    )
    expect(report).toMatchObject({ account: name, verified: true, problems: [] })
    expect(code).toBe(0)
    expect(await findWrongFigures(at.db)).toEqual([])
    const reasons = reasonsOf(report)
    for (const reason of [
      `post_1_${name}: 1 of its votes are not in the export.`,
      'conversations.csv: a move has no place for it.',
      '1 people are in segments, which do not come.',
      'the export does not say which people belong to a company.',
    ])
      expect(reasons).toContain(reason)

    const idea = (await ideaNamed(`Dark "mode"; ${name}`)) as Shown
    expect(idea).toMatchObject({
      body: 'Line one\nline two',
      supporters_count: 3,
      created_at: '2025-03-03T00:00:00Z',
    })
    const status = await at.shown(`/statuses/${idea.links.status}`)
    expect(status).toMatchObject({ name: `Shipped ${name}`, is_open: false })
    const labels = await listOf(`/labels/${idea.links.labels.join(',')}`, 'labels')
    expect(labels.map((label) => label.name).toSorted()).toEqual([`Fast, ${name}`, `New ${name}`])
    const comments = await listOf(`/comments?suggestion=${idea.id}&sort=id`, 'comments')
    const first = comments.find(({ body }) => body === 'First')
    const answer = comments.find(({ body }) => body === 'Answer')
    expect(answer).toMatchObject({ is_admin_comment: true, links: { reply_to: first?.id } })
    expect(comments.find(({ body }) => body === 'From nobody')).toMatchObject({ state: 'new' })
    const notes = await listOf(`/notes?suggestion=${idea.id}`, 'notes')
    expect(notes.map(({ body }) => body)).toEqual(['Inside'])
    const accounts = await listOf(`/external_accounts?external_id=crm-${name}`, 'external_accounts')
    expect(accounts).toMatchObject([{ name: 'Acme', plan: 'gold', mrr: 1234.5 }])
    const news = await listOf('/announcements?per_page=100', 'announcements')
    expect(news.find(({ title }) => title === `News ${name}`)).toMatchObject({ body: '**Dark**' })

    const later = workspace(name, [
      [
        `post_3_${name}`,
        `Later ${name}`,
        '',
        '',
        '',
        'features',
        'Ann',
        `ann@${name}.test`,
        0,
        iso(9),
      ],
    ])
    const second = await moveIn('quackback', await save('later.zip', later), '--yes')
    expect(second.report).toMatchObject({
      move: report.move,
      verified: true,
      kinds: { suggestions: { created: 1, changed: 0, unchanged: 2 }, users: { created: 0 } },
    })
  })

  test('is completed by its API with merges and the history of statuses, and asks once', async () => {
    const name = `qa${fresh()}`
    const post = (i: number) => `post_${i}_${name}`
    const row = (i: number, votes: number) => [
      post(i),
      `Idea ${i} ${name}`,
      '',
      '',
      '',
      'features',
      'Bob',
      `bob@${name}.test`,
      votes,
      iso(4),
    ]
    const changed = (i: number, actorName: string | null, toName: string, toSlug?: string) => ({
      id: `activity_${i}_${name}`,
      postId: post(1),
      principalId: 'principal_x',
      actorName,
      type: 'status.changed',
      metadata: { fromName: `Open ${name}`, toName, ...(toSlug && { toSlug }) },
      createdAt: iso(10 + i),
    })
    const quackback = await startQuackback(
      [
        {
          id: post(1),
          canonicalPostId: null,
          // Older versions name no slug, and statuses are renamed.
          activities: [
            changed(4, null, 'Gone meanwhile'),
            changed(3, 'Eve', 'Called otherwise then', 'shipped'),
            changed(2, 'Nobody', `Open ${name}`),
            { ...changed(1, 'Eve', ''), type: 'tags.added', metadata: { tagNames: ['x'] } },
          ],
        },
        { id: post(2), canonicalPostId: null, activities: [] },
        { id: post(3), canonicalPostId: post(4), activities: [] },
        { id: post(4), canonicalPostId: post(1), activities: [] },
      ],
      1,
    )
    const backup = await save('workspace.zip', workspace(name, [row(3, 0), row(4, 0), row(5, 0)]))
    const api = ['--api', quackback.address, '--key']

    const refused = await refusal('quackback', backup, '--yes', ...api, 'qb_wrong')
    expect(refused).toContain('does not accept the token')
    const half = await earshot('move-in', 'quackback', '--from', backup, '--api', quackback.address)
    expect(half).toMatchObject({ code: 2, stderr: expect.stringContaining('--key') })

    // A read that ends early continues: what was answered is not asked again.
    quackback.fault = ({ path }) =>
      path.endsWith(`${post(2)}/activity`) ? { status: 403, body: { error: {} } } : undefined
    const early = await refusal('quackback', backup, '--yes', ...api, QUACKBACK_KEY)
    expect(early).toContain('may not read the activity of posts')
    expect(early).not.toContain(QUACKBACK_KEY)
    quackback.fault = () => undefined
    quackback.asked.length = 0

    const { code, report } = await moveIn('quackback', backup, '--yes', ...api, QUACKBACK_KEY)
    expect(report).toMatchObject({ verified: true, problems: [], differences: [] })
    expect(code).toBe(0)
    expect(await findWrongFigures(at.db)).toEqual([])
    expect(quackback.asked.map(({ path }) => path)).toEqual(
      [2, 3, 4, 5].map((i) => `/api/v1/posts/${post(i)}/activity`),
    )
    const reasons = reasonsOf(report)
    expect(reasons).toContain(
      `activity_4_${name}: its status "Gone meanwhile" is not in the export.`,
    )
    expect(reasons).toContain(`${post(5)}: it is gone meanwhile. It comes as it is in the export.`)
    // Those of a post that others were merged into are theirs too.
    expect(reasons.join()).not.toContain('of its votes')

    const idea = (await ideaNamed(`Dark "mode"; ${name}`)) as Shown
    for (const i of [3, 4]) {
      const merged = await ideaNamed(`Idea ${i} ${name}`)
      expect(merged?.links.parent_suggestion).toBe(idea.id)
    }
    expect((await ideaNamed(`Idea 5 ${name}`))?.links.parent_suggestion ?? null).toBe(null)
    const updates = await listOf(`/status_updates?suggestion=${idea.id}&sort=id`, 'status_updates')
    const eve = await listOf(`/users?email_address=eve@${name}.test`, 'users')
    const statuses = await listOf('/statuses?per_page=100&sort=-id', 'statuses')
    const nameOf = (id: number) => statuses.find((status) => status.id === id)?.name
    expect(
      updates.map(({ links, created_at }) => [
        nameOf(links.old_status),
        nameOf(links.new_status),
        links.user ?? null,
        created_at,
      ]),
    ).toEqual([
      [`Open ${name}`, `Open ${name}`, null, '2025-03-12T00:00:00Z'],
      [`Open ${name}`, `Shipped ${name}`, eve[0]?.id, '2025-03-13T00:00:00Z'],
    ])

    quackback.asked.length = 0
    const second = await moveIn('quackback', backup, '--yes', ...api, QUACKBACK_KEY)
    expect(second.report).toMatchObject({
      verified: true,
      kinds: {
        suggestions: { created: 0, changed: 0 },
        status_updates: { created: 0, changed: 0, unchanged: 2 },
      },
    })
    expect(quackback.asked).toEqual([])

    // Another export is another account of what there is.
    const newer = await save('newer.zip', workspace(name, [row(3, 0), row(4, 0), row(5, 0)]))
    const third = await moveIn('quackback', newer, '--yes', ...api, QUACKBACK_KEY)
    expect(third.report).toMatchObject({ verified: true })
    expect(quackback.asked.length).toBe(2 + 3 + 5)
  })
})

describe('files of UserVoice', () => {
  const FULL =
    'Idea ID,Idea Title,Idea Description,Idea Creator Email Address,Idea Creator Name,Forum Name,Category Name,Labels,Idea List Names,Public Status Name,Moderation State,Voters Count,Created Timestamp,Public Status Update Message,Public Status Updated Timestamp,Public Status Creator Email Address,User Email Address,User Name,Linked Idea Creation Date'.split(
      ',',
    )

  test('the full export with comments and notes keeps ids, authors, voters and answers', async () => {
    const name = `uv${fresh()}`
    const id = randomInt(1_000_000_000, 2_000_000_000)
    const idea = [
      id,
      `Dark mode ${name}`,
      '<p>Please, <a href="https://x.test/">this</a></p>',
      `ann@${name}.test`,
      'Ann',
      `Forum ${name}`,
      `Design ${name}`,
      `["Fast ${name}","New, ${name}"]`,
      'Next year',
      `Completed ${name}`,
      'approved',
      4,
      '2020-05-01 12:30:00',
      'Done!',
      '2021-05-01 12:30:00',
      `eve@${name}.test`,
    ]
    const other = [
      id + 1,
      `Light mode ${name}`,
      'A text',
      '',
      '',
      `Forum ${name}`,
      '',
      '',
      '',
      '',
      'pending',
      0,
      '2020-06-01 12:30:00 UTC',
      '',
      '',
      '',
    ]
    const path = join(folder, `uservoice-${name}`)
    await mkdir(path)
    // As European spreadsheets save it.
    await writeFile(
      join(path, 'ideas.csv'),
      csvOf(
        [
          FULL,
          [...idea, `ann@${name}.test`, 'Ann', '2020-05-01 12:30:00'],
          [...idea, `bob@${name}.test`, 'Bob', '2020-05-02 12:30:00'],
          [...idea, `BOB@${name}.test`, 'Bob', '2020-05-02 12:30:00'],
          [...idea, `col@${name}.test`, 'Col', '2020-05-03 12:30:00'],
          [...other, '', '', ''],
        ],
        ';',
      ),
    )
    await writeFile(
      join(path, 'comments.csv'),
      csvOf([
        ['suggestionId', 'text', 'userEmail', 'userName', 'createdAt'],
        [id, 'I agree', `bob@${name}.test`, 'Bob', '2020-05-03 12:30:00'],
        [id, 'From nobody', '', '', '2020-05-03 12:30:00'],
      ]),
    )
    await writeFile(
      join(path, 'internal-notes.csv'),
      csvOf([
        ['suggestionId', 'text', 'userEmail', 'userName', 'createdAt'],
        [id, 'Inside', `eve@${name}.test`, 'Eve', '2020-05-04 12:30:00'],
      ]),
    )
    const { code, report } = await moveIn('uservoice-export', path, '--account', name, '--yes')
    expect(report).toMatchObject({ account: name, verified: true, problems: [] })
    expect(code).toBe(0)
    expect(reasonsOf(report)).toEqual(
      expect.arrayContaining([
        'ideas.csv: these have no place here: Idea List Names',
        `${id}: 1 of its voters are not in the file.`,
        expect.stringContaining('it has no author.'),
      ]),
    )
    const shown = await at.shown(`/suggestions/${id}`)
    expect(shown).toMatchObject({
      title: `Dark mode ${name}`,
      body: 'Please, [this](https://x.test/)',
      supporters_count: 3,
      comments_count: 1,
      created_at: '2020-05-01T12:30:00Z',
    })
    expect(await at.shown(`/suggestions/${id + 1}`)).toMatchObject({ state: 'new' })
    const labels = await listOf(`/labels/${shown.links.labels.join(',')}`, 'labels')
    expect(labels.map((label) => label.name).toSorted()).toEqual([`Fast ${name}`, `New, ${name}`])
    expect(await at.shown(`/categories/${shown.links.category}`)).toMatchObject({
      name: `Design ${name}`,
    })
    const updates = await listOf(`/status_updates?suggestion=${id}`, 'status_updates')
    expect(updates).toMatchObject([{ body: 'Done!', created_at: '2021-05-01T12:30:00Z' }])
    const notes = await listOf(`/notes?suggestion=${id}`, 'notes')
    expect(notes.map(({ body }) => body)).toEqual(['Inside'])

    const second = await moveIn('uservoice-export', path, '--account', name, '--yes')
    for (const counts of Object.values(second.report.kinds))
      expect(counts).toMatchObject({ created: 0, changed: 0 })
  })

  test('the CSV of the console keeps ids and merges, in other encodings and with tabs too', async () => {
    const name = `console${fresh()}`
    const id = randomInt(1_000_000_000, 2_000_000_000)
    const columns =
      'id title body body_mime_type portal_url forum.name forum.id category.name category.id status.name status.id labels.name labels.id parent.id created_timestamp created_user_agent'
    const text = csvOf(
      [
        columns.split(' ').map((column) => `suggestion.${column}`),
        [
          id,
          `Größe ${name}`,
          'Füße',
          'text/plain',
          'https://x.test/',
          name,
          '',
          '',
          '',
          '',
          '',
          `A ${name},B ${name}`,
          `${id},${id + 1}`,
          '',
          '2020-01-01T00:00:00Z',
          'Mozilla',
        ],
        [
          id + 1,
          `Same ${name}`,
          '',
          '',
          '',
          name,
          '',
          '',
          '',
          '',
          '',
          '',
          '',
          id,
          '2020-01-02T00:00:00Z',
          '',
        ],
      ],
      '\t',
    )
    const file = await save('suggestions.csv', Buffer.from(text, 'latin1'))
    expect(await refusal('uservoice-export', file)).toContain('--encoding')
    const { report } = await moveIn(
      'uservoice-export',
      file,
      '--account',
      name,
      '--encoding',
      'windows-1252',
      '--yes',
    )
    expect(report).toMatchObject({
      verified: true,
      problems: [],
      kinds: { merges: { created: 1 } },
    })
    const shown = await at.shown(`/suggestions/${id}`)
    expect(shown).toMatchObject({ title: `Größe ${name}`, body: 'Füße' })
    expect(shown.links.labels).toHaveLength(2)
    const same = await at.shown(`/suggestions/${id + 1}`)
    expect(same.links.parent_suggestion).toBe(id)
  })

  test.each<[string, string, string]>([
    ['columns that are unknown', 'a,b\n1,2', 'has columns that no file of UserVoice has'],
    ['a quote that does not end', 'ideaId,ideaTitle\n1,"open', 'suggestions.csv:2'],
    ['no ideas', 'email,name,createdAt\na@b.test,A,', 'has no ideas'],
  ])('a file with %s is refused', async (_, content, message) => {
    const file = await save('suggestions.csv', content)
    expect(await refusal('uservoice-export', file, '--yes')).toContain(message)
  })
})

test('the CSV of Canny comes by an import', async () => {
  const file = await save('canny.csv', readFileSync(CANNY_CSV))
  const values = ['in progress=started', 'complete=completed', 'closed=declined', 'open=']
  const { code, stdout, stderr } = await earshot(
    'import',
    file,
    '--type',
    'suggestions',
    '--create-missing',
    ...values.flatMap((value) => ['--value', `Status:${value}`]),
    '--json',
  )
  expect([code, stderr]).toEqual([0, expect.any(String)])
  expect(JSON.parse(stdout)).toMatchObject({ rows: 7 })
  const { suggestions } = (await at.get('/suggestions?q=Dark mode&sort=-id')).body
  expect(suggestions[0]).toMatchObject({
    title: 'Dark mode',
    supporters_count: 3,
    comments_count: 2,
  })
})

describe('detect', () => {
  test.each<[string, string, () => string | Buffer]>([
    ['fider', 'a backup of Fider', () => zipOf(tablesOf(fider('any')))],
    [
      'quackback',
      'an export of a workspace of Quackback',
      () =>
        zipOf([
          { name: 'manifest.json', content: '{}' },
          { name: 'posts.csv', content: 'id,title' },
        ]),
    ],
    ['uservoice-export', 'full export', () => 'ideaId;ideaTitle\n1;x'],
  ])('finds %s', async (source, description, build) => {
    const { code, stdout } = await earshot(
      'move-in',
      'detect',
      await save('any', build()),
      '--json',
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      source,
      description: expect.stringContaining(description),
    })
  })

  test.each<[string, () => string | Buffer]>([
    ['a CSV file with the columns a, b', () => 'a,b\n1,2'],
    [
      'the CSV of Fider, which has neither addresses nor votes',
      () => 'number,title,description,responded_by,original_number',
    ],
    [
      'a CSV file of ideas, as Canny and others write it. `earshot import FILE --type suggestions`',
      () => readFileSync(CANNY_CSV),
    ],
    ['a ZIP file with notes.txt', () => zipOf([{ name: 'notes.txt', content: 'x' }])],
  ])('says of others that they are %s', async (description, build) => {
    const { code, stdout } = await earshot('move-in', 'detect', await save('any', build()))
    expect(code).toBe(1)
    expect(stdout).toContain(description)
  })
})
