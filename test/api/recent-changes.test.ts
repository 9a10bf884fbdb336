// What people changed lately, and undoing it.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { setRole } from '../../src/auth/staff/staff.ts'
import { runJobs } from '../support/jobs.ts'
import { type Sent, type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession, type TestPerson } from '../support/staff.ts'

let at: TestService
let forum: Shown
let admin: TestPerson
let asAdmin: Sent

const sessionOf = async ({ id }: TestPerson): Promise<Sent> => bySession(await aSession(at, id))

beforeAll(async () => {
  at = await startTestService()
  forum = await at.made('/forums', { name: 'Ideas' })
  admin = await aPerson(at, 'admin')
  asAdmin = await sessionOf(admin)
})

const aSuggestion = (title: string) =>
  at.made('/suggestions', { title, links: { forum: forum.id } })
const changes = async (sent: Sent = asAdmin): Promise<Shown[]> =>
  (await at.get('/recent_changes', sent)).body.recent_changes
const latest = async (sent: Sent = asAdmin): Promise<Shown> => (await changes(sent))[0] as Shown
const undo = ({ id }: Shown, sent: Sent = asAdmin) => at.put(`/recent_changes/${id}/undo`, {}, sent)
const change = async (path: string, body: object, sent: Sent = asAdmin) => {
  const { status, text } = await at.put(path, body, sent)
  expect(status, text).toBe(200)
}

describe('an update of a person or an account', () => {
  test('a person gets the name and the address back, but staff only from those who may', async () => {
    const email = `before-${Date.now()}@example.com`
    const { id } = (await at.post('/users/find_or_create', { email, name: 'Before' })).body.users[0]
    await change(`/users/${id}`, { name: 'After', email_address: `after-${email}` })
    const noted = await latest()
    expect(noted).toMatchObject({
      collection: 'users',
      record_id: id,
      before: { name: 'Before', email_address: email },
    })
    expect((await undo(noted)).status).toBe(200)
    expect(await at.shown(`/users/${id}`)).toMatchObject({ name: 'Before', email_address: email })

    await change(`/users/${id}`, { name: 'Again' })
    const again = await latest()
    await at.db.transaction().execute((tx) => setRole(tx, {}, { email, role: 'owner' }))
    expect((await undo(again)).status).toBe(403)
  })

  test('what was noted about a person goes when the person is erased', async () => {
    const email = `erased-${Date.now()}@example.com`
    const { id } = (await at.post('/users/find_or_create', { email, name: 'Gone' })).body.users[0]
    await change(`/users/${id}`, { name: 'Still gone' })
    expect((await latest()).record_id).toBe(id)
    expect((await at.delete(`/users/${id}`)).status).toBeLessThan(300)
    expect(JSON.stringify(await changes())).not.toContain('gone')
  })

  test('an account gets its id, plan and revenue back', async () => {
    const external_id = `a${Date.now()}`
    const { body } = await at.post('/external_accounts/import', {
      accounts: [{ external_id, name: 'Acme', plan: 'free', mrr: 10 }],
    })
    const { id } = body.external_accounts[0]
    await change(`/external_accounts/${id}`, {
      external_id: `${external_id}-new`,
      plan: 'pro',
      mrr: 20,
    })
    expect(await at.shown(`/external_accounts/${id}`)).toMatchObject({ plan: 'pro', mrr: 20 })
    expect((await undo(await latest())).status).toBe(200)
    expect(await at.shown(`/external_accounts/${id}`)).toMatchObject({
      external_id,
      plan: 'free',
      mrr: 10,
    })
  })

  test('a feature that was moved on the board goes back to its column', async () => {
    const [one, two] = [
      await at.made('/feature_statuses', { name: 'One' }),
      await at.made('/feature_statuses', { name: 'Two' }),
    ]
    const feature = await at.made('/features', { name: 'Card', links: { feature_status: one.id } })
    await change(`/features/${feature.id}/move`, { links: { feature_status: two.id } })
    const noted = await latest()
    expect(noted).toMatchObject({ action: 'move', before: { links: { feature_status: one.id } } })
    expect((await undo(noted)).status).toBe(200)
    expect((await at.shown(`/features/${feature.id}`)).links.feature_status).toBe(one.id)
  })
})

