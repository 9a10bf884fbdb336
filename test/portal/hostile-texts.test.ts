// Every text that the portal shows, written by somebody who wants to break its pages; and every route of the portal, for
// everybody who can open it. Texts stay texts: in pages, in what search engines and feed readers get, and in headers.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { unsubscribeAddress } from '../../src/auth/end-users/unsubscribe.ts'
import { parseOidcProviders } from '../../src/auth/sign-in/oidc-settings.ts'
import { parseLinks, parseTexts } from '../../src/settings/portal.ts'
import { checkCss } from '../../src/settings/portal-css.ts'
import { hasBrowser, newContext, scrollsSideways, startBrowser } from '../support/browser.ts'
import { allowApplication, aPortal, REDIRECT } from '../support/end-users.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aComment, aForum, aSuggestion, aSupporter, aUser, insert } from '../support/factories.ts'
import { routesOf } from '../support/routes.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, cookieOf } from '../support/staff.ts'
import { parseAtom, parseSitemap, textsAt } from '../support/xml.ts'

/** What gets out of its text becomes the element `x-hostile`, the attribute `data-hostile`, or sets `window.hostile`. */
const TEXTS = {
  script: '<script>window.hostile=1</script><x-hostile>',
  attribute: `" autofocus onfocus=window.hostile=1 data-hostile="' onmouseover='window.hostile=1`,
  ends: '</title></textarea></option></select></style></main><x-hostile onclick=window.hostile=1>',
  picture: '<img src=x onerror=window.hostile=1 data-hostile><svg/onload=window.hostile=1>',
  comment: '--><!--<x-hostile>]]><![CDATA[<x-hostile>',
  link: 'javascript:window.hostile=1',
  markdown:
    '[a](javascript:window.hostile=1) ![b](x" onerror="window.hostile=1) <x-hostile> [c](data:text/html,<x-hostile>)',
  direction: 'invoice\u202efdp.exe\u2066\u200f',
  control: 'a\u0001b\u007fc\u0085d\ufffee\ufefff\u2028g',
  long: 'x'.repeat(10_000),
  template:
    '{0} {1} $' + '{window.hostile=1} {{constructor}} <%= 7*7 %> %s $& $1 \\u003c &lt;b&gt; &#60;',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪 Z͑ͫ̓ͪ̂ͫ̽algo',
  style: `}</style><style>*{display:none}</style>*/ url(https://example.test/) @import "x"; x-hostile{}`,
  json: `"}]}</script><script type="application/ld+json">{"data-hostile":"\\`,
  header: 'a"; filename=evil.html; x="\\ %0d%0aset-cookie: hostile=1',
  // Our own word, which German pages translate where it is ours.
  word: 'Updates',
}
type Name = keyof typeof TEXTS
const NAMES = Object.keys(TEXTS) as Name[]
const ALL = Object.values(TEXTS)
/** Few enough to send with every form. */
const WORST = [TEXTS.attribute, TEXTS.ends, TEXTS.template]

const SITE = `Acme {0} </title><x-hostile>"'&amp;`
const UNREACHABLE = 'http://127.0.0.1:9'
const PROVIDERS = parseOidcProviders(
  JSON.stringify([
    {
      // Names of providers are letters, digits, spaces, dots and hyphens.
      name: 'Acme',
      issuer: UNREACHABLE,
      client_id: 'a',
      client_secret: 'b',
      available_to: 'both',
    },
  ]),
)

const CALLERS = ['stranger', 'person', 'staff'] as const
type Caller = (typeof CALLERS)[number]

let at: TestService
let address: string
const cookies: Record<Caller, string> = { stranger: '', person: '', staff: '' }
const contexts = {} as Record<Caller, BrowserContext>
const people = {} as Record<'person' | 'staff', number>
let main: number
/** The texts of the records have the same order. */
const forums: number[] = []
const categories: number[] = []
const statuses: number[] = []
const suggestions: number[] = []
const announcements: number[] = []
/** One with everything that a suggestion can have. */
let busy: number
let busyComment: number
let ownComment: number
let waiting: number
let removed: number
let signInCookie: string
let unsubscribeToken: string
const fileKeys: string[] = []

