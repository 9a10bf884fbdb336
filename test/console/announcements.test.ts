// Announcements in a browser: written with a preview, published now or at a time, and found again from a suggestion.
import { sql } from 'kysely'
import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectGoodScreen, startConsole, type TestConsole } from '../support/console.ts'
import { aForum, aSuggestion, aSupporter, aUser } from '../support/factories.ts'
import type { Shown } from '../support/service.ts'

describe.skipIf(!hasBrowser)('announcements', () => {
  let console: TestConsole
  let dark: number

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    const forum = await aForum(db, 'Ideas')
    dark = await aSuggestion(db, forum, 'Dark mode', { state: 'published' })
    await aSupporter(db, dark, await aUser(db, 'ann@example.test'))
  })

  const idOf = (page: Page) => Number(/announcements\/(\d+)/.exec(page.url())?.[1])
  const shown = (id: number): Promise<Shown> => console.at.shown(`/announcements/${id}`)
  const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
  const toast = (page: Page, text: string) =>
    page.getByRole('alertdialog').filter({ hasText: text })

  test('is written with a preview, published, undone and scheduled', async () => {
    const { page, errors } = await console.open('/announcements')
    await page.getByRole('heading', { name: 'No announcements yet' }).waitFor()
    await page.getByRole('button', { name: 'New announcement' }).first().click()
    await page.getByLabel('Title', { exact: true }).fill('Dark mode is here')
    await page.getByText('New', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Text' }).fill('**Try it**')
    await preview(page).getByRole('heading', { name: 'Dark mode is here' }).waitFor()
    await preview(page).locator('strong', { hasText: 'Try it' }).waitFor()

    await page.getByRole('button', { name: 'Link a suggestion' }).click()
    await page.getByRole('option', { name: /Dark mode/ }).click()
    await preview(page).getByText('Dark mode', { exact: true }).waitFor()

    const png = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'navy' } })
      .png()
      .toBuffer()
    const picture = page.getByRole('region', { name: 'Picture' })
    await picture
      .locator('input[type=file]')
      .setInputFiles({ name: 'dark.png', mimeType: 'image/png', buffer: png })
    await picture.getByLabel('What the picture shows').fill('A dark page')
    await preview(page).getByRole('img', { name: 'A dark page' }).waitFor()
    await page.getByText('Notify supporters of the linked suggestions').click()

    await page.getByRole('button', { name: 'Create draft' }).click()
    await page.waitForURL(/announcements\/\d+$/)
    const id = idOf(page)
    expect(await shown(id)).toMatchObject({
      title: 'Dark mode is here',
      body: '**Try it**',
      types: ['new'],
      state: 'draft',
      picture_alt: 'A dark page',
      notify_supporters: true,
      links: { suggestions: [dark] },
    })

    // What is not saved is saved before it is published.
    await page.getByLabel('Title', { exact: true }).fill('Dark mode for everybody')
    await page.getByRole('button', { name: 'Publish…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish the announcement?' })
    await dialog.getByText('It concerns one person who receives notifications.').waitFor()
    await dialog.getByText('Everybody sees it.').waitFor()
    await dialog.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText(/^Published on/).waitFor()
    expect(await shown(id)).toMatchObject({
      title: 'Dark mode for everybody',
      state: 'published',
    })
    await toast(page, 'Announcement published.').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Only the team sees it').waitFor()
    expect((await shown(id)).state).toBe('draft')

    await page.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('radio', { name: 'At a time' }).click()
    await dialog.getByLabel('Date and time').fill('2020-01-01T09:00')
    await dialog.getByText('This time has passed.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Schedule' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Date and time').fill('2100-01-01T09:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await page.getByText(/^Will be published on/).waitFor()
    // The time that the person chose, in their time zone.
    const local = await page.evaluate(`new Date('2100-01-01T09:00').toISOString()`)
    expect(new Date((await shown(id)).publish_at).toISOString()).toBe(local)
    await page.getByRole('button', { name: 'Cancel schedule' }).click()
    await page.getByText('Only the team sees it').waitFor()

    await page.getByRole('link', { name: 'Dark mode', exact: true }).click()
    await page.getByRole('tab', { name: 'Related' }).click()
    const related = page.getByRole('region', { name: 'Announcements' })
    await related.getByRole('link', { name: 'Dark mode for everybody' }).click()
    await page.waitForURL(/announcements\/\d+$/)
    expect(errors).toEqual([])
  })

  test('asks who wins when two people save, and before changes are lost', async () => {
    const { id } = await console.at.made('/announcements', { title: 'Two authors', body: 'Ours' })
    const { page } = await console.open('/announcements', { isUncached: true })
    const editor = Promise.withResolvers<Route>()
    await page.route('**/assets/editor-*.js', editor.resolve)
    await page.getByText('Two authors', { exact: true }).click()
    // What is selected before the editor is loaded is replaced by what is typed afterwards.
    await page.getByRole('textbox', { name: 'Text' }).selectText()
    await (await editor.promise).continue()
    await page.getByRole('button', { name: 'Bold' }).waitFor()
    await page.keyboard.type('Mine')
    await sql`update announcements set body = 'Theirs', updated_at = now() where id = ${id}`.execute(
      console.at.db,
    )
    await page.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('alertdialog').filter({ hasText: 'Theirs' })
    await conflict.getByRole('button', { name: /mine/i }).click()
    await expect.poll(async () => (await shown(id)).body).toBe('Mine')

    await page.getByLabel('Title', { exact: true }).fill('Unsaved')
    await page.getByRole('link', { name: 'Announcements' }).first().click()
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { name: 'Announcements', exact: true }).waitFor()
    expect((await shown(id)).title).toBe('Two authors')
  })

  test('is deleted and restored, and viewers only read', async () => {
    const { id } = await console.at.made('/announcements', { title: 'Short-lived', body: 'Text' })
    const { page } = await console.open(`/announcements/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(/announcements$/)
    expect((await console.at.get(`/announcements/${id}`)).status).toBe(404)
    await toast(page, 'deleted').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Short-lived', { exact: true }).waitFor()
    expect((await shown(id)).body).toBe('Text')
    await page.close()

    const { page: other, errors } = await console.open('/announcements', { role: 'viewer' })
    await other.getByText('Short-lived', { exact: true }).waitFor()
    expect(await other.getByRole('button', { name: 'New announcement' }).count()).toBe(0)
    await other.goto(`${console.address}/admin/announcements/${id}`)
    await preview(other).getByText('Text', { exact: true }).waitFor()
    expect(await other.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await other.goto(`${console.address}/admin/announcements/new`)
    await other.getByRole('heading', { name: 'You cannot write announcements' }).waitFor()
    expect(errors).toEqual([])
    await other.goto(`${console.address}/admin/announcements/999999`)
    await other.getByRole('heading', { name: 'Not found' }).waitFor()
  })

  test('every state is accessible on wide and narrow screens', async () => {
    const { at } = console
    const links = { suggestions: [dark] }
    const text = { body: 'Try **it**\n\n- one\n- two', body_mime_type: 'text/markdown' }
    const { id } = await at.made('/announcements', {
      title: 'A long title about what is new in the application since last week',
      types: ['new', 'fixed'],
      notify_supporters: true,
      ...text,
      links,
    })
    await at.put(`/announcements/${id}/publish`, {})
    await expectGoodScreen(console, { name: 'announcements', path: '/announcements' }, (page) =>
      page.getByText(/^A long title/).waitFor(),
    )
    await expectGoodScreen(
      console,
      { name: 'announcement', path: `/announcements/${id}` },
      async (page) => {
        await preview(page).locator('strong').waitFor()
        await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
        await preview(page).getByText('Dark mode', { exact: true }).waitFor()
        await page.getByText('It concerns one person who receives notifications.').waitFor()
      },
    )
    const draft = await at.made('/announcements', { title: 'Soon', ...text, links })
    for (const name of ['announcement-publish', 'announcement-publish-narrow'])
      await expectGoodScreen(
        console,
        { name, path: `/announcements/${draft.id}` },
        async (page) => {
          await page.getByRole('button', { name: 'Publish…' }).click()
          await page.getByRole('radio', { name: 'At a time' }).click()
          await page.getByText('Nobody is notified.').waitFor()
        },
      )
    await expectGoodScreen(
      console,
      { name: 'announcements-none', path: '/announcements?state=scheduled' },
      (page) => page.getByText('No announcement is in this state.').waitFor(),
    )
  })
})
