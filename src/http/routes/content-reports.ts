// Moderators decide what readers reported. Readers report it on the portal.
import { content_reports } from '../../resources/content_reports.ts'
import { decideContentReport, reopenContentReport } from '../../write/content-reports.ts'
import type { Decision } from '../../write/core/content-reports.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const decide = (
  verb: 'dismiss' | 'uphold',
  decision: Decision,
  { summary, description }: { summary: string; description: string },
) =>
  declareWrite({
    method: 'PUT',
    path: `/:id/${verb}`,
    summary,
    description,
    body: EmptyBody,
    answer: 'records',
    reversal: {
      action: verb,
      fields: ['state'],
      links: ['suggestion', 'comment'],
      run: (tx, { actor, id }) => reopenContentReport(tx, actor, id),
    },
    run: (tx, { actor, id }) => decideContentReport(tx, actor, id, decision),
  })

export const contentReportOperations = (): Operation[] =>
  writeOperations(content_reports, [
    decide('dismiss', 'dismissed', {
      summary: 'Dismiss the reports of a suggestion or comment',
      description:
        'All open reports of the same suggestion or comment. Where reports hid it, it is shown again.',
    }),
    decide('uphold', 'upheld', {
      summary: 'Uphold the reports of a suggestion or comment',
      description:
        'All open reports of the same suggestion or comment. It becomes spam when the report says so, and is soft-deleted otherwise.',
    }),
  ])
