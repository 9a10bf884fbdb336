// Moves that people start by the API: another Earshot or another product is the source, and background jobs do the work.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { startHttpProxy } from '../support/http-proxy.ts'
import { processesOn } from '../support/processes.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService } from '../support/service.ts'
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
import type { Body } from '../support/sources/server.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

const folder = await mkdtemp(join(tmpdir(), 'earshot-guided-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const PEOPLE = 250
const from = await startTestService()
const proxy = await startHttpProxy(await from.service.app.listen({ port: 0, host: '127.0.0.1' }))
const client = await from.aClient({ requestsPerMinute: 1_000_000 })
const logLines: string[] = []
const directory = join(folder, 'moves')
const to = await startTestService(logLines, {
  hasJobs: true,
  moves: { directory, minFreeBytes: 0 },
})

const access = { source: 'uservoice', address: proxy.url, key: client.key, secret: client.secret }

beforeAll(async () => {
  const { id: forum } = await from.made('/forums', { name: 'Guided ideas' })
  await from.made('/teams', { name: 'Without a place' })
  await sql`
    insert into users (name, email_address)
    select 'Person ' || i, 'guided' || i || '@many.test' from generate_series(1, ${PEOPLE}) i`.execute(
    from.db,
  )
  await sql`
    insert into suggestions (title, forum_id, created_by_id, state)
    select 'Wish ' || i, ${forum}, (select min(id) from users where email_address = 'guided' || i || '@many.test'), 'approved'
    from generate_series(1, 120) i`.execute(from.db)
  await sql`
    insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
    select s.id, u.id, u.id, u.id from suggestions s join users u on u.email_address like 'guided%' and (s.id + u.id) % 40 = 0`.execute(
    from.db,
  )
})
afterEach(() => {
  proxy.findFault = () => undefined
})

const read = (id: number, at = to) => at.shown(`/moves/${id}`)

/** Until the task is over. */
async function ended(id: number, at = to): Promise<Shown> {
  for (;;) {
    const move = await read(id, at)
    if (move.task_state !== 'running') return move
    if (String(move.reason).includes('unexpectedly')) throw new Error(logLines.slice(-5).join(''))
    await sleep(50)
  }
}

async function looked(at = to, asked: object = access): Promise<Shown> {
  const { status, body } = await at.post('/moves', asked)
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return ended(body.moves[0].id, at)
}

async function ran(id: number, body: object = {}): Promise<Shown> {
  const answer = await to.post(`/moves/${id}/run`, body)
  expect(answer.status, answer.text).toBe(200)
  return ended(id)
}

/** A repetition finds what the attempt before left. */
async function withoutMoves(): Promise<void> {
  for (const { id } of (await to.get('/moves')).body.moves) {
    await to.post(`/moves/${id}/stop`, {})
    const { state } = await read(id)
    if (state === 'loading' || state === 'completed' || state === 'undoing') {
      await to.post(`/moves/${id}/undo`, {})
      await ended(id)
    }
    await to.delete(`/moves/${id}`)
  }
}

const countOf = async (table: string, at = to) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}`.execute(at.db)
  return rows[0]?.count ?? 0
}

const actions = async () =>
  (await to.get('/audit_entries?per_page=100&subject_type=moves')).body.audit_entries.map(
    ({ action }: Shown) => action,
  )

const hasSecret = async (id: number) =>
  (await sql`select from move_secrets where move_id = ${id}`.execute(to.db)).rows.length > 0

describe('a move by the API', { timeout: 240_000 }, () => {
  test('looks, brings, compares, brings what changed, and is undone', async () => {
    await withoutMoves()
    const before = await countOf('users')
    const wishes = await countOf('suggestions', from)
    const look = await looked()
    expect(look).toMatchObject({
      state: 'new',
      task: 'look',
      task_state: 'done',
      account: proxy.url,
      look: { counts: { suggestions: wishes }, others: expect.any(Object) },
      has_credentials: true,
      has_report: false,
      verified: null,
    })
    expect(await countOf('suggestions')).toBe(0)

    const { id } = look
    const done = await ran(id)
    expect(done).toMatchObject({
      state: 'completed',
      task_state: 'done',
      reason: null,
      verified: true,
      has_credentials: false,
      has_report: true,
      has_folder: true,
    })
    expect(await hasSecret(id)).toBe(false)
    expect(await countOf('suggestions')).toBe(wishes)
    expect(await countOf('supporters')).toBe(await countOf('supporters', from))
    expect(await findWrongFigures(to.db)).toEqual([])
    const report = await to.get(`/moves/${id}/report`)
    expect(report.body).toMatchObject({
      verified: true,
      kinds: { suggestions: { created: wishes } },
      differences: [],
      left_out_by_source: [
        { kind: 'teams', reason: 'a move has no place for them. The source has 1.' },
        { kind: 'forums', reason: expect.stringContaining('who may vote') },
        { kind: 'users', reason: expect.stringContaining('does not come by the API') },
      ],
    })
    const page = await to.get(`/moves/${id}/report?format=html`)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-disposition']).toContain('attachment')
    expect(page.text).toContain('Verified')
    expect(logLines.join('')).not.toContain(client.secret)

    // The key and the secret are gone.
    const again = await to.post(`/moves/${id}/run`, {})
    expect(again.status).toBe(422)
    expect(again.body.message).toContain('key: send key and secret')
    const title = `Something new ${Date.now()}`
    const { forums } = (await from.get('/forums')).body
    await from.made('/suggestions', { title, links: { forum: forums[0].id } })
    const second = await ran(id, { key: client.key, secret: client.secret })
    expect(second).toMatchObject({ state: 'completed', verified: true })
    expect((await to.get(`/moves/${id}/report`)).body.kinds.suggestions.created).toBe(1)
    expect(await countOf('suggestions')).toBe(wishes + 1)

    expect((await to.delete(`/moves/${id}`)).status).toBe(409)
    const undoing = await to.post(`/moves/${id}/undo`, {})
    expect(undoing.body.moves[0]).toMatchObject({ task: 'undo', task_state: 'running' })
    const undone = await ended(id)
    expect(undone).toMatchObject({ state: 'undone', task_state: 'done', has_folder: false })
    expect(undone.undone.removed).toBeGreaterThan(120)
    expect(await countOf('suggestions')).toBe(0)
    expect(await countOf('users')).toBe(before)
    expect(await readdir(directory)).toEqual([])
    expect((await to.post(`/moves/${id}/run`, { token: 'x' })).status).toBe(409)
    expect((await to.delete(`/moves/${id}`)).status).toBe(200)
    expect((await to.get(`/moves/${id}`)).status).toBe(404)
    expect(await actions()).toEqual(
      expect.arrayContaining(['move_looked', 'data_imported', 'import_undone', 'move_deleted']),
    )
  })

  test('one at a time, and it is stopped and continued', async () => {
    await withoutMoves()
    const { id } = await looked()
    proxy.findFault = ({ url }) => (/\/supporters\?.*per_page=100/.test(url) ? 'hang' : undefined)
    await to.post(`/moves/${id}/run`, {})
    while ((await read(id)).progress.users?.done !== (await read(id)).look.counts.users)
      await sleep(50)
    const second = await to.post('/moves', { ...access, address: 'http://127.0.0.1:9' })
    expect(second.status).toBe(409)
    expect(second.body.message).toBe(
      `Move ${id} of ${proxy.url} is running. Wait until it ends, or stop it.`,
    )
    expect((await to.delete(`/moves/${id}`)).status).toBe(409)
    expect((await to.delete(`/moves/${id}/folder`)).status).toBe(409)

    const stopped = await to.post(`/moves/${id}/stop`, {})
    expect(stopped.body.moves[0]).toMatchObject({ task: 'run', task_state: 'stopped' })
    expect(stopped.body.moves[0].has_credentials).toBe(true)
    // Stopping again changes nothing.
    expect((await to.post(`/moves/${id}/stop`, {})).status).toBe(200)
    expect(await countOf('suggestions')).toBe(0)

    proxy.findFault = () => undefined
    const asked = proxy.passed.length
    const done = await ran(id)
    expect(done).toMatchObject({ state: 'completed', verified: true })
    // What was read is not asked for again.
    const later = proxy.passed.slice(asked).map(({ url }) => url)
    expect(later.filter((url) => /\/users\?.*per_page=100/.test(url))).toEqual([])

    const [name = ''] = await readdir(directory)
    expect(name).toMatch(new RegExp(`^${id}-\\d+$`))
    const emptied = await to.delete(`/moves/${id}/folder`)
    expect(emptied.body.moves[0].has_folder).toBe(false)
    while ((await readdir(directory)).length > 0) await sleep(50)
    await to.post(`/moves/${id}/undo`, {})
    expect((await ended(id)).state).toBe('undone')
    expect(await actions()).toContain('move_stopped')
  })

  test('a wrong key, a bad address and no room end it in words', async () => {
    await withoutMoves()
    const wrong = await to.post('/moves', { ...access, secret: 'wrong' })
    const failed = await ended(wrong.body.moves[0].id)
    expect(failed).toMatchObject({ task: 'look', task_state: 'failed', look: null })
    expect(failed.reason).toContain('does not accept the key and the secret')

    const invalid: [object, RegExp][] = [
      [{ address: 'ftp://acme.test' }, /^address: it should be an address such as/],
      [{ address: 'https://user:pass@acme.test' }, /^address: it should have no path/],
      [{ address: 'http://169.254.169.254' }, /^address: /],
      [{ token: 'x' }, /^key: send key and secret, or token/],
      [{ key: undefined, secret: undefined }, /^key: send key and secret, or token/],
      [{ source: 'elsewhere' }, /^source: /],
    ]
    for (const [change, message] of invalid) {
      const { status, body } = await to.post('/moves', { ...access, ...change })
      expect([status, body.message], JSON.stringify(change)).toEqual([
        422,
        expect.stringMatching(message),
      ])
    }

    const small = await startTestService(undefined, {
      hasJobs: true,
      moves: { directory: join(folder, 'small'), minFreeBytes: Number.MAX_SAFE_INTEGER },
    })
    const { id } = await looked(small)
    await small.post(`/moves/${id}/run`, {})
    const full = await ended(id, small)
    expect(full).toMatchObject({ task: 'run', task_state: 'failed', has_credentials: true })
    expect(full.reason).toContain('Make room, then continue.')
  })

  test('admins may, others may not', async () => {
    for (const role of ['viewer', 'contributor', 'admin', 'owner'] as const) {
      const { id } = await aPerson(to, role)
      const cookie = await aSession(to, id)
      const isAllowed = role === 'admin' || role === 'owner'
      const list = await to.get('/moves', bySession(cookie))
      expect([role, list.status]).toEqual([role, isAllowed ? 200 : 403])
      const body = { ...access, address: 'ftp://nowhere.test' }
      const asked = await to.call('POST', '/moves', bySession(cookie, { body }))
      expect([role, asked.status]).toEqual([role, isAllowed ? 422 : 403])
    }
  })
})

/** Another name each time: a failed test is repeated in the same database. */
const fresh = (name: string) => `${name}${Math.random().toString(36).slice(2, 8)}`

describe('a move from another product', { timeout: 240_000 }, () => {
  test('Canny: refused, looked at, stopped, continued, repeated and undone', async () => {
    await withoutMoves()
    const name = fresh('canny')
    const company = generateCanny(name)
    const canny = await startCanny(company)
    const address = `https://${name}.canny.test`
    const opened = { key: CANNY_KEY, api_address: canny.address }
    const asked = { source: 'canny', address, ...opened }
    const wrong = await looked(to, { ...asked, key: 'wrong' })
    expect(wrong).toMatchObject({ task: 'look', task_state: 'failed', account: address })
    expect(wrong.reason).toBe(`${canny.address} does not accept the key (status 400).`)
    const other = await looked(to, { ...asked, address: 'https://elsewhere.canny.test' })
    expect(other.reason).toContain(`opens ${address}, not https://elsewhere.canny.test.`)

    const look = await looked(to, asked)
    expect(look).toMatchObject({
      id: wrong.id,
      task_state: 'done',
      look: { counts: { forums: 2, users: null }, others: {} },
    })
    expect(JSON.stringify(look)).not.toContain(CANNY_KEY)
    const { id } = look
    const votes = '/api/v2/votes/list'
    canny.fault = ({ path }) =>
      path === votes ? { status: 429, headers: { 'retry-after': '300' }, body: {} } : undefined
    await to.post(`/moves/${id}/run`, {})
    while (!canny.asked.some(({ path }) => path === votes)) await sleep(20)
    while ((await read(id)).progress.users?.done !== company.users.length) await sleep(50)
    expect((await read(id)).progress.users.total).toBe(null)
    const stopped = await to.post(`/moves/${id}/stop`, {})
    expect(stopped.body.moves[0]).toMatchObject({ task_state: 'stopped', has_credentials: true })
    canny.fault = () => undefined
    canny.asked.length = 0
    expect(await ran(id)).toMatchObject({
      state: 'completed',
      verified: true,
      has_credentials: false,
    })
    const lists = canny.asked.map(({ path }) => path)
    expect(lists).toContain(votes)
    expect(lists).not.toContain('/api/v2/users/list')
    expect(await hasSecret(id)).toBe(false)
    const wishes = await countOf('suggestions')
    expect(wishes).toBeGreaterThan(100)
    expect(await findWrongFigures(to.db)).toEqual([])

    const again = await to.post(`/moves/${id}/run`, {})
    expect([again.status, again.body.message]).toEqual([
      422,
      expect.stringMatching(/^key: send key\./),
    ])
    Object.assign(company.posts[3] as Body, { title: `${name} renamed` })
    expect(await ran(id, opened)).toMatchObject({ state: 'completed', verified: true })
    expect((await to.get(`/moves/${id}/report`)).body).toMatchObject({
      source: 'canny',
      account: address,
      kinds: { suggestions: { created: 0, changed: 1 } },
    })
    await to.post(`/moves/${id}/undo`, {})
    expect(await ended(id)).toMatchObject({ state: 'undone', has_folder: false })
    expect(await countOf('suggestions')).toBe(0)
    expect(logLines.join('')).not.toContain(CANNY_KEY)
  })

  test('Canny: read, mapped, tried and brought as it was mapped', async () => {
    await withoutMoves()
    const name = fresh('map')
    const company = generateCanny(name)
    const canny = await startCanny(company)
    const opened = { key: CANNY_KEY, api_address: canny.address }
    const { id } = await looked(to, {
      source: 'canny',
      address: `https://${name}.canny.test`,
      ...opened,
    })
    const { id: started } = await to.made('/statuses', { name: `${name} Started` })
    await to.made('/labels', { name: `${name}-tag 1` })
    const values = async () => (await to.get(`/moves/${id}/values`)).body
    expect(await values()).toMatchObject({ is_read: false, can_change: true })

    await to.post(`/moves/${id}/read`, {})
    expect(await ended(id)).toMatchObject({ state: 'new', task: 'read', has_values: true })
    expect(await countOf('suggestions')).toBe(0)
    const before = await values()
    const decisionOf = (list: Body, kind: string, value: string) =>
      list.kinds
        .find((one: Body) => one.kind === kind)
        .values.find((one: Body) => one.value === value)
    // The name of a tag is only spelled differently here.
    expect(decisionOf(before, 'labels', `${name} tag 1`)).toMatchObject({
      to: `${name}-tag 1`,
      becomes: 'existing',
      source: 'guessed',
    })
    expect(decisionOf(before, 'statuses', 'Complete')).toMatchObject({
      becomes: 'new',
      count: 21,
    })
    expect(before.people_without_address).toMatchObject({ people: 3, becomes: 'kept' })

    const wrong = await to.put(`/moves/${id}`, {
      mapping: { statuses: { planned: `${name} Begun` } },
    })
    expect([wrong.status, wrong.body.message]).toEqual([
      422,
      expect.stringMatching(
        new RegExp(
          `^mapping.statuses.Planned: no status has the name "${name} Begun". Allowed: .*Started`,
        ),
      ),
    ])
    const mapping = {
      forums: { [`${name} board 0`]: { create: `${name} Ideas` }, [`${name} board 1`]: null },
      statuses: { Planned: started, closed: null, complete: { create: `${name} Shipped` } },
      labels: { [`${name} tag 2`]: null },
      people_without_address: 'leave_out',
    }
    const mapped = await to.put(`/moves/${id}`, { mapping })
    expect(mapped.status, mapped.text).toBe(200)
    expect(mapped.body.moves[0].mapping.forums).toEqual(mapping.forums)
    expect(decisionOf(await values(), 'statuses', 'Planned').to).toBe(`${name} Started`)

    const people = await countOf('users')
    const events = await countOf('events')
    await to.post(`/moves/${id}/try`, {})
    expect(await ended(id)).toMatchObject({ task_state: 'done', reason: null, has_trial: true })
    const { body: trial } = await to.get(`/moves/${id}/trial`)
    expect(trial).toMatchObject({ verified: true, differences: [] })
    expect(trial.suggestions).toHaveLength(30)
    const forums = new Set(trial.suggestions.map(({ forum }: Body) => forum.name))
    expect([...forums]).toEqual([`${name} Ideas`])
    const names = trial.suggestions.map(({ status }: Body) => status?.name)
    expect(names).toContain(`${name} Started`)
    expect(names).not.toContain('Closed')
    expect((await to.get(`/moves/${id}/trial?format=html`)).text).toContain(`${name} Ideas`)
    // It was taken back, and nothing announced it.
    expect(await countOf('suggestions')).toBe(0)
    expect(await countOf('users')).toBe(people)
    expect(await countOf('events')).toBe(events)
    expect((await to.delete(`/moves/${id}/trial`)).body.moves[0].has_trial).toBe(false)

    canny.asked.length = 0
    expect(await ran(id)).toMatchObject({ state: 'completed', verified: true, reason: null })
    // What was read to be mapped is not read again.
    expect(canny.asked.map(({ path }) => path)).not.toContain('/api/v2/votes/list')
    const { body: report } = await to.get(`/moves/${id}/report`)
    expect(report.mapped_values).toContainEqual({
      kind: 'forums',
      value: `${name} board 1`,
      to: null,
      guess: false,
      count: 64,
    })
    expect(report.left_out_by_mapping).toMatchObject({ forums: 1, users: 3, suggestions: 64 })
    const { rows } = await sql<{ forums: string[]; statuses: string[]; labels: string[] }>`
      select array_agg(distinct f.name) as forums, array_agg(distinct t.name) as statuses, array_agg(distinct l.name) as labels
      from suggestions s join forums f on f.id = s.forum_id left join statuses t on t.id = s.status_id
        left join suggestion_labels x on x.suggestion_id = s.id left join labels l on l.id = x.label_id`.execute(
      to.db,
    )
    expect(rows[0]?.forums).toEqual([`${name} Ideas`])
    expect(rows[0]?.statuses).toEqual(expect.arrayContaining([`${name} Started`, null]))
    expect(rows[0]?.statuses).not.toContain('planned')
    expect(rows[0]?.labels).not.toContain(`${name} tag 2`)
    expect(rows[0]?.labels).toContain(`${name}-tag 1`)
    expect(await findWrongFigures(to.db)).toEqual([])

    // What came stays as it was mapped, and a later run maps what is new in the same way.
    const changed = await to.put(`/moves/${id}`, { mapping: { ...mapping, forums: {} } })
    expect([changed.status, changed.body.message]).toEqual([
      409,
      expect.stringMatching(/^mapping: forums\..* undo move \d+ first\.$/),
    ])
    const post = company.posts[2] as Body
    company.posts.push({ ...post, id: 'f'.repeat(24), title: `${name} later`, status: 'planned' })
    expect(await ran(id, opened)).toMatchObject({ state: 'completed', verified: true })
    const [later] = (await to.get(`/suggestions?q=${name}+later&includes=statuses`)).body
      .suggestions
    expect(later.links.status).toBe(started)
    await to.post(`/moves/${id}/undo`, {})
    expect(await ended(id)).toMatchObject({ state: 'undone' })
    expect(await countOf('suggestions')).toBe(0)
    expect((await to.get(`/statuses/${started}`)).status).toBe(200)
  })

  test('GitHub: refused, looked at, brought, repeated and undone', async () => {
    await withoutMoves()
    const name = fresh('github')
    const discussions = generateGithub(name)
    const github = await startGithub('acme', name, discussions)
    const address = `${github.address}/acme/${name}`
    const asked = { source: 'github', address: `${address}.git`, token: GITHUB_TOKEN }
    const wrong = await looked(to, { ...asked, token: 'wrong' })
    expect(wrong).toMatchObject({ task_state: 'failed', account: address })
    expect(wrong.reason).toContain('does not accept the token')
    const none = await looked(to, { ...asked, address: `${github.address}/acme/none` })
    expect(none.reason).toContain('There is no repository')
    const { id, look } = await looked(to, asked)
    expect([id, look.counts.suggestions]).toEqual([wrong.id, discussions.length])
    expect(await ran(id)).toMatchObject({ state: 'completed', verified: true })
    expect(await countOf('suggestions')).toBe(discussions.length)
    Object.assign(discussions[3] as Body, { title: `${name} renamed` })
    expect(await ran(id, { token: GITHUB_TOKEN })).toMatchObject({ verified: true })
    expect((await to.get(`/moves/${id}/report`)).body.kinds.suggestions).toMatchObject({
      created: 0,
      changed: 1,
    })
    await to.post(`/moves/${id}/undo`, {})
    expect((await ended(id)).state).toBe('undone')
    expect(await countOf('suggestions')).toBe(0)
  })

  test('GitHub: a token that is revoked half-way is replaced by another one', async () => {
    await withoutMoves()
    const name = fresh('revoked')
    const discussions = generateGithub(name)
    const tokens = ['first-token']
    const github = await startGithub('acme', name, discussions, tokens)
    const address = `${github.address}/acme/${name}`
    const { id } = await looked(to, { source: 'github', address, token: 'first-token' })
    const isOfComments = ({ body }: { body: Body }) => body.query.includes('discussion(number')
    github.fault = (asked) => {
      if (isOfComments(asked)) tokens[0] = 'second-token'
      return undefined
    }
    const failed = await ran(id)
    expect(failed).toMatchObject({ task: 'run', task_state: 'failed', has_credentials: true })
    expect(failed.reason).toBe(`${new URL(github.address).host} does not accept the token.`)
    expect((await ran(id)).reason).toBe(failed.reason)
    github.asked.length = 0
    expect(await ran(id, { token: 'second-token' })).toMatchObject({
      state: 'completed',
      verified: true,
    })
    expect(github.asked.some(({ body }) => body.query.includes('orderBy'))).toBe(false)
    await to.post(`/moves/${id}/undo`, {})
    expect((await ended(id)).state).toBe('undone')
  })

  const others: [source: string, start: (name: string) => Promise<object>][] = [
    [
      'productboard',
      async (name) => ({
        address: `https://${name}.productboard.test`,
        api_address: (await startProductboard(generateProductboard(name))).address,
        token: PRODUCTBOARD_TOKEN,
      }),
    ],
    [
      'featurebase',
      async (name) => ({
        address: `https://${name}.featurebase.test`,
        api_address: (await startFeaturebase(generateFeaturebase(name))).address,
        key: FEATUREBASE_KEY,
      }),
    ],
    [
      'aha',
      async (name) => ({
        address: (await startAha(generateAha(name))).address,
        token: AHA_TOKEN,
      }),
    ],
  ]
  /** api-sources.test.ts brings the others by the command line. */
  const BROUGHT = ['featurebase']
  test.each(others)(
    '%s: refused, looked at, one of them brought and undone',
    async (source, start) => {
      await withoutMoves()
      const access = await start(fresh(source))
      const secret = 'key' in access ? 'key' : 'token'
      const wrong = await looked(to, { source, ...access, [secret]: 'wrong' })
      expect(wrong.reason).toMatch(/does not accept the token|may not read/)
      const { id, task_state } = await looked(to, { source, ...access })
      expect([id, task_state]).toEqual([wrong.id, 'done'])
      if (!EXHAUSTIVE && !BROUGHT.includes(source)) return
      expect(await ran(id)).toMatchObject({ state: 'completed', verified: true })
      expect(await countOf('suggestions')).toBeGreaterThan(0)
      await to.post(`/moves/${id}/undo`, {})
      expect((await ended(id)).state).toBe('undone')
      expect(await countOf('suggestions')).toBe(0)
    },
  )

  test('what does not fit the source is refused in words', async () => {
    await withoutMoves()
    const canny = { source: 'canny', address: 'https://acme.canny.io', key: 'x' }
    const github = { source: 'github', address: 'https://github.com/acme/ideas', token: 'x' }
    const invalid: [object, RegExp][] = [
      [{ ...canny, key: undefined }, /^key: send key\./],
      [{ ...canny, secret: 'x' }, /^key: send key\.$/],
      [{ ...canny, key: undefined, token: 'x' }, /^key: send key\.$/],
      [
        { ...canny, address: 'https://acme.canny.io/admin' },
        /^address: it should have no path.*canny/,
      ],
      [{ ...canny, api_address: 'ftp://canny.io' }, /^api_address: it should be an address/],
      [{ ...canny, api_address: 'http://169.254.169.254' }, /^api_address: /],
      [{ ...github, token: undefined, key: 'x' }, /^token: send token\.$/],
      [{ ...github, address: 'https://github.com/acme' }, /^address: .* repository such as/],
      [{ ...github, address: 'http://169.254.169.254/acme/ideas' }, /^address: /],
      [{ ...github, api_address: 'https://x.test' }, /^api_address: only these have one: canny, /],
    ]
    for (const [body, message] of invalid) {
      const answer = await to.post('/moves', body)
      expect([answer.status, answer.body.message], JSON.stringify(body)).toEqual([
        422,
        expect.stringMatching(message),
      ])
    }
    expect((await to.get('/moves')).body.moves).toEqual([])
  })
})

