// The API of end users: what apps, widgets and pages of a portal call.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPortal, type Portal, seconds } from '../support/end-users.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { aPerson } from '../support/staff.ts'
import { statementsOf } from '../support/statements.ts'

let at: TestService
const logLines: string[] = []
let portal: Portal
let forum: number
/** A person who is signed in by their application. */
let ann: string
let bob: string

const unique = (name: string) => `${name} ${randomBytes(5).toString('hex')}`
const anIdea = async (token = ann, more: object = {}) => {
  const { status, body, text } = await portal.post(
    `/forums/${forum}/ideas`,
    { suggestion: { title: unique('Idea'), ...more } },
    token,
  )
  expect(status, text).toBe(201)
  return body
}
const idOf = async (token: string) => (await portal.get('/me', token)).body.id
const ids = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id)

beforeAll(async () => {
  // More than a person writes in an hour.
  at = await startTestService(logLines, {
    settings: { suggestions_per_hour: 10_000, comments_per_hour: 10_000, repeated_text_minutes: 0 },
  })
  portal = await aPortal(at)
  forum = (
    await at.made('/forums', {
      name: unique('Forum'),
      welcome_message: 'Hello',
      prompt: 'I suggest that you …',
    })
  ).id
  ann = portal.sign(portal.somebody())
  bob = portal.sign(portal.somebody())
})

// As UvApi.swift of the hosted product's demo calls it, and decodes it into Types.swift.
test('the calls of the iOS demo work unchanged', async () => {
  const forums = await portal.get('/forums')
  expect(forums.status).toBe(200)
  expect(Array.isArray(forums.body)).toBe(true)
  expect(forums.body).toContainEqual(
    expect.objectContaining({
      id: forum,
      name: expect.any(String),
      welcome_message: 'Hello',
      prompt: 'I suggest that you …',
    }),
  )
  const created = await portal.post(
    `/forums/${forum}/ideas`,
    { suggestion: { title: 'Dark mode for the app' } },
    ann,
  )
  expect([created.status, created.body]).toEqual([
    201,
    expect.objectContaining({ title: 'Dark mode for the app', text: '', voted: true }),
  ])
  const { id } = created.body
  const list = await portal.get(`/forums/${forum}/ideas`)
  expect(list.body).toContainEqual(
    expect.objectContaining({ id, title: 'Dark mode for the app', voted: false }),
  )
  expect((await portal.get(`/ideas/${id}`)).body).toMatchObject({ id, voted: false })
  const voted = await portal.post(`/forums/${forum}/ideas/${id}/vote`, undefined, bob)
  expect([voted.status, voted.body]).toEqual([
    200,
    expect.objectContaining({ id, voted: true, supporters_count: 2 }),
  ])
  const withdrawn = await portal.delete(`/forums/${forum}/ideas/${id}/vote`, bob)
  expect([withdrawn.status, withdrawn.body]).toEqual([
    200,
    expect.objectContaining({ id, voted: false, supporters_count: 1 }),
  ])
})

