// Every operation of the API of end users, asked by every kind of caller in forums of every kind.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EndUserOperation } from '../../src/http/end-users/declaration.ts'
import { endUserOperations } from '../../src/http/end-users/operations.ts'
import { allowApplication, aPortal, type Portal, REDIRECT } from '../support/end-users.ts'
import { BASE_URL, type Sent, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession } from '../support/staff.ts'

const TIERS = ['everyone', 'signed_in', 'chosen', 'staff'] as const
type Tier = (typeof TIERS)[number]
const CALLERS = ['stranger', 'session', 'sso', 'application', 'invited', 'staff'] as const
type Caller = (typeof CALLERS)[number]

/** The independent answer: who sees a forum of this kind. */
const sees = (caller: Caller, tier: Tier): boolean => {
  if (tier === 'everyone' || caller === 'staff') return true
  if (tier === 'signed_in') return caller !== 'stranger'
  return tier === 'chosen' && caller === 'invited'
}

type Place = { forum: number; idea: number; waiting: number; merged: number; comment: number }

let at: TestService
let portal: Portal
const places = {} as Record<Tier, Place>
const callers = {} as Record<Caller, Sent>
/** Titles and texts that only people who see them may get. */
const SECRET = `secret${randomBytes(4).toString('hex')}`

const operations = endUserOperations()
const nameOf = ({ method, path }: EndUserOperation) => `${method} ${path}`

beforeAll(async () => {
  // More than a person writes in an hour.
  at = await startTestService(undefined, {
    settings: {
      suggestions_per_hour: 10_000,
      comments_per_hour: 10_000,
      repeated_text_minutes: 0,
      reports_to_hide: 0,
      portal_supporters: true,
    },
  })
  portal = await aPortal(at)
  const author = portal.sign(portal.somebody({ display_name: 'Author' }))
  const authorId = (await portal.get('/me', author)).body.id
  for (const tier of TIERS) {
    const { id: forum } = await at.made('/forums', {
      name: `${SECRET} ${tier}`,
      access: {
        see: { tier },
        support: { tier: 'everyone' },
        comment: { tier: 'everyone' },
        suggest: { tier: 'everyone' },
      },
    })
    const suggest = async (title: string) =>
      (
        await at.made('/suggestions', {
          title,
          body: SECRET,
          links: { forum, created_by: authorId },
        })
      ).id
    const [idea, waiting, merged] = [
      await suggest(`${SECRET} ${tier} idea`),
      await suggest(`${SECRET} ${tier} waiting`),
      await suggest(`${SECRET} ${tier} merged`),
    ]
    await sql`update suggestions set state = 'new' where id = ${waiting}`.execute(at.db)
    await at.post('/suggestions/merge', {
      links: { from_suggestion: merged, to_suggestion: idea },
    })
    const comment = await at.made('/comments', {
      body: SECRET,
      links: { suggestion: idea, created_by: authorId },
    })
    await at.made('/status_updates', { body: SECRET, links: { suggestion: idea, status: 1 } })
    places[tier] = { forum, idea, waiting, merged, comment: comment.id }
  }
  const bearer = (claims: object): Sent => ({ token: portal.sign(claims) })
  callers.stranger = { token: null }
  callers.session = {
    token: null,
    headers: { cookie: await portal.signIn(), origin: BASE_URL },
  }
  callers.sso = bearer(portal.somebody())
  const client = await at.aClient({
    audience: 'end_users',
    isPublic: true,
    redirectUris: [REDIRECT],
  })
  const { access_token } = await allowApplication(at, await portal.signIn(), client.key)
  callers.application = { token: access_token }
  callers.invited = bearer(portal.somebody({ allow_forums: undefined }))
  const invited = (await portal.call('GET', '/me', callers.invited)).body
  await sql`update users set email_confirmed = true where id = ${invited.id}`.execute(at.db)
  await at.made('/forum_invitations', {
    emails: [invited.email_address],
    email: invited.email_address,
    links: { forum: places.chosen.forum },
  })
  const admin = await aPerson(at, 'admin')
  callers.staff = {
    token: null,
    headers: { cookie: await aSession(at, admin.id), origin: BASE_URL },
  }
}, 60_000)

