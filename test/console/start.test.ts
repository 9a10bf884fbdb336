// The start page in a browser: what is new since the last visit, what waits for the person, and the figures.
import { sql } from 'kysely'
import type { Locator, Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { aComment, aForum, aSuggestion, aSupporter, aUser, insert } from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

describe.skipIf(!hasBrowser)('the start page', () => {
  let console: TestConsole
  let forum: number

  beforeAll(async () => {
    console = await startConsole()
    const { db } = console.at
    forum = await aForum(db, 'Ideas')
    const ann = await aUser(db, 'ann@acme.test', { name: 'Ann' })
    const old = await aSuggestion(db, forum, 'Export to Excel', {
      created_at: daysAgo(40),
      created_by_id: ann,
      state: 'published',
    })
    await aSuggestion(db, forum, 'Dark mode', {
      created_at: daysAgo(20),
      created_by_id: ann,
      state: 'published',
    })
    const fresh = await aSuggestion(db, forum, 'Offline maps', {
      created_at: daysAgo(2),
      created_by_id: ann,
      state: 'new',
    })
    await aSuggestion(db, forum, 'Cheap watches', { created_at: daysAgo(1), state: 'spam' })
    await aComment(db, old, ann, { created_at: daysAgo(1) })
    await aSupporter(db, fresh, ann, { created_at: daysAgo(1) })
    await insert(db, 'status_updates', {
      suggestion_id: old,
      body: 'Soon',
      created_at: daysAgo(36),
      user_id: ann,
    })
  })

  const section = (page: Page, name: string) => page.getByRole('region', { name })

  test('shows what is new since the visit before, and what waits', async () => {
    const { page, errors, person } = await console.open('/')
    const { db } = console.at
    await section(page, 'New suggestions').getByRole('link', { name: 'Offline maps' }).waitFor()
    // Somebody who has never been here sees the last seven days.
    await page.getByText('Welcome. This page shows what came in during the last 7 days.').waitFor()
    expect(await section(page, 'New suggestions').getByRole('listitem').count()).toBe(1)
    await section(page, 'New suggestions').getByText('Also 1 comment and 1 supporter.').waitFor()
    await section(page, 'Waiting for you').getByText('1 new suggestion to triage').waitFor()

    const owned = await aSuggestion(db, forum, 'Faster search', {
      created_at: daysAgo(12),
      state: 'published',
      owner_id: person.id,
    })
    const ben = await aUser(db, 'ben@acme.test', { name: 'Ben' })
    const note = await insert(db, 'notes', {
      body: 'What do you think?',
      suggestion_id: owned,
      created_by_id: ben,
    })
    await sql`insert into note_mentions (note_id, user_id) values (${note}, ${person.id})`.execute(
      db,
    )
    await page.reload()
    const waiting = section(page, 'Waiting for you')
    await waiting.getByRole('list', { name: '1 open suggestion of yours' }).waitFor()
    await waiting.getByText('What do you think?').waitFor()
    await waiting.getByRole('list', { name: 'Mentions of you' }).getByRole('link').click()
    await page.waitForURL(new RegExp(`/admin/suggestions/${owned}`))

    // A visit ends after some hours; what came before its end is not new in the next one.
    await page.evaluate(
      `localStorage.setItem('earshot.visit.${person.id}', JSON.stringify({ since: '${daysAgo(9)}', seen: '${daysAgo(1.5)}' }))`,
    )
    await page.goto(`${console.address}/admin`)
    await section(page, 'New suggestions').getByText('No new suggestions.').waitFor()
    await page.getByText('Your last visit ended yesterday.').waitFor()
    expect(errors).toEqual([])
  })

  test('compares the last thirty days with those before', async () => {
    const { page } = await console.open('/')
    const figures = section(page, 'The last 30 days')
    const card = (name: string) => figures.getByRole('listitem').filter({ hasText: name })
    await card('Received').getByText('1 in the 30 days before').waitFor()
    // Offline maps, Dark mode and Faster search; spam does not count.
    await card('Received').getByText('3', { exact: true }).waitFor()
    await card('Answered').getByText('1 in the 30 days before').waitFor()
    await card('Answered').getByText('0', { exact: true }).waitFor()
    await card('Median time to answer').getByText('4 days in the 30 days before').waitFor()
    await card('NPS').getByText('None', { exact: true }).waitFor()
    await card('Received').getByRole('link').click()
    await page.waitForURL(/\/admin\/reports\/incoming/)
  })

  /** An announced change can read again first, and then there is no button any more. */
  const tryAgain = (within: Page | Locator) =>
    within
      .getByRole('button', { name: 'Try again' })
      .click({ timeout: 5_000 })
      .catch(() => {})

  test('says what could not be read, part by part, and tries again', async () => {
    const { page } = await console.open('/')
    const waiting = section(page, 'Waiting for you')
    await waiting.getByText('to triage').waitFor()
    const refuse = (route: Route) =>
      route.fulfill({ status: 400, json: { error: 'malformed', message: 'Not today.' } })
    await page.route('**/admin/notes?*', refuse)
    await page.route('**/admin/reports/nps?*', refuse)
    await page.reload()
    await waiting.getByText('Not today.').waitFor()
    await section(page, 'The last 30 days')
      .getByRole('listitem')
      .filter({ hasText: 'NPS' })
      .getByText('This did not work')
      .waitFor()
    await section(page, 'New suggestions')
      .getByText(/^Also 1 comment/)
      .waitFor()
    await page.unroute('**/admin/notes?*', refuse)
    await tryAgain(waiting)
    await waiting.getByText('Not today.').waitFor({ state: 'detached' })

    const total = (url: URL) =>
      /\/admin\/suggestions$/.test(url.pathname) &&
      url.searchParams.get('per_page') === '1' &&
      !url.searchParams.has('state')
    await page.route(total, refuse)
    await page.reload()
    await page.getByText('Not today.').waitFor()
    await page.unroute(total, refuse)
    await tryAgain(page)
    await waiting.getByText('to triage').waitFor()
  })

  test('offers no triage to those who may not', async () => {
    const { page } = await console.open('/', { role: 'viewer' })
    await section(page, 'Waiting for you').getByText('Nothing waits for you.').waitFor()
    expect(await page.getByText('to triage').count()).toBe(0)
  })

  test('is a good screen', async () => {
    await expectGoodScreen(console, { name: 'start', path: '/' }, async (page) => {
      await section(page, 'New suggestions').getByRole('link').first().waitFor()
      await section(page, 'The last 30 days').getByText('none in the 30 days before').waitFor()
    })
  })
})

describe.skipIf(!hasBrowser)('the start page of an empty installation', () => {
  let console: TestConsole
  beforeAll(async () => {
    console = await startConsole({ role: 'owner' })
  })

  const removal = (page: Page) => page.getByRole('alertdialog', { name: 'Remove the demo data?' })

  test('loads demo data, and removes it again', async () => {
    const { page, errors } = await console.open('/')
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    // No filter is to blame.
    await page.getByRole('link', { name: 'Suggestions', exact: true }).click()
    await page.getByRole('heading', { name: 'No suggestions yet' }).waitFor()
    await page.getByRole('link', { name: 'Start', exact: true }).click()
    await page.getByRole('button', { name: 'Load demo data' }).click()
    await page.getByRole('status').getByText('Loading demo data').waitFor()
    await runJobs(console.at)
    await page.getByText('You are looking at demo data.').waitFor()
    await page.getByRole('region', { name: 'The last 30 days' }).waitFor()
    await page.getByRole('link', { name: 'Suggestions', exact: true }).click()
    await page.getByText(/^100 of \d+ loaded$/).waitFor()

    await page.getByRole('link', { name: 'Start', exact: true }).click()
    const demo = (await console.at.get('/suggestions?per_page=1&fields=title')).body.suggestions[0]
    await console.at.made('/notes', { body: 'Mine', links: { suggestion: demo.id } })
    await page.reload()
    await page.getByRole('button', { name: 'Remove demo data' }).click()
    await removal(page).getByText('300 suggestions, with votes, comments and notes').waitFor()
    await removal(page).getByText('150 people').waitFor()
    await removal(page).getByText('25 accounts').waitFor()
    await removal(page).getByText('1 record that was added to a demo suggestion since').waitFor()
    await removal(page).getByRole('button', { name: 'Remove demo data' }).click()
    await page.getByRole('status').getByText('Removing the demo data').waitFor()
    await runJobs(console.at)
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await page.getByRole('button', { name: 'Load demo data' }).waitFor()
    expect(errors).toEqual([])
  })

  test('offers an import and a first forum', async () => {
    const { page } = await console.open('/', { role: 'admin' })
    const file = page.getByRole('link', { name: 'Choose a file' })
    expect(await file.getAttribute('href')).toBe('/admin/import')
    // Demo data is for owners.
    expect(await page.getByText('demo data').count()).toBe(0)
    const create = page.getByRole('button', { name: 'Create the forum' })
    expect(await create.isDisabled()).toBe(true)
    await page.getByLabel('Name of the forum').fill('Mobile app')
    await create.click()
    await page.getByText('The forum Mobile app exists.').waitFor()
    await page.waitForURL(/\/admin\/suggestions\?forum=\d+/)
    const { forums } = (await console.at.get('/forums?sort=-id&per_page=1')).body
    expect(forums[0].name).toBe('Mobile app')
  })

  test('says who can begin', async () => {
    const { page } = await console.open('/', { role: 'contributor' })
    await page.getByText('An administrator can import some or create a forum.').waitFor()
    expect(await page.getByRole('link', { name: 'Choose a file' }).count()).toBe(0)
  })

  test('is a good screen', async () => {
    await expectGoodScreen(console, { name: 'onboarding', path: '/' }, (page) =>
      page.getByRole('button', { name: 'Load demo data' }).waitFor(),
    )
    await console.at.call('POST', '/demo_data')
    await runJobs(console.at)
    await expectGoodScreen(console, { name: 'onboarding-demo', path: '/' }, async (page) => {
      await page.getByText('You are looking at demo data.').waitFor()
      await page
        .getByRole('region', { name: 'The last 30 days' })
        .getByText('before')
        .first()
        .waitFor()
    })
    await expectGoodScreen(console, { name: 'onboarding-remove', path: '/' }, async (page) => {
      await page.getByRole('button', { name: 'Remove demo data' }).click()
      await removal(page).waitFor()
    })
  })
})
