// Custom fields as flat members of records and as sorts. Expected values are read from the records; the service sorts by
// an index, which must follow every change.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  aCustomField,
  aForum,
  anAccount,
  anExternalUser,
  aSuggestion,
  aUser,
  idsOf,
  walk,
} from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService
let users: number[]
let accounts: number[]
let people: number[]
let effort: number

const at_ = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const one = <T>(values: T[], i: number) => values[i % values.length] as T
const given = (fields: Record<string, unknown>) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  )

beforeAll(async () => {
  at = await startTestService()
  const { db } = at
  for (const [type, key, kind] of [
    ['external_users', 'cf_seats', 'number'],
    ['external_users', 'cf_persona', 'string'],
    ['external_users', 'cf_vip', 'boolean'],
    ['external_users', 'cf_since', 'timestamp'],
    ['external_users', 'cf_bio', 'text'],
    ['external_users', 'cf_region', 'string'],
    ['external_accounts', 'cf_region', 'number'],
    ['external_accounts', 'cf_industry', 'string'],
    ['external_accounts', 'cf_bio', 'text'],
  ] as const)
    await aCustomField(db, type, key, kind)
  effort = await aCustomField(db, 'suggestions', 'cf_effort', 'number')
  accounts = []
  for (let i = 0; i < 9; i++)
    accounts.push(
      await anAccount(db, `account-${i}`, {
        custom_fields: given({
          cf_industry: one(['Retail', 'Énergie', undefined, 'retail'], i),
          cf_region: one([3, 1, undefined, 1, null], i),
          cf_bio: 'long',
        }),
      }),
    )
  users = []
  people = []
  for (let i = 0; i < 15; i++) {
    users.push(await aUser(db, `user-${i}@example.test`))
    for (let n = 0; n < i % 4; n++)
      people.push(
        await anExternalUser(db, users[i] as number, `person-${i}-${n}`, {
          updated_at: at_((i * 7 + n * 5) % 11),
          external_account_id: one([accounts[i % 9], null, accounts[n]], i + n),
          custom_fields: given({
            cf_seats: one([10, 2.5, undefined, -3, 2.5, null], i + n),
            cf_persona: one(['Émile', 'admin', undefined, 'Zoë', 'admin', ''], i * 2 + n),
            cf_vip: one([true, false, undefined], i + n),
            cf_since: one(['2026-01-05T00:00:00Z', undefined, '2025-12-31T23:59:59.5Z'], i + n),
            cf_bio: 'long',
            cf_region: one(['north', undefined, 'south'], i),
          }),
        }),
      )
  }
  const forum = await aForum(db, 'Weighed')
  for (let i = 0; i < 14; i++)
    await aSuggestion(db, forum, `Idea ${i}`, {
      custom_fields: given({ cf_effort: one([5, undefined, 1, 5, null, 0.5], i) }),
    })
})

/** SQL for the value of a custom field, with the type of its sort. */
const valueIn = (fields: string, key: string, kind: string) =>
  ({
    number: `(${fields}->>'${key}')::numeric`,
    string: `(${fields}->>'${key}') collate "und-x-icu"`,
    boolean: `(${fields}->>'${key}')::boolean`,
    timestamp: `(${fields}->>'${key}')::timestamptz`,
  })[kind] as string

const latestPerson = `(select e.custom_fields from external_users e where e.user_id = r.id
  order by e.updated_at desc, e.id desc limit 1)`
const latestAccount = `(select a.custom_fields from external_users e
  join external_accounts a on a.id = e.external_account_id where e.user_id = r.id
  order by e.updated_at desc, e.id desc limit 1)`

