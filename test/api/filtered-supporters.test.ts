// "The most wanted of accounts that pay at least so much": figures of the supporters that filters select, and their order.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  aForum,
  anAccount,
  anExternalUser,
  aSuggestion,
  aSupporter,
  aUser,
  idsOf,
  walk,
} from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService
let reports: number
let sso: number
let dark: number
let api: number
let unwanted: number
let big: number
let mid: number
let enterprise: number
let free: number

beforeAll(async () => {
  at = await startTestService()
  const { db } = at
  big = await anAccount(db, 'big', { plan: 'enterprise', mrr: 5_000, ltv: 90_000 })
  mid = await anAccount(db, 'mid', { plan: 'team', mrr: 1_500 })
  const small = await anAccount(db, 'small', { plan: 'free', mrr: 200 })
  const person = async (name: string, ...accounts: number[]) => {
    const user = await aUser(db, `${name}@example.test`)
    for (const account of accounts)
      await anExternalUser(db, user, `${name}-${account}`, { external_account_id: account })
    return user
  }
  const [b1, b2, m1] = [await person('b1', big), await person('b2', big), await person('m1', mid)]
  const s1 = await person('s1', small)
  const [s2, s3] = [await person('s2', small), await person('s3', small)]
  const both = await person('both', big, mid)
  const stranger = await person('stranger')
  const forum = await aForum(db, 'Ideas')
  const supportedBy = async (title: string, ...users: number[]) => {
    const suggestion = await aSuggestion(db, forum, title)
    for (const user of users) await aSupporter(db, suggestion, user)
    return suggestion
  }
  reports = await supportedBy('Reports', s1, s2, s3, stranger)
  sso = await supportedBy('Single sign-on', b1, b2, both)
  dark = await supportedBy('Dark mode', m1, s1)
  api = await supportedBy('API', b1, m1, both, s1)
  unwanted = await supportedBy('Unwanted')
  const segment = async (name: string, plan: string) => {
    const filters = { column: 'account.plan', operator: 'is', operand: { val: plan } }
    const { body } = await at.post('/segments', { name, filters })
    return body.segments[0].id as number
  }
  enterprise = await segment('Enterprise', 'enterprise')
  free = await segment('Free', 'free')
})

type Figures = [
  id: number,
  supporters: number | null,
  accounts: number | null,
  revenue: number | null,
]

const figuresOf = (suggestions: Record<string, number | null>[]) =>
  suggestions.map(
    (one): Figures => [
      one.id as number,
      one.filtered_supporters_count as number | null,
      one.filtered_supporting_accounts_count as number | null,
      one.filtered_supporter_revenue as number | null,
    ],
  )

async function listed(query: string): Promise<Figures[]> {
  const { status, body, text } = await at.get(`/suggestions?${query}`)
  expect(status, text).toBe(200)
  expect(body.pagination.total_records).toBe(body.suggestions.length)
  return figuresOf(body.suggestions)
}

describe('by what accounts pay', () => {
  test('the most wanted, with the figures of these accounts alone', async () => {
    expect(await listed('external_accounts.mrr=1000..&sort=-filtered_supporters_count')).toEqual([
      [api, 3, 2, 6_500],
      [sso, 3, 2, 6_500],
      [dark, 1, 1, 1_500],
    ])
  })

  test('another bound has other figures', async () => {
    expect(await listed('external_accounts.mrr=5000..&sort=-filtered_supporters_count')).toEqual([
      [sso, 3, 1, 5_000],
      [api, 2, 1, 5_000],
    ])
    expect(await listed('external_accounts.mrr=..200&sort=filtered_supporters_count')).toEqual([
      [dark, 1, 1, 200],
      [api, 1, 1, 200],
      [reports, 3, 1, 200],
    ])
    expect(await listed('external_accounts.ltv=1..&sort=filtered_supporter_revenue')).toEqual([
      [sso, 3, 1, 5_000],
      [api, 2, 1, 5_000],
    ])
    expect(
      await listed('external_accounts.plan=team&sort=-filtered_supporting_accounts_count'),
    ).toEqual([
      [api, 2, 1, 1_500],
      [dark, 1, 1, 1_500],
      [sso, 1, 1, 1_500],
    ])
  })

  test('nobody counts twice who belongs to two of the accounts', async () => {
    expect(await listed(`external_account=${big},${mid}&sort=-filtered_supporter_revenue`)).toEqual(
      [
        [api, 3, 2, 6_500],
        [sso, 3, 2, 6_500],
        [dark, 1, 1, 1_500],
      ],
    )
  })
})

