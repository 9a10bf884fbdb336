// Plans of what people of the portal read, on large tables: a page reads little more than it shows, in all forums, in one and in
// some; and what somebody may do is found by the person, however large their segment is.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAccessToIdea } from '../../src/auth/end-users/forum-access.ts'
import { PLANNER_SETTINGS, type Queries, transactionOn } from '../../src/db/db.ts'
import type { EndUserCall } from '../../src/http/end-users/declaration.ts'
import { answerPage, readIdeas } from '../../src/http/end-users/lists.ts'
import { supportersOf } from '../../src/http/end-users/supporters.ts'
import { readDiscussion } from '../../src/http/portal/reading.ts'
import { answerTo } from '../../src/read/answer.ts'
import { answerSimilarIdeas } from '../../src/read/end-users/similar.ts'
import { addedCondition } from '../../src/read/list-request.ts'
import { askForUpdates } from '../../src/read/updates.ts'
import { ideaComments } from '../../src/resources/end-users/comments.ts'
import { ideaSupporters } from '../../src/resources/end-users/supporters.ts'
import { ideaUpdates } from '../../src/resources/end-users/updates.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'

const IDEAS = 30_000
const PEOPLE = 5_000
const MEMBERS = 100_000
const COMMENTS = 10_000
/** Of the person who reads, and of the idea with many comments. */
const PERSON = 1_500
const BUSY_IDEA = 7
/** A page has 20 records. Of a forum with one idea in a hundred, a hundred times as many are passed on the way. */
const MAX_READ = 500
const MAX_READ_OF_FEW = 4_000
const LARGE_TABLES = [
  'suggestions',
  'suggestion_figures',
  'suggestions_search',
  'suggestions_search_index',
  'supporters',
  'suggestion_followers',
  'comments',
  'status_updates',
  'users',
  'external_users',
  'segment_members',
  'attachments',
]

let at: TestService
let reader: pg.Client

