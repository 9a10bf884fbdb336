// Who may act on whom: every operation that changes people or writes in their name, by every kind of caller, on people of
// every role.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { requirementOf } from '../../src/auth/policy.ts'
import type { Role } from '../../src/auth/roles.ts'
import { keepOwnerAfterImport, setRole } from '../../src/auth/staff/staff.ts'
import { allOperations } from '../../src/http/app.ts'
import { importNextBatch } from '../../src/imports/queue.ts'
import { allResources } from '../../src/resources/index.ts'
import { commandOn } from '../support/command.ts'
import { type Answer, type Sent, startTestService } from '../support/service.ts'
import { aSession, bySession } from '../support/staff.ts'

const at = await startTestService()

type Target = { id: number; email: string }
type Kind = 'customer' | Role

let people = 0

/** Without a password, which takes long to hash. */
async function aPerson(kind: Kind): Promise<Target> {
  people += 1
  const email = `${kind}-${people}@acting.test`
  if (kind === 'customer') {
    const { body } = await at.post('/users/find_or_create', { email, name: 'Their name' })
    return { id: body.users[0].id, email }
  }
  const named = { email, name: 'Their name', role: kind }
  const { id } = await at.db.transaction().execute((tx) => setRole(tx, {}, named))
  return { id, email }
}

const sessionOf = async ({ id }: Target): Promise<Sent> => bySession(await aSession(at, id))

const CALLERS = ['viewer', 'contributor', 'admin', 'owner', 'token with scopes', 'client'] as const
type CallerName = (typeof CALLERS)[number]
const KINDS = ['customer', 'viewer', 'contributor', 'admin', 'owner'] as const
type TargetName = Kind | 'oneself'

/** What the product promises, apart from the code: on whom each caller acts. Viewers and contributors change nobody. */
const ACTS_ON: Record<CallerName, TargetName[]> = {
  viewer: [],
  contributor: [],
  admin: ['customer', 'viewer', 'contributor', 'oneself'],
  owner: ['customer', 'viewer', 'contributor', 'admin', 'owner', 'oneself'],
  'token with scopes': ['customer'],
  client: ['customer', 'viewer', 'contributor', 'admin', 'owner'],
}

/** In whose name each caller writes, where their role may write at all. */
const WRITES_AS: Record<CallerName, TargetName[]> = {
  viewer: [],
  contributor: ['customer', 'oneself'],
  admin: ['customer', 'oneself'],
  owner: ['customer', 'viewer', 'contributor', 'admin', 'owner', 'oneself'],
  'token with scopes': ['customer', 'oneself'],
  client: ['customer', 'viewer', 'contributor', 'admin', 'owner', 'oneself'],
}

type Request = { path: string; body?: object }

