// Passkeys, in a browser with a virtual authenticator.
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createWelcomeLink, setRequiresSecondFactor } from '../../src/auth/staff/staff.ts'
import { hasBrowser, openPage, startBrowser } from '../support/browser.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { ageSessions, aPerson, aSession, cookieOf, PASSWORD, submit } from '../support/staff.ts'

test.each([
  ['https://feedback.example.test', 'feedback.example.test'],
  ['http://localhost:8080', 'localhost'],
  ['http://feedback.example.test', undefined],
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
  ['http://127.0.0.1:8080', undefined],
])('at %s passkeys are made for %s, whatever the header Host says', async (address, id) => {
  const at = await startTestService()
  at.service.setAddress(address)
  const options = await at.call('POST', '//admin/passkeys/sign-in-options', {
    token: null,
    headers: { host: 'evil.test' },
  })
  const { text } = await at.get('//admin/sign-in', { token: null })
  expect(text.includes('Sign in with a passkey')).toBe(id !== undefined)
  if (id === undefined)
    expect(options).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('public address') },
    })
  else expect(options.body).toMatchObject({ rpId: id, userVerification: 'required' })
})

describe.skipIf(!hasBrowser)('in a browser', () => {
  let at: TestService
  let browser: Browser
  let address: string

  beforeAll(async () => {
    at = await startTestService()
    await at.service.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://localhost:${(at.service.app.server.address() as AddressInfo).port}`
    at.service.setAddress(address)
    browser = await startBrowser()
  })

  type Device = { page: Page; cdp: CDPSession; authenticatorId: string; errors: string[] }

  /** A browser profile with an authenticator that answers at once. */
  async function aDevice(): Promise<Device> {
    const { page, errors } = await openPage(browser, 1280, 'light')
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        automaticPresenceSimulation: true,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    await page.goto(`${address}/admin/sign-in`)
    return { page, cdp, authenticatorId, errors }
  }

  const signInWithPassword = async (page: Page, email: string, password = PASSWORD) => {
    await page.goto(`${address}/admin/sign-in?return_to=/admin/profile`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/profile/)
  }
  // The profile has the name of the person as well.
  const passkeyName = (page: Page) => page.locator('[data-passkeys]').getByLabel('Name')
  const addPasskey = async (page: Page, name: string) => {
    await page.locator('summary', { hasText: 'Add a passkey' }).click()
    await passkeyName(page).fill(name)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
  }
  const signInWithPasskey = async (page: Page) => {
    await page.goto(`${address}/admin/sign-in?return_to=/admin/profile`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  }

  // What the script of the pages does, step by step.
  type Json = Record<string, unknown>
  const create = (page: Page, options: Json): Promise<Json> =>
    page.evaluate(
      `navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)}) })
        .then((credential) => credential.toJSON())`,
    )
  const get = (page: Page, options: Json): Promise<Json> =>
    page.evaluate(
      `navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)}) })
        .then((credential) => credential.toJSON())`,
    )
  const send = (path: string, body: Json, cookie?: string): Promise<Answer> =>
    at.call('POST', `//admin/passkeys${path}`, {
      token: null,
      body,
      headers: { origin: address, accept: 'application/json', ...(cookie && { cookie }) },
    })
  const addOptions = async (cookie: string): Promise<Json> =>
    (await send('/options', {}, cookie)).body
  const signInOptions = async (): Promise<Json> => (await send('/sign-in-options', {})).body
  const isAccepted = {
    status: 200,
    body: { location: expect.stringMatching(/^\/admin(\/profile.*)?$/) },
  }
  const isRefused = { status: 401, body: { message: expect.stringContaining('not known here') } }
  const isInvalid = { status: 422, body: { message: expect.stringContaining('not accepted') } }
  const sessionOf = async (answer: Answer) =>
    at.get('/users/current', { token: null, headers: { cookie: cookieOf(answer) } })

  /** A person who added a passkey of a device. */
  async function aHolder() {
    const person = await aPerson(at, 'viewer')
    const device = await aDevice()
    const cookie = await aSession(at, person.id)
    const response = await create(device.page, await addOptions(cookie))
    const added = await send('', { name: 'Laptop', response }, cookie)
    expect(added).toMatchObject(isAccepted)
    return { ...person, ...device, cookie: cookieOf(added), response }
  }

  test('a passkey is added, signs in, is removed, and then does not sign in', async () => {
    const { id, email } = await aPerson(at, 'admin')
    const { page, errors } = await aDevice()
    await signInWithPassword(page, email)
    await addPasskey(page, 'Work laptop')
    await page.getByText('The passkey was added.').waitFor()
    await page.getByText('not used yet').waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(/sign-in/)
    await signInWithPasskey(page)
    await page.waitForURL(/profile/)
    await page.getByText(/passkey · last used/).waitFor()
    expect(await page.getByText('not used yet').count()).toBe(0)
    const { rows } = await sql`
      select method, has_second_factor from sessions where user_id = ${id}`.execute(at.db)
    expect(rows).toEqual([{ method: 'passkey', has_second_factor: true }])
    const item = page.getByRole('listitem').filter({ hasText: 'Work laptop' })
    await item.locator('summary').click()
    await item.getByRole('button', { name: 'Remove Work laptop' }).click()
    await page.getByText('The passkey was removed.').waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(/sign-in/)
    expect(errors).toEqual([])
    await signInWithPasskey(page)
    await page.getByText('This passkey is not known here, or was removed.').waitFor()
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name }) => name)).toEqual(['earshot_device'])
    const { body } = await at.get(`/audit_entries?sort=id&user=${id}`)
    expect(body.audit_entries.map(({ action }: { action: string }) => action)).toEqual([
      'signed_in',
      'passkey_added',
      'signed_out',
      'signed_in',
      'passkey_removed',
      'signed_out',
    ])
    await page.context().close()
  })

  test('an old sign-in, a second passkey of the device and a cancelled question are explained', async () => {
    const { id, email } = await aPerson(at, 'viewer')
    const { page, cdp, authenticatorId } = await aDevice()
    await signInWithPassword(page, email)
    await page.locator('summary', { hasText: 'Add a passkey' }).click()
    await passkeyName(page).fill('Laptop')
    await ageSessions(at, id)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('You signed in a while ago.').waitFor()
    await page.reload()
    await page.locator('#confirm-current').fill(PASSWORD)
    await page.locator('#confirm-current').press('Enter')
    await page.locator('summary', { hasText: 'Add a passkey' }).click()
    await passkeyName(page).fill('Laptop')
    await passkeyName(page).press('Enter')
    await page.getByText('The passkey was added.').waitFor()
    await addPasskey(page, 'Again')
    await page.getByText('This device has a passkey for you already.').waitFor()
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        automaticPresenceSimulation: true,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: false,
      },
    })
    await page.reload()
    await addPasskey(page, 'Unverified')
    await page.getByText('No passkey was used.').waitFor()
    await page.context().close()
  })

  test('a welcome link signs in with a passkey instead of a password', async () => {
    const { id } = await aPerson(at, 'contributor')
    await sql`delete from passwords where user_id = ${id}`.execute(at.db)
    const code = await at.db.transaction().execute((tx) => createWelcomeLink(tx, {}, id))
    const { page, errors } = await aDevice()
    await page.goto(`${address}/admin/welcome#${code}`)
    await page.getByLabel('Name').fill('Ann')
    await page.getByLabel('E-mail address').fill('ann@passkeys.test')
    await page.getByRole('button', { name: 'Use a passkey instead of a password' }).click()
    await page.waitForURL(/\/admin(?!\/welcome)/)
    await page.goto(`${address}/admin/profile`)
    await page.getByRole('heading', { name: 'Ann' }).waitFor()
    await page.getByText('You have no password.').waitFor()
    await page.getByText('First passkey', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(/sign-in/)
    await signInWithPasskey(page)
    await page.getByText('ann@passkeys.test · contributor').waitFor()
    expect(errors).toEqual([])
    // The only way in stays.
    const item = page.getByRole('listitem').filter({ hasText: 'First passkey' })
    await item.locator('summary').click()
    await item.getByRole('button', { name: 'Remove First passkey' }).click()
    await page.getByText('This passkey is your only way to sign in.').waitFor()
    await page.goto(`${address}/admin/welcome#${code}`)
    await page.getByText('This link is not valid any more.').waitFor()
    await page.context().close()
  })

  test('a person without a password proves with a passkey who they are', async () => {
    const [holder, other] = [await aHolder(), await aHolder()]
    const { id, page, cookie } = holder
    await sql`delete from passwords where user_id = ${id}`.execute(at.db)
    await ageSessions(at, id)
    const add = () => send('/options', {}, cookie)
    const setPassword = () =>
      submit(
        at,
        '//admin/profile/password',
        { password: 'seven purple bicycles' },
        { cookie, origin: address },
      )
    expect(await add()).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('signed in a while ago') },
    })
    expect((await setPassword()).status).toBe(403)
    const question = async (by: string) => (await send('/confirm-options', {}, by)).body
    // Neither the passkey of another person, nor an answer that was made for a sign-in.
    const isForbidden = { status: 403 }
    const foreign = await get(other.page, await question(cookie))
    expect(await send('/confirm', { response: foreign }, cookie)).toMatchObject(isForbidden)
    const signIn = await get(page, await signInOptions())
    expect(await send('/confirm', { response: signIn }, cookie)).toMatchObject(isForbidden)
    expect((await add()).status).toBe(403)
    expect((await send('/confirm-options', {})).status).toBe(401)
    const [name = '', value = ''] = cookie.split('=')
    await page.context().addCookies([{ name, value, url: address }])
    await page.goto(`${address}/admin/profile`)
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.locator('summary', { hasText: 'Set a password' }).waitFor()
    expect((await add()).status).toBe(200)
    expect((await setPassword()).status).toBe(303)
    for (const one of [page, other.page]) await one.context().close()
  })

  test('an answer for another origin is refused', async () => {
    const { id, page, cookie } = await aHolder()
    // Another port has the same domain, so that the browser finds the passkey.
    await page.route('http://localhost:9/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Another site</title>' }),
    )
    await page.goto('http://localhost:9/')
    const foreign = await get(page, await signInOptions())
    expect(await send('/sign-in', { response: foreign })).toMatchObject(isRefused)
    const options = { ...(await addOptions(cookie)), excludeCredentials: [] }
    const response = await create(page, options)
    expect(await send('', { name: 'Foreign', response }, cookie)).toMatchObject(isInvalid)
    await page.goto(address)
    const own = await get(page, await signInOptions())
    const { rows } = await sql`select from passkeys where user_id = ${id}`.execute(at.db)
    expect(rows).toHaveLength(1)
    // The second passkey took the place of the first one in the authenticator.
    expect(own.id).toBe(response.id)
    await page.context().close()
  })

  test('a challenge is used once', async () => {
    const { page, cookie, response: created } = await aHolder()
    expect(await send('', { name: 'Again', response: created }, cookie)).toMatchObject(isInvalid)
    const response = await get(page, await signInOptions())
    const answers = await Promise.all([
      send('/sign-in', { response }),
      send('/sign-in', { response }),
      send('/sign-in', { response }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await send('/sign-in', { response })).toMatchObject(isRefused)
    await page.context().close()
  })

  test('a challenge ends after ten minutes, and one that we did not make is refused', async () => {
    const { page } = await aHolder()
    const late = await get(page, await signInOptions())
    await sql`
      update one_time_codes set expires_at = expires_at - interval '10 minutes' where purpose = 'passkey'`.execute(
      at.db,
    )
    expect(await send('/sign-in', { response: late })).toMatchObject(isRefused)
    const made = await get(page, { ...(await signInOptions()), challenge: 'bWFkZSB1cA' })
    expect(await send('/sign-in', { response: made })).toMatchObject(isRefused)
    await page.context().close()
  })

  test('a challenge of another person is refused, and one of another ceremony', async () => {
    const [one, other] = [await aHolder(), await aHolder()]
    const options = { ...(await addOptions(one.cookie)), excludeCredentials: [] }
    const response = await create(other.page, options)
    expect(await send('', { name: 'Mine', response }, other.cookie)).toMatchObject(isInvalid)
    // It was used up, also for the person whom it was made for.
    expect(await send('', { name: 'Mine', response }, one.cookie)).toMatchObject(isInvalid)
    const { challenge } = await addOptions(one.cookie)
    const answer = await get(one.page, { ...(await signInOptions()), challenge })
    expect(await send('/sign-in', { response: answer })).toMatchObject(isRefused)
    for (const { page } of [one, other]) await page.context().close()
  })

  test('a passkey without user verification is refused', async () => {
    const { page, cdp, authenticatorId, cookie } = await aHolder()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    const question = { ...(await signInOptions()), userVerification: 'discouraged' }
    const response = await get(page, question)
    expect(await send('/sign-in', { response })).toMatchObject(isRefused)
    // A security key without a PIN.
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
    })
    const options = {
      ...(await addOptions(cookie)),
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'discouraged' },
    }
    const created = await create(page, options)
    expect(await send('', { name: 'Weak', response: created }, cookie)).toMatchObject(isInvalid)
    await page.context().close()
  })

  test('a sign count that does not grow is refused: the passkey was copied', async () => {
    const { id, page } = await aHolder()
    await sql`update passkeys set sign_count = 1000 where user_id = ${id}`.execute(at.db)
    const response = await get(page, await signInOptions())
    expect(await send('/sign-in', { response })).toMatchObject(isRefused)
    await page.context().close()
  })

  test('a changed signature and a user handle of another person are refused', async () => {
    const { page } = await aHolder()
    const first = await get(page, await signInOptions())
    const inner = first.response as Record<string, string>
    const flipped = `${inner.signature?.slice(0, -4)}AAAA`
    const changed = { ...first, response: { ...inner, signature: flipped } }
    expect(await send('/sign-in', { response: changed })).toMatchObject(isRefused)
    const second = await get(page, await signInOptions())
    const userHandle = Buffer.from('earshot-user-1').toString('base64url')
    const moved = { ...second, response: { ...(second.response as object), userHandle } }
    expect(await send('/sign-in', { response: moved })).toMatchObject(isRefused)
    await page.context().close()
  })

  test('unknown passkeys, disabled people and nonsense get the same answer', async () => {
    const { id, page } = await aHolder()
    const known = await get(page, await signInOptions())
    await sql`update permissions set disabled_at = now() where user_id = ${id}`.execute(at.db)
    const disabled = await send('/sign-in', { response: known })
    const unknown = await send('/sign-in', {
      response: { ...(await get(page, await signInOptions())), id: 'AAAA', rawId: 'AAAA' },
    })
    const nonsense = [undefined, null, 'text', {}, { id: 7 }, { id: 'x', response: 3 }]
    const answers = [disabled, unknown]
    for (const response of nonsense) answers.push(await send('/sign-in', { response }))
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body.message).toBe(disabled.body.message)
    }
    await page.context().close()
  })

  test('another site cannot use the endpoints', async () => {
    const { page, cookie } = await aHolder()
    const response = await get(page, await signInOptions())
    const foreign = (path: string, headers: Record<string, string>) =>
      at.call('POST', `//admin/passkeys${path}`, {
        token: null,
        body: { response },
        headers: { origin: 'https://evil.test', ...headers },
      })
    for (const path of ['/sign-in', '/sign-in-options', '/options', '', '/welcome-options'])
      expect((await foreign(path, { cookie })).status).toBe(403)
    expect((await foreign('/sign-in', {})).status).toBe(403)
    expect(await send('/sign-in', { response })).toMatchObject(isAccepted)
    for (const path of ['/options', '']) expect((await send(path, {})).status).toBe(401)
    await page.context().close()
  })

  test('a passkey is the second factor that a role requires, and must then be proved', async () => {
    const person = await aPerson(at, 'contributor')
    const require = (isRequired: boolean) =>
      at.db
        .transaction()
        .execute((tx) => setRequiresSecondFactor(tx, {}, 'contributor', isRequired))
    await require(true)
    const { page } = await aDevice()
    const signIn = async () =>
      cookieOf(await submit(at, '//admin/sign-in', { email: person.email, password: PASSWORD }))
    const first = await signIn()
    const response = await create(page, await addOptions(first))
    const added = await send('', { name: 'Laptop', response }, first)
    expect((await sessionOf(added)).status).toBe(200)
    // The password alone is not enough to add another factor.
    const second = await signIn()
    const refused = { status: 403, body: { message: expect.stringContaining('sign in with it') } }
    const options = await send('/options', {}, second)
    expect(options).toMatchObject(refused)
    const setup = await submit(
      at,
      '//admin/profile/second-factor',
      { current_password: PASSWORD },
      { cookie: second, origin: address },
    )
    expect(setup.status).toBe(403)
    expect(setup.text).not.toContain('QR code')
    const answer = await get(page, await signInOptions())
    const signedIn = await send('/sign-in', { response: answer })
    expect((await sessionOf(signedIn)).status).toBe(200)
    await require(false)
    await page.context().close()
  })
})
