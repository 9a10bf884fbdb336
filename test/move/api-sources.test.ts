// Moving in from the APIs of other products. Each is a server that answers as the product does, with a generated account.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { diskStore } from '../../src/store/disk.ts'
import { commandOn } from '../support/command.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService } from '../support/service.ts'
import { AHA_TOKEN, generateAha, startAha } from '../support/sources/aha.ts'
import { CANNY_KEY, generateCanny, startCanny } from '../support/sources/canny.ts'
import {
  FEATUREBASE_KEY,
  generateFeaturebase,
  startFeaturebase,
} from '../support/sources/featurebase.ts'
import { GITHUB_TOKEN, generateGithub, startGithub } from '../support/sources/github.ts'
import {
  generateProductboard,
  PRODUCTBOARD_TOKEN,
  startProductboard,
} from '../support/sources/productboard.ts'
import { type Body, dayOf, type Fault } from '../support/sources/server.ts'

const folder = await mkdtemp(join(tmpdir(), 'earshot-sources-'))
afterAll(() => rm(folder, { recursive: true }))

const data = join(folder, 'data')
const at = await startTestService(undefined, { store: diskStore(join(data, 'files')) })
const earshot = commandOn(at.connection, { EARSHOT_DATA: data })

/** Another name each time: a failed test is repeated in the same database. */
const fresh = (name: string) => `${name}${Math.random().toString(36).slice(2, 8)}`

async function moveIn(secret: string, ...args: string[]) {
  const { code, stdout, stderr } = await earshot('move-in', ...args, '--json')
  expect(stdout + stderr).not.toContain(secret)
  return { code, stderr, report: stdout === '' ? {} : JSON.parse(stdout) }
}