beforeAll(async () => {
  at = await startTestService(undefined, {
    settings: {
      mail: { host: '127.0.0.1', port: 9, tls: 'none', auth: null, from: 'a@b.test' },
      sign_in_providers: PROVIDERS,
      installation_name: SITE,
      portal_texts: parseTexts({ en: portalTexts(), de: portalTexts() }),
      portal_links: parseLinks([
        { text: TEXTS.script.slice(0, 40), url: '/roadmap?x=%22%3E%3Cx-hostile%3E' },
        { text: `"'><x-hostile>`, url: "https://example.test/?a='onclick='window.hostile=1" },
      ]),
      portal_supporters: true,
      portal_css: checkCss(':root { --es-radius: 3px }\n.es-card { font-family: "x-hostile" }'),
      guest_work_bits: 6,
      repeated_text_minutes: 0,
      comments_per_hour: 100_000,
      suggestions_per_hour: 100_000,
      votes_per_hour: 100_000,
      content_reports_per_hour: 100_000,
    },
  })
  await fillPortal()
  address = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  at.service.setAddress(address)
  if (!hasBrowser) return
  const browser = await startBrowser()
  for (const caller of CALLERS) contexts[caller] = await openContext(browser, caller)
})

function portalTexts() {
  const text = Object.values(TEXTS)
    .filter((one) => one.length < 200 && !/(?![\n\t])\p{Cc}/u.test(one))
    .join('\n\n')
  return { title: TEXTS.ends, introduction: text, suggest_introduction: text, footer: text }
}

async function fillPortal(): Promise<void> {
  const portal = await aPortal(at)
  main = await aForum(at.db, 'Main', {
    welcome_message: TEXTS.ends,
    welcome_message_mime_type: 'text/html',
    prompt: TEXTS.attribute,
    example: TEXTS.ends,
  })
  for (const [i, text] of ALL.entries()) {
    forums.push(
      await aForum(at.db, text, {
        welcome_message: text,
        welcome_message_mime_type: i % 2 === 0 ? 'text/markdown' : 'text/plain',
      }),
    )
    categories.push(await insert(at.db, 'categories', { forum_id: main, name: text, position: i }))
    statuses.push(
      await insert(at.db, 'statuses', { name: text, hex_color: '#"><x-hostile>', position: i }),
    )
  }
  const claims = portal.somebody({ display_name: TEXTS.ends })
  const signedIn = await at.get(`//?sso=${portal.sign(claims)}`, {
    token: null,
    headers: { 'user-agent': `${TEXTS.script}${TEXTS.attribute}` },
  })
  cookies.person = cookieOf(signedIn)
  people.person = (await portal.get('/me', portal.sign(claims))).body.id
  const member = await aPerson(at, 'admin')
  people.staff = member.id
  await sql`update users set name = ${TEXTS.attribute} where id = ${member.id}`.execute(at.db)
  cookies.staff = await aSession(at, member.id)
  await addSuggestions()
  await addMore()
  const client = await at.aClient({
    name: TEXTS.script,
    audience: 'end_users',
    isPublic: true,
    redirectUris: [REDIRECT],
  })
  await allowApplication(at, cookies.person, client.key)
  await translate()
}

async function addSuggestions(): Promise<void> {
  busy = await aSuggestion(at.db, main, TEXTS.ends, {
    body: TEXTS.markdown,
    body_mime_type: 'text/markdown',
    created_by_id: people.person,
    status_id: statuses[0],
    category_id: categories[0],
  })
  await aSupporter(at.db, busy, people.person, { is_subscribed: true })
  for (const [i, text] of ALL.entries()) {
    const writer = await aUser(at.db, `writer-${i}@customer.test`, { name: text })
    const suggestion = await aSuggestion(at.db, main, text, {
      body: text,
      body_mime_type: i % 2 === 0 ? 'text/plain' : 'text/html',
      created_by_id: people.person,
      status_id: statuses[i],
      category_id: categories[i],
    })
    suggestions.push(suggestion)
    await aSupporter(at.db, busy, writer)
    await aFormField(i, text)
    await aSupporter(at.db, suggestion, people.person, { is_subscribed: true })
    busyComment = await aComment(at.db, busy, writer, { body: text })
    await aFile(text, { comment_id: busyComment })
    await aFile(text, { suggestion_id: busy })
    await aComment(at.db, suggestion, people.person, {
      body: text,
      body_mime_type: 'text/markdown',
    })
    await insert(at.db, 'status_updates', {
      suggestion_id: i % 2 === 0 ? busy : suggestion,
      forum_id: main,
      user_id: people.staff,
      new_status_id: statuses[i],
      body: text,
    })
  }
}

