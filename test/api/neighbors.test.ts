// The records before and after a record in a list.
import { beforeAll, describe, expect, test } from 'vitest'
import { external_accounts } from '../../src/resources/external_accounts.ts'
import { features } from '../../src/resources/features.ts'
import { feedback_records } from '../../src/resources/feedback_records.ts'
import { suggestions } from '../../src/resources/suggestions.ts'
import { users } from '../../src/resources/users.ts'
import { fillTables, idsOf } from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

const ROWS = 5

let at: TestService
beforeAll(async () => {
  at = await startTestService()
  await fillTables(at.db, { rows: ROWS })
})

const neighborsOf = async (collection: string, id: number, query: string) => {
  const { status, body, text } = await at.get(`/${collection}/${id}/neighbors?${query}`)
  expect(status, text).toBe(200)
  return body.neighbors
}

/** Every record of the list has the neighbors that a walk through the list meets. */
async function expectNeighborsOfWalk(collection: string, query: string) {
  const list = await at.get(`/${collection}?${query}&per_page=100`)
  expect(list.status, list.text).toBe(200)
  const ids = idsOf(list.body[collection])
  for (const [index, id] of ids.entries())
    expect(await neighborsOf(collection, id, query), `${collection} ${id} ${query}`).toEqual({
      previous: ids[index - 1] ?? null,
      next: ids[index + 1] ?? null,
      position: index + 1,
      is_listed: true,
      total_records: ids.length,
    })
  return ids
}

describe.each([suggestions, users, external_accounts, features, feedback_records])(
  '$name',
  ({ name, sorts }) => {
    test('in every order, in both directions', async () => {
      for (const sort of sorts.flatMap((one) => [one, `-${one}`]))
        await expectNeighborsOfWalk(name, `sort=${sort}`)
    })
  },
)

test('within filters, a search and a time range', async () => {
  const forum = await at.made('/forums', { name: 'Neighbors' })
  const made = []
  for (const title of ['Export as CSV', 'Export as PDF', 'Import', 'Export all', 'Exports'])
    made.push(await at.made('/suggestions', { title, links: { forum: forum.id } }))
  const own = `forum=${forum.id}`
  expect(await expectNeighborsOfWalk('suggestions', own)).toHaveLength(5)
  expect(
    await expectNeighborsOfWalk('suggestions', `${own}&q=export&sort=-created_at`),
  ).toHaveLength(4)
  expect(await expectNeighborsOfWalk('suggestions', `${own}&q=export&sort=relevance`)).toHaveLength(
    4,
  )
  await expectNeighborsOfWalk('suggestions', 'q=export&sort=-id')
  await expectNeighborsOfWalk('suggestions', 'q=export&sort=relevance')
  await expectNeighborsOfWalk('suggestions', `${own}&sort=-id&created_after=2020-01-01T00:00:00Z`)
})

test('by a custom field, with records that have no value', async () => {
  const field = { name: 'Effort', key: 'effort', field_type: 'number', object_type: 'suggestions' }
  await at.made('/custom_fields', { ...field, sortable: true })
  const forum = await at.made('/forums', { name: 'Custom' })
  for (const cf_effort of [3, undefined, 1, undefined, 2])
    await at.made('/suggestions', {
      title: `Effort ${cf_effort}`,
      ...(cf_effort && { cf_effort }),
      links: { forum: forum.id },
    })
  for (const sort of ['cf_effort', '-cf_effort'])
    expect(
      await expectNeighborsOfWalk('suggestions', `forum=${forum.id}&sort=${sort}`),
    ).toHaveLength(5)
})

test('a record that left the list is still between its neighbors', async () => {
  const forum = await at.made('/forums', { name: 'Left' })
  const [first, second, third] = [
    await at.made('/suggestions', { title: 'One', links: { forum: forum.id } }),
    await at.made('/suggestions', { title: 'Two', links: { forum: forum.id } }),
    await at.made('/suggestions', { title: 'Three', links: { forum: forum.id } }),
  ]
  await at.put(`/suggestions/${second?.id}/spam`, {})
  const list = `forum=${forum.id}&state=-spam&sort=id`
  expect(await neighborsOf('suggestions', second?.id ?? 0, list)).toEqual({
    previous: first?.id,
    next: third?.id,
    position: null,
    is_listed: false,
    total_records: 2,
  })
  expect(await neighborsOf('suggestions', first?.id ?? 0, `${list}&total=false`)).toMatchObject({
    next: third?.id,
    total_records: null,
  })
})

test('refuses what the list refuses, and unknown records', async () => {
  const [id] = idsOf((await at.get('/suggestions?per_page=1')).body.suggestions)
  expect((await at.get(`/suggestions/${id}/neighbors?sort=nothing`)).status).toBe(400)
  expect((await at.get(`/suggestions/${id}/neighbors?forum=x`)).status).toBe(400)
  expect((await at.get('/suggestions/999999999/neighbors')).status).toBe(404)
})
