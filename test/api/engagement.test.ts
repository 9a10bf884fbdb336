// Supporters, comments, feedback, notes, ratings and importance: their effects and the figures derived from them.
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { issueToken } from '../../src/auth/clients/api-clients.ts'
import { tasks } from '../../src/jobs/tasks.ts'
import { seedDatabase } from '../../src/write/service/seed.ts'
import { anAccount, anExternalUser, aUser, insert } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson } from '../support/staff.ts'

let at: TestService
let forum: number
let suggestion: Shown
let ann: number
let ben: number
let cleo: number
let acme: number

beforeAll(async () => {
  at = await startTestService()
  forum = (await at.made('/forums', { name: 'Mobile' })).id
  acme = await anAccount(at.db, 'acme', { mrr: 1200 })
  ann = await aUser(at.db, 'ann@acme.test')
  ben = await aUser(at.db, 'ben@acme.test')
  cleo = await aUser(at.db, 'cleo@home.test')
  await anExternalUser(at.db, ann, 'u-ann', { external_account_id: acme })
  await anExternalUser(at.db, ben, 'u-ben', { external_account_id: acme })
})

beforeEach(async () => {
  suggestion = await at.made('/suggestions', { title: 'Dark mode', links: { forum } })
})

const fetchSuggestion = async () => at.shown(`/suggestions/${suggestion.id}`)
const support = (user: number, more: object = {}) =>
  at.post('/supporters', { ...more, links: { suggestion: suggestion.id, user } })
const entries = async () =>
  (await at.get(`/suggestion_activity_entries?suggestion=${suggestion.id}&sort=id&per_page=100`))
    .body.suggestion_activity_entries as Shown[]
const kinds = async () => (await entries()).map(({ kind }) => kind)
const expectExactFigures = async () => expect(await findWrongFigures(at.db)).toEqual([])

