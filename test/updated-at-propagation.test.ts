// A copy that follows `updated_after` stays true: whatever a record shows, also of other tables, its change is told. And
// who shows nothing new is not told.
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../src/jobs/tasks.ts'
import { runTask } from '../src/jobs/timer.ts'
import { aForum, anAccount, anExternalUser, aSuggestion, aSupporter, aUser } from './factories.ts'
import { findWrongFigures } from './recount.ts'
import { type Shown, startTestService, type TestService } from './service.ts'

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

/** Ann supports a suggestion and was asked once; nobody has told anything else of her. */
beforeEach(async () => {
  next += 1
  name = `ann${next}`
  ann = await aUser(at.db, `${name}@acme.test`)
  suggestion = await aSuggestion(at.db, forum, `Dark mode ${next}`)
  support = await aSupporter(at.db, suggestion, ann)
  rating = (await at.made('/nps_ratings', { rating: 9, links: { user: ann } })).id
})

const FOLLOWED = [
  'users',
  'supporters',
  'nps_ratings',
  'feedback_records',
  'external_accounts',
  'subdomains',
]

/** As if all were read by a copy long ago. */
async function allRead(): Promise<void> {
  for (const collection of FOLLOWED)
    await sql`update ${sql.table(collection)} set updated_at = '2020-01-01'`.execute(at.db)
}

/** What a copy reads again after the call; collections without any are left out. */
async function toldBy(call: () => Promise<unknown>): Promise<Record<string, number[]>> {
  await allRead()
  await call()
  const told: Record<string, number[]> = {}
  for (const collection of FOLLOWED) {
    const { body } = await at.get(`/${collection}?updated_after=2020-01-02&sort=id&per_page=100`)
    const ids = body[collection].map(({ id }: Shown) => id)
    if (ids.length > 0) told[collection] = ids
  }
  expect(await findWrongFigures(at.db)).toEqual([])
  return told
}

const imports = async (...users: object[]) => {
  const answer = await at.post('/external_users/import', { users })
  expect(answer.status).toBe(200)
  return answer.body.external_users[0] as Shown
}
const known = (more: object = {}) =>
  imports({ external_id: name, email: `${name}@acme.test`, name: 'Ann', type: 'buyer', ...more })
const task = tasks.find((one) => one.name === 'apply_identities') as (typeof tasks)[number]
const identifies = async (identity: object) => {
  const identities = [{ email: `${name}@acme.test`, id: name, ...identity }]
  expect((await at.post('/bulk_identify', { identities })).status).toBe(202)
  while ((await runTask(at, task)) === 'again');
}
const everybody = () => ({ users: [ann], supporters: [support], nps_ratings: [rating] })

describe('what an import tells of a person', () => {
  test('moves who shows it when it comes, changes and goes', async () => {
    expect(await toldBy(known)).toEqual(everybody())
    expect(await toldBy(() => known({ type: 'admin' }))).toEqual(everybody())
    expect(await at.shown(`/supporters/${support}`)).toMatchObject({ traits: { type: 'admin' } })
    const { id } = await known({ type: 'admin' })
    const removed = () => at.post('/external_users/bulk_delete', { ids: [id] })
    expect(await toldBy(removed)).toEqual(everybody())
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
  ])('moves the person alone where only they show it: %s', async (member, value) => {
    await known()
    expect(await toldBy(() => known({ [member]: value }))).toEqual({ users: [ann] })
  })

  test('moves nobody when it is the same, or shown by nobody', async () => {
    await known()
    expect(await toldBy(known)).toEqual({})
    expect(await toldBy(() => known({ last_seen_at: '2026-02-01T00:00:00Z' }))).toEqual({})
  })

  test('moves both people when it goes from one to the other', async () => {
    await known()
    const ben = await aUser(at.db, `ben${next}@acme.test`)
    const told = await toldBy(() => imports({ external_id: name, user_id: ben }))
    expect(told).toEqual({ ...everybody(), users: [ann, ben] })
  })

  test('moves them when another external user becomes the one that was updated last', async () => {
    await known()
    await known({ external_id: `${name}-2`, type: 'seller' })
    await sql`update external_users set updated_at = '2020-01-01' where external_id = ${name}`.execute(
      at.db,
    )
    const seen = { external_id: name, seen_days: 3 }
    expect(await toldBy(() => imports(seen))).toEqual(everybody())
    expect(await at.shown(`/supporters/${support}`)).toMatchObject({ traits: { type: 'buyer' } })
    expect(await toldBy(() => imports({ ...seen, seen_days: 4 }))).toEqual({})
  })

  test('moves the link to one more, though the traits stay those of the other', async () => {
    await known()
    await sql`update external_users set updated_at = '2100-01-01' where external_id = ${name}`.execute(
      at.db,
    )
    const another = () => imports({ external_id: `${name}-2`, user_id: ann, email: 'x@acme.test' })
    expect(await toldBy(another)).toEqual({ users: [ann] })
  })

  test('moves who was in an account that is deleted', async () => {
    const { links } = await known({ account: { external_id: `${name}-co` } })
    const removed = () =>
      at.post('/external_accounts/bulk_delete', { ids: [links.external_account] })
    expect(await toldBy(removed)).toEqual(everybody())
  })
})

