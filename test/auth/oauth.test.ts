// Issuing and revoking tokens, in every encoding that live clients use.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { revokeClient } from '../../src/auth/clients/api-clients.ts'
import { commandOn } from '../support/command.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'

type Client = { id: number; key: string; secret: string; token: string }

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let at: TestService
let client: Client
const log: string[] = []

beforeAll(async () => {
  at = await startTestService(log)
  client = await at.aClient({ name: 'sync' })
})

const send = (path: string, headers: Record<string, string> = {}, body?: string) =>
  at.call('POST', `/api/v2/oauth/${path}`, {
    token: null,
    headers,
    ...(body !== undefined && { body }),
  })
const basic = ({ key, secret }: { key: string; secret: string }) => ({
  authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
})
const requestToken = ({ key, secret }: { key: string; secret: string }) =>
  send('token', FORM, `grant_type=client_credentials&client_id=${key}&client_secret=${secret}`)
const statusWith = async (token: string) => (await at.get('/users/current', { token })).status

const ENCODINGS: [string, (c: Client) => Promise<Answer>][] = [
  ['a form', (c) => requestToken(c)],
  [
    'a form with a charset',
    (c) =>
      send(
        'token',
        { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
        `grant_type=client_credentials&client_id=${c.key}&client_secret=${c.secret}`,
      ),
  ],
  [
    'a form separated by semicolons',
    (c) =>
      send(
        'token',
        FORM,
        `grant_type=client_credentials;client_id=${c.key};client_secret=${c.secret}`,
      ),
  ],
  [
    'a form with a semicolon after the last pair',
    (c) =>
      send(
        'token',
        FORM,
        `grant_type=client_credentials;client_id=${c.key};client_secret=${c.secret};`,
      ),
  ],
  [
    'JSON',
    (c) =>
      send(
        'token',
        { 'content-type': 'application/json' },
        JSON.stringify({
          grant_type: 'client_credentials',
          client_id: c.key,
          client_secret: c.secret,
        }),
      ),
  ],
  [
    'the query string, without a body',
    (c) => send(`token?grant_type=client_credentials&client_id=${c.key}&client_secret=${c.secret}`),
  ],
  [
    'the query string, with the content type of a body that is not sent',
    (c) =>
      send(`token?grant_type=client_credentials&client_id=${c.key}&client_secret=${c.secret}`, {
        'content-type': 'text/json',
      }),
  ],
  [
    'HTTP Basic with the grant type in a form',
    (c) => send('token', { ...FORM, ...basic(c) }, 'grant_type=client_credentials'),
  ],
  [
    'HTTP Basic with the grant type in the query string',
    (c) => send('token?grant_type=client_credentials', basic(c)),
  ],
]

describe('issuing a token', () => {
  test.each(ENCODINGS)('accepts %s, and the token works at once', async (_, request) => {
    const { status, headers, body } = await request(client)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(Object.keys(body)).toEqual(['access_token', 'token_type'])
    expect(body.token_type).toBe('bearer')
    expect(body.access_token).toMatch(/^earshot_token_[\w-]{43}$/)
    expect(await statusWith(body.access_token)).toBe(200)
  })

  test('issues a new token each time, and all of them work', async () => {
    const [one, two] = await Promise.all([requestToken(client), requestToken(client)])
    expect(one.body.access_token).not.toBe(two.body.access_token)
    expect(await statusWith(one.body.access_token)).toBe(200)
    expect(await statusWith(two.body.access_token)).toBe(200)
  })

  test('returns expires_in only for a client with a token lifetime', async () => {
    const { body } = await requestToken(await at.aClient({ tokenLifetimeSeconds: 3600 }))
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
    })
  })

  test('trims pasted values', async () => {
    const answer = await requestToken({ key: `+${client.key}+`, secret: `${client.secret}%0A` })
    expect(answer.status).toBe(200)
  })
})

