// A simple in-memory model of the service: its records as plain objects, and the effect of each call.
import { expect } from 'vitest'
import type { Answer } from './service.ts'

export type Send = (method: string, path: string, body?: object) => Promise<Answer>

/** A prepared call. */
export type Step = {
  send(): Promise<Answer>
  /** Checks the response and applies the call to the model. */
  settle(answer: Answer): void
  /** Keys that the step needs exclusively, and keys that it shares. Steps without a conflict can run concurrently. */
  own: string[]
  shared: string[]
}

/** `numbers` choose among the existing records. Undefined when there is no record to choose. */
export type Plan = (model: Model, send: Send, numbers: number[]) => Step | undefined

type Moderated = { state: string; before: string | null }
type Suggestion = Moderated & {
  id: number
  forum: number
  category: number | null
  status: number | null
  parent: number | null
  labels: Set<number>
}
type About = { id: number; suggestion: number }
type Supporter = About & { user: number; votes: number }
type Comment = About & Moderated
type Feedback = About & { user: number | null; isDeleted: boolean }
type Merge = { from: number; moved: Set<About>; parked: Set<Supporter>; isUndone: boolean }

export type World = {
  forums: { id: number; categories: number[] }[]
  labels: number[]
  openStatus: number
  closedStatus: number
  team: number
  people: number[]
}

export class Model {
  readonly world: World
  people: number[]
  suggestions = new Map<number, Suggestion>()
  supporters = new Map<number, Supporter>()
  comments = new Map<number, Comment>()
  feedback = new Map<number, Feedback>()
  notes = new Map<number, About>()
  merges: Merge[] = []

  constructor(world: World) {
    this.world = world
    this.people = [...world.people]
  }

  /** The suggestion at the end of the merge chain. */
  survivor(id: number): number {
    const parent = this.suggestions.get(id)?.parent ?? null
    return parent === null ? id : this.survivor(parent)
  }

  supportOf(user: number, suggestion: number): Supporter | undefined {
    return [...this.supporters.values()].find(
      (one) => one.user === user && one.suggestion === suggestion,
    )
  }

  of<T extends About>(records: Map<number, T>, suggestion: number): T[] {
    return [...records.values()].filter((one) => one.suggestion === suggestion)
  }

  isVisible({ state, parent }: Suggestion): boolean {
    return isShown(state) && parent === null
  }

  /** The expected representation in the API. */
  shown(suggestion: Suggestion) {
    const { id, state, forum, category, status, parent, labels } = suggestion
    const supporters = this.of(this.supporters, id)
    return {
      id,
      state,
      supporters_count: supporters.length,
      votes_count: supporters.reduce((sum, { votes }) => sum + votes, 0),
      comments_count: this.of(this.comments, id).filter((one) => isShown(one.state)).length,
      requests_count: this.of(this.feedback, id).filter((one) => !one.isDeleted).length,
      notes_count: this.of(this.notes, id).length,
      links: {
        forum,
        category,
        status,
        parent_suggestion: parent,
        labels: labels.size === 0 ? null : [...labels].sort((a, b) => a - b),
      },
    }
  }

  merge(from: number, to: number): void {
    const merge: Merge = { from, moved: new Set(), parked: new Set(), isUndone: false }
    for (const supporter of this.of(this.supporters, from)) {
      if (!this.supportOf(supporter.user, to)) continue
      this.supporters.delete(supporter.id)
      merge.parked.add(supporter)
    }
    for (const records of [this.supporters, this.comments, this.feedback]) {
      for (const record of this.of<About>(records, from)) {
        record.suggestion = to
        merge.moved.add(record)
      }
    }
    this.merges.push(merge)
    this.suggestion(from).parent = to
  }