/** The requests of each operation that names a person, in every way in which it can name them. */
const requests: Record<string, (target: Target) => Promise<Request[]> | Request[]> = {
  'PUT /users/:id/export': ({ id }) => [{ path: `/users/${id}/export`, body: {} }],
  'PUT /users/:id/block': ({ id }) => [{ path: `/users/${id}/block`, body: {} }],
  'PUT /users/:id/unblock': ({ id }) => [{ path: `/users/${id}/unblock`, body: {} }],
  'PUT /users/:id/mail_again': ({ id }) => [{ path: `/users/${id}/mail_again`, body: {} }],
  'DELETE /users/:id': ({ id }) => [{ path: `/users/${id}` }],
  'PUT /users/:id': ({ id }) => [{ path: `/users/${id}`, body: { name: 'Renamed' } }],
  'POST /users/merge': async ({ id }) => [
    {
      path: '/users/merge',
      body: { links: { from_user: (await aPerson('customer')).id, to_user: id } },
    },
  ],
  'POST /suggestions': ({ id, email }) => [
    { path: '/suggestions', body: { title: 'Mine', user_email: email, links: { forum } } },
    { path: '/suggestions', body: { title: 'Mine', links: { forum, created_by: id } } },
  ],
  'POST /suggestions/import': ({ id, email }) => [
    { path: '/suggestions/import', body: { title: 'Old', user_email: email, links: { forum } } },
    { path: '/suggestions/import', body: { title: 'Old', links: { forum, user: id } } },
    {
      path: '/suggestions/import',
      body: {
        title: 'Old',
        links: { forum },
        status_update_body: 'Done',
        status_update_created_by_email: email,
      },
    },
  ],
  'POST /comments': ({ id, email }) => [
    { path: '/comments', body: { body: 'I', user_email: email, links: { suggestion } } },
    { path: '/comments', body: { body: 'I', links: { suggestion, created_by: id } } },
  ],
  'POST /notes': ({ id }) => [
    { path: '/notes', body: { body: 'I', links: { suggestion, created_by: id } } },
  ],
  'POST /internal_flags': ({ id }) => [
    { path: '/internal_flags', body: { reason: 'I', links: { suggestion, user: id } } },
  ],
  'POST /status_updates': ({ email }) => [
    {
      path: '/status_updates',
      body: { body: 'Soon', created_by_email: email, links: { suggestion } },
    },
  ],
  'POST /nps_ratings': ({ id }) => [
    { path: '/nps_ratings', body: { rating: 9, links: { user: id } } },
  ],
  'POST /supporters': (target) => ofPerson('/supporters', target),
  'POST /importance_scores': (target) => ofPerson('/importance_scores', target, { response }),
  ...Object.fromEntries(
    ['feedback_records', 'requests', 'feedback'].flatMap((name) => [
      [
        `POST /${name}`,
        (target: Target) => [
          ...ofPerson(`/${name}`, target).map(({ path, body }) => ({
            path,
            body: { ...body, body: 'I want it' },
          })),
          {
            path: `/${name}`,
            body: {
              body: 'They want it',
              user_email: 'customer@acting.test',
              links: { suggestion, captured_by_user: target.id },
            },
          },
        ],
      ],
      [
        `PUT /${name}/:id`,
        ({ id }: Target) => [{ path: `/${name}/${record}`, body: { links: { user: id } } }],
      ],
    ]),
  ),
}

function ofPerson(path: string, { id, email }: Target, more: object = {}): Request[] {
  const links = { suggestion, ...more }
  return [
    { path, body: { links: { ...links, user: id } } },
    { path, body: { user_email: email.toUpperCase(), links } },
    { path, body: { email, links } },
    { path, body: { user: { email }, links } },
  ]
}

/** Of those that write in somebody's name. Contributors change feedback that they entered; the record here is another's. */
const ADMINS_ONLY = [
  'POST /suggestions/import',
  'POST /status_updates',
  'POST /nps_ratings',
  'PUT /feedback_records/:id',
  'PUT /requests/:id',
  'PUT /feedback/:id',
]

let forum: number
let suggestion: number
let response: number
let record: number
let scoped: Sent

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
// What only owners may do is asked below.
const declared = allOperations().filter(
  (operation) => operation.deed !== undefined && requirementOf(operation).role !== 'owner',
)

beforeAll(async () => {
  forum = (await at.get('/forums')).body.forums[0].id
  suggestion = (await at.made('/suggestions', { title: 'Base', links: { forum } })).id
  response = (await at.get('/importance_responses')).body.importance_responses[0].id
  record = (await at.made('/feedback_records', { body: 'Base', links: { suggestion } })).id
  const client = await at.aClient()
  const scopes = ['feedback:write', 'people:write', 'files:write', 'settings:write']
  await sql`update api_clients set scopes = ${scopes} where id = ${client.id}`.execute(at.db)
  scoped = { token: client.token }
})

async function callerOf(name: CallerName): Promise<{ sent: Sent; self: Target | undefined }> {
  if (name === 'client' || name === 'token with scopes') {
    const { id, email_address: email } = await at.shown('/users/current')
    return { sent: name === 'client' ? {} : scoped, self: { id, email } }
  }
  const self = await aPerson(name)
  return { sent: await sessionOf(self), self }
}

