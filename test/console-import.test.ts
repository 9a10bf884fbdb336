// Importing files in a browser: choosing, mapping, correcting, starting, following and undoing.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from './console.ts'
import { aForum, anAccount, anExternalUser, aUser } from './factories.ts'
import { runJobs } from './jobs.ts'

describe.skipIf(!hasBrowser)('importing', () => {
  let console: TestConsole
  let forum: number

  const choose = (page: Page, name: string, content: string | Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  const paste = async (page: Page, text: string) => {
    await page.getByRole('button', { name: 'Paste text' }).click()
    await page.getByRole('textbox', { name: 'Rows, the first with the names' }).fill(text)
    await page.getByRole('button', { name: 'Check this text' }).click()
  }
  const plan = (page: Page) => page.getByRole('list', { name: 'What the import will do' })
  const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const fieldOf = (page: Page, column: string) =>
    page.getByRole('button', { name: `Field of ${column}` })
  const map = async (page: Page, column: string, field: string) => {
    await fieldOf(page, column).click()
    await page.getByRole('option', { name: field, exact: true }).click()
  }
  const badge = (page: Page, state: string) =>
    page.getByRole('heading', { level: 1 }).getByText(state, { exact: true }).waitFor()
  const undo = async (page: Page) => {
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('button', { name: 'Undo the whole import' }).click()
    await badge(page, 'Being undone')
    await runJobs(console.at)
    await badge(page, 'Undone')
  }

  /** Everything that an import of people writes, as one value. */
  async function people() {
    const { rows } = await sql`
      select (select count(*)::int from external_users) as external_users,
        (select count(*)::int from external_accounts) as external_accounts,
        (select count(*)::int from users where email_address like '%@many.test') as users,
        (select md5(coalesce(string_agg(concat_ws(' ', id, external_id, name, email), ',' order by id), ''))
         from external_users where email not like 'p%@many.test') as others`.execute(console.at.db)
    return rows[0]
  }

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    forum = await aForum(db, 'Ideen')
    await sql`update forums set is_default = id = ${forum}`.execute(db)
    const acme = await anAccount(db, 'acme', { name: 'Acme Ltd' })
    const user = await aUser(db, 'known@many.test', { name: 'Known Person' })
    await anExternalUser(db, user, 'known@many.test', {
      ...{ external_account_id: acme, name: 'Known Person', email: 'known@many.test' },
    })
  })

  test('a screen without imports is accessible in both themes', () =>
    expectGoodScreen(console, 'import', '/import', (page) =>
      page.getByText('Nothing was imported yet.').waitFor(),
    ))

  test('a file of 20,000 people with 50 mistakes is corrected, imported and undone', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) =>
      i % 400 === 7
        ? `Person ${i};no address ${i};Firma ${i % 50}`
        : i === 0
          ? 'Renamed Person;known@many.test;Firma 0'
          : `Person ${i};p${i}@many.test;Firma ${i % 50}`,
    )
    const before = await people()
    const { page, errors } = await console.open('/import')
    await choose(page, 'kunden.csv', ['Name;E-Mail;Firma', ...lines].join('\r\n'))
    await plan(page).getByText('Creates 19,949 people').waitFor()
    await plan(page).getByText('Changes 1 person').waitFor()
    await plan(page).getByText('50 rows have a problem').waitFor()
    await page.getByText('20,000 rows').waitFor()
    expect(await page.getByRole('row').count()).toBe(26)
    expect(await cell(page, 'E-Mail, line 9').getAttribute('aria-invalid')).toBe('true')

    // The list leads to a cell on another page, and Enter to the next cell with a problem.
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Line 19,609' }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('p19607@many.test')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'line-9-E-Mail')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('p7@many.test')
    await page.keyboard.press('Enter')
    await plan(page).getByText('48 rows have a problem').waitFor()
    await page.getByRole('row', { name: 'Corrected 9' }).waitFor()
    expect(await people()).toEqual(before)

    await page.getByRole('button', { name: 'Import 19,952, leave out 48 rows' }).click()
    await badge(page, 'Waiting')
    const address = page.url()
    await page.reload()
    await badge(page, 'Waiting')
    const imported = runJobs(console.at)
    await badge(page, 'Running')
    await page.reload()
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor()
    await imported
    await badge(page, 'Completed')
    await page.getByText('no address 407').waitFor()
    expect(await people()).toMatchObject({ external_users: 19_952, external_accounts: 51 })

    // The rows that were left out are a file, whose text is corrected elsewhere.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ])
    const file = await readFile(await download.path(), 'utf8')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await paste(page, file.replaceAll(/no address (\d+)/g, 'p$1@many.test'))
    await plan(page).getByText('Creates 48 people').waitFor()
    expect(await fieldOf(page, 'import.problem').textContent()).toContain('Do not import')
    await page.getByRole('button', { name: 'Import 48 rows' }).click()
    await badge(page, 'Waiting')
    await runJobs(console.at)
    await badge(page, 'Completed')
    expect(await people()).toMatchObject({ external_users: 20_000, users: 20_000 })

    await undo(page)
    expect(await people()).toMatchObject({ external_users: 19_952 })
    await page.goto(address)
    await undo(page)
    await page.getByText(/^Undone: [\d,]+ records are as they were before\.$/).waitFor()
    expect(await people()).toEqual(before)
    expect(errors).toEqual([])
  })
})
