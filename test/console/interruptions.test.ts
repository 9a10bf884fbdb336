// What people do not lose when the service stops, the network is gone or their session ends.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, stepAt } from '../support/authenticator-app.ts'
import { hasBrowser, newContext, startBrowser, watchPage } from '../support/browser.ts'
import { startConsole, type TestConsole } from '../support/console.ts'
import { aForum, aSuggestion } from '../support/factories.ts'
import { processesOn } from '../support/processes.ts'
import { startTestService } from '../support/service.ts'
import { aPerson, aSession, PASSWORD } from '../support/staff.ts'

const UNREACHABLE = 'The service does not answer'

/** Replaces the description of the open suggestion. */
async function rewrite(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit description' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill(text)
  await page.keyboard.press('Control+Enter')
}

describe.skipIf(!hasBrowser)('interruptions', () => {
  test('a service that stops and starts again', async () => {
    const at = await startTestService()
    const forum = await aForum(at.db, 'Ideas')
    const dark = await aSuggestion(at.db, forum, 'Dark mode')
    await aSuggestion(at.db, forum, 'Export as PDF')
    const start = await processesOn(at.connection)
    const first = await start(['serve'])
    const { address } = first
    const context = await newContext(await startBrowser(), 1280, 'light')
    const [name = '', value = ''] = (await aSession(at, (await aPerson(at, 'admin')).id)).split('=')
    await context.addCookies([{ name, value, url: address }])
    const { page } = await watchPage(context)
    await page.goto(`${address}/admin/suggestions`)
    await page.getByText('Dark mode').first().click()
    await page.getByRole('heading', { name: 'Dark mode' }).waitFor()

    first.child.kill('SIGKILL')
    await first.ended
    // Nobody asked for anything: the stream of changes noticed.
    await page.getByText(`${UNREACHABLE}. What you see`).waitFor()
    // A screen whose files were not loaded yet.
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByRole('heading', { name: UNREACHABLE }).waitFor()
    await page.getByRole('link', { name: 'Suggestions' }).click()
    await page.getByText('Export as PDF').first().click()
    await page.getByRole('heading', { name: UNREACHABLE }).waitFor()
    await page.getByText('Dark mode').first().click()
    await rewrite(page, 'Written while the service was down')
    const kept = page.getByRole('alert').filter({ hasText: 'Your text was not saved' })
    await kept.getByText('Written while the service was down').waitFor()

    await start(['serve'], { PORT: new URL(address).port })
    await page.getByText(`${UNREACHABLE}. What you see`).waitFor({ state: 'detached' })
    await kept.getByRole('button', { name: 'Save it now' }).click()
    await kept.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await at.shown(`/suggestions/${dark}`)).body)
      .toBe('Written while the service was down')
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByRole('heading', { name: 'Reports' }).waitFor()
  })

  describe('of the session and the network', () => {
    let console: TestConsole
    let suggestion: number

    beforeAll(async () => {
      console = await startConsole()
      suggestion = await aSuggestion(
        console.at.db,
        await aForum(console.at.db, 'Ideas'),
        'Dark mode',
      )
    })
    const body = async () => (await console.at.shown(`/suggestions/${suggestion}`)).body

    test('an ended session asks for the password where the person is, and the text stays', async () => {
      const { page } = await console.open(`/suggestions/${suggestion}`)
      const comment = page.getByRole('textbox', { name: 'Comment' })
      await comment.fill('Half a page of thoughts')
      await page.context().clearCookies()
      await page.keyboard.press('Control+Enter')
      const dialog = page.getByRole('dialog', { name: 'Sign in again' })
      await dialog.getByLabel('Password').fill('not the password')
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await dialog.getByText('The password is wrong.').waitFor()
      // A person who looks something up first finds the way back.
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await dialog.getByLabel('Password').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      expect(await comment.inputValue()).toBe('Half a page of thoughts')
      await comment.press('Control+Enter')
      await page.getByRole('article').getByText('Half a page of thoughts').waitFor()
    })

    test('who has a second factor types its code too', async () => {
      const person = await aPerson(console.at, 'admin')
      const secret = randomBytes(20)
      await sql`
        insert into totp_secrets (user_id, secret, last_step) values (${person.id}, ${secret}, 0)`.execute(
        console.at.db,
      )
      const { page } = await console.open(`/suggestions/${suggestion}`, { person })
      const comment = page.getByRole('textbox', { name: 'Comment' })
      await comment.fill('With two factors')
      await page.context().clearCookies()
      await page.keyboard.press('Control+Enter')
      const dialog = page.getByRole('dialog', { name: 'Sign in again' })
      const enter = dialog.getByRole('button', { name: 'Sign in', exact: true })
      await dialog.getByLabel('Password').fill(PASSWORD)
      await enter.click()
      const code = dialog.getByLabel('Code')
      await code.fill('abcdef')
      await enter.click()
      await dialog.getByText('The code is wrong or was used already.').waitFor()
      await code.fill(codeOf(secret, stepAt(Date.now())))
      await enter.click()
      await dialog.waitFor({ state: 'detached' })
      await comment.press('Control+Enter')
      await page.getByRole('article').getByText('With two factors').waitFor()
    })

    test('every other way in is a window beside it', async () => {
      const { page, person } = await console.open(`/suggestions/${suggestion}`)
      await page.getByRole('heading', { name: 'Dark mode' }).waitFor()
      await page.context().clearCookies()
      await rewrite(page, 'Written after the session ended')
      const opened = page.waitForEvent('popup')
      await page.getByRole('button', { name: /open in a new window/ }).click()
      const popup = await opened
      await popup.getByLabel('E-mail address').fill(person.email)
      await popup.getByLabel('Password').fill(PASSWORD)
      await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Save it now' }).click()
      await expect.poll(body).toBe('Written after the session ended')
    })

    test('a text written without a network is kept through a reload and offered again', async () => {
      const { page } = await console.open(`/suggestions/${suggestion}`)
      await page.getByRole('heading', { name: 'Dark mode' }).waitFor()
      await page.context().setOffline(true)
      await rewrite(page, 'Written on a train')
      await page.getByText('Your text was not saved').waitFor()
      await page.context().setOffline(false)
      await page.reload()
      await page.getByRole('button', { name: 'Continue writing' }).click()
      const field = page.getByRole('textbox', { name: 'Description' })
      expect(await field.inputValue()).toBe('Written on a train')
      await field.press('End')
      await field.pressSequentially('!')
      await page.keyboard.press('Control+Enter')
      await expect.poll(body).toBe('Written on a train!')
    })
  })
})
