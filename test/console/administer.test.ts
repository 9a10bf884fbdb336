// Creating, changing and merging what the feedback belongs to: people, accounts, labels, forums and what the settings list.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import {
  aCustomField,
  aForum,
  anExternalUser,
  aSuggestion,
  aSupporter,
  aUser,
  insert,
} from '../support/factories.ts'

describe.skipIf(!hasBrowser)('administering', () => {
  let console: TestConsole
  let ideas: number
  let dark: number

  const read = async (path: string) => (await console.at.get(path)).body
  const said = (page: Page, text: string | RegExp) => page.getByText(text).waitFor()
  const more = async (page: Page, name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    ideas = await aForum(db, 'Ideas')
    dark = await aSuggestion(db, ideas, 'Dark mode', { state: 'published' })
    await aCustomField(db, 'external_accounts', 'cf_region', 'text')
  })

  test('a person is created and changed', async () => {
    const { page, errors } = await console.open('/users')
    await page.getByRole('button', { name: 'New person', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'New person' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Nora New')
    await form.getByRole('textbox', { name: 'E-mail address' }).fill('nora@new.test')
    await form.getByRole('button', { name: 'Create person' }).click()
    await said(page, 'Nora New was created.')
    const record = page.getByRole('article', { name: 'Nora New' })
    await record.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit person' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit person' })
    await edit.getByRole('textbox', { name: 'Name' }).fill('Nora Newman')
    await edit.getByRole('textbox', { name: 'E-mail address' }).fill('nora@newman.test')
    await edit.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Nora Newman was saved.')
    expect((await read('/users?q=nora@newman')).users).toMatchObject([{ name: 'Nora Newman' }])
    // Somebody has it.
    await page.getByRole('button', { name: 'New person', exact: true }).click()
    await form.getByRole('textbox', { name: 'E-mail address' }).fill('Nora@newman.test')
    await form.getByRole('button', { name: 'Create person' }).click()
    await said(page, 'Somebody with this address exists already.')
    expect(errors).toEqual([])
  })

  test('two people become one', async () => {
    const { db } = console.at
    const from = await aUser(db, 'ann@work.test', { name: 'Ann at work' })
    const to = await aUser(db, 'ann@home.test', { name: 'Ann at home' })
    await anExternalUser(db, from, 'crm-ann', {})
    await aSupporter(db, dark, from)
    const { page } = await console.open(`/users/${to}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge with another person…' }).click()
    await page.getByRole('button', { name: 'Choose a person' }).click()
    await page.getByRole('searchbox', { name: 'Name or e-mail address' }).fill('ann at work')
    await page.getByRole('option', { name: /Ann at work/ }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Merge Ann at work into Ann at home' })
    await confirm
      .getByRole('region', { name: 'Moves to Ann at home' })
      .getByText('1 vote')
      .waitFor()
    const merge = confirm.getByRole('button', { name: 'Merge people' })
    expect(await merge.isDisabled()).toBe(true)
    await confirm.getByRole('textbox').fill('ann@work.test')
    await merge.click()
    await said(page, 'Ann at work was merged into Ann at home.')
    expect((await console.at.get(`/users/${from}`)).status).toBe(404)
    expect((await read(`/supporters?suggestion=${dark}`)).supporters[0].links.user).toBe(to)
  })

  test('an account is created with its custom fields', async () => {
    const { page } = await console.open('/accounts')
    await page.getByRole('button', { name: 'New account', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'New account' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Acme Ltd')
    await form.getByRole('textbox', { name: /id/i }).fill('acme')
    await form.getByRole('spinbutton').first().fill('1200.5')
    await form.getByRole('textbox', { name: 'cf_region' }).fill('North')
    await form.getByRole('button', { name: 'Create account' }).click()
    await said(page, 'Acme Ltd was created.')
    await page.getByRole('article', { name: 'Acme Ltd' }).waitFor()
    expect((await read('/external_accounts?external_id=acme')).external_accounts).toMatchObject([
      { name: 'Acme Ltd', mrr: 1200.5, cf_region: 'North' },
    ])
    await page.getByRole('button', { name: 'New account', exact: true }).click()
    await form.getByRole('textbox', { name: 'Name' }).fill('Another')
    await form.getByRole('textbox', { name: /id/i }).fill('acme')
    await form.getByRole('button', { name: 'Create account' }).click()
    await said(page, 'An account with this id exists already.')
  })

  test('a label is merged into another', async () => {
    const [from, to] = [
      await console.at.made('/labels', { name: 'bugs' }),
      await console.at.made('/labels', { name: 'defects' }),
    ]
    await console.at.post('/labels/attach', { links: { label: from.id, suggestion: dark } })
    const { page } = await console.open('/settings/labels')
    await more(page, 'bugs', 'Merge into another label…')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('One suggestion gets the other label').waitFor()
    await dialog.getByRole('combobox').fill('defe')
    await page.getByRole('option', { name: 'defects' }).click()
    await dialog.getByRole('button', { name: 'Merge labels' }).click()
    await said(page, '“bugs” is now “defects”.')
    expect((await read(`/suggestions/${dark}`)).suggestions[0].links.labels).toEqual([to.id])
  })

  test('a forum is deleted, and what was in it moves', async () => {
    const { db } = console.at
    const old = await aForum(db, 'Old forum')
    await insert(db, 'categories', { name: 'Reports', forum_id: old })
    const moved = await aSuggestion(db, old, 'Moves along', { state: 'published' })
    const { page } = await console.open('/settings/forums')
    await more(page, 'Old forum', 'Delete')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Its suggestion moves to the forum that you choose').waitFor()
    await dialog.getByRole('combobox').fill('Ide')
    await page.getByRole('option', { name: 'Ideas' }).click()
    await dialog.getByRole('button', { name: 'Move and delete' }).click()
    await said(page, /What was in “Old forum” moves to “Ideas”/)
    await page.getByRole('row', { name: /Old forum/ }).waitFor({ state: 'detached' })
    expect((await read(`/suggestions/${moved}`)).suggestions[0].links.forum).toBe(ideas)
  })

  test('feature statuses, product areas and teams', async () => {
    const { page, errors } = await console.open('/settings/feature-statuses')
    for (const [path, name, collection] of [
      ['feature-statuses', 'feature status', 'feature_statuses'],
      ['product-areas', 'product area', 'product_areas'],
      ['teams', 'team', 'teams'],
    ] as const) {
      await page.goto(`${console.address}/admin/settings/${path}`)
      await page
        .getByRole('button', { name: `New ${name}` })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('First one')
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
      await said(page, '“First one” created.')
      await more(page, 'First one', 'Edit')
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Second one')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Actions for Second one' }).waitFor()
      const names = (await read(`/${collection}`))[collection].map(
        (one: { name: string }) => one.name,
      )
      expect(names).toContain('Second one')
      await more(page, 'Second one', 'Delete')
      await page.getByRole('alertdialog').getByRole('textbox').fill('Second one')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page
        .getByRole('button', { name: 'Actions for Second one' })
        .waitFor({ state: 'detached' })
    }
    expect(errors).toEqual([])
  })

  test('texts of the portal are translated', async () => {
    const { page } = await console.open('/settings/translations')
    await page.getByRole('textbox', { name: 'Language' }).fill('fr')
    await page.getByRole('searchbox', { name: 'Search texts' }).fill(`forum.${ideas}.name`)
    const field = page.getByRole('textbox', { name: `Translation of forum.${ideas}.name` })
    await field.fill('Idées')
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, '1 translation saved.')
    expect((await read('/translatable_strings/fr')).plain).toEqual({
      [`forum.${ideas}.name`]: 'Idées',
    })
    await page.reload()
    expect(await field.inputValue()).toBe('Idées')
  })

  test('a long title is edited without breaking the page, and its length is shown', async () => {
    const long = await aSuggestion(console.at.db, ideas, 'x'.repeat(140), { state: 'published' })
    for (const width of [1280, 390]) {
      const { page } = await console.open(`/suggestions/${long}`, { width })
      await page.getByRole('button', { name: 'Edit Title' }).click()
      const field = page.getByRole('textbox', { name: 'Title' })
      await page.getByText('140 of 140 characters').waitFor()
      const isWider = await page.evaluate(
        'document.querySelector("main").scrollWidth > document.querySelector("main").clientWidth',
      )
      expect(isWider, String(width)).toBe(false)
      await field.fill('y'.repeat(142))
      await page.getByText('2 characters too many (at most 140)').waitFor()
      // It is not saved, and not lost.
      await page.keyboard.press('Enter')
      expect(await field.inputValue()).toHaveLength(142)
      await page.keyboard.press('Escape')
    }
  })

  test('the new screens are good screens', async () => {
    await console.at.post('/feature_statuses', { name: 'Planned', hex_color: '#2f6fde' })
    await expectGoodScreen(
      console,
      { name: 'settings_feature_statuses', path: '/settings/feature-statuses' },
      (page) => page.getByRole('button', { name: 'Actions for Planned' }).waitFor(),
    )
    await expectGoodScreen(
      console,
      { name: 'settings_translations', path: '/settings/translations?locale=fr' },
      (page) => page.getByRole('searchbox', { name: 'Search texts' }).waitFor(),
    )
    await expectGoodScreen(console, { name: 'accounts-new', path: '/accounts' }, async (page) => {
      await page.getByRole('button', { name: 'New account', exact: true }).click()
      await page.getByRole('dialog').waitFor()
    })
  })
})
