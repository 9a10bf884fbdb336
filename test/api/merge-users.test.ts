// Users are changed and merged: everything of one becomes that of the other, and all figures stay exact.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAccount, anExternalUser, fillTables } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession, type TestPerson } from '../support/staff.ts'

let at: TestService
let forum: number

beforeAll(async () => {
  at = await startTestService()
  forum = (await at.made('/forums', { name: 'Mobile' })).id
})

const aUser = (email: string, name = '') => at.made('/users/find_or_create', { email, name })
const aSuggestion = (title: string, more: object = {}) =>
  at.made('/suggestions', { title, links: { forum }, ...more })
const vote = (suggestion: Shown, user: Shown, more: object = {}) =>
  at.made('/supporters', { ...more, links: { suggestion: suggestion.id, user: user.id } })
const merge = (from: Shown, to: Shown) =>
  at.post('/users/merge', { links: { from_user: from.id, to_user: to.id } })
const asPerson = async ({ id }: TestPerson) => {
  const cookie = await aSession(at, id)
  return (method: 'PUT' | 'POST', path: string, body: object) =>
    at.call(method, path, bySession(cookie, { body }))
}
const votersOf = async ({ id }: Shown) =>
  (await at.get(`/supporters?suggestion=${id}`)).body.supporters.map(
    ({ links }: Shown) => links.user,
  )

describe('changing a user', () => {
  test('sets members, and a new address is not confirmed', async () => {
    const ann = await aUser('ann@old.test', 'Ann')
    await sql`update users set email_confirmed = true where id = ${ann.id}`.execute(at.db)
    const { status, body } = await at.put(`/users/${ann.id}`, {
      name: 'Ann Able',
      email_address: 'ann@new.test',
      job_title: 'Buyer',
    })
    expect(status).toBe(200)
    expect(body.users[0]).toMatchObject({
      name: 'Ann Able',
      email_address: 'ann@new.test',
      job_title: 'Buyer',
      email_confirmed: false,
    })
    expect((await at.get('/users?q=ann@new')).body.users).toHaveLength(1)
    const { audit_entries } = (await at.get('/audit_entries?action=person_changed')).body
    expect(audit_entries[0]).toMatchObject({
      subject_type: 'users',
      subject_id: ann.id,
      after: { members: ['name', 'email_address', 'job_title'] },
    })
  })

  test('the address of staff is theirs to change, with a proof', async () => {
    const { id, email } = await aPerson(at, 'viewer')
    const { status, body } = await at.put(`/users/${id}`, { email_address: 'other@staff.test' })
    expect([status, body.message]).toEqual([422, expect.stringContaining('profile page')])
    expect((await at.shown(`/users/${id}`)).email_address).toBe(email)
    expect((await at.put(`/users/${id}`, { name: 'Vera', email_address: email })).status).toBe(200)
  })

  test('an address belongs to one user', async () => {
    const [bea] = [await aUser('bea@one.test'), await aUser('Taken@one.test')]
    const { status, body } = await at.put(`/users/${bea.id}`, { email_address: 'taken@ONE.test' })
    expect([status, body.errors]).toEqual([422, { email_address: 'taken' }])
    // Their own, written differently.
    expect((await at.put(`/users/${bea.id}`, { email_address: 'Bea@one.test' })).status).toBe(200)
    expect((await at.put('/users/999999', { name: 'x' })).status).toBe(404)
  })

  test('staff are changed by a higher role', async () => {
    const [admin, other] = [await aPerson(at, 'admin'), await aPerson(at, 'admin')]
    const as = await asPerson(admin)
    expect((await as('PUT', `/users/${other.id}`, { name: 'x' })).status).toBe(403)
    expect((await as('PUT', `/users/${admin.id}`, { name: 'Me' })).status).toBe(200)
    const contributor = await asPerson(await aPerson(at, 'contributor'))
    const ann = await aUser('customer@home.test')
    expect((await contributor('PUT', `/users/${ann.id}`, { name: 'x' })).status).toBe(403)
  })
})

