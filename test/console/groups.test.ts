// The list of suggestions in groups: heads with counts, opening and closing, keys, views, and the steps through the records.
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { aForum, insert } from '../support/factories.ts'

/** More than the rows of one page. */
const DONE = 130

describe.skipIf(!hasBrowser)('the list of suggestions in groups', () => {
  let console: TestConsole
  const ids: Record<string, number> = {}

  const gridOf = (page: Page) => page.getByRole('grid', { name: 'Suggestions' })
  const head = (page: Page, name: string) =>
    gridOf(page).getByRole('button', { name: new RegExp(`^${name}( |$)`) })
  const titles = (page: Page) => gridOf(page).getByRole('rowheader').allInnerTexts()
  const group = async (page: Page, name: string) => {
    await page.getByRole('button', { name: /^Group/ }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    const [ideas, bugs] = [await aForum(db, 'Ideas'), await aForum(db, 'Bugs')]
    const status = (name: string, position: number) =>
      insert(db, 'statuses', { name, position, hex_color: '#1d8bb8' })
    Object.assign(ids, { planned: await status('Planned', 101), done: await status('Done', 102) })
    for (const name of ['Mobile', 'Desktop'])
      ids[name] = await insert(db, 'labels', { name, full_name: name, level: 1 })
    await sql`
      insert into suggestions (forum_id, title, state, status_id)
      select ${ideas}::bigint, title, 'approved', status_id from (
        values ('Alpha', ${ids.planned}::bigint), ('Beta', ${ids.planned}::bigint), ('Omega', null)) v (title, status_id)
      union all
      select ${bugs}::bigint, 'Done ' || lpad(n::text, 3, '0'), 'approved', ${ids.done}::bigint
      from generate_series(1, ${DONE}) n`.execute(db)
    await sql`
      insert into suggestion_labels (suggestion_id, label_id)
      select s.id, l.id from suggestions s, labels l
      where s.title = 'Alpha' or (s.title = 'Beta' and l.name = 'Mobile')`.execute(db)
  })

  test('a menu groups the rows; heads have counts, open and close, and the address has it all', async () => {
    const { page, errors } = await console.open('/suggestions?view=all&sort=title')
    await group(page, 'Status')
    await page.waitForURL(/group=status/)
    await head(page, 'Planned 2').waitFor()
    await head(page, 'Done 130').waitFor()
    await expect
      .poll(async () => (await titles(page)).slice(0, 3))
      .toEqual(['Alpha', 'Beta', 'Done 001'])

    // A closed group is not read: what comes after it is at once in view.
    await head(page, 'Done').click()
    await page.waitForURL(new RegExp(`closed=${ids.done}`))
    await expect.poll(() => titles(page)).toEqual(['Alpha', 'Beta', 'Omega'])
    expect(await head(page, 'Done').getAttribute('aria-expanded')).toBe('false')
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(['Alpha', 'Beta', 'Omega'])

    // Opened again, its rows are between those of the others.
    await head(page, 'Done').click()
    await expect
      .poll(async () => (await titles(page)).slice(0, 3))
      .toEqual(['Alpha', 'Beta', 'Done 001'])
    await page.goto(page.url())
    await head(page, 'Planned').waitFor()

    await group(page, 'Collapse all groups')
    await expect.poll(() => titles(page)).toEqual([])
    await head(page, 'No status 1').click()
    await expect.poll(() => titles(page)).toEqual(['Omega'])
    await group(page, 'Expand all groups')
    await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual(['Alpha', 'Beta'])
    await group(page, 'No groups')
    await expect.poll(async () => (await titles(page)).at(0)).toBe('Alpha')
    expect(await gridOf(page).getByRole('button', { expanded: true }).count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('keys go through heads and rows', async () => {
    const { page } = await console.open('/suggestions?view=all&sort=title&group=status')
    await head(page, 'Planned').waitFor()
    await page.keyboard.press('j')
    const focused = () => page.evaluate('document.activeElement.textContent') as Promise<string>
    await expect.poll(focused).toContain('Planned')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => head(page, 'Planned').getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => head(page, 'Planned').getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toContain('Alpha')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`in=${ids.planned}`))
  })

  test('the steps of a record go on in the next group, also on its own page', async () => {
    const { page } = await console.open('/suggestions?view=all&sort=title&group=status')
    await gridOf(page).getByRole('row', { name: 'Beta' }).click()
    const place = (text: string) => page.getByText(text, { exact: true }).waitFor()
    await place('2 of 133')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.waitForURL(new RegExp(`in=${ids.done}`))
    await place('3 of 133')
    const row = gridOf(page).getByRole('row', { name: 'Done 001' })
    await page.goto(
      new URL((await row.getByRole('link').getAttribute('href')) ?? '', page.url()).href,
    )
    await place('3 of 133')
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: 'Beta' }).waitFor()
    await place('2 of 133')
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: 'Done 001' }).waitFor()
  })

  test('a suggestion is in the group of each of its labels', async () => {
    const { page } = await console.open('/suggestions?view=all&sort=title&group=label')
    await head(page, 'Desktop 1').waitFor()
    await head(page, 'Mobile 2').waitFor()
    await expect
      .poll(async () => (await titles(page)).slice(0, 4))
      .toEqual(['Alpha', 'Alpha', 'Beta', 'Done 001'])
    await page
      .locator('footer')
      .getByText(`${DONE + 3} rows`)
      .waitFor()
  })

  test('a changed cell moves the row to its group', async () => {
    const { page } = await console.open('/suggestions?view=all&sort=title&group=status&q=omega')
    await head(page, 'No status 1').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Planned', exact: true }).click()
    await head(page, 'Planned 1').waitFor()
    await expect.poll(() => titles(page)).toEqual(['Omega'])
    await sql`update suggestions set status_id = null where title = 'Omega'`.execute(console.at.db)
  })

  test('a saved view keeps the groups', async () => {
    const { page } = await console.open('/suggestions?view=all&sort=title')
    await group(page, 'Forum')
    await head(page, 'Bugs').click()
    await page.waitForURL(/closed=/)
    await page.getByRole('button', { name: 'View actions' }).click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    const name = `By forum ${Date.now()}`
    await page.getByRole('dialog').getByRole('textbox').fill(name)
    await page.getByRole('dialog').getByRole('textbox').press('Enter')
    await page.getByRole('link', { name }).waitFor()
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await head(page, 'Bugs').waitFor({ state: 'detached' })
    await page.getByRole('link', { name }).click()
    await head(page, 'Bugs').waitFor()
    await expect.poll(() => titles(page)).toEqual(['Alpha', 'Beta', 'Omega'])
  })

  test('cells show the words of formatted texts', async () => {
    const forum = await console.at.made('/forums', { name: `Formatted ${Date.now()}` })
    await console.at.made('/suggestions', {
      title: 'Formatted',
      body: '**Export** as [CSV](https://example.com)',
      body_mime_type: 'text/markdown',
      links: { forum: forum.id },
    })
    const { page } = await console.open(
      `/suggestions?view=all&forum=${forum.id}&columns=title,body,status`,
    )
    await gridOf(page).getByRole('gridcell', { name: 'Export as CSV', exact: true }).waitFor()
  })

  test('the screen, at both widths and in both themes', async () => {
    await expectGoodScreen(
      console,
      { name: 'groups', path: `/suggestions?view=all&sort=title&group=status&closed=${ids.done}` },
      (page) => head(page, 'Planned').waitFor(),
    )
  })
})
