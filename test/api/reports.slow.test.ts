// Reports against counts over the base tables that are written here: one plain query per number.
import { parse } from 'csv-parse/sync'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { copyForReports } from '../../src/write/background/report-copies.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aForum, aSuggestion, aUser, insert } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: reports of every shape
type Json = any

let at: TestService
let forum: number
let segment: number
let empty: number

const PEOPLE = 40

beforeAll(async () => {
  at = await startTestService()
  const { db } = at
  const run = (text: RawBuilder<unknown>) => text.execute(db)
  forum = await aForum(db, 'Mobile')
  const other = await aForum(db, 'Web')
  empty = await aForum(db, 'Empty')
  for (let i = 0; i < PEOPLE; i++)
    await aUser(db, `p${i}@example.test`, { name: `P ${i}`, country: i % 3 ? 'Chile' : 'Sweden' })
  const people = sql`(select id, row_number() over (order by id) - 1 as i from users where email_address like 'p%@example.test')`
  // Accounts of several people, people of two accounts, an account without revenue, and people without an account.
  await run(sql`insert into external_accounts (external_id, name, plan, mrr)
    select 'a' || i, 'Account ' || i, 'gold', case when i < 6 then 100.25 * (1 + i * 7 % 5) end from generate_series(0, 6) i`)
  await run(sql`insert into external_users (external_id, user_id, external_account_id)
    select 'e' || p.i || '-' || n, p.id, a.id from ${people} p, generate_series(0, 1) n
      join external_accounts a on true
    where a.external_id = 'a' || ((p.i + n * 3) % 7) and p.i % 5 > 0 and (n = 0 or p.i % 4 = 0)`)
  // Two weeks around the clock change in Berlin, 29 March 2026.
  await run(sql`insert into suggestions (title, forum_id, state, created_by_id, created_at, closed_at)
    select 'Wish ' || n, case when n % 3 = 0 then ${other}::bigint else ${forum}::bigint end,
      (array['approved', 'published', 'new', 'approved', 'spam', 'deleted', 'published'])[1 + n % 7],
      case when n % 11 > 0 then p.id end, timestamptz '2026-03-22Z' + n * 7919 % 18000 * interval '71 seconds',
      case when n % 4 = 0 then timestamptz '2026-03-25Z' + n * 104729 % 20000 * interval '59 seconds' end
    from generate_series(0, 399) n join ${people} p on p.i = n * 13 % ${PEOPLE}`)
  for (const created_at of EDGES)
    await aSuggestion(db, forum, `Edge ${created_at}`, {
      state: 'approved',
      created_at,
      closed_at: created_at,
    })
  await run(sql`update suggestions set parent_suggestion_id = (select min(id) from suggestions)
    where id % 17 = 3 and id > (select min(id) from suggestions)`)
  await run(sql`insert into status_updates (suggestion_id, body, created_at)
    select s.id, 'Answer', s.created_at + ((s.id * 31 + n * 97) % 200 - 10) * interval '37 minutes'
    from suggestions s, generate_series(0, 2) n where (s.id + n) % 5 < 2`)
  await run(sql`insert into supporters (suggestion_id, user_id, votes_count, created_at, created_by_id, updated_by_id)
    select s.id, p.id, 1 + p.i % 3, s.created_at + p.i * interval '2 hours', p.id, p.id
    from suggestions s join ${people} p on (s.id * 7 + p.i * 11) % 9 = 0 where s.id % 6 > 0`)
  await run(sql`insert into comments (suggestion_id, created_by_id, body, state, created_at)
    select s.id, p.id, 'Comment', (array['approved', 'spam', 'new', 'deleted'])[1 + s.id % 4],
      s.created_at + p.i * interval '3 hours'
    from suggestions s join ${people} p on (s.id + p.i) % 23 = 0`)
  for (let i = 0; i < 7; i++) await insert(db, 'labels', { name: `L${i}`, full_name: `L${i}` })
  await run(sql`insert into suggestion_labels (suggestion_id, label_id)
    select s.id, l.id from suggestions s join labels l on (s.id * 3 + l.id * l.id) % (5 + l.id % 4) = 0`)
  // People who rate twice: some get better, some worse.
  await run(sql`insert into nps_ratings (user_id, rating, created_at)
    select p.id, (p.i * 3 + n * 5) % 11, timestamptz '2026-03-23Z' + (p.i * 7 + n * 131) * interval '1 hour'
    from ${people} p, generate_series(0, 1) n where (p.i + n) % 4 > 0 order by 3`)
  await copyForReports(db, 60_000)
  // In several steps, which add to the rows of the same people.
  for (let i = 0; i < 3; i++) await run(sql`select copy_people_for_reports(400, 1)`)
  await changeSome()
  // Some of the changes are copied again, the others are not.
  await run(sql`select copy_suggestions_for_reports(20), copy_people_for_reports(100, 1)`)
  segment = (
    await at.made('/segments', {
      name: 'Swedes',
      filters: { column: 'user.country', operator: 'is', operand: { val: 'Sweden' } },
    })
  ).id
})

