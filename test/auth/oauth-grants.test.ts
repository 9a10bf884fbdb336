// Tokens of people: by password, and by an application that they allow to act as them.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { issueToken, type NewClient } from '../../src/auth/clients/api-clients.ts'
import { deleteEndedSignIns } from '../../src/auth/sign-in/ended-sign-ins.ts'
import { setDisabled, setRequiresSecondFactor, setRoleOf } from '../../src/auth/staff/staff.ts'
import { type Answer, BASE_URL, startTestService } from '../support/service.ts'
import { aPerson, aSession, bySession, cookieOf, PASSWORD, submit } from '../support/staff.ts'

const log: string[] = []
const at = await startTestService(log)

const requestToken = (fields: Record<string, string>, headers = {}) =>
  submit(at, '/api/v2/oauth/token', fields, headers)
const currentUser = async (token: string) =>
  (await at.get('/users/current', { token })).body.users?.[0]?.id
const auditOf = async (userId: number) =>
  (await at.get(`/audit_entries?sort=id&subject_type=users&subject=${userId}`)).body.audit_entries

describe('the password grant', () => {
  const byPassword = async (
    person: { email: string },
    more: Record<string, string> = {},
    client?: { key: string },
  ) => {
    const { key } = client ?? (await at.aClient({ allowsPasswordGrant: true }))
    return requestToken({
      grant_type: 'password',
      client_id: key,
      username: person.email,
      password: PASSWORD,
      ...more,
    })
  }

  test('issues a token that acts as the person, with their role', async () => {
    const person = await aPerson(at, 'viewer')
    const client = await at.aClient({ allowsPasswordGrant: true })
    const { status, body } = await byPassword(person, {}, client)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^earshot_token_/),
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^earshot_refresh_/),
    })
    const { access_token: token } = body
    expect(await currentUser(token)).toBe(person.id)
    expect((await at.post('/labels', { name: 'No' }, { token })).body.message).toContain(
      'The role viewer may not do this',
    )
    expect(await auditOf(person.id)).toMatchObject([
      { action: 'person_created' },
      {
        action: 'token_issued',
        api_client_id: client.id,
        after: { api_client_id: client.id, grant: 'password', scopes: null },
        links: { user: person.id },
      },
    ])
  })

  test('accepts JSON, the name email, and a secret that is right', async () => {
    const { email } = await aPerson(at, 'viewer')
    const { key, secret } = await at.aClient({ allowsPasswordGrant: true })
    const body = { grant_type: 'password', client_id: key, email, password: PASSWORD }
    const request = (sent: object) => at.post('/api/v2/oauth/token', sent, { token: null })
    expect((await request(body)).status).toBe(200)
    expect((await request({ ...body, client_secret: secret })).status).toBe(200)
    const wrong = await request({ ...body, client_secret: `${secret}x` })
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client'])
  })

  test('answers every wrong combination alike', async () => {
    const right = await aPerson(at, 'viewer')
    const disabled = await aPerson(at, 'viewer')
    await at.db.transaction().execute((tx) => setDisabled(tx, {}, disabled.id, true))
    const endUser = await aPerson(at, 'viewer')
    await sql`delete from permissions where user_id = ${endUser.id}`.execute(at.db)
    const withFactor = await aPerson(at, 'viewer')
    const secret = new Secret()
    await sql`
      insert into totp_secrets (user_id, secret, last_step)
      values (${withFactor.id}, ${Buffer.from(secret.buffer)}, 0)`.execute(at.db)
    const code = new TOTP({ secret }).generate()
    const answers = [
      await byPassword(right, { password: 'not the password' }),
      await byPassword(right, { password: ` ${PASSWORD}` }),
      await byPassword({ email: 'nobody@staff.test' }),
      await byPassword(disabled),
      await byPassword(endUser),
      await byPassword(withFactor),
      await byPassword(withFactor, { code }),
    ]
    for (const { status, body } of answers)
      expect([status, body.error, body.message]).toEqual([
        400,
        'invalid_grant',
        'username, password: wrong, or not allowed for this grant.',
      ])
    expect(await auditOf(right.id)).toMatchObject([
      { action: 'person_created' },
      { action: 'sign_in_failed', after: { wrong: 'password' }, api_client_id: expect.any(Number) },
      { action: 'sign_in_failed' },
    ])
  })

  test('refuses people whose role requires a second factor', async () => {
    const person = await aPerson(at, 'contributor')
    const require = (isRequired: boolean) =>
      at.db
        .transaction()
        .execute((tx) => setRequiresSecondFactor(tx, {}, 'contributor', isRequired))
    await require(true)
    expect((await byPassword(person)).body.error).toBe('invalid_grant')
    await require(false)
    expect((await byPassword(person)).status).toBe(200)
  })

  test.each([
    ['does not allow it', {}],
    ['is not trusted', { allowsPasswordGrant: true, isTrusted: false }],
  ])('is refused for a client that %s, also with a wrong password', async (_, client) => {
    const person = await aPerson(at, 'viewer')
    for (const password of [PASSWORD, 'wrong']) {
      const { status, body } = await byPassword(person, { password }, await at.aClient(client))
      expect([status, body.error]).toEqual([400, 'unauthorized_client'])
    }
  })

  test('counts attempts together with those at sign-in', async () => {
    const person = await aPerson(at, 'viewer')
    const client = await at.aClient({ allowsPasswordGrant: true })
    for (let i = 0; i < 3; i++) await byPassword(person, { password: `wrong ${i}` }, client)
    for (let i = 0; i < 2; i++)
      await submit(at, '//admin/sign-in', { email: person.email, password: `wrong ${i}` })
    // The first delay is a second, which a slow machine can spend between two requests.
    const { rows } = await sql`
      update sign_in_attempts set blocked_until = now() + interval '10 minutes'
      where key like ${`%${person.email} from %`} returning failures`.execute(at.db)
    expect(rows).toEqual([{ failures: 5 }])
    const { status, headers, body } = await byPassword(person, {}, client)
    expect([status, body.error]).toEqual([429, 'rate_limited'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(500)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600)
  })

  test('does not accept a password in the query string, and logs none', async () => {
    const { email } = await aPerson(at, 'viewer')
    const { key } = await at.aClient({ allowsPasswordGrant: true })
    const query = new URLSearchParams({ client_id: key, username: email, password: PASSWORD })
    const answer = await at.call('POST', `/api/v2/oauth/token?grant_type=password&${query}`, {
      token: null,
    })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
    await byPassword({ email })
    expect(log.join('')).not.toContain('otters')
  })

  test('limits the token to the scopes that are asked for', async () => {
    const person = await aPerson(at, 'admin')
    const { body } = await byPassword(person, { scope: 'feedback:read' })
    expect(body.scope).toBe('feedback:read')
    expect((await at.get('/labels', { token: body.access_token })).status).toBe(200)
    expect((await at.get('/users', { token: body.access_token })).status).toBe(403)
  })

  test('a person who is disabled, loses the role or is blocked loses the token', async () => {
    const client = await at.aClient({ allowsPasswordGrant: true })
    const cases: [number, (id: number) => Promise<unknown>][] = [
      [401, (id) => at.db.transaction().execute((tx) => setDisabled(tx, {}, id, true))],
      [403, (id) => sql`delete from permissions where user_id = ${id}`.execute(at.db)],
      [403, (id) => at.put(`/users/${id}/block`, {})],
    ]
    for (const [refused, lose] of cases) {
      const person = await aPerson(at, 'viewer')
      const token = (await byPassword(person, {}, client)).body.access_token
      const status = async () => (await at.get('/labels', { token })).status
      expect(await status()).toBe(200)
      await lose(person.id)
      await expect.poll(status).toBe(refused)
    }
  })
})

