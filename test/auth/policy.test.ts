// Who may call which operation: every operation as every kind of caller, against docs/permissions.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueToken } from '../../src/auth/clients/api-clients.ts'
import { includesRole, ROLES, type Role } from '../../src/auth/roles.ts'
import { allOperations } from '../../src/http/app.ts'
import { operationPath } from '../../src/http/operation-declaration.ts'
import { allResources } from '../../src/resources/index.ts'
import { type Sent, startTestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

const at = await startTestService()

type Line = {
  method: string
  path: string
  scope: string
  access: string
  also: string | undefined
  role: Role
  own: string
}

const page = readFileSync(join(import.meta.dirname, '../../docs/permissions.md'), 'utf8')
const lines: Line[] = [
  ...page.matchAll(
    /^\| (GET|POST|PUT|DELETE) (\S+) \| (\w+):(\w+)(?: (\w+):read)? \| (\w+) \| ([^|]*) \|$/gm,
  ),
].map(([, method = '', path = '', scope = '', access = '', also, role = '', own = '']) => ({
  method,
  path,
  scope,
  access,
  also,
  own: own.trim(),
  role: role as Role,
}))

test('the page has every operation once', () => {
  const served = allOperations().map(
    (operation) => `${operation.method} ${operationPath(operation).replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(lines.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [...new Set(served)].sort(),
  )
})

// What the product promises, apart from the page.
describe('the roles', () => {
  const allowed = (role: Role) =>
    lines.filter((line) => line.access === 'write' && includesRole(role, line.role))
  const names = (some: Line[]) =>
    [
      ...new Set(some.map(({ method, path }) => `${method} ${path.replace('/api/v2/admin', '')}`)),
    ].sort()

  test('viewers write nothing but their own views, language and notifications, and say what they have open', () => {
    expect(names(allowed('viewer'))).toEqual([
      'POST /views',
      'PUT /notification_settings',
      'PUT /presence',
      'PUT /sessions/current',
    ])
  })

  test('contributors add, and change nothing of others', () => {
    expect(names(allowed('contributor'))).toEqual([
      'POST /attachments',
      'POST /comments',
      'POST /feedback',
      'POST /feedback_records',
      'POST /importance_scores',
      'POST /internal_flags',
      'POST /notes',
      'POST /requests',
      'POST /suggestions',
      'POST /suggestions/{id}/subscribe',
      'POST /suggestions/{id}/unsubscribe',
      'POST /supporters',
      'POST /users/find_or_create',
      'POST /views',
      'PUT /notification_settings',
      'PUT /presence',
      'PUT /sessions/current',
    ])
  })

  test('only owners manage people, clients and the audit log', () => {
    const owners = lines.filter(({ role }) => role === 'owner')
    const collections = new Set(owners.map(({ path }) => path.split('/')[4]))
    for (const name of ['permissions', 'audit_entries']) expect(collections).toContain(name)
    for (const { path, role } of lines)
      if (/\/(audit_entries|api_clients|invitations)(\/|$)/.test(path))
        expect(role, path).toBe('owner')
  })
})

const callers: Record<string, () => Promise<Sent>> = {
  none: async () => ({ token: null }),
  'expired token': async () => {
    const { id, token } = await at.aClient()
    await sql`update tokens set expires_at = now() where api_client_id = ${id}`.execute(at.db)
    return { token }
  },
  'expired session': async () => {
    const { id } = await aPerson(at, 'owner')
    const cookie = await aSession(at, id)
    await sql`update sessions set expires_at = now() where user_id = ${id}`.execute(at.db)
    return bySession(cookie)
  },
  'person without a role': async () => {
    const { id } = await aPerson(at, 'viewer')
    const client = await at.aClient()
    const { token } = await at.db.transaction().execute((tx) => issueToken(tx, client.id, id))
    await sql`delete from permissions where user_id = ${id}`.execute(at.db)
    return { token }
  },
  ...Object.fromEntries(
    ROLES.map((role) => [
      role,
      async () => bySession(await aSession(at, (await aPerson(at, role)).id)),
    ]),
  ),
}

/** Records that do not exist: who may call it gets another status than 401 and 403. */
const request = ({ method, path }: Line, sent: Sent) =>
  at.call(method, path.replace(/\{\w+\}/g, '999999999'), {
    ...sent,
    ...(method !== 'GET' && { body: {} }),
  })

/** A list of which people get their own records is open to them. */
const neededOf = ({ method, path, role, own }: Line): Role =>
  method === 'GET' && own !== '' && !path.includes('{') ? (own as Role) : role

describe.each(Object.keys(callers))('%s', (name) => {
  let sent: Sent
  beforeAll(async () => {
    sent = await (callers[name] as () => Promise<Sent>)()
  })

  test('gets the documented status from every operation', async () => {
    const wrong: string[] = []
    for (const line of lines) {
      const { status } = await request(line, sent)
      const expected =
        name === 'none' || name.startsWith('expired')
          ? status === 401
          : name === 'person without a role' || !includesRole(name as Role, neededOf(line))
            ? status === 403
            : status !== 401 && status !== 403 && status < 500
      if (!expected) wrong.push(`${line.method} ${line.path}: ${status}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('a client with scopes', () => {
  const withScopes = async (scopes: string[]) => {
    const client = await at.aClient()
    await sql`update api_clients set scopes = ${scopes} where id = ${client.id}`.execute(at.db)
    return { token: client.token }
  }
  const everything = ['feedback', 'people', 'files', 'settings'].flatMap((scope) => [
    `${scope}:read`,
    `${scope}:write`,
  ])

  test.each(everything)(
    'without %s gets 403 from what needs it, and nothing else',
    async (scope) => {
      const [name] = scope.split(':')
      const isRead = scope.endsWith(':read')
      // Writing includes reading.
      const sent = await withScopes(
        everything.filter((one) => one !== scope && !(isRead && one === `${name}:write`)),
      )
      const wrong: string[] = []
      for (const line of lines) {
        // A limited token must not be able to give itself more.
        const isOwners = line.role === 'owner' && line.access === 'write'
        const isNeeded =
          isOwners ||
          (line.scope === name && (isRead || line.access === 'write')) ||
          (line.also === name && isRead)
        const { status } = await request(line, sent)
        if ((status === 403) !== isNeeded) wrong.push(`${line.method} ${line.path}: ${status}`)
      }
      expect(wrong).toEqual([])
    },
  )

  test('cannot side-load what it cannot read', async () => {
    const sent = await withScopes(['feedback:read'])
    expect((await at.get('/suggestions?includes=statuses', sent)).status).toBe(403)
    expect((await at.get('/suggestions?includes=users', sent)).body.message).toContain(
      'people:read',
    )
    expect((await at.get('/suggestions?includes=labels', sent)).status).toBe(200)
  })
})

describe('own records', () => {
  test.each([
    ['notes', { body: 'Changed' }],
    ['comments', { body: 'Changed' }],
    ['suggestions', { title: 'Changed' }],
  ])('a contributor changes their own %s, not those of others', async (collection, change) => {
    const [one, other] = [await aPerson(at, 'contributor'), await aPerson(at, 'contributor')]
    const [own, others] = [await aSession(at, one.id), await aSession(at, other.id)]
    const forum = (await at.get('/forums')).body.forums[0].id
    const suggestion = (await at.made('/suggestions', { title: 'Base', links: { forum } })).id
    const body =
      collection === 'suggestions'
        ? { title: 'Mine', links: { forum } }
        : { body: 'Mine', links: { suggestion } }
    const made = await at.post(`/${collection}`, body, bySession(own))
    expect(made.status, made.text).toBe(201)
    const path = `/${collection}/${made.body[collection][0].id}`
    expect((await at.put(path, change, bySession(others))).status).toBe(403)
    expect((await at.put(path, change, bySession(own))).status).toBe(200)
  })

  test('a contributor cannot moderate their own suggestion', async () => {
    const { id } = await aPerson(at, 'contributor')
    const own = bySession(await aSession(at, id))
    const forum = (await at.get('/forums')).body.forums[0].id
    const made = await at.post('/suggestions', { title: 'Mine', links: { forum } }, own)
    const path = `/suggestions/${made.body.suggestions[0].id}`
    const label = (await at.made('/labels', { name: 'Theirs' })).id
    expect((await at.put(path, { links: { labels: [label] } }, own)).body.message).toContain(
      'links.labels',
    )
    expect((await at.put(`${path}?links.labels=${label}`, { title: 'Mine' }, own)).status).toBe(403)
    expect((await at.put(`${path}/approve`, {}, own)).status).toBe(403)
  })

  test('a viewer has views of their own', async () => {
    const [one, other] = [await aPerson(at, 'viewer'), await aPerson(at, 'viewer')]
    const made = await at.post(
      '/views',
      { name: 'Mine', kind: 'suggestions' },
      bySession(await aSession(at, one.id)),
    )
    expect(made.status, made.text).toBe(201)
    const path = `/views/${made.body.views[0].id}`
    expect(
      (await at.put(path, { name: 'Taken' }, bySession(await aSession(at, other.id)))).status,
    ).toBe(403)
    expect(
      (await at.put(path, { name: 'Renamed' }, bySession(await aSession(at, one.id)))).status,
    ).toBe(200)
  })
})

test('every collection that can be side-loaded has a policy', () => {
  const names = new Set(lines.map(({ path }) => path.split('/')[4]))
  for (const { name } of allResources) expect(names).toContain(name)
})

test('a role in a body changes nothing', async () => {
  const { id } = await aPerson(at, 'contributor')
  const own = bySession(await aSession(at, id))
  const made = await at.post(
    '/users/find_or_create',
    {
      email: 'mass@staff.test',
      is_admin: true,
      is_owner: true,
      role: 'owner',
      permissions: { settings: 'manage' },
    },
    own,
  )
  expect(made.body.users[0]).toMatchObject({ is_admin: false, is_owner: false, permissions: null })
})
