// Actions of the team on suggestions: status updates, flags, owners, list priority, links, tickets, imports.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser, idsOf, insert } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService
let forum: number
let suggestion: Shown
let planned: number
let completed: number

beforeAll(async () => {
  at = await startTestService()
  forum = (await at.made('/forums', { name: 'Mobile' })).id
  const { statuses } = (await at.get('/statuses')).body
  const named = (name: string) => statuses.find((one: Shown) => one.name === name).id
  planned = named('planned')
  completed = named('completed')
})

beforeEach(async () => {
  suggestion = await at.made('/suggestions', { title: 'Dark mode', links: { forum } })
})

const now = () => at.shown(`/suggestions/${suggestion.id}`)
const links = () => ({ suggestion: suggestion.id })
const lastEntry = async () =>
  at.shown(`/suggestion_activity_entries?suggestion=${suggestion.id}&sort=-id&per_page=1`)
const expectExactFigures = async () => expect(await findWrongFigures(at.db)).toEqual([])

describe('status updates', () => {
  test('set the status, open or close the suggestion, and become its last update', async () => {
    const open = (await at.shown(`/forums/${forum}`)).open_suggestions_count
    const update = await at.made('/status_updates', {
      body: 'Done & dusted\n<b>today</b>',
      notify_supporters: true,
      links: { ...links(), status: completed },
    })
    expect(update).toMatchObject({
      html_body: '<p>Done &amp; dusted<br>&lt;b&gt;today&lt;/b&gt;</p>',
      supporters_notified: true,
      mail_sent_count: 0,
      links: { old_status: null, new_status: completed, suggestion: suggestion.id },
    })
    const closed = await now()
    expect(closed.closed_at).toBe(update.created_at)
    expect(closed.links).toMatchObject({ status: completed, last_status_update: update.id })
    expect((await at.shown(`/forums/${forum}`)).open_suggestions_count).toBe(open - 1)
    expect(await lastEntry()).toMatchObject({
      kind: 'status_changed',
      links: { old_status: null, new_status: completed, status_update: update.id },
    })
    // Older names that clients still send.
    const again = await at.made('/status_updates', {
      notify_subscribers: true,
      links: { ...links(), new_status: planned },
    })
    expect(again).toMatchObject({ body: null, html_body: null, supporters_notified: true })
    expect(await now()).toMatchObject({ closed_at: null, links: { status: planned } })
    expect((await at.shown(`/forums/${forum}`)).open_suggestions_count).toBe(open)
    await expectExactFigures()
  })

  test('do not change the status when dated before another update', async () => {
    const update = await at.made('/status_updates', {
      body: 'Soon',
      links: { ...links(), status: planned },
    })
    const older = await at.made('/status_updates', {
      body: 'Seen',
      created_at: '2020-01-01T00:00:00Z',
      created_by_email: 'old@home.test',
      links: { ...links(), status: completed },
    })
    expect((await at.shown(`/users/${older.links.user}`)).email_address).toBe('old@home.test')
    expect((await now()).links).toMatchObject({ status: planned, last_status_update: update.id })
    await at.delete(`/status_updates/${update.id}`)
    expect((await now()).links).toMatchObject({ status: planned, last_status_update: older.id })
    await at.put(`/status_updates/${older.id}`, { body: 'Seen it' })
    expect(await at.shown(`/status_updates/${older.id}`)).toMatchObject({
      body: 'Seen it',
      html_body: '<p>Seen it</p>',
    })
    await at.delete(`/status_updates/${older.id}`)
    expect((await now()).links).toMatchObject({ last_status_update: null, status: planned })
    await expectExactFigures()
  })
})

test('closing a status while it is assigned leaves none of its suggestions open', async () => {
  for (let round = 0; round < 4; round++) {
    const { id: status } = await at.made('/statuses', { name: `Round ${round}` })
    const title = 'Met'
    const some = await Promise.all(
      Array.from({ length: 6 }, () => at.made('/suggestions', { title, links: { forum } })),
    )
    await Promise.all([
      ...some.slice(0, 3).map(({ id }) => at.put(`/suggestions/${id}`, { links: { status } })),
      at.put(`/statuses/${status}`, { is_open: false }),
      ...some
        .slice(3)
        .map(({ id }) => at.made('/status_updates', { links: { suggestion: id, status } })),
      ...Array.from({ length: 4 }, () =>
        at.made('/suggestions', { title, links: { forum, status } }),
      ),
    ])
    const { body } = await at.get(`/suggestions?status=${status}&per_page=100`)
    expect(body.suggestions).toHaveLength(10)
    expect(body.suggestions.filter((one: Shown) => one.closed_at === null)).toEqual([])
  }
  await expectExactFigures()
})

