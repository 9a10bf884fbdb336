// What pages read: the records of the end-user API.
import { COMMENTS_PER_PAGE, type NextPage } from '../../../portal/paths.ts'
import {
  type Answer,
  type Comment,
  type Forum,
  type Lane,
  LISTED_FIELDS,
  type ListedSuggestion,
  type Status,
  type Suggestion,
} from '../../../portal/records.ts'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import {
  answerArrayOf,
  answerTogether,
  askForArray,
  askForRecords,
  type ListAnswer,
  type Question,
} from '../../read/answer.ts'
import { askForIdeaPlace } from '../../read/end-users/places.ts'
import { findStatuses } from '../../read/end-users/statuses.ts'
import { askForSupport, type FoundSupport } from '../../read/end-users/support.ts'
import type { Pagination } from '../../read/envelope.ts'
import { addedCondition, type Query } from '../../read/list-request.ts'
import { ideaComments } from '../../resources/end-users/comments.ts'
import { portalForums } from '../../resources/end-users/forums.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import type { IdeaPlace } from '../../resources/end-users/places.ts'
import { ideaUpdates } from '../../resources/end-users/updates.ts'
import type { EndUserCall } from '../end-users/declaration.ts'
import { currentForums } from '../end-users/forums.ts'
import { pageRequest, readIdeas, readPage } from '../end-users/lists.ts'
import { readLanes } from '../end-users/portal.ts'
import { seesSupporters } from '../end-users/supporters.ts'
import {
  translateForums,
  translateStatus,
  translateStatuses,
  translateSuggestions,
  translationsFor,
} from './translations.ts'

export type PortalList<T> = { records: T[]; nextCursor: string | null }
export type SuggestionList = { records: ListedSuggestion[]; next: NextPage | null }

/** Of one statement. Most installations have fewer. */
const FORUMS_PER_PAGE = 100
/** What is beyond is not on the portal. */
const MAX_FORUMS = 1000

/** The forums that the visitor sees, by name. */
export const readForums = async (call: EndUserCall, access: ForumAccess): Promise<Forum[]> =>
  translateForums(call, await readStoredForums(call, access))

/** Without translations. */
export async function readStoredForums(call: EndUserCall, access: ForumAccess): Promise<Forum[]> {
  const forums: Forum[] = []
  const reading = { ...call, query: {} }
  const conditions = currentForums(access)
  for (let cursor: string | undefined; forums.length < MAX_FORUMS; ) {
    const asked = { per_page: FORUMS_PER_PAGE, cursor }
    const { body, pagination } = await readPage(reading, portalForums, asked, conditions)
    forums.push(...(JSON.parse(body) as Forum[]))
    cursor = pagination.cursor
    if (cursor === undefined) break
  }
  // A forum that is made meanwhile is none of them.
  return forums.filter(({ id }) => access.decide(id, 'see') === 'yes')
}

export const readStatuses = async (call: EndUserCall): Promise<Status[]> =>
  translateStatuses(call, await readStoredStatuses(call))

/** Without translations. */
export const readStoredStatuses = ({ context }: EndUserCall): Promise<Status[]> =>
  findStatuses(context.reader.pool)

/** Of these forums; null for all. `query` has the parameters of the end-user API. */
export async function readSuggestions(
  call: EndUserCall,
  forums: number[] | null,
  query: Query,
): Promise<SuggestionList & { isUnchanged: boolean }> {
  const asked = { ...query, fields: LISTED_FIELDS.join() }
  const read = await readIdeas({ ...call, query: asked }, forums)
  const { body, pagination, more, isUnchanged } = read
  const listed: ListedSuggestion[] = JSON.parse(body)
  const records = translateSuggestions(call, listed)
  return { records, next: more ? nextPage(pagination) : null, isUnchanged }
}

/** Of the best matches: each page reads those before it too. */
export const MAX_PAGES = 40

function nextPage({ cursor, page }: Pagination): NextPage | null {
  if (cursor !== undefined) return { cursor }
  return page < MAX_PAGES ? { page: page + 1 } : null
}

const MAX_WAITING = 10

/** What the team has to approve in a forum, the oldest first. */
export async function readWaiting(call: EndUserCall, forumId: number): Promise<Suggestion[]> {
  const query = { per_page: MAX_WAITING, sort: 'id' }
  const { body } = await readPage({ ...call, query }, ideas, query, [
    addedCondition(ideas, 'forum', [forumId]),
    addedCondition(ideas, 'waiting'),
  ])
  return translateSuggestions(call, JSON.parse(body))
}

