// A merge moves the records of a suggestion without counting a user twice. An unmerge restores the previous state.
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { anAccount, anExternalUser, aUser, idsOf } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService
let forum: number
let ann: number
let ben: number
let cleo: number

beforeAll(async () => {
  at = await startTestService()
  forum = (await at.made('/forums', { name: 'Mobile' })).id
  const acme = await anAccount(at.db, 'acme', { mrr: 1200 })
  ann = await aUser(at.db, 'ann@acme.test')
  ben = await aUser(at.db, 'ben@acme.test')
  cleo = await aUser(at.db, 'cleo@home.test')
  await anExternalUser(at.db, ann, 'u-ann', { external_account_id: acme })
  await anExternalUser(at.db, ben, 'u-ben', { external_account_id: acme })
})

let dark: Shown
let night: Shown

// Ann supports both suggestions, Ben only the first, Cleo only the second.
beforeEach(async () => {
  dark = await aSuggestion('Dark mode')
  night = await aSuggestion('Night theme')
  for (const user of [ann, ben]) await support(dark.id, user)
  for (const user of [ann, cleo]) await support(night.id, user)
  await at.made('/comments', {
    body: 'Yes',
    links: { suggestion: night.id, created_by: cleo },
  })
  await at.made('/feedback_records', {
    body: 'Wanted',
    links: { suggestion: night.id, user: ann },
  })
})

const aSuggestion = (title: string) => at.made('/suggestions', { title, links: { forum } })
const support = (suggestion: number, user: number) =>
  at.made('/supporters', { links: { suggestion, user } })
const shown = ({ id }: Shown) => at.shown(`/suggestions/${id}`)
const merge = (from: number | number[], to: number) =>
  at.post('/suggestions/merge', { links: { from_suggestion: from, to_suggestion: to } })
const unmerge = ({ id }: Shown) => at.call('POST', `/suggestions/${id}/unmerge`)
const expectExactFigures = async () => expect(await findWrongFigures(at.db)).toEqual([])

/** Everything about a suggestion that a merge can change. */
async function stateOf({ id }: Shown) {
  const {
    updated_at: _,
    engagement_trend: __,
    average_engagement: ___,
    ...suggestion
  } = await shown({
    id,
  } as Shown)
  const records: Record<string, unknown> = {}
  for (const name of ['supporters', 'comments', 'feedback_records']) {
    const { body } = await at.get(`/${name}?suggestion=${id}&sort=id&per_page=100`)
    records[name] = body[name].map(({ updated_at: _, ...record }: Shown) => record)
  }
  return { suggestion, ...records }
}

