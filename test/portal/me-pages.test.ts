// The roadmap, updates, one's own pages, signing in and unsubscribing: over HTTP, and in a browser with and without scripts.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Subscription, unsubscribeAddress } from '../../src/auth/end-users/unsubscribe.ts'
import type { MailSettings } from '../../src/core/mail.ts'
import {
  expectGoodPage,
  hasBrowser,
  inEachScreen,
  newContext,
  scrollsSideways,
  startBrowser,
  watchPage,
} from '../support/browser.ts'
import { allowApplication, aPortal, type Portal, REDIRECT } from '../support/end-users.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aComment, aForum, aSuggestion, aSupporter, insert } from '../support/factories.ts'
import { startMailServer } from '../support/mail-server.ts'
import { aPortalBrowser, type PortalBrowser, signInMailTo } from '../support/portal.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession } from '../support/staff.ts'
import { uploaded } from '../support/uploads.ts'

const XSS = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`
const SCRIPT = /<script>|<img src=x|"'>/i
const SECRET = 'For chosen eyes'
const HTML = { accept: 'text/html' }

let at: TestService
let portal: Portal
let received: Awaited<ReturnType<typeof startMailServer>>['received']
let address: string
let browser: Browser
let mobile: number
let website: number
let hidden: number
let planned: number
let dark: number
let announced: { id: number }

const settle = async (id: number) =>
  (await at.put(`/announcements/${id}/publish`, {})).body.announcements[0]

beforeAll(async () => {
  const mailServer = await startMailServer('unused')
  received = mailServer.received
  const mail: MailSettings = {
    host: '127.0.0.1',
    port: mailServer.port,
    tls: 'none',
    auth: null,
    from: 'Earshot <earshot@example.test>',
  }
  at = await startTestService(undefined, { settings: { mail }, hasJobs: true, proxies: 1 })
  address = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  at.service.setAddress(address)
  portal = await aPortal(at)
  mobile = await aForum(at.db, 'Mobile')
  website = await aForum(at.db, 'Website')
  hidden = await aForum(at.db, 'Hidden', { see_tier: 'chosen' })
  const { statuses } = (await at.get('/statuses')).body
  planned = statuses.find((status: { is_open: boolean }) => status.is_open).id
  const ann = (await portal.get('/me', portal.sign(portal.somebody()))).body.id
  const published = { state: 'published', created_by_id: ann, status_id: planned }
  dark = await aSuggestion(at.db, mobile, `Dark mode ${XSS}`, {
    ...published,
    supporters_count: 20,
  })
  for (let i = 0; i < 12; i += 1) await aSuggestion(at.db, website, `Faster page ${i}`, published)
  const secret = await aSuggestion(at.db, hidden, `${SECRET} idea`, published)
  await at.made('/status_updates', {
    body: `We are on it ${XSS}`,
    links: { suggestion: dark, status: planned },
  })
  await at.made('/status_updates', {
    body: `${SECRET} answer`,
    links: { suggestion: secret, status: planned },
  })
  const png = await sharp({ create: { width: 64, height: 36, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const picture = await uploaded(at, png)
  await settle((await at.made('/announcements', { title: 'The first one', body: 'Long ago' })).id)
  announced = await settle(
    (
      await at.made('/announcements', {
        title: `Dark mode is here ${XSS}`,
        body: `**Try it**\n\n${'A long text that people read. '.repeat(40)}${XSS}`,
        body_mime_type: 'text/markdown',
        types: ['new', 'improved'],
        picture_alt: 'The new colours',
        links: { suggestions: [dark, secret], picture: picture.id },
      })
    ).id,
  )
  await settle((await at.made('/announcements', { title: SECRET, links: { forums: [hidden] } })).id)
  if (hasBrowser) browser = await startBrowser()
}, 120_000)

let people = 0
const aBrowser = (language = 'en') => aPortalBrowser(at, { language })

/** Signed in by mail, in English unless said otherwise. */
async function aReader(language = 'en'): Promise<PortalBrowser & { email: string; id: number }> {
  people += 1
  const email = `reader-${people}-${Date.now()}@customer.test`
  const reader = aBrowser(language)
  await reader.submit('/sign-in', { email })
  const { code } = await signInMailTo(received, email)
  expect((await reader.submit('/sign-in/code', { code })).status).toBe(303)
  const { rows } = await sql<{ id: number }>`
    select id from users where email_address = ${email}`.execute(at.db)
  return { ...reader, email, id: rows[0]?.id as number }
}

const userOf = async (id: number) =>
  (await sql<Record<string, unknown>>`select * from users where id = ${id}`.execute(at.db)).rows[0]

describe('the roadmap', () => {
  test('has a lane for each status with suggestions, and nothing that the visitor may not see', async () => {
    const { status, text } = await aBrowser().open('/roadmap')
    expect(status).toBe(200)
    expect(text).toContain(`id="status-${planned}"`)
    expect(text.match(/class="es-lane"/g)).toHaveLength(1)
    expect(text).toContain('aria-label="13 suggestions"')
    expect(text).toContain('Dark mode')
    expect(text).not.toContain(SECRET)
    expect(text).not.toMatch(SCRIPT)
    // Ten of thirteen: the lists of both forums have the rest.
    expect(text).toContain('Show all 13')
    for (const forum of [`/forums/${mobile}-mobile`, `/forums/${website}-website`])
      expect(text).toContain(`href="${forum}?status_id=${planned}"`)
  })

  test('can be of one forum, but not of one that the visitor may not see', async () => {
    const reader = aBrowser()
    const { text } = await reader.open(`/roadmap?forum_id=${mobile}`)
    expect(text).toContain('Dark mode')
    expect(text).not.toContain('Faster page')
    for (const id of [hidden, 999_999, 'x'])
      expect((await reader.open(`/roadmap?forum_id=${id}`)).status).toBe(404)
  })

  test('shows staff everything', async () => {
    const cookie = await aSession(at, (await aPerson(at, 'admin')).id)
    const { text } = await aBrowser().open('/roadmap', { cookie })
    expect(text).toContain(SECRET)
  })
})

describe('updates', () => {
  test('are announcements and official answers, the newest first, of what the visitor may see', async () => {
    const { status, text } = await aBrowser().open('/updates')
    expect(status).toBe(200)
    expect(text.indexOf('Dark mode is here')).toBeLessThan(text.indexOf('The first one'))
    expect(text.indexOf('The first one')).toBeLessThan(text.indexOf('We are on it'))
    for (const shown of ['The new colours', 'Improved', 'Official answer', '/updates.atom'])
      expect(text).toContain(shown)
    expect(text).not.toContain(SECRET)
    expect(text).not.toMatch(SCRIPT)
    expect(text).toContain(`href="/suggestions/${dark}/vote"`)
  })

  test('have pages', async () => {
    const reader = aBrowser()
    for (let i = 0; i < 16; i += 1)
      await insert(at.db, 'announcements', {
        title: `Old news ${i}`,
        body: '',
        published_at: new Date(2020, 0, i + 1),
      })
    const { text } = await reader.open('/updates')
    const [, next = ''] = /rel="next" href="([^"]*cursor[^"]*)"/.exec(text) ?? []
    const second = await reader.open(next.replaceAll('&amp;', '&'))
    expect(second.status).toBe(200)
    expect(second.text).toContain('Old news 0')
    expect(second.text).not.toContain('The first one')
    expect((await reader.open('/updates?cursor=nonsense', HTML)).status).toBe(400)
    // Of one forum, announcements for all forums are among them.
    const ofOne = (await reader.open(`/updates?forum_id=${mobile}`)).text
    const [, rest = ''] = /rel="next" href="([^"]*cursor[^"]*)"/.exec(ofOne) ?? []
    const third = (await reader.open(rest.replaceAll('&#38;', '&'))).text
    expect(third).toContain('Old news 0')
    expect(third).toMatch(/aria-current="true"[^>]*>Mobile</)
  })

  test('an announcement has a page with its neighbours and votes', async () => {
    const reader = await aReader()
    const redirect = await reader.open(`/updates/${announced.id}-anything`)
    expect(redirect.status).toBe(301)
    const { text } = await reader.open(redirect.headers.location ?? '')
    expect(text).toContain('<strong>Try it</strong>')
    expect(text).toMatch(/rel="next"[^>]*href="\/updates\/\d+-the-first-one"/)
    expect(text).toContain(`action="/suggestions/${dark}/vote"`)
    expect(text).not.toContain(SECRET)
    expect(text).not.toMatch(SCRIPT)
    for (const path of ['/updates/999999', '/updates/x', '/updates/1e3'])
      expect((await reader.open(path)).status).toBe(404)
  })
})

describe('one’s own pages', () => {
  test.each(['/me', '/me?show=votes', '/me/settings', '/me/delete', '/me/export'])(
    '%s leads somebody who is not signed in to the sign-in, and back',
    async (path) => {
      const { status, headers } = await aBrowser().open(path)
      expect(status).toBe(303)
      expect(headers.location).toBe(`/sign-in?${new URLSearchParams({ return_to: path })}`)
    },
  )

  test('list what the person did, also what waits', async () => {
    const reader = await aReader()
    const { id } = reader
    const own = { created_by_id: id }
    await aSuggestion(at.db, mobile, `Mine ${XSS}`, { ...own, state: 'published' })
    await aSuggestion(at.db, mobile, 'Mine that waits', { ...own, state: 'new' })
    await aSuggestion(at.db, mobile, 'Mine that is spam', { ...own, state: 'spam' })
    await aSupporter(at.db, dark, id, { is_subscribed: true })
    const insertComment = (body: string, suggestion: number) =>
      insert(at.db, 'comments', {
        suggestion_id: suggestion,
        body,
        created_by_id: id,
        state: 'published',
      })
    await insertComment(`I agree ${XSS}`, dark)
    const show = async (list: string) => (await reader.open(`/me?show=${list}`)).text
    const mine = (await reader.open('/me')).text
    for (const shown of ['Mine that waits', 'Waits for approval']) expect(mine).toContain(shown)
    expect(mine).not.toContain('spam')
    for (const list of ['votes', 'following']) expect(await show(list)).toContain('Dark mode')
    expect(await show('comments')).toMatch(/#comment-\d+">Dark mode/)
    for (const list of ['suggestions', 'votes', 'following', 'comments', 'notifications'])
      expect(await show(list)).not.toMatch(SCRIPT)
  })

  test('lead to a comment of a long discussion', async () => {
    const reader = await aReader()
    const idea = await aSuggestion(at.db, mobile, 'Discussed', {
      state: 'published',
      created_by_id: reader.id,
    })
    const other = await aReader()
    for (let i = 0; i < 55; i += 1) await aComment(at.db, idea, other.id, { body: `Comment ${i}` })
    const own = await aComment(at.db, idea, reader.id, { body: 'My own words' })
    const last = await aComment(at.db, idea, other.id, { body: 'The last words' })
    for (const [list, id, words] of [
      ['comments', own, 'My own words'],
      ['notifications', last, 'The last words'],
    ] as const) {
      const { text } = await reader.open(`/me?show=${list}`)
      const [, path = ''] = new RegExp(`href="([^"]*)#comment-${id}"`).exec(text) ?? []
      const page = await reader.open(path)
      expect([list, page.status]).toEqual([list, 200])
      expect(page.text).toContain(words)
      expect(page.text).toContain(`id="comment-${id}"`)
    }
  })

  test('mark notifications as read', async () => {
    const reader = await aReader()
    const idea = await aSuggestion(at.db, mobile, 'Followed', {
      state: 'published',
      created_by_id: reader.id,
    })
    await at.made('/status_updates', {
      body: 'News with **weight**',
      body_mime_type: 'text/markdown',
      links: { suggestion: idea, status: planned },
    })
    const show = async () => (await reader.open('/me?show=notifications')).text
    const before = await show()
    expect(before).toContain('>News with weight<')
    expect(before).toContain('es-unread')
    const [, until = ''] = /name="read_until" value="([^"]+)"/.exec(before) ?? []
    expect(await reader.submit('/me?show=notifications', { read_until: until })).toMatchObject({
      status: 303,
      headers: { location: '/me?show=notifications&saved=read' },
    })
    const after = await show()
    expect(after).toContain('News')
    expect(after).not.toContain('es-unread')
  })

  test('the language can be changed while somebody signs in', async () => {
    const browser = aBrowser()
    const path = `/sign-in?${new URLSearchParams({ return_to: '/me?show=votes' })}`
    const [, place = ''] =
      /name="return_to" value="(\/sign-in[^"]*)"/.exec((await browser.open(path)).text) ?? []
    expect(place).toBe(path)
    for (const [asked, expected] of [
      [place, path],
      ['/sign-in?return_to=//evil.test', '/sign-in'],
    ])
      expect(
        (await browser.submit('/language', { language: 'de', return_to: asked as string })).headers
          .location,
      ).toBe(expected)
    const { text } = await browser.open(path)
    expect(text).toContain('<html lang="de"')
    expect(text).toContain('value="/me?show=votes"')
  })

  test('save a name, and say what is wrong with one', async () => {
    const reader = await aReader()
    const save = (name: string) => reader.submit('/me/settings', { section: 'name', name })
    expect((await save(`Ann ${XSS}`)).headers.location).toBe('/me/settings?saved=name')
    const { text } = await reader.open('/me/settings?saved=name')
    expect(text).toContain('Your name is saved.')
    expect(text).not.toMatch(SCRIPT)
    for (const wrong of ['', '  ', 'x'.repeat(256)]) {
      const answer = await save(wrong)
      expect(answer.status).toBe(422)
      expect(answer.text).toContain('Write a name with at most 255 characters.')
    }
    expect(await userOf(reader.id)).toMatchObject({ name: `Ann ${XSS}` })
    const unknown = await reader.submit('/me/settings', { section: 'role' }, HTML)
    expect(unknown.status).toBe(400)
  })

  test('save languages, themes and mails', async () => {
    const reader = await aReader()
    const save = (fields: Record<string, string>) => reader.submit('/me/settings', fields)
    await save({ section: 'language', language: 'de' })
    expect((await reader.open('/me/settings')).text).toContain('<html lang="de"')
    // Without the cookie, what the person chose counts, not what the browser asks for.
    reader.cookies.delete('earshot_locale')
    expect((await reader.open('/me/settings')).text).toContain('<html lang="de"')
    expect((await reader.open('/?lang=en')).status).toBe(200)
    expect((await reader.open('/me/settings')).text).toContain('<html lang="en"')
    await save({ section: 'language', language: '' })
    expect(await userOf(reader.id)).toMatchObject({ language: null })
    expect(reader.cookies.has('earshot_locale')).toBe(false)
    await save({ section: 'theme', theme: 'dark' })
    expect((await reader.open('/me')).text).toContain('data-theme="dark"')
    await save({ section: 'theme', theme: 'system' })
    expect((await reader.open('/me')).text).not.toContain('data-theme=')
    await save({
      section: 'notifications',
      status_frequency: 'never',
      comment_frequency: 'daily',
      announcement_frequency: 'immediately',
    })
    expect(await userOf(reader.id)).toMatchObject({
      status_notifications: false,
      comment_notifications: true,
      announcement_notifications: true,
    })
    const { text } = await reader.open('/me/settings')
    expect(text.match(/name="\w+_frequency" value="\w+" checked/g)).toEqual([
      'name="status_frequency" value="never" checked',
      'name="comment_frequency" value="daily" checked',
      'name="announcement_frequency" value="immediately" checked',
    ])
    // A form that is older than this page changes nothing, and an unknown frequency is refused.
    await save({ section: 'notifications', comment_notifications: 'true' })
    expect(await userOf(reader.id)).toMatchObject({ status_notifications: false })
    const wrong = { section: 'notifications', status_frequency: 'hourly' }
    expect((await reader.submit('/me/settings', wrong, HTML)).status).toBe(422)
  })

  test('end sessions and applications, but not those of others', async () => {
    const reader = await aReader()
    const stranger = await aReader()
    const other = aBrowser()
    await other.submit('/sign-in', { email: reader.email })
    const { code } = await signInMailTo(received, reader.email, 2)
    await other.submit('/sign-in/code', { code })
    const isSignedIn = async (one: PortalBrowser) => (await one.open('/me')).status === 200
    expect(await isSignedIn(other)).toBe(true)
    const idOf = (text: string) => /name="id" value="(\d+)"/.exec(text)?.[1] ?? ''
    const id = idOf((await reader.open('/me/settings')).text)
    const end = (one: PortalBrowser) => one.submit('/me/settings', { section: 'session', id }, HTML)
    expect((await end(stranger)).status).toBe(404)
    expect(await isSignedIn(other)).toBe(true)
    expect((await end(reader)).status).toBe(303)
    expect(await isSignedIn(other)).toBe(false)
    expect((await reader.submit('/me/settings', { section: 'sessions' })).status).toBe(303)
    expect(await isSignedIn(reader)).toBe(true)
    const client = await at.aClient({
      audience: 'end_users',
      isPublic: true,
      redirectUris: [REDIRECT],
    })
    const cookie = `earshot_visitor=${reader.cookies.get('earshot_visitor')}`
    at.service.setAddress(BASE_URL)
    const { access_token } = await allowApplication(at, cookie, client.key)
    at.service.setAddress(address)
    expect((await portal.get('/me', access_token)).status).toBe(200)
    const settings = (await reader.open('/me/settings')).text
    expect(settings).toContain('Applications that act for you')
    const application = { section: 'application', id: idOf(settings) }
    expect((await stranger.submit('/me/settings', application, HTML)).status).toBe(404)
    expect((await reader.submit('/me/settings', application)).status).toBe(303)
    expect((await portal.get('/me', access_token)).status).toBe(401)
  })

  test('other sites cannot send their forms', async () => {
    const reader = await aReader()
    const evil = { origin: 'https://evil.test', ...HTML }
    const name = { section: 'name', name: 'Evil' }
    const answers = [
      await reader.submit('/me/settings', name, evil),
      await reader.submit('/me/delete', { confirm: reader.email }, evil),
      await reader.submit('/me?show=notifications', {}, evil),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    // It looks like the portal.
    expect(answers[0]?.text).toContain('class="es-header"')
    expect(await userOf(reader.id)).not.toMatchObject({ name: 'Evil' })
  })

  test('staff find their own things, and their profile', async () => {
    const admin = await aPerson(at, 'admin')
    const staff = aBrowser()
    const cookie = await aSession(at, admin.id)
    const open = (path: string) => staff.open(path, { cookie })
    expect((await open('/me')).status).toBe(200)
    const { text } = await open('/me/settings')
    expect(text).toContain('href="/admin/profile"')
    expect(text).not.toContain('/me/delete')
    const name = { section: 'name', name: 'Other' }
    expect((await staff.submit('/me/settings', name, { cookie })).status).toBe(403)
    const erase = await staff.submit('/me/delete', { confirm: admin.email }, { cookie })
    expect(erase.status).toBe(403)
  })
})

