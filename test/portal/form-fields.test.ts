// What the form for a suggestion asks besides title and text: custom fields that the team chose, on pages and in the API.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { issueFormToken } from '../../src/auth/end-users/form-token.ts'
import type { MailSettings } from '../../src/core/mail.ts'
import { clientNetwork } from '../../src/core/networks.ts'
import {
  expectGoodPage,
  hasBrowser,
  newContext,
  startBrowser,
  watchPage,
} from '../support/browser.ts'
import { aPortal } from '../support/end-users.ts'
import { startMailServer } from '../support/mail-server.ts'
import { aPortalBrowser, type PortalBrowser, signInMailTo } from '../support/portal.ts'
import { BASE_URL, startTestService } from '../support/service.ts'
import { aPerson as aMember, aSession } from '../support/staff.ts'

const { received, port } = await startMailServer('unused')
const mail: MailSettings = { host: '127.0.0.1', port, tls: 'none', auth: null, from: 'a@b.test' }
const at = await startTestService(undefined, {
  hasJobs: true,
  proxies: 1,
  settings: {
    mail,
    guest_work_bits: 0,
    repeated_text_minutes: 0,
    suggestions_per_hour: 1000,
    held_words: ['casino'],
  },
})
const portal = await aPortal(at)
const everyone = { tier: 'everyone' }
const { id: forum } = await at.made('/forums', {
  name: 'Apps',
  access: { support: everyone, comment: everyone, suggest: everyone },
})
const { id: forSignedIn } = await at.made('/forums', {
  name: 'Members',
  access: { suggest: { tier: 'signed_in' } },
})

const field = (name: string, field_type: string, more: object = {}) =>
  at.made('/custom_fields', {
    name,
    key: name.toLowerCase().replaceAll(' ', '_'),
    field_type,
    object_type: 'suggestions',
    ...more,
  })
await field('Internal', 'string')
const device = await field('Device', 'string', {
  portal_position: 1,
  portal_required: true,
  portal_public: true,
  portal_choices: ['Phone', 'Tablet', '<b>Desktop</b>'],
})
const areas = await field('Areas', 'text', {
  portal_position: 0,
  portal_public: true,
  portal_choices: ['Speed', 'Design', 'Price'],
})
await field('Team size', 'number', { portal_position: 2 })
await field('Needed by', 'timestamp', { portal_position: 3 })
await field('Can we call', 'boolean', { portal_position: 4 })
await field('Workaround', 'text', { portal_position: 5 })
await field('Version', 'string', { portal_position: 6, portal_public: true })

const unique = (name: string) => `${name} ${randomBytes(5).toString('hex')}`
const aToken = () => portal.sign(portal.somebody())
const suggest = (custom_fields: object | undefined, token: string | null = aToken()) =>
  portal.post(
    `/forums/${forum}/ideas`,
    { suggestion: { title: unique('Idea'), ...(custom_fields && { custom_fields }) } },
    token,
  )
const valuesOf = (body: { custom_fields: { key: string; value: string }[] }) =>
  Object.fromEntries(body.custom_fields.map(({ key, value }) => [key, value]))

const ANSWERS = {
  device: 'Phone',
  areas: ['Price', 'Speed'],
  cf_team_size: '12.5',
  needed_by: '2027-03-01',
  can_we_call: true,
  workaround: ' By hand ',
  version: '4.2',
}