const ORDERS: [collection: string, sort: string, value: string][] = [
  ['external_users', 'cf_seats', valueIn('r.custom_fields', 'cf_seats', 'number')],
  ['external_users', 'cf_persona', valueIn('r.custom_fields', 'cf_persona', 'string')],
  ['external_users', 'cf_vip', valueIn('r.custom_fields', 'cf_vip', 'boolean')],
  ['external_users', 'cf_since', valueIn('r.custom_fields', 'cf_since', 'timestamp')],
  ['external_users', 'external_users.cf_region', valueIn('r.custom_fields', 'cf_region', 'string')],
  ['external_accounts', 'cf_industry', valueIn('r.custom_fields', 'cf_industry', 'string')],
  [
    'external_accounts',
    'external_accounts.cf_industry',
    valueIn('r.custom_fields', 'cf_industry', 'string'),
  ],
  ['external_accounts', 'cf_region', valueIn('r.custom_fields', 'cf_region', 'number')],
  ['suggestions', 'cf_effort', valueIn('r.custom_fields', 'cf_effort', 'number')],
  ['suggestions', 'suggestions.cf_effort', valueIn('r.custom_fields', 'cf_effort', 'number')],
  ['users', 'cf_seats', valueIn(latestPerson, 'cf_seats', 'number')],
  ['users', 'cf_persona', valueIn(latestPerson, 'cf_persona', 'string')],
  ['users', 'external_users.cf_vip', valueIn(latestPerson, 'cf_vip', 'boolean')],
  ['users', 'external_users.cf_since', valueIn(latestPerson, 'cf_since', 'timestamp')],
  // Both have such a field: the external user's comes first, and a prefix selects.
  ['users', 'cf_region', valueIn(latestPerson, 'cf_region', 'string')],
  ['users', 'external_accounts.cf_region', valueIn(latestAccount, 'cf_region', 'number')],
  ['users', 'cf_industry', valueIn(latestAccount, 'cf_industry', 'string')],
]

async function expectOrder(collection: string, sort: string, value: string) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const { rows } = await sql<{ id: number; value: unknown }>`
    select r.id, ${sql.raw(value)} as value from ${sql.table(collection)} r
    order by value ${sql.raw(direction)} nulls last, r.id ${sql.raw(direction)}`.execute(at.db)
  const pages = await walk(at.get, `/${collection}?sort=${sort}&per_page=4`)
  expect(pages.flatMap(({ body }) => idsOf(body[collection]))).toEqual(idsOf(rows))
  return rows.map((row) => row.value)
}

const bothWays = ORDERS.flatMap(([collection, sort, value]): typeof ORDERS => [
  [collection, sort, value],
  [collection, `-${sort}`, value],
])

test.each(bothWays)(
  '%s sort by %s, nulls last, ties by id, page by page',
  async (collection, sort, value) => {
    const values = await expectOrder(collection, sort, value)
    const present = values.filter((one) => one !== null).map(String)
    expect(present.length).toBeLessThan(values.length)
    expect(new Set(present).size).toBeLessThan(present.length)
  },
)

test('a cursor alone continues a sort by custom field', async () => {
  const first = await at.get('/users?sort=-external_users.cf_seats&per_page=3')
  const all = await at.get('/users?sort=-external_users.cf_seats&per_page=100')
  const next = await at.get(`/users?cursor=${first.body.pagination.cursor}&per_page=100`)
  expect([...idsOf(first.body.users), ...idsOf(next.body.users)]).toEqual(idsOf(all.body.users))
  const wrong = await at.get(`/users?sort=cf_seats&cursor=${first.body.pagination.cursor}`)
  expect(wrong.status).toBe(400)
})

test('a sort by custom field works with filters, includes and page mode', async () => {
  const { body } = await at.get(`/external_users?sort=-cf_seats&user=${users[3]}&includes=users`)
  const seats = body.external_users.map((person: { cf_seats: number | null }) => person.cf_seats)
  expect(seats).toEqual([...seats].sort((a, b) => (b ?? -Infinity) - (a ?? -Infinity)))
  expect(idsOf(body.users)).toEqual([users[3]])
  const all = idsOf(
    (await at.get('/external_users?sort=cf_seats&per_page=100')).body.external_users,
  )
  const second = await at.get('/external_users?sort=cf_seats&per_page=8&page=2')
  expect(idsOf(second.body.external_users)).toEqual(all.slice(8, 16))
})