/** Changes of every kind that a report can see, of suggestions that were copied for reports. */
async function changeSome(): Promise<void> {
  const seventh = (rest: number) =>
    sql`suggestions.id in (select id from suggestions where id % 7 = ${rest} and title like 'Wish %')`
  for (const change of [
    sql`update suggestions set state = case state when 'spam' then 'approved' else 'spam' end where ${seventh(0)} and id % 3 = 0`,
    sql`update suggestions set closed_at = case when closed_at is null then created_at + interval '5 hours' end where ${seventh(1)}`,
    sql`update suggestions set forum_id = ${forum} where ${seventh(2)}`,
    sql`update suggestions set parent_suggestion_id = case when parent_suggestion_id is null then (select min(id) from suggestions) end
      where ${seventh(3)} and id > (select min(id) from suggestions)`,
    sql`delete from suggestion_labels where suggestion_id % 7 = 4 and label_id % 2 = 0`,
    sql`insert into suggestion_labels select id, (select max(id) from labels) from suggestions where ${seventh(5)} on conflict do nothing`,
    sql`delete from status_updates where suggestion_id % 7 = 6 and id % 2 = 0`,
    sql`insert into status_updates (suggestion_id, body, created_at) select id, 'Earlier', created_at + interval '9 minutes'
      from suggestions where ${seventh(0)}`,
    sql`delete from supporters where suggestion_id % 11 = 1`,
  ])
    await change.execute(at.db)
}

/** The last moment and the first of days in Berlin, and of the range. */
const EDGES = [
  '2026-03-24T22:59:59.999Z',
  '2026-03-24T23:00:00Z',
  '2026-03-28T22:59:59.999Z',
  '2026-03-28T23:00:00Z',
  '2026-03-29T21:59:59.999Z',
  '2026-03-29T22:00:00Z',
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:00:00Z',
  '2026-04-02T21:59:59.999Z',
  '2026-04-02T22:00:00Z',
]

const RANGE = 'from=2026-03-25&to=2026-04-02'
const ZONE = 'time_zone=Europe/Berlin'
const DAYS = ['25', '26', '27', '28', '29', '30', '31', '01', '02'].map(
  (day) => `2026-${Number(day) < 3 ? '04' : '03'}-${day}`,
)
/** The midnight with which a day in Berlin begins. Summer time began on 29 March, at two. */
const midnight = (day: string) => new Date(`${day}T00:00+0${day > '2026-03-29' ? 2 : 1}:00`)

type Span = { date: string; from: Date; to: Date }
const spans: Span[] = DAYS.map((date, i) => ({
  date,
  from: midnight(date),
  to: midnight(DAYS[i + 1] ?? '2026-04-03'),
}))
const whole: Span = { date: '', from: midnight('2026-03-25'), to: midnight('2026-04-03') }
const LONG_RANGE = 'from=2026-03-23&to=2026-04-10'
const longest: Span = { date: '', from: midnight('2026-03-23'), to: midnight('2026-04-11') }

const get = async (name: string, query: string): Promise<Json> => {
  const { status, body, text } = await at.get(`/reports/${name}?${query}`)
  expect(status, text).toBe(200)
  return body.report
}

type Scope = { forum?: boolean; segment?: boolean }
const SCOPES: Scope[] = [{}, { forum: true }, { segment: true }, { forum: true, segment: true }]
const asked = (scope: Scope, range = RANGE) =>
  [`${range}&${ZONE}`, scope.forum && `forum=${forum}`, scope.segment && `segment=${segment}`]
    .filter(Boolean)
    .join('&')

const SWEDES = sql`(select id from users where country = 'Sweden')`
const member = (scope: Scope, column: string) =>
  scope.segment ? sql`and ${sql.ref(column)} in ${SWEDES}` : sql``
const ofForum = (scope: Scope) => (scope.forum ? sql`and s.forum_id = ${forum}` : sql``)
const received = (scope: Scope) =>
  sql`s.state not in ('spam', 'deleted') ${ofForum(scope)} ${member(scope, 's.created_by_id')}`
