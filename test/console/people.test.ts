// People and accounts in a browser: finding, blocking, moving, exporting and erasing a person, and what an account asks for.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { allResources } from '../../src/resources/index.ts'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import {
  aComment,
  aCustomField,
  aForum,
  anAccount,
  anExternalUser,
  aSuggestion,
  aSupporter,
  aUser,
  insert,
} from '../support/factories.ts'
import { aPerson } from '../support/staff.ts'

describe.skipIf(!hasBrowser)('people and accounts', () => {
  let console: TestConsole
  let dark: number
  let ann: number
  let ben: number
  let acme: number

  const grid = (page: Page, name = 'Users') => page.getByRole('grid', { name })
  const rowOf = (page: Page, name: string, list = 'Users') =>
    grid(page, list).getByRole('row', { name })
  const record = (page: Page, name: string) => page.getByRole('article', { name })
  const read = async (path: string) => (await console.at.get(path)).body
  const stateOf = async (id: number) => (await read(`/users/${id}`)).users[0].allowed_state
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()
  const undone = (page: Page) => page.getByText('Undone.', { exact: true }).waitFor()

  /** A person with one of everything that an erasure touches. */
  async function aWholePerson(name: string, email: string, account: number): Promise<number> {
    const { db } = console.at
    const id = await aUser(db, email, { name, job_title: 'Buyer', city: 'Oslo', country: 'NO' })
    await anExternalUser(db, id, `crm-${name}`, {
      external_account_id: account,
      name,
      email,
      custom_fields: { cf_persona: 'Buyer' },
    })
    await aSupporter(db, dark, id)
    const own = await aSuggestion(db, forum, `Wish of ${name}`, {
      state: 'published',
      created_by_id: id,
    })
    await aComment(db, own, id, { body: 'I need this soon.', state: 'published' })
    await insert(db, 'feedback_records', {
      body: 'Said it on the phone.',
      user_id: id,
      suggestion_id: own,
      created_by_id: id,
    })
    for (const [rating, day] of [
      [3, '2026-01-10'],
      [7, '2026-03-02'],
      [9, '2026-06-20'],
    ] as const)
      await insert(db, 'nps_ratings', { user_id: id, rating, created_at: `${day}T10:00:00Z` })
    return id
  }
  let forum: number

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    forum = await aForum(db, 'Ideas')
    dark = await aSuggestion(db, forum, 'Dark mode on phones', { state: 'published' })
    await aCustomField(db, 'external_accounts', 'cf_seats', 'number')
    await aCustomField(db, 'external_users', 'cf_persona', 'string')
    acme = await anAccount(db, 'acme', {
      name: 'Acme Ltd',
      plan: 'gold',
      mrr: 1200,
      ltv: 40000,
      custom_fields: { cf_seats: 25 },
    })
    ann = await aWholePerson('Ann Angstrom', 'ann@acme.test', acme)
    ben = await aUser(db, 'ben@quiet.test', { name: 'Ben Quiet' })
    for (const name of ['Cleo', 'Dan'])
      await aUser(db, `${name.toLowerCase()}@many.test`, { name: `${name} Many` })
  })

  test('a person is found, shows what they support, is blocked and allowed again', async () => {
    const { page, errors } = await console.open(
      '/users?columns=name:160,allowed_state,email_address,traits_account_name,traits_account_plan,traits_account_monthly_rate',
    )
    await rowOf(page, 'Ben Quiet').waitFor()
    await page.getByRole('searchbox', { name: 'Search people' }).fill('angstrom')
    await rowOf(page, 'Ben Quiet').waitFor({ state: 'detached' })
    const row = rowOf(page, 'Ann Angstrom')
    for (const text of ['ann@acme.test', 'Acme Ltd', 'gold', '1,200'])
      await row.getByText(text, { exact: true }).waitFor()
    await row.click()
    await page.waitForURL(new RegExp(`open=${ann}`))
    const panel = record(page, 'Ann Angstrom')
    await panel.getByRole('tab', { name: 'Supports' }).click()
    await panel.getByRole('link', { name: 'Dark mode on phones' }).waitFor()
    await panel.getByRole('tab', { name: 'Comments' }).click()
    await panel.getByText('I need this soon.').waitFor()
    await panel.getByRole('tab', { name: 'Feedback' }).click()
    await panel.getByText('Said it on the phone.').waitFor()
    await panel.getByRole('tab', { name: 'Ratings' }).click()
    await panel.getByRole('img', { name: '3 ratings from Jan 10, 2026' }).waitFor()
    await panel.getByRole('button', { name: 'Block' }).click()
    await page.getByText('Ann Angstrom is blocked.').waitFor()
    await row.getByText('Blocked').first().waitFor()
    expect(await stateOf(ann)).toBe('blocked')
    await undo(page)
    await undone(page)
    await row.getByText('Allowed').waitFor()
    expect(await stateOf(ann)).toBe('allowed')
    expect(errors).toEqual([])
  })

  test('a person whose mails do not arrive is mailed again', async () => {
    const id = await aUser(console.at.db, `gone-${Date.now()}@acme.test`, {
      name: 'Gone Away',
      email_suppressed_at: '2026-01-10T12:00:00Z',
      email_suppressed_reason: 'bounced',
    })
    const note = /^This person has got no mails about news since Jan 10, 2026/
    await expectGoodScreen(console, { name: 'person-suppressed', path: `/users/${id}` }, (page) =>
      page.getByText(note).waitFor(),
    )
    const { page, errors } = await console.open(`/users/${id}`)
    await page.getByText(/The address does not exist any more\.$/).waitFor()
    const list = await console.open('/users?email_suppressed=true')
    await rowOf(list.page, 'Gone Away').getByText('Mails do not arrive').waitFor()
    await list.page
      .getByRole('button', { name: /^Mails do not arrive/ })
      .first()
      .waitFor()
    expect(await rowOf(list.page, 'Ann Angstrom').count()).toBe(0)
    expect(list.errors).toEqual([])
    await page.getByRole('button', { name: 'Mail again' }).click()
    await page.getByText('Gone Away gets mails again.').waitFor()
    await page.getByText(note).waitFor({ state: 'detached' })
    expect((await read(`/users/${id}`)).users[0].email_suppressed_at).toBeNull()
    expect(errors).toEqual([])
  })

  test('several people are blocked at once, named by number, and allowed again', async () => {
    const states = async () =>
      (await read('/users?email_address=cleo@many.test,dan@many.test&sort=id')).users.map(
        ({ allowed_state }: { allowed_state: string }) => allowed_state,
      )
    const { page } = await console.open('/users?q=many.test')
    for (const name of ['Cleo Many', 'Dan Many'])
      await page.getByRole('checkbox', { name: `Select “${name}”` }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByRole('button', { name: 'Block 2 people' }).click()
    await page.getByText('2 people blocked.').waitFor()
    expect(await states()).toEqual(['blocked', 'blocked'])
    await undo(page)
    await undone(page)
    expect(await states()).toEqual(['allowed', 'allowed'])
  })

  test('the file has the columns of the list, also those of the account', async () => {
    const columns = 'name,email_address,traits_account_name,traits_account_monthly_rate,cf_persona'
    const { page } = await console.open(
      `/users?email_address=ann@acme.test,ben@quiet.test&sort=name&columns=${columns}`,
    )
    await rowOf(page, 'Ann Angstrom').getByText('Buyer').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toBe(
      '\ufeffName,E-mail address,Account,Revenue per month,cf_persona\r\n' +
        'Ann Angstrom,ann@acme.test,Acme Ltd,1200,Buyer\r\nBen Quiet,ben@quiet.test,,,""\r\n',
    )
  })

  test('filters are chips, and a view of people is saved', async () => {
    const { page } = await console.open('/users?view=all')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Account', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search: Account' }).fill('acme')
    await page.getByRole('option', { name: 'Acme Ltd' }).click()
    await page.waitForURL(new RegExp(`external_account=${acme}`))
    // The first clears the field.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await rowOf(page, 'Ben Quiet').waitFor({ state: 'detached' })
    await rowOf(page, 'Ann Angstrom').waitFor()
    await page.getByRole('button', { name: 'View actions' }).click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Buyers')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Buyers' }).waitFor()
    const { views } = await read('/views?kind=users')
    expect(views).toMatchObject([{ name: 'Buyers', params: `external_account=${acme}` }])
    await page.getByRole('link', { name: 'Accounts', exact: true }).click()
    await rowOf(page, 'Acme Ltd', 'Accounts').waitFor()
    expect(await page.getByRole('link', { name: 'Buyers' }).count()).toBe(0)
  })

  test('an account is reached from a suggestion, shows what it asks for, and is edited in place', async () => {
    const { page, errors } = await console.open(`/suggestions/${dark}?tab=supporters`)
    await page
      .getByRole('list', { name: 'Supporters' })
      .getByRole('link', { name: 'Acme Ltd' })
      .click()
    await page.waitForURL(new RegExp(`/admin/accounts/${acme}$`))
    const account = record(page, 'Acme Ltd')
    await account.getByRole('link', { name: 'Dark mode on phones' }).waitFor()
    await account.getByRole('button', { name: 'Edit Plan' }).click()
    await account.getByRole('textbox', { name: 'Plan' }).fill('platinum')
    await page.keyboard.press('Enter')
    await page.getByText('Plan saved.').waitFor()
    const plan = async () => (await read(`/external_accounts/${acme}`)).external_accounts[0].plan
    expect(await plan()).toBe('platinum')
    await undo(page)
    await undone(page)
    expect(await plan()).toBe('gold')
    await account.getByRole('button', { name: 'Edit cf_seats' }).click()
    await account.getByRole('spinbutton', { name: 'cf_seats' }).fill('30')
    await page.keyboard.press('Enter')
    await page.getByText('cf_seats saved.').waitFor()
    const { external_accounts } = await read(`/external_accounts/${acme}`)
    expect(external_accounts[0].cf_seats).toBe(30)
    await undo(page)
    await undone(page)
    await account.getByRole('tab', { name: 'People' }).click()
    await account.getByRole('link', { name: 'Ann Angstrom' }).click()
    await page.waitForURL(new RegExp(`/admin/users/${ann}$`))
    expect(errors).toEqual([])
  })

  test('two people who edit the same account see both versions', async () => {
    const { at, address } = console
    const { page } = await console.open('/accounts')
    await rowOf(page, 'Acme Ltd', 'Accounts').waitFor()
    // Without live updates the page does not know of the other change.
    await page.route('**/events*', (route) => route.abort())
    await page.goto(`${address}/admin/accounts/${acme}`)
    const account = record(page, 'Acme Ltd')
    await account.getByRole('button', { name: 'Edit Lifetime revenue' }).click()
    const theirs = { external_accounts: [{ external_id: 'acme', ltv: 50_000, plan: 'silver' }] }
    expect((await at.post('/external_accounts/import', theirs)).status).toBe(200)
    await account.getByRole('spinbutton', { name: 'Lifetime revenue' }).fill('45000')
    await page.keyboard.press('Enter')
    const conflict = page.getByRole('alertdialog', { name: 'Somebody changed this meanwhile' })
    for (const text of ['45,000', '50,000', 'gold', 'silver'])
      await conflict.getByText(text, { exact: true }).waitFor()
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('Lifetime revenue saved.').waitFor()
    const { external_accounts } = await read(`/external_accounts/${acme}`)
    expect(external_accounts[0]).toMatchObject({ ltv: 45_000, plan: 'silver' })
    const before = { external_accounts: [{ external_id: 'acme', ltv: 40_000, plan: 'gold' }] }
    await at.post('/external_accounts/import', before)
  })

  test('an external user is given to another person, and back', async () => {
    const { page } = await console.open(`/users/${ann}`)
    const owner = async () =>
      (await read('/external_users?external_id=crm-Ann%20Angstrom')).external_users[0].links.user
    await page.getByRole('button', { name: 'Change the person of crm-Ann Angstrom' }).click()
    await page.getByRole('searchbox', { name: 'Person it belongs to' }).fill('quiet')
    await page.getByRole('option', { name: 'Ben Quiet' }).click()
    await page.getByText('External user crm-Ann Angstrom belongs to another person now.').waitFor()
    await page.getByText('Your application has not sent this person.').waitFor()
    expect(await owner()).toBe(ben)
    await undo(page)
    await undone(page)
    expect(await owner()).toBe(ann)
  })

  test('commands find people and accounts', async () => {
    const { page } = await console.open('/triage')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('searchbox', { name: 'Commands' })
    await field.fill('ben@quiet')
    await page.getByRole('menuitem', { name: 'Ben Quiet' }).click()
    await page.waitForURL(new RegExp(`/users/${ben}$`))
    await page.keyboard.press('Control+k')
    await field.fill('acme')
    await page.getByRole('menuitem', { name: 'Acme Ltd' }).click()
    await page.waitForURL(new RegExp(`/accounts/${acme}$`))
  })

  test('a person is exported and erased, and nothing of them is left', async () => {
    const email = 'Eve.Gone@private.test'
    const alone = await anAccount(console.at.db, null, { name: 'Eve privately' })
    const eve = await aWholePerson('Evelyn Goner', email, alone)
    const traces = ['eve.gone@private.test', 'evelyn goner', 'eve privately', 'crm-evelyn']
    const isMentioned = (text: string) => traces.filter((one) => text.toLowerCase().includes(one))
    const { page, errors } = await console.open(`/users?open=${eve}&tab=supported`)
    const more = page.getByRole('button', { name: 'More actions' })
    await more.click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export personal data' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`person-${eve}.json`)
    const exported = await readFile(await download.path(), 'utf8')
    expect(isMentioned(exported)).toEqual(traces)
    expect(Object.keys(JSON.parse(exported))).toEqual(
      expect.arrayContaining(['comments', 'nps_ratings', 'supporters', 'feedback_records']),
    )

    await more.click()
    await page.getByRole('menuitem', { name: 'Erase person…' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Erase Evelyn Goner' })
    const confirm = dialog.getByRole('button', { name: 'Erase for good' })
    await confirm.waitFor()
    await expect
      .poll(() =>
        dialog.getByRole('region', { name: 'Is deleted' }).getByRole('listitem').allInnerTexts(),
      )
      .toEqual([
        'the person with name, e-mail address and sessions',
        '1 external user',
        '1 account that belongs to nobody else',
        '1 vote',
        '3 ratings',
      ])
    await expect
      .poll(() =>
        dialog
          .getByRole('region', { name: 'Stays, without a name' })
          .getByRole('listitem')
          .allInnerTexts(),
      )
      .toEqual(['1 suggestion', '1 comment', '1 piece of feedback'])
    await dialog.getByRole('textbox').fill('ann@acme.test')
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill(email)
    // The live update is faster than the answer: what the person supports is read again, the person is not.
    const readAgain = page.waitForRequest((request) =>
      request.url().includes(`/supporters?user=${eve}&`),
    )
    await page.route(`**/users/${eve}`, async (route) => {
      const response = await route.fetch()
      if (route.request().method() === 'DELETE') await readAgain
      await route.fulfill({ response })
    })
    const readOfPerson: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() === 'GET' && pathname.endsWith(`/users/${eve}`))
        readOfPerson.push(request.url())
    })
    await confirm.click()
    await page.getByText('The person was erased.').waitFor()
    await rowOf(page, 'Evelyn Goner').waitFor({ state: 'detached' })

    const { at } = console
    expect((await at.get(`/users/${eve}`)).status).toBe(404)
    expect((await at.call('PUT', `/users/${eve}/export`)).status).toBe(404)
    expect((await read(`/supporters?user=${eve}`)).supporters).toEqual([])
    for (const { name } of allResources) {
      const answer = await at.get(`/${name}?per_page=100`)
      // The title of the suggestion is a text that stays.
      const text = answer.text.replaceAll('Wish of Evelyn Goner', '')
      expect([name, answer.status, isMentioned(text)]).toEqual([name, 200, []])
      const file = await at.get(`/${name}?format=csv`)
      expect(isMentioned(file.text.replaceAll('Wish of Evelyn Goner', '')), name).toEqual([])
    }
    const { suggestions } = await read('/suggestions?q=evelyn')
    expect(suggestions[0].links.created_by).toBe(null)
    expect((await read(`/comments?suggestion=${suggestions[0].id}`)).comments).toHaveLength(1)
    expect(readOfPerson).toEqual([])
    expect(errors).toEqual([])
  })

  test('an admin is not offered what only an owner may do to staff', async () => {
    const [admin, viewer] = [
      await aPerson(console.at, 'admin'),
      await aPerson(console.at, 'viewer'),
    ]
    const { page } = await console.open(`/users/${admin.id}`, { role: 'admin' })
    const block = page.getByRole('button', { name: 'Block', exact: true })
    const actions = async () => {
      await page.getByText('Properties').waitFor()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
      return page.getByRole('menuitem').allInnerTexts()
    }
    expect(await actions()).toEqual(['Copy link'])
    expect(await block.count()).toBe(0)
    await page.goto(`${console.address}/admin/users/${viewer.id}`)
    expect(await actions()).toEqual([
      'Edit person',
      'Merge with another person…',
      'Export personal data',
      'Erase person…',
      'Copy link',
    ])
    await page.getByRole('menuitem', { name: 'Edit person' }).click()
    await page.getByRole('checkbox', { name: 'Mails about status' }).uncheck({ force: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('was saved').waitFor()
    expect((await read(`/users/${viewer.id}`)).users[0]).toMatchObject({
      status_notifications: false,
      comment_notifications: true,
    })
    expect(await block.count()).toBe(1)
    // Of a selection those are left out whom the admin may not block.
    await page.goto(`${console.address}/admin/users?view=all`)
    for (const { email } of [admin, viewer])
      await rowOf(page, email).getByRole('checkbox').check({ force: true })
    await page.getByRole('toolbar').getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByRole('button', { name: 'Block 1 person' }).waitFor()
  })

  test('a viewer reads, and can change or erase nothing', async () => {
    const { page } = await console.open('/users?view=all', { role: 'viewer' })
    await rowOf(page, 'Ann Angstrom').click()
    const panel = record(page, 'Ann Angstrom')
    await panel.getByText('In your application').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await panel.getByRole('button', { name: /Block|Edit|Change the person/ }).count()).toBe(
      0,
    )
    await panel.getByRole('button', { name: 'More actions' }).click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Copy link'])
    await page.keyboard.press('Escape')
    await page.goto(`${console.address}/admin/users/99999999`)
    await page.getByText('Not found').waitFor()
    await page.goto(`${console.address}/admin/accounts/${acme}`)
    await record(page, 'Acme Ltd').getByText('Properties').waitFor()
    expect(await page.getByRole('button', { name: /^Edit/ }).count()).toBe(0)
  })

  test.each([
    ['users', '/users', (page: Page) => rowOf(page, 'Ann Angstrom').waitFor()],
    [
      'users-empty',
      '/users?q=nobodyatall',
      (page: Page) => page.getByRole('heading', { name: 'Nobody matches' }).waitFor(),
    ],
    [
      'users-selected',
      '/users?q=many',
      async (page: Page) => {
        await page.getByRole('checkbox', { name: 'Select “Cleo Many”' }).click()
        await page.getByRole('button', { name: 'Block', exact: true }).waitFor()
      },
    ],
    ['accounts', '/accounts', (page: Page) => rowOf(page, 'Acme Ltd', 'Accounts').waitFor()],
  ] as const)('%s is accessible in both themes', (name, path, prepare) =>
    expectGoodScreen(console, { name, path }, prepare),
  )

  test('records are accessible in both themes', async () => {
    await expectGoodScreen(
      console,
      { name: 'person', path: `/users/${ann}?tab=supported` },
      (page) => page.getByRole('link', { name: 'Dark mode on phones' }).waitFor(),
    )
    await expectGoodScreen(
      console,
      { name: 'account', path: `/accounts/${acme}?tab=asked` },
      (page) => page.getByRole('link', { name: 'Dark mode on phones' }).waitFor(),
    )
    await expectGoodScreen(
      console,
      { name: 'person-beside', path: `/users?open=${ann}&tab=ratings` },
      (page) => page.getByRole('img', { name: /^3 ratings/ }).waitFor(),
    )
    await expectGoodScreen(
      console,
      { name: 'person-erase', path: `/users/${ann}` },
      async (page) => {
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Erase person…' }).click()
        await page.getByRole('button', { name: 'Erase for good' }).waitFor()
      },
    )
  })
})