describe('an idea', () => {
  test('has public members only', async () => {
    const { id } = await anIdea(ann, { text: 'At night' })
    const { body } = await portal.get(`/ideas/${id}`, ann)
    expect(body).toEqual({
      id,
      title: expect.any(String),
      text: 'At night',
      text_type: 'text/plain',
      state: 'published',
      voted: true,
      following: true,
      is_mine: true,
      votes_count: 1,
      supporters_count: 1,
      comments_count: 0,
      status: null,
      category: null,
      forum_id: forum,
      creator_name: expect.stringMatching(/^Ann/),
      creator_avatar_url: expect.stringContaining('/avatars/'),
      portal_url: `${BASE_URL}/forums/${forum}/suggestions/${id}`,
      custom_fields: [],
      attachments: [],
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      closed_at: null,
      can: { support: 'yes', comment: 'yes' },
    })
    const shown = await at.shown(`/suggestions/${id}`)
    expect(shown).toMatchObject({ channel: 'portal', state: 'approved' })
  })

  test('is found by members without the object around them, and by forms', async () => {
    const flat = await portal.post(`/forums/${forum}/ideas`, { title: unique('Flat') }, ann)
    expect(flat.status).toBe(201)
    const form = await portal.call('POST', `/forums/${forum}/ideas`, {
      token: ann,
      body: 'suggestion.title=By+form&suggestion.text=Yes',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([form.status, form.body.title, form.body.text]).toEqual([201, 'By form', 'Yes'])
  })

  test.each([
    [{}, 'suggestion.title: required'],
    [{ suggestion: { title: '' } }, 'title'],
    [{ suggestion: { title: 'x'.repeat(141) } }, 'title'],
    [{ suggestion: { title: 'x', category_id: 999_999 } }, 'category_id'],
    [{ suggestion: { title: 'x', text: 'y'.repeat(10_001) } }, 'text'],
  ])('is refused as %j', async (body, message) => {
    const before = (await at.shown(`/forums/${forum}`)).suggestions_count
    const answer = await portal.post(`/forums/${forum}/ideas`, body, ann)
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(message)])
    expect((await at.shown(`/forums/${forum}`)).suggestions_count).toBe(before)
  })

  test('needs a category where the forum asks for one', async () => {
    const other = await at.made('/forums', { name: unique('Sorted'), category_required: true })
    const category = await at.made('/categories', { name: 'Mobile', links: { forum: other.id } })
    const path = `/forums/${other.id}/ideas`
    expect((await portal.post(path, { title: 'None' }, ann)).status).toBe(422)
    const { status, body } = await portal.post(
      path,
      { title: 'Some', category_id: category.id },
      ann,
    )
    expect([status, body.category]).toEqual([201, { id: category.id, name: 'Mobile' }])
  })

  test('that was merged leads to the other one, and so does a vote', async () => {
    const from = await anIdea()
    const into = await anIdea()
    await at.post('/suggestions/merge', {
      links: { from_suggestion: from.id, to_suggestion: into.id },
    })
    const moved = await portal.get(`/ideas/${from.id}`)
    expect(moved).toMatchObject({
      status: 302,
      headers: { location: `/api/end_users/ideas/${into.id}` },
      body: { id: from.id, moved_to: into.id },
    })
    const voted = await portal.post(`/forums/${forum}/ideas/${from.id}/vote`, {}, bob)
    expect([voted.status, voted.body.id, voted.body.voted]).toEqual([200, into.id, true])
    expect(ids(await portal.get(`/forums/${forum}/ideas?per_page=100`))).not.toContain(from.id)
  })

  test('costs one statement to read and two to vote for, until access changes', async () => {
    const { id } = await anIdea()
    const read = () => portal.get(`/ideas/${id}`, bob)
    const vote = () => portal.post(`/ideas/${id}/vote`, {}, bob)
    // The person of a token is looked up in a statement of its own.
    const aboutIdeas = async (run: () => Promise<unknown>) =>
      (await statementsOf(at, run)).filter((text) => text.includes('suggestions'))
    await read()
    expect(await aboutIdeas(read)).toHaveLength(1)
    const added = await aboutIdeas(vote)
    expect([added.length, added[0]]).toEqual([2, expect.stringContaining('add_supporter')])
    expect((await read()).body).toMatchObject({ voted: true, supporters_count: 2 })
    // Nobody reads a list after the outline has changed: the first vote reads who may do what, for all that follow.
    const [first, second] = [await anIdea(), await anIdea()]
    await at.made('/categories', { name: unique('Category'), links: { forum } })
    const voteFor = ({ id }: { id: number }) =>
      aboutIdeas(async () => {
        expect((await portal.post(`/ideas/${id}/vote`, {}, bob)).body.voted).toBe(true)
      })
    expect((await voteFor(first)).length).toBeGreaterThan(2)
    expect(await voteFor(second)).toHaveLength(2)
    const other = await at.made('/forums', { name: unique('Forum') })
    const hidden = await portal.post(
      `/forums/${other.id}/ideas`,
      { suggestion: { title: unique('Idea') } },
      ann,
    )
    await portal.get(`/ideas/${hidden.body.id}`, bob)
    await at.put(`/forums/${other.id}`, { access: { support: { tier: 'staff' } } })
    expect((await portal.post(`/ideas/${hidden.body.id}/vote`, {}, bob)).status).toBe(403)
    await at.put(`/forums/${other.id}`, { access: { see: { tier: 'staff' } } })
    expect((await portal.post(`/ideas/${hidden.body.id}/vote`, {}, bob)).status).toBe(404)
    expect((await portal.get(`/ideas/${hidden.body.id}`, bob)).status).toBe(404)
    const { suggestions } = (await at.get(`/suggestions/${hidden.body.id}`)).body
    expect(suggestions[0].supporters_count).toBe(1)
  })

  test('that is closed takes no votes, and one whose status says so no comments', async () => {
    const { id } = await anIdea()
    const status = await at.made('/statuses', {
      name: unique('Declined'),
      is_open: false,
      allow_comments: false,
    })
    await at.made('/status_updates', { body: 'No', links: { suggestion: id, status: status.id } })
    expect((await portal.get(`/ideas/${id}`, bob)).body.can).toEqual({
      support: 'no',
      comment: 'no',
    })
    expect((await portal.post(`/ideas/${id}/vote`, {}, bob)).status).toBe(403)
    expect((await portal.post(`/ideas/${id}/comments`, { text: 'Why?' }, bob)).status).toBe(403)
  })
})