describe('the declarations', () => {
  test('have a request here for each operation that names people', () => {
    expect(Object.keys(requests).sort()).toEqual(declared.map(nameOf).sort())
  })

  // Members of a body that name a person.
  const NAMES =
    /(^|_)email(_address)?$|^user$|^user_id$|^users$|created_by|captured_by|^identities$/

  /** Operations that name people without acting on them or writing in their name. */
  const HARMLESS: Record<string, string> = {
    'POST /users/find_or_create': 'changes nobody who exists',
    'POST /views': 'private to the caller, see below',
    'POST /forum_invitations': 'invites an address',
    'POST /messages': 'a reply address',
    'POST /supporter_messages': 'a reply address',
    'POST /external_users/import':
      'adds what another application knows; the user stays as they are',
    'POST /external_users/batch': 'adds what another application knows; the user stays as they are',
    'POST /bulk_identify': 'adds what another application knows; the user stays as they are',
    'POST /teams/assign': 'a team gives no rights',
    'POST /teams/unassign': 'a team gives no rights',
    'PUT /suggestions/:id/assign_owner': 'a responsibility',
  }

  const membersOf = (schema: unknown): string[] => {
    const {
      properties = {},
      anyOf = [],
      items,
    } = (schema ?? {}) as {
      properties?: object
      anyOf?: unknown[]
      items?: unknown
    }
    return [
      ...Object.entries(properties).flatMap(([name, member]) => [name, ...membersOf(member)]),
      ...anyOf.flatMap(membersOf),
      ...(items ? membersOf(items) : []),
    ]
  }

  test('are complete: a write that names a person says what it does to them', () => {
    const undeclared = allOperations()
      .filter((operation) => operation.method !== 'GET' && operation.deed === undefined)
      // What only owners may do, owners may do to everybody.
      .filter((operation) => requirementOf(operation).role !== 'owner')
      .filter(
        ({ path, body }) =>
          /^\/users\//.test(path) || membersOf(body).some((member) => NAMES.test(member)),
      )
      .map(nameOf)
    expect(undeclared.sort()).toEqual(Object.keys(HARMLESS).sort())
  })

  test('of private collections: nothing links to them, so they are not side-loaded', () => {
    const linked = allResources.flatMap(({ links }) =>
      Object.values(links ?? {}).map(({ type }) => type),
    )
    for (const { name, isPrivate } of allResources)
      if (isPrivate) expect(linked).not.toContain(name)
  })

  test('of new records: what a contributor may not change they may not set', () => {
    const operations = allOperations()
    for (const post of operations.filter(({ method }) => method === 'POST')) {
      const put = operations.find(
        ({ method, path }) => method === 'PUT' && path === `${post.path}/:id`,
      )
      const changeable = put && requirementOf(put).own?.members
      if (!put || !changeable) continue
      const { creates } = requirementOf(post)
      expect(creates, post.path).toBeDefined()
      const { properties } = post.body as unknown as {
        properties: { links: { required?: string[] } }
      }
      const needed = (properties.links.required ?? []).map((link) => `links.${link}`)
      const memberNames = (body: unknown) => {
        const { links, ...others } = (
          body as { properties: Record<string, { properties: object }> }
        ).properties
        return [
          ...Object.keys(others),
          ...Object.keys(links?.properties ?? {}).map((l) => `links.${l}`),
        ]
      }
      const inBoth = memberNames(put.body).filter((name) => memberNames(post.body).includes(name))
      for (const name of inBoth)
        if (!needed.includes(name))
          expect([name, creates?.members.includes(name)]).toEqual([name, changeable.includes(name)])
    }
  })
})

/** What is wrong, or undefined. A refusal names the role that is needed. */
function judge({ status, body, text }: Answer, isAllowed: boolean): string | undefined {
  if (isAllowed) return [200, 201].includes(status) ? undefined : `${status} ${text.slice(0, 200)}`
  if (status !== 403) return `${status}, not refused`
  return /Needed: (contributor|admin|owner)/.test(body.message) ? undefined : body.message
}

/** Nobody may change them: a request that is refused needs no person of its own. */
const untouched = new Map<Kind, Promise<Target>>()
const anUntouched = (kind: Kind): Promise<Target> => {
  const target = untouched.get(kind) ?? aPerson(kind)
  untouched.set(kind, target)
  return target
}

