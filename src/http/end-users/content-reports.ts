// Readers report what moderators should look at.
import { Type } from 'typebox'
import { parseId } from '../../core/values.ts'
import { findComment } from '../../read/end-users/places.ts'
import { REPORT_REASONS } from '../../resources/content_reports.ts'
import { MAX_REPORT_TEXT, type ReportedThing, reportContent } from '../../write/content-reports.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { createInputReader } from '../body/input.ts'
import { flag, object } from '../responses/answer-schemas.ts'
import { mergeInput } from '../stages/call.ts'
import { countContribution } from './contributions.ts'
import { type EndUserCall, type EndUserOperation, personOf } from './declaration.ts'
import { notShown, requirePublishedIdea } from './doors.ts'

const Report = Type.Object({
  reason: Type.Enum([...REPORT_REASONS]),
  text: Type.Optional(Type.String({ maxLength: MAX_REPORT_TEXT })),
})
const reportBody = createInputReader(Report)

const Reported = object({ reported: flag })

async function report(call: EndUserCall, thing: ReportedThing): Promise<string> {
  const { reason, text: body = '' } = reportBody.read(mergeInput(call))
  await countContribution(call, 'content_report')
  const { db, settings } = call.context
  const userId = personOf(call)
  await inTransaction(db, (tx) =>
    reportContent(tx, { userId, thing, reason, body }, settings.reports_to_hide),
  )
  return JSON.stringify({ reported: true })
}

export async function reportIdea(call: EndUserCall): Promise<string> {
  const { idea } = await requirePublishedIdea(call)
  return report(call, { suggestion: idea.target.id })
}

export async function reportComment(call: EndUserCall): Promise<string> {
  const { id: text = '' } = call.params
  const id = parseId(text)
  const { pool } = call.context.reader
  const comment = id === undefined ? undefined : await findComment(pool, id, personOf(call))
  if (!comment?.isPublished) throw notShown('comment', text)
  await requirePublishedIdea(call, String(comment.ideaId))
  return report(call, { comment: comment.id })
}

const description =
  'Once for each person; a second report changes nothing. Enough reports hide it until a moderator decides.'

export const contentReportOperations = (): EndUserOperation[] => [
  {
    method: 'POST',
    path: '/ideas/:id/report',
    summary: 'Report an idea to the moderators',
    description,
    tag: 'ideas',
    needs: 'person',
    body: Report,
    answer: { schema: Reported },
    handle: reportIdea,
  },
  {
    method: 'POST',
    path: '/comments/:id/report',
    summary: 'Report a comment to the moderators',
    description,
    tag: 'comments',
    needs: 'person',
    body: Report,
    answer: { schema: Reported },
    handle: reportComment,
  },
]
