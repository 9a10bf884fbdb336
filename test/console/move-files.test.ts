// Moving an account in from files or a database, in the console: drop them, see what is there, bring it, read the report.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { onCleanup } from '../support/cleanup.ts'
import {
  expectGoodScreen,
  expectGoodState,
  startConsole,
  type TestConsole,
} from '../support/console.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { DATABASE_PASSWORD, startDatabase } from '../support/sources/database.ts'
import { LOGCHIMP } from '../support/sources/databases.ts'
import { fider, tablesOf } from '../support/sources/fider-backup.ts'
import { zipOf } from '../support/zip.ts'

const CANNY_CSV = new URL('../support/fixtures/canny.csv', import.meta.url)
const fresh = (name: string) => `${name}${randomBytes(4).toString('hex')}`

describe.skipIf(!hasBrowser)('moving in from files', { timeout: 240_000 }, () => {
  let console: TestConsole
  let directory: string

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earshot-moves-'))
    console = await startConsole(
      { role: 'admin', isShared: true },
      { hasJobs: true, moves: { directory, minFreeBytes: 0 } },
    )
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))
  // A repetition finds what the attempt before left.
  beforeEach(async () => {
    for (const { id, state } of (await console.at.get('/moves')).body.moves) {
      await console.at.post(`/moves/${id}/stop`, {})
      if (state === 'new') await console.at.delete(`/moves/${id}`)
    }
  })

  const step = (page: Page, name: string) =>
    page.locator('[aria-current="step"]').filter({ hasText: name }).waitFor()
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first()
  const look = (page: Page) => page.getByRole('button', { name: 'See what is there' })

  type SentFile = { name: string; content: Buffer }

  /** As a file manager drops them. */
  async function drop(page: Page, files: SentFile[]) {
    const place = await mkdtemp(join(directory, 'dropped-'))
    for (const { name, content } of files) await writeFile(join(place, name), content)
    const zone = page.locator('p').getByText('Drop the files here')
    await zone.scrollIntoViewIfNeeded()
    const box = (await zone.boundingBox()) ?? expect.fail('nothing to drop on')
    const session = await page.context().newCDPSession(page)
    const paths = files.map(({ name }) => join(place, name))
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', {
        type,
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
        data: { items: [], files: paths, dragOperationsMask: 1 },
      })
    await session.detach()
    for (const { name } of files)
      await page.getByRole('list', { name: 'Files' }).getByText(name, { exact: true }).waitFor()
  }

  async function openFiles(name = 'Fider') {
    const opened = await console.open('/import/move')
    const { page } = opened
    await page.getByRole('radio', { name: 'From files' }).click()
    await page.getByRole('radio', { name }).waitFor()
    return opened
  }

  /** Loads it in another page: what a screen reader heard about the last button is not there. */
  const screenAgain = (page: Page, name: string, text: string) => {
    const { pathname, search } = new URL(page.url())
    const path = `${pathname.replace('/admin', '')}${search}`
    return expectGoodScreen(console, { name: `move-files-${name}`, path }, (other) =>
      other.getByText(text, { exact: false }).first().waitFor(),
    )
  }
  const screen = async (page: Page, name: string, text: string) => {
    await page.getByText(text, { exact: false }).first().waitFor()
    await expectGoodState(page, `move-files-${name}`)
  }

  test('a backup of Fider is dropped, looked at, brought, brought again from a newer one, and undone', async () => {
    const site = fresh('site')
    const account = fider(site)
    const backup = zipOf(tablesOf(account))
    const { page, errors } = await openFiles()
    await drop(page, [{ name: 'backup.zip', content: backup }])
    await look(page).click()

    await step(page, 'Look')
    await page.getByText(site, { exact: true }).waitFor()
    await page.getByText('Fider, backup.zip', { exact: false }).waitFor()
    await row(page, 'Suggestions').getByText('9', { exact: true }).waitFor()
    const missing = page.getByRole('list', { name: 'What will not come' })
    await missing.getByText('labels have no colors.').waitFor()
    await screenAgain(page, 'look', 'What will come')
    await page.getByRole('button', { name: 'Bring it with its names' }).click()
    await step(page, 'Compare')
    await page.getByText('Everything is here', { exact: false }).waitFor()
    await screenAgain(page, 'compare', 'What came')

    account.tables.posts?.push({
      ...(account.tables.posts[1] as object),
      id: account.base + 150,
      number: account.base + 250,
      title: `Newer ${site}`,
    })
    await page.getByRole('button', { name: 'Bring what changed' }).click()
    const asked = page.getByRole('dialog', { name: 'Bring what changed' })
    await asked.getByText('Upload newer ones of the same account', { exact: false }).waitFor()
    await asked
      .locator('input[type=file]')
      .setInputFiles({ name: 'later.zip', mimeType: '', buffer: zipOf(tablesOf(account)) })
    await look(page).click()
    await step(page, 'Look')
    await row(page, 'Suggestions').getByText('10', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Bring what changed' }).click()
    await page.getByRole('row', { name: 'Suggestions 1 0 9' }).waitFor()
    await page.getByRole('button', { name: 'Undo the move' }).click()
    await page.getByRole('button', { name: 'Undo the whole move' }).click()
    await page.getByText('The move is undone.', { exact: false }).waitFor()
    expect(errors).toEqual([])
  })

  test('what goes wrong is said, nothing is lost of what was chosen, and a CSV leads to the import', async () => {
    const backup = zipOf(tablesOf(fider(fresh('wrong'))))
    const { page } = await openFiles()
    await drop(page, [
      { name: 'notes.zip', content: zipOf([{ name: 'notes.txt', content: 'x' }]) },
      { name: 'other.csv', content: Buffer.from('x') },
    ])
    await look(page).click()
    await page.getByRole('alert').getByText('A move reads a backup of Fider').waitFor()
    await page.getByRole('button', { name: 'Remove other.csv' }).click()
    await look(page).click()
    await page.getByRole('alert').getByText('a ZIP file with notes.txt').waitFor()
    await page.getByRole('button', { name: 'Remove notes.zip' }).click()
    await page.getByRole('alert').waitFor({ state: 'hidden' })
    await expect.poll(() => look(page).isDisabled()).toBe(true)

    // A connection that is lost, and one that hangs until somebody stops it.
    await drop(page, [{ name: 'backup.zip', content: backup }])
    const uploads = '**/moves/files'
    await page.route(uploads, (route) => route.abort('connectionreset'))
    await look(page).click()
    await page.getByRole('alert').getByText('The connection was lost').waitFor()
    await page.unroute(uploads)
    await page.route(uploads, () => {})
    await look(page).click()
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('progressbar').waitFor({ state: 'hidden' })
    await page.getByText('backup.zip').waitFor()
    await page.unroute(uploads)
    await look(page).click()
    await step(page, 'Look')

    await page.getByRole('link', { name: 'Another account' }).click()
    await page.getByRole('radio', { name: 'From files' }).click()
    await drop(page, [{ name: 'canny.csv', content: readFileSync(CANNY_CSV) }])
    await look(page).click()
    await page.getByRole('link', { name: 'Import the CSV file' }).waitFor()
    // What a screen reader hears about the button goes after some seconds.
    await expect.poll(() => axeViolations(page), { timeout: 30_000 }).toEqual([])
    await page.getByRole('link', { name: 'Import the CSV file' }).click()
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?type=suggestions')
  })

  test('a database is read with a password that is asked for again', async () => {
    const name = fresh('logchimp')
    const source = await startDatabase(console.at.connection, LOGCHIMP(name))
    const proxy = await startFaultProxy(source.connection)
    onCleanup(() => proxy.close())
    const user = fresh('reader')
    await source.run(
      `create role ${user} login password '${DATABASE_PASSWORD}' in role pg_read_all_data`,
    )
    onCleanup(() => source.run(`drop role ${user}`))
    const { port } = new pg.Client(proxy.connection)
    const { page, errors } = await console.open('/import/move')
    await page.getByRole('radio', { name: 'From a database' }).click()
    await page.getByText('LogChimp', { exact: true }).click()
    const address = page.getByRole('textbox', { name: 'Address of the database' })
    await address.fill(`postgres://${user}@127.0.0.1:${port}/${source.name}`)
    await page.getByLabel('Password').fill(DATABASE_PASSWORD)
    await look(page).click()
    await page.getByText('Add ?sslmode=disable to the address', { exact: false }).first().waitFor()
    await address.fill(`${await address.inputValue()}?sslmode=disable`)
    await page.getByLabel('Password').fill(DATABASE_PASSWORD)
    await look(page).click()
    await step(page, 'Look')
    await page.getByRole('button', { name: 'Bring it with its names' }).click()
    await page.getByText('Everything is here', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Bring what changed' }).click()
    const asked = page.getByRole('dialog', { name: 'Bring what changed' })
    await asked.getByLabel('Password').fill(DATABASE_PASSWORD)
    await asked.getByRole('button', { name: 'Bring what changed' }).click()
    await asked.waitFor({ state: 'hidden' })
    await page.getByText('Everything is here', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Undo the move' }).click()
    await page.getByRole('button', { name: 'Undo the whole move' }).click()
    await page.getByText('The move is undone.', { exact: false }).waitFor()
    expect(errors).toEqual([])
  })

  test('the screens are accessible in both themes, with the keyboard, and in German', async () => {
    const backup = zipOf(tablesOf(fider(fresh('screens'))))
    const first = await openFiles()
    await screen(first.page, 'empty', 'Drop the files here')
    await drop(first.page, [{ name: 'backup.zip', content: backup }])
    await screen(first.page, 'chosen', 'backup.zip')
    await first.page.route('**/moves/files', () => {})
    await look(first.page).click()
    await first.page.getByRole('progressbar').waitFor()
    await screen(first.page, 'uploading', 'backup.zip')

    const second = await openFiles()
    const files = Array.from({ length: 11 }, (_, i) => ({
      name: `${i}.csv`,
      content: Buffer.from('a,b'),
    }))
    await drop(second.page, files)
    await second.page.getByRole('alert').getByText('too many files').waitFor()
    await screen(second.page, 'failed', 'too many files')
    await second.page.getByText('Quackback', { exact: true }).click()
    await second.page.getByRole('textbox', { name: 'Address of the workspace' }).waitFor()
    await screen(second.page, 'quackback', 'Address of the workspace')
    await second.page.getByRole('radio', { name: 'From a database' }).click()
    await second.page.getByLabel('Password').waitFor()
    await screen(second.page, 'database', 'Address of the database')
    for (const { errors, hosts } of [first, second]) {
      expect(errors).toEqual([])
      expect([...hosts]).toEqual([new URL(console.address).host])
    }
    const path = '/import/move'
    const { page } = await console.open(path, { locale: 'de-DE' })
    await page.getByRole('radio', { name: 'Aus Dateien' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Dateien hierher ziehen').first().waitFor()
  })
})