/** The form asks every kind of question. */
async function aFormField(i: number, text: string): Promise<void> {
  const key = `cf_hostile_${i}`
  await insert(at.db, 'custom_fields', {
    key,
    name: text,
    field_type: i % 3 === 0 ? 'text' : 'string',
    object_type: 'suggestions',
    portal_position: i,
    portal_public: i % 2 === 0,
    portal_choices: i % 4 === 3 ? [] : [text],
  })
  await sql`
    update suggestions set custom_fields = custom_fields || ${JSON.stringify({ [key]: text })}::jsonb
    where id = ${busy}`.execute(at.db)
}

async function aFile(file_name: string, owner: object): Promise<void> {
  const key = randomBytes(16).toString('hex')
  fileKeys.push(key)
  await insert(at.db, 'attachments', {
    file_name,
    content_type: 'text/plain',
    size_in_bytes: 1,
    file_key: key,
    token: key,
    ...owner,
  })
  await at.store.put(key, Readable.from(['x']))
}

async function addMore(): Promise<void> {
  for (const [i, text] of ALL.entries()) {
    const announcement = await insert(at.db, 'announcements', {
      title: text,
      body: text,
      body_mime_type: i % 2 === 0 ? 'text/markdown' : 'text/plain',
      types: ['new'],
      published_at: new Date(Date.now() - i * 1000),
    })
    announcements.push(announcement)
    await sql`insert into announcement_suggestions values (${announcement}, ${suggestions[i]})`.execute(
      at.db,
    )
  }
  const own = { created_by_id: people.person, body: TEXTS.ends }
  ownComment = await aComment(at.db, busy, people.person, { body: TEXTS.ends })
  waiting = await aSuggestion(at.db, main, TEXTS.attribute, { ...own, state: 'new' })
  removed = await aSuggestion(at.db, forums[0] as number, TEXTS.attribute, {
    ...own,
    state: 'deleted',
  })
  const asked = await at.call('POST', '//sign-in', {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: BASE_URL },
    body: new URLSearchParams({
      email: `a'&b@customer.test`,
      return_to: `/?q=${TEXTS.attribute}`,
    }).toString(),
  })
  signInCookie = cookieOf(asked)
  unsubscribeToken = (
    await unsubscribeAddress(
      { baseUrl: '', readKeys: at.readKeys },
      { kind: 'suggestion', userId: people.person, suggestionId: busy },
    )
  ).slice('/unsubscribe/'.length)
}

/** German pages have the next text in each place. */
async function translate(): Promise<void> {
  const next = (i: number) => ALL[(i + 1) % ALL.length] as string
  const plain = Object.fromEntries([
    ...forums.map((id, i) => [`forum.${id}.name`, next(i)]),
    ...statuses.map((id, i) => [`status.${id}.name`, next(i)]),
    ...categories.map((id, i) => [`category.${id}.name`, next(i)]),
  ])
  for (const [name, value] of Object.entries(plain))
    await sql`insert into translations values ('de', ${name}, 'plain', ${value})`.execute(at.db)
  await sql`insert into translations values
    ('de', ${`forum.${main}.welcome_message`}, 'html', ${TEXTS.style})`.execute(at.db)
  // Through the API, which every process hears of.
  const { status } = await at.put('/translatable_strings/de', {
    plain: { [`forum.${main}.name`]: TEXTS.json },
  })
  expect(status).toBe(200)
}

/** Remembers what the policy of a page refused, from its first byte on. */
const WATCH = `window.refused = []
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  window.refused.push(violatedDirective + ' ' + blockedURI))`

async function openContext(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  caller: Caller,
): Promise<BrowserContext> {
  const context = await newContext(browser, 390, 'light', { locale: 'en' })
  await context.addInitScript(WATCH)
  const [name = '', value = ''] = cookies[caller].split('=')
  if (value !== '') await context.addCookies([{ name, value, url: address }])
  if (caller === 'stranger') {
    const [pending = '', code = ''] = signInCookie.split('=')
    await context.addCookies([{ name: pending, value: code, url: address }])
  }
  return context
}