describe('what waits for approval', () => {
  test('is shown to its author only', async () => {
    const { id } = await anIdea()
    await sql`update suggestions set state = 'new' where id = ${id}`.execute(at.db)
    expect((await portal.get(`/ideas/${id}`, ann)).body).toMatchObject({ id, state: 'waiting' })
    expect((await portal.get(`/ideas/${id}`, bob)).status).toBe(404)
    expect((await portal.get(`/ideas/${id}`)).status).toBe(404)
    expect(ids(await portal.get('/me/ideas?per_page=100', ann))).toContain(id)
    expect(ids(await portal.get(`/forums/${forum}/ideas?mine=true&per_page=100`, ann))).toContain(
      id,
    )
    for (const token of [ann, bob, null])
      expect(ids(await portal.get(`/forums/${forum}/ideas?per_page=100`, token))).not.toContain(id)
    expect((await portal.post(`/ideas/${id}/vote`, {}, ann)).status).toBe(409)
    expect((await portal.post(`/ideas/${id}/vote`, {}, bob)).status).toBe(404)
  })

  test('is in no count, search and list of similar ideas', async () => {
    const word = randomBytes(5).toString('hex')
    const hidden = await anIdea(ann, { title: `Hidden ${word} words here` })
    const before = await portal.get(`/forums/${forum}`)
    for (const state of ['new', 'spam', 'deleted']) {
      await sql`update suggestions set state = ${state} where id = ${hidden.id}`.execute(at.db)
      expect((await portal.get(`/ideas?q=${word}&total=true`, bob)).body).toEqual([])
      const similar = `title=${encodeURIComponent(hidden.title)}`
      expect((await portal.get(`/forums/${forum}/similar?${similar}`, bob)).body).toEqual([])
      expect((await portal.get(`/similar?${similar}`, bob)).body).toEqual([])
      const { headers } = await portal.get(`/ideas?q=${word}&total=true`, bob)
      expect(headers['x-total-count']).toBe('0')
    }
    const after = await portal.get(`/forums/${forum}`)
    expect(after.body.ideas_count).toBe(before.body.ideas_count - 1)
  })
})

