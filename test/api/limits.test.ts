// How much a request can ask for: filters, query strings, ids in a path.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomField } from '../support/factories.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

const COUNT = 1_000

let at: TestService
let labels: number[]

beforeAll(async () => {
  at = await startTestService()
  await sql`insert into labels (name, full_name) select 'label ' || i, 'label ' || i
    from generate_series(1, ${COUNT}) i`.execute(at.db)
  const { rows } = await sql<{ id: number }>`select id::int from labels order by id`.execute(at.db)
  labels = rows.map(({ id }) => id)
})

const idsOf = (records: Shown[]) => records.map(({ id }) => id)

describe('ids in a path', () => {
  test('1,000 are all answered, in their order', async () => {
    const asked = labels.slice(0, COUNT).reverse()
    for (const separator of [',', '%2C']) {
      const { status, body } = await at.get(`/labels/${asked.join(separator)}`)
      expect(status).toBe(200)
      expect(idsOf(body.labels)).toEqual(asked)
    }
  })

  test('1,000 of 16 digits are answered too', async () => {
    const unknown = Array.from({ length: COUNT - 1 }, (_, i) => 9_000_000_000_000_000 + i)
    const { status, body } = await at.get(`/labels/${[...unknown, labels[0]].join('%2C')}`)
    expect(status).toBe(200)
    expect(idsOf(body.labels)).toEqual([labels[0]])
  })

  test('1,001 are refused', async () => {
    const { status, body } = await at.get(`/labels/${Array(COUNT + 1).fill(1)}`)
    expect(status).toBe(400)
    expect(body.message).toBe('id: too many ids (1001). Maximum: 1000.')
  })

  test('a longer segment is refused', async () => {
    const { status, body } = await at.get(`/labels/${'1'.repeat(20_001)}`)
    expect(status).toBe(400)
    expect(body.message).toBe(
      'Path: a segment is too long. Maximum: 20000 characters, or 1000 ids.',
    )
  })
})