describe('merging', () => {
  test('moves supporters, comments and feedback, and counts each user once', async () => {
    const answer = await merge(night.id, dark.id)
    expect(answer.status, answer.text).toBe(200)
    expect(idsOf(answer.body.suggestions)).toEqual([dark.id, night.id])
    expect(await shown(dark)).toMatchObject({
      supporters_count: 3,
      votes_count: 3,
      comments_count: 1,
      requests_count: 1,
      supporting_accounts_count: 1,
      supporter_revenue: 1200,
    })
    expect(await shown(night)).toMatchObject({
      supporters_count: 0,
      comments_count: 0,
      requests_count: 0,
      unmergeable: true,
      state: 'approved',
      redirect_url: expect.stringContaining(`/suggestions/${dark.id}`),
      links: { parent_suggestion: dark.id },
    })
    expect((await at.get(`/comments?suggestion=${dark.id}`)).body.comments).toHaveLength(1)
    const { body } = await at.get(
      `/suggestion_activity_entries?kind=suggestion_merged&suggestion=${dark.id}`,
    )
    expect(body.suggestion_activity_entries[0].links).toMatchObject({
      merged_from_suggestion: night.id,
      merged_to_suggestion: null,
    })
    await expectExactFigures()
  })

  test('ignores a source that is named twice', async () => {
    const before = [await stateOf(dark), await stateOf(night)]
    const answer = await merge([night.id, night.id], dark.id)
    expect(answer.status, answer.text).toBe(200)
    expect(idsOf(answer.body.suggestions)).toEqual([dark.id, night.id])
    for (const { id } of [dark, night]) {
      const { body } = await at.get(
        `/suggestion_activity_entries?kind=suggestion_merged&suggestion=${id}`,
      )
      expect(body.suggestion_activity_entries).toHaveLength(1)
    }
    expect((await unmerge(night)).status).toBe(200)
    for (const [id, from, to] of [
      [dark.id, night.id, null],
      [night.id, null, dark.id],
    ]) {
      const { links } = await at.shown(
        `/suggestion_activity_entries?kind=suggestion_unmerged&suggestion=${id}`,
      )
      expect(links).toMatchObject({ merged_from_suggestion: from, merged_to_suggestion: to })
    }
    expect([await stateOf(dark), await stateOf(night)]).toEqual(before)
    await expectExactFigures()
  })

  test('removes the suggestion from the forum count until it is unmerged', async () => {
    const before = (await at.shown(`/forums/${forum}`)).open_suggestions_count
    await merge(night.id, dark.id)
    expect((await at.shown(`/forums/${forum}`)).open_suggestions_count).toBe(before - 1)
    await unmerge(night)
    expect((await at.shown(`/forums/${forum}`)).open_suggestions_count).toBe(before)
  })

  test('and unmerging restores the previous state exactly', async () => {
    const before = [await stateOf(dark), await stateOf(night)]
    await merge(night.id, dark.id)
    const answer = await unmerge(night)
    expect(answer.status, answer.text).toBe(200)
    expect([await stateOf(dark), await stateOf(night)]).toEqual(before)
    await expectExactFigures()
  })

  test('lists a parked supporter in deletions until the unmerge', async () => {
    const { supporters } = (await at.get(`/supporters?suggestion=${night.id}`)).body
    const { id } = supporters.find(({ links }: Shown) => links.user === ann)
    const countDeletions = async () => {
      const { deletions } = (await at.get('/deletions?collection=supporters&per_page=100')).body
      return deletions.filter(({ record_id }: Shown) => record_id === id).length
    }
    const black = await aSuggestion('Black screen')
    for (const again of [1, 2]) {
      await merge(night.id, dark.id)
      expect((await at.get(`/supporters/${id}`)).status).toBe(404)
      expect(await countDeletions(), `merge ${again}`).toBe(1)
      await unmerge(night)
      expect((await at.get(`/supporters/${id}`)).status).toBe(200)
      expect(await countDeletions(), `unmerge ${again}`).toBe(0)
    }
    // Also a supporter that a second merge parked.
    await support(black.id, ann)
    await sql`delete from supporters where suggestion_id = ${dark.id} and user_id = ${ann}`.execute(
      at.db,
    )
    await merge(night.id, dark.id)
    expect(await countDeletions()).toBe(0)
    await merge(dark.id, black.id)
    expect(await countDeletions()).toBe(1)
    await unmerge(night)
    expect((await at.get(`/supporters/${id}`)).status).toBe(200)
    expect(await countDeletions()).toBe(0)
    await expectExactFigures()
  })

  test('of two sources with the same supporter can be undone one by one', async () => {
    const target = await aSuggestion('Theme')
    const before = [await stateOf(target), await stateOf(dark), await stateOf(night)]
    await merge([dark.id, night.id], target.id)
    expect(await shown(target)).toMatchObject({ supporters_count: 3 })
    await unmerge(dark)
    // Ann and Cleo support the one that is still merged.
    expect(await shown(target)).toMatchObject({ supporters_count: 2 })
    expect(await stateOf(dark)).toEqual(before[1])
    await expectExactFigures()
    await unmerge(night)
    expect([await stateOf(target), await stateOf(dark), await stateOf(night)]).toEqual(before)
    await expectExactFigures()
  })

  test('and unmerging keeps later records at the target', async () => {
    await merge(night.id, dark.id)
    const dan = await aUser(at.db, `dan-${dark.id}@home.test`)
    // Requests for the merged suggestion go to the target.
    const support = await at.made('/supporters', { links: { suggestion: night.id, user: dan } })
    expect(support.links.suggestion).toBe(dark.id)
    const comment = await at.made('/comments', { body: 'New', links: { suggestion: night.id } })
    expect(comment.links.suggestion).toBe(dark.id)
    await unmerge(night)
    expect(await shown(dark)).toMatchObject({ supporters_count: 3, comments_count: 1 })
    expect(await shown(night)).toMatchObject({ supporters_count: 2, comments_count: 1 })
    await expectExactFigures()
  })

  test('and unmerging counts what is left of the feedback of a parked supporter', async () => {
    await merge(night.id, dark.id)
    const { body } = await at.get(`/feedback_records?suggestion=${dark.id}`)
    await at.put(`/feedback_records/${idsOf(body.feedback_records)[0]}/delete`, {})
    const comments = await at.get(`/comments?suggestion=${dark.id}`)
    await at.put(`/comments/${idsOf(comments.body.comments)[0]}/delete`, {})
    await unmerge(night)
    const supporters = await at.get(`/supporters?suggestion=${night.id}`)
    const ofAnn = supporters.body.supporters.find((one: Shown) => one.links.user === ann)
    expect(ofAnn).toMatchObject({ requests_count: 0, comments_count: 0 })
    await expectExactFigures()
  })

  test('in a chain can be undone from either end', async () => {
    const black = await aSuggestion('Black screen')
    await support(black.id, cleo)
    const before = [await stateOf(dark), await stateOf(night), await stateOf(black)]
    const chain = async () => {
      await merge(night.id, dark.id)
      await merge(dark.id, black.id)
      expect(await shown(black)).toMatchObject({ supporters_count: 3, comments_count: 1 })
      await expectExactFigures()
    }
    await chain()
    await unmerge(dark)
    await expectExactFigures()
    await unmerge(night)
    expect([await stateOf(dark), await stateOf(night), await stateOf(black)]).toEqual(before)
    await chain()
    await unmerge(night)
    expect(await shown(night)).toMatchObject({ supporters_count: 2, comments_count: 1 })
    await expectExactFigures()
    await unmerge(dark)
    expect([await stateOf(dark), await stateOf(night), await stateOf(black)]).toEqual(before)
    await expectExactFigures()
  })

  test('several suggestions is one call, also in the formats of older clients', async () => {
    const black = await aSuggestion('Black screen')
    const form = `include_ids=${night.id},${dark.id}&action.links.to_suggestion=${black.id}&action.notify_supporters=false`
    const answer = await at.call('POST', '/suggestions/bulk/merge', {
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(200)
    expect(await shown(black)).toMatchObject({ supporters_count: 3, requests_count: 1 })
    await unmerge(dark)
    expect(await shown(dark)).toMatchObject({ supporters_count: 2 })
    await unmerge(night)
    expect(await shown(night)).toMatchObject({ supporters_count: 2 })
    await expectExactFigures()
  })

  test('is idempotent and merges only the remaining sources', async () => {
    const black = await aSuggestion('Black screen')
    await support(black.id, ben)
    const bulk = (ids: number[]) =>
      at.post('/suggestions/bulk/merge', {
        include_ids: ids,
        action: { links: { to_suggestion: dark.id } },
      })
    expect((await bulk([night.id])).status).toBe(200)
    const before = await stateOf(dark)
    for (const again of [await bulk([night.id]), await merge(night.id, dark.id)]) {
      expect(again.status, again.text).toBe(200)
      expect(idsOf(again.body.suggestions)).toEqual([dark.id, night.id])
    }
    expect(await stateOf(dark)).toEqual(before)
    const more = await bulk([night.id, black.id])
    expect(more.status, more.text).toBe(200)
    expect(await shown(black)).toMatchObject({ links: { parent_suggestion: dark.id } })
    const activity = await at.get(
      `/suggestion_activity_entries?kind=suggestion_merged&suggestion=${dark.id}`,
    )
    expect(activity.body.suggestion_activity_entries).toHaveLength(2)
    await unmerge(night)
    expect(await shown(night)).toMatchObject({ supporters_count: 2 })
    await expectExactFigures()
  })

  test('settles a suggested merge, and an open one can be rejected', async () => {
    const propose = async () => {
      const { rows } = await sql<{ id: number }>`
        insert into suggested_merges (suggestion_a_id, suggestion_b_id, score)
        values (${dark.id}, ${night.id}, 0.9) returning id`.execute(at.db)
      return rows[0]?.id
    }
    const id = await propose()
    expect(await shown(dark)).toMatchObject({ merge_candidates_count: 1 })
    const rejected = await at.call('PUT', `/suggested_merges/${id}/reject`)
    expect(rejected.body.suggested_merges[0].state).toBe('rejected')
    expect((await at.call('PUT', `/suggested_merges/${id}/reject`)).status).toBe(200)
    expect(await shown(dark)).toMatchObject({ merge_candidates_count: 0 })
    const other = await propose()
    await merge(night.id, dark.id)
    expect((await at.shown(`/suggested_merges/${other}`)).state).toBe('merged')
    expect((await at.call('PUT', `/suggested_merges/${other}/reject`)).status).toBe(409)
    await expectExactFigures()
  })
})

describe('a rejected merge', () => {
  test('names the reason: itself, deleted, cycle, already merged, unknown', async () => {
    const reason = async (from: number, to: number) => {
      const { status, body } = await merge(from, to)
      expect(status).toBe(422)
      return body.message
    }
    expect(await reason(night.id, night.id)).toContain('itself')
    await at.call('PUT', `/suggestions/${dark.id}/delete`)
    expect(await reason(night.id, dark.id)).toContain('deleted')
    expect(await reason(dark.id, night.id)).toContain('deleted')
    await at.call('PUT', `/suggestions/${dark.id}/restore`)
    await merge(night.id, dark.id)
    expect(await reason(dark.id, night.id)).toContain('cycle')
    expect(await reason(night.id, (await aSuggestion('Other')).id)).toContain('already merged')
    expect(await reason((await aSuggestion('Other')).id, night.id)).toContain('merged into')
    expect(await reason(99999999, dark.id)).toContain('no suggestion has the id 99999999')
    expect(await reason(dark.id, 99999999)).toContain('no suggestion has the id 99999999')
    await expectExactFigures()
  })

  test('needs a source and a target, and an unmerge needs a merge', async () => {
    expect((await at.post('/suggestions/merge', {})).body.errors).toEqual({
      links: { from_suggestion: 'required' },
    })
    expect((await merge([], dark.id)).body.errors).toEqual({
      links: { from_suggestion: 'required' },
    })
    expect((await unmerge(night)).status).toBe(409)
    expect((await at.call('POST', '/suggestions/99999999/unmerge')).status).toBe(404)
  })

  test('names the fields that the client sent', async () => {
    const other = await aSuggestion('Other')
    await merge(night.id, other.id)
    const to = (to_suggestion: number) => ({ action: { links: { to_suggestion } } })
    for (const [body, errors] of [
      [{ include_ids: [dark.id] }, { action: { links: { to_suggestion: 'required' } } }],
      [{ action: {} }, { include_ids: 'required' }],
      [to(dark.id), { include_ids: 'required' }],
      [{ include_ids: [], ...to(dark.id) }, { include_ids: 'required' }],
      [{ include_ids: [99999999], ...to(dark.id) }, { include_ids: 'not_found' }],
      [{ include_ids: [night.id], ...to(dark.id) }, { include_ids: 'in' }],
      [
        { include_ids: [dark.id], ...to(99999999) },
        { action: { links: { to_suggestion: 'not_found' } } },
      ],
      [{ suggestion_ids: [dark.id] }, { to_suggestion_id: 'required' }],
      [{ suggestion_ids: [dark.id], to_suggestion_id: night.id }, { to_suggestion_id: 'in' }],
      [{ to_suggestion_id: dark.id }, { suggestion_ids: 'required' }],
    ] as const)
      for (const path of ['/suggestions/merge', '/suggestions/bulk/merge']) {
        const answer = await at.post(path, body)
        expect(answer.status).toBe(422)
        expect(answer.body.errors).toEqual(errors)
      }
    const { body } = await at.post('/suggestions/merge', { include_ids: [dark.id] })
    expect(body.message).toBe('action.links.to_suggestion: required.')
  })

  test('is one of two concurrent merges of the same source', async () => {
    const other = await aSuggestion('Other')
    const answers = await Promise.all([merge(night.id, dark.id), merge(night.id, other.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    await expectExactFigures()
  })
})

describe('undoing one of several merges', () => {
  test('brings back its followers only', async () => {
    const other = await aSuggestion('Other')
    const [dora, ed, fay] = [
      await aUser(at.db, 'dora@home.test'),
      await aUser(at.db, 'ed@home.test'),
      await aUser(at.db, 'fay@home.test'),
    ]
    const follow = ({ id }: Shown, user: number) =>
      sql`insert into suggestion_followers values (${id}, ${user})`.execute(at.db)
    const followersOf = async ({ id }: Shown) => {
      const { rows } = await sql<{ user_id: number }>`
        select user_id from suggestion_followers where suggestion_id = ${id} order by 1`.execute(
        at.db,
      )
      return rows.map(({ user_id }) => user_id)
    }
    // Ed follows both, and Ann already supports what the suggestion is merged into.
    for (const user of [ann, dora, ed]) await follow(night, user)
    await follow(dark, ed)
    await follow(other, fay)
    await merge(night.id, dark.id)
    await merge(other.id, dark.id)
    expect(await followersOf(dark)).toEqual([dora, ed, fay])
    expect((await unmerge(night)).status).toBe(200)
    expect(await followersOf(dark)).toEqual([ed, fay])
    // Ann is its supporter again.
    expect(await followersOf(night)).toEqual([dora, ed])
    expect(await followersOf(other)).toEqual([])
    expect((await unmerge(other)).status).toBe(200)
    expect(await followersOf(dark)).toEqual([ed])
    expect(await followersOf(other)).toEqual([fay])
  })

  test('leaves the supporters that another one parked', async () => {
    const [red, blue] = [await aSuggestion('Red'), await aSuggestion('Blue')]
    for (const { id } of [red, blue]) await support(id, cleo)
    await merge(red.id, blue.id)
    await merge(night.id, dark.id)
    expect((await unmerge(night)).status).toBe(200)
    const { body } = await at.get(`/supporters?suggestion=${dark.id},${blue.id}&sort=id`)
    expect(body.supporters.map(({ links }: Shown) => [links.suggestion, links.user])).toEqual([
      [dark.id, ann],
      [dark.id, ben],
      [blue.id, cleo],
    ])
    await expectExactFigures()
  })
})

// With old statistics PostgreSQL takes the tables of merges for empty. It compared each row with each other one then, until the write met its limit of time.
test('a large merge is undone whatever the statistics say', async () => {
  const people = EXHAUSTIVE ? 12_000 : 500
  const [small, large] = [await aSuggestion('Small'), await aSuggestion('Large')]
  await sql`
    insert into users (name, email_address)
    select 'Somebody', 'somebody.' || n || '@example.com' from generate_series(1, ${people * 2}::int) n`.execute(
    at.db,
  )
  for (const [{ id }, first] of [[small, 0] as const, [large, people * 0.8] as const])
    await sql`
      insert into supporters (suggestion_id, user_id)
      select ${id}::bigint, id from users where name = 'Somebody' order by id limit ${people}::int offset ${first}::int`.execute(
      at.db,
    )
  const supportersOf = async () =>
    sql`select id, user_id, suggestion_id, votes_count from supporters order by id`.execute(at.db)
  const before = await supportersOf()
  for (const round of [1, 2]) {
    expect((await merge(small.id, large.id)).status).toBe(200)
    expect((await supportersOf()).rows).toHaveLength(before.rows.length - people * 0.2)
    expect((await unmerge(small)).status).toBe(200)
    expect((await supportersOf()).rows).toEqual(before.rows)
    if (round === 1)
      await sql`analyze merge_moves, duplicate_supporters, deletions, supporters`.execute(at.db)
  }
  await expectExactFigures()
})