const encoded = (text: string) => encodeURIComponent(text.slice(0, 1000))
const each = (path: (i: number) => string) => () => ALL.map((_, i) => path(i))

/** Addresses of each route that people open. A new route needs its line. */
const PAGES: Record<string, () => string[]> = {
  '/': () => ['/', '/?lang=de', `/?q=${encoded(TEXTS.attribute)}`],
  '/forums/:forum': () => [
    `/forums/${main}`,
    `/forums/${main}?lang=de`,
    `/forums/${main}?q=${encoded(TEXTS.ends)}&status_id=${statuses[1]}&category_id=${categories[1]}`,
    ...forums.map((id) => `/forums/${id}`),
  ],
  '/forums/:forum/filters/:order': () => [
    `/forums/${main}/filters/new`,
    `/forums/${main}/filters/${encoded(TEXTS.ends)}`,
  ],
  '/forums/:forum/new': () => [`/forums/${main}/new?title=${encoded(TEXTS.attribute)}`],
  '/forums/:forum/suggestions/:suggestion': () => [
    `/forums/${main}/suggestions/${busy}`,
    `/forums/${main}/suggestions/${busy}?lang=de&comment=${busyComment}&reply_to=${busyComment}`,
    `/forums/${main}/suggestions/${busy}?order=newest`,
  ],
  '/forums/:forum/category/:id': () => [`/forums/${main}/category/${categories[1]}`],
  '/forums/:forum/status/:id': () => [`/forums/${main}/status/${statuses[1]}`],
  '/suggestions/:id': () => [
    ...[...suggestions, busy, waiting, removed].map((id) => `/suggestions/${id}`),
    `/suggestions/${suggestions[1]}?lang=de`,
  ],
  '/suggestions/:id/edit': () => [`/suggestions/${busy}/edit`, `/suggestions/${waiting}/edit`],
  '/suggestions/:id/vote': () => [`/suggestions/${busy}/vote`],
  '/suggestions/:id/supporters': () => [
    `/suggestions/${busy}/supporters`,
    `/suggestions/${busy}/supporters?lang=de`,
  ],
  '/suggestions/:id/report': () => [`/suggestions/${busy}/report`],
  '/suggestions/:id/team/merge': () => [
    `/suggestions/${busy}/team/merge`,
    `/suggestions/${busy}/team/merge?q=${encoded(TEXTS.ends)}&return_to=${encoded(`/${TEXTS.attribute}`)}`,
    `/suggestions/${busy}/team/merge?into=${suggestions[1]}`,
  ],
  '/comments/:id/edit': () => [`/comments/${ownComment}/edit`],
  '/comments/:id/report': () => [`/comments/${busyComment}/report`],
  '/sent': () => [`/sent?confirmation=mail&return_to=${encoded(`/?q=${TEXTS.attribute}`)}`],
  '/roadmap': () => ['/roadmap', '/roadmap?lang=de', `/roadmap?forum_id=${main}`],
  '/updates': () => ['/updates', '/updates?lang=de', `/updates?forum_id=${main}`],
  '/updates/:update': each((i) => `/updates/${announcements[i]}`),
  '/me': () =>
    ['suggestions', 'votes', 'following', 'comments', 'notifications'].map(
      (list) => `/me?show=${list}`,
    ),
  '/me/settings': () => ['/me/settings'],
  '/me/delete': () => ['/me/delete'],
  '/deleted': () => ['/deleted'],
  '/unsubscribe/:token': () => [
    `/unsubscribe/${unsubscribeToken}`,
    `/unsubscribe/${encoded(TEXTS.ends)}`,
  ],
  '/users/:user': () => [`/users/1-${encoded(TEXTS.ends)}`],
  '/knowledgebase': () => ['/knowledgebase'],
  '/knowledgebase*': () => [`/knowledgebase/${encoded(TEXTS.ends)}`],
  '/sign-in': () => [`/sign-in?return_to=${encoded(`/?q=${TEXTS.attribute}`)}`],
  '/sign-in/code': () => ['/sign-in/code'],
  '/sign-in/link/:link': () => [`/sign-in/link/${encoded(TEXTS.ends)}`],
  '/sign-in/with/:provider': () => [
    `/sign-in/with/${PROVIDERS[0]?.slug}?return_to=${encoded(`/?q=${TEXTS.attribute}`)}`,
    `/sign-in/with/${encoded(TEXTS.ends)}`,
  ],
  '/sign-in/with/:provider/callback': () => [
    `/sign-in/with/${PROVIDERS[0]?.slug}/callback?error=${encoded(TEXTS.ends)}&error_description=${encoded(TEXTS.ends)}&state=x`,
  ],
}

