// The appearance of the portal in a browser: edited with a preview, saved, and seen.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { aForum } from '../support/factories.ts'

describe.skipIf(!hasBrowser)('the appearance of the portal', () => {
  let console: TestConsole

  beforeAll(async () => {
    console = await startConsole({ role: 'owner', isShared: true })
    await aForum(console.at.db, 'Mobile app')
    await aForum(console.at.db, 'Billing')
  })

  const shown = (page: Page) =>
    page
      .frameLocator('iframe[title="The portal on a phone"]')
      .getByRole('link', { name: 'Mobile app', includeHidden: true })
      .waitFor()
  const stored = async () => (await console.at.get('/settings')).body.settings

  test('is tried out before it is saved', async () => {
    const { page, errors } = await console.open('/settings/portal')
    await page.getByRole('heading', { name: 'Appearance', level: 1, exact: true }).waitFor()
    await shown(page)
    await page.getByLabel('Name of the installation').fill('Acme ideas')
    const accent = page.getByLabel('Accent in the light theme')
    await accent.fill('#ffcc00')
    await page.getByText('1.5:1 on light · hard to see, 4.5:1 is enough').waitFor()
    const save = page.getByRole('button', { name: 'Save' })
    const use = page.getByRole('button', { name: /^Use #[0-9a-f]{6}$/ })
    await use.waitFor()
    expect(await save.isDisabled()).toBe(true)
    await use.click()
    await page.getByText(/is not allowed|has a contrast of/).waitFor({ state: 'detached' })
    const color = await accent.inputValue()
    expect(color).toMatch(/^#[0-9a-f]{6}$/)

    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a picture' }).first().click(),
    ])
    const picture = { width: 64, height: 32, channels: 3, background: color } as const
    const buffer = await sharp({ create: picture }).png().toBuffer()
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Replace' }).waitFor()
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByLabel('Text', { exact: true }).fill('Website')
    await page.getByLabel('Address', { exact: true }).fill('javascript:alert(1)')
    await page.getByText('the address "javascript:alert(1)" is not allowed.').waitFor()
    await page.getByLabel('Address', { exact: true }).fill('https://example.com')
    const language = page.getByRole('radiogroup', { name: 'Language of the texts' })
    await language.getByText('Deutsch').click()
    await page.getByLabel('Title of the home page').fill('Eure Ideen')
    await page
      .getByRole('textbox', { name: 'Own CSS' })
      .fill('.es-card { border: 0 }\n@import "x";')
    await page.getByText('line 2: @import is not allowed.').waitFor()
    await page.getByRole('textbox', { name: 'Own CSS' }).fill('.es-card { border: 0 }')
    // The page in the frame has the logo with the name that is not saved yet.
    await page
      .frameLocator('iframe[title="The portal on a wide screen"]')
      .getByAltText('Acme ideas')
      .first()
      .waitFor()
    expect((await stored()).installation_name.value).toBe('Earshot')
    // The form has a text of its own.
    await page.getByLabel('Introduction of the form').fill('Sagt uns, was fehlt.')
    await page.getByRole('radiogroup', { name: 'Page of the preview' }).getByText('Form').click()
    await page
      .getByRole('radiogroup', { name: 'Language of the preview' })
      .getByText('Deutsch')
      .click()
    await page
      .frameLocator('iframe[title="The portal on a phone"]')
      .getByText('Sagt uns, was fehlt.')
      .waitFor()
    await save.click()
    await page.getByText('The portal is saved.').waitFor()
    expect(await stored()).toMatchObject({
      installation_name: { value: 'Acme ideas' },
      portal_accent: { value: color },
      portal_logo: { value: expect.any(Number) },
      portal_links: { value: [{ text: 'Website', url: 'https://example.com' }] },
      portal_texts: { value: { de: { title: 'Eure Ideen' }, en: { title: '' } } },
      portal_css: { value: '.es-card { border: 0 }' },
    })
    // Refused values are answered with 422, which a browser logs.
    expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  })

  test('looks good', async () => {
    await expectGoodScreen(console, { name: 'portal', path: '/settings/portal' }, shown)
    await expectGoodScreen(
      console,
      { name: 'portal-de', path: '/settings/portal', visit: { locale: 'de-DE', isShared: false } },
      (page) =>
        page
          .frameLocator('iframe[title="Das Portal auf einem Telefon"]')
          .getByRole('link', { name: 'Mobile app', includeHidden: true })
          .waitFor(),
    )
  })
})
