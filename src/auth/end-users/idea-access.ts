// Which idea somebody sees, and what they may do about it: for requests and for mails.
import type { Db } from '../../db/db.ts'
import type { IdeaPlace } from '../../resources/end-users/places.ts'
import {
  type AccessSettings,
  type Decision,
  type ForumAccess,
  readAccessToIdea,
} from './forum-access.ts'
import type { Visitor } from './visitor.ts'

export type FoundIdea = { access: ForumAccess; idea: IdeaPlace }

export const isMerged = ({ id, target }: IdeaPlace) => id !== target.id

/** It can be merged into another one, or waits and is the visitor's own. Undefined when they may not see it. */
export async function findShownIdea(
  site: { db: Db; settings: AccessSettings },
  visitor: Visitor,
  id: number,
): Promise<FoundIdea | undefined> {
  const { access, idea } = await readAccessToIdea(site, visitor, id)
  return idea && isShown(access, visitor, idea) ? { access, idea } : undefined
}

export function isShown(access: ForumAccess, visitor: Visitor, idea: IdeaPlace): boolean {
  const isSeen = (forumId: number) => access.decide(forumId, 'see') === 'yes'
  if (!isSeen(idea.forumId) || !isSeen(idea.target.forumId)) return false
  const isPublished = idea.state === 'approved' || idea.state === 'published'
  const isOwn =
    idea.state === 'new' && visitor.userId !== null && idea.createdById === visitor.userId
  return isMerged(idea) || isPublished ? isPublished && idea.target.isVisible : isOwn
}

/** What the visitor may do about it. */
export function decideAbout(
  access: ForumAccess,
  { target }: IdeaPlace,
  action: 'support' | 'comment',
): Decision {
  const isPossible =
    target.isVisible && (action === 'support' ? !target.isClosed : target.allowsComments)
  return isPossible ? access.decide(target.forumId, action) : 'no'
}
