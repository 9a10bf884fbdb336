// OpenID providers that owners set up: records, checks, and sign-ins of staff and end users with them.
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { removeUnreadable } from '../../src/auth/encrypted-secrets.ts'
import { reencryptSecrets } from '../../src/auth/secret-key.ts'
import { parseOidcProviders } from '../../src/auth/sign-in/oidc-settings.ts'
import { encryptSecret, generateSecretKey, parseSecretKeys } from '../../src/core/secret-keys.ts'
import { startService } from '../../src/service.ts'
import { onCleanup } from '../support/cleanup.ts'
import { CLIENT, startProvider, startSmallProvider } from '../support/oidc-servers.ts'
import { PATIENTLY } from '../support/patience.ts'
import { type Answer, BASE_URL, startTestService, TEST_KEY } from '../support/service.ts'
import { aPerson, aSession, bySession, cookieOf, cookiesOf, submit } from '../support/staff.ts'

const acme = await startProvider('portal', 'team', 'everyone', 'of-file', 'fresh', 'moved')
const small = await startSmallProvider()
const logLines: string[] = []
const at = await startTestService(logLines, {
  settings: {
    sign_in_providers: parseOidcProviders(
      JSON.stringify([{ name: 'Of file', issuer: acme.issuer, ...CLIENT, available_to: 'both' }]),
    ),
  },
})

const NEW = { issuer: acme.issuer, ...CLIENT }
const portal = await at.made('/oidc_providers', {
  name: 'Portal',
  ...NEW,
  available_to: 'end_users',
})
const team = await at.made('/oidc_providers', {
  name: 'Team',
  ...NEW,
  available_to: 'staff',
  email_domains: ['Staff.test'],
})
await at.made('/oidc_providers', {
  name: 'Everyone',
  ...NEW,
  available_to: 'both',
  allow_new: 'admin',
})

/** For one test, which can be repeated. */
async function aProvider(body: object) {
  const provider = await at.made('/oidc_providers', { ...NEW, ...body })
  onTestFinished(async () => {
    await at.call('DELETE', `/oidc_providers/${provider.id}`)
  })
  return provider
}

const PATHS = { staff: '/admin/oidc', end_users: '/sign-in/with' }
type Who = keyof typeof PATHS

let people = 0
/** Nobody has had this account before. */
const anAccount = (more: object = {}) => {
  people += 1
  const email = `visitor-${people}-${Date.now()}@customer.test`
  const account = { sub: `sub of ${email}`, email, email_verified: true, name: 'Vera', ...more }
  acme.signInAs(account)
  return account
}

/** The first half: the address of the provider, and the cookie of the browser. */
async function begin(who: Who, slug: string, fields: Record<string, string> = {}) {
  const answer = await submit(at, `/${PATHS[who]}/${slug}`, fields, { origin: BASE_URL })
  const [, address = ''] = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(answer.text) ?? []
  return { answer, address: address.replaceAll('&#38;', '&'), cookie: cookieOf(answer) }
}

const finish = (callback: string, cookie: string): Promise<Answer> =>
  at.call('GET', `/${callback.slice(BASE_URL.length)}`, {
    token: null,
    headers: { cookie, 'sec-fetch-site': 'cross-site' },
  })

async function signIn(who: Who, slug: string, fields: Record<string, string> = {}) {
  const { address, cookie } = await begin(who, slug, fields)
  return finish(await acme.visit(address), cookie)
}

const userOf = async (email: string) =>
  (await at.get(`/users?email_address=${encodeURIComponent(email)}`)).body.users[0]
const open = (path: string, cookie: string) =>
  at.get(`/${path}`, { token: null, headers: { cookie } })
