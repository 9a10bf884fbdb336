// Suggestions and their supporters. A suggestion is a pure function of its id, so it is generated twice instead of stored:
// once for the figures of its supporters, once for its rows.

import { Chance } from './chance.ts'
import { type Accounts, DAY, type People, peopleBy } from './people.ts'

const SUGGESTING_DAYS = 3 * 365
const MOST_SUPPORTERS = 800
const NOBODY = -1

/** Forums, categories, statuses and people by their index. */
export type Plan = {
  count: number
  firstId: number
  /** The number of categories per forum. */
  categories: number[]
  hasStatuses: boolean
  people: People
  accounts: Accounts
}

export type Sketch = {
  i: number
  id: number
  createdAt: number
  forum: number
  category: number | null
  state: 'new' | 'approved' | 'published' | 'spam' | 'deleted'
  channel: string
  author: number
  /** The index of the merge target. */
  parent: number | null
  /** The number of status updates. */
  statusUpdates: number
  hasInternalStatus: boolean
}

export function sketch(plan: Plan, i: number): Sketch {
  const { draft, wantsMerge, chance } = drawDraft(plan, i)
  const parent = wantsMerge ? findParent(plan, draft) : null
  const isSettled = isShown(draft.state) && parent === null && plan.hasStatuses
  const age = 1 - (i + 0.5) / plan.count
  const statusUpdates = isSettled && chance.happens(0.3 + 0.2 * age) ? chance.between(1, 2) : 0
  const hasInternalStatus = isShown(draft.state) && parent === null && chance.happens(0.3)
  return { ...draft, parent, statusUpdates, hasInternalStatus }
}

export function isShown(state: Sketch['state']): boolean {
  return state === 'approved' || state === 'published'
}

/** The supporters of one suggestion at a time. */
export class Support {
  count = 0
  readonly supporters = new Int32Array(MOST_SUPPORTERS)
  readonly times = new Float64Array(MOST_SUPPORTERS)
  /** The accounts of the supporters, each once. */
  accounts: number[] = []
  /** How many supporters each of these accounts has. */
  accountSupporters: number[] = []
  withAccount = 0
  readonly #plan: Plan
  readonly #placeOf: Int32Array
  readonly #accountSeenAt: Int32Array
  readonly #placeOfAccount: Int32Array
  #id = 0

  constructor(plan: Plan) {
    this.#plan = plan
    this.#placeOf = new Int32Array(plan.people.count).fill(NOBODY)
    this.#accountSeenAt = new Int32Array(plan.accounts.count).fill(NOBODY)
    this.#placeOfAccount = new Int32Array(plan.accounts.count)
  }

