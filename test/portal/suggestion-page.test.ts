// The page of a suggestion: who supports it, and a long discussion.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  expectGoodPage,
  hasBrowser,
  inEachScreen,
  newContext,
  scrollsSideways,
  startBrowser,
  watchPage,
} from '../support/browser.ts'
import { aPortal } from '../support/end-users.ts'
import { aComment, aForum, aSuggestion, aSupporter, aUser } from '../support/factories.ts'
import { BASE_URL, startTestService } from '../support/service.ts'
import { aPerson, aSession } from '../support/staff.ts'
import { statementsOf } from '../support/statements.ts'

const at = await startTestService()
const portal = await aPortal(at)
const forum = await aForum(at.db, 'Apps')
const staff = await aSession(at, (await aPerson(at, 'admin')).id)

const see = (path: string, cookie = '') => at.get(`/${path}`, { token: null, headers: { cookie } })
const pageOf = (id: number, query = '') => `/forums/${forum}/suggestions/${id}${query}`

const setShown = (portal_supporters: boolean | null) => at.put('/settings', { portal_supporters })

async function showSupporters(): Promise<void> {
  onTestFinished(async () => void (await setShown(null)))
  await setShown(true)
}

const anAddress = () => `${randomBytes(6).toString('hex')}@customer.test`

/** With supporters of these names, the last one newest. */
async function anIdea(names: string[], title = 'Dark mode'): Promise<number> {
  const id = await aSuggestion(at.db, forum, title)
  for (const name of names) await aSupporter(at.db, id, await aUser(at.db, anAddress(), { name }))
  return id
}

test('a vote says that nobody can sign in where there is no way to', async () => {
  const { status, text } = await see(`/suggestions/${await anIdea([])}/vote`)
  expect(status).toBe(200)
  expect(text).toContain('nobody can sign in on this page at the moment')
})

const MANY = Array.from({ length: 60 }, (_, i) => `Person ${i + 1}`)