describe('supporters', () => {
  test('count once per user, and their account and its revenue once', async () => {
    const first = await support(ann)
    expect(first.status).toBe(201)
    const again = await support(ann)
    expect(again.status).toBe(200)
    expect(again.body.supporters[0].id).toBe(first.body.supporters[0].id)
    await support(ben)
    await support(cleo)
    expect(await fetchSuggestion()).toMatchObject({
      supporters_count: 3,
      votes_count: 3,
      account_supporters_count: 2,
      supporting_accounts_count: 1,
      supporter_revenue: 1200,
      recent_engagement: 3,
      first_support_at: first.body.supporters[0].created_at,
    })
    expect(await kinds()).toEqual(['suggestion_created', ...Array(3).fill('supporter_added')])
    await expectExactFigures()
  })

  test('are the person of the token, when the request names none', async () => {
    const suggestion = await at.made('/suggestions', { title: 'Own vote', links: { forum: 1 } })
    const { id: person } = await aPerson(at, 'contributor')
    const { id } = await at.aClient()
    const { token } = await at.db.transaction().execute((tx) => issueToken(tx, id, person))
    const body = { links: { suggestion: suggestion.id } }
    const voted = await at.post('/supporters', body, { token })
    expect(voted.status).toBe(201)
    expect(voted.body.supporters[0].links).toMatchObject({
      user: person,
      created_by: person,
      updated_by: person,
    })
  })

  test('name who entered them and who changed them', async () => {
    const owner = (await at.shown('/users/current')).id
    const links = { suggestion: suggestion.id, user: ann }
    const entered = await at.made('/supporters', { links })
    expect(entered.links).toMatchObject({ ...links, created_by: owner, updated_by: owner })
    await sql`update supporters set updated_by_id = ${ben} where id = ${entered.id}`.execute(at.db)
    const { body } = await at.get(`/supporters/${entered.id}?includes=users`)
    expect(body.supporters[0].links).toMatchObject({
      user: ann,
      created_by: owner,
      updated_by: ben,
    })
    expect(body.users.map(({ id }: Shown) => id)).toEqual(expect.arrayContaining([ann, ben, owner]))
  })

  test('are created as users by their address', async () => {
    const named = await at.made('/supporters', {
      user_email: 'new@home.test',
      user_name: 'New',
      links: { suggestion: suggestion.id },
    })
    expect(await at.shown(`/users/${named.links.user}`)).toMatchObject({
      email_address: 'new@home.test',
      name: 'New',
      supported_suggestions_count: 1,
    })
    await expectExactFigures()
  })

  test('are not counted after they withdraw', async () => {
    await support(ann, { created_at: '2026-02-01T00:00:00Z' })
    const bens = await at.made('/supporters', { links: { suggestion: suggestion.id, user: ben } })
    const answer = await at.delete(`/supporters/${bens.id}`)
    expect(answer.status).toBe(200)
    expect(answer.body.supporters[0].id).toBe(bens.id)
    expect(await fetchSuggestion()).toMatchObject({
      supporters_count: 1,
      supporting_accounts_count: 1,
      last_support_at: '2026-02-01T00:00:00Z',
      recent_engagement: 0,
    })
    expect((await at.delete(`/supporters/${bens.id}`)).status).toBe(404)
    await expectExactFigures()
  })

  test.each([
    ['no suggestion', () => ({ user: ann }), { suggestion: 'required' }],
    [
      'an unknown suggestion',
      () => ({ suggestion: 99999999, user: ann }),
      { suggestion: 'not_found' },
    ],
    [
      'an unknown user',
      () => ({ suggestion: suggestion.id, user: 99999999 }),
      { user: 'not_found' },
    ],
  ])('reject %s', async (_, links, errors) => {
    const answer = await at.post('/supporters', { links: links() })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual({ links: errors })
  })

  test.each([
    [{ subscribe: false }, false],
    [{ is_subscribed: false }, false],
    [{ is_subscribed: false, subscribe: true }, true],
    [{}, true],
  ])('with %j are subscribed: %s', async (more, is_subscribed) => {
    const { body } = await support(ann, more)
    expect(body.supporters[0]).toMatchObject({ is_subscribed })
  })

  test('are counted exactly in concurrent calls', async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, i) => aUser(at.db, `many-${suggestion.id}-${i}@acme.test`)),
    )
    for (const [i, user] of people.entries())
      await anExternalUser(at.db, user, `many-${suggestion.id}-${i}`, { external_account_id: acme })
    const answers = await Promise.all([...people, ...people].map((user) => support(user)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(12)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12)
    expect(await fetchSuggestion()).toMatchObject({
      supporters_count: 12,
      supporting_accounts_count: 1,
    })
    await expectExactFigures()
  })

  // The service retries deadlocks. These statements go to the database directly, so that a deadlock fails the test.
  test('do not deadlock, with one or several rows per statement', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 4 }, (_, i) => anAccount(at.db, `shared-${i}`, { mrr: 10 })),
    )
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, i) => aUser(at.db, `shared-${i}@acme.test`)),
    )
    for (const [i, user] of people.entries())
      for (const [j, account] of accounts.entries())
        await anExternalUser(at.db, user, `shared-${i}-${j}`, { external_account_id: account })
    const suggestions = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        at.made('/suggestions', { title: `Shared ${i}`, links: { forum } }),
      ),
    )
    const insertSupporters = ({ id }: Shown, by: number[]) =>
      sql`insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
        select ${id}, person, person, person from unnest(${by}::bigint[]) person`.execute(at.db)
    const [several, others] = [people.slice(0, 6), people.slice(6)]
    await Promise.all(
      suggestions.flatMap((one) => [
        ...others.slice(0, 3).map((user) => insertSupporters(one, [user])),
        insertSupporters(one, several),
        ...others.slice(3).map((user) => insertSupporters(one, [user])),
      ]),
    )
    await expectExactFigures()
  })
})

