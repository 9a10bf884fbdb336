// Forms about comments: add, change and delete one.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commentPage, editCommentPage } from '../../../portal/pages/comment.ts'
import { commentForm } from '../../../portal/parts/comment-form.ts'
import type { Problems } from '../../../portal/parts/form.ts'
import type { Attachment, Comment, Decision, Suggestion } from '../../../portal/records.ts'
import { ApiError } from '../../core/api-error.ts'
import { parseId } from '../../core/values.ts'
import { answerObject } from '../../read/answer.ts'
import { answerOwnFiles } from '../../read/end-users/own-files.ts'
import { ideaComments } from '../../resources/end-users/comments.ts'
import { t } from '../../texts/texts.ts'
import { deleteDraft } from '../../write/portal-drafts.ts'
import {
  addComment,
  changeComment,
  checkNewComment,
  removeComment,
  requireOwnComment,
} from '../end-users/comments.ts'
import { type EndUserCall, personOf } from '../end-users/declaration.ts'
import { notShown, requirePublishedIdea, requireYes } from '../end-users/doors.ts'
import { answerIdea } from '../end-users/ideas.ts'
import { commentFormName, findAnswered } from './contribution-parts.ts'
import {
  acceptFiles,
  FORM_BYTES,
  failureOf,
  fileIdsOf,
  leadToSignIn,
  newFormToken,
  nextFormToken,
  type PortalForm,
  readForm,
  sendAsGuest,
  sendOnce,
  withBody,
} from './forms.ts'
import { pageRoute } from './page-route.ts'
import { sendPortalPage } from './send.ts'
import { redirectToSent } from './sent.ts'
import { openVisit, type Portal, submit, type Visit } from './visit.ts'

/** Of a comment on the page of its suggestion. */
export const commentPath = (ideaId: number, id: number) =>
  `/suggestions/${ideaId}?comment=${id}#comment-${id}`

export function commentRoutes(app: FastifyInstance, portal: Portal): void {
  app.get(
    '/comments/:id/edit',
    pageRoute(portal, async (request, reply) => {
      const visit = await openVisit(portal, request, reply)
      await requireOwnComment(visit.call)
      const comment = await readComment(visit.call)
      return renderChange(portal, { request, reply, visit, comment })
    }),
  )
  app.post(
    '/comments/:id/delete',
    pageRoute(portal, async (request, reply) => {
      const removed: Comment = JSON.parse(await submit(portal, request, reply, removeComment))
      return reply.redirect(`/suggestions/${removed.idea_id}#comments`, 303)
    }),
  )
  app.register(async (scope) => {
    acceptFiles(scope)
    const options = { bodyLimit: FORM_BYTES }
    scope.post(
      '/suggestions/:id/comments',
      options,
      pageRoute(portal, (request, reply) => receive(portal, request, reply)),
    )
    scope.post(
      '/comments/:id/edit',
      options,
      pageRoute(portal, (request, reply) => receiveChange(portal, request, reply)),
    )
  })
}

async function readComment({ context, params }: EndUserCall): Promise<Comment> {
  const { id: text = '' } = params
  const id = parseId(text)
  const comment =
    id === undefined ? undefined : await answerObject(context.reader, ideaComments, id)
  if (comment === undefined) throw notShown('comment', text)
  return JSON.parse(comment)
}

type Found = { suggestion: Suggestion; decision: Decision }

async function findSuggestion(call: EndUserCall): Promise<Found> {
  const { access, idea } = await requirePublishedIdea(call)
  const { can, ...suggestion } = JSON.parse(await answerIdea(call, access, idea))
  if (can.comment === 'no') requireYes(can.comment, 'comment')
  return { suggestion, decision: can.comment }
}

