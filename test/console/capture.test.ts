// What the team enters for customers: new suggestions, votes and feedback, from every screen.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import {
  aForum,
  anAccount,
  anExternalUser,
  aSuggestion,
  aUser,
  insert,
} from '../support/factories.ts'

describe.skipIf(!hasBrowser)('capturing feedback', () => {
  let console: TestConsole
  let ann: number
  let ben: number
  let acme: number
  let dark: number
  let exporting: number

  const dialog = (page: Page, name = 'New suggestion') => page.getByRole('dialog', { name })
  const support = (page: Page) => dialog(page, 'Add vote or feedback')
  const read = async (path: string) => (await console.at.get(path)).body
  const named = async (title: string) =>
    (
      await read(`/suggestions?sort=-id&per_page=100&includes=users,labels,attachments`)
    ).suggestions.find((one: { title: string }) => one.title === title)
  const votersOf = async (suggestion: number): Promise<number[]> =>
    (await read(`/supporters?suggestion=${suggestion}`)).supporters.map(
      ({ links }: { links: { user: number } }) => links.user,
    )
  const title = (page: Page) => dialog(page).getByRole('textbox', { name: 'Title' })
  const pick = async (page: Page, text: string, option: string | RegExp) => {
    await page.getByRole('button', { name: 'Choose a person' }).click()
    await page.getByRole('searchbox', { name: 'Name or e-mail address' }).fill(text)
    await page.getByRole('option', { name: option }).click()
  }
  const openForm = async (page: Page) => {
    await page.getByRole('grid', { name: 'Suggestions' }).waitFor()
    await page.keyboard.press('c')
    await title(page).waitFor()
  }

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    const ideas = await aForum(db, 'Ideas')
    await insert(db, 'categories', { name: 'Reports', forum_id: ideas })
    await insert(db, 'labels', { name: 'urgent', full_name: 'urgent' })
    acme = await anAccount(db, 'acme', { name: 'Acme Ltd', mrr: 1200 })
    ann = await aUser(db, 'ann@acme.test', { name: 'Ann Able' })
    ben = await aUser(db, 'ben@bolt.test', { name: 'Ben Bolt' })
    await anExternalUser(db, ann, 'u-ann', { external_account_id: acme })
    dark = await aSuggestion(db, ideas, 'Dark mode for the mobile app', { state: 'published' })
    exporting = await aSuggestion(db, ideas, 'Export of invoices', { state: 'published' })
  })

  test('a suggestion for a customer who exists, with everything', async () => {
    const { page, errors } = await console.open('/suggestions?view=all')
    await openForm(page)
    const form = dialog(page)
    const create = form.getByRole('button', { name: 'Create suggestion' })
    expect(await create.isDisabled()).toBe(true)
    await title(page).fill('x'.repeat(141))
    await form.getByText('1 character too many (at most 140)').waitFor()
    expect(await create.isDisabled()).toBe(true)
    await title(page).fill('Receipts by e-mail')
    await form.getByText('18 of 140 characters').waitFor()
    await form.getByRole('textbox', { name: 'Description' }).fill('Accounting asks every month.')
    await form.getByRole('button', { name: /Forum$/ }).click()
    await page.getByRole('option', { name: 'Ideas' }).click()
    await form.getByRole('button', { name: /Category$/ }).click()
    await page.getByRole('option', { name: 'Reports' }).click()
    await form.getByRole('button', { name: 'Add labels' }).click()
    await page.getByRole('option', { name: 'urgent' }).click()
    await page.keyboard.press('Escape')
    await pick(page, 'ann', /Ann Able/)
    await form.locator('input[type=file]:not([accept])').setInputFiles({
      name: 'receipt.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('total 12'),
    })
    await form.getByText('8 B').waitFor()
    await create.click()
    await page.getByText('“Receipts by e-mail” was created.').waitFor()
    const { id, channel, links, supporters_count } = await named('Receipts by e-mail')
    expect({ channel, supporters_count, author: links.created_by }).toEqual({
      channel: 'admin',
      supporters_count: 1,
      author: ann,
    })
    expect(links.labels).toHaveLength(1)
    expect(links.category).not.toBeNull()
    const { attachments } = await read(`/attachments?suggestion=${id}`)
    expect(attachments).toMatchObject([{ file_name: 'receipt.txt' }])
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('heading', { name: 'Receipts by e-mail' }).waitFor()
    expect(errors).toEqual([])
  })

  test('one for somebody new, by the palette, and another right after', async () => {
    const { page } = await console.open('/triage')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new sugg')
    await page.getByRole('menuitem', { name: 'New suggestion' }).click()
    const form = dialog(page)
    await title(page).fill('Larger keyboard')
    await pick(page, 'Nora New', /New person “Nora New”/)
    expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Nora New')
    const create = form.getByRole('button', { name: 'Create suggestion' })
    expect(await create.isDisabled()).toBe(true)
    await form.getByRole('textbox', { name: 'E-mail address' }).fill('nora@new.test')
    await form.getByText('Create another one afterwards').click()
    await create.click()
    await page.getByText('“Larger keyboard” was created.').waitFor()
    await expect.poll(() => title(page).inputValue()).toBe('')
    await title(page).fill('Smaller keyboard')
    await page.keyboard.press('Control+Enter')
    await page.getByText('“Smaller keyboard” was created.').waitFor()
    const [first, second] = [await named('Larger keyboard'), await named('Smaller keyboard')]
    expect(second.links.created_by).toBe(first.links.created_by)
    expect((await read(`/users/${first.links.created_by}`)).users[0]).toMatchObject({
      name: 'Nora New',
      email_address: 'nora@new.test',
    })
  })

  test('a similar one gets the vote instead, and the text as feedback', async () => {
    const { page } = await console.open('/suggestions?view=all')
    await openForm(page)
    await title(page).fill('Dark mode for mobile')
    await dialog(page).getByRole('textbox', { name: 'Description' }).fill('My eyes hurt.')
    await pick(page, 'ben@bolt', /Ben Bolt/)
    await dialog(page)
      .getByRole('button', { name: 'Add a vote instead: Dark mode for the mobile app' })
      .click()
    await support(page).getByText('Ben Bolt').waitFor()
    const text = support(page).getByRole('textbox', { name: 'What they said' })
    expect(await text.inputValue()).toBe('My eyes hurt.')
    await support(page).getByRole('button', { name: 'Add feedback' }).click()
    await page.getByText('Feedback added.', { exact: true }).waitFor()
    expect(await votersOf(dark)).toContain(ben)
    expect((await read(`/feedback_records?suggestion=${dark}`)).feedback_records).toMatchObject([
      { body: 'My eyes hurt.', links: { user: ben } },
    ])
    // It was sent, so nothing of it is left.
    await openForm(page)
    expect(await title(page).inputValue()).toBe('')
  })

  test('a draft survives Escape and a reload, until it is discarded', async () => {
    const { page } = await console.open('/suggestions?view=all')
    await openForm(page)
    await title(page).fill('Half a thought')
    await page.keyboard.press('Escape')
    await page.getByText(/Your draft is kept/).waitFor()
    await page.reload()
    await openForm(page)
    expect(await title(page).inputValue()).toBe('Half a thought')
    await dialog(page).getByRole('button', { name: 'Start anew' }).click()
    expect(await title(page).inputValue()).toBe('')
  })

  test('a file that fails says so, is tried again, and nothing is sent meanwhile', async () => {
    const { page } = await console.open('/suggestions?view=all')
    await page.route(
      '**/attachments',
      (route) => route.fulfill({ status: 413, json: { message: 'The file is too large.' } }),
      {
        times: 1,
      },
    )
    await openForm(page)
    await title(page).fill('With a picture')
    await dialog(page)
      .locator('input[type=file]:not([accept])')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
    await dialog(page)
      .getByText(/A file was not uploaded/)
      .waitFor()
    const create = dialog(page).getByRole('button', { name: 'Create suggestion' })
    expect(await create.isDisabled()).toBe(true)
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await dialog(page).getByText('5 B').waitFor()
    await create.click()
    await page.getByText('“With a picture” was created.').waitFor()
  })

  test('votes for a customer from the list, for several suggestions', async () => {
    const { page } = await console.open('/suggestions?view=all')
    for (const name of ['Dark mode for the mobile app', 'Export of invoices'])
      await page
        .getByRole('row', { name })
        .getByRole('checkbox', { name: `Select “${name}”` })
        .check()
    await page.keyboard.press('v')
    await pick(page, 'ann', /Ann Able/)
    await support(page).getByRole('button', { name: 'Add 2 votes' }).click()
    await page.getByText('2 votes added.').waitFor()
    expect(await votersOf(dark)).toContain(ann)
    expect(await votersOf(exporting)).toEqual([ann])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.', { exact: true }).waitFor()
    expect(await votersOf(exporting)).toEqual([])
  })

  test('a vote from the record of a person, and of an account', async () => {
    const { page } = await console.open(`/users/${ben}`)
    const vote = async () => {
      await page.getByRole('button', { name: 'Add vote or feedback' }).click()
      await support(page).getByRole('combobox', { name: 'Suggestion' }).fill('Export')
      await page.getByRole('option', { name: /Export of invoices/ }).click()
    }
    await vote()
    await support(page).getByRole('button', { name: 'Add vote' }).click()
    await page.getByText('Vote added.', { exact: true }).waitFor()
    expect(await votersOf(exporting)).toContain(ben)

    await page.goto(`${console.address}/admin/accounts/${acme}`)
    await vote()
    // Only people of the account are offered.
    await page.getByRole('button', { name: 'Choose a person' }).click()
    await page.getByRole('option', { name: /Ann Able/ }).waitFor()
    expect(await page.getByRole('option', { name: /Ben Bolt/ }).count()).toBe(0)
    await page.getByRole('option', { name: /Ann Able/ }).click()
    await support(page).getByRole('button', { name: 'Add vote' }).click()
    await page.getByText('Vote added.', { exact: true }).waitFor()
    expect(await votersOf(exporting)).toContain(ann)
  })

  test('contributors create, viewers have no button', async () => {
    const { page } = await console.open('/suggestions?view=all', { role: 'contributor' })
    await openForm(page)
    await title(page).fill('From a contributor')
    expect(await dialog(page).getByText('Labels').count()).toBe(0)
    await pick(page, 'ben', /Ben Bolt/)
    await dialog(page).getByRole('button', { name: 'Create suggestion' }).click()
    await page.getByText('“From a contributor” was created.').waitFor()
    expect((await named('From a contributor')).supporters_count).toBe(1)
    const viewer = await console.open('/suggestions?view=all', { role: 'viewer' })
    await viewer.page.getByRole('grid', { name: 'Suggestions' }).waitFor()
    expect(await viewer.page.getByRole('button', { name: 'New suggestion' }).count()).toBe(0)
  })

  test('the dialogs are good screens', async () => {
    await expectGoodScreen(
      console,
      { name: 'capture', path: '/suggestions?view=all' },
      async (page) => {
        await page.getByRole('grid', { name: 'Suggestions' }).waitFor()
        await page.getByRole('button', { name: 'New suggestion' }).last().click()
        await title(page).fill('Dark mode for the phone')
        await dialog(page)
          .getByRole('list', { name: 'Similar suggestions' })
          .getByRole('listitem')
          .first()
          .waitFor()
        await pick(page, 'Nora', /New person/)
      },
    )
    await expectGoodScreen(
      console,
      { name: 'capture-support', path: '/feedback' },
      async (page) => {
        await page.getByRole('button', { name: 'Add vote or feedback' }).click()
        await support(page).getByRole('textbox', { name: 'What they said' }).fill('On the phone.')
      },
    )
  })
})