describe('the user of an engagement', () => {
  const response = async () => (await at.shown('/importance_responses?sort=id')).id
  const engage = async (path: string, by: object, user?: number) =>
    at.post(path, {
      ...(path !== '/supporters' && path !== '/importance_scores' && { body: 'Please' }),
      ...by,
      links: {
        suggestion: suggestion.id,
        ...(path === '/importance_scores' && { response: await response() }),
        ...(user !== undefined && { user }),
      },
    })

  const paths = [
    '/supporters',
    '/importance_scores',
    '/feedback_records',
    '/requests',
    '/feedback',
  ] as const

  const nobody = [{}, { user_name: 'Ann' }, { user: {} }, { user_email: '' }]

  test.each(paths.filter((path) => path !== '/importance_scores'))(
    'is the owner in POST %s by a client that names nobody',
    async (path) => {
      const { id: owner } = await at.shown('/users/current')
      for (const by of nobody) {
        const answer = await engage(path, by)
        expect([200, 201], answer.text).toContain(answer.status)
        expect(answer.body[path.slice(1)][0].links).toMatchObject({
          user: owner,
          created_by: owner,
        })
      }
    },
  )

  test('is required in POST /importance_scores, without a default', async () => {
    for (const by of nobody) {
      const answer = await engage('/importance_scores', by)
      expect(answer.status, answer.text).toBe(422)
      expect(answer.body.errors).toEqual({ links: { user: 'required' } })
      expect(answer.body.message).toMatch(/links\.user.*user_email/)
    }
    expect(await fetchSuggestion()).toMatchObject({ supporters_count: 0, requests_count: 0 })
    expect(await kinds()).toEqual(['suggestion_created'])
  })

  test.each(paths)(
    'can be named in POST %s by an address, under several member names',
    async (path) => {
      const address = `${path.slice(1)}-${suggestion.id}`
      for (const [i, by] of [
        { user_email: `0${address}@home.test`, user_name: 'Zoë' },
        { email: `1${address}@home.test`, name: 'Zoë' },
        { user: { email: `2${address}@home.test`, name: 'Zoë' } },
      ].entries()) {
        const answer = await engage(path, by)
        expect(answer.status, answer.text).toBe(201)
        const { user } = (Object.values(answer.body)[0] as Shown[])[0]?.links ?? {}
        expect(await at.shown(`/users/${user}`)).toMatchObject({
          email_address: `${i}${address}@home.test`,
          name: 'Zoë',
        })
      }
      const both = await engage(path, { email: 'else@home.test' }, ann)
      expect((Object.values(both.body)[0] as Shown[])[0]?.links.user).toBe(ann)
      expect((await engage(path, { user: { email: 'x' } })).body.errors).toEqual({
        user: { email: 'pattern' },
      })
      await expectExactFigures()
    },
  )
})

describe('changes of supporters', () => {
  test('revenue follows changes of an account and of its users', async () => {
    const bolt = await anAccount(at.db, `bolt-${suggestion.id}`, { mrr: 50 })
    await support(ann)
    await support(cleo)
    await sql`update external_accounts set mrr = 2000 where id = ${acme}`.execute(at.db)
    expect(await fetchSuggestion()).toMatchObject({ supporter_revenue: 2000 })
    const joined = await anExternalUser(at.db, cleo, `u-cleo-${suggestion.id}`, {
      external_account_id: bolt,
    })
    expect(await fetchSuggestion()).toMatchObject({
      supporter_revenue: 2050,
      supporting_accounts_count: 2,
      account_supporters_count: 2,
    })
    await sql`update external_users set external_account_id = ${acme} where id = ${joined}`.execute(
      at.db,
    )
    expect(await fetchSuggestion()).toMatchObject({
      supporter_revenue: 2000,
      supporting_accounts_count: 1,
    })
    await expectExactFigures()
    await sql`delete from external_users where id = ${joined}`.execute(at.db)
    await sql`update external_accounts set mrr = 1200 where id = ${acme}`.execute(at.db)
    expect(await fetchSuggestion()).toMatchObject({
      supporter_revenue: 1200,
      account_supporters_count: 1,
    })
    await expectExactFigures()
  })

  test('the newest rating counts, and the previous one after it is deleted', async () => {
    await support(ann)
    const rate = (rating: number, more: object = {}) =>
      at.made('/nps_ratings', { rating, ...more, links: { user: ann } })
    await rate(9)
    const worse = await rate(3, { body: 'Slow' })
    expect(worse).toMatchObject({ previous_rating: 9, rating_delta: -6, group: 'detractor' })
    expect(await fetchSuggestion()).toMatchObject({
      satisfaction_detractor_count: 1,
      satisfaction_promoter_count: 0,
      supporter_satisfaction_score: 3,
    })
    expect(await at.shown(`/external_accounts/${acme}`)).toMatchObject({ nps: -100 })
    // A rating dated before the others does not count.
    await rate(7, { date: '2020-01-01T00:00:00Z' })
    expect(await fetchSuggestion()).toMatchObject({ satisfaction_detractor_count: 1 })
    await expectExactFigures()
    const gone = await at.post('/nps_ratings/bulk_delete', { ids: [worse.id] })
    expect(gone.status).toBe(200)
    expect(gone.body.nps_ratings[0].id).toBe(worse.id)
    expect(await fetchSuggestion()).toMatchObject({
      satisfaction_detractor_count: 0,
      satisfaction_promoter_count: 1,
      supporter_satisfaction_score: 9,
    })
    expect(await at.shown(`/users/${ann}`)).toMatchObject({ satisfaction_score: 9 })
    await expectExactFigures()
  })

  test.each([-1, 11, 'ten', null])('rejects a rating of %s', async (rating) => {
    expect((await at.post('/nps_ratings', { rating, links: { user: ann } })).status).toBe(422)
  })
})

