// Feeds, sitemaps, structured data and pictures: what programs read of the portal, and who sees it.
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPortal, type Portal } from '../support/end-users.ts'
import { aComment, aForum, aSuggestion, aUser, insert } from '../support/factories.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession } from '../support/staff.ts'
import { parseAtom, parseSitemap, textsAt } from '../support/xml.ts'

const TIERS = ['everyone', 'signed_in', 'chosen', 'staff'] as const
type Tier = (typeof TIERS)[number]
const STATES = ['shown', 'waiting', 'spam', 'deleted', 'merged'] as const
type State = (typeof STATES)[number]

/** Text that would break out of HTML, XML, JSON and a script, and what XML cannot contain. */
const XSS = `</script><script>alert(1)</script>"'><img src=x onerror=alert(2)>&amp;]]>\u0001\ufffe<!--`

let at: TestService
let portal: Portal
let ann: number
const forums = {} as Record<Tier, number>
const places = {} as Record<Tier, Record<State, number>>
/** Cookies. */
const callers = {} as Record<'stranger' | 'signed_in' | 'invited' | 'staff', string | undefined>

/** As slugs have it too. */
const nameOf = (tier: Tier) => tier.replace('_', '')
const mark = (tier: Tier, state: State) => `mark-${nameOf(tier)}-${state}`
const announced = (tier: Tier) => `announced-${nameOf(tier)}`
const open = (path: string, cookie?: string, headers: Record<string, string> = {}) =>
  at.get(`/${path}`, { token: null, headers: { ...(cookie && { cookie }), ...headers } })

beforeAll(async () => {
  at = await startTestService()
  portal = await aPortal(at)
  ann = await aUser(at.db, 'ann@secret.test', { name: `Ann ${XSS.replaceAll('@', '')}` })
  const status = (await at.get('/statuses')).body.statuses[0].id
  for (const tier of TIERS) {
    const forum = await aForum(at.db, `Forum ${nameOf(tier)} ${XSS}`, { see_tier: tier })
    forums[tier] = forum
    const make = async (state: State, more: object) =>
      aSuggestion(at.db, forum, `${mark(tier, state)} ${XSS}`, {
        body: `body ${mark(tier, state)} ${XSS}`,
        created_by_id: ann,
        ...more,
      })
    const shown = await make('shown', { status_id: status, supporters_count: 3 })
    places[tier] = {
      shown,
      waiting: await make('waiting', { state: 'new' }),
      spam: await make('spam', { state: 'spam' }),
      deleted: await make('deleted', { state: 'deleted' }),
      merged: await make('merged', { parent_suggestion_id: shown }),
    }
    await aComment(at.db, shown, ann, { body: `comment ${XSS}` })
    for (const id of [places[tier].shown, places[tier].deleted])
      await insert(at.db, 'status_updates', {
        suggestion_id: id,
        user_id: ann,
        body: `answer ${tier} ${id} ${XSS}`,
        new_status_id: status,
      })
    const announcement = await insert(at.db, 'announcements', {
      title: `${announced(tier)} ${XSS}`,
      body: `news ${XSS}`,
      published_at: new Date(),
    })
    await sql`insert into announcement_forums values (${announcement}, ${forum})`.execute(at.db)
  }
  await insert(at.db, 'announcements', { title: 'a-draft', body: 'secret' })
  callers.signed_in = await portal.signIn()
  const invited = portal.somebody({
    allow_forums: [forums.everyone, forums.signed_in, forums.chosen],
  })
  callers.invited = await portal.signIn(invited)
  callers.staff = await aSession(at, (await aPerson(at, 'admin')).id)
})

const SEEN: Record<keyof typeof callers, Tier[]> = {
  stranger: ['everyone'],
  signed_in: ['everyone', 'signed_in'],
  invited: ['everyone', 'signed_in', 'chosen'],
  staff: [...TIERS],
}
const CALLERS = Object.keys(SEEN) as (keyof typeof callers)[]
const marksIn = (text: string) => [...new Set(text.match(/mark-\w+-\w+|announced-\w+/g))].sort()

