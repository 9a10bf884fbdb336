// Side-loading: which records are included, and in which array.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allResources } from '../../src/resources/index.ts'
import {
  anExternalUser,
  aSuggestion,
  aWorld,
  fillTables,
  idsOf,
  insert,
} from '../support/factories.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'

type World = Awaited<ReturnType<typeof aWorld>>

let at: TestService
let world: World
beforeAll(async () => {
  at = await startTestService()
  world = await aWorld(at.db)
})

const sideLoaded = async (path: string, collection: string) => {
  const { status, body } = await at.get(path)
  expect(status).toBe(200)
  return idsOf(body[collection])
}

describe('included through included', () => {
  test('users include their external users and, through them, their accounts', async () => {
    const { ann, ben, acme, bolt } = world
    const { body } = await at.get(`/users/${ann},${ben}?includes=external_users,external_accounts`)
    expect(body.external_users.map(({ links }: Answer['body']) => links)).toEqual([
      { user: ann, external_account: acme },
      { user: ben, external_account: bolt },
    ])
    expect(idsOf(body.external_accounts)).toEqual([acme, bolt])
    expect(body.external_accounts[0]).toMatchObject({
      external_id: 'acme',
      name: 'Acme Ltd',
      mrr: 1200,
    })
  })

  test('accounts are included when only they are requested', async () => {
    const { body } = await at.get(`/users?includes=external_accounts`)
    expect(idsOf(body.external_accounts)).toEqual([world.acme, world.bolt])
    expect(body).not.toHaveProperty('external_users')
    expect(Object.keys(body.links)).not.toContain('external_users.user')
  })

  test('a list of suggestions reaches the accounts of its authors', async () => {
    const path = `/suggestions/${world.dark}?includes=users,external_users,external_accounts`
    expect(await sideLoaded(path, 'external_accounts')).toEqual([world.acme])
  })

  test('the users of forums are included when both are requested', async () => {
    const { dark, ann, cleo, mobile } = world
    expect(await sideLoaded(`/suggestions/${dark}?includes=users`, 'users')).toEqual([ann])
    const both = `/suggestions/${dark}?includes=users,forums`
    expect(await sideLoaded(both, 'users')).toEqual([ann, cleo])
    expect(await sideLoaded(both, 'forums')).toEqual([mobile])
    expect(await sideLoaded(`/suggestions/${dark}?includes=forums,users`, 'users')).toEqual([
      ann,
      cleo,
    ])
  })

  test('a record with several references is included once', async () => {
    const { ann, acme } = world
    const another = await anExternalUser(at.db, ann, 'u-ann-2', { external_account_id: acme })
    const path = `/users/${ann}?includes=external_users,external_accounts`
    expect(await sideLoaded(path, 'external_accounts')).toEqual([acme])
    expect(await sideLoaded(path, 'external_users')).toContain(another)
    await sql`delete from external_users where id = ${another}`.execute(at.db)
  })
})

describe('parents of suggestions', () => {
  test('are appended to the suggestions of the page and are not counted', async () => {
    const { dark, merged, desktop } = world
    const { body } = await at.get(
      `/suggestions?forum=${desktop}&includes=parent_suggestions&sort=-id`,
    )
    expect(idsOf(body.suggestions)).toEqual([merged, world.spam, dark])
    expect(body.pagination).toMatchObject({ total_records: 2, total_pages: 1 })
    expect(body).not.toHaveProperty('parent_suggestions')
    expect(body.suggestions[0].links).toMatchObject({
      parent_suggestion: dark,
      parent_suggestions: [dark],
    })
    expect(body.suggestions[2].links).toMatchObject({
      parent_suggestion: null,
      parent_suggestions: [],
    })
  })

  test('are not repeated when they are on the page themselves', async () => {
    const { body } = await at.get('/suggestions?includes=parent_suggestions&sort=id')
    const ids = idsOf(body.suggestions)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(body.pagination.total_records)
  })

  test('do not affect a cursor walk', async () => {
    const [first, second] = [
      await at.get(
        `/suggestions?forum=${world.desktop}&includes=parent_suggestions&sort=-id&per_page=1`,
      ),
      await at.get(
        `/suggestions?forum=${world.desktop}&includes=parent_suggestions&sort=-id&per_page=1&page=2`,
      ),
    ]
    expect(idsOf(first.body.suggestions)).toEqual([world.merged, world.dark])
    expect(first.body.pagination.cursor).toEqual(expect.any(String))
    expect(idsOf(second.body.suggestions)).toEqual([world.spam])
  })

  test('are included with a suggestion read by id', async () => {
    const { merged, dark } = world
    expect(
      await sideLoaded(`/suggestions/${merged}?includes=parent_suggestions`, 'suggestions'),
    ).toEqual([merged, dark])
    expect(await sideLoaded(`/suggestions/${merged}`, 'suggestions')).toEqual([merged])
  })
})

