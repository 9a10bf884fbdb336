// A search gives the same records in every order, however common its words are: the page is walked, compared with the
// matches, or looked up from them. The expected ids are those of a plain query.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aCustomField, aForum, idsOf } from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

const COUNT = 3_000
const ORDERS = [
  'id',
  'created_at',
  'title',
  'updated_at',
  'supporters_count',
  'comments_count',
  'closed_at',
  'last_support_at',
  'cf_seats',
]

/** A word of every n-th suggestion. The last one has only old records, so a walk from the newest does not find it. */
const WORDS = {
  always: 'true',
  often: 'i % 3 = 0',
  sometimes: 'i % 20 = 0',
  seldom: 'i % 100 = 0',
  hardly: 'i % 1000 = 0',
  formerly: `i < ${COUNT / 4}`,
}
type Word = keyof typeof WORDS

/** Filters, and the same as a condition on `s`. */
const FILTERS: Record<string, { query: string; condition: (id: number) => string }> = {
  none: { query: '', condition: () => 'true' },
  forum: { query: '&forum=', condition: (id) => `s.forum_id = ${id}` },
  state: { query: '&state=spam', condition: () => `s.state = 'spam'` },
  label: {
    query: '&label=7',
    condition: () => 's.id in (select suggestion_id from suggestion_labels where label_id = 7)',
  },
  spam_of_forum: {
    query: '&state=spam&forum=',
    condition: (id) => `s.state = 'spam' and s.forum_id = ${id}`,
  },
}

let at: TestService
let forum: number

beforeAll(async () => {
  at = await startTestService()
  forum = await aForum(at.db, 'Ideas')
  const other = await aForum(at.db, 'Wishes')
  const seats = await aCustomField(at.db, 'suggestions', 'cf_seats', 'number')
  await at.db.connection().execute(async (db) => {
    await sql`insert into labels (id, name, full_name) values (7, 'Seven', 'Seven')`.execute(db)
    const words = Object.entries(WORDS).map(
      ([word, condition]) => sql`case when ${sql.raw(condition)} then ${word}::text end`,
    )
    await sql`insert into suggestions (forum_id, title, body, state, created_at, closed_at)
      select case when i % 4 = 0 then ${forum}::bigint else ${other}::bigint end, 'Wish ' || i * 7919 % 1000,
        concat_ws(' ', ${sql.join(words)}), case when i % 7 = 0 then 'spam' else 'approved' end,
        timestamptz '2026-01-01Z' + i * 7919 % 2000 * interval '1 min',
        case when i % 3 = 0 then timestamptz '2026-02-01Z' + i * 31 % 500 * interval '1 min' end
      from generate_series(1, ${COUNT}::int) i`.execute(db)
    await sql`insert into suggestion_labels (suggestion_id, label_id)
      select id, 7 from suggestions where id % 5 = 0`.execute(db)
    await sql`update suggestion_figures set supporters_count = id * 31 % 50,
      comments_count = case when id % 11 = 0 then id % 6 else 0 end,
      last_support_at = case when id % 4 > 0 then timestamptz '2026-03-01Z' + id * 17 % 900 * interval '1 min' end,
      updated_at = timestamptz '2026-04-01Z' + id * 13 % 1500 * interval '1 min'`.execute(db)
    await sql`insert into custom_values (collection, record_id, field_id, number_value)
      select 'suggestions', id, ${seats}::bigint, id % 40 from suggestions where id % 3 > 0`.execute(
      db,
    )
    await sql`analyze`.execute(db)
  })
})

async function expected(q: Word[], sort: string, condition: string): Promise<number[]> {
  const column = sort.replace(/^-/, '')
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const value =
    column === 'cf_seats'
      ? '(select number_value from custom_values v where v.record_id = s.id)'
      : column === 'id'
        ? 's.id'
        : column
  const { rows } = await sql<{ id: number }>`
    select s.id::int as id from suggestions s join suggestion_figures f on f.id = s.id
    where ${sql.raw(condition)} and string_to_array(body, ' ') @> ${q}::text[]
    order by ${sql.raw(`${value} ${direction} nulls last, s.id ${direction}`)}`.execute(at.db)
  return rows.map(({ id }) => Number(id))
}

const anySearch = fc.record({
  q: fc.uniqueArray(fc.constantFrom(...(Object.keys(WORDS) as Word[])), {
    minLength: 1,
    maxLength: 2,
  }),
  sort: fc.constantFrom(...ORDERS.flatMap((order) => [order, `-${order}`])),
  filter: fc.constantFrom(...Object.keys(FILTERS)),
  size: fc.constantFrom(2, 7, 50),
  hasTotal: fc.boolean(),
})

const runs = { numRuns: EXHAUSTIVE ? 80 : 30 }

describe('a search in any order', () => {
  test('has the records, the order and the total of a plain query', async () => {
    await fc.assert(
      fc.asyncProperty(anySearch, fc.nat(), async ({ q, sort, filter, size, hasTotal }, at100) => {
        const { query, condition } = FILTERS[filter] as (typeof FILTERS)[string]
        const ids = await expected(q, sort, condition(forum))
        const path = `/suggestions?q=${q.join('+')}&sort=${sort}&per_page=${size}&total=${hasTotal}${query.replace(/forum=$/, `forum=${forum}`)}`
        const first = await at.get(path)
        expect(first.status, first.text).toBe(200)
        expect(idsOf(first.body.suggestions), path).toEqual(ids.slice(0, size))
        expect(first.body.pagination.total_records).toBe(hasTotal ? ids.length : undefined)
        const { cursor } = first.body.pagination
        expect(cursor !== undefined).toBe(ids.length > size)
        if (cursor !== undefined) {
          const second = await at.get(`${path}&cursor=${cursor}`)
          expect(idsOf(second.body.suggestions), path).toEqual(ids.slice(size, 2 * size))
        }
        const page = 1 + (at100 % (1 + Math.ceil(ids.length / size)))
        const deep = await at.get(`${path}&page=${page}`)
        expect(deep.status, deep.text).toBe(200)
        expect(idsOf(deep.body.suggestions), `${path}&page=${page}`).toEqual(
          ids.slice((page - 1) * size, page * size),
        )
      }),
      runs,
    )
  })
})
