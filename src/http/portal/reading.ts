// What pages read: the records of the end-user API.
import type { Answer, Comment, Forum, Status, Suggestion } from '../../../portal/records.ts'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import { findStatuses } from '../../read/end-users/statuses.ts'
import { addedCondition, type Query } from '../../read/list-request.ts'
import { ideaComments } from '../../resources/end-users/comments.ts'
import { portalForums } from '../../resources/end-users/forums.ts'
import { ideaUpdates } from '../../resources/end-users/updates.ts'
import type { EndUserCall } from '../end-users/declaration.ts'
import { currentForums } from '../end-users/forums.ts'
import { readIdeas, readPage } from '../end-users/lists.ts'

export type PortalList<T> = { records: T[]; nextCursor: string | null }

const MAX_FORUMS = 100

/** The forums that the visitor sees, by name. */
export async function readForums(call: EndUserCall, access: ForumAccess): Promise<Forum[]> {
  const asked = { per_page: MAX_FORUMS }
  const { body } = await readPage(
    { ...call, query: {} },
    portalForums,
    asked,
    currentForums(access),
  )
  return JSON.parse(body)
}

export const readStatuses = ({ context }: EndUserCall): Promise<Status[]> =>
  findStatuses(context.reader.pool)

/** Of these forums; null for all. `query` has the parameters of the end-user API. */
export async function readSuggestions(
  call: EndUserCall,
  forums: number[] | null,
  query: Query,
): Promise<PortalList<Suggestion>> {
  const { body, pagination, more } = await readIdeas({ ...call, query }, forums, { query })
  return { records: JSON.parse(body), nextCursor: more ? (pagination.cursor ?? null) : null }
}

const COMMENTS_PER_PAGE = 50
const MAX_ANSWERS = 100

/** In the order of the discussion; what the visitor wrote and waits for approval is among them. */
export async function readComments(
  call: EndUserCall,
  suggestionId: number,
  { cursor, thread }: { cursor?: string | undefined; thread?: number | undefined },
): Promise<PortalList<Comment>> {
  const { caller } = call
  const query = {
    per_page: COMMENTS_PER_PAGE,
    ...(cursor === undefined ? { sort: 'thread_id' } : { cursor }),
  }
  const { body, pagination, more } = await readPage({ ...call, query }, ideaComments, query, [
    addedCondition(ideaComments, 'idea', [suggestionId]),
    caller
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
  return JSON.parse(body)
}