describe('feeds', () => {
  test.each(CALLERS)('have what %s sees', async (caller) => {
    const cookie = callers[caller]
    const seen = SEEN[caller]
    const expected = seen.flatMap((tier) => [mark(tier, 'shown'), announced(tier)]).sort()
    for (const path of ['/feed.atom', '/updates.atom']) {
      const answer = await open(path, cookie)
      expect(answer.status).toBe(200)
      expect(marksIn(answer.text)).toEqual(expected)
      for (const [tier, { deleted }] of Object.entries(places))
        expect(answer.text).not.toContain(`answer ${tier} ${deleted}`)
      expect(answer.headers['cache-control']).toBe(
        cookie ? 'private, no-cache' : 'public, max-age=10',
      )
      expect(answer.headers.vary).toBe('cookie')
    }
    for (const tier of TIERS)
      for (const segment of [`${forums[tier]}`, `${forums[tier]}-any-thing`]) {
        const answer = await open(`/forums/${segment}/feed.atom`, cookie)
        expect([tier, answer.status]).toEqual([tier, seen.includes(tier) ? 200 : 404])
        if (answer.status === 200)
          expect(marksIn(answer.text)).toEqual([announced(tier), mark(tier, 'shown')])
        else expect(answer.text).not.toMatch(/mark-|Forum/)
      }
  })

  test('are valid Atom, with texts escaped once as text and once as HTML', async () => {
    for (const path of ['/feed.atom', '/updates.atom', `/forums/${forums.everyone}/feed.atom`]) {
      const { text, headers } = await open(path)
      expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
      const document = parseAtom(text)
      const ids = textsAt(document, '//a:entry/a:id')
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.every((id) => id.startsWith(`${BASE_URL}/`))).toBe(true)
      expect(textsAt(document, '/a:feed/a:link[@rel="self"]/@href')).toEqual([BASE_URL + path])
      expect(textsAt(document, '/a:feed/a:author/a:name').length).toBe(1)
      expect(textsAt(document, '//a:entry[not(a:link[@rel="alternate"])]')).toEqual([])
      const times = textsAt(document, '//a:entry/a:updated')
      expect(times).toEqual([...times].sort().reverse())
      expect(textsAt(document, '/a:feed/a:updated')).toEqual([times[0]])
      for (const title of textsAt(document, '//a:entry/a:title'))
        expect(title).toContain('<script>alert(1)</script>')
      for (const content of textsAt(document, '//a:entry/a:content')) {
        expect(content).toContain('&lt;script&gt;alert(1)')
        expect(content).not.toMatch(/<script|<img/)
      }
      expect(text).not.toContain('secret.test')
    }
  })

  test('an empty feed is valid too, and ?lang= names its language', async () => {
    const empty = await aForum(at.db, 'Empty')
    const document = parseAtom((await open(`/forums/${empty}/feed.atom?lang=de`)).text)
    expect(textsAt(document, '/a:feed/@xml:lang')).toEqual(['de'])
    expect(textsAt(document, '//a:entry')).toEqual([])
    const german = parseAtom((await open('/updates.atom?lang=de')).text)
    expect(textsAt(german, '/a:feed/a:title')[0]).toMatch(/^Neuigkeiten · /)
  })

  test('a client that has the feed gets 304, and the new one after a change', async () => {
    const first = await open('/feed.atom')
    const { etag = '' } = first.headers
    expect(new Date(first.headers['last-modified'] ?? '').getTime()).toBeGreaterThan(0)
    expect((await open('/feed.atom', undefined, { 'if-none-match': etag })).status).toBe(304)
    const title = `Fresh ${Date.now()}`
    await aSuggestion(at.db, forums.everyone, title)
    const second = await open('/feed.atom', undefined, { 'if-none-match': etag })
    expect(second.status).toBe(200)
    expect(second.text).toContain(title)
  })

  test('has at most 50 entries', async () => {
    const forum = await aForum(at.db, 'Many')
    await sql`insert into suggestions (forum_id, title) select ${forum}, 'Many ' || n from generate_series(1, 70) n`.execute(
      at.db,
    )
    const document = parseAtom((await open(`/forums/${forum}/feed.atom`)).text)
    const titles = textsAt(document, '//a:entry/a:title')
    expect(titles.length).toBe(50)
    expect(titles[0]).toBe('Many 70')
  })
})

