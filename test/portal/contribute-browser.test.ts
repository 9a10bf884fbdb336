// Suggesting, commenting and voting in a real browser, with and without scripts.
import { randomBytes } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { aPortal, type Portal } from '../support/end-users.ts'
import { startMailServer } from '../support/mail-server.ts'
import { signInMailTo } from '../support/portal.ts'
import { startTestService, type TestService } from '../support/service.ts'

const { received, port } = await startMailServer('unused')
const mail: MailSettings = { host: '127.0.0.1', port, tls: 'none', auth: null, from: 'a@b.test' }

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const unique = (name: string) => `${name} ${randomBytes(4).toString('hex')}`

let at: TestService
let address: string
let portal: Portal
let browser: Awaited<ReturnType<typeof startBrowser>>
let forum: number
let similarTitle: string
let similar: number
const errors: string[] = []

beforeAll(async () => {
  if (!hasBrowser) return
  at = await startTestService(undefined, {
    hasJobs: true,
    settings: { mail, guest_work_bits: 10, repeated_text_minutes: 0 },
  })
  address = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  at.service.setAddress(address)
  portal = await aPortal(at)
  const everyone = { tier: 'everyone' }
  const access = { support: everyone, comment: everyone, suggest: everyone }
  forum = (await at.made('/forums', { name: unique('Apps'), access })).id
  similarTitle = unique('Calendar synchronisation with phones')
  similar = (await at.made('/suggestions', { title: similarTitle, links: { forum } })).id
  browser = await startBrowser()
})
afterAll(() => expect(errors).toEqual([]))

const signInPath = () => `${address}/?sso=${portal.sign(portal.somebody())}`

async function aPage(options: Parameters<typeof newContext>[3] = {}, width = 1280, isDark = false) {
  const context = await newContext(browser, width, isDark ? 'dark' : 'light', options)
  const watched = await watchPage(context)
  return { ...watched, context }
}

/** Runs in the page, as if somebody pasted or dropped a file there. Returns false where the page took it. */
const ADD_FILE = `({ type, name, text, bytes }) => {
  const data = new DataTransfer()
  data.items.add(new File([Uint8Array.from(bytes)], name, { type: 'image/png' }))
  if (text !== '') data.setData('text/plain', text)
  const options = { bubbles: true, cancelable: true }
  const event =
    type === 'paste'
      ? new ClipboardEvent('paste', { ...options, clipboardData: data })
      : new DragEvent('drop', { ...options, dataTransfer: data })
  return document.querySelector('#text').dispatchEvent(event)
}`

describe.skipIf(!hasBrowser)('with scripts', () => {
  test('a person sees similar ones while typing, votes for one, and suggests with a picture', async () => {
    const { page, errors: own } = await aPage()
    await page.goto(signInPath())
    await page.goto(`${address}/forums/${forum}/new`)
    await page.fill('#title', similarTitle)
    const row = page.locator('es-similar section article')
    await row.first().waitFor()
    // Its name says what the button is for.
    await page.getByRole('button', { name: `Vote for “${similarTitle}” 0 votes` }).waitFor()
    await sql`update suggestions set closed_at = now() where id = ${similar}`.execute(at.db)
    await page.fill('#title', `${similarTitle} `)
    await page.locator('es-similar section .es-fixed').waitFor()
    await sql`update suggestions set closed_at = null where id = ${similar}`.execute(at.db)
    await page.fill('#title', similarTitle)
    await page.locator('es-similar section button').waitFor()
    expect(await page.locator('#title-hint').textContent()).toMatch(/^\d+ characters left$/)
    await row.first().locator('button').click()
    await page.locator('es-similar button[aria-pressed="true"]').waitFor()
    await expect
      .poll(async () => (await at.shown(`/suggestions/${similar}`)).supporters_count)
      .toBe(1)
    const title = unique('Widget on the home screen')
    await page.fill('#title', title)
    await page.fill('#text', 'It saves time.')
    await page.setInputFiles('#files', { name: 'Shot.png', mimeType: 'image/png', buffer: PNG })
    await page.locator('es-files li img').waitFor()
    await page.locator('form.es-form .es-actions button').first().click()
    await page.waitForURL(/\/suggestions\/\d+/)
    expect(await page.locator('h1').textContent()).toBe(title)
    await page.locator('.es-picture img').waitFor()
    // Answer in place.
    await page.fill('#comment-form textarea', 'First')
    await page.locator('#comment-form .es-actions button').first().click()
    await page.locator('.es-comment').waitFor()
    await page.locator('.es-reply-link').click()
    expect(await page.locator('.es-replying').textContent()).toContain('You answer')
    await page.fill('#comment-form textarea', 'Second')
    await page.locator('#comment-form .es-actions button').first().click()
    await page.locator('.es-comment.es-reply').waitFor()
    errors.push(...own)
  })

  test('files are dropped and pasted; a text with a picture of it is pasted as text', async () => {
    const { page, errors: own } = await aPage()
    await page.goto(signInPath())
    await page.goto(`${address}/forums/${forum}/new`)
    const add = (type: 'paste' | 'drop', name: string, text = '') =>
      page.evaluate(`(${ADD_FILE})(${JSON.stringify({ type, name, text, bytes: [...PNG] })})`)
    const files = page.locator('es-files li img')
    expect(await add('drop', 'Dropped.png')).toBe(false)
    await files.first().waitFor()
    expect(await add('paste', 'Pasted.png')).toBe(false)
    await expect.poll(() => files.count()).toBe(2)
    expect(await add('paste', 'Table.png', 'A table')).toBe(true)
    await page.getByRole('button', { name: 'Remove Dropped.png' }).click()
    expect(await files.count()).toBe(1)
    errors.push(...own)
  })

  test('a guest computes while they type, and confirms by the code of the mail', async () => {
    const { page, errors: own } = await aPage()
    const email = `guest-${randomBytes(5).toString('hex')}@customer.test`
    await page.goto(`${address}/forums/${forum}/new`)
    const title = unique('Offline reading')
    await page.fill('#title', title)
    await page.fill('#text', 'In trains.')
    await page.fill('#email', email)
    await page.locator('[name="challenge_answer"]').waitFor({ state: 'attached' })
    const send = async () => {
      await page.locator('form.es-form .es-actions button').first().click()
      await page.waitForLoadState('load')
      return page.url()
    }
    // Nobody waits who has computed.
    expect(await send()).toContain('/sent?confirmation=mail')
    const { code } = await signInMailTo(received, email)
    await page.fill('#code', code)
    await page.locator('form.es-form button').click()
    await page.waitForURL(/\/suggestions\/\d+/)
    const found = await at.get(`/suggestions?q=${encodeURIComponent(title)}`)
    expect(found.body.suggestions).toHaveLength(1)
    // 422 pages are no errors of ours.
    errors.push(...own.filter((text) => !text.includes('422')))
  })

  test('the script is small', async () => {
    const { text } = await at.get('//portal.js', { token: null })
    expect(brotliCompressSync(text).length).toBeLessThan(20_480)
  })
})