/** All pages of a list. */
async function all(list: string, query = ''): Promise<Body[]> {
  const records: Body[] = []
  for (let cursor: string | undefined; ; ) {
    const page = `/${list}?per_page=100&sort=id${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const { body } = await at.get(page)
    records.push(...body[list])
    cursor = body.pagination.cursor
    if (!cursor || body[list].length === 0) return records
  }
}

const byId = (records: Body[]) => new Map(records.map((record) => [record.id, record]))

/** Titles have the name of the account. */
async function suggestionsOf(name: string) {
  const forums = (await all('forums')).filter((forum) => forum.name.startsWith(name))
  const lists = await Promise.all(forums.map(({ id }) => all('suggestions', `&forum=${id}`)))
  return { forums, suggestions: lists.flat() }
}

const times = (text: string) => text.replace(/\.\d+Z$/, 'Z')

async function noSecretIn(path: string, secret: string) {
  for (const name of await readdir(path, { recursive: true })) {
    const text = await readFile(join(path, name), 'utf8').catch(() => '')
    expect(text).not.toContain(secret)
  }
}

const unchanged = (report: Body) => {
  expect(report.verified).toBe(true)
  for (const [kind, counts] of Object.entries(report.kinds))
    expect(counts, kind).toMatchObject({ created: 0, changed: 0 })
}

describe('Canny', () => {
  const start = async () => {
    const name = fresh('canny')
    const account = generateCanny(name)
    const canny = await startCanny(account)
    const post = account.posts[2] as Body
    post.imageURLs = [`${canny.address}/images/one.png`, `${canny.address}/images/gone.png`]
    const comment = account.comments[9] as Body
    comment.imageURLs = [`${canny.address}/images/one.png`, 'http://127.0.0.2:9/x.png']
    const move = (...args: string[]) =>
      moveIn(CANNY_KEY, 'canny', '--key', CANNY_KEY, '--from', canny.address, ...args)
    return { name, account, canny, move }
  }

  test('comes whole', async () => {
    const { name, account, canny, move } = await start()
    const look = await move()
    expect(look.report).toMatchObject({
      source: 'canny',
      account: `https://${name}.canny.test`,
      plan: { forums: 2 },
    })
    // Mistakes on the way change nothing.
    const faults: Record<string, Fault> = {
      '/api/v2/users/list': 'cut',
      '/api/v1/posts/list': (body) => body.slice(0, 500),
      '/api/v2/votes/list': { status: 429, headers: { 'retry-after': '0' }, body: {} },
      '/api/v2/comments/list': { status: 403, headers: { 'retry-after': '0' }, body: {} },
    }
    canny.fault = ({ path }) => {
      const fault = faults[path]
      delete faults[path]
      return fault
    }
    const { code, stderr, report } = await move('--yes', '--report', join(folder, 'canny.html'))
    expect(report, stderr).toMatchObject({ verified: true, differences: [] })
    expect(code).toBe(0)
    expect(faults).toEqual({})

    const { forums, suggestions } = await suggestionsOf(name)
    expect(forums.map((forum) => forum.is_private)).toEqual([false, true])
    const users = byId(await all('users'))
    const statuses = byId(await all('statuses'))
    const categories = byId(await all('categories'))
    const labels = byId(await all('labels'))
    const shown = (suggestion: Body) => ({
      title: suggestion.title,
      body: suggestion.body,
      created_at: suggestion.created_at,
      votes: suggestion.supporters_count,
      author: users.get(suggestion.links.created_by)?.name ?? null,
      status: statuses.get(suggestion.links.status)?.name.toLowerCase() ?? 'open',
      category: categories.get(suggestion.links.category)?.name ?? null,
      labels: (suggestion.links.labels ?? []).map((id: number) => labels.get(id)?.name).sort(),
    })
    const nameOf = (category: Body | null) =>
      category && (category.parentID ? `Category 2 / ${category.name}` : category.name)
    const expected = account.posts.map((post) => ({
      title: post.title,
      body: post.details,
      created_at: times(post.created),
      votes: account.votes.filter((vote) => vote.post.id === post.id).length,
      author: post.author?.name ?? null,
      status: post.status,
      category: nameOf(post.category),
      labels: [...new Set(post.tags.map((tag: Body) => tag.name))].sort(),
    }))
    const find = (title: string) => suggestions.find((one) => one.title === title) as Body
    for (const one of expected) expect(shown(find(one.title))).toEqual(one)

    const merged = find(`${name} merged 0`)
    expect(merged.links.parent_suggestion).toBe(find(`${name} idea 1`).id)
    const { body } = await at.get(`/custom_fields?per_page=100&sort=-id`)
    const size = body.custom_fields.find((field: Body) => field.name === `${name} Größe`)
    expect(find(`${name} idea 4`)).toMatchObject({ [size.key]: 'large' })
    expect(find(`${name} idea 5`)).toMatchObject({ cf_eta: 'June 2026' })

    // Post 0 has comments 0, 50 and 100; comment 100 answers comment 0.
    const first = await all('comments', `&suggestion=${find(`${name} idea 0`).id}`)
    expect(first.map(({ body }) => body).sort()).toEqual(
      [0, 100, 50].map((i) => `Comment ${i} & <more>`),
    )
    const answer = first.find(({ body }) => body.startsWith('Comment 100')) as Body
    const answered = first.find(({ body }) => body.startsWith('Comment 0')) as Body
    expect(answer.links.reply_to).toBe(answered.id)
    expect(answered.is_admin_comment).toBe(true)
    expect(answer.is_admin_comment).toBe(false)
    // Comments that only the team can read are notes.
    const third = `&suggestion=${find(`${name} idea 3`).id}`
    expect((await all('comments', third)).map(({ body }) => body)).toEqual([])
    expect((await all('notes', third)).map(({ body }) => body).sort()).toEqual(
      [103, 3, 53].map((i) => `Comment ${i} & <more>`),
    )

    // Post 1 was under review before, and is so again: the history has both.
    const updates = await all('status_updates', `&suggestion=${find(`${name} idea 1`).id}`)
    expect(
      updates.map(({ body, created_at, links }) => [
        body,
        created_at,
        statuses.get(links.old_status)?.name.toLowerCase() ?? null,
        statuses.get(links.new_status)?.name.toLowerCase(),
      ]),
    ).toEqual([
      [null, times(dayOf(40)), null, 'under review'],
      ['Now under review', times(dayOf(45)), 'under review', 'under review'],
    ])

    const accounts = (await all('external_accounts')).filter((one) =>
      one.external_id?.startsWith(name),
    )
    expect(accounts.map(({ mrr, cf_tier, cf_seats }) => [mrr, cf_tier, cf_seats])).toEqual(
      expect.arrayContaining(
        account.companies.map((company, i) => [company.monthlySpend, company.customFields.tier, i]),
      ),
    )
    expect(accounts.find((one) => one.name === 'Company 1')).toMatchObject({
      [`cf_${name}_mixed`]: '1',
    })
    const external = (await all('external_users')).filter((one) => one.name === 'User 5')
    expect(external.length).toBeGreaterThanOrEqual(2)

    const entries = (await all('announcements')).filter((one) => one.title.startsWith(name))
    expect(entries.map(({ title, state, body }) => [title, state, body])).toEqual([
      [`${name} entry 0`, 'published', '**News** 0'],
      [`${name} entry 1`, 'published', '**News** 1'],
      [`${name} entry 2`, 'draft', '**News** 2'],
    ])

    const files = await all('attachments', `&suggestion=${find(`${name} idea 2`).id}`)
    expect(files.map(({ file_name }) => file_name)).toEqual(['one.png'])
    const reasons = report.left_out_by_source.map((one: Body) => `${one.kind}: ${one.reason}`)
    for (const reason of [
      /attachments: the file is gone/,
      /attachments: .*OUTGOING_NETWORKS/,
      /users: the e-mail address is none/,
      /suggestions: its 1 links to jira do not come/,
      /announcements: it is planned for a time/,
    ])
      expect(reasons).toContainEqual(expect.stringMatching(reason))
    expect(await findWrongFigures(at.db)).toEqual([])
    await noSecretIn(join(data, 'moves'), CANNY_KEY)
    expect(await readFile(join(folder, 'canny.html'), 'utf8')).not.toContain(CANNY_KEY)
  })

  test('is read, mapped by a file, tried and brought', async () => {
    const { name, canny, move } = await start()
    const { id: started } = await at.made('/statuses', { name: `${name} Started` })
    const read = await move('--read')
    expect(read.code, read.stderr).toBe(0)
    expect(read.report.values).toContainEqual(
      expect.objectContaining({ kind: 'forums', value: `${name} board 0`, becomes: 'new' }),
    )
    expect((await suggestionsOf(name)).forums).toEqual([])

    const file = join(folder, `${name}.json`)
    const map = async (text: string, ...args: string[]) => {
      await writeFile(file, text)
      const { code, stderr } = await move('--map', file, ...(args.length > 0 ? args : ['--read']))
      return `${code} ${stderr}`
    }
    canny.asked.length = 0
    expect(await map('{', '--yes')).toMatch(/^[12] .*--map: .*\.json is not JSON\./s)
    expect(await map('{"boards": {}}', '--yes')).toMatch(
      /^[12] .*is wrong\. Allowed: \{"statuses".*with the kinds forums, /s,
    )
    expect(await map('{"statuses": {"planned": 7.5}}', '--yes')).toMatch(
      /^[12] .*statuses\.planned is wrong\. Allowed:/s,
    )
    const absent = await move('--map', join(folder, 'absent.json'), '--read')
    expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no file') })
    await writeFile(file, '{}')
    const alone = await move('--map', file)
    expect(alone.stderr).toContain('--map needs --read, --try or --yes.')
    const both = await move('--try', join(folder, 'x.html'), '--yes')
    expect(both.stderr).toContain('give --try or --yes, not both.')
    // All of that is known before the source is asked.
    expect(canny.asked).toEqual([])
    const unknown = JSON.stringify({ statuses: { planned: `${name} Begun` } })
    for (const step of [['--yes'], ['--try', join(folder, `${name}.html`)]])
      expect(await map(unknown, ...step)).toMatch(
        new RegExp(
          `^1 .*statuses.Planned: no status has the name "${name} Begun". Allowed: .*${name} Started`,
          's',
        ),
      )
    expect((await suggestionsOf(name)).forums).toEqual([])

    const mapping = {
      forums: { [`${name} board 0`]: { create: `${name} Ideas` }, [`${name} board 1`]: null },
      statuses: { Planned: `${name} Started` },
    }
    await writeFile(file, JSON.stringify(mapping))
    const page = join(folder, `${name}.html`)
    const tried = await move('--map', file, '--try', page)
    expect(tried.code, tried.stderr).toBe(0)
    expect(tried.report).toMatchObject({ verified: true, differences: [] })
    const named = tried.report.suggestions.map(({ forum }: Body) => forum.name)
    expect([...new Set(named)]).toEqual([`${name} Ideas`])
    expect(await readFile(page, 'utf8')).toContain(`${name} Ideas`)
    expect((await suggestionsOf(name)).forums).toEqual([])

    const { code, report } = await move('--map', file, '--yes')
    expect([code, report.verified, report.left_out_by_mapping.forums]).toEqual([0, true, 1])
    const { forums, suggestions } = await suggestionsOf(name)
    expect(forums.map((forum) => forum.name)).toEqual([`${name} Ideas`])
    expect(suggestions.filter(({ links }) => links.status === started).length).toBeGreaterThan(0)
    // It is kept: a later run without the file maps in the same way.
    unchanged((await move('--yes')).report)
    expect((await move('--try', page)).stderr).toMatch(/has brought records\. Undo it to try/)
    await noSecretIn(folder, CANNY_KEY)
  })

  test('comes again with what changed only', async () => {
    const { name, account, move } = await start()
    expect((await move('--yes')).report.verified).toBe(true)
    Object.assign(account.posts[3] as Body, { title: `${name} renamed` })
    account.votes.push({
      ...(account.votes[0] as Body),
      id: 'f'.repeat(24),
      voter: account.users[100] as Body,
    })
    const { report } = await move('--yes')
    expect(report).toMatchObject({
      verified: true,
      kinds: { suggestions: { created: 0, changed: 1 }, supporters: { created: 1 } },
    })
    const undone = await earshot('move-in', 'undo', String(report.move))
    expect(undone.code, undone.stderr).toBe(0)
    expect((await suggestionsOf(name)).forums).toEqual([])
  })

  test('continues at its page', async () => {
    const { canny, move } = await start()
    canny.fault = ({ path, body }) =>
      path === '/api/v2/votes/list' && body.cursor ? { status: 400, body: {} } : undefined
    const ended = await move('--yes')
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain('status 400 to a request for votes')
    canny.fault = () => undefined
    canny.asked.length = 0
    // guided-move.test.ts brings what was read in two parts.
    const { code, stderr } = await move('--read')
    expect(code, stderr).toBe(0)
    const lists = canny.asked.map(({ path }) => path)
    expect(lists).not.toContain('/api/v2/users/list')
    expect(canny.asked.find(({ path }) => path.includes('votes'))?.body.cursor).toBeTruthy()
  })

  const ENDS: [name: string, fault: Fault, message: RegExp][] = [
    ['a wrong key', { status: 400, body: { error: 'invalid API key' } }, /does not accept the key/],
    ['no API', { status: 404, body: '<html>' }, /has no API of Canny/],
    [
      'another address',
      { status: 301, headers: { location: 'https://other.test/x' }, body: '' },
      /redirects to https:\/\/other\.test/,
    ],
  ]
  test.each(ENDS)('ends in words with %s', async (_, fault, message) => {
    const { canny, move } = await start()
    canny.fault = () => fault
    const { code, stderr } = await move('--yes')
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
  })

  test('ends when a cursor comes again', async () => {
    const { canny, move } = await start()
    canny.fault = ({ path, body }) =>
      path === '/api/v2/votes/list' && body.cursor
        ? (reply) =>
            JSON.stringify({ ...JSON.parse(reply), hasNextPage: true, cursor: body.cursor })
        : undefined
    const { code, stderr } = await move('--yes')
    expect(code).toBe(1)
    expect(stderr).toContain('same cursor of votes again')
  })
})

