// Writes of custom field definitions and values: a new key renames the values, a deleted field removes them, and sorting
// stays correct.
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  anAccount,
  anExternalUser,
  aSuggestion,
  aUser,
  idsOf,
  insert,
} from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService

beforeAll(async () => {
  at = await startTestService()
})

afterEach(async () => {
  expect(await findWrongFigures(at.db)).toEqual([])
})

const define = async (object_type: string, key: string, field_type = 'number') => {
  const body = { name: key, key, field_type, object_type }
  const answer = await at.post('/custom_fields', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.custom_fields[0]
}

const valuesOf = async (collection: string) =>
  (
    await sql<{ custom_fields: object }>`
    select custom_fields from ${sql.table(collection)} order by id`.execute(at.db)
  ).rows.map((row) => row.custom_fields)

/** Compares the sort index with a recalculation from the records. */
async function expectIndexed() {
  const { rows } = await sql`
    with expected as (
      select w.* from unnest(array['external_users', 'external_accounts', 'features', 'suggestions', 'users']) c,
        lateral compute_custom_values(c, array(select generate_series(1, 1000)::bigint)) w
    )
    (table custom_values except table expected) union all (table expected except table custom_values)`.execute(
    at.db,
  )
  expect(rows).toEqual([])
}

test('creates a field with the sent values and the caller as creator', async () => {
  const { body } = await at.post('/custom_fields', {
    name: 'Seats',
    key: 'cf_Seats_1',
    field_type: 'number',
    object_type: 'external_accounts',
  })
  const owner = (await at.get('/users/current')).body.users[0].id
  expect(body.custom_fields[0]).toMatchObject({
    name: 'Seats',
    key: 'cf_Seats_1',
    field_type: 'number',
    value_type: 'number',
    object_type: 'external_accounts',
    links: { created_by: owner, updated_by: owner },
  })
})

test.each([
  [{}, { name: 'required', key: 'required', field_type: 'required', object_type: 'required' }],

  [{ key: 'cf_' }, { key: 'pattern' }],
  [{ key: 'cf_a-b' }, { key: 'pattern' }],
  [{ key: `cf_${'x'.repeat(126)}` }, { key: 'max_runes' }],
  [{ field_type: 'date' }, { field_type: 'in' }],
  [{ object_type: 'users' }, { object_type: 'in' }],
])('rejects %j', async (wrong, errors) => {
  const right = { name: 'x', key: 'cf_x', field_type: 'text', object_type: 'features' }
  const body = Object.keys(wrong).length === 0 ? {} : { ...right, ...wrong }
  const answer = await at.post('/custom_fields', body)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual(errors)
})

test('a key without the prefix gets it', async () => {
  const field = { name: 'Team size', field_type: 'number', object_type: 'features' }
  const made = await at.post('/custom_fields', { ...field, key: 'team_size' })
  expect(made.status).toBe(201)
  expect(made.body.custom_fields[0].key).toBe('cf_team_size')
  const { id } = made.body.custom_fields[0]
  const renamed = await at.put(`/custom_fields/${id}`, { key: 'size_of_team' })
  expect(renamed.body.custom_fields[0].key).toBe('cf_size_of_team')
  for (const key of ['cf_', 'no spaces', 'x'.repeat(126), `cf_${'x'.repeat(126)}`])
    expect((await at.post('/custom_fields', { ...field, key })).status, key).toBe(422)
  const longest = await at.post('/custom_fields', { ...field, key: 'x'.repeat(125) })
  expect(longest.body.custom_fields[0].key).toBe(`cf_${'x'.repeat(125)}`)
})

test('a key is unique per object type', async () => {
  const first = await define('external_users', 'cf_once')
  await define('external_accounts', 'cf_once')
  const taken = { name: 'x', key: 'cf_once', field_type: 'text', object_type: 'external_users' }
  const answer = await at.post('/custom_fields', taken)
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ error: 'invalid', errors: { key: 'unique' } })
  expect(answer.body.message).toContain(String(first.id))
  const other = await define('external_users', 'cf_other')
  const renamed = await at.put(`/custom_fields/${other.id}`, { key: 'cf_once' })
  expect(renamed.status).toBe(422)
  expect(renamed.body.errors).toEqual({ key: 'unique' })
  const same = await at.put(`/custom_fields/${first.id}`, { key: 'cf_once', name: 'Once' })
  expect(same.body.custom_fields[0]).toMatchObject({ key: 'cf_once', name: 'Once' })
  const many = await Promise.all(
    Array.from({ length: 5 }, () => at.post('/custom_fields', { ...taken, key: 'cf_race' })),
  )
  const statuses = many.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.every((status) => [201, 409, 422].includes(status))).toBe(true)
})