describe('a link of a mail', () => {
  const linkFor = (subscription: Subscription, now?: number) =>
    unsubscribeAddress({ baseUrl: '', readKeys: at.readKeys }, subscription, now)
  const settingsOf = async (id: number) => {
    const user = await userOf(id)
    return [
      user?.status_notifications,
      user?.comment_notifications,
      user?.announcement_notifications ?? user?.status_notifications,
    ]
  }

  test.each([
    ['all', [false, false, false]],
    ['status', [false, true, false]],
    ['comments', [true, false, true]],
    ['announcements', [true, true, false]],
    // Nothing comes daily.
    ['digest', [true, true, true]],
  ] as const)('ends %s mails, on POST only, without a session', async (kind, expected) => {
    const { id: userId } = await aReader()
    await sql`update users set comment_notifications = true where id = ${userId}`.execute(at.db)
    const link = await linkFor({ kind, userId })
    const stranger = aBrowser()
    const page = await stranger.open(link)
    expect(page.status).toBe(200)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.text).not.toContain('@customer.test')
    expect(await settingsOf(userId)).toEqual([true, true, true])
    expect((await stranger.submit(link)).text).toContain('Unsubscribed')
    expect(await settingsOf(userId)).toEqual(expected)
  })

  test('is used by programs of mail with one click, in either form', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const { id: userId } = await aReader()
      const link = await linkFor({ kind: 'status', userId })
      const body = type.startsWith('multipart')
        ? '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
        : 'List-Unsubscribe=One-Click'
      const { status } = await at.call('POST', `/${link}`, {
        token: null,
        headers: { 'content-type': type },
        body,
      })
      expect(status).toBe(200)
      expect((await settingsOf(userId))[0]).toBe(false)
    }
  })

  test('ends the mails about one suggestion, whose title only people see who may', async () => {
    const { id: userId } = await aReader()
    await aSupporter(at.db, dark, userId, { is_subscribed: true })
    const isFollowed = async () =>
      (
        await sql<{ is_subscribed: boolean }>`
          select is_subscribed from supporters where user_id = ${userId}`.execute(at.db)
      ).rows[0]?.is_subscribed
    const link = await linkFor({ kind: 'suggestion', userId, suggestionId: dark })
    expect((await aBrowser().open(link)).text).toContain('Dark mode')
    expect(await isFollowed()).toBe(true)
    expect((await aBrowser().submit(link)).status).toBe(200)
    expect(await isFollowed()).toBe(false)
    const { rows } = await sql<{ id: number }>`
      select id from suggestions where forum_id = ${hidden}`.execute(at.db)
    const secret = { kind: 'suggestion', userId, suggestionId: rows[0]?.id as number } as const
    expect((await aBrowser().open(await linkFor(secret))).text).not.toContain(SECRET)
    const gone = await linkFor({ kind: 'suggestion', userId, suggestionId: 999_999 })
    expect((await aBrowser().submit(gone)).status).toBe(200)
  })

  test('answers the same for every link that is wrong or too old', async () => {
    const { id: userId } = await aReader()
    const good = await linkFor({ kind: 'all', userId })
    const old = await linkFor({ kind: 'all', userId }, Date.now() - 401 * 86_400_000)
    const wrong = [
      old,
      good.replace(`.${userId}.`, `.${userId + 1}.`),
      good.replace('all', 'status'),
      `${good}x`,
      good.slice(0, -1),
      '/unsubscribe/x',
    ]
    const answers = []
    for (const link of wrong)
      for (const answer of [await aBrowser().open(link), await aBrowser().submit(link)])
        answers.push([answer.status, answer.text])
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]?.[0]).toBe(404)
    expect(await settingsOf(userId)).toEqual([true, true, true])
  })
})