describe('rejecting a token request', () => {
  const expectRejection = ({ status, body, headers }: Answer, expected: number, code: string) => {
    expect(status).toBe(expected)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(body)).toEqual(['message', 'error', 'request_id'])
    expect(body.error).toBe(code)
    expect(body.message).toMatch(/\.$/)
    expect(body.access_token).toBeUndefined()
  }

  test('rejects a secret that differs in one character', async () => {
    const end = client.secret.endsWith('A') ? 'B' : 'A'
    const secret = client.secret.slice(0, -1) + end
    const rejected = await requestToken({ ...client, secret })
    expectRejection(rejected, 401, 'invalid_client')
    expect(rejected.headers['www-authenticate']).toBeDefined()
    expectRejection(
      await requestToken({ ...client, secret: client.secret.slice(0, -1) }),
      401,
      'invalid_client',
    )
    expectRejection(
      await requestToken({ ...client, secret: client.secret.toUpperCase() }),
      401,
      'invalid_client',
    )
  })

  test('rejects the secret of another client', async () => {
    const other = await at.aClient()
    expectRejection(await requestToken({ ...client, secret: other.secret }), 401, 'invalid_client')
  })

  test.each([
    ['an unknown key', { key: 'earshot_key_nobody' }],
    ['an empty key', { key: '' }],
    ['an empty secret', { secret: '' }],
  ])('rejects %s', async (_, wrong) => {
    expectRejection(await requestToken({ ...client, ...wrong }), 401, 'invalid_client')
  })

  test.each(['not base64 at all ===', Buffer.from('no colon').toString('base64'), ''])(
    'rejects malformed Basic credentials %j',
    async (credentials) => {
      const headers = { ...FORM, authorization: `Basic ${credentials}` }
      const rejected = await send('token', headers, 'grant_type=client_credentials')
      expectRejection(rejected, 401, 'invalid_client')
    },
  )

  test('rejects a revoked client, and its tokens stop working', async () => {
    const revoked = await at.aClient()
    expect(await statusWith(revoked.token)).toBe(200)
    await at.db.transaction().execute((tx) => revokeClient(tx, revoked.id))
    expectRejection(await requestToken(revoked), 401, 'invalid_client')
    await expect.poll(() => statusWith(revoked.token), { timeout: 30_000 }).toBe(401)
  })

  test.each(['implicit', 'CLIENT_CREDENTIALS', 'nonsense', 'toString'])(
    'rejects the grant type %s',
    async (grant) => {
      const form = `grant_type=${grant}&client_id=${client.key}&client_secret=${client.secret}`
      expectRejection(await send('token', FORM, form), 400, 'unsupported_grant_type')
    },
  )

  test('rejects a request without a grant type', async () => {
    const form = `client_id=${client.key}&client_secret=${client.secret}`
    expectRejection(await send('token', FORM, form), 400, 'invalid_request')
    expectRejection(await send('token', FORM, 'grant_type='), 400, 'invalid_request')
    expectRejection(await send('token', FORM, ''), 400, 'invalid_request')
    expectRejection(await send('token'), 400, 'invalid_request')
    const json = { 'content-type': 'application/json' }
    for (const body of ['null', '[]', '"text"', '{}', '1'])
      expectRejection(await send('token', json, body), 400, 'invalid_request')
  })

  test.each([
    '{"grant_type":{"toString":1}}',
    '{"grant_type":"client_credentials","client_id":{"toString":null,"valueOf":null}}',
    '{"grant_type":"client_credentials","client_id":[[["a"]]],"client_secret":{}}',
    '{"__proto__":{"grant_type":"client_credentials"}}',
  ])('rejects values that are not text: %s', async (json) => {
    const { status, body } = await send('token', { 'content-type': 'application/json' }, json)
    expect([400, 401]).toContain(status)
    expect(Object.keys(body)[0]).toBe('message')
  })

  test('rejects malformed JSON, another content type and GET with the same error format', async () => {
    const malformed = await send('token', { 'content-type': 'application/json' }, '{"grant_type"')
    expectRejection(malformed, 400, 'malformed')
    const xml = await send('token', { 'content-type': 'text/xml' }, '<a/>')
    expectRejection(xml, 415, 'unsupported_media_type')
    const read = await at.get('/api/v2/oauth/token', { token: null })
    expectRejection(read, 405, 'method_not_allowed')
    expect(read.headers.allow).toBe('POST')
  })
})