describe('the API', () => {
  test('says what the form asks, in its order', async () => {
    const { body } = await portal.get(`/forums/${forum}`)
    expect(body.custom_fields.map(({ key }: { key: string }) => key)).toEqual([
      'cf_areas',
      'cf_device',
      'cf_team_size',
      'cf_needed_by',
      'cf_can_we_call',
      'cf_workaround',
      'cf_version',
    ])
    expect(body.custom_fields[1]).toEqual({
      id: device.id,
      key: 'cf_device',
      name: 'Device',
      field_type: 'string',
      is_required: true,
      is_public: true,
      choices: ['Phone', 'Tablet', '<b>Desktop</b>'],
    })
  })

  test('stores answers by their types; others see the public ones', async () => {
    const token = aToken()
    const { status, body } = await suggest(ANSWERS, token)
    expect(status).toBe(201)
    expect(valuesOf(body)).toEqual({
      cf_areas: 'Speed\nPrice',
      cf_device: 'Phone',
      cf_team_size: '12.5',
      cf_needed_by: '2027-03-01T00:00:00Z',
      cf_can_we_call: 'true',
      cf_workaround: 'By hand',
      cf_version: '4.2',
    })
    expect(await at.shown(`/suggestions/${body.id}`)).toMatchObject({
      cf_areas: 'Speed\nPrice',
      cf_team_size: 12.5,
      cf_can_we_call: true,
      cf_workaround: 'By hand',
      cf_internal: null,
    })
    const isPublic = { cf_areas: 'Speed\nPrice', cf_device: 'Phone', cf_version: '4.2' }
    for (const other of [null, aToken()]) {
      expect(valuesOf((await portal.get(`/ideas/${body.id}`, other)).body)).toEqual(isPublic)
      const list = await portal.get(`/forums/${forum}/ideas?sort=new&per_page=1`, other)
      expect(list.text).not.toContain('By hand')
    }
    await at.put(`/suggestions/${body.id}`, { cf_internal: 'secret plan' })
    expect((await portal.get(`/ideas/${body.id}`, token)).text).not.toContain('secret plan')
    const data = (await portal.get('/me/export', token)).body
    expect(data.ideas[0].custom_fields).toMatchObject({ cf_workaround: 'By hand' })
    expect((await portal.get(`/ideas/${body.id}`, token)).body.is_mine).toBe(true)
  })

  test.each([
    [undefined, { cf_device: 'required' }],
    [{ device: '' }, { cf_device: 'required' }],
    [{ device: 'Fridge' }, { cf_device: 'in' }],
    [{ device: ['Phone'] }, { cf_device: 'scalar' }],
    [{ device: 'Phone', areas: 'Speed\nLove' }, { cf_areas: 'in' }],
    [{ device: 'Phone', team_size: 'many' }, { cf_team_size: 'float' }],
    [{ device: 'Phone', needed_by: 'soon' }, { cf_needed_by: 'time' }],
    [{ device: 'Phone', can_we_call: 'perhaps' }, { cf_can_we_call: 'bool' }],
    [{ device: 'Phone', workaround: 'x'.repeat(2001) }, { cf_workaround: 'max_runes' }],
    [{ device: 'Phone', version: 'x'.repeat(129) }, { cf_version: 'max_runes' }],
    [{ device: 'Phone', internal: 'mine' }, { cf_internal: 'not_found' }],
    [{ device: 'Phone', unknown: 1 }, { cf_unknown: 'not_found' }],
  ])('refuses %j', async (answers, errors) => {
    const { status, body } = await suggest(answers)
    expect([status, body.errors]).toEqual([
      422,
      expect.objectContaining({ suggestion: { custom_fields: errors } }),
    ])
  })

  test('changes the answers that are named', async () => {
    const token = aToken()
    const { body } = await suggest(ANSWERS, token)
    const change = (custom_fields: object) =>
      portal.put(`/ideas/${body.id}`, { suggestion: { custom_fields } }, token)
    const changed = await change({ team_size: 3, areas: [], version: null })
    expect(valuesOf(changed.body)).toMatchObject({ cf_team_size: '3', cf_device: 'Phone' })
    expect(Object.keys(valuesOf(changed.body))).not.toContain('cf_areas')
    expect((await change({ device: null })).status).toBe(422)
  })

  test('an answer with a held word waits', async () => {
    const { body } = await suggest({ ...ANSWERS, workaround: 'Visit my casino' })
    expect(body.state).toBe('waiting')
    const token = aToken()
    const published = (await suggest(ANSWERS, token)).body
    const change = await portal.put(
      `/ideas/${published.id}`,
      { suggestion: { custom_fields: { version: 'casino' } } },
      token,
    )
    expect(change.status).toBe(409)
  })

  test('a guest answers too, and a new key or a deleted field changes what waits', async () => {
    const { id: renamed } = await field(unique('Later'), 'string', { portal_position: 8 })
    const { id: gone } = await field(unique('Gone'), 'string', { portal_position: 9 })
    const [first, second] = [
      await at.shown(`/custom_fields/${renamed}`),
      await at.shown(`/custom_fields/${gone}`),
    ]
    const title = unique('As a guest')
    const sent = (custom_fields: object) =>
      portal.post('/guest_contributions', {
        email: `${randomBytes(5).toString('hex')}@customer.test`,
        suggestion: { forum_id: forum, title, custom_fields },
      })
    expect((await sent({})).status).toBe(422)
    const answers = { ...ANSWERS, [first.key]: 'kept', [second.key]: 'lost' }
    expect((await sent(answers)).status).toBe(202)
    const key = `cf_${randomBytes(5).toString('hex')}`
    await at.put(`/custom_fields/${renamed}`, { key })
    await at.delete(`/custom_fields/${gone}`)
    const waiting = (await at.get('/guest_contributions?sort=-id&per_page=1')).body
      .guest_contributions[0]
    expect(waiting.custom_fields).toMatchObject({ cf_device: 'Phone', [key]: 'kept' })
    expect(Object.keys(waiting.custom_fields)).not.toContain(second.key)
    const approved = await at.put(`/guest_contributions/${waiting.id}/approve`, {})
    expect(approved.status).toBe(200)
    const [made] = (await at.get(`/suggestions?q=${encodeURIComponent(title)}`)).body.suggestions
    expect(made).toMatchObject({ cf_device: 'Phone', cf_team_size: 12.5, [key]: 'kept' })
    await at.delete(`/custom_fields/${renamed}`)
  })
})

