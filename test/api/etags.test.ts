// ETags: If-None-Match avoids repeated transfers, If-Match prevents lost updates.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aForum } from '../support/factories.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService
let forum: number
let suggestion: Shown

beforeAll(async () => {
  at = await startTestService()
  forum = await aForum(at.db, 'Ideas')
  suggestion = await at.made('/suggestions', { title: 'First', links: { forum } })
})

const seen = (tag: string | undefined) => ({ headers: { 'if-none-match': String(tag) } })
const asSeen = (tag: string | undefined) => ({ headers: { 'if-match': String(tag) } })

describe('reading', () => {
  test.each([
    ['/suggestions'],
    ['/suggestions?includes=forums,users&sort=-id'],
    ['/suggestions/1'],
    ['/suggestions/1,2'],
    ['/users/current'],
    ['/translatable_strings'],
    ['/deletions'],
    ['/api/v2/suggestions'],
  ])('%s has a strong ETag, and is 304 for a client that has it', async (path) => {
    const first = await at.get(path)
    const { etag } = first.headers
    expect(etag).toMatch(/^"[\w.-]+"$/)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const again = await at.get(path, seen(etag))
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers.etag).toBe(etag)
    for (const tags of [`"other", ${etag}`, `W/${etag}`, '*'])
      expect((await at.get(path, seen(tags))).status, tags).toBe(304)
    for (const tags of ['"other"', '', String(etag).slice(1, -1)])
      expect((await at.get(path, seen(tags))).status, tags).toBe(200)
  })

  test('the ETag changes with everything in the response', async () => {
    const path = `/suggestions/${suggestion.id}?includes=forums`
    const before = (await at.get(path)).headers.etag
    await at.put(`/forums/${forum}`, { name: 'Renamed' })
    const { status, headers } = await at.get(path, seen(before))
    expect(status).toBe(200)
    expect(headers.etag).not.toBe(before)
  })

  test('the ETag does not change over time', async () => {
    const { id } = await at.made('/suggestions', { title: 'Loved by all', links: { forum } })
    // With this many, a value computed from the suggestion's age would change every few milliseconds.
    await sql`update suggestions set created_at = now() - interval '31 days' where id = ${id}`.execute(
      at.db,
    )
    await sql`update suggestion_figures set supporters_count = 21000000 where id = ${id}`.execute(
      at.db,
    )
    const { etag } = (await at.get(`/suggestions/${id}`)).headers
    expect((await at.get(`/suggestions/${id}`, seen(etag))).status).toBe(304)
    const { status } = await at.put(`/suggestions/${id}`, { title: 'Still loved' }, asSeen(etag))
    expect(status).toBe(200)
  })

  test('an error has no ETag and is not cached', async () => {
    const { status, headers } = await at.get('/suggestions/999999')
    expect([status, headers.etag, headers['cache-control']]).toEqual([404, undefined, 'no-store'])
  })
})

