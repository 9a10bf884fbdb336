// Request bodies: forms and JSON, valid, invalid and hostile.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { bodiesOfOperations, recordsToTry } from '../support/bodies-of-operations.ts'
import { dereference } from '../support/dereference.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aCustomField, idsOf } from '../support/factories.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

let at: TestService
let forum: number
let suggestion: number

beforeAll(async () => {
  at = await startTestService()
  forum = (await at.get('/forums')).body.forums[0].id
  const made = await at.post('/suggestions', { title: 'Dark mode', links: { forum } })
  suggestion = made.body.suggestions[0].id
})

const send = (path: string, body: string | Buffer, headers: Record<string, string>) =>
  at.call('POST', path, { body, headers })
const sendForm = (path: string, form: string) => send(path, form, FORM)
const sendJson = (path: string, json: string) => send(path, json, JSON_TYPE)

describe('a form', () => {
  test('nests by dots, and parses numbers, booleans and times from text', async () => {
    const category = (await at.post('/categories', { name: 'Here', links: { forum } })).body
      .categories[0].id
    const { status, body } = await sendForm(
      '/suggestions',
      `title=Ein+gro%C3%9Fer+%26+sch%C3%B6ner+Wunsch&links.forum=+${forum}+&links.category=${category}` +
        '&created_at=2026-01-31T10:00:00.1234567%2B01:00',
    )
    expect(status).toBe(201)
    expect(body.suggestions[0]).toMatchObject({
      title: 'Ein großer & schöner Wunsch',
      created_at: '2026-01-31T09:00:00Z',
      links: { forum, category },
    })
  })

  test.each([
    ['true', true],
    ['T', true],
    ['1', true],
    ['FALSE', false],
    ['f', false],
    ['0', false],
  ])('reads %s as a boolean', async (text, is_open) => {
    const { body } = await sendForm('/forums', `name=Flags&is_open=${text}`)
    expect(body.forums[0].is_open).toBe(is_open)
  })

  test('reads arrays from commas, repeated names and indexes', async () => {
    for (const form of [
      'includes=forums,users',
      'includes=forums&includes=users',
      'includes.0=forums&includes.1=users',
      'includes.1=users&includes.0=forums',
    ]) {
      const { body } = await sendForm('/suggestions', `title=x&links.forum=${forum}&${form}`)
      expect(body.forums[0].id).toBe(forum)
      expect(body.users).toHaveLength(1)
    }
  })

  test('splits numbers at commas, also within a list', async () => {
    const made = await Promise.all(
      [1, 2, 3].map((i) => at.made('/suggestions', { title: `Ranked ${i}`, links: { forum } })),
    )
    const [a, b, c] = made.map(({ id }) => id) as [number, number, number]
    const { status } = await at.call('PUT', '/suggestions/list_priority', {
      body: `ids=${c},${b}&ids=${a}`,
      headers: FORM,
    })
    expect(status).toBe(200)
    const { body } = await at.get('/suggestions?sort=list_priority&per_page=3')
    expect(idsOf(body.suggestions)).toEqual([c, b, a])
  })

  test('names an invalid field like JSON does', async () => {
    const { status, body } = await sendForm('/suggestions', 'title=&links.forum=abc')
    expect(status).toBe(422)
    expect(body.errors).toEqual({ title: 'blank', links: { forum: 'int' } })
  })

  test('names a nested field in the message by its path', async () => {
    const { body } = await sendForm('/suggestions', 'title=x&links.forum=none')
    expect(body.message).toBe('links.forum: "none" is not an integer.')
  })

  test('uses the last value of a repeated name for a single value, like a query', async () => {
    const { status, body } = await sendForm(
      `/suggestions?body=One&body=Two`,
      `title=One&title=Two&links.forum=x&links.forum=${forum}&created_at=soon&created_at=2026-01-31`,
    )
    expect(status).toBe(201)
    expect(body.suggestions[0]).toMatchObject({
      title: 'Two',
      body: 'Two',
      created_at: '2026-01-31T00:00:00Z',
      links: { forum },
    })
    const blank = await sendForm('/labels', 'name=&name=One&name=')
    expect(blank.body.labels[0].name).toBe('One')
    // In JSON, an array stays an array.
    expect((await at.post('/labels', { name: ['One', 'Two'] })).body.errors).toEqual({
      name: 'string',
    })
  })

  test('uses all values of a repeated name for an array', async () => {
    const ids = []
    for (const external_id of ['twice-1', 'twice-2', 'twice-3'])
      ids.push((await at.made('/labels', { name: external_id })).id)
    const [one, two, three] = ids
    const { status, body } = await at.call(
      'PUT',
      `/suggestions/${suggestion}?links.labels[]=${one}&links.labels%5B%5D=${two}`,
      { body: '', headers: FORM },
    )
    expect(status).toBe(200)
    expect(body.suggestions[0].links.labels).toEqual([one, two])
    const form = `links.labels=${one}&links.labels=&links.labels=${three}`
    const put = await at.put(`/suggestions/${suggestion}`, form, { headers: FORM })
    expect(put.body.suggestions[0].links.labels).toEqual([one, three])
  })

  test('with a blank field leaves the member unchanged; JSON null clears it', async () => {
    const planned = (await at.get('/statuses')).body.statuses[0].id
    const category = await at.made('/categories', { name: 'Kept', links: { forum } })
    const links = { forum, category: category.id }
    const { id } = await at.made('/suggestions', { title: 'Kept', body: 'Kept', links })
    await at.put(`/suggestions/${id}`, { links: { status: planned } })
    const unchanged = await at.put(
      `/suggestions/${id}?body=`,
      'title=x&links.status=&links.category=+%09&links.labels=&body=',
      { headers: FORM },
    )
    expect(unchanged.status).toBe(200)
    expect(unchanged.body.suggestions[0]).toMatchObject({
      title: 'x',
      body: 'Kept',
      links: { status: planned, category: category.id },
    })
    const cleared = await at.put(`/suggestions/${id}`, {
      body: '',
      links: { status: null, category: null },
    })
    expect(cleared.body.suggestions[0]).toMatchObject({
      body: '',
      links: { status: null, category: null },
    })
  })

  test('with a blank required field is rejected, unless the query has the value', async () => {
    const { status, body } = await sendForm('/suggestions', 'title=+&links.forum=&body=')
    expect(status).toBe(422)
    expect(body.errors).toEqual({ title: 'blank', links: { forum: 'blank' } })
    const query = `/suggestions?title=Query&links.forum=${forum}`
    const made = await sendForm(query, 'title=&links.forum=')
    expect(made.body.suggestions[0]).toMatchObject({ title: 'Query', links: { forum } })
  })

  test('with blank custom fields keeps their values, also for imported people', async () => {
    await aCustomField(at.db, 'features', 'cf_blank', 'string')
    const { id } = await at.made('/features', { name: 'Blank', cf_blank: 'kept' })
    const put = await at.put(`/features/${id}`, 'cf_blank=&custom_fields.blank=', { headers: FORM })
    expect(put.body.features[0].cf_blank).toBe('kept')
    const account = { external_id: 'blank', name: 'Kept', plan: 'kept', mrr: 5 }
    const user = { external_id: 'blank', email: 'blank@a.test', name: 'Kept', cf_a: 'kept' }
    await at.post('/external_users/import', { users: [{ ...user, account }] })
    const form = [...Object.keys(user), ...Object.keys(account).map((name) => `account.${name}`)]
    const { status, body } = await sendForm(
      '/external_users/import',
      `${form.map((name) => `users.0.${name}=`).join('&')}&users.0.external_id=blank`,
    )
    expect(status).toBe(200)
    expect(body.external_users).toMatchObject([user])
    expect(body.external_accounts).toMatchObject([account])
  })

  test('orders the members of a list by their index, not by their position in the text', async () => {
    const indexes = [10, 1, 2, 0]
    const form = indexes.map(
      (i) => `users.${i}.external_id=by-index-${i}&users.${i}.email=by-index-${i}@a.test`,
    )
    const { status, body } = await sendForm('/external_users/import', form.join('&'))
    expect(status).toBe(200)
    expect(
      body.external_users.map(({ external_id }: { external_id: string }) => external_id),
    ).toEqual(['by-index-0', 'by-index-1', 'by-index-2', 'by-index-10'])
    const bad = await sendForm(
      '/external_users/import',
      'users.1.external_id=by-index-1&users.0.email=nobody',
    )
    expect(bad.status).toBe(422)
    expect(bad.body.errors.users).toEqual([expect.objectContaining({ email: 'pattern' })])
  })

  test.each([
    ['/labels', 'name=bad%ff', { name: 'utf8' }],
    ['/labels', 'name=%C3', { name: 'utf8' }],
    ['/labels', 'name=%ED%A0%80', { name: 'utf8' }],
    ['/labels', 'name=%C0%AF+and+more', { name: 'utf8' }],
    ['/labels?name=bad%ff', '', { name: 'utf8' }],
    ['/suggestions', 'title=x&links.forum=%ff', { links: { forum: 'int' } }],
  ])('sent to %s as %s, which is not UTF-8, is rejected', async (path, form, errors) => {
    const { status, body } = await sendForm(path, form)
    expect(status).toBe(422)
    expect(body.errors).toEqual(errors)
  })

  test('with a name that is not UTF-8 is rejected where dynamic names are read, and ignored elsewhere', async () => {
    const user = 'users.0.external_id=utf8&users.0.email=utf8@a.test'
    const bad = await sendForm('/external_users/import', `${user}&users.0.custom_fields.%ff=1`)
    expect(bad.status).toBe(422)
    expect(bad.body.errors).toEqual({ users: [{ custom_fields: 'utf8' }] })
    expect((await sendForm('/labels', 'name=Fine&%ff=1')).status).toBe(201)
  })

  test('keeps a % that is not followed by two hexadecimal digits', async () => {
    const { body } = await sendForm('/labels', 'name=100%+of+%zz+%C3%A9%4:%4/%4@%4G%4`%4g%')
    expect(body.labels[0].name).toBe('100% of %zz é%4:%4/%4@%4G%4`%4g%')
  })

  test.each([
    '__proto__=1',
    '__proto__.name=x',
    '__proto__.polluted=yes&name=x',
    'constructor.prototype.polluted=yes&name=x',
    'links.__proto__.polluted=yes&name=x',
    'hasOwnProperty=1&toString=2&valueOf=3&name=x',
    'name.__proto__=x',
  ])('%s is harmless', async (form) => {
    const { status } = await sendForm('/labels', form)
    expect([201, 422]).toContain(status)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(({} as Record<string, unknown>).name).toBeUndefined()
    expect((await at.get('/labels')).status).toBe(200)
  })

  test.each(['', '&', '&&=&', '=', '=x', '.', '..', 'a.', '.a', '%', '%zz=%', 'name'])(
    '%j is a form without a name',
    async (form) => {
      const { status, body } = await sendForm('/labels', form)
      expect(status).toBe(422)
      expect(['required', 'blank']).toContain(body.errors.name)
    },
  )

  test('can have 10,000 fields and 5 levels, and no more', async () => {
    const fields = (count: number) =>
      `name=Wide&${Array.from({ length: count - 1 }, (_, i) => `x${i}=1`).join('&')}`
    expect((await sendForm('/labels', fields(10_000))).status).toBe(201)
    const wide = await sendForm('/labels', fields(10_001))
    expect(wide.status).toBe(400)
    expect(wide.body).toMatchObject({
      error: 'malformed',
      message: 'Form: too many fields. Maximum: 10000.',
    })
    expect((await sendForm('/labels', 'name=Deep&a.b.c.d.e=1')).status).toBe(201)
    for (const name of ['a.b.c.d.e.f', 'a.b.c.d.e%2ef', 'a%2eb%2ec%2ed%2ee%2ef']) {
      const deep = await sendForm('/labels', `name=Deep&${name}=1`)
      expect(deep.status).toBe(400)
      expect(deep.body.message).toBe(`${name}: nested too deeply. Maximum: 5 levels.`)
    }
    const bottomless = await sendForm('/labels', `${'a.'.repeat(500_000)}=1`)
    expect(bottomless.status).toBe(400)
    expect(bottomless.text.length).toBeLessThan(1000)
  })

  test('is read in linear time', async () => {
    const began = performance.now()
    for (const form of [
      `name=Many${'&a=1'.repeat(9_999)}`,
      `name=Invalid${'&%ff.%ff.%ff.%ff=%ff'.repeat(9_999)}`,
      `name=Deep${'&a.b.c.d.e=1'.repeat(9_999)}`,
      `name=Long&x=${'%41'.repeat(340_000)}`,
      `name=Separators${'&'.repeat(1_000_000)}`,
    ])
      expect([200, 201]).toContain((await sendForm('/labels', form)).status)
    expect(performance.now() - began).toBeLessThan(6000)
  })

  test('is read the same in one piece and in many', async () => {
    const value = (count: number) => `a+b%20${'%F0%9F%98%80ü%'.repeat(count)}%41`
    const expected = (count: number) => `a b ${'😀ü%'.repeat(count)}A`
    for (const count of [100, 3_000]) {
      // With every offset of an escape to the end of a piece.
      for (let pad = 0; pad < 16; pad += 1) {
        const padding = 'x'.repeat(pad)
        const { status, body } = await sendForm(
          '/suggestions',
          `title=x&links.forum=${forum}&y=${padding}&body=${padding}${value(count)}${'&&'.repeat(40_000)}`,
        )
        expect(status).toBe(201)
        expect(body.suggestions[0].body).toBe(padding + expected(count))
      }
    }
  })

  test('of an import fits: a custom field of the account is at the fifth level', async () => {
    const { status, body } = await sendForm(
      '/external_users/import',
      'users.0.external_id=form-1&users.0.email=form@example.com&users.0.account.external_id=form-acme' +
        '&users.0.account.name=Acme&users.0.account.custom_fields.region=north',
    )
    expect(status).toBe(200)
    const account = body.external_users[0].links.external_account
    expect(await at.shown(`/external_accounts/${account}`)).toMatchObject({
      name: 'Acme',
      cf_region: 'north',
    })
  })
})

