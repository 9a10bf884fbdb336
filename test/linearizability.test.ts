// Concurrency histories: clients of three processes vote, merge, import and delete the same rows at once. What they were
// answered, and what is there afterwards, must be what some order of their calls, one after the other, would have done;
// a call that had ended before another began stands before it.
import { expect, test } from 'vitest'
import { aForum, anAccount, anExternalUser, aUser } from './factories.ts'
import { ask, type Process, processesOn } from './processes.ts'
import { findWrongFigures } from './recount.ts'
import { startTestService } from './service.ts'

const HISTORIES = 20
const CALLS = 9
const SUGGESTIONS = 3
const PEOPLE = 3

type Op =
  | { kind: 'vote'; user: number; suggestion: number }
  | { kind: 'withdraw'; supporter: number }
  | { kind: 'merge'; from: number; to: number }
  | { kind: 'pay'; mrr: number }
  | { kind: 'erase'; user: number }

/** What was called, when, and what was answered. */
type Event = { op: Op; begun: number; ended: number; status: number }

/** `support` says which vote is behind "person@suggestion": one of the first ones, or a later one. */
type State = {
  parents: (number | null)[]
  support: Map<string, number>
  mrr: number
  erased: Set<number>
}
const LATER = -1

const copied = ({ parents, support, mrr, erased }: State): State => ({
  parents: [...parents],
  support: new Map(support),
  mrr,
  erased: new Set(erased),
})

const survivor = ({ parents }: State, id: number): number => {
  const parent = parents[id] ?? null
  return parent === null ? id : survivor({ parents } as State, parent)
}

