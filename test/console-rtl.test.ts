// The screens in the pseudo-locale: right to left, longer texts, and every text from the catalogue.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser, scrollsSideways } from './browser.ts'
import { startConsole, type TestConsole } from './console.ts'
import { runJobs } from './jobs.ts'

const SCREENSHOTS = join(import.meta.dirname, '../screenshots')

describe.skipIf(!hasBrowser)('from right to left', () => {
  let console: TestConsole
  /** Texts of the records, which no catalogue has. */
  let data: Set<string>
  let paths: Record<string, string>

  beforeAll(async () => {
    await mkdir(SCREENSHOTS, { recursive: true })
    console = await startConsole({ role: 'owner', locale: 'en-US' })
    const { at } = console
    await at.call('POST', '/demo_data')
    await runJobs(at)
    const first = async (path: string) => {
      const { body } = await at.get(`${path}&per_page=1`)
      return body[path.slice(1).split('?')[0] as string][0].id
    }
    paths = {
      start: '/',
      suggestions: '/suggestions',
      suggestion: `/suggestions/${await first('/suggestions?sort=-supporters_count')}`,
      triage: '/triage',
      users: '/users',
      user: `/users/${await first('/users?sort=-supported_suggestions_count')}`,
      accounts: '/accounts',
      account: `/accounts/${await first('/external_accounts?sort=-mrr')}`,
    }
    data = await textsOfRecords(console)
  })

  /** Every text of the database, in words. */
  async function textsOfRecords({ at }: TestConsole): Promise<Set<string>> {
    const words = new Set<string>()
    for (const name of [
      ...['suggestions', 'users', 'external_users', 'external_accounts', 'forums', 'categories'],
      ...['labels', 'statuses', 'comments', 'notes', 'status_updates', 'teams', 'custom_fields'],
      ...['nps_ratings', 'tickets'],
    ]) {
      const { rows } = await at.service.database.readPool.query(
        `select to_jsonb(r)::text as row from ${name} r`,
      )
      for (const { row } of rows) for (const word of wordsOf(row)) words.add(word)
    }
    return words
  }

  const wordsOf = (text: string): string[] =>
    text
      .replace(/\\[nrtu"]/g, ' ')
      .split(/[^A-Za-z]+/)
      .filter((word) => word.length > 2)

  /** Words without accents that are neither data nor a key to press: texts outside of the catalogue, or keys without a text. */
  async function foreignWords(page: Page): Promise<string[]> {
    const texts = (await page.evaluate(`(() => {
      const shown = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
      for (let node = walker.currentNode; node; node = walker.nextNode()) {
        if (node.nodeType === Node.TEXT_NODE) {
          if (!node.parentElement.closest('script, style, noscript, kbd')) shown.push(node.data)
        } else for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'])
          shown.push(node.getAttribute(name) ?? '')
      }
      return shown
    })()`)) as string[]
    const known = new Set([...data, 'Earshot', 'NPS', 'MRR', 'LTV', 'CSV', 'Ctrl', 'Test'])
    return [...new Set(texts.flatMap(wordsOf))].filter((word) => !known.has(word))
  }

  const open = async (path: string, width: number) => {
    const { page, errors, person } = await console.open(path, {
      ...{ width, scheme: width < 600 ? 'dark' : 'light', isShared: false },
    })
    for (const word of wordsOf(`${person.email} ${JSON.stringify(person)}`)) data.add(word)
    await page.evaluate(`localStorage.setItem('earshot.locale', 'ar-XB')`)
    await page.reload()
    return { page, errors }
  }

  test.each([
    'start',
    'suggestions',
    'suggestion',
    'triage',
    'users',
    'user',
    'accounts',
    'account',
  ])('%s', async (name) => {
    const { page, errors } = await open(paths[name] as string, 1280)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: width < 600 ? 'dark' : 'light' })
      await page
        .locator('main')
        .getByText(/[áéíóú]/)
        .first()
        .waitFor()
      await expect.poll(() => page.locator('main .skeleton').count()).toBe(0)
      expect(await page.evaluate('document.documentElement.dir')).toBe('rtl')
      await page.screenshot({ path: join(SCREENSHOTS, `rtl-${name}-${width}.png`) })
      expect(await scrollsSideways(page), `${name} ${width}`).toBe(false)
      expect(await axeViolations(page), `${name} ${width}`).toEqual([])
      expect(await foreignWords(page), `${name} ${width}`).toEqual([])
      // A key without a text is shown as it is.
      expect(await page.locator('body').textContent()).not.toMatch(
        /\b(shell|list|grid|start|record|triage|people)\.[a-z_]+\b/,
      )
    }
    expect(errors).toEqual([])
  })

  test('is not offered, and its texts are loaded on demand', async () => {
    const { page } = await console.open('/')
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.reload()
    await page.getByRole('button', { name: 'Your account' }).first().click()
    await page
      .getByRole('menuitemradio', { name: 'Deutsch' })
      .or(page.getByText('Deutsch'))
      .first()
      .waitFor()
    expect(await page.getByText('ar-XB').count()).toBe(0)
    expect(scripts.filter((url) => url.includes('pseudo'))).toEqual([])
  })
})
