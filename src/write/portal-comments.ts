// Comments of end users, by the portal, its API or a mail. What decides about them is the same.
import { decideAbout, type FoundIdea } from '../auth/end-users/idea-access.ts'
import { ApiError, invalidInput } from '../core/api-error.ts'
import type { Db, Tx } from '../db/db.ts'
import { findComment } from '../read/end-users/places.ts'
import { setOwnFiles } from './attachments.ts'
import { createComment } from './comments.ts'
import { type ContributionRules, stateOfContribution } from './contribution-state.ts'
import { inTransaction } from './core/transaction.ts'
import { PORTAL } from './end-users.ts'

export const MAX_COMMENT_LENGTH = 10_000

export type CommentSite = {
  db: Db
  reader: { pool: Parameters<typeof findComment>[0] }
  settings: ContributionRules
  /** Null unless mail is configured. */
  mail: object | null
}

export type PortalComment = {
  author: number
  text: string
  replyTo: number | null
  channel?: string
  /** Throws over the limit of the hour. */
  count(): Promise<void>
  /** Uploads of the author. */
  files(tx: Tx): Promise<number[]> | number[]
  /** In the same transaction. */
  also?(tx: Tx, id: number): Promise<void>
}

/** Throws an ApiError when the author may not, or has written too much. The author follows the idea from then on. */
export async function addPortalComment(
  { db, reader, settings, mail }: CommentSite,
  { access, idea }: FoundIdea,
  { author, text, replyTo, channel = PORTAL, count, files, also }: PortalComment,
): Promise<number> {
  if (decideAbout(access, idea, 'comment') !== 'yes')
    throw new ApiError('forbidden', 'You may not comment on this idea.')
  const { id: suggestion, forumId } = idea.target
  if (replyTo !== null) {
    const found = await findComment(reader.pool, replyTo, author)
    if (!found?.isPublished || found.ideaId !== suggestion) throw noSuchComment(replyTo)
  }
  await count()
  return inTransaction(db, async (tx) => {
    const contribution = { forumId, userId: author, kind: 'comment', isGuest: false, text } as const
    const state = await stateOfContribution(tx, contribution, settings)
    const links = { suggestion, reply_to: replyTo }
    const comment = { body: text, channel, subscribe: true, state, links }
    const id = await createComment(tx, author, comment, { hasMail: mail !== null })
    const attachments = await files(tx)
    if (attachments.length > 0) await setOwnFiles(tx, author, attachments, { comment: id })
    await also?.(tx, id)
    return id
  })
}

const noSuchComment = (id: number) =>
  invalidInput([
    {
      path: ['comment', 'reply_to_id'],
      code: 'not_found',
      message: `reply_to_id: ${id} is no published comment on this idea.`,
    },
  ])
