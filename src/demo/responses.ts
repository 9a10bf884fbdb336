// Status updates, comments, notes, feedback and supporters of a suggestion, with the resulting figures.

import { Chance } from './chance.ts'
import { NO_RATING, recordActivity, recordRequest } from './people.ts'
import { anAdminId, latest, personId, type Scene } from './scene.ts'
import { isShown, laterThan, pickPerson, type Sketch } from './suggestions.ts'
import type { Forum } from './surroundings.ts'
import { compose, parseSentences } from './text.ts'
import {
  CLOSING_UPDATE_SENTENCES,
  COMMENT_SENTENCES,
  FEEDBACK_SENTENCES,
  NOTE_SENTENCES,
  OPEN_UPDATE_SENTENCES,
} from './words.ts'

const commentSentences = parseSentences(COMMENT_SENTENCES)
const feedbackSentences = parseSentences(FEEDBACK_SENTENCES)
const noteSentences = parseSentences(NOTE_SENTENCES)
const openSentences = parseSentences(OPEN_UPDATE_SENTENCES)
const closingSentences = parseSentences(CLOSING_UPDATE_SENTENCES)

const COMMENT_STATES = [
  ['approved', 40],
  ['published', 54],
  ['new', 2],
  ['spam', 2],
  ['deleted', 2],
] as const

export type Status = {
  id: number | null
  updateId: number | null
  at: number | null
  closedAt: number | null
}

/** The status after the last update. */
export function addStatusUpdates(scene: Scene, suggestion: Sketch, chance: Chance): Status {
  let status: Status = { id: null, updateId: null, at: null, closedAt: null }
  for (let left = suggestion.statusUpdates; left > 0; left--) {
    const id = chooseStatus(scene, suggestion, left === 1, chance)
    const at = laterThan(status.at ?? suggestion.createdAt, scene.plan.people.today, chance)
    const updateId = scene.nextStatusUpdate++
    const closedAt = scene.statuses.closed.includes(id) ? at : null
    const sentences = closedAt === null ? openSentences : closingSentences
    const body = compose(sentences, 1, chance)
    addStatusUpdate(scene, { suggestion, updateId, body, from: status.id, to: id, at }, chance)
    status = { id, updateId, at, closedAt }
  }
  return status
}

export type Comments = {
  count: number
  recent: number
  last: number | null
  /** The number of comments per supporter, by index; null without comments. */
  bySupporter: Map<number, number> | null
}

/** Only visible comments count. */
export function addComments(scene: Scene, suggestion: Sketch, chance: Chance): Comments {
  const comments: Comments = { count: 0, recent: 0, last: null, bySupporter: null }
  const isDiscussed = isShown(suggestion.state) && suggestion.parent === null
  if (!isDiscussed || !chance.happens(0.18)) return comments
  comments.bySupporter = new Map()
  for (let left = 1 + Math.floor(4 * chance.next() ** 2); left > 0; left--) {
    const { author, at } = chooseCommenter(scene, suggestion, chance)
    const state = chance.weighted(COMMENT_STATES)
    addComment(scene, { suggestion, author, state, at }, chance)
    if (!isShown(state)) continue
    comments.count++
    if (at >= scene.recentFrom) comments.recent++
    comments.last = latest(comments.last, at)
    recordActivity(scene.plan, author, at)
    const place = scene.support.placeOf(author)
    comments.bySupporter.set(place, (comments.bySupporter.get(place) ?? 0) + 1)
  }
  return comments
}

export function addNotes(scene: Scene, { id, createdAt }: Sketch, chance: Chance) {
  const count = chance.happens(0.07) ? chance.between(1, 2) : 0
  let last: number | null = null
  for (let n = 0; n < count; n++) {
    last = laterThan(last ?? createdAt, scene.plan.people.today, chance)
    scene.rows.notes.add({
      body: compose(noteSentences, 1, chance),
      suggestion_id: id,
      created_by_id: anAdminId(scene, chance),
      created_at: last,
      updated_at: last,
    })
  }
  return { count, last }
}

/** What the team thinks of it, seen by the team only. */
export function addInternalUpdate(scene: Scene, { id, createdAt, hasInternalStatus }: Sketch) {
  if (!hasInternalStatus) return null
  const chance = new Chance('internal status', id)
  const at = laterThan(createdAt, scene.plan.people.today, chance)
  const update = { id: scene.nextInternalUpdate++, at }
  scene.rows.internal_status_updates.add({
    id: update.id,
    suggestion_id: id,
    created_by_id: anAdminId(scene, chance),
    new_internal_status_id: chance.pick(scene.internalStatuses),
    created_at: at,
    updated_at: at,
  })
  return update
}

export type SupportFigures = {
  votes: number
  requests: number
  recent: number
  recentRequests: number
  first: number | null
  last: number | null
  ratings: number
  detractors: number
  neutrals: number
  promoters: number
}

export function addSupporters(
  scene: Scene,
  suggestion: Sketch,
  commentsBySupporter: Comments['bySupporter'],
  chance: Chance,
): SupportFigures {
  const { support, plan } = scene
  const { classic_voting } = scene.forums[suggestion.forum] as { classic_voting: boolean }
  const figures = noSupport()
  for (let place = 0; place < support.count; place++) {
    const person = support.supporters[place] as number
    const at = support.times[place] as number
    const votes = classic_voting ? chance.between(1, 3) : 1
    const comments = commentsBySupporter?.get(place) ?? 0
    const requests = addSupporter(scene, { suggestion, person, comments, votes, at }, chance)
    figures.votes += votes
    figures.requests += requests
    if (at >= scene.recentFrom) {
      figures.recent++
      figures.recentRequests += requests
    }
    figures.first = figures.first === null || at < figures.first ? at : figures.first
    figures.last = latest(figures.last, at)
    recordActivity(plan, person, at)
    countRating(figures, plan.people.rating[person] as number)
  }
  return figures
}