  unmerge(id: number): void {
    this.suggestion(id).parent = null
    const merge = this.merges.find(({ from, isUndone }) => from === id && !isUndone) as Merge
    merge.isUndone = true
    for (const record of merge.moved) record.suggestion = id
    for (const other of this.merges) {
      for (const supporter of other.parked) {
        if (other !== merge && !merge.moved.has(supporter)) continue
        if (this.supportOf(supporter.user, id)) continue
        other.parked.delete(supporter)
        this.supporters.set(supporter.id, { ...supporter, suggestion: id })
      }
    }
    const later = this.merges.slice(this.merges.indexOf(merge))
    for (const record of [...merge.moved]) for (const one of later) one.moved.delete(record)
  }

  erase(user: number): void {
    this.people = this.people.filter((one) => one !== user)
    for (const { id } of [...this.supporters.values()].filter((one) => one.user === user))
      this.supporters.delete(id)
    for (const { parked } of this.merges)
      for (const one of parked) if (one.user === user) parked.delete(one)
    for (const one of this.feedback.values()) if (one.user === user) one.user = null
  }

  support(id: number, user: number, suggestion: number, votes = 1): void {
    const known = this.supportOf(user, suggestion)
    if (known) expect(id).toBe(known.id)
    else this.supporters.set(id, { id, user, suggestion, votes })
  }

  suggestion(id: number): Suggestion {
    return this.suggestions.get(id) as Suggestion
  }
}

const isShown = (state: string) => state === 'approved' || state === 'published'
const isHidden = (state: string) => state === 'spam' || state === 'deleted'

const STATES: Record<string, string> = {
  approve: 'approved',
  publish: 'published',
  spam: 'spam',
  delete: 'deleted',
}

function applyVerb(record: Moderated, verb: string): void {
  const restored = isHidden(record.state) ? (record.before ?? 'approved') : record.state
  const state = STATES[verb] ?? restored
  if (state === record.state) return
  const stateBefore = isHidden(record.state) ? record.before : record.state
  record.before = isHidden(state) ? stateBefore : null
  record.state = state
}

const choose = <T>(among: Iterable<T>, n = 0): T | undefined => {
  const all = [...among]
  return all[n % all.length]
}

const first = ({ body }: Answer) =>
  (Object.values(body)[0] as { id: number; links: Record<string, number> }[])[0] as {
    id: number
    links: Record<string, number>
  }

const expectStatus = (answer: Answer, status: number) =>
  expect(answer.status, answer.text).toBe(status)

const ALL = 'everything'

/** The suggestion and all suggestions that it is merged into. */
const listMergePath = (model: Model, id: number): string[] => {
  const parent = model.suggestion(id).parent
  return [`suggestion ${id}`, ...(parent === null ? [] : listMergePath(model, parent))]
}

const support: Plan = (model, send, [s, u, n = 0]) => {
  const suggestion = choose(model.suggestions.keys(), s)
  const user = choose(model.people, u)
  if (suggestion === undefined || user === undefined) return undefined
  const target = model.survivor(suggestion)
  const votes = 1 + (n % 3)
  return {
    send: () => send('POST', '/supporters', { votes_count: votes, links: { suggestion, user } }),
    settle(answer) {
      expectStatus(answer, model.supportOf(user, target) ? 200 : 201)
      model.support(first(answer).id, user, target, votes)
    },
    own: [`support ${target} ${user}`],
    shared: [ALL, ...listMergePath(model, suggestion), `user ${user}`],
  }
}

const withdraw: Plan = (model, send, [n]) => {
  const supporter = choose(model.supporters.values(), n)
  if (!supporter) return undefined
  const { id, user, suggestion } = supporter
  return {
    send: () => send('DELETE', `/supporters/${id}`),
    settle(answer) {
      expectStatus(answer, 200)
      model.supporters.delete(id)
    },
    own: [`support ${suggestion} ${user}`],
    shared: [ALL, `suggestion ${suggestion}`, `user ${user}`],
  }
}

const comment: Plan = (model, send, [s, u]) => {
  const suggestion = choose(model.suggestions.keys(), s)
  const created_by = choose(model.people, u)
  if (suggestion === undefined || created_by === undefined) return undefined
  return {
    send: () => send('POST', '/comments', { body: 'Me too', links: { suggestion, created_by } }),
    settle(answer) {
      expectStatus(answer, 201)
      const { id } = first(answer)
      const about = model.survivor(suggestion)
      model.comments.set(id, { id, suggestion: about, state: 'approved', before: null })
    },
    own: [],
    shared: [ALL, ...listMergePath(model, suggestion), `user ${created_by}`],
  }
}

