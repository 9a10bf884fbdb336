// Customers read and vote on the portal, in a real browser with and without scripts.
import { randomBytes } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startService } from '../../src/service.ts'
import {
  axeViolations,
  expectGoodPage,
  hasBrowser,
  newContext,
  scrollsSideways,
  startBrowser,
  watchPage,
} from '../support/browser.ts'
import { aPortal, type Portal } from '../support/end-users.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aComment, aForum, aSuggestion, aUser, insert } from '../support/factories.ts'
import { paint, requestTime, startStaticCopy } from '../support/page-budget.ts'
import { PATIENTLY } from '../support/patience.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

let at: TestService
let address: string
let portal: Portal
let browser: Awaited<ReturnType<typeof startBrowser>>
let forum: number
let dark: number
let planned: number
let category: number

beforeAll(async () => {
  at = await startTestService()
  address = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  at.service.setAddress(address)
  portal = await aPortal(at)
  const ann = await aUser(at.db, 'ann@customer.test', { name: 'Ann Ångström' })
  forum = await aForum(at.db, 'Mobile apps', { welcome_message: 'Tell us what would help.' })
  await aForum(at.db, 'Billing')
  planned = (await at.get('/statuses')).body.statuses.find(
    ({ name }: { name: string }) => name === 'planned',
  ).id
  category = await insert(at.db, 'categories', { forum_id: forum, name: 'Design' })
  for (let i = 1; i <= 40; i++)
    await aSuggestion(at.db, forum, `Wish number ${i}`, { body: 'It would help. '.repeat(i) })
  dark = await aSuggestion(at.db, forum, 'Dark mode für die Nacht', {
    body: 'My eyes hurt.',
    created_by_id: ann,
    status_id: planned,
    category_id: category,
    supporters_count: 7,
  })
  await insert(at.db, 'status_updates', {
    suggestion_id: dark,
    forum_id: forum,
    user_id: ann,
    new_status_id: planned,
    body: 'We plan it for spring.',
  })
  for (let i = 1; i <= 3; i++) await aComment(at.db, dark, ann, { body: `Comment ${i}` })
  browser = await startBrowser()
})

const see = (path: string, headers: Record<string, string> = {}) =>
  at.get(`/${path}`, { token: null, headers })

type Options = { width?: number; scheme?: 'light' | 'dark'; locale?: string; hasScript?: boolean }

/** A browser of its own; with claims, of somebody who came from the customer's application. */
async function visit(path: string, claims?: object, options: Options = {}) {
  const { width = 1280, scheme = 'light', locale = 'en', hasScript = true } = options
  const context = await newContext(browser, width, scheme, {
    locale,
    javaScriptEnabled: hasScript,
  })
  const opened = await watchPage(context)
  const token = claims ? `?sso=${portal.sign(claims)}` : ''
  await opened.page.goto(`${address}${path}${token}`)
  return opened
}

const votes = (page: Page) => page.locator('.es-suggestion .es-vote')

