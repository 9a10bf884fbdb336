// Features: their fields, suggestions and figures, and links to issues in other trackers.
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refreshFigures } from '../../src/write/background/segment-figures.ts'
import {
  aCustomField,
  anAccount,
  anExternalUser,
  aSupporter,
  aUser,
  figuresTableOf,
  insert,
} from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let at: TestService
let forum: number
let owner: number

beforeAll(async () => {
  at = await startTestService()
  forum = (await at.get('/forums')).body.forums[0].id
  owner = (await at.get('/users/current')).body.users[0].id
  await aCustomField(at.db, 'features', 'cf_effort', 'number')
  await aCustomField(at.db, 'features', 'cf_beta', 'boolean')
  await aCustomField(at.db, 'features', 'cf_due', 'timestamp')
  await aCustomField(at.db, 'features', 'cf_team', 'string')
  await aCustomField(at.db, 'features', 'cf_plan', 'text')
})

afterEach(async () => {
  expect(await findWrongFigures(at.db)).toEqual([])
})

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
type Shown = any

const create = async (path: string, body: object): Promise<Shown> => {
  const answer = await at.post(path, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body[path.slice(1)][0]
}
const fetchOne = async (path: string): Promise<Shown> =>
  (Object.values((await at.get(path)).body)[0] as Shown[])[0]
const aFeature = (more: object = {}) => create('/features', { name: 'Theming', ...more })
const aSuggestion = () => create('/suggestions', { title: 'Dark mode', links: { forum } })
const link = (suggestion: number, feature: number) =>
  at.post('/suggestions/link_to_feature', { links: { suggestion, feature } })
const unlink = (suggestion: number, feature: number) =>
  at.post('/suggestions/unlink_from_feature', { links: { suggestion, feature } })
const refresh = () => at.db.transaction().execute(refreshFigures)

const listActivityKinds = async (suggestion: number): Promise<string[]> => {
  const { body } = await at.get(
    `/suggestion_activity_entries?suggestion=${suggestion}&sort=id&per_page=100`,
  )
  return body.suggestion_activity_entries.map(({ kind }: Shown) => kind)
}
const listAuditKinds = async (name: string): Promise<string[]> => {
  const { rows } = await sql<{ kind: string }>`
    select kind from audit_features where name = ${name} order by id`.execute(at.db)
  return rows.map(({ kind }) => kind)
}

describe('features', () => {
  test('are created with all fields', async () => {
    const status = await insert(at.db, 'feature_statuses', { name: 'Planned' })
    const area = await insert(at.db, 'product_areas', { name: 'Apps' })
    const feature = await aFeature({
      name: ' Widgets ',
      description: 'On the home screen',
      position: 3,
      cf_effort: 2.5,
      cf_beta: true,
      links: { feature_status: status, product_area: area },
    })
    expect(feature).toMatchObject({
      name: 'Widgets',
      description: 'On the home screen',
      position: 3,
      cf_effort: 2.5,
      cf_beta: true,
      cf_due: null,
      suggestions_count: 0,
      supporter_revenue: 0,
      jira_link_count: 0,
      vsts_link_count: 0,
      links: {
        feature_status: status,
        product_area: area,
        suggestions: [],
        created_by: owner,
        updated_by: owner,
      },
    })
    expect(feature.links.custom_fields).toHaveLength(2)
    const { status: code, body } = await at.put(`/features/${feature.id}`, {
      description: null,
      cf_effort: null,
      links: { product_area: null },
    })
    expect(code).toBe(200)
    expect(body.features[0]).toMatchObject({
      name: 'Widgets',
      description: null,
      position: 3,
      cf_effort: null,
      cf_beta: true,
      links: { feature_status: status, product_area: null },
    })
    expect(body.features[0].links.custom_fields).toHaveLength(1)
    expect(await listAuditKinds('Widgets')).toEqual(['created', 'changed'])
  })

  test.each([
    [{}, { name: 'required' }],
    [{ name: '' }, { name: 'blank' }],
    [{ name: 'x', position: -1 }, { position: 'min' }],
    [{ name: 'x', links: { feature_status: 99_999 } }, { links: { feature_status: 'not_found' } }],
    [{ name: 'x', links: { product_area: 'x' } }, { links: { product_area: 'int' } }],
  ])('reject %j', async (input, errors) => {
    const { status, body } = await at.post('/features', input)
    expect(status).toBe(422)
    expect(body.errors).toEqual(errors)
  })

  test('return 404 for an unknown id', async () => {
    expect((await at.put('/features/99999', { name: 'x' })).status).toBe(404)
    expect((await at.call('DELETE', '/features/99999')).status).toBe(404)
    expect((await at.put('/features/x', { name: 'x' })).status).toBe(404)
  })

  test('are unlinked from their suggestions when deleted, which the activity logs', async () => {
    const feature = await aFeature({ name: 'Gone', cf_effort: 1 })
    const one = await aSuggestion()
    const other = await aSuggestion()
    for (const { id } of [one, other]) expect((await link(id, feature.id)).status).toBe(200)
    await at.post(`/features/${feature.id}/link_jira_issue`, { issue_key: 'APP-1' })
    const { status, body } = await at.call('DELETE', `/features/${feature.id}`)
    expect(status).toBe(200)
    expect(body.features[0]).toMatchObject({
      id: feature.id,
      suggestions_count: 2,
      jira_link_count: 1,
      links: { suggestions: [one.id, other.id] },
    })
    expect((await at.get(`/features/${feature.id}`)).status).toBe(404)
    for (const { id } of [one, other]) {
      expect((await fetchOne(`/suggestions/${id}`)).links.features).toEqual([])
      expect((await listActivityKinds(id)).slice(-2)).toEqual([
        'feature_linked',
        'feature_unlinked',
      ])
    }
    expect(await listAuditKinds('Gone')).toEqual([
      'created',
      'suggestion_linked',
      'suggestion_linked',
      'issue_linked',
      'deleted',
    ])
  })
})

describe('moving features', () => {
  let status: number
  const move = async (id: number, body: object) => {
    const answer = await at.put(`/features/${id}/move`, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.features[0]
  }
  const orderOf = async (column: string) => {
    const { body } = await at.get(`/features?${column}&sort=position`)
    return body.features.map(({ name }: Shown) => name)
  }

  test('keeps the order of a column, also where all have one position', async () => {
    status = await insert(at.db, 'feature_statuses', { name: 'Board' })
    const links = { feature_status: status }
    const [a, b, c] = [
      await aFeature({ name: 'A', links }),
      await aFeature({ name: 'B', links }),
      await aFeature({ name: 'C', links }),
    ]
    const column = `feature_status=${status}`
    await move(c.id, { before: a.id })
    expect(await orderOf(column)).toEqual(['C', 'A', 'B'])
    await move(c.id, { before: b.id })
    expect(await orderOf(column)).toEqual(['A', 'C', 'B'])
    await move(a.id, {})
    expect(await orderOf(column)).toEqual(['C', 'B', 'A'])
    // More often than there are numbers between two positions.
    for (let i = 0; i < 15; i++) {
      await move(b.id, { before: c.id })
      await move(c.id, { before: b.id })
    }
    expect(await orderOf(column)).toEqual(['C', 'B', 'A'])
    const moved = await move(c.id, { links: { feature_status: null } })
    expect(moved.links.feature_status).toBe(null)
    expect(await orderOf(column)).toEqual(['B', 'A'])
    expect(await orderOf('feature_status_none=true')).toContain('C')
    await move(c.id, { before: a.id, links })
    expect(await orderOf(column)).toEqual(['B', 'C', 'A'])
    expect(await listAuditKinds('C')).toEqual(['created', 'changed', 'changed'])
  })

  test('changes the product area with the place, in one write', async () => {
    const area = await insert(at.db, 'product_areas', { name: 'Search' })
    const links = { feature_status: status }
    const stays = await aFeature({ name: 'Stays', links })
    const goes = await aFeature({ name: 'Goes', links })
    const moved = await move(goes.id, { before: stays.id, links: { product_area: area } })
    expect(moved.links).toMatchObject({ feature_status: status, product_area: area })
    expect((await move(goes.id, {})).links.product_area).toBe(area)
    expect((await move(goes.id, { links: { product_area: null } })).links.product_area).toBe(null)
    expect(await listAuditKinds('Goes')).toEqual(['created', 'changed', 'changed'])
    const before = await orderOf(`feature_status=${status}`)
    expect(before.at(-1)).toBe('Goes')
    const missing = await at.put(`/features/${goes.id}/move`, {
      before: stays.id,
      links: { product_area: 99999 },
    })
    expect([missing.status, missing.body.errors]).toEqual([
      422,
      { links: { product_area: 'not_found' } },
    ])
    expect(await orderOf(`feature_status=${status}`)).toEqual(before)
  })

  test('refuses a place in another column, and a status that does not exist', async () => {
    const other = await aFeature({ name: 'Elsewhere' })
    const here = await aFeature({ name: 'Here', links: { feature_status: status } })
    const wrong = await at.put(`/features/${here.id}/move`, { before: other.id })
    expect([wrong.status, wrong.body.errors]).toEqual([422, { before: 'not_found' }])
    const missing = await at.put(`/features/${here.id}/move`, { links: { feature_status: 99999 } })
    expect([missing.status, missing.body.errors]).toEqual([
      422,
      { links: { feature_status: 'not_found' } },
    ])
    expect((await at.put('/features/99999/move', {})).status).toBe(404)
  })

  test('at the same time loses nothing', async () => {
    const column = await insert(at.db, 'feature_statuses', { name: 'Busy' })
    const links = { feature_status: column }
    const all: Shown[] = []
    for (let i = 0; i < 6; i++) all.push(await aFeature({ name: `N${i}`, links }))
    await Promise.all(all.map(({ id }, i) => move(id, { before: all[(i + 1) % 6].id })))
    const { body } = await at.get(`/features?feature_status=${column}&sort=position`)
    expect(body.features).toHaveLength(6)
    expect(new Set(body.features.map(({ position }: Shown) => position)).size).toBe(6)
  })
})

describe('custom fields of features', () => {
  test.each([
    ['cf_effort', '12.5', 12.5],
    ['cf_effort', 0, 0],
    ['cf_effort', '-1e3', -1000],
    ['cf_beta', 'false', false],
    ['cf_beta', 1, true],
    ['cf_due', '2026-01-31', '2026-01-31T00:00:00Z'],
    ['cf_due', '2026-01-31T10:00:00.1234567+01:00', '2026-01-31T09:00:00Z'],
    ['cf_team', ' Grün ', 'Grün'],
    ['cf_team', 7, '7'],
    ['cf_team', true, 'true'],
    ['cf_team', 'x'.repeat(128), 'x'.repeat(128)],
    ['cf_plan', 'x'.repeat(10_000), 'x'.repeat(10_000)],
    ['cf_team', null, null],
    ['cf_team', '', null],
  ])('%s stores %j as %j', async (key, value, stored) => {
    expect((await aFeature({ [key]: value }))[key]).toBe(stored)
  })

  test.each([
    ['cf_effort', 'much', 'float'],
    ['cf_effort', true, 'float'],
    ['cf_effort', {}, 'string'],
    ['cf_effort', [1], 'string'],
    ['cf_effort', '1e999', 'float'],
    ['cf_beta', 'maybe', 'bool'],
    ['cf_due', 'soon', 'time'],
    ['cf_due', 1767571200, 'time'],
    ['cf_team', 'x'.repeat(129), 'max_runes'],
    ['cf_plan', 'x'.repeat(10_001), 'max_runes'],
    ['cf_team', 'a\0b', 'utf8'],
    ['cf_nope', 1, 'not_found'],
    ['cf_nope', null, 'not_found'],
  ])('%s rejects %j', async (key, value, code) => {
    const { status, body } = await at.post('/features', { name: 'x', [key]: value })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ [key]: code })
    expect(body.message).toContain(key)
  })

  test('are accepted in an object, with or without the prefix, and members override it', async () => {
    const feature = await aFeature({
      custom_fields: { effort: '3', cf_beta: true, team: 'Blue' },
      cf_team: 'Red',
    })
    expect(feature).toMatchObject({ cf_effort: 3, cf_beta: true, cf_team: 'Red' })
    const { status, body } = await at.post('/features', {
      name: 'x',
      custom_fields: { effort: 'much' },
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ custom_fields: { effort: 'float' } })
    const odd = await at.post('/features', { name: 'x', custom_fields: { __proto__: 1, 'a b': 1 } })
    expect(odd.body.errors).toEqual({ custom_fields: { 'a b': 'not_found' } })
  })

  test('are accepted in forms, where an empty value is ignored, and null clears', async () => {
    const send = (form: string, id: number) => at.put(`/features/${id}`, form, { headers: FORM })
    const { id } = await aFeature({ cf_effort: 1, cf_team: 'Red' })
    const { body } = await send('cf_effort=4.5&custom_fields.beta=t&cf_due=2026-02-01', id)
    expect(body.features[0]).toMatchObject({
      cf_effort: 4.5,
      cf_beta: true,
      cf_due: '2026-02-01T00:00:00Z',
      cf_team: 'Red',
    })
    expect((await send('cf_team=', id)).body.features[0].cf_team).toBe('Red')
    const cleared = await at.put(`/features/${id}`, { cf_team: null })
    expect(cleared.body.features[0].cf_team).toBeNull()
  })

  test('sort the list immediately', async () => {
    const first = await aFeature({ cf_effort: -5000 })
    const { body } = await at.get('/features?sort=cf_effort&per_page=1')
    expect(body.features[0].id).toBe(first.id)
  })
})

