// Bulk actions: one change of many suggestions, with progress, errors, cancelling and undo.
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser, idsOf } from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Sent, type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

let at: TestService
let mobile: Shown
let desktop: Shown
let reports: Shown
let charts: Shown
let label: Shown
let open: Shown
let closed: Shown
let ids: number[]
let somebody: number

beforeAll(async () => {
  at = await startTestService()
  mobile = await at.made('/forums', { name: 'Mobile' })
  desktop = await at.made('/forums', { name: 'Desktop' })
  reports = await at.made('/categories', { name: 'Reports', links: { forum: mobile.id } })
  charts = await at.made('/categories', { name: 'Charts', links: { forum: desktop.id } })
  label = await at.made('/labels', { name: 'urgent' })
  open = await at.made('/statuses', { name: 'planned' })
  closed = await at.made('/statuses', { name: 'shipped', is_open: false })
  somebody = (await aPerson(at, 'contributor')).id
})

beforeEach(async () => {
  ids = []
  for (const title of ['One', 'Two', 'Three']) ids.push((await aSuggestion(title)).id)
})

const aSuggestion = (title: string, links: object = {}) =>
  at.made('/suggestions', { title, links: { forum: mobile.id, ...links } })

/** Many suggestions of a forum of their own. */
async function many(count: number): Promise<{ forum: number; ids: number[] }> {
  const { id } = await at.made('/forums', { name: `Forum of ${count}` })
  const { rows } = await sql<{ id: number }>`
    insert into suggestions (title, forum_id) select 'Wish ' || n, ${id} from generate_series(1, ${count}) n
    returning id`.execute(at.db)
  return { forum: id, ids: idsOf(rows).sort((a, b) => a - b) }
}

const start = async (action: object, sent?: Sent): Promise<Shown> => {
  const { status, text, body } = await at.post('/bulk_actions', action, sent)
  expect(status, text).toBe(201)
  return body.bulk_actions[0]
}
const undo = async ({ id }: Shown): Promise<Shown> => {
  const { status, text, body } = await at.put(`/bulk_actions/${id}/undo`, {})
  expect(status, text).toBe(200)
  return body.bulk_actions[0]
}
const again = ({ id }: Shown) => at.shown(`/bulk_actions/${id}`)
const suggestion = (id: number | undefined) => at.shown(`/suggestions/${id}`)
const all = async () => (await at.get(`/suggestions/${ids}`)).body.suggestions as Shown[]
const exactFigures = async () => expect(await findWrongFigures(at.db)).toEqual([])
const kinds = async (id: number | undefined): Promise<string[]> =>
  (
    await at.get(`/suggestion_activity_entries?suggestion=${id}&sort=id`)
  ).body.suggestion_activity_entries.map(({ kind }: Shown) => kind)

/** What an action and its undo must leave as it was. */
const essence = async () =>
  (await all()).map(({ id, state, approved_at, closed_at, links, ...shown }) => ({
    id,
    state,
    approved_at,
    closed_at,
    forum: links.forum,
    category: links.category,
    status: links.status,
    owner: links.owner,
    labels: links.labels,
    last: links.last_status_update,
    parent: links.parent_suggestion,
    votes: shown.votes_count,
    supporters: shown.supporters_count,
  }))