describe('comments', () => {
  const comment = (more: object = {}) =>
    at.made('/comments', { body: 'Me too', ...more, links: { suggestion: suggestion.id } })

  test('count only while visible', async () => {
    const made = await comment({ user_email: 'ann@acme.test', subscribe: true })
    expect(made).toMatchObject({ state: 'approved', channel: 'api', is_admin_comment: false })
    expect(made.links.created_by).toBe(ann)
    await support(ann)
    expect(await at.shown(`/supporters?suggestion=${suggestion.id}`)).toMatchObject({
      comments_count: 1,
    })
    for (const [verb, state, count] of [
      ['spam', 'spam', 0],
      ['delete', 'deleted', 0],
      ['restore', 'approved', 1],
      ['spam', 'spam', 0],
      ['unremove', 'approved', 1],
    ] as const) {
      const answer = await at.call('PUT', `/comments/${made.id}/${verb}`)
      expect(answer.body.comments[0].state).toBe(state)
      expect(await fetchSuggestion()).toMatchObject({
        comments_count: count,
        recent_engagement: count + 1,
      })
    }
    expect((await at.delete(`/comments/${made.id}`)).body.comments[0].state).toBe('deleted')
    expect(await at.shown(`/supporters?suggestion=${suggestion.id}`)).toMatchObject({
      comments_count: 0,
    })
    expect(await kinds()).toEqual([
      'suggestion_created',
      'comment_created',
      'supporter_added',
      ...Array(6).fill('comment_state_changed'),
    ])
    await expectExactFigures()
  })

  test('log a change of the text', async () => {
    const made = await comment()
    const answer = await at.put(`/comments/${made.id}`, { body: 'Me three' })
    expect(answer.body.comments[0].body).toBe('Me three')
    expect((await entries()).at(-1)).toMatchObject({
      kind: 'comment_changed',
      old_body: 'Me too',
      new_body: 'Me three',
      links: { comment: made.id },
    })
  })

  test('require a text and an existing suggestion', async () => {
    const links = { suggestion: suggestion.id }
    expect((await at.post('/comments', { links })).body.errors).toEqual({ body: 'required' })
    expect((await at.post('/comments', { body: ' ', links })).body.errors).toEqual({
      body: 'blank',
    })
    expect(
      (await at.post('/comments', { body: 'x', links: { suggestion: 99999999 } })).status,
    ).toBe(422)
  })
})

