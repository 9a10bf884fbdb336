// Previews of merges and notifications, and the counts beside filters.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aComment, anAccount, anExternalUser, aSupporter, aUser } from '../support/factories.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

let at: TestService
let forum: number
let ann: number
let ben: number
let cleo: number

beforeAll(async () => {
  at = await startTestService()
  forum = (await at.made('/forums', { name: 'Mobile' })).id
  const acme = await anAccount(at.db, 'acme', { mrr: 1200.5 })
  const bolt = await anAccount(at.db, 'bolt', { mrr: 300 })
  ann = await aUser(at.db, 'ann@acme.test')
  ben = await aUser(at.db, 'ben@bolt.test')
  cleo = await aUser(at.db, 'cleo@home.test')
  await anExternalUser(at.db, ann, 'u-ann', { external_account_id: acme })
  await anExternalUser(at.db, ben, 'u-ben', { external_account_id: bolt })
})

const aSuggestion = async (title: string, links: object = {}): Promise<number> =>
  (await at.made('/suggestions', { title, links: { forum, ...links } })).id

describe('the preview of a merge', () => {
  test('has the counts that the merge produces', async () => {
    const target = await aSuggestion('Dark mode')
    const first = await aSuggestion('Night theme')
    const second = await aSuggestion('Black background')
    const gone = await aSuggestion('Gone')
    await at.put(`/suggestions/${gone}/delete`, {})
    await aSupporter(at.db, target, ann, { votes_count: 2 })
    await aSupporter(at.db, first, ann, { votes_count: 5 })
    await aSupporter(at.db, first, ben, { votes_count: 3 })
    await aSupporter(at.db, second, ben, { votes_count: 9 })
    await aSupporter(at.db, second, cleo)
    await aComment(at.db, target, ann)
    await aComment(at.db, first, ben)
    await aComment(at.db, second, ben, { state: 'spam' })
    // Feedback makes Ann a supporter.
    await at.made('/feedback_records', { body: 'x', links: { suggestion: second, user: ann } })
    await at.made('/notes', { body: 'Ask sales', links: { suggestion: first } })

    const path = `/suggestions/${target}/merge_preview?ids=${first},${second},${gone},${target},999999,${first}`
    const { status, body, text } = await at.get(path)
    expect(status, text).toBe(200)
    expect(body.merge_preview).toMatchObject({
      moves: {
        suggestions: 2,
        supporters: 2,
        duplicate_supporters: 3,
        votes: 4,
        comments: 1,
        feedback_records: 1,
      },
      stays: { notes: 1, attachments: 0 },
      after: { supporters_count: 3, votes_count: 6, supporter_revenue: 1500.5 },
      errors: [
        { id: gone, reason: 'deleted' },
        { id: target, reason: 'itself' },
        { id: 999_999, reason: 'not_found' },
      ],
    })
    expect((await at.shown(`/suggestions/${target}`)).supporters_count).toBe(1)
    const merged = await at.post('/suggestions/merge', {
      links: { from_suggestion: [first, second], to_suggestion: target },
    })
    expect(merged.status, merged.text).toBe(200)
    expect(await at.shown(`/suggestions/${target}`)).toMatchObject(body.merge_preview.after)
    const again = (await at.get(path)).body.merge_preview
    expect(again.errors).toContainEqual({ id: first, reason: 'already_merged' })
    expect(again.after).toEqual(body.merge_preview.after)
  })

  test('refuses a target that nothing can be merged into', async () => {
    const [one, two] = [await aSuggestion('One'), await aSuggestion('Two')]
    await at.post('/suggestions/merge', { links: { from_suggestion: one, to_suggestion: two } })
    expect((await at.get(`/suggestions/${one}/merge_preview?ids=${two}`)).status).toBe(400)
    await at.put(`/suggestions/${two}/delete`, {})
    expect((await at.get(`/suggestions/${two}/merge_preview?ids=${one}`)).status).toBe(400)
    expect((await at.get(`/suggestions/999999/merge_preview?ids=${one}`)).status).toBe(404)
    for (const ids of ['', '?ids=', '?ids=x', `?ids=${'1,'.repeat(1001)}`])
      expect((await at.get(`/suggestions/${one}/merge_preview${ids}`)).status, ids).toBe(400)
  })
})

