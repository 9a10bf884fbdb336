// End users who come to the portal with a token of the customer's own application.
import { createCipheriv, createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { aPerson, cookieOf, submit } from '../support/staff.ts'

const logLines: string[] = []
const SUBDOMAIN = 'acme'
const at = await startTestService(logLines, { settings: { sso_aes_subdomain: SUBDOMAIN } })
const plain = await startTestService()
const { key, id: keyId } = await at.made('/sso_keys', { name: 'Website' })

const now = () => Math.floor(Date.now() / 1000)
let people = 0
const somebody = () => {
  people += 1
  return { guid: `person-${people}-${now()}`, email: `person-${people}-${now()}@customer.test` }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** As an application makes it, without our library. */
function sign(claims: object, secret: string = key, header: object = { alg: 'HS256', typ: 'JWT' }) {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const valid = (claims: object = {}) => ({
  ...somebody(),
  display_name: 'Ann Reader',
  exp: now() + 300,
  ...claims,
})

const visit = (token: string, path = '/', service = at) =>
  service.get(`/${path}${path.includes('?') ? '&' : '?'}sso=${encodeURIComponent(token)}`, {
    token: null,
  })
const open = (path: string, cookie: string) =>
  at.get(`/${path}`, { token: null, headers: { cookie } })

async function signIn(claims: object = {}): Promise<string> {
  const answer = await visit(sign(valid(claims)))
  expect(answer.status, answer.text).toBe(303)
  return cookieOf(answer)
}

const check = async (token: string) => {
  const { status, body } = await at.post('/sso_keys/check', { token })
  expect(status).toBe(200)
  return body.check
}

const userOf = async (email: string) => {
  const { body } = await at.get(`/users?email_address=${encodeURIComponent(email)}`)
  return body.users[0]
}

test('a token signs in on any page, and leads to the page without it', async () => {
  const answer = await visit(sign(valid()), '/forums/1?page=2&q=a')
  expect(answer).toMatchObject({ status: 303, headers: { location: '/forums/1?page=2&q=a' } })
  const page = await open('/', cookieOf(answer))
  expect(page.text).toContain('Ann Reader')
  expect(page.text).toContain('Sign out')
})

test('one person and new ones sign in many times at once', async () => {
  const known = valid()
  await visit(sign(known))
  const claims = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? valid() : { ...known }))
  const answers = await Promise.all(
    claims.map((one, i) => visit(sign({ ...one, display_name: `Ann ${i}` }))),
  )
  expect(answers.map(({ status }) => status)).toEqual(claims.map(() => 303))
})

test('the person is created with what the token says', async () => {
  const claims = valid({
    updates: false,
    companies: [{ id: 'c1', name: 'Cobalt', monthlySpend: 250 }],
  })
  await visit(sign(claims))
  expect(await userOf(claims.email)).toMatchObject({
    guid: claims.guid,
    name: 'Ann Reader',
    status_notifications: false,
    comment_notifications: true,
  })
  const { body } = await at.get(
    `/external_users?external_id=${claims.guid}&includes=external_accounts`,
  )
  expect(body.external_users).toMatchObject([{ external_id: claims.guid, email: claims.email }])
  expect(body.external_accounts).toMatchObject([{ external_id: 'c1', name: 'Cobalt', mrr: 250 }])
})

test('a person is found again by the guid, and keeps their address', async () => {
  const first = valid()
  await visit(sign(first))
  const { id } = await userOf(first.email)
  const moved = { ...first, email: `new-${first.email}`, display_name: 'Ann Writer' }
  expect((await visit(sign(moved))).status).toBe(303)
  expect(await userOf(first.email)).toMatchObject({ id, name: 'Ann Writer' })
  expect(await userOf(moved.email)).toBeUndefined()
})

test('an external user of an import is the person with this guid', async () => {
  const { guid, email } = somebody()
  const imported = await at.post('/external_users/import', {
    users: [{ id: guid, email, name: 'Imported' }],
  })
  expect(imported.status, imported.text).toBe(200)
  const { id } = await userOf(email)
  await visit(sign(valid({ guid, email: `other-${email}` })))
  expect(await userOf(email)).toMatchObject({ id, guid })
})

describe('claims of other products', () => {
  test.each([
    ['Canny', { id: 'a1', name: 'Ann', avatarURL: 'https://x.test/a.png' }],
    ['Featurebase', { userId: 'a2', name: 'Ann', companies: [{ companyId: 'f1', name: 'F' }] }],
    ['Quackback', { sub: 'a3', name: 'Ann', avatarUrl: 'https://x.test/a.png' }],
    ['a number', { id: 4711, name: 'Ann' }],
  ])('%s', async (_, claims) => {
    const { email } = somebody()
    const { exp } = valid()
    expect(await check(sign({ email, exp, ...claims }))).toMatchObject({
      is_accepted: true,
      person: { guid: String(Object.values(claims)[0]), name: 'Ann', email },
    })
  })

  test('an end as text', async () => {
    const end = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)
    const { exp: _, ...claims } = valid()
    expect(await check(sign({ ...claims, expires: end.replace('T', ' ') }))).toMatchObject({
      is_accepted: true,
      person: { expires_at: `${end}.000Z` },
    })
  })
})