test.each([
  ['external_users', 'cf_bio'],
  ['external_users', '-cf_bio'],
  ['external_accounts', 'cf_bio'],
  ['users', 'cf_bio'],
  ['users', 'external_accounts.cf_bio'],
  ['external_users', 'cf_nope'],
  ['external_users', 'external_accounts.cf_region'],
  ['external_accounts', 'cf_seats'],
  ['users', 'suggestions.cf_effort'],
  ['users', 'cf_effort'],
  ['suggestions', 'cf_seats'],
  ['forums', 'cf_seats'],
  ['external_users', 'cf_'],
  ['external_users', 'cf_a.b.c'],
])(
  '%s do not sort by %s, which is a long text, of others, or nothing',
  async (collection, sort) => {
    const { status, body } = await at.get(`/${collection}?sort=${sort}`)
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors: { sort: 'in' } })
    expect(body.message).toContain(sort)
  },
)

describe('lists filtered by a custom field contain the matching records', () => {
  const seats = valueIn('r.custom_fields', 'cf_seats', 'number')
  const persona = valueIn('r.custom_fields', 'cf_persona', 'string')
  const vip = valueIn('r.custom_fields', 'cf_vip', 'boolean')
  const since = valueIn('r.custom_fields', 'cf_since', 'timestamp')
  const theirSeats = valueIn(latestPerson, 'cf_seats', 'number')
  const theirRegion = valueIn(latestAccount, 'cf_region', 'number')
  const industry = valueIn('r.custom_fields', 'cf_industry', 'string')
  const none = 'is not true'
  test.each([
    ['external_users', 'cf_seats=2.5', `${seats} = 2.5`],
    ['external_users', 'cf_seats=2.5,10', `${seats} in (2.5, 10)`],
    ['external_users', 'cf_seats=-3', `${seats} = -3`],
    ['external_users', 'cf_seats=-3..2.5', `${seats} between -3 and 2.5`],
    ['external_users', 'cf_seats=3..', `${seats} >= 3`],
    ['external_users', 'cf_seats=..3', `${seats} <= 3`],
    ['external_users', 'cf_seats=..-3,10', `${seats} <= -3 or ${seats} = 10`],
    ['external_users', 'external_users.cf_seats=10', `${seats} = 10`],
    ['external_users', 'cf_persona=admin,Zo%C3%AB', `${persona} in ('admin', 'Zoë')`],
    ['external_users', 'cf_persona=-admin', `(${persona} = 'admin') ${none}`],
    ['external_users', 'cf_persona=admin&cf_seats=2.5', `${persona} = 'admin' and ${seats} = 2.5`],
    ['external_users', 'cf_vip=true', vip],
    ['external_users', 'cf_vip=0', `not ${vip}`],
    ['external_users', 'cf_vip=-true', `(${vip}) ${none}`],
    ['external_users', 'cf_since=2026-01-05T00:00:00Z', `${since} = '2026-01-05Z'`],
    ['external_users', 'cf_since=2025-12-01..2026-01-01', `${since} < '2026-01-01Z'`],
    ['external_users', 'cf_since=-2025-12-01..2026-01-01', `(${since} < '2026-01-01Z') ${none}`],
    [
      'external_accounts',
      'cf_industry=retail,%C3%89nergie',
      `${industry} in ('retail', 'Énergie')`,
    ],
    ['users', 'cf_seats=2.5', `${theirSeats} = 2.5`],
    ['users', 'external_accounts.cf_region=1..2', `${theirRegion} between 1 and 2`],
    ['suggestions', 'cf_effort=5', `${valueIn('r.custom_fields', 'cf_effort', 'number')} = 5`],
  ])('%s?%s', async (collection, query, condition) => {
    const { rows } = await sql<{ id: number }>`
      select r.id from ${sql.table(collection)} r where ${sql.raw(condition)} order by r.id`.execute(
      at.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const sort of ['id', 'cf_vip']) {
      if (sort === 'cf_vip' && !collection.endsWith('users')) continue
      const pages = await walk(at.get, `/${collection}?${query}&sort=${sort}&per_page=3`)
      const met = pages.flatMap(({ body }) => idsOf(body[collection])).sort((a, b) => a - b)
      expect(met).toEqual(idsOf(rows))
      expect(pages[0]?.body.pagination.total_records).toBe(rows.length)
    }
  })

  test.each([
    ['external_users', 'cf_seats', 'many', 'number'],
    ['external_users', 'cf_seats', '1..2..3', 'number'],
    ['external_users', 'cf_seats', '..', 'number'],
    ['external_users', 'cf_vip', 'perhaps', 'true or false'],
    ['external_users', 'cf_since', '2026-02-30', 'time'],
    ['external_users', 'cf_persona', '%00', 'NUL'],
    ['external_users', 'cf_bio', 'long', 'cannot'],
    ['external_users', 'cf_nope', '1', 'no custom field'],
    ['users', 'external_accounts.cf_seats', '1', 'no custom field'],
  ])('%s?%s=%s is refused', async (collection, name, value, says) => {
    const { status, body } = await at.get(`/${collection}?${name}=${value}`)
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors: { [name]: 'in' } })
    expect(body.message).toContain(says)
  })

  test('strict mode accepts custom fields only where the collection has them', async () => {
    const headers = { prefer: 'handling=strict' }
    const known = await at.get('/external_users?cf_seats=10', { headers })
    expect(known.status).toBe(200)
    const foreign = await at.get('/forums?cf_seats=10', { headers })
    expect(foreign.status).toBe(400)
    expect((await at.get('/forums?cf_seats=10')).status).toBe(200)
    expect((await at.get('/external_users?cf_seats=&cf_nope')).status).toBe(200)
  })
})

