// People sign in with a password: sessions, cookies, limits and pages.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createWelcomeLink } from '../../src/auth/staff/staff.ts'
import { BASE_URL, startTestService } from '../support/service.ts'
import {
  aPerson,
  aSession,
  bySession,
  cookieOf,
  cookiesOf,
  deviceOf,
  PASSWORD,
  submit,
} from '../support/staff.ts'

const at = await startTestService()
const signIn = (email: string, password = PASSWORD, more = {}) =>
  submit(at, '//admin/sign-in', { email, password, ...more })

test('the right password starts a session that acts as its person', async () => {
  const { id, email } = await aPerson(at, 'admin')
  const answer = await signIn(email.toUpperCase())
  expect(answer.status).toBe(303)
  expect(cookiesOf(answer)).toEqual([
    expect.stringMatching(
      /^earshot_session=earshot_session_[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^earshot_device=earshot_device_[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
  ])
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
  expect(cookiesOf(answer)).toEqual([
    expect.stringMatching(
      /^__Host-earshot_session=earshot_session_[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ),
    expect.stringMatching(
      /^__Host-earshot_device=earshot_device_[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ])
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
  expect(answer.headers['clear-site-data']).toBe('"cache", "storage"')
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
  [
    { origin: `${BASE_URL.startsWith('https:') ? 'http' : 'https'}://${new URL(BASE_URL).host}` },
    403,
  ],
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
  await sql`update sign_in_attempts set blocked_until = now() where key like ${`%${email}%`}`.execute(
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

describe('strangers', async () => {
  const own = await startTestService(undefined, { proxies: 1 })
  const enter = (from: string, email: string, { password = PASSWORD, cookie = '' } = {}) =>
    submit(
      own,
      '//admin/sign-in',
      { email, password },
      { 'x-forwarded-for': from, ...(cookie && { cookie }) },
    )
  const guess = async (from: string, email: string, cookie = '') =>
    (await enter(from, email, { password: 'a guess', cookie })).status
  const guesses = async (count: number, from: (i: number) => string, email: string) => {
    const statuses = []
    for (let i = 0; i < count; i++) statuses.push(await guess(from(i), email))
    return statuses
  }
  /** Long delays, which do not end while a slow machine runs the test. */
  const extendDelays = () =>
    sql`update sign_in_attempts set blocked_until = now() + interval '1 hour' where blocked_until > now()`.execute(
      own.db,
    )
  const failuresOf = async (part: string) => {
    const { rows } = await sql<{ failures: number }>`
      select failures from sign_in_attempts where key like ${`%${part}%`} order by key`.execute(
      own.db,
    )
    return rows.map(({ failures }) => failures)
  }

  test('who guess with many addresses delay their network only, and it counts no more', async () => {
    for (let i = 0; i < 30; i++) await guess('192.0.2.1', `nobody${i}@staff.test`)
    await extendDelays()
    const { email } = await aPerson(own, 'viewer')
    expect(await guesses(6, () => '192.0.2.1', email)).toEqual(Array(6).fill(429))
    expect(await failuresOf(email)).toEqual([])
    expect(await failuresOf('network 192.0.2.1')).toEqual([30])
    expect((await enter('192.0.2.2', email)).status).toBe(303)
  })

  test('do not delay the person in another network', async () => {
    const { email } = await aPerson(own, 'viewer')
    await guesses(5, () => '192.0.2.10', email)
    await extendDelays()
    expect(await guess('192.0.2.10', email)).toBe(429)
    expect((await enter('192.0.2.11', email)).status).toBe(303)
    // A sign-in elsewhere does not give the strangers more guesses.
    expect(await guess('192.0.2.10', email)).toBe(429)
  })

  test('do not delay a browser in which the person signed in before, unless it fails often itself', async () => {
    const [{ email }, other] = [await aPerson(own, 'viewer'), await aPerson(own, 'viewer')]
    const first = await enter('192.0.2.20', email)
    await guesses(5, () => '192.0.2.20', email)
    await extendDelays()
    expect((await enter('192.0.2.20', email)).status).toBe(429)
    const second = await enter('192.0.2.20', email, { cookie: deviceOf(first) })
    expect(second.status).toBe(303)
    const cookie = deviceOf(second)
    // Each sign-in gives a new cookie, and the one before ends.
    expect((await enter('192.0.2.20', email, { cookie: deviceOf(first) })).status).toBe(429)
    for (let i = 0; i < 10; i++) expect(await guess('192.0.2.20', email, cookie)).toBe(401)
    expect((await enter('192.0.2.20', email, { cookie })).status).toBe(429)
    // It is known for its own people only.
    for (let i = 0; i < 5; i++) await guess('192.0.2.21', other.email, cookie)
    await extendDelays()
    expect((await enter('192.0.2.21', other.email, { cookie })).status).toBe(429)
  })

  test('a browser that two people use is known for both', async () => {
    const [one, two] = [await aPerson(own, 'viewer'), await aPerson(own, 'viewer')]
    const cookie = deviceOf(await enter('192.0.2.30', one.email))
    const shared = deviceOf(await enter('192.0.2.30', two.email, { cookie }))
    await guesses(5, () => '192.0.2.30', one.email)
    await extendDelays()
    expect((await enter('192.0.2.30', one.email, { cookie: shared })).status).toBe(303)
  })

  test('of many networks are delayed together, and the known browser is not', async () => {
    const { email } = await aPerson(own, 'viewer')
    const cookie = deviceOf(await enter('192.0.2.40', email))
    expect(await guess('192.0.2.41', email)).toBe(401)
    await sql`
      update sign_in_attempts set failures = 99 where key = ${`password account ${email}`}`.execute(
      own.db,
    )
    expect(await guess('192.0.2.42', email)).toBe(401)
    await extendDelays()
    expect((await enter('192.0.2.43', email)).status).toBe(429)
    expect((await enter('192.0.2.44', email, { cookie })).status).toBe(303)
  })

  test('with many IPv6 networks are counted by the wider ones', async () => {
    const { email } = await aPerson(own, 'viewer')
    const inOne = (i: number) => `2001:db8:1:${(i * 256).toString(16)}::1`
    expect(await guesses(20, inOne, email)).toEqual(Array(20).fill(401))
    await extendDelays()
    expect(await guess('2001:db8:1:ffff::1', email)).toBe(429)
    expect(await guess('2001:db8:2::1', email)).toBe(401)
  })

  test('a new password forgets the other browsers of the person', async () => {
    const { email } = await aPerson(own, 'viewer')
    const other = deviceOf(await enter('192.0.2.50', email))
    const session = await enter('192.0.2.50', email)
    const password = 'seven purple bicycles'
    const changed = await submit(
      own,
      '//admin/profile/password',
      { current_password: PASSWORD, password },
      { cookie: `${cookieOf(session)}; ${deviceOf(session)}`, origin: BASE_URL },
    )
    expect(changed.status).toBe(303)
    await guesses(5, () => '192.0.2.51', email)
    await extendDelays()
    const again = async (cookie: string) =>
      (await enter('192.0.2.51', email, { password, cookie })).status
    expect([await again(other), await again(deviceOf(session))]).toEqual([429, 303])
  })

  test('whose checks wait leave room for others, and known browsers go first', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => aPerson(own, 'viewer')))
    const [known, ...others] = people as [(typeof people)[0], ...typeof people]
    const cookie = deviceOf(await enter('192.0.2.60', known.email))
    let answered = 0
    const flood = Array.from({ length: 120 }, (_, i) =>
      guess(`198.51.100.${i}`, `nobody${i}@staff.test`).then((status) => {
        answered += 1
        return status
      }),
    )
    await expect.poll(() => answered).toBeGreaterThan(0)
    const first = await enter('192.0.2.61', known.email, { cookie })
    expect([first.status, answered < 60]).toEqual([303, true])
    const entered = others.map(({ email }, i) => enter(`192.0.2.${70 + i}`, email))
    for (const answer of await Promise.all(entered)) expect(answer.status).toBe(303)
    // On a slow machine, the last ones wait too long.
    for (const status of await Promise.all(flood)) expect([401, 503]).toContain(status)
  })

  test('of one network have a bounded share of the checks, and a check that is not made does not count', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 28 }, (_, i) => guess('192.0.2.80', `crowd${i}@staff.test`)),
    )
    const checked = statuses.filter((status) => status === 401).length
    expect(statuses.filter((status) => status === 503)).toHaveLength(28 - checked)
    expect(checked).toBeLessThan(28)
    expect(await failuresOf('network 192.0.2.80')).toEqual([checked])
  })
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
  const { host } = new URL(BASE_URL)
  for (const [password, problem] of [
    ['short', 'at least 12'],
    ['passwordpassword', 'too easy to guess'],
    ['Password Password', 'too easy to guess'],
    ['Earshot Earshot', 'too easy to guess'],
    ['Password Earshot 2026', 'too easy to guess'],
    [`${host} ${host}`, 'too easy to guess'],
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

test('an address that is cut within a character is refused like others', async () => {
  expect((await signIn(`${'👩'.repeat(200)}@staff.test`, 'some password')).status).toBe(401)
})

test('the console signs in without leaving its page', async () => {
  const { email } = await aPerson(at, 'viewer')
  const ask = (password: string) =>
    submit(at, '//admin/sign-in', { email, password }, { accept: 'application/json' })
  const refused = await ask('not the password')
  expect([refused.status, refused.body, cookiesOf(refused)]).toEqual([401, { type: 'refused' }, []])
  const answer = await ask(PASSWORD)
  expect([answer.status, answer.body]).toEqual([200, { type: 'signed_in', next: '/admin' }])
  expect((await at.get('/sessions/current', bySession(cookieOf(answer)))).status).toBe(200)
})
