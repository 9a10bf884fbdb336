// A label or a forum is merged into another one: everything moves, and all figures stay exact.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService

beforeAll(async () => {
  at = await startTestService()
})

const aForum = (name: string) => at.made('/forums', { name })
const aSuggestion = (title: string, links: object, more: object = {}) =>
  at.made('/suggestions', { title, links, ...more })
const aCategory = (name: string, forum: Shown) =>
  at.made('/categories', { name, links: { forum: forum.id } })
const mergeForums = (from: Shown, to: Shown) =>
  at.post('/forums/merge', { links: { from_forum: from.id, to_forum: to.id } })

describe('merging labels', () => {
  const merge = (from: Shown, to: Shown) =>
    at.post('/labels/merge', { links: { from_label: from.id, to_label: to.id } })

  test('the suggestions and children get the other label', async () => {
    const forum = (await aForum('Labelled')).id
    const [from, to] = [
      await at.made('/labels', { name: 'bugs' }),
      await at.made('/labels', { name: 'defects' }),
    ]
    const child = await at.made('/labels', { name: 'crash', links: { parent: from.id } })
    const both = await aSuggestion('Both', { forum, labels: [from.id, to.id] })
    const one = await aSuggestion('One', { forum, labels: [from.id, child.id] })
    const { status, body } = await merge(from, to)
    expect(status).toBe(200)
    expect(body.labels).toMatchObject([{ id: to.id, open_suggestions_count: 2 }])
    expect((await at.get(`/labels/${from.id}`)).status).toBe(404)
    expect((await at.shown(`/suggestions/${both.id}`)).links.labels).toEqual([to.id])
    expect((await at.shown(`/suggestions/${one.id}`)).links.labels.toSorted()).toEqual(
      [to.id, child.id].toSorted(),
    )
    expect(await at.shown(`/labels/${child.id}`)).toMatchObject({ full_name: 'defects / crash' })
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('refuses itself, a descendant and an unknown label', async () => {
    const parent = await at.made('/labels', { name: 'parent' })
    const child = await at.made('/labels', { name: 'child', links: { parent: parent.id } })
    for (const to of [parent, child])
      expect((await merge(parent, to)).body.errors).toEqual({ links: { to_label: 'in' } })
    const { status, body } = await merge({ ...parent, id: 999_999 }, child)
    expect([status, body.errors]).toEqual([422, { links: { from_label: 'not_found' } }])
    // A child into its parent.
    expect((await merge(child, parent)).status).toBe(200)
  })
})

describe('merging forums', () => {
  test('suggestions of every state move with their categories', async () => {
    const [from, to] = [await aForum('Old'), await aForum('New')]
    const [same, other] = [await aCategory('Reports', from), await aCategory('Charts', from)]
    const kept = await aCategory('reports', to)
    const inSame = await aSuggestion('A', { forum: from.id, category: same.id }, { vote: true })
    const inOther = await aSuggestion('B', { forum: from.id, category: other.id })
    const deleted = await aSuggestion('C', { forum: from.id })
    await at.put(`/suggestions/${deleted.id}/delete`, {})
    const { status, body } = await mergeForums(from, to)
    expect(status).toBe(200)
    expect(body.forums).toMatchObject([{ id: to.id, suggestions_count: 2, categories_count: 2 }])
    expect((await at.get(`/forums/${from.id}`)).status).toBe(404)
    const moved = await at.shown(`/suggestions/${inSame.id}`)
    expect(moved.links).toMatchObject({ forum: to.id, category: kept.id })
    const { links } = await at.shown(`/suggestions/${inOther.id}`)
    expect(links.forum).toBe(to.id)
    expect(await at.shown(`/categories/${links.category}`)).toMatchObject({ name: 'Charts' })
    expect((await at.shown(`/suggestions/${deleted.id}`)).links.forum).toBe(to.id)
    const { suggestion_activity_entries: entries } = (
      await at.get(`/suggestion_activity_entries?suggestion=${inSame.id}`)
    ).body
    expect(entries.map(({ kind }: Shown) => kind)).toContain('suggestion_moved')
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('a large one moves in the background', async () => {
    const [from, to, third] = [await aForum('Large'), await aForum('Larger'), await aForum('Third')]
    await sql`
      insert into suggestions (forum_id, title, state)
      select ${from.id}, 'Suggestion ' || n, 'approved' from generate_series(1, 1100) n`.execute(
      at.db,
    )
    const { body } = await mergeForums(from, to)
    expect(body.forums.map(({ id }: Shown) => id).toSorted()).toEqual([from.id, to.id].toSorted())
    expect(await at.shown(`/forums/${from.id}`)).toMatchObject({
      is_open: false,
      suggestions_count: 600,
      links: { merged_into: to.id },
    })
    // Meanwhile it goes nowhere else, and nothing comes to it.
    expect((await mergeForums(from, third)).status).toBe(409)
    expect((await mergeForums(third, from)).status).toBe(409)
    expect((await mergeForums(to, third)).status).toBe(409)
    await runJobs(at)
    expect((await at.get(`/forums/${from.id}`)).status).toBe(404)
    expect(await at.shown(`/forums/${to.id}`)).toMatchObject({ suggestions_count: 1100 })
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('refuses itself, the default and an unknown forum', async () => {
    const forum = await aForum('Alone')
    expect((await mergeForums(forum, forum)).body.errors).toEqual({ links: { to_forum: 'in' } })
    const unknown = await mergeForums(forum, { ...forum, id: 999_999 })
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      { links: { to_forum: 'not_found' } },
    ])
    await at.put(`/forums/${forum.id}`, { is_default: true })
    expect((await mergeForums(forum, await aForum('Other'))).status).toBe(409)
  })

  test('is in the audit log', async () => {
    const [from, to] = [await aForum('Logged'), await aForum('Kept')]
    await mergeForums(from, to)
    const { audit_entries } = (await at.get('/audit_entries?action=settings_changed')).body
    expect(audit_entries[0]).toMatchObject({
      subject_type: 'forums',
      subject_id: to.id,
      after: { merged_forum: from.id },
    })
  })
})
