// Getting and revoking tokens, in every way that live clients ask for them.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { revokeClient } from '../src/write/api_clients.ts'
import { type Answer, startTestService, type TestService } from './service.ts'

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
const askToken = ({ key, secret }: { key: string; secret: string }) =>
  send('token', FORM, `grant_type=client_credentials&client_id=${key}&client_secret=${secret}`)
const statusWith = async (token: string) => (await at.get('/users/current', { token })).status

const WAYS: [string, (c: Client) => Promise<Answer>][] = [
  ['a form', (c) => askToken(c)],
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
    'HTTP Basic with the grant type in a form',
    (c) => send('token', { ...FORM, ...basic(c) }, 'grant_type=client_credentials'),
  ],
  [
    'HTTP Basic with the grant type in the query string',
    (c) => send('token?grant_type=client_credentials', basic(c)),
  ],
]

describe('getting a token', () => {
  test.each(WAYS)('%s gives a token that works at once', async (_, ask) => {
    const { status, headers, body } = await ask(client)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(Object.keys(body)).toEqual(['access_token', 'token_type'])
    expect(body.token_type).toBe('bearer')
    expect(body.access_token).toMatch(/^earshot_token_[\w-]{43}$/)
    expect(await statusWith(body.access_token)).toBe(200)
  })

  test('every answer is another token, and they live side by side', async () => {
    const [one, two] = await Promise.all([askToken(client), askToken(client)])
    expect(one.body.access_token).not.toBe(two.body.access_token)
    expect(await statusWith(one.body.access_token)).toBe(200)
    expect(await statusWith(two.body.access_token)).toBe(200)
  })

  test('expires_in is told for a client with a lifetime, and only then', async () => {
    const { body } = await askToken(await at.aClient({ tokenLifetimeSeconds: 3600 }))
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
    })
  })

  test('values are trimmed, as people paste them', async () => {
    const answer = await askToken({ key: `+${client.key}+`, secret: `${client.secret}%0A` })
    expect(answer.status).toBe(200)
  })
})

