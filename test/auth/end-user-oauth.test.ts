// Applications that people of the portal allow to act as them.
import { describe, expect, test } from 'vitest'
import type { NewClient } from '../../src/auth/clients/api-clients.ts'
import { allowApplication, aPortal, pkce, REDIRECT } from '../support/end-users.ts'
import { BASE_URL, startTestService } from '../support/service.ts'
import { aPerson, aSession, submit } from '../support/staff.ts'

const at = await startTestService()
const portal = await aPortal(at)

const anApplication = (more: Partial<NewClient> = {}) =>
  at.aClient({ audience: 'end_users', isPublic: true, redirectUris: [REDIRECT], ...more })
const requestToken = (fields: Record<string, string>) => submit(at, '/api/v2/oauth/token', fields)

const asked = (key: string, challenge: string | null = pkce().challenge) => ({
  response_type: 'code',
  client_id: key,
  redirect_uri: REDIRECT,
  state: 'xyz',
  ...(challenge !== null && { code_challenge: challenge, code_challenge_method: 'S256' }),
})
const openPage = (fields: Record<string, string>, cookie?: string, path = 'authorize') =>
  at.get(`//api/v2/oauth/${path}?${new URLSearchParams(fields)}`, {
    token: null,
    ...(cookie !== undefined && { headers: { cookie, 'sec-fetch-site': 'cross-site' } }),
  })
const decide = (fields: Record<string, string>, cookie: string, decision = 'allow') =>
  submit(at, '/api/v2/oauth/authorize', { ...fields, decision }, { cookie, origin: BASE_URL })
const parametersOf = (location = '') => new URL(location).searchParams

