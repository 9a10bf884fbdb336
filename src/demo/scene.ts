// The context for generating a suggestion's rows: the plan, the ids behind its indexes, and the tables.

import type { Chance } from './chance.ts'
import * as columns from './columns.ts'
import { Rows } from './copy.ts'
import type { Features } from './features.ts'
import { type Plan, Support } from './suggestions.ts'
import type { Forum } from './surroundings.ts'

export type Surroundings = {
  forums: Forum[]
  statuses: { open: number[]; closed: number[] }
  internalStatuses: number[]
  features: Features
  labels: number[]
  firstTicket: number
  tickets: number
  firstStatusUpdate: number
  firstInternalUpdate: number
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
  nextInternalUpdate: number
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
    nextInternalUpdate: surroundings.firstInternalUpdate,
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
    suggestion_features: new Rows('suggestion_features', columns.SUGGESTION_FEATURES),
    status_updates: new Rows('status_updates', columns.STATUS_UPDATES),
    internal_status_updates: new Rows('internal_status_updates', columns.INTERNAL_STATUS_UPDATES),
    suggestion_accounts: new Rows('suggestion_accounts', columns.SUGGESTION_ACCOUNTS),
    supporters: new Rows('supporters', columns.SUPPORTERS),
    feedback_records: new Rows('feedback_records', columns.FEEDBACK_RECORDS),
    comments: new Rows('comments', columns.COMMENTS),
    notes: new Rows('notes', columns.NOTES),
  }
}
