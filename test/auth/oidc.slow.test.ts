// Single sign-on with OpenID providers.
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { parseOidcProviders } from '../../src/auth/sign-in/oidc-settings.ts'
import { CLIENT, startProvider, startSmallProvider } from '../support/oidc-servers.ts'
import { type Answer, BASE_URL, startTestService } from '../support/service.ts'
import {
  ageSessions,
  aPerson,
  aSession,
  bySession,
  cookieOf,
  PASSWORD,
  submit,
} from '../support/staff.ts'

const acme = await startProvider('acme', 'acme-open', 'acme-groups', 'elsewhere')
const small = await startSmallProvider()
/** The domain of the people of these tests, and of the owner. */
const TRUSTED = { email_domains: ['Staff.test', 'example.com'] }
const DOWN = 'http://127.0.0.1:9'

const settings = parseOidcProviders(
  JSON.stringify([
    { name: 'Acme', issuer: acme.issuer, ...CLIENT, ...TRUSTED },
    { name: 'Acme open', issuer: acme.issuer, ...CLIENT, ...TRUSTED, allow_new: 'contributor' },
    {
      name: 'Acme groups',
      issuer: acme.issuer,
      ...CLIENT,
      ...TRUSTED,
      groups_claim: 'groups',
      roles: { everyone: 'viewer', support: 'contributor', product: 'admin', bosses: 'owner' },
    },
    { name: 'Small', issuer: small.issuer, ...CLIENT, ...TRUSTED },
    { name: 'Elsewhere', issuer: acme.issuer, ...CLIENT },
    { name: 'Down', issuer: DOWN, ...CLIENT },
  ]),
)
const logLines: string[] = []
const at = await startTestService(logLines, { settings: { sign_in_providers: settings } })

/** The first half: the address of the provider, and the cookie of the browser. */
async function begin(slug: string, fields: Record<string, string> = {}, cookie?: string) {
  const answer = await submit(at, `//admin/oidc/${slug}`, fields, {
    origin: BASE_URL,
    ...(cookie && { cookie }),
  })
  const [, address = ''] = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(answer.text) ?? []
  return { answer, address: address.replaceAll('&#38;', '&'), cookie: cookieOf(answer) }
}

const finish = (callback: string, cookie: string): Promise<Answer> => {
  expect(callback.startsWith(`${BASE_URL}/admin/oidc/`)).toBe(true)
  const headers = { cookie, 'sec-fetch-site': 'cross-site' }
  return at.call('GET', `/${callback.slice(BASE_URL.length)}`, { token: null, headers })
}

/** Both halves with the real provider. */
async function signIn(slug: string, fields: Record<string, string> = {}): Promise<Answer> {
  const { address, cookie } = await begin(slug, fields)
  return finish(await acme.visit(address), cookie)
}

const sessionOf = (answer: Answer) => bySession(cookieOf(answer))
const current = async (answer: Answer) =>
  (await at.get('/users/current', sessionOf(answer))).body.users?.[0]
const roleOf = async (id: number) => {
  const { rows } = await sql<{ role: string }>`
    select role from permissions where user_id = ${id}`.execute(at.db)
  return rows[0]?.role
}
const entriesOf = async (id: number) =>
  (await at.get(`/audit_entries?sort=id&subject_type=users&subject=${id}`)).body.audit_entries

