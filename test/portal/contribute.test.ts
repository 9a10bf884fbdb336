// What people add on the pages of the portal: suggestions, comments and replies, votes, files and reports; without script.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { issueFormToken } from '../../src/auth/end-users/form-token.ts'
import type { MailSettings } from '../../src/core/mail.ts'
import { clientNetwork } from '../../src/core/networks.ts'
import { aPortal } from '../support/end-users.ts'
import { startMailServer } from '../support/mail-server.ts'
import { aPortalBrowser, type PortalBrowser, signInMailTo } from '../support/portal.ts'
import { BASE_URL, startTestService } from '../support/service.ts'
import { FORM, type FormPart, form } from '../support/uploads.ts'

const { received, port } = await startMailServer('unused')
const mail: MailSettings = { host: '127.0.0.1', port, tls: 'none', auth: null, from: 'a@b.test' }
const at = await startTestService(undefined, {
  hasJobs: true,
  proxies: 1,
  settings: { mail, guest_work_bits: 6, repeated_text_minutes: 0, comments_per_hour: 1000 },
})
const portal = await aPortal(at)

const unique = (name: string) => `${name} ${randomBytes(5).toString('hex')}`
const anAddress = () => `guest-${randomBytes(5).toString('hex')}@customer.test`
const newForum = (more: object = {}) => at.made('/forums', { name: unique('Forum'), ...more })
const everyone = { tier: 'everyone' }
const guestForum = () =>
  newForum({ access: { support: everyone, comment: everyone, suggest: everyone } })
const newIdea = async (forum: number, title = unique('Idea')) =>
  (await at.made('/suggestions', { title, links: { forum } })).id

async function aPerson(): Promise<PortalBrowser> {
  const browser = aPortalBrowser(at)
  const answer = await browser.open(`/?sso=${portal.sign(portal.somebody())}`)
  expect(answer.status).toBe(303)
  return browser
}

const own = { origin: BASE_URL }
const post = (browser: PortalBrowser, path: string, fields: Record<string, string> = {}) =>
  browser.submit(path, fields, own)

/** The path without the language of addresses. */
const placeOf = (answer: { headers: Record<string, string | undefined> }) =>
  answer.headers.location ?? ''