describe.skipIf(!hasBrowser).each([true, false])('with scripts: %s', (hasScript) => {
  test('somebody finds a suggestion, votes, and takes the vote back', async () => {
    const { page, errors } = await visit(`/forums/${forum}`, portal.somebody(), { hasScript })
    await page.getByRole('searchbox').fill('Nacht')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Dark mode für die Nacht' }).click()
    await page.waitForURL(
      `**/forums/${forum}-mobile-apps/suggestions/${dark}-dark-mode-fuer-die-nacht`,
    )
    const button = page.getByRole('button', { name: 'Vote for “Dark mode für die Nacht”' })
    const before = Number(await votes(page).locator('b').textContent())
    await button.click()
    await expect.poll(() => votes(page).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => votes(page).locator('b').textContent()).toBe(String(before + 1))
    await expect.poll(() => votes(page).getAttribute('aria-busy')).toBeNull()
    await page.reload()
    expect(await votes(page).getAttribute('aria-pressed')).toBe('true')
    await button.click()
    await expect.poll(() => votes(page).getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => votes(page).getAttribute('aria-busy')).toBeNull()
    await page.reload()
    expect(await votes(page).locator('b').textContent()).toBe(String(before))
    expect(errors).toEqual([])
    await page.context().close()
  })

  test('somebody votes in the list and stays there', async () => {
    const { page } = await visit(`/forums/${forum}/filters/new`, portal.somebody(), { hasScript })
    const address = page.url()
    const button = page.locator('article', { hasText: 'Wish number 40' }).getByRole('button')
    await button.click()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull()
    const [path, place] = page.url().split('#')
    expect(path).toBe(address)
    // Without script the list is loaded again, and begins at the row.
    const row = await page.locator('article', { hasText: 'Wish number 40' }).getAttribute('id')
    if (!hasScript) expect(place).toBe(row)
    await page.getByRole('link', { name: 'My votes' }).click()
    await expect.poll(() => page.locator('article').count()).toBe(1)
    expect(await page.locator('article').textContent()).toContain('Wish number 40')
    await page.context().close()
  })

  test('somebody follows, and stops', async () => {
    const { page } = await visit(`/suggestions/${dark}`, portal.somebody(), { hasScript })
    await page.getByRole('button', { name: 'Follow' }).click()
    const following = page.getByRole('button', { name: 'Following' })
    await following.waitFor()
    await following.click()
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
    await page.context().close()
  })

  test('the language that somebody chooses is remembered', async () => {
    const { page } = await visit('/', undefined, { hasScript })
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('link', { name: 'Mobile apps' }).click()
    await page.getByRole('link', { name: 'Beliebt' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    // The address that a search engine knows names a language.
    await page.goto(`${address}/forums/${forum}-mobile-apps?q=wish&lang=de`)
    await page.getByRole('button', { name: 'English' }).click()
    await page
      .getByRole('button', { name: 'English', exact: true })
      .and(page.locator('[aria-current]'))
      .waitFor()
    expect(new URL(page.url()).search).toBe('?q=wish')
    await page.reload()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.context().close()
  })
})

describe.skipIf(!hasBrowser)('every page', () => {
  const paths = () => [
    '/',
    '/?q=wish',
    '/?q=nothingatall',
    `/forums/${forum}`,
    `/forums/${forum}?q=nothingatall`,
    `/suggestions/${dark}`,
    '/forums/999999',
  ]

  test('is accessible, wide and narrow, light and dark', async () => {
    for (const locale of ['en', 'de']) {
      const claims = locale === 'de' ? portal.somebody() : undefined
      const { page, hosts } = await visit('/', claims, { locale })
      for (const path of paths()) {
        await page.goto(`${address}${path}`)
        await expectGoodPage(page, path)
      }
      expect([...hosts]).toEqual([new URL(address).host])
      await page.context().close()
    }
  })

  test('can be read from right to left', async () => {
    const { page } = await visit('/', portal.somebody(), { width: 390 })
    for (const path of paths()) {
      await page.goto(`${address}${path}`)
      await page.evaluate("document.documentElement.dir = 'rtl'")
      expect([path, await scrollsSideways(page)]).toEqual([path, false])
      // axe finds the same as above.
      if (EXHAUSTIVE) expect([path, await axeViolations(page)]).toEqual([path, []])
    }
    await page.context().close()
  })

  test('does not move while it loads, and stays within its budgets', async () => {
    const path = `/forums/${forum}-mobile-apps`
    const copy = await startStaticCopy(address, path)
    // The first page of a browser takes longer.
    await paint(browser, copy)
    const painted = await paint(browser, `${address}${path}`)
    expect(painted.shift).toBe(0)
    const filed = await paint(browser, copy)
    const list = `${address}/api/end_users/forums/${forum}/ideas?per_page=25&sort=top`
    const times = { page: await requestTime(`${address}${path}`), list: await requestTime(list) }
    const size = async (file: string) => brotliCompressSync((await see(file)).text).length
    const source = /src="(\/portal\.js[^"]*)"/.exec((await see(path)).text)?.[1] as string
    const bytes = { html: await size(path), script: await size(source) }
    expect(bytes.html).toBeLessThan(20_000)
    expect(bytes.script).toBeLessThan(20_000)
    const figures = {
      bytes,
      layout_shift: painted.shift,
      largest_paint_ms: { page: painted.largest, static_file: filed.largest },
      largest_paint_ratio: painted.largest / filed.largest,
      server_ms: times,
      server_ratio: times.page / times.list,
    }
    console.log(`page of a forum: ${JSON.stringify(figures)}`)
    expect(painted.largest).toBeGreaterThan(0)
  })
})