describe('merging two users', () => {
  test('moves everything, counts a vote of both once, and deletes the other', async () => {
    const [from, to] = [await aUser('ann@work.test', 'Ann at work'), await aUser('ann@home.test')]
    const acme = await anAccount(at.db, 'acme', { mrr: 1200 })
    const bolt = await anAccount(at.db, 'bolt', { mrr: 300 })
    await anExternalUser(at.db, from.id, 'u-from', { external_account_id: acme })
    await anExternalUser(at.db, to.id, 'u-to', { external_account_id: bolt })
    const [both, only] = [await aSuggestion('Both'), await aSuggestion('Only one')]
    await vote(both, from, { votes_count: 3 })
    await vote(both, to, { votes_count: 2 })
    await vote(only, from)
    const own = await aSuggestion('Own', { user_email: 'ann@work.test' })
    await at.made('/comments', {
      body: 'Mine',
      user_email: 'ann@work.test',
      links: { suggestion: both.id },
    })
    await at.made('/feedback_records', {
      body: 'Said',
      user_email: 'ann@work.test',
      links: { suggestion: own.id },
    })
    await at.made('/nps_ratings', { rating: 3, links: { user: from.id } })
    await at.made('/nps_ratings', { rating: 10, links: { user: to.id } })
    const team = await at.made('/teams', { name: 'Friends' })
    for (const user of [from.id, to.id])
      await at.post('/teams/assign', { links: { team: team.id, user } })

    const { status, body } = await merge(from, to)
    expect(status).toBe(200)
    expect(body.users).toMatchObject([
      {
        id: to.id,
        name: 'Ann at work',
        email_address: 'ann@home.test',
        supported_suggestions_count: 3,
      },
    ])
    expect((await at.get(`/users/${from.id}`)).status).toBe(404)
    for (const suggestion of [both, only, own]) expect(await votersOf(suggestion)).toEqual([to.id])
    expect(await at.shown(`/suggestions/${both.id}`)).toMatchObject({
      supporters_count: 1,
      votes_count: 2,
      supporter_revenue: 1500,
    })
    expect((await at.shown(`/suggestions/${own.id}`)).links.created_by).toBe(to.id)
    for (const path of [
      'comments?creator',
      'feedback_records?user',
      'nps_ratings?user',
      'external_users?user',
    ])
      expect(
        (await at.get(`/${path}=${to.id}`)).body.pagination.total_records,
        path,
      ).toBeGreaterThan(0)
    expect(await at.shown(`/teams/${team.id}`)).toMatchObject({ members_count: 1 })
    expect(await findWrongFigures(at.db)).toEqual([])
    const { audit_entries } = (await at.get('/audit_entries?action=person_merged')).body
    expect(audit_entries[0]).toMatchObject({ subject_id: to.id, after: { merged_user: from.id } })
  })

  test('undoing a merge of suggestions afterwards restores each vote once', async () => {
    const [from, to] = [await aUser('dora@work.test'), await aUser('dora@home.test')]
    const [night, dark] = [await aSuggestion('Night theme'), await aSuggestion('Dark theme')]
    await vote(night, from)
    await vote(dark, from)
    await vote(night, to)
    await at.post('/suggestions/merge', {
      links: { from_suggestion: night.id, to_suggestion: dark.id },
    })
    expect((await merge(from, to)).status).toBe(200)
    expect((await at.call('POST', `/suggestions/${night.id}/unmerge`)).status).toBe(200)
    expect(await votersOf(night)).toEqual([to.id])
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('refuses the same user, unknown ones, and one with a role', async () => {
    const ann = await aUser('ann@single.test')
    expect((await merge(ann, ann)).body.errors).toEqual({ links: { from_user: 'in' } })
    const unknown = await merge({ ...ann, id: 999_999 }, ann)
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      { links: { from_user: 'not_found' } },
    ])
    const staff = await aPerson(at, 'viewer')
    expect((await merge({ ...ann, id: staff.id }, ann)).status).toBe(409)
    // Into somebody with a role: who may act on them.
    const as = await asPerson(await aPerson(at, 'admin'))
    const owner = await aPerson(at, 'owner')
    const links = { from_user: ann.id, to_user: owner.id }
    expect((await as('POST', '/users/merge', { links })).status).toBe(403)
    expect((await at.get(`/users/${ann.id}`)).status).toBe(200)
  })

  test('moves a value in every table that refers to a user', async () => {
    await fillTables(at.db, { rows: 6 })
    const { users } = (await at.get('/users?per_page=100&sort=-id')).body
    const people = users.filter((user: Shown) => user.permissions === null)
    expect(people.length).toBeGreaterThan(1)
    expect((await merge(people[0], people[1])).status).toBe(200)
    expect((await at.get(`/users/${people[0].id}`)).status).toBe(404)
  })
})
