// Reading less: `fields` limits the members of records, `total=false` skips the count.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseListRequest } from '../../src/read/list-request.ts'
import { listStatement } from '../../src/read/statement.ts'
import { allResources } from '../../src/resources/index.ts'
import type { Resource } from '../../src/resources/resource.ts'
import { suggestions } from '../../src/resources/suggestions.ts'
import { users } from '../../src/resources/users.ts'
import { fillTables, idsOf, walk } from '../support/factories.ts'
import { type Answer, type Shown, startTestService, type TestService } from '../support/service.ts'

const ROWS = 25
const STRICT = { headers: { prefer: 'handling=strict' } }
/** Keys of custom fields and segmented values of suggestions, with their prefixes. */
let customFields: string[]
let segmentedValues: string[]

let at: TestService
beforeAll(async () => {
  at = await startTestService()
  await fillTables(at.db, { rows: ROWS, values: { 'custom_fields.field_type': `'number'` } })
  const keys = await sql<{ key: string }>`
    select key from custom_fields where object_type = 'suggestions' order by id`.execute(at.db)
  customFields = keys.rows.map(({ key }) => key)
  const values = await sql<{ key: string; segment_id: number }>`
    select key, segment_id from segmented_values where object_type = 'suggestions' order by id`.execute(
    at.db,
  )
  segmentedValues = values.rows.map(({ key }) => `cv_${key}`)
  const own = JSON.stringify(Object.fromEntries(customFields.map((key, i) => [key, i])))
  await sql`update suggestions set custom_fields = ${own}::jsonb where id % 2 = 0`.execute(at.db)
  await sql`
    insert into segment_figures (collection, record_id, segment_id, users_count, accounts_count, revenue)
    select 'suggestions', s.id, g.id, 3, 2, 7 from suggestions s, segments g where s.id % 3 = 0
    on conflict do nothing`.execute(at.db)
})

const pick = (record: Shown, names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => ['id', ...names].includes(name)))

async function read(path: string): Promise<Answer> {
  const answer = await at.get(path)
  expect(answer.status, `${path}: ${answer.text}`).toBe(200)
  return answer
}

async function expectRefused(path: string, parameter: string, name: string, sent = {}) {
  const { status, body } = await at.get(path, sent)
  expect({ status, errors: body.errors }, path).toEqual({
    status: 400,
    errors: { [parameter]: 'in' },
  })
  expect(body.error).toBe('malformed')
  expect(body.message).toContain(name)
  return body.message as string
}

describe.each(allResources)('$name', (resource) => {
  const { name, fields } = resource
  const list = `/${name}?per_page=3&sort=id`

  test('every field alone, on the list and on a record', async () => {
    const whole: Shown[] = (await read(list)).body[name]
    const id = whole[0]?.id
    for (const field of Object.keys(fields)) {
      const expected = whole.map((record) => pick(record, [field]))
      expect((await read(`${list}&fields=${field}`)).body[name], field).toEqual(expected)
      const one = (await read(`/${name}/${id}?fields=${field}`)).body[name]
      expect(one, field).toEqual(expected.slice(0, 1))
    }
  })

  test('all fields in any order are the whole record, except for custom members', async () => {
    const names = Object.keys(fields)
    const whole = await read(list)
    const expected = whole.body[name].map((record: Shown) => pick(record, names))
    const all = await read(`${list}&fields=${names.toReversed()}`)
    expect(all.body).toEqual({ ...whole.body, [name]: expected, links: {} })
    expect(all.body[name].map(Object.keys)).toEqual(expected.map(Object.keys))
  })

  test('an unknown field is refused, with the list of known ones', async () => {
    for (const path of [`/${name}`, `/${name}/1`, `/${name}/1,2`]) {
      const message = await expectRefused(`${path}?fields=id,no_such_field`, 'fields', '"no_such')
      expect(message).toMatch(
        new RegExp(
          `^fields: unknown field "no_such_field". Allowed: ${Object.keys(fields)}`.replaceAll(
            ',',
            ', ',
          ),
        ),
      )
    }
  })

  test('links can be named where records have them, together and each alone', async () => {
    if (resource.links === null) {
      await expectRefused(`${list}&fields=links`, 'fields', '"links"')
      return
    }
    const whole = (await read(list)).body
    const withLinks = (associations: string[]) => ({
      ...whole,
      [name]: whole[name].map(({ id, links }: Shown) => ({
        id,
        links: Object.fromEntries(associations.map((one) => [one, links[one]])),
      })),
      links: Object.fromEntries(
        associations.map((one) => [`${name}.${one}`, whole.links[`${name}.${one}`]]),
      ),
    })
    const associations = Object.keys(resource.links)
    expect((await read(`${list}&fields=links`)).body).toEqual(withLinks(associations))
    for (const one of associations)
      expect((await read(`${list}&fields=links.${one}`)).body).toEqual(withLinks([one]))
    await expectRefused(`${list}&fields=links.nothing`, 'fields', '"links.nothing"')
  })

  test('includes follow the links, and each collection has its own fields', async () => {
    const types = new Set(Object.values(resource.links ?? {}).map(({ type }) => type))
    const included = allResources.filter((other) => other !== resource && types.has(other.name))
    for (const other of included) {
      const whole = (await read(`${list}&includes=${other.name}`)).body
      const field = Object.keys(other.fields).at(-1) as string
      const less = (
        await read(`${list}&includes=${other.name}&fields=id&fields.${other.name}=${field}`)
      ).body
      expect(less).toEqual({
        ...whole,
        [name]: whole[name].map((record: Shown) => pick(record, [])),
        [other.name]: whole[other.name].map((record: Shown) => pick(record, [field])),
        links: {},
      })
      const parameter = `fields.${other.name}`
      const message = await expectRefused(
        `${list}&includes=${other.name}&${parameter}=nothing`,
        parameter,
        '"nothing"',
      )
      expect(message).toContain(`Allowed: ${Object.keys(other.fields).join(', ')}`)
    }
  })

  test('a statement names only the requested members', () => {
    const text = statementOf(resource, { fields: 'id' })
    const links = Object.keys(resource.links ?? {})
    const absent = Object.keys(fields).filter((field) => field !== 'id' && !links.includes(field))
    for (const field of absent) expect(text).not.toContain(` as "${field}"`)
    for (const source of [
      'segment_figures',
      'jsonb_object_agg',
      'jsonb_each',
      'left(record',
      '"links.',
    ])
      expect(text).not.toContain(source)
  })
})