describe('discussions of GitHub', () => {
  const start = async () => {
    const name = fresh('github')
    const discussions = generateGithub(name)
    const github = await startGithub('acme', name, discussions)
    const from = `${github.address}/acme/${name}`
    const move = (...args: string[]) =>
      moveIn(GITHUB_TOKEN, 'github', '--from', from, '--token', GITHUB_TOKEN, ...args)
    return { name, discussions, github, from, move }
  }

  test('come with categories, labels, answers and threads', async () => {
    const { name, discussions, github, from, move } = await start()
    expect((await move()).report).toMatchObject({
      source: 'github',
      account: from,
      plan: { suggestions: discussions.length },
    })
    const faults: Fault[] = [
      {
        status: 403,
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' },
        body: {},
      },
      { status: 502, body: '<html>' },
      { body: { data: null, errors: [{ type: 'RATE_LIMITED', message: 'slow down' }] } },
      { body: { data: null, errors: [{ message: 'Something went wrong.' }] } },
    ]
    github.fault = () => faults.pop()
    const { code, stderr, report } = await move('--yes')
    expect(report, stderr).toMatchObject({ verified: true, differences: [], problems: [] })
    expect(code).toBe(0)
    expect(report.checks).toContainEqual({
      name: 'suggestions of the source',
      expected: discussions.length,
      found: discussions.length,
      isEqual: true,
    })
    const { suggestions } = await suggestionsOf(`acme/${name}`)
    const users = byId(await all('users'))
    const statuses = byId(await all('statuses'))
    const categories = byId(await all('categories'))
    const labels = byId(await all('labels'))
    const shown = suggestions.map((suggestion) => ({
      title: suggestion.title,
      body: suggestion.body,
      created_at: suggestion.created_at,
      votes: suggestion.cf_github_votes,
      comments: suggestion.comments_count,
      author: users.get(suggestion.links.created_by)?.name ?? null,
      status: statuses.get(suggestion.links.status)?.name ?? null,
      category: categories.get(suggestion.links.category)?.name,
      labels: (suggestion.links.labels ?? []).map((id: number) => labels.get(id)?.name).sort(),
    }))
    const statusOf = ({ closed, stateReason, answer }: Body) =>
      closed
        ? { RESOLVED: 'Resolved', OUTDATED: 'Outdated' }[stateReason as string]
        : answer
          ? 'Answered'
          : null
    const byTitle = (one: Body, other: Body) => one.title.localeCompare(other.title)
    expect(shown.sort(byTitle)).toEqual(
      discussions
        .map((discussion) => ({
          title: discussion.title,
          body: discussion.body,
          created_at: times(discussion.createdAt),
          votes: discussion.upvoteCount,
          comments: discussion.comments.reduce(
            (sum: number, { replies }: Body) => sum + 1 + replies.length,
            0,
          ),
          author: discussion.author ? (discussion.author.name ?? discussion.author.login) : null,
          status: statusOf(discussion),
          category: discussion.category.name,
          labels: discussion.labels.map((label: Body) => label.name).sort(),
        }))
        .sort(byTitle),
    )
    // The first discussion has a thread of more than a page.
    const first = suggestions.find(({ title }) => title === `${name} discussion 0`) as Body
    const comments = await all('comments', `&suggestion=${first.id}`)
    const top = comments.filter(({ links }) => !links.reply_to)
    expect(top.map(({ body }) => body)).toEqual(
      discussions[0]?.comments.map(({ body }: Body) => body),
    )
    expect(comments.filter(({ links }) => links.reply_to === top[0]?.id)).toHaveLength(130)
    expect(users.get(top[1]?.links.created_by)?.name).toBe('ghost')
    const answered = suggestions.find(({ title }) => title === `${name} discussion 3`) as Body
    const updates = await all('status_updates', `&suggestion=${answered.id}`)
    expect(updates.map(({ body, links }) => [body, statuses.get(links.new_status)?.name])).toEqual([
      ['**The answer**', 'Answered'],
    ])
    const reasons = report.left_out_by_source.map(
      (one: Body) => `${one.kind} ${one.key}: ${one.reason}`,
    )
    expect(reasons).toContain('supporters of 2: GitHub does not say who gave the 1 votes.')
    expect(reasons).toContainEqual(expect.stringContaining('its poll does not come'))
    expect(reasons).toContainEqual(expect.stringContaining('votes for comments do not come'))
    expect(await findWrongFigures(at.db)).toEqual([])
    await noSecretIn(join(data, 'moves'), GITHUB_TOKEN)
    unchanged((await move('--yes')).report)
  })

  test('continue at the discussion where the read ended', async () => {
    const { discussions, github, move } = await start()
    github.fault = ({ body }) =>
      body.variables?.number === 50
        ? { body: { data: null, errors: [{ type: 'FORBIDDEN', message: 'no' }] } }
        : undefined
    const ended = await move('--yes')
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain('cannot be read with the token (FORBIDDEN)')
    github.fault = () => undefined
    github.asked.length = 0
    const { code, stderr } = await move('--read')
    expect(code, stderr).toBe(0)
    const numbers = github.asked.map(({ body }) => body.variables.number).filter(Boolean)
    expect(Math.min(...numbers)).toBe(50)
    expect(discussions.length).toBeGreaterThan(50)
  })

  const ENDS: [name: string, token: string, repository: string, message: RegExp][] = [
    ['a wrong token', 'ghp_wrong', '', /does not accept the token/],
    ['no such repository', GITHUB_TOKEN, '-none', /There is no repository/],
  ]
  test.each(ENDS)('end in words with %s', async (_, token, suffix, message) => {
    const { from } = await start()
    const args = ['github', '--from', `${from}${suffix}`, '--token', token, '--yes']
    const { code, stderr } = await moveIn(token, ...args)
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
  })
})

