// Linearizability: clients of three processes vote, merge, import and delete the same rows concurrently. The responses
// and the final state must match some sequential order of the calls, in which a call that ended before another one
// started comes first.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aForum, anAccount, anExternalUser, aUser } from '../support/factories.ts'
import { ask, type Process, startServices } from '../support/processes.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService } from '../support/service.ts'

const HISTORIES = EXHAUSTIVE ? 20 : 8
const CALLS = 9
const SUGGESTIONS = 3
const PEOPLE = 3

type Op =
  | { kind: 'vote'; user: number; suggestion: number }
  | { kind: 'withdraw'; supporter: number }
  | { kind: 'merge'; from: number; to: number }
  | { kind: 'pay'; mrr: number }
  | { kind: 'erase'; user: number }

type Event = { op: Op; started: number; ended: number; status: number }

/** `support` maps "user@suggestion" to the id of an initial supporter, or to NEW_SUPPORTER. */
type State = {
  parents: (number | null)[]
  support: Map<string, number>
  mrr: number
  erased: Set<number>
}
const NEW_SUPPORTER = -1

const copyState = ({ parents, support, mrr, erased }: State): State => ({
  parents: [...parents],
  support: new Map(support),
  mrr,
  erased: new Set(erased),
})

const survivor = ({ parents }: State, id: number): number => {
  const parent = parents[id] ?? null
  return parent === null ? id : survivor({ parents } as State, parent)
}

/** Applies the call to the state. Returns the expected status. */
function applyOp(state: State, op: Op): number {
  const { parents, support, erased } = state
  switch (op.kind) {
    case 'vote': {
      if (erased.has(op.user)) return 422
      const supportKey = `${op.user}@${survivor(state, op.suggestion)}`
      if (support.has(supportKey)) return 200
      support.set(supportKey, NEW_SUPPORTER)
      return 201
    }
    case 'withdraw': {
      const [supportKey] = [...support].find(([, supporter]) => supporter === op.supporter) ?? []
      return supportKey !== undefined && support.delete(supportKey) ? 200 : 404
    }
    case 'merge': {
      if (parents[op.from] === op.to) return 200
      if (op.from === op.to || parents[op.to] !== null || parents[op.from] !== null) return 422
      parents[op.from] = op.to
      for (const [supportKey, supporter] of [...support]) {
        const [user, suggestion] = supportKey.split('@')
        if (Number(suggestion) !== op.from) continue
        support.delete(supportKey)
        if (!support.has(`${user}@${op.to}`)) support.set(`${user}@${op.to}`, supporter)
      }
      return 200
    }
    case 'pay':
      state.mrr = op.mrr
      return 200
    case 'erase': {
      if (erased.has(op.user)) return 404
      erased.add(op.user)
      for (const supportKey of [...support.keys()])
        if (supportKey.startsWith(`${op.user}@`)) support.delete(supportKey)
      return 200
    }
  }
}

const serialize = ({ parents, support, mrr, erased }: State) =>
  JSON.stringify([parents, [...support].sort(), mrr, [...erased].sort()])

function isLinearizable(events: Event[], first: State, last: string): boolean {
  const visited = new Set<string>()
  const search = (state: State, remaining: Event[]): boolean => {
    if (remaining.length === 0) return serialize(state) === last
    const key = `${remaining.map(({ started }) => started)} ${serialize(state)}`
    if (visited.has(key)) return false
    visited.add(key)
    // The next call must have started before any remaining call ended.
    const earliestEnd = Math.min(...remaining.map(({ ended }) => ended))
    return remaining
      .filter(({ started }) => started <= earliestEnd)
      .some((event) => {
        const next = copyState(state)
        return (
          applyOp(next, event.op) === event.status &&
          search(
            next,
            remaining.filter((one) => one !== event),
          )
        )
      })
  }
  return search(first, events)
}

const randomBelow = (below: number) => Math.floor(Math.random() * below)

const randomOp = (supporters: number[]): Op => {
  const dice = Math.random()
  if (dice < 0.4)
    return { kind: 'vote', user: randomBelow(PEOPLE), suggestion: randomBelow(SUGGESTIONS) }
  if (dice < 0.6)
    return { kind: 'withdraw', supporter: supporters[randomBelow(supporters.length)] as number }
  if (dice < 0.8)
    return { kind: 'merge', from: randomBelow(SUGGESTIONS), to: randomBelow(SUGGESTIONS) }
  if (dice < 0.92) return { kind: 'pay', mrr: 10 * (1 + randomBelow(50)) }
  return { kind: 'erase', user: randomBelow(PEOPLE) }
}

const at = await startTestService()
const servers = await startServices(at.connection, 3)