describe('a form with only blank fields', () => {
  type Schema = {
    properties?: Record<string, Schema>
    patternProperties?: Record<string, Schema>
    anyOf?: Schema[]
  }
  const membersOf = (schema: Schema, path: string): string[] => {
    const objects = [schema, ...(schema.anyOf ?? [])].filter(({ properties }) => properties)
    if (objects.length === 0) return [path]
    return objects.flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([name, inner]) =>
        membersOf(inner, path === '' ? name : `${path}.${name}`),
      ),
    )
  }

  test('changes no record of any collection', async () => {
    const fresh = await startTestService()
    const document = dereference((await fresh.get('/api/v2/openapi.json')).body)
    const collections = (document.tags as { name: string }[]).map(({ name }) => name)
    const ids = await recordsToTry(fresh, collections)
    const bodies = bodiesOfOperations(ids, { key: '', secret: '' })
    const tried: string[] = []
    for (const path of Object.keys(bodies)) {
      const [, place = '', collection = ''] = /^PUT (\S+\/(\w+)\/\{id\})$/.exec(path) ?? []
      const { get, put } = document.paths[place] ?? {}
      if (!get || !put || ids[collection] === undefined) continue
      const one = `/${collection}/${ids[collection]}`
      await fresh.put(one, bodies[path])
      const { updated_at: _, ...before } = await fresh.shown(one)
      const { schema } = put.requestBody.content['application/x-www-form-urlencoded']
      const form = membersOf(schema, '').map((name) => `${name}=+`)
      const { status, body } = await fresh.put(one, form.join('&'), { headers: FORM })
      if (status === 422) expect(JSON.stringify(body.errors)).toContain('"blank"')
      else expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
      expect(await fresh.shown(one), path).toMatchObject(before)
      tried.push(collection)
    }
    expect(tried.length).toBeGreaterThan(10)
  })
})