describe('the values of a filter', () => {
  let persona: number

  beforeAll(async () => {
    persona = await aCustomField(at.db, 'external_users', 'cf_persona', 'string')
    await aCustomField(at.db, 'external_users', 'cf_seats', 'number')
    const people = [
      { external_id: 'a', email: 'a@example.com', cf_persona: 'p999', cf_seats: 999 },
      { external_id: 'b', email: 'b@example.com', cf_persona: 'buyer', cf_seats: 5 },
    ]
    expect((await at.post('/external_users/import', { users: people })).status).toBe(200)
  })

  const numbers = Array.from({ length: COUNT }, (_, i) => i + 1)
  const external = async (query: string) =>
    (await at.get(`/external_users?${query}`)).body.external_users?.map(
      ({ external_id }: Shown) => external_id,
    )

  test('can be 1,000, and no more', async () => {
    const many = await at.get(`/custom_fields?key=${numbers.map((i) => `k${i}`)}`)
    expect(many.status).toBe(200)
    const more = await at.get(`/suggestions?category=${[...numbers, 0]}`)
    expect(more.status).toBe(400)
    expect(more.body).toMatchObject({
      message: 'category: too many values (1001). Maximum: 1000.',
      errors: { category: 'max_length' },
    })
    const excluded = await at.get(`/suggestions?category=${[...numbers, 0].map((i) => `-${i}`)}`)
    expect(excluded.body.message).toBe('category: too many values (1001). Maximum: 1000.')
    // A repeated value counts once.
    expect((await at.get(`/suggestions?category=${Array(2_000).fill(1)}`)).status).toBe(200)
    expect((await at.get(`/suggestions?state=${Array(2_000).fill('open')}`)).status).toBe(200)
  })

  test('of a custom field can be 1,000 too', async () => {
    const personas = numbers.map((i) => `p${i}`)
    expect(await external(`cf_persona=${personas}`)).toEqual(['a'])
    expect(await external(`cf_persona=${personas.map((text) => `-${text}`)}`)).toEqual(['b'])
    expect(await external(`cf_persona=buyer`)).toEqual(['b'])
    expect(await external(`cf_seats=${numbers.slice(10)}`)).toEqual(['a'])
    expect(await external(`cf_seats=5,7,990..1000`)).toEqual(['b', 'a'])
    const { status, body } = await at.get(`/external_users?cf_seats=${[...numbers, 0]}`)
    expect(status).toBe(400)
    expect(body.message).toBe('cf_seats: too many values (1001). Maximum: 1000.')
    expect(persona).toBeGreaterThan(0)
  })

  test('of a custom field can contain any character', async () => {
    const odd = ['a"b', 'back\\slash', '{braces}', "it's", 'NULL', 'line\nbreak']
    const users = odd.map((cf_persona, i) => ({
      external_id: `odd-${i}`,
      email: `odd-${i}@a.test`,
      cf_persona,
    }))
    expect((await at.post('/external_users/import', { users })).status).toBe(200)
    const found = await external(`sort=id&cf_persona=${odd.map(encodeURIComponent)}`)
    expect(found).toEqual(users.map(({ external_id }) => external_id))
  })

  test('can have 20 ranges of a custom field', async () => {
    const ranges = (count: number) => numbers.slice(0, count).map((i) => `${i * 10}..${i * 10 + 5}`)
    expect((await at.get(`/external_users?cf_seats=${ranges(20)}`)).status).toBe(200)
    const { status, body } = await at.get(`/external_users?cf_seats=${ranges(21)}`)
    expect(status).toBe(400)
    expect(body.message).toBe('cf_seats: too many ranges (21). Maximum: 20.')
  })

  test('an expression has at most 50 groups', async () => {
    const groups = (count: number) =>
      JSON.stringify({ expressions: Array(count - 1).fill({ expressions: [] }) })
    const ask = (text: string) => at.get(`/users?expression=${encodeURIComponent(text)}`)
    expect((await ask(groups(50))).status).toBe(200)
    const { status, body } = await ask(groups(51))
    expect(status).toBe(400)
    expect(body.message).toBe('expression: At most 50 groups are allowed.')
  })
})

describe('a query string', () => {
  const queryOf = (bytes: number) => `x=${'a'.repeat(bytes - 2)}`

  test.each(['GET', 'POST'])('of a %s can have 16,384 bytes, and no more', async (method) => {
    const body = method === 'POST' ? { name: 'Long query' } : undefined
    const send = (bytes: number) => at.call(method, `/labels?${queryOf(bytes)}`, { body })
    expect((await send(16_384)).status).toBeLessThan(300)
    const long = await send(16_385)
    expect(long.status).toBe(400)
    expect(long.body).toMatchObject({
      error: 'malformed',
      message: 'Query string: too long (16385 bytes). Maximum: 16384 bytes.',
    })
    expect(long.headers['x-rate-limit-limit']).toBeDefined()
  })
})

test('the longest path and the longest query fit through a socket', async () => {
  const address = await at.service.app.listen({ port: 0, host: '127.0.0.1' })
  const fetchStatus = async (path: string) => {
    const url = `${address}/api/v2/admin${path}`
    const response = await fetch(url, { headers: { authorization: `Bearer ${at.token}` } })
    return { status: response.status, body: await response.json() }
  }
  const ids = [...Array(COUNT - 1).fill('9000000000000000'), labels[0]].join('%2C')
  const query = `x=${'a'.repeat(16_382)}`
  expect((await fetchStatus(`/labels/${ids}?${query}`)).status).toBe(200)
  const { status, body } = await fetchStatus(`/labels?${query.repeat(3)}`)
  expect(status).toBe(431)
  expect(body).toMatchObject({
    error: 'malformed',
    message: 'Request line and headers: too large. Maximum: 40960 bytes.',
  })
})