describe('refusing a token', () => {
  const expectRefusal = ({ status, body, headers }: Answer, expected: number, code: string) => {
    expect(status).toBe(expected)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(body)).toEqual(['message', 'error', 'request_id'])
    expect(body.error).toBe(code)
    expect(body.message).toMatch(/\.$/)
    expect(body.access_token).toBeUndefined()
  }

  test('a secret that differs in one character is not the secret', async () => {
    const end = client.secret.endsWith('A') ? 'B' : 'A'
    const secret = client.secret.slice(0, -1) + end
    const refused = await askToken({ ...client, secret })
    expectRefusal(refused, 401, 'invalid_client')
    expect(refused.headers['www-authenticate']).toBeDefined()
    expectRefusal(
      await askToken({ ...client, secret: client.secret.slice(0, -1) }),
      401,
      'invalid_client',
    )
    expectRefusal(
      await askToken({ ...client, secret: client.secret.toUpperCase() }),
      401,
      'invalid_client',
    )
  })

  test('the secret of another client is not the secret', async () => {
    const other = await at.aClient()
    expectRefusal(await askToken({ ...client, secret: other.secret }), 401, 'invalid_client')
  })

  test.each([
    ['an unknown key', { key: 'earshot_key_nobody' }],
    ['an empty key', { key: '' }],
    ['an empty secret', { secret: '' }],
  ])('%s is refused', async (_, wrong) => {
    expectRefusal(await askToken({ ...client, ...wrong }), 401, 'invalid_client')
  })

  test.each(['not base64 at all ===', Buffer.from('no colon').toString('base64'), ''])(
    'broken Basic credentials %j are refused',
    async (credentials) => {
      const headers = { ...FORM, authorization: `Basic ${credentials}` }
      const refused = await send('token', headers, 'grant_type=client_credentials')
      expectRefusal(refused, 401, 'invalid_client')
    },
  )

  test('a revoked client gets none, and the tokens it had are over', async () => {
    const gone = await at.aClient()
    expect(await statusWith(gone.token)).toBe(200)
    await at.db.transaction().execute((tx) => revokeClient(tx, gone.id))
    expectRefusal(await askToken(gone), 401, 'invalid_client')
    await expect.poll(() => statusWith(gone.token), { timeout: 5000 }).toBe(401)
  })

  test.each(['password', 'authorization_code', 'CLIENT_CREDENTIALS', 'nonsense'])(
    'the grant type %s is not served',
    async (grant) => {
      const form = `grant_type=${grant}&client_id=${client.key}&client_secret=${client.secret}`
      expectRefusal(await send('token', FORM, form), 400, 'unsupported_grant_type')
    },
  )

  test('a request without a grant type is invalid, however empty it is', async () => {
    const form = `client_id=${client.key}&client_secret=${client.secret}`
    expectRefusal(await send('token', FORM, form), 400, 'invalid_request')
    expectRefusal(await send('token', FORM, 'grant_type='), 400, 'invalid_request')
    expectRefusal(await send('token', FORM, ''), 400, 'invalid_request')
    expectRefusal(await send('token'), 400, 'invalid_request')
    const json = { 'content-type': 'application/json' }
    for (const nothing of ['null', '[]', '"text"', '{}', '1'])
      expectRefusal(await send('token', json, nothing), 400, 'invalid_request')
  })

  test.each([
    '{"grant_type":{"toString":1}}',
    '{"grant_type":"client_credentials","client_id":{"toString":null,"valueOf":null}}',
    '{"grant_type":"client_credentials","client_id":[[["a"]]],"client_secret":{}}',
    '{"__proto__":{"grant_type":"client_credentials"}}',
  ])('values that are no text are a mistake of the client: %s', async (json) => {
    const { status, body } = await send('token', { 'content-type': 'application/json' }, json)
    expect([400, 401]).toContain(status)
    expect(Object.keys(body)[0]).toBe('message')
  })

  test('malformed JSON, another content type and GET are refused in the same form', async () => {
    const broken = await send('token', { 'content-type': 'application/json' }, '{"grant_type"')
    expectRefusal(broken, 400, 'malformed')
    const xml = await send('token', { 'content-type': 'text/xml' }, '<a/>')
    expectRefusal(xml, 415, 'unsupported_media_type')
    const got = await at.get('/api/v2/oauth/token', { token: null })
    expectRefusal(got, 405, 'method_not_allowed')
    expect(got.headers.allow).toBe('POST')
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
      'the Authorization header, when the token revokes itself',
      (token) => send('revoke', { authorization: `Bearer ${token}` }),
    ],
  ]

  test.each(REVOCATIONS)('%s ends it at once, and no other', async (_, revoke) => {
    const token = (await askToken(client)).body.access_token
    const kept = (await askToken(client)).body.access_token
    expect(await statusWith(token)).toBe(200)
    const { status, body } = await revoke(token)
    expect(status).toBe(200)
    expect(body).toEqual({})
    expect(await statusWith(token)).toBe(401)
    expect(await statusWith(kept)).toBe(200)
  })

  test('a client that names itself cannot revoke the tokens of another, and does not learn it', async () => {
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

  test('a client that names itself wrongly revokes nothing', async () => {
    const { token } = await at.aClient()
    const wrong = basic({ key: client.key, secret: 'wrong' })
    const { status, body } = await send('revoke', { ...FORM, ...wrong }, `token=${token}`)
    expect(status).toBe(401)
    expect(body.error).toBe('invalid_client')
    expect(await statusWith(token)).toBe(200)
  })

  test('an unknown token is answered as a known one, and so is a second time', async () => {
    const { token } = await at.aClient()
    for (const one of ['nobody-knows-me', token, token]) {
      const { status, body } = await send('revoke', FORM, `token=${one}`)
      expect(status).toBe(200)
      expect(body).toEqual({})
    }
  })

  test('without a token there is nothing to revoke', async () => {
    const { status, body } = await send('revoke', FORM, '')
    expect(status).toBe(400)
    expect(body.error).toBe('invalid_request')
    expect(Object.keys(body)[0]).toBe('message')
  })
})

describe('what is secret', () => {
  let shown: string[]

  beforeAll(async () => {
    const fresh = await at.aClient({ name: 'discreet' })
    const tokens: string[] = []
    for (const [, ask] of WAYS) tokens.push((await ask(fresh)).body.access_token)
    const wrong = `${fresh.secret}x`
    await send(`token?grant_type=client_credentials&client_id=${fresh.key}&client_secret=${wrong}`)
    await send(`token?grant_type=nonsense&client_id=${fresh.key}&client_secret=${fresh.secret}`)
    await at.get(`/suggestions?access_token=${fresh.token}&token=${fresh.token}`)
    await at.get(`/nowhere?token=${fresh.token}`)
    await send(`revoke?token=${tokens.pop()}`)
    shown = [fresh.key, fresh.secret, fresh.token, ...tokens]
  })

  test('is nowhere in the database, neither as text nor as bytes', async () => {
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
        for (const secret of shown) {
          expect(text).not.toContain(secret)
          expect(text).not.toContain(Buffer.from(secret).toString('hex'))
        }
      }
    }
    expect(rowsSeen).toBeGreaterThan(20)
  })

  test('is in no log line, even when it came in the query string', () => {
    expect(log.length).toBeGreaterThan(20)
    const whole = log.join('')
    expect(whole).toContain('"path":"/api/v2/oauth/token"')
    for (const secret of shown) expect(whole).not.toContain(secret)
    expect(whole).not.toMatch(/earshot_(key|secret|token)_/)
    expect(whole).not.toContain(Buffer.from(client.secret).toString('base64').slice(4, 40))
  })
})