describe('a token is refused', () => {
  const ours = valid()
  const withoutEnd = ({ exp: _, ...claims }: Record<string, unknown>) => claims
  test.each<[string, string, () => string]>([
    ['with the key of another installation', 'signature', () => sign(valid(), 'earshot_sso_other')],
    ['with altered claims', 'signature', () => alter(sign(valid()))],
    ['without a signature', 'algorithm', () => `${encode({ alg: 'none' })}.${encode(valid())}.`],
    ['with our key for RS256', 'algorithm', () => sign(valid(), key, { alg: 'RS256' })],
    ['with HS512', 'algorithm', () => sign(valid(), key, { alg: 'HS512' })],
    [
      'with a critical extension',
      'algorithm',
      () => sign(valid(), key, { alg: 'HS256', crit: ['x'], x: 1 }),
    ],
    ['expired', 'expired', () => sign(valid({ exp: now() - 120 }))],
    [
      'expired as text',
      'expired',
      () => sign({ ...withoutEnd(valid()), expires: '2020-01-01 00:00:00' }),
    ],
    [
      'without an end and old',
      'expired',
      () => sign({ ...withoutEnd(valid()), iat: now() - 30 * 86_400 }),
    ],
    ['not valid yet', 'future', () => sign(valid({ nbf: now() + 600 }))],
    ['made in the future', 'future', () => sign(valid({ iat: now() + 600 }))],
    ['valid for a year', 'lifetime', () => sign(valid({ exp: now() + 365 * 86_400 }))],
    ['with an end that is no time', 'claims', () => sign(valid({ exp: 'soon' }))],
    [
      'with an odd end as text',
      'claims',
      () => sign({ ...withoutEnd(valid()), expires: '2030-13-40 25:00:00' }),
    ],
    ['without a guid', 'claims', () => sign({ ...valid(), guid: undefined })],
    ['with an empty guid', 'claims', () => sign(valid({ guid: ' ' }))],
    ['with a guid that is an object', 'claims', () => sign(valid({ guid: {} }))],
    ['with a guid of 256 characters', 'claims', () => sign(valid({ guid: 'g'.repeat(256) }))],
    ['with the address as guid', 'claims', () => sign({ ...ours, guid: ours.email.toUpperCase() })],
    ['without an address', 'claims', () => sign({ ...valid(), email: undefined })],
    ['with something else as address', 'claims', () => sign(valid({ email: 'ann' }))],
    ['with forums that are no list', 'claims', () => sign(valid({ allow_forums: 'all' }))],
    ['with 100 kB', 'too_long', () => sign(valid({ x: 'x'.repeat(70_000) }))],
    ['that is no token', 'malformed', () => 'a.b.c'],
    ['with a list as claims', 'malformed', () => sign([1])],
  ])('%s', async (_, reason, make) => {
    const token = make()
    expect(await check(token)).toMatchObject({ is_accepted: false, reason, person: null })
    if (token.length > 8000) return
    const answer = await visit(token)
    expect(answer.status).toBe(403)
    expect(answer.text).toContain(`(${reason})`)
    // Names of keys are nobody's business.
    expect(answer.text).not.toContain('Website')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  const alter = (token: string) => {
    const [header, , signature] = token.split('.')
    return [header, encode(valid()), signature].join('.')
  }

  test('a second time when it has a jti', async () => {
    const token = sign(valid({ jti: `once-${now()}-${people}` }))
    const answers = await Promise.all([visit(token), visit(token), visit(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 403, 403])
    expect(await check(token)).toMatchObject({ reason: 'used' })
  })

  test('where there is no key', async () => {
    const answer = await visit(sign(valid()), '/', plain)
    expect(answer.status).toBe(403)
  })

  test('about somebody who is blocked', async () => {
    const claims = valid()
    await visit(sign(claims))
    const { id } = await userOf(claims.email)
    const cookie = await signIn(claims)
    await at.put(`/users/${id}/block`, {})
    expect(await check(sign(claims))).toMatchObject({ reason: 'blocked' })
    expect((await open('/', cookie)).text).not.toContain('Ann Reader')
  })
})

describe('the clock', () => {
  test.each([
    ['a token that expired 30 seconds ago', { exp: now() - 30 }],
    ['a token that begins in 30 seconds', { nbf: now() + 30 }],
  ])('%s is accepted', async (_, claims) => {
    expect(await check(sign(valid(claims)))).toMatchObject({ is_accepted: true })
  })
})

describe('other people', () => {
  test('a token with the address of staff is refused, unless the address is verified', async () => {
    const { email } = await aPerson(at, 'admin')
    expect(await check(sign(valid({ email })))).toMatchObject({ reason: 'staff' })
    const cookie = await signIn({ email, trusted: true })
    // Not as staff, whatever the token says.
    const answer = await at.get('/suggestions', { token: null, headers: { cookie } })
    expect(answer.status).toBe(401)
    const console = await at.get('//admin/profile', { token: null, headers: { cookie } })
    expect(console.status).not.toBe(200)
  })

  test('admin and owner claims give no role', async () => {
    const claims = valid({ admin: 'accept', owner: 'accept', trusted: true })
    await visit(sign(claims))
    expect(await userOf(claims.email)).toMatchObject({ is_admin: false, is_owner: false })
  })

  test('the address of a person with another guid is not taken over', async () => {
    const claims = valid()
    await visit(sign(claims))
    const { id } = await userOf(claims.email)
    const stranger = { ...claims, guid: `${claims.guid}-2` }
    expect(await check(sign(stranger))).toMatchObject({ reason: 'other_person' })
    expect((await visit(sign(stranger))).status).toBe(403)
    // The application has verified it.
    expect((await visit(sign({ ...stranger, trusted: true }))).status).toBe(303)
    expect((await userOf(claims.email)).id).toBe(id)
  })

  test('a guid that is the address of somebody else is only an id', async () => {
    const victim = valid()
    await visit(sign(victim))
    const attacker = valid({ guid: victim.email })
    expect((await visit(sign(attacker))).status).toBe(303)
    expect((await userOf(victim.email)).guid).toBe(victim.guid)
    expect((await userOf(attacker.email)).guid).toBe(victim.email)
  })

  test('erasing a person ends the sessions', async () => {
    const claims = valid()
    const cookie = await signIn(claims)
    const { id } = await userOf(claims.email)
    expect((await at.delete(`/users/${id}`)).status).toBe(200)
    expect((await open('/', cookie)).text).not.toContain('Sign out')
  })
})

describe('forums', () => {
  test('allow_forums and deny_forums limit what a person sees', async () => {
    const [open1, open2] = [
      await at.made('/forums', { name: `Open ${now()}`, is_public: true }),
      await at.made('/forums', { name: `Other ${now()}`, is_public: true }),
    ]
    const { id } = await at.made('/suggestions', {
      title: 'In the other forum',
      links: { forum: open2.id },
    })
    const paths = [`/forums/${open1.id}`, `/forums/${open2.id}`, `/suggestions/${id}`]
    const seen = async (claims: object) => {
      const cookie = await signIn(claims)
      const home = (await open('/', cookie)).text
      const pages = await Promise.all(paths.map((path) => open(path, cookie)))
      return [
        home.includes(open1.name),
        home.includes(open2.name),
        ...pages.map(({ status }) => status),
      ]
    }
    expect(await seen({})).toEqual([true, true, 200, 200, 301])
    expect(await seen({ allow_forums: [open1.id] })).toEqual([true, false, 200, 404, 404])
    expect(await seen({ deny_forums: [String(open2.id)] })).toEqual([true, false, 200, 404, 404])
  })
})

describe('sessions', () => {
  test('signing out ends the session for every copy of the cookie', async () => {
    const cookie = await signIn()
    expect((await submit(at, '//sign-out', {}, { cookie })).status).toBe(303)
    expect((await open('/', cookie)).text).not.toContain('Sign out')
  })

  test('another site cannot sign somebody out', async () => {
    const cookie = await signIn()
    const answer = await submit(at, '//sign-out', {}, { cookie, origin: 'https://evil.test' })
    expect(answer.status).toBe(403)
    expect((await open('/', cookie)).text).toContain('Sign out')
  })

  test('a cookie that somebody else made up is no session', async () => {
    const cookie = `earshot_visitor=earshot_visitor_${'a'.repeat(43)}`
    expect((await open('/', cookie)).text).not.toContain('Sign out')
  })

  test('a person has at most 20', async () => {
    const claims = valid()
    const first = await signIn(claims)
    for (let i = 0; i < 20; i += 1) await signIn(claims)
    expect((await open('/', first)).text).not.toContain('Sign out')
  })

  test('neither token nor session is in the log', async () => {
    const token = sign(valid())
    const cookie = cookieOf(await visit(token))
    await visit(`${token}x`)
    expect(logLines.join('\n')).toContain('sso_failed')
    expect(logLines.join('\n')).not.toContain(token.split('.')[2])
    expect(logLines.join('\n')).not.toContain(cookie.split('=')[1])
  })
})

describe('encrypted tokens of the old kind', () => {
  const KEY = () =>
    createHash('sha1')
      .update(key + SUBDOMAIN)
      .digest()
      .subarray(0, 16)
  const IV = Buffer.from('OpenSSL for Ruby')
  const encrypt = (claims: object, isMixed: boolean) => {
    const text = Buffer.from(JSON.stringify(claims))
    if (isMixed) for (let i = 0; i < 16; i += 1) text[i] = (text[i] ?? 0) ^ (IV[i] ?? 0)
    const cipher = createCipheriv('aes-128-cbc', KEY(), IV)
    return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64')
  }
  const old = () => {
    const { exp: _, ...claims } = valid()
    return { ...claims, expires: new Date(Date.now() + 3_600_000).toISOString().slice(0, 19) }
  }

  test.each([true, false])('both variants are read (vector mixed in: %s)', async (isMixed) => {
    const claims = old()
    expect((await visit(encrypt(claims, isMixed))).status).toBe(303)
    expect((await userOf(claims.email)).guid).toBe(claims.guid)
  })

  test('they need an end, and prove no address', async () => {
    const { expires: _, ...endless } = old()
    expect(await check(encrypt(endless, true))).toMatchObject({ reason: 'claims' })
    const { email } = await aPerson(at, 'viewer')
    expect(await check(encrypt({ ...old(), email, trusted: true }, true))).toMatchObject({
      reason: 'staff',
    })
  })

  test('they are refused unless the setting allows them', async () => {
    await plain.made('/sso_keys', { name: 'Website' })
    const { body } = await plain.post('/sso_keys/check', { token: encrypt(old(), true) })
    expect(body.check).toMatchObject({ reason: 'malformed' })
  })
})

describe('keys', () => {
  test('several are valid at once, the use is shown, and a revoked one ends its sessions', async () => {
    const other = await at.made('/sso_keys', { name: `App ${now()}` })
    expect(other.key).toMatch(/^earshot_sso_[\w-]{43}$/)
    const claims = valid()
    const answer = await visit(sign(claims, other.key))
    expect(answer.status).toBe(303)
    const shown = await at.shown(`/sso_keys/${other.id}`)
    expect(shown).toMatchObject({ key: null, last_used_at: expect.any(String), revoked_at: null })
    expect((await at.delete(`/sso_keys/${other.id}`)).status).toBe(200)
    expect((await visit(sign(claims, other.key))).status).toBe(403)
    expect((await open('/', cookieOf(answer))).text).not.toContain('Sign out')
    expect((await visit(sign(valid()))).status).toBe(303)
  })

  test('only owners see and make them', async () => {
    const { token } = await at.aClient({ scopes: ['feedback:read', 'feedback:write'] })
    expect((await at.get('/sso_keys', { token })).status).toBe(403)
    expect((await at.post('/sso_keys', { name: 'x' }, { token })).status).toBe(403)
    expect((await at.post('/sso_keys/check', { token: 'x' }, { token })).status).toBe(403)
  })

  test('the database has them encrypted, and the audit log knows who made them', async () => {
    const { rows } = await sql<{ all: string }>`
      select string_agg(k::text, '') || (select string_agg(a::text, '') from audit_entries a) as all from sso_keys k`.execute(
      at.db,
    )
    expect(rows[0]?.all).toContain('sso_key_created')
    expect(rows[0]?.all).not.toContain(key)
    expect(rows[0]?.all).not.toContain(Buffer.from(key).toString('hex'))
  })

  test('there are at most ten', async () => {
    for (let i = 0; i < 20; i += 1) await plain.post('/sso_keys', { name: `Key ${i}` })
    const answer = await plain.post('/sso_keys', { name: 'One more' })
    expect(answer.status).toBe(409)
  })

  test('a key without a name is refused', async () => {
    expect((await at.post('/sso_keys', { name: '' })).status).toBe(422)
    expect((await at.delete('/sso_keys/999999')).status).toBe(404)
    expect(keyId).toBeGreaterThan(0)
  })
})
