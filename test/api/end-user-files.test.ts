// Files that people of the portal add to their ideas and comments; changing and deleting an own idea; and calls of other sites.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_OWN_FILE_BYTES } from '../../src/write/attachments.ts'
import { deleteUnlinkedAttachments } from '../../src/write/background/file-sweep.ts'
import { aPortal, type Portal } from '../support/end-users.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { FORM, filePart, form } from '../support/uploads.ts'

const APP = 'https://app.customer.test'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let at: TestService
let portal: Portal
let forum: number
let ann: string
let bob: string

const unique = (name: string) => `${name} ${randomBytes(5).toString('hex')}`
const aPerson = () => portal.sign(portal.somebody())

const upload = (token: string | null, bytes: Buffer | string = PNG, name = 'a.png', more = {}) =>
  portal.call('POST', '/attachments', {
    token,
    body: form(filePart(bytes, name)),
    headers: { ...FORM, ...more },
  })
const aFile = async (token: string): Promise<number> => {
  const { status, text, body } = await upload(token)
  expect(status, text).toBe(201)
  return body.id
}
const anIdea = async (token = ann, more: object = {}, of = forum) => {
  const { status, body, text } = await portal.post(
    `/forums/${of}/ideas`,
    { suggestion: { title: unique('Idea'), ...more } },
    token,
  )
  expect(status, text).toBe(201)
  return body
}
const statusOf = async (url: string, token: string | null = null) =>
  (await at.get(`/${url.replace(BASE_URL, '')}`, { token })).status

beforeAll(async () => {
  at = await startTestService(undefined, {
    settings: {
      suggestions_per_hour: 10_000,
      comments_per_hour: 10_000,
      files_per_hour: 20,
      repeated_text_minutes: 0,
      held_words: ['casino'],
      app_origins: [APP],
    },
  })
  portal = await aPortal(at)
  forum = (await at.made('/forums', { name: unique('Forum') })).id
  ann = aPerson()
  bob = aPerson()
})