describe('the team', () => {
  const edit = (id: number, body: object) => at.put(`/custom_fields/${id}`, body)

  test('is refused what a form cannot ask', async () => {
    const person = await at.made('/custom_fields', {
      name: 'Seats',
      key: `seats_${randomBytes(5).toString('hex')}`,
      field_type: 'number',
      object_type: 'external_users',
    })
    for (const [id, body, member] of [
      [person.id, { portal_position: 1 }, 'portal_position'],
      [person.id, { portal_choices: ['1'] }, 'portal_choices'],
      [device.id, { portal_choices: ['A', ' A'] }, 'portal_choices'],
      [device.id, { portal_choices: ['A\nB'] }, 'portal_choices'],
      [device.id, { portal_position: -1 }, 'portal_position'],
    ] as const) {
      const { status, body: answer } = await edit(id, body)
      expect([status, Object.keys(answer.errors ?? {})]).toEqual([422, [member]])
    }
  })

  test('has at most ten fields in the form', async () => {
    const added: number[] = []
    let refused = 0
    for (let i = 0; i < 4; i++) {
      const { status, body } = await at.post('/custom_fields', {
        name: `More ${i}`,
        key: `more_${i}_${randomBytes(4).toString('hex')}`,
        field_type: 'string',
        object_type: 'suggestions',
        portal_position: 20 + i,
      })
      if (status === 201) added.push(body.custom_fields[0].id)
      else refused = status
    }
    expect([added.length, refused]).toEqual([3, 422])
    for (const id of added) await at.delete(`/custom_fields/${id}`)
  })

  test('takes a field out of the form: its answers stay, and are not shown', async () => {
    const { body } = await suggest(ANSWERS)
    await edit(areas.id, { portal_position: null })
    const shown = (await portal.get(`/ideas/${body.id}`)).body
    expect(Object.keys(valuesOf(shown))).toEqual(['cf_device', 'cf_version'])
    await edit(areas.id, { portal_position: 0 })
    expect(Object.keys(valuesOf((await portal.get(`/ideas/${body.id}`)).body))).toContain(
      'cf_areas',
    )
  })

  test('sees all answers on the portal, translated like other names', async () => {
    const { body } = await suggest(ANSWERS)
    const name = `custom_field.${device.id}.name`
    const strings = (await at.get('/translatable_strings')).body
    expect(strings.plain[name]).toBe('Device')
    await at.put('/translatable_strings/de', { plain: { [name]: 'Gerät' } })
    const path = `//forums/${forum}/suggestions/${body.id}?lang=de`
    const stranger = await at.get(path, { token: null })
    expect(stranger.text).toMatch(/Gerät[\s\S]*Phone/)
    expect(stranger.text).not.toContain('By hand')
    const member = await aMember(at, 'admin')
    const cookie = await aSession(at, member.id)
    const staff = await at.get(path, { token: null, headers: { cookie } })
    expect(staff.text).toMatch(/Workaround<\/span> <span[^>]*>Nicht öffentlich[\s\S]*By hand/)
  })
})

