// Moving an account in, in the console: connect, look, map, try, bring, compare, undo. Another Earshot or GitHub is the source.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { startHttpProxy } from '../support/http-proxy.ts'
import { startTestService } from '../support/service.ts'
import { GITHUB_TOKEN, generateGithub, startGithub } from '../support/sources/github.ts'

describe.skipIf(!hasBrowser)('moving in', { timeout: 240_000 }, () => {
  let console: TestConsole
  let source: { address: string; key: string; secret: string }
  let directory: string
  let hang: (isHanging: boolean) => void

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earshot-moves-'))
    console = await startConsole(
      { role: 'admin', isShared: true },
      { hasJobs: true, moves: { directory, minFreeBytes: 0 } },
    )
    const from = await startTestService()
    const proxy = await startHttpProxy(
      await from.service.app.listen({ port: 0, host: '127.0.0.1' }),
    )
    hang = (isHanging) => {
      proxy.findFault = ({ url }) =>
        isHanging && /\/suggestions\?.*per_page=100/.test(url) ? 'hang' : undefined
    }
    const client = await from.aClient({ requestsPerMinute: 1_000_000 })
    source = { address: proxy.url, key: client.key, secret: client.secret }
    const { id: forum } = await from.made('/forums', { name: 'Ideas that move' })
    await from.made('/teams', { name: 'Stays there' })
    await sql`
      insert into suggestions (title, forum_id, state)
      select 'Moved wish ' || i, ${forum}, 'approved' from generate_series(1, 30) i`.execute(
      from.db,
    )
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  async function connect(page: Page, secret: string) {
    await page.getByRole('textbox', { name: 'Address of the account' }).fill(source.address)
    await page.getByRole('textbox', { name: 'API key' }).fill(source.key)
    await page.getByLabel('API secret').fill(secret)
    await page.getByRole('button', { name: 'See what is there' }).click()
  }
  const step = (page: Page, name: string) =>
    page.locator('[aria-current="step"]').filter({ hasText: name }).waitFor()
  const cell = (page: Page, row: string) => page.getByRole('row').filter({ hasText: row }).first()

  /** A repetition finds what the attempt before left. */
  async function withoutMoves() {
    for (const { id, state } of (await console.at.get('/moves')).body.moves) {
      await console.at.post(`/moves/${id}/stop`, {})
      if (state === 'new') await console.at.delete(`/moves/${id}`)
    }
  }

  test('a wrong key is explained, and the account is looked at, brought, stopped and undone', async () => {
    await withoutMoves()
    const { page, errors } = await console.open('/import')
    await page.getByRole('link', { name: 'Move in', exact: true }).click()
    await step(page, 'Connect')
    await page.getByText('Earlier moves').first().waitFor()
    await connect(page, 'wrong')
    await page.getByText(/does not accept the key and the secret/).waitFor()
    await connect(page, source.secret)

    await step(page, 'Look')
    await cell(page, 'Suggestions').getByText('30', { exact: true }).waitFor()
    await page.getByText('A move has no place for these.', { exact: false }).waitFor()
    await cell(page, 'Teams').getByText('1', { exact: true }).waitFor()
    const path = new URL(page.url()).pathname + new URL(page.url()).search
    const screen = (name: string, text: string) =>
      expectGoodScreen(
        console,
        { name: `move-${name}`, path: path.replace('/admin', '') },
        (other) => other.getByText(text, { exact: true }).first().waitFor(),
      )
    await screen('look', 'What will come')

    hang(true)
    await page.getByRole('button', { name: 'Bring it with its names' }).click()
    await step(page, 'Bring')
    await page.getByRole('progressbar', { name: 'Suggestions' }).waitFor()
    await screen('run', 'Reading the account')
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('The move was stopped.').waitFor()
    hang(false)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()

    await step(page, 'Compare')
    await page.getByText('Everything is here', { exact: false }).waitFor()
    await cell(page, 'Suggestions').getByText('30', { exact: true }).waitFor()
    const notes = page.getByRole('list', { name: 'Left out or changed' })
    await notes.getByText('Teams: a move has no place for them. The source has 1.').waitFor()
    await screen('compare', 'What came')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the report' }).click()
    expect((await download).suggestedFilename()).toMatch(/^move-\d+\.html$/)
    await page.getByRole('button', { name: 'Bring what changed' }).click()
    const asked = page.getByRole('dialog', { name: 'Bring what changed' })
    await asked.getByText('Enter them again.', { exact: false }).waitFor()
    await asked.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Undo the move' }).click()
    await page.getByRole('button', { name: 'Undo the whole move' }).click()
    await page.getByText('The move is undone.', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Another account' }).click()
    await page.getByRole('list', { name: 'Earlier moves' }).getByText('undone').first().waitFor()
    expect(errors).toEqual([])
  })

  test('discussions of GitHub come, after a wrong token, and again with what changed', async () => {
    await withoutMoves()
    const name = `github${Math.random().toString(36).slice(2, 8)}`
    const discussions = generateGithub(name)
    const github = await startGithub('acme', name, discussions)
    const { page, errors } = await console.open('/import/move')
    await page.getByText('GitHub Discussions', { exact: true }).click()
    const address = page.getByRole('textbox', { name: 'Address of the repository' })
    const token = page.getByLabel('Access token')
    const look = page.getByRole('button', { name: 'See what is there' })
    await address.fill(`${github.address}/acme/${name}`)
    await token.fill('wrong')
    await look.click()
    await page.getByText(/does not accept the token/).waitFor()
    // The source and the address stay chosen.
    await page.getByRole('radio', { name: 'GitHub Discussions', checked: true }).waitFor()
    expect(await address.inputValue()).toBe(`${github.address}/acme/${name}`)
    await token.fill(GITHUB_TOKEN)
    await look.click()
    await cell(page, 'Suggestions').getByText(String(discussions.length), { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Read the account and map names' }).click()
    await step(page, 'Map')
    const labels = page.getByRole('region', { name: 'Labels' })
    const first = labels.getByRole('button').first()
    await first.click()
    await page.getByRole('option', { name: 'Leave out' }).click()
    await labels.getByRole('button', { name: 'Leave out' }).waitFor()
    const forums = page.getByRole('region', { name: 'Forums' })
    await forums.getByRole('button').first().click()
    await page.getByRole('option', { name: 'New, with another name…' }).click()
    const naming = page.getByRole('dialog', { name: 'New, with another name…' })
    await naming.getByRole('textbox').fill(`${name} talks`)
    await naming.getByRole('button', { name: 'Use this name' }).click()
    await forums.getByRole('button', { name: `New: ${name} talks` }).waitFor()
    const path = (new URL(page.url()).pathname + new URL(page.url()).search).replace('/admin', '')
    await expectGoodScreen(console, { name: 'move-map', path }, (other) =>
      other.getByText('What names become here').first().waitFor(),
    )
    await page.getByRole('button', { name: 'Try it with a sample' }).click()
    await step(page, 'Try')
    await page.getByText('The sample fits', { exact: false }).waitFor()
    await page.getByText(`${name} talks`).first().waitFor()
    await expectGoodScreen(console, { name: 'move-try', path }, (other) =>
      other.getByText('What it looks like').first().waitFor(),
    )
    expect((await console.at.get('/suggestions?q=talks')).body.pagination.total_records).toBe(0)
    await page.getByRole('button', { name: 'Discard and change the map' }).click()
    await step(page, 'Map')
    await forums.getByRole('button', { name: `New: ${name} talks` }).waitFor()
    await page.getByRole('button', { name: 'Bring the account' }).click()
    await page.getByText('Everything is here', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'What was mapped' }).click()
    await page.getByRole('list', { name: 'What was mapped' }).getByText('left out').waitFor()
    await page.getByRole('button', { name: 'Bring what changed' }).click()
    const asked = page.getByRole('dialog', { name: 'Bring what changed' })
    await asked.getByLabel('Access token').fill(GITHUB_TOKEN)
    await asked.getByRole('button', { name: 'Bring what changed' }).click()
    await asked.waitFor({ state: 'hidden' })
    await page.getByText('Everything is here', { exact: false }).waitFor()
    await page.getByRole('row', { name: `Suggestions 0 0 ${discussions.length}` }).waitFor()
    await page.getByRole('button', { name: 'Undo the move' }).click()
    await page.getByRole('button', { name: 'Undo the whole move' }).click()
    await page.getByText('The move is undone.', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Another account' }).click()
    await page.getByText('GitHub Discussions,').first().waitFor()
    expect(errors).toEqual([])
  })

  test('a token that is revoked half-way is replaced by another one', async () => {
    await withoutMoves()
    const name = `revoked${Math.random().toString(36).slice(2, 8)}`
    const tokens = ['first-token']
    const github = await startGithub('acme', name, generateGithub(name), tokens)
    const { page, errors } = await console.open('/import/move')
    await page.getByText('GitHub Discussions', { exact: true }).click()
    const address = page.getByRole('textbox', { name: 'Address of the repository' })
    await address.fill(`${github.address}/acme/${name}`)
    await page.getByLabel('Access token').fill('first-token')
    await page.getByRole('button', { name: 'See what is there' }).click()
    await step(page, 'Look')
    tokens[0] = 'second-token'
    await page.getByRole('button', { name: 'Bring it with its names' }).click()
    await page.getByText(/does not accept the token/).waitFor()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Continue' })
    await asked.getByText('Leave it empty', { exact: false }).waitFor()
    // The stored one is refused again.
    await asked.getByRole('button', { name: 'Continue', exact: true }).click()
    await asked.waitFor({ state: 'hidden' })
    await page.getByText(/does not accept the token/).waitFor()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await asked.getByLabel('Access token').fill('second-token')
    await asked.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByText('Everything is here', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Undo the move' }).click()
    await page.getByRole('button', { name: 'Undo the whole move' }).click()
    await page.getByText('The move is undone.', { exact: false }).waitFor()
    expect(errors).toEqual([])
  })

  test('the first step is accessible in both themes, and speaks German', async () => {
    await expectGoodScreen(console, { name: 'move', path: '/import/move' }, (page) =>
      page.getByRole('textbox', { name: 'API key' }).waitFor(),
    )
    const { page } = await console.open('/import/move', { locale: 'de-DE' })
    await page.getByRole('button', { name: 'Ansehen, was da ist' }).waitFor()
  })
})
