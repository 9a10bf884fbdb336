// The profile page: the password and the sessions of a person.
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueToken } from '../../src/auth/clients/api-clients.ts'
import { createWelcomeLink } from '../../src/auth/staff/staff.ts'
import { codeOf, decodeBase32, stepAt } from '../support/authenticator-app.ts'
import { expectGoodPage, hasBrowser, openPage, startBrowser } from '../support/browser.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import {
  ageSessions,
  aPerson,
  aSession,
  bySession,
  cookieOf,
  PASSWORD,
  submit,
} from '../support/staff.ts'

const logLines: string[] = []
const at = await startTestService(logLines)

const NEW_PASSWORD = 'seven purple bicycles'
const post = (cookie: string, path: string, fields: Record<string, string> = {}) =>
  submit(at, `//admin/profile${path}`, fields, { cookie, origin: BASE_URL })
const isAlive = async (cookie: string) =>
  (await at.get('/users/current', bySession(cookie))).status === 200
const sessionIds = async (userId: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from sessions where user_id = ${userId} order by id`.execute(at.db)
  return rows.map(({ id }) => String(id))
}

test('without a session the page leads to the sign-in, and so does a token', async () => {
  const location = '/admin/sign-in?return_to=%2Fadmin%2Fprofile'
  for (const token of [null, at.token]) {
    expect((await at.get('//admin/profile', { token })).headers.location).toBe(location)
    const posted = await at.call('POST', '//admin/profile/password', { token })
    expect(posted).toMatchObject({ status: 303, headers: { location } })
  }
})

test('the page shows the person, and is kept by no cache', async () => {
  const { id, email } = await aPerson(at, 'contributor')
  const page = await at.get('//admin/profile', bySession(await aSession(at, id)))
  expect(page.status).toBe(200)
  expect(page.text).toContain(`${email} · contributor`)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['content-security-policy']).not.toContain("script-src 'unsafe-inline'")
})

test('a new password ends all other sessions and renews this one', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  const [cookie, other] = [await aSession(at, id), await aSession(at, id)]
  const answer = await post(cookie, '/password', {
    current_password: PASSWORD,
    password: NEW_PASSWORD,
  })
  expect(answer).toMatchObject({
    status: 303,
    headers: { location: '/admin/profile?done=password_changed' },
  })
  const renewed = cookieOf(answer)
  expect([await isAlive(renewed), await isAlive(cookie), await isAlive(other)]).toEqual([
    true,
    false,
    false,
  ])
  const page = await at.get('//admin/profile?done=password_changed', bySession(renewed))
  expect(page.text).toContain('The password was changed.')
  const signIn = async (password: string) =>
    (await submit(at, '//admin/sign-in', { email, password })).status
  expect([await signIn(PASSWORD), await signIn(NEW_PASSWORD)]).toEqual([401, 303])
})

test.each([
  ['wrong', NEW_PASSWORD, 401, 'The password is wrong.'],
  ['', NEW_PASSWORD, 401, 'The password is wrong.'],
  [PASSWORD, 'short', 422, 'at least 12'],
  [PASSWORD, 'passwordpassword', 422, 'too easy to guess'],
  [PASSWORD, 'x'.repeat(129), 422, 'at most 128'],
])(
  'the password %j and the new one %j get %#',
  async (current_password, password, status, text) => {
    const { id, email } = await aPerson(at, 'viewer')
    const [cookie, other] = [await aSession(at, id), await aSession(at, id)]
    const answer = await post(cookie, '/password', { current_password, password })
    expect(answer).toMatchObject({ status, text: expect.stringContaining(text) })
    expect(answer.text).toContain('<details open>')
    expect([await isAlive(cookie), await isAlive(other)]).toEqual([true, true])
    expect((await submit(at, '//admin/sign-in', { email, password: PASSWORD })).status).toBe(303)
  },
)

test('guesses of the password count as attempts to sign in', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  const cookie = await aSession(at, id)
  const statuses = []
  for (const path of ['/password', '/confirm'])
    for (let i = 0; i < 3; i++)
      statuses.push((await post(cookie, path, { current_password: `guess ${i}` })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  const answer = await submit(at, '//admin/sign-in', { email, password: PASSWORD })
  expect(answer.status).toBe(429)
})

test('a person without a password sets one', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  await sql`delete from passwords where user_id = ${id}`.execute(at.db)
  const cookie = await aSession(at, id)
  const page = await at.get('//admin/profile', bySession(cookie))
  expect(page.text).toContain('Set a password')
  expect(page.text).not.toContain('current_password')
  expect((await post(cookie, '/password', { password: NEW_PASSWORD })).status).toBe(303)
  const signedIn = await submit(at, '//admin/sign-in', { email, password: NEW_PASSWORD })
  expect(signedIn.status).toBe(303)
})

test('changes of how a person signs in need a proof of the last ten minutes', async () => {
  const { id } = await aPerson(at, 'viewer')
  const cookie = await aSession(at, id)
  await ageSessions(at, id)
  const page = await at.get('//admin/profile', bySession(cookie))
  expect(page.text).toContain('Confirm that it is you')
  expect(page.text).not.toContain('Set up an authenticator app')
  const paths = ['/second-factor', '/recovery-codes', '/second-factor/remove', '/passkeys/remove']
  for (const path of [...paths, '/accounts/disconnect']) {
    const refused = await post(cookie, path, { id: '1', issuer: 'https://x.test' })
    expect([path, refused.status]).toEqual([path, 403])
    expect(refused.text).toContain('You signed in a while ago.')
  }
  expect((await post(cookie, '/confirm', { current_password: 'wrong' })).status).toBe(401)
  expect((await post(cookie, '/second-factor')).status).toBe(403)
  const confirmed = await post(cookie, '/confirm', { current_password: PASSWORD })
  expect(confirmed).toMatchObject({ status: 303, headers: { location: '/admin/profile' } })
  expect((await post(cookie, '/second-factor')).text).toContain('QR code')
})

test('a session without a password cannot set one without a recent proof', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  await sql`delete from passwords where user_id = ${id}`.execute(at.db)
  const cookie = await aSession(at, id)
  await ageSessions(at, id)
  const refused = await post(cookie, '/password', { password: NEW_PASSWORD })
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('href="/admin/sign-in?return_to=/admin/profile"')
  expect((await post(cookie, '/confirm', { current_password: '' })).status).toBe(401)
  const signedIn = await submit(at, '//admin/sign-in', { email, password: NEW_PASSWORD })
  expect(signedIn.status).toBe(401)
})

test('applications and tokens are listed with their last use, and revoked', async () => {
  const [person, stranger] = [await aPerson(at, 'viewer'), await aPerson(at, 'viewer')]
  const client = await at.aClient({ name: 'Road <map>', allowsPasswordGrant: true })
  const tokenOf = async ({ email }: { email: string }, scope: string) =>
    (
      await submit(at, '/api/v2/oauth/token', {
        grant_type: 'password',
        client_id: client.key,
        username: email,
        password: PASSWORD,
        scope,
      })
    ).body.access_token as string
  const token = await tokenOf(person, 'feedback:read')
  const foreign = await tokenOf(stranger, 'people:read')
  const cookie = await aSession(at, person.id)
  const page = async () => (await at.get('//admin/profile', bySession(cookie))).text
  expect(await page()).toContain('not used yet')
  const status = async (one: string) => (await at.get('/labels', { token: one })).status
  expect(await status(token)).toBe(200)
  const item = /<b>Road &#60;map&#62;<\/b><p class="hint">feedback:read · by your password/
  await expect.poll(page).not.toContain('not used yet')
  expect(await page()).toMatch(item)
  expect(await page()).not.toContain('people:read')
  const idOf = async (userId: number) => {
    const { rows } = await sql<{ id: number }>`
      select id from token_grants where user_id = ${userId}`.execute(at.db)
    return String(rows[0]?.id)
  }
  await post(cookie, '/applications/revoke', { id: await idOf(stranger.id) })
  const revoked = await post(cookie, '/applications/revoke', { id: await idOf(person.id) })
  expect(revoked.headers.location).toBe('/admin/profile?done=grant_revoked')
  expect([await status(token), await status(foreign)]).toEqual([401, 403])
  expect(await page()).not.toMatch(item)
  const { body } = await at.get(`/audit_entries?action=token_revoked&subject=${person.id}`)
  expect(body.audit_entries).toMatchObject([
    { before: { api_client_id: client.id }, links: { user: person.id } },
  ])
})

test('the sessions of the person are listed, with device and address', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  const signedIn = await submit(
    at,
    '//admin/sign-in',
    { email, password: PASSWORD },
    { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  )
  await aSession(at, id)
  await aSession(at, (await aPerson(at, 'viewer')).id)
  const { text } = await at.get('//admin/profile', bySession(cookieOf(signedIn)))
  expect(text).toMatch(/<b>Firefox on Linux<\/b> <span class="status">this one<\/span>/)
  expect(text).toContain('127.0.0.1')
  expect(text.match(/last used/g)?.length).toBeGreaterThanOrEqual(2)
  const [, own] = await sessionIds(id)
  expect([...text.matchAll(/name="id" value="(\d+)"/g)].map(([, one]) => one)).toEqual([own])
})

test('a session is ended from the page, but not that of another person', async () => {
  const [person, stranger] = [await aPerson(at, 'viewer'), await aPerson(at, 'viewer')]
  const cookies = [await aSession(at, person.id), await aSession(at, person.id)] as const
  const foreign = await aSession(at, stranger.id)
  const [, id = ''] = await sessionIds(person.id)
  const [foreignId = ''] = await sessionIds(stranger.id)
  expect((await post(cookies[0], '/sessions/end', { id })).status).toBe(303)
  await post(cookies[0], '/sessions/end', { id: foreignId })
  await post(cookies[0], '/sessions/end', { id: 'nonsense' })
  expect([await isAlive(cookies[0]), await isAlive(cookies[1]), await isAlive(foreign)]).toEqual([
    true,
    false,
    true,
  ])
})

test('"Sign out everywhere else" leaves this session', async () => {
  const [person, stranger] = [await aPerson(at, 'viewer'), await aPerson(at, 'viewer')]
  const [cookie, second, third] = [
    await aSession(at, person.id),
    await aSession(at, person.id),
    await aSession(at, person.id),
  ]
  const foreign = await aSession(at, stranger.id)
  expect((await post(cookie, '/sessions/end-others')).status).toBe(303)
  const alive = [cookie, second, third, foreign].map(isAlive)
  expect(await Promise.all(alive)).toEqual([true, false, false, true])
})

test('another site cannot change anything with the cookie', async () => {
  const { id } = await aPerson(at, 'viewer')
  const [cookie, other] = [await aSession(at, id), await aSession(at, id)]
  for (const headers of [{}, { origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await submit(
      at,
      '//admin/profile/sessions/end-others',
      {},
      { cookie, ...(headers as Record<string, string>) },
    )
    expect(answer.status).toBe(403)
  }
  expect(await isAlive(other)).toBe(true)
})

test('what happened is in the audit log and the log, without the password', async () => {
  const { id } = await aPerson(at, 'viewer')
  const cookie = await aSession(at, id)
  await aSession(at, id)
  const [, other] = await sessionIds(id)
  await post(cookie, '/sessions/end-others')
  await post(cookie, '/password', { current_password: 'wrong guess', password: NEW_PASSWORD })
  await post(cookie, '/password', { current_password: PASSWORD, password: NEW_PASSWORD })
  const { body, text } = await at.get(`/audit_entries?sort=id&user=${id}`)
  expect(body.audit_entries).toMatchObject([
    {
      action: 'session_ended',
      subject_type: 'sessions',
      subject_id: Number(other),
      address: '127.0.0.1',
    },
    { action: 'confirmation_failed', subject_id: id, after: { wrong: 'password' } },
    { action: 'password_changed', subject_id: id, after: { by: 'session' } },
  ])
  const events = logLines.map((line) => JSON.parse(line).event)
  expect(events).toEqual(
    expect.arrayContaining(['sessions_ended', 'confirmation_failed', 'password_changed']),
  )
  for (const secret of ['wrong guess', PASSWORD, NEW_PASSWORD, 'earshot_session_'])
    expect(`${text}${logLines.join('')}`).not.toContain(secret)
})

describe.skipIf(!hasBrowser)('in a browser', () => {
  let own: TestService
  let browser: Browser
  let address: string

  beforeAll(async () => {
    own = await startTestService()
    await own.service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://localhost:${(own.service.app.server.address() as AddressInfo).port}`
    own.service.setAddress(address)
    browser = await startBrowser()
  })

  const openAll = (page: Page) =>
    page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`)

  test('the pages are accessible and fit the screen, wide and narrow, light and dark', async () => {
    const { id, email } = await aPerson(own, 'owner')
    await aSession(own, id)
    await sql`
      insert into passkeys (user_id, name, credential_id, public_key)
      values (${id}, 'Work laptop', ${Buffer.from(email)}, 'x')`.execute(own.db)
    for (const [name, scopes] of [
      ['Roadmap board', ['feedback:read', 'people:read']],
      ['Nightly sync', null],
    ] as const) {
      const client = await own.aClient({ name })
      await own.db.transaction().execute((tx) =>
        issueToken(tx, client.id, id, {
          scopes: scopes && [...scopes],
          grant: 'authorization_code',
        }),
      )
    }
    const { page, hosts, errors } = await openPage(browser, 1280, 'light')
    await page.goto(`${address}/admin/sign-in?return_to=/admin/profile`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await expectGoodPage(page, 'sign in')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await expectGoodPage(page, 'profile')
    await openAll(page)
    await expectGoodPage(page, 'profile, open')
    await ageSessions(own, id)
    await page.reload()
    await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor()
    await expectGoodPage(page, 'confirm')
    await page.locator('#confirm-current').fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('Set up an authenticator app').waitFor()
    await openAll(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code with the secret' }).waitFor()
    await expectGoodPage(page, 'new secret')
    const secret = decodeBase32((await page.locator('.secret code').textContent()) ?? '')
    await page.getByLabel('Code that the app shows').fill(codeOf(secret, stepAt(Date.now())))
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    await expectGoodPage(page, 'recovery codes')
    const recoveryCode = (await page.locator('.codes code').first().textContent()) ?? ''
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 unused recovery codes').waitFor()
    await openAll(page)
    await expectGoodPage(page, 'second factor')
    await page.locator('#password-current').fill('wrong')
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password is wrong.').waitFor()
    await expectGoodPage(page, 'wrong password')
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByText('All other sessions have ended.').waitFor()
    await expectGoodPage(page, 'sessions ended')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await expectGoodPage(page, 'wrong code')
    await page.getByLabel('Code').fill(recoveryCode)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/admin(\/suggestions)?$/)
    await page.goto(`${address}/admin/profile`)
    await page.getByText('9 unused recovery codes').waitFor()
    const code = await own.db.transaction().execute((tx) => createWelcomeLink(tx, {}, id))
    await page.goto(`${address}/admin/welcome#${code}`)
    await page.getByRole('button', { name: 'Use a passkey instead of a password' }).waitFor()
    await expectGoodPage(page, 'welcome')
    // The answers 401 to wrong passwords and codes are shown as errors in the console.
    expect(errors.filter((text) => !text.includes('status of 401'))).toEqual([])
    expect([...hosts]).toEqual([new URL(address).host])
    await page.context().close()
  })

  test('everything but passkeys works without scripts', async () => {
    const { email } = await aPerson(own, 'viewer')
    const { page } = await openPage(browser, 390, 'light', { javaScriptEnabled: false })
    await page.goto(`${address}/admin/sign-in?return_to=/admin/profile`)
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()).toBe(
      false,
    )
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('To add one, use a browser that supports passkeys').waitFor()
    await page.locator('summary', { hasText: 'Change password' }).click()
    await page.locator('#password-current').fill(PASSWORD)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password was changed.').waitFor()
    await page.context().close()
  })
})