describe('lists', () => {
  const titles = (text: string) =>
    [...text.matchAll(/<h2[^>]*><a [^>]*suggestions[^>]*>([^<]+)/g)].map(([, title]) => title)

  test('have orders, a status and a category, and pages', async () => {
    const top = await see(`/forums/${forum}`)
    expect(titles(top.text)[0]).toBe('Dark mode für die Nacht')
    const newest = await see(`/forums/${forum}/filters/new`)
    expect(titles(newest.text)[0]).toBe('Dark mode für die Nacht')
    expect(titles(newest.text)).toHaveLength(25)
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(newest.text) ?? []
    const second = await see(next.replaceAll('&amp;', '&'))
    expect(titles(second.text)).toHaveLength(16)
    const both = [...titles(newest.text), ...titles(second.text)]
    expect(new Set(both).size).toBe(41)
    for (const filter of [`status_id=${planned}`, `category_id=${category}`])
      expect(titles((await see(`/forums/${forum}?${filter}`)).text)).toEqual([
        'Dark mode für die Nacht',
      ])
    expect((await see(`/forums/${forum}/filters/oldest`)).status).toBe(404)
  })

  test('with a status and a category have pages too', async () => {
    const full = await aForum(at.db, 'Full')
    const colours = await insert(at.db, 'categories', { forum_id: full, name: 'Colours' })
    for (let i = 1; i <= 30; i++)
      await aSuggestion(at.db, full, `Colour ${i}`, { status_id: planned, category_id: colours })
    await aSuggestion(at.db, full, 'Something else')
    for (const order of ['', '/filters/new']) {
      const filter = `status_id=${planned}&category_id=${colours}`
      const first = await see(`/forums/${full}${order}?${filter}`)
      const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.text) ?? []
      const second = await see(next.replaceAll('&#38;', '&'))
      const all = [...titles(first.text), ...titles(second.text)]
      expect(all).toHaveLength(30)
      expect(new Set(all).size).toBe(30)
      expect(all).not.toContain('Something else')
      // The filters stay chosen.
      expect(second.text).toContain('class="es-chip"')
    }
  })

  test('a search has the best matches first, or the order that somebody chooses', async () => {
    const search = async (path: string, q: string) => {
      const { text } = await see(`${path}?q=${q}`)
      const [, current] = /aria-label="Order"[\s\S]*?aria-current="true">([^<]+)/.exec(text) ?? []
      return { titles: titles(text), current }
    }
    const best = await search(`/forums/${forum}`, 'number+7')
    expect(best).toMatchObject({ current: 'Best matches' })
    expect(best.titles[0]).toBe('Wish number 7')
    const newest = await search(`/forums/${forum}/filters/new`, 'wish')
    expect(newest.current).toBe('New')
    expect(newest.titles.slice(0, 3)).toEqual([
      'Wish number 40',
      'Wish number 39',
      'Wish number 38',
    ])
  })

  test('a search has pages, in a forum and in all of them', async () => {
    for (const path of [`/forums/${forum}?q=wish`, '/?q=wish']) {
      const first = await see(path)
      const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.text) ?? []
      const second = await see(next.replaceAll('&#38;', '&'))
      const all = [...titles(first.text), ...titles(second.text)]
      expect(new Set(all.filter((title = '') => title.startsWith('Wish number'))).size).toBe(40)
      expect(all).toHaveLength(40)
      expect(second.text).not.toContain('rel="next"')
    }
    expect((await see('/?q=wish&page=999999999999')).status).toBe(200)
    expect((await see('/?q=wish&page=x')).status).toBe(200)
  })

  test('a search of a whole sentence is about its first words', async () => {
    const sentence = `Wish ${'number '.repeat(3)}7 please, ${'abcdefghijklm'.split('').join(' ')}`
    for (const path of ['/', `/forums/${forum}`]) {
      const { status, text } = await see(`${path}?q=${encodeURIComponent(sentence)}`)
      expect(status).toBe(200)
      expect(text).toContain('value="Wish number number number 7 please, a b c d e f g h"')
    }
  })

  test('a search in all forums leads to suggestions, or to where one suggests it', async () => {
    expect(titles((await see('/?q=nacht')).text)).toEqual(['Dark mode für die Nacht'])
    const { text } = await see('/?q=nothingatall')
    expect(text).toContain(`/forums/${forum}-mobile-apps/new?title=nothingatall`)
  })
})

