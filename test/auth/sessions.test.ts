// Sessions through the API: owners see and end all, other people their own.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runJobs } from '../support/jobs.ts'
import { startTestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

const at = await startTestService()

const owner = await aPerson(at, 'owner')
const [admin, viewer] = [await aPerson(at, 'admin'), await aPerson(at, 'viewer')]
const byOwner = bySession(await aSession(at, owner.id))
const byAdmin = bySession(await aSession(at, admin.id))
const byViewer = bySession(await aSession(at, viewer.id))

const peopleIn = async (path: string, sent: object) => {
  const { body } = await at.get(path, sent)
  const people = body.sessions.map(({ links }: { links: { user: number } }) => links.user)
  return { people: [...new Set(people)].sort(), total: body.pagination.total_records }
}
const idOf = async (sent: object): Promise<number> =>
  (await at.get('/sessions/current', sent)).body.sessions[0].id

test('a session shows what is known about it, and nothing that signs in', async () => {
  const { body, text } = await at.get('/sessions/current', byViewer)
  expect(body.sessions).toEqual([
    {
      id: expect.any(Number),
      role: 'viewer',
      language: null,
      method: 'password',
      address: null,
      user_agent: null,
      has_second_factor: false,
      needs_second_factor: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
      links: { user: viewer.id },
    },
  ])
  expect(text).not.toContain('hash')
  expect((await at.get('/sessions/current')).body.sessions).toEqual([])
})

test('owners list all sessions, others their own', async () => {
  const everybody = [owner.id, admin.id, viewer.id].sort()
  expect(await peopleIn('/sessions', byOwner)).toEqual({ people: everybody, total: 3 })
  expect(await peopleIn('/sessions', {})).toEqual({ people: everybody, total: 3 })
  expect(await peopleIn('/sessions', byAdmin)).toEqual({ people: [admin.id], total: 1 })
  expect(await peopleIn('/sessions', byViewer)).toEqual({ people: [viewer.id], total: 1 })
})

test('a filter, a page and a cursor do not show the sessions of others', async () => {
  const none = { people: [], total: 0 }
  expect(await peopleIn(`/sessions?user=${owner.id}`, byViewer)).toEqual(none)
  expect(await peopleIn(`/sessions?user=-${viewer.id}`, byViewer)).toEqual(none)
  expect(await peopleIn('/sessions?page=2&per_page=1', byViewer)).toEqual({ people: [], total: 1 })
  const { body } = await at.get('/sessions?per_page=1&sort=id', byOwner)
  const path = `/sessions?sort=id&cursor=${encodeURIComponent(body.pagination.cursor)}`
  expect((await peopleIn(path, byViewer)).people).toEqual([viewer.id])
  expect((await at.get('/sessions', byViewer)).headers.link).toBeUndefined()
})

test('others get one session by id only when it is their own', async () => {
  const [own, foreign] = [await idOf(byViewer), await idOf(byOwner)]
  const statusOf = async (path: string, sent: object) => (await at.get(path, sent)).status
  expect(await statusOf(`/sessions/${own}`, byViewer)).toBe(200)
  expect(await statusOf(`/sessions/${foreign}`, byViewer)).toBe(403)
  expect(await statusOf(`/sessions/${own},${foreign}`, byViewer)).toBe(403)
  expect(await statusOf(`/sessions/${own},${foreign}`, byOwner)).toBe(200)
  expect(await statusOf('/users?includes=sessions', byViewer)).toBe(403)
})

test('people end their own sessions, and owners those of others, at once', async () => {
  const other = bySession(await aSession(at, viewer.id))
  const foreign = bySession(await aSession(at, admin.id))
  const [otherId, foreignId] = [await idOf(other), await idOf(foreign)]
  expect((await at.delete(`/sessions/${foreignId}`, byViewer)).status).toBe(403)
  expect((await at.get('/users/current', foreign)).status).toBe(200)
  expect((await at.delete(`/sessions/${otherId}`, byViewer)).status).toBe(200)
  expect((await at.delete(`/sessions/${foreignId}`, byOwner)).status).toBe(200)
  expect((await at.get('/users/current', other)).status).toBe(401)
  expect((await at.get('/users/current', foreign)).status).toBe(401)
  expect((await at.delete(`/sessions/${foreignId}`, byOwner)).status).toBe(404)
  const { body } = await at.get('/audit_entries?action=session_ended&sort=id')
  expect(body.audit_entries).toMatchObject([
    { subject_id: otherId, before: { user_id: viewer.id }, links: { user: viewer.id } },
    { subject_id: foreignId, before: { user_id: admin.id }, links: { user: owner.id } },
  ])
  // Who reads deletions does not learn who signed out.
  const deletions = await at.get('/deletions')
  expect(deletions.body.deletions).toEqual([])
})

test('a token without the scope of settings does not read sessions', async () => {
  const { id, token } = await at.aClient()
  await sql`update api_clients set scopes = '{feedback:read}' where id = ${id}`.execute(at.db)
  expect((await at.get('/sessions', { token })).status).toBe(403)
})

test('a job deletes ended sessions, expired codes and old attempts', async () => {
  const own = await startTestService()
  const { id } = await aPerson(own, 'viewer')
  for (let i = 0; i < 3; i++) await aSession(own, id)
  await sql`
    update sessions set expires_at = case id % 3 when 0 then now() else expires_at end,
      last_used_at = case id % 3 when 1 then now() - interval '14 days' else now() end`.execute(
    own.db,
  )
  await sql`
    insert into one_time_codes (hash, purpose, expires_at)
    values ('old', 'passkey', now()), ('new', 'passkey', now() + interval '1 minute')`.execute(
    own.db,
  )
  await sql`
    insert into sign_in_attempts (key, failures, blocked_until, updated_at)
    values ('old', 9, now(), now() - interval '25 hours'), ('new', 9, now(), now())`.execute(own.db)
  await sql`select graphile_worker.add_job('delete_ended_sign_ins')`.execute(own.db)
  await runJobs(own)
  const { rows } = await sql`
    select (select count(*) from sessions)::int as sessions,
      (select string_agg(encode(hash, 'escape'), ' ') from one_time_codes) as codes,
      (select string_agg(key, ' ') from sign_in_attempts) as attempts`.execute(own.db)
  expect(rows).toEqual([{ sessions: 1, codes: 'new', attempts: 'new' }])
})