describe('a file', () => {
  test('belongs to an idea or a comment of its author, and is shown with it', async () => {
    const sent = await upload(ann, PNG, 'Screen shot.png')
    expect([sent.status, sent.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        file_name: 'Screen shot.png',
        content_type: 'image/png',
        size_in_bytes: PNG.length,
        url: expect.stringContaining(`${BASE_URL}/files/`),
        thumb_url: expect.stringContaining('/thumbnail'),
      },
    ])
    expect(sent.body.url).toContain('signature=')
    const idea = await anIdea(ann, { attachment_ids: [sent.body.id] })
    const { attachments } = (await portal.get(`/ideas/${idea.id}`)).body
    expect(attachments).toMatchObject([{ id: sent.body.id, size_in_bytes: PNG.length }])
    // Everybody sees the forum, and so its files.
    expect(attachments[0].url).not.toContain('signature=')
    expect(await statusOf(attachments[0].url)).toBe(200)
    const { body: comment } = await portal.post(
      `/ideas/${idea.id}/comments`,
      { text: unique('See'), attachment_ids: [await aFile(bob), await aFile(bob)] },
      bob,
    )
    const { body: comments } = await portal.get(`/ideas/${idea.id}/comments`)
    expect(comments[0].attachments).toHaveLength(2)
    expect(await statusOf(comments[0].attachments[0].url)).toBe(200)
    const listed = await at.get(`/attachments?comment=${comment.id}`)
    expect(listed.body.attachments.map((one: { links: object }) => one.links)).toEqual(
      comments[0].attachments.map(() => ({
        suggestion: null,
        note: null,
        comment: comment.id,
        created_by: expect.any(Number),
      })),
    )
    await portal.delete(`/comments/${comment.id}`, bob)
    expect(await statusOf(comments[0].attachments[0].url)).toBe(404)
  })

  test('of what waits, or of a forum for few, has a signed address', async () => {
    const hidden = await at.made('/forums', {
      name: unique('Forum'),
      suggestion_moderation: 'everyone',
    })
    const idea = await anIdea(ann, { attachment_ids: [await aFile(ann)] }, hidden.id)
    expect(idea.state).toBe('waiting')
    const [{ url }] = idea.attachments
    expect(await statusOf(url)).toBe(200)
    expect(await statusOf(url.split('?')[0])).toBe(404)
    const busy = await at.made('/forums', { name: unique('Forum'), comment_moderation: 'everyone' })
    const about = await anIdea(ann, {}, busy.id)
    const { body: comment } = await portal.post(
      `/ideas/${about.id}/comments`,
      { text: unique('Waits'), attachment_ids: [await aFile(bob)] },
      bob,
    )
    expect(comment.state).toBe('waiting')
    expect(await statusOf(comment.attachments[0].url.split('?')[0])).toBe(404)
    const closed = await at.made('/forums', { name: unique('Forum') })
    const inside = await anIdea(ann, { attachment_ids: [await aFile(ann)] }, closed.id)
    await at.put(`/forums/${closed.id}`, { access: { see: { tier: 'signed_in' } } })
    expect(await statusOf(inside.attachments[0].url)).toBe(404)
    expect((await portal.get(`/ideas/${inside.id}`, ann)).body.attachments[0].url).toContain(
      'signature=',
    )
  })

  test('of somebody else, of another text or unknown cannot be used, and nothing is added', async () => {
    const ofBob = await aFile(bob)
    const used = await aFile(ann)
    await anIdea(ann, { attachment_ids: [used] })
    const ofTeam = await at.call('POST', '/attachments', {
      body: form(filePart(PNG, 'team.png')),
      headers: FORM,
    })
    const before = (await portal.get('/me/ideas?total=true', ann)).headers['x-total-count']
    for (const id of [ofBob, used, ofTeam.body.attachments[0].id, 999_999]) {
      const { status, text } = await portal.post(
        `/forums/${forum}/ideas`,
        { title: unique('Stolen'), attachment_ids: [id] },
        ann,
      )
      expect([status, text]).toEqual([422, expect.stringContaining(`no upload ${id} `)])
    }
    expect((await portal.get('/me/ideas?total=true', ann)).headers['x-total-count']).toBe(before)
    const many = Array.from({ length: 11 }, (_, i) => i + 1)
    const body = { title: unique('Many'), attachment_ids: many }
    expect((await portal.post(`/forums/${forum}/ideas`, body, ann)).status).toBe(422)
  })

  test('is refused by its bytes, its size and its sender, and leaves nothing', async () => {
    const count = async () => (await at.get('/attachments')).body.pagination.total_records
    const before = await count()
    expect((await upload(null)).status).toBe(401)
    const page = await upload(ann, '<!doctype html><script>alert(1)</script>', 'a.png')
    expect([page.status, page.text]).toEqual([415, expect.stringContaining('Allowed: PNG')])
    expect((await upload(ann, Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), 'a.png')).status).toBe(
      415,
    )
    const large = await upload(ann, Buffer.alloc(MAX_OWN_FILE_BYTES + 1, 'a'), 'a.txt')
    expect([large.status, large.text]).toEqual([
      413,
      expect.stringContaining(String(MAX_OWN_FILE_BYTES)),
    ])
    expect((await portal.post('/attachments', { file: 'x' }, ann)).status).toBe(415)
    const empty = await portal.call('POST', '/attachments', {
      token: ann,
      body: form(),
      headers: FORM,
    })
    expect(empty.status).toBeGreaterThanOrEqual(400)
    expect(await count()).toBe(before)
  })

  test('is uploaded once with an idempotency key, and only so often an hour', async () => {
    const somebody = aPerson()
    const key = { 'idempotency-key': unique('key') }
    const first = await upload(somebody, PNG, 'a.png', key)
    const again = await upload(somebody, PNG, 'a.png', key)
    expect([again.status, again.body.id, again.headers['idempotency-replayed']]).toEqual([
      201,
      first.body.id,
      'true',
    ])
    const statuses: number[] = []
    for (let i = 0; i < 19; i += 1) statuses.push((await upload(somebody)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 201)).toHaveLength(18)
  })

  test('that belongs to no text is swept after a while', async () => {
    const [free, used] = [await aFile(ann), await aFile(ann)]
    const { body: comment } = await portal.post(
      `/ideas/${(await anIdea()).id}/comments`,
      { text: unique('Keeps'), attachment_ids: [used] },
      ann,
    )
    await sql`update attachments set updated_at = now() - interval '8 days' where id in (${free}, ${used})`.execute(
      at.db,
    )
    await deleteUnlinkedAttachments(at.db, 100)
    const left = await sql<{ id: number }>`
      select id from attachments where id in (${free}, ${used})`.execute(at.db)
    expect(left.rows).toEqual([{ id: used }])
    // Without it, the comment lets go of it.
    await portal.put(
      `/comments/${comment.id}`,
      { text: unique('Changed'), attachment_ids: [] },
      ann,
    )
    expect((await at.shown(`/attachments/${used}`)).links.comment).toBeNull()
  })
})