describe('each action changes its suggestions and can be undone', () => {
  const cases: [string, () => object, (s: Shown) => unknown, () => unknown, string][] = [
    [
      'label',
      () => ({ links: { label: label.id } }),
      ({ links }) => links.labels,
      () => [label.id],
      'label_attached',
    ],
    [
      'categorize',
      () => ({ links: { category: reports.id } }),
      ({ links }) => links.category,
      () => reports.id,
      'suggestion_moved',
    ],
    [
      'status',
      () => ({ links: { status: closed.id } }),
      ({ links, closed_at }) => [links.status, closed_at !== null, links.last_status_update],
      () => [closed.id, true, null],
      'status_changed',
    ],
    [
      'assign',
      () => ({ links: { owner: somebody } }),
      ({ links }) => links.owner,
      () => somebody,
      'owner_assigned',
    ],
    [
      'move',
      () => ({ links: { forum: desktop.id, category: charts.id } }),
      ({ links }) => [links.forum, links.category],
      () => [desktop.id, charts.id],
      'suggestion_moved',
    ],
    ['spam', () => ({}), ({ state }) => state, () => 'spam', 'state_changed'],
    ['delete', () => ({}), ({ state }) => state, () => 'deleted', 'state_changed'],
  ]

  test.each(cases)('%s', async (action, more, value, expected, kind) => {
    const before = await essence()
    const done = await start({ action, ids, ...more() })
    expect(done).toMatchObject({
      action,
      state: 'done',
      total_count: 3,
      done_count: 3,
      changed_count: 3,
      failed_count: 0,
      undone_count: 0,
      errors: [],
    })
    for (const shown of await all()) expect(value(shown)).toEqual(expected())
    expect((await kinds(ids[0])).at(-1)).toBe(kind)
    await exactFigures()
    expect(await undo(done)).toMatchObject({ state: 'undone', undone_count: 3, errors: [] })
    expect(await essence()).toEqual(before)
    await exactFigures()
  })

  test('unlabel', async () => {
    await start({ action: 'label', ids, links: { label: label.id } })
    const done = await start({ action: 'unlabel', ids, links: { label: label.id } })
    for (const { links } of await all()) expect(links.labels).toBeNull()
    expect(await undo(done)).toMatchObject({ state: 'undone', undone_count: 3 })
    for (const { links } of await all()) expect(links.labels).toEqual([label.id])
    await exactFigures()
  })

  test('approve and restore', async () => {
    await sql`update suggestions set state = 'new', approved_at = null where id = any(${ids})`.execute(
      at.db,
    )
    const before = await essence()
    const approved = await start({ action: 'approve', ids })
    for (const { state, approved_at } of await all()) {
      expect(state).toBe('approved')
      expect(approved_at).not.toBeNull()
    }
    await undo(approved)
    expect(await essence()).toEqual(before)

    await start({ action: 'delete', ids })
    const restored = await start({ action: 'restore', ids })
    expect(await essence()).toEqual(before)
    await undo(restored)
    for (const { state } of await all()) expect(state).toBe('deleted')
    await exactFigures()
  })

  test('status with an answer', async () => {
    await at.made('/status_updates', {
      body: 'We look at it',
      links: { suggestion: ids[0], status: open.id },
    })
    const before = await essence()
    const done = await start({
      action: 'status',
      ids,
      body: 'It is <there>',
      notify_supporters: true,
      links: { status: closed.id },
    })
    const answers = (await at.get(`/status_updates?suggestion=${ids}`)).body.status_updates
    expect(answers.filter(({ body }: Shown) => body === 'It is <there>')).toHaveLength(3)
    expect(await suggestion(ids[0])).toMatchObject({
      links: { status: closed.id, last_status_update: expect.any(Number) },
    })
    expect(answers[0]).toMatchObject({
      html_body: '<p>It is &lt;there&gt;</p>',
      supporters_notified: true,
    })
    await undo(done)
    expect(await essence()).toEqual(before)
    expect((await at.get(`/status_updates?suggestion=${ids}`)).body.status_updates).toHaveLength(1)
    await exactFigures()
  })

  test('merge', async () => {
    const target = await aSuggestion('Target')
    const user = await aUser(at.db, 'merged@a.test')
    for (const id of ids)
      await at.made('/supporters', { links: { suggestion: id, user }, votes_count: 2 })
    const before = await essence()
    const done = await start({
      action: 'merge',
      ids: [...ids, target.id],
      links: { suggestion: target.id },
    })
    expect(done).toMatchObject({
      state: 'done',
      done_count: 3,
      failed_count: 1,
      errors: [{ id: target.id, reason: 'itself' }],
    })
    expect(await suggestion(target.id)).toMatchObject({ supporters_count: 1 })
    for (const { links } of await all()) expect(links.parent_suggestion).toBe(target.id)
    await exactFigures()
    expect(await undo(done)).toMatchObject({ state: 'undone', undone_count: 3 })
    expect(await essence()).toEqual(before)
    expect(await suggestion(target.id)).toMatchObject({ supporters_count: 0 })
    await exactFigures()
  })

  test('null clears the category', async () => {
    await start({ action: 'categorize', ids, links: { category: reports.id } })
    await start({ action: 'categorize', ids, links: { category: null } })
    for (const { links } of await all()) expect(links.category).toBeNull()
  })
})

test('what already has the value is done but not changed, and stays when the action is undone', async () => {
  await start({ action: 'label', ids: [ids[0]], links: { label: label.id } })
  const done = await start({ action: 'label', ids, links: { label: label.id } })
  expect(done).toMatchObject({ done_count: 3, changed_count: 2 })
  expect(await undo(done)).toMatchObject({ undone_count: 2 })
  expect((await all()).map(({ links }) => links.labels)).toEqual([[label.id], null, null])
})