/** What programs read; a test below asks for each. */
const FILES = [
  '/feed.atom',
  '/updates.atom',
  '/forums/:forum/feed.atom',
  '/sitemap.xml',
  '/sitemaps/:file',
  '/robots.txt',
  '/og/home.png',
  '/og/forums/:file',
  '/og/suggestions/:file',
  '/me/export',
]

/** They have no text of anybody. */
const PLAIN = ['/portal.css', '/portal.js', '/portal/pictures/:id', '/avatars/:id']

/** The console, the APIs and their documentation, files, and what machines ask for. */
const NOT_PORTAL =
  /^\/((api|admin|docs|files|assets|\.well-known)(\/|\*|$)|(healthz|readyz|metrics|icon\.svg|favicon\.ico)$)/

const routed = (method: string) => [
  ...new Set(
    routesOf(at.service.app.printRoutes({ commonPrefix: false }))
      .filter((route) => route.method === method && !NOT_PORTAL.test(route.path))
      // The router has one name for each part of a path.
      .map(({ path }) => path.replace(':suggestion|:id', ':id')),
  ),
]

test('every route that people or programs open is asked', () => {
  const known = [...Object.keys(PAGES), ...FILES, ...PLAIN]
  expect(routed('GET').filter((path) => !known.includes(path))).toEqual([])
  // The script is there only where it was built.
  const missing = known.filter((path) => path !== '/portal.js' && !routed('GET').includes(path))
  expect(missing).toEqual([])
})

type Seen = {
  path: string
  status: number
  problems: string[]
  /** Of the texts above: whether the page has it, unchanged. */
  has: boolean[]
  title: string
  metas: Record<string, string>
  data: unknown
}

/**
 * Reads pages in the browser without opening them, by its own parser. A problem is an element, an attribute or an address that no
 * page of ours has.
 */
const INSPECT = `async ({ paths, bodies, texts }) => {
  const check = (text, path, status) => {
    const page = new DOMParser().parseFromString(text, 'text/html')
    const problems = []
    const found = (what, element) => problems.push(what + ': ' + element.outerHTML.slice(0, 200))
    for (const tag of ['main', 'title', 'head', 'body'])
      if (page.querySelectorAll(tag).length !== 1) problems.push(page.querySelectorAll(tag).length + ' ' + tag)
    for (const element of page.querySelectorAll('x-hostile, [data-hostile], iframe, object, embed, base, [style]'))
      found('element', element)
    for (const element of page.querySelectorAll('style'))
      if (!element.textContent.startsWith(':root {')) found('style', element)
    for (const script of page.querySelectorAll('script'))
      if (script.type === 'application/ld+json') JSON.parse(script.textContent)
      else if (script.type !== 'module' || !script.getAttribute('src')?.startsWith('/portal.js')) found('script', script)
    for (const element of page.querySelectorAll('*')) {
      for (const { name } of element.attributes) if (/^on|[^a-z0-9:-]/i.test(name)) found('attribute ' + name, element)
      for (const name of ['href', 'src', 'action', 'formaction'])
        if (element.hasAttribute(name) && !/^(\\/(?!\\/)|[#?]|https?:\\/\\/(127\\.0\\.0\\.1|example\\.test)[:/])/.test(element.getAttribute(name)))
          found(name, element)
    }
    const content = page.body.textContent
    const values = [...page.querySelectorAll('input, img')].map((one) => one.getAttribute('value') ?? one.getAttribute('alt'))
    const metas = Object.fromEntries([...page.querySelectorAll('meta[property], meta[name]')].map((one) =>
      [one.getAttribute('property') ?? one.name, one.getAttribute('content')]))
    const data = page.querySelector('script[type="application/ld+json"]')
    return {
      path, status, problems, metas,
      has: texts.map((one) => content.includes(one) || values.includes(one)),
      title: page.querySelector('title')?.textContent ?? '',
      data: data && JSON.parse(data.textContent),
    }
  }
  if (bodies) return bodies.map(({ path, status, text }) => check(text, path, status))
  const seen = []
  for (const path of paths) {
    const answer = await fetch(path, { headers: { accept: 'text/html' } })
    const text = await answer.text()
    if (answer.headers.get('content-type')?.startsWith('text/html')) seen.push(check(text, path, answer.status))
    else seen.push({ path, status: answer.status, problems: ['no page: ' + text.slice(0, 200)], has: [], title: '', metas: {}, data: null })
  }
  return seen
}`