describe('lists', () => {
  let own: number
  let first: { id: number }
  let second: { id: number }
  let third: { id: number }

  beforeAll(async () => {
    own = (await at.made('/forums', { name: unique('List') })).id
    const suggest = async (title: string, token: string) =>
      (await portal.post(`/forums/${own}/ideas`, { title }, token)).body
    first = await suggest('Export as a spreadsheet', ann)
    second = await suggest('Export as a portable document', bob)
    third = await suggest('A night theme', bob)
    await portal.post(`/ideas/${second.id}/vote`, {}, ann)
  })

  test('have the orders top, hot and new', async () => {
    const order = async (sort: string) =>
      ids(await portal.get(`/forums/${own}/ideas${sort && `?sort=${sort}`}`))
    expect(await order('new')).toEqual([third.id, second.id, first.id])
    expect((await order('top'))[0]).toBe(second.id)
    expect(await order('')).toEqual(await order('top'))
    expect((await order('hot')).length).toBe(3)
    const unknown = await portal.get(`/forums/${own}/ideas?sort=supporter_revenue`)
    expect([unknown.status, unknown.body.message]).toEqual([
      400,
      expect.stringContaining('top, hot, new, relevance'),
    ])
  })

  test('are filtered by status, category, state and person', async () => {
    const status = await at.made('/statuses', { name: unique('Planned') })
    await at.made('/status_updates', {
      body: 'Soon',
      links: { suggestion: first.id, status: status.id },
    })
    const list = async (query: string, token: string | null = null) =>
      ids(await portal.get(`/forums/${own}/ideas?sort=new&${query}`, token))
    expect(await list(`status=${status.id}`)).toEqual([first.id])
    expect(await list(`status=-${status.id}`)).toEqual([third.id, second.id])
    expect(await list('category=999999')).toEqual([])
    expect(await list('open=false')).toEqual([])
    expect(await list('mine=true', ann)).toEqual([first.id])
    expect(await list('voted=true', ann)).toEqual([second.id, first.id])
    expect(await list('following=true', bob)).toEqual([third.id, second.id])
    expect((await portal.get(`/forums/${own}/ideas?mine=true`)).status).toBe(401)
  })

  test('search, and find similar ones', async () => {
    expect(ids(await portal.get(`/forums/${own}/ideas?q=export&sort=new`))).toEqual([
      second.id,
      first.id,
    ])
    const ranked = await portal.get(`/ideas?q=spreadsheet`)
    expect(ids(ranked)).toEqual([first.id])
    const similar = await portal.get(`/forums/${own}/similar?title=Export+as+spreadsheets`)
    expect(ids(similar)[0]).toBe(first.id)
    expect((await portal.get(`/forums/${own}/similar`)).status).toBe(400)
  })

  test('have pages by Link and X-Next-Cursor', async () => {
    const seen: number[] = []
    let path: string | undefined = `/forums/${own}/ideas?sort=new&per_page=1&total=true`
    while (path) {
      const answer = await portal.get(path)
      expect(answer.headers['x-total-count']).toBe('3')
      seen.push(...ids(answer))
      const [, next] = /<\/api\/end_users(.*)>; rel=next/.exec(answer.headers.link ?? '') ?? []
      expect(answer.headers['x-next-cursor'] === undefined).toBe(next === undefined)
      path = next
    }
    expect(seen).toEqual([third.id, second.id, first.id])
    expect((await portal.get(`/forums/${own}/ideas?cursor=abc`)).status).toBe(400)
  })

  test('have only the members that are asked for, and none that is not public', async () => {
    const { body } = await portal.get(`/forums/${own}/ideas?fields=title,voted&sort=new`)
    expect(body[0]).toEqual({ id: third.id, title: 'A night theme', voted: false })
    for (const name of ['recent_engagement', 'supporter_revenue', 'links.created_by'])
      expect((await portal.get(`/forums/${own}/ideas?fields=${name}`)).status).toBe(400)
  })

  test('warn of unknown parameters, and refuse them in strict mode', async () => {
    const path = `/forums/${own}/ideas?statsu=3&creator=1`
    const { headers } = await portal.get(path)
    expect(headers.warning).toContain('statsu, creator')
    const strict = await portal.call('GET', path, { headers: { prefer: 'handling=strict' } })
    expect(strict.status).toBe(400)
  })
})

