// The settings in a browser: what is set up, who may do what, and what the service is doing.
import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser, newContext, watchPage } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { aForum, aSuggestion, insert } from '../support/factories.ts'
import { aFailedJob } from '../support/jobs.ts'
import { startMailServer } from '../support/mail-server.ts'
import { CLIENT, startProvider } from '../support/oidc-servers.ts'
import { aPerson, PASSWORD } from '../support/staff.ts'

describe.skipIf(!hasBrowser)('settings', () => {
  let console: TestConsole

  beforeAll(async () => {
    console = await startConsole({ role: 'owner', isShared: true })
  })

  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  const question = (page: Page, name: string) =>
    page.getByRole('alertdialog', { name, exact: true })
  const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
  /** Opens the menu of a row and chooses from it. */
  const choose = async (page: Page, name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
  const auditedActions = async () => {
    const { rows } = await sql<{ action: string }>`
      select action from audit_entries order by id`.execute(console.at.db)
    return rows.map(({ action }) => action)
  }

  test('a forum, its categories, and their order by keyboard', async () => {
    const { page, errors } = await console.open('/settings/forums')
    await heading(page, 'Forums')
    await page.getByRole('button', { name: 'New forum' }).first().click()
    const form = dialog(page, 'New forum')
    await form.getByLabel('Name').fill('Mobile app')
    await form.getByLabel('Private: only people who are invited see it').check({ force: true })
    await form.getByRole('button', { name: 'Create' }).click()
    await said(page, '“Mobile app” created.')
    await row(page, 'Mobile app').getByText('private').waitFor()
    const { body } = await console.at.get('/forums?sort=-id&per_page=1')
    const forum = body.forums[0]
    expect(forum).toMatchObject({ name: 'Mobile app', is_private: true, is_open: true })

    await page.getByRole('link', { name: 'Categories' }).click()
    await heading(page, 'Categories')
    await page.getByRole('button', { name: 'Forum' }).click()
    await page.getByRole('option', { name: 'Mobile app' }).click()
    await page.waitForURL(/forum=\d+/)
    for (const name of ['Design', 'Speed', 'Sync']) {
      await page.getByRole('button', { name: 'New category' }).first().click()
      await dialog(page, 'New category').getByLabel('Name').fill(name)
      await page.keyboard.press('Enter')
      await said(page, `“${name}” created.`)
    }
    const names = async () => {
      const answer = await console.at.get(`/categories?forum=${forum.id}&sort=position`)
      return answer.body.categories.map((category: { name: string }) => category.name)
    }
    expect(await names()).toEqual(['Design', 'Speed', 'Sync'])
    // With the keys alone: take the last one to the top.
    await page.getByRole('button', { name: 'Forum' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await page.locator('[aria-label="Move Sync"]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Insert before Design' }).waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await said(page, 'Order saved.')
    await expect.poll(names).toEqual(['Sync', 'Design', 'Speed'])
    await page.reload()
    await page.getByRole('row', { name: 'Sync' }).waitFor()
    expect(await page.getByRole('row').allTextContents()).toMatchObject([
      expect.stringContaining('Sync'),
      expect.stringContaining('Design'),
      expect.stringContaining('Speed'),
    ])

    await choose(page, 'Speed', 'Delete')
    const asked = question(page, 'Delete “Speed”')
    expect(await asked.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
    await asked.getByLabel('Type “Speed” to confirm').fill('Speed')
    await asked.getByRole('button', { name: 'Delete' }).click()
    await said(page, '“Speed” deleted.')
    expect(await names()).toEqual(['Sync', 'Design'])
    expect(errors).toEqual([])
  })

  test('a forum is for chosen people, who are invited', async () => {
    const { db } = console.at
    const id = await aForum(db, 'Early access')
    const open = (path = '/settings/forums') => console.open(path, { isShared: true })
    const { page, errors } = await open()
    await choose(page, 'Early access', 'Who may do what…')
    const access = dialog(page, 'Who may do what in “Early access”')
    await access.getByRole('button', { name: /See the forum/ }).click()
    await page.getByRole('option', { name: 'Chosen people' }).click()
    await access.getByText('People who were invited to the forum see it too.').waitFor()
    await access.getByRole('button', { name: 'Save' }).click()
    await said(page, '“Early access” saved.')

    await choose(page, 'Early access', 'Invite people…')
    const invited = dialog(page, 'People invited to Early access')
    await invited.getByText('Nobody is invited yet.').waitFor()
    const addresses = invited.getByLabel('E-mail addresses')
    await addresses.fill('not an address, ')
    await invited.getByText('Not an e-mail address: not, an, address').waitFor()
    const invite = invited.getByRole('button', { name: 'Invite', exact: true })
    expect(await invite.isDisabled()).toBe(true)
    await addresses.fill('"Doe, Ann" <ann@example.test>; ben@example.test\nben@example.test')
    await invited.getByText('2 addresses.').waitFor()
    await invite.click()
    await said(page, '2 addresses are invited.')
    expect(await addresses.inputValue()).toBe('')
    const { body } = await console.at.get(`/forum_invitations?forum=${id}&sort=id`)
    expect(body.forum_invitations).toMatchObject([
      { email: 'ann@example.test', claimed_at: null },
      { email: 'ben@example.test', claimed_at: null },
    ])
    await invited.getByText('ann@example.test').waitFor()
    await invited
      .getByRole('button', { name: 'Withdraw the invitation of ben@example.test' })
      .click()
    await said(page, 'The invitation of ben@example.test is withdrawn.')
    await invited.getByText('ben@example.test').waitFor({ state: 'detached' })
    // What is typed is not lost by a wrong key.
    await addresses.fill('carla@example.test')
    await page.keyboard.press('Escape')
    await question(page, 'Discard your changes?').getByRole('button', { name: 'Cancel' }).click()
    expect(await addresses.inputValue()).toBe('carla@example.test')
    expect(errors).toEqual([])
    await expectGoodScreen(
      console,
      { name: 'forum-invitations', path: '/settings/forums' },
      async (seen) => {
        await choose(seen, 'Early access', 'Invite people…')
        await dialog(seen, 'People invited to Early access').getByText('ann@example.test').waitFor()
      },
    )
  })

  test('a forum is closed, and opened again', async () => {
    const id = await aForum(console.at.db, 'Old portal')
    await aSuggestion(console.at.db, id, 'Keep me', { state: 'published' })
    const { page } = await console.open('/settings/forums')
    await choose(page, 'Old portal', 'Close the forum')
    await said(page, '“Old portal” is closed.')
    await expect.poll(async () => (await console.at.shown(`/forums/${id}`)).is_open).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await console.at.shown(`/forums/${id}`)).is_open).toBe(true)
  })

  test('labels below labels', async () => {
    const { page, errors } = await console.open('/settings/labels')
    await heading(page, 'Labels')
    await page.getByRole('button', { name: 'New label' }).first().click()
    await dialog(page, 'New label').getByLabel('Name').fill('Quality')
    await page.keyboard.press('Enter')
    await said(page, '“Quality” created.')
    await choose(page, 'Quality', 'New label below')
    await dialog(page, 'New label').getByLabel('Name').fill('Crash')
    await page.keyboard.press('Enter')
    await said(page, '“Crash” created.')
    await row(page, 'Quality / Crash').waitFor()
    await choose(page, 'Quality', 'Rename or move')
    await dialog(page, 'Rename or move').getByLabel('Name').fill('Reliability')
    await page.keyboard.press('Enter')
    await row(page, 'Reliability / Crash').waitFor()
    await choose(page, 'Reliability', 'Delete')
    const asked = question(page, 'Delete “Reliability”')
    await asked.getByText('The label below it move', { exact: false }).waitFor()
    await asked.getByLabel('Type “Reliability” to confirm').fill('Reliability')
    await asked.getByRole('button', { name: 'Delete' }).click()
    await said(page, '“Reliability” deleted.')
    const { body } = await console.at.get('/labels')
    expect(body.labels).toMatchObject([{ full_name: 'Crash', links: { parent: null } }])
    expect(errors).toEqual([])
  })

  test('a status with its colour is in the grid of suggestions', async () => {
    const forum = await aForum(console.at.db, 'Ideas')
    const suggestion = await aSuggestion(console.at.db, forum, 'Night mode', {
      state: 'published',
    })
    const { page, errors } = await console.open('/settings/statuses')
    await page.getByRole('button', { name: 'New status' }).first().click()
    const form = dialog(page, 'New status')
    await form.getByLabel('Name').fill('in review')
    await form.getByLabel('Colour').fill('#ffee00')
    await form.getByText('hard to see').waitFor()
    await form.getByLabel('Colour').fill('#7a')
    expect(await form.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
    await form.getByLabel('Colour').fill('#9250c9')
    await form.getByText('hard to see').waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Create' }).click()
    await said(page, '“in review” created.')
    await page.getByRole('row', { name: 'in review' }).waitFor()
    const { body } = await console.at.get('/statuses?sort=-id&per_page=1')
    expect(body.statuses[0]).toMatchObject({ hex_color: '#9250c9', is_open: true })
    await sql`
      update suggestions set status_id = ${body.statuses[0].id} where id = ${suggestion}`.execute(
      console.at.db,
    )
    await page.getByRole('link', { name: 'Suggestions', exact: true }).click()
    const cell = page.getByRole('row', { name: 'Night mode' }).getByText('in review')
    await cell.waitFor()
    const swatch = page.getByRole('row', { name: 'Night mode' }).locator('[style*="background"]')
    expect(await swatch.first().getAttribute('style')).toContain('rgb(146, 80, 201)')
    expect(errors).toEqual([])
  })

  test('an invited viewer signs in and sees what they cannot do', async () => {
    const { page, errors } = await console.open('/settings/people')
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const form = dialog(page, 'Invite a person')
    await form.getByLabel('E-mail address').fill('vera@guests.test')
    await form.getByText('Sees everything about feedback, changes nothing.').waitFor()
    await form.getByRole('button', { name: 'Invite' }).click()
    const link = dialog(page, 'Link for vera@guests.test')
    const url = (await link.locator('code').textContent()) ?? ''
    await link.getByRole('button', { name: 'Done' }).click()
    await row(page, 'vera@guests.test').getByText('viewer').waitFor()

    const guest = await watchPage(await newContext(console.browser, 1280, 'light'))
    await guest.page.goto(url)
    await guest.page.getByLabel('Name').fill('Vera Guest')
    await guest.page.getByLabel('Password', { exact: false }).first().fill('seven purple bicycles')
    await guest.page.keyboard.press('Enter')
    const main = guest.page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Suggestions' }).waitFor()
    expect(await main.getByRole('link', { name: 'Settings' }).count()).toBe(0)
    await guest.page.goto(`${console.address}/admin/settings/people`)
    await guest.page.getByText('“People” needs the role owner').waitFor()
    await guest.page.goto(`${console.address}/admin/settings/forums`)
    await guest.page.getByText('“Forums” needs the role admin').waitFor()
    const refused = await guest.page.evaluate(
      `fetch('/api/v2/admin/forums', { method: 'POST', body: '{"name":"x"}', headers: { 'content-type': 'application/json' } }).then(({ status }) => status)`,
    )
    expect(refused).toBe(403)

    await page.reload()
    await row(page, 'Vera Guest').getByText('viewer').waitFor()
    await choose(page, 'Vera Guest', 'Sessions')
    await dialog(page, 'Sessions of Vera Guest').getByRole('button', { name: 'End' }).click()
    await said(page, '1 session ended.')
    await dialog(page, 'Sessions of Vera Guest').getByText('Not signed in anywhere.').waitFor()
    await guest.page.goto(`${console.address}/admin/suggestions`)
    await guest.page.waitForURL(/sign-in/)
    await guest.page.context().close()
    expect(errors).toEqual([])
  })

  test('a viewer who lost the password comes back by a link, and needs a second factor', async () => {
    const { page, errors } = await console.open('/settings/people')
    await choose(page, 'Vera Guest', 'Create a sign-in link')
    const form = dialog(page, 'Sign-in link for Vera Guest')
    await form.getByRole('button', { name: 'Create a sign-in link' }).click()
    const url = (await form.locator('code').textContent()) ?? ''
    await form.getByRole('button', { name: 'Done' }).click()
    const policy = page.getByRole('region', { name: 'Required second factor' })
    await policy.getByText('viewer', { exact: true }).click()
    await question(page, 'Require a second factor?')
      .getByRole('button', { name: 'Require it' })
      .click()
    await said(page, 'A second factor is required now: viewer.')

    const guest = await watchPage(await newContext(console.browser, 1280, 'light'))
    await guest.page.goto(url)
    await guest.page.getByLabel('Password', { exact: false }).first().fill('nine green umbrellas')
    await guest.page.keyboard.press('Enter')
    await guest.page.getByText('The role viewer requires a second factor.').waitFor()
    await guest.page.context().close()

    await sql`
      insert into totp_secrets (user_id, secret, last_step)
      select id, 'any', 0 from users where name = 'Vera Guest' on conflict do nothing`.execute(
      console.at.db,
    )
    await page.reload()
    await row(page, 'Vera Guest').getByText('App').waitFor()
    await choose(page, 'Vera Guest', 'Reset second factor')
    await question(page, 'Reset the second factor of Vera Guest')
      .getByRole('button', { name: 'Reset second factor' })
      .click()
    await said(page, 'Vera Guest has no second factor any more.')
    await row(page, 'Vera Guest').getByText('none').waitFor()
    await policy.getByText('viewer', { exact: true }).click()
    await said(page, 'A second factor is not required any more: viewer.')
    expect(errors).toEqual([])
  })

  test('mail and single sign-on are set up, tried out and used without a restart', async () => {
    const mails = await startMailServer('the-mail-password')
    const acme = await startProvider('acme')
    await acme.allow(`${console.address}/admin/oidc/acme/callback`)
    await acme.allow(`${console.address}/sign-in/with/acme/callback`)
    const { page, errors } = await console.open('/settings/mail')
    const fill = (label: string, value: string) =>
      page.getByLabel(label, { exact: true }).fill(value)
    await fill('Server', '127.0.0.1')
    await fill('Port', String(mails.port))
    await page.getByRole('button', { name: 'Encryption' }).click()
    await page.getByRole('option', { name: /^None/ }).click()
    await fill('User', 'earshot')
    await fill('Password', 'wrong')
    await fill('Sender', 'Acme <feedback@example.test>')
    await page.getByRole('button', { name: 'Send a test mail to me' }).click()
    await page.getByText('The mail server refused the user name and password').waitFor()
    expect(errors.splice(0).filter((error) => !error.includes('422'))).toEqual([])
    await fill('Password', 'the-mail-password')
    await page.getByRole('button', { name: 'Send a test mail to me' }).click()
    await page.getByText('A mail was sent to').waitFor()
    expect(mails.received).toHaveLength(1)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'The mail server is saved. All processes use it now.')

    await page.getByRole('link', { name: 'Sign-in providers' }).click()
    await page.getByRole('button', { name: 'Add a provider' }).first().click()
    const form = dialog(page, 'Add a provider')
    await form.getByRole('button', { name: 'Kind of provider' }).click()
    await page.getByRole('option', { name: 'Keycloak' }).click()
    expect(await form.getByLabel('Issuer').inputValue()).toBe('https://YOUR-HOST/realms/YOUR-REALM')
    await form.getByLabel('Name').fill('Acme')
    await form.getByText(`${console.address}/admin/oidc/acme/callback`).waitFor()
    await form.getByRole('button', { name: 'Available to' }).click()
    await page.getByRole('option', { name: 'the team and end users' }).click()
    await form.getByText(`${console.address}/sign-in/with/acme/callback`).waitFor()
    await form.getByLabel('Issuer').fill(acme.issuer)
    await form.getByLabel('Client id').fill(CLIENT.client_id)
    await form.getByLabel('Client secret').fill('wrong')
    await form.getByRole('button', { name: 'Role of people who have none yet' }).click()
    await page.getByRole('option', { name: 'viewer' }).click()
    await form.getByRole('button', { name: 'Check the provider' }).click()
    await form.getByText('does not accept the client id').waitFor()
    await form.getByLabel('Client secret').fill(CLIENT.client_secret)
    await form.getByRole('button', { name: 'Check the provider' }).click()
    await form.getByText(`${acme.issuer} answers, and knows the client.`).waitFor()
    await form.getByRole('button', { name: 'Add a provider' }).click()
    await said(page, 'Acme is saved. All processes use it now.')
    await row(page, 'Acme').getByText('the team and end users').waitFor()

    const guest = await watchPage(await newContext(console.browser, 1280, 'light'))
    await guest.page.goto(`${console.address}/admin/sign-in`)
    await guest.page.getByRole('button', { name: 'E-mail me a link' }).waitFor()
    acme.signInAs({ sub: 'new', email: 'nora@guests.test', email_verified: true, name: 'Nora' })
    await guest.page.getByRole('button', { name: 'Sign in with Acme' }).click()
    await guest.page.getByRole('navigation', { name: 'Main' }).waitFor()
    // The provider remembers her: the same person visits the portal, without the role.
    await guest.page.goto(`${console.address}/sign-in/with/acme`)
    await guest.page.getByRole('button', { name: 'Continue' }).click()
    await guest.page.getByText('Nora', { exact: true }).waitFor()
    expect(guest.page.url()).toBe(`${console.address}/`)

    await choose(page, 'Acme', 'Test')
    const check = dialog(page, 'Test Acme')
    await check.getByText(`${acme.issuer} answers, and knows the client.`).waitFor()
    await check.getByRole('button', { name: 'Close' }).last().click()
    await choose(page, 'Acme', 'Redirect addresses')
    const addresses = dialog(page, 'Redirect addresses of Acme')
    await addresses.getByText(`${console.address}/sign-in/with/acme/callback`).waitFor()
    await addresses.getByRole('button', { name: 'Close' }).last().click()
    await choose(page, 'Acme', 'Edit')
    const edit = dialog(page, 'Edit Acme')
    await edit.getByLabel('Name').fill('Acme accounts')
    await edit.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Acme accounts is saved. All processes use it now.')
    await choose(page, 'Acme accounts', 'Disable')
    await question(page, 'Disable Acme accounts').getByRole('button', { name: 'Disable' }).click()
    await row(page, 'Acme accounts').getByText('disabled', { exact: true }).waitFor()
    await guest.page.reload()
    await guest.page.getByText('Nora', { exact: true }).waitFor({ state: 'detached' })
    await guest.page.context().close()
    await choose(page, 'Acme accounts', 'Enable')
    await said(page, 'Acme accounts is enabled.')

    await choose(page, 'Acme accounts', 'Remove')
    await question(page, 'Remove Acme accounts').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No provider is configured').waitFor()
    await page.getByRole('link', { name: 'General', exact: true }).click()
    await fill('Name of the installation', 'Acme feedback')
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, 'The settings are saved.')
    await page.getByRole('banner').getByText('Acme feedback').waitFor()
    await fill('Name of the installation', 'Earshot')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('banner').getByText('Earshot').waitFor()
    expect(errors).toEqual([])
  })

  test('what waits on the portal is set for new forums, with words and limits', async () => {
    const { page, errors } = await console.open('/settings/moderation')
    await page.getByLabel('Words that hold a text').fill('casino\n cheap watches \n\n')
    await page.getByLabel('Reports that hide something').fill('5')
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, 'The moderation is saved.')
    const { settings } = (await console.at.get('/settings')).body
    expect(settings).toMatchObject({
      held_words: { value: ['casino', 'cheap watches'] },
      reports_to_hide: { value: 5 },
      votes_per_hour: { source: 'default' },
    })
    await console.at.put('/settings', { held_words: null, reports_to_hide: null })
    expect(errors).toEqual([])
  })

  test('a custom field becomes a question of the portal, and none again', async () => {
    const name = `Device ${randomBytes(3).toString('hex')}`
    const stored = async () =>
      (await console.at.get('/custom_fields?sort=-id&per_page=1')).body.custom_fields[0]
    const { page, errors } = await console.open('/settings/fields')
    await page.getByRole('button', { name: 'New field' }).first().click()
    const form = dialog(page, 'New field')
    await form.getByLabel('Name').fill(name)
    expect(await form.getByLabel('Answers to choose from').count()).toBe(0)
    await form.getByText('Ask for it when somebody suggests something').click()
    await form.getByLabel('Position').fill('3')
    await form.getByLabel('Answers to choose from').fill(' Phone \nTablet\n\n')
    await form.getByText('An answer is required').click()
    await form.getByRole('button', { name: 'Create' }).click()
    await said(page, `“${name}” created.`)
    expect(await stored()).toMatchObject({
      portal_position: 3,
      portal_required: true,
      portal_public: false,
      portal_choices: ['Phone', 'Tablet'],
    })
    await row(page, name).getByText('Required on the portal').waitFor()
    await choose(page, name, 'Edit')
    const edited = dialog(page, 'Edit field')
    await edited.getByText('Ask for it when somebody suggests something').click()
    await edited.getByRole('button', { name: 'Save' }).click()
    await said(page, `“${name}” saved.`)
    expect(await stored()).toMatchObject({ portal_position: null })
    expect(errors).toEqual([])
  })

  test('a key for portal sign-in is made, tried and revoked', async () => {
    const { page, errors } = await console.open('/settings/portal-sign-in')
    await page.getByRole('button', { name: 'New key' }).first().click()
    await dialog(page, 'New key').getByLabel('Name').fill('Shop')
    await dialog(page, 'New key').getByRole('button', { name: 'Create' }).click()
    const shown = dialog(page, 'Key of Shop')
    const key = await shown.locator('code').first().textContent()
    await shown.getByRole('button', { name: 'I have stored it' }).click()
    await row(page, 'Shop').getByText('never').waitFor()

    const sign = (claims: object) =>
      new SignJWT({ guid: '4711', email: 'ann@shop.test', display_name: 'Ann', ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('5m')
        .sign(Buffer.from(key ?? ''))
    await page.getByRole('button', { name: 'Check a token' }).click()
    const check = dialog(page, 'Check a token')
    await check.getByLabel('Token').fill(await sign({ email: 'ann' }))
    await check.getByRole('button', { name: 'Check', exact: true }).click()
    await check.getByText('email: required, an e-mail address.').waitFor()
    await check.getByLabel('Token').fill(await sign({}))
    await check.getByRole('button', { name: 'Check', exact: true }).click()
    await check.getByText('The token is accepted.').waitFor()
    await check.getByText('Ann, ann@shop.test').waitFor()
    await page.keyboard.press('Escape')

    const visit = await watchPage(await newContext(console.browser, 1280, 'light'))
    await visit.page.goto(`${console.address}/?sso=${await sign({})}`)
    await visit.page.getByText('Ann', { exact: true }).click()
    expect(visit.page.url()).toBe(`${console.address}/`)
    await visit.page.getByRole('button', { name: 'Sign out' }).click()
    await visit.page.getByText('Ann', { exact: true }).waitFor({ state: 'detached' })
    await visit.page.context().close()

    await page.reload()
    await choose(page, 'Shop', 'Revoke')
    const confirm = question(page, 'Revoke Shop')
    await confirm.getByRole('textbox').fill('Shop')
    await confirm.getByRole('button', { name: 'Revoke' }).click()
    await row(page, 'Shop').getByText('revoked').waitFor()
    expect(errors).toEqual([])
  })

  test('a client is revoked while it is used', async () => {
    const { page, errors } = await console.open('/settings/api-clients')
    await page.getByRole('button', { name: 'New API client' }).first().click()
    const form = dialog(page, 'New API client')
    await form.getByLabel('Name').fill('CRM sync')
    await form.getByRole('button', { name: 'Create' }).click()
    const shown = dialog(page, 'Secret of CRM sync')
    await shown.locator('code').nth(1).waitFor()
    const [key, secret] = await shown.locator('code').allTextContents()
    await shown.getByRole('button', { name: 'I have stored it' }).click()
    await row(page, 'CRM sync').getByText('never').waitFor()

    // A public one has no secret, and stays public until it gets one.
    await page.getByRole('button', { name: 'New API client' }).first().click()
    await form.getByLabel('Name').fill('Phone app')
    const isPublic = page.getByRole('checkbox', { name: /^Public:/ })
    await isPublic.check({ force: true })
    // A wrong key loses nothing.
    await page.keyboard.press('Escape')
    await question(page, 'Discard your changes?').getByRole('button', { name: 'Cancel' }).click()
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await row(page, 'Phone app').waitFor()
    expect((await console.at.get('/api_clients')).body.api_clients).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Phone app', is_public: true })]),
    )
    await choose(page, 'Phone app', 'Edit')
    await page.getByText('It has no secret.').waitFor()
    expect(await isPublic.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')

    const answer = await fetch(`${console.address}/api/v2/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: key ?? '',
        client_secret: secret ?? '',
      }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    const use = async (path: string) =>
      (
        await fetch(`${console.address}/api/v2/admin${path}`, {
          headers: { authorization: `Bearer ${access_token}` },
        })
      ).status
    expect(await use('/suggestions')).toBe(200)
    // Outside its scopes.
    expect(await use('/users')).toBe(403)
    const statuses: number[] = []
    let isStopped = false
    const program = (async () => {
      while (!isStopped) statuses.push(await use('/labels'))
    })()

    await page.reload()
    await row(page, 'CRM sync').getByText('never').waitFor({ state: 'detached' })
    await choose(page, 'CRM sync', 'Revoke')
    const asked = question(page, 'Revoke CRM sync')
    await asked.getByLabel('Type “CRM sync” to confirm').fill('CRM sync')
    await asked.getByRole('button', { name: 'Revoke' }).click()
    await said(page, '“CRM sync” is revoked.')
    await expect.poll(() => statuses.at(-1)).toBe(401)
    isStopped = true
    await program
    expect(statuses.indexOf(401)).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set([200, 401]))
    await row(page, 'CRM sync').getByText('revoked').waitFor()
    expect(errors).toEqual([])
  })

  test('a person changes their name and password on the profile page', async () => {
    const person = await aPerson(console.at, 'viewer')
    const { page, errors } = await console.open('/profile', { person, isShared: false })
    const submit = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.getByText('Change name', { exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('Renamed Person')
    await submit('Save')
    await page.getByRole('status').getByText('The name was changed.').waitFor()
    await page.getByRole('heading', { name: 'Renamed Person' }).waitFor()
    const form = page.locator('details[open]')
    const changePassword = async (password: string) => {
      await form.getByLabel('Your current password').fill(PASSWORD)
      await form.getByLabel('New password').fill(password)
      await page.keyboard.press('Enter')
    }
    await page.locator('summary').getByText('Change password').click()
    await changePassword('short')
    await page.getByRole('alert').getByText('It must have at least 12.').waitFor()
    await changePassword('nine green umbrellas')
    await page.getByText('The password was changed.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  })

  test('a failed job is retried, and the audit log tells all of it', async () => {
    await aFailedJob(console.at.db, 'The bucket does not answer.')
    const { page, errors } = await console.open('/settings/jobs')
    await row(page, 'The bucket does not answer.').getByText('failed').waitFor()
    expect(await page.getByText('payload').count()).toBe(0)
    await row(page, 'The bucket does not answer.').getByRole('button', { name: /Retry/ }).click()
    await said(page, 'The job runs again soon.')
    await row(page, 'The bucket does not answer.').getByText('waiting').waitFor()

    const actions = await auditedActions()
    for (const action of [
      'settings_changed',
      'invitation_created',
      'client_revoked',
      'job_retried',
    ])
      expect(actions).toContain(action)
    await page.getByRole('link', { name: 'Audit log' }).click()
    const grid = page.getByRole('grid', { name: 'Audit log' })
    await grid.getByText('Job retried').waitFor()
    await page.getByRole('button', { name: 'Any action' }).click()
    await page.getByRole('option', { name: 'API client revoked' }).click()
    await page.waitForURL(/action=client_revoked/)
    await grid.getByText('Job retried').waitFor({ state: 'detached' })
    await grid.getByText('API client revoked').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const file = await (await download.createReadStream()).toArray()
    const lines = Buffer.concat(file).toString().trim().split('\r\n')
    expect(lines[0]).toContain('Time,Action,Person')
    expect(lines.slice(1)).toHaveLength(1)
    expect(lines[1]).toContain('client_revoked')
    // An entry in full, with the way to what it is about.
    await grid.getByText('API client revoked').click()
    const entry = dialog(page, 'API client revoked')
    await entry.getByText('The owner').first().waitFor()
    await entry.getByRole('link', { name: /CRM sync/ }).click()
    await row(page, 'CRM sync').getByText('revoked').waitFor()
    await page.goBack()
    await entry.waitFor()
    await page.keyboard.press('Escape')
    await entry.waitFor({ state: 'detached' })
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.fill('nothing like this')
    await search.press('Enter')
    await page.waitForURL(/q=nothing/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await grid.getByText('Job retried').waitFor()
    expect(errors).toEqual([])
  })

  test('a role is changed and changed back', async () => {
    const { page } = await console.open('/settings/people')
    await choose(page, 'Vera Guest', 'Change role')
    await page.getByRole('button', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'contributor' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Vera Guest has the role contributor now.')
    await row(page, 'Vera Guest').getByText('contributor').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Vera Guest').getByText('viewer').waitFor()
  })

  describe('every section', () => {
    let forum: number

    beforeAll(async () => {
      const { db } = console.at
      const long = 'A very long name of a category that somebody wrote without thinking of phones'
      forum = await aForum(db, 'Product')
      for (const name of ['Invoices', long])
        await insert(db, 'categories', { name, forum_id: forum })
      const kind = await insert(db, 'labels', { name: 'Kind', full_name: 'Kind' })
      for (const name of ['bug', 'wish'])
        await insert(db, 'labels', {
          name,
          full_name: `Kind / ${name}`,
          level: 1,
          parent_id: kind,
        })
      await insert(db, 'statuses', { name: 'planned', hex_color: '#2f80ed', position: 1 })
      await insert(db, 'statuses', {
        name: 'completed',
        hex_color: '#2e8540',
        position: 2,
        is_open: false,
      })
      for (const [object_type, key, name] of [
        ['suggestions', 'cf_effort', 'Effort'],
        ['external_accounts', 'cf_region', 'Region'],
      ])
        await insert(db, 'custom_fields', { object_type, key, name, field_type: 'number' })
      await aFailedJob(db, 'The mail server refused the connection (ECONNREFUSED).')
      await console.at.made('/invitations', { email: 'ida@guests.test', role: 'admin' })
      await console.at.aClient({ name: 'Nightly export', scopes: ['feedback:read'] })
      await console.at.made('/sso_keys', { name: 'Website' })
      const issuer = 'https://login.customers.test/realms/a-very-long-name-of-a-realm'
      for (const [name, more] of Object.entries({
        Customers: { available_to: 'end_users' },
        Colleagues: { available_to: 'both', is_enabled: false },
      }))
        await console.at.made('/oidc_providers', { name, issuer, ...CLIENT, ...more })
    })

    test.each([
      ['forums', 'Product'],
      ['categories', 'A very long name'],
      ['labels', 'wish'],
      ['statuses', 'completed'],
      ['fields', 'Effort'],
      ['people', 'ida@guests.test'],
      ['roles', 'Saved views'],
      ['api-clients', 'Nightly export'],
      ['sign-in', 'Customers'],
      ['portal-sign-in', 'Website'],
      ['moderation', 'Words that hold a text'],
      ['general', 'Name of the installation'],
      ['mail', 'Send a test mail to me'],
      ['limits', 'Uploads at the same time, per client'],
      ['jobs', 'The mail server refused'],
      ['audit', 'API client created'],
      ['about', '@aws-sdk/client-s3'],
    ])('%s', async (section, text) => {
      const path = section === 'categories' ? `categories?forum=${forum}` : section
      await expectGoodScreen(
        console,
        { name: `settings-${section}`, path: `/settings/${path}` },
        (page) => page.getByText(text).filter({ visible: true }).first().waitFor(),
      )
    })

    test('the list of sections, forms, and what is refused', async () => {
      await expectGoodScreen(console, { name: 'settings', path: '/settings' }, (page) =>
        page.getByRole('link', { name: 'Custom fields' }).waitFor(),
      )
      await expectGoodScreen(
        console,
        { name: 'settings-status-form', path: '/settings/statuses' },
        async (page) => {
          await page.getByRole('button', { name: 'New status' }).first().click()
          await dialog(page, 'New status').waitFor()
        },
      )
      await expectGoodScreen(
        console,
        { name: 'settings-client-form', path: '/settings/api-clients' },
        async (page) => {
          await page.getByRole('button', { name: 'New API client' }).first().click()
          await dialog(page, 'New API client').waitFor()
        },
      )
      await expectGoodScreen(
        console,
        { name: 'settings-provider-form', path: '/settings/sign-in' },
        async (page) => {
          await choose(page, 'Colleagues', 'Edit')
          await dialog(page, 'Edit Colleagues').waitFor()
        },
      )
      await expectGoodScreen(
        console,
        { name: 'settings-forum-form', path: '/settings/forums' },
        async (page) => {
          await choose(page, 'Product', 'Edit')
          await dialog(page, 'Edit forum').waitFor()
        },
      )
      await expectGoodScreen(
        console,
        { name: 'settings-sessions', path: '/settings/people' },
        async (page) => {
          await page
            .getByRole('button', { name: /^Actions for The owner/ })
            .first()
            .click()
          await page.getByRole('menuitem', { name: 'Sessions' }).click()
          await page.getByRole('dialog').getByText('by password').first().waitFor()
        },
      )
      for (const section of ['people', 'nothing'])
        await expectGoodScreen(
          console,
          {
            name: `settings-refused_${section}`,
            path: `/settings/${section}`,
            visit: { role: 'viewer' },
          },
          (page) => page.getByText(section === 'people' ? 'needs the role' : 'Not found').waitFor(),
        )
    })
  })
})
