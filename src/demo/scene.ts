// The context for generating a suggestion's rows: the plan, the ids behind its indexes, and the tables.

import type { Chance } from './chance.ts'
import * as columns from './columns.ts'
import { Rows } from './copy.ts'
import { type Plan, Support } from './suggestions.ts'
import type { Forum } from './surroundings.ts'

export type Surroundings = {
  forums: Forum[]
  statuses: { open: number[]; closed: number[] }
  labels: number[]
  firstTicket: number
  tickets: number
  firstStatusUpdate: number
  /** Whether a suggestion can refer to status updates that are loaded later. */
  mayNameUpdates: boolean
  /** The cutoff of recent engagement, in epoch seconds. */
  recentFrom: number
}

export type Scene = Surroundings & {
  plan: Plan
  /** Of the current suggestion. */
  support: Support
  nextStatusUpdate: number
  tally: Tally
  rows: ReturnType<typeof emptyTables>
}

/** Visible and open suggestions by the id of their forum, category and label. */
export type Tally = Record<'forums' | 'categories' | 'labels', Map<number, Counts>>
export type Counts = { visible: number; open: number }

export function setScene(plan: Plan, surroundings: Surroundings): Scene {
  return {
    ...surroundings,
    plan,
    support: new Support(plan),
    nextStatusUpdate: surroundings.firstStatusUpdate,
    tally: { forums: new Map(), categories: new Map(), labels: new Map() },
    rows: emptyTables(),
  }
}

export function personId({ plan }: Scene, person: number): number {
  return plan.people.firstId + person
}

export function anAdminId({ plan }: Scene, chance: Chance): number {
  return plan.people.firstId + chance.below(plan.people.admins)
}

export function latest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

/** In the order of their foreign keys. */
function emptyTables() {
  return {
    suggestions: new Rows('suggestions', columns.SUGGESTIONS),
    suggestion_figures: new Rows('suggestion_figures', columns.SUGGESTION_FIGURES),
    suggestion_labels: new Rows('suggestion_labels', columns.SUGGESTION_LABELS),
    status_updates: new Rows('status_updates', columns.STATUS_UPDATES),
    suggestion_accounts: new Rows('suggestion_accounts', columns.SUGGESTION_ACCOUNTS),
    supporters: new Rows('supporters', columns.SUPPORTERS),
    comments: new Rows('comments', columns.COMMENTS),
    notes: new Rows('notes', columns.NOTES),
  }
}
