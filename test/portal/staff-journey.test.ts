// A member of the team answers on the portal in a real browser, and the visitor sees it.
import { sql } from 'kysely'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  expectGoodPage,
  hasBrowser,
  inEachScreen,
  newContext,
  scrollsSideways,
  startBrowser,
  takePicture,
  watchPage,
} from '../support/browser.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession } from '../support/staff.ts'

let at: TestService
let address: string
let browser: Browser
let forum: Shown

beforeAll(async () => {
  if (!hasBrowser) return
  at = await startTestService()
  address = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  at.service.setAddress(address)
  browser = await startBrowser()
  forum = await at.made('/forums', { name: 'Product ideas', is_public: true })
  await at.made('/forums', { name: 'Partners', is_public: false })
  await at.made('/categories', { name: 'Search', links: { forum: forum.id } })
})

let count = 0
async function aSuggestion(state = 'approved'): Promise<Shown> {
  count += 1
  const made = await at.made('/suggestions', {
    title: `Search in comments ${count}`,
    body: 'I remember what somebody wrote, and cannot find it.',
    user_email: `customer-${count}@customer.test`,
    vote: true,
    links: { forum: forum.id },
  })
  await sql`update suggestions set state = ${state} where id = ${made.id}`.execute(at.db)
  return made
}

async function asStaff(context: BrowserContext): Promise<void> {
  const { id } = await aPerson(at, 'admin')
  const [name = '', value = ''] = (await aSession(at, id)).split('=')
  await context.addCookies([{ name, value, url: address }])
}

const tool = (page: Page, name: string) => page.locator('.es-team summary', { hasText: name })

test.skipIf(!hasBrowser).each([false, true])(
  'staff answers, and the visitor sees it (script: %s)',
  async (javaScriptEnabled) => {
    const suggestion = await aSuggestion()
    const staff = await newContext(browser, 1280, 'light', { javaScriptEnabled })
    await asStaff(staff)
    const { page, errors, hosts } = await watchPage(staff)
    await page.goto(`${address}/suggestions/${suggestion.id}`)
    await tool(page, 'Set status').click()
    await page.getByLabel('Status').selectOption({ label: 'planned' })
    await page.getByLabel('Answer').fill('We **work** on it.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Status saved.').waitFor()
    await page.locator('.es-answer strong', { hasText: 'work' }).waitFor()
    await page.getByRole('link', { name: 'Open in the console' }).waitFor()
    // What the visitor sees is one click away, and true.
    await page.locator('.es-account summary').click()
    await page.getByRole('link', { name: 'What others see' }).click()
    await page.getByText('This is what visitors see').waitFor()
    expect(await page.locator('.es-team').count()).toBe(0)
    const visitor = await watchPage(await newContext(browser, 390, 'light', { javaScriptEnabled }))
    await visitor.page.goto(`${address}/suggestions/${suggestion.id}`)
    await visitor.page.locator('.es-answer strong', { hasText: 'work' }).waitFor()
    const main = (one: Page) => one.locator('main').textContent()
    expect(await main(page)).toBe(await main(visitor.page))
    await page.getByRole('link', { name: 'Back to the view of the team' }).click()
    await tool(page, 'Delete').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted.', { exact: true }).waitFor()
    const gone = await visitor.page.reload()
    expect(gone?.status()).toBe(410)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.', { exact: true }).waitFor()
    expect((await visitor.page.reload())?.status()).toBe(200)
    expect([...errors, ...visitor.errors.filter((text) => !text.includes('410'))]).toEqual([])
    expect([...hosts]).toEqual([new URL(address).host])
    await Promise.all([staff.close(), visitor.page.context().close()])
  },
)

const open = (page: Page) =>
  page.locator('.es-team details, .es-team-row details').evaluateAll((all) => {
    for (const one of all) {
      one.removeAttribute('name')
      one.setAttribute('open', '')
    }
  })

test.skipIf(!hasBrowser)(
  'the tools are accessible, wide and narrow, light and dark, in German',
  async () => {
    const waiting = await aSuggestion('new')
    const shown = await aSuggestion()
    const comment = await at.made('/comments', {
      body: 'Yes, please.',
      user_email: 'reader@customer.test',
      links: { suggestion: shown.id },
    })
    await sql`update comments set state = 'new' where id = ${comment.id}`.execute(at.db)
    const paths = {
      suggestion: `/suggestions/${shown.id}`,
      waiting: `/suggestions/${waiting.id}`,
      list: `/forums/${forum.id}`,
      merge: `/suggestions/${waiting.id}/team/merge`,
      preview: `/suggestions/${waiting.id}/team/merge?into=${shown.id}`,
      others: `/suggestions/${shown.id}?view=public`,
    }
    const context = await newContext(browser, 1280, 'light', { locale: 'de' })
    await asStaff(context)
    const { page, errors } = await watchPage(context)
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(`${address}${path}`)
      await open(page)
      await inEachScreen(page, (width, scheme) =>
        takePicture(page, `portal-staff-${name}-${width}-${scheme}`, { fullPage: true }),
      )
      await expectGoodPage(page, name)
      await page.evaluate(`document.documentElement.dir = 'rtl'`)
      await inEachScreen(page, async (width) =>
        expect(await scrollsSideways(page), `${name} ${width} rtl`).toBe(false),
      )
    }
    expect(errors).toEqual([])
    await context.close()
  },
)
