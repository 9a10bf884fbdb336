// The addresses that records carry lead to pages that show what their reader may see, and to nothing else.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aComment, aForum, aSuggestion, aUser, insert } from '../support/factories.ts'
import { type Answer, BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { aPerson, PASSWORD } from '../support/staff.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const XSS = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>&amp;`
const SCRIPT = /<script(?! type="module" src="\/portal\.js)|<img src=x|"'>/i

let at: TestService
let forum: number
let hidden: number
let ann: number

beforeAll(async () => {
  at = await startTestService()
  ann = await aUser(at.db, 'ann@secret.test', { name: 'Ann Ångström' })
  forum = await aForum(at.db, 'Mobile')
  hidden = await aForum(at.db, 'Staff only', { see_tier: 'chosen' })
})

const see = (address: string, headers: Record<string, string> = {}) =>
  at.get(`/${address.replace(BASE_URL, '')}`, { token: null, headers })
const recordOf = async (id: number) => (await at.get(`/suggestions/${id}`)).body.suggestions[0]
const follow = async (address: string): Promise<Answer> => {
  const answer = await see(address)
  return answer.headers.location ? follow(answer.headers.location) : answer
}

describe('the portal page of a suggestion', () => {
  test('is where portal_url says, with what people wrote', async () => {
    const id = await aSuggestion(at.db, forum, 'Dark mode', {
      body: 'My eyes hurt.\nPlease.',
      created_by_id: ann,
      supporters_count: 17,
      status_id: (await at.get('/statuses')).body.statuses[0].id,
    })
    await aComment(at.db, id, ann, { body: 'Me too, at night' })
    const update = await insert(at.db, 'status_updates', {
      suggestion_id: id,
      user_id: ann,
      body: 'We are on it',
    })
    await sql`update suggestions set last_status_update_id = ${update} where id = ${id}`.execute(
      at.db,
    )
    const { portal_url } = await recordOf(id)
    expect(portal_url).toBe(`${BASE_URL}/forums/${forum}/suggestions/${id}`)
    const { status, text, headers } = await see(portal_url)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const shown of [
      'Dark mode',
      'My eyes hurt.',
      '<b>17</b><span>votes</span>',
      'Ann Ångström',
      'Mobile',
    ])
      expect(text).toContain(shown)
    for (const shown of ['Me too, at night', 'We are on it', '1 comment<'])
      expect(text).toContain(shown)
    expect(text).toContain(`/avatars/${ann}`)
  })

  test.each([
    ['new', 404],
    ['spam', 410],
    ['deleted', 410],
  ])('does not exist for one that is %s', async (state, expected) => {
    const id = await aSuggestion(at.db, forum, `Unseen ${state}`, { state })
    const { portal_url } = await recordOf(id)
    const { status, text } = await see(portal_url)
    expect(status).toBe(expected)
    expect(text).not.toContain('Unseen')
    expect((await follow(`/suggestions/${id}`)).status).toBe(expected)
    expect((await see(`/forums/${forum}`)).text).not.toContain(`Unseen ${state}`)
  })

  test('does not exist in a private forum, under whatever address', async () => {
    const id = await aSuggestion(at.db, hidden, 'For our eyes')
    for (const path of [
      `/forums/${hidden}/suggestions/${id}`,
      `/forums/${forum}/suggestions/${id}`,
      `/suggestions/${id}`,
      `/forums/${hidden}`,
    ]) {
      const { status, text } = await follow(path)
      expect(status).toBe(404)
      expect(text).not.toMatch(/For our eyes|Staff only/)
    }
    expect((await see('/')).text).not.toContain('Staff only')
  })

  test('tells nobody which hidden suggestions there are', async () => {
    const id = await aSuggestion(at.db, hidden, 'Hidden')
    const there = await see(`/suggestions/${id}`)
    const notThere = await see('/suggestions/999999')
    expect(there.status).toBe(notThere.status)
    expect(there.headers.location).toBe(notThere.headers.location)
  })

  test('shows no comment that is not approved', async () => {
    const id = await aSuggestion(at.db, forum, 'Discussed')
    for (const state of ['new', 'spam', 'deleted'])
      await aComment(at.db, id, ann, { body: `Said ${state}`, state })
    await aComment(at.db, id, ann, { body: 'Said aloud' })
    const { text } = await see(`/forums/${forum}/suggestions/${id}`)
    expect(text).toContain('Said aloud')
    expect(text).not.toMatch(/Said (new|spam|deleted)/)
  })

  test('of one that was merged leads to the one that survives, also by redirect_url', async () => {
    const survivor = await aSuggestion(at.db, forum, 'The survivor')
    const middle = await aSuggestion(at.db, forum, 'Merged once', {
      parent_suggestion_id: survivor,
    })
    const last = await aSuggestion(at.db, forum, 'Merged twice', { parent_suggestion_id: middle })
    for (const id of [middle, last]) {
      const { portal_url, redirect_url } = await recordOf(id)
      for (const address of [portal_url, redirect_url]) {
        const { status, text } = await follow(address)
        expect(status).toBe(200)
        expect(text).toContain('dir="auto">The survivor</h1>')
      }
    }
    expect((await recordOf(survivor)).redirect_url).toBeNull()
  })

  test('does not lead to a survivor that is hidden', async () => {
    const survivor = await aSuggestion(at.db, hidden, 'Hidden survivor')
    const merged = await aSuggestion(at.db, forum, 'Merged', { parent_suggestion_id: survivor })
    const { status, text } = await follow(`/forums/${forum}/suggestions/${merged}`)
    expect(status).toBe(404)
    expect(text).not.toContain('Hidden survivor')
  })

  test.each(['abc', '-1', '0', '1.5', '99999999999999999999', '%27', '9007199254740991'])(
    'with the id %s does not exist',
    async (id) => {
      expect((await see(`/forums/${forum}/suggestions/${id}`)).status).toBe(404)
      expect((await see(`/forums/${id}`)).status).toBe(404)
      expect((await see(`/suggestions/${id}`)).status).toBe(404)
    },
  )
})

describe('every portal page', () => {
  test('keeps addresses and notes to itself', async () => {
    const author = await aUser(at.db, 'author@secret.test', { name: 'Author' })
    const nameless = await aUser(at.db, 'nameless@secret.test', { name: '' })
    const careless = await aUser(at.db, 'careless@secret.test', { name: 'careless@secret.test' })
    for (const person of [author, nameless, careless]) {
      const id = await aSuggestion(at.db, forum, `Of ${person}`, { created_by_id: person })
      await aComment(at.db, id, person)
      await insert(at.db, 'notes', {
        suggestion_id: id,
        created_by_id: author,
        body: 'Between us: never',
      })
      await insert(at.db, 'status_updates', {
        suggestion_id: id,
        user_id: author,
        body: 'Thanks',
        notification_email_address: 'list@secret.test',
      })
      const pages = [`/forums/${forum}/suggestions/${id}`, `/forums/${forum}`, '/']
      for (const page of [...pages, `/avatars/${person}`]) {
        const { status, text } = await see(page)
        expect(status).toBe(200)
        expect(text).not.toMatch(/@secret\.test|Between us/)
      }
    }
  })

  test('shows whatever people wrote as text', async () => {
    const name = `${XSS} Mallory`
    const author = await aUser(at.db, 'mallory@secret.test', { name })
    const evil = await aForum(at.db, XSS)
    const status = await insert(at.db, 'statuses', { name: XSS })
    const id = await aSuggestion(at.db, evil, XSS, {
      body: XSS,
      created_by_id: author,
      status_id: status,
    })
    await aComment(at.db, id, author, { body: XSS })
    await insert(at.db, 'notes', { suggestion_id: id, created_by_id: author, body: XSS })
    const update = await insert(at.db, 'status_updates', { suggestion_id: id, body: XSS })
    await sql`update suggestions set last_status_update_id = ${update} where id = ${id}`.execute(
      at.db,
    )
    for (const path of [
      `/forums/${evil}/suggestions/${id}`,
      `/forums/${evil}`,
      '/',
      `/avatars/${author}`,
    ]) {
      const { status: code, text } = await see(path)
      expect(code).toBe(200)
      // Structured data has no "<", so that it cannot end its element.
      const page = text.replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, '')
      expect(page).not.toMatch(SCRIPT)
      if (!path.startsWith('/avatars')) expect(text).toContain('&#60;script&#62;')
    }
  })

  test('is a page of its own: nothing is loaded from elsewhere', async () => {
    const { text } = await see(`/forums/${forum}`)
    expect(text).toMatch(/^<!doctype html>/)
    expect(text).not.toMatch(/src="(https?:)?\/\//)
    expect(text).not.toMatch(/<link rel="(stylesheet|icon)" href="(https?:)?\/\//)
    expect(text.match(/<script(?! type="application\/ld\+json")[^>]*>/g) ?? []).toHaveLength(1)
    expect(text).toMatch(/<script type="module" src="\/portal\.js\?v=/)
  })
})

describe('forum and home', () => {
  test('a forum with many suggestions has as many pages as they need', async () => {
    const full = await aForum(at.db, 'Full')
    for (let i = 1; i <= 104; i++)
      await aSuggestion(at.db, full, `Wish ${i}.`, { state: 'approved' })
    const survivor = await aSuggestion(at.db, full, 'Survivor', { state: 'approved' })
    await aSuggestion(at.db, full, 'Gone', { state: 'approved', parent_suggestion_id: survivor })
    const met: string[] = []
    let next: string | undefined = ''
    while (next !== undefined) {
      const { text } = await see(`/forums/${full}${next}`)
      met.push(...(text.match(/(?<=">)(Wish \d+\.|Survivor|Gone)(?=<\/a>)/g) ?? []))
      next = /rel="next" href="[^"?]+([^"]+)"/.exec(text)?.[1]
    }
    expect(met).toHaveLength(105)
    expect(new Set(met).size).toBe(105)
    for (const odd of ['page=0', 'status_id=x', 'category_id=-1', 'own=mine', 'q=%20'])
      expect((await see(`/forums/${full}?${odd}`)).status).toBe(200)
  })

  test('the home page lists the public forums', async () => {
    const { status, text } = await see('/')
    expect(status).toBe(200)
    expect(text).toContain(`<a href="/forums/${forum}-mobile">Mobile</a>`)
    expect(text).toContain('href="/docs/end-users"')
  })

  test('a forum lists what can be seen, the most supported first, merged ones not', async () => {
    const own = await aForum(at.db, 'Ordered')
    const small = await aSuggestion(at.db, own, 'Small wish', { supporters_count: 1 })
    await aSuggestion(at.db, own, 'Big wish', { supporters_count: 9 })
    await aSuggestion(at.db, own, 'Merged wish', { parent_suggestion_id: small })
    const { portal_url } = (await at.get(`/forums/${own}`)).body.forums[0]
    const { status, text } = await see(portal_url)
    expect(status).toBe(200)
    expect(text.indexOf('Big wish')).toBeLessThan(text.indexOf('Small wish'))
    expect(text).toContain('Small wish')
    expect(text).not.toContain('Merged wish')
    expect(text).toContain(`href="/forums/${own}-ordered/suggestions/${small}-small-wish"`)
  })
})

describe('the console', () => {
  let id: number
  let path: string

  beforeAll(async () => {
    id = await aSuggestion(at.db, hidden, 'Internal wish', { created_by_id: ann, state: 'new' })
    await insert(at.db, 'notes', { suggestion_id: id, created_by_id: ann, body: 'Ask sales' })
    path = `/admin/suggestions/${id}`
  })

  const signIn = (fields: Record<string, string>) =>
    at.call('POST', '//admin/sign-in', {
      token: null,
      headers: FORM,
      body: new URLSearchParams(fields).toString(),
    })

  test('is where admin_url says, and asks a stranger to sign in', async () => {
    const { admin_url } = await recordOf(id)
    expect(admin_url).toBe(`${BASE_URL}${path}`)
    const { status, headers, text } = await see(admin_url)
    expect(status).toBe(302)
    expect(headers.location).toBe(`/admin/sign-in?return_to=${encodeURIComponent(path)}`)
    expect(text).not.toContain('Internal wish')
    const form = await see(headers.location as string)
    expect(form.status).toBe(200)
    expect(form.text).toContain(`name="return_to" value="${path}"`)
    expect(form.text).toContain('type="password"')
  })

  test('is open after signing in with the form, by a cookie that no script can read', async () => {
    const { email } = await aPerson(at, 'viewer')
    const { status, headers } = await signIn({ email, password: PASSWORD, return_to: path })
    expect(status).toBe(303)
    expect(headers.location).toBe(path)
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/; HttpOnly(;|$)/)
    expect(cookie).not.toMatch(/Domain=/i)
    const shown = await see(path, { cookie: `other=1; ${cookie.split(';')[0]}; more=2` })
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('<div id="root">')
    expect(shown.headers['cache-control']).toBe('no-store')
    // The page is the same for everybody: what a person may see comes from the API.
    expect(shown.text).not.toContain('Internal wish')
  })

  test.each(['', 'wrong', 'earshot_session_x', 'two words', '\r\nSet-Cookie: a=b'])(
    'stays closed for the password and the cookie %j',
    async (password) => {
      const fields = { email: `${randomUUID()}@staff.test`, password, return_to: path }
      const { status, text, headers } = await signIn(fields)
      expect(status).toBe(401)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['set-cookie']).toBeUndefined()
      expect(text).toContain('role="alert"')
      expect(text).toContain(`value="${path}"`)
      const shown = await see(path, { cookie: `earshot_session=${encodeURIComponent(password)}` })
      expect(shown.status).toBe(302)
    },
  )

  test('is for sessions: a token opens the API only', async () => {
    const { status, headers } = await see(path, { authorization: `Bearer ${at.token}` })
    expect([status, headers.location?.split('?')[0]]).toEqual([302, '/admin/sign-in'])
  })

  test.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/admin/../../evil.test',
    '/admin//evil.test/',
    '/admin/x?next=https://evil.test',
    '/admin/@evil.test',
    'javascript:alert(1)',
    '/admin/\r\nSet-Cookie: a=b',
    '/admin/x\n',
    ' /admin/x',
    '/administrator',
    '',
  ])('never sends who signs in to %j', async (to) => {
    const { email } = await aPerson(at, 'viewer')
    const { status, headers } = await signIn({ email, password: PASSWORD, return_to: to })
    expect(status).toBe(303)
    const target = new URL(headers.location as string, 'https://own.test')
    expect(target.host).toBe('own.test')
    expect(target.pathname).toMatch(/^\/admin(\/[^.]*)?$/)
    expect(headers.location).not.toMatch(/[\r\n\\]/)
    expect([headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^earshot_session=/),
      expect.stringMatching(/^earshot_device=/),
    ])
    const form = await see(`/admin/sign-in?return_to=${encodeURIComponent(to)}`)
    expect(form.status).toBe(200)
    expect(form.text).not.toMatch(/value="[^"]*(evil\.test"|javascript:)/)
  })

  test('a form of any shape is answered by a page', async () => {
    for (const body of [
      '',
      'email=a&email=b&password=c',
      'email.a=1&return_to.b=2',
      'code=1&continuation=2&return_to=/admin/a&return_to=/admin/b',
    ]) {
      const answer = await at.call('POST', '//admin/sign-in', { token: null, headers: FORM, body })
      expect(answer.status).toBe(401)
    }
    for (const body of [null, [], 1, 'x', { email: { toString: 1 } }, { return_to: [{}] }]) {
      const answer = await at.call('POST', '//admin/sign-in', {
        token: null,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect([401, 429]).toContain(answer.status)
    }
  })
})

describe('an avatar', () => {
  const colorOf = (text: string) => /fill="(hsl[^"]+)"/.exec(text)?.[1]

  test('is an image, where avatar_url says', async () => {
    const { avatar_url } = (await at.get(`/users/${ann}`)).body.users[0]
    const { status, headers, text } = await see(avatar_url)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(text).not.toContain('<text')
  })

  test('does not tell whether the user exists', async () => {
    const id = await aUser(at.db, 'grace@secret.test', { name: 'Grace Hopper' })
    const existing = await see(`/avatars/${id}`)
    const absent = await see(`/avatars/${id + 1000}`)
    expect(absent.status).toBe(existing.status)
    expect(absent.text.replace(colorOf(absent.text) as string, '')).toBe(
      existing.text.replace(colorOf(existing.text) as string, ''),
    )
    // The same picture before and after the user changes.
    await sql`update users set name = 'Ada Lovelace' where id = ${id}`.execute(at.db)
    expect((await see(`/avatars/${id}`)).text).toBe(existing.text)
  })

  test('has another colour for the next user', async () => {
    const [one, next] = await Promise.all([see('/avatars/1'), see('/avatars/2')])
    expect(colorOf(one.text)).toMatch(/^hsl\(\d+ /)
    expect(colorOf(one.text)).not.toBe(colorOf(next.text))
  })

  test.each(['999999', 'abc', '-1', '%3Csvg%3E'])(
    'of nobody (%s) is a picture too, or nothing',
    async (id) => {
      const { status, text } = await see(`/avatars/${id}`)
      expect([200, 404]).toContain(status)
      expect(text).not.toContain('NaN')
      expect(text).not.toContain('<svg>')
    },
  )
})

describe('health', () => {
  let own: TestService

  beforeAll(async () => {
    own = await startTestService()
  })
  const ask = (path: string) => own.get(`/${path}`, { token: null })

  test('says alive and ready', async () => {
    expect((await ask('/healthz')).body).toEqual({ status: 'alive' })
    const { status, body } = await ask('/readyz')
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'ready' })
  })

  test('is not ready while a migration is pending, and names it', async () => {
    const { rows } = await sql<{ name: string }>`
      delete from migrations where name = (select max(name) from migrations)
      returning name`.execute(own.db)
    const name = rows[0]?.name
    // Cached for a second.
    await expect.poll(async () => (await ask('/readyz')).status).toBe(503)
    const { body } = await ask('/readyz')
    expect(body.status).toBe('not ready')
    expect(body.message).toContain(name)
    expect((await ask('/healthz')).status).toBe(200)
    await sql`insert into migrations (name) values (${name})`.execute(own.db)
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
  })

  test('a page that fails says nothing of what failed', async () => {
    await sql`alter table forums rename column name to renamed_secretly`.execute(own.db)
    const { status, text } = await ask('/')
    expect(status).toBe(500)
    expect(text).not.toMatch(/column|renamed|forums/)
    await sql`alter table forums rename column renamed_secretly to name`.execute(own.db)
    expect((await ask('/')).status).toBe(200)
  })
})
