// What a caller may see and do. Every operation asks here. Something that they may not see is answered like something that does
// not exist.
import {
  type Decision,
  type ForumAccess,
  readAccessToIdea,
} from '../../auth/end-users/forum-access.ts'
import { ANONYMOUS } from '../../auth/end-users/visitor.ts'
import { ApiError } from '../../core/api-error.ts'
import { parseId } from '../../core/values.ts'
import type { IdeaPlace } from '../../resources/end-users/places.ts'
import type { ForumAction } from '../../resources/forums.ts'
import { type EndUserCall, signInNeeded } from './declaration.ts'

export const notShown = (noun: string, id: string) =>
  new ApiError('not_found', `No ${noun} has the id ${id.slice(0, 20)}, or you may not see it.`)

/** The forum of the path. */
export function requireForum(access: ForumAccess, text = ''): number {
  const id = parseId(text)
  const decision = id === undefined ? 'no' : access.decide(id, 'see')
  // That such a forum exists is no secret: people learn to sign in.
  if (decision === 'sign_in') throw signInNeeded()
  if (id === undefined || decision !== 'yes') throw notShown('forum', text)
  return id
}

export type FoundIdea = { access: ForumAccess; idea: IdeaPlace }

/** The idea of the path, which can be merged into another one, or waits and is the caller's own; and what the caller may do. */
export async function requireIdea(
  call: EndUserCall,
  text = call.params.id ?? '',
): Promise<FoundIdea> {
  const { context, caller, params } = call
  const id = parseId(text)
  if (id === undefined) throw notShown('idea', text)
  const { access, idea } = await readAccessToIdea(context, caller ?? ANONYMOUS, id)
  const isSeen = (forumId: number) => access.decide(forumId, 'see') === 'yes'
  if (!idea || !isSeen(idea.forumId) || !isSeen(idea.target.forumId)) throw notShown('idea', text)
  const isPublished = idea.state === 'approved' || idea.state === 'published'
  const isOwn = idea.state === 'new' && caller !== undefined && idea.createdById === caller.userId
  const isShown = isMerged(idea) || isPublished ? isPublished && idea.target.isVisible : isOwn
  const forum = params.forum === undefined ? idea.forumId : parseId(params.forum)
  if (!isShown || (forum !== idea.forumId && forum !== idea.target.forumId))
    throw notShown('idea', text)
  return { access, idea }
}

export const isMerged = ({ id, target }: IdeaPlace) => id !== target.id

/** An idea that everybody who sees the forum sees. */
export async function requirePublishedIdea(call: EndUserCall, text?: string): Promise<FoundIdea> {
  const found = await requireIdea(call, text)
  if (!found.idea.target.isVisible)
    throw new ApiError('conflict', `Idea ${found.idea.id} waits for approval. Nothing was changed.`)
  return found
}

/** What the caller may do about an idea. */
export function decideAbout(
  access: ForumAccess,
  { target }: IdeaPlace,
  action: 'support' | 'comment',
): Decision {
  const isPossible =
    target.isVisible && (action === 'support' ? !target.isClosed : target.allowsComments)
  return isPossible ? access.decide(target.forumId, action) : 'no'
}

const DEEDS: Record<Exclude<ForumAction, 'see'>, string> = {
  support: 'vote for this idea',
  comment: 'comment on this idea',
  suggest: 'suggest in this forum',
}

export function requireYes(decision: Decision, action: Exclude<ForumAction, 'see'>): void {
  if (decision === 'yes') return
  if (decision === 'no') throw new ApiError('forbidden', `You may not ${DEEDS[action]}.`)
  throw signInNeeded()
}