  fill(suggestion: Sketch): void {
    for (let n = 0; n < this.count; n++) this.#placeOf[this.supporters[n] as number] = NOBODY
    this.count = 0
    this.accounts = []
    this.accountSupporters = []
    this.withAccount = 0
    this.#id = suggestion.i
    if (suggestion.parent !== null || ['new', 'spam'].includes(suggestion.state)) return
    const chance = new Chance('support', suggestion.id)
    const wanted = this.#wanted(suggestion, chance)
    if (wanted > 0 && suggestion.channel === 'portal')
      this.#add(suggestion.author, suggestion.createdAt)
    for (let tries = 2 * wanted; this.count < wanted && tries > 0; tries--) {
      const time = laterThan(suggestion.createdAt, this.#plan.people.today, chance)
      this.#add(pickPerson(this.#plan.people, time, chance), time)
    }
  }

  /** The index of this person among the supporters, or -1. */
  placeOf(person: number): number {
    return this.#placeOf[person] as number
  }

  /** In hundredths; an account with unknown revenue adds nothing. */
  revenue(): number {
    const { mrr } = this.#plan.accounts
    return this.accounts.reduce((sum, account) => sum + (mrr[account] || 0), 0)
  }

  // A long tail: a quarter have no supporters, half have at most three, one in a thousand has hundreds.
  #wanted({ createdAt }: Sketch, chance: Chance): number {
    if (chance.happens(0.22)) return 0
    const most = Math.min(MOST_SUPPORTERS, peopleBy(this.#plan.people, createdAt) >> 1)
    return Math.min(most, Math.floor(chance.next() ** -0.78))
  }

  #add(person: number, time: number): void {
    if (this.#placeOf[person] !== NOBODY) return
    this.#placeOf[person] = this.count
    this.supporters[this.count] = person
    this.times[this.count++] = time
    const { accounts } = this.#plan.people
    const first = accounts[2 * person] as number
    const second = accounts[2 * person + 1] as number
    if (first >= 0 || second >= 0) this.withAccount++
    if (first >= 0) this.#addAccount(first)
    if (second >= 0 && second !== first) this.#addAccount(second)
  }

  #addAccount(account: number): void {
    if (this.#accountSeenAt[account] === this.#id) {
      const place = this.#placeOfAccount[account] as number
      this.accountSupporters[place] = (this.accountSupporters[place] as number) + 1
      return
    }
    this.#accountSeenAt[account] = this.#id
    this.#placeOfAccount[account] = this.accounts.push(account) - 1
    this.accountSupporters.push(1)
  }
}

/** Adds the support to the figures of people and accounts; returns the number of updates of their status. */
export function tallySupport(plan: Plan): { status: number; internal: number } {
  const support = new Support(plan)
  const { people, accounts } = plan
  const updates = { status: 0, internal: 0 }
  for (let i = 0; i < plan.count; i++) {
    const suggestion = sketch(plan, i)
    updates.status += suggestion.statusUpdates
    if (suggestion.hasInternalStatus) updates.internal++
    support.fill(suggestion)
    for (let n = 0; n < support.count; n++) {
      const person = support.supporters[n] as number
      people.supported[person] = (people.supported[person] as number) + 1
    }
    for (const account of support.accounts) {
      accounts.supportedIdeas[account] = (accounts.supportedIdeas[account] as number) + 1
    }
  }
  return updates
}

/** Soon afterwards rather than late, and always before today. */
export function laterThan(time: number, today: number, chance: Chance): number {
  return time + Math.floor((today - time) * chance.next() ** 3)
}

/** A person who had joined by then; early ones are more likely, administrators excluded. */
export function pickPerson(people: People, time: number, chance: Chance): number {
  const joined = peopleBy(people, time) - people.admins
  return Math.min(people.count - 1, people.admins + Math.floor(joined * chance.next() ** 1.4))
}

type Draft = Omit<Sketch, 'parent' | 'statusUpdates' | 'hasInternalStatus'>

function drawDraft(plan: Plan, i: number): { draft: Draft; wantsMerge: boolean; chance: Chance } {
  const id = plan.firstId + i
  const chance = new Chance('suggestion', id)
  const createdAt = suggestedAt(plan, i, chance)
  const forum = Math.floor(plan.categories.length * chance.next() ** 1.3)
  const categories = plan.categories[forum] as number
  const category = chance.happens(0.85) ? chance.below(categories) : null
  const state = chance.weighted(STATES)
  const channel = chance.weighted(CHANNELS)
  const author = pickPerson(plan.people, createdAt, chance)
  const wantsMerge = isShown(state) && chance.happens(0.01)
  return {
    draft: { i, id, createdAt, forum, category, state, channel, author },
    wantsMerge,
    chance,
  }
}

const STATES = [
  ['published', 54],
  ['approved', 35],
  ['new', 5],
  ['spam', 3],
  ['deleted', 3],
] as const

const CHANNELS = [
  ['portal', 58],
  ['widget', 18],
  ['admin', 8],
  ['api', 6],
  ['import', 4],
  ['ios', 3],
  ['android', 3],
] as const

// In order, and more frequent over time.
function suggestedAt({ count, people }: Plan, i: number, chance: Chance): number {
  const start = people.today - SUGGESTING_DAYS * DAY
  const place = ((i + chance.next()) / count) ** 0.7
  return Math.min(people.today - 1, Math.floor(start + place * (people.today - start)))
}

/** A recent visible suggestion of the same forum that is not merged. */
function findParent(plan: Plan, { i, forum }: Draft): number | null {
  for (let candidate = i - 1; candidate >= Math.max(0, i - 50); candidate--) {
    const { draft, wantsMerge } = drawDraft(plan, candidate)
    if (draft.forum === forum && isShown(draft.state) && !wantsMerge) return candidate
  }
  return null
}