/** Does the call to the state; what it is answered. */
function done(state: State, op: Op): number {
  const { parents, support, erased } = state
  switch (op.kind) {
    case 'vote': {
      if (erased.has(op.user)) return 422
      const place = `${op.user}@${survivor(state, op.suggestion)}`
      if (support.has(place)) return 200
      support.set(place, LATER)
      return 201
    }
    case 'withdraw': {
      const [place] = [...support].find(([, supporter]) => supporter === op.supporter) ?? []
      return place !== undefined && support.delete(place) ? 200 : 404
    }
    case 'merge': {
      if (parents[op.from] === op.to) return 200
      if (op.from === op.to || parents[op.to] !== null || parents[op.from] !== null) return 422
      parents[op.from] = op.to
      for (const [place, supporter] of [...support]) {
        const [user, suggestion] = place.split('@')
        if (Number(suggestion) !== op.from) continue
        support.delete(place)
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
      for (const place of [...support.keys()])
        if (place.startsWith(`${op.user}@`)) support.delete(place)
      return 200
    }
  }
}

const told = ({ parents, support, mrr, erased }: State) =>
  JSON.stringify([parents, [...support].sort(), mrr, [...erased].sort()])

/** Whether some order explains the answers and what is there in the end. */
function isSerial(events: Event[], first: State, last: string): boolean {
  const met = new Set<string>()
  const follow = (state: State, left: Event[]): boolean => {
    if (left.length === 0) return told(state) === last
    const key = `${left.map(({ begun }) => begun)} ${told(state)}`
    if (met.has(key)) return false
    met.add(key)
    // Whoever comes next must have begun before any other that is left had ended.
    const earliestEnd = Math.min(...left.map(({ ended }) => ended))
    return left
      .filter(({ begun }) => begun <= earliestEnd)
      .some((event) => {
        const next = copied(state)
        return (
          done(next, event.op) === event.status &&
          follow(
            next,
            left.filter((one) => one !== event),
          )
        )
      })
  }
  return follow(first, events)
}

const chosen = (below: number) => Math.floor(Math.random() * below)

const randomOp = (supporters: number[]): Op => {
  const dice = Math.random()
  if (dice < 0.4) return { kind: 'vote', user: chosen(PEOPLE), suggestion: chosen(SUGGESTIONS) }
  if (dice < 0.6)
    return { kind: 'withdraw', supporter: supporters[chosen(supporters.length)] as number }
  if (dice < 0.8) return { kind: 'merge', from: chosen(SUGGESTIONS), to: chosen(SUGGESTIONS) }
  if (dice < 0.92) return { kind: 'pay', mrr: 10 * (1 + chosen(50)) }
  return { kind: 'erase', user: chosen(PEOPLE) }
}

const at = await startTestService()
const start = await processesOn(at.connection)
const servers = await Promise.all(
  [1, 2, 3].map(() => start(['serve', '--no-jobs'], { EARSHOT_NODES: '3' })),
)

test('the checker sees what no order explains', () => {
  const state: State = {
    parents: [null, null],
    support: new Map([['0@0', 7]]),
    mrr: 10,
    erased: new Set(),
  }
  const vote: Event = {
    op: { kind: 'vote', user: 1, suggestion: 0 },
    begun: 1,
    ended: 5,
    status: 201,
  }
  const merge: Event = { op: { kind: 'merge', from: 0, to: 1 }, begun: 2, ended: 4, status: 200 }
  const both = copied(state)
  done(both, vote.op)
  done(both, merge.op)
  expect(isSerial([vote, merge], state, told(both))).toBe(true)
  // A vote that stayed behind with the suggestion that was merged.
  const lost = copied(state)
  done(lost, merge.op)
  lost.support.set('1@0', LATER)
  expect(isSerial([vote, merge], state, told(lost))).toBe(false)
  // A vote that was counted as new twice.
  expect(isSerial([vote, { ...vote, begun: 3 }, merge], state, told(both))).toBe(false)
  // What had ended before cannot come after.
  const early: Event = { ...merge, begun: 0, ended: 0.5, status: 422 }
  expect(isSerial([early, { ...merge, begun: 2 }], state, told(lost))).toBe(false)
})

test('every history is that of some order', async () => {
  for (let i = 0; i < HISTORIES; i++) await oneHistory(i)
  expect(await findWrongFigures(at.db)).toEqual([])
})

async function oneHistory(n: number): Promise<void> {
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

  const send = (op: Op): [string, string, unknown?] => {
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
      await new Promise((resolve) => setTimeout(resolve, chosen(25)))
      const { address } = servers[i % servers.length] as Process
      const begun = performance.now()
      const answer = await ask(address, at.token, ...send(op))
      // What it is about was deleted just now, or before: refused either way.
      const status = answer?.status === 409 ? 422 : (answer?.status ?? 0)
      return { op, begun, ended: performance.now(), status }
    }),
  )

  const { suggestions } = (await at.get(`/suggestions?forum=${forum}&sort=id`)).body
  const held = (await at.get(`/supporters?suggestion=${ids}&per_page=100`)).body.supporters
  const left = (await at.get(`/users/${people},0`)).body.users ?? []
  const { mrr } = await at.shown(`/external_accounts/${account}`)
  const last: State = {
    parents: suggestions.map(({ links }: { links: { parent_suggestion: number | null } }) =>
      links.parent_suggestion === null ? null : ids.indexOf(links.parent_suggestion),
    ),
    support: new Map(
      held.map(({ id, links }: { id: number; links: { user: number; suggestion: number } }) => [
        `${people.indexOf(links.user)}@${ids.indexOf(links.suggestion)}`,
        supporters.includes(id) ? id : LATER,
      ]),
    ),
    mrr,
    erased: new Set(
      people.flatMap((id, i) => (left.some((user: { id: number }) => user.id === id) ? [] : [i])),
    ),
  }
  const inTime = events.sort((a, b) => a.begun - b.begun)
  const shown = inTime.map(({ op, status }) => `${JSON.stringify(op)} → ${status}`).join('\n')
  expect(isSerial(inTime, first, told(last)), `${shown}\n${told(last)}`).toBe(true)
}
