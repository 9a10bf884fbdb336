// Rules that hold for every collection, tested for every collection.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allResources, alwaysEmptyCollections } from '../../src/resources/index.ts'
import { type Resource, sortColumn } from '../../src/resources/resource.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { fillTables, idsOf, walk, wholeRows } from '../support/factories.ts'
import { type Check, checkAgainst } from '../support/schema.ts'
import { type Answer, BASE_URL, startTestService, type TestService } from '../support/service.ts'

let at: TestService
let check: Check

beforeAll(async () => {
  at = await startTestService()
  await fillTables(at.db, { rows: EXHAUSTIVE ? 40 : 24 })
  check = checkAgainst((await at.get('/api/v2/openapi.json')).body)
})

/** The collections that it links to, and one of the others in turn; all of them with EXHAUSTIVE=1. */
function sideLoaded({ name, links }: Resource): string[] {
  const others = allResources.map((other) => other.name).filter((other) => other !== name)
  if (EXHAUSTIVE) return others
  const linked = new Set(Object.values(links ?? {}).map(({ type }) => type))
  const unlinked = others.filter((other) => !linked.has(other))
  const turn = allResources.findIndex((resource) => resource.name === name)
  return [
    ...others.filter((other) => linked.has(other)),
    unlinked[turn % unlinked.length] as string,
  ]
}