describe('feedback', () => {
  test.each(['feedback_records', 'requests', 'feedback'])(
    'as %s is stored and makes its user a supporter',
    async (name) => {
      const record = await at.made(`/${name}`, {
        body: 'They need it',
        source_url: 'https://crm.test/1',
        links: { suggestion: suggestion.id, user: ann, support_created_at: '2026-01-01T00:00:00Z' },
      })
      const supporter = await at.shown(`/supporters?suggestion=${suggestion.id}`)
      expect(record.links).toMatchObject({ user: ann, supporter: supporter.id })
      expect(supporter).toMatchObject({
        how: 'feedback',
        requests_count: 1,
        created_at: '2026-01-01T00:00:00Z',
        is_subscribed: true,
      })
      expect(await fetchSuggestion()).toMatchObject({ requests_count: 1, supporters_count: 1 })
      expect((await at.call('PUT', `/${name}/${record.id}/delete`)).body[name][0].state).toBe(
        'deleted',
      )
      expect(await fetchSuggestion()).toMatchObject({ requests_count: 0, supporters_count: 1 })
      expect((await at.call('PUT', `/${name}/${record.id}/undelete`)).body[name][0].state).toBe(
        'approved',
      )
      expect(await fetchSuggestion()).toMatchObject({ requests_count: 1 })
      await expectExactFigures()
    },
  )

  test('takes the older name of source_type', async () => {
    const links = { suggestion: suggestion.id, user: ann }
    const record = await at.made('/requests', { body: 'Please', source: 'zendesk_ticket', links })
    expect(record.source_type).toBe('zendesk_ticket')
    const path = `/requests/${record.id}`
    await at.put(path, { source: 'zendesk_user' })
    expect((await at.shown(path)).source_type).toBe('zendesk_user')
    await at.put(path, { source: 'ignored', source_type: 'crm' })
    expect((await at.shown(path)).source_type).toBe('crm')
  })

  test('is counted at its new suggestion when moved', async () => {
    const other = await at.made('/suggestions', { title: 'Night theme', links: { forum } })
    const record = await at.made('/feedback_records', {
      body: 'Please',
      user_email: 'dan@home.test',
      links: { suggestion: suggestion.id },
    })
    await at.put(`/feedback_records/${record.id}`, { links: { suggestion: other.id } })
    expect(await fetchSuggestion()).toMatchObject({ requests_count: 0 })
    expect(await at.shown(`/suggestions/${other.id}`)).toMatchObject({
      requests_count: 1,
      supporters_count: 1,
    })
    await expectExactFigures()
  })

  test('can lose its suggestion and its user, and the figures follow', async () => {
    const record = await at.made('/feedback_records', {
      body: 'Please',
      links: { suggestion: suggestion.id, user: ann },
    })
    const change = async (links: object) =>
      (await at.put(`/feedback_records/${record.id}`, { links })).body.feedback_records[0]
    expect((await change({ suggestion: null })).links).toMatchObject({
      suggestion: null,
      user: ann,
      supporter: null,
    })
    expect(await fetchSuggestion()).toMatchObject({ requests_count: 0, supporters_count: 1 })
    expect(await at.shown(`/supporters?suggestion=${suggestion.id}`)).toMatchObject({
      requests_count: 0,
    })
    expect((await kinds()).at(-1)).toBe('feedback_record_changed')
    await expectExactFigures()
    expect((await change({ suggestion: suggestion.id, user: null })).links).toMatchObject({
      suggestion: suggestion.id,
      user: null,
    })
    expect(await fetchSuggestion()).toMatchObject({ requests_count: 1, supporters_count: 1 })
    await expectExactFigures()
  })

  test('restores withdrawn support only when its user or suggestion changes', async () => {
    const links = { suggestion: suggestion.id, user: ann }
    const record = await at.made('/feedback_records', { body: 'Please', links })
    await at.delete(`/supporters/${record.links.supporter}`)
    const path = `/feedback_records/${record.id}`
    const again = await at.put(path, { body: 'Please!', links })
    expect(again.body.feedback_records[0]).toMatchObject({
      body: 'Please!',
      links: { ...links, supporter: null },
    })
    expect(await fetchSuggestion()).toMatchObject({ supporters_count: 0, requests_count: 1 })
    await at.put(path, { links: { user: ben } })
    expect(await fetchSuggestion()).toMatchObject({ supporters_count: 1 })
    await expectExactFigures()
  })

  test('adds no support while it is deleted', async () => {
    const links = { suggestion: suggestion.id, user: ann }
    const { id } = await at.made('/feedback_records', { body: 'Please', links })
    await at.call('PUT', `/feedback_records/${id}/delete`)
    const { body } = await at.put(`/feedback_records/${id}`, { links: { user: ben } })
    expect(body.feedback_records[0]).toMatchObject({
      state: 'deleted',
      links: { user: ben, supporter: null },
    })
    expect(await fetchSuggestion()).toMatchObject({ supporters_count: 1, requests_count: 0 })
    await expectExactFigures()
  })

  test('can have no suggestion', async () => {
    const record = await at.made('/feedback_records', { body: 'Hm', links: { user: cleo } })
    expect(record.links).toMatchObject({ suggestion: null, supporter: null, user: cleo })
    await expectExactFigures()
  })
})

