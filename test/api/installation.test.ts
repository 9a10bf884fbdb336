// What the settings of the console use of the API: the installation, its jobs, staff, roles, orders and limits.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/core/version.ts'
import { allMigrations } from '../../src/db/migrations.ts'
import { aForum, aSuggestion, insert } from '../support/factories.ts'
import { aFailedJob, runJobs } from '../support/jobs.ts'
import { startTestService } from '../support/service.ts'
import { aPerson, aSession, bySession, submit } from '../support/staff.ts'

const at = await startTestService()
const latestEntry = async () => at.shown('/audit_entries?sort=-id&per_page=1')

test('the installation tells its versions, sizes, queues and limits', async () => {
  await aFailedJob(at.db)
  const { body } = await at.get('/installation')
  expect(body.installation).toMatchObject({
    version: VERSION,
    migrations: {
      applied_count: allMigrations.length,
      latest: allMigrations.at(-1),
      pending: [],
    },
    files: { count: 0, bytes: 0, quota_bytes: null, downloads: 'proxied' },
    last_backup_at: null,
    limits: { requests_per_address: 1_000_000, concurrent_requests: { total: 24, per_client: 8 } },
    sign_in: { mail: false, providers: [] },
  })
  expect(body.installation.database.bytes).toBeGreaterThan(1_000_000)
  expect(body.installation.jobs).toContainEqual(
    expect.objectContaining({ task: 'remove_files', state: 'failed', count: 1 }),
  )
  await sql`
    insert into audit_entries (action, created_at) values ('backup_created', '2026-01-02T03:04:05Z')`.execute(
    at.db,
  )
  expect((await at.get('/installation')).body.installation.last_backup_at).toBe(
    '2026-01-02T03:04:05Z',
  )
})

test('a failed job shows its error, not its payload, and runs again', async () => {
  const id = await aFailedJob(at.db, 'The disk is full.')
  const { body, text } = await at.get('/jobs?state=failed')
  expect(body.jobs.find((job: { id: number }) => job.id === id)).toMatchObject({
    task: 'remove_files',
    state: 'failed',
    attempts: 25,
    max_attempts: 25,
    last_error: 'The disk is full.',
  })
  expect(text).not.toContain('payload')
  const retried = await at.put(`/jobs/${id}/retry`, {})
  expect(retried.body.jobs).toMatchObject([{ id, state: 'ready', attempts: 0 }])
  expect(await latestEntry()).toMatchObject({
    action: 'job_retried',
    subject_type: 'jobs',
    subject_id: id,
  })
  await runJobs(at)
  expect((await at.put(`/jobs/${id}/retry`, {})).status).toBe(404)
})

test('a job that runs is not retried, and unknown states are named', async () => {
  const id = await aFailedJob(at.db, 'Locked')
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x' where id = ${id}`.execute(
    at.db,
  )
  expect(await at.put(`/jobs/${id}/retry`, {})).toMatchObject({ status: 409 })
  const wrong = await at.get('/jobs?state=stuck')
  expect(wrong).toMatchObject({ status: 400, body: { errors: { state: 'in' } } })
  expect(wrong.body.message).toContain('"stuck" is not allowed. Allowed: ready, running')
})

test('staff are listed with their ways in, and an owner changes their role', async () => {
  const person = await aPerson(at, 'contributor')
  const cookie = await aSession(at, person.id)
  const find = async () =>
    (await at.get('/staff')).body.staff.find(({ id }: { id: number }) => id === person.id)
  expect(await find()).toMatchObject({
    email_address: person.email,
    role: 'contributor',
    is_disabled: false,
    has_password: true,
    passkeys_count: 0,
    has_second_factor: false,
    sessions_count: 1,
    last_login: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/),
    links: { user: person.id, permission: expect.any(Number) },
  })
  const changed = await at.put(`/staff/${person.id}`, { role: 'admin' })
  expect(changed.body.staff).toMatchObject([{ role: 'admin', sessions_count: 0 }])
  expect((await at.get('/users', bySession(cookie))).status).toBe(401)
  expect(await latestEntry()).toMatchObject({
    action: 'role_changed',
    before: { role: 'contributor' },
    after: { role: 'admin' },
  })
  await at.put(`/staff/${person.id}`, { is_disabled: true })
  expect(await find()).toMatchObject({ is_disabled: true })
  await at.put(`/staff/${person.id}`, { is_disabled: false })
  expect(await find()).toMatchObject({ is_disabled: false })
})

test('the account keeps an owner, and only owners change roles', async () => {
  const own = await startTestService()
  const [owner] = (await own.get('/staff')).body.staff
  expect(await own.put(`/staff/${owner.id}`, { role: 'viewer' })).toMatchObject({ status: 409 })
  expect((await own.get('/staff')).body.staff[0].role).toBe('owner')
  const admin = bySession(await aSession(own, (await aPerson(own, 'admin')).id))
  expect((await own.get('/staff', admin)).status).toBe(403)
  expect((await own.put(`/staff/${owner.id}`, { role: 'viewer' }, admin)).status).toBe(403)
  expect((await own.get('/installation', admin)).status).toBe(200)
})

