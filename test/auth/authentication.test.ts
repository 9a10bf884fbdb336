// Authentication and authorization. A revocation takes effect at once, also when another process revokes.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  announceTokenChange,
  issueToken,
  revokeClient,
  revokeToken,
  updateClient,
} from '../../src/auth/clients/api-clients.ts'
import { hashCredential } from '../../src/auth/credentials.ts'
import { openDatabase } from '../../src/db/db.ts'
import { PATIENT } from '../support/patience.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { aPerson } from '../support/staff.ts'

let at: TestService

beforeAll(async () => {
  at = await startTestService()
})

const withHeader = (authorization: string) =>
  at.get('/users/current', { token: null, headers: { authorization } })
const statusWith = async (token: string) => (await at.get('/users/current', { token })).status

describe('a token', () => {
  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['only the scheme', 'Bearer'],
    ['an unknown token', 'Bearer earshot_token_abc'],
    ['another scheme', 'Basic YTpi'],
    ['two tokens', 'Bearer one two'],
    ['characters from anywhere', 'Bearer \u00ff\u00fe%00'],
    ['a very long one', `Bearer ${'x'.repeat(8000)}`],
  ])('%s is 401, with a WWW-Authenticate header', async (_, authorization) => {
    const { status, headers, body } = await at.get('/suggestions', {
      token: null,
      ...(authorization !== undefined && { headers: { authorization } }),
    })
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toMatch(/^Bearer realm="/)
    expect(Object.keys(body)).toEqual(['message', 'error', 'request_id'])
    expect(body.error).toBe('unauthorized')
    expect(body.message).toMatch(/token/)
  })

  test.each(['Bearer  ', 'bearer ', 'BEARER ', '  Bearer \t '])(
    'is accepted after %j',
    async (beginning) => {
      expect((await withHeader(`${beginning}${at.token}`)).status).toBe(200)
      expect((await withHeader(`${beginning}${at.token}  `)).status).toBe(200)
    },
  )

  test('is rejected when one character is missing or changed', async () => {
    expect(await statusWith(at.token.slice(0, -1))).toBe(401)
    expect(await statusWith(`${at.token}A`)).toBe(401)
    expect(await statusWith(at.token.toUpperCase())).toBe(401)
  })

  test('is not read from the query string or the body', async () => {
    const inQuery = await at.get(`/users/current?access_token=${at.token}&token=${at.token}`, {
      token: null,
    })
    expect(inQuery.status).toBe(401)
    const sent = await at.post('/labels', { name: 'x', access_token: at.token }, { token: null })
    expect(sent.status).toBe(401)
  })

  test('in the query string is accepted from a client that allows it, and only for calls of the API', async () => {
    const { id, token } = await at.aClient({ allowsQueryToken: true })
    const read = (path: string) => at.get(path, { token: null })
    expect((await read(`/users/current?oauth_token=${token}`)).status).toBe(200)
    const strict = { prefer: 'handling=strict' }
    const list = await at.get(`/labels?oauth_token=${token}&per_page=1`, {
      token: null,
      headers: strict,
    })
    expect(list.status).toBe(200)
    const made = await at.post(
      `/labels?oauth_token=${token}`,
      { name: 'By query' },
      { token: null },
    )
    expect(made.status).toBe(201)
    await at.db.transaction().execute((tx) => updateClient(tx, id, { allowsQueryToken: false }))
    await expect
      .poll(async () => (await read(`/users/current?oauth_token=${token}`)).status)
      .toBe(401)
    expect((await read(`/users/current?oauth_token=${token}`)).body.message).toContain(
      'Send the header Authorization',
    )
    // The header wins.
    expect((await at.get('/users/current?oauth_token=other', { token })).status).toBe(200)
  })

  test('of a person acts as the person', async () => {
    const person = await aPerson(at, 'viewer')
    const { id } = await at.aClient()
    const { token } = await at.db.transaction().execute((tx) => issueToken(tx, id, person.id))
    const { body } = await at.get('/users/current', { token })
    expect(body.users[0].id).toBe(person.id)
    expect((await at.post('/labels', { name: 'Not theirs' }, { token })).status).toBe(403)
  })

  test('belongs to the owner of the account', async () => {
    const { status, body } = await at.get('/users/current')
    expect(status).toBe(200)
    expect(body.users).toHaveLength(1)
    expect(body.users[0]).toMatchObject({ is_owner: true, is_admin: true })
    expect(body.pagination).toBeUndefined()
  })

  test('with a lifetime works until it expires, cached or not', async () => {
    const { token } = await at.aClient({ tokenLifetimeSeconds: 1 })
    expect(await statusWith(token)).toBe(200)
    expect(await statusWith(token)).toBe(200)
    await sleep(1100)
    expect(await statusWith(token)).toBe(401)
    const { token: unused } = await at.aClient({ tokenLifetimeSeconds: 60 })
    await sql`update tokens set expires_at = now() - interval '1 second'
      where expires_at > now()`.execute(at.db)
    expect(await statusWith(unused)).toBe(401)
  })
})