describe('comments', () => {
  test('are written, changed and deleted by their author', async () => {
    const { id } = await anIdea()
    const created = await portal.post(`/ideas/${id}/comments`, { comment: { text: 'Me too' } }, bob)
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        text: 'Me too',
        text_type: 'text/plain',
        state: 'published',
        is_mine: true,
        is_by_staff: false,
        reply_to_id: null,
        idea_id: id,
        creator_name: expect.any(String),
        creator_avatar_url: expect.any(String),
        attachments: [],
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    const { id: comment } = created.body
    expect((await portal.get(`/ideas/${id}`, bob)).body).toMatchObject({
      comments_count: 1,
      following: true,
    })
    expect((await portal.get(`/forums/${forum}/ideas/${id}/comments`)).body).toMatchObject([
      { id: comment, is_mine: false },
    ])
    for (const token of [ann, null]) {
      const status = token ? 403 : 401
      expect((await portal.put(`/comments/${comment}`, { text: 'Mine' }, token)).status).toBe(
        status,
      )
      expect((await portal.delete(`/comments/${comment}`, token)).status).toBe(status)
    }
    const changed = await portal.put(`/comments/${comment}`, { text: 'Me three' }, bob)
    expect([changed.status, changed.body.text]).toEqual([200, 'Me three'])
    expect((await portal.delete(`/comments/${comment}`, bob)).status).toBe(200)
    expect((await portal.get(`/ideas/${id}/comments`, bob)).body).toEqual([])
    expect((await portal.delete(`/comments/${comment}`, bob)).status).toBe(404)
    expect((await portal.put(`/comments/${comment}`, { text: 'x' }, bob)).status).toBe(404)
  })

  test('that wait are shown to their author only', async () => {
    const { id } = await anIdea()
    const { body } = await portal.post(`/ideas/${id}/comments`, { text: 'Wait' }, bob)
    await sql`update comments set state = 'new' where id = ${body.id}`.execute(at.db)
    expect((await portal.get(`/ideas/${id}/comments`, bob)).body).toMatchObject([
      { id: body.id, state: 'waiting' },
    ])
    for (const token of [ann, null])
      expect((await portal.get(`/ideas/${id}/comments`, token)).body).toEqual([])
    expect((await portal.get(`/ideas/${id}`)).body.comments_count).toBe(0)
    expect((await portal.put(`/comments/${body.id}`, { text: 'x' }, ann)).status).toBe(404)
  })

  test('mention nobody and are plain text', async () => {
    const { id } = await anIdea()
    const { body } = await portal.post(
      `/ideas/${id}/comments`,
      { comment: { text: '@[Owner](user:1)', body_mime_type: 'text/markdown' } },
      bob,
    )
    expect(body.text_type).toBe('text/plain')
    expect((await at.shown(`/comments/${body.id}`)).links.mentions).toEqual([])
  })
})

test('following and not following', async () => {
  const { id } = await anIdea()
  expect((await portal.post(`/ideas/${id}/follow`, {}, bob)).body.following).toBe(true)
  expect(ids(await portal.get('/me/following?per_page=100', bob))).toContain(id)
  expect((await portal.delete(`/ideas/${id}/follow`, bob)).body.following).toBe(false)
  expect((await portal.delete(`/ideas/${id}/follow`, ann)).body).toMatchObject({
    voted: true,
    following: false,
  })
})

