// Model-based test: several clients send random calls. The service must match a simple model of it, every figure must be
// exact, and every list complete.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import {
  aForum,
  anAccount,
  anExternalUser,
  aUser,
  idsOf,
  insert,
  walk,
} from '../support/factories.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'
import {
  Model,
  PLANS,
  pickIndependent,
  type Send,
  type Step,
  type World,
} from '../support/service-model.ts'

const CLIENTS = 4
const HISTORIES = EXHAUSTIVE ? 50 : 8
/** Rounds of calls with conflicts. */
const CROWDS = EXHAUSTIVE ? 2 : 1

let at: TestService
let tokens: string[]
let worlds = 0

beforeAll(async () => {
  at = await startTestService()
  tokens = []
  for (let i = 0; i < CLIENTS; i++) tokens.push((await at.aClient()).token)
})

/** Two forums and six users, most of them in one of two accounts. */
async function createWorld(): Promise<World> {
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

type PlannedCall = { kind: string; client: number; numbers: number[] }

const plannedCall: fc.Arbitrary<PlannedCall> = fc.record({
  kind: fc.oneof(
    ...Object.entries(PLANS).map(([kind, { weight }]) => ({
      arbitrary: fc.constant(kind),
      weight,
    })),
  ),
  client: fc.nat(CLIENTS - 1),
  numbers: fc.array(fc.nat(999), { minLength: 3, maxLength: 3 }),
})

const planStep = (model: Model, { kind, client, numbers }: PlannedCall): Step | undefined =>
  PLANS[kind]?.plan(model, sendAs(client), numbers)

/** Runs calls without conflicts concurrently. */
class Burst implements fc.AsyncCommand<Model, TestService> {
  readonly #calls: PlannedCall[]
  constructor(calls: PlannedCall[]) {
    this.#calls = calls
  }
  check = () => true
  async run(model: Model) {
    const steps = pickIndependent(
      this.#calls.map((one) => planStep(model, one)).filter((one) => !!one),
    )
    const answers = await Promise.all(steps.map((step) => step.send()))
    for (const [i, step] of steps.entries()) step.settle(answers[i] as (typeof answers)[number])
  }
  toString = () =>
    this.#calls.map(({ kind, numbers }) => `${kind}(${numbers.join(', ')})`).join(' | ')
}

async function expectEqualsModel(model: Model): Promise<void> {
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

describe('random calls', () => {
  test('leave the service equal to the model, sequentially and concurrently', async () => {
    const end = Date.now() + 12_000
    let hasFailed = false
    await fc.assert(
      fc.asyncProperty(
        fc.commands(
          [
            plannedCall.map((one) => new Burst([one])),
            plannedCall.map((one) => new Burst([one])),
            fc.array(plannedCall, { minLength: 2, maxLength: 8 }).map((calls) => new Burst(calls)),
          ],
          { maxCommands: 60, size: 'max' },
        ),
        async (commands) => {
          // A slow machine does fewer runs, but a failure is always shrunk.
          if (Date.now() > end && !hasFailed) return
          const model = new Model(await createWorld())
          try {
            await fc.asyncModelRun(() => ({ model, real: at }), commands)
            await expectEqualsModel(model)
            expect(await findWrongFigures(at.db)).toEqual([])
          } catch (error) {
            hasFailed = true
            throw error
          }
        },
      ),
      { numRuns: HISTORIES, interruptAfterTimeLimit: 30_000, markInterruptAsFailure: false },
    )
  })

  test('with conflicts leave every figure exact and every list complete', async () => {
    for (let round = 0; round < CROWDS; round++) {
      const model = new Model(await createWorld())
      for (const one of fc.sample(plannedCall, 40)) {
        const step = planStep(model, one)
        step?.settle(await step.send())
      }
      const end = Date.now() + 4_000
      const crowd = Array.from({ length: 8 }, async (_, client) => {
        for (const one of fc.sample(plannedCall, 100)) {
          if (Date.now() > end) return
          // The model is stale here, like the knowledge of a client.
          const step = planStep(model, { ...one, client })
          const answer = await step?.send()
          // On a busy machine every attempt of a call can meet a conflict.
          if (answer?.status === 503) expect(answer.text).toMatch(/concurrent.*Nothing was changed/)
          else expect([undefined, 200, 201, 404, 409, 422], answer?.text).toContain(answer?.status)
        }
      })
      await Promise.all(crowd)
      expect(await findWrongFigures(at.db)).toEqual([])
      await expectNoRecordsOfMerged()
    }
    for (const collection of ['suggestions', 'supporters', 'comments', 'feedback_records', 'users'])
      await expectComplete(collection)
  })
})

/** All records of a merged suggestion must have moved to its target. */
async function expectNoRecordsOfMerged(): Promise<void> {
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
  const listedIds = pages.flatMap(({ body }) => idsOf(body[collection]))
  expect(listedIds.sort((a, b) => a - b)).toEqual(idsOf(rows))
  expect(pages[0]?.body.pagination.total_records).toBe(rows.length)
}