const CALLBACK = 'https://app.example.test/callback?from=earshot'

/** One without a secret, unless the test says otherwise. */
const anApplication = (more: Partial<NewClient> = {}) =>
  at.aClient({ name: 'Roadmap <app>', isPublic: true, redirectUris: [CALLBACK], ...more })

function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

const requestOf = (key: string, challenge: string, more: Record<string, string> = {}) => ({
  response_type: 'code',
  client_id: key,
  redirect_uri: CALLBACK,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'a b;c="1"*',
  ...more,
})
const open = (fields: Record<string, string>, cookie?: string, headers = {}) =>
  at.call('GET', `/api/v2/oauth/authorize?${new URLSearchParams(fields)}`, {
    token: null,
    headers: { ...(cookie && { cookie }), ...headers },
  })
const decide = (fields: Record<string, string>, cookie: string, decision = 'allow') =>
  submit(at, '/api/v2/oauth/authorize', { ...fields, decision }, { cookie, origin: BASE_URL })
const backWith = ({ status, headers }: Answer) => {
  expect(status).toBe(303)
  const url = new URL(String(headers.location))
  expect(`${url.origin}${url.pathname}`).toBe('https://app.example.test/callback')
  expect(url.searchParams.get('from')).toBe('earshot')
  expect(url.searchParams.get('iss')).toBe(BASE_URL)
  return Object.fromEntries(url.searchParams)
}

