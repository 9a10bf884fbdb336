// Features in a browser: the board by keyboard and by drag, a record with its suggestions and revenue, undo and failures.
import { sql } from 'kysely'
import type { Page, Route } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { openStream, untilChange } from '../support/event-stream.ts'
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

describe.skipIf(!hasBrowser)('features', () => {
  let console: TestConsole
  let idea: number
  let building: number
  let apps: number
  let dark: number

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    await sql`delete from feature_statuses`.execute(db)
    const status = (name: string, position: number, hex_color: string) =>
      insert(db, 'feature_statuses', { name, position, hex_color })
    idea = await status('Idea', 1, '#2f80ed')
    building = await status('Building', 2, '#b8860b')
    await status('Shipped', 3, '#17693a')
    apps = await insert(db, 'product_areas', { name: 'Apps' })
    await aCustomField(db, 'features', 'cf_effort', 'number')
    const forum = await aForum(db, 'Ideas')
    dark = await aSuggestion(db, forum, 'Dark mode on phones', { state: 'published' })
    for (const [name, mrr] of [
      ['Acme', 1200],
      ['Bolt', 300],
    ] as const) {
      const account = await anAccount(db, name.toLowerCase(), { name, plan: 'gold', mrr })
      const user = await aUser(db, `ann@${name.toLowerCase()}.test`, { name: `Ann of ${name}` })
      await anExternalUser(db, user, `u-${name}`, { external_account_id: account })
      await aSupporter(db, dark, user)
    }
  })

  // A repeated test meets nothing of its first try.
  beforeEach(async () => {
    const { db } = console.at
    await sql`delete from features`.execute(db)
    await sql`delete from product_areas where id <> ${apps}`.execute(db)
  })

  const aFeature = async (name: string, feature_status: number | null, more = {}) =>
    (await console.at.made('/features', { name, links: { feature_status, ...more } })).id as number
  const column = (page: Page, name: string) => page.getByRole('grid', { name, exact: true })
  const card = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
  const cardsIn = (page: Page, name: string) =>
    column(page, name)
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')))
  const stored = async (status: number | null) => {
    const { rows } = await sql<{ name: string }>`
      select name from features where feature_status_id is not distinct from ${status}
      order by position, id`.execute(console.at.db)
    return rows.map(({ name }) => name)
  }
  const expectColumn = async (page: Page, name: string, expected: string[]) =>
    expect.poll(() => cardsIn(page, name)).toEqual(expected)

  test('create, move by keyboard with undo, and see both in the database', async () => {
    const { page, errors } = await console.open('/features')
    await column(page, 'Idea').waitFor()
    await page.getByRole('button', { name: 'New feature', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'New feature' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Themes')
    await dialog.getByRole('button', { name: /Status$/ }).click()
    await page.getByRole('option', { name: 'Idea' }).click()
    await dialog.getByRole('button', { name: 'Create feature' }).click()
    await page.getByRole('article', { name: 'Themes' }).waitFor()
    await page.waitForURL(/open=\d+/)
    await page.getByRole('button', { name: 'Close' }).first().click()
    for (const name of ['Offline', 'Export']) await aFeature(name, idea)
    await expectColumn(page, 'Idea', ['Themes', 'Offline', 'Export'])

    await card(page, 'Export').focus()
    await page.keyboard.press('Shift+ArrowUp')
    await expectColumn(page, 'Idea', ['Themes', 'Export', 'Offline'])
    await expect.poll(() => stored(idea)).toEqual(['Themes', 'Export', 'Offline'])
    await page.keyboard.press('Shift+ArrowRight')
    await expectColumn(page, 'Building', ['Export'])
    await page.getByText('“Export” moved to Building.').waitFor()
    await expect.poll(() => stored(building)).toEqual(['Export'])
    // The card keeps the focus.
    await card(page, 'Export').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('u')
    await page.getByText('Undone.').waitFor()
    await expectColumn(page, 'Idea', ['Themes', 'Export', 'Offline'])
    expect(await stored(idea)).toEqual(['Themes', 'Export', 'Offline'])
    expect(errors).toEqual([])
    await page.close()
  })

  test('drag within the board', async () => {
    await aFeature('Dragged', idea)
    await aFeature('Target', building)
    const { page, errors } = await console.open('/features')
    await card(page, 'Dragged').waitFor()
    await card(page, 'Dragged').dragTo(card(page, 'Target'), { targetPosition: { x: 60, y: 4 } })
    await expectColumn(page, 'Building', ['Dragged', 'Target'])
    await expect.poll(() => stored(building)).toEqual(['Dragged', 'Target'])
    await card(page, 'Dragged').dragTo(column(page, 'Shipped'))
    await expectColumn(page, 'Shipped', ['Dragged'])
    await expect.poll(() => stored(building)).toEqual(['Target'])
    expect(errors).toEqual([])
    await page.close()
  })

  test('a move that fails goes back, and says why', async () => {
    await aFeature('Stubborn', building)
    const { page } = await console.open('/features')
    await card(page, 'Stubborn').waitFor()
    await page.route('**/features/*/move', (route: Route) =>
      route.fulfill({
        status: 403,
        json: { message: 'Closed for maintenance.', error: 'forbidden' },
      }),
    )
    const before = await cardsIn(page, 'Building')
    await card(page, 'Stubborn').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByText('“Stubborn” was not moved: Closed for maintenance.').waitFor()
    await expectColumn(page, 'Building', before as string[])
    expect(await stored(building)).toContain('Stubborn')
    await page.close()
  })

  test.each([
    ['', 'Many 60'],
    ['?group=product_area', 'Many 120'],
  ])('a page that fails is asked for once: %s', async (view, later) => {
    const stream = await openStream(console.address, { token: console.at.token })
    await sql`insert into features (name, feature_status_id)
      select 'Many ' || i, ${idea} from generate_series(1, 120) i`.execute(console.at.db)
    // A page that receives it later reads its list again.
    await untilChange(stream, { collection: 'features', action: 'created' })
    stream.close()
    const { page } = await console.open('/')
    let asked = 0
    const refuse = (route: Route) => {
      asked += 1
      return route.fulfill({ status: 403, json: { message: 'Not now.', error: 'forbidden' } })
    }
    const nextPages = '**/features?*cursor=*'
    await page.route(nextPages, refuse)
    await page.goto(`${console.address}/admin/features${view}`)
    const more = page.getByRole('button', { name: 'Show more' })
    await more.first().waitFor()
    const before = asked
    await more.first().click()
    await page.getByText('This did not work: Not now.').waitFor()
    await page.waitForTimeout(500)
    expect(asked).toBe(before + 1)
    await page.unroute(nextPages, refuse)
    await more.first().click()
    await page.getByRole('row', { name: later, exact: true }).first().waitFor()
    await sql`delete from features where name like 'Many %'`.execute(console.at.db)
    await page.close()
  })

  test('a list reads on when a change ends the reading of its next page', async () => {
    await aFeature('In an area', idea, { product_area: apps })
    const loose = await aFeature('In no area', idea)
    const { page, errors } = await console.open('/')
    // The change makes the console read the first page again, which has not changed.
    const change = () => console.at.put(`/features/${loose}`, { description: 'Changed.' })
    await page.route(/product_area_none/, () => change(), { times: 1 })
    await page.goto(`${console.address}/admin/features?view=list&group=product_area`)
    await page.getByRole('link', { name: 'In an area' }).waitFor()
    await page.getByRole('link', { name: 'In no area' }).waitFor()
    expect(errors).toEqual([])
    await page.close()
  })

  test('a record: suggestions, revenue, edits in place, and delete by name', async () => {
    const id = await aFeature('Night look', idea)
    const { page, errors } = await console.open(`/features?open=${id}`)
    const record = page.getByRole('article', { name: 'Night look' })
    await record.getByText('No suggestions are linked.').waitFor()
    await record.getByRole('button', { name: 'Link a suggestion' }).click()
    await page.getByRole('searchbox', { name: 'Find a suggestion' }).fill('dark')
    await page.getByRole('option', { name: /Dark mode on phones/ }).click()
    await page.getByText('Suggestion linked.').waitFor()
    await record.getByRole('link', { name: 'Dark mode on phones' }).waitFor()
    await record.getByText('1,500', { exact: true }).waitFor()
    const { rows } = await sql<{ revenue: number }>`
      select sum(mrr)::float as revenue from external_accounts where id in (
        select external_account_id from external_users where user_id in (
          select user_id from supporters where suggestion_id = ${dark}))`.execute(console.at.db)
    expect((await console.at.shown(`/features/${id}`)).supporter_revenue).toBe(rows[0]?.revenue)
    await record.getByRole('tab', { name: /Accounts/ }).click()
    await record.getByRole('link', { name: 'Acme' }).waitFor()

    await record.getByRole('button', { name: 'Edit Description' }).click()
    await record.getByRole('textbox', { name: 'Description' }).fill('Colours for the night.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Description saved.').waitFor()
    await record.getByRole('button', { name: 'Product area: No product area' }).click()
    await page.getByRole('option', { name: 'Apps' }).click()
    await page.getByText('Product area saved.').waitFor()
    expect(await console.at.shown(`/features/${id}`)).toMatchObject({
      description: 'Colours for the night.',
      links: { product_area: apps, suggestions: [dark] },
    })

    // The address is the state.
    await page.reload()
    await record.getByRole('link', { name: 'Acme' }).waitFor()
    await record.getByRole('tab', { name: /Suggestions/ }).click()
    await record.getByRole('button', { name: 'Unlink Dark mode on phones' }).click()
    await record.getByText('No suggestions are linked.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await record.getByRole('link', { name: 'Dark mode on phones' }).waitFor()

    await record.getByRole('button', { name: 'Delete feature' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete “Night look”?' })
    await dialog.getByText('One suggestion is unlinked from it').waitFor()
    await dialog.getByRole('textbox').fill('Night look')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Feature “Night look” deleted.').waitFor()
    expect((await console.at.get(`/features/${id}`)).status).toBe(404)
    expect((await console.at.shown(`/suggestions/${dark}`)).links.features).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })

  test('list, product areas, and a narrow board', async () => {
    await aFeature('In apps', building, { product_area: apps })
    const { page, errors } = await console.open(`/features?product_area=${apps}`)
    await card(page, 'In apps').waitFor()
    expect(await cardsIn(page, 'Building')).toEqual(['In apps'])
    await page.getByRole('button', { name: 'Show as a list' }).click()
    await page.waitForURL(/view=list/)
    await page.getByRole('gridcell', { name: 'Apps' }).waitFor()
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').first().click()
    await page.waitForURL(/sort=name/)
    expect(errors).toEqual([])
    await page.close()

    const narrow = await console.open('/features', { width: 390 })
    await narrow.page.getByRole('button', { name: /Status$/ }).click()
    await narrow.page.getByRole('option', { name: 'Building' }).click()
    await card(narrow.page, 'In apps').waitFor()
    await narrow.page.waitForURL(/feature_status=/)
    await narrow.page.close()
  })

  test('lanes by product area: keys, drags and undo change the area', async () => {
    const { db } = console.at
    const old = await insert(db, 'product_areas', { name: 'Unused' })
    const lab = await insert(db, 'product_areas', { name: 'Lab' })
    const first = await aFeature('Lane one', idea, { product_area: apps })
    await aFeature('Lane two', idea, { product_area: lab })
    await aFeature('Stays', building, { product_area: apps })
    await aFeature('Loose', idea)
    const areaOf = async (id: number) =>
      (await console.at.shown(`/features/${id}`)).links.product_area
    const { page, errors } = await console.open('/features')
    await card(page, 'Lane one').waitFor()
    await page.getByRole('button', { name: 'Group by product area' }).click()
    await page.waitForURL(/group=product_area/)
    const lane = (name: string) => page.getByRole('region', { name, exact: true })
    await lane('Apps').getByRole('row', { name: 'Lane one' }).waitFor()
    await lane('Lab').getByRole('row', { name: 'Lane two' }).waitFor()
    await lane('No product area').getByRole('row', { name: 'Loose' }).waitFor()
    // Areas without features have no lane.
    expect(await lane('Unused').count()).toBe(0)
    expect(old).toBeGreaterThan(0)

    // Right keeps the lane; down at the end of a lane goes to the next one.
    await card(page, 'Lane two').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => cardsIn(page, 'Building, Lab')).toEqual(['Lane two'])
    await expect.poll(() => stored(building)).toContain('Lane two')
    await card(page, 'Lane one').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('“Lane one” moved to Lab.').waitFor()
    await expect.poll(() => cardsIn(page, 'Idea, Lab')).toEqual(['Lane one'])
    await card(page, 'Lane one').and(page.locator(':focus')).waitFor()
    await expect.poll(() => areaOf(first)).toBe(lab)
    await page.keyboard.press('u')
    await page.getByText('Undone.').waitFor()
    await lane('Apps').getByRole('row', { name: 'Lane one' }).waitFor()
    expect(await areaOf(first)).toBe(apps)

    await card(page, 'Lane one').dragTo(card(page, 'Lane two'), {
      targetPosition: { x: 60, y: 4 },
    })
    await page.getByText('“Lane one” moved to Building, Lab.').waitFor()
    await expect.poll(() => cardsIn(page, 'Building, Lab')).toEqual(['Lane one', 'Lane two'])
    expect(await areaOf(first)).toBe(lab)

    // The list has the features of an area together.
    await page.reload()
    await lane('Lab').waitFor()
    await page.getByRole('button', { name: 'Show as a list' }).click()
    await page.getByRole('gridcell', { name: 'Lab' }).first().waitFor()
    const runs = async () => {
      const areas = await page
        .getByRole('grid', { name: 'Features' })
        .locator('[aria-rowindex]:not([aria-rowindex="1"])')
        .evaluateAll((rows) =>
          rows.map((row) => row.querySelector('[data-column="1"]')?.textContent ?? ''),
        )
      return areas.filter((area, at) => area !== areas[at - 1])
    }
    await expect.poll(runs).toEqual(['Apps', 'Lab', ''])
    expect(errors).toEqual([])
    await page.close()

    const german = await console.open('/features?group=product_area', { locale: 'de-DE' })
    await german.page.getByRole('region', { name: 'Ohne Produktbereich' }).waitFor()
    await german.page.getByRole('button', { name: 'Nicht nach Produktbereich gruppieren' }).click()
    await german.page.getByRole('grid', { name: 'Idea', exact: true }).waitFor()
    expect(german.errors).toEqual([])
    await german.page.close()
  })

  test('a viewer reads, but cannot move, create or delete', async () => {
    const id = await aFeature('For readers', idea)
    const { page, errors } = await console.open(`/features?open=${id}`, { role: 'viewer' })
    await page.getByRole('article', { name: 'For readers' }).waitFor()
    for (const name of ['New feature', 'Delete feature', 'Link a suggestion', 'Edit Name', /^Drag/])
      expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0)
    await card(page, 'For readers').focus()
    await page.keyboard.press('Shift+ArrowRight')
    expect(await stored(idea)).toContain('For readers')
    expect(errors).toEqual([])
    await page.close()
  })

  test('every state is accessible on wide and narrow screens', async () => {
    const id = await aFeature(
      'Themes for people who work at night and want darker colours',
      building,
      {
        product_area: apps,
      },
    )
    await console.at.post('/suggestions/link_to_feature', {
      links: { suggestion: dark, feature: id },
    })
    await console.at.put(`/features/${id}`, { description: 'Colours. '.repeat(30), cf_effort: 3 })
    await expectGoodScreen(
      console,
      { name: 'features', path: `/features?feature_status=${building}` },
      (page) => card(page, 'Themes for people who work at night and want darker colours').waitFor(),
    )
    await expectGoodScreen(console, { name: 'feature', path: `/features?open=${id}` }, (page) =>
      page.getByRole('link', { name: 'Dark mode on phones' }).waitFor(),
    )
    for (const view of ['', '&view=list'])
      await expectGoodScreen(
        console,
        {
          name: view ? 'features-list-grouped' : 'features-lanes',
          path: `/features?group=product_area&feature_status=${building}${view}`,
        },
        (page) =>
          page
            .getByText('Themes for people who work at night and want darker colours')
            .first()
            .waitFor(),
      )
    await expectGoodScreen(
      console,
      { name: 'features-list', path: '/features?view=list' },
      (page) => page.getByText('Themes for people who work at night').first().waitFor(),
    )
    await expectGoodScreen(console, { name: 'features-new', path: '/features' }, async (page) => {
      await page.getByRole('button', { name: 'New feature', exact: true }).click()
      await page.getByRole('dialog', { name: 'New feature' }).waitFor()
    })
    await expectGoodScreen(
      console,
      { name: 'feature-delete', path: `/features?open=${id}` },
      async (page) => {
        await page.getByRole('button', { name: 'Delete feature' }).click()
        await page.getByRole('alertdialog').waitFor()
      },
    )
  })
})
