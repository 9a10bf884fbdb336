// Totals that are not counted record by record: time ranges, supporters by forum and legitimacy, suggestions by label.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aForum, aSuggestion, aSupporter, aUser, idsOf } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'

describe('time ranges', () => {
  // More than a page looks through before it takes the shorter way.
  const SUGGESTIONS = 4_000
  const FIRST = Date.UTC(2024, 0, 1)
  const HOUR = 3_600_000
  const hour = (n: number) => new Date(FIRST + n * HOUR).toISOString()

  type Row = {
    id: number
    created_at: number
    updated_at: number
    last_engagement_at: number | null
  }
  let at: TestService
  let rows: Row[]

  beforeAll(async () => {
    at = await startTestService()
    const forum = await aForum(at.db, 'Ranges')
    // Ids grow with time, except for one in a hundred that was imported later.
    rows = Array.from({ length: SUGGESTIONS }, (_, i) => {
      const created = i % 100 === 99 ? i - 90 : i
      const engaged = i % 5 === 0 ? null : created + (i % 7)
      return {
        id: i + 1,
        created_at: created,
        updated_at: created + 50,
        last_engagement_at: engaged,
      }
    })
    await sql`insert into suggestions (id, forum_id, title, created_at)
      select (r->>'id')::bigint, ${forum}, 'Idea',
        to_timestamp(${FIRST / 1000}::float8 + (r->>'created_at')::int * 3600)
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`.execute(at.db)
    await sql`update suggestion_figures f set
        updated_at = to_timestamp(${FIRST / 1000}::float8 + (r->>'updated_at')::int * 3600),
        last_engagement_at = to_timestamp(${FIRST / 1000}::float8 + (r->>'last_engagement_at')::int * 3600)
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r where f.id = (r->>'id')::bigint`.execute(
      at.db,
    )
  })

  type Match = (row: Row) => boolean
  const created = { from: 'created_after', before: 'created_before' }
  const N = SUGGESTIONS
  const cases: [string, string, Match][] = [
    ...[0, 1, 2_500, N / 2, N - 300, N + 10].flatMap((n): [string, string, Match][] => [
      ['from', `${created.from}=${hour(n)}`, (row) => row.created_at >= n],
      ['before', `${created.before}=${hour(n)}`, (row) => row.created_at < n],
      ['from, a figure', `updated_after=${hour(n)}`, (row) => row.updated_at >= n],
      ['before, a figure', `updated_before=${hour(n)}`, (row) => row.updated_at < n],
      [
        'from, without nulls',
        `engagement_since=${hour(n)}`,
        (row) => row.last_engagement_at !== null && row.last_engagement_at >= n,
      ],
      [
        'before, with nulls',
        `no_engagement_since=${hour(n)}`,
        (row) => row.last_engagement_at === null || row.last_engagement_at < n,
      ],
    ]),
    ...(
      [
        [10, 20],
        [100, N - 100],
        [1_000, 3_000],
        [2_000, 2_000],
        [3_000, 1_000],
        [N, 0],
      ] as const
    ).flatMap(([from, before]): [string, string, Match][] => [
      [
        'both',
        `${created.from}=${hour(from)}&${created.before}=${hour(before)}`,
        (row) => row.created_at >= from && row.created_at < before,
      ],
      [
        'both of a nullable column',
        `engagement_since=${hour(from)}&no_engagement_since=${hour(before)}`,
        ({ last_engagement_at: time }) => time !== null && time >= from && time < before,
      ],
    ]),
    [
      'two lower bounds',
      `created_after=${hour(200)}&period_start=${hour(100)}`,
      (row) => row.created_at >= 200,
    ],
    [
      'two upper bounds',
      `created_before=${hour(N - 50)}&period_end=${hour(N - 100)}`,
      (row) => row.created_at < N - 100,
    ],
    [
      'two columns',
      `created_after=${hour(100)}&updated_before=${hour(N - 100)}`,
      (row) => row.created_at >= 100 && row.updated_at < N - 100,
    ],
    [
      'beside another condition',
      `created_after=${hour(100)}&state=-spam`,
      (row) => row.created_at >= 100,
    ],
    ['beside one that excludes all', `created_after=${hour(100)}&state=spam`, () => false],
  ]

  describe.each(['without statistics', 'with statistics'])('%s', (statistics) => {
    beforeAll(async () => {
      if (statistics === 'with statistics')
        await sql`analyze suggestions, suggestion_figures`.execute(at.db)
    })

    test.each(cases)('%s: %s', async (_, query, matches) => {
      const expected = rows.filter(matches).map(({ id }) => id)
      for (const sort of ['id', '-id']) {
        const ids = sort === 'id' ? expected : expected.toReversed()
        const path = `/suggestions?${query}&sort=${sort}&per_page=7&fields=id`
        const { body } = await at.get(path)
        expect(body.pagination.total_records).toBe(ids.length)
        expect(idsOf(body.suggestions)).toEqual(ids.slice(0, 7))
        const third = (await at.get(`${path}&page=3`)).body
        expect(third.pagination.total_records).toBe(ids.length)
        expect(idsOf(third.suggestions)).toEqual(ids.slice(14, 21))
        const cursor = encodeURIComponent(body.pagination.cursor ?? '')
        const next = cursor ? (await at.get(`${path}&cursor=${cursor}`)).body.suggestions : []
        expect(idsOf(next)).toEqual(ids.slice(7, 14))
      }
    })
  })
})