describe('JSON', () => {
  test('parses numbers, booleans and times from text, and text from numbers', async () => {
    const { status, body } = await at.post('/suggestions', {
      title: 12345,
      links: { forum: String(forum) },
      created_at: '2026-01-31',
    })
    expect(status).toBe(201)
    expect(body.suggestions[0]).toMatchObject({
      title: '12345',
      created_at: '2026-01-31T00:00:00Z',
      links: { forum },
    })
    const made = await at.post('/forums', { name: true, is_open: 'false', is_public: 1 })
    expect(made.body.forums[0]).toMatchObject({ name: 'true', is_open: false, is_public: true })
  })

  test('has all white space trimmed from its strings', async () => {
    const { body } = await at.post('/labels', { name: ' \t\n\u00a0Mobile\u3000\r\n' })
    expect(body.labels[0].name).toBe('Mobile')
  })

  test('can contain any Unicode character, and lengths count code points', async () => {
    const name = '😀'.repeat(128)
    expect((await at.post('/labels', { name })).body.labels[0].name).toBe(name)
    expect((await at.post('/labels', { name: `${name}a` })).body.errors).toEqual({
      name: 'max_runes',
    })
  })

  test('with a lone surrogate is rejected', async () => {
    const { status, body } = await sendJson('/labels', '{"name":"\\ud83d"}')
    expect(status).toBe(422)
    expect(body.errors).toEqual({ name: 'utf8' })
  })

  test.each([
    '{"name":"x","__proto__":{"polluted":"yes"}}',
    '{"name":"x","constructor":{"prototype":{"polluted":"yes"}}}',
    '{"name":"x","links":{"__proto__":{"parent":1}}}',
    '{"__proto__":{"name":"x"}}',
  ])('%s is harmless', async (json) => {
    const { status } = await sendJson('/labels', json)
    expect(status).toBe(json.startsWith('{"name"') ? 201 : 422)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test.each([
    ['/labels', '{"name":"x","can_recommend":{"toString":1}}'],
    ['/labels', '{"name":"x","includes":{"toString":null}}'],
    ['/labels', '{"name":"x","includes":[{"toString":1,"valueOf":1}]}'],
    ['/labels', '{"name":{"toString":1}}'],
    ['/forums', '{"name":"x","is_default":[{"toString":1}]}'],
    ['/suggestions', '{"title":"x","links":{"forum":{"valueOf":1}}}'],
    ['/suggestions', '{"title":"x","links":{"forum":1},"attachment_tokens":[{"toString":1}]}'],
    ['/suggestions', '{"title":"x","links":{"forum":1},"created_at":{"toString":1}}'],
    ['/suggestions', '{"title":"x","links":[{"toString":1}]}'],
  ])('sent to %s with invalid text (%s) is rejected or ignored', async (path, json) => {
    const { status } = await sendJson(path, json)
    expect([201, 400, 422]).toContain(status)
  })

  test.each([
    ['a body', '', ''],
    ['a text', '{"name":', '}'],
    ['a flag', '{"name":"x","can_recommend":', '}'],
    ['includes', '{"name":"x","includes":', '}'],
    ['links', '{"name":"x","links":', '}'],
    ['an id', '{"name":"x","links":{"parent":', '}}'],
    ['an unknown member', '{"name":"x","else":', '}'],
  ])('nested very deeply as %s is not a server error', async (_, before, after) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(80_000)}1${close.repeat(80_000)}`
      const { status, text } = await sendJson('/labels', `${before}${deep}${after}`)
      expect([201, 400, 422]).toContain(status)
      expect(text.length).toBeLessThan(5000)
    }
  })

  test('that is not an object is named in the message', async () => {
    const { status, body } = await sendJson('/labels', '[1]')
    expect(status).toBe(422)
    expect(body.message).toMatch(/^Request body: must be an object/)
  })

  test('with a repeated name uses the last value', async () => {
    const { body } = await sendJson('/labels', '{"name":"First","name":"Last"}')
    expect(body.labels[0].name).toBe('Last')
  })

  test('stores text unchanged: it is never run as SQL, HTML or a template', async () => {
    for (const name of [
      "'; drop table labels; --",
      '<script>alert(1)</script>',
      '{{1+1}} #{1+1} %s $1 ?',
      '\\x41 \\" \\\\ \u202e',
    ]) {
      expect((await at.post('/labels', { name })).body.labels[0].name).toBe(name)
    }
  })

  test('can start with a byte order mark', async () => {
    expect((await sendJson('/labels', '\ufeff{"name":"Marked"}')).status).toBe(201)
  })
})

describe('query and body', () => {
  test('are merged, and the body wins', async () => {
    const both = await at.post('/forums?name=Query&prompt=Ask&is_open=false', { name: 'Body' })
    expect(both.body.forums[0]).toMatchObject({ name: 'Body', prompt: 'Ask', is_open: false })
    const form = await sendForm('/forums?name=Query&prompt=Ask', 'name=Form')
    expect(form.body.forums[0]).toMatchObject({ name: 'Form', prompt: 'Ask' })
  })

  test('the query alone is enough', async () => {
    const { status, body } = await at.call('POST', '/labels?name=Query')
    expect(status).toBe(201)
    expect(body.labels[0].name).toBe('Query')
  })

  test('dotted names nest in the query like in a form', async () => {
    const { status, body } = await at.post(`/suggestions?links.forum=${forum}`, { title: 'Dotted' })
    expect(status).toBe(201)
    expect(body.suggestions[0].links.forum).toBe(forum)
    const alone = await at.call('POST', `/suggestions?title=Alone&links.forum=${forum}`)
    expect(alone.status).toBe(201)
  })

  test('includes of the body win over those of the query', async () => {
    const { body } = await at.post(`/suggestions?includes=users`, {
      title: 'x',
      links: { forum },
      includes: 'forums',
    })
    expect(body.forums).toHaveLength(1)
    expect(body.users).toBeUndefined()
  })
})

describe('no body', () => {
  test.each([
    ['no content type', {}],
    ['a content type of JSON', JSON_TYPE],
    ['a content type of a form', FORM],
    ['a length of zero', { 'content-length': '0' }],
    ['a length of zero and a content type', { ...JSON_TYPE, 'content-length': '0' }],
  ])('with %s is accepted where nothing is required', async (_, headers) => {
    const put = await at.call('PUT', `/suggestions/${suggestion}`, { headers })
    expect(put.status).toBe(200)
    const posted = await at.call('POST', '/labels', { headers })
    expect(posted.status).toBe(422)
    expect(posted.body.errors).toEqual({ name: 'required' })
    expect((await at.call('POST', '/labels?name=Query', { headers })).status).toBe(201)
  })

  test.each([JSON_TYPE, FORM, { 'content-type': 'nonsense' }, { 'content-type': '' }])(
    'of a GET can have the headers %j',
    async (headers) => {
      expect((await at.get('/suggestions', { headers })).status).toBe(200)
    },
  )

  test('the body of a GET is ignored', async () => {
    const { status, body } = await at.call('GET', '/statuses?per_page=2', {
      body: '{"per_page":1',
      headers: JSON_TYPE,
    })
    expect(status).toBe(200)
    expect(body.statuses).toHaveLength(2)
  })
})

describe('random input', () => {
  const expectManners = ({ status, headers, body, text }: Answer) => {
    expect(status, text).toBeLessThan(500)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(typeof body).toBe('object')
    if (status >= 400) expect(Object.keys(body)[0]).toBe('message')
    else expect(body.links).toBeDefined()
  }
  const targets = () =>
    [
      ['POST', '/suggestions'],
      ['POST', '/labels'],
      ['POST', '/forums'],
      ['PUT', `/suggestions/${suggestion}`],
    ] as const
  const fields = ['title', 'name', 'body', 'links', 'includes', 'created_at', 'user_email']
  const flags = ['is_default', 'is_open', 'can_recommend', 'attachment_tokens', 'body_mime_type']
  const links = ['forum', 'category', 'status', 'created_by', 'parent', '__proto__', '0']
  const strange = fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '1e400',
    '-0',
    '0x10',
    '2026-02-30',
    '9999-12-31T23:59:59Z',
    null,
    true,
    1.5,
    -1,
    2 ** 53,
    1e308,
    [],
    {},
    [[]],
    { toString: 1 },
    { length: 1e9 },
  )
  const value = fc.oneof(
    { weight: 3, arbitrary: strange },
    { weight: 2, arbitrary: fc.constantFrom(1, '1', 'text', 'a@example.com', 'forums,users') },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
  const record = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(
        fc.dictionary(fc.constantFrom(...fields, ...flags), value, { maxKeys: 6 }),
        fc.option(fc.dictionary(fc.constantFrom(...links), value, { maxKeys: 4 })),
      ),
    },
    { weight: 1, arbitrary: fc.tuple(fc.jsonValue(), fc.constant(null)) },
  )

  test('as JSON gets a JSON response and never a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(record, async ([fieldsSent, linksSent]) => {
        const sent =
          linksSent === null ? fieldsSent : { ...(fieldsSent as object), links: linksSent }
        const body = JSON.stringify(sent) ?? 'null'
        for (const [method, path] of targets())
          expectManners(await at.call(method, path, { body, headers: JSON_TYPE }))
      }),
      { numRuns: EXHAUSTIVE ? 150 : 50 },
    )
  })

  test('as a form gets a JSON response and never a 5xx', async () => {
    const name = fc.oneof(
      fc.constantFrom(...fields, ...flags, ...links.map((link) => `links.${link}`)),
      fc.constantFrom('links.forum.0', 'includes.0', 'includes.x', '__proto__.x', 'name.0', '.'),
      fc.string({ unit: 'binary', maxLength: 20 }),
    )
    const text = fc.oneof(
      fc.constantFrom('', '1', 'true', 'x', '\u0000', '2026-01-31', 'a@example.com', '1,2,x'),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, text), { maxLength: 8 }), async (pairs) => {
        const body = new URLSearchParams(pairs).toString()
        for (const [method, path] of targets())
          expectManners(await at.call(method, path, { body, headers: FORM }))
      }),
      { numRuns: EXHAUSTIVE ? 150 : 50 },
    )
  })

  test('as arbitrary bytes gets a JSON response and never a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        for (const headers of [JSON_TYPE, FORM])
          for (const [method, path] of targets())
            expectManners(await at.call(method, path, { body: Buffer.from(bytes), headers }))
      }),
      { numRuns: EXHAUSTIVE ? 60 : 20 },
    )
  })
})

describe('an empty body', () => {
  test.each([
    'text/plain',
    'application/octet-stream',
    'text/xml',
    'nonsense',
    ';',
    'multipart/form-data',
  ])('with the content type %j is like one without', async (type) => {
    const headers = { 'content-type': type }
    const { id } = await at.made('/labels', { name: `Of ${type}` })
    const links = { forum }
    const idea = await at.made('/suggestions', { title: `Of ${type}`, links })
    const spam = await at.call('PUT', `/suggestions/${idea.id}/spam`, { headers })
    expect(spam.status).toBe(200)
    const made = await at.call('POST', '/labels?name=Query', { headers })
    expect(made.status).toBe(201)
    const empty = await at.call('POST', '/labels?name=Query', { headers, body: '' })
    expect(empty.status).toBe(201)
    expect((await at.call('POST', '/labels', { headers })).body.errors).toEqual({
      name: 'required',
    })
    expect((await at.delete(`/labels/${id}`, { headers })).status).toBe(200)
    const full = await at.call('POST', '/labels', { headers, body: 'name=x' })
    expect(full.status).toBe(415)
  })
})

test.each([
  'a@x.test,b@y.test',
  'a@x.test;b@y.test',
  'Ann <a@x.test>',
  'a@b@x.test',
  '"a"@x.test',
  'a@x.test\r\nBcc: b',
  'a(comment)@x.test',
])('%j is not one e-mail address', async (email) => {
  const body = { users: [{ external_id: 'odd', email }] }
  const answer = await at.post('/external_users/import', body)
  expect(answer).toMatchObject({ status: 422, body: { errors: { users: [{ email: 'pattern' }] } } })
})
