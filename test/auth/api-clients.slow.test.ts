// API clients: scopes, networks, expiry and last use, by command and through the API.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { commandOn } from '../support/command.ts'
import { type Sent, startTestService } from '../support/service.ts'
import { aPerson, aSession, bySession, submit } from '../support/staff.ts'

const at = await startTestService(undefined, { proxies: 1 })
const earshot = commandOn(at.connection)

const command = async (...args: string[]) => {
  const { code, stdout, stderr } = await earshot('clients', ...args, '--json')
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
const requestToken = (
  { key, secret }: { key: string; secret: string },
  more = {},
  headers: Record<string, string> = {},
) =>
  submit(
    at,
    '/api/v2/oauth/token',
    { grant_type: 'client_credentials', client_id: key, client_secret: secret, ...more },
    headers,
  )
const from = (address: string) => ({ 'x-forwarded-for': address })
const statusOf = async (method: string, path: string, sent: Sent) =>
  (await at.call(method, path, sent)).status
const auditOf = async (id: number) =>
  (await at.get(`/audit_entries?sort=id&subject_type=api_clients&subject=${id}`)).body.audit_entries

describe('scopes', () => {
  test.each([
    ['feedback:read', { labels: 200, users: 403, attachments: 403, forums: 403 }, 403],
    ['feedback:write', { labels: 200, users: 403, attachments: 403, forums: 403 }, 201],
    ['people:read', { labels: 403, users: 200, attachments: 403, forums: 403 }, 403],
    ['files:write', { labels: 403, users: 403, attachments: 200, forums: 403 }, 403],
    ['settings:read', { labels: 403, users: 403, attachments: 403, forums: 200 }, 403],
  ])('a client with %s reads %j, and its write of a label gets %i', async (scope, reads, write) => {
    const { token } = await at.aClient({ scopes: [scope] })
    for (const [name, status] of Object.entries(reads))
      expect([name, await statusOf('GET', `/${name}`, { token })]).toEqual([name, status])
    expect(await statusOf('POST', '/labels', { token, body: { name: scope } })).toBe(write)
  })

  test('the error names what is missing', async () => {
    const { token } = await at.aClient({ scopes: ['feedback:read', 'people:read'] })
    const { body } = await at.post('/labels', { name: 'x' }, { token })
    expect(body.message).toBe(
      'The token has the scopes feedback:read people:read. Needed: feedback:write.',
    )
  })

  test('side-loading needs the scope of the side-loaded collection', async () => {
    const { token } = await at.aClient({ scopes: ['feedback:read'] })
    expect(await statusOf('GET', '/suggestions?includes=labels', { token })).toBe(200)
    expect(await statusOf('GET', '/suggestions?includes=users', { token })).toBe(403)
  })

  test('a limited token cannot give itself more', async () => {
    const { token, id } = await at.aClient({ scopes: ['settings:write'] })
    expect(await statusOf('GET', '/api_clients', { token })).toBe(200)
    const writes: [string, string, object][] = [
      ['POST', '/api_clients', { name: 'More' }],
      ['PUT', `/api_clients/${id}`, { scopes: null }],
      ['POST', '/permissions', { email: 'me@evil.test', license_type: 'admin' }],
    ]
    for (const [method, path, body] of writes) {
      const answer = await at.call(method, path, { token, body })
      expect([answer.status, answer.body.message]).toEqual([
        403,
        expect.stringContaining('could give itself more'),
      ])
    }
  })

  test('a token can be narrower than its client, not wider', async () => {
    const client = await at.aClient({ scopes: ['feedback:write', 'people:read'] })
    const narrow = await requestToken(client, { scope: 'feedback:read' })
    expect(narrow.body).toMatchObject({ token_type: 'bearer', scope: 'feedback:read' })
    const token = narrow.body.access_token
    expect(await statusOf('GET', '/labels', { token })).toBe(200)
    expect(await statusOf('GET', '/users', { token })).toBe(403)
    expect(await statusOf('POST', '/labels', { token, body: { name: 'narrow' } })).toBe(403)
    expect((await requestToken(client)).body.scope).toBe('feedback:write people:read')
    for (const scope of ['people:write', 'feedback:read settings:read', 'nonsense', 'feedback']) {
      const { status, body } = await requestToken(client, { scope })
      expect([scope, status, body.error]).toEqual([scope, 400, 'invalid_scope'])
    }
  })

  test('a client with all scopes issues a token without a scope, and a narrow one on request', async () => {
    const client = await at.aClient()
    expect((await requestToken(client)).body).not.toHaveProperty('scope')
    const { body } = await requestToken(client, { scope: 'people:write people:read files:read' })
    expect(body.scope).toBe('people:write files:read')
  })

  test('narrowing a client narrows the tokens that exist', async () => {
    const client = await at.aClient()
    const wide = (await requestToken(client)).body.access_token
    const named = (await requestToken(client, { scope: 'feedback:write' })).body.access_token
    expect(await statusOf('GET', '/users', { token: wide })).toBe(200)
    await command('set', String(client.id), '--scope', 'feedback:read')
    await expect.poll(() => statusOf('GET', '/users', { token: wide })).toBe(403)
    for (const token of [wide, named]) {
      expect(await statusOf('GET', '/labels', { token })).toBe(200)
      expect(await statusOf('POST', '/labels', { token, body: { name: 'wide' } })).toBe(403)
    }
  })
})

describe('networks', () => {
  test.each([
    ['10.1.2.3', 200],
    ['::ffff:10.1.2.3', 200],
    ['10.1.2.3:51000', 200],
    ['2001:db8:1::1', 200],
    ['[2001:db8::1]:443', 200],
    ['11.0.0.1', 403],
    ['2001:db9::1', 403],
    ['unknown', 403],
  ])('of 10.0.0.0/8 and 2001:db8::/32, a request from %s gets %i', async (address, status) => {
    const { token } = await at.aClient({ networks: ['10.0.0.0/8', '2001:db8::/32'] })
    expect(await statusOf('GET', '/labels', { token, headers: from(address) })).toBe(status)
  })

  test('also apply to requests for a token', async () => {
    const client = await at.aClient({ networks: ['10.0.0.0/8'] })
    expect((await requestToken(client, {}, from('10.0.0.1'))).status).toBe(200)
    const { status, body } = await requestToken(client, {}, from('192.0.2.1'))
    expect([status, body.error]).toEqual([400, 'unauthorized_client'])
    // Who does not know the secret does not learn about networks.
    const wrong = await requestToken({ ...client, secret: 'x' }, {}, from('192.0.2.1'))
    expect(wrong.body.error).toBe('invalid_client')
  })
})

describe('expiry', () => {
  test('ends the client and its tokens', async () => {
    const client = await at.aClient({ expiresAt: new Date(Date.now() + 1500) })
    const status = () => statusOf('GET', '/labels', { token: client.token })
    expect(await status()).toBe(200)
    await expect.poll(status).toBe(401)
    expect((await requestToken(client)).body.error).toBe('invalid_client')
  })

  test('shortens the lifetime that a token reports', async () => {
    const client = await at.aClient({
      tokenLifetimeSeconds: 86_400,
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    const { expires_in } = (await requestToken(client)).body
    expect(expires_in).toBeGreaterThan(3500)
    expect(expires_in).toBeLessThanOrEqual(3600)
  })
})

describe('the command', () => {
  test('creates a client with all limits and lists them', async () => {
    const { id, token } = await command(
      'create',
      '--name',
      'Import',
      '--scope',
      'people:write',
      '--scope',
      'feedback:read',
      '--expires',
      '90d',
      '--network',
      '10.0.0.0/8',
      '--network',
      '192.0.2.7',
      '--password-grant',
      '--redirect-uri',
      'https://app.example.test/cb',
    )
    await at.get('/users', { token, headers: from('10.0.0.1') })
    const find = async () =>
      (await command('list')).find((client: { id: number }) => client.id === id)
    await expect.poll(async () => (await find()).last_used_at).not.toBeNull()
    const listed = await find()
    expect(listed).toMatchObject({
      scopes: ['feedback:read', 'people:write'],
      networks: ['10.0.0.0/8', '192.0.2.7/32'],
      allows_password_grant: true,
      redirect_uris: ['https://app.example.test/cb'],
    })
    const days = (Date.parse(listed.expires_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(89.9)
    expect(days).toBeLessThan(90)
    const { stdout } = await earshot('clients', 'list')
    expect(stdout).toMatch(
      /read, write of feedback:read, people:write +10\.0\.0\.0\/8, 192\.0\.2\.7\/32/,
    )
    await command(
      'set',
      String(id),
      '--scope',
      'all',
      '--network',
      'any',
      '--expires',
      'never',
      '--password-grant',
      'off',
      '--redirect-uri',
      'none',
    )
    expect(await find()).toMatchObject({
      scopes: null,
      networks: null,
      expires_at: null,
      allows_password_grant: false,
      redirect_uris: [],
    })
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'client_created',
        after: { name: 'Import', scopes: ['feedback:read', 'people:write'] },
        request_id: 'command',
      },
      {
        action: 'client_changed',
        before: { scopes: ['feedback:read', 'people:write'], allows_password_grant: true },
        after: { scopes: null, networks: null, expires_at: null, redirect_uris: [] },
      },
    ])
  })

  test.each([
    [['--scope', 'everything'], /--scope: unknown value "everything"/],
    [['--scope', 'all', '--scope', 'people:read'], /all cannot be combined/],
    [['--network', '10.0.0.1/8'], /--network: "10\.0\.0\.1\/8" is not a network/],
    [['--network', 'office'], /is not a network/],
    [['--expires', 'soon'], /--expires: "soon" is not a duration/],
    [['--redirect-uri', 'http://app.example.test/'], /--redirect-uri: .* is not allowed/],
    [['--redirect-uri', 'https://app.example.test/#x'], /is not allowed/],
    [['--redirect-uri', 'javascript:alert(1)'], /is not allowed/],
    [['--redirect-uri', 'myapp:/x'], /is not allowed/],
    [[], /Nothing to change/],
  ])('refuses set %j', async (options, message) => {
    const { id } = await at.aClient()
    const { code, stderr } = await earshot('clients', 'set', String(id), ...(options as string[]))
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
  })

  test('neither lists nor changes the clients of people', async () => {
    const person = await aPerson(at, 'owner')
    const cookie = await aSession(at, person.id)
    const { rows } = await sql<{ id: number }>`
      select id from api_clients where person_id = ${person.id}`.execute(at.db)
    const id = String(rows[0]?.id)
    const ids = (await command('list')).map((client: { id: number }) => String(client.id))
    expect(ids).not.toContain(id)
    for (const args of [
      ['set', id, '--limit', '1'],
      ['token', id],
      ['rotate', id],
      ['revoke', id],
    ]) {
      const { code, stderr } = await earshot('clients', ...args)
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`No API client has the id ${id}.`),
      ])
    }
    const owner = bySession(cookie)
    expect(await statusOf('GET', `/api_clients/${id}`, owner)).toBe(404)
    for (const [method, path] of [
      ['PUT', `/api_clients/${id}`],
      ['PUT', `/api_clients/${id}/rotate`],
      ['DELETE', `/api_clients/${id}`],
    ] as const)
      expect(await statusOf(method, path, bySession(cookie, { body: {} }))).toBe(404)
    expect((await at.get('/api_clients?per_page=100', owner)).text).not.toContain('"Sessions"')
  })

  test('issues a token for staff only, and records it', async () => {
    const { id } = await at.aClient()
    const person = await aPerson(at, 'viewer')
    const { token } = await command('token', String(id), '--user', person.email)
    expect((await at.get('/users/current', { token })).body.users[0].id).toBe(person.id)
    const { body } = await at.get(`/audit_entries?action=token_issued&subject=${person.id}`)
    expect(body.audit_entries).toMatchObject([
      { after: { api_client_id: id, grant: 'command', scopes: null }, request_id: 'command' },
    ])
    await at.post('/users/find_or_create', { email: 'end-user@example.com' })
    for (const email of ['end-user@example.com', 'nobody@example.com']) {
      const { code, stderr } = await earshot('clients', 'token', String(id), '--user', email)
      expect(code).toBe(1)
      expect(stderr).toContain(`Nobody with a role has the e-mail address ${email}.`)
    }
  })
})

