// The form with which people suggest something.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newSuggestionPage, type SuggestionFormData } from '../../../portal/pages/new-suggestion.ts'
import type { Problems } from '../../../portal/parts/form.ts'
import { forumPath, leadingId, newSuggestionPath, suggestionPath } from '../../../portal/paths.ts'
import type { Forum, Suggestion } from '../../../portal/records.ts'
import { scalarText } from '../../core/values.ts'
import { answerSimilarIdeas } from '../../read/end-users/similar.ts'
import { t } from '../../texts/texts.ts'
import { deleteDraft, findDraft } from '../../write/portal-drafts.ts'
import { checkAnswers } from '../../write/portal-form.ts'
import { notShown, requireForum, requireYes } from '../end-users/doors.ts'
import { checkNewIdea, suggest } from '../end-users/ideas.ts'
import { chosenFiles } from './comments.ts'
import { answersOf, keptValues, typedValues } from './custom-fields.ts'
import {
  acceptFiles,
  failureOf,
  fileIdsOf,
  leadToSignIn,
  nextFormToken,
  type PortalForm,
  readForm,
  SUGGESTION_FORM_BYTES,
  sendAsGuest,
  sendOnce,
  withBody,
} from './forms.ts'
import { pageRoute, redirectToCanonical } from './page-route.ts'
import { readForums } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { redirectToSent } from './sent.ts'
import { openVisit, type Portal, submit, type Visit } from './visit.ts'

type Params = { forum: string }

const MAX_TITLE = 140

export function newSuggestionRoutes(app: FastifyInstance, portal: Portal): void {
  const { context } = portal
  app.get(
    '/forums/:forum/new',
    pageRoute(portal, async (request, reply) => {
      const visit = await openVisit(portal, request, reply)
      const { forum } = await findForum(visit, request)
      const elsewhere = redirectToCanonical(request, reply, newSuggestionPath(forum))
      if (elsewhere) return elsewhere
      const { title, draft: token } = request.query as Record<string, unknown>
      const draft = await findDraft(context.db, scalarText(token))
      const fields = {
        title: draft?.title ?? [...(scalarText(title) ?? '')].slice(0, MAX_TITLE).join('').trim(),
        text: draft?.text ?? '',
        category_id: draft?.category_id ?? '',
        custom: keptValues(forum.custom_fields, draft),
      }
      const form = { fields, draft: draft ? (scalarText(token) ?? null) : null }
      // With the page, which then does not move while it is read.
      const similar = await findSimilar(visit, forum, fields.title)
      return render(portal, { request, reply, visit, forum, similar, ...form })
    }),
  )
  app.register(async (scope) => {
    acceptFiles(scope)
    scope.post(
      '/forums/:forum/new',
      { bodyLimit: SUGGESTION_FORM_BYTES },
      pageRoute(portal, (request, reply) => receive(portal, request, reply)),
    )
  })
}

async function findForum(
  { call, access }: Visit,
  { params }: FastifyRequest,
): Promise<{ forum: Forum; decision: SuggestionFormData['can']['suggest'] }> {
  const { forum: segment } = params as Params
  const id = requireForum(access, leadingId(segment))
  const forum = (await readForums(call, access)).find((one) => one.id === id)
  if (!forum) throw notShown('forum', segment)
  const decision = access.decide(id, 'suggest')
  if (decision === 'no') requireYes(decision, 'suggest')
  return { forum, decision }
}

async function findSimilar({ call }: Visit, forum: Forum, title: string): Promise<Suggestion[]> {
  const asked = title.trim()
  if (asked === '') return []
  const found: Suggestion[] = JSON.parse(
    await answerSimilarIdeas(call.context.reader, asked, [forum.id]),
  )
  // A form that is sent twice must not find what it made.
  return found.filter(({ is_mine: isMine }) => !isMine)
}

type Rendered = {
  request: FastifyRequest
  reply: FastifyReply
  visit: Visit
  forum: Forum
  fields: SuggestionFormData['fields']
  draft?: string | null
  form?: PortalForm
  problems?: Problems
  step?: SuggestionFormData['step']
  similar?: Suggestion[]
  isPreview?: boolean
}

const formName = ({ id }: Forum) => `suggest ${id}`

