// The same write many times at once, sent to two processes: its effect happens once, and every response says so.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { aForum, anAccount, anExternalUser, aUser } from '../support/factories.ts'
import { type Asked, ask, type Process, startServices } from '../support/processes.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService } from '../support/service.ts'

const CALLS = 50

const at = await startTestService()
const servers = await startServices(at.connection, 2)
const forum = await aForum(at.db, 'Races')

afterEach(async () => {
  expect(await findWrongFigures(at.db)).toEqual([])
})

const aSuggestion = (title: string) => at.made('/suggestions', { title, links: { forum } })

type Sent = [method: string, path: string, body?: unknown, headers?: Record<string, string>]

/** Sends all calls at once, in turn to each process. */
const atOnce = (calls: Sent[]): Promise<Asked[]> =>
  Promise.all(
    calls.map(async ([method, path, body, headers], i) => {
      const { address } = servers[i % servers.length] as Process
      const answer = await ask({ address, token: at.token }, method, path, {
        body,
        ...(headers && { headers }),
      })
      if (!answer) throw new Error(`${method} ${path} got no response.`)
      return answer
    }),
  )
const aPerson = () => aUser(at.db, `${randomUUID()}@races.test`)
const repeated = (...call: Sent) => atOnce(Array.from({ length: CALLS }, () => call))