describe('an update of a record', () => {
  test('is listed with what it changed, and undone with everything it changed', async () => {
    const { id } = await aSuggestion('Export')
    const other = await at.made('/forums', { name: 'Other' })
    const category = await at.made('/categories', { name: 'Files', links: { forum: forum.id } })
    const label = await at.made('/labels', { name: 'files' })
    const field = {
      name: 'Effort',
      key: 'effort',
      field_type: 'number',
      object_type: 'suggestions',
    }
    await at.made('/custom_fields', field)
    await at.put(`/suggestions/${id}`, { links: { category: category.id } })
    const body = { title: 'Export as CSV', cf_effort: 3 }
    await change(`/suggestions/${id}`, { ...body, links: { forum: other.id, labels: [label.id] } })
    const noted = await latest()
    expect(noted).toMatchObject({
      action: 'update',
      collection: 'suggestions',
      record_id: id,
      name: 'Export as CSV',
      records_count: 1,
      before: {
        title: 'Export',
        cf_effort: null,
        links: { forum: forum.id, category: category.id },
      },
      after: { title: 'Export as CSV', cf_effort: 3, links: { forum: other.id, category: null } },
      undo_problem: null,
      links: { user: admin.id },
    })
    const { status, body: answer } = await undo(noted)
    expect({ status, problem: answer.recent_changes[0].undo_problem }).toEqual({
      status: 200,
      problem: 'undone',
    })
    expect(await at.shown(`/suggestions/${id}`)).toMatchObject({
      title: 'Export',
      cf_effort: null,
      links: { forum: forum.id, category: category.id, labels: null },
    })
    // Again it does nothing, and it is no change of its own.
    await at.put(`/suggestions/${id}`, { title: 'Later' })
    expect((await undo(noted)).status).toBe(200)
    expect(await at.shown(`/suggestions/${id}`)).toMatchObject({ title: 'Later' })
    expect((await latest()).id).toBe(noted.id)
  })

  test('that somebody changed since stays, and says what', async () => {
    const { id } = await aSuggestion('Mine')
    await change(`/suggestions/${id}`, { title: 'Mine too' })
    const noted = await latest()
    await at.put(`/suggestions/${id}`, { title: 'Theirs' })
    const { status, body } = await undo(noted)
    expect({ status, error: body.error }).toEqual({ status: 409, error: 'changed_since' })
    expect(body.message).toContain('title changed since')
    expect(await at.shown(`/suggestions/${id}`)).toMatchObject({ title: 'Theirs' })
    expect(await latest()).toMatchObject({ id: noted.id, undo_problem: null, undone_at: null })
  })

  test('works for settings, and an update without a difference is none', async () => {
    const label = await at.made('/labels', { name: 'fast' })
    await change(`/labels/${label.id}`, { name: 'quick' })
    const noted = await latest()
    expect(noted).toMatchObject({ collection: 'labels', name: 'quick', before: { name: 'fast' } })
    await change(`/labels/${label.id}`, { name: 'quick' })
    expect((await latest()).id).toBe(noted.id)
    expect((await undo(noted)).status).toBe(200)
    expect(await at.shown(`/labels/${label.id}`)).toMatchObject({ name: 'fast' })
  })

  test('of the owner of a suggestion', async () => {
    const { id } = await aSuggestion('Whose turn')
    await change(`/suggestions/${id}/assign_owner`, { links: { owner: admin.id } })
    const noted = await latest()
    expect(noted).toMatchObject({ action: 'assign', before: { links: { owner: null } } })
    expect((await undo(noted)).status).toBe(200)
    expect(await at.shown(`/suggestions/${id}`)).toMatchObject({ links: { owner: null } })
  })

  test('of a record that is gone, and after a day', async () => {
    const label = await at.made('/labels', { name: 'short-lived' })
    await change(`/labels/${label.id}`, { name: 'gone' })
    const noted = await latest()
    await at.delete(`/labels/${label.id}`)
    expect((await undo(noted)).status).toBe(404)
    await sql`update recent_changes set undo_until = now() where id = ${noted.id}`.execute(at.db)
    expect(await latest()).toMatchObject({ undo_problem: 'expired' })
  })

  test('of a token is nobody’s', async () => {
    const { id } = await aSuggestion('By a program')
    const before = (await latest()).id
    await at.put(`/suggestions/${id}`, { title: 'By a program too' })
    const { rows } = await sql`select from recent_changes where id > ${before}`.execute(at.db)
    expect(rows).toEqual([])
  })
})