/** The text of the statement, without the order and the page. */
function statementOf(resource: Resource, query: Record<string, string>): string {
  const { selections, includes, hasTotal } = parseListRequest(resource, query, false)
  const { text } = listStatement(resource, {
    order: {
      direction: 'asc',
      kind: 'integer',
      nullable: false,
      isMostlyZero: false,
      reads: 'id',
      by: { column: 'id' },
    },
    limit: 20,
    offset: 0,
    after: undefined,
    conditions: [],
    includes,
    selections,
    isCounted: hasTotal,
  })
  return text
}

describe('the statement', () => {
  test('leaves out the subqueries of absent members', () => {
    const fields = Object.keys(suggestions.fields).filter(
      (name) => !/_engagement|_trend/.test(name),
    )
    const text = statementOf(suggestions, { fields: fields.join() })
    expect(statementOf(suggestions, {})).toContain('extract(epoch')
    expect(text).not.toContain('extract(epoch')
    expect(statementOf(suggestions, {})).toContain('segment_figures')
    expect(statementOf(suggestions, { fields: 'cf_x' })).not.toContain('segment_figures')
    expect(statementOf(suggestions, { fields: 'cv_x' })).toContain('segment_figures')
    expect(statementOf(suggestions, { fields: 'cv_x' })).not.toContain('jsonb_each')
  })

  test('does not read figures that are not requested', async () => {
    const planOf = async (fields: string) =>
      JSON.stringify(
        (await sql`explain ${sql.raw(statementOf(users, { fields }))}`.execute(at.db)).rows,
      )
    expect(await planOf('name,supported_suggestions_count')).toContain('user_figures')
    expect(await planOf('name,email_address')).not.toContain('user_figures')
  })

  test('is the same for every order of the names and for all custom names', () => {
    const less = { includes: 'users,forums', 'fields.users': 'name', fields: 'title,state,cf_a' }
    const same = {
      includes: 'users,forums',
      fields: 'cf_b,state,cf_c,title,id',
      'fields.users': ' name ,',
    }
    expect(statementOf(suggestions, less)).toBe(statementOf(suggestions, same))
  })

  test('does not count with total=false', () => {
    expect(statementOf(suggestions, {})).toContain('record_counts')
    expect(statementOf(suggestions, { total: 'false' })).not.toContain('record_counts')
  })
})