describe('writing', () => {
  test('with the current ETag is applied, and the response has the next ETag', async () => {
    const { headers } = await at.get(`/suggestions/${suggestion.id}`)
    const path = `/suggestions/${suggestion.id}`
    const first = await at.put(path, { title: 'Second' }, asSeen(headers.etag))
    expect(first.status).toBe(200)
    expect(first.headers.etag).toBe((await at.get(path)).headers.etag)
    const next = await at.put(path, { title: 'Third' }, asSeen(first.headers.etag))
    expect([next.status, next.body.suggestions[0].title]).toEqual([200, 'Third'])
  })

  test('with an old ETag is rejected and changes nothing', async () => {
    const path = `/suggestions/${suggestion.id}`
    const { etag } = (await at.get(path)).headers
    await at.put(path, { title: 'Meanwhile' })
    const lost = await at.put(path, { title: 'Lost' }, asSeen(etag))
    expect([lost.status, lost.body.error]).toEqual([412, 'changed'])
    expect((await at.shown(path)).title).toBe('Meanwhile')
    expect((await at.call('DELETE', path, asSeen(etag))).status).toBe(412)
    expect((await at.put(`${path}/close`, {}, asSeen(etag))).status).not.toBe(200)
    expect((await at.shown(path)).state).not.toBe('deleted')
  })

  test('the ETag matches whatever was side-loaded', async () => {
    const path = `/suggestions/${suggestion.id}`
    const withMore = (await at.get(`${path}?includes=forums,users,parent_suggestions`)).headers.etag
    await at.put(`/forums/${forum}`, { name: 'Renamed again' })
    expect((await at.put(path, { title: 'Fourth' }, asSeen(withMore))).status).toBe(200)
  })

  test('the ETag matches when a parent was side-loaded into the same array', async () => {
    const [parent, child] = [
      await at.made('/suggestions', { title: 'Parent', links: { forum } }),
      await at.made('/suggestions', { title: 'Child', links: { forum } }),
    ].map(({ id }) => id)
    const links = { from_suggestion: child, to_suggestion: parent }
    expect((await at.post('/suggestions/merge', { links })).status).toBe(200)
    const path = `/suggestions/${child}`
    const read = await at.get(`${path}?includes=parent_suggestions`)
    expect(read.body.suggestions).toHaveLength(2)
    await at.put(`/suggestions/${parent}`, { title: 'Changed parent' })
    const { status } = await at.put(path, { title: 'Changed child' }, asSeen(read.headers.etag))
    expect(status).toBe(200)
    expect((await at.put(path, { title: 'Lost' }, asSeen(read.headers.etag))).status).toBe(412)
  })

  test('the ETag matches when only some fields were read', async () => {
    const path = `/suggestions/${suggestion.id}`
    const { etag } = (await at.get(`${path}?fields=state`)).headers
    expect((await at.put(path, { title: 'Some fields' }, asSeen(etag))).status).toBe(200)
    expect((await at.put(path, { title: 'Lost' }, asSeen(etag))).status).toBe(412)
  })

  test('"*" matches any record; a missing record is 404', async () => {
    const path = `/suggestions/${suggestion.id}`
    expect((await at.put(path, { title: 'Fifth' }, asSeen('*'))).status).toBe(200)
    expect((await at.put('/suggestions/999999', { title: 'X' }, asSeen('*'))).status).toBe(404)
  })

  test('of concurrent writes with the same ETag, one wins', async () => {
    const label = await at.made('/labels', { name: 'Raced' })
    const { etag } = (await at.get(`/labels/${label.id}`)).headers
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        at.put(`/labels/${label.id}`, { name: `Raced ${i}` }, asSeen(etag)),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(7).fill(412)])
    const winner = answers.find(({ status }) => status === 200)
    expect((await at.shown(`/labels/${label.id}`)).name).toBe(winner?.body.labels[0].name)
  })

  test('works with an Idempotency-Key: a replay does not compare the ETag again', async () => {
    const path = `/suggestions/${suggestion.id}`
    const { etag } = (await at.get(path)).headers
    const headers = { 'if-match': String(etag), 'idempotency-key': 'both' }
    const first = await at.put(path, { title: 'Both' }, { headers })
    const again = await at.put(path, { title: 'Both' }, { headers })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.text).toBe(first.text)
  })

  test('the export of a user is rejected too when the user changed', async () => {
    const { id } = await at.made('/users/find_or_create', { email: 'ann@a.test' })
    const { etag } = (await at.get(`/users/${id}`)).headers
    expect((await at.put(`/users/${id}/export`, {}, asSeen(etag))).status).toBe(200)
    await at.put(`/users/${id}/block`, {})
    expect((await at.put(`/users/${id}/export`, {}, asSeen(etag))).status).toBe(412)
  })

  test.each([
    ['PUT', '/translatable_strings/de', { plain: {} }],
    ['DELETE', '/translatable_strings/de', undefined],
    ['PUT', '/suggestions/list_priority', { ids: [1] }],
    ['POST', '/labels/attach', { links: { label: 1, suggestion: 1 } }],
    ['POST', '/labels', { name: 'Unseen' }],
    ['POST', '/attachments', undefined],
    ['POST', '/bulk_identify', { identities: [{ email: 'unseen@a.test' }] }],
  ])(
    '%s %s has no record to compare: If-Match is rejected and not ignored',
    async (method, path, body) => {
      for (const tag of ['"older"', '*']) {
        const answer = await at.call(method, path, { body, ...asSeen(tag) })
        expect([answer.status, answer.body.error]).toEqual([400, 'malformed'])
        expect(answer.body.message).toContain('If-Match')
      }
      expect((await at.get('/labels?q=Unseen')).body.labels).toEqual([])
    },
  )
})