const run = (page: Page, asked: object): Promise<Seen[]> =>
  page.evaluate(`(${INSPECT})(${JSON.stringify({ texts: ALL, ...asked })})`)

/** A page from which others are read. */
async function aDesk(caller: Caller): Promise<Page> {
  const page = await contexts[caller].newPage()
  await page.goto(`${address}/knowledgebase`)
  return page
}

const problemsOf = (seen: Seen[]) =>
  seen.flatMap(({ path, problems, status }) =>
    problems.length > 0 || status === 500 ? [[path, status, ...problems]] : [],
  )

/** Addresses where all texts are shown in whole, and to whom. */
const COMPLETE: [string, () => string, readonly Caller[]][] = [
  ['the forums', () => '/', CALLERS],
  ['forums, German', () => '/?lang=de', CALLERS],
  ['a forum', () => `/forums/${main}`, CALLERS],
  ['a forum, German', () => `/forums/${main}?lang=de`, CALLERS],
  ['the roadmap', () => '/roadmap', CALLERS],
  ['the roadmap, German', () => '/roadmap?lang=de', CALLERS],
  ['updates', () => '/updates', CALLERS],
  ['a suggestion', () => `/forums/${main}/suggestions/${busy}`, CALLERS],
  ['own votes', () => '/me?show=votes', ['person']],
  ['own comments', () => '/me?show=comments', ['person']],
  ['notifications', () => '/me?show=notifications', ['person']],
]

/** Where a second address shows more to those who are signed in: a form to reply, what waits, a search, a list. */
const OWN_ROUTES = [
  '/forums/:forum/suggestions/:suggestion',
  '/suggestions/:id/edit',
  '/suggestions/:id/team/merge',
  '/me',
]

/** Of each route the first addresses for a stranger, one or two for others; in the nightly run two. */
const pathsFor = (caller: Caller, count: number): string[] =>
  Object.entries(PAGES).flatMap(([route, addresses]) => {
    const others = EXHAUSTIVE || OWN_ROUTES.includes(route) ? 2 : 1
    return addresses().slice(0, caller === 'stranger' ? count : others)
  })

describe.skipIf(!hasBrowser).each(CALLERS)('for a %s', (caller) => {
  test('pages have no element, attribute or address that a text brought along', async () => {
    const desk = await aDesk(caller)
    const seen = await run(desk, { paths: pathsFor(caller, Number.POSITIVE_INFINITY) })
    expect(problemsOf(seen)).toEqual([])
    await desk.close()
  })

  test('pages show the texts unchanged', async () => {
    const desk = await aDesk(caller)
    const asked = COMPLETE.filter(([, , callers]) => callers.includes(caller))
    const seen = await run(desk, { paths: asked.map(([, path]) => path()) })
    const missing = seen.flatMap(({ has }, i) => {
      const names = NAMES.filter((_, n) => !has[n])
      return names.length === 0 ? [] : [`${asked[i]?.[0]}: ${names.join(', ')}`]
    })
    expect(missing).toEqual([])
    await desk.close()
  })

  test('parameters of addresses stay texts', async () => {
    const desk = await aDesk(caller)
    // One of each route, with every parameter that some page reads.
    const pages = Object.values(PAGES).map((addresses) => addresses()[0]?.split('?')[0] as string)
    const texts = caller === 'stranger' ? ALL : WORST
    const paths = pages.flatMap((path, i) => {
      const text = encoded(texts[i % texts.length] as string)
      const all = PARAMETERS.map((name) => `${name}=${text}`).join('&')
      const isBoth = caller === 'stranger'
      return [
        `${path}?${all}&${text}`,
        ...(isBoth ? [`${path}?cursor=${text}&comments=${text}`] : []),
      ]
    })
    const searches = texts.flatMap((text) =>
      ['/', `/forums/${main}`].map((path) => `${path}?q=${encoded(text)}`),
    )
    const seen = await run(desk, { paths: [...paths, ...searches] })
    expect(problemsOf(seen)).toEqual([])
    await desk.close()
  })

  test('pages run nothing, load nothing and fit a phone', async () => {
    const page = await contexts[caller].newPage()
    const dialogs: string[] = []
    const hosts = new Set<string>()
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      return dialog.dismiss()
    })
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    const failures: unknown[] = []
    for (const path of pathsFor(caller, 2)) {
      await page.goto(`${address}${path}`)
      const ran = await page.evaluate(
        '({ hostile: window.hostile ?? null, refused: window.refused })',
      )
      const isTooWide = await scrollsSideways(page)
      if (isTooWide || JSON.stringify(ran) !== '{"hostile":null,"refused":[]}')
        failures.push([path, ran, isTooWide ? await widest(page) : ''])
    }
    expect(failures).toEqual([])
    expect(dialogs).toEqual([])
    expect([...hosts]).toEqual([new URL(address).host])
    await page.close()
  })
})