describe('names', () => {
  test.each(['title,state', ' title , state ', 'title,,state,title', 'title&fields=state'])(
    'fields=%s',
    async (value) => {
      const { body } = await read(`/suggestions?per_page=1&fields=${value}`)
      expect(Object.keys(body.suggestions[0])).toEqual(['id', 'title', 'state'])
    },
  )

  test('an array in the style of other libraries', async () => {
    const { body } = await read('/suggestions?per_page=1&fields[]=state&fields[]=title')
    expect(Object.keys(body.suggestions[0])).toEqual(['id', 'title', 'state'])
  })

  test.each(['fields', 'fields=', 'fields=%20', 'fields=,', 'includes=users&fields.users='])(
    '%s without a value is absent',
    async (query) => {
      const whole = await read('/suggestions?includes=users')
      const { body } = await read(`/suggestions?includes=users&${query}`)
      expect(body).toEqual(whole.body)
    },
  )

  test.each([
    'title" as x, (select 1) as "y',
    'id) from users --',
    `cf_a') or true --`,
    'cf_a"',
    'cf_a\0',
    'cv_a\0',
    'cf_',
    'cf_no_such',
    'cv_no_such',
    'custom_fields',
    'constructor',
    '__proto__',
    'toString',
    'Title',
    'forum_id',
    'links.',
    'links.forum_id',
    'links.constructor',
    '*',
    'é'.repeat(300),
  ])('fields=%j is refused', async (name) => {
    const path = '/suggestions?includes=users'
    await expectRefused(`${path}&fields=${encodeURIComponent(name)}`, 'fields', 'unknown field')
    await expectRefused(
      `${path}&fields.users=${encodeURIComponent(name)}`,
      'fields.users',
      'unknown field',
    )
  })

  test.each([
    'constructor',
    '__proto__',
    `users'; drop table users; --`,
    'parent_suggestions',
    'suggestions',
    'labels',
    'no_such',
    '',
  ])('fields.%s, which is not included, is ignored, and refused in strict mode', async (name) => {
    const parameter = `fields.${name}`
    const path = '/suggestions?includes=users,parent_suggestions'
    const whole = await read(path)
    const query = `${encodeURIComponent(parameter)}=nothing`
    expect((await read(`${path}&${query}`)).body).toEqual(whole.body)
    await expectRefused(`${path}&${query}`, parameter, 'fields.users', STRICT)
    await expectRefused(`/suggestions/1?includes=users&${query}`, parameter, 'fields.users', STRICT)
  })

  test('strict mode accepts fields and total where they have an effect', async () => {
    for (const path of [
      '/suggestions?fields=title&total=false&includes=users&fields.users=name',
      '/suggestions/1?fields=title&includes=users&fields.users=name',
      '/users/current?fields=name',
    ])
      expect((await at.get(path, STRICT)).status, path).toBe(200)
    expect((await at.get('/suggestions/1?total=false', STRICT)).status).toBe(400)
    const path = '/suggestions/1?fields=title'
    expect((await at.put(path, { title: 'Strict' }, STRICT)).status).toBe(200)
    expect((await at.put(path, { fields: 'title' }, STRICT)).status).toBe(400)
  })
})

describe('custom fields and segmented values', () => {
  test('each alone, and several together', async () => {
    expect(customFields.length).toBeGreaterThan(2)
    expect(segmentedValues.length).toBeGreaterThan(1)
    const whole: Shown[] = (await read('/suggestions')).body.suggestions
    const selections = [
      ...[...customFields, ...segmentedValues].map((name) => [name]),
      customFields.slice(0, 2),
      [customFields[1] as string, segmentedValues[1] as string, 'title'],
      [...customFields, ...segmentedValues, ...Object.keys(suggestions.fields)],
    ]
    for (const names of selections) {
      const { body } = await read(`/suggestions?fields=${names}`)
      expect(body.suggestions, `${names}`).toEqual(whole.map((record) => pick(record, names)))
    }
    // Values and defaults both occur.
    const [field, value] = [customFields[1] as string, segmentedValues[0] as string]
    expect(new Set(whole.map((record) => record[field]))).toEqual(new Set([1, null]))
    expect(new Set(whole.map((record) => record[value])).size).toBe(2)
  })

  test('the same statement serves other names', async () => {
    const [one, other] = customFields as [string, string]
    for (const name of [one, other, one]) {
      const record = (await read(`/suggestions/2?fields=${name}`)).body.suggestions[0]
      expect(Object.keys(record)).toEqual(['id', name])
    }
  })

  test('of a side-loaded collection', async () => {
    const [field] = customFields as [string]
    const { body } = await read(`/comments?includes=suggestions&fields.suggestions=${field}`)
    for (const record of body.suggestions) expect(Object.keys(record)).toEqual(['id', field])
    await expectRefused(
      '/comments?includes=suggestions&fields.suggestions=cf_no_such',
      'fields.suggestions',
      '"cf_no_such"',
    )
  })

  test('of another collection are refused', async () => {
    const { rows } = await sql<{ key: string }>`
      select key from custom_fields where object_type = 'features'`.execute(at.db)
    const other = rows.find(({ key }) => !customFields.includes(key))?.key as string
    await expectRefused(`/suggestions?fields=${other}`, 'fields', `"${other}"`)
    await expectRefused(`/labels?fields=${other}`, 'fields', `"${other}"`)
  })
})