describe('the preview of a notification', () => {
  test('counts subscribed people who may and want to be notified, each once', async () => {
    const id = await aSuggestion('Wanted')
    const people = await Promise.all(
      Array.from({ length: 11 }, (_, i) => aUser(at.db, `fan-${i}@a.test`)),
    )
    for (const user of people) await aSupporter(at.db, id, user)
    await aSupporter(at.db, id, ann, { is_subscribed: false })
    await aSupporter(at.db, id, await aUser(at.db, 'no@a.test', { status_notifications: false }))
    await aSupporter(at.db, id, await aUser(at.db, 'bad@a.test', { allowed_state: 'blocked' }))
    for (const user of [ben, people[0]])
      await sql`insert into suggestion_followers values (${id}, ${user})`.execute(at.db)
    const { body } = await at.get(`/suggestions/${id}/notification_preview`)
    expect(body.notification_preview.people_count).toBe(12)
    expect(body.notification_preview.links.users).toHaveLength(10)
    expect(body.users).toBeUndefined()
    const shown = (await at.get(`/suggestions/${id}/notification_preview?includes=users`)).body
    expect(shown.users.map((user: Shown) => user.id)).toEqual(
      shown.notification_preview.links.users,
    )
    expect((await at.get('/suggestions/999999/notification_preview')).status).toBe(404)
  })

  test('shows people only to those who may read them', async () => {
    const id = await aSuggestion('Wanted')
    await aSupporter(at.db, id, ann)
    const viewer = bySession(await aSession(at, (await aPerson(at, 'viewer')).id))
    const answer = await at.get(`/suggestions/${id}/notification_preview?includes=users`, viewer)
    expect(answer.status).toBe(200)
    const { token } = await at.aClient({ scopes: ['feedback:read'] } as object)
    const path = `/suggestions/${id}/notification_preview`
    expect((await at.get(path, { token })).status).toBe(200)
    expect((await at.get(`${path}?includes=users`, { token })).status).toBe(403)
  })
})

describe('counts', () => {
  test('agree with the totals of filtered lists', async () => {
    const other = (await at.made('/forums', { name: 'Other' })).id
    const category = (await at.made('/categories', { name: 'C', links: { forum: other } })).id
    const status = (await at.made('/statuses', { name: 'shipped', is_open: false })).id
    await aSuggestion('One', { forum: other, category, status })
    await aSuggestion('Two', { forum: other })
    await at.put(`/suggestions/${await aSuggestion('Three', { forum: other })}/spam`, {})
    const { status: code, body, text } = await at.get('/suggestions/counts')
    expect(code, text).toBe(200)
    const { counts } = body
    const total = async (query: string) =>
      (await at.get(`/suggestions?${query}`)).body.pagination.total_records
    expect(counts.total).toBe(await total(''))
    for (const state of ['open', 'closed', 'merged'])
      expect(counts[state], state).toBe(await total(`state=${state}`))
    for (const { id, count } of counts.forums) expect(count).toBe(await total(`forum=${id}`))
    for (const { state, count } of counts.states) expect(count).toBe(await total(`state=${state}`))
    for (const { id, count } of counts.statuses)
      expect(count).toBe(await total(id === null ? 'status_none=true' : `status=${id}`))
    for (const { id, count } of counts.categories)
      expect(count).toBe(await total(id === null ? 'category_none=true' : `category=${id}`))

    const filtered = (await at.get(`/suggestions/counts?forum=${other}&state=-spam`)).body.counts
    expect(filtered).toMatchObject({
      total: 2,
      open: 1,
      closed: 1,
      forums: [{ id: other, count: 2 }],
      categories: [
        { id: category, count: 1 },
        { id: null, count: 1 },
      ],
    })
    const uncounted = await at.get('/suggestions/counts?label=1')
    expect([uncounted.status, uncounted.body.errors]).toEqual([400, { label: 'in' }])
  })

  test('read no suggestion', async () => {
    let list: Promise<unknown> | undefined
    await at.db.transaction().execute(async (tx) => {
      // A statement that reads these tables waits.
      await sql`lock table suggestions, suggestion_figures in access exclusive mode`.execute(tx)
      list = at.get('/suggestions')
      const path = `/suggestions/counts?forum=${forum}&state=open`
      expect((await at.get(path)).body.counts.total).toBeGreaterThan(0)
      expect(await Promise.race([list, sleep(200, 'waiting')])).toBe('waiting')
    })
    expect(await list).toMatchObject({ status: 200 })
  })
})
