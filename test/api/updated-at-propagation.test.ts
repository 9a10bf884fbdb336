// A client that polls `updated_after` sees every change: `updated_at` of a record changes when any value that it shows
// changes, also values from other tables, and only then.
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aForum,
  anAccount,
  anExternalUser,
  aSuggestion,
  aSupporter,
  aUser,
  figuresTableOf,
} from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService
let forum: number
let next = 0
let name: string
let suggestion: number
let ann: number
let support: number
let rating: number

beforeAll(async () => {
  at = await startTestService()
  forum = await aForum(at.db, 'Mobile')
})

/** Ann has a supporter and a rating, and no external user yet. */
beforeEach(async () => {
  next += 1
  name = `ann${next}`
  ann = await aUser(at.db, `${name}@acme.test`)
  suggestion = await aSuggestion(at.db, forum, `Dark mode ${next}`)
  support = await aSupporter(at.db, suggestion, ann)
  rating = (await at.made('/nps_ratings', { rating: 9, links: { user: ann } })).id
})

const COLLECTIONS = [
  'users',
  'supporters',
  'nps_ratings',
  'feedback_records',
  'external_accounts',
  'subdomains',
]

async function resetUpdatedAt(): Promise<void> {
  for (const collection of COLLECTIONS)
    await sql`update ${sql.table(figuresTableOf(collection))} set updated_at = '2020-01-01'`.execute(
      at.db,
    )
}

/** The ids of records whose `updated_at` the call changes, by collection. */
async function listTouched(call: () => Promise<unknown>): Promise<Record<string, number[]>> {
  await resetUpdatedAt()
  await call()
  const touched: Record<string, number[]> = {}
  for (const collection of COLLECTIONS) {
    const { body } = await at.get(`/${collection}?updated_after=2020-01-02&sort=id&per_page=100`)
    const ids = body[collection].map(({ id }: Shown) => id)
    if (ids.length > 0) touched[collection] = ids
  }
  expect(await findWrongFigures(at.db)).toEqual([])
  return touched
}

const importUsers = async (...users: object[]) => {
  const answer = await at.post('/external_users/import', { users })
  expect(answer.status).toBe(200)
  return answer.body.external_users[0] as Shown
}
const importAnn = (more: object = {}) =>
  importUsers({
    external_id: name,
    email: `${name}@acme.test`,
    name: 'Ann',
    type: 'buyer',
    ...more,
  })
const identify = async (identity: object) => {
  const identities = [{ email: `${name}@acme.test`, id: name, ...identity }]
  expect((await at.post('/bulk_identify', { identities })).status).toBe(202)
  await runJobs(at)
}
const allOfAnn = () => ({ users: [ann], supporters: [support], nps_ratings: [rating] })

describe('an import of external users', () => {
  test('touches all records of the user when traits are added, changed or deleted', async () => {
    expect(await listTouched(importAnn)).toEqual(allOfAnn())
    expect(await listTouched(() => importAnn({ type: 'admin' }))).toEqual(allOfAnn())
    expect(await at.shown(`/supporters/${support}`)).toMatchObject({ traits: { type: 'admin' } })
    const { id } = await importAnn({ type: 'admin' })
    const removed = () => at.post('/external_users/bulk_delete', { ids: [id] })
    expect(await listTouched(removed)).toEqual(allOfAnn())
    expect(await at.shown(`/users/${ann}`)).toMatchObject({
      traits: null,
      links: { external_users: [] },
    })
  })

  test.each([
    ['name', 'Ann B.'],
    ['ip', '192.0.2.7'],
    ['email', 'other@acme.test'],
    ['external_created_at', '2019-01-01T00:00:00Z'],
  ])('touches only the user when only the user shows it: %s', async (member, value) => {
    await importAnn()
    expect(await listTouched(() => importAnn({ [member]: value }))).toEqual({ users: [ann] })
  })

  test('touches nothing when values are equal or not shown', async () => {
    await importAnn()
    expect(await listTouched(importAnn)).toEqual({})
    expect(await listTouched(() => importAnn({ last_seen_at: '2026-02-01T00:00:00Z' }))).toEqual({})
  })

  test('touches both users when an external user moves between them', async () => {
    await importAnn()
    const ben = await aUser(at.db, `ben${next}@acme.test`)
    const touched = await listTouched(() => importUsers({ external_id: name, user_id: ben }))
    expect(touched).toEqual({ ...allOfAnn(), users: [ann, ben] })
  })

  test('touches the user when another external user becomes the newest', async () => {
    await importAnn()
    await importAnn({ external_id: `${name}-2`, type: 'seller' })
    await sql`update external_users set updated_at = '2020-01-01' where external_id = ${name}`.execute(
      at.db,
    )
    const seen = { external_id: name, seen_days: 3 }
    expect(await listTouched(() => importUsers(seen))).toEqual(allOfAnn())
    expect(await at.shown(`/supporters/${support}`)).toMatchObject({ traits: { type: 'buyer' } })
    expect(await listTouched(() => importUsers({ ...seen, seen_days: 4 }))).toEqual({})
  })

  test('touches the user when another external user is added without new traits', async () => {
    await importAnn()
    await sql`update external_users set updated_at = '2100-01-01' where external_id = ${name}`.execute(
      at.db,
    )
    const another = () =>
      importUsers({ external_id: `${name}-2`, user_id: ann, email: 'x@acme.test' })
    expect(await listTouched(another)).toEqual({ users: [ann] })
  })

  test('touches the users of a deleted account', async () => {
    const { links } = await importAnn({ account: { external_id: `${name}-co` } })
    const removed = () =>
      at.post('/external_accounts/bulk_delete', { ids: [links.external_account] })
    expect(await listTouched(removed)).toEqual(allOfAnn())
  })
})