describe.each(allResources)('$name', (resource) => {
  const { name } = resource
  const total = async () => (await idsInOrder(resource, 'id')).length

  test('a list contains records, the links map, a null list_meta and exact pagination', async () => {
    const answer = await at.get(`/${name}?per_page=7`)
    expect(answer.status).toBe(200)
    expect(check(`/api/v2/admin/${name}`, answer)).toEqual([])
    expect(Object.keys(answer.body)).toEqual([name, 'links', 'list_meta', 'pagination'])
    expect(answer.body[name]).toHaveLength(7)
    expect(answer.body.list_meta).toBeNull()
    const { cursor } = answer.body.pagination
    expect(cursor).toEqual(expect.any(String))
    expect(answer.body.pagination).toEqual({
      page: 1,
      per_page: 7,
      page_size: 7,
      total_pages: Math.ceil((await total()) / 7),
      total_records: await total(),
      cursor,
      page_token: cursor,
    })
  })

  test.each(resource.sorts.flatMap((sort) => [sort, `-${sort}`]))(
    'a walk by %s meets every record once, in order, nulls last, ties by id',
    async (sort) => {
      const pages = await walk(at.get, `/${name}?sort=${sort}&per_page=11`)
      const met = pages.flatMap(({ body }) => body[name])
      expect(idsOf(met)).toEqual(await idsInOrder(resource, sort))
      expect(pages.flatMap((page) => check(`/api/v2/admin/${name}`, page))).toEqual([])
    },
  )

  test('without a sort the default sort applies', async () => {
    const { body } = await at.get(`/${name}?per_page=100`)
    expect(idsOf(body[name])).toEqual(await idsInOrder(resource, resource.defaultSort))
  })

  test.each(sideLoaded(resource))(
    'side-loads %s: what the page links to, each once',
    async (included) => {
      const answer = await at.get(`/${name}?includes=${included}&per_page=10`)
      expect(answer.status).toBe(200)
      expect(check(`/api/v2/admin/${name}`, answer)).toEqual([])
      expect(answer.body.links).toEqual(mapOf([name, included]))
      const loaded = idsOf(answer.body[included])
      expect(new Set(loaded).size).toBe(loaded.length)
      const linked = linkedIds(resource, included, answer.body[name])
      if (linked) expect(new Set(loaded)).toEqual(linked)
    },
  )

  test('a known collection that is not served is an empty array', async () => {
    const { status, body } = await at.get(
      `/${name}?includes=${alwaysEmptyCollections},no_such_thing`,
    )
    expect(status).toBe(200)
    for (const empty of alwaysEmptyCollections) expect(body[empty], empty).toEqual([])
    expect(body).not.toHaveProperty('no_such_thing')
  })

  test.each(['updated', 'created'])(
    'consecutive windows of %s times, lower bound in and upper bound out, cover every record once',
    async (what) => {
      const moments = await momentsOf(resource, `${what}_at`)
      const bounds = [moments[0], moments[3], moments[4], moments.at(-1)] as [string, ...string[]]
      const windows = [
        `${what}_before=${bounds[0]}`,
        ...bounds.slice(1).map((to, i) => `${what}_after=${bounds[i]}&${what}_before=${to}`),
        `${what}_after=${bounds.at(-1)}`,
      ]
      const met: number[][] = []
      for (const window of windows) {
        const answer = await at.get(`/${name}?${window}&per_page=100&sort=id`)
        expect(answer.body.pagination.total_records).toBe(answer.body[name].length)
        met.push(idsOf(answer.body[name]))
      }
      expect(met[0]).toEqual([])
      expect(met.at(-1)).not.toEqual([])
      expect(met.flat().sort((a, b) => a - b)).toEqual(await idsInOrder(resource, 'id'))
    },
  )

  test('a record read by id equals the record in the list', async () => {
    const firstDay = midnight()
    const listed = (await at.get(`/${name}?per_page=1`)).body[name][0]
    const answer = await at.get(`/${name}/${listed.id}`)
    const lastDay = midnight()
    expect(answer.status).toBe(200)
    expect(check(`/api/v2/admin/${name}/{id}`, answer)).toEqual([])
    expect(Object.keys(answer.body)).toEqual([name, 'links'])
    if ('average_engagement' in listed) {
      // These values change at midnight, which can be between the two requests.
      const expected = [
        await engagementOn(firstDay, listed.id),
        await engagementOn(lastDay, listed.id),
      ]
      expect(expected).toContainEqual(engagementIn(listed))
      expect(expected).toContainEqual(engagementIn(answer.body[name][0]))
    }
    expect(answer.body[name].map(withoutEngagement)).toEqual([withoutEngagement(listed)])
  })

  test('records read by ids come in the requested order, once each, without missing ones', async () => {
    const [a, b, c] = await idsInOrder(resource, 'id')
    const { status, body } = await at.get(`/${name}/${c},${a},999999999,${b},${c}`)
    expect(status).toBe(200)
    expect(idsOf(body[name])).toEqual([c, a, b])
    expect(body.links).toEqual(mapOf([name]))
  })

  test.each(['999999999', '999999999,999999998', 'abc', '1;2', '-1', '9007199254740993', 'x,,-2'])(
    'GET by the id %s, which names nothing, is 404',
    async (id) => {
      const { status, body } = await at.get(`/${name}/${id}`)
      expect(status).toBe(404)
      expect(body).toMatchObject({ error: 'not_found', message: expect.stringContaining(id) })
    },
  )

  test('every URL in a record is absolute and uses the public address', async () => {
    const { body } = await at.get(`/${name}?per_page=100`)
    const addresses = body[name].flatMap((record: Record<string, unknown>) =>
      Object.entries(record).filter(
        ([field, value]) => resource.fields[field]?.path && value !== null,
      ),
    )
    const hasAddress = Object.values(resource.fields).some(({ path }) => path !== undefined)
    expect(addresses.length > 0).toBe(hasAddress)
    for (const [field, value] of addresses) {
      expect(value, field).toMatch(new RegExp(`^${BASE_URL}/[\\w/.-]+(\\?[\\w=&]+)?$`))
      expect(URL.canParse(value as string)).toBe(true)
    }
  })

  test('times are in UTC, without a fraction unless declared', async () => {
    const { body } = await at.get(`/${name}?per_page=100`)
    const times = Object.keys(resource.fields).filter((field) => field.endsWith('_at'))
    expect(times).toEqual(expect.arrayContaining(['created_at', 'updated_at']))
    for (const record of body[name]) {
      for (const field of times) {
        const fraction = resource.fields[field]?.isPrecise ? '\\.\\d{6}' : ''
        if (record[field] !== null)
          expect(record[field], field).toMatch(
            new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d${fraction}Z$`),
          )
      }
    }
  })
})

/** The expected order, read from the database without paging. */
async function idsInOrder(resource: Resource, sort: string): Promise<number[]> {
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
  const column = sql.ref(sortColumn(resource, sort.replace(/^-/, '')))
  const { rows } = await sql<{ id: number }>`
    select id from ${wholeRows(resource)}
    order by ${column} ${direction} nulls last, id ${direction}`.execute(at.db)
  return idsOf(rows)
}

async function momentsOf(resource: Resource, column: string): Promise<string[]> {
  const { rows } = await sql<{ moment: Date }>`
    select distinct ${sql.ref(column)} as moment from ${wholeRows(resource)} order by 1`.execute(
    at.db,
  )
  return rows.map(({ moment }) => moment.toISOString())
}

const mapOf = (collections: string[]) =>
  Object.fromEntries(
    collections.flatMap((collection) =>
      Object.entries(allResources.find(({ name }) => name === collection)?.links ?? {}).map(
        ([association, { type }]) => [`${collection}.${association}`, { type }],
      ),
    ),
  )

/** The ids in the records' links; undefined when no link leads to the collection. */
function linkedIds(resource: Resource, type: string, records: Answer['body'][]) {
  const associations = Object.entries(resource.links ?? {}).filter(([, link]) => link.type === type)
  if (associations.length === 0) return undefined
  const ids = records.flatMap(({ links }) =>
    associations.flatMap(([association]) => links[association] ?? []),
  )
  return new Set(ids)
}

const midnight = () => new Date().setUTCHours(0, 0, 0, 0)

/** Per 30 days of the suggestion's age, which is at least 30 days, rounded to hundredths. */
async function engagementOn(day: number, id: number) {
  const { rows } = await sql<{ total: number; recent: number; created_at: Date }>`
    select supporters_count + requests_count + comments_count as total, recent_engagement as recent, created_at
    from suggestions join suggestion_figures using (id) where id = ${id}`.execute(at.db)
  const { total, recent, created_at } = rows[0] as (typeof rows)[number]
  const periods = Math.max(1, (day - created_at.getTime()) / (30 * 86_400_000))
  const average = Math.round((100 * total) / periods) / 100
  return {
    average_engagement: average,
    engagement_trend: Math.round(100 * (recent - average)) / 100,
  }
}

const engagementIn = ({ average_engagement, engagement_trend }: Record<string, unknown>) => ({
  average_engagement,
  engagement_trend,
})

const withoutEngagement = (record: Record<string, unknown>) => {
  const { average_engagement, engagement_trend, ...rest } = record
  return rest
}
