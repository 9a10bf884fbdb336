// Concurrent writes that move records between suggestions, users and accounts. Writers lock rows in the order of
// docs/figures.md, so that PostgreSQL finds no deadlock.
import pg from 'pg'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aForum, anAccount, anExternalUser, aUser } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Answer, type Shown, startTestService } from '../support/service.ts'

const ROUNDS = EXHAUSTIVE ? 24 : 12

const at = await startTestService()
let deadlocks = 0

afterEach(async () => {
  expect(await findWrongFigures(at.db)).toEqual([])
  const before = deadlocks
  deadlocks = await countDeadlocks()
  expect(deadlocks - before).toBe(0)
})

/** A connection adds its deadlocks to the statistics when it ends at the latest, so this ends all of them. */
async function countDeadlocks(): Promise<number> {
  const client = new pg.Client(at.connection)
  await client.connect()
  await endConnections(client)
  const { rows } = await client.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  await client.end()
  return rows[0].deadlocks
}

/** The service opens new ones, with the current settings of the database. */
async function endConnections(client: pg.Client): Promise<void> {
  await client.query(`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'earshot'`)
  await expect.poll(async () => (await at.put('/forums/0', {})).status).toBe(404)
}

let scenes = 0

/** People of two accounts each, and as many suggestions, forums, categories and labels. */
async function aScene(size: number) {
  const name = `scene-${scenes++}`
  const numbers = Array.from({ length: size }, (_, i) => i)
  const accounts: number[] = []
  for (const i of numbers) accounts.push(await anAccount(at.db, `${name}-${i}`, { mrr: 10 + i }))
  const people: number[] = []
  const suggestions: number[] = []
  const forums: number[] = []
  const categories: number[] = []
  const labels: number[] = []
  for (const i of numbers) {
    const user = await aUser(at.db, `${i}@${name}.test`)
    people.push(user)
    for (const [j, account] of [accounts[i], accounts[(i + 1) % size]].entries())
      await anExternalUser(at.db, user, `${name}-${i}-${j}`, { external_account_id: account })
    const forum = await aForum(at.db, `${name} ${i}`)
    forums.push(forum)
    categories.push((await at.made('/categories', { name: `${name} ${i}`, links: { forum } })).id)
    labels.push((await at.made('/labels', { name: `${name} ${i}` })).id)
    suggestions.push((await at.made('/suggestions', { title: `Idea ${i}`, links: { forum } })).id)
  }
  return { name, people, suggestions, forums, categories, labels }
}

const pick = <T>(list: T[], i: number): T => list[i % list.length] as T
const pickAny = <T>(list: T[]): T => pick(list, Math.floor(Math.random() * list.length))

function expectStatuses(answers: Answer[], allowed: number[]): void {
  const others = answers.filter(({ status }) => !allowed.includes(status))
  expect(others.map(({ text }) => text)).toEqual([])
}

const aFeedbackRecord = (suggestion: number, user: number) =>
  at.made('/feedback_records', { body: 'Please', links: { suggestion, user } })

test.each([2, 6])('%i feedback records exchange suggestions and users', async (size) => {
  const { people, suggestions } = await aScene(size)
  const records: Shown[] = []
  for (const [i, suggestion] of suggestions.entries())
    records.push(await aFeedbackRecord(suggestion, pick(people, i)))
  for (let round = 1; round <= ROUNDS; round++) {
    const answers = await Promise.all(
      records.map(({ id }, i) => {
        const user = pick(people, round % 2 === 0 ? i : size - 1 - i)
        const links = { suggestion: pick(suggestions, i + round), user }
        return at.put(`/feedback_records/${id}`, { links })
      }),
    )
    expectStatuses(answers, [200])
  }
})

test('feedback moves during importance answers, votes, merges and their undoing', async () => {
  const { people, suggestions } = await aScene(4)
  const records: number[] = []
  const supporters: number[] = []
  for (const [i, suggestion] of suggestions.entries()) {
    records.push((await aFeedbackRecord(suggestion, pick(people, i))).id)
    const links = { suggestion, user: pick(people, i + 1) }
    supporters.push((await at.made('/supporters', { links })).id)
  }
  const responses = (await at.get('/importance_responses')).body.importance_responses
  const writes = [
    () => at.put(`/feedback_records/${pickAny(records)}`, { links: anyPair() }),
    () => at.put(`/feedback_records/${pickAny(records)}`, { links: anyPair() }),
    () =>
      at.post('/importance_scores', {
        links: { ...anyPair(), response: pickAny(responses as Shown[]).id },
      }),
    () => at.post('/supporters', { links: anyPair() }),
    () => at.delete(`/supporters/${pickAny(supporters)}`),
    () => {
      const { suggestion, user } = anyPair()
      return at.post('/comments', { body: 'Me too', links: { suggestion, created_by: user } })
    },
    () => {
      const links = { from_suggestion: pickAny(suggestions), to_suggestion: pickAny(suggestions) }
      return at.post('/suggestions/merge', { links })
    },
    () => at.post(`/suggestions/${pickAny(suggestions)}/unmerge`, {}),
  ]
  const anyPair = () => ({ suggestion: pickAny(suggestions), user: pickAny(people) })
  for (let round = 0; round < ROUNDS; round++)
    expectStatuses(await Promise.all(writes.map((write) => write())), [200, 201, 404, 409, 422])
})