/** A code, and what it is exchanged with. */
async function aCode(client: { key: string }, more: Record<string, string> = {}) {
  const person = await aPerson(at, 'contributor')
  const { verifier, challenge } = pkce()
  const fields = requestOf(client.key, challenge, more)
  const { code } = backWith(await decide(fields, await aSession(at, person.id)))
  const exchange = {
    grant_type: 'authorization_code',
    client_id: client.key,
    code: code ?? '',
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  }
  return { person, exchange }
}

describe('the authorization code grant', () => {
  test('leads from the application over sign-in and consent to a token of the person', async () => {
    const client = await anApplication({ scopes: ['feedback:write', 'people:read'] })
    const person = await aPerson(at, 'admin')
    const { verifier, challenge } = pkce()
    const fields = requestOf(client.key, challenge, { scope: 'feedback:write' })

    const first = await open(fields, undefined, { 'sec-fetch-site': 'cross-site' })
    expect(first.status).toBe(303)
    const signIn = new URL(String(first.headers.location), BASE_URL)
    expect(signIn.pathname).toBe('/admin/sign-in')
    const returnTo = signIn.searchParams.get('return_to') ?? ''
    const page = await at.get(`/${signIn.pathname}${signIn.search}`, { token: null })
    expect(page.text).toContain('name="return_to"')
    const signedIn = await submit(at, '//admin/sign-in', {
      email: person.email,
      password: PASSWORD,
      return_to: returnTo,
    })
    expect(signedIn.headers.location).toBe(returnTo)

    const consent = await at.get(returnTo, { token: null, headers: { cookie: cookieOf(signedIn) } })
    expect(consent.status).toBe(200)
    expect(consent.text).toContain('Roadmap &#60;app&#62;')
    expect(consent.text).toContain(person.email)
    expect(consent.text).toContain(
      'Read and change suggestions, votes, comments, feedback and features',
    )
    expect(consent.text).not.toContain('revenue')
    expect(consent.text).not.toContain('<script')
    expect(consent.headers['content-security-policy']).toContain(
      "form-action 'self' https://app.example.test;",
    )
    const hidden = [...consent.text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name, value?.replace(/&#(\d+);/g, (_, n) => String.fromCharCode(n))],
    )
    expect(Object.fromEntries(hidden)).toEqual(fields)

    const back = backWith(await decide(Object.fromEntries(hidden), cookieOf(signedIn)))
    expect(back.state).toBe('a b;c="1"*')
    const { status, body } = await requestToken({
      grant_type: 'authorization_code',
      client_id: client.key,
      code: back.code ?? '',
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    })
    expect(status).toBe(200)
    expect(body.scope).toBe('feedback:write')
    expect((await at.get('/users', { token: body.access_token })).status).toBe(403)
    const made = await at.post('/labels', { name: 'By an app' }, { token: body.access_token })
    expect(made.status).toBe(201)
    expect(await auditOf(person.id)).toContainEqual(
      expect.objectContaining({
        action: 'token_issued',
        after: {
          api_client_id: client.id,
          grant: 'authorization_code',
          scopes: ['feedback:write'],
        },
      }),
    )
  })

  test('sends the person back without a code when they deny', async () => {
    const { key } = await anApplication()
    const { id } = await aPerson(at, 'viewer')
    const fields = requestOf(key, pkce().challenge)
    const back = backWith(await decide(fields, await aSession(at, id), 'deny'))
    expect(back).toMatchObject({ error: 'access_denied', state: fields.state })
    expect(back).not.toHaveProperty('code')
  })

  test.each([
    ['an unknown application', { client_id: 'earshot_key_nobody' }],
    ['an address that is not registered', { redirect_uri: 'https://evil.test/' }],
    ['an address with a longer path', { redirect_uri: `${CALLBACK}/more` }],
    ['an address without its query', { redirect_uri: 'https://app.example.test/callback' }],
    ['no address', { redirect_uri: '' }],
  ])('shows a page and never redirects for %s', async (_, wrong) => {
    const { key } = await anApplication()
    const { id } = await aPerson(at, 'viewer')
    const cookie = await aSession(at, id)
    const fields = requestOf(key, pkce().challenge, wrong)
    for (const answer of [
      await open(fields, cookie),
      await open(fields),
      await decide(fields, cookie),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.headers.location).toBeUndefined()
      expect(answer.text).toContain('The application is unknown')
    }
  })

  test.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge: '' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: '' }],
    ['invalid_scope', { scope: 'people:read' }],
    ['invalid_scope', { scope: 'everything' }],
  ])('reports %s to the application for %j', async (error, wrong) => {
    const { key } = await anApplication({ scopes: ['feedback:read'] })
    const fields = requestOf(key, pkce().challenge, wrong)
    expect(backWith(await open(fields))).toMatchObject({ error, state: fields.state })
  })

  test('an untrusted client gets no code', async () => {
    const { key } = await anApplication({ isTrusted: false })
    const back = backWith(await open(requestOf(key, pkce().challenge)))
    expect(back.error).toBe('unauthorized_client')
  })

  test('another site cannot allow anything', async () => {
    const { key } = await anApplication()
    const { id } = await aPerson(at, 'viewer')
    const cookie = await aSession(at, id)
    const fields = { ...requestOf(key, pkce().challenge), decision: 'allow' }
    const origins: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { 'sec-fetch-site': 'cross-site' },
      {},
    ]
    for (const headers of origins)
      expect(
        (await submit(at, '/api/v2/oauth/authorize', fields, { cookie, ...headers })).status,
      ).toBe(403)
  })

  test('a person who must set up a second factor cannot allow anything', async () => {
    const { key } = await anApplication()
    const { id } = await aPerson(at, 'viewer')
    const cookie = await aSession(at, id)
    await sql`update sessions set needs_second_factor = true where user_id = ${id}`.execute(at.db)
    const fields = requestOf(key, pkce().challenge)
    expect((await open(fields, cookie)).headers.location).toBe('/admin/profile')
    expect((await decide(fields, cookie)).headers.location).toMatch(/^\/admin\/sign-in\?/)
  })

  test('the page has the name that clients of the wire use, too', async () => {
    const { key } = await anApplication()
    const fields = new URLSearchParams(requestOf(key, pkce().challenge))
    const cookie = await aSession(at, (await aPerson(at, 'contributor')).id)
    const ask = (name: string, headers = {}) =>
      at.call('GET', `/api/v2/oauth/${name}?${fields}`, { token: null, headers })
    const [page, alias] = [await ask('authorize', { cookie }), await ask('auth', { cookie })]
    expect(alias.status).toBe(200)
    expect(alias.text).toContain('Allow access?')
    expect(alias.headers['content-security-policy']).toBe(page.headers['content-security-policy'])
    const stranger = await ask('auth')
    expect(stranger.headers.location).toBe((await ask('authorize')).headers.location)
  })

  test('a token in place of a session shows no consent page', async () => {
    const { key, token } = await anApplication()
    const path = `/api/v2/oauth/authorize?${new URLSearchParams(requestOf(key, pkce().challenge))}`
    expect((await at.get(path, { token })).headers.location).toMatch(/^\/admin\/sign-in\?/)
  })

  test('a code is exchanged once, and using it again revokes its token', async () => {
    const { exchange } = await aCode(await anApplication())
    const token = (await requestToken(exchange)).body.access_token
    expect((await at.get('/labels', { token })).status).toBe(200)
    const replayed = await requestToken(exchange)
    expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant'])
    expect((await at.get('/labels', { token })).status).toBe(401)
  })

  test('an owner lists the tokens of a person and revokes a single one', async () => {
    const application = await anApplication()
    const { person, exchange } = await aCode(application)
    const another = await aCode(await anApplication())
    const token = (await requestToken(exchange)).body.access_token
    const other = (await requestToken(another.exchange)).body.access_token
    const works = async (one: string) => (await at.get('/labels', { token: one })).status === 200
    const path = `/staff/${person.id}/tokens`

    const { tokens } = (await at.get(path)).body
    expect(tokens).toEqual([
      {
        id: expect.any(Number),
        application: expect.any(String),
        grant_type: 'authorization_code',
        scopes: null,
        created_at: expect.stringMatching(/Z$/),
        last_used_at: null,
        links: { user: person.id, api_client: expect.any(Number) },
      },
    ])
    const id = tokens[0].id
    const admin = bySession(await aSession(at, (await aPerson(at, 'admin')).id))
    const scoped = await at.aClient({ scopes: ['settings:write', 'people:write'] })
    for (const caller of [admin, { token: scoped.token }]) {
      const refused = await at.call('DELETE', `${path}?token=${id}`, caller)
      expect([refused.status, refused.body.error]).toEqual([403, 'forbidden'])
    }
    expect((await at.get(path, admin)).status).toBe(403)
    expect((await at.call('DELETE', path)).status).toBe(422)
    // Of another person.
    const wrong = await at.call('DELETE', `/staff/${another.person.id}/tokens?token=${id}`)
    expect([wrong.status, wrong.body.error]).toEqual([404, 'not_found'])
    expect([await works(token), await works(other)]).toEqual([true, true])

    const revoked = await at.call('DELETE', path, { body: { token: id } })
    expect([revoked.status, revoked.body]).toEqual([200, { tokens: [] }])
    expect([await works(token), await works(other)]).toEqual([false, true])
    const { audit_entries } = (
      await at.get(`/audit_entries?sort=-id&subject_type=users&subject=${person.id}&per_page=1`)
    ).body
    expect(audit_entries).toMatchObject([{ action: 'token_revoked' }])
  })

  test('of concurrent exchanges at most one succeeds', async () => {
    const { exchange } = await aCode(await anApplication())
    const answers = await Promise.all(Array.from({ length: 5 }, () => requestToken(exchange)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    ['another verifier', { code_verifier: pkce().verifier }],
    ['another address', { redirect_uri: 'https://app.example.test/other' }],
    ['another code', { code: 'earshot_code_nothing' }],
  ])('a code with %s is refused', async (_, wrong) => {
    const { exchange } = await aCode(await anApplication())
    const { status, body } = await requestToken({ ...exchange, ...wrong })
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  test('a code of another client, an old code and one of a disabled person are refused', async () => {
    const client = await anApplication()
    const { exchange } = await aCode(client)
    const other = await anApplication()
    expect((await requestToken({ ...exchange, client_id: other.key })).body.error).toBe(
      'invalid_grant',
    )
    await sql`update authorization_codes set expires_at = now()`.execute(at.db)
    expect((await requestToken(exchange)).body.error).toBe('invalid_grant')
    const { person, exchange: ofDisabled } = await aCode(client)
    await at.db.transaction().execute((tx) => setDisabled(tx, {}, person.id, true))
    expect((await requestToken(ofDisabled)).body.error).toBe('invalid_grant')
  })

  test('a code lives for a minute', async () => {
    await aCode(await anApplication())
    const { rows } = await sql<{ seconds: number }>`
      select max(extract(epoch from expires_at - now()))::float8 as seconds from authorization_codes`.execute(
      at.db,
    )
    expect(rows[0]?.seconds).toBeGreaterThan(50)
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60)
  })

  test('a client that has a secret must send it, and a public one sends none', async () => {
    const client = await anApplication({ isPublic: false })
    const { exchange } = await aCode(client)
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${client.key}:${secret}`).toString('base64')}`,
    })
    const without = await requestToken(exchange)
    expect([without.status, without.body.error]).toEqual([401, 'invalid_client'])
    expect(without.body.message).toContain('client_secret: required')
    expect((await requestToken(exchange, basic('wrong'))).status).toBe(401)
    const { status, body } = await requestToken(exchange, basic(client.secret))
    expect(status).toBe(200)
    const refresh = {
      grant_type: 'refresh_token',
      client_id: client.key,
      refresh_token: body.refresh_token,
    }
    expect((await requestToken(refresh)).body.error).toBe('invalid_client')
    expect((await requestToken(refresh, basic(client.secret))).status).toBe(200)
    const open = await anApplication()
    const ofPublic = (await aCode(open)).exchange
    const given = await requestToken({ ...ofPublic, client_secret: 'anything' })
    expect(given.body.error).toBe('invalid_client')
    expect((await requestToken(ofPublic)).status).toBe(200)
  })

  test('one wrong verifier or address uses the code up', async () => {
    const client = await anApplication()
    for (const wrong of [
      { code_verifier: pkce().verifier },
      { redirect_uri: 'https://app.example.test/other' },
    ]) {
      const { exchange } = await aCode(client)
      expect((await requestToken({ ...exchange, ...wrong })).body.error).toBe('invalid_grant')
      expect((await requestToken(exchange)).body.error).toBe('invalid_grant')
    }
  })

  test('a client without redirect addresses cannot use the grant', async () => {
    const { key } = await at.aClient({ isPublic: true })
    const { body } = await requestToken({ grant_type: 'authorization_code', client_id: key })
    expect(body.error).toBe('unauthorized_client')
  })

  test('the session of the person does not work as a token, and the code is in no log', async () => {
    const { exchange, person } = await aCode(await anApplication())
    const [, session = ''] = (await aSession(at, person.id)).split('=')
    expect((await at.get('/labels', { token: session })).status).toBe(401)
    expect((await at.get('/labels', bySession(`earshot_session=${session}`))).status).toBe(200)
    expect(log.join('')).not.toContain(exchange.code)
  })
})

