// What only `POST /suggestions/import` has: ids instead of names, states, status updates and uploads.
import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomField, aForum, aUser, insert } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService
let forum: number
let otherForum: number
let category: number
let label: number
let completed: number
let ann: number

beforeAll(async () => {
  at = await startTestService()
  forum = await aForum(at.db, 'Mobile')
  otherForum = await aForum(at.db, 'Web')
  category = await insert(at.db, 'categories', { name: 'Travel', forum_id: forum })
  label = await insert(at.db, 'labels', { name: 'Rail', full_name: 'Rail' })
  ann = await aUser(at.db, 'ann@imports.test', { name: 'Ann' })
  await aCustomField(at.db, 'suggestions', 'cf_effort', 'number')
  const { statuses } = (await at.get('/statuses')).body
  completed = statuses.find((one: Shown) => one.name === 'completed').id
})

const importSuggestion = (body: object) => at.made('/suggestions/import', body)
const count = async (path: string) => (await at.get(path)).body.pagination.total_records

test('links records by their ids, which win over names', async () => {
  const users = await count('/users')
  const suggestion = await importSuggestion({
    title: 'By ids',
    state: 'approved',
    created_at: '2019-01-01T00:00:00Z',
    forum_name: 'Web',
    category_name: 'Another',
    status_name: 'planned',
    user_email: 'nobody@imports.test',
    labels: ['rail'],
    links: { forum, category, status: completed, labels: [label], user: ann },
  })
  expect(suggestion).toMatchObject({
    state: 'approved',
    channel: 'import',
    approved_at: '2019-01-01T00:00:00Z',
    closed_at: '2019-01-01T00:00:00Z',
    links: { forum, category, status: completed, labels: [label], created_by: ann },
  })
  // Who imports for somebody else is known.
  const { id } = (await at.get('/users/current')).body.users[0]
  expect(suggestion.links.captured_by).toBe(id)
  expect(await count('/users')).toBe(users)
  expect(await count(`/categories?forum=${forum}`)).toBe(1)
  expect(await findWrongFigures(at.db)).toEqual([])
})

test('is a new suggestion each time', async () => {
  const sent = { title: 'Twice', links: { forum } }
  const [first, second] = [await importSuggestion(sent), await importSuggestion(sent)]
  expect(second.id).not.toBe(first.id)
})