test('suggestions move between forums, categories, labels and statuses', async () => {
  const { suggestions, forums, categories, labels } = await aScene(4)
  const [open, closed] = [
    await at.made('/statuses', { name: 'planned', is_open: true }),
    await at.made('/statuses', { name: 'done', is_open: false }),
  ].map(({ id }) => id) as [number, number]
  const move = () => {
    const i = Math.floor(Math.random() * 4)
    const links = {
      forum: pick(forums, i),
      category: pick(categories, i),
      labels: [pickAny(labels), pickAny(labels)],
      status: pickAny([open, closed]),
    }
    return at.put(`/suggestions/${pickAny(suggestions)}`, { links })
  }
  const create = () => {
    const links = { forum: pickAny(forums), labels: [pickAny(labels), pickAny(labels)] }
    return at.post('/suggestions', { title: 'Idea', links })
  }
  const linkPair = () => {
    const links = { suggestion: pickAny(suggestions), linked_suggestion: pickAny(suggestions) }
    return at.post(`/suggestions/link`, { links })
  }
  const writes = [
    move,
    move,
    move,
    create,
    linkPair,
    () => at.put(`/statuses/${pickAny([open, closed])}`, { is_open: Math.random() < 0.5 }),
    () => at.put(`/categories/${pickAny(categories)}`, { links: { forum: pickAny(forums) } }),
    () => at.put(`/labels/${pickAny(labels)}`, { name: `renamed ${Math.random()}` }),
    () => at.delete(`/suggestions/${pickAny(suggestions)}`),
    () => at.put(`/suggestions/${pickAny(suggestions)}/restore`, {}),
  ]
  for (let round = 0; round < ROUNDS; round++)
    expectStatuses(await Promise.all(writes.map((write) => write())), [200, 201, 422])
})

test('external users move between accounts and users during votes', async () => {
  const { name, people, suggestions } = await aScene(4)
  const move = () => {
    const user = {
      external_id: `${name}-${Math.floor(Math.random() * 4)}-0`,
      user_id: pickAny(people),
      account: { external_id: `${name}-${Math.floor(Math.random() * 4)}` },
    }
    return at.post('/external_users/import', { users: [user] })
  }
  const anyPair = () => ({ suggestion: pickAny(suggestions), user: pickAny(people) })
  const writes = [
    move,
    move,
    move,
    () => at.post('/supporters', { links: anyPair() }),
    () => at.post('/supporters', { links: anyPair() }),
    () => at.post('/nps_ratings', { rating: 9, links: { user: pickAny(people) } }),
  ]
  for (let round = 0; round < ROUNDS; round++)
    expectStatuses(await Promise.all(writes.map((write) => write())), [200, 201])
})

test('custom fields are renamed and deleted during writes of their values and votes', async () => {
  const { name, people, suggestions } = await aScene(4)
  const anyPair = () => ({ suggestion: pickAny(suggestions), user: pickAny(people) })
  for (let round = 0; round < ROUNDS / 4; round++) {
    const key = `cf_round_${round}`
    const fields: Shown[] = []
    for (const object_type of ['suggestions', 'external_users', 'external_accounts'])
      fields.push(
        await at.made('/custom_fields', { name: key, key, field_type: 'number', object_type }),
      )
    const write = () => at.put(`/suggestions/${pickAny(suggestions)}`, { [key]: Math.random() })
    const importAny = () => {
      const i = Math.floor(Math.random() * 4)
      const account = { external_id: `${name}-${i}`, mrr: Math.ceil(Math.random() * 99), [key]: 2 }
      const user = { external_id: `${name}-${i}-0`, user_id: people[i], [key]: 1, account }
      return at.post('/external_users/import', { users: [user] })
    }
    for (const i of [0, 1, 2, 3]) {
      await at.put(`/suggestions/${suggestions[i]}`, { [key]: i })
      await importAny()
    }
    const answers = await Promise.all([
      ...[write, write, write, write, importAny, importAny, importAny].map((act) => act()),
      ...[1, 2, 3].map(() => at.post('/supporters', { links: anyPair() })),
      ...fields.map(({ id }) => at.put(`/custom_fields/${id}`, { key: `${key}_b` })),
      ...fields.map(({ id }) => at.delete(`/custom_fields/${id}`)),
      ...[write, write, importAny, importAny].map((act) => act()),
    ])
    expectStatuses(answers, [200, 201, 404, 409, 422])
  }
})

test('a write that never gets its locks changes nothing and answers 503', async () => {
  const { people, suggestions } = await aScene(2)
  const { id } = await aFeedbackRecord(pick(suggestions, 0), pick(people, 0))
  const client = new pg.Client(at.connection)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`alter database ${client.database} set lock_timeout = '20ms'`)
  await endConnections(client)
  await client.query('begin')
  await client.query('select from users where id = $1 for update', [pick(people, 1)])
  const links = { suggestion: pick(suggestions, 1), user: pick(people, 1) }
  const answer = await at.put(`/feedback_records/${id}`, { links })
  expect(answer.status, answer.text).toBe(503)
  expect(answer.headers['retry-after']).toBe('1')
  expect(answer.body).toMatchObject({
    error: 'unavailable',
    message: 'Overloaded by concurrent writes. Nothing was changed. Retry after 1 second.',
  })
  expect((await at.shown(`/feedback_records/${id}`)).links).toMatchObject({
    suggestion: pick(suggestions, 0),
    user: pick(people, 0),
  })
  await client.query('rollback')
  await client.query(`alter database ${client.database} reset lock_timeout`)
  expect((await at.put(`/feedback_records/${id}`, { links })).status).toBe(200)
})