describe('a client', () => {
  test('that is not trusted cannot use the Admin API, not even to read', async () => {
    const { token } = await at.aClient({ isTrusted: false })
    for (const [method, path] of [
      ['GET', '/suggestions'],
      ['GET', '/users/current'],
      ['GET', '/suggestions/1'],
      ['POST', '/labels'],
      ['PUT', '/suggestions/1'],
    ] as const) {
      const { status, body, headers } = await at.call(method, path, { token })
      expect(status).toBe(403)
      expect(body.error).toBe('forbidden')
      expect(body.message).toContain('trusted')
      expect(headers['www-authenticate']).toBeUndefined()
    }
  })

  test('that is read-only can read but not write', async () => {
    const { token } = await at.aClient({ isReadOnly: true })
    expect((await at.get('/suggestions', { token })).status).toBe(200)
    expect((await at.call('HEAD', '/suggestions', { token })).status).toBe(200)
    const before = (await at.get('/labels')).body.pagination.total_records
    for (const [method, path] of [
      ['POST', '/labels'],
      ['POST', '/suggestions'],
      ['PUT', '/suggestions/1'],
      ['PUT', '/forums/1'],
    ] as const) {
      const { status, body } = await at.call(method, path, { token, body: { name: 'x' } })
      expect(status).toBe(403)
      expect(body).toMatchObject({ error: 'forbidden', message: expect.stringContaining('read') })
    }
    expect((await at.get('/labels')).body.pagination.total_records).toBe(before)
  })

  test.each([
    ['read-only', 403],
    ['unknown', 401],
  ])('that is %s is rejected before its body arrives', async (kind, status) => {
    await at.service.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {})
    const { port } = at.service.app.server.address() as AddressInfo
    const token = kind === 'unknown' ? 'nobody' : (await at.aClient({ isReadOnly: true })).token
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /api/v2/admin/labels HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"name":',
    )
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(String(answer)).toContain(`HTTP/1.1 ${status} `)
  })
})

// Less than the minute for which an unknown token stays in the cache.
const SOON_MS = 30_000

// Another process has its own connections; its changes arrive only through the database.
describe('another process', () => {
  const inAnotherProcess = async (act: (db: TestService['db']) => Promise<unknown>) => {
    const other = openDatabase(at.connection, () => {}, { timeouts: PATIENT })
    try {
      await act(other.db)
    } finally {
      await other.close()
    }
  }
  const cutListener = async () => {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`.execute(at.db)
    return rows.length
  }
  const aCachedToken = async () => {
    const client = await at.aClient()
    for (let i = 0; i < 3; i++) expect(await statusWith(client.token)).toBe(200)
    return client
  }

  test('revokes a token with immediate effect', async () => {
    const { token } = await aCachedToken()
    await inAnotherProcess((db) => db.transaction().execute((tx) => revokeToken(tx, token)))
    await expect.poll(() => statusWith(token), { timeout: SOON_MS, interval: 10 }).toBe(401)
    expect(await statusWith(at.token)).toBe(200)
  })

  test('revokes a client and all its tokens with immediate effect', async () => {
    const { id, token } = await aCachedToken()
    const second = await at.db.transaction().execute((tx) => issueToken(tx, id))
    expect(await statusWith(second.token)).toBe(200)
    await inAnotherProcess((db) => db.transaction().execute((tx) => revokeClient(tx, id)))
    await expect.poll(() => statusWith(token), { timeout: SOON_MS, interval: 10 }).toBe(401)
    expect(await statusWith(second.token)).toBe(401)
  })

  test('revokes a token with effect even while notifications are down', async () => {
    const { token } = await aCachedToken()
    expect(await cutListener()).toBe(1)
    await inAnotherProcess((db) => db.transaction().execute((tx) => revokeToken(tx, token)))
    await expect.poll(() => statusWith(token), { timeout: SOON_MS, interval: 10 }).toBe(401)
  })

  test('revokes a token with effect just before the notification connection is lost; the next revocation is notified again', async () => {
    const first = await aCachedToken()
    const second = await aCachedToken()
    // When both happen in one transaction, the notification is lost with the connection.
    const client = new pg.Client(at.connection)
    await client.connect()
    await client.query(`begin;
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`)
    await client.query(
      'update tokens set revoked_at = now() where api_client_id = $1 and revoked_at is null',
      [first.id],
    )
    await client.query('commit')
    await client.end()
    await expect.poll(() => statusWith(first.token), { timeout: SOON_MS, interval: 10 }).toBe(401)

    const heard = async () =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and query ilike 'listen %'`.execute(at.db)
      ).rows.length
    await expect.poll(heard, { timeout: SOON_MS }).toBe(1)
    for (let i = 0; i < 3; i++) expect(await statusWith(second.token)).toBe(200)
    await inAnotherProcess((db) => db.transaction().execute((tx) => revokeToken(tx, second.token)))
    await expect.poll(() => statusWith(second.token), { timeout: SOON_MS, interval: 10 }).toBe(401)
  })

  test('restores a token with immediate effect, also after it was rejected', async () => {
    const { token } = await aCachedToken()
    await inAnotherProcess((db) => db.transaction().execute((tx) => revokeToken(tx, token)))
    await expect.poll(() => statusWith(token), { timeout: SOON_MS, interval: 10 }).toBe(401)
    for (let i = 0; i < 3; i++) expect(await statusWith(token)).toBe(401)
    await inAnotherProcess((db) =>
      db.transaction().execute(async (tx) => {
        await sql`update tokens set revoked_at = null where hash = ${hashCredential(token)}`.execute(
          tx,
        )
        await announceTokenChange(tx)
      }),
    )
    await expect.poll(() => statusWith(token), { timeout: SOON_MS, interval: 10 }).toBe(200)
  })

  test('issues a token with immediate effect', async () => {
    const { id } = await at.aClient()
    let issued = ''
    await inAnotherProcess(async (db) => {
      issued = (await db.transaction().execute((tx) => issueToken(tx, id))).token
    })
    expect(await statusWith(issued)).toBe(200)
  })
})