/** Ones that the visitor may see, by id. */
export async function readSuggestionsById(
  call: EndUserCall,
  ids: number[],
): Promise<Map<number, Suggestion>> {
  const records: Suggestion[] = JSON.parse(
    await answerArrayOf(call.context.reader, ideas, [...new Set(ids)]),
  )
  return new Map(translateSuggestions(call, records).map((record) => [record.id, record]))
}

/** The lanes of these statuses and forums; null for all forums. */
export async function readRoadmap(
  call: EndUserCall,
  statuses: Status[],
  forums: number[] | null,
): Promise<Lane[]> {
  const lanes = await readLanes(call, statuses, { forums, length: LANE_LENGTH })
  return lanes.map((lane) => ({
    ...lane,
    ideas: translateSuggestions(call, JSON.parse(lane.ideas)),
  }))
}

/** What people see of a lane at first. */
const LANE_LENGTH = 10

const MAX_ANSWERS = 100

export type CommentsQuery = {
  cursor: string | undefined
  /** Only the thread of this comment. */
  thread: number | undefined
  order: 'threads' | 'newest'
}

export type Discussion = {
  place: IdeaPlace
  suggestion: Suggestion
  answers: Answer[]
  comments: PortalList<Comment>
  support: FoundSupport
}

/** All of the page of a suggestion, in one statement, for somebody who sees these forums. Nothing of it may be shown before `place` was checked. */
export async function readDiscussion(
  call: EndUserCall,
  { id, forums }: { id: number; forums: number[] | null },
  query: CommentsQuery,
): Promise<Discussion | undefined> {
  const { reader } = call.context
  const { place, suggestion, answers, comments, support } = await answerTogether(reader, {
    place: askForIdeaPlace(id),
    suggestion: askForRecords(reader, ideas, [id]),
    answers: await askForAnswers(call, id),
    comments: await askForComments(call, id, query),
    support: askForSupport({ id, forums, withSupporters: seesSupporters(call) }),
  })
  if (!place || suggestion === undefined) return undefined
  const record: Suggestion = JSON.parse(suggestion)
  const [translated = record] = translateSuggestions(call, [record])
  const { body, pagination, more } = comments
  return {
    place,
    suggestion: translated,
    answers: translateAnswers(call, JSON.parse(answers.body)),
    comments: {
      records: JSON.parse(body),
      nextCursor: more ? (pagination.cursor ?? null) : null,
    },
    support,
  }
}

/** What the visitor wrote and waits for approval is among them. */
function askForComments(
  call: EndUserCall,
  suggestionId: number,
  { cursor, thread, order }: CommentsQuery,
): Promise<Question<ListAnswer>> {
  const { caller, context } = call
  const query = {
    per_page: COMMENTS_PER_PAGE,
    ...(cursor === undefined ? { sort: order === 'newest' ? '-id' : 'thread_id' } : { cursor }),
  }
  const request = pageRequest({ ...call, query }, ideaComments, query, [
    addedCondition(ideaComments, 'idea', [suggestionId]),
    caller?.isStaff
      ? addedCondition(ideaComments, 'published_or_waiting')
      : caller
        ? addedCondition(ideaComments, 'shown_to', [caller.userId])
        : addedCondition(ideaComments, 'published'),
    ...(thread === undefined ? [] : [addedCondition(ideaComments, 'thread_of', [thread])]),
  ])
  return askForArray(context.reader, ideaComments, request)
}

/** The newest first. */
function askForAnswers(call: EndUserCall, suggestionId: number): Promise<Question<ListAnswer>> {
  const query = { per_page: MAX_ANSWERS }
  const request = pageRequest({ ...call, query }, ideaUpdates, {}, [
    addedCondition(ideaUpdates, 'visible'),
    addedCondition(ideaUpdates, 'idea', [suggestionId]),
  ])
  return askForArray(call.context.reader, ideaUpdates, request)
}

/** The newest first. */
export async function readAnswers(call: EndUserCall, suggestionId: number): Promise<Answer[]> {
  const { answers } = await answerTogether(call.context.reader, {
    answers: await askForAnswers(call, suggestionId),
  })
  return translateAnswers(call, JSON.parse(answers.body))
}

function translateAnswers(call: EndUserCall, answers: Answer[]): Answer[] {
  const words = translationsFor(call)
  if (!words) return answers
  return answers.map((answer) => ({
    ...answer,
    status: answer.status && translateStatus(words, answer.status),
    previous_status: answer.previous_status && translateStatus(words, answer.previous_status),
  }))
}
