// Votes that come one at a time are counted by other statements than several at once. Both leave the same figures.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createChance } from '../fuzz/chance.ts'
import { aComment, aForum, aSuggestion, insert, variedCustomers } from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'

const DAY_MS = 86_400_000
const STEPS = 60

let at: TestService
const people: number[] = []
const forums: number[] = []
beforeAll(async () => {
  at = await startTestService()
  const { db } = at
  people.push(...(await variedCustomers(db, 8)))
  forums.push(await aForum(db, 'Mobile'), await aForum(db, 'Web'))
  await at.made('/features', { name: 'Theming' })
})

/** A suggestion on which some people have commented and given feedback. */
async function aDiscussion(title: string, forum = forums[0] as number): Promise<number> {
  const suggestion_id = await aSuggestion(at.db, forum, title)
  for (const user_id of people.slice(0, 3)) await aComment(at.db, suggestion_id, user_id)
  for (const user_id of people.slice(2, 5))
    await insert(at.db, 'feedback_records', { body: 'Please', suggestion_id, user_id })
  return suggestion_id
}

const insertAtOnce = (suggestion: number, votes: { user: number; count: number; at: Date }[]) =>
  sql`insert into supporters (suggestion_id, user_id, votes_count, created_at, created_by_id, updated_by_id)
    values ${sql.join(
      votes.map(
        ({ user, count, at }) => sql`(${suggestion}, ${user}, ${count}, ${at}, ${user}, ${user})`,
      ),
    )} on conflict do nothing`.execute(at.db)

const figuresOf = async (suggestion: number) => {
  const { rows } = await sql<{
    figures: object
    accounts: object
    votes: object
  }>`
    select to_jsonb(f) - 'id' - 'updated_at' as figures,
      (select jsonb_agg(to_jsonb(a) - 'suggestion_id' order by external_account_id) from suggestion_accounts a
        where a.suggestion_id = f.id) as accounts,
      (select jsonb_agg(jsonb_build_array(user_id, comments_count, requests_count) order by user_id) from supporters s
        where s.suggestion_id = f.id) as votes
    from suggestion_figures f where f.id = ${suggestion}`.execute(at.db)
  return rows[0]
}

/** Supporters with an event of their own. */
const countAnnounced = async (suggestion: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(distinct s.id) as n from supporters s join events e on e.record_id = s.id and e.suggestion_id = s.suggestion_id
    where s.suggestion_id = ${suggestion} and e.collection = 'supporters' and e.action = 'created'`.execute(
    at.db,
  )
  return Number(rows[0]?.n)
}

test('the same votes, one at a time and at once, leave the same figures', async () => {
  const commentedAt = new Date(Date.now() - 60_000)
  const [single, together] = [await aDiscussion('One by one'), await aDiscussion('All at once')]
  await sql`update comments set created_at = ${commentedAt} where suggestion_id in (${single}, ${together})`.execute(
    at.db,
  )
  await sql`update feedback_records set created_at = ${commentedAt} where suggestion_id in (${single}, ${together})`.execute(
    at.db,
  )
  const votes = people.map((user, place) => ({
    user,
    count: 1 + (place % 3),
    at: new Date(Date.now() - place * DAY_MS),
  }))
  for (const vote of votes) await insertAtOnce(single, [vote])
  await insertAtOnce(together, votes)
  const figures = await figuresOf(single)
  expect(figures?.votes).toHaveLength(people.length)
  expect(figures).toEqual(await figuresOf(together))
  expect(await findWrongFigures(at.db)).toEqual([])
  expect([await countAnnounced(single), await countAnnounced(together)]).toEqual([
    people.length,
    people.length,
  ])
})

test('random histories of both leave every figure exact', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const chance = createChance(seed)
  const subjects = [
    await aDiscussion('First'),
    await aDiscussion('Second', forums[1]),
    await aSuggestion(at.db, forums[1] as number, 'Third'),
  ]
  const vote = () => ({
    user: chance.pick(people),
    count: 1 + chance.below(3),
    at: new Date(Date.now() - chance.pick([0, 0, 1, 28, 29, 30, 31, 90]) * DAY_MS),
  })
  for (let step = 1; step <= STEPS; step++) {
    const suggestion = chance.pick(subjects)
    await chance.pick([
      () => insertAtOnce(suggestion, [vote()]),
      () => insertAtOnce(suggestion, [vote(), vote(), vote()]),
      () => at.post('/supporters', { links: { suggestion, user: chance.pick(people) } }),
      () =>
        sql`delete from supporters where suggestion_id = ${suggestion} and user_id in (${chance.pick(people)}, ${chance.pick(people)})`.execute(
          at.db,
        ),
    ])()
    if (step % 20 === 0)
      expect(await findWrongFigures(at.db), `seed ${seed}, step ${step}`).toEqual([])
  }
})

test('a vote of a new person for an unknown suggestion creates no user', async () => {
  const email = `nobody.${Date.now()}@customers.test`
  const links = { suggestion: 999_999 }
  expect((await at.post('/supporters', { email, links })).status).toBe(422)
  expect((await at.get(`/users?email_address=${email}`)).body.users).toEqual([])
})

test('a vote names its person and its request in the event', async () => {
  const suggestion = await aSuggestion(at.db, forums[0] as number, 'Fourth')
  const { headers, body } = await at.post('/supporters', {
    links: { suggestion, user: people[0] as number },
  })
  const { rows } = await sql<{ request_id: string; user_id: number }>`
    select request_id, user_id from events where collection = 'supporters' and action = 'created'
      and record_id = ${body.supporters[0].id}`.execute(at.db)
  const { rows: owners } = await sql<{ id: number }>`select id from users where is_owner`.execute(
    at.db,
  )
  expect(rows).toEqual([{ request_id: headers['x-request-id'], user_id: owners[0]?.id }])
})

test('a follower who votes is no follower any more', async () => {
  const suggestion = await aSuggestion(at.db, forums[0] as number, 'Fifth')
  const user = people[1] as number
  await sql`insert into suggestion_followers (suggestion_id, user_id) values (${suggestion}, ${user})`.execute(
    at.db,
  )
  await at.post('/supporters', { links: { suggestion, user } })
  const { rows } =
    await sql`select from suggestion_followers where suggestion_id = ${suggestion}`.execute(at.db)
  expect(rows).toEqual([])
})
