// Forms with which readers report something to the moderators.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ReportData, reportedPage, reportPage } from '../../../portal/pages/report.ts'
import { actionPath, commentActionPath } from '../../../portal/paths.ts'
import { ApiError } from '../../core/api-error.ts'
import { parseId } from '../../core/values.ts'
import { findComment } from '../../read/end-users/places.ts'
import { t } from '../../texts/texts.ts'
import { reportComment, reportIdea } from '../end-users/content-reports.ts'
import { type EndUserCall, personOf } from '../end-users/declaration.ts'
import { notShown, requirePublishedIdea } from '../end-users/doors.ts'
import { FORM_BYTES, failureOf, type PortalForm, readForm, withBody } from './forms.ts'
import { pageRoute } from './page-route.ts'
import { sendPortalPage } from './send.ts'
import { openVisit, type Portal, submit } from './visit.ts'

type Reported = Pick<ReportData, 'thing' | 'action' | 'path'>

async function findSuggestion(call: EndUserCall): Promise<Reported> {
  personOf(call)
  const { idea } = await requirePublishedIdea(call)
  const { id } = idea.target
  return { thing: 'suggestion', action: actionPath(id, 'report'), path: `/suggestions/${id}` }
}

async function findReportedComment(call: EndUserCall): Promise<Reported> {
  const { id: text = '' } = call.params
  const id = parseId(text)
  const { pool } = call.context.reader
  const comment = id === undefined ? undefined : await findComment(pool, id, personOf(call))
  if (!comment?.isPublished) throw notShown('comment', text)
  await requirePublishedIdea(call, String(comment.ideaId))
  const path = `/suggestions/${comment.ideaId}?comment=${comment.id}#comment-${comment.id}`
  return { thing: 'comment', action: commentActionPath(comment.id, 'report'), path }
}

export function reportRoutes(app: FastifyInstance, portal: Portal): void {
  const serve = (
    path: string,
    find: (call: EndUserCall) => Promise<Reported>,
    report: (call: EndUserCall) => Promise<string>,
  ) => {
    app.get(
      path,
      pageRoute(portal, async (request, reply) => {
        const { call, view } = await openVisit(portal, request, reply)
        const data = { ...(await find(call)), reason: '', text: '', problems: {} }
        return sendPortalPage(reply, reportPage(data), view)
      }),
    )
    app.post(
      path,
      { bodyLimit: FORM_BYTES },
      pageRoute(portal, async (request, reply) => {
        const { call, view } = await openVisit(portal, request, reply)
        const reported = await find(call)
        const form = await readForm(portal, request, reply)
        const fields = { reason: form.get('reason'), text: form.get('text') }
        try {
          await send(portal, { request, reply }, form, report)
        } catch (error) {
          const { status, problems } = reportFailure(error)
          const data = { ...reported, ...fields, problems }
          return sendPortalPage(reply.code(status), reportPage(data), view)
        }
        return sendPortalPage(reply, reportedPage(reported.path), view)
      }),
    )
  }
  serve('/suggestions/:id/report', findSuggestion, reportIdea)
  serve('/comments/:id/report', findReportedComment, reportComment)
}

const send = (
  portal: Portal,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  form: PortalForm,
  report: (call: EndUserCall) => Promise<string>,
) =>
  submit(portal, request, reply, (call) => {
    const [reason, text] = [form.get('reason'), form.get('text')]
    return report(
      withBody(call, { ...(reason !== '' && { reason }), ...(text !== '' && { text }) }),
    )
  })

const reportFailure = (error: unknown): ReturnType<typeof failureOf> =>
  error instanceof ApiError && error.kind === 'conflict'
    ? { status: 409, problems: { form: t`You wrote this yourself. You can delete it.` } }
    : failureOf(error)