describe('linking suggestions to features', () => {
  test('is idempotent, shown by both, and reversible', async () => {
    const feature = await aFeature({ name: 'Linked' })
    const { id } = await aSuggestion()
    await sql`update suggestion_figures set updated_at = '2020-01-01' where id = ${id}`.execute(
      at.db,
    )
    const { status, body } = await link(id, feature.id)
    expect(status).toBe(200)
    expect(body.suggestions[0]).toMatchObject({ id, links: { features: [feature.id] } })
    expect(body.suggestions[0].updated_at).not.toBe('2020-01-01T00:00:00Z')
    const again = await at.post(
      '/suggestions/link_to_feature',
      `links.suggestion=${id}&links.feature=${feature.id}`,
      { headers: FORM },
    )
    expect(again.status).toBe(200)
    expect(await fetchOne(`/features/${feature.id}`)).toMatchObject({
      suggestions_count: 1,
      links: { suggestions: [id] },
    })
    expect((await at.get(`/suggestions/${id}/feature_ids`)).body).toEqual({
      feature_ids: [feature.id],
    })
    expect((await unlink(id, feature.id)).body.suggestions[0].links.features).toEqual([])
    expect((await unlink(id, feature.id)).status).toBe(200)
    expect((await fetchOne(`/features/${feature.id}`)).suggestions_count).toBe(0)
    expect(await listActivityKinds(id)).toEqual([
      'suggestion_created',
      'feature_linked',
      'feature_unlinked',
    ])
    const { body: activity } = await at.get(`/suggestion_activity_entries?kind=feature_linked`)
    expect(activity.suggestion_activity_entries[0].links).toMatchObject({
      feature: feature.id,
      suggestion: id,
      created_by: owner,
    })
    expect(await listAuditKinds('Linked')).toEqual([
      'created',
      'suggestion_linked',
      'suggestion_unlinked',
    ])
  })

  test.each([
    [
      { suggestion: 99_999, feature: 99_999 },
      { suggestion: 'not_found', feature: 'not_found' },
    ],
    [{ feature: 1 }, { suggestion: 'required' }],
    [{ suggestion: 1, feature: 'x' }, { feature: 'int' }],
  ])('rejects %j', async (links, errors) => {
    for (const verb of ['link_to_feature', 'unlink_from_feature']) {
      const { status, body } = await at.post(`/suggestions/${verb}`, { links })
      expect(status).toBe(422)
      expect(body.errors).toEqual({ links: errors })
    }
  })

  test.each(['99999', 'x', '1,2'])('GET feature_ids of suggestion %s returns 404', async (id) => {
    expect((await at.get(`/suggestions/${id}/feature_ids`)).status).toBe(404)
  })
})