describe('names', () => {
  test('of statuses, forums and categories are in the language of the visitor', async () => {
    const category = await insert(at.db, 'categories', { name: 'Colours', forum_id: mobile })
    await sql`update suggestions set category_id = ${category} where id = ${dark}`.execute(at.db)
    const put = await at.put('/translatable_strings/de', {
      plain: {
        [`status.${planned}.name`]: 'Eingeplant',
        [`forum.${mobile}.name`]: 'Mobil und mehr',
        [`category.${category}.name`]: 'Farben',
      },
    })
    expect(put.status, put.text).toBe(200)
    const [german, english] = [aBrowser('de'), aBrowser()]
    for (const path of ['/roadmap', `/forums/${mobile}-mobile`]) {
      const shown = (await german.open(path)).text
      for (const name of ['Eingeplant', 'Mobil und mehr', 'Farben']) expect(shown).toContain(name)
      expect((await english.open(path)).text).not.toContain('Eingeplant')
    }
    expect((await german.open('/updates')).text).toContain('Eingeplant')
    const [, path = ''] =
      new RegExp(`href="(/forums/${mobile}-mobile/suggestions/${dark}-[^"#]*)"`).exec(
        (await german.open('/updates')).text,
      ) ?? []
    // The same address in every language.
    const suggestion = await german.open(path)
    expect(suggestion.status).toBe(200)
    for (const name of ['Eingeplant', 'Farben']) expect(suggestion.text).toContain(name)
    await at.delete('/translatable_strings/de')
    expect((await german.open('/roadmap')).text).not.toContain('Eingeplant')
  })
})

