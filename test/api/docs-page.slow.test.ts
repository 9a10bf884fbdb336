// The API reference and the other pages in a real browser, on wide and narrow screens, light and dark.
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  axeViolations,
  expectGoodPage,
  hasBrowser,
  inEachScreen,
  type OpenPage,
  openPage,
  scrollsSideways,
  startBrowser,
} from '../support/browser.ts'
import { aComment, aForum, aSuggestion, aUser, insert } from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { aPerson, PASSWORD } from '../support/staff.ts'

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(4)

// All operations have the same template, and axe takes minutes for all 25,000 elements of the reference. So it checks the
// open operation and the rest of the page.
const removeOtherOperations = (page: Page) =>
  page.evaluate(
    `for (const one of document.querySelectorAll('.operation:not(#post_labels)')) one.remove()`,
  )

describe.skipIf(!hasBrowser)('in a browser', () => {
  let at: TestService
  let browser: Browser
  let host: string
  let forum: number
  let suggestion: number

  beforeAll(async () => {
    at = await startTestService()
    await at.service.app.listen({ port: 0, host: '127.0.0.1' })
    host = `127.0.0.1:${(at.service.app.server.address() as AddressInfo).port}`
    browser = await startBrowser()
    const user = await aUser(at.db, 'ann@example.com', { name: 'Ann Ångström' })
    forum = await aForum(at.db, LONG_WORD)
    suggestion = await aSuggestion(at.db, forum, LONG_WORD, {
      body: LONG_WORD,
      created_by_id: user,
      status_id: (await at.get('/statuses')).body.statuses[0].id,
    })
    await aComment(at.db, suggestion, user, { body: LONG_WORD })
    await insert(at.db, 'notes', {
      suggestion_id: suggestion,
      created_by_id: user,
      body: `Between colleagues: ${LONG_WORD}`,
    })
  })

  const enterToken = async (page: Page) => {
    await page.getByLabel('Token for the requests').fill(at.token)
    await page.getByRole('button', { name: 'Use token' }).click()
  }

  // One page for these tests: a browser takes seconds to load the 25,000 elements of the reference.
  describe('the reference', () => {
    let opened: OpenPage

    beforeAll(async () => {
      opened = await openPage(browser, 1280, 'light')
      await opened.page.goto(`http://${host}/docs#get_forums_by_id`)
    })
    afterAll(() => opened.page.context().close())

    test('opens the operation that the address names', async () => {
      const { page } = opened
      const title = page.getByRole('heading', { name: 'Get one or more forums by id' })
      await expect.poll(() => isInView(page, title)).toBe(true)
      expect(await page.locator('#get_forums_by_id').isVisible()).toBe(true)
      expect(await page.locator('#get_users_by_id').isVisible()).toBe(false)
      await page.goto(`http://${host}/docs#/users/get_users_by_id`)
      await expect.poll(() => page.locator('#get_users_by_id').isVisible()).toBe(true)
    })

    test('filters operations, in the navigation that fits the screen', async () => {
      const { page } = opened
      const menu = page.getByRole('button', { name: 'Menu' })
      const filter = page.getByLabel('Filter operations')
      await inEachScreen(page, async (width) => {
        expect(await menu.isVisible()).toBe(width === 390)
        if (width === 390) {
          expect(await filter.isVisible()).toBe(false)
          await menu.click()
        }
        await filter.fill('SUGGESTIONS unmerge')
        await page.getByText('1 operation matches').waitFor()
        expect(await scrollsSideways(page)).toBe(false)
        await page
          .getByRole('navigation')
          .getByRole('link', { name: /Unmerge a suggestion/ })
          .click()
        const operation = page.locator('#post_suggestions_by_id_unmerge')
        await expect.poll(() => operation.isVisible()).toBe(true)
        expect(await page.locator('.operation:visible').count()).toBe(1)
        // The next test sees every operation in the navigation.
        if (width === 390) await menu.click()
        await filter.fill('')
        if (width === 390) await menu.click()
        await page.goto(`http://${host}/docs#get_forums`)
      })
    })

    test('follows the colour scheme of the system', () => expectSchemes(opened.page))

    test('asks for a token, and shows the answer to one that is wrong', async () => {
      const { page, errors } = opened
      await page.goto(`http://${host}/docs#get_forums`)
      const operation = page.locator('#get_forums')
      await operation.getByRole('button', { name: 'Try it' }).click()
      const send = operation.getByRole('button', { name: 'Send GET request' })
      await send.click()
      await operation.getByText('No token is set.').waitFor()
      await page.getByLabel('Token for the requests').fill('wrong')
      await page.getByRole('button', { name: 'Use token' }).click()
      await send.click()
      await operation.getByText('401 Unauthorized').waitFor()
      // The browser logs the refused request.
      await expect.poll(() => errors.splice(0).length).toBe(1)
    })

    test('sends path, query and header parameters', async () => {
      const { page } = opened
      await page.goto(`http://${host}/docs#get_forums_by_id`)
      await enterToken(page)
      const operation = page.locator('#get_forums_by_id')
      await operation.getByRole('button', { name: 'Try it' }).click()
      await operation.getByLabel('id', { exact: true }).fill('1')
      await operation.getByLabel('includes').fill('users')
      await operation.getByLabel('If-None-Match').fill('"other"')
      const [request] = await Promise.all([
        page.waitForRequest(/\/api\/v2\/admin\/forums/),
        operation.getByRole('button', { name: 'Send GET request' }).click(),
      ])
      expect(request.url()).toBe(`http://${host}/api/v2/admin/forums/1?includes=users`)
      expect(await request.headerValue('if-none-match')).toBe('"other"')
      await operation.getByText('200 OK').waitFor()
    })

    // The last test on this page, because it removes most of it.
    test('sends a request with the token, is accessible and contacts no other host', async () => {
      const { page, hosts, errors } = opened
      await page.goto(`http://${host}/docs#post_labels`)
      await enterToken(page)
      const operation = page.locator('#post_labels')
      await operation.getByRole('button', { name: 'Try it' }).click()
      await inEachScreen(page, async (width, scheme) => {
        const name = `From ${width} ${scheme}`
        await operation.getByRole('textbox', { name: 'body' }).fill(JSON.stringify({ name }))
        await operation.getByRole('button', { name: 'Send POST request' }).click()
        await operation.getByText('201 Created').waitFor()
        await operation.getByRole('group', { name: 'Answer' }).getByText(name).waitFor()
        const { labels } = (await at.get('/labels?per_page=100')).body
        expect(labels.map((label: { name: string }) => label.name)).toContain(name)
        expect(await scrollsSideways(page)).toBe(false)
      })
      await removeOtherOperations(page)
      await inEachScreen(page, async (width) => {
        expect(await axeViolations(page)).toEqual([])
        expect(await scrollsSideways(page)).toBe(false)
        if (width === 390) {
          await page.getByRole('button', { name: 'Menu' }).click()
          expect(await axeViolations(page)).toEqual([])
          expect(await scrollsSideways(page)).toBe(false)
        }
      })
      expect([...hosts]).toEqual([host])
      expect(errors).toEqual([])
    })
  })

  describe('the pages', () => {
    test('are accessible, fit the screen and contact no other host', async () => {
      const { page, hosts, errors } = await openPage(browser, 1280, 'light')
      for (const path of [
        '/',
        `/forums/${forum}`,
        `/forums/${forum}/suggestions/${suggestion}`,
        '/admin/sign-in',
      ]) {
        await page.goto(`http://${host}${path}`)
        await expectGoodPage(page, path)
      }
      expect(errors).toEqual([])
      await page.goto(`http://${host}/nowhere`)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await expectGoodPage(page, 'nowhere')
      expect([...hosts]).toEqual([host])
      await page.context().close()
    })

    test('let an administrator sign in and open the console', async () => {
      const { page } = await openPage(browser, 390, 'light')
      await page.goto(`http://${host}/admin/suggestions/${suggestion}`)
      const { email } = await aPerson(at, 'admin')
      const signIn = async (password: string) => {
        await page.getByLabel('E-mail address').fill(email)
        await page.getByLabel('Password').fill(password)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      }
      await signIn('wrong')
      await page.getByRole('alert').waitFor()
      await expectGoodPage(page, 'wrong password')
      await signIn(PASSWORD)
      await page.waitForURL(new RegExp(`/admin/suggestions/${suggestion}$`))
      await page.locator('#content').waitFor()
      await page.context().close()
    })
  })

  test('the reference can be read without its script', async () => {
    const { page } = await openPage(browser, 390, 'light', { javaScriptEnabled: false })
    await page.goto(`http://${host}/docs#get_labels`)
    await page.locator('#get_labels').getByText('Query parameters').waitFor()
    expect(await page.getByRole('navigation').getByRole('link').count()).toBeGreaterThan(40)
    expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false)
    await page.context().close()
  })

  test('the pages follow the colour scheme of the system', async () => {
    const { page } = await openPage(browser, 1280, 'light')
    await page.goto(`http://${host}/`)
    await expectSchemes(page)
    await page.context().close()
  })
})

async function expectSchemes(page: Page): Promise<void> {
  for (const [colorScheme, colour] of [
    ['dark', 'rgb(22, 24, 29)'],
    ['light', 'rgb(255, 255, 255)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(background, colorScheme).toBe(colour)
  }
}

const isInView = async (page: Page, place: ReturnType<Page['locator']>): Promise<boolean> => {
  const box = await place.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0)
}