const open = (browser: PortalBrowser, path: string) => browser.open(path.replace(/#.*/, ''))

/** As if the form had been open for a while. */
const aFormToken = (name: string, { network }: PortalBrowser) =>
  issueFormToken(at.readKeys, { form: name, binding: clientNetwork(network) }, Date.now() - 10_000)

const tokenIn = (text: string) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? ''

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const XSS = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'

const multipart = (
  browser: PortalBrowser,
  path: string,
  fields: Record<string, string>,
  files: { name: string; bytes: Buffer | string }[] = [],
) =>
  at.call('POST', `/${path}`, {
    token: null,
    headers: {
      ...FORM,
      ...own,
      'x-forwarded-for': browser.network,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: form(
      ...Object.entries(fields).map(
        ([name, bytes]): FormPart => ({ disposition: `form-data; name="${name}"`, bytes }),
      ),
      ...files.map(
        ({ name, bytes }): FormPart => ({
          disposition: `form-data; name="files"; filename="${name}"`,
          bytes,
        }),
      ),
    ),
  })

describe('suggesting', () => {
  test('with files works without script, and the form sent twice makes one', async () => {
    const { id } = await newForum()
    const ann = await aPerson()
    const page = await open(ann, `/forums/${id}/new?title=Dark`)
    const canonical = await open(ann, placeOf(page))
    expect([page.status, canonical.status]).toEqual([301, 200])
    expect(canonical.text).toContain('value="Dark"')
    const title = unique('Dark mode')
    const fields = { title, text: XSS, step: 'similar', form_token: tokenIn(canonical.text) }
    const files = [
      { name: 'Screen.png', bytes: PNG },
      { name: 'notes.txt', bytes: 'Some notes' },
      { name: '', bytes: '' },
    ]
    const sent = await multipart(ann, `/forums/${id}/new`, fields, files)
    expect([sent.status, sent.text.slice(0, 300)]).toEqual([303, ''])
    const again = await multipart(ann, `/forums/${id}/new`, fields, files)
    expect([again.status, placeOf(again)]).toEqual([303, placeOf(sent)])
    const shown = await open(ann, placeOf(sent))
    expect(shown.text).toContain('alt="Screen.png"')
    expect(shown.text).toMatch(/notes\.txt<\/span> <span class="es-soft">10 B/)
    expect(shown.text).not.toContain('<script>alert')
    const { rows } = await sql`select from suggestions where title = ${title}`.execute(at.db)
    expect(rows).toHaveLength(1)
  })

  test('keeps what was typed when something is wrong, and says what', async () => {
    const { id } = await newForum({ category_required: true })
    await at.made('/categories', { name: 'Mobile', links: { forum: id } })
    const ann = await aPerson()
    const send = (fields: Record<string, string>) => post(ann, `/forums/${id}/new`, fields)
    const text = `${'x'.repeat(9_999)} ${XSS}`
    const long = await send({ title: XSS.repeat(4), text, step: 'send' })
    expect(long.status).toBe(422)
    expect(long.text).toContain('At most 140 characters.')
    expect(long.text).toContain('At most 10000 characters.')
    expect(long.text).toContain('Choose a category.')
    expect(long.text).toContain('x'.repeat(9_999))
    expect(long.text).not.toContain('<script>alert')
    const empty = await send({ title: ' ', text: 'Why' })
    expect([empty.status, empty.text]).toEqual([422, expect.stringContaining('Write a title.')])
    const refused = await multipart(ann, `/forums/${id}/new`, { title: 'A', text: 'B' }, [
      { name: 'a.html', bytes: '<!doctype html><script>1</script>' },
    ])
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('A file has a type that is not allowed.')
    const { rows } = await sql`select from suggestions where forum_id = ${id}`.execute(at.db)
    expect(rows).toHaveLength(0)
    const from = await ann.submit(`/forums/${id}/new`, {}, { origin: 'https://evil.test' })
    expect(from.status).toBe(403)
  })

  test('shows similar ones first, and a preview', async () => {
    const { id } = await newForum()
    const word = unique('Calendar synchronisation with phones')
    const other = await newIdea(id, word)
    const ann = await aPerson()
    const asked = await open(ann, `/forums/${id}/new?title=${encodeURIComponent(word)}`)
    const opened = await open(ann, placeOf(asked) || `/forums/${id}/new`)
    expect(opened.text).toContain(`/suggestions/${other}/vote`)
    const fields = { title: `${word} please`, text: 'Every day.', step: 'similar' }
    const similar = await post(ann, `/forums/${id}/new`, fields)
    expect(similar.status).toBe(200)
    expect(similar.text).toContain(`/suggestions/${other}/vote`)
    expect(similar.text).toContain('Suggest anyway')
    const preview = await post(ann, `/forums/${id}/new`, { ...fields, step: 'preview' })
    expect(preview.text).toMatch(/aria-label="Preview"[\s\S]*Every day\./)
    const sent = await post(ann, `/forums/${id}/new`, { ...fields, step: 'send' })
    expect(sent.status).toBe(303)
  })

  test('before signing in keeps the text until after it', async () => {
    const { id } = await newForum({ access: { suggest: { tier: 'signed_in' } } })
    const browser = aPortalBrowser(at)
    const [title, text] = [unique('Signed out'), 'A long text\nwith lines']
    const led = await post(browser, `/forums/${id}/new`, { title, text, step: 'send' })
    expect(led.status).toBe(303)
    const returnTo = new URLSearchParams(placeOf(led).split('?')[1]).get('return_to') ?? ''
    const email = anAddress()
    await post(browser, '/sign-in', { email, return_to: returnTo })
    const { code } = await signInMailTo(received, email)
    const back = await post(browser, '/sign-in/code', { code })
    expect(placeOf(back)).toBe(returnTo)
    const page = await open(browser, returnTo)
    expect(page.text).toContain(`value="${title}"`)
    expect(page.text).toContain('A long text\nwith lines')
    const draft = /name="draft" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const sent = await post(browser, `/forums/${id}/new`, { title, text, draft, step: 'send' })
    expect((await open(browser, placeOf(sent))).text).toContain(title)
    // It is not kept longer than it is needed.
    expect((await open(browser, returnTo)).text).not.toContain(title)
  })

  test('as a guest is published with the code of the mail, once', async () => {
    const { id } = await guestForum()
    const browser = aPortalBrowser(at)
    const [title, email] = [unique('As a guest'), anAddress()]
    const fields = { title, text: 'Please', step: 'send', name: 'Gus', email }
    const fast = await post(browser, `/forums/${id}/new`, {
      ...fields,
      form_token: tokenIn(
        (await open(browser, placeOf(await open(browser, `/forums/${id}/new`)))).text,
      ),
    })
    expect([fast.status, fast.text]).toEqual([422, expect.stringContaining('very fast')])
    expect(fast.text).toContain(`value="${email}"`)
    const form_token = await aFormToken(`suggest ${id}`, browser)
    const wrong = { ...fields, form_token, email: 'nobody' }
    expect((await post(browser, `/forums/${id}/new`, wrong)).text).toContain(
      'not an e-mail address',
    )
    const robot = { ...fields, form_token, website: 'https://spam.test' }
    expect((await post(browser, `/forums/${id}/new`, robot)).status).toBe(303)
    const sent = await post(browser, `/forums/${id}/new`, { ...fields, form_token })
    expect([sent.status, placeOf(sent)]).toEqual([
      303,
      expect.stringContaining('/sent?confirmation=mail'),
    ])
    const again = await post(browser, `/forums/${id}/new`, { ...fields, form_token })
    expect(placeOf(again)).toBe(placeOf(sent))
    expect((await open(browser, placeOf(sent))).text).toContain('Confirm your address')
    const { code, body } = await signInMailTo(received, email)
    expect(body).toContain('Subject: Confirm what you sent to ')
    const confirmed = await post(browser, '/sign-in/code', { code })
    expect(confirmed.status).toBe(303)
    const { rows } = await sql<{ id: number }>`
      select id from suggestions where title = ${title}`.execute(at.db)
    expect(rows).toHaveLength(1)
    // The guest sees what was published, with their name and their vote.
    expect(placeOf(confirmed)).toBe(`/suggestions/${rows[0]?.id}`)
    const suggestion = await open(browser, placeOf(await open(browser, placeOf(confirmed))))
    expect(suggestion.text).toMatch(/aria-pressed="true"[\s\S]*<b>1<\/b>[\s\S]*<span>Gus<\/span>/)
  })
})

test('a guest votes with an address, and somebody who signed in with one click', async () => {
  const { id } = await guestForum()
  const idea = await newIdea(id)
  const browser = aPortalBrowser(at)
  const page = await open(browser, `/suggestions/${idea}/vote`)
  expect(page.text).toContain(`action="/suggestions/${idea}/guest-vote"`)
  const email = anAddress()
  const form_token = await aFormToken(`vote ${idea}`, browser)
  const sent = await post(browser, `/suggestions/${idea}/guest-vote`, { email, form_token })
  expect(placeOf(sent)).toContain('/sent?confirmation=mail')
  const { code } = await signInMailTo(received, email)
  await post(browser, '/sign-in/code', { code })
  expect((await open(browser, `/suggestions/${idea}/vote`)).text).toContain('You have voted')
  const other = await newIdea(id)
  const signedIn = await open(browser, `/suggestions/${other}/vote`)
  expect(signedIn.text).toContain(`action="/suggestions/${other}/vote"`)
  await post(browser, `/suggestions/${other}/vote`)
  expect((await at.shown(`/suggestions/${other}`)).supporters_count).toBe(1)
})

describe('commenting', () => {
  const commentOf = (answer: Parameters<typeof placeOf>[0]) =>
    Number(/#comment-(\d+)$/.exec(placeOf(answer))?.[1])

  test('replies stand below what they answer, also when it is removed or the suggestion is merged', async () => {
    const { id } = await newForum()
    const idea = await newIdea(id)
    const [ann, bob] = [await aPerson(), await aPerson()]
    const add = async (who: PortalBrowser, text: string, reply_to_id = '') => {
      const sent = await post(who, `/suggestions/${idea}/comments`, { text, reply_to_id })
      expect([sent.status, sent.text.slice(0, 200)]).toEqual([303, ''])
      return commentOf(sent)
    }
    const first = await add(ann, `First ${XSS}`)
    const second = await add(bob, 'Second')
    const reply = await add(bob, 'Reply to the first', String(first))
    const deeper = await add(ann, 'Reply to the reply', String(reply))
    const path = placeOf(await open(ann, `/suggestions/${idea}`))
    const shown = async (who: PortalBrowser) => (await open(who, path)).text
    const order = [...(await shown(ann)).matchAll(/id="comment-(\d+)"/g)].map(([, one]) =>
      Number(one),
    )
    expect(order).toEqual([first, reply, deeper, second])
    expect(await shown(ann)).not.toContain('<script>alert')
    const { body: comments } = await portal.get(`/ideas/${idea}/comments`)
    expect(
      comments.map((one: { id: number; reply_to_id: number }) => [one.id, one.reply_to_id]),
    ).toEqual([
      [deeper, first],
      [reply, first],
      [second, null],
      [first, null],
    ])
    expect((await at.shown(`/comments/${deeper}`)).links).toMatchObject({ reply_to: first })
    const asked = await open(ann, `${path}?reply_to=${second}`)
    expect(asked.text).toContain(`name="reply_to_id" value="${second}"`)
    const thread = await open(ann, `${path}?comment=${reply}`)
    expect(thread.text).not.toContain(`id="comment-${second}"`)
    expect(thread.text).toContain(`id="comment-${first}"`)
    // Another suggestion's comment is no answer here.
    const other = await newIdea(id)
    const wrong = await post(ann, `/suggestions/${other}/comments`, {
      text: 'x',
      reply_to_id: String(first),
    })
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('no longer there')])
    await post(ann, `/comments/${first}/delete`)
    expect(await shown(ann)).toContain('In reply to an earlier comment')
    await at.post('/suggestions/merge', { links: { from_suggestion: idea, to_suggestion: other } })
    const merged = (await open(ann, placeOf(await open(ann, `/suggestions/${other}`)))).text
    expect(merged).toContain('1 other was merged into this one')
    expect(merged).toContain(`id="comment-${reply}"`)
  })

  test('the own one is changed and deleted; others are reported', async () => {
    const { id } = await newForum()
    const idea = await newIdea(id)
    const [ann, bob] = [await aPerson(), await aPerson()]
    const sent = await multipart(ann, `/suggestions/${idea}/comments`, { text: 'Fine' }, [
      { name: 'a.png', bytes: PNG },
    ])
    const comment = commentOf(sent)
    const page = await open(ann, `/comments/${comment}/edit`)
    expect(page.text).toContain('Fine')
    const file = /name="attachment_ids" value="(\d+)"/.exec(page.text)?.[1] ?? ''
    const changed = await post(ann, `/comments/${comment}/edit`, {
      text: 'Better',
      attachment_ids: file,
    })
    expect(changed.status).toBe(303)
    const { body } = await portal.get(`/ideas/${idea}/comments`)
    expect(body).toMatchObject([{ text: 'Better', attachments: [{ id: Number(file) }] }])
    expect((await post(ann, `/comments/${comment}/edit`, { text: ' ' })).status).toBe(422)
    expect((await open(bob, `/comments/${comment}/edit`)).status).toBe(403)
    expect((await post(bob, `/comments/${comment}/delete`)).status).toBe(403)
    const form = await post(bob, `/comments/${comment}/report`, { text: 'Look' })
    expect([form.status, form.text]).toEqual([422, expect.stringContaining('Choose a reason.')])
    const reported = await post(bob, `/comments/${comment}/report`, {
      reason: 'abuse',
      text: 'Look',
    })
    expect(reported.text).toContain('Thank you')
    expect((await at.shown(`/content_reports?comment=${comment}`)).reason).toBe('abuse')
    expect((await post(bob, `/suggestions/${idea}/report`, { reason: 'spam' })).status).toBe(200)
    const stranger = aPortalBrowser(at)
    expect(placeOf(await open(stranger, `/comments/${comment}/report`))).toContain('/sign-in?')
    expect((await post(ann, `/comments/${comment}/delete`)).status).toBe(303)
    expect((await portal.get(`/ideas/${idea}/comments`)).body).toEqual([])
  })

  test('before signing in keeps the text; a guest confirms it; what waits is seen by its author', async () => {
    const { id } = await newForum({ access: { comment: { tier: 'signed_in' } } })
    const idea = await newIdea(id)
    const browser = aPortalBrowser(at)
    const led = await post(browser, `/suggestions/${idea}/comments`, { text: 'Kept text' })
    const returnTo = new URLSearchParams(placeOf(led).split('?')[1]).get('return_to') ?? ''
    expect(returnTo).toMatch(/\?draft=.*#comment-form$/)
    const ann = await aPerson()
    const page = await open(ann, placeOf(await open(ann, returnTo)))
    expect(page.text).toContain('Kept text')
    // Also when the session has ended while somebody wrote, with a file.
    const ended = await multipart(
      aPortalBrowser(at),
      `/suggestions/${idea}/comments`,
      { text: 'x' },
      [{ name: 'a.png', bytes: PNG }],
    )
    expect([ended.status, placeOf(ended)]).toEqual([303, expect.stringContaining('/sign-in?')])
    const guests = await newForum({ access: { comment: everyone }, comment_moderation: 'everyone' })
    const about = await newIdea(guests.id)
    const email = anAddress()
    const unseen = await post(browser, `/suggestions/${about}/comments`, { text: 'Seen', email })
    expect([unseen.status, unseen.text]).toEqual([
      422,
      expect.stringContaining('Check what you wrote'),
    ])
    expect(tokenIn(unseen.text)).not.toBe('')
    // Shared caches have the page.
    const path = placeOf(await open(browser, `/suggestions/${about}`))
    const etag = async () => (await open(aPortalBrowser(at), path)).headers.etag
    expect(await etag()).toBe(await etag())
    const form_token = await aFormToken(`comment ${about}`, browser)
    const fields = { text: 'From a guest', email, name: 'Gus', form_token }
    expect(placeOf(await post(browser, `/suggestions/${about}/comments`, fields))).toContain(
      '/sent',
    )
    const { code } = await signInMailTo(received, email)
    await post(browser, '/sign-in/code', { code })
    expect((await open(browser, path)).text).toMatch(/Waits for approval[\s\S]*From a guest/)
    expect((await open(ann, path)).text).not.toContain('From a guest')
  })
})

test('authors change and delete their suggestion while it is theirs alone', async () => {
  const { id } = await newForum()
  const [ann, bob] = [await aPerson(), await aPerson()]
  const sent = await post(ann, `/forums/${id}/new`, { title: unique('Mine'), step: 'send' })
  const idea = Number(/\/suggestions\/(\d+)/.exec(placeOf(sent))?.[1])
  expect((await open(ann, `/suggestions/${idea}/edit`)).text).toContain('Edit your suggestion')
  expect((await open(bob, `/suggestions/${idea}/edit`)).status).toBe(403)
  const title = unique('Renamed')
  const changed = await post(ann, `/suggestions/${idea}/edit`, { title, text: 'More' })
  expect((await open(ann, placeOf(changed))).text).toContain(title)
  await post(bob, `/suggestions/${idea}/vote`)
  const late = await post(ann, `/suggestions/${idea}/edit`, { title: 'Other', text: '' })
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('Others support it')])
  expect((await post(ann, `/suggestions/${idea}/delete`)).status).toBe(409)
  await post(bob, `/suggestions/${idea}/unvote`)
  expect((await post(ann, `/suggestions/${idea}/delete`)).status).toBe(303)
  expect((await open(bob, `/suggestions/${idea}`)).status).toBe(410)
})