describe('Productboard', () => {
  test('comes with notes as feedback', async () => {
    const name = fresh('board')
    const { entities, notes } = generateProductboard(name)
    const server = await startProductboard({ entities, notes })
    const move = (token: string, ...args: string[]) =>
      moveIn(token, 'productboard', '--token', token, '--from', server.address, ...args)
    const refused = await move('wrong-token')
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('not accept the token'),
    ])
    expect((await move(PRODUCTBOARD_TOKEN)).report).toMatchObject({
      source: 'productboard',
      account: `https://${name}.productboard.test`,
    })
    // It ends in the middle of the notes, and continues there.
    let fault: Fault | undefined = { status: 400, body: {} }
    server.fault = ({ path, query }) =>
      path === '/v2/notes' && query.has('pageCursor') ? fault : undefined
    const ended = await move(PRODUCTBOARD_TOKEN, '--yes')
    expect(ended.stderr).toContain('status 400 to a request for notes')
    fault = undefined
    const { code, stderr, report } = await move(PRODUCTBOARD_TOKEN, '--yes')
    expect(report, stderr).toMatchObject({ verified: true, differences: [] })
    expect(code).toBe(0)

    const of = (type: string) => entities.filter((one) => one.type === type)
    const { forums, suggestions } = await suggestionsOf(name)
    expect(forums.map((forum) => forum.name)).toEqual(
      of('product').map(({ fields }) => fields.name),
    )
    const statuses = byId(await all('statuses'))
    const categories = byId(await all('categories'))
    const labels = byId(await all('labels'))
    const find = (title: string) => suggestions.find((one) => one.title === title) as Body
    const components: Record<string, string> = {
      0: 'Component 0',
      1: 'Component 1',
      2: 'Component 2',
      3: 'Component 0 / Component 3',
    }
    const parents = (i: number) => components[i % 4]
    for (const [i, { fields, createdAt }] of of('feature').slice(0, 29).entries()) {
      const found = find(fields.name)
      expect({
        body: found.body,
        created_at: found.created_at,
        status: statuses.get(found.links.status)?.name.toLowerCase(),
        category: categories.get(found.links.category)?.name,
        labels: (found.links.labels ?? []).map((id: number) => labels.get(id)?.name),
      }).toEqual({
        body: `About **feature ${i}**`,
        created_at: times(createdAt),
        status: fields.archived ? 'archived' : fields.status.name.toLowerCase(),
        category: parents(i),
        labels: [fields.tags[0].name],
      })
    }
    expect(find(`${name} feature 4`).cf_effort).toBe('Large')
    expect(categories.get(find(`${name} subfeature 1`).links.category)?.name).toBe('Component 1')

    // A note is feedback for each feature that it is linked to, or for none.
    const users = byId(await all('users'))
    const records = (await all('feedback_records')).filter((one) =>
      one.source_title?.startsWith(name),
    )
    const expected = notes.flatMap(({ id, fields, relations }) => {
      const [customer, ...links] = relations
      const person = entities.find((one) => one.id === customer.target.id && one.type === 'user')
      return (links.length === 0 ? [undefined] : links).map((link: Body | undefined) => ({
        guid: id,
        title: fields.name,
        person: person?.fields.name ?? null,
        suggestion: entities.find((one) => one.id === link?.target.id)?.fields.name ?? null,
      }))
    })
    const titles = byId(suggestions)
    const compare = (one: Body, other: Body) =>
      `${one.guid} ${one.suggestion}`.localeCompare(`${other.guid} ${other.suggestion}`)
    expect(
      records
        .map((record) => ({
          guid: record.source_guid,
          title: record.source_title,
          person: users.get(record.links.user)?.name ?? null,
          suggestion: titles.get(record.links.suggestion)?.title ?? null,
        }))
        .sort(compare),
    ).toEqual(expected.sort(compare))
    const accounts = (await all('external_accounts')).filter((one) =>
      one.external_id?.startsWith(name),
    )
    expect(accounts.map(({ mrr, cf_seats }) => [mrr, cf_seats])).toEqual(
      of('company').map((_, i) => [i * 1000, i * 10]),
    )
    expect(report.left_out_by_source).toContainEqual(
      expect.objectContaining({ kind: 'users', reason: expect.stringContaining('users:pii:read') }),
    )
    expect(report.left_out_by_source).toContainEqual({
      kind: 'suggestions',
      reason: 'these members of features do not come: timeframe.',
    })
    expect(await findWrongFigures(at.db)).toEqual([])
    await noSecretIn(join(data, 'moves'), PRODUCTBOARD_TOKEN)
    unchanged((await move(PRODUCTBOARD_TOKEN, '--yes')).report)
  })
})