describe('errors', () => {
  test('look like the portal, in the language of the visitor', async () => {
    const answer = await aBrowser('de').open('/nowhere', HTML)
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('Seite nicht gefunden')
    expect(answer.text).toContain('class="es-header"')
    const refused = await aBrowser('de').open('/?sso=nonsense', HTML)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Sie konnten nicht angemeldet werden')
    expect(refused.text).not.toContain('nonsense')
    const console = await aBrowser().open('/admin/assets/none.js', HTML)
    expect(console.text).not.toContain('es-header')
  })
})

const openPortal = async (path: string, options: object = {}): Promise<Page> => {
  const context = await newContext(browser, 1280, 'light', options)
  const { page } = await watchPage(context)
  await page.goto(`${address}${path}`)
  return page
}

describe.skipIf(!hasBrowser).each([true, false])(
  'in a browser (with scripts: %s)',
  (javaScriptEnabled) => {
    test('somebody signs in by mail, comes back, changes settings, exports and deletes themselves', async () => {
      const email = `ada-${javaScriptEnabled}-${Date.now()}@customer.test`
      const page = await openPortal('/me', { javaScriptEnabled })
      await page.getByLabel('E-mail address').fill(email)
      await page.getByRole('button', { name: 'Continue with e-mail' }).click()
      const { code } = await signInMailTo(received, email)
      await page.getByLabel('Code').fill(code)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(`${address}/me`)
      await page.getByRole('link', { name: 'Settings' }).last().click()
      await page.getByLabel('The name that others see').fill('Ada L.')
      const save = (name: string) => page.locator(`#${name}`).getByRole('button', { name: 'Save' })
      await save('name').click()
      await page.getByRole('status').getByText('Your name is saved.').waitFor()
      const mailsAbout = (kind: string) => page.getByRole('group', { name: kind })
      await mailsAbout('New comments').getByLabel('Never').check()
      await mailsAbout('New statuses').getByLabel('Once a day').check()
      await save('notifications').click()
      await page.getByText('Your choice of mails is saved.').waitFor()
      await page.getByLabel('Dark', { exact: true }).check()
      await save('theme').click()
      await page.locator('html[data-theme="dark"]').waitFor()
      await page.getByLabel('Deutsch').check()
      await save('language').click()
      await page.getByText('Ihre Sprache ist gespeichert.').waitFor()
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Meine Daten herunterladen' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe('my-feedback.json')
      const { person } = JSON.parse(await readFile(await download.path(), 'utf8'))
      expect(person).toMatchObject({
        name: 'Ada L.',
        email_address: email,
        language: 'de',
        comment_frequency: 'never',
        status_frequency: 'daily',
        announcement_frequency: 'immediately',
      })
      await page.getByRole('link', { name: 'Mein Konto löschen' }).click()
      await page.getByLabel('Geben Sie zur Bestätigung').fill('somebody@else.test')
      await page.getByRole('button', { name: 'Mein Konto löschen' }).click()
      await page.getByText('Es wurde nichts gelöscht.').waitFor()
      await page.getByLabel('Geben Sie zur Bestätigung').fill(email)
      await page.getByRole('button', { name: 'Mein Konto löschen' }).click()
      await page.getByRole('heading', { name: 'Ihr Konto wurde gelöscht' }).waitFor()
      expect(await page.locator('.es-account').count()).toBe(0)
      const { rows } = await sql`select from users where email_address = ${email}`.execute(at.db)
      expect(rows).toEqual([])
      await page.context().close()
    }, 120_000)
  },
)