describe('what people add and delete', () => {
  const act = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object, sent: Sent) => {
    const { status, text, body: answer } = await at.call(method, path, { ...sent, body })
    expect(status, text).toBeLessThan(300)
    return answer
  }
  const supportersOf = async (id: number): Promise<Shown[]> =>
    (await at.get(`/supporters?suggestion=${id}`)).body.supporters

  test('a comment goes, and comes back also for a contributor who may not restore others', async () => {
    const { id } = await aSuggestion('Discussed')
    const person = await aPerson(at, 'contributor')
    const session = await sessionOf(person)
    const body = { body: 'First', links: { suggestion: id } }
    const { comments } = await act('POST', '/comments', body, session)
    const comment = comments[0] as Shown
    const added = await latest(session)
    expect(added).toMatchObject({
      action: 'create',
      collection: 'comments',
      record_id: comment.id,
      name: 'Discussed',
      undo_problem: null,
    })
    expect((await undo(added, session)).status).toBe(200)
    expect(await at.shown(`/comments/${comment.id}`)).toMatchObject({ state: 'deleted' })

    const second = (await act('POST', '/comments', body, session)).comments[0] as Shown
    await act('DELETE', `/comments/${second.id}`, {}, session)
    const deleted = await latest(session)
    expect(deleted).toMatchObject({ action: 'delete', before: { state: second.state } })
    expect((await undo(deleted, session)).status).toBe(200)
    expect(await at.shown(`/comments/${second.id}`)).toMatchObject({ state: second.state })

    // What an admin did since stays.
    await act('PUT', `/comments/${second.id}/delete`, {}, session)
    const again = await latest(session)
    await act('PUT', `/comments/${second.id}/restore`, {}, asAdmin)
    expect((await undo(again, session)).body.error).toBe('changed_since')
    await act('PUT', `/comments/${second.id}/spam`, {}, asAdmin)
    expect((await undo(await latest())).status).toBe(200)
    expect(await at.shown(`/comments/${second.id}`)).toMatchObject({ state: second.state })
    const edited = (await act('POST', '/comments', body, asAdmin)).comments[0] as Shown
    const mine = await latest()
    await at.put(`/comments/${edited.id}`, { body: 'By somebody else' })
    expect((await undo(mine)).status).toBe(409)
  })

  test('a vote goes, and comes back with its number, date and author', async () => {
    const { id } = await aSuggestion('Voted for')
    const vote = {
      user_email: 'voter@example.com',
      votes_count: 3,
      channel: 'admin',
      is_subscribed: false,
      links: { suggestion: id },
    }
    await act('POST', '/supporters', vote, asAdmin)
    const added = await latest()
    expect(added).toMatchObject({ action: 'create', collection: 'supporters', name: 'Voted for' })
    // The same again adds nothing, so there is nothing to undo.
    await act('POST', '/supporters', vote, asAdmin)
    expect((await latest()).id).toBe(added.id)
    expect((await undo(added)).status).toBe(200)
    expect(await supportersOf(id)).toEqual([])

    const created_at = '2026-01-02T03:04:05Z'
    await at.post('/supporters', { ...vote, created_at })
    const [before] = await supportersOf(id)
    await act('DELETE', `/supporters/${before?.id}`, {}, asAdmin)
    expect((await undo(await latest())).status).toBe(200)
    const [after] = await supportersOf(id)
    const { users } = (await at.get(`/users?suggestion=${id}`)).body
    expect(users).toMatchObject([{ suggestion_votes: 3 }])
    expect(after).toMatchObject({ created_at, is_subscribed: false, how: 'vote' })
    const { user, created_by } = before?.links ?? {}
    expect(after?.links).toMatchObject({ suggestion: id, user, created_by })
  })

  test('feedback goes with the support that it brought, and comes back', async () => {
    const { id } = await aSuggestion('Heard of')
    const said = { body: 'I need it', user_email: 'said@example.com', links: { suggestion: id } }
    const record = (await act('POST', '/feedback_records', said, asAdmin)).feedback_records[0]
    expect(await supportersOf(id)).toHaveLength(1)
    expect((await undo(await latest())).status).toBe(200)
    expect(await at.shown(`/feedback_records/${record.id}`)).toMatchObject({ state: 'deleted' })
    expect(await supportersOf(id)).toEqual([])

    // Support that was there before stays.
    await at.post('/supporters', { user_email: 'said@example.com', links: { suggestion: id } })
    const other = (await act('POST', '/feedback_records', said, asAdmin)).feedback_records[0]
    expect((await undo(await latest())).status).toBe(200)
    expect(await supportersOf(id)).toHaveLength(1)

    await act('PUT', `/feedback_records/${other.id}/undelete`, {}, asAdmin)
    await act('DELETE', `/feedback_records/${other.id}`, {}, asAdmin)
    expect((await undo(await latest())).status).toBe(200)
    expect(await at.shown(`/feedback_records/${other.id}`)).toMatchObject({ state: 'approved' })
  })
})