describe('sitemaps', () => {
  const locationsOf = async (cookie?: string) => {
    const index = parseSitemap((await open('/sitemap.xml', cookie)).text)
    const pages = textsAt(index, '//s:loc')
    const locations: string[] = []
    for (const page of pages) {
      const { text, status, headers } = await open(page.replace(BASE_URL, ''), cookie)
      expect([page, status]).toEqual([page, 200])
      expect(headers['content-type']).toBe('application/xml; charset=utf-8')
      locations.push(...textsAt(parseSitemap(text), '//s:loc'))
    }
    return locations
  }

  test.each(CALLERS)('have for %s what everyone sees', async (caller) => {
    const locations = await locationsOf(callers[caller])
    const marks = marksIn(locations.join('\n'))
    expect(marks).toEqual(['announced-everyone', mark('everyone', 'shown')])
    expect(locations.filter((one) => one.includes('/forums/')).length).toBeGreaterThan(1)
    for (const tier of TIERS.slice(1))
      expect(locations.join('\n')).not.toContain(`forum-${nameOf(tier)}`)
  })

  test('addresses are canonical: none redirects', async () => {
    for (const location of await locationsOf()) {
      const path = location.replace(BASE_URL, '')
      // These pages are others' concern.
      if (/^\/(updates|roadmap)/.test(path)) continue
      const { status, text } = await open(path)
      expect([path, status]).toEqual([path, 200])
      expect(text).toContain(`<link rel="canonical" href="${location}">`)
    }
  })

  test('say when a suggestion changed', async () => {
    const index = parseSitemap((await open('/sitemap.xml')).text)
    const page = textsAt(index, '//s:loc').at(-1)?.replace(BASE_URL, '') ?? ''
    const document = parseSitemap((await open(page)).text)
    expect(
      textsAt(document, '//s:url[contains(s:loc, "suggestions")]/s:lastmod').length,
    ).toBeGreaterThan(0)
    expect((await open('/sitemaps/999.xml')).status).toBe(404)
    expect((await open('/sitemaps/1.txt')).status).toBe(404)
  })

  test('robots.txt names the index and what robots leave out', async () => {
    const { text, headers } = await open('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    for (const path of ['/admin', '/api', '/me', '/sign-in'])
      expect(text).toContain(`\nDisallow: ${path}\n`)
    expect(text).toContain(`\nSitemap: ${BASE_URL}/sitemap.xml\n`)
  })

  test('without a public forum there is nothing for robots', async () => {
    const closed = await startTestService()
    await sql`update forums set see_tier = 'signed_in'`.execute(closed.db)
    const see = (path: string) => closed.get(`/${path}`, { token: null })
    expect((await see('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
    expect((await see('/sitemap.xml')).status).toBe(404)
    expect((await see('/sitemaps/0.xml')).status).toBe(404)
    expect((await see('/og/home.png')).status).toBe(404)
  })
})

describe('the head of a page', () => {
  const jsonOf = (text: string) => {
    const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    expect(blocks.length).toBe(1)
    return JSON.parse(blocks[0]?.[1] ?? '')
  }
  const pageOf = (id: number, cookie?: string) => follow(`/suggestions/${id}`, cookie)
  const follow = async (path: string, cookie?: string) => {
    let answer = await open(path, cookie)
    for (let i = 0; i < 3 && answer.headers.location; i++)
      answer = await open(answer.headers.location, cookie)
    return answer
  }

  test('of a suggestion is a discussion with its answer and comments', async () => {
    const { text } = await pageOf(places.everyone.shown)
    // The script of the portal, if it is built, and the data.
    expect(text.match(/<script(?! type="module" src="\/portal\.js)/g)).toEqual(['<script'])
    expect(text).not.toContain('<img src=x')
    const data = jsonOf(text)
    expect(data['@context']).toBe('https://schema.org')
    const [posting, crumbs] = data['@graph']
    const comment = {
      '@type': 'Comment',
      text: expect.stringContaining('</script>'),
      author: { '@type': 'Person', name: expect.any(String) },
      datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    }
    expect(posting).toMatchObject({
      '@type': 'DiscussionForumPosting',
      headline: expect.stringContaining(mark('everyone', 'shown')),
      text: expect.stringContaining('body'),
      author: { '@type': 'Person', name: expect.stringContaining('Ann') },
      datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      url: expect.stringContaining(`${BASE_URL}/forums/`),
      interactionStatistic: [
        { interactionType: 'https://schema.org/LikeAction', userInteractionCount: 3 },
        { interactionType: 'https://schema.org/CommentAction', userInteractionCount: 1 },
      ],
      comment: [comment, comment],
    })
    expect(crumbs['@type']).toBe('BreadcrumbList')
    expect(crumbs.itemListElement.map((item: { position: number }) => item.position)).toEqual([
      1, 2, 3,
    ])
    for (const name of ['description', 'twitter:card'])
      expect(text).toContain(`<meta name="${name}"`)
    for (const name of ['title', 'type', 'url', 'image', 'image:width', 'image:alt', 'site_name'])
      expect(text).toContain(`<meta property="og:${name}"`)
    for (const language of ['x-default', 'en', 'de'])
      expect(text).toContain(`rel="alternate" hreflang="${language}"`)
  })

  test('of a forum is a collection', async () => {
    const { text } = await follow(`/forums/${forums.everyone}-x`)
    const [collection, crumbs] = jsonOf(text)['@graph']
    expect(collection).toMatchObject({
      '@type': 'CollectionPage',
      mainEntity: { '@type': 'ItemList' },
    })
    expect(crumbs.itemListElement.length).toBe(2)
  })

  test('in the language of the address has its own canonical address', async () => {
    const { text } = await follow(`/suggestions/${places.everyone.shown}?lang=de`)
    expect(text).toMatch(/<link rel="canonical" href="[^"]+\?lang=de">/)
    expect(text).toContain('<meta property="og:locale" content="de_DE">')
  })

  test('says nothing of pages that not everyone sees', async () => {
    const { text, status } = await pageOf(places.signed_in.shown, callers.signed_in)
    expect(status).toBe(200)
    expect(text).not.toMatch(/og:image|ld\+json/)
  })
})

describe('pictures', () => {
  test.each(CALLERS)('are shown to %s only of what everyone sees', async (caller) => {
    for (const tier of TIERS)
      for (const state of STATES) {
        const isPublic = tier === 'everyone' && state === 'shown'
        const path = `/og/suggestions/${places[tier][state]}.png`
        // Known: nothing is drawn.
        const known = isPublic ? ((await open(path)).headers.etag ?? '') : ''
        const { status } = await open(path, callers[caller], { 'if-none-match': known })
        expect([tier, state, status]).toEqual([tier, state, isPublic ? 304 : 404])
      }
    for (const tier of TIERS.slice(1))
      expect((await open(`/og/forums/${forums[tier]}.png`, callers[caller])).status).toBe(404)
    for (const path of ['/og/suggestions/x.png', '/og/suggestions/1.jpg', '/og/forums/-1.png'])
      expect((await open(path, callers[caller])).status).toBe(404)
  })

  test('the address in the page has a version, with which caches keep it', async () => {
    const { text } = await open(`/forums/${forums.everyone}`)
    const [, address = ''] = /og:image" content="([^"]+)"/.exec(text) ?? []
    const response = await at.service.app.inject(address.replace(BASE_URL, ''))
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/png')
    expect(response.headers['cache-control']).toBe('public, max-age=604800, immutable')
    const { width, height, format } = await sharp(response.rawPayload).metadata()
    expect([width, height, format]).toEqual([1200, 630, 'png'])
    const plain = await open(address.replace(BASE_URL, '').replace(/\?.*/, ''))
    expect(plain.headers['cache-control']).toBe('public, max-age=60')
  })

  test.each([
    ['long', 'word '.repeat(60)],
    ['Arabic', 'أضف الوضع الداكن'],
    ['Chinese', '深色模式 🎉👩‍👩‍👧‍👦'],
    ['hostile', `${XSS} Z̸̛͖a̷͚͐l̴͎̽g̵͕̈o a\u202eb\u2028`],
  ])('of a %s title is drawn', async (_, title) => {
    const id = await aSuggestion(at.db, forums.everyone, title)
    const response = await at.service.app.inject(`/og/suggestions/${id}.png`)
    expect(response.statusCode).toBe(200)
    expect((await sharp(response.rawPayload).metadata()).width).toBe(1200)
    // Something is drawn besides the white paper and the bar.
    const { channels } = await sharp(response.rawPayload)
      .extract({ left: 80, top: 60, width: 1040, height: 520 })
      .stats()
    expect(channels[0]?.stdev).toBeGreaterThan(1)
  })
})

describe('addresses', () => {
  test('of a suggestion that is gone say where to go, if its forum is seen', async () => {
    const { deleted, spam, waiting, merged, shown } = places.everyone
    for (const id of [deleted, spam])
      for (const path of [
        `/suggestions/${id}`,
        `/forums/${forums.everyone}-x/suggestions/${id}-y`,
      ]) {
        const { status, text } = await open(path)
        expect([path, status]).toEqual([path, 410])
        expect(text).toContain(`href="/forums/${forums.everyone}-`)
        expect(text).not.toMatch(/mark-/)
      }
    expect((await open(`/suggestions/${waiting}`)).status).toBe(404)
    const moved = await open(`/forums/${forums.everyone}-x/suggestions/${merged}-y`)
    expect([moved.status, moved.headers.location]).toEqual([301, `/suggestions/${shown}`])
  })

  test.each(CALLERS)('say to %s nothing of what they may not see', async (caller) => {
    for (const tier of TIERS) {
      const isSeen = SEEN[caller].includes(tier)
      const { status } = await open(`/suggestions/${places[tier].deleted}`, callers[caller])
      // The team sees what is deleted, and can restore it.
      const expected = caller === 'staff' ? 301 : isSeen ? 410 : 404
      expect([tier, status]).toEqual([tier, expected])
    }
    expect((await open('/suggestions/999999999', callers[caller])).status).toBe(404)
  })

  test('of the hosted product lead to the page, or are gone', async () => {
    const id = forums.everyone
    const slug = /^\/forums\/[^/?]+/.exec(
      (await open(`/forums/${id}-x`)).headers.location ?? '',
    )?.[0]
    for (const [path, location] of [
      [`/forums/${id}-old-name?category_id=4`, `${slug}?category_id=4`],
      [`/forums/${id}-old/filters/top?status_id=3`, `${slug}?status_id=3`],
      [`/forums/${id}-old/filters/hot?status_id=3`, `${slug}/filters/hot?status_id=3`],
      [`/forums/${id}-old/category/31-azure`, `${slug}?category_id=31`],
      [`/forums/${id}--old/status/7`, `${slug}?status_id=7`],
    ]) {
      const answer = await open(path ?? '')
      expect([path, answer.status, answer.headers.location]).toEqual([path, 301, location])
    }
    expect((await open(`/forums/${forums.chosen}-old/category/31`)).status).toBe(404)
    for (const path of [
      '/users/7-ann',
      `/users/${ann}-ann`,
      '/knowledgebase',
      '/knowledgebase/articles/12-how',
    ])
      expect([path, (await open(path)).status]).toEqual([path, 410])
    const { body } = await portal.call('GET', '/me', {
      headers: { cookie: callers.signed_in ?? '' },
    })
    const own = await open(`/users/${body.id}-me`, callers.signed_in)
    expect([own.status, own.headers.location]).toEqual([302, '/me'])
  })
})