async function render(portal: Portal, rendered: Rendered): Promise<FastifyReply> {
  const { request, reply, visit, forum, fields, form } = rendered
  const { access, view } = visit
  const data: SuggestionFormData = {
    forum,
    can: {
      suggest: access.decide(forum.id, 'suggest'),
      support: access.decide(forum.id, 'support'),
    },
    fields,
    files: form ? await chosenFiles(visit.call, form) : [],
    guest: { name: form?.get('name') ?? '', email: form?.get('email') ?? '' },
    problems: rendered.problems ?? {},
    step: rendered.step ?? 'similar',
    similar: rendered.similar ?? [],
    isPreview: rendered.isPreview ?? false,
    formToken: await nextFormToken(portal.context, request, formName(forum), form),
    draft: rendered.draft ?? null,
    hasMail: portal.context.mail !== null,
  }
  return sendPortalPage(reply, newSuggestionPage(data, view), { ...view, path: forumPath(forum) })
}

async function receive(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visit = await openVisit(portal, request, reply)
  const { forum, decision } = await findForum(visit, request)
  let form: PortalForm
  try {
    form = await readForm(portal, request, reply)
  } catch (error) {
    const { status, problems } = failureOf(error)
    const fields = { title: '', text: '', category_id: '', custom: {} }
    return render(portal, { request, reply: reply.code(status), visit, forum, fields, problems })
  }
  const fields = {
    title: form.get('title'),
    text: form.get('text'),
    category_id: form.get('category_id'),
    custom: typedValues(forum.custom_fields, form),
  }
  const draft = form.get('draft') || null
  const show = (more: Partial<Rendered>) =>
    render(portal, { request, reply, visit, forum, form, fields, draft, ...more })
  const step = form.get('step')
  const problems = checkFields(forum, fields)
  if (problems !== null) {
    reply.code(422)
    return show({ problems, step: step === 'send' ? 'send' : 'similar' })
  }
  if (step === 'preview') return show({ isPreview: true, step: 'similar' })
  if (step === 'similar') {
    const similar = await findSimilar(visit, forum, fields.title)
    if (similar.length > 0) return show({ similar, step: 'send' })
  }
  const path = newSuggestionPath(forum)
  const wantsToSignIn = decision === 'guest' && form.get('way') === 'sign_in'
  if (decision === 'sign_in' || wantsToSignIn)
    return leadToSignIn(portal, { request, reply, fields: flattened(fields), path })
  try {
    return await submit(portal, request, reply, async (call) => {
      const { category_id, custom, ...texts } = fields
      const suggestion = {
        ...texts,
        ...(category_id !== '' && { category_id }),
        custom_fields: answersOf(custom),
      }
      if (decision === 'guest') {
        const contribution = { suggestion: { forum_id: forum.id, ...withoutEmpty(suggestion) } }
        const confirmation = await sendAsGuest(call, form, formName(forum), contribution)
        return redirectToSent(reply, confirmation, forumPath(forum))
      }
      const params = { forum: String(forum.id) }
      const body = { suggestion: { ...suggestion, attachment_ids: fileIdsOf(form) } }
      const answer = await sendOnce(withBody(call, body, params), form, suggest, custom)
      await deleteDraft(portal.context.db, draft ?? undefined)
      return reply.redirect(suggestionPath(forum, JSON.parse(answer)), 303)
    })
  } catch (error) {
    const failure = failureOf(error)
    reply.code(failure.status)
    return show({ problems: failure.problems, step: 'send' })
  }
}

/** As a draft has them. */
const flattened = ({ custom, ...fields }: SuggestionFormData['fields']) => ({
  ...custom,
  ...fields,
})

/** Guests send no empty text. */
const withoutEmpty = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** Before something else happens: nobody signs in for a form that cannot be sent. */
function checkFields(forum: Forum, fields: SuggestionFormData['fields']): Problems | null {
  const { category_id, custom, ...texts } = fields
  const problems: Problems = {}
  try {
    checkNewIdea({ ...texts, ...(category_id !== '' && { category_id }) })
  } catch (error) {
    Object.assign(problems, failureOf(error).problems)
  }
  try {
    checkAnswers(forum.custom_fields, answersOf(custom), { isNew: true })
  } catch (error) {
    Object.assign(problems, failureOf(error).problems)
  }
  const isKnown = forum.categories.some(({ id }) => String(id) === category_id)
  if (!isKnown && (category_id !== '' || (forum.category_required && forum.categories.length > 0)))
    problems.category_id = t`Choose a category.`
  return Object.keys(problems).length === 0 ? null : problems
}