const fill = (path: string, place: Place, idea: number) =>
  path
    .replace(':forum', String(place.forum))
    .replace('/comments/:id', `/comments/${place.comment}`)
    .replace('/ideas/:id', `/ideas/${idea}`)
    .replace(':id', '999999')

const bodyFor = ({ method, path }: EndUserOperation): object | undefined => {
  if (path.endsWith('/report')) return { reason: 'spam' }
  if (path.endsWith('/ideas') && method === 'POST') return { title: 'A new one' }
  if (path.includes('comments') && method !== 'GET') return { text: 'A comment' }
  return method === 'GET' ? undefined : {}
}

const queryFor = (operation: EndUserOperation, place: Place) => {
  const { query = {} } = operation
  const parameters = new URLSearchParams()
  if ('title' in query) parameters.set('title', `${SECRET} idea`)
  if ('forum' in query) parameters.set('forum', String(place.forum))
  if ('q' in query) parameters.set('q', SECRET)
  const text = parameters.toString()
  return text && `?${text}`
}

const ask = (operation: EndUserOperation, caller: Caller, place: Place, idea = place.idea) => {
  const body = bodyFor(operation)
  return portal.call(
    operation.method,
    `${fill(operation.path, place, idea)}${queryFor(operation, place)}`,
    { ...callers[caller], ...(body && { body }) },
  )
}

const inForum = operations.filter(
  ({ path, query = {} }) => /:forum|\/ideas\/:id|\/comments\/:id/.test(path) || 'forum' in query,
)
const elsewhere = operations.filter((operation) => !inForum.includes(operation))

describe.each(CALLERS)('%s', (caller) => {
  test.each(TIERS)('asks every operation of a forum for %s', async (tier) => {
    for (const operation of inForum) {
      // Somebody else's comment or idea is nobody's to change, and needs its own test.
      const isOwned =
        operation.path.startsWith('/comments/') ||
        (operation.path.endsWith('/ideas/:id') && operation.method !== 'GET')
      const { status, text } = await ask(operation, caller, places[tier])
      const name = `${caller} ${nameOf(operation)} ${tier}: ${status} ${text}`
      const needsPerson = operation.needs !== undefined && caller === 'stranger'
      if (needsPerson) expect(status, name).toBe(401)
      else if (sees(caller, tier)) expect(status, name).toBeLessThan(isOwned ? 404 : 300)
      else {
        expect([401, 404], name).toContain(status)
        if (status === 401) expect([caller, tier], name).toEqual(['stranger', 'signed_in'])
      }
      if (!sees(caller, tier)) expect(text, name).not.toContain(SECRET)
    }
  })

  test('gets nothing of forums that they do not see from lists of all', async () => {
    for (const operation of elsewhere.filter(({ method }) => method === 'GET')) {
      const { text } = await portal.call(
        'GET',
        `${fill(operation.path, places.everyone, 0)}${queryFor(operation, places.everyone).replace(/forum=\d+&?/, '')}`,
        callers[caller],
      )
      for (const tier of TIERS.filter((tier) => !sees(caller, tier)))
        expect(text, nameOf(operation)).not.toContain(`${SECRET} ${tier}`)
      expect(text, nameOf(operation)).not.toContain('waiting')
    }
  })

  test('gets the same answer for what is private, waiting, deleted and missing', async () => {
    const { deleted } = {
      deleted: (
        await at.made('/suggestions', {
          title: `${SECRET} deleted`,
          links: { forum: places.everyone.forum },
        })
      ).id,
    }
    await at.put(`/suggestions/${deleted}/delete`, {})
    const missing = 99_999_999
    const hidden = TIERS.flatMap((tier) =>
      sees(caller, tier) ? [places[tier].waiting] : [places[tier].idea, places[tier].merged],
    )
    for (const operation of operations.filter(({ path }) => /^\/ideas\/:id/.test(path)))
      for (const idea of [...hidden, deleted, missing]) {
        const { status, body } = await ask(operation, caller, places.everyone, idea)
        if (operation.needs && caller === 'stranger') expect(status).toBe(401)
        else
          expect([status, body.message, body.error], nameOf(operation)).toEqual([
            404,
            `No idea has the id ${idea}, or you may not see it.`,
            'not_found',
          ])
      }
  })
})

