// What surrounds the screens of the console: signing in, navigation, commands, keys, themes, languages, and failures.
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openPage } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { aForum, aSuggestion, insert } from '../support/factories.ts'
import { aPerson, PASSWORD } from '../support/staff.ts'

const CONSOLE = resolve(import.meta.dirname, '../../console')
const MAX_FIRST_LOAD = 250_000

describe('the texts', () => {
  const catalogue = (locale: string): Record<string, string> =>
    Object.assign(
      {},
      ...globSync(`locales/${locale}/*.json`, { cwd: CONSOLE }).map((file) =>
        JSON.parse(readFileSync(join(CONSOLE, file), 'utf8')),
      ),
    )
  const english = catalogue('en')
  const placeholders = (text: string) =>
    [
      ...new Set(
        [...text.matchAll(/(?<!(?:one|other|=\d+) ?)\{\s*(\w+)\s*[,}]/g)].map(([, name]) => name),
      ),
    ].sort()

  test.each(['de'])('exist in %s with the same placeholders', (locale) => {
    const other = catalogue(locale)
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort())
    for (const [id, text] of Object.entries(english))
      expect(placeholders(other[id] as string).join(), id).toBe(placeholders(text).join())
  })

  test('are all used', () => {
    const source = globSync('src/**/*.{ts,tsx}', { cwd: CONSOLE })
      .map((file) => readFileSync(join(CONSOLE, file), 'utf8'))
      .join('\n')
    // An id ends in a value where it is put together: t(`shell.role.${role}`).
    const prefixes = [...source.matchAll(/`([\w.]+\.)\$\{/g)].map(([, prefix]) => prefix as string)
    const unused = Object.keys(english).filter(
      (id) => !source.includes(`'${id}'`) && !prefixes.some((prefix) => id.startsWith(prefix)),
    )
    expect(unused).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('in a browser', () => {
  let console: TestConsole

  beforeAll(async () => {
    console = await startConsole()
    const forum = await aForum(console.at.db, 'Ideas')
    for (const title of ['Dark mode', 'Export as PDF'])
      await aSuggestion(console.at.db, forum, title, { state: 'new' })
  })

  test('a stranger signs in and continues at the address', async () => {
    const { page, errors } = await openPage(console.browser, 1280, 'light')
    await page.goto(`${console.address}/admin/suggestions?state=new`)
    const { email } = await aPerson(console.at, 'viewer')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(page.url()).toBe(`${console.address}/admin/suggestions?state=new`)
    expect(errors).toEqual([])
  })

  test('only those who may triage see the queue in the navigation', async () => {
    const { page } = await console.open('/suggestions', { role: 'contributor' })
    await page.getByRole('link', { name: 'Feedback' }).waitFor()
    expect(await page.getByRole('link', { name: 'Triage' }).count()).toBe(0)
  })

  test('the page allows only its own scripts, and its files never change', async () => {
    const { page } = await console.open('/')
    const response = await page.reload()
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    const script = await page.locator('script[type=module]').getAttribute('src')
    const asset = await console.at.call('GET', `/${script}`, {
      token: null,
      headers: { 'accept-encoding': 'br' },
    })
    expect(asset.status).toBe(200)
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['content-encoding']).toBe('br')
    const none = await console.at.call('GET', '//admin/assets/none.js', { token: null })
    expect(none.status).toBe(404)
  })

  test('the first load is small', async () => {
    const { page } = await console.open('/suggestions')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    // Not when the network is idle: the stream of changes stays open.
    const hasAskedForList = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/suggestions?'))`
    await expect.poll(() => page.evaluate(hasAskedForList)).toBe(true)
    await expect.poll(() => page.locator('main .skeleton').count()).toBe(0)
    const names: string[] = await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))`,
    )
    const files = readdirSync(join(CONSOLE, 'dist/assets'))
    const bytes = names
      .map((name) => `${name.split('/').at(-1)}.br`)
      .filter((name) => files.includes(name))
      .map((name) => statSync(join(CONSOLE, 'dist/assets', name)).size)
    const total = bytes.reduce((sum, size) => sum + size, 0)
    process.stdout.write(
      `console: first load ${Math.round(total / 1000)} kB of JavaScript (brotli)\n`,
    )
    expect(total).toBeGreaterThan(50_000)
    expect(total).toBeLessThanOrEqual(MAX_FIRST_LOAD)
  })

  test.each(['suggestions', 'users', 'accounts'])(
    'the navigation of %s is built once, so that no click on it is lost',
    async (list) => {
      const { page } = await console.open('/triage')
      await page.addInitScript(`
        window.built = new Set()
        const links = () => document.querySelectorAll('nav a[href="/admin/triage"]')
        new MutationObserver(() => links().forEach((link) => built.add(link)))
          .observe(document, { subtree: true, childList: true })`)
      await page.goto(`${console.address}/admin/${list}`)
      await page.waitForURL(/view=/)
      await page.getByRole('grid').waitFor()
      expect(await page.evaluate('[...built].length')).toBe(1)
      // Its script cannot be removed.
      await page.close()
    },
  )

  test('commands find screens, actions and suggestions', async () => {
    const { page, errors } = await console.open('/suggestions')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('searchbox', { name: 'Commands' })
    await field.fill('tri')
    await page.getByRole('menuitem', { name: 'Triage' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/triage/)
    await page.keyboard.press('Control+k')
    await field.fill('export')
    await page.getByRole('menuitem', { name: 'Export as PDF' }).click()
    await page.waitForURL(/\/admin\/suggestions\/\d+$/)
    expect(errors).toEqual([])
  })

  test('commands act: theme, settings, status, owner, views, numbers, recent ones first', async () => {
    const { db } = console.at
    const own = await aForum(db, 'Commands')
    const id = await aSuggestion(db, own, 'Act on me')
    const status = await insert(db, 'statuses', { name: 'Under way', hex_color: '#2a7d3f' })
    const { page, errors, person } = await console.open('/suggestions')
    await insert(db, 'views', {
      kind: 'suggestions',
      name: 'Commanded ones',
      params: `forum=${own}&sort=id`,
      user_id: person.id,
    })
    const field = page.getByRole('searchbox', { name: 'Commands' })
    const command = async (text: string, name: string) => {
      await page.keyboard.press('Control+k')
      await field.fill(text)
      const first = page.getByRole('menuitem').first()
      await expect.poll(() => first.textContent()).toContain(name)
      await page.keyboard.press('Enter')
      await field.waitFor({ state: 'detached' })
    }
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await command('dark', 'Theme: Dark')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await command('stat', 'Settings: Statuses')
    await page.waitForURL(/settings\/statuses/)
    await command(`#${id}`, 'Act on me')
    await page.waitForURL(new RegExp(`/suggestions/${id}$`))
    await page.getByRole('heading', { level: 1, name: 'Act on me' }).waitFor()
    const stored = async () => {
      const { links } = await console.at.shown(`/suggestions/${id}`)
      return [links.status, links.owner]
    }
    await command('under way', 'Set status: Under way')
    await expect.poll(stored).toEqual([status, null])
    await command('assign to me', 'Assign to me')
    await expect.poll(stored).toEqual([status, person.id])
    await command('commanded', 'View: Commanded ones')
    await page.waitForURL((url) => url.search.includes(`forum=${own}`))
    // With a selection, the command is about it.
    await page.getByRole('checkbox', { name: /Act on me/ }).click()
    await command('remove owner', 'Remove owner')
    await expect.poll(stored).toEqual([status, null])
    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'Recent' }).waitFor()
    expect(await page.getByRole('menuitem').first().textContent()).toContain('View: Commanded ones')
    await page.keyboard.press('Escape')
    // What was done is listed after a reload too, and undone.
    await command('recent ch', 'Recent changes')
    await page.reload()
    const list = page.getByRole('list', { name: 'Recent changes' })
    const latest = list.getByRole('listitem').first()
    await latest.getByText('Set the owner').waitFor()
    await latest.getByRole('button', { name: 'Undo' }).click()
    await latest.getByText('Undone', { exact: true }).waitFor()
    await expect.poll(stored).toEqual([status, person.id])
    expect(errors).toEqual([])
  })

  test('? lists the keys, and Escape closes the list', async () => {
    const { page } = await console.open('/suggestions')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Undo').waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
  })

  test('theme and language are chosen and kept', async () => {
    const { page } = await console.open('/suggestions')
    const background = () =>
      page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    await page.getByRole('button', { name: 'Your account' }).click()
    const light = await background()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    expect(await background()).not.toBe(light)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Deutsch' }).click()
    await page.getByRole('link', { name: 'Vorschläge' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Vorschläge' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    expect(await background()).not.toBe(light)
    // Mails are in it too.
    const language = `fetch('/api/v2/admin/sessions/current').then(async (answer) => (await answer.json()).sessions[0].language)`
    await expect.poll(() => page.evaluate(language)).toBe('de')
  })

  test('speaks the language of the browser', async () => {
    const { page } = await console.open('/suggestions', { locale: 'de-AT' })
    await page.getByRole('link', { name: 'Sichtung' }).waitFor()
  })

  test('writes dates as people do where the browser is', async () => {
    const { page } = await console.open('/reports/incoming?from=2026-01-30&to=2026-01-31', {
      locale: 'en-GB',
    })
    await page.getByText('from 30 Jan 2026 to 31 Jan 2026').first().waitFor()
  })

  test('says that there is no connection', async () => {
    const { page } = await console.open('/suggestions')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('No connection.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('No connection.').waitFor({ state: 'detached' })
  })

  test('changes by others arrive again after the service refused to send them', async () => {
    const { page } = await console.open('/suggestions')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    let asked = 0
    await page.route('**/admin/events*', async (route) => {
      asked += 1
      await (asked === 1 ? route.fulfill({ status: 503 }) : route.continue())
    })
    const opened = page.waitForResponse(
      (response) =>
        asked === 2 && response.url().includes('/admin/events') && response.status() === 200,
    )
    await page.reload()
    await opened
  })

  test('an error of the service is a page with the request and a way on', async () => {
    const { page } = await console.open('/suggestions')
    await page.route('**/api/v2/admin/sessions/current*', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'request-of-the-test' },
        contentType: 'application/json',
        body: JSON.stringify({ error: 'error', message: 'It broke.' }),
      }),
    )
    await page.reload()
    await page.getByText('request-of-the-test').waitFor({ timeout: 120_000 })
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  })

  test('an address that does not exist says so', async () => {
    await expectGoodScreen(console, { name: 'not-found', path: '/nowhere' }, (page) =>
      page.getByRole('heading', { name: 'Not found' }).waitFor(),
    )
  })

  test('signs out', async () => {
    const { page } = await console.open('/suggestions')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/sign-in/)
    await page.goto(`${console.address}/admin/suggestions`)
    await page.waitForURL(/sign-in\?return_to/)
  })

  test('the tab names the page, and a record on its own page', async () => {
    const { at } = console
    const forum = await at.made('/forums', { name: `Titles ${Date.now()}` })
    const { id } = await at.made('/suggestions', { title: 'In a tab', links: { forum: forum.id } })
    const { page } = await console.open('/')
    const titles: Record<string, string> = {
      '/suggestions': 'Suggestions',
      [`/suggestions?open=${id}`]: 'Suggestions',
      [`/suggestions/${id}`]: 'In a tab',
      '/reports': 'Reports',
      '/settings/labels': 'Labels',
    }
    for (const [path, name] of Object.entries(titles)) {
      await page.goto(`${console.address}/admin${path}`)
      await expect.poll(() => page.title(), { message: path }).toBe(`${name} · Earshot`)
    }
  })
})
