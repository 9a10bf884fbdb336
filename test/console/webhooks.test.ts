// Webhooks in a browser: added, tried out, failing, and sent again.
import { createHmac, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACTIONS, COLLECTIONS, SERVICE_HOOK_EVENTS } from '../../console/src/api/webhook-events.ts'
import * as declared from '../../src/resources/webhooks.ts'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { aForum, insert } from '../support/factories.ts'
import { type Received, startReceiver } from '../support/receivers.ts'

test('the console offers the events of the service', () => {
  expect(COLLECTIONS).toEqual(declared.WEBHOOK_COLLECTIONS)
  expect(ACTIONS).toEqual(declared.WEBHOOK_ACTIONS)
  const caused = Object.entries(declared.SERVICE_HOOK_EVENTS).filter(([, by]) => by.length > 0)
  expect(SERVICE_HOOK_EVENTS).toEqual(caused.map(([event]) => event))
})

describe.skipIf(!hasBrowser)('webhooks', () => {
  let console: TestConsole

  beforeAll(async () => {
    // With the worker, which delivers.
    console = await startConsole({ role: 'admin', isShared: true }, { hasJobs: true })
    await aForum(console.at.db, 'Mobile app')
    await insert(console.at.db, 'statuses', { name: 'Planned', position: 1 })
  })

  const signatureOf = (secret: string, { headers, body }: Received) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  }
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
  const choose = async (page: Page, name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const aName = () => `Hook ${randomUUID().slice(0, 8)}`
  const stored = async (name: string) => {
    const { body } = await console.at.get('/webhooks')
    return body.webhooks.find((one: { name: string }) => one.name === name)
  }

  test('the empty list says what they are for', async () => {
    await expectGoodScreen(
      console,
      { name: 'webhooks-empty', path: '/settings/webhooks' },
      (page) => page.getByText(/^A webhook sends new suggestions/).waitFor(),
    )
  })

  test('one is added, tried out, fails, and is sent again', async () => {
    const receiver = await startReceiver()
    // An attempt that is repeated meanwhile gets the same answer as before.
    const answered = new Map<unknown, number>()
    const answerWith = (status: number) =>
      receiver.answer((response, { headers }) => {
        const before = answered.get(headers['webhook-id'])
        const now = before === 500 ? 500 : status
        answered.set(headers['webhook-id'], now)
        response.writeHead(now).end('hello from the receiver')
      })
    answerWith(200)
    const name = aName()
    const { page, errors } = await console.open('/settings/webhooks')
    await page.getByRole('button', { name: 'Add webhook' }).first().click()
    const form = dialog(page, 'Add webhook')
    const submit = form.getByRole('button', { name: 'Add webhook' })
    expect(await submit.isDisabled()).toBe(true)
    // An address that the service must not reach is refused beside its field.
    const address = form.getByLabel('Address')
    await address.fill('ftp://example.com/hook')
    await submit.click()
    const describedBy = async () => {
      const ids = (await address.getAttribute('aria-describedby')) ?? ''
      return page
        .locator(
          ids
            .split(' ')
            .map((id) => `[id="${id}"]`)
            .join(),
        )
        .allTextContents()
    }
    await expect.poll(async () => (await describedBy()).join()).toContain('url:')
    await address.fill(receiver.url)
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    const comments = form.getByRole('group', { name: 'Comments' })
    await comments.getByText('Comments', { exact: true }).click()
    expect(await comments.getByRole('checkbox', { name: 'deleted' }).isChecked()).toBe(true)
    await form.getByRole('button', { name: 'Add a forum' }).click()
    await page.getByRole('option', { name: 'Mobile app' }).click()
    await page.keyboard.press('Escape')
    await form.getByLabel('Supporters at least').fill('5')
    await submit.click()

    const shown = dialog(page, `Secret of ${name}`)
    const secret = await shown.locator('code').textContent()
    expect(secret).toMatch(/^whsec_/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await shown.getByRole('button', { name: 'Copy Secret' }).click()
    await said(page, 'Secret copied.')
    await shown.getByRole('button', { name: 'I have stored it' }).click()
    expect(await stored(name)).toMatchObject({
      url: receiver.url,
      format: 'standard',
      events: ['suggestions.created', 'comments.created', 'comments.updated', 'comments.deleted'],
      min_supporters: 5,
      secret: null,
    })
    const row = page.getByRole('row', { name })
    await row.getByText('4 events').waitFor()
    await row.getByText('never').waitFor()

    // The result of a test event appears by itself.
    await choose(page, name, 'Send test event')
    const delivery = dialog(page, 'Test event')
    await delivery.getByText('delivered', { exact: true }).waitFor()
    await delivery.getByText('HTTP 200').waitFor()
    await delivery.getByText('webhook-signature: v1,').waitFor()
    await delivery.getByText('hello from the receiver').waitFor()
    const [received] = receiver.received as [Received]
    expect(JSON.parse(received.body).type).toBe('test')
    expect(received.headers['webhook-signature']).toBe(signatureOf(secret ?? '', received))
    await delivery.getByRole('button', { name: 'Close' }).first().click()
    await delivery.waitFor({ state: 'detached' })

    // An answer that can be temporary is tried again.
    answerWith(500)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await delivery.getByText('tried again later').waitFor()
    await delivery.getByText('Next attempt').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('The last deliveries failed.').waitFor()

    // One that is final disables the webhook.
    answerWith(410)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await delivery.getByText('failed', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('The receiver answered 410 Gone').waitFor()
    expect(await page.getByRole('button', { name: 'Send test event' }).isDisabled()).toBe(true)
    answerWith(200)
    await page.getByRole('button', { name: 'Enable' }).click()
    await said(page, `“${name}” is enabled.`)

    // By state, and again.
    await page.getByRole('button', { name: /State$/ }).click()
    await page.getByRole('option', { name: 'failed', exact: true }).click()
    const table = page.getByRole('table', { name: 'Deliveries' })
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    await table.getByRole('link', { name: 'Test event' }).click()
    // By keyboard: a toast can be in front of it.
    await delivery.getByRole('button', { name: 'Send again' }).press('Enter')
    await delivery.getByText('delivered', { exact: true }).waitFor()
    // With the same id, of which the receiver knows that it is the same message.
    const [again] = receiver.received.slice(-1) as [Received]
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.filter((id) => id === again.headers['webhook-id'])).toHaveLength(2)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send again…' }).click()
    const range = dialog(page, 'Send events again')
    // What arrived meanwhile is not among them, unless somebody wants it.
    const isOnlyMissing = range.getByRole('checkbox', { name: 'Only what did not arrive' })
    expect(await isOnlyMissing.isChecked()).toBe(true)
    await range.getByText('Only what did not arrive').click()
    await range.getByRole('button', { name: 'Send again' }).press('Enter')
    await page.getByText(/^\d+ deliveries are being sent again\.$/).waitFor()
    // Refused requests are logged by the browser.
    expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  })

  test('the secret is rotated, and a webhook is changed, disabled and deleted', async () => {
    const name = aName()
    const { id } = await console.at.made('/webhooks', {
      name,
      url: 'https://hooks.example.com/earshot',
      events: ['suggestions.created'],
    })
    const { page, errors } = await console.open(`/settings/webhooks?open=${id}`)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.getByText('Nothing was sent yet').waitFor()
    await choose(page, name, 'Rotate the secret')
    await dialog(page, `Rotate the secret of ${name}`)
      .getByRole('button', { name: 'Rotate the secret' })
      .click()
    await dialog(page, `Secret of ${name}`).getByText('whsec_').waitFor()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByText('Old secret').waitFor()

    await page.getByRole('button', { name: 'Edit' }).click()
    const form = dialog(page, 'Edit webhook')
    await form.getByRole('button', { name: 'Show 24 more' }).click()
    await form.getByRole('group', { name: 'Tickets' }).getByText('added').click()
    await form.getByRole('button', { name: 'Save' }).click()
    await said(page, `“${name}” saved.`)
    await page.getByText('Tickets: added').waitFor()

    await choose(page, name, 'Disable')
    await page.getByText('This webhook is disabled.').waitFor()
    expect(await stored(name)).toMatchObject({ state: 'disabled', disabled_reason: 'by_hand' })
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByText('This webhook is disabled.').waitFor({ state: 'detached' })

    await choose(page, name, 'Delete')
    const question = page.getByRole('alertdialog')
    await question.getByRole('textbox').fill(name)
    await question.getByRole('button', { name: 'Delete' }).click()
    await said(page, `“${name}” deleted.`)
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    expect(await stored(name)).toBeUndefined()
    await page.goto(`${console.address}/admin/settings/webhooks?open=${id}`)
    await page.getByText('There is no webhook at this address.').waitFor()
    expect(errors).toEqual([])
  })

  test('their screens are good screens', async () => {
    const { url } = await startReceiver()
    const name = aName()
    const { id } = await console.at.made('/webhooks', {
      name,
      url,
      events: ['suggestions.created'],
      signature: 'ed25519',
    })
    const delivery = (await console.at.post(`/webhooks/${id}/test`, {})).body.webhook_deliveries[0]
    const isDelivered = async () =>
      (await console.at.shown(`/webhook_deliveries/${delivery.id}`)).state
    await expect.poll(isDelivered, { timeout: 20_000 }).toBe('delivered')
    const page = `/settings/webhooks?open=${id}`
    await expectGoodScreen(console, { name: 'webhooks', path: '/settings/webhooks' }, (shown) =>
      shown.getByRole('link', { name }).waitFor(),
    )
    await expectGoodScreen(console, { name: 'webhooks-page', path: page }, async (shown) => {
      await shown.getByText('whpk_').waitFor()
      await shown.getByRole('link', { name: 'Test event' }).waitFor()
    })
    await expectGoodScreen(
      console,
      { name: 'webhooks-delivery', path: `${page}&delivery=${delivery.id}` },
      (shown) => shown.getByRole('dialog').getByText('thanks').waitFor(),
    )
    await expectGoodScreen(
      console,
      { name: 'webhooks-form', path: '/settings/webhooks' },
      async (shown) => {
        await shown.getByRole('button', { name: 'Add webhook' }).first().click()
        await shown.getByRole('dialog').waitFor()
      },
    )
  })

  test('the other formats, in German', async () => {
    const { page } = await console.open('/settings/webhooks', { locale: 'de-DE', isShared: false })
    await page.getByRole('button', { name: 'Webhook hinzufügen' }).first().click()
    const form = dialog(page, 'Webhook hinzufügen')
    const format = form.getByRole('button', { name: /Format/ })
    await format.click()
    await page.getByRole('option', { name: 'Kompatibler Service-Hook' }).click()
    await form.getByText('Neuer Vorschlag').waitFor()
    await form.getByRole('button', { name: /Signatur als/ }).waitFor()
    await format.click()
    await page.getByRole('option', { name: 'Slack' }).click()
    expect(await form.getByText('Signatur').count()).toBe(0)
    const url = `https://hooks.slack.com/services/${randomUUID()}`
    await form.getByLabel('Adresse').fill(url)
    expect(await axeViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Webhook hinzufügen' }).click()
    // Slack verifies nothing, so there is no secret to store.
    await page.getByText('„hooks.slack.com“ angelegt.').waitFor()
    const { webhooks } = (await console.at.get('/webhooks')).body
    expect(webhooks).toContainEqual(expect.objectContaining({ url, format: 'slack' }))
  })
})