test('an idea is not found below another forum', async () => {
  const { idea } = places.everyone
  expect((await portal.get(`/forums/${places.everyone.forum}/ideas/${idea}`)).status).toBe(200)
  const other = await portal.call(
    'GET',
    `/forums/${places.signed_in.forum}/ideas/${idea}`,
    callers.session,
  )
  expect(other.status).toBe(404)
})

test('a merge into a forum that the caller does not see is no way there', async () => {
  const from = await at.made('/suggestions', {
    title: `${SECRET} from`,
    links: { forum: places.everyone.forum },
  })
  await at.post('/suggestions/merge', {
    links: { from_suggestion: from.id, to_suggestion: places.staff.idea },
  })
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/vote'],
    ['GET', '/comments'],
  ] as const) {
    const { status, body } = await portal.call(method, `/ideas/${from.id}${path}`, {
      ...callers.sso,
      ...(method === 'POST' && { body: {} }),
    })
    expect([status, body.message]).toEqual([
      404,
      `No idea has the id ${from.id}, or you may not see it.`,
    ])
  }
})

describe('an action', () => {
  const ACTIONS = {
    support: (idea: number) => ['POST', `/ideas/${idea}/vote`, {}] as const,
    comment: (idea: number) => ['POST', `/ideas/${idea}/comments`, { text: 'x' }] as const,
    suggest: (_: number, forum: number) =>
      ['POST', `/forums/${forum}/ideas`, { title: 'x' }] as const,
  }
  test.each(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])(
    '%s is limited to its people',
    async (action) => {
      const { id: forum } = await at.made('/forums', {
        name: `Limited ${randomBytes(4).toString('hex')}`,
        access: { [action]: { tier: 'staff' } },
      })
      const { id: idea } = await at.made('/suggestions', { title: 'About', links: { forum } })
      const [method, path, body] = ACTIONS[action](idea, forum)
      const statusFor = async (caller: Caller) =>
        (await portal.call(method, path, { ...callers[caller], body })).status
      expect(await statusFor('stranger')).toBe(401)
      expect(await statusFor('sso')).toBe(403)
      expect(await statusFor('session')).toBe(403)
      expect(await statusFor('staff')).toBeLessThan(300)
      expect((await portal.call('GET', `/forums/${forum}`, callers.sso)).body.can[action]).toBe(
        'no',
      )
    },
  )

  test('is not possible in a closed forum', async () => {
    const { id: forum } = await at.made('/forums', {
      name: `Closed ${randomBytes(4).toString('hex')}`,
    })
    const { id: idea } = await at.made('/suggestions', { title: 'About', links: { forum } })
    await at.put(`/forums/${forum}`, { is_open: false })
    for (const action of Object.values(ACTIONS)) {
      const [method, path, body] = action(idea, forum)
      expect((await portal.call(method, path, { ...callers.sso, body })).status).toBe(403)
    }
  })
})