describe('aliases', () => {
  test('of the primary collection', async () => {
    for (const name of ['requests', 'feedback']) {
      const { body } = await read(`/${name}?per_page=1&fields=created_at`)
      expect(Object.keys(body[name][0])).toEqual(['id', 'created_at'])
    }
  })

  test('of a side-loaded collection, whichever name was included', async () => {
    for (const parameter of ['fields.requests', 'fields.feedback', 'fields.feedback_records']) {
      const { body } = await read(`/feedback_atoms?includes=requests&${parameter}=created_at`)
      for (const record of body.requests) expect(Object.keys(record)).toEqual(['id', 'created_at'])
    }
  })

  test('two names of one collection add up', async () => {
    const path = '/suggestions/1?includes=requests,feedback_records'
    const { status } = await at.get(`${path}&fields.requests=id&fields.feedback=created_at`)
    expect(status).toBe(200)
  })
})

describe('records by id and writes', () => {
  test('several ids in the requested order', async () => {
    const { body } = await read('/suggestions/3,1,2?fields=title')
    expect(idsOf(body.suggestions)).toEqual([3, 1, 2])
    for (const record of body.suggestions) expect(Object.keys(record)).toEqual(['id', 'title'])
  })

  test('records that include their own collection have the fields of the list', async () => {
    const { body } = await read('/suggestions?includes=parent_suggestions&fields=title&per_page=5')
    expect(body.suggestions.length).toBeGreaterThan(5)
    for (const record of body.suggestions) expect(Object.keys(record)).toEqual(['id', 'title'])
  })

  test.each(['/users/current', '/subdomains/current'])('%s', async (path) => {
    const name = path.split('/')[1] as string
    const { body } = await read(`${path}?fields=name`)
    expect(body[name].map(Object.keys)).toEqual([['id', 'name']])
    await expectRefused(`${path}?fields=nothing`, 'fields', '"nothing"')
  })

  test('a write answers with the fields in its query', async () => {
    const created = await at.post('/labels?fields=name', { name: 'Less' })
    const { id } = created.body.labels[0]
    const changed = await at.put(`/labels/${id}?fields=full_name`, { name: 'Lesser' })
    const removed = await at.delete(`/labels/${id}?fields=name`)
    expect(
      [created, changed, removed].map(({ status, body }) => [status, Object.keys(body.labels[0])]),
    ).toEqual([
      [201, ['id', 'name']],
      [200, ['id', 'full_name']],
      [200, ['id', 'name']],
    ])
  })

  test('a write with an unknown field does nothing', async () => {
    const before = await read('/labels')
    const answers = [
      await at.post('/labels?fields=nothing', { name: 'Never' }),
      await at.put('/labels/1?fields=nothing', { name: 'Never' }),
      await at.put('/suggestions/1?fields=cf_no_such', { title: 'Never' }),
      await at.delete('/labels/1?fields=nothing'),
    ]
    for (const { status, body } of answers)
      expect([status, body.errors]).toEqual([400, { fields: 'in' }])
    expect((await read('/labels')).body).toEqual(before.body)
    expect((await at.shown('/suggestions/1')).title).not.toBe('Never')
  })
})

describe('ETags', () => {
  const ifMatch = (etag: string | undefined) => ({ headers: { 'if-match': String(etag) } })

  test('a tag read with fields identifies the whole record', async () => {
    const path = '/suggestions/5'
    const { etag } = (await read(`${path}?fields=state`)).headers
    expect(etag).not.toBe((await read(path)).headers.etag)
    const first = await at.put(`${path}?fields=state`, { title: 'Changed' }, ifMatch(etag))
    expect(first.status).toBe(200)
    // The change is in a member that the client did not read.
    expect((await at.put(path, { title: 'Lost' }, ifMatch(etag))).status).toBe(412)
    expect((await at.put(path, { title: 'Next' }, ifMatch(first.headers.etag))).status).toBe(200)
  })

  test('each selection has its own tag, and 304 for a client that has it', async () => {
    const paths = ['', '?fields=state', '?fields=title'].map((query) => `/suggestions/6${query}`)
    const tags = await Promise.all(paths.map(async (path) => (await read(path)).headers.etag))
    expect(new Set(tags).size).toBe(3)
    for (const [i, path] of paths.entries())
      for (const [j, tag] of tags.entries()) {
        const { status } = await at.get(path, { headers: { 'if-none-match': String(tag) } })
        expect(status, `${path} ${j}`).toBe(i === j ? 304 : 200)
      }
  })
})