describe('fields with values', () => {
  let seats: number
  let persona: number
  let bio: number
  let region: number
  let people: number[]

  beforeAll(async () => {
    const { db } = at
    seats = (await define('external_users', 'cf_seats')).id
    persona = (await define('external_users', 'cf_persona', 'string')).id
    bio = (await define('external_users', 'cf_bio', 'text')).id
    region = (await define('external_accounts', 'cf_region')).id
    const account = await anAccount(db, 'acme', { custom_fields: '{"cf_region": 4}' })
    people = []
    for (const [i, values] of [
      { cf_seats: 3, cf_persona: 'b', cf_bio: 'long' },
      { cf_seats: 1, cf_persona: 'a' },
      { cf_persona: 'c' },
      { cf_seats: null },
      {},
    ].entries()) {
      const user = await aUser(db, `person-${i}@example.com`)
      people.push(
        await anExternalUser(db, user, `person-${i}`, {
          updated_at: '2025-01-01',
          custom_fields: JSON.stringify(values),
          external_account_id: i === 0 ? account : null,
        }),
      )
      // The newest external user represents the user, and this one has no values.
      if (i === 1) await anExternalUser(db, user, 'newer', { updated_at: '2025-02-01' })
    }
  })

  test('a new key renames the values and keeps every sort order', async () => {
    const orders = async (key: string) => ({
      people: idsOf((await at.get(`/external_users?sort=${key}`)).body.external_users),
      users: idsOf((await at.get(`/users?sort=-${key}`)).body.users),
    })
    const before = await orders('cf_seats')
    const { status, body } = await at.put(`/custom_fields/${seats}`, { key: 'cf_places' })
    expect(status).toBe(200)
    expect(body.custom_fields[0]).toMatchObject({ id: seats, key: 'cf_places', name: 'cf_seats' })
    expect(await valuesOf('external_users')).toEqual([
      { cf_places: 3, cf_persona: 'b', cf_bio: 'long' },
      { cf_places: 1, cf_persona: 'a' },
      {},
      { cf_persona: 'c' },
      { cf_places: null },
      {},
    ])
    expect(await orders('cf_places')).toEqual(before)
    expect((await at.get('/external_users?sort=cf_seats')).status).toBe(400)
    const record = (await at.get(`/external_users/${people[0]}`)).body.external_users[0]
    expect(record).toMatchObject({ cf_places: 3, updated_at: '2025-01-01T00:00:00Z' })
    expect(record).not.toHaveProperty('cf_seats')
    await expectIndexed()
    const back = await at.put(`/custom_fields/${seats}`, { key: 'cf_seats', name: 'Seats' })
    expect(back.body.custom_fields[0]).toMatchObject({ key: 'cf_seats', name: 'Seats' })
    expect(await orders('cf_seats')).toEqual(before)
    await expectIndexed()
  })

  test('fields that swap keys keep their own values', async () => {
    const put = (id: number, key: string) => at.put(`/custom_fields/${id}`, { key })
    await put(seats, 'cf_between')
    await put(persona, 'cf_seats')
    await put(seats, 'cf_persona')
    expect((await valuesOf('external_users'))[0]).toMatchObject({ cf_persona: 3, cf_seats: 'b' })
    expect(idsOf((await at.get('/external_users?sort=cf_seats')).body.external_users)[0]).toBe(
      people[1],
    )
    await expectIndexed()
    await put(seats, 'cf_between')
    await put(persona, 'cf_persona')
    await put(seats, 'cf_seats')
    await expectIndexed()
  })

  test('deleting a field removes its values and no others', async () => {
    for (const id of [seats, bio]) {
      const { status, body } = await at.call('DELETE', `/custom_fields/${id}`)
      expect(status).toBe(200)
      expect(body.custom_fields[0].id).toBe(id)
      expect((await at.get(`/custom_fields/${id}`)).status).toBe(404)
    }
    expect(await valuesOf('external_users')).toEqual([
      { cf_persona: 'b' },
      { cf_persona: 'a' },
      {},
      { cf_persona: 'c' },
      {},
      {},
    ])
    expect(await valuesOf('external_accounts')).toEqual([{ cf_region: 4 }])
    for (const collection of ['users', 'external_users'])
      expect((await at.get(`/${collection}?sort=cf_seats`)).status).toBe(400)
    await expectIndexed()
    // A new field with the same key has no values.
    await define('external_users', 'cf_seats', 'string')
    const record = (await at.get(`/external_users/${people[0]}`)).body.external_users[0]
    expect(record).toMatchObject({ cf_seats: null, cf_persona: 'b' })
    await expectIndexed()
  })

  test('the same holds for accounts, suggestions and features', async () => {
    const { db } = at
    const forum = (await at.get('/forums')).body.forums[0].id
    const effort = (await define('suggestions', 'cf_effort')).id
    const cost = (await define('features', 'cf_cost')).id
    await aSuggestion(db, forum, 'x', { custom_fields: '{"cf_effort": 2}' })
    await insert(db, 'features', { name: 'x', custom_fields: '{"cf_cost": 5}' })
    for (const [id, collection, key, value] of [
      [region, 'external_accounts', 'cf_place', 4],
      [effort, 'suggestions', 'cf_work', 2],
      [cost, 'features', 'cf_price', 5],
    ] as const) {
      await at.put(`/custom_fields/${id}`, { key })
      expect(await valuesOf(collection)).toEqual([{ [key]: value }])
      const { body } = await at.get(`/${collection}?sort=${key}`)
      expect(body[collection][0]).toMatchObject({ [key]: value })
      await expectIndexed()
      await at.call('DELETE', `/custom_fields/${id}`)
      expect(await valuesOf(collection)).toEqual([{}])
      await expectIndexed()
    }
  })

  test('returns 404 for an unknown id', async () => {
    expect((await at.put('/custom_fields/99999', { key: 'cf_x' })).status).toBe(404)
    expect((await at.call('DELETE', '/custom_fields/99999')).status).toBe(404)
    const wrong = await at.put(`/custom_fields/${persona}`, { key: 'per-sona' })
    expect(wrong.body.errors).toEqual({ key: 'pattern' })
  })
})