describe.skipIf(!hasBrowser)('without scripts', () => {
  test('a person suggests with a picture, comments, answers, changes and deletes', async () => {
    const { page, errors: own } = await aPage({ javaScriptEnabled: false })
    await page.goto(signInPath())
    await page.goto(`${address}/forums/${forum}/new`)
    await page.fill('#title', `${similarTitle} now`)
    await page.fill('#text', 'Every day.')
    await page.setInputFiles('#files', { name: 'Shot.png', mimeType: 'image/png', buffer: PNG })
    await page.locator('form.es-form .es-actions button').first().click()
    // The first step shows similar ones; the file stays.
    await page.getByText('Suggest anyway').waitFor()
    expect(await page.locator('[name="attachment_ids"]').count()).toBe(1)
    await page.getByText('Suggest anyway').click()
    await page.waitForURL(/\/suggestions\/\d+/)
    expect(await page.locator('.es-picture img').count()).toBe(1)
    await page.fill('#text', 'First')
    await page.locator('#comment-form .es-actions button').first().click()
    await page.locator('.es-reply-link').click()
    await page.fill('#text', 'Second')
    await page.locator('#comment-form .es-actions button').first().click()
    expect(await page.locator('.es-comment.es-reply').count()).toBe(1)
    const reply = page.locator('.es-comment.es-reply')
    await reply.getByText('Edit').click()
    await page.fill('#text', 'Third')
    await page.getByText('Save').click()
    expect(await page.locator('.es-comment.es-reply').textContent()).toContain('Third')
    await page.locator('.es-comment.es-reply summary').click()
    await page.locator('.es-comment.es-reply .es-danger').click()
    expect(await page.locator('.es-comment').count()).toBe(1)
    errors.push(...own)
  })
})

test.skipIf(!hasBrowser)(
  'pages have no violations, wide and narrow, light and dark, also in German and right to left',
  async () => {
    const { page, errors: own } = await aPage({ locale: 'de' })
    const check = async (path: string) => {
      await page.goto(`${address}${path}`)
      await expectGoodPage(page, path)
      await page.evaluate('document.documentElement.dir = "rtl"')
      await inEachScreen(page, async (width) =>
        expect(await scrollsSideways(page), `${path} ${width} rtl`).toBe(false),
      )
    }
    const paths = [`/forums/${forum}/new?title=Kalender`, `/suggestions/${similar}`]
    for (const path of [...paths, `/suggestions/${similar}/vote`, '/sent?confirmation=mail'])
      await check(path)
    await page.goto(signInPath())
    for (const path of [...paths, `/suggestions/${similar}/report`]) await check(path)
    errors.push(...own)
  },
)
