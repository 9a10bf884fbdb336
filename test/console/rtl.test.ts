// The screens in the pseudo-locale: right to left, longer texts, and every text from the catalogue.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser, scrollsSideways, takePicture } from '../support/browser.ts'
import { startConsole, type TestConsole } from '../support/console.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { runJobs } from '../support/jobs.ts'

const PSEUDO_LOCALE = 'ar-XB'

const REPORTS = ['incoming', 'response_times', 'top_accounts', 'nps', 'labels']
const SECTIONS = [
  'forums',
  'categories',
  'labels',
  'statuses',
  'fields',
  'feature-statuses',
  'product-areas',
  'translations',
  'teams',
  'people',
  'roles',
  'api-clients',
  'portal-sign-in',
  'sign-in',
  'general',
  'mail',
  'mailings',
  'notifications',
  'webhooks',
  'limits',
  'jobs',
  'audit',
  'about',
]
const SCREENS = [
  'start',
  'suggestions',
  'suggestion',
  'triage',
  'users',
  'user',
  'accounts',
  'account',
  'feedback',
  'feedback_record',
  'features',
  'feature',
  'announcements',
  'announcement',
  'segments',
  'segment',
  'import',
  'import_result',
  'import_move',
  'reports',
  ...REPORTS.map((name) => `report_${name}`),
  ...SECTIONS.map((name) => `settings_${name}`),
]

const TEXT_KEY =
  /\b(shell|list|grid|start|record|editor|changes|triage|capture|people|accounts|feedback|features|announcements|mailings|segments|import|reports|settings)\.[a-z_]+\b/

const IMPORTED = `external_user.external_id,external_user.email_address,external_user.name
1,ann@acme.test,Ann
2,wrong,Ben`

const LARGE_CUSTOMERS = {
  operator: 'and',
  expressions: [
    { column: 'account.mrr', operator: 'at_least', operand: { val: '100' } },
    {
      operator: 'or',
      expressions: [
        { column: 'account.plan', operator: 'in', operand: { val: ['gold', 'silver'] } },
        { column: 'user.country', operator: 'is_set' },
      ],
    },
  ],
}

describe.skipIf(!hasBrowser)('from right to left', () => {
  let console: TestConsole
  /** Texts of the records, which no catalogue has. */
  let data: Set<string>
  let paths: Record<string, string>

  beforeAll(async () => {
    console = await startConsole({ role: 'owner' })
    const { at } = console
    await at.call('POST', '/demo_data')
    await runJobs(at)
    const first = async (path: string) => {
      const { body } = await at.get(`${path}&per_page=1`)
      return body[path.slice(1).split('?')[0] as string][0].id
    }
    const [{ id: segment }, { id: feature }, { id: started }] = await Promise.all([
      at.made('/segments', { name: 'Large customers', filters: LARGE_CUSTOMERS }),
      at.made('/features', { name: 'Offline maps' }),
      at.made('/imports', { csv: IMPORTED, skip_invalid: true }),
    ])
    await runJobs(at)
    paths = {
      start: '/',
      suggestions: '/suggestions',
      suggestion: `/suggestions/${await first('/suggestions?sort=-supporters_count')}`,
      triage: '/triage',
      users: '/users',
      user: `/users/${await first('/users?sort=-supported_suggestions_count')}`,
      accounts: '/accounts',
      account: `/accounts/${await first('/external_accounts?sort=-mrr')}`,
      feedback: '/feedback',
      feedback_record: `/feedback/${await first('/feedback_records?sort=-id')}`,
      features: '/features',
      feature: `/features?open=${feature}`,
      announcements: '/announcements',
      announcement: `/announcements/${await first('/announcements?sort=-id')}`,
      segments: '/segments',
      segment: `/segments/${segment}`,
      import: '/import',
      import_result: `/import/${started}`,
      import_move: '/import/move',
      reports: '/reports',
      ...Object.fromEntries(REPORTS.map((name) => [`report_${name}`, `/reports/${name}`])),
      ...Object.fromEntries(SECTIONS.map((name) => [`settings_${name}`, `/settings/${name}`])),
    }
    data = await textsOfRecords(console)
  })

  /** Every text of the database, in words. */
  async function textsOfRecords({ at }: TestConsole): Promise<Set<string>> {
    const words = new Set<string>()
    for (const name of [
      'suggestions',
      'users',
      'external_users',
      'external_accounts',
      'forums',
      'categories',
      'labels',
      'statuses',
      'comments',
      'feedback_records',
      'notes',
      'status_updates',
      'teams',
      'custom_fields',
      'nps_ratings',
      'tickets',
      'segments',
      'announcements',
      'features',
      'feature_statuses',
      'product_areas',
      'api_clients',
      'imports',
      'subdomains',
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
        const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node
        if (element.closest('script, style, noscript, kbd, [translate=no], [aria-hidden=true]')) continue
        if (element !== node) shown.push(node.data)
        else for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'])
          shown.push(node.getAttribute(name) ?? '')
      }
      return shown
    })()`)) as string[]
    const known = new Set([
      ...data,
      ...wordsOf('Earshot NPS MRR LTV CSV PNG Ctrl Test PostgreSQL Apache unlimited uservoice'),
      // Languages are named in their own words.
      ...wordsOf('English Deutsch'),
      ...wordsOf(IMPORTED),
    ])
    return [...new Set(texts.flatMap(wordsOf))].filter((word) => !known.has(word))
  }

  const open = async (path: string) => {
    const { page, errors, person } = await console.open(path, { isShared: true })
    for (const word of wordsOf(`${person.email} ${JSON.stringify(person)}`)) data.add(word)
    // The profile keeps it for the next screens.
    if ((await page.evaluate(`localStorage.getItem('earshot.locale')`)) !== PSEUDO_LOCALE) {
      await page.evaluate(`localStorage.setItem('earshot.locale', '${PSEUDO_LOCALE}')`)
      await page.reload()
    }
    return { page, errors }
  }

  test.each(SCREENS)('%s', async (name) => {
    const { page, errors } = await open(paths[name] as string)
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
      await takePicture(page, `rtl-${name}-${width}`)
      expect(await scrollsSideways(page), `${name} ${width}`).toBe(false)
      expect(await foreignWords(page), `${name} ${width}`).toEqual([])
      // A key without a text is shown as it is.
      expect(await page.locator('body').textContent()).not.toMatch(TEXT_KEY)
    }
    // The same elements with other texts: axe finds the same as in the tests of the screens.
    if (EXHAUSTIVE) expect(await axeViolations(page), name).toEqual([])
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