describe('figures of features', () => {
  test('count each user and each account of all suggestions once', async () => {
    const { db } = at
    const feature = await aFeature()
    const [one, other] = [await aSuggestion(), await aSuggestion()]
    const acme = await anAccount(db, 'acme', { mrr: 1200.5 })
    const bolt = await anAccount(db, 'bolt', { mrr: 300 })
    const [ann, ben, cleo] = [
      await aUser(db, 'ann@figures.test'),
      await aUser(db, 'ben@figures.test'),
      await aUser(db, 'cleo@figures.test'),
    ]
    await anExternalUser(db, ann, 'ann', { external_account_id: acme })
    await anExternalUser(db, ben, 'ben', { external_account_id: acme })
    await anExternalUser(db, ben, 'ben-2', { external_account_id: bolt })
    await aSupporter(db, one.id, ann)
    await aSupporter(db, one.id, ben)
    await aSupporter(db, other.id, ben)
    await aSupporter(db, other.id, cleo)
    const figures = async () => {
      const record = await fetchOne(`/features/${feature.id}`)
      return [
        record.suggestions_count,
        record.supporting_users_count,
        record.supporting_accounts_count,
        record.supporter_revenue,
      ]
    }
    await link(one.id, feature.id)
    expect(await figures()).toEqual([1, 2, 2, 1500.5])
    await link(other.id, feature.id)
    expect(await figures()).toEqual([2, 3, 2, 1500.5])
    await unlink(one.id, feature.id)
    expect(await figures()).toEqual([1, 2, 2, 1500.5])
    expect((await fetchOne(`/features/${feature.id}`)).supporter_mrr_cents).toBe(150_050)

    // The job applies changes of supporters.
    await sql`delete from supporters where suggestion_id = ${other.id} and user_id = ${cleo}`.execute(
      db,
    )
    await sql`update external_accounts set mrr = 500 where id = ${bolt}`.execute(db)
    await refresh()
    expect(await figures()).toEqual([1, 1, 2, 1700.5])
    await sql`update external_users set external_account_id = null where external_id = 'ben-2'`.execute(
      db,
    )
    await refresh()
    expect(await figures()).toEqual([1, 1, 1, 1200.5])
    await aSupporter(db, other.id, ann)
    await refresh()
    expect(await figures()).toEqual([1, 2, 1, 1200.5])
  })

  test('do not change updated_at when they stay equal', async () => {
    const feature = await aFeature()
    const { id } = await aSuggestion()
    await link(id, feature.id)
    await refresh()
    await sql`update features set updated_at = '2020-01-01'`.execute(at.db)
    await sql`insert into stale_records values ('suggestions', ${id})`.execute(at.db)
    await refresh()
    expect((await fetchOne(`/features/${feature.id}`)).updated_at).toBe('2020-01-01T00:00:00Z')
  })

  test('are exact after concurrent links and unlinks', async () => {
    const feature = await aFeature()
    const suggestions: Shown[] = []
    for (let i = 0; i < 8; i++) suggestions.push(await aSuggestion())
    const answers = await Promise.all(suggestions.map(({ id }) => link(id, feature.id)))
    expect(answers.map(({ status }) => status)).toEqual(suggestions.map(() => 200))
    expect((await fetchOne(`/features/${feature.id}`)).suggestions_count).toBe(8)
    await Promise.all([
      ...suggestions.slice(0, 5).map(({ id }) => unlink(id, feature.id)),
      ...suggestions.slice(5).map(({ id }) => link(id, feature.id)),
    ])
    expect((await fetchOne(`/features/${feature.id}`)).suggestions_count).toBe(3)
  })

  test('survive a delete during concurrent links', async () => {
    for (let round = 0; round < 5; round++) {
      const feature = await aFeature()
      const suggestions = [await aSuggestion(), await aSuggestion(), await aSuggestion()]
      const answers = await Promise.all([
        ...suggestions.map(({ id }) => link(id, feature.id)),
        at.call('DELETE', `/features/${feature.id}`),
      ])
      for (const { status, text } of answers) expect([200, 409, 422], text).toContain(status)
      expect((await at.get(`/features/${feature.id}`)).status).toBe(404)
    }
  })
})

