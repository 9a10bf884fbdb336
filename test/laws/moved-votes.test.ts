// Votes of a move come without the triggers and foreign keys of each row. What they leave is the same, and so is what they refuse.
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { databaseOn, type Tx } from '../../src/db/db.ts'
import { createChance } from '../fuzz/chance.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aComment, aForum, aSuggestion, insert, variedCustomers } from '../support/factories.ts'
import { findWrongFiguresIn } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { asServingRole } from '../support/template-database.ts'

const DAY_MS = 86_400_000
const BATCHES = EXHAUSTIVE ? 12 : 5

type Vote = {
  id: number
  suggestion: number
  user: number
  votes: number
  is_subscribed: boolean
  at: string
}
type Outcome = Record<string, string[]> | string

let at: TestService
const people: number[] = []
const suggestions: number[] = []

beforeAll(async () => {
  at = await startTestService()
  const { db } = at
  people.push(...(await variedCustomers(db, 28)))
  await sql`update users set state = 'spam' where id in (${people[3]}, ${people[4]})`.execute(db)
  const forums = [await aForum(db, 'Mobile'), await aForum(db, 'Web')]
  for (let place = 0; place < 8; place++)
    suggestions.push(await aSuggestion(db, forums[place % 2] as number, `Suggestion ${place}`))
  await sql`update suggestions set state = 'spam' where id = ${suggestions[5]}`.execute(db)
  // People who commented and gave feedback before they vote, also long ago.
  for (const suggestion_id of suggestions.slice(0, 3)) {
    for (const user of people.slice(0, 6)) await aComment(db, suggestion_id, user)
    for (const user_id of people.slice(4, 9))
      await insert(db, 'feedback_records', { body: 'Please', suggestion_id, user_id })
  }
  await sql`update comments set created_at = created_at - interval '2 days', updated_at = updated_at - interval '2 days'`.execute(
    db,
  )
  await sql`update feedback_records set created_at = created_at - interval '2 days', updated_at = updated_at - interval '2 days'`.execute(
    db,
  )
  await at.made('/features', { name: 'Theming' })
  // Some vote here already.
  for (const user_id of people.slice(0, 3))
    await insert(db, 'supporters', { suggestion_id: suggestions[0], user_id })
})

const rowOf = ({ id, suggestion, user, votes, is_subscribed, at }: Vote) =>
  sql`(${id}::bigint, ${suggestion}::bigint, ${user}::bigint, ${votes}::integer, ${is_subscribed}::boolean, 'import', ${at}::timestamptz)`

const addPlain = (db: Kysely<never>, votes: Vote[]) =>
  sql`insert into supporters (id, suggestion_id, user_id, votes_count, is_subscribed, channel, created_at)
    select * from (values ${sql.join(votes.map(rowOf))})
      as v (id, suggestion_id, user_id, votes_count, is_subscribed, channel, created_at)`.execute(
    db,
  )

async function addMoved(db: Kysely<never>, votes: Vote[]): Promise<boolean> {
  const { rows } = await sql<{ is_added: boolean }>`
    select add_moved_votes(array[${sql.join(votes.map((vote) => sql`${rowOf(vote)}::moved_vote`))}]) as is_added`.execute(
    db,
  )
  return rows[0]?.is_added === true
}

/** Counters in parts are summed, and queues can name a record several times. */
const OTHERWISE: Record<string, string> = {
  record_counts: 'select collection, sum(count) from record_counts group by 1',
  supporter_counts: 'select forum_id, sum(count) from supporter_counts group by 1',
  time_counts:
    'select relation, day, sum(created), sum(updated) from time_counts group by 1, 2 having sum(created) <> 0 or sum(updated) <> 0',
  time_blocks: 'select relation, block, min(lowest) from time_blocks group by 1, 2',
  stale_records: `select distinct to_jsonb(t) - 'id' from stale_records t`,
  report_person_changes: 'select distinct user_id, year from report_person_changes',
  events: `select to_jsonb(t) - 'id' from events t`,
}