test('roles are described by the table that the service obeys', async () => {
  const viewer = bySession(await aSession(at, (await aPerson(at, 'viewer')).id))
  const { body } = await at.get('/roles', viewer)
  expect(body.roles.map(({ name }: { name: string }) => name)).toEqual([
    'viewer',
    'contributor',
    'admin',
    'owner',
  ])
  const find = (method: string, path: string) =>
    body.operations.find(
      (one: { method: string; path: string }) => one.method === method && one.path === path,
    )
  expect(find('PUT', '/api/v2/admin/notes/{id}')).toMatchObject({
    role: 'admin',
    own_role: 'contributor',
    scope: 'feedback:write',
  })
  expect(find('POST', '/api/v2/admin/api_clients')).toMatchObject({ role: 'owner', own_role: null })
  expect(find('GET', '/api/v2/admin/roles')).toMatchObject({ role: 'viewer' })
})

test('an order of categories is set at once, or not at all', async () => {
  const forum = await aForum(at.db, 'Ordered')
  const [a, b, c] = await Promise.all(
    ['A', 'B', 'C'].map(
      async (name) => (await at.made('/categories', { name, links: { forum } })).id,
    ),
  )
  const names = async () =>
    (await at.get(`/categories?forum=${forum}&sort=position`)).body.categories.map(
      ({ name }: { name: string }) => name,
    )
  await at.put('/categories/positions', { ids: [c, a, b] })
  expect(await names()).toEqual(['C', 'A', 'B'])
  const wrong = await at.put('/categories/positions', { ids: [b, 999_999_999, a] })
  expect(wrong).toMatchObject({ status: 422, body: { errors: { ids: 'in' } } })
  expect(await names()).toEqual(['C', 'A', 'B'])
})

test('an order of statuses is one entry of the audit log', async () => {
  const [x, y] = [
    (await at.made('/statuses', { name: 'x', hex_color: '#123456' })).id,
    (await at.made('/statuses', { name: 'y', hex_color: '#123456' })).id,
  ]
  await at.put('/statuses/positions', { ids: [y, x] })
  expect(await latestEntry()).toMatchObject({
    action: 'settings_changed',
    subject_type: 'statuses',
    subject_id: null,
    before: null,
    after: { order: [y, x] },
  })
})

test('only an empty forum is deleted, with its categories', async () => {
  const [used, empty] = [await aForum(at.db, 'Used'), await aForum(at.db, 'Empty')]
  await insert(at.db, 'categories', { name: 'Gone', forum_id: empty })
  await aSuggestion(at.db, used, 'Deleted, but there', { state: 'deleted' })
  const refused = await at.delete(`/forums/${used}`)
  expect(refused).toMatchObject({ status: 409 })
  expect(refused.body.message).toContain('Move them with POST /forums/merge, or close it')
  expect((await at.delete(`/forums/${empty}`)).status).toBe(200)
  expect((await at.get(`/forums/${empty}`)).status).toBe(404)
  expect((await at.get(`/categories?forum=${empty}`)).body.categories).toEqual([])
  await at.put(`/forums/${used}`, { is_default: true })
  const { body } = await at.delete(`/forums/${used}`)
  expect(body.message).toContain('default')
})

test('an invitation that is sent again has a new link, and the earlier one ends', async () => {
  const first = await at.made('/invitations', { email: 'again@staff.test', role: 'viewer' })
  await sql`update invitations set expires_at = now() where id = ${first.id}`.execute(at.db)
  const { body } = await at.put(`/invitations/${first.id}/resend`, {})
  const [again] = body.invitations
  expect(again.url).toMatch(/\/admin\/welcome#earshot_code_/)
  expect(Date.parse(again.expires_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  const accept = (url: string) =>
    submit(at, '//admin/welcome', {
      code: url.split('#')[1] ?? '',
      name: 'Ann',
      password: 'seven purple bicycles',
    })
  expect((await accept(first.url)).status).toBe(401)
  expect((await accept(again.url)).status).toBe(303)
  expect((await at.put(`/invitations/${first.id}/resend`, {})).status).toBe(409)
})

test('the limits of clients show what they used in this minute', async () => {
  const client = await at.aClient({ name: 'Counted', requestsPerMinute: 50 })
  const find = async () =>
    (await at.get('/api_clients/limits')).body.limits.find(
      ({ id }: { id: number }) => id === client.id,
    )
  expect(await find()).toMatchObject({ name: 'Counted', limit: 50, used: 0, remaining: 50 })
  // A minute can end in between.
  await expect
    .poll(async () => {
      const { used } = await find()
      await at.get('/forums', { token: client.token })
      await at.get('/labels', { token: client.token })
      const after = await find()
      return [after.used - used, after.used + after.remaining]
    })
    .toEqual([2, 50])
})
