// Segments in a browser: rules are built by mouse and by keyboard, counted while they are edited, saved, shared and deleted.
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import {
  aCustomField,
  aForum,
  anAccount,
  anExternalUser,
  aSuggestion,
  aSupporter,
  aUser,
} from '../support/factories.ts'

describe.skipIf(!hasBrowser)('segments', () => {
  let console: TestConsole

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    await aCustomField(db, 'external_users', 'cf_seats', 'number')
    const forum = await aForum(db, 'Ideas')
    const dark = await aSuggestion(db, forum, 'Dark mode', { state: 'published' })
    const plans = ['gold', 'silver', 'bronze']
    for (let i = 0; i < 24; i++) {
      const account = await anAccount(db, `a-${i}`, {
        name: `Account ${i}`,
        plan: plans[i % 3],
        mrr: i * 100,
      })
      const user = await aUser(db, `person${i}@example.test`, {
        name: `Person ${i}`,
        country: i % 4 === 0 ? 'Sweden' : 'Germany',
      })
      await anExternalUser(db, user, `u-${i}`, {
        external_account_id: account,
        custom_fields: { cf_seats: i },
      })
      if (i % 5 === 0) await aSupporter(db, dark, user)
    }
  })

  const rule = (within: Page | Locator, number: number) =>
    within.getByRole('group', { name: `Rule ${number}`, exact: true })
  const chooseField = async (page: Page, on: Locator, text: string, option = text) => {
    await on.getByRole('button', { name: /^Field:/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Field' })
    await dialog.getByRole('searchbox').fill(text)
    await dialog.getByRole('option', { name: option }).first().click()
    await dialog.waitFor({ state: 'detached' })
  }
  const choose = async (page: Page, on: Locator, label: string, option: string) => {
    await on.getByRole('button', { name: new RegExp(`${label}$`) }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const count = (page: Page, text: string) =>
    page.getByRole('region', { name: 'Who matches' }).getByText(text, { exact: true }).waitFor()
  const peopleOf = async (segment: number): Promise<number[]> => {
    const { body } = await console.at.get(`/users?segment=${segment}&per_page=100&sort=id`)
    return body.users.map(({ id }: { id: number }) => id)
  }
  const idOf = (page: Page) => Number(/segments\/(\d+)/.exec(page.url())?.[1])

  test('a nested segment by mouse: counted, shared, saved and used as a filter', async () => {
    const { page, errors } = await console.open('/segments')
    await page.getByRole('heading', { name: 'No segments yet' }).waitFor()
    await page.getByRole('button', { name: 'New segment' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Large and near')
    const all = await sql<{ n: number }>`select count(*)::int as n from users`.execute(
      console.at.db,
    )
    await count(page, `${all.rows[0]?.n} people`)

    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByText('Choose a field.').waitFor()
    await page.getByText('Complete the rule that is marked to see who matches.').waitFor()
    await chooseField(page, rule(page, 1), 'Revenue per')
    await choose(page, rule(page, 1), 'Comparison', 'is at least')
    await rule(page, 1).getByLabel('Value', { exact: true }).fill('lots')
    await page.getByText('This is not a number. Write it like 1200 or 99.5.').waitFor()
    expect(await page.getByRole('button', { name: 'Create segment' }).isDisabled()).toBe(true)
    await rule(page, 1).getByLabel('Value', { exact: true }).fill('800')

    await page.getByRole('button', { name: 'Add group' }).click()
    const group = page.getByRole('group', { name: 'Group 2' })
    await chooseField(page, rule(group, 1), 'Plan')
    await rule(group, 1).getByLabel('Value', { exact: true }).fill('gold')
    await group.getByRole('button', { name: 'Add rule' }).click()
    await chooseField(page, rule(group, 2), 'Country')
    await rule(group, 2).getByLabel('Value', { exact: true }).fill('Sweden')

    const expected = await sql<{ id: number }>`
      select distinct u.id from users u join external_users e on e.user_id = u.id
      join external_accounts a on a.id = e.external_account_id
      where a.mrr >= 800 and (a.plan = 'gold' or u.country = 'Sweden') order by 1`.execute(
      console.at.db,
    )
    const ids = expected.rows.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(3)
    await count(page, `${ids.length} people`)
    const sample = page.getByRole('list', { name: 'Some of them' }).getByRole('listitem')
    expect(await sample.count()).toBe(Math.min(6, ids.length))

    // The address holds the draft: another person sees it, and so does the same page after a reload.
    await page.waitForURL(/filters=.*Sweden/)
    await page.reload()
    await count(page, `${ids.length} people`)
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Large and near')
    const other = await console.open(
      new URL(page.url()).pathname.slice(6) + new URL(page.url()).search,
    )
    await count(other.page, `${ids.length} people`)

    // Leaving asks first.
    await page.getByRole('link', { name: 'Suggestions', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Create segment' }).click()
    await page.waitForURL(/\/segments\/\d+$/)
    await page.getByRole('heading', { name: 'Large and near', level: 1 }).waitFor()
    await page.getByText('cv_large_and_near.users_count').first().waitFor()
    expect(await peopleOf(idOf(page))).toEqual(ids)
    await page.getByRole('link', { name: 'Show all people' }).click()
    await page.waitForURL(/\/users\?segment=/)
    await page.getByText(`${ids.length} rows`).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Segments', exact: true }).first().click()
    await page.getByRole('gridcell', { name: String(ids.length), exact: true }).waitFor()
    await page
      .getByText('Revenue per month is at least 800 and (Plan is “gold” or Country is “Sweden”)')
      .waitFor()
    expect(errors).toEqual([])
    await page.close()
  })

  test('the same by keyboard', async () => {
    const { page, errors } = await console.open('/segments/new')
    await page.getByLabel('Name', { exact: true }).waitFor()
    await page.keyboard.type('Few seats')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('Tab', 'Enter')
    // The field of the new rule has the focus.
    await page.locator('button[aria-label^="Field:"]:focus').waitFor()
    await press('Enter')
    await page.getByRole('dialog', { name: 'Field' }).waitFor()
    await page.keyboard.type('cf_seats')
    await page.getByRole('option', { name: 'cf_seats' }).waitFor()
    await press('ArrowDown', 'Enter')
    await page.locator('button[aria-label^="Field: cf_seats"]:focus').waitFor()
    await press('Tab', 'Enter')
    const options = page.getByRole('listbox').getByRole('option')
    await page.locator('[role=option]:focus').waitFor()
    for (let i = 0; i < 4; i++) {
      await press('ArrowDown')
      await options
        .nth(i + 1)
        .and(page.locator(':focus'))
        .waitFor()
    }
    expect(await page.locator('[role=option]:focus').textContent()).toBe('is less than')
    await press('Enter')
    await options.first().waitFor({ state: 'detached' })
    await page.locator('button:focus', { hasText: 'is less than' }).waitFor()
    await press('Tab')
    await page.locator('input[aria-label="Value"]:focus').waitFor()
    await page.keyboard.type('7')
    const { rows } = await sql<{ n: number }>`
      select count(distinct user_id)::int as n from external_users
      where (custom_fields ->> 'cf_seats')::int < 7`.execute(console.at.db)
    await count(page, `${rows[0]?.n} people`)
    await press('Control+Enter')
    await page.waitForURL(/\/segments\/\d+$/)
    expect(await peopleOf(idOf(page))).toHaveLength(7)
    expect(errors).toEqual([])
    await page.close()
  })

  const aSegment = async (name: string) =>
    (
      await console.at.made('/segments', {
        name,
        filters: { column: 'account.plan', operator: 'is', operand: { val: 'gold' } },
      })
    ).id as number

  test('edit with undo, duplicate, columns, and delete by name', async () => {
    const id = await aSegment('Golden')
    const { page, errors } = await console.open(`/segments/${id}`)
    await count(page, '8 people')
    await rule(page, 1).getByLabel('Value', { exact: true }).fill('silver')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Segment saved.').waitFor()
    expect((await console.at.shown(`/segments/${id}`)).filters.expressions[0].operand.val).toBe(
      'silver',
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await expect
      .poll(() => rule(page, 1).getByLabel('Value', { exact: true }).inputValue())
      .toBe('gold')

    await page.getByRole('button', { name: 'Add column' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add column' })
    await dialog.getByLabel('Name of the column').fill('Golden people')
    await dialog.getByRole('button', { name: 'Add column' }).click()
    await page.getByText('cv_golden_people').waitFor()
    const { suggestions } = (await console.at.get('/suggestions?fields=cv_golden_people')).body
    expect(suggestions[0].cv_golden_people).toBe(2)
    await page.getByRole('button', { name: 'Delete column “Golden people”' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Column “Golden people” deleted.').waitFor()
    await page.getByText('cv_golden_people').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.waitForURL(/segments\/new/)
    await count(page, '8 people')
    await page.getByRole('button', { name: 'Create segment' }).click()
    await page.getByRole('heading', { name: 'Copy of Golden', level: 1 }).waitFor()
    const copy = idOf(page)

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const sure = page.getByRole('alertdialog')
    await sure.getByText('These 6 columns disappear').waitFor()
    await sure.getByText('Copy of Golden: users').first().waitFor()
    expect(await sure.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
    await sure.getByLabel('Type “Copy of Golden” to confirm').fill('Copy of Golden')
    await sure.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(/\/segments$/)
    await page.getByText('Segment “Copy of Golden” deleted.').waitFor()
    expect((await console.at.get(`/segments/${copy}`)).status).toBe(404)
    expect(errors).toEqual([])
    await page.close()
  })

  test('two people: the second sees both versions', async () => {
    const id = await aSegment('Contested')
    const { page } = await console.open(`/segments/${id}`)
    await rule(page, 1).getByLabel('Value', { exact: true }).fill('bronze')
    await page.waitForURL(/bronze/)
    await console.at.put(`/segments/${id}`, {
      filters: { column: 'account.plan', operator: 'is', operand: { val: 'silver' } },
    })
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Somebody changed this meanwhile' })
    await dialog.getByText('Plan is “bronze”').waitFor()
    await dialog.getByText('Plan is “silver”').waitFor()
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('Segment saved.').waitFor()
    expect((await console.at.shown(`/segments/${id}`)).filters.expressions[0].operand.val).toBe(
      'bronze',
    )
    await page.close()
  })

  test('a viewer reads, but cannot edit', async () => {
    const id = await aSegment('For readers')
    const { page, errors } = await console.open(`/segments/${id}`, { role: 'viewer' })
    await page.getByText('Plan is “gold”').waitFor()
    await count(page, '8 people')
    for (const name of ['Save', 'Add rule', 'More actions', 'Add column'])
      expect(await page.getByRole('button', { name }).count(), name).toBe(0)
    await page.goto(`${console.address}/admin/segments/new`)
    await page.getByRole('heading', { name: 'You cannot create segments' }).waitFor()
    expect(errors).toEqual([])
    await page.goto(`${console.address}/admin/segments/999999`)
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    await page.close()
  })

  test('every state is accessible on wide and narrow screens', async () => {
    const id = (
      await console.at.made('/segments', {
        name: 'Everything',
        filters: {
          operator: 'and',
          expressions: [
            { column: 'account.mrr', operator: 'at_least', operand: { val: '100' } },
            {
              operator: 'or',
              expressions: [
                {
                  column: 'user.created_at',
                  operator: 'after',
                  operand: { val: '3' },
                  unit: 'months',
                },
                { column: 'account.plan', operator: 'in', operand: { val: ['gold', 'silver'] } },
                { column: 'user.country', operator: 'is_set' },
              ],
            },
            { column: 'account.created_at', operator: 'before', operand: { val: '2030-01-31' } },
          ],
        },
      })
    ).id
    await expectGoodScreen(console, { name: 'segments', path: '/segments' }, (page) =>
      page.getByText('Everything').waitFor(),
    )
    await expectGoodScreen(console, { name: 'segment', path: `/segments/${id}` }, async (page) => {
      await page.getByRole('list', { name: 'Some of them' }).waitFor()
      await page.getByText('cv_everything.users_count').first().waitFor()
    })
    const broken = JSON.stringify({
      operator: 'or',
      expressions: [
        { column: 'account.mrr', operator: 'is', operand: { val: 'much' } },
        { column: 'external_users.cf_gone', operator: 'is', operand: { val: '1' } },
        { column: '', operator: '' },
      ],
    })
    for (const name of ['segment-problems', 'segment-problems-narrow'])
      await expectGoodScreen(
        console,
        { name, path: `/segments/new?name=Problems&filters=${encodeURIComponent(broken)}` },
        (page) => page.getByText('This field does not exist any more.').waitFor(),
      )
    await expectGoodScreen(
      console,
      { name: 'segment-delete', path: `/segments/${id}` },
      async (page) => {
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await page.getByText('These 6 columns disappear').waitFor()
      },
    )
    await expectGoodScreen(
      console,
      { name: 'segment-viewer', path: `/segments/${id}`, visit: { role: 'viewer' } },
      (page) => page.getByRole('list', { name: 'Some of them' }).waitFor(),
    )
  })
})