test('bulk identify of a known user touches the same records', async () => {
  expect(await listTouched(() => identify({ type: 'buyer' }))).toEqual(allOfAnn())
  expect(await listTouched(() => identify({ type: 'admin' }))).toEqual(allOfAnn())
  expect(await listTouched(() => identify({ name: 'Ann B.' }))).toEqual({ users: [ann] })
  expect(await listTouched(() => identify({ name: 'Ann B.' }))).toEqual({})
})

test('an importance score touches the supporter, a repeated one does not', async () => {
  const { importance_responses } = (await at.get('/importance_responses?sort=id')).body
  const score = (response: number) => async () => {
    const links = { suggestion, user: ann, response: importance_responses[response].id }
    expect((await at.post('/importance_scores', { links })).status).toBeLessThan(300)
  }
  expect(await listTouched(score(0))).toEqual({ supporters: [support] })
  expect(await listTouched(score(2))).toEqual({ supporters: [support] })
  expect(await listTouched(score(2))).toEqual({})
})

test('a rating touches the next rating and records that show satisfaction', async () => {
  const rate = (value: number, date?: string) => () =>
    at.made('/nps_ratings', { rating: value, date, links: { user: ann } })
  const past = await listTouched(rate(3, '2019-01-01T00:00:00Z'))
  expect(past).toEqual({ users: [ann], nps_ratings: [rating, rating + 1] })
  await importAnn()
  expect((await listTouched(rate(2))).supporters).toEqual([support])
  expect(await at.shown(`/supporters/${support}`)).toMatchObject({
    traits: { satisfaction_score: 2, satisfaction_group: 'detractor' },
  })
})

test('feedback is touched when its user starts or stops supporting', async () => {
  const links = { suggestion, user: ann }
  const { id } = await at.made('/feedback_records', { body: 'Please', links })
  const withdrawn = await listTouched(() => at.delete(`/supporters/${support}`))
  expect(withdrawn).toMatchObject({ feedback_records: [id] })
  expect(await listTouched(() => at.made('/supporters', { links }))).toMatchObject({
    feedback_records: [id],
  })
})

test('a new default forum touches the account', async () => {
  const subdomain = (await at.shown('/subdomains')).id
  const other = await aForum(at.db, `Desktop ${next}`)
  const chosen = () => at.put(`/forums/${other}`, { is_default: true })
  expect(await listTouched(chosen)).toEqual({ subdomains: [subdomain] })
  expect(await listTouched(() => at.put(`/forums/${other}`, { prompt: 'What?' }))).toEqual({})
})

describe('last_active_at of an account', () => {
  const DAY = '2026-02-03T04:05:06Z'
  const fetchAccount = async () => at.shown(`/external_accounts?external_id=${name}-co`)

  beforeEach(async () => {
    await sql`update supporters set created_at = ${DAY} where id = ${support}`.execute(at.db)
  })

  test('includes activity before the user joined the account', async () => {
    await importAnn({ account: { external_id: `${name}-co` } })
    expect(await fetchAccount()).toMatchObject({ supported_ideas_count: 1, last_active_at: DAY })
    const { body } = await at.get('/external_accounts?per_page=1')
    expect(body.external_accounts[0].last_active_at).not.toBeNull()
  })

  test('is set when an act promotes a pending identity', async () => {
    const email = `new-${name}@acme.test`
    await identify({ email, id: `new-${name}`, account: { id: `${name}-co` } })
    await at.made('/supporters', { user_email: email, created_at: DAY, links: { suggestion } })
    expect(await fetchAccount()).toMatchObject({ supported_ideas_count: 1, last_active_at: DAY })
  })

  test('never decreases', async () => {
    const co = await anAccount(at.db, `${name}-co`, { last_active_at: '2026-03-01T00:00:00Z' })
    await anExternalUser(at.db, ann, name, { external_account_id: co })
    expect(await fetchAccount()).toMatchObject({ last_active_at: '2026-03-01T00:00:00Z' })
    await sql`delete from external_users where user_id = ${ann}`.execute(at.db)
    expect(await fetchAccount()).toMatchObject({ last_active_at: '2026-03-01T00:00:00Z' })
  })

  test('counts a comment from its creation time once it is approved', async () => {
    await importAnn({ account: { external_id: `${name}-co` } })
    const { rows } = await sql<{ id: number }>`
      insert into comments (suggestion_id, created_by_id, body, state, created_at)
      values (${suggestion}, ${ann}, 'Me too', 'new', '2026-02-20') returning id`.execute(at.db)
    expect(await fetchAccount()).toMatchObject({ last_active_at: DAY })
    await at.call('PUT', `/comments/${rows[0]?.id}/approve`)
    expect(await fetchAccount()).toMatchObject({ last_active_at: '2026-02-20T00:00:00Z' })
  })
})

describe('supporters are touched', () => {
  test('when an unmerge restores them', async () => {
    const other = await aSuggestion(at.db, forum, `Night mode ${next}`)
    await aSupporter(at.db, other, ann)
    const links = { from_suggestion: suggestion, to_suggestion: other }
    expect((await at.post('/suggestions/merge', { links })).status).toBe(200)
    const touched = await listTouched(() => at.call('POST', `/suggestions/${suggestion}/unmerge`))
    expect(touched.supporters).toContain(support)
  })

  test('when the user who entered them is erased', async () => {
    const agent = await aUser(at.db, `agent-${name}@acme.test`)
    await sql`update supporters set created_by_id = ${agent} where id = ${support}`.execute(at.db)
    const touched = await listTouched(() => at.delete(`/users/${agent}`))
    expect(touched.supporters).toEqual([support])
  })
})
