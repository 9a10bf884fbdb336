// People sign in with a password: sessions, cookies, limits and pages.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createWelcomeLink } from '../../src/auth/staff/staff.ts'
import { BASE_URL, startTestService } from '../support/service.ts'
import { aPerson, aSession, bySession, cookieOf, PASSWORD, submit } from '../support/staff.ts'

const at = await startTestService()
const signIn = (email: string, password = PASSWORD, more = {}) =>
  submit(at, '//admin/sign-in', { email, password, ...more })

test('the right password starts a session that acts as its person', async () => {
  const { id, email } = await aPerson(at, 'admin')
  const answer = await signIn(email.toUpperCase())
  expect(answer.status).toBe(303)
  expect(answer.headers['set-cookie']).toMatch(
    /^earshot_session=earshot_session_[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const session = bySession(cookieOf(answer))
  expect((await at.get('/users/current', session)).body.users[0].id).toBe(id)
  const forum = (await at.get('/forums')).body.forums[0].id
  const made = await at.post('/suggestions', { title: 'By a session', links: { forum } }, session)
  expect(made.body.suggestions[0].links.created_by).toBe(id)
  const { body } = await at.get(
    `/suggestion_activity_entries?suggestion=${made.body.suggestions[0].id}`,
  )
  expect(
    body.suggestion_activity_entries[0].links.created_by ??
      body.suggestion_activity_entries[0].links.user,
  ).toBe(id)
})

test('a wrong password, an unknown address, a disabled person and a person without a role get the same page', async () => {
  const { email } = await aPerson(at, 'viewer')
  const disabled = await aPerson(at, 'viewer')
  await sql`update permissions set disabled_at = now() where user_id = ${disabled.id}`.execute(
    at.db,
  )
  const endUser = await aPerson(at, 'viewer')
  await sql`delete from permissions where user_id = ${endUser.id}`.execute(at.db)
  const answers = [
    await signIn(email, 'not the password'),
    await signIn('nobody@staff.test'),
    await signIn(disabled.email),
    await signIn(endUser.email),
  ]
  const pages = answers.map(({ status, text }) => [
    status,
    text.replace(/value="[^"]*@staff\.test"/, ''),
  ])
  expect(pages[0]).toEqual([
    401,
    expect.stringContaining('The e-mail address or the password is wrong.'),
  ])
  for (const page of pages) expect(page).toEqual(pages[0])
})

test('the cookie is secure and bound to the host on https', async () => {
  const secure = await startTestService(undefined)
  secure.service.setAddress('https://feedback.example.test')
  const { email } = await aPerson(secure, 'viewer')
  const answer = await submit(secure, '//admin/sign-in', { email, password: PASSWORD })
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-earshot_session=earshot_session_[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
})

test('a sign-in never continues the session that the browser had', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  const planted = await aSession(at, id)
  const answer = await submit(
    at,
    '//admin/sign-in',
    { email, password: PASSWORD },
    { cookie: planted, origin: BASE_URL },
  )
  expect(cookieOf(answer)).not.toBe(planted)
  expect((await at.get('/users/current', bySession(planted))).status).toBe(401)
})

test('a session that was signed out is not accepted any more', async () => {
  const { id } = await aPerson(at, 'viewer')
  const cookie = await aSession(at, id)
  expect((await at.get('/users/current', bySession(cookie))).status).toBe(200)
  const answer = await at.call('POST', '//admin/sign-out', bySession(cookie))
  expect(answer).toMatchObject({ status: 303, headers: { location: '/admin/sign-in' } })
  expect(answer.headers['set-cookie']).toContain('Max-Age=0')
  expect((await at.get('/users/current', bySession(cookie))).status).toBe(401)
})

test.each([
  ['an idle session', `last_used_at = now() - interval '14 days'`],
  ['an old session', `expires_at = now()`],
])('%s has ended', async (_, change) => {
  const { id } = await aPerson(at, 'viewer')
  const cookie = await aSession(at, id)
  await sql`update sessions set ${sql.raw(change)} where user_id = ${id}`.execute(at.db)
  expect((await at.get('/users/current', bySession(cookie))).status).toBe(401)
})

test('use keeps a session alive', async () => {
  const { id } = await aPerson(at, 'viewer')
  const cookie = await aSession(at, id)
  await sql`update sessions set last_used_at = now() - interval '13 days' where user_id = ${id}`.execute(
    at.db,
  )
  await at.get('/users/current', bySession(cookie))
  const isFresh = async () => {
    const { rows } = await sql`
      select from sessions where user_id = ${id} and last_used_at > now() - interval '1 minute'`.execute(
      at.db,
    )
    return rows.length
  }
  await expect.poll(isFresh).toBe(1)
})

test.each([
  [{}, 403],
  [{ origin: 'https://evil.test' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: BASE_URL }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'none' }, 403],
  [{ 'sec-fetch-site': 'same-origin' }, 201],
  [{ origin: BASE_URL }, 201],
])('a write by cookie with the headers %j gets %i', async (headers, status) => {
  const { id } = await aPerson(at, 'admin')
  const cookie = await aSession(at, id)
  const sent = { token: null, headers: { cookie, ...(headers as Record<string, string>) } }
  const name = `Label ${JSON.stringify(headers)}`
  expect((await at.post('/labels', { name }, sent)).status).toBe(status)
})

test('another site cannot read with the cookie, and a typed address can', async () => {
  const { id } = await aPerson(at, 'viewer')
  const cookie = await aSession(at, id)
  const read = async (site: string) =>
    (await at.get('/labels', { token: null, headers: { cookie, 'sec-fetch-site': site } })).status
  expect([await read('cross-site'), await read('none')]).toEqual([401, 200])
})

test('a link on another site opens a page of a person who is signed in', async () => {
  const { id } = await aPerson(at, 'viewer')
  const headers = { cookie: await aSession(at, id), 'sec-fetch-site': 'cross-site' }
  const { status } = await at.get('//admin/profile', { token: null, headers })
  expect(status).toBe(200)
})

test('forms have an origin also over http', async () => {
  expect((await at.get('//admin/sign-in')).headers['referrer-policy']).toBe('same-origin')
})

test('another site cannot sign a browser in', async () => {
  const { email } = await aPerson(at, 'viewer')
  const answer = await submit(
    at,
    '//admin/sign-in',
    { email, password: PASSWORD },
    { origin: 'https://evil.test' },
  )
  expect(answer.status).toBe(403)
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test.each([
  ['/admin/suggestions/7', '/admin/suggestions/7'],
  ['/admin/suggestions?state=new&q=a%20b', '/admin/suggestions?state=new&q=a%20b'],
  ['https://evil.test/', '/admin'],
  ['//evil.test', '/admin'],
  ['/admin//evil.test@x', '/admin'],
  ['/\\evil.test', '/admin'],
  ['/admin/../evil', '/admin'],
  ['javascript:alert(1)', '/admin'],
])('return_to %j leads to %j', async (given, expected) => {
  const { email } = await aPerson(at, 'viewer')
  const { headers } = await signIn(email, PASSWORD, { return_to: given })
  expect(headers.location).toBe(expected)
})

test('the sixth wrong password is delayed, and then the right one too', async () => {
  const { email } = await aPerson(at, 'viewer')
  const statuses = []
  for (let i = 0; i < 7; i++) statuses.push((await signIn(email, `wrong ${i}`)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  const answer = await signIn(email)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  await sql`update sign_in_attempts set blocked_until = now() where key like ${`%${email}`}`.execute(
    at.db,
  )
  expect((await signIn(email)).status).toBe(303)
  expect((await signIn(email, 'wrong again')).status).toBe(401)
})

test('concurrent guesses count each', async () => {
  const { email } = await aPerson(at, 'viewer')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => signIn(email, `guess ${i}`)),
  )
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5)
})

test('a network that fails with many addresses is delayed', async () => {
  const own = await startTestService(undefined, { proxies: 1 })
  const from = (address: string, email: string) =>
    submit(own, '//admin/sign-in', { email, password: 'x' }, { 'x-forwarded-for': address })
  for (let i = 0; i < 30; i++) await from('192.0.2.1', `nobody${i}@staff.test`)
  expect((await from('192.0.2.1', 'nobody30@staff.test')).status).toBe(429)
  expect((await from('192.0.2.2', 'nobody30@staff.test')).status).toBe(401)
})

test('a role change ends the sessions and takes effect at once', async () => {
  const owner = await aPerson(at, 'owner')
  const person = await aPerson(at, 'viewer')
  const cookie = await aSession(at, person.id)
  const { body } = await at.get(`/permissions?user=${person.id}`)
  const changed = await at.put(
    `/permissions/${body.permissions[0].id}`,
    { license_type: 'admin', settings: 'manage' },
    bySession(await aSession(at, owner.id)),
  )
  expect(changed.status).toBe(200)
  expect((await at.get('/users/current', bySession(cookie))).status).toBe(401)
})

test('the last owner stays', async () => {
  const own = await startTestService()
  const { id } = (await own.get('/permissions')).body.permissions[0]
  const refused = { status: 409, body: { message: expect.stringContaining('must keep an owner') } }
  expect(await own.put(`/permissions/${id}`, { settings: 'none' })).toMatchObject(refused)
  expect(await own.delete(`/permissions/${id}`)).toMatchObject(refused)
  const second = await aPerson(own, 'owner')
  expect((await own.delete(`/permissions/${id}`)).status).toBe(200)
  // Clients act as the owner who is left.
  expect((await own.get('/users/current')).body.users[0]).toMatchObject({
    id: second.id,
    is_owner: true,
  })
})

test('a welcome link sets the name, the address and the password, once', async () => {
  const { id, email } = await aPerson(at, 'contributor')
  const code = await at.db.transaction().execute((tx) => createWelcomeLink(tx, {}, id))
  const first = await submit(at, '//admin/welcome', { code })
  expect(first).toMatchObject({ status: 200, text: expect.stringContaining(`value="${email}"`) })
  const form = { code, name: 'Ann', email: 'ann@staff.test', password: 'seven purple bicycles' }
  for (const [password, problem] of [
    ['short', 'at least 12'],
    ['passwordpassword', 'too easy to guess'],
    ['ann@staff.test', 'too easy to guess'],
    ['x'.repeat(129), 'at most 128'],
  ] as const) {
    const answer = await submit(at, '//admin/welcome', { ...form, password })
    expect(answer).toMatchObject({ status: 422, text: expect.stringContaining(problem) })
  }
  const done = await submit(at, '//admin/welcome', form)
  expect(done).toMatchObject({ status: 303, headers: { location: '/admin' } })
  expect((await at.get('/users/current', bySession(cookieOf(done)))).body.users[0]).toMatchObject({
    id,
    name: 'Ann',
    email_address: 'ann@staff.test',
  })
  expect((await signIn('ann@staff.test', form.password)).status).toBe(303)
  expect((await submit(at, '//admin/welcome', form)).status).toBe(401)
})

test('a welcome link ends after a day, and cannot take the address of another person', async () => {
  const { id } = await aPerson(at, 'contributor')
  const other = await aPerson(at, 'viewer')
  const code = await at.db.transaction().execute((tx) => createWelcomeLink(tx, {}, id))
  const form = { code, name: 'Ann', email: other.email, password: 'seven purple bicycles' }
  expect((await submit(at, '//admin/welcome', form)).status).toBe(409)
  await sql`update one_time_codes set expires_at = now() where user_id = ${id}`.execute(at.db)
  expect((await submit(at, '//admin/welcome', form)).status).toBe(401)
})

test('what happens is in the audit log, without secrets', async () => {
  const own = await startTestService()
  const { id, email } = await aPerson(own, 'viewer')
  await submit(own, '//admin/sign-in', { email, password: 'a wrong password' })
  const answer = await submit(own, '//admin/sign-in', { email, password: PASSWORD })
  await own.call('POST', '//admin/sign-out', bySession(cookieOf(answer)))
  const { body, text } = await own.get('/audit_entries?sort=id&action=-client_created')
  expect(body.audit_entries).toMatchObject([
    { action: 'person_created', subject_id: id, before: { role: null }, after: { role: 'viewer' } },
    { action: 'sign_in_failed', subject_type: 'users', subject_id: id, links: { user: null } },
    {
      action: 'signed_in',
      links: { user: id },
      address: '127.0.0.1',
      request_id: answer.headers['x-request-id'],
    },
    { action: 'signed_out', links: { user: id } },
  ])
  expect(text).not.toMatch(/wrong password|otters|earshot_session/)
  await expect(sql`update audit_entries set action = 'x'`.execute(own.db)).rejects.toThrow(
    'only added',
  )
  await expect(sql`delete from audit_entries`.execute(own.db)).rejects.toThrow('only added')
})