describe('rotating a secret', () => {
  const rotate = async (id: number, ...options: string[]) => {
    const { code, stdout } = await commandOn(at.connection)(
      'clients',
      'rotate',
      String(id),
      '--json',
      ...options,
    )
    expect(code).toBe(0)
    return JSON.parse(stdout)
  }
  const requestStatus = async (credentials: { key: string; secret: string }) =>
    (await requestToken(credentials)).status

  test('keeps the old secret valid until the overlap ends, and keeps tokens', async () => {
    const rotated = await at.aClient()
    const { secret } = await rotate(rotated.id)
    expect(secret).not.toBe(rotated.secret)
    expect(await requestStatus({ ...rotated, secret })).toBe(200)
    expect(await requestStatus(rotated)).toBe(200)
    expect(await statusWith(rotated.token)).toBe(200)
    expect(await requestStatus({ ...rotated, secret: `${secret}x` })).toBe(401)

    await sql`
      update api_clients set previous_secret_expires_at = now() - interval '1 second'
      where id = ${rotated.id}`.execute(at.db)
    expect(await requestStatus(rotated)).toBe(401)
    expect(await requestStatus({ ...rotated, secret })).toBe(200)
    expect(await statusWith(rotated.token)).toBe(200)
  })

  test('twice ends the overlap of the first rotation', async () => {
    const rotated = await at.aClient()
    const first = await rotate(rotated.id)
    const second = await rotate(rotated.id, '--overlap', '1h')
    const statuses = [rotated, { ...rotated, ...first }, { ...rotated, ...second }].map(
      requestStatus,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
  })

  test('with --overlap 0 --revoke-tokens ends the old secret and all tokens', async () => {
    const rotated = await at.aClient()
    const other = await at.aClient()
    expect(await statusWith(rotated.token)).toBe(200)
    const result = await rotate(rotated.id, '--overlap', '0', '--revoke-tokens')
    expect(result).toMatchObject({ previous_secret_expires_at: null, revoked_tokens: 1 })
    expect(await requestStatus(rotated)).toBe(401)
    expect(await requestStatus({ ...rotated, secret: result.secret })).toBe(200)
    await expect.poll(() => statusWith(rotated.token), { timeout: 30_000 }).toBe(401)
    expect(await statusWith(other.token)).toBe(200)
  })

  test('a token that the command issues works at once', async () => {
    const { id } = await at.aClient()
    const { stdout } = await commandOn(at.connection)('clients', 'token', String(id), '--json')
    expect(await statusWith(JSON.parse(stdout).token)).toBe(200)
  })
})

describe('revoking a token', () => {
  const json = { 'content-type': 'application/json' }
  const REVOCATIONS: [string, (token: string) => Promise<Answer>][] = [
    ['a form', (token) => send('revoke', FORM, `token=${token}`)],
    ['a form with a semicolon', (token) => send('revoke', FORM, `token=${token};`)],
    [
      'a form with its client',
      (token) =>
        send(
          'revoke',
          FORM,
          `client_id=${client.key};client_secret=${client.secret};token=${token}`,
        ),
    ],
    ['JSON', (token) => send('revoke', json, JSON.stringify({ token }))],
    ['the query string', (token) => send(`revoke?token=${token}`)],
    [
      'HTTP Basic for its client',
      (token) => send('revoke', { ...FORM, ...basic(client) }, `token=${token}`),
    ],
    [
      'the Authorization header of the token itself',
      (token) => send('revoke', { authorization: `Bearer ${token}` }),
    ],
  ]

  test.each(REVOCATIONS)('accepts %s and revokes only that token, at once', async (_, revoke) => {
    const token = (await requestToken(client)).body.access_token
    const other = (await requestToken(client)).body.access_token
    expect(await statusWith(token)).toBe(200)
    const { status, body } = await revoke(token)
    expect(status).toBe(200)
    expect(body).toEqual({})
    expect(await statusWith(token)).toBe(401)
    expect(await statusWith(other)).toBe(200)
  })

  test('a client cannot revoke a token of another client, and gets the same response', async () => {
    const other = await at.aClient()
    const { status, body } = await send(
      'revoke',
      { ...FORM, ...basic(client) },
      `token=${other.token}`,
    )
    expect(status).toBe(200)
    expect(body).toEqual({})
    expect(await statusWith(other.token)).toBe(200)
  })

  test('a client with a wrong secret revokes nothing', async () => {
    const { token } = await at.aClient()
    const wrong = basic({ key: client.key, secret: 'wrong' })
    const { status, body } = await send('revoke', { ...FORM, ...wrong }, `token=${token}`)
    expect(status).toBe(401)
    expect(body.error).toBe('invalid_client')
    expect(await statusWith(token)).toBe(200)
  })

  test('responds to an unknown or already revoked token as to a valid one', async () => {
    const { token } = await at.aClient()
    for (const one of ['nobody-knows-me', token, token]) {
      const { status, body } = await send('revoke', FORM, `token=${one}`)
      expect(status).toBe(200)
      expect(body).toEqual({})
    }
  })

  test('rejects a request without a token', async () => {
    const { status, body } = await send('revoke', FORM, '')
    expect(status).toBe(400)
    expect(body.error).toBe('invalid_request')
    expect(Object.keys(body)[0]).toBe('message')
  })
})

describe('secrets', () => {
  let secrets: string[]

  beforeAll(async () => {
    const fresh = await at.aClient({ name: 'secret' })
    const tokens: string[] = []
    for (const [, request] of ENCODINGS) tokens.push((await request(fresh)).body.access_token)
    const wrong = `${fresh.secret}x`
    await send(`token?grant_type=client_credentials&client_id=${fresh.key}&client_secret=${wrong}`)
    await send(`token?grant_type=nonsense&client_id=${fresh.key}&client_secret=${fresh.secret}`)
    await at.get(`/suggestions?access_token=${fresh.token}&token=${fresh.token}`)
    await at.get(`/nowhere?token=${fresh.token}`)
    await send(`revoke?token=${tokens.pop()}`)
    secrets = [fresh.key, fresh.secret, fresh.token, ...tokens]
  })

  test('are nowhere in the database, neither as text nor as bytes', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(at.db)
    expect(tables.length).toBeGreaterThan(15)
    let rowsSeen = 0
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`
        select ${sql.ref(name)}::text as text from ${sql.table(name)}`.execute(at.db)
      rowsSeen += rows.length
      for (const { text } of rows) {
        for (const secret of secrets) {
          expect(text).not.toContain(secret)
          expect(text).not.toContain(Buffer.from(secret).toString('hex'))
        }
      }
    }
    expect(rowsSeen).toBeGreaterThan(20)
  })

  test('are in no log line, even when they were in the query string', () => {
    expect(log.length).toBeGreaterThan(20)
    const whole = log.join('')
    expect(whole).toContain('"path":"/api/v2/oauth/token"')
    for (const secret of secrets) expect(whole).not.toContain(secret)
    expect(whole).not.toMatch(/earshot_(key|secret|token)_/)
    expect(whole).not.toContain(Buffer.from(client.secret).toString('base64').slice(4, 40))
  })
})