describe('the person', () => {
  test('reads and changes their name and settings', async () => {
    const claims = portal.somebody()
    const token = portal.sign(claims)
    const { body } = await portal.get('/me', token)
    expect(body).toMatchObject({ email_address: claims.email, name: claims.display_name })
    const changed = await portal.put(
      '/me',
      { name: 'Ada', language: 'de', status_notifications: false },
      token,
    )
    expect([changed.status, changed.body]).toEqual([
      200,
      expect.objectContaining({
        name: 'Ada',
        language: 'de',
        status_notifications: false,
        comment_notifications: true,
      }),
    ])
    expect((await portal.put('/me', { name: '' }, token)).status).toBe(422)
    expect((await portal.put('/me', { language: 'tlh' }, token)).status).toBe(422)
    const ignored = await portal.put('/me', { email_address: 'x@y.test', is_admin: true }, token)
    expect(ignored.body.email_address).toBe(claims.email)
  })

  test('reads what they did', async () => {
    const token = portal.sign(portal.somebody())
    const mine = await anIdea(token)
    const other = await anIdea(bob)
    await portal.post(`/ideas/${other.id}/vote`, {}, token)
    const { body: comment } = await portal.post(
      `/ideas/${other.id}/comments`,
      { text: 'Yes' },
      token,
    )
    expect(ids(await portal.get('/me/ideas', token))).toEqual([mine.id])
    expect(ids(await portal.get('/me/votes', token))).toEqual([other.id, mine.id])
    expect(ids(await portal.get('/me/comments', token))).toEqual([comment.id])
    expect((await portal.get('/me', token)).body).toMatchObject({
      ideas_count: 1,
      votes_count: 2,
      comments_count: 1,
    })
  })

  test('gets news of what they follow, and reads them', async () => {
    const token = portal.sign(portal.somebody())
    const { id } = await anIdea(token)
    expect((await portal.get('/me/notifications', token)).body).toEqual([])
    const status = await at.made('/statuses', { name: unique('Started') })
    await at.made('/status_updates', {
      body: 'We began.',
      links: { suggestion: id, status: status.id },
    })
    await portal.post(`/ideas/${id}/comments`, { text: 'Great' }, bob)
    await portal.post(`/ideas/${id}/comments`, { text: 'My own' }, token)
    const merged = await anIdea(bob)
    await at.post('/suggestions/merge', {
      links: { from_suggestion: merged.id, to_suggestion: id },
    })
    const { body } = await portal.get('/me/notifications', token)
    expect(body.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'comment',
      'merge',
      'status',
    ])
    const byKind = Object.fromEntries(body.map((one: { kind: string }) => [one.kind, one]))
    expect(byKind.status).toMatchObject({
      idea_id: id,
      text: 'We began.',
      status: { id: status.id },
      is_read: false,
    })
    expect(byKind.merge).toMatchObject({ merged_idea_id: merged.id, text: merged.title })
    const seen: string[] = []
    let path: string | undefined = '/me/notifications?per_page=1'
    while (path) {
      const answer = await portal.get(path, token)
      seen.push(...answer.body.map((one: { id: string }) => one.id))
      path = /<\/api\/end_users(.*)>/.exec(answer.headers.link ?? '')?.[1]
    }
    expect(seen).toEqual(body.map((one: { id: string }) => one.id))
    expect((await portal.put('/me/notifications', {}, token)).status).toBe(200)
    const read = await portal.get('/me/notifications', token)
    expect(read.body.every((one: { is_read: boolean }) => one.is_read)).toBe(true)
    await sql`update suggestions set state = 'spam' where id = ${id}`.execute(at.db)
    expect((await portal.get('/me/notifications', token)).body).toEqual([])
    expect((await portal.get('/me/notifications?cursor=eA', token)).status).toBe(400)
  })

  test('gets their data without what the team knows', async () => {
    const claims = portal.somebody()
    const token = portal.sign(claims)
    const idea = await anIdea(token)
    await at.made('/notes', { body: 'A difficult customer', links: { suggestion: idea.id } })
    const { status, body, text, headers } = await portal.get('/me/export', token)
    expect(status, text).toBe(200)
    expect(headers['content-disposition']).toContain('my-feedback.json')
    expect(body).toMatchObject({
      person: { email_address: claims.email },
      external_users: [{ external_id: claims.guid }],
      ideas: [{ id: idea.id, title: idea.title }],
      votes: [{ idea_id: idea.id }],
      comments: [],
    })
    expect(text).not.toContain('difficult')
  })

  test('ends sessions', async () => {
    const claims = portal.somebody()
    const first = await portal.signIn(claims)
    const second = await portal.signIn(claims)
    const bySession = (cookie: string) => ({ headers: { cookie, origin: BASE_URL } })
    const { body } = await portal.call('GET', '/me/sessions', bySession(second))
    expect(body).toMatchObject([
      { is_current: true, method: 'sso' },
      { is_current: false, method: 'sso' },
    ])
    expect(
      (await portal.call('DELETE', `/me/sessions/${body[1].id}`, bySession(second))).body,
    ).toEqual({ ended: 1 })
    expect((await portal.call('GET', '/me', bySession(first))).status).toBe(401)
    expect((await portal.delete(`/me/sessions/${body[0].id}`, bob)).status).toBe(404)
    const third = await portal.signIn(claims)
    expect((await portal.call('DELETE', '/me/sessions', bySession(third))).body).toEqual({
      ended: 1,
    })
    expect((await portal.call('GET', '/me', bySession(third))).status).toBe(200)
    expect((await portal.call('GET', '/me', bySession(second))).status).toBe(401)
  })

  test('deletes themselves with their own address, and nobody else', async () => {
    const claims = portal.somebody()
    const cookie = await portal.signIn(claims)
    const sent = (body: object) => ({ body, headers: { cookie, origin: BASE_URL } })
    const id = (await portal.call('GET', '/me', { headers: { cookie } })).body.id
    const { body: idea } = await portal.call('POST', `/forums/${forum}/ideas`, {
      ...sent({ title: unique('Stays') }),
    })
    for (const body of [{}, { confirm: 'yes' }, { confirm: 'someone@else.test' }])
      expect((await portal.call('DELETE', '/me', sent(body))).status).toBe(422)
    const gone = await portal.call('DELETE', '/me', sent({ confirm: claims.email.toUpperCase() }))
    expect([gone.status, gone.body]).toEqual([200, { deleted: true }])
    expect((await portal.call('GET', '/me', { headers: { cookie } })).status).toBe(401)
    expect((await at.get(`/users/${id}`)).status).toBe(404)
    expect((await portal.get(`/ideas/${idea.id}`)).body).toMatchObject({
      creator_name: null,
      creator_avatar_url: null,
      supporters_count: 0,
    })
    expect(
      (await at.get('/audit_entries?action=person_erased&sort=-id')).body.audit_entries[0],
    ).toMatchObject({ subject_id: id })
  })
})