describe.skipIf(!hasBrowser)('the number of unread notifications', () => {
  test('is at the picture of the person until they have read them', async () => {
    const reader = await aReader()
    const idea = await aSuggestion(at.db, mobile, 'Followed from afar', {
      state: 'published',
      created_by_id: reader.id,
    })
    const answer = (body: string) =>
      at.made('/status_updates', { body, links: { suggestion: idea, status: planned } })
    await answer('It is planned.')
    const context = await newContext(browser, 1280, 'light')
    const value = reader.cookies.get('earshot_visitor') as string
    await context.addCookies([{ name: 'earshot_visitor', value, url: address }])
    const { page, errors } = await watchPage(context)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/me/notifications')) asked++
    })
    const account = page.locator('.es-account summary')
    await page.goto(`${address}/roadmap`)
    await account.getByText('1 unread notification', { exact: true }).waitFor({ state: 'attached' })
    expect(await account.locator('.es-badge').textContent()).toBe('1')
    // Remembered for a while.
    await page.goto(`${address}/updates`)
    await account.locator('.es-badge').waitFor()
    expect(asked).toBe(1)
    await account.click()
    await page.getByRole('link', { name: 'Notifications' }).first().click()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText('All notifications are marked as read.').waitFor()
    const counted = page.waitForResponse((response) =>
      response.url().includes('/me/notifications?'),
    )
    await page.goto(`${address}/roadmap`)
    await counted
    expect(await account.locator('.es-badge').count()).toBe(0)
    for (let i = 0; i < 21; i++) await answer(`Piece of news ${i}.`)
    await page.evaluate('sessionStorage.clear()')
    await page.goto(`${address}/roadmap`)
    await account
      .getByText('20+ unread notifications', { exact: true })
      .waitFor({ state: 'attached' })
    expect(errors).toEqual([])
    await context.close()
  })
})