describe('values of suggestions', () => {
  let forum: number

  beforeAll(async () => {
    forum = (await at.shown('/forums')).id
    await define('suggestions', 'cf_effort', 'number')
    await define('suggestions', 'cf_team', 'string')
    await define('suggestions', 'cf_beta', 'boolean')
    await define('suggestions', 'cf_due', 'timestamp')
    await define('suggestions', 'cf_plan', 'text')
  })

  const createSuggestion = (values: object) =>
    at.made('/suggestions', { title: 'Dark mode', ...values, links: { forum } })
  const updateSuggestion = async (id: number, values: object) =>
    (await at.put(`/suggestions/${id}`, values)).body.suggestions[0]
  const kindsOf = async (id: number) =>
    (
      await at.get(`/suggestion_activity_entries?suggestion=${id}&sort=id`)
    ).body.suggestion_activity_entries.map(({ kind }: Shown) => kind)

  test('are accepted as members or in an object and converted to their types', async () => {
    const one = await createSuggestion({
      cf_effort: '12.5',
      cf_due: '2026-01-31',
      user_email: 'ann@fields.test',
      custom_fields: { beta: 't', cf_team: 'Blue', effort: 1 },
    })
    const values = { cf_effort: 12.5, cf_due: '2026-01-31T00:00:00Z', cf_beta: true }
    expect(one).toMatchObject({ ...values, cf_team: 'Blue', cf_plan: null })
    // Only fields with a value.
    expect(one.links.custom_fields).toHaveLength(4)
    expect(await at.shown(`/suggestions/${one.id}`)).toMatchObject(values)
    const plain = await createSuggestion({})
    expect(plain).toMatchObject({ cf_effort: null, cf_team: null })
    await expectIndexed()
  })

  test('change individually, null clears, and each change is logged once', async () => {
    const { id } = await createSuggestion({ cf_effort: 1, cf_team: 'Red' })
    const form = await at.put(`/suggestions/${id}`, 'cf_effort=2&custom_fields.plan=Later', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.body.suggestions[0]).toMatchObject({
      cf_effort: 2,
      cf_team: 'Red',
      cf_plan: 'Later',
    })
    await updateSuggestion(id, { cf_effort: 2 })
    expect(await kindsOf(id)).toEqual(['suggestion_created', 'suggestion_edited'])
    expect(
      await updateSuggestion(id, { cf_team: null, custom_fields: { effort: null } }),
    ).toMatchObject({
      cf_effort: null,
      cf_team: null,
    })
    expect(await updateSuggestion(id, { title: 'Light mode' })).toMatchObject({ cf_plan: 'Later' })
    await expectIndexed()
  })

  test('are set by an import', async () => {
    const one = await at.made('/suggestions/import', {
      title: 'Offline',
      cf_effort: 3,
      custom_fields: { team: 'Rail' },
      labels: 'travel',
      status_update_body: 'Soon',
      links: { forum },
    })
    expect(one).toMatchObject({ cf_effort: 3, cf_team: 'Rail' })
    await expectIndexed()
  })

  test.each([
    [{ cf_nope: 1 }, { cf_nope: 'not_found' }],
    [{ custom_fields: { nope: null } }, { custom_fields: { nope: 'not_found' } }],
    [{ cf_effort: 'much' }, { cf_effort: 'float' }],
    [{ cf_beta: 'maybe' }, { cf_beta: 'bool' }],
    [{ cf_team: 'x'.repeat(129) }, { cf_team: 'max_runes' }],
  ])('reject %j and write nothing', async (values, errors) => {
    const { id } = await createSuggestion({})
    const before = (await at.get('/suggestions')).body.pagination.total_records
    const sent = { title: 'Unwritten', ...values }
    for (const answer of [
      await at.post('/suggestions', { ...sent, links: { forum } }),
      await at.post('/suggestions/import', { ...sent, links: { forum } }),
      await at.put(`/suggestions/${id}`, sent),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual(errors)
    }
    expect((await at.get('/suggestions')).body.pagination.total_records).toBe(before)
    expect((await at.shown(`/suggestions/${id}`)).title).toBe('Dark mode')
  })

  test('sort and filter the list, also after the key changes', async () => {
    const low = await createSuggestion({ cf_effort: -20 })
    const high = await createSuggestion({ cf_effort: -10 })
    const ids = async (query: string) =>
      idsOf((await at.get(`/suggestions?${query}`)).body.suggestions)
    expect(await ids('sort=cf_effort&per_page=2')).toEqual([low.id, high.id])
    expect(await ids('cf_effort=-20..-15')).toEqual([low.id])
    await updateSuggestion(low.id, { cf_effort: -5 })
    expect(await ids('sort=cf_effort&per_page=2')).toEqual([high.id, low.id])
    const { custom_fields } = (await at.get('/custom_fields?per_page=100')).body
    const effort = custom_fields.find(
      ({ key, object_type }: Shown) => key === 'cf_effort' && object_type === 'suggestions',
    )
    await at.put(`/custom_fields/${effort.id}`, { key: 'cf_cost' })
    expect(await at.shown(`/suggestions/${low.id}`)).toMatchObject({ cf_cost: -5 })
    expect(await ids('sort=cf_cost&per_page=2')).toEqual([high.id, low.id])
    await at.delete(`/custom_fields/${effort.id}`)
    expect(await at.shown(`/suggestions/${low.id}`)).not.toHaveProperty('cf_cost')
    await expectIndexed()
  })
})