describe('records', () => {
  test('contain every defined custom field, null when unset', async () => {
    const bare = await anExternalUser(at.db, users[0] as number, 'bare')
    const { body } = await at.get(`/external_users/${bare}`)
    const record = body.external_users[0]
    expect(
      Object.fromEntries(Object.entries(record).filter(([name]) => name.startsWith('cf_'))),
    ).toEqual({
      cf_seats: null,
      cf_persona: null,
      cf_vip: null,
      cf_since: null,
      cf_bio: null,
      cf_region: null,
    })
    expect(record).not.toHaveProperty('custom_fields')
    await sql`delete from external_users where id = ${bare}`.execute(at.db)
  })

  test('contain numbers, booleans, texts and times', async () => {
    const { body } = await at.get(`/external_users?external_id=person-5-0`)
    const record = body.external_users[0]
    const { rows } = await sql<{ custom_fields: Record<string, unknown> }>`
      select custom_fields from external_users where id = ${record.id}`.execute(at.db)
    expect(record).toMatchObject(rows[0]?.custom_fields ?? { none: true })
    expect(record.links).toMatchObject({ user: users[5] })
  })

  test('contain them when side-loaded; users have none', async () => {
    const { body } = await at.get(`/users/${users[7]}?includes=external_users,external_accounts`)
    for (const person of body.external_users) expect(person).toMatchObject({ cf_bio: 'long' })
    for (const account of body.external_accounts) expect(account).toMatchObject({ cf_bio: 'long' })
    expect(Object.keys(body.users[0]).filter((name) => name.startsWith('cf_'))).toEqual([])
  })

  test('of suggestions link to the fields that have a value', async () => {
    const { body } = await at.get('/suggestions?sort=id')
    expect(body.suggestions.slice(0, 2)).toMatchObject([
      { cf_effort: 5, links: { custom_fields: [effort] } },
      { cf_effort: null, links: { custom_fields: [] } },
    ])
  })
})

