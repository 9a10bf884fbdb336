// What moderators decide: reports of readers, and people who are blocked with everything that they wrote.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type NewContentReport, reportContent } from '../../src/write/content-reports.ts'
import { inTransaction } from '../../src/write/core/transaction.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Sent, type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

let at: TestService
let forum: number
let asAdmin: Sent

beforeAll(async () => {
  at = await startTestService()
  forum = (await at.made('/forums', { name: 'Ideas' })).id
  asAdmin = bySession(await aSession(at, (await aPerson(at, 'admin')).id))
})

let people = 0
const aUser = () =>
  at.made('/users/find_or_create', { email: `p-${Date.now()}-${people++}@home.test`, name: 'Ann' })
const aSuggestion = (title: string, author?: Shown) =>
  at.made('/suggestions', { title, links: { forum, ...(author && { created_by: author.id }) } })
const aComment = (suggestion: Shown, author: Shown) =>
  at.made('/comments', {
    body: `Comment ${people++}`,
    links: { suggestion: suggestion.id, created_by: author.id },
  })
const stateOf = async (collection: string, { id }: { id: number }) =>
  (await at.shown(`/${collection}/${id}`)).state
const put = async (path: string, body: object = {}) => {
  const answer = await at.put(path, body, asAdmin)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const undoLast = async () => {
  const [change] = (await at.get('/recent_changes', asAdmin)).body.recent_changes
  await put(`/recent_changes/${change.id}/undo`)
  return change as Shown
}

describe('reports of readers', () => {
  const report = (user: Shown, thing: NewContentReport['thing'], more = {}, hideAfter = 3) =>
    inTransaction(at.db, (tx) =>
      reportContent(tx, { userId: user.id, thing, reason: 'abuse', ...more }, hideAfter),
    )
  const reportsOf = async (query: string): Promise<Shown[]> =>
    (await at.get(`/content_reports?${query}`)).body.content_reports

  test.each(['suggestions', 'comments'] as const)(
    'of %s count once per person, and enough of them hide it until a moderator decides',
    async (collection) => {
      const author = await aUser()
      const suggestion = await aSuggestion('Reported', author)
      const thing = collection === 'suggestions' ? suggestion : await aComment(suggestion, author)
      const place = collection === 'suggestions' ? { suggestion: thing.id } : { comment: thing.id }
      const readers = [await aUser(), await aUser(), await aUser()] as [Shown, Shown, Shown]
      const first = await report(readers[0], place)
      expect(await report(readers[0], place)).toEqual({ id: first.id, isNew: false })
      await report(readers[1], place)
      expect(await at.shown(`/${collection}/${thing.id}`)).toMatchObject({
        state: 'approved',
        inappropriate_flags_count: 2,
      })
      await report(readers[2], place, { body: 'x'.repeat(1000) })
      expect(await at.shown(`/${collection}/${thing.id}`)).toMatchObject({
        state: 'new',
        inappropriate_flags_count: 3,
      })
      if (collection === 'comments')
        expect((await at.shown(`/suggestions/${suggestion.id}`)).comments_count).toBe(0)
      // For readers it does not exist any more.
      await expect(report(await aUser(), place)).rejects.toMatchObject({ kind: 'not_found' })

      await put(`/content_reports/${first.id}/dismiss`)
      expect(await at.shown(`/${collection}/${thing.id}`)).toMatchObject({
        state: 'approved',
        inappropriate_flags_count: 0,
      })
      const query = collection === 'suggestions' ? 'suggestion' : 'comment'
      expect((await reportsOf(`${query}=${thing.id}`)).map(({ state }) => state)).toEqual(
        Array(3).fill('dismissed'),
      )
      await undoLast()
      expect(await at.shown(`/${collection}/${thing.id}`)).toMatchObject({
        state: 'new',
        inappropriate_flags_count: 3,
      })
      await put(`/content_reports/${first.id}/uphold`)
      expect(await stateOf(collection, thing)).toBe('deleted')
      await undoLast()
      expect(await stateOf(collection, thing)).toBe('new')
      expect((await reportsOf(`${query}=${thing.id}&state=open`)).length).toBe(3)
      expect(await findWrongFigures(at.db)).toEqual([])
    },
  )

  test('moderating a thing decides its reports', async () => {
    const author = await aUser()
    const kept = await aSuggestion('Kept', author)
    const removed = await aSuggestion('Removed', author)
    const reader = await aUser()
    await report(reader, { suggestion: kept.id }, {}, 1)
    expect(await stateOf('suggestions', kept)).toBe('new')
    await report(reader, { suggestion: removed.id }, { reason: 'spam' }, 0)
    await put(`/suggestions/${kept.id}/approve`)
    await put(`/suggestions/${removed.id}/spam`)
    expect(await reportsOf(`suggestion=${kept.id}`)).toMatchObject([{ state: 'dismissed' }])
    expect(await reportsOf(`suggestion=${removed.id}`)).toMatchObject([{ state: 'upheld' }])
  })

  test('staff are not hidden by readers, and nobody reports themselves or with a long text', async () => {
    const staff = await aPerson(at, 'contributor')
    const suggestion = await aSuggestion('Of the team')
    await sql`update suggestions set created_by_id = ${staff.id} where id = ${suggestion.id}`.execute(
      at.db,
    )
    const reader = await aUser()
    await report(reader, { suggestion: suggestion.id }, {}, 1)
    expect(await stateOf('suggestions', suggestion)).toBe('approved')
    const own = await aSuggestion('Mine', reader)
    await expect(report(reader, { suggestion: own.id })).rejects.toMatchObject({ kind: 'conflict' })
    await expect(
      report(reader, { suggestion: suggestion.id }, { body: 'x'.repeat(1001) }),
    ).rejects.toMatchObject({ kind: 'invalid' })
    await expect(report(reader, { comment: 999_999 })).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('a spam report that is upheld makes spam, and readers who report at once hide it once', async () => {
    const suggestion = await aSuggestion('At once', await aUser())
    const readers = await Promise.all(Array.from({ length: 5 }, aUser))
    const results = await Promise.allSettled(
      readers.map((reader) => report(reader, { suggestion: suggestion.id }, { reason: 'spam' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await stateOf('suggestions', suggestion)).toBe('new')
    const [one] = await reportsOf(`suggestion=${suggestion.id}`)
    await put(`/content_reports/${one?.id}/uphold`)
    expect(await stateOf('suggestions', suggestion)).toBe('spam')
  })

  test('two people who are merged have reported it once, and an erased one leaves no text', async () => {
    const suggestion = await aSuggestion('Twice')
    const [one, other] = [await aUser(), await aUser()]
    await report(one, { suggestion: suggestion.id }, { body: 'First' })
    await report(other, { suggestion: suggestion.id }, { body: 'Second' })
    const merged = await at.post('/users/merge', {
      links: { from_user: one.id, to_user: other.id },
    })
    expect(merged.status, merged.text).toBe(200)
    expect(await reportsOf(`suggestion=${suggestion.id}`)).toMatchObject([{ body: 'Second' }])
    expect((await at.delete(`/users/${other.id}`)).status).toBeLessThan(300)
    expect(await reportsOf(`suggestion=${suggestion.id}`)).toEqual([])
  })
})

describe('blocking a person', () => {
  const vote = (suggestion: Shown, user: Shown) =>
    at.made('/supporters', { links: { suggestion: suggestion.id, user: user.id }, votes_count: 2 })

  /** Every row of the person and of what they touched, without times of changes. */
  async function snapshot(user: Shown) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(r) - 'updated_at')::text as row from (
        select to_jsonb(s) - 'updated_at' as of, 1 as part from suggestions s where created_by_id = ${user.id}
        union all select to_jsonb(c) - 'updated_at', 2 from comments c where created_by_id = ${user.id}
        union all select to_jsonb(v) - 'updated_at', 3 from supporters v where user_id = ${user.id}
        union all select to_jsonb(f) - 'updated_at', 4 from suggestion_figures f
        union all select to_jsonb(f) - 'updated_at' - 'last_active_at', 5 from user_figures f where id = ${user.id}
      ) r order by part, 1`.execute(at.db)
    return rows.map(({ row }) => row)
  }

  test('hides everything of theirs, and unblocking restores exactly what was before', async () => {
    const author = await aUser()
    const [reader, foreign] = [await aUser(), await aSuggestion('By others')]
    const mine = [
      await aSuggestion('Approved', author),
      await aSuggestion('Spam', author),
      await aSuggestion('Deleted', author),
      await aSuggestion('Published', author),
      await aSuggestion('Waiting', author),
    ] as [Shown, Shown, Shown, Shown, Shown]
    await at.put(`/suggestions/${mine[1].id}/spam`, {})
    await at.put(`/suggestions/${mine[2].id}/delete`, {})
    await at.put(`/suggestions/${mine[3].id}/publish`, {})
    await sql`update suggestions set state = 'new', approved_at = null where id = ${mine[4].id}`.execute(
      at.db,
    )
    const comments = [await aComment(foreign, author), await aComment(foreign, author)]
    await at.put(`/comments/${comments[1]?.id}/delete`, {})
    await aComment(mine[0], reader)
    await vote(foreign, author)
    await vote(mine[0], reader)
    const { id: report } = await inTransaction(at.db, (tx) =>
      reportContent(
        tx,
        { userId: reader.id, thing: { suggestion: mine[0].id }, reason: 'abuse' },
        0,
      ),
    )
    const before = await snapshot(author)

    const { users } = await put(`/users/${author.id}/block`, { hide_content: true })
    expect(users[0]).toMatchObject({ allowed_state: 'blocked', content_hidden: true })
    const states = await Promise.all(mine.map((one) => stateOf('suggestions', one)))
    expect(states).toEqual(['spam', 'spam', 'deleted', 'spam', 'spam'])
    expect(await stateOf('comments', comments[0] as Shown)).toBe('spam')
    expect(await stateOf('content_reports', { id: report })).toBe('upheld')
    expect(await at.shown(`/suggestions/${foreign.id}`)).toMatchObject({
      supporters_count: 0,
      votes_count: 0,
      comments_count: 0,
    })
    expect(await findWrongFigures(at.db)).toEqual([])

    const unblocked = await put(`/users/${author.id}/unblock`)
    expect(unblocked.users[0]).toMatchObject({ allowed_state: 'allowed', content_hidden: false })
    expect(await snapshot(author)).toEqual(before)
    expect(await stateOf('content_reports', { id: report })).toBe('open')
    expect(await findWrongFigures(at.db)).toEqual([])
    const { rows } = await sql`
      select user_id from hidden_contents union all select user_id from hidden_supporters`.execute(
      at.db,
    )
    expect(rows).toEqual([])
  })

  test('without hiding leaves what they wrote, and the block can be undone', async () => {
    const author = await aUser()
    const suggestion = await aSuggestion('Stays', author)
    await put(`/users/${author.id}/block`)
    expect(await stateOf('suggestions', suggestion)).toBe('approved')
    await put(`/users/${author.id}/block`, { hide_content: true })
    expect(await stateOf('suggestions', suggestion)).toBe('spam')
    // They were blocked before.
    expect(await undoLast()).toMatchObject({ action: 'block', collection: 'users', name: 'Ann' })
    expect(await stateOf('suggestions', suggestion)).toBe('approved')
    expect((await at.shown(`/users/${author.id}`)).allowed_state).toBe('blocked')
  })

  test('what was moderated, merged or voted again meanwhile stays', async () => {
    const author = await aUser()
    const [approved, target, source] = [
      await aSuggestion('Approved again', author),
      await aSuggestion('Target'),
      await aSuggestion('Source'),
    ]
    await vote(source, author)
    await vote(target, author)
    const vote2 = await aSuggestion('Voted again')
    await vote(vote2, author)
    await put(`/users/${author.id}/block`, { hide_content: true })
    await put(`/suggestions/${approved.id}/publish`)
    await vote(vote2, author)
    const merged = await at.post('/suggestions/merge', {
      links: { from_suggestion: source.id, to_suggestion: target.id },
    })
    expect(merged.status, merged.text).toBe(200)
    await put(`/users/${author.id}/unblock`)
    expect(await stateOf('suggestions', approved)).toBe('published')
    expect((await at.shown(`/suggestions/${target.id}`)).supporters_count).toBe(1)
    expect((await at.shown(`/suggestions/${vote2.id}`)).supporters_count).toBe(1)
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('a background job does it for somebody with very many contributions', async () => {
    const author = await aUser()
    await sql`
      insert into suggestions (title, forum_id, created_by_id)
      select 'Many ' || i, ${forum}, ${author.id} from generate_series(1, 700) i`.execute(at.db)
    const suggestion = await aSuggestion('Commented')
    await sql`
      insert into comments (body, suggestion_id, created_by_id)
      select 'Many ' || i, ${suggestion.id}, ${author.id} from generate_series(1, 600) i`.execute(
      at.db,
    )
    const before = await snapshot(author)
    const left = async () =>
      (
        await sql<{ n: number }>`
          select ((select count(*) from suggestions where created_by_id = ${author.id} and state <> 'spam')
            + (select count(*) from comments where created_by_id = ${author.id} and state <> 'spam'))::float8 as n`.execute(
          at.db,
        )
      ).rows[0]?.n
    await put(`/users/${author.id}/block`, { hide_content: true })
    expect(await left()).toBe(800)
    await runJobs(at)
    expect(await left()).toBe(0)
    await put(`/users/${author.id}/unblock`)
    await runJobs(at)
    expect(await snapshot(author)).toEqual(before)
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('staff below the role of the caller only', async () => {
    const owner = await aPerson(at, 'owner')
    expect((await at.put(`/users/${owner.id}/block`, { hide_content: true }, asAdmin)).status).toBe(
      403,
    )
  })
})
