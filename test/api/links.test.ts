// The links of a record: complete however the record is read, and to-many links in ascending order.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  aCustomField,
  anExternalUser,
  aSuggestion,
  aUser,
  aWorld,
  insert,
} from '../support/factories.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService
/** By id. */
const suggestionLinks: Record<number, object> = {}
const userLinks: Record<number, object> = {}
/** A suggestion with every link, its author's newest suggestion without any, and the one that it is merged into. */
let rich: number
let poor: number
let parent: number
let author: number

beforeAll(async () => {
  at = await startTestService()
  const { db } = at
  const { mobile, reports, planned, ann, ben, cleo } = await aWorld(db)
  author = await aUser(db, 'dora@home.test', { name: 'Dora' })
  parent = await aSuggestion(db, mobile, 'Parent', { created_by_id: ben })
  rich = await aSuggestion(db, mobile, 'Rich', {
    created_by_id: author,
    captured_by_id: ann,
    owner_id: cleo,
    category_id: reports,
    status_id: planned,
    parent_suggestion_id: parent,
    custom_fields: JSON.stringify({ cf_b: 2, cf_a: 1 }),
  })
  poor = await aSuggestion(db, mobile, 'Poor', { created_by_id: author })
  const fields = [
    await aCustomField(db, 'suggestions', 'cf_b', 'number'),
    await aCustomField(db, 'suggestions', 'cf_a', 'number'),
  ]
  const three = (add: (name: string) => Promise<number>) =>
    ['a', 'b', 'c'].reduce<Promise<number[]>>(
      async (ids, name) => [...(await ids), await add(name)],
      Promise.resolve([]),
    )
  const labels = await three((name) => insert(db, 'labels', { name, full_name: name }))
  const features = await three((name) => insert(db, 'features', { name }))
  const linked = await three((name) => aSuggestion(db, mobile, name))
  const teams = await three((name) => insert(db, 'teams', { name }))
  const external = await three((name) => anExternalUser(db, author, `dora-${name}`))
  // Backwards, so that the order of the rows is not that of the links.
  for (const i of [2, 1, 0]) {
    await sql`insert into suggestion_labels values (${rich}, ${labels[i]})`.execute(db)
    await sql`insert into suggestion_features values (${rich}, ${features[i]})`.execute(db)
    await sql`insert into suggestion_links values (${rich}, ${linked[i]})`.execute(db)
    await sql`insert into team_members (user_id, team_id) values (${author}, ${teams[i]})`.execute(
      db,
    )
    await sql`update external_users set updated_at = now() + ${3 - i} * interval '1 day'
      where id = ${external[i]}`.execute(db)
  }
  const nothing = {
    category: null,
    created_by: null,
    forum: mobile,
    labels: null,
    last_status_update: null,
    parent_suggestion: null,
    status: null,
    ticket: null,
    captured_by: null,
    owner: null,
    last_internal_status_update: null,
    last_supporter_message: null,
    features: [],
    parent_suggestions: [],
    linked_suggestions: [],
    custom_fields: [],
  }
  suggestionLinks[parent] = { ...nothing, created_by: ben }
  suggestionLinks[poor] = { ...nothing, created_by: author }
  suggestionLinks[rich] = {
    ...nothing,
    category: reports,
    created_by: author,
    captured_by: ann,
    owner: cleo,
    status: planned,
    parent_suggestion: parent,
    parent_suggestions: [parent],
    labels,
    features,
    linked_suggestions: linked,
    custom_fields: fields,
  }
  const noRating = { current_nps_rating: null, previous_nps_rating: null }
  userLinks[author] = {
    ...noRating,
    external_users: external,
    teams,
    supporter: null,
    crm_account: null,
  }
})

async function read(path: string) {
  const { status, body, text } = await at.get(path)
  expect(status, text).toBe(200)
  return body
}

const linksOf = (records: Shown[], ids: number[]) =>
  ids.map((id) => records.find((record) => record.id === id)?.links)

describe.each(['', '&fields=links', '&fields=title,supporters_count,links'])(
  'with "%s"',
  (fields) => {
    test('on a list, in any order of the page', async () => {
      const ids = [parent, rich, poor]
      for (const sort of ['id', '-id', 'title', '-supporters_count', '-last_support_at']) {
        const { suggestions } = await read(`/suggestions?sort=${sort}${fields}`)
        expect(linksOf(suggestions, ids)).toEqual(ids.map((id) => suggestionLinks[id]))
      }
    })

    test('on records by id, in the requested order', async () => {
      for (const ids of [[rich], [poor, rich], [rich, parent, poor]]) {
        const { suggestions } = await read(`/suggestions/${ids}?${fields}`)
        expect(suggestions.map(({ links }: Shown) => links)).toEqual(
          ids.map((id) => suggestionLinks[id]),
        )
      }
    })

    test('on the parents of a page', async () => {
      const page = `/suggestions/${rich}?includes=parent_suggestions${fields}`
      const { suggestions } = await read(page)
      expect(suggestions.map(({ links }: Shown) => links)).toEqual([
        suggestionLinks[rich],
        suggestionLinks[parent],
      ])
    })
  },
)

test.each(['', '&fields=id&fields.users=links', '&fields.users=name,links'])(
  'of side-loaded records with "%s"',
  async (fields) => {
    const { users } = await read(`/suggestions/${rich},${poor}?includes=users${fields}`)
    expect(linksOf(users, [author])).toEqual([userLinks[author]])
  },
)

test('lead to every record, whatever members are requested', async () => {
  const includes = 'includes=labels,features,users,teams,external_users,parent_suggestions'
  const whole = await read(`/suggestions/${rich}?${includes}`)
  const less = await read(`/suggestions/${rich}?${includes}&fields=id&fields.users=id`)
  const names = ['suggestions', 'labels', 'features', 'users', 'teams', 'external_users']
  const idsIn = (body: Record<string, Shown[]>) =>
    names.map((name) => [name, body[name]?.map(({ id }) => id)])
  expect(idsIn(less)).toEqual(idsIn(whole))
  for (const name of names) expect(whole[name].length, name).toBeGreaterThan(0)
})