describe('a suggestion that cannot be changed fails, and the others go on', () => {
  test('deleted, merged, unknown, in another forum', async () => {
    const [one, two, three] = ids as [number, number, number]
    const elsewhere = await aSuggestion('Elsewhere', { forum: desktop.id })
    const target = await aSuggestion('Target')
    await at.put(`/suggestions/${two}/delete`, {})
    await start({ action: 'merge', ids: [three], links: { suggestion: target.id } })
    const done = await start({
      action: 'categorize',
      ids: [one, two, three, 999_999, elsewhere.id],
      links: { category: reports.id },
    })
    expect(done).toMatchObject({
      state: 'done',
      total_count: 5,
      done_count: 1,
      changed_count: 1,
      failed_count: 4,
      errors: [
        { id: two, reason: 'deleted' },
        { id: three, reason: 'merged' },
        { id: 999_999, reason: 'not_found' },
        { id: elsewhere.id, reason: 'other_forum' },
      ],
    })
    expect(await suggestion(one)).toMatchObject({ links: { category: reports.id } })
    expect(await suggestion(elsewhere.id)).toMatchObject({ links: { category: null } })
  })

  test('at most 100 of them are listed', async () => {
    const unknown = Array.from({ length: 120 }, (_, i) => 1_000_000 + i)
    const queued = await start({ action: 'spam', ids: [...unknown, ...ids] })
    await runJobs(at)
    const done = await again(queued)
    expect(done).toMatchObject({ state: 'done', failed_count: 120, done_count: 3 })
    expect(done.errors).toHaveLength(100)
  })

  test('a label that is deleted before the job runs', async () => {
    const gone = await at.made('/labels', { name: 'gone' })
    const { ids: some } = await many(60)
    const queued = await start({ action: 'label', ids: some, links: { label: gone.id } })
    await at.delete(`/labels/${gone.id}`)
    await runJobs(at)
    const failed = await again(queued)
    expect(failed).toMatchObject({ state: 'failed', done_count: 0, failed_count: 60 })
    expect(failed.errors[0]).toEqual({ id: some[0], reason: 'target_not_found' })
  })
})

