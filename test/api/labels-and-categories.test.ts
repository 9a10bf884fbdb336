// Labels, categories and users: update, delete, attach, block.
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService

beforeAll(async () => {
  at = await startTestService()
})

afterEach(async () => {
  expect(await findWrongFigures(at.db)).toEqual([])
})

const aForum = (name = 'A forum') => at.made('/forums', { name })
const aLabel = (name: string, parent?: number) =>
  at.made('/labels', { name, ...(parent && { links: { parent } }) })
const aSuggestion = (forum: number, more: object = {}) =>
  at.made('/suggestions', { title: 'Dark mode', links: { forum, ...more } })

const resetUpdatedAt = (suggestion: number) =>
  sql`update suggestion_figures set updated_at = '2020-01-01' where id = ${suggestion}`.execute(
    at.db,
  )

describe('labels', () => {
  test('update the full names of descendants when renamed or moved', async () => {
    const mobile = await aLabel('Mobile')
    const ios = await aLabel('iOS', mobile.id)
    const widgets = await aLabel('Widgets', ios.id)
    await at.put(`/labels/${mobile.id}`, { name: 'Phones' })
    expect(await at.shown(`/labels/${widgets.id}`)).toMatchObject({
      full_name: 'Phones / iOS / Widgets',
      level: 2,
    })
    const { status, body } = await at.put(`/labels/${ios.id}`, { links: { parent: null } })
    expect(status).toBe(200)
    expect(body.labels[0]).toMatchObject({ full_name: 'iOS', level: 0, links: { parent: null } })
    expect(await at.shown(`/labels/${widgets.id}`)).toMatchObject({
      full_name: 'iOS / Widgets',
      level: 1,
    })
  })

  test('cannot be their own descendants', async () => {
    const above = await aLabel('Above')
    const below = await aLabel('Below', above.id)
    for (const parent of [above.id, below.id]) {
      const { status, body } = await at.put(`/labels/${above.id}`, { links: { parent } })
      expect(status).toBe(422)
      expect(body.errors).toEqual({ links: { parent: 'in' } })
    }
    const { body } = await at.put(`/labels/${above.id}`, { links: { parent: 99_999 } })
    expect(body.errors).toEqual({ links: { parent: 'not_found' } })
    expect((await at.put('/labels/99999', { name: 'x' })).status).toBe(404)
  })

  test('form no cycle in concurrent moves', async () => {
    const one = await aLabel('One')
    const other = await aLabel('Other')
    const answers = await Promise.all([
      at.put(`/labels/${one.id}`, { links: { parent: other.id } }),
      at.put(`/labels/${other.id}`, { links: { parent: one.id } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('are attached once, and count only open suggestions', async () => {
    const forum = await aForum()
    const label = await aLabel('Urgent')
    const { id } = await aSuggestion(forum.id)
    await resetUpdatedAt(id)
    const pair = { links: { label: label.id, suggestion: id } }
    const { status, body } = await at.post('/labels/attach', pair)
    expect(status).toBe(200)
    expect(body.labels[0]).toMatchObject({ id: label.id, open_suggestions_count: 1 })
    const attached = await at.shown(`/suggestions/${id}`)
    expect(attached.links.labels).toEqual([label.id])
    expect(attached.updated_at).not.toBe('2020-01-01T00:00:00Z')
    await at.post('/labels/attach', `links.label=${label.id}&links.suggestion=${id}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect((await at.shown(`/labels/${label.id}`)).open_suggestions_count).toBe(1)
    await resetUpdatedAt(id)
    const answer = await at.post('/labels/detach', pair)
    expect(answer.body.labels[0].open_suggestions_count).toBe(0)
    const detached = await at.shown(`/suggestions/${id}`)
    expect(detached.links.labels).toBeNull()
    expect(detached.updated_at).not.toBe('2020-01-01T00:00:00Z')
    await resetUpdatedAt(id)
    expect((await at.post('/labels/detach', pair)).status).toBe(200)
    expect((await at.shown(`/suggestions/${id}`)).updated_at).toBe('2020-01-01T00:00:00Z')
  })

  test('of a deleted suggestion count one less, and other labels as many', async () => {
    const forum = await aForum()
    const [hers, other] = [await aLabel('Hers'), await aLabel('Other')]
    const [deleted, open] = [await aSuggestion(forum.id), await aSuggestion(forum.id)]
    await at.post('/labels/attach', { links: { label: hers.id, suggestion: deleted.id } })
    await at.post('/labels/attach', { links: { label: other.id, suggestion: open.id } })
    await at.delete(`/suggestions/${deleted.id}`)
    const counts = [hers, other].map(({ id }) => at.shown(`/labels/${id}`))
    expect(await Promise.all(counts)).toMatchObject([
      { open_suggestions_count: 0 },
      { open_suggestions_count: 1 },
    ])
  })

  test.each([
    [{ label: 99_999, suggestion: 1 }, { label: 'not_found' }],
    [{ suggestion: 1 }, { label: 'required' }],
    [{ label: 'x', suggestion: 1 }, { label: 'int' }],
  ])('reject %j', async (links, errors) => {
    const { status, body } = await at.post('/labels/attach', { links })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ links: errors })
  })

  test('are detached when deleted, and their children move up', async () => {
    const forum = await aForum()
    const top = await aLabel('Top')
    const middle = await aLabel('Middle', top.id)
    const low = await aLabel('Low', middle.id)
    const { id } = await aSuggestion(forum.id)
    await at.post('/labels/attach', { links: { label: middle.id, suggestion: id } })
    await resetUpdatedAt(id)
    const { status, body } = await at.call('DELETE', `/labels/${middle.id}`)
    expect(status).toBe(200)
    expect(body.labels[0]).toMatchObject({ id: middle.id, name: 'Middle' })
    expect((await at.get(`/labels/${middle.id}`)).status).toBe(404)
    const detached = await at.shown(`/suggestions/${id}`)
    expect(detached.links.labels).toBeNull()
    expect(detached.updated_at).not.toBe('2020-01-01T00:00:00Z')
    expect(await at.shown(`/labels/${low.id}`)).toMatchObject({ full_name: 'Top / Low', level: 1 })
    expect((await at.call('DELETE', `/labels/${middle.id}`)).status).toBe(404)
  })
})

describe('categories', () => {
  test('lose their suggestions when moved to another forum', async () => {
    const [here, there] = [await aForum('Here'), await aForum('There')]
    const category = await at.made('/categories', { name: 'Layout', links: { forum: here.id } })
    const { id } = await aSuggestion(here.id, { category: category.id })
    const renamed = await at.put(`/categories/${category.id}`, { name: 'Design', position: 4 })
    expect(renamed.body.categories[0]).toMatchObject({
      name: 'Design',
      position: 4,
      suggestions_count: 1,
    })
    const { body } = await at.put(`/categories/${category.id}`, { links: { forum: there.id } })
    expect(body.categories[0]).toMatchObject({ suggestions_count: 0, links: { forum: there.id } })
    expect((await at.shown(`/suggestions/${id}`)).links).toMatchObject({
      forum: here.id,
      category: null,
    })
    expect(await at.shown(`/forums/${here.id}`)).toMatchObject({
      categories_count: 0,
      suggestions_count: 1,
    })
    expect((await at.shown(`/forums/${there.id}`)).categories_count).toBe(1)
  })

  test('are removed from their suggestions when deleted', async () => {
    const forum = await aForum()
    const category = await at.made('/categories', { name: 'Gone', links: { forum: forum.id } })
    const { id } = await aSuggestion(forum.id, { category: category.id })
    const { status, body } = await at.call('DELETE', `/categories/${category.id}`)
    expect(status).toBe(200)
    expect(body.categories[0].id).toBe(category.id)
    expect((await at.shown(`/suggestions/${id}`)).links.category).toBeNull()
    expect((await at.shown(`/forums/${forum.id}`)).categories_count).toBe(0)
    expect((await at.get(`/categories/${category.id}`)).status).toBe(404)
  })

  test('are added at the end, also after the greatest position', async () => {
    const forum = await aForum()
    const positionOf = async (more: object = {}) =>
      (await at.made('/categories', { name: 'Next', links: { forum: forum.id }, ...more })).position
    expect(await positionOf()).toBe(0)
    expect(await positionOf({ position: 7 })).toBe(7)
    expect(await positionOf()).toBe(8)
    expect(await positionOf({ position: 2_147_483_647 })).toBe(2_147_483_647)
    expect(await positionOf()).toBe(2_147_483_647)
  })

  test('cannot be moved to an unknown forum', async () => {
    const forum = await aForum()
    const { id } = await at.made('/categories', { name: 'Fixed', links: { forum: forum.id } })
    const { status, body } = await at.put(`/categories/${id}`, {
      name: 'x',
      links: { forum: 99_999 },
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ links: { forum: 'not_found' } })
    expect((await at.shown(`/categories/${id}`)).name).toBe('Fixed')
  })
})

describe('users', () => {
  test('are created once per address, ignoring case, also by concurrent calls', async () => {
    const input = { email: 'Zoë@example.com', name: 'Zoë' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => at.post('/users/find_or_create', input)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(new Set(answers.map(({ body }) => body.users[0].id)).size).toBe(1)
    const { status, body } = await at.post('/users/find_or_create', { email: 'zoË@EXAMPLE.com' })
    expect(status).toBe(200)
    expect(body.users[0]).toMatchObject({ name: 'Zoë', email_address: 'Zoë@example.com' })
  })

  test.each([
    [{}, 'required'],
    [{ email: ' ' }, 'blank'],
    [{ email: 'nobody' }, 'pattern'],
  ])('are rejected: %j', async (input, code) => {
    const { status, body } = await at.post('/users/find_or_create', input)
    expect(status).toBe(422)
    expect(body.errors).toEqual({ email: code })
  })

  test('are blocked and allowed without a request body', async () => {
    const { id } = (await at.post('/users/find_or_create', { email: 'loud@example.com' })).body
      .users[0]
    expect((await at.call('PUT', `/users/${id}/block`)).body.users[0].allowed_state).toBe('blocked')
    expect((await at.get('/users?allowed_state=blocked')).body.users).toHaveLength(1)
    expect((await at.call('PUT', `/users/${id}/unblock`)).body.users[0].allowed_state).toBe(
      'allowed',
    )
    expect((await at.call('PUT', '/users/99999/block')).status).toBe(404)
  })
})