describe('time ranges of supporters', () => {
  const SUPPORTERS = 6_000
  let at: TestService

  beforeAll(async () => {
    at = await startTestService()
    const forum = await aForum(at.db, 'Ranges')
    const idea = await aSuggestion(at.db, forum, 'Idea')
    // Ids grow with time. An import of every 50th of the last thousand is older.
    await sql`
      with person as (
        insert into users (name, email_address)
        select 'Person', 'person-' || i || '@ranges.test' from generate_series(1, ${SUPPORTERS}::int) i returning id
      )
      insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id, created_at, updated_at)
      select ${idea}, id, id, id, created_at, created_at + interval '5 min' from (
        select id, timestamptz '2025-01-01Z' + interval '37 min'
          * case when place > 5000 and place % 50 = 0 then place - 4000 else place end as created_at
        from (select id, row_number() over (order by id) as place from person) people
      ) times`.execute(at.db)
  })

  const times = fc.integer({ min: -100, max: SUPPORTERS + 100 }).map(
    // Also times at midnight.
    (n) => Date.UTC(2025, 0, 1) + (n % 5 === 0 ? n * 1_000 * 86_400 : n * 37 * 60_000),
  )
  const anyRange = fc.record({
    column: fc.constantFrom('created', 'updated'),
    from: fc.option(times),
    before: fc.option(times),
    sort: fc.constantFrom('id', '-id'),
    size: fc.constantFrom(3, 40),
  })

  /** Pages and totals of generated ranges equal those of a plain query, and no block has a time that is too high. */
  async function expectExact() {
    await fc.assert(
      fc.asyncProperty(anyRange, async ({ column, from, before, sort, size }) => {
        const name = `${column}_at`
        const time = (value: number) => new Date(value).toISOString()
        const conditions = [
          ...(from === null ? [] : [sql`${sql.ref(name)} >= ${time(from)}`]),
          ...(before === null ? [] : [sql`${sql.ref(name)} < ${time(before)}`]),
          sql`true`,
        ]
        const { rows } = await sql<{ id: number }>`select id from supporters
          where ${sql.join(conditions, sql` and `)} order by id`.execute(at.db)
        const ids = rows.map(({ id }) => Number(id))
        if (sort === '-id') ids.reverse()
        const query = new URLSearchParams({
          ...(from !== null && { [`${column}_after`]: time(from) }),
          ...(before !== null && { [`${column}_before`]: time(before) }),
        })
        const path = `/supporters?${query}&sort=${sort}&per_page=${size}&fields=id`
        const { body } = await at.get(path)
        expect(body.pagination.total_records, path).toBe(ids.length)
        expect(idsOf(body.supporters), path).toEqual(ids.slice(0, size))
        const { cursor } = body.pagination
        if (cursor === undefined) return
        const next = await at.get(`${path}&cursor=${cursor}`)
        expect(idsOf(next.body.supporters), path).toEqual(ids.slice(size, 2 * size))
      }),
      { numRuns: EXHAUSTIVE ? 40 : 15 },
    )
    const { rows } = await sql`
      select relation, id from (
        select 'suggestions' as relation, id, created_at as time from suggestions
        union all select 'suggestion_figures', id, updated_at from suggestion_figures
        union all select 'supporters', id, created_at from supporters
        union all select 'supporters', id, updated_at from supporters
      ) times where not exists (
        select from time_blocks b
        where b.relation = times.relation and b.block = times.id / 1000 and b.lowest <= time)
      limit 1`.execute(at.db)
    expect(rows).toEqual([])
    expect(await findWrongFigures(at.db)).toEqual([])
  }

  test('are exact at first, without statistics', () => expectExact())

  test('are exact with statistics, after changes and deletions', async () => {
    await sql`update supporters set updated_at = '2025-03-01T12:00Z' where id % 7 = 0`.execute(
      at.db,
    )
    await sql`update supporters set created_at = '2024-05-05T05:05Z', updated_at = '2024-05-05T05:05Z'
      where id > 5000 and id % 31 = 0`.execute(at.db)
    await sql`update suggestion_figures set updated_at = '2024-05-05T05:05Z'`.execute(at.db)
    await sql`update suggestions set created_at = '2024-05-05T05:05Z'`.execute(at.db)
    await sql`delete from supporters where id % 11 = 0`.execute(at.db)
    await sql`analyze supporters`.execute(at.db)
    await expectExact()
  })
})