beforeAll(async () => {
  at = await startTestService()
  await at.db.connection().execute(async (db) => {
    const run = (text: string) => sql.raw(text).execute(db)
    // Without triggers, which would take most of the time.
    await run('set session_replication_role = replica')
    /** A number below a thousand that has nothing to do with the others. */
    const chance = (n: number) => `(abs(hashint4(i + ${n} * 1000000)::bigint) % 1000)`
    await run(`insert into forums (id, name, see_tier) values (101, 'Large', 'everyone'), (102, 'Small', 'everyone'),
      (103, 'Chosen', 'chosen'), (104, 'Others', 'chosen')`)
    await run(`insert into statuses (id, name, hex_color, position, is_open)
      select 100 + i, 'Status ' || i, '#888888', i, i < 3 from generate_series(1, 4) i`)
    await run(`insert into users (id, email_address, name, email_confirmed)
      select 1000 + i, i || '@example.test', 'Person ' || i, true from generate_series(1, ${PEOPLE}) i`)
    await run(`insert into external_accounts (id, name) values (900, 'Account')`)
    await run(`insert into external_users (external_id, user_id, external_account_id)
      select i, 1000 + i, 900 from generate_series(1, ${PEOPLE}) i`)
    await run(`insert into segments (id, key, name) values (900, 'all', 'All')`)
    // Members need no record of their own here.
    await run(`insert into segment_members (segment_id, user_id)
      select 900, 1000 + i from generate_series(1, ${MEMBERS}) i`)
    await run(`insert into forum_audiences (forum_id, action, segment_id) values (103, 'see', 900)`)
    await run(`insert into suggestions (id, forum_id, title, state, created_by_id, status_id, created_at)
      select i, case when ${chance(1)} < 10 then 102 when ${chance(1)} < 40 then 103 when ${chance(1)} < 70 then 104 else 101 end,
        'Wish ' || i || case when i % 10 = 0 then ' dark' else '' end || case when i % 1000 = 0 then ' mode' else '' end,
        case when ${chance(2)} < 20 then 'spam' else 'approved' end, 1001 + i % ${PEOPLE},
        case when ${chance(3)} < 2 then 104 when ${chance(3)} < 333 then 101 when ${chance(3)} < 666 then 102 end,
        timestamptz '2026-01-01Z' + i * interval '1 minute'
      from generate_series(1, ${IDEAS}) i`)
    await run(`insert into suggestion_figures (id, supporters_count, votes_count, recent_engagement)
      select i, ${chance(4)}, ${chance(4)}, case when ${chance(5)} < 50 then 1 + i % 7 else 0 end
      from generate_series(1, ${IDEAS}) i`)
    await run(`insert into suggestion_counts (forum_id, category_id, status_id, state, is_closed, is_merged, count)
      select forum_id, category_id, status_id, state, false, false, count(*) from suggestions group by 1, 2, 3, 4`)
    await run(`insert into suggestions_search (id, title, words)
      select id, normalize_text(title), suggestion_words(words, stems, title, body) from suggestions, search_configuration`)
    await run('insert into suggestions_search_index select id, version from suggestions_search')
    await run(`insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id, is_subscribed)
      select id, 1001 + id * 17 % ${PEOPLE}, 1001, 1001, true from suggestions
      union select i * 300 + 1, ${PERSON}, 1001, 1001, i % 2 = 0 from generate_series(1, 60) i
      on conflict do nothing`)
    await run(`insert into suggestion_followers (suggestion_id, user_id)
      select id, 1001 + id % ${PEOPLE} from suggestions on conflict do nothing`)
    await run(`insert into comments (suggestion_id, created_by_id, body, state)
      select case when i % 4 = 0 then ${BUSY_IDEA} else i end, 1001 + i % ${PEOPLE}, 'Comment',
        case when i % 50 = 0 then 'spam' else 'approved' end
      from generate_series(1, ${COMMENTS}) i`)
    await run(`insert into attachments (file_name, content_type, size_in_bytes, file_key, token, suggestion_id, comment_id)
      select 'a.png', 'image/png', 1, 'key' || i, 'token' || i, case when i % 2 = 0 then i end, case when i % 2 = 1 then i end
      from generate_series(1, ${COMMENTS}) i`)
    await run(`insert into status_updates (suggestion_id, forum_id, body, user_id, created_at)
      select id, forum_id, 'Answer', 1001, created_at from suggestions where id % 2 = 0`)
    await run('set session_replication_role = default')
    await run(`vacuum (analyze) ${LARGE_TABLES.join(', ')}, suggestion_counts, forum_audiences`)
  })
  reader = new pg.Client({ ...at.connection, options: `${PLANNER_SETTINGS} -c timezone=UTC` })
  await reader.connect()
})

afterAll(() => reader.end())

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const readBy = (node: Plan) =>
  node['Actual Loops'] *
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0))

type Query = { text: string; values?: unknown[] }

/** Runs every statement of the read, and explains it. Returns the scans of large tables. */
async function scansOf(read: (pool: Queries) => Promise<unknown>): Promise<Plan[]> {
  const scans: Plan[] = []
  const query = async (asked: Query | string, given?: unknown[]) => {
    const { text, values = given ?? [] } = typeof asked === 'string' ? { text: asked } : asked
    const { rows } = await reader.query(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    )
    scans.push(
      ...nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(
        (node) => LARGE_TABLES.includes(node['Relation Name'] ?? '') && node['Actual Loops'] > 0,
      ),
    )
    return reader.query(text, values)
  }
  await read({ query } as unknown as Queries)
  expect(scans.length).toBeGreaterThan(0)
  return scans
}

function expectFewRead(scans: Plan[], most = MAX_READ): void {
  for (const scan of scans) {
    expect(scan['Node Type'], JSON.stringify(scan)).not.toBe('Seq Scan')
    expect(readBy(scan), JSON.stringify(scan)).toBeLessThanOrEqual(most)
  }
}

