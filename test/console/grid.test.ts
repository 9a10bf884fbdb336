// The list of suggestions: sort, filters, search, columns, views, selection, bulk actions, export, live rows, and its states.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import {
  aCustomField,
  aForum,
  anAccount,
  anExternalUser,
  aSuggestion,
  aSupporter,
  aUser,
  insert,
} from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'

const COUNT = 250

describe.skipIf(!hasBrowser)('the list of suggestions', () => {
  let console: TestConsole
  let label: number
  let parked: number

  const gridOf = (page: Page) => page.getByRole('grid', { name: 'Suggestions' })
  const rowOf = (page: Page, title: string) => gridOf(page).getByRole('row', { name: title })
  const titles = (page: Page) => gridOf(page).getByRole('rowheader').allInnerTexts()
  /** The order is that of the rows on the screen, not of the elements. */
  const firstTitle = (page: Page) =>
    gridOf(page).locator('[aria-rowindex="2"]').getByRole('rowheader').textContent()
  const footer = (page: Page) => page.locator('footer').getByRole('status').first()
  const addFilter = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const labelled = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from suggestion_labels where label_id = ${label}`.execute(
      console.at.db,
    )
    return rows[0]?.count
  }

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    const [ideas, bugs] = [await aForum(db, 'Ideas'), await aForum(db, 'Bugs')]
    parked = await insert(db, 'statuses', { name: 'Parked', hex_color: '#1d8bb8', position: 1 })
    label = await insert(db, 'labels', { name: 'Urgent', full_name: 'Urgent', level: 1 })
    await aCustomField(db, 'suggestions', 'cf_effort', 'number')
    const vips = await insert(db, 'segments', { key: 'vips', name: 'VIPs' })
    for (const object_type of ['suggestions', 'features'])
      await insert(db, 'segmented_values', {
        key: 'vips',
        name: 'Supporters of VIPs',
        column_type: 'users_count',
        object_type,
        segment_id: vips,
      })
    await sql`
      insert into suggestions (forum_id, title, state, status_id)
      select case when n % 2 = 0 then ${ideas}::bigint else ${bugs}::bigint end, 'Suggestion ' || lpad(n::text, 3, '0'),
        case when n = 1 then 'spam' else 'approved' end, case when n <= 3 then ${parked}::bigint end
      from generate_series(1, ${COUNT}) n order by n`.execute(db)
    await aSuggestion(db, ideas, '=cmd()', { state: 'approved' })
    await addSupport()
  })

  /** Small customers want 010 most, and the two that pay much want 020 most. */
  async function addSupport() {
    const { db } = console.at
    const accounts = [
      await anAccount(db, 'big', { name: 'Big', mrr: 5_000 }),
      await anAccount(db, 'mid', { name: 'Mid', mrr: 1_000 }),
      await anAccount(db, 'small', { name: 'Small', mrr: 50 }),
    ]
    const people: number[] = []
    for (const [n, account] of [0, 0, 1, 2, 2, 2].entries()) {
      const user = await aUser(db, `customer${n}@example.test`)
      await anExternalUser(db, user, `c${n}`, { external_account_id: accounts[account] })
      people.push(user)
    }
    const support = { '010': [2, 3, 4, 5], '020': [0, 1, 2], '030': [0, 3] }
    for (const [number, supporters] of Object.entries(support)) {
      const { id } = await console.at.shown(`/suggestions?q=${number}`)
      for (const n of supporters) await aSupporter(db, id, people[n] as number)
    }
  }

  test('the header sorts, and the back button returns', async () => {
    const { page, errors } = await console.open('/suggestions?view=all')
    await rowOf(page, '=cmd()').waitFor()
    const header = gridOf(page).getByRole('columnheader', { name: 'Title' })
    expect(await header.getAttribute('aria-sort')).toBe('none')
    // Nobody has chosen an order yet.
    const created = gridOf(page).getByRole('columnheader', { name: 'Created' })
    expect(await created.getAttribute('aria-sort')).toBe('descending')
    await header.getByRole('button').click()
    await page.waitForURL(/sort=title/)
    await rowOf(page, 'Suggestion 001').waitFor()
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    await header.getByRole('button').click()
    await rowOf(page, 'Suggestion 250').waitFor()
    expect(await firstTitle(page)).toBe('Suggestion 250')
    await page.goBack()
    await rowOf(page, 'Suggestion 001').waitFor()
    expect(errors).toEqual([])
  })

  test('a filter is added, kept by a reload, and removed', async () => {
    const { page } = await console.open('/suggestions?view=all')
    await addFilter(page, 'Status')
    const option = page.getByRole('option', { name: 'Parked' })
    await option.click()
    await page.waitForURL(new RegExp(`status=${parked}`))
    await page.keyboard.press('Escape')
    await footer(page).getByText('3 rows').waitFor()
    expect((await titles(page)).sort()).toEqual(['001', '002', '003'].map((n) => `Suggestion ${n}`))
    await page.reload()
    await footer(page).getByText('3 rows').waitFor()

    await page.getByRole('button', { name: /^Status Parked/ }).click()
    await page.getByRole('button', { name: 'Condition' }).click()
    await page.getByRole('option', { name: 'is none of' }).click()
    await page.waitForURL(new RegExp(`status=-${parked}`))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove filter Status' }).click()
    await page.waitForURL((url) => !url.searchParams.has('status'))
    await footer(page)
      .getByText(`100 of ${COUNT + 1} loaded`)
      .waitFor()
    await page.goBack()
    await page.waitForURL(new RegExp(`status=-${parked}`))
  })

  test('the most wanted of accounts that pay much, with their figures alone', async () => {
    const { page } = await console.open(
      '/suggestions?view=all&columns=title,supporters_count,supporter_revenue',
    )
    await rowOf(page, '=cmd()').waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Find a filter' }).fill('pays')
    await page.getByRole('menuitem', { name: 'Account pays per month' }).waitFor()
    expect(await page.getByRole('menuitem').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Account pays per month' }).fill('1000')
    await page.waitForURL(/external_accounts\.mrr=1000\.\./)
    await page.keyboard.press('Escape')
    await footer(page).getByText('3 rows').waitFor()
    const header = (name: RegExp) => gridOf(page).getByRole('columnheader', { name })
    await header(/^Supporters \(pay at least 1,000/)
      .getByRole('button')
      .click()
    await page.waitForURL(/sort=-supporters_count/)
    const shown = () => gridOf(page).getByRole('row').allInnerTexts()
    const expected = (...rows: string[]) =>
      expect
        .poll(async () => (await shown()).slice(1).map((row) => row.replaceAll('\n', ' ')))
        .toEqual(rows)
    await expected('Suggestion 020 3 6,000', 'Suggestion 030 1 5,000', 'Suggestion 010 1 1,000')
    expect(await header(/^Supporters/).getAttribute('aria-sort')).toBe('descending')

    // Without the filter, the same columns count everybody, in the same order.
    await page.getByRole('button', { name: 'Remove filter Account pays per month' }).click()
    await header(/^Supporters$/).waitFor()
    await expect.poll(() => firstTitle(page)).toBe('Suggestion 010')
  })

  test('one of several conditions must match, and a number has an operator', async () => {
    const { page, errors } = await console.open('/suggestions?view=all&sort=title&columns=title')
    await rowOf(page, 'Suggestion 001').waitFor()
    await addFilter(page, 'Any of several conditions…')
    const box = (number: number) => page.getByRole('group', { name: `Alternative ${number}` })
    const addIn = async (number: number, name: string) => {
      await box(number).getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await addIn(1, 'Supporters')
    await page.getByRole('button', { name: 'Condition' }).click()
    await page.getByRole('option', { name: 'is between' }).click()
    await page.getByRole('textbox', { name: 'From' }).fill('3')
    await page.getByRole('textbox', { name: 'To' }).fill('9')
    await page.keyboard.press('Escape')
    await addIn(2, 'Status')
    await page.getByRole('option', { name: 'Parked' }).click()
    await page.keyboard.press('Escape')
    await footer(page).getByText('5 rows').waitFor()
    await page.keyboard.press('Escape')
    const numbers = ['001', '002', '003', '010', '020'].map((n) => `Suggestion ${n}`)
    expect((await titles(page)).sort()).toEqual(numbers)
    const chip = page.getByRole('button', { name: /^Any of/ })
    expect(await chip.textContent()).toBe('Any ofSupporters 3 to 9 or Status Parked')
    await page.reload()
    await footer(page).getByText('5 rows').waitFor()
    await chip.click()
    await page.getByRole('button', { name: 'Remove alternative 2' }).click()
    await footer(page).getByText('2 rows').waitFor()
    expect(errors).toEqual([])
  })

  test('the search finds, and says when nothing matches', async () => {
    const { page } = await console.open('/suggestions?view=all')
    await rowOf(page, '=cmd()').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('042')
    await footer(page).getByText('1 row', { exact: true }).waitFor()
    expect(await titles(page)).toEqual(['Suggestion 042'])
    await page.keyboard.type(' nowhere')
    await page.getByRole('heading', { name: 'No suggestion matches' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rowOf(page, '=cmd()').waitFor()
    expect(await page.getByRole('searchbox', { name: 'Search suggestions' }).inputValue()).toBe('')
  })

  test('columns are chosen, moved and resized in the address', async () => {
    const { page } = await console.open('/suggestions?view=all&columns=title,state,forum')
    await rowOf(page, '=cmd()').waitFor()
    const headers = () => gridOf(page).getByRole('columnheader').allInnerTexts()
    expect(await headers()).toEqual(['', 'Title', 'State', 'Forum'])
    await page.getByRole('button', { name: 'Columns' }).click()
    // A segment has values of suggestions and of features under one name.
    await page.getByRole('button', { name: 'Show cf_effort' }).click()
    expect(await page.getByRole('button', { name: 'Show Supporters of VIPs' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Hide State' }).click()
    // The order, with the keyboard.
    await page.getByRole('searchbox', { name: 'Search columns' }).focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('End')
    const handle = page.getByRole('button', { name: 'Move cf_effort' })
    const isFocused = () => handle.evaluate('(element) => element === document.activeElement')
    for (let pressed = 0; pressed < 4 && !(await isFocused()); pressed++)
      await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Insert after cf_effort' }).waitFor()
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await page.waitForURL(/columns=title,cf_effort,forum$/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await headers()).toEqual(['', 'Title', 'cf_effort', 'Forum'])
    await gridOf(page).getByRole('columnheader', { name: 'Title' }).getByRole('button').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.waitForURL(/columns=title:376,cf_effort,forum$/)
    await page.reload()
    await rowOf(page, '=cmd()').waitFor()
    expect(await headers()).toEqual(['', 'Title', 'cf_effort', 'Forum'])
  })

  test('a view is saved, reopened, changed and deleted', async () => {
    const { page, person } = await console.open('/suggestions?view=all&sort=title&state=spam')
    await rowOf(page, 'Suggestion 001').waitFor()
    const menu = page.getByRole('button', { name: 'View actions' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('The spam')
    await page.keyboard.press('Enter')
    await page.waitForURL(/view=\d+/)

    const again = await console.open('/suggestions', { person })
    await again.page.getByRole('link', { name: 'The spam' }).click()
    await footer(again.page).getByText('1 row', { exact: true }).waitFor()
    await addFilter(again.page, 'Without category')
    await again.page.getByRole('button', { name: 'Choose…' }).click()
    await again.page.getByRole('option', { name: 'Yes' }).click()
    await again.page.keyboard.press('Escape')
    await again.page.getByRole('button', { name: 'Save changes' }).click()
    await again.page.getByText('The view was saved.').waitFor()
    const view = await console.at.shown(`/views?user=${person.id}`)
    expect(view).toMatchObject({
      kind: 'suggestions',
      name: 'The spam',
      params: 'category_none=true&sort=title&state=spam',
    })
    await again.page.getByRole('button', { name: 'View actions' }).click()
    await again.page.getByRole('menuitem', { name: 'Delete view' }).click()
    await again.page.getByRole('button', { name: 'Delete view' }).click()
    await again.page.getByRole('link', { name: 'The spam' }).waitFor({ state: 'detached' })
    expect((await console.at.get(`/views?user=${person.id}`)).body.views).toEqual([])
  })

  test('the keyboard moves, selects across pages, and opens', async () => {
    const { page } = await console.open('/suggestions?view=all&sort=title&columns=title,state')
    await rowOf(page, 'Suggestion 001').waitFor()
    const current = () =>
      page.evaluate<string | null | undefined>(
        'document.activeElement.closest("[role=row]")?.getAttribute("aria-rowindex")',
      )
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await current()).toBe('3')
    await page.keyboard.press('x')
    await page.keyboard.press('Control+End')
    await expect.poll(() => footer(page).textContent()).toBe(`200 of ${COUNT + 1} loaded`)
    await page.keyboard.press('Shift+X')
    await page.getByText('99 selected').waitFor()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Enter')
    await page.waitForURL(/open=\d+/)
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.searchParams.has('open'))
    await page.keyboard.press('Escape')
    await page.getByText('99 selected').waitFor({ state: 'detached' })
  })

  test('all that match get a label, and lose it again', async () => {
    const { page, errors } = await console.open('/suggestions?view=all')
    await rowOf(page, '=cmd()').waitFor()
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
    await page.getByRole('button', { name: `Select all ${COUNT + 1} that match` }).click()
    await page.keyboard.press('l')
    await page.getByRole('combobox', { name: 'Label' }).fill('Urg')
    await page.getByRole('option', { name: 'Urgent' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add label' }).click()
    await page.getByRole('progressbar', { name: 'Add label' }).waitFor()
    await runJobs(console.at)
    await page.getByText(`${COUNT + 1} suggestions labelled.`).waitFor()
    expect(await labelled()).toBe(COUNT + 1)
    await rowOf(page, '=cmd()').getByText('Urgent').waitFor()
    await page.keyboard.press('u')
    await page.getByRole('progressbar', { name: 'Undoing' }).waitFor()
    await runJobs(console.at)
    await page.getByText('Undone.').waitFor()
    expect(await labelled()).toBe(0)
    await rowOf(page, '=cmd()').getByText('Urgent').waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  test('what is deleted already is not counted as deleted', async () => {
    const { id } = await console.at.shown('/suggestions?q=100')
    await console.at.put(`/suggestions/${id}/delete`, {})
    const { page } = await console.open('/suggestions?view=all&sort=title&q=10&columns=title,state')
    await rowOf(page, 'Suggestion 109').waitFor()
    const count = (await titles(page)).length
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
    await page.getByText(`${count} selected`).waitFor()
    await page.keyboard.press('#')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(`Deletes ${count - 1} suggestions.`).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText(`${count - 1} suggestions deleted.`).waitFor()
    await page.keyboard.press('u')
    await page.getByText('Undone.').waitFor()
    await console.at.put(`/suggestions/${id}/restore`, {})
  })

  test('a cell is edited by keyboard, and left without a change', async () => {
    const { page, errors } = await console.open(
      '/suggestions?view=all&sort=title&q=200&columns=title,status,labels,owner',
    )
    const row = rowOf(page, 'Suggestion 200')
    await row.waitFor()
    const cell = (column: number) => row.locator(`[data-column="${column}"]`)
    await cell(1).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Status' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement.dataset.column')).toBe('1')
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Status' }).fill('park')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await row.getByText('Parked').waitFor()
    const saved = () => console.at.shown('/suggestions?q=200')
    await expect.poll(async () => (await saved()).links.status).toBe(parked)
    // Labels are added one after the other.
    await cell(2).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('searchbox', { name: 'Labels' }).fill('urg')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await row.getByText('Urgent').waitFor()
    await expect.poll(async () => (await saved()).links.labels).toEqual([label])
    // The first one empties the search.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Labels' }).waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await console.at.put(`/suggestions/${(await saved()).id}`, {
      links: { status: null, labels: [] },
    })
  })

  test('a cell that somebody else changed meanwhile asks', async () => {
    const other = await insert(console.at.db, 'statuses', { name: 'Shelved', position: 2 })
    const { page } = await console.open(
      '/suggestions?view=all&sort=title&q=201&columns=title,status',
      { isShared: false },
    )
    const row = rowOf(page, 'Suggestion 201')
    await row.waitFor()
    // Without live updates, nobody sees the change.
    await page.route('**/events*', (route) => route.abort())
    await page.reload()
    await row.waitFor()
    const { id } = await console.at.shown('/suggestions?q=201')
    await row.locator('[data-column="1"]').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Parked' }).waitFor()
    await console.at.put(`/suggestions/${id}`, { links: { status: other } })
    await page.getByRole('option', { name: 'Parked' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Shelved').waitFor()
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    const saved = async () => (await console.at.shown(`/suggestions/${id}`)).links.status
    await expect.poll(saved).toBe(parked)
    await console.at.put(`/suggestions/${id}`, { links: { status: null } })
  })

  test('a refused bulk action restores the rows and says why', async () => {
    // So that it can be repeated.
    await sql`update suggestions set state = 'approved' where title = '=cmd()' and state <> 'approved'`.execute(
      console.at.db,
    )
    const { page } = await console.open('/suggestions?view=all&columns=title,state')
    await rowOf(page, '=cmd()').waitFor()
    await page.route('**/bulk_actions', (route) =>
      route.fulfill({ status: 422, json: { error: 'invalid', message: 'Not today.' } }),
    )
    await page.keyboard.press('j')
    await page.waitForFunction('document.activeElement.closest("[role=row]") !== null')
    await page.keyboard.press('!')
    await page.getByText('Not today.').waitFor()
    await rowOf(page, '=cmd()').getByText('Approved').waitFor()
  })

  test('the file has the filters, the order and the columns of the list', async () => {
    const { page } = await console.open(
      '/suggestions?view=all&state=-spam&sort=-title&columns=title,forum,created_at',
    )
    await rowOf(page, 'Suggestion 250').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const [header, ...lines] = (await readFile(await download.path(), 'utf8'))
      .trimEnd()
      .split('\r\n')
    expect(header).toBe('\ufeffTitle,Forum,Created')
    const listed: string[] = []
    for (const number of [1, 2, 3]) {
      const { body } = await console.at.get(
        `/suggestions?state=-spam&sort=-title&per_page=100&page=${number}&includes=forums`,
      )
      const forums = new Map(
        body.forums.map(({ id, name }: { id: number; name: string }) => [id, name]),
      )
      for (const { title, created_at, links } of body.suggestions)
        listed.push(
          `${title === '=cmd()' ? "'=cmd()" : title},${forums.get(links.forum)},${created_at}`,
        )
    }
    expect(lines).toEqual(listed)
    expect(lines).toHaveLength(COUNT)
  })

  test('failures are shown in place and can be tried again', async () => {
    const { page } = await console.open('/suggestions?view=all&sort=title')
    await rowOf(page, 'Suggestion 001').waitFor()
    let isFailing = true
    await page.route('**/api/v2/admin/suggestions?**', (route) =>
      isFailing
        ? route.fulfill({ status: 400, json: { error: 'malformed', message: 'It is broken.' } })
        : route.continue(),
    )
    await page.keyboard.press('j')
    await page.keyboard.press('Control+End')
    const retry = page.getByRole('button', { name: 'Try again' })
    await page.getByText('The next rows could not be loaded.').waitFor()
    isFailing = false
    await retry.click()
    await footer(page)
      .getByText(`200 of ${COUNT + 1} loaded`)
      .waitFor()
    isFailing = true
    await page.getByRole('link', { name: 'New', exact: true }).click()
    await page.getByText('It is broken.').waitFor()
    isFailing = false
    await retry.click()
    await page.getByRole('heading', { name: 'No suggestion matches' }).waitFor()
  })

  test('a viewer has no selection and no bulk actions', async () => {
    const { page } = await console.open('/suggestions?view=all', { role: 'viewer' })
    await rowOf(page, '=cmd()').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await page.keyboard.press('j')
    await page.keyboard.press('l')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test.each([
    ['list', '/suggestions?view=all', (page: Page) => rowOf(page, '=cmd()').waitFor()],
    [
      'list-empty',
      '/suggestions?state=deleted',
      (page: Page) => page.getByRole('heading', { name: 'No suggestion matches' }).waitFor(),
    ],
    [
      'list-selected',
      '/suggestions?view=all',
      async (page: Page) => {
        await rowOf(page, '=cmd()').waitFor()
        await page.getByRole('checkbox', { name: 'Select “=cmd()”' }).check()
        await page.getByText('1 selected').waitFor()
      },
    ],
    [
      'list-filters',
      '/suggestions?view=all&sort=-supporters_count&columns=title,status,supporters_count,supporter_revenue,forum&external_accounts.mrr=100..&any_of=supporters_count%3D3..|votes_count%3D1..9%26state%3Dapproved',
      (page: Page) => rowOf(page, 'Suggestion 020').waitFor(),
    ],
  ])('%s is accessible in both themes', async (name, path, prepare) => {
    await expectGoodScreen(console, { name, path }, prepare)
  })

  // Last, because it adds a suggestion.
  test('a change by somebody else shows in its row, and a new suggestion is offered', async () => {
    const { page } = await console.open('/suggestions?view=all&sort=-id&columns=title,state')
    await rowOf(page, '=cmd()').waitFor()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByText('Live updates are on').waitFor()
    await page.keyboard.press('Escape')
    const { id } = await console.at.shown('/suggestions?sort=-id&per_page=1')
    await console.at.put(`/suggestions/${id}`, { title: '=cmd() changed' })
    await rowOf(page, '=cmd() changed').waitFor()
    await console.at.put(`/suggestions/${id}`, { title: '=cmd()' })
    const forum = await console.at.shown('/forums?per_page=1')
    await console.at.made('/suggestions', {
      title: 'Brand new',
      links: { forum: forum.id },
    })
    await page.getByRole('button', { name: '1 new suggestion – show' }).click()
    await rowOf(page, 'Brand new').waitFor()
  })
})