describe('total=false', () => {
  const paging = ({ body }: Answer) => body.pagination

  test.each(['', '&updated_after=2000-01-01', '&sort=-closed_at', '&sort=title'])(
    'a walk%s meets every record without totals',
    async (query) => {
      const counted = await walk(at.get, `/suggestions?per_page=7${query}`)
      const pages = await walk(at.get, `/suggestions?per_page=7&total=false${query}`)
      expect(pages.map(({ body }) => body.suggestions)).toEqual(
        counted.map(({ body }) => body.suggestions),
      )
      for (const [i, page] of pages.entries()) {
        const isLast = i === pages.length - 1
        const { cursor, page_token } = paging(page)
        expect(Object.keys(paging(page))).toEqual([
          'page',
          'per_page',
          'page_size',
          ...(isLast ? [] : ['cursor', 'page_token']),
        ])
        expect(page_token).toBe(cursor)
        expect(page.headers.link === undefined).toBe(isLast)
      }
    },
  )

  test('page mode says with the Link header whether there is more', async () => {
    const pages: Answer[] = []
    for (const page of [2, 3, 4])
      pages.push(await read(`/suggestions?per_page=7&page=${page}&total=false`))
    expect(pages.map(paging)).toEqual(
      [2, 3, 4].map((page) => ({ page, per_page: 7, page_size: 7 })),
    )
    expect(pages.map(({ headers }) => headers.link?.includes('total=false'))).toEqual([
      true,
      true,
      undefined,
    ])
  })

  test('a cursor made without a total counts when a later page has totals', async () => {
    const first = paging(await read('/suggestions?per_page=7&total=false'))
    const second = paging(await read(`/suggestions?per_page=7&cursor=${first.cursor}`))
    expect(second).toMatchObject({ total_records: ROWS, total_pages: 4 })
    const third = paging(await read(`/suggestions?per_page=7&cursor=${second.cursor}&total=false`))
    expect(third).not.toHaveProperty('total_records')
    const last = paging(await read(`/suggestions?per_page=7&cursor=${third.cursor}`))
    expect(last).toMatchObject({ total_records: ROWS, total_pages: 4 })
    expect(last).not.toHaveProperty('cursor')
  })

  test('a filtered cursor made without a total counts by the filter', async () => {
    const list = '/suggestions?per_page=1&created_after=2000-01-01&state=-spam'
    const all = paging(await read(list))
    expect(all.total_records).toBeLessThan(ROWS)
    const first = paging(await read(`${list}&total=false`))
    const second = paging(await read(`${list}&cursor=${first.cursor}`))
    expect(second.total_records).toBe(all.total_records)
  })

  test('total=true and no value count', async () => {
    for (const query of ['total=true', 'total=', 'total', 'total=%20true%20'])
      expect(paging(await read(`/suggestions?${query}`)).total_records, query).toBe(ROWS)
  })

  test.each(['no', '1', '0', 'FALSE', 'null', 'false,true', '%00'])(
    'total=%s is refused',
    async (value) => {
      const { status, body } = await at.get(`/suggestions?total=${value}`)
      expect([status, body.errors]).toEqual([400, { total: 'bool' }])
      expect(body.message).toMatch(/^total: ".*" is invalid\. Expected true or false\.$/s)
    },
  )
})

test('every list describes both parameters as extensions, every record operation fields', async () => {
  const document = (await read('/api/v2/openapi.json')).body
  for (const name of ['fields', 'total'])
    expect(document.components.parameters[name]).toMatchObject({
      name,
      'x-earshot-extension': true,
    })
  const named = (path: string, method = 'get') =>
    document.paths[`/api/v2/admin${path}`][method].parameters.map((p: { $ref?: string }) =>
      p.$ref?.split('/').at(-1),
    )
  for (const { name } of allResources) {
    expect(named(`/${name}`)).toEqual(expect.arrayContaining(['fields', 'total']))
    expect(named(`/${name}/{id}`)).toContain('fields')
    expect(named(`/${name}/{id}`)).not.toContain('total')
  }
  expect(named('/suggestions/{id}', 'put')).toContain('fields')
})