/** As the person asks, with only what lists use of a call. */
const callOf = (pool: Queries, query: Record<string, string>) => {
  const reply = { header: () => reply }
  return {
    request: { url: '/api/end_users/ideas', headers: {}, query: {} },
    reply,
    query,
    params: {},
    caller: { userId: PERSON },
    context: {
      reader: { pool, baseUrl: BASE_URL, areas: null, caller: PERSON },
      settings: { portal_supporters: true },
      translations: new Map(),
    },
  } as unknown as EndUserCall
}

const FORUMS: [string, number[] | null, number][] = [
  ['all forums', null, MAX_READ],
  ['one forum', [101], MAX_READ],
  ['a small forum', [102], MAX_READ_OF_FEW],
  ['some forums', [102, 103], MAX_READ_OF_FEW],
]

describe.each(FORUMS)('ideas of %s', (_, forums, most) => {
  test.each<Record<string, string>>([
    { sort: 'top' },
    { sort: 'hot' },
    { sort: 'new' },
    { q: 'mode' },
    { sort: 'top', status: '104' },
    { sort: 'top', status: '101' },
    { mine: 'true' },
    { voted: 'true' },
    { following: 'true' },
  ])('%o are few rows', async (query) => {
    expectFewRead(await scansOf((pool) => readIdeas(callOf(pool, query), forums)), most)
  })

  test('that are similar to a title are found by its words', async () => {
    expectFewRead(
      await scansOf((pool) =>
        answerSimilarIdeas(callOf(pool, {}).context.reader, 'Wish 4000 dark mode', forums),
      ),
      5_000,
    )
  })

  test('with the newest answers are few rows', async () => {
    expectFewRead(
      await scansOf((pool) =>
        answerTo(callOf(pool, {}).context.reader, askForUpdates({ forums }, { limit: 20 })),
      ),
    )
  })
})

test('the comments and answers of an idea are few rows, however many it has', async () => {
  const ofIdea = addedCondition(ideaComments, 'idea', [BUSY_IDEA])
  for (const shown of [
    addedCondition(ideaComments, 'published'),
    addedCondition(ideaComments, 'shown_to', [PERSON]),
  ])
    expectFewRead(
      await scansOf((pool) => answerPage(callOf(pool, {}), ideaComments, {}, [ofIdea, shown])),
    )
  expectFewRead(
    await scansOf((pool) =>
      answerPage(callOf(pool, {}), ideaUpdates, {}, [
        addedCondition(ideaUpdates, 'visible'),
        addedCondition(ideaUpdates, 'idea', [4]),
      ]),
    ),
  )
})

test('the supporters of an idea are few rows, however many it has', async () => {
  expectFewRead(
    await scansOf((pool) =>
      answerPage(callOf(pool, {}), ideaSupporters, {}, supportersOf(BUSY_IDEA)),
    ),
  )
})

test('the page of an idea reads few rows, however long its discussion is', async () => {
  const first = { cursor: undefined, thread: undefined, order: 'threads' } as const
  for (const order of ['threads', 'newest'] as const)
    for (const forums of [null, [1, 2]]) {
      const about = { id: BUSY_IDEA, forums }
      expectFewRead(
        await scansOf((pool) => readDiscussion(callOf(pool, {}), about, { ...first, order })),
      )
    }
})

test('what a person of a large segment may do is found by the person', async () => {
  const defaults = {
    default_support_tier: 'signed_in',
    default_comment_tier: 'signed_in',
    default_suggest_tier: 'signed_in',
    portal_audience: 'everyone',
  } as const
  const visitor = { userId: PERSON, isStaff: false, allowForums: null, denyForums: [] }
  const read = async ({ query }: Queries) => {
    const db = transactionOn({ query } as unknown as pg.Client)
    const { access, idea } = await readAccessToIdea({ db, settings: defaults }, visitor, BUSY_IDEA)
    expect(idea).toMatchObject({ id: BUSY_IDEA, forumId: 101 })
    expect([103, 104].map((forum) => access.decide(forum, 'see'))).toEqual(['yes', 'no'])
  }
  expectFewRead(await scansOf(read), 20)
  await reader.query('set plan_cache_mode = force_generic_plan')
  expectFewRead(await scansOf(read), 20)
  await reader.query('reset plan_cache_mode')
})