describe('notes', () => {
  test('count the replies that are left', async () => {
    const note = await at.made('/notes', { body: 'Ask', links: { suggestion: suggestion.id } })
    const [first, second] = [
      await at.made('/notes', { body: 'Yes', links: { parent: note.id } }),
      await at.made('/notes', { body: 'No', links: { parent: note.id } }),
    ]
    await at.delete(`/notes/${first.id}`)
    expect((await at.shown(`/notes/${note.id}`)).reply_count).toBe(1)
    await at.delete(`/notes/${second.id}`)
    expect((await at.shown(`/notes/${note.id}`)).reply_count).toBe(0)
    await expectExactFigures()
  })

  test('are deleted also when rows from elsewhere reply to each other', async () => {
    const links = { suggestion: suggestion.id }
    const note = await at.made('/notes', { body: 'First', links })
    const reply = await at.made('/notes', { body: 'Second', links: { parent: note.id } })
    await sql`update notes set parent_id = ${reply.id} where id = ${note.id}`.execute(at.db)
    expect((await at.delete(`/notes/${note.id}`)).status).toBe(200)
    expect((await at.get(`/notes?suggestion=${suggestion.id}`)).body.notes).toEqual([])
    await expectExactFigures()
  })

  test('have replies, which are deleted with them', async () => {
    const links = { suggestion: suggestion.id }
    const note = await at.made('/notes', {
      body: 'Ask sales',
      links: { ...links, mentions: [cleo] },
    })
    expect(note.links.mentions).toEqual([cleo])
    const reply = await at.made('/notes', { body: 'Did', links: { parent: note.id } })
    expect(reply.links).toMatchObject({ parent: note.id, suggestion: suggestion.id })
    expect(await at.shown(`/notes/${note.id}`)).toMatchObject({ reply_count: 1 })
    expect(await fetchSuggestion()).toMatchObject({ notes_count: 2 })
    await at.put(`/notes/${note.id}`, { body: 'Ask support' })
    const gone = await at.delete(`/notes/${note.id}`)
    expect(gone.body.notes[0]).toMatchObject({ body: 'Ask support' })
    expect((await at.get(`/notes/${reply.id}`)).status).toBe(404)
    expect(await fetchSuggestion()).toMatchObject({ notes_count: 0 })
    expect(await kinds()).toEqual([
      'suggestion_created',
      'note_created',
      'note_created',
      'note_changed',
      'note_removed',
    ])
    await expectExactFigures()
  })

  test('get attachments by their tokens', async () => {
    const file = await insert(at.db, 'attachments', {
      file_name: 'a.png',
      content_type: 'image/png',
      size_in_bytes: 1,
      file_key: `k${suggestion.id}`,
      token: `t${suggestion.id}`,
    })
    const links = { suggestion: suggestion.id }
    const note = await at.made('/notes', {
      body: 'See',
      attachment_tokens: `t${suggestion.id}`,
      links,
    })
    expect((await at.shown(`/attachments/${file}`)).links.note).toBe(note.id)
    expect(
      (await at.post('/notes', { body: 'See', attachment_tokens: 'none', links })).status,
    ).toBe(422)
    await at.delete(`/notes/${note.id}`)
    expect((await at.shown(`/attachments/${file}`)).links.note).toBeNull()
  })

  test('reject a reply on another suggestion than its parent', async () => {
    const note = await at.made('/notes', { body: 'x', links: { suggestion: suggestion.id } })
    const other = await at.made('/suggestions', { title: 'Other', links: { forum } })
    const answer = await at.post('/notes', {
      body: 'y',
      links: { parent: note.id, suggestion: other.id },
    })
    expect(answer.status).toBe(422)
    expect((await at.post('/notes', { body: 'y', links: {} })).body.errors).toEqual({
      links: { suggestion: 'required' },
    })
  })
})

describe('importance scores', () => {
  test('keep the newest response of each user', async () => {
    const { importance_responses } = (await at.get('/importance_responses?sort=id')).body
    const [low, , high] = importance_responses as Shown[]
    const score = (user: number, response?: number) =>
      at.post('/importance_scores', { links: { suggestion: suggestion.id, user, response } })
    await support(ann)
    expect((await score(ann, low?.id)).status).toBe(201)
    expect((await score(ann, high?.id)).status).toBe(200)
    expect((await score(ben, high?.id)).status).toBe(201)
    expect((await score(cleo, low?.id)).status).toBe(201)
    expect(await fetchSuggestion()).toMatchObject({
      importance_low_count: 1,
      importance_high_count: 2,
      importance_total_count: 3,
      importance_low_percent: 33.33,
      importance_score_average: '2.33',
    })
    expect(
      (await at.get(`/supporters?suggestion=${suggestion.id}`)).body.supporters[0],
    ).toMatchObject({
      importance_score: 3,
    })
    expect((await score(ann)).body.errors).toEqual({ links: { response: 'required' } })
    await expectExactFigures()
  })
})