describe('addresses', () => {
  test.each([
    ['-wrong', '', '-mobile-apps'],
    ['-wrong', '?status_id=1&q=a%20b', '-mobile-apps'],
    ['-wrong/filters/hot', '', '-mobile-apps/filters/hot'],
  ])('/forums/ID%s%s leads to ID%s', async (slug, query, expected) => {
    const { status, headers } = await see(`/forums/${forum}${slug}${query}`)
    expect(status).toBe(301)
    expect(headers.location).toBe(`/forums/${forum}${expected}${query}`)
  })

  test('of a suggestion follow its title and its forum', async () => {
    const right = `/forums/${forum}-mobile-apps/suggestions/${dark}-dark-mode-fuer-die-nacht`
    for (const wrong of [
      `/forums/${forum}-x/suggestions/${dark}-y`,
      `/suggestions/${dark}`,
      `/suggestions/${dark}-anything`,
    ]) {
      const { status, headers } = await see(wrong)
      expect([status, headers.location]).toEqual([301, right])
    }
    expect((await see(right)).status).toBe(200)
    expect((await see(`/forums/${forum}/suggestions/${dark}`)).status).toBe(200)
  })
})

describe('caches', () => {
  test('may keep a page of strangers for seconds, and learn that it did not change', async () => {
    const { headers } = await see(`/forums/${forum}`)
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=5, must-revalidate')
    expect(headers.vary).toBe('cookie, accept-language')
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
    const tag = headers.etag as string
    expect((await see(`/forums/${forum}`, { 'if-none-match': tag })).status).toBe(304)
    await at.made('/suggestions', { title: 'Something new', links: { forum } })
    expect((await see(`/forums/${forum}`, { 'if-none-match': tag })).status).toBe(200)
  })

  test('never keep a page of somebody who is signed in', async () => {
    const cookie = await portal.signIn()
    for (const path of ['/', `/forums/${forum}`, `/suggestions/${dark}`]) {
      const { headers } = await see(path, { cookie })
      expect(headers['cache-control'] ?? 'no-store').not.toContain('public')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    }
  })
})

describe('forms', () => {
  test('of another site are refused', async () => {
    const cookie = await portal.signIn()
    const headers = {
      cookie,
      origin: 'https://evil.test',
      'content-type': 'application/x-www-form-urlencoded',
    }
    for (const path of [`/suggestions/${dark}/vote`, `/suggestions/${dark}/follow`, '/language']) {
      const { status } = await at.call('POST', `/${path}`, { token: null, headers, body: '' })
      expect([path, status]).toEqual([path, 403])
    }
  })

  test('of somebody who is not signed in lead to the sign-in, or say that there is none', async () => {
    const headers = { origin: address, 'content-type': 'application/x-www-form-urlencoded' }
    const { status } = await at.call('POST', `//suggestions/${dark}/vote`, {
      token: null,
      headers,
      body: '',
    })
    expect([303, 404]).toContain(status)
  })

  test('lead back to pages of the portal only', async () => {
    const cookie = await portal.signIn()
    for (const [asked, expected] of [
      ['//evil.test', '/'],
      ['https://evil.test', '/'],
      ['/forums/1?q=x', '/forums/1?q=x'],
    ]) {
      const { status, headers } = await at.call('POST', `//suggestions/${dark}/vote`, {
        token: null,
        headers: { cookie, origin: address, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ return_to: asked as string }).toString(),
      })
      expect([status, headers.location]).toEqual([303, expected])
    }
  })
})

test('the home page has what is trending in the forums that a visitor sees', async () => {
  const secret = await at.made('/forums', { name: 'Secret', access: { see: { tier: 'staff' } } })
  const hidden = await at.made('/suggestions', { title: 'A secret', links: { forum: secret.id } })
  const open = await at.made('/suggestions', { title: 'Brand new', links: { forum } })
  const closed = await at.made('/suggestions', { title: 'Just closed', links: { forum } })
  await sql`update suggestions set closed_at = now() where id = ${closed.id}`.execute(at.db)
  const { text } = await see('/')
  expect(text).toContain(`href="/suggestions/${open.id}/vote"`)
  expect(text).not.toContain('Just closed')
  expect(text).not.toContain('A secret')
  expect((await see('/?q=number')).text).not.toContain('es-trending')
  for (const { id } of [hidden, open, closed]) await at.delete(`/suggestions/${id}`)
})