describe('/api_clients', () => {
  const create = async (body: object, sent: Sent = {}) =>
    (await at.post('/api_clients', { name: 'Console', ...body }, sent)).body.api_clients[0]

  test('creates a client whose key and secret work, and shows them once', async () => {
    const answer = await at.post('/api_clients', {
      name: 'CRM',
      scopes: ['people:write', 'people:read'],
      networks: ['192.0.2.7'],
      expires_at: '2099-01-01T00:00:00Z',
      requests_per_minute: 50,
      retry_after: 'delta',
      token_lifetime_seconds: 3600,
      redirect_uris: ['com.example.app:/cb'],
    })
    expect(answer.status).toBe(201)
    const [client] = answer.body.api_clients
    expect(client).toMatchObject({
      name: 'CRM',
      scopes: ['people:write'],
      networks: ['192.0.2.7/32'],
      is_trusted: true,
      expires_at: '2099-01-01T00:00:00Z',
      requests_per_minute: 50,
      retry_after: 'delta',
      token_lifetime_seconds: 3600,
      redirect_uris: ['com.example.app:/cb'],
      is_read_only: false,
      allows_password_grant: false,
      last_used_at: null,
    })
    expect(client.key.startsWith(client.key_hint)).toBe(true)
    const issued = await requestToken(client, {}, from('192.0.2.7'))
    expect(issued.body).toMatchObject({ expires_in: 3600, scope: 'people:write' })
    const { text } = await at.get(`/api_clients/${client.id}`)
    expect(text).not.toContain(client.key)
    expect(text).not.toContain(client.secret)
    expect(text).not.toContain('hash')
    expect((await at.get(`/api_clients/${client.id}`)).body.api_clients[0]).toMatchObject({
      key: null,
      secret: null,
      name: 'CRM',
    })
    const [entry] = await auditOf(client.id)
    expect(entry).toMatchObject({ action: 'client_created', after: { name: 'CRM' } })
    expect(entry.links.user).toEqual(expect.any(Number))
    expect(JSON.stringify(entry)).not.toContain(client.secret)
  })

  test('changes, rotates and revokes a client at once', async () => {
    const client = await create({})
    const token = (await requestToken(client)).body.access_token
    expect(await statusOf('GET', '/users', { token })).toBe(200)
    const changed = await at.put(`/api_clients/${client.id}`, { name: 'X', scopes: ['files:read'] })
    expect(changed.body.api_clients[0]).toMatchObject({ name: 'X', scopes: ['files:read'] })
    expect(changed.body.api_clients[0].secret).toBeNull()
    expect(await statusOf('GET', '/users', { token })).toBe(403)
    const rotated = await at.put(`/api_clients/${client.id}/rotate`, { overlap_seconds: 0 })
    const { secret, key } = rotated.body.api_clients[0]
    expect([secret === client.secret, key]).toEqual([false, null])
    expect((await requestToken(client)).status).toBe(401)
    expect((await requestToken({ ...client, secret })).status).toBe(200)
    const revoked = await at.delete(`/api_clients/${client.id}`)
    expect(revoked.body.api_clients[0].revoked_at).toEqual(expect.any(String))
    expect(await statusOf('GET', '/attachments', { token })).toBe(401)
    expect((await requestToken({ ...client, secret })).status).toBe(401)
    expect((await auditOf(client.id)).map(({ action }: { action: string }) => action)).toEqual([
      'client_created',
      'client_changed',
      'client_rotated',
      'client_revoked',
    ])
    // Revoked for good.
    expect(await statusOf('PUT', `/api_clients/${client.id}`, { body: { name: 'Y' } })).toBe(409)
    expect(await statusOf('PUT', `/api_clients/${client.id}/rotate`, { body: {} })).toBe(409)
    expect(await statusOf('DELETE', `/api_clients/${client.id}`, {})).toBe(200)
  })

  test.each([
    [{ scopes: ['everything'] }, { scopes: ['in'] }],
    [{ networks: ['10.0.0.1/8'] }, { networks: ['format'] }],
    [{ redirect_uris: ['https://a.test/', 'http://a.test/'] }, { redirect_uris: [null, 'format'] }],
    [{ expires_at: 'soon' }, { expires_at: expect.any(String) }],
    [{ name: '' }, { name: expect.any(String) }],
  ])('refuses %j', async (body, errors) => {
    const { id } = await create({})
    const answer = await at.put(`/api_clients/${id}`, body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject(errors)
  })

  test('is for owners', async () => {
    for (const [role, status] of [
      ['viewer', 403],
      ['admin', 403],
      ['owner', 200],
    ] as const) {
      const { id } = await aPerson(at, role)
      const session = bySession(await aSession(at, id))
      expect(await statusOf('GET', '/api_clients', session)).toBe(status)
    }
  })

  test('a repeated call with the same key runs once, and its secret is stored nowhere', async () => {
    const headers = { 'idempotency-key': 'create-once' }
    const body = { name: 'Once' }
    const first = await at.post('/api_clients', body, { headers })
    expect(first.status).toBe(201)
    const { id, key, secret } = first.body.api_clients[0]
    const again = await at.post('/api_clients', body, { headers })
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining('contained a secret that is shown once'),
    ])
    const rotation = { 'idempotency-key': 'rotate-once' }
    const rotated = await at.put(`/api_clients/${id}/rotate`, {}, { headers: rotation })
    expect((await at.put(`/api_clients/${id}/rotate`, {}, { headers: rotation })).status).toBe(409)
    const { rows } = await sql<{ stored: string }>`
      select (select json_agg(r) from idempotent_responses r)::text || (select json_agg(a) from audit_entries a)::text
        as stored`.execute(at.db)
    for (const text of [key, secret, rotated.body.api_clients[0].secret])
      expect(rows[0]?.stored).not.toContain(text)
    const named = (await at.get('/api_clients?per_page=100')).body.api_clients.filter(
      ({ name }: { name: string }) => name === 'Once',
    )
    expect(named).toHaveLength(1)
    expect((await requestToken({ key, secret: rotated.body.api_clients[0].secret })).status).toBe(
      200,
    )
  })
})

test('revoking a token of a person is recorded', async () => {
  const person = await aPerson(at, 'viewer')
  const { id } = await at.aClient()
  const { token } = await command('token', String(id), '--user', person.email)
  await submit(at, '/api/v2/oauth/revoke', { token })
  expect(await statusOf('GET', '/labels', { token })).toBe(401)
  const { body } = await at.get(`/audit_entries?action=token_revoked&subject=${person.id}`)
  expect(body.audit_entries).toMatchObject([
    { before: { api_client_id: id }, subject_type: 'users', address: expect.any(String) },
  ])
})
