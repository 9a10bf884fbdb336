// The record of a suggestion in the console, as people use it: edit in place, answer, discuss, attach, moderate.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { onCleanup } from '../support/cleanup.ts'
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

/** A red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

describe.skipIf(!hasBrowser)('the record of a suggestion', () => {
  let console: TestConsole
  let forum: number
  let status: number

  beforeAll(async () => {
    console = await startConsole({ isShared: true })
    const { db } = console.at
    forum = await aForum(db, 'Ideas')
    status = await insert(db, 'statuses', { name: 'On the roadmap', hex_color: '#2a7d3f' })
  })

  const suggestion = (title: string, more = {}) =>
    aSuggestion(console.at.db, forum, title, { created_at: '2026-02-01T12:00:00Z', ...more })

  const stored = async (id: number): Promise<Record<string, unknown>> => {
    const { rows } = await sql<Record<string, unknown>>`
      select * from suggestions where id = ${id}`.execute(console.at.db)
    return rows[0] ?? {}
  }
  const storedIn = async (table: string, id: number): Promise<Record<string, unknown>[]> => {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where suggestion_id = ${id} order by id`.execute(
      console.at.db,
    )
    return rows
  }
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
  const edit = async (page: Page, label: string, text: string) => {
    await page.getByRole('button', { name: `Edit ${label}`, exact: true }).click()
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
  }
  const toast = (page: Page, text: string) =>
    page.getByRole('alertdialog').filter({ hasText: text }).first()
  const aFile = async (name: string): Promise<string> => {
    const directory = await mkdtemp(join(tmpdir(), 'earshot-drop-'))
    onCleanup(() => rm(directory, { recursive: true }))
    const path = join(directory, name)
    await writeFile(path, Buffer.from(PNG, 'base64'))
    return path
  }
  /** As the browser does it when a file is dragged from the desktop. */
  const dropFile = async (page: Page, target: Locator, path: string) => {
    const box = await target.boundingBox()
    const session = await page.context().newCDPSession(page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', {
        type,
        x: (box?.x ?? 0) + 40,
        y: (box?.y ?? 0) + (box?.height ?? 0) - 10,
        data: { items: [], files: [path], dragOperationsMask: 1 },
      })
  }
  const withoutStream = (page: Page) => page.route('**/admin/events', (route) => route.abort())

  test('title and description are edited in place, and the change is undone', async () => {
    const id = await suggestion('Dark mode')
    const { page, errors } = await console.open(`/suggestions/${id}`)
    await title(page, 'Dark mode').click()
    const field = page.getByRole('textbox', { name: 'Title' })
    await field.fill('Not this')
    await field.press('Escape')
    await title(page, 'Dark mode').waitFor()
    await edit(page, 'Title', 'Dark theme')
    await page.keyboard.press('Enter')
    await title(page, 'Dark theme').waitFor()
    await edit(page, 'Description', 'For the night.\n\nSee https://example.test/night.')
    await page.keyboard.press('Control+Enter')
    const link = page.getByRole('link', { name: 'https://example.test/night' })
    expect(await link.getAttribute('href')).toBe('https://example.test/night')
    await toast(page, 'Description saved.').waitFor()
    expect(await stored(id)).toMatchObject({
      title: 'Dark theme',
      body: 'For the night.\n\nSee https://example.test/night.',
    })
    await toast(page, 'Title saved.').getByRole('button', { name: 'Undo' }).click()
    await title(page, 'Dark mode').waitFor()
    await expect.poll(async () => (await stored(id)).title).toBe('Dark mode')
    expect(errors).toEqual([])
  })

  test.each([
    ['Keep mine', 'Mine'],
    ['Take theirs', 'Theirs'],
  ])('a conflict shows both versions: %s', async (choice, kept) => {
    const id = await suggestion('Before')
    const first = await console.open(`/suggestions/${id}`)
    const second = await console.open(`/suggestions/${id}`)
    await withoutStream(second.page)
    await second.page.reload()
    await edit(second.page, 'Title', 'Mine')
    await edit(first.page, 'Title', 'Theirs')
    await first.page.keyboard.press('Enter')
    await toast(first.page, 'Title saved.').waitFor()
    await second.page.keyboard.press('Enter')
    const dialog = second.page.getByRole('alertdialog', { name: 'Somebody changed this meanwhile' })
    await dialog.getByRole('figure', { name: 'Your version' }).getByText('Mine').waitFor()
    await dialog.getByRole('figure', { name: 'Their version' }).getByText('Theirs').waitFor()
    await dialog.getByRole('button', { name: choice }).click()
    await title(second.page, kept).waitFor()
    await expect.poll(async () => (await stored(id)).title).toBe(kept)
    // The browser logs the refused write.
    expect(second.errors.filter((error) => !/412|ERR_FAILED/.test(error))).toEqual([])
  })

  test('Escape in a conflict keeps both versions: theirs saved, mine offered again', async () => {
    const id = await suggestion('Before')
    const { page } = await console.open(`/suggestions/${id}`)
    await withoutStream(page)
    await page.reload()
    await edit(page, 'Title', 'Mine')
    await console.at.put(`/suggestions/${id}`, { title: 'Theirs' })
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog', { name: 'Somebody changed this meanwhile' }).waitFor()
    await page.keyboard.press('Escape')
    await title(page, 'Theirs').waitFor()
    const offered = page.getByRole('alert').filter({ hasText: 'Your text was not saved' })
    await offered.getByText('Mine').waitFor()
    await offered.getByRole('button', { name: 'Continue writing' }).click()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('textbox', { name: 'Title' }).press('Enter')
    await expect.poll(async () => (await stored(id)).title).toBe('Mine')
  })

  test('a long title stays on the page while it is edited, and says how much room is left', async () => {
    const id = await suggestion('x'.repeat(139))
    const { page } = await console.open(`/suggestions/${id}`, { width: 390 })
    await page.getByRole('button', { name: 'Edit title' }).click()
    await page.getByText('139 of 140 characters').waitFor()
    await page.getByRole('textbox', { name: 'Title' }).press('End')
    await page.keyboard.type('yz')
    await page.getByText('1 character too many').waitFor()
    expect(await page.evaluate('document.querySelector("main").scrollWidth')).toBe(390)
  })

  test('changes of different properties at once are both kept', async () => {
    const id = await suggestion('Together')
    const { page } = await console.open(`/suggestions/${id}`)
    await withoutStream(page)
    await page.reload()
    await edit(page, 'Title', 'Together at last')
    await console.at.put(`/suggestions/${id}`, { body: 'By the API' })
    await page.keyboard.press('Enter')
    await toast(page, 'Title saved.').waitFor()
    await page.getByText('By the API').waitFor()
    expect(await stored(id)).toMatchObject({ title: 'Together at last', body: 'By the API' })
  })

  test('a change by somebody else appears at once, and warns who edits the same', async () => {
    const id = await suggestion('Live')
    const { page, errors } = await console.open(`/suggestions/${id}`)
    await title(page, 'Live').waitFor()
    await page.waitForTimeout(500)
    await console.at.put(`/suggestions/${id}`, { title: 'Live and well' })
    await title(page, 'Live and well').waitFor()
    await edit(page, 'Title', 'My own')
    await console.at.put(`/suggestions/${id}`, { title: 'Live again' })
    const warning = page.getByRole('alert').filter({ hasText: 'Somebody changed this meanwhile' })
    await warning.getByText('Live again').waitFor()
    await warning.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('textbox', { name: 'Title' }).press('Enter')
    await title(page, 'My own').waitFor()
    await expect.poll(async () => (await stored(id)).title).toBe('My own')
    expect(errors).toEqual([])
  })

  test('a status is set with an answer, and undone', async () => {
    const id = await suggestion('Answer me')
    await aSupporter(console.at.db, id, await aUser(console.at.db, 'fan@customer.test'))
    const { page, person, errors } = await console.open(`/suggestions/${id}`)
    await title(page, 'Answer me').waitFor()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: 'Set status' })
    // Without a mail server nobody can be notified, and the dialog says so first.
    await dialog.getByText('Nobody can be notified').waitFor()
    expect(await dialog.getByRole('checkbox').isDisabled()).toBe(true)
    const display = { installation_name: 'Earshot', currency: null, has_mail: true }
    await page.route('**/api/v2/admin/settings/display', (route) =>
      route.fulfill({ json: { display } }),
    )
    await page.reload()
    await title(page, 'Answer me').waitFor()
    await page.keyboard.press('e')
    await dialog.getByRole('button', { name: /Status/ }).click()
    await page.getByRole('option', { name: 'On the roadmap' }).click()
    await dialog.getByLabel('Answer').fill('We begin in spring.')
    await dialog.getByText('Notify the person who follows it').click()
    await dialog.getByText('By e-mail to fan').waitFor()
    await page.keyboard.press('Control+Enter')
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.getByText('We begin in spring.').waitFor()
    expect(await storedIn('status_updates', id)).toMatchObject([
      {
        body: 'We begin in spring.',
        new_status_id: status,
        supporters_notified: true,
        user_id: person.id,
      },
    ])
    expect((await stored(id)).status_id).toBe(status)
    await page.keyboard.press('u')
    await answer.waitFor({ state: 'detached' })
    expect(await storedIn('status_updates', id)).toEqual([])
    // Undo deletes the answer first, which shows at once.
    await expect.poll(async () => (await stored(id)).status_id).toBeNull()
    expect(errors).toEqual([])
  })

  test('a supporter is added on behalf, with account and revenue, and removed', async () => {
    const { db } = console.at
    const id = await suggestion('Support me')
    const ann = await aUser(db, 'ann@acme.test', { name: 'Ann Acme' })
    const acme = await anAccount(db, 'acme', { name: 'Acme Ltd', plan: 'gold', mrr: 1200 })
    await anExternalUser(db, ann, 'u-ann', { external_account_id: acme })
    const { page, person, errors } = await console.open(`/suggestions/${id}?tab=supporters`)
    await page.getByRole('button', { name: 'Add supporter' }).click()
    await page.getByRole('searchbox', { name: 'Name or e-mail address' }).fill('acme')
    await page.getByRole('option', { name: 'Ann Acme' }).click()
    const list = page.getByRole('list', { name: 'Supporters' })
    const row = list.getByRole('listitem').filter({ hasText: 'Ann Acme' })
    await row.getByText('Acme Ltd · gold').waitFor()
    await row.getByText('1,200').waitFor()
    expect(await storedIn('supporters', id)).toMatchObject([
      { user_id: ann, created_by_id: person.id, channel: 'admin' },
    ])
    await page.getByRole('button', { name: 'Add supporter' }).click()
    await page.getByRole('searchbox', { name: 'Name or e-mail address' }).fill('new@acme.test')
    await page.getByRole('option', { name: 'Create person new@acme.test' }).click()
    await list.getByText('new@acme.test').first().waitFor()
    expect(await storedIn('supporters', id)).toHaveLength(2)
    await row.getByRole('button', { name: 'Remove supporter Ann Acme' }).click()
    await row.waitFor({ state: 'detached' })
    await toast(page, 'Ann Acme no longer supports this.')
      .getByRole('button', { name: 'Undo' })
      .click()
    await row.waitFor()
    expect(await storedIn('supporters', id)).toHaveLength(2)
    expect(errors).toEqual([])
  })

  test('a feature is found while its name is typed, and a failed search says why', async () => {
    const { db } = console.at
    const id = await suggestion('Link me')
    for (let i = 0; i < 25; i++) await insert(db, 'features', { name: `Another ${i}` })
    const zebra = await insert(db, 'features', { name: 'Zebra crossing' })
    const { page } = await console.open(`/suggestions/${id}?tab=related`)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/v2/admin/features') asked.push(searchParams.get('q') ?? '')
    })
    await page.getByRole('button', { name: 'Link a feature' }).click()
    const find = page.getByRole('searchbox', { name: 'Find a feature' })
    const words = Array.from({ length: 13 }, (_, i) => `word${i}`).join(' ')
    await find.fill(words)
    await page.getByText('q: too many words (13). Maximum: 12 different words.').waitFor()
    await find.fill('')
    await page.getByRole('option', { name: 'Another 0' }).waitFor()
    const before = asked.length
    await find.pressSequentially('crossing', { delay: 10 })
    await page.getByRole('option', { name: 'Another 0' }).waitFor({ state: 'detached' })
    await page.getByRole('option', { name: 'Zebra crossing' }).click()
    const features = page.getByRole('list', { name: 'Features' })
    await features.getByText('Zebra crossing').waitFor()
    expect((await console.at.shown(`/features/${zebra}`)).links.suggestions).toEqual([id])
    expect(asked.slice(before)).toContain('crossing')
    // Not one request per key.
    expect(asked.length - before).toBeLessThan('crossing'.length)
  })

  test('comments, notes and replies', async () => {
    const id = await suggestion('Discuss me')
    const { page, person, errors } = await console.open(`/suggestions/${id}`, {
      role: 'contributor',
    })
    await page.getByLabel('New comment').fill('Which colours?')
    await page.keyboard.press('Control+Enter')
    const first = page.getByRole('list', { name: 'Comments' }).getByText('Which colours?')
    await first.waitFor()
    await toast(page, 'Comment added.').getByRole('button', { name: 'Undo' }).click()
    await first.waitFor({ state: 'detached' })
    await page.getByLabel('New comment').fill('Which colours?')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await first.waitFor()
    await page.getByRole('tab', { name: /Notes/ }).click()
    await page.getByLabel('New note').fill('Ask the designers.')
    await page.getByRole('button', { name: 'Add note' }).click()
    const notes = page.getByRole('list', { name: 'Notes' })
    await notes.getByText('Ask the designers.').waitFor()
    await notes.getByRole('button', { name: 'Reply' }).click()
    await page.getByRole('textbox', { name: 'New reply' }).fill('They said blue.')
    await page.keyboard.press('Control+Enter')
    await notes.getByRole('paragraph').filter({ hasText: 'They said blue.' }).waitFor()
    const [note] = await storedIn('notes', id)
    expect(await storedIn('notes', id)).toMatchObject([
      { body: 'Ask the designers.', parent_id: null, created_by_id: person.id },
      { body: 'They said blue.', parent_id: note?.id },
    ])
    await page.getByRole('tab', { name: /Comments/ }).click()
    await edit(page, 'Comment', 'Which colour?')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Which colour?').waitFor()
    await expect
      .poll(() => storedIn('comments', id))
      .toMatchObject([{ state: 'deleted' }, { body: 'Which colour?', created_by_id: person.id }])
    expect(errors).toEqual([])
  })

  test('a comment is formatted, shows a picture, mentions a colleague and uses a saved reply', async () => {
    const id = await suggestion('Formatted')
    const colleague = await aPerson(console.at, 'admin')
    await sql`update users set name = 'Ada Lovelace' where id = ${colleague.id}`.execute(
      console.at.db,
    )
    await insert(console.at.db, 'saved_replies', {
      title: 'Thanks',
      body: '**Thank you** for this.',
    })
    const { page, errors } = await console.open(`/suggestions/${id}`)
    await page.getByRole('button', { name: 'Bold' }).waitFor()
    const field = page.getByRole('textbox', { name: 'New comment' })
    await field.click()
    await page.keyboard.press('Control+b')
    await page.keyboard.type('Bold')
    await field.press('End')
    await page.keyboard.type('\n- one\ntwo\n\n@Ada L')
    await page.getByRole('option', { name: /Ada Lovelace/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('and ')
    await page.getByRole('button', { name: 'Saved replies' }).click()
    await page.keyboard.type('thank')
    await page.getByRole('option', { name: /Thanks/ }).click()
    expect(await field.inputValue()).toBe(
      `**Bold**\n- one\n- two\n\n[@Ada Lovelace](mention:${colleague.id}) and **Thank you** for this.`,
    )
    const picture = page.getByRole('button', { name: 'Add picture' })
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), picture.click()])
    await chooser.setFiles(await aFile('pixel.png'))
    await expect.poll(() => field.inputValue()).toContain('![pixel.png](/files/')
    const editor = page.locator('fieldset').filter({ has: field })
    await editor.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('img', { name: 'pixel.png' }).waitFor()
    expect(await preview.getByRole('listitem').allTextContents()).toEqual(['one', 'two'])
    await page.getByRole('button', { name: 'Write' }).click()
    await field.press('Control+Enter')
    const shown = page.getByRole('list', { name: 'Comments' })
    await shown.getByText('@Ada Lovelace').waitFor()
    expect(await shown.locator('strong').allTextContents()).toEqual(['Bold', 'Thank you'])
    const [comment] = await storedIn('comments', id)
    expect(comment).toMatchObject({ body_mime_type: 'text/markdown' })
    // The name of today, not that of the text.
    await sql`update users set name = 'Ada King' where id = ${colleague.id}`.execute(console.at.db)
    await page.reload()
    await shown.getByText('@Ada King').waitFor()
    const { body } = await console.at.get(`/comments?mention=${colleague.id}`)
    expect(body.comments).toHaveLength(1)
    const files = await console.at.get(`/attachments?suggestion=${id}`)
    expect(files.body.attachments).toHaveLength(1)
    expect(errors).toEqual([])
  })

  test('feedback of a customer is added, and makes a supporter', async () => {
    const id = await suggestion('Tell me')
    const { page, person, errors } = await console.open(`/suggestions/${id}?tab=feedback`)
    await page.getByRole('button', { name: 'Add feedback' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add feedback' })
    await dialog.getByLabel('Customer’s e-mail address').fill('not an address')
    await dialog.getByLabel('What they said').fill('We need this by May.')
    await page.keyboard.press('Control+Enter')
    await dialog.getByText('Check the spelling').waitFor()
    await dialog.getByLabel('Customer’s e-mail address').fill('may@customer.test')
    await dialog.getByRole('button', { name: 'Add feedback' }).click()
    await page.getByRole('list', { name: 'Feedback' }).getByText('We need this by May.').waitFor()
    expect(await storedIn('feedback_records', id)).toMatchObject([
      { body: 'We need this by May.', created_by_id: person.id },
    ])
    expect(await storedIn('supporters', id)).toMatchObject([{ how: 'feedback' }])
    // Also from the list of changes, where it is found again.
    await page.goto(`${console.address}/admin/changes`)
    const added = page.getByRole('listitem').filter({ hasText: 'Added · Feedback' }).first()
    await added.getByRole('button', { name: 'Undo' }).click()
    await added.getByText('Undone').waitFor()
    expect(await storedIn('supporters', id)).toEqual([])
    await added.getByRole('link', { name: 'Tell me' }).click()
    await page.getByRole('heading', { name: 'Tell me' }).waitFor()
    expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  })

  test('a comment is deleted, restored, and marked as spam', async () => {
    const id = await suggestion('Moderate me')
    await aComment(console.at.db, id, await aUser(console.at.db, 'troll@customer.test'), {
      body: 'Buy watches',
    })
    const { page } = await console.open(`/suggestions/${id}`)
    const comment = page.getByRole('article').filter({ hasText: 'Buy watches' }).last()
    const act = async (name: string) => {
      await comment.getByRole('button', { name: 'Comment actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Delete')
    await page.getByText('No comments yet.').waitFor()
    await toast(page, 'Comment deleted.').getByRole('button', { name: 'Undo' }).click()
    await comment.waitFor()
    await act('Mark as spam')
    await comment.getByText('Spam', { exact: true }).waitFor()
    expect(await storedIn('comments', id)).toMatchObject([{ state: 'spam' }])
  })

  test('files are dropped and pasted, and pictures are shown', async () => {
    const id = await suggestion('Attach to me')
    const { page, errors } = await console.open(`/suggestions/${id}`)
    const files = page.getByRole('region', { name: 'Attachments' })
    await files.getByText('Drop or paste files here.').first().waitFor()
    await dropFile(page, files, await aFile('dropped.png'))
    await files.getByRole('button', { name: 'Show dropped.png' }).waitFor()
    await page.evaluate(`{
      const bytes = Uint8Array.from(atob('${PNG}'), (character) => character.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }))
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }`)
    await files.getByRole('button', { name: 'Show pasted.png' }).click()
    const picture = page.getByRole('dialog', { name: 'pasted.png' }).getByRole('img')
    await expect
      .poll(() => picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth))
      .toBe(1)
    await page.keyboard.press('Escape')
    expect(await storedIn('attachments', id)).toMatchObject([
      { file_name: 'dropped.png', content_type: 'image/png' },
      { file_name: 'pasted.png' },
    ])
    await files.getByRole('button', { name: 'Delete dropped.png' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await files.getByText('dropped.png').waitFor({ state: 'detached' })
    expect(await storedIn('attachments', id)).toHaveLength(1)
    expect(errors).toEqual([])
  })

  test('custom fields, labels, category and forum', async () => {
    const { db } = console.at
    const id = await suggestion('File me')
    await aCustomField(db, 'suggestions', 'cf_effort', 'number')
    const other = await aForum(db, 'Elsewhere')
    const category = await insert(db, 'categories', { name: 'Reports', forum_id: other })
    const { page, errors } = await console.open(`/suggestions/${id}`)
    await page.getByRole('button', { name: 'Edit cf_effort' }).click()
    await page.getByRole('spinbutton', { name: 'cf_effort' }).fill('13')
    await page.keyboard.press('Enter')
    await toast(page, 'cf_effort saved.').waitFor()
    await page.getByRole('button', { name: 'Forum: Ideas' }).click()
    await page.getByRole('option', { name: 'Elsewhere' }).click()
    await toast(page, 'Forum saved.').waitFor()
    await page.getByRole('button', { name: 'Category: None' }).click()
    await page.getByRole('option', { name: 'Reports' }).click()
    await toast(page, 'Category saved.').waitFor()
    await page.keyboard.press('l')
    await page.getByRole('searchbox', { name: 'Labels' }).fill('big')
    await page.getByRole('option', { name: 'Create label “big”' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove label big' }).waitFor()
    await toast(page, 'Labels saved.').waitFor()
    // Closing the list leaves the choices as they are.
    await page.keyboard.press('l')
    await page.getByRole('option', { name: 'big', selected: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Labels' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove label big' }).waitFor()
    expect(await stored(id)).toMatchObject({
      forum_id: other,
      category_id: category,
      custom_fields: { cf_effort: 13 },
    })
    expect((await console.at.shown(`/suggestions/${id}`)).links.labels).toHaveLength(1)
    expect(errors).toEqual([])
  })

  test('moderation with undo, and the history in words', async () => {
    const id = await suggestion('Spam?', { state: 'new' })
    const { page, person, errors } = await console.open(`/suggestions/${id}`)
    await page.getByRole('button', { name: 'Mark as spam' }).click()
    await page.getByText('This suggestion is marked as spam').waitFor()
    await toast(page, 'Marked as spam.').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await toast(page, 'Approved.').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await stored(id)).state).toBe('new')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect.poll(async () => (await stored(id)).state).toBe('approved')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('This suggestion is deleted').waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(async () => (await stored(id)).state).toBe('approved')
    await page.getByRole('tab', { name: 'Activity' }).click()
    const name = `The admin ${person.email.match(/\d+/)?.[0]}`
    await page
      .getByRole('list', { name: 'Activity' })
      .getByText(`${name} changed the moderation from New to Approved`)
      .first()
      .waitFor()
    expect(errors).toEqual([])
  })

  test('related suggestions: linked, merged and separated', async () => {
    const id = await suggestion('Keep this one')
    const child = await suggestion('Duplicate of it', { parent_suggestion_id: id })
    await suggestion('A neighbour of mine')
    const { page, errors } = await console.open(`/suggestions/${id}?tab=related`)
    await page.getByRole('button', { name: 'Link a suggestion' }).click()
    await page.getByRole('searchbox', { name: 'Find a suggestion' }).fill('neighbour')
    await page.getByRole('option', { name: 'A neighbour of mine' }).click()
    const linked = page.getByRole('list', { name: 'Linked suggestions' })
    await linked.getByRole('link', { name: 'A neighbour of mine' }).waitFor()
    await page.getByRole('button', { name: 'Unmerge Duplicate of it' }).click()
    await page.getByText('Nothing was merged into this suggestion.').waitFor()
    expect((await stored(child)).parent_suggestion_id).toBeNull()
    expect(errors).toEqual([])
  })

  test('a viewer sees nothing to edit, a contributor edits their own text', async () => {
    const contributor = await aPerson(console.at, 'contributor')
    const id = await suggestion('Look at me', { created_by_id: contributor.id, body: 'Text' })
    const { page } = await console.open(`/suggestions/${id}`, { role: 'viewer' })
    await title(page, 'Look at me').waitFor()
    await page.getByRole('tab', { name: 'Comments' }).waitFor()
    await page.getByText('No comments yet.').waitFor()
    const record = page.getByRole('article', { name: 'Look at me' })
    const buttons = await record.getByRole('button').allInnerTexts()
    expect(buttons.map((text) => text.trim()).filter(Boolean)).toEqual([
      'Suggestions',
      'Technical details',
    ])
    expect(await record.getByRole('textbox').count()).toBe(0)
    await page.keyboard.press('e')
    expect(await page.getByRole('dialog').count()).toBe(0)
    const own = await console.open(`/suggestions/${id}`, { person: contributor })
    await edit(own.page, 'Title', 'Look at my title')
    await own.page.keyboard.press('Enter')
    await toast(own.page, 'Title saved.').waitFor()
    expect((await stored(id)).title).toBe('Look at my title')
    expect(await own.page.getByRole('button', { name: 'Set status' }).count()).toBe(0)
  })

  test('beside the list the record has tabs, and the list keeps its keys', async () => {
    const id = await suggestion('Beside the list')
    const { page } = await console.open(`/suggestions?open=${id}`)
    await page.getByRole('tab', { name: 'Overview' }).waitFor()
    await page.getByRole('tab', { name: /Supporters/ }).click()
    await page.waitForURL(/tab=supporters/)
    await page.getByText('Nobody supports this yet.').waitFor()
    await page.getByRole('button', { name: 'Close suggestion' }).click()
    await page.waitForURL((url) => !url.search.includes('open='))
  })

  test('previous and next go through the list that the record was opened from', async () => {
    const own = await aForum(console.at.db, 'One after the other')
    const ids: number[] = []
    for (const name of ['First in line', 'Second in line', 'Third in line'])
      ids.push(await aSuggestion(console.at.db, own, name))
    const [first, second, third] = ids
    const list = `forum=${own}&sort=id&view=all`
    const { page } = await console.open(`/suggestions?${list}&open=${second}`)
    await page.getByText('2 of 3', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.waitForURL(new RegExp(`open=${third}`))
    await page.getByText('3 of 3', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Next', exact: true }).isDisabled()).toBe(true)
    // The page knows the list, also after a reload.
    await page.getByRole('link', { name: 'Open as a page' }).click()
    await title(page, 'Third in line').waitFor()
    await page.reload()
    await page.getByText('3 of 3', { exact: true }).waitFor()
    await page.keyboard.press('k')
    await title(page, 'Second in line').waitFor()
    // What a change takes out of the list is still between its neighbors.
    await console.at.put(`/suggestions/${second}`, { links: { forum } })
    await page.reload()
    await page.getByText('No longer in this list').waitFor()
    await page.getByRole('button', { name: 'Previous', exact: true }).click()
    await title(page, 'First in line').waitFor()
    await page.getByText('1 of 2', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await title(page, 'Third in line').waitFor()
    await page.getByRole('button', { name: 'Suggestions', exact: true }).click()
    await page.waitForURL((url) => url.search.includes(`forum=${own}`))
    await page.getByRole('row', { name: /First in line/ }).waitFor()
    const alone = await console.open(`/suggestions/${first}`)
    await title(alone.page, 'First in line').waitFor()
    expect(await alone.page.getByRole('button', { name: 'Next', exact: true }).count()).toBe(0)
    const narrow = await console.open(`/suggestions?${list}&open=${first}`, { width: 390 })
    await narrow.page.getByText('1 of 2', { exact: true }).waitFor()
    await narrow.page.getByRole('button', { name: 'Next', exact: true }).click()
    await narrow.page.getByText('2 of 2', { exact: true }).waitFor()
  })

  test('shows who else has it open', async () => {
    const id = await suggestion('Two at once')
    const [first, second] = [
      await aPerson(console.at, 'admin'),
      await aPerson(console.at, 'viewer'),
    ]
    const one = await console.open(`/suggestions/${id}`, { person: first })
    await title(one.page, 'Two at once').waitFor()
    expect(await one.page.getByRole('button', { name: /Also open here/ }).count()).toBe(0)
    const two = await console.open(`/suggestions?open=${id}`, { person: second, width: 390 })
    const others = (page: Page, { role }: { role: string }) =>
      page.getByRole('button', { name: new RegExp(`Also open here: The ${role}`) })
    await others(one.page, second).waitFor()
    await others(two.page, first).waitFor()
    await two.page.getByRole('button', { name: 'Suggestions', exact: true }).click()
    await others(one.page, second).waitFor({ state: 'detached' })
    expect(one.errors).toEqual([])
  })

  test('an id that does not exist', async () => {
    const { page } = await console.open('/suggestions/999999')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    const wrong = await console.open('/suggestions/nonsense')
    await wrong.page.getByRole('heading', { name: 'Not found' }).waitFor()
  })

  test('looks right: much data, long and right-to-left texts', async () => {
    const { db } = console.at
    const author = await aUser(db, 'author@customer.test', { name: 'مريم' })
    const id = await suggestion(`${'Donaudampfschifffahrtsgesellschaft'.repeat(3)} überall`, {
      body: `مرحبا بالعالم\n\n${'x'.repeat(400)}\n\n${'Long text. '.repeat(100)}`,
      created_by_id: author,
      status_id: status,
      state: 'new',
    })
    await sql`
      with people as (
        insert into users (email_address, name)
        select 'fan' || n || '@many.test', 'Fan ' || n from generate_series(1, 120) n returning id)
      insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
      select ${id}, id, id, id from people`.execute(db)
    await aComment(db, id, author, { body: 'שלום '.repeat(50) })
    await console.at.post('/status_updates', {
      body: 'Soon.',
      links: { suggestion: id, status },
    })
    await expectGoodScreen(
      console,
      { name: 'suggestion', path: `/suggestions/${id}?tab=comments&list=sort%3Did` },
      (page) => page.getByRole('list', { name: 'Comments' }).waitFor(),
    )
    const path = `/suggestions/${id}?tab=supporters`
    await expectGoodScreen(console, { name: 'suggestion-supporters', path }, async (page) => {
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByText(/100 of/).waitFor()
    })
  })
})