test('a person signs in by a verified address once, and by the account from then on', async () => {
  const person = await aPerson(at, 'admin')
  acme.signInAs({ sub: 'ann', email: person.email.toUpperCase(), email_verified: true })
  const { answer, address, cookie } = await begin('acme', { return_to: '/admin/suggestions/7' })
  expect(answer.headers['set-cookie']).toMatch(
    /^earshot_oidc=earshot_code_[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const sent = new URL(address).searchParams
  expect(Object.fromEntries(sent)).toMatchObject({
    client_id: 'earshot',
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${BASE_URL}/admin/oidc/acme/callback`,
    code_challenge_method: 'S256',
    state: expect.stringMatching(/.{40}/),
    nonce: expect.stringMatching(/.{40}/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
  const done = await finish(await acme.visit(address), cookie)
  expect(done).toMatchObject({ status: 200, text: expect.stringContaining('You are signed in.') })
  expect(done.text).toContain('content="0;url=/admin/suggestions/7"')
  expect(await current(done)).toMatchObject({ id: person.id })
  expect((await entriesOf(person.id)).slice(1)).toMatchObject([
    { action: 'identity_linked', after: { issuer: acme.issuer } },
    { action: 'signed_in', after: { method: 'acme', second_factor: false } },
  ])
  // The address at the provider does not matter any more.
  acme.signInAs({ sub: 'ann', email: 'ann@elsewhere.test', email_verified: false })
  expect(await current(await signIn('acme'))).toMatchObject({ id: person.id })
})

test.each([
  ['without the claim', {}],
  ['with false', { email_verified: false }],
  ['with the text false', { email_verified: 'false' }],
])('an unverified address, %s, takes over no account', async (_, claim) => {
  const person = await aPerson(at, 'owner')
  acme.signInAs({ sub: `thief of ${person.email}`, email: person.email, ...claim })
  for (const slug of ['acme', 'acme-open']) {
    const answer = await signIn(slug)
    expect(answer).toMatchObject({
      status: 403,
      text: expect.stringContaining('has not verified your e-mail address'),
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  const { rows } = await sql`select from oidc_identities where user_id = ${person.id}`.execute(
    at.db,
  )
  expect(rows).toEqual([])
})

test('a provider that gives an address to another account does not give it the person', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  acme.signInAs({ sub: 'before', email, email_verified: true })
  expect(await current(await signIn('acme'))).toMatchObject({ id })
  acme.signInAs({ sub: 'after', email, email_verified: true })
  expect(await signIn('acme')).toMatchObject({
    status: 403,
    text: expect.stringContaining('another account of Acme'),
  })
})

test('a person without a role is refused, unless new people are allowed', async () => {
  acme.signInAs({ sub: 'new', email: 'new@staff.test', email_verified: true, name: 'New Person' })
  expect(await signIn('acme')).toMatchObject({
    status: 403,
    text: expect.stringContaining('You have no role here'),
  })
  expect((await at.get('/users?email_address=new@staff.test')).body.users).toEqual([])
  const person = await current(await signIn('acme-open'))
  expect(person).toMatchObject({ email_address: 'new@staff.test', name: 'New Person' })
  expect(await roleOf(person.id)).toBe('contributor')
  // A role that somebody has is not replaced by that of new people.
  await sql`update permissions set license_type = 'admin', settings = 'manage' where user_id = ${person.id}`.execute(
    at.db,
  )
  await signIn('acme-open')
  expect(await roleOf(person.id)).toBe('admin')
})

test('an end user becomes staff only where new people are allowed', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  await sql`delete from permissions where user_id = ${id}`.execute(at.db)
  acme.signInAs({ sub: 'end user', email, email_verified: true })
  expect((await signIn('acme')).status).toBe(403)
  expect(await current(await signIn('acme-open'))).toMatchObject({ id })
})

test.each([
  ['disabled', `update permissions set disabled_at = now() where user_id =`],
  ['blocked', `update users set allowed_state = 'blocked' where id =`],
])('a %s person is refused, also where new people are allowed', async (_, change) => {
  const { id, email } = await aPerson(at, 'viewer')
  acme.signInAs({ sub: `unwanted ${id}`, email, email_verified: true })
  await signIn('acme')
  await sql.raw(`${change} ${id}`).execute(at.db)
  for (const slug of ['acme', 'acme-open'])
    expect(await signIn(slug)).toMatchObject({
      status: 403,
      text: expect.stringContaining('disabled your access'),
    })
})

test('the most powerful group decides the role at every sign-in', async () => {
  const account = { sub: 'grouped', email: 'grouped@staff.test', email_verified: true }
  const roleWith = async (groups: string[]) => {
    acme.signInAs({ ...account, groups })
    const answer = await signIn('acme-groups')
    return answer.status === 200 ? roleOf((await current(answer)).id) : answer.status
  }
  expect(await roleWith(['strangers'])).toBe(403)
  expect(await roleWith(['support', 'everyone'])).toBe('contributor')
  expect(await roleWith(['everyone', 'product', 'support'])).toBe('admin')
  expect(await roleWith(['everyone'])).toBe('viewer')
  // Without a group that is named, the role stays.
  expect(await roleWith(['strangers'])).toBe('viewer')
})

test('a lower group ends the sessions of the higher role', async () => {
  const account = { sub: 'lowered', email: 'lowered@staff.test', email_verified: true }
  acme.signInAs({ ...account, groups: ['product'] })
  const high = sessionOf(await signIn('acme-groups'))
  expect((await at.get('/users/current', high)).status).toBe(200)
  acme.signInAs({ ...account, groups: ['everyone'] })
  await signIn('acme-groups')
  expect((await at.get('/users/current', high)).status).toBe(401)
})

test('the groups never demote the last owner', async () => {
  const own = await startTestService(undefined, { settings: { sign_in_providers: settings } })
  const { rows } = await sql<{ id: number; email_address: string }>`
    select id, email_address from users where is_owner`.execute(own.db)
  const owner = rows[0] as { id: number; email_address: string }
  acme.signInAs({
    sub: 'boss',
    email: owner.email_address,
    email_verified: true,
    groups: ['everyone'],
  })
  const signInThere = async () => {
    const started = await submit(own, '//admin/oidc/acme-groups', {}, { origin: BASE_URL })
    const [, address = ''] = /content="0;url=([^"]*)"/.exec(started.text) ?? []
    const callback = await acme.visit(address.replaceAll('&#38;', '&'))
    return own.call('GET', `/${callback.slice(BASE_URL.length)}`, {
      token: null,
      headers: { cookie: cookieOf(started) },
    })
  }
  const role = async () =>
    (await own.get(`/permissions?user=${owner.id}`)).body.permissions[0].settings
  expect((await signInThere()).status).toBe(200)
  expect(await role()).toBe('manage_account')
  await aPerson(own, 'owner')
  expect((await signInThere()).status).toBe(200)
  expect(await role()).toBe('none')
})

test('keys that are rotated between two sign-ins are known', async () => {
  const { email, id } = await aPerson(at, 'viewer')
  acme.signInAs({ sub: 'rotating', email, email_verified: true })
  expect((await signIn('acme')).status).toBe(200)
  await acme.rotateKeys()
  expect(await current(await signIn('acme'))).toMatchObject({ id })
})

async function withTotp(userId: number): Promise<TOTP> {
  const secret = new Secret({ size: 20 })
  await sql`
    insert into totp_secrets (user_id, secret, last_step)
    values (${userId}, ${Buffer.from(secret.bytes)}, 0)`.execute(at.db)
  return new TOTP({ secret })
}

test('the second factor is asked for, unless the provider has asked for one', async () => {
  const { id, email } = await aPerson(at, 'admin')
  const totp = await withTotp(id)
  acme.signInAs({ sub: 'two factors', email, email_verified: true, amr: ['pwd'] })
  const first = await signIn('acme', { return_to: '/admin/suggestions/7' })
  expect(first.headers['set-cookie']).toBeUndefined()
  const [, continuation = ''] = /name="continuation" value="([^"]+)"/.exec(first.text) ?? []
  const wrong = await submit(at, '//admin/sign-in', { continuation, code: '000000' })
  expect(wrong.status).toBe(401)
  const second = await submit(at, '//admin/sign-in', {
    continuation,
    code: totp.generate(),
    return_to: '/admin/suggestions/7',
  })
  expect(second).toMatchObject({ status: 303, headers: { location: '/admin/suggestions/7' } })
  expect((await entriesOf(id)).at(-1)).toMatchObject({
    after: { method: 'acme', second_factor: true },
  })
  for (const amr of [['pwd', 'mfa'], ['otp'], ['hwk']]) {
    acme.signInAs({ sub: 'two factors', email, email_verified: true, amr })
    const answer = await signIn('acme')
    expect(await current(answer)).toMatchObject({ id })
    expect((await entriesOf(id)).at(-1)).toMatchObject({ after: { second_factor: true } })
  }
})

const accountsOf = async (id: number) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from oidc_identities where user_id = ${id}`.execute(at.db)
  return rows.map(({ subject }) => subject)
}

test('before the second factor no account is connected and no role changes', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  const totp = await withTotp(id)
  const session = bySession(await aSession(at, id))
  acme.signInAs({ sub: 'half', email, email_verified: true, groups: ['product'] })
  const first = await signIn('acme-groups')
  expect([await accountsOf(id), await roleOf(id)]).toEqual([[], 'viewer'])
  expect((await at.get('/users/current', session)).status).toBe(200)
  const [, continuation = ''] = /name="continuation" value="([^"]+)"/.exec(first.text) ?? []
  expect(
    (await submit(at, '//admin/sign-in', { continuation, code: totp.generate() })).status,
  ).toBe(303)
  expect([await accountsOf(id), await roleOf(id)]).toEqual([['half'], 'admin'])
  expect((await at.get('/users/current', session)).status).toBe(401)
})

test('an address outside the domains of the provider does not become a person of the staff', async () => {
  const { id, email } = await aPerson(at, 'owner')
  acme.signInAs({ sub: 'outside', email, email_verified: true })
  expect(await signIn('elsewhere')).toMatchObject({
    status: 403,
    text: expect.stringContaining('connect Elsewhere on your profile page'),
  })
  expect(await accountsOf(id)).toEqual([])
  expect((await entriesOf(id)).at(-1)).toMatchObject({
    action: 'sign_in_failed',
    after: { wrong: 'not_connected' },
  })
})

test('a signed-in person connects an account, signs in with it and disconnects it', async () => {
  const [person, other] = [await aPerson(at, 'viewer'), await aPerson(at, 'viewer')]
  const session = await aSession(at, person.id)
  // Another address, and not a verified one: the person says that it is theirs.
  acme.signInAs({ sub: 'connected', email: 'private@elsewhere.test' })
  expect((await begin('elsewhere', { connect: 'true' })).answer.status).toBe(403)
  const connect = async (by: string, at = by) => {
    const { address, cookie } = await begin('elsewhere', { connect: 'true' }, by)
    return finish(await acme.visit(address), `${cookie}; ${at}`)
  }
  expect((await connect(session, await aSession(at, other.id))).status).toBe(400)
  await ageSessions(at, person.id)
  expect((await begin('elsewhere', { connect: 'true' }, session)).answer.status).toBe(403)
  const fresh = await aSession(at, person.id)
  expect(await connect(fresh)).toMatchObject({
    status: 200,
    text: expect.stringContaining('You can sign in with Elsewhere from now on.'),
  })
  expect(await current(await signIn('elsewhere'))).toMatchObject({ id: person.id })
  expect(await entriesOf(person.id)).toContainEqual(
    expect.objectContaining({ action: 'identity_linked', after: { issuer: acme.issuer } }),
  )
  expect((await connect(await aSession(at, other.id))).status).toBe(409)
  const post = (cookie: string) =>
    submit(
      at,
      '//admin/profile/accounts/disconnect',
      { issuer: acme.issuer },
      { cookie, origin: BASE_URL },
    )
  expect((await post(fresh)).headers.location).toBe('/admin/profile?done=account_disconnected')
  expect(await accountsOf(person.id)).toEqual([])
  expect(await connect(await aSession(at, person.id))).toMatchObject({ status: 200 })
  await sql`delete from passwords where user_id = ${person.id}`.execute(at.db)
  const last = await post(await aSession(at, person.id))
  expect(last).toMatchObject({ status: 409, text: expect.stringContaining('only way to sign in') })
})

test('the answer is refused in another browser, twice, and at another provider', async () => {
  const { email } = await aPerson(at, 'viewer')
  acme.signInAs({ sub: 'careful', email, email_verified: true })
  const refused = { status: 400, text: expect.stringContaining('begun in another browser') }
  const mine = await begin('acme')
  const callback = await acme.visit(mine.address)
  const theirs = await begin('acme')
  expect(await finish(callback, theirs.cookie)).toMatchObject(refused)
  const again = await begin('acme')
  expect(await finish(await acme.visit(again.address), '')).toMatchObject(refused)
  const once = await begin('acme')
  const used = await acme.visit(once.address)
  expect((await finish(used, once.cookie)).status).toBe(200)
  expect(await finish(used, once.cookie)).toMatchObject(refused)
  const mixed = await begin('acme')
  const elsewhere = (await acme.visit(mixed.address)).replace('/oidc/acme/', '/oidc/small/')
  expect(await finish(elsewhere, mixed.cookie)).toMatchObject(refused)
  const late = await begin('acme')
  const tooLate = await acme.visit(late.address)
  await sql`update one_time_codes set expires_at = now() where purpose = 'oidc'`.execute(at.db)
  expect(await finish(tooLate, late.cookie)).toMatchObject(refused)
})

test('one browser can sign in in two tabs', async () => {
  const { email } = await aPerson(at, 'viewer')
  acme.signInAs({ sub: 'tabs', email, email_verified: true })
  const one = await begin('acme')
  const two = await begin('acme', {}, one.cookie)
  expect(two.cookie).toBe(one.cookie)
  expect((await finish(await acme.visit(one.address), one.cookie)).status).toBe(200)
  expect((await finish(await acme.visit(two.address), two.cookie)).status).toBe(200)
})

test('only a sign-in for which the provider asked the person again is a proof of who they are', async () => {
  const person = await aPerson(at, 'admin')
  acme.signInAs({ sub: person.email, email: person.email, email_verified: true })
  const isConfirmed = async (cookie: string) => {
    const page = await at.call('GET', '//admin/profile', { token: null, headers: { cookie } })
    expect(page.status).toBe(200)
    return !page.text.includes('Confirm that it is you')
  }
  const remembered = await begin('acme')
  expect(new URL(remembered.address).searchParams.has('prompt')).toBe(false)
  const signedIn = await finish(await acme.visit(remembered.address), remembered.cookie)
  const session = cookieOf(signedIn)
  expect(await isConfirmed(session)).toBe(false)

  const again = await begin('acme', { return_to: '/admin/profile' }, session)
  const sent = new URL(again.address).searchParams
  expect([sent.get('prompt'), sent.get('max_age')]).toEqual(['login', '0'])
  const cookie = `${session}; ${again.cookie}`
  const proved = await finish(await acme.visit(again.address), cookie)
  expect(await isConfirmed(cookieOf(proved))).toBe(true)
})

test.each([
  ['long ago', 3600, false],
  ['a moment ago', 60, true],
  ['in the future', -3600, true],
  ['at a time that is no number', Number.NaN, false],
])('a provider that asked the person %s', async (_, secondsAgo, isProof) => {
  const person = await aPerson(at, 'admin')
  small.claims = (right) => ({
    ...right,
    sub: person.email,
    email: person.email,
    email_verified: true,
    auth_time: Number.isNaN(secondsAgo) ? undefined : Math.floor(Date.now() / 1000) - secondsAgo,
  })
  const answer = await signInSmall()
  small.claims = (right) => right
  const headers = { cookie: cookieOf(answer) }
  const page = await at.call('GET', '//admin/profile', { token: null, headers })
  expect(page.status).toBe(200)
  expect(!page.text.includes('Confirm that it is you')).toBe(isProof)
})

test('a sign-in ends the session that the browser had', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  const planted = await aSession(at, id)
  acme.signInAs({ sub: 'planted', email, email_verified: true })
  const { address, cookie } = await begin('acme')
  await finish(await acme.visit(address), `${cookie}; ${planted}`)
  expect((await at.get('/users/current', bySession(planted))).status).toBe(401)
})

/** Both halves with the small provider, which asks nobody. */
async function signInSmall(): Promise<Answer> {
  const { address, cookie } = await begin('small')
  const { state, nonce } = Object.fromEntries(new URL(address).searchParams)
  small.nonce = nonce ?? ''
  return finish(`${BASE_URL}/admin/oidc/small/callback?code=x&state=${state}`, cookie)
}

test('only an ID token that is right in every point is believed', async () => {
  await at.db.transaction().execute(async (tx) => {
    const { setRole } = await import('../../src/auth/staff/staff.ts')
    await setRole(tx, {}, { email: 'small@staff.test', role: 'viewer' })
  })
  const now = Math.floor(Date.now() / 1000)
  const wrongs = {
    issuer: { iss: 'https://evil.test' },
    audience: { aud: 'another-client' },
    'audience among others, without a party': { aud: ['earshot', 'other'] },
    nonce: { nonce: 'another' },
    'no nonce': { nonce: undefined },
    expired: { exp: now - 120 },
    'not valid yet': { nbf: now + 600 },
    'no subject': { sub: undefined },
  }
  for (const [what, claims] of Object.entries(wrongs)) {
    small.claims = (right) => ({ ...right, ...claims })
    const answer = await signInSmall()
    expect([what, answer.status, answer.headers['set-cookie']]).toEqual([what, 401, undefined])
    expect(answer.text).toContain('The answer of Small cannot be verified.')
  }
  small.claims = (right) => right
  small.hasOtherKey = true
  expect((await signInSmall()).status).toBe(401)
  small.hasOtherKey = false
  expect((await signInSmall()).status).toBe(200)
  // Asked for once, not at each sign-in.
  expect(small.discoveries).toBe(1)
})

test('a provider that calls itself by another name is refused', async () => {
  const other = await startSmallProvider()
  other.calledIssuer = 'https://evil.test'
  const own = await startTestService(undefined, {
    settings: {
      sign_in_providers: parseOidcProviders(
        JSON.stringify([{ name: 'Other', issuer: other.issuer, ...CLIENT }]),
      ),
    },
  })
  const answer = await submit(own, '//admin/oidc/other', {})
  expect(answer.status).toBe(502)
  // Corrected at the provider: the next sign-in works, without a restart.
  other.calledIssuer = other.issuer
  expect((await submit(own, '//admin/oidc/other', {})).status).toBe(200)
})

test('a provider that is down, fails or is silent has a page of its own', async () => {
  const { answer } = await begin('down')
  expect(answer).toMatchObject({
    status: 502,
    text: expect.stringContaining('Down does not answer at the moment.'),
  })
  const { email } = await aPerson(at, 'viewer')
  expect((await submit(at, '//admin/sign-in', { email, password: PASSWORD })).status).toBe(303)
  small.status = 500
  expect((await signInSmall()).status).toBe(502)
  small.status = 200
  small.isSilent = true
  const started = Date.now()
  expect((await signInSmall()).status).toBe(502)
  expect(Date.now() - started).toBeLessThan(20_000)
  small.isSilent = false
})

test('a person who cancels at the provider can sign in in another way', async () => {
  const { address, cookie } = await begin('acme')
  const state = new URL(address).searchParams.get('state')
  const callback = `${BASE_URL}/admin/oidc/acme/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(acme.issuer)}`
  expect(await finish(callback, cookie)).toMatchObject({
    status: 401,
    text: expect.stringContaining('Acme did not sign you in.'),
  })
})

test('an unknown provider, and another site that begins a sign-in, are refused', async () => {
  expect((await submit(at, '//admin/oidc/nobody', {})).status).toBe(404)
  expect((await at.call('GET', '//admin/oidc/nobody/callback?state=x')).status).toBe(404)
  const evil = await submit(at, '//admin/oidc/acme', {}, { origin: 'https://evil.test' })
  expect(evil.status).toBe(403)
})

test('the address of the request does not reach the provider', async () => {
  const answer = await submit(at, '//admin/oidc/acme', {}, { host: 'evil.test' })
  expect(answer.text).toContain(encodeURIComponent(`${BASE_URL}/admin/oidc/acme/callback`))
  expect(answer.text).not.toContain('evil.test')
})

test('the sign-in page has a button for each provider', async () => {
  const { text } = await at.call('GET', '//admin/sign-in?return_to=/admin/suggestions/7')
  expect(text).toContain('Sign in with Acme open')
  expect(text).toContain('action="/admin/oidc/acme-open"')
  expect(text.match(/value="\/admin\/suggestions\/7"/g)).toHaveLength(1 + settings.length)
  const without = await startTestService()
  expect((await without.call('GET', '//admin/sign-in')).text).not.toContain('oidc')
})

test('no secret of a sign-in is in the log', () => {
  expect(logLines.some((line) => line.includes('"event":"sign_in_failed"'))).toBe(true)
  expect(logLines.join('')).not.toMatch(
    /a-secret-of-the-client|earshot_code_|earshot_session_|eyJ|@staff/,
  )
})
