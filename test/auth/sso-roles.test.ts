// What a single sign-on token says about a person besides who they are: roles of the team, language, picture and profile.
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RoleClaims } from '../../src/auth/roles.ts'
import { startTestService } from '../support/service.ts'
import { aPerson, cookieOf } from '../support/staff.ts'

const at = await startTestService()
const { key, id: keyId } = await at.made('/sso_keys', { name: 'Website' })

let people = 0
const somebody = () => {
  people += 1
  const id = `${people}-${Date.now()}`
  return { guid: `person-${id}`, email: `person-${id}@customer.test`, display_name: 'Ann' }
}

async function visit(claims: Record<string, unknown>) {
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(key))
  return at.get(`//?sso=${token}`, { token: null })
}

async function signIn(claims: Record<string, unknown>): Promise<string> {
  const answer = await visit(claims)
  expect(answer.status, answer.text).toBe(303)
  return cookieOf(answer)
}

const allow = async (sso_role_claims: RoleClaims | null) =>
  expect((await at.put('/settings', { sso_role_claims })).status).toBe(200)

const roleOf = async ({ email }: { email: string }) => {
  const { rows } = await sql<{ role: string }>`
    select p.role from permissions p join users u on u.id = p.user_id where u.email_address = ${email}`.execute(
    at.db,
  )
  return rows[0]?.role ?? null
}

const userOf = async ({ email }: { email: string }) => {
  const { rows } = await sql<Record<string, unknown>>`
    select * from users where email_address = ${email}`.execute(at.db)
  return rows[0] ?? {}
}

const auditOf = async (person: { email: string }) => {
  const { id } = await userOf(person)
  const { rows } = await sql<Record<string, unknown>>`
    select action, before, after, user_id from audit_entries
    where subject_type = 'users' and subject_id = ${id} order by id`.execute(at.db)
  return rows
}

describe('roles', () => {
  const ADMIN = { trusted: true, admin: 'accept' }
  const OWNER = { trusted: true, owner: 'accept' }

  test('are ignored by default', async () => {
    const person = somebody()
    await signIn({ ...person, ...ADMIN, ...OWNER })
    expect(await roleOf(person)).toBeNull()
    const staff = await aPerson(at, 'admin')
    await signIn({ ...somebody(), email: staff.email, trusted: true, admin: 'deny' })
    expect(await roleOf(staff)).toBe('admin')
  })

  describe('up to admin', () => {
    beforeAll(() => allow('admin'))

    test('a trusted token gives the role and takes it, each with an entry in the audit log', async () => {
      const person = somebody()
      const cookie = await signIn({ ...person, ...ADMIN })
      expect(await roleOf(person)).toBe('admin')
      const { id } = await userOf(person)
      expect(await userOf(person)).toMatchObject({ is_admin: true, email_confirmed: true })
      expect(await auditOf(person)).toMatchObject([
        {
          action: 'person_created',
          before: { role: null },
          after: { role: 'admin', sso_key: keyId },
          user_id: id,
        },
      ])
      // The session of an end user carries no role all the same.
      const headers = { cookie }
      expect((await at.get('/suggestions', { token: null, headers })).status).toBe(401)
      await signIn({ ...person, ...ADMIN })
      expect(await auditOf(person)).toHaveLength(1)
      await signIn({ ...person, trusted: true, admin: 'deny' })
      expect(await roleOf(person)).toBeNull()
      expect(await userOf(person)).toMatchObject({ is_admin: false })
      expect((await auditOf(person)).at(-1)).toMatchObject({
        action: 'person_removed',
        before: { role: 'admin' },
        after: { role: null, sso_key: keyId },
      })
    })

    test('an owner claim gives no more than the setting names', async () => {
      const person = somebody()
      await signIn({ ...person, ...OWNER })
      expect(await roleOf(person)).toBe('admin')
    })

    test.each([
      ['without trusted', { admin: 'accept' }],
      ['with another text', { trusted: true, admin: true, owner: 'yes' }],
      ['that is contradicted', { trusted: true, admin: 'deny', owner: 'accept' }],
    ])('a claim %s does nothing', async (_, claims) => {
      const person = somebody()
      await signIn({ ...person, ...claims })
      expect(await roleOf(person)).toBeNull()
    })

    test('the claim is for the address that the person has here', async () => {
      const person = somebody()
      await signIn(person)
      // Found by the guid; the address that the application verified is another one.
      await signIn({ ...person, email: somebody().email, ...ADMIN })
      expect(await roleOf(person)).toBeNull()
      expect(await userOf(person)).toMatchObject({ email_confirmed: false })
    })

    test('owners and other roles stay as they are', async () => {
      const [owner, viewer] = [await aPerson(at, 'owner'), await aPerson(at, 'viewer')]
      for (const admin of ['deny', 'accept'])
        await signIn({ ...somebody(), email: owner.email, trusted: true, admin, owner: 'deny' })
      expect(await roleOf(owner)).toBe('owner')
      await signIn({ ...somebody(), email: viewer.email, trusted: true, admin: 'deny' })
      expect(await roleOf(viewer)).toBe('viewer')
      await signIn({ ...somebody(), email: viewer.email, ...ADMIN })
      expect(await roleOf(viewer)).toBe('admin')
    })
  })

  describe('up to owner', () => {
    beforeAll(() => allow('owner'))

    test('an owner claim makes an owner, and takes it, but never from the last one', async () => {
      const person = somebody()
      await signIn({ ...person, ...OWNER })
      expect(await roleOf(person)).toBe('owner')
      await signIn({ ...person, trusted: true, owner: 'deny' })
      expect(await roleOf(person)).toBe('admin')
      await signIn({ ...person, ...OWNER })
      await sql`
        update permissions set disabled_at = now() where role = 'owner' and user_id <> (
          select id from users where email_address = ${person.email})`.execute(at.db)
      for (const claims of [{ owner: 'deny' }, { owner: 'deny', admin: 'deny' }])
        await signIn({ ...person, trusted: true, ...claims })
      expect(await roleOf(person)).toBe('owner')
      await sql`update permissions set disabled_at = null`.execute(at.db)
      await signIn({ ...person, trusted: true, owner: 'deny', admin: 'deny' })
      expect(await roleOf(person)).toBeNull()
    })
  })
})