describe('issue links', () => {
  const linked = async (path: string, body: unknown) => {
    const answer = await at.post(path, body)
    expect(answer.status, answer.text).toBe(200)
    return (Object.values(answer.body)[0] as Shown[])[0]
  }

  test.each(['suggestions', 'features'])('of %s are counted', async (collection) => {
    const { id } = collection === 'features' ? await aFeature() : await aSuggestion()
    await sql`update ${sql.table(figuresTableOf(collection))} set updated_at = '2020-01-01' where id = ${id}`.execute(
      at.db,
    )
    const path = `/${collection}/${id}/link_jira_issue`
    const first = await linked(path, { issue_key: 'APP-1', url: 'https://jira.test/APP-1' })
    expect(first).toMatchObject({ id, jira_link_count: 1, vsts_link_count: 0 })
    expect(first.updated_at).not.toBe('2020-01-01T00:00:00Z')
    expect((await linked(path, { key: 'APP-1' })).jira_link_count).toBe(1)
    expect((await linked(path, { key: 'APP-2' })).jira_link_count).toBe(2)
    expect((await linked(path, { key: 'APP-3' })).jira_link_count).toBe(3)
    const { rows } = await sql<{ url: string }>`
      select url from issue_links where ${sql.ref(`${collection.slice(0, -1)}_id`)} = ${id}
      order by issue_key limit 1`.execute(at.db)
    expect(rows[0]?.url).toBe('https://jira.test/APP-1')

    const remove = (query: string) =>
      at.call('DELETE', `/${collection}/unlink_jira_issue/${id}${query}`)
    expect((await remove('?issue_key=APP-2')).body[collection][0].jira_link_count).toBe(2)
    expect((await remove('?issue_key=APP-2')).body[collection][0].jira_link_count).toBe(2)
    const { status, body } = await remove('')
    expect(status).toBe(200)
    expect(body[collection][0]).toMatchObject({ id, jira_link_count: 0 })
  })

  test('are listed, and a new address is a change', async () => {
    const { id } = await aSuggestion()
    const path = `/suggestions/${id}/link_jira_issue`
    const list = async () => (await at.get('/issue_links?issue_key=LIST-1')).body.issue_links
    await linked(path, { issue_key: 'LIST-1' })
    await linked(path, { issue_key: 'LIST-2' })
    expect(await list()).toMatchObject([
      { tracker: 'jira', issue_key: 'LIST-1', url: null, links: { suggestion: id, feature: null } },
    ])
    const past = '2020-01-01T00:00:00Z'
    await sql`update issue_links set updated_at = ${past} where suggestion_id = ${id}`.execute(
      at.db,
    )
    await linked(path, { issue_key: 'LIST-1', url: 'https://jira.test/LIST-1' })
    const [changed] = await list()
    expect(changed.url).toBe('https://jira.test/LIST-1')
    expect(changed.updated_at).not.toBe(past)
  })

  test('are counted per tracker and logged in the activity', async () => {
    const { id } = await aSuggestion()
    await linked(`/suggestions/${id}/link_vsts`, { issue_key: '42' })
    await linked(`/suggestions/${id}/link_jira_issue`, { issue_key: '42' })
    expect(await fetchOne(`/suggestions/${id}`)).toMatchObject({
      jira_link_count: 1,
      vsts_link_count: 1,
    })
    const { body } = await at.call('DELETE', `/suggestions/unlink_jira_issue/${id}`, { body: {} })
    expect(body.suggestions[0]).toMatchObject({ jira_link_count: 0, vsts_link_count: 1 })
    expect(await listActivityKinds(id)).toEqual([
      'suggestion_created',
      'issue_linked',
      'issue_linked',
      'issue_unlinked',
    ])
  })

  test.each([
    [{}, { issue_key: 'required' }],
    [{ issue_key: ' ' }, { issue_key: 'blank' }],
    [{ issue_key: 'x', url: 'javascript:alert(1)' }, { url: 'pattern' }],
  ])('reject %j', async (input, errors) => {
    const { id } = await aSuggestion()
    const { status, body } = await at.post(`/suggestions/${id}/link_jira_issue`, input)
    expect(status).toBe(422)
    expect(body.errors).toEqual(errors)
  })

  test('return 404 for an unknown record', async () => {
    const key = { issue_key: 'APP-1' }
    for (const path of [
      '/suggestions/99999/link_jira_issue',
      '/suggestions/99999/link_vsts',
      '/features/99999/link_jira_issue',
    ])
      expect((await at.post(path, key)).status).toBe(404)
    for (const collection of ['suggestions', 'features'])
      expect((await at.call('DELETE', `/${collection}/unlink_jira_issue/99999`)).status).toBe(404)
  })

  test('are counted exactly in concurrent calls', async () => {
    const { id } = await aSuggestion()
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        linked(`/suggestions/${id}/${i % 2 ? 'link_vsts' : 'link_jira_issue'}`, { key: `K-${i}` }),
      ),
    )
    expect(await fetchOne(`/suggestions/${id}`)).toMatchObject({
      jira_link_count: 6,
      vsts_link_count: 6,
    })
  })
})
