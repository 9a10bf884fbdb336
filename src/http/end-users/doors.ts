// What a caller may see and do. Every operation asks here. Something that they may not see is answered like something that does
// not exist.
import {
  type Decision,
  type ForumAccess,
  readAccessToIdea,
} from '../../auth/end-users/forum-access.ts'
import { type FoundIdea, isShown } from '../../auth/end-users/idea-access.ts'
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

export { decideAbout, type FoundIdea, isMerged } from '../../auth/end-users/idea-access.ts'

/** The idea of the path, which can be merged into another one, or waits and is the caller's own; and what the caller may do. */
export async function requireIdea(
  call: EndUserCall,
  text = call.params.id ?? '',
): Promise<FoundIdea> {
  const { context, caller } = call
  const id = parseId(text)
  if (id === undefined) throw notShown('idea', text)
  const { access, idea } = await readAccessToIdea(context, caller ?? ANONYMOUS, id)
  return { access, idea: requireShown(call, access, idea, text) }
}

/** The same, when its place was read with something else. */
export function requireShown(
  { caller, params }: EndUserCall,
  access: ForumAccess,
  idea: IdeaPlace | null | undefined,
  text: string,
): IdeaPlace {
  if (!idea || !isShown(access, caller ?? ANONYMOUS, idea)) throw notShown('idea', text)
  const forum = params.forum === undefined ? idea.forumId : parseId(params.forum)
  if (forum !== idea.forumId && forum !== idea.target.forumId) throw notShown('idea', text)
  return idea
}

/** For members of the team, who also see what waits, what is spam and what is deleted. */
export async function requireIdeaForStaff(call: EndUserCall): Promise<FoundIdea> {
  const { context, caller, params } = call
  const id = parseId(params.id ?? '')
  if (id === undefined) throw notShown('idea', params.id ?? '')
  const { access, idea } = await readAccessToIdea(context, caller ?? ANONYMOUS, id)
  if (!idea) throw notShown('idea', params.id ?? '')
  return { access, idea }
}

/** An idea that everybody who sees the forum sees. */
export async function requirePublishedIdea(call: EndUserCall, text?: string): Promise<FoundIdea> {
  const found = await requireIdea(call, text)
  if (!found.idea.target.isVisible)
    throw new ApiError('conflict', `Idea ${found.idea.id} waits for approval. Nothing was changed.`)
  return found
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
