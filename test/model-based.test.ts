// Many clients, random calls: what the service tells is what a small model of it holds, every figure is what its rows
// say, and every list is complete.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aForum, anAccount, anExternalUser, aUser, idsOf, insert, walk } from './factories.ts'
import { findWrongFigures } from './recount.ts'
import { startTestService, type TestService } from './service.ts'
import { Model, PLANS, pickIndependent, type Send, type Step, type World } from './service-model.ts'

const CLIENTS = 4

let at: TestService
let tokens: string[]
let worlds = 0

beforeAll(async () => {
  at = await startTestService()
  tokens = []
  for (let i = 0; i < CLIENTS; i++) tokens.push((await at.aClient()).token)
})

/** Two forums, and some people, most of them of two customers. */
async function aNewWorld(): Promise<World> {
  worlds += 1
  const world = worlds
  const { db } = at
  const forum = async () => {
    const id = await aForum(db, `Forum ${world}`)
    const category = () => insert(db, 'categories', { name: 'Layout', forum_id: id })
    return { id, categories: [await category(), await category()] }
  }
  const label = () => insert(db, 'labels', { name: 'urgent', full_name: 'urgent' })
  const accounts = [
    await anAccount(db, `acme ${world}`, { mrr: 1200 }),
    await anAccount(db, `bolt ${world}`, { mrr: 300.5 }),
  ]
  const people: number[] = []
  for (let i = 0; i < 6; i++) {
    const user = await aUser(db, `person${i}@world${world}.test`)
    people.push(user)
    const external_account_id = accounts[i % 3]
    if (external_account_id)
      await anExternalUser(db, user, `${world}-${i}`, { external_account_id })
  }
  return {
    forums: [await forum(), await forum()],
    labels: [await label(), await label(), await label()],
    openStatus: await insert(db, 'statuses', { name: 'planned' }),
    closedStatus: await insert(db, 'statuses', { name: 'done', is_open: false }),
    team: await insert(db, 'teams', { name: 'Support' }),
    people,
  }
}

const sendAs =
  (client: number): Send =>
  (method, path, body) =>
    at.call(method, path, { token: tokens[client % CLIENTS] as string, ...(body && { body }) })

type Asked = { kind: string; client: number; numbers: number[] }

const asked: fc.Arbitrary<Asked> = fc.record({
  kind: fc.oneof(
    ...Object.entries(PLANS).map(([kind, { weight }]) => ({
      arbitrary: fc.constant(kind),
      weight,
    })),
  ),
  client: fc.nat(CLIENTS - 1),
  numbers: fc.array(fc.nat(999), { minLength: 3, maxLength: 3 }),
})

const planned = (model: Model, { kind, client, numbers }: Asked): Step | undefined =>
  PLANS[kind]?.plan(model, sendAs(client), numbers)

/** Calls that do not meet, all at once; one alone is a burst too. */
class Burst implements fc.AsyncCommand<Model, TestService> {
  readonly #asked: Asked[]
  constructor(calls: Asked[]) {
    this.#asked = calls
  }
  check = () => true
  async run(model: Model) {
    const steps = pickIndependent(
      this.#asked.map((one) => planned(model, one)).filter((one) => !!one),
    )
    const answers = await Promise.all(steps.map((step) => step.send()))
    for (const [i, step] of steps.entries()) step.settle(answers[i] as (typeof answers)[number])
  }
  toString = () =>
    this.#asked.map(({ kind, numbers }) => `${kind}(${numbers.join(', ')})`).join(' | ')
}

