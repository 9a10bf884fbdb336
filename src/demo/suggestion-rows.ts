// The rows of a suggestion. Its figures come from the rows generated with it, so they are written once and never updated.

import { Chance } from './chance.ts'
import { DAY } from './people.ts'
import {
  addComments,
  addInternalUpdate,
  addNotes,
  addStatusUpdates,
  addSupporters,
  type Comments,
  type Status,
  type SupportFigures,
} from './responses.ts'
import { anAdminId, type Counts, latest, personId, type Scene } from './scene.ts'
import { isShown, laterThan, type Sketch, sketch } from './suggestions.ts'
import type { Forum } from './surroundings.ts'
import { compose, parseSentences, title } from './text.ts'
import { BODY_SENTENCES, BROWSERS } from './words.ts'

const STEP = 20
const bodySentences = parseSentences(BODY_SENTENCES)
const BODY_LENGTHS = [
  [0, 48],
  [1, 30],
  [2, 15],
  [3, 7],
] as const
const LABEL_COUNTS = [
  [0, 40],
  [1, 38],
  [2, 16],
  [3, 6],
] as const

/** Adds suggestions of a half-open range of indexes, in steps. */
export function* addSuggestions(scene: Scene, from: number, to: number): Generator<void> {
  for (let i = from; i < to; i++) {
    addSuggestion(scene, sketch(scene.plan, i))
    if (i % STEP === 0) yield
  }
}

function addSuggestion(scene: Scene, suggestion: Sketch): void {
  scene.support.fill(suggestion)
  const chance = new Chance('details', suggestion.id)
  const status = addStatusUpdates(scene, suggestion, chance)
  const comments = addComments(scene, suggestion, chance)
  const notes = addNotes(scene, suggestion, chance)
  const internal = addInternalUpdate(scene, suggestion)
  const support = addSupporters(scene, suggestion, comments.bySupporter, chance)
  const isVisible = isShown(suggestion.state) && suggestion.parent === null
  const counts = { visible: isVisible ? 1 : 0, open: isVisible && status.closedAt === null ? 1 : 0 }
  addLabels(scene, suggestion, counts, chance)
  addAccounts(scene, suggestion)
  addRow(scene, { suggestion, status, comments, notes, support, counts, internal }, chance)
}

function addLabels({ labels, rows, tally }: Scene, { id }: Sketch, counts: Counts, chance: Chance) {
  const count = chance.weighted(LABEL_COUNTS)
  const start = chance.below(labels.length)
  // Three steps of this size never reach the first label again.
  const step = chance.between(1, Math.floor((labels.length - 1) / 3))
  for (let n = 0; n < count; n++) {
    const label_id = labels[(start + step * n) % labels.length] as number
    rows.suggestion_labels.add({ suggestion_id: id, label_id })
    addTo(tally.labels, label_id, counts)
  }
}

function addFeature({ features, rows }: Scene, { id, state, parent }: Sketch, noun: string): void {
  const feature_id = features.byNoun.get(noun)
  if (feature_id === undefined || !isShown(state) || parent !== null) return
  if (new Chance('feature of a suggestion', id).happens(features.linked))
    rows.suggestion_features.add({ suggestion_id: id, feature_id })
}

function addAccounts({ support, rows, plan }: Scene, { id }: Sketch): void {
  for (const [place, account] of support.accounts.entries()) {
    rows.suggestion_accounts.add({
      suggestion_id: id,
      external_account_id: plan.accounts.firstId + account,
      supporters_count: support.accountSupporters[place] as number,
    })
  }
}

type Parts = {
  suggestion: Sketch
  status: Status
  comments: Comments
  notes: { count: number; last: number | null }
  support: SupportFigures
  counts: Counts
  internal: { id: number; at: number } | null
}

function addRow(scene: Scene, parts: Parts, chance: Chance): void {
  const { suggestion, status, comments, notes, support, internal } = parts
  const { id, state, channel, createdAt, parent } = suggestion
  const { forum, category } = place(scene, suggestion, parts.counts)
  const body = compose(bodySentences, chance.weighted(BODY_LENGTHS), chance)
  const { text, noun } = title(chance)
  addFeature(scene, suggestion, noun)
  const browser = TYPED_CHANNELS.includes(channel) ? chance.pick(BROWSERS) : null
  const approvedAt = state === 'approved' ? soonAfter(scene, createdAt, chance) : null
  const engagedAt = latest(support.last, comments.last)
  scene.rows.suggestions.add({
    id,
    title: text,
    body,
    body_mime_type: body && 'text/plain',
    state,
    channel,
    approved_at: approvedAt,
    closed_at: status.closedAt,
    creator_user_agent: browser?.agent ?? null,
    creator_referrer: browser && chance.happens(0.3) ? 'https://www.example.com/help' : null,
    creator_browser: browser?.name ?? null,
    creator_browser_version: browser?.version ?? null,
    creator_os: browser?.os ?? null,
    creator_mobile: browser?.mobile ?? false,
    unmergeable: parent !== null,
    forum_id: forum,
    category_id: category,
    status_id: status.id,
    parent_suggestion_id: parent === null ? null : scene.plan.firstId + parent,
    ticket_id: chance.happens(0.003) ? scene.firstTicket + chance.below(scene.tickets) : null,
    last_status_update_id: scene.mayNameUpdates ? status.updateId : null,
    last_internal_status_update_id: scene.mayNameUpdates && internal ? internal.id : null,
    created_by_id: personId(scene, suggestion.author),
    captured_by_id: channel === 'admin' ? anAdminId(scene, chance) : null,
    created_at: createdAt,
  })
  scene.rows.suggestion_figures.add({
    id,
    first_support_at: support.first,
    last_support_at: support.last,
    last_engagement_at: engagedAt,
    inappropriate_flags_count: chance.happens(state === 'spam' ? 0.9 : 0.005)
      ? chance.between(1, 5)
      : 0,
    comments_count: comments.count,
    notes_count: notes.count,
    requests_count: support.requests,
    votes_count: support.votes,
    supporters_count: scene.support.count,
    supporting_accounts_count: scene.support.accounts.length,
    account_supporters_count: scene.support.withAccount,
    supporter_revenue: scene.support.revenue(),
    satisfaction_total: support.ratings,
    satisfaction_detractor_count: support.detractors,
    satisfaction_neutral_count: support.neutrals,
    satisfaction_promoter_count: support.promoters,
    recent_engagement: support.recent + support.recentRequests + comments.recent,
    updated_at: [engagedAt, approvedAt, status.at, notes.last, internal?.at ?? null].reduce(
      latest,
      createdAt,
    ),
  })
}

const TYPED_CHANNELS = ['portal', 'widget', 'ios', 'android']

function place({ forums, tally }: Scene, suggestion: Sketch, counts: Counts) {
  const { id, categories } = forums[suggestion.forum] as Forum
  const category = suggestion.category === null ? null : (categories[suggestion.category] as number)
  addTo(tally.forums, id, counts)
  if (category !== null) addTo(tally.categories, category, counts)
  return { forum: id, category }
}

function addTo(tally: Map<number, Counts>, id: number, { visible, open }: Counts): void {
  const sum = tally.get(id)
  if (!sum) tally.set(id, { visible, open })
  else {
    sum.visible += visible
    sum.open += open
  }
}

function soonAfter({ plan }: Scene, time: number, chance: Chance): number {
  return laterThan(time, Math.min(time + 3 * DAY, plan.people.today), chance)
}