test('a bulk action is listed with its progress, and undone', async () => {
  const status = await at.made('/statuses', { name: 'planned' })
  const one = await aSuggestion('One of them')
  const two = await aSuggestion('Two of them')
  const links = { status: status.id }
  await at.post('/bulk_actions', { action: 'status', ids: [one.id], links }, asAdmin)
  expect(await latest()).toMatchObject({
    action: 'status',
    collection: 'suggestions',
    record_id: one.id,
    name: 'One of them',
    undo_problem: null,
  })
  await at.post('/bulk_actions', { action: 'spam', ids: [one.id, two.id] }, asAdmin)
  const both = await latest()
  expect(both).toMatchObject({ action: 'spam', record_id: null, records_count: 2, name: '' })
  expect((await undo(both)).status).toBe(200)
  expect(await at.shown(`/suggestions/${two.id}`)).toMatchObject({ state: two.state })
  await at.post('/bulk_actions', { action: 'spam', ids: [999_999] }, asAdmin)
  expect(await latest()).toMatchObject({ undo_problem: 'nothing_changed' })
})

test('an import is listed while it runs, and undone', async () => {
  const csv = `title,forum\nFrom a file,${forum.name}\n`
  const { status, text } = await at.post('/imports', { type: 'suggestions', csv }, asAdmin)
  expect(status, text).toBe(201)
  expect(await latest()).toMatchObject({
    action: 'import',
    collection: 'suggestions',
    records_count: 1,
    undo_problem: 'running',
  })
  await runJobs(at)
  const done = await latest()
  expect(done).toMatchObject({ undo_problem: null })
  expect((await undo(done)).status).toBe(200)
  await runJobs(at)
  expect((await at.get('/suggestions?q=From+a+file')).body.suggestions).toEqual([])
})

test('people see and undo their own changes, owners those of everybody', async () => {
  const { id } = await aSuggestion('Whose is it')
  await change(`/suggestions/${id}`, { title: 'Mine' })
  const noted = await latest()
  const other = await sessionOf(await aPerson(at, 'admin'))
  expect(await changes(other)).toEqual([])
  expect((await undo(noted, other)).status).toBe(403)
  const owner = await sessionOf(await aPerson(at, 'owner'))
  expect((await undo(noted, owner)).status).toBe(200)
})

test('a role that may not make the change any more cannot undo it', async () => {
  const person = await aPerson(at, 'admin')
  const { id } = await aSuggestion('Before')
  await change(`/suggestions/${id}`, { title: 'After' }, await sessionOf(person))
  await at.db
    .transaction()
    .execute((tx) => setRole(tx, {}, { email: person.email, role: 'contributor' }))
  const session = await sessionOf(person)
  expect((await undo(await latest(session), session)).status).toBe(403)
  expect(await at.shown(`/suggestions/${id}`)).toMatchObject({ title: 'After' })
})