async function expectAsModel(model: Model): Promise<void> {
  const forums = model.world.forums.map(({ id }) => id)
  const listed = async (collection: string, query: string) => {
    const pages = await walk(at.get, `/${collection}?${query}&per_page=7`)
    return pages.flatMap(({ body }) => body[collection])
  }
  const inOrder = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

  const suggestions = await listed('suggestions', `forum=${forums}&sort=-supporters_count`)
  expect(inOrder(idsOf(suggestions))).toEqual(inOrder(model.suggestions.keys()))
  for (const shown of suggestions) {
    shown.links.labels?.sort((a: number, b: number) => a - b)
    expect(shown).toMatchObject(model.shown(model.suggestion(shown.id)))
    const isClosed = shown.links.status === model.world.closedStatus
    expect(shown.closed_at !== null, JSON.stringify(shown)).toBe(isClosed)
  }

  const about = `suggestion=${[...model.suggestions.keys(), 0]}`
  const collections = {
    supporters: model.supporters,
    comments: model.comments,
    feedback_records: model.feedback,
    notes: model.notes,
  }
  for (const [collection, records] of Object.entries(collections)) {
    const all = await listed(collection, `${about}&sort=updated_at`)
    expect(inOrder(idsOf(all)), collection).toEqual(inOrder(records.keys()))
    for (const { id, links } of all)
      expect(links.suggestion, `${collection} ${id}`).toBe(records.get(id)?.suggestion)
  }

  for (const { id, categories } of model.world.forums) {
    const own = [...model.suggestions.values()].filter((one) => one.forum === id)
    const visible = own.filter((one) => model.isVisible(one))
    const open = visible.filter(({ status }) => status !== model.world.closedStatus)
    const { body } = await at.get(`/forums/${id}?includes=categories`)
    expect(body.forums[0]).toMatchObject({
      suggestions_count: visible.length,
      open_suggestions_count: open.length,
      categories_count: categories.length,
    })
  }
}

describe('whatever clients do', () => {
  test('the service is what the model is, one call after another and several at once', async () => {
    const end = Date.now() + 12_000
    let hasFailed = false
    await fc.assert(
      fc.asyncProperty(
        fc.commands(
          [
            asked.map((one) => new Burst([one])),
            asked.map((one) => new Burst([one])),
            fc.array(asked, { minLength: 2, maxLength: 8 }).map((calls) => new Burst(calls)),
          ],
          { maxCommands: 60, size: 'max' },
        ),
        async (commands) => {
          // On a slow machine there are fewer runs; but a failure is always made smaller.
          if (Date.now() > end && !hasFailed) return
          const model = new Model(await aNewWorld())
          try {
            await fc.asyncModelRun(() => ({ model, real: at }), commands)
            await expectAsModel(model)
            expect(await findWrongFigures(at.db)).toEqual([])
          } catch (error) {
            hasFailed = true
            throw error
          }
        },
      ),
      { numRuns: 50, interruptAfterTimeLimit: 30_000, markInterruptAsFailure: false },
    )
  })

  test('calls that meet leave every figure exact, and no list incomplete', async () => {
    for (let round = 0; round < 2; round++) {
      const model = new Model(await aNewWorld())
      for (const one of fc.sample(asked, 40)) {
        const step = planned(model, one)
        step?.settle(await step.send())
      }
      const end = Date.now() + 4_000
      const crowd = Array.from({ length: 8 }, async (_, client) => {
        for (const one of fc.sample(asked, 100)) {
          if (Date.now() > end) return
          // As stale as what a client knows: what others do meanwhile, it does not see.
          const step = planned(model, { ...one, client })
          const answer = await step?.send()
          expect([undefined, 200, 201, 404, 409, 422], answer?.text).toContain(answer?.status)
        }
      })
      await Promise.all(crowd)
      expect(await findWrongFigures(at.db)).toEqual([])
      await expectNothingBehindMerged()
    }
    for (const collection of ['suggestions', 'supporters', 'comments', 'feedback_records', 'users'])
      await expectComplete(collection)
  })
})

/** What is said of a suggestion that was merged is said of the one that it was merged into. */
async function expectNothingBehindMerged(): Promise<void> {
  for (const collection of ['supporters', 'comments', 'feedback_records']) {
    const { rows } = await sql<{ id: number }>`
      select r.id from ${sql.table(collection)} r join suggestions s on s.id = r.suggestion_id
      where s.parent_suggestion_id is not null`.execute(at.db)
    expect(rows, collection).toEqual([])
  }
}

async function expectComplete(collection: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(collection)} order by id`.execute(at.db)
  const pages = await walk(at.get, `/${collection}?sort=updated_at&per_page=50`)
  const met = pages.flatMap(({ body }) => idsOf(body[collection]))
  expect(met.sort((a, b) => a - b)).toEqual(idsOf(rows))
  expect(pages[0]?.body.pagination.total_records).toBe(rows.length)
}