describe.skipIf(!hasBrowser)('every page', () => {
  test.each(EXHAUSTIVE ? ['de', 'en'] : ['de'])(
    'passes axe and fits, wide and narrow, light and dark, from right to left: %s',
    async (language) => {
      const reader = await aReader(language)
      await aSupporter(at.db, dark, reader.id, { is_subscribed: true })
      const context = await newContext(browser, 1280, 'light', { locale: language })
      const { page, errors } = await watchPage(context)
      const check = async (path: string, name = path) => {
        await page.goto(`${address}${path}`)
        await expectGoodPage(page, name)
        await page.evaluate('document.documentElement.dir = "rtl"')
        await inEachScreen(page, async (width) =>
          expect(await scrollsSideways(page), `${path} ${width}, right to left`).toBe(false),
        )
      }
      const mailed = await unsubscribeAddress(
        { baseUrl: '', readKeys: at.readKeys },
        { kind: 'suggestion', userId: reader.id, suggestionId: dark },
      )
      for (const path of ['/roadmap', '/updates', '/sign-in', '/nowhere']) await check(path)
      await check(mailed, 'unsubscribe')
      const value = reader.cookies.get('earshot_visitor') as string
      await context.addCookies([{ name: 'earshot_visitor', value, url: address }])
      for (const path of [
        `/updates/${announced.id}`,
        '/me?show=votes',
        '/me?show=notifications',
        '/me/settings?saved=name',
        '/me/delete',
      ])
        await check(path)
      // The browser logs that an address does not exist.
      expect(errors.filter((error) => !error.includes('404'))).toEqual([])
      await context.close()
    },
    180_000,
  )
})
