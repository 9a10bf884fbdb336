// Paging: the eight rules of section 4 of the specification, and their edge cases.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allResources } from '../../src/resources/index.ts'
import { sortColumn } from '../../src/resources/resource.ts'
import { suggestions } from '../../src/resources/suggestions.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { fillTables, idsOf, insert, nextOf, walk, wholeRows } from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

const ROWS = 40
const STRICT = { headers: { prefer: 'handling=strict' } }

let at: TestService
beforeAll(async () => {
  at = await startTestService()
  await fillTables(at.db, { rows: ROWS })
})

const page = async (query: string) => {
  const answer = await at.get(`/suggestions?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return { ...answer, ids: idsOf(answer.body.suggestions), paging: answer.body.pagination }
}
const refused = async (query: string, parameter: string, code: string) => {
  const { status, body } = await at.get(`/suggestions?${query}`)
  expect({ status, errors: body.errors }).toEqual({ status: 400, errors: { [parameter]: code } })
  expect(body.error).toBe('malformed')
  return body.message as string
}
const allIds = async (order: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from ${wholeRows(suggestions)} order by ${sql.raw(order)}`.execute(at.db)
  return idsOf(rows)
}
const encoded = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')

describe('the rules', () => {
  test('1: every list has page, size, totals and, unless it is the last page, a cursor', async () => {
    const { paging } = await page('per_page=15')
    expect(paging).toEqual({
      page: 1,
      per_page: 15,
      page_size: 15,
      total_pages: 3,
      total_records: ROWS,
      cursor: paging.cursor,
      page_token: paging.cursor,
    })
    expect(paging.cursor).toMatch(/^[\w-]+$/)
  })

  test('2: a cursor passed back with the same sort gives the next page and another cursor', async () => {
    const first = await page('sort=-supporters_count&per_page=10')
    const second = await page(`sort=-supporters_count&per_page=10&cursor=${first.paging.cursor}`)
    const expected = await allIds('supporters_count desc, id desc')
    expect([...first.ids, ...second.ids]).toEqual(expected.slice(0, 20))
    expect(second.paging.cursor).not.toBe(first.paging.cursor)
  })

  test('3: with a cursor the page is always 1, and the last page is the one without a cursor', async () => {
    const pages = await walk(at.get, '/suggestions?sort=closed_at&per_page=12')
    const paging = pages.map(({ body }) => body.pagination)
    expect(paging.map((one) => one.page)).toEqual([1, 1, 1, 1])
    expect(paging.map((one) => 'cursor' in one)).toEqual([true, true, true, false])
    expect(paging.map((one) => 'page_token' in one)).toEqual([true, true, true, false])
    expect(new Set(paging.map((one) => one.cursor)).size).toBe(4)
  })

  test('4: a cursor is valid only for its sort and direction', async () => {
    const { paging } = await page('sort=title&per_page=5')
    for (const sort of ['-title', 'id', 'supporters_count']) {
      const message = await refused(`sort=${sort}&cursor=${paging.cursor}`, 'cursor', 'in')
      expect(message).toContain('sort=title')
      expect(message).toContain(`sort=${sort}`)
    }
  })

  test('5: another per_page during a walk starts with the same record', async () => {
    const expected = await allIds('votes_count, id')
    const { paging } = await page('sort=votes_count&per_page=7')
    const small = await page(`sort=votes_count&per_page=2&cursor=${paging.cursor}`)
    const large = await page(`sort=votes_count&per_page=30&cursor=${paging.cursor}`)
    expect(small.ids).toEqual(expected.slice(7, 9))
    expect(large.ids).toEqual(expected.slice(7, 37))
    expect(large.paging).toMatchObject({ per_page: 30, total_pages: 2, total_records: ROWS })
    const rest = await page(`sort=votes_count&cursor=${small.paging.cursor}&per_page=100`)
    expect(rest.ids).toEqual(expected.slice(9))
  })

  describe('6: records created or deleted during a walk do not shift or hide others', () => {
    let lasting: number[]
    // Also after a failure, so that the tests that follow find their rows only.
    afterEach(() => sql`delete from suggestions where id <> all(${lasting})`.execute(at.db))

    const orders = suggestions.sorts.filter((sort) => sortColumn(suggestions, sort) === sort)
    test.each(orders.flatMap((sort) => [sort, `-${sort}`]))('by %s', async (sort) => {
      const column = sort.replace(/^-/, '')
      // The id is generated, and the score is computed from these two.
      const copied =
        column === 'supporter_satisfaction_score'
          ? ['satisfaction_total', 'satisfaction_promoter_count']
          : [column].filter((name) => name !== 'id')
      const names = [...new Set(['forum_id', 'title', ...copied])].map((name) => sql.ref(name))
      // Copies have existing values and nulls.
      const addCopies = async (count: number) => {
        const { rows } = await sql<Record<string, unknown>>`
          select ${sql.join(names)} from ${wholeRows(suggestions)}
          order by random() limit ${count}`.execute(at.db)
        const ids: number[] = []
        for (const row of rows) ids.push(await insert(at.db, 'suggestions', row))
        return ids
      }
      const direction = sort.startsWith('-') ? 'desc' : 'asc'
      lasting = await allIds(`${column} ${direction} nulls last, id ${direction}`)
      const doomed = await addCopies(8)
      const met: number[] = []
      let pages = 0
      let next: string | undefined = `/suggestions?sort=${sort}&per_page=6`
      while (next !== undefined) {
        const answer = await at.get(next)
        expect(answer.status, answer.text).toBe(200)
        met.push(...idsOf(answer.body.suggestions))
        pages += 1
        // Some clients count pages and stop or fail by the total.
        const { cursor, total_pages, total_records } = answer.body.pagination
        if (cursor) expect(total_pages).toBeGreaterThan(pages)
        else expect([total_pages, total_records]).toEqual([pages, met.length])
        await addCopies(2)
        await sql`delete from suggestions where id = ${doomed.shift() ?? 0}`.execute(at.db)
        next = met.length < 500 ? nextOf(answer) : undefined
      }
      expect(met.filter((id) => lasting.includes(id))).toEqual(lasting)
      expect(new Set(met).size).toBe(met.length)
    })
  })

  test('7: another per_page on a later page moves the offset', async () => {
    const expected = await allIds('id')
    expect((await page('sort=id&page=3&per_page=5')).ids).toEqual(expected.slice(10, 15))
    expect((await page('sort=id&page=3&per_page=8')).ids).toEqual(expected.slice(16, 24))
  })

  test('7: a page by its number has no cursor, so a client that counts pages comes to an end', async () => {
    const { paging, headers } = await page('sort=id&page=2&per_page=5')
    expect(paging).toMatchObject({ page: 2, total_pages: expect.any(Number) })
    expect(paging).not.toHaveProperty('cursor')
    expect(headers.link).toContain('page=3')
    const after = await page('sort=id&page=999&per_page=5')
    expect([after.ids, after.paging.page, after.headers.link]).toEqual([[], 999, undefined])
    expect(after.paging).not.toHaveProperty('cursor')
  })

  test('8: Link contains the next page with the same query and is absent on the last page', async () => {
    const { headers, paging } = await page('sort=-id&per_page=30&includes=forums,users')
    expect(headers.link).toBe(
      `</api/v2/admin/suggestions?sort=-id&per_page=30&includes=forums%2Cusers&cursor=${paging.cursor}>; rel=next`,
    )
    const last = await at.get(nextOf({ headers } as never) as string)
    expect(last.body.suggestions).toHaveLength(10)
    expect(last.headers.link).toBeUndefined()
    expect(last.body.pagination).not.toHaveProperty('cursor')
    expect(last.body.users.length).toBeGreaterThan(0)
  })
})

describe('a walk', () => {
  test('that ends on a full page has no empty page after it', async () => {
    const pages = await walk(at.get, '/suggestions?per_page=20')
    expect(pages.map(({ body }) => body.suggestions.length)).toEqual([20, 20])
  })

  test('continues with the cursor alone, in its sort', async () => {
    const expected = await allIds('comments_count desc, id desc')
    const { paging } = await page('sort=-comments_count&per_page=10')
    const next = await page(`cursor=${paging.cursor}`)
    expect(next.ids).toEqual(expected.slice(10, 30))
    expect((await page(`cursor=${next.paging.cursor}`)).ids).toEqual(expected.slice(30))
  })

  test('keeps its filters only if they are sent again', async () => {
    const forum = (await page('per_page=1')).body.suggestions[0].links.forum
    const first = await page(`forum=-${forum}&sort=id&per_page=5`)
    const filtered = await page(`forum=-${forum}&cursor=${first.paging.cursor}&per_page=100`)
    const all = await page(`cursor=${first.paging.cursor}&per_page=100`)
    expect(
      filtered.body.suggestions.map((one: { links: { forum: number } }) => one.links.forum),
    ).not.toContain(forum)
    expect(all.ids).toEqual((await allIds('id')).filter((id) => id > (first.ids.at(-1) as number)))
    expect(filtered.paging.total_records).toBe(first.paging.total_records)
  })

  test('by a figure, filtered by a column of the record, returns every match once', async () => {
    const forum = (await page('per_page=1')).body.suggestions[0].links.forum
    const { rows } = await sql<{ id: number }>`
      select id from ${wholeRows(suggestions)} where forum_id <> ${forum}
      order by supporters_count desc, id desc`.execute(at.db)
    const pages = await walk(
      at.get,
      `/suggestions?forum=-${forum}&sort=-supporters_count&per_page=6`,
    )
    expect(pages.flatMap(({ body }) => idsOf(body.suggestions))).toEqual(idsOf(rows))
  })

  test('by page_token is the same walk', async () => {
    const first = await page('sort=title&per_page=10')
    const next = await page(`sort=title&per_page=10&page_token=${first.paging.page_token}`)
    expect(next.ids).toEqual((await page(`cursor=${first.paging.cursor}&per_page=10`)).ids)
    expect(nextOf(next)).not.toContain('page_token')
  })

  test('ends with the number of records returned, whatever the first total was', async () => {
    const some = (await page('sort=id&per_page=3')).body.suggestions
    const forums = some.map((one: { links: { forum: number } }) => one.links.forum)
    const few = await page(`forum=${forums}&sort=id&per_page=1`)
    const rest = (await allIds('id')).filter((id) => id > (few.ids[0] as number)).length
    const pages = [few]
    while (pages.at(-1)?.paging.cursor)
      pages.push(await page(`cursor=${pages.at(-1)?.paging.cursor}&per_page=1`))
    expect(few.paging.total_records).toBeLessThan(pages.length)
    for (const [i, { paging }] of pages.slice(0, -1).entries())
      expect(paging.total_pages).toBeGreaterThan(i + 1)
    expect(pages.at(-1)?.paging).toMatchObject({ total_pages: 1 + rest, total_records: 1 + rest })

    const many = await page('sort=id&per_page=10')
    const none = await page(`cursor=${many.paging.cursor}&per_page=10&forum=999999`)
    expect(none.paging).toMatchObject({ total_pages: 1, total_records: 10 })
  })

  test('has the totals of its first page', async () => {
    const pages = await walk(at.get, '/suggestions?sort=last_support_at&per_page=9')
    expect(pages.map(({ body }) => body.pagination.total_pages)).toEqual([5, 5, 5, 5, 5])
    expect(pages.map(({ body }) => body.pagination.total_records)).toEqual(Array(5).fill(ROWS))
  })

  test.each([
    'cursor&sort=id',
    'cursor=&sort=id',
    'sort=id&',
    'sort=id&page_token=',
    'page=&sort=id&per_page',
  ])('may begin with ?%s', async (query) => {
    const { ids, paging } = await page(query)
    expect(ids).toEqual((await allIds('id')).slice(0, 20))
    expect(paging.cursor).toEqual(expect.any(String))
  })

  test('can start with a bare question mark', async () => {
    const { status, body } = await at.get('/suggestions?')
    expect(status).toBe(200)
    expect(idsOf(body.suggestions)).toEqual((await allIds('id desc')).slice(0, 20))
  })

  test('through an empty list is one empty page', async () => {
    const { ids, paging, headers } = await page('forum=999999')
    expect(ids).toEqual([])
    expect(paging).toEqual({
      page: 1,
      per_page: 20,
      page_size: 20,
      total_pages: 0,
      total_records: 0,
    })
    expect(headers.link).toBeUndefined()
  })
})

describe('page mode', () => {
  test('page=1 starts a cursor walk', async () => {
    const { paging, headers } = await page('page=1&per_page=10')
    expect(paging.page).toBe(1)
    expect(headers.link).toContain(`cursor=${paging.cursor}`)
    expect(headers.link).not.toContain('page=1&')
  })

  test('page 2 and later echo the page, have no cursor, and link to the next page', async () => {
    const { paging, headers } = await page('page=2&per_page=15&sort=-title')
    expect(paging).toEqual({
      page: 2,
      per_page: 15,
      page_size: 15,
      total_pages: 3,
      total_records: ROWS,
    })
    expect(headers.link).toBe(
      '</api/v2/admin/suggestions?per_page=15&sort=-title&page=3>; rel=next',
    )
    const last = await page('page=3&per_page=15&sort=-title')
    expect(last.ids).toHaveLength(10)
    expect(last.headers.link).toBeUndefined()
  })

  test.each(['closed_at', '-closed_at', 'id', '-supporter_revenue'])(
    'the pages by %s are the list, nulls included',
    async (sort) => {
      const met: number[] = []
      for (let number = 1; number <= 6; number++)
        met.push(...(await page(`sort=${sort}&page=${number}&per_page=7`)).ids)
      const direction = sort.startsWith('-') ? 'desc' : 'asc'
      expect(met).toEqual(
        await allIds(`${sort.replace('-', '')} ${direction} nulls last, id ${direction}`),
      )
    },
  )

  test('a page beyond the end is empty and has no link', async () => {
    const { ids, paging, headers } = await page('page=99&per_page=100')
    expect(ids).toEqual([])
    expect(paging).toMatchObject({ page: 99, total_pages: 1, total_records: ROWS })
    expect(headers.link).toBeUndefined()
  })

  test('with a cursor the page is ignored', async () => {
    const first = await page('sort=id&per_page=10')
    const next = await page(`sort=id&per_page=10&page=4&cursor=${first.paging.cursor}`)
    expect(next.ids).toEqual((await allIds('id')).slice(10, 20))
    expect(next.paging.page).toBe(1)
    expect(next.headers.link).not.toContain('page=4')
  })
})

describe('per_page', () => {
  test('is 20 by default', async () => {
    expect((await page('')).paging).toMatchObject({ per_page: 20, page_size: 20 })
  })

  test.each(['101', '1000', '4294967296', '99999999999999999999'])(
    '%s becomes 100, and paging says so',
    async (many) => {
      const { paging, ids } = await page(`per_page=${many}`)
      expect(paging).toMatchObject({ per_page: 100, page_size: 100, total_pages: 1 })
      expect(ids).toHaveLength(ROWS)
    },
  )

  test.each(['0', '-1', 'abc', '1.5', '1e2', '10;', '0x10', '%00', 'ten'])(
    '%s is refused',
    async (wrong) => {
      expect(await refused(`per_page=${wrong}`, 'per_page', 'int')).toContain('per_page')
    },
  )

  test.each(['0', '-1', 'abc', '1.5', 'last'])('page=%s is rejected', async (wrong) => {
    expect(await refused(`page=${wrong}`, 'page', 'int')).toContain(`"${wrong}"`)
  })

  test('the last of several values counts', async () => {
    expect((await page('per_page=3&per_page=4')).ids).toHaveLength(4)
  })
})

describe('an unknown sort', () => {
  test.each([
    'nope',
    '--id',
    'average_engagement',
    'portal_url',
    'ID',
    'id;drop table users',
    'constructor',
    '-',
    'links.forum',
    '%00',
  ])('%s is refused with those that are', async (sort) => {
    const message = await refused(
      `sort=${encodeURIComponent(decodeURIComponent(sort))}`,
      'sort',
      'in',
    )
    expect(message).toContain(suggestions.sorts.join(', '))
  })
})

describe('an invalid cursor', () => {
  test.each([
    ['is no base64', 'not a cursor!'],
    ['is empty JSON', encoded({})],
    ['is a number', encoded(1)],
    ['is of an unknown sort', encoded(['suggestions', 'nope', 1, 1, 1, 1])],
    ['has text for a number', encoded(['suggestions', 'id', 'x', 1, 1, 1])],
    ['has a fraction for a count', encoded(['suggestions', 'votes_count', 1.5, 1, 1, 1])],
    ['has a number for a text', encoded(['suggestions', 'title', 1, 1, 1, 1])],
    ['has no time for a time', encoded(['suggestions', 'created_at', 'soon', 1, 1, 1])],
    [
      'has a year that no calendar has',
      encoded(['suggestions', 'created_at', '0000-01-01T00:00:00Z', 1, 1, 1]),
    ],
    ['has NUL in its text', encoded(['suggestions', 'title', 'a\0b', 1, 1, 1])],
    ['has null where the column has none', encoded(['suggestions', 'id', null, 1, 1, 1])],
    [
      'has null for a time that is always there',
      encoded(['suggestions', '-created_at', null, 1, 1, 1]),
    ],
    ['has an id that is none', encoded(['suggestions', 'id', 1, 'one', 1, 1])],
    ['has a negative total', encoded(['suggestions', 'id', 1, 1, -1, 1])],
    ['has seen less than nothing', encoded(['suggestions', 'id', 1, 1, 1, -1])],
    ['is of a custom field that does not exist', encoded(['suggestions', 'cf_nope', 1, 1, 1, 1])],
  ])('because it %s, is refused', async (_, cursor) => {
    const { status, body } = await at.get(`/suggestions?cursor=${encodeURIComponent(cursor)}`)
    expect(status, body.message).toBe(400)
    expect(body.error).toBe('malformed')
  })

  test.each([
    '2026-01-01T00:00:00+23:00',
    '2026-01-01T00:00:00 0100',
    '2026-01-01',
    '2026-01-01T24:00Z',
  ])('with the time %s, which we would write otherwise, is taken or refused', async (time) => {
    const { status, text } = await at.get(
      `/suggestions?cursor=${encoded(['suggestions', '-created_at', time, 1, 1, 1])}`,
    )
    expect([200, 400], text).toContain(status)
  })

  test('of another collection is rejected', async () => {
    const { cursor } = (await at.get('/users?per_page=2')).body.pagination
    const { status, body } = await at.get(`/suggestions?cursor=${cursor}`)
    expect(status).toBe(400)
    expect(body.message).toContain('users')
    expect(body.errors).toEqual({ cursor: 'in' })
  })

  const anyValue = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.double(),
    fc.maxSafeInteger(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.constantFrom(
      'infinity',
      '-infinity',
      'now',
      '0001-01-01 BC',
      '9999-12-31T23:59:59.999999999-12:00',
    ),
  )
  const aSort = fc.constantFrom(...allResources).chain(({ name, sorts }) =>
    fc.record({
      name: fc.constant(name),
      sort: fc.constantFrom(...sorts, ...sorts.map((sort) => `-${sort}`)),
    }),
  )

  test('never causes a 5xx, whatever it contains', async () => {
    const content = fc.tuple(
      aSort,
      anyValue,
      fc.oneof(fc.maxSafeInteger(), anyValue),
      fc.nat(),
      fc.nat(),
    )
    await fc.assert(
      fc.asyncProperty(content, async ([{ name, sort }, value, id, total, seen]) => {
        const { status, text } = await at.get(
          `/${name}?cursor=${encoded([name, sort, value, id, total, seen])}`,
        )
        expect([200, 400], text).toContain(status)
      }),
      { numRuns: EXHAUSTIVE ? 300 : 100 },
    )
  })

  test('never causes a 5xx for random text or a modified cursor', async () => {
    const { cursor } = (await page('sort=approved_at&per_page=3')).paging
    const changed = fc
      .tuple(fc.nat(cursor.length - 1), fc.base64String({ minLength: 1, maxLength: 4 }))
      .map(([place, with_]) => cursor.slice(0, place) + with_ + cursor.slice(place + 1))
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), changed), async (text) => {
        const answer = await at.get(
          `/suggestions?cursor=${encodeURIComponent(text.toWellFormed())}`,
        )
        expect([200, 400], answer.text).toContain(answer.status)
      }),
      { numRuns: EXHAUSTIVE ? 200 : 70 },
    )
  })
})