const moderateComment: Plan = (model, send, [n, v]) => {
  const about = choose(model.comments.values(), n)
  if (!about) return undefined
  const verb = choose(['approve', 'spam', 'delete', 'restore'], v) as string
  return {
    send: () => send('PUT', `/comments/${about.id}/${verb}`),
    settle(answer) {
      expectStatus(answer, 200)
      applyVerb(about, verb)
    },
    own: [`comment ${about.id}`],
    shared: [ALL, `suggestion ${about.suggestion}`],
  }
}

const giveFeedback: Plan = (model, send, [s, u]) => {
  const suggestion = choose(model.suggestions.keys(), s)
  const user = choose(model.people, u)
  if (suggestion === undefined || user === undefined) return undefined
  const target = model.survivor(suggestion)
  return {
    send: () => send('POST', '/feedback_records', { body: 'Want it', links: { suggestion, user } }),
    settle(answer) {
      expectStatus(answer, 201)
      const { id, links } = first(answer)
      model.feedback.set(id, { id, user, suggestion: target, isDeleted: false })
      model.support(links.supporter as number, user, target)
    },
    own: [`support ${target} ${user}`],
    shared: [ALL, ...listMergePath(model, suggestion), `user ${user}`],
  }
}

const moveFeedback: Plan = (model, send, [n, s]) => {
  const record = choose(model.feedback.values(), n)
  const suggestion = choose(model.suggestions.keys(), s)
  if (!record || suggestion === undefined) return undefined
  const target = model.survivor(suggestion)
  const { id, user } = record
  return {
    send: () => send('PUT', `/feedback_records/${id}`, { links: { suggestion } }),
    settle(answer) {
      expectStatus(answer, 200)
      const addsSupport = target !== record.suggestion && !record.isDeleted
      record.suggestion = target
      if (user !== null && addsSupport)
        model.support(first(answer).links.supporter as number, user, target)
    },
    own: [`feedback ${id}`, `support ${target} ${user}`],
    shared: [
      ALL,
      ...listMergePath(model, suggestion),
      `suggestion ${record.suggestion}`,
      ...(user === null ? [] : [`user ${user}`]),
    ],
  }
}

const deleteFeedback: Plan = (model, send, [n, v]) => {
  const record = choose(model.feedback.values(), n)
  if (!record) return undefined
  const verb = choose(['delete', 'undelete'], v) as string
  return {
    send: () => send('PUT', `/feedback_records/${record.id}/${verb}`),
    settle(answer) {
      expectStatus(answer, 200)
      record.isDeleted = verb === 'delete'
    },
    own: [`feedback ${record.id}`],
    shared: [ALL, `suggestion ${record.suggestion}`],
  }
}

/** Small limits, so that calls often use the same records. */
const MAX_SUGGESTIONS = 6
const MAX_PEOPLE = 6

const suggest: Plan = (model, send, [f, c = 0, s]) => {
  if (model.suggestions.size >= MAX_SUGGESTIONS) return undefined
  const forum = choose(model.world.forums, f) as World['forums'][number]
  const category = c % 2 === 0 ? null : (choose(forum.categories, c >> 1) as number)
  const status = choose([null, model.world.openStatus, model.world.closedStatus], s) as
    | number
    | null
  return {
    send: () =>
      send('POST', '/suggestions', {
        title: 'Dark mode',
        links: { forum: forum.id, category, status },
      }),
    settle(answer) {
      expectStatus(answer, 201)
      const { id } = first(answer)
      model.suggestions.set(id, {
        id,
        forum: forum.id,
        category,
        status,
        state: 'approved',
        before: null,
        parent: null,
        labels: new Set<number>(),
      })
    },
    own: [],
    shared: [ALL],
  }
}