describe('Aha!', () => {
  test('comes with votes of people and organizations', async () => {
    const name = fresh('aha')
    const account = generateAha(name)
    const server = await startAha(account)
    const picture = `${server.address}/attachments/one.png`
    const [first] = account.ideas as [Body]
    first.description.attachments = [
      { id: '1', file_name: 'plan.png', download_url: picture, created_at: dayOf(1) },
    ]
    const answered = account.ideas[1] as Body
    answered.admin_response = {
      body: '<p>Soon</p>',
      created_at: dayOf(30),
      attachments: [{ id: '2', file_name: 'answer.png', download_url: picture }],
    }
    const move = (...args: string[]) =>
      moveIn(AHA_TOKEN, 'aha', '--from', server.address, '--token', AHA_TOKEN, ...args)
    expect((await move()).report).toMatchObject({
      source: 'aha',
      account: server.address,
      plan: { forums: 3, suggestions: account.ideas.length, users: account.idea_users.length },
    })
    // A chain, and one with a vote. The last names an idea that the list does not have.
    const duplicates: [number, Body | string][] = [
      [10, { id: account.ideas[5]?.id, reference_num: 'W1-I-5' }],
      [15, { id: account.ideas[10]?.id, reference_num: 'W0-I-10' }],
      [21, account.ideas[5]?.id],
      [25, { id: '1', reference_num: 'GONE-1' }],
    ]
    for (const [i, duplicate_of] of duplicates)
      Object.assign(account.ideas[i] as Body, { duplicate_of })
    let isLimited = false
    server.fault = ({ path }) => {
      if (isLimited || !path.includes('/endorsements')) return undefined
      isLimited = true
      return {
        status: 429,
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
        body: {},
      }
    }
    const { code, stderr, report } = await move('--yes')
    expect(report, stderr).toMatchObject({ verified: true, differences: [] })
    expect(code).toBe(0)
    expect(isLimited).toBe(true)

    const { forums, suggestions } = await suggestionsOf(name)
    expect(forums.map((forum) => forum.name)).toEqual([
      `${name} workspace 0`,
      `${name} workspace 1`,
    ])
    const users = byId(await all('users'))
    const statuses = byId(await all('statuses'))
    const categories = byId(await all('categories'))
    const find = (idea: Body) => suggestions.find((one) => one.title === idea.name) as Body
    const original = find(account.ideas[5] as Body)
    for (const i of [10, 15, 21])
      expect(find(account.ideas[i] as Body).links.parent_suggestion).toBe(original.id)
    expect(original.supporters_count).toBe(1)
    expect(find(account.ideas[25] as Body).links.parent_suggestion ?? null).toBe(null)
    expect(report.left_out_by_source).toContainEqual({
      kind: 'merges',
      key: account.ideas[25]?.id,
      reason: 'the idea that it was merged into is not in the list.',
    })
    for (const [i, idea] of account.ideas.entries()) {
      if ([5, 10, 15, 21].includes(i)) continue
      const found = find(idea)
      const votes = account.endorsements.filter((vote) => vote.idea_id === idea.id)
      const voters = votes.filter((vote) => vote.endorsed_by_idea_user)
      expect({
        body: found.body,
        state: found.state,
        created_at: found.created_at,
        author: users.get(found.links.created_by)?.email_address,
        status: statuses.get(found.links.status)?.name,
        category: categories.get(found.links.category)?.name,
        supporters: found.supporters_count,
        votes: found.votes_count,
        reference: found.cf_aha_reference,
      }).toEqual({
        body: `Idea *${i}*`,
        state: i === 6 ? 'new' : 'published',
        created_at: times(idea.created_at),
        author: idea.created_by_idea_user.email,
        status: idea.workflow_status.name,
        category: idea.categories[0].name,
        supporters: voters.length,
        votes: voters.reduce((sum, vote) => sum + vote.weight, 0),
        reference: idea.reference_num,
      })
    }
    const comments = await all('comments', `&suggestion=${find(first).id}`)
    expect(comments.map(({ body }) => body)).toEqual(['Comment **0**', 'Comment **2**'])
    expect(comments[1]?.links.reply_to).toBe(comments[0]?.id)
    expect(comments.map(({ is_admin_comment }) => is_admin_comment)).toEqual([false, true])
    const notes = await all('notes', `&suggestion=${find(first).id}`)
    expect(notes.map(({ body }) => body)).toEqual(['Comment **1**'])
    const feedback = (await all('feedback_records')).filter(
      (one) => one.source_title === `${name} organization 1`,
    )
    expect(feedback.map(({ body }) => body)).toEqual(['They *need* it'])
    const accounts = (await all('external_accounts')).filter((one) => one.name?.startsWith(name))
    expect(accounts.map(({ mrr }) => mrr)).toEqual([100, 200, 300])
    const files = await all('attachments', `&suggestion=${find(first).id}`)
    expect(files.map(({ file_name }) => file_name)).toEqual(['plan.png'])
    const ofAnswer = await all('attachments', `&suggestion=${find(answered).id}`)
    expect(ofAnswer.map(({ file_name }) => file_name)).toEqual(['answer.png'])
    expect(report.kinds.followers).toMatchObject({ created: 2, matched: 1 })
    const { rows: followers } = await sql`
      select u.email_address from suggestion_followers f join users u on u.id = f.user_id
      where f.suggestion_id = ${find(account.ideas[1] as Body).id} order by 1`.execute(at.db)
    expect(followers).toEqual([21, 22].map((i) => ({ email_address: `user${i}@${name}.test` })))
    expect(report.left_out_by_source).toContainEqual(
      expect.objectContaining({ kind: 'supporters', reason: 'it is of an organization only.' }),
    )
    expect(await findWrongFigures(at.db)).toEqual([])
    await noSecretIn(join(data, 'moves'), AHA_TOKEN)
    unchanged((await move('--yes')).report)
  })
})

