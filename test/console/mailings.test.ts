// Mails in the console: the progress of mailings, stopping them, mails that failed for good, and which mails a person gets.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { aForum, aSuggestion, aSupporter, aUser, insert } from '../support/factories.ts'
import { aFailedJob } from '../support/jobs.ts'
import { startMailServer } from '../support/mail-server.ts'
import { aPerson } from '../support/staff.ts'

const SUPPORTERS = 60

describe.skipIf(!hasBrowser)('mails', () => {
  let console: TestConsole
  let forum: number
  let people: number[]

  beforeAll(async () => {
    const { port } = await startMailServer('secret')
    const mail = {
      host: '127.0.0.1',
      port,
      tls: 'none' as const,
      auth: null,
      from: 'earshot@example.test',
    }
    console = await startConsole(
      { role: 'admin', isShared: true },
      // About one mail a second: long enough to be stopped.
      { hasJobs: true, settings: { mail, mails_per_minute: 60, mail_delay_seconds: 0 } },
    )
    const { db } = console.at
    forum = await aForum(db, 'Mobile app')
    people = []
    for (let i = 0; i < SUPPORTERS; i++)
      people.push(await aUser(db, `${randomUUID()}@example.test`))
  })

  /** A suggestion whose supporters are being mailed. */
  async function aMailing() {
    const { at } = console
    const title = `Dark mode ${randomUUID().slice(0, 8)}`
    const id = await aSuggestion(at.db, forum, title, { state: 'published' })
    for (const person of people) await aSupporter(at.db, id, person)
    const update = await at.made('/status_updates', {
      body: 'It is being built',
      notify_supporters: true,
      links: { suggestion: id },
    })
    const find = async () => (await at.get(`/mailings?status_update=${update.id}`)).body.mailings[0]
    return { id, title, find, mailing: (await find()).id as number }
  }

  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first()
  const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

  async function stop(page: Page, mailing: number) {
    await page.getByRole('button', { name: `Stop mailing ${mailing}`, exact: true }).click()
    const asked = page.getByRole('alertdialog', { name: 'Stop the mails' })
    await asked.getByText(/The others are deleted/).waitFor()
    await asked.getByRole('button', { name: 'Stop', exact: true }).click()
    await said(page, 'The mails were stopped.')
  }

  test('a mailing shows its progress and is stopped', async () => {
    const { title, find, mailing } = await aMailing()
    const { page, errors } = await console.open('/settings/mailings')
    const shown = row(page, title)
    await shown.getByText('sending', { exact: true }).waitFor()
    await shown.getByText(new RegExp(`^[1-9]\\d* of ${SUPPORTERS} mails sent$`)).waitFor()
    await expectGoodScreen(
      console,
      { name: 'mailings-sending', path: '/settings/mailings' },
      (other) => other.getByText(title).first().waitFor(),
    )
    await stop(page, mailing)
    await shown.getByText('stopped', { exact: true }).waitFor()
    await shown.getByText('Stopped by hand.').waitFor()
    const { state, sent_count, skipped_count, recipients_count } = await find()
    expect(state).toBe('stopped')
    expect(sent_count).toBeLessThan(SUPPORTERS)
    expect(skipped_count).toBe(recipients_count - sent_count)
    // The row leads to what it is about.
    await shown.getByRole('link', { name: title }).click()
    await page.getByText('Stopped by hand.').first().waitFor()
    expect(errors).toEqual([])
  })

  test('the page of a suggestion has the progress of its last answer, with the keyboard', async () => {
    const { id, find, mailing } = await aMailing()
    const { page, errors } = await console.open(`/suggestions/${id}`)
    await page
      .getByText(new RegExp(`^\\d+ of ${SUPPORTERS} mails sent$`))
      .first()
      .waitFor()
    await expectGoodScreen(
      console,
      { name: 'record-mailing', path: `/suggestions/${id}` },
      (other) =>
        other
          .getByText(/mails sent$/)
          .first()
          .waitFor(),
    )
    await page.getByRole('button', { name: `Stop mailing ${mailing}`, exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog', { name: 'Stop the mails' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/^Stopped by hand\. \d+ of \d+ mails sent$/).waitFor()
    expect((await find()).stopped_reason).toBe('by_hand')
    expect(errors).toEqual([])

    const viewer = await console.open(`/suggestions/${(await aMailing()).id}`, { role: 'viewer' })
    await viewer.page
      .getByText(/mails sent$/)
      .first()
      .waitFor()
    expect(await viewer.page.getByRole('button', { name: /^Stop mailing/ }).count()).toBe(0)
  })

  test('triage asks whether a merge is mailed, and the mailing says what it is about', async () => {
    const { at } = console
    const name = randomUUID().slice(0, 8)
    const place = await aForum(at.db, `Merges ${name}`)
    const target = `Print labels ${name}`
    const source = `Printing labels ${name}`
    await aSuggestion(at.db, place, target, { state: 'published' })
    const id = await aSuggestion(at.db, place, source, { state: 'new' })
    await aSupporter(at.db, id, await aUser(at.db, `${randomUUID()}@example.test`))
    const { page, errors } = await console.open(`/triage?forum=${place}`)
    await page.getByRole('button', { name: target }).waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: 'Merge' })
    const box = dialog.getByRole('checkbox', { name: /^Notify the people of the merged/ })
    await box.waitFor()
    expect(await box.isChecked()).toBe(false)
    await box.press('Space')
    await dialog.getByRole('button', { name: 'Merge 1 suggestion' }).press('Enter')
    const find = async () => (await at.get(`/mailings?merged_suggestion=${id}`)).body.mailings
    await expect.poll(async () => (await find()).length, { timeout: 30_000 }).toBe(1)
    await page.goto(`${console.address}/admin/settings/mailings`)
    await row(page, source).getByText('Merge', { exact: true }).waitFor()
    expect(errors).toEqual([])
  })

  test('a mail that failed for good is deleted, and other jobs run again', async () => {
    const error = `No route to ${randomUUID().slice(0, 8)}`
    const id = await aFailedJob(console.at.db, error, 'send_mail')
    const kept = `Disk full ${randomUUID().slice(0, 8)}`
    await aFailedJob(console.at.db, kept)
    const { page, errors } = await console.open('/settings/jobs?state=failed')
    const shown = row(page, error)
    await shown.getByText('failed', { exact: true }).waitFor()
    await row(page, kept).waitFor()
    expect(
      await row(page, kept)
        .getByRole('button', { name: /^Delete/ })
        .count(),
    ).toBe(0)
    await shown.getByRole('button', { name: `Delete send_mail ${id}` }).click()
    const asked = page.getByRole('alertdialog', { name: 'Delete the failed job' })
    await asked.getByRole('button', { name: 'Delete', exact: true }).click()
    await said(page, 'The job was deleted.')
    await shown.waitFor({ state: 'detached' })
    const { body } = await console.at.get('/audit_entries?action=job_deleted')
    expect(body.audit_entries[0].subject_id).toBe(id)
    await aFailedJob(console.at.db, `${kept} too`)
    await page.getByRole('button', { name: /^Retry all \d+ failed$/ }).click()
    await page.getByText(/^\d+ jobs run again soon\.$/).waitFor()
    await row(page, kept).waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  test('a person chooses their mails', async () => {
    const person = await aPerson(console.at, 'contributor')
    const { page, errors } = await console.open('/settings/notifications', { person })
    await page.getByRole('button', { name: /Digest/ }).click()
    await page.getByRole('option', { name: 'Every day at 8:00' }).click()
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('Berlin')
    await page.getByRole('option', { name: 'Europe/Berlin' }).click()
    await page.getByRole('button', { name: 'Add forum' }).click()
    await page.getByRole('option', { name: 'Mobile app' }).click()
    await page.keyboard.press('Escape')
    await page.getByText('Mail me at once when a colleague mentions me').click()
    // Only admins and owners get failures.
    expect(await page.getByText(/background jobs or imports fail/).count()).toBe(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Your notifications were saved.')
    const stored = await page.request.get(`${console.address}/api/v2/admin/notification_settings`)
    expect((await stored.json()).notification_settings).toMatchObject({
      digest: 'daily',
      time_zone: 'Europe/Berlin',
      forums: [forum],
      mentions: false,
    })
    await page.reload()
    await page.getByRole('button', { name: /Every day at 8:00/ }).waitFor()
    expect(errors).toEqual([])
    await expectGoodScreen(
      console,
      { name: 'notifications-form', path: '/settings/notifications' },
      async (other) => {
        await other.getByRole('button', { name: /Digest/ }).click()
        await other.getByRole('option', { name: 'On Mondays at 8:00' }).click()
        await other.getByText('All forums').waitFor()
      },
    )
  })

  test('a view is subscribed to from its menu', async () => {
    const person = await aPerson(console.at, 'viewer')
    const name = `Mine ${randomUUID().slice(0, 8)}`
    const id = await insert(console.at.db, 'views', {
      kind: 'suggestions',
      name,
      params: 'state=new',
      user_id: person.id,
      created_by_id: person.id,
    })
    const { page, errors } = await console.open(`/suggestions?state=new&view=${id}`, { person })
    await page.getByRole('link', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: 'View actions' }).click()
    await page.getByRole('menuitem', { name: 'Mail me new matches' }).click()
    await page.getByText(/^New matches come with your digest/).waitFor()
    const stored = await page.request.get(`${console.address}/api/v2/admin/views/${id}`)
    expect((await stored.json()).views[0].subscribed).toBe(true)
    expect(errors).toEqual([])
  })
})