describe('in the background', () => {
  test('an action by filters works on what they selected when it was accepted', async () => {
    const { forum, ids: some } = await many(1_203)
    await at.put(`/suggestions/${some[0]}/spam`, {})
    const query = `forum=${forum}&state=-spam&q=wish&per_page=20&sort=-id&fields=id`
    const queued = await start({ action: 'label', query, links: { label: label.id } })
    expect(queued).toMatchObject({ state: 'queued', query, total_count: 1_202, done_count: 0 })
    const later = await aSuggestion('Wish later', { forum })
    await runJobs(at)
    expect(await again(queued)).toMatchObject({
      state: 'done',
      done_count: 1_202,
      undo_until: expect.any(String),
    })
    const labelled = await at.get(`/suggestions?label=${label.id}&forum=${forum}`)
    expect(labelled.body.pagination.total_records).toBe(1_202)
    expect(await suggestion(later.id)).toMatchObject({ links: { labels: null } })
    await exactFigures()

    expect(await undo(queued)).toMatchObject({ state: 'undoing' })
    await runJobs(at)
    expect(await again(queued)).toMatchObject({ state: 'undone', undone_count: 1_202, errors: [] })
    const left = await at.get(`/suggestions?label=${label.id}&forum=${forum}`)
    expect(left.body.pagination.total_records).toBe(0)
    await exactFigures()
  })

  test('cancelling stops it after a batch, and what was done can be undone', async () => {
    const { forum, ids: some } = await many(1_100)
    const queued = await start({ action: 'delete', ids: some })
    // The first batch only.
    await sql`select graphile_worker.remove_job('bulk action ' || ${queued.id} || ' at 0')`.execute(
      at.db,
    )
    const { runNextBatch } = await import('../../src/write/bulk-actions.ts')
    await at.db.transaction().execute((tx) => runNextBatch(tx, queued.id, 0))
    expect(await again(queued)).toMatchObject({ state: 'running', done_count: 500 })
    const cancelled = await at.put(`/bulk_actions/${queued.id}/cancel`, {})
    expect(cancelled.body.bulk_actions[0]).toMatchObject({ state: 'cancelled', done_count: 500 })
    await runJobs(at)
    const deleted = () => at.get(`/suggestions?forum=${forum}&state=deleted`)
    expect((await deleted()).body.pagination.total_records).toBe(500)
    await undo(queued)
    await runJobs(at)
    expect(await again(queued)).toMatchObject({ state: 'undone', undone_count: 500 })
    expect((await deleted()).body.pagination.total_records).toBe(0)
  })

  test('actions on the same suggestions, and single writes beside them, do not disturb each other', async () => {
    const { forum, ids: some } = await many(700)
    await start({ action: 'status', ids: some, links: { status: closed.id } })
    await start({ action: 'label', ids: some.toReversed(), links: { label: label.id } })
    await start({ action: 'move', ids: some, links: { forum: desktop.id } })
    const singles = some
      .slice(0, 40)
      .map((id) => at.put(`/suggestions/${id}`, { title: `Changed ${id}` }))
    await Promise.all([runJobs(at), runJobs(at), ...singles])
    await runJobs(at)
    for (const { status } of await Promise.all(singles)) expect(status).toBe(200)
    const query = `label=${label.id}&status=${closed.id}&forum=${desktop.id}&q=changed+wish`
    expect((await at.get(`/suggestions?forum=${forum}`)).body.pagination.total_records).toBe(0)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from suggestions s join suggestion_labels l on l.suggestion_id = s.id
      where s.id = any(${some}) and status_id = ${closed.id} and forum_id = ${desktop.id} and closed_at is not null`.execute(
      at.db,
    )
    expect(rows[0]?.count, query).toBe(700)
    await exactFigures()
  })
})

describe('undo', () => {
  test('leaves alone what others changed since', async () => {
    const [one, two, three] = ids as [number, number, number]
    const moved = await start({
      action: 'move',
      ids,
      links: { forum: desktop.id, category: charts.id },
    })
    await at.put(`/suggestions/${two}`, { links: { category: null } })
    expect(await undo(moved)).toMatchObject({
      state: 'undone',
      undone_count: 2,
      errors: [{ id: two, reason: 'changed_since' }],
    })
    expect((await all()).map(({ links }) => links.forum)).toEqual([
      mobile.id,
      desktop.id,
      mobile.id,
    ])

    const answered = await start({
      action: 'status',
      ids: [one, three],
      body: 'Done',
      links: { status: closed.id },
    })
    await at.made('/status_updates', { body: 'Really', links: { suggestion: one } })
    expect(await undo(answered)).toMatchObject({
      undone_count: 1,
      errors: [{ id: one, reason: 'changed_since' }],
    })
    expect(await suggestion(one)).toMatchObject({ links: { status: closed.id } })
    expect(await suggestion(three)).toMatchObject({ links: { status: null }, closed_at: null })

    const target = await aSuggestion('Target')
    const merged = await start({ action: 'merge', ids, links: { suggestion: target.id } })
    await at.call('POST', `/suggestions/${one}/unmerge`)
    expect(await undo(merged)).toMatchObject({ undone_count: 2, errors: [{ id: one }] })
    await exactFigures()
  })

  test('works once, for a day, and not while the action runs', async () => {
    const done = await start({ action: 'spam', ids })
    await undo(done)
    expect(await undo(done)).toMatchObject({ state: 'undone', undone_count: 3 })
    const late = await start({ action: 'spam', ids })
    expect(Date.parse(late.undo_until) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    await sql`update bulk_actions set undo_until = now() where id = ${late.id}`.execute(at.db)
    const tooLate = await at.put(`/bulk_actions/${late.id}/undo`, {})
    expect([tooLate.status, tooLate.body.error]).toEqual([409, 'conflict'])
    const queued = await start({ action: 'spam', ids: (await many(60)).ids })
    expect((await at.put(`/bulk_actions/${queued.id}/undo`, {})).status).toBe(409)
    await runJobs(at)
    expect((await at.put(`/bulk_actions/${queued.id}/cancel`, {})).status).toBe(409)
  })
})

describe('the request', () => {
  const refused = async (body: object, status: number, errors: unknown) => {
    const answer = await at.post('/bulk_actions', body)
    expect([answer.status, answer.body.errors], answer.text).toEqual([status, errors])
    return answer
  }

  test('names the suggestions in one way', async () => {
    await refused({ action: 'spam' }, 422, { ids: 'required' })
    await refused({ action: 'spam', ids, query: 'forum=1' }, 422, { query: 'in' })
    await refused({ action: 'spam', ids: [] }, 422, { ids: 'min_length' })
    const tooMany = Array.from({ length: 10_001 }, (_, i) => i + 1)
    await refused({ action: 'spam', ids: tooMany }, 422, { ids: 'max_length' })
    await refused({ action: 'spam', query: 'colour=red' }, 400, { query: 'in' })
    await refused({ action: 'spam', query: 'state=gone' }, 400, { query: 'in' })
    expect(await start({ action: 'spam', query: 'state=spam&q=nothingatall' })).toMatchObject({
      state: 'done',
      total_count: 0,
    })
  })

  test('has the links that the action needs, and no others', async () => {
    await refused({ action: 'paint', ids }, 422, { action: 'in' })
    await refused({ action: 'label', ids }, 422, { links: { label: 'required' } })
    await refused({ action: 'label', ids, links: { label: 999_999 } }, 422, {
      links: { label: 'not_found' },
    })
    await refused({ action: 'spam', ids, links: { label: label.id } }, 422, {
      links: { label: 'in' },
    })
    await refused({ action: 'spam', ids, body: 'x' }, 422, { body: 'in' })
    await refused({ action: 'move', ids, links: { forum: mobile.id, category: charts.id } }, 422, {
      links: { category: 'in' },
    })
  })

  test('with an idempotency key acts once', async () => {
    const key = { headers: { 'idempotency-key': 'bulk-1' } }
    const first = await start({ action: 'spam', ids }, key)
    await undo(first)
    expect((await start({ action: 'spam', ids }, key)).id).toBe(first.id)
    for (const { state } of await all()) expect(state).toBe('approved')
  })

  test('needs an admin, and everyone sees the actions of others', async () => {
    const as = async (role: 'admin' | 'contributor' | 'viewer') =>
      bySession(await aSession(at, (await aPerson(at, role)).id))
    const admin = await as('admin')
    for (const role of ['contributor', 'viewer'] as const)
      expect((await at.post('/bulk_actions', { action: 'spam', ids }, await as(role))).status).toBe(
        403,
      )
    const done = await start({ action: 'spam', ids }, admin)
    expect(done.links.created_by).not.toBeNull()
    const viewer = await as('viewer')
    expect((await at.get(`/bulk_actions/${done.id}`, viewer)).status).toBe(200)
    expect((await at.put(`/bulk_actions/${done.id}/undo`, {}, viewer)).status).toBe(403)
  })
})

test('actions are kept for 30 days, and what undoing needs for a day', async () => {
  const { deleteOldBulkActions } = await import('../../src/write/background/old-bulk-actions.ts')
  const clean = () => at.db.transaction().execute(deleteOldBulkActions)
  const done = await start({ action: 'spam', ids: [...ids, 999_999] })
  const records = async () => {
    const { rows } = await sql`
      select from bulk_action_records where bulk_action_id = ${done.id}`.execute(at.db)
    return rows.length
  }
  await clean()
  expect(await records()).toBe(4)
  await sql`update bulk_actions set undo_until = now() - interval '1 s' where id = ${done.id}`.execute(
    at.db,
  )
  await clean()
  expect(await records()).toBe(1)
  expect((await again(done)).errors).toEqual([{ id: 999_999, reason: 'not_found' }])
  await sql`update bulk_actions set updated_at = now() - interval '31 days' where id = ${done.id}`.execute(
    at.db,
  )
  await clean()
  expect((await at.get(`/bulk_actions/${done.id}`)).status).toBe(404)
})

// The last test of the file: it drops indexes.
test('more than 100,000 matches are refused with their number', { timeout: 120_000 }, async () => {
  const { id } = await at.made('/forums', { name: 'Huge' })
  await at.db.connection().execute(async (db) => {
    // Without triggers and indexes, which would take most of the time.
    const { rows } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index
      where indrelid = 'suggestions'::regclass and not indisunique`.execute(db)
    if (rows.length > 0)
      await sql`drop index ${sql.join(rows.map(({ name }) => sql.ref(name)))}`.execute(db)
    await sql`set session_replication_role = replica`.execute(db)
    await sql`insert into suggestions (title, forum_id)
      select 'Wish', ${id} from generate_series(1, 100001)`.execute(db)
    await sql`reset session_replication_role`.execute(db)
  })
  const answer = await at.post('/bulk_actions', { action: 'spam', query: `forum=${id}` })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toBe('query: selects too many suggestions (100001). Maximum: 100000.')
})