describe.each(CALLERS)('%s', (caller) => {
  test('acts on the people on whom they may', async () => {
    const wrong: string[] = []
    const somebody = await callerOf(caller)
    for (const operation of declared.filter(({ deed }) => deed === 'acts on'))
      for (const kind of [...KINDS, 'oneself'] as const) {
        // The client is the account's owner, who is needed below.
        if (kind === 'oneself' && caller === 'client') continue
        const isAllowed = ACTS_ON[caller].includes(kind)
        // Who acts on themselves can lose the session.
        const { sent, self } = kind === 'oneself' && isAllowed ? await callerOf(caller) : somebody
        const target =
          kind === 'oneself'
            ? (self as Target)
            : await (isAllowed ? aPerson(kind) : anUntouched(kind))
        for (const { path, body } of (await requests[nameOf(operation)]?.(target)) ?? []) {
          const answer = await at.call(operation.method, path, { ...sent, ...(body && { body }) })
          const problem = judge(answer, isAllowed)
          if (problem) wrong.push(`${nameOf(operation)} on ${kind}: ${problem}`)
        }
      }
    expect(wrong).toEqual([])
  })

  test('writes in the name of those for whom they may', async () => {
    const wrong: string[] = []
    const { sent, self } = await callerOf(caller)
    for (const kind of [...KINDS, 'oneself'] as const) {
      const target = kind === 'oneself' ? (self as Target) : await aPerson(kind)
      for (const operation of declared.filter(({ deed }) => deed === 'writes as')) {
        const name = nameOf(operation)
        const mayCall = caller !== 'contributor' || !ADMINS_ONLY.includes(name)
        for (const { path, body } of (await requests[name]?.(target)) ?? []) {
          const answer = await at.call(operation.method, path, { ...sent, body })
          const problem = judge(answer, mayCall && WRITES_AS[caller].includes(kind))
          if (problem) wrong.push(`${name} as ${kind} ${JSON.stringify(body)}: ${problem}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('changes roles, permissions and sessions only as an owner', async () => {
    const wrong: string[] = []
    const isOwner = caller === 'owner' || caller === 'client'
    for (const kind of KINDS.slice(1)) {
      const { sent } = await callerOf(caller)
      const { id, email } = await aPerson(kind)
      await aSession(at, id)
      const { permissions } = (await at.get(`/permissions?user=${id}`)).body
      const [session] = (await at.get(`/sessions?user=${id}`)).body.sessions
      const asked: [string, string, object?][] = [
        ['DELETE', `/sessions/${session.id}`],
        ['PUT', `/staff/${id}`, { is_disabled: true }],
        ['PUT', `/staff/${id}`, { is_disabled: false, role: 'viewer' }],
        ['POST', `/staff/${id}/sign_in_link`, {}],
        ['DELETE', `/staff/${id}/second_factor`, {}],
        ['POST', '/invitations', { email, role: 'owner' }],
        ['PUT', `/permissions/${permissions[0].id}`, { feedback: 'manage' }],
        ['PUT', `/permissions/${permissions[0].id}/resend`, {}],
        ['DELETE', `/permissions/${permissions[0].id}`],
        ['POST', '/permissions', { email, license_type: 'admin' }],
      ]
      for (const [method, path, body] of asked) {
        const { status, text } = await at.call(method, path, { ...sent, ...(body && { body }) })
        const isRight = isOwner ? status === 200 || status === 201 : status === 403
        if (!isRight) wrong.push(`${method} ${path} on ${kind}: ${status} ${text.slice(0, 120)}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('the last owner', () => {
  let owner: Target
  beforeAll(async () => {
    const { id, email_address: email } = await at.shown('/users/current')
    owner = { id, email }
    await sql`
      update permissions set disabled_at = now() where role = 'owner' and user_id <> ${id}`.execute(
      at.db,
    )
  })

  test.each(['client', 'session', 'blocked others'] as const)('stays, by %s', async (by) => {
    if (by === 'blocked others')
      await sql`
        with enabled as (
          update permissions set disabled_at = null where role = 'owner' returning user_id)
        update users set allowed_state = 'blocked' from enabled where users.id = user_id and users.id <> ${owner.id}`.execute(
        at.db,
      )
    const sent = by === 'client' ? {} : await sessionOf(owner)
    const [permission] = (await at.get(`/permissions?user=${owner.id}`)).body.permissions
    const asked: [string, string, object?][] = [
      ['PUT', `/users/${owner.id}/block`, {}],
      ['DELETE', `/users/${owner.id}`],
      ['PUT', `/staff/${owner.id}`, { is_disabled: true }],
      ['PUT', `/staff/${owner.id}`, { role: 'admin' }],
      ['PUT', `/permissions/${permission.id}`, { settings: 'manage' }],
      ['DELETE', `/permissions/${permission.id}`],
    ]
    for (const [method, path, body] of asked) {
      const answer = await at.call(method, path, { ...sent, ...(body && { body }) })
      expect(answer.status, `${method} ${path} ${answer.text}`).toBe(409)
      expect(answer.body.message).toContain('must keep an owner')
    }
    expect((await at.put(`/users/${owner.id}/export`, {}, sent)).status).toBe(200)
    expect(await at.shown(`/users/${owner.id}`)).toMatchObject({
      allowed_state: 'allowed',
      is_owner: true,
    })
  })

  test('stays, on the command line and in imports', async () => {
    const earshot = commandOn(at.connection)
    for (const args of [
      ['people', 'disable', owner.email],
      ['people', 'role', owner.email, 'admin'],
    ]) {
      const { code, stderr } = await earshot(...args)
      expect([code, stderr]).toEqual([1, expect.stringContaining('must keep an owner')])
    }
    const queued = await at.made('/imports', {
      csv: `email_address,allowed_state\n${owner.email},blocked\n`,
    })
    await at.db
      .transaction()
      .execute((tx) => importNextBatch(tx, queued.id, 0, keepOwnerAfterImport))
    expect(await at.shown(`/imports/${queued.id}`)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('must keep an owner'),
    })
    expect(await at.shown(`/users/${owner.id}`)).toMatchObject({ allowed_state: 'allowed' })
  })

  test('is replaced by another owner when there is one', async () => {
    const other = await aPerson('owner')
    expect((await at.put(`/users/${owner.id}/block`, {})).status).toBe(200)
    expect((await at.shown('/users/current')).id).toBe(other.id)
    expect((await at.put(`/users/${owner.id}/unblock`, {})).status).toBe(200)
    expect((await at.delete(`/users/${other.id}`)).status).toBe(200)
    expect((await at.shown('/users/current')).id).toBe(owner.id)
  })
})

test('finding a person by address changes nothing of staff', async () => {
  const owner = await aPerson('owner')
  const contributor = await sessionOf(await aPerson('contributor'))
  const body = { email: owner.email, name: 'Renamed' }
  const found = await at.post('/users/find_or_create', body, contributor)
  expect(found.body.users[0]).toMatchObject({ id: owner.id, name: 'Their name' })
  const admin = await sessionOf(await aPerson('admin'))
  const users = [{ external_id: 'x1', email: owner.email, name: 'Renamed' }]
  expect((await at.post('/external_users/import', { users }, admin)).status).toBe(200)
  expect(await at.shown(`/users/${owner.id}`)).toMatchObject({ name: 'Their name' })
})

describe('imports of files', () => {
  test('do not change staff above the importer', async () => {
    const [owner, viewer, customer] = [
      await aPerson('owner'),
      await aPerson('viewer'),
      await aPerson('customer'),
    ]
    const admin = await sessionOf(await aPerson('admin'))
    const file = (...targets: Target[]) =>
      ['email_address,name', ...targets.map(({ email }) => `${email},Renamed`), ''].join('\n')
    const refused = await at.post('/imports', { csv: file(customer, viewer, owner) }, admin)
    expect(refused.status).toBe(422)
    expect(refused.body.errors.csv).toEqual([
      {
        row: '4',
        column: 'email_address',
        problem: expect.stringMatching(/^not allowed: .*role owner.*Needed: owner/),
      },
    ])
    const preview = await at.post('/imports/preview', { csv: file(owner) }, admin)
    expect(preview.body.import_preview).toMatchObject({ valid_rows: 0, can_skip_invalid: true })
    const unchanged = `email_address,name\n${owner.email},Their name\n`
    expect((await at.post('/imports', { csv: unchanged }, admin)).status).toBe(201)
    expect((await at.post('/imports', { csv: file(customer, viewer) }, admin)).status).toBe(201)
    expect((await at.post('/imports', { csv: file(owner) })).status).toBe(201)
    expect((await at.post('/imports', { csv: file(owner) }, scoped)).status).toBe(422)
  })

  test('of suggestions do not write in the name of other staff', async () => {
    const [other, self] = [await aPerson('viewer'), await aPerson('admin')]
    const admin = await sessionOf(self)
    const file = ({ email }: Target) => ({
      type: 'suggestions',
      csv: `title,user_email\nOld idea,${email}\n`,
    })
    const refused = await at.post('/imports', file(other), admin)
    expect(refused.body.errors.csv[0].problem).toMatch(/not allowed: .*Needed: owner/)
    expect((await at.post('/imports', file(self), admin)).status).toBe(201)
    expect((await at.post('/imports', file(other))).status).toBe(201)
  })

  test('are not undone by those who could not make them', async () => {
    const owner = await aPerson('owner')
    const csv = `email_address,name\n${owner.email},Renamed\n`
    const { id } = await at.made('/imports', { csv })
    await at.db.transaction().execute((tx) => importNextBatch(tx, id, 0))
    expect(await at.shown(`/users/${owner.id}`)).toMatchObject({ name: 'Renamed' })
    const admin = await sessionOf(await aPerson('admin'))
    const refused = await at.put(`/imports/${id}/undo`, {}, admin)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining('Needed: owner'),
    ])
    expect((await at.put(`/imports/${id}/undo`, {})).status).toBe(200)
  })
})

describe('an export', () => {
  const collections = async (target: Target, sent: Sent) => {
    const { status, body } = await at.put(`/users/${target.id}/export`, {}, sent)
    return status === 200 ? Object.keys(body) : status
  }

  test('has what the caller may read', async () => {
    const admin = await aPerson('admin')
    const viewer = await aPerson('viewer')
    const [byAdmin, byViewer] = [await sessionOf(admin), await sessionOf(viewer)]
    const view = { name: 'Mine', kind: 'suggestions' }
    expect((await at.post('/views', view, byViewer)).status).toBe(201)
    expect((await at.post('/views', view, byAdmin)).status).toBe(201)
    await at.made('/comments', { body: 'I', user_email: viewer.email, links: { suggestion } })
    const byOwner = await sessionOf(await aPerson('owner'))

    // Sessions belong to owners and the person, private views to the person.
    const ofViewer = await collections(viewer, byAdmin)
    expect(ofViewer).toEqual(expect.arrayContaining(['users', 'permissions', 'comments']))
    expect(ofViewer).not.toEqual(expect.arrayContaining(['sessions']))
    expect(ofViewer).not.toEqual(expect.arrayContaining(['views']))
    expect(await collections(admin, byAdmin)).toEqual(
      expect.arrayContaining(['users', 'permissions', 'sessions', 'views']),
    )
    const ofAdmin = await collections(admin, byOwner)
    expect(ofAdmin).toEqual(expect.arrayContaining(['users', 'permissions', 'sessions']))
    expect(ofAdmin).not.toEqual(expect.arrayContaining(['views']))
  })

  test('by a token has what its scopes allow', async () => {
    const customer = await aPerson('customer')
    await at.made('/comments', { body: 'I', user_email: customer.email, links: { suggestion } })
    await at.made('/nps_ratings', { rating: 9, links: { user: customer.id } })
    const client = await at.aClient()
    await sql`update api_clients set scopes = '{people:write}' where id = ${client.id}`.execute(
      at.db,
    )
    const found = await collections(customer, { token: client.token })
    expect(found).toEqual(expect.arrayContaining(['users', 'nps_ratings']))
    expect(found).not.toEqual(expect.arrayContaining(['comments']))
  })
})

describe('private views', () => {
  const view = { name: 'Mine', kind: 'suggestions' }

  test('are seen and changed by their person only', async () => {
    const viewer = await aPerson('viewer')
    const own = await sessionOf(viewer)
    const { body } = await at.post('/views', view, own)
    const { id } = body.views[0]
    const names = ({ body: { views } }: Answer) => views.map((one: { id: number }) => one.id)
    for (const role of ['viewer', 'contributor', 'admin', 'owner'] as const) {
      const other = await sessionOf(await aPerson(role))
      for (const query of [
        '',
        `?user=${viewer.id}`,
        '?kind=suggestions',
        '?sort=name&per_page=100',
      ])
        expect(names(await at.get(`/views${query}`, other)), `${role} ${query}`).not.toContain(id)
      const { body: list } = await at.get(`/views?user=${viewer.id}`, other)
      expect(list.pagination.total_records).toBe(list.views.length)
      expect((await at.get('/views?format=csv', other)).text).not.toContain(`\r\n${id},`)
      expect((await at.get(`/views/${id}`, other)).status).toBe(404)
      const isAdmin = role === 'admin' || role === 'owner'
      for (const [method, path] of [
        ['PUT', ''],
        ['PUT', '/share'],
        ['DELETE', ''],
      ] as const) {
        const sent = { ...other, body: {} }
        const { status } = await at.call(method, `/views/${id}${path}`, sent)
        expect(status, `${role} ${method} ${path}`).toBe(isAdmin ? 404 : 403)
      }
    }
    expect(names(await at.get('/views', own))).toContain(id)
    expect((await at.get('/views?format=csv', own)).text).toContain('Mine')
    expect((await at.put(`/views/${id}`, { name: 'Renamed' }, own)).status).toBe(200)
    // A client without scopes serves the whole account, as on the wire.
    expect(names(await at.get(`/views?user=${viewer.id}`))).toContain(id)
  })

  test('are not made for others', async () => {
    const target = await aPerson('viewer')
    for (const role of ['viewer', 'contributor', 'admin', 'owner'] as const) {
      const person = await aPerson(role)
      const sent = await sessionOf(person)
      const forOther = await at.post('/views', { ...view, links: { user: target.id } }, sent)
      expect(forOther.status, role).toBe(403)
      const forSelf = await at.post('/views', { ...view, links: { user: person.id } }, sent)
      expect(forSelf.status, role).toBe(201)
    }
    const { status } = await at.post('/views', { ...view, links: { user: target.id } }, scoped)
    expect(status).toBe(403)
    const made = await at.made('/views', { ...view, links: { user: target.id } })
    const own = await sessionOf(target)
    expect((await at.put(`/views/${made.id}`, { name: 'Theirs' }, own)).status).toBe(200)
  })

  test('leave without a trace for others', async () => {
    const contributor = await sessionOf(await aPerson('contributor'))
    const [hidden, shared] = await Promise.all(
      [1, 2].map(async () => (await at.post('/views', view, contributor)).body.views[0].id),
    )
    expect((await at.put(`/views/${shared}/share`, {}, contributor)).status).toBe(200)
    for (const id of [hidden, shared])
      expect((await at.delete(`/views/${id}`, contributor)).status).toBe(200)
    const { deletions } = (await at.get('/deletions?collection=views&per_page=100')).body
    const deleted = deletions.map((one: { record_id: number }) => one.record_id)
    expect(deleted).toContain(shared)
    expect(deleted).not.toContain(hidden)
  })
})

describe('a new record of a contributor', () => {
  let own: Sent
  beforeAll(async () => {
    own = await sessionOf(await aPerson('contributor'))
  })

  test.each([
    ['status', { links: { status: 1 } }],
    ['labels', { links: { labels: [1] } }],
    ['created_at', { created_at: '2020-01-01T00:00:00Z' }],
    ['custom_fields', { custom_fields: { size: 'XL' } }],
    ['cf_size', { cf_size: 'XL' }],
  ])('cannot have the %s of a suggestion', async (member, more) => {
    const links = { forum, ...(more as { links?: object }).links }
    const body = { title: 'Mine', ...more, links }
    const { status, body: answer } = await at.post('/suggestions', body, own)
    expect([status, answer.message]).toEqual([403, expect.stringContaining(member)])
    const admin = await sessionOf(await aPerson('admin'))
    expect((await at.post('/suggestions', body, admin)).status).not.toBe(403)
  })

  test('cannot be older than it is', async () => {
    const created_at = '2020-01-01T00:00:00Z'
    for (const [path, body] of [
      ['/comments', { body: 'I' }],
      ['/notes', { body: 'I' }],
      ['/feedback_records', { body: 'I', user_email: 'customer@acting.test' }],
      ['/supporters', { user_email: 'customer@acting.test' }],
    ] as const) {
      const sent = { ...body, links: { suggestion } }
      expect((await at.post(path, { ...sent, created_at }, own)).status, path).toBe(403)
      expect([200, 201], path).toContain((await at.post(path, sent, own)).status)
    }
  })

  test('for a customer says who captured it', async () => {
    const contributor = await aPerson('contributor')
    const sent = await sessionOf(contributor)
    const customer = await aPerson('customer')
    const body = { title: 'Theirs', user_email: customer.email, links: { forum } }
    const made = await at.post('/suggestions', body, sent)
    expect(made.body.suggestions[0].links).toMatchObject({
      created_by: customer.id,
      captured_by: contributor.id,
    })
    const { id } = made.body.suggestions[0]
    const links = { suggestion: id }
    await at.post('/comments', { body: 'I', user_email: customer.email, links }, sent)
    const entries = (await at.get(`/suggestion_activity_entries?suggestion=${id}`)).body
    for (const entry of entries.suggestion_activity_entries)
      expect(entry.links.created_by).toBe(contributor.id)
    const mine = await at.post('/suggestions', { title: 'Mine', links: { forum } }, sent)
    expect(mine.body.suggestions[0].links).toMatchObject({
      created_by: contributor.id,
      captured_by: null,
    })
  })
})
