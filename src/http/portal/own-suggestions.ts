// What authors do with their suggestions: change and delete them. And voting without being signed in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { editSuggestionPage } from '../../../portal/pages/edit-suggestion.ts'
import { votePage } from '../../../portal/pages/vote.ts'
import type { Problems } from '../../../portal/parts/form.ts'
import { forumPath, suggestionPath } from '../../../portal/paths.ts'
import type { Decision, Forum, Suggestion } from '../../../portal/records.ts'
import { answerOwnFiles } from '../../read/end-users/own-files.ts'
import { personOf } from '../end-users/declaration.ts'
import { isMerged, notShown, requireIdea } from '../end-users/doors.ts'
import { answerIdea, changeIdea, removeIdea, requireOwnIdea } from '../end-users/ideas.ts'
import { changeFailure, chosenFiles } from './comments.ts'
import { answersOf, storedValues, typedValues } from './custom-fields.ts'
import {
  acceptFiles,
  FORM_BYTES,
  failureOf,
  fileIdsOf,
  newFormToken,
  nextFormToken,
  type PortalForm,
  readForm,
  SUGGESTION_FORM_BYTES,
  sendAsGuest,
  withBody,
} from './forms.ts'
import { pageRoute } from './page-route.ts'
import { readForums } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { redirectToSent } from './sent.ts'
import { openVisit, type Portal, submit, type Visit } from './visit.ts'

type Found = { forum: Forum; suggestion: Suggestion; support: Decision }
type Page = { request: FastifyRequest; reply: FastifyReply; visit: Visit }
type Filled = { form?: PortalForm | undefined; problems?: Problems }

export function ownSuggestionRoutes(app: FastifyInstance, portal: Portal): void {
  app.get(
    '/suggestions/:id/edit',
    pageRoute(portal, async (request, reply) => {
      const visit = await openVisit(portal, request, reply)
      await requireOwnIdea(visit.call)
      return renderChange(portal, { request, reply, visit }, await findSuggestion(visit))
    }),
  )
  app.post(
    '/suggestions/:id/delete',
    pageRoute(portal, async (request, reply) => {
      const visit = await openVisit(portal, request, reply)
      await requireOwnIdea(visit.call)
      const found = await findSuggestion(visit)
      try {
        await submit(portal, request, reply, removeIdea)
      } catch (error) {
        const { status, problems } = changeFailure(error)
        return renderChange(portal, { request, reply: reply.code(status), visit }, found, {
          problems,
        })
      }
      return reply.redirect(forumPath(found.forum), 303)
    }),
  )
  app.get(
    '/suggestions/:id/vote',
    pageRoute(portal, async (request, reply) => {
      const visit = await openVisit(portal, request, reply)
      return renderVote(portal, { request, reply, visit }, await findSuggestion(visit))
    }),
  )
  app.post(
    '/suggestions/:id/guest-vote',
    { bodyLimit: FORM_BYTES },
    pageRoute(portal, (request, reply) => receiveVote(portal, request, reply)),
  )
  app.register(async (scope) => {
    acceptFiles(scope)
    scope.post(
      '/suggestions/:id/edit',
      { bodyLimit: SUGGESTION_FORM_BYTES },
      pageRoute(portal, (request, reply) => receiveChange(portal, request, reply)),
    )
  })
}

async function findSuggestion({ call }: Visit): Promise<Found> {
  const { access, idea } = await requireIdea(call)
  if (isMerged(idea)) throw notShown('idea', String(idea.id))
  const { can, ...suggestion } = JSON.parse(await answerIdea(call, access, idea))
  const forum = (await readForums(call, access)).find(({ id }) => id === idea.forumId)
  if (!forum) throw notShown('forum', String(idea.forumId))
  return { forum, suggestion, support: can.support }
}

async function renderChange(
  { context }: Portal,
  { request, reply, visit: { call, view } }: Page,
  { forum, suggestion }: Found,
  { form, problems = {} }: Filled = {},
): Promise<FastifyReply> {
  const ids = suggestion.attachments.map(({ id }) => id)
  const files = form
    ? await chosenFiles(call, form)
    : JSON.parse(await answerOwnFiles(call.context.reader, personOf(call), ids))
  const data = {
    forum,
    suggestion: { ...suggestion, attachments: files },
    fields: {
      title: form?.get('title') ?? suggestion.title,
      text: form?.get('text') ?? suggestion.text,
      category_id: form?.get('category_id') ?? String(suggestion.category?.id ?? ''),
      custom: form
        ? typedValues(forum.custom_fields, form)
        : storedValues(forum.custom_fields, suggestion),
    },
    problems,
    formToken: await newFormToken(context, request, 'edit'),
  }
  return sendPortalPage(reply, editSuggestionPage(data), view)
}

async function receiveChange(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await openVisit(portal, request, reply)
  await requireOwnIdea(visit.call)
  const found = await findSuggestion(visit)
  let form: PortalForm | undefined
  try {
    form = await readForm(portal, request, reply)
    const category = form.get('category_id')
    const { custom_fields: fields } = found.forum
    const answers = answersOf(typedValues(fields, form), storedValues(fields, found.suggestion))
    const suggestion = {
      title: form.get('title'),
      text: form.get('text'),
      // A forum without categories has no field for it.
      ...(found.forum.categories.length > 0 && { category_id: category === '' ? null : category }),
      attachment_ids: fileIdsOf(form),
      custom_fields: answers,
    }
    const answer = await submit(portal, request, reply, (call) =>
      changeIdea(withBody(call, { suggestion })),
    )
    return reply.redirect(suggestionPath(found.forum, JSON.parse(answer)), 303)
  } catch (error) {
    const { status, problems } = changeFailure(error)
    reply.code(status)
    return renderChange(portal, { request, reply, visit }, found, { form, problems })
  }
}

const voteFormName = (id: number) => `vote ${id}`

async function renderVote(
  { context }: Portal,
  { request, reply, visit: { view } }: Page,
  { forum, suggestion, support }: Found,
  { form, problems = {} }: Filled = {},
): Promise<FastifyReply> {
  const data = {
    forum,
    suggestion,
    decision: support,
    guest: { name: form?.get('name') ?? '', email: form?.get('email') ?? '' },
    problems,
    formToken: await nextFormToken(context, request, voteFormName(suggestion.id), form),
    hasMail: context.mail !== null,
  }
  return sendPortalPage(reply, votePage(data, view), view)
}

async function receiveVote(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await openVisit(portal, request, reply)
  const found = await findSuggestion(visit)
  const { forum, suggestion, support } = found
  const path = suggestionPath(forum, suggestion)
  // Somebody has signed in since the page was opened.
  if (support !== 'guest') return reply.redirect(`/suggestions/${suggestion.id}/vote`, 303)
  let form: PortalForm | undefined
  try {
    form = await readForm(portal, request, reply)
    const sent = form
    const confirmation = await submit(portal, request, reply, (call) =>
      sendAsGuest(call, sent, voteFormName(suggestion.id), { vote: { idea_id: suggestion.id } }),
    )
    return redirectToSent(reply, confirmation, path)
  } catch (error) {
    const { status, problems } = failureOf(error)
    reply.code(status)
    return renderVote(portal, { request, reply, visit }, found, { form, problems })
  }
}