const identitiesOf = async (table: 'oidc_identities' | 'end_user_identities', userId: number) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from ${sql.table(table)} where user_id = ${userId}`.execute(at.db)
  return rows.map(({ subject }) => subject)
}
const isSignedIn = async (cookie: string) => (await open('/', cookie)).text.includes('Sign out')

describe('end users', () => {
  test('sign in with a provider for them, are created, and found by their account from then on', async () => {
    const account = anAccount()
    const { answer, address, cookie } = await begin('end_users', 'portal', {
      return_to: '/forums/1?page=2',
    })
    expect(answer.headers['set-cookie']).toMatch(/^earshot_oidc=.*HttpOnly; SameSite=Lax$/)
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      redirect_uri: `${BASE_URL}/sign-in/with/portal/callback`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
    })
    const done = await finish(await acme.visit(address), cookie)
    expect(done).toMatchObject({ status: 303, headers: { location: '/forums/1?page=2' } })
    expect(cookiesOf(done)).toEqual([expect.stringMatching(/^earshot_visitor=/)])
    expect((await open('/', cookieOf(done))).text).toContain('Vera')
    const user = await userOf(account.email)
    expect(user).toMatchObject({ name: 'Vera', is_owner: false })
    const { rows } = await sql`
      select method, user_id::int as "userId", sso_key_id as key from end_user_sessions where user_id = ${user.id}`.execute(
      at.db,
    )
    expect(rows).toEqual([{ method: 'portal', userId: user.id, key: null }])
    // The address at the provider does not matter any more.
    acme.signInAs({ sub: account.sub, email: 'other@customer.test', email_verified: false })
    const again = await signIn('end_users', 'everyone')
    expect((await open('/', cookieOf(again))).text).toContain('Vera')
    expect(await identitiesOf('end_user_identities', user.id)).toEqual([account.sub])
    expect(await identitiesOf('oidc_identities', user.id)).toEqual([])
  })

  test('never get a role, whatever the provider would give to staff', async () => {
    const { email } = anAccount()
    const done = await signIn('end_users', 'everyone')
    const { id } = await userOf(email)
    const { rows } = await sql`select from permissions where user_id = ${id}`.execute(at.db)
    expect(rows).toEqual([])
    expect((await at.get('/users/current', bySession(cookieOf(done)))).status).toBe(401)
    const asStaff = cookieOf(done).replace('earshot_visitor', 'earshot_session')
    expect((await at.get('/users/current', bySession(asStaff))).status).toBe(401)
  })

  test('are found by a verified address, and people of the team are visitors without their role', async () => {
    const owner = await aPerson(at, 'owner')
    anAccount({ email: owner.email })
    const done = await signIn('end_users', 'portal')
    expect((await open('/', cookieOf(done))).text).toContain('The owner')
    expect((await at.get('/users/current', bySession(cookieOf(done)))).status).toBe(401)
    const { audit_entries } = (
      await at.get(`/audit_entries?sort=-id&subject_type=users&subject=${owner.id}`)
    ).body
    expect(audit_entries[0]).toMatchObject({
      action: 'identity_linked',
      after: { issuer: acme.issuer, portal: true },
    })
  })

  test('the account of a visitor opens no way to the role of the person', async () => {
    const owner = await aPerson(at, 'owner')
    const account = anAccount({ email: owner.email })
    expect((await signIn('end_users', 'everyone')).status).toBe(303)
    // Its address is outside the domains of this provider, so staff must connect it themselves.
    expect(await signIn('staff', 'everyone')).toMatchObject({
      status: 403,
      text: expect.stringContaining('connect Everyone on your profile page'),
    })
    expect(await identitiesOf('oidc_identities', owner.id)).toEqual([])
    expect(await identitiesOf('end_user_identities', owner.id)).toEqual([account.sub])
  })

  test('an account that staff connected is the same person on the portal', async () => {
    const { id, email } = await aPerson(at, 'viewer')
    const account = anAccount({ email })
    expect((await signIn('staff', 'team')).status).toBe(200)
    acme.signInAs({ sub: account.sub, email: 'changed@customer.test', email_verified: true })
    expect((await signIn('end_users', 'portal')).status).toBe(303)
    expect(await identitiesOf('end_user_identities', id)).toEqual([account.sub])
  })

  test.each([
    ['without the claim', { email_verified: undefined }],
    ['with false', { email_verified: false }],
    ['with the text false', { email_verified: 'false' }],
    ['without an address', { email: undefined }],
  ])('an unverified address, %s, is nobody', async (_, claims) => {
    const { email } = await aPerson(at, 'owner')
    const account = anAccount({ email, ...claims })
    const answer = await signIn('end_users', 'portal')
    expect(answer).toMatchObject({
      status: 403,
      text: expect.stringContaining('has not verified your e-mail address'),
    })
    expect(cookiesOf(answer)).toEqual([])
    const { rows } = await sql`
      select from end_user_identities where subject = ${account.sub}`.execute(at.db)
    expect(rows).toEqual([])
  })

  test('the same address with another account takes over nobody', async () => {
    const { email } = anAccount()
    expect((await signIn('end_users', 'portal')).status).toBe(303)
    anAccount({ email, sub: `thief of ${email}` })
    const answer = await signIn('end_users', 'portal')
    expect(answer).toMatchObject({
      status: 403,
      text: expect.stringContaining('another account of Portal'),
    })
    expect(cookiesOf(answer)).toEqual([])
    const { id } = await userOf(email)
    expect(await identitiesOf('end_user_identities', id)).toEqual([`sub of ${email}`])
    // Nor one whose owner is of the team and connected theirs.
    const staff = await aPerson(at, 'viewer')
    anAccount({ email: staff.email })
    expect((await signIn('staff', 'team')).status).toBe(200)
    anAccount({ email: staff.email, sub: `thief of ${staff.email}` })
    expect((await signIn('end_users', 'portal')).status).toBe(403)
  })

  test('two accounts with one new address at once: one is the person', async () => {
    const { email } = anAccount()
    const begun = []
    for (const sub of [`one of ${email}`, `two of ${email}`]) {
      anAccount({ email, sub })
      const { address, cookie } = await begin('end_users', 'portal')
      begun.push({ sub, address, cookie })
    }
    const callbacks = []
    for (const { sub, address, cookie } of begun) {
      acme.signInAs({ sub, email, email_verified: true })
      callbacks.push({ callback: await acme.visit(address), cookie })
    }
    const answers = await Promise.all(
      callbacks.map(({ callback, cookie }) => finish(callback, cookie)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403])
    const { id } = await userOf(email)
    expect(await identitiesOf('end_user_identities', id)).toHaveLength(1)
  })

  test('a blocked person is refused', async () => {
    const { email } = anAccount()
    const first = await signIn('end_users', 'portal')
    const { id } = await userOf(email)
    await sql`update users set allowed_state = 'blocked' where id = ${id}`.execute(at.db)
    expect(await signIn('end_users', 'portal')).toMatchObject({
      status: 403,
      text: expect.stringContaining('Your access is blocked.'),
    })
    expect(await isSignedIn(cookieOf(first))).toBe(false)
  })

  test.each([
    ['//evil.test', '/'],
    ['https://evil.test', '/'],
    ['/\\evil.test', '/'],
    ['/.//evil.test', '/'],
    ['/x/..//evil.test', '/'],
    ['/admin/profile', '/'],
    ['/x/../admin', '/'],
    ['/sign-in/with/portal', '/'],
    ['javascript:alert(1)', '/'],
    ['/forums/3/suggestions/4?a=b%26c', '/forums/3/suggestions/4?a=b%26c'],
    ['/line\r\nset-cookie: a=b', '/lineset-cookie:%20a=b'],
  ])('return to %j leads to %j', async (returnTo, location) => {
    anAccount()
    const done = await signIn('end_users', 'portal', { return_to: returnTo })
    expect(done.headers.location).toBe(location)
  })

  test('the answer is refused in another browser, twice, late, and at another provider', async () => {
    anAccount()
    const refused = { status: 400, text: expect.stringContaining('begun in another browser') }
    const mine = await begin('end_users', 'portal')
    const theirs = await begin('end_users', 'portal')
    expect(await finish(await acme.visit(mine.address), theirs.cookie)).toMatchObject(refused)
    const once = await begin('end_users', 'portal')
    const used = await acme.visit(once.address)
    expect((await finish(used, once.cookie)).status).toBe(303)
    expect(await finish(used, once.cookie)).toMatchObject(refused)
    const mixed = await begin('end_users', 'portal')
    const elsewhere = (await acme.visit(mixed.address)).replace('/portal/', '/everyone/')
    expect(await finish(elsewhere, mixed.cookie)).toMatchObject(refused)
    const late = await begin('end_users', 'portal')
    const tooLate = await acme.visit(late.address)
    await sql`update one_time_codes set expires_at = now() where purpose = 'end_user_oidc'`.execute(
      at.db,
    )
    expect(await finish(tooLate, late.cookie)).toMatchObject(refused)
  })

  test('a sign-in of one kind never ends in a session of the other', async () => {
    const { email } = await aPerson(at, 'owner')
    anAccount({ email })
    for (const [from, to] of [
      ['staff', 'end_users'],
      ['end_users', 'staff'],
    ] as [Who, Who][]) {
      const { address, cookie } = await begin(from, 'everyone')
      const callback = (await acme.visit(address)).replace(PATHS[from], PATHS[to])
      const answer = await finish(callback, cookie)
      expect([answer.status, cookiesOf(answer)]).toEqual([400, []])
    }
  })

  test('providers of one kind are unknown to the other', async () => {
    expect((await begin('staff', 'portal')).answer.status).toBe(404)
    expect((await begin('end_users', 'team')).answer.status).toBe(404)
    expect((await at.get('//sign-in/with/team', { token: null })).status).toBe(404)
    expect((await at.get('//sign-in/with/team/callback?state=x', { token: null })).status).toBe(404)
    const page = (await at.get('//admin/sign-in', { token: null })).text
    expect(page).toContain('Sign in with Team')
    expect(page).toContain('Sign in with Everyone')
    expect(page).not.toContain('Sign in with Portal')
  })

  test('a link leads to a page with one button; another site cannot begin', async () => {
    const page = await at.get('//sign-in/with/portal?return_to=/forums/7', { token: null })
    expect(page.text).toContain('action="/sign-in/with/portal"')
    expect(page.text).toContain('value="/forums/7"')
    expect(cookiesOf(page)).toEqual([])
    const evil = await submit(at, '//sign-in/with/portal', {}, { origin: 'https://evil.test' })
    expect(evil.status).toBe(403)
  })

  test('a sign-in ends the session that the browser had', async () => {
    anAccount()
    const planted = cookieOf(await signIn('end_users', 'portal'))
    anAccount()
    const { address, cookie } = await begin('end_users', 'portal')
    await finish(await acme.visit(address), `${cookie}; ${planted}`)
    expect(await isSignedIn(planted)).toBe(false)
  })

  test('the data of a person have the account; erasing the person forgets it', async () => {
    const { email, sub } = anAccount()
    await signIn('end_users', 'portal')
    const { id } = await userOf(email)
    const { body } = await at.call('PUT', `/users/${id}/export`)
    expect(body.sign_in_accounts).toMatchObject([{ issuer: acme.issuer, subject: sub }])
    expect((await at.call('DELETE', `/users/${id}`)).status).toBe(200)
    const { rows } = await sql`select from end_user_identities where subject = ${sub}`.execute(
      at.db,
    )
    expect(rows).toEqual([])
  })
})

describe('records', () => {
  test('show everything but the secret, which is encrypted', async () => {
    expect(portal).toMatchObject({
      name: 'Portal',
      slug: 'portal',
      has_client_secret: true,
      available_to: 'end_users',
      scopes: 'openid email profile',
      roles: {},
      email_domains: [],
      is_enabled: true,
      position: 1,
      staff_redirect_uri: `${BASE_URL}/admin/oidc/portal/callback`,
      end_user_redirect_uri: `${BASE_URL}/sign-in/with/portal/callback`,
    })
    expect(team).toMatchObject({ email_domains: ['staff.test'], position: 2 })
    const { rows } = await sql<{ row: string }>`
      select row_to_json(p)::text as row from oidc_providers p
      union all select row_to_json(a)::text from audit_entries a`.execute(at.db)
    const shown = [
      ...rows.map(({ row }) => row),
      ...logLines,
      (await at.get('/oidc_providers')).text,
      (await at.get('/settings')).text,
      (await at.get('/installation')).text,
    ].join('\n')
    expect(shown).not.toContain(CLIENT.client_secret)
    expect(shown).not.toContain(Buffer.from(CLIENT.client_secret).toString('hex'))
  })

  test.each([
    [{ issuer: 'http://login.acme.example' }, 'issuer'],
    [{ issuer: 'https://login.acme.example?x=1' }, 'issuer'],
    [{ name: 'Ä!' }, 'name'],
    [{ name: 'Password' }, 'name'],
    [{ name: 'SSO' }, 'name'],
    [{ available_to: 'everybody' }, 'available_to'],
    [{ scopes: 'email' }, 'scopes'],
    [{ roles: { product: 'admin' } }, 'groups_claim'],
    [{ roles: { product: 'boss' }, groups_claim: 'groups' }, 'roles'],
    [{ email_domains: ['not a domain'] }, 'email_domains'],
    [{ client_secret: undefined }, 'client_secret'],
    [{ client_secret: '' }, 'client_secret'],
    [{ client_id: 'x'.repeat(501) }, 'client_id'],
    [{ allow_new: 'boss' }, 'allow_new'],
    [{ position: -1 }, 'position'],
  ])('%j is refused', async (change, member) => {
    const body = { name: 'Refused', ...NEW, available_to: 'both', ...change }
    const answer = await at.post('/oidc_providers', body)
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { [member]: expect.anything() } },
    })
    expect(answer.body.message).toContain(member)
    expect((await at.get('/oidc_providers')).text).not.toContain('Refused')
  })

  test('null is the default', async () => {
    const defaults = {
      token_endpoint_auth_method: null,
      scopes: null,
      groups_claim: null,
      roles: null,
      allow_new: null,
      email_domains: null,
    }
    const shown = { ...defaults, scopes: 'openid email profile', roles: {}, email_domains: [] }
    const provider = await aProvider({ name: 'Plain', ...defaults })
    expect(provider).toMatchObject(shown)
    const changes = {
      token_endpoint_auth_method: 'client_secret_post',
      scopes: 'openid',
      groups_claim: 'groups',
      roles: { product: 'admin' },
      allow_new: 'viewer',
      email_domains: ['acme.test'],
    }
    const put = async (body: object) =>
      (await at.put(`/oidc_providers/${provider.id}`, body)).body.oidc_providers[0]
    expect(await put(changes)).toMatchObject(changes)
    expect(await put({})).toMatchObject(changes)
    expect(await put(defaults)).toMatchObject(shown)
  })

  test('two with one name in their paths are refused; a new name keeps the path', async () => {
    expect(await at.post('/oidc_providers', { name: 'portal.', ...NEW })).toMatchObject({
      status: 409,
      body: { errors: { name: 'taken' } },
    })
    const { id } = await aProvider({ name: 'Renamed' })
    const { body } = await at.put(`/oidc_providers/${id}`, { name: 'Another' })
    expect(body.oidc_providers[0]).toMatchObject({ name: 'Another', slug: 'renamed' })
  })

  test('the secret stays, but is sent to no other provider', async () => {
    const { id } = await aProvider({ name: 'Kept' })
    const put = (body: object) => at.put(`/oidc_providers/${id}`, body)
    expect((await put({ scopes: 'openid email', issuer: acme.issuer })).status).toBe(200)
    expect((await at.post(`/oidc_providers/${id}/check`, {})).body.check.client).toBe('accepted')
    for (const change of [{ issuer: small.issuer }, { client_id: 'other' }])
      expect(await put(change)).toMatchObject({
        status: 422,
        body: { errors: { client_secret: 'required' } },
      })
    const checked = await at.post('/oidc_providers/check', {
      issuer: small.issuer,
      client_id: CLIENT.client_id,
      id,
    })
    expect(checked).toMatchObject({ status: 422, body: { errors: { client_secret: 'invalid' } } })
    expect((await put({ client_id: 'other', client_secret: 'another secret' })).status).toBe(200)
    const { audit_entries } = (
      await at.get(`/audit_entries?sort=id&subject_type=oidc_providers&subject=${id}`)
    ).body
    expect(audit_entries).toMatchObject([
      { action: 'provider_created', subject_name: 'Kept' },
      { action: 'provider_changed', after: { scopes: 'openid email' } },
      { action: 'provider_changed', after: { client_id: 'other', new_secret: true } },
    ])
    expect((await at.call('DELETE', `/oidc_providers/${id}`)).status).toBe(200)
    expect((await at.post(`/oidc_providers/${id}/check`, {})).status).toBe(404)
  })

  test('are for owners', async () => {
    const admin = bySession(await aSession(at, (await aPerson(at, 'admin')).id))
    expect((await at.get('/oidc_providers', admin)).status).toBe(403)
    expect((await at.post('/oidc_providers', { name: 'Mine', ...NEW }, admin)).status).toBe(403)
    expect((await at.put(`/oidc_providers/${team.id}`, { allow_new: 'owner' }, admin)).status).toBe(
      403,
    )
    const { token } = await at.aClient({ scopes: ['settings:write'] })
    const body = { name: 'Mine', ...NEW }
    expect((await at.call('POST', '/oidc_providers', { token, body })).status).toBe(403)
  })

  test('a rotated key encrypts the secrets anew', async () => {
    const keys = `${generateSecretKey()},${TEST_KEY}`
    const source = { name: 'keys', read: async () => parseSecretKeys(keys), create: null }
    expect(await reencryptSecrets(at.db, source)).toBe(3)
    expect(await reencryptSecrets(at.db, source)).toBe(0)
    const back = { ...source, read: async () => parseSecretKeys(keys.split(',').reverse().join()) }
    expect(await reencryptSecrets(at.db, back)).toBe(3)
    expect((await at.post(`/oidc_providers/${team.id}/check`, {})).body.check.is_ok).toBe(true)
  })
})

describe('without a restart', () => {
  test('another process knows a provider, its changes and its end', async () => {
    const other = await startService(at.connection, BASE_URL, pino({ level: 'silent' }), {
      secretKey: { name: 'the key', read: async () => parseSecretKeys(TEST_KEY), create: null },
      ...PATIENTLY,
      store: at.store,
    })
    onCleanup(() => other.close())
    const statusThere = async () =>
      (await other.app.inject({ url: '/sign-in/with/fresh' })).statusCode
    expect(await statusThere()).toBe(404)
    const { id } = await aProvider({
      name: 'Fresh',
      available_to: 'end_users',
    })
    expect((await at.get('//sign-in/with/fresh', { token: null })).status).toBe(200)
    await expect.poll(statusThere).toBe(200)
    await at.put(`/oidc_providers/${id}`, { available_to: 'staff' })
    expect((await at.get('//sign-in/with/fresh', { token: null })).status).toBe(404)
    await expect.poll(statusThere).toBe(404)
    await at.put(`/oidc_providers/${id}`, { available_to: 'both' })
    await expect.poll(statusThere).toBe(200)
    await at.call('DELETE', `/oidc_providers/${id}`)
    await expect.poll(statusThere).toBe(404)
  })

  test('a disabled provider signs nobody in, and ends what it began, except for the person who disables it', async () => {
    const { id } = await aProvider({
      name: 'Fresh',
      available_to: 'both',
      email_domains: ['staff.test'],
    })
    const [owner, viewer] = [await aPerson(at, 'owner'), await aPerson(at, 'viewer')]
    anAccount({ email: owner.email })
    const ownerSession = bySession(cookieOf(await signIn('staff', 'fresh')))
    anAccount({ email: viewer.email })
    const viewerSession = bySession(cookieOf(await signIn('staff', 'fresh')))
    anAccount()
    const visitor = cookieOf(await signIn('end_users', 'fresh'))
    const begun = await begin('end_users', 'fresh')
    const callback = await acme.visit(begun.address)
    expect((await at.get('/users/current', viewerSession)).status).toBe(200)
    expect(await isSignedIn(visitor)).toBe(true)
    expect(
      (await at.put(`/oidc_providers/${id}`, { is_enabled: false }, ownerSession)).status,
    ).toBe(200)
    expect((await at.get('/users/current', viewerSession)).status).toBe(401)
    expect((await at.get('/users/current', ownerSession)).status).toBe(200)
    expect(await isSignedIn(visitor)).toBe(false)
    expect((await begin('end_users', 'fresh')).answer.status).toBe(404)
    expect((await finish(callback, begun.cookie)).status).toBe(404)
    expect((await at.post(`/oidc_providers/${id}/check`, {})).body.check.is_ok).toBe(true)
  })

  test('a code of before a change of the client is not sent to the other one', async () => {
    const { id } = await aProvider({
      name: 'Fresh',
      available_to: 'end_users',
    })
    anAccount()
    const { address, cookie } = await begin('end_users', 'fresh')
    const callback = await acme.visit(address)
    await at.put(`/oidc_providers/${id}`, { issuer: small.issuer, client_secret: 'x' })
    expect((await finish(callback, cookie)).status).toBe(400)
  })
})

describe('providers of the environment', () => {
  const listed = async () => (await at.get('/installation')).body.installation.sign_in.providers

  test('work, are listed with their source, and cannot be changed', async () => {
    anAccount()
    expect((await signIn('end_users', 'of-file')).status).toBe(303)
    const all = await listed()
    expect(all[0]).toMatchObject({
      id: null,
      source: 'environment',
      slug: 'of-file',
      available_to: 'both',
    })
    expect(all).toContainEqual(
      expect.objectContaining({ id: portal.id, source: 'stored', available_to: 'end_users' }),
    )
    const { sign_in_providers } = (await at.get('/settings')).body.settings
    expect(sign_in_providers).toMatchObject({
      source: 'environment',
      environment_variable: 'OIDC_PROVIDERS',
      value: [{ slug: 'of-file', has_client_secret: true }],
    })
    expect((await at.get('/oidc_providers')).text).not.toContain('of-file')
  })

  test('win over a stored one with the same name', async () => {
    const stored = await aProvider({
      name: 'Of file',
      issuer: small.issuer,
      ...CLIENT,
      available_to: 'end_users',
    })
    const { address } = await begin('end_users', 'of-file')
    expect(address.startsWith(acme.issuer)).toBe(true)
    expect((await listed()).map(({ id }: { id: number }) => id)).not.toContain(stored.id)
  })
})

describe('a check', () => {
  const check = async (body: object = {}) => {
    const answer = await at.post('/oidc_providers/check', {
      issuer: small.issuer,
      ...CLIENT,
      ...body,
    })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.check
  }
  const problem = (code: string, message: string) => ({
    is_ok: false,
    problems: [{ code, message: expect.stringContaining(message) }],
  })

  test('says that a provider works, and whether it knows the client', async () => {
    expect(await check({ issuer: acme.issuer })).toMatchObject({
      is_ok: true,
      problems: [],
      issuer: acme.issuer,
      token_endpoint: `${acme.issuer}/token`,
      client: 'accepted',
    })
    for (const wrong of [{ client_secret: 'wrong' }, { client_id: 'nobody' }])
      expect(await check({ issuer: acme.issuer, ...wrong })).toMatchObject({
        ...problem('client', 'does not accept the client id'),
        client: 'refused',
      })
  })

  test('says what is wrong', async () => {
    expect(await check({ issuer: 'http://localhost:59999' })).toMatchObject(
      problem('unreachable', 'http://localhost:59999 does not answer (ECONNREFUSED)'),
    )
    small.calledIssuer = 'https://evil.test'
    expect(await check()).toMatchObject(problem('issuer', 'calls itself https://evil.test'))
    small.calledIssuer = small.issuer
    small.status = 404
    expect(await check()).toMatchObject(problem('not_openid', 'has the status 404'))
    small.status = 200
    small.metadata = (right) => ({ ...right, token_endpoint: undefined, jwks_uri: undefined })
    expect(await check()).toMatchObject(problem('endpoints', 'lack token_endpoint, jwks_uri'))
    small.metadata = (right) => ({ ...right, token_endpoint: 'http://10.0.0.1/token' })
    expect(await check()).toMatchObject(problem('unreachable', 'OUTGOING_NETWORKS'))
    small.metadata = (right) => right
    small.clock = new Date(Date.now() + 600_000)
    expect(await check()).toMatchObject(problem('clock', 'seconds ahead of the clock'))
    small.clock = new Date(Date.now() - 600_000)
    expect(await check()).toMatchObject(problem('clock', 'seconds behind the clock'))
    small.clock = null
    small.isSilent = true
    expect(await check()).toMatchObject(problem('unreachable', 'OAUTH_TIMEOUT'))
    small.isSilent = false
    expect(await check()).toMatchObject({ is_ok: true, client: 'unknown' })
  })

  test('refuses an issuer that cannot be', async () => {
    const answer = await at.post('/oidc_providers/check', { issuer: 'http://x.test', ...CLIENT })
    expect(answer).toMatchObject({ status: 422, body: { errors: { issuer: 'invalid' } } })
  })
})

test('a provider in a private network is reached when the operator names it or its network', async () => {
  const own = await startTestService(undefined, {
    outgoing: { networks: [] },
    settings: {
      sign_in_providers: parseOidcProviders(
        JSON.stringify([{ name: 'Of file', issuer: small.issuer, ...CLIENT }]),
      ),
    },
  })
  const { check } = (await own.post('/oidc_providers/check', { issuer: small.issuer, ...CLIENT }))
    .body
  expect(check).toMatchObject({
    is_ok: false,
    problems: [
      {
        code: 'unreachable',
        message: expect.stringMatching(
          /^127\.0\.0\.1 is a loopback address\. .* OUTGOING_NETWORKS\.$/,
        ),
      },
    ],
  })
  await own.made('/oidc_providers', { name: 'Stored', issuer: small.issuer, ...CLIENT })
  const beginAt = async (slug: string) =>
    (await submit(own, `//admin/oidc/${slug}`, {}, { origin: BASE_URL })).status
  expect(await beginAt('stored')).toBe(502)
  expect(await beginAt('of-file')).toBe(200)
})