test('the roadmap has lanes of statuses, and updates are official answers', async () => {
  const own = (await at.made('/forums', { name: unique('Roads') })).id
  const suggest = async (title: string) =>
    (await portal.post(`/forums/${own}/ideas`, { title }, ann)).body.id
  const planned = await at.made('/statuses', { name: unique('Planned') })
  const shown = await suggest(unique('Shown'))
  const hidden = await suggest(unique('Hidden'))
  for (const suggestion of [shown, hidden])
    await at.made('/status_updates', {
      body: `About ${suggestion}`,
      links: { suggestion, status: planned.id },
    })
  await sql`update suggestions set state = 'spam' where id = ${hidden}`.execute(at.db)
  const { body: lanes } = await portal.get(`/roadmap?forum=${own}`)
  expect(lanes).toMatchObject([
    { status: { id: planned.id, name: planned.name }, ideas_count: 1, ideas: [{ id: shown }] },
  ])
  const { body: updates } = await portal.get(`/updates?forum=${own}`)
  expect(updates).toMatchObject([
    {
      type: 'status_update',
      text: `About ${shown}`,
      status: { id: planned.id },
      ideas: [{ id: shown, forum_id: own }],
    },
  ])
  expect((await portal.get(`/ideas/${shown}/updates`)).body).toMatchObject([
    { id: updates[0].id, idea_id: shown, text: `About ${shown}`, forum_id: own },
  ])
  expect(ids(await portal.get('/statuses'))).toContain(planned.id)
  expect((await portal.get('/roadmap?forum=999999')).status).toBe(404)
})

describe('requests', () => {
  test('have ETags that differ for each person', async () => {
    const { id } = await anIdea()
    const first = await portal.get(`/ideas/${id}`, ann)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const again = await portal.call('GET', `/ideas/${id}`, {
      token: ann,
      headers: { 'if-none-match': first.headers.etag ?? '' },
    })
    expect(again.status).toBe(304)
    expect((await portal.get(`/ideas/${id}`, bob)).headers.etag).not.toBe(first.headers.etag)
  })

  test('with an idempotency key run once for each person', async () => {
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') }
    const send = (token: string, title: string) =>
      portal.call('POST', `/forums/${forum}/ideas`, { token, headers, body: { title } })
    const title = unique('Once')
    const [first, second, other] = [
      await send(ann, title),
      await send(ann, title),
      await send(bob, title),
    ]
    expect([first.status, second.status, other.status]).toEqual([201, 201, 201])
    expect(second.body.id).toBe(first.body.id)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(other.body.id).not.toBe(first.body.id)
    expect((await send(ann, unique('Other'))).status).toBe(409)
    const vote = () =>
      portal.call('POST', `/ideas/${first.body.id}/vote`, {
        token: bob,
        headers: { 'idempotency-key': `v${headers['idempotency-key']}` },
      })
    expect((await vote()).body.voted).toBe(true)
    expect((await vote()).headers['idempotency-replayed']).toBe('true')
  })

  test('are counted for the person and for the address', async () => {
    const time = Date.now()
    const limited = await startTestService(undefined, {
      now: () => time,
      settings: { requests_per_address: 1 },
    })
    const there = await aPortal(limited)
    const token = there.sign(there.somebody())
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await there.get('/forums', token)).status)
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200])
    expect(statuses[5]).toBe(429)
    const other = there.sign(there.somebody())
    const { headers } = await there.get('/forums', other)
    expect(headers['x-rate-limit-limit']).toBe('5')
    expect(headers['ratelimit-policy']).toContain('"person"')
    const stranger = await there.get('/forums')
    expect(stranger.headers['x-rate-limit-limit']).toBe('20')
    let last = stranger
    for (let i = 0; i < 20 && last.status !== 429; i++) last = await there.get('/forums')
    expect(last.status).toBe(429)
    const third = await there.get('/forums', there.sign(there.somebody()))
    expect([third.status, third.body.message]).toEqual([429, expect.stringContaining('address')])
  })
})