describe('supporters by forum and legitimacy', () => {
  let at: TestService
  const forums: number[] = []
  const people: number[] = []
  const ideas: number[] = []

  beforeAll(async () => {
    at = await startTestService()
    for (const name of ['One', 'Two', 'Three']) forums.push(await aForum(at.db, name))
    for (let i = 0; i < 8; i++) people.push(await aUser(at.db, `person-${i}@totals.test`))
    for (let i = 0; i < 6; i++)
      ideas.push(await aSuggestion(at.db, forums[i % 2] as number, `Idea ${i}`))
    for (const [i, idea] of ideas.entries())
      for (const person of people.slice(i)) await aSupporter(at.db, idea, person)
  })

  const total = async (query: string) =>
    (await at.get(`/supporters?${query}`)).body.pagination.total_records
  const countWhere = async (condition: string) => {
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from supporters p join suggestions s on s.id = p.suggestion_id
        join users u on u.id = p.user_id where ${sql.raw(condition)}`.execute(at.db)
    return Number(rows[0]?.n)
  }

  /** Every total by forum and legitimacy, and the figures behind them. */
  afterEach(async () => {
    const [one, two, three] = forums
    const expected = {
      [`forum=${one}`]: `s.forum_id = ${one}`,
      [`forum=${two}`]: `s.forum_id = ${two}`,
      [`forum=${three}`]: `s.forum_id = ${three}`,
      [`forum=${one},${three}`]: `s.forum_id in (${one}, ${three})`,
      [`forum=-${one}`]: `s.forum_id <> ${one}`,
      [`forum=${one},-${two}`]: `s.forum_id = ${one}`,
      'forum=999999': 'false',
      'anonymous=true': 'false',
      'anonymous=false': 'true',
      'legit=true': `u.allowed_state = 'allowed'`,
      'legit=false': `u.allowed_state <> 'allowed'`,
      [`legit=true&forum=${one}`]: `u.allowed_state = 'allowed' and s.forum_id = ${one}`,
      [`forum=${one}&user=${people[3]}`]: `s.forum_id = ${one} and u.id = ${people[3]}`,
    }
    for (const [query, condition] of Object.entries(expected))
      expect(await total(query), query).toBe(await countWhere(condition))
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('have totals at first', async () => {
    expect(await total(`forum=${forums[0]}`)).toBe(8 + 6 + 4)
    expect(await total(`forum=${forums[1]}`)).toBe(7 + 5 + 3)
    expect(await total('legit=true')).toBe(33)
  })

  test('come and go', async () => {
    const links = { suggestion: ideas[5], user: people[0] }
    const { id } = await at.made('/supporters', { links })
    expect(await total(`forum=${forums[1]}`)).toBe(16)
    await at.delete(`/supporters/${id}`)
    expect(await total(`forum=${forums[1]}`)).toBe(15)
  })

  test('are blocked and unblocked', async () => {
    await at.put(`/users/${people[7]}/block`, {})
    expect(await total('legit=false')).toBe(6)
    expect(await total('legit=true')).toBe(27)
    await at.put(`/users/${people[0]}/block`, {})
    await at.put(`/users/${people[7]}/unblock`, {})
    expect(await total('legit=false')).toBe(1)
  })

  test('move with their suggestion to another forum', async () => {
    await at.put(`/suggestions/${ideas[0]}`, { links: { forum: forums[2] } })
    expect(await total(`forum=${forums[2]}`)).toBe(8)
    expect(await total(`forum=${forums[0]}`)).toBe(10)
  })

  test('move with a merge and back', async () => {
    const links = { from_suggestion: ideas[2], to_suggestion: ideas[1] }
    await at.post('/suggestions/merge', { links })
    // All six supported the target too.
    expect(await total(`forum=${forums[0]}`)).toBe(4)
    expect(await total(`forum=${forums[1]}`)).toBe(15)
    await at.put(`/suggestions/${ideas[1]}`, { links: { forum: forums[2] } })
    await at.post(`/suggestions/${ideas[2]}/unmerge`, {})
    expect(await total(`forum=${forums[0]}`)).toBe(10)
  })

  test('keep their totals when a suggestion gets a response, which changes its own', async () => {
    await at.made('/status_updates', { body: 'Soon', links: { suggestion: ideas[1] } })
    const totalOf = async (query: string) =>
      (await at.get(`/suggestions?${query}`)).body.pagination.total_records
    expect(await totalOf('has_response=true')).toBe(1)
    expect(await totalOf('has_response=false')).toBe(5)
    expect(await totalOf(`has_response=false&forum=${forums[2]}`)).toBe(1)
    expect(await totalOf('has_smartvote_score=true')).toBe(0)
    expect(await totalOf('has_smartvote_score=false')).toBe(6)
  })

  test('of a deleted suggestion stay in its forum', async () => {
    await at.delete(`/suggestions/${ideas[4]}`)
    expect(await total(`forum=${forums[0]}`)).toBe(10)
  })

  test('vote while suggestions move between forums', async () => {
    const [a, b] = [ideas[3], ideas[5]]
    for (let round = 0; round < 15; round++) {
      const newcomers: number[] = []
      for (const i of [0, 1, 2, 3])
        newcomers.push(await aUser(at.db, `newcomer-${round}-${i}@totals.test`))
      const answers = await Promise.all(
        [a, b].flatMap((suggestion) => [
          ...newcomers.map((user) => at.post('/supporters', { links: { suggestion, user } })),
          ...forums.map((forum) => at.put(`/suggestions/${suggestion}`, { links: { forum } })),
        ]),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
    }
  })
})

describe('suggestions by label', () => {
  let at: TestService
  const labels: number[] = []
  const ideas: number[] = []

  beforeAll(async () => {
    at = await startTestService()
    const forum = await aForum(at.db, 'Labelled')
    for (const name of ['One', 'Two', 'Three', 'Four'])
      labels.push((await at.made('/labels', { name })).id)
    for (let i = 0; i < 12; i++) ideas.push(await aSuggestion(at.db, forum, `Idea ${i}`))
    // The last one has no label, the others have the labels of their bits.
    for (const [i, suggestion] of ideas.slice(1).entries())
      for (const [bit, label] of labels.slice(0, 3).entries())
        if ((i >> bit) % 2 === 1) await attach(label, suggestion)
  })

  const attach = (label: number | undefined, suggestion: number | undefined) =>
    at.post('/labels/attach', { links: { label, suggestion } })
  const countWhere = async (condition: string) => {
    const { rows } = await sql<{ n: string }>`
      with labelled as (
        select id, array(select label_id from suggestion_labels where suggestion_id = s.id) as labels from suggestions s
      )
      select count(*) as n from labelled where ${sql.raw(condition)}`.execute(at.db)
    return Number(rows[0]?.n)
  }

  afterEach(async () => {
    const [one, two, three, four] = labels
    const expected = {
      [`label=${one}`]: `labels && '{${one}}'`,
      [`label=${one},${two}`]: `labels && '{${one},${two}}'`,
      [`label=${labels}`]: `labels && '{${labels}}'`,
      [`label=${four}`]: `labels && '{${four}}'`,
      [`label=-${one}`]: `not labels && '{${one}}'`,
      [`label=${two},-${one}`]: `labels && '{${two}}' and not labels && '{${one}}'`,
      [`label=-${one},-${three}`]: `not labels && '{${one},${three}}'`,
      [`label=${one}&state=-spam`]: `labels && '{${one}}'`,
      'label=999999': 'false',
      'label_none=true': `labels = '{}'`,
      'label_none=false': `labels <> '{}'`,
      [`label_none=true&label=${one}`]: 'false',
    }
    for (const [query, condition] of Object.entries(expected)) {
      const { body } = await at.get(`/suggestions?${query}&per_page=100`)
      expect(body.pagination.total_records, query).toBe(await countWhere(condition))
      expect(body.suggestions.length, query).toBe(body.pagination.total_records)
    }
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('have totals at first', async () => {
    expect(await countWhere(`labels = '{}'`)).toBe(3)
  })

  test('get and lose labels', async () => {
    await at.put(`/suggestions/${ideas[0]}`, { links: { labels: [labels[0], labels[3]] } })
    await at.put(`/suggestions/${ideas[5]}`, { links: { labels: [] } })
  })

  test('get different labels at the same time', async () => {
    const [suggestion] = ideas
    await at.put(`/suggestions/${suggestion}`, { links: { labels: [] } })
    await Promise.all(labels.map((label) => attach(label, suggestion)))
    await Promise.all(ideas.map((idea) => attach(labels[1], idea)))
  })

  test('lose a deleted label, and go', async () => {
    await at.delete(`/labels/${labels[2]}`)
    await sql`delete from suggestion_activity_entries`.execute(at.db)
    await sql`delete from suggestion_labels where suggestion_id = ${ideas[3]}`.execute(at.db)
    await sql`delete from suggestions where id = ${ideas[3]}`.execute(at.db)
  })
})
