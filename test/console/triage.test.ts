// Triage in a browser, with the keyboard alone: every action, undo, merges, failures, and what others do meanwhile.
import { sql } from 'kysely'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import {
  aComment,
  aForum,
  anAccount,
  anExternalUser,
  aSuggestion,
  aSupporter,
  aUser,
  insert,
} from '../support/factories.ts'

const TITLES = [
  'Export invoices as PDF',
  'CHEAP WATCHES',
  'asdf',
  'Crash when a photo is rotated',
  'Weekly summary by e-mail',
  'Single sign-on with Okta',
  'Dark mode on my phone',
  'Import contacts from Outlook please',
  'Faster search in long lists',
  'Keyboard layout for Turkish',
  'Archive old projects',
  'Two-factor codes by text message',
  'Calendar view of deadlines',
  'WIN A PRIZE NOW',
  'test test',
  'Bigger fonts on receipts',
  'Buy followers',
  'Undo for deleted folders',
  'Barcode scanner support',
  'qwertz',
] as const

describe.skipIf(!hasBrowser)('triage', () => {
  let console: TestConsole
  let forum: number
  let empty: number
  let reports: number
  let planned: number
  let urgent: number
  let bug: number
  let ann: number
  let minute = 0

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    forum = await aForum(db, 'Ideas')
    empty = await aForum(db, 'Quiet')
    reports = await insert(db, 'categories', { name: 'Reports', forum_id: forum })
    planned = await insert(db, 'statuses', { name: 'planned', hex_color: '#2f80ed' })
    urgent = await insert(db, 'labels', { name: 'urgent', full_name: 'urgent' })
    bug = await insert(db, 'labels', { name: 'bug', full_name: 'Kind / bug' })
    const acme = await anAccount(db, 'acme', { name: 'Acme Ltd', plan: 'gold', mrr: 1200 })
    ann = await aUser(db, 'ann@acme.test', { name: 'Ann Ångström' })
    await anExternalUser(db, ann, 'u-ann', { external_account_id: acme })
  })

  const aNewOne = (title: string, where: number, more = {}) => {
    minute += 1
    const created_at = new Date(Date.UTC(2026, 1, 1, 0, minute)).toISOString()
    return aSuggestion(console.at.db, where, title, {
      state: 'new',
      created_by_id: ann,
      created_at,
      body: `About: ${title}.`,
      ...more,
    })
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
  const saved = (page: Page) => page.getByText('Saving…').waitFor({ state: 'detached' })
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      if (key !== '!' && key !== '#') continue
      // It asks once.
      const question = page.getByRole('alertdialog', { name: /this suggestion/ })
      await question.waitFor()
      await page.keyboard.press('Enter')
      await question.waitFor({ state: 'detached' })
    }
  }
  const picker = (page: Page, name: string) => page.getByRole('dialog', { name })
  const chooseLabel = async (page: Page, text: string) => {
    await press(page, 'l')
    await picker(page, 'Find a label').waitFor()
    await page.keyboard.type(text)
    await press(page, 'Enter', 'Escape')
    await picker(page, 'Find a label').waitFor({ state: 'detached' })
  }
  const readSuggestions = async (ids: number[]) => {
    const { rows } = await sql`
      select s.title, s.state, s.previous_state, s.approved_at is not null as approved, s.category_id, s.status_id,
        s.parent_suggestion_id as merged_into, u.body as answer,
        array(select label_id from suggestion_labels l where l.suggestion_id = s.id order by 1)::int[] as labels
      from suggestions s left join status_updates u on u.id = s.last_status_update_id
      where s.id = any(${ids}) order by s.created_at`.execute(console.at.db)
    return rows
  }
  /** Everything that a merge moves or counts, except when it was changed. */
  const readEverything = async () => {
    const { rows } = await sql<{ rows: string }>`
      select coalesce(json_agg(to_jsonb(s) || to_jsonb(f) - 'updated_at' order by s.id), '[]')::text as rows
      from suggestions s join suggestion_figures f using (id)
      union all select coalesce(json_agg(to_jsonb(r) - 'updated_at' order by id), '[]')::text from supporters r
      union all select coalesce(json_agg(to_jsonb(r) - 'updated_at' order by id), '[]')::text from comments r
      union all select coalesce(json_agg(to_jsonb(r) order by suggestion_id, user_id), '[]')::text
      from suggestion_followers r`.execute(console.at.db)
    return rows.map(({ rows: text }) => JSON.parse(text))
  }

  test('twenty suggestions with the keyboard only', async () => {
    const { db } = console.at
    const target = await aSuggestion(db, forum, 'Dark mode on phones', { state: 'published' })
    const other = await aSuggestion(db, forum, 'Import contacts from Outlook', {
      state: 'published',
    })
    const ids: number[] = []
    for (const title of TITLES) ids.push(await aNewOne(title, forum))
    await aSupporter(db, ids[6] as number, ann)
    const { page, errors } = await console.open(`/triage?forum=${forum}`)
    const at = async (number: number) => heading(page, TITLES[number - 1] as string).waitFor()

    await at(1)
    await page.getByText('20 left').waitFor()
    await page.getByText('Acme Ltd').waitFor()
    await press(page, 'a')
    await at(2)
    await press(page, '!')
    await at(3)
    await press(page, '#')
    await at(4)
    await chooseLabel(page, 'urg')
    await chooseLabel(page, 'bug')
    await press(page, 'a')
    await at(5)
    await press(page, 'c')
    await picker(page, 'Find a category').waitFor()
    await page.keyboard.type('rep')
    await press(page, 'Enter', 'a')
    await at(6)
    await press(page, 'e')
    await picker(page, 'Status').waitFor()
    await page.keyboard.type('pla')
    await press(page, 'Tab')
    await page.keyboard.type('We plan it for spring.')
    await press(page, 'Control+Enter', 'a')
    await at(7)
    await page.getByRole('button', { name: 'Dark mode on phones' }).waitFor()
    await press(page, '1', 'Enter')
    await page.getByText('After the merge').waitFor()
    await press(page, 'Enter')
    await at(8)
    await press(page, 'm')
    await page.getByRole('option', { name: 'Import contacts from Outlook' }).waitFor()
    await press(page, 'ArrowDown', 'Enter')
    await page.getByText('After the merge').waitFor()
    await press(page, 'Enter')
    await at(9)
    await press(page, 'n')
    await at(10)
    await press(page, '!')
    await at(11)
    // Back at the tenth, which is new again.
    await press(page, 'u')
    await at(10)
    await press(page, 'a')
    await at(11)
    await chooseLabel(page, 'urg')
    await press(page, '#')
    await at(12)
    await press(page, 'u')
    await at(11)
    await press(page, 'u')
    await page.getByRole('button', { name: 'urgent', pressed: true }).waitFor({ state: 'detached' })
    await press(page, 'j')
    await at(12)
    await press(page, 'n')
    await at(13)
    await press(page, 'k')
    await at(12)
    await press(page, 'a')
    await at(13)
    await press(page, 'a')
    await at(14)
    await press(page, '!')
    await at(15)
    await press(page, '#')
    await at(16)
    // The label that was used last comes first.
    await chooseLabel(page, 'u')
    await press(page, 'a')
    await at(17)
    await press(page, '!')
    await at(18)
    await press(page, 'e')
    await picker(page, 'Status').waitFor()
    await page.keyboard.type('pla')
    await press(page, 'Control+Enter', 'a')
    await at(19)
    await press(page, 'a')
    await at(20)
    await press(page, '#')
    await heading(page, 'All done').waitFor()
    await saved(page)

    const session = page.getByRole('list', { name: 'Done in this session' })
    expect(await session.getByRole('listitem').allTextContents()).toEqual([
      '10 approved',
      '3 marked as spam',
      '3 deleted',
      '3 labels changed',
      '1 category changed',
      '2 statuses changed',
      '2 merged',
    ])

    const asNew = { state: 'new', previous_state: null, approved: false }
    const nothing = {
      category_id: null,
      status_id: null,
      merged_into: null,
      answer: null,
      labels: [],
    }
    const approved = { ...nothing, state: 'approved', previous_state: null, approved: true }
    const spam = { ...nothing, state: 'spam', previous_state: 'new', approved: false }
    const deleted = { ...spam, state: 'deleted' }
    const merged = { ...nothing, ...asNew }
    const expected = [
      approved,
      spam,
      deleted,
      { ...approved, labels: [urgent, bug] },
      { ...approved, category_id: reports },
      { ...approved, status_id: planned, answer: 'We plan it for spring.' },
      { ...merged, merged_into: target },
      { ...merged, merged_into: other },
      { ...nothing, ...asNew },
      approved,
      { ...nothing, ...asNew },
      approved,
      approved,
      spam,
      deleted,
      { ...approved, labels: [urgent] },
      spam,
      { ...approved, status_id: planned },
      approved,
      deleted,
    ]
    expect(await readSuggestions(ids)).toEqual(
      expected.map((values, index) => ({ title: TITLES[index], ...values })),
    )
    expect((await console.at.shown(`/suggestions/${target}`)).supporters_count).toBe(1)

    await page.getByRole('button', { name: 'Show 2 skipped suggestions' }).press('Enter')
    await at(9)
    await press(page, '!')
    await at(11)
    await press(page, '!')
    await heading(page, 'All done').waitFor()
    await saved(page)
    expect(errors).toEqual([])
    await page.close()
  })

  test('a merge shows what moves, and its undo restores everything', async () => {
    const { db } = console.at
    const ben = await aUser(db, 'ben@bolt.test')
    const place = await aForum(db, 'Merges')
    const target = await aSuggestion(db, place, 'Print labels in bulk', { state: 'published' })
    const source = await aNewOne('Printing labels in bulk', place)
    for (const [suggestion, user] of [
      [target, ann],
      [source, ann],
      [source, ben],
    ] as const)
      await aSupporter(db, suggestion, user)
    await aComment(db, source, ben)
    const before = await readEverything()

    const { page, errors } = await console.open(`/triage?forum=${place}`)
    await page.getByRole('button', { name: 'Print labels in bulk' }).waitFor()
    await press(page, '1', 'm')
    const dialog = page.getByRole('dialog', { name: 'Merge' })
    await dialog.getByText('1 supporter · 1 comment · 0 feedback records').waitFor()
    await dialog.getByText('1 person supports both and counts once.').waitFor()
    await dialog.getByRole('button', { name: 'Swap' }).press('Enter')
    await dialog.getByText('0 supporters · 0 comments · 0 feedback records').waitFor()
    await dialog.getByRole('button', { name: 'Swap' }).press('Enter')
    await dialog.getByText('1 supporter · 1 comment · 0 feedback records').waitFor()
    await dialog.getByRole('button', { name: 'Merge' }).press('Enter')
    await heading(page, 'All done').waitFor()
    await saved(page)
    expect(await console.at.shown(`/suggestions/${target}`)).toMatchObject({
      supporters_count: 2,
      comments_count: 1,
    })

    await press(page, 'u')
    await heading(page, 'Printing labels in bulk').waitFor()
    await saved(page)
    expect(await readEverything()).toEqual(before)
    expect(errors).toEqual([])
    await page.close()
  })

  test('an answer that is typed while the editor is loaded is kept', async () => {
    const place = await aForum(console.at.db, 'Slow lines')
    const id = await aNewOne('Tides in the calendar', place)
    const { page } = await console.open(`/triage?forum=${place}`, { isUncached: true })
    await heading(page, 'Tides in the calendar').waitFor()
    const asked = Promise.withResolvers<Route>()
    await page.route('**/assets/editor-*.js', asked.resolve)
    await press(page, 'e')
    await picker(page, 'Status').waitFor()
    await page.keyboard.type('pla')
    await press(page, 'Tab')
    await page.keyboard.type('We plan it')
    await (await asked.promise).continue()
    const bold = picker(page, 'Status').getByRole('button', { name: 'Bold' })
    while (!(await bold.isVisible())) await page.keyboard.type(' soon,')
    await page.keyboard.type(' in spring.')
    await press(page, 'Control+Enter')
    await saved(page)
    const [{ answer }] = (await readSuggestions([id])) as [{ answer: string }]
    expect(answer).toMatch(/^We plan it( soon,)* in spring\.$/)
    await page.close()
  })

  /** A proxy that lets nobody write. */
  const refuse = (route: Route) =>
    route.fulfill({ status: 403, json: { message: 'Closed for maintenance.', error: 'forbidden' } })

  test('a write that fails returns with its reason, and can be sent again', async () => {
    const place = await aForum(console.at.db, 'Failures')
    const id = await aNewOne('Offline maps', place)
    const next = await aNewOne('Seat map of the train', place)
    const { page } = await console.open(`/triage?forum=${place}`)
    await heading(page, 'Offline maps').waitFor()
    await page.route('**/bulk_actions', refuse)
    await press(page, 'a')
    await heading(page, 'Seat map of the train').waitFor()
    const toast = page
      .getByRole('alertdialog')
      .filter({ hasText: '“Offline maps” was not approved: Closed for maintenance.' })
    await toast.waitFor()
    await page.getByText('2 left').waitFor()
    await toast.getByRole('button', { name: 'Show' }).press('Enter')
    await heading(page, 'Offline maps').waitFor()
    await page.unroute('**/bulk_actions', refuse)
    await page.getByRole('article').getByRole('button', { name: 'Try again' }).press('Enter')
    await heading(page, 'Seat map of the train').waitFor()
    await saved(page)
    await page.getByText('1 left').waitFor()
    expect((await console.at.shown(`/suggestions/${id}`)).state).toBe('approved')
    await press(page, 'a')
    await heading(page, 'All done').waitFor()
    await saved(page)
    expect((await console.at.shown(`/suggestions/${next}`)).state).toBe('approved')
    await page.close()
  })

  test('when more suggestions cannot be read, it asks once and says so', async () => {
    const place = await aForum(console.at.db, 'Halfway')
    await aNewOne('Sort by distance', place)
    let asked = 0
    const { page } = await console.open('/triage')
    await page.route(
      ({ pathname, searchParams }) =>
        pathname.endsWith('/admin/suggestions') && searchParams.get('per_page') === '100',
      async (route) => {
        if (new URL(route.request().url()).searchParams.has('cursor')) {
          asked += 1
          await route.fulfill({ status: 400, json: { error: 'malformed', message: 'Not today.' } })
          return
        }
        const response = await route.fetch()
        const body = await response.json()
        await route.fulfill({
          response,
          json: { ...body, pagination: { ...body.pagination, cursor: 'more' } },
        })
      },
    )
    await page.goto(`${console.address}/admin/triage?forum=${place}`)
    await heading(page, 'Sort by distance').waitFor()
    await press(page, 'n')
    await page.getByText('Not today.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(asked).toBe(1)
    await page.close()
  })

  test('the screen goes on before the write, which survives leaving the screen', async () => {
    const place = await aForum(console.at.db, 'Leaving')
    const first = await aNewOne('Share a basket', place)
    const second = await aNewOne('Gift wrapping', place)
    const { page } = await console.open(`/triage?forum=${place}`)
    await heading(page, 'Share a basket').waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/bulk_actions', async (route) => {
      await held
      await route.continue()
    })
    await press(page, 'a')
    await heading(page, 'Gift wrapping').waitFor()
    await press(page, '!')
    await heading(page, 'All done').waitFor()
    // Undone before it was written.
    await press(page, 'u')
    await heading(page, 'Gift wrapping').waitFor()

    const asked = page.waitForEvent('dialog')
    await page.evaluate('setTimeout(() => location.reload())')
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()

    await page.getByRole('link', { name: 'Suggestions', exact: true }).press('Enter')
    await page.waitForURL(/\/admin\/suggestions(\?|$)/)
    release()
    await expect
      .poll(async () => (await readSuggestions([first]))[0])
      .toMatchObject({ state: 'approved' })
    await expect
      .poll(async () => (await console.at.get('/bulk_actions?per_page=1')).body.bulk_actions[0])
      .toMatchObject({ action: 'spam', state: 'undone' })
    expect((await readSuggestions([second]))[0]).toMatchObject({
      state: 'new',
      previous_state: null,
    })
    await page.close()
  })

  test('what others do shows at once', async () => {
    const place = await aForum(console.at.db, 'Others')
    const id = await aNewOne('Larger buttons', place)
    const { page } = await console.open(`/triage?forum=${place}`)
    await heading(page, 'Larger buttons').waitFor()
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from suggestions where state = 'new' and parent_suggestion_id is null`.execute(
      console.at.db,
    )
    const { count } = rows[0] as { count: number }
    const badge = (shown: number) =>
      page.getByRole('navigation').getByText(String(shown), { exact: true }).waitFor()
    await badge(count)
    await console.at.put(`/suggestions/${id}/approve`, {})
    await page.getByText('Somebody else has already handled this suggestion.').waitFor()
    await badge(count - 1)
    await press(page, 'n')
    await heading(page, 'No new suggestions').waitFor()
    await page.close()
  })

  test('comments, guests and reports with the same keys, and undo', async () => {
    const { db } = console.at
    const place = await aForum(db, 'Comments')
    const about = await aSuggestion(db, place, 'Longer opening hours', { state: 'published' })
    const writer = await aUser(db, `writer-${Date.now()}@home.test`, { name: 'Wilma' })
    const at = (day: number) => `2026-01-0${day}T00:00:00Z`
    const comment = (body: string, day: number, more = {}) =>
      aComment(db, about, writer, { body, state: 'new', created_at: at(day), ...more })
    const ids = [await comment('First comment', 1), await comment('Second comment', 2)]
    const guest = await insert(db, 'guest_contributions', {
      kind: 'suggestion',
      name: 'Gus',
      email_address: `gus-${Date.now()}@home.test`,
      title: 'An idea of a guest',
      body: 'Please',
      network: '192.0.2.1',
      forum_id: place,
      created_at: at(3),
    })
    const reported = await comment('A rude comment', 4, { state: 'approved' })
    await insert(db, 'content_reports', {
      reason: 'abuse',
      body: 'This is rude',
      comment_id: reported,
      user_id: ann,
      created_at: at(5),
    })
    const states = async () => {
      const { rows } = await sql<{ state: string }>`
        select state from comments where id = any(${[...ids, reported]}) order by id`.execute(db)
      return rows.map(({ state }) => state)
    }
    const { page, errors } = await console.open('/triage')
    await page.getByRole('link', { name: 'Comments, guests and reports 4' }).click()
    const text = (shown: string) => page.getByText(shown, { exact: true }).waitFor()
    const ask = async (key: string, name: string) => {
      await page.keyboard.press(key)
      await page.getByRole('alertdialog', { name }).waitFor()
      await page.keyboard.press('Enter')
    }
    await text('First comment')
    await page.keyboard.press('a')
    await text('Second comment')
    await ask('!', 'Mark this as spam?')
    await heading(page, 'An idea of a guest').waitFor()
    await page.getByText('address not confirmed').waitFor()
    await page.keyboard.press('a')
    await text('A rude comment')
    await page.getByText('This is rude').waitFor()
    await ask('b', 'Block the author?')
    await heading(page, 'Nothing else waits').waitFor()
    await page.getByText('Wilma is blocked').waitFor()
    await expect.poll(states).toEqual(['spam', 'spam', 'spam'])
    // The block, the guest, the spam and the approval.
    await page.keyboard.press('u')
    await text('A rude comment')
    await expect.poll(states).toEqual(['approved', 'spam', 'approved'])
    await page.keyboard.press('u')
    await heading(page, 'An idea of a guest').waitFor()
    await page.keyboard.press('u')
    await text('Second comment')
    await page.keyboard.press('u')
    await text('First comment')
    await expect.poll(states).toEqual(['new', 'new', 'approved'])
    await page.keyboard.press('n')
    await text('Second comment')
    const { rows } = await sql<{ state: string; record_id: number | null }>`
      select state, record_id from guest_contributions where id = ${guest}`.execute(db)
    expect(rows).toEqual([{ state: 'waiting', record_id: null }])
    expect(errors).toEqual([])
    await page.close()

    await expectGoodScreen(
      console,
      { name: 'triage-others', path: '/triage?show=others' },
      (shown) => shown.getByText('First comment').waitFor(),
    )
  })

  test('every state is accessible on wide and narrow screens', async () => {
    const place = await aForum(console.at.db, 'Shops')
    await aSuggestion(console.at.db, place, 'Map of all shops', { state: 'published' })
    await aNewOne('A map of all shops', place, { body: 'Where is the next shop? '.repeat(40) })
    const path = `/triage?forum=${place}`
    await expectGoodScreen(console, { name: 'triage', path }, async (page) => {
      await page.getByRole('button', { name: 'Map of all shops' }).waitFor()
      await press(page, '1')
      await page.getByText('Shared words').waitFor()
    })
    await expectGoodScreen(console, { name: 'triage-merge', path }, async (page) => {
      await page.getByRole('button', { name: 'Map of all shops' }).waitFor()
      await press(page, '1', 'm')
      await page.getByText('After the merge').waitFor()
    })
    await expectGoodScreen(console, { name: 'triage-help', path }, async (page) => {
      await heading(page, 'A map of all shops').waitFor()
      await press(page, '?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    })
    await expectGoodScreen(
      console,
      { name: 'triage-empty', path: `/triage?forum=${empty}` },
      (page) => heading(page, 'No new suggestions').waitFor(),
    )
    await expectGoodScreen(
      console,
      { name: 'triage-viewer', path: '/triage', visit: { role: 'viewer' } },
      async (page) => {
        await heading(page, 'You cannot triage suggestions').waitFor()
        await page.getByText('Your role is viewer. Triage needs the role admin.').waitFor()
      },
    )
  })
})