/** A step that changes one property of a suggestion. */
const change = (
  suggestion: Suggestion | undefined,
  what: string,
  send: (of: Suggestion) => Promise<Answer>,
  settle: (of: Suggestion) => void,
): Step | undefined => {
  if (!suggestion) return undefined
  return {
    send: () => send(suggestion),
    settle(answer) {
      expectStatus(answer, 200)
      settle(suggestion)
    },
    own: [`${what} of ${suggestion.id}`],
    shared: [ALL, `suggestion ${suggestion.id}`],
  }
}

const moderate: Plan = (model, send, [n, v]) => {
  const verb = choose(['approve', 'publish', 'spam', 'delete', 'restore'], v) as string
  return change(
    choose(model.suggestions.values(), n),
    'state',
    ({ id }) => send('PUT', `/suggestions/${id}/${verb}`),
    (of) => applyVerb(of, verb),
  )
}

const move: Plan = (model, send, [n, f, c = 0]) => {
  const forum = choose(model.world.forums, f) as World['forums'][number]
  const category = [undefined, null, ...forum.categories][c % (2 + forum.categories.length)]
  const links = { forum: forum.id, ...(category !== undefined && { category }) }
  return change(
    choose(model.suggestions.values(), n),
    'place',
    ({ id }) => send('PUT', `/suggestions/${id}`, { links }),
    (of) => {
      const isKept = of.category !== null && forum.categories.includes(of.category)
      of.category = category === undefined ? (isKept ? of.category : null) : category
      of.forum = forum.id
    },
  )
}

const setStatus: Plan = (model, send, [n, s, way = 0]) => {
  const { openStatus, closedStatus } = model.world
  const status = choose([null, openStatus, closedStatus], s) as number | null
  return change(
    choose(model.suggestions.values(), n),
    'status',
    async ({ id }) => {
      if (way % 2 === 0) return send('PUT', `/suggestions/${id}`, { links: { status } })
      const answer = await send('POST', '/status_updates', { links: { suggestion: id, status } })
      return { ...answer, status: answer.status === 201 ? 200 : answer.status }
    },
    (of) => {
      of.status = status
    },
  )
}

const label: Plan = (model, send, [n, l, way = 0]) => {
  const name = choose(model.world.labels, l) as number
  const isAttached = way % 3 > 0
  return change(
    choose(model.suggestions.values(), n),
    `label ${name}`,
    ({ id }) =>
      send('POST', `/labels/${isAttached ? 'attach' : 'detach'}`, {
        links: { label: name, suggestion: id },
      }),
    ({ labels }) => void (isAttached ? labels.add(name) : labels.delete(name)),
  )
}

const note: Plan = (model, send, [n, way = 0]) => {
  const known = choose(model.notes.values(), n)
  if (known && way % 3 === 0) {
    return {
      send: () => send('DELETE', `/notes/${known.id}`),
      settle(answer) {
        expectStatus(answer, 200)
        model.notes.delete(known.id)
      },
      own: [`note ${known.id}`],
      shared: [ALL],
    }
  }
  const suggestion = choose(model.suggestions.keys(), n)
  if (suggestion === undefined) return undefined
  return {
    send: () => send('POST', '/notes', { body: 'Ask sales', links: { suggestion } }),
    settle(answer) {
      expectStatus(answer, 201)
      const { id } = first(answer)
      model.notes.set(id, { id, suggestion })
    },
    own: [],
    shared: [ALL],
  }
}

const merge: Plan = (model, send, [a, b]) => {
  const from = choose(model.suggestions.values(), a)
  const to = choose(model.suggestions.values(), b)
  if (!from || !to) return undefined
  const isAlreadyMerged = from.parent === to.id
  const isRejected =
    from === to || [from, to].some(({ parent, state }) => parent !== null || state === 'deleted')
  return {
    send: () =>
      send('POST', '/suggestions/merge', {
        links: { from_suggestion: from.id, to_suggestion: to.id },
      }),
    settle(answer) {
      expectStatus(answer, isRejected && !isAlreadyMerged ? 422 : 200)
      if (!isRejected) model.merge(from.id, to.id)
    },
    own: [`suggestion ${from.id}`, `suggestion ${to.id}`, 'merges'],
    shared: [ALL],
  }
}