describe('team actions', () => {
  test('an internal status update has the previous internal status', async () => {
    const [triaged, building] = await Promise.all(
      ['triaged', 'building'].map((name) => insert(at.db, 'internal_statuses', { name })),
    )
    const first = await at.made('/internal_status_updates', {
      links: { ...links(), internal_status: triaged },
    })
    const second = await at.made('/internal_status_updates', {
      notify_teams: true,
      links: { ...links(), internal_status: building },
    })
    expect(first).toMatchObject({ name: 'triaged', teams_notified: false })
    expect(second).toMatchObject({
      name: 'building',
      internal_status_id: building,
      teams_notified: true,
      links: { old_internal_status: triaged, new_internal_status: building },
    })
    expect((await now()).links.last_internal_status_update).toBe(second.id)
    const third = await at.made('/internal_status_updates', {
      internal_status_id: triaged,
      links: links(),
    })
    expect(third).toMatchObject({
      name: 'triaged',
      internal_status_id: triaged,
      links: { old_internal_status: building, new_internal_status: triaged },
    })
    const none = await at.made('/internal_status_updates', {
      links: { ...links(), new_internal_status: null },
    })
    expect(none).toMatchObject({ name: null, links: { old_internal_status: triaged } })
    const missing = await at.post('/internal_status_updates', { links: links() })
    expect(missing.status).toBe(422)
    expect(missing.body.errors).toEqual({ links: { internal_status: 'required' } })
    expect((await now()).links.last_internal_status_update).toBe(none.id)
    const named = await at.put(`/internal_status_updates/${none.id}`, {
      internal_status_id: building,
    })
    expect(named.body.internal_status_updates[0]).toMatchObject({ name: 'building' })
    const cleared = await at.put(`/internal_status_updates/${none.id}`, {
      links: { internal_status: null },
    })
    expect(cleared.body.internal_status_updates[0]).toMatchObject({ name: null })
    const changed = await at.put(`/internal_status_updates/${second.id}`, { teams_notified: false })
    expect(changed.body.internal_status_updates[0]).toMatchObject({
      teams_notified: false,
      name: 'building',
    })
  })

  test('a flag counts until it is cleared', async () => {
    const flag = await at.made('/internal_flags', { reason: 'Legal?', links: links() })
    expect(flag.links.user).toBe((await at.shown('/users/current')).id)
    expect(await now()).toMatchObject({
      internal_flags_count: 1,
      all_internal_flags_count: 1,
      last_internal_flag_at: flag.created_at,
    })
    const cleared = await at.call('PUT', `/internal_flags/${flag.id}/clear`)
    expect(cleared.body.internal_flags[0].cleared_at).not.toBeNull()
    expect(await now()).toMatchObject({ internal_flags_count: 0, all_internal_flags_count: 1 })
    await expectExactFigures()
  })

  test.each(['owner', 'user'])('assigns an owner by links.%s', async (name) => {
    const cleo = await aUser(at.db, `cleo-${name}@home.test`)
    const path = `/suggestions/${suggestion.id}/assign_owner`
    const answer = await at.put(path, { links: { [name]: cleo } })
    expect(answer.body.suggestions[0].links.owner).toBe(cleo)
    expect(await lastEntry()).toMatchObject({ kind: 'owner_assigned', links: { user: cleo } })
    expect(
      (await at.put(path, { links: { [name]: null } })).body.suggestions[0].links.owner,
    ).toBeNull()
    expect((await at.put(path, { links: {} })).status).toBe(422)
    expect((await at.put(path, { links: { [name]: 99999999 } })).body.errors).toEqual({
      links: { owner: 'not_found' },
    })
  })

  test('list priority puts suggestions first in the given order', async () => {
    const other = await at.made('/suggestions', { title: 'Other', links: { forum } })
    const answer = await at.put('/suggestions/list_priority', { ids: [other.id, suggestion.id] })
    expect(idsOf(answer.body.suggestions)).toEqual([other.id, suggestion.id])
    const { body } = await at.get('/suggestions?sort=list_priority&per_page=2')
    expect(idsOf(body.suggestions)).toEqual([other.id, suggestion.id])
    expect((await at.put('/suggestions/list_priority', { ids: [99999999] })).status).toBe(422)
    expect((await at.put('/suggestions/list_priority', {})).status).toBe(422)
  })

  test('linked suggestions show each other', async () => {
    const other = await at.made('/suggestions', { title: 'Other', links: { forum } })
    const pair = { links: { suggestion: suggestion.id, linked_suggestion: other.id } }
    expect((await at.post('/suggestions/link', pair)).status).toBe(200)
    expect(
      (await at.post('/suggestions/link', { suggestion_ids: [other.id, suggestion.id] })).status,
    ).toBe(200)
    expect((await now()).links.linked_suggestions).toEqual([other.id])
    expect((await at.shown(`/suggestions/${other.id}`)).links.linked_suggestions).toEqual([
      suggestion.id,
    ])
    expect(await lastEntry()).toMatchObject({
      kind: 'suggestion_linked',
      links: { linked_suggestion: other.id },
    })
    await at.post('/suggestions/unlink', pair)
    expect((await now()).links.linked_suggestions).toEqual([])
    const self = { links: { suggestion: other.id, linked_suggestion: other.id } }
    expect((await at.post('/suggestions/link', self)).status).toBe(422)
    expect((await at.post('/suggestions/link', { links: {} })).status).toBe(422)
  })

  test('converts a suggestion to one ticket and soft-deletes it', async () => {
    const path = `/suggestions/${suggestion.id}/convert_to_ticket`
    const answer = await at.call('PUT', path)
    const { links, state } = answer.body.suggestions[0]
    expect(state).toBe('deleted')
    expect(await at.shown(`/tickets/${links.ticket}`)).toMatchObject({
      subject: 'Dark mode',
      state: 'open',
    })
    expect((await at.call('PUT', path)).body.suggestions[0].links.ticket).toBe(links.ticket)
    await at.call('PUT', `/suggestions/${suggestion.id}/restore`)
    expect(await now()).toMatchObject({ state: 'approved', links: { ticket: links.ticket } })
    await expectExactFigures()
  })
})