/** What sticks out, for the message of a failed test. */
const widest = (page: Page): Promise<string> =>
  page.evaluate(`[...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .slice(-1).map((one) => one.outerHTML.slice(0, 160) + ' in ' + one.parentElement.className).join()`)

/** What pages read of their address. */
const PARAMETERS = [
  'q',
  'title',
  'status_id',
  'category_id',
  'forum_id',
  'own',
  'show',
  'saved',
  'lang',
  'draft',
  'reply_to',
  'comment',
  'order',
  'return_to',
  'confirmation',
  'into',
  'preview',
  'preview_language',
  'error',
  'v',
]

/** Nothing is shown after them, and the caller would not be signed in any more. */
const ENDING = ['/sign-out']

const FIELDS = [
  'attachment_ids',
  'body',
  'category',
  'category_id',
  'code',
  'confirm',
  'email',
  'forum',
  'form_token',
  'id',
  'into',
  'language',
  'name',
  'q',
  'read_until',
  'reason',
  'reply_to_id',
  'return_to',
  'section',
  'status',
  'step',
  'text',
  'theme',
  'title',
  'version',
  'way',
]

/** The route with something of the person that a form may change or delete. */
async function fill(route: string): Promise<string> {
  if (!route.includes(':id') && !route.includes(':forum')) return route.replace(/:\w+/g, 'acme')
  if (route.startsWith('/forums/')) return route.replace(':forum', String(main))
  const suggestion = await aSuggestion(at.db, main, TEXTS.ends, {
    body: TEXTS.attribute,
    created_by_id: people.person,
  })
  if (!route.startsWith('/comments/')) return route.replace(':id', String(suggestion))
  const comment = await aComment(at.db, suggestion, people.person, { body: TEXTS.ends })
  return route.replace(':id', String(comment))
}

const send = (caller: Caller, path: string, text: string) =>
  at.call('POST', `/${path}`, {
    token: null,
    headers: {
      accept: 'text/html',
      origin: address,
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookies[caller] && { cookie: cookies[caller] }),
    },
    body: new URLSearchParams(Object.fromEntries(FIELDS.map((name) => [name, text]))).toString(),
  })

const open = (path: string, cookie = '') =>
  at.get(`/${path}`, { token: null, headers: cookie ? { cookie } : {} })