const unmerge: Plan = (model, send, [n]) => {
  const merged = [...model.suggestions.values()].filter(({ parent }) => parent !== null)
  const suggestion = choose(merged.length > 0 ? merged : model.suggestions.values(), n)
  if (!suggestion) return undefined
  const isMerged = suggestion.parent !== null
  return {
    send: () => send('POST', `/suggestions/${suggestion.id}/unmerge`),
    settle(answer) {
      expectStatus(answer, isMerged ? 200 : 409)
      if (isMerged) model.unmerge(suggestion.id)
    },
    // The moved records can be at any suggestion.
    own: [ALL],
    shared: [],
  }
}

const erase: Plan = (model, send, [n]) => {
  const user = choose(model.people, n)
  if (user === undefined) return undefined
  return {
    send: () => send('DELETE', `/users/${user}`),
    settle(answer) {
      expectStatus(answer, 200)
      model.erase(user)
    },
    own: [`user ${user}`],
    shared: [ALL],
  }
}

let arrivals = 0

const arrive: Plan = (model, send) => {
  if (model.people.length >= MAX_PEOPLE) return undefined
  arrivals += 1
  const email = `guest${arrivals}@example.test`
  return {
    send: () => send('POST', '/users/find_or_create', { email }),
    settle(answer) {
      expectStatus(answer, 201)
      model.people.push(first(answer).id)
    },
    own: [],
    shared: [ALL],
  }
}

const rate: Plan = (model, send, [u, n = 0]) => {
  const user = choose(model.people, u)
  if (user === undefined) return undefined
  return {
    send: () => send('POST', '/nps_ratings', { rating: n % 11, links: { user } }),
    settle: (answer) => expectStatus(answer, 201),
    own: [],
    shared: [ALL, `user ${user}`],
  }
}

const team: Plan = (model, send, [u, way = 0]) => {
  const user = choose(model.people, u)
  if (user === undefined) return undefined
  const verb = way % 3 === 0 ? 'unassign' : 'assign'
  return {
    send: () => send('POST', `/teams/${verb}`, { links: { team: model.world.team, user } }),
    settle: (answer) => expectStatus(answer, 200),
    own: [],
    shared: [ALL, `user ${user}`],
  }
}

/** Every kind of call with its relative frequency. */
export const PLANS: Record<string, { plan: Plan; weight: number }> = {
  suggest: { plan: suggest, weight: 5 },
  support: { plan: support, weight: 7 },
  withdraw: { plan: withdraw, weight: 2 },
  comment: { plan: comment, weight: 3 },
  moderateComment: { plan: moderateComment, weight: 2 },
  giveFeedback: { plan: giveFeedback, weight: 3 },
  moveFeedback: { plan: moveFeedback, weight: 1 },
  deleteFeedback: { plan: deleteFeedback, weight: 1 },
  moderate: { plan: moderate, weight: 2 },
  move: { plan: move, weight: 2 },
  setStatus: { plan: setStatus, weight: 2 },
  label: { plan: label, weight: 2 },
  note: { plan: note, weight: 1 },
  merge: { plan: merge, weight: 6 },
  unmerge: { plan: unmerge, weight: 4 },
  erase: { plan: erase, weight: 1 },
  arrive: { plan: arrive, weight: 1 },
  rate: { plan: rate, weight: 1 },
  team: { plan: team, weight: 1 },
}

/** The steps that do not conflict with an earlier one, in order. */
export function pickIndependent(steps: Step[]): Step[] {
  const independent: Step[] = []
  const hasConflict = (a: Step, b: Step) =>
    a.own.some((key) => b.own.includes(key) || b.shared.includes(key)) ||
    b.own.some((key) => a.shared.includes(key))
  for (const step of steps)
    if (!independent.some((other) => hasConflict(step, other))) independent.push(step)
  return independent
}