test('the checker rejects histories without a valid order', () => {
  const state: State = {
    parents: [null, null],
    support: new Map([['0@0', 7]]),
    mrr: 10,
    erased: new Set(),
  }
  const vote: Event = {
    op: { kind: 'vote', user: 1, suggestion: 0 },
    started: 1,
    ended: 5,
    status: 201,
  }
  const merge: Event = { op: { kind: 'merge', from: 0, to: 1 }, started: 2, ended: 4, status: 200 }
  const both = copyState(state)
  applyOp(both, vote.op)
  applyOp(both, merge.op)
  expect(isLinearizable([vote, merge], state, serialize(both))).toBe(true)
  // A vote that stayed with the merged suggestion.
  const lost = copyState(state)
  applyOp(lost, merge.op)
  lost.support.set('1@0', NEW_SUPPORTER)
  expect(isLinearizable([vote, merge], state, serialize(lost))).toBe(false)
  // A vote that was counted twice.
  expect(isLinearizable([vote, { ...vote, started: 3 }, merge], state, serialize(both))).toBe(false)
  // A call that ended first cannot come after the other.
  const early: Event = { ...merge, started: 0, ended: 0.5, status: 422 }
  expect(isLinearizable([early, { ...merge, started: 2 }], state, serialize(lost))).toBe(false)
})

test('every history has a valid order', async () => {
  for (let i = 0; i < HISTORIES; i++) await checkOneHistory(randomUUID())
  expect(await findWrongFigures(at.db)).toEqual([])
})

async function checkOneHistory(n: string): Promise<void> {
  const { db } = at
  const forum = await aForum(db, `History ${n}`)
  const account = await anAccount(db, `history-${n}`, { mrr: 10 })
  const people: number[] = []
  for (let i = 0; i < PEOPLE; i++) {
    people.push(await aUser(db, `person-${i}@history-${n}.test`))
    await anExternalUser(db, people[i] as number, `history-${n}-${i}`, {
      external_account_id: account,
    })
  }
  const ids: number[] = []
  for (let i = 0; i < SUGGESTIONS; i++)
    ids.push((await at.made('/suggestions', { title: `Idea ${i}`, links: { forum } })).id)
  const first: State = {
    parents: ids.map(() => null),
    support: new Map(),
    mrr: 10,
    erased: new Set(),
  }
  for (const [user, suggestion] of [
    [0, 0],
    [0, 1],
    [1, 2],
  ] as const) {
    const links = { user: people[user], suggestion: ids[suggestion] }
    first.support.set(`${user}@${suggestion}`, (await at.made('/supporters', { links })).id)
  }
  const supporters = [...first.support.values()]

  const toRequest = (op: Op): [string, string, unknown?] => {
    switch (op.kind) {
      case 'vote':
        return [
          'POST',
          '/supporters',
          { links: { user: people[op.user], suggestion: ids[op.suggestion] } },
        ]
      case 'withdraw':
        return ['DELETE', `/supporters/${op.supporter}`]
      case 'merge': {
        const links = { from_suggestion: ids[op.from], to_suggestion: ids[op.to] }
        return ['POST', '/suggestions/merge', { links }]
      }
      case 'pay': {
        const accounts = [{ external_id: `history-${n}`, mrr: op.mrr }]
        return ['POST', '/external_accounts/import', { accounts }]
      }
      case 'erase':
        return ['DELETE', `/users/${people[op.user]}`]
    }
  }
  const events = await Promise.all(
    Array.from({ length: CALLS }, async (_, i): Promise<Event> => {
      const op = randomOp(supporters)
      await new Promise((resolve) => setTimeout(resolve, randomBelow(25)))
      const { address } = servers[i % servers.length] as Process
      const started = performance.now()
      const [method, path, body] = toRequest(op)
      const answer = await ask({ address, token: at.token }, method, path, { body })
      // 409 and 422 both mean that the record was deleted, during or before the call.
      const status = answer?.status === 409 ? 422 : (answer?.status ?? 0)
      return { op, started, ended: performance.now(), status }
    }),
  )

  const { suggestions } = (await at.get(`/suggestions?forum=${forum}&sort=id`)).body
  const finalSupporters = (await at.get(`/supporters?suggestion=${ids}&per_page=100`)).body
    .supporters
  const remaining = (await at.get(`/users/${people},0`)).body.users ?? []
  const { mrr } = await at.shown(`/external_accounts/${account}`)
  const last: State = {
    parents: suggestions.map(({ links }: { links: { parent_suggestion: number | null } }) =>
      links.parent_suggestion === null ? null : ids.indexOf(links.parent_suggestion),
    ),
    support: new Map(
      finalSupporters.map(
        ({ id, links }: { id: number; links: { user: number; suggestion: number } }) => [
          `${people.indexOf(links.user)}@${ids.indexOf(links.suggestion)}`,
          supporters.includes(id) ? id : NEW_SUPPORTER,
        ],
      ),
    ),
    mrr,
    erased: new Set(
      people.flatMap((id, i) =>
        remaining.some((user: { id: number }) => user.id === id) ? [] : [i],
      ),
    ),
  }
  const ordered = events.sort((a, b) => a.started - b.started)
  const description = ordered
    .map(({ op, status }) => `${JSON.stringify(op)} → ${status}`)
    .join('\n')
  expect(
    isLinearizable(ordered, first, serialize(last)),
    `${description}\n${serialize(last)}`,
  ).toBe(true)
}