describe('sorts follow', () => {
  const expectAll = async () => {
    for (const [collection, sort, value] of ORDERS) await expectOrder(collection, `-${sort}`, value)
  }
  const person = (i: number) => people[i] as number
  const changes: [string, () => Promise<unknown>][] = [
    [
      'a value that is set',
      () =>
        sql`update external_users set custom_fields = custom_fields || '{"cf_seats": 99, "cf_vip": true}' where id = ${person(3)}`.execute(
          at.db,
        ),
    ],
    [
      'a value that is taken away',
      () =>
        sql`update external_users set custom_fields = custom_fields - 'cf_seats' - 'cf_persona' where id = ${person(1)}`.execute(
          at.db,
        ),
    ],
    [
      'a value that becomes null',
      () =>
        sql`update external_users set custom_fields = custom_fields || '{"cf_persona": null}' where id = ${person(2)}`.execute(
          at.db,
        ),
    ],
    [
      'all values at once',
      () =>
        sql`update external_users set custom_fields = '{}' where user_id = ${users[6]}`.execute(
          at.db,
        ),
    ],
    [
      'a record that another one makes old',
      () =>
        sql`update external_users set updated_at = ${at_(100)} where id = ${person(4)}`.execute(
          at.db,
        ),
    ],
    [
      'a new record of a person',
      () =>
        anExternalUser(at.db, users[2] as number, 'new', {
          updated_at: at_(200),
          custom_fields: '{"cf_seats": 7, "cf_region": "west"}',
        }),
    ],
    [
      'the only record of a person that moves to another',
      () =>
        sql`update external_users set user_id = ${users[0]}, updated_at = ${at_(300)} where id = ${person(0)}`.execute(
          at.db,
        ),
    ],
    [
      'a record that moves to another account',
      () =>
        sql`update external_users set external_account_id = ${accounts[1]} where user_id = ${users[7]}`.execute(
          at.db,
        ),
    ],
    [
      'a record that leaves its account',
      () =>
        sql`update external_users set external_account_id = null where user_id = ${users[3]}`.execute(
          at.db,
        ),
    ],
    [
      'a value of an account',
      () =>
        sql`update external_accounts set custom_fields = custom_fields || '{"cf_industry": "Banking", "cf_region": 77}' where id = ${accounts[2]}`.execute(
          at.db,
        ),
    ],
    [
      'values of many at once',
      () =>
        sql`update external_accounts set custom_fields = custom_fields || '{"cf_region": 5}' where id % 2 = 0`.execute(
          at.db,
        ),
    ],
    [
      'a record that is deleted',
      () => sql`delete from external_users where id = ${person(6)}`.execute(at.db),
    ],
    [
      'all records of a person that are deleted',
      () => sql`delete from external_users where user_id = ${users[11]}`.execute(at.db),
    ],
    [
      'suggestions',
      () =>
        sql`update suggestions set custom_fields = '{"cf_effort": 4}' where id % 3 = 0`.execute(
          at.db,
        ),
    ],
  ]

  test.each(changes)('%s', async (_, change) => {
    await change()
    await expectAll()
  })

  test('a change that was rolled back', async () => {
    await expect(
      at.db.transaction().execute(async (tx) => {
        await sql`update external_users set custom_fields = '{"cf_seats": 1000}'`.execute(tx)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await expectAll()
  })

  test('a deletion, which leaves nothing in the index', async () => {
    await sql`delete from external_users`.execute(at.db)
    await sql`delete from external_accounts`.execute(at.db)
    const { rows } = await sql<{ collection: string }>`
      select distinct collection from custom_values order by 1`.execute(at.db)
    expect(rows).toEqual([{ collection: 'suggestions' }])
    await sql`delete from custom_fields where object_type = 'suggestions'`.execute(at.db)
    expect((await sql`select from custom_values`.execute(at.db)).rows).toEqual([])
    expect((await at.get('/suggestions?sort=cf_effort')).status).toBe(400)
  })
})
