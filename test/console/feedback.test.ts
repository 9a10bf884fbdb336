// Feedback in a browser: finding it, reading who said it about what, deleting and restoring it.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { aForum, aSuggestion, aUser, insert } from '../support/factories.ts'
import { aPerson } from '../support/staff.ts'

describe.skipIf(!hasBrowser)('feedback', () => {
  let console: TestConsole
  let dark: number
  let ann: number
  let said: number

  const PHONE = 'I squint at the map every night.'
  const MAIL = 'Export takes an hour.'

  const rowOf = (page: Page, name: string) =>
    page.getByRole('grid', { name: 'Feedback' }).getByRole('row', { name })
  const record = (page: Page, id = said) => page.getByRole('article', { name: `Feedback ${id}` })
  const read = async (path: string) => (await console.at.get(path)).body
  const stateOf = async (id: number) =>
    (await read(`/feedback_records/${id}`)).feedback_records[0].state
  const undo = async (page: Page) => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.', { exact: true }).waitFor()
  }

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    const forum = await aForum(db, 'Ideas')
    dark = await aSuggestion(db, forum, 'Dark mode on phones', { state: 'published' })
    ann = await aUser(db, 'ann@acme.test', { name: 'Ann Angstrom' })
    const ben = await aUser(db, 'ben@quiet.test', { name: 'Ben Quiet' })
    said = await insert(db, 'feedback_records', {
      body: `<p>${PHONE}</p><p>Please <b>help</b>.</p>`,
      body_mime_type: 'text/html',
      channel: 'phone',
      source_type: 'crm',
      source_url: 'https://crm.test/calls/17',
      source_title: 'Call 17',
      user_id: ann,
      suggestion_id: dark,
    })
    await insert(db, 'feedback_records', { body: MAIL, channel: 'mail', user_id: ben })
    await insert(db, 'feedback_records', { body: 'Never mind.', state: 'deleted', user_id: ben })
  })

  test('a row shows its text without markup, the person and the suggestion', async () => {
    const { page, errors } = await console.open('/feedback')
    await page.waitForURL(/view=all/)
    const row = rowOf(page, PHONE)
    for (const text of ['Ann Angstrom', 'Dark mode on phones', 'phone', 'Approved'])
      await row.getByText(text, { exact: true }).waitFor()
    await row.getByText(`${PHONE} Please help.`, { exact: true }).waitFor()
    await rowOf(page, 'Never mind.').getByText('Deleted').waitFor()
    // The API cannot search feedback.
    expect(await page.getByRole('searchbox').count()).toBe(0)
    await page.getByRole('link', { name: 'Deleted', exact: true }).click()
    await page.waitForURL(/state=deleted/)
    await rowOf(page, MAIL).waitFor({ state: 'detached' })
    await rowOf(page, 'Never mind.').waitFor()
    expect(errors).toEqual([])
  })

  test('filters are chips, a view of feedback is saved, and the file has the names', async () => {
    const { page } = await console.open('/feedback?columns=body,user,suggestion,channel')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Person', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search: Person' }).fill('angstrom')
    await page.getByRole('option', { name: 'Ann Angstrom' }).click()
    await page.waitForURL(new RegExp(`user=${ann}`))
    // The first clears the field.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await rowOf(page, MAIL).waitFor({ state: 'detached' })
    await rowOf(page, PHONE).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toBe(
      '\ufeffText,Person,Suggestion,Channel\r\n' +
        `<p>${PHONE}</p><p>Please <b>help</b>.</p>,Ann Angstrom,Dark mode on phones,phone\r\n`,
    )
    await page.getByRole('button', { name: 'View actions' }).click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('From Ann')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'From Ann' }).waitFor()
    const { views } = await read('/views?kind=feedback_records')
    expect(views).toMatchObject([{ name: 'From Ann', kind: 'feedback_records' }])
    expect(views[0].params).toContain(`user=${ann}`)
  })

  test('a record leads to the person, the suggestion and the source', async () => {
    const { page, errors } = await console.open('/feedback?view=all')
    await rowOf(page, PHONE).click()
    await page.waitForURL(new RegExp(`open=${said}`))
    const panel = record(page)
    await panel.getByText(PHONE, { exact: true }).waitFor()
    const source = panel.getByRole('link', { name: 'Call 17' })
    expect(await source.getAttribute('href')).toBe('https://crm.test/calls/17')
    const about = panel.getByRole('link', { name: 'Dark mode on phones' })
    expect(await about.getAttribute('href')).toBe(`/admin/suggestions/${dark}`)
    await panel.getByRole('link', { name: 'Ann Angstrom' }).click()
    await page.waitForURL(new RegExp(`/admin/users/${ann}$`))
    expect(errors).toEqual([])
  })

  test('feedback is deleted and restored, each with undo', async () => {
    const { page, errors } = await console.open(`/feedback?columns=body:160,state&open=${said}`)
    const panel = record(page)
    const row = rowOf(page, PHONE)
    await panel.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Feedback deleted.').waitFor()
    await row.getByText('Deleted').waitFor()
    expect(await stateOf(said)).toBe('deleted')
    await undo(page)
    await row.getByText('Approved').waitFor()
    expect(await stateOf(said)).toBe('approved')

    const id = await insert(console.at.db, 'feedback_records', { body: 'Gone.', state: 'deleted' })
    await page.goto(`${console.address}/admin/feedback/${id}`)
    await record(page, id).getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Feedback restored.').waitFor()
    expect(await stateOf(id)).toBe('approved')
    await undo(page)
    expect(await stateOf(id)).toBe('deleted')
    expect(errors).toEqual([])
  })

  test('a contributor deletes only what they entered', async () => {
    const person = await aPerson(console.at, 'contributor')
    const own = await insert(console.at.db, 'feedback_records', {
      body: 'Heard at the fair.',
      created_by_id: person.id,
    })
    const { page } = await console.open(`/feedback/${own}`, { person })
    await record(page, own).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Feedback deleted.').waitFor()
    expect(await stateOf(own)).toBe('deleted')
    await page.goto(`${console.address}/admin/feedback/${said}`)
    await record(page).getByText(PHONE).waitFor()
    expect(await record(page).getByRole('button', { name: 'Delete' }).count()).toBe(0)
  })

  test('a viewer reads, and can change nothing', async () => {
    const { page } = await console.open('/feedback?view=all', { role: 'viewer' })
    await rowOf(page, PHONE).click()
    await record(page).getByText('Properties').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(
      await record(page)
        .getByRole('button', { name: /Delete|Restore/ })
        .count(),
    ).toBe(0)
    await page.goto(`${console.address}/admin/feedback/99999999`)
    await page.getByText('Not found').waitFor()
  })

  test('without feedback the list says where it comes from', async () => {
    const empty = await startConsole()
    await expectGoodScreen(empty, { name: 'feedback-empty', path: '/feedback' }, (page) =>
      page.getByRole('heading', { name: 'No feedback yet' }).waitFor(),
    )
  })

  test('list and record are accessible in both themes', async () => {
    await expectGoodScreen(console, { name: 'feedback', path: '/feedback' }, (page) =>
      page.getByText(PHONE).first().waitFor(),
    )
    await expectGoodScreen(
      console,
      { name: 'feedback_record', path: `/feedback/${said}` },
      (page) => record(page).getByText(PHONE).waitFor(),
    )
    await expectGoodScreen(
      console,
      { name: 'feedback-beside', path: `/feedback?open=${said}` },
      (page) => record(page).getByText(PHONE).waitFor(),
    )
    await expectGoodScreen(
      console,
      { name: 'feedback-no-match', path: '/feedback?channel=fax' },
      (page) => page.getByRole('heading', { name: 'No feedback matches' }).waitFor(),
    )
  })
})
