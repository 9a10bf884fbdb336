// What people choose from: the texts of a column for conditions of segments, and people without those who were erased.
import { expect, test } from 'vitest'
import {
  aCustomField,
  aForum,
  anAccount,
  anExternalUser,
  aSuggestion,
  aUser,
} from '../support/factories.ts'
import { startTestService } from '../support/service.ts'

test('the texts of a column, each once and in order', async () => {
  const at = await startTestService()
  const { db } = at
  await aCustomField(db, 'external_accounts', 'cf_region', 'string')
  for (const [name, plan, cf_region] of [
    ['A', 'pro', 'north'],
    ['B', 'Enterprise', 'south'],
    ['C', 'pro', 'north'],
    ['D', null, null],
  ])
    await anAccount(db, `values ${name}`, {
      name,
      plan,
      custom_fields: cf_region === null ? {} : { cf_region },
    })
  const valuesOf = async (column: string) =>
    (await at.get(`/segments/values?column=${column}`)).body.values
  expect((await valuesOf('account.plan')).sort()).toEqual(['Enterprise', 'pro'])
  expect(await valuesOf('external_accounts.cf_region')).toEqual(['north', 'south'])
  // Without an index there is nothing to choose from.
  expect(await valuesOf('user.country')).toEqual([])
  expect(await valuesOf("x' or true")).toEqual([])
  expect((await at.get('/segments/values')).status).toBe(400)
})

test('the author in the place of erased people is not a person, but stays the author', async () => {
  const at = await startTestService()
  const { db } = at
  const forum = await aForum(db, 'Erased')
  const suggestion = await aSuggestion(db, forum, 'Erased')
  const person = await aUser(db, 'erased-author@example.test')
  await anExternalUser(db, person, 'erased-author')
  const comment = await at.made('/comments', {
    body: 'Mine',
    links: { suggestion, created_by: person },
  })
  expect((await at.delete(`/users/${person}`)).status).toBeLessThan(300)
  const { body } = await at.get(`/comments/${comment.id}?includes=users`)
  expect(body.users).toMatchObject([{ name: 'Anonymous', id: body.comments[0].links.created_by }])
  const listed = await at.get('/users?erased=false&per_page=100')
  expect(listed.body.users.map(({ name }: { name: string }) => name)).not.toContain('Anonymous')
  expect(listed.body.pagination.total_records).toBe(listed.body.users.length)
  expect((await at.get('/users?erased=true')).body.pagination.total_records).toBe(1)
  // A copy of all people has the author of every comment.
  const { total_records } = (await at.get('/users')).body.pagination
  expect(total_records).toBe(listed.body.users.length + 1)
})