/** Every row of every table. */
async function dump(tx: Tx): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    tx,
  )
  const dumped: Record<string, string[]> = {}
  for (const { name } of tables) {
    const query = OTHERWISE[name] ?? `select * from "${name}"`
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from (${sql.raw(query)}) t order by 1`.execute(tx)
    dumped[name] = rows.map(({ row }) => row)
  }
  return dumped
}

/** What becomes of the whole database in one transaction, in which all times are the same. It is rolled back. */
async function compare(votes: Vote[]): Promise<{ plain: Outcome; moved: Outcome; wrong: unknown }> {
  // Nothing that the service does meanwhile is seen.
  const tx = await at.db.startTransaction().execute()
  await sql`set transaction isolation level repeatable read`.execute(tx)
  let wrong: unknown = []
  const attempt = async (add: () => Promise<unknown>): Promise<Outcome> => {
    await sql`savepoint attempt`.execute(tx)
    try {
      await add()
      await sql`set constraints all immediate`.execute(tx)
      wrong = await findWrongFiguresIn(tx)
      return await dump(tx)
    } catch (error) {
      return String((error as { code?: string }).code ?? error)
    } finally {
      await sql`rollback to savepoint attempt`.execute(tx)
    }
  }
  try {
    const plain = await attempt(() => addPlain(tx as never, votes))
    const moved = await attempt(async () => expect(await addMoved(tx as never, votes)).toBe(true))
    return { plain, moved, wrong }
  } finally {
    await tx.rollback().execute()
  }
}

let nextId = 5_000_000
const voteOf = (suggestion: number, user: number, more: Partial<Vote> = {}): Vote => ({
  id: nextId++,
  suggestion,
  user,
  votes: 1,
  is_subscribed: true,
  at: new Date(Date.now() - 1000).toISOString(),
  ...more,
})

function someVotes(chance: ReturnType<typeof createChance>): Vote[] {
  const votes = suggestions.flatMap((suggestion, place) =>
    people.slice(place === 0 ? 3 : 0).map((user) =>
      voteOf(suggestion, user, {
        id: 5_000_000 + chance.below(1_000_000_000),
        votes: 1 + chance.below(3),
        is_subscribed: chance.below(2) === 0,
        at: new Date(
          Date.now() - chance.pick([0, 0.01, 1, 28, 29, 30, 31, 90, 400, 3000]) * DAY_MS,
        ).toISOString(),
      }),
    ),
  )
  const size = chance.pick([2, 3, 50, 150])
  return Array.from({ length: size }, () => votes.splice(chance.below(votes.length), 1)).flat()
}

test('random batches leave the same rows as triggers and foreign keys', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const chance = createChance(seed)
  for (let batch = 1; batch <= BATCHES; batch++) {
    const { plain, moved, wrong } = await compare(someVotes(chance))
    expect(typeof plain, `seed ${seed}, batch ${batch}: ${plain}`).toBe('object')
    expect(moved, `seed ${seed}, batch ${batch}`).toEqual(plain)
    expect(wrong, `seed ${seed}, batch ${batch}`).toEqual([])
  }
})

test('more than a thousand are locked in another way, and leave the same rows', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into users (email_address) select 'crowd.' || n || '@customers.test' from generate_series(1, 700) n returning id`.execute(
    at.db,
  )
  const votes = rows.flatMap(({ id }) => [
    voteOf(suggestions[1] as number, id),
    voteOf(suggestions[2] as number, id, { at: '2019-02-03T04:05:06Z' }),
  ])
  const { plain, moved, wrong } = await compare(votes)
  expect(typeof plain).toBe('object')
  expect(moved).toEqual(plain)
  expect(wrong).toEqual([])
})

test('what triggers and foreign keys refuse is refused', async () => {
  const [first, second] = suggestions as [number, number]
  const user = people[10] as number
  const refused = {
    'a person who does not exist': [voteOf(first, user), voteOf(first, 999_999_999)],
    'a suggestion that does not exist': [voteOf(first, user), voteOf(999_999_999, user)],
    'two votes of a person for a suggestion': [voteOf(first, user), voteOf(first, user)],
    'a vote that is there': [voteOf(first, people[0] as number), voteOf(second, user)],
    'an id that is there': [voteOf(first, user, { id: 7 }), voteOf(second, user, { id: 7 })],
  }
  for (const [what, votes] of Object.entries(refused)) {
    const { plain, moved } = await compare(votes)
    expect([moved, typeof plain], what).toEqual([plain, 'string'])
  }
  const many = Array.from({ length: 1200 }, (_, n) => voteOf(first, 800_000_000 + n))
  expect(await compare(many)).toMatchObject({ plain: '23503', moved: '23503' })
})

test('a suggestion that was merged just now is refused', async () => {
  const [target, merged] = suggestions.slice(6) as [number, number]
  const links = { from_suggestion: merged, to_suggestion: target }
  expect((await at.post('/suggestions/merge', { links })).status).toBeLessThan(300)
  const { plain, moved } = await compare([
    voteOf(merged, people[0] as number),
    voteOf(target, people[1] as number),
  ])
  expect([plain, moved]).toEqual(['40001', '40001'])
})

test('people with pending data are left to the plain way', async () => {
  const tx = await at.db.startTransaction().execute()
  try {
    await sql`insert into pending_identities (external_id, email, identity, identify_job_id)
      values ('pending', 'PERSON.9@customers.test', '{}', 1)`.execute(tx)
    const votes = (user: number) => [
      voteOf(suggestions[1] as number, people[8] as number),
      voteOf(suggestions[1] as number, user),
    ]
    expect(await addMoved(tx as never, votes(people[9] as number))).toBe(false)
    expect(await addMoved(tx as never, votes(people[10] as number))).toBe(true)
  } finally {
    await tx.rollback().execute()
  }
})

test('who serves may add them, who only reads may not, and an owner without the right leaves it', async () => {
  const votes = [
    voteOf(suggestions[3] as number, people[20] as number),
    voteOf(suggestions[3] as number, people[21] as number),
  ]
  const pool = new pg.Pool({ ...asServingRole(at.connection), max: 1 })
  try {
    expect(await addMoved(databaseOn(pool) as never, votes)).toBe(true)
  } finally {
    await pool.end()
  }
  const tx = await at.db.startTransaction().execute()
  try {
    await sql`create role moved_votes_reader`.execute(tx)
    await sql`grant select on all tables in schema public to moved_votes_reader`.execute(tx)
    await sql`savepoint reading`.execute(tx)
    await sql`set local role moved_votes_reader`.execute(tx)
    await expect(addMoved(tx as never, votes)).rejects.toThrow(/permission denied for function/)
    await sql`rollback to savepoint reading`.execute(tx)
    await sql`alter function add_moved_votes owner to moved_votes_reader`.execute(tx)
    expect(await addMoved(tx as never, votes)).toBe(false)
    const { rows } = await sql<{ role: string }>`
      select current_setting('session_replication_role') as role`.execute(tx)
    expect(rows).toEqual([{ role: 'origin' }])
  } finally {
    await tx.rollback().execute()
  }
})
