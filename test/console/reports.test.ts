// Reports in a browser: figures against counts over the base tables, the address, downloads.
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { type RawBuilder, sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { loadDemo } from '../../src/demo/demo.ts'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'

describe.skipIf(!hasBrowser)('reports', () => {
  let console: TestConsole
  let segment: number

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    await loadDemo(console.at.connection, { suggestions: 900, users: 300, accounts: 40 }, () => {})
    segment = (
      await console.at.made('/segments', {
        name: 'Paying much',
        filters: { column: 'account.mrr', operator: 'at_least', operand: { val: '500' } },
      })
    ).id
  })

  const count = async (text: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await text.execute(console.at.db)
    return Number(Object.values(rows[0] as object)[0])
  }
  const table = (page: Page, name: string) => page.getByRole('table', { name })
  const isDrawn = (page: Page, name: string) =>
    page
      .getByRole('img', { name: `Plot: ${name}`, exact: true })
      .locator('svg')
      .waitFor()
  const choose = async (page: Page, label: string, option: string) => {
    await page.getByRole('button', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  /** The numbers of a column, from the top. */
  const column = async (page: Page, name: string, title: string): Promise<number[]> => {
    const titles = await table(page, name).getByRole('columnheader').allTextContents()
    const cells = await table(page, name)
      .locator(`tbody tr > :nth-child(${titles.indexOf(title) + 1})`)
      .allTextContents()
    return cells.map((text) => Number(text.replaceAll(',', '')))
  }
  const received = sql`state not in ('spam', 'deleted')`
  const rich = sql`(select e.user_id from external_users e join external_accounts a on a.id = e.external_account_id
    where a.mrr >= 500)`
  const createdIn = (from: string, to: string, more = sql``) =>
    count(sql`select count(*) from suggestions where ${received} and created_at >= ${from}::timestamptz
      and created_at < ${to}::timestamptz ${more}`)

  test('a report by its address: its figures follow range, segment and forum', async () => {
    const { rows } = await sql<{
      last: Date
    }>`select max(created_at) as last from suggestions`.execute(console.at.db)
    const year = (rows[0] as { last: Date }).last.getUTCFullYear()
    const { page } = await console.open(
      `/reports/incoming?from=${year - 1}-01-01&to=${year - 1}-12-31`,
    )
    await isDrawn(page, 'Incoming and answered')
    const expected: number[] = []
    for (let month = 0; month < 12; month++)
      expected.push(
        await createdIn(
          new Date(Date.UTC(year - 1, month, 1)).toISOString(),
          new Date(Date.UTC(year - 1, month + 1, 1)).toISOString(),
        ),
      )
    expect(await column(page, 'Incoming and answered', 'Created')).toEqual(expected)
    const total = expected.reduce((sum, one) => sum + one, 0)
    expect(total).toBeGreaterThan(50)
    await page.getByText(`${total} suggestions came in`).waitFor()

    await choose(page, 'Segment', 'Paying much')
    await page.waitForURL((url) => url.searchParams.get('segment') === String(segment))
    const ofSegment = await createdIn(
      `${year - 1}-01-01`,
      `${year}-01-01`,
      sql`and created_by_id in ${rich}`,
    )
    expect(ofSegment).toBeLessThan(total)
    await page.getByText(`${ofSegment} suggestions came in`).waitFor()

    await page.getByLabel('From', { exact: true }).fill(`${year - 1}-06-10`)
    await page.getByLabel('To', { exact: true }).fill(`${year - 1}-07-09`)
    await page.getByRole('button', { name: 'Apply' }).click()
    const ofDays = await createdIn(
      `${year - 1}-06-10`,
      `${year - 1}-07-10`,
      sql`and created_by_id in ${rich}`,
    )
    await page
      .getByText(ofDays === 1 ? '1 suggestion came in' : `${ofDays} suggestions came in`)
      .waitFor()
    await expect.poll(() => column(page, 'Incoming and answered', 'Created')).toHaveLength(30)

    // Back, and the address alone, show the same.
    await page.goBack()
    await page.getByText(`${ofSegment} suggestions came in`).waitFor()
    await page.reload()
    await page.getByText(`${ofSegment} suggestions came in`).waitFor()
  })

  test('a number leads to the suggestions that it counts', async () => {
    const { page } = await console.open('/reports/incoming?range=3y')
    const first = table(page, 'Incoming and answered').locator('tbody a').first()
    const shown = Number(await first.textContent())
    await first.click()
    await page.waitForURL(/\/admin\/suggestions\?/)
    await page.getByText(shown === 1 ? '1 row' : `${shown} rows`, { exact: true }).waitFor()
  })

  test('a bar leads there too, and hovering shows its values', async () => {
    const { page } = await console.open('/reports/open_revenue?range=10y')
    await isDrawn(page, 'Open suggestions by revenue')
    const link = table(page, 'Open suggestions by revenue').locator('tbody a').first()
    const title = (await link.textContent()) ?? ''
    const plot = page.getByRole('img', { name: 'Plot: Open suggestions by revenue' })
    await plot.hover({ position: { x: 20, y: 30 } })
    await plot.locator('[aria-label="tip"] text').filter({ hasText: 'Accounts:' }).waitFor()
    await plot.click({ position: { x: 20, y: 30 } })
    await page.waitForURL(/\/admin\/suggestions\/\d+/)
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
  })

  test('revenue counts an account once', async () => {
    const { page } = await console.open('/reports/open_revenue?range=10y')
    const revenue = await count(sql`select round(sum(mrr)) from external_accounts a where exists (
      select from external_users e join supporters p on p.user_id = e.user_id join suggestions s on s.id = p.suggestion_id
      where e.external_account_id = a.id and s.state in ('approved', 'published') and s.closed_at is null
        and s.parent_suggestion_id is null)`)
    await page
      .getByText(`with a monthly revenue of ${new Intl.NumberFormat('en').format(revenue)} support`)
      .waitFor()
  })

  test.each(['light', 'dark'] as const)('downloads, %s', async (scheme) => {
    const { page, errors } = await console.open('/reports/labels?range=3y', { scheme })
    await isDrawn(page, 'Labels')
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PNG' }).click()
    const picture = await started
    expect(picture.suggestedFilename()).toMatch(/^labels-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.png$/)
    const bytes = await readFile(await picture.path())
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]))
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    expect(width).toBe(1920)
    // A slide is 16:9.
    expect(height).toBe(1080)
    // A picture of one colour would be much smaller.
    expect(bytes.length).toBeGreaterThan(20_000)
    await picture.saveAs(`screenshots/report-picture-${scheme}.png`)

    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const lines = parse(await readFile(await (await csv).path(), 'utf8'), {
      bom: true,
    }) as string[][]
    const titles = lines[0] ?? []
    const shown = await column(page, 'Labels', 'Suggestions')
    expect(lines.slice(1).map((line) => Number(line[titles.indexOf('Suggestions')]))).toEqual(shown)
    expect(errors).toEqual([])
  })

  test('a slide: the last quarter beside the one before, the first five, with a title of its own', async () => {
    const { page } = await console.open('/reports/open_revenue')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await choose(page, 'Range', 'Last quarter')
    await choose(page, 'Show', 'Top 5')
    await choose(page, 'Compare', 'Period before')
    await page.getByLabel('Title').fill('What we lose')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'What we lose', level: 1 }).waitFor()
    await expect
      .poll(() => table(page, 'Open suggestions by revenue').locator('tbody tr').count())
      .toBe(5)
    const now = new Date()
    const first = now.getUTCMonth() - (now.getUTCMonth() % 3)
    const quarter = (back: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), first - 3 * back, 1)).toISOString()
    const open = (from: string, to: string) =>
      count(sql`select count(*) from suggestions where state in ('approved', 'published') and closed_at is null
        and parent_suggestion_id is null and created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz`)
    const compared = table(page, 'With the period before').locator('tbody tr').first()
    expect((await compared.locator('> *').allTextContents()).slice(1, 3).map(Number)).toEqual([
      await open(quarter(1), quarter(0)),
      await open(quarter(2), quarter(1)),
    ])
    await page.getByRole('button', { name: 'Copy picture' }).click()
    await page.getByText('The picture is in the clipboard.').waitFor()
    const types =
      '(async () => (await navigator.clipboard.read()).flatMap(({ types }) => [...types]))()'
    expect(await page.evaluate(types)).toEqual(['image/png'])
    // The address has it all.
    await page.reload()
    await page.getByRole('heading', { name: 'What we lose', level: 1 }).waitFor()
  })

  test('amounts have the currency of the installation', async () => {
    await console.at.put('/settings', { currency: 'EUR' })
    onTestFinished(async () => void (await console.at.put('/settings', { currency: null })))
    const { page } = await console.open('/reports/open_revenue?range=10y')
    await page.getByText(/with a monthly revenue of €[\d,]+ support/).waitFor()
    await page.goto(`${console.address}/admin/suggestions?sort=-supporter_revenue`)
    await page
      .getByRole('gridcell', { name: /^€[\d,]+$/ })
      .first()
      .waitFor()
  })

  test('in German', async () => {
    const { page } = await console.open('/reports/open_revenue?range=10y', { locale: 'de' })
    await page.getByText(/mit einem monatlichen Umsatz von [\d.]+ unterstützen/).waitFor()
  })

  test('an error can be tried again', async () => {
    const { page } = await console.open('/suggestions')
    let isFailing = true
    await page.route('**/api/v2/admin/reports/nps*', (route) =>
      isFailing
        ? route.fulfill({
            status: 400,
            json: { message: 'interval: too many.', error: 'malformed' },
          })
        : route.continue(),
    )
    await page.goto(`${console.address}/admin/reports/nps?range=10y`)
    await page.getByText('interval: too many.').waitFor()
    isFailing = false
    // It can have been read again by itself meanwhile.
    const retry = page.getByRole('button', { name: 'Try again' })
    await Promise.race([retry.click().catch(() => {}), isDrawn(page, 'NPS')])
    await isDrawn(page, 'NPS')
  })

  test('screens', async () => {
    const all = async (page: Page) => {
      for (const name of ['Incoming and answered', 'Labels', 'Contributors', 'Top accounts'])
        await isDrawn(page, name)
    }
    await expectGoodScreen(
      console,
      { name: 'reports', path: '/reports?range=3y', visit: { role: 'viewer' } },
      all,
    )
    const one = (name: string) => (page: Page) => isDrawn(page, name)
    await expectGoodScreen(
      console,
      { name: 'report', path: '/reports/incoming?range=3y' },
      one('Incoming and answered'),
    )
    await expectGoodScreen(
      console,
      { name: 'revenue', path: '/reports/open_revenue?range=10y' },
      one('Open suggestions by revenue'),
    )
    await expectGoodScreen(
      console,
      { name: 'report-empty', path: '/reports/nps?from=2001-01-01&to=2001-02-01' },
      (page) => page.getByText('Nothing in this range').waitFor(),
    )
    await expectGoodScreen(
      console,
      { name: 'report-nps', path: '/reports/nps?range=3y' },
      one('NPS'),
    )
  })
})