describe('who supports a suggestion', () => {
  test('is the business of the team alone, unless a setting says otherwise', async () => {
    const id = await anIdea(['Ada Lovelace', 'Ben'])
    const person = await portal.signIn()
    for (const cookie of ['', person]) {
      const { text } = await see(pageOf(id), cookie)
      expect(text).toContain('2 supporters')
      expect(text).not.toMatch(/Ada|supporters">/)
      expect((await see(`/suggestions/${id}/supporters`, cookie)).status).toBe(404)
    }
    const stranger = await portal.get(`/ideas/${id}/supporters`)
    expect([stranger.status, stranger.text]).toEqual([403, expect.not.stringContaining('Ada')])
    for (const path of ['/feed.atom', `/forums/${forum}/feed.atom`, '/sitemap.xml', '/roadmap'])
      expect((await see(path)).text).not.toContain('Ada')
    const tools = await see(pageOf(id), staff)
    expect(tools.text).toMatch(/Ben<\/bdi>, <bdi>Ada Lovelace[\s\S]*Only the team sees this/)
    expect((await see(`/suggestions/${id}/supporters`, staff)).text).toContain('Ada Lovelace')
    const asStaff = await portal.call('GET', `/ideas/${id}/supporters`, {
      headers: { cookie: staff, origin: BASE_URL },
    })
    expect(asStaff.status).toBe(200)
    // What others see is what others see.
    await showSupporters()
    expect((await see(`${pageOf(id)}?view=public`, staff)).text).not.toContain('Only the team')
  })

  test('is shown with names, never with addresses, and with those who want it', async () => {
    await showSupporters()
    const hidden = portal.somebody({ display_name: 'Hidden Harry' })
    const id = await anIdea(['Ada', '', 'someone@secret.test', 'Ben'])
    const token = portal.sign(hidden)
    await portal.post(`/ideas/${id}/vote`, {}, token)
    const before = await see(pageOf(id))
    expect(before.text).toMatch(
      /Hidden Harry<\/bdi>, <bdi>Ben<\/bdi>, <bdi>Ada<\/bdi> and 2 others/,
    )
    const me = await portal.put('/me', { hides_support: true }, token)
    expect(me.body.hides_support).toBe(true)
    for (const { text } of [
      await see(pageOf(id)),
      await see(`/suggestions/${id}/supporters`),
      await portal.get(`/ideas/${id}/supporters`),
    ]) {
      expect(text).toContain('Ada')
      expect(text).not.toMatch(/Harry|\w@\w/)
    }
    expect((await see(pageOf(id))).text).toContain('and 3 others')
    const list = (await portal.get(`/ideas/${id}/supporters`)).body
    expect(list).toHaveLength(5)
    expect(list[0]).toEqual({ id: list[0].id, name: null, avatar_path: null })
  })

  test('has pages', async () => {
    await showSupporters()
    const id = await anIdea(MANY)
    const seen: string[] = []
    let path: string | undefined = `/suggestions/${id}/supporters`
    while (path) {
      const { text } = await see(path)
      seen.push(
        ...[...text.matchAll(/<bdi>(Person \d+)<\/bdi>/g)].map(([, name]) => name as string),
      )
      path = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&')
    }
    expect(seen).toEqual(MANY.toReversed())
    const { headers } = await see(`/suggestions/${id}/supporters`)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect((await see(`/suggestions/${id}/supporters`)).text).toContain('content="noindex"')
    const first = await portal.get(`/ideas/${id}/supporters?per_page=7`)
    expect(first.headers.link).toContain('cursor=')
  })

  test('stays in private forums, and follows a merge', async () => {
    await showSupporters()
    const id = await anIdea(['Ada'])
    const other = await anIdea(['Cem'], 'Night mode')
    await at.post('/suggestions/merge', {
      links: { from_suggestion: other, to_suggestion: id },
    })
    const moved = await see(`/suggestions/${other}/supporters`)
    expect([moved.status, moved.headers.location]).toEqual([301, `/suggestions/${id}/supporters`])
    expect((await see(`/suggestions/${id}/supporters`)).text).toMatch(/Cem[\s\S]*Ada|Ada[\s\S]*Cem/)
    const secret = await aForum(at.db, 'Secret')
    const within = await aSuggestion(at.db, secret, 'Hush')
    await aSupporter(at.db, within, await aUser(at.db, anAddress(), { name: 'Ada' }))
    await at.put(`/forums/${secret}`, { access: { see: { tier: 'staff' } } })
    for (const cookie of ['', await portal.signIn()])
      expect((await see(`/suggestions/${within}/supporters`, cookie)).status).toBe(404)
    for (const wrong of ['0', 'x', '99999999'])
      expect((await see(`/suggestions/${wrong}/supporters`)).status).toBe(404)
  })

  test('costs strangers no statement more', async () => {
    const id = await anIdea(['Ada', 'Ben'])
    // The settings are read once more when the process hears of a change.
    const countOn = (path: string) =>
      expect.poll(async () => (await statementsOf(at, () => see(path))).length)
    await countOn(pageOf(id)).toBe(1)
    await showSupporters()
    await countOn(pageOf(id)).toBe(1)
    await countOn(`/forums/${forum}`).toBe(1)
  })
})

test('what was merged into a suggestion is named, as far as the visitor sees it', async () => {
  const id = await anIdea(['Ada'])
  const inside = await aForum(at.db, 'Inside')
  const others = [
    await aSuggestion(at.db, forum, 'Night <mode>'),
    await aSuggestion(at.db, inside, 'A secret wish'),
  ]
  await at.put(`/forums/${inside}`, { access: { see: { tier: 'staff' } } })
  for (const from of others)
    await at.post('/suggestions/merge', { links: { from_suggestion: from, to_suggestion: id } })
  const { text } = await see(pageOf(id))
  expect(text).toContain('1 other was merged into this one')
  expect(text).toContain('<li dir="auto">Night &#60;mode&#62;</li>')
  expect(text).not.toContain('A secret wish')
})

describe('the setting of a person', () => {
  test('is on the page of settings where the portal shows supporters', async () => {
    const cookie = await portal.signIn()
    expect((await see('/me/settings', cookie)).text).not.toContain('Show my name')
    await showSupporters()
    expect((await see('/me/settings', cookie)).text).toMatch(/checked> Show my name/)
    const saved = await at.call('POST', '//me/settings', {
      token: null,
      headers: {
        cookie,
        origin: BASE_URL,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'section=support',
    })
    expect(saved.headers.location).toBe('/me/settings?saved=support')
    expect((await see('/me/settings', cookie)).text).toMatch(/value="true"> Show my name/)
  })
})

/** 40 threads of 5 comments, one of them with 12 replies more. */
async function aLongDiscussion(): Promise<{ id: number; busiest: number; newest: number }> {
  const id = await aSuggestion(at.db, forum, 'A long discussion')
  const ann = await aUser(at.db, anAddress(), { name: 'Ann' })
  const threads: number[] = []
  for (let i = 1; i <= 40; i++)
    threads.push(await aComment(at.db, id, ann, { body: `Thread ${i}` }))
  await sql`
    insert into comments (suggestion_id, created_by_id, reply_to_id, body)
    select ${id}, ${ann}, t.thread, 'Reply ' || r || ' to ' || t.thread
    from unnest(${threads}::bigint[]) t (thread), generate_series(1, 4) r`.execute(at.db)
  const busiest = threads[0] as number
  let newest = 0
  for (let i = 5; i <= 16; i++)
    newest = await aComment(at.db, id, ann, { body: `Reply ${i}`, reply_to_id: busiest })
  return { id, busiest, newest }
}

describe('a long discussion', () => {
  let discussion: Awaited<ReturnType<typeof aLongDiscussion>>
  let browser: Browser
  let address: string
  beforeAll(async () => {
    discussion = await aLongDiscussion()
    address = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
    at.service.setAddress(address)
    if (hasBrowser) browser = await startBrowser()
  })

  const bodies = (text: string) =>
    [...text.matchAll(/<p>((?:Thread|Reply) [^<]+)<\/p>/g)].map(([, body]) => body as string)

  test('folds the replies of a busy comment, and is read to its end', async () => {
    const { id } = discussion
    const first = await see(pageOf(id))
    const [shown = '', folded = ''] = first.text.split('<details class="es-replies">')
    expect(bodies(shown)).toHaveLength(4)
    expect(folded).toContain('Show 13 more replies')
    const all: string[] = []
    let path: string | undefined = pageOf(id)
    while (path) {
      const { text } = await see(path.replace(/#.*/, ''))
      all.push(...bodies(text))
      path = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&')
    }
    expect([all.length, new Set(all).size]).toEqual([212, 212])
  })

  test('can be read from the newest comment, which leads to its thread', async () => {
    const { id, newest, busiest } = discussion
    const { text } = await see(pageOf(id, '?order=newest'))
    expect(bodies(text)[0]).toBe('Reply 16')
    expect(text).not.toContain('es-replies')
    expect(text).toMatch(new RegExp(`id="comment-${newest}"[\\s\\S]*?href="\\?comment=${busiest}#`))
    const next = /rel="next" href="([^"#]+)/.exec(text)?.[1]?.replaceAll('&#38;', '&') ?? ''
    expect(next).toContain('order=newest')
    const second = bodies((await see(next)).text)
    expect(second.some((body) => bodies(text).includes(body) && body.startsWith('Thread'))).toBe(
      false,
    )
    expect(second).toHaveLength(50)
    const thread = await see(pageOf(id, `?comment=${busiest}&order=newest`))
    expect(bodies(thread.text)).toHaveLength(17)
    expect(thread.text).not.toContain('es-replies')
  })

  test.skipIf(!hasBrowser).each([true, false])(
    'keeps the vote in view on a phone, with scripts: %s',
    async (javaScriptEnabled) => {
      const { id, newest } = discussion
      const context = await newContext(browser, 390, 'light', { javaScriptEnabled })
      const { page, errors } = await watchPage(context)
      await page.goto(`${address}/?sso=${portal.sign(portal.somebody())}`)
      await page.goto(`${address}/suggestions/${id}`)
      const both = page.locator('button.es-vote')
      await page.locator('.es-comment').nth(3).scrollIntoViewIfNeeded()
      const box = await page.locator('.es-bar').boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(845)
      await page.locator('.es-bar button').click()
      await expect.poll(() => both.first().getAttribute('aria-pressed')).toBe('true')
      expect(await both.last().getAttribute('aria-pressed')).toBe('true')
      await expect.poll(() => both.last().getAttribute('aria-busy')).toBeNull()
      await page.getByRole('link', { name: 'Newest first' }).click()
      await page.locator(`#comment-${newest}`).waitFor()
      // An address of a folded reply opens what it is in.
      await page.goto(`${address}/suggestions/${id}#comment-${newest}`)
      expect(errors).toEqual([])
      await context.close()
    },
  )

  test.skipIf(!hasBrowser)('is accessible, wide and narrow, light and dark', async () => {
    await showSupporters()
    const id = await anIdea(MANY.slice(0, 12))
    const context = await newContext(browser, 1280, 'light', { locale: 'de' })
    const { page } = await watchPage(context)
    for (const [name, path] of Object.entries({
      discussion: `/suggestions/${discussion.id}`,
      newest: `/suggestions/${discussion.id}?order=newest`,
      idea: `/suggestions/${id}`,
      supporters: `/suggestions/${id}/supporters`,
    })) {
      await page.goto(`${address}${path}`)
      await expectGoodPage(page, name)
      await page.evaluate("document.documentElement.dir = 'rtl'")
      await inEachScreen(page, async (width) =>
        expect([path, width, await scrollsSideways(page)]).toEqual([path, width, false]),
      )
    }
    await context.close()
  })
})

test('web addresses in a plain text are links, and nothing else is', async () => {
  const body =
    'See https://a.test/x?b=1&c=2. Or (https://a.test/wiki_(y)) "https://b.test/"onclick=alert(1) javascript:alert(1) http://<b>'
  const { text } = await see(pageOf(await aSuggestion(at.db, forum, 'With addresses', { body })))
  const [, shown = ''] = /<article class="es-suggestion">([\s\S]*?)<\/article>/.exec(text) ?? []
  const rel = 'rel="nofollow noopener noreferrer ugc"'
  const link = (href: string, words = href) => `<a href="${href}" ${rel}>${words}</a>`
  expect(shown).toContain(`See ${link('https://a.test/x?b=1&#38;c=2')}. Or (`)
  expect(shown).toContain(
    `(${link('https://a.test/wiki_(y)')}) "${link('https://b.test/')}"onclick`,
  )
  expect(shown.match(/<a href="[a-z]+:/g)).toHaveLength(3)
})