describe('a status update', () => {
  const read = async ({ id }: Shown) => {
    const { status_updates } = (await at.get(`/status_updates?suggestion=${id}`)).body
    const entries = await at.get(`/suggestion_activity_entries?suggestion=${id}&sort=id`)
    return { status_updates, entries: entries.body.suggestion_activity_entries }
  }

  test('sets the status at its own time, by its own author', async () => {
    const suggestion = await importSuggestion({
      title: 'Shipped',
      created_at: '2019-01-01T00:00:00Z',
      status_update_body: 'Done & dusted',
      status_update_created_at: '2019-05-01T00:00:00Z',
      status_update_created_by_email: 'ANN@imports.test',
      links: { forum, status: completed },
    })
    const { status_updates, entries } = await read(suggestion)
    expect(status_updates).toMatchObject([
      {
        body: 'Done & dusted',
        html_body: '<p>Done &amp; dusted</p>',
        created_at: '2019-05-01T00:00:00Z',
        supporters_notified: false,
        links: { user: ann, old_status: null, new_status: completed },
      },
    ])
    expect(suggestion).toMatchObject({
      closed_at: '2019-05-01T00:00:00Z',
      links: { status: completed, last_status_update: status_updates[0].id },
    })
    expect(entries).toMatchObject([
      { kind: 'suggestion_created' },
      {
        kind: 'status_changed',
        new_body: 'Done & dusted',
        links: { old_status: null, new_status: completed, status_update: status_updates[0].id },
      },
    ])
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('is as old as the suggestion, and needs no status', async () => {
    const suggestion = await importSuggestion({
      title: 'Heard',
      created_at: '2018-01-01T00:00:00Z',
      status_update_body: 'We read it',
      links: { forum },
    })
    const { status_updates } = await read(suggestion)
    expect(status_updates).toMatchObject([
      { created_at: '2018-01-01T00:00:00Z', links: { new_status: null } },
    ])
    expect(suggestion).toMatchObject({
      closed_at: null,
      links: { status: null, last_status_update: status_updates[0].id },
    })
  })
})

const NOBODY = 99_999_999

test.each<[string, () => object, object, string]>([
  [
    'unknown ids, all of them',
    () => ({
      links: {
        forum: NOBODY,
        category: NOBODY,
        status: NOBODY,
        labels: [label, NOBODY],
        user: NOBODY,
      },
      attachment_tokens: ['none'],
    }),
    {
      attachment_tokens: 'not_found',
      links: { forum: 'not_found', status: 'not_found', labels: 'not_found', user: 'not_found' },
    },
    `links.user: no user has the id ${NOBODY}.`,
  ],
  [
    'an unknown category',
    () => ({ links: { forum, category: NOBODY } }),
    { links: { category: 'not_found' } },
    `links.category: no category has the id ${NOBODY}.`,
  ],
  [
    'unknown names and values',
    () => ({ forum_name: 'Mobil', status_name: 'some day', cf_effort: 'much', cf_nope: 1 }),
    { cf_effort: 'float', cf_nope: 'not_found', forum_name: 'not_found', status_name: 'not_found' },
    'cf_effort: "much" is not a number.',
  ],
  [
    'an unknown forum',
    () => ({ forum_name: 'Mobil' }),
    { forum_name: 'not_found' },
    'forum_name: "Mobil" is not allowed. Allowed: General, Mobile, Web.',
  ],
  [
    'no forum, and an unknown status',
    () => ({ status_name: 'some day' }),
    { links: { forum: 'required' }, status_name: 'not_found' },
    'links.forum: required. Send links.forum or forum_name.',
  ],
  [
    'an unknown upload',
    () => ({ attachment_tokens: ['none'], links: { forum } }),
    { attachment_tokens: 'not_found' },
    'attachment_tokens: no upload has the token "none".',
  ],
])('rejects %s, and writes nothing', async (_, body, errors, message) => {
  const before = await count('/suggestions')
  const answer = await at.post('/suggestions/import', {
    title: 'Rejected',
    user_email: 'rejected@imports.test',
    ...body(),
  })
  expect(answer.status, answer.text).toBe(422)
  expect(answer.body.errors).toEqual(errors)
  expect(answer.body.message).toBe(message)
  expect(await count('/suggestions')).toBe(before)
  expect(await count('/users?q=rejected')).toBe(0)
})

test('rejects a category of another forum', async () => {
  const { status, body } = await at.post('/suggestions/import', {
    title: 'Elsewhere',
    forum_name: 'Web',
    links: { category },
  })
  expect(status).toBe(422)
  expect(body.errors).toEqual({ links: { category: 'in' } })
  expect(body.message).toBe(
    `links.category: category ${category} does not belong to forum ${otherForum}.`,
  )
})

test('at the same time, one category, label and person is created', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      at.post('/suggestions/import', {
        title: `At once ${i}`,
        category_name: i % 2 === 0 ? 'Shared' : 'SHARED',
        labels: [i % 2 === 0 ? 'Common' : 'COMMON', 'Rail'],
        user_email: 'shared@imports.test',
        links: { forum },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  const links = answers.map(({ body }) => body.suggestions[0].links)
  expect(new Set(links.map((one) => one.category)).size).toBe(1)
  expect(new Set(links.map((one) => one.created_by)).size).toBe(1)
  expect(new Set(links.map((one) => String(one.labels))).size).toBe(1)
  expect(await findWrongFigures(at.db)).toEqual([])
})