describe('Featurebase', () => {
  test('comes with votes and private comments', async () => {
    const name = fresh('feature')
    const account = generateFeaturebase(name)
    const server = await startFeaturebase(account)
    const move = (...args: string[]) =>
      moveIn(
        FEATUREBASE_KEY,
        'featurebase',
        '--key',
        FEATUREBASE_KEY,
        '--from',
        server.address,
        ...args,
      )
    expect((await move()).report).toMatchObject({
      source: 'featurebase',
      account: `https://${name}.featurebase.test`,
      plan: { forums: 2 },
    })
    const { code, stderr, report } = await move('--yes')
    expect(report, stderr).toMatchObject({ verified: true, differences: [] })
    expect(code).toBe(0)

    const { forums, suggestions } = await suggestionsOf(name)
    expect(forums.map((forum) => forum.is_private)).toEqual([false, true])
    const users = byId(await all('users'))
    const statuses = byId(await all('statuses'))
    const labels = byId(await all('labels'))
    const find = (title: string) => suggestions.find((one) => one.title === title) as Body
    for (const [i, post] of account.posts.entries()) {
      const found = find(post.title)
      expect({
        body: found.body,
        state: found.state,
        created_at: found.created_at,
        author: users.get(found.links.created_by)?.name ?? null,
        status: statuses.get(found.links.status)?.name,
        is_open: statuses.get(found.links.status)?.is_open,
        labels: (found.links.labels ?? []).map((id: number) => labels.get(id)?.name),
        votes: found.supporters_count,
      }).toEqual({
        body: `Post **${i}**`,
        state: i === 8 || i === 9 ? 'new' : 'published',
        created_at: times(post.createdAt),
        author: post.author?.name ?? null,
        status: post.status.name,
        is_open: post.status.type !== 'completed',
        labels: post.tags.map((tag: Body) => tag.name),
        votes: post.upvotes,
      })
    }
    expect(find(`${name} post 4`)[`cf_${name}_limit`]).toBe(12)
    const first = `&suggestion=${find(`${name} post 0`).id}`
    const comments = await all('comments', first)
    expect(comments.map(({ body, is_admin_comment }) => [body, is_admin_comment])).toEqual([
      ['Comment *0*', false],
      ['Comment *2*', true],
    ])
    expect(comments[1]?.links.reply_to).toBe(comments[0]?.id)
    expect(comments[0]?.created_at).toBe(times(dayOf(30)))
    const notes = await all('notes', first)
    expect(notes.map(({ body }) => body)).toEqual(['Comment *1*', 'Comment *3*'])
    expect(notes[1]?.links.parent).toBe(notes[0]?.id)
    const accounts = (await all('external_accounts')).filter((one) =>
      one.external_id?.startsWith(name),
    )
    expect(accounts.map(({ mrr, plan, cf_company_size }) => [mrr, plan, cf_company_size])).toEqual(
      account.companies.map(({ monthlySpend, plan, companySize }) => [
        monthlySpend,
        plan,
        companySize,
      ]),
    )
    const entries = (await all('announcements')).filter((one) => one.title.startsWith(name))
    expect(entries.map(({ state, types }) => [state, types])).toEqual([
      ['published', ['new']],
      ['draft', ['new']],
      ['draft', ['new']],
    ])
    const others = await all('comments', `&suggestion=${find(`${name} post 1`).id}`)
    expect(others.map(({ state, links }) => [state, users.get(links.created_by)?.name])).toEqual([
      ['deleted', 'User 5'],
      ['spam', 'User 6'],
      ['approved', 'A guest'],
    ])
    const { rows: refused } = await sql`
      select email_address from users where announcement_notifications = false and email_address like ${`%@${name}.test`}`.execute(
      at.db,
    )
    expect(refused).toEqual([{ email_address: `user2@${name}.test` }])
    const reasons = report.left_out_by_source.map((one: Body) => one.reason)
    expect(reasons).toContain('comments on the changelog do not come.')
    expect(reasons).toContain('not everybody can see it. It comes as a draft.')
    expect(reasons).toContainEqual(expect.stringContaining('it answers what is not here'))
    expect(await findWrongFigures(at.db)).toEqual([])
    await noSecretIn(join(data, 'moves'), FEATUREBASE_KEY)
    unchanged((await move('--yes')).report)
  })
})