test('providers that an earlier version stored as a setting become records', async () => {
  const own = await startTestService()
  const provider = { name: 'Moved', issuer: acme.issuer, client_id: CLIENT.client_id }
  const secrets = { [`${acme.issuer} ${CLIENT.client_id}`]: CLIENT.client_secret }
  const [key] = parseSecretKeys(TEST_KEY) ?? []
  const encrypted = encryptSecret(
    key as NonNullable<typeof key>,
    Buffer.from(JSON.stringify(secrets)),
    'settings sign_in_providers',
  )
  await sql`
    insert into settings (name, value, encrypted_secret)
    values ('sign_in_providers', ${JSON.stringify([{ ...provider, allow_new: 'viewer' }])}::jsonb, ${encrypted})`.execute(
    own.db,
  )
  const next = await startService(own.connection, BASE_URL, pino({ level: 'silent' }), {
    secretKey: { name: 'the key', read: async () => parseSecretKeys(TEST_KEY), create: null },
    ...PATIENTLY,
    store: own.store,
  })
  onCleanup(() => next.close())
  const [moved] = (await own.get('/oidc_providers')).body.oidc_providers
  expect(moved).toMatchObject({
    ...provider,
    slug: 'moved',
    allow_new: 'viewer',
    available_to: 'staff',
  })
  expect((await own.post(`/oidc_providers/${moved.id}/check`, {})).body.check.client).toBe(
    'accepted',
  )
  const { rows } = await sql`select from settings where name = 'sign_in_providers'`.execute(own.db)
  expect(rows).toEqual([])
  // A lost key leaves the provider, without its secret.
  expect(await own.db.transaction().execute((tx) => removeUnreadable(tx, []))).toBe(1)
  expect((await own.shown('/oidc_providers')).has_client_secret).toBe(false)
  expect((await own.post(`/oidc_providers/${moved.id}/check`, {})).status).toBe(409)
})

test('no secret of a sign-in is in the log', () => {
  expect(logLines.some((line) => line.includes('"event":"sign_in_failed"'))).toBe(true)
  expect(logLines.join('')).not.toMatch(
    /a-secret-of-the-client|earshot_code_|earshot_visitor_|eyJ|@customer/,
  )
})