/** How many responses have each status. */
const countStatuses = (answers: Asked[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('one idempotency key creates one suggestion', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const own = await aForum(at.db, `Once ${randomUUID()}`)
  const body = { title: 'Once', links: { forum: own } }
  const answers = await repeated('POST', '/suggestions', body, key)
  const made = answers.filter(({ status }) => status === 201)
  const running = answers.filter(({ status }) => status === 409)
  expect(made.length + running.length).toBe(CALLS)
  expect(made.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
  expect(new Set(made.map(({ text }) => text)).size).toBe(1)
  for (const { headers, text } of running) {
    expect(headers.get('retry-after')).toBe('1')
    expect(JSON.parse(text)).toMatchObject({ error: 'conflict' })
  }
  for (const { address } of servers) {
    const again = await ask({ address, token: at.token }, 'POST', '/suggestions', {
      body,
      headers: key,
    })
    expect([again?.status, again?.text]).toEqual([201, made[0]?.text])
    expect(again?.headers.get('idempotency-replayed')).toBe('true')
  }
  expect((await at.get(`/suggestions?forum=${own}`)).body.suggestions).toHaveLength(1)
})

test('votes of one user count once', async () => {
  const suggestion = await aSuggestion('Voted for')
  const account = await anAccount(at.db, randomUUID(), { mrr: 70 })
  const user = await aPerson()
  await anExternalUser(at.db, user, randomUUID(), { external_account_id: account })
  const links = { suggestion: suggestion.id, user }
  const answers = await repeated('POST', '/supporters', { links })
  expect(countStatuses(answers)).toEqual({ 201: 1, 200: CALLS - 1 })
  expect(new Set(answers.map(({ text }) => JSON.parse(text).supporters[0].id)).size).toBe(1)
  expect(await at.shown(`/suggestions/${suggestion.id}`)).toMatchObject({
    supporters_count: 1,
    votes_count: 1,
    supporting_accounts_count: 1,
    supporter_revenue: 70,
  })
  const entries = await at.get(
    `/suggestion_activity_entries?suggestion=${suggestion.id}&kind=supporter_added`,
  )
  expect(entries.body.suggestion_activity_entries).toHaveLength(1)
})

test('votes of a new person create one user', async () => {
  const { id } = await aSuggestion('Voted for by a stranger')
  const email = `${randomUUID()}@races.test`
  const body = { user_email: email, links: { suggestion: id } }
  const answers = await repeated('POST', '/supporters', body)
  expect(countStatuses(answers)).toEqual({ 201: 1, 200: CALLS - 1 })
  expect((await at.get(`/users?q=${email}`)).body.users).toHaveLength(1)
  expect((await at.shown(`/suggestions/${id}`)).supporters_count).toBe(1)
})

test('a vote whose row another call removes before the response is given again', async () => {
  const { id: suggestion } = await aSuggestion('Merged at the same moment')
  const user = await aPerson()
  // Removes the row when the vote is committed, as a merge that removes a duplicate vote can.
  await sql`
    create or replace function remove_first_vote() returns trigger language plpgsql as $$ begin
      delete from supporters where id = new.id;
      drop trigger remove_first_vote on supporters;
      return null;
    end $$`.execute(at.db)
  const removing = sql.raw(`
    create constraint trigger remove_first_vote after insert on supporters deferrable initially deferred
    for each row when (new.user_id = ${user}) execute function remove_first_vote()`)
  await removing.execute(at.db)
  const [answer] = await atOnce([['POST', '/supporters', { links: { suggestion, user } }]])
  expect([answer?.status, answer?.text]).toEqual([201, expect.stringContaining('"supporters"')])
  expect((await at.shown(`/suggestions/${suggestion}`)).supporters_count).toBe(1)
})

test('a vote is withdrawn once', async () => {
  const { id: suggestion } = await aSuggestion('Left')
  const user = await aPerson()
  const { id } = await at.made('/supporters', { links: { suggestion, user } })
  expect(countStatuses(await repeated('DELETE', `/supporters/${id}`))).toEqual({
    200: 1,
    404: CALLS - 1,
  })
  expect((await at.shown(`/suggestions/${suggestion}`)).supporters_count).toBe(0)
})

test('votes, comments and feedback during deletions of their suggestion stay exact', async () => {
  const { id: suggestion } = await aSuggestion('Deleted in between')
  const people: number[] = []
  for (let i = 0; i < CALLS; i++) people.push(await aPerson())
  const answers = await atOnce(
    people.flatMap((user, i): Sent[] => [
      ['POST', '/supporters', { links: { suggestion, user } }],
      ['POST', '/comments', { body: 'Yes', links: { suggestion, created_by: user } }],
      ['POST', '/feedback_records', { body: 'Please', links: { suggestion, user } }],
      i % 2 === 0
        ? ['DELETE', `/suggestions/${suggestion}`]
        : ['PUT', `/suggestions/${suggestion}/restore`, {}],
    ]),
  )
  const failed = answers.filter(({ status }) => ![200, 201, 409, 422].includes(status))
  expect(failed.map(({ status, text }) => `${status} ${text}`)).toEqual([])
  await at.put(`/suggestions/${suggestion}/restore`, {})
  const accepted = answers.filter(({ status }) => status < 300)
  const made = (collection: string) =>
    accepted.filter(({ text }) => collection in JSON.parse(text)).length
  // A vote is also accepted when the feedback of the same person came first and made them a supporter.
  expect(await at.shown(`/suggestions/${suggestion}`)).toMatchObject({
    supporters_count: made('supporters'),
    comments_count: made('comments'),
    requests_count: made('feedback_records'),
  })
})

test('votes during the erasure of their user leave nothing of the user', async () => {
  const suggestions = await Promise.all([1, 2, 3, 4].map((i) => aSuggestion(`Erased ${i}`)))
  const user = await aPerson()
  const answers = await atOnce([
    ...Array.from({ length: CALLS }, (_, i): Sent => {
      const { id } = suggestions[i % suggestions.length] as { id: number }
      return ['POST', '/supporters', { links: { suggestion: id, user } }]
    }),
    ['DELETE', `/users/${user}`],
  ])
  const failed = answers.filter(({ status }) => ![200, 201, 409, 422].includes(status))
  expect(failed.map(({ status, text }) => `${status} ${text}`)).toEqual([])
  expect(answers.at(-1)?.status).toBe(200)
  const { body } = await at.get(`/supporters?user=${user}`)
  expect(body.supporters).toEqual([])
  for (const { id } of suggestions)
    expect((await at.shown(`/suggestions/${id}`)).supporters_count).toBe(0)
})
