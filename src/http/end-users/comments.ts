import { Type } from 'typebox'
import { ApiError } from '../../core/api-error.ts'
import { parseId } from '../../core/values.ts'
import { answerObject } from '../../read/answer.ts'
import { findComment } from '../../read/end-users/places.ts'
import { addedCondition } from '../../read/list-request.ts'
import { ideaComments } from '../../resources/end-users/comments.ts'
import type { IdeaPlace } from '../../resources/end-users/places.ts'
import { setOwnFiles } from '../../write/attachments.ts'
import { moderateComment, updateComment } from '../../write/comments.ts'
import { type Contribution, stateOfContribution } from '../../write/contribution-state.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { mustBeApproved } from '../../write/end-users.ts'
import { addPortalComment, MAX_COMMENT_LENGTH } from '../../write/portal-comments.ts'
import { createInputReader } from '../body/input.ts'
import { mergeInput } from '../stages/call.ts'
import { AttachmentIds } from './attachments.ts'
import { countContribution } from './contributions.ts'
import { type EndUserCall, type EndUserOperation, personOf } from './declaration.ts'
import { decideAbout, notShown, requireIdea, requirePublishedIdea, requireYes } from './doors.ts'
import { answerPage, pageParameters } from './lists.ts'

const Comment = Type.Object({
  comment: Type.Object({
    text: Type.String({ minLength: 1, maxLength: MAX_COMMENT_LENGTH, description: 'Plain text.' }),
    attachment_ids: AttachmentIds,
  }),
})
const comment = createInputReader(Comment)

const NewComment = Type.Object({
  comment: Type.Object({
    ...Comment.properties.comment.properties,
    reply_to_id: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
        description:
          'The comment that it answers. A reply to a reply belongs to the comment above.',
      }),
    ),
  }),
})
const newComment = createInputReader(NewComment)

/** Throws for what `POST` would refuse because of its form. */
export const checkNewComment = (comment: object) => newComment.read({ comment })

/** The text can also be sent without the object around it. */
const wrapped = (call: EndUserCall) => {
  const input = mergeInput(call) as Record<string, unknown> | null
  return typeof input?.comment === 'object' ? input : { comment: input }
}

const answer = { objectOf: ideaComments }

async function answerComment({ context }: EndUserCall, id: number): Promise<string> {
  const text = await answerObject(context.reader, ideaComments, id)
  if (text === undefined) throw notShown('comment', String(id))
  return text
}

/** A comment of the caller, on an idea that they see. */
export async function requireOwnComment(call: EndUserCall) {
  const { params, context } = call
  const { id: text = '' } = params
  const id = parseId(text)
  const found =
    id === undefined ? undefined : await findComment(context.reader.pool, id, personOf(call))
  if (!found || !(found.isPublished || found.isOwn)) throw notShown('comment', text)
  const { access, idea } = await requireIdea(call, String(found.ideaId)).catch((error) => {
    throw error instanceof ApiError && error.kind === 'not_found'
      ? notShown('comment', text)
      : error
  })
  if (!found.isOwn)
    throw new ApiError('forbidden', 'This comment is not yours. Only its author changes it.')
  return { id: found.id, isPublished: found.isPublished, access, idea }
}

const contributionTo = ({ target }: IdeaPlace, call: EndUserCall, text: string): Contribution => ({
  forumId: target.forumId,
  userId: personOf(call),
  kind: 'comment',
  isGuest: false,
  text,
})

const PLACES = ['/forums/:forum/ideas/:id', '/ideas/:id']

export async function addComment(call: EndUserCall): Promise<string> {
  const found = await requirePublishedIdea(call)
  requireYes(decideAbout(found.access, found.idea, 'comment'), 'comment')
  const sent = newComment.read(wrapped(call)).comment
  const { text, attachment_ids: files = [], reply_to_id: replyTo = null } = sent
  const id = await addPortalComment(call.context, found, {
    author: personOf(call),
    text,
    replyTo,
    count: () => countContribution(call, 'comment'),
    files: () => files,
  })
  return answerComment(call, id)
}

export async function changeComment(call: EndUserCall): Promise<string> {
  const { id, access, idea, isPublished } = await requireOwnComment(call)
  requireYes(decideAbout(access, idea, 'comment'), 'comment')
  const { text, attachment_ids: files } = comment.read(wrapped(call)).comment
  const { db, mail, settings } = call.context
  const change = { body: text, body_mime_type: 'text/plain' }
  const site = { hasMail: mail !== null }
  await inTransaction(db, async (tx) => {
    // The same text again is no repetition here.
    const rules = { ...settings, repeated_text_minutes: 0 }
    const state = await stateOfContribution(tx, contributionTo(idea, call, text), rules)
    if (state === 'new' && isPublished) throw mustBeApproved('comment')
    await updateComment(tx, { id, actor: personOf(call) }, change, site)
    if (files) await setOwnFiles(tx, personOf(call), files, { comment: id })
  })
  return answerComment(call, id)
}

export async function removeComment(call: EndUserCall): Promise<string> {
  const { id } = await requireOwnComment(call)
  const removed = await answerComment(call, id)
  await inTransaction(call.context.db, (tx) => moderateComment(tx, personOf(call), id, 'deleted'))
  return removed
}

export const commentOperations = (): EndUserOperation[] => [
  ...PLACES.flatMap((place): EndUserOperation[] => [
    {
      method: 'GET',
      path: `${place}/comments`,
      summary: 'List the comments on an idea',
      description: 'The newest first. What the caller wrote and waits for approval is among them.',
      tag: 'comments',
      query: pageParameters,
      hasPages: true,
      answer: { arrayOf: ideaComments },
      async handle(call) {
        const { idea } = await requireIdea(call)
        return answerPage(call, ideaComments, {}, [
          addedCondition(ideaComments, 'idea', [idea.target.id]),
          call.caller
            ? addedCondition(ideaComments, 'shown_to', [call.caller.userId])
            : addedCondition(ideaComments, 'published'),
        ])
      },
    },
    {
      method: 'POST',
      path: `${place}/comments`,
      summary: 'Comment on an idea',
      description: 'The author follows the idea from then on.',
      tag: 'comments',
      needs: 'person',
      body: NewComment,
      answer,
      status: 201,
      handle: addComment,
    },
  ]),
  {
    method: 'PUT',
    path: '/comments/:id',
    summary: 'Change a comment of the caller',
    tag: 'comments',
    needs: 'person',
    body: Comment,
    answer,
    handle: changeComment,
  },
  {
    method: 'DELETE',
    path: '/comments/:id',
    summary: 'Delete a comment of the caller',
    tag: 'comments',
    needs: 'person',
    answer,
    handle: removeComment,
  },
]