/** What an application got for a person. */
async function aGrant(more: Partial<NewClient> = {}, asked: Record<string, string> = {}) {
  const client = await anApplication(more)
  const { person, exchange } = await aCode(client, asked)
  const { status, body } = await requestToken(exchange)
  expect(status).toBe(200)
  return { client, person, token: body.access_token, refreshToken: body.refresh_token, body }
}
const refresh = (client: { key: string }, token: string, more: Record<string, string> = {}) =>
  requestToken({
    grant_type: 'refresh_token',
    client_id: client.key,
    refresh_token: token,
    ...more,
  })
const statusOf = async (token: string) => (await at.get('/users/current', { token })).status

describe('refresh tokens', () => {
  test('replace each other, and access tokens end after an hour', async () => {
    const { client, person, token, refreshToken, body } = await aGrant()
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    const next = await refresh(client, refreshToken)
    expect(next).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { token_type: 'bearer', expires_in: 3600 },
    })
    expect(next.body.refresh_token).not.toBe(refreshToken)
    expect(await currentUser(next.body.access_token)).toBe(person.id)
    // Requests with the one before may be under way.
    expect(await statusOf(token)).toBe(200)
    expect((await refresh(client, next.body.refresh_token)).status).toBe(200)
    const { rows } = await sql<{ stored: string }>`
      select string_agg(row_to_json(g)::text, '') as stored from token_grants g where user_id = ${person.id}`.execute(
      at.db,
    )
    for (const secret of [refreshToken, next.body.refresh_token])
      expect(`${rows[0]?.stored}${log.join('')}`).not.toContain(secret)
  })

  test('the lifetime of the client applies, and client credentials do not expire', async () => {
    expect((await aGrant({ tokenLifetimeSeconds: 600 })).body.expires_in).toBe(600)
    const { key, secret } = await at.aClient()
    const { body } = await requestToken({
      grant_type: 'client_credentials',
      client_id: key,
      client_secret: secret,
    })
    expect(Object.keys(body)).toEqual(['access_token', 'token_type'])
  })

  test('an access token that expired is refused, and the refresh token gets another', async () => {
    const { client, person, token, refreshToken } = await aGrant()
    await sql`update tokens set expires_at = now() where user_id = ${person.id}`.execute(at.db)
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf((await refresh(client, refreshToken)).body.access_token)).toBe(200)
  })

  test('a second use ends the whole family, and is in the audit log', async () => {
    const { client, person, token, refreshToken } = await aGrant()
    const next = (await refresh(client, refreshToken)).body
    const again = await refresh(client, refreshToken)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect([await statusOf(token), await statusOf(next.access_token)]).toEqual([401, 401])
    expect((await refresh(client, next.refresh_token)).body.error).toBe('invalid_grant')
    expect((await auditOf(person.id)).at(-1)).toMatchObject({
      action: 'token_reused',
      api_client_id: client.id,
      before: { api_client_id: client.id },
      address: '127.0.0.1',
    })
  })

  test('of concurrent uses at most one succeeds', async () => {
    const { client, refreshToken } = await aGrant()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refresh(client, refreshToken)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('one of another client, an unknown one and an access token are refused', async () => {
    const { client, token, refreshToken } = await aGrant()
    const other = await anApplication()
    for (const answer of [
      await refresh(other, refreshToken),
      await refresh(client, token),
      await refresh(client, `earshot_refresh_${'a'.repeat(86)}`),
    ])
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
    const missing = await refresh(client, '')
    expect([missing.status, missing.body.error]).toEqual([400, 'invalid_request'])
    // None of it was a use.
    expect((await refresh(client, refreshToken)).status).toBe(200)
    expect(await statusOf(refreshToken)).toBe(401)
  })

  test('a refresh can narrow the scopes of the access token, and not widen them', async () => {
    const { client, refreshToken } = await aGrant({}, { scope: 'feedback:write people:read' })
    const wide = await refresh(client, refreshToken, { scope: 'settings:read' })
    expect([wide.status, wide.body.error]).toEqual([400, 'invalid_scope'])
    const narrow = await refresh(client, refreshToken, { scope: 'feedback:read' })
    expect(narrow.body.scope).toBe('feedback:read')
    const full = await refresh(client, narrow.body.refresh_token)
    expect(full.body.scope).toBe('feedback:write people:read')
  })

  test('ends unused after 30 days, in any case after a year, and is swept', async () => {
    const { client, person, refreshToken } = await aGrant()
    const days = async () => {
      const { rows } = await sql<{ days: number }>`
        select round(extract(epoch from expires_at - now()) / 86400)::float8 as days
        from token_grants where user_id = ${person.id}`.execute(at.db)
      return rows.map((row) => row.days)
    }
    expect(await days()).toEqual([30])
    await sql`
      update token_grants set created_at = now() - interval '360 days' where user_id = ${person.id}`.execute(
      at.db,
    )
    const next = (await refresh(client, refreshToken)).body.refresh_token
    expect(await days()).toEqual([5])
    await sql`update token_grants set expires_at = now() where user_id = ${person.id}`.execute(
      at.db,
    )
    expect((await refresh(client, next)).body.error).toBe('invalid_grant')
    await at.db.transaction().execute(deleteEndedSignIns)
    expect(await days()).toEqual([])
    const { rows } = await sql`select from tokens where user_id = ${person.id}`.execute(at.db)
    expect(rows).toEqual([])
  })

  test('a person has at most 100 grants of a client, and a grant ten access tokens', async () => {
    const { client, person, refreshToken } = await aGrant()
    let last = refreshToken
    for (let i = 0; i < 11; i++) last = (await refresh(client, last)).body.refresh_token
    const count = async (of: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from ${sql.table(of)} where user_id = ${person.id}`.execute(at.db)
      return rows[0]?.count
    }
    expect(await count('tokens')).toBe(10)
    await sql`
      insert into token_grants (api_client_id, user_id, grant_type)
      select ${client.id}, ${person.id}, 'command' from generate_series(1, 99)`.execute(at.db)
    await sql`
      insert into token_grants (api_client_id, user_id, grant_type)
      select ${(await anApplication()).id}, ${person.id}, 'command'`.execute(at.db)
    const cookie = await aSession(at, person.id)
    const { verifier, challenge } = pkce()
    const { code = '' } = backWith(await decide(requestOf(client.key, challenge), cookie))
    const exchange = { grant_type: 'authorization_code', client_id: client.key, code }
    await requestToken({ ...exchange, redirect_uri: CALLBACK, code_verifier: verifier })
    expect(await count('token_grants')).toBe(101)
    expect((await refresh(client, last)).body.error).toBe('invalid_grant')
  })

  test.each(['access_token', 'refresh_token'])('revoking the %s ends both', async (name) => {
    const { client, person, body } = await aGrant()
    const other = await at.aClient()
    const revoke = (fields: Record<string, string>) =>
      submit(at, '/api/v2/oauth/revoke', { token: body[name], ...fields })
    await revoke({ client_id: other.key, client_secret: other.secret })
    expect(await statusOf(body.access_token)).toBe(200)
    expect((await revoke({})).status).toBe(200)
    expect(await statusOf(body.access_token)).toBe(401)
    expect((await refresh(client, body.refresh_token)).body.error).toBe('invalid_grant')
    expect((await auditOf(person.id)).at(-1)).toMatchObject({
      action: 'token_revoked',
      before: { api_client_id: client.id },
    })
  })
})

describe('what ends the sessions of a person ends their tokens', () => {
  const cases: [string, (person: { id: number }) => Promise<unknown>][] = [
    [
      'a new password',
      async ({ id }) =>
        submit(
          at,
          '//admin/profile/password',
          { current_password: PASSWORD, password: 'seven purple bicycles' },
          { cookie: await aSession(at, id), origin: BASE_URL },
        ),
    ],
    ['disabling', ({ id }) => at.db.transaction().execute((tx) => setDisabled(tx, {}, id, true))],
    [
      'another role',
      ({ id }) => at.db.transaction().execute((tx) => setRoleOf(tx, {}, id, 'viewer')),
    ],
  ]
  test.each(cases)('%s', async (_, change) => {
    const { client, person, token, refreshToken } = await aGrant()
    const { exchange } = await aCode(client)
    const byCommand = await at.db
      .transaction()
      .execute((tx) => issueToken(tx, client.id, person.id))
    const stranger = await aGrant()
    expect(await statusOf(byCommand.token)).toBe(200)
    await change(person)
    await expect.poll(() => statusOf(token)).toBe(401)
    expect(await statusOf(byCommand.token)).toBe(401)
    expect((await refresh(client, refreshToken)).body.error).toBe('invalid_grant')
    expect(await statusOf(stranger.token)).toBe(200)
    expect((await requestToken(exchange)).status).toBe(200)
  })

  test('a code that was not exchanged yet ends too', async () => {
    const { person, exchange } = await aCode(await anApplication())
    await at.db.transaction().execute((tx) => setRoleOf(tx, {}, person.id, 'viewer'))
    expect((await requestToken(exchange)).body.error).toBe('invalid_grant')
  })
})

test('a second factor that the role requires suspends the tokens of people who have none', async () => {
  const { client, person, token, refreshToken } = await aGrant()
  const ofClient = (await at.aClient()).token
  const require = (isRequired: boolean) =>
    at.db.transaction().execute((tx) => setRequiresSecondFactor(tx, {}, 'contributor', isRequired))
  await require(true)
  await expect.poll(() => statusOf(token)).toBe(403)
  expect((await at.get('/users/current', { token })).body.message).toBe(
    'Your role requires a second factor. Set one up at /admin/profile.',
  )
  const next = (await refresh(client, refreshToken)).body.access_token
  expect([await statusOf(next), await statusOf(ofClient)]).toEqual([403, 200])
  const cookie = await aSession(at, person.id)
  const post = (path: string, fields: Record<string, string>) =>
    submit(at, `//admin/profile${path}`, fields, { cookie, origin: BASE_URL })
  const setup = await post('/second-factor', { current_password: PASSWORD })
  const continuation = /name="continuation" value="([^"]+)"/.exec(setup.text)?.[1] ?? ''
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(setup.text)?.[1]?.replaceAll(' ', '') ?? ''
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  expect((await post('/second-factor/finish', { continuation, code })).status).toBe(200)
  expect([await statusOf(token), await statusOf(next)]).toEqual([200, 200])
  await require(false)
})

test('the metadata describes the endpoints', async () => {
  const { status, body } = await at.get('//.well-known/oauth-authorization-server', { token: null })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    issuer: BASE_URL,
    authorization_endpoint: `${BASE_URL}/api/v2/oauth/authorize`,
    token_endpoint: `${BASE_URL}/api/v2/oauth/token`,
    grant_types_supported: [
      'client_credentials',
      'password',
      'authorization_code',
      'refresh_token',
    ],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
})
