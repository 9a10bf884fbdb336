// The appearance of the portal: its settings and their rules, pictures, hosts, who sees it, and previews.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contrast } from '../../src/core/contrast.ts'
import { deleteUnlinkedAttachments } from '../../src/write/background/file-sweep.ts'
import { aPortal, type Portal } from '../support/end-users.ts'
import { aForum, aSuggestion } from '../support/factories.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

const HTML = { accept: 'text/html' }

let at: TestService
let portal: Portal
let owner: string
let forum: number

beforeAll(async () => {
  at = await startTestService()
  portal = await aPortal(at)
  owner = await aSession(at, (await aPerson(at, 'owner')).id)
  forum = await aForum(at.db, 'Mobile')
})

const set = (body: object) => at.put('/settings', body)
const settings = async () => (await at.get('/settings')).body.settings
const see = (path: string, headers: Record<string, string> = {}) =>
  at.get(`/${path}`, { token: null, headers: { ...HTML, ...headers } })

async function upload(name: string, bytes: Buffer | string): Promise<number> {
  const body = Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n--x--\r\n'),
  ])
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  return (await at.call('POST', '/attachments', { headers, body })).body.attachments[0].id
}

const aPng = (side = 8) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#1f5fd6' } })
    .png()
    .toBuffer()

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script><rect width="8" height="8"/></svg>'