describe('by segment', () => {
  test('figures of one are those of its segmented values', async () => {
    const query = `segment=${enterprise}&sort=-filtered_supporters_count`
    expect(await listed(query)).toEqual([
      [sso, 3, 2, 6_500],
      [api, 2, 2, 6_500],
    ])
  })

  test('figures of several are those of everybody in one of them', async () => {
    const query = `segment=${enterprise},${free}&sort=-filtered_supporter_revenue`
    expect(await listed(query)).toEqual([
      [api, 3, 3, 6_700],
      [sso, 3, 2, 6_500],
      [dark, 1, 1, 200],
      [reports, 3, 1, 200],
    ])
  })

  test('with a filter by account, a supporter must meet both', async () => {
    const query = `segment=${enterprise}&external_accounts.mrr=..2000`
    expect(await listed(`${query}&sort=filtered_supporters_count`)).toEqual([
      [sso, 1, 1, 1_500],
      [api, 1, 1, 1_500],
    ])
    expect(await listed(`segment=${free}&external_accounts.mrr=1000..`)).toEqual([])
  })

  test('an excluded one has no figures', async () => {
    expect(await listed(`segment=-${enterprise}&sort=id`)).toEqual([
      [reports, null, null, null],
      [dark, null, null, null],
      [unwanted, null, null, null],
    ])
  })
})

describe('lists', () => {
  test('have no such figures without a filter, nor do records', async () => {
    const { body } = await at.get(`/suggestions/${sso}`)
    expect(figuresOf(body.suggestions)).toEqual([[sso, null, null, null]])
    expect((await listed('sort=id'))[0]).toEqual([reports, null, null, null])
  })

  test('keep the figures of all supporters beside them', async () => {
    const { body } = await at.get('/suggestions?external_accounts.mrr=5000..&sort=id')
    expect(body.suggestions[1]).toMatchObject({
      supporters_count: 4,
      supporter_revenue: 6_700,
      filtered_supporters_count: 2,
      filtered_supporter_revenue: 5_000,
    })
  })

  test.each(['filtered_supporters_count', 'filtered_supporter_revenue'])(
    'walk by %s in both directions, with other filters and with a cursor',
    async (sort) => {
      for (const filter of [
        `segment=${enterprise},${free}`,
        `segment=${enterprise}`,
        'external_accounts.mrr=0..',
      ]) {
        const all = async (order: string) => {
          const query = `${filter}&state=-spam&created_after=2020-01-01&sort=${order}&per_page=1`
          const pages = await walk((path) => at.get(path), `/suggestions?${query}`)
          return pages.flatMap(({ body }) => idsOf(body.suggestions))
        }
        const descending = await all(`-${sort}`)
        expect(descending.length).toBeGreaterThan(1)
        expect(await all(sort)).toEqual(descending.toReversed())
      }
    },
  )

  test('can be searched in this order', async () => {
    expect(
      await listed('external_accounts.mrr=1000..&q=single&sort=-filtered_supporters_count'),
    ).toEqual([[sso, 3, 2, 6_500]])
  })

  test('are the same as CSV, in the same order', async () => {
    const { text } = await at.get(
      '/suggestions?external_accounts.mrr=1000..&sort=-filtered_supporters_count&format=csv&fields=title,supporters_count,filtered_supporters_count',
    )
    expect(text.replaceAll('\r', '').trim().split('\n')).toEqual([
      'title,supporters_count,filtered_supporters_count',
      'API,4,3',
      'Single sign-on,3,3',
      'Dark mode,2,1',
    ])
  })

  test('are selected by a bulk action with the same filters', async () => {
    const label = (await at.post('/labels', { name: 'wanted' })).body.labels[0].id
    const query = `segment=${enterprise}&external_accounts.mrr=..2000&any_of=${encodeURIComponent('supporters_count=4')}`
    const { status, body, text } = await at.post('/bulk_actions', {
      action: 'label',
      query,
      links: { label },
    })
    expect(status, text).toBeLessThan(300)
    expect(body.bulk_actions[0].total_count).toBe(1)
  })
})

test('an order by these figures needs a filter by supporters', async () => {
  const { status, body } = await at.get('/suggestions?sort=-filtered_supporters_count')
  expect({ status, errors: body.errors }).toEqual({ status: 400, errors: { sort: 'in' } })
  expect(body.message).toBe(
    'sort: -filtered_supporters_count needs a filter by supporters. Send one of external_account, segment, external_accounts.mrr, external_accounts.ltv, external_accounts.plan.',
  )
})