describe('the outline of the portal', () => {
  const named = (name: string) => `${name} ${randomBytes(4).toString('hex')}`

  test('costs a stranger no statement: a page of a forum is one', async () => {
    const { id: announced } = await at.made('/announcements', {
      title: 'Dark mode is here',
      body: 'Try it',
      links: { suggestions: [dark] },
    })
    await at.put(`/announcements/${announced}/publish`, {})
    expect((await see('/updates')).text).toContain(`href="/suggestions/${dark}/vote"`)
    const paths = [
      `/forums/${forum}`,
      `/forums/${forum}/filters/new`,
      `/forums/${forum}?q=wish&status_id=${planned}`,
      `/forums/${forum}?category_id=${category}&lang=de`,
      '/?q=wish',
      '/',
      '/forums/999999',
      `/forums/${forum}/suggestions/${dark}`,
      `/forums/${forum}/suggestions/${dark}?order=newest`,
      '/roadmap',
      `/roadmap?forum_id=${forum}`,
      '/updates',
      `/updates?forum_id=${forum}`,
      `/updates/${announced}`,
      '/feed.atom',
      `/forums/${forum}/feed.atom`,
      '/updates.atom',
    ]
    await see('/')
    for (const path of paths) {
      const statements = await statementsOf(at, () => see(path))
      expect([path, statements.length, statements]).toEqual([path, 1, statements])
    }
    const cold = await statementsOf(at, async () => {
      await at.made('/categories', { name: named('Other'), links: { forum } })
      await see(`/forums/${forum}`)
      await see(`/forums/${forum}`)
    })
    const lists = cold.filter((text) => text.includes('page_of_suggestions'))
    // The first one notices the change, and is read again with what is new.
    expect(lists).toHaveLength(3)
  })

  test('is read by each person who is signed in', async () => {
    const cookie = await portal.signIn()
    const statements = await statementsOf(at, () => see(`/forums/${forum}`, { cookie }))
    expect(statements.length).toBeGreaterThan(3)
  })

  test('follows every change at once, in every process', async () => {
    const other = await startService(at.connection, BASE_URL, pino({ level: 'silent' }), {
      ...PATIENTLY,
      store: at.store,
      settings: { requests_per_address: 1_000_000 },
    })
    onTestFinished(() => other.close())
    const name = named('Plans')
    const id = await aForum(at.db, name)
    const title = named('Wish')
    const suggestion = await aSuggestion(at.db, id, title)
    const processes: ((path: string) => Promise<{ status: number; text: string }>)[] = [
      see,
      async (url) => {
        const { statusCode, body } = await other.app.inject({ url })
        return { status: statusCode, text: body }
      },
    ]
    const expectAll = async (isSeen: boolean, forumName = name) => {
      for (const ask of processes) {
        for (const path of [`/forums/${id}`, `/forums/${id}/suggestions/${suggestion}`]) {
          const { status, text } = await ask(path)
          expect([path, status]).toEqual([path, isSeen ? 200 : 404])
          expect(text.includes(forumName)).toBe(isSeen)
        }
        const search = `/?q=${encodeURIComponent(title)}`
        for (const path of ['/', search, '/roadmap', `/forums/${forum}`])
          expect([path, (await ask(path)).text.includes(forumName)]).toEqual([path, isSeen])
      }
    }
    await expectAll(true)
    for (const tier of ['chosen', 'everyone', 'staff', 'everyone', 'signed_in']) {
      // By SQL, so that no process hears of it.
      await sql`update forums set see_tier = ${tier} where id = ${id}`.execute(at.db)
      const isSeen = tier === 'everyone'
      if (tier === 'signed_in')
        for (const ask of processes) {
          expect((await ask('/')).text).not.toContain(name)
          expect((await ask(`/forums/${id}`)).text).not.toContain(title)
        }
      else await expectAll(isSeen)
    }
    const renamed = named('Renamed')
    await at.put(`/forums/${id}`, { name: renamed, is_public: true })
    await expectAll(true, renamed)
    await sql`update forums set merged_into_id = ${forum} where id = ${id}`.execute(at.db)
    for (const ask of processes) expect((await ask('/')).text).not.toContain(renamed)
  })

  test('lists follow every change at once, in every process', async () => {
    const other = await startService(at.connection, BASE_URL, pino({ level: 'silent' }), {
      ...PATIENTLY,
      store: at.store,
      settings: { requests_per_address: 1_000_000 },
    })
    onTestFinished(() => other.close())
    const id = await aForum(at.db, named('Plans'))
    const title = named('Wish')
    const suggestion = await aSuggestion(at.db, id, title)
    const german = { 'accept-language': 'de' }
    const ask = async (headers: Record<string, string> = {}) => {
      const here = (await see(`/forums/${id}`, headers)).text
      const there = await other.app.inject({ url: `/forums/${id}`, headers })
      expect(there.body.replaceAll(BASE_URL, '')).toBe(here.replaceAll(address, ''))
      return here
    }
    // From the second visit on, pages are kept.
    const expectChange = async (change: () => Promise<unknown>, before: string, after: string) => {
      for (let visit = 0; visit < 3; visit++) expect(await ask()).toContain(before)
      expect(await ask(german)).toContain('lang="de"')
      await change()
      for (let visit = 0; visit < 3; visit++) {
        const text = await ask()
        expect(text).toContain(after)
        expect(text).not.toContain(before)
        expect(text).toContain('lang="en"')
      }
    }
    const changed = named('Changed')
    const later = named('Later')
    const votes = (count: number) => `<b>${count}</b>`
    // By SQL, so that no process hears of it.
    await expectChange(
      () => sql`update suggestions set title = ${changed} where id = ${suggestion}`.execute(at.db),
      title,
      changed,
    )
    await expectChange(
      () =>
        sql`update suggestion_figures set supporters_count = 7 where id = ${suggestion}`.execute(
          at.db,
        ),
      votes(0),
      votes(7),
    )
    await expectChange(
      () => sql`update suggestions set state = 'spam' where id = ${suggestion}`.execute(at.db),
      changed,
      'class="es-suggest"',
    )
    const second = await aSuggestion(at.db, id, later)
    expect(await ask()).toContain(later)
    await expectChange(
      () => sql`update suggestions set closed_at = now() where id = ${second}`.execute(at.db),
      `href="/suggestions/${second}/vote"`,
      'es-fixed',
    )
    const cookie = await portal.signIn()
    expect((await see(`/forums/${id}`, { cookie })).text).toContain('/sign-out')
    expect(await ask()).not.toContain('/sign-out')
  })

  test('has the counts, categories and statuses that are stored now', async () => {
    const show = async () => (await see(`/forums/${forum}`)).text
    /** Of all forums together. */
    const open = async () =>
      [...(await show()).matchAll(/aria-label="(\d+) open suggestions?"/g)]
        .map(([, count]) => Number(count))
        .reduce((sum, count) => sum + count, 0)
    const before = await open()
    await at.made('/suggestions', { title: named('One more'), links: { forum } })
    expect(await open()).toBe(before + 1)
    const made = await at.made('/categories', { name: named('Colours'), links: { forum } })
    expect(await show()).toContain(made.name)
    await at.put(`/categories/${made.id}`, { name: named('Shapes') })
    expect(await show()).not.toContain(made.name)
    const status = await at.made('/statuses', { name: named('Someday'), hex_color: '#123456' })
    expect(await show()).toContain(status.name)
    await at.delete(`/statuses/${status.id}`)
    expect(await show()).not.toContain(status.name)
  })

  test('follows the settings of the installation', async () => {
    const show = async () => (await see(`/forums/${forum}`)).text
    onTestFinished(async () => {
      await at.put('/settings', { default_suggest_tier: null, portal_audience: null })
    })
    expect(await show()).toContain('class="es-suggest"')
    await at.put('/settings', { default_suggest_tier: 'staff' })
    expect(await show()).not.toContain('class="es-suggest"')
    await at.put('/settings', { default_suggest_tier: null, portal_audience: 'signed_in' })
    expect(await show()).not.toContain('Wish number')
  })
})