describe('settings of the portal', () => {
  test('have defaults, are stored in one form, and are audited', async () => {
    expect(await settings()).toMatchObject({
      portal_accent: {
        value: '#1f5fd6',
        source: 'default',
        environment_variable: 'PORTAL_ACCENT',
      },
      portal_audience: { value: 'everyone' },
      portal_logo: { value: null, environment_variable: null },
      portal_texts: { value: { en: { title: '', footer: '' }, de: { title: '' } } },
    })
    const { status, body } = await set({
      portal_accent: '#0E7A6B',
      portal_theme: 'dark',
      portal_links: [
        { text: ' Website ', url: 'https://example.com/a?b=c' },
        { text: 'Roadmap', url: '/roadmap' },
        { text: 'Mail', url: 'mailto:ann@example.com' },
      ],
      portal_texts: { de: { title: 'Eure Ideen', footer: '[Impressum](https://example.com/i)' } },
      portal_hosts: ['Ideas.Example.com', 'bücher.example', 'ideas.example.com'],
      portal_noindex: true,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.settings).toMatchObject({
      portal_accent: { value: '#0e7a6b', source: 'stored' },
      portal_links: {
        value: [
          { text: 'Website', url: 'https://example.com/a?b=c' },
          { text: 'Roadmap', url: '/roadmap' },
          { text: 'Mail', url: 'mailto:ann@example.com' },
        ],
      },
      portal_texts: { value: { en: { title: '' }, de: { title: 'Eure Ideen', introduction: '' } } },
      portal_hosts: { value: ['ideas.example.com', 'xn--bcher-kva.example'] },
      portal_noindex: { value: true },
    })
    const { audit_entries } = (await at.get('/audit_entries?sort=-id&per_page=20')).body
    expect(audit_entries).toContainEqual(
      expect.objectContaining({
        action: 'settings_changed',
        after: { portal_theme: 'dark' },
        before: { portal_theme: 'system' },
      }),
    )
    await set({
      portal_accent: null,
      portal_theme: null,
      portal_links: null,
      portal_texts: null,
      portal_hosts: null,
      portal_noindex: null,
    })
    expect(await settings()).toMatchObject({
      portal_accent: { value: '#1f5fd6', source: 'default' },
      portal_links: { value: [] },
    })
  })

  test.each([
    [{ portal_accent: 'blue' }, /portal_accent/],
    [{ portal_accent: '#ff0' }, /portal_accent/],
    [{ portal_theme: 'sepia' }, /portal_theme/],
    [{ portal_audience: 'chosen' }, /portal_audience/],
    [{ portal_links: [{ text: 'x', url: 'javascript:alert(1)' }] }, /javascript:alert/],
    [{ portal_links: [{ text: 'x', url: 'JavaScript:alert(1)' }] }, /Allowed: an https/],
    [{ portal_links: [{ text: 'x', url: '//evil.example' }] }, /evil/],
    [{ portal_links: [{ text: 'x', url: '/\\evil.example' }] }, /evil/],
    [{ portal_links: [{ text: 'x', url: 'data:text/html,x' }] }, /data:/],
    [{ portal_links: [{ text: 'x', url: 'https://' }] }, /Allowed: an https/],
    [{ portal_links: [{ text: ' ', url: '/' }] }, /text/],
    [{ portal_links: Array(9).fill({ text: 'x', url: '/' }) }, /portal_links/],
    [{ portal_texts: { en: { title: 'x'.repeat(121) } } }, /portal_texts/],
    [{ portal_texts: { en: { title: 'a\nb' } } }, /en\.title/],
    [{ portal_hosts: ['https://ideas.example.com'] }, /host name/],
    [{ portal_hosts: ['ideas.example.com:8080'] }, /host name/],
    [{ portal_hosts: ['ideas.example.com/path'] }, /host name/],
    [{ portal_hosts: ['user@ideas.example.com'] }, /host name/],
    [{ portal_hosts: ['localhost'] }, /host name/],
    [{ portal_hosts: ['127.0.0.1'] }, /host name/],
    [{ portal_hosts: ['feedback.example.test'] }, /the address of the service itself/],
    [{ portal_logo: 999_999_999 }, /no attachment has the id/],
  ])('refuse %j', async (body, message) => {
    const before = await settings()
    const answer = await set({ portal_noindex: true, ...body })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.body.message).toMatch(message)
    expect(await settings()).toEqual(before)
  })

  test('suggest the nearest colour that can be read', async () => {
    const { body } = await set({ portal_accent: '#ffcc00' })
    expect(body).toMatchObject({ errors: { portal_accent: 'invalid' } })
    expect(body.message).toContain('#ffcc00 has a contrast of 1.4:1 with the light theme.')
    const [, nearest = ''] = /nearest is (#[0-9a-f]{6})/.exec(body.message) ?? []
    expect(contrast(nearest, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(nearest, '#ffffff')).toBeLessThan(5.2)
    expect((await set({ portal_accent: nearest })).status).toBe(200)
    const dark = (await set({ portal_accent_dark: '#003366' })).body
    expect(dark.message).toContain('with the dark theme. Needed: 4.5:1.')
    const [, lighter = ''] = /nearest is (#[0-9a-f]{6})/.exec(dark.message) ?? []
    expect((await set({ portal_accent_dark: lighter })).status).toBe(200)
    await set({ portal_accent: null, portal_accent_dark: null })
  })
})

describe('own CSS', () => {
  test('sets properties and the look of parts', async () => {
    const css = `/* ours */
:root { --es-radius: 2px; --es-font: "Inter", sans-serif; --es-paper: light-dark(#fffdf7, #1a1814) }
.es-card, .es-header > .es-title:hover { border: 2px solid var(--es-line); background: linear-gradient(#fff, color-mix(in srgb, red 10%, white)) !important }
.es-button:focus-visible { padding-inline: calc(1rem + 2px) }`
    expect((await set({ portal_css: css })).body.settings.portal_css.value).toBe(css)
    await set({ portal_css: null })
  })

  test.each([
    ['@import "https://evil.example/x.css";', /line 1: @import is not allowed/],
    [
      '.es-card { color: red }\n\n@font-face { font-family: x; src: url(x) }',
      /line 3: @font-face is not allowed/,
    ],
    ['@media (width > 1px) { .es-card { color: red } }', /@media is not allowed/],
    ['@charset "utf-8";', /line 1/],
    ['.es-card { background: url(https://evil.example/p.png) }', /line 1: url\(\) is not allowed/],
    ['.es-card { background: url("data:image/png;base64,AA") }', /url\(\) is not allowed/],
    ['.es-card { background: URL(x) }', /url\(\) is not allowed/],
    ['.es-card { background: u\\72l(x) }', /line 1: the character/],
    ['.es-card { background: image-set("x" 1x) }', /image-set\(\) is not allowed/],
    ['.es-card { background: -webkit-image-set("x" 1x) }', /is not allowed/],
    ['.es-card { background: src("x") }', /src\(\) is not allowed/],
    ['.es-card { background: element(#x) }', /element\(\) is not allowed/],
    ['.es-card { color: attr(title) }', /attr\(\) is not allowed/],
    ['.es-card { color: expression(alert(1)) }', /expression\(\) is not allowed/],
    [':root { --es-paper: url(x) }', /url\(\) is not allowed/],
    [':root { --es-paper: { color: red } }', /line 1/],
    [':root { --other: 1px }', /--other is not a property of the portal/],
    [':root { color: red }', /color is not allowed in :root/],
    [':root, .es-card { color: red }', /color is not allowed in :root/],
    ['.es-card { color: var(--es-ink, url(x)) }', /var\(\)/],
    ['.es-card { color: var(--secret) }', /var\(\)/],
    ['body { color: red }', /line 1: this selector is not allowed/],
    ['* { color: red }', /selector is not allowed/],
    ['#id { color: red }', /selector is not allowed/],
    ['.other { color: red }', /selector is not allowed/],
    ['.es-card, input { color: red }', /selector is not allowed/],
    ['.es-card input { color: red }', /selector is not allowed/],
    ['.es-card :hover { color: red }', /selector is not allowed/],
    ['.es-card[title^="a"] { color: red }', /selector is not allowed/],
    ['.es-card::before { color: red }', /selector is not allowed/],
    ['.es-card:has(input) { color: red }', /selector is not allowed/],
    ['.es-card:not(.es-vote) { color: red }', /selector is not allowed/],
    ['.es-card + .es-card { color: red }', /selector is not allowed/],
    ['html:root .es-card { color: red }', /selector is not allowed/],
    ['.es-card { & .es-vote { color: red } }', /line 1/],
    ['.es-card {\n  color: red;\n  position: fixed;\n}', /line 3: position is not allowed/],
    ['.es-card { display: none }', /display is not allowed/],
    ['.es-card { content: "x" }', /content is not allowed/],
    ['.es-card { outline: none }', /outline is not allowed/],
    ['.es-card { opacity: 0 }', /opacity is not allowed/],
    ['.es-card { behavior: url(x.htc) }', /behavior is not allowed/],
    ['.es-card { *color: red }', /line 1/],
    ['.es-card { color: red !ie }', /line 1/],
    ['.es-card { color: red', /line 1: the rule has no end/],
    ['.es-card { font-family: "x }', /line 1: " has no end/],
    [".es-card { font-family: 'x\n' }", /line 1: ' has no end/],
    ['.es-card { color: red } }', /line 1/],
    ['.es-card { color red }', /line 1/],
    ['/* no end .es-card { color: red }', /\/\* has no end/],
    ['</style><script>alert(1)</script>', /line 1: the character/],
    ['.es-card { color: red } <!-- x -->', /the character/],
    ['.es-card { color: red\u0000 }', /./],
  ])('refuses %j', async (css, message) => {
    const answer = await set({ portal_css: css })
    expect([400, 422]).toContain(answer.status)
    expect(answer.body.message).toMatch(message)
    expect((await settings()).portal_css.value).toBe('')
  })

  test('is not too long', async () => {
    const answer = await set({ portal_css: `/* ${'x'.repeat(10_000)} */` })
    expect(answer.status).toBe(422)
  })
})

describe('pictures', () => {
  afterEach(() => set({ portal_logo: null, portal_logo_dark: null, portal_icon: null }))

  test('are public at a stable address once a setting has them', async () => {
    const bytes = await aPng()
    const id = await upload('logo.png', bytes)
    const path = `/portal/pictures/${id}`
    expect((await see(path)).status).toBe(404)
    expect((await set({ portal_logo: id, portal_icon: id })).status).toBe(200)
    const answer = await see(path)
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/png',
        'content-length': String(bytes.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
    })
    expect(answer.headers['content-security-policy']).toContain('sandbox')
    const etag = String(answer.headers.etag)
    expect((await see(path, { 'if-none-match': etag })).status).toBe(304)
    expect((await see('/portal/pictures/0')).status).toBe(404)
    // One of two uses ends.
    await set({ portal_logo: null })
    expect((await see(path)).status).toBe(200)
    await set({ portal_icon: null })
    expect((await see(path)).status).toBe(404)
  })

  test('a drawing is served so that nothing in it runs', async () => {
    const id = await upload('logo.svg', SVG)
    expect((await set({ portal_logo: id })).status).toBe(200)
    const { headers, text } = await see(`/portal/pictures/${id}`)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    )
    expect(text).toBe(SVG)
  })

  test('are pictures, and not too large', async () => {
    const page = await upload('logo.png', '<html><script>alert(1)</script></html>')
    expect((await set({ portal_logo: page })).body).toMatchObject({
      message: expect.stringContaining('Allowed: PNG, JPEG, WebP, AVIF and SVG.'),
      errors: { portal_logo: 'invalid' },
    })
    const gif = await upload('a.gif', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'))
    expect((await set({ portal_icon: gif })).status).toBe(422)
    const large = await sharp(randomBytes(300 * 300 * 3), {
      raw: { width: 300, height: 300, channels: 3 },
    })
      .png()
      .toBuffer()
    expect((await set({ portal_icon: await upload('i.png', large) })).body.message).toContain(
      'Maximum: 100000 bytes.',
    )
  })

  test('stay while a setting has them, and can be deleted later', async () => {
    const used = await upload('used.png', await aPng(9))
    const unused = await upload('unused.png', await aPng(10))
    await set({ portal_logo_dark: used })
    await sql`update attachments set updated_at = '2020-01-01'`.execute(at.db)
    await deleteUnlinkedAttachments(at.db, 1000)
    expect((await at.get(`/attachments/${used}`)).status).toBe(200)
    expect((await at.get(`/attachments/${unused}`)).status).toBe(404)
    expect((await at.delete(`/attachments/${used}`)).status).toBe(200)
    expect((await see(`/portal/pictures/${used}`)).status).toBe(404)
  })
})

describe('other hosts', () => {
  const asHost = (host: string, path: string, headers = {}) => see(path, { host, ...headers })

  test('lead to the address of the service, path and query included', async () => {
    await set({ portal_hosts: ['ideas.example.com'] })
    const answer = await asHost('Ideas.Example.com:443', '/forums/1?page=2')
    expect(answer).toMatchObject({
      status: 301,
      headers: { location: `${BASE_URL}/forums/1?page=2`, 'cache-control': 'no-store' },
    })
    expect((await asHost('ideas.example.com', '//evil.example/')).headers.location).toBe(
      `${BASE_URL}//evil.example/`,
    )
    expect((await asHost('ideas.example.com', '/admin')).status).toBe(301)
    // Unknown hosts, the own one, machines, the API and forms are answered as they are.
    for (const [host, path] of [
      ['other.example.com', '/'],
      ['feedback.example.test', '/'],
      ['ideas.example.com', '/healthz'],
      ['ideas.example.com', '/api/end_users/forums'],
    ] as const)
      expect((await asHost(host, path)).status, `${host}${path}`).toBe(200)
    const posted = await at.call('POST', '//sign-out', {
      token: null,
      headers: { host: 'ideas.example.com' },
    })
    expect(posted.status).not.toBe(301)
    await set({ portal_hosts: null })
    expect((await asHost('ideas.example.com', '/')).status).toBe(200)
  })
})

describe('who sees the portal', () => {
  afterEach(() => set({ portal_audience: null }))

  const aFile = async () => {
    const suggestion = await aSuggestion(
      at.db,
      forum,
      `With a file ${randomBytes(4).toString('hex')}`,
      {
        state: 'published',
      },
    )
    const id = await upload('shot.png', await aPng(12))
    const attachment = await at.shown(`/attachments/${id}`)
    await at.put(`/suggestions/${suggestion}`, { attachment_tokens: [attachment.token] })
    return { suggestion, id }
  }
  const urlOf = async (id: number): Promise<string> =>
    (await at.shown(`/attachments/${id}`)).url.replace(BASE_URL, '')

  test('people who signed in', async () => {
    const { suggestion, id } = await aFile()
    const plain = await urlOf(id)
    expect(plain).not.toContain('signature')
    expect((await see(plain)).status).toBe(200)
    await set({ portal_audience: 'signed_in' })
    expect(await see(`/forums/${forum}?page=2`)).toMatchObject({
      status: 303,
      headers: { location: `/sign-in?return_to=%2Fforums%2F${forum}%3Fpage%3D2` },
    })
    expect((await see('/sign-in')).status).toBe(200)
    expect((await at.get('//', { token: null })).status).toBe(401)
    for (const path of ['/forums', '/statuses', '/updates', `/ideas/${suggestion}`])
      expect((await portal.get(path)).status, path).toBe(401)
    // Files too: the plain address is for people of the portal, and clients of the API get a signed one.
    expect((await see(plain)).status).toBe(404)
    const signed = await urlOf(id)
    expect(signed).toContain('signature')
    expect((await see(signed)).status).toBe(200)
    const cookie = await portal.signIn()
    expect((await see(`/forums/${forum}`, { cookie })).status).toBe(200)
    expect((await see(plain, { cookie })).status).toBe(200)
    const token = portal.sign(portal.somebody())
    expect((await portal.get(`/ideas/${suggestion}`, token)).status).toBe(200)
    expect((await see('/', { cookie: owner })).status).toBe(200)
  })

  test('the team', async () => {
    const { suggestion, id } = await aFile()
    const plain = await urlOf(id)
    await set({ portal_audience: 'staff' })
    expect(await see('/')).toMatchObject({ status: 303, headers: { location: '/admin/sign-in' } })
    const cookie = await portal.signIn()
    const answer = await see(`/forums/${forum}/suggestions/${suggestion}`, { cookie })
    expect(answer.status).toBe(403)
    expect(answer.text).not.toContain('With a file')
    expect((await see(plain, { cookie })).status).toBe(404)
    expect((await portal.get('/forums')).status).toBe(401)
    const token = portal.sign(portal.somebody())
    for (const path of ['/forums', '/updates', `/ideas/${suggestion}`])
      expect((await portal.get(path, token)).status, path).toBe(403)
    const staff = bySession(owner)
    expect((await see('/', { cookie: owner })).status).toBe(200)
    expect((await portal.call('GET', `/ideas/${suggestion}`, staff)).status).toBe(200)
  })
})

describe('a preview', () => {
  const tryOut = (body: object, cookie = owner) =>
    at.put('/settings/portal_preview', body, bySession(cookie))

  test('is for the owner who asked, and changes nothing', async () => {
    const before = await settings()
    const picture = await upload('logo.png', await aPng(16))
    const { status, body } = await tryOut({ portal_accent: '#0e7a6b', portal_logo: picture })
    expect(status, JSON.stringify(body)).toBe(200)
    const { accent, path } = body.portal_preview
    expect(accent.light).toBe('#0e7a6b')
    // Derived, and readable in the dark theme.
    expect(contrast(accent.dark, '#16181d')).toBeGreaterThanOrEqual(4.5)
    expect(await settings()).toEqual(before)
    const mine = await see(path, { cookie: owner })
    expect(mine.headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'private, no-store',
    })
    expect(mine.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect((await see(`/portal/pictures/${picture}`, { cookie: owner })).status).toBe(200)
    // Nobody else can show it in a frame, or sees it.
    const another = await aSession(at, (await aPerson(at, 'owner')).id)
    const admin = await aSession(at, (await aPerson(at, 'admin')).id)
    const others: Record<string, string>[] = [{}, { cookie: another }, { cookie: admin }]
    for (const headers of others) {
      const answer = await see(path, headers)
      expect(answer.headers['x-frame-options']).toBe('DENY')
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect((await see(`/portal/pictures/${picture}`, headers)).status).toBe(404)
    }
    for (const other of ['/', '/?preview=1', '/admin?preview=light'])
      expect((await see(other, { cookie: owner })).headers['x-frame-options']).toBe('DENY')
  })

  test('has the rules of the settings', async () => {
    expect((await tryOut({ portal_accent: '#ffcc00' })).body.message).toContain('nearest is #')
    expect((await tryOut({ portal_css: '@import "x"' })).body.message).toContain('@import')
    expect((await tryOut({ installation_name: 'Mine' })).status).not.toBe(500)
    const admin = await aSession(at, (await aPerson(at, 'admin')).id)
    expect((await tryOut({ portal_theme: 'dark' }, admin)).status).toBe(403)
  })
})

test('texts are on their pages, in the language of the visitor', async () => {
  const texts = (word: string) => ({
    title: `${word} title`,
    introduction: `**${word}** introduction`,
    suggest_introduction: `**${word}** form`,
    footer: `**${word}** footer`,
  })
  expect((await set({ portal_texts: { en: texts('Our'), de: texts('Unser') } })).status).toBe(200)
  // The only forum is the home page too.
  const only = (await see('/')).text
  for (const shown of ['>Our title</h1>', '<strong>Our</strong> introduction', 'role="search"'])
    expect(only).toContain(shown)
  const list = (await see(`/forums/${forum}-mobile`)).text
  expect(list).toContain('>Mobile</h1>')
  expect(list).not.toContain('Our</strong> introduction')
  await aForum(at.db, 'Website')
  for (const [language, word] of [
    ['en', 'Our'],
    ['de', 'Unser'],
  ] as const) {
    const headers = { 'accept-language': language }
    const home = (await see('/', headers)).text
    expect(home).toContain(`>${word} title</h1>`)
    expect(home).toContain(`<strong>${word}</strong> introduction`)
    const form = (await see(`/forums/${forum}-mobile/new`, headers)).text
    expect(form).toContain(`<strong>${word}</strong> form`)
    expect(form).not.toContain('introduction</p>')
    for (const page of [home, form]) expect(page).toContain(`<strong>${word}</strong> footer`)
  }
  await set({ portal_texts: null })
  expect((await see(`/forums/${forum}-mobile/new`)).text).not.toContain('Our')
})
