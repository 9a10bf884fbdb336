// The pages of single sign-on, mailed links and invitations in a real browser, on wide and narrow screens, light and dark.
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseOidcProviders } from '../../src/auth/sign-in/oidc-settings.ts'
import { createCode } from '../../src/auth/sign-in/one-time-codes.ts'
import { createInvitation } from '../../src/auth/staff/invitations.ts'
import { expectGoodPage, hasBrowser, openPage, startBrowser } from '../support/browser.ts'
import { aForum, aSuggestion } from '../support/factories.ts'
import { CLIENT, type RealProvider, startProvider } from '../support/oidc-servers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { aPerson } from '../support/staff.ts'

describe.skipIf(!hasBrowser)('in a browser', () => {
  let at: TestService
  let browser: Browser
  let address: string
  let acme: RealProvider
  let suggestion: number

  beforeAll(async () => {
    acme = await startProvider()
    at = await startTestService(undefined, {
      settings: {
        sign_in_providers: parseOidcProviders(
          JSON.stringify([
            { name: 'Acme', issuer: acme.issuer, email_domains: ['staff.test'], ...CLIENT },
            { name: 'Down', issuer: 'http://127.0.0.1:9', ...CLIENT },
          ]),
        ),
        mail: { host: '127.0.0.1', port: 9, tls: 'none', auth: null, from: 'earshot@example.test' },
      },
    })
    await at.service.app.listen({ port: 0, host: '127.0.0.1' })
    // Another site than that of the provider, whose address is 127.0.0.1.
    address = `http://localhost:${(at.service.app.server.address() as AddressInfo).port}`
    at.service.setAddress(address)
    await acme.allow(`${address}/admin/oidc/acme/callback`)
    suggestion = await aSuggestion(at.db, await aForum(at.db, 'Ideas'), 'Dark mode')
    browser = await startBrowser()
  })

  const invite = (email: string) =>
    at.db
      .transaction()
      .execute((tx) => createInvitation(tx, {}, { email, role: 'admin', isMailed: false }))
  const hasSession = async (page: Page) =>
    (await page.context().cookies()).some(({ name }) => name === 'earshot_session')

  test('every page is accessible and contacts no other host', async () => {
    const { page, hosts, errors } = await openPage(browser, 1280, 'light')
    await page.goto(`${address}/admin/sign-in`)
    await expectGoodPage(page, 'sign in')
    await page.getByRole('button', { name: 'E-mail me a link' }).click()
    await page.getByText('Type your e-mail address').waitFor()
    await expectGoodPage(page, 'no address')
    const email = 'nobody@staff.test'
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'E-mail me a link' }).click()
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
    await expectGoodPage(page, 'look into your mail')
    await page.goto(`${address}/admin/sign-in-link`)
    await expectGoodPage(page, 'link')

    await page.goto(`${address}/admin/sign-in`)
    await page.getByRole('button', { name: 'Sign in with Down' }).click()
    await page.getByText('Down does not answer').waitFor()
    await expectGoodPage(page, 'provider is down')

    const { code } = await invite('invited@staff.test')
    await page.goto(`${address}/admin/welcome#${code}`)
    await page.getByLabel('Name').waitFor()
    expect(page.url()).not.toContain(code)
    await expectGoodPage(page, 'welcome')

    const person = await aPerson(at, 'viewer')
    const upgrade = await invite(person.email)
    // The same path with another fragment would not load a page.
    await page.goto('about:blank')
    await page.goto(`${address}/admin/welcome#${upgrade.code}`)
    const button = page.getByRole('button', { name: 'Accept', exact: true })
    await button.waitFor()
    await expectGoodPage(page, 'invited again')
    await button.click()
    await page.getByRole('heading', { name: 'Accepted' }).waitFor()
    await expectGoodPage(page, 'accepted')

    expect([...hosts].filter(Boolean)).toEqual([new URL(address).host])
    expect(errors.filter((text) => !/status of (422|502)/.test(text))).toEqual([])
  })

  test.each([true, false])(
    'single sign-on ends where it began, with script: %s',
    async (javaScriptEnabled) => {
      const { email } = await aPerson(at, 'viewer')
      acme.signInAs({ sub: email, email, email_verified: true })
      const { page } = await openPage(browser, 1280, 'light', { javaScriptEnabled })
      await page.goto(`${address}/admin/suggestions/${suggestion}`)
      await page.getByRole('button', { name: 'Sign in with Acme' }).click()
      await page.waitForURL(/suggestions/)
      expect(page.url()).toBe(`${address}/admin/suggestions/${suggestion}`)
      expect(await hasSession(page)).toBe(true)
    },
  )

  test('a mailed link signs in, and leaves no code in the history', async () => {
    const { id } = await aPerson(at, 'viewer')
    const { page } = await openPage(browser, 1280, 'light')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    const code = await createCode(at.db, 'sign_in', { userId: id })
    await page.goto(`${address}/admin/sign-in-link#${code}`)
    await page.waitForURL(/\/admin(\/suggestions)?$/)
    expect(await hasSession(page)).toBe(true)
    // A fragment is no part of the request; the browser reports it with the address that was typed.
    expect(sent.slice(1).join(' ')).not.toContain(code)
    await page.goBack()
    expect(page.url()).not.toContain(code)
  })

  test('without script the code of a link is pasted', async () => {
    const { id } = await aPerson(at, 'viewer')
    const { page } = await openPage(browser, 390, 'light', { javaScriptEnabled: false })
    const code = await createCode(at.db, 'sign_in', { userId: id })
    await page.goto(`${address}/admin/sign-in-link#${code}`)
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/admin(\/suggestions)?$/)
    expect(await hasSession(page)).toBe(true)
  })
})
