// What pages read: the records of the end-user API.
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
import { answerArrayOf } from '../../read/answer.ts'
import { findStatuses } from '../../read/end-users/statuses.ts'
import { addedCondition, type Query } from '../../read/list-request.ts'
import { ideaComments } from '../../resources/end-users/comments.ts'
import { portalForums } from '../../resources/end-users/forums.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import { ideaUpdates } from '../../resources/end-users/updates.ts'
import type { EndUserCall } from '../end-users/declaration.ts'
import { currentForums } from '../end-users/forums.ts'
import { readIdeas, readPage } from '../end-users/lists.ts'
import { answerRoadmap } from '../end-users/portal.ts'
import {
  translateForums,
  translateStatus,
  translateStatuses,
  translateSuggestions,
  translationsFor,
} from './translations.ts'

export type PortalList<T> = { records: T[]; nextCursor: string | null }

const MAX_FORUMS = 100

/** The forums that the visitor sees, by name. */
export const readForums = async (call: EndUserCall, access: ForumAccess): Promise<Forum[]> =>
  translateForums(call, await readStoredForums(call, access))

/** Without translations. */
export async function readStoredForums(call: EndUserCall, access: ForumAccess): Promise<Forum[]> {
  const asked = { per_page: MAX_FORUMS }
  const { body } = await readPage(
    { ...call, query: {} },
    portalForums,
    asked,
    currentForums(access),
  )
  // A forum that is made meanwhile is none of them.
  return (JSON.parse(body) as Forum[]).filter(({ id }) => access.decide(id, 'see') === 'yes')
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
): Promise<PortalList<ListedSuggestion> & { isUnchanged: boolean }> {
  const asked = { ...query, fields: LISTED_FIELDS.join() }
  const read = await readIdeas({ ...call, query: asked }, forums)
  const { body, pagination, more, isUnchanged } = read
  const listed: ListedSuggestion[] = JSON.parse(body)
  const records = translateSuggestions(call, listed)
  return { records, nextCursor: more ? (pagination.cursor ?? null) : null, isUnchanged }
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

/** The lanes of these forums; null for all. */
export async function readRoadmap(call: EndUserCall, forums: number[] | null): Promise<Lane[]> {
  const lanes: Lane[] = JSON.parse(await answerRoadmap(call, forums, LANE_LENGTH))
  const words = translationsFor(call)
  if (!words) return lanes
  return lanes.map((lane) => ({
    ...lane,
    status: translateStatus(words, lane.status),
    ideas: translateSuggestions(call, lane.ideas),
  }))
}

/** What people see of a lane at first. */
const LANE_LENGTH = 10

const COMMENTS_PER_PAGE = 50
const MAX_ANSWERS = 100

/** What the visitor wrote and waits for approval is among them. */
export async function readComments(
  call: EndUserCall,
  suggestionId: number,
  {
    cursor,
    thread,
    order,
  }: {
    cursor?: string | undefined
    thread?: number | undefined
    order: 'threads' | 'newest'
  },
): Promise<PortalList<Comment>> {
  const { caller } = call
  const query = {
    per_page: COMMENTS_PER_PAGE,
    ...(cursor === undefined ? { sort: order === 'newest' ? '-id' : 'thread_id' } : { cursor }),
  }
  const { body, pagination, more } = await readPage({ ...call, query }, ideaComments, query, [
    addedCondition(ideaComments, 'idea', [suggestionId]),
    caller?.isStaff
      ? addedCondition(ideaComments, 'published_or_waiting')
      : caller
        ? addedCondition(ideaComments, 'shown_to', [caller.userId])
        : addedCondition(ideaComments, 'published'),
    ...(thread === undefined ? [] : [addedCondition(ideaComments, 'thread_of', [thread])]),
  ])
  return { records: JSON.parse(body), nextCursor: more ? (pagination.cursor ?? null) : null }
}

/** The newest first. */
export async function readAnswers(call: EndUserCall, suggestionId: number): Promise<Answer[]> {
  const query = { per_page: MAX_ANSWERS }
  const { body } = await readPage({ ...call, query }, ideaUpdates, {}, [
    addedCondition(ideaUpdates, 'visible'),
    addedCondition(ideaUpdates, 'idea', [suggestionId]),
  ])
  const answers: Answer[] = JSON.parse(body)
  const words = translationsFor(call)
  if (!words) return answers
  return answers.map((answer) => ({
    ...answer,
    status: answer.status && translateStatus(words, answer.status),
    previous_status: answer.previous_status && translateStatus(words, answer.previous_status),
  }))
}
