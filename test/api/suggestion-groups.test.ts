// A list of suggestions in groups: their counts, the filters that select them, and the way from one to the next.
import { beforeAll, expect, test } from 'vitest'
import { idsOf } from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService
const ids: Record<string, number> = {}

beforeAll(async () => {
  at = await startTestService()
  const made = async (path: string, body: object) => Number((await at.made(path, body)).id)
  for (const name of ['Ideas', 'Bugs']) ids[name] = await made('/forums', { name })
  for (const [position, name] of ['Planned', 'Done'].entries())
    ids[name] = await made('/statuses', { name, position: 50 + position, hex_color: '#112233' })
  for (const name of ['Mobile', 'Desktop']) ids[name] = await made('/labels', { name })
  ids.Import = await made('/categories', { name: 'Import', links: { forum: ids.Ideas } })
  const { Ideas, Bugs, Planned, Done, Mobile, Desktop, Import } = ids
  const rows: [string, object][] = [
    ['one', { forum: Ideas, status: Planned, labels: [Mobile, Desktop] }],
    ['two', { forum: Ideas, status: Planned, labels: [Mobile], category: Import }],
    ['three', { forum: Bugs, status: Done, labels: [Desktop] }],
    ['four', { forum: Bugs }],
    ['five', { forum: Ideas, labels: [Mobile] }],
  ]
  for (const [title, links] of rows) ids[title] = await made('/suggestions', { title, links })
})

const NAMES: Record<string, string[]> = {
  status: ['Planned', 'Done'],
  forum: ['Ideas', 'Bugs'],
  category: ['Import'],
  label: ['Mobile', 'Desktop'],
}

const groupsBy = async (by: string, query = '') => {
  const { status, body, text } = await at.get(`/suggestions/groups?by=${by}&${query}`)
  expect(status, text).toBe(200)
  return body.groups.map(({ id, count }: { id: number | null; count: number }) => [
    NAMES[by]?.find((name) => ids[name] === id) ?? id,
    count,
  ])
}

const selecting = (by: string, id: number | null) =>
  id === null ? `${by}_none=true` : `${by}=${id}`

test('counts in the order of the groups, those without a value last', async () => {
  expect(await groupsBy('status')).toEqual([
    ['Planned', 2],
    ['Done', 1],
    [null, 2],
  ])
  expect(await groupsBy('forum')).toEqual([
    ['Bugs', 2],
    ['Ideas', 3],
  ])
  expect(await groupsBy('category')).toEqual([
    ['Import', 1],
    [null, 4],
  ])
  expect(await groupsBy('label')).toEqual([
    ['Desktop', 2],
    ['Mobile', 3],
    [null, 1],
  ])
})

test('counts what the filters of the list select, with and without counters', async () => {
  expect(await groupsBy('status', `forum=${ids.Ideas}`)).toEqual([
    ['Planned', 2],
    [null, 1],
  ])
  expect(await groupsBy('status', `status=-${ids.Planned}&forum=${ids.Bugs}`)).toEqual([
    ['Done', 1],
    [null, 1],
  ])
  expect(await groupsBy('status', `label=${ids.Desktop}`)).toEqual([
    ['Planned', 1],
    ['Done', 1],
  ])
  expect(await groupsBy('forum', 'q=three')).toEqual([['Bugs', 1]])
  // Of suggestions with several labels, only the groups that were asked for.
  expect(await groupsBy('label', `label=${ids.Desktop}`)).toEqual([['Desktop', 2]])
  expect(await groupsBy('label', `label=-${ids.Desktop}`)).toEqual([
    ['Mobile', 2],
    [null, 1],
  ])
})

type Place = { previous: number | null; next: number | null; next_group: number | null }

test.each(['status', 'forum', 'category', 'label'])(
  'a walk through the groups by %s meets every row in order',
  async (by) => {
    const { groups } = (await at.get(`/suggestions/groups?by=${by}`)).body
    const rows: [id: number, group: number | null][] = []
    for (const { id: group } of groups) {
      const list = await at.get(`/suggestions?sort=title&${selecting(by, group)}`)
      rows.push(...idsOf(list.body.suggestions).map((id): [number, number | null] => [id, group]))
    }
    for (const [index, [id, group]] of rows.entries()) {
      const { status, body, text } = await at.get(
        `/suggestions/${id}/neighbors?sort=title&group_by=${by}&group=${group ?? 'none'}`,
      )
      expect(status, text).toBe(200)
      const [previous = null, previous_group = group] = rows[index - 1] ?? []
      const [next = null, next_group = group] = rows[index + 1] ?? []
      expect(body.neighbors).toEqual({
        previous,
        next,
        group,
        previous_group,
        next_group,
        position: index + 1,
        is_listed: true,
        total_records: rows.length,
      })
    }
    // Without a group, it is the first one that has the record.
    const [first] = rows
    const found = (await at.get(`/suggestions/${first?.[0]}/neighbors?sort=title&group_by=${by}`))
      .body.neighbors as Place & { group: number | null }
    expect(found).toMatchObject({ group: first?.[1], previous: null, next: rows[1]?.[0] })
  },
)

test('a record that left its group still leads on from there', async () => {
  const query = `sort=title&group_by=status&group=${ids.Planned}`
  await at.put(`/suggestions/${ids.two}`, { links: { status: ids.Done } })
  const { neighbors } = (await at.get(`/suggestions/${ids.two}/neighbors?${query}`)).body
  expect(neighbors).toMatchObject({
    previous: ids.one,
    next: ids.three,
    next_group: ids.Done,
    is_listed: false,
  })
  await at.put(`/suggestions/${ids.two}`, { links: { status: ids.Planned } })
})

test('refuses unknown groupings and groups', async () => {
  const answers = [
    await at.get('/suggestions/groups'),
    await at.get('/suggestions/groups?by=title'),
    await at.get('/suggestions/groups?by=status&forum=x'),
    await at.get(`/suggestions/${ids.one}/neighbors?group_by=title`),
    await at.get(`/suggestions/${ids.one}/neighbors?group_by=status&group=x`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  expect(answers[1]?.text).toContain('Allowed: status, forum, category, label')
})