describe('links of side-loaded parents', () => {
  const EVERYTHING = 'parent_suggestions,forums,users,labels,statuses'
  const expectRecordsOfBoth = async (path: string) => {
    const { dark, merged, mobile, desktop, ann, cleo, urgent, planned } = world
    const { status, body } = await at.get(path)
    expect(status).toBe(200)
    expect(idsOf(body.suggestions)).toEqual(expect.arrayContaining([merged, dark]))
    expect(idsOf(body.forums)).toEqual([mobile, desktop])
    expect(idsOf(body.users)).toEqual([ann, cleo])
    expect(idsOf(body.labels)).toEqual([urgent])
    expect(idsOf(body.statuses)).toEqual([planned])
  }

  test('lead to side-loaded records too when a suggestion is read by id', async () => {
    await expectRecordsOfBoth(`/suggestions/${world.merged}?includes=${EVERYTHING}`)
  })

  test('lead to side-loaded records too in a list', async () => {
    await expectRecordsOfBoth(`/suggestions?forum=${world.desktop}&includes=${EVERYTHING}`)
  })
})

describe('names', () => {
  test('that are known appear, empty without records', async () => {
    const { body } = await at.get(
      `/users/${world.cleo}?includes=teams,external_users,external_accounts,nps_ratings,crm_accounts`,
    )
    expect(body).toMatchObject({
      teams: [],
      external_users: [],
      external_accounts: [],
      nps_ratings: [],
      crm_accounts: [],
    })
    const { body: suggestions } = await at.get(
      `/suggestions/${world.spam}?includes=internal_status_updates,tickets,labels`,
    )
    expect(suggestions).toMatchObject({ internal_status_updates: [], tickets: [], labels: [] })
  })

  test('that no link leads to appear as empty arrays', async () => {
    const { body } = await at.get('/statuses?includes=users,suggestions')
    expect(body).toMatchObject({ users: [], suggestions: [] })
  })

  test('can be repeated, contain spaces, or be several parameters', async () => {
    for (const query of [
      'includes=users,forums,users',
      'includes=%20users%20,,forums,',
      'includes=users&includes=forums',
    ]) {
      const { body } = await at.get(`/suggestions?${query}`)
      expect(Object.keys(body), query).toEqual(
        expect.arrayContaining([
          'suggestions',
          'users',
          'forums',
          'links',
          'list_meta',
          'pagination',
        ]),
      )
      expect(Object.keys(body)).toHaveLength(6)
    }
  })

  test('of the list itself add nothing', async () => {
    const { text } = await at.get('/suggestions?includes=suggestions&sort=id')
    expect(JSON.parse(text).suggestions).toHaveLength(4)
    expect(text.match(/"suggestions":\[/g)).toHaveLength(1)
  })

  test('work for the current user too', async () => {
    expect((await at.get('/users/current?includes=teams,external_users')).body).toMatchObject({
      teams: [],
      external_users: [],
    })
  })
})

test('the links map contains the associations of the collections in the response', async () => {
  const { body } = await at.get('/suggestions?includes=forums,users')
  expect(body.links).toMatchObject({
    'suggestions.category': { type: 'categories' },
    'suggestions.created_by': { type: 'users' },
    'suggestions.forum': { type: 'forums' },
    'suggestions.labels': { type: 'labels' },
    'suggestions.last_status_update': { type: 'status_updates' },
    'suggestions.parent_suggestion': { type: 'suggestions' },
    'suggestions.status': { type: 'statuses' },
    'suggestions.ticket': { type: 'tickets' },
    'forums.updated_by': { type: 'users' },
    'users.current_nps_rating': { type: 'nps_ratings' },
    'users.previous_nps_rating': { type: 'nps_ratings' },
    'users.external_users': { type: 'external_users' },
    'users.teams': { type: 'teams' },
  })
  expect(Object.keys(body.links).every((name) => /^(suggestions|forums|users)\./.test(name))).toBe(
    true,
  )
})

test('filters do not apply to included records', async () => {
  await sql`update forums set updated_at = '2020-01-01' where id = ${world.mobile}`.execute(at.db)
  const path = `/suggestions?updated_after=2025-01-01&forum=${world.mobile}&includes=forums`
  expect(await sideLoaded(path, 'forums')).toEqual([world.mobile])
})

test('the custom fields of a suggestion can be included', async () => {
  const effort = await insert(at.db, 'custom_fields', {
    object_type: 'suggestions',
    key: 'cf_effort',
    name: 'Effort',
    field_type: 'number',
  })
  const id = await aSuggestion(at.db, world.mobile, 'Weighed', { custom_fields: { cf_effort: 3 } })
  const { body } = await at.get(`/suggestions/${id}?includes=custom_fields`)
  expect(body.suggestions[0].links.custom_fields).toEqual([effort])
  expect(idsOf(body.custom_fields)).toEqual([effort])
})

describe('with every table full', () => {
  beforeAll(() => fillTables(at.db, { rows: 30 }))

  const names = allResources.map(({ name }) => name)
  const typesOf = (collection: string) =>
    Object.entries(allResources.find(({ name }) => name === collection)?.links ?? {}).map(
      ([association, { type }]) => ({ association, type }),
    )

  /** Links to requested collections whose record is missing in the response. */
  const dangling = (body: Answer['body'], collection: string, asked: string[]) =>
    body[collection].flatMap(({ id, links }: Answer['body']) =>
      typesOf(collection)
        .filter(({ type }) => asked.includes(type) && type !== collection)
        .flatMap(({ association, type }) =>
          [links[association] ?? []]
            .flat()
            .filter((target) => !idsOf(body[type]).includes(target))
            .map((target) => `${collection} ${id} ${association} ${target}`),
        ),
    )

  test.each(names)('every record that a page of %s links to is included', async (name) => {
    const asked = names.filter((other) => other !== name)
    const { status, body } = await at.get(`/${name}?per_page=100&includes=${asked}`)
    expect(status).toBe(200)
    expect(dangling(body, name, asked)).toEqual([])
  })

  test.each([
    ['suggestions', 'labels,forums,status_updates,tickets,users,statuses,categories'],
    ['suggestions', 'users,teams,external_users,external_accounts'],
    ['users', 'teams,external_users,external_accounts'],
    ['comments', 'suggestions,users'],
    ['notes', 'suggestions,forums,users'],
    ['categories', 'forums'],
    ['attachments', 'suggestions,tickets,notes'],
    ['labels', 'forums,users'],
    ['nps_ratings', 'tickets,users'],
    ['status_updates', 'users,suggestions,statuses'],
    ['forums', 'users'],
    ['external_users', 'external_accounts,users'],
    ['supporters', 'suggestions,users'],
  ])('%s with %s: what comes along finds its own there too', async (name, includes) => {
    const asked = includes.split(',')
    const { status, body } = await at.get(`/${name}?per_page=5&includes=${includes}`)
    expect(status).toBe(200)
    for (const collection of asked) {
      const others = asked.filter((other) => !leadsTo(other, collection, asked))
      expect(dangling(body, collection, others)).toEqual([])
    }
  })

  // Of two collections that link to each other only one can come last.
  function leadsTo(from: string, to: string, within: string[], met: string[] = []): boolean {
    return typesOf(from).some(
      ({ type }) =>
        type === to ||
        (within.includes(type) && !met.includes(type) && leadsTo(type, to, within, [...met, type])),
    )
  }
})