test('what is told of a known person in passing moves the same', async () => {
  expect(await toldBy(() => identifies({ type: 'buyer' }))).toEqual(everybody())
  expect(await toldBy(() => identifies({ type: 'admin' }))).toEqual(everybody())
  expect(await toldBy(() => identifies({ name: 'Ann B.' }))).toEqual({ users: [ann] })
  expect(await toldBy(() => identifies({ name: 'Ann B.' }))).toEqual({})
})

test('how important a suggestion is to them moves the supporter, and the same answer again does not', async () => {
  const { importance_responses } = (await at.get('/importance_responses?sort=id')).body
  const say = (response: number) => async () => {
    const links = { suggestion, user: ann, response: importance_responses[response].id }
    expect((await at.post('/importance_scores', { links })).status).toBeLessThan(300)
  }
  expect(await toldBy(say(0))).toEqual({ supporters: [support] })
  expect(await toldBy(say(2))).toEqual({ supporters: [support] })
  expect(await toldBy(say(2))).toEqual({})
})

test('a rating moves the one after it, and what shows how content they are', async () => {
  const rate = (value: number, date?: string) => () =>
    at.made('/nps_ratings', { rating: value, date, links: { user: ann } })
  const past = await toldBy(rate(3, '2019-01-01T00:00:00Z'))
  expect(past).toEqual({ users: [ann], nps_ratings: [rating, rating + 1] })
  await known()
  expect((await toldBy(rate(2))).supporters).toEqual([support])
  expect(await at.shown(`/supporters/${support}`)).toMatchObject({
    traits: { satisfaction_score: 2, satisfaction_group: 'detractor' },
  })
})

test('feedback moves when who gave it begins or ceases to support', async () => {
  const links = { suggestion, user: ann }
  const { id } = await at.made('/feedback_records', { body: 'Please', links })
  const withdrawn = await toldBy(() => at.delete(`/supporters/${support}`))
  expect(withdrawn).toMatchObject({ feedback_records: [id] })
  expect(await toldBy(() => at.made('/supporters', { links }))).toMatchObject({
    feedback_records: [id],
  })
})

test('the account tells of another default forum', async () => {
  const subdomain = (await at.shown('/subdomains')).id
  const other = await aForum(at.db, `Desktop ${next}`)
  const chosen = () => at.put(`/forums/${other}`, { is_default: true })
  expect(await toldBy(chosen)).toEqual({ subdomains: [subdomain] })
  expect(await toldBy(() => at.put(`/forums/${other}`, { prompt: 'What?' }))).toEqual({})
})

describe('an account was last active when its people were', () => {
  const DAY = '2026-02-03T04:05:06Z'
  const theAccount = async () => at.shown(`/external_accounts?external_id=${name}-co`)

  beforeEach(async () => {
    await sql`update supporters set created_at = ${DAY} where id = ${support}`.execute(at.db)
  })

  test('also where they come to it after they did something', async () => {
    await known({ account: { external_id: `${name}-co` } })
    expect(await theAccount()).toMatchObject({ supported_ideas_count: 1, last_active_at: DAY })
    const { body } = await at.get('/external_accounts?per_page=1')
    expect(body.external_accounts[0].last_active_at).not.toBeNull()
  })

  test('also where the act brings what was told in passing', async () => {
    const email = `new-${name}@acme.test`
    await identifies({ email, id: `new-${name}`, account: { id: `${name}-co` } })
    await at.made('/supporters', { user_email: email, created_at: DAY, links: { suggestion } })
    expect(await theAccount()).toMatchObject({ supported_ideas_count: 1, last_active_at: DAY })
  })

  test('never earlier than it was', async () => {
    const co = await anAccount(at.db, `${name}-co`, { last_active_at: '2026-03-01T00:00:00Z' })
    await anExternalUser(at.db, ann, name, { external_account_id: co })
    expect(await theAccount()).toMatchObject({ last_active_at: '2026-03-01T00:00:00Z' })
    await sql`delete from external_users where user_id = ${ann}`.execute(at.db)
    expect(await theAccount()).toMatchObject({ last_active_at: '2026-03-01T00:00:00Z' })
  })

  test('by a comment from when it was written, once it is approved', async () => {
    await known({ account: { external_id: `${name}-co` } })
    const { rows } = await sql<{ id: number }>`
      insert into comments (suggestion_id, created_by_id, body, state, created_at)
      values (${suggestion}, ${ann}, 'Me too', 'new', '2026-02-20') returning id`.execute(at.db)
    expect(await theAccount()).toMatchObject({ last_active_at: DAY })
    await at.call('PUT', `/comments/${rows[0]?.id}/approve`)
    expect(await theAccount()).toMatchObject({ last_active_at: '2026-02-20T00:00:00Z' })
  })
})

describe('supporters are told of again', () => {
  test('when a merge that hid them is undone', async () => {
    const other = await aSuggestion(at.db, forum, `Night mode ${next}`)
    await aSupporter(at.db, other, ann)
    const links = { from_suggestion: suggestion, to_suggestion: other }
    expect((await at.post('/suggestions/merge', { links })).status).toBe(200)
    const told = await toldBy(() => at.call('POST', `/suggestions/${suggestion}/unmerge`))
    expect(told.supporters).toContain(support)
  })

  test('when who entered them is erased', async () => {
    const agent = await aUser(at.db, `agent-${name}@acme.test`)
    await sql`update supporters set created_by_id = ${agent} where id = ${support}`.execute(at.db)
    const told = await toldBy(() => at.delete(`/users/${agent}`))
    expect(told.supporters).toEqual([support])
  })
})