describe('an own idea', () => {
  test('is changed and deleted by its author', async () => {
    const [file, other] = [await aFile(ann), await aFile(ann)]
    const idea = await anIdea(ann, { text: 'Before', attachment_ids: [file] })
    const title = unique('Better')
    const changed = await portal.put(
      `/ideas/${idea.id}`,
      { suggestion: { title, attachment_ids: [other] } },
      ann,
    )
    expect([changed.status, changed.body]).toEqual([
      200,
      expect.objectContaining({
        title,
        text: 'Before',
        attachments: [expect.objectContaining({ id: other })],
      }),
    ])
    const entries = await at.get(`/suggestion_activity_entries?suggestion=${idea.id}`)
    expect(JSON.stringify(entries.body)).toContain('suggestion_edited')
    const removed = await portal.delete(`/forums/${forum}/ideas/${idea.id}`, ann)
    expect([removed.status, removed.body.title]).toEqual([200, title])
    expect((await portal.get(`/ideas/${idea.id}`, ann)).status).toBe(404)
    expect((await at.shown(`/suggestions/${idea.id}`)).state).toBe('deleted')
  })

  test('stays when others support it, comment or answer', async () => {
    const refused = async (id: number) => {
      const change = await portal.put(`/ideas/${id}`, { title: unique('Other') }, ann)
      const removal = await portal.delete(`/ideas/${id}`, ann)
      expect(change.text).toContain('no longer yours alone')
      return [change.status, removal.status]
    }
    const supported = await anIdea()
    await portal.post(`/ideas/${supported.id}/vote`, undefined, bob)
    expect(await refused(supported.id)).toEqual([409, 409])
    await portal.delete(`/ideas/${supported.id}/vote`, bob)
    expect((await portal.delete(`/ideas/${supported.id}`, ann)).status).toBe(200)
    const commented = await anIdea()
    await portal.post(`/ideas/${commented.id}/comments`, { text: unique('Me too') }, bob)
    expect(await refused(commented.id)).toEqual([409, 409])
    const answered = await anIdea()
    await at.made('/status_updates', { body: 'Soon', links: { suggestion: answered.id } })
    expect(await refused(answered.id)).toEqual([409, 409])
    const merged = await anIdea()
    const into = await anIdea(bob)
    await at.post('/suggestions/merge', {
      links: { from_suggestion: merged.id, to_suggestion: into.id },
    })
    expect((await portal.put(`/ideas/${merged.id}`, { title: 'x' }, ann)).status).toBe(409)
  })

  test('is nobody else’s, and cannot become what a moderator must see', async () => {
    const idea = await anIdea()
    for (const [token, status] of [
      [bob, 403],
      [null, 401],
    ] as const) {
      expect((await portal.put(`/ideas/${idea.id}`, { title: 'Mine' }, token)).status).toBe(status)
      expect((await portal.delete(`/ideas/${idea.id}`, token)).status).toBe(status)
    }
    const held = await portal.put(`/ideas/${idea.id}`, { text: 'Visit my casino' }, ann)
    expect([held.status, held.text]).toEqual([409, expect.stringContaining('must be approved')])
    expect((await portal.put(`/ideas/${idea.id}`, { title: '' }, ann)).status).toBe(422)
    const category = await portal.put(`/ideas/${idea.id}`, { category_id: 999_999 }, ann)
    expect(category.status).toBe(422)
    expect((await portal.get(`/ideas/${idea.id}`)).body).toMatchObject({
      title: idea.title,
      text: '',
    })
  })
})

describe('pages of other sites', () => {
  const ORIGIN = { origin: 'https://elsewhere.test' }
  const allowed = (answer: { headers: Record<string, unknown> }) => [
    answer.headers['access-control-allow-origin'],
    answer.headers['access-control-allow-credentials'],
  ]
  const preflight = (path: string, origin: string) =>
    at.call('OPTIONS', path, {
      token: null,
      headers: { origin, 'access-control-request-method': 'POST' },
    })

  test('read and send tokens, also to learn why they were refused, and never use cookies', async () => {
    const headers = ORIGIN
    expect(allowed(await portal.call('GET', '/ideas', { headers }))).toEqual(['*', undefined])
    const bad = await portal.call('GET', '/ideas', { headers, token: 'nonsense' })
    expect([bad.status, ...allowed(bad)]).toEqual([401, '*', undefined])
    const asked = await preflight('/api/end_users/forums/1/ideas', ORIGIN.origin)
    expect([asked.status, asked.text, ...allowed(asked)]).toEqual([204, '', '*', undefined])
    expect(asked.headers['access-control-allow-headers']).toContain('Authorization')
    expect(asked.headers['access-control-allow-methods']).toContain('DELETE')
    const cookie = await portal.signIn()
    const mine = await portal.call('GET', '/me', { headers: { ...headers, cookie } })
    expect(mine.status).toBe(401)
    expect((await portal.call('OPTIONS', '/ideas', {})).status).toBe(405)
  })

  test('get tokens by OAuth where they are known apps, and reach nothing else', async () => {
    const token = '/api/v2/oauth/token'
    expect(allowed(await preflight(token, APP))).toEqual([APP, undefined])
    const stranger = await preflight(token, ORIGIN.origin)
    expect(stranger.status).toBeGreaterThanOrEqual(400)
    expect(allowed(stranger)).toEqual([undefined, undefined])
    expect(stranger.headers.vary).toBe('Origin')
    for (const path of ['/api/v2/admin/suggestions', '/', '/api/v2/oauth/authorize'])
      expect(allowed(await preflight(path, APP)), path).toEqual([undefined, undefined])
    const set = (origins: string[]) => at.put('/settings', { app_origins: origins })
    const wrong = await set(['https://app.customer.test/path'])
    expect(wrong.status).toBeGreaterThanOrEqual(400)
  })
})