describe('an unknown parameter', () => {
  test('is ignored', async () => {
    const { ids } = await page('filter[email]=x&constructor=1&__proto__=2&order=title&per_page=3')
    expect(ids).toEqual((await allIds('id desc')).slice(0, 3))
  })

  test('of a list is named in a warning', async () => {
    const { headers } = await page('forun=1&per_page=3&fields.users=name&st%22ate%0d%0a=x')
    expect(headers.warning).toBe('299 - "Ignored unknown parameters: forun, st?ate??"')
    expect((await at.get('/suggestions?format=csv&forun=1')).headers.warning).toContain('forun')
    const many = Array.from({ length: 300 }, (_, i) => `unknown${'x'.repeat(90)}${i}=1`).join('&')
    const { warning = '' } = (await page(many.slice(0, 15_000))).headers
    expect(warning).toMatch(/and \d+ more"$/)
    expect(warning.length).toBeLessThan(1000)
    expect((await page('per_page=3&sort=id')).headers).not.toHaveProperty('warning')
  })

  test.each([
    ['/suggestions?order=title', 'order', ['per_page', 'sort', 'updated_after', 'forum', 'q']],
    ['/users?per_page=1&toString=1', 'toString', ['association', 'email_address', 'cursor']],
    ['/forums/1?per_page=1', 'per_page', ['includes']],
    ['/users/current?foo=1', 'foo', ['includes']],
    ['/subdomains/current?foo=1', 'foo', ['includes']],
    ['/translatable_strings?foo=1', 'foo', ['includes']],
  ])('%s is refused in strict mode, with the known ones named', async (path, name, known) => {
    const { status, body } = await at.get(path, STRICT)
    expect(status).toBe(400)
    expect(body.errors).toEqual({ [name]: 'in' })
    for (const one of [name, ...known]) expect(body.message).toContain(one)
    expect((await at.get(path)).status).toBe(200)
  })

  test.each([
    ['in the query', '?foo=1&name=Strict', {}],
    ['in a body', '', { foo: 1, name: 'Strict' }],
  ])('%s of a write is refused in strict mode, and nothing is done', async (_, query, sent) => {
    const { status, body } = await at.post(`/labels${query}`, sent, STRICT)
    expect(status).toBe(400)
    expect(body.errors).toEqual({ foo: 'in' })
    expect(body.message).toContain('name')
    const known = { name: 'Strict', links: {}, includes: 'users' }
    expect((await at.post('/labels', known, STRICT)).status).toBe(201)
    expect((await at.post('/labels?foo=1', { bar: 1, name: `Lenient ${query}` })).status).toBe(201)
    await sql`delete from labels where full_name = 'Strict'`.execute(at.db)
  })

  test('strict mode accepts the custom fields of a write', async () => {
    const field = { name: 'Tier', key: 'cf_tier', field_type: 'string', object_type: 'features' }
    await at.made('/custom_fields', field)
    const both = { name: 'Plans', cf_tier: 'gold', custom_fields: { tier: 'gold' } }
    const { status, body } = await at.post('/features', both, STRICT)
    expect(status).toBe(201)
    expect(body.features[0].cf_tier).toBe('gold')
  })

  test('strict mode works among other preferences, and lenient is not strict', async () => {
    const asked = (prefer: string) => at.get('/suggestions?order=title', { headers: { prefer } })
    expect((await asked('respond-async, handling=strict')).status).toBe(400)
    expect((await asked('handling="strict"')).status).toBe(400)
    expect((await asked('handling=lenient')).status).toBe(200)
  })

  test('strict mode accepts every known parameter', async () => {
    const { status } = await at.get(
      '/suggestions?page=1&per_page=5&sort=id&includes=users&state=open&updated_after=2026-01-01&cursor&page_token',
      STRICT,
    )
    expect(status).toBe(200)
  })
})

describe('an unknown name in includes', () => {
  test('is ignored', async () => {
    const { body } = await page('includes=forums,unheard_of,__proto__,constructor&per_page=2')
    expect(Object.keys(body)).toEqual(['suggestions', 'forums', 'links', 'list_meta', 'pagination'])
  })

  test.each(['/suggestions?includes=forums,unheard_of', '/suggestions/1?includes=unheard_of'])(
    '%s is refused in strict mode, with the known ones named',
    async (path) => {
      const { status, body } = await at.get(path, STRICT)
      expect(status).toBe(400)
      expect(body.errors).toEqual({ includes: 'in' })
      for (const one of ['unheard_of', 'forums', 'users', 'parent_suggestions'])
        expect(body.message).toContain(one)
    },
  )
})

test('a long query leaves the Link out, which would not fit into the headers that clients read', async () => {
  const short = await at.get('/suggestions?per_page=1')
  expect(short.headers.link).toContain('rel=next')
  const long = await at.get(`/suggestions?per_page=1&x=${'%2C'.repeat(4_000)}`)
  expect(long).toMatchObject({ status: 200, body: { pagination: { cursor: expect.any(String) } } })
  expect(long.headers.link).toBeUndefined()
  const page = await at.get(`//admin/suggestions?x=${'%2C'.repeat(4_000)}`, { token: null })
  expect(page.headers.location).toBe('/admin/sign-in')
})