describe('a single sign-on token as a bearer token', () => {
  test('can be repeated with a jti, and then signs nobody in', async () => {
    const token = portal.sign(portal.somebody({ jti: unique('jti') }))
    for (let i = 0; i < 3; i++) expect((await portal.get('/me', token)).status).toBe(200)
    expect((await at.get(`//?sso=${token}`, { token: null })).status).toBe(403)
    const used = portal.sign(portal.somebody({ jti: unique('jti') }))
    expect((await at.get(`//?sso=${used}`, { token: null })).status).toBe(303)
    expect((await portal.get('/me', used)).status).toBe(401)
    const claims = portal.somebody({ jti: unique('jti') })
    const [one, two] = [portal.sign(claims), portal.sign({ ...claims, exp: seconds() + 200 })]
    expect((await portal.get('/me', one)).status).toBe(200)
    expect((await portal.get('/me', two)).status).toBe(401)
  })

  test('ends with its time, its key and its person', async () => {
    expect(
      (await portal.get('/me', portal.sign(portal.somebody({ exp: seconds() - 120 })))).status,
    ).toBe(401)
    const other = await aPortal(at)
    const token = other.sign(other.somebody())
    expect((await other.get('/me', token)).status).toBe(200)
    const { body } = await at.get('/sso_keys?sort=-id&per_page=1')
    await at.delete(`/sso_keys/${body.sso_keys[0].id}`)
    expect((await other.get('/me', token)).status).toBe(401)
    expect((await other.get('/forums', token)).status).toBe(401)
    const blocked = portal.sign(portal.somebody())
    const id = await idOf(blocked)
    expect((await at.put(`/users/${id}/block`, {})).status).toBe(200)
    expect((await portal.get('/me', blocked)).status).toBe(401)
  })

  test('says why it is refused, also in the log, which has no token', async () => {
    const other = await aPortal(at)
    const revoked = other.sign(other.somebody())
    expect((await other.get('/me', revoked)).status).toBe(200)
    const { body } = await at.get('/sso_keys?sort=-id&per_page=1')
    await at.delete(`/sso_keys/${body.sso_keys[0].id}`)
    const staff = await aPerson(at, 'admin')
    const tokens: [code: string, token: string][] = [
      ['expired', portal.sign(portal.somebody({ exp: seconds() - 120 }))],
      ['ended', revoked],
      ['signature', other.sign(other.somebody())],
      ['claims', portal.sign(portal.somebody({ guid: ' ' }))],
      ['staff', portal.sign(portal.somebody({ email: staff.email }))],
      ['malformed', 'abc.def.ghi'],
    ]
    for (const [code, token] of tokens) {
      logLines.length = 0
      const { status, body: refused } = await portal.get('/forums', token)
      expect([code, status, refused.message]).toEqual([
        code,
        401,
        expect.stringMatching(`not a token of an end user \\(${code}\\)\\.$`),
      ])
      const events = logLines.map((line) => JSON.parse(line)).filter(({ event }) => event)
      expect(events).toContainEqual(expect.objectContaining({ event: 'sso_failed', reason: code }))
      expect(logLines.join('')).not.toContain(token)
    }
  })

  test.each([
    ['garbage', 'abc.def.ghi'],
    ['a long text', 'x'.repeat(10_000)],
    ['no signature', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
  ])('%s is refused, also for reading', async (_, token) => {
    expect((await portal.get('/forums', token)).status).toBe(401)
    expect((await portal.post(`/forums/${forum}/ideas`, { title: 'x' }, token)).status).toBe(401)
  })
})