test('kill -9 of the process: another one continues', { timeout: 240_000 }, async () => {
  const at = await startTestService()
  const start = await processesOn(at.connection)
  const work = () => start(['work'], { OUTGOING_NETWORKS: '127.0.0.0/8' })
  const { body } = await at.post('/moves', access)
  const { id } = body.moves[0]
  const first = await work()
  await ended(id, at)
  let isHanging = false
  proxy.findFault = ({ url }) => {
    if (!/\/suggestions\?.*per_page=100/.test(url)) return undefined
    isHanging = true
    return 'hang'
  }
  await at.post(`/moves/${id}/run`, {})
  while (!isHanging) await sleep(20)
  first.child.kill('SIGKILL')
  await first.ended
  expect(await read(id, at)).toMatchObject({ task: 'run', task_state: 'running' })
  proxy.findFault = () => undefined
  const asked = proxy.passed.length
  await work()
  expect(await ended(id, at)).toMatchObject({ state: 'completed', verified: true })
  const later = proxy.passed.slice(asked).map(({ url }) => url)
  expect(later.filter((url) => /\/users\?.*per_page=100/.test(url))).toEqual([])
  expect(await countOf('supporters', at)).toBe(await countOf('supporters', from))
  expect(await findWrongFigures(at.db)).toEqual([])
})