// Only the last update closes a suggestion; old ones are more likely to be closed.
function chooseStatus(scene: Scene, { i }: Sketch, isLast: boolean, chance: Chance): number {
  const { open, closed } = scene.statuses
  const age = 1 - i / scene.plan.count
  const closes = isLast && chance.happens(0.1 + 0.6 * age)
  return chance.pick((closes && closed.length > 0) || open.length === 0 ? closed : open)
}

type Update = {
  suggestion: Sketch
  updateId: number
  body: string
  from: number | null
  to: number
  at: number
}

function addStatusUpdate(scene: Scene, update: Update, chance: Chance): void {
  const isMailed = chance.happens(0.7)
  const sent = isMailed ? scene.support.count : 0
  const opened = Math.round(sent * chance.next() * 0.7)
  scene.rows.status_updates.add({
    id: update.updateId,
    body: update.body,
    html_body: `<p>${update.body}</p>`,
    supporters_notified: isMailed,
    mail_sent_count: sent,
    mail_opened_count: opened,
    mail_clicked_count: Math.round(opened * chance.next() * 0.4),
    suggestion_id: update.suggestion.id,
    forum_id: (scene.forums[update.suggestion.forum] as Forum).id,
    user_id: anAdminId(scene, chance),
    new_status_id: update.to,
    old_status_id: update.from,
    created_at: update.at,
    updated_at: update.at,
  })
}

/** A supporter, anybody else, or an administrator. */
function chooseCommenter({ plan, support }: Scene, suggestion: Sketch, chance: Chance) {
  const { people } = plan
  if (support.count > 0 && chance.happens(0.6)) {
    const place = chance.below(support.count)
    const at = laterThan(support.times[place] as number, people.today, chance)
    return { author: support.supporters[place] as number, at }
  }
  const at = laterThan(suggestion.createdAt, people.today, chance)
  const isAdmin = chance.happens(0.2)
  return { author: isAdmin ? chance.below(people.admins) : pickPerson(people, at, chance), at }
}

type Comment = { suggestion: Sketch; author: number; state: Sketch['state']; at: number }

function addComment(
  scene: Scene,
  { suggestion, author, state, at }: Comment,
  chance: Chance,
): void {
  const isAdmin = author < scene.plan.people.admins
  scene.rows.comments.add({
    body: compose(commentSentences, chance.between(1, 2), chance),
    state,
    channel: isAdmin ? 'admin' : 'portal',
    is_admin_comment: isAdmin,
    inappropriate_flags_count: state === 'spam' ? chance.between(1, 5) : 0,
    suggestion_id: suggestion.id,
    created_by_id: personId(scene, author),
    created_at: at,
    updated_at: at,
  })
}

function noSupport(): SupportFigures {
  return {
    votes: 0,
    requests: 0,
    recent: 0,
    recentRequests: 0,
    first: null,
    last: null,
    ratings: 0,
    detractors: 0,
    neutrals: 0,
    promoters: 0,
  }
}

type Supporter = {
  suggestion: Sketch
  person: number
  comments: number
  votes: number
  at: number
}

/** The number of feedback records that came with the support. */
function addSupporter(scene: Scene, supporter: Supporter, chance: Chance): number {
  const { suggestion, person, at } = supporter
  const isAuthor = person === suggestion.author
  const isCaptured = !isAuthor && chance.happens(0.1)
  const user_id = personId(scene, person)
  const by = isCaptured ? anAdminId(scene, chance) : user_id
  scene.rows.supporters.add({
    how: isAuthor ? 'create' : isCaptured ? 'feedback' : 'vote',
    channel: isCaptured ? 'admin' : suggestion.channel === 'widget' ? 'widget' : 'portal',
    is_subscribed: chance.happens(0.9),
    comments_count: supporter.comments,
    requests_count: isCaptured ? 1 : 0,
    votes_count: supporter.votes,
    suggestion_id: suggestion.id,
    user_id,
    created_by_id: by === user_id ? null : by,
    created_at: at,
    updated_at: at,
  })
  if (!isCaptured) return 0
  addFeedback(scene, supporter, by)
  return 1
}

/** What the person said, as somebody of the team wrote it down. */
function addFeedback(scene: Scene, { suggestion, person, at }: Supporter, by: number): void {
  const user_id = personId(scene, person)
  const chance = new Chance('feedback', suggestion.id ^ (user_id << 8))
  recordRequest(scene.plan, person)
  scene.rows.feedback_records.add({
    body: compose(feedbackSentences, chance.between(1, 2), chance),
    channel: 'admin',
    severity: chance.happens(0.5) ? chance.between(1, 3) : null,
    suggestion_id: suggestion.id,
    user_id,
    created_by_id: by,
    created_at: at,
    updated_at: at,
  })
}

function countRating(figures: SupportFigures, rating: number): void {
  if (rating === NO_RATING) return
  figures.ratings += rating
  if (rating >= 9) figures.promoters++
  else if (rating >= 7) figures.neutrals++
  else figures.detractors++
}