describe('credentials', () => {
  test('of the Admin API open nothing here, not even to read', async () => {
    const person = await aPerson(at, 'owner')
    const { key } = await at.aClient({ allowsPasswordGrant: true })
    expect(key).toBeDefined()
    for (const operation of operations) {
      const { status } = await portal.call(
        operation.method,
        fill(operation.path, places.everyone, places.everyone.idea),
        { token: at.token, ...(bodyFor(operation) && { body: bodyFor(operation) }) },
      )
      expect(status, nameOf(operation)).toBe(401)
    }
    expect(person.id).toBeGreaterThan(0)
  })

  test('of end users open nothing of the Admin API', async () => {
    for (const caller of ['session', 'sso', 'application'] as const)
      for (const path of ['/users/current', '/suggestions', '/users', '/api/v2/suggestions'])
        expect((await at.get(path, callers[caller])).status, `${caller} ${path}`).toBe(401)
  })

  test('in a cookie work from pages of this service only', async () => {
    const { idea } = places.everyone
    for (const caller of ['session', 'staff'] as const) {
      const { cookie = '' } = callers[caller].headers ?? {}
      const send = (headers: Record<string, string>) =>
        portal.call('POST', `/ideas/${idea}/vote`, { headers: { cookie, ...headers }, body: {} })
      const before = (await portal.get(`/ideas/${idea}`)).body.supporters_count
      for (const headers of [
        {},
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'null' },
      ] as Record<string, string>[])
        expect((await send(headers)).status, JSON.stringify(headers)).toBe(403)
      expect((await portal.get(`/ideas/${idea}`)).body.supporters_count).toBe(before)
      const read = await portal.call('GET', '/me', {
        headers: { cookie, 'sec-fetch-site': 'cross-site' },
      })
      expect(read.status).toBe(401)
      expect((await send({ origin: BASE_URL })).status).toBe(200)
    }
  })

  test('of a blocked person are none', async () => {
    const claims = portal.somebody()
    const cookie = await portal.signIn(claims)
    const client = await at.aClient({
      audience: 'end_users',
      isPublic: true,
      redirectUris: [REDIRECT],
    })
    const { access_token } = await allowApplication(at, cookie, client.key)
    const { id } = (await portal.get('/me', access_token)).body
    expect((await at.put(`/users/${id}/block`, {})).status).toBe(200)
    expect((await portal.get('/me', access_token)).status).toBe(401)
    expect((await portal.get('/forums', access_token)).status).toBe(401)
    const bySession = { headers: { cookie, origin: BASE_URL } }
    expect((await portal.call('GET', '/me', bySession)).status).toBe(401)
    const { idea } = places.everyone
    expect(
      (await portal.call('POST', `/ideas/${idea}/vote`, { ...bySession, body: {} })).status,
    ).toBe(401)
  })

  test('of an application cannot take the account', async () => {
    for (const operation of operations.filter(({ needs }) => needs === 'themselves')) {
      const { status } = await ask(operation, 'application', places.everyone)
      expect(status, nameOf(operation)).toBe(403)
    }
  })

  test('with forums of a token are limited to them', async () => {
    const { forum, idea } = places.everyone
    const only = { token: portal.sign(portal.somebody({ allow_forums: [places.signed_in.forum] })) }
    expect((await portal.call('GET', '/forums', only)).body).toMatchObject([
      { id: places.signed_in.forum },
    ])
    expect((await portal.call('GET', `/ideas/${idea}`, only)).status).toBe(404)
    const cookie = await portal.signIn(portal.somebody({ deny_forums: [forum] }))
    const client = await at.aClient({
      audience: 'end_users',
      isPublic: true,
      redirectUris: [REDIRECT],
    })
    const { access_token } = await allowApplication(at, cookie, client.key)
    expect((await portal.get(`/forums/${forum}`, access_token)).status).toBe(404)
  })
})

test('nobody who is not named in it is in a response', async () => {
  const { id, email } = await aPerson(at, 'owner')
  await at
    .made('/suggestions', {
      title: 'By an owner',
      links: { forum: places.everyone.forum, created_by: id },
    })
    .catch(() => {})
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const { text } = await ask(operation, 'sso', places.everyone)
    const own = (await portal.call('GET', '/me', callers.sso)).body.email_address
    const addresses = text.match(/[\w.+-]+@[\w.-]+/g) ?? []
    expect(
      addresses.filter((address) => address !== own),
      nameOf(operation),
    ).toEqual([])
    expect(text).not.toContain(email)
  }
})