describe('importing a suggestion', () => {
  test('sets author, time, labels and status by name', async () => {
    const answer = await at.post('/suggestions/import', {
      title: 'Offline mode',
      body: 'On trains',
      forum_name: 'mobile',
      category_name: 'Travel',
      labels: 'rail, Urgent',
      status_name: 'COMPLETED',
      status_update_body: 'Shipped',
      status_update_created_at: '2019-05-01T00:00:00Z',
      status_update_created_by_email: 'pm@home.test',
      user_name: 'Old Hand',
      user_email: 'old.hand@home.test',
      created_at: '2019-01-01T00:00:00Z',
      includes: 'users,labels,statuses,categories,status_updates',
    })
    expect(answer.status, answer.text).toBe(201)
    const { suggestions, users, labels, categories, status_updates } = answer.body
    expect(suggestions[0]).toMatchObject({
      state: 'published',
      channel: 'import',
      created_at: '2019-01-01T00:00:00Z',
      closed_at: '2019-05-01T00:00:00Z',
      approved_at: null,
      links: { forum, status: completed },
    })
    expect(users.map((one: Shown) => one.name)).toContain('Old Hand')
    expect(labels.map((one: Shown) => one.name).sort()).toEqual(['Urgent', 'rail'])
    expect(categories[0]).toMatchObject({ name: 'Travel', links: { forum } })
    expect(status_updates[0]).toMatchObject({ body: 'Shipped', created_at: '2019-05-01T00:00:00Z' })
    // A second import finds the category and the label by name.
    await at.made('/suggestions/import', {
      title: 'More',
      state: 'new',
      category_name: 'travel',
      labels: 'urgent',
      links: { forum, status: planned, labels: [labels[0].id] },
    })
    expect((await at.get(`/categories?forum=${forum}`)).body.categories).toHaveLength(1)
    expect((await at.get('/labels?q=urgent')).body.labels).toHaveLength(1)
    await expectExactFigures()
  })

  test.each([
    ['no forum', { title: 'x' }, { links: { forum: 'required' } }],
    ['no title', { forum_name: 'Mobile' }, { title: 'required' }],
    ['an unknown forum name', { title: 'x', forum_name: 'Mobil' }, { forum_name: 'not_found' }],
    [
      'an unknown status name',
      { title: 'x', forum_name: 'Mobile', status_name: 'some day' },
      { status_name: 'not_found' },
    ],
    [
      'a state that is not allowed',
      { title: 'x', forum_name: 'Mobile', state: 'spam' },
      { state: 'in' },
    ],
    [
      'an unknown label id',
      { title: 'x', links: { labels: [99999999] }, forum_name: 'Mobile', category_name: 'New one' },
      { links: { labels: 'not_found' } },
    ],
  ])('rejects %s and stores nothing', async (_, body, errors) => {
    const before = (await at.get('/suggestions')).body.pagination.total_records
    const answer = await at.post('/suggestions/import', body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual(errors)
    expect((await at.get('/suggestions')).body.pagination.total_records).toBe(before)
    expect(
      (await at.get('/categories')).body.categories.map((one: Shown) => one.name),
    ).not.toContain('New one')
  })
})