const post = (browser: PortalBrowser, path: string, fields: Record<string, string>) =>
  browser.submit(path, fields, { origin: BASE_URL })
const open = (browser: PortalBrowser, path: string) => browser.open(path.replace(/#.*/, ''))
const placeOf = (answer: { headers: Record<string, string | undefined> }) =>
  answer.headers.location ?? ''

describe('pages without script', () => {
  test('keep the answers through a preview, an error and signing in', async () => {
    const browser = aPortalBrowser(at)
    const title = unique('Signed out')
    const path = `/forums/${forSignedIn}/new`
    const fields = {
      title,
      text: '',
      cf_device: '<b>Desktop</b>',
      cf_areas: 'Design',
      cf_team_size: '7',
      cf_needed_by: '2027-05-06',
      cf_can_we_call: 'false',
      cf_workaround: 'Lines\nof text',
      cf_version: '"><x>',
    }
    const wrong = { ...fields, cf_team_size: 'seven', cf_device: '', step: 'send' }
    const refused = await post(browser, path, wrong)
    expect(refused.status).toBe(422)
    expect(refused.text).toMatch(/id="cf_team_size-problem">Write a number\./)
    expect(refused.text).toMatch(/id="cf_device-problem">An answer is needed\./)
    expect(refused.text).toMatch(/value="Design" checked/)
    expect(refused.text).toMatch(/value="false" checked/)
    expect(refused.text).not.toContain('<x>')
    const preview = await post(browser, path, { ...fields, step: 'preview' })
    expect(preview.text).toMatch(/aria-label="Preview"[\s\S]*&lt;b&gt;Desktop[\s\S]*May 6, 2027/)
    const led = await post(browser, path, { ...fields, step: 'send' })
    const returnTo = new URLSearchParams(placeOf(led).split('?')[1]).get('return_to') ?? ''
    const email = `${randomBytes(5).toString('hex')}@customer.test`
    await post(browser, '/sign-in', { email, return_to: returnTo })
    const { code } = await signInMailTo(received, email)
    await post(browser, '/sign-in/code', { code })
    const page = await open(browser, returnTo)
    expect(page.text).toMatch(/selected>&#60;b&#62;Desktop/)
    expect(page.text).toContain('Lines\nof text')
    expect(page.text).toContain('value="2027-05-06"')
    const draft = /name="draft" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const sent = await post(browser, path, { ...fields, draft, step: 'send' })
    expect([sent.status, sent.text.slice(0, 200)]).toEqual([303, ''])
    const shown = await open(browser, placeOf(sent))
    expect(shown.text).toMatch(/Needed by<\/span> <span class="es-status">Not public/)
    const id = /\/suggestions\/(\d+)/.exec(placeOf(sent))?.[1] as string
    const editing = await open(browser, `/suggestions/${id}/edit`)
    expect(editing.text).toContain('value="2027-05-06"')
    const changed = await post(browser, `/suggestions/${id}/edit`, {
      ...fields,
      cf_team_size: '',
      cf_device: '',
    })
    expect([changed.status, changed.text.includes('An answer is needed.')]).toEqual([422, true])
    await post(browser, `/suggestions/${id}/edit`, { ...fields, cf_team_size: '' })
    expect(await at.shown(`/suggestions/${id}`)).toMatchObject({
      cf_team_size: null,
      cf_areas: 'Design',
      cf_can_we_call: false,
    })
  })

  test('take the answers of a guest', async () => {
    const browser = aPortalBrowser(at)
    const email = `${randomBytes(5).toString('hex')}@customer.test`
    const binding = clientNetwork(browser.network)
    const form_token = await issueFormToken(
      at.readKeys,
      { form: `suggest ${forum}`, binding },
      Date.now() - 10_000,
    )
    const fields = { title: unique('A guest asks'), step: 'send', email, form_token }
    const refused = await post(browser, `/forums/${forum}/new`, fields)
    expect([refused.status, refused.text.includes('An answer is needed.')]).toEqual([422, true])
    const sent = await post(browser, `/forums/${forum}/new`, { ...fields, cf_device: 'Phone' })
    expect(sent.status).toBe(303)
    const { rows } = await sql<{ custom_fields: object }>`
      select custom_fields from guest_contributions where email_address = ${email}`.execute(at.db)
    expect(rows).toEqual([{ custom_fields: { cf_device: 'Phone' } }])
  })
})

describe.skipIf(!hasBrowser)('in a browser', () => {
  const start = async () => {
    const address = await at.service.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {
      const { port } = at.service.app.server.address() as { port: number }
      return `http://127.0.0.1:${port}`
    })
    at.service.setAddress(address)
    return { address, browser: await startBrowser() }
  }

  test.each([true, false])('somebody answers, with scripts: %s', async (javaScriptEnabled) => {
    const { address, browser } = await start()
    const context = await newContext(browser, 390, 'light', { javaScriptEnabled })
    const { page, errors } = await watchPage(context)
    await page.goto(`${address}/?sso=${aToken()}`)
    await page.goto(`${address}/forums/${forum}/new`)
    await page.fill('#title', unique('From a phone'))
    await page.getByLabel('Device').selectOption('Tablet')
    await page.getByLabel('Speed').check()
    await page.getByLabel('Price').check()
    await page.getByLabel('Team size').fill('40')
    await page.getByLabel('Needed by').fill('2027-01-31')
    await page.getByLabel('Yes').check()
    await page.locator('form.es-form .es-actions button').first().click()
    await page.waitForURL(/\/suggestions\/\d+/)
    const answers = await page.locator('.es-answers').textContent()
    expect(answers).toMatch(
      /Areas[\s\S]*Speed[\s\S]*Price[\s\S]*Device[\s\S]*Tablet[\s\S]*Jan 31, 2027/,
    )
    await page.getByRole('link', { name: 'Edit' }).click()
    expect(await page.getByLabel('Price').isChecked()).toBe(true)
    await page.getByLabel('Price').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/suggestions\/\d+/)
    expect(await page.locator('.es-answers').textContent()).not.toContain('Price')
    expect(errors).toEqual([])
    await context.close()
  })

  test('the form is accessible, wide and narrow, light and dark', async () => {
    const { address, browser } = await start()
    const context = await newContext(browser, 1280, 'light', { locale: 'de' })
    const { page } = await watchPage(context)
    await page.goto(`${address}/forums/${forum}/new`)
    await expectGoodPage(page, 'form')
    await page.goto(`${address}/?sso=${aToken()}`)
    await page.goto(`${address}/forums/${forum}/new`)
    await page.fill('#title', 'x')
    await page.locator('[value="preview"]').click({ force: true })
    await expectGoodPage(page, 'preview')
    await context.close()
  })
})