describe('the person', () => {
  test('gets language, picture and profile; what the token does not say stays', async () => {
    const person = somebody()
    await signIn({
      ...person,
      locale: 'de',
      avatar_url: 'https://pictures.test/a.png',
      url: 'https://app.test/people/1',
      updates: false,
      comment_updates: false,
    })
    const stored = {
      language: 'de',
      picture_url: 'https://pictures.test/a.png',
      profile_url: 'https://app.test/people/1',
      status_notifications: false,
      comment_notifications: false,
    }
    expect(await userOf(person)).toMatchObject(stored)
    // Wishes about mails count once, when the person is new.
    await signIn({ ...person, locale: 'sr-Latn', updates: true, comment_updates: true })
    expect(await userOf(person)).toMatchObject(stored)
    await signIn({ ...person, locale: 'en_GB', avatar_url: 'https://pictures.test/b.png' })
    expect(await userOf(person)).toMatchObject({
      ...stored,
      language: 'en',
      picture_url: 'https://pictures.test/b.png',
    })
    const { id } = await userOf(person)
    const { body } = await at.put(`/users/${id}/export`, {})
    expect(body.portal_profiles).toEqual([
      {
        picture_url: 'https://pictures.test/b.png',
        profile_url: 'https://app.test/people/1',
      },
    ])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '/relative',
    'https://',
    `https://x.test/${'a'.repeat(2000)}`,
    7,
  ])('keeps no address that is none: %j', async (url) => {
    const person = somebody()
    await signIn({ ...person, url, avatar_url: url })
    expect(await userOf(person)).toMatchObject({ picture_url: null, profile_url: null })
  })

  test('has a confirmed address when the application verified it', async () => {
    const [plain, trusted] = [somebody(), somebody()]
    await signIn(plain)
    await signIn({ ...trusted, trusted: true })
    expect(await userOf(plain)).toMatchObject({ email_confirmed: false })
    expect(await userOf(trusted)).toMatchObject({ email_confirmed: true })
  })

  test('of staff keeps the language of the console', async () => {
    const staff = await aPerson(at, 'admin')
    await sql`update users set language = 'en' where id = ${staff.id}`.execute(at.db)
    await signIn({ ...somebody(), email: staff.email, trusted: true, locale: 'de' })
    expect(await userOf(staff)).toMatchObject({ language: 'en' })
  })

  test('starts a new session in the browser, and the one before ends', async () => {
    const person = somebody()
    const first = await signIn(person)
    const token = await new SignJWT(person)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(key))
    const answer = await at.get(`//?sso=${token}`, { token: null, headers: { cookie: first } })
    expect(cookieOf(answer)).not.toBe(first)
    const { text } = await at.get('//', { token: null, headers: { cookie: first } })
    expect(text).not.toContain('Sign out')
  })
})