describe('the page', () => {
  test.each(['authorize', 'auth'])('/%s asks a person of the portal', async (path) => {
    const { key } = await anApplication({ name: 'Feedback app' })
    const stranger = await openPage(asked(key), undefined, path)
    expect(stranger.status).toBe(303)
    const to = new URL(stranger.headers.location ?? '', BASE_URL)
    expect(to.pathname).toBe('/sign-in')
    expect(to.searchParams.get('return_to')).toContain('/api/v2/oauth/authorize?response_type=code')
    const claims = portal.somebody()
    const page = await openPage(asked(key), await portal.signIn(claims), path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Feedback app')
    expect(page.text).toContain(claims.email)
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test('does not take a session of the team for one of the portal, nor the other way', async () => {
    const admin = await aPerson(at, 'admin')
    const staff = await aSession(at, admin.id)
    const { key } = await anApplication()
    expect((await openPage(asked(key), staff)).headers.location).toMatch(/^\/sign-in\?/)
    expect((await decide(asked(key), staff)).headers.location).toMatch(/^\/sign-in\?/)
    const forTeam = await at.aClient({ redirectUris: [REDIRECT], isPublic: true })
    const visitor = await portal.signIn()
    expect((await decide(asked(forTeam.key), visitor)).headers.location).toMatch(
      /^\/admin\/sign-in/,
    )
  })

  test('returns only to a registered address, and needs PKCE of a public client', async () => {
    const { key } = await anApplication()
    const cookie = await portal.signIn()
    const elsewhere = { ...asked(key), redirect_uri: `${REDIRECT}/more` }
    expect((await openPage(elsewhere, cookie)).status).toBe(400)
    const refused = await openPage(asked(key, null), cookie)
    expect(parametersOf(refused.headers.location).get('error')).toBe('invalid_request')
    const plain = await openPage({ ...asked(key), code_challenge_method: 'plain' }, cookie)
    expect(parametersOf(plain.headers.location).get('error')).toBe('invalid_request')
    const denied = await decide(asked(key), cookie, 'deny')
    expect(parametersOf(denied.headers.location).get('error')).toBe('access_denied')
    const crossSite = await submit(
      at,
      '/api/v2/oauth/authorize',
      { ...asked(key), decision: 'allow' },
      { cookie, origin: 'https://evil.example' },
    )
    expect(crossSite.status).toBe(403)
  })
})

describe('a token', () => {
  test('acts as the person here, and opens nothing of the Admin API', async () => {
    const claims = portal.somebody()
    const { key } = await anApplication()
    const token = await allowApplication(at, await portal.signIn(claims), key)
    expect(token.expires_in).toBe(3600)
    const { body } = await portal.get('/me', token.access_token)
    expect(body.email_address).toBe(claims.email)
    for (const path of ['/users/current', '/suggestions', '/api/v2/comments'])
      expect((await at.get(path, { token: token.access_token })).status).toBe(401)
    expect(
      (await at.get(`/suggestions?oauth_token=${token.access_token}`, { token: null })).status,
    ).toBe(401)
  })

  test('of a member of the team carries no role', async () => {
    const admin = await aPerson(at, 'owner')
    const cookie = await portal.signIn(portal.somebody({ email: admin.email, trusted: true }))
    const { key } = await anApplication()
    const { access_token } = await allowApplication(at, cookie, key)
    expect((await portal.get('/me', access_token)).body.id).toBe(admin.id)
    expect((await at.get('/users/current', { token: access_token })).status).toBe(401)
    const hidden = await at.made('/forums', {
      name: `Team ${Date.now()}`,
      access: { see: { tier: 'staff' } },
    })
    expect((await portal.get(`/forums/${hidden.id}`, access_token)).status).toBe(404)
  })

  test('is refreshed once, and a second use ends all', async () => {
    const { key } = await anApplication()
    const first = await allowApplication(at, await portal.signIn(), key)
    const refresh = (refresh_token: string) =>
      requestToken({ grant_type: 'refresh_token', client_id: key, refresh_token })
    const second = await refresh(first.refresh_token)
    expect(second.status, second.text).toBe(200)
    expect(second.body.scope).toBeUndefined()
    expect((await portal.get('/me', second.body.access_token)).status).toBe(200)
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant')
    expect((await portal.get('/me', second.body.access_token)).status).toBe(401)
    expect((await refresh(second.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('ends when the person or the application says so', async () => {
    const cookie = await portal.signIn()
    const bySession = { headers: { cookie, origin: BASE_URL } }
    const { key } = await anApplication({ name: 'Ends' })
    const token = await allowApplication(at, cookie, key)
    const { body } = await portal.call('GET', '/me/applications', bySession)
    expect(body).toMatchObject([{ name: 'Ends' }])
    const other = portal.sign(portal.somebody())
    expect((await portal.delete(`/me/applications/${body[0].id}`, other)).status).toBe(404)
    expect((await portal.get('/me', token.access_token)).status).toBe(200)
    expect((await portal.call('DELETE', `/me/applications/${body[0].id}`, bySession)).status).toBe(
      200,
    )
    expect((await portal.get('/me', token.access_token)).status).toBe(401)
    const again = await allowApplication(at, cookie, key)
    await submit(at, '/api/v2/oauth/revoke', { token: again.refresh_token, client_id: key })
    expect((await portal.get('/me', again.access_token)).status).toBe(401)
  })
})

describe('a code', () => {
  const codeFor = async (fields: Record<string, string>, cookie: string) =>
    parametersOf((await decide(fields, cookie)).headers.location).get('code') ?? ''
  const exchange = (key: string, code: string, more: Record<string, string>) =>
    requestToken({
      grant_type: 'authorization_code',
      client_id: key,
      code,
      redirect_uri: REDIRECT,
      ...more,
    })

  test('works once, with its verifier', async () => {
    const { key } = await anApplication()
    const cookie = await portal.signIn()
    const { verifier, challenge } = pkce()
    const code = await codeFor(asked(key, challenge), cookie)
    const first = await exchange(key, code, { code_verifier: verifier })
    expect(first.status).toBe(200)
    expect((await exchange(key, code, { code_verifier: verifier })).body.error).toBe(
      'invalid_grant',
    )
    expect((await portal.get('/me', first.body.access_token)).status).toBe(401)
    const stolen = await codeFor(asked(key, challenge), cookie)
    expect((await exchange(key, stolen, { code_verifier: pkce().verifier })).status).toBe(400)
    expect((await exchange(key, stolen, {})).body.error).toBe('invalid_request')
  })

  test('without PKCE needs the secret of the client, and no verifier', async () => {
    const { key, secret } = await anApplication({ isPublic: false })
    const cookie = await portal.signIn()
    const { response_type, client_id, redirect_uri } = asked(key)
    const plain = { response_type, client_id, redirect_uri }
    const right = await exchange(key, await codeFor(plain, cookie), { client_secret: secret })
    expect(right.status, right.text).toBe(200)
    const none = await exchange(key, await codeFor(plain, cookie), {})
    expect(none.body.error).toBe('invalid_client')
    const downgraded = await exchange(key, await codeFor(plain, cookie), {
      client_secret: secret,
      code_verifier: pkce().verifier,
    })
    expect(downgraded.body.error).toBe('invalid_grant')
    const { challenge } = pkce()
    const withPkce = await exchange(key, await codeFor(asked(key, challenge), cookie), {
      client_secret: secret,
    })
    expect(withPkce.body.error).toBe('invalid_grant')
  })
})

test('an application of end users gets no token of its own, and none by password', async () => {
  const { key, secret } = await anApplication({ isPublic: false, allowsPasswordGrant: true })
  for (const grant_type of ['client_credentials', 'password']) {
    const { status, body } = await requestToken({
      grant_type,
      client_id: key,
      client_secret: secret,
      username: 'a@b.test',
      password: 'x',
    })
    expect([status, body.error]).toEqual([400, 'unauthorized_client'])
  }
})

test('owners create such applications', async () => {
  const created = await at.made('/api_clients', {
    name: 'App',
    audience: 'end_users',
    is_public: true,
    redirect_uris: [REDIRECT],
  })
  expect(created).toMatchObject({ audience: 'end_users', is_public: true, secret: null })
  expect((await at.made('/api_clients', { name: 'Sync' })).audience).toBe('admin')
})