const within = (column: string, { from, to }: Span) =>
  sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`

async function select(text: RawBuilder<unknown>): Promise<Json[]> {
  const { rows } = await text.execute(at.db)
  return JSON.parse(JSON.stringify(rows))
}
const count = async (text: RawBuilder<unknown>): Promise<number> =>
  Number(Object.values((await select(text))[0])[0])

const numbers = (row: Json) => {
  const { date: _, starts_at: __, ends_at: ___, ...rest } = row
  return rest
}

describe.each(SCOPES)('%o: incoming', (scope) => {
  const expected = async (span: Span) => ({
    created_count: await count(
      sql`select count(*) from suggestions s where ${within('s.created_at', span)} and ${received(scope)}`,
    ),
    answered_count: await count(sql`select count(*) from suggestions s where ${received(scope)}
      and exists (select from (select min(created_at) as first from status_updates where suggestion_id = s.id) u
        where ${within('u.first', span)})`),
    closed_count: await count(
      sql`select count(*) from suggestions s where ${within('s.closed_at', span)} and ${received(scope)}`,
    ),
  })

  test('by day, in a time zone that changes its clock', async () => {
    const report = await get('incoming', `${asked(scope)}&interval=day`)
    expect(report.rows.map(({ date }: Json) => date)).toEqual(DAYS)
    for (const [i, span] of spans.entries()) {
      expect(report.rows[i]).toMatchObject({
        starts_at: span.from.toISOString().replace('.000', ''),
        ends_at: span.to.toISOString().replace('.000', ''),
      })
      expect(numbers(report.rows[i])).toEqual(await expected(span))
    }
    expect(report.totals).toEqual(await expected(whole))
    expect(report.totals.created_count).toBeGreaterThan(20)
    expect(report.totals.answered_count).toBeGreaterThan(5)
    expect(report.totals.closed_count).toBeGreaterThan(5)
  })

  test('by week: from Monday, and only what is in the range', async () => {
    const report = await get('incoming', `${asked(scope)}&interval=week`)
    expect(report.rows.map(({ date }: Json) => date)).toEqual(['2026-03-25', '2026-03-30'])
    const monday = midnight('2026-03-30')
    expect(report.rows.map(numbers)).toEqual([
      await expected({ ...whole, to: monday }),
      await expected({ ...whole, from: monday }),
    ])
  })
})

test('days are those of UTC without a time zone, and months begin on the first', async () => {
  const { rows } = await get('incoming', RANGE)
  expect(rows.map(({ date, starts_at, ends_at }: Json) => [date, starts_at, ends_at])).toEqual([
    ['2026-03-25', '2026-03-25T00:00:00Z', '2026-04-01T00:00:00Z'],
    ['2026-04-01', '2026-04-01T00:00:00Z', '2026-04-03T00:00:00Z'],
  ])
  for (const row of rows)
    expect(row.created_count).toBe(
      await count(sql`select count(*) from suggestions s where s.created_at >= ${row.starts_at}::timestamptz
        and s.created_at < ${row.ends_at}::timestamptz and ${received({})}`),
    )
})

test.each(['America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia'])(
  'the days of %s follow each other and lose nothing',
  async (zone) => {
    // Sao Paulo skipped a midnight on 4 November 2018, Apia the whole 30 December 2011.
    for (const from of ['2018-10-30', '2011-12-28', '2026-03-20']) {
      const to = new Date(Date.parse(from) + 20 * 86_400_000).toISOString().slice(0, 10)
      const { rows, totals } = await get(
        'incoming',
        `from=${from}&to=${to}&interval=day&time_zone=${zone}`,
      )
      expect(rows).toHaveLength(21)
      for (const [i, { ends_at }] of rows.slice(0, -1).entries())
        expect(rows[i + 1].starts_at).toBe(ends_at)
      const sum = rows.reduce((all: number, row: Json) => all + row.created_count, 0)
      expect(sum).toBe(totals.created_count)
    }
  },
)

describe.each(SCOPES)('%o: response_times', (scope) => {
  /** By sorting, as on paper. */
  const quantile = (sorted: number[], share: number) => {
    if (sorted.length === 0) return null
    const place = (sorted.length - 1) * share
    const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]] as [number, number]
    return low + (high - low) * (place % 1)
  }
  const expected = async (span: Span) => {
    const rows = await select(sql`select
        (extract(epoch from (select min(created_at) from status_updates where suggestion_id = s.id) - s.created_at))::float8 as answer,
        (extract(epoch from s.closed_at - s.created_at))::float8 as close
      from suggestions s where ${within('s.created_at', span)} and s.parent_suggestion_id is null and ${received(scope)}`)
    const times = (name: 'answer' | 'close') =>
      rows
        .flatMap((row) => (row[name] === null ? [] : [Math.max(0, row[name])]))
        .sort((a, b) => a - b)
    const [answers, closes] = [times('answer'), times('close')]
    return {
      suggestions_count: rows.length,
      answered_count: answers.length,
      unanswered_count: rows.length - answers.length,
      closed_count: closes.length,
      open_count: rows.length - closes.length,
      answer_median_seconds: quantile(answers, 0.5),
      answer_p90_seconds: quantile(answers, 0.9),
      close_median_seconds: quantile(closes, 0.5),
      close_p90_seconds: quantile(closes, 0.9),
    }
  }
  const closeTo = (values: Record<string, number | null>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value === null || Number.isInteger(value) ? value : expect.closeTo(value, 2),
      ]),
    )

  test('by day', async () => {
    const report = await get('response_times', `${asked(scope)}&interval=day`)
    for (const [i, span] of spans.entries())
      expect(numbers(report.rows[i])).toEqual(closeTo(await expected(span)))
    expect(report.totals).toEqual(closeTo(await expected(whole)))
    expect(report.totals.answer_p90_seconds).toBeGreaterThan(report.totals.answer_median_seconds)
    expect(report.totals.unanswered_count).toBeGreaterThan(0)
  })
})

const open = (
  scope: Scope,
) => sql`s.state in ('approved', 'published') and s.parent_suggestion_id is null
  and s.closed_at is null and ${within('s.created_at', whole)} ${ofForum(scope)}`
/** The accounts whose people support a suggestion. */
const behind = (scope: Scope) => sql`(
  select distinct p.suggestion_id, a.id, coalesce(a.mrr, 0) as mrr
  from supporters p, external_users e, external_accounts a
  where e.user_id = p.user_id and a.id = e.external_account_id ${member(scope, 'p.user_id')})`

describe.each(SCOPES)('%o: open_revenue', (scope) => {
  // The range is read in another way where it has many of all suggestions.
  test.each([
    ['few', 1_000_000],
    ['many', 1],
  ])('an account counts once per suggestion and once in the total, of %s', async (_, all) => {
    await sql`update pg_class set reltuples = ${all} where oid = 'suggestions'::regclass`.execute(
      at.db,
    )
    const report = await get('open_revenue', `${asked(scope)}&per_page=5`)
    expect(report.rows).toEqual(
      await select(sql`select s.id::int, s.title, sum(b.mrr)::float8 as revenue, count(*)::int as accounts_count,
          (select count(*)::int from supporters p where p.suggestion_id = s.id ${member(scope, 'p.user_id')}) as supporters_count
        from suggestions s, ${behind(scope)} b where b.suggestion_id = s.id and ${open(scope)}
        group by s.id order by 3 desc, 4 desc, 1 desc limit 5`),
    )
    expect(report.rows.length).toBeGreaterThan(4)
    const [totals] = await select(sql`select
      (select count(*)::int from suggestions s where ${open(scope)}) as suggestions_count,
      (select count(distinct s.id)::int from suggestions s, ${behind(scope)} b
        where b.suggestion_id = s.id and ${open(scope)}) as supported_suggestions_count,
      count(*)::int as accounts_count, sum(coalesce(mrr, 0))::float8 as revenue
      from external_accounts a where exists (
        select from suggestions s, ${behind(scope)} b where b.suggestion_id = s.id and b.id = a.id and ${open(scope)})`)
    expect(report.totals).toEqual(totals)
  })
})

describe.each(SCOPES)('%o: top_accounts', (scope) => {
  test('have the suggestions that their people support', async () => {
    const report = await get('top_accounts', `${asked(scope)}&per_page=4`)
    const accounts =
      await select(sql`select id::int, name, external_id, plan, mrr::float8 from external_accounts a
      where mrr is not null and exists (select from external_users e where e.external_account_id = a.id ${member(scope, 'e.user_id')})
      order by a.mrr desc, a.id desc limit 4`)
    const rows = []
    const all = new Set<number>()
    for (const account of accounts) {
      const supported = await select(sql`select s.id::int, s.title, (
          select sum(b.mrr) from ${behind({})} b where b.suggestion_id = s.id)::float8 as revenue
        from suggestions s where ${open(scope)} and exists (
          select from ${behind(scope)} b where b.suggestion_id = s.id and b.id = ${account.id})
        order by 3 desc, 1 desc`)
      for (const { id } of supported) all.add(id)
      rows.push({
        ...account,
        suggestions_count: supported.length,
        suggestions: supported.slice(0, 3),
      })
    }
    expect(report.rows).toEqual(rows)
    expect(report.totals).toEqual({
      accounts_count: 4,
      mrr: accounts.reduce((sum, { mrr }) => sum + mrr, 0),
      suggestions_count: all.size,
    })
    expect(all.size).toBeGreaterThan(0)
  })
})

describe.each<Scope>([{}, { segment: true }])('%o: nps', (scope) => {
  const expected = async (span: Span) => {
    const of = (test: RawBuilder<unknown>) =>
      count(sql`select count(*) from nps_ratings r where ${within('r.created_at', span)} and ${test}
        ${member(scope, 'r.user_id')}`)
    const all = await of(sql`true`)
    const promoters = await of(sql`rating in (9, 10)`)
    const detractors = await of(sql`rating between 0 and 6`)
    return {
      ratings_count: all,
      promoters_count: promoters,
      passives_count: await of(sql`rating in (7, 8)`),
      detractors_count: detractors,
      score: all === 0 ? null : expect.closeTo((100 * (promoters - detractors)) / all, 1),
    }
  }

  test('by day, with the suggestions of those who are detractors still', async () => {
    const report = await get('nps', `${asked(scope)}&interval=day&per_page=5`)
    for (const [i, span] of spans.entries())
      expect(numbers(report.rows[i])).toEqual(await expected(span))
    expect(report.totals).toEqual(await expected(whole))
    const suggestions =
      await select(sql`select s.id::int, s.title, count(*)::int as detractors_count
      from suggestions s join supporters p on p.suggestion_id = s.id
      join nps_ratings r on r.user_id = p.user_id
      where s.state in ('approved', 'published') and s.parent_suggestion_id is null and s.closed_at is null
        and ${within('r.created_at', whole)} and r.rating < 7 ${member(scope, 'p.user_id')}
        and not exists (select from nps_ratings later where later.user_id = r.user_id
          and (later.created_at, later.id) > (r.created_at, r.id))
      group by s.id order by 3 desc, 1 desc limit 5`)
    expect(report.suggestions).toEqual(suggestions)
    expect(suggestions).toHaveLength(5)
  })
})

describe.each(SCOPES)('%o: labels', (scope) => {
  test('the most used ones and all others', async () => {
    const report = await get('labels', `${asked(scope)}&interval=day&per_page=3`)
    const withLabel = (span: Span, test: RawBuilder<unknown>) =>
      count(
        sql`select count(*) from suggestions s where ${within('s.created_at', span)} and ${received(scope)} and ${test}`,
      )
    const labels =
      await select(sql`select l.id::int, l.full_name, count(*)::int as suggestions_count
      from labels l, suggestion_labels x, suggestions s where x.label_id = l.id and s.id = x.suggestion_id
        and ${within('s.created_at', whole)} and ${received(scope)}
      group by l.id order by 3 desc, l.id limit 3`)
    expect(report.labels).toEqual(labels)
    const listed = labels.map(({ id }) => id)
    const expected = async (span: Span) => ({
      suggestions_count: await withLabel(span, sql`true`),
      other_count: await withLabel(
        span,
        sql`exists (select from suggestion_labels x where x.suggestion_id = s.id and x.label_id <> all(${listed}))`,
      ),
      unlabelled_count: await withLabel(
        span,
        sql`not exists (select from suggestion_labels x where x.suggestion_id = s.id)`,
      ),
    })
    for (const [i, span] of spans.entries()) {
      const counts = []
      for (const id of listed)
        counts.push(
          await withLabel(
            span,
            sql`s.id in (select suggestion_id from suggestion_labels where label_id = ${id})`,
          ),
        )
      expect(numbers(report.rows[i])).toEqual({ ...(await expected(span)), counts })
    }
    expect(report.totals).toEqual(await expected(whole))
    expect(report.totals.other_count).toBeGreaterThan(0)
    expect(report.totals.unlabelled_count).toBeGreaterThan(0)
  })
})

describe.each(SCOPES)('%o: contributors', (scope) => {
  // The first is read from the tables, the second from copies.
  test.each([
    [RANGE, whole],
    [LONG_RANGE, longest],
  ])('by what they did in %s', async (range, span) => {
    const report = await get('contributors', `${asked(scope, range)}&per_page=6`)
    const onReceived = sql`s.state not in ('spam', 'deleted') ${ofForum(scope)}`
    const all = await select(sql`select * from (
      select u.id::int, u.name, u.email_address,
        (select count(*)::int from suggestions s where s.created_by_id = u.id
          and ${within('s.created_at', span)} and ${onReceived}) as suggestions_count,
        (select count(*)::int from comments c, suggestions s where c.created_by_id = u.id and s.id = c.suggestion_id
          and c.state not in ('spam', 'deleted') and ${within('c.created_at', span)} and ${onReceived}) as comments_count,
        (select coalesce(sum(p.votes_count), 0)::int from supporters p, suggestions s where p.user_id = u.id
          and s.id = p.suggestion_id and ${within('p.created_at', span)} and ${onReceived}) as votes_count
      from users u where true ${member(scope, 'u.id')}) acts
      where suggestions_count + comments_count + votes_count > 0
      order by suggestions_count + comments_count + votes_count desc, id desc`)
    expect(report.rows).toEqual(all.slice(0, 6))
    const sum = (name: string) => all.reduce((total, row) => total + row[name], 0)
    expect(report.totals).toEqual({
      contributors_count: all.length,
      suggestions_count: sum('suggestions_count'),
      comments_count: sum('comments_count'),
      votes_count: sum('votes_count'),
    })
    expect(sum('comments_count')).toBeGreaterThan(0)
  })
})

const NAMES = [
  'incoming',
  'response_times',
  'open_revenue',
  'top_accounts',
  'nps',
  'labels',
  'contributors',
]

describe.each(NAMES)('%s', (name) => {
  test('of a range without anything has zeros', async () => {
    const { rows, totals } = await get(name, 'from=2019-01-01&to=2019-01-31&interval=week')
    const { accounts_count: _, mrr: __, ...own } = totals
    expect([...new Set(Object.values(own))].filter((value) => value !== null)).toEqual([0])
    if (['incoming', 'response_times', 'nps', 'labels'].includes(name)) expect(rows).toHaveLength(5)
  })

  test('of a forum without suggestions has zeros', async () => {
    if (name === 'nps') return
    const { totals } = await get(name, `${RANGE}&forum=${empty}`)
    expect(totals.suggestions_count ?? totals.created_count).toBe(0)
  })

  test('as CSV has the rows of the report', async () => {
    const query = `${RANGE}&interval=day&per_page=3`
    const { rows, labels } = await get(name, query)
    const { text, headers } = await at.get(`/reports/${name}?${query}&format=csv`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toContain(`filename="${name}-2026-03-25-2026-04-02.csv"`)
    const [header, ...lines] = parse(text) as string[][]
    expect(lines).toHaveLength(rows.length)
    const first = rows[0]
    const shown = Object.entries<Json>(first).flatMap(([member, value]) =>
      member === 'counts'
        ? value.map((n: number, i: number) => [labels[i].full_name, n])
        : [[member, Array.isArray(value) ? value.map(({ title }) => title).join('; ') : value]],
    )
    const cells = Object.fromEntries(header?.map((title, i) => [title, lines[0]?.[i]]) ?? [])
    expect(cells).toEqual(
      Object.fromEntries(
        shown.map(([title, value]) => [title, value === null ? '' : String(value)]),
      ),
    )
  })

  test('names what it was asked', async () => {
    const report = await get(name, `${RANGE}&${ZONE}&segment=${segment}`)
    expect(report).toMatchObject({
      name,
      from: '2026-03-25',
      to: '2026-04-02',
      time_zone: 'Europe/Berlin',
      starts_at: '2026-03-24T23:00:00Z',
      ends_at: '2026-04-02T22:00:00Z',
      links: { forum: null, segment },
    })
  })

  test.each([
    ['from=2026-02-30', 'from: "2026-02-30" is invalid. Expected a date such as 2026-01-31'],
    ['to=tomorrow', 'to: "tomorrow" is invalid. Expected a date'],
    ['from=1850-01-01', 'not before 1900-01-01'],
    ['from=2026-03-02&to=2026-03-01', 'from: "2026-03-02" is after to, "2026-03-01".'],
    ['time_zone=Mars/Base', 'time_zone: "Mars/Base" is invalid. Expected an IANA time zone'],
    ['time_zone=%2B02:00', 'time_zone: "+02:00" is invalid.'],
    ['segment=999999', 'segment: no segment has the id 999999.'],
    ['segment=x', 'segment: "x" is invalid. Expected an id'],
    ['per_page=0', 'per_page: "0" is invalid.'],
    ['format=pdf', 'format: "pdf" is invalid. Expected json or csv.'],
  ])('with %s is refused', async (query, message) => {
    const { status, body } = await at.get(`/reports/${name}?${query}`)
    expect(status).toBe(400)
    expect(body.message).toContain(message)
  })
})

test('a range is bounded by its intervals', async () => {
  const get = (query: string) => at.get(`/reports/incoming?${query}`)
  expect((await get('from=2025-01-01&to=2026-02-04&interval=day')).status).toBe(200)
  const { status, body } = await get('from=2025-01-01&to=2026-02-05&interval=day')
  expect(status).toBe(400)
  expect(body.message).toBe(
    'interval: 2025-01-01 to 2026-02-05 has 401 days. Maximum: 400. Use a longer interval or a shorter range.',
  )
  expect((await get('from=2025-01-01&to=2026-02-05&interval=week')).status).toBe(200)
  expect((await get('interval=hour')).body.message).toContain('Expected one of day, week, month')
  expect((await get(`forum=999999`)).body.message).toBe('forum: no forum has the id 999999.')
  expect((await at.get('/reports/open_revenue?from=1990-01-01&to=2026-01-01')).status).toBe(400)
})

test('the default are twelve months until today', async () => {
  const { from, to, interval, rows } = await get('incoming', 'to=2026-03-31')
  expect([from, to, interval, rows.length]).toEqual(['2025-04-01', '2026-03-31', 'month', 12])
  expect(await get('incoming', 'to=2026-02-28')).toMatchObject({ from: '2025-03-01' })
  expect((await get('incoming', '')).to).toBe(new Date().toISOString().slice(0, 10))
})

test('reports read copies, and what changed since from its tables', async () => {
  const { rows } = await sql<{ copied: number; noted: number }>`select
    (select count(*)::int from reported_suggestions) as copied, (select count(*)::int from report_changes) as noted`.execute(
    at.db,
  )
  expect(rows[0]?.copied).toBeGreaterThan(100)
  expect(rows[0]?.noted).toBeGreaterThan(50)
  const wrong = await findWrongFigures(at.db)
  expect(wrong.filter(({ figure }) => figure.startsWith('reported_'))).toEqual([])
})

const OF_PEOPLE = ['open_revenue', 'top_accounts', 'nps', 'contributors']

test('people, customers and their figures are shown to those who may read them', async () => {
  const client = await at.aClient()
  await sql`update api_clients set scopes = ${['feedback:read']} where id = ${client.id}`.execute(
    at.db,
  )
  for (const name of NAMES) {
    const { status } = await at.get(`/reports/${name}?${RANGE}`, { token: client.token })
    const bySegment = await at.get(`/reports/${name}?${RANGE}&segment=1`, { token: client.token })
    expect(bySegment.status, name).toBe(403)
    expect(status, name).toBe(OF_PEOPLE.includes(name) ? 403 : 200)
  }
})

describe.each(EXHAUSTIVE ? [1, 2, 3] : [1])('after random changes and copies, seed %i', (seed) => {
  let state = seed * 7919
  const below = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * n)
  }
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T
  const ZONES = [
    'UTC',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Europe/Berlin',
  ]

  /** Of a tenth of the suggestions. */
  const change = (): RawBuilder<unknown> => {
    const some = sql`id % 10 = ${below(10)} and id > (select min(id) from suggestions)`
    const one = sql`(select id from suggestions order by id offset ${below(300)} limit 1)`
    return pick([
      sql`update suggestions set state = ${pick(['approved', 'spam', 'new', 'deleted', 'published'])} where ${some}`,
      sql`update suggestions set closed_at = case when closed_at is null then created_at + interval '7 hours' end where ${some}`,
      sql`update suggestions set forum_id = ${pick([forum, empty])} where ${some}`,
      sql`update suggestions set parent_suggestion_id = case when parent_suggestion_id is null then (select min(id) from suggestions) end
        where ${some}`,
      sql`update suggestions set created_at = created_at + ${below(90)} * interval '17 minutes' where ${some}`,
      sql`delete from suggestion_labels where suggestion_id = ${one}`,
      sql`insert into suggestion_labels select id, (select min(id) + ${below(7)} from labels) from suggestions where ${some}
        on conflict do nothing`,
      sql`insert into status_updates (suggestion_id, body, created_at) select id, 'Answer', created_at + ${below(3000) - 100} * interval '1 minute'
        from suggestions where ${some}`,
      sql`delete from status_updates where suggestion_id % 10 = ${below(10)}`,
      sql`insert into suggestions (title, forum_id, created_at) select 'Later known', ${forum}::bigint, created_at from suggestions where ${some}`,
      sql`update supporters set votes_count = votes_count + 1 where suggestion_id = ${one}`,
      sql`delete from supporters where suggestion_id = ${one}`,
      sql`update supporters set created_at = created_at - ${below(900)} * interval '1 day' where suggestion_id = ${one}`,
      sql`update comments set state = ${pick(['approved', 'spam', 'deleted'])} where ${some}`,
    ])
  }

  test('reports are those of the tables', async () => {
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 6; i++) {
        await change().execute(at.db)
        if (below(3) === 0)
          await sql`select copy_suggestions_for_reports(${1 + below(60)}), copy_people_for_reports(${1 + below(400)}, 1)`.execute(
            at.db,
          )
      }
      const [zone, interval, isOfForum] = [
        pick(ZONES),
        pick(['day', 'week', 'month']),
        below(2) === 1,
      ]
      const day = (n: number) => new Date(Date.UTC(2026, 2, 20 + n)).toISOString().slice(0, 10)
      const [from, to] = [day(below(8)), day(10 + below(10))] as [string, string]
      const query = `from=${from}&to=${to}&interval=${interval}&time_zone=${zone}${isOfForum ? `&forum=${forum}` : ''}`
      const scope = { forum: isOfForum }
      const local = (column: string) => sql`(${sql.ref(column)} at time zone ${zone})`
      const inDays = (column: string) =>
        sql`${local(column)}::date between ${from}::date and ${to}::date`
      const dateOf = (column: string) =>
        sql`greatest(date_trunc(${interval}, ${local(column)})::date, ${from}::date)::text`
      const perDate = async (column: string, source: RawBuilder<unknown>) =>
        Object.fromEntries(
          (
            await select(
              sql`select ${dateOf(column)} as date, count(*)::int as n from ${source} and ${inDays(column)} group by 1`,
            )
          ).map(({ date, n }) => [date, n]),
        )
      const nonzero = (rows: Json[], name: string) =>
        Object.fromEntries(rows.filter((row) => row[name] > 0).map((row) => [row.date, row[name]]))

      const incoming = await get('incoming', query)
      const ofSuggestions = sql`suggestions s where ${received(scope)}`
      const answers = sql`(select s.*, (select min(created_at) from status_updates where suggestion_id = s.id) as answered_at
        from suggestions s) s where ${received(scope)}`
      expect(nonzero(incoming.rows, 'created_count'), query).toEqual(
        await perDate('s.created_at', ofSuggestions),
      )
      expect(nonzero(incoming.rows, 'closed_count'), query).toEqual(
        await perDate('s.closed_at', ofSuggestions),
      )
      expect(nonzero(incoming.rows, 'answered_count'), query).toEqual(
        await perDate('s.answered_at', answers),
      )

      const byLabel = await get('labels', `${query}&per_page=4`)
      expect(nonzero(byLabel.rows, 'suggestions_count'), query).toEqual(
        await perDate('s.created_at', ofSuggestions),
      )
      for (const [place, { id }] of byLabel.labels.entries())
        expect(
          Object.fromEntries(
            byLabel.rows
              .filter(({ counts }: Json) => counts[place] > 0)
              .map(({ date, counts }: Json) => [date, counts[place]]),
          ),
          query,
        ).toEqual(
          await perDate(
            's.created_at',
            sql`suggestions s join suggestion_labels l on l.suggestion_id = s.id where l.label_id = ${id} and ${received(scope)}`,
          ),
        )

      const times = await get('response_times', query)
      const [expected] =
        await select(sql`select count(*)::int as suggestions_count, count(s.answered_at)::int as answered_count,
          count(s.closed_at)::int as closed_count,
          round((percentile_cont(0.5) within group (order by greatest(0, extract(epoch from s.answered_at - s.created_at)::float8))
            filter (where s.answered_at is not null))::numeric, 3)::float8
            as answer_median_seconds
        from ${answers} and s.parent_suggestion_id is null and ${inDays('s.created_at')}`)
      expect(times.totals, query).toMatchObject({
        ...expected,
        answer_median_seconds:
          expected.answer_median_seconds === null
            ? null
            : expect.closeTo(expected.answer_median_seconds, 2),
      })

      const revenue = await get('open_revenue', query)
      expect(revenue.totals.suggestions_count, query).toBe(
        await count(sql`select count(*) from suggestions s where s.state in ('approved', 'published')
          and s.parent_suggestion_id is null and s.closed_at is null and ${inDays('s.created_at')} ${ofForum(scope)}`),
      )

      const since = (column: string) =>
        sql`${local(column)}::date between '2025-06-01' and ${to}::date and ${received(scope)}`
      const people = await get('contributors', query.replace(/from=[^&]*/, 'from=2025-06-01'))
      const [contributors] =
        await select(sql`select count(distinct person)::int as contributors_count, sum(votes)::int as votes_count from (
          select s.created_by_id as person, 0 as votes from suggestions s where ${since('s.created_at')}
          union all select c.created_by_id, 0 from comments c join suggestions s on s.id = c.suggestion_id
          where c.state not in ('spam', 'deleted') and ${since('c.created_at')}
          union all select p.user_id, p.votes_count from supporters p join suggestions s on s.id = p.suggestion_id
          where ${since('p.created_at')}) acts`)
      expect(people.totals, query).toMatchObject(contributors)
    }
    const wrong = await findWrongFigures(at.db)
    expect(wrong.filter(({ figure }) => figure.startsWith('reported_'))).toEqual([])
  })
})