/** XML cannot contain everything. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML leaves out
const inXml = (text: string) => text.replace(/[\u0001\ufffe]/g, '')

describe('programs read', () => {
  test.skipIf(!hasBrowser)('the texts in the head of each page', async () => {
    const desk = await aDesk('stranger')
    const pages = await run(desk, { paths: suggestions.map((id) => `/suggestions/${id}`) })
    for (const [i, { title, metas, data }] of pages.entries()) {
      const text = ALL[i] as string
      expect(title).toBe(`${text} · ${SITE}`)
      expect(metas['og:title']).toBe(text)
      expect(metas['og:site_name']).toBe(SITE)
      const [post] = (data as { '@graph': { headline: string; comment: object[] }[] })['@graph']
      expect(post?.headline).toBe(text)
      expect(post?.comment.length).toBeGreaterThan(0)
    }
    const [german] = await run(desk, { paths: [`/suggestions/${suggestions.at(-1)}?lang=de`] })
    expect(german?.title).toBe(`${TEXTS.word} · ${SITE}`)
    await desk.close()
  })

  test.each(CALLERS)('feeds as XML, for a %s', async (caller) => {
    for (const path of ['/feed.atom', `/forums/${main}/feed.atom`, '/updates.atom']) {
      const { text, status } = await open(path, cookies[caller])
      expect([path, status]).toEqual([path, 200])
      const titles = textsAt(parseAtom(text), '//a:entry/a:title')
      const missing = ALL.filter((one) => !titles.includes(inXml(one)))
      expect([path, missing]).toEqual([path, []])
    }
    for (const id of forums)
      parseAtom((await open(`/forums/${id}/feed.atom`, cookies[caller])).text)
  })

  test('sitemaps, and robots.txt without a line of somebody else', async () => {
    const index = parseSitemap((await open('/sitemap.xml')).text)
    const addresses = textsAt(index, '//s:loc').map((one) => new URL(one).pathname)
    for (const path of addresses)
      for (const listed of textsAt(parseSitemap((await open(path)).text), '//s:loc'))
        expect(listed).toMatch(/^http:\/\/[^\s<>"'\\]+$/)
    for (const line of (await open('/robots.txt')).text.trim().split('\n'))
      expect(line).toMatch(/^((User-agent|Disallow|Allow|Sitemap): \S+)?$/i)
  })

  test('pictures of pages', async () => {
    const drawn = ['control', 'long', 'template'] satisfies Name[]
    const ids = drawn.map((name) => suggestions[NAMES.indexOf(name)])
    const paths = ids.map((id) => `/og/suggestions/${id}.png`)
    for (const path of [...paths, '/og/home.png', `/og/forums/${forums[7]}.png`]) {
      const { rawPayload, statusCode } = await at.service.app.inject({ url: path })
      expect([path, statusCode]).toEqual([path, 200])
      expect((await sharp(rawPayload).metadata()).format).toBe('png')
    }
  })

  test('the own data as JSON', async () => {
    const { status, text } = await open('/me/export', cookies.person)
    expect(status).toBe(200)
    const data = JSON.stringify(JSON.parse(text))
    for (const one of ALL) expect(data).toContain(JSON.stringify(one).slice(1, -1))
  })

  test('names of files in one header, which ends where it should', async () => {
    for (const [i, key] of fileKeys.entries()) {
      const { headers } = await at.call('HEAD', `//files/${key}`, { token: null })
      const disposition = headers['content-disposition'] ?? ''
      expect(disposition).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w%.!~-]*$/)
      const [, name = ''] = /UTF-8''(.*)$/.exec(disposition) ?? []
      expect(decodeURIComponent(name)).toBe(ALL[Math.floor(i / 2)])
    }
  })
})

test('own CSS does not end its style', () => {
  for (const css of [
    ':root { --es-font: "</style><x-hostile>" }',
    '/* </style><script>window.hostile=1</script> */ .es-card { color: red }',
    '.es-card { background: url(https://evil.test/) }',
    '@import "https://evil.test/";',
    '.es-card { color: red } } body { display: none }',
    ':root { --es-font: \\3c/style\\3e }',
  ])
    expect(() => checkCss(css), css).toThrow()
})

// At the end: they add records.
describe.skipIf(!hasBrowser).each(CALLERS)('from a %s', (caller) => {
  test('forms that are sent back stay texts', async () => {
    const desk = await aDesk(caller)
    const answers: { path: string; status: number; text: string }[] = []
    const routes = routed('POST').filter((one) => !ENDING.includes(one))
    // Each route gets each text, from one of the callers; in the nightly run from all.
    for (const [i, path] of routes.entries())
      for (const text of EXHAUSTIVE
        ? WORST
        : [WORST[(i + CALLERS.indexOf(caller)) % WORST.length] as string]) {
        const { status, headers, ...answer } = await send(caller, await fill(path), text)
        expect([path, status]).not.toEqual([path, 500])
        expect(headers.location ?? '/').toMatch(/^\/(?!\/)/)
        if (headers['content-type']?.startsWith('text/html') && answer.text !== '')
          answers.push({ path: `${path} ${text.slice(0, 20)}`, status, text: answer.text })
      }
    expect(answers.length).toBeGreaterThan(10)
    expect(problemsOf(await run(desk, { bodies: answers }))).toEqual([])
    await desk.close()
  })
})