test('an account without importance responses gets them at the next start', async () => {
  await sql`delete from importance_scores`.execute(at.db)
  await sql`delete from importance_responses`.execute(at.db)
  for (const _ of ['a start', 'another']) await at.db.transaction().execute(seedDatabase)
  const { body } = await at.get('/importance_responses?sort=id')
  expect(body.importance_responses.map(({ value }: Shown) => value)).toEqual([1, 2, 3])
})

describe('supporter messages', () => {
  test.each(['supporter_messages', 'messages'])('as %s are stored', async (name) => {
    const message = await at.made(`/${name}`, {
      body: 'It is done',
      links: { suggestion: suggestion.id },
    })
    expect(message).toMatchObject({ body: 'It is done', mail_sent_count: 0 })
    expect((await fetchSuggestion()).links.last_supporter_message).toBe(message.id)
    expect(await kinds()).toContain('supporter_message_created')
  })
})

describe('subscriptions', () => {
  test('of supporters are stored in the supporter', async () => {
    const { id: user } = await at.shown('/users/current')
    const own = await at.made('/supporters', { links: { suggestion: suggestion.id, user } })
    expect((await at.call('POST', `/suggestions/${suggestion.id}/unsubscribe`)).status).toBe(200)
    expect(await at.shown(`/supporters/${own.id}`)).toMatchObject({ is_subscribed: false })
    await at.call('POST', `/suggestions/${suggestion.id}/subscribe`)
    expect(await at.shown(`/supporters/${own.id}`)).toMatchObject({ is_subscribed: true })
    expect((await at.call('POST', '/suggestions/99999999/subscribe')).status).toBe(404)
  })
})

describe('recent engagement', () => {
  test('drops after 30 days without changing updated_at', async () => {
    await support(ann, { created_at: daysAgo(31) })
    await support(ben, { created_at: daysAgo(29) })
    expect(await fetchSuggestion()).toMatchObject({ supporters_count: 2, recent_engagement: 1 })
    // Simulates that the job last ran ten days ago.
    await sql`update engagement_window set cutoff = now() - interval '40 days'`.execute(at.db)
    await sql`update suggestion_figures set recent_engagement = recent_engagement + 1 where id = ${suggestion.id}`.execute(
      at.db,
    )
    await expectExactFigures()
    const before = await fetchSuggestion()
    await sql`select age_engagement()`.execute(at.db)
    expect(await fetchSuggestion()).toMatchObject({
      recent_engagement: 1,
      updated_at: before.updated_at,
    })
    await expectExactFigures()
  })

  test('begins with what happened exactly at the cutoff', async () => {
    const cutoff = (
      await sql<{ cutoff: Date }>`select cutoff from engagement_window`.execute(at.db)
    ).rows[0]?.cutoff as Date
    await support(ann, { created_at: cutoff.toISOString() })
    await support(ben, { created_at: new Date(cutoff.getTime() - 1).toISOString() })
    const links = { suggestion: suggestion.id, created_by: ann }
    await at.made('/comments', { body: 'Yes', created_at: cutoff.toISOString(), links })
    expect(await fetchSuggestion()).toMatchObject({ recent_engagement: 2, supporters_count: 2 })
    await expectExactFigures()
  })

  test('drops only what was counted: not hidden comments and deleted feedback', async () => {
    // As if the job last ran ten days ago. Old records of other tests would count again.
    for (const collection of ['supporters', 'comments', 'feedback_records'])
      await sql`delete from ${sql.table(collection)} where created_at < now() - interval '30 days'`.execute(
        at.db,
      )
    await sql`update engagement_window set cutoff = now() - interval '40 days'`.execute(at.db)
    const old = { suggestion_id: suggestion.id, created_at: daysAgo(35) }
    const aged = (table: string, state: string, author: string) =>
      insert(at.db, table, { ...old, body: 'Old', state, [author]: ann })
    await support(ann, { created_at: daysAgo(35) })
    for (const state of ['published', 'new', 'spam', 'deleted'])
      await aged('comments', state, 'created_by_id')
    for (const state of ['approved', 'deleted']) await aged('feedback_records', state, 'user_id')
    await support(ben, { created_at: daysAgo(5) })
    expect(await fetchSuggestion()).toMatchObject({ recent_engagement: 4 })
    await tasks.age_engagement(at, {})
    expect(await fetchSuggestion()).toMatchObject({
      recent_engagement: 1,
      comments_count: 1,
      requests_count: 1,
      supporters_count: 2,
    })
    await expectExactFigures()
  })
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
