// The form of mails in a browser: keys and DNS records, texts with their preview, and a sample by a real mail server.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { startDnsServer } from '../support/dns-server.ts'
import { readMail, startMailServer } from '../support/mail-server.ts'

describe.skipIf(!hasBrowser)('the form of mails', () => {
  let console: TestConsole
  let mails: Awaited<ReturnType<typeof startMailServer>>
  let dns: Awaited<ReturnType<typeof startDnsServer>>

  beforeAll(async () => {
    mails = await startMailServer('')
    dns = await startDnsServer()
    console = await startConsole({ role: 'owner', isShared: true }, { dnsServers: [dns.server] })
    const mail = { host: '127.0.0.1', port: mails.port, tls: 'none', from: 'Acme <a@acme.test>' }
    expect((await console.at.put('/settings', { mail })).status).toBe(200)
  })

  const inPreview = (page: Page, title = 'Preview') =>
    page.frameLocator(`iframe[title="${title}"]`).locator('.mail')
  const shown = (page: Page) => inPreview(page).getByText('Thank you for').waitFor()

  test('a key is created, published, activated and removed, and the DNS is checked', async () => {
    for (const { id } of (await console.at.get('/settings/mail/dkim_keys')).body.dkim_keys)
      await console.at.delete(`/settings/mail/dkim_keys/${id}`)
    const { page, errors } = await console.open('/settings/mail')
    await page.getByText('Mails are not signed').waitFor()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByText('not active yet').waitFor()
    await page.getByRole('button', { name: 'Copy Value' }).waitFor()
    const [key] = (await console.at.get('/settings/mail/dkim_keys')).body.dkim_keys
    // Without its record the person is asked.
    await page.getByRole('button', { name: 'Activate', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('has no record').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    dns.zone.txt = { [key.record.name]: [key.record.value], 'acme.test': ['v=spf1 mx +all'] }
    await page.getByRole('button', { name: 'Activate', exact: true }).click()
    await page.getByText('signs mails', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Check the records' }).click()
    await page.getByText('The SPF record allows everybody to send.').waitFor()
    await page.getByText('v=spf1 mx ~all').waitFor()
    await page.getByText(`${key.record.name} has the key that signs mails.`).waitFor()
    await page.getByText('v=DMARC1; p=quarantine').waitFor()
    await page.getByRole('button', { name: `Actions for ${key.selector}` }).click()
    await page.getByRole('menuitem', { name: 'Remove the key' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the key' }).click()
    await page.getByText('Mails are not signed').waitFor()
    // A refused activation is answered with 409, which a browser logs.
    expect(errors.filter((error) => !error.includes('409'))).toEqual([])
  })

  test('texts are previewed, sent as a sample, and saved', async () => {
    const { page, errors, person } = await console.open('/settings/mail')
    await shown(page)
    await page.getByLabel('Introduction').fill('Hello from **Acme**')
    await inPreview(page).getByText('Hello from Acme').waitFor()
    await page
      .getByRole('radiogroup', { name: 'Language of the texts' })
      .getByText('Deutsch')
      .click()
    await page.getByLabel('Footer').fill('Acme GmbH, Hauptstraße 1, Berlin')
    await inPreview(page).getByText('Hauptstraße 1').waitFor()
    await inPreview(page).getByText('Danke für').waitFor()
    await page.getByRole('radiogroup', { name: 'Theme of the preview' }).getByText('Dark').click()
    const frame = () => page.frames().find((one) => one.url().includes('mail-preview'))
    const background = () => frame()?.evaluate('getComputedStyle(document.body).backgroundColor')
    await expect.poll(background).toBe('rgb(22, 24, 29)')
    await page.getByRole('button', { name: 'Send this mail to me' }).click()
    await page.getByText(`A mail was sent to ${person.email}.`).waitFor()
    const sample = readMail(mails.received.at(-1) as { body: string })
    expect(sample.headers.subject).toBe('Ein dunkles Design für späte Abende: Geplant')
    expect(sample.text).toContain('Acme GmbH, Hauptstraße 1, Berlin')
    await page.getByRole('button', { name: 'Save the texts' }).click()
    await page.getByText('The texts are saved.').waitFor()
    const { mail_texts } = (await console.at.get('/settings')).body.settings
    expect(mail_texts.value).toMatchObject({
      en: { introduction: 'Hello from **Acme**', footer: '' },
      de: { footer: 'Acme GmbH, Hauptstraße 1, Berlin' },
    })
    expect(errors).toEqual([])
  })

  test('looks good', async () => {
    await console.at.put('/settings', { mail_texts: null })
    await console.at.post('/settings/mail/dkim_keys', {})
    await expectGoodScreen(console, { name: 'mail', path: '/settings/mail' }, async (page) => {
      await page.getByRole('button', { name: 'Check the records' }).click()
      await page.getByText('spf', { exact: true }).waitFor()
      await shown(page)
    })
    await expectGoodScreen(
      console,
      { name: 'mail-de', path: '/settings/mail', visit: { locale: 'de-DE', isShared: false } },
      (page) => inPreview(page, 'Vorschau').getByText('Thank you for').waitFor(),
    )
  })
})