async function receive(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await openVisit(portal, request, reply)
  const { suggestion, decision } = await findSuggestion(visit.call)
  const { id, title } = suggestion
  const path = `/suggestions/${id}`
  const show = async (problems: Problems, form?: PortalForm) => {
    const data = {
      suggestionId: id,
      decision,
      text: form?.get('text') ?? '',
      files: form ? await chosenFiles(visit.call, form) : [],
      guest: { name: form?.get('name') ?? '', email: form?.get('email') ?? '' },
      replyTo: await findAnswered(visit.call, id, form?.get('reply_to_id')),
      problems,
      formToken: await nextFormToken(portal.context, request, commentFormName(id), form),
      draft: form?.get('draft') || null,
      hasMail: portal.context.mail !== null,
      path,
    }
    const { view } = visit
    return sendPortalPage(reply, commentPage(title, path, commentForm(data, view)), view)
  }
  let form: PortalForm | undefined
  try {
    form = await readForm(portal, request, reply)
    const sent = form
    const [text, replyTo] = [sent.get('text'), sent.get('reply_to_id')]
    const reply_to = replyTo === '' ? {} : { reply_to_id: replyTo }
    checkNewComment({ text, ...reply_to })
    const wantsToSignIn = decision === 'guest' && sent.get('way') === 'sign_in'
    if (decision === 'sign_in' || wantsToSignIn) {
      const fields = { text, reply_to_id: replyTo }
      return await leadToSignIn(portal, { request, reply, fields, path: `${path}#comment-form` })
    }
    return await submit(portal, request, reply, async (call) => {
      if (decision === 'guest') {
        const contribution = { comment: { idea_id: id, text, ...reply_to } }
        const confirmation = await sendAsGuest(call, sent, commentFormName(id), contribution)
        return redirectToSent(reply, confirmation, path)
      }
      const body = { comment: { text, ...reply_to, attachment_ids: fileIdsOf(sent) } }
      const answer = await sendOnce(withBody(call, body, { id: String(id) }), sent, addComment)
      await deleteDraft(portal.context.db, sent.get('draft'))
      const added: Comment = JSON.parse(answer)
      return reply.redirect(addedPath(suggestion, added), 303)
    })
  } catch (error) {
    const { status, problems } = failureOf(error)
    reply.code(status)
    return show(problems, form)
  }
}

/** A page of the discussion has as many. */
const LONG_DISCUSSION = 50

const addedPath = ({ id, comments_count: count }: Suggestion, added: Comment): string =>
  count < LONG_DISCUSSION ? `/suggestions/${id}#comment-${added.id}` : commentPath(id, added.id)

/** Uploaded with the form, or before and still chosen. */
export async function chosenFiles(call: EndUserCall, form: PortalForm): Promise<Attachment[]> {
  const ids = fileIdsOf(form).flatMap((id) => parseId(String(id)) ?? [])
  return call.caller && ids.length > 0
    ? JSON.parse(await answerOwnFiles(call.context.reader, call.caller.userId, ids))
    : []
}

type Change = {
  request: FastifyRequest
  reply: FastifyReply
  visit: Visit
  comment: Comment
  form?: PortalForm | undefined
  problems?: Problems
}

async function renderChange(
  { context }: Portal,
  { request, reply, visit, comment, form, problems = {} }: Change,
): Promise<FastifyReply> {
  const { call, view } = visit
  const ids = comment.attachments.map(({ id }) => id)
  const files = form
    ? await chosenFiles(call, form)
    : JSON.parse(await answerOwnFiles(call.context.reader, personOf(call), ids))
  const data = {
    comment: { ...comment, attachments: files },
    text: form?.get('text') ?? comment.text,
    problems,
    formToken: await newFormToken(context, request, 'edit'),
    path: commentPath(comment.idea_id, comment.id),
  }
  return sendPortalPage(reply, editCommentPage(data), view)
}

async function receiveChange(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await openVisit(portal, request, reply)
  await requireOwnComment(visit.call)
  const comment = await readComment(visit.call)
  let form: PortalForm | undefined
  try {
    form = await readForm(portal, request, reply)
    const body = { comment: { text: form.get('text'), attachment_ids: fileIdsOf(form) } }
    await submit(portal, request, reply, (call) => changeComment(withBody(call, body)))
  } catch (error) {
    const { status, problems } = changeFailure(error)
    return renderChange(portal, {
      request,
      reply: reply.code(status),
      visit,
      comment,
      form,
      problems,
    })
  }
  return reply.redirect(commentPath(comment.idea_id, comment.id), 303)
}

/** A change can also be refused because others have answered, or it must be approved. */
export function changeFailure(error: unknown): ReturnType<typeof failureOf> {
  if (!(error instanceof ApiError) || error.kind !== 'conflict') return failureOf(error)
  const form = /no longer yours alone/.test(error.message)
    ? t`Others support it or have answered. Ask the team to change it.`
    : t`A moderator must approve this text. Delete what is there, and send it as a new one.`
  return { status: 409, problems: { form } }
}
